//! Tables that are computed from the rules, against what a statement says.
//!
//! Positions come in the natural order: by the number of stones, then by the
//! heaps. The first disagreement is the counterexample.

use super::doubt::{Outcomes, Values};
use super::{Ground, Unchecked, Verdict};
use miyama::heap::builtin;
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama::heap::table::{GrundyTable, OutcomeTable, positions};
use miyama::play::{Convention, Outcome};
use miyama_text::{Arg, Text, say};

/// A built-in ruleset.
pub(super) fn built_in(name: &str, arguments: &[i64]) -> Ruleset {
    let arguments: Vec<Argument> = arguments.iter().map(|n| Argument::Number(*n)).collect();
    builtin::ruleset(name, &arguments).expect("a built-in game with the arguments that it takes")
}

/// A ruleset as a document writes it.
pub(super) fn written(definition: &str) -> Ruleset {
    let definition = parse_definition(definition).expect("the definitions of the claims are tested");
    Ruleset::new(&definition, &[]).expect("the definitions of the claims are tested")
}

/// Several heaps of a one-heap game.
pub(super) fn side_by_side(ruleset: &Ruleset, copies: usize) -> Ruleset {
    ruleset.side_by_side(copies).expect("a one-heap game whose heaps do not break")
}

/// `(3,5,7)`.
pub(super) fn shown(position: &[u64]) -> String {
    let heaps: Vec<String> = position.iter().map(u64::to_string).collect();
    format!("({})", heaps.join(","))
}

/// The least of these positions in the natural order.
pub(super) fn least(positions: impl Iterator<Item = Vec<u64>>) -> Option<Vec<u64>> {
    positions.min_by_key(|position| (position.iter().sum::<u64>(), position.clone()))
}

impl<'a> Ground<'a> {
    /// The outcomes of all positions with these largest heaps.
    pub(super) fn outcomes(
        &self,
        ruleset: &Ruleset,
        to: &[u64],
        convention: Convention,
    ) -> Result<Outcomes<'a>, Unchecked> {
        Ok(Outcomes { ground: *self, table: OutcomeTable::new(ruleset, to, convention, self.budget)? })
    }

    /// The values of all positions with these largest heaps.
    pub(super) fn values(&self, ruleset: &Ruleset, to: &[u64]) -> Result<Values<'a>, Unchecked> {
        Ok(Values { ground: *self, table: GrundyTable::new(ruleset, to, self.budget)? })
    }

    /// The first position up to `to` at which `wrong` says so. It is asked often.
    pub(super) fn first(
        &self,
        to: &[u64],
        mut wrong: impl FnMut(&[u64]) -> bool,
    ) -> Result<Option<Vec<u64>>, Unchecked> {
        let mut found: Option<(u64, Vec<u64>)> = None;
        for (count, position) in positions(to).enumerate() {
            if count % 4096 == 0 {
                self.budget.check()?;
            }
            let total = position.iter().sum::<u64>();
            // Positions with equally many stones come in order already.
            if found.as_ref().is_none_or(|(least, _)| total < *least) && wrong(&position) {
                found = Some((total, position));
            }
        }
        Ok(found.map(|(_, position)| position))
    }

    /// The same for the positions of a game: nothing is claimed about other tuples.
    fn first_of(
        &self,
        ruleset: &Ruleset,
        to: &[u64],
        mut wrong: impl FnMut(&[u64]) -> bool,
    ) -> Result<Option<Vec<u64>>, Unchecked> {
        let inside = |position: &[u64]| ruleset.is_position(position, self.budget).unwrap_or(true);
        self.first(to, |position| inside(position) && wrong(position))
    }

    /// Are the P-positions with these largest heaps the ones for which
    /// `says_p`? The first that differs, with what is wrong with it.
    pub(super) fn p_positions(
        &self,
        ruleset: &Ruleset,
        to: &[u64],
        convention: Convention,
        says_p: impl Fn(&[u64]) -> bool,
    ) -> Result<Option<Verdict>, Unchecked> {
        self.wrongly(ruleset, to, convention, &says_p, |is_p, says_p| is_p != says_p)
    }

    /// Are the positions for which `says_p` P-positions? The first that is not, with the
    /// move that wins there.
    pub(super) fn p_among(
        &self,
        ruleset: &Ruleset,
        to: &[u64],
        convention: Convention,
        says_p: impl Fn(&[u64]) -> bool,
    ) -> Result<Option<Verdict>, Unchecked> {
        self.wrongly(ruleset, to, convention, &says_p, |is_p, says_p| says_p && !is_p)
    }

    /// The first position of which what is true and what is said make it wrong, and why.
    fn wrongly(
        &self,
        ruleset: &Ruleset,
        to: &[u64],
        convention: Convention,
        says_p: &dyn Fn(&[u64]) -> bool,
        wrong: fn(bool, bool) -> bool,
    ) -> Result<Option<Verdict>, Unchecked> {
        let table = self.outcomes(ruleset, to, convention)?;
        let is_p = |position: &[u64]| table.outcome(position) == Some(Outcome::P);
        let first = self.first_of(ruleset, to, |position| wrong(is_p(position), says_p(position)))?;
        let Some(position) = first else { return Ok(None) };
        let at = shown(&position);
        let says = match says_p(&position) {
            false => say!("claim.is_p", game = ruleset.name(), position = &at),
            true => is_n(ruleset, &position, &is_p)?,
        };
        Ok(Some(Verdict::refuted(at, says)))
    }

    /// Are the positions of this Grundy value the ones for which `says`? The first that differs.
    pub(super) fn level(
        &self,
        ruleset: &Ruleset,
        to: &[u64],
        level: u32,
        says: impl Fn(&[u64]) -> bool,
    ) -> Result<Option<Verdict>, Unchecked> {
        let table = self.values(ruleset, to)?;
        let value = |position: &[u64]| table.value(position).map_or(u32::MAX, |value| value.0);
        let wrong = self.first_of(ruleset, to, |position| (value(position) == level) != says(position))?;
        Ok(wrong.map(|position| {
            let at = shown(&position);
            let (value, not) = (value(&position), if says(&position) { "" } else { "≠ " });
            differs(format!("{} {at}", ruleset.name()), value, format!("{not}{level}"))
        }))
    }

    /// Are the Grundy values of all positions with these largest heaps what
    /// `says`? The first that differs.
    pub(super) fn grundy_values(
        &self,
        ruleset: &Ruleset,
        to: &[u64],
        says: impl Fn(&[u64]) -> u64,
    ) -> Result<Option<Verdict>, Unchecked> {
        let table = self.values(ruleset, to)?;
        let value = |position: &[u64]| table.value(position).map_or(u64::MAX, |value| u64::from(value.0));
        let wrong = self.first_of(ruleset, to, |position| value(position) != says(position))?;
        Ok(wrong.map(|position| {
            let at = shown(&position);
            Verdict::refuted(at.clone(), other_value(ruleset.name(), &at, value(&position), says(&position)))
        }))
    }

    /// The verdict of a statement that was checked up to the bound.
    pub(super) fn unless(&self, wrong: Option<Verdict>) -> Verdict {
        wrong.unwrap_or(Verdict::HoldsTo(self.to))
    }
}

