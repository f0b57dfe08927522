//! Codes of octal games as tests read them: digit k says what taking k tokens leaves.
#![allow(dead_code, clippy::unwrap_used)]

use miyama_misere::Moves;
use std::collections::HashMap;

/// The moves of a game by its digits.
pub(crate) fn moves(digits: &[u32]) -> Moves {
    let digits = digits.to_vec();
    Moves::rule(move |n, tell| {
        options(&digits, n, &mut |left| {
            tell(left);
        });
    })
}

/// The digits of a code.
pub(crate) fn digits(code: &str) -> Vec<u32> {
    let (zero, rest) = code.split_once('.').unwrap();
    let mut digits = vec![zero.chars().last().map_or(0, |c| c.to_digit(8).unwrap())];
    digits.extend(rest.chars().map(|c| c.to_digit(8).unwrap()));
    digits
}

/// Tells the options of a heap of `n`.
pub(crate) fn options(digits: &[u32], n: u32, tell: &mut dyn FnMut(&[u32])) {
    for (taken, digit) in digits.iter().enumerate() {
        let Some(rest) = n.checked_sub(taken as u32) else { break };
        if digit & 1 != 0 && rest == 0 && taken > 0 {
            tell(&[]);
        }
        if digit & 2 != 0 && rest > 0 && taken > 0 {
            tell(&[rest]);
        }
        if digit & 4 != 0 {
            (1..=rest / 2).for_each(|a| tell(&[a, rest - a]));
        }
    }
}

/// Is the sum a misère P-position? Played out, with nothing but the rules.
pub(crate) fn lost(digits: &[u32], sum: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(lost) = known.get(sum) {
        return *lost;
    }
    let (mut moves, mut wins) = (false, false);
    for (index, heap) in sum.iter().enumerate() {
        let mut after = Vec::new();
        options(digits, *heap, &mut |left| {
            let mut rest = sum.to_vec();
            rest.remove(index);
            rest.extend_from_slice(left);
            rest.sort_unstable();
            after.push(rest);
        });
        moves |= !after.is_empty();
        wins = wins || after.iter().any(|rest| lost(digits, rest, known));
    }
    let lost = moves && !wins;
    known.insert(sum.to_vec(), lost);
    lost
}
