//! Files of claims: what a paper states, with the way to check it.
//!
//! `docs/claims.md` describes the format. A mistake points at its place in the file.

mod lines;

use super::statement::{About, Statement, Subject};
use super::{Bound, Check, Claim, Expected, MEASURES, Said, named};
use lines::{Entry, entries};
use miyama::heap::formula::Automata;
use miyama::play::Convention;
use miyama_budget::Mistake;
use miyama_text::{Lang, Text, say};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The keys of a claim that come once; others are statements, in the order of the file.
const ONCE: [&str; 7] = ["claim", "kind", "check", "code", "bound", "expect", "corrected"];
/// The keys of what statements are about, and of statements.
const STATED: [&str; 12] =
    ["for", "game", "heaps", "play", "p-positions", "subset", "values", "level", "same moves", "all", "word", "finite"];
/// Sentences, by language.
const SAID: [&str; 2] = ["because", "unproved"];

/// The claims of a file.
///
/// ```
/// let text = "claim: T1\nen: Yama Nim\ngame: yama\np-positions: |x-y| <= 1\nbound: 50\nexpect: proved\n";
/// let claims = miyama_claims::read(text).unwrap();
/// assert_eq!(claims[0].id(), "T1");
/// let mistake = miyama_claims::read(&text.replace("yama\n", "yam\n")).unwrap_err();
/// assert_eq!(&text[mistake.at], "yam");
/// ```
///
/// # Errors
/// A [`Mistake`] where the text is no file of claims.
pub fn read(text: &str) -> Result<Vec<Arc<Claim>>, Mistake> {
    read_with(text, &Automata::default())
}

/// The claims of a file whose formulas may name automata.
///
/// # Errors
/// A [`Mistake`] where the text is no file of claims.
pub fn read_with(text: &str, automata: &Automata) -> Result<Vec<Arc<Claim>>, Mistake> {
    let entries = entries(text)?;
    let first = entries.iter().position(|entry| entry.key == "claim").unwrap_or(entries.len());
    let mut source = None;
    for entry in &entries[..first] {
        match entry.key {
            "source" if source.is_none() => source = Some(entry.sentence()),
            "source" => return Err(Mistake::new(entry.key_at.clone(), say!("claim.file_twice", key = entry.key))),
            key if is_key(key) => return Err(Mistake::new(entry.key_at.clone(), say!("claim.file_first", key = key))),
            _ => return Err(unknown_key(entry)),
        }
    }
    if first == entries.len() {
        return Err(Mistake::new(text.len()..text.len(), say!("claim.file_empty")));
    }
    let mut claims: Vec<Arc<Claim>> = Vec::new();
    let mut corrected: Vec<(String, &Entry<'_>)> = Vec::new();
    let mut ids = BTreeSet::new();
    for block in entries[first..].chunk_by(|_, next| next.key != "claim") {
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        let mut claim = Block::sorted(block)?.claim(source.clone(), line(block[0].key_at.start), automata)?;
        claim.stated_lines = claim.statements.iter().map(|statement| line(statement.at.start)).collect();
        let expect = block.iter().find(|entry| entry.key == "expect");
        claim.expect_line = expect.map_or(claim.line, |entry| line(entry.key_at.start));
        if !ids.insert(claim.id.to_lowercase()) {
            return Err(block[0].wrong(say!("claim.file_same_id", id = &claim.id)));
        }
        if let Some(entry) = block.iter().find(|entry| entry.key == "corrected") {
            corrected.push((entry.sentence().to_lowercase(), entry));
        }
        claims.push(Arc::new(claim));
    }
    match corrected.iter().find(|(id, _)| !ids.contains(id)) {
        Some((_, entry)) => Err(entry.wrong(say!("claim.file_corrected", id = entry.sentence()))),
        None => Ok(claims),
    }
}

fn languages() -> impl Iterator<Item = &'static str> {
    Lang::all().map(Lang::code)
}

fn is_key(key: &str) -> bool {
    let said = key.split_once('.').is_some_and(|(what, lang)| SAID.contains(&what) && languages().any(|l| l == lang));
    said || ONCE.contains(&key) || STATED.contains(&key) || languages().any(|lang| lang == key)
}

