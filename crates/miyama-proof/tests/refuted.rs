//! Slightly changed theorems are refuted, each at the position where a table shows it
//! first; and random rulesets: what is proved is not contradicted by a table.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::conjecture;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{OutcomeTable, positions};
use miyama::play::{Convention, Outcome};
use miyama_proof::{Claim, Rules, Verdict, Wanted, learn, prove};

fn game(name: &str, heaps: usize) -> (Ruleset, Names) {
    let Ok(Game::Heap(game)) = Games::built_in().find(name) else { panic!("{name} is no game on heaps") };
    if game.ruleset.heaps() == heaps {
        return ((*game.ruleset).clone(), game.ruleset.names());
    }
    (game.ruleset.side_by_side(heaps).unwrap(), game.ruleset.names_side_by_side(heaps))
}

/// The verdict agrees with a table: refuted at the same first position, or the table
/// shows nothing. Returns whether it is refuted.
fn agrees(ruleset: &Ruleset, names: &Names, text: &str, convention: Convention, to: u64) -> bool {
    let formula = Formula::set(text, names).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
    let budget = Budget::unlimited();
    let bounds = vec![to; ruleset.heaps()];
    let table = conjecture::test(ruleset, &formula, &bounds, convention, &budget).unwrap().violation;
    let verdict = prove(ruleset, Claim::PPositions(&formula), convention, &budget).unwrap();
    let position = table.map(|violation| violation.position.iter().map(|h| (*h).into()).collect::<Vec<_>>());
    match (&verdict, position) {
        (Verdict::Refuted(refuted), Some(position)) => assert_eq!(refuted.position, position, "{text}"),
        (Verdict::Proved(_), Some(position)) => panic!("{text} is proved but fails at {position:?}"),
        _ => {}
    }
    matches!(verdict, Verdict::Refuted(_))
}

/// Time that is over while the table is made is a limit, whatever is claimed.
#[test]
fn time_that_is_over_is_a_limit() {
    let (yama, names) = game("yama", 2);
    let formula = Formula::set("|x-y| <= 1", &names).unwrap();
    let over = Budget::unlimited().with_time(std::time::Duration::ZERO);
    for claim in [
        Claim::PPositions(&formula),
        Claim::Subset(&formula),
        Claim::Level(0, &formula),
        Claim::Within(&formula, &formula),
    ] {
        let verdict = prove(&yama, claim, Convention::Normal, &over);
        assert!(matches!(verdict, Ok(Verdict::Limit(..))), "{claim:?}: {verdict:?}");
    }
}

/// What is right in all small boxes is compared beside the numbers that it names, with lists and with what is learned
/// without it.
#[test]
fn mistakes_that_no_small_table_shows_are_found() {
    let nim = "(x,y) -> {(x-i,y) | 1<=i} U {(x,y-i) | 1<=i}";
    let nim = Ruleset::new(&parse_definition(nim).unwrap(), &[]).unwrap();
    let (twist, names) = game("twist(3)", 2);
    let polygonal = "((x, y) = (0, 0) or exists k: {x,y} = {2*k^2-k, 2*(k+1)^2-(k+1)})";
    let refuted = |ruleset: &Ruleset, claim: Claim<'_>| {
        let verdict = prove(ruleset, claim, Convention::Normal, &Budget::unlimited()).unwrap();
        let Verdict::Refuted(refuted) = verdict else { panic!("{claim:?}: {verdict:?}") };
        // What is claimed to be P has an option that shows it.
        assert!(refuted.violation.is_some() || refuted.actual == Some(0), "{claim:?}");
        refuted.position.iter().map(|heap| u64::try_from(heap).unwrap()).collect::<Vec<u64>>()
    };
    let values = Formula::value("(x xor y) if x < 20000 else 0", &nim.names()).unwrap();
    assert_eq!(refuted(&nim, Claim::Values(&values)), [20_000, 0]);
    for (changed, at) in [
        ("or x = 1049 and y = 2127", [1049, 2127]),
        ("and x != 1035", [1035, 946]),
        ("or x = 104900 and y = 104901", [104_900, 104_901]),
    ] {
        let formula = Formula::set(&format!("{polygonal} {changed}"), &names).unwrap();
        assert_eq!(refuted(&twist, Claim::PPositions(&formula)), at, "{changed}");
    }
    let (three, names) = game("three-heap-5", 3);
    let rules = Rules::of(&three).unwrap();
    let truth = learn(&rules, Wanted::PPositions(Convention::Normal), &[], &Budget::unlimited()).unwrap();
    let at = [738_197_503u64, 369_098_752, 369_098_752];
    assert!(truth.set.contains(&at.map(Into::into)));
    let theorem = miyama_proof::theorem(&three, Wanted::PPositions(Convention::Normal), &names, &Budget::unlimited());
    let formula = theorem.unwrap().formula.unwrap();
    let text = format!("{formula} and (x, y, z) != ({}, {}, {})", at[0], at[1], at[2]);
    let formula = Formula::set(&text, &names).unwrap();
    assert_eq!(refuted(&three, Claim::PPositions(&formula)), at, "{text}");
}

