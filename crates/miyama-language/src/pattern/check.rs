//! What a definition must satisfy beyond its grammar for its rules to mean
//! something on every board.

use super::syntax::{
    ANY_CELL, ANYTHING, Count, Definition, Directions, Item, Kind, NO_CELL, Near, Number, Pattern, Rule, Sign, Step,
};
use miyama_budget::Mistake;
use miyama_text::{Text, say};
use std::collections::BTreeMap;
use std::ops::Range;

fn wrong<T>(at: &Range<usize>, says: Text) -> Result<T, Mistake> {
    Err(Mistake::new(at.clone(), says))
}

/// Finds the first mistake of a definition.
pub(super) fn definition(definition: &Definition) -> Result<(), Mistake> {
    let game = Checked { definition };
    for (i, parameter) in definition.parameters.iter().enumerate() {
        if definition.parameters[..i].iter().any(|other| other.name == parameter.name) {
            return wrong(&parameter.at.0, say!("pattern.twice", what = parameter.name.clone()));
        }
    }
    for (i, class) in definition.classes.iter().enumerate() {
        if definition.classes[..i].iter().any(|other| other.name == class.name) {
            return wrong(&class.at.0, say!("pattern.twice", what = class.name));
        }
        game.plain_signs(&class.signs)?;
    }
    if let Some(start) = &definition.start {
        game.start(start)?;
    }
    for group in &definition.groups {
        for rule in &group.rules {
            game.rule(rule, group.directions)?;
        }
    }
    Ok(())
}

impl Definition {
    /// What is wrong with the values of its parameters: a number of repetitions of which there is none.
    #[must_use]
    pub fn empty_count(&self, arguments: &[usize]) -> Option<Mistake> {
        let value = |name: &str| {
            let found = self.parameters.iter().zip(arguments).find(|(parameter, _)| parameter.name == name);
            found.map_or(0, |(_, value)| *value)
        };
        let steps = self.groups.iter().flat_map(|group| &group.rules).flat_map(|rule| {
            let then = rule.then.iter().flat_map(|then| &then.steps);
            std::iter::once(&rule.step).chain(then)
        });
        steps.flat_map(|step| step.from.rows.iter().flatten()).find_map(|item| {
            let (least, most) = item.count.as_ref()?.range(&value);
            let most = most.filter(|most| *most < least)?;
            Some(Mistake::new(item.at.0.clone(), say!("pattern.empty_count", least = least, most = most)))
        })
    }
}

struct Checked<'a> {
    definition: &'a Definition,
}

/// How often a class comes in a row of items: in the parts that come once, and
/// in each round of each repetition.
struct Uses {
    once: usize,
    rounds: Vec<usize>,
}

