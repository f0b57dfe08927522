//! How a question about a position or a box is answered: one decision.
//!
//! [`plan`] lists the ways there are, in the order in which they are tried, each with
//! the reason for which it fits or does not. Whoever answers goes through the ways that
//! fit until one gives the answer: a theorem may tell the outcome and not the value, a
//! quotient may not close. `--explain` shows the list.

mod facts;

use crate::breaking::code::Code;
use crate::game::HeapGame;
use crate::heap::theorem::Theorem;
use crate::play::Convention;
use crate::sum::{Part, Position};
use miyama_text::{Text, say};

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Way {
    /// A theorem about the game, for heaps of any size.
    Theorem,
    /// The nim values of a taking-and-breaking code, and its period.
    Code,
    /// A table of all positions of a box: bit rows, lists or a sweep, as the table says.
    Table,
    /// The value is written down.
    Value,
    /// Stones that are only taken: "is it n?", group by group.
    Stones,
    /// Cells, in the independent parts they fall into.
    Parts,
    /// Canonical forms and their sum.
    Form,
    /// The misère quotient of the pieces.
    Quotient,
    /// Sums of pieces, searched for who wins.
    Search,
    /// The whole sum, played out.
    Play,
}

impl Way {
    /// Its name.
    #[must_use]
    pub fn text(self) -> Text {
        match self {
            Way::Theorem => say!("strategy.way_theorem"),
            Way::Code => say!("strategy.way_code"),
            Way::Table => say!("strategy.way_table"),
            Way::Value => say!("strategy.way_value"),
            Way::Stones => say!("strategy.way_stones"),
            Way::Parts => say!("strategy.way_parts"),
            Way::Form => say!("strategy.way_form"),
            Way::Quotient => say!("strategy.way_quotient"),
            Way::Search => say!("strategy.way_search"),
            Way::Play => say!("strategy.way_play"),
        }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// The nim value of a part in which both players have the same moves.
    Part(&'a Part),
    /// Who wins a sum.
    Sum(&'a Position, Convention),
    /// All positions with heaps up to a bound, several heaps of a one-heap game included.
    Box {
        /// The code of the game, if its nim values are best computed from it.
        code: Option<&'a Code>,
        /// Whether heaps break.
        splits: bool,
        /// How many copies of it lie side by side.
        copies: usize,
        /// Whether values are asked for, not only who wins.
        values: bool,
        /// How play ends.
        convention: Convention,
    },
}

/// A way, and why it fits or does not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Considered {
    /// The way.
    pub way: Way,
    /// Whether it is tried.
    pub fits: bool,
    /// Why.
    pub why: Text,
}

/// The ways in the order in which they are tried.
#[derive(Clone, Debug)]
pub struct Plan(Vec<Considered>);

impl Plan {
    /// The ways that are tried, in order.
    pub fn ways(&self) -> impl Iterator<Item = Way> + '_ {
        self.0.iter().filter(|considered| considered.fits).map(|considered| considered.way)
    }

    /// All ways that were thought of.
    #[must_use]
    pub(crate) fn considered(&self) -> &[Considered] {
        &self.0
    }

    /// The list for a person: what is tried, in order, and what was passed over.
    #[must_use]
    pub fn explained(&self) -> Vec<Text> {
        let mut number = 0;
        let line = |considered: &Considered| {
            let (way, why) = (considered.way.text(), considered.why.clone());
            match considered.fits {
                true => {
                    number += 1;
                    say!("strategy.tried", number = number, way = way, why = why)
                }
                false => say!("strategy.passed_over", way = way, why = why),
            }
        };
        self.0.iter().map(line).collect()
    }

    fn of(ways: impl IntoIterator<Item = (Way, Result<Text, Text>)>) -> Plan {
        let one = |(way, fit): (Way, Result<Text, Text>)| match fit {
            Ok(why) => Considered { way, fits: true, why },
            Err(why) => Considered { way, fits: false, why },
        };
        Plan(ways.into_iter().map(one).collect())
    }
}

/// How a question is answered.
///
/// ```
/// use miyama::game::Games;
/// use miyama::play::Convention;
/// use miyama::strategy::{Question, Way, plan};
/// use miyama::sum::parse_position;
/// let sum = parse_position("kayles:1000", &Games::built_in()).unwrap();
/// let ways: Vec<Way> = plan(&Question::Part(&sum.parts[0])).ways().collect();
/// assert_eq!(ways, [Way::Code, Way::Table]);
/// let ways: Vec<Way> = plan(&Question::Sum(&sum, Convention::Misere)).ways().collect();
/// assert_eq!(ways, [Way::Quotient, Way::Play]);
/// ```
#[must_use]
pub fn plan(question: &Question<'_>) -> Plan {
    match *question {
        Question::Part(part) => of_part(part),
        Question::Sum(sum, _) if sum.is_alone() => Plan::of([(Way::Play, Ok(say!("strategy.won")))]),
        Question::Sum(sum, Convention::Normal) if sum.is_impartial() => of_parts(sum),
        Question::Sum(sum, Convention::Normal) => Plan::of([
            (Way::Form, Ok(say!("strategy.form"))),
            (
                Way::Search,
                // The search knows heaps by their values alone, which the form would have told.
                match sum.parts.as_slice() {
                    [Part::Heap { .. }] => Err(say!("strategy.no_boards")),
                    _ if has_compound(sum) => Err(say!("strategy.no_pieces")),
                    _ => Ok(say!("strategy.search")),
                },
            ),
            (Way::Play, Ok(say!("strategy.play_if_large"))),
        ]),
        Question::Sum(sum, Convention::Misere) if sum.is_impartial() => misere(sum),
        Question::Sum(sum, Convention::Misere) => {
            let boards = sum.parts.iter().all(|part| matches!(part, Part::Cells(_)));
            let search = if boards { Ok(say!("strategy.search_misere")) } else { Err(say!("strategy.no_search")) };
            Plan::of([
                (Way::Form, Err(say!("strategy.no_form_misere"))),
                (Way::Search, search),
                (Way::Play, Ok(say!("strategy.play"))),
            ])
        }
        Question::Box { code, splits, copies, values, convention } => of_box(code, splits, copies, values, convention),
    }
}

fn theorem(game: &HeapGame) -> Result<Text, Text> {
    match &game.theorem {
        Some(theorem) => Ok(say!("strategy.theorem", name = theorem.name())),
        None => Err(say!("strategy.no_theorem")),
    }
}

fn by_code(code: Option<&Code>) -> Result<Text, Text> {
    match code {
        Some(code) => Ok(say!("strategy.code", code = code.to_string())),
        None => Err(say!("strategy.no_code")),
    }
}

/// The nim value of one part.
fn of_part(part: &Part) -> Plan {
    match part {
        Part::Heap { game, .. } => Plan::of([
            (Way::Theorem, theorem(game)),
            (Way::Code, by_code(game.code.as_ref())),
            (Way::Table, Ok(say!("strategy.table"))),
        ]),
        Part::Cells(cells) => match cells.stones() {
            Some(stones) => {
                let groups = stones.rule().falls_apart();
                let why = if groups { say!("strategy.stones_groups") } else { say!("strategy.stones") };
                Plan::of([(Way::Stones, Ok(why))])
            }
            None => {
                Plan::of([(Way::Stones, Err(say!("strategy.no_stones"))), (Way::Parts, Ok(say!("strategy.parts")))])
            }
        },
        Part::Worth(_) => Plan::of([(Way::Value, Ok(say!("strategy.value")))]),
        Part::Compound(_) => Plan::of([(Way::Play, Ok(say!("strategy.compound")))]),
    }
}

/// A sum of impartial games under normal play: each part for itself, then the nim-sum.
fn of_parts(sum: &Position) -> Plan {
    let mut all: Vec<Considered> = Vec::new();
    for part in &sum.parts {
        for considered in of_part(part).0 {
            let known = |other: &Considered| {
                (other.way, other.fits, &other.why) == (considered.way, considered.fits, &considered.why)
            };
            if !all.iter().any(known) {
                all.push(considered);
            }
        }
    }
    Plan(all)
}

/// Whether operators made a part of other games.
fn has_compound(sum: &Position) -> bool {
    sum.parts.iter().any(|part| matches!(part, Part::Compound(_)))
}

/// A misère sum of impartial games: values do not add, so the sum is looked at as a whole.
fn misere(sum: &Position) -> Plan {
    let like_nim = |part: &Part| matches!(part, Part::Heap { game, .. } if matches!(game.theorem, Some(Theorem::Nim | Theorem::Bounded(_))));
    let all_like_nim = !sum.parts.is_empty() && sum.parts.iter().all(like_nim);
    let stones = |part: &Part| matches!(part, Part::Cells(cells) if cells.stones().is_some());
    let one_board = match sum.parts.as_slice() {
        [] => false,
        [only] => stones(only),
        [first, others @ ..] => stones(first) && others.iter().all(|part| stones(part) && part.same_game(first)),
    };
    let one_table = matches!(sum.parts.as_slice(), [Part::Heap { game, .. }] if !game.ruleset.splits());
    let fit = |fits: bool, yes: Text, no: Text| if fits { Ok(yes) } else { Err(no) };
    Plan::of([
        (Way::Theorem, fit(all_like_nim, say!("strategy.misere_nim"), say!("strategy.no_misere_nim"))),
        (Way::Stones, fit(one_board, say!("strategy.misere_stones"), say!("strategy.no_misere_stones"))),
        (Way::Table, fit(one_table, say!("strategy.misere_table"), say!("strategy.no_misere_table"))),
        (Way::Quotient, fit(!one_table && !has_compound(sum), say!("strategy.quotient"), say!("strategy.no_quotient"))),
        (Way::Play, Ok(say!("strategy.play_if_open"))),
    ])
}

/// All positions of a box.
fn of_box(code: Option<&Code>, breaks: bool, copies: usize, values: bool, convention: Convention) -> Plan {
    let normal = convention == Convention::Normal;
    let by_code = match normal {
        true => by_code(code),
        false => Err(say!("strategy.no_code_misere")),
    };
    let by_quotient = match (normal, breaks) {
        (false, true) => Ok(say!("strategy.quotient_box")),
        (false, false) => Err(say!("strategy.no_quotient")),
        (true, _) => Err(say!("strategy.no_quotient_normal")),
    };
    let by_table = match (normal || !breaks, copies, values) {
        (false, ..) => Ok(say!("strategy.table_if_open")),
        (true, 1, true) => Ok(say!("strategy.table")),
        (true, 1, false) => Ok(say!("strategy.outcomes")),
        (true, _, _) if normal => Ok(say!("strategy.table_sums")),
        (true, ..) => Ok(say!("strategy.outcomes")),
    };
    Plan::of([(Way::Code, by_code), (Way::Quotient, by_quotient), (Way::Table, by_table)])
}
