//! Games as text, in the notation that [`evaluate`](crate::sum::evaluate) reads.

use super::arena::{Arena, GameId, Plain};
use super::dyadic::Dyadic;
use super::unfinished::Unfinished;
use crate::play::Player;
use miyama_text::say;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

/// Longer bars are hard to read: braces take over.
const LONGEST_BAR: usize = 4;

/// The longest text of a game, and of all the games below it together, in bytes.
const LONGEST: usize = 1 << 20;
const LONGEST_TOGETHER: u64 = 1 << 26;

/// A game as text, and how it may be placed inside another.
#[derive(Clone)]
struct Printed {
    text: Rc<str>,
    shape: Shape,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One thing: `1/2`, `^3`, `*2`, `Tiny(1)`.
    Single,
    /// Several written together: `2*`, `1Tiny(2)`.
    Joined,
    /// `a|b`, without its braces: the length of its longest bar.
    Bars(usize),
    /// Begins with `+-`.
    Switch,
}

impl Printed {
    fn new(text: String, shape: Shape) -> Printed {
        Printed { text: text.into(), shape }
    }

    /// As one of several options, or alone.
    fn whole(&self) -> String {
        match self.shape {
            Shape::Bars(_) => format!("{{{}}}", self.text),
            _ => self.text.to_string(),
        }
    }
}

/// Texts of the games met so far.
struct Printer<'a> {
    arena: &'a mut Arena,
    known: HashMap<GameId, Printed>,
    length: u64,
    too_long: bool,
}

impl Arena {
    /// The game as text. [`evaluate`](crate::sum::evaluate()) reads it back to the
    /// same value, if braces are nested at most 32 deep in it.
    ///
    /// Options stand in a fixed order: plain games by number, ups and nimber,
    /// then all others by length and letter.
    ///
    /// ```
    /// use miyama::{budget::Budget, sum::evaluate, value::Arena};
    /// let mut arena = Arena::new(&Budget::unlimited());
    /// let game = evaluate(&mut arena, "{{2|1}|0}").unwrap().game().unwrap();
    /// assert_eq!(arena.text(game).unwrap(), "{2|1||0}");
    /// ```
    ///
    /// # Errors
    /// The text of a game can be much larger than the game: the budget, or more
    /// than a mebibyte of text.
    pub fn text(&mut self, g: GameId) -> Result<String, Unfinished> {
        let mut printer = Printer { arena: self, known: HashMap::new(), length: 0, too_long: false };
        match printer.print(g) {
            Err(_) if printer.too_long => Err(self.too_long(g)?),
            printed => Ok(printed?.whole()),
        }
    }

    /// That the text of a game is too long, and how large the game is.
    fn too_long(&mut self, g: GameId) -> Result<Unfinished, Unfinished> {
        let (positions, birthday) = (self.positions(g)?.to_string(), self.birthday(g)?.to_string());
        let says = say!("value.text_too_long", positions = positions, birthday = birthday, most = LONGEST);
        Ok(Unfinished::Undefined(says))
    }

    /// Several games as text, in the order of options.
    ///
    /// # Errors
    /// The budget.
    pub fn texts(&mut self, games: &[GameId]) -> Result<Vec<String>, Unfinished> {
        let mut printer = Printer { arena: self, known: HashMap::new(), length: 0, too_long: false };
        match printer.sorted(games) {
            Err(_) if printer.too_long => Err(self.too_long(games[0])?),
            sorted => Ok(sorted?.iter().map(Printed::whole).collect()),
        }
    }

    /// The games in the order in which they are printed as options.
    ///
    /// # Errors
    /// The budget.
    pub fn in_print_order(&mut self, games: &[GameId]) -> Result<Vec<GameId>, Unfinished> {
        let mut printer = Printer { arena: self, known: HashMap::new(), length: 0, too_long: false };
        printer.order(games)
    }
}

