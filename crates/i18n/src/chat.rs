//! The words of the Chat room.

mod en;
mod zh;

pub(super) use en::EN;
pub(super) use zh::ZH;

/// The words of the Chat room.
#[derive(Debug)]
pub struct Chat {
    /// The person.
    pub you: &'static str,
    /// An answer whose agent is not known.
    pub assistant: &'static str,
    /// A system message.
    pub system: &'static str,
    /// The list of messages.
    pub transcript: &'static str,
    /// A conversation is being read.
    pub loading: &'static str,
    /// Leads to the last message.
    pub to_end: &'static str,
    /// A conversation without a title.
    pub new_session: &'static str,
    /// The built-in model.
    pub builtin: &'static str,
    /// The built-in model, with what it is.
    pub builtin_label: &'static str,
    /// The tooltip of the model in use.
    pub choose_model: &'static str,
    /// A number of tokens.
    pub tokens: fn(&str) -> String,
    /// An estimate of the tokens of what is typed.
    pub about_tokens: fn(&str) -> String,
    /// A message that is not sent with the context.
    pub left_out: &'static str,
    /// A message that does not fit into the context any more.
    pub beyond: &'static str,
    /// A message that was changed.
    pub edited: &'static str,
    /// An answer that was stopped.
    pub stopped: &'static str,
    /// An answer that reached the limit of tokens.
    pub truncated: &'static str,
    /// Opens what can be done to a message.
    pub more: &'static str,
    /// To the alternative before.
    pub branch_before: &'static str,
    /// To the alternative after.
    pub branch_after: &'static str,
    /// Which alternative this is, and how many there are.
    pub branch_place: fn(usize, usize) -> String,
    /// While a model thinks.
    pub thinking: &'static str,
    /// What a model thought.
    pub thought: &'static str,
    /// What a model thought, and for how long.
    pub thought_for: fn(&str) -> String,
    /// The phases of an answer.
    pub phases: &'static str,
    /// The request is on its way.
    pub phase_preparing: &'static str,
    /// The model is thinking.
    pub phase_thinking: &'static str,
    /// A tool is running.
    pub phase_tool: &'static str,
    /// What the tool looks up, after that.
    pub phase_words: fn(&str) -> String,
    /// The answer is arriving.
    pub phase_answering: &'static str,
    /// A tool that was called.
    pub tool_called: fn(&str) -> String,
    /// Does not wait for the next try.
    pub retry_now: &'static str,
    /// The keys, for the help sheet.
    pub keys: Keys,
    /// What can be done to a message.
    pub actions: Actions,
    /// The button below an answer of the guide.
    pub handover: Handover,
    /// The form in which a message is changed.
    pub edit: Edit,
    /// Where a message is written.
    pub composer: Composer,
    /// The list of conversations.
    pub sidebar: Sidebar,
    /// Files in and out.
    pub files: Files,
    /// What a newcomer meets.
    pub welcome: Welcome,
    /// The tree of a conversation.
    pub tree: Tree,
    /// What will be sent.
    pub preview: Preview,
    /// Agents.
    pub agents: Agents,
}

/// The keys, for the help sheet.
#[derive(Debug)]
pub struct Keys {
    /// Keys on a message.
    pub title: &'static str,
    /// In the empty field.
    pub edit_last: &'static str,
    /// To the message before.
    pub before: &'static str,
    /// To the message after.
    pub after: &'static str,
}

/// The button below an answer of the guide.
#[derive(Debug)]
pub struct Handover {
    /// Makes a map of this title.
    pub map: fn(&str) -> String,
    /// Adds an entry to the log.
    pub log: fn(&str) -> String,
    /// Starts the timer for something, or for nothing.
    pub timer: fn(&str) -> String,
    /// Begins a course.
    pub course: &'static str,
    /// Has a scene drawn.
    pub scene: &'static str,
    /// Leads to the settings.
    pub settings: &'static str,
    /// Leads to them where only a model could answer.
    pub connect: &'static str,
    /// The map was made.
    pub map_made: fn(&str) -> String,
    /// The entry was added.
    pub logged: fn(&str) -> String,
    /// The timer was started.
    pub timer_started: fn(&str) -> String,
    /// The course was begun.
    pub course_begun: &'static str,
    /// The scene was made.
    pub scene_made: &'static str,
    /// Leads to the map.
    pub open_map: &'static str,
    /// Leads to the log.
    pub open_time: &'static str,
    /// Leads to the course.
    pub open_course: &'static str,
    /// Leads to the scene.
    pub open_scene: &'static str,
}

