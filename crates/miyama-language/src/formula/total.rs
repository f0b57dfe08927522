//! `exists k` without a bound looks from 0 to the total of the heaps. Where a formula is put among further
//! numbers, which are no heaps of its game, that total is written out.

use crate::notation::parser::{parse_condition, parse_number};
use crate::notation::{Condition, Expression, ExpressionKind as Kind, Name};
use miyama_budget::Mistake;

/// The formula of a set with the total of these heaps as the bound of each `exists` that has none. A formula without
/// such an `exists` stays as it is written.
///
/// ```
/// use miyama_language::formula::up_to_total;
/// assert_eq!(up_to_total("exists k: x = 2k", &["x", "y"]).unwrap(), "exists k <= x+y (x = 2*k)");
/// assert_eq!(up_to_total("x=y", &["x", "y"]).unwrap(), "x=y");
/// ```
///
/// # Errors
/// A [`Mistake`] with the place and what was expected there.
pub fn up_to_total(source: &str, heaps: &[&str]) -> Result<String, Mistake> {
    let (lets, mut condition) = parse_condition(source)?;
    let mut changed = false;
    in_condition(&mut condition, &total(heaps), &mut changed);
    let lets: String = lets.iter().map(|one| format!("{one} ")).collect();
    Ok(if changed { format!("{lets}{condition}") } else { source.to_owned() })
}

/// The same for the formula of a number, in which conditions may stand.
///
/// # Errors
/// A [`Mistake`] with the place and what was expected there.
pub fn number_up_to_total(source: &str, heaps: &[&str]) -> Result<String, Mistake> {
    let (lets, mut number) = parse_number(source)?;
    let mut changed = false;
    in_expression(&mut number, &total(heaps), &mut changed);
    let lets: String = lets.iter().map(|one| format!("{one} ")).collect();
    Ok(if changed { format!("{lets}{number}") } else { source.to_owned() })
}

/// The sum of these names.
fn total(heaps: &[&str]) -> Expression {
    let named = |heap: &&str| Expression { kind: Kind::Name(Name { text: (*heap).to_owned(), at: 0..0 }), at: 0..0 };
    let plus = |a, b| Expression { kind: Kind::Sum(Box::new(a), Box::new(b)), at: 0..0 };
    heaps.iter().map(named).reduce(plus).unwrap_or_else(|| Expression::from(0))
}

fn in_condition(condition: &mut Condition, total: &Expression, changed: &mut bool) {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.iter_mut().for_each(|one| in_condition(one, total, changed)),
        Condition::Not(inner) => in_condition(inner, total, changed),
        Condition::Exists(exists) => {
            if exists.high.is_none() {
                exists.high = Some(total.clone());
                *changed = true;
            }
            in_condition(&mut exists.body, total, changed);
        }
        other => other.for_each_expression_mut(&mut |expression| in_expression(expression, total, changed)),
    }
}

/// A condition may stand in a number: `1 if exists k: x = 2k else 0`.
fn in_expression(expression: &mut Expression, total: &Expression, changed: &mut bool) {
    if let Kind::Choice(condition, ..) = &mut expression.kind {
        in_condition(condition, total, changed);
    }
    expression.for_each_part_mut(&mut |part| in_expression(part, total, changed));
}
