//! Laws of values, and the arena against games taken by their definitions.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::play::{Outcome, Player};
use miyama::sum::{Evaluated, evaluate};
use miyama::value::{Arena, Dyadic, Form, GameId, Plain, Unfinished};
use miyama_budget::{Budget, Stopped};
use proptest::prelude::*;
use std::cmp::Ordering;

fn arena() -> Arena {
    Arena::new(&Budget::unlimited())
}

#[test]
fn games_by_day_two_have_the_value_that_their_definition_gives() {
    let mut arena = arena();
    let forms = Form::born_by(2);
    assert_eq!(forms.len(), 256);
    let values: Vec<GameId> = forms.iter().map(|form| form.value(&mut arena).unwrap()).collect();
    let mut distinct = values.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 22);
    for (form, value) in forms.iter().zip(&values) {
        // Theorem 1.11: the outcome by definition and by comparison with 0.
        assert_eq!(form.outcome(), arena.outcome(*value));
        let mirrored = arena.negative(*value).unwrap();
        assert_eq!(form.negative().value(&mut arena).unwrap(), mirrored);
        assert!(arena.birthday(*value).unwrap() <= form.birthday().into());
        if let Some(nimber) = form.nimber() {
            assert_eq!(arena.as_nimber(*value), Some(nimber.0), "theorem 2.5");
        }
    }
    let le: Vec<Vec<bool>> = forms.iter().map(|g| forms.iter().map(|h| g.le(h)).collect()).collect();
    for (i, x) in values.iter().enumerate() {
        for (j, y) in values.iter().enumerate() {
            assert_eq!(le[i][j], arena.le(*x, *y).unwrap(), "{:?} {:?}", forms[i], forms[j]);
            assert_eq!(le[i][j] && le[j][i], x == y, "one id per value");
        }
    }
}

#[test]
fn sums_of_canonical_forms_are_canonical_forms_of_sums() {
    let mut arena = arena();
    let forms = Form::born_by(2);
    for g in forms.iter().step_by(3) {
        for h in forms.iter().step_by(5) {
            let (x, y) = (g.value(&mut arena).unwrap(), h.value(&mut arena).unwrap());
            assert_eq!(g.add(h).value(&mut arena).unwrap(), arena.add(x, y).unwrap(), "{g:?} {h:?}");
        }
    }
}

/// R ≤ N ≤ L and R ≤ P ≤ L.
fn outcome_le(a: Outcome, b: Outcome) -> bool {
    a == b || a == Outcome::R || b == Outcome::L
}

#[test]
fn equality_and_order_are_those_of_outcomes_in_all_sums() {
    let mut arena = arena();
    let forms = Form::born_by(2);
    let values: Vec<GameId> = forms.iter().map(|form| form.value(&mut arena).unwrap()).collect();
    // By definition 1.6 all X count. For games born by day 2, X = −H suffices, which is among these.
    let outcomes: Vec<Vec<Outcome>> =
        forms.iter().map(|g| forms.iter().map(|x| g.add(x).outcome()).collect()).collect();
    for (i, x) in values.iter().enumerate() {
        for (j, y) in values.iter().enumerate() {
            assert_eq!(x == y, outcomes[i] == outcomes[j]);
            let below = outcomes[i].iter().zip(&outcomes[j]).all(|(a, b)| outcome_le(*a, *b));
            assert_eq!(arena.le(*x, *y).unwrap(), below);
        }
    }
}

#[test]
fn nothing_wraps() {
    let mut arena = arena();
    let mut check = |text: &str, expected: &str| {
        let game = evaluate(&mut arena, text).unwrap().game().unwrap();
        assert_eq!(arena.text(game).unwrap(), expected, "{text}");
    };
    check("{9223372036854775807|}", "9223372036854775808");
    check("{|-9223372036854775808}", "-9223372036854775809");
    check("{9223372036854775807|9223372036854775808}", "18446744073709551615/2");
    check("{0|^2147483647*}", "^2147483648");
    check("{0|^9223372036854775807}", "^9223372036854775808*");
    check("9223372036854775807.^ + ^", "^9223372036854775808");
    check("-9223372036854775808 - 1", "-9223372036854775809");
    check("1/9223372036854775808 + 1/9223372036854775808", "1/4611686018427387904");
    check("{0|1/18446744073709551616}", "1/36893488147419103232");
    check("{1000000000000000000000000|1}", "{1000000000000000000000000|1}");
    check("mean({1000000000000000000000000|1})", "1000000000000000000000001/2");
    check("*4294967295 + *", "*4294967294");
}

