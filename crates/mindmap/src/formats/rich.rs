//! Rich text in XML files: HTML becomes Markdown or plain text, and Markdown goes back in.

use std::borrow::Cow;

use super::xml::{Start, Token, Tokens, Writer};

/// Deepest level of lists and quotations that is shown; deeper ones stand at this level.
const MAX_DEPTH: usize = 8;

/// Reads an element with HTML or with a `text` inside as Markdown, or where `is_plain` as plain text. Content that is
/// not well-formed ends early.
pub fn read(element: &str, is_plain: bool) -> String {
    if let Some(text) = plain_content(element) {
        return text;
    }
    let mut out = Html { is_plain, ..Html::default() };
    let mut tokens = Tokens::new(element);
    while let Ok(Some(token)) = tokens.next() {
        match token {
            Token::Start(start) => out.start(&start, &mut tokens),
            Token::End => out.end(),
            Token::Text(text) => out.text(&text),
        }
    }
    out.text.truncate(out.text.trim_end().len());
    out.text
}

/// Writes a note as a `richcontent` element: as HTML where that holds all of it, otherwise the way Freeplane writes
/// Markdown.
pub fn write_note(note: &str) -> String {
    let mut writer = Writer::default();
    writer.start("richcontent");
    writer.attribute("TYPE", "NOTE");
    writer.start("html");
    writer.start("head");
    writer.end();
    writer.start("body");
    for paragraph in note.split("\n\n") {
        writer.start("p");
        for (index, line) in paragraph.split('\n').enumerate() {
            if index > 0 {
                writer.start("br");
                writer.end();
            }
            writer.text(line);
        }
        writer.end();
    }
    let html = writer.finish();
    if read(&html, false) == note {
        return html;
    }
    let mut writer = Writer::default();
    writer.start("richcontent");
    writer.attribute("TYPE", "NOTE");
    writer.attribute("CONTENT-TYPE", "plain/markdown");
    writer.element("text", note);
    writer.finish()
}

/// Content of an element that says it is no HTML, or of its `text`.
fn plain_content(element: &str) -> Option<String> {
    let mut tokens = Tokens::new(element);
    let Ok(Some(Token::Start(outer))) = tokens.next() else { return None };
    let is_plain = outer.get("CONTENT-TYPE").is_some_and(|kind| kind.starts_with("plain/"));
    let (mut all, mut inner, mut is_in_text) = (String::new(), None, false);
    while let Ok(Some(token)) = tokens.next() {
        match token {
            Token::Start(start) if start.name == "text" && tokens.depth() == 2 => {
                is_in_text = true;
                inner.get_or_insert_with(String::new);
            }
            Token::Start(_) if !is_plain => return inner,
            Token::Start(_) => {}
            Token::End => is_in_text &= tokens.depth() > 1,
            Token::Text(text) => match &mut inner {
                Some(inner) if is_in_text => inner.push_str(&text),
                _ => all.push_str(&text),
            },
        }
    }
    inner.or_else(|| is_plain.then(|| all.trim().to_owned()))
}

/// Text that the end of an element adds.
enum Closing {
    Nothing,
    /// A boundary: 1 is a new line, 2 an empty one.
    Block(usize),
    /// A mark that began before this length of the text.
    Mark(&'static str, usize),
    Link(String, usize),
    List,
    Quote(usize),
    Code(usize),
    Cell,
    Row,
    Table,
}

#[derive(Default)]
struct Html {
    text: String,
    is_plain: bool,
    open: Vec<Closing>,
    /// White space that comes before the next text: 1 is a new line, 2 an empty one.
    lines: usize,
    space: bool,
    /// Length of the text when it ended with the mark of an item or a heading.
    marked: usize,
    /// Number of the next item of each list, 0 for bullets.
    lists: Vec<usize>,
    quotes: usize,
    code: usize,
    cells: usize,
    /// Numbers of cells in the current row, and of rows, of each table.
    tables: Vec<(usize, usize)>,
}

impl Html {
    fn start(&mut self, start: &Start<'_>, tokens: &mut Tokens<'_>) {
        let name = start.name.to_ascii_lowercase();
        if matches!(name.as_str(), "head" | "style" | "script") {
            // A file that ends in there is noticed by whoever reads it.
            let _ = Writer::default().copy(start, tokens);
            return;
        }
        let closing = self.block(&name).or_else(|| self.inline(&name, start)).unwrap_or(Closing::Nothing);
        self.open.push(closing);
    }