impl Checked<'_> {
    /// Signs of a class: no classes, and of the signs with a meaning only `|`.
    fn plain_signs(&self, signs: &[Sign]) -> Result<(), Mistake> {
        for (i, sign) in signs.iter().enumerate() {
            if matches!(sign.sign, ANY_CELL | ANYTHING) || self.definition.class(sign.sign).is_some() {
                return wrong(&sign.at.0, say!("pattern.class_of_classes", found = sign.sign));
            }
            if self.definition.kind.is_graph() && sign.sign == NO_CELL {
                return wrong(&sign.at.0, say!("pattern.graph_edge", found = sign.sign));
            }
            if signs[..i].iter().any(|other| other.sign == sign.sign) {
                return wrong(&sign.at.0, say!("pattern.twice", what = sign.sign));
            }
        }
        Ok(())
    }

    /// A tile is a rectangle of signs and holes.
    fn start(&self, start: &Pattern) -> Result<(), Mistake> {
        self.one_row(start)?;
        for item in start.rows.iter().flatten() {
            if item.count.is_some() {
                return wrong(&item.at.0, say!("pattern.start_count"));
            }
            for sign in &item.signs {
                if matches!(sign.sign, ANY_CELL | ANYTHING) || self.definition.class(sign.sign).is_some() {
                    return wrong(&sign.at.0, say!("pattern.start_sign", found = sign.sign));
                }
            }
        }
        self.equal_rows(start)
    }

    fn one_row(&self, pattern: &Pattern) -> Result<(), Mistake> {
        if self.definition.kind != Kind::Grid && pattern.rows.len() > 1 {
            return wrong(&pattern.at.0, say!("pattern.one_row", kind = self.definition.kind.word()));
        }
        Ok(())
    }

    /// Rows without repetitions have the same length.
    fn equal_rows(&self, pattern: &Pattern) -> Result<(), Mistake> {
        let plain = |row: &[Item]| row.iter().all(|item| item.count.is_none());
        let length = |row: &[Item]| row.iter().map(|item| item.signs.len()).sum::<usize>();
        let mut plain_rows = pattern.rows.iter().filter(|row| plain(row));
        if let Some(first) = plain_rows.next() {
            for row in plain_rows {
                if length(row) != length(first) {
                    let at = row[0].at.0.start..row[row.len() - 1].at.0.end;
                    let says = say!("pattern.uneven_rows", found = length(row), expected = length(first));
                    return wrong(&at, says);
                }
            }
        }
        Ok(())
    }

    fn rule(&self, rule: &Rule, directions: Directions) -> Result<(), Mistake> {
        self.step(&rule.step, directions)?;
        if let Some(near) = &rule.near {
            let cells: usize = rule.step.from.rows.iter().flatten().map(|item| item.signs.len()).sum();
            if rule.step.changed().is_none() || (cells > 1 && self.definition.kind.is_graph()) {
                return wrong(&rule.step.from.at.0, say!("pattern.near_one_cell"));
            }
            if matches!(near, Near::Beyond(..)) && (directions.diag || self.definition.kind.is_graph()) {
                return wrong(&rule.step.from.at.0, say!("pattern.beyond_grid"));
            }
            self.near(near)?;
        }
        if let Some(then) = &rule.then {
            for step in &then.steps {
                self.step(step, then.directions)?;
            }
        }
        Ok(())
    }

    fn near(&self, near: &Near) -> Result<(), Mistake> {
        let no_meaning = |signs: &[Sign]| match signs.iter().find(|s| matches!(s.sign, NO_CELL | ANY_CELL | ANYTHING)) {
            Some(sign) => wrong(&sign.at.0, say!("pattern.near_sign", found = sign.sign)),
            None => Ok(()),
        };
        match near {
            Near::Unless(signs) => no_meaning(signs),
            Near::Change(from, to) | Near::Beyond(from, to) => {
                no_meaning(from)?;
                let to_class = to
                    .iter()
                    .find(|s| matches!(s.sign, ANY_CELL | ANYTHING) || self.definition.class(s.sign).is_some());
                if let Some(sign) = to_class {
                    return wrong(&sign.at.0, say!("pattern.near_sign", found = sign.sign));
                }
                if let Some(sign) = from.iter().find(|s| self.definition.class(s.sign).is_some()) {
                    return wrong(&sign.at.0, say!("pattern.near_sign", found = sign.sign));
                }
                if let Some((i, sign)) =
                    from.iter().enumerate().find(|(i, s)| from[..*i].iter().any(|other| other.sign == s.sign))
                {
                    debug_assert!(i > 0);
                    return wrong(&sign.at.0, say!("pattern.twice", what = sign.sign));
                }
                if to.len() != 1 && to.len() != from.len() {
                    let at = to[0].at.0.start..to[to.len() - 1].at.0.end;
                    return wrong(&at, say!("pattern.near_lengths", found = to.len(), expected = from.len()));
                }
                Ok(())
            }
        }
    }

    fn step(&self, step: &Step, directions: Directions) -> Result<(), Mistake> {
        for pattern in [&step.from, &step.to] {
            self.one_row(pattern)?;
            self.counts(pattern)?;
            self.equal_rows(pattern)?;
        }
        if directions.diag && (self.definition.kind != Kind::Grid || step.from.rows.len() > 1) {
            return wrong(&step.from.at.0, say!("pattern.diagonal"));
        }
        self.graph(step)?;
        self.shape(step)?;
        self.anchor(&step.from)?;
        self.carried(step)?;
        self.kept_empty(step)
    }

    fn value(&self, name: &str) -> Option<Option<usize>> {
        self.definition.parameters.iter().find(|p| p.name == name).map(|p| p.default)
    }

    fn counts(&self, pattern: &Pattern) -> Result<(), Mistake> {
        for item in pattern.rows.iter().flatten() {
            let Some(Count::Between(least, most)) = &item.count else { continue };
            for number in [least, most] {
                if let Number::Parameter(name, at) = number
                    && self.value(name).is_none()
                {
                    return wrong(&at.0, say!("pattern.unknown_parameter", name = name.clone()));
                }
            }
            if let (Number::Digits(least), Number::Digits(most)) = (least, most)
                && least > most
            {
                return wrong(&item.at.0, say!("pattern.empty_count", least = *least, most = *most));
            }
        }
        Ok(())
    }

    /// On a graph there is no beyond.
    fn graph(&self, step: &Step) -> Result<(), Mistake> {
        if !self.definition.kind.is_graph() {
            return Ok(());
        }
        let mut signs = step.from.rows.iter().flatten().flat_map(|item| &item.signs);
        match signs.find(|s| matches!(s.sign, NO_CELL | ANYTHING)) {
            Some(sign) => wrong(&sign.at.0, say!("pattern.graph_edge", found = sign.sign)),
            None => Ok(()),
        }
    }

    /// Both sides have the same rows: as many cells that come once, and the
    /// same repetitions in the same order.
    fn shape(&self, step: &Step) -> Result<(), Mistake> {
        let (from, to) = (&step.from, &step.to);
        if from.rows.len() != to.rows.len() {
            let says = say!("pattern.rows", found = to.rows.len(), expected = from.rows.len());
            return wrong(&to.at.0, says);
        }
        for (from, to_row) in from.rows.iter().zip(&to.rows) {
            let at = to_row[0].at.0.start..to_row[to_row.len() - 1].at.0.end;
            let at = if step.to.rows.len() == 1 { step.to.at.0.clone() } else { at };
            let repeated =
                |row: &'_ [Item]| row.iter().filter(|item| item.count.is_some()).cloned().collect::<Vec<_>>();
            let once = |row: &[Item]| -> usize {
                row.iter().filter(|item| item.count.is_none()).map(|item| item.signs.len()).sum()
            };
            let (left, right) = (repeated(from), repeated(to_row));
            for (l, r) in left.iter().zip(&right) {
                if l.signs.len() != r.signs.len() || l.count != r.count {
                    return wrong(&r.at.0, say!("pattern.repetition", there = l.to_string(), here = r.to_string()));
                }
            }
            if left.len() != right.len() {
                return wrong(&at, say!("pattern.repetitions", found = right.len(), expected = left.len()));
            }
            if once(from) != once(to_row) {
                return wrong(&at, say!("pattern.cells", found = once(to_row), expected = once(from)));
            }
        }
        Ok(())
    }

    /// May this sign of a left side be "no cell"?
    pub(super) fn may_be_no_cell(&self, sign: char) -> bool {
        matches!(sign, NO_CELL | ANYTHING)
            || self.definition.class(sign).is_some_and(|class| class.signs.iter().any(|s| s.sign == NO_CELL))
    }

    /// Something of every occurrence is on the board, and a repetition without
    /// an end stays on it: else there would be endlessly many occurrences.
    fn anchor(&self, from: &Pattern) -> Result<(), Mistake> {
        let on_board = |item: &Item| item.signs.iter().any(|s| !self.may_be_no_cell(s.sign));
        for item in from.rows.iter().flatten() {
            if matches!(item.count, Some(Count::Any | Count::Some)) && !on_board(item) {
                return wrong(&item.at.0, say!("pattern.endless"));
            }
        }
        let always = |item: &Item| {
            on_board(item)
                && match &item.count {
                    None | Some(Count::Some) => true,
                    Some(Count::Any) => false,
                    Some(Count::Between(Number::Digits(least), _)) => *least > 0,
                    Some(Count::Between(Number::Parameter(..), _)) => false,
                }
        };
        if from.rows.iter().flatten().any(always) {
            return Ok(());
        }
        wrong(&from.at.0, say!("pattern.nowhere"))
    }

    fn uses(&self, pattern: &Pattern) -> BTreeMap<char, (Uses, Range<usize>)> {
        let mut uses: BTreeMap<char, (Uses, Range<usize>)> = BTreeMap::new();
        let items = || pattern.rows.iter().flatten();
        let repetitions = items().filter(|item| item.count.is_some()).count();
        let mut round = 0;
        for item in items() {
            for sign in item.signs.iter().filter(|s| self.definition.class(s.sign).is_some()) {
                let fresh = || (Uses { once: 0, rounds: vec![0; repetitions] }, sign.at.0.clone());
                let (use_of, at) = uses.entry(sign.sign).or_insert_with(fresh);
                *at = sign.at.0.clone();
                if item.count.is_some() {
                    use_of.rounds[round] += 1;
                } else {
                    use_of.once += 1;
                }
            }
            round += usize::from(item.count.is_some());
        }
        uses
    }

    /// Whatever the counts are, the right side asks for no more signs of a
    /// class than the left side matched: n-th for n-th.
    fn carried(&self, step: &Step) -> Result<(), Mistake> {
        let (left, right) = (self.uses(&step.from), self.uses(&step.to));
        let counts: Vec<&Count> = step.from.rows.iter().flatten().filter_map(|item| item.count.as_ref()).collect();
        for (class, (there, at)) in right {
            let none = Uses { once: 0, rounds: vec![0; counts.len()] };
            let here = left.get(&class).map_or(&none, |(uses, _)| uses);
            // The difference is linear in every count, so its least value is
            // taken at ends of their ranges. A parameter may be anything.
            let mut least = here.once as i64 - there.once as i64;
            let mut endless = false;
            for (i, count) in counts.iter().enumerate() {
                let slope = here.rounds[i] as i64 - there.rounds[i] as i64;
                let (from, to) = match count {
                    Count::Between(Number::Digits(from), Number::Digits(to)) => (*from, Some(*to)),
                    Count::Between(Number::Digits(from), _) => (*from, None),
                    Count::Between(..) => (0, None),
                    other => other.range(&|_| 0),
                };
                endless |= slope < 0 && to.is_none();
                least += (slope * from as i64).min(slope * to.unwrap_or(from) as i64);
            }
            if least < 0 || endless {
                return wrong(&at, say!("pattern.carried", class = class));
            }
        }
        Ok(())
    }

    /// Where the left side may be "no cell", the right side leaves things as
    /// they are or says `|`: nothing can be put where there is no cell.
    fn kept_empty(&self, step: &Step) -> Result<(), Mistake> {
        for (from, to) in step.from.rows.iter().zip(&step.to.rows) {
            let mut places = Layout::of(from);
            let targets = Layout::of(to);
            places.align(&targets);
            for (sign, target) in places.pairs(&targets) {
                let harmless = |s: &Sign| matches!(s.sign, NO_CELL | ANY_CELL | ANYTHING);
                let same = |a: &Sign, b: &Sign| a.sign == b.sign && self.definition.class(a.sign).is_some();
                let puts = target.iter().find(|t| !harmless(t) && !sign.iter().all(|s| same(s, t)));
                if let Some(target) = puts
                    && sign.iter().any(|s| self.may_be_no_cell(s.sign))
                {
                    return wrong(&target.at.0, say!("pattern.no_cell_there", sign = target.sign));
                }
            }
        }
        Ok(())
    }
}

