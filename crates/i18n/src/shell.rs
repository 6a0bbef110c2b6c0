//! The words of the frame: navigation, dialogs, notices.

mod en;
mod zh;

pub(super) use en::EN;
pub(super) use zh::ZH;

use espalier_model::Table;

words_ahead! {
    /// The words of the frame.
    Shell {
        /// Link past the navigation, for those who use the keyboard.
        skip: &'static str = skip,
        /// The navigation.
        rooms: &'static str = rooms,
        /// The search through commands and everything that has a name, below its icon.
        search: &'static str = search,
        /// Button of the actions that have no room in the head of a room.
        more: &'static str = more,
        /// Button that renames the document that is shown.
        rename: &'static str = rename,
        /// The tooltip of a title that can be changed.
        rename_hint: &'static str = rename_hint,
        /// Button that closes a dialog or a notice.
        close: &'static str = close,
        /// Button that leaves everything as it is.
        cancel: &'static str = cancel,
        /// The tooltip of undo: the command it takes back.
        undo: fn(&str) -> String = undo,
        /// The tooltip of redo: the command it does again.
        redo: fn(&str) -> String = redo,
        /// Text while the records are being read.
        loading: &'static str = loading,
        /// A part of the page that comes in a file of its own.
        chunk: ChunkWords = chunk,
        /// Name of the list of notices.
        notices: &'static str = notices,
        /// Bars above the room.
        banner: Banner = banner,
        /// Bar when less data is here than there was.
        missing: Missing = missing,
        /// Notices.
        notice: Notices = notice,
        /// Examples.
        example: ExampleWords = example,
        /// The lists beside the rooms.
        lists: Lists = lists,
    }
}

/// The words of the frame.
#[derive(Debug)]
pub struct Words {
    /// Link past the navigation, for those who use the keyboard.
    pub skip: &'static str,
    /// The navigation.
    pub rooms: &'static str,
    /// The search through commands and everything that has a name, below its icon.
    pub search: &'static str,
    /// Button of the actions that have no room in the head of a room.
    pub more: &'static str,
    /// Button that renames the document that is shown.
    pub rename: &'static str,
    /// The tooltip of a title that can be changed.
    pub rename_hint: &'static str,
    /// Button that closes a dialog or a notice.
    pub close: &'static str,
    /// Button that leaves everything as it is.
    pub cancel: &'static str,
    /// The tooltip of undo: the command it takes back.
    pub undo: fn(&str) -> String,
    /// The tooltip of redo: the command it does again.
    pub redo: fn(&str) -> String,
    /// Text while the records are being read.
    pub loading: &'static str,
    /// A part of the page that comes in a file of its own.
    pub chunk: ChunkWords,
    /// Name of the list of notices.
    pub notices: &'static str,
    /// Today.
    pub today: TodayWords,
    /// The palette.
    pub palette: Palette,
    /// The help sheet.
    pub help: Help,
    /// The history.
    pub history: HistoryWords,
    /// A link before it is opened.
    pub link: Link,
    /// Links between things.
    pub links: Links,
    /// Making one thing of another.
    pub make: Make,
    /// Questions before something is done.
    pub confirm: ConfirmWords,
    /// Bars above the room.
    pub banner: Banner,
    /// Bar when less data is here than there was.
    pub missing: Missing,
    /// Notices.
    pub notice: Notices,
    /// Examples.
    pub example: ExampleWords,
    /// The lists beside the rooms.
    pub lists: Lists,
}

/// Today.
#[derive(Debug)]
pub struct TodayWords {
    /// Heading of the latest things.
    pub go_on: &'static str,
    /// Heading of the next chapters.
    pub next: &'static str,
    /// Heading of what waits for the person.
    pub waiting: &'static str,
    /// Heading of the links to the rooms, before there is anything in them.
    pub doors: &'static str,
    /// Button that stops the timer.
    pub stop: &'static str,
    /// Box that marks a chapter as done.
    pub tick: fn(&str) -> String,
    /// Text beside a question.
    pub question: &'static str,
    /// Text beside a proposal.
    pub proposal: &'static str,
    /// Text beside an answer that broke off.
    pub broke_off: &'static str,
    /// Button that goes on with such an answer.
    pub go_on_with: &'static str,
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
    /// Text when nothing was found.
    pub nothing: &'static str,
}

