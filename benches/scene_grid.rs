//! Times of the grid of a scene, on this machine: `cargo bench --bench scene_grid`.
//!
//! For each kind of world and number of items: building it, and one of each query and change, in microseconds. Each
//! figure is the mean over many, in the fastest of some rounds: the machine does other things as well.

#![allow(clippy::disallowed_methods)] // a benchmark is what a clock is for
#![allow(clippy::print_stdout)] // and its output is its result

use std::{hint::black_box, time::Instant};

use espalier_scene::grid::{Grid, Slot};

const ROUNDS: usize = 5;

type Items = Vec<(Slot, [f64; 3], f64)>;

fn main() {
    println!(
        "{:<10} {:>8} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "world",
        "items",
        "build",
        "nearest 10",
        "far",
        "within 20",
        "found",
        "in view",
        "share",
        "move",
        "cast",
        "bounds"
    );
    for count in [100_000, 1_000_000] {
        for world in ["even", "large", "flat", "clusters", "outlier", "one place"] {
            measure(world, &items(world, count));
        }
    }
}

/// Random numbers from a fixed seed (splitmix64), from 0 to 1.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn even(&mut self) -> [f64; 3] {
        [self.unit() * 1000.0, self.unit() * 100.0, self.unit() * 1000.0]
    }
}

fn items(world: &str, count: u32) -> Items {
    let mut random = Random(1);
    let middles: Vec<[f64; 3]> = (0..20).map(|_| random.even()).collect();
    let item = |slot: u32| {
        let even = random.even();
        let centre = match world {
            "flat" => [even[0], 0.0, even[2]],
            "clusters" => {
                let middle = middles[slot as usize % middles.len()];
                std::array::from_fn(|axis| middle[axis] + even[axis] / 100.0)
            }
            "outlier" if slot == 0 => [1e9; 3],
            "one place" => [500.0, 50.0, 500.0],
            _ => even,
        };
        // In one world the largest spheres are wider than cells and one in a thousand is huge.
        let large = if slot.is_multiple_of(1000) { 300.0 } else { 30.0 };
        (slot, centre, random.unit() * if world == "large" { large } else { 1.0 })
    };
    (0..count).map(item).collect()
}

/// Mean microseconds of one of many runs, in the fastest round.
fn time(runs: usize, mut run: impl FnMut(usize)) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for index in 0..runs {
            run(index);
        }
        start.elapsed().as_secs_f64() * 1e6 / runs as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn measure(world: &str, items: &Items) {
    let mut random = Random(2);
    let points: Vec<[f64; 3]> = (0..1000).map(|_| random.even()).collect();
    let places: Vec<[f64; 3]> = (0..1000).map(|index| items[index * 97 % items.len()].1.map(|x| x + 0.5)).collect();
    let build = time(3, |_| drop(black_box(Grid::build(items.iter().copied()))));
    let mut grid = Grid::build(items.iter().copied());
    // Asked near items, and, as "far", anywhere.
    let runs = if world == "one place" { 20 } else { 1000 };
    let nearest = time(runs, |index| drop(black_box(grid.nearest(places[index], 10, &mut |_| true))));
    let far = time(runs, |index| drop(black_box(grid.nearest(points[index], 10, &mut |_| true))));
    let (mut out, mut found) = (Vec::new(), 0);
    let within = time(runs, |index| {
        out.clear();
        grid.within(places[index], 20.0, &mut out);
        found += out.len();
    });
    // About 60 of 100 items of the even world are in it.
    let planes = view();
    let in_view = time(20, |_| {
        out.clear();
        grid.in_view(&planes, &mut out);
    });
    let share = out.len() as f64 * 100.0 / items.len() as f64;
    let cast = time(200, |index| {
        let (from, to) = (points[index], places[index + 200]);
        let toward: [f64; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
        let length = toward.iter().map(|x| x * x).sum::<f64>().sqrt();
        // Nothing is hit, so that all along the ray is looked at.
        black_box(grid.cast(from, toward.map(|x| x / length), &mut |_| None));
    });
    let bounds = time(10, |_| {
        black_box(grid.bounds());
    });
    // Each by up to five units, so that about every third one changes cells.
    let mut current = items.clone();
    let moved = time(100_000, |index| {
        let (slot, centre, radius) = &mut current[index * 7919 % items.len()];
        for x in centre.iter_mut().filter(|x| **x != 0.0) {
            *x += random.unit() * 10.0 - 5.0;
        }
        grid.insert(*slot, *centre, *radius);
    });
    let found = found / (runs * ROUNDS);
    println!(
        "{world:<10} {:>8} {build:>10.0} {nearest:>10.2} {far:>10.2} {within:>10.2} {found:>10} {in_view:>10.0} \
         {share:>9.0}% {moved:>10.3} {cast:>10.2} {bounds:>10.0}",
        items.len()
    );
}

/// Planes of a camera above one side of the even world, which looks down at it.
fn view() -> Vec<[f64; 4]> {
    let from = [500.0, 300.0, -250.0];
    let (forward, up) = ([0.0, -0.371_39, 0.928_48], [0.0, 0.928_48, 0.371_39]);
    let (near, far, across, height) = (1.0, 1000.0, 0.6, 0.4);
    let plane = |normal: [f64; 3], behind: f64| {
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        let [a, b, c] = normal.map(|x| x / length);
        [a, b, c, behind - a * from[0] - b * from[1] - c * from[2]]
    };
    let beside = |x: f64| plane([x, forward[1] * across, forward[2] * across], 0.0);
    let above = |y: f64| plane(std::array::from_fn(|axis| forward[axis] * height + up[axis] * y), 0.0);
    vec![plane(forward, -near), plane(forward.map(|x| -x), far), beside(1.0), beside(-1.0), above(1.0), above(-1.0)]
}
