//! Files that go wrong: pipes and devices in their place, full disks, changed
//! bytes, and what killed runs leave.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

const MIYAMA: &str = env!("CARGO_BIN_EXE_miyama");

fn run(folder: &Path, args: &[&str], settings: &[(&str, &str)]) -> Output {
    let settings = settings.iter().copied();
    Command::new(MIYAMA).args(args).current_dir(folder).envs(settings).env("LC_ALL", "C").output().unwrap()
}

/// Through a shell, which closes files or sets limits first.
fn shell(folder: &Path, script: &str) -> Output {
    let script = script.replace("miyama", MIYAMA);
    Command::new("sh").args(["-c", &script]).current_dir(folder).env("LC_ALL", "C").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Commands that read a file, which is the last argument.
const READERS: [&[&str]; 8] = [
    &["verify"],
    &["bricks", "--merge"],
    &["bricks", "2x4", "4", "--resume", "--save"],
    &["period", "0.07", "--resume", "--state"],
    &["record"],
    &["word", "--check"],
    &["table", "--to", "3"],
    &["solve", "--at", "3"],
];

fn reading(reader: &[&'static str], file: &str) -> Vec<String> {
    reader.iter().map(ToString::to_string).chain([file.to_owned()]).collect()
}

fn pipe_in(folder: &Path) {
    assert!(Command::new("mkfifo").arg(folder.join("pipe.game")).status().unwrap().success());
}

fn start(folder: &Path, args: &[String]) -> Child {
    let mut command = Command::new(MIYAMA);
    command.args(args).current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Nobody ever writes to the pipe.
#[test]
fn a_pipe_that_says_nothing_can_be_given_up() {
    let folder = tempfile::tempdir().unwrap();
    pipe_in(folder.path());
    for reader in READERS {
        let mut args = reading(reader, "./pipe.game");
        let waiting = start(folder.path(), &args);
        args.extend(["--max-time".to_owned(), "0.2".to_owned()]);
        let output = start(folder.path(), &args).wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "error: stopped: the time limit of 0.2 s was reached\n", "{args:?}");
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        std::thread::sleep(Duration::from_millis(200));
        assert!(Command::new("kill").args(["-INT", &waiting.id().to_string()]).status().unwrap().success());
        let output = waiting.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "error: stopped: cancelled\n", "{args:?}");
        assert_eq!(output.status.code(), Some(130), "{args:?}");
    }
}

/// Also where a formula names it: the formula is not wrong.
#[test]
fn a_pipe_that_a_formula_names_can_be_given_up() {
    let folder = tempfile::tempdir().unwrap();
    pipe_in(folder.path());
    let claim = ["--p-positions", "(x,y) in automaton ./pipe.game"];
    for asked in [&["check", "--game", "yama", "--to", "5"][..], &["prove", "yama"]] {
        let args: Vec<&str> = asked.iter().copied().chain(claim).collect();
        let output = run(folder.path(), &[&args[..], &["--max-time", "0.2"]].concat(), &[]);
        assert_eq!(text(&output.stderr), "error: stopped: the time limit of 0.2 s was reached\n", "{args:?}");
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        let waiting = start(folder.path(), &args.iter().map(ToString::to_string).collect::<Vec<_>>());
        std::thread::sleep(Duration::from_millis(200));
        assert!(Command::new("kill").args(["-INT", &waiting.id().to_string()]).status().unwrap().success());
        let output = waiting.wait_with_output().unwrap();
        assert_eq!((text(&output.stderr).as_str(), output.status.code()), ("error: stopped: cancelled\n", Some(130)));
    }
}

#[test]
fn a_device_without_end_is_not_read_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    for reader in READERS {
        let mut args = reading(reader, "/dev/zero");
        args.extend(["--max-memory".to_owned(), "64M".to_owned()]);
        let output = start(folder.path(), &args).wait_with_output().unwrap();
        // Some see at its beginning that it is none of theirs, others reach the limit.
        assert!(matches!(output.status.code(), Some(2 | 3)) && output.stdout.is_empty(), "{args:?}");
    }
}

