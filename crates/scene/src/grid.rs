//! Spatial index over the bounding spheres of a scene's shapes: a uniform grid of buckets.
//!
//! The items lie in parallel arrays; each cell owns a contiguous run of places in them, its bucket, which has room
//! to spare. A full bucket moves to a run of twice the size, and its old run is kept for the next bucket of that
//! size. A cell with far too many items is divided by a layer of cells of its own, so that clusters, or a far
//! outlier that makes the outer cells huge, cost one more step instead of a long scan. When the number of items
//! has doubled or halved, or too much room is unused, all is built anew. Queries on extents look as far around as
//! the largest radius; the few items much larger than a cell are kept in a list too, and are looked at one by one.
//!
//! Invariants:
//! - G1: Every stored slot is in exactly one bucket, and `homes` tells which and where.
//! - G2: The bucket of an item is that of the cell which its centre falls in, in the lowest layer there.
//! - G3: Buckets and free runs do not overlap, and are powers of two long; a cell with a layer has no bucket.
//! - G4: The bounds and the reach of a layer, and the reach of a cell, are never less than those of their items.
//! - G5: `big` has the slots of exactly the items whose radius is larger than `big_from`.
//! - G6: The arrays are at most a few times as long as there are items, whatever their distribution.

mod layer;
mod query;
#[cfg(test)]
mod tests;

use layer::Layer;

/// Place of a shape in the arrays of its scene.
pub type Slot = u32;

/// Items in a full bucket from which on its cell is divided.
const SPLIT: usize = 64;
/// Layers below the topmost at most.
const MAX_DEPTH: u32 = 8;
/// Largest coordinate and radius, such that squares and sums of them stay finite.
const LIMIT: f64 = 1e100;
/// Stands for no cell or no layer.
const NONE: u32 = u32::MAX;

/// A bounding sphere on its way into the arrays.
#[derive(Clone, Copy, Debug)]
struct Item {
    centre: [f64; 3],
    radius: f64,
    slot: Slot,
}

impl Item {
    /// The item, its radius made valid; none if its centre cannot be stored.
    fn new(slot: Slot, centre: [f64; 3], radius: f64) -> Option<Self> {
        let radius = if radius > 0.0 { radius.min(LIMIT) } else { 0.0 };
        centre.iter().all(|x| x.abs() <= LIMIT).then_some(Self { centre, radius, slot })
    }
}

/// A cell: the run of places that is its bucket, or the layer that divides it.
#[derive(Clone, Copy, Debug)]
struct Cell {
    start: u32,
    len: u32,
    room: u32,
    /// The layer that divides it, or [`NONE`].
    child: u32,
    /// Largest radius put in since it was last empty or moved.
    reach: f64,
}

impl Cell {
    const EMPTY: Self = Self { start: 0, len: 0, room: 0, child: NONE, reach: 0.0 };

