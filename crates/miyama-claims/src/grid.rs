//! 001: two-dimensional Nim.

mod figures;
mod shapes;
mod theorem;

use super::Check;

/// The checks of this document, by their names in its file.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("figures.one-dimension", figures::one_dimension),
    ("theorem.zero-is-p", theorem::zero_is_p),
    ("theorem.not-zero-is-n", theorem::not_zero_is_n),
    ("theorem.zero-to-zero", theorem::zero_to_zero),
    ("theorem.search", theorem::search),
    ("theorem.two-figures", theorem::two_figures),
    ("theorem.turns-keep-both", theorem::turns_keep_both),
    ("theorem.turns-exchange", theorem::turns_exchange),
    ("theorem.half-turns", theorem::half_turns),
    ("theorem.symmetric", theorem::symmetric),
    ("figures.four-by-four", figures::four_by_four),
    ("figures.two-by-two", figures::two_by_two),
    ("figures.rectangles", figures::rectangles),
    ("figures.rectangle-sums", figures::rectangle_sums),
    ("figures.rectangle-moves", figures::rectangle_moves),
    ("figures.rectangle-values", figures::rectangle_values),
    ("figures.staircase-3", figures::staircase_3),
    ("figures.staircase-4", figures::staircase_4),
    ("figures.staircase-5", figures::staircase_5),
    ("figures.staircase-5-is-p", figures::staircase_5_is_p),
    ("figures.staircase-6", figures::staircase_6),
    ("figures.staircase-6-is-n", figures::staircase_6_is_n),
    ("figures.staircase-7", figures::staircase_7),
    ("figures.staircase-7-is-n", figures::staircase_7_is_n),
    ("figures.staircase-sums", figures::staircase_sums),
    ("figures.seven-five-three", figures::seven_five_three),
    ("figures.seven-five-three-corrected", figures::seven_five_three_corrected),
    ("shapes.images-of-neighbours", shapes::images_of_neighbours),
    ("figures.theorem-on-rectangles", figures::theorem_on_rectangles),
];
