//! Formulas put to the test: against a test written from the definition, with
//! the formula as a function of the program and values by plain recursion.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::game::{Game, Games};
use miyama::heap::conjecture::{Kind, NoTest, Violation, test};
use miyama::heap::formula::{Formula, Reason};
use miyama::heap::interpreter::Left;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::positions;
use miyama::play::Convention;
use miyama_budget::Budget;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

fn ruleset(text: &str) -> Ruleset {
    match Games::built_in().find(text).unwrap() {
        Game::Heap(game) => (*game.ruleset).clone(),
        Game::Cells(_) | Game::Compound(_) => panic!("{text} is played on a board"),
    }
}

/// What a test says, through the library.
fn tested(game: &Ruleset, formula: &Formula, to: &[u64], convention: Convention) -> Option<Violation> {
    let one = test(game, formula, to, convention, &Budget::unlimited()).unwrap();
    let two = test(game, formula, to, convention, &Budget::unlimited().with_threads(3)).unwrap();
    assert_eq!(one.violation, two.violation);
    if let Some(violation) = &one.violation {
        let window = &one.window;
        let row = window.rows.iter().position(|r| *r == violation.position[violation.position.len() - 2]).unwrap();
        let column = window.columns.iter().position(|c| c == violation.position.last().unwrap()).unwrap();
        let cell = window.cells[row][column];
        assert!(cell.differs());
        assert_eq!((cell.claimed, cell.actual.map(i64::from)), (Some(violation.claimed), Some(violation.actual)));
    }
    one.violation
}

/// The options, by the interpreter of the notation.
fn options(game: &Ruleset, position: &[u64]) -> BTreeSet<Left> {
    game.interpreter().unwrap().options(position, &mut u64::MAX.clone(), &Budget::unlimited()).unwrap()
}

/// The true value of a position; or, with a convention, 0 for P and 1 for N.
fn truth(game: &Ruleset, position: &[u64], play: Option<Convention>, known: &mut HashMap<Vec<u64>, i64>) -> i64 {
    if let Some(number) = known.get(position) {
        return *number;
    }
    let options = options(game, position);
    let reached: Vec<i64> = options.iter().map(|option| truth(game, &option[0], play, known)).collect();
    let number = match play {
        None => (0..).find(|n| !reached.contains(n)).unwrap(),
        Some(Convention::Misere) if reached.is_empty() => 1,
        Some(_) => i64::from(reached.contains(&0)),
    };
    known.insert(position.to_vec(), number);
    number
}

/// The same by definition: the first position of the box, by total and then
/// heap by heap, at which the function is wrong.
fn by_hand(
    game: &Ruleset,
    says: &dyn Fn(&[u64]) -> i64,
    to: &[u64],
    play: Option<Convention>,
) -> Option<(Vec<u64>, i64, i64)> {
    let mut known = HashMap::new();
    let mut all: Vec<Vec<u64>> = positions(to).collect();
    all.sort_by_key(|p| (p.iter().sum::<u64>(), p.clone()));
    all.into_iter().find_map(|p| {
        let (claimed, actual) = (says(&p), truth(game, &p, play, &mut known));
        (claimed != actual).then_some((p, claimed, actual))
    })
}

/// That the violation is one: by the options, with the function alone.
fn confirm(game: &Ruleset, says: &dyn Fn(&[u64]) -> i64, violation: &Violation) {
    let options = options(game, &violation.position);
    let reached: Vec<i64> = options.iter().map(|option| says(&option[0])).collect();
    assert_eq!(says(&violation.position), violation.claimed);
    match &violation.kind {
        Kind::BothIn { option } | Kind::Reached { option } => {
            assert!(options.contains(option));
            assert_eq!(says(&option[0]), violation.claimed);
        }
        Kind::NoneInto => assert!(!reached.is_empty() && !reached.contains(&0) && violation.claimed == 1),
        Kind::IntoP { .. } | Kind::NoneP | Kind::IntoLevel { .. } => panic!("these games keep their number of heaps"),
        Kind::EndOutside => assert!(reached.is_empty() && violation.claimed == 1),
        Kind::EndInside => assert!(reached.is_empty() && violation.claimed == 0),
        Kind::Missing { value } => assert!(!reached.contains(value) && *value < violation.claimed),
        Kind::Negative => assert!(violation.claimed < 0),
        Kind::Solved { .. } => panic!("these games are on heaps"),
    }
}

fn agree(
    game: &str,
    text: &str,
    says: &dyn Fn(&[u64]) -> i64,
    to: &[u64],
    play: Option<Convention>,
) -> Option<Vec<u64>> {
    let game = ruleset(game);
    let names = game.names();
    let formula = if play.is_some() { Formula::set(text, &names) } else { Formula::value(text, &names) };
    let formula = formula.unwrap_or_else(|m| panic!("{text}: {m}"));
    let found = tested(&game, &formula, to, play.unwrap_or_default());
    let expected = by_hand(&game, says, to, play);
    let summary = found.as_ref().map(|v| (v.position.clone(), v.claimed, v.actual));
    assert_eq!(summary, expected, "{text}");
    if let Some(violation) = &found {
        confirm(&game, says, violation);
    }
    found.map(|v| v.position)
}

