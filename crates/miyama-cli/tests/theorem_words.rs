//! What `theorem`, `prove` with open parameters and `verify` say: true, and about what was asked.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use program::{miyama, resealed, stdout_with};

/// The lines of a run that ends with this code.
fn lines(args: &[&str], code: i32) -> Vec<String> {
    stdout_with(miyama(args), code).lines().map(str::to_owned).collect()
}

/// What a run complains of.
fn error(args: &[&str]) -> String {
    let output = miyama(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

const NO_MOVE: &str = "(x) -> { (x-i) | 1 <= i <= 0 }";
const MORE_THAN_K: &str = "f(k): (x) -> { (x-i) | k < i }";

/// All positions or none: a sentence says so, and no fact about a set that is no set to speak of.
#[test]
fn all_positions_or_none() {
    for (args, statement) in [
        (&["theorem", NO_MOVE][..], "Theorem. Every position of this game is a P-position."),
        (&["theorem", NO_MOVE, "--misere"], "Theorem. No position of this game in misère play is a P-position."),
        (&["theorem", NO_MOVE, "--level", "0"], "Theorem. Every position of this game has the Grundy value 0."),
        (&["theorem", "(x) -> { (x-1) }", "--level", "5"], "Theorem. No position of this game has the Grundy value 5."),
    ] {
        let lines = lines(args, 0);
        assert_eq!((lines[0].as_str(), lines.len()), (statement, 2), "{args:?}");
    }
}

/// The facts name the heaps that they are about, and hold from where they say.
#[test]
fn facts_say_what_they_are_about() {
    let one = lines(&["theorem", "nim", "--heaps", "1"], 0);
    assert_eq!(one[2..], ["There is no other."]);
    let late = lines(&["theorem", "(x) -> { (x-i) | i in {1,2}, x >= 7 }"], 0);
    assert_eq!(
        late[2..],
        ["x is one exactly if x+3 is, once x ≥ 6.", "Of any 3 consecutive sizes from 6 on, 1 is among them."]
    );
    let two = lines(&["theorem", "nim", "--heaps", "2"], 0);
    assert!(two.contains(&"For any x there is exactly one y.".to_owned()), "{two:?}");
    // A fact beyond the limits does not take those with it that were found before.
    let four = lines(&["theorem", "nim", "--heaps", "4"], 0);
    assert!(four.contains(&"Exchanging heaps changes nothing.".to_owned()), "{four:?}");
}

/// A parameter is no heap of the position at which a statement fails.
#[test]
fn open_parameters_are_named() {
    assert_eq!(
        lines(&["prove", "yama(a,b)", "--p-positions", "|x-y| <= 1"], 1)[1],
        "Refuted with a = 0, b = 0 at (0, 1): (0, 1) is in the set, and so is its option (0, 0)."
    );
    let where_k = ["--where", "k >= 3"];
    let prove = |rest: &[&str], code| lines(&[&["prove", MORE_THAN_K][..], rest, &where_k].concat(), code)[1].clone();
    let value = "0 if x <= k else 1 if x <= 2*k+1 else 2";
    assert_eq!(
        prove(&["--value", value], 1),
        "Refuted with k = 3 at (12): (12) has value 3, not 2: its option (8) has value 2."
    );
    for right in [&["--value", "x div (k+1)"][..], &["--p-positions", "x mod (k+1) = x"]] {
        assert!(prove(right, 3).starts_with("Undecided: only division by a constant"), "{right:?}");
    }
    for right in [
        &["--level", "1", "k < x and x <= 2*k+1"][..],
        &["--level", "0", "x <= k"],
        &["--subset", "x < k"],
        &["--p-positions", "x <= k"],
        &["--p-positions", "k < x and x <= 2*k+1", "--misere"],
        &["--subset", "x = k+1", "--misere"],
    ] {
        assert!(prove(right, 0).starts_with("Proved for all sizes"), "{right:?}");
    }
    for wrong in [
        &["--level", "1", "k < x and x <= 2*k"][..],
        &["--level", "0", "x < k"],
        &["--subset", "x <= k+1"],
        &["--subset", "x <= k", "--misere"],
    ] {
        assert!(prove(wrong, 1).starts_with("Refuted with k = "), "{wrong:?}");
    }
    // Values may be large: what holds for some of them is no empty claim.
    let far = lines(&["prove", MORE_THAN_K, "--p-positions", "x <= k", "--where", "k >= 1000"], 0);
    assert!(far[1].starts_with("Proved for all sizes"), "{far:?}");
    let none = error(&["prove", MORE_THAN_K, "--p-positions", "x <= k", "--where", "k mod 2 = 0, k mod 4 = 1"]);
    assert!(none.contains("the claim would say nothing"), "{none}");
    for args in [&["theorem", "yama(a,b)"][..], &["theorem", MORE_THAN_K], &["compare", "yama(a,b)", "yama"]] {
        assert!(error(args).contains("are open: give them numbers"), "{args:?}");
    }
    let endless = error(&["prove", "f(k): (x) -> { (x-i) | k <= i }", "--p-positions", "x < k"]);
    assert!(endless.contains("--where restricts them"), "{endless}");
    assert!(error(&["prove", "bounded(m)", "--p-positions", "x = 0", "--heaps", "2"]).contains("--heaps"));
    assert!(error(&["prove", "yama(a,b)", "--p-positions", "x = y", "--export", "coq"]).contains("all values"));
}

/// What is true because it is about nothing is said to be.
#[test]
fn a_claim_about_nothing_says_so() {
    for args in [
        &["prove", "nim", "--p-positions", "x = y", "--where", "x < 0"][..],
        &["prove", "nim", "--heaps", "2", "--subset", "x < y, y < x"],
    ] {
        assert_eq!(lines(args, 0)[2], "No position satisfies the condition, so the claim says nothing.", "{args:?}");
    }
    assert_eq!(lines(&["prove", "nim", "--heaps", "2", "--subset", "x = y"], 0).len(), 2);
    // From somewhere on all of them; a rule that holds from the beginning, and some more.
    let late = lines(&["theorem", "(x) -> { (x-2) | x div 3 >= x div 2 }"], 0).join(" ");
    assert!(late.contains("Every x ≥ ") && !late.contains("Of any 1"), "{late}");
    let odd = lines(&["theorem", "(x) -> { (x-i) | 1 <= i, i odd, i <= x div 2 }"], 0).join(" ");
    assert!(odd.contains("exactly the x with x = 0 or x mod 2 = 1."), "{odd}");
}

/// Each forged place is named as what it is.
#[test]
fn refusals_name_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("yama.json");
    let name = file.to_str().unwrap();
    for (args, changes) in [
        (
            &["prove", "yama", "--p-positions", "|x-y| <= 1"][..],
            &[
                ("\"copies\":1", "\"copies\":3", "the game is not played on 3 heaps side by side"),
                ("\"ways\":[0,1]", "\"ways\":[0]", "it lists 1 way to move where the definition has 2"),
                (
                    "\"ways\":[0,1]",
                    "\"ways\":[0,0]",
                    "it has 2 automata of moves where its list of ways to move names 1",
                ),
                ("\"set\":[[true,", "\"set\":[[false,", "the formula and the set differ at (0, 0)"),
                ("<= 1\"}", "<= 2\"}", "the formula and the set differ at (0, 2)"),
                ("a = 2, b = 1", "a = 3, b = 1", "its automaton for move 1 of the definition is wrong at (2, 0)"),
                ("\"base\":2", "\"base\":77", "it names a numeration system that there is not"),
                ("\"rank\":[[1,1]]", "\"rank\":[[1,2]]", "move 1 of the definition does not lower them"),
                ("\"below\":[]", "\"below\":[{\"set\":[],\"into\":[[],[]]}]", "smaller Grundy value where it needs 0"),
                ("\"normal\"", "\"misere\"", "it has 0 automata of moves where its list of ways to move names 2"),
            ][..],
        ),
        (
            &["prove", "nim", "--heaps", "2", "--p-positions", "|x-y| = 0 and x >= 2 or x+y = 1", "--misere"],
            &[("\"misere\"", "\"normal\"", "it has automata of possible moves")],
        ),
        (
            &["prove", "word", "thue-morse: overlap-free"],
            &[
                ("j <= n", "j < n", "decided again, it does not hold"),
                (
                    "\"base\":2",
                    "\"base\":3",
                    "the checker does not read the sentence, or not in this numeration system",
                ),
            ],
        ),
    ] {
        lines(&[args, &["--certificate", name]].concat(), 0);
        let whole = std::fs::read_to_string(&file).unwrap();
        for (from, to, reason) in changes {
            assert!(whole.contains(from), "{from}: {whole}");
            std::fs::write(&file, resealed(whole.replacen(from, to, 1).as_bytes())).unwrap();
            let said = lines(&["verify", name], 1).concat();
            assert!(said.contains("does not hold") && said.contains(reason), "{from} -> {to}: {said}");
        }
    }
}

/// A term of a word is not a number with brackets behind it, and what is no comparison is a mistake.
#[test]
fn sentences_that_are_none_are_refused_where_they_are_wrong() {
    for (sentence, wrong) in [
        ("thue-morse: exists i: t[i] = 9[i]", "`9[…]` is no term of the word"),
        ("thue-morse: exists i: i[i] = 1", "`i[…]` is no term of the word"),
        ("thue-morse: foo", "`foo` is neither a comparison"),
        ("thue-morse: exists i: t[q] = 1", "`q` is no number"),
        ("thue-morse: exists i: t[i] = q", "is neither a comparison"),
    ] {
        let said = error(&["prove", "word", sentence]);
        assert!(said.contains(wrong), "{sentence}: {said}");
    }
    assert!(lines(&["prove", "word", "thue-morse: exists i: word[i] = 1"], 0)[1].starts_with("Proved"));
}

/// Who gives a theorem is answered by it, not by a table of millions of positions.
#[test]
fn a_given_theorem_answers_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.theorem");
    let name = file.to_str().unwrap();
    let game = "(x,y) -> sym { (x-i, y+1) | 3 <= i }";
    lines(&["theorem", game, "--save", name], 0);
    let solved = lines(&["solve", game, "--at", "2500,5005", "--theorems", name], 0).join("\n");
    assert!(solved.contains("its certificate was checked again just now"), "{solved}");
    assert!(solved.contains("2501,2500\n  2501,2501\n  2501,2502"), "{solved}");
    // A small table gives the value as well.
    let small = lines(&["solve", game, "--at", "3,9", "--theorems", name], 0).join("\n");
    assert!(small.contains("Grundy value") && !small.contains("no theorem gives it"), "{small}");
}
