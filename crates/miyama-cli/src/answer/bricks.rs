//! Buildings of bricks.

use super::number::Natural;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Buildings counted.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Buildings {
    pub(crate) brick: String,
    pub(crate) bricks: u8,
    pub(crate) count: Natural,
    pub(crate) fixed: Natural,
    pub(crate) symmetric: Natural,
    pub(crate) quarter_symmetric: Natural,
    #[schemars(with = "BTreeMap<String, Natural>")]
    pub(crate) by_height: BTreeMap<usize, Natural>,
    pub(crate) by_profile: BTreeMap<String, Natural>,
    pub(crate) seconds: f64,
}

/// What is counted of a run that was stopped.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BuildingsSoFar {
    pub(crate) brick: String,
    pub(crate) bricks: u8,
    pub(crate) complete: bool,
    pub(crate) finished_profiles: BTreeMap<String, Natural>,
}

/// A part of a count, in a file of its own.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BuildingsShard {
    pub(crate) shard: [u64; 2],
    pub(crate) file: String,
    pub(crate) complete: bool,
    pub(crate) tasks_done: u64,
    pub(crate) tasks: u64,
}

/// Towers counted.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Towers {
    pub(crate) brick: String,
    pub(crate) bricks: u32,
    pub(crate) count: Natural,
    pub(crate) on_brick: Natural,
    pub(crate) symmetric: Natural,
}

/// Counts for several numbers of bricks.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BrickTable {
    pub(crate) brick: String,
    pub(crate) of: Counted,
    /// What is counted as one.
    pub(crate) as_one: AsOne,
    pub(crate) rows: Vec<BrickRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// How many there are of so many bricks, and why, if that is asked for.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BrickRow {
    pub(crate) bricks: u64,
    pub(crate) count: Natural,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<Vec<String>>,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Counted {
    Buildings,
    /// One brick to a layer.
    Towers,
}

/// Which buildings are counted as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AsOne {
    /// Those that differ by a rotation.
    Rotations,
    /// Those that differ by a rotation or in a mirror.
    Mirrors,
    /// Those that differ by a translation only.
    Fixed,
    /// None: there is one brick on the ground, and it lies lengthwise.
    FixedBase,
}

/// How a count comes about.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BuildingsWhy {
    pub(crate) brick: String,
    pub(crate) bricks: u8,
    pub(crate) a: Natural,
    pub(crate) b: Natural,
    pub(crate) x: Natural,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) count: Natural,
}

/// The buildings of a profile.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Profile {
    #[schemars(with = "Vec<u8>")]
    pub(crate) profile: miyama_bricks::Profile,
    pub(crate) fixed: Natural,
    pub(crate) half: Natural,
    pub(crate) quarter: Natural,
    pub(crate) count: Natural,
}

/// How long a count would take.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BuildingsEstimate {
    pub(crate) brick: String,
    pub(crate) bricks: u8,
    pub(crate) jobs: Vec<BuildingsJob>,
    pub(crate) core_seconds: f64,
    /// The standard error of that estimate, where several tasks were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) standard_error: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
}

/// A part of a count.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BuildingsJob {
    pub(crate) profiles: Vec<String>,
    pub(crate) tasks: u64,
    pub(crate) core_seconds: f64,
    /// The standard error of that estimate, where several tasks were measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) standard_error: Option<f64>,
}

/// A building of a list, one on each line.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Building {
    pub(crate) bricks: Vec<Brick>,
    pub(crate) index: u64,
    #[schemars(with = "Vec<u8>")]
    pub(crate) profile: miyama_bricks::Profile,
    pub(crate) symmetry: Symmetry,
}

/// The turns that map a building to itself.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Symmetry {
    None,
    #[serde(rename = "half turn")]
    Half,
    #[serde(rename = "quarter turn")]
    Quarter,
}

/// A brick by its least cell and its extent.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Brick {
    pub(crate) depth: i16,
    pub(crate) width: i16,
    pub(crate) x: i16,
    pub(crate) y: i16,
    pub(crate) z: u8,
}
