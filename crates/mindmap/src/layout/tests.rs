//! The rules L1 to L7 on random maps. `PROPTEST_CASES=10000 cargo test -p espalier-mindmap --release layout` is the long run.

mod queries;

use proptest::prelude::*;

use super::*;

/// Rounding over a whole map.
const TINY: f64 = 1e-6;

/// A map that owns its arrays.
#[derive(Debug, Clone, Default)]
pub struct Map {
    pub parents: Vec<u32>,
    pub widths: Vec<f32>,
    pub heights: Vec<f32>,
    pub folded: Vec<bool>,
    pub sides: Vec<Option<Side>>,
}

impl Map {
    pub fn tree(&self) -> Tree<'_> {
        Tree {
            parents: &self.parents,
            widths: &self.widths,
            heights: &self.heights,
            folded: &self.folded,
            sides: &self.sides,
        }
    }

    pub fn layout(&self, arrangement: Arrangement) -> Layout {
        Layout::new(&self.tree(), arrangement, &Spacing::default())
    }

    pub fn push(&mut self, parent: u32, width: f32, height: f32) -> u32 {
        self.parents.push(parent);
        self.widths.push(width);
        self.heights.push(height);
        self.folded.push(false);
        self.sides.push(None);
        self.parents.len() as u32 - 1
    }

    /// A map whose node `i` is the child of node `parents[i - 1]`, all of the same size.
    pub fn of(parents: &[u32]) -> Self {
        let mut map = Self::default();
        map.push(NONE, 60.0, 20.0);
        for &parent in parents {
            map.push(parent, 60.0, 20.0);
        }
        map
    }

    /// The map with all children in the opposite order, and the new index of each node.
    fn mirrored(&self) -> (Self, Vec<usize>) {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.parents.len()];
        let mut open = Vec::new();
        for (node, &parent) in self.parents.iter().enumerate() {
            match children.get_mut(parent as usize) {
                Some(siblings) => siblings.push(node),
                None => open.push(node),
            }
        }
        open.reverse();
        let mut map = Self::default();
        let mut went = vec![usize::MAX; self.parents.len()];
        while let Some(node) = open.pop() {
            let parent = went.get(self.parents[node] as usize).map_or(NONE, |&parent| parent as u32);
            went[node] = map.push(parent, self.widths[node], self.heights[node]) as usize;
            map.folded[went[node]] = self.folded[node];
            map.sides[went[node]] = self.sides[node];
            open.extend(&children[node]);
        }
        (map, went)
    }
}

/// Trees of all shapes in pre-order: a small `bushy` makes chains, a large one makes fans.
pub fn maps(largest: usize) -> impl Strategy<Value = Map> {
    let node =
        (0_usize..8, 1_u16..200, prop_oneof![4 => 16_u16..30, 1 => 1_u16..160], prop::bool::weighted(0.08), 0_u8..6);
    (prop::collection::vec(node, 1..largest), 0_usize..8).prop_map(|(nodes, bushy)| {
        let mut map = Map::default();
        let mut path: Vec<u32> = Vec::new();
        for (up, width, height, folded, side) in nodes {
            // Now and then another root.
            let highest = if side == 5 && width == 7 { path.len() } else { path.len().saturating_sub(1) };
            let up = if highest == path.len() { highest } else { up.saturating_sub(bushy).min(highest) };
            path.truncate(path.len() - up);
            let node = map.push(path.last().copied().unwrap_or(NONE), f32::from(width), f32::from(height));
            map.folded[node as usize] = folded;
            map.sides[node as usize] = [None, None, Some(Side::Left), Some(Side::Right), None, None][usize::from(side)];
            path.push(node);
        }
        map
    })
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x < b.right() - TINY && b.x < a.right() - TINY && a.y < b.bottom() - TINY && b.y < a.bottom() - TINY
}

