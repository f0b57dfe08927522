//! A word as a user names it: `thue-morse`, `fibonacci`, `metallic(3)`, a slope
//! such as `(sqrt(5)-1)/2`, or a substitution such as `0 -> 01, 1 -> 10`.

use super::line::Line;
use super::morphism::Morphism;
use super::quadratic::Quadratic;
use super::thue_morse;
use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::say;
use num_bigint::BigUint;
use num_traits::Zero;

/// An infinite word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// The Thue–Morse word, with terms from 0.
    ThueMorse,
    /// The word of a line that crosses a grid, with terms from 1.
    Line(Box<Line>),
    /// The fixed point of a substitution, with terms from 0.
    Morphism(Morphism),
}

/// The names that the parser knows.
pub const NAMES: [&str; 4] = ["thue-morse", "fibonacci", "metallic(s)", "slope(α)"];

impl Word {
    /// Reads a name. `start` is the letter from which a substitution grows.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_words::Word;
    /// let budget = Budget::unlimited();
    /// let fibonacci = Word::parse("fibonacci", None).unwrap();
    /// assert_eq!(fibonacci.spell(&fibonacci.prefix(8, &budget).unwrap()), "01001010");
    /// assert_eq!(Word::parse("metallic(1)", None).unwrap(), fibonacci);
    /// let far = fibonacci.term(&1_000_000_000_000u64.into(), &budget).unwrap();
    /// assert_eq!(far, Some('0'));
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] where the text names no word.
    pub fn parse(text: &str, start: Option<char>) -> Result<Word, Mistake> {
        let name = text.trim();
        let shift = text.len() - text.trim_start().len();
        if ["->", "→", "↦"].iter().any(|arrow| name.contains(arrow)) {
            return Ok(Word::Morphism(Morphism::parse(text, start)?));
        }
        match name {
            "thue-morse" | "thue–morse" => return Ok(Word::ThueMorse),
            "fibonacci" => return Ok(Word::Line(Box::new(Line::fibonacci()))),
            _ => {}
        }
        if let Some(inside) = argument(name, "metallic") {
            return metallic(inside).map_err(|mistake| mistake.shifted(shift + "metallic(".len()));
        }
        if let Some(inside) = argument(name, "slope") {
            return slope(inside).map_err(|mistake| mistake.shifted(shift + "slope(".len()));
        }
        // A number has a digit, a root or a name of a number in it; else it was meant as a name.
        let number = name.contains(|c: char| c.is_ascii_digit()) || ["phi", "φ"].contains(&name);
        if number {
            return slope(name).map_err(|mistake| mistake.shifted(shift));
        }
        Err(Mistake::new(shift..shift + name.len(), say!("word.unknown", name = name))
            .with_hint(say!("word.known", names = NAMES.join(", "))))
    }

    /// The index of the first term.
    #[must_use]
    pub fn first_index(&self) -> u8 {
        u8::from(matches!(self, Word::Line(_)))
    }

    /// The letters; a term is an index into them.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        match self {
            Word::ThueMorse | Word::Line(_) => &['0', '1'],
            Word::Morphism(morphism) => morphism.letters(),
        }
    }

    /// Terms as letters.
    #[must_use]
    pub fn spell(&self, terms: &[u8]) -> String {
        let letters = self.letters();
        terms.iter().map(|&x| letters[usize::from(x)]).collect()
    }

    /// The first `n` terms.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn prefix(&self, n: usize, budget: &Budget) -> Result<Vec<u8>, Stopped> {
        budget.need(n as u64)?;
        match self {
            Word::ThueMorse => thue_morse::prefix(n, budget),
            Word::Line(line) => line.crossings(n, budget),
            Word::Morphism(morphism) => morphism.prefix(n, budget),
        }
    }

    /// The term with this index, without the terms before it; `None` before the
    /// first.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn term(&self, index: &BigUint, budget: &Budget) -> Result<Option<char>, Stopped> {
        budget.check()?;
        let term = match self {
            Word::Line(_) if index.is_zero() => return Ok(None),
            Word::ThueMorse => thue_morse::by_digits(index),
            Word::Line(line) => line.term(index),
            Word::Morphism(morphism) => morphism.term(index, budget)?,
        };
        Ok(Some(self.letters()[usize::from(term)]))
    }
}

/// What stands between the brackets of `name(…)`, if that is all there is.
fn argument<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let inside = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
    // `slope(a)/slope(b)` begins and ends alike, but is something else.
    let mut depth = 0i32;
    let whole = inside.chars().all(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth >= 0
    });
    whole.then_some(inside)
}

fn metallic(inside: &str) -> Result<Word, Mistake> {
    let wrong = || Mistake::new(0..inside.len(), say!("word.metallic")).with_hint(say!("word.metallic_example"));
    let s: u64 = inside.trim().parse().map_err(|_| wrong())?;
    Line::metallic(s).map(|line| Word::Line(Box::new(line))).ok_or_else(wrong)
}

fn slope(text: &str) -> Result<Word, Mistake> {
    let slope = Quadratic::parse(text)?;
    let shown = slope.to_string();
    let rational = slope.is_rational();
    Line::new(slope).map(|line| Word::Line(Box::new(line))).ok_or_else(|| {
        let says = if rational {
            say!("word.slope_rational", slope = shown)
        } else {
            say!("word.slope_negative", slope = shown)
        };
        Mistake::new(0..text.len(), says)
    })
}
