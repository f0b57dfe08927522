//! Smaller boxes of positions, for what is known when the table of a large one is not finished.

/// Boxes with no more positions are cut in halves: what a position costs is not known, and some rules take
/// seconds for a few of them.
const FEW: u128 = 1 << 8;

/// Smaller boxes, the smallest last. Each has about a sixteenth of the positions of the one before, so that all of
/// them together cost a fifteenth of the whole; small boxes are cut in halves.
///
/// ```
/// use miyama::heap::table::smaller_boxes;
/// assert_eq!(smaller_boxes(&[4000, 4000])[..4], [[1000, 1000], [250, 250], [62, 62], [15, 15]]);
/// assert!(smaller_boxes(&[5, 1_000_000]).contains(&vec![5, 15]));
/// assert_eq!(smaller_boxes(&[4, 4]), [[2, 2], [1, 1], [0, 0]]);
/// assert!(smaller_boxes(&[0, 0]).is_empty());
/// ```
#[must_use]
pub fn smaller_boxes(to: &[u64]) -> Vec<Vec<u64>> {
    let mut boxes: Vec<Vec<u64>> = vec![];
    loop {
        let last = boxes.last().map_or(to, Vec::as_slice);
        let positions = last.iter().fold(1u128, |count, heap| count.saturating_mul(u128::from(*heap) + 1));
        let long = last.iter().filter(|heap| **heap >= 16).count();
        // Of each long side the same part: the sixteenth, fourth, … of it.
        let part = match long {
            1 => 16.0,
            2 => 4.0,
            3 => 2.5,
            4 => 2.0,
            _ => 1.6,
        };
        if positions <= 1 {
            return boxes;
        }
        let is_small = positions <= FEW || long == 0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
        let shorter = |heap: &u64| match *heap {
            heap if is_small => heap / 2,
            heap if heap >= 16 => (heap as f64 / part) as u64,
            heap => heap,
        };
        boxes.push(last.iter().map(shorter).collect());
    }
}
