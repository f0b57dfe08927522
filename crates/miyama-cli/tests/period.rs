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
        stdout(&["period", "0.3F", "--to", "300"])
            .starts_with("0.3F: arithmetic period 6 from 0 with saltus 3, observed to 300, not proven\n")
    );
    // Visible in most of the values, or in a short end of very many.
    let head = |args: &[&str]| stdout(args).lines().next().unwrap_or_default().to_owned();
    assert_eq!(head(&["period", "0.77", "--to", "150"]), "0.77: period 12 from 71, observed to 150, not proven");
    assert_eq!(head(&["period", "0.07", "--to", "150"]), "0.07: period 34 from 53, observed to 150, not proven");
    assert_eq!(head(&["period", "0.9"]), "0.9: no period to 2000");
    let all_but = head(&["period", "subtraction{all but 5,12,17}", "--to", "5000"]);
    assert!(all_but.ends_with(": arithmetic period 930 from 0 with saltus 310, proven"), "{all_but}");
    // No move was possible yet; then only once.
    for to in ["100", "1500", "2100"] {
        let text = stdout(&["period", "subtraction{1000}", "--to", to]);
        assert!(text.contains(&format!(": no period to {to}\n")), "{text}");
    }
}

#[test]
fn nothing_is_counted_or_listed_that_is_not_there() {
    assert!(stdout(&["period", "0.7"]).contains("\nsparse space: mask 0b1, no rare heaps\n"));
    assert!(stdout(&["period", "0.0"]).contains("\nP-positions: all n\n"));
    assert!(stdout(&["period", "subtraction{1}", "--to", "1"]).contains("\nP-positions to 1, 1 in all: 0\n"));
}

#[test]
fn games_with_one_heap_are_known_by_their_codes() {
    for (text, code) in [
        ("(n) -> {(a)+(b) | a+b=n-2, b<=a}", "0.07"),
        ("(n) -> {(n-i) | i>=1, i mod 3 = 1}", "0.[300]"),
        ("C.7", "C.7"),
        ("C.E23", "C.E23"),
    ] {
        let found = stdout(&["period", text, "--to", "60"]);
        assert!(found.starts_with(&format!("{code}: ")), "{found}");
    }
    let mistake = |text: &str| String::from_utf8(miyama(&["period", text]).stderr).unwrap();
    assert!(mistake("F.7").starts_with("error: before the point, F would allow"), "{}", mistake("F.7"));
    assert!(mistake("(n) -> {(n-i*i) | 1<=i}").starts_with("error: this is not recognised as the code"));
}

#[test]
fn a_sweep_names_the_shift_of_equal_sequences() {
    let csv = stdout(&["period", "--all", "2", "--to", "200", "--format", "csv"]);
    assert!(
        csv.starts_with("code,preperiod,period,proven,theorem,values_computed,largest_value,equal_to_2000,shift\n")
    );
    let equal = |code: &str| {
        let row = csv.lines().find(|line| line.starts_with(&format!("{code},"))).unwrap();
        row.split(',').skip(7).map(str::to_owned).collect::<Vec<_>>()
    };
    // Dawson's Kayles is 0.4, one heap earlier.
    assert_eq!(equal("0.07"), ["0.4", "-1"]);
    assert_eq!(equal("0.4"), ["", ""]);
    let json: serde_json::Value =
        serde_json::from_str(&stdout(&["period", "--all", "2", "--to", "200", "--format", "json"])).unwrap();
    let shifts = json["codes"].as_array().unwrap().iter().map(|row| (&row["equal"], &row["shift"]));
    assert!(shifts.clone().all(|(equal, shift)| equal.is_null() == shift.is_null()));
    assert!(shifts.into_iter().any(|(_, shift)| shift.as_i64().is_some_and(|s| s != 0)));
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
    let changed = text.replace("\"start\": 71", "\"start\": 70");
    std::fs::write(&path, &changed).unwrap();
    assert!(program::complaint(miyama(&["verify", name])).starts_with(&format!("error: {name} is damaged: ")));
    std::fs::write(&path, program::resealed(changed.as_bytes())).unwrap();
    let output = miyama(&["verify", name]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "0.77: certificate refused: a period that starts at 70 has to be checked from heap 70 on, but the certificate \
         says 71\n"
    );
    std::fs::write(&path, "{}").unwrap();
    assert_eq!(miyama(&["verify", name]).status.code(), Some(2));
}

