//! Transcripts of `miyama conjecture`.

mod program;

use program::{miyama, stdout_with};

/// Standard output of a run that succeeds.
fn says(args: &[&str]) -> String {
    stdout_with(miyama(args), 0)
}

/// What is asked for is what is learned from, sequences too.
#[test]
fn a_bound_is_kept() {
    let output = miyama(&["conjecture", "twist(1)", "--to", "60", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["learned_to"], &found["checked_to"]), (&60.into(), &240.into()));
    assert_eq!(found["formula"], "(x, y) = (0, 0) or {x,y} in consecutive(k: k^2)");
    assert_eq!(found["verdict"], "proved");
}

/// A set that has an automaton and no formula is saved and tested by its file.
#[test]
fn a_set_without_a_formula_is_a_file() {
    let game = "(x) -> {(x-1)} U {(x div 3) | x>=1}";
    let output = miyama(&["conjecture", game, "--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["formula"], &found["class"]), (&serde_json::Value::Null, &"automaton".into()));
    assert_eq!(found["prove"], format!("miyama theorem '{game}' --save set.theorem"));
    let check = found["check"].as_str().unwrap();
    assert!(check.contains("--p-positions '(x) in automaton set.theorem' --to "), "{check}");
}

/// Neighbours of 0, 0, 1, 3, … are proved as those of 0, 1, 3, … with (0, 0) are.
#[test]
fn twists_end_with_a_proof() {
    for game in ["twist(0)", "revised-twist(0)", "revised-twist(2)"] {
        let output = miyama(&["conjecture", game, "--to", "100", "--format", "json"]);
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["verdict"], "proved", "{game}: {found}");
    }
}

#[test]
fn a_formula_is_found_tested_and_proved() {
    assert_eq!(
        says(&["conjecture", "(a,b) -> sym {(a-i,b+1) | 2<=i}"]),
        "Conjecture. The P-positions of this game are exactly the (a, b) with |a-b| <= 1.\n\
         Learned from heaps up to 63; true for all heaps up to 252.\n\
         Proved for all sizes (automaton with 3 states that reads numbers in base 2).\n  \
         miyama check --game '(a,b) -> sym {(a-i,b+1) | 2<=i}' --p-positions '|a-b| <= 1' --to 252\n  \
         miyama prove '(a,b) -> sym {(a-i,b+1) | 2<=i}' --p-positions '|a-b| <= 1'\n"
    );
}

#[test]
fn nothing_is_an_answer() {
    assert_eq!(says(&["conjecture", "grundy"]), "Nothing was found that describes grundy for heaps up to 2000.\n");
}

#[test]
fn json_names_formula_and_verdict() {
    let json = says(&["conjecture", "bounded(3)", "--values", "--format", "json"]);
    for field in ["\"formula\": \"x mod 4\"", "\"verdict\": \"proved\"", "\"learned_to\": 400", "\"checked_to\": 1600"]
    {
        assert!(json.contains(field), "{field} in {json}");
    }
}

#[test]
fn formulas_for_papers_and_pictures() {
    let latex = says(&["conjecture", "wythoff", "--format", "latex"]);
    let formula = r"$\min (x, y)=\lfloor |x-y|\,\varphi \rfloor$";
    assert_eq!(latex, format!("Conjecture. The P-positions of wythoff are exactly the (x, y) with {formula}.\n"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("yama.svg");
    says(&["conjecture", "yama", "--svg", file.to_str().unwrap()]);
    let drawn = std::fs::read_to_string(file).unwrap();
    assert!(drawn.contains("|x-y| &lt;= 1") || drawn.contains("|x-y| <= 1"), "{drawn}");
}

/// A game with a domain is learned from its positions only.
#[test]
fn domains() {
    let told = says(&["conjecture", "chocolate", "--values"]);
    assert!(told.starts_with("Conjecture. The Grundy value of chocolate at (y, z) is y xor z.\n"), "{told}");
}

#[test]
fn lists_of_numbers_are_recognised() {
    let told = says(&["conjecture", "1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1", "--sequence"]);
    assert!(told.contains("The same as nim values of 0.77 (Kayles), shifted by 1 (16 terms compared)."), "{told}");
    assert!(told.contains("OEIS search: 2,3,1,4,3,2,1,4,2,6,4,1,2,7,1"), "{told}");
    let told = says(&["conjecture", "1,3,6,10,15,21,28,36", "--sequence"]);
    assert!(told.contains("f(k) = (k^2+3*k+2)/2"), "{told}");
    assert!(told.contains("triangular numbers n(n+1)/2, shifted by 1"), "{told}");
    let told = says(&["conjecture", "0,1,1,0,1,0,0,1,1,0,0,1,0,1,1,0", "--sequence"]);
    assert!(told.contains("The same as Thue-Morse word"), "{told}");
    let told = says(&["conjecture", "0,0,1,0,2,1,3,0,4,2,5,1,6,3,7,0", "--sequence"]);
    assert!(told.contains("g(n) = n div 2 if n mod 2 = 0 else g(n div 2), n = 0, 1, 2, …"), "{told}");
    assert_eq!(miyama(&["conjecture", "1,1060,48672", "--sequence"]).status.code(), Some(2));
    // What is no sequence of Miyama's is none.
    let told = says(&["conjecture", "3,1,4,1,5,9,2,6,5,3,5,8", "--sequence"]);
    assert!(!told.contains("The same as"), "{told}");
}

#[test]
fn sequences_of_games() {
    let told = says(&["conjecture", "wythoff", "--sequence"]);
    assert!(told.contains("Smaller heaps of the P-positions: 0, 1, 3, 4, 6, 8,"), "{told}");
    assert!(told.contains("The same as floor(n*phi) ("), "{told}");
    assert!(told.contains("The same as floor(n*phi^2) ("), "{told}");
    let dawson = says(&["conjecture", "0.137", "--sequence"]);
    assert!(dawson.contains("0.07 (Dawson's Kayles), shifted by 1"), "{dawson}");
    let file = says(&["conjecture", "bounded(3)", "--sequence", "--format", "bfile"]);
    assert!(file.starts_with("0 0\n1 1\n2 2\n3 3\n4 0\n"), "{file}");
}

#[test]
fn rules_with_given_p_positions() {
    let told = says(&["find-rule", "--p", "x mod 4 = 0", "--to", "64"]);
    assert!(told.contains("(x) -> {(x-i) | i >= 1, i mod 4 != 0} has exactly these P-positions"), "{told}");
    assert!(told.contains("bounded(3) has exactly these P-positions: proved for all sizes."), "{told}");
    let wythoff = says(&["find-rule", "--p", "min(x,y) = floor(|x-y|*phi)"]);
    assert!(wythoff.contains("wythoff(1) has exactly these P-positions: proved for all sizes."), "{wythoff}");
    let triangles = says(&["find-rule", "--p", "consecutive(k: k(k+1)/2)"]);
    assert!(triangles.contains("twist(0) has exactly these P-positions: proved for all sizes."), "{triangles}");
    // From 1 the only wanted position below is 0, as far as 3 is from 2.
    let none = says(&["find-rule", "--p", "x in {0, 2, 3, 7}"]);
    assert!(none.contains("from 1 every one to a wanted position joins two wanted positions (1 → 0: 3 → 2)"), "{none}");
}

/// Equations between four heaps.
#[test]
fn several_heaps() {
    for (game, formula) in [("circular-nim", "x1 = x3 and x2 = x4"), ("staircase-nim", "x1 = x3")] {
        let output = miyama(&["conjecture", game, "--heaps", "4", "--to", "5", "--format", "json"]);
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&found["formula"], &found["verdict"]), (&formula.into(), &"proved".into()), "{game}");
    }
}

/// Heaps that break have values, and these prove who wins.
#[test]
fn heaps_that_break_are_proved_by_their_values() {
    for game in ["kayles", "dawsons-kayles"] {
        let output = miyama(&["conjecture", game, "--format", "json"]);
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["verdict"], "proved", "{game}: {found}");
    }
    let values = says(&["conjecture", "lasker", "--values"]);
    assert!(values.contains("is 0 if x = 0 else x-1 if x mod 4 = 0 else x+1 if x mod 4 = 3 else x."), "{values}");
    assert!(values.contains("Proved for all sizes"), "{values}");
}

