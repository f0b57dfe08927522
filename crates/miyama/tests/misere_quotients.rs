//! Misère quotients of games against playing out, and against themselves further on.
#![allow(clippy::unwrap_used)]

use miyama::breaking::code::Code;
use miyama::breaking::definition;
use miyama::game::Games;
use miyama::misere::Quotients;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Position, parse_position, solve};
use miyama_budget::Budget;
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};

/// Is the position lost under misère play? Played out, by the rules alone.
fn lost(sum: &Position, known: &mut HashMap<String, bool>) -> bool {
    let key = sum.to_string();
    if let Some(lost) = known.get(&key) {
        return *lost;
    }
    let options = sum.options(usize::MAX, &Budget::unlimited()).unwrap().listed;
    let lost_now = !options.is_empty() && options.iter().all(|choice| !lost(&choice.after, known));
    known.insert(key, lost_now);
    lost_now
}

/// Rulesets as somebody might paste them: heaps break, vanish, or have a move when they are empty.
const PASTED: [&str; 6] = [
    "(x) -> {(a)+(b) | a+b = x-1} U {(x-3)}",
    "(x) -> {0} U {(x-2)}",
    "(x) -> {(a)+(b)+(c) | a+b+c = x-2}",
    "(x) -> {(x div 2)+(x-1-x div 2) | x >= 2} U {(x-1) | x mod 3 = 1}",
    "(x) -> {(a)+(b) | 1 <= a < b, a+b = x}",
    "(x) -> {(i)+(i) | 2*i <= x-1} where x <= 9",
];

/// Random sums of games that break, of several heaps, and of boards.
#[test]
fn random_sums_are_as_played_out() {
    let mut games = Games::built_in();
    for (number, definition) in PASTED.iter().enumerate() {
        games.add(&format!("pasted-{number}"), definition).unwrap();
    }
    let mut seed = 11u64;
    let mut dice = |bound: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % bound
    };
    let (mut known, mut by_quotient) = (HashMap::new(), 0);
    for _ in 0..120 {
        let parts: Vec<String> = (0..2 + dice(2))
            .map(|_| match dice(14) {
                12.. => format!("({}):{}", PASTED[dice(PASTED.len() as u64) as usize], 1 + dice(7)),
                10.. => format!("pasted-{}:{}", dice(PASTED.len() as u64), 1 + dice(7)),
                0 => format!("kayles:{}", 1 + dice(6)),
                1 => format!("grundy:{}", 3 + dice(6)),
                2 => format!("wythoff:{},{}", dice(3), 1 + dice(3)),
                3 => format!("delete-nim:{},{}", 1 + dice(3), 1 + dice(3)),
                4 => format!("0.3F:{}", 1 + dice(5)),
                5 => format!("cram:{}", ["1x4", "2x2", "1x5", "../.#"][dice(4) as usize]),
                6 => format!("2d-nim:{}", ["1x3", "##/#.", "#./##"][dice(3) as usize]),
                7 => format!("triangular:{},{}", dice(3), 2 + dice(2)),
                8 => format!("nim:{}", 1 + dice(3)),
                _ => format!("0.07:{}", 2 + dice(7)),
            })
            .collect();
        let text = parts.join(" + ");
        let sum = parse_position(&text, &games).unwrap();
        let solution = solve(&sum, Convention::Misere, &Budget::unlimited()).unwrap();
        assert_eq!(solution.outcome == Outcome::P, lost(&sum, &mut known), "{text}");
        by_quotient += usize::from(solution.method.iter().any(|text| text.to_string().contains("misère quotient")));
    }
    assert!(by_quotient >= 40, "{by_quotient}");
}

