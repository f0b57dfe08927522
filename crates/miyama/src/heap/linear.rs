//! Linear conditions on integers, and what follows from them.
//!
//! A [`Linear`] form stands for the condition that it is ≥ 0. Systems of such
//! conditions are worked on by Fourier–Motzkin elimination: from a lower bound
//! `a·v + f ≥ 0` and an upper bound `−b·v + g ≥ 0` of a symbol v (a, b > 0)
//! follows `b·f + a·g ≥ 0`, in which v does not occur. All consequences without
//! v are combinations of these and of the conditions without v, so a system
//! has a rational solution exactly when eliminating every symbol leaves no
//! negative constant. Conditions are tightened to integers on the way: every
//! integer solution stays, so that "no solution" is always true of integers.

pub use crate::out_of_reach::TooLarge;
use num_integer::{Integer, div_floor};

/// `c₀ + c₁s₁ + … + cₙsₙ` for integer symbols s: the heaps first, then the
/// bound integers. Missing coefficients are 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Linear {
    /// The coefficients of the symbols, without trailing zeros.
    coefficients: Vec<i128>,
    /// The constant.
    pub constant: i128,
}

/// More conditions than this are not worked on: elimination can square their
/// number again and again.
const MOST_FORMS: usize = 1 << 14;

impl Linear {
    /// The constant form.
    #[must_use]
    pub fn constant(constant: i128) -> Linear {
        Linear { coefficients: vec![], constant }
    }

    /// The symbol itself.
    #[must_use]
    pub fn symbol(symbol: usize) -> Linear {
        let mut coefficients = vec![0; symbol + 1];
        coefficients[symbol] = 1;
        Linear { coefficients, constant: 0 }
    }

    /// The coefficient of a symbol.
    #[must_use]
    pub fn coefficient(&self, symbol: usize) -> i128 {
        self.coefficients.get(symbol).copied().unwrap_or(0)
    }

    /// The symbols with a coefficient other than 0, and these.
    pub fn terms(&self) -> impl Iterator<Item = (usize, i128)> + '_ {
        self.coefficients.iter().copied().enumerate().filter(|(_, c)| *c != 0)
    }

    /// Whether no symbol occurs.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// `self·a + other·b`.
    ///
    /// # Errors
    /// [`TooLarge`] on overflow.
    pub fn combine(&self, a: i128, other: &Linear, b: i128) -> Result<Linear, TooLarge> {
        let mix = |x: i128, y: i128| {
            let (x, y) = (x.checked_mul(a).ok_or(TooLarge)?, y.checked_mul(b).ok_or(TooLarge)?);
            x.checked_add(y).ok_or(TooLarge)
        };
        let length = self.coefficients.len().max(other.coefficients.len());
        let coefficients =
            (0..length).map(|s| mix(self.coefficient(s), other.coefficient(s))).collect::<Result<_, _>>()?;
        let mut form = Linear { coefficients, constant: mix(self.constant, other.constant)? };
        form.trim();
        Ok(form)
    }

    /// `self + other`.
    ///
    /// # Errors
    /// [`TooLarge`] on overflow.
    pub fn plus(&self, other: &Linear) -> Result<Linear, TooLarge> {
        self.combine(1, other, 1)
    }

    /// `self − other`.
    ///
    /// # Errors
    /// [`TooLarge`] on overflow.
    pub fn minus(&self, other: &Linear) -> Result<Linear, TooLarge> {
        self.combine(1, other, -1)
    }

    /// The same with symbols renamed.
    #[must_use]
    pub fn renamed(&self, new: impl Fn(usize) -> usize) -> Linear {
        let mut form = Linear::constant(self.constant);
        for (symbol, coefficient) in self.terms() {
            let symbol = new(symbol);
            if form.coefficients.len() <= symbol {
                form.coefficients.resize(symbol + 1, 0);
            }
            form.coefficients[symbol] += coefficient;
        }
        form.trim();
        form
    }

    /// The value where the symbols have these values.
    ///
    /// # Errors
    /// [`TooLarge`] on overflow.
    pub fn at(&self, values: &[i128]) -> Result<i128, TooLarge> {
        self.terms().try_fold(self.constant, |sum, (symbol, coefficient)| {
            let term = coefficient.checked_mul(values[symbol]).ok_or(TooLarge)?;
            sum.checked_add(term).ok_or(TooLarge)
        })
    }

    fn trim(&mut self) {
        while self.coefficients.last() == Some(&0) {
            self.coefficients.pop();
        }
    }

    /// The same condition on integers with the smallest coefficients: divided
    /// by their greatest common divisor, the constant rounded down.
    fn tightened(mut self) -> Linear {
        let divisor = self.coefficients.iter().fold(0, |d: i128, c| d.gcd(c));
        if divisor > 1 {
            self.coefficients.iter_mut().for_each(|c| *c /= divisor);
            self.constant = div_floor(self.constant, divisor);
        }
        self
    }
}