/// Words of examples, shown in a room that is still empty.
#[derive(Debug)]
pub struct ExampleWords {
    /// Button that makes the example of the room, or opens it.
    pub see: &'static str,
    /// Button that makes the example of every room.
    pub see_all: &'static str,
    /// Mark of a document that belongs to an example.
    pub mark: &'static str,
    /// Button that removes the example.
    pub remove: &'static str,
    /// Name of the command that removes it, in the history.
    pub removal: &'static str,
    /// The heading of the question before it is removed.
    pub title: &'static str,
    /// The question before it is removed from the time log, where it was changed.
    pub confirm: &'static str,
}

/// Bar when less data is here than there was.
#[derive(Debug)]
pub struct Missing {
    /// The heading.
    pub title: &'static str,
    /// Numbers of rows that there were, and that there are, which may be none.
    pub text: fn(&str, &str) -> String,
    /// Numbers of rows that a document had and has (which may be none), with their kind and its name (which may be
    /// empty).
    pub inside: fn(Table, &str, &str, &str) -> String,
    /// The entries of the time log were not counted yet.
    pub entries_later: &'static str,
    /// Possible reason, and what helps.
    pub why: &'static str,
    /// As `why`, for rows of one document.
    pub why_inside: &'static str,
    /// Numbers of rows that are in the second copy alone, the number of those that are older here, and that of files.
    pub lacks: fn(&str, usize, usize) -> String,
    /// The second copy has it, as of this moment.
    pub in_mirror: fn(&str) -> String,
    /// The second copy is being looked through.
    pub looking: &'static str,
    /// Button that brings back what the second copy has.
    pub restore: &'static str,
    /// The lost rows are being brought back.
    pub restoring: &'static str,
    /// Button that reads a backup.
    pub import: &'static str,
    /// Button that goes on with the data that is there.
    pub go_on: &'static str,
}

/// The palette.
#[derive(Debug)]
pub struct Palette {
    /// Text in the empty field.
    pub placeholder: &'static str,
    /// Text in the empty field, where something to link to is chosen.
    pub link_to: &'static str,
    /// Text when nothing is found.
    pub nothing: &'static str,
    /// Number of rows.
    pub found: fn(usize) -> String,
    /// Row that lists all hits of a room: their number, the room.
    pub more: fn(usize, &str) -> String,
    /// Hint below the list.
    pub foot: &'static str,
    /// An agent, as what something found is.
    pub agent: &'static str,
    /// A category of the time log.
    pub category: &'static str,
    /// A goal of the time log.
    pub goal: &'static str,
    /// Hint on how a command that asks for a value is left.
    pub back: &'static str,
    /// Command that starts a project in Course.
    pub new_project: &'static str,
    /// Command that opens the editor of an agent that is chosen.
    pub edit_agent: &'static str,
    /// Question for what the timer is started.
    pub start_what: &'static str,
    /// Command that adds an entry to the time log by a typed line.
    pub quick_add: &'static str,
    /// Question for that line.
    pub quick_add_what: &'static str,
    /// Command that starts the timer in Time after asking for a note.
    pub start_with: &'static str,
    /// Command that sets the category of an entry of the time log.
    pub set_category: &'static str,
    /// Command that adds tags to an entry.
    pub add_tags: &'static str,
    /// Command that sets the note of an entry.
    pub set_note: &'static str,
    /// Command that adds a category to the time log.
    pub new_category: &'static str,
    /// Command that adds a goal to the time log.
    pub new_goal: &'static str,
    /// The entry that ended last.
    pub last_entry: &'static str,
    /// Name of a command with its object.
    pub of: fn(&str, &str) -> String,
    /// Question for the text that is to be replaced.
    pub replace_what: &'static str,
    /// Question for the replacement.
    pub replace_with: fn(&str) -> String,
}

/// The help sheet.
#[derive(Debug)]
pub struct Help {
    /// The field that narrows the list.
    pub filter: &'static str,
    /// Commands that work everywhere.
    pub everywhere: &'static str,
    /// Keys that make a new document in each room.
    pub new_in_room: &'static str,
    /// Keys while the title of a node is edited.
    pub titles: &'static str,
    /// Key that keeps the title; for a new node the next one follows.
    pub keep_title: &'static str,
    /// Key that keeps the title and adds a child.
    pub keep_and_child: &'static str,
    /// Key that ends editing: a new title stays, an old one is as it was.
    pub leave_title: &'static str,
    /// Key that moves a chapter of a course up.
    pub chapter_up: &'static str,
    /// Key that moves a chapter down.
    pub chapter_down: &'static str,
    /// Keys in the field for a message.
    pub composer: &'static str,
    /// Enter.
    pub send: &'static str,
    /// Shift and Enter.
    pub newline: &'static str,
    /// Hint on how the palette is opened, with its keys.
    pub palette: fn(&str) -> String,
}

