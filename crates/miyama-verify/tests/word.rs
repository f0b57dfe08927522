//! Sentences about words, decided twice by code that shares nothing but the syntax.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama_language::budget::Budget;
use miyama_language::sentence::Sentence;
use miyama_proof::{WordVerdict, prove_word};
use miyama_verify::word::{Certificate, Check, check};

fn certificate(text: &str) -> Certificate {
    let sentence = Sentence::parse(text).unwrap();
    let WordVerdict::Proved(proof) = prove_word(&sentence, &Budget::unlimited()).unwrap() else { panic!("{text}") };
    serde_json::from_str(&serde_json::to_string(&proof.certificate).unwrap()).unwrap()
}

fn holds(certificate: &Certificate) -> bool {
    check(certificate, &Budget::unlimited()).unwrap() == Check::Holds
}

#[test]
fn what_is_proved_is_decided_again() {
    for text in [
        "thue-morse: overlap-free",
        "thue-morse: cube-free",
        "fibonacci: no 4th power",
        "fibonacci: closed forms",
        "fibonacci: beatty partition",
        "metallic(2): closed form",
        "0 -> 01, 1 -> 0: not exists i: t[i] = 1 and t[i+1] = 1",
        "a -> ab, b -> ac, c -> db, d -> dc: exists i: t[i] = 3",
        "0 -> 010, 1 -> 0: not exists i: forall j < 5: t[i+j] = 0",
        "1 -> 10, 0 -> 010: not exists i: t[i] = 1 and t[i+1] = 1",
        "0 -> 021, 1 -> 2, 2 -> 012: exists i: t[i] = 1 and t[i+1] = 0",
    ] {
        assert!(holds(&certificate(text)), "{text}");
    }
}

#[test]
fn forgeries_are_refused() {
    let good = certificate("thue-morse: overlap-free");
    for (from, to) in [("j <= n", "j < n"), ("n >= 1", "n >= 0"), ("not exists", "exists"), ("thue-morse", "fibonacci")]
    {
        let forged = Certificate { sentence: good.sentence.replace(from, to), ..good.clone() };
        assert_ne!(forged.sentence, good.sentence);
        assert!(!holds(&forged), "{}", forged.sentence);
    }
    assert!(!holds(&Certificate { version: 2, ..good.clone() }));
    assert!(!holds(&Certificate { miyama: "theorem".to_owned(), ..good.clone() }));
    // In the other order the letters stand elsewhere.
    let order = certificate("0 -> 010, 1 -> 0: t[1] = 1 and t[3] = 0");
    assert!(holds(&order));
    assert!(!holds(&Certificate { sentence: order.sentence.replace("010", "001"), ..order.clone() }));
    assert!(!holds(&Certificate { sentence: order.sentence.replace("1 -> 0", "1 -> 1"), ..order.clone() }));
    let other = certificate("fibonacci: no 4th power");
    assert!(!holds(&Certificate { numeration: other.numeration, ..good.clone() }));
    assert!(!holds(&Certificate { sentence: other.sentence.replace("3*n", "2*n"), ..other.clone() }));
}
