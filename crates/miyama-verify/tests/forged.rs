//! A file with anything in it changed is refused, or what it still says is true: whatever the
//! checker accepts is put to the engine, which shares no code with it.
#![allow(clippy::unwrap_used, clippy::panic)]

mod certificates;

use certificates::{Chance, MISERE, NORMAL, all, proved};
use miyama::budget::Budget;
use miyama::heap::formula::Formula;
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama_proof::{Claim, Verdict, prove};
use miyama_verify::theorem::{Certificate, Check, Statement, check};
use serde_json::Value;

/// The scalars of a file, by their places.
fn scalars(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(members) => {
            members.iter().enumerate().for_each(|(n, member)| scalars(member, &format!("{at}/{n}"), found));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| scalars(field, &format!("{at}/{name}"), found));
        }
        _ => found.push(at.to_owned()),
    }
}

/// Another scalar of the same kind.
fn changed(value: &Value, chance: &mut Chance) -> Value {
    match value {
        Value::Bool(truth) => Value::Bool(!truth),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            Value::from(match chance.below(4) {
                0 => number + 1,
                1 => number - 1,
                2 => 0,
                _ => number ^ (1 << chance.below(5)),
            })
        }
        Value::String(text) => {
            // One sign becomes another of the same text, or a digit another digit.
            let signs: Vec<char> = text.chars().collect();
            let digits: Vec<usize> = (0..signs.len()).filter(|at| signs[*at].is_ascii_digit()).collect();
            let mut forged = signs.clone();
            if !digits.is_empty() && chance.below(2) == 0 {
                forged[digits[chance.below(digits.len())]] = char::from(b'0' + u8::try_from(chance.below(10)).unwrap());
            } else if !signs.is_empty() {
                forged[chance.below(signs.len())] = signs[chance.below(signs.len())];
            }
            Value::from(forged.into_iter().collect::<String>())
        }
        other => other.clone(),
    }
}

/// Whether the engine says what an accepted certificate says.
fn is_true(certificate: &Certificate) -> Result<bool, String> {
    let definition = parse_definition(&certificate.game).map_err(|mistake| format!("{mistake:?}"))?;
    let argument = |text: &String| -> Argument {
        let number = |text: &str| text.trim().parse::<i64>().unwrap();
        match text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some(members) => {
                Argument::Set(members.split(',').filter(|one| !one.trim().is_empty()).map(number).collect())
            }
            None => Argument::Number(number(text)),
        }
    };
    let arguments: Vec<Argument> = certificate.arguments.iter().map(argument).collect();
    let one = Ruleset::new(&definition, &arguments).map_err(|mistake| format!("{mistake:?}"))?;
    let (ruleset, names) = match certificate.copies {
        1 => (one.clone(), one.names()),
        copies => (one.side_by_side(copies).ok_or("no sum")?, one.names_side_by_side(copies)),
    };
    let budget = Budget::unlimited();
    let set = |text: &String| Formula::set(text, &names).map_err(|mistake| format!("{mistake:?}"));
    let decided = |claim: Claim<'_>| match prove(&ruleset, claim, certificate.convention, &budget) {
        Ok(Verdict::Proved(proved)) => Ok(Some(proved.set)),
        Ok(Verdict::Refuted(_)) => Ok(None),
        other => Err(format!("{other:?}")),
    };
    let proved = match &certificate.statement {
        Statement::PPositions { formula: Some(text) } => decided(Claim::PPositions(&set(text)?))?,
        Statement::Level { level, formula: Some(text) } => decided(Claim::Level(*level, &set(text)?))?,
        Statement::Subset { formula } => decided(Claim::Subset(&set(formula)?))?,
        Statement::Within { domain, formula } => decided(Claim::Within(&set(domain)?, &set(formula)?))?,
        Statement::Values { formula } => {
            let formula = Formula::value(formula, &names).map_err(|mistake| format!("{mistake:?}"))?;
            decided(Claim::Values(&formula))?
        }
        // Without a formula the set itself is claimed: each tuple of a box, by a table.
        Statement::PPositions { formula: None } | Statement::Level { formula: None, .. } => {
            let known = all().into_iter().any(|known| {
                (&known.game, &known.arguments, known.convention, known.copies, &known.set)
                    == (
                        &certificate.game,
                        &certificate.arguments,
                        certificate.convention,
                        certificate.copies,
                        &certificate.set,
                    )
            });
            return if known { Ok(true) } else { Err("another set without a formula".to_owned()) };
        }
    };
    Ok(proved.is_some())
}

fn forged(rounds: usize) -> usize {
    let mut certificates = all();
    certificates.push(proved("nim", 2, "where x + y >= 3: x = y and x >= 2 or x = y", NORMAL));
    certificates.push(proved("bounded(3)", 2, "where x <= y: (y-x) mod 4 = 0", NORMAL));
    certificates.push(proved("nim", 2, "where x <= 1: y <= 1 and x + y = 1", MISERE));
    let files: Vec<Value> = certificates.iter().map(|one| serde_json::to_value(one).unwrap()).collect();
    let places: Vec<Vec<String>> = files
        .iter()
        .map(|file| {
            let mut found = Vec::new();
            scalars(file, "", &mut found);
            // What is said is short, and the automata are long: half of the changes are in what is said.
            let said: Vec<String> =
                found.iter().filter(|at| !at[1..].contains('/') || at.starts_with("/statement")).cloned().collect();
            let times = found.len() / said.len().max(1);
            (0..times).for_each(|_| found.extend(said.iter().cloned()));
            found
        })
        .collect();
    let mut chance = Chance(1_902_198_411);
    let mut accepted = 0;
    let mut tried = 0;
    while tried < rounds {
        let which = chance.below(files.len());
        let at = &places[which][chance.below(places[which].len())];
        let mut file = files[which].clone();
        let place = file.pointer_mut(at).unwrap();
        let other = changed(place, &mut chance);
        if *place == other {
            continue;
        }
        *place = other;
        tried += 1;
        // What is no certificate at all is refused where it is read.
        let Ok(certificate) = serde_json::from_value::<Certificate>(file) else { continue };
        if check(&certificate, &Budget::unlimited()).unwrap() != Check::Holds {
            continue;
        }
        accepted += 1;
        let truth = is_true(&certificate);
        assert_eq!(
            truth,
            Ok(true),
            "{at}: {} {:?} {:?}",
            certificate.game,
            certificate.arguments,
            certificate.statement
        );
    }
    accepted
}

#[test]
fn a_changed_file_is_refused_or_true() {
    forged(60);
}

/// So many that some of them say something else that is true.
#[test]
#[ignore = "minutes; `just forgeries`"]
fn thousands_of_changed_files_are_refused_or_true() {
    assert!(forged(20_000) > 0);
}
