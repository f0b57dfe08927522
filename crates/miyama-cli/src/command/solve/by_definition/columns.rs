//! Values in binary columns, and the groups of powers of two that one sees without writing.

use super::Found;
use crate::answer::definition::{Columns, Group, Lowered, Row, Steps};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Position, columns};
use miyama_budget::Budget;
use miyama_text::say;
use num_bigint::BigUint;

pub(super) fn solve(position: &Position, budget: &Budget) -> Result<Found, Failure> {
    let mut values: Vec<(String, BigUint)> = Vec::new();
    for part in &position.parts {
        let alone = Position { parts: vec![part.clone()] };
        let value = miyama::sum::solve(&alone, Convention::Normal, budget).map_err(unsolved)?.value;
        let value = value.ok_or_else(|| Failure::input(say!("definition.no_value", part = part.to_string())))?;
        values.push((part.to_string(), value));
    }
    let sum = values.iter().fold(BigUint::default(), |sum, (_, value)| sum ^ value);
    let digits = values.iter().map(|(_, value)| value.bits()).max().unwrap_or(0).max(1);
    let groups: Vec<Group> = (0..digits)
        .rev()
        .map(|bit| {
            let parts = (1..).zip(&values).filter(|(_, (_, value))| value.bit(bit)).map(|(number, _)| number).collect();
            Group { power: (BigUint::from(1u32) << bit).into(), parts }
        })
        .filter(|group: &Group| !group.parts.is_empty())
        .collect();
    let powers = |value: &BigUint| {
        (0..digits).rev().filter(|&bit| value.bit(bit)).map(|bit| BigUint::from(1u32) << bit).collect::<Vec<_>>()
    };
    let rows = values.iter().map(|(part, value)| Row {
        part: part.clone(),
        value: value.into(),
        binary: binary(value, digits),
        powers: powers(value).iter().map(Into::into).collect(),
    });
    let rows: Vec<Row> = rows.collect();
    let lowered = (1..).zip(&values).map(|(part, (_, value))| {
        let to = value ^ &sum;
        Lowered { part, from: value.into(), lower: to < *value, to: (&to).into() }
    });
    let is_zero = sum == BigUint::default();
    let moves: Vec<Lowered> = if is_zero { vec![] } else { lowered.collect() };
    let mut says =
        vec![say!("definition.columns"), say!("definition.plain", text = columns(&values)), say!("definition.groups")];
    let width = values.iter().map(|(part, _)| part.chars().count()).max().unwrap_or(0);
    for (part, value) in &values {
        let powers: Vec<String> = powers(value).iter().map(ToString::to_string).collect();
        let gap = " ".repeat(width - part.chars().count());
        let sum = if powers.is_empty() { "0".to_owned() } else { powers.join(" + ") };
        says.push(say!("definition.plain", text = format!("  {part}{gap}  {value} = {sum}")));
    }
    for (at, group) in (0..digits).rev().filter(|&bit| values.iter().any(|(_, value)| value.bit(bit))).zip(&groups) {
        let (power, count) = (BigUint::from(1u32) << at, group.parts.len());
        says.push(match count % 2 {
            0 => say!("definition.group_even", power = &power, count = count),
            _ => say!("definition.group_odd", power = &power, count = count),
        });
    }
    for (part, value) in &values {
        let to = value ^ &sum;
        if !is_zero {
            says.push(match to < *value {
                true => say!("definition.lower", part = part, value = value, sum = &sum, to = &to),
                false => say!("definition.higher", part = part, value = value, sum = &sum, to = &to),
            });
        }
    }
    let outcome = if is_zero { Outcome::P } else { Outcome::N };
    let steps = Columns { rows, sum: (&sum).into(), binary: binary(&sum, digits), groups, moves };
    Ok(Found { steps: Steps::Columns(steps), says, outcome, value: Some(sum) })
}

fn binary(value: &BigUint, digits: u64) -> String {
    let digits = usize::try_from(digits).unwrap_or(1);
    format!("{:0>digits$}", value.to_str_radix(2))
}
