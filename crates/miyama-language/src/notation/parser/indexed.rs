//! Reads definitions on any number of heaps:
//! `heaps x[1..n] cyclic -> for each i { x[i]-k, x[i+1]+1 | 2 <= k }`.

use super::{Parser, Read};
use crate::graph_shape::GraphShape;
use crate::notation::indexed::{Change, Each, Entry, Family, Index, Indexed, leading_index};
use crate::notation::lexer::Token;
use crate::notation::syntax::{ExpressionKind as Kind, Name};
use crate::play::Player;
use miyama_budget::Mistake;
use miyama_text::say;

impl Parser {
    /// Whether a definition on any number of heaps stands next.
    pub(super) fn begins_indexed(&self) -> bool {
        self.is_word("heaps") && !self.is_second(":") && !self.is_second("(") && !self.is_second("-")
    }

    pub(super) fn indexed_body(&mut self) -> Read<Indexed> {
        self.advance();
        let heap = self.name(say!("notation.a_heap"))?;
        let open = self.place();
        self.expect("[")?;
        if !matches!(self.peek(), Token::Number(1)) {
            return Err(self.expected(say!("notation.sign", sign = "1")));
        }
        self.advance();
        self.expect("..")?;
        let count = self.name(say!("notation.a_count"))?;
        if count == heap {
            return Err(Mistake::new(count.at, say!("notation.twice", name = count.text)));
        }
        self.close("]", &open)?;
        let (mut cyclic, mut shrinking) = (false, false);
        loop {
            if self.take_word("cyclic") {
                cyclic = true;
            } else if self.take_word("shrinking") {
                shrinking = true;
            } else {
                break;
            }
        }
        if !self.arrow() {
            return Err(self.expected(say!("notation.an_arrow")));
        }
        let mut indexed = Indexed { heap, count, cyclic, shrinking, families: vec![] };
        let mut who = self.player();
        loop {
            let family = self.family(who, &indexed.heap)?;
            indexed.families.push(family);
            let joined = self.take("U");
            match self.player() {
                Some(player) => who = Some(player),
                None if joined || self.is("{") || self.is_word("for") => {}
                None => return Ok(indexed),
            }
        }
    }

    fn family(&mut self, who: Option<Player>, heap: &Name) -> Read<Family> {
        let start = self.place().start;
        let mut each = vec![];
        while self.take_word("for") {
            if !self.take_word("each") && !self.take_word("all") {
                return Err(self.expected(say!("notation.sign", sign = "each")));
            }
            loop {
                each.push(self.each()?);
                if !self.take(",") || self.is_word("for") {
                    break;
                }
            }
            self.take(":");
        }
        let open = self.place();
        self.expect("{")?;
        let mut changes = vec![self.change(heap)?];
        while self.take(",") {
            changes.push(self.change(heap)?);
        }
        let conditions = if self.take("|") || self.take(":") { self.rules()? } else { vec![] };
        self.close("}", &open)?;
        Ok(Family { who, each, changes, conditions, at: start..self.end_of_last() })
    }

    /// `i`, `i in {1, n}`, `(i, j) in {(1, 2)}`, `S = {i..i+2}`, `subset S of at most k heaps`.
    fn each(&mut self) -> Read<Each> {
        if self.take_word("subset") {
            return self.subset();
        }
        let names = if self.is("(") { self.heaps()? } else { vec![self.name(say!("notation.an_index"))?] };
        if names.len() == 1 && self.take("=") {
            let set = Entry::Set(self.entries()?);
            return Ok(Each::Listed(names, vec![vec![set]]));
        }
        if !self.take("in") {
            return match <[Name; 1]>::try_from(names) {
                Ok([name]) => Ok(Each::Heap(name)),
                Err(_) => Err(self.expected(say!("notation.sign", sign = "in"))),
            };
        }
        if let Some(stars) = [("edges", false), ("stars", true)].iter().find(|(word, _)| self.is_word(word)) {
            return self.graph(names, stars.1);
        }
        let start = self.place().start;
        let members: Vec<Vec<Entry>> = if names.len() == 1 {
            self.entries()?.into_iter().map(|entry| vec![entry]).collect()
        } else {
            self.index_tuples(names.len())?
        };
        // A name is that of an index or of a set of them, in all members.
        let is_set = |entry: &Entry| matches!(entry, Entry::Set(_));
        let kinds = |member: &Vec<Entry>| member.iter().map(is_set).collect::<Vec<bool>>();
        if members.windows(2).any(|two| kinds(&two[0]) != kinds(&two[1])) {
            return Err(Mistake::new(start..self.end_of_last(), say!("notation.mixed_indices")));
        }
        Ok(Each::Listed(names, members))
    }

