//! The twists of Triangular Nim, for every c at once and for some.

#![allow(clippy::unwrap_used)]

use miyama_signs::{NoProof, prove};

const TWIST: &str = "twist(c): (x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j < i } \
                     ∪ { (x-i, y-j) | 1 <= i <= x, 1 <= j <= y, |i-j| <= c }";
const REVISED: &str = "revised-twist(c): (x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j < i } \
                       ∪ { (x-i, y-j) | 0 <= i <= x, 0 <= j <= y, |i-j| <= c, 1 <= i+j }";
const POLYGONAL: &str = "x = 0 and y = 0 or exists k: {x,y} = \
                         {((c+1)*k^2+(1-c)*k)/2, ((c+1)*(k+1)^2+(1-c)*(k+1))/2}";
const TRIANGULAR: &str = "(x,y) = (0,0) or exists k: {x,y} = {(c+1)*k*(k+1)/2, (c+1)*(k+1)*(k+2)/2}";

fn verdict(game: &str, argument: &str, formula: &str) -> Result<(), NoProof> {
    prove(game, &[argument.to_owned()], formula).map(|_| ())
}

#[test]
fn for_every_c() {
    assert_eq!(verdict(TWIST, "c", POLYGONAL), Ok(()));
    assert_eq!(verdict(REVISED, "c", TRIANGULAR), Ok(()));
}

#[test]
fn for_one_c() {
    for c in [1, 2, 3, 7, 100] {
        let put =
            |formula: &str| formula.replace("(c+1)", &format!("{}", c + 1)).replace("(1-c)", &format!("({})", 1 - c));
        assert_eq!(verdict(TWIST, &c.to_string(), &put(POLYGONAL)), Ok(()), "twist({c})");
        assert_eq!(verdict(REVISED, &c.to_string(), &put(TRIANGULAR)), Ok(()), "revised-twist({c})");
    }
}

/// Neighbours of 0, 0, 1, 3, 6, … are (0, 0) and neighbours of 0, 1, 3, 6, ….
#[test]
fn a_sequence_may_begin_with_two_zeros() {
    assert_eq!(verdict(TWIST, "0", "{x,y} in consecutive(k: k*(k-1)/2)"), Ok(()));
    assert_eq!(verdict(REVISED, "2", "{x,y} in consecutive(k: k*(3*k-3)/2)"), Ok(()));
    let from_one = "(x, y) = (0, 0) or exists k in 1..x+y: {x,y} = {k*(k-1)/2, k*(k+1)/2}";
    assert_eq!(verdict(TWIST, "0", from_one), Ok(()));
    for wrong in [
        "{x,y} in consecutive(k: k*(k+1)/2)",
        // 1 <= x+y leaves (0, 0) out, and 2 <= x+y leaves (0, 1) out.
        "exists k in 1..x+y: {x,y} = {(k-1)*(k-2)/2, k*(k-1)/2}",
        "(x, y) = (0, 0) or exists k in 2..x+y: {x,y} = {(k-1)*(k-2)/2, k*(k-1)/2}",
    ] {
        assert!(verdict(TWIST, "0", wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_false_is_not_proved() {
    for (game, formula) in [
        (TWIST, POLYGONAL.replace("(1-c)", "(2-c)")),
        (TWIST, POLYGONAL.replace("(c+1)", "(c+2)")),
        (TWIST, POLYGONAL.replace("x = 0 and y = 0 or ", "")),
        (TWIST, POLYGONAL.replace("x = 0 and y = 0", "x = 1 and y = 1")),
        (TWIST, TRIANGULAR.to_owned()),
        (REVISED, POLYGONAL.to_owned()),
        (REVISED, TRIANGULAR.replace("(x,y) = (0,0) or ", "")),
        (REVISED, TRIANGULAR.replace("(c+1)", "(c+3)")),
    ] {
        // (0,0) and (0,1) both belong to neighbours where the sequence begins with 0, 0; then
        // leaving (0,0) out changes nothing.
        assert!(verdict(game, "c", &formula).is_err(), "{formula}");
    }
    let other = TWIST.replace("|i-j| <= c", "|i-j| <= c+1");
    assert!(verdict(&other, "c", POLYGONAL).is_err());
    let other = TWIST.replace("1 <= j < i", "1 <= j <= i");
    assert_eq!(verdict(&other, "c", POLYGONAL), Err(NoProof::Ends));
}
