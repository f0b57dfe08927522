//! The languages are the folders of `locales`, and this decides where their sentences come
//! from. A release, whoever takes this crate from a registry, and every build with
//! `MIYAMA_TEXTS=checked` in its environment have them inside, and the compiler checks every
//! `say!` against them. A development build within the repository reads `locales/` when it
//! runs, so that a changed sentence rebuilds nothing: every crate depends on this one.

use folder::{entries, sentences, stem};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=MIYAMA_TEXTS");
    println!("cargo:rustc-check-cfg=cfg(texts_in_tree)");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let locales = here.join("locales");
    let languages = entries(&locales)?;
    fs::write(out.join("languages.rs"), enumerated(&languages).map_err(io::Error::other)?)?;

    let developing = env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_some() && here.join("../../ARCHITECTURE.md").exists();
    if developing && env::var_os("MIYAMA_TEXTS").is_none_or(|wish| wish != "checked") {
        println!("cargo:rustc-cfg=texts_in_tree");
        return Ok(());
    }
    println!("cargo:rerun-if-changed=locales");
    fs::write(out.join("catalogues.rs"), catalogues(&languages)?)?;
    fs::write(out.join("signatures.rs"), signatures(&locales.join("en"))?)
}

/// The enum of languages; English, which every key has, is the default.
fn enumerated(languages: &[PathBuf]) -> Result<String, std::fmt::Error> {
    let codes: Vec<String> = languages.iter().map(|path| stem(path)).collect();
    let variant = |code: &str| code[..1].to_uppercase() + &code[1..];
    let mut code = String::from(
        "/// A language: a folder of `locales`.\n\
         #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]\n\
         #[serde(rename_all = \"lowercase\")]\npub enum Lang {\n",
    );
    for language in &codes {
        let default = if language == "en" { "#[default] " } else { "" };
        writeln!(code, "    /// The language with the code `{language}`.\n    {default}{},", variant(language))?;
    }
    let all: Vec<String> = codes.iter().map(|language| format!("Lang::{}", variant(language))).collect();
    writeln!(code, "}}\n\nconst LANGUAGES: &[(Lang, &str)] = &[")?;
    for (lang, language) in all.iter().zip(&codes) {
        writeln!(code, "    ({lang}, {language:?}),")?;
    }
    writeln!(code, "];")?;
    Ok(code)
}

/// All sentences as a Rust array: a list for each language, sorted by key, so that a program
/// that starts reads nothing.
fn catalogues(languages: &[PathBuf]) -> io::Result<String> {
    let mut code = String::from("static CATALOGUES: &[&[(&str, &str)]] = &[\n");
    for language in languages {
        code.push_str("    &[\n");
        for (key, sentence) in sentences(language)? {
            writeln!(code, "        ({key:?}, {sentence:?}),").map_err(io::Error::other)?;
        }
        code.push_str("    ],\n");
    }
    code.push_str("];\n");
    Ok(code)
}

/// All keys, sorted, with the sorted names of their arguments.
fn signatures(english: &Path) -> io::Result<String> {
    let mut code = String::from("const SIGNATURES: &[(&str, &[&str])] = &[\n");
    for (key, sentence) in sentences(english)? {
        writeln!(code, "    ({key:?}, &{:?}),", placeholder::names(&sentence)).map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    Ok(code)
}

#[path = "src/folder.rs"]
mod folder;
#[path = "src/placeholder.rs"]
mod placeholder;
