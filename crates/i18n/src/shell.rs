//! The words of the frame: navigation, dialogs, notices.

mod en;
mod zh;

pub(super) use en::EN;
pub(super) use zh::ZH;

/// The words of the frame.
#[derive(Debug)]
pub struct Shell {
    /// The way past the navigation, for those who use the keyboard.
    pub skip: &'static str,
    /// The navigation.
    pub rooms: &'static str,
    /// The search through commands and everything that has a name, below its icon.
    pub search: &'static str,
    /// The button of what has no room in the head of a room.
    pub more: &'static str,
    /// Gives what is shown another name.
    pub rename: &'static str,
    /// The tooltip of a title that can be changed.
    pub rename_hint: &'static str,
    /// Closes a dialog or a notice.
    pub close: &'static str,
    /// Leaves everything as it is.
    pub cancel: &'static str,
    /// The tooltip of undo: the command it takes back.
    pub undo: fn(&str) -> String,
    /// The tooltip of redo: the command it does again.
    pub redo: fn(&str) -> String,
    /// While the records are being read.
    pub loading: &'static str,
    /// A part of the page that comes in a file of its own.
    pub piece: PieceWords,
    /// All notices.
    pub notices: &'static str,
    /// The palette.
    pub palette: Palette,
    /// The help sheet.
    pub help: Help,
    /// The history.
    pub history: HistoryWords,
    /// A link before it is opened.
    pub link: Link,
    /// Questions before something is done.
    pub confirm: ConfirmWords,
    /// Bars above the room.
    pub banner: Banner,
    /// Less is here than there was.
    pub missing: Missing,
    /// Notices.
    pub notice: Notices,
    /// Examples.
    pub example: ExampleWords,
    /// The lists beside the rooms.
    pub lists: Lists,
}

/// The lists beside the rooms.
#[derive(Debug)]
pub struct Lists {
    /// The heading of what changed today.
    pub today: &'static str,
    /// The heading of what changed the day before.
    pub yesterday: &'static str,
    /// The heading of what changed earlier in the week.
    pub week: &'static str,
    /// A day of another year: the day within it, and the year.
    pub of_year: fn(&str, i32) -> String,
    /// The search of a room that has no words of its own for it.
    pub search: &'static str,
    /// When nothing was found.
    pub nothing: &'static str,
}

/// Examples: something to look at in a room that is still empty.
#[derive(Debug)]
pub struct ExampleWords {
    /// Makes the example of the room, or opens it.
    pub see: &'static str,
    /// The mark of what belongs to an example.
    pub mark: &'static str,
    /// Removes it.
    pub remove: &'static str,
    /// The command that removes it, in the history.
    pub removal: &'static str,
    /// The heading of the question before it is removed.
    pub title: &'static str,
    /// The question before it is removed from the time log, where it was changed.
    pub confirm: &'static str,
}

/// Less is here than there was.
#[derive(Debug)]
pub struct Missing {
    /// The heading.
    pub title: &'static str,
    /// What there was, and what there is, which may be nothing.
    pub text: fn(&str, &str) -> String,
    /// How that can be, and what helps.
    pub why: &'static str,
    /// Reads a backup.
    pub import: &'static str,
    /// Goes on with what is there.
    pub go_on: &'static str,
}

/// The palette.
#[derive(Debug)]
pub struct Palette {
    /// In the empty field.
    pub placeholder: &'static str,
    /// When no command fits.
    pub nothing: &'static str,
    /// How many commands fit.
    pub found: fn(usize) -> String,
    /// How a command that asks for something is left.
    pub back: &'static str,
    /// Starts a project in Course.
    pub new_project: &'static str,
    /// Opens the editor of an agent that is chosen.
    pub edit_agent: &'static str,
    /// Asks what the timer is started for.
    pub start_what: &'static str,
    /// Adds an entry to the time log by a typed line.
    pub quick_add: &'static str,
    /// Asks for that line.
    pub quick_add_what: &'static str,
    /// Starts the timer in Time after asking what for.
    pub start_with: &'static str,
    /// Sets the category of an entry of the time log.
    pub set_category: &'static str,
    /// Adds tags to one.
    pub add_tags: &'static str,
    /// Sets the note of one.
    pub set_note: &'static str,
    /// Adds a category to the time log.
    pub new_category: &'static str,
    /// Adds a goal to it.
    pub new_goal: &'static str,
    /// The entry that ended last.
    pub last_entry: &'static str,
    /// A command and what it is done to.
    pub of: fn(&str, &str) -> String,
    /// Asks for the text that is to be replaced.
    pub replace_what: &'static str,
    /// Asks what takes its place.
    pub replace_with: fn(&str) -> String,
}