fn unknown_key(entry: &Entry<'_>) -> Mistake {
    let mistake = Mistake::new(entry.key_at.clone(), say!("claim.file_key", key = entry.key));
    let said = SAID.iter().flat_map(|what| languages().map(move |lang| format!("{what}.{lang}")));
    let all = ONCE.iter().chain(&STATED).chain(&["source"]).map(ToString::to_string).chain(said);
    hinted(mistake, entry.key, all)
}

/// The mistake with the nearest name as a hint.
fn hinted(mistake: Mistake, name: &str, all: impl Iterator<Item = String>) -> Mistake {
    let near = all.map(|known| (miyama_text::distance(name, &known), known)).min();
    match near {
        Some((steps, known)) if steps <= 2.max(name.chars().count() / 3) => {
            mistake.with_hint(say!("cli.did_you_mean", name = known))
        }
        _ => mistake,
    }
}

/// The entries of one claim, by what they are.
struct Block<'a> {
    head: &'a Entry<'a>,
    once: BTreeMap<&'a str, &'a Entry<'a>>,
    stated: Vec<&'a Entry<'a>>,
    said: BTreeMap<&'a str, Said>,
}

impl<'a> Block<'a> {
    fn sorted(entries: &'a [Entry<'a>]) -> Result<Block<'a>, Mistake> {
        let mut block = Block { head: &entries[0], once: BTreeMap::new(), stated: vec![], said: BTreeMap::new() };
        let mut keys = BTreeSet::new();
        for entry in entries {
            if !is_key(entry.key) {
                return Err(unknown_key(entry));
            }
            let many = STATED.contains(&entry.key);
            if !keys.insert(entry.key) && !many {
                return Err(Mistake::new(entry.key_at.clone(), say!("claim.file_twice", key = entry.key)));
            }
            if entry.value.is_empty() {
                return Err(entry.wrong(say!("claim.file_no_value", key = entry.key)));
            }
            let (what, code) = entry.key.split_once('.').unwrap_or(("", entry.key));
            match Lang::of_code(code) {
                Some(lang) => block.said.entry(what).or_default().add(lang, entry.sentence()),
                None if many => block.stated.push(entry),
                None => drop(block.once.insert(entry.key, entry)),
            }
        }
        Ok(block)
    }

    fn missing(&self, says: Text) -> Mistake {
        self.head.wrong(says)
    }

    fn claim(mut self, source: Option<String>, line: usize, automata: &Automata) -> Result<Claim, Mistake> {
        let id = self.head.sentence();
        let says = self.said.remove("").ok_or_else(|| self.missing(say!("claim.file_says", id = &id)))?;
        let kind = self.once.get("kind").map_or_else(|| Ok("claim".to_owned()), |entry| kind(entry))?;
        let bound = self.once.get("bound").map(|entry| bound(entry)).transpose()?;
        let check = self.once.get("check").map(|entry| check(entry)).transpose()?;
        let statements = statements(&self.stated, automata)?;
        let expect = *self.once.get("expect").ok_or_else(|| self.missing(say!("claim.file_expect", id = &id)))?;
        let expected = expected(expect, bound.as_ref())?;
        let code = self.once.get("code").map(|entry| entry.sentence());
        let corrected = self.once.get("corrected").map(|entry| entry.sentence());
        match (&expected, &code, check.is_none() && statements.is_empty()) {
            (Expected::Definition, Some(_), true) => {}
            (Expected::Definition, _, _) => return Err(expect.wrong(say!("claim.file_definition"))),
            (_, _, true) => return Err(self.missing(say!("claim.file_no_check", id = &id))),
            (Expected::Misprint { .. }, _, _) if corrected.is_none() => {
                return Err(expect.wrong(say!("claim.file_misprint")));
            }
            (Expected::Proved | Expected::Holds, _, _) if corrected.is_some() => {
                return Err(self.once["corrected"].wrong(say!("claim.file_corrects_nothing", id = &id)));
            }
            _ => {}
        }
        let positions = statements.iter().find(|statement| statement.has_positions());
        if let (None, None, Some(statement)) = (&bound, &check, positions) {
            return Err(Mistake::new(statement.at.clone(), say!("claim.file_no_bound")));
        }
        let because = self.said.remove("because").unwrap_or_default();
        let unproved = self.said.remove("unproved").unwrap_or_default();
        let source = source.unwrap_or_else(|| id.split('-').next().unwrap_or_default().to_owned());
        Ok(Claim {
            id,
            source,
            kind,
            says,
            bound,
            expected,
            corrected,
            because,
            unproved,
            line,
            stated_lines: vec![],
            expect_line: line,
            check,
            code,
            statements,
        })
    }
}

