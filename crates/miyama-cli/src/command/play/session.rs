//! A game between a person and the machine: whose turn it is, what was played,
//! and the talk about it.

use super::Answer;
use super::draw::{Paint, drawn};
use super::line::Lines;
use super::words::{Wish, wish};
use crate::command::reply::MOST_MOVES;
use crate::command::solve::{unsolved, who_wins};
use crate::failure::Failure;
use miyama::heap::builtin;
use miyama::opponent::{Opponent, PERFECT, Reply, describe, read_move_of};
use miyama::pattern;
use miyama::pattern::taking::Unsolved;
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Move, NoSolution, Part, Position, forbidden, most_forbidden, wins_at_end};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use serde::{Deserialize, Serialize};
use std::io::{IsTerminal, Write};
use unicode_width::UnicodeWidthStr;

/// One of the two at play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Who {
    /// The person.
    #[default]
    Me,
    /// The machine.
    Machine,
}

impl Who {
    fn other(self) -> Who {
        match self {
            Who::Me => Who::Machine,
            Who::Machine => Who::Me,
        }
    }
}

/// A position of the game.
struct Stage {
    position: Position,
    next: Who,
    /// The move of the machine that led here, and why it made it.
    made: Option<(Text, Text)>,
    /// What the person has forbidden the machine to move to.
    forbidden: Option<Vec<Position>>,
}

/// How many moves are shown when they are asked for.
const MOST_SHOWN: usize = 60;

