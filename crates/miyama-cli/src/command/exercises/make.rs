//! One random exercise of each kind; its answer is what the engines say.

use super::Exercise;
use crate::answer::definition::Way;
use crate::answer::exercise::Kind;
use crate::command::solve::{told, unsolved};
use crate::failure::Failure;
use crate::games;
use crate::key::Key;
use miyama::heap::random::Chance;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Evaluated, evaluate};
use miyama::sum::{Position, columns};
use miyama::value::Arena;
use miyama_budget::Budget;
use miyama_text::{Text, say};
use miyama_words::line::Line;
use num_bigint::{BigInt, BigUint};

pub(super) fn exercise(kind: Kind, chance: &mut Chance, budget: &Budget) -> Result<Exercise, Failure> {
    match kind {
        Kind::NimSum => Ok(nim_sum(chance)),
        Kind::Energy => energy(chance, budget),
        Kind::Wythoff => wythoff(chance),
        Kind::WinningMove => winning_move(chance, budget),
        Kind::Octal => octal(chance, budget),
        Kind::CanonicalForm => canonical_form(chance, budget),
    }
}

/// A number from `least` to `most`.
fn between(chance: &mut Chance, least: u64, most: u64) -> u64 {
    least + chance.below(most - least + 1)
}

fn one_of<'a>(chance: &mut Chance, texts: &[&'a str]) -> &'a str {
    texts[usize::try_from(chance.below(texts.len() as u64)).unwrap_or(0)]
}

fn nim_sum(chance: &mut Chance) -> Exercise {
    let (count, most) = (between(chance, 2, 4), [15, 31, 63][chance.below(3) as usize]);
    let numbers: Vec<BigUint> = (0..count).map(|_| between(chance, 1, most).into()).collect();
    let written: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    let sum = numbers.iter().fold(BigUint::default(), |sum, n| sum ^ n);
    let rows: Vec<(String, BigUint)> = numbers.iter().map(|n| (String::new(), n.clone())).collect();
    Exercise {
        asks: say!("exercise.ask_nim_sum", sum = written.join(" ⊕ ")),
        hint: say!("exercise.hint_nim_sum"),
        answer: sum.to_string(),
        solution: vec![say!("definition.plain", text = columns(&rows))],
        key: Key::Numbers(vec![sum]),
    }
}

/// The solution of a position, and its value.
fn solved(sum: &Position, budget: &Budget) -> Result<(miyama::sum::Solution, BigUint), Failure> {
    let solved = miyama::sum::solve(sum, Convention::Normal, budget).map_err(unsolved)?;
    let value =
        solved.value.clone().ok_or_else(|| Failure::Defect(say!("exercise.no_answer", position = sum.to_string())))?;
    Ok((solved, value))
}

fn energy(chance: &mut Chance, budget: &Budget) -> Result<Exercise, Failure> {
    let heap = |chance: &mut Chance, most: u64| between(chance, 1, most);
    let form = chance.below(4);
    let by_table = form == 3;
    let text = match form {
        0 => format!("bounded({}):{}", between(chance, 2, 5), heap(chance, 20)),
        1 => {
            let most = between(chance, 2, 4);
            format!("bounded({most}):{},{}", heap(chance, 12), heap(chance, 12))
        }
        2 => format!("nim:{} + bounded({}):{}", heap(chance, 9), between(chance, 2, 5), heap(chance, 12)),
        _ => format!("{}:{},{}", one_of(chance, &["wythoff", "yama", "triangular"]), heap(chance, 5), heap(chance, 6)),
    };
    let sum = games::position(&text, None, budget)?;
    let (solution, value) = solved(&sum, budget)?;
    // A theorem about who wins says nothing of the value: the table does.
    let solution = if by_table { told(&sum, Way::Table, budget)? } else { solution.why };
    Ok(Exercise {
        asks: say!("exercise.ask_energy", position = &text, rule = rules(&sum)),
        hint: say!("exercise.hint_energy"),
        answer: value.to_string(),
        solution,
        key: Key::Numbers(vec![value]),
    })
}

/// The rules of the games of a position, where they are built in.
fn rules(sum: &Position) -> Text {
    let mut names: Vec<String> = sum.parts.iter().map(|part| part.label().to_owned()).collect();
    names.dedup();
    let names: Vec<String> = names.iter().map(|name| format!("miyama games '{name}'")).collect();
    say!("exercise.rules", commands = names.join(", "))
}

