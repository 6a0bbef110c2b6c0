//! Copied HTML as indented text, where it has lists or tables: as plain text most programs copy them flat.
//!
//! - H1 Only what is shown becomes a line. Nothing of the HTML is built, so that nothing of it can be run or fetched.
//! - H2 What follows the first line of an item, and the cells after the first of a row, are below it.

use super::formats::resolved;

/// Elements that begin and end a line.
const BLOCKS: [&str; 33] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "br",
    "caption",
    "dd",
    "div",
    "dl",
    "dt",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];
/// Elements without an end.
const VOID: [&str; 11] = ["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"];
/// Elements whose content is text, which is not shown.
const RAW: [&str; 6] = ["noscript", "script", "style", "template", "textarea", "title"];
/// Elements that end where another one of them begins, within this one.
const ENDED_BY: [(&[&str], &[&str]); 4] =
    [(&["li"], &["ul", "ol"]), (&["tr"], &["table"]), (&["td", "th"], &["tr"]), (&["p"], &["li", "td", "th", "div"])];
/// The most elements within each other; deeper ones have no part in the nesting.
const DEEPEST: usize = 512;

/// Lines of copied HTML, each behind as many tabs as it is deep and a bullet; `None` without a list or a table.
pub fn outline(html: &str) -> Option<String> {
    let mut lines = Lines::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        lines.text(&rest[..at]);
        let tag = &rest[at..];
        rest = if let Some(comment) = tag.strip_prefix("<!--") {
            comment.split_once("-->").map_or("", |(_, rest)| rest)
        } else if tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            let end = tag_end(tag);
            lines.tag(&tag[1..end], &tag[(end + 1).min(tag.len())..])
        } else {
            lines.text("<");
            &tag[1..]
        };
    }
    lines.text(rest);
    lines.flush();
    (lines.has_structure && !lines.text.is_empty()).then_some(lines.text)
}

/// Place of the end of a tag: the first `>` that is in no attribute's value.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at,
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    tag.len()
}

/// Lines while they are collected.
#[derive(Default)]
struct Lines {
    text: String,
    line: String,
    place: Place,
    open: Vec<Open>,
    has_structure: bool,
}

/// Where the next line goes.
#[derive(Default, Clone, Copy)]
struct Place {
    depth: usize,
    /// Depth of what follows the line in the same item or row.
    below: usize,
    /// Number of lists around it.
    lists: usize,
    is_hidden: bool,
}

/// An open element.
struct Open {
    name: String,
    /// Whether it is an item or a row, which has lines of its own.
    is_item: bool,
    /// Where a line went before it.
    before: Place,
}

impl Lines {
    fn text(&mut self, text: &str) {
        if !self.place.is_hidden {
            self.line.push_str(&resolved(text));
        }
    }

    fn flush(&mut self) {
        let line = self.line.split_whitespace().collect::<Vec<_>>().join(" ");
        self.line.clear();
        if line.is_empty() {
            return;
        }
        self.text.extend(std::iter::repeat_n('\t', self.place.depth));
        self.text.extend(["- ", &line, "\n"]);
        self.place.depth = self.place.below;
    }

