//! Plain loops, each written for one game: what somebody would write who needs that
//! table once. They share nothing with the engines.
#![allow(clippy::cast_possible_truncation)]

/// Values in the order of positions, the last heap running fastest.
pub(super) enum Cells {
    Shorts(Vec<u16>),
    Words(Vec<u32>),
}

impl Cells {
    pub(super) fn get(&self, at: usize) -> Option<u32> {
        match self {
            Cells::Shorts(cells) => cells.get(at).map(|value| u32::from(*value)),
            Cells::Words(cells) => cells.get(at).copied(),
        }
    }
}

/// Wythoff's game with |i − j| < s: rows ascending, the first y that nothing kills. A
/// P-position (a, b) kills its column, and from y = b + 1 on the diagonals nearer than s.
pub(super) fn wythoff(n: usize, s: i64) -> Vec<(u32, u32)> {
    let mut columns = vec![false; n + 1];
    let mut diagonals = vec![usize::MAX; 2 * n + 1];
    let mut found = Vec::new();
    for x in 0..=n {
        for y in 0..=n {
            if columns[y] || diagonals[n + y - x] <= y {
                continue;
            }
            found.push((x as u32, y as u32));
            columns[y] = true;
            for d in 1 - s..s {
                if let Some(from) = (n + y - x).checked_add_signed(d as isize).and_then(|d| diagonals.get_mut(d)) {
                    *from = (*from).min(y + 1);
                }
            }
            // The rest of the row is dead.
            break;
        }
    }
    found
}

/// Yama Nim, total by total: the first P-position of each row and column decides.
pub(super) fn yama(n: usize) -> Vec<(u32, u32)> {
    let far = usize::MAX / 2;
    let (mut rows, mut columns) = (vec![far; 2 * n + 3], vec![far; 2 * n + 3]);
    let mut found = Vec::new();
    for total in 0..=2 * n {
        for y in 0..=total {
            let x = total - y;
            if columns[y + 1] + 2 <= x || rows[x + 1] + 2 <= y {
                continue;
            }
            columns[y] = columns[y].min(x);
            rows[x] = rows[x].min(y);
            if x <= n && y <= n {
                found.push((x as u32, y as u32));
            }
        }
    }
    found
}

/// Triangular Nim, total by total, and `takes(i, j)` from both heaps: for each y whether a
/// P-position of lower total has a larger y, the same for x; the others are tried.
pub(super) fn triangular(n: usize, takes: impl Fn(usize, usize) -> bool) -> Vec<(u32, u32)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    // The largest heaps of P-positions of lower totals.
    let (mut most_x, mut most_y) = (None, None);
    for total in 0..=2 * n {
        let before = all.len();
        for y in 0..=total {
            let x = total - y;
            if most_y.is_some_and(|most| most > y) || most_x.is_some_and(|most| most > x) {
                continue;
            }
            let taken = |(a, b): &(usize, usize)| *a < x && *b < y && takes(x - a, y - b);
            if !all[..before].iter().any(taken) {
                all.push((x, y));
            }
        }
        for (x, y) in &all[before..] {
            most_x = most_x.max(Some(*x));
            most_y = most_y.max(Some(*y));
        }
    }
    all.iter().filter(|(x, y)| *x <= n && *y <= n).map(|(x, y)| (*x as u32, *y as u32)).collect()
}

/// Wythoff's game on three heaps: a flag for each line.
pub(super) fn wythoff_on_three_p(n: usize) -> Vec<Vec<u64>> {
    let m = n + 1;
    let flags = || vec![false; 2 * m * m];
    let (mut x_lines, mut y_lines, mut xy, mut xz, mut yz) = (flags(), flags(), flags(), flags(), flags());
    let mut found = vec![];
    for x in 0..=n {
        for y in 0..=n {
            for z in 0..=n {
                let lines = [y * m + z, x * m + z, (n + x - y) * m + z, (n + x - z) * m + y, (n + y - z) * m + x];
                let dead = x_lines[lines[0]] | y_lines[lines[1]] | xy[lines[2]] | xz[lines[3]] | yz[lines[4]];
                if !dead {
                    found.push(vec![x as u64, y as u64, z as u64]);
                    x_lines[lines[0]] = true;
                    y_lines[lines[1]] = true;
                    xy[lines[2]] = true;
                    xz[lines[3]] = true;
                    yz[lines[4]] = true;
                    break;
                }
            }
        }
    }
    found
}

