//! The search for a proof: facts are rewritten, a linear program looks for a contradiction or
//! for the conditions of a move, and cases are distinguished where neither is found.

use super::branches::Branch;
use super::certificate::{Multiples, Terms, ValueTree};
use super::facts::Facts;
use crate::moves::Way;
use crate::polynomial::{Polynomial, Variable};
use std::cell::Cell;

/// A game and a formula, read, and how much may still be tried.
pub(crate) struct Search<'a> {
    pub(crate) ways: Vec<Way>,
    pub(crate) branches: Vec<Branch>,
    pub(crate) left: Cell<usize>,
    pub(crate) go_on: &'a dyn Fn() -> bool,
}

/// What ends a case.
type Leaf<'a> = dyn Fn(&Facts) -> Option<ValueTree> + 'a;

/// The most distinctions by two variables, one inside the other.
const DEPTH: usize = 4;

/// The places of numbers among those that are named: the heaps, the smaller value g, the
/// index of its bracket and the distance, quotient and remainder.
const G: usize = 2;
const INDEX: usize = 3;
const QUOTIENT: usize = 5;

fn constant(value: i128) -> Polynomial {
    Polynomial::constant(value)
}

/// −p − 1, which is ≥ 0 where the whole number p is not.
fn below_zero(of: &Polynomial) -> Option<Polynomial> {
    constant(-1).minus(of)
}

fn variables(from: Variable, count: Variable) -> impl Iterator<Item = Polynomial> {
    (from..from.saturating_add(count)).map(Polynomial::variable)
}

