//! Option sets as displacements: what a move adds to the heaps.
//!
//! Where the option of a case is the position plus a displacement, and the
//! conditions speak of the bound integers alone (besides heaps staying ≥ 0),
//! the displacements are the image of the integer points of a polyhedron. Such
//! a set is a finite union of sets `b + ℕd₁ + … + ℕdᵣ` with the same directions:
//!
//! Let P be the integer points and u₁, …, uᵣ the extreme rays of its recession
//! cone, as primitive integer vectors. From p ∈ P subtract rays as long as the
//! result stays in P. This ends, because the cone is pointed, at one of the
//! *minimal* points b, from which no ray can be subtracted. So
//! P = ⋃ (b + ℕu₁ + … + ℕuᵣ) over the minimal points. There are finitely many:
//! b = v + Σ λⱼuⱼ with v in the convex hull of the vertices, and λⱼ < 1 for
//! each j, else uⱼ could be subtracted. They are searched in the box that
//! these bounds give.
//!
//! In a box of positions two more kinds of cases are displacements: see `in_box.rs`.

pub(crate) mod in_box;

use super::linear::{Linear, TooLarge};
use super::ruleset::{Bound, Case, Ruleset};
use miyama_budget::{Budget, Stopped};
use num_integer::{Integer, div_ceil, div_floor};
use std::collections::BTreeSet;

/// A vector of changes of the heaps.
pub type Displacement = Vec<i64>;

/// The displacements `b + ℕd₁ + … + ℕdᵣ` for b in `bases` and d in `directions`,
/// open to positions that satisfy the guard. No direction: finitely many.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lattice {
    /// The directions, sorted, each once.
    pub directions: Vec<Displacement>,
    /// The displacements from which they start, sorted.
    pub bases: Vec<Displacement>,
    /// Conditions on the heaps of the position: each form is ≥ 0.
    pub guard: Vec<Linear>,
}

/// The options of a ruleset: lattices of displacements, and the cases that are
/// no such thing.
#[derive(Clone, Debug)]
pub struct Displacements {
    /// The lattices, sorted; those with equal directions and guard are one.
    pub lattices: Vec<Lattice>,
    /// For each lattice, the indices of the cases that it comes from.
    pub sources: Vec<Vec<usize>>,
    /// The indices of the cases that have to be enumerated.
    pub others: Vec<usize>,
}

impl Displacements {
    /// Finds the displacements of a ruleset.
    ///
    /// ```
    /// use miyama::heap::builtin;
    /// use miyama::heap::semilinear::Displacements;
    /// let triangular = builtin::ruleset("triangular", &[]).unwrap();
    /// let found = Displacements::of(&triangular);
    /// assert_eq!(found.lattices[0].directions, [[-1, 0], [-1, 1]]);
    /// assert_eq!(found.lattices[0].bases, [[-2, 1]]);
    /// ```
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Displacements {
        Displacements::within(ruleset, &Budget::unlimited()).expect("an unlimited budget does not stop it")
    }

    /// Finds the displacements of a ruleset, if the budget allows it.
    pub(crate) fn within(ruleset: &Ruleset, budget: &Budget) -> Result<Displacements, Stopped> {
        let mut lattices: Vec<(Lattice, Vec<usize>)> = Vec::new();
        let mut others = Vec::new();
        for (index, case) in ruleset.cases().enumerate() {
            budget.check()?;
            // A case whose numbers are too large to analyse is enumerated.
            match lattice(case, ruleset.heaps()) {
                Ok(Some(new)) => {
                    let same = |(l, _): &&mut (Lattice, _)| l.directions == new.directions && l.guard == new.guard;
                    match lattices.iter_mut().find(same) {
                        Some((known, cases)) => {
                            known.bases.extend(new.bases);
                            cases.push(index);
                        }
                        None => lattices.push((new, vec![index])),
                    }
                }
                Ok(None) | Err(TooLarge) => others.push(index),
            }
        }
        for (lattice, _) in &mut lattices {
            lattice.bases.sort_unstable();
            lattice.bases.dedup();
        }
        lattices.retain(|(lattice, _)| !lattice.bases.is_empty());
        lattices.sort();
        let (lattices, sources) = lattices.into_iter().unzip();
        Ok(Displacements { lattices, sources, others })
    }
}

/// The most minimal points of a case, and the largest box to search for them.
const MOST_BASES: usize = 4096;
const LARGEST_SEARCH: i128 = 1 << 20;

