//! Proved sets for other programs.

use miyama_automata::{Automaton, Numeration, digit};
use std::fmt::Write;

/// The automaton as Walnut reads it (`Automata Library/NAME.txt`): the numeration system
/// of each track, then each state with its output and its transitions. None for a system
/// that Walnut has no name for.
///
/// Walnut's automata are complete for valid words, ours leave out what leads nowhere; both
/// are read with missing transitions leading to a dead state.
#[must_use]
pub fn walnut(set: &Automaton) -> Option<String> {
    let system = match set.system() {
        Numeration::Base(b) => format!("msd_{b}"),
        Numeration::Metallic(1) => "msd_fib".to_owned(),
        Numeration::Metallic(2) => "msd_pell".to_owned(),
        Numeration::Metallic(_) => return None,
    };
    let tracks: Vec<u8> = set.tracks().iter().collect();
    let mut text = vec![system.as_str(); tracks.len()].join(" ");
    text.push('\n');
    for state in 0..u32::try_from(set.states()).ok()? {
        write!(text, "\n{state} {}\n", u8::from(set.is_accepting(state))).ok()?;
        for (letter, target) in set.row(state) {
            let digits: Vec<String> = tracks.iter().map(|track| digit(*letter, *track).to_string()).collect();
            writeln!(text, "{} -> {target}", digits.join(" ")).ok()?;
        }
    }
    Some(text)
}