/// A position with another value than the statement says.
pub(super) fn other_value(game: &str, position: &str, value: u64, said: u64) -> Text {
    say!("claim.other_value", game = game, position = position, value = value, said = said)
}

/// Refuted: at this place there is something else than the statement says.
pub(super) fn differs(at: impl Into<String>, found: impl Into<Arg>, said: impl Into<Arg>) -> Verdict {
    let at = at.into();
    let (found, said): (Arg, Arg) = (found.into(), said.into());
    let says = say!("claim.differs", at = &at, found = found, said = said);
    Verdict::refuted(at, says)
}

/// The verdict of a finite statement that was checked completely.
pub(super) fn exhausted(wrong: Option<Verdict>) -> Verdict {
    wrong.unwrap_or_else(|| Verdict::Proved(say!("claim.exhausted")))
}

/// The sentence that a position is N, with the move that wins there if it has one.
fn is_n(ruleset: &Ruleset, position: &[u64], is_p: &impl Fn(&[u64]) -> bool) -> Result<Text, Unchecked> {
    let at = shown(position);
    Ok(match winning_move(ruleset, position, is_p)? {
        Some(option) => say!("claim.is_n", game = ruleset.name(), position = &at, option = shown(&option)),
        None => say!("claim.is_n_at_the_end", game = ruleset.name(), position = &at),
    })
}

/// The least option that is a P-position.
fn winning_move(
    ruleset: &Ruleset,
    position: &[u64],
    is_p: &impl Fn(&[u64]) -> bool,
) -> Result<Option<Vec<u64>>, Unchecked> {
    let options = ruleset.options(position)?.into_iter().filter_map(|option| option.into_iter().next());
    Ok(least(options.filter(|option| is_p(option))))
}

/// The counterexample that a check finds up to `to`, without limits: for tests.
#[cfg(test)]
pub(super) fn refutation(
    check: impl Fn(&Ground<'_>) -> Result<Verdict, Unchecked>,
    to: u64,
) -> Option<super::Counterexample> {
    let budget = miyama_budget::Budget::unlimited();
    match check(&Ground::new(to, &budget)).expect("a check without limits ends") {
        Verdict::Refuted(counterexample) => Some(counterexample),
        _ => None,
    }
}