fn lattice(case: &Case, heaps: usize) -> Result<Option<Lattice>, TooLarge> {
    if case.bound.iter().any(|b| !matches!(b, Bound::Free { .. })) {
        return Ok(None);
    }
    let Some(case) = &translated(case, heaps)? else { return Ok(None) };
    let option = &case.option[0];
    let Conditions { guard, polyhedron, ties } = split_conditions(case, option, heaps)?;
    if !ties.is_empty() {
        return Ok(None);
    }
    let integers = case.bound.len();
    let Some((rays, points)) = minimal_points(&polyhedron, integers)? else { return Ok(None) };
    let image = |vector: &[i128], constant: bool| -> Option<Displacement> {
        option
            .iter()
            .enumerate()
            .map(|(heap, form)| {
                let mut values = vec![0; heaps];
                values.extend_from_slice(vector);
                let at = form.minus(&Linear::symbol(heap)).ok()?.at(&values).ok()?;
                i64::try_from(if constant { at } else { at - form.constant }).ok()
            })
            .collect()
    };
    let bases: Option<BTreeSet<Displacement>> = points.iter().map(|p| image(p, true)).collect();
    let directions: Option<BTreeSet<Displacement>> = rays.iter().map(|r| image(r, false)).collect();
    let (Some(bases), Some(mut directions)) = (bases, directions) else { return Err(TooLarge) };
    // A ray that changes nothing gives every option infinitely often: once is enough.
    directions.retain(|d| d.iter().any(|x| *x != 0));
    Ok(Some(Lattice { directions: directions.into_iter().collect(), bases: bases.into_iter().collect(), guard }))
}

/// The same case with other integers, so that each heap of the option is that heap plus
/// something of the integers: in `(a, y) | a < x` the integer a is x plus another one.
/// None if there are no such integers, or the option is not one position.
fn translated(case: &Case, heaps: usize) -> Result<Option<Case>, TooLarge> {
    let [_] = case.option.as_slice() else { return Ok(None) };
    if !case.copies_are_one() {
        return Ok(None);
    }
    let mut case = case.clone();
    let is_argument = |symbol: usize| {
        case.bound.iter().any(|bound| bound.arguments().iter().any(|form| form.coefficient(symbol) != 0))
    };
    let free: Vec<usize> = (0..case.bound.len())
        .filter(|index| matches!(case.bound[*index], Bound::Free { .. }))
        .map(|index| heaps + index)
        .filter(|symbol| !is_argument(*symbol))
        .collect();
    for heap in 0..heaps {
        let form = &case.option[0][heap];
        // What the heap of the option has of the heaps beside itself.
        let mut rest = Linear::constant(0);
        for (symbol, coefficient) in form.terms().filter(|(symbol, _)| *symbol < heaps) {
            rest = rest.combine(1, &Linear::symbol(symbol), coefficient)?;
        }
        rest = rest.minus(&Linear::symbol(heap))?;
        if rest.is_constant() {
            continue;
        }
        let Some(symbol) = free.iter().copied().find(|symbol| form.coefficient(*symbol).abs() == 1) else {
            return Ok(None);
        };
        let sign = form.coefficient(symbol);
        // s becomes s' − sign·rest, which takes the rest away.
        let replaced = |form: &Linear| form.combine(1, &rest, -sign * form.coefficient(symbol));
        case.conditions = case.conditions.iter().map(replaced).collect::<Result<_, _>>()?;
        case.option[0] = case.option[0].iter().map(replaced).collect::<Result<_, _>>()?;
    }
    let translates = |(heap, form): (usize, &Linear)| (0..heaps).all(|h| form.coefficient(h) == i128::from(h == heap));
    Ok(case.option[0].iter().enumerate().all(translates).then_some(case))
}

/// The conditions of a case.
struct Conditions {
    /// On the heaps alone.
    guard: Vec<Linear>,
    /// On the bound integers alone, as forms in symbols 0, 1, …
    polyhedron: Vec<Linear>,
    /// On both, otherwise than by heaps of the option staying ≥ 0.
    ties: Vec<Linear>,
}

