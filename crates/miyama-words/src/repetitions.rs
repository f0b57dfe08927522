//! What there is to say about the repetitions of a finite word.

use super::exponent::{Critical, critical};
use super::runs::{Run, runs};
use miyama_budget::{Budget, Stopped};

/// A factor: where it begins, how long it is, and its least period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Where it begins, counted from 0.
    pub start: usize,
    /// How many letters it has.
    pub length: usize,
    /// Its least period.
    pub period: usize,
}

/// The repetitions of a finite word. "First" is the one that ends first, and of
/// these the shortest: the first that a reader notices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repetitions {
    /// All maximal repetitions, sorted by start and end.
    pub runs: Vec<Run>,
    /// A factor with the largest exponent of all; `None` for the empty word.
    pub critical: Option<Critical>,
    /// The first power with the largest whole exponent, if there is a square.
    pub largest_power: Option<Factor>,
    /// The first square xx.
    pub square: Option<Factor>,
    /// The first overlap: a square followed by its own first letter.
    pub overlap: Option<Factor>,
    /// The first cube xxx.
    pub cube: Option<Factor>,
}

/// Finds the repetitions of a word.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_words::repetitions::repetitions;
/// let found = repetitions(b"abacbdca", &Budget::unlimited()).unwrap();
/// assert!(found.square.is_none() && found.runs.is_empty());
/// let found = repetitions(b"0110100110010110", &Budget::unlimited()).unwrap();
/// assert_eq!((found.square.unwrap().start, found.square.unwrap().length), (1, 2));
/// assert!(found.overlap.is_none());
/// ```
///
/// # Errors
/// [`Stopped`] when the budget says so.
pub fn repetitions<T: Copy + Ord + Sync>(word: &[T], budget: &Budget) -> Result<Repetitions, Stopped> {
    let runs = runs(word, budget)?;
    let critical = critical(word, &runs, budget)?;
    let largest = runs.iter().map(|run| run.exponent().whole()).max();
    Ok(Repetitions {
        largest_power: largest.and_then(|k| first(&runs, |p| p * k as usize)),
        square: first(&runs, |p| 2 * p),
        overlap: first(&runs, |p| 2 * p + 1),
        cube: first(&runs, |p| 3 * p),
        critical,
        runs,
    })
}

/// The first factor of some run whose length is `length` of its period.
///
/// Every power with exponent at least 2 lies in the run of its least period,
/// and within one run the first one begins where the run does.
pub fn first(runs: &[Run], length: impl Fn(usize) -> usize) -> Option<Factor> {
    runs.iter()
        .map(|run| Factor {
            start: run.start as usize,
            length: length(run.period as usize),
            period: run.period as usize,
        })
        .zip(runs)
        .filter(|(factor, run)| factor.start + factor.length <= run.end as usize)
        .map(|(factor, _)| factor)
        .min_by_key(|factor| (factor.start + factor.length, factor.length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first factor to end, then the shortest, that the definition accepts.
    fn twin(word: &[u8], accepts: impl Fn(&[u8]) -> bool) -> Option<(usize, usize)> {
        (0..=word.len())
            .flat_map(|end| (0..end).rev().map(move |start| (start, end)))
            .find(|&(start, end)| accepts(&word[start..end]))
            .map(|(start, end)| (start, end - start))
    }

    fn power(x: &[u8], k: usize) -> bool {
        x.len().is_multiple_of(k) && x.chunks(x.len() / k).all(|chunk| chunk == &x[..x.len() / k])
    }

    #[test]
    fn the_first_square_overlap_cube_and_largest_power_by_definition() {
        let budget = Budget::unlimited();
        let place = |factor: Option<Factor>| factor.map(|f| (f.start, f.length));
        for n in 0..13 {
            for bits in 0u32..1 << n {
                let word: Vec<u8> = (0..n).map(|i| (bits >> i & 1) as u8).collect();
                let found = repetitions(&word, &budget).unwrap();
                assert_eq!(place(found.square), twin(&word, |x| power(x, 2)));
                assert_eq!(place(found.cube), twin(&word, |x| power(x, 3)));
                let overlap = |x: &[u8]| x.len() % 2 == 1 && x.len() > 1 && x[0] == x[x.len() - 1] && power(&x[1..], 2);
                assert_eq!(place(found.overlap), twin(&word, overlap));
                let largest = (2..=n).rev().find_map(|k| twin(&word, |x| power(x, k)));
                assert_eq!(place(found.largest_power), largest, "{word:?}");
            }
        }
    }
}
