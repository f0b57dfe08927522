//! Expressions as linear forms: `|e|`, `min` and `max` split into cases; quotients and products
//! get integers of their own.

use super::super::linear::{Linear, TooLarge};
use super::super::notation::{Expression, ExpressionKind as Kind, LetValue, Name};
use super::super::ruleset::{Argument, Bound, Case};
use super::{Lowering, Valued};
use miyama_budget::Mistake;
use miyama_text::say;
use num_integer::{Integer, div_floor};

/// A power that no product of a few factors is.
fn is_long_power(expression: &Expression) -> bool {
    matches!(&expression.kind, Kind::Power(_, exponent) if !matches!(exponent.kind, Kind::Number(..=6)))
}

/// The expression with the residue p mod m in the place of each long power p that is a term or a factor of it:
/// modulo m nothing changes, and powers of any size have small residues. None where there is no such power.
fn with_residues(expression: &Expression, by: &Expression) -> Option<Expression> {
    let both = |a: &Expression, b: &Expression, join: fn(Box<Expression>, Box<Expression>) -> Kind| {
        let (left, right) = (with_residues(a, by), with_residues(b, by));
        if left.is_none() && right.is_none() {
            return None;
        }
        let or = |found: Option<Expression>, else_: &Expression| Box::new(found.unwrap_or_else(|| else_.clone()));
        Some(join(or(left, a), or(right, b)))
    };
    let kind = match &expression.kind {
        Kind::Power(..) if is_long_power(expression) => {
            Kind::Remainder(Box::new(expression.clone()), Box::new(by.clone()))
        }
        Kind::Negative(a) => Kind::Negative(Box::new(with_residues(a, by)?)),
        Kind::Sum(a, b) => both(a, b, Kind::Sum)?,
        Kind::Difference(a, b) => both(a, b, Kind::Difference)?,
        Kind::Product(a, b) => both(a, b, Kind::Product)?,
        _ => return None,
    };
    Some(Expression { kind, at: expression.at.clone() })
}

