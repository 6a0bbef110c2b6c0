//! Mind maps: each holds a tree of nodes.
//!
//! - N1 A node stores its `parent` and an order key among its siblings; children are derived ([`tree::Tree`]), so the
//!   two can never disagree.
//! - N2 The root is the node the map names; it has no parent.
//! - N3 A node has two names: its id, and a short number within its map that people say ("n12").
//! - N4 An associative line is kept with the node it begins at. A line or link to a node that is gone is not shown; it
//!   is back when the node is.

pub mod order;
pub mod tree;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use self::order::OrderKey;
use super::conversation::Scope;
use super::record::record;
use super::room::{Document, RoomId};
use espalier_base::id::{Id, InvalidId};
use espalier_base::time::Timestamp;

/// Id of a [`MindMap`].
pub type MapId = Id<MindMap>;
/// Id of a [`Node`] within its map.
pub type NodeId = Id<Node>;
/// Ordered pairs of a qualified name and an opaque value, read from a file, that no field here holds.
pub type Extra = Vec<(String, String)>;

/// Key of a stored node: below its map, so that one range holds one map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKey {
    /// The map.
    pub map: MapId,
    /// The node.
    pub id: NodeId,
}

impl fmt::Display for NodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.map, self.id)
    }
}

impl FromStr for NodeKey {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let (map, id) = text.split_once('/').ok_or_else(|| InvalidId(text.chars().take(80).collect()))?;
        Ok(Self { map: map.parse()?, id: id.parse()? })
    }
}

/// The number of a node within its map, as people and commands write it: `n12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShortId(pub u32);

impl fmt::Display for ShortId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

impl FromStr for ShortId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let digits = text.strip_prefix(['n', 'N']).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse().ok());
        number.map(Self).ok_or_else(|| InvalidId(text.chars().take(64).collect()))
    }
}

/// Layout of the nodes of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// All branches right of the root.
    #[default]
    Right,
    /// All branches left of the root.
    Left,
    /// Branches on both sides of the root.
    Both,
    /// Children below their parents, in a row.
    OrgChart,
    /// One node a line, indented.
    Outline,
}

/// The colours of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// Colours of the app.
    Plain,
    /// One colour for each main branch.
    #[default]
    Rainbow,
    /// Blues.
    Ocean,
    /// Greens.
    Forest,
    /// Reds and yellows.
    Sunset,
    /// Black on white, for print.
    Ink,
}

/// Target of a node's link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum NodeLink {
    /// An address.
    Url {
        /// Address as it was written; what may be opened is decided when it is.
        url: String,
    },
    /// Another node of the map.
    Node {
        /// The node.
        node: NodeId,
    },
}

/// A line from a node to another that is neither its parent nor its child.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The node it ends at.
    pub to: NodeId,
    /// Text on the line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Ends at which it has an arrowhead.
    #[serde(default, skip_serializing_if = "Tips::is_usual")]
    pub tips: Tips,
    /// Further properties from a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Extra,
}

/// Ends at which a line has an arrowhead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tips {
    /// At none.
    None,
    /// Where it begins.
    Start,
    /// Where it ends.
    #[default]
    End,
    /// At both.
    Both,
}

impl Tips {
    /// All values, with the names by which they are stored.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::None, "none"), (Self::End, "end"), (Self::Start, "start"), (Self::Both, "both")];

    /// Returns the value with these arrowheads.
    pub const fn of(start: bool, end: bool) -> Self {
        match (start, end) {
            (false, false) => Self::None,
            (true, false) => Self::Start,
            (false, true) => Self::End,
            (true, true) => Self::Both,
        }
    }

    /// Whether there is an arrowhead where the line begins.
    pub const fn start(self) -> bool {
        matches!(self, Self::Start | Self::Both)
    }

    /// Whether there is an arrowhead where the line ends.
    pub const fn end(self) -> bool {
        matches!(self, Self::End | Self::Both)
    }

