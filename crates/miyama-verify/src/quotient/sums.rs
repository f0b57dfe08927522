//! Heaps with what their moves lead to, and all sums of them.

use super::{Game, Monoid};
use miyama_language::budget::{Budget, Stopped};
use miyama_language::text::{Text, say};

/// A heap with moves, or several that are alike.
pub(super) struct Heap {
    size: usize,
    element: usize,
    /// W(h): in which company it offers a move to P.
    wins: Vec<bool>,
}

/// The heaps that have moves, each kind once; the reason if one is not as claimed.
pub(super) fn heaps(
    game: &Game,
    map: &[usize],
    monoid: &Monoid,
    budget: &Budget,
) -> Result<Result<Vec<Heap>, Text>, Stopped> {
    let mut heaps: Vec<Heap> = Vec::new();
    for (size, element) in map.iter().enumerate() {
        budget.check()?;
        let mut reached = vec![false; monoid.order];
        game.moves(size, budget, &mut |left| {
            reached[left.iter().fold(0, |x, heap| monoid.product[x][map[*heap]])] = true;
        })?;
        if reached.iter().all(|one| !one) {
            if *element != 0 {
                return Ok(Err(say!("verify.no_moves", heap = size)));
            }
            continue;
        }
        let to_p = |y: usize| reached.iter().enumerate().any(|(e, one)| *one && monoid.in_p[monoid.product[e][y]]);
        let wins: Vec<bool> = (0..monoid.order).map(to_p).collect();
        if let Some(y) = (0..monoid.order).find(|y| wins[*y] && monoid.in_p[monoid.product[*element][*y]]) {
            return Ok(Err(say!("verify.p_to_p", heap = size, element = y)));
        }
        if !heaps.iter().any(|heap| heap.element == *element && heap.wins == wins) {
            heaps.push(Heap { size, element: *element, wins });
        }
    }
    Ok(Ok(heaps))
}

/// A sum: its last heap and the sum before it, its element, and W.
struct Sum {
    before: Option<usize>,
    heap: usize,
    element: usize,
    wins: Vec<bool>,
}

/// A sum that is not in P and offers no move to P.
pub(super) fn unanswered(heaps: &[Heap], monoid: &Monoid, budget: &Budget) -> Result<Option<Vec<usize>>, Stopped> {
    let mut sums: Vec<Sum> = Vec::new();
    let mut smallest: Vec<Vec<usize>> = vec![vec![]; monoid.order];
    let mut next: Vec<Sum> = heaps
        .iter()
        .enumerate()
        .map(|(number, heap)| Sum { before: None, heap: number, element: heap.element, wins: heap.wins.clone() })
        .collect();
    let mut at = 0;
    loop {
        for sum in next.drain(..) {
            let in_p = |y: usize| monoid.in_p[monoid.product[sum.element][y]];
            let settled = (0..monoid.order).all(|y| sum.wins[y] || in_p(y));
            let has_smaller = smallest[sum.element].iter().any(|other| within(&sums[*other].wins, &sum.wins));
            if settled || has_smaller {
                continue;
            }
            if !sum.wins[0] && !monoid.in_p[sum.element] {
                return Ok(Some(sizes(&sums, &sum, heaps)));
            }
            smallest[sum.element].retain(|other| !within(&sum.wins, &sums[*other].wins));
            smallest[sum.element].push(sums.len());
            sums.push(sum);
        }
        let Some(sum) = sums.get(at) else { return Ok(None) };
        budget.check()?;
        budget.need((sums.len() * (monoid.order + 64)) as u64)?;
        // A sum that was replaced by one with a smaller W needs no company.
        if smallest[sum.element].contains(&at) {
            for (number, heap) in heaps.iter().enumerate() {
                let (by_heap, by_sum) = (&monoid.product[heap.element], &monoid.product[sum.element]);
                let wins = (0..monoid.order).map(|y| sum.wins[by_heap[y]] || heap.wins[by_sum[y]]).collect();
                next.push(Sum { before: Some(at), heap: number, element: by_sum[heap.element], wins });
            }
        }
        at += 1;
    }
}

fn within(small: &[bool], large: &[bool]) -> bool {
    small.iter().zip(large).all(|(a, b)| !a || *b)
}

/// The sizes of the heaps of a sum.
fn sizes(sums: &[Sum], sum: &Sum, heaps: &[Heap]) -> Vec<usize> {
    let mut sizes = vec![heaps[sum.heap].size];
    let mut before = sum.before;
    while let Some(at) = before {
        sizes.push(heaps[sums[at].heap].size);
        before = sums[at].before;
    }
    sizes.sort_unstable();
    sizes
}
