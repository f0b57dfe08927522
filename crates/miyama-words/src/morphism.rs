//! Substitutions and the infinite words that they fix.
//!
//! A substitution replaces each letter by a word: `0 -> 01, 1 -> 10`. If the
//! image of the letter a begins with a, then each of a, σ(a), σ²(a), … is the
//! beginning of the next, and if they grow without end they are the beginnings
//! of one infinite word with σ(w) = w. The substitution is then called
//! prolongable on a.

use miyama_budget::{Budget, Mistake, Stopped};
use miyama_text::say;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::ops::Range;

/// Most letters that a substitution may have: a letter is one byte.
const MOST_LETTERS: usize = 255;
/// Longest text of a substitution.
const LONGEST: usize = 100_000;

/// A substitution that is prolongable on its letter 0, the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Morphism {
    letters: Vec<char>,
    images: Vec<Vec<u8>>,
    start: u8,
}

/// A rule `letter -> image` and where the parts stand.
struct LetterRule<'a> {
    letter: char,
    image: &'a str,
    letter_at: Range<usize>,
    image_at: Range<usize>,
}

impl Morphism {
    /// Reads a substitution. Rules are separated by commas, semicolons or
    /// lines; an image may be empty. The word grows from `start`, else from the
    /// letter of the first rule.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_words::morphism::Morphism;
    /// let thue_morse = Morphism::parse("0 -> 01, 1 -> 10", None).unwrap();
    /// assert_eq!(thue_morse.spell(&thue_morse.prefix(8, &Budget::unlimited()).unwrap()), "01101001");
    /// assert!(Morphism::parse("0 -> 10, 1 -> 01", None).is_err());
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] where the text is no substitution, or none that is
    /// prolongable on the start.
    pub fn parse(text: &str, start: Option<char>) -> Result<Morphism, Mistake> {
        if text.len() > LONGEST {
            return Err(Mistake::new(0..0, say!("word.morphism_too_long", limit = LONGEST)));
        }
        let rules = rules(text)?;
        let letters: Vec<char> = rules.iter().map(|rule| rule.letter).collect();
        let number = |c: char| letters.iter().position(|&letter| letter == c);
        let mut images = Vec::with_capacity(rules.len());
        for rule in &rules {
            let mut image = Vec::with_capacity(rule.image.len());
            for (i, c) in rule.image.char_indices().filter(|(_, c)| !c.is_whitespace()) {
                let at = rule.image_at.start + i;
                let letter = number(c).ok_or_else(|| {
                    Mistake::new(at..at + c.len_utf8(), say!("word.morphism_no_rule", letter = c))
                        .with_hint(say!("word.morphism_example"))
                })?;
                image.push(u8::try_from(letter).expect("there are at most 255 rules"));
            }
            images.push(image);
        }
        let start = start.unwrap_or(letters[0]);
        let number =
            number(start).ok_or_else(|| Mistake::new(0..text.len(), say!("word.morphism_no_start", letter = start)))?;
        let start = u8::try_from(number).expect("there are at most 255 rules");
        let morphism = Morphism { letters, images, start };
        morphism.prolongable(start).map_err(|fault| {
            let rule = &rules[number];
            let says = match fault {
                Fault::OtherStart => say!("word.morphism_other_start", letter = rule.letter),
                Fault::NoGrowth => say!("word.morphism_no_growth", letter = rule.letter),
            };
            let at = if rule.image_at.is_empty() { rule.letter_at.clone() } else { rule.image_at.clone() };
            let mistake = Mistake::new(at, says);
            match (0..).zip(&rules).find(|(other, _)| morphism.prolongable(*other).is_ok()) {
                Some((_, good)) => mistake.with_hint(say!("word.morphism_start_with", letter = good.letter)),
                None => mistake.with_hint(say!("word.morphism_example")),
            }
        })?;
        Ok(morphism)
    }

    /// Does the image of `letter` begin with it and grow without end?
    ///
    /// With σ(a) = ax the iterates are a x σ(x) σ²(x) …, which goes on for ever
    /// unless some σᵏ(x) is empty.
    fn prolongable(&self, letter: u8) -> Result<(), Fault> {
        let image = &self.images[usize::from(letter)];
        if image.first() != Some(&letter) {
            return Err(Fault::OtherStart);
        }
        if image[1..].iter().all(|&x| self.mortal()[usize::from(x)]) {
            return Err(Fault::NoGrowth);
        }
        Ok(())
    }

    /// Which letters vanish after finitely many steps: those whose image has
    /// only such letters.
    fn mortal(&self) -> Vec<bool> {
        let mut mortal = vec![false; self.images.len()];
        loop {
            let found =
                (0..mortal.len()).find(|&i| !mortal[i] && self.images[i].iter().all(|&x| mortal[usize::from(x)]));
            match found {
                Some(i) => mortal[i] = true,
                None => return mortal,
            }
        }
    }

    /// The image of each letter, letters by their places.
    #[must_use]
    pub fn images(&self) -> &[Vec<u8>] {
        &self.images
    }

    /// The place of the letter that the word grows from.
    #[must_use]
    pub fn start(&self) -> u8 {
        self.start
    }

    /// The letters, in the order of their rules. A term is an index into them.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Terms as letters.
    #[must_use]
    pub fn spell(&self, terms: &[u8]) -> String {
        terms.iter().map(|&x| self.letters[usize::from(x)]).collect()
    }

    /// The first `n` terms.
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn prefix(&self, n: usize, budget: &Budget) -> Result<Vec<u8>, Stopped> {
        budget.need(n as u64)?;
        // The word is the concatenation of the images of its own terms. The
        // images of the terms known so far always reach beyond them, or end
        // where an erased letter is next and another term is known already.
        let mut word = Vec::with_capacity(n);
        let mut next = 0;
        let mut steps = 0u64;
        word.extend_from_slice(self.image(self.start, n));
        while word.len() < n {
            if steps.is_multiple_of(65_536) {
                budget.check()?;
                budget.report(word.len() as u64, Some(n as u64));
            }
            steps += 1;
            next += 1;
            let term: u8 = word[next];
            let image = self.image(term, n - word.len());
            word.extend_from_slice(image);
        }
        Ok(word)
    }

    /// The image of a letter, at most `n` letters of it.
    fn image(&self, letter: u8, n: usize) -> &[u8] {
        let image = &self.images[usize::from(letter)];
        &image[..image.len().min(n)]
    }

    /// The term with index `i`, counted from 0, without the terms before it.
    ///
    /// The term stands in some σᵏ(a); it stands in the part σᵏ⁻¹(x) of one
    /// letter x of σ(a), and so on down to σ⁰. The lengths come from powers of
    /// the matrix that counts the letters of the images.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_words::morphism::Morphism;
    /// let linear = Morphism::parse("a -> ab, b -> b", None).unwrap();
    /// let far = "9".repeat(100).parse().unwrap();
    /// assert_eq!(linear.letters()[usize::from(linear.term(&far, &Budget::unlimited()).unwrap())], 'b');
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] when the budget says so.
    pub fn term(&self, i: &BigUint, budget: &Budget) -> Result<u8, Stopped> {
        let mut powers = Powers { squares: vec![self.counts()] };
        let (mut letter, mut left) = (self.start, i.clone());
        let mut level = powers.level(letter, &left, budget)?;
        while !level.is_zero() {
            budget.check()?;
            level -= 1u32;
            let lengths = powers.lengths(&level, budget)?;
            for &x in &self.images[usize::from(letter)] {
                let length = &lengths[usize::from(x)];
                if left < *length {
                    letter = x;
                    break;
                }
                left -= length;
            }
            level = self.fewer_levels(&mut powers, letter, &mut left, level, &lengths[usize::from(letter)], budget)?;
        }
        Ok(letter)
    }

    /// A lower level at which the same term stands, where one is easy to see.
    /// Where words grow slowly there are as many levels as terms, and going
    /// down one by one would never end.
    fn fewer_levels(
        &self,
        powers: &mut Powers,
        letter: u8,
        left: &mut BigUint,
        level: BigUint,
        length: &BigUint,
        budget: &Budget,
    ) -> Result<BigUint, Stopped> {
        let mortal = self.mortal();
        let immortal = |letters: &[u8]| letters.iter().any(|&x| !mortal[usize::from(x)]);
        match &self.images[usize::from(letter)][..] {
            // σᵏ(x) is the beginning of every later one: no more levels than the index needs.
            [first, rest @ ..] if *first == letter && immortal(rest) => {
                Ok(powers.level(letter, left, budget)?.min(level))
            }
            // σᵏ(x) is the end of every later one: the same, counted from the end.
            [rest @ .., last] if *last == letter && immortal(rest) => {
                let from_end = length - 1u32 - &*left;
                let lower = powers.level(letter, &from_end, budget)?.min(level);
                *left = &powers.lengths(&lower, budget)?[usize::from(letter)] - 1u32 - from_end;
                Ok(lower)
            }
            // One letter that becomes one letter, round in a circle of c levels.
            _ if length.is_one() => {
                let next = |x: u8| self.images[usize::from(x)].iter().copied().find(|&y| !mortal[usize::from(y)]);
                let circle = std::iter::successors(next(letter), |&x| next(x));
                let n = self.letters.len();
                // All mortal letters are gone after n levels.
                match circle.take(n).position(|x| x == letter) {
                    Some(turn) => Ok((&level % (turn + 1) + (turn + 1) * n).min(level)),
                    None => Ok(level),
                }
            }
            _ => Ok(level),
        }
    }

    /// The matrix whose entry (x, y) is the number of letters y in σ(x).
    fn counts(&self) -> Vec<Vec<BigUint>> {
        let mut counts = vec![vec![BigUint::zero(); self.letters.len()]; self.letters.len()];
        for (row, image) in counts.iter_mut().zip(&self.images) {
            for &x in image {
                row[usize::from(x)] += 1u32;
            }
        }
        counts
    }
}