    /// Whether this is the default of a line.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
    pub const fn is_usual(&self) -> bool {
        matches!(self, Self::End)
    }
}

/// State of a node as a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Not a task.
    #[default]
    None,
    /// To be done.
    Open,
    /// Done.
    Done,
}

impl Task {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
    const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

/// The side of the root on which a branch stands, in a layout that has two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Left of the root.
    Left,
    /// Right of the root.
    Right,
}

/// An opaque sRGB colour; being numbers, it can never carry anything else into a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// Red, green and blue.
    pub rgb: [u8; 3],
}

/// Error of a text that is no colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a colour: {0:?}")]
pub struct InvalidColor(pub String);

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Color {
    type Err = InvalidColor;

    /// Reads `#rgb` and `#rrggbb`, in either case.
    fn from_str(text: &str) -> Result<Self, InvalidColor> {
        let invalid = || InvalidColor(text.chars().take(40).collect());
        let digits = text.trim().strip_prefix('#').ok_or_else(invalid)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(invalid());
        }
        let value = u32::from_str_radix(digits, 16).map_err(|_| invalid())?;
        let [_, red, green, blue] = value.to_be_bytes();
        match digits.len() {
            6 => Ok(Self { rgb: [red, green, blue] }),
            3 => {
                let [_, _, high, low] = value.to_be_bytes();
                Ok(Self { rgb: [high * 17, (low >> 4) * 17, (low & 15) * 17] })
            }
            _ => Err(invalid()),
        }
    }
}

