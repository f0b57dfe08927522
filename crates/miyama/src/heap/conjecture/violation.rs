//! The condition that a formula must meet at a position, and how it can fail:
//! the definition, executed by walking through the options.

use super::{NoTest, Trial};
use crate::heap::formula::{Evaluator, Reason};
use crate::heap::table::NoTable;
use crate::play::{Convention, Outcome};
use miyama_text::{Text, say};

/// A position at which a formula breaks its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The position.
    pub position: Vec<u64>,
    /// What the formula says there: the value; for a set 0 inside, 1 outside.
    pub claimed: i64,
    /// What the options give, counted in the same way.
    pub actual: i64,
    /// What is wrong.
    pub kind: Kind,
}

/// How a condition can be broken. An option is a sum of positions, most often one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The position is in the set, and so is an option.
    BothIn {
        /// The option.
        option: Vec<Vec<u64>>,
    },
    /// The position is outside the set, and none of its options is in it.
    NoneInto,
    /// The position is in the set, but an option of which the set says nothing, because it
    /// has another number of pieces, is P.
    IntoP {
        /// The option.
        option: Vec<Vec<u64>>,
    },
    /// The position is outside the set, and none of its options is P.
    NoneP,
    /// The position is in the set of those of a value, and an option has this value.
    IntoLevel {
        /// The option.
        option: Vec<Vec<u64>>,
        /// The value.
        level: u32,
    },
    /// In normal play a position without moves is P, but it is outside the set.
    EndOutside,
    /// In misère play a position without moves is N, but it is in the set.
    EndInside,
    /// An option has the value claimed, which the position then cannot have.
    Reached {
        /// The option.
        option: Vec<Vec<u64>>,
    },
    /// No option has this value, which is less than the one claimed.
    Missing {
        /// The least value that is missing: the true one.
        value: i64,
    },
    /// No value is negative.
    Negative,
    /// The position was solved, and the formula says something else.
    Solved {
        /// The position as people write it.
        position: String,
        /// Who wins it, or its value.
        shown: String,
    },
}

impl Kind {
    /// A short name for programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Kind::BothIn { .. } => "option-in-set",
            Kind::NoneInto => "no-option-in-set",
            Kind::IntoP { .. } => "option-is-p",
            Kind::NoneP => "no-option-is-p",
            Kind::EndOutside => "end-outside-set",
            Kind::EndInside => "end-in-set",
            Kind::Reached { .. } | Kind::IntoLevel { .. } => "option-has-value",
            Kind::Missing { .. } => "value-missing",
            Kind::Negative => "negative-value",
            Kind::Solved { .. } => "solved",
        }
    }

    /// The option that shows it, if one does.
    #[must_use]
    pub fn option(&self) -> Option<&[Vec<u64>]> {
        match self {
            Kind::BothIn { option }
            | Kind::IntoP { option }
            | Kind::Reached { option }
            | Kind::IntoLevel { option, .. } => Some(option),
            _ => None,
        }
    }
}

impl Violation {
    /// What is claimed of a position, and what is true or follows from its options.
    #[must_use]
    pub fn new(position: Vec<u64>, claimed: i64, actual: i64, kind: Kind) -> Violation {
        Violation { position, claimed, actual, kind }
    }

    /// The same of the first heaps alone, where the others are numbers that no move changes.
    #[must_use]
    pub fn on_first_heaps(&self, heaps: usize) -> Violation {
        let mut first = self.clone();
        first.position.truncate(heaps);
        if let Kind::BothIn { option }
        | Kind::IntoP { option }
        | Kind::Reached { option }
        | Kind::IntoLevel { option, .. } = &mut first.kind
        {
            option.iter_mut().for_each(|position| position.truncate(heaps));
        }
        first
    }

    /// What is wrong, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        let position = tuple(&self.position);
        let (claimed, actual) = (self.claimed, self.actual);
        match &self.kind {
            Kind::BothIn { option } => say!("conjecture.both_in", position = position, option = sum(option)),
            Kind::NoneInto => say!("conjecture.none_into", position = position),
            Kind::IntoP { option } => say!("conjecture.into_p", position = position, option = sum(option)),
            Kind::NoneP => say!("conjecture.none_p", position = position),
            Kind::IntoLevel { option, level } => {
                say!("conjecture.into_level", position = position, option = sum(option), level = *level)
            }
            Kind::EndOutside => say!("conjecture.end_outside", position = position),
            Kind::EndInside => say!("conjecture.end_inside", position = position),
            Kind::Reached { option } => {
                say!(
                    "conjecture.reached",
                    position = position,
                    option = sum(option),
                    claimed = claimed,
                    actual = actual
                )
            }
            Kind::Missing { value } => {
                say!("conjecture.missing", position = position, value = *value, claimed = claimed)
            }
            Kind::Negative => say!("conjecture.negative", position = position, claimed = claimed, actual = actual),
            Kind::Solved { position, shown } => say!("conjecture.solved", position = position, shown = shown),
        }
    }
}

