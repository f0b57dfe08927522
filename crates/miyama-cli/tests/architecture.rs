//! The crates depend on each other as ARCHITECTURE.md says.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Edges = BTreeMap<String, BTreeSet<String>>;

fn short(name: &str) -> String {
    name.strip_prefix("miyama-").unwrap_or(name).to_owned()
}

/// What each manifest asks for, tests aside.
fn of_manifests(root: &Path) -> Edges {
    let mut edges = Edges::new();
    let crates = std::fs::read_dir(root.join("crates")).unwrap().map(|folder| folder.unwrap().path());
    for folder in crates.chain([root.join("book"), root.join("python")]) {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let lines = section.lines().take_while(|line| !line.starts_with('['));
        let names =
            lines.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|name| name.starts_with("miyama"));
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        edges.insert(short(&name), names.map(short).collect());
    }
    edges
}

/// The list `name <- names`.
fn of_text(root: &Path) -> Edges {
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once("<-"));
    lines.map(|(name, on)| (name.trim().to_owned(), on.split_whitespace().map(str::to_owned).collect())).collect()
}

#[test]
fn crates_depend_on_each_other_as_the_architecture_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert_eq!(of_manifests(&root), of_text(&root));
}