/// What can be done to a message.
#[derive(Debug)]
pub struct Actions {
    /// All of it.
    pub title: &'static str,
    /// Puts the text on the clipboard.
    pub copy: &'static str,
    /// Changes it.
    pub edit: &'static str,
    /// Answers again.
    pub regenerate: &'static str,
    /// Goes on with an answer.
    pub continue_answer: &'static str,
    /// Begins a branch.
    pub branch_from: &'static str,
    /// Leaves it out of the context.
    pub leave_out: &'static str,
    /// Sends it with the context again.
    pub take_in: &'static str,
    /// Deletes it.
    pub delete: &'static str,
}

/// The form in which a message is changed.
#[derive(Debug)]
pub struct Edit {
    /// The field.
    pub label: &'static str,
    /// Changes it where it is.
    pub save: &'static str,
    /// Asks the changed question in a new branch.
    pub branch_user: &'static str,
    /// Adds the changed answer as an alternative.
    pub branch_other: &'static str,
    /// What the buttons do to a question.
    pub hint_user: &'static str,
    /// What the buttons do to an answer.
    pub hint_other: &'static str,
}

/// Where a message is written.
#[derive(Debug)]
pub struct Composer {
    /// The field.
    pub label: &'static str,
    /// In the empty field.
    pub placeholder: &'static str,
    /// In the field of a page that may not write.
    pub read_only: &'static str,
    /// Sends it.
    pub send: &'static str,
    /// Stops the answer.
    pub stop: &'static str,
    /// The keys.
    pub keys: &'static str,
    /// What is written while an answer is being made is not sent before its end.
    pub waits: &'static str,
}

/// The list of conversations.
#[derive(Debug)]
pub struct Sidebar {
    /// The list.
    pub title: &'static str,
    /// In the empty field of the search.
    pub search: &'static str,
    /// There are none.
    pub empty: &'static str,
    /// The search is going on.
    pub searching: &'static str,
    /// Shown below the hits when there are more than are listed.
    pub left_out: &'static str,
    /// An answer is coming in this one.
    pub answering: &'static str,
    /// So many more places.
    pub more_hits: fn(usize) -> String,
}

/// Files in and out.
#[derive(Debug)]
pub struct Files {
    /// The form of the file.
    pub format: &'static str,
    /// Writes it.
    pub export: &'static str,
    /// Reads one.
    pub import: &'static str,
    /// The path that is shown.
    pub markdown: &'static str,
    /// All branches.
    pub tree: &'static str,
    /// Everything.
    pub json: &'static str,
}

/// What a newcomer meets.
#[derive(Debug)]
pub struct Welcome {
    /// The greeting.
    pub title: &'static str,
    /// What this is.
    pub lead: &'static str,
    /// Above the questions to begin with.
    pub try_it: &'static str,
    /// Questions to begin with, which the built-in guide can answer.
    pub prompts: &'static [&'static str],
    /// To the settings, without an endpoint.
    pub connect: &'static str,
    /// To the settings, with an endpoint.
    pub connected: &'static str,
    /// To the agents.
    pub agents: &'static str,
    /// To the maps.
    pub map: &'static str,
    /// What for.
    pub map_text: &'static str,
    /// Brings conversations in.
    pub import: &'static str,
    /// Where the data is.
    pub privacy: &'static str,
}

/// The tree of a conversation.
#[derive(Debug)]
pub struct Tree {
    /// The drawing.
    pub title: &'static str,
    /// How to use it.
    pub intro: &'static str,
    /// A message without a text.
    pub empty: &'static str,
    /// Zooms in.
    pub closer: &'static str,
    /// Zooms out.
    pub further: &'static str,
    /// Shows everything.
    pub whole: &'static str,
}

