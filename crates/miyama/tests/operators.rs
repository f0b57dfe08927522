//! Operators and endings on random small rulesets, against a brute force that knows nothing
//! of the notation: it plays on lists of moves, and each operator is its definition. How they are written:
//! `operators/texts.rs`.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "operators/texts.rs"]
mod texts;

use miyama::game::{Game, Games, HeapGame};
use miyama::heap::interpreter::Interpreter;
use miyama::heap::notation::{Body, Definition, parse_definition};
use miyama::heap::table::{GrundyTable, OutcomeTable, positions};
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{parse_position, solve, survey};
use miyama_budget::Budget;
use std::collections::{BTreeSet, HashMap};

struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % most
    }
}

/// Moves of a base: so much from each heap, any number of times this vector, or from any heap
/// (`sym`).
#[derive(Clone, Debug)]
struct Way {
    who: Option<Player>,
    sym: bool,
    any: bool,
    step: Vec<u64>,
    /// Only where the first heap is at least this.
    least: u64,
}

#[derive(Clone, Debug)]
enum Game2 {
    Base(usize, Vec<Way>),
    Pass(Box<Game2>),
    Impartial(Box<Game2>),
    Twisted(u64, Box<Game2>),
    Ends(u64, Box<Game2>),
    Joined(&'static str, Box<Game2>, Box<Game2>),
}

impl Game2 {
    fn heaps(&self) -> usize {
        match self {
            Game2::Base(heaps, _) => *heaps,
            Game2::Pass(inner) => inner.heaps() + 1,
            Game2::Impartial(inner) | Game2::Twisted(_, inner) | Game2::Ends(_, inner) => inner.heaps(),
            Game2::Joined(_, a, b) => a.heaps() + b.heaps(),
        }
    }

    /// The largest number of each coordinate that is a position.
    fn most(&self, heap: u64) -> Vec<u64> {
        match self {
            Game2::Base(heaps, _) => vec![heap; *heaps],
            Game2::Pass(inner) => [inner.most(heap), vec![1]].concat(),
            Game2::Impartial(inner) | Game2::Twisted(_, inner) | Game2::Ends(_, inner) => inner.most(heap),
            Game2::Joined(_, a, b) => [a.most(heap), b.most(heap)].concat(),
        }
    }

    fn text(&self) -> String {
        match self {
            Game2::Base(heaps, ways) => {
                let names = &["x", "y"][..*heaps];
                let set = |way: &Way| {
                    let who = match way.who {
                        None => "",
                        Some(Player::Left) => "left ",
                        Some(Player::Right) => "right ",
                    };
                    let times = if way.any { "*i" } else { "" };
                    let after: Vec<String> =
                        names.iter().zip(&way.step).map(|(name, step)| format!("{name}-{step}{times}")).collect();
                    let sym = if way.sym { "sym " } else { "" };
                    let bound = if way.any { ", 1 <= i" } else { "" };
                    format!("{who}{sym}{{ ({}) | x >= {}{bound} }}", after.join(", "), way.least)
                };
                let mut ways = ways.clone();
                ways.sort_by_key(|way| way.who.is_some());
                format!("({}) -> {}", names.join(", "), ways.iter().map(set).collect::<Vec<_>>().join(" "))
            }
            Game2::Pass(inner) => format!("({}) with pass", inner.text()),
            Game2::Impartial(inner) => format!("impartial ({})", inner.text()),
            Game2::Twisted(c, inner) => format!("twisted({c}) ({})", inner.text()),
            Game2::Ends(total, inner) => {
                let inner = inner.text();
                let names = parse_definition(&inner).unwrap().heap_names();
                format!("({inner}) ends: {} <= {total}", names.join("+"))
            }
            Game2::Joined(word, a, b) => format!("({}) {word} ({})", a.text(), b.text()),
        }
    }

