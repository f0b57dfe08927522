//! The loops of a case in machine integers, a whole run of options at a time.
//!
//! The innermost integer v, and products that depend on it, are not walked through
//! one by one with all conditions asked each time. A condition is a polynomial of
//! degree at most 2 in v, and where it is linear or has a negative leading
//! coefficient it holds on an interval, which is solved for once. The heaps of the
//! options are such polynomials as well: from one option to the next they change by
//! differences that change by a constant.
//!
//! Numbers stay within 64 bits, because bounds of all integers are calculated from
//! the largest heaps before anything else; a case in which they are large is left to
//! [`Loops`](super::Loops).

use super::{Bound, Loops};
use crate::heap::linear::Linear;
use num_integer::{div_ceil, div_floor};

/// The options of one case for positions of a box.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    heaps: usize,
    guards: Vec<Form>,
    /// Integers outside of the runs.
    outer: Vec<Level>,
    /// Products of the innermost integer and what comes before it.
    products: Vec<(Form, Form)>,
    /// The conditions of the innermost integer and its products.
    conditions: Vec<Form>,
    /// Whether there is an innermost integer at all.
    has_run: bool,
    /// The heaps of all parts of the option.
    option: Vec<Form>,
    symbols: usize,
}

#[derive(Clone, Debug)]
struct Level {
    product: Option<(Form, Form)>,
    /// The coefficient of the symbol, and the condition without it.
    conditions: Vec<(i64, Form)>,
}

/// Σ coefficient·symbol + constant.
#[derive(Clone, Debug)]
struct Form {
    terms: Vec<(usize, i64)>,
    constant: i64,
}

impl Form {
    fn new(form: &Linear) -> Option<Form> {
        let terms = form.terms().map(|(symbol, c)| Some((symbol, i64::try_from(c).ok()?))).collect::<Option<_>>()?;
        Some(Form { terms, constant: i64::try_from(form.constant).ok()? })
    }

    #[inline]
    fn at(&self, values: &[i64]) -> i64 {
        self.terms.iter().fold(self.constant, |sum, (symbol, c)| sum + c * values[*symbol])
    }

    /// The largest |value| where |symbols| are at most these; none beyond 2⁴⁰.
    fn largest(&self, bounds: &[i128]) -> Option<i128> {
        let terms = self.terms.iter().map(|(symbol, c)| i128::from(*c).abs() * bounds[*symbol]);
        Some(terms.sum::<i128>() + i128::from(self.constant).abs()).filter(|sum| *sum < 1 << 40)
    }

    fn without(&self, symbol: usize) -> Form {
        Form { terms: self.terms.iter().filter(|(s, _)| *s != symbol).copied().collect(), constant: self.constant }
    }

    fn coefficient(&self, symbol: usize) -> i64 {
        self.terms.iter().find(|(s, _)| *s == symbol).map_or(0, |(_, c)| *c)
    }
}

/// c₀ + c₁v + c₂v². Each of its terms is below 2⁴² in the range of v: the bound of a form,
/// or of a product of two, is a bound of the sum of the terms' sizes.
type Polynomial = [i64; 3];

#[inline(always)]
fn value(p: &Polynomial, v: i64) -> i64 {
    p[0] + v * (p[1] + v * p[2])
}

/// Options whose heaps are `start`, then `start` + `first`, then by differences that
/// grow by `second` each time; `count` of them.
pub(crate) struct Run<'a> {
    pub(crate) start: &'a mut [i64],
    pub(crate) first: &'a mut [i64],
    pub(crate) second: &'a [i64],
    pub(crate) count: i64,
}