enum Fault {
    OtherStart,
    NoGrowth,
}

/// Powers M^(2^j) of the matrix of a substitution.
struct Powers {
    squares: Vec<Vec<Vec<BigUint>>>,
}

impl Powers {
    fn square(&mut self, j: usize, budget: &Budget) -> Result<&[Vec<BigUint>], Stopped> {
        while self.squares.len() <= j {
            let m = &self.squares[self.squares.len() - 1];
            let mut next = vec![vec![BigUint::zero(); m.len()]; m.len()];
            for (row, out) in m.iter().zip(&mut next) {
                budget.check()?;
                for (x, factor) in row.iter().enumerate().filter(|(_, factor)| !factor.is_zero()) {
                    for (y, sum) in out.iter_mut().enumerate() {
                        *sum += factor * &m[x][y];
                    }
                }
            }
            self.squares.push(next);
        }
        Ok(&self.squares[j])
    }

    /// |σᵏ(x)| for every letter x: Mᵏ applied to the vector of ones.
    fn lengths(&mut self, k: &BigUint, budget: &Budget) -> Result<Vec<BigUint>, Stopped> {
        let mut lengths = vec![BigUint::one(); self.squares[0].len()];
        for j in (0..k.bits()).filter(|&j| k.bit(j)) {
            lengths = apply(self.square(j as usize, budget)?, &lengths);
        }
        Ok(lengths)
    }

