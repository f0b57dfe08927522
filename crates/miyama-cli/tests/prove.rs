//! `prove`, `theorem` and the certificates that `verify` checks.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use program::{miyama, resealed, stdout_with};
use serde_json::Value;

/// Standard output of a run that succeeds.
fn says(args: &[&str]) -> String {
    stdout_with(miyama(args), 0)
}

fn json(args: &[&str], code: i32) -> Value {
    let output = miyama(&[args, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_formula_is_proved() {
    assert_eq!(
        says(&["prove", "yama", "--p-positions", "|x-y| <= 1"]).lines().next().unwrap(),
        "yama: the P-positions are exactly the positions with |x-y| <= 1."
    );
    let proved = json(&["prove", "yama", "--p-positions", "|x-y| <= 1"], 0);
    assert_eq!((&proved["verdict"], &proved["convention"]), (&"proved".into(), &"normal".into()));
    assert_eq!((&proved["states"], &proved["numeration"]), (&3.into(), &"base 2".into()));
    assert_eq!(proved["counterexample"], Value::Null);
    assert!(proved["certificate"]["bytes"].as_u64().unwrap() > 100);
    for args in [
        &["prove", "yama", "--value", "min(x,y)+1 if |x-y| >= 2 else 0"][..],
        &["prove", "yama", "--level", "2", "|x-y| >= 2 and min(x,y) = 1"],
        &["prove", "yama", "--subset", "x = y"],
        &["prove", "nim", "--p-positions", "x xor y xor z = 0"],
        &["prove", "bounded(3)", "--p-positions", "x mod 4 = 1", "--misere"],
        &["prove", "subtraction({1,3,4})", "--p-positions", "x mod 7 in {0,2}"],
        &["prove", "nim", "--heaps", "2", "--p-positions", "x >= y", "--where", "x <= y"],
        &["prove", "(x,y) -> {(x-i,y) | 1 <= i} U {(x,y-i) | 1 <= i} where x <= y", "--p-positions", "x = y"],
    ] {
        assert_eq!(json(args, 0)["verdict"], "proved", "{args:?}");
    }
}

#[test]
fn a_wrong_formula_is_refuted_at_the_first_position() {
    let refuted = json(&["prove", "yama", "--p-positions", "|x-y| <= 2"], 1);
    assert_eq!(refuted["verdict"], "refuted");
    assert_eq!(refuted["counterexample"], serde_json::json!(["0", "2"]));
    assert_eq!(refuted["option"], serde_json::json!([[1, 0]]));
    assert_eq!(
        stdout_with(miyama(&["prove", "yama", "--p-positions", "|x-y| <= 2"]), 1),
        "yama: the P-positions are exactly the positions with |x-y| <= 2.\n\
         Refuted at (0, 2): (0, 2) is in the set, and so is its option (1, 0).\n"
    );
    assert_eq!(json(&["prove", "yama", "--level", "1", "x = 0"], 1)["verdict"], "refuted");
}

/// What is claimed of some positions alone is confronted with the truth about the options.
#[test]
fn a_wrong_claim_about_some_positions_is_refuted_with_the_option() {
    let first = |args: &[&str]| {
        let said = stdout_with(miyama(args), 1).lines().last().unwrap().to_owned();
        let mut args = args.to_vec();
        args.extend(["--format", "json"]);
        let json: Value = serde_json::from_str(&stdout_with(miyama(&args), 1)).unwrap();
        (said, json["violation"].as_str().unwrap_or_default().to_owned(), json["option"].clone())
    };
    for (args, said, violation, option) in [
        (
            &["prove", "yama", "--subset", "x <= y"][..],
            "Refuted at (0, 2): (0, 2) is in the set, but its option (1, 0) is a P-position.",
            "option-is-p",
            serde_json::json!([[1, 0]]),
        ),
        (
            &["prove", "nim", "--heaps", "2", "--p-positions", "x = y = 0", "--where", "x <= y"],
            "Refuted at (1, 1): (1, 1) is outside the set, but none of its options is a P-position.",
            "no-option-is-p",
            Value::Null,
        ),
        (
            &["prove", "nim", "--heaps", "2", "--level", "2", "|x-y| = 2"],
            "Refuted at (2, 4): (2, 4) has value 6, not 2: its option (2, 0) has value 2.",
            "option-has-value",
            serde_json::json!([[2, 0]]),
        ),
        (
            &["prove", "nim", "--heaps", "2", "--level", "2", "x+y = 2"],
            "Refuted at (1, 1): (1, 1) has value 0, not 2: none of its options has value 0.",
            "value-missing",
            Value::Null,
        ),
        (
            &["prove", "nim", "--heaps", "2", "--subset", "x = y or (x,y) = (7,1000000000000)"],
            "Refuted at (7, 1000000000000): (7, 1000000000000) is in the set, but its option (7, 7) is a P-position.",
            "option-is-p",
            serde_json::json!([[7, 7]]),
        ),
    ] {
        assert_eq!(first(args), (said.to_owned(), violation.to_owned(), option), "{args:?}");
    }
}

/// What nothing is proved about is named, and is no mistake of whoever asks.
#[test]
fn games_without_theorems_are_outside() {
    let cutcake = json(&["prove", "cutcake", "--p-positions", "x = y"], 3);
    assert_eq!((&cutcake["verdict"], &cutcake["counterexample"]), (&"outside".into(), &Value::Null));
    assert_eq!(json(&["theorem", "cutcake"], 3)["verdict"], "outside");
    for args in [&["theorem", "domineering"][..], &["prove", "domineering", "--p-positions", "x = y"]] {
        let refused = miyama(args);
        assert_eq!(refused.status.code(), Some(3), "{args:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("games on heaps"), "{args:?}");
    }
}

/// Time that is over is a verdict, also for words.
#[test]
fn a_sentence_without_time_is_undecided() {
    let sentence = "metallic(12): closed form";
    assert_eq!(json(&["prove", "word", sentence, "--max-time", "0.01"], 3)["verdict"], "limit");
}

#[test]
fn what_is_outside_is_named() {
    let outside = json(&["prove", "yama", "--p-positions", "|x-y| <= 1 and x*y >= 0"], 3);
    assert_eq!(outside["verdict"], "outside");
    assert!(outside["how"].as_str().unwrap().contains("x*y"), "{outside}");
    let game = "(x, y) -> { (x-i*j, y) | 1 <= i, 1 <= j }";
    let outside = json(&["prove", game, "--p-positions", "x = 0"], 3);
    assert!(outside["how"].as_str().unwrap().contains("x-i*j"), "{outside}");
    assert_eq!(json(&["theorem", game], 3)["verdict"], "outside");
}

#[test]
fn a_theorem_is_found_without_a_formula() {
    assert_eq!(
        says(&["theorem", "yama"]).lines().next().unwrap(),
        "Theorem. The P-positions of yama are exactly the (x, y) with |x-y| <= 1."
    );
    for (args, formula) in [
        (&["theorem", "nim", "--heaps", "3"][..], "x xor y xor z = 0"),
        (&["theorem", "bounded(4)"], "x mod 5 = 0"),
        (&["theorem", "wythoff"], "exists k: {x,y} = {floor(k*phi), floor(k*phi^2)}"),
        (&["theorem", "(a, b) -> sym { (a-k, b+1) | k >= 2 }"], "|a-b| <= 1"),
        (&["theorem", "yama", "--level", "2"], "|x-y| >= 2 and min(x,y) = 1"),
    ] {
        let found = json(args, 0);
        assert_eq!(found["verdict"], "proved");
        if args.len() < 4 || args[2] != "--level" {
            assert_eq!(found["formula"], formula, "{args:?}");
        }
        for field in ["numeration", "learned_to", "facts", "states", "certificate", "how", "statement"] {
            assert!(!found[field].is_null(), "{args:?}: {field}");
        }
    }
    assert!(says(&["theorem", "yama", "--explain"]).contains("How:"));
    assert!(says(&["theorem", "yama", "--lang", "ja"]).contains("定理"));
}

#[test]
fn a_certificate_is_checked_by_separate_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("yama.json");
    let name = file.to_str().unwrap();
    says(&["prove", "yama", "--p-positions", "|x-y| <= 1", "--certificate", name]);
    let text = says(&["verify", name]);
    assert!(text.starts_with("The certificate holds. yama") && text.contains("|x-y| <= 1"), "{text}");
    assert_eq!(json(&["verify", name], 0)["holds"], true);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("<= 1", "<= 2")).unwrap();
    assert_eq!(miyama(&["verify", name]).status.code(), Some(2), "the hash is wrong");
    says(&["theorem", "triangular", "--misere", "--certificate", name]);
    assert_eq!(json(&["verify", name], 0)["convention"], "misere");
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    for args in [
        &["prove", "yama"][..],
        &["prove", "yama", "--p-positions", "x = y", "--value", "x"],
        &["prove", "yama", "--value", "x", "--misere"],
        &["prove", "yama", "--level", "two", "x = y"],
        &["prove", "yama", "--level", "1000", "x = y"],
        &["prove", "yama", "--p-positions", "x = "],
        &["theorem", "yama", "--heaps", "3"],
        &["theorem", "yama", "--level", "1000"],
    ] {
        assert_eq!(miyama(args).status.code(), Some(2), "{args:?}");
    }
}

/// Positions that no table reaches, with their winning moves.
#[test]
fn theorems_answer_positions_of_any_size() {
    for (position, misere, outcome) in [
        ("three-heap-1:100000,100000,200000", false, None),
        ("yama(5,2):100000000000000000000,100000000000000000003", false, None),
        ("wythoff:100000000000000000000,100000000000000000000", true, Some("N")),
        ("(x, y) -> sym { (x-i, y) | 1 <= i } ∪ sym { (x-i, y+1) | i = 3 }", false, None),
    ] {
        let mut args = vec!["solve", position];
        if position.contains("->") {
            args.extend(["--at", "123456789012345678901234567890,9"]);
        }
        if misere {
            args.push("--misere");
        }
        let solved = json(&args, 0);
        assert!(solved["method"].as_str().unwrap().contains("proved for all sizes"), "{solved}");
        let moves = solved["winning_moves"].as_array().unwrap().len();
        assert_eq!(solved["outcome"] == "P", moves == 0, "{solved}");
        if let Some(outcome) = outcome {
            assert_eq!(solved["outcome"], outcome);
        }
    }
}

#[test]
fn games_are_compared() {
    let same = json(&["compare", "yama", "(a, b) -> sym { (a-k, b+1) | k >= 2 }"], 0);
    assert_eq!((&same["moves"]["verdict"], &same["values"]["verdict"]), (&"proved".into(), &"proved".into()));
    let other = json(&["compare", "yama", "triangular"], 1);
    assert_eq!(other["p_positions"]["verdict"], "proved");
    assert_eq!(other["values"]["verdict"], "refuted");
    let products = json(&["compare", "euclid", "wythoff"], 1);
    assert_eq!(products["moves"]["verdict"], "refuted");
    // x mod 3 is the value of both; one may take five.
    let moves = json(&["compare", "(x) -> {(x-i) | 1 <= i <= 2}", "(x) -> {(x-i) | i in {1,2,5}}"], 1);
    assert_eq!((&moves["moves"]["verdict"], &moves["values"]["verdict"]), (&"refuted".into(), &"proved".into()));
    assert_eq!(miyama(&["compare", "yama", "nim"]).status.code(), Some(2));
    // Beyond all tables: nobody may take 70000 at once, so (0, 70000) cannot become (0, 0).
    let nim = "(x, y) -> sym { (x-i, y) | 1 <= i }";
    let far = json(&["compare", nim, "(x, y) -> sym { (x-i, y) | 1 <= i, i != 70000 }"], 1);
    assert_eq!(far["moves"]["verdict"], "refuted", "{far}");
    assert_eq!(far["p_positions"]["counterexample"], serde_json::json!(["0", "70000"]), "{far}");
}

const TWIST: &str = "(x,y) = (0,0) or exists k: {x,y} = {((c+1)*k^2+(1-c)*k)/2, ((c+1)*(k+1)^2+(1-c)*(k+1))/2}";

#[test]
fn sentences_about_words_are_decided() {
    let overlap = "thue-morse: not exists i, n >= 1: forall j <= n: t[i+j] = t[i+j+n]";
    let proved = json(&["prove", "word", overlap], 0);
    assert_eq!((&proved["verdict"], &proved["numeration"]), (&"proved".into(), &"base 2".into()));
    assert_eq!(proved["counterexample"], Value::Null);
    let refuted = json(&["prove", "word", "thue-morse: square-free"], 1);
    assert_eq!((&refuted["verdict"], &refuted["variables"]), (&"refuted".into(), &serde_json::json!(["i", "n"])));
    assert_eq!(refuted["counterexample"].as_array().unwrap().len(), 2);
    assert_eq!(json(&["prove", "word", "0 -> 0110, 1 -> 1: exists i: t[i] = 1"], 3)["verdict"], "outside");
    for wrong in ["thue-morse exists", "thue-morse: exists i: t[i", "nobody: cube-free"] {
        assert_eq!(miyama(&["prove", "word", wrong]).status.code(), Some(2), "{wrong}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("word.json");
    let path = file.to_str().unwrap();
    says(&["prove", "word", overlap, "--certificate", path]);
    assert!(says(&["verify", path]).contains("thue-morse"));
}

#[test]
fn parameters_may_stay_open() {
    let proved = json(&["prove", "twist(c)", "--p-positions", TWIST], 0);
    assert_eq!(proved["verdict"], "proved");
    assert!(proved["statement"].as_str().unwrap().starts_with("For all values 0, 1, 2, … of the parameters: twist(c)"));
    // One more in the linear term: refuted at small heaps and a small c.
    let refuted = json(&["prove", "twist(c)", "--p-positions", &TWIST.replace("(1-c)", "(3-c)")], 1);
    assert_eq!(refuted["counterexample"].as_array().unwrap().len(), 3);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("twist.json");
    let path = file.to_str().unwrap();
    says(&["prove", "twist(c)", "--p-positions", TWIST, "--certificate", path]);
    assert!(says(&["verify", path]).contains("twist(c)"));
    // Without open parameters it restricts the positions.
    assert_eq!(miyama(&["prove", "yama", "--p-positions", "x = y", "--where", "x = 1"]).status.code(), Some(1));
    assert_eq!(miyama(&["prove", "yama", "--subset", "x = y", "--where", "x = 1"]).status.code(), Some(2));
    assert_eq!(miyama(&["prove", "yama(x,b)", "--p-positions", "x = y"]).status.code(), Some(2));
}

#[test]
fn the_twists_are_found_without_a_formula() {
    let found = json(&["theorem", "twist(3)"], 0);
    assert_eq!(found["verdict"], "proved");
    assert_eq!(found["formula"], "(x, y) = (0, 0) or exists k: {x,y} = {2*k^2-k, 2*(k+1)^2-(k+1)}");
    assert_eq!(json(&["theorem", "revised-twist(2)"], 0)["verdict"], "proved");
}

#[test]
fn parameters_may_be_restricted() {
    let args = ["prove", "yama(a,b)", "--where", "a <= b+1", "--p-positions", "|x-y| <= b"];
    let proved = json(&args, 0);
    assert_eq!((&proved["verdict"], &proved["heaps"]), (&"proved".into(), &serde_json::json!(["x", "y", "a", "b"])));
    let refuted = json(&["prove", "yama(a,b)", "--p-positions", "|x-y| <= b"], 1);
    assert_eq!(refuted["counterexample"].as_array().unwrap().len(), 4);
}

/// The files of the theorems that the program brings along are whole: each ends with its
/// own hash. That they hold is tested where they are.
#[test]
fn built_in_theorems_are_sealed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../miyama-theorems/theorems");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert_eq!(program::resealed(&bytes), bytes, "{}", path.display());
    }
    assert_eq!(miyama(&["verify", &format!("{folder}/yama.theorem")]).status.code(), Some(0));
}

#[test]
fn large_positions_are_answered_by_theorems() {
    for (position, outcome, theorem) in [
        ("three-heap-1:1000,1000,2000", "P", "theorem three-heap-1,"),
        ("three-heap-yama:1000,2000,3000", "N", "theorem three-heap-yama,"),
        ("yama(5,2):1000000,1000003", "P", "learned"),
    ] {
        let solved = json(&["solve", position], 0);
        assert_eq!(solved["outcome"], outcome, "{position}");
        assert!(solved["method"].as_str().unwrap().contains(theorem), "{solved}");
    }
    let reply = json(&["reply", "three-heap-1:1000,1000,2001"], 0);
    assert_eq!((&reply["outcome"], &reply["reply"]["how"]), (&"N".into(), &"wins".into()), "{reply}");
    let huge = format!("wythoff:1{},3", "0".repeat(300));
    let misere = json(&["solve", &huge, "--misere"], 0);
    assert_eq!(misere["outcome"], "N");
    assert!(misere["method"].as_str().unwrap().contains("theorem wythoff-1-misere,"), "{misere}");
}

#[test]
fn a_saved_theorem_serves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my.theorem");
    let name = file.to_str().unwrap();
    let game = "(x, y) -> sym { (x-i, y+2) | 4 <= i }";
    says(&["theorem", game, "--save", name]);
    let huge = ["solve", "(a, b) -> sym { (a-i, b+2) | i >= 4 }", "--at", "100000000000000000000000000000,7"];
    let solved = json(&[&huge[..], &["--theorems", name]].concat(), 0);
    assert!(solved["method"].as_str().unwrap().contains("checked again"), "{solved}");
    let stranger = miyama(&["solve", "nim:3,5", "--theorems", name]);
    assert!(String::from_utf8_lossy(&stranger.stderr).contains("says nothing about any part"), "{stranger:?}");
    let other = json(&["solve", "nim:3,5", "--theorems", name], 0);
    assert!(!other["method"].as_str().unwrap().contains("checked again"), "{other}");
    // One that was changed does not serve, even with the right hash.
    let forged = String::from_utf8(std::fs::read(&file).unwrap()).unwrap().replacen("[true,", "[false,", 1);
    std::fs::write(&file, program::resealed(forged.as_bytes())).unwrap();
    assert_eq!(miyama(&[&huge[..], &["--theorems", name]].concat()).status.code(), Some(2));
    assert_eq!(miyama(&["verify", name]).status.code(), Some(1));
}

const TRIANGULAR: &str = "let d = |x-y|; 0 if d <= 1 else x+y-1 if x+y <= d*d+1 \
                          else d*(d-1)/2 + ((x+y-d*d-2) div 2) mod d";

#[test]
fn the_values_of_triangular_nim_are_proved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("values.theorem");
    let file = file.to_str().unwrap();
    let proved = json(&["prove", "triangular", "--value", TRIANGULAR, "--save", file], 0);
    assert_eq!((&proved["verdict"], &proved["claim"]), (&"proved".into(), &"values".into()));
    assert!(
        says(&["verify", file]).contains("accepted") || says(&["verify", file]).contains("hold"),
        "{}",
        says(&["verify", file])
    );
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text.replace("d*d+1 else", "d*d+3 else")).unwrap();
    assert_ne!(miyama(&["verify", file]).status.code(), Some(0));
    // Almost the same.
    let refuted = json(&["prove", "triangular", "--value", &TRIANGULAR.replace("d*d+1", "d*d+3")], 1);
    assert_eq!(refuted["verdict"], "refuted");
}

