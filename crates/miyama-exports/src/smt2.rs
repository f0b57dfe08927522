//! The conditions of the proof as SMT-LIB: each `check-sat` must answer `unsat`.

use crate::claim::{Claim, NoExport};
use crate::logic::{Prop, Relation, Term};
use crate::naming::Naming;
use crate::witness::{Witness, witnesses};
use miyama::heap::formula::Names;
use miyama::play::Convention;
use miyama_automata::Limits;
use std::fmt::Write;

/// What SMT-LIB and its theories call something, and the script itself.
const NAMING: Naming<'_> = Naming {
    mark: "1",
    taken: &[
        "Array",
        "BINARY",
        "Bool",
        "DECIMAL",
        "HEXADECIMAL",
        "Int",
        "NUMERAL",
        "P",
        "Real",
        "STRING",
        "String",
        "abs",
        "and",
        "as",
        "assert",
        "distinct",
        "div",
        "exists",
        "exit",
        "false",
        "forall",
        "ite",
        "let",
        "match",
        "mod",
        "move",
        "not",
        "or",
        "par",
        "pop",
        "position",
        "push",
        "reset",
        "true",
        "xor",
    ],
};

/// The theorem as an SMT-LIB script. Where moves into the set are known, "some move leads
/// to P" is written without quantifiers: solvers decide that at once.
///
/// # Errors
/// [`NoExport`] says what SMT-LIB has no words for.
pub fn smt2(claim: &Claim, names: &Names, limits: &Limits<'_>) -> Result<String, NoExport> {
    let mut text = String::new();
    let found = match claim.convention {
        Convention::Normal => witnesses(claim, names, limits).ok(),
        Convention::Misere => None,
    };
    let (claim, witnesses) = &NAMING.named(claim, found.as_deref().unwrap_or_default());
    let marks = claim.option_names("1");
    let constants = |names: &[String]| names.iter().map(|n| format!("(declare-const {n} Int)\n")).collect::<String>();
    let arguments = |names: &[String]| names.iter().map(|n| format!("({n} Int)")).collect::<Vec<_>>().join(" ");
    let call = |name: &str, names: &[String]| format!("({name} {})", names.join(" "));
    let both: Vec<String> = claim.heaps.iter().chain(&marks).cloned().collect();
    let definition = claim.definition.replace('\n', "\n; ");
    let _ = write!(
        text,
        "; {}\n; {definition}\n; If every check-sat below answers unsat, the P-positions of {} play are exactly\n\
         ; the positions in P.{} (cvc5 reads several questions with --incremental.)\n(set-logic ALL)\n",
        claim.game,
        if claim.convention == Convention::Normal { "normal" } else { "misere" },
        // Where no moves are given, some move must be found for every position.
        if found.is_some() { "" } else { " A solver may answer unknown where it would have to find moves itself." }
    );
    let natural = prop(&Claim::natural(&claim.heaps));
    let _ = writeln!(text, "(define-fun position ({}) Bool {natural})", arguments(&claim.heaps));
    let _ = writeln!(text, "(define-fun P ({}) Bool\n  {})", arguments(&claim.heaps), prop(&claim.set));
    let ways: Vec<String> = claim.ways.iter().map(|way| prop(&way.leads_somehow(&marks))).collect();
    let _ = writeln!(
        text,
        "(define-fun move ({}) Bool\n  (and {} {}\n  (or false\n    {})))",
        arguments(&both),
        call("position", &claim.heaps),
        call("position", &marks),
        ways.join("\n    ")
    );
    let mut obligation = |says: &str, body: &str| {
        let _ = write!(text, "\n; {says}\n(push 1)\n{}{body}(check-sat)\n(pop 1)\n", constants(&both));
    };
    let moves = call("move", &both);
    let lower = prop(&Prop::compare(claim.rank_of(&marks), Relation::AtLeast, claim.rank_of(&claim.heaps)));
    obligation("Every move lowers the rank, so play ends.", &format!("(assert {moves})\n(assert {lower})\n"));
    let here = call("P", &claim.heaps);
    let there = call("P", &marks);
    obligation("No move leads from P to P.", &format!("(assert {here})\n(assert {moves})\n(assert {there})\n"));
    let at = call("position", &claim.heaps);
    let none = |body: &str| format!("(forall ({}) (not {body}))", arguments(&marks));
    let stuck = none(&format!("(and {moves} {there})"));
    match claim.convention {
        Convention::Normal => match &found {
            Some(_) => {
                let none: String = witnesses.iter().map(|w| format!("(assert (not {}))\n", whole(w))).collect();
                let says = "From every other position one of the moves below leads to P.";
                obligation(says, &format!("(assert {at})\n(assert (not {here}))\n{none}"));
                for witness in witnesses {
                    let targets: Vec<String> = witness.target.iter().map(term).collect();
                    let says = format!("The move to ({}).", targets.join(", "));
                    let way = way_of(claim, witness);
                    let bad = format!("(not (and {way} {}))", prop(&claim.set_with(&witness.target)));
                    let condition = whole(witness);
                    obligation(
                        &says,
                        &format!("(assert {at})\n(assert (not {here}))\n(assert {condition})\n(assert {bad})\n"),
                    );
                }
            }
            None => obligation(
                "From every other position some move leads to P.",
                &format!("(assert {at})\n(assert (not {here}))\n(assert {stuck})\n"),
            ),
        },
        Convention::Misere => {
            let ended = none(&moves);
            obligation(
                "A position without a move is not in P.",
                &format!("(assert {at})\n(assert {here})\n(assert {ended})\n"),
            );
            obligation(
                "From every other position with a move some move leads to P.",
                &format!("(assert {at})\n(assert (not {here}))\n(assert (not {ended}))\n(assert {stuck})\n"),
            );
        }
    }
    Ok(text)
}

