//! Who wins sums of a few heaps, and their misère values, by playing them out.

use crate::position::{HeapSum, join, without};
use crate::quotient::Quotient;
use crate::stop::{Stop, Watch};
use hashbrown::HashMap;

/// Misère values of sums of generators, remembered.
///
/// The answers guide the search for a quotient; they prove nothing. They suppose that
/// every heap can be replaced by the sum of generators that stands for it, and, to
/// keep sums small, that many copies of a generator can be replaced by fewer.
///
/// All generators but the new one, the largest, have images in the quotient that is
/// known: it decides sums without the new one, and what moves in the last copy of it lead to.
pub(crate) struct Outcomes<'a> {
    known: &'a Quotient,
    /// The generators, smallest first; the last one is new.
    generators: Vec<Generator>,
    heaps: Vec<u32>,
    /// For each element beside the new generator: the values that its options lead to.
    won: Vec<Values>,
    /// Sums are remembered under Σ copies · weight. Weights are those of mixed radices, so
    /// that different sums have different keys, as long as these fit; else they look
    /// random, and that two keys of 128 bits agree by chance would cost time, not truth.
    weights: Vec<u128>,
    values: HashMap<u128, u8>,
    bytes: u64,
}

/// A generator.
pub(crate) struct Generator {
    pub(crate) heap: u32,
    /// Its options, as sums of smaller generators.
    pub(crate) options: Vec<HeapSum>,
    /// Its image in the quotient that is known, unless it is the new one.
    pub(crate) image: u32,
    /// (i, p): i + p copies of the generator count as i.
    pub(crate) cycle: Option<(usize, usize)>,
    /// How many copies of which generators each option has.
    counted: Vec<Vec<(usize, u16)>>,
}

impl Generator {
    pub(crate) fn new(heap: u32, options: Vec<HeapSum>, image: u32, cycle: Option<(usize, usize)>) -> Generator {
        Generator { heap, options, image, cycle, counted: vec![] }
    }
}

/// A move that is tried takes about so many steps of a few nanoseconds.
const TRIAL: u64 = 16;

/// A set of values, one bit each.
type Values = u32;

/// A sum that is being played out, as numbers of copies: the next move is option number
/// `option` of generator number `index`, the largest first.
struct Frame {
    copies: Box<[u16]>,
    key: u128,
    index: usize,
    option: usize,
    /// The values of the options before.
    met: Values,
}

