//! What `quotient` prints, what its certificates are worth, and who uses it.

#![allow(clippy::unwrap_used)]

mod program;

use program::miyama;
use serde_json::Value;

#[track_caller]
fn stdout(args: &[&str]) -> String {
    program::stdout(miyama(args))
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(&[args, &["--format", "json"]].concat())).unwrap()
}

#[test]
fn kayles_in_words() {
    let text = stdout(&["quotient", "0.77"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "0.77: the misère quotient of all heaps has order 40, its P-portion 9; wild");
    assert!(lines[1].starts_with("Q = <a,b,c,d,e,f,g | a2=1,b3=b,"), "{}", lines[1]);
    assert!(text.contains("\nheap:element 0:1 1:a 2:b 3:ab 4:a "), "{text}");
    assert!(text.contains(" 4:1⁰³¹ 5:4¹⁴⁶ "), "{text}");
    assert!(text.contains("period 12 from 71, proven for all heaps by the misère periodicity theorem"), "{text}");
    assert!(text.contains("was checked for 71 ≤ n < 156\n"), "{text}");
    assert!(text.ends_with("it grew last at heap 27\n"), "{text}");
    let japanese = stdout(&["quotient", "0.77", "--lang", "ja"]);
    assert!(japanese.starts_with("0.77: すべての山のミゼール商の位数は 40"), "{japanese}");
}

#[test]
fn json_has_the_fields_of_the_table() {
    let kayles = json(&["quotient", "0.77"]);
    let expected = serde_json::json!({
        "code": "0.77", "order": 40, "p_size": 9, "tame": false, "closed": true, "period": 12, "preperiod": 71,
        "proven": true, "heap_reached": 167, "last_growth": 27,
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&kayles[key], value, "{key}");
    }
    assert_eq!(kayles["map"].as_array().unwrap().len(), 168);
    assert!(kayles["presentation"].as_str().unwrap().starts_with("<a,b,c,d,e,f,g | a2=1,"));
}

#[test]
fn to_a_heap_is_not_the_game() {
    let text = stdout(&["quotient", "0.07", "--to", "20"]);
    assert!(text.starts_with("0.07: the misère quotient to heap 20 has order 24, its P-portion 5"), "{text}");
    assert!(text.contains("this is not yet the quotient of the whole game"), "{text}");
    let some = json(&["quotient", "0.07", "--to", "20"]);
    assert_eq!((&some["closed"], &some["proven"], &some["period"]), (&false.into(), &false.into(), &Value::Null));
    assert_eq!(some["heap_reached"], 20);
}

#[test]
fn what_does_not_close_is_said_not_to() {
    let output = miyama(&["quotient", "0.3122", "--elements", "150"]);
    assert_eq!(output.status.code(), Some(3));
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(out.starts_with("0.3122: the misère quotient to heap 6 has order 52"), "{out}");
    assert!(err.contains("with heap 7 the quotient does not close: it has more than 150 elements"), "{err}");
}

#[test]
fn games_and_positions_have_quotients() {
    // Nim and bounded Nim are tame.
    assert!(stdout(&["quotient", "nim", "--to", "7"]).contains("tame: the quotient T3 of Nim"));
    assert!(stdout(&["quotient", "nim"]).starts_with("0.[3]: the misère quotient to heap 63 has order 66"));
    assert!(stdout(&["solve", "--misere", "bounded(3):5,6,1"]).contains("a tame case: heaps count mod m+1"));
    let bounded = stdout(&["quotient", "bounded(3)"]);
    assert!(bounded.contains("all heaps has order 6, its P-portion 2; tame: the quotient T2 of Nim"), "{bounded}");
    let wythoff = json(&["quotient", "wythoff:2,3"]);
    assert_eq!((&wythoff["code"], &wythoff["closed"]), (&"wythoff:2,3".into(), &true.into()));
    assert_eq!(wythoff["positions"].as_array().unwrap().len(), wythoff["map"].as_array().unwrap().len());
    let cram = json(&["quotient", "cram:2x3"]);
    assert_eq!(cram["closed"], true);
    for bad in [&["quotient", ""][..], &["quotient", "0.7G"], &["quotient", "cram"], &["quotient", "0.7", "--to", "x"]]
    {
        assert_eq!(miyama(bad).status.code(), Some(2), "{bad:?}");
    }
}

#[test]
fn certificates_are_verified_and_forgeries_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quotient.json");
    let file = path.to_str().unwrap();
    stdout(&["quotient", "0.34", "--certificate", file]);
    let verified = stdout(&["verify", file]);
    assert_eq!(
        verified,
        "0.34: the misère quotient of all heaps has order 12, its P-portion 3, period 8 from 7: the certificate holds\n"
    );
    // Of pieces the definition was looked at, not what they were asked for as.
    stdout(&["quotient", "kayles:6", "--certificate", file]);
    let pieces = json(&["verify", file]);
    assert!(pieces["code"].as_str().unwrap().starts_with("(n) -> { 0 | n in {1, 2} }"), "{pieces}");
    stdout(&["quotient", "0.34", "--certificate", file]);
    // A careless change breaks the seal.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"order\":12", "\"order\":11", 1)).unwrap();
    assert_eq!(miyama(&["verify", file]).status.code(), Some(2));
}

