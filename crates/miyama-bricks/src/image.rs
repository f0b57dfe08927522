//! One spread of each class under the eight symmetries of the square.
//!
//! Numbers of fixed buildings do not change when the plane is turned or
//! reflected, so the counter evaluates one spread of each class and multiplies
//! by the size of the class. Odd moments decide almost always which one:
//! reflecting x changes the sign of the moment of x, exchanging the axes
//! exchanges the moments. Where they leave a doubt all images are compared.

use super::shape::{Brick, Place};
use super::spread::Spot;

/// The size of the class of `spots`, if they are its representative; else 0.
pub(crate) fn weight(brick: Brick, spots: &[Spot]) -> u8 {
    let (x, y) = moments(brick, spots);
    if x == 0 || y == 0 || x.abs() == y.abs() {
        return weight_by_comparison(brick, spots);
    }
    // Then the eight images have eight different pairs of moments.
    if x > y && y > 0 { 8 } else { 0 }
}

/// Third moments about the mean, different layers and orientations weighted
/// differently.
fn moments(brick: Brick, spots: &[Spot]) -> (i64, i64) {
    let middle = |spot: &Spot| {
        let (w, d) = brick.extent(spot.place.turned);
        (i64::from(2 * spot.place.x + w), i64::from(2 * spot.place.y + d))
    };
    let (mut x, mut y) = (0, 0);
    for spot in spots {
        let (a, b) = middle(spot);
        (x, y) = (x + a, y + b);
    }
    #[expect(clippy::cast_possible_wrap)]
    let n = spots.len() as i64;
    let (mut mx, mut my) = (0, 0);
    for spot in spots {
        let (a, b) = middle(spot);
        let (a, b) = (n * a - x, n * b - y);
        let layer = 2 * i64::from(spot.layer) + 3;
        // A square brick has one orientation only: the axes must weigh the same.
        let (along, across) = match (brick.orientations(), spot.place.turned) {
            (1, _) => (1, 1),
            (_, 0) => (1, 2),
            _ => (2, 1),
        };
        mx += layer * along * a * a * a;
        my += layer * across * b * b * b;
    }
    (mx, my)
}

fn weight_by_comparison(brick: Brick, spots: &[Spot]) -> u8 {
    let own = normal(spots.to_vec());
    let images = images(brick, spots);
    if images.iter().any(|image| *image < own) {
        return 0;
    }
    let stabilizer: u8 = images.iter().map(|image| u8::from(*image == own)).sum();
    8 / stabilizer
}

/// The least of all images: the same for all spreads of a class.
pub(crate) fn least(brick: Brick, spots: &[Spot]) -> Vec<Spot> {
    images(brick, spots).into_iter().min().unwrap_or_default()
}

/// All images, moved to the origin and in order: four rotations, then those of
/// the mirror image.
fn images(brick: Brick, spots: &[Spot]) -> [Vec<Spot>; 8] {
    let reflected = |place: Place| Place { x: -(place.x + brick.extent(place.turned).0), ..place };
    let mut image = spots.to_vec();
    std::array::from_fn(|step| {
        let form = normal(image.clone());
        for spot in &mut image {
            spot.place = if step == 3 { reflected(spot.place) } else { brick.quarter_turn(spot.place) };
        }
        form
    })
}

fn normal(mut spots: Vec<Spot>) -> Vec<Spot> {
    let x = spots.iter().map(|spot| spot.place.x).min().unwrap_or(0);
    let y = spots.iter().map(|spot| spot.place.y).min().unwrap_or(0);
    spots.iter_mut().for_each(|spot| spot.place = spot.place.moved(-x, -y));
    spots.sort_unstable();
    spots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_images_add_up_to_their_number() {
        for brick in [Brick::new(2, 3).unwrap(), Brick::new(2, 2).unwrap()] {
            let mut state = 7u32;
            let mut random = |n: u32| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 16) % n
            };
            for case in 0..2000 {
                let spots: Vec<Spot> = (0..1 + case % 4)
                    .map(|_| Spot {
                        layer: u8::try_from(random(2)).unwrap(),
                        place: Place {
                            x: i16::try_from(random(6)).unwrap(),
                            y: i16::try_from(random(6)).unwrap(),
                            turned: u8::try_from(random(u32::from(brick.orientations()))).unwrap(),
                        },
                    })
                    .collect();
                let mut images = vec![spots.clone()];
                for step in 0..7 {
                    let turn = |spot: &Spot| Spot { place: brick.quarter_turn(spot.place), ..*spot };
                    let flip = |spot: &Spot| Spot {
                        place: Place { x: -spot.place.x - brick.extent(spot.place.turned).0, ..spot.place },
                        ..*spot
                    };
                    let last = images.last().unwrap();
                    let image =
                        if step == 3 { last.iter().map(flip).collect() } else { last.iter().map(turn).collect() };
                    images.push(image);
                }
                let mut forms: Vec<Vec<Spot>> = images.into_iter().map(normal).collect();
                forms.sort();
                forms.dedup();
                let total: usize = forms.iter().map(|form| usize::from(weight(brick, form))).sum();
                assert_eq!(total, forms.len(), "{spots:?}");
            }
        }
    }
}
