//! The notation of games: text to expression.
//!
//! The notation is the one in which values are printed:
//!
//! | text | game |
//! |---|---|
//! | `5`, `-3/4` | numbers; denominators are powers of two |
//! | `*`, `*5` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v3` | multiples of up and down |
//! | `^[3]`, `^<3>` | the sum of the first three powers of up; the third power |
//! | `2^3*5`, `1Tiny(2)` | sums written without a sign: number, ups, nimber, or number and tiny |
//! | `{1,1*\|0\|\|-1}` | options; the longer a bar, the later it binds |
//! | `+-1`, `+-{1,1*}` | `{x\|-x}`, `{a,b\|-a,-b}` |
//! | `Tiny(g)`, `Miny(g)` | `{0\|\|0\|-g}` and its negative |
//! | `a + b - c`, `-a` | sums and negatives |
//! | `3.a` | three copies of a. Not `3*a`: `3*2` is already 3 + *2 |
//! | `a : b` | ordinal sum; binds tighter than `+` |
//! | `cool(g,t)`, `heat(g,t)`, … | see [`Function::ALL`] |
//! | `domineering:2x3`, `konane:4x4` | a position of a ruleset |
//! | `((x) -> {(x-1)}):5` | of one that is defined on the spot |
//! | `let g = {1\|0}; g+g` | names |
//! | `a <= b` and `= != < > >=`, `<>` or `\|\|` (confused) | true or false |
//! | `a ≅ b` or `a === b`, `a ≇ b` | whether the forms are identical: `* + * = 0`, but not `≅` |
//! | `{∅ \| ∅}` | no options, written out |
//!
//! A sign directly before a number belongs to the number: `-1^` is (−1) + ↑, as
//! it is printed; `-(1^)` is the negative of 1↑.

mod literal;

use super::{Expression, Function, Goal, Node, Program, Relation};
use crate::game::{Game, Games, bracketed};
use crate::heap::builtin;
use crate::pattern;
use crate::sum::{self, Position};
use crate::value::{Dyadic, Plain};
use literal::is_downs;
use miyama_budget::Mistake;
use miyama_text::{Text, say};
use std::collections::HashSet;
use std::ops::Range;

/// How deep brackets and signs may be nested.
const NESTING: usize = 32;
/// How many bars may stand together.
const BARS: usize = 100;

pub(super) fn parse(source: &str) -> Result<Program, Mistake> {
    let mut parser = Parser { source, at: 0, nesting: 0, names: HashSet::new() };
    parser.program()
}

struct Parser<'a> {
    source: &'a str,
    at: usize,
    nesting: usize,
    names: HashSet<String>,
}

