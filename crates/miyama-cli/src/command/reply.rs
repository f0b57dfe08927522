//! `miyama reply POSITION`: all moves of a position, what is known of each, and
//! the move that the machine makes.

use crate::answer::number::{Natural, naturals};
use crate::answer::{self, Format, solution as data};
use crate::command::solve::unsolved;
use crate::command::table::shown_box;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games::{GivenPosition, Side};
use miyama::opponent::{How, Opponent, PERFECT, Reply, describe, number_of, read_move_of};
use miyama::pattern::Ground;
use miyama::play::{Convention, Player};
use miyama::sum::{Known, Move, NoSolution, Part, Position, Remoteness, SoFar, Solution, Tried, most_forbidden};
use miyama_budget::{Budget, Stopped};
use miyama_text::{Lang, Text, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// How many moves are listed; winning ones beyond are listed too.
pub(crate) const MOST_MOVES: usize = 1000;

/// All moves of a position, what is known of each, and the move that the machine makes. With
/// `move`, of the position after that move. `forbid` is what the other player forbids before this
/// move, where the game has it so: moves with `;` between them; else a perfect player does.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Question {
    #[command(flatten)]
    #[serde(flatten)]
    position: GivenPosition,
    #[arg(long = "move", value_name = "MOVE")]
    #[serde(default, rename = "move")]
    moved: Option<String>,
    #[arg(long, value_enum, value_name = "left|right")]
    #[serde(default)]
    turn: Option<Side>,
    #[arg(long, value_name = "0-10", default_value_t = PERFECT, value_parser = clap::value_parser!(u8).range(..=i64::from(PERFECT)))]
    #[serde(default = "perfect")]
    #[schemars(range(max = 10))]
    level: u8,
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[serde(default)]
    seed: u64,
    #[arg(long, value_name = "MOVES")]
    #[serde(default)]
    forbid: Option<String>,
}

/// The level where none is given.
pub(crate) fn perfect() -> u8 {
    PERFECT
}

pub(crate) struct Answer {
    position: Position,
    convention: Convention,
    /// Whose turn it is, where the players have different moves.
    turn: Player,
    /// So many options the other player may forbid before the move, and those forbidden.
    may_forbid: usize,
    forbidden: Vec<Position>,
    /// What the machine knows and does, or what a search that was stopped knows.
    reply: Result<Reply, Box<SoFar>>,
    /// Why this is not all.
    stopped: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let (start, convention) = question.position.read(budget)?;
    let mut turn = Player::from(question.turn.unwrap_or_default());
    let position = match &question.moved {
        Some(text) => {
            let mistaken = |mistake| Failure::option("--move", mistake, text);
            let after = read_move_of(text, &start, turn).map_err(mistaken)?.after;
            turn = turn.opponent();
            after
        }
        None => start,
    };
    let mut opponent = Opponent::new(&position, convention, question.level, question.seed);
    let may_forbid = most_forbidden(&position);
    let forbidden = match &question.forbid {
        Some(text) => read_forbidden(text, &position, turn, may_forbid)?,
        None if may_forbid > 0 => miyama::sum::forbidden(&position, turn, convention, budget).map_err(unsolved)?,
        None => vec![],
    };
    let reply = if may_forbid > 0 && question.forbid.is_some() {
        opponent.reply_forbidden(turn, &position, &forbidden, MOST_MOVES, budget)
    } else {
        opponent.reply_as(turn, &position, MOST_MOVES, budget)
    };
    let reply = match reply {
        Err(NoSolution::SoFar(so_far)) if so_far.best(turn).is_some() => Err(so_far),
        found => Ok(found.map_err(unsolved)?),
    };
    let stopped = match &reply {
        Ok(reply) => reply.survey.stopped,
        // The search gives up by itself; only the limits that were set are a failure.
        Err(so_far) => budget.check().err().or_else(|| {
            let is_memory = matches!(so_far.stopped, Stopped::Memory { .. });
            is_memory.then_some(so_far.stopped)
        }),
    };
    Ok(Answer { position, convention, turn, may_forbid, forbidden, reply, stopped: stopped.map(Failure::Stopped) })
}

