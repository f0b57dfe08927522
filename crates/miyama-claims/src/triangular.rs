//! 003: Yama Nim, Triangular Nim, its twists, and the questions at the end.

mod every_level;
mod future;
mod levels;
mod twists;
mod yama;

use super::Check;

/// The checks of this document, by their names in its file.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("yama.triangular-printed", yama::triangular_printed),
    ("yama.triangular-meant", yama::triangular_meant),
    ("yama.triangular-values", yama::triangular_values),
    ("twists.polygonal", twists::polygonal),
    ("twists.moves", twists::moves),
    ("twists.abstract-list", twists::abstract_list),
    ("twists.geometric-printed", twists::geometric_printed),
    ("twists.geometric-meant", twists::geometric_meant),
    ("yama.generalised", yama::generalised),
    ("future.four-heap-yama", future::four_heap_yama),
    ("levels.chains", levels::chains),
    ("levels.chains-from-two", levels::chains_from_two),
    ("levels.chains-for-one", levels::chains_for_one),
    ("levels.value-one", levels::value_one),
    ("levels.five-eight-is-p", levels::five_eight_is_p),
    ("levels.five-eight-has-four", levels::five_eight_has_four),
    ("every-level.one-fails", every_level::one_fails),
    ("every-level.two-fails", every_level::two_fails),
    ("every-level.three", every_level::three),
    ("every-level.three-fails", every_level::three_fails),
    ("every-level.four", every_level::four),
    ("every-level.four-fails", every_level::four_fails),
    ("every-level.five", every_level::five),
    ("every-level.six-to-eight", every_level::six_to_eight),
    ("future.recurrence-printed", future::recurrence_printed),
    ("future.recurrence", future::recurrence),
    ("future.fibonacci-rule", future::fibonacci_rule),
    ("future.rule-of-three", future::rule_of_three),
];