impl Lowering<'_> {
    pub(super) fn value(&self, expression: &Expression, case: Case) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        match &expression.kind {
            Kind::Number(number) => Ok(vec![(case, Linear::constant(i128::from(*number)))]),
            Kind::Name(name) => self.named(name, case),
            Kind::Negative(a) => {
                let zero = Linear::constant(0);
                self.value(a, case)?.into_iter().map(|(c, a)| Ok((c, zero.minus(&a).map_err(large)?))).collect()
            }
            Kind::Sum(a, b) => self.pair(a, b, case, |c, a, b| Ok(vec![(c, a.plus(&b).map_err(large)?)])),
            Kind::Difference(a, b) => self.pair(a, b, case, |c, a, b| Ok(vec![(c, a.minus(&b).map_err(large)?)])),
            Kind::Product(a, b) => self.pair(a, b, case, |c, a, b| self.product(c, &a, &b)),
            Kind::Quotient(a, by) | Kind::Fraction(a, by) => {
                self.positive(by)?;
                self.pair(a, by, case, |c, a, b| self.division(c, &a, &b, true))
            }
            Kind::Remainder(a, by) => {
                self.positive(by)?;
                if let Kind::Power(base, exponent) = &a.kind
                    && is_long_power(a)
                {
                    return self.power_residue(base, exponent, by, case);
                }
                if let Some(a) = with_residues(a, by) {
                    return self.pair(&a, by, case, |c, a, b| self.division(c, &a, &b, false));
                }
                self.pair(a, by, case, |c, a, b| self.division(c, &a, &b, false))
            }
            Kind::Absolute(a) => {
                let mut all = Vec::new();
                for (case, a) in self.value(a, case)? {
                    let negative = Linear::constant(0).minus(&a).map_err(large)?;
                    let below = negative.plus(&Linear::constant(-1)).map_err(large)?;
                    all.push((case.clone().with(vec![a.clone()]), a));
                    all.push((case.with(vec![below]), negative));
                }
                self.possible(all)
            }
            Kind::Least(parts) => self.extreme(parts, -1, case),
            Kind::Greatest(parts) => self.extreme(parts, 1, case),
            Kind::Power(base, exponent) => self.power(base, exponent, case),
            Kind::Apply(function, parts) => self.apply(*function, parts, expression, case),
            Kind::Call(name, parts) => self.call(name, parts, expression, case),
            Kind::Indexed(name, _) => {
                Err(Mistake::new(expression.at.clone(), say!("notation.not_indexed", name = &name.text)))
            }
            Kind::Choice(condition, a, b) => {
                let mut all = vec![];
                for (holds, value) in [(true, a), (false, b)] {
                    for case in self.each(vec![case.clone()], |case| self.condition(condition, holds, case))? {
                        all.extend(self.value(value, case)?);
                    }
                }
                self.few(all.len())?;
                Ok(all)
            }
        }
    }

    pub(super) fn named(&self, name: &Name, case: Case) -> Result<Vec<Valued>, Mistake> {
        if let Some(heap) = self.heaps.iter().position(|h| h == name) {
            return Ok(vec![(case, self.here[heap].clone())]);
        }
        match self.parameters.get(name.text.as_str()) {
            Some(Argument::Number(number)) => return Ok(vec![(case, Linear::constant(i128::from(*number)))]),
            Some(Argument::Set(_)) => {
                return Err(Mistake::new(name.at.clone(), say!("ruleset.not_a_number", name = &name.text)));
            }
            None => {}
        }
        let given = self.definition.lets.iter().find(|one| one.name == *name).map(|one| &one.value);
        if let Some(LetValue::Function(arguments, body)) = given
            && arguments.is_empty()
        {
            return self.deeper(&name.at)?.value(body, case);
        }
        let known = |b: &Bound| matches!(b, Bound::Free { name: Some(known) } if *known == name.text);
        let Some(index) = case.bound.iter().position(known) else {
            return Err(Mistake::new(name.at.clone(), say!("ruleset.stray", name = &name.text)));
        };
        let symbol = Linear::symbol(self.heaps.len() + index);
        Ok(vec![(case, symbol)])
    }

    pub(super) fn pair(
        &self,
        a: &Expression,
        b: &Expression,
        case: Case,
        join: impl Fn(Case, Linear, Linear) -> Result<Vec<Valued>, Mistake>,
    ) -> Result<Vec<Valued>, Mistake> {
        let mut all = Vec::new();
        for (case, a) in self.value(a, case)? {
            for (case, b) in self.value(b, case)? {
                all.extend(join(case, a.clone(), b)?);
                self.few(all.len())?;
            }
        }
        Ok(all)
    }

    /// The least (sign −1) or greatest (sign 1) of several values.
    fn extreme(&self, parts: &[Expression], sign: i128, case: Case) -> Result<Vec<Valued>, Mistake> {
        let Some((first, rest)) = parts.split_first() else { return Ok(vec![]) };
        let mut so_far = self.value(first, case)?;
        for part in rest {
            let mut next = Vec::new();
            for (case, best) in so_far {
                for (case, value) in self.value(part, case)? {
                    let lead = Linear::constant(0)
                        .combine(1, &value, sign)
                        .and_then(|f| f.combine(1, &best, -sign))
                        .map_err(|e| self.too_large(e))?;
                    let trails = Linear::constant(-1).minus(&lead).map_err(|e| self.too_large(e))?;
                    next.push((case.clone().with(vec![lead]), value));
                    next.push((case.with(vec![trails]), best.clone()));
                }
            }
            so_far = self.possible(next)?;
        }
        Ok(so_far)
    }

    pub(super) fn product(&self, case: Case, a: &Linear, b: &Linear) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        let zero = Linear::default();
        if a.is_constant() {
            return Ok(vec![(case, zero.combine(1, b, a.constant).map_err(large)?)]);
        }
        if b.is_constant() {
            return Ok(vec![(case, zero.combine(1, a, b.constant).map_err(large)?)]);
        }
        let ((times_a, a), (times_b, b)) = (primitive(a), primitive(b));
        let times = times_a.checked_mul(times_b).ok_or_else(|| self.too_large(TooLarge))?;
        let (a, b) = if a <= b { (&a, &b) } else { (&b, &a) };
        let known = case.bound.iter().position(|bound| matches!(bound, Bound::Product(c, d) if c == a && d == b));
        let symbol = self.heaps.len() + known.unwrap_or(case.bound.len());
        let product = Linear::symbol(symbol);
        let value = zero.combine(1, &product, times).map_err(large)?;
        if known.is_some() {
            return Ok(vec![(case, value)]);
        }
        let mut all = Vec::new();
        for (sign_a, sign_b) in [(0, 1), (0, -1), (1, 0), (-1, 0), (0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let mut forms = vec![];
            for (factor, sign) in [(a, sign_a), (b, sign_b)] {
                if sign == 0 {
                    forms.extend([factor.clone(), zero.minus(factor).map_err(large)?]);
                } else {
                    // sign·factor ≥ 1
                    forms.push(Linear::constant(-1).combine(1, factor, sign).map_err(large)?);
                }
            }
            if sign_a * sign_b == 0 {
                forms.extend([product.clone(), zero.minus(&product).map_err(large)?]);
            } else {
                // |t| ≥ |a| + |b| − 1
                let size = zero.combine(1, &product, sign_a * sign_b).map_err(large)?;
                let sizes =
                    Linear::constant(-1).combine(1, a, sign_a).and_then(|f| f.combine(1, b, sign_b)).map_err(large)?;
                forms.push(size.minus(&sizes).map_err(large)?);
            }
            let mut case = case.clone().with(forms);
            case.bound.push(Bound::Product(a.clone(), b.clone()));
            all.push((case, value.clone()));
        }
        self.possible(all)
    }

    /// Refuses a divisor below 1 that is the same for all positions: nothing
    /// would ever hold or be left where it stands.
    fn positive(&self, by: &Expression) -> Result<(), Mistake> {
        let mut constant = true;
        by.names(&mut |name| constant &= self.parameters.contains_key(name.text.as_str()));
        if !constant {
            return Ok(());
        }
        let everywhere = Case::new(by.at.clone());
        let values = self.value(by, everywhere)?;
        match self.possible(values)?.first() {
            Some((_, value)) if value.is_constant() && value.constant < 1 => {
                Err(Mistake::new(by.at.clone(), say!("ruleset.divisor", value = value.constant)))
            }
            _ => Ok(()),
        }
    }

    /// `a div b` or `a mod b`, with b ≥ 1 understood as a condition.
    pub(super) fn division(
        &self,
        mut case: Case,
        a: &Linear,
        b: &Linear,
        quotient: bool,
    ) -> Result<Vec<Valued>, Mistake> {
        let large = |e| self.too_large(e);
        // a = reduced + b·multiples: the rest is that of the reduced one.
        let (reduced, multiples) = if b.is_constant() { reduce(a, b.constant) } else { (a.clone(), Linear::default()) };
        let a = &reduced;
        let result = |q: &Linear, rest: &Linear| match quotient {
            true => q.plus(&multiples).map_err(large),
            false => Ok(rest.clone()),
        };
        // What is left of a constant is known.
        if a.is_constant() && b.is_constant() && b.constant >= 1 {
            let value = result(&Linear::default(), a)?;
            return Ok(vec![(case, value)]);
        }
        if let Some((q, rest)) = self.known_quotient(&case, a, b).map_err(large)? {
            let value = result(&q, &rest)?;
            return Ok(vec![(case, value)]);
        }
        case.conditions.push(b.plus(&Linear::constant(-1)).map_err(large)?);
        let q = Linear::symbol(self.heaps.len() + case.bound.len());
        case.bound.push(Bound::Free { name: None });
        let mut all = Vec::new();
        for (case, multiple) in self.product(case, b, &q)? {
            let rest = a.minus(&multiple).map_err(large)?;
            let below = b.minus(&rest).and_then(|f| f.plus(&Linear::constant(-1))).map_err(large)?;
            let value = result(&q, &rest)?;
            all.push((case.with(vec![rest, below]), value));
        }
        self.possible(all)
    }

    /// The integer q of the case that is `a div b`, and a − b·q, if a quotient of
    /// the same two was met before: its conditions 0 ≤ a − b·q < b are there.
    fn known_quotient(&self, case: &Case, a: &Linear, b: &Linear) -> Result<Option<(Linear, Linear)>, TooLarge> {
        for (index, bound) in case.bound.iter().enumerate() {
            if !matches!(bound, Bound::Free { name: None }) {
                continue;
            }
            let q = Linear::symbol(self.heaps.len() + index);
            let multiple = if b.is_constant() {
                Linear::default().combine(1, &q, b.constant)?
            } else {
                let (times, b) = primitive(b);
                let pair = if b <= q { (&b, &q) } else { (&q, &b) };
                let product = |bound: &Bound| matches!(bound, Bound::Product(c, d) if (c, d) == pair);
                match case.bound.iter().position(product) {
                    Some(index) => Linear::default().combine(1, &Linear::symbol(self.heaps.len() + index), times)?,
                    None => continue,
                }
            };
            let rest = a.minus(&multiple)?;
            let below = b.minus(&rest)?.plus(&Linear::constant(-1))?;
            if case.conditions.contains(&rest) && case.conditions.contains(&below) {
                return Ok(Some((q, rest)));
            }
        }
        Ok(None)
    }
}

