//! Reads codes: `0.77`, `4!.0`, `0.3003330[3]`, `({1}, {1,2}, {})`,
//! `subtraction{all but 2,3}`, `grundy`.

use super::{Code, Digit, Numbers, Sizes};
use miyama_budget::Mistake;
use miyama_text::{Text, say};

/// The largest number of tokens that a code may name.
const LARGEST: u32 = 1_000_000;

pub(super) fn looks_like_code(text: &str) -> bool {
    let text = text.trim_start();
    if is_file(text) {
        return false;
    }
    text.starts_with('.')
        || (text.starts_with(|c: char| c.is_ascii_digit() || c == '{') && text.contains('.'))
        || starts_with_a_letter(text)
        || text.strip_prefix('(').is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with(['{', '∅']) || rest.starts_with("all")
        })
        || ["grundy", "subtraction", "S"].iter().any(|name| {
            text.strip_prefix(name)
                .is_some_and(|rest| rest.trim_start().starts_with('{') || (*name == "grundy" && rest.is_empty()))
        })
}

/// `./my.game`, `7.game(3)`: no code has a `/` or such an end.
fn is_file(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or(text).trim_end();
    name.contains('/') || name.ends_with(".game")
}

/// `C.7`, `F!.3`: a hexadecimal digit that is a letter, and a point with a digit
/// behind it.
fn starts_with_a_letter(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(|c: char| c.is_ascii_hexdigit()) else { return false };
    let rest = rest.strip_prefix(['!', '=']).unwrap_or(rest);
    let digits = rest.strip_prefix('.');
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_hexdigit() || c == '{' || c == '['))
}