const P: Option<Convention> = Some(Convention::Normal);

fn member(inside: bool) -> i64 {
    i64::from(!inside)
}

#[test]
fn what_papers_state_holds() {
    let absolute = |p: &[u64]| p[0].abs_diff(p[1]);
    assert_eq!(agree("yama", "|x-y| <= 1", &|p| member(absolute(p) <= 1), &[20, 25], P), None);
    let value = |p: &[u64]| if absolute(p) >= 2 { p[0].min(p[1]) as i64 + 1 } else { 0 };
    assert_eq!(agree("yama", "min(x,y)+1 if |x-y|>=2 else 0", &value, &[20, 20], None), None);
    let triangular = "0 if |x-y| <= 1 else x+y-1 if x+y <= |x-y|^2+1 \
                      else |x-y|*(|x-y|-1)/2 + (x+y-|x-y|^2-2)/2 mod |x-y|";
    let value = |p: &[u64]| {
        let (d, s) = (absolute(p) as i64, (p[0] + p[1]) as i64);
        match d {
            0 | 1 => 0,
            _ if s <= d * d + 1 => s - 1,
            _ => d * (d - 1) / 2 + ((s - d * d - 2) / 2) % d,
        }
    };
    assert_eq!(agree("triangular", triangular, &value, &[16, 16], None), None);
    let pentagonal = |p: &[u64]| {
        let a = |k: u64| (3 * k * k - k) / 2;
        member(p == [0, 0] || (0..9).any(|k| [a(k), a(k + 1)] == [p[0].min(p[1]), p[0].max(p[1])]))
    };
    let text = "x = y = 0 or exists k ({x,y} = {k(3k-1)/2, (k+1)(3k+2)/2})";
    assert_eq!(agree("twist(2)", text, &pentagonal, &[24, 24], P), None);
    let golden = |p: &[u64]| {
        member(
            [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)]
                .contains(&(p[0].min(p[1]), p[0].max(p[1]))),
        )
    };
    for text in [
        "min(x,y) = floor(|x-y|*phi)",
        "exists k: {x,y} = {floor(k*phi), floor(k*phi)+k}",
        "min(x,y) = ⌊(1+√5)/2*|x-y|⌋",
        "exists k in 0..x ((x,y) = (floor(k*phi), floor(k*phi^2)) or (y,x) = (floor(k*phi), floor(k*phi)+k))"
            .replace("phi^2", "(phi+1)")
            .as_str(),
        "max(x,y) = ceil(|x-y|*(3+sqrt(5))/2) - (0 if x=y else 1)",
    ] {
        assert_eq!(agree("wythoff", text, &golden, &[20, 20], P), None, "{text}");
    }
    assert_eq!(agree("bounded(3)", "x mod 4", &|p| (p[0] % 4) as i64, &[40], None), None);
}

#[test]
fn sums_of_heaps_and_broken_heaps() {
    let nim = ruleset("nim");
    let three = nim.side_by_side(3).unwrap();
    let names = nim.names_side_by_side(3);
    for (text, first) in [("x ^^ y ^^ z = 0", None), ("x + y = z", Some(vec![1, 1, 0])), ("x xor y = z+0", None)] {
        let found = tested(&three, &Formula::set(text, &names).unwrap(), &[9, 9, 9], Convention::Normal);
        assert_eq!(found.map(|v| v.position), first.filter(|_| text.contains("x + y")), "{text}");
    }
    let misere = "x ^^ y ^^ z = (1 if max(x,y,z) <= 1 else 0)";
    let found = tested(&three, &Formula::set(misere, &names).unwrap(), &[9, 9, 9], Convention::Misere);
    assert_eq!(found, None);
    let kayles = ruleset("kayles");
    let names = kayles.names();
    let sets = Formula::set("x = 0", &names).unwrap();
    assert_eq!(test(&kayles, &sets, &[300], Convention::Normal, &Budget::unlimited()).unwrap().violation, None);
    let wrong = Formula::set("x in {0, 5}", &names).unwrap();
    let violation = test(&kayles, &wrong, &[300], Convention::Normal, &Budget::unlimited()).unwrap().violation.unwrap();
    assert_eq!(violation.kind, Kind::BothIn { option: vec![vec![2], vec![2]] });
    let values = Formula::value("x if x <= 3 else 1", &names).unwrap();
    let violation =
        test(&kayles, &values, &[300], Convention::Normal, &Budget::unlimited()).unwrap().violation.unwrap();
    assert_eq!((violation.position, violation.actual), (vec![5], 4));
}

#[test]
fn rulesets_without_a_rank_are_tested_too() {
    // The second heap may grow without bound where the first falls.
    let game = "(x, y) -> { (x-1, y+j) | 1 <= x, j <= 2 } ∪ { (x, y-1) | 1 <= y }";
    let says = |p: &[u64]| member((p[0] + p[1]).is_multiple_of(2));
    let first = agree(game, "(x+y) mod 2 = 0", &says, &[6, 6], P);
    assert!(first.is_some());
}