/// The same, values: one set of values for each line.
pub(super) fn wythoff_on_three(n: usize) -> Cells {
    const WORDS: usize = 10;
    let m = n + 1;
    let sets = || vec![[0u64; WORDS]; 2 * m * m];
    let (mut x_lines, mut y_lines, mut xy, mut xz, mut yz) = (sets(), sets(), sets(), sets(), sets());
    let mut found = Vec::with_capacity(m * m * m);
    for x in 0..=n {
        for y in 0..=n {
            let mut row = [0u64; WORDS];
            for z in 0..=n {
                let a = &mut x_lines[y * m + z];
                let b = &mut y_lines[x * m + z];
                let c = &mut xy[(n + x - y) * m + z];
                let d = &mut xz[(n + x - z) * m + y];
                let e = &mut yz[(n + y - z) * m + x];
                let word = first_free(|w| row[w] | a[w] | b[w] | c[w] | d[w] | e[w]);
                let free = row[word] | a[word] | b[word] | c[word] | d[word] | e[word];
                let value = word * 64 + free.trailing_ones() as usize;
                found.push(value as u16);
                for set in [&mut row, a, b, c, d, e] {
                    set[word] |= 1u64 << (value % 64);
                }
            }
        }
    }
    Cells::Shorts(found)
}

/// The first word with a bit that is not set.
fn first_free(word: impl Fn(usize) -> u64) -> usize {
    (0..).find(|at| word(*at) != u64::MAX).unwrap_or(0)
}

/// Yama Nim on three heaps, positions of total ≤ 3n, total by total: sets of the values
/// of lower totals for the lines along each heap. Six of these lines hold the options of a
/// position: on the line along x with one stone more on y, a lower total means x − 2 or less.
pub(super) fn yama_on_three(n: usize) -> Cells {
    let (size, words) = (3 * n + 2, (3 * n) / 64 + 1);
    let mut lines = vec![0u64; 3 * size * size * words];
    let mut cells = vec![0u16; size * size * size];
    let at = |x: usize, y: usize, z: usize| (x * size + y) * size + z;
    let along = |heap: usize, a: usize, b: usize| ((heap * size + a) * size + b) * words;
    for total in 0..=3 * n {
        for x in 0..=total {
            for y in 0..=total - x {
                let z = total - x - y;
                let read = [
                    along(0, y + 1, z),
                    along(0, y, z + 1),
                    along(1, x + 1, z),
                    along(1, x, z + 1),
                    along(2, x + 1, y),
                    along(2, x, y + 1),
                ];
                let word = first_free(|w| read.iter().fold(0, |all, line| all | lines[line + w]));
                let free = read.iter().fold(0, |all, line| all | lines[line + word]);
                cells[at(x, y, z)] = (word * 64) as u16 + free.trailing_ones() as u16;
            }
        }
        for x in 0..=total {
            for y in 0..=total - x {
                let z = total - x - y;
                let value = usize::from(cells[at(x, y, z)]);
                for line in [along(0, y, z), along(1, x, z), along(2, x, y)] {
                    lines[line + value / 64] |= 1 << (value % 64);
                }
            }
        }
    }
    let all = (0..=n).flat_map(|x| (0..=n).flat_map(move |y| (0..=n).map(move |z| (x, y, z))));
    Cells::Shorts(all.map(|(x, y, z)| cells[at(x, y, z)]).collect())
}