#[test]
fn limits_are_errors_and_leave_the_arena_usable() {
    let mut small = Arena::new(&Budget::unlimited().with_memory(2_000_000));
    let star = small.nimber(u32::MAX);
    assert!(matches!(small.options(star, Player::Left), Err(Unfinished::Stopped(Stopped::Memory { .. }))));
    let deep = evaluate(&mut small, "^1000000 + {1|0}");
    assert!(matches!(deep, Err(miyama::sum::NoValue::Unfinished(Unfinished::TooDeep { .. }))), "{deep:?}");
    let game = evaluate(&mut small, "{1|0} + {1|0}").unwrap().game().unwrap();
    assert_eq!(small.text(game).unwrap(), "1");
    let cancelled = Budget::unlimited();
    let mut arena = Arena::new(&cancelled);
    cancelled.cancel();
    let stopped = evaluate(&mut arena, "domineering:6x6");
    assert_eq!(stopped, Err(Unfinished::Stopped(Stopped::Cancelled).into()));
}

#[test]
#[should_panic(expected = "another arena")]
fn games_of_two_arenas_do_not_mix() {
    let (mut one, mut other) = (arena(), arena());
    let (a, b) = (one.nimber(1), other.nimber(1));
    let _ = one.add(a, b);
}

/// A game made at random: a recipe, since ids live in an arena.
#[derive(Clone, Debug)]
enum Recipe {
    Leaf(i64, u32, i64, u32),
    Options(Vec<Recipe>, Vec<Recipe>),
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = (-3i64..=3, 0u32..3, -3i64..=3, 0u32..4).prop_map(|(n, e, u, m)| Recipe::Leaf(n, e, u, m));
    leaf.prop_recursive(3, 24, 3, |inner| {
        let side = prop::collection::vec(inner, 1..3);
        (side.clone(), side).prop_map(|(l, r)| Recipe::Options(l, r))
    })
}

impl Recipe {
    fn value(&self, arena: &mut Arena) -> GameId {
        match self {
            Recipe::Leaf(n, e, u, m) => {
                arena.plain(&Plain { number: Dyadic::new(*n, *e), up: Dyadic::from(*u), nimber: *m })
            }
            Recipe::Options(left, right) => {
                let left: Vec<GameId> = left.iter().map(|r| r.value(arena)).collect();
                let right: Vec<GameId> = right.iter().map(|r| r.value(arena)).collect();
                arena.game(&left, &right).unwrap()
            }
        }
    }
}

/// The canonical form as a form, for the definitions to work on.
fn form(arena: &mut Arena, g: GameId) -> Form {
    let mut side = |player| {
        let options = arena.options(g, player).unwrap();
        options.into_iter().map(|option| form(arena, option)).collect()
    };
    Form::new(side(Player::Left), side(Player::Right))
}

/// The number of positions of a form, with repetition.
fn size(form: &Form) -> usize {
    1 + Player::BOTH.iter().flat_map(|p| form.options(*p)).map(size).sum::<usize>()
}

