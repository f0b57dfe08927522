//! `miyama table domineering --board 3x4`: the positions on all subsets of a board, counted.

use crate::answer::board::{SubsetCensus as Counted, ValueCount};
use crate::answer::{self, Format};
use crate::export::csv::Rows;
use crate::export::json::Data;
use crate::failure::Failure;
use miyama::game::CellGame;
use miyama::pattern::{SubsetCensus, subset_census};
use miyama::play::Convention;
use miyama_budget::{Budget, Error};
use miyama_text::{Lang, say};
use std::io::Write;

pub(super) struct Answer {
    game: String,
    board: String,
    convention: Convention,
    census: SubsetCensus,
}

/// So many of the most frequent values are shown to a person.
const MOST_SHOWN: usize = 20;

pub(super) fn answer(
    game: &CellGame,
    name: &str,
    board: &str,
    convention: Convention,
    budget: &Budget,
) -> Result<Answer, Failure> {
    // Also tells whether play on it ends.
    let cells = game.read(board, budget).map_err(|mistake| Failure::option("--board", mistake, board))?;
    let census = subset_census(cells.game(), cells.position(), convention, budget)
        .map_err(|reason| Failure::from(Error::from(reason)))?;
    Ok(Answer { game: name.to_owned(), board: board.trim().to_owned(), convention, census })
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let SubsetCensus { outcomes: [n, p, l, r], values, .. } = &self.census;
        let values = (self.convention == Convention::Normal).then_some(values);
        let count =
            |(value, positions): &(Option<String>, u64)| ValueCount { value: value.clone(), positions: *positions };
        Some(Box::new(Counted {
            game: self.game.clone(),
            board: self.board.clone(),
            convention: self.convention.into(),
            positions: self.census.positions(),
            n: *n,
            p: *p,
            l: *l,
            r: *r,
            different: values.map(Vec::len),
            values: values.map(|values| values.iter().map(count).collect()),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => Ok(self.text(lang, out)?),
            Format::Csv if self.convention == Convention::Normal => {
                let mut rows = Rows::new(&["value", "positions"], out)?;
                for (value, count) in &self.census.values {
                    rows.row(&[value.clone().unwrap_or_default(), count.to_string()])?;
                }
                rows.end()
            }
            _ => Err(Failure::no_format(format)),
        }
    }
}

impl Answer {
    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        let SubsetCensus { outcomes, values, .. } = &self.census;
        let count = self.census.positions();
        let head = match self.convention {
            Convention::Normal => say!("board.subsets", game = &self.game, board = &self.board, count = count),
            Convention::Misere => say!("board.subsets_misere", game = &self.game, board = &self.board, count = count),
        };
        writeln!(out, "{}\n", head.in_lang(lang))?;
        let width = outcomes.iter().max().map_or(1, |most| most.to_string().len());
        for (name, count) in ["N", "P", "L", "R"].into_iter().zip(outcomes).filter(|(_, count)| **count > 0) {
            writeln!(out, "  {name}  {count:>width$}")?;
        }
        if self.convention == Convention::Misere {
            return Ok(());
        }
        writeln!(out, "\n{}", say!("board.different", count = values.len()).in_lang(lang))?;
        let width = values.first().map_or(1, |(_, count)| count.to_string().len());
        let long = say!("board.long_value").in_lang(lang);
        for (value, count) in values.iter().take(MOST_SHOWN) {
            writeln!(out, "  {count:>width$}  {}", value.as_deref().unwrap_or(&long))?;
        }
        match values.len().checked_sub(MOST_SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => writeln!(out, "  {}", say!("board.more", more = more).in_lang(lang)),
        }
    }
}
