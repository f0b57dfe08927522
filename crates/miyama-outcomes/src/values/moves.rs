//! The moves of a game as the engine keeps them: which sets there are, which of them a
//! position reads, and which its value enters.

use super::Window;
use super::cells::Number;
use crate::rules::{Form, Lattice, Region, Rules, dot};

/// How values come into the sets of a ray b + ℕd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// b = d: the value of q enters the set of its own line at once, because the next
    /// position of the line is q − d.
    Enter,
    /// The value of q enters the set of the line through q − b when its rank is done.
    Push,
    /// The set of the line through p takes the value at p + b when p is visited.
    Pull,
}

/// One ray, in one of its images.
#[derive(Clone, Debug)]
pub(super) struct Ray {
    pub(super) lattice: Lattice,
    pub(super) most: Vec<(Form, i64)>,
    pub(super) way: Way,
    /// The number of the line of each position.
    pub(super) line: Number,
    /// How far along the line a position is: rises from p + d to p.
    pub(super) place: Vec<i64>,
}

/// All moves.
pub(super) struct Moves {
    /// Rays that are read as they are.
    pub(super) rays: Vec<Ray>,
    /// Rays of which a position reads the first steps.
    pub(super) windows: Vec<Ray>,
    /// Single displacements.
    pub(super) points: Vec<Lattice>,
    pub(super) lines: i64,
    pub(super) window_lines: i64,
    /// Whether only sorted positions, largest heap first, are computed.
    pub(super) sorted: bool,
}

/// Lines of so few positions are looked up.
const SHORT: i64 = 4;

/// Lines of so few positions are looked up where their sets would take much memory.
const FEW: i64 = 64;

/// Sets of less than this many bytes are small.
const SMALL: u128 = 1 << 20;

impl Moves {
    /// None if there is a move that the engine does not know. `by_rank`: whether positions
    /// come rank by rank. `widest`: how many bits a set may need.
    pub(super) fn new(
        rules: &Rules,
        windows: &[Window],
        region: &Region,
        by_rank: bool,
        widest: i64,
        symmetry: bool,
    ) -> Option<Moves> {
        let known = |lattice: &Lattice| is_known(lattice, rules, region);
        if !rules.lattices.iter().chain(windows.iter().map(|w| &w.ray)).all(known) {
            return None;
        }
        let heaps = rules.heaps();
        let extents: Vec<i64> = (0..heaps).map(|heap| region.extent(heap)).collect();
        let mut moves =
            Moves { rays: vec![], windows: vec![], points: vec![], lines: 0, window_lines: 0, sorted: false };
        let mut rays: Vec<Window> = Vec::new();
        for lattice in &rules.lattices {
            match lattice.directions.as_slice() {
                [] => moves.points.push(lattice.clone()),
                [d] => match written_out(lattice, d, &extents, widest) {
                    Some(points) => moves.points.push(points),
                    None => rays.push(Window { ray: lattice.clone(), most: vec![] }),
                },
                _ => return None,
            }
        }
        rays.extend(windows.iter().cloned());
        let way = |lattice: &Lattice| {
            let falls = |v: &Vec<i64>| -rules.rise(v);
            if lattice.bases == lattice.directions {
                Way::Enter
            } else if by_rank && lattice.bases.iter().all(|b| falls(b) <= falls(&lattice.directions[0])) {
                Way::Push
            } else {
                Way::Pull
            }
        };
        // What is pushed comes to the right one of several equal lines from a single base.
        if symmetry && rays.iter().all(|ray| way(&ray.ray) != Way::Pull) {
            let single = |ray: &Window| -> Vec<Window> {
                if way(&ray.ray) == Way::Enter {
                    return vec![ray.clone()];
                }
                let alone = |b: &Vec<i64>| Lattice { bases: vec![b.clone()], ..ray.ray.clone() };
                ray.ray.bases.iter().map(|b| Window { ray: alone(b), most: ray.most.clone() }).collect()
            };
            let split: Vec<Window> = rays.iter().flat_map(single).collect();
            if is_symmetric(&split, region, &rules.weights) {
                rays = split;
            }
        }
        moves.sorted = symmetry
            && moves.points.is_empty()
            && rays.iter().all(|ray| match way(&ray.ray) {
                Way::Enter => true,
                Way::Push => ray.ray.bases.len() == 1,
                Way::Pull => false,
            })
            && is_symmetric(&rays, region, &rules.weights);
        // The first ray of each orbit has lines; the others are read and entered there.
        let mut firsts: Vec<(Window, Number, Vec<i64>)> = Vec::new();
        for ray in &rays {
            let known = firsts.iter().filter(|_| moves.sorted).find_map(|(first, line, place)| {
                let order = largest_order(first, &sorted_ray(ray), heaps)?;
                Some((permuted_number(line, &order), permuted(place, &order)))
            });
            let (line, place) = match known {
                Some(known) => known,
                None => {
                    let lines = if ray.most.is_empty() { &mut moves.lines } else { &mut moves.window_lines };
                    let d = &ray.ray.directions[0];
                    let line = line_number(d, &extents, lines)?;
                    let pivot = (0..heaps).find(|heap| d[*heap].abs() == 1)?;
                    let mut place = vec![0; heaps];
                    place[pivot] = -d[pivot];
                    firsts.push((sorted_ray(ray), line.clone(), place.clone()));
                    (line, place)
                }
            };
            let lattice = ray.ray.clone();
            let made = Ray { way: way(&lattice), lattice, most: ray.most.clone(), line, place };
            if made.most.is_empty() { moves.rays.push(made) } else { moves.windows.push(made) }
        }
        Some(moves)
    }
}

