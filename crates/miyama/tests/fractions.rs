//! Fractions in comparisons, against rational arithmetic: a random comparison is written as text and
//! decided here, and the options, the interpreter and the formula must say the same for every integer.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::heap::formula::{Formula, Names};
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::Ruleset;
use miyama_budget::Budget;
use proptest::prelude::*;
use std::fmt;

/// A number as a paper writes it.
#[derive(Clone, Debug)]
enum Term {
    Symbol(usize),
    Number(i64),
    Two(char, Box<Term>, Box<Term>),
    Over(Box<Term>, i64),
    OverSymbol(Box<Term>, usize, i64),
    Absolute(Box<Term>),
    Extreme(bool, Box<Term>, Box<Term>),
    Rounded(bool, Box<Term>),
    Rest(Box<Term>, i64),
    /// (symbol/number)^symbol.
    Power(usize, i64, usize),
}

const SYMBOLS: [&str; 3] = ["x", "y", "i"];

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Symbol(symbol) => write!(f, "{}", SYMBOLS[*symbol]),
            Term::Number(number) if *number < 0 => write!(f, "({number})"),
            Term::Number(number) => write!(f, "{number}"),
            Term::Two(sign, a, b) => write!(f, "({a} {sign} {b})"),
            Term::Over(a, by) if by % 2 == 0 => write!(f, "\\frac{{{a}}}{{{by}}}"),
            Term::Over(a, by) => write!(f, "(({a})/{by})"),
            Term::OverSymbol(a, symbol, less) => write!(f, "(({a})/({}-{less}))", SYMBOLS[*symbol]),
            Term::Absolute(a) => write!(f, "|({a})|"),
            Term::Extreme(least, a, b) => write!(f, "{}({a}, {b})", if *least { "min" } else { "max" }),
            Term::Rounded(up, a) => write!(f, "{}({a})", if *up { "ceil" } else { "floor" }),
            Term::Rest(a, by) => write!(f, "(({a}) mod {by})"),
            Term::Power(base, by, exponent) => write!(f, "({}/{by})^{}", SYMBOLS[*base], SYMBOLS[*exponent]),
        }
    }
}

/// n/d with d ≥ 1, or nothing where a divisor is 0.
type Rational = Option<(i128, i128)>;

fn reduced(n: i128, d: i128) -> Rational {
    let (mut a, mut b) = (n.abs(), d.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (d != 0).then(|| (n * d.signum() / a.max(1), d.abs() / a.max(1)))
}

impl Term {
    /// The number itself.
    fn value(&self, at: [i64; 3]) -> Rational {
        match self {
            Term::Symbol(symbol) => Some((at[*symbol].into(), 1)),
            Term::Number(number) => Some(((*number).into(), 1)),
            Term::Two(sign, a, b) => {
                let ((a, c), (b, d)) = (a.value(at)?, b.value(at)?);
                match sign {
                    '+' => reduced(a * d + b * c, c * d),
                    '-' => reduced(a * d - b * c, c * d),
                    _ => reduced(a * b, c * d),
                }
            }
            Term::Over(a, by) => {
                let (n, d) = a.value(at)?;
                reduced(n, d * i128::from(*by))
            }
            Term::OverSymbol(a, symbol, less) => {
                let (n, d) = a.value(at)?;
                reduced(n, d * i128::from(at[*symbol] - less))
            }
            Term::Absolute(a) => a.value(at).map(|(n, d)| (n.abs(), d)),
            Term::Extreme(least, a, b) => {
                let ((a, c), (b, d)) = (a.value(at)?, b.value(at)?);
                Some(if (a * d <= b * c) == *least { (a, c) } else { (b, d) })
            }
            Term::Rounded(up, a) => {
                let (n, d) = a.value(at)?;
                Some((if *up { -(-n).div_euclid(d) } else { n.div_euclid(d) }, 1))
            }
            Term::Rest(a, by) => Some((a.rounded(at)?.rem_euclid((*by).into()), 1)),
            Term::Power(base, by, exponent) => {
                let exponent = u32::try_from(at[*exponent]).unwrap();
                reduced(i128::from(at[*base]).pow(exponent), i128::from(*by).pow(exponent))
            }
        }
    }

    /// The same where a whole number is needed: every fraction is rounded down where it stands.
    fn rounded(&self, at: [i64; 3]) -> Option<i128> {
        match self {
            Term::Two(sign, a, b) => {
                let (a, b) = (a.rounded(at)?, b.rounded(at)?);
                Some(match sign {
                    '+' => a + b,
                    '-' => a - b,
                    _ => a * b,
                })
            }
            Term::Over(a, by) => Some(a.rounded(at)?.div_euclid((*by).into())),
            Term::OverSymbol(a, symbol, less) => {
                let by = i128::from(at[*symbol] - less);
                if by < 1 { None } else { Some(a.rounded(at)?.div_euclid(by)) }
            }
            Term::Absolute(a) => a.rounded(at).map(i128::abs),
            Term::Extreme(least, a, b) => {
                let (a, b) = (a.rounded(at)?, b.rounded(at)?);
                Some(if *least { a.min(b) } else { a.max(b) })
            }
            Term::Power(base, by, exponent) => {
                Some(i128::from(at[*base].div_euclid(*by)).pow(u32::try_from(at[*exponent]).unwrap()))
            }
            Term::Symbol(_) | Term::Number(_) | Term::Rounded(..) | Term::Rest(..) => self.value(at).map(|(n, _)| n),
        }
    }
}

const RELATIONS: [&str; 6] = ["<", "<=", "=", "!=", ">", ">="];

fn holds(relation: usize, a: Rational, b: Rational) -> Option<bool> {
    let ((a, c), (b, d)) = (a?, b?);
    let order = (a * d).cmp(&(b * c));
    Some([order.is_lt(), order.is_le(), order.is_eq(), order.is_ne(), order.is_gt(), order.is_ge()][relation])
}

fn term() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        12 => (0..3usize).prop_map(Term::Symbol),
        3 => (-3..7i64).prop_map(Term::Number),
        1 => (0..3usize, 2..4i64, 0..3usize).prop_map(|(base, by, exponent)| Term::Power(base, by, exponent)),
    ];
    leaf.prop_recursive(3, 10, 2, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            4 => (boxed.clone(), 2..6i64).prop_map(|(a, by)| Term::Over(a, by)),
            2 => (boxed.clone(), 0..3usize, 0..3i64).prop_map(|(a, symbol, less)| Term::OverSymbol(a, symbol, less)),
            3 => (prop_oneof![Just('+'), Just('-')], boxed.clone(), boxed.clone()).prop_map(|(s, a, b)| Term::Two(s, a, b)),
            1 => (2..4i64, boxed.clone()).prop_map(|(k, a)| Term::Two('*', Box::new(Term::Number(k)), a)),
            1 => boxed.clone().prop_map(Term::Absolute),
            1 => (any::<bool>(), boxed.clone(), boxed.clone()).prop_map(|(least, a, b)| Term::Extreme(least, a, b)),
            1 => (any::<bool>(), boxed.clone()).prop_map(|(up, a)| Term::Rounded(up, a)),
            1 => (boxed, 2..4i64).prop_map(|(a, by)| Term::Rest(a, by)),
        ]
    })
}

