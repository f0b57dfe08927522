//! Laws of words: every definition of a word gives the same word, fast finds
//! what slow finds, and published counts come out.

#![allow(clippy::unwrap_used)]

use miyama_budget::{Budget, Stopped};
use miyama_words::avoid::{Avoid, Search};
use miyama_words::line::Line;
use miyama_words::morphism::Morphism;
use miyama_words::quadratic::Quadratic;
use miyama_words::runs::{Run, runs};
use miyama_words::{Word, fibonacci, thue_morse};
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

const LONG: usize = 200_000;

#[test]
fn the_four_definitions_of_the_thue_morse_word_agree() {
    let word = thue_morse::by_recurrence(LONG);
    assert_eq!(word, thue_morse::by_strings(LONG));
    assert_eq!(word, thue_morse::by_substitution(LONG));
    assert!((0u32..).zip(&word).all(|(i, &x)| thue_morse::by_digits(&i.into()) == x));
    let morphism = Morphism::parse("0 -> 01, 1 -> 10", None).unwrap();
    assert_eq!(morphism.prefix(LONG, &Budget::unlimited()).unwrap(), word);
    for n in 0..40 {
        assert_eq!(thue_morse::by_strings(n), word[..n]);
        assert_eq!(thue_morse::by_substitution(n), word[..n]);
    }
}

#[test]
fn the_definitions_of_the_fibonacci_word_agree() {
    let word = Line::fibonacci().crossings(LONG, &Budget::unlimited()).unwrap();
    assert_eq!(word, fibonacci::by_strings(LONG));
    let morphism = Morphism::parse("0 -> 01, 1 -> 0", None).unwrap();
    assert_eq!(morphism.prefix(LONG, &Budget::unlimited()).unwrap(), word);
    let (mut ones, mut zeros) = (0, 0);
    for (n, &f) in (1u32..).zip(&word[..20_000]) {
        (ones, zeros) = if f == 1 { (ones + 1, zeros) } else { (ones, zeros + 1) };
        let n = BigInt::from(n);
        assert_eq!(fibonacci::ones(&n), BigInt::from(ones));
        assert_eq!(fibonacci::zeros(&n), BigInt::from(zeros));
        assert_eq!(fibonacci::by_inverse_square(&n), f.into());
        assert_eq!(fibonacci::by_inverse(&n), f.into());
        assert_eq!(fibonacci::by_golden_ratio(&n), f.into());
        assert_eq!(Line::fibonacci().term(&n.to_biguint().unwrap()), f);
    }
    for n in 0..40 {
        assert_eq!(fibonacci::by_strings(n), word[..n]);
    }
}

#[test]
fn terms_and_places_agree_with_the_prefix_of_a_line() {
    for slope in ["1/metallic(1)", "1/metallic(2)", "1/metallic(7)", "phi", "3*sqrt(2)", "(9-sqrt(7))/11"] {
        let line = Line::new(Quadratic::parse(slope).unwrap()).unwrap();
        let (mut zeros, mut ones) = (BigInt::from(0), BigInt::from(0));
        for (n, &x) in (1u32..).zip(&line.crossings(3_000, &Budget::unlimited()).unwrap()) {
            assert_eq!(line.term(&n.into()), x, "{slope} {n}");
            if x == 0 {
                zeros += 1;
                assert_eq!(line.zero(&zeros), n.into(), "{slope}");
            } else {
                ones += 1;
                assert_eq!(line.one(&ones), n.into(), "{slope}");
            }
        }
    }
}

