//! What ARCHITECTURE.md says about the sources is so.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// All Rust sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Does the source use the keyword, outside of comments and names?
fn has_unsafe(source: &str) -> bool {
    let code = source.lines().map(|line| line.split("//").next().unwrap());
    let mut words = code.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.any(|word| word == "unsafe")
}

/// The section names each file with unsafe code by its path in the crate, in
/// backticks, and no other file.
#[test]
fn every_file_with_unsafe_code_is_named_in_the_architecture() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let root = crates.parent().unwrap();
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## Unsafe code\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut named: Vec<String> =
        section.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs")).map(str::to_owned).collect();
    named.sort();
    let mut found = Vec::new();
    for folder in std::fs::read_dir(crates).unwrap() {
        let mut files = Vec::new();
        sources(&folder.unwrap().path().join("src"), &mut files);
        let unsafe_files = files.iter().filter(|file| has_unsafe(&std::fs::read_to_string(file).unwrap()));
        found.extend(unsafe_files.map(|file| file.strip_prefix(root).unwrap().display().to_string()));
    }
    found.sort();
    assert_eq!(named, found);
}

#[test]
fn the_keyword_is_told_from_other_words() {
    assert!(has_unsafe("let x = unsafe { y };") && has_unsafe("unsafe impl Sync for T {}"));
    assert!(!has_unsafe("#![allow(unsafe_code)]\n// unsafe\n"));
}
