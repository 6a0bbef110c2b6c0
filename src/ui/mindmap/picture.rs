//! A map as a picture in a file, as it is arranged on the screen, in colours that print.
//!
//! Must not be in here: writing SVG (`feature::mindmap::formats::svg`), saving.

use crate::feature::mindmap::face::{FONT, LEADING, PAD_X, TAG_GAP, TAG_ROW};
use crate::feature::mindmap::formats::svg::{self, LineStyle, NodeStyle, Style};
use crate::model::mindmap::{Color, Palette, Task};

use super::node::signs;
use super::scene::Scene;

const fn colour(value: u32) -> Color {
    let [_, red, green, blue] = value.to_be_bytes();
    Color { rgb: [red, green, blue] }
}

const INK: Color = colour(0x22_27_1f);
const WHITE: Color = colour(0xff_ff_ff);
const ACCENT: Color = colour(0x1f_5c_43);

/// The colours of branches on a light ground; the same as in the style sheet.
const fn branches(palette: Palette) -> &'static [u32] {
    match palette {
        Palette::Plain => &[0x1f_5c_43, 0x58_5e_54],
        Palette::Rainbow => &[0xb3_40_2e, 0xa8_65_0a, 0x2f_7a_3d, 0x1f_74_86, 0x3b_5b_b5, 0x8a_3f_96],
        Palette::Ocean => &[0x0f_5e_78, 0x24_56_a6, 0x1b_7a_7a],
        Palette::Forest => &[0x2d_6a_34, 0x5f_6b_12, 0x7a_55_20],
        Palette::Sunset => &[0xa3_3a_1f, 0x9a_5c_00, 0x9b_2f_5c],
        Palette::Ink => &[0x22_27_1f],
    }
}

/// The picture as SVG, with its size in pixels.
pub fn draw(scene: &Scene) -> (String, f64, f64) {
    let palette = scene.view.row.palette;
    let accent = if palette == Palette::Ink { INK } else { ACCENT };
    let style = Style {
        background: Some(WHITE),
        font: "system-ui, sans-serif".to_owned(),
        font_size: f64::from(FONT),
        line_height: f64::from(FONT * LEADING),
        padding: f64::from(PAD_X),
        tag_row: f64::from(TAG_ROW),
        tag_gap: f64::from(TAG_GAP),
        radius: 8.0,
        margin: 24.0,
        line: colour(0x71_50_0a),
    };
    let branch = |index: u32| {
        let colours = branches(palette);
        colour(colours[scene.colours[index as usize] as usize % colours.len()])
    };
    let node = |index: u32| {
        let row = scene.node(index);
        let is_root = index == 0;
        let face = &scene.faces[index as usize];
        NodeStyle {
            lines: face.lines.clone(),
            text_x: f64::from(face.text_x()),
            signs: signs(row, face).into_iter().map(|(x, sign)| (f64::from(x), sign)).collect(),
            tags: face.tags.iter().map(|(tag, width)| (tag.clone(), f64::from(*width))).collect(),
            text: if is_root { WHITE } else { INK },
            fill: Some(if is_root { accent } else { WHITE }),
            outline: Some(row.color.unwrap_or_else(|| branch(index))),
            edge: branch(index),
            is_bold: is_root,
            is_struck: row.task == Task::Done,
        }
    };
    let mut lines = Vec::new();
    for &index in &scene.layout.nodes {
        for line in &scene.node(index).lines {
            if let Some(to) = scene.index(line.to) {
                lines.push(LineStyle { from: index, to, label: line.label.clone() });
            }
        }
    }
    let bounds = scene.layout.bounds;
    let text = svg::write(&scene.view.row.name, &scene.layout, &style, &lines, &node);
    (text, bounds.width + 2.0 * style.margin, bounds.height + 2.0 * style.margin)
}
