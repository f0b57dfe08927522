//! `miyama value --misere POSITION`: the misère canonical form, and the genus.

use crate::answer::number::Outcome;
use crate::answer::value::MisereForm;
use crate::answer::{self, Format};
use crate::command::solve::unsolved;
use crate::export::json::Data;
use crate::failure::Failure;
use crate::games;
use miyama::misere::{form_of, genus_of};
use miyama::sum::NoSolution;
use miyama_budget::Budget;
use miyama_misere::{Class, Genus};
use miyama_text::{Lang, say};
use std::io::Write;
use std::time::Duration;

/// Forms are found if there are no more than this.
const MOST: usize = 100_000;

/// Longer forms are nothing to read.
const LONGEST: usize = 2000;

/// A form is looked for so long; the genus is known without it.
const MOMENT: Duration = Duration::from_secs(5);

pub(super) struct Answer {
    position: String,
    /// `None` if it is too large, or too long to be read.
    form: Option<String>,
    genus: Genus,
    class: Class,
}

pub(super) fn answer(text: &str, at: Option<&str>, budget: &Budget) -> Result<Answer, Failure> {
    let sum = games::position(text, at, budget)?;
    if !sum.is_impartial() {
        return Err(Failure::input(say!("quotient.partizan")));
    }
    let position = sum.to_string();
    let Some((genus, class)) = genus_of(&sum, MOST, budget).map_err(unsolved)? else {
        return Err(Failure::Undecided(Box::new(Failure::input(say!("quotient.too_many", most = MOST)))));
    };
    let form = match form_of(&sum, MOST, &budget.part(MOMENT)) {
        Ok(Some((forms, form))) => forms.text(form, LONGEST),
        Ok(None) | Err(NoSolution::Stopped(_)) => None,
        Err(reason) => return Err(unsolved(reason)),
    };
    budget.check()?;
    Ok(Answer { position, form, genus, class })
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(MisereForm {
            position: self.position.clone(),
            form: self.form.clone(),
            genus: self.genus.to_string(),
            tame_genus: self.genus.is_tame(),
            class: self.class.name().to_owned(),
            // γ₀ is the nim heap beside which the position is lost.
            outcome: if self.genus.misere.first() == Some(&0) { Outcome::P } else { Outcome::N },
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Answer { position, form, genus, class } = self;
        // γ₀ is the nim heap beside which the position is lost.
        let lost = genus.misere.first() == Some(&0);
        match format {
            Format::Text => {
                let kind = match class {
                    Class::Tame => say!("quotient.class_tame"),
                    Class::Restive => say!("quotient.class_restive"),
                    Class::Restless => say!("quotient.class_restless"),
                    Class::Wild => say!("quotient.class_wild"),
                };
                let lines = [
                    match form {
                        Some(form) => say!("quotient.form", position = position.as_str(), form = form.as_str()),
                        None => say!("quotient.form_long", position = position.as_str(), most = LONGEST),
                    },
                    say!("quotient.genus", genus = genus.raised(), kind = kind),
                    if lost { say!("quotient.form_p") } else { say!("quotient.form_n") },
                ];
                lines.iter().try_for_each(|line| writeln!(out, "{}", line.in_lang(lang)))?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
