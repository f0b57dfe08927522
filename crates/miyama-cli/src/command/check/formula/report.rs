//! What is written of a formula that was tested: words, the grid around the first violation, rows.

use super::Answer;
use crate::answer::proof::{self, TestedClaim, TestedVerdict};
use crate::answer::{self, Format};
use crate::explain;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::picture::violation;
use crate::seal;
use miyama::heap::conjecture::{Cell, Kind, Violation, Window, sum, tuple};
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use std::io::Write;

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.tested(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => self.text(lang, out)?,
            Format::Csv => self.csv(out)?,
            Format::Binary => self.binary(out)?,
            Format::Svg => {
                let says = match &self.tested.violation {
                    Some(violation) => violation.text(),
                    None => self.verdict(),
                };
                let mark = self.stopped.as_ref().map(|_| format!(" · {}", say!("check.so_far").in_lang(lang)));
                let picture = violation::Picture {
                    title: &format!("{}{}", self.title(lang), mark.unwrap_or_default()),
                    says: &says.in_lang(lang),
                    names: &self.names,
                    tested: &self.tested,
                    shown: &|cell| shown(cell, self.formula.is_set()),
                    outcomes: self.formula.is_set(),
                    lang,
                };
                out.write_all(picture.svg().as_bytes())?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        self.tested.violation.is_none()
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }

    fn draws_so_far(&self) -> bool {
        true
    }
}

/// How far the table of the text reaches to each side.
const NEAR: u64 = 5;

impl Answer {
    /// The verdict in one word, for programs.
    fn word(&self) -> TestedVerdict {
        match (&self.tested.violation, &self.proof) {
            (Some(_), _) => TestedVerdict::Refuted,
            (None, Some(_)) => TestedVerdict::Proved,
            (None, None) => TestedVerdict::Holds,
        }
    }

    /// The verdict in one line.
    fn verdict(&self) -> Text {
        match (&self.tested.violation, &self.last) {
            (None, None) => say!("check.holds", count = self.tested.positions, bound = self.bound()),
            (None, Some(last)) => say!("check.sizes_holds", count = self.tested.positions, last = last),
            (Some(violation), _) => {
                say!("check.refuted", position = tuple(&violation.position), order = self.order())
            }
        }
    }

    /// What is claimed, in one line.
    fn title(&self, lang: Lang) -> String {
        let (game, formula) = (&self.game, self.formula.source().trim());
        match (self.formula.is_set(), self.convention) {
            (true, Convention::Normal) => say!("check.set", game = game, formula = formula),
            (true, Convention::Misere) => say!("check.misere_set", game = game, formula = formula),
            (false, _) => say!("check.values", game = game, formula = formula),
        }
        .in_lang(lang)
    }

    /// `x <= 2000, y <= 3000`, or one bound for all.
    fn bound(&self) -> Text {
        if self.to.iter().all(|to| *to == self.to[0]) {
            return say!("check.heaps_to", to = self.to[0]);
        }
        let each: Vec<String> = self.names.iter().zip(&self.to).map(|(name, to)| format!("{name} <= {to}")).collect();
        say!("check.heaps_each", bounds = each.join(", "))
    }

    /// The order in which a violation is the first.
    fn order(&self) -> Text {
        let weights = self.tested.weights.iter().zip(&self.names).filter(|(weight, _)| **weight > 0);
        let terms: Vec<String> =
            weights.map(|(weight, name)| if *weight == 1 { name.clone() } else { format!("{weight}{name}") }).collect();
        let heaps = self.names.join(", ");
        match self.names.as_slice() {
            [only] => say!("check.order_one", heap = only),
            _ if self.tested.weights.iter().all(|weight| *weight == 1) => {
                say!("check.order_total", total = terms.join("+"), heaps = heaps)
            }
            _ => say!("check.order_rank", rank = terms.join("+"), total = self.names.join("+"), heaps = heaps),
        }
    }

    /// Whether the violation lies beyond the heaps asked for.
    fn beyond(&self, violation: &Violation) -> bool {
        violation.position.iter().zip(&self.to).any(|(heap, to)| heap > to)
    }

