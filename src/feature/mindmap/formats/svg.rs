//! A picture of a map as SVG: plain shapes and text, no style sheet, no script, no address.
//!
//! Must not be in here: measuring text, placing nodes, choosing colours.

use super::xml::Writer;
use crate::feature::mindmap::layout::{Edge, Heading, Layout, Point, Rect};
use crate::model::mindmap::Color;

/// What all nodes have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Style {
    /// What is behind everything; `None` lets through what is behind the picture.
    pub background: Option<Color>,
    /// Names of typefaces, separated by commas.
    pub font: String,
    /// The size of letters in pixels.
    pub font_size: f64,
    /// From one line of a title to the next in pixels.
    pub line_height: f64,
    /// From the left side of a box to what is in it, in pixels.
    pub padding: f64,
    /// The height of a row of tags in pixels.
    pub tag_row: f64,
    /// Between two tags in pixels.
    pub tag_gap: f64,
    /// How round the corners of boxes are, in pixels.
    pub radius: f64,
    /// The space around the map in pixels.
    pub margin: f64,
    /// The colour of lines between nodes.
    pub line: Color,
}

/// How a node looks.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeStyle {
    /// Its title, as it is broken into lines.
    pub lines: Vec<String>,
    /// Where the title begins, from the left side of the box in pixels.
    pub text_x: f64,
    /// Signs beside the first line, each with its distance from the left side.
    pub signs: Vec<(f64, String)>,
    /// Tags below the title, with their widths.
    pub tags: Vec<(String, f64)>,
    /// The colour of its text.
    pub text: Color,
    /// The colour of its box.
    pub fill: Option<Color>,
    /// The colour of the outline of its box.
    pub outline: Option<Color>,
    /// The colour of the edge that leads to it.
    pub edge: Color,
    /// Whether its title is bold.
    pub is_bold: bool,
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
    /// What is written on it.
    pub label: String,
}