/// What will be sent.
#[derive(Debug)]
pub struct Preview {
    /// The heading.
    pub title: &'static str,
    /// The number of messages, their tokens, and the budget.
    pub summary: fn(usize, &str, Option<&str>) -> String,
    /// Even what must not be left out is too much.
    pub over: &'static str,
    /// So many earlier messages are not listed.
    pub more: fn(usize) -> String,
    /// A message of the agent.
    pub preset: &'static str,
    /// A message of the conversation.
    pub message: &'static str,
    /// What is still in the composer.
    pub draft: &'static str,
    /// No tools are offered.
    pub no_tools: &'static str,
    /// So many tools are offered, with their tokens.
    pub tools: fn(usize, &str) -> String,
    /// Tools are described in the messages.
    pub in_words: &'static str,
    /// The form that the answer must have, with its tokens.
    pub format: fn(&str) -> String,
    /// The heading of the other settings of the request.
    pub settings: &'static str,
    /// The tokens of everything.
    pub total: fn(&str) -> String,
    /// The built-in model answers.
    pub built_in: &'static str,
    /// No model is asked.
    pub nobody: &'static str,
    /// A message that the app adds.
    pub added: &'static str,
    /// What makes an answer go on.
    pub instruction: &'static str,
    /// Left out: switched off.
    pub disabled: &'static str,
    /// Left out: beyond the budget.
    pub budget: &'static str,
    /// Left out: without a text.
    pub empty: &'static str,
    /// Left out: a message of the agent that is switched off.
    pub preset_off: &'static str,
}

/// Agents.
#[derive(Debug)]
pub struct Agents {
    /// The choice in the head of the room.
    pub choose: &'static str,
    /// Gives the conversation an agent of its own.
    pub pin: &'static str,
    /// What agents are.
    pub intro: &'static str,
    /// The one that answers.
    pub chosen: &'static str,
    /// Changes one.
    pub edit: &'static str,
    /// Puts a shipped one back to how it was.
    pub reset: &'static str,
    /// Writes one to a file.
    pub export: &'static str,
    /// Writes all to a file.
    pub export_all: &'static str,
    /// Reads a file.
    pub import: &'static str,
    /// The name.
    pub name: &'static str,
    /// The icon.
    pub icon: &'static str,
    /// The description.
    pub description: &'static str,
    /// The model and its parameters.
    pub tuning: &'static str,
    /// The provider.
    pub provider: &'static str,
    /// The model.
    pub model: &'static str,
    /// Follows the settings.
    pub as_settings: &'static str,
    /// The temperature.
    pub temperature: &'static str,
    /// The hint below the temperature.
    pub temperature_hint: &'static str,
    /// The most tokens of an answer.
    pub max_tokens: &'static str,
    /// What that does.
    pub max_tokens_hint: &'static str,
    /// The most tokens of the context.
    pub context_tokens: &'static str,
    /// What that does.
    pub context_tokens_hint: &'static str,
    /// The messages.
    pub presets: &'static str,
    /// What they are for.
    pub presets_hint: &'static str,
    /// Adds a message.
    pub add_message: &'static str,
    /// Adds the place for the conversation.
    pub add_history: &'static str,
    /// The place for the conversation.
    pub history: &'static str,
    /// Who says it.
    pub role: &'static str,
    /// The label of the field for the text of a message.
    pub text: &'static str,
    /// Whether it is sent.
    pub enabled: &'static str,
    /// Drags it.
    pub drag: &'static str,
    /// Moves it up.
    pub up: &'static str,
    /// Moves it down.
    pub down: &'static str,
    /// Takes it away.
    pub remove: &'static str,
    /// The text that tells an agent what it is and does.
    pub instructions: &'static str,
    /// An example of such a text.
    pub instructions_hint: &'static str,
    /// The fold over the list of messages.
    pub advanced: &'static str,
    /// There is no name.
    pub wrong_name: &'static str,
    /// The temperature cannot be read.
    pub wrong_temperature: &'static str,
    /// A number of tokens cannot be read.
    pub wrong_figure: &'static str,
}