/// The help sheet.
#[derive(Debug)]
pub struct Help {
    /// Commands that work everywhere.
    pub everywhere: &'static str,
    /// The keys by which each room makes what it is for.
    pub new_in_room: &'static str,
    /// Keys while the title of a node is edited.
    pub titles: &'static str,
    /// Keeps the title; for a new node the next one follows.
    pub keep_title: &'static str,
    /// Keeps the title and adds a child.
    pub keep_and_child: &'static str,
    /// Ends: a new title stays, an old one is as it was.
    pub leave_title: &'static str,
    /// Moves a chapter of a course up.
    pub chapter_up: &'static str,
    /// Moves it down.
    pub chapter_down: &'static str,
    /// Keys in the field for a message.
    pub composer: &'static str,
    /// Enter.
    pub send: &'static str,
    /// Shift and Enter.
    pub newline: &'static str,
    /// How the palette is opened, with its keys.
    pub palette: fn(&str) -> String,
}

/// The history.
#[derive(Debug)]
pub struct HistoryWords {
    /// When there is nothing.
    pub empty: &'static str,
    /// What the list is.
    pub intro: &'static str,
    /// The state that is shown.
    pub now: &'static str,
    /// A step that is taken back at present.
    pub undone: &'static str,
    /// At a step that was taken back before others were made.
    pub aside: &'static str,
    /// What a click on such a step does.
    pub restore: &'static str,
    /// Goes to the state after a step.
    pub go: &'static str,
    /// A named state.
    pub checkpoint: &'static str,
    /// The field for the name of a state.
    pub checkpoint_name: &'static str,
    /// Names the present state.
    pub checkpoint_add: &'static str,
    /// The history of the list of conversations.
    pub sessions: &'static str,
    /// The history of the conversation that is shown.
    pub session: &'static str,
    /// The history of the agents.
    pub personas: &'static str,
    /// The history of the list of maps.
    pub maps: &'static str,
    /// The history of the map that is shown.
    pub map: &'static str,
    /// The steps of the time log.
    pub timelog: &'static str,
    /// The heading of the list of courses.
    pub courses: &'static str,
    /// The heading of the list of scenes.
    pub scenes: &'static str,
    /// The heading of a scene.
    pub scene: &'static str,
    /// The heading of one course.
    pub course: &'static str,
    /// The fold over steps that only change how something looks: how many.
    pub views: fn(usize) -> String,
    /// Shows older steps: how many are known besides those listed, and whether there are more.
    pub older: fn(usize, bool) -> String,
}

/// A link before it is opened.
#[derive(Debug)]
pub struct Link {
    /// The question.
    pub title: &'static str,
    /// What to look at.
    pub intro: &'static str,
    /// Before the name of the computer it leads to.
    pub host: &'static str,
    /// Opens it.
    pub open: &'static str,
    /// Copies it.
    pub copy: &'static str,
    /// The name of the computer has letters of other scripts in disguise.
    pub punycode: &'static str,
    /// Something stands before the name of the computer that looks like one.
    pub userinfo: &'static str,
    /// The connection is not encrypted.
    pub insecure: &'static str,
    /// It is no web address.
    pub scheme: &'static str,
}

/// Questions before something is done.
#[derive(Debug)]
pub struct ConfirmWords {
    /// Deleting a message; how many messages in all.
    pub delete_message: fn(usize) -> String,
    /// Deleting a conversation; how many messages it has.
    pub delete_session: fn(usize) -> String,
    /// Deleting an agent of the user's own.
    pub delete_persona: &'static str,
    /// Delete everything: the first question.
    pub erase: &'static str,
    /// The second one.
    pub erase_really: &'static str,
    /// Goes on to the second question.
    pub erase_next: &'static str,
    /// Does it.
    pub erase_now: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The heading, with the name of what is deleted.
    pub title_named: fn(&str) -> String,
    /// It can be taken back.
    pub undoable: &'static str,
    /// Yes.
    pub delete: &'static str,
}