impl Serialize for Color {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

record! {
    /// A mind map: a small row, so that the list of all of them is shown at once.
    MindMap, MindMapField, MapId, |row| row.id;
    identity {
        /// The id.
        id: MapId,
        /// Time at which it was begun.
        created_at: Timestamp,
    }
    fields {
        /// Name that the user gave it; empty shows the root's title instead.
        Name name: String,
        /// Time at which it last changed.
        UpdatedAt updated_at: Timestamp,
        /// The node in the middle (N2).
        Root root: NodeId,
        /// The number that was last given to a node (N3).
        LastShort last_short: ShortId,
        /// Layout of its nodes.
        Layout layout: Layout,
        /// Its colours.
        Palette palette: Palette,
        /// Branch that alone is shown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Focus focus: Option<NodeId>,
        /// Further properties from a file.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        Extra extra: Extra,
    }
}

record! {
    /// One node of a map.
    Node, NodeField, NodeKey, |row| NodeKey { map: row.map, id: row.id };
    identity {
        /// The id.
        id: NodeId,
        /// The map it belongs to.
        map: MapId,
        /// Time at which it was made.
        created_at: Timestamp,
    }
    fields {
        /// The node it stands below; `None` for the root alone.
        Parent parent: Option<NodeId>,
        /// Its place among its siblings; equal keys are ordered by id.
        Order order: OrderKey,
        /// Its number within the map (N3).
        Short short: ShortId,
        /// Time at which its content last changed.
        UpdatedAt updated_at: Timestamp,
        /// One or more lines of plain text.
        Title title: String,
        /// Markdown.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        Note note: String,
        /// Names of icons, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        Icons icons: Vec<String>,
        /// Its colour.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Color color: Option<Color>,
        /// Tags without a leading `#`, in their order, each once.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        Tags tags: Vec<String>,
        /// State as a task.
        #[serde(default, skip_serializing_if = "Task::is_none")]
        Task task: Task,
        /// Target of its link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Link link: Option<NodeLink>,
        /// Whether its children are hidden.
        #[serde(default, skip_serializing_if = "is_false")]
        Folded folded: bool,
        /// Side of the root it stands on, where that was chosen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Side side: Option<Side>,
        /// Index of its colour among the map's as a main branch, once others could have changed that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        Hue hue: Option<u8>,
        /// Associative lines that begin here (N4).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        Lines lines: Vec<Line>,
        /// Further properties from a file.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        Extra extra: Extra,
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl MindMap {
    /// Makes a new map whose root has the number 1.
    pub fn new(id: MapId, root: NodeId, now: Timestamp) -> Self {
        Self {
            id,
            created_at: now,
            name: String::new(),
            updated_at: now,
            root,
            last_short: ShortId(1),
            layout: Layout::default(),
            palette: Palette::default(),
            focus: None,
            extra: Extra::new(),
        }
    }
}

impl Node {
    /// Makes a node with a title alone.
    pub fn new(key: NodeKey, parent: Option<NodeId>, order: OrderKey, short: ShortId, now: Timestamp) -> Self {
        Self {
            id: key.id,
            map: key.map,
            created_at: now,
            parent,
            order,
            short,
            updated_at: now,
            title: String::new(),
            note: String::new(),
            icons: Vec::new(),
            color: None,
            tags: Vec::new(),
            task: Task::None,
            link: None,
            folded: false,
            side: None,
            hue: None,
            lines: Vec::new(),
            extra: Extra::new(),
        }
    }

    /// Returns the key of the node.
    pub const fn key(&self) -> NodeKey {
        NodeKey { map: self.map, id: self.id }
    }
}

impl Document {
    /// The list of maps.
    pub const MAPS: Self = Self::list(RoomId::Map, 0);
}

impl From<MapId> for Document {
    /// Makes the document of one map; its conversations are not part of it.
    fn from(id: MapId) -> Self {
        Self::thing(RoomId::Map, id.uuid())
    }
}

impl Scope {
    /// Makes the subject of a node of a map.
    pub const fn node(map: MapId, node: NodeId) -> Self {
        Self::of(RoomId::Map, [map.uuid(), node.uuid()])
    }

    /// Returns the node that is the subject, with its map.
    pub fn as_node(self) -> Option<(MapId, NodeId)> {
        self.ids_in(RoomId::Map).map(|[map, node]| (MapId::from_uuid(map), NodeId::from_uuid(node)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_a_node_holds_only_what_was_said() {
        let key: NodeKey = "0190163d-8694-739b-aea5-966c26f8ad91/0190163d-8694-739b-aea5-966c26f8ad92".parse().unwrap();
        let mut node = Node::new(key, None, OrderKey::default(), ShortId(1), Timestamp(5));
        assert_eq!(
            serde_json::to_string(&node).unwrap(),
            format!(
                r#"{{"id":"{}","map":"{}","created_at":5,"parent":null,"order":"a0","short":1,"updated_at":5,"title":""}}"#,
                key.id, key.map
            )
        );
        node.task = Task::Done;
        node.color = "#123456".parse().ok();
        node.link = Some(NodeLink::Node { node: key.id });
        node.lines.push(Line {
            to: key.id,
            label: String::new(),
            tips: Tips::Both,
            extra: vec![("a".into(), "b".into())],
        });
        let text = serde_json::to_string(&node).unwrap();
        assert_eq!(serde_json::from_str::<Node>(&text).unwrap(), node);
    }

    #[test]
    fn short_ids_are_read_as_they_are_written() {
        assert_eq!("n12".parse(), Ok(ShortId(12)));
        assert_eq!(ShortId(12).to_string(), "n12");
        for bad in ["", "n", "12", "n+1", "n-1", "n1x", "n99999999999", "node"] {
            assert!(bad.parse::<ShortId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn colours_are_read_in_both_lengths_and_written_in_one() {
        assert_eq!("#0AF".parse::<Color>().unwrap().to_string(), "#00aaff");
        assert_eq!("#12aB9f".parse::<Color>().unwrap().to_string(), "#12ab9f");
        for bad in ["", "#", "#12", "#1234", "#+12345", "#-1", "red", "#12345g", "url(x)"] {
            assert!(bad.parse::<Color>().is_err(), "{bad}");
        }
    }
}
