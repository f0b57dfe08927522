//! The wide signs of Japanese type, `［．．］→［＃＃］`, read as the narrow ones that they stand for.

use miyama_budget::Mistake;
use std::ops::Range;

/// A text in narrow signs, and where each byte of it stands in the text that was given.
#[derive(Clone, Debug)]
pub struct Narrow {
    /// The text in narrow signs.
    pub text: String,
    /// None where nothing was wide.
    places: Option<Vec<usize>>,
}

impl Narrow {
    /// Every wide sign is replaced by the narrow one.
    #[must_use]
    pub fn of(text: &str) -> Narrow {
        if !text.chars().any(|c| narrow(c) != c) {
            return Narrow { text: text.to_owned(), places: None };
        }
        let mut found = String::with_capacity(text.len());
        let mut places = vec![];
        for (at, c) in text.char_indices() {
            let c = narrow(c);
            found.push(c);
            places.extend((0..c.len_utf8()).map(|byte| at + byte));
        }
        places.push(text.len());
        Narrow { text: found, places: Some(places) }
    }

    /// Where a place of the narrow text is in the text that was given.
    #[must_use]
    pub fn place(&self, at: Range<usize>) -> Range<usize> {
        let Some(places) = &self.places else { return at };
        places[at.start]..places[at.end]
    }

    /// The mistake where it stands in the text that was given.
    #[must_use]
    pub fn placed(&self, mistake: Mistake) -> Mistake {
        match mistake.span() {
            Some(at) => mistake.placed_at(self.place(at)),
            None => mistake,
        }
    }
}

/// The sign that a wide one stands for. From U+FF01 to U+FF5E stand the signs of ASCII in their order.
fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        '\u{301C}' => '~',
        '、' => ',',
        c => c,
    }
}
