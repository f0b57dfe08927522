//! Sequences that Miyama can generate itself, by name, and where a list of numbers stands in
//! them.
//!
//! The index is generated when it is asked for: nim values of all octal codes with up to three
//! digits, Beatty and metallic sequences, polygonal numbers, powers, linear recurrences, digits,
//! counts of towers and of games born by a day. It takes a few milliseconds; only the counts of
//! buildings, which take longer, are stored.

use crate::candidate::Class;
use crate::sample::Sample;
use crate::{one_heap, sequence};
use miyama::breaking::code::Code;
use miyama::breaking::definition::nim_values;
use miyama_bricks::{Brick, tower};

/// How many terms of each sequence there are.
const TERMS: usize = 256;

/// How many of those of codes, which are calculated option by option.
const NIM_VALUES: usize = 128;

/// How far a list may be shifted against a sequence.
const SHIFT: usize = 16;

/// The fewest terms that must agree: of many different numbers, of a few, and of two, such as
/// the letters of a word.
const AGREE: usize = 6;
const AGREE_OF_FEW: usize = 8;
const AGREE_OF_TWO: usize = 16;

/// Buildings of n + 1 bricks up to rotation, as `miyama bricks 2x4 1..7` and `miyama bricks 2x2
/// 1..6` count them; counting them anew would take minutes.
const BUILDINGS_2X4: [u64; 7] = [1, 24, 1560, 119_580, 10_166_403, 915_103_765, 85_747_377_755];
const BUILDINGS_2X2: [u64; 6] = [1, 3, 31, 412, 6435, 106_108];

/// A sequence of the index.
#[derive(Clone, Debug)]
pub struct Known {
    /// What it is called: `nim values of 0.77`, `floor(n*phi)`.
    pub name: String,
    /// Its terms from n = 0 on.
    pub terms: Vec<u64>,
}

/// Where a list stands in a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Match {
    /// The name of the sequence.
    pub name: String,
    /// Term n of the list is term n + shift of the sequence.
    pub shift: i64,
    /// So many terms were compared, and all of them agree.
    pub terms: usize,
}

/// g(n + p) = g(n) + s from some n on, as far as the list goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeats {
    /// From this n on.
    pub from: usize,
    /// The period.
    pub period: usize,
    /// What is added in each period.
    pub saltus: i64,
}

/// A recurrence or a closed form that gives all terms of a list, as a text with k in it.
#[must_use]
pub fn rule(terms: &[u64]) -> Option<String> {
    in_closed_form(terms).or_else(|| by_smaller(terms))
}

/// The fewest terms that show how a list is made of its own smaller terms.
const SMALLER: usize = 16;

/// Terms that are those of smaller places: `g(n) = n div 2 if n mod 2 = 0 else g(n div 2)`.
fn by_smaller(terms: &[u64]) -> Option<String> {
    let last = u64::try_from(terms.len()).ok()?.checked_sub(1)?;
    let values: Vec<u32> = terms.iter().map(|term| u32::try_from(*term)).collect::<Result<_, _>>().ok()?;
    if terms.len() < SMALLER {
        return None;
    }
    let sample = Sample::of(1, last, |position| values[usize::try_from(position[0]).unwrap_or(0)]);
    let all = one_heap::candidates(&sample, "n").into_iter().filter(|one| one.class != Class::Periodic);
    let text = all.min_by_key(|candidate| candidate.cost)?.text;
    Some(match text.strip_prefix("let ").and_then(|text| text.strip_suffix("; g(n)")) {
        Some(recursive) => recursive.to_owned(),
        None => format!("g(n) = {text}"),
    })
}