impl Search<'_> {
    /// For each case of the formula, why its value is not negative.
    pub(crate) fn natural(&self) -> Option<Vec<ValueTree>> {
        let one = |branch: &Branch| {
            let facts = [branch.facts.as_slice(), &[below_zero(&branch.value)?]].concat();
            self.closed(&Facts::new(facts, vec![], branch.variables), DEPTH, &Facts::contradiction)
        };
        self.branches.iter().map(one).collect()
    }

    /// No move keeps the value.
    pub(crate) fn inside(&self) -> Option<Vec<ValueTree>> {
        let mut all = Vec::new();
        for way in &self.ways {
            for from in &self.branches {
                for to in &self.branches {
                    // Heaps, heaps of the option, the variables of both cases.
                    let (first, second) = (4, 4 + from.variables - 2);
                    let here: Vec<Polynomial> = variables(0, 2).chain(variables(first, from.variables - 2)).collect();
                    let there: Vec<Polynomial> = variables(2, 2).chain(variables(second, to.variables - 2)).collect();
                    // The cases come first: they say what the heaps are.
                    let mut facts = Vec::new();
                    for fact in &from.facts {
                        facts.push(fact.at(&here)?);
                    }
                    for fact in &to.facts {
                        facts.push(fact.at(&there)?);
                    }
                    let difference = from.value.at(&here)?.minus(&to.value.at(&there)?)?;
                    facts.extend([difference.clone(), constant(0).minus(&difference)?]);
                    facts.extend(way.iter().cloned());
                    let free = second + to.variables - 2;
                    let facts = Facts::new(facts, vec![], free);
                    all.push(self.closed(&facts, DEPTH, &Facts::contradiction)?);
                }
            }
        }
        Some(all)
    }

    /// A move to every smaller value.
    pub(crate) fn below(&self) -> Option<Vec<ValueTree>> {
        let one = |branch: &Branch| {
            let here: Vec<Polynomial> = variables(0, 2).chain(variables(3, branch.variables - 2)).collect();
            let g = Polynomial::variable(2);
            let mut facts = branch.facts.iter().map(|fact| fact.at(&here)).collect::<Option<Vec<_>>>()?;
            facts.push(branch.value.at(&here)?.minus(&constant(1))?.minus(&g)?);
            let named = vec![here[0].clone(), here[1].clone(), g];
            self.descend(&Facts::new(facts, named, branch.variables + 1), 0)
        };
        self.branches.iter().map(one).collect()
    }

    /// Whether another attempt is allowed.
    fn goes_on(&self) -> Option<()> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        (self.go_on)().then_some(())
    }

    fn closed(&self, facts: &Facts, depth: usize, leaf: &Leaf<'_>) -> Option<ValueTree> {
        self.goes_on()?;
        let (facts, steps) = facts.rewritten()?;
        let tree = leaf(&facts).or_else(|| self.split(&facts, depth, leaf))?;
        Some(rewritten(steps, tree))
    }

    /// A distinction by two variables, or by whether one is 0, of which one case ends at once:
    /// best in a contradiction.
    fn split(&self, facts: &Facts, depth: usize, leaf: &Leaf<'_>) -> Option<ValueTree> {
        let depth = depth.checked_sub(1)?;
        let differences = differences(facts)?;
        for at_once in [&Facts::contradiction as &Leaf<'_>, leaf] {
            for difference in &differences {
                let cases = [facts.given(difference.clone()), facts.given(below_zero(difference)?)];
                for (first, second) in [(0, 1), (1, 0)] {
                    let Some(one) = self.closed(&cases[first], 0, at_once) else { continue };
                    let Some(two) = self.closed(&cases[second], depth, leaf) else { continue };
                    let both = if first == 0 { [one, two] } else { [two, one] };
                    return Some(ValueTree::Sign(Terms::of(difference)?, Box::new(both)));
                }
            }
        }
        None
    }

    /// The cases by which a smaller value g is found: where it lies among the triangular
    /// numbers, how it and the distance of its neighbours there compare with the heaps and
    /// their difference, and the smaller heap less g divided by that distance.
    fn descend(&self, facts: &Facts, stage: usize) -> Option<ValueTree> {
        self.goes_on()?;
        let (facts, steps) = facts.rewritten()?;
        let tree = self.end(&facts).or_else(|| self.next(&facts, stage))?;
        Some(rewritten(steps, tree))
    }

    fn next(&self, facts: &Facts, stage: usize) -> Option<ValueTree> {
        let one = constant(1);
        let (low, high) = (&facts.named[lower(facts)], &facts.named[1 - lower(facts)]);
        let g = &facts.named[G];
        let sign = |of: Polynomial| {
            let yes = self.descend(&facts.given(of.clone()), stage + 1)?;
            let no = self.descend(&facts.given(below_zero(&of)?), stage + 1)?;
            Some(ValueTree::Sign(Terms::of(&of)?, Box::new([yes, no])))
        };
        let step = || facts.named[INDEX].plus(1, &one);
        match stage {
            0 => {
                let t = Polynomial::variable(0);
                let (next, around) = facts.bracketed(g, &t.times(&t.plus(1, &one)?)?.over(2)?)?;
                Some(around(self.descend(&next, 1)?))
            }
            1 => sign(facts.named[INDEX].minus(&one)?),
            2 => sign(g.minus(high)?),
            3 => sign(g.minus(low)?),
            4 => sign(high.minus(low)?.minus(&one)?.minus(&step()?)?),
            5 => sign(step()?.minus(high)?.plus(1, low)?.minus(&one)?),
            6 => match facts.divided(&low.minus(g)?.minus(&one)?, &step()?) {
                Some((next, around)) => Some(around(self.descend(&next, 7)?)),
                None => self.next(facts, 7),
            },
            _ => self.split(facts, DEPTH, &|facts| self.end(facts)),
        }
    }

    /// A contradiction, or a move.
    fn end(&self, facts: &Facts) -> Option<ValueTree> {
        facts.contradiction().or_else(|| {
            targets(facts)?.iter().find_map(|to| (0..self.ways.len()).find_map(|way| self.moves(facts, way, to)))
        })
    }

    /// A move by a way to a position of value g.
    fn moves(&self, facts: &Facts, way: usize, to: &[Polynomial; 2]) -> Option<ValueTree> {
        let [x, y] = [&facts.named[0], &facts.named[1]].map(Clone::clone);
        let all = [x, y, to[0].clone(), to[1].clone()];
        let mut because = vec![facts.shows(&to[0])?, facts.shows(&to[1])?];
        for condition in &self.ways[way] {
            because.push(facts.shows(&condition.at(&all)?)?);
        }
        for (case, branch) in self.branches.iter().enumerate() {
            for with in choices(facts, branch.variables - 2) {
                let Some(more) = shown(facts, branch, to, &with) else { continue };
                because.extend(more);
                let to = [Terms::of(&to[0])?, Terms::of(&to[1])?];
                let with = with.iter().map(Terms::of).collect::<Option<_>>()?;
                return Some(ValueTree::Move { way, to, case, with, because });
            }
        }
        None
    }
}

