//! Markdown as HTML, the way mdBook reads it: the same summary, and the same ids of headings.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A chapter as HTML.
pub(crate) struct Chapter {
    pub(crate) title: String,
    pub(crate) html: String,
    /// Ids and titles of the headings below the first.
    pub(crate) sections: Vec<(String, String)>,
    /// Where its own links lead, as they are written; those out of the book are not listed.
    pub(crate) links: Vec<String>,
}

/// The files of a summary without their endings, each with the part that it begins.
pub(crate) fn summary(text: &str) -> Vec<(Option<String>, String)> {
    let (mut found, mut part) = (vec![], None);
    for line in text.lines().skip(1) {
        if let Some(title) = line.strip_prefix("# ") {
            part = Some(title.trim().to_owned());
        } else if let Some((_, rest)) = line.split_once("](") {
            let name = rest.trim_end().trim_end_matches(".md)");
            found.push((part.take(), name.to_owned()));
        }
    }
    found
}

/// Renders a chapter of the book in this language.
pub(crate) fn chapter(lang: &str, text: &str) -> Chapter {
    let events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES).collect();
    let mut chapter = Chapter { title: String::new(), html: String::new(), sections: vec![], links: vec![] };
    let mut out: Vec<Event<'_>> = vec![];
    let mut events = events.into_iter();
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let inner: Vec<Event<'_>> =
                    events.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))).collect();
                let id = id_of(&plain(&inner), &chapter.sections);
                let mut title = String::new();
                html::push_html(&mut title, inner.into_iter());
                out.push(Event::Html(format!("<{level} id=\"{id}\">{title}</{level}>\n").into()));
                if level == HeadingLevel::H1 {
                    chapter.title = title;
                } else {
                    chapter.sections.push((id, title));
                }
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let inner: Vec<Event<'_>> =
                    events.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::CodeBlock))).collect();
                out.push(Event::Html(code(&kind, &plain(&inner)).into()));
            }
            // What is wider than the page is scrolled, by the keyboard too.
            Event::Start(Tag::Table(_)) => {
                out.extend([Event::Html("<div class=\"scroll\" tabindex=\"0\">".into()), event]);
            }
            Event::End(TagEnd::Table) => out.extend([event, Event::Html("</div>".into())]),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let dest_url = chapter.leads(lang, dest_url);
                out.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = chapter.leads(lang, dest_url);
                out.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            event => out.push(event),
        }
    }
    html::push_html(&mut chapter.html, out.into_iter());
    chapter
}

impl Chapter {
    /// The address of a link; one within the book is kept in mind.
    fn leads<'a>(&mut self, lang: &str, link: CowStr<'a>) -> CowStr<'a> {
        if link.starts_with('/') || link.contains("://") {
            return link;
        }
        self.links.push(link.to_string());
        if link.starts_with('#') {
            return link;
        }
        format!("/book/{lang}/{}", link.replacen(".md", ".html", 1)).into()
    }
}

/// The text of events without its marks.
fn plain(events: &[Event<'_>]) -> String {
    let text = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        _ => String::new(),
    };
    events.iter().map(text).collect()
}

/// mdBook's id of a heading, with a number if it is taken.
fn id_of(title: &str, taken: &[(String, String)]) -> String {
    let sign = |sign: char| match sign {
        sign if sign.is_alphanumeric() || sign == '_' || sign == '-' => Some(sign.to_ascii_lowercase()),
        sign if sign.is_whitespace() => Some('-'),
        _ => None,
    };
    let id: String = title.trim().chars().filter_map(sign).collect();
    let is_taken = |id: &String| taken.iter().any(|(own, _)| own == id);
    if !is_taken(&id) {
        return id;
    }
    (1..).map(|number| format!("{id}-{number}")).find(|id| !is_taken(id)).unwrap_or(id)
}

/// A block of code; what is typed into a console stands out from what it answers.
fn code(kind: &CodeBlockKind<'_>, text: &str) -> String {
    let is_console = matches!(kind, CodeBlockKind::Fenced(language) if &**language == "console");
    let line = |line: &str| match line.strip_prefix("$ ").filter(|_| is_console) {
        Some(typed) => format!("<span class=\"typed\">{}</span>\n", escaped(typed)),
        None => format!("{}\n", escaped(line)),
    };
    let lines: String = text.lines().map(line).collect();
    format!("<pre tabindex=\"0\"><code>{lines}</code></pre>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{chapter, summary};

    #[test]
    fn a_summary_lists_its_files_and_parts() {
        let listed = summary("# Summary\n\n[A](a.md)\n\n# Part\n\n- [B](b.md)\n- [C](c.md)\n");
        let named = |part: Option<&str>, name: &str| (part.map(str::to_owned), name.to_owned());
        assert_eq!(listed, [named(None, "a"), named(Some("Part"), "b"), named(None, "c")]);
    }

    #[test]
    fn headings_have_the_ids_of_mdbook_and_links_lead_within_the_book() {
        let text = "# Title\n\n## Moore's Nim, `k` = 2\n\n## 三山崩し\n\n## 三山崩し\n\n[a](b.md#c) [d](#e) [f](/) ![g](pictures/h.png)\n";
        let found = chapter("ja", text);
        let ids: Vec<&str> = found.sections.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!((found.title.as_str(), ids), ("Title", vec!["moores-nim-k--2", "三山崩し", "三山崩し-1"]));
        assert_eq!(found.links, ["b.md#c", "#e", "pictures/h.png"]);
        for part in ["href=\"/book/ja/b.html#c\"", "href=\"#e\"", "href=\"/\"", "src=\"/book/ja/pictures/h.png\""] {
            assert!(found.html.contains(part), "{part} in {}", found.html);
        }
    }

    #[test]
    fn what_is_typed_stands_out_and_code_is_no_html() {
        let found = chapter("en", "```console\n$ miyama value '1 < 2'\ntrue\n```\n\n```\n$ <b>\n```\n");
        assert!(found.html.contains("<span class=\"typed\">miyama value '1 &lt; 2'</span>\ntrue\n"), "{}", found.html);
        assert!(found.html.contains("$ &lt;b&gt;"), "{}", found.html);
    }
}
