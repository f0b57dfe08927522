//! Values in sentences: some boards of a dozen cells have values that fill pages.

use miyama_text::{Text, say};

/// The most characters of a value that a sentence shows.
const LONGEST_FORM: usize = 500;

/// A value as a sentence shows it: of one that fills pages, its beginning and its length.
#[must_use]
pub fn abridged(form: &str) -> Text {
    let length = form.chars().count();
    if length <= LONGEST_FORM {
        return say!("solve.form", value = form);
    }
    let start: String = form.chars().take(60).collect();
    say!("solve.long_form", start = start, length = length)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_FORM, abridged};

    #[test]
    fn only_long_values_are_cut() {
        let text = |form: &str| abridged(form).in_lang(miyama_text::Lang::En);
        assert_eq!(text("{1|*}"), "{1|*}");
        assert_eq!(text(&"v".repeat(LONGEST_FORM)), "v".repeat(LONGEST_FORM));
        assert_eq!(text(&"v".repeat(501)), format!("{}… (501 characters in all)", "v".repeat(60)));
    }
}
