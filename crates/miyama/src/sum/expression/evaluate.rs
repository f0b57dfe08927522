//! From text to value.

use super::identity::Forms;
use super::{Expression, Function, Goal, Node, Program, Relation, notation};
use crate::play::Player;
use crate::sum::{self, NoSolution};
use crate::value::{Arena, Dyadic, GameId, Unfinished};
use miyama_budget::Mistake;
use miyama_text::{Text, say};
use std::cmp::Ordering;
use std::collections::HashMap;

/// What a text about games comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluated {
    /// A game.
    Game(GameId),
    /// Whether a comparison holds.
    Truth(bool),
}

/// Why a text about games has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValue {
    /// The text is wrong.
    Mistake(Mistake),
    /// The computation did not end.
    Unfinished(Unfinished),
}

impl Evaluated {
    /// The game, if it is one.
    #[must_use]
    pub fn game(self) -> Option<GameId> {
        match self {
            Evaluated::Game(game) => Some(game),
            Evaluated::Truth(_) => None,
        }
    }
}

/// Reads a text and computes what it says.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama::sum::{Evaluated, evaluate};
/// use miyama::value::Arena;
/// let mut arena = Arena::new(&Budget::unlimited());
/// assert_eq!(evaluate(&mut arena, "let g = {1|-1}; g + g = 0"), Ok(Evaluated::Truth(true)));
/// ```
///
/// # Errors
/// A mistake in the text, or the limits of the arena.
pub fn evaluate(arena: &mut Arena, source: &str) -> Result<Evaluated, NoValue> {
    let Program { definitions, goal } = notation::parse(source)?;
    let mut evaluation = Evaluation { arena, names: HashMap::new() };
    let expressions = definitions;
    for (name, expression) in &expressions {
        let game = evaluation.game(expression)?;
        evaluation.names.insert(name.clone(), game);
    }
    Ok(match goal {
        Goal::Game(expression) => Evaluated::Game(evaluation.game(&expression)?),
        Goal::Comparison(left, relation, right) => {
            if matches!(relation, Relation::Identical | Relation::Different) {
                let same = evaluation.identical(&expressions, &left, &right)?;
                return Ok(Evaluated::Truth(same == (relation == Relation::Identical)));
            }
            let (left, right) = (evaluation.game(&left)?, evaluation.game(&right)?);
            Evaluated::Truth(relation.holds(arena.compare(left, right)?))
        }
    })
}

impl Relation {
    fn holds(self, found: Option<Ordering>) -> bool {
        match self {
            Relation::Equal => found == Some(Ordering::Equal),
            Relation::Unequal => found != Some(Ordering::Equal),
            Relation::AtMost => matches!(found, Some(Ordering::Less | Ordering::Equal)),
            Relation::Less => found == Some(Ordering::Less),
            Relation::Greater => found == Some(Ordering::Greater),
            Relation::AtLeast => matches!(found, Some(Ordering::Greater | Ordering::Equal)),
            Relation::Confused => found.is_none(),
            // Identical forms are equal; forms are compared before this is asked.
            Relation::Identical => found == Some(Ordering::Equal),
            Relation::Different => found != Some(Ordering::Equal),
        }
    }
}

struct Evaluation<'a> {
    arena: &'a mut Arena,
    names: HashMap<String, GameId>,
}