impl Printer<'_> {
    fn print(&mut self, g: GameId) -> Result<Printed, Unfinished> {
        if let Some(known) = self.known.get(&g) {
            return Ok(known.clone());
        }
        self.arena.tick()?;
        self.arena.enter()?;
        let printed = self.compose(g);
        self.arena.leave();
        let printed = printed?;
        self.length += printed.text.len() as u64;
        if printed.text.len() > LONGEST || self.length > LONGEST_TOGETHER {
            self.too_long = true;
            return Err(Unfinished::TooLarge);
        }
        self.arena.budget().need(self.arena.bytes() + 2 * self.length)?;
        self.known.insert(g, printed.clone());
        Ok(printed)
    }

    fn compose(&mut self, g: GameId) -> Result<Printed, Unfinished> {
        if let Some(plain) = self.arena.as_plain(g) {
            let parts = [!plain.number.is_zero(), !plain.up.is_zero(), plain.nimber > 0];
            let joined = parts[0] && (parts[1] || parts[2]);
            return Ok(Printed::new(plain.to_string(), if joined { Shape::Joined } else { Shape::Single }));
        }
        if let Some(named) = self.named(g)? {
            return Ok(named);
        }
        if let Some(switch) = self.switch(g)? {
            return Ok(switch);
        }
        let (left, right) = (self.side(g, Player::Left)?, self.side(g, Player::Right)?);
        let bars = 1 + left.1.max(right.1);
        Ok(Printed::new(format!("{}{}{}", left.0, "|".repeat(bars), right.0), Shape::Bars(bars)))
    }

    /// The options of a player as text, and the longest bar in it that is not
    /// inside braces.
    fn side(&mut self, g: GameId, player: Player) -> Result<(String, usize), Unfinished> {
        let options = self.arena.options(g, player)?;
        let options = self.sorted(&options)?;
        if let [Printed { text, shape: Shape::Bars(bars) }] = &options[..]
            && *bars < LONGEST_BAR
        {
            return Ok((text.to_string(), *bars));
        }
        Ok((options.iter().map(Printed::whole).collect::<Vec<_>>().join(","), 0))
    }

    fn sorted(&mut self, games: &[GameId]) -> Result<Vec<Printed>, Unfinished> {
        let order = self.order(games)?;
        let printed = order.into_iter().map(|game| self.print(game)).collect::<Result<Vec<_>, _>>()?;
        // Before they are written together.
        if printed.iter().map(|one| one.text.len()).sum::<usize>() > LONGEST {
            self.too_long = true;
            return Err(Unfinished::TooLarge);
        }
        Ok(printed)
    }

    fn order(&mut self, games: &[GameId]) -> Result<Vec<GameId>, Unfinished> {
        let mut printed = Vec::with_capacity(games.len());
        for game in games {
            printed.push((*game, self.arena.as_plain(*game).cloned(), self.print(*game)?.text));
        }
        printed.sort_by(|(_, p, s), (_, q, t)| match (p, q) {
            (Some(a), Some(b)) => (&a.number, &a.up, a.nimber).cmp(&(&b.number, &b.up, b.nimber)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => (s.len(), s).cmp(&(t.len(), t)),
        });
        Ok(printed.into_iter().map(|(game, ..)| game).collect())
    }

    /// `+-a` or `+-{a,b}` if the options of one player are the negatives of
    /// the other's.
    fn switch(&mut self, g: GameId) -> Result<Option<Printed>, Unfinished> {
        if self.arena.negative(g)? != g {
            return Ok(None);
        }
        let options = self.arena.options(g, Player::Left)?;
        let texts = self.sorted(&options)?;
        let inside = match &texts[..] {
            [one] => match one.shape {
                Shape::Single | Shape::Bars(_) => one.whole(),
                Shape::Joined | Shape::Switch => format!("({})", one.text),
            },
            several => format!("{{{}}}", several.iter().map(Printed::whole).collect::<Vec<_>>().join(",")),
        };
        Ok(Some(Printed::new(format!("+-{inside}"), Shape::Switch)))
    }

    /// A number plus a tiny, a power of up and a nimber, or a negative of these.
    fn named(&mut self, g: GameId) -> Result<Option<Printed>, Unfinished> {
        let number = self.arena.stop(g, Player::Left).number;
        if self.arena.stop(g, Player::Right).number != number {
            return Ok(None);
        }
        let shift = self.arena.number(&-&number);
        let rest = self.arena.add(g, shift)?;
        let prefix = if number.is_zero() { String::new() } else { number.to_string() };
        let shape = if number.is_zero() { Shape::Single } else { Shape::Joined };
        for (sign, tiny) in [('^', "Tiny"), ('v', "Miny")] {
            let game = if sign == '^' { rest } else { self.arena.negative(rest)? };
            if let Some(threat) = self.arena.as_tiny(game)? {
                let inner = self.print(threat)?.whole();
                return Ok(Some(Printed::new(format!("{prefix}{tiny}({inner})"), shape)));
            }
            for nimber in self.likely_nimbers(game)? {
                let star = self.arena.nimber(nimber);
                let power = self.arena.add(game, star)?;
                let mut name = match (self.arena.as_up_sum(power)?, self.arena.as_up_power(power)?) {
                    (Some(n), _) => format!("{prefix}{sign}[{n}]"),
                    (_, Some(n)) => format!("{prefix}{sign}<{n}>"),
                    _ => continue,
                };
                push_nimber(&mut name, nimber);
                return Ok(Some(Printed::new(name, shape)));
            }
        }
        Ok(None)
    }

    /// Nimbers that may be the star in `^[n]*m`: those that the plain options
    /// of the game show. None if there are many: such a game has no short name.
    fn likely_nimbers(&mut self, g: GameId) -> Result<Vec<u32>, Unfinished> {
        let mut options = self.arena.options(g, Player::Left)?;
        options.append(&mut self.arena.options(g, Player::Right)?);
        if options.len() > 12 {
            return Ok(vec![]);
        }
        let shown = options.iter().filter_map(|o| self.arena.as_plain(*o)).flat_map(|p| [p.nimber, p.nimber ^ 1]);
        let mut nimbers: Vec<u32> = [0, 1].into_iter().chain(shown).filter(|n| *n < 64).collect();
        nimbers.sort_unstable();
        nimbers.dedup();
        Ok(nimbers)
    }
}

fn push_nimber(text: &mut String, nimber: u32) {
    match nimber {
        0 => {}
        1 => text.push('*'),
        // Writing to a String cannot fail.
        n => {
            let _ = write!(text, "*{n}");
        }
    }
}

impl std::fmt::Display for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::new();
        let nothing_else = self.up.is_zero() && self.nimber == 0;
        if !self.number.is_zero() || nothing_else {
            text = self.number.to_string();
        }
        let arrow = if self.up.sign() > 0 { "^" } else { "v" };
        match self.up.abs() {
            up if up.is_zero() => {}
            up if up <= Dyadic::from(2) => text.push_str(&arrow.repeat(if up == Dyadic::ONE { 1 } else { 2 })),
            up => text.push_str(&format!("{arrow}{up}")),
        }
        push_nimber(&mut text, self.nimber);
        f.write_str(&text)
    }
}
