//! The perfect player in sums of games in which the players have different moves, against every answer:
//! where plain recursion says that it can win, it does; and what it says of the parts is so.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::game::Games;
use miyama::opponent::{Opponent, PERFECT};
use miyama::pattern::interpreter;
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Part, Position, parse_position, solve, value};
use miyama::value::Arena;
use miyama_budget::Budget;
use miyama_text::Lang;
use std::collections::{HashMap, HashSet};

/// Partizan games on boards, strips, graphs and edges, with boards that are small.
const BOARDS: [&[&str]; 22] = [
    &["domineering:2x2", "domineering:.../.#.", "domineering:1x4"],
    &["clobber:xo/ox", "clobber:xxo/o.x", "clobber:1x5"],
    &["col:.l/..", "col:...r", "col:2x2"],
    &["snort:.l/..", "snort:r...", "snort:2x2"],
    &["konane:xo./.xo", "konane:xoxo", "konane:.xo./xo.."],
    &["amazons:x./.o", "amazons:x..o", "amazons:x.#.o."],
    &["anti-clobber:xo.x", "anti-clobber:xox"],
    &["fission:.x./...", "fission:x./.."],
    &["hot-clobber:xo/ox", "hot-clobber:xoxo"],
    &["kings-clobber:xo/ox", "kings-clobber:xo./.xo"],
    &["knights-clobber:x../..o", "knights-clobber:xo./.xo"],
    &["rooks-clobber:xo.x", "rooks-clobber:x.o/o.x"],
    &["ski-jumps:l../..r", "ski-jumps:.l./r.."],
    &["linear-clobber:xoxxo", "linear-clobber:xxoo"],
    &["toads-and-frogs:t.f", "toads-and-frogs:tt.ff", "toads-and-frogs:t..f"],
    &["elephants-and-rhinos:e..r", "elephants-and-rhinos:e.e.r"],
    &["push:l.r", "push:.rl"],
    &["shove:.lr", "shove:r.l"],
    &["toppling-dominoes:lrl", "toppling-dominoes:lre"],
    &["hackenbush:lrl", "hackenbush:lre"],
    &["col:path(3)", "col:cycle(3)"],
    &["snort:path(3)", "snort:cycle(3)"],
];

fn cells(part: &Part) -> &miyama::sum::Cells {
    let Part::Cells(cells) = part else { panic!("boards only") };
    cells
}

/// All positions after one move of a player, by the rules alone.
fn options(sum: &Position, player: Player) -> Vec<Position> {
    let mut found = vec![];
    for (at, part) in sum.parts.iter().enumerate() {
        let cells = cells(part);
        let (game, position) = (cells.game(), cells.position());
        for signs in interpreter::options(game.definition(), game.arguments(), position, player) {
            let mut after = sum.clone();
            after.parts[at] = Part::Cells(cells.with_signs(signs));
            found.push(after);
        }
    }
    found
}

/// Who wins, by plain recursion.
#[derive(Default)]
struct Brute(HashMap<(String, Player), bool>);

impl Brute {
    fn wins(&mut self, sum: &Position, player: Player, convention: Convention) -> bool {
        let key = (sum.to_string(), player);
        if let Some(known) = self.0.get(&key) {
            return *known;
        }
        let options = options(sum, player);
        let won = match options.is_empty() {
            true => convention == Convention::Misere,
            false => options.iter().any(|after| !self.wins(after, player.opponent(), convention)),
        };
        self.0.insert(key, won);
        won
    }
}

/// A game: the machine's side, how play ends, what recursion says, and the positions that it was asked for.
struct Match {
    machine: Player,
    convention: Convention,
    brute: Brute,
    opponent: Opponent,
    seen: HashSet<String>,
}

impl Match {
    /// The machine is to move, and plays on against every answer.
    fn play(&mut self, sum: &Position) {
        if !self.seen.insert(sum.to_string()) {
            return;
        }
        let (machine, convention) = (self.machine, self.convention);
        let first = Player::BOTH.map(|player| self.brute.wins(sum, player, convention));
        let outcome = match first {
            [true, true] => Outcome::N,
            [false, false] => Outcome::P,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
        };
        let reply = self.opponent.reply_as(machine, sum, 1000, &Budget::unlimited()).unwrap();
        assert_eq!(reply.survey.solution.outcome, outcome, "{sum} {convention:?}");
        for known in &reply.survey.moves {
            let wins = !self.brute.wins(&known.choice.after, machine.opponent(), convention);
            assert_eq!(known.wins, Some(wins), "{sum} {machine:?} {convention:?}: {}", known.choice.after);
        }
        self.explains(sum, &reply.survey.solution.why);
        let Some(made) = reply.made() else {
            assert!(options(sum, machine).is_empty(), "{sum}");
            return;
        };
        let after = &made.choice.after;
        let they_win = self.brute.wins(after, machine.opponent(), convention);
        assert_eq!(they_win, !first[machine as usize], "{sum} {machine:?} {convention:?}: {after}");
        for next in options(after, machine.opponent()) {
            self.play(&next);
        }
    }

