//! First-order statements about numbers, and the automata of what satisfies them.

use crate::atom::{Atom, Relation};
use crate::automaton::{Automaton, Rows};
use crate::conjunction::conjunction;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::tracks::{Tracks, Variable, digit, with_digit};
use std::sync::Arc;

/// A statement about variables that stand for natural numbers.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A linear equation or inequality.
    Linear(Atom),
    /// Membership in a set whose tracks are the variables.
    Member(Arc<Automaton>),
    /// All of them; true if there is none.
    And(Vec<Formula>),
    /// At least one of them; false if there is none.
    Or(Vec<Formula>),
    /// Not this one.
    Not(Box<Formula>),
    /// There are natural numbers for these variables.
    Exists(Tracks, Box<Formula>),
}

impl Formula {
    /// `terms + constant = 0`
    ///
    /// # Errors
    /// [`Limit::Overflow`] if a coefficient leaves 64 bits.
    pub fn zero(terms: &[(Variable, i64)], constant: i64) -> Result<Formula, Limit> {
        Ok(Formula::Linear(Atom::new(terms, constant, Relation::Zero)?))
    }

    /// `terms + constant <= 0`
    ///
    /// # Errors
    /// [`Limit::Overflow`] if a coefficient leaves 64 bits.
    pub fn at_most_zero(terms: &[(Variable, i64)], constant: i64) -> Result<Formula, Limit> {
        Ok(Formula::Linear(Atom::new(terms, constant, Relation::AtMostZero)?))
    }

    /// What is never true.
    #[must_use]
    pub fn falsity() -> Formula {
        Formula::Or(vec![])
    }

    /// The negation.
    #[must_use]
    pub fn negated(self) -> Formula {
        match self {
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// The variables that are free.
    #[must_use]
    pub fn tracks(&self) -> Tracks {
        match self {
            Formula::Linear(atom) => atom.tracks(),
            Formula::Member(set) => set.tracks,
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().fold(Tracks::NONE, |all, part| all.union(part.tracks()))
            }
            Formula::Not(inner) => inner.tracks(),
            Formula::Exists(variables, inner) => inner.tracks().without(*variables),
        }
    }

    /// The set of what satisfies the formula, on the tracks asked for, which
    /// contain its free variables. Minimal, so that two formulas say the same
    /// exactly if their sets are equal.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn set(&self, system: Numeration, tracks: Tracks, limits: &Limits<'_>) -> Result<Automaton, Limit> {
        Compiler { system, limits }.set(self, tracks)
    }
}

struct Compiler<'a> {
    system: Numeration,
    limits: &'a Limits<'a>,
}

