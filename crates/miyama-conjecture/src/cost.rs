//! How long a description is: the shorter one is shown first.
//!
//! What people read at a glance is cheap: heaps, comparisons, small numbers. What they
//! have to calculate is expensive: nim-sums, products, roots, quantifiers.

/// The cost of a formula.
pub(crate) fn cost(text: &str) -> u64 {
    let mut total = 0;
    let mut signs = text.chars().peekable();
    let (mut word, mut number) = (String::new(), String::new());
    while let Some(sign) = signs.next() {
        if sign.is_ascii_alphabetic() {
            word.push(sign);
            if signs.peek().is_none_or(|next| !next.is_ascii_alphabetic()) {
                total += of_word(&word);
                word.clear();
            }
        } else if sign.is_ascii_digit() {
            number.push(sign);
            if signs.peek().is_none_or(|next| !next.is_ascii_digit()) {
                total += 1 + number.len() as u64;
                number.clear();
            }
        } else if sign == '*' || sign == '^' {
            total += 2;
        } else if !sign.is_whitespace() && !"(),".contains(sign) {
            total += 1;
        }
    }
    total
}

fn of_word(word: &str) -> u64 {
    match word {
        "true" | "false" => 0,
        "exists" | "xor" | "floor" | "sqrt" | "phi" | "div" | "let" | "consecutive" => 3,
        "digit" | "digitsum" | "v" => 6,
        "min" | "max" | "mod" | "and" | "or" | "in" | "if" | "else" | "not" => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::cost;

    #[test]
    fn what_people_write_is_cheaper() {
        assert!(cost("|x-y| <= 1") < cost("min(x,y) = max(x,y) or |x-y| = 1"));
        assert!(cost("x mod 4 = 0") < cost("x = 0 or x >= 3 and x mod 4 = 0"));
    }
}
