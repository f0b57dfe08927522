//! Theorems about games on heaps: what holds for all sizes, proved by automata.
//!
//! [`prove`] takes a formula about the P-positions or the Grundy values of a ruleset
//! and proves or refutes it; [`learn`] finds the set itself from a table. Whatever is
//! proved comes with a [`Certificate`].
//!
//! What are the P-positions of Yama Nim, whatever its heaps?
//!
//! ```
//! use miyama::budget::Budget;
//! use miyama::heap::{builtin, formula::Names};
//! use miyama::play::Convention;
//! use miyama_proof::{Wanted, theorem};
//! let yama = builtin::ruleset("yama", &[]).unwrap();
//! let wanted = Wanted::PPositions(Convention::Normal);
//! let theorem = theorem(&yama, wanted, &Names::of(yama.heap_names()), &Budget::unlimited()).unwrap();
//! assert_eq!(theorem.formula.as_deref(), Some("|x-y| <= 1"));
//! ```

// Variables are below 16 and states below 2³²: casts between them lose nothing.
#![allow(clippy::cast_possible_truncation)]

mod certificate;
mod compare;
mod facts;
mod gaps;
mod guess;
mod learn;
mod moves;
mod outcomes;
mod outside;
mod parameters;
mod prove;
mod quadratic;
mod real;
mod rules;
mod serve;
mod statement;
mod table;
mod term;
mod theorem;
mod values;
mod word;
mod wording;

pub use certificate::{Certificate, Level, Statement, States, System};
pub use compare::{Comparison, Same, compare, same_moves};
pub use facts::Fact;
pub use learn::{Learned, NotLearned, learn};
pub use outside::{Outside, Part, What};
pub use parameters::{Claimed, ForAll, NotForAll, for_all, is_symbolic};
pub use prove::{Claim, NoVerdict, Proved, Reached, Refuted, Verdict, holds_everywhere, holds_nowhere, prove};
pub use rules::{Rules, limits};
pub use serve::{Served, Serving};
pub use table::{Table, Wanted};
pub use theorem::{NoTheorem, Theorem, by_signs, theorem};
pub use word::{WordCertificate, WordOutside, WordProof, WordVerdict, prove_word};
