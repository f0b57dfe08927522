//! Work that is cut into tasks gives the answer of one machine, byte for byte, however it is cut
//! and put together; results that are missing, doubled, foreign or changed are refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn miyama(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_miyama")).args(args).env("LC_ALL", "C").output().unwrap()
}

/// Standard output of a run that must end well, or with the exit code of a refuted claim.
fn told(args: &[&str]) -> String {
    let output = miyama(args);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1)), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a run that must be refused.
fn refused(args: &[&str]) -> String {
    let output = miyama(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

fn tasks(question: &[&str], count: usize) -> Vec<String> {
    let count = count.to_string();
    let args = [&["tasks"], question, &["--count", count.as_str()]].concat();
    told(&args).lines().map(str::to_owned).collect()
}

fn work(task: &str, folder: &Path) -> String {
    told(&["work", "--task", task, "--to", folder.to_str().unwrap()])
}

fn results(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// Answers differ in the time that they took.
fn timeless(text: &str) -> String {
    let is_time = |line: &&str| !line.contains("\"seconds\"");
    text.lines().filter(is_time).collect::<Vec<_>>().join("\n")
}

/// Questions of every kind that can be cut, and into how many parts.
const QUESTIONS: &[(&[&str], usize)] = &[
    (&["bricks", "2x4", "5", "--profiles"], 7),
    (&["bricks", "2x3", "4", "--by-height", "--symmetric", "--fixed"], 3),
    (&["bricks", "2x4", "5", "--profile", "1,2,2"], 2),
    (&["period", "--all", "2", "--to", "600"], 9),
    (&["quotient", "--all", "1"], 4),
    (&["check", "--game", "yama", "--p-positions", "|x-y| <= 1", "--to", "120,90"], 6),
    (&["check", "--game", "wythoff", "--p-positions", "|x-y| <= 1 and x + y < 60", "--to", "90"], 5),
    (&["check", "--game", "wythoff", "--value", "x xor y", "--to", "40"], 4),
    (&["check", "--game", "three-heap-1", "--p-positions", "x = y", "--to", "9"], 3),
    (&["check", "--game", "wythoff", "--misere", "--p-positions", "x = y and x != 3", "--to", "50"], 50),
    // Wrong in the first slice of a part alone, and in the last one.
    (&["check", "--game", "yama", "--p-positions", "|x-y| <= 1 and x != 80", "--to", "119"], 12),
    (&["check", "--game", "yama", "--p-positions", "|x-y| <= 1 and x != 79", "--to", "119"], 12),
    // One heap, several of it, heaps that break, a domain, a formula that says nothing somewhere.
    (&["check", "--game", "nim", "--p-positions", "x = 0", "--to", "900"], 7),
    (&["check", "--game", "(x) -> {(x-i) | 1 <= i <= 3}", "--value", "x mod 4", "--to", "500"], 4),
    (&["check", "--game", "nim", "--value", "x xor y", "--to", "30,20"], 6),
    (&["check", "--game", "nim", "--misere", "--p-positions", "x = y", "--to", "20,20"], 5),
    (&["check", "--game", "kayles", "--p-positions", "x = y", "--to", "25,30"], 8),
    (&["check", "--game", "kayles", "--value", "x", "--to", "60"], 9),
    (&["check", "--game", DOMAIN, "--p-positions", "(x+y) mod 2 = 0", "--to", "40,30"], 6),
    (&["check", "--game", DOMAIN, "--p-positions", "x = y", "--to", "30"], 4),
    (&["check", "--random", "120", "--seed", "5"], 11),
    (&["find-rule", "--p", "|x-y| <= 1", "--to", "16"], 6),
    (&["find-rule", "--p", "x mod 4 = 0"], 5),
];

const DOMAIN: &str = "(x,y) -> {(x-1,y)} U {(x,y-1)} where x <= y";

#[test]
fn tasks_give_the_answer_of_one_machine() {
    for (question, count) in QUESTIONS {
        let folder = tempfile::tempdir().unwrap();
        let tasks = tasks(question, *count);
        assert_eq!(tasks.len(), *count, "{question:?}");
        // Any order.
        tasks.iter().rev().for_each(|task| drop(work(task, folder.path())));
        let from = folder.path().to_str().unwrap();
        for format in ["text", "csv", "json"] {
            let one = told(&[question, &["--format", format][..]].concat());
            let many = told(&["merge", from, "--format", format]);
            assert_eq!(timeless(&many), timeless(&one), "{question:?} {format}");
            let japanese = ["--format", format, "--lang", "ja"];
            let one = told(&[question, &japanese[..]].concat());
            assert_eq!(timeless(&told(&[&["merge", from], &japanese[..]].concat())), timeless(&one));
        }
        assert_eq!(miyama(&["merge", from]).status.code(), miyama(question).status.code());
    }
}

/// Verdicts of claims, whose times are in every line.
#[test]
fn claims_are_tasks_too() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["check", "002-T1b", "000-E26", "000-E27", "003-T3.3", "--to", "12"];
    let tasks = tasks(&question, 3);
    tasks.iter().for_each(|task| drop(work(task, folder.path())));
    let without_times = |text: String| -> Vec<String> {
        let is_time = |word: &str| word.parse::<f64>().is_ok() && word.contains('.');
        text.lines()
            .map(|line| line.split_whitespace().filter(|word| !is_time(word)).collect::<Vec<_>>().join(" "))
            .collect()
    };
    let from = folder.path().to_str().unwrap();
    for lang in ["en", "ja"] {
        let one = without_times(told(&[&question[..], &["--lang", lang]].concat()));
        assert_eq!(without_times(told(&["merge", from, "--lang", lang])), one);
    }
}

const CLAIMS: &str = "source: mine

claim: T1
kind: theorem
en: Yama Nim: (x, y) is a P-position exactly if |x-y| <= 1.
game: yama
p-positions: |x-y| <= 1
bound: 200
expect: proved

claim: T2
kind: theorem
en: Nobody believes this.
game: wythoff
p-positions: x = y
bound: 200
expect: refuted from 1

claim: T3
kind: example
en: Two heaps of Nim.
game: nim
heaps: 2
p-positions: x = y
bound: 100
expect: proved
";

/// A task carries the text of the claims with it: the file may be gone.
#[test]
fn claims_of_a_file_are_tasks_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.claims");
    std::fs::write(&file, CLAIMS).unwrap();
    let file = file.to_str().unwrap();
    let question = ["check", file, "--to", "40"];
    let without_times = |text: String| -> Vec<String> {
        let is_time = |word: &str| word.parse::<f64>().is_ok() && word.contains('.');
        text.lines()
            .map(|line| line.split_whitespace().filter(|word| !is_time(word)).collect::<Vec<_>>().join(" "))
            .collect()
    };
    let one = without_times(told(&question));
    let tasks = tasks(&question, 2);
    std::fs::remove_file(file).unwrap();
    let results = folder.path().join("results");
    tasks.iter().for_each(|task| drop(work(task, &results)));
    assert_eq!(without_times(told(&["merge", results.to_str().unwrap()])), one);
    // A file that is too long for a line.
    std::fs::write(file, format!("# {}", "x".repeat(1 << 16))).unwrap();
    assert!(refused(&["tasks", "check", file]).contains("more than 65536 bytes"));
}

/// Rulesets whose tables are not what they should be are found, whichever task has them, and
/// both one machine and many say which.
#[test]
#[cfg(debug_assertions)]
fn campaigns_find_wrong_tables() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_miyama");
        let output = Command::new(program).args(args).envs([("LC_ALL", "C"), ("MIYAMA_WRONG", "2")]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let question = ["check", "--random", "40", "--seed", "3"];
    let (code, one) = wrong(&question);
    assert_eq!(code, Some(1), "{one}");
    assert!(one.contains("seed ") && one.contains("a defect of miyama"), "{one}");
    for task in tasks(&question, 3) {
        assert_eq!(wrong(&["work", "--task", &task, "--to", folder.path().to_str().unwrap()]).0, Some(0));
    }
    let (code, many) = wrong(&["merge", folder.path().to_str().unwrap()]);
    assert_eq!(code, Some(1), "{many}");
    // Which position of a table is looked at first is left to chance.
    let seeds =
        |text: &str| text.lines().filter(|line| line.starts_with("seed ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(seeds(&many), seeds(&one));
    // Nothing is wrong without that.
    assert!(told(&question).contains("None differs."));
}

#[test]
fn results_are_merged_in_any_grouping() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["period", "--all", "1"];
    let tasks = tasks(&question, 5);
    tasks.iter().for_each(|task| drop(work(task, folder.path())));
    let files: Vec<String> = results(folder.path()).iter().map(|path| path.display().to_string()).collect();
    let expected = told(&question);
    let merged = |args: &[&str]| told(&[&["merge"], args].concat());
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    for turn in 0..5 {
        let mut turned = names.clone();
        turned.rotate_left(turn);
        assert_eq!(merged(&turned), expected);
        turned.reverse();
        assert_eq!(merged(&turned), expected);
    }
    // ((a b) c) (d e) = (a (b (c d))) e
    let saved = |name: &str, from: &[&str]| -> String {
        let path = folder.path().join(name).display().to_string();
        told(&[&["merge"], from, &["--save", &path]].concat());
        path
    };
    let ab = saved("ab.other", &names[..2]);
    let abc = saved("abc.other", &[&ab, names[2]]);
    let de = saved("de.other", &names[3..]);
    let cd = saved("cd.other", &[names[3], names[2]]);
    let bcd = saved("bcd.other", &[names[1], &cd]);
    let abcd = saved("abcd.other", &[&bcd, names[0]]);
    assert_eq!(merged(&[&abc, &de]), expected);
    assert_eq!(merged(&[names[4], &abcd]), expected);
    let all = [saved("one.other", &[&abc, &de]), saved("two.other", &[names[4], &abcd])];
    assert_eq!(std::fs::read(&all[0]).unwrap(), std::fs::read(&all[1]).unwrap());
    // What stands in both is not counted twice.
    assert!(refused(&["merge", &abc, &cd]).contains("appears twice"));
}

#[test]
fn a_task_that_was_done_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = tasks(&["period", "--all", "1"], 2);
    assert!(work(&tasks[0], folder.path()).starts_with("done: "));
    assert!(work(&tasks[0], folder.path()).starts_with("it was done before: "));
    // A file that is broken is made anew, and so is a folder; and a result of another run, whole
    // as it is, is not that of this task.
    let file = results(folder.path()).remove(0);
    let whole = std::fs::read(&file).unwrap();
    let other = tempfile::tempdir().unwrap();
    work(&self::tasks(&["period", "--all", "1"], 3)[0], other.path());
    std::fs::copy(&results(other.path())[0], &file).unwrap();
    assert!(work(&tasks[0], folder.path()).starts_with("done: "));
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    assert!(work(&tasks[0], folder.path()).starts_with("done: "));
    assert_eq!(std::fs::read(&file).unwrap(), whole);
    assert!(work(&tasks[0], &folder.path().join("a/b")).starts_with("done: "));
}

#[test]
fn missing_results_are_refused_and_listed() {
    let folder = tempfile::tempdir().unwrap();
    let tasks = tasks(&["bricks", "2x4", "4"], 4);
    for task in [&tasks[0], &tasks[3]] {
        work(task, folder.path());
    }
    let from = folder.path().to_str().unwrap();
    let says = refused(&["merge", from]);
    assert!(says.contains("2 of 4 tasks are not done; the first is part 2"), "{says}");
    let missing = told(&["merge", from, "--missing"]);
    assert_eq!(missing.lines().collect::<Vec<_>>(), [tasks[1].as_str(), tasks[2].as_str()]);
    missing.lines().for_each(|task| drop(work(task, folder.path())));
    assert_eq!(told(&["merge", from]), told(&["bricks", "2x4", "4"]));
    assert_eq!(told(&["merge", from, "--missing"]), "");
}

#[test]
fn doubled_and_foreign_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().to_str().unwrap();
    assert!(refused(&["merge", from]).contains("no results"));
    let own = tasks(&["bricks", "2x4", "4"], 2);
    own.iter().for_each(|task| drop(work(task, folder.path())));
    let first = results(folder.path()).remove(0);
    let again = folder.path().join("zz.json");
    std::fs::copy(&first, &again).unwrap();
    let says = refused(&["merge", from]);
    assert!(says.contains("part 1 of 2 appears twice"), "{says}");
    std::fs::remove_file(&again).unwrap();
    for question in [
        &["bricks", "2x4", "5"][..],
        &["bricks", "2x3", "4"],
        &["bricks", "2x4", "4", "--fixed"],
        &["period", "--all", "1"],
    ] {
        let other = tempfile::tempdir().unwrap();
        work(&tasks(question, 2)[1], other.path());
        let says = refused(&["merge", from, other.path().to_str().unwrap()]);
        assert!(says.contains("a different run"), "{says}");
    }
    // Cut into another number.
    let other = tempfile::tempdir().unwrap();
    work(&tasks(&["bricks", "2x4", "4"], 3)[2], other.path());
    assert!(refused(&["merge", from, other.path().to_str().unwrap()]).contains("a different run"));
    std::fs::write(folder.path().join("x.json"), "{}").unwrap();
    assert!(refused(&["merge", from]).contains("x.json"));
}