/// PROPTEST_CASES says how many; without it few.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]
    #[test]
    fn comparisons_are_those_of_rational_numbers(
        terms in proptest::collection::vec((term(), 0..6usize), 1..3),
        first in term(),
        negated in any::<bool>(),
        members in any::<bool>(),
    ) {
        let chain: String = terms.iter().map(|(term, relation)| format!(" {} {term}", RELATIONS[*relation])).collect();
        let mut text = format!("{first}{chain}");
        if members {
            let listed: Vec<String> = terms.iter().map(|(term, _)| term.to_string()).collect();
            text = format!("{first} in {{{}}}", listed.join(", "));
        }
        if negated {
            text = format!("not ({text})");
        }
        // Every link for itself: where it has no value, neither it nor its negation holds.
        let says = |at: [i64; 3]| {
            let mut left = first.value(at);
            let mut links = vec![];
            for (term, relation) in &terms {
                let right = term.value(at);
                links.push(if members { holds(2, left, right) } else { holds(*relation, left, right) });
                if !members {
                    left = right;
                }
            }
            let signed: Vec<bool> = links.iter().map(|link| link.is_some_and(|link| link != negated)).collect();
            let all = if members == negated { signed.iter().all(|link| *link) } else { signed.iter().any(|link| *link) };
            (all, links.iter().all(Option::is_some))
        };
        let source = format!("(x, y) -> {{ (x-i, y) | 1 <= i <= x, {text} }}");
        let definition = parse_definition(&source).unwrap_or_else(|no| panic!("{source}: {no}"));
        let printed = definition.to_string();
        let again = parse_definition(&printed).unwrap_or_else(|no| panic!("{source} as {printed}: {no}"));
        prop_assert_eq!(again.to_string(), printed.clone());
        let formula = Formula::set(&text, &Names::of(&SYMBOLS)).unwrap();
        let budget = Budget::unlimited();
        let mut evaluator = formula.evaluator(&budget);
        let rules = [&definition, &again].map(|one| Ruleset::new(one, &[]));
        for x in 0..7i64 {
            for y in 0..5i64 {
                let mut expected = vec![];
                for i in 1..=x {
                    let (holds, defined) = says([x, y, i]);
                    if holds {
                        expected.push(vec![(x - i).unsigned_abs(), y.unsigned_abs()]);
                    }
                    if defined && let Ok(number) = evaluator.number(&[x, y, i].map(i64::unsigned_abs)) {
                        prop_assert_eq!(number == 0, holds, "the formula {} at {:?}", text, [x, y, i]);
                    }
                }
                expected.sort();
                let position = [x, y].map(i64::unsigned_abs);
                for rules in rules.iter().flatten() {
                    let mut found: Vec<Vec<u64>> = rules.options(&position).unwrap().into_iter().flatten().collect();
                    found.sort();
                    prop_assert_eq!(&found, &expected, "{} at {:?}", source, position);
                    let naive = rules.interpreter().unwrap().options(&position, &mut 1_000_000, &budget);
                    let naive: Vec<Vec<u64>> = naive.unwrap().into_iter().flatten().collect();
                    prop_assert_eq!(naive, found, "the interpreter: {} at {:?}", source, position);
                }
            }
        }
    }
}
