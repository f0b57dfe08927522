//! Checks the certificate of the misère quotient of a taking-and-breaking game, or of
//! the pieces of other games.
//!
//! The certificate claims a finite commutative monoid Q by what multiplication with a
//! few letters does, a subset P, and an element Φ(n) for heaps n = 0, 1, …, L−1. Checked
//! is, each for itself:
//!
//! 1. Q is a commutative monoid: multiplications with letters commute, and from
//!    element 0 they lead everywhere. (Then sums of letters that agree at 0 agree
//!    everywhere, because every element is such a sum and sums commute.)
//! 2. The options of every heap, read from the code, or found by the naive meaning of
//!    the definitions for pieces of other games; a heap without any maps to 0.
//! 3. A sum of heaps with moves has Φ in P exactly if none of its options has. By
//!    induction P then tells the misère P-positions; the empty sum is none, 0 ∉ P.
//! 4. No two elements are equivalent: the sets {z : xz ∈ P} differ.
//! 5. The relations hold, rewrite larger products to smaller ones, none of them rewrites
//!    another, and they leave as many products as there are elements: they present Q.
//! 6. The map repeats over the window that the periodicity theorem asks for.
//!
//! Point 3 is about all sums. Call W(X) the set of the y in Q for which X offers a
//! move to P in the company of y: Φ(X′)y ∈ P for an option X′. A move in X + h is one in
//! X in the company of Φ(h)y, or one in h in the company of Φ(X)y. So
//! W(X + h) = {y : Φ(h)y ∈ W(X) or Φ(X)y ∈ W(h)}, and the pairs (Φ(X), W(X)) of all sums
//! can be listed. A pair is as it must be if 0 ∈ W exactly when Φ(X) ∉ P. That no move
//! leads from P to P follows from the heaps: Φ(h)y ∈ P and y ∈ W(h) for no y. The rest,
//! that there is a move to P from outside of P, is easier the larger W is, for X and for
//! all sums with X in them; so of pairs with one element the smallest W are enough, and
//! a pair with W ∪ {y : Φ(X)y ∈ P} = Q needs no company at all.

mod code;
mod pieces;
mod sums;

pub use pieces::{Pieces, Rules};

use code::Code;
use miyama_language::budget::{Budget, Stopped};
use miyama_language::text::{Text, say};
use serde::Deserialize;

/// A certificate as it is read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of its form.
    pub miyama_quotient: u32,
    /// The code of the game; for pieces, what they were asked for as.
    pub code: String,
    /// What the heaps are, if they are not heaps of a code.
    #[serde(default)]
    pub pieces: Option<Pieces>,
    /// The number of elements.
    pub order: usize,
    /// The heaps that the letters stand for.
    pub generators: Vec<usize>,
    /// For each letter the product of every element with it.
    pub times: Vec<Vec<usize>>,
    /// The P-elements.
    pub p: Vec<usize>,
    /// The element of each heap.
    pub map: Vec<usize>,
    /// Relations, as exponents of the letters.
    pub relations: Vec<(Vec<u32>, Vec<u32>)>,
    /// Where the map repeats.
    pub period: Option<Period>,
}

/// The map repeats from heap `start` on after `length` heaps.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// The first heap from which on it repeats.
    pub start: usize,
    /// After how many heaps.
    pub length: usize,
}

/// What the check led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// All that is claimed holds.
    Holds,
    /// It was refused; the reason.
    Refused(Text),
}

/// What the heaps are.
enum Game {
    Code(Code),
    /// The options of each piece.
    Pieces(pieces::Options),
}

impl Game {
    fn reach(&self) -> Option<(usize, usize)> {
        match self {
            Game::Code(code) => code.reach(),
            Game::Pieces(_) => None,
        }
    }

    /// Calls `visit` with what each move of heap `n` leaves.
    fn moves(&self, n: usize, budget: &Budget, visit: &mut dyn FnMut(&[usize])) -> Result<(), Stopped> {
        match self {
            Game::Code(code) => code.moves(n, budget, visit),
            Game::Pieces(options) => {
                options[n].iter().for_each(|left| visit(left));
                Ok(())
            }
        }
    }
}

/// A monoid that was read from a certificate and is one.
struct Monoid {
    order: usize,
    /// `product[x][y]`.
    product: Vec<Vec<usize>>,
    in_p: Vec<bool>,
}

/// The largest monoid whose table is laid out.
const LARGEST: usize = 1 << 14;

