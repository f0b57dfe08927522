//! Operators in the text of a game: `nim with pass`, `block(2) wythoff`. Rules are known by
//! their arrow; these are known by their words.

use super::{names, one_line, split_outside_braces};
use crate::heap::notation::Joint;
use crate::registry;
use miyama_budget::Mistake;
use miyama_text::say;

/// Whether an operator stands in a text.
pub(super) fn stands_in(text: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let joined = Joint::ALL.iter().any(|(joint, _)| words.iter().skip(1).any(|word| word == joint));
    let passes = words.windows(2).any(|pair| pair == ["with", "pass"]);
    let ends = words.iter().skip(1).any(|word| *word == "wins") || behind(text, "ends", ':');
    let before = ["block", "twisted", "impartial"].iter().any(|word| changes(text, word));
    joined || passes || ends || before
}

/// The mistake of a text of several words one of which is much like an operator: `nim wth pass`.
pub(super) fn misspelt(text: &str) -> Option<Mistake> {
    let operators: Vec<&str> = Joint::ALL
        .iter()
        .map(|(joint, _)| *joint)
        .chain(["with", "pass", "block", "twisted", "impartial", "ends", "wins"])
        .collect();
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    if words().count() == 1 {
        return None;
    }
    let unknown = words().filter(|word| !operators.contains(word) && registry::find(word).is_none());
    let pairs = unknown.flat_map(|word| operators.iter().map(move |near| (word, *near)));
    let (word, near) = pairs.into_iter().find(|(word, near)| miyama_text::distance(word, near) == 1)?;
    let start = text.find(word)?;
    let mistake = Mistake::new(start..start + word.len(), say!("operator.unknown", name = word));
    Some(mistake.with_hint(say!("cli.did_you_mean", name = near)))
}

/// Whether a word stands in a text with this sign behind it.
fn behind(text: &str, word: &str, sign: char) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let apart = text[..at].ends_with(|c: char| c.is_whitespace() || c == ')' || c == '}');
        apart && text[at + word.len()..].trim_start().starts_with(sign)
    })
}

/// Whether a text begins with an operator, a name and brackets before it aside, and is not the
/// definition of a game that is called so.
fn changes(text: &str, word: &str) -> bool {
    let named = text.split_once(':').filter(|(name, _)| names(name.trim()));
    if named.is_some_and(|(_, body)| changes(body, word)) {
        return true;
    }
    let text = text.trim_start_matches(|c: char| c == '(' || c.is_whitespace());
    let Some(rest) = text.strip_prefix(word) else { return false };
    let number = rest.starts_with('(').then(|| rest.find(')')).flatten();
    let rest = number.map_or(rest, |end| &rest[end + 1..]);
    (number.is_some() || rest.starts_with(char::is_whitespace))
        && !rest.trim().is_empty()
        && !rest.trim_start().starts_with(':')
}

/// Whether heaps or a board stand behind the last colon: a position of a sum and no definition. The colon of
/// `ends:` has a condition behind it, and that of a name no operator before it.
pub(super) fn is_position(text: &str) -> bool {
    let pieces = split_outside_braces(text, ':');
    let [_, .., last] = pieces.as_slice() else { return false };
    let before = &text[..text.len() - last.len() - 1];
    let last = last.trim();
    let heaps = |c: char| c.is_ascii_digit() || c.is_whitespace() || [',', 'x', '×', '∅', '/', '.', '#'].contains(&c);
    let begins = last.starts_with(|c: char| c.is_ascii_digit() || ['∅', '.', '#'].contains(&c));
    let is_condition = before.trim_end().ends_with("ends") || last.contains(['<', '>', '=', '≤', '≥', '≠']);
    begins && last.chars().all(heaps) || stands_in(before) && !is_condition && !last.is_empty()
}

/// How a game that is written with operators is called in positions: as it is written, in
/// brackets where a sign in it would be read as one of the position.
pub(super) fn label(text: &str) -> String {
    let line = one_line(text);
    if line.contains(['+', ':', '<', '>', '=']) { format!("({line})") } else { line }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Games};
    use crate::sum::parse_position;

    #[test]
    fn a_name_may_stand_before_an_operator() {
        let games = Games::built_in();
        for body in ["impartial cutcake", "twisted yama", "block(2) wythoff", "twisted(1) yama", "(impartial nim)"] {
            let Game::Heap(game) = games.find(&format!("foo: {body}")).unwrap() else { panic!("{body}") };
            assert_eq!(game.label, "foo", "{body}");
        }
        assert!(games.find("foo: bar nim").is_err());
        assert!(parse_position("block(2) wythoff:3,5", &games).is_ok());
    }
}
