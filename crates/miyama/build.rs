//! Lists the files of `games/`, so that a game is added by adding its file.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("games");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut code = String::new();
    for (list, folders) in [("HEAP", &["heap"][..]), ("CELLS", &["grid", "strip", "graph", "edges"])] {
        writeln!(code, "pub(crate) const {list}: &[(&str, &str)] = &[").expect("a string takes everything");
        for folder in folders {
            println!("cargo::rerun-if-changed={}", root.join(folder).display());
            for file in games(&root.join(folder)) {
                let name = file.file_stem().expect("a file has a name").to_string_lossy();
                writeln!(code, "    ({name:?}, include_str!({:?})),", file.display().to_string())
                    .expect("a string takes everything");
            }
        }
        code.push_str("];\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write")).join("games.rs");
    fs::write(out, code).expect("the folder of the build can be written");
}

/// The games of a folder, by name.
fn games(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).expect("the folders of games are part of the crate");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file can be listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    files
}
