//! A theorem for other programs and for people.
//!
//! - [`smt2`]: the conditions of the proof as SMT-LIB, each one unsatisfiable
//! - [`walnut`]: automata, numeration systems and `eval` lines for Walnut
//! - [`coq`]: definitions, the two conditions with explicit moves, and the theorem
//! - [`latex`]: the proof as a paper writes it
//!
//! All but [`walnut`] take the moves and the set from the syntax trees of the definition
//! and of the formula, which have to be linear.
//!
//! What would an SMT solver have to refute, to prove the P-positions of Yama Nim?
//!
//! ```
//! use miyama::heap::formula::{Formula, Names};
//! use miyama::heap::builtin;
//! use miyama::play::Convention;
//! use miyama_automata::Limits;
//! use miyama_exports::{Claim, smt2};
//! let yama = builtin::ruleset("yama", &[]).unwrap();
//! let names = Names::of(yama.heap_names());
//! let formula = Formula::set("|x-y| <= 1", &names).unwrap();
//! let claim = Claim::new("yama", &yama, &names, &formula, Convention::Normal).unwrap();
//! let text = smt2(&claim, &names, &Limits::generous()).unwrap();
//! assert!(text.contains("(check-sat)"));
//! ```

mod claim;
mod coq;
mod inside;
mod latex;
mod logic;
mod naming;
mod read;
mod smt2;
mod walnut;
mod witness;

pub use claim::{Claim, NoExport};
pub use coq::coq;
pub use latex::{Latex, latex};
pub use smt2::smt2;
pub use walnut::walnut;
