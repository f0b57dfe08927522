//! Cases with more said of their options: by how much a heap falls at least, where that follows from
//! what functions are ([`known`](super::known)) and from products
//! ([`multiplied`](super::multiplied)).

use super::known;
use super::multiplied::Multiplied;
use crate::heap::linear::Linear;
use crate::heap::options::Loops;
use crate::heap::ruleset::{Bound, Case};
use crate::heap::table::positions;
use crate::out_of_reach::OutOfReach;
use miyama_budget::Budget;
use num_integer::div_floor;

/// Which heaps are compared, before a move and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pairs {
    /// Each with itself, and their totals.
    Same,
    /// Each with every other.
    Different,
}

/// What the search for further conditions may cost, for all cases of a ruleset: numbers that are
/// combined with others, about ten million in a second. It does not depend on the machine.
pub(crate) struct Effort(u64);

impl Default for Effort {
    fn default() -> Effort {
        Effort(3_000_000)
    }
}

impl Effort {
    /// Takes from what is left; whether there was as much.
    pub(super) fn spend(&mut self, cost: u64) -> bool {
        let left = self.0.checked_sub(cost);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// What a look at one fall costs, besides its linear program.
const LOOK: u64 = 20_000;

/// The conditions to add to a case: what rounding says of its quotients, and what follows from its
/// functions and products.
pub(crate) fn sharpened(
    (case, loops): (&Case, &Loops),
    heaps: usize,
    pairs: Pairs,
    effort: &mut Effort,
    budget: &Budget,
) -> Result<Vec<Linear>, OutOfReach> {
    let mut facts = rounded(case, heaps);
    if case.bound.iter().all(|bound| matches!(bound, Bound::Free { .. })) {
        return Ok(facts);
    }
    facts.extend(known::facts(case, heaps).unwrap_or_default());
    let mut case = case.clone();
    case.conditions.extend(facts.iter().cloned());
    let system = case.system(heaps);
    let Some(multiplied) = Multiplied::new(&case, heaps) else { return Ok(facts) };
    let mut falls = falls(&case, heaps, pairs);
    look_at_small_positions(&mut falls, &case, loops, heaps, budget)?;
    for fall in falls {
        // By at least 1, or at least no rise.
        for least in [1, 0].into_iter().filter(|least| fall.seen.is_none_or(|seen| seen >= *least)) {
            budget.check()?;
            if !effort.spend(LOOK) {
                return Ok(facts);
            }
            let Ok(goal) = fall.form.minus(&Linear::constant(least)) else { break };
            if system.implies(&goal).unwrap_or(false) {
                break;
            }
            if multiplied.imply(&goal, effort) {
                facts.push(goal);
                break;
            }
        }
    }
    Ok(facts)
}

/// Least whole numbers: a condition b·q + c − (what is not negative) ≥ 0 with b ≥ 2 says q ≥ −c/b, and
/// of an integer q ≥ −⌊c/b⌋. So the quotient in `i mod 3 != 0` is at least 0, and i at least 1.
fn rounded(case: &Case, heaps: usize) -> Vec<Linear> {
    let is_natural =
        |symbol: usize| symbol < heaps || matches!(case.bound.get(symbol - heaps), Some(Bound::Free { name: Some(_) }));
    let mut facts: Vec<Linear> = vec![];
    for form in &case.conditions {
        let mut above = form.terms().filter(|(_, coefficient)| *coefficient > 0);
        let (Some((q, b)), None) = (above.next(), above.next()) else { continue };
        let others = form.terms().filter(|(symbol, _)| *symbol != q);
        if b < 2 || form.constant % b == 0 || !others.into_iter().all(|(symbol, _)| is_natural(symbol)) {
            continue;
        }
        let fact = Linear::symbol(q).plus(&Linear::constant(div_floor(form.constant, b)));
        facts.extend(fact.ok().filter(|fact| !case.conditions.contains(fact)));
    }
    facts
}

/// Something of a part of an option that may be less than before.
struct Fall {
    part: usize,
    /// The heap before and the heap after; none for the totals.
    heaps: Option<(usize, usize)>,
    form: Linear,
    /// The least fall that was seen.
    seen: Option<i128>,
}

fn falls(case: &Case, heaps: usize, pairs: Pairs) -> Vec<Fall> {
    let mut falls = vec![];
    for (part, left) in case.option.iter().enumerate() {
        for before in 0..heaps {
            for after in (0..heaps).filter(|after| (before == *after) == (pairs == Pairs::Same)) {
                let form = Linear::symbol(before).minus(&left[after]).ok();
                falls.extend(form.map(|form| Fall { part, heaps: Some((before, after)), form, seen: None }));
            }
        }
        if heaps > 1 && pairs == Pairs::Same {
            let one = |sum: Option<Linear>, (before, after): (usize, &Linear)| {
                sum?.plus(&Linear::symbol(before)).and_then(|sum| sum.minus(after)).ok()
            };
            let total = left.iter().enumerate().fold(Some(Linear::default()), one);
            falls.extend(total.map(|form| Fall { part, heaps: None, form, seen: None }));
        }
    }
    falls
}

/// What does not hold of small positions need not be tried.
fn look_at_small_positions(
    falls: &mut [Fall],
    case: &Case,
    loops: &Loops,
    heaps: usize,
    budget: &Budget,
) -> Result<(), OutOfReach> {
    const MOST_OPTIONS: usize = 5000;
    const MOST_LOOKS: u64 = 1000;
    if !case.copies_are_one() {
        return Ok(());
    }
    let side = [12, 6, 4, 3, 2, 1][heaps.clamp(1, 6) - 1];
    let (mut options, part) = (0, budget.with_looks(MOST_LOOKS));
    for position in positions(&vec![side; heaps]) {
        budget.check()?;
        let mut look = |option: &[Vec<u64>]| {
            for fall in falls.iter_mut() {
                let left = &option[fall.part];
                let total = |tuple: &[u64]| tuple.iter().map(|heap| i128::from(*heap)).sum::<i128>();
                let here = match fall.heaps {
                    Some((before, after)) => i128::from(position[before]) - i128::from(left[after]),
                    None => total(&position) - total(left),
                };
                fall.seen = Some(fall.seen.map_or(here, |seen| seen.min(here)));
            }
            options += 1;
            options < MOST_OPTIONS
        };
        // Where the loops take long there is less to see.
        if loops.for_each(&position, &part, &mut look).is_err() || options >= MOST_OPTIONS {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::lower::{Number, lower};
    use crate::heap::notation::{Body, parse_definition};

    /// Calls `check` with the values of all symbols of a case where it holds, the heaps up to
    /// `most` and the integers that run from −3 to 3·`most`.
    fn for_each_solution(
        case: &Case,
        heaps: usize,
        most: i128,
        values: &mut Vec<i128>,
        check: &mut impl FnMut(&[i128]),
    ) {
        let Some(index) = values.len().checked_sub(heaps) else {
            for heap in 0..=most {
                values.push(heap);
                for_each_solution(case, heaps, most, values, check);
                values.pop();
            }
            return;
        };
        let next: Vec<i128> = match case.bound.get(index) {
            None => {
                if case.conditions.iter().all(|form| form.at(values).unwrap() >= 0) {
                    check(values);
                }
                return;
            }
            Some(Bound::Free { .. }) => (-3..=3 * most).collect(),
            Some(Bound::Product(a, b)) => vec![a.at(values).unwrap() * b.at(values).unwrap()],
            Some(Bound::Computed(computed)) => match computed.value(values, &Budget::unlimited()).unwrap() {
                Number::Is(value) => vec![value],
                Number::None | Number::Beyond { .. } => vec![],
            },
        };
        for value in next {
            values.push(value);
            for_each_solution(case, heaps, most, values, check);
            values.pop();
        }
    }

    const RULESETS: &[&str] = &[
        "(x) -> {(x*x div (x+1))}",
        "(x) -> {(x*i div j) | 1<=i<=j<=x}",
        "(x) -> {(x-v2(x)) | x mod 2 = 0}",
        "(x) -> {(x-v2(x)+v2(2*x+1))}",
        "(x) -> {(2^log2(x)-1)} U {(2^v2(x)-1)} U {(x+2^digits(x)-2*x)} U {(x+3^digits(x,3)-x)}",
        "(x) -> {(x-2^i+2^(i-1)) | 1<=i<=x}",
        "(x) -> {(2^i-2^j) | j<=i<=x}",
        "(x) -> {(x-i^j) | 2<=i<=x, 1<=j<=x} U {(x-i^j) | 1<=i<=x, j<=3} U {(x-i^9) | 1<=i}",
        "(x) -> {(x-log2(x)+log2(x-1))} U {(x-digits(x,3)+digits(x+2,3))}",
        "(x) -> {(x-floor(sqrt(x))+floor(sqrt(x+3)))} U {(floor(sqrt(x))*floor(sqrt(x)))}",
        "(x,y) -> {(lcm(x,y) div y,y) | y>=1} U {(lcm(x,y)*gcd(y,x) div y,y) | y>=1}",
        "(x,y) -> {(x*y div (x+y),y)} U {(y,x*y div (y+1))}",
        "(x) -> {(x xor 2^v2(x))} U {(x xor 2^log2(x))} U {(or(x,2^v2(x)))}",
    ];

    /// Every polynomial that a linear program is made of is ≥ 0 wherever the case holds.
    #[test]
    fn products_of_conditions_hold() {
        let mut tried = 0;
        for text in RULESETS {
            let definition = parse_definition(text).unwrap();
            let Body::Options { heaps, sets } = &definition.body else { panic!("{text}") };
            for case in lower(&definition, heaps, sets, &[], &Budget::unlimited()).unwrap() {
                let Some(multiplied) = Multiplied::new(&case, heaps.len()) else { continue };
                let system = case.system(heaps.len());
                for_each_solution(&case, heaps.len(), 7, &mut vec![], &mut |values| {
                    if system.forms().iter().any(|form| form.at(values).unwrap() < 0) {
                        return;
                    }
                    tried += 1;
                    assert_eq!(multiplied.negative_at(values), None, "{text}: at {values:?} of {case:?}");
                });
            }
        }
        assert!(tried > 500, "{tried}");
    }

    /// A form that is −1 at a solution is never shown to be ≥ 0; some that are least 0 are.
    #[test]
    fn what_is_implied_is_true() {
        let mut shown = 0;
        for text in
            ["(x) -> {(x*x div (x+1))}", "(x) -> {(floor(sqrt(x))*floor(sqrt(x)))}", "(x,y) -> {(y,x*y div (y+1))}"]
        {
            let definition = parse_definition(text).unwrap();
            let Body::Options { heaps, sets } = &definition.body else { panic!("{text}") };
            for case in lower(&definition, heaps, sets, &[], &Budget::unlimited()).unwrap() {
                let Some(multiplied) = Multiplied::new(&case, heaps.len()) else { continue };
                let system = case.system(heaps.len());
                let mut solutions = vec![];
                for_each_solution(&case, heaps.len(), 7, &mut vec![], &mut |values| {
                    if system.forms().iter().all(|form| form.at(values).unwrap() >= 0) {
                        solutions.push(values.to_vec());
                    }
                });
                let symbols = heaps.len() + case.bound.len();
                for (s, t) in (1..symbols).flat_map(|s| [(0, s), (s, 0)]) {
                    let form = Linear::symbol(s).minus(&Linear::symbol(t)).unwrap();
                    let Some(least) = solutions.iter().map(|values| form.at(values).unwrap()).min() else { continue };
                    let above = |bound: i128| {
                        let goal = form.minus(&Linear::constant(bound)).unwrap();
                        multiplied.imply(&goal, &mut Effort::default())
                    };
                    assert!(!above(least + 1), "{text}: {form:?} is {least} somewhere in {case:?}");
                    shown += usize::from(above(least));
                }
            }
        }
        assert!(shown > 0);
    }

    /// What is added holds wherever the case does; and something is added.
    #[test]
    fn what_is_added_is_true() {
        for text in RULESETS {
            let definition = parse_definition(text).unwrap();
            let Body::Options { heaps, sets } = &definition.body else { panic!("{text}") };
            let (mut added, mut held) = (0, 0);
            let mut effort = Effort::default();
            for case in lower(&definition, heaps, sets, &[], &Budget::unlimited()).unwrap() {
                let Ok((case, loops)) = Loops::ordered(case, heaps.len()) else { panic!("{text}") };
                for pairs in [Pairs::Same, Pairs::Different] {
                    let both = (&case, &loops);
                    let facts = sharpened(both, heaps.len(), pairs, &mut effort, &Budget::unlimited()).unwrap();
                    added += facts.len();
                    for_each_solution(&case, heaps.len(), 9, &mut vec![], &mut |values| {
                        for fact in &facts {
                            assert!(fact.at(values).unwrap() >= 0, "{text}: {fact:?} at {values:?} of {case:?}");
                            held += 1;
                        }
                    });
                }
            }
            assert!(added > 0 && held > 0, "{text}: {added}, {held}");
        }
    }
}
