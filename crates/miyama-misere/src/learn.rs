//! The quotient of sums of a few generators, learned from outcomes.
//!
//! Two sums X, Y are indistinguishable if X + Z and Y + Z have the same outcome for
//! every Z. To know the classes one does not need all Z: keep a list of sums, one per
//! class found so far, and a list of contexts that tell them apart. Sums with equal
//! outcomes in all contexts are taken for equal. If a sum plus a generator looks like
//! none in the list, it joins the list. If adding generators in another order leads
//! elsewhere, or the monoid contradicts an outcome or the proof fails
//! ([`crate::proof`]), then two sums were taken for equal that are not, and a context
//! that tells them apart is found on the way. Every round adds a context that
//! separates sums, so a finite quotient is found after finitely many rounds, and what is
//! found is proved. (This is how Angluin learns automata, for commutative monoids.)

use crate::bits::Bits;
use crate::outcomes::Outcomes;
use crate::position::{HeapSum, join, with};
use crate::proof::{Piece, unanswered};
use crate::quotient::Quotient;
use crate::stop::{Stop, Watch};
use hashbrown::HashMap;

/// What learning led to.
pub(crate) enum Learned {
    /// A quotient, proved for all sums of the generators.
    Proved(Quotient),
    /// The outcomes contradict themselves: copies were replaced that count.
    Contradiction,
}

/// The classes found so far.
struct Classes<'a, 'b, 'w> {
    generators: &'a [u32],
    outcomes: &'a mut Outcomes<'b>,
    watch: Watch<'w>,
    /// A sum for each class, the empty one first.
    sums: Vec<HeapSum>,
    /// Sums that tell them apart, the empty one first.
    contexts: Vec<HeapSum>,
    /// For each sum met: its values in the contexts.
    rows: HashMap<HeapSum, Vec<u8>>,
    /// `steps[g][x]`: the class of sum x plus generator g.
    steps: Vec<Vec<u32>>,
}

/// Learns the quotient of the sums of `generators`, starting with sums and contexts
/// that may be of use.
pub(crate) fn learn(
    generators: &[u32],
    outcomes: &mut Outcomes<'_>,
    start: &Quotient,
    watch: Watch<'_>,
) -> Result<Learned, Stop> {
    let contexts = start.contexts.clone();
    let mut classes =
        Classes { generators, outcomes, watch, sums: vec![[].into()], contexts, rows: HashMap::new(), steps: vec![] };
    classes.sums.extend(start.reps.iter().filter(|sum| !sum.is_empty()).cloned());
    loop {
        classes.close()?;
        let (order, letters) = (classes.sums.len() as u64, generators.len() as u64);
        watch.ask(0)?;
        watch.spend(order * (order + letters * letters))?;
        if let Some(context) = classes.contradiction()? {
            classes.contexts.push(context);
            continue;
        }
        let quotient = classes.quotient();
        let Some(sum) = failure(&quotient, classes.outcomes, watch)? else {
            return Ok(Learned::Proved(quotient));
        };
        let mut culprits = classes.outcomes.options(&sum);
        culprits.push(sum);
        let mut context = None;
        for culprit in &culprits {
            if context.is_none() {
                context = classes.separate(culprit)?;
            }
        }
        match context {
            Some(context) if !classes.contexts.contains(&context) => classes.contexts.push(context),
            _ => return Ok(Learned::Contradiction),
        }
    }
}

/// A sum of generators for which the condition of the proof fails.
fn failure(quotient: &Quotient, outcomes: &Outcomes<'_>, watch: Watch<'_>) -> Result<Option<Vec<u32>>, Stop> {
    let pieces = generator_pieces(quotient, outcomes);
    for piece in &pieces {
        if let Some(context) = piece.doubly_won(quotient) {
            return Ok(Some(with(&quotient.reps[context as usize], piece.heap).into()));
        }
    }
    unanswered(quotient, &pieces, 0, watch)
}

/// The generators as the proof sees them.
pub(crate) fn generator_pieces(quotient: &Quotient, outcomes: &Outcomes<'_>) -> Vec<Piece> {
    let piece = |heap: &u32| {
        let mut images = Bits::none(quotient.order());
        outcomes.options_of(*heap).iter().for_each(|option| images.put(quotient.image(option) as usize));
        Piece::new(quotient, *heap, quotient.step(*heap)[0], &images)
    };
    quotient.generators.iter().map(piece).collect()
}

