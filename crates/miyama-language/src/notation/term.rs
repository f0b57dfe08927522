//! Games made of games: operators on rulesets, and endings.

use super::syntax::{Condition, Definition, Expression};
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

/// A game that is made of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A ruleset or a code that is written out.
    Rules(Box<Definition>),
    /// A game that is known by its name: `wythoff(2)`.
    Named(Called),
    /// One game, changed: `nim with pass`.
    Changed(Operator, Box<Term>),
    /// Two games played as one: `nim selective wythoff`.
    Joined(Joint, Box<[Term; 2]>, Place),
}

/// A name with its arguments as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub at: Place,
}

/// Bytes of a source. Two terms are the same wherever they stand.
#[derive(Clone, Debug, Default)]
pub struct Place(pub Range<usize>);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}
impl Eq for Place {}

/// An operator on one game, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// What it does.
    pub kind: OperatorKind,
    /// Its bytes in the source.
    pub at: Place,
}

/// The operators on one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperatorKind {
    /// `G with pass`: one pass in the whole game, not from its end.
    Pass,
    /// `block(k) G`: before each move the opponent forbids up to k − 1 options.
    Block(Expression),
    /// `impartial G`: both players have all moves.
    Impartial,
    /// `twisted(c) G`: Wythoff's moves are added to a ruleset on two heaps.
    Twisted(Option<Expression>),
    /// `G ends: C`: positions with C have no moves.
    Ends(Vec<Condition>),
    /// `G wins left if C`: who wins where play has ended.
    Wins(Winner, Vec<Condition>),
}

/// Who wins where play has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// Left, whoever is to move.
    Left,
    /// Right, whoever is to move.
    Right,
    /// The player who would have to move.
    Next,
    /// The player who has moved.
    Previous,
}

impl Winner {
    /// All of them, with their words.
    pub const ALL: [(&'static str, Winner); 4] =
        [("left", Winner::Left), ("right", Winner::Right), ("next", Winner::Next), ("previous", Winner::Previous)];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Winner::Left => "left",
            Winner::Right => "right",
            Winner::Next => "next",
            Winner::Previous => "previous",
        }
    }
}

/// How two games are played as one, side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// A move is a move in one of them.
    Disjunctive,
    /// A move is a move in both; who cannot move in both cannot move.
    Conjunctive,
    /// A move is a move in one or in both.
    Selective,
    /// A move is one in either; one in the first takes the second away.
    Ordinal,
}

impl Joint {
    /// All of them, with their words.
    pub const ALL: [(&'static str, Joint); 4] = [
        ("disjunctive", Joint::Disjunctive),
        ("conjunctive", Joint::Conjunctive),
        ("selective", Joint::Selective),
        ("ordinal", Joint::Ordinal),
    ];

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Joint::Disjunctive => "disjunctive",
            Joint::Conjunctive => "conjunctive",
            Joint::Selective => "selective",
            Joint::Ordinal => "ordinal",
        }
    }
}

impl OperatorKind {
    /// How it is called in sentences.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            OperatorKind::Pass => "with pass",
            OperatorKind::Block(_) => "block",
            OperatorKind::Impartial => "impartial",
            OperatorKind::Twisted(_) => "twisted",
            OperatorKind::Ends(_) => "ends",
            OperatorKind::Wins(..) => "wins",
        }
    }
}

impl Term {
    /// Whether the players may have different moves; of a name nothing is known.
    pub(super) fn is_partizan(&self) -> bool {
        match self {
            Term::Rules(definition) => definition.is_partizan(),
            Term::Named(_) => false,
            Term::Changed(Operator { kind: OperatorKind::Impartial, .. }, _) => false,
            Term::Changed(_, inner) => inner.is_partizan(),
            Term::Joined(_, both, _) => both.iter().any(Term::is_partizan),
        }
    }

    /// Calls `visit` with every ruleset that is written out.
    pub(super) fn for_each_rules_mut<E>(
        &mut self,
        visit: &mut dyn FnMut(&mut Definition) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            Term::Rules(definition) => visit(definition),
            Term::Named(_) => Ok(()),
            Term::Changed(_, inner) => inner.for_each_rules_mut(visit),
            Term::Joined(_, both, _) => both.iter_mut().try_for_each(|one| one.for_each_rules_mut(visit)),
        }
    }

    /// The same with every name replaced by the ruleset that it stands for.
    ///
    /// # Errors
    /// What `find` returns.
    pub fn resolved<E>(&self, find: &mut dyn FnMut(&Called) -> Result<Definition, E>) -> Result<Term, E> {
        Ok(match self {
            Term::Rules(_) => self.clone(),
            Term::Named(called) => Term::Rules(Box::new(find(called)?)),
            Term::Changed(change, inner) => Term::Changed(change.clone(), Box::new(inner.resolved(find)?)),
            Term::Joined(joint, both, at) => {
                let [a, b] = &**both;
                Term::Joined(*joint, Box::new([a.resolved(find)?, b.resolved(find)?]), at.clone())
            }
        })
    }
}

/// Whatever is more than a name stands in brackets, so that reading gives the same tree.
impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Rules(definition) => definition.fmt(f),
            Term::Named(called) => f.write_str(&called.text),
            Term::Changed(change, inner) => {
                let inner = Operand(inner);
                match &change.kind {
                    OperatorKind::Pass => write!(f, "{inner} with pass"),
                    OperatorKind::Block(k) => write!(f, "block({k}) {inner}"),
                    OperatorKind::Impartial => write!(f, "impartial {inner}"),
                    OperatorKind::Twisted(None) => write!(f, "twisted {inner}"),
                    OperatorKind::Twisted(Some(c)) => write!(f, "twisted({c}) {inner}"),
                    OperatorKind::Ends(conditions) => write!(f, "{inner} ends: {}", listed(conditions)),
                    OperatorKind::Wins(winner, conditions) => {
                        write!(f, "{inner} wins {} if {}", winner.word(), listed(conditions))
                    }
                }
            }
            Term::Joined(joint, both, _) => {
                write!(f, "{} {} {}", Operand(&both[0]), joint.word(), Operand(&both[1]))
            }
        }
    }
}

struct Operand<'a>(&'a Term);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Term::Named(called) => f.write_str(&called.text),
            other => write!(f, "({other})"),
        }
    }
}

fn listed(conditions: &[Condition]) -> String {
    conditions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
