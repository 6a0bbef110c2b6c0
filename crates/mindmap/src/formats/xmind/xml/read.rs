//! Reading `content.xml`.

use std::collections::BTreeMap;

use super::{KIND, OWN_ELEMENTS, PREFIX, note, note_xml};
use crate::formats::xmind::{ATTACHED, OWN_ID, TOPIC_LINK, arrangement, from_markers, structure};
use crate::formats::xml::{self, Start, Token, Tokens};
use crate::formats::{FormatError, MAX_NODES, MapFile};
use crate::node_tree::{FlatLine, FlatLink, FlatNode};
use espalier_model::mindmap::Color;

/// Reads all sheets; `styles` is the text of `styles.xml`.
pub fn read(text: &str, styles: &str) -> Result<Vec<MapFile>, FormatError> {
    let mut tokens = Tokens::new(text);
    match tokens.next()? {
        Some(Token::Start(start)) if start.name == "xmap-content" => {}
        _ => return Err(FormatError::Missing("xmap-content")),
    }
    let colors = colors(styles);
    let mut maps: Vec<MapFile> = Vec::new();
    let mut count = 0;
    while let Some(token) = tokens.next()? {
        let Token::Start(start) = token else { continue };
        if start.name != "sheet" {
            xml::raw(&start, &mut tokens)?;
            continue;
        }
        let mut sheet = Sheet { colors: &colors, ..Sheet::new(MAX_NODES - count) };
        sheet.attributes(&start);
        sheet.read(&mut tokens)?;
        count += sheet.map.tree.nodes.len();
        if !sheet.map.tree.nodes.is_empty() {
            maps.push(sheet.finish());
        }
    }
    if maps.is_empty() { Err(FormatError::Missing("topic")) } else { Ok(maps) }
}

/// Fill colours of styles by their ids. A value that cannot be read is no colour.
fn colors(styles: &str) -> BTreeMap<String, Color> {
    let mut colors = BTreeMap::new();
    let mut tokens = Tokens::new(styles);
    let mut id = None;
    while let Ok(Some(token)) = tokens.next() {
        let Token::Start(start) = token else { continue };
        if start.name == "style" {
            id = start.get("id").map(str::to_owned);
        } else if let (Some(id), Some(color)) = (&id, start.get("svg:fill").and_then(|color| color.parse().ok())) {
            colors.insert(id.clone(), color);
        }
    }
    colors
}

/// An element that is open.
enum Frame {
    Topic(usize),
    /// Between a topic and those below it.
    Children(usize),
    /// The topics of one kind below a topic.
    Topics(usize, String),
}

struct Sheet<'a> {
    map: MapFile,
    ids: BTreeMap<String, usize>,
    colors: &'a BTreeMap<String, Color>,
    lines: Vec<(String, String, FlatLine, String)>,
    limit: usize,
}

static NO_COLORS: BTreeMap<String, Color> = BTreeMap::new();

