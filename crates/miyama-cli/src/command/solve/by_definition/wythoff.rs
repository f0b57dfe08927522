//! The four cases of Wythoff's theorem (000 theorem 44), for any s (theorem 49).
//!
//! Every positive number is one kᵢ or one lᵢ, and lᵢ − kᵢ = s·i. A position that is no pair
//! (kᵢ, lᵢ) is therefore one of (lᵢ, lⱼ), (lᵢ, kⱼ), (kᵢ, lⱼ), (kᵢ, kⱼ), and each has a move to a pair.

use super::{Found, too_large};
use crate::answer::definition::{Case, Letter, Named, Steps, Wythoff};
use crate::failure::Failure;
use miyama::heap::theorem::Theorem;
use miyama::play::Outcome;
use miyama::sum::{Part, Position};
use miyama_text::{Text, say};
use miyama_words::line::Line;
use num_bigint::{BigInt, BigUint};

/// Most pairs to show.
const PAIRS: u32 = 20;

/// s, if the position is one of a game of Wythoff.
pub(super) fn parameter(position: &Position) -> Option<u64> {
    match position.parts.as_slice() {
        [Part::Heap { game, heaps }] if heaps.len() == 2 => match game.theorem {
            Some(Theorem::Wythoff(s)) => Some(s),
            _ => None,
        },
        _ => None,
    }
}

/// A number as a member of one of the sequences.
struct Member {
    letter: Letter,
    index: BigInt,
}

