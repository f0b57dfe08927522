//! Pieces of games, with their moves by the naive meaning of the definitions.

use miyama_language::Argument;
use miyama_language::budget::{Budget, Stopped};
use miyama_language::interpreter::{Interpreter, NotInterpreted};
use miyama_language::notation::parse_definition;
use miyama_language::pattern::{self, CellPosition};
use miyama_language::play::Player;
use miyama_language::text::{Text, say};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};

/// Pieces as a certificate lists them, options before those that have them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pieces {
    /// The games.
    pub games: Vec<Rules>,
    /// The number of the game, and the heaps or the cells.
    pub list: Vec<(usize, String)>,
}

/// A game by its definition.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// `heaps` or `cells`.
    pub on: String,
    /// The definition.
    pub definition: String,
    /// What is put in for its parameters.
    pub arguments: Vec<String>,
}

/// A game that was read.
enum Game {
    Heaps(Interpreter),
    Cells(pattern::Definition, Vec<usize>),
}

/// A piece: its heaps, or its cells.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Piece {
    Heaps(Vec<u64>),
    Cells(CellPosition),
}

/// How many integers are tried for the options of one piece.
const EFFORT: u64 = 1 << 24;

impl Rules {
    fn read(&self) -> Option<Game> {
        match self.on.as_str() {
            "heaps" => {
                let arguments: Vec<Argument> =
                    self.arguments.iter().map(|text| argument(text)).collect::<Option<_>>()?;
                Some(Game::Heaps(Interpreter::new(&parse_definition(&self.definition).ok()?, &arguments)?))
            }
            "cells" => {
                let definition = pattern::parse_definition(&self.definition).ok()?;
                let arguments = self.arguments.iter().map(|text| text.parse().ok()).collect::<Option<_>>()?;
                Some(Game::Cells(definition, arguments))
            }
            _ => None,
        }
    }
}

fn argument(text: &str) -> Option<Argument> {
    match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        None => text.parse().ok().map(Argument::Number),
        Some("") => Some(Argument::Set(vec![])),
        Some(list) => list.split(',').map(|number| number.parse().ok()).collect::<Option<_>>().map(Argument::Set),
    }
}

impl Game {
    fn piece(&self, text: &str) -> Option<Piece> {
        match self {
            Game::Heaps(game) => {
                let heaps: Vec<u64> = text.split(',').map(|heap| heap.parse().ok()).collect::<Option<_>>()?;
                (heaps.len() == game.heaps()).then_some(Piece::Heaps(heaps))
            }
            Game::Cells(game, _) => {
                pattern::read_position(game, text, pattern::position::MOST_SQUARES).ok().map(Piece::Cells)
            }
        }
    }

    /// What each move leaves; the reason if that cannot be said.
    fn options(&self, piece: &Piece, budget: &Budget) -> Result<Result<BTreeSet<Vec<Piece>>, Text>, Stopped> {
        Ok(match (self, piece) {
            (Game::Heaps(game), Piece::Heaps(heaps)) => match game.options(heaps, &mut EFFORT.clone(), budget) {
                Ok(options) => {
                    Ok(options.into_iter().map(|left| left.into_iter().map(Piece::Heaps).collect()).collect())
                }
                Err(NotInterpreted::Stopped(stopped)) => return Err(stopped),
                Err(_) => Err(say!("verify.piece_moves", piece = piece.text())),
            },
            (Game::Cells(game, arguments), Piece::Cells(position)) => {
                let of = |player| pattern::interpreter::options(game, arguments, position, player);
                let (left, right) = (of(Player::Left), of(Player::Right));
                let after = |signs| vec![Piece::Cells(CellPosition { ground: position.ground.clone(), signs })];
                match left == right {
                    true => Ok(left.into_iter().map(after).collect()),
                    false => Err(say!("verify.piece_partizan", piece = piece.text())),
                }
            }
            _ => Err(say!("verify.piece_moves", piece = piece.text())),
        })
    }
}

impl Piece {
    fn text(&self) -> String {
        match self {
            Piece::Heaps(heaps) => heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            Piece::Cells(position) => position.to_string(),
        }
    }
}

/// Heaps and cells do not stand in one set.
impl Ord for Piece {
    fn cmp(&self, other: &Piece) -> std::cmp::Ordering {
        match (self, other) {
            (Piece::Heaps(a), Piece::Heaps(b)) => a.cmp(b),
            (Piece::Cells(a), Piece::Cells(b)) => a.signs.cmp(&b.signs),
            (Piece::Heaps(_), Piece::Cells(_)) => std::cmp::Ordering::Less,
            (Piece::Cells(_), Piece::Heaps(_)) => std::cmp::Ordering::Greater,
        }
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Piece) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// What each move of each piece leaves, as numbers of pieces.
pub(super) type Options = Vec<Vec<Vec<usize>>>;

/// The options of each piece, as numbers of pieces before it; the reason if the list is
/// not what it must be.
///
/// Every option of a piece must consist of pieces before it in the list and of pieces
/// without moves: so the list is closed under play, and play ends.
pub(super) fn options(pieces: &Pieces, budget: &Budget) -> Result<Result<Options, Text>, Stopped> {
    let Some(games) = pieces.games.iter().map(Rules::read).collect::<Option<Vec<Game>>>() else {
        return Ok(Err(say!("verify.piece_game")));
    };
    let mut numbers: HashMap<(usize, Piece), usize> = HashMap::new();
    let mut all = Vec::new();
    for (number, (game, text)) in pieces.list.iter().enumerate() {
        budget.check()?;
        let Some(piece) = games.get(*game).and_then(|game| game.piece(text)) else {
            return Ok(Err(say!("verify.piece_unread", piece = text)));
        };
        let options = match games[*game].options(&piece, budget)? {
            Ok(options) => options,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut left = Vec::new();
        for option in options {
            let mut sum = Vec::new();
            for below in option {
                match numbers.get(&(*game, below.clone())) {
                    Some(number) => sum.push(*number),
                    None => match games[*game].options(&below, budget)? {
                        Ok(moves) if moves.is_empty() => {}
                        Ok(_) => {
                            return Ok(Err(say!("verify.piece_missing", piece = text, option = below.text())));
                        }
                        Err(reason) => return Ok(Err(reason)),
                    },
                }
            }
            left.push(sum);
        }
        if numbers.insert((*game, piece), number).is_some() {
            return Ok(Err(say!("verify.piece_twice", piece = text)));
        }
        all.push(left);
    }
    Ok(Ok(all))
}
