//! What is known of a position whose search was stopped.

use crate::answer::{self, Format, solution as data};
use crate::command::solve::who_wins;
use crate::export::json::Data;
use crate::failure::Failure;
use miyama::opponent::describe;
use miyama::play::{Convention, Player};
use miyama::sum::{Position, SoFar, Tried};
use miyama_text::{Lang, Text, say};
use std::io::Write;

pub(crate) struct Answer {
    pub(crate) position: Position,
    pub(crate) convention: Convention,
    pub(crate) so_far: SoFar,
    /// Why this is not all.
    pub(crate) failure: Failure,
}

/// Who wins if a player begins, as far as is known.
pub(crate) fn first(player: Player, wins: Option<bool>) -> Text {
    match (player, wins) {
        (Player::Left, Some(true)) => say!("solve.left_first_wins"),
        (Player::Left, Some(false)) => say!("solve.left_first_loses"),
        (Player::Left, None) => say!("solve.left_first_open"),
        (Player::Right, Some(true)) => say!("solve.right_first_wins"),
        (Player::Right, Some(false)) => say!("solve.right_first_loses"),
        (Player::Right, None) => say!("solve.right_first_open"),
    }
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let moves = |player: Player| {
            let tried = &self.so_far.moves[player as usize];
            let of = |wins: bool| {
                let those = tried.iter().filter(|tried| tried.wins == Some(wins));
                those.map(|tried| tried.choice.after.to_string()).collect()
            };
            let unknown = tried.iter().filter(|tried| tried.wins.is_none()).count();
            let listed = self.so_far.complete[player as usize];
            data::MovesSoFar { winning: of(true), losing: of(false), unknown, listed }
        };
        let [low, high] = self.so_far.between.clone().map(|bound| bound.map(|number| number.to_string()));
        let known_values = self.so_far.values.iter();
        let known_values =
            known_values.map(|(part, value)| data::KnownValue { part: part.to_string(), value: value.to_string() });
        Some(Box::new(data::SolutionSoFar {
            position: self.position.to_string(),
            convention: self.convention.into(),
            possible_outcomes: self.so_far.possible().into_iter().map(Into::into).collect(),
            left_wins_first: self.so_far.first[0],
            right_wins_first: self.so_far.first[1],
            at_least: low,
            at_most: high,
            moves_left: moves(Player::Left),
            moves_right: moves(Player::Right),
            sums: self.so_far.looked_at,
            known_to: self.so_far.known_to.clone(),
            known_values: known_values.collect(),
            complete: false,
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => Ok(self.text(lang, out)?),
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        Some(&self.failure)
    }
}

impl Answer {
    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        let SoFar { between, looked_at, known_to, .. } = &self.so_far;
        let possible = self.so_far.possible();
        let head = match possible.as_slice() {
            [outcome] => who_wins(&self.position, self.convention, *outcome),
            _ => {
                let possible: Vec<String> = possible.iter().map(ToString::to_string).collect();
                say!("solve.so_far", position = self.position.to_string(), outcomes = possible.join(", "))
            }
        };
        writeln!(out, "{}", head.in_lang(lang))?;
        if let Some(to) = known_to {
            let table = say!("solve.so_far_table", to = crate::command::table::shown_box(to));
            writeln!(out, "\n{}", table.in_lang(lang))?;
            return self.moves(Player::Left, lang, out);
        }
        if !self.so_far.values.is_empty() {
            writeln!(out)?;
            for (part, value) in &self.so_far.values {
                let worth = say!("solve.so_far_value", part = part.to_string(), value = value.to_string());
                writeln!(out, "{}", worth.in_lang(lang))?;
            }
            return Ok(());
        }
        let method = say!("cli.solve_method", method = say!("solve.method_pieces", met = *looked_at));
        if self.so_far.impartial {
            writeln!(out)?;
            self.moves(Player::Left, lang, out)?;
            return writeln!(out, "\n{}", method.in_lang(lang));
        }
        for player in Player::BOTH {
            writeln!(out, "{}", first(player, self.so_far.first[player as usize]).in_lang(lang))?;
        }
        if let [Some(low), Some(high)] = between {
            let between = say!("solve.so_far_between", low = low.to_string(), high = high.to_string());
            writeln!(out, "{}", between.in_lang(lang))?;
        }
        for player in Player::BOTH {
            writeln!(out)?;
            self.moves(player, lang, out)?;
        }
        writeln!(out, "\n{}", method.in_lang(lang))
    }

    /// The moves of a player of which something is known.
    fn moves(&self, player: Player, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        let tried = &self.so_far.moves[player as usize];
        let count = |wins: Option<bool>| tried.iter().filter(|tried| tried.wins == wins).count();
        let (won, lost, open) = (count(Some(true)), count(Some(false)), count(None));
        let title = match player {
            _ if self.so_far.impartial => match self.so_far.complete[player as usize] {
                true => say!("solve.so_far_moves", won = won, lost = lost, open = open),
                false => say!("solve.so_far_moves_more", won = won, lost = lost, open = open),
            },
            Player::Left => say!("solve.so_far_moves_left", won = won, lost = lost, open = open),
            Player::Right => say!("solve.so_far_moves_right", won = won, lost = lost, open = open),
        };
        writeln!(out, "{}", title.in_lang(lang))?;
        let known = |wins: bool| tried.iter().filter(move |tried| tried.wins == Some(wins));
        let mut line = |tried: &Tried, wins: Text| {
            let words = describe(&self.position, &tried.choice).in_lang(lang);
            writeln!(out, "  {}  →  {}: {}", words, tried.choice.after, wins.in_lang(lang))
        };
        known(true).try_for_each(|tried| line(tried, say!("solve.so_far_wins")))?;
        known(false).try_for_each(|tried| line(tried, say!("solve.so_far_loses")))
    }
}
