//! What ends a computation or a reading without an answer: limits and
//! cancelling ([`Budget`]), and what else can go wrong ([`Error`]).
//!
//! Whatever may take long looks at its budget, and `?` makes an error of what stops it:
//!
//! ```
//! use miyama_budget::{Budget, Error};
//! fn sum(to: u64, budget: &Budget) -> Result<u64, Error> {
//!     let mut sum = 0;
//!     for n in 0..to {
//!         budget.check()?;
//!         sum += n;
//!     }
//!     Ok(sum)
//! }
//! let budget = Budget::unlimited();
//! assert_eq!(sum(5, &budget)?, 10);
//! budget.cancel();
//! assert_eq!(sum(5, &budget).unwrap_err().to_string(), "stopped: cancelled");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod budget;
mod error;

pub use budget::{Budget, Progress, Stopped, bytes};
pub use error::{Error, Kind, Mistake};
