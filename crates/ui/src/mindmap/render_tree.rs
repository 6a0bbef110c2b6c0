//! A map as it is drawn: labels, layout, edges, and which of it is near the window.
//!
//! - S1 A node is measured again only when its row was replaced.
//! - S2 Of a map with more than [`MOST`] nodes only what is near the window is given out, and never more than that and
//!   the node that is asked for.

use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

use espalier_app::maps::MapView;
use espalier_mindmap::branches;
use espalier_mindmap::edge::{self, EdgeColor, EdgePath, Stroke, Strokes};
use espalier_mindmap::label::{NodeLabel, Rank};
use espalier_mindmap::layout::{Arrangement, Edge, Heading, Layout, NONE, Rect, Spacing, Tree};
use espalier_mindmap::theme::Theme;
use espalier_model::mindmap::Side;
use espalier_model::{Node, NodeId};

/// The most nodes that are elements of the page; the others are drawn as one shape.
pub const MOST: usize = 300;

/// Cache of measured node labels, by the rows they were made of.
#[derive(Debug, Default)]
pub struct LabelCache(HashMap<NodeId, (Rc<Node>, Rank, Rc<NodeLabel>)>);

impl LabelCache {
    /// Returns the label of a node, measured only if it changed (S1).
    fn of(&mut self, node: &Rc<Node>, rank: Rank, width_of: &mut dyn FnMut(&str, f32) -> f32) -> Rc<NodeLabel> {
        if let Some((known, same, label)) = self.0.get(&node.id)
            && Rc::ptr_eq(known, node)
            && *same == rank
        {
            return label.clone();
        }
        let label = Rc::new(NodeLabel::of(node, rank, width_of));
        self.0.insert(node.id, (node.clone(), rank, label.clone()));
        label
    }
}

/// A map as it is drawn: measured labels, layout and colours.
#[derive(Debug)]
pub struct RenderTree {
    pub view: Rc<MapView>,
    /// Layout of the drawn nodes; its node `i` is the one at place `first + i` of the map's tree.
    pub layout: Layout,
    pub labels: Vec<Rc<NodeLabel>>,
    /// The colour of each node of the layout and of the line that leads to it.
    pub inks: Vec<EdgeColor>,
    /// The nodes of the layout from which lines lead to other nodes.
    pub lined: Vec<u32>,
    /// Each node's position among its siblings, from 1, and their number.
    pub among: Vec<(u32, u32)>,
    first: u32,
}

impl RenderTree {
    /// Measures and arranges what is shown of a map: all of it, or the branch that is in focus.
    pub fn new(
        view: &Rc<MapView>,
        arrangement: Arrangement,
        labels: &mut LabelCache,
        width_of: &mut dyn FnMut(&str, f32) -> f32,
    ) -> Self {
        let tree = &view.tree;
        let range = view.row.focus.and_then(|node| tree.index_of(node)).map_or(0..tree.len() as u32, |p| tree.range(p));
        let first = range.start;
        let nodes = &view.nodes[first as usize..range.end as usize];
        let parents: Vec<u32> = tree.parents()[first as usize..range.end as usize]
            .iter()
            .enumerate()
            .map(|(at, &parent)| if at == 0 { NONE } else { parent - first })
            .collect();
        let rank = |at: usize| match parents[at] {
            NONE => Rank::Root,
            0 => Rank::Main,
            _ => Rank::Leaf,
        };
        let drawn: Vec<Rc<NodeLabel>> =
            nodes.iter().enumerate().map(|(at, node)| labels.of(node, rank(at), width_of)).collect();
        let widths: Vec<f32> = drawn.iter().map(|label| label.width).collect();
        let heights: Vec<f32> = drawn.iter().map(|label| label.height).collect();
        let folded: Vec<bool> = nodes.iter().enumerate().map(|(at, node)| at > 0 && node.folded).collect();
        let kept: Vec<Option<Side>> = nodes.iter().map(|node| node.side).collect();
        let spacing = Spacing::default();
        let shape = Tree { parents: &parents, widths: &widths, heights: &heights, folded: &folded, sides: &kept };
        let layout = if arrangement == Arrangement::Both {
            Layout::new(&Tree { sides: &branches::sides(&parents, &kept), ..shape }, arrangement, &spacing)
        } else {
            Layout::new(&shape, arrangement, &spacing)
        };
        let hues: Vec<Option<u8>> = nodes.iter().map(|node| node.hue).collect();
        let inks = inks(&parents, &branches::all_colours(&parents, &hues), nodes);
        let lined = (0u32..).zip(nodes).filter(|(_, node)| !node.lines.is_empty()).map(|(index, _)| index).collect();
        Self { view: view.clone(), layout, labels: drawn, inks, lined, among: among(&parents), first }
    }

    /// The node of the layout that a node of the map is.
    pub fn index(&self, node: NodeId) -> Option<u32> {
        self.view.tree.index_of(node)?.checked_sub(self.first).filter(|&index| (index as usize) < self.labels.len())
    }

    /// The row of a node of the layout.
    pub fn node(&self, index: u32) -> &Rc<Node> {
        &self.view.nodes[(self.first + index) as usize]
    }

    /// The box of a node that is not hidden.
    pub fn rect(&self, node: NodeId) -> Option<Rect> {
        self.layout.rect_of(self.index(node)?)
    }