type Parsed<T> = Result<T, Mistake>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn space(&mut self) {
        self.at = self.source.len() - self.rest().trim_start().len();
    }

    /// Takes `token` if it comes next.
    fn take(&mut self, token: &str) -> bool {
        let there = self.rest().starts_with(token);
        if there {
            self.at += token.len();
        }
        there
    }

    /// The longest run of characters that satisfy `wanted`, taken.
    fn run(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn wrong<T>(&self, at: Range<usize>, says: Text) -> Parsed<T> {
        Err(Mistake::new(at, says))
    }

    /// What stands here is not what was expected.
    fn expected<T>(&self, what: Text) -> Parsed<T> {
        match self.peek() {
            None => self.wrong(self.at..self.at, say!("value.ends", expected = what)),
            Some(c) => self.wrong(self.at..self.at + c.len_utf8(), say!("value.expected", expected = what, found = c)),
        }
    }

    fn expect(&mut self, token: &str) -> Parsed<()> {
        self.space();
        if self.take(token) { Ok(()) } else { self.expected(say!("value.token", token = token)) }
    }

    fn program(&mut self) -> Parsed<Program> {
        let mut definitions = Vec::new();
        loop {
            self.space();
            let start = self.at;
            if self.word() != "let" {
                self.at = start;
                break;
            }
            self.space();
            let name_at = self.at;
            let name = self.word().to_owned();
            if name.is_empty() || is_downs(&name) || Function::named(&name).is_some() || name == "let" {
                self.at = name_at;
                return self.expected(say!("value.a_name"));
            }
            self.expect("=")?;
            let game = self.sum()?;
            self.expect(";")?;
            self.names.insert(name.clone());
            definitions.push((name, game));
        }
        let game = self.sum()?;
        self.space();
        let goal = match self.relation() {
            None => Goal::Game(game),
            Some(relation) => Goal::Comparison(game, relation, self.sum()?),
        };
        self.space();
        if self.at < self.source.len() {
            return self.leftover();
        }
        Ok(Program { definitions, goal })
    }

    /// Node what is wrong with text after a complete game.
    fn leftover<T>(&self) -> Parsed<T> {
        let mistake = match self.expected::<T>(say!("value.an_operator")) {
            Ok(never) => return Ok(never),
            Err(mistake) => mistake,
        };
        let starts_game = |c: char| c.is_ascii_alphanumeric() || "^*{('_".contains(c);
        Err(match self.peek() {
            Some(c) if starts_game(c) => mistake.with_hint(say!("value.hint_multiple")),
            Some('|') => mistake.with_hint(say!("value.hint_bar")),
            _ => mistake,
        })
    }

    fn relation(&mut self) -> Option<Relation> {
        const TOKENS: [(&str, Relation); 15] = [
            ("===", Relation::Identical),
            ("≅", Relation::Identical),
            ("≇", Relation::Different),
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("<>", Relation::Confused),
            ("||", Relation::Confused),
            ("==", Relation::Equal),
            ("!=", Relation::Unequal),
            ("≤", Relation::AtMost),
            ("≥", Relation::AtLeast),
            ("≠", Relation::Unequal),
            ("=", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::Greater),
        ];
        TOKENS.iter().find(|(token, _)| self.take(token)).map(|(_, relation)| *relation)
    }

    /// A word: letters, digits and `_`, not beginning with a digit.
    fn word(&mut self) -> &'a str {
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return "";
        }
        self.run(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    /// `a + b − c`.
    fn sum(&mut self) -> Parsed<Expression> {
        self.space();
        let start = self.at;
        let mut terms = vec![(false, self.ordinal_sum()?)];
        loop {
            let end = self.at;
            self.space();
            let subtracted = match self.peek() {
                Some('+') => false,
                Some('-' | '−') => true,
                _ => {
                    self.at = end;
                    break;
                }
            };
            let sign_at = self.at;
            self.at += self.peek().map_or(0, char::len_utf8);
            if let (false, Some(minus @ ('-' | '−'))) = (subtracted, self.peek()) {
                return self.wrong(sign_at..sign_at + 1 + minus.len_utf8(), say!("value.plus_minus"));
            }
            terms.push((subtracted, self.ordinal_sum()?));
        }
        Ok(match terms.len() {
            1 => terms.remove(0).1,
            _ => Expression { at: start..self.at, says: Node::Sum(terms) },
        })
    }

    /// `a : b`.
    fn ordinal_sum(&mut self) -> Parsed<Expression> {
        self.space();
        let start = self.at;
        let mut parts = vec![self.signed()?];
        loop {
            let end = self.at;
            self.space();
            if !self.take(":") {
                self.at = end;
                break;
            }
            parts.push(self.signed()?);
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expression { at: start..self.at, says: Node::OrdinalSum(parts) },
        })
    }

    /// One level deeper, or too deep.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= NESTING {
            let end = self.at + self.peek().map_or(0, char::len_utf8);
            return self.wrong(self.at..end, say!("value.nesting", limit = NESTING));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    /// A game with or without a sign before it.
    fn signed(&mut self) -> Parsed<Expression> {
        self.space();
        let start = self.at;
        if self.take("+-") || self.take("+−") || self.take("±") {
            return self.nested(|p| p.switch(start));
        }
        let after_sign = self.rest().strip_prefix(['-', '−']);
        let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit()) && self.colon(rest).is_none();
        if after_sign.is_some_and(|rest| !is_number(rest)) {
            self.at += self.peek().map_or(0, char::len_utf8);
            let game = self.nested(Self::signed)?;
            return Ok(Expression { at: start..self.at, says: Node::Sum(vec![(true, game)]) });
        }
        self.atom()
    }

    /// What follows `+-`: a game, or Left's options in braces.
    fn switch(&mut self, start: usize) -> Parsed<Expression> {
        self.space();
        if self.peek() != Some('{') {
            let game = self.signed()?;
            return Ok(Expression { at: start..self.at, says: Node::Switch(vec![game]) });
        }
        let (mut lists, bars) = self.nested(Self::lists)?;
        let says = if bars.is_empty() {
            Node::Switch(lists.remove(0))
        } else {
            let game = Expression { at: start..self.at, says: self.options(lists, &bars)? };
            Node::Switch(vec![game])
        };
        Ok(Expression { at: start..self.at, says })
    }

    fn atom(&mut self) -> Parsed<Expression> {
        let start = self.at;
        let says = match self.peek() {
            // `2d-nim:#` begins like a number.
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '−') => match self.position()? {
                Some(position) => Node::Position(Box::new(position)),
                None => return self.number(),
            },
            Some('*') => {
                let nimber = self.nimber()?;
                Node::Plain(Plain { number: Dyadic::ZERO, up: Dyadic::ZERO, nimber })
            }
            Some('^') => return self.ups(Dyadic::ZERO),
            Some('{') => {
                let (lists, bars) = self.nested(Self::lists)?;
                if bars.is_empty() {
                    return self.wrong(self.at - 1..self.at, say!("value.no_bar"));
                }
                self.options(lists, &bars)?
            }
            Some('(') if bracketed(self.rest()).is_some() => {
                let colon = bracketed(self.rest()).unwrap_or(0);
                let position = self.position_behind(colon)?;
                Node::Position(Box::new(position))
            }
            Some('(') => {
                self.at += 1;
                let game = self.nested(Self::sum)?;
                self.expect(")")?;
                return Ok(game);
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => return self.named(),
            _ => return self.expected(say!("value.a_game")),
        };
        Ok(Expression { at: start..self.at, says })
    }

    /// What begins with a word: downs, a function, a position, a name.
    fn named(&mut self) -> Parsed<Expression> {
        let start = self.at;
        if is_downs(self.next_word()) {
            return self.ups(Dyadic::ZERO);
        }
        if let Some(position) = self.position()? {
            return Ok(Expression { at: start..self.at, says: Node::Position(Box::new(position)) });
        }
        let word = self.word();
        if let Some((function, arity)) = Function::named(word) {
            self.expect("(")?;
            let arguments = self.nested(Self::list)?;
            self.expect(")")?;
            if arguments.len() != arity {
                let at = start..self.at;
                return self.wrong(at, say!("value.arity", name = word, wanted = arity, given = arguments.len()));
            }
            return Ok(Expression { at: start..self.at, says: Node::Function(function, arguments) });
        }
        if self.names.contains(word) {
            return Ok(Expression { at: start..self.at, says: Node::Name(word.to_owned()) });
        }
        Err(Mistake::new(start..self.at, say!("value.unknown_name", name = word)).with_hint(hint_for(word)))
    }

    /// `domineering:2x3`, `col:cycle(5)`, `partizan-subtraction({1,2},{3}):7`: a
    /// position of a game, if the name of one comes next.
    fn position(&mut self) -> Parsed<Option<Position>> {
        self.colon(self.rest()).map(|colon| self.position_behind(colon)).transpose()
    }

    /// Where the game ends of a position that begins a text.
    fn colon(&self, rest: &str) -> Option<usize> {
        let name = rest.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(rest.len());
        let known = builtin::find(&rest[..name]).is_some() || pattern::builtin::find(&rest[..name]).next().is_some();
        if !known || self.names.contains(&rest[..name]) {
            return None;
        }
        let mut depth = 0i32;
        let arguments = rest[name..].find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0 && c != ')'
        });
        let colon = name + arguments.unwrap_or(rest.len() - name);
        rest[colon..].starts_with(':').then_some(colon)
    }

    /// The position whose game ends before this colon.
    fn position_behind(&mut self, colon: usize) -> Parsed<Position> {
        let rest = self.rest();
        let games = Games::built_in();
        let game = games.find(&rest[..colon]).map_err(|m| m.shifted(self.at))?;
        let name = rest.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(rest.len());
        let text = &rest[colon + 1..];
        let end = colon + 1 + self.position_end(&game, &rest[..name], text);
        let parts = sum::parse_part(&rest[..end], &games).map_err(|m| m.shifted(self.at))?;
        self.at += end;
        Ok(Position { parts })
    }

    /// How far the text of a position goes.
    fn position_end(&self, game: &Game, name: &str, text: &str) -> usize {
        let drawn = text.starts_with(|c: char| !c.is_ascii_digit());
        if let (Game::Heap(game), true) = (game, !drawn || pattern::builtin::find(name).next().is_none()) {
            // As many numbers as the game has heaps: a comma behind them is not theirs.
            let mut commas = game.ruleset.heaps() - 1;
            let ends = |c: char| {
                let own = c.is_ascii_digit() || (matches!(c, ',' | 'x') && commas > 0);
                commas -= usize::from(own && !c.is_ascii_digit());
                !own
            };
            return text.find(ends).unwrap_or(text.len());
        }
        let has_graph = match game {
            Game::Cells(game) => game.forms.iter().any(|form| form.definition().kind.is_graph()),
            Game::Compound(_) => false,
            Game::Heap(_) => pattern::builtin::find(name).any(|game| game.definition.kind.is_graph()),
        };
        let on_graph = has_graph && pattern::position::looks_like_graph(text);
        // Commas and signs of edges belong to a graph, bars of holes to a board
        // that stands in no braces.
        let mut depth = 0i32;
        let ends = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            let own = match c {
                '-' | ';' => on_graph,
                ',' => on_graph || depth > 0,
                '|' => self.nesting == 0,
                '(' => true,
                ')' => depth >= 0,
                _ => !c.is_whitespace() && !"+{}=<>:!".contains(c),
            };
            !own
        };
        text.find(ends).unwrap_or(text.len())
    }

    /// Games separated by commas, perhaps none.
    fn list(&mut self) -> Parsed<Vec<Expression>> {
        let mut games = Vec::new();
        self.space();
        if self.take("∅") || self.peek().is_none_or(|c| "|})".contains(c)) {
            return Ok(games);
        }
        loop {
            games.push(self.sum()?);
            self.space();
            if !self.take(",") {
                return Ok(games);
            }
        }
    }

    /// `{…}`, when the brace comes next: its lists, and the bars between them.
    #[expect(clippy::type_complexity)]
    fn lists(&mut self) -> Parsed<(Vec<Vec<Expression>>, Vec<Range<usize>>)> {
        self.at += 1;
        let (mut lists, mut bars) = (vec![self.list()?], Vec::new());
        loop {
            self.space();
            let start = self.at;
            let bar = self.run(|c| c == '|').len();
            if bar > BARS {
                return self.wrong(start..self.at, say!("value.bars", limit = BARS));
            }
            if bar == 0 {
                break;
            }
            bars.push(start..self.at);
            lists.push(self.list()?);
        }
        if !self.take("}") {
            return self.expected(say!("value.option_end"));
        }
        Ok((lists, bars))
    }

    /// The game that lists with bars between them stand for: the longest bar
    /// parts Left from Right.
    fn options(&self, mut lists: Vec<Vec<Expression>>, bars: &[Range<usize>]) -> Parsed<Node> {
        let longest = bars.iter().map(Range::len).max().expect("the caller saw a bar");
        let mut at = bars.iter().enumerate().filter(|(_, bar)| bar.len() == longest).map(|(at, _)| at);
        let middle = at.next().expect("the longest is one of them");
        if let Some(second) = at.next() {
            return self.wrong(bars[second].clone(), say!("value.same_bars"));
        }
        let right = lists.split_off(middle + 1);
        let left = self.side(lists, &bars[..middle])?;
        Ok(Node::Options(left, self.side(right, &bars[middle + 1..])?))
    }

    /// One side of a bar: a list, or one game with shorter bars.
    fn side(&self, mut lists: Vec<Vec<Expression>>, bars: &[Range<usize>]) -> Parsed<Vec<Expression>> {
        if bars.is_empty() {
            return Ok(lists.remove(0));
        }
        let at = bars[0].start..bars[bars.len() - 1].end;
        Ok(vec![Expression { at, says: self.options(lists, bars)? }])
    }
}

/// What an unknown name may stand for: a name that is much like it, or any of the
/// names.
fn hint_for(word: &str) -> Text {
    let mut games: Vec<&str> = pattern::builtin::all().iter().map(pattern::builtin::Builtin::name).collect();
    games.extend(builtin::all().iter().map(|game| game.name));
    games.sort_unstable();
    games.dedup();
    let functions = Function::ALL.iter().map(|(name, ..)| *name);
    if games.contains(&word) {
        return say!("value.hint_position", name = word);
    }
    let names = functions.clone().chain(games.iter().copied());
    match names.map(|name| (miyama_text::distance(word, name), name)).min() {
        Some((letters, name)) if letters * 3 <= word.chars().count() => say!("cli.did_you_mean", name = name),
        _ => {
            say!("value.hint_names", functions = functions.collect::<Vec<_>>().join(", "), rulesets = games.join(", "))
        }
    }
}