/// The same for P-positions: the first of each line decides.
pub(super) fn yama_on_three_p(n: usize) -> Vec<Vec<u64>> {
    let size = 3 * n + 2;
    let far = usize::MAX / 2;
    let mut firsts = [vec![far; size * size], vec![far; size * size], vec![far; size * size]];
    let mut found = vec![];
    for total in 0..=3 * n {
        for x in 0..=total {
            for y in 0..=total - x {
                let z = total - x - y;
                let [along_x, along_y, along_z] = &mut firsts;
                let dead = along_x[(y + 1) * size + z] + 2 <= x
                    || along_x[y * size + z + 1] + 2 <= x
                    || along_y[(x + 1) * size + z] + 2 <= y
                    || along_y[x * size + z + 1] + 2 <= y
                    || along_z[(x + 1) * size + y] + 2 <= z
                    || along_z[x * size + y + 1] + 2 <= z;
                if dead {
                    continue;
                }
                for (first, heap) in
                    [(&mut along_x[y * size + z], x), (&mut along_y[x * size + z], y), (&mut along_z[x * size + y], z)]
                {
                    *first = (*first).min(heap);
                }
                if x.max(y).max(z) <= n {
                    found.push(vec![x as u64, y as u64, z as u64]);
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// Misère Nim on four heaps: a flag for each line.
pub(super) fn misere_nim_on_four(n: usize) -> Vec<Vec<u64>> {
    let m = n + 1;
    let flags = || vec![false; m * m * m];
    let (mut along_x, mut along_y, mut along_z) = (flags(), flags(), flags());
    let mut found = vec![];
    for x in 0..=n {
        for y in 0..=n {
            for z in 0..=n {
                for u in 0..=n {
                    let (a, b, c) = ((y * m + z) * m + u, (x * m + z) * m + u, (x * m + y) * m + u);
                    if along_x[a] | along_y[b] | along_z[c] || x + y + z + u == 0 {
                        continue;
                    }
                    found.push(vec![x as u64, y as u64, z as u64, u as u64]);
                    along_x[a] = true;
                    along_y[b] = true;
                    along_z[c] = true;
                    break;
                }
            }
        }
    }
    found
}

/// A square of values and the values that the options of the current position have.
struct Marks {
    side: usize,
    cells: Vec<u16>,
    seen: Vec<u32>,
    now: u32,
}

impl Marks {
    #[inline(always)]
    fn see(&mut self, x: usize, y: usize) {
        self.seen[usize::from(self.cells[x * self.side + y])] = self.now;
    }
}

/// Values by looking at every option of every position.
#[inline(always)]
fn by_options(n: usize, see: impl Fn(usize, usize, &mut Marks)) -> Cells {
    let side = n + 1;
    let mut marks = Marks { side, cells: vec![0; side * side], seen: vec![0; 2 * side + 2], now: 0 };
    for x in 0..=n {
        for y in 0..=n {
            marks.now += 1;
            see(x, y, &mut marks);
            let value = marks.seen.iter().position(|seen| *seen != marks.now).unwrap_or(0);
            marks.cells[x * side + y] = value as u16;
        }
    }
    Cells::Shorts(marks.cells)
}

pub(super) fn squares(n: usize) -> Cells {
    by_options(n, |x, y, marks| {
        (1..).take_while(|i| i * i <= x).for_each(|i| marks.see(x - i * i, y));
        (1..).take_while(|i| i * i <= y).for_each(|i| marks.see(x, y - i * i));
    })
}

pub(super) fn at_most_the_other(n: usize) -> Cells {
    by_options(n, |x, y, marks| {
        let most = x.min(y);
        (1..=most).for_each(|i| marks.see(x - i, y));
        (1..=most).for_each(|i| marks.see(x, y - i));
    })
}

pub(super) fn at_most_half(n: usize) -> Cells {
    by_options(n, |x, y, marks| {
        (1..=x / 2).for_each(|i| marks.see(x - i, y));
        (1..=y / 2).for_each(|i| marks.see(x, y - i));
    })
}

/// x − i for i from 1 to x with the remainder of y by 3, and the mirror image.
pub(super) fn same_residue(n: usize) -> Cells {
    by_options(n, |x, y, marks| {
        let first = |of: usize| (of + 2) % 3 + 1;
        (first(y)..=x).step_by(3).for_each(|i| marks.see(x - i, y));
        (first(x)..=y).step_by(3).for_each(|i| marks.see(x, y - i));
    })
}

pub(super) fn to_any_smaller(n: usize) -> Cells {
    by_options(n, |x, y, marks| {
        (0..x).for_each(|a| marks.see(a, y));
        (0..y).for_each(|b| marks.see(x, b));
    })
}

/// Wythoff's game with a first heap of at most 5: a set of values for each of the six
/// rows, the few other options looked up.
pub(super) fn narrow_wythoff(n: usize) -> Cells {
    let mut rows: Vec<Vec<u64>> = vec![vec![0; n / 64 + 2]; 6];
    let mut cells = vec![vec![0u32; n + 1]; 6];
    let mut full = [0usize; 6];
    for y in 0..=n {
        for x in 0..6 {
            let mut others = [0u32; 10];
            let mut count = 0;
            for i in 1..=x {
                others[count] = cells[x - i][y];
                count += 1;
                if i <= y {
                    others[count] = cells[x - i][y - i];
                    count += 1;
                }
            }
            while rows[x][full[x]] == u64::MAX {
                full[x] += 1;
            }
            let mut word = full[x];
            let value = loop {
                let mut set = rows[x][word];
                for other in &others[..count] {
                    if *other as usize / 64 == word {
                        set |= 1 << (other % 64);
                    }
                }
                if set != u64::MAX {
                    break (word * 64) as u32 + set.trailing_ones();
                }
                word += 1;
            };
            rows[x][value as usize / 64] |= 1 << (value % 64);
            cells[x][y] = value;
        }
    }
    Cells::Words(cells.concat())
}
