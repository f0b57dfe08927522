//! `miyama prove word 'WORD: SENTENCE'`: a sentence about an infinite word, decided.

use crate::answer::number::naturals;
use crate::answer::proof::{Verdict, WordProof};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::proof::{Paper, limit_text, system_name, system_text, what_text};
use crate::seal;
use miyama_budget::{Budget, Stopped};
use miyama_proof::{Reached, WordOutside, WordVerdict, prove_word};
use miyama_text::{Lang, Text, say};
use num_bigint::BigUint;
use std::io::Write;
use std::path::Path;

/// A sentence and what became of it.
pub(super) struct Answer {
    word: String,
    sentence: String,
    verdict: WordVerdict,
    paper: Option<Paper>,
    failure: Option<Failure>,
}

pub(super) fn answer(source: &str, certificate: Option<&Path>, budget: &Budget) -> Result<Answer, Failure> {
    let wrong = |mistake| Failure::mistake(mistake, source);
    let sentence = miyama_language::sentence::Sentence::parse(source).map_err(wrong)?;
    miyama_words::Word::parse(source.split(':').next().unwrap_or_default(), None).map_err(wrong)?;
    if let Some(path) = certificate {
        crate::output::expect_folder(path)?;
    }
    let over = |stopped| WordVerdict::Limit(Reached::Budget(stopped));
    let verdict = prove_word(&sentence, budget).unwrap_or_else(over);
    let paper = match &verdict {
        WordVerdict::Proved(proof) => Some(Paper { bytes: seal::WORD.json(&proof.certificate, false)? }),
        _ => None,
    };
    let unwritten = paper.as_ref().zip(certificate).and_then(|(paper, path)| paper.write(path).err());
    // Time that is over is a limit like others; who stops the run wants to see that it was stopped.
    let failure = unwritten.or(match &verdict {
        WordVerdict::Limit(Reached::Budget(stopped @ Stopped::Cancelled)) => Some(Failure::Stopped(*stopped)),
        _ => None,
    });
    Ok(Answer { word: sentence.word, sentence: sentence.text, verdict, paper, failure })
}

impl Answer {
    fn statement(&self) -> Text {
        say!("proof.sentence", word = &self.word, sentence = &self.sentence)
    }

    fn says(&self) -> Text {
        match &self.verdict {
            WordVerdict::Proved(proof) => {
                let bytes = self.paper.as_ref().map_or(0, |paper| paper.bytes.len() as u64);
                let (states, system) = (proof.states, system_text(proof.system));
                say!("proof.sentence_holds", states = states, system = system, bytes = miyama_budget::bytes(bytes))
            }
            WordVerdict::Refuted(place) if place.is_empty() => say!("proof.sentence_false"),
            WordVerdict::Refuted(place) => {
                let all: Vec<String> = place.iter().map(|(name, number)| format!("{name} = {number}")).collect();
                say!("proof.sentence_false_at", place = all.join(", "))
            }
            WordVerdict::Outside(WordOutside::Word) => say!("proof.sentence_word", word = &self.word),
            WordVerdict::Outside(WordOutside::Comparison(part)) => say!("proof.sentence_comparison", part = part),
            WordVerdict::Outside(WordOutside::Formula(what, part)) => {
                say!("proof.outside_part", reason = what_text(*what), part = part)
            }
            WordVerdict::Limit(reached) => limit_text(reached),
        }
    }

    fn proof(&self, lang: Lang) -> WordProof {
        let proof = match &self.verdict {
            WordVerdict::Proved(proof) => Some(proof),
            _ => None,
        };
        let place = match &self.verdict {
            WordVerdict::Refuted(place) if !place.is_empty() => Some(place),
            _ => None,
        };
        let numbers = |place: &Vec<(String, BigUint)>| -> Vec<BigUint> { place.iter().map(|p| p.1.clone()).collect() };
        WordProof {
            word: self.word.clone(),
            statement: self.statement().in_lang(lang),
            sentence: self.sentence.clone(),
            verdict: match &self.verdict {
                WordVerdict::Proved(_) => Verdict::Proved,
                WordVerdict::Refuted(_) => Verdict::Refuted,
                WordVerdict::Outside(_) => Verdict::Outside,
                WordVerdict::Limit(_) => Verdict::Limit,
            },
            how: self.says().in_lang(lang),
            counterexample: place.map(|place| naturals(&numbers(place))),
            variables: place.map(|place| place.iter().map(|(name, _)| name.clone()).collect()),
            states: proof.map(|proof| proof.states),
            numeration: proof.map(|proof| system_name(proof.system)),
            certificate: self.paper.as_ref().map(Paper::data),
        }
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        Some(Box::new(self.proof(lang)))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                writeln!(out, "{}", self.statement().in_lang(lang))?;
                writeln!(out, "{}", self.says().in_lang(lang))?;
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn holds(&self) -> bool {
        !matches!(self.verdict, WordVerdict::Refuted(_))
    }

    fn undecided(&self) -> bool {
        matches!(self.verdict, WordVerdict::Outside(_) | WordVerdict::Limit(_))
    }
}