/// What documents call their statements; `ruleset+theorem` is both.
const KINDS: [&str; 27] = [
    "algorithm",
    "claim",
    "conjecture",
    "corollary",
    "definition",
    "definitions",
    "example",
    "exercise",
    "extension",
    "figure",
    "footnotes",
    "formula",
    "lemma",
    "misprint",
    "observation",
    "open",
    "problem",
    "proof",
    "proposition",
    "question",
    "record",
    "remark",
    "result",
    "rules",
    "ruleset",
    "table",
    "theorem",
];

fn kind(entry: &Entry<'_>) -> Result<String, Mistake> {
    match entry.value.split('+').map(str::trim).find(|word| !KINDS.contains(word)) {
        None => Ok(entry.sentence()),
        Some(unknown) => {
            let mistake = entry.wrong(say!("claim.file_kind", kind = unknown));
            Err(hinted(mistake, unknown, KINDS.iter().map(ToString::to_string)))
        }
    }
}

/// `400`, `4 bricks`, `4 bricks in 1..5`, `57 in 57..`.
fn bound(entry: &Entry<'_>) -> Result<Bound, Mistake> {
    let wrong = || entry.wrong(say!("claim.file_bound"));
    let (size, range) = match entry.value.split_once(" in ") {
        Some((size, range)) => (size, Some(range.split_once("..").ok_or_else(wrong)?)),
        None => (entry.value, None),
    };
    let (number, measure) = size.trim().split_once(' ').unwrap_or((size.trim(), "heaps"));
    let whole = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let named = MEASURES.iter().find(|(name, _)| *name == measure.trim());
    let (_, measure) = *named.ok_or_else(|| {
        let mistake = entry.wrong(say!("claim.file_measure", measure = measure.trim()));
        hinted(mistake, measure.trim(), MEASURES.iter().map(|(name, _)| (*name).to_owned()))
    })?;
    let (least, most) = match range {
        Some((least, "")) => (whole(least)?, Bound::MOST),
        Some((least, most)) => (whole(least)?, whole(most)?),
        None => (1, Bound::MOST),
    };
    let default = whole(number)?;
    if !(1 <= least && least <= default && default <= most) {
        return Err(wrong());
    }
    Ok(Bound { measure, least, default, most })
}

fn check(entry: &Entry<'_>) -> Result<Check, Mistake> {
    named(entry.value).ok_or_else(|| {
        let mistake = entry.wrong(say!("claim.file_check", name = entry.value));
        hinted(mistake, entry.value, super::checks().map(|(name, _)| (*name).to_owned()))
    })
}

/// `proved`, `holds`, `refuted from 3`, `misprint`, `definition`.
fn expected(entry: &Entry<'_>, bound: Option<&Bound>) -> Result<Expected, Mistake> {
    let wrong = || entry.wrong(say!("claim.file_expected"));
    let (word, from) = match entry.value.split_once(" from ") {
        Some((word, from)) => (word.trim(), Some(from.trim().parse::<u64>().map_err(|_| wrong())?)),
        None => (entry.value, None),
    };
    let from_bound = match (from, bound) {
        (None, None) => Ok(0),
        (Some(from), Some(bound)) if (bound.least..=bound.most).contains(&from) => Ok(from),
        (None, Some(bound)) => Ok(bound.least),
        _ => Err(entry.wrong(say!("claim.file_from"))),
    };
    match (word, from) {
        ("proved", None) => Ok(Expected::Proved),
        ("holds", None) if bound.is_none() => Err(entry.wrong(say!("claim.file_holds"))),
        ("holds", None) => Ok(Expected::Holds),
        ("definition", None) => Ok(Expected::Definition),
        ("refuted", _) => Ok(Expected::Refuted { from: from_bound? }),
        ("misprint", _) => Ok(Expected::Misprint { from: from_bound? }),
        _ => Err(wrong()),
    }
}

