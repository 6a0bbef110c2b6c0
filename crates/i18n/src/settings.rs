//! The words of the settings.

mod en;
mod zh;

use espalier_llm::request::BaseProblem;
use espalier_model::Table;

pub(super) use en::EN;
pub(super) use zh::ZH;

/// The words of the settings.
#[derive(Debug)]
pub struct Settings {
    /// Which model answers at present.
    pub in_use: fn(&str) -> String,
    /// The endpoint.
    pub endpoint: Endpoint,
    /// The search for a model on this computer.
    pub local: Local,
    /// Whether it answers.
    pub connection: Connection,
    /// Language and theme.
    pub looks: Looks,
    /// What is stored.
    pub data: Data,
    /// An import.
    pub import: Import,
    /// What was learned about endpoints.
    pub learned: Learned,
    /// What is private, and the small print.
    pub about: About,
}

/// The endpoint.
#[derive(Debug)]
pub struct Endpoint {
    /// The heading.
    pub title: &'static str,
    /// What it is for.
    pub intro: &'static str,
    /// Who runs it.
    pub provider: &'static str,
    /// What the mark beside a provider means.
    pub configured: &'static str,
    /// A page can call it.
    pub browser_yes: &'static str,
    /// A page cannot call it.
    pub browser_no: &'static str,
    /// The server has to be told to answer this page.
    pub browser_setting: &'static str,
    /// It is not known whether a page can call it.
    pub browser_unknown: &'static str,
    /// Before the line that tells the server to answer this page.
    pub setting: &'static str,
    /// Copies that line.
    pub copy: &'static str,
    /// The address.
    pub base_url: &'static str,
    /// What is put behind the address.
    pub base_url_hint: &'static str,
    /// Other addresses of the same provider.
    pub alternates: &'static str,
    /// The key.
    pub api_key: &'static str,
    /// The server may do without.
    pub api_key_optional: &'static str,
    /// Leads to the provider's page where keys are made.
    pub create_key: &'static str,
    /// A key is there already.
    pub key_kept: &'static str,
    /// A key is there until the tab is closed.
    pub key_session: &'static str,
    /// Sends the key of one address to another one too.
    pub same_key: &'static str,
    /// Why there is no key yet: the origin it is for, and the one that was typed.
    pub key_elsewhere: fn(&str, &str) -> String,
    /// Whether to keep the key.
    pub keep: &'static str,
    /// What keeping means.
    pub keep_hint: &'static str,
    /// Removes the key.
    pub clear_key: &'static str,
    /// The model.
    pub model: &'static str,
    /// The server has one model and knows it.
    pub model_optional: &'static str,
    /// What a very cheap model costs.
    pub very_low: &'static str,
    /// What a cheap model costs.
    pub low: &'static str,
    /// What a model in the middle costs.
    pub medium: &'static str,
    /// What an expensive model costs.
    pub high: &'static str,
    /// How much a model can read, in thousands of tokens.
    pub reads: fn(u32) -> String,
    /// Asks the endpoint for its models.
    pub fetch: &'static str,
    /// How many models were listed.
    pub fetched: fn(&str) -> String,
    /// The models that the endpoint listed.
    pub listed: &'static str,
    /// Before one of them is chosen.
    pub pick: &'static str,
    /// Why an address cannot be used.
    pub base_problem: fn(&BaseProblem) -> String,
    /// Types the address that was meant.
    pub base_use: fn(&str) -> String,
    /// It was saved without the key that this provider needs.
    pub key_missing: fn(&str) -> String,
    /// It was saved, and is tested now.
    pub saved_and_testing: &'static str,
    /// The connection to this provider works.
    pub connected: fn(&str) -> String,
    /// It does not.
    pub not_connected: fn(&str) -> String,
    /// The effects of saving a new address.
    pub save_hint: &'static str,
    /// How a server is told to answer this page.
    pub allow_title: &'static str,
    /// Before the headers that any server has to send.
    pub allow_headers: &'static str,
    /// Before the lines for common servers.
    pub allow_examples: &'static str,
    /// Where the browser itself asks for permission.
    pub allow_browser: &'static str,
    /// Saves all of it.
    pub save: &'static str,
    /// Saves the choice of the built-in model.
    pub choose: &'static str,
    /// Something was typed and is not saved.
    pub unsaved: &'static str,
    /// Other pages share this origin.
    pub shared_origin: &'static str,
}

/// The search for a model on this computer.
#[derive(Debug)]
pub struct Local {
    /// The title of the dialog, the command, and the button that opens it.
    pub title: &'static str,
    /// The heading.
    pub heading: &'static str,
    /// The addresses that are asked, and for what.
    pub hint: &'static str,
    /// Begins the search.
    pub find: &'static str,
    /// It goes on.
    pub searching: &'static str,
    /// No server answers, and what to do.
    pub nothing: &'static str,
    /// A server is being asked.
    pub asking: &'static str,
    /// It isn't there.
    pub absent: &'static str,
    /// It is there and answers no page.
    pub closed: &'static str,
    /// The browser does not let the page ask.
    pub blocked: &'static str,
    /// It has no model.
    pub no_models: &'static str,
    /// The name of the list of its models.
    pub models: &'static str,
    /// Uses the model that is chosen.
    pub use_it: &'static str,
    /// It is the one that answers.
    pub in_use: &'static str,
}

/// Whether the endpoint answers.
#[derive(Debug)]
pub struct Connection {
    /// Tests it.
    pub test: &'static str,
    /// It was not tested.
    pub unknown: &'static str,
    /// It is being tested.
    pub testing: &'static str,
    /// It answered; what the model said.
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
}

