//! The automata of the ways to move: each is compared, word by word, with the explicit subset
//! construction over the conditions of its way.

use super::automaton::{Automaton, Variable};
use super::clause::{Clause, Sign};
use super::game::{Form, Way};
use super::subsets::Projection;
use super::{Checker, End, States, formula};
use miyama_language::text::{Text, say};
use std::collections::BTreeSet;

impl Checker<'_> {
    /// Compares one automaton per way with what `clauses` makes of the way; `wrong` says what is
    /// not so where they differ.
    fn compared(
        &self,
        sets: &[States],
        count: u8,
        wrong: impl Fn(usize, String) -> Text,
        clauses: impl Fn(&Way, Vec<Clause>) -> Option<Vec<Clause>>,
    ) -> Result<Vec<Automaton>, End> {
        let automata: Vec<Automaton> = sets.iter().map(|set| self.automaton(set, count)).collect::<Result<_, _>>()?;
        let kept: BTreeSet<Variable> = (0..count).collect();
        // Ways that are written alike are checked once.
        let mut done: BTreeSet<(usize, String)> = BTreeSet::new();
        for (n, (way, own)) in self.ways.iter().zip(&self.certificate.ways).enumerate() {
            if !done.insert((*own, format!("{} {:?}", way.parts, way.clauses))) {
                continue;
            }
            let clauses = clauses(way, self.clauses_in(&way.clauses, self.system)?).ok_or(End::TooLarge)?;
            let mut projection = Projection::step_by_step(self.system, kept.clone(), &clauses, self.go_on)?;
            if let Some(word) = projection.difference(&automata[*own], self.go_on)? {
                return self.refuse(wrong(n + 1, self.position(&word)));
            }
        }
        Ok(automata)
    }

    pub(super) fn into(&self, set: &Automaton, sets: &[States], nothing: bool) -> Result<Vec<Automaton>, End> {
        let there = set.renamed(|variable| variable + self.heaps);
        let wrong = |way, position| say!("proof.refuse_into", way = way, position = position);
        self.compared(sets, self.heaps, wrong, |way, mut all| {
            match way.parts {
                0 if nothing => {}
                0 => all.clear(),
                _ => all.iter_mut().for_each(|clause| clause.members.push(there.clone())),
            }
            Some(all)
        })
    }

    pub(super) fn can(&self, sets: &[States]) -> Result<Vec<Automaton>, End> {
        let wrong = |way, position| say!("proof.refuse_can", way = way, position = position);
        self.compared(sets, self.heaps, wrong, |_, all| Some(all))
    }

    /// Where ways lead, as pairs of a position and a value: the value of what is left, the
    /// nim-sum of the values of its parts.
    pub(super) fn reached(&self, graph: &Automaton, sets: &[States]) -> Result<Vec<Automaton>, End> {
        let k = self.heaps;
        let wrong = |way, position| say!("proof.refuse_reached", way = way, position = position);
        self.compared(sets, k + 1, wrong, |way, mut all| {
            // The value is the variable k; what the way calls k and beyond moves up by one.
            for clause in &mut all {
                for linear in &mut clause.linear {
                    linear.terms.iter_mut().filter(|(v, _)| *v >= k).for_each(|(v, _)| *v += 1);
                }
                let up = |v: Variable| if v >= k { v + 1 } else { v };
                clause.members = clause.members.iter().map(|member| member.renamed(up)).collect();
            }
            let mut next = 1 + all.iter().flat_map(Clause::variables).max().unwrap_or(0).max(k * (way.parts + 1));
            let mut values = Vec::new();
            for part in 1..=way.parts {
                values.push(if way.parts == 1 { k } else { next });
                next += u8::from(way.parts > 1);
                let value = values[values.len() - 1];
                let there = graph.renamed(|v| if v == k { value } else { part * k + 1 + v });
                all.iter_mut().for_each(|clause| clause.members.push(there.clone()));
            }
            if way.parts == 0 {
                all.iter_mut().for_each(|clause| clause.linear.push(Form::variable(k).is(Sign::Zero)));
            }
            let mut sum = values.first().copied().unwrap_or(k);
            for (n, value) in values.iter().enumerate().skip(1) {
                let result = if n + 1 == values.len() { k } else { next };
                next += u8::from(n + 1 < values.len());
                let member = formula::nim_sum(sum, *value, result);
                all.iter_mut().for_each(|clause| clause.members.push(member.clone()));
                sum = result;
            }
            (next <= 16).then_some(all)
        })
    }
}