#[test]
fn a_formula_that_is_right_in_the_box_holds_there() {
    // (5, 8) is the first position of twist(1) with value 4 that the formula
    // does not know: inside 7×7 nothing is wrong.
    let formula = "x+y = 5 and {x,y} != {1,4} or exists k in 1..x+y ({x,y} = {k^2+4k, (k+1)^2+4(k+1)})";
    let text = format!("4 if {formula} else 0");
    let game = ruleset("twist(1)");
    let set = Formula::value(&text, &game.names()).unwrap();
    let mut known = HashMap::new();
    for p in positions(&[7, 7]) {
        let says = set.evaluator(&Budget::unlimited()).number(&p).unwrap() == 4;
        assert_eq!(says, truth(&game, &p, None, &mut known) == 4, "{p:?}");
    }
    assert_eq!(truth(&game, &[5, 8], None, &mut known), 4);
    assert_eq!(set.evaluator(&Budget::unlimited()).number(&[5, 8]), Ok(0));
}

#[test]
fn where_the_formula_says_nothing_the_place_is_named() {
    let yama = ruleset("yama");
    let names = yama.names();
    let nothing = |text: &str| {
        let formula = Formula::set(text, &names).unwrap();
        match test(&yama, &formula, &[30, 30], Convention::Normal, &Budget::unlimited()) {
            Err(NoTest::Formula(no, position)) => (text[no.at].to_owned(), no.why, position),
            other => panic!("{text}: {other:?}"),
        }
    };
    assert_eq!(nothing("|x-y| <= 1 and x mod (5-y) >= 0"), ("x mod (5-y)".to_owned(), Reason::Divisor, vec![4, 5]));
    assert_eq!(nothing("|x-y| <= 1 and sqrt(x-3) > -5").1, Reason::NegativeRoot);
    assert_eq!(nothing("|x-y| <= 1 and (x-2) ^^ y >= 0").1, Reason::NegativeNimSum);
    assert_eq!(nothing("|x-y| <= 1 and 10^(x+10) > 0"), ("10^(x+10)".to_owned(), Reason::TooLarge, vec![9, 8]));
    assert_eq!(nothing("|x-y| <= 1 and sqrt(2) + sqrt(x+3) > 0").1, Reason::TwoRoots);
    // A violation that comes before is reported first.
    let formula = Formula::set("|x-y| <= 2 and x mod (5-y) >= 0", &names).unwrap();
    let found = test(&yama, &formula, &[30, 30], Convention::Normal, &Budget::unlimited()).unwrap();
    assert_eq!(found.violation.unwrap().position, [0, 2]);
}

#[test]
fn a_test_can_be_stopped() {
    let yama = ruleset("yama");
    let budget = Budget::unlimited();
    budget.cancel();
    let formula = Formula::set("|x-y| <= 1", &yama.names()).unwrap();
    assert!(matches!(test(&yama, &formula, &[9, 9], Convention::Normal, &budget), Err(NoTest::Table(_))));
    // A walk through more integers than anybody can wait for.
    let long = Formula::set("exists k in 0..10^18 (k*k = 2)", &yama.names()).unwrap();
    let budget = Budget::unlimited().with_time(std::time::Duration::from_millis(50));
    assert!(matches!(test(&yama, &long, &[2, 2], Convention::Normal, &budget), Err(NoTest::Table(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn mutated_sets_fail_at_the_same_place_as_by_hand(
        most in 0u64..4,
        a in 0u64..14,
        b in 0u64..14,
        add in any::<bool>(),
        game in prop::sample::select(vec!["yama", "triangular", "wythoff", "twist(1)", "(x, y) -> sym { (x-i, y) | 1 <= i <= x }"]),
        misere in any::<bool>(),
    ) {
        let one = if add { format!("or (x,y) = ({a},{b})") } else { format!("and (x,y) != ({a},{b})") };
        let text = format!("|x-y| <= {most} {one}");
        let inside = |p: &[u64]| {
            let base = p[0].abs_diff(p[1]) <= most;
            if add { base || p == [a, b] } else { base && p != [a, b] }
        };
        let play = if misere { Convention::Misere } else { Convention::Normal };
        agree(game, &text, &|p| member(inside(p)), &[12, 11], Some(play));
    }

    #[test]
    fn mutated_values_fail_at_the_same_place_as_by_hand(a in 0i64..3, b in 0u64..4, c in -1i64..3, p in 0u64..9, q in 0u64..9) {
        let text = format!("5 if (x,y) = ({p},{q}) else min(x,y)+{a} if |x-y|>={b} else {c}");
        let says = |at: &[u64]| match at {
            _ if at == [p, q] => 5,
            _ if at[0].abs_diff(at[1]) >= b => at[0].min(at[1]) as i64 + a,
            _ => c,
        };
        agree("yama", &text, &says, &[10, 10], None);
    }
}