/// Whether a lattice is a ray that this engine knows, or single displacements.
fn is_known(lattice: &Lattice, rules: &Rules, region: &Region) -> bool {
    let falls = lattice.bases.iter().all(|b| rules.rise(b) < 0);
    match lattice.directions.as_slice() {
        [] => falls,
        [d] => {
            let jumps = |b: &Vec<i64>| b.iter().zip(d).any(|(b, d)| *b > 0 && *d < 0);
            let stays = region.limits.iter().all(|(weights, _)| dot(weights, d) <= 0);
            falls && stays && rules.rise(d) < 0 && !lattice.bases.iter().any(jumps)
        }
        _ => false,
    }
}

/// A ray all of whose lines are short as single displacements, if sets would cost more.
fn written_out(lattice: &Lattice, d: &[i64], extents: &[i64], widest: i64) -> Option<Lattice> {
    let steps = d.iter().zip(extents).filter(|(d, _)| **d != 0).map(|(d, extent)| extent / d.abs()).min()?;
    let positions: u128 = extents.iter().map(|extent| u128::from(extent.unsigned_abs()) + 1).product();
    let lines = positions / (u128::from(steps.unsigned_abs()) + 1);
    let sets = lines.saturating_mul(u128::from(widest.unsigned_abs()) / 8 + 8);
    let large = sets > positions.saturating_mul(16).saturating_add(SMALL);
    if steps >= SHORT && !(large && steps < FEW) {
        return None;
    }
    // From p + b on the line of p + b there are at most so many steps within the box.
    let along = |b: &Vec<i64>| {
        (0..=steps).map(|k| b.iter().zip(d).map(|(b, d)| b + k * d).collect::<Vec<i64>>()).collect::<Vec<_>>()
    };
    let mut bases: Vec<Vec<i64>> = lattice.bases.iter().flat_map(along).collect();
    bases.sort_unstable();
    bases.dedup();
    bases.retain(|b| b.iter().zip(extents).all(|(b, extent)| b.abs() <= *extent));
    Some(Lattice { directions: vec![], bases, guard: lattice.guard.clone() })
}