    /// What is said of a part is its value, and its stops are what play there comes to.
    fn explains(&self, sum: &Position, why: &[miyama_text::Text]) {
        for line in why.iter().map(|line| line.in_lang(Lang::En)) {
            let Some((part, rest)) = line.split_once(" is worth ") else { continue };
            let alone = sum.parts.iter().find(|own| own.to_string() == part);
            let Some(alone) = alone else { continue };
            let said = rest.split_once(", and hot").map_or(rest.trim_end_matches('.'), |(value, _)| value);
            let mut arena = Arena::new(&Budget::unlimited());
            let own = value(&mut arena, &Position { parts: vec![alone.clone()] }, &Budget::unlimited()).unwrap();
            assert_eq!(arena.text(own).unwrap(), said, "{line}");
            let [left, right] = Player::BOTH.map(|first| arena.stop(own, first).number);
            let stops = format!(" {left} | {right} when play there is over");
            assert_eq!(line.contains("and hot"), left > right, "{line}");
            assert!(left <= right || line.contains(&stops), "{line}: {stops}");
        }
    }
}

fn play_sums(rounds: usize) {
    let mut state = 0x9A27_u64;
    let mut roll = |sides: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % sides as u64) as usize
    };
    for round in 0..rounds {
        let mut part = |at: usize| BOARDS[at][roll(BOARDS[at].len())];
        let first = part(round % BOARDS.len());
        let second = part((round * 7 + round / BOARDS.len()) % BOARDS.len());
        let text = if round % 5 == 4 { first.to_owned() } else { format!("{first} + {second}") };
        let sum = parse_position(&text, &Games::built_in()).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        for convention in [Convention::Normal, Convention::Misere] {
            for machine in Player::BOTH {
                let opponent = Opponent::new(&sum, convention, PERFECT, 0);
                let (brute, seen) = (Brute::default(), HashSet::new());
                let mut game = Match { machine, convention, brute, opponent, seen };
                game.play(&sum);
                for next in options(&sum, machine.opponent()) {
                    game.play(&next);
                }
            }
        }
    }
}

#[test]
fn it_never_errs_in_a_sum_of_partizan_games() {
    play_sums(22);
}

/// `cargo test --release --test partizan_play -- --ignored`
#[test]
#[ignore = "minutes"]
fn it_never_errs_in_two_hundred_sums() {
    play_sums(220);
}

/// The smallest power of two of looks at the budget with which a question is answered.
fn looks(answers: impl Fn(&Budget) -> bool) -> u64 {
    let powers = (0..40).map(|power| 1 << power);
    powers.into_iter().find(|looks| answers(&Budget::unlimited().with_looks(*looks))).unwrap()
}

/// The values after the moves are those of positions that were met when the value was found: to list the moves
/// costs little more.
#[test]
fn moves_are_judged_by_values_that_are_known() {
    let sum = parse_position("clobber:3x4", &Games::built_in()).unwrap();
    let of_value = looks(|budget| value(&mut Arena::new(budget), &sum, budget).is_ok());
    let complete = |budget: &Budget| {
        let solution = solve(&sum, Convention::Normal, budget);
        solution.is_ok_and(|found| found.moves.stopped.is_none() && found.right.unwrap().stopped.is_none())
    };
    let of_moves = looks(complete);
    assert!(of_moves <= 4 * of_value, "{of_moves} looks for the moves, {of_value} for the value");
}

/// Misère sums beside heaps are searched to their end, which takes more looks at the budget than a reply is
/// given where it could be judged by temperature.
#[test]
fn without_a_limit_a_reply_is_found_however_long_the_search() {
    for text in ["domineering:3x3 + nim:2 + nim:3", "clobber:xoxo/oxox + nim:2"] {
        let sum = parse_position(text, &Games::built_in()).unwrap();
        let reply =
            Opponent::new(&sum, Convention::Misere, PERFECT, 1).reply(&sum, 1000, &Budget::unlimited()).unwrap();
        let solved = solve(&sum, Convention::Misere, &Budget::unlimited()).unwrap();
        assert_eq!(reply.survey.solution.outcome, solved.outcome, "{text}");
        assert!(reply.made.is_some() && reply.survey.stopped.is_none(), "{text}");
    }
}