    /// The place in the layout of a node that is not hidden.
    pub fn place(&self, node: NodeId) -> Option<usize> {
        self.layout.place_of(self.index(node)?)
    }

    /// The node at a place of the layout.
    pub fn at(&self, place: usize) -> &Rc<Node> {
        self.node(self.layout.nodes[place])
    }

    /// The level of a node, the root being 1.
    pub fn level(&self, index: u32) -> u32 {
        self.view.tree.depths()[(self.first + index) as usize] + 1
    }

    pub fn has_children(&self, index: u32) -> bool {
        let place = self.first + index;
        self.view.tree.range(place).len() > 1
    }

    /// The places that are elements of the page while this part is seen (S2), and whether there were more.
    pub fn near(&self, window: &Rect, keep: Option<usize>) -> (Vec<usize>, bool) {
        let all = self.layout.boxes.len();
        if all <= MOST {
            return ((0..all).collect(), false);
        }
        let mut places: Vec<usize> = self.layout.boxes_in(window).into_iter().map(|place| place as usize).collect();
        let more = places.len() > MOST;
        places.truncate(MOST);
        if let Some(keep) = keep.filter(|keep| !places.contains(keep)) {
            places.push(keep);
        }
        places.sort_unstable();
        (places, more)
    }

    pub fn theme(&self) -> &'static Theme {
        Theme::of(self.view.row.palette)
    }

    /// The edges near the window; plain ones when there are too many to be looked at one by one.
    pub fn edges(&self, window: &Rect, are_plain: bool) -> Strokes {
        let mut strokes = Strokes::new();
        let theme = self.theme();
        for place in self.layout.edges_in(window) {
            let place = place as usize;
            let index = self.layout.nodes[place] as usize;
            let ink = self.inks[index];
            let Some(above) = self.layout.parent(place).map(|parent| self.layout.nodes[parent] as usize) else {
                continue;
            };
            if are_plain {
                if let Some(edge) = self.layout.edge(place) {
                    draw_edge(strokes.entry((Stroke::Thin, ink)).or_default(), &edge);
                }
                continue;
            }
            let (rank, above, parent) = (self.labels[index].rank, self.labels[above].rank, self.inks[above]);
            edge::draw(&mut strokes, &self.layout, theme, &EdgePath { place, rank, above, ink, parent });
        }
        strokes
    }

    /// Returns all boxes as one path; of very many only some, which at that size looks the same.
    pub fn small(&self) -> String {
        const MOST_SMALL: usize = 1_500;
        let step = self.layout.boxes.len().div_ceil(MOST_SMALL).max(1);
        let mut path = String::new();
        for Rect { x, y, width, height } in self.layout.boxes.iter().step_by(step) {
            // Writing to a string does not fail.
            let _ = write!(path, "M{x:.0} {y:.0}h{width:.0}v{height:.0}h-{width:.0}z");
        }
        path
    }

    /// The boxes near the window as one path, for when there are too many to be elements.
    pub fn boxes(&self, window: &Rect) -> String {
        let mut path = String::new();
        for place in self.layout.boxes_in(window) {
            let Rect { x, y, width, height } = self.layout.boxes[place as usize];
            let _ = write!(path, "M{x:.0} {y:.0}h{width:.0}v{height:.0}h-{width:.0}z");
        }
        path
    }
}

pub fn edge_path(edge: &Edge) -> String {
    let mut path = String::new();
    draw_edge(&mut path, edge);
    path
}

fn draw_edge(path: &mut String, edge: &Edge) {
    let [from, first, second, to] = [edge.from, edge.first, edge.second, edge.to];
    let curve = if matches!(edge.heading, Heading::Right | Heading::Left) { "C" } else { "L" };
    // Writing to a string does not fail.
    let _ = write!(
        path,
        "M{:.1} {:.1}{curve}{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
        from.x, from.y, first.x, first.y, second.x, second.y, to.x, to.y
    );
}

/// Each node's position among its siblings, and their number.
fn among(parents: &[u32]) -> Vec<(u32, u32)> {
    let mut counts = vec![0; parents.len()];
    let count = |&parent: &u32| {
        let Some(count) = counts.get_mut(parent as usize) else { return 1 };
        *count += 1;
        *count
    };
    let positions: Vec<u32> = parents.iter().map(count).collect();
    let all = |&parent: &u32| counts.get(parent as usize).copied().unwrap_or(1);
    positions.into_iter().zip(parents.iter().map(all)).collect()
}

/// Every node has the colour of its branch, or the one that was chosen for it or for the nearest node above it.
fn inks(parents: &[u32], colours: &[u8], nodes: &[Rc<Node>]) -> Vec<EdgeColor> {
    let mut inks: Vec<EdgeColor> = Vec::with_capacity(parents.len());
    for (index, node) in nodes.iter().enumerate() {
        let ink = match (node.color, inks.get(parents[index] as usize)) {
            (Some(color), _) => EdgeColor::Own(color.rgb),
            (None, None) => EdgeColor::Root,
            // What is chosen for the root is for it alone.
            (None, Some(&ink @ EdgeColor::Own(_))) if parents[index] > 0 => ink,
            _ => EdgeColor::Branch(colours[index]),
        };
        inks.push(ink);
    }
    inks
}