/// Where a witness is one.
fn whole(witness: &Witness) -> String {
    prop(&Prop::And(witness.condition.clone()))
}

/// That the integers of a witness are natural, its conditions hold and its target is a
/// position.
fn way_of(claim: &Claim, witness: &Witness) -> String {
    let way = &claim.ways[witness.way];
    let put = |name: &str| way.bound.iter().position(|bound| bound == name).map(|n| witness.integers[n].clone());
    let natural = |term: &Term| Prop::compare(Term::Number(0), Relation::AtMost, term.clone());
    let mut all: Vec<Prop> = way.conditions.iter().map(|condition| condition.with(&put)).collect();
    all.extend(witness.integers.iter().map(natural));
    all.extend(witness.target.iter().map(natural));
    prop(&Prop::And(all))
}

fn prop(prop_: &Prop) -> String {
    let all = |word: &str, props: &[Prop]| match props {
        [] => if word == "and" { "true" } else { "false" }.to_owned(),
        [one] => prop(one),
        props => format!("({word} {})", props.iter().map(prop).collect::<Vec<_>>().join(" ")),
    };
    match prop_ {
        Prop::Compare(a, Relation::Unequal, b) => format!("(not (= {} {}))", term(a), term(b)),
        Prop::Compare(a, relation, b) => format!("({} {} {})", relation.sign(), term(a), term(b)),
        Prop::And(props) => all("and", props),
        Prop::Or(props) => all("or", props),
        Prop::Not(inner) => format!("(not {})", prop(inner)),
        Prop::Exists(name, inner) => format!("(exists (({name} Int)) {})", prop(inner)),
    }
}

fn term(term_: &Term) -> String {
    let two = |word: &str, terms: &[Term]| {
        let mut terms = terms.iter().map(term);
        let first = terms.next().unwrap_or_else(|| "0".to_owned());
        terms.fold(first, |a, b| format!("(ite ({word} {a} {b}) {a} {b})"))
    };
    match term_ {
        Term::Number(number) if *number < 0 => format!("(- {})", number.unsigned_abs()),
        Term::Number(number) => number.to_string(),
        Term::Name(name) => name.clone(),
        Term::Sum(terms) => match terms.as_slice() {
            [one] => term(one),
            terms => format!("(+ {})", terms.iter().map(term).collect::<Vec<_>>().join(" ")),
        },
        Term::Times(factor, inner) => format!("(* {} {})", term(&Term::Number(*factor)), term(inner)),
        Term::Quotient(inner, by) => format!("(div {} {by})", term(inner)),
        Term::Remainder(inner, by) => format!("(mod {} {by})", term(inner)),
        Term::Absolute(inner) => format!("(abs {})", term(inner)),
        Term::Least(terms) => two("<=", terms),
        Term::Greatest(terms) => two(">=", terms),
    }
}
