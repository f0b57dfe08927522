//! `miyama table domineering --to 4x5`: the boards of a game as they grow, and the heaps
//! of a game in which the players have different moves.

use crate::answer::board::{SizeTable, Sized};
use crate::answer::{self, Format};
use crate::command::solve::unsolved;
use crate::explain;
use crate::export::csv::Rows;
use crate::export::json::Data;
use crate::export::latex::{Tabular, value};
use crate::failure::Failure;
use miyama::game::Game;
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::{Cells, Family, Member, NoSeries, Part, Series, series};
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use std::io::Write;

/// What is asked.
pub(super) struct SizeRun<'a> {
    pub(super) name: &'a str,
    pub(super) to: Option<&'a str>,
    /// Only the rectangles with the most rows.
    pub(super) rows: bool,
    pub(super) convention: Convention,
    /// Whether outcomes are shown instead of values.
    pub(super) outcomes: bool,
    /// Only the members that are P, or have this nim value.
    pub(super) only: Option<u32>,
    pub(super) explain: bool,
}

pub(super) struct Answer {
    game: String,
    family: Family,
    to: Vec<u64>,
    convention: Convention,
    outcomes: bool,
    only: Option<u32>,
    explain: bool,
    series: Series,
    stopped: Option<Failure>,
}

/// Values that are longer stand below the table.
const WIDEST: usize = 14;

pub(super) fn answer(game: &Game, asked: &SizeRun<'_>, budget: &Budget) -> Result<Answer, Failure> {
    let bound = asked.to.unwrap_or(Family::default_bound(game));
    let argument = if asked.rows { "--rectangles" } else { "--to" };
    let wrong = |mistake| Failure::option(argument, mistake, bound);
    let (family, to) = Family::read(game, bound).map_err(wrong)?;
    let (family, to) = if asked.rows { family.with_most_rows(to) } else { (family, to) };
    let mut series = series(&family, &to, asked.convention, budget).map_err(|reason| match reason {
        NoSeries::Mistake(mistake) => wrong(mistake.placed_at(0..bound.len())),
        NoSeries::Unsolved(reason) => unsolved(reason),
    })?;
    let idle = match asked.convention {
        Convention::Normal => Outcome::P,
        Convention::Misere => Outcome::N,
    };
    if series.members.iter().all(|member| member.outcome == idle) && nothing_moves(&family, &to, budget) {
        return Err(Failure::input(say!("table.nothing_moves", game = asked.name)));
    }
    if asked.only.is_some_and(|only| only > 0) && series.members.iter().any(|member| member.nimber.is_none()) {
        return Err(Failure::input(say!("table.partizan_value", game = asked.name)));
    }
    let stopped = series.stopped.take().map(unsolved);
    let outcomes = asked.outcomes || asked.convention == Convention::Misere;
    let (convention, only, explain) = (asked.convention, asked.only, asked.explain);
    Ok(Answer { game: asked.name.to_owned(), family, to, convention, outcomes, only, explain, series, stopped })
}

/// Whether the largest board is filled with cells on which nobody has a move.
fn nothing_moves(family: &Family, to: &[u64], budget: &Budget) -> bool {
    let Ok(Some(largest)) = family.position(to, budget) else { return false };
    let idle = |cells: &Cells| Player::BOTH.into_iter().all(|player| cells.options(player).is_empty());
    // One cell may be too small for a move.
    let small = to.iter().product::<u64>() < 4;
    !small && largest.parts.iter().all(|part| matches!(part, Part::Cells(cells) if idle(cells)))
}

impl Answer {
    /// What is shown of a member.
    fn shown(&self, member: &Member) -> String {
        match &member.value {
            Some(value) if !self.outcomes => value.clone(),
            // A value may be too long to be written.
            _ => member.outcome.to_string(),
        }
    }

    /// The members that are asked for.
    fn chosen(&self) -> impl Iterator<Item = &Member> {
        self.series.members.iter().filter(|member| match self.only {
            None => true,
            Some(0) => member.outcome == Outcome::P,
            only => member.nimber == only,
        })
    }

    fn find(&self, numbers: &[u64]) -> Option<&Member> {
        self.chosen().find(|member| member.numbers == numbers)
    }

