//! A selected part of the page as clean HTML, for the clipboard: what pastes it keeps headings, lists, tables, code,
//! links and formulas, and none of the page's own parts.
//!
//! - Q1 Only listed elements and attributes are written; text is escaped, and a link has an address of the allow-list.

use wasm_bindgen::JsCast;
use web_sys::{Element, Node, Range};

use espalier_markdown::SafeLink;
use espalier_math::tree::{ATTRIBUTES, TAGS};

/// Elements that are written by their own names.
const KEPT: &[&str] = &[
    "p",
    "ul",
    "ol",
    "li",
    "blockquote",
    "pre",
    "code",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "hr",
    "br",
    "em",
    "strong",
    "del",
    "sub",
    "sup",
    "kbd",
    "details",
    "summary",
    "div",
];
/// Elements without an end.
const VOID: &[&str] = &["hr", "br"];
/// Elements around a selection that are written as well, as their parts mean nothing alone.
const AROUND: &[&str] = &["table", "thead", "tbody", "tr", "th", "td", "ul", "ol", "li", "pre", "code", "blockquote"];
/// Parts of the page that belong to no text.
const LEFT_OUT: &[&str] = &["formula-source", "code-head", "window-space", "text-cursor"];

/// Form in which an element is written.
#[derive(Debug, PartialEq, Eq)]
enum Shape {
    /// As an element, with the attributes given.
    Element(&'static str, Vec<(&'static str, String)>),
    /// As what is in it.
    Inside,
    /// As words.
    Words(&'static str),
    Nothing,
}

/// Returns the HTML of a range; `None` if there is none.
pub(super) fn html_of(range: &Range) -> Option<String> {
    let range = range.clone_range();
    // A formula is copied whole.
    if let Some(formula) = formula_around(&range.start_container().ok()?) {
        range.set_start_before(&formula).ok()?;
    }
    if let Some(formula) = formula_around(&range.end_container().ok()?) {
        range.set_end_after(&formula).ok()?;
    }
    let mut html = String::new();
    write_children(range.clone_contents().ok()?.as_ref(), &mut html);
    let common = range.common_ancestor_container().ok()?;
    let mut around = common.dyn_ref::<Element>().cloned().or_else(|| common.parent_element());
    while let Some(element) = around.filter(|element| element.closest(".markdown").ok().flatten().is_some()) {
        let name = element.local_name();
        if AROUND.contains(&name.as_str()) {
            let mut whole = String::new();
            write(&shape_of(&element), &mut whole, |out| out.push_str(&html));
            html = whole;
        }
        around = element.parent_element();
    }
    (!html.is_empty()).then_some(html)
}

fn formula_around(node: &Node) -> Option<Element> {
    let element = node.dyn_ref::<Element>().cloned().or_else(|| node.parent_element())?;
    element.closest(".formula").ok().flatten()
}

fn write_children(node: &Node, out: &mut String) {
    let children = node.child_nodes();
    for child in (0..children.length()).filter_map(|index| children.get(index)) {
        if let Some(element) = child.dyn_ref::<Element>() {
            write(&shape_of(element), out, |out| write_children(element, out));
        } else if child.node_type() == Node::TEXT_NODE {
            push_escaped(&child.text_content().unwrap_or_default(), out);
        }
    }
}

fn shape_of(element: &Element) -> Shape {
    let classes = element.class_name_of();
    shape(&element.local_name(), &classes, |name| element.get_attribute(name))
}

/// An element's classes, also where it is no element of HTML.
trait ClassNameOf {
    fn class_name_of(&self) -> String;
}

impl ClassNameOf for Element {
    fn class_name_of(&self) -> String {
        self.get_attribute("class").unwrap_or_default()
    }
}

/// Decides on an element (Q1).
fn shape(name: &str, classes: &str, attribute: impl Fn(&str) -> Option<String>) -> Shape {
    let has = |class: &str| classes.split_ascii_whitespace().any(|own| own == class);
    if LEFT_OUT.iter().any(|class| has(class)) {
        return Shape::Nothing;
    }
    if let Some(tag) = TAGS.iter().find(|tag| **tag == name) {
        let own = ATTRIBUTES.iter().filter_map(|key| Some((*key, attribute(key)?)));
        let space = (name == "math").then(|| ("xmlns", "http://www.w3.org/1998/Math/MathML".to_owned()));
        return Shape::Element(tag, space.into_iter().chain(own).collect());
    }
    match name {
        "button" | "svg" | "style" | "script" => Shape::Nothing,
        "h3" | "h4" | "h5" | "h6" => {
            let levels = [("heading-1", "h1"), ("heading-2", "h2"), ("heading-3", "h3"), ("heading-4", "h4")];
            let level = levels.into_iter().find(|(class, _)| has(class));
            level.map_or(Shape::Inside, |(_, tag)| Shape::Element(tag, Vec::new()))
        }
        "a" => {
            let address = attribute("title").and_then(|address| SafeLink::new(&address));
            let is_outside = |link: &SafeLink| !link.href().starts_with('#');
            address
                .filter(is_outside)
                .map_or(Shape::Inside, |link| Shape::Element("a", vec![("href", link.href().to_owned())]))
        }
        "input" if attribute("type").as_deref() == Some("checkbox") => {
            Shape::Words(if attribute("checked").is_some() { "☑ " } else { "☐ " })
        }
        _ => match KEPT.iter().find(|tag| **tag == name) {
            Some(tag) => Shape::Element(tag, attributes(tag, &has, attribute)),
            None => Shape::Inside,
        },
    }
}