fn in_closed_form(terms: &[u64]) -> Option<String> {
    let signed: Vec<i128> = terms.iter().map(|term| i128::from(*term)).collect();
    let cost = |rule: &sequence::Sequence| crate::cost::cost(&format!("{}{}", rule.lets, rule.text));
    let starts = |rule: &sequence::Sequence| (rule.at)(0) == signed.first().copied();
    let best = sequence::rules(&signed).into_iter().filter(starts).min_by_key(cost)?;
    Some(match best.lets.strip_prefix("let ").and_then(|text| text.strip_suffix("; ")) {
        Some(recursive) => recursive.to_owned(),
        None => format!("f(k) = {}", best.text),
    })
}

/// How a list repeats: the least period that is seen at least three times.
#[must_use]
pub fn repeats(terms: &[u64]) -> Option<Repeats> {
    let terms: Vec<i64> = terms.iter().map(|term| i64::try_from(*term)).collect::<Result<_, _>>().ok()?;
    let count = terms.len();
    (1..=count / 4).find_map(|period| {
        let saltus = terms[count - 1] - terms[count - 1 - period];
        let same = |n: &usize| terms[n + period] == terms[*n] + saltus;
        let from = (0..count - period).rev().take_while(same).last()?;
        (from + 3 * period <= count && 2 * from <= count).then_some(Repeats { from, period, saltus })
    })
}

/// Where a list stands in the sequences of the index: those with the smallest shift first.
#[must_use]
pub fn find(list: &[u64]) -> Vec<Match> {
    let mut found: Vec<Match> = index().iter().filter_map(|known| stands_in(list, known)).collect();
    found.sort_by_key(|found| (found.shift.abs(), found.name.len(), found.name.clone()));
    found
}

fn stands_in(list: &[u64], known: &Known) -> Option<Match> {
    let forward = (0..=SHIFT).map(|shift| (shift as i64, 0, shift));
    let backward = (1..=SHIFT / 4).map(|shift| (-(shift as i64), shift, 0));
    forward.chain(backward).find_map(|(shift, from_list, from_known)| {
        let mine = list.get(from_list..)?;
        let theirs = known.terms.get(from_known..)?;
        let terms = mine.len().min(theirs.len());
        // All of a list is compared, or much of it; few large numbers say as much as many small ones.
        let large = terms >= 4 && terms == mine.len() && mine.iter().any(|term| *term >= 1000);
        let mut seen: Vec<u64> = mine[..terms].to_vec();
        seen.sort_unstable();
        seen.dedup();
        let fewest = match seen.len() {
            0 | 1 => return None,
            2 => AGREE_OF_TWO,
            3 | 4 => AGREE_OF_FEW,
            _ => AGREE,
        };
        let enough = large || terms >= fewest && (terms == mine.len() || terms >= 4 * AGREE_OF_FEW);
        (enough && mine[..terms] == theirs[..terms]).then(|| Match { name: known.name.clone(), shift, terms })
    })
}