/// A row as far as places on both sides can be compared without counts: the
/// runs of cells between repetitions, and the rounds of the repetitions.
struct Layout<'a> {
    /// Runs of cells, and between them the signs of one round; a round is
    /// shifted against the other side where runs before it differ in length.
    runs: Vec<Vec<&'a Sign>>,
    rounds: Vec<Vec<&'a Sign>>,
    aligned: bool,
}

impl<'a> Layout<'a> {
    fn of(row: &'a [Item]) -> Layout<'a> {
        let mut layout = Layout { runs: vec![vec![]], rounds: vec![], aligned: true };
        for item in row {
            if item.count.is_some() {
                layout.rounds.push(item.signs.iter().collect());
                layout.runs.push(vec![]);
            } else if let Some(run) = layout.runs.last_mut() {
                run.extend(&item.signs);
            }
        }
        layout
    }

    fn align(&mut self, other: &Layout<'_>) {
        self.aligned = self.runs.iter().zip(&other.runs).all(|(a, b)| a.len() == b.len());
    }

    /// Which signs of the left side can stand where which of the right do.
    /// Where runs differ in length anything may meet anything, except that
    /// both rows begin and end together.
    fn pairs<'b>(&self, other: &Layout<'b>) -> Vec<(Vec<&'a Sign>, Vec<&'b Sign>)> {
        if self.aligned {
            let mine = self.runs.iter().chain(&self.rounds).flatten();
            let theirs = other.runs.iter().chain(&other.rounds).flatten();
            return mine.zip(theirs).map(|(a, b)| (vec![*a], vec![*b])).collect();
        }
        let ends =
            |layout: &Layout<'_>| (layout.runs.first().map_or(0, Vec::len), layout.runs.last().map_or(0, Vec::len));
        let (mine, theirs) = (ends(self), ends(other));
        let (front, back) = (mine.0.min(theirs.0), mine.1.min(theirs.1));
        let mut pairs = vec![];
        for i in 0..front {
            pairs.push((vec![self.runs[0][i]], vec![other.runs[0][i]]));
        }
        let (last, other_last) = (&self.runs[self.runs.len() - 1], &other.runs[other.runs.len() - 1]);
        for i in 0..back {
            pairs.push((vec![last[mine.1 - 1 - i]], vec![other_last[theirs.1 - 1 - i]]));
        }
        pairs.push((self.middle(front, back), other.middle(front, back)));
        pairs
    }

    /// All signs but the first `front` and the last `back`.
    fn middle(&self, front: usize, back: usize) -> Vec<&'a Sign> {
        let last = self.runs.len() - 1;
        let mut signs: Vec<&Sign> = self.rounds.iter().flatten().copied().collect();
        for (i, run) in self.runs.iter().enumerate() {
            let from = if i == 0 { front.min(run.len()) } else { 0 };
            let to = if i == last { run.len().saturating_sub(back) } else { run.len() };
            signs.extend(&run[from..to.max(from)]);
        }
        signs
    }
}
