//! Words of Japanese between formulas: 「または」, 「かつ」, 「は奇数」.

use super::Token;

/// What a word stands for; nothing for one that a formula can do without.
const WORDS: &[(&str, Option<&str>)] = &[
    ("または", Some("or")),
    ("又は", Some("or")),
    ("もしくは", Some("or")),
    ("若しくは", Some("or")),
    ("あるいは", Some("or")),
    ("或いは", Some("or")),
    ("かつ", Some("and")),
    ("且つ", Some("and")),
    ("ただし", Some(",")),
    ("但し", Some(",")),
    ("は奇数", Some("odd")),
    ("が奇数", Some("odd")),
    ("は偶数", Some("even")),
    ("が偶数", Some("even")),
    ("は素数", Some("prime")),
    ("が素数", Some("prime")),
    ("奇数", Some("odd")),
    ("偶数", Some("even")),
    ("素数", Some("prime")),
    ("それ以外", Some("otherwise")),
    ("その他", Some("otherwise")),
    ("のとき", None),
    ("の時", None),
    ("ならば", None),
];

/// Is it a letter of Japanese: kana or kanji?
pub(crate) fn is_letter(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '々')
}

/// The word that a text begins with, as a token if it says something, and its bytes.
pub(crate) fn word(rest: &str) -> Option<(Option<Token>, usize)> {
    let (word, means) = WORDS.iter().find(|(word, _)| rest.starts_with(word))?;
    let token = means.map(|means| match means {
        "and" | "or" | "," => Token::Sign(means),
        name => Token::Name(name.to_owned()),
    });
    Some((token, word.len()))
}