/// The history.
#[derive(Debug)]
pub struct HistoryWords {
    /// Text of an empty history.
    pub empty: &'static str,
    /// Explanation of the list.
    pub intro: &'static str,
    /// The state that is shown.
    pub now: &'static str,
    /// A step that is taken back at present.
    pub undone: &'static str,
    /// Mark of a step that was taken back before others were made.
    pub aside: &'static str,
    /// Effect of a click on such a step.
    pub restore: &'static str,
    /// Button that goes to the state after a step.
    pub go: &'static str,
    /// A named state.
    pub checkpoint: &'static str,
    /// The field for the name of a state.
    pub checkpoint_name: &'static str,
    /// Button that names the present state.
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
    /// Fold over steps that only change how a document looks, with their number.
    pub views: fn(usize) -> String,
    /// Button that shows older steps: how many are known besides those listed, and whether there are more.
    pub older: fn(usize, bool) -> String,
}

/// Links between things.
#[derive(Debug)]
pub struct Links {
    /// Heading, and name of the button that opens the list.
    pub title: &'static str,
    /// Number of links.
    pub count: fn(usize) -> String,
    /// Heading of those that lead away.
    pub from_here: &'static str,
    /// Heading of those that lead here.
    pub to_here: &'static str,
    /// Note on a thing that was made of the one that is shown.
    pub made: &'static str,
    /// Note on the thing of which the one that is shown was made.
    pub made_of: &'static str,
    /// Note on a thing that is gone.
    pub gone: &'static str,
    /// Name of a thing that has none.
    pub nameless: &'static str,
    /// The part of what is shown that is linked.
    pub part: fn(&str) -> String,
}

