//! A domain written into the sets of options.

use super::syntax::{Body, Condition, Definition, Expression, ExpressionKind, Name, OptionSet, Tuple};

/// Sets that are closed under exchanging more heaps than this are not written out.
const MOST_EXCHANGED: usize = 4;

impl Definition {
    /// The same game on all tuples: one outside the domain has no options, and no option
    /// leads to one. Inside the domain nothing changes; a tuple outside is an end of play,
    /// so a P-position of value 0 in normal play. `None` for a code, or if a `sym` stands
    /// for too many sets.
    ///
    /// ```
    /// use miyama_language::notation::parse_definition;
    /// let game = parse_definition("(x, y) -> { (x-i, y) | 1 <= i } where x <= y").unwrap();
    /// assert_eq!(
    ///     game.on_all_tuples().unwrap().to_string(),
    ///     "(x, y) -> { (x - i, y) | 1 <= i, x <= y, x - i <= y }"
    /// );
    /// ```
    #[must_use]
    pub fn on_all_tuples(&self) -> Option<Definition> {
        let Body::Options { heaps, sets } = &self.body else { return None };
        let mut written = vec![];
        for set in sets {
            if set.sym && heaps.len() > MOST_EXCHANGED {
                return None;
            }
            let orders = if set.sym { orders(heaps.len()) } else { vec![(0..heaps.len()).collect()] };
            for order in orders {
                let one = exchanged(set, heaps, &order);
                if !written.contains(&one) {
                    written.push(one);
                }
            }
        }
        for set in &mut written {
            let inside = set.tuples.iter().flat_map(|tuple| self.domain.iter().map(|c| at(c, heaps, tuple)));
            let inside: Vec<Condition> = self.domain.iter().cloned().chain(inside).collect();
            set.conditions.extend(inside);
        }
        Some(Definition { body: Body::Options { heaps: heaps.clone(), sets: written }, domain: vec![], ..self.clone() })
    }
}

/// All orders of n things.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for next in 0..n {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            (0..=order.len()).map(|at| [&order[..at], &[next], &order[at..]].concat()).collect()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The set with heap `order[i]` in the place of heap i, in the position and in what is left.
fn exchanged(set: &OptionSet, heaps: &[Name], order: &[usize]) -> OptionSet {
    let other = |name: &Name| -> Option<Expression> {
        let place = heaps.iter().position(|heap| heap == name)?;
        let new = heaps[order[place]].clone();
        Some(Expression { at: name.at.clone(), kind: ExpressionKind::Name(new) })
    };
    let tuple = |tuple: &Tuple| {
        let mut left: Vec<Expression> = tuple.heaps.clone();
        for (place, heap) in tuple.heaps.iter().enumerate() {
            left[order[place]] = heap.replaced(&other);
        }
        Tuple { copies: tuple.copies.as_ref().map(|copies| copies.replaced(&other)), heaps: left }
    };
    OptionSet {
        sym: false,
        tuples: set.tuples.iter().map(tuple).collect(),
        conditions: set.conditions.iter().map(|condition| condition.replaced(&other)).collect(),
        ..set.clone()
    }
}

/// The condition for a tuple that is left.
fn at(condition: &Condition, heaps: &[Name], tuple: &Tuple) -> Condition {
    condition.replaced(&|name| heaps.iter().position(|heap| heap == name).map(|place| tuple.heaps[place].clone()))
}
