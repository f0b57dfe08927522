//! 000: lecture notes on games and sequences — bricks, Nim, energy,
//! sennichite, Thue–Morse, Fibonacci, Wythoff.

mod bricks;
mod energy;
mod nim;
mod records;
mod words;
mod wythoff;

use super::{Bound, Claim};

const HEAPS: &str = "claim.measure_heaps";
const BRICKS: &str = "claim.measure_bricks";
const SIDES: &str = "claim.measure_sides";
const POSITIONS: &str = "claim.measure_positions";
const ROUNDS: &str = "claim.measure_rounds";
const TERMS: &str = "claim.measure_terms";
const NUMBERS: &str = "claim.measure_numbers";

pub(super) const CLAIMS: &[Claim] = &[
    Claim::proved("claim.000-R1..R3", "ruleset", bricks::rules),
    Claim::holds("claim.000-P1,P2,T3,E4", "formula", Bound::to(BRICKS, 4).within(1, 5), bricks::half_of_the_sum),
    Claim::proved("claim.000-s2.3", "formula", bricks::three_bricks),
    Claim::holds("claim.000-T5,E6", "formula+table", Bound::to(BRICKS, 60).within(1, 1000), bricks::towers_two_by_four),
    Claim::holds("claim.000-T7", "theorem", Bound::to(SIDES, 8).within(2, 8), bricks::towers_oblong),
    Claim::holds("claim.000-P8", "exercise", Bound::to(SIDES, 8).within(1, 8), bricks::towers_square),
    Claim::proved("claim.000-Fig7", "table", bricks::figure_seven),
    Claim::refuted("claim.000-Fig1", "example", bricks::figure_one),
    Claim::proved("claim.000-Fig1-corrected", "example", bricks::figure_one_by_two_rules),
    Claim::theorem("claim.000-P9,T10", "theorem", Bound::to(HEAPS, 500), nim::two_heaps),
    Claim::theorem("claim.000-Prop11", "proposition", Bound::to(HEAPS, 3).within(1, 3), nim::three_properties),
    Claim::theorem("claim.000-P12,T13", "theorem", Bound::to(HEAPS, 80), nim::three_heaps),
    Claim::refuted("claim.000-E14", "example", nim::example_14_printed),
    Claim::proved("claim.000-E14-corrected", "example", nim::example_14_corrected),
    Claim::proved("claim.000-P15", "exercise", nim::problem_15),
    Claim::theorem("claim.000-T16", "theorem", Bound::to(HEAPS, 11), nim::many_heaps),
    Claim::theorem("claim.000-T17", "theorem", Bound::to(HEAPS, 12), nim::winning_moves),
    Claim::theorem("claim.000-D-bounded,T18", "ruleset+theorem", Bound::to(HEAPS, 1000), nim::bounded),
    Claim::definition("claim.000-D19", "definition", "miyama::heap::ruleset::Ruleset"),
    Claim::refuted_from(
        "claim.000-D20",
        "definition",
        1,
        Bound::to(POSITIONS, 3).within(1, 4),
        energy::energy_of_finite_games,
    ),
    Claim::holds(
        "claim.000-D20-corrected",
        "definition",
        Bound::to(POSITIONS, 5).within(1, 6),
        energy::energy_without_loops,
    ),
    Claim::refuted_from("claim.000-D20-remark", "claim", 1, Bound::to(HEAPS, 10), energy::all_equivalent),
    Claim::holds("claim.000-D20-remark-corrected", "claim", Bound::to(HEAPS, 30), energy::no_move_implies_zero),
    Claim::theorem("claim.000-E21", "example+table", Bound::to(HEAPS, 2000), energy::nim_table),
    Claim::proved("claim.000-P22", "exercise", energy::problem_22),
    Claim::holds("claim.000-D23,E24", "definition", Bound::to(HEAPS, 12), energy::nim_is_a_sum),
    Claim::theorem("claim.000-T25", "theorem", Bound::to(HEAPS, 8).within(1, 12), energy::energies_add),
    Claim::refuted_from("claim.000-E26", "example", 3, Bound::to(HEAPS, 1000), energy::bounded_by_three_mod_three),
    Claim::theorem("claim.000-E26-corrected", "example", Bound::to(HEAPS, 1000), energy::bounded_by_three_mod_four),
    Claim::refuted("claim.000-E27", "example", energy::mixed_limits_seven),
    Claim::proved("claim.000-E27-corrected", "example", energy::mixed_limits_five),
    Claim::theorem("claim.000-L28", "lemma", Bound::to(NUMBERS, 255).within(1, 10_000), energy::lowering_reaches),
    Claim::holds("claim.000-s5.1", "rules", Bound::to(ROUNDS, 12).within(3, 24), records::old_and_present_rule),
    Claim::refuted("claim.000-s5.2", "record", records::sixty_two_moves),
    Claim::proved("claim.000-s5.2-corrected", "record", records::sixty_moves),
    Claim::proved("claim.000-Fig12", "example", records::two_cycles),
    Claim::holds("claim.000-P29", "exercise", Bound::to(TERMS, 2000).within(1, 100_000), words::cube_free_words),
    Claim::holds("claim.000-D30,D32,D33,D34,Prop35", "definitions", Bound::to(TERMS, 200_000), words::four_definitions),
    Claim::proved("claim.000-P31", "exercise", words::first_32_terms),
    Claim::holds("claim.000-T36", "theorem", Bound::to(TERMS, 200_000), words::no_cube),
    Claim::holds("claim.000-D37,D38", "definitions", Bound::to(TERMS, 200_000), words::fibonacci_definitions),
    Claim::proved("claim.000-L39", "lemma", words::golden_ratio),
    Claim::holds("claim.000-Prop40", "proposition", Bound::to(TERMS, 20_000), words::closed_forms),
    Claim::holds("claim.000-D41,Prop42", "proposition", Bound::to(TERMS, 20_000), words::golden_places),
    Claim::theorem("claim.000-Wythoff,T44,table", "ruleset+theorem", Bound::to(HEAPS, 1000), wythoff::golden_pairs),
    Claim::theorem("claim.000-P43", "exercise", Bound::to(HEAPS, 1000), wythoff::one_in_each_row),
    Claim::holds("claim.000-D45,D46,E47,Prop48", "definitions", Bound::to(TERMS, 10_000), words::metallic_places),
    Claim::refuted_from(
        "claim.000-sWythoff,T49",
        "ruleset+theorem",
        2,
        Bound::to("claim.measure_s_and_n", 4).within(1, 20),
        wythoff::metallic_game_printed,
    ),
    Claim::holds("claim.000-sWythoff,T49-corrected", "ruleset+theorem", Bound::to(HEAPS, 400), wythoff::metallic_game),
];
