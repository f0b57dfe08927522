//! Sums of hypotheses, and cases by whether a variable is 0.

use crate::certificate::{Closed, Sum};
use crate::polynomial::{Polynomial, Variable};

/// Factors that are tried.
const FACTORS: [u32; 2] = [1, 2];

/// At most two hypotheses such that the goal less their sum has no negative coefficient.
pub(crate) fn combination(goal: &Polynomial, hypotheses: &[Polynomial]) -> Option<Sum> {
    first_sum(goal, hypotheses, &|rest| rest.is_at_least_zero())
}

/// At most two hypotheses whose sum is negative everywhere.
pub(crate) fn contradiction(hypotheses: &[Polynomial]) -> Option<Sum> {
    let zero = Polynomial::constant(0);
    // 0 less the sum is positive everywhere.
    let positive = |rest: &Polynomial| zero.minus(rest).is_some_and(|sum| sum.is_below_zero());
    first_sum(&zero, hypotheses, &positive).filter(|sum| !sum.is_empty())
}

fn first_sum(goal: &Polynomial, hypotheses: &[Polynomial], good: &dyn Fn(&Polynomial) -> bool) -> Option<Sum> {
    if good(goal) {
        return Some(vec![]);
    }
    let mut singles = Vec::new();
    for (n, hypothesis) in hypotheses.iter().enumerate() {
        for factor in FACTORS {
            let rest = goal.plus(-i128::from(factor), hypothesis)?;
            if good(&rest) {
                return Some(vec![(n, factor)]);
            }
            singles.push((n, factor, rest));
        }
    }
    for (n, factor, rest) in &singles {
        for (m, hypothesis) in hypotheses.iter().enumerate().skip(n + 1) {
            for more in FACTORS {
                if good(&rest.plus(-i128::from(more), hypothesis)?) {
                    return Some(vec![(*n, *factor), (m, more)]);
                }
            }
        }
    }
    None
}

/// Why conditions contradict each other, with at most so many cases by a variable.
pub(crate) fn closed(conditions: &[Polynomial], variables: &[Variable], depth: usize) -> Option<Closed> {
    if let Some(sum) = contradiction(conditions) {
        return Some(Closed::Sum(sum));
    }
    if depth == 0 {
        return None;
    }
    for variable in variables.iter().filter(|v| conditions.iter().any(|condition| condition.has(**v))) {
        let [zero, more] = split(*variable)?;
        let put = |value: &Polynomial| -> Option<Vec<Polynomial>> {
            conditions.iter().map(|condition| condition.with(*variable, value)).collect()
        };
        if let Some(zero) = closed(&put(&zero)?, variables, depth - 1)
            && let Some(more) = closed(&put(&more)?, variables, depth - 1)
        {
            return Some(Closed::Zero(*variable, Box::new([zero, more])));
        }
    }
    None
}

/// 0, and one more than a natural number, for which the same variable stands.
pub(crate) fn split(variable: Variable) -> Option<[Polynomial; 2]> {
    Some([Polynomial::constant(0), Polynomial::variable(variable).plus(1, &Polynomial::constant(1))?])
}
