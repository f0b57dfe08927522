//! What becomes of a conjecture when it is put to the provers.

use super::no_conjecture;
use crate::answer::proof::Verdict;
use crate::failure::Failure;
use crate::proof::{limit_text, outside_text, system_text};
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_conjecture::{Class, Conjecture, Description, Wanted, conjecture, holds};
use miyama_proof::{Claim, NoTheorem, NoVerdict, NotLearned, Theorem, holds_everywhere, limits, prove, theorem};
use miyama_text::{Text, say};

/// The theorem that an automaton tells, if one is learned.
pub(super) fn learned(
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
) -> Result<Option<Box<Theorem>>, Failure> {
    let asked = match wanted {
        Wanted::PPositions(convention) => miyama_proof::Wanted::PPositions(convention),
        Wanted::Level(level) => miyama_proof::Wanted::Level(level),
        _ => return Ok(None),
    };
    match theorem(ruleset, asked, names, budget) {
        Ok(theorem) => Ok(Some(Box::new(theorem))),
        Err(NoTheorem::NotLearned(NotLearned::Stopped(stopped) | NotLearned::StoppedAfter(stopped, ..))) => {
            Err(Failure::Stopped(stopped))
        }
        Err(_) => Ok(None),
    }
}

/// The theorem as a formula, if it has one. That it holds in a box, as every description
/// here does, is tested although it is proved.
pub(super) fn described(
    theorem: &Theorem,
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
) -> Result<Option<Conjecture>, Failure> {
    let Some(text) = &theorem.formula else { return Ok(None) };
    let Ok(formula) = Formula::set(text, names) else { return Ok(None) };
    let learned_to = theorem.learned_to.min(if ruleset.heaps() > 2 { 63 } else { 511 });
    let checked_to = 4 * learned_to;
    if matches!(wanted, Wanted::PPositions(_))
        && !holds(ruleset, wanted, &formula, checked_to, budget).map_err(no_conjecture)?
    {
        return Ok(None);
    }
    let best = Description { formula: text.clone(), class: Class::Automaton, exceptions: 0 };
    Ok(Some(Conjecture { best: Some(best), runners_up: vec![], learned_to, checked_to, failed: 0 }))
}

/// The statement that an automaton recognises the positions.
pub(super) fn recognised(theorem: &Theorem, wanted: Wanted, called: &Text) -> Text {
    let (game, states) = (called.clone(), theorem.set.states());
    match wanted {
        Wanted::Level(level) => say!("proof.theorem_level_automaton", game = game, level = level, states = states),
        Wanted::PPositions(Convention::Misere) => say!("proof.theorem_misere_automaton", game = game, states = states),
        _ => say!("proof.theorem_automaton", game = game, states = states),
    }
}

/// What becomes of the description when it is put to the prover. One that is proved stands
/// before one that says the same and is not.
pub(super) fn proved_first(
    found: &mut Conjecture,
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
) -> Result<Option<(Verdict, Text)>, Failure> {
    let Some(best) = &found.best else { return Ok(None) };
    let proof = proof_of(best, ruleset, wanted, names, budget)?;
    if proof.0 == Verdict::Proved {
        return Ok(Some(proof));
    }
    if wanted == Wanted::PPositions(Convention::Normal)
        && ruleset.splits()
        && let Some(how) = by_values(best, ruleset, names, budget)?
    {
        return Ok(Some((Verdict::Proved, how)));
    }
    for place in 0..found.runners_up.len() {
        let other = proof_of(&found.runners_up[place], ruleset, wanted, names, budget)?;
        if other.0 == Verdict::Proved {
            let proved = found.runners_up.remove(place);
            found.runners_up.splice(0..0, found.best.replace(proved));
            return Ok(Some(other));
        }
    }
    Ok(Some(proof))
}

/// A proof of the P-positions of heaps that break by their values: a formula for these that is
/// proved, and that is 0 exactly there.
fn by_values(best: &Description, ruleset: &Ruleset, names: &Names, budget: &Budget) -> Result<Option<Text>, Failure> {
    let found = conjecture(ruleset, Wanted::Values, names, None, budget).map_err(no_conjecture)?;
    let Some(values) = found.best else { return Ok(None) };
    if proof_of(&values, ruleset, Wanted::Values, names, budget)?.0 != Verdict::Proved {
        return Ok(None);
    }
    let (set, value) = (&best.formula, &values.formula);
    let same = format!("({set}) and ({value}) = 0 or not ({set}) and ({value}) != 0");
    // A formula with words of its own in front of it cannot stand in another.
    let Ok(same) = Formula::set(&same, names) else { return Ok(None) };
    let go_on = || budget.check().is_ok();
    let decided = holds_everywhere(&same, &limits(budget, &go_on));
    budget.check().map_err(Failure::Stopped)?;
    Ok((decided == Some(true)).then(|| say!("guess.proved_by_values", formula = value)))
}

/// What becomes of the formula when it is put to the prover.
fn proof_of(
    best: &Description,
    ruleset: &Ruleset,
    wanted: Wanted,
    names: &Names,
    budget: &Budget,
) -> Result<(Verdict, Text), Failure> {
    let mistake = |mistake| Failure::mistake(mistake, &best.formula);
    let formula = match wanted {
        Wanted::Values => Formula::value(&best.formula, names).map_err(mistake)?,
        _ => Formula::set(&best.formula, names).map_err(mistake)?,
    };
    let (claim, convention) = match wanted {
        Wanted::Values => (Claim::Values(&formula), Convention::Normal),
        Wanted::Level(level) => (Claim::Level(level, &formula), Convention::Normal),
        Wanted::PPositions(convention) => (Claim::PPositions(&formula), convention),
        _ => return Ok((Verdict::Outside, say!("guess.no_prover"))),
    };
    Ok(match prove(ruleset, claim, convention, budget) {
        Ok(miyama_proof::Verdict::Proved(proved)) => {
            let system = system_text(proved.set.system());
            (Verdict::Proved, say!("guess.proved", states = proved.set.states(), system = system))
        }
        Ok(miyama_proof::Verdict::Signs(certificate)) => {
            let bytes = crate::proof::Paper::of_signs(&certificate)?.bytes.len() as u64;
            (Verdict::Proved, crate::proof::signs_text(&certificate, bytes))
        }
        Ok(miyama_proof::Verdict::ValuesBySigns(certificate)) => {
            let bytes = crate::proof::Paper::of_values(&certificate)?.bytes.len() as u64;
            (Verdict::Proved, crate::proof::values_text(&certificate, bytes))
        }
        // It held in a box, and fails beyond it.
        Ok(miyama_proof::Verdict::Refuted(refuted)) => {
            let position: Vec<String> = refuted.position.iter().map(ToString::to_string).collect();
            (Verdict::Refuted, say!("guess.refuted", position = format!("({})", position.join(", "))))
        }
        Ok(miyama_proof::Verdict::Outside(outside, _)) => {
            (Verdict::Outside, outside_text(&outside, ruleset.definition(), formula.source()))
        }
        Ok(miyama_proof::Verdict::Limit(reached, _)) => (Verdict::Limit, limit_text(&reached)),
        Err(NoVerdict::Stopped(stopped)) => return Err(Failure::Stopped(stopped)),
        Err(NoVerdict::Test(_)) => (Verdict::Limit, say!("guess.no_prover")),
    })
}
