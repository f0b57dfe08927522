//! Signs that mean the same to the rules are one to the engine, which writes one of them for all.

use super::rule::Rules;
use super::syntax::{Definition, NO_CELL, Near, Pattern};

/// Whether every sign that is the same as "no cell" to the rules, and that a move writes, is the one that
/// [`super::Engine::options`] writes for all of them.
pub(super) fn writes_as_shown(definition: &Definition, rules: &Rules) -> bool {
    let shown = rules.dead.first().copied().unwrap_or(NO_CELL);
    let same = |sign: char| sign != shown && (sign == NO_CELL || rules.dead.contains(&sign));
    let blurs = |sign: char| match definition.class(sign) {
        Some(class) => class.signs.iter().any(|member| same(member.sign)),
        None => same(sign),
    };
    let items = |pattern: &Pattern| pattern.rows.iter().flatten().cloned().collect::<Vec<_>>();
    let steps = definition.steps().all(|step| {
        let (from, to) = (items(&step.from), items(&step.to));
        let cells = from.iter().flat_map(|item| &item.signs).zip(to.iter().flat_map(|item| &item.signs));
        cells.filter(|(before, after)| before.sign != after.sign).all(|(_, after)| !blurs(after.sign))
    });
    let mut near = definition.groups.iter().flat_map(|group| &group.rules).filter_map(|rule| rule.near.as_ref());
    let beside = near.all(|near| match near {
        Near::Unless(_) => true,
        Near::Change(_, to) | Near::Beyond(_, to) => to.iter().all(|sign| !blurs(sign.sign)),
    });
    steps && beside
}
