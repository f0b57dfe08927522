//! Theorems about rulesets that somebody else proves: proofs are made above this crate, and a game carries whoever
//! knows them.

use super::ruleset::Ruleset;
use crate::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use miyama_text::Text;
use num_bigint::BigUint;
use std::fmt;
use std::sync::Arc;

/// Whoever knows theorems about rulesets.
pub trait Theorems: fmt::Debug + Send + Sync {
    /// What a theorem says of a position; none if there is none about the ruleset.
    ///
    /// # Errors
    /// [`Stopped`] if the budget ends first.
    fn ask(&self, asked: &TheoremQuery<'_>, budget: &Budget) -> Result<Option<Proved>, Stopped>;

    /// Whether somebody gave theorems of their own, who wants to be answered by them.
    fn are_given(&self) -> bool {
        false
    }
}

/// A position of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct TheoremQuery<'a> {
    /// The rules.
    pub ruleset: &'a Arc<Ruleset>,
    /// One number per heap.
    pub heaps: &'a [BigUint],
    /// How the last move counts.
    pub convention: Convention,
    /// How many winning moves are listed at most.
    pub most: usize,
    /// Whether a theorem may be looked for: there is no other way, as no table can be made.
    pub learn: bool,
}

/// What a theorem says of a position.
#[derive(Clone, Debug)]
pub struct Proved {
    /// Who wins: P or N.
    pub outcome: Outcome,
    /// The Grundy value, where the theorem tells it.
    pub value: Option<BigUint>,
    /// The first positions that winning moves lead to.
    pub listed: Vec<Vec<BigUint>>,
    /// How many there are.
    pub count: BigUint,
    /// Whether leaving nothing at all wins, besides.
    pub nothing: bool,
    /// The theorem, and how it was proved.
    pub method: Text,
    /// What it says here.
    pub why: Text,
}