/// Each number of the text one more and one less, and a point added and removed.
fn changed(text: &str, heaps: usize) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = (at..bytes.len()).find(|i| !bytes[*i].is_ascii_digit()).unwrap_or(bytes.len());
        // x1 is a name, 2 a number.
        let name = at > 0 && bytes[at - 1].is_ascii_alphabetic();
        if end > at && !name {
            let number: i64 = text[at..end].parse().unwrap();
            for other in [number - 1, number + 1] {
                all.push(format!("{}{other}{}", &text[..at], &text[end..]));
            }
        }
        at = end.max(at + 1);
    }
    let tuple = |size: usize| {
        ["x", "y", "z"][..heaps].iter().map(|n| format!("{n} = {size}")).collect::<Vec<_>>().join(" and ")
    };
    for size in [0, 1, 7, 16] {
        all.push(format!("({text}) or ({})", tuple(size)));
        all.push(format!("({text}) and not ({})", tuple(size)));
    }
    all
}

#[test]
fn slightly_changed_theorems_are_refuted() {
    let wythoff = "exists k: {x,y} = {floor(k*phi), floor(k*phi)+k}";
    for (name, heaps, text, convention, to) in [
        ("bounded(3)", 1, "x mod 4 = 0", Convention::Normal, 700),
        ("subtraction({1,3,4})", 1, "x mod 7 in {0,2}", Convention::Normal, 700),
        ("nim", 3, "x xor y xor z = 0", Convention::Normal, 25),
        ("yama", 2, "|x-y| <= 1", Convention::Normal, 100),
        ("triangular", 2, "|x-y| = 2 and min(x,y) = 0 or |x-y| <= 1 and min(x,y) >= 2", Convention::Misere, 100),
        (
            "geometric(3)",
            2,
            "{x,y} = {0,0} or {x,y} = {0,1} or exists k: {x,y} = {3^k, 3^(k+1)}",
            Convention::Normal,
            100,
        ),
        ("wythoff", 2, wythoff, Convention::Normal, 100),
    ] {
        let (ruleset, names) = game(name, heaps);
        assert!(!agrees(&ruleset, &names, text, convention, to), "{name}: {text} is a theorem");
        let mut refuted = 0;
        for text in changed(text, heaps) {
            // A change may leave the text without meaning, or with the same one.
            if Formula::set(&text, &names).is_err() || text.contains("mod 0") || text.contains("/0") {
                continue;
            }
            refuted += u32::from(agrees(&ruleset, &names, &text, convention, to));
        }
        assert!(refuted >= 4, "{name}: only {refuted} changes were refuted");
    }
}