#[test]
fn lists_of_p_positions_come_from_theorems() {
    let listed = json(&["table", "three-heap-1", "--p-positions", "--to", "300"], 0);
    assert!(listed["method"].as_str().unwrap().contains("three-heap-1"), "{}", listed["method"]);
    // (0, a, a) in three orders, (a, a, a), (a, a, 2a) in three orders, (0, 0, 1) in three.
    assert_eq!(listed["positions"].as_array().unwrap().len(), 1 + 3 * 300 + 300 + 3 * 150 + 3);
    // By a theorem and from a table.
    for (game, to) in [("wythoff", "200"), ("three-heap-yama", "14"), ("triangular", "30")] {
        let listed = json(&["table", game, "--p-positions", "--to", to], 0);
        let whole = json(&["table", game, "--outcomes", "--to", to], 0);
        let mut all = Vec::new();
        collect(&whole["outcomes"], &mut vec![], &mut all);
        assert_eq!(listed["positions"], serde_json::json!(all), "{game}");
    }
}

/// The places of "P" in nested lists.
fn collect(part: &Value, place: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    match part.as_array() {
        Some(parts) => {
            for (n, part) in parts.iter().enumerate() {
                place.push(n);
                collect(part, place, all);
                place.pop();
            }
        }
        None if part == "P" => all.push(place.clone()),
        None => {}
    }
}

