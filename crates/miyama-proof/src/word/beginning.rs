//! False sentences refuted by the beginning of their word.
//!
//! `not exists i, n: …` and `forall i, n: …` are false as soon as they fail at one place. A small place is found by
//! looking at the first terms, for any word, automatic or not. What is said of a place is true, false or, where it asks
//! for more of the word than is at hand or for all numbers, unknown; only what is certain refutes.

use miyama::budget::{Budget, Stopped};
use miyama::heap::formula::{Formula, Names};
use miyama_language::sentence::{Comparison, Proposition, Sentence};
use miyama_words::Word;
use num_bigint::BigUint;

/// The number of terms that are looked at.
const TERMS: usize = 2000;
/// Numbers tried for a quantifier that names no bound.
const UNBOUNDED: i64 = 30;

/// A place where a sentence fails, found with at most so many comparisons. Places with a smaller total come first.
pub(super) fn refuted(
    sentence: &Sentence,
    comparisons: usize,
    budget: &Budget,
) -> Result<Option<Vec<(String, BigUint)>>, Stopped> {
    let Ok(word) = Word::parse(&sentence.word, None) else { return Ok(None) };
    // A letter that is a digit is that number; others are numbered.
    let digits: Option<Vec<i64>> = word.letters().iter().map(|letter| letter.to_digit(10).map(i64::from)).collect();
    let number = |letter: u8| digits.as_ref().map_or(i64::from(letter), |digits| digits[usize::from(letter)]);
    let terms = word.prefix(TERMS, budget)?.into_iter().map(number).collect();
    let mut look = Look { first: i64::from(word.first_index()), terms, left: comparisons, budget };
    look.failing(&sentence.truth)
}

struct Look<'a> {
    /// The index of the first term.
    first: i64,
    terms: Vec<i64>,
    /// Comparisons that may still be made.
    left: usize,
    budget: &'a Budget,
}

