//! Options that go on as the first ones do: `{x-1, …, x-5}`, `{(x-1, y-1), (x-2, y-2), …, (x-k, y-k)}`.

use super::Read;
use crate::notation::syntax::{Comparison, Condition, Expression, ExpressionKind as Kind, Name, Relation, Tuple};
use miyama_budget::Mistake;
use miyama_text::say;
use std::collections::BTreeMap;

/// The option that stands for all from the first to the last, with an integer of its own, `named`,
/// and what is said of that integer.
///
/// The k-th heap of option t is first + t·step. The step is the difference of the first two; where one
/// option alone stands before the dots it is 1 or −1, towards the last.
pub(super) fn run(
    listed: &[Vec<Tuple>],
    last: &[Tuple],
    named: Name,
    fixed: &dyn Fn(&str) -> bool,
) -> Read<(Vec<Tuple>, Condition)> {
    let unclear = || Mistake::new(named.at.clone(), say!("notation.options_ellipsis"));
    let heaps = |option: &[Tuple]| match option {
        [] => Some(vec![Expression::from(0)]),
        [Tuple { copies: None, heaps }] => Some(heaps.clone()),
        _ => None,
    };
    let to = heaps(last).ok_or_else(unclear)?;
    let listed: Vec<Vec<Expression>> =
        listed.iter().map(|option| heaps(option)).collect::<Option<_>>().ok_or_else(unclear)?;
    let first = &listed[0];
    if listed.iter().any(|option| option.len() != to.len()) {
        return Err(unclear());
    }
    // How far each heap goes in all, and by one step.
    let ways: Vec<Linear> =
        (0..to.len()).map(|k| Linear::difference(&to[k], &first[k])).collect::<Option<_>>().ok_or_else(unclear)?;
    let step = |k: usize, option: usize| -> Option<i64> {
        match listed.get(option) {
            Some(next) => Linear::difference(&next[k], &listed[option - 1][k])?.constant_alone(),
            None => ways[k].direction(fixed),
        }
    };
    let steps: Vec<i64> = (0..to.len()).map(|k| step(k, 1)).collect::<Option<_>>().ok_or_else(unclear)?;
    let as_before = |option: usize| (0..to.len()).all(|k| step(k, option) == Some(steps[k]));
    // All heaps come to their last together, and some heap moves.
    let lead = steps.iter().position(|step| *step != 0).ok_or_else(unclear)?;
    let together = (0..to.len()).all(|k| ways[k].times(steps[lead]) == ways[lead].times(steps[k]));
    let whole = ways[lead].constant_alone().is_none_or(|way| way % steps[lead] == 0 && way / steps[lead] >= 0);
    if !(2..listed.len()).all(as_before) || !together || !whole {
        return Err(unclear());
    }
    let at = named.at.clone();
    let part = |kind| Expression { kind, at: at.clone() };
    let integer = part(Kind::Name(named.clone()));
    let heap = |k: usize| {
        let far = match steps[k].unsigned_abs() {
            1 => integer.clone(),
            _ => part(Kind::Product(Box::new(part(Kind::Number(steps[k].abs()))), Box::new(integer.clone()))),
        };
        match steps[k].signum() {
            0 => first[k].clone(),
            1 => part(Kind::Sum(Box::new(first[k].clone()), Box::new(far))),
            _ => part(Kind::Difference(Box::new(first[k].clone()), Box::new(far))),
        }
    };
    let relation = if steps[lead] > 0 { Relation::AtMost } else { Relation::AtLeast };
    let until = Condition::Chain(heap(lead), vec![Comparison { relation, term: to[lead].clone() }]);
    Ok((vec![Tuple { copies: None, heaps: (0..to.len()).map(heap).collect() }], until))
}

/// A sum of multiples of names and a number.
#[derive(PartialEq)]
struct Linear {
    names: BTreeMap<String, i64>,
    constant: i64,
}

impl Linear {
    fn difference(a: &Expression, b: &Expression) -> Option<Linear> {
        let mut sum = Linear { names: BTreeMap::new(), constant: 0 };
        sum.add(a, 1)?;
        sum.add(b, -1)?;
        sum.names.retain(|_, times| *times != 0);
        Some(sum)
    }

    fn add(&mut self, expression: &Expression, times: i64) -> Option<()> {
        match &expression.kind {
            Kind::Number(number) => self.constant = self.constant.checked_add(number.checked_mul(times)?)?,
            Kind::Name(name) => {
                let own = self.names.entry(name.text.clone()).or_default();
                *own = own.checked_add(times)?;
            }
            Kind::Negative(a) => self.add(a, times.checked_neg()?)?,
            Kind::Sum(a, b) => {
                self.add(a, times)?;
                self.add(b, times)?;
            }
            Kind::Difference(a, b) => {
                self.add(a, times)?;
                self.add(b, times.checked_neg()?)?;
            }
            Kind::Product(a, b) => match (&a.kind, &b.kind) {
                (Kind::Number(number), _) => self.add(b, times.checked_mul(*number)?)?,
                (_, Kind::Number(number)) => self.add(a, times.checked_mul(*number)?)?,
                _ => return None,
            },
            _ => return None,
        }
        Some(())
    }

    fn constant_alone(&self) -> Option<i64> {
        self.names.is_empty().then_some(self.constant)
    }

    /// Whether it is more than 0 or less where all names, which are heaps and parameters, are large enough; 0 if it
    /// is always 0.
    fn direction(&self, fixed: &dyn Fn(&str) -> bool) -> Option<i64> {
        if let Some(constant) = self.constant_alone() {
            return Some(constant.signum());
        }
        let all = |sign: i64| self.names.iter().all(|(name, times)| times.signum() == sign && fixed(name));
        [1, -1].into_iter().find(|sign| all(*sign))
    }

    fn times(&self, factor: i64) -> Option<Linear> {
        let names = self.names.iter().map(|(name, times)| Some((name.clone(), times.checked_mul(factor)?)));
        let mut names: BTreeMap<String, i64> = names.collect::<Option<_>>()?;
        names.retain(|_, times| *times != 0);
        Some(Linear { names, constant: self.constant.checked_mul(factor)? })
    }
}