#[test]
fn every_certificate_of_a_code_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("quotient.json");
    let file = file.to_str().unwrap();
    for code in ["0.0", "4.0", "0.100", "0.000[0]", "0.2", "0.30", "0.13", "0.4!", "0.2[3]"] {
        stdout(&["quotient", code, "--to", "20", "--certificate", file]);
        assert!(stdout(&["verify", file]).ends_with(": the certificate holds\n"), "{code}");
    }
}

#[test]
fn positions_have_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quotient.json");
    let file = path.to_str().unwrap();
    for (game, count) in [("wythoff:3,4", 19), ("treblecross:.......", 11), ("kayles:6 + nim:4", 10)] {
        stdout(&["quotient", game, "--certificate", file]);
        let verified = stdout(&["verify", file]);
        let says = format!("the misère quotient of {count} pieces, up to ");
        assert!(verified.starts_with(&says) && verified.ends_with(": the certificate holds\n"), "{verified}");
    }
}

/// Boards are text: built in, as a position that is drawn, and pasted.
#[test]
fn boards_have_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quotient.json");
    let file = path.to_str().unwrap();
    for (args, order) in [
        (&["cram:2x3"][..], 6),
        (&["chomp:2x3"], 10),
        (&["2d-nim:##./#.#"], 6),
        (&["dawsons-chess:######"], 6),
        (&["grid sym [..] -> [##]", "--at", "2x3"], 6),
        (&["grid start [#] [#] -> [.]", "--at", "1x3"], 2),
    ] {
        stdout(&[&["quotient", "--certificate", file], args].concat());
        let verified = stdout(&["verify", file]);
        assert!(verified.starts_with("the misère quotient of ") && verified.contains("->"), "{verified}");
        let says = format!("has order {order}, its P-portion");
        assert!(verified.contains(&says) && verified.ends_with(": the certificate holds\n"), "{verified}");
    }
}

#[test]
fn misere_sums_of_any_size_are_solved() {
    let text = stdout(&["solve", "--misere", "0.77:1000000000000,77,5"]);
    assert!(text.contains("In misère 0.77, heap 1000000000000 counts as heap 76 does (period 12 from 71)"), "{text}");
    assert!(text.contains("misère periodicity theorem"), "{text}");
    // Every listed move leaves a lost position.
    let solved = json(&["solve", "--misere", "kayles:60,20"]);
    for after in solved["winning_moves"].as_array().unwrap().iter().take(3) {
        assert_eq!(json(&["solve", "--misere", after.as_str().unwrap()])["outcome"], "P", "{after}");
    }
    let mixed = json(&["solve", "--misere", "kayles:9 + nim:4 + 0.07:11"]);
    assert!(mixed["method"].as_str().unwrap().contains("misère quotient of the"), "{mixed}");
}

#[test]
fn tables_know_heaps_that_break() {
    let table = json(&["table", "kayles", "--misere", "--to", "30"]);
    // The heaps of misère Kayles that are lost alone.
    let lost: Vec<usize> =
        table["outcomes"].as_array().unwrap().iter().enumerate().filter(|(_, o)| **o == "P").map(|(n, _)| n).collect();
    assert_eq!(lost, [1, 4, 9, 12, 20]);
}

#[test]
fn a_sweep_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let file = path.to_str().unwrap();
    let args = ["quotient", "--all", "1", "--to", "60", "--elements", "30"];
    let all = stdout(&[&args[..], &["--format", "csv"]].concat());
    assert!(all.starts_with("code,order,p_size,tame,closed,period,preperiod,proven,heap_reached,presentation\n"));
    assert!(all.contains("\n0.2,2,1,true,true,2,1,true,3,\"<a | a2=1>\"\n"), "{all}");
    let saved = stdout(&[&args[..], &["--format", "csv", "--state", file]].concat());
    assert_eq!(saved, all);
    assert_eq!(stdout(&[&args[..], &["--format", "csv", "--state", file, "--resume"]].concat()), all);
    let other = miyama(&["quotient", "--all", "2", "--state", file, "--resume"]);
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn pictures_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quotient.svg");
    stdout(&["quotient", "0.34", "--svg", path.to_str().unwrap()]);
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("multiplication table") && svg.contains("ab2"), "{svg}");
}

