//! The commands of one scene: the name of each, its parameters, when it can be done, and what it does.
//!
//! - C1 A condition looks at the shapes that the parameters name, never at what is selected.
//! - C2 A command that fails has changed nothing; one that succeeds is taken back byte for byte.

mod arrange;
mod edit;
mod look;
mod make;

use std::rc::Rc;

use serde_json::Value;

use super::target::SceneTarget;
use espalier_command::args::Args;
use espalier_command::call::{CommandId, Signature};
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::scene::{Shape, ShapeId, Vector};

pub use self::arrange::{AlignShapes, ArrangeShapes, DistributeShapes};
pub use self::edit::{
    MirrorShapes, MoveShapes, PlaceShape, RenameShape, ResizeShape, RotateShapes, ScaleShapes, SetColor, SetRotation,
    SetVertices, middle_of,
};
pub use self::look::{
    AddCircle, AddSquare, AddTriangle, CopyPicture, Fit, Focus, InvertSelection, MoveBack, MoveDown, MoveForward,
    MoveLeft, MoveRight, MoveUp, NearestDown, NearestLeft, NearestRight, NearestUp, SavePicture, SelectAll, SelectNext,
    SelectNone, SelectPrevious, ToggleSnap, ViewFront, ViewPerspective, ViewSide, ViewTop, ZoomIn, ZoomOut,
};
pub use self::make::{COLORS, CreateShape, DeleteShapes, DuplicateShapes, SIZE};

/// Whether a command can be done to what the parameters name.
pub type Condition = fn(&SceneTarget<'_, '_>, &Args) -> Result<(), Reason>;
/// The action of a command, whose condition holds.
pub type Action = fn(&mut SceneTarget<'_, '_>, &Args) -> Result<Outcome, Reason>;

/// A command with what it does.
#[derive(Debug)]
pub struct Command {
    /// Name and parameters.
    pub spec: Spec,
    /// Condition under which it can be done.
    pub when: Condition,
    /// The action; empty where no record changes, for then the app does it.
    pub run: Action,
}

/// All commands of a scene, in the order in which lists show them.
pub static TABLES: &[&[Command]] = &[make::COMMANDS, edit::COMMANDS, arrange::COMMANDS, look::COMMANDS];

/// All commands of a scene.
pub fn all() -> impl Iterator<Item = &'static Command> {
    TABLES.iter().copied().flatten()
}

/// The command with an id.
pub fn find(id: CommandId) -> Option<&'static Command> {
    all().find(|command| command.spec.id == id)
}

/// The most shapes that one operation names.
pub const MAX_SHAPES: usize = 1_000_000;

const SHAPE: Schema = Schema::Reference("shape");
const SHAPE_ID: Param =
    Param::required("shapeId", SHAPE, Text::new("The shape.", "图形。")).or_called(&["shape", "id", "targetId"]);
const SHAPE_IDS: Param = Param::required(
    "shapeIds",
    Schema::Lenient(&Schema::List { items: &SHAPE, max: MAX_SHAPES }),
    Text::new("The shapes.", "图形列表。"),
)
.or_called(&["shapes", "ids", "shapeId", "id"]);
const ANY_NUMBER: Schema = Schema::Lenient(&Schema::Number { min: -1e9, max: 1e9 });

const fn number(name: &'static str, description: Text) -> Param {
    Param::optional(name, ANY_NUMBER, description)
}

const fn change(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Shape, EffectKind::Change, name, description)
}

const fn refuse(en: &'static str, zh: &'static str) -> Reason {
    Reason::Refused(Text::new(en, zh))
}

fn ensure(holds: bool, reason: Reason) -> Result<(), Reason> {
    if holds { Ok(()) } else { Err(reason) }
}

/// The shape that the parameters name, if it is there.
fn shape(stage: &SceneTarget<'_, '_>, args: &Args) -> Result<Rc<Shape>, Reason> {
    let missing = || Reason::NotFound { kind: "shape", name: args.text("shapeId").unwrap_or_default().to_owned() };
    stage.shape(args.id("shapeId").ok_or_else(missing)?)
}

/// The shapes that the parameters name, each once, all of which must be there.
fn shapes(stage: &SceneTarget<'_, '_>, args: &Args) -> Result<Vec<Rc<Shape>>, Reason> {
    let ids = args.list("shapeIds").iter().filter_map(Value::as_str);
    let named: Vec<ShapeId> = ids.filter_map(|id| id.parse().ok()).collect();
    ensure(!named.is_empty(), refuse("no shape was named", "没有指定图形"))?;
    let mut seen = std::collections::BTreeSet::new();
    named.into_iter().filter(|id| seen.insert(*id)).map(|id| stage.shape(id)).collect()
}

fn shape_is_there(stage: &SceneTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    shape(stage, args).map(drop)
}

fn shapes_are_there(stage: &SceneTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    shapes(stage, args).map(drop)
}

fn several_are_there(stage: &SceneTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    ensure(shapes(stage, args)?.len() > 1, refuse("select at least two shapes", "请至少选择两个图形"))
}

/// Reads three numbers of the parameters, each of which may be left out.
fn vector(args: &Args, names: [&str; 3], otherwise: Vector) -> Vector {
    let mut value = otherwise;
    for (value, name) in value.iter_mut().zip(names) {
        *value = args.decimal(name).unwrap_or(*value);
    }
    value
}

#[cfg(test)]
mod tests;