    /// The places of its items.
    fn places(&self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Location of an item: its cell, or [`NONE`], and its place in the arrays.
#[derive(Clone, Copy, Debug)]
struct Home {
    cell: u32,
    place: u32,
}

const ABSENT: Home = Home { cell: NONE, place: 0 };

/// A spatial index over bounding spheres, by slot.
///
/// Memory grows with the largest slot, so slots should be places in an array without large gaps. An item with a
/// coordinate that is not finite, or is beyond 1e100, is not stored; a radius that is negative or not a number
/// counts as zero.
#[derive(Clone, Debug)]
pub struct Grid {
    layers: Vec<Layer>,
    cells: Vec<Cell>,
    centres: Vec<[f64; 3]>,
    radii: Vec<f64>,
    slots: Vec<Slot>,
    /// Starts of unused runs, by the logarithm of their length.
    free: [Vec<u32>; 32],
    homes: Vec<Home>,
    big: Vec<Slot>,
    big_from: f64,
    len: usize,
    /// Number of items when all was last built.
    built_for: usize,
}

impl Default for Grid {
    fn default() -> Self {
        Self::build(std::iter::empty())
    }
}

impl Grid {
    /// An index of the items; of those with the same slot the last counts.
    pub fn build(items: impl Iterator<Item = (Slot, [f64; 3], f64)>) -> Self {
        let mut homes: Vec<Home> = Vec::with_capacity(items.size_hint().0);
        let mut stored: Vec<Item> = Vec::with_capacity(items.size_hint().0);
        let mut dropped = false;
        for (slot, centre, radius) in items {
            let index = slot as usize;
            if index >= homes.len() {
                homes.resize(index + 1, ABSENT);
            }
            let item = Item::new(slot, centre, radius);
            match item {
                Some(item) if homes[index].cell == NONE => {
                    homes[index] = Home { cell: 0, place: stored.len() as u32 };
                    stored.push(item);
                }
                Some(item) => stored[homes[index].place as usize] = item,
                // Its place is kept until the end, for others are known by theirs.
                None if homes[index].cell != NONE => {
                    stored[homes[index].place as usize].slot = NONE;
                    homes[index] = ABSENT;
                    dropped = true;
                }
                None => {}
            }
        }
        if dropped {
            stored.retain(|item| item.slot != NONE);
        }
        let mut grid = Self {
            layers: Vec::new(),
            cells: Vec::new(),
            centres: Vec::new(),
            radii: Vec::new(),
            slots: Vec::new(),
            free: Default::default(),
            homes,
            big: Vec::new(),
            big_from: 0.0,
            len: 0,
            built_for: 0,
        };
        grid.load(&stored);
        grid
    }

    /// Number of stored items.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Stores an item in place of the one that has its slot; one that cannot be stored only takes that one out.
    pub fn insert(&mut self, slot: Slot, centre: [f64; 3], radius: f64) {
        let Some(item) = Item::new(slot, centre, radius) else {
            self.remove(slot);
            return;
        };
        if slot as usize >= self.homes.len() {
            self.homes.resize(slot as usize + 1, ABSENT);
        }
        let home = self.homes[slot as usize];
        let (layer, cell) = self.descend(0, &item);
        if home.cell == cell as u32 {
            self.note_big(slot, self.radii[home.place as usize], item.radius);
            self.write(home.place as usize, &item);
            self.cells[cell].reach = self.cells[cell].reach.max(item.radius);
            return;
        }
        let before = if home.cell == NONE { 0.0 } else { self.take(home) };
        self.note_big(slot, before, item.radius);
        self.push(layer, cell, &item);
        self.tidy();
    }

    /// Takes an item out; whether it was there.
    pub fn remove(&mut self, slot: Slot) -> bool {
        let Some(&home) = self.homes.get(slot as usize).filter(|home| home.cell != NONE) else { return false };
        let radius = self.take(home);
        self.note_big(slot, radius, 0.0);
        self.homes[slot as usize] = ABSENT;
        self.tidy();
        true
    }

    /// The layer and the cell an item belongs to, from a layer downwards, which are made to reach as far as it does.
    fn descend(&mut self, mut layer: usize, item: &Item) -> (usize, usize) {
        let reach = if item.radius > self.big_from { 0.0 } else { item.radius };
        loop {
            let here = &mut self.layers[layer];
            here.widen(item.centre, reach);
            let cell = here.place(here.indices(item.centre));
            match self.cells[cell].child {
                NONE => return (layer, cell),
                child => layer = child as usize,
            }
        }
    }

    /// Keeps the list of big items when the radius of one changes; zero stands for an item that is not there.
    fn note_big(&mut self, slot: Slot, before: f64, after: f64) {
        match (before > self.big_from, after > self.big_from) {
            (false, true) => self.big.push(slot),
            (true, false) => self.big.retain(|&other| other != slot),
            _ => {}
        }
    }

    /// Writes an item to a place.
    fn write(&mut self, place: usize, item: &Item) {
        self.centres[place] = item.centre;
        self.radii[place] = item.radius;
        self.slots[place] = item.slot;
    }

    /// Reads the item at a place.
    fn read(&self, place: usize) -> Item {
        Item { centre: self.centres[place], radius: self.radii[place], slot: self.slots[place] }
    }

    /// Takes an item out of its bucket, whose last item fills the gap; gives its radius.
    fn take(&mut self, home: Home) -> f64 {
        let place = home.place as usize;
        let radius = self.radii[place];
        let cell = &mut self.cells[home.cell as usize];
        cell.len -= 1;
        if cell.len == 0 {
            cell.reach = 0.0;
        }
        let last = (cell.start + cell.len) as usize;
        if last != place {
            let moved = self.read(last);
            self.write(place, &moved);
            self.homes[moved.slot as usize].place = home.place;
        }
        self.len -= 1;
        radius
    }

    /// Adds an item to the bucket of a cell of a layer.
    fn push(&mut self, mut layer: usize, mut cell: usize, item: &Item) {
        while self.cells[cell].len == self.cells[cell].room {
            if self.cells[cell].len as usize >= SPLIT && self.split(layer, cell) {
                (layer, cell) = self.descend(self.cells[cell].child as usize, item);
            } else {
                self.enlarge(cell);
            }
        }
        let bucket = &mut self.cells[cell];
        let place = bucket.start + bucket.len;
        bucket.len += 1;
        bucket.reach = bucket.reach.max(item.radius);
        self.write(place as usize, item);
        self.homes[item.slot as usize] = Home { cell: cell as u32, place };
        self.len += 1;
    }

    /// Returns the start of a run of that many places, a power of two.
    fn allot(&mut self, room: u32) -> u32 {
        if let Some(start) = self.free[room.trailing_zeros() as usize].pop() {
            return start;
        }
        let start = self.slots.len();
        let end = start + room as usize;
        self.centres.resize(end, [0.0; 3]);
        self.radii.resize(end, 0.0);
        self.slots.resize(end, 0);
        start as u32
    }

    /// Keeps the run of a cell for other buckets.
    fn release(&mut self, cell: usize) {
        let Cell { start, room, .. } = self.cells[cell];
        if room > 0 {
            self.free[room.trailing_zeros() as usize].push(start);
        }
    }

    /// Moves a full bucket to a run of twice the size, at least of four places.
    fn enlarge(&mut self, cell: usize) {
        let old = self.cells[cell];
        let room = (old.room * 2).max(4);
        let start = self.allot(room);
        let mut reach: f64 = 0.0;
        for (place, old_place) in (start..).zip(old.places()) {
            let item = self.read(old_place);
            self.write(place as usize, &item);
            self.homes[item.slot as usize].place = place;
            reach = reach.max(item.radius);
        }
        self.release(cell);
        self.cells[cell] = Cell { start, len: old.len, room, child: NONE, reach };
    }

    /// Divides a cell by a layer of its own; returns whether that could be done.
    fn split(&mut self, layer: usize, cell: usize) -> bool {
        let depth = self.layers[layer].depth;
        let items: Vec<Item> = self.cells[cell].places().map(|place| self.read(place)).collect();
        let Some(layer) = fit_below(&items, depth) else { return false };
        self.release(cell);
        let child = self.fill_layer(layer, &items);
        self.cells[cell] = Cell { child, ..Cell::EMPTY };
        true
    }

    /// Builds all anew if the cells no longer suit the items, or if too much of the arrays is unused.
    fn tidy(&mut self) {
        let drifted = self.len > self.built_for * 2 + SPLIT || self.len * 2 + SPLIT < self.built_for;
        let wasteful = self.slots.len() > self.len * 4 + 4096 || self.cells.len() > self.len * 2 + 4096;
        if drifted || wasteful || self.big.len() > big_count(self.len) * 4 {
            let mut items = Vec::with_capacity(self.len);
            items.extend(self.cells.iter().flat_map(Cell::places).map(|place| self.read(place)));
            self.load(&items);
        }
    }

    /// Fills the grid with the items and nothing else; `homes` has room for them.
    fn load(&mut self, items: &[Item]) {
        self.layers.clear();
        self.cells.clear();
        self.centres.clear();
        self.radii.clear();
        self.slots.clear();
        self.free.iter_mut().for_each(Vec::clear);
        self.big.clear();
        let room = items.len() + items.len() / 2;
        self.centres.reserve(room);
        self.radii.reserve(room);
        self.slots.reserve(room);
        let top = Layer::fit(items, 0);
        self.big_from = big_from(items, top.cell_size() * 2.0);
        self.big.extend(items.iter().filter(|item| item.radius > self.big_from).map(|item| item.slot));
        self.fill_layer(top, items);
        self.len = items.len();
        self.built_for = items.len();
    }

    /// Adds a layer and puts the items in its cells; gives its place in `layers`.
    fn fill_layer(&mut self, mut layer: Layer, items: &[Item]) -> u32 {
        let first = self.cells.len();
        layer.first = first as u32;
        layer.reach = items.iter().map(|item| item.radius).filter(|&r| r <= self.big_from).fold(0.0, f64::max);
        // A counting sort by cell: `ends` has the number of items before each cell, then before and in it.
        let mut ends = vec![0_u32; layer.cell_count()];
        let places: Vec<u32> = items.iter().map(|item| layer.place(layer.indices(item.centre)) as u32).collect();
        for &place in &places {
            ends[place as usize - first] += 1;
        }
        let mut before = 0;
        for end in &mut ends {
            before += std::mem::replace(end, before);
        }
        let mut order = vec![0_u32; items.len()];
        for (index, &place) in (0..).zip(&places) {
            let end = &mut ends[place as usize - first];
            order[*end as usize] = index;
            *end += 1;
        }
        self.cells.resize(first + ends.len(), Cell::EMPTY);
        let depth = layer.depth;
        self.layers.push(layer);
        let id = self.layers.len() as u32 - 1;
        let mut start = 0;
        for (cell, end) in (first..).zip(ends) {
            self.fill_cell(cell, items, &order[start..end as usize], depth);
            start = end as usize;
        }
        id
    }

    /// Puts the chosen items in an empty cell, divided if they are many.
    fn fill_cell(&mut self, cell: usize, items: &[Item], chosen: &[u32], depth: u32) {
        if chosen.len() > SPLIT {
            let own: Vec<Item> = chosen.iter().map(|&index| items[index as usize]).collect();
            if let Some(layer) = fit_below(&own, depth) {
                self.cells[cell].child = self.fill_layer(layer, &own);
                return;
            }
        }
        if chosen.is_empty() {
            return;
        }
        let len = chosen.len() as u32;
        let room = len.next_power_of_two();
        let start = self.allot(room);
        let mut reach: f64 = 0.0;
        for (place, &index) in (start..).zip(chosen) {
            let item = &items[index as usize];
            self.write(place as usize, item);
            self.homes[item.slot as usize] = Home { cell: cell as u32, place };
            reach = reach.max(item.radius);
        }
        self.cells[cell] = Cell { start, len, room, child: NONE, reach };
    }
}

/// A layer for the items of a cell in a layer of that depth; none where it would not part them.
fn fit_below(items: &[Item], depth: u32) -> Option<Layer> {
    let layer = (depth < MAX_DEPTH).then(|| Layer::fit(items, depth + 1))?;
    (layer.cell_count() > 1).then_some(layer)
}

/// Number of items that may be big when all is built.
fn big_count(items: usize) -> usize {
    items / 256 + 16
}

/// Radius above which an item is big: the given one, or larger such that no more than [`big_count`] are.
fn big_from(items: &[Item], least: f64) -> f64 {
    let mut large: Vec<f64> = items.iter().map(|item| item.radius).filter(|&radius| radius > least).collect();
    let most = big_count(items.len());
    if large.len() <= most {
        return least;
    }
    *large.select_nth_unstable_by(most, |a, b| b.total_cmp(a)).1
}
