//! A map as a picture in a file, as it is arranged and drawn on the screen, in the colours for a light ground.

use espalier_mindmap::edge::EdgeColor;
use espalier_mindmap::formats::svg::{self, LineStyle, NodeStyle, Style};
use espalier_mindmap::theme::{BoxDrawing, INK, ON_BRANCH, ON_LIGHT, TINT, Theme, is_light, mix};
use espalier_model::mindmap::{Color, Task};

use super::node::signs;
use super::render_tree::RenderTree;

/// The colour of lines between nodes.
const LINE: Color = Color { rgb: [0x71, 0x50, 0x0a] };

/// Returns the picture as SVG, with its size in pixels; `font` is the font of the screen.
pub fn draw(rendered: &RenderTree, font: &str) -> (String, f64, f64) {
    let theme = Theme::of(rendered.view.row.palette);
    let font = if font.is_empty() { "system-ui, sans-serif" } else { font };
    let style = Style { theme, font: font.to_owned(), margin: 32.0, line: LINE };
    let node = |index: u32| {
        let row = rendered.node(index);
        let label = &rendered.labels[index as usize];
        let ink = rendered.inks[index as usize];
        let colour = colour_of(theme, ink);
        let (fill, outline, text) = filling(theme, theme.coat(label.rank, row.color.is_some()), colour);
        NodeStyle {
            face: label.clone(),
            signs: signs(row, label).into_iter().map(|(x, sign)| (f64::from(x), sign)).collect(),
            text,
            fill,
            outline,
            ink,
            is_struck: row.task == Task::Done,
        }
    };
    let mut lines = Vec::new();
    for &index in &rendered.layout.nodes {
        for line in &rendered.node(index).lines {
            if let Some(to) = rendered.index(line.to) {
                lines.push(LineStyle { from: index, to, label: line.label.clone(), tips: line.tips });
            }
        }
    }
    let bounds = rendered.layout.bounds;
    let text = svg::write(&rendered.view.row.name, &rendered.layout, &style, &lines, &node);
    (text, bounds.width + 2.0 * style.margin, bounds.height + 2.0 * style.margin)
}

fn colour_of(theme: &Theme, ink: EdgeColor) -> Color {
    match ink {
        EdgeColor::Root => theme.root,
        EdgeColor::Branch(branch) => theme.branches[usize::from(branch) % theme.branches.len()],
        EdgeColor::Own(rgb) => Color { rgb },
    }
}

/// The fill and the outline of a box, and the colour of the words in it; as the style sheet has it.
fn filling(theme: &Theme, coat: BoxDrawing, colour: Color) -> (Option<Color>, Option<Color>, Color) {
    let tint = mix(colour, TINT, theme.paper);
    match coat {
        BoxDrawing::Bare => (None, None, INK),
        BoxDrawing::Solid => (Some(colour), None, if is_light(colour) { ON_LIGHT } else { ON_BRANCH }),
        BoxDrawing::Tint => (Some(tint), None, INK),
        BoxDrawing::Edged => (Some(tint), Some(colour), INK),
        BoxDrawing::Outline => (Some(theme.paper), Some(colour), INK),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::mindmap::render_tree::LabelCache;
    use espalier_app::maps::MapView;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    use espalier_mindmap::layout::ARRANGEMENTS;
    use espalier_mindmap::{indented, transfer};
    use espalier_model::mindmap::tree::Tree;
    use espalier_model::mindmap::{MapId, MindMap, Palette};
    use espalier_model::workspace::Workspace;
    use espalier_model::{Node, NodeId};

    fn view(text: &str, change: &dyn Fn(&mut MindMap, &mut [Node])) -> Rc<MapView> {
        let mut env = Env::deterministic(Timestamp(1_000), 3);
        let map: MapId = env.id();
        let mut workspace = Workspace::default();
        let mut draft = workspace.draft();
        transfer::new_map(&mut draft, &mut env, map, "Plan", &indented::read(text));
        let changes = draft.finish();
        workspace.apply(&changes).unwrap();
        let mut row = MindMap::clone(workspace.get::<MindMap>(&map).unwrap());
        let tree = Tree::of(&row, workspace.nodes(map).map(|node| &**node));
        let of = |id: &NodeId| Node::clone(workspace.nodes(map).find(|node| node.id == *id).unwrap());
        let mut nodes: Vec<Node> = tree.ids().iter().map(of).collect();
        change(&mut row, &mut nodes);
        Rc::new(MapView { row: Rc::new(row), tree, nodes: nodes.into_iter().map(Rc::new).collect(), version: 1 })
    }

    fn width(text: &str, size: f32) -> f32 {
        let em: f32 = text.chars().map(|letter| if letter.is_ascii() { 0.58 } else { 1.0 }).sum();
        em * size * if size > 15.0 { 1.1 } else { 1.0 }
    }

    #[test]
    fn every_theme_and_layout_draws_every_node_with_its_colours() {
        for palette in
            [Palette::Plain, Palette::Rainbow, Palette::Ocean, Palette::Forest, Palette::Sunset, Palette::Ink]
        {
            let view = view("Root\n\tA\n\t\tB\n\tC\n", &|row, nodes| {
                row.palette = palette;
                nodes[2].color = Some(Color { rgb: [0x12, 0x34, 0x56] });
            });
            let theme = Theme::of(palette);
            for arrangement in ARRANGEMENTS {
                let rendered = RenderTree::new(&view, arrangement, &mut LabelCache::default(), &mut width);
                let (picture, ..) = draw(&rendered, "sans-serif");
                for title in ["Root", "A", "B", "C"] {
                    assert!(picture.contains(&format!(">{title}</tspan>")), "{palette:?} {arrangement:?}\n{picture}");
                }
                // The root's words are in the middle of its box.
                let middle = rendered.layout.boxes[0].centre().x;
                let middle = (middle * 100.0).round() / 100.0 + 0.0;
                assert!(picture.contains(&format!("<tspan x=\"{middle}\"")), "{palette:?} {arrangement:?}\n{picture}");
                assert!(picture.contains(&theme.paper.to_string()) && picture.contains(&theme.root.to_string()));
                // The colour that was chosen is in the line to the node and in its box.
                assert!(picture.contains("#123456"));
                let tint = mix(Color { rgb: [0x12, 0x34, 0x56] }, TINT, theme.paper);
                assert!(picture.contains(&format!("fill=\"{tint}\"")), "{palette:?} {arrangement:?}\n{picture}");
            }
        }
    }
}
