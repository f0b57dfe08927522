//! One enum: each variant is a subcommand of the command line and a JSON request.

use crate::answer::{Answer, Format};
use crate::command::bench;
use crate::command::bricks;
use crate::command::check;
use crate::command::compare;
use crate::command::completions;
use crate::command::conjecture;
use crate::command::exercises;
use crate::command::figures;
use crate::command::find_rule;
use crate::command::games;
use crate::command::man;
use crate::command::merge;
use crate::command::moves;
use crate::command::period;
use crate::command::play;
use crate::command::prove;
use crate::command::quotient;
use crate::command::record;
use crate::command::reply;
use crate::command::report;
use crate::command::serve;
use crate::command::solve;
use crate::command::table;
use crate::command::tasks;
use crate::command::theorem;
use crate::command::tour;
use crate::command::value;
use crate::command::verify;
use crate::command::word;
use crate::command::work;
use crate::failure::Failure;
use miyama_budget::Budget;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What can be asked.
#[derive(Clone, Debug, clap::Subcommand, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(crate) enum Question {
    Games(games::Question),
    Solve(solve::Question),
    Reply(reply::Question),
    Moves(moves::Question),
    Play(play::Question),
    Table(table::Question),
    Period(period::Question),
    Quotient(Box<quotient::Question>),
    Verify(verify::Question),
    Check(check::Question),
    Prove(prove::Question),
    Theorem(theorem::Question),
    Conjecture(conjecture::Question),
    FindRule(find_rule::Question),
    Compare(compare::Question),
    Report(report::Question),
    Value(value::Question),
    Bricks(Box<bricks::Question>),
    Word(Box<word::Question>),
    Record(record::Question),
    Figures(figures::Question),
    Exercises(exercises::Question),
    Tour(tour::Question),
    Tasks(tasks::Question),
    Work(work::Question),
    Merge(merge::Question),
    Serve(serve::Question),
    Bench(bench::Question),
    Completions(completions::Question),
    Man(man::Question),
}

impl Question {
    /// Answers through the library.
    pub(crate) fn answer(&self, budget: &Budget) -> Result<Box<dyn Answer>, Failure> {
        budget.check()?;
        Ok(match self {
            Question::Bricks(question) => bricks::answer(question, budget)?,
            Question::Games(question) => Box::new(games::answer(question, budget)?),
            Question::Solve(question) => solve::answer(question, budget)?,
            Question::Play(question) => Box::new(play::answer(question, budget)?),
            Question::Reply(question) => Box::new(reply::answer(question, budget)?),
            Question::Moves(question) => Box::new(moves::answer(question, budget)?),
            Question::Table(question) => table::answer(question, budget)?,
            Question::Value(question) => value::answer(question, budget)?,
            Question::Record(question) => Box::new(record::answer(question, budget)?),
            Question::Figures(question) => Box::new(figures::answer(question, budget)?),
            Question::Exercises(question) => Box::new(exercises::answer(question, budget)?),
            Question::Tour(question) => Box::new(tour::answer(question, budget)?),
            Question::Word(question) => word::answer(question, budget)?,
            Question::Completions(question) => Box::new(completions::answer(question)),
            Question::Man(question) => Box::new(man::answer(question)),
            Question::Bench(question) => bench::answer(question, budget)?,
            Question::Period(question) => period::answer(question, budget)?,
            Question::Quotient(question) => quotient::answer(question, budget)?,
            Question::Verify(question) => verify::answer(question, budget)?,
            Question::Check(question) => check::answer(question, budget)?,
            Question::Prove(question) => prove::answer(question, budget)?,
            Question::Theorem(question) => Box::new(theorem::answer(question, budget)?),
            Question::Compare(question) => Box::new(compare::answer(question, budget)?),
            Question::Conjecture(question) => conjecture::answer(question, budget)?,
            Question::FindRule(question) => Box::new(find_rule::answer(question, budget)?),
            Question::Report(question) => Box::new(report::answer(question, budget)?),
            Question::Tasks(question) => Box::new(tasks::answer(question, budget)?),
            Question::Work(question) => Box::new(work::answer(question, budget)?),
            Question::Merge(question) => merge::answer(question, budget)?,
            Question::Serve(question) => Box::new(serve::answer(question, budget)?),
        })
    }

    /// The same question with a picture in its answer, where that must be said before.
    pub(crate) fn drawn(self) -> Question {
        match self {
            Question::Value(question) => Question::Value(question.drawn()),
            Question::Bricks(question) => Question::Bricks(Box::new(question.drawn())),
            other => other,
        }
    }

    /// Whether the answer as JSON is a list with a value on each line.
    pub(crate) fn is_listed(&self) -> bool {
        matches!(self, Question::Bricks(question) if question.is_listed())
    }

    /// The files to write the answer to, besides standard output.
    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        match self {
            Question::Bricks(question) => question.drawing.files(),
            Question::Table(question) => question.files(),
            Question::Value(question) => question.files(),
            Question::Record(question) => question.drawing.files(),
            Question::Figures(question) => question.drawing.files(),
            Question::Word(question) => question.drawing.files(),
            Question::Solve(question) => question.drawing.files(),
            Question::Games(_)
            | Question::Reply(_)
            | Question::Moves(_)
            | Question::Play(_)
            | Question::Completions(_)
            | Question::Man(_) => vec![],
            Question::Period(question) => question.files(),
            Question::Quotient(question) => question.drawing.files(),
            Question::Check(question) => question.drawing.files(),
            Question::Theorem(question) => question.drawing.files(),
            Question::Conjecture(question) => question.drawing.files(),
            Question::Prove(_)
            | Question::Exercises(_)
            | Question::Tour(_)
            | Question::Compare(_)
            | Question::FindRule(_)
            | Question::Report(_)
            | Question::Verify(_)
            | Question::Bench(_)
            | Question::Tasks(_)
            | Question::Work(_)
            | Question::Merge(_)
            | Question::Serve(_) => vec![],
        }
    }
}
