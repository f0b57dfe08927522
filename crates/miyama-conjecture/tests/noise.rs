//! Nothing is found where there is nothing: a description that fits noise is the worst answer.
//!
//! Some seeds run with every test; `just noise` runs a hundred of each kind.
#![allow(clippy::unwrap_used)]

use miyama::budget::Budget;
use miyama::game::{Game, Games};
use miyama::heap::formula::Names;
use miyama::play::Convention::Normal;
use miyama_conjecture::{Wanted, conjecture, described};
use std::collections::HashSet;

/// Numbers that look random, the same for the same seed.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// The side of the box that is learned from; sets go four times as far.
const SIDE: u64 = 63;
const FAR: u64 = 4 * SIDE;

type Set = HashSet<(u64, u64)>;

fn both_ways(pairs: impl IntoIterator<Item = (u64, u64)>) -> Set {
    pairs.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]).collect()
}

/// Every number has one partner.
fn pairing(random: &mut Random) -> Set {
    let mut free: Vec<u64> = (0..=FAR).collect();
    let mut pairs = vec![];
    while free.len() > 1 {
        let first = free.remove(0);
        // Not far away, so that partners are inside the box.
        let place = usize::try_from(random.below(12.min(free.len() as u64))).unwrap();
        pairs.push((first, free.remove(place)));
    }
    both_ways(pairs)
}

fn dense(random: &mut Random, of: u64) -> Set {
    let all = (0..=FAR).flat_map(|a| (a..=FAR).map(move |b| (a, b)));
    both_ways(all.filter(|_| random.below(of) == 0).collect::<Vec<_>>())
}

fn wythoff() -> Vec<(u64, u64)> {
    let low = |k: u64| (k + (5 * k * k).isqrt()) / 2;
    (0..).map(|k| (low(k), low(k) + k)).take_while(|pair| pair.1 <= FAR).collect()
}

/// Of the pairs of Wythoff's game 2 % are moved, two of them inside the box that is learned
/// from.
fn noisy(random: &mut Random) -> Set {
    let mut pairs = wythoff();
    let inner = pairs.iter().filter(|pair| pair.1 <= SIDE).count() as u64;
    let moved = [10 + random.below(inner - 10), inner + random.below(pairs.len() as u64 - inner)];
    for place in moved {
        let pair = &mut pairs[usize::try_from(place).unwrap()];
        pair.1 += 1 + random.below(3);
    }
    both_ways(pairs)
}

/// What is said of a set, if anything is.
fn told(set: &Set) -> Option<String> {
    let names = Names::of(&["x", "y"]);
    let inside = |position: &[u64]| set.contains(&(position[0], position[1]));
    let found = described(&inside, &names, SIDE, &Budget::unlimited()).unwrap();
    found.best.map(|best| best.formula)
}

fn campaign(seeds: u64) {
    // The test itself: without noise the pairs are recognised.
    assert_eq!(told(&both_ways(wythoff())).as_deref(), Some("min(x,y) = floor(|x-y|*phi)"));
    for seed in 1..=seeds {
        let mut random = Random::new(seed);
        for (kind, set) in [
            ("pairing", pairing(&mut random)),
            ("every second", dense(&mut random, 2)),
            ("every tenth", dense(&mut random, 10)),
            ("Wythoff with noise", noisy(&mut random)),
        ] {
            assert_eq!(told(&set), None, "{kind}, seed {seed}");
        }
    }
}

#[test]
fn nothing_is_read_into_noise() {
    campaign(2);
}

#[test]
#[ignore = "a hundred seeds of each kind: `just noise`"]
fn nothing_is_read_into_much_noise() {
    campaign(100);
}

fn of_game(text: &str, heaps: usize) -> Option<String> {
    let Game::Heap(game) = Games::built_in().find(text).unwrap() else { unreachable!("a game on heaps") };
    let (ruleset, names) = if heaps == game.ruleset.heaps() {
        ((*game.ruleset).clone(), Names::of(game.ruleset.heap_names()))
    } else {
        (game.ruleset.side_by_side(heaps).unwrap(), Names::side_by_side(&game.ruleset.heap_names()[0], heaps))
    };
    let found = conjecture(&ruleset, Wanted::PPositions(Normal), &names, None, &Budget::unlimited()).unwrap();
    found.best.map(|best| best.formula)
}

/// Games whose P-positions nobody can describe.
#[test]
fn nothing_is_read_into_irregular_games() {
    for (game, heaps) in [
        ("grundy", 1),
        ("(x) -> {(x-i^2) | 1<=i}", 2),
        ("(x,y) -> sym {(x-i,y) | 1<=i} U {(x-i,y-i) | 1<=i} U sym {(x-i,y-2*i) | 1<=i}", 2),
        ("(x,y,z) -> sym {(x-i,y,z) | 1<=i} U sym {(x-i,y-i,z) | 1<=i}", 3),
    ] {
        assert_eq!(of_game(game, heaps), None, "{game}");
    }
}

/// Three heaps of Nim, and one pass for both players together, not at the end: the positions
/// with the pass left.
#[test]
fn nothing_is_read_into_nim_with_a_pass() {
    const TO: usize = 64;
    let place = |a: usize, b: usize, c: usize| (a * (TO + 1) + b) * (TO + 1) + c;
    let mut lost = vec![false; (TO + 1).pow(3)];
    for a in 0..=TO {
        for b in 0..=TO {
            for c in 0..=TO {
                // Without the pass it is Nim.
                let pass = a + b + c > 0 && a ^ b ^ c == 0;
                let option = pass
                    || (0..a).any(|i| lost[place(i, b, c)])
                    || (0..b).any(|i| lost[place(a, i, c)])
                    || (0..c).any(|i| lost[place(a, b, i)]);
                lost[place(a, b, c)] = !option;
            }
        }
    }
    let inside = |position: &[u64]| {
        let [a, b, c] = [0, 1, 2].map(|heap| usize::try_from(position[heap]).unwrap());
        lost[place(a, b, c)]
    };
    let names = Names::of(&["x", "y", "z"]);
    let found = described(&inside, &names, TO as u64 / 4, &Budget::unlimited()).unwrap();
    assert_eq!(found.best.map(|best| best.formula), None);
}
