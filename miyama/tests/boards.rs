//! Boards against a twin that is written from the rules alone, with sets of
//! coordinates; and the facts that are known of them.

use miyama::board::{Board, OutcomeTable, Position, Rule, Solver, Table, rule};
use miyama::budget::Budget;
use miyama::nimber::Nimber;
use miyama::play::{Convention, Outcome};
use std::collections::{BTreeMap, BTreeSet};

type Square = (i32, i32);
type Stones = BTreeSet<Square>;

/// Two-dimensional Nim: for every pile, what is left after taking from an end.
fn two_dimensional_nim(stones: &Stones) -> BTreeSet<Stones> {
    let mut options = BTreeSet::new();
    for (down, right) in [(0, 1), (1, 0)] {
        for &(row, column) in stones {
            if stones.contains(&(row - down, column - right)) {
                continue;
            }
            // A pile begins here.
            let pile: Vec<Square> =
                (0..).map(|i| (row + i * down, column + i * right)).take_while(|s| stones.contains(s)).collect();
            for taken in 1..=pile.len() {
                for end in [&pile[..taken], &pile[pile.len() - taken..]] {
                    options.insert(stones.iter().filter(|s| !end.contains(s)).copied().collect());
                }
            }
        }
    }
    options
}

/// Cram: two adjacent stones go.
fn cram(stones: &Stones) -> BTreeSet<Stones> {
    let mut options = BTreeSet::new();
    for a in stones {
        for b in stones {
            if (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1 {
                options.insert(stones.iter().filter(|s| *s != a && *s != b).copied().collect());
            }
        }
    }
    options
}

/// Chomp: a stone goes with all below it and to its right; not the corner.
fn chomp(stones: &Stones) -> BTreeSet<Stones> {
    let chosen = stones.iter().filter(|s| **s != (0, 0));
    chosen.map(|c| stones.iter().filter(|s| s.0 < c.0 || s.1 < c.1).copied().collect()).collect()
}

/// Values and misère outcomes straight from the definition.
struct Twin {
    options: fn(&Stones) -> BTreeSet<Stones>,
    values: BTreeMap<Stones, u32>,
    misere_wins: BTreeMap<Stones, bool>,
}

impl Twin {
    fn new(options: fn(&Stones) -> BTreeSet<Stones>) -> Twin {
        Twin { options, values: BTreeMap::new(), misere_wins: BTreeMap::new() }
    }

    fn value(&mut self, stones: &Stones) -> u32 {
        if let Some(known) = self.values.get(stones) {
            return *known;
        }
        let of_options: BTreeSet<u32> = (self.options)(stones).iter().map(|option| self.value(option)).collect();
        let value = (0..).find(|v| !of_options.contains(v)).unwrap();
        self.values.insert(stones.clone(), value);
        value
    }

    fn misere_wins(&mut self, stones: &Stones) -> bool {
        if let Some(known) = self.misere_wins.get(stones) {
            return *known;
        }
        let options = (self.options)(stones);
        let wins = options.is_empty() || options.iter().any(|option| !self.misere_wins(option));
        self.misere_wins.insert(stones.clone(), wins);
        wins
    }
}

fn stones_of(board: &Board) -> Stones {
    board.stones().map(|(row, column)| (row as i32, column as i32)).collect()
}

fn subsets(board: &Board) -> Vec<Board> {
    let squares: Vec<_> = board.stones().collect();
    (0..1u64 << squares.len())
        .map(|set| {
            let kept: Vec<_> = (0..squares.len()).filter(|i| set >> i & 1 == 1).map(|i| squares[i]).collect();
            board.only(&kept)
        })
        .collect()
}

fn two_d_nim() -> &'static dyn Rule {
    rule("2d-nim").unwrap()
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Everything that the library says of every subset of a board, against the twin.
fn agree(rule: &'static dyn Rule, twin: fn(&Stones) -> BTreeSet<Stones>, whole: &str) {
    let whole = board(whole);
    let mut twin = Twin::new(twin);
    let budget = Budget::unlimited().with_threads(2);
    let table = Table::new(rule, &whole, &budget).unwrap();
    let misere = OutcomeTable::misere(rule, &whole, &budget).unwrap();
    let mut solver = Solver::new(rule, &whole).unwrap();
    for position in subsets(&whole) {
        let stones = stones_of(&position);
        let value = Nimber(twin.value(&stones));
        assert_eq!(table.value(&position), Some(value), "table: {position}");
        assert_eq!(solver.value(&position, &budget), Ok(value), "solver: {position}");
        let wins = if twin.misere_wins(&stones) { Outcome::N } else { Outcome::P };
        assert_eq!(misere.outcome(&position), Some(wins), "misère table: {position}");
        let position = Position::new(rule, position);
        assert_eq!(position.outcome(Convention::Misere, &budget), Ok(wins), "misère: {}", position.board());
        let normal = if value.0 == 0 { Outcome::P } else { Outcome::N };
        assert_eq!(position.outcome(Convention::Normal, &budget), Ok(normal), "outcome: {}", position.board());
        assert_eq!(position.value(&budget), Ok(value), "position: {}", position.board());
    }
}

#[test]
fn two_dimensional_nim_agrees_with_its_twin_on_all_of_3x3() {
    agree(two_d_nim(), two_dimensional_nim, "3x3");
}

#[test]
fn two_dimensional_nim_agrees_with_its_twin_on_all_of_3x4() {
    agree(two_d_nim(), two_dimensional_nim, "3x4");
}

#[test]
fn two_dimensional_nim_agrees_with_its_twin_on_all_of_2x5() {
    agree(two_d_nim(), two_dimensional_nim, "2x5");
}

#[test]
fn two_dimensional_nim_agrees_with_its_twin_on_other_shapes() {
    for whole in ["staircase(4)", "1x9", "9x1", "#.##/####/.###", "##.##/#.#.#"] {
        agree(two_d_nim(), two_dimensional_nim, whole);
    }
}

#[test]
fn cram_and_chomp_agree_with_their_twins() {
    for whole in ["3x3", "2x5", "staircase(4)", "1x8", "#.#/###/.##", "3x4"] {
        agree(rule("cram").unwrap(), cram, whole);
        agree(rule("chomp").unwrap(), chomp, whole);
    }
}
