//! The languages there are: the folders of `locales`.

use serde::{Deserialize, Serialize};

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Lang {
    /// All languages.
    pub fn all() -> impl Iterator<Item = Lang> {
        LANGUAGES.iter().map(|&(lang, _)| lang)
    }

    /// The code: the name of its folder.
    ///
    /// ```
    /// assert_eq!(miyama_text::Lang::Ja.code(), "ja");
    /// ```
    #[must_use]
    pub fn code(self) -> &'static str {
        LANGUAGES.iter().find(|&&(lang, _)| lang == self).map_or("en", |&(_, code)| code)
    }

    /// The language with this code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Lang> {
        LANGUAGES.iter().find(|&&(_, own)| own == code).map(|&(lang, _)| lang)
    }

    /// The language of a locale or of a browser's wish: `ja_JP.UTF-8`, `ja-JP`.
    ///
    /// ```
    /// use miyama_text::Lang;
    /// assert_eq!(Lang::of_locale("ja_JP.UTF-8"), Some(Lang::Ja));
    /// assert_eq!(Lang::of_locale("C.UTF-8"), None);
    /// ```
    #[must_use]
    pub fn of_locale(name: &str) -> Option<Lang> {
        let end = name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len());
        Lang::of_code(&name[..end].to_ascii_lowercase())
    }
}