/// Reads a whole text as a code.
pub(super) fn code(text: &str) -> Result<Code, Mistake> {
    let mut reader = Reader { text, at: 0 };
    reader.space();
    let code = reader.code()?;
    reader.space();
    if reader.at < text.len() {
        return Err(reader.wrong(say!("breaking.more", found = reader.found())));
    }
    Ok(code)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Steps over `token` if it comes next.
    fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn found(&self) -> String {
        self.peek().map_or_else(String::new, String::from)
    }

    /// A mistake at the next character.
    fn wrong(&self, says: Text) -> Mistake {
        Mistake::new(self.at..self.at + self.peek().map_or(0, char::len_utf8), says)
    }

    fn expect(&mut self, token: &str) -> Result<(), Mistake> {
        self.space();
        if self.eat(token) { Ok(()) } else { Err(self.wrong(say!("breaking.expected", token = token))) }
    }

    fn code(&mut self) -> Result<Code, Mistake> {
        if self.text.trim().is_empty() {
            return Err(self.wrong(say!("breaking.empty")).with_hint(say!("breaking.example")));
        }
        if self.eat("grundy") {
            return Ok(Code::grundy());
        }
        if self.eat("subtraction") || self.eat("S") {
            self.space();
            let set = self.braces()?;
            return Ok(Code::from_sets([&set, &set, &Numbers::of(vec![])]));
        }
        if self.eat("(") {
            let a = self.set()?;
            self.expect(",")?;
            let b = self.set()?;
            self.expect(",")?;
            let c = self.set()?;
            self.expect(")")?;
            return Ok(Code::from_sets([&a, &b, &c]));
        }
        self.positional()
    }

    /// `d.ddd[ddd]`.
    fn positional(&mut self) -> Result<Code, Mistake> {
        let start = self.at;
        let first = if self.peek() == Some('.') { Digit::default() } else { self.digit()? };
        if first.counts & 3 != 0 || first.from.is_some_and(|from| from < 2) {
            return Err(Mistake::new(start..self.at, say!("breaking.first_digit", digit = first.to_string()))
                .with_hint(say!("breaking.first_digit_hint")));
        }
        if !self.eat(".") {
            return Err(self.wrong(say!("breaking.point")).with_hint(say!("breaking.example")));
        }
        let (mut digits, mut tail) = (vec![first], vec![]);
        while self.peek().is_some_and(|c| !c.is_whitespace() && c != '[') {
            digits.push(self.digit()?);
        }
        if self.eat("[") {
            while !self.eat("]") {
                tail.push(self.digit()?);
            }
        }
        if digits.len() == 1 && tail.is_empty() {
            return Err(self.wrong(say!("breaking.no_digit")).with_hint(say!("breaking.example")));
        }
        Ok(Code::new(digits, tail))
    }

    fn digit(&mut self) -> Result<Digit, Mistake> {
        let mut digit = match self.peek() {
            Some('{') => self.counts()?,
            Some(c) if c.is_ascii_hexdigit() => {
                self.at += 1;
                Digit::plain(c.to_digit(16).expect("it is a hexadecimal digit"))
            }
            Some(c) => {
                return Err(self
                    .wrong(say!("breaking.bad_digit", found = c))
                    .with_hint(say!("breaking.bad_digit_hint")));
            }
            None => return Err(self.wrong(say!("breaking.no_digit")).with_hint(say!("breaking.example"))),
        };
        if self.eat("!") {
            digit.sizes = Sizes::Unequal;
        } else if self.eat("=") {
            digit.sizes = Sizes::Equal;
        }
        Ok(digit)
    }

    /// `{0,2,5+}`: numbers of heaps.
    fn counts(&mut self) -> Result<Digit, Mistake> {
        self.expect("{")?;
        let mut digit = Digit::default();
        self.space();
        if self.eat("}") {
            return Ok(digit);
        }
        loop {
            let start = self.at;
            let heaps = self.number()?;
            let mistake = Mistake::new(start..self.at, say!("breaking.too_many_heaps", most = Digit::MOST));
            if heaps > Digit::MOST {
                return Err(mistake);
            }
            if self.eat("+") {
                digit.from = Some(digit.from.map_or(heaps, |from| from.min(heaps)));
            } else {
                digit.counts |= 1 << heaps;
            }
            self.space();
            if self.eat("}") {
                break;
            }
            self.expect(",")?;
            self.space();
        }
        Ok(digit)
    }

    /// `{1,2}`, `{}`, `∅`, `all`, `all but {1,2}`.
    fn set(&mut self) -> Result<Numbers, Mistake> {
        self.space();
        if self.eat("∅") {
            return Ok(Numbers::of(vec![]));
        }
        if self.eat("all") {
            self.space();
            let mut set = if self.eat("but") {
                self.space();
                self.braces()?
            } else {
                Numbers::of(vec![])
            };
            set.all_but = !set.all_but;
            return Ok(set);
        }
        self.braces()
    }

    /// `{1,2}`, `{}`, `{all}`, `{all but 1,2}`.
    fn braces(&mut self) -> Result<Numbers, Mistake> {
        self.expect("{")?;
        self.space();
        let all = self.eat("all");
        self.space();
        let but = all && self.eat("but");
        self.space();
        let mut listed = vec![];
        if (!all || but) && self.peek() != Some('}') {
            loop {
                self.space();
                let start = self.at;
                let number = self.number()?;
                if number == 0 || number > LARGEST {
                    return Err(Mistake::new(start..self.at, say!("breaking.bad_number", most = LARGEST)));
                }
                listed.push(number);
                self.space();
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect("}")?;
        Ok(Numbers { all_but: all, ..Numbers::of(listed) })
    }

    fn number(&mut self) -> Result<u32, Mistake> {
        let start = self.at;
        self.at += self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if start == self.at {
            return Err(self.wrong(say!("breaking.number")));
        }
        self.text[start..self.at]
            .parse()
            .map_err(|_| Mistake::new(start..self.at, say!("breaking.bad_number", most = LARGEST)))
    }
}

#[cfg(test)]
mod tests {
    use super::{code, looks_like_code};

    #[test]
    fn codes_are_told_from_names_of_games_and_files() {
        for text in ["0.7", "C.7", "C.E23", "c.7", "F.7", "C!.7", "C.{1}", "F.[3]", "C.7G", "4!.0", "grundy"] {
            assert!(looks_like_code(text), "{text}");
        }
        for text in [
            "nim",
            "d.game",
            "a.b.game",
            "./d.game",
            "../7/x.game",
            "7.game(3)",
            "C",
            "C.",
            "wythoff(2)",
            "dawsons-kayles",
            "x.7",
        ] {
            assert!(!looks_like_code(text), "{text}");
        }
    }

    /// Every mistake with the place that it must point at.
    #[test]
    fn mistakes_point_at_their_place() {
        let cases = [
            ("", 0..0),
            ("0.7G", 3..4),
            (".07８", 3..6),
            ("3.7", 0..1),
            ("077", 1..2),
            ("0.", 2..2),
            ("0.[", 3..3),
            ("0.[7", 4..4),
            ("0.[7]7", 5..6),
            ("0.-1", 2..3),
            ("0.{1,40}", 5..7),
            ("0.{1", 4..4),
            ("0.{x}", 3..4),
            ("({1},{1})", 8..9),
            ("({0},{1},{1})", 2..3),
            ("({1},{99999999999},{1})", 6..17),
            ("subtraction{2,}", 14..15),
            ("subtraction{2 3}", 14..15),
            ("subtraction", 11..11),
            ("grundyx", 6..7),
            ("kayles", 0..1),
            ("0.7 7", 4..5),
        ];
        for (text, at) in cases {
            assert_eq!(code(text).expect_err(text).at, at, "{text}");
        }
    }
}
