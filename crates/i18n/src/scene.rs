//! The words of the Scene room.

mod en;
mod zh;

pub(super) use self::en::EN;
pub(super) use self::zh::ZH;
use espalier_model::scene::{Shape, ShapeType};

words_ahead! {
    /// The words of the Scene room.
    Scene {
        /// Name of the room.
        room: &'static str = room,
        /// A way into the room.
        way: &'static str = way,
        /// Name of the assistant.
        assistant: &'static str = assistant,
        /// Step that imports shapes.
        import_step: &'static str = import_step,
        /// Notice of shapes from a file.
        imported: fn(usize) -> String = imported,
        /// Notice that nothing can be drawn.
        not_drawn: &'static str = not_drawn,
    }
}

/// The words of the Scene room.
#[derive(Debug)]
pub struct Words {
    /// Name of the room.
    pub room: &'static str,
    /// Purpose of the room in one sentence, for links to it.
    pub way: &'static str,
    /// The list of scenes.
    pub list: &'static str,
    /// The question of the field that a scene begins with.
    pub begin: &'static str,
    /// Example of a text in that field.
    pub begin_hint: &'static str,
    /// Button that makes the scene.
    pub begin_button: &'static str,
    /// Text before there is a scene.
    pub welcome: &'static str,
    /// A scene without a name.
    pub untitled: &'static str,
    /// Text while a scene is read.
    pub loading: &'static str,
    /// The name of a new scene, with its number.
    pub new_name: fn(usize) -> String,
    /// The question before a scene is deleted, with the number of its shapes.
    pub confirm_delete: fn(usize) -> String,
    /// The types, in the order of `ShapeType`.
    pub types: [&'static str; 3],
    /// The type of a stored name.
    pub type_named: fn(&str) -> &'static str,
    /// The name of a shape, or its type.
    pub label: fn(&Shape) -> String,
    /// The choice of who does the assistant's work.
    pub agents: &'static str,
    /// An explanation of that choice.
    pub agents_hint: &'static str,
    /// The option that follows from the model.
    pub agents_auto: &'static str,
    /// One agent.
    pub agents_one: &'static str,
    /// A supervisor with four agents.
    pub agents_several: &'static str,
    /// The choice of when changes are shown before they are made.
    pub review: &'static str,
    /// An explanation of that choice.
    pub review_hint: &'static str,
    /// No change.
    pub review_never: &'static str,
    /// Deletions.
    pub review_deletions: &'static str,
    /// Every change.
    pub review_always: &'static str,
    /// The name of the assistant.
    pub assistant: &'static str,
    /// Introduction before the first message.
    pub assistant_lead: &'static str,
    /// Number of shapes.
    pub count: fn(usize) -> String,
    /// The names of the colours that are offered.
    pub colors: [&'static str; 8],
    /// The toolbar.
    pub tools: &'static str,
    /// The choice of the view.
    pub view: &'static str,
    /// The views, in the order of `View`.
    pub views: [&'static str; 4],
    /// Name of the picture for screen readers, with the number of shapes.
    pub canvas: fn(usize) -> String,
    /// Explanation of the picture, shown while the scene is empty.
    pub canvas_hint: &'static str,
    /// The list of ways to place several shapes.
    pub arrange: Arrange,
    /// A step that imported a scene.
    pub import_step: &'static str,
    /// Chooses a file to import.
    pub import: &'static str,
    /// Writes the scene to a file.
    pub export: &'static str,
    /// The choice of a file's format.
    pub format: &'static str,
    /// Notice of imported shapes, with their number.
    pub imported: fn(usize) -> String,
    /// Notice of a step that was taken back because its result could not be drawn.
    pub not_drawn: &'static str,
    /// The distance between two selected shapes, with its parts on the axes.
    pub distance: fn(&str, [&str; 3]) -> String,
    /// The list that opens on the picture.
    pub menu: &'static str,
    /// Adds a shape of a type where the list was opened.
    pub add_here: [&'static str; 3],
    /// The list of shapes.
    pub shapes: &'static str,
    /// The field that searches the list.
    pub search: &'static str,
    /// Text of a search without hits.
    pub nothing_found: &'static str,
    /// An empty scene, in the list.
    pub no_shapes: &'static str,
    /// The form of a shape.
    pub form: &'static str,
    /// Number of selected shapes.
    pub selected: fn(usize) -> String,
    /// The name of a shape.
    pub name: &'static str,
    /// The position of a shape.
    pub position: &'static str,
    /// Label of the size of a shape of any type.
    pub size: &'static str,
    /// The size of each type.
    pub sizes: [&'static str; 3],
    /// The rotation of a shape, in degrees.
    pub rotation: &'static str,
    /// The rotation about the vertical axis, in degrees.
    pub turn: &'static str,
    /// The rotation about the x axis, in degrees.
    pub tilt: &'static str,
    /// The rotation about the z axis, in degrees.
    pub roll: &'static str,
    /// The colour of a shape.
    pub color: &'static str,
    /// The vertices of a triangle.
    pub vertices: &'static str,
    /// One vertex, with its number and its axis.
    pub vertex: fn(usize, &str) -> String,
    /// Error of a number field without a number.
    pub not_a_number: &'static str,
    /// Position of a shape, for screen readers.
    pub at: fn(&str, &str, &str) -> String,
    /// Notice of a browser that cannot draw with WebGL; the picture is simpler and slower.
    pub simple_picture: &'static str,
    /// Notice of a picture that is drawn again after the graphics card was busy.
    pub picture_lost: &'static str,
    /// Notice of a picture that cannot be drawn; with a way out.
    pub picture_failed: &'static str,
    /// Separator of the parts of an enumeration.
    pub between: &'static str,
    /// Separator of a name and its description.
    pub colon: &'static str,
    /// A name in quotes.
    pub quoted: fn(&str) -> String,
    /// A shape that is not there any more.
    pub gone_shape: &'static str,
    /// A step made a shape: its name, its measures.
    pub was_made: fn(&str, &str) -> String,
    /// A step removed a shape.
    pub was_removed: fn(&str, &str) -> String,
    /// Number of further shapes that a step changed.
    pub more_shapes: fn(usize) -> String,
    /// A step that the person did.
    pub by_you: &'static str,
    /// A step that the assistant proposed.
    pub by_assistant: &'static str,
}

/// The words of the list of ways to place several shapes.
#[derive(Debug)]
pub struct Arrange {
    /// The list.
    pub title: &'static str,
    /// A line, a grid, a circle.
    pub figures: [&'static str; 3],
    /// Lining up on x, y and z.
    pub align: [&'static str; 3],
    /// Equal gaps on x, y and z.
    pub distribute: [&'static str; 3],
    /// Mirroring along x and z.
    pub mirror: [&'static str; 2],
}

fn label(row: &Shape, types: &[&'static str; 3]) -> String {
    if row.name.is_empty() { types[row.geometry.kind() as usize].to_owned() } else { row.name.clone() }
}

fn type_named(name: &str, types: &[&'static str; 3]) -> &'static str {
    ShapeType::from_name(name).map_or("", |kind| types[kind as usize])
}
