//! A file of claims that is changed in one place fails at that place: reading it points
//! there, or the claim that begins there has another verdict than the expected one.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama_budget::Budget;

const PAPER: &str = "\
# A paper
source: my-paper

claim: T1
kind: theorem
en: Yama Nim
ja: 山ニム
game: yama
p-positions: |x-y| <= 1
values: 0 if |x-y| <= 1 else min(x,y)+1
bound: 12
expect: proved

claim: T2
en: Two heaps that differ by two
game: yama
p-positions: |x-y| <= 2
bound: 12
expect: misprint from 2
corrected: T1

claim: T3
en: Nim on three heaps, misère
game: nim
heaps: 3
play: misère
p-positions: max(x,y,z) <= 1 and (x+y+z) mod 2 = 1
  or max(x,y,z) > 1 and x xor y xor z = 0
bound: 5
expect: proved

claim: T4
en: No cube
word: thue-morse: cube-free
all: a, b: a + b = b + a
expect: proved

claim: D1
en: The rules
code: games/yama.game
expect: definition

claim: E1
en: Bricks
check: bricks.rules
expect: proved

claim: T5
en: Twists
for: c in 0..2
game: twist(c)
p-positions: (x, y) = (0, 0) or exists k: {x,y} = {((1+c)*k^2+(1-c)*k)/2, ((1+c)*(k+1)^2+(1-c)*(k+1))/2}
bound: 12
expect: proved
";

/// The line of the text at which reading it fails, or whose claim has another verdict.
fn fails_at(text: &str) -> Option<usize> {
    match miyama_claims::read(text) {
        Err(mistake) => Some(text[..mistake.at.start].matches('\n').count() + 1),
        Ok(claims) => {
            let found = miyama_claims::run(&claims, None, &Budget::unlimited()).unwrap();
            found.iter().find(|found| !found.as_expected()).map(|found| found.line)
        }
    }
}

#[test]
fn as_it_is_it_holds() {
    assert_eq!(fails_at(PAPER), None);
}

#[test]
fn every_mutation_fails_at_its_line() {
    // What is changed, the first time it occurs behind the first text, and the line that is wrong.
    let mutations: &[(&str, &str, &str, usize)] = &[
        // Reading fails.
        ("", "kind: theorem", "kind theorem", 5),
        ("", "kind: theorem", "kind: theorm", 5),
        ("", "en: Yama Nim", "eng: Yama Nim", 6),
        ("", "game: yama", "game: yma", 8),
        ("", "|x-y| <= 1", "|x-y <= 1", 9),
        ("", "min(x,y)+1", "min(x,q)+1", 10),
        ("", "bound: 12", "bound: twelve", 11),
        ("", "bound: 12", "bound: 12 stars", 11),
        ("", "expect: proved", "expect: prooved", 12),
        ("", "source: my-paper", "  my-paper", 2),
        ("", "ja: 山ニム", "en: 山ニム", 7),
        ("claim: T2", "claim: T2", "claim: T1", 14),
        ("claim: T2", "corrected: T1", "corrected: T9", 20),
        ("claim: T2", "corrected: T1\n", "", 19),
        ("claim: T2", "misprint from 2", "misprint from 0", 19),
        ("claim: T2", "bound: 12\n", "", 18),
        ("claim: T3", "heaps: 3", "heaps: three", 25),
        ("claim: T3", "play: misère", "play: miserly", 26),
        ("claim: T3", "xor z = 0", "xor u = 0", 28),
        ("claim: T4", "word: thue-morse: cube-free", "word: thue-morse: exists i: t[i", 34),
        ("claim: T4", "a, b: a + b", "a, b a + b", 35),
        ("claim: D1", "code: games/yama.game\n", "", 40),
        ("claim: E1", "bricks.rules", "bricks.rule", 45),
        ("claim: E1", "check: bricks.rules\n", "", 43),
        ("claim: E1", "en: Bricks\n", "", 43),
        ("claim: T5", "c in 0..2", "c in 2..0", 50),
        ("claim: T5", "expect: proved\n", "", 48),
        // Another verdict.
        ("", "|x-y| <= 1", "|x-y| <= 2", 9),
        ("", "min(x,y)+1", "min(x,y)+2", 10),
        ("", "expect: proved", "expect: holds", 12),
        ("claim: T2", "|x-y| <= 2", "|x-y| <= 1", 19),
        ("claim: T2", "misprint from 2", "misprint from 3", 19),
        ("claim: T3", "mod 2 = 1", "mod 2 = 0", 27),
        ("claim: T4", "cube-free", "square-free", 34),
        ("claim: T4", "a + b = b + a", "a + b = b + 2*a", 35),
        ("claim: T5", "(1-c)*k)/2, (", "(2-c)*k)/2, (", 52),
    ];
    for (behind, from, to, line) in mutations {
        let start = PAPER.find(behind).unwrap();
        let at = start + PAPER[start..].find(from).unwrap_or_else(|| panic!("{from} is not there"));
        let mutated = format!("{}{to}{}", &PAPER[..at], &PAPER[at + from.len()..]);
        assert_eq!(fails_at(&mutated), Some(*line), "{from:?} → {to:?}");
    }
}