/// What is read through a pipe is what stands in the file.
#[test]
fn a_certificate_may_come_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["period", "0.77", "--certificate", "c.json"], &[]);
    for script in ["cat c.json | miyama verify -", "cat c.json | miyama verify /dev/stdin", "miyama verify c.json"] {
        let output = shell(folder.path(), script);
        assert!(text(&output.stdout).starts_with("0.77: certificate holds: "), "{script}");
    }
}

/// Each file that is saved, and how it is read again.
fn saved(folder: &Path) -> [(&'static str, Vec<&'static str>); 4] {
    let files = [
        (vec!["period", "0.77", "--certificate", "certificate"], vec!["verify", "certificate"]),
        (
            vec!["period", "0.6", "--to", "300", "--state", "state"],
            vec!["period", "0.6", "--to", "300", "--resume", "--state", "state"],
        ),
        (vec!["bricks", "2x4", "4", "--save", "count"], vec!["bricks", "2x4", "4", "--resume", "--save", "count"]),
        (
            vec!["table", "0.6", "--to", "300", "--binary", "values"],
            vec!["period", "0.6", "--to", "300", "--resume", "--state", "values"],
        ),
    ];
    files.map(|(write, read)| {
        let output = run(folder, &write, &[]);
        assert_eq!((text(&output.stderr).as_str(), output.status.code()), ("", Some(0)), "{write:?}");
        (write[write.len() - 1], read)
    })
}

/// Every kind of change at places all over the file; that no single bit may
/// change is tested where files are sealed.
#[test]
fn a_file_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, read) in saved(folder.path()) {
        let path = folder.path().join(name);
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(run(folder.path(), &read, &[]).status.code(), Some(0), "{read:?}");
        for at in (0..whole.len()).step_by(whole.len() / 12) {
            for changed in [
                [&whole[..at], &[whole[at] ^ 1], &whole[at + 1..]].concat(),
                [&whole[..at], &whole[at + 1..]].concat(),
                [&whole[..at], b" ", &whole[at..]].concat(),
                whole[..at].to_vec(),
            ] {
                std::fs::write(&path, changed).unwrap();
                let output = run(folder.path(), &read, &[]);
                assert_eq!((text(&output.stdout).as_str(), output.status.code()), ("", Some(2)), "{name} at {at}");
                assert!(text(&output.stderr).starts_with(&format!("error: {name} is ")), "{}", text(&output.stderr));
            }
        }
        std::fs::write(&path, whole).unwrap();
        assert_eq!(run(folder.path(), &read, &[]).status.code(), Some(0), "{read:?}");
    }
}

/// Files with names of their own, and what is in them.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect();
    all.sort();
    all
}

/// Whatever step of writing fails: what was found is printed, the file is named,
/// and what was there before is whole.
#[test]
fn a_full_disk_costs_neither_the_result_nor_the_old_file() {
    let writers: [&[&str]; 6] = [
        &["period", "0.77", "--certificate", "file"],
        &["period", "0.6", "--to", "2000", "--state", "file", "--resume"],
        &["bricks", "2x4", "4", "--save", "file", "--resume"],
        &["table", "wythoff", "--to", "90", "--binary", "file"],
        &["table", "0.6", "--to", "2000", "--binary", "file"],
        &["value", "{2|-1}", "--svg", "file"],
    ];
    for writer in writers {
        let folder = tempfile::tempdir().unwrap();
        let first: Vec<&str> = writer.iter().copied().filter(|word| *word != "--resume").collect();
        let answer = run(folder.path(), &first, &[]);
        assert_eq!(answer.status.code(), Some(0), "{}", text(&answer.stderr));
        let before = contents(folder.path());
        // A table that could not be saved is printed instead.
        let unsaved: Vec<&str> = writer.iter().copied().filter(|word| !["--binary", "file"].contains(word)).collect();
        let answer = if writer[0] == "table" { run(folder.path(), &unsaved, &[]) } else { answer };
        for fault in ["create:1", "write:1", "write:1+", "sync:1", "rename:1"] {
            let output = run(folder.path(), writer, &[("MIYAMA_FAULT", fault)]);
            assert_eq!(text(&output.stderr), "error: file: no space is left on the disk\n", "{writer:?} {fault}");
            assert_eq!(output.status.code(), Some(2), "{writer:?} {fault}");
            assert_eq!(text(&output.stdout), text(&answer.stdout), "{writer:?} {fault}");
            assert_eq!(contents(folder.path()), before, "{writer:?} {fault}");
        }
        // The new file is in its place; only whether the folder keeps it is not sure.
        let output = run(folder.path(), writer, &[("MIYAMA_FAULT", "folder:1")]);
        assert_eq!((text(&output.stdout), output.status.code()), (text(&answer.stdout), Some(2)), "{writer:?}");
    }
}