/// Ten false formulas for the values of Triangular Nim, none of which is proved.
#[test]
fn slightly_changed_values_are_refuted() {
    let (ruleset, names) = game("triangular", 2);
    let right = "let d = |x-y|; 0 if d <= 1 else x+y-1 if x+y <= d*d+1 \
                 else d*(d-1)/2 + ((x+y-d*d-2) div 2) mod d";
    for (from, to) in [
        ("d <= 1", "d <= 2"),
        ("0 if", "1 if"),
        ("x+y-1 if", "x+y if"),
        ("x+y-1 if", "x+y-2 if"),
        ("d*d+1 else", "d*d+2 else"),
        ("d*d+1 else", "d*d-1 else"),
        ("d*(d-1)/2", "d*(d+1)/2"),
        ("-2) div 2", "-4) div 2"),
        ("div 2", "div 3"),
        ("mod d", "mod (d+1)"),
        ("|x-y|;", "|x-y|+1;"),
        ("x+y-1 if", "x+y-1 if not (x = 9 and y = 50) and"),
    ] {
        let text = right.replacen(from, to, 1);
        assert_ne!(text, right);
        let formula = Formula::value(&text, &names).unwrap();
        let budget = Budget::unlimited();
        let table = conjecture::test(&ruleset, &formula, &[80, 80], Convention::Normal, &budget).unwrap();
        let verdict = prove(&ruleset, Claim::Values(&formula), Convention::Normal, &budget).unwrap();
        let Verdict::Refuted(refuted) = verdict else { panic!("{text}: {verdict:?}") };
        let first: Vec<_> = table.violation.unwrap().position.iter().map(|heap| (*heap).into()).collect();
        assert_eq!(refuted.position, first, "{text}");
    }
}