impl Runs {
    /// The loops of a case for positions with heaps up to `extents`; none if numbers
    /// may become large, or products are of products.
    pub(crate) fn new(loops: &Loops, extents: &[i64]) -> Option<Runs> {
        if !loops.copies.is_empty() {
            return None;
        }
        let heaps = loops.heaps;
        let symbols = heaps + loops.levels.len();
        let guards: Vec<Form> = loops.guards.iter().map(Form::new).collect::<Option<_>>()?;
        let option: Vec<Form> = loops.option.iter().flatten().map(Form::new).collect::<Option<_>>()?;
        // The innermost integer is the last one that is not a product.
        let inner = loops.levels.iter().rposition(|level| matches!(level.bound, Bound::Free { .. }));
        let mut bounds: Vec<i128> = extents.iter().map(|extent| i128::from(*extent)).collect();
        let (mut outer, mut products, mut conditions) = (vec![], vec![], vec![]);
        for (index, level) in loops.levels.iter().enumerate() {
            let symbol = heaps + index;
            let forms: Vec<Form> = level.conditions.iter().map(Form::new).collect::<Option<_>>()?;
            let product = match &level.bound {
                Bound::Free { .. } => None,
                Bound::Product(a, b) => Some((Form::new(a)?, Form::new(b)?)),
                Bound::Computed(_) => return None,
            };
            bounds.push(match &product {
                Some((a, b)) => a.largest(&bounds)?.checked_mul(b.largest(&bounds)?).filter(|b| *b < 1 << 40)?,
                None => range(&forms, symbol, &bounds)?,
            });
            forms.iter().try_for_each(|form| form.largest(&bounds).map(|_| ()))?;
            match inner {
                Some(inner) if index >= inner => {
                    if let Some((a, b)) = product {
                        // A product of products is no polynomial of degree 2.
                        let later = |form: &Form| form.terms.iter().any(|(s, _)| *s > heaps + inner);
                        if later(&a) || later(&b) {
                            return None;
                        }
                        products.push((a, b));
                    }
                    conditions.extend(forms);
                }
                _ => {
                    let split = |form: Form| (form.coefficient(symbol), form.without(symbol));
                    outer.push(Level { product, conditions: forms.into_iter().map(split).collect() });
                }
            }
        }
        guards.iter().chain(&option).try_for_each(|form| form.largest(&bounds).map(|_| ()))?;
        Some(Runs { heaps, guards, outer, products, conditions, has_run: inner.is_some(), option, symbols })
    }

    /// Whether the options of a position are one run at most, so that nothing is searched for.
    pub(crate) fn is_one_run(&self) -> bool {
        self.outer.is_empty()
    }

