//! Sums of heaps as sorted lists of their sizes.

/// A sum of heaps, sorted; the same heap may stand in it several times.
pub(crate) type HeapSum = Box<[u32]>;

/// The sum of two sorted lists.
pub(crate) fn join(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] <= b[j] {
            sum.push(a[i]);
            i += 1;
        } else {
            sum.push(b[j]);
            j += 1;
        }
    }
    sum.extend_from_slice(&a[i..]);
    sum.extend_from_slice(&b[j..]);
    sum
}

/// `position` with one more heap.
pub(crate) fn with(position: &[u32], heap: u32) -> HeapSum {
    let place = position.partition_point(|h| *h <= heap);
    let mut sum = Vec::with_capacity(position.len() + 1);
    sum.extend_from_slice(&position[..place]);
    sum.push(heap);
    sum.extend_from_slice(&position[place..]);
    sum.into()
}

/// `position` without the heap at `index`.
pub(crate) fn without(position: &[u32], index: usize) -> Vec<u32> {
    let mut rest = position.to_vec();
    rest.remove(index);
    rest
}
