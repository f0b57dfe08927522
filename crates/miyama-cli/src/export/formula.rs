//! A formula of the language as LaTeX, for `--format latex`.

/// The formula in mathematics mode.
pub(crate) fn latex(formula: &str) -> String {
    let tokens = tokens(formula);
    let mut out = String::new();
    let mut place = 0;
    write(&tokens, &mut place, &mut out, None);
    let mut short = String::new();
    for word in out.split_whitespace() {
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

/// Words, numbers and signs.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let long = |part: fn(char) -> bool| rest.find(|c| !part(c)).unwrap_or(rest.len());
        let length = if first.is_ascii_digit() {
            long(|c| c.is_ascii_digit())
        } else if first.is_alphabetic() {
            long(|c| c.is_alphanumeric() || c == '\'' || c == '_')
        } else if ["<=", ">=", "!=", "..", "^^", "->"].iter().any(|sign| rest.starts_with(sign)) {
            2
        } else {
            first.len_utf8()
        };
        all.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    all
}

/// Writes tokens up to the closing bracket `until`.
fn write(tokens: &[&str], place: &mut usize, out: &mut String, until: Option<&str>) {
    while let Some(token) = tokens.get(*place).copied() {
        *place += 1;
        if until == Some(token) {
            return;
        }
        let opens = tokens.get(*place) == Some(&"(");
        match token {
            "floor" | "ceil" | "sqrt" if opens => {
                *place += 1;
                let (open, close) = match token {
                    "floor" => ("\\lfloor ", "\\rfloor "),
                    "ceil" => ("\\lceil ", "\\rceil "),
                    _ => ("\\sqrt{", "}"),
                };
                out.push_str(open);
                write(tokens, place, out, Some(")"));
                out.push_str(close);
            }
            "^" => {
                out.push_str("^{");
                if opens {
                    *place += 1;
                    write(tokens, place, out, Some(")"));
                } else if let Some(exponent) = tokens.get(*place) {
                    *place += 1;
                    out.push_str(exponent);
                }
                out.push('}');
            }
            "for" if tokens.get(*place) == Some(&"all") => {
                *place += 1;
                out.push_str("\\forall ");
            }
            other => out.push_str(&sign(other, opens)),
        }
    }
}

fn sign(token: &str, opens: bool) -> String {
    let known = match token {
        "<=" => "\\le ",
        ">=" => "\\ge ",
        "!=" => "\\ne ",
        "->" => "\\mapsto ",
        "*" => "\\,",
        ":" => "\\colon ",
        ";" => ",\\quad ",
        "{" => "\\{",
        "}" => "\\}",
        "," => ", ",
        ".." => ",\\dots,",
        "^^" | "xor" => " \\oplus ",
        "and" if !opens => " \\text{ and } ",
        "or" if !opens => " \\text{ or } ",
        "and" | "or" => return format!(" \\text{{ {token} }} "),
        "not" => "\\text{not } ",
        "in" => " \\in ",
        "if" => " \\text{ if } ",
        "else" => " \\text{ else } ",
        "exists" => "\\exists ",
        "forall" => "\\forall ",
        "mod" => " \\bmod ",
        "div" => " \\mathbin{\\mathrm{div}} ",
        "phi" => "\\varphi ",
        "min" => "\\min ",
        "max" => "\\max ",
        "gcd" => "\\gcd ",
        "let" => "\\text{with } ",
        "true" | "false" => return format!("\\text{{{token}}}"),
        _ => "",
    };
    if !known.is_empty() {
        return known.to_owned();
    }
    let word = token.chars().next().is_some_and(char::is_alphabetic);
    if word && token.chars().count() > 1 {
        format!("\\operatorname{{{token}}} ").replace('_', "\\_")
    } else {
        token.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::latex;

    #[test]
    fn formulas_as_papers_print_them() {
        for (formula, expected) in [
            ("|x-y| <= 1", "|x-y|\\le 1"),
            ("min(x,y) = floor(|x-y|*phi)", "\\min (x, y)=\\lfloor |x-y|\\,\\varphi \\rfloor"),
            ("x xor y = 0", "x \\oplus y=0"),
            ("{x,y} in consecutive(k: 2^(k+1)-1)", "\\{x, y\\} \\in \\operatorname{consecutive} (k\\colon 2^{k+1}-1)"),
            ("x mod 4 in {0, 2}", "x \\bmod 4 \\in \\{0, 2\\}"),
        ] {
            assert_eq!(latex(formula), expected, "{formula}");
        }
    }
}
