//! Who wins sums of a few heaps, by playing them out.

use crate::position::{Position, join, without};
use crate::quotient::Quotient;
use crate::stop::{Stop, Watch};
use hashbrown::HashMap;

/// Misère outcomes of sums of generators, remembered.
///
/// The answers guide the search for a quotient; they prove nothing. They suppose that
/// every heap can be replaced by the sum of generators that stands for it, and, to
/// keep sums small, that many copies of a generator can be replaced by fewer.
pub(crate) struct Outcomes<'a> {
    /// The options of each generator, as sums of smaller generators.
    pub(crate) options: HashMap<u32, Vec<Position>>,
    /// Where the heaps of a sum all have an image here, it decides.
    pub(crate) known: &'a Quotient,
    pub(crate) images: HashMap<u32, u32>,
    /// (i, p): i + p copies of the generator count as i.
    pub(crate) cycles: HashMap<u32, (usize, usize)>,
    lost: HashMap<Position, bool>,
    bytes: u64,
}

/// A sum that is being played out: the next move is option number `option` of the
/// heap at `index`, the largest heap first.
struct Frame {
    position: Position,
    index: usize,
    option: usize,
}

impl<'a> Outcomes<'a> {
    pub(crate) fn new(
        options: HashMap<u32, Vec<Position>>,
        known: &'a Quotient,
        images: HashMap<u32, u32>,
        cycles: HashMap<u32, (usize, usize)>,
    ) -> Outcomes<'a> {
        Outcomes { options, known, images, cycles, lost: HashMap::new(), bytes: 0 }
    }

    /// The options of a sum of generators.
    pub(crate) fn options(&self, position: &[u32]) -> Vec<Vec<u32>> {
        let mut options = Vec::new();
        for (index, heap) in position.iter().enumerate() {
            if index > 0 && position[index - 1] == *heap {
                continue;
            }
            let rest = without(position, index);
            options.extend(self.options[heap].iter().map(|option| join(&rest, option)));
        }
        options
    }

    /// Is the sum lost for the player who moves?
    ///
    /// The largest heap that a move changes makes way for smaller ones, and replacing
    /// copies makes them fewer: positions get smaller in the lexicographic order that
    /// compares the numbers of the largest heap first. So play ends.
    pub(crate) fn is_p(&mut self, position: &[u32], watch: Watch<'_>) -> Result<bool, Stop> {
        let mut sum = position.to_vec();
        self.reduce(&mut sum);
        if let Some(lost) = self.lookup(&sum) {
            return Ok(lost);
        }
        let position: Position = sum.as_slice().into();
        let mut stack = vec![Frame { index: position.len(), option: 0, position }];
        let mut answer = false;
        while let Some(frame) = stack.last_mut() {
            match self.play(frame, &mut sum) {
                None => {
                    let position: Position = sum.as_slice().into();
                    stack.push(Frame { index: position.len(), option: 0, position });
                }
                Some(lost) => {
                    let Some(frame) = stack.pop() else { break };
                    self.bytes += 64 + 4 * frame.position.len() as u64;
                    self.lost.insert(frame.position, lost);
                    answer = lost;
                    if self.lost.len().is_multiple_of(1024) {
                        watch.ask(self.bytes)?;
                    }
                }
            }
        }
        Ok(answer)
    }

    /// Tries moves until it is clear whether the sum is lost, or a move leads to a
    /// sum that is not known; that one is left in `sum`.
    fn play(&self, frame: &mut Frame, sum: &mut Vec<u32>) -> Option<bool> {
        let position = &frame.position;
        while frame.index > 0 {
            let at = frame.index - 1;
            if position.get(frame.index) == Some(&position[at]) {
                frame.index -= 1;
                continue;
            }
            let options = &self.options[&position[at]];
            while let Some(option) = options.get(frame.option) {
                join_without(position, at, option, sum);
                self.reduce(sum);
                match self.lookup(sum) {
                    Some(true) => return Some(false),
                    Some(false) => frame.option += 1,
                    None => return None,
                }
            }
            frame.index -= 1;
            frame.option = 0;
        }
        // Every generator has moves, and none of them wins.
        Some(!position.is_empty())
    }

    /// Leaves fewer copies of a generator where so many count as fewer.
    fn reduce(&self, sum: &mut Vec<u32>) {
        let (mut read, mut write) = (0, 0);
        while read < sum.len() {
            let heap = sum[read];
            let copies = sum[read..].iter().take_while(|other| **other == heap).count();
            let kept = match self.cycles.get(&heap) {
                Some((index, period)) if copies > *index => index + (copies - index) % period,
                _ => copies,
            };
            sum[write..write + kept].fill(heap);
            (read, write) = (read + copies, write + kept);
        }
        sum.truncate(write);
    }

    /// What is known about a sum.
    fn lookup(&self, sum: &[u32]) -> Option<bool> {
        let mut product = 0;
        for heap in sum.iter().rev() {
            match self.images.get(heap) {
                Some(image) => product = self.known.product(product, *image),
                None => return self.lost.get(sum).copied(),
            }
        }
        Some(self.known.is_p(product))
    }
}

/// `sum` becomes the position without its heap at `at`, plus `option`.
fn join_without(position: &[u32], at: usize, option: &[u32], sum: &mut Vec<u32>) {
    sum.clear();
    let mut left = option;
    for (index, heap) in position.iter().enumerate() {
        while let Some((first, rest)) = left.split_first().filter(|(first, _)| *first <= heap) {
            sum.push(*first);
            left = rest;
        }
        if index != at {
            sum.push(*heap);
        }
    }
    sum.extend_from_slice(left);
}
