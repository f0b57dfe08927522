//! 003: Yama Nim, Triangular Nim, its twists, and the questions at the end.

mod every_level;
mod future;
mod levels;
mod twists;
mod yama;

use super::{Bound, Claim};

const HEAPS: &str = "claim.measure_heaps";
/// Grundy values g, for which no table is made.
const VALUES: &str = "claim.measure_values";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::definition("claim.003-D3.1", "ruleset", "games/yama.game"),
    Claim::refuted_from("claim.003-D3.2", "ruleset", 3, Bound::to(HEAPS, 20).within(1, 200), yama::triangular_printed),
    Claim::theorem("claim.003-D3.2-corrected", "ruleset", Bound::to(HEAPS, 20).within(1, 200), yama::triangular_meant),
    Claim::theorem("claim.003-T3.3", "theorem", Bound::to(HEAPS, 500), yama::near_heaps),
    Claim::holds("claim.003-T3.4,D3.5,T3.6,L3.7", "theorem", Bound::to(HEAPS, 300), yama::triangular_values),
    Claim::holds("claim.003-D4.1,D4.2,E4.3,T4.4,E4.5", "theorem", Bound::to(HEAPS, 400), twists::polygonal),
    Claim::refuted_from("claim.003-abstract-ja", "claim", 1, Bound::to(HEAPS, 100), twists::abstract_list),
    Claim::holds("claim.003-abstract-ja-corrected", "claim", Bound::to(HEAPS, 400), twists::triangular_pairs),
    Claim::refuted_from("claim.003-intro-pentagonal", "claim", 4, Bound::to(HEAPS, 100), twists::pentagonal_by_one),
    Claim::holds("claim.003-intro-pentagonal-corrected", "claim", Bound::to(HEAPS, 400), twists::pentagonal_by_two),
    Claim::definition("claim.003-Table2", "table", "games/twist.game"),
    Claim::refuted("claim.003-D4.6", "definition", twists::geometric_printed),
    Claim::holds("claim.003-D4.6-corrected", "definition", Bound::to(HEAPS, 12).within(1, 60), twists::geometric_meant),
    Claim::holds("claim.003-D4.6,T4.7", "theorem", Bound::to(HEAPS, 400), twists::powers),
    Claim::holds("claim.003-T4.8,N4.9", "theorem", Bound::to(HEAPS, 400), twists::repunits),
    Claim::theorem("claim.003-5.1", "open", Bound::to(HEAPS, 60), yama::generalised),
    Claim::theorem("claim.003-5.2(1)", "ruleset", Bound::to(HEAPS, 40), future::rule_1),
    Claim::theorem("claim.003-5.2(2)", "ruleset", Bound::to(HEAPS, 40), future::rule_2),
    Claim::theorem("claim.003-5.2(3)", "ruleset", Bound::to(HEAPS, 40), future::rule_3),
    Claim::theorem("claim.003-5.2(4)", "ruleset", Bound::to(HEAPS, 40), future::rule_4),
    Claim::theorem("claim.003-5.2(5)", "ruleset", Bound::to(HEAPS, 40), future::rule_5),
    Claim::theorem("claim.003-5.2(6)", "ruleset", Bound::to(HEAPS, 40), future::rule_6),
    Claim::theorem("claim.003-5.2-Yama3", "open", Bound::to(HEAPS, 80), future::three_heap_yama),
    Claim::theorem("claim.003-5.2-4heaps", "open", Bound::to(HEAPS, 10), future::four_heap_yama),
    Claim::refuted_from("claim.003-5.3-weak", "conjecture", 11, Bound::to(HEAPS, 100), levels::chains),
    Claim::holds("claim.003-5.3-weak-corrected", "conjecture", Bound::to(HEAPS, 400), levels::chains_from_two),
    Claim::refuted_from("claim.003-5.3-weak-c1", "conjecture", 76, Bound::to(HEAPS, 100), levels::chains_for_one),
    Claim::holds("claim.003-5.3-c0g1", "claim", Bound::to(HEAPS, 400), levels::value_one),
    Claim::holds("claim.003-5.3-c1", "claim", Bound::to(HEAPS, 400).within(8, 1 << 32), levels::fails_for_one),
    Claim::refuted("claim.003-5.3-c1-P", "claim", levels::five_eight_is_p),
    Claim::proved("claim.003-5.3-c1-P-corrected", "claim", levels::five_eight_has_four),
    Claim::holds("claim.003-5.3-c2", "claim", Bound::to(HEAPS, 400).within(57, 1 << 32), levels::fails_for_two),
    Claim::refuted_from(
        "claim.003-5.3-c3",
        "open",
        122_850,
        Bound::to(VALUES, 1_000_000).within(1, 1 << 47),
        every_level::three,
    ),
    Claim::proved("claim.003-5.3-c3-corrected", "open", every_level::three_fails),
    Claim::refuted_from(
        "claim.003-5.3-c4",
        "question",
        3_930_128_134,
        Bound::to(VALUES, 10_000_000_000).within(1, 1 << 47),
        every_level::four,
    ),
    Claim::proved("claim.003-5.3-c4-corrected", "question", every_level::four_fails),
    Claim::proved("claim.003-5.3-c5", "question", every_level::five),
    Claim::holds(
        "claim.003-5.3-c6",
        "question",
        Bound::to(VALUES, 1_000_000_000).within(1, 1 << 47),
        every_level::six_to_eight,
    ),
    Claim::holds("claim.003-D5.2", "conjecture", Bound::to(HEAPS, 400), twists::revised),
    Claim::refuted("claim.003-5.4-rec", "claim", future::recurrence_printed),
    Claim::proved("claim.003-5.4-rec-corrected", "claim", future::recurrence),
    Claim::refuted_from("claim.003-5.4-Fib", "open", 2, Bound::to(HEAPS, 40).within(1, 400), future::fibonacci_rule),
    Claim::holds("claim.003-5.4-rule", "open", Bound::to(HEAPS, 100).within(1, 400), future::rule_of_three),
];
