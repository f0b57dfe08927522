//! A report as Markdown, HTML or LaTeX: a title, a picture, and sections of plain text, each
//! with the command that gives it.

use miyama_text::{Lang, say};

/// The form of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Markdown,
    Html,
    Latex,
}

impl Form {
    pub(super) fn by_ending(ending: &str) -> Option<Form> {
        match ending {
            "md" => Some(Form::Markdown),
            "html" => Some(Form::Html),
            "tex" => Some(Form::Latex),
            _ => None,
        }
    }
}

/// A question and its answer.
pub(super) struct Section {
    pub(super) title: String,
    pub(super) command: String,
    pub(super) text: String,
}

/// What is written.
pub(super) struct Document {
    pub(super) title: String,
    pub(super) sections: Vec<Section>,
    /// The picture itself in HTML, else the name of its file.
    pub(super) picture: Option<String>,
    pub(super) lang: Lang,
}

impl Document {
    pub(super) fn written(&self, form: Form) -> String {
        match form {
            Form::Markdown => self.markdown(),
            Form::Html => self.html(),
            Form::Latex => self.latex(),
        }
    }

    fn made(&self) -> String {
        say!("report.made", version = env!("CARGO_PKG_VERSION")).in_lang(self.lang)
    }

    fn markdown(&self) -> String {
        let mut all = format!("# {}\n\n{}\n", self.title, self.made());
        if let Some(picture) = &self.picture {
            all.push_str(&format!("\n![{}]({picture})\n", self.title));
        }
        for Section { title, command, text } in &self.sections {
            // A fence that is longer than any in the text.
            let fence = "`".repeat(3.max(longest_run(text, '`') + 1));
            all.push_str(&format!("\n## {title}\n\n    {command}\n\n{fence}\n{text}\n{fence}\n"));
        }
        all
    }

    fn html(&self) -> String {
        let style = "body{max-width:60em;margin:2em auto;padding:0 1em;font-family:sans-serif;line-height:1.5}\
                     pre{overflow-x:auto;padding:.8em;background:#f4f4f4}.prose{white-space:pre-wrap}\
                     code,.prose{overflow-wrap:anywhere}code{color:#555}svg{max-width:100%;height:auto}";
        let title = escaped(&self.title);
        let mut all = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{style}</style>\n\
             <h1>{title}</h1>\n<p>{}</p>\n",
            self.lang.code(),
            escaped(&self.made())
        );
        if let Some(picture) = &self.picture {
            // A drawing inside a page has no head of its own.
            let from = picture.find("<svg").unwrap_or(0);
            all.push_str(&format!("<figure>{}</figure>\n", &picture[from..]));
        }
        for Section { title, command, text } in &self.sections {
            // Columns stay beside each other; sentences are as long as the page is wide.
            let columns = text.lines().filter(|line| line.trim().contains("  ")).count() > 1;
            let class = if columns { "" } else { " class=\"prose\"" };
            let (title, command, text) = (escaped(title), escaped(command), escaped(text));
            all.push_str(&format!("<h2>{title}</h2>\n<p><code>{command}</code></p>\n<pre{class}>{text}</pre>\n"));
        }
        all.push_str("</html>\n");
        all
    }

    /// For LuaLaTeX, which reads the letters of every language.
    fn latex(&self) -> String {
        let japanese = if self.lang.code() == "ja" { "\\usepackage{luatexja}\n" } else { "" };
        let mut all = format!(
            "% lualatex\n\\documentclass{{article}}\n\\usepackage{{fontspec}}\n{japanese}\\usepackage{{graphicx}}\n\
             \\begin{{document}}\n\\title{{{}}}\n\\date{{}}\n\\maketitle\n{}\n",
            in_latex(&self.title),
            in_latex(&self.made())
        );
        if let Some(picture) = &self.picture {
            all.push_str(&format!(
                "\n\\begin{{center}}\\includegraphics[width=.6\\textwidth]{{{picture}}}\\end{{center}}\n"
            ));
        }
        for Section { title, command, text } in &self.sections {
            let lines: String = format!("$ {command}\n{text}").lines().map(as_it_stands).collect();
            all.push_str(&format!(
                "\n\\section*{{{}}}\n{{\\small\\ttfamily\\raggedright\\parindent0pt\n{lines}}}\n",
                in_latex(title)
            ));
        }
        all.push_str("\\end{document}\n");
        all
    }
}

