//! `with pass`: one pass in the whole game, and none from the end.

use super::super::syntax::{Expression, ExpressionKind as Kind, Name, OptionSet, Relation, Tuple};
use super::names::fresh;
use super::{Rules, Scope, compared, expression, guard, named, names};
use miyama_budget::Mistake;
use std::ops::Range;

impl Scope<'_> {
    /// One more coordinate, 1 while the pass is left.
    pub(super) fn with_pass(&self, rules: &mut Rules, at: &Range<usize>) -> Result<(), Mistake> {
        let mut taken = self.fixed(&rules.lets);
        taken.extend(rules.heaps.iter().map(|heap| heap.text.clone()));
        rules.sets.iter().for_each(|set| names::noted(set, &mut taken));
        let pass = named(&fresh("p", &taken));
        let fixed = self.known(rules);
        let mut passes: Vec<OptionSet> = Vec::new();
        let mut moves = Vec::new();
        for set in &rules.sets {
            let after = self.tuple(set, rules, "with pass", at)?;
            let mut conditions = guard::has_option(set, &after, rules, &fixed);
            conditions.insert(0, compared(1.into(), Relation::AtMost, expression(&pass)));
            let mut heaps = rules.here();
            heaps.push(minus_one(&pass));
            let tuples = vec![Tuple { copies: None, heaps }];
            let passed = OptionSet { tuples, conditions, ..set.clone() };
            if !passes.contains(&passed) {
                passes.push(passed);
            }
            let mut heaps = after;
            heaps.push(expression(&pass));
            moves.push(OptionSet { tuples: vec![Tuple { copies: None, heaps }], ..set.clone() });
        }
        rules.sets = moves;
        rules.sets.extend(passes);
        rules.domain.push(compared(expression(&pass), Relation::AtMost, 1.into()));
        rules.heaps.push(pass);
        Ok(())
    }
}

fn minus_one(name: &Name) -> Expression {
    Expression { kind: Kind::Difference(Box::new(expression(name)), Box::new(1.into())), at: 0..0 }
}
