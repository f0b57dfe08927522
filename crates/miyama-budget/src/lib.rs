//! What ends a computation or a reading without an answer: limits and
//! cancelling ([`Budget`]), and what else can go wrong ([`Error`]).

mod budget;
mod error;

pub use budget::{Budget, Progress, Stopped, bytes};
pub use error::{Error, Kind, Mistake};