/// `times · form` as the same form: the greatest common divisor of its numbers
/// taken out, with the sign of the first of them.
fn primitive(form: &Linear) -> (i128, Linear) {
    let numbers = || form.terms().map(|(_, coefficient)| coefficient).chain([form.constant]);
    // The one number that has no size.
    if numbers().any(|number| number == i128::MIN) {
        return (1, form.clone());
    }
    let divisor = numbers().fold(0i128, |divisor, number| divisor.gcd(&number)).max(1);
    let times = if numbers().next().is_some_and(|first| first < 0) { -divisor } else { divisor };
    (times, divided(form, times))
}

/// The form with every number divided, where all are multiples of the divisor.
fn divided(form: &Linear, divisor: i128) -> Linear {
    let mut result = Linear::constant(form.constant / divisor);
    for (symbol, coefficient) in form.terms() {
        let term = Linear::symbol(symbol);
        // Smaller numbers than those of the form do not overflow.
        result = result.combine(1, &term, coefficient / divisor).unwrap_or(result);
    }
    result
}

/// The form as `reduced + modulus·multiples`, the coefficients of the reduced
/// one nearest to 0 and its constant from 0 to modulus − 1.
fn reduce(form: &Linear, modulus: i128) -> (Linear, Linear) {
    if modulus < 1 {
        return (form.clone(), Linear::default());
    }
    let mut multiples = Linear::constant(div_floor(form.constant, modulus));
    let mut reduced = Linear::constant(form.constant.mod_floor(&modulus));
    for (symbol, coefficient) in form.terms() {
        let mut rest = coefficient.mod_floor(&modulus);
        if rest > modulus / 2 {
            rest -= modulus;
        }
        let term = Linear::symbol(symbol);
        let whole = coefficient.checked_sub(rest).map_or(Err(TooLarge), |whole| Ok(whole / modulus));
        let (more, less) =
            (whole.and_then(|times| multiples.combine(1, &term, times)), reduced.combine(1, &term, rest));
        let (Ok(more), Ok(less)) = (more, less) else { return (form.clone(), Linear::default()) };
        (multiples, reduced) = (more, less);
    }
    (reduced, multiples)
}
