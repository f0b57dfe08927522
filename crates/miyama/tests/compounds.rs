//! Operators on boards, on boards and heaps, and on heaps that break, against a brute force that shares
//! nothing with them but the syntax tree: boards are played by the interpreter of patterns, heaps by
//! lists of moves, and each operator is its definition.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "compounds/texts.rs"]
mod texts;

use miyama::game::{Game, Games};
use miyama::pattern::{self, CellPosition, interpreter};
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{parse_position, solve, survey_of};
use miyama_budget::Budget;
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};

/// What stands in a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Slot {
    Signs(Vec<char>),
    /// Sorted, without empty ones.
    Heaps(Vec<u64>),
    Pass(bool),
    Gone,
}

type At = Vec<Slot>;

enum Term {
    /// A board: its rules, a position, and how the two are written.
    Board(pattern::Definition, CellPosition, String, String),
    /// A heap: what may be taken by whom, and whether the rest may be broken.
    Heap([&'static [u64]; 2], bool, u64, &'static str),
    Pass(Box<Term>),
    Impartial(Box<Term>),
    Joined(&'static str, Box<Term>, Box<Term>),
    Ends(Box<Term>, &'static Said),
}

/// A condition on positions: how it is written, and what it means.
struct Said {
    text: &'static str,
    holds: fn(&[Slot]) -> bool,
}

/// How many cells have one of these signs.
fn count(at: &[Slot], signs: &str) -> usize {
    let of = |slot: &Slot| match slot {
        Slot::Signs(all) => all.iter().filter(|sign| signs.contains(**sign)).count(),
        _ => 0,
    };
    at.iter().map(of).sum()
}

/// The only heap of a slot, 0 if nothing is left of it.
fn heap(slot: &Slot) -> u64 {
    match slot {
        Slot::Heaps(heaps) => heaps.iter().sum(),
        _ => 0,
    }
}

impl Term {
    fn game(&self) -> String {
        match self {
            Term::Board(_, _, game, _) => game.clone(),
            Term::Heap(_, _, _, game) => (*game).to_owned(),
            Term::Pass(inner) => format!("({}) with pass", inner.game()),
            Term::Impartial(inner) => format!("impartial ({})", inner.game()),
            Term::Joined(word, a, b) => format!("({}) {word} ({})", a.game(), b.game()),
            Term::Ends(inner, said) => format!("({}) ends: {}", inner.game(), said.text),
        }
    }

    fn position(&self) -> String {
        match self {
            Term::Board(_, _, _, position) => position.clone(),
            Term::Heap(_, _, heap, _) => heap.to_string(),
            Term::Pass(inner) => format!("{},1", inner.position()),
            Term::Impartial(inner) | Term::Ends(inner, _) => inner.position(),
            Term::Joined(_, a, b) => format!("{},{}", a.position(), b.position()),
        }
    }

    fn start(&self) -> At {
        match self {
            Term::Board(_, position, ..) => vec![Slot::Signs(position.signs.clone())],
            Term::Heap(_, _, heap, _) => vec![Slot::Heaps(vec![*heap])],
            Term::Pass(inner) => [inner.start(), vec![Slot::Pass(true)]].concat(),
            Term::Impartial(inner) | Term::Ends(inner, _) => inner.start(),
            Term::Joined(_, a, b) => [a.start(), b.start()].concat(),
        }
    }

    fn is_impartial(&self) -> bool {
        match self {
            Term::Board(definition, ..) => definition.groups.iter().all(|group| group.who.is_none()),
            Term::Heap(takes, ..) => takes[0] == takes[1],
            Term::Pass(inner) | Term::Ends(inner, _) => inner.is_impartial(),
            Term::Impartial(_) => true,
            Term::Joined(_, a, b) => a.is_impartial() && b.is_impartial(),
        }
    }

    fn options(&self, at: &[Slot], who: Player) -> BTreeSet<At> {
        match (self, at) {
            (Term::Ends(_, said), at) if (said.holds)(at) => BTreeSet::new(),
            (Term::Ends(inner, _), at) => inner.options(at, who),
            (_, [Slot::Gone]) => BTreeSet::new(),
            (Term::Board(definition, position, ..), [Slot::Signs(signs)]) => {
                let position = CellPosition { ground: position.ground.clone(), signs: signs.clone() };
                let found = interpreter::options(definition, &[], &position, who);
                found.into_iter().map(|signs| vec![Slot::Signs(signs)]).collect()
            }
            (Term::Heap(takes, breaks, ..), [Slot::Heaps(heaps)]) => {
                let mut all = BTreeSet::new();
                for (index, heap) in heaps.iter().enumerate() {
                    for rest in takes[who as usize].iter().filter_map(|take| heap.checked_sub(*take)) {
                        for first in 0..=if *breaks { rest / 2 } else { 0 } {
                            let mut after = heaps.clone();
                            after.splice(index..=index, [first, rest - first]);
                            after.retain(|heap| *heap > 0);
                            after.sort_unstable();
                            all.insert(vec![Slot::Heaps(after)]);
                        }
                    }
                }
                all
            }
            (Term::Pass(inner), [at @ .., pass]) => {
                let options = inner.options(at, who);
                let mut all: BTreeSet<At> =
                    options.iter().map(|option| [option.as_slice(), std::slice::from_ref(pass)].concat()).collect();
                if *pass == Slot::Pass(true) && !options.is_empty() {
                    all.insert([at, &[Slot::Pass(false)]].concat());
                }
                all
            }
            (Term::Impartial(inner), at) => Player::BOTH.iter().flat_map(|who| inner.options(at, *who)).collect(),
            (Term::Joined(word, a, b), at) => {
                let (first, second) = at.split_at(a.start().len());
                let (of_a, of_b) = (a.options(first, who), b.options(second, who));
                let gone: At = second
                    .iter()
                    .map(|slot| if matches!(slot, Slot::Pass(_)) { Slot::Pass(false) } else { Slot::Gone })
                    .collect();
                let beside = if *word == "ordinal" { &gone[..] } else { second };
                let mut all = BTreeSet::new();
                if *word != "conjunctive" {
                    all.extend(of_a.iter().map(|option| [option.as_slice(), beside].concat()));
                    all.extend(of_b.iter().map(|option| [first, option.as_slice()].concat()));
                }
                if ["conjunctive", "selective"].contains(word) {
                    for one in &of_a {
                        all.extend(of_b.iter().map(|other| [one.as_slice(), other.as_slice()].concat()));
                    }
                }
                all
            }
            _ => panic!("{at:?}"),
        }
    }

    /// Whether a player wins who is to move, where the opponent forbids so many options.
    fn wins(
        &self,
        at: &At,
        who: Player,
        blocked: usize,
        convention: Convention,
        known: &mut HashMap<(At, Player), bool>,
    ) -> bool {
        if let Some(won) = known.get(&(at.clone(), who)) {
            return *won;
        }
        let options = self.options(at, who);
        let lost =
            options.iter().filter(|option| !self.wins(option, who.opponent(), blocked, convention, known)).count();
        let won = lost > blocked || lost == options.len() && convention == Convention::Misere;
        known.insert((at.clone(), who), won);
        won
    }

    fn nimber(&self, at: &At, known: &mut HashMap<At, u32>) -> u32 {
        if let Some(value) = known.get(at) {
            return *value;
        }
        let values: BTreeSet<u32> =
            self.options(at, Player::Left).iter().map(|option| self.nimber(option, known)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        known.insert(at.clone(), value);
        value
    }
}

fn board(name: &str, position: &str) -> Term {
    let Game::Cells(game) = Games::built_in().find(name).unwrap() else { panic!("{name}") };
    let cells = game.read(position, &Budget::unlimited()).unwrap();
    let definition = cells.game().definition().clone();
    let written = if position.contains(',') { format!("({position})") } else { position.to_owned() };
    Term::Board(definition, cells.position().clone(), name.to_owned(), written)
}

fn leaf(number: usize) -> Term {
    match number % 12 {
        0 => board("cram", "2x3"),
        1 => board("domineering", "2x3"),
        2 => board("clobber", "xo/ox"),
        3 => board("node-kayles", "path(4)"),
        4 => board("col", "1-2,2-3;..."),
        5 => board("toads-and-frogs", "t..f"),
        6 => board("arc-kayles", "path(4)"),
        7 => board("hackenbush", "0-1l,1-2r"),
        8 => Term::Heap([&[1, 2], &[1, 2]], false, 4, "subtraction({1,2})"),
        9 => Term::Heap([&[1, 2], &[1, 2]], true, 4, "kayles"),
        10 => Term::Heap([&[1], &[1, 2]], false, 3, "partizan-subtraction({1},{1,2})"),
        _ => board("treblecross", "4"),
    }
}

/// A few hundred terms: every leaf under every operator, and operators around each other.
fn terms() -> Vec<Term> {
    let mut all = Vec::new();
    for number in 0..12 {
        all.push(Term::Pass(Box::new(leaf(number))));
        all.push(Term::Impartial(Box::new(Term::Pass(Box::new(leaf(number))))));
        for (step, word) in ["disjunctive", "conjunctive", "selective", "ordinal"].into_iter().enumerate() {
            let other = || Box::new(leaf(number + 2 * step + 1));
            all.push(Term::Joined(word, Box::new(leaf(number)), other()));
            if step % 2 == number % 2 {
                all.push(Term::Pass(Box::new(Term::Joined(word, Box::new(leaf(number)), other()))));
            } else {
                all.push(Term::Joined(word, Box::new(Term::Pass(Box::new(leaf(number)))), other()));
            }
        }
    }
    all
}

fn outcome(wins: [bool; 2]) -> Outcome {
    match wins {
        [true, true] => Outcome::N,
        [false, false] => Outcome::P,
        [true, false] => Outcome::L,
        [false, true] => Outcome::R,
    }
}

#[test]
fn operators_on_boards_and_heaps_mean_what_they_say() {
    let (games, budget) = (Games::built_in(), Budget::unlimited());
    for term in terms() {
        let text = format!("({}):{}", term.game(), term.position());
        let sum = parse_position(&text, &games).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        assert_eq!(sum.is_impartial(), term.is_impartial(), "{text}");
        let start = term.start();
        for convention in [Convention::Normal, Convention::Misere] {
            let solution = solve(&sum, convention, &budget).unwrap_or_else(|reason| panic!("{text}: {reason:?}"));
            let mut known = HashMap::new();
            let wins = Player::BOTH.map(|who| term.wins(&start, who, 0, convention, &mut known));
            assert_eq!(solution.outcome, outcome(wins), "{text}, {convention:?}");
            let mut winning = |who: Player| {
                let options = term.options(&start, who);
                options.iter().filter(|o| !term.wins(o, who.opponent(), 0, convention, &mut known)).count()
            };
            assert_eq!(solution.moves.count, BigUint::from(winning(Player::Left)), "{text}, {convention:?}");
            if let Some(right) = &solution.right {
                assert_eq!(right.count, BigUint::from(winning(Player::Right)), "{text}, {convention:?}");
            }
            if convention == Convention::Normal && term.is_impartial() {
                let value = term.nimber(&start, &mut HashMap::new());
                assert_eq!(solution.value, Some(BigUint::from(value)), "{text}");
            }
            for after in &solution.moves.listed {
                let again = parse_position(&after.to_string(), &games);
                assert_eq!(again.unwrap_or_else(|mistake| panic!("{after}: {mistake}")), *after);
            }
        }
    }
}

#[test]
fn options_are_forbidden_on_boards_too() {
    let (games, budget) = (Games::built_in(), Budget::unlimited());
    let heaps = [4, 7, 9].map(|heap| Term::Heap([&[1, 2], &[1, 2]], true, heap, "kayles"));
    for term in terms().iter().step_by(3).chain(&heaps) {
        for (blocked, convention) in [(1, Convention::Normal), (2, Convention::Misere)] {
            let text = format!("(block({}) ({})):{}", blocked + 1, term.game(), term.position());
            let sum = parse_position(&text, &games).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
            let solution = solve(&sum, convention, &budget).unwrap_or_else(|reason| panic!("{text}: {reason:?}"));
            let mut known = HashMap::new();
            let wins = Player::BOTH.map(|who| term.wins(&term.start(), who, blocked, convention, &mut known));
            assert_eq!(solution.outcome, outcome(wins), "{text}, {convention:?}");
            for who in Player::BOTH {
                let options = term.options(&term.start(), who);
                let lost = options.iter().filter(|o| !term.wins(o, who.opponent(), blocked, convention, &mut known));
                let left = options.len() - lost.count().min(blocked);
                assert_eq!(survey_of(&sum, who, convention, 1000, &budget).unwrap().moves.len(), left, "{text}");
            }
        }
    }
}

/// Sums of compounds and other parts: a pass belongs to its own part.
#[test]
fn compounds_stand_in_sums() {
    let (games, budget) = (Games::built_in(), Budget::unlimited());
    let value = |text: &str| {
        let sum = parse_position(text, &games).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        assert_eq!(sum.to_string(), text);
        solve(&sum, Convention::Normal, &budget).unwrap().value
    };
    let alone = value("cram with pass:../..,1").unwrap();
    let other = value("kayles with pass:5,1").unwrap();
    assert_eq!(
        value("cram with pass:../..,1 + kayles with pass:5,1 + nim:3"),
        Some(alone ^ other ^ BigUint::from(3u32))
    );
    // A board that is written out, and a name for the whole.
    let sum = parse_position("((grid sym [..] -> [##]) with pass):2x2,1", &games).unwrap();
    assert_eq!(solve(&sum, Convention::Normal, &budget).unwrap().value, value("cram with pass:../..,1"));
    assert!(matches!(games.find("mine: domineering selective nim"), Ok(Game::Compound(game)) if game.label == "mine"));
}

/// Endings on boards: a game, its position, and conditions on it.
fn ended() -> Vec<(Term, &'static [Said])> {
    const FEW_FREE: Said = Said { text: "count[.] <= 2", holds: |at| count(at, ".") <= 2 };
    const MORE_X: Said = Said { text: "count[x] > count[o]", holds: |at| count(at, "x") > count(at, "o") };
    const EVEN: Said = Said {
        text: "count[#.] mod 4 = 0 or count[#] >= 4",
        holds: |at| count(at, "#.").is_multiple_of(4) || count(at, "#") >= 4,
    };
    const HEAP: Said = Said { text: "x + count[.] <= 4", holds: |at| heap(&at[1]) + count(at, ".") as u64 <= 4 };
    const PASSED: Said =
        Said { text: "p = 0, count[xo] < 4", holds: |at| at[1] == Slot::Pass(false) && count(at, "xo") < 4 };
    const NEVER: Said = Said { text: "count[f] > count[tf]", holds: |_| false };
    let joined = |word, a, b| Term::Joined(word, Box::new(a), Box::new(b));
    vec![
        (board("cram", "2x4"), &[FEW_FREE, EVEN]),
        (board("domineering", "3x3"), &[FEW_FREE, EVEN]),
        (board("clobber", "xox/oxo"), &[MORE_X]),
        (board("toads-and-frogs", "tt..ff"), &[NEVER]),
        (board("node-kayles", "path(6)"), &[FEW_FREE, EVEN]),
        (Term::Pass(Box::new(board("clobber", "xox/oxo"))), &[PASSED, MORE_X]),
        (joined("selective", board("cram", "2x3"), leaf(8)), &[HEAP, FEW_FREE]),
        (joined("ordinal", board("domineering", "2x3"), leaf(10)), &[HEAP, EVEN]),
        (joined("disjunctive", board("cram", "2x2"), board("domineering", "2x3")), &[FEW_FREE, EVEN]),
    ]
}

#[test]
fn games_on_boards_end_where_a_condition_says() {
    let (games, budget) = (Games::built_in(), Budget::unlimited());
    for (game, conditions) in ended() {
        let inner = Box::new(game);
        for said in conditions {
            // The condition lives as long as the test.
            let said: &'static Said = Box::leak(Box::new(Said { ..*said }));
            let term = Term::Ends(Box::new(copy(&inner)), said);
            for term in [Term::Pass(Box::new(copy(&term))), Term::Impartial(Box::new(copy(&term))), term] {
                let text = format!("({}):{}", term.game(), term.position());
                let sum = parse_position(&text, &games).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
                let again = parse_position(&sum.to_string(), &games);
                assert_eq!(again.unwrap_or_else(|mistake| panic!("{sum}: {mistake}")), sum);
                for convention in [Convention::Normal, Convention::Misere] {
                    let solution = solve(&sum, convention, &budget).unwrap_or_else(|why| panic!("{text}: {why:?}"));
                    let mut known = HashMap::new();
                    let wins = Player::BOTH.map(|who| term.wins(&term.start(), who, 0, convention, &mut known));
                    assert_eq!(solution.outcome, outcome(wins), "{text}, {convention:?}");
                    if convention == Convention::Normal && term.is_impartial() {
                        let value = term.nimber(&term.start(), &mut HashMap::new());
                        assert_eq!(solution.value, Some(BigUint::from(value)), "{text}");
                    }
                }
            }
        }
    }
}

fn copy(term: &Term) -> Term {
    match term {
        Term::Board(rules, position, game, text) => {
            Term::Board(rules.clone(), position.clone(), game.clone(), text.clone())
        }
        Term::Heap(takes, breaks, heap, game) => Term::Heap(*takes, *breaks, *heap, game),
        Term::Pass(inner) => Term::Pass(Box::new(copy(inner))),
        Term::Impartial(inner) => Term::Impartial(Box::new(copy(inner))),
        Term::Joined(word, a, b) => Term::Joined(word, Box::new(copy(a)), Box::new(copy(b))),
        Term::Ends(inner, said) => Term::Ends(Box::new(copy(inner)), said),
    }
}

/// Who wins at the end of a game on boards: the first condition that holds says it, also where all options
/// are forbidden.
#[test]
fn winners_at_the_end_of_boards_are_those_that_are_named() {
    let (games, budget) = (Games::built_in(), Budget::unlimited());
    let words = ["left", "right", "next", "previous"];
    for (number, (term, conditions)) in ended().into_iter().enumerate() {
        for (blocked, turn) in (0..2).flat_map(|blocked| (0..4).map(move |turn| (blocked, turn))) {
            let winners: Vec<usize> = (0..conditions.len()).map(|at| (turn + 3 * at + number) % 4).collect();
            let ends: Vec<String> = conditions
                .iter()
                .zip(&winners)
                .map(|(said, who)| format!("wins {} if {}", words[*who], said.text))
                .collect();
            let text = format!("block({}) ({}) {}", blocked + 1, term.game(), ends.join(" "));
            let text = format!("({text}):{}", term.position());
            let sum = parse_position(&text, &games).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
            for convention in [Convention::Normal, Convention::Misere] {
                let end =
                    |at: &At, who: Player| match conditions.iter().zip(&winners).find(|(said, _)| (said.holds)(at)) {
                        Some((_, 0)) => who == Player::Left,
                        Some((_, 1)) => who == Player::Right,
                        Some((_, winner)) => *winner == 2,
                        None => convention == Convention::Misere,
                    };
                let mut known = HashMap::new();
                let wins = Player::BOTH.map(|who| won(&term, &term.start(), who, blocked, &end, &mut known));
                let solution = solve(&sum, convention, &budget).unwrap_or_else(|why| panic!("{text}: {why:?}"));
                assert_eq!(solution.outcome, outcome(wins), "{text}, {convention:?}");
            }
        }
    }
}

fn won(
    term: &Term,
    at: &At,
    who: Player,
    blocked: usize,
    end: &dyn Fn(&At, Player) -> bool,
    known: &mut HashMap<(At, Player), bool>,
) -> bool {
    if let Some(won) = known.get(&(at.clone(), who)) {
        return *won;
    }
    let options = term.options(at, who);
    let lost = options.iter().filter(|option| !won(term, option, who.opponent(), blocked, end, known)).count();
    let found = lost > blocked || lost == options.len() && end(at, who);
    known.insert((at.clone(), who), found);
    found
}
