//! Boards against a twin that is written from the rules alone, with sets of
//! coordinates; and the facts that are known of them.

#![allow(clippy::unwrap_used)]

use miyama::nimber::Nimber;
use miyama::pattern::taking::nim::{self, Piles};
use miyama::pattern::taking::{
    Board, OutcomeTable, Solver, StonePosition, Table, Taking, Unsolved, built_in, rectangles, staircases,
};
use miyama::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

type Square = (i32, i32);
type Stones = BTreeSet<Square>;
type Options = fn(&Stones) -> BTreeSet<Stones>;

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
    options: Options,
    values: BTreeMap<Stones, u32>,
    misere_wins: BTreeMap<Stones, bool>,
}

impl Twin {
    fn new(options: Options) -> Twin {
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

/// A built-in game, derived from its text once.
fn rule(name: &'static str) -> &'static Arc<Taking> {
    static RULES: [OnceLock<Arc<Taking>>; 3] = [const { OnceLock::new() }; 3];
    let names = ["2d-nim", "cram", "chomp"];
    RULES[names.iter().position(|n| *n == name).unwrap()].get_or_init(|| built_in(name).unwrap())
}

fn two_d_nim() -> &'static Arc<Taking> {
    rule("2d-nim")
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// Everything that the library says of every subset of a board, against the twin.
fn agree(rule: &Arc<Taking>, twin: Options, whole: &str) {
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
        let position = StonePosition::new(rule, position);
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
        agree(rule("cram"), cram, whole);
        agree(rule("chomp"), chomp, whole);
    }
}

/// Moves and winning moves of every subset of a board, against the twin.
fn moves_agree(rule: &Arc<Taking>, options: Options, whole: &str) {
    let mut twin = Twin::new(options);
    let budget = Budget::unlimited();
    for position in subsets(&board(whole)) {
        let stones = stones_of(&position);
        let position = StonePosition::new(rule, position);
        let left = |takes: Vec<Vec<(usize, usize)>>| -> BTreeSet<Stones> {
            let count = takes.len();
            let left: BTreeSet<Stones> = takes.iter().map(|take| stones_of(&position.board().without(take))).collect();
            assert_eq!(left.len(), count, "a move was listed twice");
            left
        };
        assert_eq!(left(position.moves().unwrap()), options(&stones), "{}", position.board());
        let normal = left(position.winning_moves(Convention::Normal, &budget).unwrap());
        let misere = left(position.winning_moves(Convention::Misere, &budget).unwrap());
        for option in options(&stones) {
            assert_eq!(normal.contains(&option), twin.value(&option) == 0, "{}", position.board());
            assert_eq!(misere.contains(&option), !twin.misere_wins(&option), "{}", position.board());
        }
    }
}

#[test]
fn moves_and_winning_moves_agree_with_the_twins() {
    moves_agree(two_d_nim(), two_dimensional_nim, "3x3");
    moves_agree(rule("cram"), cram, "3x3");
    moves_agree(rule("chomp"), chomp, "3x3");
}

mod random {
    use super::*;
    use proptest::prelude::*;

    /// A few stones on a board that may be too large for one word of squares.
    fn boards() -> impl Strategy<Value = Board> {
        (1usize..13, 1usize..13).prop_flat_map(|(height, width)| {
            proptest::collection::btree_set((0..height, 0..width), 0..12)
                .prop_map(move |stones| Board::new(height, width, |r, c| stones.contains(&(r, c))).unwrap())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn boards_of_any_size_agree_with_their_twins(board in boards()) {
            let budget = Budget::unlimited();
            let twins: [(&str, Options); 3] =
                [("2d-nim", two_dimensional_nim), ("cram", cram), ("chomp", chomp)];
            for (name, options) in twins {
                let mut twin = Twin::new(options);
                let stones = stones_of(&board);
                let position = StonePosition::new(rule(name), board.clone());
                prop_assert_eq!(position.value(&budget), Ok(Nimber(twin.value(&stones))));
                let misere = if twin.misere_wins(&stones) { Outcome::N } else { Outcome::P };
                prop_assert_eq!(position.outcome(Convention::Misere, &budget), Ok(misere));
                let table = Table::new(rule(name), &board, &budget).unwrap();
                prop_assert_eq!(table.value(&board), Some(Nimber(twin.value(&stones))));
            }
        }
    }
}

#[test]
fn a_rectangle_is_a_p_position_exactly_when_both_sides_are_even() {
    let budget = Budget::unlimited();
    for height in 2..=8 {
        for width in 2..=8 {
            let position = StonePosition::new(two_d_nim(), Board::rectangle(height, width).unwrap());
            let expected = if height % 2 == 0 && width % 2 == 0 { Outcome::P } else { Outcome::N };
            assert_eq!(position.outcome(Convention::Normal, &budget), Ok(expected), "{height}x{width}");
        }
    }
}

fn values(values: Result<Vec<Nimber>, Unsolved>) -> Vec<u32> {
    values.unwrap().iter().map(|value| value.0).collect()
}

#[test]
fn values_of_rectangles_and_staircases() {
    let budget = Budget::unlimited();
    assert_eq!(values(rectangles(two_d_nim(), 2, 9, &budget)), [2, 0, 2, 0, 1, 0, 1, 0, 1]);
    assert_eq!(values(rectangles(two_d_nim(), 3, 4, &budget)), [3, 2, 1, 2]);
    assert_eq!(values(rectangles(two_d_nim(), 1, 12, &budget)), (1..=12).collect::<Vec<_>>());
    assert_eq!(values(staircases(two_d_nim(), 5, &budget)), [1, 3, 0, 4, 0]);
    assert_eq!(rectangles(two_d_nim(), 9, 9, &budget), Err(Unsolved::Stones(81)));
    assert_eq!(staircases(two_d_nim(), 99, &budget), Err(Unsolved::Stones(4950)));
    assert_eq!(values(rectangles(two_d_nim(), 5, 0, &budget)), []);
}

#[test]
fn the_table_of_5x5_holds_the_values_of_its_rectangles_and_staircases() {
    let whole = Board::rectangle(5, 5).unwrap();
    let table = Table::new(two_d_nim(), &whole, &Budget::unlimited().with_threads(2)).unwrap();
    let value = |text: &str| table.value(&board(text)).unwrap().0;
    assert_eq!((value("5x5"), value("3x3"), value("4x5"), value("5x4"), value("4x4")), (4, 1, 3, 3, 0));
    assert_eq!((value("staircase(3)"), value("staircase(4)"), value("staircase(5)")), (0, 4, 0));
    assert_eq!(table.value(&board("6x1")), None);
    assert!(table.bytes() < table.positions());
}

/// Every position that the paper decides, with the outcome that it states.
#[test]
fn what_the_paper_says_of_rectangles_is_true() {
    let budget = Budget::unlimited();
    for (text, first_player_wins) in
        [("2x2", false), ("2x3", true), ("2x4", false), ("2x5", true), ("2x6", false), ("3x3", true), ("3x4", true)]
    {
        let outcome = if first_player_wins { Outcome::N } else { Outcome::P };
        assert_eq!(StonePosition::new(two_d_nim(), board(text)).outcome(Convention::Normal, &budget), Ok(outcome));
    }
    // Figure 5: the 2×2 square stays lost under misère play.
    let square = StonePosition::new(two_d_nim(), board("2x2"));
    assert_eq!(square.outcome(Convention::Misere, &budget), Ok(Outcome::P));
}

/// Is taking these squares a winning move?
fn wins(text: &str, taken: &[(usize, usize)]) -> bool {
    let position = StonePosition::new(two_d_nim(), board(text));
    assert!(position.moves().unwrap().contains(&taken.to_vec()), "{text}: no such move");
    let left = StonePosition::new(two_d_nim(), position.board().without(taken));
    assert_eq!(Piles::of(left.board()).horizontal | Piles::of(left.board()).vertical, 0, "the paper aims at 0 and 0");
    left.outcome(Convention::Normal, &Budget::unlimited()) == Ok(Outcome::P)
}

/// The moves of figures 6 to 11: the middle line goes, two equal halves remain.
#[test]
fn the_moves_that_the_paper_recommends_on_rectangles_win() {
    for (height, width) in [(2, 3), (2, 5), (3, 3), (4, 5), (4, 7)] {
        let column: Vec<_> = (0..height).map(|row| (row, width / 2)).collect();
        assert!(wins(&format!("{height}x{width}"), &column), "{height}x{width}");
    }
    assert!(wins("3x4", &[(1, 0), (1, 1), (1, 2), (1, 3)]));
}

/// Figure 13 wins; figures 14, 15 and 16 lose, whichever of the squares that
/// their description allows is meant; and so do all other moves to HXOR = VXOR
/// = 0 there.
#[test]
fn of_the_moves_that_the_paper_recommends_on_young_diagrams_one_wins() {
    assert!(wins("staircase(4)", &[(0, 0), (0, 1), (0, 2), (0, 3)]));
    // One stone of staircase 5: all four places with HXOR = VXOR = 0.
    for square in [(0, 0), (0, 4), (2, 2), (4, 0)] {
        assert!(!wins("staircase(5)", &[square]));
    }
    // All but one stone of the longest pile of staircase 6.
    assert!(!wins("staircase(6)", &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]));
    // A column of three of (7,5,3).
    assert!(!wins("young(7,5,3)", &[(0, 0), (1, 0), (2, 0)]));
}

#[test]
fn the_basic_theorem_recommends_only_losing_moves_on_large_young_diagrams() {
    let budget = Budget::unlimited();
    for (text, recommended, winning) in [("staircase(5)", 4, 0), ("young(7,5,3)", 4, 3)] {
        let position = StonePosition::new(two_d_nim(), board(text));
        let wins = position.winning_moves(Convention::Normal, &budget).unwrap();
        assert_eq!(wins.len(), winning);
        let advice = nim::recommended(&position).unwrap();
        assert_eq!(advice.len(), recommended);
        assert!(advice.iter().all(|take| !wins.contains(take)), "{text}");
    }
}

/// Staircases 3 and 4 are as the paper says; 5 and 7 are the other way round.
#[test]
fn staircase_5_is_lost_for_the_first_player() {
    let budget = Budget::unlimited();
    let outcomes = (1..=5).map(|n| {
        let position = StonePosition::new(two_d_nim(), Board::staircase(n).unwrap());
        position.outcome(Convention::Normal, &budget).unwrap()
    });
    assert!(outcomes.eq([Outcome::N, Outcome::N, Outcome::P, Outcome::N, Outcome::P]));
    assert!(!Piles::of(&board("staircase(5)")).say_p());
}

#[test]
#[ignore = "seconds to minutes; `just boards`"]
fn large_tables_and_staircases() {
    let budget = Budget::unlimited().with_memory(1 << 30).with_threads(2);
    let table = |text: &str| Table::new(two_d_nim(), &board(text), &budget).unwrap();
    let staircase = table("staircase(7)");
    let of_staircases = (1..=7).map(|n| staircase.value(&Board::staircase(n).unwrap()).unwrap().0);
    assert!(of_staircases.eq([1, 3, 0, 4, 0, 9, 5]));
    assert_eq!(values(staircases(two_d_nim(), 7, &budget)), [1, 3, 0, 4, 0, 9, 5]);
    let rectangle = table("4x7");
    let of_rectangles = (1..=7).map(|n| rectangle.value(&Board::rectangle(4, n).unwrap()).unwrap().0);
    assert!(of_rectangles.eq([4, 0, 2, 0, 3, 0, 2]));
    assert_eq!(values(rectangles(two_d_nim(), 4, 7, &budget)), [4, 0, 2, 0, 3, 0, 2]);
    assert_eq!(values(rectangles(two_d_nim(), 2, 17, &budget))[9..], [0, 2, 0, 1, 0, 1, 0, 1]);
    let six = StonePosition::new(two_d_nim(), board("staircase(6)"));
    let wins = six.winning_moves(Convention::Normal, &budget).unwrap();
    assert_eq!(wins.len(), 2);
    let advice = nim::recommended(&six).unwrap();
    assert!(advice.len() == 6 && advice.iter().all(|take| !wins.contains(take)));
}

/// Values of Cram known since Winning Ways and Lemoine and Viennot's tables:
/// 1×n is Dawson's Kayles, 2×n is 0 for even n and 1 for odd n.
#[test]
fn cram_has_its_known_values() {
    let cram = rule("cram");
    let budget = Budget::unlimited();
    let dawson = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4];
    assert_eq!(values(rectangles(cram, 1, 34, &budget)), dawson);
    assert_eq!(values(rectangles(cram, 2, 12, &budget)), [1, 0].repeat(6));
    assert_eq!(values(rectangles(cram, 3, 9, &budget)), [1, 1, 0, 1, 1, 4, 1, 3, 1]);
    assert_eq!(values(rectangles(cram, 4, 6, &budget)), [2, 0, 1, 0, 2, 0]);
    assert_eq!(values(rectangles(cram, 5, 5, &budget)), [0, 1, 1, 2, 0]);
}

/// Facts with proofs: a row of n is a heap of n−1; of two rows exactly
/// (n, n−1) is lost; a symmetric L is lost, and on a square moving to it is the
/// only winning move; every other rectangle is won (strategy stealing).
#[test]
fn chomp_has_its_known_values() {
    let chomp = rule("chomp");
    let budget = Budget::unlimited();
    assert_eq!(values(rectangles(chomp, 1, 20, &budget)), (0..20).collect::<Vec<_>>());
    for upper in 1..=10 {
        for lower in 0..=upper {
            let value = StonePosition::new(chomp, Board::young(&[upper, lower]).unwrap()).value(&budget).unwrap();
            assert_eq!(value.0 == 0, upper == lower + 1, "({upper},{lower})");
        }
    }
    for n in 2..=6 {
        let square = StonePosition::new(chomp, Board::rectangle(n, n).unwrap());
        let bite: Vec<_> = (1..n).flat_map(|row| (1..n).map(move |column| (row, column))).collect();
        assert_eq!(square.winning_moves(Convention::Normal, &budget), Ok(vec![bite]), "{n}x{n}");
    }
    for (height, width) in [(2, 7), (3, 6), (4, 7), (5, 6)] {
        let position = StonePosition::new(chomp, Board::rectangle(height, width).unwrap());
        assert_eq!(position.outcome(Convention::Normal, &budget), Ok(Outcome::N));
    }
}

#[test]
fn a_budget_stops_every_solver() {
    let budget = Budget::unlimited();
    budget.cancel();
    let cancelled = Unsolved::Stopped(Stopped::Cancelled);
    let position = StonePosition::new(two_d_nim(), board("5x7"));
    assert_eq!(position.value(&budget), Err(cancelled));
    assert_eq!(position.outcome(Convention::Misere, &budget), Err(cancelled));
    assert_eq!(Table::new(two_d_nim(), &board("4x4"), &budget).err(), Some(Stopped::Cancelled));
    let small = Budget::unlimited().with_memory(1 << 20);
    assert!(matches!(Table::new(two_d_nim(), &board("8x8"), &small), Err(Stopped::Memory { .. })));
    assert!(matches!(Table::new(two_d_nim(), &board("64x64"), &small), Err(Stopped::Memory { .. })));
    assert!(matches!(Table::new(two_d_nim(), &board("8x8"), &Budget::unlimited()), Err(Stopped::Memory { .. })));
    assert!(matches!(position.value(&small), Err(Unsolved::Stopped(Stopped::Memory { .. }))));
}

/// With little effort the middle row still wins at once; the rest stays open.
#[test]
fn what_was_given_up_is_said() {
    let budget = Budget::unlimited();
    let mut large = StonePosition::new(two_d_nim(), board("5x8")).analysis().unwrap().with_effort(100);
    assert_eq!(large.is(Nimber(0), &budget), Ok(false));
    assert_eq!(large.value(&budget), Err(Unsolved::Effort(100)));
    let moves = large.moves_to(Nimber(0), &budget).unwrap();
    let middle: Vec<_> = (0..8).map(|column| (2, column)).collect();
    assert!(moves.takes.contains(&middle) && moves.undecided > 0);
    // Two equal halves, one of them lying and one standing, cancel unseen.
    let halves = Board::new(7, 13, |r, c| (r < 5 && c < 7) || c > 7).unwrap();
    let mut halves = StonePosition::new(two_d_nim(), halves).analysis().unwrap().with_effort(100);
    assert_eq!(halves.is(Nimber(0), &budget), Ok(true));
    let mut square = StonePosition::new(two_d_nim(), board("8x8")).analysis().unwrap().with_effort(100);
    assert_eq!(square.value(&budget), Ok(Nimber(0)));
    assert_eq!(square.moves_to(Nimber(0), &budget).unwrap().undecided, 0);
}

#[test]
fn too_many_stones_are_refused_only_where_they_hang_together() {
    let budget = Budget::unlimited();
    let large = StonePosition::new(two_d_nim(), board("9x9"));
    assert_eq!(large.value(&budget), Err(Unsolved::Stones(81)));
    // 128 stones in pairs.
    let pairs = Board::new(16, 24, |_, column| column % 3 != 2 && column / 3 % 2 == 0).unwrap();
    let rows = Board::new(15, 31, |row, column| row % 2 == 0 && column % 3 != 2).unwrap();
    assert_eq!(StonePosition::new(two_d_nim(), rows).value(&budget), Ok(Nimber(0)));
    assert!(StonePosition::new(two_d_nim(), pairs).value(&budget).is_ok());
}