/// The positions of a value of a twist: a line, and neighbours in a sequence.
#[test]
fn positions_of_a_value() {
    let output = miyama(&["conjecture", "twist(1)", "--level", "2", "--to", "63", "--format", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["formula"], "x+y = 3 or {x,y} in consecutive(k: k^2+2*k)");
    assert_eq!(found["checked_to"], 252);
}

/// In misère play heaps that break are known by their quotient; where none is found, small sums
/// are played out.
#[test]
fn misere_heaps_that_break() {
    let kayles = says(&["conjecture", "kayles", "--misere"]);
    assert!(kayles.contains("n in {1, 4, 9, 12, 20}"), "{kayles}");
    assert!(kayles.contains("true for all heaps up to 1600"), "{kayles}");
}

#[test]
fn reports_in_every_form_and_language() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name: &str, lang: &str| {
        let file = folder.path().join(name);
        says(&["report", "yama", "--to", file.to_str().unwrap(), "--lang", lang]);
        std::fs::read_to_string(file).unwrap()
    };
    let markdown = report("yama.md", "en");
    for part in [
        "# A report about yama",
        "## The rule",
        "    miyama conjecture yama",
        "|x-y| <= 1",
        "![",
        "Proved for all sizes",
    ] {
        assert!(markdown.contains(part), "{part} in {markdown}");
    }
    assert!(folder.path().join("yama.png").exists());
    let html = report("yama.html", "ja");
    for part in [
        "<html lang=\"ja\">",
        "<meta name=\"viewport\"",
        "<pre class=\"prose\">",
        "yama についての報告",
        "<svg",
        "|x-y| &lt;= 1",
        "</html>",
    ] {
        assert!(html.contains(part), "{part}");
    }
    let latex = report("yama.tex", "en");
    for part in ["\\begin{document}", "\\includegraphics", "\\end{document}"] {
        assert!(latex.contains(part), "{part} in {latex}");
    }
    report("yama-ja.tex", "ja");
    // Genera are raised and in brackets.
    let kayles = folder.path().join("kayles.tex");
    says(&["report", "kayles", "--to", kayles.to_str().unwrap()]);
    let kayles = std::fs::read_to_string(kayles).unwrap();
    assert!(kayles.contains("\\textsuperscript{(}") && !kayles.contains('⁽'), "{kayles}");
    let (english, japanese) = (&["fontspec.sty"][..], &["fontspec.sty", "luatexja.sty"][..]);
    for (file, packages) in [("yama.tex", english), ("kayles.tex", english), ("yama-ja.tex", japanese)] {
        let installed = |package: &&str| {
            let found = std::process::Command::new("kpsewhich").arg(package).output();
            found.is_ok_and(|found| found.status.success())
        };
        if !packages.iter().all(installed) {
            eprintln!("SKIPPED: no LuaLaTeX with {packages:?}, so {file} was not compiled");
            continue;
        }
        let made = std::process::Command::new("lualatex")
            .args(["-interaction=nonstopmode", "-halt-on-error", file])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let says = String::from_utf8_lossy(&made.stdout);
        assert!(made.status.success(), "{says}");
        let log = std::fs::read(folder.path().join(file).with_extension("log")).unwrap();
        let log = String::from_utf8_lossy(&log);
        assert!(!log.contains("Missing character"), "{log}");
    }
    assert_eq!(miyama(&["report", "yama", "--to", "yama.doc"]).status.code(), Some(2));
    assert_eq!(miyama(&["report", "no-such-game"]).status.code(), Some(2));
}

#[test]
fn parts_of_a_table() {
    let level = says(&["check", "--game", "nim", "--level", "1", "x xor y = 1", "--heaps", "2", "--to", "20"]);
    assert!(level.starts_with("Holds at all 441 positions"), "{level}");
    let wrong = stdout_with(miyama(&["check", "--game", "yama", "--level", "1", "x = y", "--to", "9"]), 1);
    assert!(wrong.starts_with("Fails at (0, 0): it says 1, the truth is ≠ 1."), "{wrong}");
    // False near the end of play, and true further out.
    let misere = ["check", "--game", "wythoff", "--misere", "--p-positions", "min(x,y) = floor(|x-y|*phi)"];
    assert_eq!(miyama(&misere).status.code(), Some(1));
    let part = says(&[&misere[..], &["--for", "max(x,y) >= 3", "--to", "30"]].concat());
    assert!(part.starts_with("Holds at all 952 positions"), "{part}");
}
