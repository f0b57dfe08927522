//! The book of Miyama: its chapters as HTML, one list per language.
//!
//! The chapters are Markdown (`en/`, `ja/`, each with the `SUMMARY.md` and the `book.toml` of
//! mdBook). The build script renders them, so that the program holds neither Markdown nor a
//! parser of it, and a link that leads nowhere stops the build.
//!
//! Which chapter takes five minutes?
//!
//! ```
//! let chapters = miyama_book::chapters("en").unwrap();
//! let first = chapters.iter().find(|chapter| chapter.title == "Five minutes").unwrap();
//! assert_eq!(first.name, "start");
//! ```

// Part of the build script; here it is tested.
#[cfg(test)]
mod render;

/// A chapter, rendered.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// Its file without the ending: `cookbook`.
    pub name: &'static str,
    /// The part of the book that begins with it, if one does.
    pub part: Option<&'static str>,
    /// Its title, as HTML.
    pub title: &'static str,
    /// What stands in it, as HTML.
    pub html: &'static str,
    /// Its headings below the title, in their order.
    pub sections: &'static [Section],
}

/// A heading within a chapter.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Where a link leads: `#id`.
    pub id: &'static str,
    /// Its text, as HTML.
    pub title: &'static str,
}

/// The chapters in a language, such as `en`, in the order of the book.
#[must_use]
pub fn chapters(lang: &str) -> Option<&'static [Chapter]> {
    CHAPTERS.iter().find(|(own, _)| *own == lang).map(|(_, chapters)| *chapters)
}

/// A picture, by its path in the book, such as `en/pictures/wythoff.png`.
#[must_use]
pub fn picture(path: &str) -> Option<&'static [u8]> {
    PICTURES.iter().find(|(own, _)| *own == path).map(|(_, bytes)| *bytes)
}

include!(concat!(env!("OUT_DIR"), "/book.rs"));

#[cfg(test)]
mod tests {
    use super::{CHAPTERS, PICTURES, chapters};

    #[test]
    fn every_language_has_the_same_chapters() {
        let names = |lang| chapters(lang).unwrap().iter().map(|chapter| chapter.name).collect::<Vec<_>>();
        assert!(CHAPTERS.len() >= 2 && names("en").len() >= 8);
        for (lang, _) in CHAPTERS {
            assert_eq!(names(lang), names("en"), "{lang}");
        }
    }

    #[test]
    fn every_picture_is_shown() {
        for (path, _) in PICTURES {
            let (lang, _) = path.split_once('/').unwrap();
            let shown = |html: &str| html.contains(&format!("src=\"/book/{path}\""));
            assert!(chapters(lang).unwrap().iter().any(|chapter| shown(chapter.html)), "{path}");
        }
    }
}