/// Making one thing of another.
#[derive(Debug)]
pub struct Make {
    /// Menu item, and name of the command.
    pub item: &'static str,
    /// Heading of the list of what can be made.
    pub title: fn(&str) -> String,
    /// Names of what can be made, as `make::To` lists it.
    pub to: [&'static str; 8],
    /// Note on what was made before, and is brought up to date.
    pub again: &'static str,
    /// Text where nothing can be made.
    pub nothing: &'static str,
    /// Heading of what can be made of a file.
    pub file: fn(&str) -> String,
    /// `make.course`
    pub course: &'static str,
    /// `make.chat`
    pub chat: &'static str,
    /// `make.scene`
    pub scene: &'static str,
    /// `make.goal`
    pub goal: &'static str,
    /// `make.update`
    pub update: &'static str,
}

/// A link before it is opened.
#[derive(Debug)]
pub struct Link {
    /// The question.
    pub title: &'static str,
    /// Note that the link leads to another site.
    pub intro: &'static str,
    /// Introduction of the name of the computer it leads to.
    pub host: &'static str,
    /// Button that opens the link.
    pub open: &'static str,
    /// Button that copies the link.
    pub copy: &'static str,
    /// Warning of a computer's name with letters of other scripts in disguise.
    pub punycode: &'static str,
    /// Warning of a user name before the computer's name that looks like one.
    pub userinfo: &'static str,
    /// Warning that the connection is not encrypted.
    pub insecure: &'static str,
    /// Warning that the link is no web address.
    pub scheme: &'static str,
}

/// Questions before something is done.
#[derive(Debug)]
pub struct ConfirmWords {
    /// Question before a message is deleted, with the number of messages in all.
    pub delete_message: fn(usize) -> String,
    /// Question before a conversation is deleted, with the number of its messages.
    pub delete_session: fn(usize) -> String,
    /// Question before an agent of the user's own is deleted.
    pub delete_persona: &'static str,
    /// Question before a further connection is removed.
    pub remove_connection: &'static str,
    /// Deleting the file of a model.
    pub delete_model: &'static str,
    /// First question before everything is deleted.
    pub erase: &'static str,
    /// Second question before everything is deleted.
    pub erase_really: &'static str,
    /// Button to the second question.
    pub erase_next: &'static str,
    /// Button that deletes everything.
    pub erase_now: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The heading, with the name of what is deleted.
    pub title_named: fn(&str) -> String,
    /// Note that the deletion can be taken back.
    pub undoable: &'static str,
    /// Button that deletes.
    pub delete: &'static str,
}

/// A part of the page that comes in a file of its own.
#[derive(Debug)]
pub struct ChunkWords {
    /// Text while the part is on its way.
    pub coming: &'static str,
    /// The heading when a dialog could not be had.
    pub title: &'static str,
    /// Text when there is no network, and the browser has not kept the part yet.
    pub offline: &'static str,
    /// Text when another version was published.
    pub gone: &'static str,
    /// Button that asks for the part again.
    pub retry: &'static str,
}

/// Bars above the room.
#[derive(Debug)]
pub struct Banner {
    /// Bar when nothing may be changed in this tab.
    pub read_only: &'static str,
    /// Button that loads the page again.
    pub reload: &'static str,
    /// Bar when the last changes are not stored.
    pub unsaved: &'static str,
    /// Bar when a new version is there.
    pub update: &'static str,
    /// Button that uses the new version.
    pub update_now: &'static str,
    /// Button that tries to save once more.
    pub save_again: &'static str,
    /// Button that writes everything into the database that was cleared.
    pub write_back: &'static str,
    /// Note that unsaved changes are kept for the next start.
    pub kept: &'static str,
    /// Note that unsaved changes go with the tab.
    pub not_kept: &'static str,
    /// Bar when a new version waits for the end of an answer.
    pub update_after: &'static str,
    /// Button that writes everything to a file.
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
    /// A step was taken back that had made an object: the step, and the object's name.
    pub taken_back: fn(&str, &str) -> String,
    /// A step was done again.
    pub redone: fn(&str, usize) -> String,
    /// Several steps were taken back, with their number.
    pub undone_steps: fn(usize) -> String,
    /// Several steps were done again, with their number.
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
    /// The clipboard has no text.
    pub paste_empty: &'static str,
    /// The file of a model was added, and whether the program that runs it is kept as well.
    pub model_added: fn(&str, bool) -> String,
    /// A file was written.
    pub exported: fn(&str) -> String,
    /// An import was done: how many rows.
    pub imported: fn(usize) -> String,
    /// Rows could not be read.
    pub unreadable: fn(usize) -> String,
    /// A document was put in order, with the kind of its rows, its name, the number of places, and whether rows of it
    /// are missing.
    pub repaired: fn(Table, &str, usize, bool) -> String,
    /// Everything in memory was written back; with the names of things that were not, and a number of time entries.
    pub not_written_back: fn(&[String], usize) -> String,
    /// So many texts have two versions since devices were brought in step.
    pub two_versions: fn(usize) -> String,
    /// So many rows that another device removed stay, as they were changed meanwhile.
    pub kept_from_removal: fn(usize) -> String,
    /// So many rows and files were brought back from the second copy.
    pub restored: fn(usize) -> String,
    /// For two weeks or more, nothing was saved outside this browser.
    pub nothing_elsewhere: &'static str,
    /// Conversations and maps were made again around the rows that were left of them, with their numbers.
    pub recovered: fn(usize, usize, usize) -> String,
    /// Tabs cannot know of each other here.
    pub tabs_apart: &'static str,
    /// The address leads nowhere.
    pub no_such_place: &'static str,
    /// The name of a conversation that was made again.
    pub recovered_session: &'static str,
    /// The name of a map that was made again.
    pub recovered_map: &'static str,
    /// The name of a scene that was made again around shapes that were left.
    pub recovered_scene: &'static str,
    /// The settings were saved.
    pub settings_saved: &'static str,
    /// The browser did not keep a key.
    pub key_not_kept: &'static str,
    /// A file of everything was imported: the numbers of rows.
    pub imported_all: fn(&str) -> String,
    /// Every room has its example.
    pub examples: &'static str,
    /// There was no space for the copy of the deleted data.
    pub erased_for_good: &'static str,
    /// A file was written from memory.
    pub exported_from_memory: fn(&str) -> String,
    /// A key was cleared.
    pub key_cleared: &'static str,
    /// An answer is being made in another tab.
    pub runs_elsewhere: &'static str,
    /// The requested object is gone.
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
    /// The action cannot be done to this message.
    pub not_here: &'static str,
    /// A time is missing, is not one, or ends before it begins.
    pub not_a_time: &'static str,
    /// There is room for no more.
    pub full: &'static str,
    /// The last one cannot be removed.
    pub last: &'static str,
}
