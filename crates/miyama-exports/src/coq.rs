//! The theorem for Coq: definition, set, the two conditions by `lia` with explicit moves,
//! and the induction on the rank. No axiom is used; the last line lets Coq say so.
//!
//! `lia` decides what is linear at once, but takes minutes where several quotients and remainders
//! come together. A file with some says by itself what they are: each variable below a remainder is m·q + r for one
//! of the finitely many r, and then every remainder is a number and the rest is linear.

use crate::claim::{Claim, NoExport};
use crate::logic::{Prop, Relation, Term};
use crate::naming::Naming;
use crate::witness::{Witness, witnesses};
use miyama::heap::formula::Names;
use miyama::play::Convention;
use miyama_automata::Limits;
use std::fmt::Write;

/// Puts numbers in the place of remainders. A variable v that a remainder by m asks for is replaced by m·q + r for
/// each r below m (`parts`); once all variables of a term have been, the remainder is that of the term with 0 in
/// their place (`known`). Splitting variables and not terms keeps the cases few: x, x − 1 and x − 2 are known
/// together. A remainder that a hypothesis tells needs no cases (`told`). Least, greatest and absolute values are
/// told apart first, inner remainders before outer ones.
const RESIDUES: &str = "\
(* Every heap that a remainder asks for is written m * q + r, for each r below m; the remainder is then a number. *)
Ltac zeroed a :=
  match a with
  | context C [?v] => let _ := match goal with _ => is_var v end in let b := context C [0] in zeroed b
  | _ => eval compute in a
  end.
Ltac at_number v n a :=
  lazymatch eval pattern v in a with ?f _ => eval cbv beta in (f n) end.
Ltac values r m :=
  lazymatch m with
  | 0 => exfalso; lia
  | _ => let k := eval compute in (m - 1) in
    destruct (Z.eq_dec r k); [subst r | assert (r < k) by lia; values r k]
  end.
Ltac parts a m :=
  let q := fresh \"q\" in let r := fresh \"r\" in let E := fresh in
  pose proof (Z.div_mod a m ltac:(discriminate)) as E; pose proof (Z.mod_pos_bound a m ltac:(reflexivity));
  set (q := a / m) in *; set (r := a mod m) in *; clearbody q r;
  lazymatch goal with
  | H : r = ?c |- _ => subst r
  | _ => values r m
  end;
  (tryif is_var a then subst a else idtac); try discriminate.
Ltac known a m :=
  let c := zeroed a in let k := eval compute in (c mod m) in
  let H := fresh in
  assert (H : a mod m = k) by (clear; Z.to_euclidean_division_equations; lia);
  rewrite H in *; clear H; try discriminate.
Ltac split_variable a m :=
  match a with
  | context [?v] => is_var v;
    let b := at_number v 1 a in let c := at_number v 0 a in
    let d := zeroed b in let e := zeroed c in
    lazymatch eval compute in ((d - e) mod m) with
    | 0 => fail
    | _ => parts v m
    end
  end.
Ltac spec a :=
  match a with
  | context [Z.abs ?b] => let E := fresh in destruct (Z.abs_spec b) as [[? E] | [? E]]; rewrite E in *; clear E
  | context [Z.min ?b ?c] => let E := fresh in destruct (Z.min_spec b c) as [[? E] | [? E]]; rewrite E in *; clear E
  | context [Z.max ?b ?c] => let E := fresh in destruct (Z.max_spec b c) as [[? E] | [? E]]; rewrite E in *; clear E
  end.
Ltac flat a :=
  lazymatch a with
  | context [_ mod _] => fail
  | context [_ / _] => fail
  | _ => idtac
  end.
Ltac told a m :=
  lazymatch goal with
  | H : a mod m = ?c |- _ => parts a m
  end.