fn attributes(
    tag: &str,
    has: &impl Fn(&str) -> bool,
    attribute: impl Fn(&str) -> Option<String>,
) -> Vec<(&'static str, String)> {
    let number = |name: &'static str| {
        let value = attribute(name).filter(|value| value.parse::<u64>().is_ok());
        value.map(|value| (name, value))
    };
    match tag {
        "ol" => number("start").into_iter().collect(),
        "li" => number("value").into_iter().collect(),
        "th" | "td" => {
            let sides = [("align-left", "left"), ("align-center", "center"), ("align-right", "right")];
            let side = sides.into_iter().find(|(class, _)| has(class)).map(|(_, side)| ("align", side.to_owned()));
            side.into_iter().chain(number("colspan")).collect()
        }
        // What pastes it may not know how to open it.
        "details" => vec![("open", String::new())],
        _ => Vec::new(),
    }
}

fn write(shape: &Shape, out: &mut String, inside: impl FnOnce(&mut String)) {
    match shape {
        Shape::Nothing => {}
        Shape::Words(words) => out.push_str(words),
        Shape::Inside => inside(out),
        Shape::Element(tag, attributes) => {
            out.push('<');
            out.push_str(tag);
            for (name, value) in attributes {
                out.push(' ');
                out.push_str(name);
                out.push_str("=\"");
                push_escaped(value, out);
                out.push('"');
            }
            out.push('>');
            if !VOID.contains(tag) {
                inside(out);
                out.push_str("</");
                out.push_str(tag);
                out.push('>');
            }
        }
    }
}

fn push_escaped(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, classes: &str, attributes: &[(&str, &str)]) -> String {
        let attribute =
            |key: &str| attributes.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned());
        let mut out = String::new();
        write(&shape(name, classes, attribute), &mut out, |out| push_escaped("<x> & \"", out));
        out
    }

    #[test]
    fn q1_only_what_is_listed_is_written() {
        let inside = "&lt;x&gt; &amp; &quot;";
        assert_eq!(written("p", "a", &[("onclick", "x"), ("style", "y")]), format!("<p>{inside}</p>"));
        assert_eq!(written("h4", "heading-2", &[]), format!("<h2>{inside}</h2>"));
        assert_eq!(
            written("td", "align-right", &[("colspan", "2")]),
            format!("<td align=\"right\" colspan=\"2\">{inside}</td>")
        );
        assert_eq!(written("td", "", &[("colspan", "\"><x")]), format!("<td>{inside}</td>"));
        assert_eq!(written("ol", "", &[("start", "3")]), format!("<ol start=\"3\">{inside}</ol>"));
        assert_eq!(written("br", "", &[]), "<br>");
        for name in ["span", "section", "iframe", "object", "form", "h3", "img"] {
            assert_eq!(written(name, "", &[("src", "https://x.example"), ("onload", "x")]), inside, "{name}");
        }
        for (name, classes) in
            [("button", ""), ("script", ""), ("svg", ""), ("span", "formula-source"), ("div", "code-head")]
        {
            assert_eq!(written(name, classes, &[]), "", "{name}.{classes}");
        }
    }

    #[test]
    fn q1_links_have_safe_addresses() {
        let link = |address: &str| written("a", "link", &[("title", address), ("href", "javascript:alert(1)")]);
        assert!(
            link("https://x.example/?a&b").starts_with("<a href=\"https://x.example/?a&amp;b\">"),
            "{}",
            link("https://x.example/?a&b")
        );
        for address in ["javascript:alert(1)", "#/chat/1", "data:text/html,x", ""] {
            assert!(!link(address).contains("<a"), "{address}");
        }
    }

    #[test]
    fn formulas_are_mathml() {
        let math = written("math", "x", &[("display", "block"), ("onclick", "x")]);
        assert!(math.starts_with("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"), "{math}");
        assert!(written("mi", "math-bold", &[("mathvariant", "normal")]).starts_with("<mi mathvariant=\"normal\">"));
    }
}
