//! Functions in the conditions and options of a ruleset. Each value is an integer of
//! the case that is computed; what is known of it for all arguments is stated as
//! linear conditions, so that what it bounds is bounded.

use super::super::formula::{Formula, Names};
use super::super::linear::Linear;
use super::super::notation::{
    Comparison, Condition, Expression, ExpressionKind as Kind, Function, LetValue, Name, Relation, Sequence,
    calls_itself,
};
use super::super::ruleset::{Bound, Case};
use super::between::Between;
use super::computed::{Computed, Known};
use super::{DEEPEST, Lowering, Valued};
use miyama_budget::Mistake;
use miyama_text::say;
use num_integer::Roots;
use std::ops::Range;
use std::sync::Arc;

fn of(kind: Kind) -> Expression {
    Expression { kind, at: 0..0 }
}

fn named(text: &str) -> Expression {
    of(Kind::Name(Name { text: text.to_owned(), at: 0..0 }))
}

pub(super) fn is_phi(name: &str) -> bool {
    ["phi", "φ", "ϕ"].contains(&name)
}

/// 1 if a0 is a member of the sequence, else 0.
pub(super) fn membership(sequence: Sequence) -> Expression {
    let set = Name { text: sequence.name().to_owned(), at: 0..0 };
    let member = Condition::AmongNamed(named("a0"), set);
    of(Kind::Choice(Box::new(member), Box::new(Expression::from(1)), Box::new(Expression::from(0))))
}

/// a = b for every pair.
pub(super) fn equations(left: &[Expression], right: &[Expression]) -> Vec<Condition> {
    let equal = |(a, b): (&Expression, &Expression)| {
        Condition::Chain(a.clone(), vec![Comparison { relation: Relation::Equal, term: b.clone() }])
    };
    left.iter().zip(right).map(equal).collect()
}

