//! Formulas about positions: a set of positions such as `|x-y| <= 1`, or a
//! number for each such as `min(x,y)+1 if |x-y| >= 2 else 0`.
//!
//! The language is that of the conditions of a ruleset, with more to calculate
//! with: nim-sums, powers, floors of exact irrational numbers, `if`, `exists`.
//! Nothing has to be linear here, because a formula is only ever evaluated. The
//! grammar is stated in `GRAMMAR.md`.

mod automaton;
mod evaluate;
mod finite_set;
mod function;
mod index;
mod line;
mod names;
mod narrow;
mod real;
mod resolve;
pub mod syntax;
mod total;

pub use automaton::{Automata, Automaton, Numerals, States};
pub use evaluate::{Evaluator, NoNumber, Reason};
pub use finite_set::finite_set;
pub use line::Line;
pub use names::Names;
pub use total::{number_up_to_total, up_to_total};

use crate::notation::parser::{parse_condition, parse_number};
use crate::notation::{Expression, Let};
use miyama_budget::{Budget, Mistake, Stopped};
use resolve::{Recursive, Resolver};
use std::sync::Arc;
use syntax::{Number, Truth};

/// A formula for positions with a given number of heaps.
#[derive(Clone, Debug)]
pub struct Formula {
    source: String,
    says: Content,
    heaps: usize,
    heaps_used: usize,
    /// Heaps and integers bound at the same time.
    symbols: usize,
    /// The functions that call themselves.
    functions: Vec<Recursive>,
    /// The automata that it names.
    automata: Vec<Arc<Automaton>>,
}

#[derive(Clone, Debug)]
enum Content {
    Set(Truth),
    Value(Number),
}