/// A part of the page that comes in a file of its own.
#[derive(Debug)]
pub struct PieceWords {
    /// It is on its way.
    pub coming: &'static str,
    /// The heading when a dialog could not be had.
    pub title: &'static str,
    /// There is no network, and the browser has not kept it yet.
    pub offline: &'static str,
    /// Another version was published.
    pub gone: &'static str,
    /// Asks for it again.
    pub retry: &'static str,
}

/// Bars above the room.
#[derive(Debug)]
pub struct Banner {
    /// Nothing may be changed in this tab.
    pub read_only: &'static str,
    /// Loads the page again.
    pub reload: &'static str,
    /// The last changes are not stored.
    pub unsaved: &'static str,
    /// A new version is there.
    pub update: &'static str,
    /// Uses it.
    pub update_now: &'static str,
    /// Tries once more.
    pub save_again: &'static str,
    /// Writes everything into the database that was cleared.
    pub write_back: &'static str,
    /// What is not saved is kept for the next start.
    pub kept: &'static str,
    /// What is not saved goes with the tab.
    pub not_kept: &'static str,
    /// An answer is being written, and a new version waits for its end.
    pub update_after: &'static str,
    /// Writes everything to a file.
    pub export: &'static str,
}

/// Notices.
#[derive(Debug)]
pub struct Notices {
    /// A command was done: its id, its name, its subject.
    pub done: fn(&str, &str, &str) -> String,
    /// A command was done several times: its id, its name, how many times.
    pub done_again: fn(&str, &str, usize) -> String,
    /// A step was taken back: its name, and how many places were left as they are.
    pub undone: fn(&str, usize) -> String,
    /// A step was taken back that had made something: the step, and what that is called.
    pub taken_back: fn(&str, &str) -> String,
    /// A step was done again.
    pub redone: fn(&str, usize) -> String,
    /// So many steps were taken back.
    pub undone_steps: fn(usize) -> String,
    /// So many steps were done again.
    pub redone_steps: fn(usize) -> String,
    /// There is nothing to undo.
    pub nothing_to_undo: &'static str,
    /// There is nothing to redo.
    pub nothing_to_redo: &'static str,
    /// Text was copied.
    pub copied: &'static str,
    /// The clipboard refused.
    pub copy_failed: &'static str,
    /// The clipboard may not be read.
    pub paste_refused: &'static str,
    /// There is no text on it.
    pub paste_empty: &'static str,
    /// A file was written.
    pub exported: fn(&str) -> String,
    /// An import was done: how many rows.
    pub imported: fn(usize) -> String,
    /// Rows could not be read.
    pub unreadable: fn(usize) -> String,
    /// A conversation was repaired in so many places.
    pub repaired: fn(usize) -> String,
    /// So many conversations and maps were made again around what was left of them.
    pub recovered: fn(usize, usize, usize) -> String,
    /// Tabs cannot know of each other here.
    pub tabs_apart: &'static str,
    /// The address leads nowhere.
    pub no_such_place: &'static str,
    /// The name of such a conversation.
    pub recovered_session: &'static str,
    /// The name of such a map.
    pub recovered_map: &'static str,
    /// The name of a scene that was made again around shapes that were left.
    pub recovered_scene: &'static str,
    /// The settings were saved.
    pub settings_saved: &'static str,
    /// The browser did not keep a key.
    pub key_not_kept: &'static str,
    /// A file of everything was imported: what came, in numbers.
    pub imported_all: fn(&str) -> String,
    /// There was no space for the copy of what was deleted.
    pub erased_for_good: &'static str,
    /// A file was written from memory.
    pub exported_from_memory: fn(&str) -> String,
    /// A key was cleared.
    pub key_cleared: &'static str,
    /// An answer is being made in another tab.
    pub runs_elsewhere: &'static str,
    /// What was asked for is gone.
    pub gone: &'static str,
    /// The conversation is still being read.
    pub not_loaded: &'static str,
    /// An answer is being made.
    pub busy: &'static str,
    /// Nothing may be changed in this tab.
    pub read_only: &'static str,
    /// There is nothing to send.
    pub empty: &'static str,
    /// An answer needs a word in it.
    pub no_answer: &'static str,
    /// The data has changed meanwhile.
    pub stale: &'static str,
    /// It cannot be done to this message.
    pub not_here: &'static str,
    /// A time is missing, is none, or ends before it begins.
    pub not_a_time: &'static str,
    /// There is room for no more.
    pub full: &'static str,
    /// The last one cannot be removed.
    pub last: &'static str,
}
