//! The files of the page, part of the program.

/// The page's file at a path: its kind and its bytes. There are no others, so
/// that no path, however it is written, leads anywhere else.
pub(super) fn file(path: &str) -> Option<(&'static str, &'static str)> {
    FILES.iter().find(|(at, _, _)| *at == path).map(|(_, kind, bytes)| (*kind, *bytes))
}

pub(super) const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

const FILES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("../../page/index.html")),
    ("/style.css", CSS, include_str!("../../page/style.css")),
    ("/icon.svg", SVG, include_str!("../../page/icon.svg")),
    ("/analysis.js", SCRIPT, include_str!("../../page/analysis.js")),
    ("/api.js", SCRIPT, include_str!("../../page/api.js")),
    ("/arguments.js", SCRIPT, include_str!("../../page/arguments.js")),
    ("/axes.js", SCRIPT, include_str!("../../page/axes.js")),
    ("/blackboard.js", SCRIPT, include_str!("../../page/blackboard.js")),
    ("/book.css", CSS, include_str!("../../page/book.css")),
    ("/book.js", SCRIPT, include_str!("../../page/book.js")),
    ("/boards.js", SCRIPT, include_str!("../../page/boards.js")),
    ("/building.js", SCRIPT, include_str!("../../page/building.js")),
    ("/by-definition.js", SCRIPT, include_str!("../../page/by-definition.js")),
    ("/check.js", SCRIPT, include_str!("../../page/check.js")),
    ("/claims.js", SCRIPT, include_str!("../../page/claims.js")),
    ("/colours.js", SCRIPT, include_str!("../../page/colours.js")),
    ("/commands.js", SCRIPT, include_str!("../../page/commands.js")),
    ("/define.js", SCRIPT, include_str!("../../page/define.js")),
    ("/diagram.js", SCRIPT, include_str!("../../page/diagram.js")),
    ("/dom.js", SCRIPT, include_str!("../../page/dom.js")),
    ("/explore-bricks.js", SCRIPT, include_str!("../../page/explore-bricks.js")),
    ("/explore-record.js", SCRIPT, include_str!("../../page/explore-record.js")),
    ("/explore-value.js", SCRIPT, include_str!("../../page/explore-value.js")),
    ("/explore-word.js", SCRIPT, include_str!("../../page/explore-word.js")),
    ("/explore.js", SCRIPT, include_str!("../../page/explore.js")),
    ("/exports.js", SCRIPT, include_str!("../../page/exports.js")),
    ("/fields.js", SCRIPT, include_str!("../../page/fields.js")),
    ("/file-pen.js", SCRIPT, include_str!("../../page/file-pen.js")),
    ("/gallery-data.js", SCRIPT, include_str!("../../page/gallery-data.js")),
    ("/gallery.js", SCRIPT, include_str!("../../page/gallery.js")),
    ("/glimpse.js", SCRIPT, include_str!("../../page/glimpse.js")),
    ("/guide.js", SCRIPT, include_str!("../../page/guide.js")),
    ("/heat.js", SCRIPT, include_str!("../../page/heat.js")),
    ("/home.js", SCRIPT, include_str!("../../page/home.js")),
    ("/inspector.js", SCRIPT, include_str!("../../page/inspector.js")),
    ("/lectures.js", SCRIPT, include_str!("../../page/lectures.js")),
    ("/lines.js", SCRIPT, include_str!("../../page/lines.js")),
    ("/map-view.js", SCRIPT, include_str!("../../page/map-view.js")),
    ("/mathematics.js", SCRIPT, include_str!("../../page/mathematics.js")),
    ("/move-list.js", SCRIPT, include_str!("../../page/move-list.js")),
    ("/nim-sequence.js", SCRIPT, include_str!("../../page/nim-sequence.js")),
    ("/options.js", SCRIPT, include_str!("../../page/options.js")),
    ("/overlay.js", SCRIPT, include_str!("../../page/overlay.js")),
    ("/page.js", SCRIPT, include_str!("../../page/page.js")),
    ("/piece-board.js", SCRIPT, include_str!("../../page/piece-board.js")),
    ("/pieces.js", SCRIPT, include_str!("../../page/pieces.js")),
    ("/play-rules.js", SCRIPT, include_str!("../../page/play-rules.js")),
    ("/play-state.js", SCRIPT, include_str!("../../page/play-state.js")),
    ("/play.js", SCRIPT, include_str!("../../page/play.js")),
    ("/press.js", SCRIPT, include_str!("../../page/press.js")),
    ("/record-examples.js", SCRIPT, include_str!("../../page/record-examples.js")),
    ("/see.js", SCRIPT, include_str!("../../page/see.js")),
    ("/sequence.js", SCRIPT, include_str!("../../page/sequence.js")),
    ("/small-board.js", SCRIPT, include_str!("../../page/small-board.js")),
    ("/state.js", SCRIPT, include_str!("../../page/state.js")),
    ("/stone-size.js", SCRIPT, include_str!("../../page/stone-size.js")),
    ("/svg.js", SCRIPT, include_str!("../../page/svg.js")),
    ("/table-picture.js", SCRIPT, include_str!("../../page/table-picture.js")),
    ("/texts.js", SCRIPT, include_str!("../../page/texts.js")),
    ("/theorem.js", SCRIPT, include_str!("../../page/theorem.js")),
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