Ltac residue a m := flat a; first [spec a | told a m | split_variable a m | known a m | parts a m].
Ltac quotient a m := flat a; first [spec a | split_variable a m | parts a m].
Ltac step :=
  match goal with
  | |- context [?a mod ?m] => residue a m
  | H : context [?a mod ?m] |- _ => residue a m
  | |- context [?a / ?m] => quotient a m
  | H : context [?a / ?m] |- _ => quotient a m
  end.
Ltac arith := tryif step then arith else lia.

";

/// Keywords, what is used of the library, and what the file itself calls something.
const NAMING: Naming<'_> = Naming {
    mark: "'",
    taken: &[
        "Axiom",
        "C",
        "CoFixpoint",
        "D",
        "Definition",
        "E",
        "False",
        "Fixpoint",
        "H",
        "I",
        "IH",
        "L",
        "Lemma",
        "M",
        "N",
        "O",
        "P",
        "Proof",
        "Prop",
        "Qed",
        "R",
        "S",
        "SProp",
        "Set",
        "Theorem",
        "True",
        "Type",
        "Z",
        "A",
        "as",
        "at",
        "cofix",
        "else",
        "end",
        "ex",
        "exists",
        "exists2",
        "fix",
        "for",
        "forall",
        "fun",
        "if",
        "in",
        "let",
        "lost",
        "lowers",
        "match",
        "mod",
        "move",
        "n",
        "nat",
        "none_inside",
        "not",
        "or",
        "and",
        "p_positions",
        "position",
        "rank",
        "return",
        "some_move",
        "then",
        "using",
        "where",
        "with",
        // Tactics.
        "apart",
        "arith",
        "at_number",
        "flat",
        "known",
        "lia",
        "parts",
        "quotient",
        "residue",
        "spec",
        "split_variable",
        "step",
        "subst",
        "told",
        "values",
        "zeroed",
    ],
};