impl Classes<'_, '_, '_> {
    fn row(&mut self, sum: &HeapSum) -> Result<Vec<u8>, Stop> {
        let mut row = self.rows.get(sum).cloned().unwrap_or_default();
        if row.len() < self.contexts.len() {
            for context in &self.contexts[row.len()..] {
                row.push(self.outcomes.value(&join(sum, context), self.watch)?);
            }
            self.rows.insert(sum.clone(), row.clone());
        }
        Ok(row)
    }

    /// Adds sums until every one plus a generator looks like one in the list.
    fn close(&mut self) -> Result<(), Stop> {
        let mut seen: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut sums = Vec::new();
        for sum in std::mem::take(&mut self.sums) {
            let row = self.row(&sum)?;
            if !seen.contains_key(&row) {
                seen.insert(row, sums.len() as u32);
                sums.push(sum);
            }
        }
        self.sums = sums;
        self.steps = vec![vec![]; self.generators.len()];
        let mut x = 0;
        while x < self.sums.len() {
            for g in 0..self.generators.len() {
                let next = with(&self.sums[x], self.generators[g]);
                let row = self.row(&next)?;
                let class = match seen.get(&row) {
                    Some(class) => *class,
                    None => {
                        let class = self.sums.len() as u32;
                        seen.insert(row, class);
                        self.sums.push(next);
                        class
                    }
                };
                self.steps[g].push(class);
            }
            let order = self.sums.len();
            self.watch.allows(order)?;
            if x.is_multiple_of(64) {
                self.watch.ask((self.rows.len() * (self.contexts.len() + 64)) as u64)?;
            }
            x += 1;
        }
        Ok(())
    }

    /// A context that tells two sums apart which were taken for equal, where the
    /// classes do not form a commutative monoid or contradict an outcome.
    fn contradiction(&mut self) -> Result<Option<HeapSum>, Stop> {
        for x in 0..self.sums.len() {
            for g in 0..self.generators.len() {
                for h in 0..g {
                    let by_g = self.steps[h][self.steps[g][x] as usize];
                    let by_h = self.steps[g][self.steps[h][x] as usize];
                    if by_g != by_h {
                        // One of the two ways to class x + g + h is wrong in a context
                        // that tells the two classes apart.
                        let (one, two) = (self.sums[by_g as usize].clone(), self.sums[by_h as usize].clone());
                        let (one, two) = (self.row(&one)?, self.row(&two)?);
                        let Some(z) = (0..one.len()).find(|z| one[*z] != two[*z]) else { continue };
                        let whole = join(
                            &with(&with(&self.sums[x], self.generators[g]), self.generators[h]),
                            &self.contexts[z],
                        );
                        let truth = self.outcomes.value(&whole, self.watch)?;
                        let last = if one[z] == truth { g } else { h };
                        return Ok(Some(with(&self.contexts[z], self.generators[last])));
                    }
                }
            }
        }
        for x in 0..self.sums.len() {
            for z in 0..self.contexts.len() {
                let whole = join(&self.sums[x], &self.contexts[z]);
                if let Some(context) = self.separate(&whole)? {
                    return Ok(Some(context));
                }
            }
        }
        Ok(None)
    }

    fn class(&self, x: u32, sum: &[u32]) -> u32 {
        sum.iter().fold(x, |x, heap| {
            let g = self.generators.binary_search(heap).expect("sums hold generators only");
            self.steps[g][x as usize]
        })
    }

    /// If the class of `sum` has another outcome than `sum`: a context that tells two
    /// sums apart that were taken for equal.
    ///
    /// Replace the first heaps of the sum by the sum that stands for their class, one
    /// heap more each time. The outcome changes on the way; where it does, what is left
    /// of the sum is the context.
    fn separate(&mut self, sum: &[u32]) -> Result<Option<HeapSum>, Stop> {
        let class = self.class(0, sum);
        let truth = self.outcomes.value(sum, self.watch)?;
        let end = self.sums[class as usize].clone();
        if self.outcomes.value(&end, self.watch)? == truth {
            return Ok(None);
        }
        for done in 0..sum.len() {
            let class = self.class(0, &sum[..=done]);
            let rest = &sum[done + 1..];
            if self.outcomes.value(&join(&self.sums[class as usize], rest), self.watch)? != truth {
                return Ok(Some(rest.into()));
            }
        }
        Ok(None)
    }

    fn quotient(&mut self) -> Quotient {
        let value = |sum: &HeapSum| self.rows.get(sum).map_or(1, |row| row[0]);
        let values = self.sums.iter().map(value).collect();
        let (generators, levels) = (self.generators.to_vec(), self.outcomes.levels());
        Quotient::new(generators, self.steps.clone(), self.sums.clone(), self.contexts.clone(), values, levels)
    }
}
