//! The tree of a small position: every position that play reaches, from the ends up.

use super::{Found, mex, set, too_large};
use crate::answer::definition::{Node, Steps, Tree};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use miyama::play::{Convention, Outcome, Player};
use miyama::sum::Position;
use miyama_budget::Budget;
use miyama_text::{Text, say};
use num_bigint::BigUint;
use std::collections::{BTreeSet, HashMap};

/// Most positions of a tree.
pub(super) const MOST: usize = 300;
/// Most lines of a tree that is drawn; of a larger one there is the list alone.
const LINES: usize = 60;

pub(super) fn solve(position: &Position, convention: Convention, budget: &Budget) -> Result<Found, Failure> {
    let impartial = position.is_impartial();
    let mut growth = Growth { convention, impartial, nodes: vec![], outcomes: vec![], met: HashMap::new(), budget };
    let root = growth.visit(&ordered(position))?;
    let Growth { nodes, outcomes, .. } = growth;
    let mut says = vec![match (impartial, convention) {
        (false, _) => say!("definition.tree_partizan"),
        (true, Convention::Normal) => say!("definition.tree_mex"),
        (true, Convention::Misere) => say!("definition.tree_misere"),
    }];
    says.extend((0..nodes.len()).map(|at| line(at, &nodes, &outcomes)));
    let mut drawn = vec![];
    draw(root, &nodes, &outcomes, "", "", &mut BTreeSet::new(), &mut drawn);
    if drawn.len() <= LINES {
        says.push(say!("definition.plain", text = format!("\n{}", drawn.join("\n"))));
    }
    let (outcome, value) = (outcomes[root], nodes[root].value.map(BigUint::from));
    Ok(Found { steps: Steps::Tree(Tree { nodes }), says, outcome, value })
}

struct Growth<'a> {
    convention: Convention,
    impartial: bool,
    nodes: Vec<Node>,
    outcomes: Vec<Outcome>,
    met: HashMap<Position, usize>,
    budget: &'a Budget,
}

impl Growth<'_> {
    /// The number of a position, after all that play reaches from it.
    fn visit(&mut self, position: &Position) -> Result<usize, Failure> {
        if let Some(known) = self.met.get(position) {
            return Ok(*known);
        }
        self.budget.check()?;
        let left = self.options(position, Player::Left)?;
        let right = if self.impartial { None } else { Some(self.options(position, Player::Right)?) };
        let outcome = self.outcome(&left, right.as_deref());
        let value = (self.impartial && self.convention == Convention::Normal)
            .then(|| mex(left.iter().filter_map(|&option| self.nodes[option].value)));
        if self.nodes.len() == MOST {
            return Err(too_large(MOST));
        }
        let text = position.to_string();
        self.nodes.push(Node { position: text, options: left, right, outcome: outcome.into(), value });
        self.outcomes.push(outcome);
        self.met.insert(position.clone(), self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    fn options(&mut self, position: &Position, player: Player) -> Result<Vec<usize>, Failure> {
        let options = position.options_of(player, MOST, self.budget).map_err(unsolved)?;
        if !options.complete {
            return Err(too_large(MOST));
        }
        let mut found = BTreeSet::new();
        for choice in options.listed {
            found.insert(self.visit(&ordered(&choice.after))?);
        }
        Ok(found.into_iter().collect())
    }

    /// Left wins moving first if some option of his is won with Right to move, and without an
    /// option under misère play; so for Right.
    fn outcome(&self, left: &[usize], right: Option<&[usize]>) -> Outcome {
        let misere = self.convention == Convention::Misere;
        let first = |options: &[usize], good: [Outcome; 2]| match options {
            [] => misere,
            options => options.iter().any(|&option| good.contains(&self.outcomes[option])),
        };
        let left_first = first(left, [Outcome::P, Outcome::L]);
        let right_first =
            first(right.unwrap_or(left), [Outcome::P, if right.is_some() { Outcome::R } else { Outcome::P }]);
        match (left_first, right_first) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        }
    }
}

/// The parts in one order, where they are positions of one game: the order of heaps means nothing.
fn ordered(position: &Position) -> Position {
    let mut parts = position.parts.clone();
    if parts.windows(2).all(|pair| pair[1].follows(&pair[0])) {
        let length = |text: &String| text.len();
        parts.sort_by_cached_key(|part| {
            let text = part.to_string();
            (length(&text), text)
        });
    }
    Position { parts }
}

/// A position, what its options are worth, and what follows.
fn line(at: usize, nodes: &[Node], outcomes: &[Outcome]) -> Text {
    let node = &nodes[at];
    let width = nodes.iter().map(|node| node.position.chars().count()).max().unwrap_or(0);
    let gap = " ".repeat(width - node.position.chars().count());
    let position = format!("  {}{gap}", node.position);
    let letters =
        |options: &[usize]| options.iter().map(|&o| format!("{:?}", outcomes[o])).collect::<Vec<_>>().join(" ");
    match (node.value, &node.right) {
        (Some(_), _) if node.options.is_empty() => say!("definition.line_end", position = position),
        (Some(value), _) => {
            let values = set(node.options.iter().filter_map(|&option| nodes[option].value));
            say!("definition.line_mex", position = position, values = values, value = value)
        }
        (None, Some(right)) => {
            let (left, right) = (letters(&node.options), letters(right));
            say!("definition.line_sides", position = position, left = left, right = right, outcome = outcomes[at])
        }
        (None, None) => {
            say!(
                "definition.line_outcome",
                position = position,
                options = letters(&node.options),
                outcome = outcomes[at]
            )
        }
    }
}

/// The tree below a node, a position a line; what stands below a position that was drawn before is
/// not drawn again.
fn draw(
    at: usize,
    nodes: &[Node],
    outcomes: &[Outcome],
    head: &str,
    below: &str,
    seen: &mut BTreeSet<usize>,
    lines: &mut Vec<String>,
) {
    if lines.len() > LINES {
        return;
    }
    let node = &nodes[at];
    let worth = node.value.map_or_else(|| format!("{:?}", outcomes[at]), |value| value.to_string());
    let mut options: Vec<(&str, usize)> =
        node.options.iter().map(|&option| (if node.right.is_some() { "L " } else { "" }, option)).collect();
    options.extend(node.right.iter().flatten().map(|&option| ("R ", option)));
    let again = !seen.insert(at) && !options.is_empty();
    lines.push(format!("{head}{} = {worth}{}", node.position, if again { " …" } else { "" }));
    if again {
        return;
    }
    for (i, (who, option)) in options.iter().enumerate() {
        let last = i + 1 == options.len();
        let (branch, rest) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        draw(*option, nodes, outcomes, &format!("{below}{branch}{who}"), &format!("{below}{rest}"), seen, lines);
    }
}