/// The same file with another seal: what somebody makes who changes a file on purpose.
fn sealed_anew(text: &str) -> String {
    let body = &text[..text.rfind("\"sha256\": \"").unwrap()];
    let hash: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}\"sha256\": \"{hash}\"}}\n")
}

#[test]
fn changed_results_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().to_str().unwrap();
    let tasks = tasks(&["period", "--all", "1"], 2);
    tasks.iter().for_each(|task| drop(work(task, folder.path())));
    let expected = told(&["merge", from]);
    let file = results(folder.path()).remove(0);
    let whole = std::fs::read_to_string(&file).unwrap();
    assert_eq!(sealed_anew(&whole), whole);
    for at in (0..whole.len()).step_by(41) {
        let mut bytes = whole.clone().into_bytes();
        bytes[at] ^= 1;
        std::fs::write(&file, bytes).unwrap();
        assert!(!refused(&["merge", from]).is_empty(), "byte {at}");
    }
    // Changes under a seal of their own, of all but what was found itself.
    for (old, new) in [
        ("\"of\":2", "\"of\":3"),
        ("\"1\":{", "\"2\":{"),
        ("\"1\":{", "\"3\":{"),
        ("\"all\":1", "\"all\":2"),
        ("\"ask\":\"period\"", "\"ask\":\"quotient\""),
        ("\"number\":0", "\"number\":1"),
        ("\"code\":\"0.1\"", "\"code\":\"0.2\""),
        ("\"results\":{", "\"more\":1,\"results\":{"),
    ] {
        assert!(whole.contains(old), "{old}");
        std::fs::write(&file, sealed_anew(&whole.replacen(old, new, 1))).unwrap();
        assert!(!refused(&["merge", from]).is_empty(), "{old} -> {new}");
    }
    // The hash of another task, under a seal of its own.
    let hash = whole.find("\"task\":\"").unwrap() + 8;
    let digit = if &whole[hash..=hash] == "0" { "1" } else { "0" };
    let forged = format!("{}{digit}{}", &whole[..hash], &whole[hash + 1..]);
    std::fs::write(&file, sealed_anew(&forged)).unwrap();
    assert!(refused(&["merge", from]).contains("it was changed"));
    // Another version of the program.
    let version = concat!("\"program\":\"", env!("CARGO_PKG_VERSION"), "\"");
    assert!(whole.contains(version));
    std::fs::write(&file, sealed_anew(&whole.replace(version, "\"program\":\"0.0.1\""))).unwrap();
    assert!(refused(&["merge", from]).contains("version 0.0.1"));
    std::fs::write(&file, &whole).unwrap();
    assert_eq!(told(&["merge", from]), expected);
}

