//! The words of the settings.

mod en;
mod zh;

use espalier_llm::request::BaseProblem;
use espalier_local_model::{DownloadProblem, FileRefusal};
use espalier_model::Table;

pub(super) use en::EN;
pub(super) use zh::ZH;

words_ahead! {
    /// The words of the settings.
    Settings {
        /// Button that leads to why a connection failed.
        see_why: &'static str = endpoint.see_why,
        /// Problem of a base URL.
        base_problem: fn(&BaseProblem) -> String = endpoint.base_problem,
        /// Notice that the settings are saved and tested.
        saved_and_testing: &'static str = endpoint.saved_and_testing,
        /// Notice that a connection works.
        connected: fn(&str) -> String = endpoint.connected,
        /// Notice that a connection does not work.
        not_connected: fn(&str) -> String = endpoint.not_connected,
        /// Numbers of rows of some kinds.
        kinds: fn(&[(Table, usize)]) -> String = import.kinds,
        /// Name of the command that connects a model.
        connect_model: &'static str = local.title,
        /// Title of the part on stored data.
        data_title: &'static str = data.title,
        /// Number of changes that are not in the place of the person's own yet.
        place_mark: fn(usize) -> String = data.place.mark,
        /// That this place needs a look.
        place_problem: &'static str = data.place.mark_problem,
    }
}

/// The words of the settings.
#[derive(Debug)]
pub struct Words {
    /// Name of the model that answers at present.
    pub in_use: fn(&str) -> String,
    /// Name of the list of sections, for screen readers.
    pub sections: &'static str,
    /// The endpoint.
    pub endpoint: Endpoint,
    /// The search for a model on this computer.
    pub local: Local,
    /// The dialog in which a model is connected.
    pub connect: Connect,
    /// Models whose files are kept in this browser.
    pub device: Device,
    /// The download of a model.
    pub download: Download,
    /// The list from which a model is chosen.
    pub models: Models,
    /// The parameters of the assistant of a room.
    pub room_parameters: RoomParameters,
    /// State of the connection.
    pub connection: Connection,
    /// Language and theme.
    pub looks: Looks,
    /// Stored data.
    pub data: Data,
    /// An import.
    pub import: Import,
    /// Capabilities learned about endpoints.
    pub learned: Learned,
    /// Privacy, and the small print.
    pub about: About,
}

/// A number of bytes in words.
pub type SizeWords = fn(u64) -> String;

/// Models whose files are kept in this browser.
#[derive(Debug)]
pub struct Device {
    /// The heading.
    pub heading: &'static str,
    /// Note on what to expect, and where the file goes.
    pub hint: &'static str,
    /// Button that adds files.
    pub add: &'static str,
    /// Hint that files may be dropped.
    pub drop: &'static str,
    /// Text where no file is kept.
    pub none: &'static str,
    /// Size, context in tokens, memory, tokens in a second.
    pub expected: fn(&str, u64, &str, f64) -> String,
    /// Note on a file without a chat template.
    pub no_template: &'static str,
    /// Progress of checking a file.
    pub checking: fn(&str) -> String,
    /// Progress of copying a file, in per cent.
    pub copying: fn(&str, u64) -> String,
    /// Progress of comparing the copy, in per cent.
    pub comparing: fn(&str, u64) -> String,
    /// Number of files that are added after it.
    pub waiting: fn(usize) -> String,
    /// Button that stops it.
    pub cancel: &'static str,
    /// Button that has a model answer.
    pub use_it: &'static str,
    /// Mark of the model that answers.
    pub in_use: &'static str,
    /// Button that deletes the file of a model, for screen readers.
    pub delete: fn(&str) -> String,
    /// Mark of the model that is in memory.
    pub in_memory: &'static str,
    /// Button that frees its memory.
    pub free: &'static str,
    /// Reason why a file is not taken: its name, the reason, a size in words.
    pub refused: fn(&str, &FileRefusal, SizeWords) -> String,
}