/// The box together with the space that is kept free around it, half of it on each side across.
fn with_gap(layout: &Layout, place: usize) -> Rect {
    let rect = layout.boxes[place];
    let gap = Spacing::default().sibling;
    match layout.arrangement {
        Arrangement::OrgChart => Rect { x: rect.x - gap / 2.0, width: rect.width + gap, ..rect },
        _ => Rect { y: rect.y - gap / 2.0, height: rect.height + gap, ..rect },
    }
}

fn check(map: &Map, layout: &Layout) {
    assert_eq!(layout.arrangement == Arrangement::Outline, check_outline(map, layout));
    let count = layout.nodes.len();
    for place in 0..count {
        let one = with_gap(layout, place);
        assert!(layout.bounds.touches(&layout.boxes[place]));
        for other in 0..place {
            assert!(!overlap(&one, &with_gap(layout, other)), "L1 {place} and {other} in {layout:?}");
        }
    }
    check_siblings(layout);
    check_edges(layout);
    check_hidden(map, layout);
}

fn check_outline(map: &Map, layout: &Layout) -> bool {
    if layout.arrangement != Arrangement::Outline {
        return false;
    }
    let rows: Vec<f64> = layout.boxes.iter().map(|rect| rect.y).collect();
    assert!(rows.is_sorted(), "rows stand in the order of the tree");
    assert!(map.parents.is_empty() || rows[0].abs() < TINY);
    true
}

/// Beginning, centre and end of a box across.
fn across(arrangement: Arrangement, rect: &Rect) -> (f64, f64, f64) {
    match arrangement {
        Arrangement::OrgChart => (rect.x, rect.centre().x, rect.right()),
        _ => (rect.y, rect.centre().y, rect.bottom()),
    }
}

fn check_siblings(layout: &Layout) {
    for parent in 0..layout.nodes.len() {
        for heading in [Heading::Right, Heading::Left, Heading::Down, Heading::Indented] {
            let children: Vec<(f64, f64, f64)> = (0..layout.nodes.len())
                .filter(|&place| layout.parent(place) == Some(parent) && layout.headings[place] == heading)
                .map(|place| match (heading, &layout.boxes[place]) {
                    // The rows of a list stand below each other.
                    (Heading::Indented, rect) => (rect.y, rect.centre().y, rect.bottom()),
                    (_, rect) => across(layout.arrangement, rect),
                })
                .collect();
            for pair in children.windows(2) {
                assert!(pair[1].0 >= pair[0].2 + Spacing::default().sibling - TINY, "L2 {layout:?}");
            }
            if let (Some(first), Some(last)) = (children.first(), children.last())
                && heading != Heading::Indented
            {
                let middle = f64::midpoint(first.1, last.1);
                let own = across(layout.arrangement, &layout.boxes[parent]).1;
                assert!((middle - own).abs() < TINY, "L3 {middle} {own} {layout:?}");
            }
        }
    }
}

/// The straight pieces of an edge; of a curve, what encloses its halves.
fn pieces(edge: &Edge) -> Vec<Rect> {
    match edge.heading {
        Heading::Down | Heading::Indented => {
            vec![
                Rect::between(edge.from, edge.first),
                Rect::between(edge.first, edge.second),
                Rect::between(edge.second, edge.to),
            ]
        }
        _ => {
            let middle = Point { x: edge.first.x, y: f64::midpoint(edge.from.y, edge.to.y) };
            vec![Rect::between(edge.from, middle), Rect::between(middle, edge.to)]
        }
    }
}

fn check_edges(layout: &Layout) {
    let edges: Vec<(usize, Vec<Rect>)> =
        (0..layout.nodes.len()).filter_map(|place| Some((place, pieces(&layout.edge(place)?)))).collect();
    for (place, pieces) in &edges {
        for (other, rect) in layout.boxes.iter().enumerate() {
            assert!(!pieces.iter().any(|piece| crosses(piece, rect)), "L1 edge to {place} and box {other}: {layout:?}");
        }
        // Edges from one parent share their beginning.
        for (other, others) in edges.iter().filter(|(other, _)| layout.parents[*other] != layout.parents[*place]) {
            let meet = others.iter().any(|a| pieces.iter().any(|b| crosses(a, b)));
            assert!(!meet, "L1 edges to {place} and {other} in {layout:?}");
        }
    }
}