fn wythoff(chance: &mut Chance) -> Result<Exercise, Failure> {
    let (s, i) = (between(chance, 1, 3), between(chance, 3, 30));
    let line = Line::metallic(s).ok_or_else(|| Failure::Defect(say!("exercise.no_answer", position = "")))?;
    let index = BigInt::from(i);
    let pair = [line.zero(&index), line.one(&index)];
    let numbers: Vec<BigUint> = pair.iter().map(|n| n.magnitude().clone()).collect();
    let answer = format!("({}, {})", numbers[0], numbers[1]);
    Ok(Exercise {
        asks: say!("exercise.ask_wythoff", s = s, i = i),
        hint: say!("exercise.hint_wythoff", s = s),
        solution: vec![say!("exercise.solve_wythoff", s = s, i = i, k = &numbers[0], l = &numbers[1])],
        answer,
        key: Key::Numbers(numbers),
    })
}

fn winning_move(chance: &mut Chance, budget: &Budget) -> Result<Exercise, Failure> {
    let text = match chance.below(3) {
        0 => format!("nim:{},{},{}", between(chance, 1, 12), between(chance, 1, 15), between(chance, 1, 15)),
        1 => format!("wythoff:{},{}", between(chance, 1, 12), between(chance, 1, 16)),
        _ => {
            let game = one_of(chance, &["yama", "triangular", "twist(0)", "bounded(4)"]);
            format!("{game}:{},{}", between(chance, 1, 9), between(chance, 1, 12))
        }
    };
    let sum = games::position(&text, None, budget)?;
    let solution = miyama::sum::solve(&sum, Convention::Normal, budget).map_err(unsolved)?;
    let answers: Vec<String> = solution.moves.listed.iter().map(ToString::to_string).collect();
    let answer = if solution.outcome == Outcome::P { "P".to_owned() } else { answers.join("  ") };
    Ok(Exercise {
        asks: say!("exercise.ask_move", position = &text, rule = rules(&sum)),
        hint: say!("exercise.hint_move"),
        answer,
        solution: solution.why,
        key: Key::Move { position: Box::new(sum), convention: Convention::Normal },
    })
}

fn octal(chance: &mut Chance, budget: &Budget) -> Result<Exercise, Failure> {
    let code = one_of(chance, &["0.77", "0.07", "0.137", "0.7", "0.17", "0.37", "0.56", "0.6", "0.45", "0.51"]);
    let heap = between(chance, 4, 11);
    let sum = games::position(&format!("{code}:{heap}"), None, budget)?;
    let (_, value) = solved(&sum, budget)?;
    Ok(Exercise {
        asks: say!("exercise.ask_octal", code = code, heap = heap),
        hint: say!("exercise.hint_octal"),
        answer: value.to_string(),
        solution: told(&sum, Way::Table, budget)?,
        key: Key::Numbers(vec![value]),
    })
}

fn canonical_form(chance: &mut Chance, budget: &Budget) -> Result<Exercise, Failure> {
    const GAMES: [&str; 12] = ["0", "1", "-1", "2", "-2", "1/2", "-1/2", "*", "*2", "^", "v", "1*"];
    let options = |chance: &mut Chance| {
        let count = between(chance, 1, 2);
        let mut options: Vec<&str> = (0..count).map(|_| one_of(chance, &GAMES)).collect();
        options.dedup();
        options.join(",")
    };
    let (left, right) = (options(chance), options(chance));
    let text = match chance.below(3) {
        0 => format!("{{{left}|{right}}} + {}", one_of(chance, &GAMES[1..])),
        _ => format!("{{{left}|{right}}}"),
    };
    let mut arena = Arena::new(budget);
    let failed = || Failure::Defect(say!("exercise.no_answer", position = &text));
    let Ok(Evaluated::Game(id)) = evaluate(&mut arena, &text) else { return Err(failed()) };
    let form = arena.text(id).map_err(|_| failed())?;
    Ok(Exercise {
        asks: say!("exercise.ask_form", game = &text),
        hint: say!("exercise.hint_form"),
        solution: vec![say!("exercise.solve_form", game = &text, form = &form)],
        answer: form.clone(),
        key: Key::Form(form),
    })
}
