//! `miyama value --misere POSITION`: the misère canonical form, and the genus.

use crate::answer::{self, Format};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use crate::games;
use miyama::misere::form_of;
use miyama_budget::Budget;
use miyama_misere::Genus;
use miyama_text::{Lang, say};
use std::io::Write;

/// Forms are found if there are no more than this.
const MOST: usize = 100_000;

/// Longer forms are nothing to read.
const LONGEST: usize = 2000;

pub(super) struct Answer {
    position: String,
    /// `None` if it is too long to be read.
    form: Option<String>,
    genus: Genus,
    lost: bool,
}

pub(super) fn answer(text: &str, budget: &Budget) -> Result<Answer, Failure> {
    let sum = games::position(text, None, budget)?;
    if !sum.is_impartial() {
        return Err(Failure::input(say!("quotient.partizan")));
    }
    let position = sum.to_string();
    let Some((forms, form)) = form_of(&sum, MOST, budget).map_err(unsolved)? else {
        return Err(Failure::Undecided(Box::new(Failure::input(say!("quotient.form_too_large", most = MOST)))));
    };
    Ok(Answer { position, form: forms.text(form, LONGEST), genus: forms.genus(form).clone(), lost: forms.is_p(form) })
}

impl answer::Answer for Answer {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Answer { position, form, genus, lost } = self;
        match format {
            Format::Text => {
                let kind = if genus.is_tame() { say!("quotient.genus_tame") } else { say!("quotient.genus_wild") };
                let lines = [
                    match form {
                        Some(form) => say!("quotient.form", position = position.as_str(), form = form.as_str()),
                        None => say!("quotient.form_long", position = position.as_str(), most = LONGEST),
                    },
                    say!("quotient.genus", genus = genus.to_string(), kind = kind),
                    if *lost { say!("quotient.form_p") } else { say!("quotient.form_n") },
                ];
                lines.iter().try_for_each(|line| writeln!(out, "{}", line.in_lang(lang)))?;
            }
            Format::Json => {
                let outcome = if *lost { "P" } else { "N" };
                let answer = serde_json::json!({
                    "position": position, "form": form, "genus": genus.to_string(), "tame_genus": genus.is_tame(),
                    "outcome": outcome,
                });
                writeln!(out, "{answer}")?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
