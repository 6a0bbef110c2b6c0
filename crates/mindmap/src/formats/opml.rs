//! OPML 2.0: an XML tree of `outline` elements.
//!
//! Attributes that no field holds are kept as `opml:name`, elements as `opml:<name>` with their whole text.

use super::xml::{Start, Token, Tokens, Writer, element_key, raw, write_attributes, write_elements};
use super::{FormatError, MAX_NODES, MapFile};
use crate::node_tree::{FlatLink, FlatNode};
use espalier_model::mindmap::Task;

/// Prefix of qualified names of this format.
const PREFIX: &str = "opml:";
/// The version that is written where a file had none.
const VERSION: &str = "2.0";

/// Reads a document.
pub fn read(text: &str) -> Result<MapFile, FormatError> {
    let mut tokens = Tokens::new(text);
    let (mut map, mut has_title) = (MapFile::default(), false);
    match tokens.next()? {
        Some(Token::Start(start)) if start.name == "opml" => {
            for (name, value) in &start.attributes {
                if !(*name == "version" && value == VERSION) {
                    map.tree.extra.push((format!("{PREFIX}{name}"), value.to_string()));
                }
            }
        }
        _ => return Err(FormatError::Missing("opml")),
    }
    while let Some(token) = tokens.next()? {
        match token {
            Token::Start(start) if start.name == "head" => head(&mut map, &mut has_title, &mut tokens)?,
            Token::Start(start) if start.name == "body" => body(&mut map, &mut tokens)?,
            Token::Start(start) => {
                Writer::default().copy(&start, &mut tokens)?;
            }
            Token::End | Token::Text(_) => {}
        }
    }
    if map.tree.nodes.is_empty() {
        return Err(FormatError::Missing("outline"));
    }
    Ok(map)
}

/// Reads up to the end of the head.
fn head(map: &mut MapFile, has_title: &mut bool, tokens: &mut Tokens<'_>) -> Result<(), FormatError> {
    while let Some(token) = tokens.next()? {
        match token {
            Token::Start(start) => {
                let raw = raw(&start, tokens)?;
                if start.name == "title" && !std::mem::replace(has_title, true) {
                    map.title = super::rich::read(&raw, true);
                } else {
                    map.tree.extra.push((element_key(PREFIX, start.name), raw));
                }
            }
            Token::End => break,
            Token::Text(_) => {}
        }
    }
    Ok(())
}

/// Reads up to the end of the body.
fn body(map: &mut MapFile, tokens: &mut Tokens<'_>) -> Result<(), FormatError> {
    let mut open: Vec<usize> = Vec::new();
    while let Some(token) = tokens.next()? {
        match token {
            Token::Start(start) if start.name == "outline" => {
                if map.tree.nodes.len() >= MAX_NODES {
                    return Err(FormatError::TooManyNodes);
                }
                let node = outline(&start, open.last().copied());
                open.push(map.tree.nodes.len());
                map.tree.nodes.push(node);
            }
            Token::Start(start) => {
                let raw = raw(&start, tokens)?;
                let extra = match open.last() {
                    Some(&node) => &mut map.tree.nodes[node].extra,
                    None => &mut map.tree.extra,
                };
                extra.push((element_key(PREFIX, start.name), raw));
            }
            Token::End => {
                if open.pop().is_none() {
                    break;
                }
            }
            Token::Text(_) => {}
        }
    }
    Ok(())
}

fn outline(start: &Start<'_>, parent: Option<usize>) -> FlatNode {
    let mut node = FlatNode { parent, ..FlatNode::default() };
    // The standard asks for `text`; some write only `title`.
    let title = if start.get("text").is_some() { "text" } else { "title" };
    // A feed has an address as well, but is no link.
    let is_link = start.get("type").is_none_or(|kind| kind == "link");
    let is_tagged = start.get("category").is_some_and(|tags| split_tags(tags).is_some());
    for (name, value) in &start.attributes {
        match (*name, &**value) {
            (name, value) if name == title => value.clone_into(&mut node.title),
            ("_note", note) => note.clone_into(&mut node.note),
            ("_complete", "true") => node.task = Task::Done,
            ("_complete", "false") => node.task = Task::Open,
            ("url", url) if is_link && !url.is_empty() => node.link = Some(FlatLink::Url(url.to_owned())),
            ("type", "link") if start.get("url").is_some_and(|url| !url.is_empty()) => {}
            ("category", tags) if is_tagged => node.tags = split_tags(tags).unwrap_or_default(),
            (name, value) => node.extra.push((format!("{PREFIX}{name}"), value.to_owned())),
        }
    }
    node
}

/// The tags in a `category`; nothing if it holds categories, which have a slash, or something that would not come back.
fn split_tags(text: &str) -> Option<Vec<String>> {
    let tags: Vec<String> = text.split(',').map(str::to_owned).collect();
    let is_tag = |tag: &String| !tag.is_empty() && !tag.contains('/') && tag.trim() == tag;
    tags.iter().all(is_tag).then_some(tags)
}

/// Writes a document.
pub fn write(map: &MapFile) -> String {
    let tree = &map.tree;
    let mut writer = Writer::document();
    writer.start("opml");
    if !tree.extra.iter().any(|(key, _)| key == "opml:version") {
        writer.attribute("version", VERSION);
    }
    write_attributes(&mut writer, PREFIX, &tree.extra, &[]);
    writer.line();
    writer.start("head");
    writer.element("title", &map.title);
    write_elements(&mut writer, PREFIX, &tree.extra, &[]);
    writer.end();
    writer.line();
    writer.start("body");
    let mut open: Vec<usize> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        while open.last().is_some_and(|&last| Some(last) != node.parent) {
            open.pop();
            writer.end();
        }
        open.push(index);
        writer.line();
        write_outline(&mut writer, node);
    }
    writer.finish() + "\n"
}

fn write_outline(writer: &mut Writer, node: &FlatNode) {
    writer.start("outline");
    writer.attribute("text", &node.title);
    if !node.note.is_empty() {
        writer.attribute("_note", &node.note);
    }
    match node.task {
        Task::None => {}
        Task::Open => writer.attribute("_complete", "false"),
        Task::Done => writer.attribute("_complete", "true"),
    }
    let mut own = vec!["text", "_note"];
    if node.task != Task::None {
        own.push("_complete");
    }
    if let Some(FlatLink::Url(url)) = &node.link {
        writer.attribute("type", "link");
        writer.attribute("url", url);
        own.extend(["type", "url"]);
    }
    let has_categories = node.extra.iter().any(|(key, _)| key == "opml:category");
    if !node.tags.is_empty() && !has_categories {
        writer.attribute("category", &node.tags.join(","));
    }
    write_attributes(writer, PREFIX, &node.extra, &own);
    write_elements(writer, PREFIX, &node.extra, &["outline"]);
}
