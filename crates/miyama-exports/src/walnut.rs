//! The theorem for Walnut: the automaton of the set, numeration systems that Walnut does
//! not bring along, and `eval` lines that must answer TRUE.
//!
//! Walnut keeps automata in `Automata Library/`, numeration systems in `Custom Bases/`
//! (the valid words, and addition), and commands in `Command Files/`: the text names the
//! file before the content of each.

use crate::claim::NoExport;
use miyama::play::Convention;
use miyama_automata::{Atom, Automaton, Formula, Limits, Numeration, Relation, Tracks, Variable, digit};
use miyama_proof::Rules;
use std::fmt::Write;

/// The theorem that a set is that of the P-positions, as files of Walnut.
///
/// # Errors
/// [`NoExport`] says why there are none.
pub fn walnut(
    rules: &Rules<'_>,
    set: &Automaton,
    convention: Convention,
    limits: &Limits<'_>,
) -> Result<String, NoExport> {
    let system = set.system();
    let base = base(system);
    let mut text = String::new();
    if let Numeration::Metallic(s) = system
        && s > 1
    {
        // All words of one number, and x + y = z.
        let (x, y, z) = (0, 1, 2);
        let limit = |_| NoExport::Limit;
        let valid = Formula::And(vec![]).set(system, Tracks::one(x), limits).map_err(limit)?;
        let addition = Formula::zero(&[(x, 1), (y, 1), (z, -1)], 0).map_err(limit)?;
        let addition = addition.set(system, Tracks::first(3), limits).map_err(limit)?;
        let digits: Vec<String> = (0..=system.largest_digit()).map(|d| d.to_string()).collect();
        let digits = format!("{{{}}}", digits.join(","));
        file(&mut text, &format!("Custom Bases/{base}.txt"), &automaton(&valid, &digits));
        file(&mut text, &format!("Custom Bases/{base}_addition.txt"), &automaton(&addition, &digits));
    }
    file(&mut text, "Automata Library/miyama.txt", &automaton(set, &base));
    let k = rules.heaps();
    let (here, there): (Vec<Variable>, Vec<Variable>) = ((0..k).collect(), (k..2 * k).collect());
    let mut moves = Vec::new();
    for (formula, parts) in rules.ways() {
        match parts {
            1 => moves.push(written(formula)?),
            0 => return Err(NoExport::Vanishing),
            _ => return Err(NoExport::Definition(miyama_proof::What::Split, None)),
        }
    }
    let moves = if moves.is_empty() { "0=1".to_owned() } else { moves.join(" | ") };
    let member = |variables: &[Variable]| format!("$miyama({})", names(variables));
    let (p, q) = (member(&here), member(&there));
    let into = format!("(E{} (({moves}) & {q}))", names(&there));
    let can = format!("(E{} ({moves}))", names(&there));
    let all = names(&here);
    let mut commands = String::new();
    let mut eval = |name: &str, says: &str| {
        let _ = writeln!(commands, "eval miyama_{name} \"?{base} A{all} ({says})\":");
    };
    match convention {
        Convention::Normal => {
            eval("none_inside", &format!("{p} => ~{into}"));
            eval("some_move", &format!("~{p} => {into}"));
        }
        Convention::Misere => {
            eval("none_inside", &format!("{p} => (~{into} & {can})"));
            eval("some_move", &format!("(~{p} & {can}) => {into}"));
        }
    }
    file(&mut text, "Command Files/miyama.txt", &commands);
    Ok(text)
}

fn file(text: &mut String, name: &str, content: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = write!(text, "# {name}\n{content}");
}

/// The name of a numeration system: letters only behind the first part.
fn base(system: Numeration) -> String {
    match system {
        Numeration::Base(b) => format!("msd_{b}"),
        Numeration::Metallic(1) => "msd_fib".to_owned(),
        Numeration::Metallic(s) => format!("msd_metallic{}", char::from(b'a' + (s - 1) % 26)),
    }
}

/// An automaton: the system of each number, then each state with its transitions.
fn automaton(set: &Automaton, system: &str) -> String {
    let tracks: Vec<Variable> = set.tracks().iter().collect();
    let mut text = vec![system; tracks.len()].join(" ");
    text.push('\n');
    for state in 0..u32::try_from(set.states()).unwrap_or(u32::MAX) {
        let _ = write!(text, "\n{state} {}\n", u8::from(set.is_accepting(state)));
        for (letter, target) in set.row(state) {
            let digits: Vec<String> = tracks.iter().map(|track| digit(*letter, *track).to_string()).collect();
            let _ = writeln!(text, "{} -> {target}", digits.join(" "));
        }
    }
    text
}

/// `va,vb`
fn names(variables: &[Variable]) -> String {
    variables.iter().map(|v| name(*v)).collect::<Vec<_>>().join(",")
}

fn name(variable: Variable) -> String {
    format!("v{}", char::from(b'a' + variable % 26))
}

/// A formula without sets.
fn written(formula: &Formula) -> Result<String, NoExport> {
    let join = |word: &str, parts: &[Formula]| {
        let parts: Result<Vec<String>, NoExport> =
            parts.iter().map(|part| Ok(format!("({})", written(part)?))).collect();
        parts.map(|parts| parts.join(word))
    };
    Ok(match formula {
        Formula::Linear(atom) => linear(atom)?,
        Formula::Member(_) => return Err(NoExport::Limit),
        Formula::And(parts) if parts.is_empty() => "0=0".to_owned(),
        Formula::Or(parts) if parts.is_empty() => "0=1".to_owned(),
        Formula::And(parts) => join(" & ", parts)?,
        Formula::Or(parts) => join(" | ", parts)?,
        Formula::Not(inner) => format!("~({})", written(inner)?),
        Formula::Exists(tracks, inner) => {
            format!("E{} ({})", names(&tracks.iter().collect::<Vec<_>>()), written(inner)?)
        }
    })
}

/// What is added on the one side, what is taken away on the other.
fn linear(atom: &Atom) -> Result<String, NoExport> {
    if !atom.shifted().is_empty() {
        return Err(NoExport::Limit);
    }
    let side = |sign: i64| {
        let terms = atom.terms().iter().filter(|(_, a)| a.signum() == sign);
        let mut parts: Vec<String> = terms
            .map(|(v, a)| if a.abs() == 1 { name(*v) } else { format!("{}*{}", a.unsigned_abs(), name(*v)) })
            .collect();
        if atom.constant().signum() == sign || parts.is_empty() {
            let constant = if atom.constant().signum() == sign { atom.constant().unsigned_abs() } else { 0 };
            parts.push(constant.to_string());
        }
        parts.join("+")
    };
    let sign = match atom.relation() {
        Relation::Zero => "=",
        Relation::AtMostZero => "<=",
    };
    Ok(format!("{}{sign}{}", side(1), side(-1)))
}