/// The download of a model.
#[derive(Debug)]
pub struct Download {
    /// Note on where it comes from and where it goes.
    pub hint: &'static str,
    /// The models of the table, for screen readers.
    pub offers: &'static str,
    /// Parameters of a model in millions, and its licence.
    pub about: fn(u32, &str) -> String,
    /// Button that downloads a file: its size, if that is known, and the place it comes from.
    pub get: fn(&str, &str) -> String,
    /// Field for the address of another file.
    pub address: &'static str,
    /// Hint on the address.
    pub address_hint: &'static str,
    /// Button that asks for the size of the file at the address.
    pub ask: &'static str,
    /// Status while the place is asked.
    pub asking: fn(&str) -> String,
    /// Status while bytes come, by the name of the model.
    pub loading: fn(&str) -> String,
    /// Bytes that are there, and of all with the share in per cent.
    pub came: fn(&str, Option<(&str, u64)>) -> String,
    /// Bytes in a second, and seconds that are left.
    pub speed: fn(&str, Option<u64>) -> String,
    /// Status while what came is checked.
    pub checking: fn(&str, u64) -> String,
    /// Status while it is being stopped.
    pub stopping: &'static str,
    /// Status of a download that was stopped.
    pub paused: fn(&str) -> String,
    /// Button that stops it for a while.
    pub pause: &'static str,
    /// Button that goes on.
    pub go_on: &'static str,
    /// Button that begins anew.
    pub again: &'static str,
    /// Button that stops it and removes what is there.
    pub cancel: &'static str,
    /// Reason why it stopped by itself: the name of the model, the place, a size in words.
    pub problem: fn(&DownloadProblem, &str, &str, SizeWords) -> String,
}

/// The list from which a model is chosen.
#[derive(Debug)]
pub struct Models {
    /// Heading of the choice for all that begins from now on.
    pub for_all: &'static str,
    /// Heading of the choice for one conversation.
    pub for_session: &'static str,
    /// Heading of the choice for another answer.
    pub for_answer: &'static str,
    /// Field for a part of a name.
    pub search: &'static str,
    /// Status where no model has what is typed.
    pub nothing: &'static str,
    /// Status where more models fit than are drawn.
    pub more: fn(usize) -> String,
    /// Name of the built-in guide.
    pub builtin: &'static str,
    /// Name of a model that the server chooses.
    pub unnamed: &'static str,
    /// Button that makes a model a favourite.
    pub favourite: fn(&str) -> String,
    /// Button that makes it one no more.
    pub unfavourite: fn(&str) -> String,
    /// Size of a context.
    pub context: fn(&str) -> String,
    /// Mark of a model that calls tools.
    pub tools: &'static str,
    /// Mark of a model that takes pictures.
    pub pictures: &'static str,
    /// Mark of a model that thinks.
    pub thinking: &'static str,
    /// Box that adds a model to those asked at once.
    pub tick: fn(&str) -> String,
    /// Button that asks so many models at once.
    pub ask: fn(usize) -> String,
    /// Note on how many models can be asked at once.
    pub several: fn(usize) -> String,
    /// Button that gives up the choice of a conversation.
    pub follow: &'static str,
    /// Link to the settings.
    pub manage: &'static str,
}

/// The parameters of the assistant of a room.
#[derive(Debug)]
pub struct RoomParameters {
    /// Heading, with the name of the room.
    pub title: fn(&str) -> String,
    /// Note on which answers they are for, with the name of the room.
    pub intro: fn(&str) -> String,
    /// The hint below the temperature.
    pub temperature_hint: &'static str,
    /// Explanation of the most tokens of an answer.
    pub max_tokens_hint: &'static str,
    /// Button that saves them.
    pub save: &'static str,
    /// Button that empties all fields.
    pub reset: &'static str,
    /// Status once all fields are empty and that is not saved yet.
    pub emptied: &'static str,
}