/// The statements, each about the game, heaps and convention that stand before it.
fn statements(entries: &[&Entry<'_>], automata: &Automata) -> Result<Vec<Statement>, Mistake> {
    let mut found = Vec::new();
    // What a name stands for, and the games with each of these numbers.
    let mut over: Option<(String, Range<u64>)> = None;
    let mut subjects: Vec<(Option<(String, u64)>, Subject)> = vec![];
    let (mut heaps, mut convention) = (None, Convention::Normal);
    for entry in entries {
        let placed = |mistake: Mistake| mistake.shifted(entry.start);
        let about = match entry.key {
            "for" => {
                over = Some(range(entry)?);
                continue;
            }
            "game" => {
                (heaps, convention) = (None, Convention::Normal);
                subjects = match over.take() {
                    None => vec![(None, Subject::read(entry.value).map_err(placed)?)],
                    Some((name, numbers)) => {
                        let game = |number: u64| {
                            let subject = Subject::read(&with_number(entry.value, &name, number))?;
                            Ok((Some((name.clone(), number)), subject))
                        };
                        let read: Result<_, Mistake> = numbers.map(game).collect();
                        read.map_err(|mistake| entry.wrong(mistake.says))?
                    }
                };
                continue;
            }
            "heaps" => {
                heaps = Some(entry.value.parse().map_err(|_| entry.wrong(say!("claim.file_heaps")))?);
                continue;
            }
            "play" => {
                convention = match entry.value {
                    "normal" => Convention::Normal,
                    "misère" | "misere" => Convention::Misere,
                    _ => return Err(entry.wrong(say!("claim.file_play"))),
                };
                continue;
            }
            "all" => {
                found.push(Statement::all(entry.value, automata).map_err(placed)?.placed(entry.at()));
                continue;
            }
            "word" => {
                found.push(Statement::word(entry.value).map_err(placed)?.placed(entry.at()));
                continue;
            }
            "finite" => {
                found.push(Statement::finite(check(entry)?).placed(entry.at()));
                continue;
            }
            about => about,
        };
        if subjects.is_empty() {
            return Err(Mistake::new(entry.key_at.clone(), say!("claim.file_which_game", key = entry.key)));
        }
        let (about, formula) = match about {
            "values" => (About::Values, entry.value),
            "subset" => (About::Subset, entry.value),
            "level" => level(entry)?,
            _ => (About::PPositions, entry.value),
        };
        let start = entry.start + (entry.value.len() - formula.len());
        for (number, subject) in &subjects {
            let statement = match (entry.key, number) {
                ("same moves", None) => Statement::same(subject, heaps, formula),
                ("same moves", Some((name, number))) => {
                    let definition = with_number(formula, name, *number);
                    Statement::same(subject, heaps, &definition).map_err(|m| m.placed_at(0..formula.len()))
                }
                (_, None) => Statement::about(subject, heaps, about, convention, formula, automata),
                // Read as it is written first, so that a mistake is shown where it stands.
                (_, Some((name, number))) => {
                    let read = |formula: &str| Statement::about(subject, heaps, about, convention, formula, automata);
                    read(formula).and_then(|_| read(&with_number(formula, name, *number)))
                }
            };
            found.push(statement.map_err(|mistake| mistake.shifted(start))?.placed(entry.at()));
        }
    }
    Ok(found)
}

/// `4: FORMULA`.
fn level<'a>(entry: &Entry<'a>) -> Result<(About, &'a str), Mistake> {
    let wrong = || entry.wrong(say!("claim.file_level"));
    let (level, formula) = entry.value.split_once(':').ok_or_else(wrong)?;
    Ok((About::Level(level.trim().parse().map_err(|_| wrong())?), formula.trim_start()))
}

/// `c in 0..8`, both ends included.
fn range(entry: &Entry<'_>) -> Result<(String, Range<u64>), Mistake> {
    let parsed = || {
        let (name, numbers) = entry.value.split_once(" in ")?;
        let (least, most) = numbers.split_once("..")?;
        let (least, most): (u64, u64) = (least.trim().parse().ok()?, most.trim().parse().ok()?);
        let name = name.trim().to_owned();
        let fits = !name.is_empty() && name.chars().all(char::is_alphabetic) && least <= most && most - least < 100;
        fits.then_some((name, least..most + 1))
    };
    parsed().ok_or_else(|| entry.wrong(say!("claim.file_for")))
}

/// The text with a number in the place of a name.
fn with_number(text: &str, name: &str, number: u64) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
            continue;
        }
        out.push_str(&if word == name { number.to_string() } else { std::mem::take(&mut word) });
        word.clear();
        out.push(letter);
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_whole_names() {
        assert_eq!(with_number("twist(c)", "c", 12), "twist(12)");
        assert_eq!(with_number("cc(c, ac, c+1)", "c", 3), "cc(3, ac, 3+1)");
    }
}