impl<'a> Outcomes<'a> {
    /// Outcomes of sums of these generators; the last one is new.
    pub(crate) fn new(mut generators: Vec<Generator>, known: &'a Quotient) -> Outcomes<'a> {
        let heaps: Vec<u32> = generators.iter().map(|generator| generator.heap).collect();
        for generator in &mut generators {
            let count = |option: &HeapSum| {
                let mut counted: Vec<(usize, u16)> = Vec::new();
                for heap in option {
                    let index = heaps.binary_search(heap).expect("options are sums of generators");
                    match counted.last_mut().filter(|(last, _)| *last == index) {
                        Some((_, copies)) => *copies += 1,
                        None => counted.push((index, 1)),
                    }
                }
                counted
            };
            generator.counted = generator.options.iter().map(count).collect();
        }
        let mut won: Vec<Values> = vec![0; known.order()];
        for option in generators.last().map_or(&[][..], |new| &new.counted) {
            let power = |(index, copies): &(usize, u16)| known.power(generators[*index].image, u64::from(*copies));
            let image = option.iter().fold(0, |x, some| known.product(x, power(some)));
            for (y, won) in (0..).zip(&mut won) {
                *won |= 1 << known.value(known.product(image, y));
            }
        }
        let weights = weights(&generators);
        Outcomes { known, generators, heaps, won, weights, values: HashMap::new(), bytes: 0 }
    }

    /// So many values are told apart from all larger ones.
    pub(crate) fn levels(&self) -> u8 {
        self.known.levels()
    }

    /// The options of a generator.
    pub(crate) fn options_of(&self, heap: u32) -> &[HeapSum] {
        &self.generators[self.index(heap)].options
    }

    fn index(&self, heap: u32) -> usize {
        self.heaps.binary_search(&heap).expect("sums hold generators only")
    }

    /// The options of a sum of generators.
    pub(crate) fn options(&self, position: &[u32]) -> Vec<Vec<u32>> {
        let mut options = Vec::new();
        for (index, heap) in position.iter().enumerate() {
            if index > 0 && position[index - 1] == *heap {
                continue;
            }
            let rest = without(position, index);
            options.extend(self.options_of(*heap).iter().map(|option| join(&rest, option)));
        }
        options
    }

    /// The value of a sum: 0 if it is lost for the player who moves.
    ///
    /// The largest heap that a move changes makes way for smaller ones, and replacing
    /// copies makes them fewer: positions get smaller in the lexicographic order that
    /// compares the numbers of the largest heap first. So play ends.
    pub(crate) fn value(&mut self, position: &[u32], watch: Watch<'_>) -> Result<u8, Stop> {
        let mut sum = vec![0u16; self.heaps.len()];
        for heap in position {
            let index = self.index(*heap);
            // So many copies that count for themselves are as many elements.
            sum[index] = sum[index].checked_add(1).ok_or(Stop::Order(usize::from(u16::MAX)))?;
            sum[index] = self.reduced(sum[index], index);
        }
        let mut key = self.key(&sum);
        let mut tried = 1;
        if let Some(value) = self.lookup(&sum, key) {
            watch.spend(TRIAL)?;
            return Ok(value);
        }
        let frame = |sum: &[u16], key| Frame { copies: sum.into(), key, index: sum.len(), option: 0, met: 0 };
        let mut stack = vec![frame(&sum, key)];
        let mut answer = 0;
        while let Some(before) = stack.last_mut() {
            match self.play(before, &mut sum, &mut key, &mut tried)? {
                None => stack.push(frame(&sum, key)),
                Some(value) => {
                    let Some(played) = stack.pop() else { break };
                    self.bytes += 64;
                    self.values.insert(played.key, value);
                    answer = value;
                    watch.spend(TRIAL * std::mem::take(&mut tried))?;
                    if self.values.len().is_multiple_of(1024) {
                        watch.ask(self.bytes)?;
                    }
                }
            }
        }
        Ok(answer)
    }

    /// Tries moves until the value of the sum is clear, or a move leads to a sum that is
    /// not known; that one is left in `sum`. The sum holds the new generator. Counts the moves.
    fn play(&self, frame: &mut Frame, sum: &mut [u16], key: &mut u128, tried: &mut u64) -> Result<Option<u8>, Stop> {
        let (last, levels) = (self.heaps.len() - 1, self.levels());
        let least = |met: Values| met.trailing_ones() as u8;
        if frame.index > last && frame.copies[last] == 1 {
            frame.met = self.won[self.product(&frame.copies[..last]) as usize];
            frame.index = last;
        }
        while frame.index > 0 {
            let at = frame.index - 1;
            if least(frame.met) >= levels {
                return Ok(Some(levels));
            }
            if frame.copies[at] > 0 {
                while let Some(option) = self.generators[at].counted.get(frame.option) {
                    *tried += 1;
                    sum.copy_from_slice(&frame.copies);
                    sum[at] -= 1;
                    *key = frame.key.wrapping_sub(self.weights[at]);
                    for (index, copies) in option {
                        let before = sum[*index];
                        let all = before.checked_add(*copies).ok_or(Stop::Order(usize::from(u16::MAX)))?;
                        sum[*index] = self.reduced(all, *index);
                        let (more, fewer) = (u128::from(sum[*index]), u128::from(before));
                        *key = key.wrapping_add(more.wrapping_sub(fewer).wrapping_mul(self.weights[*index]));
                    }
                    let Some(value) = self.lookup(sum, *key) else { return Ok(None) };
                    frame.met |= 1 << value;
                    frame.option += 1;
                    if least(frame.met) >= levels {
                        return Ok(Some(levels));
                    }
                }
            }
            frame.index -= 1;
            frame.option = 0;
        }
        // Every generator has moves.
        Ok(Some(least(frame.met).min(levels)))
    }

    /// The copies of a generator that are left where so many count as fewer.
    fn reduced(&self, copies: u16, index: usize) -> u16 {
        match self.generators[index].cycle {
            Some((start, period)) if usize::from(copies) >= start + period => {
                (start + (usize::from(copies) - start) % period) as u16
            }
            _ => copies,
        }
    }

    /// The image of a sum of known generators.
    fn product(&self, copies: &[u16]) -> u32 {
        let mut product = 0;
        for (copies, generator) in copies.iter().zip(&self.generators) {
            for _ in 0..*copies {
                product = self.known.product(product, generator.image);
            }
        }
        product
    }

    /// What is known about a sum.
    fn lookup(&self, sum: &[u16], key: u128) -> Option<u8> {
        let (new, known) = sum.split_last()?;
        match new {
            0 => Some(self.known.value(self.product(known))),
            _ => self.values.get(&key).copied(),
        }
    }

    fn key(&self, sum: &[u16]) -> u128 {
        let each = sum.iter().zip(&self.weights).map(|(copies, weight)| u128::from(*copies).wrapping_mul(*weight));
        each.fold(0, u128::wrapping_add)
    }
}

/// The weights of copies in keys. All generators but the last come in bounded numbers.
fn weights(generators: &[Generator]) -> Vec<u128> {
    let mut weights = vec![];
    let mut next = Some(1u128);
    for generator in generators {
        weights.extend(next);
        let limit = generator.cycle.map_or(1 << 16, |(start, period)| start + period);
        next = next.and_then(|weight| weight.checked_mul(limit as u128));
    }
    if next.is_none() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835u128;
        let random = |_: &Generator| {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
            seed ^ seed >> 64
        };
        weights = generators.iter().map(random).collect();
    }
    weights
}
