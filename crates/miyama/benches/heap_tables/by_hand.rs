//! Solvers for five games, each written for that game alone, as fast as its
//! author could make them without the machinery of the library.
//!
//! They keep bit sets of values: one per row, column and diagonal for games
//! with rays, one per column of the region for Triangular Nim. Values of
//! (x, y) and (y, x) are equal, so only y ≤ x is computed where that helps.

type Values = Box<dyn Fn(usize, usize) -> u32>;

/// Bit sets of equal width in one vector, with the number of full words at the
/// front of each.
struct Sets {
    width: usize,
    words: Vec<u64>,
    full: Vec<u32>,
}

impl Sets {
    fn new(count: usize, bits: usize) -> Sets {
        let width = bits.div_ceil(64).next_multiple_of(8);
        Sets { width, words: vec![0; count * width], full: vec![0; count] }
    }

    #[inline(always)]
    fn set(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..][..self.width]
    }

    #[inline(always)]
    fn insert(&mut self, index: usize, value: u32) {
        let set = &mut self.words[index * self.width..][..self.width];
        set[value as usize / 64] |= 1 << (value % 64);
        let mut full = self.full[index] as usize;
        while full < set.len() && set[full] == u64::MAX {
            full += 1;
        }
        self.full[index] = full as u32;
    }

    /// Adds another set, of which the first `used` words count.
    #[inline(always)]
    fn absorb(&mut self, index: usize, other: &[u64], used: usize) {
        let first = self.full[index] as usize;
        if first >= used {
            return;
        }
        let set = &mut self.words[index * self.width..][..self.width];
        for (a, b) in set[first..used].iter_mut().zip(&other[first..used]) {
            *a |= b;
        }
        let mut full = first;
        while full < set.len() && set[full] == u64::MAX {
            full += 1;
        }
        self.full[index] = full as u32;
    }
}

#[inline(always)]
fn mex<const N: usize>(sets: [&[u64]; N], start: usize) -> u32 {
    let mut at = start;
    let width = sets[0].len();
    while at + 8 <= width {
        let mut block = [0u64; 8];
        for set in sets {
            for i in 0..8 {
                block[i] |= set[at + i];
            }
        }
        if block.iter().fold(u64::MAX, |all, w| all & w) != u64::MAX {
            let word = block.iter().position(|w| *w != u64::MAX).unwrap();
            return (at + word) as u32 * 64 + block[word].trailing_ones();
        }
        at += 8;
    }
    while at < width {
        let word = sets.iter().fold(0, |word, set| word | set[at]);
        if word != u64::MAX {
            return at as u32 * 64 + word.trailing_ones();
        }
        at += 1;
    }
    unreachable!("a value is at most the total")
}

/// Values with y ≤ x, looked up in any order.
fn symmetric(rows: Vec<Vec<u16>>) -> Values {
    Box::new(move |x, y| u32::from(rows[x.max(y)][x.min(y)]))
}

pub(crate) fn wythoff(side: usize) -> Values {
    // Row by row; (x, y) with y ≤ x sees its row so far, column y of rows
    // before x, and its diagonal. By symmetry column y up to row y is row y.
    let bits = 2 * side;
    let mut columns = Sets::new(side, bits);
    let mut diagonals = Sets::new(side, bits);
    let mut rows: Vec<Vec<u16>> = Vec::with_capacity(side);
    for x in 0..side {
        let mut row = Sets::new(1, bits);
        let mut values = Vec::with_capacity(x + 1);
        for y in 0..=x {
            let start = row.full[0].max(columns.full[y]).max(diagonals.full[x - y]) as usize;
            let value = mex([row.set(0), columns.set(y), diagonals.set(x - y)], start);
            row.insert(0, value);
            columns.insert(y, value);
            diagonals.insert(x - y, value);
            values.push(value as u16);
        }
        // What row x holds to the left of the diagonal, column x holds above it.
        let (row_words, full) = (row.words, row.full[0]);
        let used = row_words.len();
        columns.absorb(x, &row_words, used);
        columns.full[x] = columns.full[x].max(full);
        rows.push(values);
    }
    symmetric(rows)
}

/// Values by total: level s holds (s − y, y) for all y.
struct Levels {
    values: Vec<Vec<u16>>,
}

impl Levels {
    fn boxed(self) -> Values {
        Box::new(move |x, y| u32::from(self.values[x + y][y]))
    }
}