/// Conditions, all of which hold: each form is ≥ 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    forms: Vec<Linear>,
}

impl System {
    /// The system of these conditions. Of conditions that differ only in their
    /// constant the strongest is kept.
    #[must_use]
    pub fn new(forms: impl IntoIterator<Item = Linear>) -> System {
        let mut forms: Vec<Linear> = forms.into_iter().map(Linear::tightened).collect();
        forms.sort();
        forms.dedup_by(|later, kept| later.coefficients == kept.coefficients);
        forms.retain(|form| !(form.is_constant() && form.constant >= 0));
        System { forms }
    }

    /// The conditions.
    #[must_use]
    pub fn forms(&self) -> &[Linear] {
        &self.forms
    }

    /// The same with further conditions.
    #[must_use]
    pub fn and(&self, further: impl IntoIterator<Item = Linear>) -> System {
        System::new(self.forms.iter().cloned().chain(further))
    }

    /// What follows about the other symbols.
    ///
    /// # Errors
    /// [`TooLarge`] on overflow, or if too much follows.
    pub fn without(&self, symbol: usize) -> Result<System, TooLarge> {
        let (lower, rest): (Vec<&Linear>, Vec<&Linear>) = self.forms.iter().partition(|f| f.coefficient(symbol) > 0);
        let (upper, free): (Vec<&Linear>, Vec<&Linear>) = rest.into_iter().partition(|f| f.coefficient(symbol) < 0);
        if lower.len() * upper.len() + free.len() > MOST_FORMS {
            return Err(TooLarge);
        }
        let mut forms: Vec<Linear> = free.into_iter().cloned().collect();
        for low in lower {
            for high in &upper {
                forms.push(low.combine(-high.coefficient(symbol), high, low.coefficient(symbol))?);
            }
        }
        Ok(System::new(forms))
    }

    /// The conditions in which a symbol does not occur.
    #[must_use]
    pub(crate) fn about_others(&self, symbol: usize) -> System {
        System::new(self.forms.iter().filter(|form| form.coefficient(symbol) == 0).cloned())
    }

    /// False only if no integers satisfy the system.
    ///
    /// # Errors
    /// [`TooLarge`] on overflow.
    pub(crate) fn has_solution(&self) -> Result<bool, TooLarge> {
        let mut system = self.clone();
        // The symbol with the fewest combinations first keeps the systems small.
        while let Some(symbol) = system.solved_symbol().or_else(|| system.cheapest_symbol()) {
            if system.forms.iter().any(|f| f.is_constant()) {
                return Ok(false);
            }
            system = system.without(symbol)?;
        }
        Ok(system.forms.is_empty())
    }

    /// The same where too much would follow to be sure: then there may be one.
    #[must_use]
    pub(crate) fn may_have_solution(&self) -> bool {
        self.has_solution().unwrap_or(true)
    }

