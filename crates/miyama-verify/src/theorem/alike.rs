//! Definitions with a sign changed: what the reader of rulesets refuses, the checker refuses,
//! and what both read has the same moves, found by trying all pairs of small positions.

use super::{Clause, Form, Sign, Way, argument, bounded, clauses, game, ways};
use crate::theorem::numerals::System;
use crate::theorem::subsets::Projection;
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama_language::budget::Budget;
use miyama_language::interpreter::Interpreter;
use miyama_language::notation::parse_definition;
use std::collections::BTreeSet;

/// Definitions with arguments; heaps up to this are tried.
const WHOLE: [(&str, &[&str], u64); 19] = [
    ("nim: (x) -> { (x-i) | 1 <= i <= x }", &[], 4),
    ("bounded(m): (x) -> { (x-i) | 1 <= i <= m }", &["3"], 5),
    ("subtraction(s): (x) -> { (x-i) | i in s }", &["{1,3,4}"], 6),
    ("g(d = 2): (x) -> { (x-di) | 1 <= i <= 3 } ∪ { (x-1) | x mod d = 1 }", &[], 7),
    ("wythoff: (x, y) -> sym { (x-i, y) | 1 <= i } ∪ { (x-i, y-i) | 1 <= i }", &[], 3),
    ("yama(a, b): (x, y) -> sym { (x-i, y+b) | a <= i <= x, b < i }", &["2", "1"], 3),
    ("(x, y) -> { (x-i, y-j) | 1 <= i+j, i <= 2j, j <= 2 }", &[], 3),
    ("(x, y) -> { (x-i, y) | 1 <= i <= y or i = 3 } ∪ { (x, y-1) | |x-y| <= 1 }", &[], 3),
    ("(x) -> { (x-i) | 1 <= i <= x/2 } ∪ { (⌊x/3⌋) | x >= 2 }", &[], 7),
    ("(x) -> { (x-i) | 1 <= i, 2i <= x+1, i mod 2 = 1 }", &[], 6),
    ("let f(n) = 2n+1; (x) -> { (x-f(i)) | i <= 2 } ∪ { (x-1) | x < f(2) }", &[], 6),
    ("let s = {1, 4}; (x) -> { (x-i) | i in s }", &[], 6),
    ("(x, y) -> { (x-1, y+j) | j <= 2, j <= x } ∪ { (x, y-i) | 1 <= i } where x <= y+2", &[], 3),
    ("(x, y) -> { (x-i, y-j) | (i, j) in {(1, 2), (2, 1)} } ∪ { (y-1, x) | x < y }", &[], 3),
    ("(x) -> { (i, j) | i+j = x-1, i <= j }", &[], 4),
    ("(x) -> { (i), (j) | i+j = x-1, i <= j }", &[], 4),
    ("(x) -> { (x-i) | 1 <= i <= min(3, x-1), not i = 2 }", &[], 6),
    ("(x) -> { (x-(1 if x mod 3 = 0 else 2)) } ∪ { | x = 1 }", &[], 6),
    ("(x) -> { (x-i) | 1 <= i <= 4, i != x-i }", &[], 6),
];

struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % bound as u64).unwrap()
    }
}

/// The text with one or two signs changed: others of the same text, digits, letters, left out.
fn changed(text: &str, chance: &mut Chance) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(2) {
        let at = chance.below(signs.len());
        match chance.below(6) {
            0 | 1 => signs[at] = signs[chance.below(signs.len())],
            2 => signs[at] = char::from(b'0' + u8::try_from(chance.below(5)).unwrap()),
            3 => signs[at] = ['x', 'y', 'i', 'j', 'm', 'd', 'n', '/', '*', '+'][chance.below(10)],
            4 => {
                signs.remove(at);
            }
            _ => signs.insert(at, ['x', 'i', 'j', 'm', 'd', '2', '/', '-'][chance.below(8)]),
        }
    }
    signs.into_iter().collect()
}

fn given(texts: &[&str]) -> Vec<Argument> {
    let number = |text: &str| text.parse::<i64>().unwrap();
    let one = |text: &&str| match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(members) => Argument::Set(members.split(',').map(number).collect()),
        None => Argument::Number(number(text)),
    };
    texts.iter().map(one).collect()
}

/// All tuples of so many heaps up to a size.
fn tuples(heaps: usize, to: u64) -> Vec<Vec<u64>> {
    (0..heaps).fold(vec![vec![]], |all, _| {
        all.iter().flat_map(|tuple| (0..=to).map(move |heap| [tuple.as_slice(), &[heap]].concat())).collect()
    })
}

