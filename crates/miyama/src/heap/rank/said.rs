//! Falls that a condition states itself: `gcd(a,b) < gcd(x,y)` about the option `(a, b)` of `(x, y)`.
//!
//! A measure is a number E of the heaps that is natural at every position. If a condition of a set says
//! E(option) < E(position), every step of the set lowers it; E(option) ≤ E(position), and no step raises it. Measures
//! are compared in order: one that no step raises and some sets lower leaves the other sets, for which the
//! next measure is looked for among those that no step of theirs raises. A play that never ended would, from some position on, no longer lower the
//! first measure, then not the second, and so on; so it would consist of steps of the sets that are left at last.

use crate::heap::notation::function::Function;
use crate::heap::notation::{Condition, Expression, ExpressionKind, Name, OptionSet, Relation, Tuple};
use std::collections::BTreeMap;

/// The sets whose steps are lowered by no measure that their conditions name: if play went on for ever, it would be
/// with these.
pub(crate) fn left_over<'a>(
    sets: &'a [OptionSet],
    heaps: &[Name],
    number: &dyn Fn(&Name) -> Option<Expression>,
) -> Vec<&'a OptionSet> {
    let mut left: Vec<&OptionSet> = sets.iter().collect();
    let measures: Vec<Expression> = sets.iter().flat_map(|set| links(set, number)).map(|link| link.1).collect();
    loop {
        let lowered = measures.iter().find_map(|measure| {
            let measure = Measure::new(measure, heaps)?;
            let each: Option<Vec<Falls>> = left.iter().map(|set| measure.in_set(set, number)).collect();
            each.filter(|each| each.contains(&Falls::Strictly))
        });
        let Some(lowered) = lowered else { return left };
        left = left.into_iter().zip(lowered).filter(|(_, falls)| *falls == Falls::Weakly).map(|(set, _)| set).collect();
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Falls {
    Strictly,
    Weakly,
}

/// What a set says in its conditions of two numbers: the smaller, the larger, and whether they differ.
fn links(set: &OptionSet, number: &dyn Fn(&Name) -> Option<Expression>) -> Vec<(Expression, Expression, Falls)> {
    fn of(condition: &Condition, all: &mut Vec<(Expression, Expression, Falls)>) {
        match condition {
            Condition::Chain(first, rest) => {
                let mut left = first;
                for link in rest {
                    let (a, b) = (left.clone(), link.term.clone());
                    match link.relation {
                        Relation::Less => all.push((a, b, Falls::Strictly)),
                        Relation::AtMost => all.push((a, b, Falls::Weakly)),
                        Relation::Greater => all.push((b, a, Falls::Strictly)),
                        Relation::AtLeast => all.push((b, a, Falls::Weakly)),
                        Relation::Equal => all.extend([(a.clone(), b.clone(), Falls::Weakly), (b, a, Falls::Weakly)]),
                        Relation::Unequal => {}
                    }
                    left = &link.term;
                }
            }
            Condition::And(parts) => parts.iter().for_each(|part| of(part, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    set.conditions.iter().for_each(|condition| of(&condition.replaced(number), &mut all));
    all
}

struct Measure<'a> {
    of: &'a Expression,
    heaps: &'a [Name],
}

impl<'a> Measure<'a> {
    /// A number of the heaps alone that is natural.
    fn new(of: &'a Expression, heaps: &'a [Name]) -> Option<Measure<'a>> {
        let mut own = true;
        of.names(&mut |name: &Name| own &= heaps.iter().any(|heap| heap.text == name.text));
        (own && is_natural(of)).then_some(Measure { of, heaps })
    }

    /// Whether every step of a set lowers it, or no step raises it, as a condition says.
    fn in_set(&self, set: &OptionSet, number: &dyn Fn(&Name) -> Option<Expression>) -> Option<Falls> {
        // What holds of a set holds of its images if exchanging heaps does not change the measure.
        if set.sym && !self.is_symmetric() {
            return None;
        }
        let here = canonical(self.of);
        let links = links(set, number);
        let falls = |tuple: &Tuple| {
            let there = canonical(&self.at(&tuple.heaps, number));
            if there == here {
                return Some(Falls::Weakly);
            }
            let said = links.iter().filter(|link| canonical(&link.0) == there && canonical(&link.1) == here);
            said.map(|link| link.2).min_by_key(|falls| *falls != Falls::Strictly)
        };
        let each: Option<Vec<Falls>> = set.tuples.iter().map(falls).collect();
        Some(if each?.contains(&Falls::Weakly) { Falls::Weakly } else { Falls::Strictly })
    }

    /// The measure of a tuple.
    fn at(&self, tuple: &[Expression], number: &dyn Fn(&Name) -> Option<Expression>) -> Expression {
        self.of.replaced(&|name| {
            let heap = self.heaps.iter().position(|heap| heap.text == name.text)?;
            tuple.get(heap).map(|entry| entry.replaced(number))
        })
    }

    fn is_symmetric(&self) -> bool {
        let here = canonical(self.of);
        self.heaps.windows(2).all(|pair| {
            let exchanged = self.of.replaced(&|name| {
                let other = match name.text.as_str() {
                    text if text == pair[0].text => &pair[1],
                    text if text == pair[1].text => &pair[0],
                    _ => return None,
                };
                Some(Expression { kind: ExpressionKind::Name(other.clone()), at: 0..0 })
            });
            canonical(&exchanged) == here
        })
    }
}

/// Whether a number is whole and at least 0 wherever the heaps in it are.
fn is_natural(expression: &Expression) -> bool {
    use ExpressionKind as Kind;
    match &expression.kind {
        Kind::Number(number) => *number >= 0,
        Kind::Name(_) => true,
        Kind::Sum(a, b) | Kind::Product(a, b) | Kind::Power(a, b) | Kind::Quotient(a, b) | Kind::Remainder(a, b) => {
            is_natural(a) && is_natural(b)
        }
        Kind::Absolute(a) => is_whole(a),
        Kind::Least(parts) | Kind::Greatest(parts) => parts.iter().all(is_natural),
        // Where one of them has no value, no condition about it holds.
        Kind::Apply(function, parts) => *function != Function::Root && parts.iter().all(is_natural),
        _ => false,
    }
}

fn is_whole(expression: &Expression) -> bool {
    use ExpressionKind as Kind;
    match &expression.kind {
        Kind::Sum(a, b) | Kind::Difference(a, b) | Kind::Product(a, b) => is_whole(a) && is_whole(b),
        Kind::Negative(a) => is_whole(a),
        Kind::Number(_) => true,
        _ => is_natural(expression),
    }
}

/// A text that is the same for numbers that are the same sum of the same products, whatever their order.
fn canonical(expression: &Expression) -> String {
    written(&Terms::of(expression))
}

fn written(terms: &Terms) -> String {
    let all = terms.0.iter().map(|(product, times)| format!("{times}*{}", product.join("*")));
    all.collect::<Vec<_>>().join("+")
}

/// A sum of products: the factors of each in order, and how often it is counted; never 0 times.
#[derive(Clone, Default)]
struct Terms(BTreeMap<Vec<String>, i128>);

/// Sums with more products than this are not multiplied out.
const MOST_TERMS: usize = 40;

impl Terms {
    fn factor(text: String) -> Terms {
        Terms([(vec![text], 1)].into())
    }

    fn add(&mut self, product: Vec<String>, times: i128) -> Option<()> {
        let sum = self.0.remove(&product).unwrap_or(0).checked_add(times)?;
        if sum != 0 {
            self.0.insert(product, sum);
        }
        Some(())
    }

    fn of(expression: &Expression) -> Terms {
        Terms::multiplied_out(expression).unwrap_or_else(|| Terms::factor(inner(expression)))
    }

    /// None where numbers grow too large.
    fn multiplied_out(expression: &Expression) -> Option<Terms> {
        use ExpressionKind as Kind;
        let mut all = Terms::default();
        let mut sum = |parts: &[(&Expression, i128)]| {
            for (part, sign) in parts {
                for (product, times) in Terms::of(part).0 {
                    all.add(product, times.checked_mul(*sign)?)?;
                }
            }
            Some(std::mem::take(&mut all))
        };
        match &expression.kind {
            Kind::Number(number) => {
                all.add(vec![], (*number).into())?;
                Some(all)
            }
            Kind::Negative(a) => sum(&[(a, -1)]),
            Kind::Sum(a, b) => sum(&[(a, 1), (b, 1)]),
            Kind::Difference(a, b) => sum(&[(a, 1), (b, -1)]),
            Kind::Product(a, b) => {
                let (a, b) = (Terms::of(a).0, Terms::of(b).0);
                if a.len() * b.len() > MOST_TERMS {
                    return None;
                }
                for (first, times) in &a {
                    for (second, more) in &b {
                        let mut product = [first.as_slice(), second.as_slice()].concat();
                        product.sort();
                        all.add(product, times.checked_mul(*more)?)?;
                    }
                }
                Some(all)
            }
            Kind::Power(a, b) => match b.kind {
                Kind::Number(2) => {
                    let square = ExpressionKind::Product(a.clone(), a.clone());
                    Terms::multiplied_out(&Expression { kind: square, at: 0..0 })
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// What is no sum and no product, with its parts in a fixed order where that does not matter.
fn inner(expression: &Expression) -> String {
    use ExpressionKind as Kind;
    let list = |parts: &[Expression]| parts.iter().map(canonical).collect::<Vec<_>>();
    let sorted = |sign: &str, parts: &[Expression]| {
        let mut parts = list(parts);
        parts.sort();
        format!("{sign}({})", parts.join(";"))
    };
    match &expression.kind {
        Kind::Absolute(number) => {
            let mut terms = Terms::of(number);
            if terms.0.values().next().is_some_and(|first| *first < 0) {
                terms.0.values_mut().for_each(|times| *times = times.saturating_neg());
            }
            format!("|{}|", written(&terms))
        }
        Kind::Least(parts) => sorted("min", parts),
        Kind::Greatest(parts) => sorted("max", parts),
        Kind::Apply(
            function @ (Function::Gcd | Function::Lcm | Function::NimSum | Function::BitAnd | Function::BitOr),
            parts,
        ) => sorted(function.name(), parts),
        Kind::Apply(function, parts) => format!("{}({})", function.name(), list(parts).join(",")),
        Kind::Product(a, b) => {
            let mut both = [canonical(a), canonical(b)];
            both.sort();
            format!("({})", both.join(")*("))
        }
        Kind::Sum(a, b) => format!("({})+({})", canonical(a), canonical(b)),
        Kind::Difference(a, b) => format!("({})-({})", canonical(a), canonical(b)),
        Kind::Power(a, b) => format!("({})^({})", canonical(a), canonical(b)),
        Kind::Quotient(a, b) => format!("({}) div ({})", canonical(a), canonical(b)),
        Kind::Remainder(a, b) => format!("({}) mod ({})", canonical(a), canonical(b)),
        _ => expression.to_string(),
    }
}