impl Look<'_> {
    /// Where something that is said of no number fails.
    fn failing(&mut self, truth: &Proposition) -> Result<Option<Vec<(String, BigUint)>>, Stopped> {
        match truth {
            Proposition::And(parts) => {
                for part in parts {
                    if let Some(place) = self.failing(part)? {
                        return Ok(Some(place));
                    }
                }
                Ok(None)
            }
            Proposition::Not(inner) => match &**inner {
                Proposition::Exists(names, body) => self.example(names, body),
                Proposition::Not(inner) => self.failing(inner),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Numbers of which something certainly holds.
    fn example(&mut self, names: &[String], body: &Proposition) -> Result<Option<Vec<(String, BigUint)>>, Stopped> {
        let Some(body) = Part::read(body, &mut names.to_vec()) else { return Ok(None) };
        for total in 0..i64::try_from(TERMS).unwrap_or(i64::MAX) {
            let mut place = vec![0; names.len()];
            place[names.len() - 1] = total;
            loop {
                if self.left == 0 {
                    return Ok(None);
                }
                if self.truth(&body, &mut place)? == Some(true) {
                    let numbers = place.iter().map(|number| BigUint::from(number.unsigned_abs()));
                    return Ok(Some(names.iter().cloned().zip(numbers).collect()));
                }
                if !next_with_this_total(&mut place) {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// Whether something holds of these numbers; none if it is not known.
    fn truth(&mut self, part: &Part, numbers: &mut Vec<i64>) -> Result<Option<bool>, Stopped> {
        Ok(match part {
            Part::Compared(indices, condition) => self.compared(indices, condition, numbers)?,
            Part::Not(inner) => self.truth(inner, numbers)?.map(|holds| !holds),
            Part::All(parts) => {
                let mut all = Some(true);
                for part in parts {
                    match self.truth(part, numbers)? {
                        Some(false) => return Ok(Some(false)),
                        Some(true) => {}
                        None => all = None,
                    }
                }
                all
            }
            Part::Any(parts) => {
                let mut any = Some(false);
                for part in parts {
                    match self.truth(part, numbers)? {
                        Some(true) => return Ok(Some(true)),
                        Some(false) => {}
                        None => any = None,
                    }
                }
                any
            }
            Part::Exists(bound, body) => {
                let most = bound.as_ref().and_then(|bound| bound.most(numbers, self.budget));
                let mut any = most.map(|_| false);
                for number in 0..=most.unwrap_or(UNBOUNDED) {
                    if self.left == 0 {
                        return Ok(None);
                    }
                    numbers.push(number);
                    let holds = self.truth(body, numbers);
                    numbers.pop();
                    match holds? {
                        Some(true) => return Ok(Some(true)),
                        Some(false) => {}
                        None => any = None,
                    }
                }
                any
            }
        })
    }

    fn compared(&mut self, indices: &[Formula], condition: &Formula, numbers: &[i64]) -> Result<Option<bool>, Stopped> {
        self.budget.check()?;
        self.left = self.left.saturating_sub(1);
        let mut all = numbers.to_vec();
        for index in indices {
            let Ok(index) = index.evaluator(self.budget).number_for(numbers) else { return Ok(None) };
            // What asks for a term before the first is false.
            let Ok(at) = usize::try_from(index - self.first) else { return Ok(Some(false)) };
            let Some(term) = self.terms.get(at) else { return Ok(None) };
            all.push(*term);
        }
        Ok(condition.evaluator(self.budget).number_for(&all).ok().map(|no| no == 0))
    }
}

/// The next numbers with the same total; false after the last ones.
fn next_with_this_total(place: &mut [i64]) -> bool {
    let Some(last) = (1..place.len()).rev().find(|n| place[*n] > 0) else { return false };
    let rest = std::mem::take(&mut place[last]) - 1;
    place[last - 1] += 1;
    place[last..].fill(0);
    if let Some(end) = place.last_mut() {
        *end += rest;
    }
    true
}

/// A proposition whose comparisons have been read.
enum Part {
    /// The indices of the terms, formulas on the numbers around them, and the condition on these numbers and the terms.
    Compared(Vec<Formula>, Formula),
    All(Vec<Part>),
    Any(Vec<Part>),
    Not(Box<Part>),
    /// There is a number; none is larger than the bound, if there is one.
    Exists(Option<Bound>, Box<Part>),
}

/// `n < bound`, or `n ≤ bound`.
struct Bound {
    formula: Formula,
    strict: bool,
}

impl Bound {
    fn most(&self, numbers: &[i64], budget: &Budget) -> Option<i64> {
        let bound = self.formula.evaluator(budget).number_for(numbers).ok()?;
        bound.checked_sub(i64::from(self.strict))
    }

    /// What is said of a name in a comparison without terms: `1 <= j < n`, `j = n`, `n > j`.
    fn read(comparison: &Comparison, name: &str, known: &[String]) -> Option<Bound> {
        let [text] = comparison.pieces.as_slice() else { return None };
        let mut sides = vec![""];
        let mut signs = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let rest = &text[at..];
            let sign = ["<=", ">=", "!=", "≤", "≥", "≠", "<", ">", "="].into_iter().find(|sign| rest.starts_with(sign));
            let length = sign.map_or_else(|| rest.chars().next().map_or(1, char::len_utf8), str::len);
            at += length;
            match sign {
                Some(sign) => {
                    signs.push(sign);
                    sides.push(&text[at..at]);
                }
                None => {
                    let side = sides.last_mut()?;
                    *side = &text[at - length - side.len()..at];
                }
            }
        }
        signs.into_iter().zip(sides.windows(2)).find_map(|(sign, pair)| {
            let (below, above, strict) = match sign {
                "<=" | "≤" | "=" => (pair[0], pair[1], false),
                "<" => (pair[0], pair[1], true),
                ">=" | "≥" => (pair[1], pair[0], false),
                ">" => (pair[1], pair[0], true),
                _ => return None,
            };
            let formula = Formula::value(above, &Names::only(known.to_vec())).ok()?;
            (below.trim() == name).then_some(Bound { formula, strict })
        })
    }
}

impl Part {
    /// Reads a proposition about these names; none if a comparison cannot be calculated with numbers for the terms.
    fn read(truth: &Proposition, names: &mut Vec<String>) -> Option<Part> {
        Some(match truth {
            Proposition::Comparison(comparison) => {
                let own = Names::only(names.clone());
                let indices = comparison.terms.iter().map(|index| Formula::value(index, &own).ok());
                let terms: Vec<String> = (0..comparison.terms.len()).map(|n| format!("term_{n}")).collect();
                let mut text = comparison.pieces[0].clone();
                for (term, piece) in terms.iter().zip(&comparison.pieces[1..]) {
                    text.push_str(&format!("({term})"));
                    text.push_str(piece);
                }
                let all = Names::only([names.as_slice(), terms.as_slice()].concat());
                Part::Compared(indices.collect::<Option<_>>()?, Formula::set(&text, &all).ok()?)
            }
            Proposition::And(parts) => Part::All(Part::read_all(parts, names)?),
            Proposition::Or(parts) => Part::Any(Part::read_all(parts, names)?),
            Proposition::Not(inner) => Part::Not(Box::new(Part::read(inner, names)?)),
            Proposition::Exists(more, body) => {
                let known = names.len();
                names.extend(more.iter().cloned());
                let read = Part::read(body, names);
                let conjuncts = match &**body {
                    Proposition::And(parts) => parts.as_slice(),
                    other => std::slice::from_ref(other),
                };
                // One quantifier for each name, the last one inside.
                let mut part = read?;
                while names.len() > known {
                    let name = names.pop()?;
                    let bound = conjuncts.iter().find_map(|conjunct| match conjunct {
                        Proposition::Comparison(comparison) => Bound::read(comparison, &name, names),
                        _ => None,
                    });
                    part = Part::Exists(bound, Box::new(part));
                }
                part
            }
        })
    }

    fn read_all(parts: &[Proposition], names: &mut Vec<String>) -> Option<Vec<Part>> {
        parts.iter().map(|part| Part::read(part, names)).collect()
    }
}
