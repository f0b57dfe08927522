//! Statements for all values of parameters: `miyama prove 'twist(c)' …`.

use crate::failure::Failure;
use miyama::heap::builtin;
use miyama::heap::formula::{Formula, up_to_total};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_language::notation::parse_definition;
use miyama_proof::{Claim, ForAll, NoVerdict, NotForAll, Verdict, for_all, is_symbolic, prove};
use miyama_text::say;

/// A definition and arguments that are not all numbers.
pub(super) struct Symbolic {
    pub(super) definition: String,
    pub(super) arguments: Vec<String>,
}

/// The game with names in the place of arguments, if the text is one: a built-in game, or a
/// definition whose parameters have no values.
pub(super) fn symbolic(game: &str) -> Option<Symbolic> {
    if miyama::game::is_definition(game) {
        let parsed = parse_definition(game).ok()?;
        let open = !parsed.parameters.is_empty() && parsed.parameters.iter().all(|p| p.default.is_none());
        let arguments: Vec<String> = parsed.parameters.iter().map(|p| p.name.text.clone()).collect();
        return open.then(|| Symbolic { definition: game.to_owned(), arguments });
    }
    let (name, rest) = game.split_once('(')?;
    let inside = rest.trim().strip_suffix(')')?;
    // A set is one argument: subtraction({1,3,4}).
    let mut open = 0i32;
    let apart = |c: char| {
        open += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && open == 0
    };
    let arguments: Vec<String> = inside.split(apart).map(|argument| argument.trim().to_owned()).collect();
    let found = builtin::find(name.trim())?;
    is_symbolic(&arguments).then(|| Symbolic { definition: found.rules().to_owned(), arguments })
}

/// What is wrong with a formula that cannot be read, whatever the names.
fn formula_mistake(formula: &str) -> Failure {
    match up_to_total(formula, &[]) {
        Err(mistake) => Failure::option("--p-positions", mistake, formula),
        Ok(_) => Failure::input(say!("proof.for_all_definition")),
    }
}

/// A claim for all values, and what became of it.
pub(super) struct Decided {
    pub(super) verdict: Verdict,
    /// The heaps and the parameters.
    pub(super) names: Vec<String>,
    pub(super) definition: String,
    pub(super) formula: String,
}

pub(super) fn decide(
    game: &Symbolic,
    formula: &str,
    condition: Option<&str>,
    convention: Convention,
    budget: &Budget,
) -> Result<Decided, Failure> {
    let Symbolic { definition, arguments } = game;
    let all: ForAll = for_all(definition, arguments, condition, formula, convention).map_err(|no| match no {
        NotForAll::Definition => Failure::input(say!("proof.for_all_definition")),
        NotForAll::Argument(text) => Failure::input(say!("proof.for_all_argument", argument = text)),
        NotForAll::Name(name) => Failure::input(say!("proof.for_all_name", name = name)),
        NotForAll::NoParameter(name) => Failure::input(say!("proof.for_all_heap", name = name)),
        NotForAll::Empty(tried) => {
            Failure::input(say!("proof.for_all_empty", condition = condition.unwrap_or(""), tried = tried))
        }
        NotForAll::Formula => formula_mistake(formula),
        NotForAll::Condition => Failure::input(say!("proof.for_all_condition", condition = condition.unwrap_or(""))),
    })?;
    let parsed = parse_definition(&all.game).map_err(|mistake| Failure::mistake(mistake, &all.game))?;
    let ruleset = Ruleset::within(&parsed, &[], budget).map_err(|mistake| Failure::mistake(mistake, &all.game))?;
    let names = ruleset.names().with_automata(&crate::automata::of_files(budget));
    // The formula alone first, so that a mistake is shown where it was written.
    Formula::set(formula, &names).map_err(|mistake| Failure::option("--p-positions", mistake, formula))?;
    let read =
        Formula::set(&all.formula, &names).map_err(|mistake| Failure::option("--where", mistake, &all.formula))?;
    let verdict = prove(&ruleset, Claim::PPositions(&read), convention, budget).map_err(|no| match no {
        NoVerdict::Stopped(stopped) => Failure::Stopped(stopped),
        NoVerdict::Test(_) => Failure::input(say!("proof.for_all_table")),
    })?;
    let verdict = match verdict {
        Verdict::Outside(outside, to) if condition.is_none() && convention == Convention::Normal => {
            match miyama_signs::prove(definition, arguments, formula) {
                Ok(certificate) => Verdict::Signs(Box::new(certificate)),
                Err(_) => Verdict::Outside(outside, to),
            }
        }
        other => other,
    };
    Ok(Decided { verdict, names: names.shown().to_vec(), definition: all.game, formula: all.formula })
}