impl Sheet<'_> {
    fn new(limit: usize) -> Self {
        Self { map: MapFile::default(), ids: BTreeMap::new(), colors: &NO_COLORS, lines: Vec::new(), limit }
    }

    fn attributes(&mut self, start: &Start<'_>) {
        for (name, value) in &start.attributes {
            if *name != "id" || !value.starts_with(OWN_ID) {
                self.map.tree.extra.push((format!("{PREFIX}{name}"), value.to_string()));
            }
        }
    }

    /// Reads up to the end of the sheet.
    fn read(&mut self, tokens: &mut Tokens<'_>) -> Result<(), FormatError> {
        let mut open: Vec<Frame> = Vec::new();
        while let Some(token) = tokens.next()? {
            match token {
                Token::End if open.is_empty() => break,
                Token::End => {
                    open.pop();
                }
                Token::Text(_) => {}
                Token::Start(start) => {
                    if let Some(frame) = self.start(&start, tokens, open.last())? {
                        open.push(frame);
                    }
                }
            }
        }
        Ok(())
    }

    /// Handles the start of an element: enters it, or reads it as a whole.
    fn start(
        &mut self,
        start: &Start<'_>,
        tokens: &mut Tokens<'_>,
        above: Option<&Frame>,
    ) -> Result<Option<Frame>, FormatError> {
        let frame = match (above, start.name) {
            (None, "topic") if self.map.tree.nodes.is_empty() => Frame::Topic(self.topic(start, None, ATTACHED)?),
            (None, "title") => {
                self.map.title = content(start, tokens)?;
                return Ok(None);
            }
            (None, "relationships") => {
                self.relationships(tokens)?;
                return Ok(None);
            }
            (Some(Frame::Topic(topic)), "children") => Frame::Children(*topic),
            (Some(Frame::Topic(topic)), _) => {
                self.part(*topic, start, tokens)?;
                return Ok(None);
            }
            (Some(Frame::Children(topic)), "topics") => {
                Frame::Topics(*topic, start.get("type").unwrap_or(ATTACHED).to_owned())
            }
            (Some(Frame::Topics(parent, kind)), "topic") => Frame::Topic(self.topic(start, Some(*parent), kind)?),
            _ => {
                let raw = xml::raw(start, tokens)?;
                let key = xml::element_key(PREFIX, start.name);
                match above {
                    // Something of a topic in a place where it means nothing.
                    Some(_) if OWN_ELEMENTS.contains(&start.name) => {}
                    Some(Frame::Children(topic) | Frame::Topics(topic, _)) => {
                        self.map.tree.nodes[*topic].extra.push((key, raw));
                    }
                    _ => self.map.tree.extra.push((key, raw)),
                }
                return Ok(None);
            }
        };
        Ok(Some(frame))
    }

    fn topic(&mut self, start: &Start<'_>, parent: Option<usize>, kind: &str) -> Result<usize, FormatError> {
        let index = self.map.tree.nodes.len();
        if index >= self.limit {
            return Err(FormatError::TooManyNodes);
        }
        let mut node = FlatNode { parent, ..FlatNode::default() };
        if kind != ATTACHED {
            node.extra.push((KIND.to_owned(), kind.to_owned()));
        }
        for (name, value) in &start.attributes {
            let is_kept = match (*name, &**value) {
                ("id", id) => {
                    // Of several with the same, only the first keeps it.
                    *self.ids.entry(id.to_owned()).or_insert(index) == index && !id.starts_with(OWN_ID)
                }
                ("branch", "folded") => {
                    node.folded = true;
                    false
                }
                ("xlink:href", href) if !href.is_empty() => {
                    node.link = Some(FlatLink::Url(href.to_owned()));
                    false
                }
                // The style itself is not kept.
                ("style-id", id) => {
                    node.color = self.colors.get(id).copied();
                    false
                }
                ("structure-class", name) if index == 0 => {
                    self.map.arrangement = arrangement(name);
                    self.map.arrangement.is_none_or(|arrangement| structure(arrangement) != name)
                }
                _ => true,
            };
            if is_kept {
                node.extra.push((format!("{PREFIX}{name}"), value.to_string()));
            }
        }
        self.map.tree.nodes.push(node);
        Ok(index)
    }

    /// Reads a part of a topic that is no topic.
    fn part(&mut self, index: usize, start: &Start<'_>, tokens: &mut Tokens<'_>) -> Result<(), FormatError> {
        if start.name == "title" {
            self.map.tree.nodes[index].title = content(start, tokens)?;
            return Ok(());
        }
        let raw = xml::raw(start, tokens)?;
        let node = &mut self.map.tree.nodes[index];
        let is_kept = match start.name {
            "notes" => {
                node.note = note(&raw);
                raw != note_xml(&node.note)
            }
            "marker-refs" => {
                (node.icons, node.task) = from_markers(parts(&raw, |start| start.get("marker-id").map(str::to_owned)));
                false
            }
            "labels" => {
                node.tags = texts(&raw);
                false
            }
            _ => true,
        };
        if is_kept {
            node.extra.push((xml::element_key(PREFIX, start.name), raw));
        }
        Ok(())
    }

    /// Reads up to the end of the relationships.
    fn relationships(&mut self, tokens: &mut Tokens<'_>) -> Result<(), FormatError> {
        while let Some(token) = tokens.next()? {
            match token {
                Token::Start(start) => {
                    let raw = xml::raw(&start, tokens)?;
                    let mut line = FlatLine { label: title(&raw), ..FlatLine::default() };
                    for (name, value) in &start.attributes {
                        if !(matches!(*name, "end1" | "end2") || *name == "id" && value.starts_with(OWN_ID)) {
                            line.extra.push((format!("{PREFIX}{name}"), value.to_string()));
                        }
                    }
                    let end = |name: &str| start.get(name).unwrap_or_default().to_owned();
                    self.lines.push((end("end1"), end("end2"), line, raw));
                }
                Token::End => break,
                Token::Text(_) => {}
            }
        }
        Ok(())
    }

    fn finish(mut self) -> MapFile {
        let tree = &mut self.map.tree;
        for node in &mut tree.nodes {
            if let Some(FlatLink::Url(url)) = &node.link
                && let Some(&to) = url.strip_prefix(TOPIC_LINK).and_then(|id| self.ids.get(id))
            {
                node.link = Some(FlatLink::Node(to));
            }
        }
        for (from, to, mut line, raw) in self.lines {
            if let (Some(&from), Some(&to)) = (self.ids.get(&from), self.ids.get(&to)) {
                (line.from, line.to) = (from, to);
                tree.lines.push(line);
            } else {
                tree.extra.push((xml::element_key(PREFIX, "relationship"), raw));
            }
        }
        // Wherever they stood, they are written last.
        tree.extra.sort_by_key(|(key, _)| xml::element_name(PREFIX, key) == Some("relationship"));
        self.map
    }
}

