//! Writes definitions on any number of heaps.

use super::{joined, listed_conditions};
use crate::notation::indexed::{Change, Each, Entry, Family, Index, Indexed, leading_index};
use crate::play::Player;
use std::fmt::{self, Display, Formatter};

impl Display for Indexed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "heaps {}[1..{}]", self.heap.text, self.count.text)?;
        if self.cyclic {
            f.write_str(" cyclic")?;
        }
        if self.shrinking {
            f.write_str(" shrinking")?;
        }
        f.write_str(" ->")?;
        let mut who = None;
        for (place, family) in self.families.iter().enumerate() {
            let player = match family.who {
                Some(player) if place == 0 || family.who != who => match player {
                    Player::Left => "left ",
                    Player::Right => "right ",
                },
                _ if place == 0 => "",
                _ => "∪ ",
            };
            write!(f, " {player}")?;
            self.family(family, f)?;
            who = family.who;
        }
        Ok(())
    }
}

impl Indexed {
    fn family(&self, family: &Family, f: &mut Formatter<'_>) -> fmt::Result {
        if !family.each.is_empty() {
            write!(f, "for each {} ", joined(&family.each, ", "))?;
        }
        let changes: Vec<String> = family.changes.iter().map(|change| self.change(change)).collect();
        match family.conditions.as_slice() {
            [] => write!(f, "{{ {} }}", changes.join(", ")),
            conditions => write!(f, "{{ {} | {} }}", changes.join(", "), listed_conditions(conditions, &|_, _| true)),
        }
    }

    fn change(&self, change: &Change) -> String {
        if leading_index(&change.value, &self.heap.text) == Some(&change.index) {
            return change.value.to_string();
        }
        format!("{}[{}] := {}", self.heap.text, change.index, change.value)
    }
}

impl Display for Each {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Each::Heap(name) => f.write_str(&name.text),
            Each::Subset { name, exactly, size } => {
                let how = if *exactly { "exactly" } else { "at most" };
                write!(f, "subset {} of {how} {size} heaps", name.text)
            }
            Each::Graph { names, stars, shape, numbers } => {
                match names.as_slice() {
                    [name] => f.write_str(&name.text)?,
                    names => {
                        write!(f, "({})", names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", "))?
                    }
                }
                let of = if *stars { "stars" } else { "edges" };
                write!(f, " in {of}({}({}))", shape.word(), joined(numbers, ", "))
            }
            Each::Listed(names, members) => match names.as_slice() {
                [name] => {
                    let members: Vec<&Entry> = members.iter().flatten().collect();
                    write!(f, "{} in {{{}}}", name.text, joined(&members, ", "))
                }
                names => {
                    let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
                    let members: Vec<String> =
                        members.iter().map(|member| format!("({})", joined(member, ", "))).collect();
                    write!(f, "({}) in {{{}}}", names.join(", "), members.join(", "))
                }
            },
        }
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Entry::One(one) => one.fmt(f),
            Entry::Range(from, to) => write!(f, "{from}..{to}"),
            Entry::Set(entries) => write!(f, "{{{}}}", joined(entries, ", ")),
        }
    }
}

impl Display for Index {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.to {
            None => self.from.fmt(f),
            Some(to) => write!(f, "{}..{to}", self.from),
        }
    }
}
