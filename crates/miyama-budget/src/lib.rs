//! What ends a computation or a reading without an answer: limits and
//! cancelling ([`Budget`]), and mistakes in what somebody wrote ([`Mistake`]).

mod budget;
mod mistake;

pub use budget::{Budget, Progress, Stopped, bytes};
pub use mistake::Mistake;