/// Wrong only where no table of the start reaches.
#[test]
fn what_is_wrong_far_away_is_refuted_far_away() {
    let (ruleset, names) = game("yama", 2);
    let formula = Formula::set("|x-y| <= 1 and not (x = 700 and y = 700)", &names).unwrap();
    let verdict = prove(&ruleset, Claim::PPositions(&formula), Convention::Normal, &Budget::unlimited()).unwrap();
    let Verdict::Refuted(refuted) = verdict else { panic!("{verdict:?}") };
    assert_eq!(refuted.position, [700u32.into(), 700u32.into()]);
    assert!(refuted.first);
    let formula = Formula::set("|x-y| <= 1 or x = 3000 and y = 3", &names).unwrap();
    let verdict = prove(&ruleset, Claim::PPositions(&formula), Convention::Normal, &Budget::unlimited()).unwrap();
    assert!(matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}

/// Numbers of other roots and bases in a theorem first show behind the table of the start, and their
/// automata are large or there are none.
#[test]
fn what_no_small_automaton_decides_is_refuted_by_larger_tables() {
    let misere = "(x, y) in {(0, 2), (1, 1), (2, 0)} or";
    for (name, text, convention) in [
        (
            "wythoff(8)",
            "exists k: {x,y} = {floor(k*(sqrt(17)-3)), floor(k*(sqrt(16)-3))+8k}".to_owned(),
            Convention::Normal,
        ),
        (
            "wythoff(8)",
            "exists k: {x,y} = {floor(k*(sqrt(16)-3)), floor(k*(sqrt(17)-3))+8k}".to_owned(),
            Convention::Normal,
        ),
        (
            "sub-geometric(10)",
            format!("{misere} exists k: {{x,y}} = {{(20*9^k-2)/9, (20*10^(k+1)-2)/9}}"),
            Convention::Misere,
        ),
        (
            "geometric(10)",
            format!("{misere} exists k: {{x,y}} = {{(19*11^k-1)/9, (19*10^(k+1)-1)/9}}"),
            Convention::Misere,
        ),
    ] {
        let (ruleset, names) = game(name, 2);
        assert!(agrees(&ruleset, &names, &text, convention, 250), "{name}: {text}");
    }
}

/// Positions of a value, which are learned only where no larger table or list says otherwise: the claim
/// is wrong at two positions, and the first is told.
#[test]
fn lists_and_larger_tables_show_the_first_wrong_position() {
    let yama = "min(x,y) = 0 and |x-y| >= 2";
    let nim = "x xor y xor z = 1";
    for (name, text, wrong, position) in [
        ("yama", yama, "and not (x = 0 and y = 1500) and not (x = 2000 and y = 0)", vec![0u32, 1500]),
        ("yama", yama, "or x = 700 and y = 900 or x = 850 and y = 700", vec![850, 700]),
        ("yama", yama, "and not (x = 19000 and y = 0) or x = 9000 and y = 9003", vec![9000, 9003]),
        ("nim", nim, "and not (x = 33 and y = 44) or x = 60 and y = 3 and z = 2", vec![60, 3, 2]),
        ("nim", nim, "and not (x = 33 and y = 44) or x = 61 and y = 60 and z = 2", vec![33, 44, 12]),
    ] {
        let (ruleset, names) = game(name, position.len());
        let formula = Formula::set(&format!("({text}) {wrong}"), &names).unwrap();
        let budget = Budget::unlimited();
        let verdict = prove(&ruleset, Claim::Level(1, &formula), Convention::Normal, &budget).unwrap();
        let Verdict::Refuted(refuted) = verdict else { panic!("{name}: {text} {wrong}: {verdict:?}") };
        assert_eq!(refuted.position, position.iter().map(|heap| (*heap).into()).collect::<Vec<_>>(), "{name}: {wrong}");
        let evaluated: Vec<u64> = position.iter().map(|heap| u64::from(*heap)).collect();
        let claimed = formula.evaluator(&budget).number(&evaluated).unwrap();
        assert_eq!(refuted.actual, Some(u32::from(claimed == 0)), "{name}: {wrong}");
    }
}

/// One position more or less, however far away, is the first that is wrong; what it shows is a
/// condition of the rules.
#[test]
fn a_single_position_is_found_wherever_it_is() {
    let wythoff = "exists k: {x,y} = {floor(k*phi), floor(k*phi)+k}";
    for (name, text, position, more) in [
        ("yama", "|x-y| <= 1", [1708u64, 2503], true),
        ("triangular", "|x-y| <= 1", [123_456_789, 123_456_788], false),
        ("nim", "x = y", [4128, 1258], true),
        ("nim", "x = y", [70_000, 70_000], false),
        ("bounded(9)", "x mod 10 = y mod 10", [4987, 4614], true),
        ("wythoff", wythoff, [4188, 1670], true),
        ("wythoff", wythoff, [1618, 2618], false),
        ("wythoff(2)", "exists k: {x,y} = {floor(k*sqrt(2)), floor(k*(2+sqrt(2)))}", [4001, 1121], true),
    ] {
        let (ruleset, names) = game(name, 2);
        let tuple = format!("(x,y) = ({},{})", position[0], position[1]);
        let text = if more { format!("({text}) or {tuple}") } else { format!("({text}) and not {tuple}") };
        let formula = Formula::set(&text, &names).unwrap();
        let verdict = prove(&ruleset, Claim::PPositions(&formula), Convention::Normal, &Budget::unlimited()).unwrap();
        let Verdict::Refuted(refuted) = verdict else { panic!("{name}: {text}: {verdict:?}") };
        assert_eq!(refuted.position, position.map(Into::into), "{name}: {text}");
        assert_eq!(refuted.actual, Some(u32::from(more)));
        assert!(refuted.first);
        let violation = refuted.violation.unwrap_or_else(|| panic!("{name}: {text}: no option is told"));
        assert_eq!((violation.claimed, violation.actual), (i64::from(!more), i64::from(more)), "{name}: {text}");
        assert_eq!(violation.kind.option().is_some(), more, "{name}: {text}");
    }
}

/// Whether a move of Nim, or of Wythoff's game, leads from one position to the other.
fn leads(name: &str, from: &[u64], to: &[u64]) -> bool {
    let lowered: Vec<u64> = from.iter().zip(to).map(|(from, to)| from - to).filter(|by| *by > 0).collect();
    lowered.len() == 1 || name == "wythoff" && lowered.len() == 2 && lowered[0] == lowered[1]
}

/// The option that shows that a claim is wrong is told also where nobody could walk through all of them.
#[test]
fn the_option_is_told_at_any_size() {
    let wythoff = "exists k: {x,y} = {floor(k*phi), floor(k*phi)+k}";
    let far = 1_000_000_000_007u64;
    let (claimed_p, subset, level, values) = ("p", "subset", "level", "values");
    for (name, claim, text, position, kind) in [
        ("nim", claimed_p, "x = y or (x,y) = (1000000000007,5)", [far, 5], "option-in-set"),
        ("nim", claimed_p, "x = y and x != 1000000000007", [far, far], "no-option-in-set"),
        ("nim", subset, "x = y or (x,y) = (1000000000007,5)", [far, 5], "option-is-p"),
        ("wythoff", subset, "(x,y) = (1000000000007,5)", [far, 5], "option-is-p"),
        ("wythoff", claimed_p, &format!("({wythoff}) or (x,y) = (5,1000000000007)"), [5, far], "option-in-set"),
        ("nim", level, "x xor y = 3 or (x,y) = (1000000000007,7)", [far, 7], "option-has-value"),
        ("nim", level, "x xor y = 3 or (x,y) = (1000000000007,1000000000006)", [far, far - 1], "value-missing"),
        ("nim", values, "(x xor y) if (x,y) != (1000000000007,7) else 3", [far, 7], "option-has-value"),
    ] {
        let (ruleset, names) = game(name, 2);
        let formula = match claim == values {
            true => Formula::value(text, &names).unwrap(),
            false => Formula::set(text, &names).unwrap(),
        };
        let claim = match claim {
            "p" => Claim::PPositions(&formula),
            "subset" => Claim::Subset(&formula),
            "level" => Claim::Level(3, &formula),
            _ => Claim::Values(&formula),
        };
        let verdict = prove(&ruleset, claim, Convention::Normal, &Budget::unlimited()).unwrap();
        let Verdict::Refuted(refuted) = verdict else { panic!("{name}: {text}: {verdict:?}") };
        assert_eq!(refuted.position, position.map(Into::into), "{name}: {text}");
        let violation = refuted.violation.unwrap_or_else(|| panic!("{name}: {text}: no option is told"));
        assert_eq!(violation.kind.name(), kind, "{name}: {text}");
        let Some([option]) = violation.kind.option() else {
            assert!(!kind.starts_with("option"), "{name}: {text}");
            continue;
        };
        assert!(leads(name, &position, option), "{name}: {text}: {option:?}");
        // The nim-sum of what shows it: that of a P-position, or the value that is claimed.
        let sum = option[0] ^ option[1];
        match kind {
            "option-has-value" => assert_eq!(sum, 3, "{text}"),
            _ if name == "nim" => assert_eq!(sum, 0, "{text}"),
            _ => {
                assert_eq!(Formula::set(wythoff, &names).unwrap().evaluator(&Budget::unlimited()).number(option), Ok(0))
            }
        }
    }
}

#[test]
fn what_is_outside_is_named() {
    let (ruleset, names) = game("yama", 2);
    for (text, what) in [
        ("|x-y| <= 1 and x*y >= 0", "product"),
        ("|x-y| <= 1 and x mod (y+1) >= 0", "divisor"),
        ("|x-y| <= 1 and x xor y >= 0 and x*phi >= 0", "systems"),
        ("|x-y| <= 1 and floor(x*sqrt(3)) >= 0", "roots"),
        ("|x-y| <= 1 and floor(sqrt(x)) >= 0", "root"),
    ] {
        let formula = Formula::set(text, &names).unwrap();
        let verdict = prove(&ruleset, Claim::PPositions(&formula), Convention::Normal, &Budget::unlimited()).unwrap();
        let Verdict::Outside(outside, Some(_)) = verdict else { panic!("{text}: {verdict:?}") };
        assert_eq!(outside.what.name(), what, "{text}");
    }
}

/// A small generator, so that failures can be repeated.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }
}

