//! What a text looks like that was copied from a page: letters in mathematical type, raised
//! exponents, dots with spaces between them, the full stop behind a formula.

/// Where a text ends: before one mark of punctuation behind it, as displayed formulas have it, and the
/// dollars or brackets of LaTeX that close it.
pub(super) fn end(source: &str) -> usize {
    let closed = |mut text: &str| loop {
        let shorter = text.trim_end_matches(|c: char| c.is_whitespace() || c == '$');
        let shorter = shorter.strip_suffix("\\]").or_else(|| shorter.strip_suffix("\\)")).unwrap_or(shorter);
        let shorter = before_environment_end(shorter).unwrap_or(shorter);
        if shorter.len() == text.len() {
            return text.len();
        }
        text = shorter;
    };
    let text = &source[..closed(source)];
    let mark = ['.', ',', ';', '。', '．', '、', '，'].into_iter().find_map(|mark| text.strip_suffix(mark));
    // `..` asks for more: it is no full stop.
    mark.filter(|before| !before.ends_with('.')).map_or(source.len(), str::len)
}

/// What stands before `\end{align*}`, `\label{eq}` or `\tag{3}` at the end of a text; the end of cases means something.
fn before_environment_end(text: &str) -> Option<&str> {
    let (before, command) = text.strip_suffix('}')?.rsplit_once('\\')?;
    let (command, name) = command.split_once('{')?;
    let known = match command {
        "end" => !name.ends_with("cases"),
        "label" | "tag" => true,
        _ => false,
    };
    (known && !name.contains(['{', '}'])).then_some(before)
}

/// The bytes of `. . .`, the dots of a list as pages are copied.
pub(super) fn spaced_dots(rest: &str) -> Option<usize> {
    let mut behind = rest.strip_prefix('.')?;
    for _ in 0..2 {
        let next = behind.trim_start_matches(' ');
        if next.len() == behind.len() {
            return None;
        }
        behind = next.strip_prefix('.')?;
    }
    Some(rest.len() - behind.len())
}

/// Raised signs and what they raise.
const RAISED: [(char, char); 26] = [
    ('⁰', '0'),
    ('¹', '1'),
    ('²', '2'),
    ('³', '3'),
    ('⁴', '4'),
    ('⁵', '5'),
    ('⁶', '6'),
    ('⁷', '7'),
    ('⁸', '8'),
    ('⁹', '9'),
    ('⁺', '+'),
    ('⁻', '-'),
    ('⁽', '('),
    ('⁾', ')'),
    ('ⁿ', 'n'),
    ('ⁱ', 'i'),
    ('ʲ', 'j'),
    ('ᵏ', 'k'),
    ('ᵐ', 'm'),
    ('ᵃ', 'a'),
    ('ᵇ', 'b'),
    ('ᵈ', 'd'),
    ('ˢ', 's'),
    ('ᵗ', 't'),
    ('ˣ', 'x'),
    ('ʸ', 'y'),
];

fn lowered(c: char) -> Option<char> {
    RAISED.iter().find(|(raised, _)| *raised == c).map(|(_, plain)| *plain)
}

pub(super) fn is_superscript(c: char) -> bool {
    lowered(c).is_some()
}

/// The exponent that raised signs stand for, and their bytes: `²`, `ⁱ⁺¹`.
pub(super) fn superscript(rest: &str) -> Option<(String, usize)> {
    let exponent: String = rest.chars().map_while(lowered).collect();
    let length = rest.chars().take_while(|c| is_superscript(*c)).map(char::len_utf8).sum();
    (length > 0).then_some((exponent, length))
}

/// The letter or digit that a sign of mathematical or wide type stands for: 𝑥 is x, ０ is 0.
///
/// From U+1D400 on stand thirteen alphabets of 26 capitals and 26 small letters each, from U+1D7CE on five rows of
/// digits; the italic h stands elsewhere.
pub(super) fn plain(c: char) -> char {
    let code = u32::from(c);
    let among = |first: char, at: u32| char::from_u32(u32::from(first) + at).unwrap_or(c);
    match code {
        0x1D400..=0x1D6A3 => match (code - 0x1D400) % 52 {
            capital @ 0..26 => among('A', capital),
            small => among('a', small - 26),
        },
        0x1D7CE..=0x1D7FF => among('0', (code - 0x1D7CE) % 10),
        0x210E => 'h',
        0xFF10..=0xFF19 => among('0', code - 0xFF10),
        0xFF21..=0xFF3A => among('A', code - 0xFF21),
        0xFF41..=0xFF5A => among('a', code - 0xFF41),
        0x2032 => '\'',
        _ => c,
    }
}
