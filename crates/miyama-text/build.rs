//! Decides where the sentences come from. A release, and whoever takes this crate from a
//! registry, has them inside. A development build within the repository reads `texts/`
//! when it runs, so that a changed sentence rebuilds nothing: every crate depends on this one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-check-cfg=cfg(texts_in_tree)");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("texts.rs");
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_some() && here.join("../../ARCHITECTURE.md").exists() {
        println!("cargo:rustc-cfg=texts_in_tree");
        return fs::write(out, "");
    }
    println!("cargo:rerun-if-changed=texts");
    fs::write(out, list(&here.join("texts"))?)
}

/// The files of `folder` as a Rust array of their names and contents.
fn list(folder: &Path) -> io::Result<String> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    let mut code = String::from("const FILES: &[(&str, &str)] = &[\n");
    for path in paths {
        let topic = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(code, "    ({topic:?}, include_str!({:?})),", path.display().to_string()).map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    Ok(code)
}
