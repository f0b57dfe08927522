//! A definition of the language as MathML, for the page: what was understood, as a paper sets it.

use super::formula::tokens;

/// The definition as a formula on a line of its own.
pub(crate) fn mathml(definition: &str) -> String {
    // The bar of a set stands between spaces, those of an absolute value do not.
    let text = definition.replace(" | ", " ∣ ");
    let tokens = tokens(&text);
    let mut place = 0;
    let inside = row(&tokens, &mut place, None);
    format!("<math display=\"block\"><mrow>{inside}</mrow></math>")
}

/// The tokens up to the closing bracket `until`.
fn row(tokens: &[&str], place: &mut usize, until: Option<&str>) -> String {
    let mut parts: Vec<String> = Vec::new();
    while let Some(token) = tokens.get(*place).copied() {
        *place += 1;
        if until == Some(token) {
            break;
        }
        let opens = tokens.get(*place) == Some(&"(");
        match token {
            "floor" | "ceil" if opens => {
                *place += 1;
                let inside = row(tokens, place, Some(")"));
                let (open, close) = if token == "floor" { ("⌊", "⌋") } else { ("⌈", "⌉") };
                parts.push(format!("<mrow><mo>{open}</mo>{inside}<mo>{close}</mo></mrow>"));
            }
            "sqrt" if opens => {
                *place += 1;
                parts.push(format!("<msqrt>{}</msqrt>", row(tokens, place, Some(")"))));
            }
            "^" => {
                let exponent = if opens {
                    *place += 1;
                    format!("<mrow>{}</mrow>", row(tokens, place, Some(")")))
                } else {
                    let exponent = tokens.get(*place).map(|token| sign(token)).unwrap_or_default();
                    *place += 1;
                    exponent
                };
                let base = parts.pop().unwrap_or_default();
                parts.push(format!("<msup>{base}{exponent}</msup>"));
            }
            "(" => {
                let inside = row(tokens, place, Some(")"));
                parts.push(format!("<mrow><mo stretchy=\"false\">(</mo>{inside}<mo stretchy=\"false\">)</mo></mrow>"));
            }
            _ => parts.push(sign(token)),
        }
    }
    parts.concat()
}

/// One token.
fn sign(token: &str) -> String {
    let operator = |sign: &str| format!("<mo>{sign}</mo>");
    let fence = |sign: &str| format!("<mo stretchy=\"false\">{sign}</mo>");
    let word = |text: &str| format!("<mtext>\u{a0}{text}\u{a0}</mtext>");
    match token {
        "->" => operator("↦"),
        "<=" => operator("≤"),
        ">=" => operator("≥"),
        "!=" => operator("≠"),
        "<" => operator("&lt;"),
        ">" => operator("&gt;"),
        "&" => operator("&amp;"),
        "-" => operator("−"),
        "*" => operator("⋅"),
        "^^" | "xor" => operator("⊕"),
        ".." => operator("…"),
        "in" => operator("∈"),
        "exists" => operator("∃"),
        "forall" => operator("∀"),
        "mod" => operator("mod"),
        "div" => operator("div"),
        "∣" => "<mo stretchy=\"false\" lspace=\"0.4em\" rspace=\"0.4em\">∣</mo>".to_owned(),
        "{" | "}" | "|" => fence(token),
        "," | ";" => format!("<mo separator=\"true\">{token}</mo>"),
        "phi" => "<mi>φ</mi>".to_owned(),
        "and" | "or" | "not" | "if" | "else" | "where" | "let" | "sym" | "left" | "right" => word(token),
        _ => plain(token),
    }
}

/// A number, a name, or a sign as it is; `x1` is x with an index.
fn plain(token: &str) -> String {
    let first = token.chars().next().unwrap_or(' ');
    if first.is_ascii_digit() {
        return format!("<mn>{token}</mn>");
    }
    if !first.is_alphabetic() {
        return format!("<mo>{token}</mo>");
    }
    let name = token.trim_end_matches(|c: char| c.is_ascii_digit());
    match &token[name.len()..] {
        "" => format!("<mi>{name}</mi>"),
        index => format!("<msub><mi>{}</mi><mn>{index}</mn></msub>", name.trim_end_matches('_')),
    }
}

#[cfg(test)]
mod tests {
    use super::mathml;

    fn inside(text: &str) -> String {
        let all = mathml(text);
        all.trim_start_matches("<math display=\"block\"><mrow>").trim_end_matches("</mrow></math>").to_owned()
    }

    #[test]
    fn signs_are_those_of_a_paper() {
        assert_eq!(inside("x1 <= 2"), "<msub><mi>x</mi><mn>1</mn></msub><mo>≤</mo><mn>2</mn>");
        assert_eq!(inside("i^2 < s"), "<msup><mi>i</mi><mn>2</mn></msup><mo>&lt;</mo><mi>s</mi>");
        assert_eq!(inside("floor(x)"), "<mrow><mo>⌊</mo><mi>x</mi><mo>⌋</mo></mrow>");
        assert!(inside("(x) -> { (x-i) | |i| < 3 }").contains("∣</mo><mo stretchy=\"false\">|</mo><mi>i</mi>"));
    }
}