/// What is stored.
#[derive(Debug)]
pub struct Data {
    /// The heading.
    pub title: &'static str,
    /// Where it is stored.
    pub intro: &'static str,
    /// How much there is, and how much there may be.
    pub usage: fn(&str, &str) -> String,
    /// It was not measured yet.
    pub measuring: &'static str,
    /// The browser promised to keep it.
    pub persisted: &'static str,
    /// The browser did not.
    pub not_persisted: &'static str,
    /// Writes everything to a file.
    pub export: &'static str,
    /// What is in that file, and what is not.
    pub export_hint: &'static str,
    /// Reads a file.
    pub import: &'static str,
    /// Which files can be read.
    pub import_hint: &'static str,
    /// How many stored rows cannot be read.
    pub unreadable: fn(usize) -> String,
    /// Writes them to a file as they are.
    pub save_unreadable: &'static str,
    /// Deletes everything.
    pub erase: &'static str,
    /// What that means.
    pub erase_hint: &'static str,
}

/// An import.
#[derive(Debug)]
pub struct Import {
    /// The heading.
    pub title: &'static str,
    /// The name of the file.
    pub file: fn(&str) -> String,
    /// While it is compared with what is stored.
    pub comparing: &'static str,
    /// It was to be done, but what is here has changed since it was compared.
    pub differs: &'static str,
    /// Things by kind, in numbers.
    pub kinds: fn(&[(Table, usize)]) -> String,
    /// What is new.
    pub adds: fn(&str) -> String,
    /// What gives way to what is in the file.
    pub replaces: fn(&str) -> String,
    /// Between two such sentences.
    pub between: &'static str,
    /// The heading of what an agent tells a model.
    pub agent_says: fn(&str) -> String,
    /// How many rows of the file could not be read.
    pub broken: fn(usize) -> String,
    /// Writes them to a file as they are.
    pub save_broken: &'static str,
    /// The heading of what says where prompts go.
    pub targets: &'static str,
    /// Why that is asked.
    pub targets_hint: &'static str,
    /// Takes the address of a provider: its name, the origin, and the one used so far.
    pub take_endpoint: fn(&str, &str, Option<&str>) -> String,
    /// Lets a provider answer: its name and origin.
    pub take_provider: fn(&str, &str) -> String,
    /// Lets a provider answer for agents: their names, its name and origin.
    pub take_agents: fn(&[String], &str, &str) -> String,
    /// Everything in it is here already.
    pub nothing: &'static str,
    /// What could be read is here already; the rest is listed with the reason.
    pub nothing_left: &'static str,
    /// What to do with what is here already and differs.
    pub policy: &'static str,
    /// Leave it.
    pub keep_mine: &'static str,
    /// Replace it.
    pub take_theirs: &'static str,
    /// One conversation: its messages and ways.
    pub read: fn(usize, usize) -> String,
    /// Messages that were left out because the other app hid them.
    pub hidden: fn(usize) -> String,
    /// Messages that could not be understood.
    pub unreadable: fn(usize) -> String,
    /// Messages that follow one that is not there.
    pub orphans: fn(usize) -> String,
    /// Rings of messages that were cut.
    pub rings: fn(usize) -> String,
    /// It was skipped because it has no content.
    pub empty: &'static str,
    /// It is there twice.
    pub duplicate: &'static str,
    /// It does not have the expected shape.
    pub malformed: fn(&str) -> String,
    /// A conversation without a name.
    pub untitled: &'static str,
    /// How many more there are.
    pub more: fn(usize) -> String,
    /// Does it.
    pub apply: &'static str,
}

/// What was learned about endpoints.
#[derive(Debug)]
pub struct Learned {
    /// The heading.
    pub title: &'static str,
    /// Why requests are adapted.
    pub intro: &'static str,
    /// Nothing was.
    pub nothing: &'static str,
    /// The token budget has another name.
    pub token_field: fn(&str) -> String,
    /// No token budget is sent.
    pub no_token_field: &'static str,
    /// The largest token budget.
    pub token_limit: fn(u32) -> String,
    /// The smallest sensible token budget.
    pub token_floor: fn(u32) -> String,
    /// Parameters that are left out.
    pub omitted: fn(&str) -> String,
    /// No tools.
    pub without_tools: &'static str,
    /// Nor are tools called that the prompt describes.
    pub ignores_prompted_tools: &'static str,
    /// The system's words join the person's.
    pub no_system: &'static str,
    /// Neighbouring messages of one role are joined.
    pub alternate: &'static str,
    /// The most tokens of a conversation.
    pub context_limit: fn(u32) -> String,
    /// A tool cannot be asked for by name.
    pub choice: &'static str,
    /// An answer in JSON cannot be held to a schema.
    pub no_schema: &'static str,
    /// It cannot be asked for but in words.
    pub no_json: &'static str,
    /// Earlier reasoning is sent back.
    pub replay: &'static str,
    /// Forgets it.
    pub forget: &'static str,
}

/// What is private, and the small print.
#[derive(Debug)]
pub struct About {
    /// The heading about privacy.
    pub privacy: &'static str,
    /// What is private, one sentence each.
    pub notes: &'static [&'static str],
    /// The heading about the app.
    pub title: &'static str,
    /// What it is, with its version and licence.
    pub text: fn(&str, &str) -> String,
}

/// The kinds of things in the order in which they are named, with what is in them.
const KINDS: &[(Table, Option<Table>)] = &[
    (Table::Sessions, Some(Table::Messages)),
    (Table::Maps, Some(Table::Nodes)),
    (Table::Courses, None),
    (Table::Scenes, Some(Table::Shapes)),
    (Table::TimeEntries, None),
    (Table::TimeCategories, None),
    (Table::Goals, None),
    (Table::Personas, None),
    (Table::Endpoints, None),
    (Table::Learned, None),
    (Table::Preferences, None),
    (Table::Turns, None),
];
