//! Certificates of periods: true ones hold, forged ones are refused.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::breaking::certificate::{Certificate, Theorem, hash};
use miyama::breaking::code::Code;
use miyama::breaking::period::{Verdict, certify, find};
use miyama::breaking::values::NimValues;
use miyama::breaking::verify::{Check, check};
use miyama::budget::Budget;

fn certificate(text: &str, to: usize) -> Certificate {
    let mut values = NimValues::new(&text.parse::<Code>().unwrap());
    match find(&mut values, to, &Budget::unlimited()).unwrap() {
        Verdict::Proven(period, because) => certify(&values, period, because),
        other => panic!("{text}: {other:?}"),
    }
}

fn verdict(certificate: &Certificate) -> Check {
    check(certificate, &Budget::unlimited()).unwrap()
}

/// The key of the reason why a certificate is refused.
fn refusal(certificate: &Certificate) -> &'static str {
    match verdict(certificate) {
        Check::Refused(reason) => reason.key(),
        Check::Holds => panic!("not refused: {certificate:?}"),
    }
}

const CODES: &[&str] = &[
    "0.07",
    "0.77",
    "0.137",
    "0.3",
    "4.0",
    "0.156",
    "subtraction{2,3,7}",
    "subtraction{all but 2,3,7}",
    "0.[3]",
    "0.0",
    "0.1",
    "0.32",
    "0.051",
    "0.[1]",
    "0.2[1]",
];

#[test]
fn true_certificates_hold() {
    for code in CODES {
        assert_eq!(verdict(&certificate(code, 1 << 14)), Check::Holds, "{code}");
    }
}

#[test]
fn forged_certificates_are_refused_with_the_reason() {
    for code in ["0.07", "0.77", "subtraction{2,3,7}"] {
        let truth = certificate(code, 1 << 14);
        let Theorem::GuySmith { from, to } = truth.because else { panic!("{code}") };
        let p = truth.period.length;
        let forge = |change: &dyn Fn(&mut Certificate)| {
            let mut forged = truth.clone();
            change(&mut forged);
            refusal(&forged)
        };
        // The numbers of the theorem no longer fit a doubled period.
        let doubled = forge(&|c| c.period.length *= 2);
        assert!(["breaking.refused_inapplicable", "breaking.refused_short"].contains(&doubled), "{doubled}");
        assert_eq!(forge(&|c| c.because = Theorem::GuySmith { from, to: to - 1 }), "breaking.refused_inapplicable");
        assert_eq!(forge(&|c| c.values -= 1), "breaking.refused_short");
        assert_eq!(forge(&|c| c.first_values[10] ^= 1), "breaking.refused_value");
        assert_eq!(forge(&|c| c.hash = hash([1].into_iter())), "breaking.refused_hash");
        for other in ["0.6", "0.2301", "grundy", "0.[3]"] {
            assert!(forge(&|c| c.code = other.parse().unwrap()).starts_with("breaking.refused"));
        }
        assert_eq!(forge(&|c| c.miyama_certificate = 2), "breaking.refused_version");
        assert_eq!(forge(&|c| c.period.length = 0), "breaking.refused_zero");
        // Forged with care: everything restated for the doubled period or another start.
        let restate = |start: usize, length: usize| {
            let from = start.max(1);
            let heaps = truth.code.most_heaps().unwrap() as usize;
            let to = heaps * (from + length) - length + truth.code.longest().unwrap();
            let mut values = NimValues::new(&truth.code);
            values.extend(to + length, &Budget::unlimited()).unwrap();
            let mut forged = certify(&values, truth.period, Theorem::GuySmith { from, to });
            forged.period.start = start;
            forged.period.length = length;
            forged.values = to + length;
            forged.hash = hash(values.stored().iter().take(to + length));
            refusal(&forged)
        };
        assert_eq!(restate(truth.period.start, 2 * p), "breaking.refused_period");
        assert_eq!(restate(truth.period.start + 1, p), "breaking.refused_start");
        assert_eq!(restate(truth.period.start, p + 1), "breaking.refused_agreement");
        if truth.period.start > 0 {
            assert_eq!(restate(truth.period.start - 1, p), "breaking.refused_agreement");
        }
    }
}

#[test]
fn forged_memories_are_refused() {
    let truth = certificate("subtraction{all but 2,3,7}", 4096);
    let Theorem::FiniteMemory { at } = truth.because else { panic!() };
    let mut forged = truth.clone();
    forged.period.saltus += 1;
    assert_eq!(refusal(&forged), "breaking.refused_agreement");
    forged = truth.clone();
    forged.because = Theorem::FiniteMemory { at: at + 1 };
    assert_eq!(refusal(&forged), "breaking.refused_short");
}

/// The rare window must say what the periodicity theorem says, and sooner.
#[test]
fn the_rare_window_agrees_with_the_periodicity_theorem() {
    let mut windows = 0;
    for number in 1..512u32 {
        let code = Code::plain(&[0, number >> 6, number >> 3 & 7, number & 7]);
        let mut values = NimValues::new(&code);
        let Verdict::Proven(sooner, theorem) = find(&mut values, 1 << 12, &Budget::unlimited()).unwrap() else {
            continue;
        };
        if !matches!(theorem, Theorem::RareWindow { .. }) {
            continue;
        }
        windows += 1;
        let truth = certify(&values, sooner, theorem);
        assert_eq!(verdict(&truth), Check::Holds, "{code}");
        let mut longer = NimValues::new(&code);
        longer.extend(1 << 14, &Budget::unlimited()).unwrap();
        match find(&mut longer, 1 << 15, &Budget::unlimited()).unwrap() {
            Verdict::Proven(later, Theorem::GuySmith { .. }) => assert_eq!(sooner, later, "{code}"),
            other => panic!("{code}: {other:?}"),
        }
        if let Theorem::RareWindow { mask, positional, last_rare, reach, from } = theorem {
            let forge = |because: Theorem| refusal(&Certificate { because, ..truth.clone() });
            let with = |last_rare, reach| Theorem::RareWindow { mask, positional, last_rare, reach, from };
            if reach > 1 && reach >= last_rare {
                let reason = forge(with(last_rare, reach / 2));
                assert!(["breaking.refused_witness", "breaking.refused_rare"].contains(&reason), "{code} {reason}");
            }
            if last_rare > 0 {
                assert_eq!(forge(with(last_rare - 1, reach)), "breaking.refused_rare", "{code}");
            }
            let none = Theorem::RareWindow { mask: 0, positional: false, last_rare, reach, from };
            assert_eq!(forge(none), "breaking.refused_rare", "{code}");
        }
    }
    assert!(windows >= 5, "{windows}");
}