    fn block(&mut self, name: &str) -> Option<Closing> {
        let gap = if self.is_plain { 1 } else { 2 };
        Some(match name {
            "p" | "div" | "dd" | "dt" => {
                let gap = if name == "p" { gap } else { 1 };
                self.boundary(gap);
                Closing::Block(gap)
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.boundary(gap);
                self.mark(["#", "##", "###", "####", "#####", "######"][usize::from(name.as_bytes()[1] - b'1')]);
                self.marked = self.text.len();
                Closing::Block(gap)
            }
            "br" => {
                self.boundary(1);
                Closing::Nothing
            }
            "hr" => {
                self.boundary(gap);
                self.mark("---");
                Closing::Block(gap)
            }
            "ul" | "ol" => {
                self.boundary(if self.lists.is_empty() { gap } else { 1 });
                self.lists.push(usize::from(name == "ol"));
                Closing::List
            }
            "li" => {
                self.item();
                Closing::Block(1)
            }
            "blockquote" if self.quotes < MAX_DEPTH && !self.is_plain && self.cells == 0 => {
                self.boundary(gap);
                self.white_space();
                self.quotes += 1;
                Closing::Quote(self.text.len())
            }
            "pre" if !self.is_plain && self.cells == 0 => {
                self.boundary(gap);
                self.white_space();
                self.code += 1;
                Closing::Code(self.text.len())
            }
            "table" => {
                self.boundary(gap);
                self.tables.push((0, 0));
                Closing::Table
            }
            "tr" => {
                self.boundary(1);
                Closing::Row
            }
            "td" | "th" => {
                self.cell();
                Closing::Cell
            }
            _ => return None,
        })
    }

    fn inline(&mut self, name: &str, start: &Start<'_>) -> Option<Closing> {
        if self.is_plain || self.code > 0 {
            return None;
        }
        let mark = match name {
            "b" | "strong" => "**",
            "i" | "em" => "*",
            "s" | "strike" | "del" => "~~",
            "code" | "tt" => "`",
            "a" => {
                let address = start.get("href").filter(|address| !address.is_empty())?.to_owned();
                self.mark("[");
                return Some(Closing::Link(address, self.text.len()));
            }
            "img" => {
                let image = format!("![{}]({})", start.get("alt").unwrap_or(""), start.get("src").unwrap_or(""));
                self.text(&image);
                return None;
            }
            _ => return None,
        };
        self.mark(mark);
        Some(Closing::Mark(mark, self.text.len()))
    }

    fn end(&mut self) {
        let gap = if self.is_plain { 1 } else { 2 };
        match self.open.pop() {
            None | Some(Closing::Nothing) => {}
            Some(Closing::Block(lines)) => self.boundary(lines),
            // An empty one would be read as something else.
            Some(Closing::Mark(mark, from)) if self.text.len() == from => self.text.truncate(from - mark.len()),
            Some(Closing::Mark(mark, _)) => self.text.push_str(mark),
            Some(Closing::Link(_, from)) if self.text.len() == from => self.text.truncate(from - 1),
            Some(Closing::Link(address, _)) => {
                self.text.push_str("](");
                self.text.push_str(&address);
                self.text.push(')');
            }
            Some(Closing::List) => {
                self.lists.pop();
                self.boundary(if self.lists.is_empty() { gap } else { 1 });
            }
            Some(Closing::Quote(from)) => {
                self.quotes -= 1;
                let inner = self.text.split_off(from);
                let lines: Vec<Cow<'_, str>> = inner
                    .trim_matches('\n')
                    .lines()
                    .map(|line| if line.is_empty() { Cow::Borrowed(">") } else { Cow::Owned(format!("> {line}")) })
                    .collect();
                self.text.push_str(&lines.join("\n"));
                self.boundary(gap);
            }
            Some(Closing::Code(from)) => {
                self.code -= 1;
                let inner = self.text.split_off(from);
                let fence = "`".repeat(3.max(longest_run(&inner) + 1));
                self.text.extend([&fence, "\n", inner.trim_matches('\n'), "\n", &fence]);
                self.boundary(gap);
            }
            Some(Closing::Cell) => self.cells -= 1,
            Some(Closing::Row) => self.row(),
            Some(Closing::Table) => {
                self.tables.pop();
                self.boundary(gap);
            }
        }
    }

    fn item(&mut self) {
        self.boundary(1);
        if self.is_plain || self.cells > 0 {
            return;
        }
        let depth = self.lists.len().clamp(1, MAX_DEPTH);
        let mark = match self.lists.last_mut() {
            Some(number) if *number > 0 => {
                *number += 1;
                format!("{}.", *number - 1)
            }
            _ => "-".to_owned(),
        };
        self.white_space();
        self.text.push_str(&"   ".repeat(depth - 1));
        self.text.push_str(&mark);
        self.marked = self.text.len();
    }

    fn cell(&mut self) {
        let is_first = self.tables.last().is_none_or(|(cells, _)| *cells == 0);
        if let Some((cells, _)) = self.tables.last_mut() {
            *cells += 1;
        }
        if self.is_plain {
            self.space |= !is_first;
        } else {
            self.white_space();
            self.text.push_str(if is_first { "| " } else { " | " });
        }
        self.cells += 1;
    }