/// The endpoint.
#[derive(Debug)]
pub struct Endpoint {
    /// The heading.
    pub title: &'static str,
    /// Purpose of the endpoint.
    pub intro: &'static str,
    /// Choice of the provider.
    pub provider: &'static str,
    /// Button that begins a further connection to the same provider.
    pub another: &'static str,
    /// Button that removes a further connection.
    pub remove: &'static str,
    /// Name of a further connection.
    pub connection_name: &'static str,
    /// Meaning of the mark beside a provider.
    pub configured: &'static str,
    /// Note that a page can call it.
    pub browser_yes: &'static str,
    /// Note that a page cannot call it.
    pub browser_no: &'static str,
    /// Note that the server has to be told to answer this page.
    pub browser_setting: &'static str,
    /// Note that it is not known whether a page can call it.
    pub browser_unknown: &'static str,
    /// Introduction of the line that tells the server to answer this page.
    pub setting: &'static str,
    /// Button that copies that line.
    pub copy: &'static str,
    /// The address.
    pub base_url: &'static str,
    /// Hint on the part of the address to enter.
    pub base_url_hint: &'static str,
    /// Other addresses of the same provider.
    pub alternates: &'static str,
    /// The key.
    pub api_key: &'static str,
    /// Note that the server may do without a key.
    pub api_key_optional: &'static str,
    /// Link to the provider's page where keys are made.
    pub create_key: &'static str,
    /// Note that a key is there already.
    pub key_kept: &'static str,
    /// Note that a key is there until the tab is closed.
    pub key_session: &'static str,
    /// Button that sends the key of one address to another one too.
    pub same_key: &'static str,
    /// Reason why there is no key yet: the origin it is for, and the one that was typed.
    pub key_elsewhere: fn(&str, &str) -> String,
    /// Switch of whether to keep the key.
    pub keep: &'static str,
    /// Explanation of keeping the key.
    pub keep_hint: &'static str,
    /// Button that removes the key.
    pub clear_key: &'static str,
    /// The model.
    pub model: &'static str,
    /// Note that the server has one model and knows it.
    pub model_optional: &'static str,
    /// Cost of a very cheap model.
    pub very_low: &'static str,
    /// Cost of a cheap model.
    pub low: &'static str,
    /// Cost of a model in the middle.
    pub medium: &'static str,
    /// Cost of an expensive model.
    pub high: &'static str,
    /// Size of a model's context, in thousands of tokens.
    pub reads: fn(u32) -> String,
    /// Button that asks the endpoint for its models.
    pub fetch: &'static str,
    /// Number of models that were listed.
    pub fetched: fn(&str) -> String,
    /// The models that the endpoint listed.
    pub listed: &'static str,
    /// Text before one of them is chosen.
    pub pick: &'static str,
    /// Reason why an address cannot be used.
    pub base_problem: fn(&BaseProblem) -> String,
    /// Button that fills in the address that was meant.
    pub base_use: fn(&str) -> String,
    /// Notice of an endpoint saved without the key that this provider needs.
    pub key_missing: fn(&str) -> String,
    /// Notice of an endpoint that was saved, and is tested now.
    pub saved_and_testing: &'static str,
    /// Notice of a connection to this provider that works.
    pub connected: fn(&str) -> String,
    /// Notice of a connection that does not work.
    pub not_connected: fn(&str) -> String,
    /// Button beside it that leads to the reason.
    pub see_why: &'static str,
    /// The effects of saving a new address.
    pub save_hint: &'static str,
    /// Heading of the instructions for a server to answer this page.
    pub allow_title: &'static str,
    /// Introduction of the headers that any server has to send.
    pub allow_headers: &'static str,
    /// Introduction of the lines for common servers.
    pub allow_examples: &'static str,
    /// Note where the browser itself asks for permission.
    pub allow_browser: &'static str,
    /// Button that saves the endpoint.
    pub save: &'static str,
    /// Button that saves the choice of the built-in model.
    pub choose: &'static str,
    /// Note that typed values are not saved.
    pub unsaved: &'static str,
    /// Warning that other pages share this origin.
    pub shared_origin: &'static str,
}

