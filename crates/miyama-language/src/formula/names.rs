//! The names that a formula may use for the heaps of a ruleset.

use super::Automata;
use crate::argument::Argument;
use crate::notation::{Let, MOST_HEAPS};

/// Letters for the first, second, … heap.
const LETTERS: [&str; MOST_HEAPS] = ["x", "y", "z", "u", "v", "w"];
/// As papers on Nim call them.
const FIRST_LETTERS: [&str; MOST_HEAPS] = ["a", "b", "c", "d", "e", "f"];

/// Names of heaps, each with the place of its heap: first those that tables
/// show, one per heap, then other spellings.
#[derive(Clone, Debug)]
pub struct Names {
    shown: Vec<String>,
    others: Vec<(String, usize)>,
    /// The functions and sets of the ruleset, and its parameters with their arguments.
    pub(super) lets: Vec<Let>,
    pub(super) given: Vec<(String, Argument)>,
    /// What the names of automata stand for.
    pub(super) automata: Automata,
}

impl Names {
    /// The names of the ruleset itself; and, where they do not clash with them,
    /// x, y, z, …, a, b, c, … and x1, x2, … by place.
    ///
    /// ```
    /// use miyama_language::formula::Names;
    /// let names = Names::of(&["x", "y"]);
    /// assert_eq!(names.find("y"), Some(1));
    /// assert_eq!(names.find("x2"), Some(1));
    /// assert_eq!(names.find("b"), Some(1));
    /// assert_eq!(names.find("z"), None);
    /// ```
    #[must_use]
    pub fn of(heaps: &[impl AsRef<str>]) -> Names {
        Names::with_places(heaps.iter().map(|heap| heap.as_ref().to_owned()).collect())
    }

    /// The names for several heaps of a one-heap ruleset: x, y, z, … and, if its
    /// heap is called n, also n1, n2, ….
    #[must_use]
    pub fn side_by_side(heap: &str, copies: usize) -> Names {
        let shown = LETTERS.iter().take(copies).map(ToString::to_string).collect();
        let mut names = Names::with_places(shown);
        names.others.extend((0..copies).map(|place| (format!("{heap}{}", place + 1), place)));
        names
    }

    fn with_places(shown: Vec<String>) -> Names {
        let [letters, first_letters] = [LETTERS, FIRST_LETTERS].map(|letters| letters.map(str::to_owned));
        let numbered: [String; MOST_HEAPS] = std::array::from_fn(|place| format!("x{}", place + 1));
        let mut others = Vec::new();
        for spelling in [letters, first_letters, numbered] {
            // A ruleset that uses some of these names itself means something by them.
            if !shown.iter().any(|name| spelling.contains(name)) {
                others.extend(spelling.into_iter().take(shown.len()).enumerate().map(|(place, name)| (name, place)));
            }
        }
        Names { shown, others, lets: vec![], given: vec![], automata: Automata::default() }
    }

    /// Just these names.
    #[must_use]
    pub fn only(names: Vec<String>) -> Names {
        Names { shown: names, others: vec![], lets: vec![], given: vec![], automata: Automata::default() }
    }

    /// The same with the functions and sets of a ruleset, and its parameters, whose names are theirs.
    #[must_use]
    pub fn with_lets(mut self, lets: &[Let], given: &[(String, Argument)]) -> Names {
        let own =
            |name: &String| lets.iter().any(|one| one.name.text == *name) || given.iter().any(|(own, _)| own == name);
        self.others.retain(|(name, _)| !own(name));
        self.lets = lets.to_vec();
        self.given = given.to_vec();
        self
    }

    /// The same, where formulas may name automata.
    #[must_use]
    pub fn with_automata(self, automata: &Automata) -> Names {
        Names { automata: automata.clone(), ..self }
    }

    /// The names that tables show, one for each heap.
    #[must_use]
    pub fn shown(&self) -> &[String] {
        &self.shown
    }

    /// The place of the heap of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let shown = self.shown.iter().position(|shown| shown == name);
        shown.or_else(|| self.others.iter().find(|(other, _)| other == name).map(|(_, place)| *place))
    }
}