/// Whether a way leads from the first heaps to the others.
fn leads(way: &Way, numbers: &[u64]) -> bool {
    let fixed = |(variable, number): (u8, &u64)| {
        Form::variable(variable).plus(-1, &Form::constant(i64::try_from(*number).unwrap())).unwrap().is(Sign::Zero)
    };
    let at: Vec<_> = (0u8..).zip(numbers).map(fixed).collect();
    let mut all: Vec<Clause> = clauses(&way.clauses, System::Base(2)).unwrap();
    all.iter_mut().for_each(|clause| clause.linear.extend(at.iter().cloned()));
    !Projection::new(System::Base(2), BTreeSet::new(), &all).is_empty(&|| true).unwrap()
}

/// How many both read, and how many the checker refuses because a name is any number.
fn compared(rounds: usize, seed: u64) -> (usize, usize) {
    let mut chance = Chance(seed);
    let (mut alike, mut refused) = (0, 0);
    for round in 0..rounds {
        let (whole, arguments, to) = WHOLE[round % WHOLE.len()];
        let text = if round < WHOLE.len() { whole.to_owned() } else { changed(whole, &mut chance) };
        let Ok(written) = parse_definition(&text) else { continue };
        let reader = Ruleset::new(&written, &given(arguments));
        let Some(definition) = written.without_lets() else { continue };
        let values: Vec<_> = arguments.iter().map(|text| argument(text).unwrap()).collect();
        let Some((k, read)) = ways(&definition, &values, 1) else { continue };
        let bounded = read
            .iter()
            .flat_map(|way| &way.clauses)
            .all(|clause| bounded::is_bounded(clause, k, &|| true).is_ok_and(|bounded| bounded));
        match &reader {
            // A play that does not end is the rank's to refuse.
            Err(mistake) if ["ruleset.circle", "ruleset.no_rank"].contains(&mistake.says.key()) => continue,
            Err(mistake) => {
                assert!(!bounded, "{text}: {}", mistake.says.key());
                refused += 1;
                continue;
            }
            Ok(_) => assert!(bounded, "{text}: the reader takes it"),
        }
        let interpreter = Interpreter::new(&written, &given(arguments)).unwrap();
        let heaps = usize::from(k);
        let inside = game::domain(&definition, &values, k).unwrap();
        for position in tuples(heaps, to) {
            let at = Way { parts: 0, clauses: inside.clone() };
            if !leads(&at, &position) {
                continue;
            }
            let options = interpreter.options(&position, &mut 1_000_000, &Budget::unlimited()).unwrap();
            for parts in 0..=2 {
                let of_so_many: Vec<&Way> = read.iter().filter(|way| usize::from(way.parts) == parts).collect();
                if of_so_many.is_empty() || parts * heaps > 2 {
                    assert!(parts * heaps > 2 || options.iter().all(|left| left.len() != parts), "{text}");
                    continue;
                }
                for left in tuples(heaps * parts, to) {
                    let both = [position.as_slice(), &left].concat();
                    let says = of_so_many.iter().any(|way| leads(way, &both));
                    let mut wanted: Vec<Vec<u64>> = left.chunks(heaps).map(<[u64]>::to_vec).collect();
                    let mut is = options.contains(&wanted);
                    wanted.reverse();
                    is |= parts == 2 && options.contains(&wanted);
                    let reversed = [position.as_slice(), &wanted.concat()].concat();
                    let says = says || of_so_many.iter().any(|way| leads(way, &reversed));
                    assert_eq!(says, is, "{text}: from {position:?} to {left:?}");
                }
            }
        }
        alike += 1;
    }
    (alike, refused)
}

#[test]
fn what_the_reader_refuses_is_refused_and_the_rest_read_alike() {
    let (alike, _) = compared(40, 7);
    assert!(alike >= WHOLE.len());
    // Stray names of every kind: in a bound, in an option, in one alternative, as a factor, times zero.
    for text in [
        "nim: (x) -> { (x-i) | 1 <= i <=mx }",
        "(x, y) -> { (x-1, y+j) }",
        "(x) -> { (x-i) | 1 <= i <= 3 or 1 <= j <= 3 }",
        "(x) -> { (x-i) | 2di <= i <= 3 or i = 1 }",
        "(x) -> { (x-1+0*m) }",
        "(x) -> { (x-i) | 1 <= i <= 3, j >= i }",
        "(x) -> { (x-i) | 1 <= i, 2j = 2i+k }",
        "(x) -> { (x-1) | x <= m div 2 }",
    ] {
        // What is no definition at all is refused by both.
        let Ok(definition) = parse_definition(text) else { continue };
        assert!(Ruleset::new(&definition, &[]).is_err(), "{text}");
        let (k, read) = ways(&definition, &[], 1).unwrap();
        let clauses: Vec<_> = read.iter().flat_map(|way| &way.clauses).collect();
        assert!(clauses.iter().any(|clause| !bounded::is_bounded(clause, k, &|| true).unwrap()), "{text}");
    }
}

#[test]
#[ignore = "minutes; `just forgeries`"]
fn thousands_of_changed_definitions_are_read_alike() {
    let (alike, refused) = compared(4000, 11);
    assert!(alike > 500 && refused > 50, "{alike} {refused}");
}
