//! `miyama solve POSITION`: who wins, the value, every winning move, and why.

mod board;
mod by_definition;
pub(crate) mod so_far;
pub(crate) mod state;

pub(crate) use by_definition::{good_forms, told};

use crate::answer::definition::Way;
use crate::answer::number::Natural;
use crate::answer::{self, Format, solution as data};
use crate::export::csv::Rows;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games::GivenPosition;
use crate::picture::figure::Figure;
use crate::picture::{Drawing, position as drawn};
use miyama::heap::level_sets;
use miyama::heap::theorem::{Ladder, Theorem};
use miyama::opponent::describe;
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Move, Moves, NoSolution, Part, Position, Solution, explain, solve_so_far};
use miyama_budget::{Budget, Error};
use miyama_text::{Lang, Text, say};
use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;

/// Who wins a position, its value, every winning move, and why.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Question {
    #[command(flatten)]
    #[serde(flatten)]
    position: GivenPosition,
    #[arg(long)]
    #[serde(default)]
    explain: bool,
    #[arg(long, value_name = "WAY", num_args = 0..=1, require_equals = true, default_missing_value = "any", conflicts_with = "explain")]
    #[serde(default)]
    by_definition: Option<Way>,
    #[arg(long, value_name = "FILE", conflicts_with = "by_definition")]
    #[serde(skip)]
    state: Option<PathBuf>,
    #[arg(long, requires = "state")]
    #[serde(skip)]
    resume: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

pub(crate) struct Answer {
    position: Position,
    convention: Convention,
    solution: Solution,
    /// How it is answered, if that is asked for.
    explained: Option<Vec<Text>>,
    /// Why this is not all.
    stopped: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Box<dyn answer::Answer>, Failure> {
    let (position, convention) = question.position.read(budget)?;
    if let Some(way) = question.by_definition {
        return Ok(Box::new(by_definition::answer(position, convention, way, budget)?));
    }
    let (solved, mut failure) = match &question.state {
        Some(path) => state::solve(&position, convention, path, question.resume, budget)?,
        None => (solve_so_far(&position, convention, budget), None),
    };
    let mut solution = match solved {
        Ok(solution) => solution,
        Err(NoSolution::SoFar(so_far)) => {
            let failure = failure.unwrap_or(Failure::Stopped(so_far.stopped));
            return Ok(Box::new(so_far::Answer { position, convention, so_far: *so_far, failure }));
        }
        Err(reason) => return Err(failure.unwrap_or_else(|| unsolved(reason))),
    };
    if solution.value.is_none() && convention == Convention::Normal {
        solution.value = value_of_twist(&position, budget)?;
    }
    let right = solution.right.as_ref().and_then(|moves| moves.stopped);
    let stopped = failure.take().or(solution.moves.stopped.or(right).map(Failure::Stopped));
    let explained = question.explain.then(|| explain(&position, convention));
    Ok(Box::new(Answer { position, convention, solution, explained, stopped }))
}

/// The Grundy value of a position of twist(c) where the theorem on its level sets gives it.
fn value_of_twist(position: &Position, budget: &Budget) -> Result<Option<BigUint>, Failure> {
    let [Part::Heap { game, heaps }] = position.parts.as_slice() else { return Ok(None) };
    let (Some(Theorem::Ladder(Ladder::Twist(c))), [x, y]) = (&game.theorem, heaps.as_slice()) else {
        return Ok(None);
    };
    let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) else { return Ok(None) };
    Ok(level_sets::value(*c, [x, y], budget)?.map(BigUint::from))
}

/// Why a position was not solved, as a failure.
pub(crate) fn unsolved(reason: NoSolution) -> Failure {
    Failure::from(Error::from(reason))
}

