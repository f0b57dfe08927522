//! Pictures: what every drawing shares. Each drawing has a file of its own.

pub(crate) mod building;
pub(crate) mod colour;
pub(crate) mod game_tree;
pub(crate) mod hasse;
pub(crate) mod heatmap;
pub(crate) mod line;
pub(crate) mod pixels;
pub(crate) mod sequence;
pub(crate) mod svg;
pub(crate) mod thermograph;
pub(crate) mod timeline;
pub(crate) mod violation;
