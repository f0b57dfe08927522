//! Transcripts of `miyama bricks`.

mod program;

use program::{complaint, miyama_in, stdout};
use std::path::Path;
use std::process::Output;

fn run(folder: &Path, args: &[&str]) -> Output {
    miyama_in(folder, &[&["bricks"], args].concat())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for the test")
}

#[track_caller]
fn says_in(folder: &Path, args: &[&str], expected: &str) {
    assert_eq!(stdout(run(folder, args)), expected);
}

#[track_caller]
fn says(args: &[&str], expected: &str) {
    says_in(folder().path(), args, expected);
}

#[track_caller]
fn refuses_in(folder: &Path, args: &[&str], expected: &str) {
    assert_eq!(complaint(run(folder, args)), expected);
}

#[track_caller]
fn refuses(args: &[&str], expected: &str) {
    refuses_in(folder().path(), args, expected);
}

#[test]
fn counts_and_their_refinements() {
    says(&["2x4", "6"], "915103765\n");
    says(&["2x4", "6", "--profile", "2,4"], "849937\n");
    says(&["2x4", "2", "--fixed"], "92\n");
    says(
        &["2x4", "5", "--by-height", "--symmetric"],
        "10166403\nheight 2: 298688\nheight 3: 3203175\nheight 4: 4425804\nheight 5: 2238736\n\
         unchanged by a half turn: 3276\nunchanged by a quarter turn: 0\n",
    );
    says(&["4x2", "3", "--profiles"], "1560\n⟨1 2⟩: 250\n⟨2 1⟩: 250\n⟨1 1 1⟩: 1060\n");
    says(&["2x4", "3", "--by-height", "--format", "csv"], "height,count\n2,500\n3,1060\n");
    says(&["1x1", "13"], "1\n");
}

