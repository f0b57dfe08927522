//! What the documents get wrong, as a page for their authors.

use super::claims::{counterexample, how, unchecked, word};
use crate::answer::{self, Format};
use crate::failure::Failure;
use miyama_budget::Budget;
use miyama_claims::{Claim, Expected, Finding, SOURCES, title};
use miyama_text::{Lang, Text, say};
use std::io::Write;
use std::sync::Arc;

/// The refuted claims and what corrects them, with their verdicts.
pub(super) struct Errata(Vec<Finding>);

/// Checks the claims that are known to be false, and their corrections.
pub(super) fn errata(budget: &Budget) -> Result<Errata, Failure> {
    let refuted = |claim: &&Arc<Claim>| matches!(claim.expected, Expected::Refuted { .. } | Expected::Misprint { .. });
    let with_correction = |claim: &Arc<Claim>| {
        let corrected = claim.corrected().and_then(miyama_claims::find);
        std::iter::once(claim.clone()).chain(corrected.cloned())
    };
    let claims: Vec<Arc<Claim>> = miyama_claims::all().filter(refuted).flat_map(with_correction).collect();
    miyama_claims::run(&claims, None, budget).map(Errata).map_err(|(claim, reason)| unchecked(&claim, &reason))
}

impl answer::Answer for Errata {
    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        if format != Format::Text {
            return Err(Failure::no_format(format));
        }
        writeln!(out, "# {}\n", say!("claim.errata_title").in_lang(lang))?;
        writeln!(out, "{}", say!("claim.errata_intro", percent = percent()).in_lang(lang))?;
        for (source, title) in SOURCES.iter().filter_map(|source| Some((source, title(source)?))) {
            let title = say!("claim.errata_document", number = *source, title = title);
            writeln!(out, "\n## {}\n\n{}", title.in_lang(lang), count(source).in_lang(lang))?;
            for found in self.0.iter().filter(|found| found.claim.source() == *source) {
                self.entry(found, lang, out)?;
            }
        }
        writeln!(out, "\n{}", say!("claim.errata_slips").in_lang(lang).trim_end())?;
        writeln!(out, "\n{}", say!("claim.errata_reading").in_lang(lang).trim_end())?;
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
        let (claim, id) = (&found.claim, found.claim.id());
        let says = claim.says().in_lang(lang);
        let mut lines = vec![match claim.kind.as_str() {
            "open" | "question" | "conjecture" => say!("claim.errata_question", text = says),
            _ if found.name() == "misprint" => say!("claim.errata_misprint", text = says),
            _ => say!("claim.errata_statement", text = says),
        }];
        lines.push(say!("claim.errata_counterexample", text = counterexample));
        let corrected = claim.corrected().and_then(|by| self.0.iter().find(|other| other.claim.id() == by));
        if let Some(corrected) = corrected
            && let Some(how) = how(corrected, lang)
        {
            let (text, verdict) = (corrected.claim.says().in_lang(lang), word(corrected.name()));
            let id = corrected.claim.id();
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

/// How many in a hundred statements need a correction, corrections aside.
fn percent() -> usize {
    let of_documents = |claim: &&Arc<Claim>| SOURCES.contains(&claim.source()) && !claim.id().ends_with("-corrected");
    let own = || miyama_claims::all().filter(of_documents);
    let wrong = own().filter(|claim| ["refuted", "misprint"].contains(&claim.expected.name())).count();
    (100 * wrong + own().count() / 2) / own().count()
}

/// How the claims of a document fare, corrections aside.
fn count(source: &str) -> Text {
    let own = |claim: &&Arc<Claim>| claim.source() == source && !claim.id().ends_with("-corrected");
    let of = |name: &str| miyama_claims::all().filter(own).filter(|claim| claim.expected.name() == name).count();
    say!(
        "claim.errata_count",
        claims = miyama_claims::all().filter(own).count(),
        proved = of("proved"),
        holding = of("holds"),
        refuted = of("refuted"),
        misprints = of("misprint"),
        definitions = of("definition")
    )
}
