//! Floors of numbers (A + B·√n)/q.
//!
//! Without a root ⌊A/q⌋ = r is q·r ≤ A < q·(r+1). With one, let s and t be such that
//! s² + 4 = n·t², so that √n = (2θ − s)/t for θ = (s + √(s²+4))/2. Then
//!
//! (A + B√n)/q = (N + Mθ)/Q with N = tA − sB, M = 2B, Q = tq,
//!
//! and ⌊(N + Mθ)/Q⌋ = ⌊(N + ⌊Mθ⌋)/Q⌋ because N is whole. For M ≥ 0 the engine has
//! f(M) = ⌊M(θ+1−s)⌋, so ⌊Mθ⌋ = f(M) + (s−1)M; for M < 0, Mθ is not whole and
//! ⌊Mθ⌋ = −⌊−Mθ⌋ − 1.

use super::{Case, Read, Reading, outside};
use crate::outside::What;
use crate::real::Real;
use crate::term::Linear;
use miyama::heap::formula::syntax::Number;
use miyama_automata::{Automaton, Formula, Numeration, Tracks, Variable};
use num_integer::Integer;
use std::ops::Range;
use std::sync::Arc;

/// t with s² + 4 = n·t².
pub(crate) fn scale(s: i64, n: i64) -> Option<i64> {
    let all = s * s + 4;
    let square = all / n;
    let t = square.isqrt();
    (all % n == 0 && t * t == square).then_some(t)
}

impl Reading<'_> {
    pub(super) fn floors_of(&mut self, number: &Number, at: &Range<usize>) -> Read<Vec<Case>> {
        let mut all = Vec::new();
        for case in self.number(number)? {
            all.extend(self.floor(&case, at)?);
        }
        Ok(all)
    }

    /// The floor of a number, case by case.
    pub(super) fn floor(&mut self, case: &Case, at: &Range<usize>) -> Read<Vec<Case>> {
        let no = |what: What| outside(what, at);
        let real = &case.real;
        if real.is_rational() {
            return self.quotient(case, &real.a, real.q, at);
        }
        let Numeration::Metallic(s) = self.system else { return Err(no(What::Systems)) };
        let s = i64::from(s);
        let t = scale(s, real.n).ok_or(no(What::Roots))?;
        let (mut n, mut m, mut q) =
            (real.a.times(t).map_err(no)?.plus(-s, &real.b).map_err(no)?, real.b.times(2).map_err(no)?, t * real.q);
        let common = n.content().gcd(&m.content()).gcd(&q);
        (n, m, q) = (n.divided(common), m.divided(common), q / common);
        let mut all = Vec::new();
        // M ≥ 0
        let mut above = case.clone();
        let natural = self.natural(&mut above, &m, at)?;
        let floor = self.floor_of_theta(&mut above, natural, s, at)?;
        all.extend(self.quotient(&above, &n.plus(1, &floor).map_err(no)?, q, at)?);
        // M < 0, which a single variable never is.
        let is_variable = m.constant == 0 && m.terms.iter().all(|(_, a)| *a > 0);
        if !is_variable {
            let mut below = case.clone();
            let positive = self.natural(&mut below, &m.times(-1).map_err(no)?, at)?;
            below.given.push(Formula::at_most_zero(&[(positive, -1)], 1)?);
            let floor = self.floor_of_theta(&mut below, positive, s, at)?;
            let floor = floor.times(-1).and_then(|floor| floor.plus(-1, &Linear::constant(1))).map_err(no)?;
            all.extend(self.quotient(&below, &n.plus(1, &floor).map_err(no)?, q, at)?);
        }
        Ok(all)
    }

    /// ⌊Mθ⌋ = f(M) + (s−1)M for the variable M.
    fn floor_of_theta(&mut self, case: &mut Case, m: Variable, s: i64, at: &Range<usize>) -> Read<Linear> {
        let f = self.fresh(at)?;
        case.helpers = case.helpers.union(Tracks::one(f));
        let floors = match &self.floors {
            Some(floors) => floors.clone(),
            None => {
                let s = u8::try_from(s).unwrap_or(1);
                let floors = Arc::new(Automaton::floors(s, 0, 1, self.limits)?);
                self.floors.insert(floors).clone()
            }
        };
        let placed = floors.renamed(|variable| if variable == 0 { m } else { f }, self.limits)?;
        case.given.push(Formula::Member(Arc::new(placed)));
        let form = Linear::variable(f).plus(s - 1, &Linear::variable(m));
        form.map_err(|what| outside(what, at))
    }

    /// ⌊form/q⌋ as r or −r with a natural r.
    fn quotient(&mut self, case: &Case, form: &Linear, q: i64, at: &Range<usize>) -> Read<Vec<Case>> {
        let no = |what: What| outside(what, at);
        if q == 1 {
            return Ok(vec![Case { real: Real::linear(form.clone()), ..case.clone() }]);
        }
        if let Some(constant) = form.is_constant() {
            return Ok(vec![Case { real: Real::constant(constant.div_euclid(q)), ..case.clone() }]);
        }
        let r = self.fresh(at)?;
        let never_negative = form.constant >= 0 && form.terms.iter().all(|(_, a)| *a >= 0);
        let signs: &[i64] = if never_negative { &[1] } else { &[1, -1] };
        let one_sign = |sign: &i64| {
            let quotient = Linear::variable(r).times(*sign)?;
            let rest = form.plus(-q, &quotient)?;
            let mut part = case.clone();
            part.helpers = part.helpers.union(Tracks::one(r));
            part.given.push(rest.times(-1)?.at_most_zero()?);
            part.given.push(rest.plus(1, &Linear::constant(1 - q))?.at_most_zero()?);
            if *sign < 0 {
                // r = 0 belongs to the first case.
                part.given.push(Linear::constant(1).plus(-1, &Linear::variable(r))?.at_most_zero()?);
            }
            part.real = Real::linear(quotient);
            Ok(part)
        };
        signs.iter().map(one_sign).collect::<Result<_, What>>().map_err(no)
    }
}