#[test]
fn solvers_attest_what_nothing_here_proves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let claim = "|x-y| <= 1 and x*y >= 0";
    let installed = std::process::Command::new("z3").arg("--version").output().is_ok()
        || std::process::Command::new("cvc5").arg("--version").output().is_ok();
    let said = json(&["prove", "yama", "--p-positions", claim, "--smt", path], 3);
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert!(files > 5, "{files} files");
    if !installed {
        eprintln!("SKIPPED: neither z3 nor cvc5 is installed, so nothing was attested");
        assert_eq!(said["verdict"], "outside");
        return;
    }
    assert_eq!(said["verdict"], "attested");
    assert!(said["how"].as_str().unwrap().contains("SMT-LIB"), "{}", said["how"]);
    assert_eq!(said["certificate"], Value::Null);
    // Three heaps, and a domain; the move to a product is one that the equation of the set names.
    for (game, claim) in [
        ("(x,y,z) -> {(x,y,w) | x*y <= w < z}", "z <= x*y"),
        ("(x,y) -> {(x-i,y) | 1<=i<=x} U {(x,y-i) | 1<=i<=y} where x*x <= y", "y = x*x"),
    ] {
        let said = json(&["prove", game, "--p-positions", claim, "--smt", path], 3);
        assert_eq!(said["verdict"], "attested", "{game}: {}", said["how"]);
    }
    let wrong = ["prove", "(x,y,z) -> {(x,y,w) | x*y <= w < z}", "--p-positions", "z <= x*y or x = 100"];
    // A box around the number that it names refutes it before a solver is asked.
    assert_eq!(json(&[&wrong[..], &["--smt", path]].concat(), 1)["verdict"], "refuted");
    // A set that is wrong beyond all tables and lists.
    let wrong = "|x-y| <= 1 and x*y <= 1000000000000000";
    let said = json(&["prove", "yama", "--p-positions", wrong, "--smt", path], 3);
    assert_eq!(said["verdict"], "outside");
}