/// The number of the line in direction d of each position, from `lines` on; none if
/// no entry of d is ±1.
fn line_number(d: &[i64], extents: &[i64], lines: &mut i64) -> Option<Number> {
    // Neighbours along the last heap have neighbouring lines where that is possible.
    let pivot = (0..d.len()).find(|heap| d[*heap].abs() == 1)?;
    let mut number = Number { strides: vec![0; d.len()], constant: *lines };
    let mut count = 1i64;
    for heap in (0..d.len()).rev().filter(|heap| *heap != pivot) {
        // heap − (dⱼ/d_pivot)·pivot runs from `least` to `most` on the board.
        let slope = -d[heap] * d[pivot];
        let reach = slope.checked_mul(extents[pivot])?;
        let (least, most) = (reach.min(0), extents[heap] + reach.max(0));
        number.strides[heap] += count;
        number.strides[pivot] += slope * count;
        number.constant -= least * count;
        count = count.checked_mul(most - least + 1).filter(|count| *count < 1 << 36)?;
    }
    *lines += count;
    Some(number)
}

/// `order[j]` is the heap that takes the place of heap j.
type Order = Vec<usize>;

fn permuted(v: &[i64], order: &Order) -> Vec<i64> {
    let mut image = vec![0; v.len()];
    order.iter().zip(v).for_each(|(heap, x)| image[*heap] = *x);
    image
}

fn permuted_form(form: &Form, order: &Order) -> Form {
    Form { coefficients: permuted(&form.coefficients, order), constant: form.constant }
}

fn permuted_number(number: &Number, order: &Order) -> Number {
    Number { strides: permuted(&number.strides, order), constant: number.constant }
}

/// A ray with everything of which the order does not matter in one order.
fn sorted_ray(ray: &Window) -> Window {
    let key = |form: &Form| (form.coefficients.clone(), form.constant);
    let mut ray = ray.clone();
    ray.ray.bases.sort();
    ray.ray.guard.sort_by_key(key);
    ray.most.sort_by_key(|(form, divisor)| (key(form), *divisor));
    ray
}

fn image(ray: &Window, order: &Order) -> Window {
    let vectors = |all: &[Vec<i64>]| all.iter().map(|v| permuted(v, order)).collect();
    sorted_ray(&Window {
        ray: Lattice {
            directions: vectors(&ray.ray.directions),
            bases: vectors(&ray.ray.bases),
            guard: ray.ray.guard.iter().map(|form| permuted_form(form, order)).collect(),
        },
        most: ray.most.iter().map(|(form, divisor)| (permuted_form(form, order), *divisor)).collect(),
    })
}

/// All orders of heaps, those first in which a sorted position is arranged in the
/// lexicographically largest way.
fn orders(heaps: usize) -> Vec<Order> {
    let mut all: Vec<Order> = vec![vec![]];
    for _ in 0..heaps {
        all = all
            .iter()
            .flat_map(|start| {
                let rest = (0..heaps).filter(move |heap| !start.contains(heap));
                rest.map(move |heap| [start.as_slice(), &[heap]].concat())
            })
            .collect();
    }
    all
}

/// The order that takes `first` to `ray` and under which a sorted position p is arranged as
/// the lexicographically largest a, aⱼ = p[order[j]].
///
/// Such arrangements that the stabiliser of the ray exchanges lie on lines that it
/// exchanges: for s in the stabiliser a − s·a does not change along a line, as s fixes d. So
/// of the lines that have equal sets the same one is chosen from every position on them.
/// What is pushed comes to the same line: q − b is largest if q is, as s fixes the only b.
fn largest_order(first: &Window, ray: &Window, heaps: usize) -> Option<Order> {
    orders(heaps).into_iter().find(|order| image(first, order) == *ray)
}

/// Whether exchanging heaps changes neither rays nor region. (A direction that is given
/// twice would be kept twice.)
fn is_symmetric(rays: &[Window], region: &Region, weights: &[i64]) -> bool {
    let heaps = weights.len();
    if heaps > 5 || weights.iter().any(|weight| *weight != weights[0]) {
        return false;
    }
    let sorted: Vec<Window> = rays.iter().map(sorted_ray).collect();
    orders(heaps).iter().all(|order| {
        sorted.iter().all(|ray| sorted.contains(&image(ray, order)))
            && region.limits.iter().all(|(weights, most)| region.limits.contains(&(permuted(weights, order), *most)))
    })
}