    fn row(&mut self) {
        let Some((cells, rows)) = self.tables.last_mut() else { return self.boundary(1) };
        let (columns, is_first) = (std::mem::take(cells), *rows == 0);
        *rows += 1;
        if !self.is_plain && columns > 0 {
            self.text.push_str(" |");
            // Nested tables have no lines of their own.
            if is_first && self.cells == 0 {
                self.text.push_str("\n|");
                self.text.push_str(&"---|".repeat(columns));
            }
        }
        self.space = false;
        self.boundary(1);
    }

    fn boundary(&mut self, lines: usize) {
        if self.cells > 0 {
            self.space = true;
        } else if self.code > 0 {
            self.text.push('\n');
        } else {
            self.lines = self.lines.max(lines);
            self.space = false;
        }
    }

    fn mark(&mut self, mark: &str) {
        if !self.is_plain {
            self.white_space();
            self.text.push_str(mark);
        }
    }

    /// Writes the pending white space.
    fn white_space(&mut self) {
        let (lines, space) = (std::mem::take(&mut self.lines), std::mem::take(&mut self.space));
        if self.text.is_empty() {
            return;
        }
        if self.text.len() == self.marked {
            self.text.push(' ');
        } else if lines > 0 {
            self.text.push_str(if lines > 1 { "\n\n" } else { "\n" });
        } else if space && !self.text.ends_with([' ', '\n']) {
            self.text.push(' ');
        }
    }

    fn text(&mut self, text: &str) {
        if self.code > 0 {
            self.text.push_str(text);
            return;
        }
        let is_space = |character: char| matches!(character, ' ' | '\t' | '\n' | '\r');
        for (index, word) in text.split(is_space).enumerate() {
            self.space |= index > 0 && self.lines == 0;
            if !word.is_empty() {
                self.white_space();
                self.text.push_str(word);
            }
        }
    }
}

/// The longest run of backticks.
pub fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(html: &str, markdown: &str, plain: &str) {
        let element = format!("<richcontent><html>{html}</html></richcontent>");
        assert_eq!(read(&element, false), markdown, "{html}");
        assert_eq!(read(&element, true), plain, "{html}");
    }

    #[test]
    fn html_becomes_markdown_or_text() {
        check(
            "<head><title>no</title></head><body>\n  <p>\n  a  b\n  </p><p>c<br/>d</p></body>",
            "a b\n\nc\nd",
            "a b\nc\nd",
        );
        check("<b>bold </b>and <i>x</i><b></b> <code>y</code>", "**bold** and *x* `y`", "bold and x y");
        check("<a href=\"http://x\">y</a> <a>z</a>", "[y](http://x) z", "y z");
        check(
            "<h2>T</h2><ul><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ul>e",
            "## T\n\n- a\n- b\n   1. c\n   2. d\n\ne",
            "T\na\nb\nc\nd\ne",
        );
        check("<pre>x\n  y</pre>", "```\nx\n  y\n```", "x y");
        check("<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n>\n> b\n\nc", "a\nb\nc");
        check(
            "<table><tr><th>a</th><th><p>b</p></th></tr><tr><td>c</td><td>d</td></tr></table>",
            "| a | b |\n|---|---|\n| c | d |",
            "a b\nc d",
        );
        check("<img src=\"p.png\" alt=\"q\"/>", "![q](p.png)", "");
    }

    #[test]
    fn markdown_in_xml_is_taken_as_it_is() {
        let element =
            "<richcontent TYPE=\"NOTE\" CONTENT-TYPE=\"plain/markdown\">\n  <text># a\n  b</text>\n</richcontent>";
        assert_eq!(read(element, false), "# a\n  b");
        let element = "<richcontent CONTENT-TYPE=\"plain/markdown\">line *one*\nline two</richcontent>";
        assert_eq!(read(element, false), "line *one*\nline two");
    }

    #[test]
    fn deep_nesting_stays_small() {
        let html =
            format!("<r>{}x{}</r>", "<blockquote><ul><li>".repeat(10_000), "</li></ul></blockquote>".repeat(10_000));
        assert!(read(&html, false).len() < 4 * html.len());
    }

    proptest! {
        #[test]
        fn notes_come_back(note in "[ab*<&#\n \t`-]{0,40}") {
            prop_assert_eq!(read(&write_note(&note), false), note);
        }

        #[test]
        fn any_html_is_read(parts in prop::collection::vec(prop::sample::select(vec![
            "<p>", "</p>", "<ul>", "</ul>", "<li>", "</li>", "<b>", "</b>", "<pre>", "</pre>", "<table>", "</table>", "<tr>", "</tr>",
            "<td>", "</td>", "<blockquote>", "</blockquote>", "<a href='x'>", "</a>", "<br/>", "<head>", "</head>", "t ", "`", "\n",
        ]), 0..40)) {
            read(&format!("<r>{}</r>", parts.concat()), false);
            read(&format!("<r>{}</r>", parts.concat()), true);
        }
    }
}
