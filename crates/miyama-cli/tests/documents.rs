//! What the documents show is what the program says: the commands of every block marked
//! `console` are run, and their output is compared. A last line `…` stands for more, and lines
//! `> ` right below a command go on with it. Commands in tables are run too: each must answer.
//! Pictures of the book are those that its commands draw.
//!
//! With `MIYAMA_BLESS=1` outputs and pictures are written as they are now.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A command, what it writes, and the line of the document.
struct Shown {
    line: usize,
    command: String,
    expected: Vec<String>,
}

/// A document: lines that are its own, and commands with what they write.
enum Piece {
    Line(String),
    Shown(Shown),
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            all.push(Piece::Shown(Shown { line: number, command: command.to_owned(), expected: vec![] }));
            continue;
        } else if inside {
            let Some(Piece::Shown(shown)) = all.last_mut() else { panic!("line {number}: no command") };
            match line.strip_prefix("> ").filter(|_| shown.expected.is_empty()) {
                Some(more) => shown.command = format!("{}\n{more}", shown.command),
                None => shown.expected.push(line.to_owned()),
            }
            continue;
        }
        all.push(Piece::Line(line.to_owned()));
    }
    all
}

fn shown(pieces: &[Piece]) -> impl Iterator<Item = &Shown> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Shown(shown) => Some(shown),
        Piece::Line(_) => None,
    })
}

/// The commands that stand in tables, with their lines.
fn in_tables(text: &str) -> Vec<(usize, String)> {
    let rows = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with('|'));
    let code = |(number, line): (usize, &str)| {
        let spans: Vec<&str> = line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("miyama ")).collect();
        spans.into_iter().map(move |code| (number, code.replace("\\|", "|"))).collect::<Vec<_>>()
    };
    rows.flat_map(code).collect()
}

/// The last `…` of what is expected cuts what was found.
fn cut(expected: &[String], mut found: Vec<String>) -> Vec<String> {
    if expected.last().is_some_and(|line| line == "…") && found.len() >= expected.len() {
        found.truncate(expected.len() - 1);
        found.push("…".to_owned());
    }
    found
}

/// A folder that looks like that of the sources, for what commands read and write.
fn scratch(root: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["crates", "examples"] {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

/// What a command of a shell does, `miyama` being the program.
fn run(command: &str, folder: &Path, locale: &str) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_miyama")).parent().unwrap().to_str().unwrap();
    let path = format!("{program}:{}", std::env::var("PATH").unwrap());
    let variables = [("LC_ALL", locale), ("PATH", &path)];
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).envs(variables).stdin(Stdio::null());
    shell.output().unwrap()
}

/// What is shown of it: the answer, and the message if there is none. Notes beside an answer may
/// depend on how busy the machine is.
fn lines(output: Output) -> Vec<String> {
    let message = if matches!(output.status.code(), Some(0 | 1)) { vec![] } else { output.stderr };
    let text = String::from_utf8([output.stdout, message].concat()).unwrap();
    text.lines().map(|line| line.trim_end().to_owned()).collect()
}

