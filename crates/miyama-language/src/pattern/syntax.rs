//! The syntax tree of grid, strip and graph games.

use crate::play::Player;
use std::ops::Range;

/// Where something stands in the text. Places never make trees differ: two
/// spellings of one definition are equal.
#[derive(Clone, Debug, Default)]
pub struct Span(pub Range<usize>);

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

/// "No cell": beyond the edge, or taken off the board.
pub const NO_CELL: char = '|';
/// Any cell.
pub const ANY_CELL: char = '_';
/// Any cell, or none.
pub const ANYTHING: char = '~';

/// A game on cells, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The name before the colon, if there is one.
    pub name: Option<String>,
    /// The parameters of the name.
    pub parameters: Vec<Parameter>,
    /// What the cells form.
    pub kind: Kind,
    /// Letters that stand for one of several signs.
    pub classes: Vec<Class>,
    /// The tile that fills a board of which only the size is given.
    pub start: Option<Pattern>,
    /// The rules, in groups that share a player and directions.
    pub groups: Vec<Group>,
}

/// A parameter, and its value where none is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value where none is given.
    pub default: Option<usize>,
    /// Where it stands.
    pub at: Span,
}

/// What the cells form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Squares in rows and columns.
    Grid,
    /// Squares in one row.
    Strip,
    /// Vertices joined by edges.
    Graph,
    /// The edges of a graph, which may stand on the ground.
    Edges,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Grid, Kind::Strip, Kind::Graph, Kind::Edges];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Grid => "grid",
            Kind::Strip => "strip",
            Kind::Graph => "graph",
            Kind::Edges => "edges",
        }
    }

    /// Are neighbours listed, rather than found by rows and columns?
    #[must_use]
    pub fn is_graph(self) -> bool {
        matches!(self, Kind::Graph | Kind::Edges)
    }
}

/// `E = [.|]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The capital letter.
    pub name: char,
    /// The signs it stands for.
    pub signs: Vec<Sign>,
    /// Where it stands.
    pub at: Span,
}

/// A character of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The character.
    pub sign: char,
    /// Where it stands.
    pub at: Span,
}

/// Rules with the player who has them and their directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Whose rules they are; `None` is everybody's.
    pub who: Option<Player>,
    /// The directions in which they hold.
    pub directions: Directions,
    /// The rules.
    pub rules: Vec<Rule>,
}

/// Which images of a pattern are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Directions {
    /// All images under the symmetries of the board.
    pub sym: bool,
    /// Along the diagonals: alone only there, with `sym` there too.
    pub diag: bool,
}

/// One rule: a pattern, what it becomes, and how the move goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What is replaced, and by what.
    pub step: Step,
    /// What it asks of the neighbours, or does to them.
    pub near: Option<Near>,
    /// How the same move goes on.
    pub then: Option<Then>,
}

/// A pattern and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What must be there.
    pub from: Pattern,
    /// What stands there afterwards.
    pub to: Pattern,
}

/// What a rule of one cell asks of its neighbours or does to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Near {
    /// `unless near [l]`.
    Unless(Vec<Sign>),
    /// `near [.] -> [#]`: the n-th sign becomes the n-th, or all the only one.
    Change(Vec<Sign>, Vec<Sign>),
    /// `beyond [#] -> [.]`: the same for all cells behind the one that changes,
    /// in its row, below it, or both.
    Beyond(Vec<Sign>, Vec<Sign>),
}

/// The continuation of a move: one of these steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Then {
    /// The directions in which they hold.
    pub directions: Directions,
    /// The steps, of which one is made.
    pub steps: Vec<Step>,
}

/// Rows of signs between brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The rows, from above.
    pub rows: Vec<Vec<Item>>,
    /// Where it stands, with its brackets.
    pub at: Span,
}

/// One sign or several in round brackets, and how often they come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The signs, in order.
    pub signs: Vec<Sign>,
    /// Are they written in round brackets?
    pub group: bool,
    /// How often they come; once without a count.
    pub count: Option<Count>,
    /// Where it stands.
    pub at: Span,
}

/// How often a part of a row comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// `*`: any number of times.
    Any,
    /// `+`: at least once.
    Some,
    /// `{1..n}`.
    Between(Number, Number),
}

/// A number of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Digits.
    Digits(usize),
    /// A parameter.
    Parameter(String, Span),
}

impl Count {
    /// The least and the largest number of times; no largest where any number
    /// is allowed. `value` knows the parameters.
    pub fn range(&self, value: &impl Fn(&str) -> usize) -> (usize, Option<usize>) {
        let number = |n: &Number| match n {
            Number::Digits(n) => *n,
            Number::Parameter(name, _) => value(name),
        };
        match self {
            Count::Any => (0, None),
            Count::Some => (1, None),
            Count::Between(least, most) => (number(least), Some(number(most))),
        }
    }
}

