//! Near names, for hints.

/// The number of letters to insert, delete or change to get from one name to
/// the other.
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    // A name far longer than any game needs no exact distance.
    for (i, ca) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let changed = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()] + a.chars().count().saturating_sub(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_letters() {
        assert_eq!(distance("wythof", "wythoff"), 1);
        assert_eq!(distance("nim", "yama"), 3);
        assert_eq!(distance("", "nim"), 3);
    }
}
