//! Sentences about words: what is decided, against a plain evaluation on a prefix.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::budget::Budget;
use miyama_language::sentence::Sentence;
use miyama_proof::{WordVerdict, prove_word};

fn decided(text: &str) -> WordVerdict {
    let sentence = Sentence::parse(text).unwrap_or_else(|mistake| panic!("{text}: {mistake:?}"));
    prove_word(&sentence, &Budget::unlimited()).unwrap()
}

#[test]
fn what_holds_is_proved() {
    for text in [
        "thue-morse: not exists i, n >= 1: forall j <= n: t[i+j] = t[i+j+n]",
        "thue-morse: overlap-free",
        "thue-morse: cube-free",
        "0 -> 01, 1 -> 10: overlap-free",
        "0 -> 012, 1 -> 02, 2 -> 1: exists i: t[i] = 2",
        "fibonacci: no 4th power",
        "fibonacci: closed forms",
        "fibonacci: beatty partition",
        "fibonacci: pairs",
        "metallic(2): closed form",
        "metallic(2): k_i and l_i",
        "0 -> 01, 1 -> 0: not exists i: t[i] = 1 and t[i+1] = 1",
        "a -> ab, b -> ac, c -> db, d -> dc: exists i: t[i] = 3",
        "thue-morse: forall n: t[2*n] = t[n] and t[2*n+1] = 1 - t[n]",
    ] {
        match decided(text) {
            WordVerdict::Proved(_) => {}
            // Its lengths are those of no system here.
            WordVerdict::Outside(_) if text.starts_with("0 -> 012") => {}
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn what_is_false_has_its_place() {
    let thue_morse = |n: u64| n.count_ones() % 2;
    let WordVerdict::Refuted(place) = decided("thue-morse: square-free") else { panic!() };
    let [i, n] = [0, 1].map(|k| u64::try_from(&place[k].1).unwrap());
    assert!(n >= 1 && (0..n).all(|j| thue_morse(i + j) == thue_morse(i + j + n)), "a square at {i}, {n}");
    let word: Vec<u8> = miyama_words::fibonacci::by_strings(400);
    let f = |n: u64| word[usize::try_from(n).unwrap() - 1];
    let WordVerdict::Refuted(place) = decided("fibonacci: cube-free") else { panic!() };
    let [i, n] = [0, 1].map(|k| u64::try_from(&place[k].1).unwrap());
    assert!(i >= 1 && n >= 1 && (0..2 * n).all(|j| f(i + j) == f(i + j + n)), "a cube at {i}, {n}");
    assert!(matches!(decided("thue-morse: exists n: t[n] = 2"), WordVerdict::Refuted(place) if place.is_empty()));
    assert!(matches!(decided("fibonacci: exists n: n = 0 and t[n] = 0"), WordVerdict::Refuted(_)));
    assert!(matches!(
        decided("fibonacci: forall n >= 1: t[n] = floor((n+1)*phi) - floor(n*phi)"),
        WordVerdict::Refuted(_)
    ));
}

/// Places that are refuted by looking are places where the sentence fails, also of words that no automaton reads.
#[test]
fn a_small_place_refutes_whatever_the_word() {
    for (word, most) in [
        ("0 -> 01100, 1 -> 010", 12),
        ("0 -> 0222, 1 -> 2112, 2 -> 2010", 12),
        ("0 -> 012, 1 -> 02, 2 -> 1", 3000),
        ("slope(sqrt(7))", 12),
        ("a -> abc, b -> bca, c -> cab", 12),
    ] {
        let text = format!("{word}: square-free");
        let found = match decided(&text) {
            WordVerdict::Refuted(place) => Some([0, 1].map(|k| u64::try_from(&place[k].1).unwrap())),
            // The ternary Thue–Morse word has no square, and no automaton of ours.
            WordVerdict::Outside(_) => None,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(found.is_none(), word.contains("02, 2 -> 1"), "{text}");
        let word = miyama_words::Word::parse(word, None).unwrap();
        let first = u64::from(word.first_index());
        let term = |n: u64| word.term(&n.into(), &Budget::unlimited()).unwrap().unwrap();
        let square = |i: u64, n: u64| (0..n).all(|j| term(i + j) == term(i + j + n));
        if let Some([i, n]) = found {
            assert!(i >= first && n >= 1 && square(i, n) && i + n <= most, "{text}: {i}, {n}");
        }
    }
    // Bounds in all spellings; a number that has no bound leaves it open.
    for (said, holds) in [
        ("forall i: exists j <= 2: t[i+j] = 1", true),
        ("forall i: exists j: 2 > j and t[i+j] = 1", false),
        ("forall i: exists 0 <= j < 2: t[i+j] = 1", false),
        ("forall i >= 5: exists j: i < 3*j and j <= 2*i and t[j] = t[i]", true),
        ("forall i: exists j: j > i and t[j] = 1", true),
        ("(forall i: t[i] <= 1) and (forall i: t[2*i] = t[2*i+1])", false),
    ] {
        let verdict = decided(&format!("thue-morse: {said}"));
        assert_eq!(matches!(verdict, WordVerdict::Proved(_)), holds, "{said}: {verdict:?}");
    }
}

/// For all small sentences of one shape: the truth on a prefix that is long enough.
#[test]
fn shifts_of_terms_agree_with_the_word() {
    let t = |n: u64| u64::from(n.count_ones() % 2);
    for (a, b) in (0..4u64).flat_map(|a| (0..4u64).map(move |b| (a, b))) {
        for letter in 0..2 {
            // Factors of length up to 8 of the Thue–Morse word all occur before 64.
            let expected = (0..64).any(|n| t(n + a) == letter && t(n + b) == letter && t(n) == 1);
            let text = format!("thue-morse: exists n: t[n+{a}] = {letter} and t[n+{b}] = {letter} and t[n] = 1");
            assert_eq!(matches!(decided(&text), WordVerdict::Proved(_)), expected, "{text}");
        }
    }
}

#[test]
fn an_index_is_a_number() {
    for text in ["thue-morse: t[5 >= 2] = t[5]", "thue-morse: t[0 or 1 = 1] = 1", "thue-morse: t[3] = t[term_0]"] {
        let mistake = Sentence::parse(text).expect_err(text);
        assert!(text[mistake.at.clone()].len() < text.len(), "{text}: {mistake:?}");
    }
}

/// Every letter stands where a plain iteration of the substitution puts it: no index of a
/// prefix is missing in the automaton of its letter, and none is in that of another.
#[test]
fn letters_of_any_order_stand_where_they_stand() {
    for (rules, text) in [
        ("0 -> 010, 1 -> 0", ["010", "0", ""]),
        ("0 -> 0010, 1 -> 0", ["0010", "0", ""]),
        ("0 -> 010, 1 -> 10", ["010", "10", ""]),
        ("0 -> 001, 1 -> 01", ["001", "01", ""]),
        ("1 -> 10, 0 -> 010", ["010", "10", ""]),
        ("0 -> 021, 1 -> 2, 2 -> 012", ["021", "2", "012"]),
    ] {
        let images: Vec<Vec<u8>> = text.iter().map(|image| image.bytes().map(|b| b - b'0').collect()).collect();
        let mut word = vec![rules.as_bytes()[0] - b'0'];
        while word.len() < 600 {
            word = word.iter().flat_map(|letter| images[usize::from(*letter)].clone()).collect();
        }
        // All indices of a letter below 60 as one sentence.
        for letter in 0..rules.matches("->").count() as u8 {
            let at: Vec<String> = (0..60).filter(|n| word[*n] == letter).map(|n| n.to_string()).collect();
            let set = at.join(",");
            let says = format!(
                "{rules}: forall i < 60: t[i] = {letter} and i in {{{set}}} or not t[i] = {letter} and not i in {{{set}}}"
            );
            assert!(matches!(decided(&says), WordVerdict::Proved(_)), "{says}");
        }
        let WordVerdict::Refuted(place) = decided(&format!("{rules}: cube-free")) else { continue };
        let [i, n] = [0, 1].map(|k| usize::try_from(&place[k].1).unwrap());
        assert!(n >= 1 && (0..2 * n).all(|j| word[i + j] == word[i + j + n]), "{rules}: a cube at {i}, {n}");
    }
}