/// What was found may be forged; a formula is then looked at again where it is said to fail.
#[test]
fn differences_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let question = ["check", "--game", "yama", "--p-positions", "|x-y| <= 1", "--to", "9"];
    tasks(&question, 2).iter().for_each(|task| drop(work(task, folder.path())));
    let file = results(folder.path()).remove(0);
    let whole = std::fs::read_to_string(&file).unwrap();
    assert!(whole.contains("\"found\":null"), "{whole}");
    std::fs::write(&file, sealed_anew(&whole.replacen("\"found\":null", "\"found\":[0,3]", 1))).unwrap();
    assert!(!refused(&["merge", folder.path().to_str().unwrap()]).is_empty());
}

#[test]
fn what_cannot_be_cut_or_is_no_task_is_refused() {
    for question in [
        &["period", "0.77"][..],
        &["quotient", "0.77"],
        &["bricks", "2x4", "3", "--list"],
        &["bricks", "2x4", "3", "--tower"],
        &["check", "--list"],
        &["check", "--game", "kayles", "--misere", "--p-positions", "x = 1", "--to", "9"],
        &["check", "--game", "domineering", "--p-positions", "m = n", "--to", "2x2"],
    ] {
        let says = refused(&[&["tasks"], question].concat());
        assert!(says.contains("cannot be cut"), "{question:?}: {says}");
    }
    assert!(refused(&["tasks", "check", "mine.claims"]).contains("mine.claims"));
    for wrong in ["0", "1000000001", "-1", "x"] {
        assert!(!refused(&["tasks", "check", "--random", wrong]).is_empty());
    }
    assert!(!refused(&["check", "--random", "3", "--seed", "4503599627370497"]).is_empty());
    assert!(!refused(&["check", "--seed", "3"]).is_empty());
    assert!(!refused(&["tasks", "solve", "nim:3"]).is_empty());
    assert!(!refused(&["tasks", "period", "--all", "1", "--count", "0"]).is_empty());
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_str().unwrap();
    for task in ["", "{}", "[]", "{\"ask\":\"period\",\"all\":1}", "{\"miyama\":\"task\"}"] {
        assert!(refused(&["work", "--task", task, "--to", to]).contains("not a task"), "{task}");
    }
    let task = tasks(&["period", "--all", "1"], 2).remove(0);
    let version = concat!("\"program\":\"", env!("CARGO_PKG_VERSION"), "\"");
    for (old, new, says) in [
        ("{", "{\"more\":1,", "not a task"),
        ("\"part\":1", "\"part\":0", "not a task"),
        ("\"part\":1", "\"part\":3", "not a task"),
        ("\"version\":1", "\"version\":2", "not a task"),
        (version, "\"program\":\"0.0.1\"", "version 0.0.1"),
    ] {
        assert!(task.contains(old), "{old}");
        let told = refused(&["work", "--task", &task.replacen(old, new, 1), "--to", to]);
        assert!(told.contains(says), "{new}: {told}");
    }
    // More tasks than pieces are as many as there are pieces, and that is said.
    let output = miyama(&["tasks", "period", "--all", "1", "--count", "100"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 7);
    assert!(String::from_utf8_lossy(&output.stderr).contains("7 pieces"));
}
