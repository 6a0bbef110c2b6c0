//! The words of the Course room, and the names of its commands.

mod en;
mod zh;

pub(super) use self::en::EN;
pub(super) use self::zh::ZH;

words_ahead! {
    /// The words of the Course room.
    Course {
        /// Name of the room.
        room: &'static str = room,
        /// A way into the room.
        way: &'static str = way,
        /// Button that makes a map of the outline.
        to_map: &'static str = to_map,
        /// Button that makes goals of the outline.
        to_goals: &'static str = to_goals,
        /// Notice that a field has no answer.
        unanswered: fn(&str) -> String = unanswered,
        /// Names of commands.
        commands: Commands = commands,
    }
}

/// The words of the Course room.
#[derive(Debug)]
pub struct Words {
    /// Name of the room.
    pub room: &'static str,
    /// Purpose of the room in one sentence, for links to it.
    pub way: &'static str,
    /// Text before there is a course.
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
    /// Button that begins a course.
    pub begin: &'static str,
    /// Text of a conversation with no messages about an imported outline.
    pub imported: &'static str,
    /// Text of a course that is gone.
    pub gone: &'static str,
    /// Link to the list of all courses.
    pub all: &'static str,
    /// The conversation.
    pub talk: &'static str,
    /// The conversation, once there is an outline.
    pub conversation: &'static str,
    /// Heading of the outline and the parts beside it.
    pub plan: &'static str,
    /// Heading of the answers.
    pub profile: &'static str,
    /// A field without an answer.
    pub open_field: &'static str,
    /// Button that changes an answer.
    pub edit_answer: &'static str,
    /// Button that clears an answer.
    pub clear_answer: &'static str,
    /// Place of a question in the interview, from 1, and the number of questions.
    pub place: fn(usize, usize) -> String,
    /// Hint of a card with options.
    pub chosen_for: &'static str,
    /// Explanation of how a question without options is answered.
    pub write_below: &'static str,
    /// Hint of a card whose options are the app's, because the model gave none.
    pub local_card: &'static str,
    /// Button that asks the model once more.
    pub ask_model: &'static str,
    /// Text when all answers are known, and there is no outline.
    pub ready: &'static str,
    /// Button that makes the outline.
    pub generate: &'static str,
    /// Button that makes the outline again.
    pub again: &'static str,
    /// Button that makes the outline from a template.
    pub template: &'static str,
    /// Button that has the missing rest made.
    pub complete: &'static str,
    /// Button that fills the missing rest from a template.
    pub fill: &'static str,
    /// An outline whose answer broke off.
    pub unfinished: &'static str,
    /// An outline whose answers changed.
    pub stale: &'static str,
    /// Button that leaves the outline as it is.
    pub keep: &'static str,
    /// Button that has the outline made for the new answers.
    pub rewrite: &'static str,
    /// Text before there is an outline.
    pub no_outline: &'static str,
    /// Text while the outline is coming.
    pub coming: &'static str,
    /// Note on an outline that the app completed.
    pub completed: &'static str,
    /// Note on an outline that was made from a template.
    pub from_template: &'static str,
    /// The title of the outline.
    pub title: &'static str,
    /// Description of the outline.
    pub description: &'static str,
    /// Level of difficulty.
    pub difficulty: &'static str,
    /// Minutes that it takes.
    pub minutes: &'static str,
    /// The title of a part.
    pub name: &'static str,
    /// Summary of a chapter.
    pub snippet: &'static str,
    /// Button that begins such a summary.
    pub add_snippet: &'static str,
    /// The outline of a lesson.
    pub lesson: &'static str,
    /// Button that edits a lesson.
    pub edit_lesson: &'static str,
    /// Button that has a lesson made.
    pub make_lesson: &'static str,
    /// Button that adds a part or a chapter, with the word for it.
    pub add: fn(&str) -> String,
    /// Title of a new part or chapter, with the word for it.
    pub new: fn(&str) -> String,
    /// Button that moves an item up.
    pub up: &'static str,
    /// Button that moves an item down.
    pub down: &'static str,
    /// Button that removes an item.
    pub remove: &'static str,
    /// Button that has a part made again.
    pub remake: &'static str,
    /// Text while a part is being made.
    pub working: &'static str,
    /// Tooltip of the grip of a part or a chapter.
    pub carry: &'static str,
    /// Button that opens further actions.
    pub more: &'static str,
    /// Mark of a chapter that is done.
    pub done: &'static str,
    /// Button that begins a conversation about a chapter.
    pub talk_about: &'static str,
    /// Button that makes a map of the course.
    pub to_map: &'static str,
    /// Button that makes goals of the course.
    pub to_goals: &'static str,
    /// Button that updates the map.
    pub update_map: &'static str,
    /// Button that updates the goals.
    pub update_goals: &'static str,
    /// Button that shows the map that was made.
    pub open_map: &'static str,
    /// Title of the dialog about goals.
    pub goals_title: &'static str,
    /// Explanation of the dialog.
    pub goals_intro: &'static str,
    /// The first day.
    pub goals_start: &'static str,
    /// Minutes a day for the goals.
    pub goals_minutes: &'static str,
    /// The parts.
    pub goals_parts: &'static str,
    /// Button that makes the goals.
    pub goals_make: &'static str,
    /// Mark of a part that is done.
    pub part_done: &'static str,
    /// Link back from another room, before the name of the course.
    pub back: &'static str,
    /// The versions.
    pub versions: &'static str,
    /// Text where there are no versions.
    pub no_versions: &'static str,
    /// Button that restores a version.
    pub restore: &'static str,
    /// Choice of a file's format.
    pub format: &'static str,
    /// Button that writes a file.
    pub export: &'static str,
    /// Button that reads a file.
    pub import: &'static str,
    /// A file that holds no course.
    pub not_a_course: &'static str,
    /// Question before a course is deleted.
    pub confirm_delete: &'static str,
    /// Levels of difficulty: for beginners, in the middle, for experts.
    pub levels: [&'static str; 3],
    /// Progress: the number of chapters done, and of all.
    pub progress: fn(usize, usize) -> String,
    /// Request to answer a field first, with its name.
    pub unanswered: fn(&str) -> String,
    /// Last day of the goals.
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
