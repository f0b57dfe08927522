//! The option that shows that a claim is wrong at a position with too many options to walk
//! through: the automata of the moves, with the numbers of the position put in, tell the first one.

use super::Question;
use crate::learn::Learned;
use crate::moves::Way;
use crate::rules::Rules;
use miyama::budget::Budget;
use miyama::heap::conjecture::{Kind, Violation};
use miyama::play::Convention;
use miyama_automata::{Automaton, Formula, Limit, Limits, Numeration, Tracks, Variable};
use num_bigint::BigUint;
use std::sync::Arc;

/// A move is soon met where there is one.
const FEW_LOOKS: u64 = 16;

/// What a claim is confronted with.
#[derive(Clone, Copy)]
pub(super) enum Against<'a> {
    /// With itself: it says of every position whether it is P, and breaks the condition on their options here.
    Itself(&'a Automaton),
    /// With itself: the graph of the values that it gives, and for each way to move the positions with
    /// the values that this way leads to.
    Values(&'a Automaton, &'a [Automaton]),
    /// With the P-positions.
    PPositions(&'a Automaton),
    /// With the positions of a value, and those of the smaller ones.
    Level(u32, &'a Learned),
}

/// A position, and where its options are looked for.
struct Place<'a> {
    rules: &'a Rules<'a>,
    position: &'a [u64],
    limits: &'a Limits<'a>,
}

impl Question<'_> {
    /// How a claim is broken at a position, or is wrong there; `inside` says whether the position is in the
    /// claimed set. None where moves leave several positions, or numbers have more than 63 bits.
    pub(super) fn shown(
        &self,
        rules: &Rules<'_>,
        position: &[u64],
        inside: Option<bool>,
        against: Against<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Violation>, Limit> {
        if rules.moves.split().is_some() {
            return Ok(None);
        }
        let place = Place { rules, position, limits };
        let violation = |claimed, actual, kind| Violation::new(position.to_vec(), claimed, actual, kind);
        let kind = match (against, inside) {
            (Against::Values(graph, reached), _) => {
                let said = self.claim.formula().evaluator(self.budget).number(position);
                let Some(claimed) = said.ok().filter(|claimed| *claimed >= 0) else { return Ok(None) };
                let Some(actual) = place.least_missing(reached)? else { return Ok(None) };
                let kind = match place.option_of_value(graph, claimed)? {
                    Some(option) => Kind::Reached { option },
                    None if actual < claimed => Kind::Missing { value: actual },
                    None => return Ok(None),
                };
                return Ok(Some(violation(claimed, actual, kind)));
            }
            (Against::Level(level, truth), Some(true)) => {
                let here: Vec<BigUint> = position.iter().map(|heap| (*heap).into()).collect();
                if let Some((value, _)) = (0..).zip(&truth.below).find(|(_, lower)| lower.set.contains(&here)) {
                    return Ok(Some(violation(level.into(), value, Kind::Missing { value })));
                }
                place.option_in(&truth.set, level == 0)?.map(|option| Kind::IntoLevel { option, level })
            }
            (Against::Itself(set), Some(inside)) => self.shown_by(&place, set, inside, true)?,
            (Against::PPositions(set), Some(inside)) => self.shown_by(&place, set, inside, false)?,
            (_, None) | (Against::Level(..), Some(false)) => None,
        };
        let inside = inside == Some(true);
        Ok(kind.map(|kind| violation(i64::from(!inside), i64::from(inside), kind)))
    }

    /// The same for a set of P-positions: the claimed one `itself`, of which the position breaks the condition, or the true
    /// one.
    fn shown_by(&self, place: &Place<'_>, set: &Automaton, inside: bool, itself: bool) -> Result<Option<Kind>, Limit> {
        let normal = self.convention == Convention::Normal;
        // What breaks the condition of a claim from outside has no option inside: nothing is to be looked for.
        let option = if itself && !inside { None } else { place.option_in(set, normal)? };
        let ended = option.is_none() && place.is_end()?;
        Ok(match (inside, option) {
            (true, Some(option)) if itself => Some(Kind::BothIn { option }),
            (true, Some(option)) => Some(Kind::IntoP { option }),
            (true, None) => (ended && !normal).then_some(Kind::EndInside),
            (false, None) if ended => normal.then_some(Kind::EndOutside),
            (false, None) if itself => Some(Kind::NoneInto),
            (false, None) => Some(Kind::NoneP),
            (false, Some(_)) => None,
        })
    }
}

impl Place<'_> {
    /// The variables 0..k are the heaps of the position.
    fn here(&self) -> Result<Vec<Formula>, Limit> {
        let is = |(variable, heap): (Variable, &u64)| {
            let heap = i64::try_from(*heap).map_err(|_| Limit::Overflow)?;
            Formula::zero(&[(variable, 1)], -heap)
        };
        (0..).zip(self.position).map(is).collect()
    }

    /// This way leads from the position to an option of which all that is said of the variables k..2k holds.
    fn by(&self, way: &Way, said: &[Formula]) -> Result<Formula, Limit> {
        let mut parts = self.here()?;
        parts.push(way.formula.clone());
        parts.extend(said.iter().filter(|_| way.parts > 0).cloned());
        Ok(Formula::And(parts))
    }

    /// The variables that this way speaks of.
    fn tracks(&self, way: &Way) -> Tracks {
        let k = self.rules.heaps();
        Tracks::first(if way.parts == 0 { k } else { 2 * k })
    }

    /// An option that satisfies what is said of the variables k..2k; nothing left does if `nothing` says so.
    fn option(&self, said: &[Formula], of: &Automaton, nothing: bool) -> Result<Option<Vec<Vec<u64>>>, Limit> {
        for way in self.rules.moves.ways.iter().filter(|way| way.parts > 0 || nothing) {
            let pairs = self.by(way, said)?.set(of.system(), self.tracks(way), self.limits)?;
            let Some(pair) = pairs.first_element() else { continue };
            let heaps = pair[self.position.len()..].iter().map(|heap| heap.try_into().ok());
            let option = match (way.parts, heaps.collect::<Option<Vec<u64>>>()) {
                (0, _) => vec![],
                (_, Some(option)) => vec![option],
                (_, None) => return Ok(None),
            };
            return Ok(self.is_move(&option).then_some(option));
        }
        Ok(None)
    }

    /// Whether the rules have this move, asked of the ruleset and not of the automata.
    fn is_move(&self, option: &[Vec<u64>]) -> bool {
        let wide = |heaps: &[u64]| heaps.iter().map(|heap| BigUint::from(*heap)).collect::<Vec<BigUint>>();
        let pieces: Vec<Vec<BigUint>> = option.iter().map(|heaps| wide(heaps)).collect();
        self.rules.ruleset.reaches(&wide(self.position), &pieces) != Some(false)
    }

    /// An option in a set of positions.
    fn option_in(&self, set: &Automaton, nothing: bool) -> Result<Option<Vec<Vec<u64>>>, Limit> {
        let there = set.renamed(|variable| variable + self.rules.heaps(), self.limits)?;
        self.option(&[Formula::Member(Arc::new(there))], set, nothing)
    }

    /// An option to which a graph gives this value.
    fn option_of_value(&self, graph: &Automaton, value: i64) -> Result<Option<Vec<Vec<u64>>>, Limit> {
        let k = self.rules.heaps();
        let there = Formula::Member(Arc::new(graph.renamed(|variable| variable + k, self.limits)?));
        let valued = Formula::And(vec![there, Formula::zero(&[(2 * k, 1)], -value)?]);
        self.option(&[Formula::Exists(Tracks::one(2 * k), Box::new(valued))], graph, value == 0)
    }

    /// Whether there is no move.
    fn is_end(&self) -> Result<bool, Limit> {
        let (mut moved, few) = (false, Budget::unlimited().with_looks(FEW_LOOKS));
        let looked = self.rules.ruleset.for_each_option(self.position, &few, &mut |_| {
            moved = true;
            false
        });
        if moved || looked.is_ok() {
            return Ok(!moved);
        }
        let system = self.rules.moves.system.unwrap_or(Numeration::Base(2));
        for way in &self.rules.moves.ways {
            if !self.by(way, &[])?.set(system, self.tracks(way), self.limits)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The least value that no option has.
    fn least_missing(&self, reached: &[Automaton]) -> Result<Option<i64>, Limit> {
        let k = self.rules.heaps();
        let Some(first) = reached.first() else { return Ok(Some(0)) };
        let mut parts = self.here()?;
        parts.push(Formula::Or(reached.iter().map(|way| Formula::Member(Arc::new(way.clone()))).collect()));
        let values = Formula::Exists(Tracks::first(k), Box::new(Formula::And(parts)));
        let missing = values.negated().set(first.system(), Tracks::one(k), self.limits)?;
        Ok(missing.first_element().and_then(|numbers| i64::try_from(numbers.first()?).ok()))
    }
}
