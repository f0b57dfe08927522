//! Pictures: what every drawing shares. Each drawing has a file of its own.

pub(crate) mod automaton;
pub(crate) mod building;
pub(crate) mod colour;
pub(crate) mod figure;
pub(crate) mod game_tree;
mod glyphs;
pub(crate) mod grid;
pub(crate) mod hasse;
pub(crate) mod heatmap;
pub(crate) mod line;
pub(crate) mod options;
pub(crate) mod pixels;
pub(crate) mod position;
pub(crate) mod quotient;
pub(crate) mod sequence;
pub(crate) mod shogi;
pub(crate) mod stones;
pub(crate) mod svg;
pub(crate) mod thermograph;
pub(crate) mod timeline;
pub(crate) mod violation;

use crate::answer::Format;
use std::path::{Path, PathBuf};

/// The files to draw a picture into, as pixels, as lines, or both.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Pictures {
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

impl Pictures {
    pub(crate) fn files(&self) -> impl Iterator<Item = (Format, &Path)> {
        let png = self.png.iter().map(|path| (Format::Png, path.as_path()));
        png.chain(self.svg.iter().map(|path| (Format::Svg, path.as_path())))
    }
}

/// The file to draw a picture into that has no form in pixels.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Drawing {
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

impl Drawing {
    pub(crate) fn files(&self) -> Vec<(Format, &Path)> {
        self.svg.iter().map(|path| (Format::Svg, path.as_path())).collect()
    }
}
