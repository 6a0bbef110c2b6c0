//! Placement: from the sizes of the nodes to their boxes, for every arrangement.

use super::balance::balanced_sides;
use super::edge::Heading;
use super::index::Index;
use super::rect::Hull;
use super::tidy::{self, Extent};
use super::visible::Visible;
use super::{Arrangement, Layout, NONE, Point, Rect, Spacing, Tree};
use espalier_model::mindmap::Side;

pub(super) fn layout(tree: &Tree<'_>, arrangement: Arrangement, spacing: &Spacing) -> Layout {
    let mut visible = Visible::new(tree);
    let mut headings = headings(tree, arrangement, &visible, spacing);
    match arrangement {
        Arrangement::Outline => outline(&mut visible, spacing),
        Arrangement::OrgChart => {
            hang_lists(&visible, &mut headings);
            down(&mut visible, spacing, &headings);
        }
        Arrangement::Right | Arrangement::Left | Arrangement::Both => sideways(&mut visible, spacing, &headings),
    }
    let mut layout = Layout {
        arrangement,
        spacing: *spacing,
        nodes: visible.nodes,
        places: visible.places,
        parents: visible.parents,
        boxes: visible.boxes,
        headings,
        hidden: visible.hidden,
        bounds: Rect::default(),
        index: Index::default(),
    };
    put_trees_beside_each_other(&mut layout, spacing);
    layout.index = Index::new(&layout);
    layout
}

fn headings(tree: &Tree<'_>, arrangement: Arrangement, visible: &Visible, spacing: &Spacing) -> Vec<Heading> {
    let sides = if arrangement == Arrangement::Both { balanced_sides(tree, spacing) } else { Vec::new() };
    let mut headings: Vec<Heading> = Vec::with_capacity(visible.nodes.len());
    for (place, &node) in visible.nodes.iter().enumerate() {
        let above = headings.get(visible.parents[place] as usize);
        headings.push(match (above, arrangement) {
            (None, _) => Heading::Root,
            (_, Arrangement::Right) => Heading::Right,
            (_, Arrangement::Left) => Heading::Left,
            (_, Arrangement::OrgChart) => Heading::Down,
            (_, Arrangement::Outline) => Heading::Indented,
            (Some(Heading::Root), Arrangement::Both) => match sides[node as usize] {
                Some(Side::Left) => Heading::Left,
                _ => Heading::Right,
            },
            (Some(&above), Arrangement::Both) => above,
        });
    }
    headings
}

fn sideways(visible: &mut Visible, spacing: &Spacing, headings: &[Heading]) {
    let Visible { parents, boxes, .. } = visible;
    let has_two_sides = headings.contains(&Heading::Left) && headings.contains(&Heading::Right);
    // The origin is in the middle of the root, and everything to the right of it at first.
    for place in 0..boxes.len() {
        let level = if is_root(headings, parents[place]) { spacing.trunk } else { spacing.level };
        let end = match boxes.get(parents[place] as usize) {
            Some(above) => above.right() + level,
            None => -boxes[place].width / 2.0,
        };
        boxes[place].x = end;
    }
    let extents: Vec<Extent> = (0..boxes.len())
        .map(|place| Extent {
            breadth: boxes[place].height,
            end: boxes[place].right(),
            parent: parents[place],
            is_second_half: has_two_sides && headings[place] == Heading::Left && is_root(headings, parents[place]),
        })
        .collect();
    tidy::place(spacing, &extents, |place, y| {
        boxes[place].y = y;
        if headings[place] == Heading::Left {
            boxes[place].x = -boxes[place].right();
        }
    });
}

fn is_root(headings: &[Heading], place: u32) -> bool {
    headings.get(place as usize) == Some(&Heading::Root)
}

/// Of this many children on, none of which shows children of its own, a list is made that hangs below its parent: side
/// by side, the leaves of a large chart would make it endlessly wide.
const LIST: u32 = 2;

