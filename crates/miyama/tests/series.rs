//! Positions as they grow, and the subsets of boards: what serves all members at once
//! against each one played out by the interpreter.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::game::{CellGame, Game, Games};
use miyama::pattern::{self, CellPosition, builtin, interpreter, subset_census};
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Family, Part, series};
use miyama::value::{Arena, GameId};
use miyama_budget::Budget;
use std::collections::HashMap;

/// Who wins a position, by the interpreter's moves alone.
struct Naive<'a> {
    game: &'a pattern::Game,
    convention: Convention,
    won: HashMap<(Vec<char>, Player), bool>,
}

impl Naive<'_> {
    fn wins_first(&mut self, position: &CellPosition, player: Player) -> bool {
        let key = (position.signs.clone(), player);
        if let Some(won) = self.won.get(&key) {
            return *won;
        }
        let options = interpreter::options(self.game.definition(), self.game.arguments(), position, player);
        let mut won = options.is_empty() && self.convention == Convention::Misere;
        for signs in options {
            let after = CellPosition { ground: position.ground.clone(), signs };
            won |= !self.wins_first(&after, player.opponent());
        }
        self.won.insert(key, won);
        won
    }

    fn outcome(game: &pattern::Game, position: &CellPosition, convention: Convention) -> Outcome {
        let mut naive = Naive { game, convention, won: HashMap::new() };
        match Player::BOTH.map(|first| naive.wins_first(position, first)) {
            [true, true] => Outcome::N,
            [false, false] => Outcome::P,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
        }
    }
}

/// The canonical form by the interpreter's moves alone.
fn value(
    arena: &mut Arena,
    game: &pattern::Game,
    position: &CellPosition,
    known: &mut HashMap<Vec<char>, GameId>,
) -> GameId {
    if let Some(value) = known.get(&position.signs) {
        return *value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let after = interpreter::options(game.definition(), game.arguments(), position, player);
        let after = after.into_iter().map(|signs| CellPosition { ground: position.ground.clone(), signs });
        after.map(|after| value(arena, game, &after, known)).collect::<Vec<_>>()
    });
    let value = arena.game(&left, &right).unwrap();
    known.insert(position.signs.clone(), value);
    value
}

/// All built-in games on cells, once for each ground.
fn games() -> Vec<(String, CellGame)> {
    let mut names: Vec<&str> = builtin::all().iter().map(|game| game.name()).collect();
    names.dedup();
    let games = Games::built_in();
    names.iter().map(|name| (name.to_string(), games.cells(name).unwrap().unwrap())).collect()
}

fn compare(name: &str, game: &CellGame, bound: &str, convention: Convention) {
    let (family, to) = Family::read(&Game::Cells(game.clone()), bound).unwrap();
    let budget = Budget::unlimited();
    let found = series(&family, &to, convention, &budget).unwrap();
    assert!(found.stopped.is_none());
    assert_eq!(found.members.len() as u64, family.count(&to), "{name} {bound}");
    for member in &found.members {
        let position = family.position(&member.numbers, &budget).unwrap().unwrap();
        let [Part::Cells(cells)] = position.parts.as_slice() else { panic!("{name}") };
        let at = format!("{name}:{}", family.written(&member.numbers));
        assert_eq!(member.outcome, Naive::outcome(cells.game(), cells.position(), convention), "{at} {convention:?}");
        if convention == Convention::Normal && cells.position().signs.len() <= 6 {
            let mut arena = Arena::new(&budget);
            let value = value(&mut arena, cells.game(), cells.position(), &mut HashMap::new());
            let text = arena.as_nimber(value).filter(|_| cells.game().is_impartial()).map(|nimber| nimber.to_string());
            assert_eq!(member.value, text.or_else(|| arena.text(value).ok()), "{at}");
        }
    }
}

#[test]
fn boards_that_grow_are_those_that_play_says() {
    for (name, game) in games() {
        let kinds: Vec<pattern::Kind> = game.forms.iter().map(|form| form.definition().kind).collect();
        for kind in kinds {
            let bound = match kind {
                pattern::Kind::Grid => "2x3",
                pattern::Kind::Strip => "6",
                pattern::Kind::Graph => "cycle(6)",
                // Coloured edges that only a picture can give.
                pattern::Kind::Edges => continue,
            };
            // Strips of pieces that only a board can give.
            if game.read("1x1", &Budget::unlimited()).is_err() && kind != pattern::Kind::Graph {
                continue;
            }
            for convention in [Convention::Normal, Convention::Misere] {
                compare(&name, &game, bound, convention);
            }
        }
    }
    let games = Games::built_in();
    let cells = |name| games.cells(name).unwrap().unwrap();
    compare("domineering", &cells("domineering"), "staircase(3)", Convention::Normal);
    compare("snort", &cells("snort"), "star(4)", Convention::Misere);
    compare("arc-kayles", &cells("arc-kayles"), "grid(2,4)", Convention::Normal);
}

/// Cutcake has its values in Winning Ways, chapter 2: a cake of x by y is worth
/// y div 2^k − 1 to Left where x has k+1 binary digits and y more of them, and the
/// negative the other way round.
#[test]
fn heaps_of_partizan_games_grow_too() {
    let game = Games::built_in().find("cutcake").unwrap();
    for (convention, bound) in [(Convention::Normal, "9"), (Convention::Misere, "3")] {
        let (family, to) = Family::read(&game, bound).unwrap();
        let found = series(&family, &to, convention, &Budget::unlimited()).unwrap();
        for member in found.members.iter().filter(|member| member.numbers.iter().all(|side| *side > 0)) {
            let &[x, y] = member.numbers.as_slice() else { panic!() };
            let floor = |n: u64| n.ilog2();
            let worth = if floor(x) <= floor(y) { (y >> floor(x)) as i64 - 1 } else { 1 - (x >> floor(y)) as i64 };
            match convention {
                Convention::Normal => assert_eq!(member.value, Some(worth.to_string()), "{x} by {y}"),
                Convention::Misere => assert_eq!(member.value, None),
            }
        }
    }
}

#[test]
fn the_first_members_are_there_when_the_time_is_over() {
    let game = Games::built_in().find("domineering").unwrap();
    let (family, to) = Family::read(&game, "9x9").unwrap();
    let moment = Budget::unlimited().with_time(std::time::Duration::from_millis(300));
    let found = series(&family, &to, Convention::Normal, &moment).unwrap();
    assert!(found.stopped.is_some() && !found.members.is_empty());
}

#[test]
fn the_subsets_of_a_board_are_counted_as_play_says() {
    for (name, board) in [("domineering", "2x3"), ("col", "2x3"), ("clobber", "2x3"), ("node-kayles", "cycle(5)")] {
        let game = Games::built_in().cells(name).unwrap().unwrap();
        let cells = game.read(board, &Budget::unlimited()).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let census = subset_census(cells.game(), cells.position(), convention, &Budget::unlimited()).unwrap();
            let mut counted = [0; 4];
            let count = cells.position().signs.len();
            for subset in 0..1u32 << count {
                let mut position = cells.position().clone();
                (0..count).filter(|cell| subset >> cell & 1 == 0).for_each(|cell| position.signs[cell] = '|');
                counted[Naive::outcome(cells.game(), &position, convention) as usize] += 1;
            }
            assert_eq!(census.outcomes, counted, "{name} on {board}, {convention:?}");
            let values: u64 = census.values.iter().map(|(_, count)| count).sum();
            assert_eq!(values, if convention == Convention::Normal { census.positions() } else { 0 });
        }
    }
}