/// The search for a model on this computer.
#[derive(Debug)]
pub struct Local {
    /// The title of the dialog, the command, and the button that opens it.
    pub title: &'static str,
    /// The heading.
    pub heading: &'static str,
    /// Addresses that are asked, with the reason.
    pub hint: &'static str,
    /// Button that begins the search.
    pub find: &'static str,
    /// Text while the search goes on.
    pub searching: &'static str,
    /// Text where no server answers, and what to do.
    pub nothing: &'static str,
    /// State of a server that is being asked.
    pub asking: &'static str,
    /// State of a server that isn't there.
    pub absent: &'static str,
    /// State of a server that is there and answers no page.
    pub closed: &'static str,
    /// State of a server that wants a key.
    pub locked: &'static str,
    /// State of a port at which something else than the server with this name answers.
    pub other: fn(&str, &str) -> String,
    /// State of a server that the browser does not let the page ask.
    pub blocked: &'static str,
    /// State of a server without a model.
    pub no_models: &'static str,
    /// The name of the list of its models.
    pub models: &'static str,
    /// Button that uses the model that is chosen.
    pub use_it: &'static str,
    /// Mark of the model that answers.
    pub in_use: &'static str,
}

/// The dialog in which a model is connected.
#[derive(Debug)]
pub struct Connect {
    /// The way to a server on this computer: its title, and what it is.
    pub local: (&'static str, &'static str),
    /// The way to a provider that takes a key.
    pub key: (&'static str, &'static str),
    /// The way to a model file.
    pub file: (&'static str, &'static str),
    /// The way to a model that is downloaded.
    pub download: (&'static str, &'static str),
    /// Note on where prompts go.
    pub privacy: &'static str,
    /// Link to the settings.
    pub all_settings: &'static str,
    /// Button that leads to the ways.
    pub back: &'static str,
    /// The heading above the providers.
    pub provider: &'static str,
    /// Button that tries a key.
    pub check: &'static str,
    /// The host that a key goes to.
    pub goes: fn(&str) -> String,
    /// Refusal of a key, by the provider's name.
    pub refused: fn(&str) -> String,
    /// Words of a provider about what went wrong.
    pub says: fn(&str, &str) -> String,
    /// The model that is ready, by its name.
    pub ready: fn(&str) -> String,
    /// Button that begins a conversation.
    pub start: &'static str,
    /// Button that opens the list of models.
    pub another: &'static str,
}

/// State of the connection.
#[derive(Debug)]
pub struct Connection {
    /// Button that tests the connection.
    pub test: &'static str,
    /// State of a connection that was not tested.
    pub unknown: &'static str,
    /// State of a connection that is being tested.
    pub testing: &'static str,
    /// State of a connection that works, with the model's answer.
    pub ok: fn(&str) -> String,
    /// The request of a test: its question, and where it goes.
    pub sends: fn(&str, &str) -> String,
}

/// Language and theme.
#[derive(Debug)]
pub struct Looks {
    /// The heading.
    pub title: &'static str,
    /// The language.
    pub language: &'static str,
    /// The language of the browser.
    pub language_browser: &'static str,
    /// Light or dark.
    pub theme: &'static str,
    /// As the system says.
    pub theme_system: &'static str,
    /// Always light.
    pub theme_light: &'static str,
    /// Always dark.
    pub theme_dark: &'static str,
    /// Hours of the clock.
    pub clock: &'static str,
    /// As usual in the language.
    pub clock_language: &'static str,
    /// 12 hours.
    pub clock_12: &'static str,
    /// 24 hours.
    pub clock_24: &'static str,
    /// Place at which the app opens.
    pub opening: &'static str,
    /// Today, in the first visit of a day.
    pub opening_once: &'static str,
    /// Today.
    pub opening_today: &'static str,
    /// The last place.
    pub opening_last: &'static str,
}

