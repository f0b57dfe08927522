//! What a text about games says, before anything is computed: values, and positions for their values.

mod evaluate;
mod identity;
mod impartial;
mod notation;

pub use evaluate::{Evaluated, NoValue, evaluate};
pub use impartial::is_impartial_form;

use crate::sum::Position;
use crate::value::{Dyadic, Plain};
use std::ops::Range;

/// A text: definitions, then a game or a comparison of two.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) definitions: Vec<(String, Expression)>,
    pub(super) goal: Goal,
}

/// What is asked at the end of a text.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    Game(Expression),
    Comparison(Expression, Relation, Expression),
}

/// A relation between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    AtMost,
    Less,
    Greater,
    AtLeast,
    Confused,
    /// The same form, not only the same value.
    Identical,
    /// Not the same form.
    Different,
}

/// A part of a text that stands for a game, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) at: Range<usize>,
    pub(super) says: Node,
}

/// What a part of a text says.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// `3/4^3*2`.
    Plain(Plain),
    /// `^[3]` or `v[3]`: the sum of the first n powers of up, or its negative.
    UpSum { negative: bool, n: u32 },
    /// `^<3>` or `v<3>`: the n-th power of up, or its negative.
    UpPower { negative: bool, n: u32 },
    /// `{a, b | c}`.
    Options(Vec<Expression>, Vec<Expression>),
    /// `+-a` or `+-{a, b}`: Left's options, and their negatives for Right.
    Switch(Vec<Expression>),
    /// `a + b − c`; true for what is subtracted.
    Sum(Vec<(bool, Expression)>),
    /// `a : b : c`.
    OrdinalSum(Vec<Expression>),
    /// `3.a`.
    Multiple(Dyadic, Box<Expression>),
    /// `cool(a, t)` and the like.
    Function(Function, Vec<Expression>),
    /// A name that a `let` defined.
    Name(String),
    /// `domineering:2x3`, `konane:4x4`, `nim:3`: a position of a game.
    Position(Box<Position>),
}

/// An operation that is written as a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Tiny,
    Miny,
    Cool,
    Heat,
    Overheat,
    Freeze,
    Norton,
    Conway,
    OrdinalProduct,
    Conjunctive,
    Mean,
    Temperature,
    LeftStop,
    RightStop,
    Birthday,
    AtomicWeight,
    Reduced,
}

impl Function {
    /// Every function: its name and how many games it takes.
    pub(super) const ALL: &'static [(&'static str, Function, usize)] = &[
        ("Tiny", Function::Tiny, 1),
        ("Miny", Function::Miny, 1),
        ("cool", Function::Cool, 2),
        ("heat", Function::Heat, 2),
        ("overheat", Function::Overheat, 3),
        ("freeze", Function::Freeze, 1),
        ("norton", Function::Norton, 2),
        ("conway", Function::Conway, 2),
        ("ordinal", Function::OrdinalProduct, 2),
        ("conjunctive", Function::Conjunctive, 2),
        ("mean", Function::Mean, 1),
        ("temperature", Function::Temperature, 1),
        ("left_stop", Function::LeftStop, 1),
        ("right_stop", Function::RightStop, 1),
        ("birthday", Function::Birthday, 1),
        ("atomic_weight", Function::AtomicWeight, 1),
        ("reduced", Function::Reduced, 1),
    ];

    /// The function of this name and how many games it takes.
    pub(super) fn named(name: &str) -> Option<(Function, usize)> {
        Self::ALL.iter().find(|(n, ..)| n.eq_ignore_ascii_case(name)).map(|(_, f, arity)| (*f, *arity))
    }
}