    /// The least k with |σᵏ(x)| > i, for a letter x whose images grow.
    fn level(&mut self, x: u8, i: &BigUint, budget: &Budget) -> Result<BigUint, Stopped> {
        // Greedy from the top: the largest k with |σᵏ(x)| ≤ i, bit by bit.
        let ones = vec![BigUint::one(); self.squares[0].len()];
        let mut top = 0;
        while apply(self.square(top, budget)?, &ones)[usize::from(x)] <= *i {
            top += 1;
        }
        if i.is_zero() {
            return Ok(BigUint::zero());
        }
        let (mut k, mut lengths) = (BigUint::zero(), ones);
        for j in (0..top).rev() {
            let longer = apply(self.square(j, budget)?, &lengths);
            if longer[usize::from(x)] <= *i {
                k.set_bit(j as u64, true);
                lengths = longer;
            }
        }
        Ok(k + 1u32)
    }
}

fn apply(matrix: &[Vec<BigUint>], vector: &[BigUint]) -> Vec<BigUint> {
    matrix.iter().map(|row| row.iter().zip(vector).filter(|(m, _)| !m.is_zero()).map(|(m, v)| m * v).sum()).collect()
}

/// Splits a text into rules.
fn rules(text: &str) -> Result<Vec<LetterRule<'_>>, Mistake> {
    let mut rules: Vec<LetterRule<'_>> = Vec::new();
    let mut start = 0;
    for part in text.split([',', ';', '\n']) {
        let at = start;
        start += part.len() + 1;
        if part.trim().is_empty() {
            continue;
        }
        let rule = rule(part, at)?;
        if rules.iter().any(|other| other.letter == rule.letter) {
            return Err(Mistake::new(rule.letter_at, say!("word.morphism_twice", letter = rule.letter)));
        }
        if rules.len() == MOST_LETTERS {
            return Err(Mistake::new(rule.letter_at, say!("word.morphism_letters", limit = MOST_LETTERS)));
        }
        rules.push(rule);
    }
    if rules.is_empty() {
        return Err(Mistake::new(0..0, say!("word.morphism_rule")).with_hint(say!("word.morphism_example")));
    }
    Ok(rules)
}