fn longest_run(text: &str, sign: char) -> usize {
    text.split(|other| other != sign).map(str::len).max().unwrap_or(0)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn in_latex(text: &str) -> String {
    let sign = |sign: char| match sign {
        '\\' => "\\textbackslash{}".to_owned(),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => format!("\\{sign}"),
        '^' => "\\textasciicircum{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        // Two of them beside each other would become one.
        '-' | '\'' | '`' => format!("{{\\char{}}}", sign as u32),
        '<' | '>' | '|' => format!("${sign}$"),
        other => match (SIGNS.iter().find(|(own, _)| *own == other), plain(other, RAISED), plain(other, LOWERED)) {
            (Some((_, name)), ..) => format!("$\\{name}$"),
            (None, Some(raised), _) => format!("\\textsuperscript{{{raised}}}"),
            (None, None, Some(lowered)) => format!("\\textsubscript{{{lowered}}}"),
            (None, None, None) => other.to_string(),
        },
    };
    text.chars().map(sign).collect()
}

/// Signs that few fonts with letters of one width have, and what LaTeX calls them.
const SIGNS: [(char, &str); 50] = [
    ('≤', "le"),
    ('≥', "ge"),
    ('⩽', "le"),
    ('⩾', "ge"),
    ('≦', "le"),
    ('≧', "ge"),
    ('≠', "ne"),
    ('⊕', "oplus"),
    ('∈', "in"),
    ('∉', "notin"),
    ('→', "to"),
    ('↦', "mapsto"),
    ('⇒', "Rightarrow"),
    ('⇔', "Leftrightarrow"),
    ('×', "times"),
    ('·', "cdot"),
    ('⋅', "cdot"),
    ('∘', "circ"),
    ('∗', "ast"),
    ('∪', "cup"),
    ('∧', "wedge"),
    ('∨', "vee"),
    ('¬', "neg"),
    ('∀', "forall"),
    ('∃', "exists"),
    ('∅', "emptyset"),
    ('∣', "mid"),
    ('≅', "cong"),
    ('≡', "equiv"),
    ('⊆', "subseteq"),
    ('⌊', "lfloor"),
    ('⌋', "rfloor"),
    ('⌈', "lceil"),
    ('⌉', "rceil"),
    ('⟨', "langle"),
    ('⟩', "rangle"),
    ('●', "bullet"),
    ('○', "circ"),
    ('★', "star"),
    ('′', "prime"),
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('ε', "varepsilon"),
    ('θ', "theta"),
    ('μ', "mu"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('φ', "phi"),
    ('ϕ', "phi"),
];

/// Raised and lowered signs, and what they are on the line.
const RAISED: (&str, &str) = ("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱᵏᵐ", "0123456789+-()nikm");
const LOWERED: (&str, &str) = ("₀₁₂₃₄₅₆₇₈₉₊₋₍₎ₐᵢⱼₖₘₙₚₛ", "0123456789+-()aijkmnps");

fn plain(sign: char, (moved, plain): (&str, &str)) -> Option<char> {
    plain.chars().nth(moved.chars().position(|own| own == sign)?)
}

/// A line with all its spaces, which may be broken at them.
fn as_it_stands(line: &str) -> String {
    let text = line.trim_start_matches(' ');
    let mut all = format!("\\mbox{{}}{}", "~".repeat(line.len() - text.len()));
    for (place, word) in text.split(' ').enumerate() {
        match (place, word) {
            (0, _) => {}
            (_, "") => all.push('~'),
            _ => all.push(' '),
        }
        all.push_str(&in_latex(word));
    }
    all.push_str("\\par\n");
    all
}