/// `(3, 5)`.
#[must_use]
pub fn tuple(position: &[u64]) -> String {
    format!("({})", position.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

/// `(3) + (5)`; `0` where nothing is left.
#[must_use]
pub fn sum(option: &[Vec<u64>]) -> String {
    match option {
        [] => "0".to_owned(),
        parts => parts.iter().map(|part| tuple(part)).collect::<Vec<_>>().join(" + "),
    }
}

impl Trial<'_> {
    /// How the formula breaks its condition at a position, if it does.
    pub(super) fn violation(
        &self,
        position: &[u64],
        evaluator: &mut Evaluator<'_>,
    ) -> Result<Option<Violation>, NoTest> {
        let claimed = says(evaluator, position)?;
        if !self.ruleset.is_won_as_usual() {
            // The rule of the game decides, and no single option shows it.
            let Some(actual) = self.truth.number(position).map(i64::from) else { return Ok(None) };
            let shown = self.truth.outcome(position).unwrap_or(if actual == 0 { Outcome::P } else { Outcome::N });
            let kind = Kind::Solved { position: tuple(position), shown: shown.to_string() };
            let violation = Violation { position: position.to_vec(), claimed, actual, kind };
            return Ok((claimed != actual).then_some(violation));
        }
        // What the formula says of the options, each number with its first option.
        let mut reached: Vec<(i64, Vec<Vec<u64>>)> = Vec::new();
        let mut options = 0u64;
        let mut stopped: Result<(), NoTest> = Ok(());
        self.ruleset
            .for_each_option(position, self.budget, &mut |option: &[Vec<u64>]| {
                options += 1;
                stopped = self.budget.check().map_err(NoTest::from).and_then(|()| {
                    let number = self.option_says(option, evaluator)?;
                    match reached.binary_search_by_key(&number, |(n, _)| *n) {
                        Ok(place) if *option < *reached[place].1 => reached[place].1 = option.to_vec(),
                        Ok(_) => {}
                        Err(place) => reached.insert(place, (number, option.to_vec())),
                    }
                    Ok(())
                });
                stopped.is_ok()
            })
            .map_err(NoTable::from)?;
        stopped?;
        let with = |number: i64| reached.iter().find(|(n, _)| *n == number).map(|(_, option)| option.clone());
        let (actual, kind) = if self.formula.is_set() {
            let into = with(0);
            let ended = options == 0 && self.convention == Convention::Misere;
            let actual = i64::from(ended || into.is_some());
            let kind = match (claimed, into) {
                (0, Some(option)) => Kind::BothIn { option },
                (0, None) if ended => Kind::EndInside,
                (1, None) if options == 0 && !ended => Kind::EndOutside,
                (1, None) if !ended => Kind::NoneInto,
                _ => return Ok(None),
            };
            (actual, kind)
        } else {
            let missing = (0..).find(|n| with(*n).is_none()).unwrap_or(0);
            let kind = match with(claimed) {
                _ if claimed == missing => return Ok(None),
                _ if claimed < 0 => Kind::Negative,
                Some(option) => Kind::Reached { option },
                None => Kind::Missing { value: missing },
            };
            (missing, kind)
        };
        Ok(Some(Violation { position: position.to_vec(), claimed, actual, kind }))
    }

    /// What the formula says of an option. Nothing left is the end of the game.
    /// A sum has the nim-sum of the values of its parts; a set says nothing of
    /// them, and the true values are taken.
    fn option_says(&self, option: &[Vec<u64>], evaluator: &mut Evaluator<'_>) -> Result<i64, NoTest> {
        match option {
            [] => Ok(i64::from(self.formula.is_set() && self.convention == Convention::Misere)),
            [position] => says(evaluator, position),
            parts if self.formula.is_set() => {
                let value = |part: &Vec<u64>| self.truth.value(part).map_or(0, i64::from);
                Ok(parts.iter().fold(0, |sum, part| sum ^ value(part)).min(1))
            }
            parts => parts.iter().try_fold(0, |sum, part| Ok(sum ^ says(evaluator, part)?)),
        }
    }
}

pub(super) fn says(evaluator: &mut Evaluator<'_>, position: &[u64]) -> Result<i64, NoTest> {
    evaluator.number(position).map_err(|no| match no.why {
        Reason::Stopped(stopped) => stopped.into(),
        _ => NoTest::Formula(no, position.to_vec()),
    })
}