/// A random linear ruleset on one or two heaps.
fn random(chance: &mut Chance) -> (String, usize) {
    let heaps = 1 + usize::try_from(chance.below(2)).unwrap();
    let condition = |chance: &mut Chance| -> String {
        let (a, m) = (1 + chance.below(4), 2 + chance.below(3));
        match chance.below(6) {
            0 => format!("i in {{{a}, {}}}", a + m),
            1 => format!("1 <= i <= {a}"),
            2 => format!("{a} <= i"),
            3 => format!("1 <= i, i mod {m} != {}", chance.below(m)),
            4 => format!("1 <= i, x >= {a}"),
            _ => format!("1 <= i <= max({a}, x div {m})"),
        }
    };
    let mut sets = Vec::new();
    for _ in 0..1 + chance.below(2) {
        let given = condition(chance);
        sets.push(match heaps {
            1 => format!("{{ (x-i) | {given} }}"),
            _ => {
                let sym = chance.one_of(&["", "sym "]);
                let tuple = chance.one_of(&["(x-i, y)", "(x, y-i)", "(x-i, y-i)", "(x-i, y-j)", "(x-i-1, y+1)"]);
                let more = if tuple.contains('j') { ", 1 <= j, |i-j| <= 1" } else { "" };
                format!("{sym}{{ {tuple} | {given}{more} }}")
            }
        });
    }
    let names = if heaps == 1 { "(x)" } else { "(x, y)" };
    (format!("{names} -> {}", sets.join(" ∪ ")), heaps)
}

