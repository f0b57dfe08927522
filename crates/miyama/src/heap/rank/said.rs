//! Falls that a condition states itself: `gcd(a,b) < gcd(x,y)` about the option `(a, b)` of `(x, y)`.
//!
//! A measure is a number E of the heaps that is natural at every position. If a condition of a set says
//! E(option) < E(position), every step of the set lowers it; E(option) ≤ E(position), and no step raises it. Measures
//! are compared in order: one that no step raises and some sets lower leaves the other sets, for which the
//! next measure is looked for among those that no step of theirs raises. A play that never ended would, from some position on, no longer lower the
//! first measure, then not the second, and so on; so it would consist of steps of the sets that are left at last.

use crate::heap::notation::function::Function;
use crate::heap::notation::{Condition, Expression, ExpressionKind, Name, OptionSet, Relation, Tuple};

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

/// A text that is the same for numbers that differ only in the order of what is added, multiplied and the like.
fn canonical(expression: &Expression) -> String {
    use ExpressionKind as Kind;
    let sorted = |sign: &str, mut parts: Vec<String>| {
        parts.sort();
        format!("{sign}({})", parts.join(";"))
    };
    let pair = |sign: &str, a: &Expression, b: &Expression| sorted(sign, vec![canonical(a), canonical(b)]);
    let list = |parts: &[Expression]| parts.iter().map(canonical).collect::<Vec<_>>();
    let flat = |sign: &str, is_same: fn(&Kind) -> Option<(&Expression, &Expression)>| {
        let (mut parts, mut open) = (Vec::new(), vec![expression]);
        while let Some(next) = open.pop() {
            match is_same(&next.kind) {
                Some((a, b)) => open.extend([a, b]),
                None => parts.push(canonical(next)),
            }
        }
        sorted(sign, parts)
    };
    match &expression.kind {
        Kind::Sum(..) => flat("+", |kind| match kind {
            Kind::Sum(a, b) => Some((a, b)),
            _ => None,
        }),
        Kind::Product(..) => flat("*", |kind| match kind {
            Kind::Product(a, b) => Some((a, b)),
            _ => None,
        }),
        Kind::Absolute(inner) => match &inner.kind {
            Kind::Difference(a, b) => pair("|-|", a, b),
            _ => format!("|{}|", canonical(inner)),
        },
        Kind::Least(parts) => sorted("min", list(parts)),
        Kind::Greatest(parts) => sorted("max", list(parts)),
        Kind::Apply(
            function @ (Function::Gcd | Function::Lcm | Function::NimSum | Function::BitAnd | Function::BitOr),
            parts,
        ) => sorted(function.name(), list(parts)),
        Kind::Apply(function, parts) => format!("{}({})", function.name(), list(parts).join(",")),
        Kind::Difference(a, b) => format!("({}-{})", canonical(a), canonical(b)),
        Kind::Power(a, b) => format!("({}^{})", canonical(a), canonical(b)),
        Kind::Quotient(a, b) => format!("({} div {})", canonical(a), canonical(b)),
        Kind::Remainder(a, b) => format!("({} mod {})", canonical(a), canonical(b)),
        _ => expression.to_string(),
    }
}
