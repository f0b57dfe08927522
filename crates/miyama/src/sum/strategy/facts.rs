//! What is derived of a game on heaps from its text, in sentences.

use super::{Question, plan};
use crate::game::HeapGame;
use crate::play::Convention;
use miyama_text::{Text, say};

impl HeapGame {
    /// Its heaps and by whom it is played, its domain, whether heaps break, why play ends,
    /// and how it is answered.
    #[must_use]
    pub fn facts(&self) -> Vec<Text> {
        let ruleset = &self.ruleset;
        let (count, heaps) = (ruleset.heaps(), ruleset.heap_names().join(", "));
        let mut facts = Vec::new();
        if self.any.is_some() {
            facts.push(say!("ruleset.fact_any", count = count));
        }
        facts.push(match self.sides {
            None => say!("ruleset.fact_impartial", count = count, heaps = heaps),
            Some(_) => say!("ruleset.fact_partizan", count = count, heaps = heaps),
        });
        if let Some(domain) = ruleset.domain() {
            facts.push(say!("ruleset.fact_domain", domain = domain));
        }
        if ruleset.splits() {
            facts.push(say!("ruleset.fact_splits"));
        }
        if self.sides.is_none() && ruleset.is_symmetric() {
            facts.push(say!("ruleset.fact_symmetric"));
        }
        facts.push(match ruleset.rank() {
            Some(rank) => say!("ruleset.fact_rank", sum = weighted(rank.weights(), ruleset.heap_names())),
            None => say!("ruleset.fact_measures"),
        });
        let (code, splits) = (self.code.as_ref(), ruleset.splits());
        let first = |convention| {
            let values = convention == Convention::Normal;
            let question = Question::Box { code, splits, copies: 1, values, convention };
            plan(&question).considered().iter().find(|way| way.fits).map(|way| way.why.clone())
        };
        match &self.sides {
            _ if !ruleset.is_won_as_usual() => facts.push(say!("ruleset.fact_won")),
            Some(_) => facts.push(say!("ruleset.fact_forms")),
            None => {
                facts.extend(first(Convention::Normal).map(|way| say!("ruleset.fact_normal", way = way)));
                facts.extend(first(Convention::Misere).map(|way| say!("ruleset.fact_misere", way = way)));
            }
        }
        if let Some(theorem) = &self.theorem {
            facts.push(say!("ruleset.fact_theorem", theorem = theorem.name()));
        }
        facts
    }
}

/// `2x + y`.
fn weighted(weights: &[i128], names: &[String]) -> String {
    let terms = weights.iter().zip(names).filter(|(weight, _)| **weight != 0);
    let term = |(weight, name): (&i128, &String)| match weight {
        1 => name.clone(),
        weight => format!("{weight}{name}"),
    };
    terms.map(term).collect::<Vec<_>>().join(" + ")
}