    /// Handles a tag without its angle brackets; returns what is to be read after it.
    fn tag<'a>(&mut self, tag: &str, rest: &'a str) -> &'a str {
        let name = tag.trim_start_matches('/');
        let name = name.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or_default().to_ascii_lowercase();
        if tag.starts_with('/') {
            if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
                self.close(at);
            }
            return rest;
        }
        if RAW.contains(&name.as_str()) {
            let is_end =
                |at: usize| rest[at + 2..].get(..name.len()).is_some_and(|end| end.eq_ignore_ascii_case(&name));
            let end = rest.match_indices("</").map(|(at, _)| at).find(|at| is_end(*at));
            return end.map_or("", |end| &rest[end..]);
        }
        self.start(name, &tag.to_ascii_lowercase().replace(char::is_whitespace, ""));
        rest
    }

    /// Begins an element; `tag` is in small letters and without white space.
    fn start(&mut self, name: String, tag: &str) {
        let name_is = |names: &[&str]| names.contains(&name.as_str());
        let ends = ENDED_BY.iter().find(|(names, _)| name_is(names));
        if let Some((names, within)) = ends
            && let Some(at) = self.open.iter().rposition(|open| [*names, *within].concat().contains(&&*open.name))
            && names.contains(&&*self.open[at].name)
        {
            self.close(at);
        }
        if name_is(&BLOCKS) {
            self.flush();
        }
        if name == "input" && tag.contains("checkbox") && !self.place.is_hidden {
            self.line.push_str(if tag.contains("checked") { "[x] " } else { "[ ] " });
        }
        if name_is(&VOID) || self.open.len() >= DEEPEST {
            return;
        }
        let before = self.place;
        let level = tag.split_once("mso-list:").and_then(|(_, list)| list.split_once("level"));
        let level = level.and_then(|(_, level)| level.chars().next()?.to_digit(10));
        let item = match name.as_str() {
            "ul" | "ol" => {
                self.place.lists += 1;
                None
            }
            "li" => Some(before.lists.saturating_sub(1)),
            "tr" => Some(before.lists),
            // A word processor has no lists, but paragraphs with a level and a bullet that is written out.
            "p" => level.map(|level| level.saturating_sub(1) as usize),
            _ => None,
        };
        if let Some(depth) = item {
            (self.place.depth, self.place.below) = (depth, depth + 1);
            self.has_structure = true;
        }
        self.place.is_hidden |= tag.contains("display:none") || tag.contains("mso-list:ignore");
        self.open.push(Open { name, is_item: item.is_some(), before });
    }

    /// Ends an element, and those in it.
    fn close(&mut self, at: usize) {
        for Open { name, is_item, before } in self.open.split_off(at).into_iter().rev() {
            if BLOCKS.contains(&name.as_str()) {
                self.flush();
            }
            let Place { lists, is_hidden, .. } = before;
            self.place = if is_item { before } else { Place { lists, is_hidden, ..self.place } };
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(html: &str, expected: &str) {
        assert_eq!(outline(html).unwrap_or_default().replace('\t', ">").replace('\n', "|"), expected, "{html}");
    }

    #[test]
    fn lists_keep_their_nesting() {
        check(
            "<ul><li>one<ul><li><p>two</p><ol><li>three &lt;b&gt;</li></ol></li></ul></li></ul>",
            "- one|>- two|>>- three <b>|",
        );
        check("<ul><li>one</li><ul><li>two</li></ul><li>three</li></ul>", "- one|>- two|- three|");
        check("<ul><li>one<li>two<ul><li>three</ul><li>four</ul>five", "- one|- two|>- three|- four|- five|");
        check("<OL><LI>one<P>a<P>b</LI><LI>two</LI></OL>", "- one|>- a|>- b|- two|");
        check("<ul><li>a <b>bold</b>\n  word<br>more</li></ul>", "- a bold word|>- more|");
        check(
            "<ul><li><input type=\"checkbox\" checked> done<li><input type=checkbox>open</ul>",
            "- [x] done|- [ ] open|",
        );
    }

    #[test]
    fn rows_keep_their_cells() {
        check(
            "<h2>Costs</h2><table><tr><th>Item<th>Price<tr><td>Paint<td></td><td>30&nbsp;€</td></tr></table>after",
            "- Costs|- Item|>- Price|- Paint|>- 30 €|- after|",
        );
    }

    #[test]
    fn paragraphs_of_a_word_processor_have_levels() {
        check(
            "<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·\
             <span>&nbsp;</span></span>一级</p><p style='mso-list:l0 level2 lfo1'><span style='mso-list: Ignore'>o</span>二级</p>\
             <p>外面</p>",
            "- 一级|>- 二级|- 外面|",
        );
    }

    #[test]
    fn only_what_is_shown_is_taken() {
        check(
            "<style>li > a { x: '</b>' }</style><!-- <li> --><ul><li title='a > b'>a<script>if (1 < 2) '</ul>'</script></li>\
             <li style='display: none'>hidden<b>too</b></li><li>1 < 2 &amp; 3</li></ul>",
            "- a|- 1 < 2 & 3|",
        );
        for none in ["", "<p>just</p><p>words</p>", "plain < text", "<ul><li> </li></ul>", "<ul><li", "<!-- <li>a"] {
            assert_eq!(outline(none), None, "{none}");
        }
    }

    proptest! {
        /// Whatever the tags, each word is there once, in its place, and no line is deeper than one below the one before.
        #[test]
        fn no_word_is_lost(parts in prop::collection::vec(prop::sample::select(vec![
            "<ul>", "</ul>", "<li>", "</li>", "<p>", "</p>", "<table>", "</table>", "<tr>", "<td>", "</td>", "</tr>", "<b>",
            "</b>", "<br>", "<div>", "</div>", "<ol>", "</ol>", "<a href='x>y'>", "</a>", "<!-- c -->", "w",
        ]), 0..60)) {
            let mut number = 0;
            let html: String = parts.iter().map(|part| if *part == "w" { number += 1; format!(" w{number} ") } else { (*part).to_owned() }).collect();
            let text = outline(&format!("<ul><li>w0</ul>{html}")).expect("there is a list");
            let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "-").collect();
            let all: Vec<String> = (0..=number).map(|number| format!("w{number}")).collect();
            prop_assert_eq!(words, all);
            prop_assert_eq!(text.lines().count(), text.lines().filter(|line| line.trim_start().starts_with("- ")).count());
        }

        #[test]
        fn anything_is_read(html in ".{0,200}") {
            let _ = outline(&html);
        }
    }
}