    /// The rows and columns of a table, if there are two numbers.
    fn grid(&self) -> Option<(Vec<u64>, Vec<u64>)> {
        let [rows, columns] = self.to.as_slice() else { return None };
        let first = self.family.first();
        self.only.is_none().then(|| ((first..=*rows).collect(), (first..=*columns).collect()))
    }

    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        if self.stopped.is_some() {
            let last = self.series.members.last().map_or_else(String::new, |last| self.family.written(&last.numbers));
            writeln!(out, "{}", say!("table.sizes_so_far", last = last).in_lang(lang))?;
        }
        match self.grid() {
            Some((rows, columns)) => self.table(&rows, &columns, out)?,
            None => self.list(lang, out)?,
        }
        writeln!(out, "\n{}", say!("cli.solve_method", method = self.series.method.clone()).in_lang(lang))?;
        if self.explain {
            explain::write(&self.series.plan, lang, out)?;
        }
        Ok(())
    }

    fn table(&self, rows: &[u64], columns: &[u64], out: &mut dyn Write) -> std::io::Result<()> {
        let names = self.family.names();
        let corner = format!("{} \\ {}", names[0], names[1]);
        let shown = |member: &Member| Some(self.shown(member)).filter(|text| text.chars().count() <= WIDEST);
        let cell = |m: u64, n: u64| match self.find(&[m, n]).map(shown) {
            None => String::new(),
            Some(text) => text.unwrap_or_else(|| "…".to_owned()),
        };
        let side = rows.iter().map(|m| m.to_string().len()).max().unwrap_or(0).max(corner.len());
        let widths: Vec<usize> = columns
            .iter()
            .map(|n| rows.iter().map(|m| cell(*m, *n).chars().count()).max().unwrap_or(0).max(n.to_string().len()))
            .collect();
        let mut line = |head: &str, cells: Vec<String>| {
            let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
            let line = format!("{head:>side$} | {}", cells.collect::<Vec<_>>().join(" "));
            writeln!(out, "{}", line.trim_end())
        };
        line(&corner, columns.iter().map(ToString::to_string).collect())?;
        line(&"-".repeat(side), widths.iter().map(|width| "-".repeat(*width)).collect())?;
        rows.iter().try_for_each(|m| line(&m.to_string(), columns.iter().map(|n| cell(*m, *n)).collect()))?;
        let mut wide = self.chosen().filter(|member| shown(member).is_none()).peekable();
        if wide.peek().is_some() {
            writeln!(out)?;
        }
        wide.try_for_each(|member| writeln!(out, "{}  {}", self.family.written(&member.numbers), self.shown(member)))
    }

    fn list(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        let all: Vec<(String, String)> =
            self.chosen().map(|member| (self.family.written(&member.numbers), self.shown(member))).collect();
        if all.is_empty() {
            return writeln!(out, "{}", say!("table.none", value = self.only.unwrap_or(0)).in_lang(lang));
        }
        let width = all.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, shown) in &all {
            match self.only {
                Some(_) => writeln!(out, "{name}")?,
                None => writeln!(out, "{name:<width$}  {shown}")?,
            }
        }
        Ok(())
    }

    fn latex(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Some((rows, columns)) = self.grid() else { return Err(Failure::no_format(Format::Latex)) };
        let names = self.family.names();
        let heads = columns.iter().map(ToString::to_string);
        let mut table = Tabular::new([&names[0], &names[1]], columns.len() as u64, heads, out)?;
        for m in rows {
            let cell = |n: &u64| self.find(&[m, *n]).map_or_else(String::new, |known| value(&self.shown(known)));
            table.row(m, columns.iter().map(cell))?;
        }
        table.end()
    }

    fn csv(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let names = self.family.names();
        let heads: Vec<&str> = names.iter().map(String::as_str).chain(["outcome", "value"]).collect();
        let mut rows = Rows::new(&heads, out)?;
        for member in self.chosen() {
            let numbers = member.numbers.iter().map(ToString::to_string);
            let value = member.value.clone().unwrap_or_default();
            rows.row(&numbers.chain([member.outcome.to_string(), value]).collect::<Vec<_>>())?;
        }
        rows.end()
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let sized = |member: &Member| Sized {
            numbers: member.numbers.clone(),
            position: self.family.written(&member.numbers),
            outcome: member.outcome.into(),
            value: member.value.clone(),
        };
        Some(Box::new(SizeTable {
            game: self.game.clone(),
            names: self.family.names(),
            to: self.to.clone(),
            convention: self.convention.into(),
            members: self.chosen().map(sized).collect(),
            method: self.series.method.iter().map(|line| line.in_lang(lang)).collect::<Vec<_>>().join("; "),
            explain: self.explain.then(|| explain::lines(&self.series.plan, lang)),
            complete: self.stopped.is_none(),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => Ok(self.text(lang, out)?),
            Format::Csv => self.csv(out),
            Format::Latex => self.latex(out),
            Format::Bfile => {
                let values: Option<Vec<(u64, u32)>> =
                    self.chosen().map(|member| Some((*member.numbers.first()?, member.nimber?))).collect();
                let Some(values) = values.filter(|_| self.to.len() == 1) else {
                    return Err(Failure::no_format(format));
                };
                for (n, value) in values {
                    writeln!(out, "{n} {value}")?;
                }
                Ok(())
            }
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}