impl Compiler<'_> {
    fn set(&self, formula: &Formula, tracks: Tracks) -> Result<Automaton, Limit> {
        match formula {
            Formula::Or(parts) if parts.is_empty() => Ok(Automaton::empty(self.system, tracks)),
            Formula::Or(parts) => {
                let sets: Result<Vec<_>, _> = parts.iter().map(|part| self.set(part, tracks)).collect();
                Automaton::union(&sets?, self.limits)
            }
            Formula::Not(inner) => {
                // The complement is taken on the tracks of the formula: there it is smallest.
                let own = self.set(inner, inner.tracks())?.complement(self.limits)?;
                if own.tracks == tracks { Ok(own) } else { self.widened(&own, tracks) }
            }
            Formula::Exists(variables, inner) => self.exists(*variables, inner, tracks),
            Formula::Linear(_) | Formula::Member(_) | Formula::And(_) => {
                self.all(&mut vec![formula.clone()], Tracks::NONE, tracks)
            }
        }
    }

    fn widened(&self, set: &Automaton, tracks: Tracks) -> Result<Automaton, Limit> {
        conjunction(self.system, &[set], &[], tracks, self.limits)?.minimised(self.limits)
    }

    fn exists(&self, variables: Tracks, inner: &Formula, tracks: Tracks) -> Result<Automaton, Limit> {
        match inner {
            // ∃ goes through "or", and a second ∃ is one with the first.
            Formula::Or(parts) if !parts.is_empty() => {
                let sets: Result<Vec<_>, _> = parts.iter().map(|part| self.exists(variables, part, tracks)).collect();
                Automaton::union(&sets?, self.limits)
            }
            Formula::Exists(more, inner) => self.exists(variables.union(*more), inner, tracks),
            _ => self.all(&mut vec![inner.clone()], variables, tracks),
        }
    }

    /// What satisfies all parts for some numbers of the `dropped` variables.
    fn all(&self, parts: &mut Vec<Formula>, dropped: Tracks, tracks: Tracks) -> Result<Automaton, Limit> {
        let mut atoms: Vec<Atom> = Vec::new();
        let mut sets: Vec<Arc<Automaton>> = Vec::new();
        while let Some(part) = parts.pop() {
            match part {
                Formula::And(more) => parts.extend(more),
                Formula::Linear(atom) => atoms.push(atom),
                Formula::Member(set) => sets.push(set),
                other => sets.push(Arc::new(self.set(&other, other.tracks())?)),
            }
        }
        let mut open = dropped;
        // Each variable is dropped as soon as all parts that it occurs in are joined,
        // the one that joins the fewest tracks first.
        while let Some(variable) = self.next(open, &atoms, &sets) {
            let one = Tracks::one(variable);
            let here = |tracks: Tracks| tracks.contains(variable);
            let (my_atoms, other_atoms) = atoms.into_iter().partition::<Vec<_>, _>(|atom| here(atom.tracks()));
            let (my_sets, other_sets) = sets.into_iter().partition::<Vec<_>, _>(|set| here(set.tracks));
            (atoms, sets) = (other_atoms, other_sets);
            let joined = joined_tracks(&my_atoms, &my_sets);
            // Variables that occur nowhere else go in the same step.
            let elsewhere = joined_tracks(&atoms, &sets);
            let together = open.intersection(joined).without(elsewhere).union(one);
            let product = self.product(&my_atoms, &my_sets, joined)?;
            sets.push(Arc::new(product.projected(together, self.limits)?));
            open = open.without(together);
        }
        self.product(&atoms, &sets, tracks)?.minimised(self.limits)
    }

    /// The variable to drop next: of those that occur, the one that joins the
    /// fewest tracks.
    fn next(&self, open: Tracks, atoms: &[Atom], sets: &[Arc<Automaton>]) -> Option<Variable> {
        let joins = |variable: Variable| {
            let atoms = atoms.iter().map(Atom::tracks);
            let sets = sets.iter().map(|set| set.tracks);
            let with = atoms.chain(sets).filter(|tracks| tracks.contains(variable));
            with.fold(Tracks::NONE, Tracks::union).len()
        };
        open.iter().filter(|variable| joins(*variable) > 0).min_by_key(|variable| joins(*variable))
    }

    fn product(&self, atoms: &[Atom], sets: &[Arc<Automaton>], tracks: Tracks) -> Result<Automaton, Limit> {
        let sets: Vec<&Automaton> = sets.iter().map(AsRef::as_ref).collect();
        let atoms: Vec<&Atom> = atoms.iter().collect();
        if let ([only], []) = (sets.as_slice(), atoms.as_slice())
            && only.tracks == tracks
        {
            return Ok((*only).clone());
        }
        conjunction(self.system, &sets, &atoms, tracks, self.limits)
    }
}

fn joined_tracks(atoms: &[Atom], sets: &[Arc<Automaton>]) -> Tracks {
    let atoms = atoms.iter().map(Atom::tracks);
    atoms.chain(sets.iter().map(|set| set.tracks)).fold(Tracks::NONE, Tracks::union)
}

impl Automaton {
    /// The same set with its variables renamed; different ones stay different.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so.
    pub fn renamed(&self, name: impl Fn(Variable) -> Variable, limits: &Limits<'_>) -> Result<Automaton, Limit> {
        let rename = |letter: u64| self.tracks.iter().fold(0, |all, v| all | with_digit(name(v), digit(letter, v)));
        let mut rows = Rows::new();
        for state in 0..self.states() {
            let mut row: Vec<_> =
                self.row(state as u32).iter().map(|(letter, target)| (rename(*letter), *target)).collect();
            row.sort_unstable();
            rows.push(row);
        }
        let tracks = self.tracks.iter().map(&name).collect();
        Automaton { system: self.system, tracks, rows, accepting: self.accepting.clone() }.minimised(limits)
    }
}
