//! Orders of heaps: `sym` takes a set in all of them, and so do tuples in braces.

/// All orders of the numbers below `count`, lexicographically.
///
/// ```
/// use miyama_language::notation::orders;
/// assert_eq!(orders(3), [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
/// assert_eq!(orders(0), [[]; 1]);
/// ```
#[must_use]
pub fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..count {
        let longer = |order: &Vec<usize>| {
            let rest = (0..count).filter(|next| !order.contains(next));
            rest.map(|next| [order.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
