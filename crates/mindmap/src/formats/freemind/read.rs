//! Reading `.mm`.

use std::collections::BTreeMap;

use super::{
    ARROW, DONE, END_ARROW, NO_ARROW, OPEN, OTHER_ICON, OWN_ID, PREFIX, START_ARROW, VERSION, from_rich, is_element_key,
};
use crate::formats::xml::{self, Start, Token, Tokens};
use crate::formats::{FormatError, MAX_NODES, MapFile, rich};
use crate::node_tree::{FlatLine, FlatLink, FlatNode, NodeTree};
use espalier_model::mindmap::{Side, Task, Tips};

/// Reads a map.
pub fn read(text: &str) -> Result<MapFile, FormatError> {
    let mut tokens = Tokens::new(text);
    let mut reader = Reader::default();
    // The node each open element is, `None` for the map itself.
    let mut open: Vec<Option<usize>> = Vec::new();
    while let Some(token) = tokens.next()? {
        match token {
            Token::Start(start) if open.is_empty() => {
                if start.name != "map" {
                    return Err(FormatError::Missing("map"));
                }
                reader.map(&start);
                open.push(None);
            }
            Token::Start(start) if start.name == "node" => {
                let parent = open.last().copied().flatten();
                open.push(Some(reader.node(&start, parent)?));
            }
            Token::Start(start) => {
                let node = open.last().copied().flatten();
                reader.element(&start, &mut tokens, node)?;
            }
            Token::End => {
                if let Some(Some(node)) = open.pop() {
                    reader.end(node);
                }
            }
            Token::Text(_) => {}
        }
    }
    if reader.tree.nodes.is_empty() {
        return Err(FormatError::Missing("node"));
    }
    reader.resolve();
    Ok(MapFile { tree: reader.tree, ..MapFile::default() })
}

#[derive(Default)]
struct Reader {
    tree: NodeTree,
    ids: BTreeMap<String, usize>,
    /// Lines, and the ids of the nodes they end at.
    lines: Vec<(FlatLine, String, String)>,
}

impl Reader {
    fn map(&mut self, start: &Start<'_>) {
        for (name, value) in &start.attributes {
            if !(*name == "version" && value == VERSION) {
                self.tree.extra.push((format!("{PREFIX}{name}"), value.to_string()));
            }
        }
    }

    fn node(&mut self, start: &Start<'_>, parent: Option<usize>) -> Result<usize, FormatError> {
        if self.tree.nodes.len() >= MAX_NODES {
            return Err(FormatError::TooManyNodes);
        }
        let index = self.tree.nodes.len();
        let mut node = FlatNode { parent, ..FlatNode::default() };
        for (name, value) in &start.attributes {
            match (*name, &**value) {
                ("TEXT", text) => text.clone_into(&mut node.title),
                ("FOLDED", "true") => node.folded = true,
                ("FOLDED", "false") | ("LINK", "") => {}
                ("POSITION", "left" | "top_or_left") => node.side = Some(Side::Left),
                ("POSITION", "right" | "bottom_or_right") => node.side = Some(Side::Right),
                ("LINK", link) => node.link = Some(FlatLink::Url(link.to_owned())),
                ("TAGS", tags) => node.tags = tags.lines().filter(|tag| !tag.is_empty()).map(str::to_owned).collect(),
                ("BACKGROUND_COLOR", color)
                    if color.len() == 7 && color.parse::<espalier_model::mindmap::Color>().is_ok() =>
                {
                    node.color = color.parse().ok();
                }
                (_, value) => {
                    if *name == "ID" {
                        self.ids.entry(value.to_owned()).or_insert(index);
                    }
                    if *name != "ID" || !value.starts_with(OWN_ID) {
                        node.extra.push((format!("{PREFIX}{name}"), value.to_owned()));
                    }
                }
            }
        }
        self.tree.nodes.push(node);
        Ok(index)
    }

