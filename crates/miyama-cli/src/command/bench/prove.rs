//! How long proofs take, from a formula and without one.

use crate::answer::bench::{Measured, ProofRow};
use crate::answer::{self, Format};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::processor;
use miyama::game::{Game, Games};
use miyama::heap::formula::Formula;
use miyama::play::Convention;
use miyama_budget::Budget;
use miyama_language::sentence::Sentence;
use miyama_proof::{Claim, Rules, Verdict, Wanted, WordVerdict, learn, prove, prove_word};
use miyama_text::{Lang, say};
use std::io::Write;

/// A game, its number of heaps, whether play is misère, and a formula; learned where it is
/// empty, about values behind `g: `, learned positions of a value behind `level `. Of `word` it
/// is a sentence.
const CLAIMS: &[(&str, usize, bool, &str)] = &[
    ("nim", 2, false, "x = y"),
    ("nim", 3, false, "x xor y xor z = 0"),
    ("nim", 4, false, "x xor y xor z xor u = 0"),
    ("nim", 5, false, "x xor y xor z xor u xor v = 0"),
    ("nim", 6, false, "x xor y xor z xor u xor v xor w = 0"),
    ("nim", 3, true, "x xor y xor z = 0 and max(x,y,z) >= 2 or (x+y+z) mod 2 = 1 and max(x,y,z) <= 1"),
    ("nim", 2, true, ""),
    ("nim", 4, true, ""),
    ("split-nim", 1, false, "g: x"),
    ("nim", 2, false, "g: x xor y"),
    ("nim", 3, false, "g: x xor y xor z"),
    ("bounded(9)", 2, false, "g: (x mod 10) xor (y mod 10)"),
    ("yama", 2, false, "|x-y| <= 1"),
    ("yama", 2, false, "g: min(x,y)+1 if |x-y| >= 2 else 0"),
    ("triangular", 2, false, "|x-y| <= 1"),
    ("geometric(3)", 2, false, "x = 0 and y <= 1 or y = 0 and x <= 1 or exists k: {x,y} = {3^k, 3^(k+1)}"),
    ("geometric(10)", 2, false, "x = 0 and y <= 1 or y = 0 and x <= 1 or exists k: {x,y} = {10^k, 10^(k+1)}"),
    ("wythoff", 2, false, "exists k: {x,y} = {floor(k*phi), floor(k*phi^2)}"),
    ("wythoff(2)", 2, false, "exists k: {x,y} = {floor(k*sqrt(2)), floor(k*(2+sqrt(2)))}"),
    ("wythoff(4)", 2, false, "exists k: {x,y} = {floor(k*(sqrt(5)-1)), floor(k*(sqrt(5)-1))+4k}"),
    ("twist(3)", 2, false, "(x,y) = (0,0) or exists k: {x,y} = {2*k^2-k, 2*(k+1)^2-(k+1)}"),
    (
        "triangular",
        2,
        false,
        "g: let d = |x-y|; 0 if d <= 1 else x+y-1 if x+y <= d*d+1 else d*(d-1)/2 + ((x+y-d*d-2) div 2) mod d",
    ),
    ("nim", 3, false, ""),
    ("bounded(20)", 3, false, ""),
    ("subtraction({1,3,4})", 3, false, ""),
    ("yama", 2, false, ""),
    ("yama", 2, true, ""),
    ("triangular", 2, true, ""),
    ("wythoff", 2, false, "level 1"),
    ("three-heap-yama", 3, false, ""),
    ("three-heap-yama-both", 3, false, ""),
    ("three-heap-yama-removed", 3, false, ""),
    ("word", 0, false, "thue-morse: overlap-free"),
    ("word", 0, false, "thue-morse: cube-free"),
    ("word", 0, false, "fibonacci: no 4th power"),
];

/// Everything that is measured.
fn claims() -> Vec<(String, usize, bool, String)> {
    let mut all: Vec<(String, usize, bool, String)> = CLAIMS
        .iter()
        .map(|(game, heaps, misere, claim)| ((*game).to_owned(), *heaps, *misere, (*claim).to_owned()))
        .collect();
    for misere in [false, true] {
        let mut learned = |game: String, heaps: usize| all.push((game, heaps, misere, String::new()));
        for d in [2, 3, 4, 5, 7, 10] {
            ["geometric", "sub-geometric"].into_iter().for_each(|game| learned(format!("{game}({d})"), 2));
        }
        for m in [2, 3, 5, 9] {
            (1..=3).for_each(|heaps| learned(format!("bounded({m})"), heaps));
        }
        ["1", "2", "3", "4", "5", "6a", "6b"].into_iter().for_each(|n| learned(format!("three-heap-{n}"), 3));
        (1..=if misere { 4 } else { 8 }).for_each(|s| learned(format!("wythoff({s})"), 2));
    }
    for game in ["yama", "triangular"] {
        for a in 1..=5 {
            all.extend((1..=3).map(|b| (format!("{game}({a},{b})"), 2, false, String::new())));
        }
    }
    for h in [2, 3, 4, 5, 8] {
        let nimhoff =
            format!("(x, y) -> sym {{ (x-i, y) | 1 <= i <= x }} ∪ {{ (x-i, y-j) | i >= 1, j >= 1, i+j < {h} }}");
        let values = format!("g: {h}*((x div {h}) xor (y div {h})) + (x+y) mod {h}");
        all.push((nimhoff, 2, false, values));
    }
    all
}