#[test]
fn the_second_metallic_word_of_the_literature() {
    let line = Line::metallic(2).unwrap();
    assert_eq!(line.crossings(15, &Budget::unlimited()).unwrap(), [0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0]);
    let places =
        |f: &dyn Fn(&BigInt) -> BigInt| (1..10).map(|i| f(&i.into()).to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(places(&|i| line.zero(i)), "1 2 4 5 7 8 9 11 12");
    assert_eq!(places(&|i| line.one(i)), "3 6 10 13 17 20 23 27 30");
}

/// For an index of a hundred digits: the term at kᵢ is 0 and at lᵢ is 1, there
/// are i − 1 of each before them by the count of ones, and lᵢ − kᵢ = s·i.
#[test]
fn places_with_a_hundred_digits_are_exact() {
    let i: BigInt = "9876543210".repeat(10).parse().unwrap();
    for s in [1u64, 2, 3, 10, 1_000_003] {
        let line = Line::metallic(s).unwrap();
        let (k, l) = (line.zero(&i), line.one(&i));
        assert_eq!(&l - &k, &i * s);
        assert_eq!(line.term(k.magnitude()), 0);
        assert_eq!(line.term(l.magnitude()), 1);
        // kᵢ and lᵢ together are all positive integers: i + (number of ones before kᵢ) = kᵢ.
        let ones_before: BigInt = &k - &i;
        assert!(line.one(&ones_before) < k && line.one(&(&ones_before + 1)) > k);
        let zeros_before: BigInt = &l - &i;
        assert!(line.zero(&zeros_before) < l && line.zero(&(&zeros_before + 1)) > l);
        // The floor formulas: kᵢ = ⌊i(1/μ+1)⌋, lᵢ = ⌊i(μ+1)⌋.
        let mu = Quadratic::metallic(s);
        let one = Quadratic::from(1);
        assert_eq!(mu.inverse().unwrap().plus(&one).unwrap().floor_times(&i), k);
        assert_eq!(mu.plus(&one).unwrap().floor_times(&i), l);
    }
}

#[test]
fn terms_of_substitutions_agree_with_their_prefix() {
    let budget = Budget::unlimited();
    for text in [
        "0 -> 01, 1 -> 10",
        "0 -> 001, 1 -> 0",
        "a -> ab, b -> b",
        "a -> abc, b -> bc, c -> c",
        "a -> abc, b ->, c -> cb",
        "a -> ab, b -> cb, c -> c",
        "a -> ab, b -> bc, c -> cd, d -> e, e -> fg, f -> d, g ->",
        "a -> abd, b -> cbc, c -> d, d -> e, e -> c",
        "x -> xyz, y -> zx, z -> y",
    ] {
        let morphism = Morphism::parse(text, None).unwrap();
        for (i, &x) in (0u32..).zip(&morphism.prefix(700, &budget).unwrap()) {
            assert_eq!(morphism.term(&i.into(), &budget).unwrap(), x, "{text} {i}");
        }
    }
}

#[test]
fn far_terms_of_one_word_by_two_ways() {
    let budget = Budget::unlimited();
    let far: BigUint = "123456789".repeat(12).parse().unwrap();
    let thue_morse = Morphism::parse("0 -> 01, 1 -> 10", None).unwrap();
    let fibonacci = Morphism::parse("0 -> 01, 1 -> 0", None).unwrap();
    for step in 0u32..50 {
        let i = &far + step;
        assert_eq!(thue_morse.term(&i, &budget).unwrap(), miyama_words::thue_morse::by_digits(&i));
        // The line counts from 1, the substitution from 0.
        assert_eq!(fibonacci.term(&i, &budget).unwrap(), Line::fibonacci().term(&(&i + 1u32)));
    }
}

#[test]
fn far_terms_of_words_that_grow_slowly() {
    let budget = Budget::unlimited();
    let term = |text: &str, i: &BigUint| {
        let morphism = Morphism::parse(text, None).unwrap();
        morphism.letters()[usize::from(morphism.term(i, &budget).unwrap())]
    };
    let far: BigUint = "10000000000".repeat(9).parse().unwrap();
    // a b c d e c d e c …: the term i ≥ 2 is the one with i − 2 modulo 3.
    for step in 0u32..6 {
        let i: BigUint = &far * 3u32 + step;
        assert_eq!(term("a -> ab, b -> c, c -> d, d -> e, e -> c", &i), ['d', 'e', 'c'][step as usize % 3], "{step}");
        assert_eq!(term("a -> ab, b -> b", &i), 'b');
    }
    // a b cb ccb cccb …: b stands at the triangular numbers 1, 3, 6, …, where a is the term 0.
    let triangle: BigUint = &far * (&far + 1u32) / 2u32;
    assert_eq!(term("a -> ab, b -> cb, c -> c", &triangle), 'b');
    assert_eq!(term("a -> ab, b -> cb, c -> c", &(&triangle + 1u32)), 'c');
    assert_eq!(term("a -> ab, b -> cb, c -> c", &(&triangle - 1u32)), 'c');
}

/// Every run by definition, with the least period from the border array: quadratic.
fn twin(word: &[u8]) -> Vec<Run> {
    let n = word.len();
    let mut found = Vec::new();
    for p in 1..=n / 2 {
        let mut start = 0;
        while start + p < n {
            let end = (start..n - p).find(|&i| word[i] != word[i + p]).unwrap_or(n - p) + p;
            if end - start >= 2 * p && least_period(&word[start..end]) == p {
                found.push(Run { start: start as u32, end: end as u32, period: p as u32 });
            }
            start = end - p + 1;
        }
    }
    found.sort_unstable();
    found
}

fn least_period(word: &[u8]) -> usize {
    let mut border = vec![0; word.len()];
    for i in 1..word.len() {
        let mut k = border[i - 1];
        while k > 0 && word[i] != word[k] {
            k = border[k - 1];
        }
        border[i] = if word[i] == word[k] { k + 1 } else { 0 };
    }
    word.len() - border[word.len() - 1]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn runs_of_random_words_agree_with_the_quadratic_twin(
        word in proptest::collection::vec(0u8..3, 0..400),
        block in proptest::collection::vec(0u8..2, 1..60),
        times in 1usize..8,
    ) {
        let budget = Budget::unlimited();
        prop_assert_eq!(runs(&word, &budget).unwrap(), twin(&word));
        let mut planted = word[..word.len() / 2].to_vec();
        for _ in 0..times {
            planted.extend(&block);
        }
        planted.extend(&word[word.len() / 2..]);
        prop_assert_eq!(runs(&planted, &budget).unwrap(), twin(&planted));
    }
}

#[test]
fn runs_of_known_words_agree_with_the_quadratic_twin_and_with_more_threads() {
    let budget = Budget::unlimited();
    let fibonacci = fibonacci::by_strings(2_000);
    let thue_morse = thue_morse::by_strings(2_000);
    for word in [&fibonacci, &thue_morse, &vec![0; 500]] {
        assert_eq!(runs(word, &budget).unwrap(), twin(word));
    }
    let long = fibonacci::by_strings(300_000);
    let threads = Budget::unlimited().with_threads(4);
    assert_eq!(runs(&long, &budget).unwrap(), runs(&long, &threads).unwrap());
}

/// Kolpakov and Kucherov: the Fibonacci word Gₘ has 2|Gₘ₋₂| − 3 runs.
#[test]
fn the_number_of_runs_of_the_fibonacci_words() {
    let (mut two_before, mut before, mut now) = (5, 8, 13);
    while now < 300_000 {
        let found = runs(&fibonacci::by_strings(now), &Budget::unlimited()).unwrap();
        assert_eq!(found.len(), 2 * two_before - 3, "{now} letters");
        (two_before, before, now) = (before, now, before + now);
    }
}

fn counts(avoid: Avoid, alphabet: usize, length: usize) -> Vec<u64> {
    let search = Search::new(avoid, alphabet, "").unwrap();
    let counts = search.count(length, &Budget::unlimited().with_threads(2)).unwrap();
    counts.iter().map(|n| n.to_u64_digits().first().copied().unwrap_or(0)).collect()
}

#[test]
fn counts_of_the_literature() {
    let cube_free = counts(Avoid::CUBES, 2, 20);
    assert_eq!(cube_free[1..13], [2, 4, 6, 10, 16, 24, 36, 56, 80, 118, 174, 254]);
    let square_free = counts(Avoid::SQUARES, 3, 20);
    assert_eq!(square_free[..13], [1, 3, 6, 12, 18, 30, 42, 60, 78, 108, 144, 204, 264]);
    let overlap_free = counts(Avoid::OVERLAPS, 2, 20);
    assert_eq!(overlap_free[..13], [1, 2, 4, 6, 10, 14, 20, 24, 30, 36, 44, 48, 60]);
    assert_eq!(counts(Avoid::SQUARES, 2, 6), [1, 2, 4 - 2, 2, 0, 0, 0]);
}

#[test]
fn counts_lists_and_extensions_agree_with_all_words_tried() {
    let budget = Budget::unlimited();
    for (name, numerator, denominator, above) in [
        ("square-free", 2, 1, false),
        ("overlap-free", 2, 1, true),
        ("cube-free", 3, 1, false),
        ("7/4-free", 7, 4, false),
        ("7/4+-free", 7, 4, true),
        ("5/2-free", 5, 2, false),
        ("1+-free", 1, 1, true),
        ("4-power-free", 4, 1, false),
    ] {
        let avoid = Avoid::parse(name).unwrap();
        let power_free = |word: &[u8]| {
            factors(word).all(|factor| {
                let (left, right) = (factor.len() * denominator, least_period(factor) * numerator);
                if above { left <= right } else { left < right }
            })
        };
        for (alphabet, longest) in [(1usize, 8u32), (2, 10), (3, 7), (4, 5)] {
            for start in ["", "0", "01", "10", "010"] {
                let Ok(search) = Search::new(avoid, alphabet, start) else { continue };
                let counted = search.count(longest as usize, &budget).unwrap();
                for n in start.len()..=longest as usize {
                    let words: Vec<Vec<u8>> = (0..alphabet.pow(n as u32))
                        .map(|code| (0..n).rev().map(|i| (code / alphabet.pow(i as u32) % alphabet) as u8).collect())
                        .filter(|word: &Vec<u8>| {
                            word.iter().map(|x| (b'0' + x) as char).collect::<String>().starts_with(start)
                        })
                        .filter(|word| power_free(word))
                        .collect();
                    assert_eq!(counted[n - start.len()], words.len().into(), "{avoid:?} {alphabet} {start} {n}");
                    assert_eq!(search.list(n, &budget).unwrap(), words);
                    match search.extend(n, &budget).unwrap() {
                        Ok(word) => assert_eq!(Some(&word), words.first()),
                        Err(longest) => assert!(words.is_empty() && longest.len() < n && power_free(&longest)),
                    }
                }
            }
        }
    }
}

fn factors(word: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..word.len()).flat_map(move |start| (start + 1..=word.len()).map(move |end| &word[start..end]))
}

