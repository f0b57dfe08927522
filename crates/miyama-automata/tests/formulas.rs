//! Random formulas: the automaton against plain evaluation.

use miyama_automata::{Atom, Automaton, Formula, Limits, Numeration, Relation, Tracks};
use proptest::prelude::*;

/// Variables 0 and 1 are free, 2 is bound.
fn formula(depth: u32) -> BoxedStrategy<Formula> {
    let atom =
        (prop::collection::vec((0u8..3, -3i64..=3), 1..4), -6i64..=6, any::<bool>()).prop_map(|(terms, c, zero)| {
            let relation = if zero { Relation::Zero } else { Relation::AtMostZero };
            Formula::Linear(Atom::new(&terms, c, relation).expect("small numbers"))
        });
    if depth == 0 {
        return atom.boxed();
    }
    let part = || formula(depth - 1);
    prop_oneof![
        2 => atom,
        2 => prop::collection::vec(part(), 1..4).prop_map(Formula::And),
        1 => prop::collection::vec(part(), 1..3).prop_map(Formula::Or),
        1 => part().prop_map(Formula::negated),
        2 => part().prop_map(|inner| Formula::Exists(Tracks::one(2), Box::new(inner))),
    ]
    .boxed()
}

/// A witness of a linear condition with such small coefficients is small.
const WITNESSES: i64 = 100;

fn holds(formula: &Formula, at: [i64; 3]) -> bool {
    match formula {
        Formula::Linear(atom) => {
            let sum = atom.constant() + atom.terms().iter().map(|(v, a)| a * at[usize::from(*v)]).sum::<i64>();
            if atom.relation() == Relation::Zero { sum == 0 } else { sum <= 0 }
        }
        Formula::Member(_) => unreachable!("not generated"),
        Formula::And(parts) => parts.iter().all(|part| holds(part, at)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, at)),
        Formula::Not(inner) => !holds(inner, at),
        Formula::Exists(_, inner) => (0..WITNESSES).any(|k| holds(inner, [at[0], at[1], k])),
    }
}

fn system() -> impl Strategy<Value = Numeration> {
    prop_oneof![
        (2u64..=3).prop_map(|b| Numeration::base(b).expect("a small base")),
        (1u64..=2).prop_map(|s| Numeration::metallic(s).expect("a small system"))
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn automata_say_what_formulas_say(inner in formula(2), system in system()) {
        let formula = Formula::Exists(Tracks::one(2), Box::new(inner));
        let small = Limits { states: 3000, transitions: 60_000, ..Limits::generous() };
        let Ok(set) = formula.set(system, Tracks::first(2), &small) else { return Ok(()) };
        for x in 0..9i64 {
            for y in 0..9i64 {
                let numbers = [x, y].map(|n| u64::try_from(n).unwrap().into());
                prop_assert_eq!(set.contains(&numbers), holds(&formula, [x, y, 0]), "at {:?} of {:?}", (x, y), formula);
            }
        }
    }

    #[test]
    fn complements_and_unions_obey_the_laws(a in formula(1), b in formula(1), system in system()) {
        let limits = Limits::generous();
        let tracks = Tracks::first(3);
        let set = |formula: &Formula| formula.set(system, tracks, &limits).unwrap();
        let (one, two) = (set(&a), set(&b));
        prop_assert_eq!(&one.complement(&limits).unwrap().complement(&limits).unwrap(), &one);
        let or = Formula::Or(vec![a.clone(), b.clone()]);
        let not_and = Formula::And(vec![a.negated(), b.negated()]).negated();
        prop_assert_eq!(set(&or), set(&not_and));
        prop_assert_eq!(Automaton::union(&[one, two], &limits).unwrap(), set(&or));
    }
}

/// Constants of any size need few states, and the automaton says what the atom says where the sum is
/// near 0, and with fewer and with more digits than that.
#[test]
fn large_constants_need_few_states() {
    let atoms = [vec![(0, 1)], vec![(0, 1), (1, -1)], vec![(0, 2), (1, 3)], vec![(0, 3), (1, -2)], vec![(1, -1)]];
    for system in [2, 3, 10].map(Numeration::base).into_iter().chain([1, 2, 3].map(Numeration::metallic)) {
        let system = system.expect("small systems");
        for (terms, c) in atoms.iter().flat_map(|terms| {
            [-1_000_000_007, -4188, -1023, -64, 0, 64, 4188, 1_000_000_007].map(|c| (terms.clone(), c))
        }) {
            for relation in [Relation::Zero, Relation::AtMostZero] {
                let atom = Atom::new(&terms, c, relation).expect("small coefficients");
                let formula = Formula::Linear(atom.clone());
                let few = Limits { states: 10_000, ..Limits::generous() };
                let set = formula.set(system, Tracks::first(2), &few).expect("few states");
                let mut tried: Vec<i64> = vec![0, 1, 2, 5, 63, 64, 1000, 1 << 40];
                for part in [1, 2, 3] {
                    tried.extend((-2..=2).flat_map(|d| [c.abs() / part + d, c.abs() / part + 1000 + d]));
                }
                tried.retain(|x| *x >= 0);
                for (x, y) in tried.iter().flat_map(|x| tried.iter().map(|y| (*x, *y))) {
                    let numbers = [x, y].map(|n| u64::try_from(n).expect("not negative").into());
                    assert_eq!(set.contains(&numbers), holds(&formula, [x, y, 0]), "{system:?} {atom:?} at {x}, {y}");
                }
            }
        }
    }
}
