//! Exercises and tours.

use super::number::Natural;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is exercised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// Nim sums.
    #[default]
    NimSum,
    /// Energies, which are Grundy values.
    Energy,
    /// The pairs of Wythoff's games.
    Wythoff,
    /// Winning moves.
    WinningMove,
    /// Values of octal games.
    Octal,
    /// Canonical forms.
    CanonicalForm,
}

/// A sheet of exercises. The same kind and seed give the same sheet.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Sheet {
    pub(crate) kind: Kind,
    pub(crate) seed: u32,
    pub(crate) title: String,
    pub(crate) exercises: Vec<Exercise>,
}

/// An exercise; with its answer and solution if these are asked for.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Exercise {
    pub(crate) number: usize,
    pub(crate) asks: String,
    pub(crate) hint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<String>,
}

/// Whether an answer is right, and a hint if it is not.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Checked {
    pub(crate) asks: String,
    pub(crate) given: String,
    pub(crate) right: bool,
    pub(crate) says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
}

/// The tours that there are.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tours {
    pub(crate) tours: Vec<TourName>,
}

/// A tour: its document, its title, and how many steps it has.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TourName {
    pub(crate) document: String,
    pub(crate) title: String,
    pub(crate) steps: Natural,
}

/// A document as a guided tour.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tour {
    pub(crate) document: String,
    pub(crate) title: String,
    pub(crate) steps: Vec<TourStep>,
}

/// A section or an exercise of a tour: what it says, games that are live, and commands to try. An
/// exercise has a hint and an answer, and takes what somebody types if `checked`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TourStep {
    pub(crate) id: String,
    pub(crate) kind: StepKind,
    pub(crate) title: String,
    pub(crate) text: Vec<String>,
    pub(crate) games: Vec<String>,
    pub(crate) commands: Vec<String>,
    /// The question that each command asks; null where it reads a file.
    #[schemars(with = "Vec<Option<serde_json::Map<String, serde_json::Value>>>")]
    pub(crate) questions: Vec<Option<serde_json::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<String>,
    pub(crate) checked: bool,
}

/// What a step of a tour is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StepKind {
    Section,
    Exercise,
}
