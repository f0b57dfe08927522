//! Tame, restive, restless and wild games.
//!
//! Sums of nim heaps come in *types*: a sum of heaps of at most one token is *fickle*, 0
//! or 1; every other sum is *firm*, with the nim-sum n of its heaps. Types multiply: the
//! numbers add as nimbers do, and a product is firm if a factor is. A fickle sum is
//! lost in misère play if its number is 1, a firm one if it is 0.
//!
//! **Theorem** (Conway; Berlekamp, Conway and Guy with moves that are reverted). Give
//! types to games by the rule: G has type t if its options that have types (at least
//! one, unless G has no options: then it is fickle 0) have the genera of a game of
//! type t, and every other option W has an option with a type of the same nim value as
//! t, and one of the same misère value γ₀. Then a sum of games with types is a misère
//! P-position exactly if the product of the types is lost.
//! *Proof.* By induction on the sum. Let one summand be G of type t, let y be the product
//! of the others. That the options with types give t means what it means for nim heaps:
//! if ty is lost, no such option s has sy lost; and if the product of all summands is
//! not lost and there is an option with a type at all, some move to one loses. So if
//! ty is lost, moves to options with types are mistakes, by induction. A move to another
//! option W is answered: ty is lost exactly if y is firm with the number of t, or y is
//! fickle and y's number makes it so, which needs the number of t to be 0 or 1. In the
//! first case the option of W with the nim value of t leaves a lost product, in the second
//! the one with the misère value of t does. If ty is not lost, and there is any move,
//! then a summand has an option with a type, and one of these moves wins. ∎
//!
//! Games with types are called *tame*. If all options of a game are tame and the game
//! is not, then of its nim value g and its misère value γ₀ one is 0 or 1 and the
//! other is larger: Conway calls it *restive* if g is 0 or 1 and *restless* if γ₀ is.
//! A restive game counts, beside nim heaps, as a nim heap of γ₀ if all these have 0, 1, γ₀
//! or γ₀ ⊕ 1 tokens, and else as one of g. All other games are *wild*.

use crate::genus::Genus;

/// How a game behaves beside nim heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// As a sum of nim heaps.
    Tame,
    /// All options are tame, and the nim value is 0 or 1.
    Restive,
    /// All options are tame, and the misère value is 0 or 1.
    Restless,
    /// None of these.
    Wild,
}

impl Class {
    /// The name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Tame => "tame",
            Class::Restive => "restive",
            Class::Restless => "restless",
            Class::Wild => "wild",
        }
    }

    /// The class of a game that is not tame, with this genus.
    pub(crate) fn untamed(genus: &Genus, options_are_tame: bool) -> Class {
        match genus.misere.first() {
            _ if !options_are_tame => Class::Wild,
            _ if genus.normal <= 1 => Class::Restive,
            Some(0 | 1) => Class::Restless,
            _ => Class::Wild,
        }
    }
}

/// The type of a sum of nim heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Type {
    pub(crate) nim: u32,
    pub(crate) firm: bool,
}

impl Type {
    /// No game at all.
    pub(crate) const NOTHING: Type = Type { nim: 0, firm: false };

    pub(crate) fn plus(self, other: Type) -> Type {
        Type { nim: self.nim ^ other.nim, firm: self.firm || other.firm }
    }

    /// Is a sum of this type a misère P-position?
    pub(crate) fn is_p(self) -> bool {
        if self.firm { self.nim == 0 } else { self.nim == 1 }
    }

    /// γ₀.
    fn misere(self) -> u32 {
        if self.firm { self.nim } else { self.nim ^ 1 }
    }

    pub(crate) fn genus(self) -> Genus {
        let n = self.nim;
        let misere = match (self.firm, n) {
            (false, 0) => vec![1, 2, 0],
            (false, _) => vec![0, 3, 1],
            (true, _) => vec![n, n ^ 2],
        };
        Genus { normal: n, misere }
    }

    /// The type with this genus.
    fn of(genus: &Genus) -> Option<Type> {
        genus.is_tame().then(|| Type { nim: genus.normal, firm: genus.misere.first() == Some(&genus.normal) })
    }
}

/// The type of a game: `tame` are the types of its options that have one, `others` the
/// types of the options of each other option.
pub(crate) fn type_of(tame: &[Type], others: &[Vec<Type>]) -> Option<Type> {
    if tame.is_empty() {
        return others.is_empty().then_some(Type::NOTHING);
    }
    let genera: Vec<Genus> = tame.iter().map(|each| each.genus()).collect();
    let own = Type::of(&Genus::of_options(&genera))?;
    let reverts = |options: &Vec<Type>| {
        options.iter().any(|each| each.nim == own.nim) && options.iter().any(|each| each.misere() == own.misere())
    };
    others.iter().all(reverts).then_some(own)
}