#[test]
fn misere_canonical_forms() {
    assert_eq!(
        stdout(&["value", "--misere", "kayles:5"]),
        "kayles:5 = 2_2 321 in misère play\ngenus 4¹⁴⁶, restless: its options are tame, the game is not\n\
         alone it is an N-position\n"
    );
    // Its form would fill pages.
    let long = stdout(&["value", "--misere", "kayles:12"]);
    assert!(long.contains("longer than 2000 signs\ngenus 4⁰⁴⁶, wild\nalone it is a P-position\n"), "{long}");
    let pasted = stdout(&["value", "--misere", "(x) -> {(x-1), (x-2)}", "--at", "2"]);
    assert!(pasted.starts_with("2 = 2 in misère play\ngenus 2²⁰, tame:"), "{pasted}");
    assert!(stdout(&["value", "--misere", "nim:3"]).starts_with("nim:3 = 3 in misère play\ngenus 3³¹, tame:"));
    assert!(stdout(&["value", "--misere", "nim:2,2"]).starts_with("nim:2,2 = 2_2 in misère play\ngenus 0⁰², tame:"));
    let json = json(&["value", "--misere", "kayles:20"]);
    assert_eq!((&json["genus"], &json["class"], &json["outcome"]), (&"1^031".into(), &"wild".into(), &"P".into()));
}

#[test]
fn genera_and_classes_of_heaps() {
    let kayles = json(&["quotient", "0.77", "--to", "20"]);
    assert_eq!(kayles["genus"][20], "1^031");
    assert_eq!(
        (&kayles["class"][7], &kayles["class"][5], &kayles["class"][9]),
        (&"tame".into(), &"restless".into(), &"wild".into())
    );
    assert!(
        stdout(&["quotient", "0.77", "--to", "20"]).contains("\nrestless (all options tame, misère value 0 or 1): 5\n")
    );
}

#[test]
fn genera_of_all_heaps() {
    let all = json(&["quotient", "0.34"]);
    assert_eq!((&all["genus_period"], &all["genus_preperiod"]), (&8.into(), &13.into()));
    assert_eq!(all["genus"].as_array().unwrap().len(), all["map"].as_array().unwrap().len());
    assert_eq!((&all["genus"][10], &all["genus"][30]), (&"2^1420".into(), &"3^0531".into()));
    let text = stdout(&["quotient", "0.34"]);
    assert!(text.contains("\ngenera repeat with period 8 from 13, proven for all heaps"), "{text}");
    // Beside larger nim heaps Kayles has too many elements: its first genera are played out.
    let some = json(&["quotient", "0.77"]);
    assert_eq!((&some["genus_period"], &some["genus"][45]), (&Value::Null, &"8^(10)8".into()));
}

/// The quotient of Dawson's Kayles is not known so far; what is known is used.
#[test]
fn sums_beyond_a_quotient_are_played_out() {
    let text = stdout(&["solve", "--misere", "0.07:40,41,3"]);
    assert!(text.starts_with("0.07:40,41,3, misère: N, the next player wins\n"), "{text}");
    assert!(text.contains("\n  0.07:40,4,35,3\n") && text.contains("; sums with larger heaps played out\n"), "{text}");
    // A table of heaps beyond it, and what is lost alone.
    let table = json(&["table", "0.07", "--misere", "--to", "40"]);
    assert_eq!(table["outcomes"].as_array().unwrap().len(), 41);
}

#[test]
fn formulas_for_heaps_that_break() {
    let claim = ["check", "--misere", "--game", "kayles", "--p-positions"];
    let text = stdout(&[&claim[..], &["x=1 or x=4 or x=9 or x=12 or x=20", "--to", "200"]].concat());
    assert!(text.contains("holds at all 201 positions"), "{text}");
    assert!(text.contains("misère quotient of 0.77 (order 40, all heaps: misère periodicity theorem)"), "{text}");
    // Wrong for one heap at an end, in the middle, and for two heaps.
    for (formula, to, at) in [("x=0", "9", "(0)"), ("x=1 or x=4", "30", "(9)"), ("x=y", "6,6", "(0, 0)")] {
        let output = miyama(&[&claim[..], &[formula, "--to", to]].concat());
        assert_eq!(output.status.code(), Some(1), "{formula}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("refuted at {at},")), "{formula}: {text}");
    }
}
