//! A formula about boards as they grow, or about heaps of a game in which the players have
//! different moves: `m` rows and `n` columns, strips and graphs of size `n`.

use super::formula::{Answer, Claim, FormulaCheck};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use miyama::game::Game;
use miyama::heap::conjecture::{Known, test_members};
use miyama::heap::formula::Names;
use miyama::play::Outcome;
use miyama::sum::{Family, Member, NoSeries, series};
use miyama_budget::Budget;
use miyama_text::say;

pub(super) fn answer(asked: &FormulaCheck<'_>, game: &Game, budget: &Budget) -> Result<Answer, Failure> {
    let called = asked.game.trim();
    if asked.heaps.is_some() {
        return Err(Failure::input(say!("table.for_heaps", argument = "--heaps", game = called)));
    }
    let bound = asked.to.unwrap_or(Family::default_bound(game));
    let wrong = |mistake| Failure::option("--to", mistake, bound);
    let (family, to) = Family::read(game, bound).map_err(wrong)?;
    let names = Names::of(&family.names()).with_automata(&crate::automata::of_files(budget));
    let formula = asked.claim.read(&names).map_err(|mistake| asked.claim.wrong(mistake))?;
    let convention = asked.claim.convention();
    let series = series(&family, &to, convention, budget).map_err(|reason| match reason {
        NoSeries::Mistake(mistake) => wrong(mistake.placed_at(0..bound.len())),
        NoSeries::Unsolved(reason) => unsolved(reason),
    })?;
    let told_apart = series.members.iter().any(|member| matches!(member.outcome, Outcome::L | Outcome::R));
    let known = |member: &Member| {
        let (number, shown) = match asked.claim {
            Claim::PPositions { .. } => (u32::from(member.outcome != Outcome::P), member.outcome.to_string()),
            Claim::Values(_) => (member.nimber?, member.nimber?.to_string()),
        };
        let position = family.written(&member.numbers);
        // A table of N and P alone says as much of a game in which both players have the same moves.
        let outcome = (matches!(asked.claim, Claim::PPositions { .. }) && told_apart).then_some(member.outcome);
        Some(Known { numbers: member.numbers.clone(), position, number, shown, outcome })
    };
    let known: Option<Vec<Known>> = series.members.iter().map(known).collect();
    let known = known.ok_or_else(|| Failure::input(say!("check.partizan_values", game = called)))?;
    let last = series.members.last().map(|member| family.written(&member.numbers));
    let tested = test_members(&formula, &known, budget).map_err(|reason| asked.claim.wrong(reason.into()))?;
    Ok(Answer {
        game: called.to_owned(),
        names: family.names(),
        to,
        convention,
        formula,
        tested,
        last,
        plan: series.plan,
        explain: asked.explain,
        proof: None,
        truth: None,
        stopped: series.stopped.map(unsolved),
    })
}