/// Stops by their definition: play until the game is a number.
fn stop(arena: &mut Arena, g: GameId, first: Player) -> Dyadic {
    if let Some(number) = arena.as_number(g) {
        return number.clone();
    }
    let options = arena.options(g, first).unwrap();
    let stops = options.into_iter().map(|option| stop(arena, option, first.opponent()));
    let stops: Vec<Dyadic> = stops.collect();
    let best = if first == Player::Left { stops.into_iter().max() } else { stops.into_iter().min() };
    best.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn what_is_printed_is_read_back(recipe in recipe()) {
        let mut arena = arena();
        let g = recipe.value(&mut arena);
        let text = arena.text(g).unwrap();
        let back = evaluate(&mut arena, &text).unwrap().game().unwrap();
        prop_assert_eq!(g, back, "{}", text);
        // And in an arena that has seen nothing else, to the same text.
        let mut other = self::arena();
        let back = evaluate(&mut other, &text).unwrap().game().unwrap();
        prop_assert_eq!(other.text(back).unwrap(), text);
    }

    #[test]
    fn games_are_an_ordered_group(a in recipe(), b in recipe(), c in recipe()) {
        let arena = &mut arena();
        let (a, b, c) = (a.value(arena), b.value(arena), c.value(arena));
        let ab = arena.add(a, b).unwrap();
        let bc = arena.add(b, c).unwrap();
        prop_assert_eq!(arena.add(ab, c).unwrap(), arena.add(a, bc).unwrap());
        prop_assert_eq!(ab, arena.add(b, a).unwrap());
        let zero = arena.zero();
        prop_assert_eq!(arena.subtract(a, a).unwrap(), zero);
        prop_assert_eq!(arena.add(a, zero).unwrap(), a);
        let minus = arena.negative(a).unwrap();
        prop_assert_eq!(arena.negative(minus).unwrap(), a);
        prop_assert_eq!(arena.subtract(ab, b).unwrap(), a);
        // Order: by the difference, transitive, and kept by sums and reversed by negatives.
        let difference = arena.subtract(b, a).unwrap();
        prop_assert_eq!(arena.le(a, b).unwrap(), matches!(arena.outcome(difference), Outcome::L | Outcome::P));
        let ac = arena.add(a, c).unwrap();
        prop_assert_eq!(arena.le(a, b).unwrap(), arena.le(ac, bc).unwrap());
        let minus_b = arena.negative(b).unwrap();
        prop_assert_eq!(arena.le(a, b).unwrap(), arena.le(minus_b, minus).unwrap());
        if arena.le(a, b).unwrap() && arena.le(b, c).unwrap() {
            prop_assert!(arena.le(a, c).unwrap());
        }
        prop_assert_eq!(arena.compare(a, b).unwrap() == Some(Ordering::Equal), a == b);
    }

    #[test]
    fn order_and_sums_are_those_of_the_definitions(a in recipe(), b in recipe()) {
        let arena = &mut arena();
        let (x, y) = (a.value(arena), b.value(arena));
        let (g, h) = (form(arena, x), form(arena, y));
        prop_assume!(size(&g) * size(&h) < 600);
        prop_assert_eq!(g.le(&h), arena.le(x, y).unwrap());
        prop_assert_eq!(g.outcome(), arena.outcome(x));
        prop_assert_eq!(arena.birthday(x).unwrap(), g.birthday().into());
        let sum = arena.add(x, y).unwrap();
        // In an arena that never saw the sum computed the fast way.
        let mut other = self::arena();
        let slow = g.add(&h).value(&mut other).unwrap();
        prop_assert_eq!(other.text(slow).unwrap(), arena.text(sum).unwrap());
    }

    #[test]
    fn positions_are_counted_by_walking(recipe in recipe()) {
        let arena = &mut arena();
        let g = recipe.value(arena);
        let (mut seen, mut to_do) = (std::collections::HashSet::from([g]), vec![g]);
        while let Some(game) = to_do.pop() {
            for player in Player::BOTH {
                to_do.extend(arena.options(game, player).unwrap().into_iter().filter(|o| seen.insert(*o)));
            }
        }
        prop_assert_eq!(arena.positions(g).unwrap(), seen.len().into());
        let small = seen.iter().all(|g| {
            arena.options(*g, Player::Left).unwrap().is_empty() == arena.options(*g, Player::Right).unwrap().is_empty()
        });
        prop_assert_eq!(arena.is_all_small(g).unwrap(), small);
    }

    #[test]
    fn means_add_and_bound_the_stops_of_many_copies(a in recipe(), b in recipe()) {
        let arena = &mut arena();
        let (a, b) = (a.value(arena), b.value(arena));
        for player in Player::BOTH {
            prop_assert_eq!(arena.stop(a, player).number, stop(arena, a, player));
        }
        let sum = arena.add(a, b).unwrap();
        let (s, t) = (arena.mean(a).unwrap(), arena.mean(b).unwrap());
        prop_assert_eq!(arena.mean(sum).unwrap(), &s + &t);
        let hotter = arena.temperature(a).unwrap().max(arena.temperature(b).unwrap());
        prop_assert!(arena.temperature(sum).unwrap() <= hotter);
        let four = Dyadic::from(4);
        let copies = arena.multiple(&four, a).unwrap();
        let (mean, slack) = (&s * &four, arena.temperature(a).unwrap().max(Dyadic::ZERO));
        prop_assert!(arena.stop(copies, Player::Left).number <= &mean + &slack);
        prop_assert!(arena.stop(copies, Player::Right).number >= &mean - &slack);
    }

    #[test]
    fn walls_are_the_stops_of_the_cooled_game(recipe in recipe(), t in 0i64..16) {
        let arena = &mut arena();
        let g = recipe.value(arena);
        let t = Dyadic::new(t, 2);
        let cooled = arena.cool(g, &t).unwrap();
        let thermograph = arena.thermograph(g).unwrap();
        prop_assert_eq!(thermograph.left.at(&t), arena.stop(cooled, Player::Left).number);
        prop_assert_eq!(thermograph.right.at(&t), arena.stop(cooled, Player::Right).number);
    }

    #[test]
    fn the_reduced_form_is_infinitesimally_near_and_the_same_for_all_that_are(a in recipe(), m in 0u32..4, u in -2i64..3) {
        let arena = &mut arena();
        let g = a.value(arena);
        let reduced = arena.reduced(g).unwrap();
        let difference = arena.subtract(g, reduced).unwrap();
        prop_assert!(arena.is_infinitesimal(difference));
        let small = arena.plain(&Plain { number: Dyadic::ZERO, up: Dyadic::from(u), nimber: m });
        let shifted = arena.add(g, small).unwrap();
        prop_assert_eq!(arena.reduced(shifted).unwrap(), reduced);
        prop_assert_eq!(arena.reduced(reduced).unwrap(), reduced);
    }
}

