//! The proof as a paper writes it.

use crate::claim::{Claim, NoExport};
use crate::inside::{Contradiction, Inequality, contradictions};
use crate::logic::{Prop, Relation, Term};
use crate::witness::{Witness, witnesses};
use miyama::heap::formula::Names;
use miyama::play::Convention;
use miyama_automata::Limits;
use miyama_text::{Lang, Text, say};
use std::fmt::Write;

/// A theorem and its proof, ready to be written.
#[derive(Clone, Debug)]
pub struct Latex {
    claim: Claim,
    moves: Vec<Witness>,
    /// For each way to move why it does not lead from the set to itself; none where only
    /// automata say so.
    inside: Vec<Option<Vec<Contradiction>>>,
}

/// Finds the proof of a claim.
///
/// # Errors
/// [`NoExport`] says why there is none.
pub fn latex(claim: &Claim, names: &Names, limits: &Limits<'_>) -> Result<Latex, NoExport> {
    if claim.convention == Convention::Misere {
        return Err(NoExport::Misere);
    }
    let moves = witnesses(claim, names, limits)?;
    let inside = claim.ways.iter().map(|way| contradictions(claim, way)).collect();
    Ok(Latex { claim: claim.clone(), moves, inside })
}

impl Latex {
    /// The whole document.
    #[must_use]
    pub fn in_lang(&self, lang: Lang) -> String {
        document(&self.claim, &self.moves, &self.inside, lang)
    }
}

fn document(claim: &Claim, moves: &[Witness], inside: &[Option<Vec<Contradiction>>], lang: Lang) -> String {
    let heaps: Vec<Term> = claim.heaps.iter().map(|heap| Term::name(heap)).collect();
    let position = tuple(&heaps);
    let set = prop(&claim.set);
    let says = |text: Text| text.in_lang(lang);
    let mut text = String::new();
    text.push_str(if lang == Lang::Ja {
        "% lualatex\n\\documentclass{ltjsarticle}\n"
    } else {
        "\\documentclass{article}\n"
    });
    text.push_str("\\usepackage{amsmath,amssymb,amsthm}\n");
    let _ = writeln!(text, "\\newtheorem*{{theorem}}{{{}}}", says(say!("export.theorem")));
    let _ = writeln!(text, "\\renewcommand{{\\proofname}}{{{}}}", says(say!("export.proof")));
    text.push_str("\\begin{document}\n");
    let _ = writeln!(text, "{}", says(say!("export.game", game = format!("\\texttt{{{}}}", escaped(&claim.game)))));
    text.push_str("\\begin{itemize}\n");
    for way in &claim.ways {
        let conditions = listed(&way.conditions);
        let option = format!("${} \\to {}$", position, tuple(&way.option));
        let _ = match conditions.is_empty() {
            true => writeln!(text, "\\item {option}"),
            false => writeln!(text, "\\item {option}, {}", conditions.join(", ")),
        };
    }
    text.push_str("\\end{itemize}\n\\begin{theorem}\n");
    let (p, s) = (format!("${position}$"), format!("${set}$"));
    let _ = writeln!(text, "{}", says(say!("export.claim", position = &p, set = &s)));
    text.push_str("\\end{theorem}\n\\begin{proof}\n");
    let rank = format!("${}$", term(&claim.rank_of(&claim.heaps)));
    let _ = writeln!(text, "{}\n", says(say!("export.plan", rank = rank)));
    let _ = writeln!(text, "\\emph{{{}}} ", says(say!("export.none_inside")));
    for (way, found) in claim.ways.iter().zip(inside) {
        let option = format!("${}$", tuple(&way.option));
        match found {
            Some(all) => {
                let _ = writeln!(text, "{}", says(say!("export.suppose", position = &p, option = option)));
                for system in all {
                    let lines: Vec<String> = system.iter().map(|(m, one)| format!("${}$", multiple(*m, one))).collect();
                    let list = lines.join(&says(say!("export.and")));
                    let _ = writeln!(text, "{}", says(say!("export.contradiction", inequalities = list)));
                }
            }
            None => {
                let _ = writeln!(text, "{}", says(say!("export.by_automata", option = option)));
            }
        }
    }
    let _ = writeln!(text, "\n\\emph{{{}}}\n\\begin{{itemize}}", says(say!("export.some_move")));
    for witness in moves {
        let conditions = listed(&witness.condition);
        let target = format!("${}$", tuple(&witness.target));
        let case = match conditions.is_empty() {
            true => say!("export.always", target = target),
            false => say!("export.case", conditions = conditions.join(&says(say!("export.and"))), target = target),
        };
        let _ = writeln!(text, "\\item {}", says(case));
    }
    let _ = writeln!(text, "\\end{{itemize}}\n{}", says(say!("export.covered")));
    text.push_str("\\end{proof}\n\\end{document}\n");
    text
}