/// Who wins a position, for a person.
pub(crate) fn who_wins(position: &Position, convention: Convention, outcome: Outcome) -> Text {
    let position = position.to_string();
    match (outcome, convention) {
        (Outcome::L, Convention::Normal) => say!("cli.solve_l", position = position),
        (Outcome::R, Convention::Normal) => say!("cli.solve_r", position = position),
        (Outcome::L, Convention::Misere) => say!("cli.solve_misere_l", position = position),
        (Outcome::R, Convention::Misere) => say!("cli.solve_misere_r", position = position),
        (Outcome::N, Convention::Normal) => say!("cli.solve_n", position = position),
        (_, Convention::Normal) => say!("cli.solve_p", position = position),
        (Outcome::N, Convention::Misere) => say!("cli.solve_misere_n", position = position),
        (_, Convention::Misere) => say!("cli.solve_misere_p", position = position),
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.solution(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            Format::Csv => match &self.solution.right {
                None => {
                    let mut rows = Rows::new(&["winning_move"], out)?;
                    for position in &self.solution.moves.listed {
                        rows.row(&[position.to_string()])?;
                    }
                    rows.end()?;
                }
                Some(right) => {
                    let mut rows = Rows::new(&["player", "winning_move"], out)?;
                    for (player, moves) in [("left", &self.solution.moves), ("right", right)] {
                        for position in &moves.listed {
                            rows.row(&[player.to_owned(), position.to_string()])?;
                        }
                    }
                    rows.end()?;
                }
            },
            Format::Svg => out.write_all(self.figure(lang).svg().as_bytes())?,
            Format::Latex => out.write_all(self.figure(lang).tikz().as_bytes())?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}

/// Most winning moves of a picture.
const DRAWN: usize = 24;

impl Answer {
    /// The position, and below it one panel for each winning move.
    fn figure(&self, lang: Lang) -> Figure {
        let Solution { outcome, moves, right, .. } = &self.solution;
        let title = who_wins(&self.position, self.convention, *outcome).in_lang(lang);
        let mut panels = vec![drawn::draw(&self.position, None, &title)];
        let sides = [(Player::Left, Some(moves)), (Player::Right, right.as_ref())];
        for (who, moves) in sides.into_iter().filter_map(|(who, moves)| Some((who, moves?))) {
            let name = match (right.is_some(), who) {
                (false, _) => String::new(),
                (true, Player::Left) => format!("{}: ", say!("definition.left").in_lang(lang)),
                (true, Player::Right) => format!("{}: ", say!("definition.right").in_lang(lang)),
            };
            for after in moves.listed.iter().take(DRAWN) {
                let choice = Move::between(who, &self.position, after);
                let words = choice
                    .as_ref()
                    .map_or_else(|| after.to_string(), |choice| describe(&self.position, choice).in_lang(lang));
                panels.push(drawn::draw(&self.position, choice.as_ref(), &format!("{name}{words}")));
            }
        }
        Figure::sheet(&title, &panels, 900.0)
    }

    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        let Solution { outcome, value, form, moves, right, why, .. } = &self.solution;
        let who = who_wins(&self.position, self.convention, *outcome);
        writeln!(out, "{}", who.in_lang(lang))?;
        match (value, self.convention) {
            _ if self.position.is_alone() => {}
            _ if right.is_some() => {
                if let Some(form) = form {
                    writeln!(out, "{}", say!("cli.solve_form", value = miyama::sum::abridged(form)).in_lang(lang))?;
                }
            }
            (Some(value), _) => writeln!(out, "{}", say!("cli.solve_value", value = value).in_lang(lang))?,
            (None, Convention::Normal) => writeln!(out, "{}", say!("cli.solve_no_value").in_lang(lang))?,
            (None, Convention::Misere) => {}
        }
        board::write_position(&self.position, self.convention, &self.solution, lang, out)?;
        if let Some(right) = right {
            self.moves_of(Player::Left, moves, say!("cli.solve_moves_left", count = &moves.count), lang, out)?;
            self.moves_of(Player::Right, right, say!("cli.solve_moves_right", count = &right.count), lang, out)?;
        } else if !moves.listed.is_empty() {
            writeln!(out, "\n{}", say!("cli.solve_moves", count = &moves.count).in_lang(lang))?;
            for (i, position) in moves.listed.iter().enumerate() {
                if i > 0 && board::boards(&self.position).next().is_some() {
                    writeln!(out)?;
                }
                if !board::write_move(&self.position, position, out)? {
                    writeln!(out, "  {position}")?;
                }
            }
            let more = &moves.count - BigUint::from(moves.listed.len());
            if more > BigUint::default() {
                writeln!(out, "  {}", say!("solve.too_many", more = &more).in_lang(lang))?;
            }
        }
        writeln!(out)?;
        for reason in why {
            writeln!(out, "{}", reason.in_lang(lang))?;
        }
        writeln!(out, "{}", say!("cli.solve_method", method = self.solution.method.clone()).in_lang(lang))?;
        if let Some(explained) = &self.explained {
            writeln!(out, "\n{}", say!("strategy.heading").in_lang(lang))?;
            for line in explained {
                writeln!(out, "{}", line.in_lang(lang))?;
            }
        }
        Ok(())
    }

    /// The winning moves of one player, in words.
    fn moves_of(
        &self,
        who: Player,
        moves: &Moves,
        title: Text,
        lang: Lang,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        writeln!(out, "\n{}", title.in_lang(lang))?;
        for after in &moves.listed {
            let words = Move::between(who, &self.position, after).map(|choice| describe(&self.position, &choice));
            match words {
                Some(words) => writeln!(out, "  {}  →  {after}", words.in_lang(lang))?,
                None => writeln!(out, "  {after}")?,
            }
        }
        let more = &moves.count - BigUint::from(moves.listed.len());
        if more > BigUint::default() {
            writeln!(out, "  {}", say!("solve.too_many", more = &more).in_lang(lang))?;
        }
        Ok(())
    }

    fn solution(&self, lang: Lang) -> data::Solution {
        let joined =
            |texts: &[Text], joint: &str| texts.iter().map(|t| t.in_lang(lang)).collect::<Vec<_>>().join(joint);
        let listed = |moves: &Moves| moves.listed.iter().map(ToString::to_string).collect::<Vec<_>>();
        let Solution { outcome, value, form, moves, right, why, method } = &self.solution;
        data::Solution {
            position: self.position.to_string(),
            convention: self.convention.into(),
            outcome: (*outcome).into(),
            value: value.as_ref().map(Natural::from),
            form: right.as_ref().and(form.clone()),
            winning_moves: listed(moves),
            winning_moves_count: (&moves.count).into(),
            winning_moves_counted: right.iter().chain([moves]).all(|moves| moves.undecided == 0 && !moves.is_partial),
            winning_moves_right: right.as_ref().map(listed),
            winning_moves_right_count: right.as_ref().map(|right| Natural::from(&right.count)),
            why: joined(why, "\n"),
            method: joined(method, "; "),
            boards: board::boards(&self.position).next().map(|_| board::data(&self.position, moves)),
            explain: self.explained.as_ref().map(|lines| lines.iter().map(|line| line.in_lang(lang)).collect()),
            complete: self.stopped.as_ref().map(|_| false),
        }
    }
}