/// Checks a certificate.
///
/// # Errors
/// [`Stopped`] if the budget does not allow it.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Check, Stopped> {
    Ok(match refusal(certificate, budget)? {
        None => Check::Holds,
        Some(reason) => Check::Refused(reason),
    })
}

fn refusal(certificate: &Certificate, budget: &Budget) -> Result<Option<Text>, Stopped> {
    let game = match &certificate.pieces {
        None => match Code::read(&certificate.code) {
            Some(code) => Game::Code(code),
            None => return Ok(Some(say!("verify.code", code = &certificate.code))),
        },
        Some(pieces) if pieces.list.len() != certificate.map.len() => {
            let (pieces, map) = (pieces.list.len(), certificate.map.len());
            return Ok(Some(say!("verify.piece_count", pieces = pieces, map = map)));
        }
        Some(pieces) => match pieces::options(pieces, budget)? {
            Ok(options) => Game::Pieces(options),
            Err(reason) => return Ok(Some(reason)),
        },
    };
    let monoid = match monoid(certificate, budget)? {
        Ok(monoid) => monoid,
        Err(reason) => return Ok(Some(reason)),
    };
    if let Some(reason) = equivalent(&monoid) {
        return Ok(Some(reason));
    }
    if let Some(reason) = not_presented(certificate, &monoid, budget)? {
        return Ok(Some(reason));
    }
    let heaps = match sums::heaps(&game, &certificate.map, &monoid, budget)? {
        Ok(heaps) => heaps,
        Err(reason) => return Ok(Some(reason)),
    };
    if let Some(sum) = sums::unanswered(&heaps, &monoid, budget)? {
        let sum = sum.iter().map(usize::to_string).collect::<Vec<_>>().join("+");
        return Ok(Some(say!("verify.no_move_to_p", sum = sum)));
    }
    Ok(certificate.period.and_then(|period| not_periodic(&game, &certificate.map, period)))
}

/// Point 1: the monoid, with its P-elements.
fn monoid(certificate: &Certificate, budget: &Budget) -> Result<Result<Monoid, Text>, Stopped> {
    let Certificate { order, generators, times, p, map, .. } = certificate;
    let order = *order;
    if order == 0 || order > LARGEST {
        return Ok(Err(say!("verify.order", order = order)));
    }
    budget.need(9 * (order as u64) * (order as u64))?;
    if times.len() != generators.len() || times.iter().any(|row| row.len() != order || row.iter().any(|y| *y >= order))
    {
        return Ok(Err(say!("verify.table")));
    }
    if p.iter().chain(map).any(|x| *x >= order) {
        return Ok(Err(say!("verify.element")));
    }
    for (g, heap) in generators.iter().enumerate() {
        if map.get(*heap) != Some(&times[g][0]) {
            return Ok(Err(say!("verify.letter", heap = *heap)));
        }
        for h in 0..g {
            budget.check()?;
            if let Some(x) = (0..order).find(|x| times[g][times[h][*x]] != times[h][times[g][*x]]) {
                return Ok(Err(say!("verify.commute", x = x)));
            }
        }
    }
    // Column y of the table is column x followed by a letter, where y is x times it.
    let mut columns: Vec<Option<Vec<usize>>> = vec![None; order];
    columns[0] = Some((0..order).collect());
    let mut waiting = vec![0];
    while let Some(x) = waiting.pop() {
        budget.check()?;
        for row in times {
            let y = row[x];
            if columns[y].is_none() {
                columns[y] = columns[x].as_ref().map(|column| column.iter().map(|z| row[*z]).collect());
                waiting.push(y);
            }
        }
    }
    // Sums commute, so columns are rows.
    let Some(product) = columns.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(Err(say!("verify.unreached")));
    };
    let mut in_p = vec![false; order];
    for x in p {
        if std::mem::replace(&mut in_p[*x], true) {
            return Ok(Err(say!("verify.p_twice", x = *x)));
        }
    }
    if in_p[0] {
        return Ok(Err(say!("verify.identity")));
    }
    Ok(Ok(Monoid { order, product, in_p }))
}

/// Point 4: two elements that nothing tells apart.
fn equivalent(monoid: &Monoid) -> Option<Text> {
    let mut rows: Vec<(Vec<bool>, usize)> =
        (0..monoid.order).map(|x| (monoid.product[x].iter().map(|y| monoid.in_p[*y]).collect(), x)).collect();
    rows.sort();
    let pair = rows.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
    Some(say!("verify.equivalent", x = pair[0].1, y = pair[1].1))
}