fn twins(rounds: u32, to: u64) {
    let mut chance = Chance(7);
    let (mut learned_ones, mut tried) = (0, 0);
    while tried < rounds {
        let (text, heaps) = random(&mut chance);
        let Ok(ruleset) = parse_definition(&text).and_then(|d| Ruleset::new(&d, &[])) else { continue };
        tried += 1;
        let names = ruleset.names();
        let convention = if chance.below(2) == 0 { Convention::Normal } else { Convention::Misere };
        let to = if heaps == 1 { 4 * to } else { to };
        let formula = match heaps {
            1 => format!("x mod {} = {}", 2 + chance.below(7), chance.below(2)),
            _ => format!("|x-y| <= {}", chance.below(3)),
        };
        agrees(&ruleset, &names, &formula, convention, to);
        let rules = Rules::of(&ruleset).unwrap_or_else(|outside| panic!("{text}: {outside:?}"));
        let short = Budget::unlimited().with_time(std::time::Duration::from_millis(400));
        let learned = match learn(&rules, Wanted::PPositions(convention), &[], &short) {
            Ok(learned) => learned,
            Err(_) => continue,
        };
        learned_ones += 1;
        let bounds = vec![to; heaps];
        let table = OutcomeTable::new(&ruleset, &bounds, convention, &Budget::unlimited()).unwrap();
        for position in positions(&bounds) {
            let heaps: Vec<_> = position.iter().map(|heap| (*heap).into()).collect();
            let is_p = table.outcome(&position) == Some(Outcome::P);
            assert_eq!(learned.set.contains(&heaps), is_p, "{text} {convention:?} at {position:?}");
        }
    }
    assert!(learned_ones * 2 > rounds, "only {learned_ones} of {rounds} were learned");
}

#[test]
fn random_rulesets_agree_with_tables() {
    twins(25, 60);
}

#[test]
#[ignore = "minutes; `just proofs`"]
fn two_thousand_random_rulesets_agree_with_tables() {
    twins(2000, 200);
}
