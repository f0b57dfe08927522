//! Built-in games that were named before: their rules are read and shown to end once in a
//! process, which may be asked about them very often.

use super::HeapGame;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// So many games with their arguments are kept, so that nobody fills the memory with others.
const MOST: usize = 128;

/// Longer names have arguments that are hardly asked for again.
const LONGEST: usize = 32;

static KNOWN: LazyLock<Mutex<HashMap<String, HeapGame>>> = LazyLock::new(Mutex::default);

/// The built-in game of this label, if it was read before.
pub(super) fn find(label: &str) -> Option<HeapGame> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(label).cloned()
}

/// Keeps a built-in game.
pub(super) fn keep(game: &HeapGame) {
    if game.label.len() > LONGEST {
        return;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= MOST {
        known.clear();
    }
    known.insert(game.label.clone(), game.clone());
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Games};
    use std::sync::Arc;

    fn heap(games: &Games, name: &str) -> super::HeapGame {
        match games.find(name).unwrap() {
            Game::Heap(game) => game,
            _ => panic!("{name}"),
        }
    }

    #[test]
    fn built_in_games_are_read_once_and_others_never_taken_for_them() {
        let games = Games::built_in();
        for name in ["wythoff", "wythoff(3)", "subtraction({1,3})"] {
            assert!(Arc::ptr_eq(&heap(&games, name).ruleset, &heap(&games, name).ruleset), "{name}");
        }
        assert!(!Arc::ptr_eq(&heap(&games, "wythoff(3)").ruleset, &heap(&games, "wythoff").ruleset));
        let mut own = Games::built_in();
        own.add("wythoff", "(x) -> {(x-1)}").unwrap();
        assert_eq!(heap(&own, "wythoff").ruleset.heaps(), 1);
        assert_eq!(heap(&games, "wythoff").ruleset.heaps(), 2);
    }
}
