//! 001: two-dimensional Nim.

mod figures;
mod shapes;
mod theorem;

use super::{Bound, Claim};

const STONES: &str = "claim.measure_stones";
const HEAPS: &str = "claim.measure_heaps";
const COLUMNS: &str = "claim.measure_columns";
const SIDES: &str = "claim.measure_rectangles";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::definition("claim.001-rule", "ruleset", "games/grid/2d-nim.game"),
    Claim::theorem("claim.001-s2", "theorem", Bound::to(HEAPS, 60).within(7, 1000), figures::one_dimension),
    Claim::theorem("claim.001-s2-split", "claim", Bound::to(HEAPS, 200).within(1, 5000), figures::broken_heaps),
    Claim::refuted_from("claim.001-BT1", "theorem", 6, Bound::to(STONES, 8).within(1, 10), theorem::zero_is_p),
    Claim::refuted_from("claim.001-BT2", "theorem", 4, Bound::to(STONES, 8).within(1, 10), theorem::not_zero_is_n),
    Claim::holds("claim.001-BT-half", "lemma", Bound::to(COLUMNS, 4).within(1, 5), theorem::zero_to_zero),
    Claim::refuted_from("claim.001-search1-4", "algorithm", 2, Bound::to(COLUMNS, 4).within(1, 5), theorem::search),
    Claim::holds("claim.001-practical1", "algorithm", Bound::to(STONES, 5).within(1, 6), theorem::two_figures),
    Claim::refuted_from("claim.001-(3)-(6)", "formula", 2, Bound::to(STONES, 6).within(1, 9), theorem::turns_keep_both),
    Claim::holds("claim.001-(3)-(6)-corrected", "formula", Bound::to(STONES, 8).within(1, 10), theorem::turns_exchange),
    Claim::refuted_from(
        "claim.001-practical2",
        "algorithm",
        10,
        Bound::to(STONES, 10).within(1, 11),
        theorem::symmetric,
    ),
    Claim::proved("claim.001-(7)-(9),Fig3", "example", figures::four_by_four),
    Claim::proved("claim.001-2x2 normal/misere", "example", figures::two_by_two),
    Claim::holds("claim.001-rect,Table1", "table", Bound::to(SIDES, 5).within(2, 8), figures::rectangles),
    Claim::refuted_from("claim.001-rect-moves", "claim", 5, Bound::to(SIDES, 5).within(2, 6), figures::rectangle_moves),
    Claim::proved("claim.001-rect-Grundy", "table", figures::rectangle_values),
    Claim::proved("claim.001-Y3", "example", figures::staircase_3),
    Claim::proved("claim.001-Y4", "example", figures::staircase_4),
    Claim::refuted("claim.001-Y5", "example", figures::staircase_5),
    Claim::proved("claim.001-Y5-corrected", "example", figures::staircase_5_is_p),
    Claim::refuted("claim.001-Y6", "example", figures::staircase_6),
    Claim::proved("claim.001-Y6-corrected", "example", figures::staircase_6_is_n),
    Claim::refuted("claim.001-Y7", "example", figures::staircase_7),
    Claim::proved("claim.001-Y7-corrected", "example", figures::staircase_7_is_n),
    Claim::theorem(
        "claim.001-(10),Table2",
        "formula",
        Bound::to("claim.measure_steps", 100_000),
        figures::staircase_sums,
    ),
    Claim::refuted("claim.001-(7,5,3)", "example", figures::seven_five_three),
    Claim::proved("claim.001-(7,5,3)-corrected", "example", figures::seven_five_three_corrected),
    Claim::holds("claim.001-families", "question", Bound::to(SIDES, 5).within(2, 8), figures::theorem_on_rectangles),
];