impl Evaluation<'_> {
    /// Whether two games are the same as they are written.
    fn identical(
        &mut self,
        definitions: &[(String, Expression)],
        left: &Expression,
        right: &Expression,
    ) -> Result<bool, NoValue> {
        let mut forms = Forms::default();
        let names = self.names.clone();
        let mut trouble = None;
        let mut value = |arena: &mut Arena, expression: &Expression| {
            let mut evaluation = Evaluation { arena, names: names.clone() };
            evaluation.game(expression).map_err(|reason| match reason {
                NoValue::Unfinished(reason) => reason,
                NoValue::Mistake(mistake) => {
                    trouble = Some(mistake);
                    Unfinished::TooLarge
                }
            })
        };
        let mut found = || -> Result<bool, Unfinished> {
            for (name, expression) in definitions {
                let form = forms.form(expression, self.arena, &mut value)?;
                forms.define(name.clone(), form);
            }
            let left = forms.form(left, self.arena, &mut value)?;
            Ok(left == forms.form(right, self.arena, &mut value)?)
        };
        let same = found();
        match trouble {
            Some(mistake) => Err(NoValue::Mistake(mistake)),
            None => Ok(same?),
        }
    }

    fn games(&mut self, expressions: &[Expression]) -> Result<Vec<GameId>, NoValue> {
        expressions.iter().map(|expression| self.game(expression)).collect()
    }

    fn game(&mut self, expression: &Expression) -> Result<GameId, NoValue> {
        Ok(match &expression.says {
            Node::Plain(plain) => self.arena.plain(plain),
            Node::UpSum { negative, n } => {
                let sum = self.arena.up_sum(*n)?;
                if *negative { self.arena.negative(sum)? } else { sum }
            }
            Node::UpPower { negative, n } => {
                let power = self.arena.up_power(*n)?;
                if *negative { self.arena.negative(power)? } else { power }
            }
            Node::Options(left, right) => {
                let (left, right) = (self.games(left)?, self.games(right)?);
                self.arena.game(&left, &right)?
            }
            Node::Switch(options) => {
                let left = self.games(options)?;
                let right = left.iter().map(|g| self.arena.negative(*g)).collect::<Result<Vec<_>, _>>()?;
                self.arena.game(&left, &right)?
            }
            Node::Sum(terms) => {
                let mut sum = self.arena.zero();
                for (subtracted, term) in terms {
                    let game = self.game(term)?;
                    sum = if *subtracted { self.arena.subtract(sum, game)? } else { self.arena.add(sum, game)? };
                }
                sum
            }
            Node::OrdinalSum(parts) => {
                let games = self.games(parts)?;
                let (first, rest) = games.split_first().expect("an ordinal sum has parts");
                let mut sum = *first;
                for game in rest {
                    sum = self.arena.ordinal_sum(sum, *game)?;
                }
                sum
            }
            Node::Multiple(n, game) => {
                let game = self.game(game)?;
                self.arena.multiple(n, game)?
            }
            Node::Function(function, arguments) => {
                let games = self.games(arguments)?;
                self.function(*function, &games, arguments)?
            }
            Node::Name(name) => self.names[name],
            Node::Position(position) => {
                let budget = self.arena.budget().clone();
                sum::value(self.arena, position, &budget).map_err(|reason| match reason {
                    NoSolution::Stopped(stopped) => Unfinished::Stopped(stopped),
                    NoSolution::Value { reason, .. } => reason,
                    other => Unfinished::Undefined(other.text()),
                })?
            }
        })
    }

    fn function(&mut self, function: Function, games: &[GameId], at: &[Expression]) -> Result<GameId, NoValue> {
        let arena = &mut *self.arena;
        let wrong = |argument: usize, says: Text| NoValue::Mistake(Mistake::new(at[argument].at.clone(), says));
        Ok(match function {
            Function::Tiny => arena.tiny(games[0])?,
            Function::Miny => {
                let tiny = arena.tiny(games[0])?;
                arena.negative(tiny)?
            }
            Function::Heat => arena.heat(games[0], games[1])?,
            Function::Overheat => arena.overheat(games[0], games[1], games[2])?,
            Function::Cool => {
                let Some(t) = arena.as_number(games[1]).cloned() else {
                    return Err(wrong(1, say!("value.cool_number")));
                };
                if t <= Dyadic::from(-1) {
                    return Err(wrong(1, say!("value.cool_low")));
                }
                arena.cool(games[0], &t)?
            }
            Function::Freeze => arena.freeze(games[0])?,
            Function::Norton => arena.norton_product(games[0], games[1])?,
            Function::Conway => arena.conway_product(games[0], games[1])?,
            Function::OrdinalProduct => arena.ordinal_product(games[0], games[1])?,
            Function::Conjunctive => arena.conjunctive_sum(games[0], games[1])?,
            Function::Mean => {
                let mean = arena.mean(games[0])?;
                arena.number(&mean)
            }
            Function::Temperature => {
                let temperature = arena.temperature(games[0])?;
                arena.number(&temperature)
            }
            Function::LeftStop => {
                let stop = arena.stop(games[0], Player::Left);
                arena.number(&stop.number)
            }
            Function::RightStop => {
                let stop = arena.stop(games[0], Player::Right);
                arena.number(&stop.number)
            }
            Function::Birthday => {
                let birthday = arena.birthday(games[0])?;
                arena.number(&Dyadic::from(birthday))
            }
            Function::AtomicWeight => match arena.atomic_weight(games[0])? {
                Some(weight) => weight,
                None => return Err(wrong(0, say!("value.not_atomic"))),
            },
            Function::Reduced => arena.reduced(games[0])?,
        })
    }
}

impl From<Mistake> for NoValue {
    fn from(mistake: Mistake) -> NoValue {
        NoValue::Mistake(mistake)
    }
}

impl From<Unfinished> for NoValue {
    fn from(unfinished: Unfinished) -> NoValue {
        NoValue::Unfinished(unfinished)
    }
}

impl std::fmt::Display for NoValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoValue::Mistake(mistake) => mistake.fmt(f),
            NoValue::Unfinished(unfinished) => unfinished.fmt(f),
        }
    }
}

impl std::error::Error for NoValue {}