/// The theorem as a Coq file.
///
/// # Errors
/// [`NoExport`] says why there is none.
pub fn coq(claim: &Claim, names: &Names, limits: &Limits<'_>) -> Result<String, NoExport> {
    if claim.convention == Convention::Misere {
        return Err(NoExport::Misere);
    }
    let found = witnesses(claim, names, limits)?;
    let (claim, found) = &NAMING.named(claim, &found);
    let of_ways = claim.ways.iter().flat_map(|way| &way.conditions).chain(found.iter().flat_map(|w| &w.condition));
    let options = claim.ways.iter().flat_map(|way| &way.option).chain(found.iter().flat_map(|w| &w.integers));
    let mut divisors = Vec::new();
    options.for_each(|term| term.divisors(&mut divisors));
    let divides = !divisors.is_empty() || of_ways.chain([&claim.set]).any(|prop| !prop.divisors().is_empty());
    let lia = if divides { "arith" } else { "lia" };
    let marks = claim.option_names("'");
    let (p, q) = (claim.heaps.join(" "), marks.join(" "));
    let mut text = String::new();
    let comment = claim.definition.replace("(*", "( *").replace("*)", "* )");
    let _ = write!(
        text,
        "(* {}: {comment}\n   The P-positions are exactly the positions in P. Written by Miyama. *)\n\
         From Coq Require Import ZArith Lia.\nOpen Scope Z_scope.\n\n{}",
        claim.game.replace("(*", "( *").replace("*)", "* )"),
        if divides { RESIDUES } else { "" }
    );
    let natural = prop(&Claim::natural(&claim.heaps));
    let _ = writeln!(text, "Definition position ({p} : Z) : Prop := {natural}.\n");
    let _ = writeln!(text, "Definition P ({p} : Z) : Prop := {}.\n", prop(&claim.set));
    for (n, way) in claim.ways.iter().enumerate() {
        let _ = writeln!(text, "Definition way{n} ({p} {q} : Z) : Prop :=\n  {}.\n", prop(&way.leads_somehow(&marks)));
    }
    let any: Vec<String> = (0..claim.ways.len()).map(|n| format!("way{n} {p} {q}")).collect();
    let _ = writeln!(
        text,
        "Definition move ({p} {q} : Z) : Prop :=\n  position {q} /\\ ({}).\n",
        if any.is_empty() { "False".to_owned() } else { any.join(" \\/ ") }
    );
    let rank = |names: &[String]| term(&claim.rank_of(names));
    let _ = writeln!(text, "Definition rank ({p} : Z) : Z := {}.\n", rank(&claim.heaps));
    let unfold: Vec<String> = (0..claim.ways.len()).map(|n| format!("way{n}")).collect();
    let unfold =
        format!("unfold {}position, P, rank in *", unfold.iter().map(|w| format!("{w}, ")).collect::<String>());
    // Takes a move apart: what is chosen, and the equations.
    let _ = write!(
        text,
        "Ltac apart :=\n  repeat match goal with\n  | H : exists _, _ |- _ => destruct H\n  | H : _ /\\ _ |- _ => destruct H\n  \
         | H : _ \\/ _ |- _ => destruct H\n  end.\n\n"
    );
    let mover = "intros H M; unfold move in M; destruct M as [N M]";
    let cases = match claim.ways.len() {
        0 => "contradiction".to_owned(),
        _ => format!("repeat (destruct M as [M | M]); {unfold}; apart; subst; {lia}"),
    };
    let _ = write!(
        text,
        "(* Every move lowers the rank, which is never negative. *)\n\
         Lemma lowers : forall {p} {q}, position {p} -> move {p} {q} -> 0 <= rank {q} < rank {p}.\n\
         Proof. intros {p} {q}; {mover}; {cases}. Qed.\n\n\
         (* No move inside. *)\n\
         Lemma none_inside : forall {p} {q}, position {p} -> P {p} -> move {p} {q} -> ~ P {q}.\n\
         Proof. intros {p} {q} O; {mover}; intro I; {cases}. Qed.\n\n"
    );
    let _ = write!(
        text,
        "(* From everywhere else this move. *)\n\
         Lemma some_move : forall {p}, position {p} -> ~ P {p} ->\n  exists {q}, move {p} {q} /\\ P {q}.\n\
         Proof.\n  intros {p} H N.\n"
    );
    let conditions: Vec<String> =
        found.iter().map(|w| format!("({})", prop(&Prop::And(w.condition.clone())))).collect();
    match conditions.is_empty() {
        true => {
            let _ = writeln!(text, "  exfalso; {unfold}; {lia}.");
        }
        false => {
            let _ = writeln!(text, "  assert (C : {}) by ({unfold}; {lia}).", conditions.join("\n    \\/ "));
            let _ = writeln!(text, "  {unfold}.");
            for (n, witness) in found.iter().enumerate() {
                if n + 1 < found.len() {
                    let _ = writeln!(text, "  destruct C as [C | C].\n  {{ {} }}", moves(claim, witness, lia));
                } else {
                    let _ = writeln!(text, "  {}", moves(claim, witness, lia));
                }
            }
        }
    }
    text.push_str("Qed.\n\n");
    let lost = format!("(forall {p}, position {p} -> (lost {p} <-> (forall {q}, move {p} {q} -> ~ lost {q})))");
    let arrows = "Z -> ".repeat(claim.heaps.len());
    let _ = write!(
        text,
        "(* A position is lost exactly if every move leads to one that is not: by induction on\n   the rank, the lost positions are those in P. *)\n\
         Theorem p_positions : forall lost : {arrows}Prop,\n  {lost} ->\n  forall {p}, position {p} -> (lost {p} <-> P {p}).\n\
         Proof.\n  intros lost L.\n\
         \x20 assert (I : forall n : nat, forall {p}, position {p} -> rank {p} < Z.of_nat n -> (lost {p} <-> P {p})).\n\
         \x20 {{ induction n as [| n IH]; intros {p} H R.\n\
         \x20   {{ exfalso; {unfold}; {lia}. }}\n\
         \x20   assert (D : P {p} \\/ ~ P {p}) by ({unfold}; {lia}).\n\
         \x20   rewrite (L {p} H). split.\n\
         \x20   - intro A. destruct D as [D | D]; [exact D |]. exfalso.\n\
         \x20     destruct (some_move {p} H D) as {pattern}.\n\
         \x20     apply (A {q} M). apply IH; [exact (proj1 M) | pose proof (lowers {p} {q} H M); lia | exact S].\n\
         \x20   - intros S {q} M A. apply (none_inside {p} {q} H S M).\n\
         \x20     apply IH; [exact (proj1 M) | pose proof (lowers {p} {q} H M); lia | exact A]. }}\n\
         \x20 intros {p} H. apply (I (S (Z.to_nat (rank {p})))); [exact H |].\n\
         \x20 {unfold}; {lia}.\nQed.\n\nPrint Assumptions p_positions.\n",
        pattern = pattern(&marks),
    );
    Ok(text)
}

