//! The list of claims: every statement of the documents is there, every verdict
//! is the recorded one, and every counterexample appears at the bound that is
//! recorded with it and not before.
#![allow(clippy::unwrap_used, clippy::panic)]

use miyama_budget::Budget;
use miyama_claims::{Expected, Verdict};
use miyama_text::Lang;
use std::collections::BTreeSet;
use std::sync::Arc;

const ROWS: &str = include_str!("oracles/claims.tsv");

/// Ids and kinds of the statements.
fn rows() -> Vec<(&'static str, &'static str)> {
    let rows = ROWS.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| row.split('\t').collect::<Vec<_>>()).map(|row| (row[0], row[1])).collect()
}

#[test]
fn every_statement_of_the_documents_is_a_claim() {
    let rows = rows();
    assert_eq!(rows.len(), 112);
    for (id, kind) in rows {
        let claim = miyama_claims::find(id).unwrap_or_else(|| panic!("{id} is missing"));
        assert_eq!(claim.kind, kind, "{id}");
    }
}

#[test]
fn ids_are_different_and_corrections_correct_something() {
    let ids: Vec<&str> = miyama_claims::all().map(|claim| claim.id()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    for id in ids {
        let correcting = miyama_claims::all().any(|claim| claim.corrected() == Some(id));
        assert_eq!(id.ends_with("-corrected"), correcting, "{id}");
    }
    for by in miyama_claims::all().filter_map(|claim| claim.corrected()) {
        let expected = miyama_claims::find(by).unwrap().expected;
        assert!(matches!(expected, Expected::Proved | Expected::Holds), "{by} is false too");
    }
}

#[test]
fn bounds_are_in_order() {
    for claim in miyama_claims::all() {
        if let Some(bound) = claim.bound {
            assert!(bound.least <= bound.default && bound.default <= bound.most, "{}", claim.id());
            assert!(bound.least > 0, "{}", claim.id());
        }
    }
}

#[test]
fn every_sentence_is_there_in_every_language() {
    for claim in miyama_claims::all() {
        let all: Vec<Lang> = Lang::all().collect();
        for said in [Some(claim.says()), claim.because(), claim.unproved()].into_iter().flatten() {
            assert_eq!(said.languages().collect::<Vec<_>>(), all, "{}", claim.id());
        }
    }
}

/// Not more than ten of the documents that Miyama started from are left, and each says why.
#[test]
fn what_is_not_proved_says_why() {
    let left: Vec<_> = miyama_claims::all().filter(|claim| claim.expected == Expected::Holds).collect();
    let of_documents = left.iter().filter(|claim| miyama_claims::SOURCES.contains(&claim.source()));
    assert!(of_documents.count() <= 10, "{:?}", left.iter().map(|claim| claim.id()).collect::<Vec<_>>());
    for claim in left {
        assert!(claim.unproved().is_some(), "{}", claim.id());
    }
}

/// With a small bound most claims take no time; proofs, which do, have none.
#[test]
fn verdicts_are_the_recorded_ones_at_small_bounds() {
    let budget = Budget::unlimited().with_threads(2);
    for wish in [1, 5] {
        let wanted = |claim: &&Arc<miyama_claims::Claim>| {
            claim.bound.is_some() && (wish == 5 || claim.expected != Expected::Proved)
        };
        let claims: Vec<_> = miyama_claims::all().filter(wanted).cloned().collect();
        for found in miyama_claims::run(&claims, Some(wish), &budget).unwrap() {
            assert!(found.as_expected(), "{}: {:?} up to {wish}", found.claim.id(), found.verdict);
        }
    }
}

/// Finite statements, except the two that search a staircase of seven steps.
#[test]
fn verdicts_of_finite_statements_are_the_recorded_ones() {
    let finite = |claim: &&Arc<miyama_claims::Claim>| claim.bound.is_none() && !claim.id().starts_with("001-Y7");
    let claims: Vec<_> = miyama_claims::all().filter(finite).cloned().collect();
    for found in miyama_claims::run(&claims, None, &Budget::unlimited().with_threads(2)).unwrap() {
        assert!(found.as_expected(), "{}: {:?}", found.claim.id(), found.verdict);
    }
}

#[test]
fn counterexamples_are_the_smallest() {
    for claim in miyama_claims::all() {
        let (Expected::Refuted { from } | Expected::Misprint { from }, Some(bound)) = (claim.expected, claim.bound)
        else {
            continue;
        };
        let verdict = |to: u64| claim.check(Some(to), &Budget::unlimited()).unwrap();
        assert!(matches!(verdict(from), Verdict::Refuted(_)), "{} up to {from}", claim.id());
        if from > bound.least {
            assert_eq!(verdict(from - 1), Verdict::HoldsTo(from - 1), "{}", claim.id());
        }
    }
}

/// The whole list as `miyama check` runs it.
#[test]
#[ignore = "about half a minute; `just claims`"]
fn verdicts_are_the_recorded_ones() {
    let claims: Vec<_> = miyama_claims::all().cloned().collect();
    for found in miyama_claims::run(&claims, None, &Budget::unlimited().with_threads(2)).unwrap() {
        assert!(found.as_expected(), "{}: {:?}", found.claim.id(), found.verdict);
    }
}

#[test]
fn a_claim_that_needs_too_much_is_not_checked() {
    let small = Budget::unlimited().with_memory(1 << 20);
    let claim = miyama_claims::find("003-T3.3").unwrap();
    assert!(claim.check(Some(100_000), &small).is_err());
    let stopped = Budget::unlimited();
    stopped.cancel();
    assert!(miyama_claims::run(&miyama_claims::select("002").unwrap(), None, &stopped).is_err());
}
