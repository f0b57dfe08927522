//! The files of the page, part of the program.

/// The page's file at a path: its kind and its bytes. There are no others, so
/// that no path, however it is written, leads anywhere else.
pub(super) fn file(path: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|(at, _, _)| *at == path).map(|(_, kind, bytes)| (*kind, *bytes))
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const FILES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("../../page/index.html")),
    ("/style.css", CSS, include_str!("../../page/style.css")),
    ("/icon.svg", SVG, include_str!("../../page/icon.svg")),
    ("/api.js", SCRIPT, include_str!("../../page/api.js")),
    ("/boards.js", SCRIPT, include_str!("../../page/boards.js")),
    ("/check.js", SCRIPT, include_str!("../../page/check.js")),
    ("/define.js", SCRIPT, include_str!("../../page/define.js")),
    ("/dom.js", SCRIPT, include_str!("../../page/dom.js")),
    ("/fields.js", SCRIPT, include_str!("../../page/fields.js")),
    ("/heat.js", SCRIPT, include_str!("../../page/heat.js")),
    ("/inspector.js", SCRIPT, include_str!("../../page/inspector.js")),
    ("/move-list.js", SCRIPT, include_str!("../../page/move-list.js")),
    ("/nim-sequence.js", SCRIPT, include_str!("../../page/nim-sequence.js")),
    ("/page.js", SCRIPT, include_str!("../../page/page.js")),
    ("/pieces.js", SCRIPT, include_str!("../../page/pieces.js")),
    ("/play-rules.js", SCRIPT, include_str!("../../page/play-rules.js")),
    ("/play-state.js", SCRIPT, include_str!("../../page/play-state.js")),
    ("/play.js", SCRIPT, include_str!("../../page/play.js")),
    ("/press.js", SCRIPT, include_str!("../../page/press.js")),
    ("/see.js", SCRIPT, include_str!("../../page/see.js")),
    ("/theorem.js", SCRIPT, include_str!("../../page/theorem.js")),
    ("/sequence.js", SCRIPT, include_str!("../../page/sequence.js")),
    ("/state.js", SCRIPT, include_str!("../../page/state.js")),
    ("/texts.js", SCRIPT, include_str!("../../page/texts.js")),
    ("/values.js", SCRIPT, include_str!("../../page/values.js")),
    ("/waiting.js", SCRIPT, include_str!("../../page/waiting.js")),
];

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn the_list_of_files_is_the_folder() {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/page")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name != "eslint.config.js" && [".html", ".css", ".js", ".svg"].iter().any(|end| name.ends_with(end)) {
                found.push(if name == "index.html" { "/".to_owned() } else { format!("/{name}") });
            }
        }
        found.sort();
        let mut listed: Vec<&str> = FILES.iter().map(|(path, _, _)| *path).collect();
        listed.sort_unstable();
        assert_eq!(found, listed);
    }
}
