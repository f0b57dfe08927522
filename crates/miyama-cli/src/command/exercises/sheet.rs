//! A sheet for people: as text, as a page to print, as LaTeX.

use crate::answer::Format;
use crate::answer::exercise::Sheet;
use crate::picture::figure::tex;
use miyama_text::{Lang, say};

pub(super) fn write(sheet: &Sheet, format: Format, lang: Lang) -> String {
    match format {
        Format::Html => html(sheet, lang),
        Format::Latex => latex(sheet, lang),
        _ => text(sheet, lang),
    }
}

fn head(sheet: &Sheet, lang: Lang) -> String {
    say!("exercise.sheet", title = &sheet.title, seed = sheet.seed).in_lang(lang)
}

fn solutions(lang: Lang) -> String {
    say!("exercise.solutions").in_lang(lang)
}

fn text(sheet: &Sheet, lang: Lang) -> String {
    let mut out = format!("{}\n\n", head(sheet, lang));
    for exercise in &sheet.exercises {
        out.push_str(&format!("{:>3}. {}\n", exercise.number, exercise.asks));
    }
    if sheet.exercises.iter().any(|exercise| exercise.answer.is_some()) {
        out.push_str(&format!("\n{}\n\n", solutions(lang)));
        for exercise in &sheet.exercises {
            let answer = exercise.answer.as_deref().unwrap_or_default();
            out.push_str(&format!("{:>3}. {answer}\n", exercise.number));
            for line in exercise.solution.iter().flat_map(|text| text.lines()) {
                out.push_str(&format!("     {line}\n"));
            }
        }
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A page that stands alone; on paper the solutions begin on a new one.
fn html(sheet: &Sheet, lang: Lang) -> String {
    let code = lang.code();
    let head = escape(&head(sheet, lang));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<meta charset=\"utf-8\">\n<title>{head}</title>\n<style>\n\
         body {{ font: 12pt/1.6 sans-serif; max-width: 42em; margin: 2em auto; padding: 0 1em }}\n\
         .asked li {{ margin-bottom: 1.6em }}\n\
         pre {{ font-size: 10pt; line-height: 1.3; overflow-x: auto }}\n\
         @media print {{ .solved {{ break-before: page }} }}\n</style>\n<h1>{head}</h1>\n<ol class=\"asked\">\n"
    );
    for exercise in &sheet.exercises {
        out.push_str(&format!("<li>{}</li>\n", escape(&exercise.asks)));
    }
    out.push_str("</ol>\n");
    if sheet.exercises.iter().any(|exercise| exercise.answer.is_some()) {
        out.push_str(&format!("<section class=\"solved\">\n<h2>{}</h2>\n<ol>\n", escape(&solutions(lang))));
        for exercise in &sheet.exercises {
            let answer = escape(exercise.answer.as_deref().unwrap_or_default());
            let solution = escape(exercise.solution.as_deref().unwrap_or_default());
            out.push_str(&format!("<li><strong>{answer}</strong><pre>{solution}</pre></li>\n"));
        }
        out.push_str("</ol>\n</section>\n");
    }
    out.push_str("</html>\n");
    out
}

/// For pdfLaTeX, or in Japanese for LuaLaTeX.
fn latex(sheet: &Sheet, lang: Lang) -> String {
    let packages = if lang == Lang::Ja { "\\usepackage{luatexja}\n" } else { "" };
    let mut out = format!(
        "\\documentclass{{article}}\n{packages}\\usepackage{{amssymb}}\n\\begin{{document}}\n\\section*{{{}}}\n\\begin{{enumerate}}\n",
        tex(&head(sheet, lang))
    );
    for exercise in &sheet.exercises {
        out.push_str(&format!("\\item {}\n", tex(&exercise.asks)));
    }
    out.push_str("\\end{enumerate}\n");
    if sheet.exercises.iter().any(|exercise| exercise.answer.is_some()) {
        out.push_str(&format!("\\newpage\n\\section*{{{}}}\n\\begin{{enumerate}}\n", tex(&solutions(lang))));
        for exercise in &sheet.exercises {
            out.push_str(&format!("\\item \\textbf{{{}}}\n", tex(exercise.answer.as_deref().unwrap_or_default())));
            for line in exercise.solution.iter().flat_map(|text| text.lines()) {
                // Columns keep their places.
                out.push_str(&format!("\\\\ \\texttt{{{}}}\n", tex(line).replace("  ", "~~")));
            }
        }
        out.push_str("\\end{enumerate}\n");
    }
    out.push_str("\\end{document}\n");
    out
}
