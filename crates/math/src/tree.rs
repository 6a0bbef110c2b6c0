//! The tree, and the reader of what math-core writes.

use std::borrow::Cow;

/// Elements that may be in a tree (`MathML` Core).
pub const TAGS: &[&str] = &[
    "math",
    "mi",
    "mn",
    "mo",
    "ms",
    "mtext",
    "mspace",
    "mrow",
    "mfrac",
    "msqrt",
    "mroot",
    "msub",
    "msup",
    "msubsup",
    "munder",
    "mover",
    "munderover",
    "mmultiscripts",
    "mprescripts",
    "mtable",
    "mtr",
    "mtd",
    "mphantom",
    "mpadded",
    "mstyle",
    "menclose",
    // A command that is not known.
    "merror",
];

/// Attributes that may be in a tree.
pub const ATTRIBUTES: &[&str] = &[
    "display",
    "displaystyle",
    "scriptlevel",
    "mathvariant",
    "mathcolor",
    "mathbackground",
    "mathsize",
    "stretchy",
    "symmetric",
    "minsize",
    "maxsize",
    "lspace",
    "rspace",
    "form",
    "fence",
    "separator",
    "movablelimits",
    "largeop",
    "accent",
    "accentunder",
    "linethickness",
    "width",
    "height",
    "depth",
    "voffset",
    "columnspan",
    "rowspan",
];

/// Styles that math-core writes, and the class that stands for each.
const STYLES: &[(&str, &str)] = &[
    ("text-align:left", "math-left"),
    ("text-align:right", "math-right"),
    ("padding-right:0", "math-close-right"),
    ("padding-left:0", "math-close-left"),
    ("padding-left:1em", "math-apart"),
    ("border-right:0.05emsolidcurrentcolor", "math-line-right"),
    ("border-right:0.05emdashedcurrentcolor", "math-dash-right"),
    ("border-left:0.05emsolidcurrentcolor", "math-line-left"),
    ("border-left:0.05emdashedcurrentcolor", "math-dash-left"),
    ("border-top:0.05emsolidcurrentcolor", "math-line-top"),
    ("border-top:0.05emdashedcurrentcolor", "math-dash-top"),
    ("border-bottom:0.05emsolidcurrentcolor", "math-line-bottom"),
    ("border-bottom:0.05emdashedcurrentcolor", "math-dash-bottom"),
    ("width:100%", "math-wide"),
    ("width:50%", "math-half"),
];

/// Lines through an element, and the class that stands for each.
const STRIKES: &[(&str, &str)] = &[
    ("updiagonalstrike", "math-strike-up"),
    ("downdiagonalstrike", "math-strike-down"),
    ("updiagonalstrike downdiagonalstrike", "math-strike-both"),
    ("horizontalstrike", "math-strike"),
];

/// Elements of HTML around the words of an `mtext`, and the class that stands for each.
const TEXT_TAGS: &[(&str, &str)] = &[
    ("b", "math-bold"),
    ("i", "math-italic"),
    ("em", "math-italic"),
    ("code", "math-code"),
    ("s", "math-struck"),
    ("u", "math-underlined"),
    ("span", "math-upright"),
];

/// An element or its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// An element.
    Element(Element),
    /// Characters.
    Text(String),
}

/// An element of `MathML`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// One of [`TAGS`].
    pub tag: &'static str,
    /// Attributes, each of [`ATTRIBUTES`], in the order in which they were written.
    pub attributes: Vec<(&'static str, String)>,
    /// Classes of the style sheet.
    pub classes: Vec<&'static str>,
    /// Content.
    pub children: Vec<Node>,
}

impl Element {
    fn new(tag: &'static str) -> Self {
        Self { tag, attributes: Vec::new(), classes: Vec::new(), children: Vec::new() }
    }
}

/// Reads the one element of a text; `None` if anything in it is not on the lists.
pub fn parse(text: &str) -> Option<Element> {
    let mut open: Vec<Element> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(inner) = rest.strip_prefix('<') else {
            let end = rest.find('<')?;
            open.last_mut()?.children.push(Node::Text(unescaped(&rest[..end])?.into_owned()));
            rest = &rest[end..];
            continue;
        };
        let end = inner.find('>')?;
        let (tag, after) = (&inner[..end], &inner[end + 1..]);
        rest = after;
        if tag.starts_with('/') {
            let element = open.pop()?;
            if element.tag != &tag[1..] {
                return None;
            }
            let element = if element.tag == "mtable" { without_last_line(element) } else { element };
            if let Some(outer) = open.last_mut() {
                push(outer, element);
            } else {
                return rest.is_empty().then_some(element);
            }
        } else if let Some(tag) = tag.strip_suffix('/') {
            let element = element(tag)?;
            push(open.last_mut()?, element);
        } else {
            open.push(element(tag)?);
        }
    }
    None
}