#[test]
fn unknown_fields_are_refused_wherever_they_stand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.json");
    let name = path.to_str().unwrap();
    for code in ["0.77", "0.[3]"] {
        stdout(&["period", code, "--certificate", name]);
        let truth = std::fs::read_to_string(&path).unwrap();
        for place in ["\"code\": ", "\"start\": ", "\"theorem\": "] {
            let forged = truth.replace(place, &format!("\"more\": 1, {place}"));
            assert_ne!(forged, truth);
            std::fs::write(&path, program::resealed(forged.as_bytes())).unwrap();
            let says = program::complaint(miyama(&["verify", name]));
            assert!(says.contains("a field is missing, unknown or of the wrong kind at line "), "{says}");
        }
    }
}

#[test]
fn a_file_that_is_no_certificate_is_told_where_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.json");
    let name = path.to_str().unwrap();
    stdout(&["period", "0.77", "--certificate", name]);
    let truth = std::fs::read_to_string(&path).unwrap();
    let field = "a field is missing, unknown or of the wrong kind at line";
    for text in ["", "[]", "{}", "{\n  x", "{\n  \"miyama_certificate\": \"x\"}"] {
        std::fs::write(&path, text).unwrap();
        let says = program::complaint(miyama(&["verify", name]));
        assert_eq!(says, format!("error: {name} is not a certificate\n"), "{text}");
    }
    let old = truth.replace("\"miyama_certificate\": 2", "\"miyama_certificate\": 1");
    std::fs::write(&path, old).unwrap();
    let says = program::complaint(miyama(&["verify", name]));
    let before = "is a certificate of version 1, from before such files carried a hash of their content";
    assert_eq!(says, format!("error: {name} {before}; please create it again (this program writes version 2)\n"));
    std::fs::write(&path, program::resealed(truth.replace("\"start\": 71", "\"start\": -1").as_bytes())).unwrap();
    let says = program::complaint(miyama(&["verify", name]));
    assert_eq!(says, format!("error: {name} is not a certificate: {field} 5, column 15\n"));
    std::fs::write(&path, program::resealed(truth.replace("0.77", "0.7G").as_bytes())).unwrap();
    let says = program::complaint(miyama(&["verify", name]));
    assert!(says.starts_with("error: `G` is not a digit of a code\n  0.7G\n     ^\n"), "{says}");
    std::fs::write(&path, "{").unwrap();
    let says = program::complaint(miyama(&["verify", name, "--lang", "ja"]));
    assert!(says.ends_with("は証明書ではありません\n"), "{says}");
}

#[test]
fn a_refusal_says_what_differs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.json");
    let name = path.to_str().unwrap();
    stdout(&["period", "0.77", "--certificate", name]);
    let truth = std::fs::read_to_string(&path).unwrap();
    for (from, to, reason) in [
        ("\"to\": 156", "\"to\": 155", "the window has to reach heap 156, but the certificate says 155"),
        (
            "\"from\": 71",
            "\"from\": 70",
            "a period that starts at 71 has to be checked from heap 71 on, but the certificate says 70",
        ),
        (
            "\"saltus\": 0",
            "\"saltus\": 1",
            "the theorem guy-smith proves only periods with saltus 0, but the certificate says 1",
        ),
        ("\"values\": 168", "\"values\": 1000000000", "it rests on 1000000000 values, but the theorem needs only 168"),
    ] {
        assert!(truth.contains(from), "{from}");
        std::fs::write(&path, program::resealed(truth.replace(from, to).as_bytes())).unwrap();
        let says = program::stdout_with(miyama(&["verify", name]), 1);
        assert_eq!(says, format!("0.77: certificate refused: {reason}\n"));
    }
}

#[test]
fn without_a_proof_there_is_no_certificate_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate.json");
    let name = path.to_str().unwrap();
    let output = miyama(&["period", "0.6", "--to", "1000", "--certificate", name]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!("nothing is proven, so no certificate was written to {name}\n")
    );
    assert!(!path.exists());
}