fn split_conditions(case: &Case, option: &[Linear], heaps: usize) -> Result<Conditions, TooLarge> {
    let (mut guard, mut polyhedron, mut mixed) = (vec![], vec![], vec![]);
    for form in &case.conditions {
        let of_heaps = form.terms().any(|(symbol, _)| symbol < heaps);
        let of_integers = form.terms().any(|(symbol, _)| symbol >= heaps);
        match (of_heaps, of_integers) {
            (false, _) => polyhedron.push(form.renamed(|s| s - heaps)),
            (true, false) if option.contains(form) => {}
            (true, false) => guard.push(form.clone()),
            (true, true) => mixed.push(form.clone()),
        }
    }
    // That the option is a position implies some conditions on heaps and
    // integers, `i <= x` in most definitions. What it does not imply ties them.
    let given = super::linear::System::new(
        case.conditions
            .iter()
            .filter(|f| !f.terms().any(|(s, _)| s < heaps))
            .cloned()
            .chain((0..heaps).map(Linear::symbol))
            .chain(option.iter().cloned()),
    );
    let mut ties = Vec::new();
    for form in mixed {
        if !option.contains(&form) && !given.implies(&form)? {
            ties.push(form);
        }
    }
    // A guard that always holds is none.
    let heaps_only = super::linear::System::new((0..heaps).map(Linear::symbol));
    let mut needed = Vec::new();
    for form in guard {
        if !heaps_only.implies(&form)? {
            needed.push(form);
        }
    }
    needed.sort();
    needed.dedup();
    Ok(Conditions { guard: needed, polyhedron, ties })
}

/// The extreme rays of the recession cone and the minimal points of the
/// polyhedron `forms ≥ 0` in `n` integers. None if it is not pointed or too large.
#[expect(clippy::type_complexity)]
fn minimal_points(forms: &[Linear], n: usize) -> Result<Option<(Vec<Vec<i128>>, Vec<Vec<i128>>)>, TooLarge> {
    if n > 5 || forms.len() > 24 {
        return Ok(None);
    }
    let rows: Vec<Vec<i128>> = forms.iter().map(|f| (0..n).map(|s| f.coefficient(s)).collect()).collect();
    let constants: Vec<i128> = forms.iter().map(|f| f.constant).collect();
    let mut rays: BTreeSet<Vec<i128>> = BTreeSet::new();
    let mut vertices: Vec<Vec<(i128, i128)>> = Vec::new();
    if n == 0 {
        return Ok(Some((vec![], vec![vec![]])));
    }
    // It is pointed, that is, holds no line, exactly if 0 alone solves all rows as equations.
    if eliminated(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>(), n)?.1.len() < n {
        return Ok(None);
    }
    for chosen in subsets(rows.len(), n - 1) {
        let chosen_rows: Vec<&[i128]> = chosen.iter().map(|i| rows[*i].as_slice()).collect();
        let Some(direction) = kernel(&chosen_rows, n)? else { continue };
        for sign in [1, -1] {
            let ray: Vec<i128> = direction.iter().map(|x| x * sign).collect();
            if rows.iter().all(|row| dot(row, &ray) >= 0) {
                rays.insert(ray);
            }
        }
    }
    for chosen in subsets(rows.len(), n) {
        // A vertex solves n conditions as equations: the kernel of the rows
        // with the constants appended, scaled to last coordinate 1.
        let extended: Vec<Vec<i128>> =
            chosen.iter().map(|i| rows[*i].iter().copied().chain([constants[*i]]).collect()).collect();
        let extended: Vec<&[i128]> = extended.iter().map(Vec::as_slice).collect();
        let Some(mut solution) = kernel(&extended, n + 1)? else { continue };
        if solution[n] == 0 {
            continue;
        }
        if solution[n] < 0 {
            solution.iter_mut().for_each(|x| *x = -*x);
        }
        let denominator = solution[n];
        let inside = rows.iter().zip(&constants).all(|(row, c)| dot(row, &solution[..n]) + c * denominator >= 0);
        if inside {
            vertices.push(solution[..n].iter().map(|x| (*x, denominator)).collect());
        }
    }
    if vertices.is_empty() {
        // A pointed polyhedron without vertices is empty.
        return Ok(Some((vec![], vec![])));
    }
    let rays: Vec<Vec<i128>> = rays.into_iter().collect();
    let Some(points) = search(&rows, &constants, &rays, &vertices, n) else { return Ok(None) };
    Ok(Some((rays, points)))
}

