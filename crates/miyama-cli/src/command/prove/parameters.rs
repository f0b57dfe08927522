//! Statements for all values of parameters: `miyama prove 'twist(c)' …`.

use crate::about::Symbolic;
use crate::failure::Failure;
use miyama::heap::formula::{Formula, number_up_to_total, up_to_total};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_budget::{Budget, Mistake};
use miyama_language::notation::parse_definition;
use miyama_proof::{Claim, Claimed, ForAll, NoVerdict, NotForAll, Verdict, for_all, prove};
use miyama_text::say;

/// What is wrong with a formula that cannot be read, whatever the names.
fn formula_mistake(claimed: Claimed, formula: &str) -> Failure {
    let read = if claimed == Claimed::Values { number_up_to_total } else { up_to_total };
    match read(formula, &[]) {
        Err(mistake) => Failure::option(option(claimed), mistake, formula),
        Ok(_) => Failure::input(say!("proof.for_all_definition")),
    }
}

/// Where a formula was written.
fn option(claimed: Claimed) -> &'static str {
    match claimed {
        Claimed::PPositions => "--p-positions",
        Claimed::Subset => "--subset",
        Claimed::Level(_) => "--level",
        Claimed::Values => "--value",
    }
}

/// A claim for all values, and what became of it.
pub(crate) struct Decided {
    pub(crate) verdict: Verdict,
    /// The heaps and the parameters.
    pub(crate) names: Vec<String>,
    pub(crate) parameters: Vec<String>,
    pub(crate) definition: String,
    pub(crate) formula: String,
}

pub(crate) fn decide(
    game: &Symbolic,
    (claimed, formula): (Claimed, &str),
    condition: Option<&str>,
    convention: Convention,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let Symbolic { definition, arguments } = game;
    let written = condition.unwrap_or("");
    let all: ForAll =
        for_all(definition, arguments, condition, (claimed, formula), convention, budget).map_err(|no| match no {
            NotForAll::Definition => Failure::input(say!("proof.for_all_definition")),
            NotForAll::Argument(text) => Failure::input(say!("proof.for_all_argument", argument = text)),
            NotForAll::Name(name) => Failure::input(say!("proof.for_all_name", name = name)),
            NotForAll::NoParameter(name) => Failure::input(say!("proof.for_all_heap", name = name)),
            NotForAll::Empty => Failure::input(say!("proof.for_all_empty", condition = written)),
            NotForAll::Formula => formula_mistake(claimed, formula),
            NotForAll::Condition => Failure::input(say!("proof.for_all_condition", condition = written)),
        })?;
    // The game is shown as it is decided: with its parameters behind the heaps.
    let wrong = |mistake: Mistake| {
        let hint = say!("proof.for_all_heaps", parameters = all.parameters.join(", "));
        Failure::mistake(mistake, &all.game).with_hint(hint)
    };
    let parsed = parse_definition(&all.game).map_err(wrong)?;
    let ruleset = Ruleset::within(&parsed, &[], budget).map_err(wrong)?;
    let names = ruleset.names().with_automata(&crate::automata::of_files(budget));
    let read = if claimed == Claimed::Values { Formula::value } else { Formula::set };
    // The formula alone first, so that a mistake is shown where it was written.
    read(formula, &names).map_err(|mistake| Failure::option(option(claimed), mistake, formula))?;
    let read = read(&all.formula, &names).map_err(|mistake| Failure::option("--where", mistake, &all.formula))?;
    let claim = match claimed {
        Claimed::PPositions => Claim::PPositions(&read),
        Claimed::Subset => Claim::Subset(&read),
        Claimed::Level(level) => Claim::Level(level, &read),
        Claimed::Values => Claim::Values(&read),
    };
    let verdict = prove(&ruleset, claim, convention, budget).map_err(|no| match no {
        NoVerdict::Stopped(stopped) => Failure::Stopped(stopped),
        NoVerdict::Test(_) => Failure::input(say!("proof.for_all_table")),
    })?;
    // What signs prove holds for all numbers in the place of the symbols, so also under a condition on them.
    let by_signs = claimed == Claimed::PPositions && convention == Convention::Normal;
    let verdict = match verdict {
        Verdict::Outside(outside, to) if by_signs => match miyama_signs::prove(definition, arguments, formula) {
            Ok(certificate) => Verdict::Signs(Box::new(certificate)),
            Err(_) => Verdict::Outside(outside, to),
        },
        other => other,
    };
    let (names, parameters) = (names.shown().to_vec(), all.parameters);
    Ok(Decided { verdict, names, parameters, definition: all.game, formula: all.formula })
}