impl Formula {
    /// Reads a condition: the set of the positions where it holds.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_language::formula::{Formula, Names};
    /// let names = Names::of(&["x", "y"]);
    /// let golden = Formula::set("min(x,y) = floor(|x-y|*phi)", &names).unwrap();
    /// let budget = Budget::unlimited();
    /// let mut at = golden.evaluator(&budget);
    /// assert_eq!((at.number(&[6, 10]).unwrap(), at.number(&[6, 9]).unwrap()), (0, 1));
    ///
    /// assert_eq!(Formula::set("x-z = 0", &names).unwrap_err().at, 2..3);
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] with the place and what was expected there.
    pub fn set(source: &str, names: &Names) -> Result<Formula, Mistake> {
        let (lets, condition) = parse_condition(source)?;
        Formula::resolved(source, names, &lets, |resolver| Ok(Content::Set(resolver.truth(&condition)?)))
    }

    /// Reads a number for every position.
    ///
    /// # Errors
    /// A [`Mistake`] with the place and what was expected there.
    pub fn value(source: &str, names: &Names) -> Result<Formula, Mistake> {
        let (lets, number) = parse_number(source)?;
        Formula::resolved(source, names, &lets, |resolver| Ok(Content::Value(resolver.whole(&number)?)))
    }

    /// A number of a ruleset, which is whole, as a formula about the names.
    ///
    /// # Errors
    /// A [`Mistake`] where a name means nothing or the number may not be whole.
    pub fn of_expression(expression: &Expression, names: &Names) -> Result<Formula, Mistake> {
        Formula::resolved("", names, &[], |resolver| Ok(Content::Value(resolver.whole(expression)?)))
    }

    fn resolved(
        source: &str,
        names: &Names,
        lets: &[Let],
        read: impl FnOnce(&mut Resolver<'_>) -> Result<Content, Mistake>,
    ) -> Result<Formula, Mistake> {
        let mut resolver = Resolver::new(names, lets);
        let says = read(&mut resolver)?;
        let heaps = names.shown().len();
        let symbols = heaps + resolver.deepest;
        let functions = resolver.functions.into_iter().map(Option::unwrap_or_default).collect();
        let automata = resolver.automata;
        let heaps_used = resolver.heaps_used;
        Ok(Formula { source: source.to_owned(), says, heaps, heaps_used, symbols, functions, automata })
    }

    /// The text that it was read from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether it is a set of positions, not a number for each.
    #[must_use]
    pub fn is_set(&self) -> bool {
        matches!(self.says, Content::Set(_))
    }

    /// The condition, if it is a set of positions.
    #[must_use]
    pub fn condition(&self) -> Option<&Truth> {
        match &self.says {
            Content::Set(truth) => Some(truth),
            Content::Value(_) => None,
        }
    }

    /// The number, if it is one for each position.
    #[must_use]
    pub fn number(&self) -> Option<&Number> {
        match &self.says {
            Content::Set(_) => None,
            Content::Value(number) => Some(number),
        }
    }

    /// The automata that it names, each once.
    #[must_use]
    pub fn automata(&self) -> &[Arc<Automaton>] {
        &self.automata
    }

    /// The number of heaps that it speaks of.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.heaps
    }

    /// The number of heaps up to the last one that the formula names.
    #[must_use]
    pub fn heaps_used(&self) -> usize {
        self.heaps_used
    }

    /// Gets ready for many positions whose heaps are at most `top` in total:
    /// `exists` then looks only where it can find something.
    ///
    /// # Errors
    /// [`Stopped`] if the budget does not allow it.
    pub fn prepare(&mut self, top: u64, budget: &Budget) -> Result<(), Stopped> {
        index::prepare(self, top, budget)
    }

    /// Calculates at one position after the other.
    #[must_use]
    pub fn evaluator<'a>(&'a self, budget: &'a Budget) -> Evaluator<'a> {
        Evaluator::new(self, budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names() -> Names {
        Names::of(&["x", "y"])
    }

    fn value(text: &str, x: u64, y: u64) -> i64 {
        let formula = Formula::value(text, &names()).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        formula.evaluator(&Budget::unlimited()).number(&[x, y]).unwrap_or_else(|no| panic!("{text}: {no:?}"))
    }

    fn holds(text: &str, x: u64, y: u64) -> bool {
        let mut formula = Formula::set(text, &names()).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        let budget = Budget::unlimited();
        let plain = formula.evaluator(&budget).number(&[x, y]).unwrap();
        formula.prepare(x + y, &budget).unwrap();
        assert_eq!(formula.evaluator(&budget).number(&[x, y]).unwrap(), plain, "{text} with and without an index");
        plain == 0
    }

    #[test]
    fn the_median_is_the_middle_one_of_three() {
        for x in 0..4 {
            for y in 0..4 {
                let mut all = [x, y, 2];
                all.sort_unstable();
                assert_eq!(value("median(x,2,y)", x, y), i64::try_from(all[1]).unwrap());
            }
        }
        assert_eq!(mistake("median(x,y) = 1"), ("median(x,y)".to_owned(), "notation.wrong_arguments"));
    }

    #[test]
    fn words_of_a_formula_may_speak_of_the_heaps() {
        assert!(holds("let d = |x-y|; d = 2 and d < 3", 3, 5));
        assert!(holds("let d = |x-y|; exists k: d = 2k", 3, 5));
        assert!(!holds("let d = |x-y|; let f(t) = t+d; f(x) = 4", 3, 5));
        // The k of an `exists` is not that of a word.
        assert_eq!(mistake("let d = k+1; exists k: d = 2"), ("k".to_owned(), "formula.unknown_name"));
    }

    /// Where a text goes wrong, what stands there, and the key of the message.
    fn mistake(text: &str) -> (String, &'static str) {
        let mistake = Formula::set(text, &names()).map(|_| ()).unwrap_err();
        (text[mistake.at].to_owned(), mistake.says.key())
    }

    #[test]
    fn operators_bind_as_in_papers() {
        for (text, expected) in [
            ("1+2*3-4", 3),
            ("7-2-1", 4),
            ("-2^2", -4),
            ("2^3^2", 512),
            ("2x^2", 18),
            ("x(y+1)", 18),
            ("(x+1)(y-1)", 16),
            ("2x mod 4", 2),
            ("-7 div 2", -4),
            ("-7 mod 2", 1),
            ("7/2*2", 6),
            ("floor(7/2*2)", 7),
            ("floor(-1/2)", -1),
            ("ceil(7/2)", 4),
            ("1 + 2 ^^ 1", 2),
            ("3 xor 5 + 1", 5),
            ("|x-y|", 2),
            ("||x-y|-5|", 3),
            ("min(x, y, 1) + max(x, y)", 6),
            ("1 if x > y else 2 if x = 3 else 4", 2),
            ("10 if (x = 3 and not y = 4) else 0", 10),
            ("floor(100*phi)", 161),
            ("floor(sqrt(8*x+1))", 5),
            ("ceil(-sqrt(2))", -1),
            ("floor((1+√5)/2 * 1000)", 1618),
            ("floor(x*sqrt(8) - x*2*sqrt(2))", 0),
            ("⌈x/2⌉ + ⌊x/2⌋", 3),
            ("floor(max(phi, 3/2) + min(x, phi))", 3),
            ("floor(|1 - phi| * 10)", 6),
        ] {
            assert_eq!(value(text, 3, 5), expected, "{text}");
        }
    }

    #[test]
    fn conditions() {
        for (text, expected) in [
            ("x < y <= 5 != 4", true),
            ("x in {1, 3}", true),
            ("x in {}", false),
            ("(x, y) in {(3, 5), (0, 0)}", true),
            ("(y, x) = (3, 5)", false),
            ("(y, x) != (3, 5)", true),
            ("{y, x} = {3, 5}", true),
            ("{x, x} = {3, 5}", false),
            ("{x, y} != {5, 3}", false),
            ("x = 3, y = 5", true),
            ("not x = 3 or y = 5 and x = 3", true),
            ("(x = 3 or y = 4) and y = 4", false),
            ("x*phi < y and y < x*phi + 1", true),
            ("exists k (x = 2k+1)", true),
            ("exists k: x = 2k and y = k", false),
            ("exists k in 1..2 (k = 3) or x = 3", true),
            ("exists k <= 3: k = 3 and exists m: m*k = 6", true),
            ("exists k ({x,y} = {2^k+1, 2^(k+1)+1})", true),
            ("exists k (x = k or x = 2k)", true),
            ("exists k in y..x (true)", false),
            ("exists k (x = 60 div (k+1) and y = k)", false),
            ("x1 = 3 and x2 = 5", true),
            ("{x, y} in {{1, 2}, {5, 3}}", true),
            ("{x, y} in consecutive(k: 2k+1)", true),
            ("{y, x} in consecutive(k: k^2)", false),
            ("{x, y-5} in consecutive(k: k(k+1)/2)", false),
            ("{x, 2y-4} in consecutive(k: k(k+1)/2)", true),
            ("(y, x) in consecutive(k: 2k+1)", false),
            ("(x, y) ∉ consecutive(k: 2k+1)", false),
            ("x not in {1, 3}", false),
            ("y not in {1, 3} and (y, x) not in {(3, 5)}", true),
            ("not x in {1, 3}", false),
            ("{x, y} not in {{1, 2}, {5, 3}}", false),
            ("let f(k) = 1 if k = 0 else 2 if k = 1 else f(k-1)+f(k-2); {x,y} in consecutive(k: f(k))", true),
            ("let f(k) = 1 if k = 0 else 3*f(k-1); exists k: x = f(k)", true),
            ("for all k <= 2: k < x", true),
            ("forall k in 1..5 (exists m: k*m = 60)", false),
            ("∀ k in 1..4: exists m in 0..60: k*m = 60", true),
        ] {
            assert_eq!(holds(text, 3, 5), expected, "{text}");
        }
    }

    #[test]
    fn an_index_changes_nothing() {
        for text in [
            "exists k ({x,y} = {floor(k*phi), floor(k*phi)+k})",
            "exists k in 1..y (x = k(k+1)/2 and y >= x)",
            "exists k ((x,y) = (k, k*k) or (x = 2k and y = k))",
            "exists k (y = k mod 3 and x < k)",
            "not exists k in x-3..12 (y = 5-k)",
            "exists k (x+y = k^2)",
            "exists k (k >= 2 and x mod 3 + y = k(k-1) and y > k)",
            "exists k (exists m (x = m*k and m + k = y and x+1 = k^2))",
            "exists k (x < 3 or x = k+1 and y = 2k)",
            "exists k (x > 20 and x div (y-y) = k)",
        ] {
            (0..12).for_each(|x| (0..12).for_each(|y| _ = holds(text, x, y)));
        }
    }

    #[test]
    fn mistakes_are_marked() {
        for (text, place, key) in [
            ("|x-y| <=", "", "notation.expected_at_end"),
            ("|x-y <= 1", "<=", "notation.expected"),
            ("x+y", "", "notation.expected_at_end"),
            ("x-z = 0", "z", "formula.unknown_name"),
            ("(x<1)+1 = 2", "(x<1)", "formula.condition_for_number"),
            ("x ^^ phi = 1", "phi", "formula.not_whole"),
            ("exists x (x = 1)", "x", "formula.name_taken"),
            ("{x,y} = {1}", "{1}", "formula.braces"),
            ("(x,y) = (1,2,3)", "(1,2,3)", "formula.a_tuple"),
            ("(x,y) < (1,2)", "<", "notation.expected"),
            ("floor x = 1", "", "notation.expected"),
            ("x = 1 if y = 2", "x = 1", "formula.choice_of_conditions"),
            ("(x = 1", "", "notation.unclosed"),
            ("99999999999999999999 = x", "99999999999999999999", "notation.number_too_large"),
        ] {
            assert_eq!(mistake(text), (place.to_owned(), key), "{text}");
        }
        for (open, close) in [
            ("(", ")"),
            ("-(", ")"),
            ("1+(", ")"),
            ("⌊", "⌋"),
            ("min(y, ", ")"),
            ("gcd(y, ", ")"),
            ("2^(", ")"),
            ("y^{", "}"),
            ("1 if y = 2 else (", ")"),
            ("\\sqrt{", "}"),
            ("\\frac{", "}{2}"),
        ] {
            let deep = format!("{}x{} = 1", open.repeat(500), close.repeat(500));
            assert_eq!(mistake(&deep).1, "notation.too_deep", "{open}");
        }
        for open in ["not ", "not (", "exists k: (", "(x = 1 or ", "(x = 1 and "] {
            let deep = format!("{}x = 1{}", open.repeat(500), ")".repeat(500));
            assert_eq!(mistake(&deep).1, "notation.too_deep", "{open}");
        }
        let long = format!("{}x = 1", "x+".repeat(50_000));
        assert_eq!(mistake(&long).1, "formula.too_long");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[(){}|,=<>+*/^a-ikxyp0-9 .-]{0,40}", also in "(exists k |x|if|else|floor\\(|sqrt\\(|phi|[0-9(){}|=<+*^-]| ){0,25}") {
            for text in [text, also] {
                for formula in [Formula::set(&text, &names()), Formula::value(&text, &names())].into_iter().flatten() {
                    let _ = formula.evaluator(&Budget::unlimited()).number(&[3, 4]);
                }
            }
        }
    }
}