/// The positions that these moves lead to, each once.
fn read_forbidden(text: &str, position: &Position, turn: Player, most: usize) -> Result<Vec<Position>, Failure> {
    let mut forbidden = Vec::new();
    for piece in text.split(';').filter(|piece| !piece.trim().is_empty()) {
        let mistaken = |mistake| Failure::option("--forbid", mistake, piece);
        let after = read_move_of(piece, position, turn).map_err(mistaken)?.after;
        if !forbidden.contains(&after) {
            forbidden.push(after);
        }
    }
    if forbidden.len() > most {
        return Err(Failure::input(say!("play.forbid_most", most = most)));
    }
    Ok(forbidden)
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(match &self.reply {
            Ok(reply) => self.reply(reply, lang),
            Err(so_far) => self.by_temperature(so_far, lang),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}

impl Answer {
    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        let reply = match &self.reply {
            Ok(reply) => reply,
            Err(so_far) => {
                if let Some(tried) = so_far.best(self.turn) {
                    let (made, after) = (describe(&self.position, &tried.choice), tried.choice.after.to_string());
                    writeln!(out, "{}", say!("play.i_move", made = made, after = after).in_lang(lang))?;
                }
                return writeln!(out, "{}", so_far.says(self.turn).in_lang(lang));
            }
        };
        if !self.forbidden.is_empty() {
            let positions = self.forbidden.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            writeln!(out, "{}", say!("play.forbidden", positions = positions).in_lang(lang))?;
        }
        if let Some(known) = reply.made() {
            let (made, after) = (describe(&self.position, &known.choice), known.choice.after.to_string());
            writeln!(out, "{}", say!("play.i_move", made = made, after = after).in_lang(lang))?;
        }
        writeln!(out, "{}", reply.says().in_lang(lang))?;
        for reason in &reply.survey.solution.why {
            writeln!(out, "{}", reason.in_lang(lang))?;
        }
        if self.stopped.is_some() && reply.survey.solution.moves.stopped.is_none() {
            writeln!(out, "{}", say!("play.stopped").in_lang(lang))?;
        }
        Ok(())
    }

    fn reply(&self, given: &Reply, lang: Lang) -> data::Reply {
        let Reply { survey, ending, endings, how, .. } = given;
        let Solution { outcome, value, form, moves, right, why, method } = &survey.solution;
        let joined =
            |texts: &[Text], joint: &str| texts.iter().map(|t| t.in_lang(lang)).collect::<Vec<_>>().join(joint);
        let options = survey.moves.iter().zip(endings);
        let options: Vec<data::Move> = options.map(|(known, ending)| self.option(known, *ending, lang)).collect();
        let made = given.made.and_then(|index| options.get(index));
        let reply = made.map(|option| data::MachineMove {
            made: option.clone(),
            how: name(*how),
            says: given.says().in_lang(lang),
        });
        let winning = match (self.turn, right) {
            (Player::Right, Some(right)) => right,
            _ => moves,
        };
        let turn = if self.turn == Player::Left { data::Turn::Left } else { data::Turn::Right };
        data::Reply {
            position: self.position.to_string(),
            parts: self.position.parts.iter().enumerate().map(|(i, part)| self.part(i, part)).collect(),
            convention: self.convention.into(),
            turn: right.as_ref().map(|_| turn),
            outcome: Some((*outcome).into()),
            value: value.as_ref().map(Natural::from),
            form: right.as_ref().and(form.clone()),
            moves_left: ending.map(|ending| ending.moves),
            over: survey.moves.is_empty(),
            options,
            options_complete: survey.complete,
            winning_moves_count: (&winning.count).into(),
            reply,
            why: joined(why, "\n"),
            method: joined(method, "; "),
            may_forbid: (self.may_forbid > 0).then_some(self.may_forbid),
            forbidden: (self.may_forbid > 0).then(|| self.forbidden.iter().map(ToString::to_string).collect()),
            complete: self.stopped.as_ref().map(|_| false),
        }
    }

    /// The moves as far as they are known, and the one that seems best.
    fn by_temperature(&self, so_far: &SoFar, lang: Lang) -> data::Reply {
        let tried = &so_far.moves[self.turn as usize];
        let option = |tried: &Tried| {
            let known =
                Known { choice: tried.choice.clone(), wins: tried.wins, outcome: None, value: None, form: None };
            self.option(&known, None, lang)
        };
        let says = so_far.says(self.turn).in_lang(lang);
        let how = |tried: &Tried| match tried.wins {
            Some(true) => data::How::Wins,
            _ if so_far.impartial => data::How::Unknown,
            _ => data::How::Temperature,
        };
        let reply = so_far.best(self.turn).map(|best| data::MachineMove {
            made: option(best),
            how: how(best),
            says: says.clone(),
        });
        let winning = tried.iter().filter(|tried| tried.wins == Some(true)).count();
        data::Reply {
            position: self.position.to_string(),
            parts: self.position.parts.iter().enumerate().map(|(i, part)| self.part(i, part)).collect(),
            convention: self.convention.into(),
            turn: match self.turn {
                _ if so_far.impartial => None,
                Player::Left => Some(data::Turn::Left),
                Player::Right => Some(data::Turn::Right),
            },
            outcome: None,
            value: None,
            form: None,
            moves_left: None,
            over: tried.is_empty(),
            options: tried.iter().map(option).collect(),
            options_complete: so_far.complete[self.turn as usize],
            winning_moves_count: winning.into(),
            reply,
            why: says,
            method: match &so_far.known_to {
                Some(to) => say!("solve.so_far_table", to = shown_box(to)).in_lang(lang),
                None => say!("solve.method_pieces", met = so_far.looked_at).in_lang(lang),
            },
            may_forbid: None,
            forbidden: None,
            complete: Some(false),
        }
    }

    fn option(&self, known: &Known, ending: Option<Remoteness>, lang: Lang) -> data::Move {
        let choice = &known.choice;
        data::Move {
            r#move: describe(&self.position, choice).in_lang(lang),
            part: choice.part,
            left: choice.left.iter().map(ToString::to_string).collect(),
            position: choice.after.to_string(),
            outcome: known.outcome.map(Into::into),
            value: known.value.as_ref().map(Natural::from),
            form: known.form.clone(),
            wins: known.wins,
            moves_left: ending.map(|ending| ending.moves),
            taken: self.taken(choice),
        }
    }

    /// The stones or cells that a move changes, each as row and column.
    fn taken(&self, choice: &Move) -> Option<Vec<[usize; 2]>> {
        match (self.position.parts.get(choice.part)?, choice.left.as_slice()) {
            (Part::Cells(before), [Part::Cells(_)]) => {
                let width = match &*before.position().ground {
                    Ground::Grid { width, .. } => *width,
                    Ground::Graph(_) | Ground::Edges(_) => before.position().ground.cells(),
                };
                let changed = choice.place(&self.position);
                Some(changed.into_iter().map(|cell| [cell / width, cell % width]).collect())
            }
            _ => None,
        }
    }

    /// A part as it can be drawn, with its number in moves.
    fn part(&self, index: usize, part: &Part) -> data::Part {
        let number = number_of(&self.position, index);
        match part {
            Part::Heap { game, heaps } => {
                data::Part { number, game: game.label.clone(), heaps: Some(naturals(heaps)), ..Default::default() }
            }
            Part::Cells(cells) => match cells.stones().filter(|stones| stones.rule().stone() == '#') {
                Some(stones) => {
                    let (game, board) = (cells.label().to_owned(), Some(stones.board().to_string()));
                    data::Part { number, game, board, ..Default::default() }
                }
                None => {
                    let (game, cells) = (cells.label().to_owned(), Some(cells.position().to_string()));
                    data::Part { number, game, cells, ..Default::default() }
                }
            },
            Part::Compound(compound) => {
                let (game, cells) = (compound.game().label.clone(), Some(compound.to_string()));
                data::Part { number, game, cells, ..Default::default() }
            }
            Part::Worth(worth) => data::Part { number, worth: Some(worth.text().to_owned()), ..Default::default() },
        }
    }
}

fn name(how: How) -> data::How {
    match how {
        How::Over => data::How::Over,
        How::Wins => data::How::Wins,
        How::Resists => data::How::Resists,
        How::Leaves => data::How::LeavesMost,
        How::Hopes => data::How::Unknown,
        How::Errs => data::How::Errs,
    }
}
