//! Runs that are killed at random moments, again and again, lose nothing that
//! they saved and never leave half a file.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MIYAMA: &str = env!("CARGO_BIN_EXE_miyama");

/// A run: the words of its command, and its file.
struct Run<'a> {
    folder: &'a Path,
    args: &'a [&'a str],
    file: &'a str,
}

impl Run<'_> {
    fn command(&self) -> Command {
        let mut command = Command::new(MIYAMA);
        command.args(self.args).current_dir(self.folder).env("MIYAMA_SAVE_EVERY", "4").env("LC_ALL", "C");
        if self.folder.join(self.file).exists() {
            command.arg("--resume");
        }
        command
    }

    /// Standard output of a run that nobody kills.
    fn whole(&self) -> String {
        let output = self.command().output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        // How many sums were looked at depends on what was known.
        said.lines().filter(|line| !line.starts_with("Method:")).map(|line| format!("{line}\n")).collect()
    }

    /// Starts the run and kills it after a while. True if it had ended.
    fn killed_after(&self, pause: Duration) -> bool {
        let mut child = self.command().stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(pause);
        let ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        // A file that cannot be read again would be refused here.
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        ended
    }
}

/// Moments that differ from run to run, without a table of random numbers.
fn moments(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed | 1;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

/// Kills the run so many times, or as often as the time allows, and begins anew whenever it came
/// to its end; every end is the same as without. Gives the number of kills.
fn kill(times: usize, within: Duration, args: &[&str], file: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let run = Run { folder: folder.path(), args, file };
    let began = Instant::now();
    let truth = run.whole();
    let length = began.elapsed().max(Duration::from_millis(4));
    std::fs::remove_file(folder.path().join(file)).unwrap();
    let mut random = moments(u64::from(std::process::id()));
    let (mut resumed, mut tried) = (0, 0);
    while tried < times && began.elapsed() < within {
        tried += 1;
        resumed += usize::from(folder.path().join(file).exists());
        let part = random.next().unwrap() % 1000;
        if run.killed_after(length.mul_f64(part as f64 / 1000.0)) {
            assert_eq!(run.whole(), truth);
            std::fs::remove_file(folder.path().join(file)).unwrap();
        }
    }
    assert!(resumed > tried / 10, "{resumed} of {tried} went on from a file");
    assert_eq!(run.whole(), truth);
    // The last run removed what killed ones left.
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [file]);
    tried
}

/// For runs that are bounded by their number alone.
const ANY: Duration = Duration::MAX;

const OCTAL: [&str; 8] = ["period", "0.6", "--to", "20000", "--state", "state", "--threads", "1"];
const SEVERAL: [&str; 8] = ["period", "0.9", "--to", "3000", "--state", "state", "--threads", "2"];
const BRICKS: [&str; 7] = ["bricks", "2x4", "6", "--shard", "2/3", "--save", "shard"];

#[test]
fn nim_values_survive_kills() {
    kill(60, ANY, &OCTAL, "state");
    kill(40, ANY, &SEVERAL, "state");
}

/// Who wins by search, misère, where no value helps.
const SEARCH: [&str; 7] = ["solve", "--misere", "clobber:3x4", "--state", "state", "--threads", "2"];

#[test]
fn searches_survive_kills() {
    kill(50, ANY, &SEARCH, "state");
}

/// Every code is a task; the rows of those that are done are saved.
const QUOTIENTS: [&str; 13] = [
    "quotient",
    "--all",
    "2",
    "--to",
    "100",
    "--elements",
    "24",
    "--state",
    "state",
    "--format",
    "csv",
    "--threads",
    "2",
];

#[test]
fn tables_of_quotients_survive_kills() {
    kill(40, ANY, &QUOTIENTS, "state");
}

#[test]
fn shards_survive_kills() {
    kill(60, ANY, &BRICKS, "shard");
}

/// `scripts/test --long` runs it: as many kills of each kind as `MIYAMA_SECONDS` allow, an eighth
/// of an hour unless it says otherwise.
#[test]
#[ignore = "minutes"]
#[allow(clippy::print_stdout)]
fn thousands_of_kills() {
    let seconds = std::env::var("MIYAMA_SECONDS").map_or(450, |text| text.parse().unwrap());
    let within = Duration::from_secs(seconds);
    let runs: [(&str, usize, &[&str], &str); 4] = [
        ("nim values", 3000, &OCTAL, "state"),
        ("nim values, two threads", 1500, &SEVERAL, "state"),
        ("shards", 3000, &BRICKS, "shard"),
        ("quotients", 1000, &QUOTIENTS, "state"),
    ];
    for (name, times, args, file) in runs {
        let began = Instant::now();
        let kills = kill(times, within, args, file);
        println!("{name}: {kills} kills in {} s", began.elapsed().as_secs());
    }
}