struct Row {
    game: String,
    claim: String,
    misere: bool,
    /// Of this thread's processor time, where the system tells it.
    seconds: f64,
    states: Option<usize>,
    proved: bool,
}

pub(crate) struct Answer {
    rows: Vec<Row>,
}

pub(super) fn answer(budget: &Budget) -> Result<Answer, Failure> {
    let rows = claims().into_iter().map(|claim| measure(claim, budget)).collect::<Result<_, Failure>>()?;
    Ok(Answer { rows })
}

fn measure((game, heaps, misere, claim): (String, usize, bool, String), budget: &Budget) -> Result<Row, Failure> {
    budget.check()?;
    if game == "word" {
        return word(claim, budget);
    }
    let Ok(Game::Heap(found)) = Games::built_in().find(&game) else {
        return Err(Failure::input(say!("proof.no_board", game = game)));
    };
    let beside = if found.ruleset.heaps() == heaps { None } else { found.ruleset.side_by_side(heaps) };
    let (ruleset, names) = match &beside {
        Some(ruleset) => (ruleset, found.ruleset.names_side_by_side(heaps)),
        None => (&*found.ruleset, found.ruleset.names()),
    };
    let convention = if misere { Convention::Misere } else { Convention::Normal };
    let wrong = |mistake| Failure::mistake(mistake, &claim);
    let before = processor::seconds();
    let level = claim.strip_prefix("level ").and_then(|level| level.parse().ok());
    let (proved, states) = if claim.is_empty() || level.is_some() {
        let wanted = level.map_or(Wanted::PPositions(convention), Wanted::Level);
        let learned = Rules::of(ruleset).ok().and_then(|rules| learn(&rules, wanted, &[], budget).ok());
        (learned.is_some(), learned.map(|learned| learned.set.states()))
    } else {
        let verdict = match claim.strip_prefix("g: ") {
            Some(value) => {
                let formula = Formula::value(value, &names).map_err(wrong)?;
                prove(ruleset, Claim::Values(&formula), convention, budget)
            }
            None => {
                let formula = Formula::set(&claim, &names).map_err(wrong)?;
                prove(ruleset, Claim::PPositions(&formula), convention, budget)
            }
        };
        match verdict {
            Ok(Verdict::Proved(proved)) => (true, Some(proved.set.states())),
            Ok(Verdict::Signs(_) | Verdict::ValuesBySigns(_)) => (true, None),
            _ => (false, None),
        }
    };
    budget.check()?;
    Ok(Row { seconds: processor::seconds() - before, game, claim, misere, states, proved })
}

/// A sentence about a word.
fn word(claim: String, budget: &Budget) -> Result<Row, Failure> {
    let sentence = Sentence::parse(&claim).map_err(|mistake| Failure::mistake(mistake, &claim))?;
    let before = processor::seconds();
    let (proved, states) = match prove_word(&sentence, budget).map_err(Failure::Stopped)? {
        WordVerdict::Proved(_) => (true, None),
        _ => (false, None),
    };
    Ok(Row { seconds: processor::seconds() - before, game: "word".to_owned(), claim, misere: false, states, proved })
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let row = |row: &Row| ProofRow {
            game: row.game.clone(),
            claim: row.claim.clone(),
            misere: row.misere,
            seconds: row.seconds,
            states: row.states,
            proved: row.proved,
        };
        Some(Box::new(Measured { rows: self.rows.iter().map(row).collect() }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                for row in &self.rows {
                    let claim = if row.claim.is_empty() {
                        say!("proof.bench_learned").in_lang(lang)
                    } else {
                        row.claim.clone()
                    };
                    let game = if row.misere { format!("{} (misère)", row.game) } else { row.game.clone() };
                    let mark = if row.proved { "" } else { " !" };
                    let states = row.states.map_or_else(|| "-".to_owned(), |states| states.to_string());
                    writeln!(out, "{:8.3} s {states:>6}  {game}: {claim}{mark}", row.seconds)?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }

    fn holds(&self) -> bool {
        self.rows.iter().all(|row| row.proved)
    }
}
