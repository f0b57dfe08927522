//! A definition whose `let`s are put in where they are used.

use super::syntax::{Body, Condition, Definition, Expression, ExpressionKind as Kind, Let, LetValue};

/// Functions that call functions deeper than this may call themselves.
const DEEPEST: usize = 32;

/// Expressions with more parts than this are not built.
const MOST_PARTS: usize = 10_000;

impl Definition {
    /// The same game without `let`s: each call of a function is what the function says, each set
    /// its members. None if a function calls itself, or a set is a sequence without end.
    #[must_use]
    pub fn without_lets(&self) -> Option<Definition> {
        let mut plain = Definition { lets: vec![], ..self.clone() };
        if self.lets.is_empty() {
            return Some(plain);
        }
        let mut work = Work { lets: &self.lets, parts: 0 };
        for condition in &mut plain.domain {
            *condition = work.condition(condition)?;
        }
        if let Body::Options { sets, .. } = &mut plain.body {
            for set in sets {
                for tuple in &mut set.tuples {
                    for heap in tuple.heaps.iter_mut().chain(&mut tuple.copies) {
                        *heap = work.expression(heap, 0)?;
                    }
                }
                for condition in &mut set.conditions {
                    *condition = work.condition(condition)?;
                }
            }
        }
        Some(plain)
    }
}

/// Whether the function of this name calls itself, at once or through others.
pub fn calls_itself<'a>(lets: impl Iterator<Item = &'a Let> + Clone, name: &str) -> bool {
    let (mut met, mut open) = (vec![], vec![name.to_owned()]);
    while let Some(next) = open.pop() {
        let one = lets.clone().find(|one| one.name.text == next);
        let Some(LetValue::Function(_, body)) = one.map(|one| &one.value) else { continue };
        for called in body.called() {
            if called == name {
                return true;
            }
            if !met.contains(&called) {
                met.push(called.clone());
                open.push(called);
            }
        }
    }
    false
}

struct Work<'a> {
    lets: &'a [Let],
    parts: usize,
}

impl Work<'_> {
    fn expression(&mut self, expression: &Expression, depth: usize) -> Option<Expression> {
        self.parts += 1;
        if depth > DEEPEST || self.parts > MOST_PARTS {
            return None;
        }
        let mut whole = true;
        let mut new = expression.clone();
        new.for_each_part_mut(&mut |part| match self.expression(part, depth) {
            Some(other) => *part = other,
            None => whole = false,
        });
        if !whole {
            return None;
        }
        let (name, arguments) = match new.kind {
            Kind::Call(ref name, ref arguments) => (name, arguments.as_slice()),
            Kind::Name(ref name) => (name, [].as_slice()),
            Kind::Choice(mut condition, a, b) => {
                condition = Box::new(self.sets(&condition)?);
                return Some(Expression { kind: Kind::Choice(condition, a, b), at: new.at });
            }
            _ => return Some(new),
        };
        let Some(one) = self.lets.iter().find(|one| one.name == *name) else { return Some(new) };
        let LetValue::Function(parameters, body) = &one.value else { return None };
        if parameters.len() != arguments.len() {
            return None;
        }
        let body = self.expression(body, depth + 1)?;
        let given = |name: &super::Name| parameters.iter().position(|own| own == name).map(|n| arguments[n].clone());
        Some(body.replaced(&given))
    }

    fn condition(&mut self, condition: &Condition) -> Option<Condition> {
        let mut whole = true;
        let mut new = condition.clone();
        new.for_each_expression_mut(&mut |part| match self.expression(part, 0) {
            Some(other) => *part = other,
            None => whole = false,
        });
        if whole { self.sets(&new) } else { None }
    }

    /// The condition with the members of sets that have a name.
    fn sets(&mut self, condition: &Condition) -> Option<Condition> {
        let each =
            |parts: &[Condition], work: &mut Self| parts.iter().map(|part| work.sets(part)).collect::<Option<Vec<_>>>();
        Some(match condition {
            Condition::AmongNamed(term, name) => match self.lets.iter().find(|one| one.name == *name) {
                None => condition.clone(),
                Some(Let { value: LetValue::Members(members), .. }) => {
                    let members = members.iter().map(|member| self.expression(member, 1)).collect::<Option<_>>()?;
                    Condition::Among(term.clone(), members)
                }
                Some(_) => return None,
            },
            Condition::And(parts) => Condition::And(each(parts, self)?),
            Condition::Or(parts) => Condition::Or(each(parts, self)?),
            Condition::Not(inner) => Condition::Not(Box::new(self.sets(inner)?)),
            Condition::Exists(exists) => {
                let mut exists = exists.clone();
                exists.body = self.sets(&exists.body)?;
                Condition::Exists(exists)
            }
            Condition::Chain(..)
            | Condition::Among(..)
            | Condition::Automaton(..)
            | Condition::Tuples(..)
            | Condition::Unordered(..) => condition.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_definition;

    #[test]
    fn functions_and_sets_are_put_in() {
        for (text, plain) in [
            ("let f(t) = 2*t+1; (x) -> { (x-i) | 1 <= i <= f(x-1) }", "(x) -> { (x-i) | 1 <= i <= 2*(x-1)+1 }"),
            ("let c = 3; let g(a, b) = a-b; (x) -> { (g(x, i)) | 1 <= i <= c }", "(x) -> { (x-i) | 1 <= i <= 3 }"),
            ("let g(a, b) = a-b; (a, b) -> { (a-i, g(b, a)) | i >= 1 }", "(a, b) -> { (a-i, b-a) | i >= 1 }"),
            ("let f(t) = g(t)+1; let g(t) = 2*t; (x) -> { (x-i) | i = f(1) }", "(x) -> { (x-i) | i = 2*1+1 }"),
            ("let S = {1, 2}; (x) -> { (x-i) | not i in S or i = 5 }", "(x) -> { (x-i) | not i in {1, 2} or i = 5 }"),
            ("let f(t) = t+1; (x, y) -> { (x-1, y) } where f(x) <= y", "(x, y) -> { (x-1, y) } where x+1 <= y"),
        ] {
            let found = parse_definition(text).unwrap().without_lets().map(|definition| definition.to_string());
            assert_eq!(found, Some(parse_definition(plain).unwrap().to_string()), "{text}");
        }
        for text in [
            "let f(t) = 0 if t = 0 else 1+f(t div 2); (x) -> { (x-i) | 1 <= i <= f(x) }",
            "let F = fibonacci; (x) -> { (x-i) | i in F }",
        ] {
            assert!(parse_definition(text).unwrap().without_lets().is_none(), "{text}");
        }
    }
}
