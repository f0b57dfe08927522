//! An automaton guessed from a list of elements, where a table of all tuples would be too large.
//!
//! The words of the elements, without leading zeros, are a tree. A word that is in no branch of
//! the tree is followed by nothing, as far as the list goes; so a state is what follows a node,
//! and two nodes are taken for the same state if what follows them agrees for `depth` more
//! digits. As with a table ([`crate::Sample`]) what comes out is a hypothesis.

use crate::automaton::{Automaton, StateId};
use crate::classes::Classes;
use crate::limits::{Limit, Limits};
use crate::numeration::Numeration;
use crate::tracks::{Letter, Tracks, with_digit};
use hashbrown::HashMap;
use num_bigint::BigUint;

/// The words of a list as a tree, and the classes of those that are followed by the same for
/// [`SparseSample::depth`] digits.
#[derive(Debug)]
pub struct SparseSample {
    system: Numeration,
    tracks: Tracks,
    /// The most digits of an element that the list would have.
    length: usize,
    depth: usize,
    /// Nodes in the order of their words, the empty word first.
    nodes: Vec<Node>,
    /// Letters and nodes, those of a node beside each other.
    edges: Vec<(u32, u32)>,
    letters: Vec<Letter>,
    /// The classes at the present depth; of nodes with longer words they mean nothing.
    classes: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    length: u8,
    inside: bool,
    first: u32,
    edges: u32,
}

/// The class of what nothing follows.
const NOTHING: u32 = 0;

/// The most nodes of a tree.
const MOST_NODES: usize = 60_000_000;

impl SparseSample {
    /// The words of all elements with numbers up to `to`; none if they are too many or too long.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so.
    pub fn new(
        system: Numeration,
        tracks: Tracks,
        to: u64,
        elements: &[[u64; 2]],
        limits: &Limits<'_>,
    ) -> Result<Option<SparseSample>, Limit> {
        let weights: Vec<u64> = weights(system, to);
        // Numbers below the weight of a place have no digit there: all of these are in the list.
        let length = weights.len() - 1;
        let Some(most) = weights.last().map(|weight| weight - 1) else { return Ok(None) };
        let letters = system.letters(tracks, Tracks::NONE);
        if tracks.len() != 2 || length > usize::from(u8::MAX) || letters.len() > 256 {
            return Ok(None);
        }
        let variables: Vec<u8> = tracks.iter().collect();
        let mut words: Vec<Vec<u8>> = Vec::with_capacity(elements.len());
        for (n, element) in elements.iter().filter(|element| element.iter().all(|n| *n <= most)).enumerate() {
            if n.is_multiple_of(4096) {
                limits.go_on()?;
            }
            let mut rest = *element;
            let mut word = Vec::with_capacity(length);
            for weight in weights[..length].iter().rev() {
                let mut letter = 0;
                for (rest, variable) in rest.iter_mut().zip(&variables) {
                    letter |= with_digit(*variable, u8::try_from(*rest / weight).unwrap_or(0));
                    *rest %= weight;
                }
                if !(word.is_empty() && letter == 0) {
                    let Ok(place) = letters.binary_search(&letter) else { return Ok(None) };
                    word.push(place as u8);
                }
            }
            words.push(word);
        }
        words.sort_unstable();
        let Some((nodes, edges)) = tree(&words) else { return Ok(None) };
        // To no depth at all, what is not inside is followed by nothing: that a node is there says
        // that an element follows somewhere, which near the end of the list means another thing.
        let classes = nodes.iter().map(|node| u32::from(node.inside)).collect();
        Ok(Some(SparseSample { system, tracks, length, depth: 0, nodes, edges, letters, classes }))
    }