/// The documents with commands, by their paths from the root.
fn documents(root: &Path) -> Vec<PathBuf> {
    let mut all = vec![PathBuf::from("README.md"), PathBuf::from("README.ja.md")];
    for lang in ["en", "ja"] {
        let folder = Path::new("book").join(lang);
        let names = std::fs::read_dir(root.join(&folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let chapters = names.filter(|name| name.to_str().unwrap().ends_with(".md") && name != "SUMMARY.md");
        all.extend(chapters.map(|name| folder.join(name)));
    }
    all
}

/// The language that a document is in, as a locale.
fn locale(document: &Path) -> &'static str {
    let name = document.to_str().unwrap();
    if name.starts_with("book/ja") || name.ends_with(".ja.md") { "ja_JP.UTF-8" } else { "C" }
}

/// What is wrong with a document; nothing, once it is blessed.
fn differences(root: &Path, document: &Path, bless: bool) -> Vec<String> {
    let text = std::fs::read_to_string(root.join(document)).unwrap();
    let (folder, locale) = (scratch(root), locale(document));
    let (mut wrong, mut written) = (vec![], String::new());
    for piece in pieces(&text) {
        match piece {
            Piece::Line(line) => written += &format!("{line}\n"),
            Piece::Shown(Shown { line, command, expected }) => {
                let found = cut(&expected, lines(run(&command, folder.path(), locale)));
                let is_same = found.iter().eq(expected.iter().map(|line| line.trim_end()));
                if !is_same {
                    let (expected, found) = (expected.join("\n"), found.join("\n"));
                    wrong.push(format!("{}:{line}: {command}\nshown:\n{expected}\ntrue:\n{found}", document.display()));
                }
                written += &format!("$ {}\n", command.replace('\n', "\n> "));
                written.extend(found.iter().map(|line| format!("{line}\n")));
            }
        }
    }
    // The other languages have the same tables.
    if locale == "C" && document.starts_with("book") {
        for (line, command) in in_tables(&text) {
            let output = run(&command, folder.path(), locale);
            if !matches!(output.status.code(), Some(0 | 1)) {
                wrong.push(format!("{}:{line}: {command}\n{}", document.display(), lines(output).join("\n")));
            }
        }
    }
    let pictures = root.join(document).parent().unwrap().join("pictures");
    for name in text.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next()) {
        let Ok(drawn) = std::fs::read(folder.path().join(name)) else {
            wrong.push(format!("{}: no command draws {name}", document.display()));
            continue;
        };
        if bless {
            std::fs::write(pictures.join(name), drawn).unwrap();
        } else if std::fs::read(pictures.join(name)).ok() != Some(drawn) {
            wrong.push(format!("{}: the picture {name} is another now", document.display()));
        }
    }
    if bless && written != text {
        std::fs::write(root.join(document), written).unwrap();
        wrong.clear();
    }
    wrong
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn documents_show_what_the_program_says() {
    let (root, bless) = (root(), std::env::var_os("MIYAMA_BLESS").is_some());
    let (documents, next, wrong) = (documents(&root), AtomicUsize::new(0), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(document) = documents.get(next.fetch_add(1, Ordering::Relaxed)) {
                    wrong.lock().unwrap().extend(differences(&root, document, bless));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}\n(MIYAMA_BLESS=1 writes outputs as they are now)", wrong.join("\n\n"));
}

#[test]
fn the_book_shows_the_same_commands_in_every_language() {
    let root = root();
    let mut commands: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for document in documents(&root).iter().filter(|document| document.starts_with("book")) {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        let typed = shown(&pieces(&text)).map(|one| one.command.clone()).collect::<Vec<_>>();
        let all = typed.into_iter().chain(in_tables(&text).into_iter().map(|(_, command)| command)).collect();
        commands.entry(document.file_name().unwrap().to_str().unwrap().to_owned()).or_default().push(all);
    }
    let total: usize = commands.values().map(|of_chapter| of_chapter[0].len()).sum();
    assert!(total >= 100, "{total} commands");
    for (name, of_chapter) in commands {
        assert_eq!(of_chapter.len(), 2, "{name} is not in every language");
        assert_eq!(of_chapter[0], of_chapter[1], "{name}");
    }
}

#[test]
fn blocks_are_read_as_they_are_meant() {
    let text = "```\n$ no\n```\n```console\n$ a\n> > b\nb\n\n$ c\n…\n```\n$ d";
    let pieces = pieces(text);
    let all: Vec<(usize, &str, usize)> =
        shown(&pieces).map(|one| (one.line, one.command.as_str(), one.expected.len())).collect();
    assert_eq!(all, [(5, "a\n> b", 2), (9, "c", 1)]);
    let table = "| `miyama a \\| b` and `x` | `miyama c` |\n`miyama d`";
    assert_eq!(in_tables(table), [(1, "miyama a | b".to_owned()), (1, "miyama c".to_owned())]);
}

#[test]
fn dots_stand_for_one_line_or_more() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cut(&lines("a\n…"), lines("a\nb\nc")), lines("a\n…"));
    assert_eq!(cut(&lines("a\n…"), lines("a")), lines("a"));
    assert_eq!(cut(&lines("a"), lines("a\nb")), lines("a\nb"));
}