/// Sums of games of every kind, the winning moves too.
#[test]
fn sums_of_games_are_as_played_out() {
    let games = Games::built_in();
    let positions = [
        "kayles:7,4",
        "kayles:5,5,2",
        "kayles:6 + nim:3",
        "0.07:9 + kayles:4 + nim:2,1",
        "grundy:9,6",
        "grundy:8 + wythoff:2,3",
        "wythoff:2,3 + wythoff:1,3",
        "0.26:7,5",
        "4.7:6,3",
        "0.8:9,7",
        "cram:2x3 + kayles:4",
        "cram:.../.## + nim:2 + 0.07:6",
        "chomp:2x3 + nim:2",
        "dawsons-kayles:8,6 + wythoff:2,2",
        "split-nim:6,3",
        "delete-nim:3,4 + nim:2",
        "2d-nim:2x2 + kayles:4",
        "treblecross:...... + nim:3",
        "node-kayles:2x2 + kayles:5",
        "arc-kayles:path(5) + 0.07:5",
        "officers:9,5",
        // Beyond a quotient that does not close.
        "0.3122:10,9",
        "0.3122:11,4,4",
    ];
    let mut known = HashMap::new();
    let mut by_quotient = 0;
    for text in positions {
        let sum = parse_position(text, &games).unwrap();
        let solution = solve(&sum, Convention::Misere, &Budget::unlimited()).unwrap();
        let is_lost = lost(&sum, &mut known);
        assert_eq!(solution.outcome == Outcome::P, is_lost, "{text}");
        let options = sum.options(usize::MAX, &Budget::unlimited()).unwrap().listed;
        let winning: BTreeSet<String> = options
            .iter()
            .filter(|choice| lost(&choice.after, &mut known))
            .map(|choice| choice.after.to_string())
            .collect();
        let listed: BTreeSet<String> = solution.moves.listed.iter().map(ToString::to_string).collect();
        assert_eq!(listed, winning, "{text}");
        by_quotient += usize::from(solution.method.iter().any(|text| text.to_string().contains("misère quotient")));
    }
    assert!(by_quotient >= 10, "{by_quotient}");
}

/// Beyond the window heaps have options with the elements that the period promises.
#[test]
fn a_proven_period_goes_on() {
    for text in ["0.77", "0.34", "0.53", "0.152", "0.71", "4.74", "0.33", "0.101", "0.351"] {
        let code: Code = text.parse().unwrap();
        let mut found = Quotients::of_code(&code);
        found.grow(2000, 1000, &Budget::unlimited()).unwrap();
        let period = found.period().unwrap_or_else(|| panic!("{text} has a period"));
        let image = |heap: usize| found.image(&BigUint::from(heap)).unwrap();
        let elements = |heap: usize| {
            let mut elements = BTreeSet::new();
            definition::options(&code, heap, &mut |left| {
                elements.insert(left.iter().fold(0, |x, heap| found.quotient().product(x, image(*heap))));
            });
            elements
        };
        let from = found.images().len();
        for heap in from..from + 2 * usize::try_from(period.length).unwrap() + 20 {
            assert_eq!(elements(heap), elements(heap - usize::try_from(period.length).unwrap()), "{text}, heap {heap}");
        }
    }
}

/// The winning moves of a large heap, counted by residues, are those one by one.
#[test]
fn winning_moves_are_counted() {
    let code: Code = "0.77".parse().unwrap();
    let mut found = Quotients::of_code(&code);
    found.grow(500, 100, &Budget::unlimited()).unwrap();
    for heap in [200_003u32, 131_078, 150_000] {
        let heap = BigUint::from(heap);
        let options = found.winning_options(&heap, 0, 5, &Budget::unlimited()).unwrap().unwrap();
        let mut count = 0u32;
        for taken in 1..=2u32 {
            let left = &heap - taken;
            let wins = |pieces: &[&BigUint]| {
                let product = pieces.iter().fold(0, |x, heap| found.quotient().product(x, found.image(heap).unwrap()));
                found.quotient().is_p(product)
            };
            count += u32::from(wins(&[&left]));
            let half = u32::try_from(&left / 2u32).unwrap();
            count += (1..=half).map(BigUint::from).map(|i| u32::from(wins(&[&i, &(&left - &i)]))).sum::<u32>();
        }
        assert_eq!(options.count, BigUint::from(count), "{heap}");
        assert_eq!(options.listed.len(), 5);
    }
}
