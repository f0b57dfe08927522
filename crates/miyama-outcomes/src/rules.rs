//! What the engines are given: displacements with guards, a rank, a region.

/// A linear form of the heaps: Σ cⱼ·(heap j) + constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// One coefficient per heap.
    pub coefficients: Vec<i64>,
    /// What is added.
    pub constant: i64,
}

impl Form {
    /// The form that is this heap.
    pub(crate) fn heap(heap: usize, heaps: usize) -> Form {
        let mut coefficients = vec![0; heaps];
        coefficients[heap] = 1;
        Form { coefficients, constant: 0 }
    }

    /// The form at a position plus a displacement, as a form of the position.
    pub(crate) fn after(&self, displacement: &[i64]) -> Form {
        Form {
            coefficients: self.coefficients.clone(),
            constant: self.constant + dot(&self.coefficients, displacement),
        }
    }

    /// The form plus a number.
    pub(crate) fn plus(&self, constant: i64) -> Form {
        Form { coefficients: self.coefficients.clone(), constant: self.constant + constant }
    }

    /// The form of positions whose heaps come in another order.
    pub(crate) fn turned(&self, order: &[usize]) -> Form {
        Form { coefficients: turned(&self.coefficients, order), constant: self.constant }
    }

    /// `most` minus the form.
    pub(crate) fn below(&self, most: i64) -> Form {
        Form { coefficients: self.coefficients.iter().map(|c| -c).collect(), constant: most - self.constant }
    }
}

/// The displacements `b + ℕd₁ + … + ℕdᵣ` for b in `bases` and d in `directions`,
/// open to positions at which every form of the guard is ≥ 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// The directions; none of them is 0.
    pub directions: Vec<Vec<i64>>,
    /// Where they start.
    pub bases: Vec<Vec<i64>>,
    /// What must hold of a position.
    pub guard: Vec<Form>,
}

impl Lattice {
    /// The same with the heaps in another order.
    pub(crate) fn turned(&self, order: &[usize]) -> Lattice {
        let all = |vectors: &[Vec<i64>]| vectors.iter().map(|vector| turned(vector, order)).collect();
        Lattice {
            directions: all(&self.directions),
            bases: all(&self.bases),
            guard: self.guard.iter().map(|form| form.turned(order)).collect(),
        }
    }

    /// Whether a position has an option in the lattice exactly if one of its bases
    /// leads to a position: adding directions never makes a heap ≥ 0 that was not.
    pub(crate) fn begins_at_bases(&self) -> bool {
        let heaps = self.bases.first().map_or(0, Vec::len);
        (0..heaps).all(|heap| {
            self.directions.iter().all(|d| d[heap] <= 0)
                || self.directions.iter().all(|d| d[heap] >= 0) && self.bases.iter().all(|b| b[heap] >= 0)
        })
    }
}

/// The moves of a game, all of them displacements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The weights of the rank, none negative: every option lowers Σ wⱼ·(heap j).
    /// Of a lattice with directions, guard or not, every base lowers it, and no
    /// direction raises it.
    pub weights: Vec<i64>,
    /// The moves.
    pub lattices: Vec<Lattice>,
}

impl Rules {
    /// The number of heaps.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.weights.len()
    }

    /// Whether all numbers that the engines calculate with stay far within 64 bits:
    /// forms at points whose heaps are at most as large as the region and ten times
    /// the largest displacement, in coordinates whose entries are at most the weights.
    pub(crate) fn fit(&self, region: &Region) -> bool {
        let largest = |numbers: &mut dyn Iterator<Item = &i64>| numbers.map(|n| n.unsigned_abs()).max().unwrap_or(0);
        let vectors = self.lattices.iter().flat_map(|l| l.directions.iter().chain(&l.bases)).flatten();
        let guards = self.lattices.iter().flat_map(|l| &l.guard);
        let forms = guards.flat_map(|form| form.coefficients.iter().chain([&form.constant]));
        let forms = forms.chain(region.limits.iter().flat_map(|(weights, _)| weights));
        let entry = u128::from(largest(&mut { vectors }));
        let form = u128::from(largest(&mut { forms })) + 1;
        let weight = u128::from(largest(&mut self.weights.iter())) + 1;
        let extents: Vec<i64> = (0..self.heaps()).map(|heap| region.extent(heap)).collect();
        let heap = u128::from(largest(&mut extents.iter()));
        let point = (heap + 10 * entry + 1) * self.heaps() as u128;
        let bounds = largest(&mut region.limits.iter().map(|(_, most)| most).chain([&region.top_rank]));
        form * weight * weight * point < 1 << 60 && bounds < 1 << 60
    }

    /// The same with the heaps in another order.
    pub(crate) fn turned(&self, order: &[usize]) -> Rules {
        let lattices = self.lattices.iter().map(|lattice| lattice.turned(order)).collect();
        Rules { weights: turned(&self.weights, order), lattices }
    }

    /// What a displacement adds to the rank.
    #[must_use]
    pub fn rise(&self, displacement: &[i64]) -> i64 {
        dot(&self.weights, displacement)
    }
}

/// Positions that every option stays in: no heap is negative, and weighted sums
/// are bounded. Every heap is bounded by one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Weights, none negative, and the most that their sum may be.
    pub limits: Vec<(Vec<i64>, i64)>,
    /// No position has a higher rank.
    pub top_rank: i64,
}

impl Region {
    /// The largest size of a heap.
    #[must_use]
    pub fn extent(&self, heap: usize) -> i64 {
        let bounds = self.limits.iter().filter(|(weights, _)| weights[heap] > 0);
        bounds.map(|(weights, most)| most / weights[heap]).min().unwrap_or(0)
    }

    /// The same with the heaps in another order.
    pub(crate) fn turned(&self, order: &[usize]) -> Region {
        let limits = self.limits.iter().map(|(weights, most)| (turned(weights, order), *most)).collect();
        Region { limits, top_rank: self.top_rank }
    }

    /// Whether a point is one of the positions.
    #[must_use]
    pub fn contains(&self, point: &[i64]) -> bool {
        point.iter().all(|heap| *heap >= 0) && self.limits.iter().all(|(weights, most)| dot(weights, point) <= *most)
    }

    /// The largest size of the last heap behind these, −1 if there is none.
    pub(crate) fn last_heap(&self, first: &[i64]) -> i64 {
        let last = first.len() - 1;
        let mut most = i64::MAX;
        for (weights, bound) in &self.limits {
            let left = bound - dot(&weights[..last], first);
            match weights[last] {
                0 if left < 0 => return -1,
                0 => {}
                weight => most = most.min(left.div_euclid(weight)),
            }
        }
        most.max(-1)
    }

    /// The forms that are ≥ 0 exactly at the positions.
    pub(crate) fn forms(&self, heaps: usize) -> Vec<Form> {
        let limits = self.limits.iter().map(|(weights, most)| {
            let sum = Form { coefficients: weights.clone(), constant: 0 };
            sum.below(*most)
        });
        (0..heaps).map(|heap| Form::heap(heap, heaps)).chain(limits).collect()
    }
}

/// Who wins where nobody can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A position without moves is a P-position.
    Normal,
    /// A position without moves is an N-position.
    Misere,
}

/// The entries in another order: `order` says where each of the new ones was.
pub(crate) fn turned(entries: &[i64], order: &[usize]) -> Vec<i64> {
    order.iter().map(|place| entries[*place]).collect()
}

pub(crate) fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
