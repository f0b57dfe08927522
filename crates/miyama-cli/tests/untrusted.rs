//! Whatever reads bytes from outside reads the seeds of its fuzz target and
//! mutants of them.
#![allow(clippy::unwrap_used, clippy::panic, dead_code)]

#[path = "untrusted/mod.rs"]
mod seeds;

use miyama_cli::untrusted::TARGETS;
use seeds::{folder, names, read_all, read_seeds};

/// Mutants of each seed.
const MUTANTS: usize = 40;

/// `answer` closes the door to files for its process and has one of its own.
#[test]
fn no_seed_or_mutant_is_a_defect() {
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                let targets = TARGETS.iter().filter(|target| target.name != "answer");
                targets.skip(half).step_by(2).for_each(|target| read_seeds(target, MUTANTS));
            });
        }
    });
}

#[test]
fn every_reader_has_a_fuzz_target_and_seeds() {
    let mut readers: Vec<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    readers.sort();
    assert_eq!(names(&folder("seeds")), readers);
    let files: Vec<String> = readers.iter().map(|name| format!("{name}.rs")).collect();
    assert_eq!(names(&folder("targets")), files);
    let manifest = std::fs::read_to_string(folder("Cargo.toml")).unwrap();
    for name in &readers {
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"targets/{name}.rs\"")), "{name}");
        let source = std::fs::read_to_string(folder("targets").join(format!("{name}.rs"))).unwrap();
        assert!(source.contains(&format!("untrusted::read(\"{name}\", input)")), "{name}");
    }
}

/// Files that carry a version and a hash: the program accepts its seeds, so that mutants
/// come from what it writes today.
#[test]
fn sealed_seeds_are_what_the_program_writes_today() {
    let asked: [&[&str]; 4] = [
        &["verify", "certificate/01", "certificate/02", "certificate/quotient-0.33", "certificate/theorem-yama"],
        &["bricks --merge", "shard/01"],
        &["merge", "results/01", "results/02", "results/03"],
        &["period 0.77 --to 60 --resume --state", "state/01"],
    ];
    for (question, seeds) in asked.iter().filter_map(|asked| asked.split_first()) {
        for seed in seeds {
            let copy = tempfile::NamedTempFile::new().unwrap();
            std::fs::copy(folder("seeds").join(seed), copy.path()).unwrap();
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_miyama"));
            let output = command.args(question.split(' ')).arg(copy.path()).output().unwrap();
            assert!(output.status.success(), "{seed}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// Ten million mutants for each reader, or as many as `MIYAMA_SECONDS` allow: of the seeds, and
/// of what fuzzing has added to them. `MIYAMA_READER` names one reader, `MIYAMA_SEED` begins with
/// another number.
#[test]
#[ignore = "hours"]
fn millions_of_mutants() {
    let number = |name: &str, else_: u64| std::env::var(name).map_or(else_, |text| text.parse().unwrap());
    let (most, seconds, seed) =
        (number("MIYAMA_INPUTS", 10_000_000), number("MIYAMA_SECONDS", 600), number("MIYAMA_SEED", 1));
    let only = std::env::var("MIYAMA_READER").ok();
    for target in TARGETS.iter().filter(|target| only.as_ref().is_none_or(|only| only == target.name)) {
        let (start, mut read) = (std::time::Instant::now(), 0);
        let time_left = || start.elapsed().as_secs() < seconds;
        for round in 0.. {
            if read >= most || !time_left() {
                break;
            }
            read += read_all(target, 200, seed + round);
        }
        println!("{:12} {read:9} inputs in {:4} s", target.name, start.elapsed().as_secs());
    }
}

/// A reader that panics is noticed.
#[test]
fn a_defect_is_noticed() {
    let broken = miyama_cli::untrusted::Target { name: "board", read: |input| assert!(input.len() < 5) };
    assert!(std::panic::catch_unwind(|| read_seeds(&broken, 0)).is_err());
}
