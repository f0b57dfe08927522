//! Certificates of periods: true ones hold, forged ones are refused.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::breaking::certificate::{Certificate, Theorem, hash};
use miyama::breaking::code::Code;
use miyama::breaking::period::{Verdict, certify, find};
use miyama::breaking::values::NimValues;
use miyama::breaking::verify::{Check, check};
use miyama_budget::{Budget, Stopped};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
        // Each theorem under its own name.
        let renamed: fn(usize, usize) -> Theorem = match truth.because {
            Theorem::GuySmith { .. } if truth.code.most_heaps() == Some(2) => |from, to| Theorem::GuySmith { from, to },
            Theorem::LastValues { .. } if truth.code.most_heaps() == Some(1) => {
                |from, to| Theorem::LastValues { from, to }
            }
            other => panic!("{code}: {other:?}"),
        };
        let (from, to) = truth.because.window(&truth.code, truth.period);
        let p = truth.period.length;
        let forge = |change: &dyn Fn(&mut Certificate)| {
            let mut forged = truth.clone();
            change(&mut forged);
            refusal(&forged)
        };
        // The numbers of the theorem no longer fit a doubled period.
        let doubled = forge(&|c| c.period.length *= 2);
        assert!(["breaking.refused_window", "breaking.refused_short"].contains(&doubled), "{doubled}");
        assert_eq!(forge(&|c| c.because = renamed(from, to - 1)), "breaking.refused_window");
        assert_eq!(forge(&|c| c.because = renamed(from + 1, to)), "breaking.refused_from");
        assert_eq!(forge(&|c| c.period.saltus = 1), "breaking.refused_saltus");
        assert_eq!(forge(&|c| c.period.start = usize::MAX), "breaking.refused_large");
        assert_eq!(forge(&|c| c.values -= 1), "breaking.refused_short");
        assert_eq!(forge(&|c| c.values = 1_000_000_000), "breaking.refused_long");
        assert_eq!(forge(&|c| c.first_values[10] ^= 1), "breaking.refused_value");
        assert_eq!(forge(&|c| c.first_values.push(99)), "breaking.refused_listed");
        assert_eq!(forge(&|c| c.first_values.truncate(5)), "breaking.refused_listed");
        assert_eq!(forge(&|c| c.first_values.clear()), "breaking.refused_listed");
        assert_eq!(forge(&|c| c.hash = hash([1].into_iter())), "breaking.refused_hash");
        for other in ["0.6", "0.2301", "grundy", "0.[3]"] {
            assert!(forge(&|c| c.code = other.parse().unwrap()).starts_with("breaking.refused"));
        }
        assert_eq!(forge(&|c| c.miyama_certificate = 3), "breaking.refused_version");
        assert_eq!(forge(&|c| c.period.length = 0), "breaking.refused_zero");
        // Forged with care: everything restated for the doubled period or another start.
        let restate = |start: usize, length: usize| {
            let from = start.max(1);
            let heaps = truth.code.most_heaps().unwrap() as usize;
            let to = heaps * (from + length) - length + truth.code.longest().unwrap();
            let mut values = NimValues::new(&truth.code);
            values.extend(to + length, &Budget::unlimited()).unwrap();
            let mut forged = certify(&values, truth.period, renamed(from, to));
            forged.period.start = start;
            forged.period.length = length;
            forged.values = to + length;
            forged.hash = hash(values.stored().iter().take(to + length));
            forged.first_values = values.stored().iter().take((to + length).min(Certificate::LISTED)).collect();
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

/// The window of the last values is too short for the theorem of Guy and Smith,
/// and where heaps split it proves nothing.
#[test]
fn a_theorem_does_not_stand_for_another() {
    let truth = certificate("subtraction{2,3,7}", 1 << 14);
    let (from, to) = truth.because.window(&truth.code, truth.period);
    let because = Theorem::GuySmith { from, to };
    assert_eq!(refusal(&Certificate { because, ..truth }), "breaking.refused_window");
    let truth = certificate("0.77", 1 << 14);
    let (from, to) = truth.because.window(&truth.code, truth.period);
    let because = Theorem::LastValues { from, to };
    assert_eq!(refusal(&Certificate { because, ..truth }), "breaking.refused_heaps");
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
    for at in [0, 1_000_000_000] {
        let because = Theorem::FiniteMemory { at };
        let forged = Certificate { because, values: at + truth.period.length, ..truth.clone() };
        assert_eq!(refusal(&forged), "breaking.refused_at");
    }
    let none = Theorem::GuySmith { from: 1, to: 10 };
    assert_eq!(refusal(&Certificate { because: none, ..truth.clone() }), "breaking.refused_endless");
}

/// However many values there are, the certificate asks for no more than needed.
#[test]
fn a_memory_is_compared_at_the_least_heap() {
    let mut kinds = [0, 0];
    for code in ["0.[3]", "0.[1]", "0.2[1]", "0.0[3]", "0.30[3]", "0.3003330[3]", "0.03[2]", "0.003[2]", "0.020[3]"] {
        let Verdict::Proven(period, because) =
            find(&mut NimValues::new(&code.parse().unwrap()), 1 << 12, &Budget::unlimited()).unwrap()
        else {
            panic!("{code}")
        };
        assert!(matches!(because, Theorem::FiniteMemory { .. }), "{code}");
        let mut values = NimValues::new(&code.parse().unwrap());
        values.extend(1 << 13, &Budget::unlimited()).unwrap();
        let later = find(&mut values, 1 << 13, &Budget::unlimited()).unwrap();
        assert_eq!(later, Verdict::Proven(period, because), "{code}");
        assert_eq!(verdict(&certify(&values, period, because)), Check::Holds, "{code}");
        kinds[usize::from(period.saltus > 0)] += 1;
    }
    assert!(kinds.iter().all(|kind| *kind > 0), "{kinds:?}");
}

/// The check of the window tells how far it is and can be stopped.
#[test]
fn the_check_of_a_rare_window_can_be_stopped() {
    let truth = certificate("0.177", 1 << 12);
    assert!(matches!(truth.because, Theorem::RareWindow { .. }));
    let length = truth.period.length as u64;
    let switch = Arc::new(AtomicBool::new(false));
    let pulled = switch.clone();
    let budget = Budget::unlimited().with_cancel(switch).with_listener(move |progress| {
        if progress.total == Some(length) && progress.done > 0 {
            pulled.store(true, Ordering::Relaxed);
        }
    });
    assert_eq!(check(&truth, &budget), Err(Stopped::Cancelled));
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
            // The values restated for the window of the forged numbers.
            let restate = |because: Theorem| refusal(&certify(&longer, sooner, because));
            let with = |last_rare, reach| Theorem::RareWindow { mask, positional, last_rare, reach, from };
            if reach > 1 && reach >= last_rare {
                let reason = restate(with(last_rare, reach / 2));
                assert!(["breaking.refused_witness", "breaking.refused_rare"].contains(&reason), "{code} {reason}");
            }
            if last_rare > 0 {
                assert_eq!(restate(with(last_rare - 1, reach)), "breaking.refused_rare", "{code}");
            }
            let long = with(last_rare, from + truth.period.length);
            assert_eq!(forge(long), "breaking.refused_reach", "{code}");
            assert_eq!(forge(with(from, reach)), "breaking.refused_last_rare", "{code}");
            let early = Theorem::RareWindow { mask, positional, last_rare, reach, from: from - 1 };
            assert_eq!(forge(early), "breaking.refused_from", "{code}");
            let mut changed = truth.clone();
            changed.period.start += 1;
            assert_eq!(refusal(&changed), "breaking.refused_from", "{code}");
            changed = truth.clone();
            changed.period.saltus += 1;
            assert_eq!(refusal(&changed), "breaking.refused_saltus", "{code}");
            let none = Theorem::RareWindow { mask: 0, positional: false, last_rare, reach, from };
            assert_eq!(restate(none), "breaking.refused_rare", "{code}");
        }
    }
    assert!(windows >= 5, "{windows}");
}

