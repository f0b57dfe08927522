//! `miyama figures DOCUMENT`: every table and figure of a document, as SVG and LaTeX, and a list of
//! where each of its exercises, tables and figures is done.

mod index;
mod lectures;
mod parts;
mod three_heaps;
mod triangular;
mod two_dimensional;
mod values;

use crate::answer::{self, Format, figure as data};
use crate::export::json::Data;
use crate::failure::Failure;
use crate::files;
use crate::output;
use crate::picture::Drawing;
use crate::picture::figure::Figure;
use crate::picture::grid::Grid;
use index::Entry;
use miyama_budget::Budget;
use miyama_text::{Lang, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;

/// The tables, figures and exercises of a document, 000 to 004 or all; with `item`, one of them,
/// which `format=svg` and `format=latex` draw.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    document: String,
    #[serde(default)]
    item: Option<String>,
    #[arg(long, value_name = "DIR", conflicts_with = "item")]
    #[serde(skip)]
    to: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = BRICKS, value_parser = clap::value_parser!(u8).range(1..=8))]
    #[serde(default = "bricks")]
    #[schemars(range(min = 1, max = 8))]
    bricks: u8,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) drawing: Drawing,
}

/// Tables of all buildings go as far as that of the lecture notes.
const BRICKS: u8 = 7;

fn bricks() -> u8 {
    BRICKS
}

/// What a figure is drawn with.
struct Desk<'a> {
    budget: &'a Budget,
    /// How far tables of all buildings go.
    bricks: u8,
}

/// A figure or a table, in both languages the same but for its title.
enum Drawn {
    Figure(Figure),
    Grid(Grid),
}

impl Drawn {
    fn svg(&self) -> String {
        match self {
            Drawn::Figure(figure) => figure.svg(),
            Drawn::Grid(grid) => grid.figure().svg(),
        }
    }

    fn latex(&self) -> String {
        match self {
            Drawn::Figure(figure) => figure.tikz(),
            Drawn::Grid(grid) => grid.latex(),
        }
    }
}

/// The name of a figure, and how it is made.
type Maker = (&'static str, fn(&Desk<'_>) -> Result<Drawn, Failure>);

/// All figures of all documents.
fn makers() -> impl Iterator<Item = &'static Maker> {
    [lectures::ALL, two_dimensional::ALL, three_heaps::ALL, triangular::ALL, values::ALL].into_iter().flatten()
}

