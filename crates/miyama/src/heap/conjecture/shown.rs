//! What shows that a position does not belong where a set has it, when the set is not all that is
//! asked for: the truth about its options, not what the set says of them.

use super::truth::TrueTable;
use super::{Kind, NoTest, Violation};
use crate::heap::ruleset::Ruleset;
use crate::heap::table::NoTable;
use crate::play::Convention;
use miyama_budget::Budget;
use std::collections::BTreeMap;

/// The option, or the lack of one, that shows that a position is not what a set says: `inside` it
/// although it is no P-position (with a `level`, although it has another value), or outside it although it
/// is one. None if it is what the set says, if it has more than `most` options, if a position of the
/// wrong value is outside anyway, or if the rules of the game say more of its end than who moves last.
///
/// # Errors
/// [`NoTest`] says why there is no answer.
pub fn shown_at(
    ruleset: &Ruleset,
    position: &[u64],
    inside: bool,
    level: Option<u32>,
    convention: Convention,
    most: u64,
    budget: &Budget,
) -> Result<Option<Violation>, NoTest> {
    if !ruleset.is_won_as_usual() || ruleset.splits() && convention == Convention::Misere {
        return Ok(None);
    }
    let truth = TrueTable::of(ruleset, level.is_none(), position, convention, budget)?;
    // The numbers of the options, each with the first option that has it: values, or 0 for P and 1 for N.
    let mut reached: BTreeMap<u32, Vec<Vec<u64>>> = BTreeMap::new();
    let (mut options, mut known) = (0u64, true);
    ruleset
        .for_each_option(position, budget, &mut |option: &[Vec<u64>]| {
            options += 1;
            match number(&truth, option, level, convention) {
                Some(number) if options <= most => {
                    let first = reached.entry(number).or_insert_with(|| option.to_vec());
                    if *option < **first {
                        *first = option.to_vec();
                    }
                }
                _ => known = false,
            }
            known
        })
        .map_err(NoTable::from)?;
    if !known {
        return Ok(None);
    }
    let (claimed, actual, kind) = match level {
        Some(level) => {
            let value = (0..).find(|value| !reached.contains_key(value)).unwrap_or(u32::MAX);
            let kind = match reached.remove(&level) {
                _ if !inside || value == level => return Ok(None),
                Some(option) => Kind::Reached { option },
                None => Kind::Missing { value: i64::from(value) },
            };
            (i64::from(level), i64::from(value), kind)
        }
        None => {
            let kind = match (inside, reached.remove(&0)) {
                (true, Some(option)) => Kind::IntoP { option },
                (true, None) if options == 0 && convention == Convention::Misere => Kind::EndInside,
                (false, None) if options > 0 => Kind::NoneP,
                (false, None) if convention == Convention::Normal => Kind::EndOutside,
                _ => return Ok(None),
            };
            (i64::from(!inside), i64::from(inside), kind)
        }
    };
    Ok(Some(Violation { position: position.to_vec(), claimed, actual, kind }))
}

/// The value of a sum of positions; without a level, 0 for P and 1 for N. None if the table does not reach it.
fn number(truth: &TrueTable, option: &[Vec<u64>], level: Option<u32>, convention: Convention) -> Option<u32> {
    match option {
        // Nothing left is the end of the game.
        [] => Some(u32::from(level.is_none() && convention == Convention::Misere)),
        [position] => truth.number(position),
        parts => {
            let sum = parts.iter().try_fold(0, |sum, part| Some(sum ^ truth.value(part)?))?;
            Some(if level.is_some() { sum } else { sum.min(1) })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::builtin;
    use crate::heap::notation::parse_definition;

    fn shown(
        ruleset: &Ruleset,
        position: &[u64],
        inside: bool,
        level: Option<u32>,
        convention: Convention,
    ) -> Option<Kind> {
        let violation = shown_at(ruleset, position, inside, level, convention, 1000, &Budget::unlimited());
        violation.unwrap().map(|violation| violation.kind)
    }

    #[test]
    fn the_move_that_shows_it_is_told() {
        let nim = builtin::ruleset("nim", &[]).unwrap().side_by_side(3).unwrap();
        let (normal, misere) = (Convention::Normal, Convention::Misere);
        let [one, four] = [vec![vec![1, 1, 0]], vec![vec![3, 1, 2]]];
        assert_eq!(shown(&nim, &[2, 1, 0], true, None, normal), Some(Kind::IntoP { option: one }));
        assert_eq!(shown(&nim, &[1, 1, 0], false, None, normal), Some(Kind::NoneP));
        assert_eq!(shown(&nim, &[1, 1, 0], true, None, normal), None);
        assert_eq!(shown(&nim, &[2, 1, 0], false, None, normal), None);
        assert_eq!(shown(&nim, &[0, 0, 0], false, None, normal), Some(Kind::EndOutside));
        assert_eq!(shown(&nim, &[0, 0, 0], true, None, misere), Some(Kind::EndInside));
        assert_eq!(shown(&nim, &[0, 0, 0], false, None, misere), None);
        assert_eq!(shown(&nim, &[5, 1, 2], true, None, normal), Some(Kind::IntoP { option: four }));
        // Values: 5 xor 1 = 4 has an option of value 2 and none of value 4.
        let two = vec![vec![3, 1, 0]];
        assert_eq!(shown(&nim, &[5, 1, 0], true, Some(2), normal), Some(Kind::Reached { option: two }));
        assert_eq!(shown(&nim, &[5, 1, 0], true, Some(9), normal), Some(Kind::Missing { value: 4 }));
        assert_eq!(shown(&nim, &[5, 1, 0], true, Some(4), normal), None);
        assert_eq!(shown(&nim, &[5, 1, 0], false, Some(4), normal), None);
    }

    #[test]
    fn pieces_count_by_their_values() {
        let definition = parse_definition("(x) -> {(a)+(b) | a+b = x-1, a <= b}").unwrap();
        let ruleset = Ruleset::new(&definition, &[]).unwrap();
        // 0, 1, 0, 1, 0: 3 has the options 0+2 and 1+1.
        let option = vec![vec![0], vec![2]];
        let kind = shown(&ruleset, &[3], true, None, Convention::Normal);
        assert_eq!(kind, Some(Kind::IntoP { option }));
        assert_eq!(shown(&ruleset, &[3], true, None, Convention::Misere), None);
    }
}
