//! Commands of a map: their names, parameters, conditions and actions.
//!
//! - C1 A condition looks at the node that the parameters name, never at what is selected.
//! - C2 A command that fails has changed nothing; one that succeeds is taken back byte for byte.
//! - C3 A position counts from 0 among the children as they are without the node that is placed; none is the end, and
//!   one beyond the end is the end.
//! - C4 The root stays the root: it is never deleted, moved or given siblings.

mod add;
mod content;
mod fold;
mod line;
mod navigation;
mod place;
mod replace;

use super::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::call::CommandId;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::NodeId;

pub use self::add::{AddChild, AddChildTrees, AddParent, AddSiblingAfter, AddSiblingBefore, Duplicate, Paste};
pub use self::content::{AddLink, AddTag, RemoveLink, RemoveTag, SetColor, SetIcon, SetTask, UpdateNote, UpdateTitle};
pub use self::fold::{
    Focus, Fold, FoldAll, FoldLevel, LAYOUTS, PALETTES, SetLayout, SetTheme, ToggleFold, Unfold, UnfoldAll,
};
pub use self::line::{AddLine, RemoveLine};
pub use self::navigation::{
    Assist, Center, Copy, Cut, EditNote, EditTitle, Export, Fit, GoBack, GoDown, GoForward, GoLeft, GoRight,
    GoToFirstChild, GoToNextSibling, GoToParent, GoToPreviousSibling, GoToRoot, GoUp, OpenLink, Search, SelectAll,
    SelectBranch, SelectNode, SelectSiblings, ShowOutline, ZoomIn, ZoomOut, ZoomReset,
};
pub use self::place::{
    Delete, DeleteKeepChildren, Indent, MoveDown, MoveFirst, MoveLast, MoveTo, MoveUp, Outdent, SetSide, SortChildren,
};
pub use self::replace::Replace;

/// Condition of a command: whether it can run on the nodes that the parameters name.
pub type Condition = fn(&MapTarget<'_, '_>, &Args) -> Result<(), Reason>;
/// Action of a command whose condition holds.
pub type Action = fn(&mut MapTarget<'_, '_>, &Args) -> Result<Outcome, Reason>;

/// Objects that a command runs on where it is given without parameters, as by its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunsOn {
    /// The node at the keyboard, or the map.
    Primary,
    /// Each selected node that is not below another one.
    Selection,
    /// A node to which only the layout knows the way.
    Neighbour,
    /// Nothing: it needs a choice that no key and no list asks for.
    Choice,
}

/// A command with its condition and action.
#[derive(Debug)]
pub struct Command {
    /// Name and parameters.
    pub spec: Spec,
    /// The condition.
    pub when: Condition,
    /// The action; does nothing where the command changes no record, as the app then carries it out.
    pub run: Action,
    /// Objects it runs on without parameters.
    pub runs_on: RunsOn,
    /// Whether there is no use in running it on the root.
    pub needs_parent: bool,
}

impl Command {
    const fn new(spec: Spec, when: Condition, run: Action) -> Self {
        Self { spec, when, run, runs_on: RunsOn::Primary, needs_parent: false }
    }

    /// Returns the command as one that runs on these objects without parameters.
    const fn on(mut self, runs_on: RunsOn) -> Self {
        self.runs_on = runs_on;
        self
    }

    /// Returns the command as one that needs a parent of its node.
    const fn below_root(mut self) -> Self {
        self.needs_parent = true;
        self
    }
}

/// All commands of a map, in the order in which lists show them.
pub static TABLES: &[&[Command]] = &[
    add::COMMANDS,
    content::COMMANDS,
    place::COMMANDS,
    line::COMMANDS,
    fold::COMMANDS,
    replace::COMMANDS,
    navigation::COMMANDS,
];

/// All commands of a map.
pub fn all() -> impl Iterator<Item = &'static Command> {
    TABLES.iter().copied().flatten()
}

/// The command with an id.
pub fn find(id: CommandId) -> Option<&'static Command> {
    all().find(|command| command.spec.id == id)
}