#[test]
fn json_holds_every_refinement() {
    let folder = folder();
    let output = run(folder.path(), &["2x4", "3", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let expected = serde_json::json!({
        "miyama": env!("CARGO_PKG_VERSION"), "question": { "ask": "bricks", "brick": "2x4", "bricks": "3" },
        "brick": "2x4", "bricks": 3, "count": "1560", "fixed": "6152", "symmetric": "44", "quarter_symmetric": "0",
        "by_height": { "2": "500", "3": "1060" },
        "by_profile": { "1,2": "250", "2,1": "250", "1,1,1": "1060" },
        "seconds": answer["seconds"],
    });
    assert_eq!(answer, expected);
    assert!(answer["seconds"].is_number());
}

#[test]
fn towers_of_any_height() {
    says(&["2x4", "6", "--tower"], "102981504\n");
    says(&["3x3", "4", "--tower"], "3907\n");
    says(
        &["2x3", "3", "--tower", "--format", "json"],
        &format!(
            "{{\n  \"miyama\": \"{}\",\n  \"question\": {{\"ask\": \"bricks\", \"brick\": \"2x3\", \"bricks\": \"3\", \
             \"tower\": true}},\n  \"brick\": \"2x3\",\n  \"bricks\": 3,\n  \"count\": \"481\",\n  \"on_brick\": \"961\",\n  \
             \"symmetric\": \"1\"\n}}\n",
            env!("CARGO_PKG_VERSION")
        ),
    );
    let output = run(folder().path(), &["2x4", "400", "--tower"]);
    assert_eq!(output.stdout.len(), 664 + 1);
}

#[test]
fn the_explanation_of_three_bricks() {
    says(
        &["2x4", "3", "--why"],
        "3 bricks 2x4, at right angles, all of one colour. Buildings that differ by a rotation are the same, mirror images are not.\n\
         On a given brick another can lie in 3 × 7 ways in the same direction and 5 × 5 ways across: 46 in all.\n\
         Towers, one brick to a layer, on a given lowest brick: a(3) = 46^2 = 2116.\n\
         Unchanged by a half turn: each brick is centred on the one below, along it or across it: b(3) = 2^2 = 4.\n\
         Every other tower is counted twice: x(3) = (a + b) / 2 = (2116 + 4) / 2 = 1060.\n\
         All buildings of 3, by the sizes of their layers from the bottom (fixed: rotations counted separately):\n  \
         ⟨1 1 1⟩: 4232 fixed, 8 unchanged by a half turn: (4232 + 8) / 4 = 1060\n  \
         ⟨1 2⟩: 960 fixed, 40 unchanged by a half turn: (960 + 40) / 4 = 250\n  \
         ⟨2 1⟩: 960 fixed, 40 unchanged by a half turn: (960 + 40) / 4 = 250\n\
         Together: 1560.\n\
         The LEGO company long gave 102,981,500 for six bricks 2x4. That is the number of towers six bricks high, \
         102,981,504, with its last digits rounded; all buildings of six are 915,103,765.\n",
    );
}

#[test]
fn lists_and_pictures() {
    let folder = folder();
    let output = run(folder.path(), &["2x4", "3", "--list"]);
    let lines: Vec<serde_json::Value> =
        output.stdout.split(|b| *b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    assert_eq!(lines.len(), 1560);
    assert!(lines.iter().zip(1..).all(|(line, number)| line["index"] == number));
    let half = lines.iter().filter(|line| line["symmetry"] == "half turn").count();
    assert_eq!(half, 44);

    let output = run(folder.path(), &["2x4", "2", "--svg", "all.svg"]);
    assert_eq!(output.stdout.iter().filter(|b| **b == b'\n').count(), 24);
    let sheet = std::fs::read_to_string(folder.path().join("all.svg")).expect("the sheet");
    // Three faces for each of two bricks, eight studs each.
    assert_eq!((sheet.matches("<polygon").count(), sheet.matches("<ellipse").count()), (24 * 6, 24 * 16));
    says_in(folder.path(), &["2x4", "3", "--index", "1560", "--svg", "one.svg"], &format!("{}\n", lines[1559]));
    assert!(folder.path().join("one.svg").exists());
    refuses(
        &["2x4", "2", "--svg", "/no-such-folder/x.svg"],
        "error: /no-such-folder/x.svg: there is no such file or folder\n",
    );
    refuses(&["2x4", "2", "--index", "25", "--svg", "k.svg"], "error: there is no building 25; there are 24\n");
}

#[test]
fn shards_are_merged_and_nothing_else_is() {
    let folder = folder();
    let at = folder.path();
    for (index, name) in ["1/3", "2/3", "3/3"].iter().zip(1..) {
        says_in(
            at,
            &["2x4", "5", "--shard", index.to_owned()],
            &format!("shard {index} is done: bricks-2x4-5-{name}of3.json\n"),
        )
    }
    let [a, b, c] = ["bricks-2x4-5-1of3.json", "bricks-2x4-5-2of3.json", "bricks-2x4-5-3of3.json"];
    says_in(at, &["--merge", b, a, c], "10166403\n");
    refuses_in(at, &["--merge", a, c], "error: shard 2/3 is missing\n");
    refuses_in(at, &["--merge", a, b, b], &format!("error: shard 2/3 appears twice: {b} and {b}\n"));
    refuses_in(
        at,
        &["2x4", "5", "--shard", "1/3"],
        &format!("error: {a} exists already; --resume goes on from it, --save FILE writes another\n"),
    );
    let whole = std::fs::read_to_string(at.join(a)).expect("the shard");
    let forge = |name: &str, text: &str| std::fs::write(at.join(name), text).expect("a forged file");
    let reseal = |text: &str| String::from_utf8(program::resealed(text.as_bytes())).expect("JSON");
    let damaged = "is damaged: its content does not match the SHA-256 it states, so it was changed or cut short";
    forge("cut.json", &whole[..whole.len() / 2]);
    refuses_in(at, &["--merge", "cut.json", b, c], &format!("error: cut.json {damaged}\n"));
    for (place, digit) in whole.match_indices(|c: char| c.is_ascii_digit()).step_by(7) {
        let changed = format!("{}{}{}", &whole[..place], if digit == "7" { "3" } else { "7" }, &whole[place + 1..]);
        forge("changed.json", &changed);
        assert_eq!(run(at, &["--merge", "changed.json", b, c]).status.code(), Some(2), "{changed}");
    }
    forge("old.json", &whole.replace("\"version\":2", "\"version\":1"));
    refuses_in(
        at,
        &["--merge", "old.json", b, c],
        "error: old.json is a count of bricks of version 1, from before such files carried a hash of their content; \
         please create it again (this program writes version 2)\n",
    );
    forge("method.json", &reseal(&whole.replace("\"method\":1", "\"method\":9")));
    let own = env!("CARGO_PKG_VERSION");
    refuses_in(
        at,
        &["--merge", "method.json", b, c],
        &format!("error: method.json was made by Miyama {own} (counter 9); this is {own} (counter 1)\n"),
    );
    forge("program.json", &reseal(&whole.replace(&format!("\"program\":\"{own}\""), "\"program\":\"0.0.1\"")));
    refuses_in(
        at,
        &["--merge", a, b, "program.json"],
        &format!("error: program.json was made by Miyama 0.0.1 (counter 1); this is {own} (counter 1)\n"),
    );
    forge("other.json", &reseal(&whole.replace("2x4", "2x3")));
    refuses_in(
        at,
        &["--merge", a, b, "other.json"],
        &format!("error: other.json and {a} are not shards of the same count\n"),
    );
    forge("text.json", "[]");
    refuses_in(at, &["--merge", "text.json"], "error: text.json is not a count of bricks\n");
    let file: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
    let done = file["done"].as_u64().expect("a number");
    let unfinished = whole.replace(&format!("\"done\":{done}"), &format!("\"done\":{}", done - 1));
    forge("unfinished.json", &reseal(&unfinished));
    let output = run(at, &["--merge", "unfinished.json", b, c]);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: unfinished.json is not finished: "));
    let first = format!("\"parts\":[[\"{}\"", file["parts"][0][0].as_str().expect("digits"));
    let forged = |digits: &str| reseal(&whole.replace(&first, &format!("\"parts\":[[\"{digits}\"")));
    forge("wrong.json", &forged("17"));
    assert_eq!(run(at, &["--merge", "wrong.json", b, c]).status.code(), Some(2));
    forge("vast.json", &forged("340282366920938463463374607431768211455"));
    refuses_in(
        at,
        &["--merge", "vast.json", b, c],
        "error: vast.json is not a result of a shard: its numbers do not fit the count that it names\n",
    );
}

#[test]
fn a_finished_checkpoint_is_resumed_at_once() {
    let folder = folder();
    says_in(folder.path(), &["2x4", "4", "--save", "run.json"], "119580\n");
    says_in(folder.path(), &["2x4", "4", "--save", "run.json", "--resume"], "119580\n");
    refuses_in(
        folder.path(),
        &["2x4", "5", "--save", "run.json", "--resume"],
        "error: run.json belongs to another count: its brick, number, profile or shard differs\n",
    );
}

#[test]
fn wrong_input_is_marked() {
    let brick = "\n  a brick is written like 2x4\n";
    refuses(
        &["0x4", "3"],
        &format!("error: `0` is not a side of a brick; a side is a whole number from 1 to 8\n  0x4\n  ^{brick}"),
    );
    refuses(&["2x", "3"], &format!("error: a side of the brick is missing here\n  2x\n    ^{brick}"));
    refuses(&["2x4", "0"], "error: `0` is not a number of bricks; it must be a whole number from 1 to 13\n  0\n  ^\n");
    refuses(
        &["2x4", "400"],
        "error: `400` is not a number of bricks; it must be a whole number from 1 to 13\n  400\n  ^^^\n  \
         towers have closed forms: with --tower the number may be much larger\n",
    );
    refuses(
        &["2x4", "7", "--shard", "5/3"],
        "error: `5/3` is not a shard: it must be I/M with 1 <= I <= M\n  --shard 5/3\n          ^^^\n  the first of four shards is 1/4\n",
    );
    refuses(
        &["2x4", "6", "--profile", "2,5"],
        "error: the layers 2,5 hold 7 bricks, not 6\n  --profile 2,5\n            ^^^\n",
    );
    refuses(&["7x8", "13"], "error: bricks 7x8 in layers 1,2,2,2,2,3,1 are beyond the tables of the counter\n");
}

/// An estimate says how far it may be off, also where one task of each kind is asked for: more are
/// measured while it is not known how much their costs differ.
#[test]
fn an_estimate_has_error_bars() {
    for number in ["1", "3"] {
        let estimate = stdout(run(folder().path(), &["2x4", "5", "--estimate", number]));
        let total = estimate.lines().last().unwrap_or_default();
        assert_eq!(total.matches(" ± ").count(), 2, "{estimate}");
    }
}

/// Tables of counts, and counts of other readings of the rules.
#[test]
fn tables_mirrors_and_a_fixed_base() {
    let folder = folder();
    let says = |args: &[&str]| stdout(run(folder.path(), args));
    assert_eq!(says(&["2x4", "1..3"]), "1     1\n2    24\n3  1560\n");
    assert_eq!(says(&["2x4", "7..8", "--tower", "--format", "csv"]), "bricks,count\n7,4737148480\n8,217908828672\n");
    assert_eq!(says(&["2x4", "2", "--base", "fixed"]), "46\n");
    assert_eq!(says(&["2x4", "3", "--base", "fixed", "--tower"]), "2116\n");
    // Two bricks: 24 up to rotation, 17 if mirror images are one too.
    assert_eq!(says(&["2x4", "1..2", "--mirror"]), "1   1\n2  17\n");
    assert_eq!(says(&["2x4", "2..3", "--mirror", "--tower"]), "2   17\n3  582\n");
    let why = says(&["2x4", "1..2", "--why"]);
    assert!(why.contains("1   1\n    1 brick") && why.contains("(46 + 2) / 2 = 24"), "{why}");
    assert!(says(&["2x2", "3", "--tower", "--why"]).contains("(81 + 3) / 4 = 21"));
    let latex = says(&["2x4", "1..3", "--format", "latex"]);
    assert!(latex.contains("$x_n$ & 1 & 24 & 1560 \\\\"), "{latex}");
    for wrong in [&["2x4", "3..1"][..], &["2x4", "0..2"], &["2x4", "1..3", "--list"], &["2x4", "1..3", "--by-height"]] {
        complaint(run(folder.path(), wrong));
    }
}
