//! What no engine takes.

use std::ops::Range;

/// Why a definition or a formula is outside what automata decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outside {
    /// A product of two unknowns, at these bytes of the source where known.
    Product(Option<Range<usize>>),
    /// A divisor that is not a constant.
    Divisor(Range<usize>),
    /// An option of several positions.
    Split(Range<usize>),
    /// More unknowns at a time than there is room for.
    Variables,
    /// A number beyond 64 bits.
    Numbers,
}
