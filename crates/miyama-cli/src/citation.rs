//! Where games and claims come from, for readers who do not know the documents
//! by their numbers.

use miyama_claims::title;
use miyama_text::{Lang, say};

/// `002 theorem 3` with the name of the document before its number.
pub(crate) fn cited(source: &str, lang: Lang) -> String {
    let word = |word: &str| {
        let number = word.trim_end_matches([',', ';', '、']);
        match title(number) {
            Some(title) => say!("claim.cited", title = title, number = number).in_lang(lang) + &word[number.len()..],
            None => word.to_owned(),
        }
    };
    source.split(' ').map(word).collect::<Vec<_>>().join(" ").replace("、 ", "、")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_documents_get_their_names() {
        assert_eq!(
            cited("000 §4, 002 theorem 3", Lang::En),
            "lecture notes on games and sequences (000) §4, three-heap Nim (002) theorem 3"
        );
        assert_eq!(cited("002 定理 3", Lang::Ja), "三山崩し（002） 定理 3");
        assert_eq!(cited("D. Gale, 1974", Lang::En), "D. Gale, 1974");
    }
}
