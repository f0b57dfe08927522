//! A conjecture as text, LaTeX, a picture, and for programs.

use super::{Answer, convention};
use crate::answer::proof::{self, Verdict};
use crate::answer::{self, Format};
use crate::command::check::formula::shown;
use crate::export::formula::latex;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::picture::violation;
use miyama::play::Convention;
use miyama_conjecture::{Description, Wanted};
use miyama_text::{Lang, Text, say};
use std::io::Write;

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.conjecture(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                if self.stopped.is_some() {
                    let so_far = say!("table.sizes_so_far", last = self.found.learned_to);
                    writeln!(out, "{}", so_far.in_lang(lang))?;
                }
                for line in self.lines() {
                    writeln!(out, "{}", line.in_lang(lang))?;
                }
            }
            Format::Latex => {
                let Some(best) = &self.found.best else { return Err(Failure::no_format(format)) };
                let formula = format!("${}$", latex(&best.formula));
                writeln!(out, "{}", self.stated(&formula).in_lang(lang))?;
            }
            Format::Svg => self.draw(lang, out)?,
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}

impl Answer {
    fn convention(&self) -> Convention {
        convention(self.wanted)
    }

    /// The table near the end of play, and what the formula says there.
    fn draw(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let (Some(best), Some(tested)) = (&self.found.best, &self.drawn) else {
            return Err(Failure::no_format(Format::Svg));
        };
        let is_set = self.wanted != Wanted::Values;
        let picture = violation::Picture {
            title: &self.game,
            says: &best.formula,
            names: &self.names,
            tested,
            shown: &|cell| shown(cell, is_set),
            outcomes: is_set,
            lang,
        };
        Ok(out.write_all(picture.svg().as_bytes())?)
    }

    fn statement(&self, best: &Description) -> Text {
        self.stated(&best.formula)
    }

    /// The statement with the formula as it is written here.
    fn stated(&self, formula: &str) -> Text {
        let game = self.called.clone();
        let position = match self.names.as_slice() {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        };
        match self.wanted {
            Wanted::Values => say!("guess.values", game = game, position = position, formula = formula),
            Wanted::Level(level) => {
                say!("guess.level", game = game, position = position, formula = formula, level = level)
            }
            _ if self.convention() == Convention::Misere => {
                say!("guess.misere_set", game = game, position = position, formula = formula)
            }
            _ => say!("guess.set", game = game, position = position, formula = formula),
        }
    }

    /// The command that repeats the test up to a bound, or else the proof.
    fn command(&self, formula: &str, checked_to: Option<u64>) -> String {
        let what = match self.wanted {
            Wanted::Values => format!("--value '{formula}'"),
            Wanted::Level(level) => format!("--level {level} '{formula}'"),
            _ => format!("--p-positions '{formula}'"),
        };
        let (game, more) = (self.quoted_game(), self.options());
        match checked_to {
            Some(to) => format!("miyama check --game {game} {what}{more} --to {to}"),
            None => format!("miyama prove {game} {what}{more}"),
        }
    }

    /// The commands that save a set without a formula and test the file on a table.
    fn by_file(&self, learned_to: u64) -> [String; 2] {
        let level = match self.wanted {
            Wanted::Level(level) => format!(" --level {level}"),
            _ => String::new(),
        };
        let save = format!("miyama theorem {}{level}{} --save set.theorem", self.quoted_game(), self.options());
        let inside = format!("({}) in automaton set.theorem", self.names.join(", "));
        [save, self.command(&inside, Some(learned_to))]
    }

    fn quoted_game(&self) -> String {
        let plain = self.game.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if plain { self.game.clone() } else { format!("'{}'", self.game) }
    }

    fn options(&self) -> String {
        let misere = if self.convention() == Convention::Misere { " --misere" } else { "" };
        let heaps = self.heaps.map_or_else(String::new, |heaps| format!(" --heaps {heaps}"));
        format!("{misere}{heaps}")
    }

    fn lines(&self) -> Vec<Text> {
        let (learned, checked) = (self.found.learned_to, self.found.checked_to);
        let Some(best) = &self.found.best else {
            if let Some((says, to)) = &self.learned {
                let commands = self.by_file(*to).map(|command| say!("guess.command", command = command));
                let lines = [says.clone(), say!("guess.no_formula", to = *to)];
                return lines.into_iter().chain(commands).collect();
            }
            return vec![match self.found.failed {
                0 => say!("guess.nothing", game = self.called.clone(), to = learned),
                failed => say!("guess.nothing_lasts", game = self.called.clone(), to = learned, failed = failed),
            }];
        };
        let mut lines = vec![self.statement(best), say!("guess.checked", learned = learned, checked = checked)];
        lines.extend(self.proof.as_ref().map(|(_, says)| says.clone()));
        for other in &self.found.runners_up {
            lines.push(say!("guess.runner_up", formula = &other.formula));
        }
        lines.push(say!("guess.command", command = self.command(&best.formula, Some(checked))));
        lines.push(say!("guess.command", command = self.command(&best.formula, None)));
        lines
    }

    fn conjecture(&self, lang: Lang) -> proof::Conjecture {
        let best = self.found.best.as_ref();
        proof::Conjecture {
            game: self.game.clone(),
            heaps: self.names.clone(),
            convention: self.convention().into(),
            level: match self.wanted {
                Wanted::Level(level) => Some(level),
                _ => None,
            },
            statement: match (best, &self.learned) {
                (Some(best), _) => Some(self.statement(best).in_lang(lang)),
                (None, learned) => learned.as_ref().map(|(says, _)| says.in_lang(lang)),
            },
            formula: best.map(|best| best.formula.clone()),
            class: match (best, &self.learned) {
                (Some(best), _) => Some(best.class.name().to_owned()),
                (None, learned) => learned.as_ref().map(|_| "automaton".to_owned()),
            },
            exceptions: best.map_or(0, |best| best.exceptions),
            learned_to: self.learned.as_ref().map_or(self.found.learned_to, |(_, to)| *to),
            checked_to: best.map(|_| self.found.checked_to),
            verdict: match (&self.proof, &self.learned) {
                (Some((verdict, _)), _) => Some(*verdict),
                (None, learned) => learned.as_ref().map(|_| Verdict::Proved),
            },
            how: self.proof.as_ref().map(|(_, says)| says.in_lang(lang)),
            runners_up: self.found.runners_up.iter().map(|other| other.formula.clone()).collect(),
            check: best
                .map(|best| self.command(&best.formula, Some(self.found.checked_to)))
                .or_else(|| self.learned.as_ref().map(|(_, to)| self.by_file(*to)[1].clone())),
            prove: best
                .map(|best| self.command(&best.formula, None))
                .or_else(|| self.learned.as_ref().map(|(_, to)| self.by_file(*to)[0].clone())),
        }
    }
}
