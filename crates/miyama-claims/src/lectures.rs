//! 000: lecture notes on games and sequences — bricks, Nim, energy,
//! sennichite, Thue–Morse, Fibonacci, Wythoff.

mod bricks;
mod energy;
mod nim;
mod records;
mod words;
mod wythoff;

use super::Check;

/// The checks of this document, by their names in its file.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("bricks.rules", bricks::rules),
    ("bricks.half-of-the-sum", bricks::half_of_the_sum),
    ("bricks.three-bricks", bricks::three_bricks),
    ("bricks.towers-two-by-four", bricks::towers_two_by_four),
    ("bricks.towers-oblong", bricks::towers_oblong),
    ("bricks.towers-square", bricks::towers_square),
    ("bricks.two-bricks", bricks::two_bricks),
    ("bricks.two-by-four-places", bricks::two_by_four_places),
    ("bricks.oblong-places", bricks::oblong_places),
    ("bricks.square-places", bricks::square_places),
    ("bricks.figure-seven", bricks::figure_seven),
    ("bricks.figure-one", bricks::figure_one),
    ("bricks.figure-one-by-two-rules", bricks::figure_one_by_two_rules),
    ("nim.three-properties", nim::three_properties),
    ("nim.example-14-printed", nim::example_14_printed),
    ("nim.example-14-corrected", nim::example_14_corrected),
    ("nim.problem-15", nim::problem_15),
    ("nim.many-heaps", nim::many_heaps),
    ("nim.winning-moves", nim::winning_moves),
    ("nim.bounded", nim::bounded),
    ("energy.energy-of-finite-games", energy::energy_of_finite_games),
    ("energy.energy-without-loops", energy::energy_without_loops),
    ("energy.all-equivalent", energy::all_equivalent),
    ("energy.no-move-implies-zero", energy::no_move_implies_zero),
    ("energy.mex-of-sets", energy::mex_of_sets),
    ("energy.nim-table", energy::nim_table),
    ("energy.problem-22", energy::problem_22),
    ("energy.nim-is-a-sum", energy::nim_is_a_sum),
    ("energy.energies-add", energy::energies_add),
    ("energy.mixed-limits-seven", energy::mixed_limits_seven),
    ("energy.mixed-limits-five", energy::mixed_limits_five),
    ("energy.lowering-reaches", energy::lowering_reaches),
    ("records.old-and-present-rule", records::old_and_present_rule),
    ("records.sixty-two-moves", records::sixty_two_moves),
    ("records.sixty-moves", records::sixty_moves),
    ("records.two-cycles", records::two_cycles),
    ("words.cube-free-words", words::cube_free_words),
    ("words.four-definitions", words::four_definitions),
    ("words.first-32-terms", words::first_32_terms),
    ("words.no-cube", words::no_cube),
    ("words.fibonacci-definitions", words::fibonacci_definitions),
    ("words.golden-ratio", words::golden_ratio),
    ("words.closed-forms", words::closed_forms),
    ("words.golden-places", words::golden_places),
    ("wythoff.golden-pairs", wythoff::golden_pairs),
    ("wythoff.no-sum", wythoff::no_sum),
    ("wythoff.one-in-each-row", wythoff::one_in_each_row),
    ("words.metallic-places", words::metallic_places),
    ("wythoff.metallic-game-printed", wythoff::metallic_game_printed),
    ("wythoff.metallic-game", wythoff::metallic_game),
];
