//! 004: values of games, Sprague–Grundy, and octal games.

mod forms;
mod impartial;
mod octal;
mod symbols;

use super::Check;

/// The checks of this document, by their names in its file.
pub(super) const CHECKS: &[(&str, Check)] = &[
    ("forms.one-outcome", forms::one_outcome),
    ("forms.all-types", forms::all_types),
    ("forms.options-of-sums", symbols::options_of_sums),
    ("forms.isomorphisms", forms::isomorphisms),
    ("forms.abelian-group", forms::abelian_group),
    ("forms.order", forms::order),
    ("forms.footnotes", forms::footnotes),
    ("impartial.nimbers-add", impartial::nimbers_add),
    ("impartial.types", impartial::types),
    ("impartial.closed", impartial::closed),
    ("impartial.sprague-grundy", impartial::sprague_grundy),
    ("impartial.options-exceed-mex", impartial::options_exceed_mex),
    ("impartial.options-differ-from-mex", impartial::options_differ_from_mex),
    ("octal.digits-are-rules", octal::digits_are_rules),
    ("octal.codes-are-rules", octal::codes_are_rules),
    ("octal.periodicity", octal::periodicity),
    ("octal.table-1", octal::table_1),
    ("octal.dawsons-kayles", octal::dawsons_kayles),
];
