//! What the documents get wrong, as a page for their authors.

use super::claims::{counterexample, how, unchecked, word};
use crate::answer::{self, Format};
use crate::failure::Failure;
use miyama_budget::Budget;
use miyama_claims::{Claim, Expected, Finding, SOURCES, title};
use miyama_text::{Lang, Text, say};
use std::io::Write;

/// The refuted claims and what corrects them, with their verdicts.
pub(super) struct Errata(Vec<Finding>);

/// Checks the claims that are known to be false, and their corrections.
pub(super) fn errata(budget: &Budget) -> Result<Errata, Failure> {
    let refuted = |claim: &&Claim| matches!(claim.expected, Expected::Refuted { .. });
    let claims: Vec<&Claim> = miyama_claims::all()
        .filter(refuted)
        .flat_map(|claim| std::iter::once(claim).chain(claim.corrected()))
        .collect();
    miyama_claims::run(&claims, None, budget).map(Errata).map_err(|(claim, reason)| unchecked(claim, &reason))
}

impl answer::Answer for Errata {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        writeln!(out, "# {}\n", say!("claim.errata_title").in_lang(lang))?;
        writeln!(out, "{}", say!("claim.errata_intro").in_lang(lang))?;
        for (source, title) in SOURCES.iter().filter_map(|source| Some((source, title(source)?))) {
            let title = say!("claim.errata_document", number = *source, title = title);
            writeln!(out, "\n## {}\n\n{}", title.in_lang(lang), count(source).in_lang(lang))?;
            for found in self.0.iter().filter(|found| found.claim.source() == *source) {
                self.entry(found, lang, out)?;
            }
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        self.0.iter().all(Finding::as_expected)
    }
}

impl Errata {
    /// One false claim; the corrections come with the claims that they correct.
    fn entry(&self, found: &Finding, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(counterexample) = counterexample(found) else { return Ok(()) };
        let (claim, id) = (found.claim, found.claim.id());
        let mut lines = vec![match claim.kind {
            "open" | "question" | "conjecture" => say!("claim.errata_question", text = claim.says()),
            _ => say!("claim.errata_statement", text = claim.says()),
        }];
        lines.push(say!("claim.errata_counterexample", text = counterexample));
        let corrected = claim.corrected().and_then(|by| self.0.iter().find(|other| other.claim.id() == by.id()));
        if let Some(corrected) = corrected
            && let Some(how) = how(corrected)
        {
            let (text, verdict, id) = (corrected.claim.says(), word(&corrected.verdict), corrected.claim.id());
            lines.push(say!("claim.errata_corrected", text = text, verdict = verdict, how = how, id = id));
        }
        // An id with a space or a bracket must be quoted for the shell.
        let plain = id.chars().all(|c| c.is_ascii_alphanumeric() || "-.,".contains(c));
        lines.push(say!("claim.errata_shows", id = if plain { id.to_owned() } else { format!("'{id}'") }));
        writeln!(out, "\n### {id}\n")?;
        for line in lines {
            writeln!(out, "- {}", line.in_lang(lang))?;
        }
        Ok(())
    }
}

/// How the claims of a document fare, corrections aside.
fn count(source: &str) -> Text {
    let own = |claim: &&Claim| claim.source() == source && !claim.id().ends_with("-corrected");
    let of = |name: &str| miyama_claims::all().filter(own).filter(|claim| claim.expected.name() == name).count();
    say!(
        "claim.errata_count",
        claims = miyama_claims::all().filter(own).count(),
        proved = of("proved"),
        holding = of("holds"),
        refuted = of("refuted"),
        definitions = of("definition")
    )
}
