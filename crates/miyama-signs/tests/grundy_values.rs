//! Grundy values for all heaps: those of Triangular Nim (003 theorems 3.4 and 3.6), however
//! they are written, and nothing that is false.
#![allow(clippy::unwrap_used)]

use miyama_signs::{NoProof, ValueCertificate, prove_values};

const TRIANGULAR: &str = "(x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j < i }";

fn prove(game: &str, formula: &str) -> Result<ValueCertificate, NoProof> {
    prove_values(game, &[], formula, &|| true)
}

#[test]
fn triangular_nim() {
    let by_total = "let d = |x-y|; 0 if d <= 1 else x+y-1 if x+y <= d*d+1 \
                    else d*(d-1)/2 + ((x+y-d*d-2) div 2) mod d";
    let proof = prove(TRIANGULAR, by_total).unwrap();
    // Two ways to move, six cases of the formula.
    assert_eq!((proof.natural.len(), proof.inside.len(), proof.below.len()), (6, 72, 6));
    let size = serde_json::to_string(&proof).unwrap().len();
    assert!(size < 100_000, "{size}");
    // The definition written out, and the progression of the smaller heap.
    let moves = "(a, b) -> { (a-i, b+j) | 2 <= i <= a, 1 <= j < i } ∪ { (a+j, b-i) | 2 <= i <= b, 1 <= j < i }";
    let by_progression = "let d = max(a,b)-min(a,b); let t = d*(d-1)/2; \
                          0 if d < 2 else a+b-1 if a+b <= d^2 else t + (min(a,b)-1-t) mod d";
    prove(moves, by_progression).unwrap();
}

#[test]
fn nothing_false() {
    for (game, formula) in [
        (TRIANGULAR, "let d = |x-y|; 0 if d <= 1 else x+y-1"),
        (TRIANGULAR, "0"),
        (TRIANGULAR, "0-1"),
        (TRIANGULAR, "(x-y) div (x-y)"),
        ("(x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j <= i }", "0"),
        ("(x, y) -> sym { (x-1, y) | x >= 1 }", "x"),
    ] {
        assert!(prove(game, formula).is_err(), "{game}: {formula}");
    }
}

#[test]
fn a_stop_is_heard() {
    assert_eq!(prove_values(TRIANGULAR, &[], "0 if |x-y| <= 1 else x+y-1", &|| false), Err(NoProof::Formula));
}
