//! A sentence in the languages that a file gives it in.

use miyama_text::Lang;

/// A sentence, in at least one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said(Vec<(Lang, String)>);

impl Said {
    /// The sentence in `lang`; else in English; else in whatever language there is.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> &str {
        let find = |wanted: Lang| self.0.iter().find(|(own, _)| *own == wanted);
        find(lang).or_else(|| find(Lang::En)).or(self.0.first()).map_or("", |(_, text)| text)
    }

    /// Whether it is said in no language.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The languages.
    pub fn languages(&self) -> impl Iterator<Item = Lang> + '_ {
        self.0.iter().map(|(lang, _)| *lang)
    }

    pub(crate) fn add(&mut self, lang: Lang, text: String) {
        self.0.push((lang, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_language_is_better_than_none() {
        let mut said = Said::default();
        assert!(said.is_empty());
        said.add(Lang::Ja, "山".to_owned());
        assert_eq!(said.in_lang(Lang::En), "山");
        said.add(Lang::En, "heap".to_owned());
        assert_eq!((said.in_lang(Lang::En), said.in_lang(Lang::Ja)), ("heap", "山"));
    }
}