/// Document 004, 1.1 to 1.5: games as they are written, and games as they are worth.
#[test]
fn identity_is_of_forms_and_equality_of_values() {
    let mut arena = Arena::new(&Budget::unlimited());
    let mut truth = |text: &str| match evaluate(&mut arena, text) {
        Ok(Evaluated::Truth(truth)) => truth,
        other => panic!("{text}: {other:?}"),
    };
    for text in [
        "{∅ | ∅} ≅ 0",
        "{ | } === 0",
        "{0|0} ≅ *",
        "{0,*|*,0} ≅ *2",
        "{0,0|0} ≅ *",
        "-{1|0} ≅ {0|-1}",
        "* + * = 0",
        "* + * ≇ 0",
        "* + * ≅ {*|*}",
        "{-1|1} = 0",
        "{-1|1} ≇ 0",
        "1 + -1 = 0",
        "1 + -1 ≇ 0",
        "let g = {1|*}; g + * ≅ * + g",
        "let g = {1|*}; (g + *) + 1 ≅ g + (* + 1)",
        "-(-{2|*}) ≅ {2|*}",
        "{1|0} + {1|0} = 1",
        "{1|0} + {1|0} ≇ 1",
        "1/2 ≅ {0|1}",
    ] {
        assert!(truth(text), "{text}");
    }
    for text in ["* ≅ 0", "* + * ≅ 0", "{1|0} ≅ {0|1}", "0 ≇ {|}"] {
        assert!(!truth(text), "{text}");
    }
}

/// Texts of values do not depend on what the arena met before.
#[test]
fn forms_print_the_same_whatever_was_evaluated_before() {
    let texts =
        ["{2,1*,^|*,v||-1}", "clobber:xox/o.o", "{3|{2|1},+-1||0}", "domineering:3x4", "{0,*2,{1|0}|^*,{0|-1}}"];
    let alone: Vec<String> = texts
        .iter()
        .map(|text| {
            let mut arena = Arena::new(&Budget::unlimited());
            let game = evaluate(&mut arena, text).unwrap().game().unwrap();
            arena.text(game).unwrap()
        })
        .collect();
    for turn in 0..texts.len() {
        let mut arena = Arena::new(&Budget::unlimited());
        for step in 0..texts.len() {
            let at = (turn + step * 2) % texts.len();
            let game = evaluate(&mut arena, texts[at]).unwrap().game().unwrap();
            assert_eq!(arena.text(game).unwrap(), alone[at], "after {turn}, {step}");
        }
    }
}