    fn options(&self, at: &[u64], who: Player) -> BTreeSet<Vec<u64>> {
        match self {
            Game2::Base(_, ways) => ways.iter().flat_map(|way| way.options(at, who)).collect(),
            Game2::Pass(inner) => {
                let (pass, at) = at.split_last().unwrap();
                let options = inner.options(at, who);
                let mut all: BTreeSet<Vec<u64>> =
                    options.iter().map(|option| [option.as_slice(), &[*pass]].concat()).collect();
                if *pass == 1 && !options.is_empty() {
                    all.insert([at, &[0]].concat());
                }
                all
            }
            Game2::Impartial(inner) => Player::BOTH.into_iter().flat_map(|who| inner.options(at, who)).collect(),
            Game2::Twisted(c, inner) => {
                let mut all = inner.options(at, who);
                for i in 1..=at[0] {
                    all.extend((1..=at[1]).filter(|j| i.abs_diff(*j) <= *c).map(|j| vec![at[0] - i, at[1] - j]));
                }
                all
            }
            Game2::Ends(total, _) if at.iter().sum::<u64>() <= *total => BTreeSet::new(),
            Game2::Ends(_, inner) => inner.options(at, who),
            Game2::Joined(word, a, b) => {
                let (first, second) = at.split_at(a.heaps());
                let (of_a, of_b) = (a.options(first, who), b.options(second, who));
                let gone = vec![0; second.len()];
                let beside = if *word == "ordinal" { gone.as_slice() } else { second };
                let mut all = BTreeSet::new();
                if *word != "conjunctive" {
                    all.extend(of_a.iter().map(|option| [option.as_slice(), beside].concat()));
                    all.extend(of_b.iter().map(|option| [first, option.as_slice()].concat()));
                }
                if *word == "conjunctive" || *word == "selective" {
                    for one in &of_a {
                        all.extend(of_b.iter().map(|other| [one.as_slice(), other.as_slice()].concat()));
                    }
                }
                all
            }
        }
    }