fn hang_lists(visible: &Visible, headings: &mut [Heading]) {
    let count = headings.len();
    let (mut children, mut inner) = (vec![0_u32; count], vec![false; count]);
    for place in (0..count).rev() {
        let parent = visible.parents[place] as usize;
        if parent < count {
            inner[parent] |= children[place] > 0;
            children[parent] += 1;
        }
    }
    for place in 0..count {
        let parent = visible.parents[place] as usize;
        if parent < count && headings[parent] != Heading::Root && children[parent] >= LIST && !inner[parent] {
            headings[place] = Heading::Indented;
        }
    }
}

/// Puts the lists below their parents, which have a place already.
fn put_lists(visible: &mut Visible, spacing: &Spacing, headings: &[Heading]) {
    let Visible { parents, boxes, .. } = visible;
    // Where the next row of each list begins.
    let mut free: Vec<f64> = boxes.iter().map(|rect| rect.bottom() + 2.0 * spacing.sibling).collect();
    for place in (0..boxes.len()).filter(|&place| headings[place] == Heading::Indented) {
        let parent = parents[place] as usize;
        boxes[place].x = boxes[parent].x + spacing.indent;
        boxes[place].y = free[parent];
        free[parent] = boxes[place].bottom() + spacing.sibling;
    }
}

fn down(visible: &mut Visible, spacing: &Spacing, headings: &[Heading]) {
    let levels = put_levels(visible, spacing, headings);
    // A list is as high as its rows, whatever the levels beside it are.
    put_lists(visible, spacing, headings);
    let Visible { parents, boxes, .. } = visible;
    // How far each box reaches from its middle, and down, with the list below it.
    let mut halves: Vec<f64> = boxes.iter().map(|rect| rect.width / 2.0).collect();
    let mut ends: Vec<f64> = levels;
    for place in (0..boxes.len()).filter(|&place| headings[place] == Heading::Indented) {
        let parent = parents[place] as usize;
        let reach = spacing.indent + boxes[place].width - boxes[parent].width / 2.0;
        halves[parent] = halves[parent].max(reach);
        ends[parent] = ends[parent].max(boxes[place].bottom());
    }
    // Lists move with what they hang below, so they are no part of the tree that is put together.
    let placed: Vec<usize> = (0..boxes.len()).filter(|&place| headings[place] != Heading::Indented).collect();
    let mut numbers = vec![NONE; boxes.len()];
    for (number, &place) in (0..).zip(&placed) {
        numbers[place] = number;
    }
    let extent = |&place: &usize| Extent {
        breadth: 2.0 * halves[place],
        end: ends[place],
        parent: numbers.get(parents[place] as usize).copied().unwrap_or(NONE),
        is_second_half: false,
    };
    let extents: Vec<Extent> = placed.iter().map(extent).collect();
    // Side by side, words need more space between them than one above the other.
    let wide =
        Spacing { main: spacing.main * 1.25, sibling: spacing.sibling * 3.0, branch: spacing.branch * 2.0, ..*spacing };
    tidy::place(&wide, &extents, |number, x| {
        let place = placed[number];
        boxes[place].x = x + halves[place] - boxes[place].width / 2.0;
    });
    put_lists(visible, spacing, headings);
}

