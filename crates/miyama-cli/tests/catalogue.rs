//! The catalogue and the program fit: every text that the sources say exists
//! with exactly these arguments, and every text of the catalogue is said.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama_text::{Lang, keys, lookup, placeholders};
use std::collections::BTreeMap;
use std::path::Path;

/// `say!("key", name = …, …)` with the names of its arguments.
fn said(source: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let uncommented: String =
        source.lines().filter(|l| !l.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    for (at, _) in uncommented.match_indices("say!(") {
        let inside = balanced(&uncommented[at + 5..]);
        let Some(key) = inside.trim_start().strip_prefix('"').and_then(|k| k.split('"').next()) else { continue };
        let rest = &inside[inside.find(key).unwrap() + key.len() + 1..];
        let mut names: Vec<String> = split_commas(rest)
            .iter()
            .filter_map(|piece| piece.split_once('=').map(|(name, _)| name.trim().to_owned()))
            .filter(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_'))
            .collect();
        names.sort();
        found.push((key.to_owned(), names));
    }
    found
}

/// The text up to the bracket that closes what is open before it.
fn balanced(text: &str) -> &str {
    let (mut depth, mut in_string, mut escaped) = (1, false, false);
    for (at, c) in text.char_indices() {
        if in_string {
            (escaped, in_string) = (!escaped && c == '\\', escaped || c != '"');
            continue;
        }
        match c {
            '"' => in_string = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[..at];
        }
    }
    text
}

/// Splits at the commas that stand in no bracket and no string.
fn split_commas(text: &str) -> Vec<&str> {
    let (mut pieces, mut depth, mut start) = (Vec::new(), 0, 0);
    let (mut in_string, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        if in_string {
            (escaped, in_string) = (!escaped && c == '\\', escaped || c != '"');
            continue;
        }
        match c {
            '"' => in_string = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}

fn sources(folder: &Path, all: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push(std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn what_is_said_and_what_the_catalogue_holds_are_the_same() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut texts = Vec::new();
    for folder in std::fs::read_dir(crates).unwrap() {
        sources(&folder.unwrap().path().join("src"), &mut texts);
    }
    let mut used: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (key, names) in texts.iter().flat_map(|text| said(text)) {
        match lookup(&key, Lang::En) {
            None => wrong.push(format!("{key} is said but not in the catalogue")),
            Some(pattern) if placeholders(pattern) != names => {
                wrong.push(format!("{key} is said with {names:?}, its text has {:?}", placeholders(pattern)));
            }
            Some(_) => {}
        }
        used.insert(key, names);
    }
    // The help is looked up by the names of commands and arguments; its own test covers it.
    // The texts of the page are said by its scripts; the test below covers them.
    for key in keys().filter(|key| !key.starts_with("help.") && !key.starts_with("page.")) {
        let quoted = format!("\"{key}\"");
        if !used.contains_key(key) && !texts.iter().any(|text| text.contains(&quoted)) {
            wrong.push(format!("{key} is never said"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The keys that a file of the page says: `say("key"` in scripts,
/// `data-say="key"` and `data-label="key"` in HTML.
fn said_by_page(source: &str) -> Vec<String> {
    let heads = ["say(\"", "data-say=\"", "data-label=\""];
    heads
        .iter()
        .flat_map(|head| source.split(head).skip(1).filter_map(|rest| rest.split('"').next()))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_page_says_what_the_catalogue_holds() {
    let mut said = std::collections::BTreeSet::new();
    let mut all = String::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "js" || e == "html") {
            let source = std::fs::read_to_string(path).unwrap();
            said.extend(said_by_page(&source));
            all.push_str(&source);
        }
    }
    let unknown: Vec<&String> = said.iter().filter(|key| lookup(&format!("page.{key}"), Lang::En).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?} are said by the page but not in the catalogue");
    let unsaid: Vec<&str> =
        keys().filter_map(|key| key.strip_prefix("page.")).filter(|key| !all.contains(&format!("\"{key}\""))).collect();
    assert!(unsaid.is_empty(), "{unsaid:?} are never said by the page");
}

#[test]
fn the_scanner_sees_nested_arguments() {
    let source = r#"say!("a.b", x = f(1, "),"), many = vec![say!("c.d", y = 2)])"#;
    let expected =
        [("a.b".to_owned(), vec!["many".to_owned(), "x".to_owned()]), ("c.d".to_owned(), vec!["y".to_owned()])];
    assert_eq!(said(source), expected);
}