/// A shard is its file: without room for it, it goes to standard output.
#[test]
fn a_shard_that_cannot_be_saved_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    run(at, &["bricks", "2x4", "4", "--shard", "1/2", "--save", "one"], &[]);
    run(at, &["bricks", "2x4", "4", "--shard", "2/2", "--save", "two"], &[]);
    let args = ["bricks", "2x4", "4", "--shard", "2/2", "--save", "none"];
    let output = run(at, &args, &[("MIYAMA_FAULT", "write:1+")]);
    assert_eq!(text(&output.stderr), "error: none: no space is left on the disk\n");
    assert_eq!(output.stdout, std::fs::read(at.join("two")).unwrap());
    std::fs::write(at.join("by hand"), &output.stdout).unwrap();
    assert_eq!(program::stdout(run(at, &["bricks", "--merge", "one", "by hand"], &[])), "119580\n");
}

/// So is the result of a task.
#[test]
fn a_result_that_cannot_be_saved_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let tasks = program::stdout(run(at, &["tasks", "bricks", "2x4", "3", "--count", "2"], &[]));
    let tasks: Vec<&str> = tasks.lines().collect();
    run(at, &["work", "--task", tasks[0], "--to", "done"], &[]);
    let args = ["work", "--task", tasks[1], "--to", "done"];
    for format in ["text", "json"] {
        let output = run(at, &[&args[..], &["--format", format]].concat(), &[("MIYAMA_FAULT", "write:1+")]);
        assert!(text(&output.stderr).ends_with("no space is left on the disk\n"), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
        std::fs::write(at.join("by hand"), &output.stdout).unwrap();
        assert_eq!(program::stdout(run(at, &["merge", "done", "by hand"], &[])), "1560\n");
    }
}

/// The results of a run that cannot be put into one file are merged all the same, or, while some are
/// missing, shown as the file would hold them.
#[test]
fn results_that_cannot_be_united_in_a_file_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let tasks = program::stdout(run(at, &["tasks", "bricks", "2x4", "3", "--count", "2"], &[]));
    let tasks: Vec<&str> = tasks.lines().collect();
    run(at, &["work", "--task", tasks[0], "--to", "done"], &[]);
    run(at, &["merge", "done", "--save", "saved"], &[]);
    for (file, says) in [("/dev/full", "no space is left on the disk"), ("none/x.json", "there is no such file")] {
        let output = run(at, &["merge", "done", "--save", file], &[]);
        assert_eq!(
            (output.stdout, output.status.code()),
            (std::fs::read(at.join("saved")).unwrap(), Some(2)),
            "{file}"
        );
        assert!(text(&output.stderr).starts_with(&format!("error: {file}: {says}")), "{}", text(&output.stderr));
    }
    run(at, &["work", "--task", tasks[1], "--to", "done"], &[]);
    for format in ["text", "json"] {
        let merged = run(at, &["merge", "done", "--format", format], &[]);
        for (file, faults) in [("/dev/full", "none"), ("none/x.json", "none"), ("x.json", "write:1+")] {
            let args = ["merge", "done", "--save", file, "--format", format];
            let output = run(at, &args, &[("MIYAMA_FAULT", faults)]);
            let without_time = |text: String| text.split("\"seconds\"").next().unwrap().to_owned();
            assert_eq!(without_time(text(&output.stdout)), without_time(text(&merged.stdout)), "{file} {faults}");
            assert!(text(&output.stderr).starts_with(&format!("error: {file}: ")), "{}", text(&output.stderr));
            assert_eq!(output.status.code(), Some(2));
        }
    }
}