#[test]
fn a_run_that_its_time_ends_says_what_it_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let name = path.to_str().unwrap();
    let args = ["period", "0.6", "--to", "2^30", "--state", name, "--max-time", "0.2", "--max-memory", "100G"];
    let output = miyama(&args);
    assert_eq!(output.status.code(), Some(3));
    let found = String::from_utf8(output.stdout).unwrap();
    assert!(found.contains("stopped") && found.contains(" computed"), "{found}");
    let says = String::from_utf8(output.stderr).unwrap();
    assert!(says.contains("error: stopped: the time limit of 0.2 s was reached\n  the values of "), "{says}");
    assert!(says.ends_with(&format!(" heaps are saved in {name}: add --resume to go on\n")), "{says}");
    assert!(path.exists());
}

#[test]
fn values_beyond_what_is_asked_are_used_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state");
    let name = path.to_str().unwrap();
    let whole = stdout(&["period", "0.6", "--to", "3000", "--state", name]);
    let saved = std::fs::read(&path).unwrap();
    let output = miyama(&["period", "0.6", "--to", "1000", "--state", name, "--resume"]);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!("{name} holds the values up to heap 3000, more than to 1000: all of them are used\n")
    );
    assert_eq!(String::from_utf8(output.stdout).unwrap(), whole);
    assert_eq!(std::fs::read(&path).unwrap(), saved, "nothing is lost");
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
            .contains("is damaged")
    );
    std::fs::write(&path, "miyama nim values 1\n0.6\n1 1 cbf29ce484222325\n\0").unwrap();
    let says = program::complaint(miyama(&["period", "0.6", "--state", name, "--resume"]));
    assert!(says.starts_with(&format!("error: {name} is a file of nim values of version 1, from before")), "{says}");
}

/// Rulesets are codes where they are, also those that `solve` takes as rulesets.
#[test]
fn rulesets_have_the_periods_of_their_codes() {
    for (game, code) in [
        ("split-nim", "0.[7]"),
        ("(n) -> {(a)+(b) | a+b=n-2, b<=a}", "0.07"),
        ("(n) -> {(a)+(b)+(c) | a+b+c=n-1, 1<=a<=b<=c}", "0.8"),
    ] {
        // But for the question, the answers are the same.
        let found = |text: &str| {
            let json = stdout(&["period", text, "--to", "300", "--format", "json"]);
            json.lines().filter(|line| !line.starts_with("  \"question\"")).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(found(game), found(code), "{game}");
    }
}

/// A file is a file however its path begins, and not a code with a wrong digit.
#[test]
fn a_file_is_named_by_any_path() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("7")).unwrap();
    for file in ["own.game", "7/0.game"] {
        std::fs::write(folder.path().join(file), "(n) -> {(n-1)} ∪ {(n-3)}\n").unwrap();
    }
    for path in ["own.game", "./own.game", "7/../own.game", "7/0.game", "./7/0.game"] {
        let run = |args: &[&str]| program::stdout(program::miyama_in(folder.path(), args));
        assert_eq!(run(&["table", path, "--to", "2"]), "0 0\n1 1\n2 0\n", "{path}");
        assert!(run(&["period", path]).starts_with("0.303: period 2 from 0, proven\n"), "{path}");
        assert!(run(&["solve", &format!("{path}:5")]).starts_with(&format!("{path}:5: N")), "{path}");
    }
}

/// What stands in the place of a file is not destroyed.
#[cfg(target_os = "linux")]
#[test]
fn links_stay_and_devices_are_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (folder.path().join("file"), folder.path().join("link"));
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    stdout(&["period", "0.07", "--certificate", link.to_str().unwrap()]);
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&file).unwrap().contains("guy-smith"));
    let both = stdout(&["period", "0.07", "--certificate", "/dev/stdout"]);
    assert!(both.starts_with("{\n") && both.contains("}\n0.07: period 34 from 53, proven\n"), "{both}");
    let full = program::miyama(&["period", "0.07", "--certificate", "/dev/full"]);
    assert_eq!(String::from_utf8(full.stderr).unwrap(), "error: /dev/full: no space is left on the disk\n");
    assert_eq!(full.status.code(), Some(2));
    assert_eq!(String::from_utf8(full.stdout).unwrap(), stdout(&["period", "0.07"]), "what was found is not lost");
}

#[test]
fn a_list_of_heaps_has_a_b_file_too() {
    assert_eq!(stdout(&["table", "0.77", "--to", "70", "--p-positions", "--format", "bfile"]), "1 0\n");
    assert_eq!(
        stdout(&["table", "0.07", "--to", "20", "--p-positions", "--format", "bfile"]),
        "1 0\n2 1\n3 5\n4 9\n5 15\n"
    );
}