/// Stored data.
#[derive(Debug)]
pub struct Data {
    /// The heading.
    pub title: &'static str,
    /// Sentence on where the data is stored.
    pub intro: &'static str,
    /// Space that is used, and that there is.
    pub usage: fn(&str, &str) -> String,
    /// Text before the space was measured.
    pub measuring: &'static str,
    /// Note that the browser promised to keep the data.
    pub persisted: &'static str,
    /// Note that the browser did not promise it.
    pub not_persisted: &'static str,
    /// Time of the last save outside this browser.
    pub elsewhere: fn(&str) -> String,
    /// Note that there was none yet.
    pub nothing_elsewhere: &'static str,
    /// Button that writes everything to a file.
    pub export: &'static str,
    /// Content of that file, and what it lacks.
    pub export_hint: &'static str,
    /// Button that saves a backup.
    pub backup: &'static str,
    /// Content of a backup, and how it differs from the other file.
    pub backup_hint: &'static str,
    /// Field for the password of the backup.
    pub backup_password: &'static str,
    /// Effect of a password.
    pub backup_password_hint: &'static str,
    /// Text while the backup is written: number of items so far.
    pub backing_up: fn(usize) -> String,
    /// Button that reads a file.
    pub import: &'static str,
    /// Kinds of files that can be read.
    pub import_hint: &'static str,
    /// Heading of the list of attached files: how many, and their size.
    pub files: fn(usize, &str) -> String,
    /// Note on when files are deleted.
    pub files_hint: &'static str,
    /// Number of stored rows that cannot be read.
    pub unreadable: fn(usize) -> String,
    /// Button that writes them to a file as they are.
    pub save_unreadable: &'static str,
    /// The copy in a folder of the person's own.
    pub place: super::place::PlaceWords,
    /// Button that deletes everything.
    pub erase: &'static str,
    /// Effect of deleting everything.
    pub erase_hint: &'static str,
}

/// An import.
#[derive(Debug)]
pub struct Import {
    /// The heading.
    pub title: &'static str,
    /// The name of the file.
    pub file: fn(&str) -> String,
    /// Text while the file is compared with the stored data.
    pub comparing: &'static str,
    /// Notice that the data here changed after the comparison, so that the import was not done.
    pub differs: &'static str,
    /// Numbers of rows by kind.
    pub kinds: fn(&[(Table, usize)]) -> String,
    /// Rows that are new.
    pub adds: fn(&str) -> String,
    /// Rows that would be replaced by those in the file.
    pub replaces: fn(&str) -> String,
    /// Separator of two such sentences.
    pub between: &'static str,
    /// Heading of an agent's instructions to a model.
    pub agent_says: fn(&str) -> String,
    /// Number of rows of the file that could not be read.
    pub broken: fn(usize) -> String,
    /// Button that writes them to a file as they are.
    pub save_broken: &'static str,
    /// Heading of the rows that decide where prompts go.
    pub targets: &'static str,
    /// Reason for asking about them.
    pub targets_hint: &'static str,
    /// Switch that takes the address of a provider: its name, the origin, and the one used so far.
    pub take_endpoint: fn(&str, &str, Option<&str>) -> String,
    /// Switch that lets a provider answer: its name and origin.
    pub take_provider: fn(&str, &str) -> String,
    /// Switch that lets a provider answer for agents: their names, its name and origin.
    pub take_agents: fn(&[String], &str, &str) -> String,
    /// Text of a file whose rows are all here already.
    pub nothing: &'static str,
    /// Text of a file whose readable rows are all here already; the rest is listed with the reason.
    pub nothing_left: &'static str,
    /// Choice for rows that are here already and differ.
    pub policy: &'static str,
    /// Option that leaves them.
    pub keep_mine: &'static str,
    /// Option that replaces them.
    pub take_theirs: &'static str,
    /// Numbers of messages and branches of a conversation.
    pub read: fn(usize, usize) -> String,
    /// Number of messages that were left out because the other app hid them.
    pub hidden: fn(usize) -> String,
    /// Number of messages that could not be understood.
    pub unreadable: fn(usize) -> String,
    /// Number of messages that follow one that is not there.
    pub orphans: fn(usize) -> String,
    /// Number of rings of messages that were cut.
    pub rings: fn(usize) -> String,
    /// Reason for skipping a conversation: without content.
    pub empty: &'static str,
    /// Reason for skipping a conversation: it is there twice.
    pub duplicate: &'static str,
    /// Name of a part of a backup, by its number.
    pub part: fn(usize) -> String,
    /// Reason for skipping a part of a backup.
    pub damaged: &'static str,
    /// Reason for skipping a conversation: not the expected shape.
    pub malformed: fn(&str) -> String,
    /// A conversation without a name.
    pub untitled: &'static str,
    /// Number of further reports.
    pub more: fn(usize) -> String,
    /// Notice that the end of the file is missing.
    pub cut: &'static str,
    /// Heading of the question for the password of a backup.
    pub locked: &'static str,
    /// Field for it.
    pub password: &'static str,
    /// Text where another password was tried.
    pub wrong_password: &'static str,
    /// Button that opens the file with it.
    pub unlock: &'static str,
    /// Button that imports the file.
    pub apply: &'static str,
}