/// Draws what is visible; `node` is asked for the look of each node of the tree that was laid out.
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
        self.number("font-size", self.style.font_size);
        self.writer.element("title", title);
        if let Some(background) = self.style.background {
            self.rect(frame, 0.0, Some(background), None);
        }
    }

    /// All edges of one colour are one path.
    fn edges(&mut self, looks: &[NodeStyle]) {
        let mut paths: Vec<(Color, String)> = Vec::new();
        for (place, look) in looks.iter().enumerate() {
            let Some(edge) = self.layout.edge(place) else { continue };
            let piece = path(&edge);
            let known = paths.iter().position(|(color, _)| *color == look.edge);
            match known {
                Some(at) => paths[at].1.push_str(&piece),
                // Past that many colours, a path of its own is as good.
                None if paths.len() < 64 => paths.push((look.edge, piece)),
                None => self.path(&piece, look.edge, 2.0, false),
            }
        }
        for (color, path) in paths {
            self.path(&path, color, 2.0, false);
        }
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

    /// A dashed curve beside the straight way, so that it can be told from the edges.
    fn line(&mut self, line: &LineStyle) {
        let (Some(from), Some(to)) = (self.layout.rect_of(line.from), self.layout.rect_of(line.to)) else {
            return;
        };
        let (a, b) = (from.centre(), to.centre());
        let bend =
            Point { x: f64::midpoint(a.x, b.x) + (b.y - a.y) / 5.0, y: f64::midpoint(a.y, b.y) - (b.x - a.x) / 5.0 };
        let (start, end) = (towards(&from, bend), towards(&to, bend));
        let path = format!("M{} Q{} {}", pair(start), pair(bend), pair(end));
        self.path(&path, self.style.line, 1.5, true);
        if !line.label.is_empty() {
            // The middle of the curve.
            let x = f64::midpoint(f64::midpoint(start.x, end.x), bend.x);
            let y = f64::midpoint(f64::midpoint(start.y, end.y), bend.y);
            self.writer.start("text");
            self.number("x", x);
            self.number("y", y);
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
            self.rect(&rect, self.style.radius, look.fill, look.outline);
        }
        self.text(&rect, look);
        self.tags(&rect, look);
        let hidden = self.layout.hidden[place];
        if hidden > 0 {
            let at = self.layout.handle(place, self.layout.child_heading(place));
            self.badge(at, hidden, look);
        }
        self.writer.end();
    }

    fn text(&mut self, rect: &Rect, look: &NodeStyle) {
        let height = self.style.line_height * look.lines.len() as f64;
        let below = if look.tags.is_empty() { 0.0 } else { self.style.tag_row };
        // Letters stand on a line at about four fifths of their size.
        let first = rect.centre().y - f64::midpoint(height, below)
            + f64::midpoint(self.style.line_height, self.style.font_size * 0.72);
        self.writer.start("text");
        self.writer.attribute("xml:space", "preserve");
        self.writer.attribute("fill", &look.text.to_string());
        if look.is_bold {
            self.writer.attribute("font-weight", "bold");
        }
        if look.is_struck {
            self.writer.attribute("text-decoration", "line-through");
        }
        for (index, line) in look.lines.iter().enumerate() {
            self.writer.start("tspan");
            self.number("x", rect.x + look.text_x);
            self.number("y", first + self.style.line_height * index as f64);
            self.writer.text(line);
            self.writer.end();
        }
        self.writer.end();
        for (x, sign) in &look.signs {
            self.writer.start("text");
            self.number("x", rect.x + x);
            self.number("y", first);
            self.writer.attribute("fill", &look.text.to_string());
            self.writer.text(sign);
            self.writer.end();
        }
    }

    fn tags(&mut self, rect: &Rect, look: &NodeStyle) {
        let (size, height) = (self.style.font_size * 0.78, self.style.tag_row - 3.0);
        let mut x = rect.x + self.style.padding;
        let y = rect.bottom() - self.style.tag_row - height / 4.0;
        for (tag, width) in &look.tags {
            self.rect(&Rect { x, y, width: *width, height }, height / 2.0, None, Some(look.edge));
            self.writer.start("text");
            self.number("x", x + width / 2.0);
            self.number("y", y + f64::midpoint(height, size * 0.72));
            self.number("font-size", size);
            self.writer.attribute("text-anchor", "middle");
            self.writer.attribute("fill", &look.text.to_string());
            self.writer.text(tag);
            self.writer.end();
            x += width + self.style.tag_gap;
        }
    }

    /// How many nodes are hidden.
    fn badge(&mut self, at: Point, hidden: u32, look: &NodeStyle) {
        self.writer.start("circle");
        self.number("cx", at.x);
        self.number("cy", at.y);
        self.number("r", self.style.font_size * 0.7);
        self.writer.attribute("fill", &look.edge.to_string());
        self.writer.end();
        self.writer.start("text");
        self.number("x", at.x);
        self.number("y", at.y + self.style.font_size * 0.22);
        self.number("font-size", self.style.font_size * 0.65);
        self.writer.attribute("text-anchor", "middle");
        self.writer.attribute("fill", if is_light(look.edge) { "black" } else { "white" });
        self.writer.text(&hidden.to_string());
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

/// The commands that draw an edge.
fn path(edge: &Edge) -> String {
    let [from, first, second, to] = [edge.from, edge.first, edge.second, edge.to].map(pair);
    match edge.heading {
        Heading::Down => format!("M{from} L{first} L{second} L{to}"),
        Heading::Indented => format!("M{from} L{first} L{to}"),
        Heading::Right | Heading::Left | Heading::Root => format!("M{from} C{first} {second} {to}"),
    }
}

/// Where the way from the middle of a rectangle to a point leaves it.
fn towards(rect: &Rect, point: Point) -> Point {
    let centre = rect.centre();
    let (x, y) = (point.x - centre.x, point.y - centre.y);
    let part = |half: f64, way: f64| if way.abs() < f64::EPSILON { f64::INFINITY } else { half / way.abs() };
    let share = part(rect.width / 2.0, x).min(part(rect.height / 2.0, y)).min(1.0);
    Point { x: centre.x + x * share, y: centre.y + y * share }
}

/// Whether black can be read on a colour (its relative luminance in sRGB, without the curve).
fn is_light(color: Color) -> bool {
    let [red, green, blue] = color.rgb.map(u32::from);
    red * 299 + green * 587 + blue * 114 > 140_000
}

fn pair(point: Point) -> String {
    format!("{},{}", short(point.x), short(point.y))
}

/// With two digits after the point at most.
fn short(number: f64) -> String {
    // No negative zero.
    let rounded = (number * 100.0).round() / 100.0 + 0.0;
    format!("{rounded}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::mindmap::formats::xml::{Token, Tokens};
    use crate::feature::mindmap::layout::{ARRANGEMENTS, NONE, Spacing, Tree};

    fn draw(title: &str, arrangement: usize) -> String {
        let tree = Tree {
            parents: &[NONE, 0, 0, 1],
            widths: &[80.0; 4],
            heights: &[30.0; 4],
            folded: &[false, true, false, false],
            sides: &[],
        };
        let layout = Layout::new(&tree, ARRANGEMENTS[arrangement], &Spacing::default());
        let color = |level: u8| Color { rgb: [level; 3] };
        let style = Style {
            background: Some(color(255)),
            font: "sans-serif".to_owned(),
            tag_row: 18.0,
            tag_gap: 4.0,
            font_size: 14.0,
            line_height: 20.0,
            padding: 8.0,
            radius: 6.0,
            margin: 20.0,
            line: color(90),
        };
        let look = |node: u32| NodeStyle {
            lines: vec![title.to_owned(), node.to_string()],
            text_x: 8.0,
            signs: vec![(70.0, "↗".to_owned())],
            tags: vec![("tag".to_owned(), 30.0)],
            text: color(0),
            fill: Some(color(240)),
            outline: None,
            edge: color(100),
            is_bold: node == 0,
            is_struck: false,
        };
        let lines =
            [LineStyle { from: 1, to: 2, label: title.to_owned() }, LineStyle { from: 1, to: 3, label: String::new() }];
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
            // The ground, three boxes, a tag in each.
            assert_eq!(rects, 7);
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