/// All codes of one or two hexadecimal digits: where values grow by a power of
/// two, the theorem of the binary saltus finds it out, the check agrees, and
/// values far beyond those that it needs are as it says.
#[test]
fn a_binary_saltus_is_proven_and_true() {
    let mut proven = 0;
    for number in 0..0x100 {
        let code = format!("0.{number:02X}");
        let mut values = NimValues::new(&code.parse().unwrap());
        let verdict_found = find(&mut values, 600, &Budget::unlimited()).unwrap();
        let Verdict::Proven(period, because @ Theorem::BinarySaltus { .. }) = verdict_found else { continue };
        proven += 1;
        assert_eq!(verdict(&certify(&values, period, because)), Check::Holds, "{code}");
        values.extend(900, &Budget::unlimited()).unwrap();
        let value = |n: usize| values.get(n).unwrap();
        let wrong =
            (period.start..=900 - period.length).find(|n| value(n + period.length) != value(*n) + period.saltus);
        assert_eq!(wrong, None, "{code}");
    }
    assert_eq!(proven, 70);
}

#[test]
fn forged_growth_is_refused() {
    for code in ["0.8", "0.8B", "0.FC", "0.9C", "8.8", "0.1{0,1,2,3,4}"] {
        let truth = certificate(code, 1 << 10);
        let Theorem::BinarySaltus { from, below } = truth.because else { panic!("{code}: {:?}", truth.because) };
        assert_eq!(verdict(&truth), Check::Holds, "{code}");
        let forge = |change: &dyn Fn(&mut Certificate)| {
            let mut forged = truth.clone();
            change(&mut forged);
            refusal(&forged)
        };
        let because = |from, below| move |c: &mut Certificate| c.because = Theorem::BinarySaltus { from, below };
        assert_eq!(forge(&because(from + 1, below)), "breaking.refused_from", "{code}");
        assert_eq!(forge(&because(from, 2 * truth.period.saltus - 1)), "breaking.refused_below", "{code}");
        assert_eq!(forge(&because(from, below - 1)).split('_').next(), Some("breaking.refused"), "{code}");
        assert_eq!(forge(&because(from, u32::MAX)), "breaking.refused_below", "{code}");
        assert_eq!(forge(&|c| c.period.saltus = 3), "breaking.refused_saltus", "{code}");
        assert_eq!(forge(&|c| c.period.saltus = 0), "breaking.refused_saltus", "{code}");
        assert_eq!(forge(&|c| c.period.saltus *= 2).split('_').next(), Some("breaking.refused"), "{code}");
        assert_eq!(forge(&|c| c.period.length += 1), "breaking.refused_short", "{code}");
        assert_eq!(forge(&|c| c.values += 1), "breaking.refused_long", "{code}");
        assert_eq!(forge(&|c| c.code = "0.77".parse().unwrap()).split('_').next(), Some("breaking.refused"), "{code}");
    }
}
