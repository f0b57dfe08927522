//! The book as the server shows it: a chapter between the contents and its neighbours.

use super::page::HTML;
use hyper::body::Bytes;
use miyama_book::{Chapter, chapters, picture};
use miyama_text::{Lang, say};
use std::fmt::Write;

/// What stands at a path of the book: its kind and its bytes. `/book` is the first chapter in
/// the reader's language.
pub(super) fn file(path: &str, lang: Lang) -> Option<(&'static str, Bytes)> {
    let path = path.strip_prefix("/book")?;
    let Some(path) = path.strip_prefix('/').filter(|path| !path.is_empty()) else {
        return path.trim_end_matches('/').is_empty().then(|| (HTML, shown(lang, 0).into()));
    };
    if let Some(bytes) = picture(path) {
        let kind = if path.ends_with(".svg") { "image/svg+xml" } else { "image/png" };
        return Some((kind, Bytes::from_static(bytes)));
    }
    let (code, name) = path.strip_suffix(".html")?.split_once('/')?;
    let lang = Lang::of_code(code)?;
    let at = chapters(code)?.iter().position(|chapter| chapter.name == name)?;
    Some((HTML, shown(lang, at).into()))
}

/// The page of a chapter; empty if the language has no book.
fn shown(lang: Lang, at: usize) -> String {
    let code = lang.code();
    let all = chapters(code).unwrap_or_default();
    let Some(chapter) = all.get(at) else { return String::new() };
    let say = |text: miyama_text::Text| text.in_lang(lang);
    let languages: String = Lang::all()
        .filter(|other| *other != lang && chapters(other.code()).is_some())
        .map(|other| {
            let (code, own) = (other.code(), say!("language.name").in_lang(other));
            format!(
                "<a class=\"button\" lang=\"{code}\" hreflang=\"{code}\" href=\"/book/{code}/{}.html\">{own}</a>",
                chapter.name
            )
        })
        .collect();
    let beside = |at: Option<usize>, rel: &str, label: String| {
        let Some(chapter) = at.and_then(|at| all.get(at)) else { return String::new() };
        let (name, title) = (chapter.name, chapter.title);
        format!("<a rel=\"{rel}\" href=\"/book/{code}/{name}.html\"><small>{label}</small>{title}</a>")
    };
    format!(
        r##"<!doctype html>
<html lang="{code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Miyama</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
<link rel="stylesheet" href="/book.css">
<script type="module" src="/book.js"></script>
</head>
<body class="book">
<a class="skip" href="#chapter">{skip}</a>
<header>
<a class="brand" href="/"><img src="/icon.svg" alt="" width="28" height="28"><span>Miyama</span></a>
<div class="tools">{languages}<button type="button" id="theme" class="button">{theme}</button></div>
</header>
<div class="pages">
<nav class="contents" aria-label="{contents}">
<label class="search" hidden><span>{search}</span><input type="search" id="search" autocomplete="off"></label>
<p id="none" role="status"></p>
<ul id="found" hidden>{titles}</ul>
<details id="contents" open><summary>{contents}</summary>{list}</details>
</nav>
<main id="chapter" tabindex="-1">
{html}<nav class="beside" aria-label="{neighbours}">{before}{after}</nav>
</main>
</div>
</body>
</html>
"##,
        title = chapter.title,
        html = chapter.html,
        skip = say(say!("book.skip")),
        theme = say(say!("book.theme")),
        contents = say(say!("book.contents")),
        search = say(say!("book.search")),
        neighbours = say(say!("book.neighbours")),
        titles = titles(code, all),
        list = list(code, all, at),
        before = beside(at.checked_sub(1), "prev", say(say!("book.before"))),
        after = beside(Some(at + 1), "next", say(say!("book.after"))),
    )
}

/// The contents: parts, chapters, and the sections of the one that is open.
fn list(code: &str, all: &[Chapter], open: usize) -> String {
    let mut html = String::from("<ul>");
    for (at, Chapter { name, part, title, sections, .. }) in all.iter().enumerate() {
        if let Some(part) = part {
            let _ = write!(html, "<li class=\"part\">{part}</li>");
        }
        let current = if at == open { " aria-current=\"page\"" } else { "" };
        let _ = write!(html, "<li><a href=\"/book/{code}/{name}.html\"{current}>{title}</a>");
        if at == open && !sections.is_empty() {
            let items: String = sections
                .iter()
                .map(|section| format!("<li><a href=\"#{}\">{}</a></li>", section.id, section.title))
                .collect();
            let _ = write!(html, "<ul>{items}</ul>");
        }
        html.push_str("</li>");
    }
    html + "</ul>"
}

/// All titles of the book, to be searched in.
fn titles(code: &str, all: &[Chapter]) -> String {
    let mut html = String::new();
    for Chapter { name, title, sections, .. } in all {
        let _ = write!(html, "<li><a href=\"/book/{code}/{name}.html\">{title}</a></li>");
        for section in *sections {
            let (id, own) = (section.id, section.title);
            let _ = write!(html, "<li><a href=\"/book/{code}/{name}.html#{id}\">{own} <small>{title}</small></a></li>");
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::{HTML, chapters, file};
    use miyama_text::Lang;

    #[test]
    fn every_chapter_has_a_page_in_every_language() {
        for lang in Lang::all() {
            for chapter in chapters(lang.code()).expect("every language has a book") {
                let (kind, bytes) = file(&format!("/book/{}/{}.html", lang.code(), chapter.name), Lang::En).unwrap();
                let text = std::str::from_utf8(&bytes).unwrap();
                assert_eq!(kind, HTML);
                assert!(text.contains(chapter.html) && text.contains(&format!("<html lang=\"{}\">", lang.code())));
            }
        }
    }

    #[test]
    fn the_book_begins_in_the_language_of_its_reader_and_nothing_else_is_served() {
        assert_eq!(file("/book", Lang::Ja), file("/book/ja/start.html", Lang::En));
        assert_eq!(file("/book/", Lang::En), file("/book/en/start.html", Lang::Ja));
        for path in
            ["/books", "/book/xx/start.html", "/book/en/", "/book/en/start.md", "/book/en/../en/start.html", "/"]
        {
            assert_eq!(file(path, Lang::En), None, "{path}");
        }
    }
}
