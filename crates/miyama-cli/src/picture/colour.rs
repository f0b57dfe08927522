//! Colours that keep their order for every eye, in print too.

/// Ten stops of the colour map viridis (by van der Walt and Smith, in the
/// public domain), perceptually even from dark blue to yellow.
const STOPS: [[u8; 3]; 10] = [
    [0x44, 0x01, 0x54],
    [0x48, 0x28, 0x78],
    [0x3e, 0x49, 0x89],
    [0x31, 0x68, 0x8e],
    [0x26, 0x82, 0x8e],
    [0x1f, 0x9e, 0x89],
    [0x35, 0xb7, 0x79],
    [0x6e, 0xce, 0x58],
    [0xb5, 0xde, 0x2b],
    [0xfd, 0xe7, 0x25],
];

/// P-positions: a red that is in no part of the map and differs from it in
/// lightness where they meet, so that it shows without colour vision too.
pub(crate) const P_POSITION: [u8; 3] = [0xd6, 0x27, 0x28];

/// N in a map of outcomes.
pub(crate) const N_POSITION: [u8; 3] = [0xe8, 0xec, 0xf2];

/// The colour of a part between 0 and 1 of the scale.
pub(crate) fn scale(part: f64) -> [u8; 3] {
    let at = part.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let low = (at.floor() as usize).min(STOPS.len() - 2);
    let rest = at - low as f64;
    std::array::from_fn(|i| {
        let (a, b) = (f64::from(STOPS[low][i]), f64::from(STOPS[low + 1][i]));
        (a + (b - a) * rest).round() as u8
    })
}

/// A light colour by its place on the circle of hues, 0 and 1 being red. As three numbers: `hsl`
/// is no colour of SVG 1.1, and most programs that turn pictures into others draw it black.
pub(crate) fn pastel(hue: f64) -> [u8; 3] {
    const LOW: f64 = 0.752;
    const CHROMA: f64 = 0.176;
    // Each of red, green and blue is full for a third of the circle around its hue.
    [0.0, 2.0, 4.0].map(|own: f64| {
        let apart = (hue.rem_euclid(1.0) * 6.0 - own).abs();
        let near = (2.0 - apart.min(6.0 - apart)).clamp(0.0, 1.0);
        (255.0 * (LOW + CHROMA * near)).round() as u8
    })
}

/// As CSS writes it.
pub(crate) fn css(colour: [u8; 3]) -> String {
    format!("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2])
}

/// Black or white, whichever can be read on the colour.
pub(crate) fn ink(colour: [u8; 3]) -> &'static str {
    let lightness = 0.299 * f64::from(colour[0]) + 0.587 * f64::from(colour[1]) + 0.114 * f64::from(colour[2]);
    if lightness > 140.0 { "black" } else { "white" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_go_round_the_circle() {
        let all: Vec<String> = (0..6).map(|sixth| css(pastel(f64::from(sixth) / 6.0))).collect();
        assert_eq!(all, ["#edc0c0", "#ededc0", "#c0edc0", "#c0eded", "#c0c0ed", "#edc0ed"]);
    }
}