/// The text of an element whose start was just read.
fn content(start: &Start<'_>, tokens: &mut Tokens<'_>) -> Result<String, FormatError> {
    let raw = xml::raw(start, tokens)?;
    let mut tokens = Tokens::new(&raw);
    let mut content = String::new();
    while let Some(token) = tokens.next()? {
        if let Token::Text(text) = token {
            content.push_str(&text);
        }
    }
    Ok(content)
}

/// Results of `part` for the elements inside an element.
fn parts(raw: &str, part: impl Fn(&Start<'_>) -> Option<String>) -> Vec<String> {
    let mut tokens = Tokens::new(raw);
    let mut found = Vec::new();
    while let Ok(Some(token)) = tokens.next() {
        if let Token::Start(start) = token {
            found.extend(part(&start));
        }
    }
    found
}

/// The texts of the elements inside an element.
fn texts(raw: &str) -> Vec<String> {
    let mut tokens = Tokens::new(raw);
    let mut found: Vec<String> = Vec::new();
    while let Ok(Some(token)) = tokens.next() {
        match token {
            Token::Start(_) if tokens.depth() == 2 => found.push(String::new()),
            Token::Text(text) if tokens.depth() > 1 => {
                if let Some(last) = found.last_mut() {
                    last.push_str(&text);
                }
            }
            _ => {}
        }
    }
    found
}

/// The title of a relationship.
fn title(raw: &str) -> String {
    let mut tokens = Tokens::new(raw);
    let mut title = String::new();
    let mut is_title = false;
    while let Ok(Some(token)) = tokens.next() {
        match token {
            Token::Start(start) if tokens.depth() == 2 => is_title = start.name == "title",
            Token::Text(text) if is_title && tokens.depth() > 1 => title.push_str(&text),
            _ => {}
        }
    }
    title
}
