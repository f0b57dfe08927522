//! Partizan subtraction: from a heap Left takes a number of stones out of one
//! set, Right out of another.

use super::Ruleset;
use crate::play::Player;
use miyama_budget::Mistake;
use miyama_text::say;

/// A heap and the numbers that each player may take.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartizanSubtraction {
    heap: u32,
    takes: [Vec<u32>; 2],
}

/// The largest heap.
const HEAP: u32 = 100_000;

impl PartizanSubtraction {
    /// Reads `1,2|1,3`, the sets of Left and Right, and the heap.
    pub(super) fn parse(
        arguments: Option<(usize, &str)>,
        (start, heap_text): (usize, &str),
    ) -> Result<PartizanSubtraction, Mistake> {
        let Some((from, sets)) = arguments else {
            return Err(Mistake::new(start..start, say!("value.subtraction_sets")));
        };
        let Some((left, right)) = sets.split_once('|') else {
            return Err(Mistake::new(from..from + sets.len(), say!("value.subtraction_sets")));
        };
        let takes = [read_set(from, left)?, read_set(from + left.len() + 1, right)?];
        match heap_text.parse() {
            Ok(heap) if heap <= HEAP => Ok(PartizanSubtraction { heap, takes }),
            _ => Err(Mistake::new(start..start + heap_text.len(), say!("value.heap", limit = HEAP))),
        }
    }
}

fn read_set(start: usize, text: &str) -> Result<Vec<u32>, Mistake> {
    let mut numbers = Vec::new();
    let mut at = start;
    for number in text.split(',') {
        let place = at..at + number.len();
        match number.trim().parse() {
            Ok(n) if n > 0 => numbers.push(n),
            _ => return Err(Mistake::new(place, say!("value.subtraction_number"))),
        }
        at += number.len() + 1;
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

impl Ruleset for PartizanSubtraction {
    /// How many stones to take.
    type Move = u32;

    fn moves(&self, player: Player) -> Vec<u32> {
        self.takes[player as usize].iter().copied().filter(|take| *take <= self.heap).collect()
    }

    fn after(&self, _: Player, take: &u32) -> PartizanSubtraction {
        PartizanSubtraction { heap: self.heap - take, takes: self.takes.clone() }
    }
}
