//! Near names, for hints.

/// The number of letters to insert, delete, change, or exchange with the next one to get
/// from one name to the other.
#[must_use]
pub fn distance(a: &str, b: &str) -> usize {
    // A name far longer than any game needs no exact distance.
    let own: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = vec![];
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..own.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let changed = row[j] + usize::from(own[i] != b[j]);
            let mut least = changed.min(next[j] + 1).min(row[j + 1] + 1);
            if i > 0 && j > 0 && own[i] == b[j - 1] && own[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
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
        assert_eq!(distance("mni", "min"), 1);
        assert_eq!(distance("wtyhof", "wythoff"), 2);
    }
}