/// The minimal points in the box that the vertices and rays bound.
fn search(
    rows: &[Vec<i128>],
    constants: &[i128],
    rays: &[Vec<i128>],
    vertices: &[Vec<(i128, i128)>],
    n: usize,
) -> Option<Vec<Vec<i128>>> {
    let inside = |p: &[i128]| rows.iter().zip(constants).all(|(row, c)| dot(row, p) + c >= 0);
    let low: Vec<i128> = (0..n)
        .map(|j| {
            let least = vertices.iter().map(|v| div_floor(v[j].0, v[j].1)).min().unwrap_or(0);
            least + rays.iter().map(|r| r[j].min(0)).sum::<i128>()
        })
        .collect();
    let high: Vec<i128> = (0..n)
        .map(|j| {
            let most = vertices.iter().map(|v| div_ceil(v[j].0, v[j].1)).max().unwrap_or(0);
            most + rays.iter().map(|r| r[j].max(0)).sum::<i128>()
        })
        .collect();
    let size = low.iter().zip(&high).try_fold(1i128, |size, (l, h)| size.checked_mul(h - l + 1))?;
    if size > LARGEST_SEARCH {
        return None;
    }
    let mut points = Vec::new();
    let mut point = low.clone();
    loop {
        if inside(&point) {
            let minimal = rays.iter().all(|ray| {
                let before: Vec<i128> = point.iter().zip(ray).map(|(p, r)| p - r).collect();
                !inside(&before)
            });
            if minimal {
                points.push(point.clone());
                if points.len() > MOST_BASES {
                    return None;
                }
            }
        }
        // The next point of the box, or the end.
        let step = (0..n).find(|j| point[*j] < high[*j]);
        let Some(step) = step else { return Some(points) };
        point[step] += 1;
        point[..step].copy_from_slice(&low[..step]);
    }
}

fn dot(a: &[i128], b: &[i128]) -> i128 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// All subsets of 0..n with k elements.
fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..k {
        all = all
            .into_iter()
            .flat_map(|s| {
                let first = s.last().map_or(0, |last| last + 1);
                (first..n).map(|next| [s.clone(), vec![next]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    all
}

/// The rows after elimination, without fractions, in `n` dimensions, and the columns of the
/// pivots: as many as the rank.
fn eliminated(rows: &[&[i128]], n: usize) -> Result<(Vec<Vec<i128>>, Vec<usize>), TooLarge> {
    let mut matrix: Vec<Vec<i128>> = rows.iter().map(|r| r.to_vec()).collect();
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..n {
        let Some(found) = (pivots.len()..matrix.len()).find(|r| matrix[*r][column] != 0) else { continue };
        let rank = pivots.len();
        matrix.swap(rank, found);
        for row in 0..matrix.len() {
            if row != rank && matrix[row][column] != 0 {
                let (a, b) = (matrix[rank][column], matrix[row][column]);
                let pivot_row = matrix[rank].clone();
                for (entry, pivot) in matrix[row].iter_mut().zip(&pivot_row) {
                    let left = entry.checked_mul(a).ok_or(TooLarge)?;
                    let right = pivot.checked_mul(b).ok_or(TooLarge)?;
                    *entry = left.checked_sub(right).ok_or(TooLarge)?;
                }
                let divisor = matrix[row].iter().fold(0, |d: i128, x| d.gcd(x));
                if divisor > 1 {
                    matrix[row].iter_mut().for_each(|x| *x /= divisor);
                }
            }
        }
        pivots.push(column);
    }
    Ok((matrix, pivots))
}

/// The primitive integer vector that spans the kernel of `rows` in `n`
/// dimensions; none if the kernel is not a line.
fn kernel(rows: &[&[i128]], n: usize) -> Result<Option<Vec<i128>>, TooLarge> {
    let (matrix, pivots) = eliminated(rows, n)?;
    if pivots.len() + 1 != n {
        return Ok(None);
    }
    let Some(free) = (0..n).find(|c| !pivots.contains(c)) else { return Ok(None) };
    // Pivot row r says m·x_pivot + f·x_free = 0.
    let scale = pivots.iter().enumerate().fold(1i128, |s, (r, c)| s.lcm(&matrix[r][*c]));
    let mut vector = vec![0; n];
    vector[free] = scale;
    for (r, c) in pivots.iter().enumerate() {
        vector[*c] = -(scale / matrix[r][*c]).checked_mul(matrix[r][free]).ok_or(TooLarge)?;
    }
    let divisor = vector.iter().fold(0, |d: i128, x| d.gcd(x));
    Ok(Some(vector.iter().map(|x| x / divisor).collect()))
}