    fn is_partizan(&self) -> bool {
        match self {
            Game2::Base(_, ways) => ways.iter().any(|way| way.who.is_some()),
            Game2::Impartial(_) => false,
            Game2::Pass(inner) | Game2::Twisted(_, inner) | Game2::Ends(_, inner) => inner.is_partizan(),
            Game2::Joined(_, a, b) => a.is_partizan() || b.is_partizan(),
        }
    }
}

impl Way {
    fn options(&self, at: &[u64], who: Player) -> Vec<Vec<u64>> {
        if self.who.is_some_and(|own| own != who) {
            return vec![];
        }
        let mut all = vec![];
        let orders: &[&[usize]] = if self.sym && at.len() == 2 { &[&[0, 1], &[1, 0]] } else { &[&[0, 1]] };
        for order in orders {
            let seen: Vec<u64> = (0..at.len()).map(|place| at[order[place]]).collect();
            for times in if self.any { 1..=20 } else { 1..=1 } {
                let fits =
                    seen[0] >= self.least && seen.iter().zip(&self.step).all(|(heap, step)| step * times <= *heap);
                if fits {
                    let mut after = at.to_vec();
                    for place in 0..at.len() {
                        after[order[place]] = seen[place] - self.step[place] * times;
                    }
                    all.push(after);
                }
            }
        }
        all
    }
}

fn base(chance: &mut Chance, partizan: bool) -> Game2 {
    let heaps = 1 + chance.below(2) as usize;
    let ways = (0..1 + chance.below(3)).map(|_| {
        let mut step: Vec<u64> = (0..heaps).map(|_| chance.below(3)).collect();
        if step.iter().all(|one| *one == 0) {
            step[0] = 1;
        }
        let who = match chance.below(3) {
            0 if partizan => Some(Player::Left),
            1 if partizan => Some(Player::Right),
            _ => None,
        };
        Way { who, sym: chance.below(2) == 0, any: chance.below(2) == 0, step, least: chance.below(3) }
    });
    Game2::Base(heaps, ways.collect())
}

fn term(chance: &mut Chance, deep: u64, partizan: bool) -> Game2 {
    if deep == 0 {
        return base(chance, partizan);
    }
    let inner = Box::new(term(chance, deep - 1, partizan));
    match chance.below(7) {
        0 | 1 => Game2::Pass(inner),
        2 => Game2::Impartial(inner),
        3 if inner.heaps() == 2 && inner.most(9) == [9, 9] => Game2::Twisted(chance.below(3), inner),
        3 | 4 => Game2::Ends(chance.below(5), inner),
        _ => {
            let words = ["disjunctive", "conjunctive", "selective", "ordinal"];
            let word = words[chance.below(4) as usize];
            Game2::Joined(word, inner, Box::new(base(chance, partizan)))
        }
    }
}

fn found(text: &str) -> HeapGame {
    let game = Games::built_in().find(text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
    let Game::Heap(game) = game else { panic!("{text} is played on heaps") };
    game
}

/// Random terms with few coordinates.
fn terms(seed: u64, partizan: bool, count: usize) -> Vec<Game2> {
    let mut chance = Chance(seed);
    let mut all = vec![];
    while all.len() < count {
        let deep = 1 + chance.below(3);
        let game = term(&mut chance, deep, partizan);
        if game.heaps() <= 4 {
            all.push(game);
        }
    }
    all
}

#[test]
fn options_are_those_of_the_definitions_of_the_operators() {
    for game in terms(1, false, 60).into_iter().chain(terms(2, true, 60)) {
        let text = game.text();
        let read = found(&text);
        for who in Player::BOTH {
            let rules = read.rules_of(who);
            let interpreter = rules.interpreter().unwrap();
            for at in positions(&game.most(3)) {
                let expected = game.options(&at, who);
                let options: BTreeSet<Vec<u64>> = rules.options(&at).unwrap().into_iter().flatten().collect();
                assert_eq!(options, expected, "{text} at {at:?} for {who:?}");
                let naive = interpreter.options(&at, &mut 1_000_000, &Budget::unlimited()).unwrap();
                assert_eq!(naive.into_iter().flatten().collect::<BTreeSet<_>>(), expected, "{text} at {at:?}, naive");
            }
        }
    }
}

/// All sets of at most so many of the first numbers.
fn chosen(of: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for number in 0..of {
        let fewer: Vec<Vec<usize>> = all.iter().filter(|set: &&Vec<usize>| set.len() < most).cloned().collect();
        all.extend(fewer.into_iter().map(|set| [set, vec![number]].concat()));
    }
    all
}

/// Who wins moving first, by definition: `blocked` options are forbidden in every way, and
/// `end` says whether a player wins who has no move.
fn wins(
    game: &Game2,
    at: &[u64],
    who: Player,
    blocked: usize,
    end: &dyn Fn(&[u64], Player) -> bool,
    known: &mut HashMap<(Vec<u64>, Player), bool>,
) -> bool {
    if let Some(won) = known.get(&(at.to_vec(), who)) {
        return *won;
    }
    let options: Vec<Vec<u64>> = game.options(at, who).into_iter().collect();
    let lost: Vec<bool> =
        options.iter().map(|option| !wins(game, option, who.opponent(), blocked, end, known)).collect();
    // Every set of at most so many options: one that leaves the player without a win?
    let beaten = chosen(options.len(), blocked).iter().any(|forbidden| {
        let mut left = (0..options.len()).filter(|place| !forbidden.contains(place)).peekable();
        if left.peek().is_none() { !end(at, who) } else { left.all(|place| !lost[place]) }
    });
    known.insert((at.to_vec(), who), !beaten);
    !beaten
}

fn outcome(won: [bool; 2]) -> Outcome {
    match won {
        [true, true] => Outcome::N,
        [false, false] => Outcome::P,
        [true, false] => Outcome::L,
        [false, true] => Outcome::R,
    }
}

/// A way for ends to be won: its text, and the same by hand. The total is that of all heaps.
type End = (&'static str, fn(u64, Player, bool) -> bool);

const ENDS: [End; 5] = [
    ("", |_, _, misere| misere),
    ("wins next if true", |_, _, _| true),
    ("wins left if TOTAL mod 2 = 0 wins right if true", |total, who, _| (total % 2 == 0) == (who == Player::Left)),
    ("wins right if TOTAL = 1", |total, who, misere| if total == 1 { who == Player::Right } else { misere }),
    ("wins previous if TOTAL <= 1 wins next if TOTAL = 2", |total, _, misere| match total {
        0 | 1 => false,
        2 => true,
        _ => misere,
    }),
];

#[test]
fn blocking_and_ends_are_won_as_brute_force_says() {
    let budget = Budget::unlimited();
    for (number, game) in terms(3, false, 25).into_iter().chain(terms(4, true, 25)).enumerate() {
        let inner = game.text();
        let total = format!("({})", parse_definition(&inner).unwrap().heap_names().join("+"));
        let (ends, by_hand) = ENDS[number % ENDS.len()];
        let blocked = number / ENDS.len() % 3;
        if ends.is_empty() && blocked == 0 {
            continue;
        }
        let text = format!("block({}) (({inner}) {})", blocked + 1, ends.replace("TOTAL", &total));
        let read = found(&text);
        let most = game.most(2);
        for convention in [Convention::Normal, Convention::Misere] {
            let misere = convention == Convention::Misere;
            let end = |at: &[u64], who: Player| by_hand(at.iter().sum(), who, misere);
            let mut known = HashMap::new();
            let table = OutcomeTable::new(&read.ruleset, &most, convention, &budget);
            for at in positions(&most) {
                let won = Player::BOTH.map(|who| wins(&game, &at, who, blocked, &end, &mut known));
                let shown: Vec<String> = at.iter().map(ToString::to_string).collect();
                let sum = parse_position(&format!("({text}):{}", shown.join(",")), &Games::built_in()).unwrap();
                let solution = solve(&sum, convention, &budget).unwrap();
                assert_eq!(solution.outcome, outcome(won), "{sum}, {convention:?}");
                if !game.is_partizan() {
                    assert_eq!(table.as_ref().unwrap().outcome(&at), Some(outcome(won)), "{text} at {at:?}");
                }
            }
        }
        assert!(GrundyTable::new(&read.ruleset, &most, &budget).is_err(), "{text} has no values");
    }
}

#[test]
fn tables_of_operators_are_those_of_play() {
    let budget = Budget::unlimited();
    for game in terms(5, false, 30) {
        let (text, most) = (game.text(), game.most(3));
        let read = found(&text);
        let values = GrundyTable::new(&read.ruleset, &most, &budget).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let table = OutcomeTable::new(&read.ruleset, &most, convention, &budget).unwrap();
            let end = |_: &[u64], _: Player| convention == Convention::Misere;
            let mut known = HashMap::new();
            for at in positions(&most) {
                let won = wins(&game, &at, Player::Left, 0, &end, &mut known);
                assert_eq!(table.outcome(&at), Some(outcome([won; 2])), "{text} at {at:?}, {convention:?}");
                if convention == Convention::Normal {
                    assert_eq!(values.value(&at).unwrap().0 != 0, won, "{text} at {at:?}");
                }
            }
        }
    }
}

#[test]
fn terms_print_and_read_back_as_the_same() {
    let mut texts: Vec<String> = terms(6, true, 80).iter().map(Game2::text).collect();
    texts.extend(
        [
            "nim with pass",
            "block(3) nim with pass",
            "f(k = 2, s = 1): let g(t) = t div 2; block(k) ((x, y) -> sym { (x-i, y) | 1 <= i <= g(x)+s }) wins next if x = y",
            "impartial partizan-subtraction({1},{2}) selective 0.77",
            "nim conjunctive wythoff(2) ordinal split-nim",
            "(0.3) with pass ends: n <= 1, n mod 2 = 0 wins left if n = 1",
            "twisted nim disjunctive twisted(1) triangular",
        ]
        .map(str::to_owned),
    );
    for text in texts {
        let read = parse_definition(&text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        assert!(matches!(read.body, Body::Compound(_)), "{text}");
        let printed = read.to_string();
        assert_eq!(parse_definition(&printed).unwrap_or_else(|mistake| panic!("{printed}: {mistake}")), read, "{text}");
    }
}

/// What operators make prints as an ordinary definition, which is the same game.
#[test]
fn what_operators_make_is_a_definition() {
    for game in terms(7, true, 40) {
        let definition: Definition = parse_definition(&game.text()).unwrap();
        let rules = definition.meaning(&[]).unwrap().rules;
        let printed = rules.to_string();
        assert_eq!(parse_definition(&printed).unwrap_or_else(|mistake| panic!("{printed}: {mistake}")), rules);
        for who in Player::BOTH {
            let again = Interpreter::new(&parse_definition(&printed).unwrap().of_player(who), &[]).unwrap();
            for at in positions(&game.most(2)) {
                let options = again.options(&at, &mut 1_000_000, &Budget::unlimited()).unwrap();
                let options: BTreeSet<Vec<u64>> = options.into_iter().flatten().collect();
                assert_eq!(options, game.options(&at, who), "{printed} at {at:?}");
            }
        }
    }
}

#[test]
fn the_twist_of_triangular_nim_is_the_operator() {
    for c in 0..4 {
        assert_eq!(found(&format!("twisted({c}) triangular")), found(&format!("twist({c})")));
    }
    assert_eq!(
        found("twisted (nim disjunctive nim)").theorem.unwrap().name(),
        found("wythoff").theorem.unwrap().name()
    );
    // Selective compounds allow all three heaps at once; Moore's game with k = 2 does not.
    assert_eq!(found("moore(3, n = 3)").ruleset.options(&[1, 1, 1]).unwrap().len(), 7);
    let selective = found("nim selective nim selective nim");
    assert_eq!(
        selective.ruleset.options(&[1, 1, 1]).unwrap(),
        found("moore(3, n = 3)").ruleset.options(&[1, 1, 1]).unwrap()
    );
}

#[test]
fn a_game_that_is_won_in_its_own_way_is_in_no_sum() {
    let budget = Budget::unlimited();
    let games = Games::built_in();
    for text in ["(block(2) wythoff):3,4 + nim:2", "block(2) nim:3,5"] {
        let sum = parse_position(text, &games).unwrap();
        assert!(solve(&sum, Convention::Normal, &budget).is_err(), "{text}");
        assert!(solve(&sum, Convention::Misere, &budget).is_err(), "{text}");
    }
    // (4, 6) is lost because (1, 3) is forbidden: it is no move there.
    let sum = parse_position("(block(2) wythoff):4,6", &games).unwrap();
    let moves = survey(&sum, Convention::Normal, 100, &budget).unwrap().moves;
    assert_eq!(moves.len(), 13);
    assert!(moves.iter().all(|known| known.wins == Some(false) && !known.choice.after.to_string().ends_with(":1,3")));
}