    /// Calls `visit` with all options of a position, run by run, until it returns
    /// false; whether it never did.
    pub(crate) fn for_each(&self, position: &[i64], room: &mut Room, visit: &mut impl FnMut(Run<'_>) -> bool) -> bool {
        room.values.clear();
        room.values.extend_from_slice(position);
        room.values.resize(self.symbols, 0);
        if self.guards.iter().any(|guard| guard.at(&room.values) < 0) {
            return true;
        }
        self.level(0, room, visit)
    }

    fn level(&self, depth: usize, room: &mut Room, visit: &mut impl FnMut(Run<'_>) -> bool) -> bool {
        let Some(level) = self.outer.get(depth) else { return self.run(room, visit) };
        let symbol = self.heaps + depth;
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        for (coefficient, rest) in &level.conditions {
            let rest = rest.at(&room.values);
            if *coefficient > 0 {
                low = low.max(div_ceil(-rest, *coefficient));
            } else {
                high = high.min(div_floor(rest, -*coefficient));
            }
        }
        if let Some((a, b)) = &level.product {
            let product = a.at(&room.values) * b.at(&room.values);
            (low, high) = (low.max(product), high.min(product));
        }
        let mut value = low;
        while value <= high {
            room.values[symbol] = value;
            if !self.level(depth + 1, room, visit) {
                return false;
            }
            value += 1;
        }
        true
    }

    /// A form as a polynomial of the innermost integer.
    fn polynomial(&self, form: &Form, room: &Room) -> Polynomial {
        let inner = self.heaps + self.outer.len();
        let mut p = [form.constant, 0, 0];
        for (symbol, c) in &form.terms {
            let c = *c;
            if *symbol < inner {
                p[0] += c * room.values[*symbol];
            } else if *symbol == inner {
                p[1] += c;
            } else {
                room.products[*symbol - inner - 1].iter().zip(&mut p).for_each(|(q, p)| *p += c * q);
            }
        }
        p
    }

    fn run(&self, room: &mut Room, visit: &mut impl FnMut(Run<'_>) -> bool) -> bool {
        room.products.clear();
        for (a, b) in &self.products {
            let (a, b) = (self.polynomial(a, room), self.polynomial(b, room));
            // Both are linear in the innermost integer.
            room.products.push([a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]]);
        }
        let (mut low, mut high) = if self.has_run { (i64::MIN, i64::MAX) } else { (0, 0) };
        room.open.clear();
        for form in &self.conditions {
            let p = self.polynomial(form, room);
            // Linear conditions bound the integer; others are solved within bounds.
            match p {
                [c, 0, 0] if c < 0 => return true,
                [_, 0, 0] => {}
                [c, b, 0] if b > 0 => low = low.max(div_ceil(-c, b)),
                [c, b, 0] => high = high.min(div_floor(c, -b)),
                p => room.open.push(p),
            }
        }
        if low > high {
            return true;
        }
        let mut convex = false;
        for p in &room.open {
            if p[2] > 0 {
                convex = true;
            } else {
                (low, high) = solve(p, low, high);
            }
        }
        room.option.clear();
        for form in &self.option {
            let p = self.polynomial(form, room);
            room.option.push(p);
        }
        if !convex {
            return low > high || self.visit(low, high, room, visit);
        }
        // Conditions that hold outside of an interval are asked one by one.
        let mut v = low;
        while v <= high {
            if room.open.iter().all(|p| value(p, v) >= 0) && !self.visit(v, v, room, visit) {
                return false;
            }
            v += 1;
        }
        true
    }

    fn visit(&self, low: i64, high: i64, room: &mut Room, visit: &mut impl FnMut(Run<'_>) -> bool) -> bool {
        room.start.clear();
        room.first.clear();
        room.second.clear();
        for p in &room.option {
            room.start.push(value(p, low));
            room.first.push(value(p, low + 1) - value(p, low));
            room.second.push(2 * p[2]);
        }
        let count = high - low + 1;
        visit(Run { start: &mut room.start, first: &mut room.first, second: &room.second, count })
    }
}

/// Room for the numbers of the loops, used again for every position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    values: Vec<i64>,
    products: Vec<Polynomial>,
    open: Vec<Polynomial>,
    option: Vec<Polynomial>,
    start: Vec<i64>,
    first: Vec<i64>,
    second: Vec<i64>,
}

impl Room {
    /// A run that begins at a position and stays there: its start and differences.
    #[inline(always)]
    pub(super) fn run_from(&mut self, position: &[i64]) -> [&mut [i64]; 3] {
        self.start.clear();
        self.start.extend_from_slice(position);
        for differences in [&mut self.first, &mut self.second] {
            differences.clear();
            differences.resize(position.len(), 0);
        }
        [&mut self.start, &mut self.first, &mut self.second]
    }
}

/// The largest |value| of a symbol between its conditions, where |earlier symbols|
/// are at most `bounds`; none beyond 2⁴⁰ or if it has no bound.
fn range(conditions: &[Form], symbol: usize, bounds: &[i128]) -> Option<i128> {
    let of_sign = |sign: i64| {
        let forms = conditions.iter().filter(|form| form.coefficient(symbol).signum() == sign);
        let bounds = forms.filter_map(|form| form.without(symbol).largest(bounds));
        bounds.min()
    };
    Some(of_sign(1)?.max(of_sign(-1)?) + 1).filter(|bound| *bound < 1 << 40)
}

/// The integers from `low` to `high` at which a polynomial with a negative leading
/// coefficient is ≥ 0: those between its roots. Where roots are rounded, steps decide.
#[expect(clippy::cast_precision_loss)]
fn solve(p: &Polynomial, low: i64, high: i64) -> (i64, i64) {
    if low > high {
        return (0, -1);
    }
    let [c, b, a] = p.map(|coefficient| coefficient as f64);
    let within = |x: f64| (x as i64).clamp(low, high);
    // It rises up to −b/2a and falls from there: if it is ≥ 0 anywhere then beside it, or
    // at the end of the range that is nearest to it.
    let top = -b / (2.0 * a);
    let Some(inside) = [within(top.floor()), within(top.ceil())].into_iter().find(|v| value(p, *v) >= 0) else {
        return (0, -1);
    };
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt() / (-2.0 * a);
    let mut first = within((top - root).ceil()).min(inside);
    while first > low && value(p, first - 1) >= 0 {
        first -= 1;
    }
    while value(p, first) < 0 {
        first += 1;
    }
    let mut last = within((top + root).floor()).max(inside);
    while last < high && value(p, last + 1) >= 0 {
        last += 1;
    }
    while value(p, last) < 0 {
        last -= 1;
    }
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::notation::parse_definition;
    use crate::heap::ruleset::Ruleset;
    use crate::heap::table::positions;

    /// Roots that are rounded are found by steps.
    #[test]
    fn intervals_of_polynomials() {
        let far = 1 << 19;
        for (a, b) in (-3..0).flat_map(|a| (-40..40).map(move |b| (a, b))) {
            for (c, shift) in (-9..60).flat_map(|c| [0, 1000, far].map(move |shift| (c, shift))) {
                // a(v − shift)² + b(v − shift) + c
                let p = [a * shift * shift - b * shift + c, b - 2 * a * shift, a];
                for (low, high) in [(-50, 50), (0, 3), (-3, 0), (5, 4)].map(|(l, h)| (l + shift, h + shift)) {
                    let holds: Vec<i64> = (low..=high).filter(|v| value(&p, *v) >= 0).collect();
                    let (first, last) = solve(&p, low, high);
                    let expected = holds.first().map_or((0, -1), |first| (*first, holds[holds.len() - 1]));
                    assert_eq!((first, last), expected, "{p:?} from {low} to {high}");
                }
            }
        }
    }

    /// Runs visit the options that the loops visit, as often.
    #[test]
    fn runs_equal_loops() {
        for text in [
            "(x,y) -> { (x-i*i, y) | 1 <= i }",
            "(x,y) -> { (x-i, y) | 1 <= i <= y }",
            "(x,y) -> { (x-i, y-j) | 1 <= i, 0 <= j, 2i <= x, j <= i }",
            "(x,y) -> { (a, y) | a < x } U { (x, b) | b < y, a < b }",
            "(x,y) -> { (x-i*j, y) | 1 <= i, 1 <= j <= 3 }",
            "(x,y) -> { (x-i*(i+2), y-i) | i != 0 }",
            "(x,y) -> { (x-i, y) | 1 <= i, i*i >= x }",
            "(x,y) -> { (x-i, y) | 1 <= i, 8 <= i*i <= 40 }",
            "(x,y) -> { (x-i, y) | i*(7-i) >= 3, 1 <= i }",
            "(x,y) -> { (x div 2, y) | 1 <= x } U { (x, y mod 3) | 3 <= y }",
            "(x) -> { (i)+(x-2-i) | 0 <= i, x >= 2 } U { 0 | x = 3 }",
            "(x,y) -> { (min(x,y)-1, y) }",
        ] {
            let ruleset = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap();
            let extents = vec![17; ruleset.heaps()];
            let to = vec![17; ruleset.heaps()];
            let pairs = ruleset.loops().flat_map(|loops| positions(&to).map(move |position| (loops, position)));
            for (loops, position) in pairs.collect::<Vec<_>>() {
                let runs = Runs::new(loops, &extents).unwrap_or_else(|| panic!("{text}"));
                let (mut expected, mut found) = (vec![], vec![]);
                loops
                    .for_each(&position, &miyama_budget::Budget::unlimited(), &mut |option| {
                        expected.push(option.iter().flatten().map(|heap| heap.cast_signed()).collect::<Vec<i64>>());
                        true
                    })
                    .unwrap();
                let signed: Vec<i64> = position.iter().map(|heap| heap.cast_signed()).collect();
                runs.for_each(&signed, &mut Room::default(), &mut |run| {
                    for _ in 0..run.count {
                        found.push(run.start.to_vec());
                        for ((heap, first), second) in run.start.iter_mut().zip(run.first.iter_mut()).zip(run.second) {
                            *heap += *first;
                            *first += second;
                        }
                    }
                    true
                });
                expected.sort();
                found.sort();
                assert_eq!(found, expected, "{text} at {position:?}");
            }
        }
    }
}