    /// How many more digits tell states apart.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    fn edges(&self, node: usize) -> &[(u32, u32)] {
        let Node { first, edges, .. } = self.nodes[node];
        &self.edges[first as usize..(first + edges) as usize]
    }

    /// Tells states apart by one more digit; false if the list does not reach so far.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so; then nothing more can be told from this sample.
    pub fn deepen(&mut self, limits: &Limits<'_>) -> Result<bool, Limit> {
        if self.length <= self.depth + 1 {
            return Ok(false);
        }
        let known = self.length - self.depth - 1;
        let mut numbered = Classes::from(NOTHING + 1);
        let mut key: Vec<u32> = Vec::new();
        let mut next = vec![NOTHING; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().filter(|(_, node)| usize::from(node.length) <= known) {
            if number.is_multiple_of(1 << 14) {
                limits.go_on()?;
            }
            key.clear();
            key.push(u32::from(node.inside));
            if number == 0 {
                // A zero before everything changes nothing.
                key.extend([0, self.classes[0]]);
            }
            for (letter, target) in self.edges(number) {
                let class = self.classes[*target as usize];
                if class != NOTHING {
                    key.extend([*letter, class]);
                }
            }
            if key.len() == 1 && !node.inside {
                continue;
            }
            next[number] = numbered.number(&key);
        }
        self.classes = next;
        self.depth += 1;
        Ok(true)
    }

    /// The automaton whose states are the classes; none if the list does not reach far enough
    /// to see them all.
    ///
    /// # Errors
    /// A [`Limit`] that was reached.
    pub fn automaton(&self, limits: &Limits<'_>) -> Result<Option<Automaton>, Limit> {
        let known = self.length - self.depth;
        let mut states: HashMap<u32, StateId> = HashMap::from_iter([(self.classes[0], 0)]);
        let mut leaders: Vec<usize> = vec![0];
        let mut rows: Vec<(bool, Vec<(Letter, StateId)>)> = Vec::new();
        let mut transitions = 0;
        while rows.len() < leaders.len() {
            limits.allow(rows.len(), leaders.len(), transitions)?;
            let node = leaders[rows.len()];
            if usize::from(self.nodes[node].length) + 1 > known {
                return Ok(None);
            }
            let mut row: Vec<(Letter, StateId)> = if node == 0 { vec![(0, 0)] } else { vec![] };
            for (letter, target) in self.edges(node) {
                let class = self.classes[*target as usize];
                if class == NOTHING {
                    continue;
                }
                let fresh = leaders.len() as StateId;
                let state = *states.entry(class).or_insert(fresh);
                if state == fresh {
                    leaders.push(*target as usize);
                }
                row.push((self.letters[*letter as usize], state));
            }
            transitions += row.len();
            rows.push((self.nodes[node].inside, row));
        }
        match Automaton::from_parts(self.system, self.tracks, &rows) {
            Some(automaton) => automaton.minimised(limits).map(Some),
            None => Ok(None),
        }
    }

    /// Whether an automaton has exactly the elements of the list, as far as it goes: both are
    /// walked through together.
    ///
    /// # Errors
    /// [`Limit::Stopped`] if the limits say so.
    pub fn agrees(&self, automaton: &Automaton, limits: &Limits<'_>) -> Result<bool, Limit> {
        // How many more letters at least lead to an element.
        let nearest = nearest(automaton);
        let mut open: Vec<(usize, StateId)> = vec![(0, 0)];
        let mut met = 0usize;
        while let Some((node, state)) = open.pop() {
            met += 1;
            if met.is_multiple_of(4096) {
                limits.go_on()?;
            }
            let Node { length, inside, .. } = self.nodes[node];
            if inside != automaton.is_accepting(state) {
                return Ok(false);
            }
            let mut edges = self.edges(node).iter().peekable();
            for (letter, target) in automaton.row(state).iter().filter(|cell| node > 0 || cell.0 != 0) {
                match edges.next_if(|edge| self.letters[edge.0 as usize] == *letter) {
                    Some((_, child)) => open.push((*child as usize, *target)),
                    // Nothing of the list is there.
                    None if usize::from(length) + 1 + nearest[*target as usize] <= self.length => return Ok(false),
                    None => {}
                }
            }
            if edges.next().is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// For each state the length of the shortest word that is accepted from there.
fn nearest(automaton: &Automaton) -> Vec<usize> {
    let states = automaton.states();
    let mut nearest = vec![usize::MAX / 2; states];
    loop {
        let mut changed = false;
        for state in 0..states {
            let behind = automaton.row(state as StateId).iter().map(|(_, target)| nearest[*target as usize] + 1);
            let own = if automaton.is_accepting(state as StateId) { 0 } else { behind.min().unwrap_or(usize::MAX / 2) };
            if own < nearest[state] {
                nearest[state] = own;
                changed = true;
            }
        }
        if !changed {
            return nearest;
        }
    }
}

/// The weights of the places up to the first that is more than `to`; at least one.
fn weights(system: Numeration, to: u64) -> Vec<u64> {
    let mut weights = Vec::new();
    for weight in system.weights(64) {
        match u64::try_from(&weight) {
            Ok(small) if BigUint::from(to) + 1u8 >= weight => weights.push(small),
            _ => break,
        }
    }
    weights
}

/// A letter, and the node behind it.
type Edge = (u32, u32);

/// The tree of words in order: its nodes, and their letters with the nodes behind them.
fn tree(words: &[Vec<u8>]) -> Option<(Vec<Node>, Vec<Edge>)> {
    let mut nodes = vec![Node::default()];
    // Parent, letter and node, in the order of nodes.
    let mut found: Vec<(u32, u32, u32)> = Vec::new();
    let mut path: Vec<u32> = vec![0];
    let mut last: &[u8] = &[];
    for word in words {
        let common = word.iter().zip(last).take_while(|(a, b)| a == b).count();
        path.truncate(common + 1);
        for (place, letter) in word.iter().enumerate().skip(common) {
            let node = u32::try_from(nodes.len()).ok().filter(|_| nodes.len() < MOST_NODES)?;
            nodes.push(Node { length: u8::try_from(place + 1).ok()?, ..Node::default() });
            found.push((path[place], u32::from(*letter), node));
            path.push(node);
        }
        nodes[*path.last()? as usize].inside = true;
        last = word;
    }
    found.sort_unstable();
    for (place, (parent, _, _)) in found.iter().enumerate() {
        let node = &mut nodes[*parent as usize];
        if node.edges == 0 {
            node.first = u32::try_from(place).ok()?;
        }
        node.edges += 1;
    }
    Some((nodes, found.into_iter().map(|(_, letter, node)| (letter, node)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wythoff's P-positions from a list of a few hundred.
    #[test]
    fn beatty_pairs_are_learned_from_a_list() {
        let floor = |n: u64| (n + (5 * n * n).isqrt()) / 2;
        let pairs = (0..2000).flat_map(|n| [[floor(n), floor(n) + n], [floor(n) + n, floor(n)]]);
        let elements: Vec<[u64; 2]> = pairs.filter(|pair| pair.iter().all(|heap| *heap < 2000)).collect();
        let limits = Limits::generous();
        let system = Numeration::Metallic(1);
        let mut sample = SparseSample::new(system, Tracks::first(2), 1999, &elements, &limits).unwrap().unwrap();
        let mut learned = None;
        while learned.is_none() && sample.deepen(&limits).unwrap() {
            learned = sample.automaton(&limits).unwrap().filter(|guess| sample.agrees(guess, &limits) == Ok(true));
        }
        let learned = learned.unwrap();
        for (x, y) in (0..80u64).flat_map(|x| (0..80u64).map(move |y| (x, y))) {
            assert_eq!(learned.contains(&[x.into(), y.into()]), elements.contains(&[x, y]), "({x}, {y})");
        }
        // A list with one element more is none of this automaton.
        let more = [elements.as_slice(), &[[7, 7]]].concat();
        let other = SparseSample::new(system, Tracks::first(2), 1999, &more, &limits).unwrap().unwrap();
        assert_eq!(other.agrees(&learned, &limits), Ok(false));
        let less: Vec<[u64; 2]> = elements.iter().copied().filter(|pair| *pair != [3, 5]).collect();
        let other = SparseSample::new(system, Tracks::first(2), 1999, &less, &limits).unwrap().unwrap();
        assert_eq!(other.agrees(&learned, &limits), Ok(false));
    }

    /// What follows a node within so many letters.
    fn behind(sample: &SparseSample, node: usize, depth: usize) -> Vec<Vec<u32>> {
        let mut all: Vec<Vec<u32>> = if sample.nodes[node].inside { vec![vec![]] } else { vec![] };
        if depth > 0 {
            for (letter, target) in sample.edges(node) {
                all.extend(
                    behind(sample, *target as usize, depth - 1)
                        .into_iter()
                        .map(|word| [&[*letter], &word[..]].concat()),
                );
            }
        }
        all
    }

    /// Near the end of the list too, where fewer elements follow than there are.
    #[test]
    fn nodes_are_of_one_class_exactly_if_the_same_follows() {
        let floor = |n: u64| (n + (5 * n * n).isqrt()) / 2;
        let pairs = (0..2000).flat_map(|n| [[floor(n), floor(n) + n], [floor(n) + n, floor(n)]]);
        let elements: Vec<[u64; 2]> = pairs.filter(|pair| pair.iter().all(|heap| *heap < 2000)).collect();
        let limits = Limits::generous();
        let mut sample =
            SparseSample::new(Numeration::Metallic(1), Tracks::first(2), 1999, &elements, &limits).unwrap().unwrap();
        for depth in 1..=4 {
            assert!(sample.deepen(&limits).unwrap());
            let known = sample.length - depth;
            let mut classes: HashMap<Vec<Vec<u32>>, u32> = HashMap::new();
            let nodes = (1..sample.nodes.len()).filter(|node| usize::from(sample.nodes[*node].length) <= known);
            let mut count = 0;
            for node in nodes {
                let class = *classes.entry(behind(&sample, node, depth)).or_insert(sample.classes[node]);
                assert_eq!(class, sample.classes[node], "depth {depth}, node {node}");
                count += 1;
            }
            assert!(count > 50);
        }
    }
}