    fn text(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.title(lang))?;
        if self.stopped.is_some() {
            writeln!(out, "{}", say!("check.so_far").in_lang(lang))?;
        }
        writeln!(out, "{}", self.verdict().in_lang(lang))?;
        if let Some(truth) = &self.truth {
            writeln!(out, "{}", say!("check.truth", method = truth.clone()).in_lang(lang))?;
        }
        let Some(violation) = &self.tested.violation else {
            let further = match (&self.proof, &self.last) {
                (Some(proof), _) => proof.clone(),
                (None, Some(_)) => say!("check.sizes_no_proof"),
                (None, None) => say!("check.no_proof"),
            };
            writeln!(out, "{}", further.in_lang(lang))?;
            return self.explained(lang, out);
        };
        writeln!(out, "{}", say!("check.because", text = violation.text()).in_lang(lang))?;
        if self.beyond(violation) {
            writeln!(out, "{}", say!("check.beyond", bound = self.bound()).in_lang(lang))?;
        }
        writeln!(out)?;
        let mut grid = Vec::new();
        self.grid(violation, &self.tested.window, &mut grid)?;
        out.write_all(&grid)?;
        writeln!(out, "\n{}", self.legend(violation, &String::from_utf8_lossy(&grid)).in_lang(lang))?;
        self.explained(lang, out)
    }

    /// How it was answered, if that was asked for.
    fn explained(&self, lang: Lang, out: &mut dyn Write) -> std::io::Result<()> {
        if self.explain { explain::write(&self.plan, lang, out) } else { Ok(()) }
    }

    /// What the signs in the grid mean, those that are there.
    fn legend(&self, violation: &Violation, grid: &str) -> Text {
        let wrong = |actual: &str, claimed: &str| say!("check.legend_wrong", actual = actual, claimed = claimed);
        if !self.formula.is_set() {
            let [actual, claimed] = [violation.actual, violation.claimed].map(|number| self.number(number));
            return say!("check.legend_values", wrong = wrong(&actual, &claimed));
        }
        let pairs = [("N", "P"), ("L", "P"), ("R", "P"), ("P", "N"), ("P", "-")];
        let there = pairs.iter().filter(|(actual, claimed)| grid.contains(&format!("{actual}/{claimed}")));
        let mut there = there.map(|(actual, claimed)| wrong(actual, claimed));
        let (first, others) = (there.next(), there.collect::<Vec<Text>>());
        match first {
            None => say!("check.legend_plain"),
            Some(wrong) if others.is_empty() => say!("check.legend_set", wrong = wrong),
            Some(first) => say!("check.legend_both", first = first, second = others),
        }
    }

    /// The table around the violation.
    fn grid(&self, violation: &Violation, window: &Window, out: &mut dyn Write) -> std::io::Result<()> {
        let heaps = violation.position.len();
        let near = |all: &[u64], centre: u64| -> Vec<usize> {
            (0..all.len()).filter(|i| all[*i].abs_diff(centre) <= NEAR).collect()
        };
        let (column, row) = (violation.position[heaps - 1], violation.position.len().checked_sub(2));
        let row = row.map(|place| violation.position[place]);
        let columns = near(&window.columns, column);
        let rows = row.map_or(vec![0], |row| near(&window.rows, row));
        let cell = |r: usize, c: usize| {
            let here = window.columns[c] == column && row.is_none_or(|row| window.rows[r] == row);
            let shown = shown(window.cells[r][c], self.formula.is_set());
            if here { format!("[{shown}]") } else { format!("{shown} ") }
        };
        if !window.fixed.is_empty() {
            let fixed: Vec<String> = self.names.iter().zip(&window.fixed).map(|(n, h)| format!("{n} = {h}")).collect();
            writeln!(out, "{}", fixed.join(", "))?;
        }
        let corner = match row {
            Some(_) => format!("{} \\ {}", self.names[heaps - 2], self.names[heaps - 1]),
            None => self.names[0].clone(),
        };
        let side = |r: usize| if row.is_some() { window.rows[r].to_string() } else { String::new() };
        let side_width = rows.iter().map(|r| side(*r).len()).max().unwrap_or(0).max(corner.chars().count());
        let heads: Vec<String> = columns.iter().map(|c| format!("{} ", window.columns[*c])).collect();
        let lines: Vec<(String, Vec<String>)> =
            rows.iter().map(|r| (side(*r), columns.iter().map(|c| cell(*r, *c)).collect())).collect();
        let width = lines.iter().flat_map(|(_, cells)| cells).chain(&heads).map(String::len).max().unwrap_or(1);
        let mut line = |head: &str, cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            writeln!(out, "{}", format!("{head:>side_width$} | {}", cells.join(" ")).trim_end())
        };
        line(&corner, &heads)?;
        line(&"-".repeat(side_width), &vec!["-".repeat(width); heads.len()])?;
        lines.iter().try_for_each(|(head, cells)| line(head, cells))
    }

    fn csv(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "verdict,position,kind,claimed,actual,option")?;
        match &self.tested.violation {
            None => writeln!(out, "{},,,,,", self.word().name()),
            Some(violation) => writeln!(
                out,
                "refuted,\"{}\",{},{},{},\"{}\"",
                tuple(&violation.position),
                violation.kind.name(),
                self.number(violation.claimed),
                self.truth_at(violation),
                violation.kind.option().map_or_else(String::new, sum)
            ),
        }
    }

    /// What the formula says of every position of the box, as a table (docs/formats.md); a
    /// position of which it says nothing, or no number of 32 bits, is the largest of them.
    fn binary(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let outcomes = self.formula.is_set();
        let width = if outcomes { 1 } else { 4 };
        let (heaps, to) = (&self.names, &self.to);
        let head =
            serde_json::json!({ "game": &self.game, "heaps": heaps, "outcomes": outcomes, "to": to, "width": width });
        let budget = Budget::unlimited();
        let mut evaluator = self.formula.evaluator(&budget);
        seal::TABLE.write(out, |out| {
            writeln!(out, "{head}")?;
            let mut position = vec![0; to.len()];
            loop {
                let number = evaluator.number(&position).ok().and_then(|number| u32::try_from(number).ok());
                out.write_all(&number.unwrap_or(u32::MAX).to_le_bytes()[..width])?;
                let Some(next) = (0..to.len()).rev().find(|heap| position[*heap] < to[*heap]) else { return Ok(()) };
                position[next] += 1;
                position[next + 1..].fill(0);
            }
        })
    }

    /// Who wins at a violation, or the value.
    fn truth_at(&self, violation: &Violation) -> String {
        match &violation.kind {
            Kind::Solved { shown, .. } => shown.clone(),
            _ => self.number(violation.actual),
        }
    }

    /// P or N, or a value.
    fn number(&self, number: i64) -> String {
        match (self.formula.is_set(), number) {
            (true, 0) => "P".to_owned(),
            (true, _) => "N".to_owned(),
            (false, value) => value.to_string(),
        }
    }

    fn tested(&self, lang: Lang) -> proof::Tested {
        let cell = |cell: &Cell| {
            let (actual, claimed) = words(*cell, self.formula.is_set());
            proof::Cell { claimed, actual, differs: cell.differs() }
        };
        let window = &self.tested.window;
        let violation = self.tested.violation.as_ref();
        proof::Tested {
            game: self.game.clone(),
            heaps: self.names.clone(),
            convention: self.convention.into(),
            claim: if self.formula.is_set() { TestedClaim::PPositions } else { TestedClaim::Values },
            formula: self.formula.source().to_owned(),
            verdict: self.word(),
            how: self.proof.as_ref().map(|proof| proof.in_lang(lang)),
            truth: self.truth.as_ref().map(|truth| truth.in_lang(lang)),
            explain: self.explain.then(|| explain::lines(&self.plan, lang)),
            bound: self.to.clone(),
            counterexample: violation.map(|violation| tuple(&violation.position)),
            order: self.order().in_lang(lang),
            violation: violation.map(|violation| proof::Violation {
                position: violation.position.clone(),
                kind: violation.kind.name().to_owned(),
                claimed: self.number(violation.claimed),
                actual: self.truth_at(violation),
                option: violation.kind.option().map(<[Vec<u64>]>::to_vec),
                says: violation.text().in_lang(lang),
                beyond: self.beyond(violation),
            }),
            window: proof::Window {
                fixed: window.fixed.clone(),
                rows: window.rows.clone(),
                columns: window.columns.clone(),
                cells: window.cells.iter().map(|row| row.iter().map(cell).collect()).collect(),
            },
            says: self.verdict().in_lang(lang),
            complete: self.stopped.as_ref().map(|_| false),
        }
    }
}

/// The true number, and what is claimed where that differs.
pub(crate) fn shown(cell: Cell, outcomes: bool) -> String {
    let (actual, claimed) = words(cell, outcomes);
    match (actual, claimed) {
        (None, _) => ".".to_owned(),
        (Some(actual), None) => format!("{actual}/?"),
        (Some(actual), Some(claimed)) if cell.differs() => format!("{actual}/{claimed}"),
        (Some(actual), Some(_)) => actual,
    }
}

/// What is true and what is claimed. Where Left and Right are told apart, a formula that says "not P" does not say who wins.
fn words(cell: Cell, outcomes: bool) -> (Option<String>, Option<String>) {
    let word = |number: i64| match (outcomes, number) {
        (true, 0) => "P".to_owned(),
        (true, _) if cell.outcome.is_some() => "-".to_owned(),
        (true, _) => "N".to_owned(),
        (false, value) => value.to_string(),
    };
    let actual = cell.outcome.map(|outcome| outcome.to_string()).or_else(|| cell.actual.map(|n| word(n.into())));
    (actual, cell.claimed.map(word))
}