/// Adds a child. Where it is only there for how others look, there are classes for that.
fn push(outer: &mut Element, element: Element) {
    if let Some((_, class)) = TEXT_TAGS.iter().find(|(tag, _)| *tag == element.tag) {
        outer.classes.push(class);
        outer.children.extend(element.children);
    } else if outer.tag != "menclose" || element.tag != "mrow" || !element.children.is_empty() {
        outer.children.push(Node::Element(element));
    }
}

/// Draws the line below a table under its last row. It is written as the line above a row of empty cells, of which the
/// lines between columns would stick out.
fn without_last_line(mut table: Element) -> Element {
    fn cells(row: &Node) -> impl Iterator<Item = &Element> {
        let children = match row {
            Node::Element(row) => row.children.as_slice(),
            Node::Text(_) => &[],
        };
        children.iter().filter_map(|cell| match cell {
            Node::Element(cell) => Some(cell),
            Node::Text(_) => None,
        })
    }
    let [.., _, last] = table.children.as_slice() else { return table };
    let line = if cells(last).all(|cell| cell.classes.contains(&"math-line-top")) {
        "math-line-bottom"
    } else if cells(last).all(|cell| cell.classes.contains(&"math-dash-top")) {
        "math-dash-bottom"
    } else {
        return table;
    };
    if cells(last).any(|cell| !cell.children.is_empty()) {
        return table;
    }
    table.children.pop();
    if let Some(Node::Element(row)) = table.children.last_mut() {
        for cell in &mut row.children {
            if let Node::Element(cell) = cell {
                cell.classes.push(line);
            }
        }
    }
    table
}

/// Reads the name and the attributes of an element.
fn element(text: &str) -> Option<Element> {
    let end = text.find(' ').unwrap_or(text.len());
    let mut tags = TAGS.iter().chain(TEXT_TAGS.iter().map(|(tag, _)| tag));
    let tag = tags.find(|tag| **tag == &text[..end])?;
    let mut element = Element::new(tag);
    let mut rest = text[end..].trim_start();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        rest = after.trim_start();
        match name {
            "style" => value.split(';').try_for_each(|style| add_style(&mut element, style))?,
            "notation" => element.classes.push(STRIKES.iter().find(|(own, _)| *own == value)?.1),
            // Names for rules of the library's style sheet, and targets of links, which are not drawn.
            "class" | "id" | "href" => {}
            _ => {
                let name = ATTRIBUTES.iter().find(|own| **own == name)?;
                let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '%' | '#' | '+' | '-');
                value.chars().all(plain).then(|| element.attributes.push((name, value.to_owned())))?;
            }
        }
    }
    Some(element)
}

fn add_style(element: &mut Element, style: &str) -> Option<()> {
    let style: String = style.split_whitespace().collect();
    if let Some((_, class)) = STYLES.iter().find(|(own, _)| *own == style) {
        element.classes.push(class);
        return Some(());
    }
    let (name, value) = style.split_once(':').unwrap_or_default();
    let is_plain = value.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '%' | '#' | '-'));
    match name {
        "color" if is_plain => element.attributes.push(("mathcolor", value.to_owned())),
        "font-size" if is_plain => element.attributes.push(("mathsize", value.to_owned())),
        // Nothing is lost without these: other sides of alignment, and the space of a few cells.
        "" | "justify-items" | "math-shift" | "font-variant-caps" | "width" | "padding-top" | "padding-bottom"
        | "padding-right" | "padding-left" | "margin-left" => {}
        _ => return None,
    }
    Some(())
}

/// Resolves the five escapes that are written.
fn unescaped(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('&') {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let (name, after) = rest[at + 1..].split_once(';')?;
        out.push(match name {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "apos" | "#39" | "#x27" => '\'',
            "nbsp" => '\u{a0}',
            _ => return None,
        });
        rest = after;
    }
    out.push_str(rest);
    Some(Cow::Owned(out))
}
