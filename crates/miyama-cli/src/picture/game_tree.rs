//! The tree of a small game: Left's moves go down to the left, Right's to the
//! right. Numbers, ups and nimbers are not drawn further.

use super::svg::{Anchor, Svg};
use miyama::play::Player;
use miyama::value::{Arena, GameId, Unfinished};
use miyama_text::{Lang, say};

const MOST_NODES: usize = 60;
const LEVEL: f64 = 64.0;
const LETTER: f64 = 7.5;
const GAP: f64 = 18.0;
const MARGIN: f64 = 24.0;

/// A game with the places of all its positions.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    width: f64,
    depth: f64,
}

struct Node {
    parent: Option<(usize, Player)>,
    /// What is written at it, if it is not drawn further.
    label: Option<String>,
    x: f64,
    level: f64,
}

impl Tree {
    /// The tree, unless it is too large to look at.
    pub(crate) fn of(arena: &mut Arena, game: GameId) -> Result<Option<Tree>, Unfinished> {
        let mut tree = Tree { nodes: Vec::new(), width: 0.0, depth: 0.0 };
        let fits = tree.grow(arena, game, None, 0.0)?;
        Ok((fits && tree.nodes.len() > 1).then_some(tree))
    }

    /// Adds a position and those below it, leaves from left to right; false if
    /// there are too many.
    fn grow(
        &mut self,
        arena: &mut Arena,
        game: GameId,
        parent: Option<(usize, Player)>,
        level: f64,
    ) -> Result<bool, Unfinished> {
        let at = self.nodes.len();
        if at >= MOST_NODES {
            return Ok(false);
        }
        self.depth = self.depth.max(level);
        self.nodes.push(Node { parent, label: None, x: 0.0, level });
        if arena.as_plain(game).is_some() {
            let label = arena.text(game)?;
            let room = label.chars().count() as f64 * LETTER;
            self.nodes[at].x = self.width + room / 2.0;
            self.width += room + GAP;
            self.nodes[at].label = Some(label);
            return Ok(true);
        }
        let mut ends = Vec::new();
        for player in Player::BOTH {
            let options = arena.options(game, player)?;
            for option in arena.in_print_order(&options)? {
                ends.push(self.nodes.len());
                if !self.grow(arena, option, Some((at, player)), level + 1.0)? {
                    return Ok(false);
                }
            }
            // A little room between the players.
            self.width += GAP / 2.0;
        }
        if let (Some(first), Some(last)) = (ends.first(), ends.last()) {
            self.nodes[at].x = (self.nodes[*first].x + self.nodes[*last].x) / 2.0;
        }
        Ok(true)
    }

    /// Width and height of the drawing.
    pub(crate) fn size(&self) -> (f64, f64) {
        (self.width.max(280.0) + 2.0 * MARGIN, self.depth * LEVEL + 2.0 * MARGIN)
    }

    /// Draws the tree with its upper left corner at `corner`.
    pub(crate) fn draw(&self, svg: &mut Svg, corner: (f64, f64), lang: Lang) {
        let place = |node: &Node| (corner.0 + MARGIN + node.x, corner.1 + MARGIN + node.level * LEVEL);
        let title = say!("value.picture_tree").in_lang(lang);
        svg.text((corner.0 + MARGIN, corner.1 - 30.0), 12.0, Anchor::Start, "#555555", &title);
        for node in &self.nodes {
            if let Some((parent, player)) = node.parent {
                let colour = if player == Player::Left { "#1f5fa8" } else { "#b03a2e" };
                let (from, to) = (place(&self.nodes[parent]), place(node));
                let end = if node.label.is_some() { (to.0, to.1 - 14.0) } else { to };
                svg.line(from, end, colour, 1.5);
            }
        }
        for node in &self.nodes {
            match &node.label {
                Some(label) => svg.text(place(node), 13.0, Anchor::Middle, "black", label),
                None => svg.circle(place(node), 3.5, "black", "none"),
            }
        }
    }
}