pub(crate) fn yama(side: usize) -> Values {
    // (x, y) sees (x−i, y+1), i ≥ 2: the set of row y grows by g(x−2, y+1); and
    // the same with heaps exchanged. All that play reaches: x + 2y and 2x + y at
    // most 3(side−1).
    let most = side - 1;
    let reach = 3 * most;
    let extent = reach / 2;
    let mut rows = Sets::new(extent + 1, 2 * side);
    let mut values: Vec<Vec<u16>> = Vec::with_capacity(2 * most + 1);
    for s in 0..=2 * most {
        let mut level = vec![0u16; s + 1];
        // y ≤ x needs row y at x and, exchanged, row x at y.
        let low = (2 * s).saturating_sub(reach);
        for y in low..=s.saturating_sub(low) {
            let x = s - y;
            if x >= 2 {
                let value = values[s - 1][y + 1];
                rows.insert(y, u32::from(value));
            }
        }
        for y in low..=s / 2 {
            let x = s - y;
            if x < y || x > extent {
                continue;
            }
            let start = rows.full[y].max(rows.full[x]) as usize;
            let value = mex([rows.set(y), rows.set(x)], start) as u16;
            level[y] = value;
            level[x] = value;
        }
        values.push(level);
    }
    Levels { values }.boxed()
}

/// Triangular Nim, with rays along the diagonal or a cone added by `extra`,
/// which marks the values that it adds at (x, y), y ≤ x, into one more set.
fn triangular_with(side: usize, mut extra: impl Extra) -> Values {
    let most = side - 1;
    let bits = 2 * side;
    // cone[y] at level s: the values on y' > y, x' + y' < s.
    let mut cone = Sets::new(2 * most + 2, bits);
    let width = cone.width;
    let mut values: Vec<Vec<u16>> = Vec::with_capacity(2 * most + 1);
    let mut largest = 0u32;
    for s in 0..=2 * most {
        let used = (largest as usize / 64 + 1).min(width);
        if s > 0 {
            let before = &values[s - 1];
            let mut run = vec![0u64; width];
            for y in (0..s - 1).rev() {
                let value = before[y + 1];
                run[value as usize / 64] |= 1 << (value % 64);
                cone.absorb(y, &run, used);
            }
        }
        let mut level = vec![0u16; s + 1];
        for y in 0..=s / 2 {
            let x = s - y;
            let (set, full) = extra.at(x, y, &values, used);
            let start = (cone.full[y].max(cone.full[x]).max(full)) as usize;
            let value = mex([cone.set(y), cone.set(x), set], start);
            largest = largest.max(value);
            level[y] = value as u16;
            level[x] = value as u16;
        }
        values.push(level);
    }
    Levels { values }.boxed()
}

/// The values that moves other than those of Triangular Nim reach from (x, y).
trait Extra {
    fn at(&mut self, x: usize, y: usize, values: &[Vec<u16>], used: usize) -> (&[u64], u32);
}

struct Nothing(Vec<u64>);

impl Extra for Nothing {
    #[inline(always)]
    fn at(&mut self, _: usize, _: usize, _: &[Vec<u16>], _: usize) -> (&[u64], u32) {
        (&self.0, 0)
    }
}

pub(crate) fn triangular(side: usize) -> Values {
    let width = (2 * side).div_ceil(64).next_multiple_of(8);
    triangular_with(side, Nothing(vec![0; width]))
}

/// |i − j| ≤ 3, i, j ≥ 1: one set per diagonal x − y ≥ 0, seven new values a step.
struct Strip(Sets);

impl Extra for Strip {
    #[inline(always)]
    fn at(&mut self, x: usize, y: usize, values: &[Vec<u16>], _: usize) -> (&[u64], u32) {
        let line = x - y;
        for (i, j) in [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1), (4, 1)] {
            if x >= i && y >= j {
                self.0.insert(line, u32::from(values[x - i + y - j][y - j]));
            }
        }
        (self.0.set(line), self.0.full[line])
    }
}

pub(crate) fn twist_3(side: usize) -> Values {
    triangular_with(side, Strip(Sets::new(2 * side, 2 * side)))
}

/// i ≤ 2j − 2, j ≤ 2i − 2: (2,2) and all that (1,2), (2,1) and (1,1) add to it.
/// Rays in direction (1,2) start at (2,2), (3,3) and (4,4); the cone is a ray in
/// direction (2,1) of these. Both orders of the heaps are kept, because rays
/// leave the half y ≤ x.
struct Cone {
    rays: Sets,
    cone: Sets,
    side: usize,
}

impl Extra for Cone {
    #[inline(always)]
    fn at(&mut self, x: usize, y: usize, values: &[Vec<u16>], used: usize) -> (&[u64], u32) {
        for (x, y) in [(y, x), (x, y)] {
            // Lines in direction (1,2): y − 2x; in direction (2,1): x − 2y.
            let ray = y + 2 * (2 * self.side) - 2 * x;
            let line = x + 2 * (2 * self.side) - 2 * y;
            for d in 2..5 {
                if x >= d && y >= d {
                    self.rays.insert(ray, u32::from(values[x + y - 2 * d][y - d]));
                }
            }
            self.cone.absorb(line, self.rays.set(ray), used);
            if x == y {
                break;
            }
        }
        let line = x + 2 * (2 * self.side) - 2 * y;
        (self.cone.set(line), self.cone.full[line])
    }
}

pub(crate) fn geometric_2(side: usize) -> Values {
    let lines = 7 * side;
    let cone = Cone { rays: Sets::new(lines, 2 * side), cone: Sets::new(lines, 2 * side), side };
    triangular_with(side, cone)
}