/// The least index at which a growing sequence reaches a number.
fn least(reaches: impl Fn(&BigInt) -> bool, most: &BigInt) -> BigInt {
    let (mut low, mut high) = (BigInt::from(1), most.clone());
    while low < high {
        let middle: BigInt = (&low + &high) / 2;
        if reaches(&middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

fn member(line: &Line, number: &BigInt) -> Member {
    let k = least(|i| line.zero(i) >= *number, number);
    if line.zero(&k) == *number {
        return Member { letter: Letter::K, index: k };
    }
    Member { letter: Letter::L, index: least(|i| line.one(i) >= *number, number) }
}

pub(super) fn solve(position: &Position) -> Result<Found, Failure> {
    let wide = || too_large(usize::try_from(PAIRS).unwrap_or(0));
    let s = parameter(position).ok_or_else(wide)?;
    let Some(Part::Heap { heaps, .. }) = position.parts.first() else { return Err(wide()) };
    let line = Line::metallic(s).ok_or_else(wide)?;
    let mut sorted: Vec<BigInt> = heaps.iter().map(|heap| BigInt::from(heap.clone())).collect();
    sorted.sort();
    let (low, high) = (&sorted[0], &sorted[1]);
    let zero = BigInt::default();
    let name = |heap: &BigInt| match *heap == zero {
        true => Member { letter: Letter::K, index: zero.clone() },
        false => member(&line, heap),
    };
    let (a, b) = (name(low), name(high));
    let (k, l) = (|i: &BigInt| line.zero(i), |i: &BigInt| line.one(i));
    let good = *low == *high && *low == zero || (a.letter == Letter::K && l(&a.index) == *high);
    let (case, to) = match (a.letter, b.letter) {
        _ if good => (Case::Good, None),
        _ if low == high => (Case::Equal, Some((zero.clone(), zero.clone()))),
        // (lᵢ, lⱼ), (lᵢ, kⱼ): the larger heap becomes kᵢ < lᵢ.
        (Letter::L, letter) => {
            (if letter == Letter::L { Case::LL } else { Case::LK }, Some((k(&a.index), low.clone())))
        }
        // (kᵢ, lⱼ): with i < j the larger heap becomes lᵢ, else the smaller becomes kⱼ.
        (Letter::K, Letter::L) if a.index < b.index => (Case::KL, Some((low.clone(), l(&a.index)))),
        (Letter::K, Letter::L) => (Case::KL, Some((k(&b.index), high.clone()))),
        // (kᵢ, kⱼ): beyond lᵢ the larger heap becomes lᵢ; before it the gap leads to a smaller pair.
        (Letter::K, Letter::K) if *high > l(&a.index) => (Case::KK, Some((low.clone(), l(&a.index)))),
        (Letter::K, Letter::K) => {
            let t: BigInt = (high - low) / BigInt::from(s);
            (Case::KK, Some((k(&t), l(&t))))
        }
    };
    let says = told(s, (low, &a), (high, &b), case, to.as_ref(), &line);
    let last = a.index.clone().max(b.index.clone()).min(BigInt::from(PAIRS));
    let mut pairs = vec![];
    let mut i = BigInt::from(1);
    while i <= last {
        pairs.push([(&i).into(), k(&i).into(), l(&i).into()]);
        i += 1;
    }
    let named = |heap: &BigInt, member: &Member| Named {
        heap: heap.into(),
        letter: member.letter,
        index: (&member.index).into(),
    };
    let steps = Wythoff {
        s,
        low: named(low, &a),
        high: named(high, &b),
        case,
        to: to.as_ref().map(|(low, high)| [low.into(), high.into()]),
        pairs,
    };
    let outcome = if case == Case::Good { Outcome::P } else { Outcome::N };
    let value = (case == Case::Good).then(BigUint::default);
    Ok(Found { steps: Steps::Wythoff(steps), says, outcome, value })
}

fn told(
    s: u64,
    low: (&BigInt, &Member),
    high: (&BigInt, &Member),
    case: Case,
    to: Option<&(BigInt, BigInt)>,
    line: &Line,
) -> Vec<Text> {
    let letter = |member: &Member| match member.letter {
        Letter::K => "k",
        Letter::L => "l",
    };
    let written = |(heap, member): (&BigInt, &Member)| format!("{heap} = {}({})", letter(member), member.index);
    let mut says = vec![say!("definition.wythoff", s = s)];
    let shown = low.1.index.clone().max(high.1.index.clone());
    if shown <= BigInt::from(PAIRS) {
        let mut rows = [String::from("  i"), String::from("  k"), String::from("  l")];
        let mut i = BigInt::from(0);
        while i <= shown {
            for (row, number) in rows.iter_mut().zip([i.clone(), line.zero(&i), line.one(&i)]) {
                row.push_str(&format!("{:>4}", number.to_string()));
            }
            i += 1;
        }
        says.push(say!("definition.plain", text = rows.join("\n")));
    }
    says.push(say!("definition.wythoff_names", low = written(low), high = written(high)));
    let i = &low.1.index;
    let move_to = to.map(|(a, b)| format!("({a}, {b})")).unwrap_or_default();
    says.push(match case {
        Case::Good => say!("definition.wythoff_good", i = i),
        Case::Equal => say!("definition.wythoff_equal"),
        Case::LL => say!("definition.wythoff_ll", to = move_to),
        Case::LK => say!("definition.wythoff_lk", to = move_to),
        Case::KL => say!("definition.wythoff_kl", to = move_to),
        Case::KK => say!("definition.wythoff_kk", to = move_to),
    });
    says
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama::game::Games;
    use miyama::play::{Convention, Player};
    use miyama::sum::{Move, parse_position};
    use miyama_budget::Budget;
    use std::collections::BTreeSet;

    /// In every case the move is one of the game and leaves a P-position, and only P-positions are good.
    #[test]
    fn every_case_leads_to_a_good_form() {
        let mut cases = BTreeSet::new();
        for (s, x, y) in (1..=3).flat_map(|s| (0..=14).flat_map(move |x| (x..=14).map(move |y| (s, x, y)))) {
            let read = |x: &str, y: &str| parse_position(&format!("wythoff({s}):{x},{y}"), &Games::built_in()).unwrap();
            let outcome =
                |sum: &Position| miyama::sum::solve(sum, Convention::Normal, &Budget::unlimited()).unwrap().outcome;
            let sum = read(&x.to_string(), &y.to_string());
            let found = solve(&sum).unwrap_or_else(|_| panic!("{sum}"));
            assert_eq!(found.outcome, outcome(&sum), "{sum}");
            let Steps::Wythoff(steps) = found.steps else { panic!("{sum}") };
            cases.insert(format!("{:?}", steps.case));
            let Some(to) = steps.to else { continue };
            let [low, high] = to.map(|heap| serde_json::to_value(heap).unwrap().as_str().unwrap().to_owned());
            let reached = [read(&low, &high), read(&high, &low)].into_iter().find(|after| {
                let made = Move::between(Player::Left, &sum, after);
                made.and_then(|made| made.is_legal(&sum)) == Some(true)
            });
            let reached = reached.unwrap_or_else(|| panic!("{sum}: no move to ({low}, {high})"));
            assert_eq!(outcome(&reached), Outcome::P, "{sum} {reached}");
        }
        assert_eq!(cases.into_iter().collect::<Vec<_>>(), ["Equal", "Good", "KK", "KL", "LK", "LL"]);
    }
}
