//! Sums of heaps, boards, cells and values against play by definition: every
//! position of a small sum is tried for both players, with the options that the
//! naive interpreter of patterns finds.

#![allow(clippy::unwrap_used)]

use miyama::game::Games;
use miyama::opponent::{Opponent, PERFECT, describe, read_move_of};
use miyama::pattern::{self, CellPosition};
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Move, Part, Position, parse_position, solve};
use miyama_budget::Budget;
use std::collections::{BTreeSet, HashMap};

/// A part as somebody would write it down who knows nothing of the library.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Piece {
    Cells(usize, CellPosition),
    Nim(u64),
    /// {n | -n}, and the integers that it leads to.
    Switch(i64),
    Integer(i64),
}

fn moves(games: &[pattern::Definition], piece: &Piece, player: Player) -> Vec<Piece> {
    match piece {
        Piece::Cells(game, position) => pattern::interpreter::options(&games[*game], &[], position, player)
            .into_iter()
            .map(|signs| Piece::Cells(*game, CellPosition { ground: position.ground.clone(), signs }))
            .collect(),
        Piece::Nim(n) => (0..*n).map(Piece::Nim).collect(),
        Piece::Switch(n) => vec![Piece::Integer(if player == Player::Left { *n } else { -n })],
        Piece::Integer(n) if *n > 0 && player == Player::Left => vec![Piece::Integer(n - 1)],
        Piece::Integer(n) if *n < 0 && player == Player::Right => vec![Piece::Integer(n + 1)],
        Piece::Integer(_) => vec![],
    }
}

struct ByDefinition {
    games: Vec<pattern::Definition>,
    convention: Convention,
    won: HashMap<(Vec<Piece>, Player), bool>,
}

impl ByDefinition {
    fn wins_first(&mut self, pieces: &[Piece], player: Player) -> bool {
        let key = (pieces.to_vec(), player);
        if let Some(won) = self.won.get(&key) {
            return *won;
        }
        let mut any = false;
        let mut won = false;
        for (i, piece) in pieces.iter().enumerate() {
            for after in moves(&self.games, piece, player) {
                any = true;
                let mut next = pieces.to_vec();
                next[i] = after;
                won = won || !self.wins_first(&next, player.opponent());
            }
        }
        let won = won || (!any && self.convention == Convention::Misere);
        self.won.insert(key, won);
        won
    }
}

fn games_of(names: &[&str]) -> Vec<pattern::Definition> {
    names.iter().map(|name| pattern::builtin::find(name).next().unwrap().definition.clone()).collect()
}

fn pieces(sum: &Position, names: &[&str]) -> Vec<Piece> {
    let piece = |part: &Part| match part {
        Part::Cells(cells) => {
            Piece::Cells(names.iter().position(|name| *name == cells.label()).unwrap(), cells.position().clone())
        }
        Part::Heap { heaps, .. } => Piece::Nim(u64::try_from(&heaps[0]).unwrap()),
        Part::Worth(worth) => match worth.text() {
            "+-1" => Piece::Switch(1),
            "+-2" => Piece::Switch(2),
            number => Piece::Integer(number.parse().unwrap()),
        },
        Part::Compound(_) => unreachable!("none is written here"),
    };
    sum.parts.iter().map(piece).collect()
}

const NAMES: [&str; 8] =
    ["domineering", "clobber", "konane", "toads-and-frogs", "hackenbush", "snort", "cram", "node-kayles"];

/// Small positions of each kind, some of them impartial.
const SUMS: [&str; 22] = [
    "domineering:2x3 + nim:2",
    "domineering:.|./... + +-1",
    "domineering:3x3",
    "clobber:xo/ox + nim:1",
    "clobber:xox/o.o + domineering:2x2",
    "clobber:xoxo + clobber:oxx",
    "konane:3x3 + 1",
    "konane:xo.xo + -1 + +-1",
    "toads-and-frogs:tt.ff + nim:1",
    "toads-and-frogs:t..f + domineering:2x1",
    "hackenbush:lr + hackenbush:rl",
    "hackenbush:lrl + nim:1 + -1",
    "hackenbush:elr + 1",
    "snort:2x2 + nim:2",
    "snort:.l./... + domineering:1x2",
    "cram:2x3 + domineering:2x2",
    "cram:2x2 + cram:1x3 + +-2",
    "node-kayles:2x3 + domineering:1x3",
    "node-kayles:path(5) + snort:path(3)",
    "nim:2 + +-1 + +-2 + 1",
    "cram:3x3 + nim:2",
    "node-kayles:cycle(5) + cram:2x2 + *2",
];