    /// Whether `form ≥ 0` wherever the system holds. "False" may mean "not shown".
    ///
    /// # Errors
    /// [`TooLarge`] on overflow.
    pub(crate) fn implies(&self, form: &Linear) -> Result<bool, TooLarge> {
        // form <= -1 contradicts the system, often already what it says of these symbols alone.
        let opposite = Linear::constant(-1).minus(form)?;
        let own = |f: &&Linear| f.terms().all(|(symbol, _)| form.coefficient(symbol) != 0);
        let few = System::new(self.forms.iter().filter(own).cloned());
        if !few.and([opposite.clone()]).may_have_solution() {
            return Ok(true);
        }
        Ok(!self.and([opposite]).may_have_solution())
    }

    /// A symbol that an equation gives as a form in others, of which one is multiplied: put in
    /// there, tightening sees what it divides by (i = 3q + 1 and i ≥ 0 give q ≥ 0, so i ≥ 1;
    /// without q nothing follows but i ≥ 0).
    fn solved_symbol(&self) -> Option<usize> {
        let opposite = |form: &Linear| Linear::constant(0).minus(form).ok();
        let equation = |form: &&Linear| opposite(form).is_some_and(|other| self.forms.binary_search(&other).is_ok());
        let multiplied = |form: &&Linear| form.terms().any(|(_, coefficient)| coefficient.abs() > 1);
        let unit =
            |form: &Linear| form.terms().find(|(_, coefficient)| coefficient.abs() == 1).map(|(symbol, _)| symbol);
        self.forms.iter().filter(multiplied).filter(equation).find_map(unit)
    }

    fn cheapest_symbol(&self) -> Option<usize> {
        let symbols = self.forms.iter().map(|f| f.coefficients.len()).max()?;
        let cost = |symbol: usize| {
            let count = |sign: i128| self.forms.iter().filter(|f| f.coefficient(symbol).signum() == sign).count();
            (count(1), count(-1))
        };
        (0..symbols).filter(|s| cost(*s) != (0, 0)).min_by_key(|s| cost(*s).0 * cost(*s).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `c + a·x + b·y`
    fn form(c: i128, a: i128, b: i128) -> Linear {
        Linear::constant(c).combine(1, &Linear::symbol(0), a).and_then(|f| f.combine(1, &Linear::symbol(1), b)).unwrap()
    }

    #[test]
    fn an_empty_strip_between_integers_has_no_solution() {
        // 1 <= 2x <= 1
        assert_eq!(System::new([form(-1, 2, 0), form(1, -2, 0)]).has_solution(), Ok(false));
        assert_eq!(System::new([form(-2, 2, 0), form(3, -2, 0)]).has_solution(), Ok(true));
    }

    #[test]
    fn what_a_remainder_says_is_used() {
        // x = 3y + 1, 0 <= x <= 0
        let system = [form(-1, 1, -3), form(1, -1, 3), form(0, 1, 0), form(0, -1, 0)];
        assert_eq!(System::new(system).has_solution(), Ok(false));
    }

    proptest! {
        #[test]
        fn a_system_with_an_integer_solution_is_never_refused(
            x in -9i128..9, y in -9i128..9,
            rows in prop::collection::vec((-4i128..5, -4i128..5, 0i128..5), 1..7),
        ) {
            // Each condition is chosen so that (x, y) satisfies it.
            let forms = rows.iter().map(|(a, b, slack)| form(slack - a * x - b * y, *a, *b));
            prop_assert_eq!(System::new(forms).has_solution(), Ok(true));
        }

        #[test]
        fn a_system_without_any_rational_solution_is_refused(
            rows in prop::collection::vec((-3i128..4, -3i128..4, -6i128..7), 1..6),
        ) {
            let system = System::new(rows.iter().map(|(a, b, c)| form(*c, *a, *b)));
            // Halves, thirds and more in a large window stand for the rationals:
            // a system of this size that has a solution has one of denominator
            // at most 18 within the window.
            let window = 40i128;
            let solved = (1..=18i128).any(|d| (-window..=window).any(|x| (-window..=window).any(|y| {
                rows.iter().all(|(a, b, c)| a * x + b * y + c * d >= 0)
            })));
            if !solved {
                prop_assert_eq!(system.has_solution(), Ok(false));
            }
        }
    }
}