/// All sequences.
#[must_use]
pub fn index() -> Vec<Known> {
    let mut all = Vec::new();
    let mut add = |name: &str, of: &dyn Fn(u64) -> Option<u64>| {
        let terms: Vec<u64> = (0..TERMS as u64).map_while(of).collect();
        all.push(Known { name: name.to_owned(), terms });
    };
    add("n", &Some);
    add("primes", &|n| (2..).filter(|p| is_prime(*p)).nth(usize::try_from(n).ok()?));
    for sides in 3..=8u64 {
        let name = match sides {
            3 => "triangular numbers n(n+1)/2".to_owned(),
            4 => "squares n^2".to_owned(),
            5 => "pentagonal numbers n(3n-1)/2".to_owned(),
            6 => "hexagonal numbers n(2n-1)".to_owned(),
            _ => format!("polygonal numbers with {sides} sides"),
        };
        add(&name, &|n| Some(((sides - 2) * n * n + 4 * n).checked_sub(sides * n)? / 2).or(Some(0)));
    }
    add("cubes n^3", &|n| Some(n * n * n));
    for d in 2..=7u64 {
        add(&format!("{d}^n"), &|n| d.checked_pow(u32::try_from(n).ok()?));
        add(&format!("({d}^n-1)/{}", d - 1), &|n| Some((d.checked_pow(u32::try_from(n).ok()?)? - 1) / (d - 1)));
    }
    let linear = |name: &str, first: u64, second: u64, a: u64, b: u64| {
        let mut terms = vec![first, second];
        while let [.., x, y] = terms[..] {
            match a.checked_mul(y).zip(b.checked_mul(x)).and_then(|(y, x)| y.checked_add(x)) {
                Some(next) if terms.len() < TERMS => terms.push(next),
                _ => break,
            }
        }
        Known { name: name.to_owned(), terms }
    };
    add("Thue-Morse word: digitsum(n) mod 2", &|n| Some(u64::from(n.count_ones() % 2)));
    add("digitsum(n)", &|n| Some(u64::from(n.count_ones())));
    add("ruler sequence v2(n+1)", &|n| Some(u64::from((n + 1).trailing_zeros())));
    add("floor(log2(n+1))", &|n| Some(u64::from((n + 1).ilog2())));
    add("floor(sqrt(n))", &|n| Some(n.isqrt()));
    add("evil numbers", &|n| Some(2 * n + u64::from(n.count_ones() % 2)));
    add("odious numbers", &|n| Some(2 * n + u64::from(n.count_ones() % 2 == 0)));
    for d in 2..=6u64 {
        add(&format!("n mod {d}"), &|n| Some(n % d));
        add(&format!("n div {d}"), &|n| Some(n / d));
    }
    // ⌊(p + q√r)n/s⌋ for Beatty pairs of Wythoff's games, and for square roots.
    for s in 1..=6u64 {
        let root = s * s + 4;
        let low = move |n: u64| Some((n * 2 + (root * n * n).isqrt()).checked_sub(s * n)? / 2);
        let name = if s == 1 { "floor(n*phi)".to_owned() } else { format!("floor(n*(2-{s}+sqrt({root}))/2)") };
        add(&name, &low);
        let name = if s == 1 { "floor(n*phi^2)".to_owned() } else { format!("floor(n*(2+{s}+sqrt({root}))/2)") };
        add(&name, &|n| Some(low(n)? + s * n));
        let metallic = |n: u64| Some((s * n + (root * n * n).isqrt()) / 2);
        if s > 1 {
            add(&format!("floor(n*({s}+sqrt({root}))/2)"), &metallic);
        }
    }
    for r in [2u64, 3, 5, 6, 7, 10] {
        add(&format!("floor(n*sqrt({r}))"), &|n| Some((r * n * n).isqrt()));
    }
    add("towers of 2x4 bricks", &|n| towers(2, 4, n));
    add("towers of 2x2 bricks", &|n| towers(2, 2, n));
    add("buildings of 2x4 bricks", &|n| BUILDINGS_2X4.get(usize::try_from(n).ok()?).copied());
    add("buildings of 2x2 bricks", &|n| BUILDINGS_2X2.get(usize::try_from(n).ok()?).copied());
    add("games born by day n", &|n| [1, 4, 22, 1474].get(usize::try_from(n).ok()?).copied());
    add("impartial games born by day n", &|n| [1, 2, 4, 16, 65536].get(usize::try_from(n).ok()?).copied());
    all.push(linear("Fibonacci numbers", 0, 1, 1, 1));
    all.push(linear("Lucas numbers", 2, 1, 1, 1));
    all.push(linear("Pell numbers", 0, 1, 2, 1));
    all.push(linear("bronze Fibonacci numbers", 0, 1, 3, 1));
    all.extend(codes());
    all
}

/// Towers of n + 1 bricks of p × q, up to rotation.
fn towers(p: u8, q: u8, n: u64) -> Option<u64> {
    let brick = Brick::new(p, q)?;
    tower::towers(brick, u32::try_from(n).ok()? + 1).count.to_string().parse().ok()
}

fn is_prime(p: u64) -> bool {
    (2..).take_while(|d| d * d <= p).all(|d| !p.is_multiple_of(d))
}