pub(super) struct Session<'a> {
    lang: Lang,
    out: &'a mut dyn Write,
    budget: &'a Budget,
    convention: Convention,
    /// Whose moves the person makes.
    side: Player,
    opponent: Opponent,
    /// Knows everything at every level: for hints and reasons.
    adviser: Opponent,
    /// All positions of the game, those that were taken back too.
    stages: Vec<Stage>,
    at: usize,
    lines: Lines,
    paint: Paint,
    echo: bool,
    seed: Option<u64>,
    definition: Option<&'a str>,
    /// Whether the person has left the game.
    left: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(game: &'a Answer, lang: Lang, out: &'a mut dyn Write) -> Session<'a> {
        let colours = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Session {
            lang,
            out,
            budget: &game.budget,
            convention: game.convention,
            side: game.side,
            opponent: Opponent::new(&game.start, game.convention, game.level, game.seed),
            adviser: Opponent::new(&game.start, game.convention, PERFECT, 0),
            stages: vec![Stage { position: game.start.clone(), next: game.first, made: None, forbidden: None }],
            at: 0,
            lines: Lines::of_stdin(),
            paint: Paint(colours),
            echo: !std::io::stdin().is_terminal(),
            definition: game.definition.as_deref(),
            left: false,
            seed: (game.level < PERFECT).then_some(game.seed),
        }
    }

    /// Plays until the person leaves.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.greet()?;
        self.go_on()?;
        while !self.left {
            let Some(line) = self.line()? else { break };
            match wish(&line) {
                Some(Wish::Quit) => break,
                Some(Wish::Hint) => self.hint()?,
                Some(Wish::Why) => self.why()?,
                Some(Wish::Undo) => self.undo()?,
                Some(Wish::Redo) => self.redo()?,
                Some(Wish::Moves) => self.moves()?,
                Some(Wish::Show) => self.show()?,
                Some(Wish::Help) => self.say(say!("play.help"))?,
                None if line.trim().is_empty() => {}
                None => self.move_by_person(&line)?,
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// The next line of the person; none at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let line = self.lines.next(self.budget);
        let Ok(Some(line)) = line else {
            writeln!(self.out)?;
            line?;
            return Ok(None);
        };
        if self.echo {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// The person forbids some of the moves of the machine, where the game has it so.
    fn forbid(&mut self) -> Result<(), Failure> {
        let (turn, most) = (self.turn(), most_forbidden(&self.stage().position));
        let position = self.stage().position.clone();
        let options = position.options_of(turn, 1, self.budget).map_err(unsolved)?;
        if most == 0 || self.stage().forbidden.is_some() || options.listed.is_empty() {
            return Ok(());
        }
        self.draw()?;
        self.say(say!("play.forbid", most = most))?;
        loop {
            let Some(line) = self.line()? else {
                self.left = true;
                return Ok(());
            };
            let chosen = match wish(&line) {
                Some(Wish::Quit) => {
                    self.left = true;
                    return Ok(());
                }
                Some(Wish::Moves) => {
                    self.moves()?;
                    continue;
                }
                Some(Wish::Hint) => forbidden(&position, turn, self.convention, self.budget).map_err(unsolved)?,
                Some(_) => {
                    self.say(say!("play.forbid", most = most))?;
                    continue;
                }
                None => {
                    let (mut chosen, mut wrong) = (vec![], None);
                    for piece in line.split(';').filter(|piece| !piece.trim().is_empty()) {
                        match read_move_of(piece, &position, turn) {
                            Ok(choice) if !chosen.contains(&choice.after) => chosen.push(choice.after),
                            Ok(_) => {}
                            Err(mistake) => wrong = Some(mistake),
                        }
                    }
                    if let Some(mistake) = wrong {
                        self.say(mistake.says)?;
                        continue;
                    }
                    chosen
                }
            };
            if chosen.len() > most {
                self.say(say!("play.forbid", most = most))?;
                continue;
            }
            self.tell_forbidden(&chosen)?;
            self.stages[self.at].forbidden = Some(chosen);
            return Ok(());
        }
    }

    fn say(&mut self, text: Text) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{}", text.in_lang(self.lang))?)
    }

    fn stage(&self) -> &Stage {
        &self.stages[self.at]
    }

    /// Whose turn it is in the present position.
    fn turn(&self) -> Player {
        match self.stage().next {
            Who::Me => self.side,
            Who::Machine => self.side.opponent(),
        }
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let position = self.stage().position.to_string();
        self.say(match self.convention {
            _ if self.stage().position.is_alone() => say!("play.greet_own", position = position),
            Convention::Normal => say!("play.greet_normal", position = position),
            Convention::Misere => say!("play.greet_misere", position = position),
        })?;
        let rules = match self.definition {
            Some(definition) => vec![definition.to_owned()],
            None => rules(&self.stages[0].position, self.lang),
        };
        for rule in rules {
            writeln!(self.out, "{}", self.paint.quiet(&rule))?;
        }
        if !self.stage().position.is_impartial() {
            self.say(match self.side {
                Player::Left => say!("play.you_are_left"),
                Player::Right => say!("play.you_are_right"),
            })?;
        }
        if let Some(seed) = self.seed {
            self.say(say!("play.seed", seed = seed))?;
        }
        self.say(match self.stage().next {
            Who::Me => say!("play.you_begin"),
            Who::Machine => say!("play.i_begin"),
        })?;
        if self.stage().next == Who::Machine {
            self.draw()?;
        }
        Ok(())
    }

    fn draw(&mut self) -> Result<(), Failure> {
        writeln!(self.out)?;
        for line in drawn(&self.stages[self.at].position, self.paint) {
            writeln!(self.out, "{line}")?;
        }
        Ok(writeln!(self.out)?)
    }

    /// Draws the position, or says who has won.
    fn show(&mut self) -> Result<(), Failure> {
        self.draw()?;
        let turn = self.turn();
        let Stage { position, next, forbidden: chosen, .. } = self.stage();
        let forbidden = match chosen {
            Some(chosen) => chosen.clone(),
            None => forbidden(position, turn, self.convention, self.budget).map_err(unsolved)?,
        };
        let options = position.options_of(turn, forbidden.len() + 1, self.budget).map_err(unsolved)?;
        if options.listed.iter().any(|choice| !forbidden.contains(&choice.after)) {
            return self.tell_forbidden(&forbidden);
        }
        let winner = match wins_at_end(position, turn, self.convention, self.budget).map_err(unsolved)? {
            true => *next,
            false => next.other(),
        };
        if !forbidden.is_empty() {
            self.tell_forbidden(&forbidden)?;
        }
        let own = self.stage().position.is_alone();
        let text = match (winner, self.convention) {
            (Who::Me, _) if own => say!("play.you_win_own"),
            (Who::Machine, _) if own => say!("play.i_win_own"),
            (Who::Me, Convention::Normal) => say!("play.you_win"),
            (Who::Me, Convention::Misere) => say!("play.you_win_misere"),
            (Who::Machine, Convention::Normal) => say!("play.i_win"),
            (Who::Machine, Convention::Misere) => say!("play.i_win_misere"),
        };
        let text = self.paint.strong(&text.in_lang(self.lang));
        Ok(writeln!(self.out, "{text}")?)
    }

    /// What may not be moved to in this position.
    fn tell_forbidden(&mut self, forbidden: &[Position]) -> Result<(), Failure> {
        if forbidden.is_empty() {
            return Ok(());
        }
        let positions: Vec<String> = forbidden.iter().map(ToString::to_string).collect();
        self.say(say!("play.forbidden", positions = positions.join("; ")))
    }

    /// The machine moves if it is its turn; then the position is shown.
    fn go_on(&mut self) -> Result<(), Failure> {
        if self.stage().next == Who::Machine {
            self.forbid()?;
            if self.left {
                return Ok(());
            }
            let turn = self.turn();
            let Stage { position, forbidden, .. } = &self.stages[self.at];
            let reply = match forbidden {
                Some(forbidden) => self.opponent.reply_forbidden(turn, position, forbidden, MOST_MOVES, self.budget),
                None => self.opponent.reply_as(turn, position, MOST_MOVES, self.budget).and_then(Reply::whole),
            };
            let choice = match reply {
                Ok(reply) => reply.made().map(|known| (known.choice.clone(), reply.says())),
                // A board that is too large to be searched, and no longer answered by symmetry.
                Err(NoSolution::Board { reason: Unsolved::Stones(_), .. }) => {
                    let options = position.options_of(turn, MOST_MOVES, self.budget).map_err(unsolved)?;
                    options.listed.into_iter().next().map(|choice| (choice, say!("play.how_unknown")))
                }
                Err(NoSolution::SoFar(so_far)) if self.budget.check().is_ok() && so_far.best(turn).is_some() => {
                    so_far.best(turn).map(|best| (best.choice.clone(), so_far.says(turn)))
                }
                Err(reason) => return Err(unsolved(reason)),
            };
            if let Some((choice, why)) = choice {
                let made = describe(position, &choice);
                self.made(&choice, Some(why));
                let after = self.stage().position.to_string();
                let text = say!("play.i_move", made = made, after = after).in_lang(self.lang);
                writeln!(self.out, "{}", self.paint.strong(&text))?;
            }
        }
        self.show()
    }

    /// Puts a move behind the present position; what was taken back is gone.
    fn made(&mut self, choice: &Move, why: Option<Text>) {
        let Stage { position, next, .. } = self.stage();
        let made = why.map(|why| (describe(position, choice), why));
        let stage = Stage { position: choice.after.clone(), next: next.other(), made, forbidden: None };
        self.stages.truncate(self.at + 1);
        self.stages.push(stage);
        self.at += 1;
    }

    /// Whether the player who is to move has no move.
    fn is_over(&self) -> Result<bool, Failure> {
        let options = self.stage().position.options_of(self.turn(), 1, self.budget).map_err(unsolved)?;
        Ok(options.listed.is_empty() && options.complete)
    }

    fn move_by_person(&mut self, line: &str) -> Result<(), Failure> {
        match read_move_of(line, &self.stage().position, self.turn()) {
            Ok(choice) => {
                let (position, turn) = (&self.stages[self.at].position, self.turn());
                let forbidden = forbidden(position, turn, self.convention, self.budget).map_err(unsolved)?;
                if forbidden.contains(&choice.after) {
                    return self.tell_forbidden(&forbidden);
                }
                self.made(&choice, None);
                self.go_on()
            }
            // No move would do.
            Err(_) if self.is_over()? => self.say(say!("play.over")),
            Err(mistake) => {
                let clipped =
                    |at: usize| (0..=at.min(line.len())).rev().find(|i| line.is_char_boundary(*i)).unwrap_or(0);
                let (start, end) = (clipped(mistake.at.start), clipped(mistake.at.end));
                let (indent, length) = (line[..start].width(), line[start..end.max(start)].width().max(1));
                // A line longer than the screen has its mistake elsewhere.
                if indent + length <= 76 {
                    writeln!(self.out, "  {}{}", " ".repeat(indent), "^".repeat(length))?;
                }
                self.say(mistake.says)?;
                match mistake.hint {
                    Some(hint) => self.say(*hint),
                    None => Ok(()),
                }
            }
        }
    }

    /// What the adviser knows of the present position; nothing of a board that is too large.
    fn advice(&mut self) -> Result<Option<Reply>, Failure> {
        let turn = self.turn();
        let position = &self.stages[self.at].position;
        match self.adviser.reply_as(turn, position, MOST_MOVES, self.budget).and_then(Reply::whole) {
            Ok(reply) => Ok(Some(reply)),
            Err(NoSolution::Board { reason: Unsolved::Stones(_), .. }) => Ok(None),
            Err(NoSolution::SoFar(_)) if self.budget.check().is_ok() => Ok(None),
            Err(reason) => Err(unsolved(reason)),
        }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let Some(advice) = self.advice()? else { return self.say(say!("play.how_unknown")) };
        if let Some(known) = advice.made() {
            let text = describe(&self.stage().position, &known.choice);
            self.say(say!("play.hint", made = text))?;
        }
        self.say(advice.says())
    }

    fn why(&mut self) -> Result<(), Failure> {
        if let Some((made, why)) = self.stage().made.clone() {
            self.say(say!("play.i_moved", made = made, why = why))?;
        }
        let Some(advice) = self.advice()? else { return self.say(say!("play.how_unknown")) };
        let solution = &advice.survey.solution;
        self.say(who_wins(&self.stage().position, self.convention, solution.outcome))?;
        for reason in &solution.why {
            self.say(reason.clone())?;
        }
        match advice.made() {
            Some(known) if solution.why.is_empty() && solution.outcome == Outcome::N => {
                let (made, after) = (describe(&self.stage().position, &known.choice), known.choice.after.to_string());
                self.say(say!("play.why_move", made = made, after = after))
            }
            _ => Ok(()),
        }
    }

    fn undo(&mut self) -> Result<(), Failure> {
        match self.stages[..self.at].iter().rposition(|stage| stage.next == Who::Me) {
            Some(at) => {
                self.at = at;
                self.show()
            }
            None => self.say(say!("play.nothing_to_undo")),
        }
    }

    fn redo(&mut self) -> Result<(), Failure> {
        let rest = &self.stages[self.at + 1..];
        let next = rest.iter().position(|stage| stage.next == Who::Me).or(rest.len().checked_sub(1));
        match next {
            Some(further) => {
                self.at += 1 + further;
                self.show()
            }
            None => self.say(say!("play.nothing_to_redo")),
        }
    }

    fn moves(&mut self) -> Result<(), Failure> {
        let turn = self.turn();
        let position = &self.stages[self.at].position;
        let options = position.options_of(turn, MOST_MOVES, self.budget).map_err(unsolved)?;
        if options.listed.is_empty() {
            return self.say(say!("play.no_move"));
        }
        let described = |choice: &Move| describe(position, choice).in_lang(self.lang);
        let names: Vec<String> = options.listed.iter().take(MOST_SHOWN).map(described).collect();
        for line in columns(&names) {
            writeln!(self.out, "  {line}")?;
        }
        let more = options.listed.len().saturating_sub(MOST_SHOWN);
        match (options.complete, more) {
            (true, 0) => Ok(()),
            (true, more) => self.say(say!("solve.too_many", more = more)),
            (false, _) => self.say(say!("play.and_more")),
        }
    }
}

/// The rule of each game of a position that has a name.
fn rules(sum: &Position, lang: Lang) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for part in &sum.parts {
        let name = part.label();
        let rule = match (builtin::find(name.split('(').next().unwrap_or(name)), part) {
            (Some(game), Part::Heap { .. }) => game.rule(lang).to_owned(),
            (_, Part::Cells(cells)) => {
                let kind = cells.game().definition().kind;
                match pattern::builtin::find(name).find(|game| game.definition.kind == kind) {
                    Some(game) => game.rule(lang).to_owned(),
                    None => continue,
                }
            }
            _ => continue,
        };
        let line = format!("{name}: {rule}");
        if !rules.contains(&line) {
            rules.push(line);
        }
    }
    rules
}

/// Names in as many columns as fit into a line of 76.
fn columns(names: &[String]) -> Vec<String> {
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0) + 3;
    let across = (76 / width).max(1);
    let padded = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|name| format!("{name}{}", " ".repeat(width - name.width()))).collect();
        cells.concat().trim_end().to_owned()
    };
    names.chunks(across).map(padded).collect()
}
