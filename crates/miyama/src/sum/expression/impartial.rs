//! Whether a game *as it is written* is impartial: both players have the same
//! options, there and in every position below. This is a property of the form:
//! {−1 | 1} is not impartial, though it equals 0, which is.
//!
//! Impartial forms are kept once each, so that equal ones have equal numbers.

use super::{Expression, Goal, Node, Program, notation};
use crate::value::Plain;
use std::collections::{BTreeSet, HashMap};

/// More forms than this are not looked at.
const MOST_FORMS: usize = 1 << 16;

/// Larger nimbers are not written out as forms.
const LARGEST_NIMBER: u32 = 1000;

/// An impartial form, by its number.
type FormId = usize;

/// What is known of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Impartial(FormId),
    NotImpartial,
    /// It stands for a value and not for a form, or is too large.
    Unknown,
}

/// Whether the game that a text writes is impartial as a form; none if the text
/// names a value by an operation that is about values, or is no game.
///
/// ```
/// use miyama::sum::is_impartial_form;
/// assert_eq!(is_impartial_form("{*,0|0,*}"), Some(true));
/// assert_eq!(is_impartial_form("{-1|1}"), Some(false));
/// assert_eq!(is_impartial_form("* + *2"), Some(true));
/// assert_eq!(is_impartial_form("cool(*, 1)"), None);
/// ```
#[must_use]
pub fn is_impartial_form(source: &str) -> Option<bool> {
    let Ok(Program { definitions, goal: Goal::Game(asked) }) = notation::parse(source) else { return None };
    let mut forms = Forms::default();
    for (name, expression) in definitions {
        let known = forms.known(&expression);
        forms.names.insert(name, known);
    }
    match forms.known(&asked) {
        Known::Impartial(_) => Some(true),
        Known::NotImpartial => Some(false),
        Known::Unknown => None,
    }
}

#[derive(Default)]
struct Forms {
    /// The options of each form.
    options: Vec<BTreeSet<FormId>>,
    numbers: HashMap<BTreeSet<FormId>, FormId>,
    sums: HashMap<(FormId, FormId), FormId>,
    names: HashMap<String, Known>,
}

impl Forms {
    fn number(&mut self, options: BTreeSet<FormId>) -> Option<FormId> {
        if let Some(known) = self.numbers.get(&options) {
            return Some(*known);
        }
        if self.options.len() >= MOST_FORMS {
            return None;
        }
        self.options.push(options.clone());
        self.numbers.insert(options, self.options.len() - 1);
        Some(self.options.len() - 1)
    }

    fn known(&mut self, expression: &Expression) -> Known {
        match &expression.says {
            Node::Plain(plain) => self.plain(plain),
            Node::Options(left, right) => self.side_by_side(left, right),
            // {a | −a}: an impartial form is its own negative.
            Node::Switch(options) => self.side_by_side(options, options),
            Node::Sum(parts) => {
                let parts: Vec<Known> = parts.iter().map(|(_, part)| self.known(part)).collect();
                let mut sum = self.nimber(0);
                for part in parts {
                    sum = match (sum, part) {
                        (Known::Impartial(a), Known::Impartial(b)) => {
                            self.sum(a, b).map_or(Known::Unknown, Known::Impartial)
                        }
                        // The other parts can be played to their ends, and this
                        // one is left.
                        (Known::NotImpartial, _) | (_, Known::NotImpartial) => Known::NotImpartial,
                        _ => Known::Unknown,
                    };
                }
                sum
            }
            Node::Name(name) => self.names.get(name).copied().unwrap_or(Known::Unknown),
            Node::UpSum { n, .. } | Node::UpPower { n, .. } if *n > 0 => Known::NotImpartial,
            _ => Known::Unknown,
        }
    }

    fn plain(&mut self, plain: &Plain) -> Known {
        if !plain.number.is_zero() || !plain.up.is_zero() {
            return Known::NotImpartial;
        }
        self.nimber(plain.nimber)
    }

    fn nimber(&mut self, nimber: u32) -> Known {
        if nimber > LARGEST_NIMBER {
            return Known::Unknown;
        }
        let mut below = BTreeSet::new();
        for _ in 0..nimber {
            match self.number(below.clone()) {
                Some(form) => below.insert(form),
                None => return Known::Unknown,
            };
        }
        self.number(below).map_or(Known::Unknown, Known::Impartial)
    }

    /// The form with these options of Left and of Right.
    fn side_by_side(&mut self, left: &[Expression], right: &[Expression]) -> Known {
        let left: Vec<Known> = left.iter().map(|option| self.known(option)).collect();
        let right: Vec<Known> = right.iter().map(|option| self.known(option)).collect();
        if left.iter().chain(&right).any(|option| *option == Known::NotImpartial) {
            return Known::NotImpartial;
        }
        let forms = |side: &[Known]| -> Option<BTreeSet<FormId>> {
            side.iter().map(|known| if let Known::Impartial(form) = known { Some(*form) } else { None }).collect()
        };
        match (forms(&left), forms(&right)) {
            (Some(left), Some(right)) if left == right => self.number(left).map_or(Known::Unknown, Known::Impartial),
            (Some(_), Some(_)) => Known::NotImpartial,
            _ => Known::Unknown,
        }
    }

    /// The sum of two forms: a move is a move in one of them. None if it is large.
    fn sum(&mut self, a: FormId, b: FormId) -> Option<FormId> {
        if let Some(known) = self.sums.get(&(a, b)) {
            return Some(*known);
        }
        let (first, second) = (self.options[a].clone(), self.options[b].clone());
        let mut options = BTreeSet::new();
        for option in first {
            options.insert(self.sum(option, b)?);
        }
        for option in second {
            options.insert(self.sum(a, option)?);
        }
        if self.sums.len() >= MOST_FORMS {
            return None;
        }
        let sum = self.number(options)?;
        self.sums.insert((a, b), sum);
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_and_not_the_value_is_impartial() {
        for (text, expected) in [
            ("0", Some(true)),
            ("*5", Some(true)),
            ("1", Some(false)),
            ("^", Some(false)),
            ("{|}", Some(true)),
            ("{-1|1}", Some(false)),
            ("{0|*}", Some(false)),
            ("{0,{*|*}|{*|*},0}", Some(true)),
            ("{1|1}", Some(false)),
            ("1 - 1", Some(false)),
            ("{-1|1} + *", Some(false)),
            ("let g = {*|*}; g + g - *3", Some(true)),
            ("+-*", Some(true)),
            ("+-1", Some(false)),
            ("cool({1|-1}, 1)", None),
        ] {
            assert_eq!(is_impartial_form(text), expected, "{text}");
        }
    }
}
