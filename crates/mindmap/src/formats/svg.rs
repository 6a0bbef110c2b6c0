//! A picture of a map as SVG: plain shapes and text, no style sheet, no script, no address.

use std::fmt::Write as _;
use std::rc::Rc;

use super::xml::Writer;
use crate::edge::{self, EdgeColor, EdgePath, Stroke, Strokes};
use crate::label::{self, MARK_FONT, NodeLabel, Rank, TAG_FONT, TAG_GAP};
use crate::layout::{Layout, Point, Rect};
use crate::theme::{Background, BranchFill, Theme, is_light, mix};
use espalier_model::mindmap::{Color, Tips};

/// Style of the whole picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// The shapes of lines and boxes.
    pub theme: &'static Theme,
    /// Names of typefaces, separated by commas.
    pub font: String,
    /// The space around the map in pixels.
    pub margin: f64,
    /// The colour of lines between nodes.
    pub line: Color,
}

/// Style of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeStyle {
    /// The label, with its size.
    pub face: Rc<NodeLabel>,
    /// Signs beside the first line, each with its distance from the left side.
    pub signs: Vec<(f64, String)>,
    /// The colour of its text.
    pub text: Color,
    /// The colour of its box.
    pub fill: Option<Color>,
    /// The colour of the outline of its box.
    pub outline: Option<Color>,
    /// The colour of the line that leads to it.
    pub ink: EdgeColor,
    /// Whether its title is struck through, as that of something done.
    pub is_struck: bool,
}

/// A line between two nodes that are not parent and child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineStyle {
    /// The node it begins at.
    pub from: u32,
    /// The node it ends at.
    pub to: u32,
    /// The label.
    pub label: String,
    /// Ends with an arrowhead.
    pub tips: Tips,
}

/// Draws the visible nodes; `node` returns the style of each node of the tree that was laid out.
pub fn write(
    title: &str,
    layout: &Layout,
    style: &Style,
    lines: &[LineStyle],
    node: &dyn Fn(u32) -> NodeStyle,
) -> String {
    let bounds = layout.bounds;
    let frame = Rect {
        x: bounds.x - style.margin,
        y: bounds.y - style.margin,
        width: bounds.width + 2.0 * style.margin,
        height: bounds.height + 2.0 * style.margin,
    };
    let mut picture = Picture { writer: Writer::document(), layout, style };
    let looks: Vec<NodeStyle> = layout.nodes.iter().map(|&index| node(index)).collect();
    picture.begin(title, &frame);
    picture.edges(&looks);
    for line in lines {
        picture.line(line);
    }
    for (place, look) in looks.iter().enumerate() {
        picture.node(place, look);
    }
    picture.writer.finish() + "\n"
}

struct Picture<'a> {
    writer: Writer,
    layout: &'a Layout,
    style: &'a Style,
}

