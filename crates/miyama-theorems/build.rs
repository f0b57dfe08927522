//! Lists the files of `theorems/`, so that a theorem is added by adding its file.

// Cargo reads what a build script prints.
#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is")).join("theorems");
    println!("cargo::rerun-if-changed={}", root.display());
    let files = fs::read_dir(&root).expect("the folder of theorems is part of the crate");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file can be listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "theorem"));
    files.sort();
    let mut code = String::from("pub(crate) const FILES: &[(&str, &str)] = &[\n");
    for file in files {
        let name = file.file_stem().expect("a file has a name").to_string_lossy();
        writeln!(code, "    ({name:?}, include_str!({:?})),", file.display().to_string())
            .expect("a string takes everything");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write")).join("theorems.rs");
    fs::write(out, code).expect("the folder of the build can be written");
}