/// Whether more than the sides touch; one of them may be a line.
fn crosses(a: &Rect, b: &Rect) -> bool {
    a.x.max(b.x) < a.right().min(b.right()) - TINY && a.y <= b.bottom() - TINY && b.y <= a.bottom() - TINY
        || a.y.max(b.y) < a.bottom().min(b.bottom()) - TINY && a.x <= b.right() - TINY && b.x <= a.right() - TINY
}

fn check_hidden(map: &Map, layout: &Layout) {
    let mut is_hidden = vec![false; map.parents.len()];
    for node in 0..map.parents.len() {
        let parent = map.parents[node];
        is_hidden[node] = parent != NONE && (is_hidden[parent as usize] || map.folded[parent as usize]);
        assert_eq!(layout.place_of(node as u32).is_none(), is_hidden[node]);
    }
    let hidden: usize = layout.hidden.iter().map(|&hidden| hidden as usize).sum();
    assert_eq!(hidden, is_hidden.iter().filter(|&&hidden| hidden).count());
}

fn config() -> ProptestConfig {
    let mut config = ProptestConfig::default();
    // Each map is checked pair by pair.
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 300;
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn l1_to_l3_hold_to_the_right(map in maps(60)) {
        check(&map, &map.layout(Arrangement::Right));
    }

    #[test]
    fn l1_to_l3_hold_to_the_left(map in maps(60)) {
        check(&map, &map.layout(Arrangement::Left));
    }

    #[test]
    fn l1_to_l3_hold_on_both_sides(map in maps(60)) {
        check(&map, &map.layout(Arrangement::Both));
    }

    #[test]
    fn l1_to_l3_hold_downwards(map in maps(60)) {
        check(&map, &map.layout(Arrangement::OrgChart));
    }

    #[test]
    fn l1_and_l2_hold_in_an_outline(map in maps(60)) {
        check(&map, &map.layout(Arrangement::Outline));
    }

    #[test]
    fn l4_mirrored_maps_have_mirrored_layouts(mut map in maps(60)) {
        map.parents[1..].iter_mut().filter(|parent| **parent == NONE).for_each(|parent| *parent = 0);
        // Without sides the balance would not be the same from both ends.
        map.sides.iter_mut().for_each(|side| { side.get_or_insert(Side::Right); });
        let (mirrored, went) = map.mirrored();
        for arrangement in [Arrangement::Right, Arrangement::Left, Arrangement::Both, Arrangement::OrgChart] {
            let (one, other) = (map.layout(arrangement), mirrored.layout(arrangement));
            // The rows of a list below a node are read downwards from both ends.
            let is_mirrored = |place: &usize| one.arrangement != Arrangement::OrgChart || one.headings[*place] != Heading::Indented;
            for (place, &node) in one.nodes.iter().enumerate().filter(|(place, _)| is_mirrored(place)) {
                let there = other.rect_of(went[node as usize] as u32).unwrap();
                let here = one.boxes[place];
                let expect = match arrangement {
                    Arrangement::OrgChart => Rect { x: -here.right(), ..here },
                    _ => Rect { y: -here.bottom(), ..here },
                };
                prop_assert!((there.x - expect.x).abs() < TINY && (there.y - expect.y).abs() < TINY);
            }
        }
    }

    #[test]
    fn left_is_right_seen_from_behind(map in maps(60)) {
        let (right, left) = (map.layout(Arrangement::Right), map.layout(Arrangement::Left));
        for (right, left) in right.boxes.iter().zip(&left.boxes) {
            prop_assert!((right.x + left.right()).abs() < TINY && (right.y - left.y).abs() < TINY);
        }
    }

    #[test]
    fn l6_any_arrays_give_a_layout(
        parents in prop::collection::vec(prop_oneof![0_u32..30, Just(NONE)], 0..30),
        widths in prop::collection::vec(any::<f32>(), 0..30),
        folded in prop::collection::vec(any::<bool>(), 0..30),
    ) {
        let tree = Tree { parents: &parents, widths: &widths, heights: &widths, folded: &folded, sides: &[] };
        for arrangement in ARRANGEMENTS {
            let layout = Layout::new(&tree, arrangement, &Spacing::default());
            prop_assert!(layout.boxes.iter().all(|rect| rect.x.is_finite() && rect.y.is_finite()));
            let shown: usize = layout.hidden.iter().map(|&hidden| hidden as usize).sum();
            prop_assert_eq!(layout.nodes.len() + shown, parents.len());
        }
    }

    #[test]
    fn a_branch_keeps_its_side_whatever_is_added_or_folded(map in maps(60), node in any::<prop::sample::Index>()) {
        let spacing = Spacing::default();
        let sides = balanced_sides(&map.tree(), &spacing);
        let mut more = map.clone();
        more.sides.clone_from(&sides);
        let parent = node.index(map.parents.len());
        more.push(parent as u32, 50.0, 20.0);
        more.folded[parent] = !more.folded[parent];
        let after = balanced_sides(&more.tree(), &spacing);
        prop_assert_eq!(&after[..sides.len()], &sides[..]);
        let both = map.layout(Arrangement::Both);
        for (place, &node) in both.nodes.iter().enumerate() {
            if both.parent(place).is_some_and(|parent| both.headings[parent] == Heading::Root) {
                prop_assert_eq!(both.side(place), sides[node as usize]);
            }
        }
    }

    #[test]
    fn branches_without_sides_are_balanced(heights in prop::collection::vec(1_u8..100, 2..30)) {
        let mut map = Map::of(&[]);
        for height in &heights {
            map.push(0, 50.0, f32::from(*height));
        }
        let layout = map.layout(Arrangement::Both);
        let extent = |heading| -> f64 {
            let on_side = (0..layout.nodes.len()).filter(|&place| layout.headings[place] == heading);
            on_side.map(|place| layout.boxes[place].height + Spacing::default().sibling).sum()
        };
        let highest = heights.iter().copied().max().unwrap();
        prop_assert!((extent(Heading::Right) - extent(Heading::Left)).abs() <= f64::from(highest) + Spacing::default().sibling);
        // The first are on the right.
        let headings: Vec<bool> = layout.headings[1..].iter().map(|&heading| heading == Heading::Left).collect();
        prop_assert!(headings.is_sorted());
    }
}