/// One rule, which begins at byte `at` of the whole text.
fn rule(part: &str, at: usize) -> Result<LetterRule<'_>, Mistake> {
    let blank = part.len() - part.trim_start().len();
    let wrong =
        |from: usize, to: usize, says| Mistake::new(at + from..at + to, says).with_hint(say!("word.morphism_example"));
    let arrow = ["->", "→", "↦"].iter().find_map(|arrow| part.find(arrow).map(|i| (i, arrow.len())));
    let Some((arrow, width)) = arrow else {
        return Err(wrong(blank, part.trim_end().len(), say!("word.morphism_rule")));
    };
    let left = part[..arrow].trim();
    let mut letters = left.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(wrong(blank, blank + left.len(), say!("word.morphism_letter")));
    };
    let right = &part[arrow + width..];
    let image = right.trim();
    let image_at = at + arrow + width + (right.len() - right.trim_start().len());
    Ok(LetterRule {
        letter,
        image,
        letter_at: at + blank..at + blank + left.len(),
        image_at: image_at..image_at + image.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix(text: &str, n: usize) -> String {
        let morphism = Morphism::parse(text, None).unwrap();
        morphism.spell(&morphism.prefix(n, &Budget::unlimited()).unwrap())
    }

    #[test]
    fn fixed_points() {
        assert_eq!(prefix("0→01; 1→0", 13), "0100101001001");
        assert_eq!(prefix("a -> abc, b -> ac, c -> b", 12), "abcacbabcbac");
    }

    #[test]
    fn an_erased_letter_leaves_no_gap() {
        // a b c; then σ(b) is empty, σ(c) = cb.
        assert_eq!(prefix("a -> abc, b ->, c -> cb", 6), "abccbc");
    }

    #[test]
    fn mistakes_point_at_their_place() {
        let place = |text: &str, start| {
            let mistake = Morphism::parse(text, start).unwrap_err();
            (mistake.says.key(), mistake.at)
        };
        assert_eq!(place("", None), ("word.morphism_rule", 0..0));
        assert_eq!(place("0 -> 01, 1", None), ("word.morphism_rule", 9..10));
        assert_eq!(place("0 -> 02", None), ("word.morphism_no_rule", 6..7));
        assert_eq!(place("00 -> 0", None), ("word.morphism_letter", 0..2));
        assert_eq!(place("0 -> 01, 1 -> 1, 0 -> 1", None), ("word.morphism_twice", 17..18));
        assert_eq!(place("0 -> 10, 1 -> 01", None), ("word.morphism_other_start", 5..7));
        assert_eq!(place("0 -> , 1 -> 01", None), ("word.morphism_other_start", 0..1));
        assert_eq!(place("0 -> 0, 1 -> 10", None), ("word.morphism_no_growth", 5..6));
        assert_eq!(place("0 -> 01, 1 -> ", None), ("word.morphism_no_growth", 5..7));
        assert_eq!(place("0 -> 01, 1 -> 10", Some('x')), ("word.morphism_no_start", 0..16));
        let hint = Morphism::parse("0 -> 1, 1 -> 10", None).unwrap_err().hint.unwrap();
        assert_eq!(hint.key(), "word.morphism_start_with");
    }
}
