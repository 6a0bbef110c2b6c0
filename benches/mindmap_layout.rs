//! Speed of placing the nodes of a map, on this machine: `cargo bench --bench mindmap_layout`.
//!
//! Each line is the best and the median of several runs. The maps are a tree with five children per node and one grown
//! at random, which has branches of all depths; sizes are those of short titles.
#![allow(clippy::disallowed_methods)] // a bench asks the clock
#![allow(clippy::print_stdout)] // and prints what it found

use std::hint::black_box;
use std::time::{Duration, Instant};

use espalier_mindmap::layout::{ARRANGEMENTS, Arrangement, Direction, Drag, Layout, NONE, Point, Rect, Spacing, Tree};

const RUNS: usize = 15;

/// A map that owns its arrays.
struct Map {
    parents: Vec<u32>,
    widths: Vec<f32>,
    heights: Vec<f32>,
}

/// Returns a small difference that is the same in every run.
fn noise(seed: &mut u32) -> u32 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    *seed >> 16
}

/// Makes a map in pre-order; `up` is how far the next node is above a child of the last one.
fn map(count: usize, mut up: impl FnMut(usize) -> usize) -> Map {
    let mut map = Map { parents: vec![NONE], widths: vec![90.0], heights: vec![32.0] };
    let mut path = vec![0_u32];
    let mut seed = 7;
    while map.parents.len() < count {
        let left = up(path.len()).min(path.len() - 1);
        path.truncate(path.len() - left);
        let node = map.parents.len() as u32;
        map.parents.push(path[path.len() - 1]);
        map.widths.push(40.0 + (noise(&mut seed) % 160) as f32);
        map.heights.push(if noise(&mut seed).is_multiple_of(8) { 48.0 } else { 28.0 });
        path.push(node);
    }
    map
}

/// Makes a map of five children per node, down to the depth that gives about so many.
fn five_each(count: usize) -> Map {
    let mut depth = 1;
    while (5_usize.pow(depth + 1) - 1) / 4 < count {
        depth += 1;
    }
    let depth = depth as usize;
    let mut children = vec![0_usize; depth + 1];
    map(count, move |length| {
        // The last node is a leaf at the full depth, or has just begun.
        if length <= depth {
            children[length] = 1;
            return 0;
        }
        let mut up = 1;
        while up < depth && children[length - up] == 5 {
            up += 1;
        }
        children[length - up] += 1;
        up
    })
}

fn grown(count: usize) -> Map {
    let mut seed = 3;
    map(count, move |_| match noise(&mut seed) % 8 {
        0..=2 => 0,
        3 | 4 => 1,
        5 | 6 => 2,
        _ => 3,
    })
}

fn report(name: &str, mut run: impl FnMut() -> Duration) {
    let mut times: Vec<Duration> = (0..RUNS).map(|_| run()).collect();
    times.sort_unstable();
    let [best, median] = [times[0], times[RUNS / 2]].map(|took| took.as_secs_f64() * 1e3);
    println!("{name:<46} {best:>8.3} ms, median {median:>8.3} ms");
}

/// Measures the queries of a layout in use, a thousand of each.
fn questions(map: &Map) {
    let tree = Tree { parents: &map.parents, widths: &map.widths, heights: &map.heights, ..Tree::default() };
    let layout = Layout::new(&tree, Arrangement::Both, &Spacing::default());
    let count = layout.boxes.len();
    let places: Vec<usize> = (0..1000).map(|index| index * count / 1000).collect();
    let time = |name: &str, question: &dyn Fn(usize)| {
        report(&format!("{count} nodes, 1000 times {name}"), || {
            let begin = Instant::now();
            for &place in &places {
                question(place);
            }
            begin.elapsed()
        });
    };
    let view = |place: usize| {
        let centre = layout.boxes[place].centre();
        Rect { x: centre.x - 720.0, y: centre.y - 450.0, width: 1440.0, height: 900.0 }
    };
    time("boxes in view", &|place| {
        black_box(layout.boxes_in(&view(place)));
    });
    time("edges in view", &|place| {
        black_box(layout.edges_in(&view(place)));
    });
    time("an arrow up", &|place| {
        black_box(layout.neighbour(place, Direction::Up));
    });
    if let Some(drag) = Drag::new(&layout, &[count as u32 / 2]) {
        let beside = |place: usize| Point { x: layout.boxes[place].x, y: layout.boxes[place].y - 3.0 };
        time("a drop target", &|place| {
            black_box(drag.target(&layout, beside(place)));
        });
    }
}

fn main() {
    for count in [10_000, 100_000] {
        for (shape, map) in [("five each", five_each(count)), ("grown", grown(count))] {
            let tree = Tree { parents: &map.parents, widths: &map.widths, heights: &map.heights, ..Tree::default() };
            for arrangement in ARRANGEMENTS {
                report(&format!("{count} nodes, {shape}, {arrangement:?}"), || {
                    let begin = Instant::now();
                    black_box(Layout::new(black_box(&tree), arrangement, &Spacing::default()));
                    begin.elapsed()
                });
            }
        }
        questions(&grown(count));
    }
}