/// Point 5: what is wrong with the relations.
///
/// A product is compared with another by the exponent of the last letter first. If
/// every relation replaces a product by a smaller one, rewriting ends, at a product
/// that no left side divides. So the monoid that the relations present has at most as
/// many elements as there are such products; it maps onto Q, because the relations hold
/// in Q; and if there are |Q| such products it is Q.
fn not_presented(certificate: &Certificate, monoid: &Monoid, budget: &Budget) -> Result<Option<Text>, Stopped> {
    let letters = certificate.generators.len();
    let value = |exponents: &[u32]| {
        let mut x = 0;
        for (letter, exponent) in exponents.iter().enumerate() {
            for _ in 0..*exponent {
                x = certificate.times[letter][x];
            }
        }
        x
    };
    for (number, (left, right)) in (1..).zip(&certificate.relations) {
        budget.check()?;
        let size = |side: &[u32]| side.iter().map(|e| u64::from(*e)).sum::<u64>() <= 4 * monoid.order as u64;
        let fits = left.len() == letters && right.len() == letters && size(left) && size(right);
        if !fits || !right.iter().rev().lt(left.iter().rev()) || value(left) != value(right) {
            return Ok(Some(say!("verify.relation", number = number)));
        }
    }
    let divides = |left: &[u32], product: &[u32]| left.iter().zip(product).all(|(l, e)| l <= e);
    // A relation that the others rewrite to one that says nothing is too many.
    for (number, (left, right)) in certificate.relations.iter().enumerate() {
        budget.check()?;
        let others = || certificate.relations.iter().enumerate().filter(|(other, _)| *other != number);
        if others().any(|(_, (other, _))| divides(other, left) || divides(other, right)) {
            return Ok(Some(say!("verify.relation_needless", number = number + 1)));
        }
    }
    // Products that no left side divides, letter by letter; a divisor of one is one.
    let divided = |product: &[u32]| certificate.relations.iter().any(|(left, _)| divides(left, product));
    let mut products = vec![vec![0; letters]];
    let mut at = 0;
    while at < products.len() && products.len() <= monoid.order {
        budget.check()?;
        let product = products[at].clone();
        // Letters are added in order, so that every product comes once.
        let last = product.iter().rposition(|e| *e > 0).unwrap_or(0);
        for letter in last..letters {
            let mut longer = product.clone();
            longer[letter] += 1;
            if !divided(&longer) {
                products.push(longer);
            }
        }
        at += 1;
    }
    let unit = certificate.relations.iter().any(|(left, _)| left.iter().all(|e| *e == 0));
    Ok((products.len() != monoid.order || unit).then(|| say!("verify.presentation")))
}

/// Point 6: why the period does not follow.
///
/// The theorem: moves take at most k tokens and leave at most t heaps, of any sizes. If
/// Φ(n + p) = Φ(n) for s ≤ n, n + p < L, and L ≥ t(max(s, 1) + p) + k, then it holds for
/// all n ≥ s: for N ≥ L the largest heap that a move leaves has at least
/// (N − k)/t ≥ max(s, 1) + p tokens, so p of them can be taken away without changing its
/// element or emptying it, and N has options with the same elements as N − p.
fn not_periodic(game: &Game, map: &[usize], period: Period) -> Option<Text> {
    let Period { start, length } = period;
    let Some((taken, left)) = game.reach() else { return Some(say!("verify.no_theorem")) };
    if length == 0 {
        return Some(say!("verify.window", needed = 1, given = 0));
    }
    let each = start.max(1).checked_add(length);
    let needed = each.and_then(|each| each.checked_mul(left.max(1))).and_then(|sum| sum.checked_add(taken));
    match needed {
        Some(needed) if needed <= map.len() => {}
        needed => {
            let needed = needed.map_or_else(|| "∞".to_owned(), |needed| needed.to_string());
            return Some(say!("verify.window", needed = needed, given = map.len()));
        }
    }
    let repeats = |from: usize, after: usize| (from..map.len() - after).find(|n| map[*n] != map[n + after]);
    if let Some(n) = repeats(start, length) {
        return Some(say!("verify.repeats", heap = n, later = n + length));
    }
    let shorter = (1..length).find(|after| repeats(start, *after).is_none());
    let earlier = start > 0 && map[start - 1] == map[start - 1 + length];
    (shorter.is_some() || earlier).then(|| say!("verify.not_least"))
}