/// Conditions one by one, neighbours with a common term as a chain: 2 ≤ i ≤ x.
fn listed(conditions: &[Prop]) -> Vec<String> {
    let mut flat: Vec<&Prop> = Vec::new();
    for condition in conditions {
        match condition {
            Prop::And(parts) => flat.extend(parts),
            other => flat.push(other),
        }
    }
    let mut found: Vec<(String, Option<&Term>)> = Vec::new();
    for condition in flat {
        let Prop::Compare(left, relation, right) = condition else {
            found.push((prop(condition), None));
            continue;
        };
        match found.last_mut() {
            Some((text, Some(end))) if *end == left => {
                let _ = write!(text, " {} {}", sign(*relation), term(right));
                found.last_mut().expect("there is one").1 = Some(right);
            }
            _ => found.push((prop(condition), Some(right))),
        }
    }
    found.into_iter().map(|(text, _)| format!("${text}$")).collect()
}

/// What LaTeX would take for commands.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '_' | '&' | '%' | '#' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '^' | '~' => {
                let _ = write!(out, "\\{c}{{}}");
            }
            '∪' => out.push_str("$\\cup$"),
            '<' | '>' | '|' => {
                let _ = write!(out, "${c}$");
            }
            c => out.push(c),
        }
    }
    out
}

fn tuple(terms: &[Term]) -> String {
    match terms {
        [one] => term(one),
        terms => format!("({})", terms.iter().map(term).collect::<Vec<_>>().join(", ")),
    }
}

/// m·(left ≤ right), with positive terms only.
fn multiple(m: i64, one: &Inequality) -> String {
    let side = |sign: i64| {
        let terms = one.terms.iter().filter(|(_, a)| a.signum() == sign);
        let mut parts: Vec<String> = terms
            .map(|(name, a)| if a.abs() == 1 { name.clone() } else { format!("{}{name}", a.unsigned_abs()) })
            .collect();
        if one.constant.signum() == sign || parts.is_empty() {
            let constant = if one.constant.signum() == sign { one.constant.unsigned_abs() } else { 0 };
            parts.push(constant.to_string());
        }
        parts.join(" + ")
    };
    let inequality = format!("{} \\le {}", side(1), side(-1));
    if m == 1 { inequality } else { format!("{m} \\cdot ({inequality})") }
}

fn prop(prop_: &Prop) -> String {
    let join = |word: &str, props: &[Prop]| props.iter().map(part).collect::<Vec<_>>().join(word);
    match prop_ {
        Prop::Compare(a, relation, b) => format!("{} {} {}", term(a), sign(*relation), term(b)),
        Prop::And(props) if props.is_empty() => "\\top".to_owned(),
        Prop::Or(props) if props.is_empty() => "\\bot".to_owned(),
        Prop::And(props) => join(" \\land ", props),
        Prop::Or(props) => join(" \\lor ", props),
        Prop::Not(inner) => format!("\\lnot {}", part(inner)),
        Prop::Exists(name, inner) => format!("\\exists {name}\\,({})", prop(inner)),
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::AtMost => "\\le",
        Relation::Equal => "=",
        Relation::Unequal => "\\ne",
        Relation::Greater => ">",
        Relation::AtLeast => "\\ge",
    }
}

/// In brackets where it is not a comparison.
fn part(prop_: &Prop) -> String {
    match prop_ {
        Prop::Compare(..) => prop(prop_),
        other => format!("({})", prop(other)),
    }
}

fn term(term_: &Term) -> String {
    let list = |terms: &[Term]| terms.iter().map(term).collect::<Vec<_>>().join(", ");
    match term_ {
        Term::Number(number) => number.to_string(),
        Term::Name(name) => name.clone(),
        Term::Sum(terms) => {
            let mut text = String::new();
            for (n, one) in terms.iter().enumerate() {
                let shown = term(one);
                match shown.strip_prefix('-') {
                    Some(rest) if n > 0 => {
                        let _ = write!(text, " - {rest}");
                    }
                    _ if n > 0 => {
                        let _ = write!(text, " + {shown}");
                    }
                    _ => text.push_str(&shown),
                }
            }
            text
        }
        Term::Times(-1, inner) => format!("-{}", factor(inner)),
        Term::Times(by, inner) => format!("{by}{}", factor(inner)),
        Term::Quotient(inner, by) => format!("\\lfloor {} / {by} \\rfloor", factor(inner)),
        Term::Remainder(inner, by) => format!("({} \\bmod {by})", factor(inner)),
        Term::Absolute(inner) => format!("|{}|", term(inner)),
        Term::Least(terms) => format!("\\min({})", list(terms)),
        Term::Greatest(terms) => format!("\\max({})", list(terms)),
    }
}

fn factor(term_: &Term) -> String {
    match term_ {
        Term::Sum(_) => format!("({})", term(term_)),
        other => term(other),
    }
}
