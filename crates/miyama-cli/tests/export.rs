//! Theorems for other programs. Where Coq and Z3 are installed, they are asked.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use program::{miyama, stdout_with};
use std::process::Command;

fn says(args: &[&str]) -> String {
    stdout_with(miyama(args), 0)
}

/// What a program says of a file; none if there is no such program.
fn asked(program: &str, name: &str, text: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    std::fs::write(&file, text).unwrap();
    let output = Command::new(program).arg(&file).current_dir(folder.path()).output().ok()?;
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn coq_accepts_without_axioms() {
    for game in [
        &["theorem", "yama"][..],
        &["theorem", "triangular"],
        &["theorem", "yama(5,2)"],
        &["theorem", "(x, y) -> sym { (x-i, y+j) | 3 <= i <= x, 2 <= j < i }"],
        &["prove", "bounded(3)", "--p-positions", "x mod 4 = 0"],
        &["theorem", "(x, y) -> { (x-i, y) | 1 <= i } U { (x, y-i) | 1 <= i <= 2 }"],
        &["theorem", "(x, y, z) -> { (x-1,y,z), (x,y-1,z), (x,y,z-1) }"],
        // Names that mean something else to Coq, or nothing.
        &["prove", "(n) -> { (n-S) | 1 <= S <= 3 }", "--p-positions", "n mod 4 = 0"],
        &["theorem", "(lia, b) -> sym { (lia-k, b) | 1 <= k }"],
        &["theorem", "(P, fun) -> sym { (P-O, fun+1) | 2 <= O }"],
        &["theorem", "(x, x') -> sym { (x-i, x'+1) | 2 <= i }"],
        // Remainders by 3 and by 5 at once.
        &["theorem", "(x, y) -> { (x-i, y) | 1 <= i <= 2 } U { (x, y-i) | 1 <= i <= 4 }"],
    ] {
        let file = says(&[game, &["--export", "coq"]].concat());
        assert!(file.contains("Theorem p_positions") && file.contains("Lemma some_move"), "{game:?}");
        if let Some(verdict) = asked("coqc", "theorem.v", &file) {
            assert_eq!(verdict, "Closed under the global context\n", "{game:?}");
        }
    }
    // A proof that claims too much is none.
    let wrong = says(&["theorem", "yama", "--export", "coq"]).replace("<= (1)", "<= (2)");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("wrong.v"), wrong).unwrap();
    if let Ok(output) = Command::new("coqc").arg("wrong.v").current_dir(folder.path()).output() {
        assert!(!output.status.success());
    }
}

/// What is proved by signs is not exported, and says so.
#[test]
fn proofs_by_signs_are_not_exported() {
    let twist = "(x,y) = (0,0) or exists k: {x,y} = {2*k^2-k, 2*(k+1)^2-(k+1)}";
    for question in [&["theorem", "twist(3)"][..], &["prove", "twist(3)", "--p-positions", twist]] {
        let output = miyama(&[question, &["--export", "coq"]].concat());
        assert_eq!(output.status.code(), Some(2), "{question:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("signs of polynomials"), "{question:?}");
    }
}

/// `lia` is left with what is linear: quotients and remainders are numbers before it.
#[test]
fn residues_are_taken_apart_for_coq() {
    let residues = says(&["theorem", "(x) -> { (x-i) | i in {1,3,4} }", "--export", "coq"]);
    assert!(residues.contains("Ltac residue a m") && residues.contains("apart; subst; arith."), "{residues}");
    let linear = says(&["theorem", "yama", "--export", "coq"]);
    assert!(!linear.contains("residue") && linear.contains("apart; subst; lia."), "{linear}");
}

/// What an export does not take is said of the export, with the part that is meant.
#[test]
fn what_is_not_exported_is_named() {
    for (game, export, reason) in [
        (
            "wythoff",
            "coq",
            "this export takes linear rules and formulas only: a function or a sequence that is not linear: floor(",
        ),
        ("bounded(2)", "coq", "--export smt2 and --export walnut do without it"),
    ] {
        let heaps: &[&str] = if game == "wythoff" { &[] } else { &["--heaps", "3"] };
        let output = miyama(&[&["theorem", game, "--export", export][..], heaps].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(reason), "{game}: {said}");
    }
}

#[test]
fn solvers_answer_unsat() {
    for game in [
        &["theorem", "yama"][..],
        &["theorem", "yama(5,2)"],
        &["prove", "triangular", "--p-positions", "|x-y| <= 1"],
        &["theorem", "(P, ite) -> sym { (P-distinct, ite+1) | 2 <= distinct }"],
        &["theorem", "(x, x1) -> sym { (x-i, x1+1) | 2 <= i }"],
        &["theorem", "(x, y) -> { (x-i, y-j) | (i, j) in {(1, 0), (0, 1), (2, 1)} or {i, j} = {1, 2} }"],
    ] {
        let script = says(&[game, &["--export", "smt2"]].concat());
        let checks = script.matches("(check-sat)").count();
        assert!(checks >= 3);
        if let Some(answers) = asked("z3", "theorem.smt2", &script) {
            assert_eq!(answers, "unsat\n".repeat(checks), "{game:?}");
        }
    }
}

#[test]
fn automata_are_written_for_walnut() {
    let nim = says(&["theorem", "nim", "--heaps", "2", "--export", "walnut"]);
    assert!(nim.starts_with(
        "# Automata Library/miyama.txt\nmsd_2 msd_2\n\n0 1\n0 0 -> 0\n1 1 -> 0\n\n# Command Files/miyama.txt\n"
    ));
    assert_eq!(nim.matches("\neval miyama_").count(), 2);
    let wythoff = says(&["theorem", "wythoff", "--export", "walnut"]);
    assert!(wythoff.contains("\nmsd_fib msd_fib\n") && !wythoff.contains("Custom Bases"));
    // Systems that Walnut does not know come along.
    let silver = "exists k: {x,y} = {floor(k*sqrt(2)), floor(k*(2+sqrt(2)))}";
    let silver = says(&["prove", "wythoff(2)", "--p-positions", silver, "--export", "walnut"]);
    assert!(silver.contains("# Custom Bases/msd_metallicb_addition.txt\n{0,1,2} {0,1,2} {0,1,2}\n"));
}

#[test]
fn the_proof_is_written_as_papers_do() {
    let english = says(&["theorem", "yama", "--export", "latex"]);
    assert!(english.contains("The P-positions are exactly the $(x, y)$ with $|x - y| \\le 1$."), "{english}");
    assert!(english.contains("\\item If $x \\le y$, move to $(x + 1, x)$."), "{english}");
    assert!(english.contains("Then $2 \\le i$ and $x \\le y + 1$ and $i + y \\le x$, and these add up"), "{english}");
    let japanese = says(&["theorem", "yama", "--export", "latex", "--lang", "ja"]);
    assert!(japanese.contains("ならば $(x + 1, x)$ へ動く"), "{japanese}");
}

#[test]
fn what_cannot_be_written_is_named() {
    for (args, part) in [
        (&["prove", "nim", "--p-positions", "x xor y = 0", "--export", "coq"][..], "x xor y"),
        (&["theorem", "bounded(5)", "--heaps", "3", "--export", "coq"], "linear rules"),
        (&["theorem", "yama", "--level", "1", "--export", "coq"], "P-positions"),
        (&["prove", "yama", "--p-positions", "x = 0 and y = 1", "--misere", "--export", "coq"], ""),
    ] {
        let output = miyama(args);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert!(complaint.contains(part), "{args:?}: {complaint}");
        assert_ne!(output.status.code(), Some(0), "{args:?}");
    }
}