pub(crate) struct Answer {
    entries: Vec<&'static Entry>,
    /// What was drawn, by name.
    drawn: Vec<(&'static str, Drawn)>,
    to: Option<PathBuf>,
    single: bool,
    /// Why not all were drawn, if they were not.
    stopped: Option<Failure>,
}

pub(crate) fn answer(question: &Question, budget: &Budget) -> Result<Answer, Failure> {
    let document = question.document.trim();
    let all: Vec<&Entry> =
        index::entries().iter().filter(|entry| document == "all" || entry.document == document).collect();
    if all.is_empty() {
        return Err(Failure::Input {
            says: say!("figure.unknown_document", given = document),
            hint: Some(say!("figure.documents")),
            place: None,
        });
    }
    let entries = match &question.item {
        None => all,
        Some(item) => {
            let wanted = item.trim().replace(' ', "-");
            let found = all.iter().copied().find(|entry| entry.item.replace(' ', "-") == wanted);
            vec![found.ok_or_else(|| unknown_item(item, &all))?]
        }
    };
    let desk = Desk { budget, bricks: question.bricks };
    let (mut drawn, mut stopped) = (Vec::new(), None);
    if question.item.is_some() || question.to.is_some() {
        for entry in &entries {
            let Some((name, make)) = makers().find(|(name, _)| *name == entry.name()) else { continue };
            match budget.check().map_err(Failure::from).and_then(|()| make(&desk)) {
                Ok(figure) => drawn.push((*name, figure)),
                // What was drawn is written.
                Err(failure @ Failure::Stopped(_)) if !drawn.is_empty() => {
                    stopped = Some(failure);
                    break;
                }
                Err(failure) => return Err(failure),
            }
        }
    }
    Ok(Answer { entries, drawn, to: question.to.clone(), single: question.item.is_some(), stopped })
}

fn unknown_item(item: &str, all: &[&Entry]) -> Failure {
    let names: Vec<String> = all.iter().map(|entry| entry.item.replace(' ', "-")).collect();
    Failure::Input {
        says: say!("figure.unknown_item", given = item),
        hint: Some(say!("figure.items", items = names.join(", "))),
        place: None,
    }
}

impl answer::Answer for Answer {
    fn data(&self, lang: Lang) -> Option<Box<dyn Data + '_>> {
        let entry = |entry: &&'static Entry| data::Entry {
            document: entry.document.clone(),
            item: entry.item.clone(),
            title: entry.title(lang).to_owned(),
            commands: entry.commands.clone(),
            figure: makers().any(|(name, _)| *name == entry.name()),
        };
        Some(Box::new(data::Figures { entries: self.entries.iter().map(entry).collect() }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match (format, self.drawn.first()) {
            (Format::Text, _) => self.text(lang, out),
            (Format::Svg, Some((_, drawn))) if self.single => Ok(out.write_all(drawn.svg().as_bytes())?),
            (Format::Latex, Some((_, drawn))) if self.single => Ok(out.write_all(drawn.latex().as_bytes())?),
            (Format::Svg | Format::Latex, None) if self.single => Err(Failure::input(say!("figure.no_picture"))),
            _ => Err(Failure::no_format(format)),
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.stopped.as_ref()
    }
}

impl Answer {
    fn text(&self, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        for entry in &self.entries {
            writeln!(out, "{} {}: {}", entry.document, entry.item, entry.title(lang))?;
            for command in &entry.commands {
                writeln!(out, "    miyama {command}")?;
            }
            if makers().any(|(name, _)| *name == entry.name()) {
                writeln!(out, "    miyama figures {} {} --svg FILE", entry.document, entry.item.replace(' ', "-"))?;
            }
        }
        let Some(folder) = &self.to else { return Ok(()) };
        files::allow(folder)?;
        std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
        let write = |name: String, text: &str| {
            output::write_file(&folder.join(name), |out| Ok(out.write_all(text.as_bytes())?))
        };
        for (name, drawn) in &self.drawn {
            write(format!("{name}.svg"), &drawn.svg())?;
            write(format!("{name}.tex"), &drawn.latex())?;
        }
        write("figures.tex".to_owned(), &self.sheet(lang))?;
        write("README.md".to_owned(), &self.listed(Lang::En))?;
        write("README.ja.md".to_owned(), &self.listed(Lang::Ja))?;
        let says = say!("figure.written", count = self.drawn.len(), folder = folder.display().to_string());
        Ok(writeln!(out, "\n{}", says.in_lang(lang))?)
    }

    /// A document with all figures, for LuaLaTeX: shogi pieces are Japanese in every language.
    fn sheet(&self, lang: Lang) -> String {
        let mut text = String::from(
            "% lualatex figures.tex\n\\documentclass{article}\n\\usepackage{luatexja}\n\\usepackage{tikz}\n\\usepackage{amssymb}\n\\usepackage[a4paper, margin=15mm]{geometry}\n\\setlength{\\parindent}{0pt}\n\\setlength{\\tabcolsep}{3pt}\n\\begin{document}\n",
        );
        for entry in &self.entries {
            if self.drawn.iter().any(|(name, _)| *name == entry.name()) {
                let title = crate::picture::figure::tex(entry.title(lang));
                text.push_str(&format!(
                    "\\subsection*{{{} {}: {title}}}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{\\input{{{}}}}}\n\n",
                    entry.document,
                    entry.item,
                    entry.name()
                ));
            }
        }
        text.push_str("\\end{document}\n");
        text
    }

    /// The list as a page.
    fn listed(&self, lang: Lang) -> String {
        let (title, legend) = (say!("figure.list_title"), say!("figure.legend"));
        let mut text = format!("# {}\n\n{}\n", title.in_lang(lang), legend.in_lang(lang));
        let mut document = "";
        for entry in &self.entries {
            if entry.document != document {
                document = &entry.document;
                let (item, title, how) = (say!("figure.item"), say!("figure.title"), say!("figure.how"));
                text.push_str(&format!(
                    "\n## {document}\n\n| {} | {} | {} |\n|---|---|---|\n",
                    item.in_lang(lang),
                    title.in_lang(lang),
                    how.in_lang(lang)
                ));
            }
            let commands = entry.commands.iter().map(|command| format!("`miyama {}`", command.replace('|', "\\|")));
            let files = self.drawn.iter().filter(|(name, _)| *name == entry.name());
            let files = files.map(|(name, _)| format!("[svg]({name}.svg) [tex]({name}.tex)"));
            let how: Vec<String> = files.chain(commands).collect();
            text.push_str(&format!("| {} | {} | {} |\n", entry.item, entry.title(lang), how.join(" · ")));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer as _;

    /// Stopped at any moment, the figures that were drawn are there.
    #[test]
    fn figures_that_were_drawn_are_kept() {
        let folder = std::env::temp_dir().join("miyama-figures-that-were-drawn");
        let question = Question {
            document: "all".to_owned(),
            item: None,
            to: Some(folder),
            bricks: 3,
            drawing: Drawing::default(),
        };
        let kept = (0..20).map(|power| Budget::unlimited().with_looks(1 << power)).any(|budget| {
            let Ok(figures) = answer(&question, &budget) else { return false };
            matches!(figures.failure(), Some(Failure::Stopped(_))) && !figures.drawn.is_empty()
        });
        assert!(kept, "nothing was kept of figures that were stopped");
    }
}