impl Picture<'_> {
    fn begin(&mut self, title: &str, frame: &Rect) {
        let Rect { x, y, width, height } = *frame;
        self.writer.start("svg");
        self.writer.attribute("xmlns", "http://www.w3.org/2000/svg");
        self.number("width", width);
        self.number("height", height);
        self.writer.attribute("viewBox", &format!("{} {} {} {}", short(x), short(y), short(width), short(height)));
        self.writer.attribute("font-family", &self.style.font);
        self.writer.element("title", title);
        self.rect(frame, 0.0, Some(self.style.theme.paper), None);
        self.ground(frame);
    }

    /// Draws the dots or squares of the ground.
    fn ground(&mut self, frame: &Rect) {
        let theme = self.style.theme;
        let step = STEP;
        let faint = mix(theme.root, 9, theme.paper).to_string();
        if theme.ground == Background::Plain || frame.width * frame.height > MOST_GROUND {
            return;
        }
        let begin = |from: f64| (from / step).ceil() * step;
        // Writing to a string does not fail.
        let mut path = String::new();
        let mut y = begin(frame.y);
        while y < frame.bottom() {
            if theme.ground == Background::Grid {
                let _ = write!(path, "M{} {}h{}", short(frame.x), short(y), short(frame.width));
            } else {
                let mut x = begin(frame.x);
                while x < frame.right() {
                    let _ = write!(path, "M{} {}h0", short(x), short(y));
                    x += step;
                }
            }
            y += step;
        }
        let mut x = begin(frame.x);
        while theme.ground == Background::Grid && x < frame.right() {
            let _ = write!(path, "M{} {}v{}", short(x), short(frame.y), short(frame.height));
            x += step;
        }
        self.writer.line();
        self.writer.start("path");
        self.writer.attribute("d", &path);
        self.writer.attribute("fill", "none");
        self.writer.attribute("stroke", &faint);
        self.writer.attribute("stroke-linecap", "round");
        self.number("stroke-width", if theme.ground == Background::Grid { 1.0 } else { 2.5 });
        self.writer.end();
    }

    /// Draws the edges, as one path for each colour.
    fn edges(&mut self, looks: &[NodeStyle]) {
        let theme = self.style.theme;
        let mut strokes = Strokes::new();
        for (place, look) in looks.iter().enumerate() {
            let Some(above) = self.layout.parent(place).and_then(|parent| looks.get(parent)) else { continue };
            let (rank, ink) = (look.face.rank, look.ink);
            let twig = EdgePath { place, rank, above: above.face.rank, ink, parent: above.ink };
            edge::draw(&mut strokes, self.layout, theme, &twig);
        }
        for ((stroke, ink), path) in strokes {
            let color = self.color(ink);
            match stroke {
                Stroke::Filled => self.filled(&path, color),
                Stroke::Thick | Stroke::Thin => self.path(&path, color, stroke.width(theme), false),
            }
        }
    }

    fn color(&self, ink: EdgeColor) -> Color {
        let theme = self.style.theme;
        match ink {
            EdgeColor::Root => theme.root,
            EdgeColor::Branch(branch) => theme.branches[usize::from(branch) % theme.branches.len()],
            EdgeColor::Own(rgb) => Color { rgb },
        }
    }

    fn filled(&mut self, path: &str, color: Color) {
        self.writer.line();
        self.writer.start("path");
        self.writer.attribute("d", path);
        self.writer.attribute("fill", &color.to_string());
        self.writer.end();
    }

    fn path(&mut self, path: &str, color: Color, width: f64, is_dashed: bool) {
        self.writer.line();
        self.writer.start("path");
        self.writer.attribute("d", path);
        self.writer.attribute("fill", "none");
        self.writer.attribute("stroke", &color.to_string());
        self.number("stroke-width", width);
        if is_dashed {
            self.writer.attribute("stroke-dasharray", "6 4");
        }
        self.writer.end();
    }

    /// Draws a line between nodes, dashed, so that it can be told from the edges.
    fn line(&mut self, line: &LineStyle) {
        let (Some(from), Some(to)) = (self.layout.place_of(line.from), self.layout.place_of(line.to)) else {
            return;
        };
        let joint =
            edge::joint(&self.layout.boxes[from], &self.layout.boxes[to], self.layout.headings[from], line.tips);
        self.path(&joint.line, self.style.line, 1.5, true);
        if !joint.tips.is_empty() {
            self.filled(&joint.tips, self.style.line);
        }
        if !line.label.is_empty() {
            self.writer.start("text");
            self.number("x", joint.label.x);
            self.number("y", joint.label.y);
            self.number("font-size", f64::from(TAG_FONT) + 1.0);
            self.writer.attribute("text-anchor", "middle");
            self.writer.attribute("fill", &self.style.line.to_string());
            self.writer.text(&line.label);
            self.writer.end();
        }
    }

    fn node(&mut self, place: usize, look: &NodeStyle) {
        let rect = self.layout.boxes[place];
        self.writer.line();
        self.writer.start("g");
        if look.fill.is_some() || look.outline.is_some() {
            let radius = self.style.theme.radius(look.face.rank, rect.height);
            self.rect(&rect, radius, look.fill, look.outline);
        }
        self.text(&rect, look);
        self.tags(&rect, look);
        let hidden = self.layout.hidden[place];
        if hidden > 0 {
            let heading = self.layout.child_heading(place);
            let at = self.layout.handle(place, heading);
            let at = edge::handle(self.style.theme, look.face.rank, heading, &rect, at);
            self.badge(at, hidden, look);
        }
        self.writer.end();
    }

    fn text(&mut self, rect: &Rect, look: &NodeStyle) {
        let face = &look.face;
        let (is_centred, x) = face.anchor();
        let size = face.rank.font();
        let weight = Rank::weight_of(size);
        self.writer.start("text");
        self.writer.attribute("xml:space", "preserve");
        self.number("font-size", f64::from(size));
        self.writer.attribute("fill", &look.text.to_string());
        if weight > 400 {
            self.writer.attribute("font-weight", &weight.to_string());
        }
        if is_centred {
            self.writer.attribute("text-anchor", "middle");
        }
        if look.is_struck {
            self.writer.attribute("text-decoration", "line-through");
        }
        for (index, line) in face.lines.iter().enumerate() {
            self.writer.start("tspan");
            self.number("x", rect.x + f64::from(x));
            self.number("y", rect.y + f64::from(face.baseline(index)));
            self.writer.text(line);
            self.writer.end();
        }
        self.writer.end();
        for (x, sign) in &look.signs {
            self.writer.start("text");
            self.number("x", rect.x + x);
            self.number("y", rect.y + f64::from(face.baseline(0)));
            self.number("font-size", f64::from(MARK_FONT));
            self.writer.attribute("fill", &look.text.to_string());
            self.writer.text(sign);
            self.writer.end();
        }
    }

    fn tags(&mut self, rect: &Rect, look: &NodeStyle) {
        let size = f64::from(TAG_FONT);
        let mut x = rect.x + f64::from(look.face.tags_x());
        let y = rect.y + f64::from(look.face.tags_y());
        let is_solid =
            look.face.rank == Rank::Root || look.face.rank == Rank::Main && self.style.theme.mains == BranchFill::Solid;
        let outline = if is_solid { look.text } else { mix(self.color(look.ink), 45, self.style.theme.paper) };
        for (tag, width) in &look.face.tags {
            let width = f64::from(*width);
            let height = f64::from(label::TAG_ROW) - 3.0;
            self.rect(&Rect { x, y, width, height }, height / 2.0, None, Some(outline));
            self.writer.start("text");
            self.number("x", x + width / 2.0);
            self.number("y", y + f64::midpoint(height, size * 0.72));
            self.number("font-size", size);
            self.writer.attribute("text-anchor", "middle");
            self.writer.attribute("fill", &look.text.to_string());
            self.writer.text(tag);
            self.writer.end();
            x += width + f64::from(TAG_GAP);
        }
    }

    /// Draws the number of hidden nodes.
    fn badge(&mut self, at: Point, hidden: u32, look: &NodeStyle) {
        let color = self.color(look.ink);
        let text = hidden.to_string();
        let width = 10.0 + 6.0 * text.len() as f64;
        let box_of = Rect { x: at.x - width / 2.0, y: at.y - 8.0, width, height: 16.0 };
        self.rect(&box_of, 8.0, Some(color), None);
        self.writer.start("text");
        self.number("x", at.x);
        self.number("y", at.y + 3.5);
        self.number("font-size", 10.0);
        self.writer.attribute("text-anchor", "middle");
        self.writer.attribute("fill", if is_light(color) { "black" } else { "white" });
        self.writer.text(&text);
        self.writer.end();
    }

    fn rect(&mut self, rect: &Rect, radius: f64, fill: Option<Color>, outline: Option<Color>) {
        self.writer.start("rect");
        self.number("x", rect.x);
        self.number("y", rect.y);
        self.number("width", rect.width);
        self.number("height", rect.height);
        if radius > 0.0 {
            self.number("rx", radius);
        }
        self.writer.attribute("fill", &fill.map_or("none".to_owned(), |color| color.to_string()));
        if let Some(outline) = outline {
            self.writer.attribute("stroke", &outline.to_string());
        }
        self.writer.end();
    }

    fn number(&mut self, name: &str, number: f64) {
        self.writer.attribute(name, &short(number));
    }
}