/// Effect of a command on the content of the node it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Replaces some of the content.
    Writes,
    /// Deletes the node.
    Deletes {
        /// Whether the nodes below are deleted with it.
        below: bool,
    },
    /// Leaves the content alone.
    Other,
}

/// Effect of a command on the content of the node it names.
pub fn effect_of(spec: &Spec) -> Effect {
    if content::COMMANDS.iter().any(|command| command.spec.id == spec.id) {
        return Effect::Writes;
    }
    match spec.id {
        Delete::ID => Effect::Deletes { below: true },
        DeleteKeepChildren::ID => Effect::Deletes { below: false },
        _ => Effect::Other,
    }
}

/// The most characters of a title.
pub const MAX_TITLE: usize = 20_000;
/// The most characters of a note.
pub const MAX_NOTE: usize = 1_000_000;

const NODE: Schema = Schema::Reference("node");
const ANY_PLACE: Schema = Schema::Lenient(&Schema::Int { min: 0, max: i64::MAX });
const TITLE_TEXT: Schema = Schema::Lenient(&Schema::Text { min: 0, max: MAX_TITLE });

const NODE_ID: Param =
    Param::required("nodeId", NODE, Text::new("The node.", "节点。")).or_called(&["node", "id", "targetNodeId"]);
const PARENT_ID: Param =
    Param::required("parentId", NODE, Text::new("The node to be the parent.", "作为父节点的节点。")).or_called(&[
        "parent",
        "nodeId",
        "parentNodeId",
    ]);
const POSITION: Param = Param::optional(
    "position",
    ANY_PLACE,
    Text::new(
        "The position among the children, from 0; null = at the end.",
        "在子节点中的位置，从0开始；null = 末尾。",
    ),
)
.or_called(&["index", "order"]);
const TITLE: Param =
    Param::optional("title", TITLE_TEXT, Text::new("The title.", "标题。")).or_called(&["text", "name", "content"]);

const ROOT_STAYS: Reason = Reason::Refused(Text::new(
    "the root can’t be deleted, moved or given siblings",
    "根节点不能删除、移动，也不能有同级节点",
));

/// The node that a parameter names, if it exists.
fn named(stage: &MapTarget<'_, '_>, args: &Args, param: &str) -> Result<NodeId, Reason> {
    let missing = || Reason::NotFound { kind: "node", name: args.text(param).unwrap_or_default().to_owned() };
    let id = args.id(param).ok_or_else(missing)?;
    if stage.shape.contains(id) { Ok(id) } else { Err(stage.not_found(id)) }
}

fn node(stage: &MapTarget<'_, '_>, args: &Args) -> Result<NodeId, Reason> {
    named(stage, args, "nodeId")
}

fn node_is_there(stage: &MapTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    node(stage, args).map(drop)
}

fn parent_is_there(stage: &MapTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    named(stage, args, "parentId").map(drop)
}

/// The node, which exists and is not the root, with its parent.
fn node_below(stage: &MapTarget<'_, '_>, args: &Args) -> Result<(NodeId, NodeId), Reason> {
    let id = node(stage, args)?;
    let parent = stage.shape.parent(id).ok_or(ROOT_STAYS)?;
    Ok((id, parent))
}

fn node_is_below(stage: &MapTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    node_below(stage, args).map(drop)
}

const fn refuse(en: &'static str, zh: &'static str) -> Reason {
    Reason::Refused(Text::new(en, zh))
}

fn ensure(holds: bool, reason: Reason) -> Result<(), Reason> {
    if holds { Ok(()) } else { Err(reason) }
}

fn made(id: NodeId) -> Outcome {
    Outcome { made: vec![id.uuid()], select: vec![id.uuid()] }
}

fn select(id: NodeId) -> Outcome {
    Outcome { made: Vec::new(), select: vec![id.uuid()] }
}

/// Text with line ends as the rest of the app writes them.
fn plain_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

#[cfg(test)]
mod tests;
