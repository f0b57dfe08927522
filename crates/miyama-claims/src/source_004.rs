//! 004: values of games, Sprague–Grundy, and octal games.

mod forms;
mod impartial;
mod octal;

use super::{Bound, Claim};

const DAY: &str = "claim.measure_day";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::definition("claim.004-D1.1", "definition", "miyama::value::Form"),
    Claim::holds("claim.004-D1.2", "definition", Bound::to(DAY, 2).within(1, 2), forms::one_outcome),
    Claim::holds("claim.004-D1.3,D1.4,T1.5", "theorem", Bound::to(DAY, 2).within(1, 2), forms::isomorphisms),
    Claim::holds("claim.004-D1.6,T1.7,T1.8", "theorem", Bound::to(DAY, 2).within(1, 2), forms::abelian_group),
    Claim::holds("claim.004-D1.9,T1.10,T1.11", "theorem", Bound::to(DAY, 2).within(1, 2), forms::order),
    Claim::proved("claim.004-fn3,fn4", "footnotes", forms::footnotes),
    Claim::theorem(
        "claim.004-D2.1,D2.2,T2.3,T2.4",
        "theorem",
        Bound::to("claim.measure_nimbers", 60),
        impartial::nimbers_add,
    ),
    Claim::holds("claim.004-T2.5", "theorem", Bound::to(DAY, 4).within(1, 4), impartial::sprague_grundy),
    Claim::refuted_from(
        "claim.004-T2.5-proof",
        "proof",
        1,
        Bound::to(DAY, 4).within(1, 4),
        impartial::options_exceed_mex,
    ),
    Claim::holds(
        "claim.004-T2.5-proof-corrected",
        "proof",
        Bound::to(DAY, 4).within(1, 4),
        impartial::options_differ_from_mex,
    ),
    Claim::holds(
        "claim.004-D3.1,fn5",
        "ruleset",
        Bound::to("claim.measure_codes", 14).within(1, 40),
        octal::codes_are_rules,
    ),
    Claim::holds(
        "claim.004-T3.2,lemma",
        "theorem",
        Bound::to("claim.measure_code_values", 600).within(100, 5000),
        octal::periodicity,
    ),
    Claim::proved("claim.004-Table1", "table", octal::table_1),
    Claim::proved("claim.004-T3.3", "theorem", octal::dawsons_kayles),
];