/// `[x' [y' [M S]]]`
fn pattern(names: &[String]) -> String {
    names.iter().rev().fold("[M S]".to_owned(), |inner, name| format!("[{name} {inner}]"))
}

/// The proof that a witness is a move into the set.
fn moves(claim: &Claim, witness: &Witness, lia: &str) -> String {
    let targets: Vec<String> = witness.target.iter().map(|t| format!("({})", term(t))).collect();
    let mut text = format!("exists {}. unfold move. ", targets.join(", "));
    let _ = write!(text, "split; [split; [unfold position; {lia} |] | unfold P in *; {lia}]. ");
    // Which of the ways: right, right, …, left.
    let last = claim.ways.len().saturating_sub(1);
    text.push_str(&"right; ".repeat(witness.way));
    if witness.way < last {
        text.push_str("left; ");
    }
    let _ = write!(text, "unfold way{}; ", witness.way);
    for integer in &witness.integers {
        let _ = write!(text, "exists ({}); ", term(integer));
    }
    let _ = write!(text, "{lia}.");
    text
}

fn prop(prop_: &Prop) -> String {
    let join = |word: &str, props: &[Prop]| {
        props.iter().map(|prop_| format!("({})", prop(prop_))).collect::<Vec<_>>().join(word)
    };
    match prop_ {
        Prop::Compare(a, Relation::Unequal, b) => format!("{} <> {}", term(a), term(b)),
        Prop::Compare(a, relation, b) => format!("{} {} {}", term(a), relation.sign(), term(b)),
        Prop::And(props) if props.is_empty() => "True".to_owned(),
        Prop::Or(props) if props.is_empty() => "False".to_owned(),
        Prop::And(props) => join(" /\\ ", props),
        Prop::Or(props) => join(" \\/ ", props),
        Prop::Not(inner) => format!("~ ({})", prop(inner)),
        Prop::Exists(name, inner) => format!("exists {name} : Z, {}", prop(inner)),
    }
}

fn term(term_: &Term) -> String {
    let two = |word: &str, terms: &[Term]| {
        let mut terms = terms.iter().map(term);
        let first = terms.next().unwrap_or_else(|| "0".to_owned());
        terms.fold(first, |a, b| format!("({word} {a} {b})"))
    };
    match term_ {
        Term::Number(number) => format!("({number})"),
        Term::Name(name) => name.clone(),
        Term::Sum(terms) => format!("({})", terms.iter().map(term).collect::<Vec<_>>().join(" + ")),
        Term::Times(factor, inner) => format!("(({factor}) * {})", term(inner)),
        Term::Quotient(inner, by) => format!("({} / {by})", term(inner)),
        Term::Remainder(inner, by) => format!("({} mod {by})", term(inner)),
        Term::Absolute(inner) => format!("(Z.abs {})", term(inner)),
        Term::Least(terms) => two("Z.min", terms),
        Term::Greatest(terms) => two("Z.max", terms),
    }
}