#[test]
fn long_words_without_cubes_are_found_from_a_start() {
    let search = Search::new(Avoid::CUBES, 2, "0110010").unwrap();
    let word = search.extend(5_000, &Budget::unlimited()).unwrap().unwrap();
    assert!(word.starts_with(&[0, 1, 1, 0, 0, 1, 0]));
    let found = miyama_words::repetitions::repetitions(&word, &Budget::unlimited()).unwrap();
    assert!(found.cube.is_none() && found.square.is_some());
}

#[test]
fn mistakes_in_names_point_at_their_place() {
    let place = |text: &str| {
        let mistake = Word::parse(text, None).unwrap_err();
        (mistake.says.key(), mistake.at)
    };
    assert_eq!(place("tribonacci"), ("word.unknown", 0..10));
    assert_eq!(place(""), ("word.unknown", 0..0));
    assert_eq!(place("metallic(0)"), ("word.metallic", 9..10));
    assert_eq!(place("metallic(x)"), ("word.metallic", 9..10));
    assert_eq!(place("slope(1/2)"), ("word.slope_rational", 6..9));
    assert_eq!(place(" 1-sqrt(2)"), ("word.slope_negative", 1..10));
    assert_eq!(place("slope(2*)"), ("word.number_expected", 8..8));
}

#[test]
fn a_prefix_can_be_given_up() {
    let budget = Budget::unlimited();
    budget.cancel();
    for name in ["thue-morse", "fibonacci", "0 -> 01, 1 -> 0"] {
        let word = Word::parse(name, None).unwrap();
        assert_eq!(word.prefix(3_000_000, &budget), Err(Stopped::Cancelled), "{name}");
    }
}
