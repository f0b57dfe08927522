//! A theorem with its definition and its formula read as linear arithmetic.

use crate::logic::{Prop, Relation, Term};
use crate::read;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::notation::{Body, parse_definition};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_proof::What;
use std::ops::Range;

/// Why a theorem cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoExport {
    /// The definition has something that the format does not take: what, and its bytes.
    Definition(What, Option<Range<usize>>),
    /// The formula has something that the format does not take: what, and its bytes.
    Formula(What, Option<Range<usize>>),
    /// The theorem has no formula, only an automaton.
    NoFormula,
    /// The formula says `exists`.
    Quantified,
    /// No short list of moves leads from everywhere else into the set.
    NoWitness,
    /// Too much for an automaton on the way.
    Limit,
    /// The format takes normal play only.
    Misere,
    /// A move that leaves nothing, which the format has no words for.
    Vanishing,
}

/// One set of options in one order of the heaps.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// The integers that a move chooses, all natural.
    pub(crate) bound: Vec<String>,
    /// What must hold.
    pub(crate) conditions: Vec<Prop>,
    /// What the heaps become.
    pub(crate) option: Vec<Term>,
}

/// That the P-positions of a game are a set given by a formula.
#[derive(Clone, Debug)]
pub struct Claim {
    pub(crate) game: String,
    pub(crate) definition: String,
    pub(crate) heaps: Vec<String>,
    pub(crate) ways: Vec<Way>,
    /// The set, in the names of the heaps.
    pub(crate) set: Prop,
    pub(crate) convention: Convention,
    /// A weighted sum of the heaps that every move lowers.
    pub(crate) rank: Vec<i64>,
}

impl Claim {
    /// Reads a theorem.
    ///
    /// # Errors
    /// What of it is not linear.
    pub fn new(
        called: &str,
        ruleset: &Ruleset,
        names: &Names,
        formula: &Formula,
        convention: Convention,
    ) -> Result<Claim, NoExport> {
        let definition = |what| NoExport::Definition(what, None);
        let tree = parse_definition(ruleset.definition()).map_err(|_| definition(What::Split))?;
        let Body::Options { heaps, sets } = &tree.body else { return Err(definition(What::Split)) };
        if tree.is_partizan() {
            return Err(definition(What::Partizan));
        }
        if !tree.domain.is_empty() {
            return Err(definition(What::Domain));
        }
        if !tree.lets.is_empty() {
            return Err(definition(What::Function));
        }
        let copies = ruleset.heaps() / heaps.len();
        let shown = names.shown().to_vec();
        let own: Vec<String> = heaps.iter().map(|name| name.text.clone()).collect();
        let mut ways = Vec::new();
        for set in sets {
            ways.extend(read::ways(set, &own, &shown, copies, &tree, ruleset.arguments())?);
        }
        let rank = ruleset.rank().ok_or(definition(What::Rank))?.weights();
        let rank = rank.iter().map(|w| i64::try_from(*w).map_err(|_| definition(What::Numbers)));
        let rank: Vec<i64> = rank.collect::<Result<_, _>>()?;
        let condition = formula.condition().ok_or(NoExport::NoFormula)?;
        let set = read::truth(condition, &shown)?.simplified();
        Ok(Claim {
            game: called.to_owned(),
            definition: ruleset.definition().to_owned(),
            heaps: shown,
            ways,
            set,
            convention,
            rank,
        })
    }

    /// The names of the heaps of an option: those of the position with a mark.
    pub(crate) fn option_names(&self, mark: &str) -> Vec<String> {
        self.heaps.iter().map(|heap| format!("{heap}{mark}")).collect()
    }

    /// The set where the heaps are these.
    pub(crate) fn set_with(&self, heaps: &[Term]) -> Prop {
        let put = |name: &str| self.heaps.iter().position(|heap| heap == name).map(|at| heaps[at].clone());
        self.set.with(&put)
    }

    /// That all of these are at least 0.
    pub(crate) fn natural(names: &[String]) -> Prop {
        let all = names.iter().map(|name| Prop::compare(Term::Number(0), Relation::AtMost, Term::name(name)));
        Prop::And(all.collect())
    }

    /// The weighted sum of these heaps.
    pub(crate) fn rank_of(&self, names: &[String]) -> Term {
        let terms = names.iter().zip(&self.rank).map(|(name, weight)| Term::Times(*weight, Box::new(Term::name(name))));
        Term::Sum(terms.collect()).collected()
    }
}

impl Way {
    /// That it leads from the position to the option with these names, for its own integers.
    pub(crate) fn leads(&self, option: &[String]) -> Prop {
        let mut all: Vec<Prop> = Vec::new();
        if let Prop::And(natural) = Claim::natural(&self.bound) {
            all.extend(natural);
        }
        all.extend(self.conditions.iter().cloned());
        for (name, term) in option.iter().zip(&self.option) {
            all.push(Prop::compare(Term::name(name), Relation::Equal, term.clone()));
        }
        Prop::And(all)
    }

    /// The same for some integers.
    pub(crate) fn leads_somehow(&self, option: &[String]) -> Prop {
        let inside = self.leads(option);
        self.bound.iter().rev().fold(inside, |prop, name| Prop::Exists(name.clone(), Box::new(prop)))
    }
}