/// Nim values of the octal codes 0.d, 0.de, 0.def; of those that are alike the shortest name.
fn codes() -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    for digits in 1..=3u32 {
        for number in 0..8u32.pow(digits) {
            if number % 8 == 0 {
                continue;
            }
            let digit = |place: u32| (number >> (3 * place) & 7).to_string();
            let name = format!("0.{}", (0..digits).rev().map(digit).collect::<String>());
            let Ok(code) = name.parse::<Code>() else { continue };
            let terms: Vec<u64> = nim_values(&code, NIM_VALUES - 1).into_iter().map(u64::from).collect();
            if !all.iter().any(|known| known.terms == terms) {
                let called = match name.as_str() {
                    "0.77" => " (Kayles)",
                    "0.07" => " (Dawson's Kayles)",
                    "0.137" => " (Dawson's Chess)",
                    "0.6" => " (Officers)",
                    "0.3" => " (take one)",
                    _ => "",
                };
                all.push(Known { name: format!("nim values of {name}{called}"), terms });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[u64]) -> Vec<(String, i64)> {
        find(list).into_iter().map(|found| (found.name, found.shift)).collect()
    }

    #[test]
    fn lists_are_found_with_their_shift() {
        let kayles: Vec<u64> = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7].to_vec();
        assert_eq!(names(&kayles), [("nim values of 0.77 (Kayles)".to_owned(), 0)]);
        assert_eq!(names(&kayles[2..]), [("nim values of 0.77 (Kayles)".to_owned(), 2)]);
        let wythoff: Vec<u64> = vec![1, 3, 4, 6, 8, 9, 11, 12, 14];
        assert_eq!(names(&wythoff), [("floor(n*phi)".to_owned(), 1)]);
        assert_eq!(names(&[1, 2, 3, 5, 8, 13, 21, 34, 55])[0], ("Fibonacci numbers".to_owned(), 2));
        assert_eq!(names(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]), []);
        let morse: Vec<u64> = (0..16u64).map(|n| u64::from(n.count_ones() % 2)).collect();
        assert_eq!(names(&morse)[0], ("Thue-Morse word: digitsum(n) mod 2".to_owned(), 0));
        assert_eq!(names(&[1, 24, 1560, 119_580])[0], ("buildings of 2x4 bricks".to_owned(), 0));
        assert_eq!(names(&[2, 5, 12, 29, 70, 169])[0], ("Pell numbers".to_owned(), 2));
        assert_eq!(names(&[0, 1, 0, 1, 0, 1, 0, 1]), []);
    }

    #[test]
    fn periods_with_a_saltus() {
        let list: Vec<u64> = (0..60).map(|n| 2 * (n / 5) + [0, 0, 1, 3, 1][n as usize % 5]).collect();
        assert_eq!(repeats(&list), Some(Repeats { from: 0, period: 5, saltus: 2 }));
        let late: Vec<u64> = (0..60).map(|n| if n == 3 { 9 } else { n % 2 }).collect();
        assert_eq!(repeats(&late), Some(Repeats { from: 4, period: 2, saltus: 0 }));
        assert_eq!(repeats(&(0..60).map(|n| n * n).collect::<Vec<_>>()), None);
    }

    #[test]
    fn rules_of_lists() {
        assert_eq!(rule(&[0, 1, 3, 6, 10, 15, 21, 28]).as_deref(), Some("f(k) = k*(k+1)/2"));
        let pell = rule(&[0, 1, 2, 5, 12, 29, 70, 169, 408, 985]);
        assert_eq!(pell.as_deref(), Some("f(k) = 0 if k = 0 else 1 if k = 1 else 2*f(k-1)+f(k-2)"));
        let halves = rule(&[0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0]);
        assert_eq!(halves.as_deref(), Some("g(n) = n div 2 if n mod 2 = 0 else g(n div 2)"));
    }
}
