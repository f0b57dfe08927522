//! Renders the chapters of the book, so that a chapter is added by adding its file and its line
//! in `SUMMARY.md`.

// Cargo reads what a build script prints; a book that cannot be rendered stops the build.
#![allow(clippy::print_stdout, clippy::panic)]

#[path = "src/render.rs"]
mod render;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    println!("cargo::rerun-if-changed=src/render.rs");
    let (mut books, mut pictures) = (String::new(), String::new());
    for lang in folders(&root) {
        println!("cargo::rerun-if-changed={}", root.join(&lang).display());
        let folder = root.join(&lang);
        writeln!(books, "    ({lang:?}, &[{}]),", chapters(&lang, &folder, &out)).expect("a string takes everything");
        for file in files(&folder.join("pictures")) {
            let path = format!("{lang}/pictures/{}", name(&file));
            writeln!(pictures, "    ({path:?}, include_bytes!({:?})),", file.display().to_string())
                .expect("a string takes everything");
        }
    }
    let code = format!(
        "const CHAPTERS: &[(&str, &[Chapter])] = &[\n{books}];\nconst PICTURES: &[(&str, &[u8])] = &[\n{pictures}];\n"
    );
    fs::write(out.join("book.rs"), code).expect("the folder of the build can be written");
}

/// The languages: the folders with a summary.
fn folders(root: &Path) -> Vec<String> {
    let mut found: Vec<String> =
        files(root).iter().filter(|path| path.join("SUMMARY.md").is_file()).map(|path| name(path)).collect();
    found.sort();
    found
}

/// The chapters of a language as Rust, in the order of its summary.
fn chapters(lang: &str, folder: &Path, out: &Path) -> String {
    let read =
        |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{lang}/{file}: {error}"));
    let listed = render::summary(&read("SUMMARY.md"));
    let rendered: Vec<render::Chapter> =
        listed.iter().map(|(_, name)| render::chapter(lang, &read(&format!("{name}.md")))).collect();
    for (chapter, (_, name)) in rendered.iter().zip(&listed) {
        for link in &chapter.links {
            let (file, id) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { name } else { file.trim_end_matches(".md") };
            let leads = listed
                .iter()
                .position(|(_, name)| name == file)
                .is_some_and(|at| id.is_empty() || rendered[at].sections.iter().any(|(own, _)| own == id));
            assert!(leads || folder.join(link).is_file(), "{lang}/{name}.md: the link {link} leads nowhere");
        }
    }
    let mut code = String::new();
    for ((part, name), chapter) in listed.iter().zip(rendered) {
        let file = out.join(format!("{lang}-{name}.html"));
        fs::write(&file, chapter.html).expect("the folder of the build can be written");
        let sections: Vec<String> =
            chapter.sections.iter().map(|(id, title)| format!("Section {{ id: {id:?}, title: {title:?} }}")).collect();
        write!(
            code,
            "Chapter {{ name: {name:?}, part: {part:?}, title: {:?}, html: include_str!({:?}), sections: &[{}] }}, ",
            chapter.title,
            file.display().to_string(),
            sections.join(", ")
        )
        .expect("a string takes everything");
    }
    code
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file can be listed").path()).collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file has a name").to_string_lossy().into_owned()
}
