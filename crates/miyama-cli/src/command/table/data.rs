//! A table for programs, written as it goes, so that a large one needs no second copy.

use super::Answer;
use crate::answer::table::{Table, Whole};
use crate::export::json::{self, Data};
use crate::export::stream::Shared;
use crate::failure::Failure;
use crate::question::Question;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::cell::RefCell;
use std::io::{self, Write};

/// A table as a stream.
pub(super) struct Stream<'a>(pub(super) &'a Answer);

impl Data for Stream<'_> {
    fn json(&self, question: &Question, out: &mut dyn Write) -> Result<(), Failure> {
        json::stream(question, out, |out| self.0.table(out))
    }
}

impl Answer {
    fn table<'a>(&'a self, out: &Shared<'a>) -> Table<'a, Numbers<'a>, Positions<'a>> {
        let numbers = || Numbers { table: self, prefix: RefCell::default(), out: out.clone() };
        Table {
            game: self.game.clone(),
            heaps: self.names.clone(),
            to: self.to.clone(),
            convention: self.convention.into(),
            not_compared: self.not_compared().map(|reason| reason.to_string()),
            domain: self.domain.as_ref().and_then(|ruleset| ruleset.domain()).map(str::to_owned),
            method: self.method().iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            explain: self.explain.then(|| self.plan.explained().iter().map(ToString::to_string).collect()),
            values: (self.only.is_none() && !self.outcomes).then(numbers),
            outcomes: (self.only.is_none() && self.outcomes).then(numbers),
            value: self.only,
            positions: self.only.map(|only| Positions { table: self, only, out: out.clone() }),
            complete: Whole { out: out.clone(), stopped: self.stopped.is_some() },
        }
    }
}

/// The numbers in brackets, which are closed also if the computation ends between two of
/// them.
struct Numbers<'a> {
    table: &'a Answer,
    /// The heaps of the brackets that are open.
    prefix: RefCell<Vec<u64>>,
    out: Shared<'a>,
}

impl Numbers<'_> {
    /// Makes sure that a position can be written; false if the end has come.
    fn reach(&self) -> bool {
        let prefix = self.prefix.borrow();
        if prefix.len() < self.table.to.len() {
            return self.out.is_whole();
        }
        let reached = self.table.reach(&prefix, &mut self.out.clone());
        self.out.goes_on(reached)
    }
}

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let depth = self.prefix.borrow().len();
        let Some(largest) = self.table.to.get(depth) else {
            if !self.table.is_position(&self.prefix.borrow()) {
                return to.serialize_none();
            }
            let number = self.table.number(&self.prefix.borrow());
            return match (self.table.outcomes, number) {
                (false, value) => to.serialize_u32(value),
                (true, 0) => to.serialize_str("P"),
                (true, _) => to.serialize_str("N"),
            };
        };
        let mut list = to.serialize_seq(None)?;
        for heap in 0..=*largest {
            self.prefix.borrow_mut().push(heap);
            let goes_on = self.reach();
            if goes_on {
                list.serialize_element(self)?;
            }
            self.prefix.borrow_mut().pop();
            if !goes_on {
                break;
            }
        }
        list.end()
    }
}

/// The positions with one number.
struct Positions<'a> {
    table: &'a Answer,
    only: u32,
    out: Shared<'a>,
}

impl Serialize for Positions<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(None)?;
        let written = self.table.write_chosen(self.only, &mut self.out.clone(), |_, position, _| {
            if !self.out.is_whole() {
                return Err(io::Error::other("the computation has ended"));
            }
            list.serialize_element(position).map_err(|error| io::Error::other(error.to_string()))
        });
        self.out.goes_on(written.map(drop));
        list.end()
    }
}
