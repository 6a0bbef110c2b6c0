//! The grid against brute force, rstar and kiddo.

use std::num::NonZero;

use kiddo::{ImmutableKdTree, SquaredEuclidean};
use rstar::RTree;
use rstar::primitives::GeomWithData;

use super::{Grid, MAX_DEPTH, NONE, SPLIT, Slot, big_count};

/// Random numbers from a fixed seed (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// From 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn direction(&mut self) -> [f64; 3] {
        loop {
            let v: [f64; 3] = std::array::from_fn(|_| self.within(-1.0, 1.0));
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.1 && length < 1.0 {
                return v.map(|x| x / length);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum World {
    /// Evenly in a box.
    Even,
    /// Evenly at height zero.
    Flat,
    /// In a few clusters of very different sizes.
    Clusters,
    /// All in a small box, but one that is far off.
    Outlier,
    /// All but some at two places.
    TwoPlaces,
    /// All at one place.
    OnePlace,
    /// At whole coordinates, so that many distances are equal.
    Lattice,
    /// In a small box that wanders.
    Wandering,
}

const WORLDS: [World; 8] = [
    World::Even,
    World::Flat,
    World::Clusters,
    World::Outlier,
    World::TwoPlaces,
    World::OnePlace,
    World::Lattice,
    World::Wandering,
];

impl World {
    fn centre(self, random: &mut Random, step: usize) -> [f64; 3] {
        let even = [random.within(-500.0, 500.0), random.within(0.0, 100.0), random.within(-500.0, 500.0)];
        match self {
            Self::Even => even,
            Self::Flat => [even[0], 0.0, even[2]],
            Self::Clusters => {
                let cluster = random.below(6) as f64;
                let size = 10_f64.powf(2.0 - cluster);
                let middle = cluster * 170.0 - 400.0;
                [middle, 5.0 * cluster, -middle].map(|x| x + random.within(-size, size))
            }
            Self::Outlier if random.below(2000) == 0 => [1e7, 2e6, -3e7],
            Self::Outlier => even.map(|x| x / 50.0),
            Self::TwoPlaces => match random.below(100) {
                0 => even,
                1..50 => [1.0, 2.0, 3.0],
                _ => [-400.0, 0.0, 400.0],
            },
            Self::OnePlace => [7.0, 8.0, 9.0],
            Self::Lattice => [0; 3].map(|_| random.below(9) as f64),
            Self::Wandering => {
                let drift = step as f64 / 100.0;
                [even[0] / 20.0 + drift, even[1] / 20.0, even[2] / 20.0 - drift]
            }
        }
    }

    /// Mostly small radii and a few huge ones; in some worlds none, or all large.
    fn radius(self, random: &mut Random) -> f64 {
        match self {
            Self::Flat => 0.0,
            Self::Lattice => random.within(20.0, 25.0),
            _ if random.below(200) == 0 => random.within(100.0, 900.0),
            _ => random.within(0.0, 3.0),
        }
    }
}

/// The stored set without an index, for comparison.
#[derive(Default)]
struct Brute(Vec<Option<([f64; 3], f64)>>);

impl Brute {
    fn items(&self) -> impl Iterator<Item = (Slot, [f64; 3], f64)> {
        (0..).zip(&self.0).filter_map(|(slot, item)| item.map(|(centre, radius)| (slot, centre, radius)))
    }

    fn nearest(&self, point: [f64; 3], k: usize, keep: impl Fn(Slot) -> bool) -> Vec<(Slot, f64)> {
        let kept = self.items().filter(|item| keep(item.0));
        let mut all: Vec<(f64, Slot)> = kept.map(|(slot, centre, _)| (square(centre, point), slot)).collect();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        all.into_iter().take(k).map(|(distance, slot)| (slot, distance.sqrt())).collect()
    }

    fn within(&self, point: [f64; 3], radius: f64) -> Vec<Slot> {
        let inside = self.items().filter(|item| square(item.1, point) <= radius * radius);
        inside.map(|item| item.0).collect()
    }

    fn in_view(&self, planes: &[[f64; 4]]) -> Vec<Slot> {
        let inside =
            |[x, y, z]: [f64; 3], radius: f64| planes.iter().all(|p| p[0] * x + p[1] * y + p[2] * z + p[3] >= -radius);
        self.items().filter(|&(_, centre, radius)| inside(centre, radius)).map(|item| item.0).collect()
    }

    fn cast(&self, origin: [f64; 3], direction: [f64; 3]) -> Option<(Slot, f64)> {
        let hits = self.items().filter_map(|(slot, _, _)| Some((self.hit(slot, origin, direction)?, slot)));
        hits.min_by(|a, b| a.partial_cmp(b).unwrap()).map(|(distance, slot)| (slot, distance))
    }

    /// Intersects the ray with a sphere of nine tenths of the radius, which stands for the shape; every fifth shape is
    /// never hit.
    fn hit(&self, slot: Slot, origin: [f64; 3], direction: [f64; 3]) -> Option<f64> {
        let (centre, radius) = self.0[slot as usize]?;
        let towards: [f64; 3] = std::array::from_fn(|axis| centre[axis] - origin[axis]);
        let along: f64 = (0..3).map(|axis| towards[axis] * direction[axis]).sum();
        let aside: f64 = (0..3).map(|axis| (towards[axis] - along * direction[axis]).powi(2)).sum();
        let half = (radius * radius * 0.81 - aside).sqrt();
        let distance = if along - half >= 0.0 { along - half } else { along + half };
        (!slot.is_multiple_of(5) && distance >= 0.0).then_some(distance)
    }

    fn bounds(&self) -> Option<([f64; 3], [f64; 3])> {
        self.items().fold(None, |bounds, (_, centre, radius)| {
            let (low, high) = bounds.unwrap_or(([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]));
            Some((
                std::array::from_fn(|axis| low[axis].min(centre[axis] - radius)),
                std::array::from_fn(|axis| high[axis].max(centre[axis] + radius)),
            ))
        })
    }
}

fn square(a: [f64; 3], b: [f64; 3]) -> f64 {
    let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
}

fn sorted(mut slots: Vec<Slot>) -> Vec<Slot> {
    slots.sort_unstable();
    slots
}

/// Six planes around what is seen from a point with some opening, a near and a far plane among them.
fn view(random: &mut Random, from: [f64; 3]) -> Vec<[f64; 4]> {
    let forward = random.direction();
    let plane = |normal: [f64; 3], at: [f64; 3]| {
        let d: f64 = (0..3).map(|axis| normal[axis] * at[axis]).sum();
        [normal[0], normal[1], normal[2], -d]
    };
    let far = random.within(10.0, 2000.0);
    let mut planes = vec![
        plane(forward, from),
        plane(forward.map(|x| -x), std::array::from_fn(|axis| from[axis] + forward[axis] * far)),
    ];
    for _ in 0..4 {
        let tilt = random.direction();
        let sum: [f64; 3] = std::array::from_fn(|axis| forward[axis] + tilt[axis] * 0.9);
        let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
        planes.push(plane(sum.map(|x| x / length), from));
    }
    planes
}

/// A point to ask about: near an item, somewhere around, or far away.
fn point(random: &mut Random, world: World, step: usize) -> [f64; 3] {
    let near = world.centre(random, step);
    match random.below(4) {
        0 => near,
        1 => near.map(|x| x + random.within(-3.0, 3.0)),
        2 => near.map(|x| x + random.within(-300.0, 300.0)),
        _ => [random.within(-3000.0, 3000.0), random.within(-300.0, 300.0), random.within(-3000.0, 3000.0)],
    }
}

/// Every query once, against brute force.
fn compare(grid: &Grid, brute: &Brute, random: &mut Random, world: World, step: usize) {
    let at = point(random, world, step);
    let k = [0, 1, 10, 70][random.below(4)];
    let (third, odd) = (|slot: Slot| !slot.is_multiple_of(3), |_| true);
    assert_eq!(grid.nearest(at, k, &mut { third }), brute.nearest(at, k, third), "{world:?} nearest");
    assert_eq!(grid.nearest(at, k, &mut { odd }), brute.nearest(at, k, odd), "{world:?} nearest");

    let radius = [0.0, 1.0, 20.0, 400.0, 1e9][random.below(5)];
    let mut found = Vec::new();
    grid.within(at, radius, &mut found);
    assert_eq!(sorted(found), brute.within(at, radius), "{world:?} within {radius}");

    let planes = view(random, at);
    for count in [1, 3, planes.len()] {
        let mut found = Vec::new();
        grid.in_view(&planes[..count], &mut found);
        assert_eq!(sorted(found), brute.in_view(&planes[..count]), "{world:?} in view");
    }

    let target = world.centre(random, step);
    let toward: [f64; 3] = std::array::from_fn(|axis| target[axis] - at[axis]);
    let length = toward.iter().map(|x| x * x).sum::<f64>().sqrt();
    let aimed = if length > 0.0 { toward.map(|x| x / length) } else { [0.0, -1.0, 0.0] };
    for direction in [aimed, random.direction(), [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]] {
        let mut asked = Vec::new();
        let found = grid.cast(at, direction, &mut |slot| {
            asked.push(slot);
            brute.hit(slot, at, direction)
        });
        assert_eq!(found, brute.cast(at, direction), "{world:?} cast from {at:?} to {direction:?}");
        let count = asked.len();
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked.len(), count, "{world:?} asked twice");
    }
    assert_eq!(grid.bounds(), brute.bounds(), "{world:?} bounds");
    assert_eq!(grid.len(), brute.items().count());
}

/// Asserts the invariants G1 to G6.
fn check(grid: &Grid) {
    let mut owner = vec![NONE; grid.slots.len()];
    let mut claim = |start: u32, room: u32, by: u32| {
        assert!(room == 0 || room.is_power_of_two(), "G3");
        for place in start..start + room {
            assert_eq!(std::mem::replace(&mut owner[place as usize], by), NONE, "G3");
        }
    };
    for (index, cell) in (0..).zip(&grid.cells) {
        claim(cell.start, cell.room, index);
        assert!(cell.len <= cell.room && (cell.child == NONE || cell.room == 0), "G3");
    }
    for (power, starts) in grid.free.iter().enumerate() {
        for &start in starts {
            claim(start, 1 << power, 0);
        }
    }
    let stored: usize = grid.cells.iter().map(|cell| cell.len as usize).sum();
    assert_eq!(stored, grid.len, "G1");
    assert_eq!(grid.homes.iter().filter(|home| home.cell != NONE).count(), grid.len, "G1");
    let mut big = Vec::new();
    for (slot, home) in (0..).zip(&grid.homes).filter(|(_, home)| home.cell != NONE) {
        let cell = &grid.cells[home.cell as usize];
        assert!(cell.places().contains(&(home.place as usize)), "G1");
        let item = grid.read(home.place as usize);
        assert_eq!(item.slot, slot, "G1");
        assert!(cell.reach >= item.radius, "G4");
        if item.radius > grid.big_from {
            big.push(slot);
        }
        let mut layer = &grid.layers[0];
        let at = loop {
            let inside = (0..3).all(|a| layer.low[a] <= item.centre[a] && item.centre[a] <= layer.high[a]);
            assert!(inside && (layer.reach >= item.radius || item.radius > grid.big_from), "G4");
            let indices = layer.indices(item.centre);
            assert!((0..3).all(|a| layer.gap(a, indices[a], item.centre[a]) <= 0.0), "G2");
            let at = layer.place(indices);
            match grid.cells[at].child {
                NONE => break at,
                child => layer = &grid.layers[child as usize],
            }
        };
        assert_eq!(at as u32, home.cell, "G2");
    }
    assert_eq!(sorted(grid.big.clone()), big, "G5");
    assert!(big.len() <= big_count(grid.len) * 4, "G5");
    assert!(grid.slots.len() <= grid.len * 4 + 4096 && grid.cells.len() <= grid.len * 2 + 4096, "G6");
}

/// Random inserts, moves and removals, with every query and the invariants checked now and then.
fn exercise(world: World, operations: usize, slots: usize) {
    let mut random = Random(world as u64 + 1);
    let mut brute = Brute(vec![None; slots]);
    let mut grid = Grid::default();
    for step in 0..operations {
        let slot = random.below(slots);
        // Waves of filling and emptying, so that all is built anew in both directions.
        let filling = step / (slots * 3) % 4 != 3;
        match random.below(10) {
            0..2 if filling => assert_eq!(grid.remove(slot as Slot), brute.0[slot].take().is_some()),
            0..9 if !filling => assert_eq!(grid.remove(slot as Slot), brute.0[slot].take().is_some()),
            2..6 if brute.0[slot].is_some() => {
                let (centre, radius) = brute.0[slot].unwrap();
                let moved = if world == World::OnePlace { centre } else { centre.map(|x| x + random.unit() - 0.5) };
                let moved = if world == World::Flat { [moved[0], 0.0, moved[2]] } else { moved };
                grid.insert(slot as Slot, moved, radius);
                brute.0[slot] = Some((moved, radius));
            }
            _ => {
                let item = (world.centre(&mut random, step), world.radius(&mut random));
                grid.insert(slot as Slot, item.0, item.1);
                brute.0[slot] = Some(item);
            }
        }
        if step % 997 == 0 {
            compare(&grid, &brute, &mut random, world, step);
        }
        if step % 4999 == 0 {
            check(&grid);
        }
    }
    check(&grid);
    let built = Grid::build(brute.items().collect::<Vec<_>>().into_iter());
    check(&built);
    for _ in 0..20 {
        compare(&built, &brute, &mut random, world, operations);
    }
}

macro_rules! exercise {
    ($($name:ident $world:ident,)*) => {$(
        #[test]
        fn $name() {
            exercise(World::$world, 130_000, 2000);
        }
    )*};
}

// G1 to G6, in 1,040,000 operations.
exercise! {
    agrees_with_brute_force_when_even Even,
    agrees_with_brute_force_when_flat Flat,
    agrees_with_brute_force_in_clusters Clusters,
    agrees_with_brute_force_with_an_outlier Outlier,
    agrees_with_brute_force_at_two_places TwoPlaces,
    agrees_with_brute_force_at_one_place OnePlace,
    agrees_with_brute_force_on_a_lattice Lattice,
    agrees_with_brute_force_when_wandering Wandering,
}

#[test]
fn agrees_with_rstar_and_kiddo() {
    for world in WORLDS {
        let mut random = Random(world as u64 + 100);
        let centres: Vec<[f64; 3]> = (0..3000).map(|step| world.centre(&mut random, step)).collect();
        let grid = Grid::build((0..).zip(&centres).map(|(slot, &centre)| (slot, centre, 1.0)));
        check(&grid);
        let tree = RTree::bulk_load((0..).zip(&centres).map(|(slot, &c)| GeomWithData::new(c, slot)).collect());
        // Kiddo cannot hold many items at one place.
        let kd = match world {
            World::OnePlace | World::TwoPlaces | World::Lattice => None,
            _ => Some(ImmutableKdTree::<f64, 3>::new_from_slice(&centres).unwrap()),
        };
        for step in 0..50 {
            let at = point(&mut random, world, step);
            let nearest: Vec<f64> = grid.nearest(at, 10, &mut |_| true).iter().map(|found| found.1).collect();
            let by_tree = tree.nearest_neighbor_iter(at).take(10);
            assert_eq!(nearest, by_tree.map(|item| square(*item.geom(), at).sqrt()).collect::<Vec<_>>());
            let radius = random.within(0.0, 100.0);
            let mut within = Vec::new();
            grid.within(at, radius, &mut within);
            let by_tree: Vec<Slot> = tree.locate_within_distance(at, radius * radius).map(|item| item.data).collect();
            assert_eq!(sorted(within.clone()), sorted(by_tree));
            if let Some(kd) = &kd {
                let by_kd = kd.query(&at).nearest_n::<SquaredEuclidean<f64>>(NonZero::new(10).unwrap()).execute();
                assert_eq!(nearest, by_kd.iter().map(|item| item.distance.sqrt()).collect::<Vec<_>>());
                let by_kd = kd.query(&at).within::<SquaredEuclidean<f64>>(radius * radius).execute();
                assert_eq!(sorted(within), sorted(by_kd.iter().map(|item| item.item as Slot).collect()));
            }
        }
    }
}

#[test]
fn stays_small_and_shallow_whatever_the_distribution() {
    // G6: Nested clusters, each a hundredth of the size of the one before, and a far outlier.
    let mut random = Random(5);
    let items = (0..20_000_u32).map(|slot| {
        let size = 0.01_f64.powf(f64::from(slot % 5));
        (slot, [0.0; 3].map(|_: f64| random.within(0.0, size)), 0.0)
    });
    let mut items: Vec<_> = items.collect();
    items.push((20_000, [1e90, 0.0, 0.0], 0.0));
    let grid = Grid::build(items.into_iter());
    check(&grid);
    assert!(grid.layers.iter().all(|layer| layer.depth <= MAX_DEPTH));
    let longest = grid.cells.iter().map(|cell| cell.len as usize).max().unwrap();
    assert!(longest <= SPLIT * 2, "a bucket of {longest}");
}

#[test]
fn keeps_the_list_of_big_items_short() {
    // G5: All items are large when added, so that none is larger than the others.
    let mut grid = Grid::default();
    let mut random = Random(6);
    for slot in 0..3000 {
        grid.insert(slot, World::Even.centre(&mut random, 0), random.within(500.0, 1000.0));
    }
    check(&grid);
    assert!(grid.big.len() <= big_count(3000) * 4);
}

#[test]
fn an_empty_grid_answers_nothing() {
    let mut grid = Grid::build(std::iter::empty());
    assert!(grid.is_empty() && grid.bounds().is_none() && !grid.remove(3));
    assert!(grid.nearest([0.0; 3], 5, &mut |_| true).is_empty());
    assert!(grid.cast([0.0; 3], [1.0, 0.0, 0.0], &mut |_| Some(1.0)).is_none());
    let mut out = Vec::new();
    grid.within([0.0; 3], f64::INFINITY, &mut out);
    grid.in_view(&[], &mut out);
    assert!(out.is_empty());
}

#[test]
fn what_is_not_finite_is_not_stored_and_finds_nothing() {
    let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 1e101];
    let mut items: Vec<(Slot, [f64; 3], f64)> = (0..).zip(bad).map(|(slot, x)| (slot, [0.0, x, 0.0], 1.0)).collect();
    // Of the same slot the last counts, be it one that cannot be stored.
    items.extend([(6, [1.0; 3], 1.0), (7, [1.0; 3], 1.0), (6, [f64::NAN; 3], 1.0), (7, [2.0; 3], f64::NAN)]);
    items.extend([(8, [5.0; 3], f64::INFINITY), (9, [3.0; 3], -4.0)]);
    let mut grid = Grid::build(items.into_iter());
    check(&grid);
    assert_eq!(grid.nearest([0.0; 3], 9, &mut |_| true).iter().map(|found| found.0).collect::<Vec<_>>(), [7, 9, 8]);
    assert_eq!(grid.bounds(), Some(([-1e100; 3], [1e100; 3])));
    for x in bad {
        grid.insert(20, [x; 3], 1.0);
        grid.nearest([x; 3], 3, &mut |_| true);
        grid.within([x; 3], x, &mut Vec::new());
        grid.in_view(&[[x; 4]], &mut Vec::new());
        grid.cast([x; 3], [x; 3], &mut |_| Some(x));
        grid.cast([0.0; 3], [x; 3], &mut |_| Some(x));
    }
    assert_eq!(grid.len(), 3);
    grid.insert(7, [f64::NAN; 3], 1.0);
    assert!(grid.len() == 2 && !grid.remove(7));
    check(&grid);
    assert_eq!(grid.cast([0.0; 3], [1.0, 0.0, 0.0], &mut |_| Some(f64::NAN)), None);
}

#[test]
fn takes_any_number_of_planes() {
    let items: Vec<_> = (0..1000).map(|slot| (slot, [f64::from(slot), 0.0, 0.0], 0.5)).collect();
    let grid = Grid::build(items.into_iter());
    let mut planes = vec![[1.0, 0.0, 0.0, 10.0]; 80];
    planes.push([-1.0, 0.0, 0.0, 499.0]);
    let mut out = Vec::new();
    grid.in_view(&planes, &mut out);
    assert_eq!(sorted(out), (0..500).collect::<Vec<_>>());
}

#[test]
fn asks_little_along_a_ray() {
    // A wall of shapes behind the first one hit is not asked about.
    let items: Vec<_> =
        (0..10_000).map(|slot| (slot, [f64::from(slot % 100), f64::from(slot / 100), 0.0], 0.4)).collect();
    let grid = Grid::build(items.into_iter());
    let mut asked = 0;
    let hit = grid.cast([-10.0, 50.0, 0.0], [1.0, 0.0, 0.0], &mut |slot| {
        asked += 1;
        Some(f64::from(slot % 100) + 9.6)
    });
    assert_eq!(hit, Some((5000, 9.6)));
    assert!(asked < 8, "asked about {asked}");
}
