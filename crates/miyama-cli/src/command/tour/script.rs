//! The scripts of the tours: `tours/*.tour`, in both languages side by side.
//!
//! A block begins with `section ID` or `exercise ID`. Its lines are `title`, `text`, `hint` and
//! `answer`, each with ` en:` or ` ja:`; `game:` is a definition or a position that is live, `do:` a
//! command, `check:` what an answer is compared with (`key.rs`), `solved:` an answer that is
//! right and `fails:` one that is not, for the tests.

use crate::answer::exercise::StepKind;
use miyama_text::Lang;
use std::sync::LazyLock;

/// A text in every language, a paragraph a line.
#[derive(Debug, Default)]
pub(crate) struct Both {
    english: Vec<String>,
    japanese: Vec<String>,
}

impl Both {
    /// In English where the tour is not written in a language.
    pub(super) fn get(&self, lang: Lang) -> &[String] {
        if lang == Lang::Ja { &self.japanese } else { &self.english }
    }

    /// All in one, if there is any.
    pub(super) fn first(&self, lang: Lang) -> Option<String> {
        let all = self.get(lang);
        (!all.is_empty()).then(|| all.join("\n"))
    }

    fn push(&mut self, lang: &str, text: &str) {
        let list = if lang == "ja" { &mut self.japanese } else { &mut self.english };
        list.push(text.to_owned());
    }
}

/// A tour through a document.
#[derive(Debug)]
pub(crate) struct Script {
    pub(super) document: &'static str,
    pub(super) title: Both,
    pub(super) steps: Vec<Step>,
}

/// A section or an exercise.
#[derive(Debug)]
pub(crate) struct Step {
    pub(super) id: String,
    pub(super) kind: StepKind,
    pub(super) title: Both,
    pub(super) text: Both,
    pub(super) hint: Both,
    pub(super) answer: Both,
    pub(super) games: Vec<String>,
    pub(super) commands: Vec<String>,
    pub(super) check: Option<String>,
    solved: Vec<String>,
    fails: Vec<String>,
}

impl Script {
    pub(super) fn step(&self, id: &str) -> Option<&Step> {
        self.steps.iter().find(|step| step.id == id)
    }
}

/// All tours, in the order of the documents.
pub(super) fn scripts() -> &'static [Script] {
    static SCRIPTS: LazyLock<Vec<Script>> = LazyLock::new(|| {
        let files = [
            ("000", include_str!("../../../tours/000.tour")),
            ("001", include_str!("../../../tours/001.tour")),
            ("002", include_str!("../../../tours/002.tour")),
            ("003", include_str!("../../../tours/003.tour")),
            ("004", include_str!("../../../tours/004.tour")),
        ];
        files.into_iter().map(|(document, text)| read(document, text)).collect()
    });
    &SCRIPTS
}

fn read(document: &'static str, text: &str) -> Script {
    let mut script = Script { document, title: Both::default(), steps: vec![] };
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        if let Some((kind, id)) = line.split_once(' ').filter(|(kind, _)| ["section", "exercise"].contains(kind)) {
            let kind = if kind == "section" { StepKind::Section } else { StepKind::Exercise };
            script.steps.push(Step {
                id: id.trim().to_owned(),
                kind,
                title: Both::default(),
                text: Both::default(),
                hint: Both::default(),
                answer: Both::default(),
                games: vec![],
                commands: vec![],
                check: None,
                solved: vec![],
                fails: vec![],
            });
            continue;
        }
        let Some((name, value)) = line.split_once(": ") else { continue };
        let (field, lang) = name.split_once(' ').unwrap_or((name, ""));
        let Some(step) = script.steps.last_mut() else {
            script.title.push(lang, value);
            continue;
        };
        match field {
            "title" => step.title.push(lang, value),
            "text" => step.text.push(lang, value),
            "hint" => step.hint.push(lang, value),
            "answer" => step.answer.push(lang, value),
            "game" => step.games.push(value.to_owned()),
            "do" => step.commands.push(value.to_owned()),
            "check" => step.check = Some(value.to_owned()),
            "solved" => step.solved.push(value.to_owned()),
            "fails" => step.fails.push(value.to_owned()),
            _ => {}
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key;
    use miyama_budget::Budget;
    use std::collections::BTreeSet;

    const FIELDS: [&str; 9] = ["title", "text", "hint", "answer", "game", "do", "check", "solved", "fails"];

    /// A line that the reader does not know would be lost.
    #[test]
    fn every_line_of_a_script_is_read() {
        for text in [
            include_str!("../../../tours/000.tour"),
            include_str!("../../../tours/001.tour"),
            include_str!("../../../tours/002.tour"),
            include_str!("../../../tours/003.tour"),
            include_str!("../../../tours/004.tour"),
        ] {
            for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
                let name = line.split([' ', ':']).next().unwrap();
                assert!(["section", "exercise"].contains(&name) || FIELDS.contains(&name), "{line}");
            }
        }
    }

    #[test]
    fn both_languages_say_everything() {
        for script in scripts() {
            let mut ids = BTreeSet::new();
            assert!(!script.title.get(Lang::En).is_empty() && !script.title.get(Lang::Ja).is_empty());
            assert!(script.steps.len() > 3, "{}", script.document);
            for step in &script.steps {
                assert!(ids.insert(&step.id), "{} {} twice", script.document, step.id);
                for (name, both) in
                    [("title", &step.title), ("text", &step.text), ("hint", &step.hint), ("answer", &step.answer)]
                {
                    let (en, ja) = (both.get(Lang::En).len(), both.get(Lang::Ja).len());
                    assert_eq!(en, ja, "{} {} {name}", script.document, step.id);
                }
                assert!(!step.title.get(Lang::En).is_empty() && !step.text.get(Lang::En).is_empty());
                if step.kind == StepKind::Exercise {
                    assert!(
                        step.hint.first(Lang::En).is_some() && step.answer.first(Lang::En).is_some(),
                        "{}",
                        step.id
                    );
                    assert!(step.check.is_some(), "{} has no check", step.id);
                }
            }
        }
    }

    #[test]
    fn checks_take_right_answers_and_no_wrong_ones() {
        let budget = Budget::unlimited();
        let mut checked = 0;
        for script in scripts() {
            for step in &script.steps {
                let Some(check) = &step.check else { continue };
                let key = Key::read(check, &budget).unwrap_or_else(|_| panic!("{} {}", script.document, step.id));
                assert!(!step.solved.is_empty() && !step.fails.is_empty(), "{} {}", script.document, step.id);
                for (answers, right) in [(&step.solved, true), (&step.fails, false)] {
                    for answer in answers {
                        let verdict = key.check(answer, &budget);
                        let verdict = verdict
                            .unwrap_or_else(|failure| panic!("{} {answer}: {}", step.id, failure.message(Lang::En)));
                        assert_eq!(
                            verdict.right,
                            right,
                            "{} {}: {answer}: {}",
                            script.document,
                            step.id,
                            verdict.told(Lang::En)
                        );
                        assert!(!verdict.told(Lang::Ja).is_empty());
                        checked += 1;
                    }
                }
            }
        }
        assert!(checked > 40, "{checked}");
    }

    /// The exercises that the documents number are all there.
    #[test]
    fn every_numbered_problem_is_an_exercise() {
        let numbered = [("000", "1,2,8,9,12,15,22,29,31,43"), ("002", "1,2")];
        for (document, problems) in numbered {
            let script = scripts().iter().find(|script| script.document == document).unwrap();
            for problem in problems.split(',') {
                assert!(script.step(&format!("problem-{problem}")).is_some(), "{document} {problem}");
            }
        }
    }
}