    /// Reads an element inside a node, or the map, that is no node.
    fn element(&mut self, start: &Start<'_>, tokens: &mut Tokens<'_>, node: Option<usize>) -> Result<(), FormatError> {
        let raw = xml::raw(start, tokens)?;
        let key = xml::element_key(PREFIX, start.name);
        let Some(index) = node else {
            self.tree.extra.push((key, raw));
            return Ok(());
        };
        match (start.name, start.get("BUILTIN"), start.get("DESTINATION")) {
            ("icon", Some(name), _) => self.icon(index, name, start.attributes.len() > 1, key, raw),
            ("arrowlink", _, Some(to)) => {
                let has = |name: &str, usual: bool| start.get(name).map_or(usual, |value| value != NO_ARROW);
                let tips = Tips::of(has(START_ARROW, false), has(END_ARROW, true));
                let mut line = FlatLine { from: index, tips, ..FlatLine::default() };
                for (name, value) in &start.attributes {
                    match (*name, value.as_ref()) {
                        // As it is written where nothing else is kept.
                        ("DESTINATION", _) | (START_ARROW, ARROW) | (END_ARROW, NO_ARROW) => {}
                        ("MIDDLE_LABEL", value) => value.clone_into(&mut line.label),
                        (name, value) => line.extra.push((format!("{PREFIX}{name}"), value.to_owned())),
                    }
                }
                self.lines.push((line, to.to_owned(), raw));
            }
            // One that is no icon of this kind; the key tells it from those that are.
            ("icon", None, _) => self.tree.nodes[index].extra.push((xml::element_key(PREFIX, OTHER_ICON), raw)),
            _ => self.tree.nodes[index].extra.push((key, raw)),
        }
        Ok(())
    }

    fn icon(&mut self, index: usize, name: &str, is_more: bool, key: String, raw: String) {
        let node = &mut self.tree.nodes[index];
        match name {
            OPEN if node.task == Task::None && !is_more => node.task = Task::Open,
            DONE if node.task == Task::None && !is_more => node.task = Task::Done,
            name => {
                node.icons.push(name.to_owned());
                if is_more {
                    node.extra.push((key, raw));
                }
            }
        }
    }

    /// Completes a node, once all its rich texts were read.
    fn end(&mut self, index: usize) {
        let node = &mut self.tree.nodes[index];
        // As they are written.
        node.extra.sort_by_key(|(key, _)| match xml::element_name(PREFIX, key) {
            None => 0,
            Some("richcontent") => 1,
            Some("icon") => 2,
            Some(_) => 3,
        });
        let is_rich = |key: &str| is_element_key(key, "richcontent");
        if !node.extra.iter().any(|(key, _)| is_rich(key)) {
            return;
        }
        let elements = node.extra.iter().filter(|(key, _)| is_rich(key)).map(|(_, raw)| raw.as_str());
        let (title, note) = from_rich(elements);
        // What would be written anyway need not be kept.
        let own = rich::write_note(&note);
        node.extra.retain(|(key, raw)| !is_rich(key) || *raw != own);
        if let Some(title) = title {
            node.title = title;
        }
        node.note = note;
    }

    /// Finds the nodes that links and lines lead to.
    fn resolve(&mut self) {
        for node in &mut self.tree.nodes {
            if let Some(FlatLink::Url(url)) = &node.link
                && let Some(&to) = url.strip_prefix('#').and_then(|id| self.ids.get(id))
            {
                node.link = Some(FlatLink::Node(to));
            }
        }
        for (mut line, id, raw) in std::mem::take(&mut self.lines) {
            match self.ids.get(&id) {
                Some(&to) => {
                    line.to = to;
                    self.tree.lines.push(line);
                }
                None => self.tree.nodes[line.from].extra.push((xml::element_key(PREFIX, "arrowlink"), raw)),
            }
        }
        // Node by node, as they are written.
        self.tree.lines.sort_by_key(|line| line.from);
    }
}