impl Lowering<'_> {
    /// The same one function deeper.
    pub(super) fn deeper(&self, at: &Range<usize>) -> Result<Self, Mistake> {
        if self.depth >= DEEPEST {
            return Err(Mistake::new(at.clone(), say!("notation.too_deep", most = DEEPEST)));
        }
        Ok(Lowering { depth: self.depth + 1, ..self.clone() })
    }

    /// The integer of the case that is this expression in a0, a1, … of the arguments.
    pub(super) fn computed(
        &self,
        case: Case,
        expression: &Expression,
        arguments: Vec<Linear>,
    ) -> Result<(Case, Linear), Mistake> {
        let names = (0..arguments.len()).map(|place| format!("a{place}")).collect();
        self.computed_of(case, expression, expression.to_string(), names, arguments, Known::of(expression))
    }

    fn computed_of(
        &self,
        mut case: Case,
        expression: &Expression,
        text: String,
        names: Vec<String>,
        arguments: Vec<Linear>,
        known: Option<Known>,
    ) -> Result<(Case, Linear), Mistake> {
        let given: Vec<_> = self.parameters.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let names = Names::only(names).with_lets(&self.definition.lets, &given);
        let formula = Formula::of_expression(expression, &names)?;
        let new = Computed { text, formula: Arc::new(formula), arguments, known };
        let met = case.bound.iter().position(|bound| matches!(bound, Bound::Computed(met) if *met == new));
        let symbol = self.heaps.len() + met.unwrap_or(case.bound.len());
        if met.is_none() {
            case.bound.push(Bound::Computed(new));
        }
        Ok((case, Linear::symbol(symbol)))
    }

    /// A number that is computed from the names in it, of which only rough bounds are known.
    fn general(&self, expression: &Expression, case: Case) -> Result<Vec<Valued>, Mistake> {
        let mut names: Vec<&Name> = vec![];
        expression.names(&mut |name| {
            let number = !self.parameters.contains_key(name.text.as_str())
                && !self.definition.lets.iter().any(|one| one.name == *name)
                && (!is_phi(&name.text) || self.heaps.contains(name));
            if number && !names.contains(&name) {
                names.push(name);
            }
        });
        let mut arguments = vec![];
        for name in &names {
            let [(_, form)] = self
                .named(name, case.clone())?
                .try_into()
                .map_err(|_| Mistake::new(name.at.clone(), say!("ruleset.stray", name = &name.text)))?;
            arguments.push(form);
        }
        let names = names.iter().map(|name| name.text.clone()).collect();
        // Names of `let`s and parameters may mean something else in another definition.
        let lets: String = self.definition.lets.iter().map(|one| format!("{one} ")).collect();
        let given: String = self.parameters.iter().map(|(name, value)| format!("{name} = {value} ")).collect();
        let text = format!("{lets}{given}{expression}");
        let (case, value) = self.computed_of(case, expression, text, names, arguments, None)?;
        let (inner, up) = match &expression.kind {
            Kind::Apply(Function::Floor, parts) => (parts.first(), false),
            Kind::Apply(Function::Ceiling, parts) => (parts.first(), true),
            _ => (None, false),
        };
        let Some(between) = inner.and_then(|inner| self.bounds(inner, &case)) else {
            return Ok(vec![(case, value)]);
        };
        // t/d ≤ ⌈t/d⌉ ≤ (t+d−1)/d and (t−d+1)/d ≤ ⌊t/d⌋ ≤ t/d.
        let Between { low, high, over } = between;
        let (less, more) = if up { (0, over - 1) } else { (over - 1, 0) };
        let times = Linear::default().combine(1, &value, over).map_err(|e| self.too_large(e))?;
        let above = high.minus(&times).and_then(|form| form.plus(&Linear::constant(more)));
        let below = times.minus(&low).and_then(|form| form.plus(&Linear::constant(less)));
        let known = vec![above.map_err(|e| self.too_large(e))?, below.map_err(|e| self.too_large(e))?];
        self.possible(vec![(case.with(known), value)])
    }

    /// Linear forms between which a number lies, fractions and roots included: 1.618 ≤ φ ≤ 1.619,
    /// √n ≤ n for whole n, and 1 ≤ √n for n ≥ 1, 0 ≤ a/b ≤ a for a ≥ 0 and b ≥ 1.
    fn bounds(&self, number: &Expression, case: &Case) -> Option<Between> {
        let never_negative = |form: &Linear| case.system(self.heaps.len()).implies(form).ok().filter(|holds| *holds);
        match &number.kind {
            Kind::Name(name) if is_phi(&name.text) && !self.heaps.contains(name) => {
                Between::constants(1618, 1619, 1000)
            }
            Kind::Number(_) | Kind::Name(_) => {
                let values = self.value(number, case.clone()).ok()?;
                let [(_, form)] = values.as_slice() else { return None };
                Between::new(form.clone(), form.clone(), 1)
            }
            Kind::Sum(a, b) => self.bounds(a, case)?.plus(&self.bounds(b, case)?),
            Kind::Difference(a, b) => self.bounds(a, case)?.minus(&self.bounds(b, case)?),
            Kind::Product(a, b) => {
                let (a, b) = (self.bounds(a, case)?, self.bounds(b, case)?);
                let (factor, other) = if a.is_constant() { (a, b) } else { (b, a) };
                if !factor.is_constant() || factor.low.constant < 0 {
                    return None;
                }
                never_negative(&other.low)?;
                other.times(factor.low.constant, factor.high.constant, factor.over)
            }
            Kind::Power(base, exponent) => {
                let (base, exponent) = (self.bounds(base, case)?, self.bounds(exponent, case)?);
                let whole = exponent.is_constant() && exponent.low == exponent.high && exponent.over == 1;
                if !whole || !(0..=8).contains(&exponent.low.constant) || !base.is_constant() || base.low.constant < 0 {
                    return None;
                }
                let one = Between::constants(1, 1, 1)?;
                (0..exponent.low.constant)
                    .try_fold(one, |power, _| power.times(base.low.constant, base.high.constant, base.over))
            }
            Kind::Fraction(a, b) => {
                let (a, b) = (self.bounds(a, case)?, self.bounds(b, case)?);
                never_negative(&a.low)?;
                if b.is_constant() && b.low.constant > 0 {
                    let inverse = b.inverse()?;
                    return a.times(inverse.low.constant, inverse.high.constant, inverse.over);
                }
                never_negative(&b.low.minus(&Linear::constant(b.over)).ok()?)?;
                Between::new(Linear::default(), a.high, a.over)
            }
            Kind::Apply(Function::Root, parts) => {
                let of = self.bounds(parts.first()?, case)?;
                if of.is_constant() && of.low == of.high && of.over == 1 && of.low.constant >= 0 {
                    let root = of.low.constant.checked_mul(1_000_000)?.sqrt();
                    return Between::constants(root, root.checked_add(1)?, 1000);
                }
                never_negative(&of.low)?;
                // √t ≤ t from 1 on; for 0 < t < 1 is √t ≤ 1 ≤ high, a whole number.
                if of.over != 1 {
                    return None;
                }
                // From 1 on it is 1 and more.
                let least = i128::from(never_negative(&of.low.minus(&Linear::constant(1)).ok()?).is_some());
                Between::new(Linear::constant(least), of.high, 1)
            }
            _ => None,
        }
    }

    pub(super) fn power(&self, base: &Expression, exponent: &Expression, case: Case) -> Result<Vec<Valued>, Mistake> {
        self.pair(base, exponent, case, |case, base, exponent| {
            let large = |e| self.too_large(e);
            if exponent.is_constant() && exponent.constant < 0 {
                return Ok(vec![]);
            }
            if exponent.is_constant() && (exponent.constant <= 6 || base.is_constant() && exponent.constant < 128) {
                let mut values = vec![(case, Linear::constant(1))];
                for _ in 0..exponent.constant {
                    let mut next = vec![];
                    for (case, so_far) in values {
                        next.extend(self.product(case, &so_far, &base)?);
                    }
                    values = next;
                }
                return Ok(values);
            }
            let power = of(Kind::Power(Box::new(named("a0")), Box::new(named("a1"))));
            let (case, value) = self.computed(case, &power, vec![base.clone(), exponent.clone()])?;
            let mut facts = vec![exponent.clone()];
            if base.is_constant() && base.constant >= 1 {
                // (1 + c)^d ≥ 1 + c·d for whole d: Bernoulli for d ≥ 0, and below the right side is not
                // positive if c ≥ 1. With d = e − k both sides times (1 + c)^k: a bound for small powers,
                // k = 0, and a steep one that keeps the exponent short where powers are large.
                let b = base.constant;
                let steep =
                    (0..=20).map_while(|k| Some((k, b.checked_pow(k)?))).take_while(|(_, power)| *power <= 1 << 20);
                let steep = steep.last().filter(|(k, power)| *k > 0 && *power > 1);
                for (k, times) in [(0, 1)].into_iter().chain(steep) {
                    let d = exponent.minus(&Linear::constant(i128::from(k))).map_err(large)?;
                    let least = Linear::constant(times).combine(1, &d, times * (b - 1)).map_err(large)?;
                    facts.push(value.minus(&least).map_err(large)?);
                }
            }
            let natural = case.system(self.heaps.len()).implies(&base).map_err(large)?;
            if exponent.is_constant() && exponent.constant >= 1 && natural {
                // aᵉ ≥ a and aᵉ ≥ 1 + e·(a − 1) for a ≥ 0: Bernoulli for a ≥ 1, and 0 ≥ 1 − e.
                let e = exponent.constant;
                let steep = Linear::constant(1 - e).combine(1, &base, e).map_err(large)?;
                facts.push(value.minus(&base).map_err(large)?);
                facts.push(value.minus(&steep).map_err(large)?);
            }
            self.possible(vec![(case.with(facts), value)])
        })
    }

    /// aᵉ mod m, from 0 to m − 1, without the power itself: that may be larger than any number here.
    pub(super) fn power_residue(
        &self,
        base: &Expression,
        exponent: &Expression,
        modulus: &Expression,
        case: Case,
    ) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        let power = of(Kind::Power(Box::new(named("a0")), Box::new(named("a1"))));
        let residue = of(Kind::Remainder(Box::new(power), Box::new(named("a2"))));
        let mut all = vec![];
        for (case, modulus) in self.value(modulus, case)? {
            all.extend(self.pair(base, exponent, case, |case, base, exponent| {
                let arguments = vec![base, exponent.clone(), modulus.clone()];
                let (case, value) = self.computed(case, &residue, arguments)?;
                let below = modulus.minus(&value).and_then(|rest| rest.plus(&Linear::constant(-1))).map_err(large)?;
                self.possible(vec![(case.with(vec![exponent, value.clone(), below]), value)])
            })?);
        }
        self.few(all.len())?;
        Ok(all)
    }

    /// ⌊a/b⌋, or upwards ⌈a/b⌉ = −⌊−a/b⌋. Where b may be negative, a/b = −a/−b.
    fn rounded_fraction(
        &self,
        a: &Expression,
        b: &Expression,
        up: bool,
        at: &Range<usize>,
        case: Case,
    ) -> Result<Vec<Valued>, Mistake> {
        let negative = |number: &Expression| of(Kind::Negative(Box::new(number.clone())));
        let down = |a: &Expression, b: &Expression| {
            let above = if up { negative(a) } else { a.clone() };
            let kind = Kind::Quotient(Box::new(above), Box::new(b.clone()));
            let quotient = Expression { kind, at: at.clone() };
            if up { Expression { kind: Kind::Negative(Box::new(quotient)), at: at.clone() } } else { quotient }
        };
        let mut all = self.value(&down(a, b), case.clone())?;
        if self.value(b, case.clone())?.iter().any(|(_, form)| !form.is_constant()) {
            all.extend(self.value(&down(&negative(a), &negative(b)), case)?);
        }
        self.possible(all)
    }

    pub(super) fn apply(
        &self,
        function: Function,
        parts: &[Expression],
        whole: &Expression,
        case: Case,
    ) -> Result<Vec<Valued>, Mistake> {
        let first = &parts[0];
        match (function, &first.kind) {
            (Function::Root, _) => {
                let mistake = Mistake::new(whole.at.clone(), say!("formula.not_whole"));
                return Err(mistake.with_hint(say!("formula.use_floor")));
            }
            (Function::Floor, Kind::Fraction(a, b)) if self.is_whole(a) && self.is_whole(b) => {
                return self.rounded_fraction(a, b, false, &whole.at, case);
            }
            (Function::Ceiling, Kind::Fraction(a, b)) if self.is_whole(a) && self.is_whole(b) => {
                return self.rounded_fraction(a, b, true, &whole.at, case);
            }
            (Function::Floor, Kind::Apply(Function::Root, inner)) if self.is_whole(&inner[0]) => {
                let mut all = vec![];
                for (case, value) in self.value(&inner[0], case)? {
                    all.extend(self.root(case, value)?);
                }
                return Ok(all);
            }
            (Function::Ceiling, Kind::Apply(Function::Root, inner)) if self.is_whole(&inner[0]) => {
                let mut all = vec![];
                for (case, value) in self.value(&inner[0], case)? {
                    all.extend(self.root_above(case, value)?);
                }
                return Ok(all);
            }
            (Function::Floor | Function::Ceiling, _) if self.is_whole(first) => return self.value(first, case),
            (Function::Floor | Function::Ceiling, _) => return self.general(whole, case),
            _ => {}
        }
        let mut so_far = vec![(case, vec![])];
        for part in parts {
            let mut next = vec![];
            for (case, values) in so_far {
                for (case, value) in self.value(part, case)? {
                    next.push((case, [values.as_slice(), &[value]].concat()));
                }
            }
            self.few(next.len())?;
            so_far = next;
        }
        let mut all = vec![];
        for (case, mut values) in so_far {
            // A base that is left out is 2.
            if values.len() < function.takes().1 {
                values.push(Linear::constant(2));
            }
            all.extend(match function {
                Function::BitAnd => self.common_digits(case, &values)?,
                Function::NimSum => self.by_common_digits(case, &values, 2)?,
                Function::BitOr => self.by_common_digits(case, &values, 1)?,
                Function::Digit => self.digit(case, values)?,
                _ => self.applied(function, case, values)?,
            });
        }
        self.possible(all)
    }

    /// t = ⌊√n⌋ is 0 where n is. Else t ≥ 1 and t² ≤ n, so that t ≤ n, and 3t − 2 ≤ n because
    /// (t − 1)(t − 2) ≥ 0.
    fn root(&self, case: Case, value: Linear) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        let root = of(Kind::Apply(Function::Root, vec![named("a0")]));
        let floor = of(Kind::Apply(Function::Floor, vec![root]));
        let (case, t) = self.computed(case, &floor, vec![value.clone()])?;
        let third =
            Linear::constant(2).combine(1, &value, 1).and_then(|form| form.combine(1, &t, -3)).map_err(large)?;
        let minus = |a: &Linear, b: &Linear| a.minus(b).map_err(large);
        let (zero, one) = (Linear::default(), Linear::constant(1));
        let none = vec![value.clone(), minus(&zero, &value)?, t.clone(), minus(&zero, &t)?];
        let some = vec![minus(&value, &one)?, minus(&t, &one)?, minus(&value, &t)?, third];
        self.possible(vec![(case.clone().with(none), t.clone()), (case.with(some), t)])
    }

    /// ⌈√n⌉ is 0 where n is, and else ⌊√(n−1)⌋ + 1: k² < n ≤ (k+1)² is k² ≤ n − 1 < (k+1)².
    fn root_above(&self, case: Case, value: Linear) -> Result<Vec<Valued>, Mistake> {
        let less = value.minus(&Linear::constant(1)).map_err(|e| self.too_large(e))?;
        let none = vec![value.clone(), Linear::default().minus(&value).map_err(|e| self.too_large(e))?];
        let mut all = self.possible(vec![(case.clone().with(none), Linear::default())])?;
        for (case, root) in self.root(case.with(vec![less.clone()]), less)? {
            all.push((case, root.plus(&Linear::constant(1)).map_err(|e| self.too_large(e))?));
        }
        Ok(all)
    }

    /// A function of whole numbers, with what is known of it.
    pub(super) fn applied(&self, function: Function, case: Case, of_what: Vec<Linear>) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        let names = (0..of_what.len()).map(|place| named(&format!("a{place}"))).collect();
        let (case, t) = self.computed(case, &of(Kind::Apply(function, names)), of_what.clone())?;
        let one = Linear::constant(1);
        let minus = |a: &Linear, b: &Linear| a.minus(b).map_err(large);
        let a = &of_what[0];
        let b = of_what.get(1).unwrap_or(a);
        let valued = |facts: Vec<Linear>| (case.clone().with(facts), t.clone());
        Ok(match function {
            Function::Gcd | Function::Lcm => {
                // Where one of them is 0 the other is the divisor, and 0 the multiple.
                let zero = |form: &Linear| Ok::<_, Mistake>(vec![form.clone(), minus(&Linear::default(), form)?]);
                let mut all = vec![];
                for (x, y) in [(a, b), (b, a)] {
                    for sign in [1, -1] {
                        let size = Linear::default().combine(1, y, sign).map_err(large)?;
                        let value = if function == Function::Gcd { size.clone() } else { Linear::default() };
                        let mut facts = [zero(x)?, zero(&minus(&t, &value)?)?].concat();
                        facts.push(size);
                        all.push(valued(facts));
                    }
                }
                for (sign_a, sign_b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let x = Linear::default().combine(1, a, sign_a).map_err(large)?;
                    let y = Linear::default().combine(1, b, sign_b).map_err(large)?;
                    let mut facts = vec![minus(&x, &one)?, minus(&y, &one)?, minus(&t, &one)?];
                    facts.extend(match function {
                        Function::Gcd => [minus(&x, &t)?, minus(&y, &t)?],
                        _ => [minus(&t, &x)?, minus(&t, &y)?],
                    });
                    all.push(valued(facts));
                }
                all
            }
            // 0 ≤ t ≤ min(a, b)
            Function::BitAnd => vec![valued(vec![a.clone(), b.clone(), t.clone(), minus(a, &t)?, minus(b, &t)?])],
            // 2^t ≤ a and 2^t ≥ t + 1.
            Function::TwoAdic => {
                let below = minus(a, &one)?;
                vec![valued(vec![below.clone(), t.clone(), minus(&below, &t)?])]
            }
            // The same, and t ≥ 1 unless a = 1.
            Function::Logarithm => {
                let (below, zero) = (minus(a, &one)?, Linear::default());
                let alone = vec![below.clone(), minus(&zero, &below)?, t.clone(), minus(&zero, &t)?];
                vec![valued(alone), valued(vec![minus(&below, &one)?, minus(&t, &one)?, minus(&below, &t)?])]
            }
            Function::DigitSum | Function::Digits => self.of_digits(function, (a, b), &case, &t)?,
            Function::Digit => {
                let base = of_what.get(2).unwrap_or(b);
                let facts = vec![a.clone(), b.clone(), minus(base, &Linear::constant(2))?, t.clone()];
                let below = minus(&minus(base, &one)?, &t)?;
                vec![valued([facts, vec![minus(a, &t)?, below]].concat())]
            }
            // t ≥ 1 and t ≥ a
            Function::Factorial => vec![valued(vec![a.clone(), minus(&t, &one)?, minus(&t, a)?])],
            // There is no way to choose more than there are, one to choose none or all, else a or more.
            Function::Binomial => {
                let zero = Linear::default();
                let is = |form: &Linear| Ok::<_, Mistake>(vec![form.clone(), minus(&zero, form)?]);
                let (more, above) = (minus(&minus(b, a)?, &one)?, minus(&minus(a, b)?, &one)?);
                let alone = minus(&t, &one)?;
                vec![
                    valued([vec![a.clone(), more], is(&t)?].concat()),
                    valued([vec![a.clone()], is(b)?, is(&alone)?].concat()),
                    valued([vec![minus(a, &one)?], is(&minus(a, b)?)?, is(&alone)?].concat()),
                    valued(vec![minus(b, &one)?, above, minus(&t, a)?]),
                ]
            }
            // Handled where they are met.
            Function::Floor | Function::Ceiling | Function::Root | Function::NimSum | Function::BitOr => {
                vec![valued(vec![])]
            }
        })
    }

    /// A function of a `let`: put in, or computed where it calls itself.
    pub(super) fn call(
        &self,
        name: &Name,
        parts: &[Expression],
        whole: &Expression,
        case: Case,
    ) -> Result<Vec<Valued>, Mistake> {
        let given = self.definition.lets.iter().find(|one| one.name == *name).map(|one| &one.value);
        let Some(LetValue::Function(parameters, body)) = given else {
            return Err(Mistake::new(name.at.clone(), say!("notation.unknown_function", name = &name.text)));
        };
        if calls_itself(self.definition.lets.iter(), &name.text) {
            return self.general(whole, case);
        }
        let argument = |name: &Name| {
            let place = parameters.iter().position(|parameter| parameter == name)?;
            parts.get(place).cloned()
        };
        self.deeper(&whole.at)?.value(&body.replaced(&argument), case)
    }

    /// Whether a number has no fraction and no root in it that is not rounded.
    fn is_whole(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Name(name) => !is_phi(&name.text) || self.heaps.contains(name),
            Kind::Fraction(..) | Kind::Apply(Function::Root, _) => false,
            Kind::Apply(..) | Kind::Call(..) => true,
            _ => {
                let mut whole = true;
                expression.for_each_part(&mut |part| whole &= self.is_whole(part));
                whole
            }
        }
    }
}