/// What is outside is named where it stands, also behind `where`.
#[test]
fn a_domain_that_is_not_linear_is_named() {
    let game = "(x,y) -> {(x-i,y) | 1<=i<=x} U {(x,y-i) | 1<=i<=y} where x*x <= y, x <= y";
    for args in [&["theorem", game][..], &["prove", game, "--p-positions", "y = x*x"]] {
        let said = json(args, 3);
        assert_eq!(said["verdict"], "outside");
        assert!(said["how"].as_str().unwrap().contains("is not linear: x*x <= y"), "{}", said["how"]);
    }
}

/// A formula may mean the set of a file; its certificate holds the set, so that the file may go.
#[test]
fn a_formula_names_an_automaton() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (set, proof) = (path("w.theorem"), path("proof.theorem"));
    says(&["theorem", "wythoff", "--save", &set]);
    let inside = format!("(x,y) in automaton \"{set}\"");
    assert_eq!(json(&["prove", "wythoff", "--p-positions", &inside, "--certificate", &proof], 0)["verdict"], "proved");
    assert!(says(&["check", "--game", "wythoff", "--p-positions", &inside, "--to", "40"]).contains("Proved"));
    assert_eq!(json(&["prove", "wythoff", "--subset", &format!("x < 9 and {inside}")], 0)["verdict"], "proved");
    let shifted = format!("(x+1,y+1) in automaton {set}");
    let refuted = json(&["prove", "wythoff", "--p-positions", &shifted], 1);
    assert_eq!(refuted["counterexample"], serde_json::json!(["0", "0"]));
    assert_eq!(json(&["prove", "wythoff", "--p-positions", &format!("not {inside}")], 1)["verdict"], "refuted");
    // Two numeration systems have no automaton in common.
    assert_eq!(
        json(&["prove", "nim", "--heaps", "2", "--subset", &format!("x xor y = 0 and {inside} and x > 90")], 3)["verdict"],
        "outside"
    );
    // Another set than the one that was meant.
    let other = std::fs::read_to_string(&set).unwrap();
    std::fs::write(path("cut.theorem"), &other[..other.len() / 2]).unwrap();
    std::fs::write(path("changed.theorem"), other.replacen("true", "false", 1)).unwrap();
    std::fs::write(path("newer.theorem"), other.replacen("\"version\":1", "\"version\":7", 1)).unwrap();
    for (file, message) in [
        ("no.theorem", "there is no such file"),
        ("cut.theorem", "is damaged"),
        ("changed.theorem", "is damaged"),
        ("newer.theorem", "version 7"),
    ] {
        let formula = format!("(x,y) in automaton {}", path(file));
        let output = miyama(&["prove", "wythoff", "--p-positions", &formula]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(message), "{file}: {error}");
        let carets = error.lines().last().unwrap();
        assert_eq!(carets.matches('^').count(), path(file).len(), "{error}");
    }
    let output = miyama(&["prove", "wythoff", "--p-positions", &format!("x in automaton {set}")]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("reads 2 numbers, but 1 is given"));
    std::fs::remove_file(&set).unwrap();
    assert!(says(&["verify", &proof]).contains("The certificate holds"));
    // The set of the statement is part of what is checked.
    let forged = std::fs::read_to_string(&proof).unwrap();
    let at = forged.rfind("\"automata\"").unwrap();
    let forged = format!("{}{}", &forged[..at], forged[at..].replacen("true", "false", 1));
    std::fs::write(path("forged.theorem"), resealed(forged.as_bytes())).unwrap();
    assert_eq!(json(&["verify", &path("forged.theorem")], 1)["holds"], false);
}

