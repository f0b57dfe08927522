//! What `period` and `verify` print, to the letter.

#![allow(clippy::unwrap_used)]

mod program;

use program::miyama;

#[track_caller]
fn stdout(args: &[&str]) -> String {
    program::stdout(miyama(args))
}

#[test]
fn dawsons_kayles_as_in_theorem_3_3() {
    assert_eq!(
        stdout(&["period", "0.07"]),
        "0.07: period 34 from 53, proven\n\
         by the periodicity theorem of Guy and Smith: G(n+34) = G(n) was checked for 53 ≤ n < 142\n\
         257 values computed, the largest is 9\n\
         exceptions (heap:value), 8 in all: 0:0, 1:0, 15:0, 17:2, 18:2, 32:2, 35:0, 52:2\n\
         P-positions: n = 0, 1, 15, 35, n ≡ 5, 9, 21, 25, 29 (mod 34)\n\
         sparse space: mask 0b110, 81 rare heaps, the last is 256; rare values 1, 2, 3, 4, 5, 9\n\
         the class of a heap depends on its parity as well\n\
         most frequent values (how often): 1 (60), 3 (51), 0 (41), 2 (35), 4 (29), 5 (22), 7 (7), 8 (6)\n"
    );
}

#[test]
fn json_holds_what_programs_need() {
    let json: serde_json::Value = serde_json::from_str(&stdout(&["period", ".77", "--format", "json"])).unwrap();
    for (key, value) in
        [("preperiod", 71), ("period", 12), ("saltus", 0), ("largest_value", 8), ("values_computed", 257)]
    {
        assert_eq!(json[key], value, "{key}");
    }
    assert_eq!((&json["code"], &json["proven"], &json["theorem"]), (&"0.77".into(), &true.into(), &"guy-smith".into()));
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["period", "0.6", "--to", "5000", "--format", "json"])).unwrap();
    assert_eq!((&json["proven"], &json["period"], &json["theorem"]), (&false.into(), &().into(), &().into()));
}

#[test]
fn what_is_not_proven_is_not_called_proven() {
    assert!(stdout(&["period", "0.6", "--to", "5000"]).starts_with("0.6: no period to 5000\n"));
    assert!(
        stdout(&["period", "0.0E", "--to", "300"])
            .starts_with("0.0E: arithmetic period 2 from 1 with saltus 1, observed to 300, not proven\n")
    );
}

#[test]
fn mistakes_are_pointed_at() {
    let output = miyama(&["period", "0.7G"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "error: `G` is not a digit of a code\n  0.7G\n     ^\n  digits are 0 to 7 in octal codes, 0 to F in \
         hexadecimal ones; `{0,2,5+}` names numbers of heaps\n"
    );
    for bad in
        [&["period", ""][..], &["period", "0.7", "--to", "x"], &["period", "0.7", "--resume"], &["verify", "/nowhere"]]
    {
        assert_eq!(miyama(bad).status.code(), Some(2), "{bad:?}");
    }
}

#[test]
fn certificates_are_written_and_checked_and_forged_ones_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kayles.json");
    let name = path.to_str().unwrap();
    stdout(&["period", "0.77", "--certificate", name]);
    assert_eq!(
        stdout(&["verify", name]),
        "0.77: certificate holds: period 12 from 71, saltus 0 (guy-smith, 168 values computed again)\n"
    );
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("\"start\": 71", "\"start\": 70")).unwrap();
    let output = miyama(&["verify", name]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "0.77: certificate refused: the period fails: heap 70 has value 6, but heap 82 has 2\n"
    );
    std::fs::write(&path, "{}").unwrap();
    assert_eq!(miyama(&["verify", name]).status.code(), Some(2));
}

#[test]
fn a_long_run_goes_on_from_its_state_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let name = path.to_str().unwrap();
    stdout(&["period", "0.6", "--to", "3000", "--state", name]);
    assert_eq!(miyama(&["period", "0.6", "--state", name]).status.code(), Some(2), "an old state is not overwritten");
    let resumed = stdout(&["period", "0.6", "--to", "6000", "--state", name, "--resume"]);
    assert_eq!(resumed, stdout(&["period", "0.6", "--to", "6000"]));
    let other = miyama(&["period", "0.7", "--state", name, "--resume"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8(other.stderr).unwrap().contains("holds values of 0.6, not of 0.7"));
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(
        String::from_utf8(miyama(&["period", "0.6", "--state", name, "--resume"]).stderr)
            .unwrap()
            .contains("is broken")
    );
    std::fs::write(&path, "miyama nim values 0\n").unwrap();
    assert_eq!(miyama(&["period", "0.6", "--state", name, "--resume"]).status.code(), Some(2));
}