/// Distance between two dots of the ground.
const STEP: f64 = 24.0;
/// The largest area with a ground: in a larger one the dots would be most of the file.
const MOST_GROUND: f64 = 6e6;

/// A number with two digits after the point at most.
fn short(number: f64) -> String {
    // No negative zero.
    let rounded = (number * 100.0).round() / 100.0 + 0.0;
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::xml::{Token, Tokens};
    use crate::layout::{ARRANGEMENTS, NONE, Spacing, Tree};

    fn draw(title: &str, arrangement: usize) -> String {
        let tree = Tree {
            parents: &[NONE, 0, 0, 1],
            widths: &[80.0; 4],
            heights: &[30.0; 4],
            folded: &[false, true, false, false],
            sides: &[],
        };
        let layout = Layout::new(&tree, ARRANGEMENTS[arrangement], &Spacing::default());
        let style = Style {
            theme: Theme::of(espalier_model::mindmap::Palette::Rainbow),
            font: "sans-serif".to_owned(),
            margin: 20.0,
            line: Color { rgb: [90; 3] },
        };
        let look = |node: u32| NodeStyle {
            face: Rc::new(NodeLabel {
                lines: vec![title.to_owned(), node.to_string()],
                tags: vec![("tag".to_owned(), 30.0)],
                rank: if node == 0 { Rank::Root } else { Rank::Main },
                width: 80.0,
                height: 30.0,
                ..NodeLabel::default()
            }),
            signs: vec![(70.0, "↗".to_owned())],
            text: Color { rgb: [0; 3] },
            fill: Some(Color { rgb: [240; 3] }),
            outline: None,
            ink: EdgeColor::Branch(node as u8),
            is_struck: false,
        };
        let lines = [
            LineStyle { from: 1, to: 2, label: title.to_owned(), tips: Tips::End },
            LineStyle { from: 1, to: 3, label: String::new(), tips: Tips::Both },
        ];
        write(title, &layout, &style, &lines, &look)
    }

    #[test]
    fn a_picture_is_well_formed_and_holds_all_text() {
        for arrangement in 0..ARRANGEMENTS.len() {
            let title = "a < b & \"c\"";
            let picture = draw(title, arrangement);
            let mut tokens = Tokens::new(&picture);
            let (mut texts, mut rects) = (Vec::new(), 0);
            while let Some(token) = tokens.next().unwrap() {
                match token {
                    Token::Text(text) if !text.trim().is_empty() => texts.push(text.into_owned()),
                    Token::Start(start) => {
                        rects += usize::from(start.name == "rect");
                        assert!(start.get("style").is_none() && start.get("href").is_none());
                    }
                    _ => {}
                }
            }
            // The name of the picture, three visible nodes, one line; one badge; two lines in each node.
            assert_eq!(texts.iter().filter(|text| *text == title).count(), 5);
            // The ground, three boxes, a tag in each, what says how many are hidden.
            assert_eq!(rects, 8);
            assert!(texts.contains(&"1".to_owned()));
            for (mark, count) in [("↗", 3), ("tag", 3)] {
                assert_eq!(texts.iter().filter(|text| *text == mark).count(), count);
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([short(1.0), short(-0.001), short(2.345_6)], ["1", "0", "2.35"]);
    }
}
