//! `twisted`: Wythoff's moves beside those of a game on two heaps.

use super::super::syntax::{
    Comparison, Condition, Expression, ExpressionKind as Kind, Name, OptionSet, Relation, Tuple,
};
use super::names::fresh;
use super::{Rules, Scope, compared, expression, named};
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

impl Scope<'_> {
    /// Wythoff's moves beside the others: from both heaps, |i − j| ≤ c.
    pub(super) fn twisted(&self, rules: &mut Rules, c: Option<&Expression>, at: &Range<usize>) -> Result<(), Mistake> {
        let [x, y] = rules.heaps.as_slice() else {
            return Err(Mistake::new(at.clone(), say!("operator.twisted_heaps", heaps = rules.heaps.len())));
        };
        let fixed = self.fixed(&rules.lets);
        if let Some(c) = c {
            let mut stray = None;
            c.names(&mut |name| {
                if !fixed.contains(&name.text) {
                    stray = Some(name.clone());
                }
            });
            if let Some(name) = stray {
                return Err(Mistake::new(name.at, say!("operator.stray", name = name.text)));
            }
        }
        let mut taken = fixed;
        taken.extend([x.text.clone(), y.text.clone()]);
        let i = named(&fresh("i", &taken));
        taken.insert(i.text.clone());
        let j = named(&fresh("j", &taken));
        let less = |heap: &Name, taken: &Name| {
            let kind = Kind::Difference(Box::new(expression(heap)), Box::new(expression(taken)));
            Expression { kind, at: 0..0 }
        };
        let at_least_one = |name: &Name, heap: &Name| {
            let link = |term| Comparison { relation: Relation::AtMost, term };
            Condition::Chain(1.into(), vec![link(expression(name)), link(expression(heap))])
        };
        let (heaps, conditions) = match c {
            None => (vec![less(x, &i), less(y, &i)], vec![compared(1.into(), Relation::AtMost, expression(&i))]),
            Some(c) => {
                let distance = Expression { kind: Kind::Absolute(Box::new(less(&i, &j))), at: 0..0 };
                let near = compared(distance, Relation::AtMost, c.clone());
                (vec![less(x, &i), less(y, &j)], vec![at_least_one(&i, x), at_least_one(&j, y), near])
            }
        };
        let tuples = vec![Tuple { copies: None, heaps }];
        rules.sets.push(OptionSet { who: None, sym: false, tuples, conditions, at: at.clone() });
        Ok(())
    }
}