#[test]
fn l5_a_chain_and_a_fan_of_a_hundred_thousand_are_fine() {
    let chain: Vec<u32> = (0..100_000).collect();
    let fan = vec![0; 100_000];
    for parents in [chain, fan] {
        let map = Map::of(&parents);
        for arrangement in ARRANGEMENTS {
            assert_eq!(map.layout(arrangement).boxes.len(), 100_001);
        }
    }
}

#[test]
fn l7_the_first_root_stays_in_the_middle() {
    let mut map = Map::of(&[0, 0, 1, 1, 2]);
    for arrangement in [Arrangement::Right, Arrangement::Left, Arrangement::Both, Arrangement::OrgChart] {
        let centre = map.layout(arrangement).boxes[0].centre();
        assert!(centre.x.abs() < TINY && centre.y.abs() < TINY, "{arrangement:?} {centre:?}");
    }
    map.push(NONE, 60.0, 20.0);
    assert!(map.layout(Arrangement::Right).boxes[0].centre().y.abs() < TINY);
}

#[test]
fn a_small_branch_stands_in_the_space_beside_a_parent_of_large_ones() {
    // Below one branch, two: the first has three children, the second none, and stands in the space above its last
    // cousins.
    let map = Map::of(&[0, 1, 2, 2, 2, 1]);
    let layout = map.layout(Arrangement::Right);
    assert!((layout.boxes[6].y - layout.boxes[2].bottom() - Spacing::default().sibling).abs() < TINY);
    assert!(layout.boxes[6].y < layout.boxes[5].bottom());
}

