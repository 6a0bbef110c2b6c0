//! The words of the Course room, and the names of its commands.

mod en;
mod zh;

pub(super) use self::en::EN;
pub(super) use self::zh::ZH;

/// The words of the Course room.
#[derive(Debug)]
pub struct Course {
    /// The room.
    pub room: &'static str,
    /// The way to the room from elsewhere, and what one finds there.
    pub way: &'static str,
    /// Before there is a course.
    pub welcome: &'static str,
    /// The list of courses.
    pub list: &'static str,
    /// The search in the list.
    pub search: &'static str,
    /// The choice of interview.
    pub flow: &'static str,
    /// The field to begin with.
    pub begin_label: &'static str,
    /// Examples of what a course can be about, in the empty field.
    pub begin_hint: &'static str,
    /// Begins.
    pub begin: &'static str,
    /// Before anything was said about an outline that is there.
    pub imported: &'static str,
    /// A course that is not there.
    pub gone: &'static str,
    /// The way to the list of all.
    pub all: &'static str,
    /// The conversation.
    pub talk: &'static str,
    /// The conversation, once there is an outline.
    pub conversation: &'static str,
    /// The outline and what is beside it.
    pub plan: &'static str,
    /// What was answered.
    pub profile: &'static str,
    /// A field without an answer.
    pub open_field: &'static str,
    /// Changes an answer.
    pub edit_answer: &'static str,
    /// Clears an answer.
    pub clear_answer: &'static str,
    /// Whose card it is.
    pub chosen_for: &'static str,
    /// How a question without options is answered.
    pub write_below: &'static str,
    /// A card that was made here.
    pub local_card: &'static str,
    /// Has the model asked once more.
    pub ask_model: &'static str,
    /// Everything is known, and there is no outline.
    pub ready: &'static str,
    /// Has the outline made.
    pub generate: &'static str,
    /// Has it made again.
    pub again: &'static str,
    /// Makes it from a template.
    pub template: &'static str,
    /// Has what is missing made.
    pub complete: &'static str,
    /// Fills what is missing from a template.
    pub fill: &'static str,
    /// An outline whose answer broke off.
    pub unfinished: &'static str,
    /// An outline whose answers changed.
    pub stale: &'static str,
    /// Leaves it as it is.
    pub keep: &'static str,
    /// Has it made for the new answers.
    pub rewrite: &'static str,
    /// Before there is an outline.
    pub no_outline: &'static str,
    /// The outline is coming.
    pub coming: &'static str,
    /// It was completed here.
    pub completed: &'static str,
    /// It was made from a template.
    pub from_template: &'static str,
    /// The title of the outline.
    pub title: &'static str,
    /// What it is about.
    pub description: &'static str,
    /// How hard it is.
    pub difficulty: &'static str,
    /// How long it takes.
    pub minutes: &'static str,
    /// The title of a part.
    pub name: &'static str,
    /// What is in a chapter.
    pub snippet: &'static str,
    /// Begins such a text.
    pub add_snippet: &'static str,
    /// The outline of a lesson.
    pub lesson: &'static str,
    /// Edits it.
    pub edit_lesson: &'static str,
    /// Has it made.
    pub make_lesson: &'static str,
    /// Adds a part or a chapter, which is called so.
    pub add: fn(&str) -> String,
    /// The title of a new one.
    pub new: fn(&str) -> String,
    /// Moves up.
    pub up: &'static str,
    /// Moves down.
    pub down: &'static str,
    /// Removes.
    pub remove: &'static str,
    /// Has a part made again.
    pub remake: &'static str,
    /// It is being made.
    pub working: &'static str,
    /// What the grip of a part or a chapter is for.
    pub carry: &'static str,
    /// More that can be done.
    pub more: &'static str,
    /// A chapter is done.
    pub done: &'static str,
    /// A conversation about a chapter.
    pub talk_about: &'static str,
    /// Makes a map of it.
    pub to_map: &'static str,
    /// Makes goals of it.
    pub to_goals: &'static str,
    /// Brings the map up to date.
    pub update_map: &'static str,
    /// Brings the goals up to date.
    pub update_goals: &'static str,
    /// Shows the map that was made.
    pub open_map: &'static str,
    /// The dialog about goals.
    pub goals_title: &'static str,
    /// What the dialog does.
    pub goals_intro: &'static str,
    /// The first day.
    pub goals_start: &'static str,
    /// How much time there is.
    pub goals_minutes: &'static str,
    /// The parts.
    pub goals_parts: &'static str,
    /// Makes them.
    pub goals_make: &'static str,
    /// A part that is done.
    pub part_done: &'static str,
    /// The way back from another room, before the name of the course.
    pub back: &'static str,
    /// The versions.
    pub versions: &'static str,
    /// There are none.
    pub no_versions: &'static str,
    /// Goes back to one.
    pub restore: &'static str,
    /// The form of a file.
    pub format: &'static str,
    /// Writes a file.
    pub export: &'static str,
    /// Reads a file.
    pub import: &'static str,
    /// A file that holds no course.
    pub not_a_course: &'static str,
    /// Prints it.
    pub print: &'static str,
    /// Before one is deleted.
    pub confirm_delete: &'static str,
    /// How hard it is: for beginners, in the middle, for experts.
    pub levels: [&'static str; 3],
    /// How much is done: how many of how many.
    pub progress: fn(usize, usize) -> String,
    /// An answer is missing: its name.
    pub unanswered: fn(&str) -> String,
    /// When the goals end: the last day.
    pub goals_end: fn(&str) -> String,
    /// A version whose answer broke off: its title.
    pub remade_unfinished: fn(&str) -> String,
    /// A version that was made when a part was made again: the title of that part.
    pub remade: fn(&str) -> String,
    /// The names of commands.
    pub commands: Commands,
}

/// The names of commands.
#[derive(Debug)]
pub struct Commands {
    /// `course.new`
    pub new: &'static str,
    /// `course.rename`
    pub rename: &'static str,
    /// `course.duplicate`
    pub duplicate: &'static str,
    /// `course.delete`
    pub delete: &'static str,
    /// `course.answer`
    pub answer: &'static str,
    /// `course.edit`
    pub edit: &'static str,
    /// `course.add`
    pub add: &'static str,
    /// `course.move`
    pub do_move: &'static str,
    /// `course.remove`
    pub remove: &'static str,
    /// `course.done`
    pub tick: &'static str,
    /// `course.restore`
    pub restore: &'static str,
    /// `course.cleared`
    pub cleared: &'static str,
    /// `course.remake`
    pub remake: &'static str,
    /// `course.lesson`
    pub lesson: &'static str,
    /// `course.template`
    pub template: &'static str,
    /// `course.complete`
    pub complete: &'static str,
    /// `course.fill`
    pub fill: &'static str,
    /// `course.keep`
    pub keep: &'static str,
    /// `course.unfinished`
    pub unfinished: &'static str,
    /// `course.rewritten`
    pub rewritten: &'static str,
    /// `course.reply`
    pub reply: &'static str,
    /// `course.generate`
    pub generate: &'static str,
    /// `course.toMap`
    pub to_map: &'static str,
    /// `course.toGoals`
    pub to_goals: &'static str,
    /// `course.updateMap`
    pub update_map: &'static str,
    /// `course.updateGoals`
    pub update_goals: &'static str,
    /// `course.chat`
    pub chat: &'static str,
    /// `course.exportMarkdown`
    pub export_markdown: &'static str,
    /// `course.exportJson`
    pub export_json: &'static str,
    /// `course.import`
    pub import: &'static str,
}