/// Why a position is in a case of the formula and has the value g there.
fn shown(facts: &Facts, branch: &Branch, to: &[Polynomial; 2], with: &[Polynomial]) -> Option<Vec<Multiples>> {
    let values = [to.as_slice(), with].concat();
    // The value is g as it is written; this leaves few cases to look at.
    let over = branch.value.at(&values)?.minus(&facts.named[G])?;
    if !over.is_zero() {
        return None;
    }
    let mut because = with.iter().map(|value| facts.shows(value)).collect::<Option<Vec<_>>>()?;
    for fact in &branch.facts {
        because.push(facts.shows(&fact.at(&values)?)?);
    }
    because.extend([facts.shows(&over)?, facts.shows(&constant(0).minus(&over)?)?]);
    Some(because)
}

/// What may stand for the variables of a case: numbers that are named.
fn choices(facts: &Facts, count: Variable) -> Vec<Vec<Polynomial>> {
    let known = facts.named.get(INDEX..).unwrap_or_default();
    let mut all = vec![vec![]];
    for _ in 0..count {
        all = all
            .iter()
            .flat_map(|so_far: &Vec<Polynomial>| {
                known.iter().map(move |one| [so_far.as_slice(), std::slice::from_ref(one)].concat())
            })
            .collect();
    }
    all
}

/// The smaller heap, as far as that is known.
fn lower(facts: &Facts) -> usize {
    let over = facts.named[1].minus(&facts.named[0]);
    usize::from(over.is_none_or(|over| facts.shows(&over).is_none()))
}

/// Positions that may have the value g: beside the diagonal; on the line of total g + 1, with
/// the larger heap as small as a move allows, or with an empty one; and the neighbours
/// (p, p − D) in a progression with difference D, p just above the smaller heap.
fn targets(facts: &Facts) -> Option<Vec<[Polynomial; 2]>> {
    let one = constant(1);
    let (first, second) = (lower(facts), 1 - lower(facts));
    let (low, high, g) = (&facts.named[first], &facts.named[second], &facts.named[G]);
    let mut all =
        vec![[low.plus(1, &one)?, low.clone()], [g.minus(high)?, high.plus(1, &one)?], [g.plus(1, &one)?, constant(0)]];
    if let (Some(index), Some(quotient)) = (facts.named.get(INDEX), facts.named.get(QUOTIENT)) {
        let step = index.plus(1, &one)?;
        let under = g.plus(1, &one)?.plus(1, &quotient.times(&step)?)?;
        all.push([under.plus(1, &step)?, under]);
    }
    if first == 1 {
        all.iter_mut().for_each(|pair| pair.reverse());
    }
    Some(all)
}

/// Differences of variables, and variables less 1.
fn differences(facts: &Facts) -> Option<Vec<Polynomial>> {
    let mut used: Vec<Variable> =
        facts.all.iter().filter(|fact| !fact.is_at_least_zero()).flat_map(Polynomial::variables).collect();
    used.sort_unstable();
    used.dedup();
    let mut all = Vec::new();
    for v in &used {
        for w in used.iter().filter(|w| *w != v) {
            all.push(Polynomial::variable(*v).minus(&Polynomial::variable(*w))?);
        }
    }
    for v in &used {
        all.push(Polynomial::variable(*v).minus(&constant(1))?);
    }
    Some(all)
}

fn rewritten(steps: Vec<(usize, Variable)>, tree: ValueTree) -> ValueTree {
    if steps.is_empty() { tree } else { ValueTree::Rewrite(steps, Box::new(tree)) }
}
