//! Canonical forms against playing out.
#![allow(clippy::unwrap_used)]

mod octal;

use miyama_budget::Budget;
use miyama_misere::{Form, Forms, Watch};
use octal::{digits, lost, options};
use std::collections::HashMap;

/// The forms of heaps 0, 1, … up to `to`.
fn heaps(digits: &[u32], to: u32, forms: &mut Forms) -> Vec<Form> {
    let budget = Budget::unlimited();
    let watch = Watch::new(&budget, 100_000);
    let mut found: Vec<Form> = Vec::new();
    for heap in 0..=to {
        let mut left: Vec<Form> = Vec::new();
        options(digits, heap, &mut |option| {
            let sum =
                option.iter().fold(Forms::ZERO, |sum, heap| forms.sum(sum, found[*heap as usize], watch).unwrap());
            left.push(sum);
        });
        found.push(forms.game(left));
    }
    found
}

#[test]
fn sums_of_forms_have_the_outcomes_of_the_sums() {
    let budget = Budget::unlimited();
    for code in ["0.77", "0.07", "0.3", "0.33", "4.7", "0.26", "0.137", "0.61"] {
        let digits = digits(code);
        let mut forms = Forms::default();
        let found = heaps(&digits, 9, &mut forms);
        let mut known = HashMap::new();
        for a in 0..=9u32 {
            for b in a..=9 {
                for c in b..=7u32.max(b) {
                    let watch = Watch::new(&budget, 1_000_000);
                    let sum = [a, b, c]
                        .iter()
                        .fold(Forms::ZERO, |sum, heap| forms.sum(sum, found[*heap as usize], watch).unwrap());
                    let expected = lost(&digits, &[a, b, c], &mut known);
                    assert_eq!(forms.is_p(sum), expected, "{code}: {a}+{b}+{c}");
                    assert_eq!(forms.genus(sum).misere[0] == 0, expected, "{code}: {a}+{b}+{c}");
                }
            }
        }
    }
}

/// A game all of whose options can be moved back to 0 is 0 only if it can be won.
#[test]
fn the_game_whose_only_option_is_two_is_not_zero() {
    let mut forms = Forms::default();
    let one = forms.game(vec![Forms::ZERO]);
    let two = forms.game(vec![Forms::ZERO, one]);
    let only = forms.game(vec![two]);
    assert_ne!(only, Forms::ZERO);
    assert_eq!(forms.text(only, 10).unwrap(), "2#");
    assert_eq!(forms.game(vec![one]), Forms::ZERO);
}
