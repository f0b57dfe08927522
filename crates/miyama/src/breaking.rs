//! One heap that may be taken from and broken: octal and hexadecimal codes,
//! Grundy's game, subtraction games.
//!
//! A [`Code`](code::Code) says how many tokens a move takes and into how many
//! heaps it leaves the rest. [`NimValues`](values::NimValues) holds the nim
//! values of its heaps 0, 1, 2, …; [`period`] looks for a period in them,
//! [`certificate`] says why it goes on for ever, and [`verify`] checks such a
//! certificate with code of its own.
//!
//! | file | what it holds |
//! |---|---|
//! | [`code`] | the code, read from text |
//! | [`definition`] | nim values straight from the definition: slow, for tests |
//! | [`values`] | nim values: picks one of the ways below |
//! | `taking`, `several`, `scan`, `narrow`, `planes` | no breaking; three heaps and more; all pairs; sparse spaces of small and of larger values |
//! | `space` | the sparse space: which values are rare |
//! | [`lanes`] | the inner loops, compiled for what the machine has |
//! | [`border`], [`period`] | the least period of the end of a sequence, in linear time |
//! | `saltus` | values that grow by a power of two in every period |
//! | [`certificate`], [`verify`] | proofs of periods, and their check |

pub mod analysis;
pub mod border;
pub mod certificate;
pub mod definition;
mod exact;
pub mod heap;
pub mod lanes;
mod narrow;
mod order;
mod pairs;
pub mod period;
mod planes;
mod saltus;
mod scan;
mod several;
pub mod space;
mod taking;
mod takings;
pub mod values;
pub mod verify;

pub use miyama_language::code;
