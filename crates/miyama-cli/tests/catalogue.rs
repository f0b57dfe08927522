//! The catalogue and the page fit. (Texts of the program are checked by the compiler, those of
//! its help where the command line is made.)
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama_text::{Lang, keys, lookup};

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
    // Some keys are put together: say(`tile_${name}`), or stand as the names of fields.
    let heads: Vec<&str> = all.split("say(`").skip(1).filter_map(|rest| rest.split("${").next()).collect();
    let is_said = |key: &str| {
        let composed = heads.iter().any(|head| !head.is_empty() && key.starts_with(head));
        composed || all.contains(&format!("\"{key}\"")) || all.contains(&format!("\n  {key}: "))
    };
    let unsaid: Vec<&str> = keys().filter_map(|key| key.strip_prefix("page.")).filter(|key| !is_said(key)).collect();
    assert!(unsaid.is_empty(), "{unsaid:?} are never said by the page");
}
