//! The crates, and the modules of the library, depend on each other as ARCHITECTURE.md says; every
//! crate begins with an example.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

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

/// The list of lines `name`, `sign`, names.
fn of_text(root: &Path, sign: &str) -> Edges {
    let text = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once(sign));
    lines.map(|(name, on)| (name.trim().to_owned(), on.split_whitespace().map(str::to_owned).collect())).collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn crates_depend_on_each_other_as_the_architecture_says() {
    assert_eq!(of_manifests(&root()), of_text(&root(), " <-"));
}

/// The Rust files of a folder and of those below it.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true => sources(&entry, found),
            false => found.extend(Some(entry).filter(|path| path.extension().is_some_and(|kind| kind == "rs"))),
        }
    }
}

/// Which modules of the library each of them names, tests and comments aside.
fn of_modules(root: &Path) -> Edges {
    let folder = root.join("crates/miyama/src");
    let (mut files, mut edges) = (vec![], Edges::new());
    sources(&folder, &mut files);
    let module = |file: &Path| {
        let first = file.strip_prefix(&folder).unwrap().iter().next().unwrap().to_str().unwrap();
        first.trim_end_matches(".rs").to_owned()
    };
    let modules: BTreeSet<String> = files.iter().map(|file| module(file)).filter(|name| name != "lib").collect();
    for file in files.iter().filter(|file| modules.contains(&module(file))) {
        let text = std::fs::read_to_string(file).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let named = lines.flat_map(|line| line.split("crate::").skip(1)).map(|rest| {
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
            // What the root of the crate shows under its own name.
            match name {
                "Game" | "Games" => "game",
                "Move" | "Position" => "sum",
                name => name,
            }
        });
        let own = module(file);
        let others = named.filter(|name| modules.contains(*name) && *name != own).map(str::to_owned);
        edges.entry(own.clone()).or_default().extend(others);
    }
    edges
}

#[test]
fn modules_of_the_library_use_each_other_as_the_architecture_says() {
    assert_eq!(of_modules(&root()), of_text(&root(), " uses:"));
}

/// The modules that use each other in a circle: what is left when those that use none of the others are taken
/// away, again and again.
fn in_circles(mut edges: Edges) -> Edges {
    loop {
        let below: BTreeSet<String> =
            edges.iter().filter(|(_, uses)| uses.is_empty()).map(|(name, _)| name.clone()).collect();
        if below.is_empty() {
            return edges;
        }
        edges.retain(|name, _| !below.contains(name));
        edges.values_mut().for_each(|uses| uses.retain(|name| !below.contains(name)));
    }
}

#[test]
fn no_module_of_the_library_is_above_and_below_another() {
    assert_eq!(in_circles(of_modules(&root())), Edges::new());
    let edge = |from: &str, to: &[&str]| (from.to_owned(), to.iter().map(|&name| name.to_owned()).collect());
    let circle: Edges = [edge("a", &["b"]), edge("b", &["a"]), edge("c", &[])].into();
    assert_eq!(in_circles(circle).len(), 2, "a circle is seen");
}

#[test]
fn every_crate_begins_with_an_example() {
    let crates = std::fs::read_dir(root().join("crates")).unwrap().map(|folder| folder.unwrap().path());
    for folder in crates.chain([root().join("book")]) {
        let text = std::fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        let front: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(front.contains(&"//! ```"), "{}: no example on the first page", folder.display());
        assert!(front.iter().any(|line| line.contains("assert")), "{}: it answers nothing", folder.display());
    }
}
