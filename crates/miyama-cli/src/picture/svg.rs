//! A drawing in lines, written as SVG.

use std::fmt::Write;

/// A drawing of a given size in pixels, on a white ground. Coordinates grow to
/// the right and down. Colours are CSS colours; `none` draws nothing.
#[derive(Debug)]
pub(crate) struct Svg {
    width: f64,
    height: f64,
    title: String,
    body: String,
}

/// Where a text stands relative to its point.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[allow(dead_code)]
impl Svg {
    /// An empty drawing. The title is what a screen reader says.
    pub(crate) fn new(width: f64, height: f64, title: &str) -> Svg {
        Svg { width, height, title: title.to_owned(), body: String::new() }
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str, stroke: &str) {
        let (x, y, w, h) = (short(x), short(y), short(width), short(height));
        let (fill, stroke) = (escape(fill), escape(stroke));
        self.push(&format!(r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}" stroke="{stroke}"/>"#));
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        self.polyline(&[from, to], stroke, width);
    }

    /// An open chain of lines.
    pub(crate) fn polyline(&mut self, points: &[(f64, f64)], stroke: &str, width: f64) {
        let (points, stroke, width) = (chain(points), escape(stroke), short(width));
        self.push(&format!(
            r#"<polyline points="{points}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
        ));
    }

    /// A closed and filled chain of lines.
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], fill: &str, stroke: &str) {
        let (points, fill, stroke) = (chain(points), escape(fill), escape(stroke));
        self.push(&format!(r#"<polygon points="{points}" fill="{fill}" stroke="{stroke}" stroke-linejoin="round"/>"#));
    }

    pub(crate) fn circle(&mut self, centre: (f64, f64), radius: f64, fill: &str, stroke: &str) {
        let (x, y, r) = (short(centre.0), short(centre.1), short(radius));
        let (fill, stroke) = (escape(fill), escape(stroke));
        self.push(&format!(r#"<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{stroke}"/>"#));
    }

    /// A text whose baseline runs through `at`.
    pub(crate) fn text(&mut self, at: (f64, f64), size: f64, anchor: Anchor, fill: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y, size, fill, text) = (short(at.0), short(at.1), short(size), escape(fill), escape(text));
        self.push(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{text}</text>"#
        ));
    }

    /// A text around its point, turned by a half turn: a piece of the other side.
    pub(crate) fn upside_down(&mut self, at: (f64, f64), size: f64, fill: &str, text: &str) {
        let (x, y, size, fill, text) = (short(at.0), short(at.1), short(size), escape(fill), escape(text));
        self.push(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{fill}" transform="rotate(180 {x} {y})">{text}</text>"#
        ));
    }

    /// Any other element, given as SVG: for paths and images.
    pub(crate) fn push(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// The whole file.
    pub(crate) fn finish(&self) -> String {
        let (w, h, title) = (short(self.width), short(self.height), escape(&self.title));
        let mut out = String::new();
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" \
             font-family=\"'DejaVu Sans', 'Noto Sans CJK JP', sans-serif\">\n<title>{title}</title>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"white\"/>\n{}</svg>\n",
            self.body
        );
        out
    }
}

/// A coordinate with at most two decimals and no trailing zeros.
pub(crate) fn short(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn chain(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect::<Vec<_>>().join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_numbers_are_short() {
        let mut svg = Svg::new(10.0, 5.5, "a & b");
        svg.text((1.0, 2.126), 3.0, Anchor::Middle, "black", "{1|0} < \"x\"");
        let file = svg.finish();
        assert!(file.contains("a &amp; b") && file.contains("y=\"2.13\"") && file.contains("&lt; &quot;x&quot;"));
        assert_eq!((short(3.0), short(-0.001)), ("3".into(), "0".into()));
    }
}