/// A tuple outside the domain is no position: nothing is claimed of it.
#[test]
fn a_domain_restricts_the_positions() {
    let game = "(x,y) -> {(x-i,y) | 1<=i} U {(x,y-i) | 1<=i} where x<=y";
    let proved = says(&["prove", game, "--p-positions", "x=y"]);
    assert!(proved.contains("Proved for all sizes"), "{proved}");
    assert!(says(&["prove", game, "--value", "y-x"]).contains("Proved"));
    assert_eq!(json(&["prove", game, "--p-positions", "x+1=y"], 1)["verdict"], "refuted");
    // In misère play the ends are won, outside as inside.
    assert!(says(&["prove", game, "--misere", "--p-positions", "y=x+1"]).contains("Proved"));
}

/// A condition on a heap beside open parameters would cut play short; one that holds for no values says nothing.
#[test]
fn conditions_beside_open_parameters_are_about_them() {
    let refusal = |args: &[&str]| {
        let output = miyama(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let heap = refusal(&["prove", "bounded(m)", "--p-positions", "x mod 2 = 1", "--where", "m = 1 and x >= 2"]);
    assert!(heap.starts_with("error: `x` is not a parameter that stays open"), "{heap}");
    let none = refusal(&["prove", "g(k): (x,y) -> {(x-1,y+k)}", "--p-positions", "false", "--where", "k < 0"]);
    assert!(none.starts_with("error: no values of the parameters satisfy `k < 0`"), "{none}");
    let bounded =
        ["prove", "yama(a,b)", "--p-positions", "exists k: k = x+y+1 and |x-y| <= b", "--where", "a <= b+1, b >= 1"];
    assert_eq!(miyama(&bounded).status.code(), Some(1));
}