/// What was found is told although the files for SMT solvers cannot be written.
#[test]
fn a_verdict_is_not_lost_with_files_for_solvers() {
    let folder = tempfile::tempdir().unwrap();
    let claim = "|x-y| <= 1 and x*y >= 0";
    let asked = ["prove", "yama", "--p-positions", claim];
    let told = run(folder.path(), &asked, &[]);
    let output = run(folder.path(), &[&asked[..], &["--smt", "none"]].concat(), &[]);
    assert!(text(&told.stdout).lines().count() > 1, "{}", text(&told.stdout));
    assert_eq!(text(&output.stdout), text(&told.stdout));
    assert!(text(&output.stderr).starts_with("error: none/"), "{}", text(&output.stderr));
    assert_eq!(output.status.code(), Some(2));
}

/// A run that cannot save what it has goes on, and says so once.
#[test]
fn a_disk_that_is_full_for_a_while_does_not_end_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["period", "0.6", "--to", "9000", "--state", "state"];
    let settings = [("MIYAMA_FAULT", "create:1"), ("MIYAMA_SAVE_EVERY", "0")];
    let output = run(folder.path(), &args, &settings);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "not saved: state: no space is left on the disk; the computation goes on\n");
    let resumed = run(folder.path(), &[&args[..], &["--resume"]].concat(), &[]);
    assert_eq!(text(&resumed.stdout), text(&output.stdout));
}

/// What took minutes is not lost with the file.
#[test]
fn a_report_that_cannot_be_kept_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let shown = run(folder.path(), &["report", "0.3"], &[]);
    for file in ["report.html", "report.md"] {
        let output = run(folder.path(), &["report", "0.3", "--to", file], &[("MIYAMA_FAULT", "write:1+")]);
        assert!(text(&output.stderr).contains("no space is left on the disk"), "{}", text(&output.stderr));
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stdout), text(&shown.stdout));
        assert!(contents(folder.path()).is_empty());
    }
}

/// Beyond the size that files may have, the system would end the program.
#[test]
fn a_limit_on_the_size_of_files_is_like_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let output = shell(folder.path(), "ulimit -f 4; exec miyama period 0.6 --to 9000 --state state");
    assert_eq!(text(&output.stderr), "error: state: the file is too large\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), program::stdout(program::miyama(&["period", "0.6", "--to", "9000"])));
    assert!(contents(folder.path()).is_empty());
}

/// Less memory than the machine has free: refused, not aborted.
#[test]
fn a_limit_on_memory_is_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    for script in [
        "table wythoff --to 40000,40000",
        "table 2d-nim --board 6x6",
        "period 0.6 --to 2^28",
        "bricks --merge /dev/zero",
        "word --check /dev/zero",
    ] {
        let output = shell(folder.path(), &format!("ulimit -v 1000000; exec miyama {script}"));
        // Some see at its beginning that a device is none of theirs, others reach the limit.
        let code = output.status.code();
        assert!(matches!(code, Some(2 | 3)), "{script}: {code:?} {}", text(&output.stderr));
    }
}

/// Nobody hears what is said, and that is no reason to panic.
#[test]
fn standard_streams_may_be_full_or_closed() {
    let folder = tempfile::tempdir().unwrap();
    for (script, code) in [
        ("miyama solve nim:x 2>/dev/full", 2),
        ("miyama solve nim:x 2>&-", 2),
        ("miyama solve nim:3,5,6 >&- 2>&-", 0),
        ("miyama nonsense 2>/dev/full", 2),
        ("miyama 2>/dev/full", 2),
        ("miyama period 0.6 --to 100000000 --max-time 0.1 2>/dev/full", 3),
        ("miyama solve nim:3,5,6 >/dev/full", 2),
        ("miyama solve nim:3,5,6 >/dev/full 2>/dev/full", 2),
        ("miyama help >/dev/full 2>/dev/full", 2),
        ("miyama man >/dev/full 2>/dev/full", 2),
        ("echo quit | miyama play nim:3 2>/dev/full >/dev/full", 2),
    ] {
        assert_eq!(shell(folder.path(), script).status.code(), Some(code), "{script}");
    }
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(".miyama-0123456789.part"), "half a file").unwrap();
    run(folder.path(), &["period", "0.77", "--certificate", "file"], &[]);
    let names: Vec<String> = contents(folder.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["file"]);
}