#[test]
fn siblings_between_two_large_ones_share_the_space() {
    // Two fans with one leaf between them, below one branch.
    let map = Map::of(&[0, 1, 2, 2, 2, 2, 2, 1, 1, 9, 9, 9, 9, 9]);
    let layout = map.layout(Arrangement::Right);
    let centre = |node: usize| layout.boxes[node].centre().y;
    assert!((centre(8) - f64::midpoint(centre(2), centre(9))).abs() < TINY);
    assert!((layout.boxes[10].y - layout.boxes[7].bottom() - Spacing::default().branch).abs() < TINY);
}

#[test]
fn main_branches_stand_further_apart_than_what_is_below_them() {
    let map = Map::of(&[0, 1, 1, 0, 4, 4]);
    let Spacing { trunk, level, main, sibling, .. } = Spacing::default();
    let layout = map.layout(Arrangement::Right);
    let below = |one: usize, other: usize| layout.boxes[other].y - layout.boxes[one].bottom();
    assert!((below(2, 3) - sibling).abs() < TINY);
    assert!((below(3, 5) - main).abs() < TINY, "the last leaf of one branch and the first of the next");
    assert!((layout.boxes[1].x - layout.boxes[0].right() - trunk).abs() < TINY);
    assert!((layout.boxes[2].x - layout.boxes[1].right() - level).abs() < TINY);
    assert!(main > 3.0 * sibling && trunk > level);
}

#[test]
fn levels_of_a_chart_begin_in_one_row() {
    let mut map = Map::of(&[0]);
    map.push(0, 60.0, 90.0);
    map.push(1, 60.0, 20.0);
    map.push(2, 60.0, 20.0);
    let layout = map.layout(Arrangement::OrgChart);
    let row = |node| layout.rect_of(node).unwrap().y;
    assert!((row(3) - row(4)).abs() < TINY && (row(1) - row(2)).abs() < TINY);
}

#[test]
fn leaves_of_a_chart_hang_below_their_parent_as_a_list() {
    // A chart of 6 parts with 8 leaves each was 54 boxes wide.
    let mut parents = Vec::new();
    let parts: Vec<u32> = (0..6).map(|part| 1 + 9 * part).collect();
    for &part in &parts {
        parents.push(0);
        parents.extend([part; 8]);
    }
    let map = Map::of(&parents);
    let layout = map.layout(Arrangement::OrgChart);
    check(&map, &layout);
    let width = layout.boxes[0].width;
    assert!(layout.bounds.width < 24.0 * width, "{} for boxes of {width}", layout.bounds.width);
    let rows: Vec<Rect> = (2..10).map(|node| layout.rect_of(node).unwrap()).collect();
    assert!(rows.windows(2).all(|pair| (pair[0].x - pair[1].x).abs() < TINY && pair[0].bottom() < pair[1].y));
    let (parent, first) = (layout.place_of(1).unwrap(), layout.place_of(2).unwrap());
    assert_eq!(layout.child_heading(parent), Heading::Indented);
    assert_eq!(layout.neighbour(parent, Direction::Down), Some(first));
    assert_eq!(layout.neighbour(first, Direction::Up), Some(parent));
    // What hangs below the root, and what has more below it, stands side by side.
    assert!(parts.iter().all(|&part| layout.headings[layout.place_of(part).unwrap()] == Heading::Down));
}