/// Puts every level into a row of its own, and returns for every place the end of its level.
fn put_levels(visible: &mut Visible, spacing: &Spacing, headings: &[Heading]) -> Vec<f64> {
    let Visible { parents, boxes, .. } = visible;
    let mut depths: Vec<u32> = Vec::with_capacity(boxes.len());
    // How high each level is, and then where it ends.
    let mut levels: Vec<f64> = Vec::new();
    for (place, rect) in boxes.iter().enumerate() {
        let depth = depths.get(parents[place] as usize).map_or(0, |depth| depth + 1);
        depths.push(depth);
        if headings[place] == Heading::Indented {
            // The rows of a list make no level higher.
            continue;
        }
        match levels.get_mut(depth as usize) {
            Some(highest) => *highest = highest.max(rect.height),
            None => levels.push(rect.height),
        }
    }
    let mut end = levels.first().map_or(0.0, |height| -height / 2.0 - spacing.level);
    for level in &mut levels {
        end += spacing.level + *level;
        *level = end;
    }
    for (place, (rect, &depth)) in boxes.iter_mut().zip(&depths).enumerate() {
        if headings[place] == Heading::Indented {
            continue;
        }
        rect.y = match (depth as usize).checked_sub(1) {
            Some(above) => levels[above] + spacing.level,
            None => -rect.height / 2.0,
        };
    }
    depths.iter().map(|&depth| levels.get(depth as usize).copied().unwrap_or(end)).collect()
}

fn outline(visible: &mut Visible, spacing: &Spacing) {
    let Visible { parents, boxes, .. } = visible;
    let mut branch_heights: Vec<f64> = boxes.iter().map(|rect| rect.height + spacing.sibling).collect();
    // What begins a main branch stands apart from the rows before it.
    let is_main = |place: usize| parents.get(parents[place] as usize) == Some(&NONE);
    let apart = spacing.branch - spacing.sibling;
    for place in (0..boxes.len()).filter(|&place| is_main(place)) {
        branch_heights[place] += apart;
    }
    for place in (0..boxes.len()).rev() {
        let height = branch_heights[place];
        if let Some(above) = branch_heights.get_mut(parents[place] as usize) {
            *above += height;
        }
    }
    // From here on, the height of a branch becomes the place for its next child.
    let mut free = branch_heights;
    let mut end = 0.0;
    for place in 0..boxes.len() {
        let height = free[place];
        let next = free.get_mut(parents[place] as usize).unwrap_or(&mut end);
        let y = *next;
        *next += height;
        boxes[place].x = boxes.get(parents[place] as usize).map_or(0.0, |above| above.x + spacing.indent);
        boxes[place].y = if is_main(place) { y + apart } else { y };
        free[place] = boxes[place].bottom() + spacing.sibling;
    }
}

/// Finds the bounds, and moves every tree but the first beside the one before it.
fn put_trees_beside_each_other(layout: &mut Layout, spacing: &Spacing) {
    let is_one_tree = layout.parents.iter().skip(1).all(|&parent| parent != NONE);
    if !is_one_tree && layout.arrangement != Arrangement::Outline {
        let mut trees: Vec<u32> = Vec::with_capacity(layout.boxes.len());
        let mut hulls: Vec<Hull> = Vec::new();
        for (place, rect) in layout.boxes.iter().enumerate() {
            let tree = trees.get(layout.parents[place] as usize).copied().unwrap_or_else(|| {
                hulls.push(Hull::EMPTY);
                hulls.len() as u32 - 1
            });
            trees.push(tree);
            hulls[tree as usize].add(rect);
        }
        let is_down = layout.arrangement == Arrangement::OrgChart;
        let mut moves: Vec<Point> = Vec::with_capacity(hulls.len());
        let mut free = 0.0;
        for hull in &hulls {
            let rect = hull.rect();
            let (begin, size) = if is_down { (rect.x, rect.width) } else { (rect.y, rect.height) };
            // The first one stays where it is.
            let by = if moves.is_empty() { 0.0 } else { free + spacing.branch - begin };
            free = begin + by + size;
            moves.push(if is_down { Point { x: by, y: 0.0 } } else { Point { x: 0.0, y: by } });
        }
        for (rect, tree) in layout.boxes.iter_mut().zip(&trees) {
            *rect = rect.moved(moves[*tree as usize]);
        }
    }
    let mut bounds = Hull::EMPTY;
    for rect in &layout.boxes {
        bounds.add(rect);
    }
    layout.bounds = bounds.rect();
}
