//! Writes a definition so that reading it again gives the same tree.

use super::syntax::{Count, Definition, Directions, Group, Item, Near, Number, Pattern, Rule, Sign, Step};
use crate::play::Player;
use std::fmt::{self, Display, Formatter};

impl Display for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            f.write_str(name)?;
            if !self.parameters.is_empty() {
                let one = |p: &super::syntax::Parameter| match p.default {
                    Some(value) => format!("{} = {value}", p.name),
                    None => p.name.clone(),
                };
                write!(f, "({})", self.parameters.iter().map(one).collect::<Vec<_>>().join(", "))?;
            }
            f.write_str(": ")?;
        }
        f.write_str(self.kind.word())?;
        for class in &self.classes {
            write!(f, " {} = [{}]", class.name, signs(&class.signs))?;
        }
        if let Some(start) = &self.start {
            write!(f, " start {start}")?;
        }
        self.groups.iter().try_for_each(|group| write!(f, " {group}"))
    }
}

impl Display for Group {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.who {
            Some(Player::Left) => "left ",
            Some(Player::Right) => "right ",
            None => "",
        })?;
        write!(f, "{}{}", self.directions, joined(&self.rules))
    }
}

impl Display for Directions {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.sym { "sym " } else { "" })?;
        f.write_str(if self.diag { "diag " } else { "" })
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.step.fmt(f)?;
        match &self.near {
            None => {}
            Some(Near::Unless(set)) => write!(f, " unless near [{}]", signs(set))?,
            Some(Near::Change(from, to)) => write!(f, " near [{}] -> [{}]", signs(from), signs(to))?,
            Some(Near::Beyond(from, to)) => write!(f, " beyond [{}] -> [{}]", signs(from), signs(to))?,
        }
        match &self.then {
            None => Ok(()),
            Some(then) => write!(f, " then {}{}", then.directions, joined(&then.steps)),
        }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.from, self.to)
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let row = |row: &Vec<Item>| row.iter().map(Item::to_string).collect::<String>();
        write!(f, "[{}]", self.rows.iter().map(row).collect::<Vec<_>>().join("/"))
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.group {
            write!(f, "({})", signs(&self.signs))?;
        } else {
            f.write_str(&signs(&self.signs))?;
        }
        match &self.count {
            None => Ok(()),
            Some(Count::Any) => f.write_str("*"),
            Some(Count::Some) => f.write_str("+"),
            Some(Count::Between(least, most)) => write!(f, "{{{least}..{most}}}"),
        }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Number::Digits(n) => n.fmt(f),
            Number::Parameter(name, _) => f.write_str(name),
        }
    }
}

fn signs(signs: &[Sign]) -> String {
    signs.iter().map(|s| s.sign).collect()
}

fn joined(items: &[impl Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