fn winning(sum: &Position, convention: Convention, player: Player, names: &[&str]) -> (bool, BTreeSet<String>) {
    let mut truth = ByDefinition { games: games_of(names), convention, won: HashMap::new() };
    let before = pieces(sum, names);
    let mut found = BTreeSet::new();
    for choice in sum.options_of(player, usize::MAX, &Budget::unlimited()).unwrap().listed {
        if !truth.wins_first(&pieces(&choice.after, names), player.opponent()) {
            found.insert(choice.after.to_string());
        }
    }
    (truth.wins_first(&before, player), found)
}

#[test]
fn sums_of_every_kind_are_solved_as_play_decides() {
    for text in SUMS {
        let sum = parse_position(text, &Games::built_in()).unwrap();
        if text.contains('*') {
            continue;
        }
        for convention in [Convention::Normal, Convention::Misere] {
            let solution = solve(&sum, convention, &Budget::unlimited()).unwrap();
            let [left, right] = Player::BOTH.map(|player| winning(&sum, convention, player, &NAMES));
            let expected = match (left.0, right.0) {
                (true, true) => Outcome::N,
                (false, false) => Outcome::P,
                (true, false) => Outcome::L,
                (false, true) => Outcome::R,
            };
            assert_eq!(solution.outcome, expected, "{text} {convention:?}");
            let listed = |moves: &[Position]| moves.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
            assert_eq!(listed(&solution.moves.listed), left.1, "{text} {convention:?}");
            if let Some(moves) = &solution.right {
                assert_eq!(listed(&moves.listed), right.1, "{text} {convention:?}");
            }
        }
    }
}

/// A perfect player wins what is won, whatever the other does, and every move
/// can be read again from its words.
#[test]
fn the_machine_wins_what_can_be_won() {
    let budget = Budget::unlimited();
    for text in SUMS {
        for (convention, machine) in [
            (Convention::Normal, Player::Left),
            (Convention::Normal, Player::Right),
            (Convention::Misere, Player::Left),
        ] {
            let mut sum = parse_position(text, &Games::built_in()).unwrap();
            let mut opponent = Opponent::new(&sum, convention, PERFECT, 0);
            let outcome = solve(&sum, convention, &budget).unwrap().outcome;
            let won = match outcome {
                Outcome::N => true,
                Outcome::P => false,
                Outcome::L => machine == Player::Left,
                Outcome::R => machine == Player::Right,
            };
            let mut turn = machine;
            let mut step = 7usize;
            loop {
                let choices = sum.options_of(turn, usize::MAX, &budget).unwrap().listed;
                for choice in &choices {
                    let words = describe(&sum, choice).to_string();
                    let read = read_move_of(&words, &sum, turn).unwrap_or_else(|m| panic!("{sum}: {words}: {m}"));
                    assert_eq!(read.after.to_string(), choice.after.to_string(), "{words}");
                }
                let made = if turn == machine {
                    opponent.reply_as(turn, &sum, 1000, &budget).unwrap().made().map(|known| known.choice.clone())
                } else {
                    step = step * 31 % 1009;
                    choices.get(step % choices.len().max(1)).cloned()
                };
                let Some(Move { after, .. }) = made else { break };
                sum = after;
                turn = turn.opponent();
            }
            // Whoever has the turn cannot move.
            let machine_wins = (turn == machine) == (convention == Convention::Misere);
            assert!(machine_wins || !won, "{text} {convention:?} as {machine:?}");
        }
    }
}