    /// `edges(cycle(n))`, `stars(grid(2, 3))`.
    fn graph(&mut self, names: Vec<Name>, stars: bool) -> Read<Each> {
        let start = self.place().start;
        self.advance();
        let outer = self.place();
        self.expect("(")?;
        let Some((_, shape)) = GraphShape::ALL.into_iter().find(|(word, _)| self.take_word(word)) else {
            return Err(self.expected(say!("notation.a_graph")));
        };
        let inner = self.place();
        self.expect("(")?;
        self.operators = 0;
        let mut numbers = vec![self.expression()?];
        while self.take(",") {
            numbers.push(self.expression()?);
        }
        self.close(")", &inner)?;
        if numbers.len() != shape.numbers() {
            let says = if shape == GraphShape::Grid { say!("pattern.two_numbers") } else { say!("pattern.one_number") };
            return Err(Mistake::new(inner.start..self.end_of_last(), says));
        }
        self.close(")", &outer)?;
        // The ends of an edge are two; what meets at a vertex is a set.
        if names.len() > if stars { 1 } else { 2 } {
            return Err(Mistake::new(start..self.end_of_last(), say!("notation.graph_names")));
        }
        Ok(Each::Graph { names, stars, shape, numbers })
    }

    fn subset(&mut self) -> Read<Each> {
        let name = self.name(say!("notation.an_index"))?;
        if !self.take_word("of") {
            return Err(self.expected(say!("notation.sign", sign = "of")));
        }
        let exactly = self.take_word("exactly");
        if !(exactly || self.take_word("at") && self.take_word("most")) {
            return Err(self.expected(say!("notation.sign", sign = "at most")));
        }
        self.operators = 0;
        let size = self.expression()?;
        let _ = self.take_word("heaps") || self.take_word("heap");
        Ok(Each::Subset { name, exactly, size })
    }

    /// `{1, 3..n, {i, j}}`
    fn entries(&mut self) -> Read<Vec<Entry>> {
        let open = self.place();
        self.expect("{")?;
        let mut entries = vec![];
        loop {
            let entry = self.entry()?;
            entries.push(entry);
            if !self.take(",") {
                break;
            }
            // `1, …, n` is 1..n.
            if self.is("..") {
                self.advance();
                self.expect(",")?;
                let last = self.expression()?;
                match entries.pop() {
                    Some(Entry::One(first)) => entries.push(Entry::Range(first, last)),
                    _ => return Err(self.expected(say!("notation.an_index"))),
                }
                if !self.take(",") {
                    break;
                }
            }
        }
        self.close("}", &open)?;
        Ok(entries)
    }

    fn entry(&mut self) -> Read<Entry> {
        if self.is("{") {
            self.enter()?;
            let inner = self.entries();
            self.leave();
            return Ok(Entry::Set(inner?));
        }
        self.operators = 0;
        let from = self.expression()?;
        Ok(if self.take("..") { Entry::Range(from, self.expression()?) } else { Entry::One(from) })
    }

    /// `{(1, 2), (2, {3, 4})}`
    fn index_tuples(&mut self, length: usize) -> Read<Vec<Vec<Entry>>> {
        let braces = self.place();
        self.expect("{")?;
        let mut members = vec![];
        loop {
            let open = self.place();
            self.expect("(")?;
            let mut member = vec![self.entry()?];
            while self.take(",") {
                member.push(self.entry()?);
            }
            self.close(")", &open)?;
            if member.len() != length || member.iter().any(|entry| matches!(entry, Entry::Range(..))) {
                let says = say!("formula.a_tuple", length = length);
                return Err(Mistake::new(open.start..self.end_of_last(), says));
            }
            members.push(member);
            if !self.take(",") {
                break;
            }
        }
        self.close("}", &braces)?;
        Ok(members)
    }

    /// `x[i]-k`, `x[i] := k`.
    fn change(&mut self, heap: &Name) -> Read<Change> {
        self.operators = 0;
        let start = self.place().start;
        let value = self.expression()?;
        let here = start..self.end_of_last();
        if self.take(":=") {
            let index = match value.kind {
                Kind::Indexed(name, index) if name == *heap && index.to.is_none() => index.from,
                _ => return Err(Mistake::new(here, say!("notation.no_change", heap = &heap.text))),
            };
            let value = self.expression()?;
            return Ok(Change { index, value, at: start..self.end_of_last() });
        }
        match leading_index(&value, &heap.text) {
            Some(index) => Ok(Change { index: index.clone(), value, at: here }),
            None => Err(Mistake::new(here, say!("notation.no_change", heap = &heap.text))),
        }
    }

    /// `[i+1]`, `[1..n]`.
    pub(super) fn index(&mut self) -> Read<Index> {
        let open = self.place();
        self.expect("[")?;
        self.enter()?;
        let outside = std::mem::replace(&mut self.copies, false);
        let from = self.expression();
        let to = match self.take("..") {
            true => self.expression().map(Some),
            false => Ok(None),
        };
        self.copies = outside;
        self.leave();
        let index = Index { from: from?, to: to? };
        self.close("]", &open)?;
        Ok(index)
    }
}
