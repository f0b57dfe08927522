//! Integers of a case that are computed from earlier ones: what is neither linear nor
//! a product.

use super::super::formula::{Formula, NoNumber, Reason};
use super::super::linear::{Linear, TooLarge};
use super::super::notation::{Expression, ExpressionKind as Kind, Function};
use crate::out_of_reach::OutOfReach;
use miyama_budget::Budget;
use std::sync::Arc;

/// What a computed number is, where more is known of it than its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// ⌊√a⌋
    Root,
    /// aᵇ
    Power,
    /// A function of the notation.
    Function(Function),
}

impl Known {
    /// What an expression in a0, a1, … is.
    pub(super) fn of(expression: &Expression) -> Option<Known> {
        match &expression.kind {
            Kind::Power(..) => Some(Known::Power),
            Kind::Apply(Function::Floor, parts) => match &parts.first()?.kind {
                Kind::Apply(Function::Root, _) => Some(Known::Root),
                _ => None,
            },
            Kind::Apply(function, _) => Some(Known::Function(*function)),
            _ => None,
        }
    }
}

/// What a product or a computed number is where its arguments have values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Is(i128),
    /// It has no value, as `v2` has none at 0.
    None,
    /// More than any number, or less, that conditions could be compared with.
    Beyond {
        above: bool,
    },
}

impl Number {
    pub(crate) fn product(a: i128, b: i128) -> Number {
        a.checked_mul(b).map_or(Number::Beyond { above: (a < 0) == (b < 0) }, Number::Is)
    }

    /// A power that 64 bits do not hold, so that |base| ≥ 2.
    fn large_power(base: i64, exponent: i64) -> Number {
        let power = u32::try_from(exponent).ok().and_then(|exponent| i128::from(base).checked_pow(exponent));
        power.map_or(Number::Beyond { above: base > 0 || exponent % 2 == 0 }, Number::Is)
    }

    /// The ends of a range, narrowed to this number; none where nothing is left. That is so of a
    /// number beyond all others where the range has an end on that side.
    pub(crate) fn within(self, (low, high): (i128, i128)) -> Result<Option<(i128, i128)>, TooLarge> {
        match self {
            Number::Is(value) => Ok(Some((low.max(value), high.min(value)))),
            Number::None => Ok(None),
            Number::Beyond { above: true } if high < LARGEST => Ok(None),
            Number::Beyond { above: false } if low > i128::MIN => Ok(None),
            Number::Beyond { .. } => Err(TooLarge),
        }
    }
}

/// The end of ranges that have none.
pub(crate) const LARGEST: i128 = i128::MAX - 1;

/// A number in terms of linear forms, such as gcd(x−i, y).
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    /// What it is of its arguments, as text: by this it is known again.
    pub(super) text: String,
    pub(super) formula: Arc<Formula>,
    pub(crate) arguments: Vec<Linear>,
    pub(crate) known: Option<Known>,
}

impl PartialEq for Computed {
    fn eq(&self, other: &Computed) -> bool {
        self.text == other.text && self.arguments == other.arguments
    }
}
impl Eq for Computed {}

impl Computed {
    /// The same of other symbols.
    pub(crate) fn renamed(&self, rename: impl Fn(&Linear) -> Linear) -> Computed {
        let arguments = self.arguments.iter().map(rename).collect();
        Computed { text: self.text.clone(), formula: self.formula.clone(), arguments, known: self.known }
    }

    /// Its value where the symbols have these values; none where it has no value, as
    /// gcd has one for all integers and `v2` for those from 1 on.
    pub(crate) fn value(&self, values: &[i128], budget: &Budget) -> Result<Number, OutOfReach> {
        let arguments = self.arguments.iter().map(|form| {
            let value = form.at(values)?;
            i64::try_from(value).map_err(|_| TooLarge)
        });
        let arguments = arguments.collect::<Result<Vec<i64>, TooLarge>>()?;
        match self.formula.evaluator(budget).number_for(&arguments) {
            Ok(value) => Ok(Number::Is(i128::from(value))),
            Err(NoNumber { why: Reason::Stopped(stopped), .. }) => Err(stopped.into()),
            Err(NoNumber { why: Reason::TooLarge, .. }) if self.known == Some(Known::Power) => {
                Ok(Number::large_power(arguments[0], arguments[1]))
            }
            Err(NoNumber { why: Reason::TooLarge, .. })
                if matches!(self.known, Some(Known::Function(Function::Factorial | Function::Binomial))) =>
            {
                Ok(Number::Beyond { above: true })
            }
            Err(NoNumber { why: Reason::TooLarge | Reason::Depth | Reason::TwoRoots, .. }) => Err(TooLarge.into()),
            Err(_) => Ok(Number::None),
        }
    }
}