impl Step {
    /// The one cell that the step changes, as row and place in it, if it is one
    /// and nothing repeats: what `near` and `beyond` are about.
    #[must_use]
    pub fn changed(&self) -> Option<(usize, usize)> {
        let signs = |pattern: &Pattern| -> Option<Vec<Vec<char>>> {
            let once = |row: &&Vec<Item>| row.iter().all(|item| item.count.is_none());
            let row = |row: &Vec<Item>| row.iter().flat_map(|item| &item.signs).map(|s| s.sign).collect();
            let all = pattern.rows.iter().filter(once).map(row).collect::<Vec<_>>();
            (all.len() == pattern.rows.len()).then_some(all)
        };
        let (from, to) = (signs(&self.from)?, signs(&self.to)?);
        let cells = from.iter().enumerate().flat_map(|(i, row)| (0..row.len()).map(move |j| (i, j)));
        let cells: Vec<(usize, usize)> = cells.collect();
        if let [only] = cells.as_slice() {
            return Some(*only);
        }
        let there = |rows: &[Vec<char>], (i, j): (usize, usize)| rows.get(i).and_then(|row| row.get(j)).copied();
        let mut changed = cells.into_iter().filter(|cell| there(&from, *cell) != there(&to, *cell));
        changed.next().filter(|_| changed.next().is_none())
    }
}

impl Definition {
    /// The class of this letter.
    #[must_use]
    pub fn class(&self, letter: char) -> Option<&Class> {
        self.classes.iter().find(|class| class.name == letter)
    }

    /// Every step of every rule, continuations included.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        let rules = self.groups.iter().flat_map(|group| &group.rules);
        rules.flat_map(|rule| std::iter::once(&rule.step).chain(rule.then.iter().flat_map(|then| &then.steps)))
    }

    /// The signs of the game in the order in which they are first written: all
    /// characters that are no class and have no meaning of their own.
    #[must_use]
    pub fn signs(&self) -> Vec<char> {
        let mut signs = Vec::new();
        let mut see = |written: &[Sign]| {
            for Sign { sign, .. } in written {
                let meaning = matches!(*sign, NO_CELL | ANY_CELL | ANYTHING) || self.class(*sign).is_some();
                if !meaning && !signs.contains(sign) {
                    signs.push(*sign);
                }
            }
        };
        self.classes.iter().for_each(|class| see(&class.signs));
        let start = self.start.iter();
        let patterns = start.chain(self.steps().flat_map(|step| [&step.from, &step.to]));
        patterns.flat_map(|pattern| pattern.rows.iter().flatten()).for_each(|item| see(&item.signs));
        for rule in self.groups.iter().flat_map(|group| &group.rules) {
            match &rule.near {
                Some(Near::Unless(signs)) => see(signs),
                Some(Near::Change(from, to) | Near::Beyond(from, to)) => {
                    see(from);
                    see(to);
                }
                None => {}
            }
        }
        signs
    }

    /// The marks: signs that the first part of a move leaves for its
    /// continuation to find and to take away, so that they are on no board
    /// between moves. A sign is one if it is written only by rules that go on,
    /// once each, and each of their continuations finds it once and leaves none.
    #[must_use]
    pub fn marks(&self) -> Vec<char> {
        let count = |pattern: &Pattern, sign: char| -> Option<usize> {
            let mut found = 0;
            for item in pattern.rows.iter().flatten() {
                let here = item.signs.iter().filter(|s| s.sign == sign).count();
                if here > 0 && item.count.is_some() {
                    return None;
                }
                found += here;
            }
            Some(found)
        };
        let among = |signs: &[Sign], sign: char| signs.iter().any(|s| s.sign == sign);
        let is_mark = |sign: char| {
            let elsewhere = self.classes.iter().any(|class| among(&class.signs, sign))
                || self.start.as_ref().is_some_and(|start| count(start, sign) != Some(0));
            let rules = || self.groups.iter().flat_map(|group| &group.rules);
            let fits = |rule: &Rule| {
                let near = match &rule.near {
                    None => true,
                    Some(Near::Unless(signs)) => !among(signs, sign),
                    Some(Near::Change(from, to) | Near::Beyond(from, to)) => !among(from, sign) && !among(to, sign),
                };
                let (from, to) = (count(&rule.step.from, sign), count(&rule.step.to, sign));
                let steps = rule.then.iter().flat_map(|then| &then.steps);
                // `_` and `~` on the right could leave the mark where it is.
                let keeps = |step: &Step| {
                    let mut signs = step.to.rows.iter().flatten().flat_map(|item| &item.signs);
                    signs.any(|s| matches!(s.sign, ANY_CELL | ANYTHING))
                };
                let uses =
                    |step: &Step| (count(&step.from, sign), if keeps(step) { None } else { count(&step.to, sign) });
                let unused = |step: &&Step| (count(&step.from, sign), count(&step.to, sign)) == (Some(0), Some(0));
                near && from == Some(0)
                    && match to {
                        Some(0) => steps.clone().all(|step| unused(&step)),
                        Some(1) => rule.then.is_some() && steps.clone().all(|step| uses(step) == (Some(1), Some(0))),
                        _ => false,
                    }
            };
            let written = rules().any(|rule| count(&rule.step.to, sign) == Some(1));
            !elsewhere && written && rules().all(fits)
        };
        self.signs().into_iter().filter(|sign| is_mark(*sign)).collect()
    }
}