/// Capabilities learned about endpoints.
#[derive(Debug)]
pub struct Learned {
    /// The heading.
    pub title: &'static str,
    /// Reason why requests are adapted.
    pub intro: &'static str,
    /// Text where nothing was learned.
    pub nothing: &'static str,
    /// Fact that the token budget has another name.
    pub token_field: fn(&str) -> String,
    /// Fact that no token budget is sent.
    pub no_token_field: &'static str,
    /// The largest token budget.
    pub token_limit: fn(u32) -> String,
    /// The smallest sensible token budget.
    pub token_floor: fn(u32) -> String,
    /// Parameters that are left out.
    pub omitted: fn(&str) -> String,
    /// Pictures are left out.
    pub without_pictures: &'static str,
    /// Fact that no tools are offered.
    pub without_tools: &'static str,
    /// Fact that tools described in the prompt are not called either.
    pub ignores_prompted_tools: &'static str,
    /// Fact that the system's words join the person's.
    pub no_system: &'static str,
    /// Fact that neighbouring messages of one role are joined.
    pub alternate: &'static str,
    /// The most tokens of a conversation.
    pub context_limit: fn(u32) -> String,
    /// Fact that a tool cannot be asked for by name.
    pub choice: &'static str,
    /// Fact that an answer in JSON cannot be held to a schema.
    pub no_schema: &'static str,
    /// Fact that JSON can be asked for only in words.
    pub no_json: &'static str,
    /// Fact that earlier reasoning is sent back.
    pub replay: &'static str,
    /// Button that forgets what was learned.
    pub forget: &'static str,
}

/// Privacy, and the small print.
#[derive(Debug)]
pub struct About {
    /// The heading about privacy.
    pub privacy: &'static str,
    /// Facts about privacy, one sentence each.
    pub notes: &'static [&'static str],
    /// The heading about the app.
    pub title: &'static str,
    /// Description of the app, with its version and licence.
    pub text: fn(&str, &str) -> String,
    /// The build that runs, by its name.
    pub build: fn(&str) -> String,
    /// Benefit of installing the app.
    pub install_hint: &'static str,
    /// How the app is installed where the browser offers no button for it.
    pub install_how: &'static str,
    /// Fact that the app is installed.
    pub installed: &'static str,
    /// Summary of the list of changes.
    pub news_title: &'static str,
    /// The latest changes, one sentence each.
    pub news: &'static [&'static str],
    /// Link to the licences of all libraries.
    pub licences: &'static str,
}

/// Kinds of rows in the order in which they are listed, with the kind inside each.
const KINDS: &[(Table, Option<Table>)] = &[
    (Table::Sessions, Some(Table::Messages)),
    (Table::Maps, Some(Table::Nodes)),
    (Table::Courses, None),
    (Table::Scenes, Some(Table::Shapes)),
    (Table::TimeEntries, None),
    (Table::TimeCategories, None),
    (Table::Goals, None),
    (Table::Links, None),
    (Table::Personas, None),
    (Table::Endpoints, None),
    (Table::Learned, None),
    (Table::Preferences, None),
    (Table::Turns, None),
];
