//! The words of the Chat room.

mod attach;
mod columns;
mod en;
mod zh;

pub(super) use en::EN;
pub(super) use zh::ZH;

pub use self::attach::{Attach, encoding};
pub use self::columns::Columns;

words_ahead! {
    /// The words of the Chat room.
    Chat {
        /// Text while messages are read.
        loading: &'static str = loading,
        /// Button and title of a new conversation.
        new_session: &'static str = new_session,
        /// The built-in model.
        builtin_label: &'static str = builtin_label,
        /// Button that opens the choice of a model.
        choose_model: &'static str = choose_model,
        /// Estimate of the tokens of what is typed.
        about_tokens: fn(&str) -> String = about_tokens,
        /// Share of the context that is used.
        context_used: fn(&str, &str) -> String = context_used,
        /// The bar of the context.
        context_bar: &'static str = context_bar,
        /// The composer.
        composer: Composer = composer,
        /// The list of conversations.
        sidebar: Sidebar = sidebar,
        /// Files of conversations.
        files: Files = files,
        /// The first page.
        welcome: Welcome = welcome,
        /// The choice of an agent.
        choose_agent: &'static str = agents.choose,
        /// Button that keeps an agent for the conversation.
        pin_agent: &'static str = agents.pin,
        /// Button that attaches files.
        choose_files: &'static str = attach.choose,
        /// Notice of a file's encoding.
        file_read_as: fn(&str, &str) -> String = attach.file_read_as,
        /// Notice that not all pages were attached.
        pages_left: fn(usize, usize) -> String = attach.pages_left,
    }
}

/// The words of the Chat room.
#[derive(Debug)]
pub struct Words {
    /// Words about files that come with a message.
    pub attach: Attach,
    /// Words about answers side by side.
    pub columns: Columns,
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
    /// Title of a conversation without one.
    pub new_session: &'static str,
    /// The built-in model.
    pub builtin: &'static str,
    /// Name of the built-in model, with a description.
    pub builtin_label: &'static str,
    /// The tooltip of the model in use.
    pub choose_model: &'static str,
    /// A number of tokens.
    pub tokens: fn(&str) -> String,
    /// Estimate of the tokens of the typed text.
    pub about_tokens: fn(&str) -> String,
    /// Explanation of the duration that unfolds the figures of an answer.
    pub figures: &'static str,
    /// The wait for the first piece of an answer.
    pub first_after: fn(&str) -> String,
    /// Tokens per second.
    pub speed: fn(&str) -> String,
    /// Tokens of the request.
    pub sent_tokens: fn(&str) -> String,
    /// Cost of an answer, an amount of money.
    pub cost: fn(&str) -> String,
    /// Share of the model's context that is used: tokens of tokens.
    pub context_used: fn(&str, &str) -> String,
    /// Name of the bar with that share.
    pub context_bar: &'static str,
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
    /// Button that opens the actions on a message.
    pub more: &'static str,
    /// Button to the alternative before.
    pub branch_before: &'static str,
    /// Button to the alternative after.
    pub branch_after: &'static str,
    /// Place of an alternative, and how many there are.
    pub branch_place: fn(usize, usize) -> String,
    /// Heading of reasoning while a model thinks.
    pub thinking: &'static str,
    /// Heading of finished reasoning.
    pub thought: &'static str,
    /// Heading of finished reasoning, with its duration.
    pub thought_for: fn(&str) -> String,
    /// Status while a model on this device is loaded, in per cent.
    pub loading_model: fn(u8) -> String,
    /// Status while it reads the prompt, in per cent.
    pub reading_prompt: fn(u8) -> String,
    /// Name of the list of an answer's phases.
    pub phases: &'static str,
    /// The request is on its way.
    pub phase_preparing: &'static str,
    /// The model is thinking.
    pub phase_thinking: &'static str,
    /// A tool is running.
    pub phase_tool: &'static str,
    /// Arguments of the tool, behind the name of its phase.
    pub phase_words: fn(&str) -> String,
    /// The answer is arriving.
    pub phase_answering: &'static str,
    /// A tool that was called.
    pub tool_called: fn(&str) -> String,
    /// Button that does not wait for the next try.
    pub retry_now: &'static str,
    /// The keys, for the help sheet.
    pub keys: Keys,
    /// Actions on a message.
    pub actions: Actions,
    /// The button below an answer of the guide.
    pub handover: Handover,
    /// The form in which a message is changed.
    pub edit: Edit,
    /// The field for a message.
    pub composer: Composer,
    /// The list of conversations.
    pub sidebar: Sidebar,
    /// Files in and out.
    pub files: Files,
    /// Greeting of a newcomer.
    pub welcome: Welcome,
    /// The tree of a conversation.
    pub tree: Tree,
    /// Preview of the context that will be sent.
    pub preview: Preview,
    /// Agents.
    pub agents: Agents,
}

/// The keys, for the help sheet.
#[derive(Debug)]
pub struct Keys {
    /// Heading of the keys on a message.
    pub title: &'static str,
    /// Key in the empty field.
    pub edit_last: &'static str,
    /// Key to the message before.
    pub before: &'static str,
    /// Key to the message after.
    pub after: &'static str,
}

/// The button below an answer of the guide.
#[derive(Debug)]
pub struct Handover {
    /// Button that makes a map of this title.
    pub map: fn(&str) -> String,
    /// Button that adds an entry to the log.
    pub log: fn(&str) -> String,
    /// Button that starts the timer, with or without a note.
    pub timer: fn(&str) -> String,
    /// Button that begins a course.
    pub course: &'static str,
    /// Button that stops the timer.
    pub stop: &'static str,
    /// Button that asks the log.
    pub ask_time: &'static str,
    /// The log was asked.
    pub asked_time: &'static str,
    /// Button that has a scene drawn.
    pub scene: &'static str,
    /// Link to the settings.
    pub settings: &'static str,
    /// Link to the settings where only a model could answer.
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

/// Actions on a message.
#[derive(Debug)]
pub struct Actions {
    /// Name of the list of actions.
    pub title: &'static str,
    /// Action that copies the text.
    pub copy: &'static str,
    /// Action that edits the message.
    pub edit: &'static str,
    /// Action that makes another answer.
    pub regenerate: &'static str,
    /// Action that makes another answer with another model.
    pub answer_with: &'static str,
    /// Action that continues an answer.
    pub continue_answer: &'static str,
    /// Action that begins a branch.
    pub branch_from: &'static str,
    /// Action that leaves the message out of the context.
    pub leave_out: &'static str,
    /// Action that sends the message with the context again.
    pub take_in: &'static str,
    /// Action that deletes the message.
    pub delete: &'static str,
}

/// The form in which a message is changed.
#[derive(Debug)]
pub struct Edit {
    /// Label of the field.
    pub label: &'static str,
    /// Button that changes the message where it is.
    pub save: &'static str,
    /// Button that asks the changed question in a new branch.
    pub branch_user: &'static str,
    /// Button that adds the changed answer as an alternative.
    pub branch_other: &'static str,
    /// Explanation of the buttons for a question.
    pub hint_user: &'static str,
    /// Explanation of the buttons for an answer.
    pub hint_other: &'static str,
}

/// The field for a message.
#[derive(Debug)]
pub struct Composer {
    /// Label of the field.
    pub label: &'static str,
    /// Text in the empty field.
    pub placeholder: &'static str,
    /// Text in the field of a page that may not write.
    pub read_only: &'static str,
    /// Button that sends the message.
    pub send: &'static str,
    /// Button that stops the answer.
    pub stop: &'static str,
    /// The keys.
    pub keys: &'static str,
    /// Hint that the message can be sent once the answer has ended.
    pub waits: &'static str,
    /// Hint that Enter has the message wait for the end of the answer.
    pub queues: &'static str,
    /// Name of the list of messages that wait.
    pub queue: &'static str,
    /// Button that has a message wait.
    pub send_later: &'static str,
    /// Note above messages that wait for an answer.
    pub queue_waits: &'static str,
    /// Note above messages that wait for the person.
    pub queue_paused: &'static str,
    /// Button that sends the first message that waits.
    pub send_now: &'static str,
    /// Button that takes a message that waits back.
    pub take_back: &'static str,
}

/// The list of conversations.
#[derive(Debug)]
pub struct Sidebar {
    /// Name of the list.
    pub title: &'static str,
    /// Text in the empty field of the search.
    pub search: &'static str,
    /// Text of an empty list.
    pub empty: &'static str,
    /// Text while the search is going on.
    pub searching: &'static str,
    /// Text below the hits when there are more than are listed.
    pub left_out: &'static str,
    /// Mark of a conversation with an answer on its way.
    pub answering: &'static str,
    /// Number of further places found in a conversation.
    pub more_hits: fn(usize) -> String,
}

/// Files in and out.
#[derive(Debug)]
pub struct Files {
    /// Row of a menu that writes a file; the format is chosen beside it.
    pub export_as: &'static str,
    /// Choice of the file's format.
    pub format: &'static str,
    /// Button that writes a file.
    pub export: &'static str,
    /// Button that reads a file.
    pub import: &'static str,
    /// Format with the path that is shown.
    pub markdown: &'static str,
    /// Format with all branches.
    pub tree: &'static str,
    /// Format with everything.
    pub json: &'static str,
}

/// Greeting of a newcomer.
#[derive(Debug)]
pub struct Welcome {
    /// Heading of the greeting.
    pub title: &'static str,
    /// Description of the app.
    pub lead: &'static str,
    /// Heading of the questions to begin with.
    pub try_it: &'static str,
    /// Things to begin with: the label, and the sentence that asks for it, with the part to be replaced in brackets.
    pub starters: [(&'static str, &'static str); 4],
    /// Button to the settings, without an endpoint.
    pub connect: &'static str,
    /// Button to the settings, with an endpoint.
    pub connected: &'static str,
    /// Button to the agents.
    pub agents: &'static str,
    /// Button to the maps.
    pub map: &'static str,
    /// Purpose of the maps.
    pub map_text: &'static str,
    /// Button that imports conversations.
    pub import: &'static str,
    /// Button to where data is brought back from a folder or a file.
    pub restore: &'static str,
    /// Sentence on where the data is.
    pub privacy: &'static str,
}

/// The tree of a conversation.
#[derive(Debug)]
pub struct Tree {
    /// Name of the drawing.
    pub title: &'static str,
    /// Explanation of its use.
    pub intro: &'static str,
    /// A message without a text.
    pub empty: &'static str,
    /// Button that zooms in.
    pub closer: &'static str,
    /// Button that zooms out.
    pub further: &'static str,
    /// Button that shows everything.
    pub whole: &'static str,
}

/// Preview of the context that will be sent.
#[derive(Debug)]
pub struct Preview {
    /// The heading.
    pub title: &'static str,
    /// The number of messages, their tokens, and the budget.
    pub summary: fn(usize, &str, Option<&str>) -> String,
    /// Warning that even what must not be left out is too much.
    pub over: &'static str,
    /// Number of earlier messages that are not listed.
    pub more: fn(usize) -> String,
    /// A message of the agent.
    pub preset: &'static str,
    /// A message of the conversation.
    pub message: &'static str,
    /// Text still in the composer.
    pub draft: &'static str,
    /// Line for a request without tools.
    pub no_tools: &'static str,
    /// Number of tools that are offered, with their tokens.
    pub tools: fn(usize, &str) -> String,
    /// Tools are described in the messages.
    pub in_words: &'static str,
    /// The form that the answer must have, with its tokens.
    pub format: fn(&str) -> String,
    /// The heading of the other settings of the request.
    pub settings: &'static str,
    /// Tokens of the whole request.
    pub total: fn(&str) -> String,
    /// The built-in model answers.
    pub built_in: &'static str,
    /// Text where no model is asked.
    pub nobody: &'static str,
    /// A message that the app adds.
    pub added: &'static str,
    /// Instruction that makes an answer go on.
    pub instruction: &'static str,
    /// Reason for leaving a message out: switched off.
    pub disabled: &'static str,
    /// Reason for leaving a message out: beyond the budget.
    pub budget: &'static str,
    /// Reason for leaving a message out: without a text.
    pub empty: &'static str,
    /// Reason for leaving a message out: an agent's message that is switched off.
    pub preset_off: &'static str,
}

/// Agents.
#[derive(Debug)]
pub struct Agents {
    /// The choice in the head of the room.
    pub choose: &'static str,
    /// Switch that gives the conversation an agent of its own.
    pub pin: &'static str,
    /// Explanation of agents.
    pub intro: &'static str,
    /// Mark of the agent that answers.
    pub chosen: &'static str,
    /// Button that edits an agent.
    pub edit: &'static str,
    /// Button that puts a shipped agent back to how it was.
    pub reset: &'static str,
    /// Button that writes an agent to a file.
    pub export: &'static str,
    /// Button that writes all agents to a file.
    pub export_all: &'static str,
    /// Button that reads a file.
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
    /// Option that follows the settings.
    pub as_settings: &'static str,
    /// The temperature.
    pub temperature: &'static str,
    /// The hint below the temperature.
    pub temperature_hint: &'static str,
    /// The most tokens of an answer.
    pub max_tokens: &'static str,
    /// Explanation of the most tokens of an answer.
    pub max_tokens_hint: &'static str,
    /// The most tokens of the context.
    pub context_tokens: &'static str,
    /// Explanation of the most tokens of the context.
    pub context_tokens_hint: &'static str,
    /// The messages.
    pub presets: &'static str,
    /// Explanation of the messages.
    pub presets_hint: &'static str,
    /// Button that adds a message.
    pub add_message: &'static str,
    /// Button that adds the place for the conversation.
    pub add_history: &'static str,
    /// The place for the conversation.
    pub history: &'static str,
    /// Choice of a message's role.
    pub role: &'static str,
    /// The label of the field for the text of a message.
    pub text: &'static str,
    /// Switch of whether a message is sent.
    pub enabled: &'static str,
    /// Handle that drags a message.
    pub drag: &'static str,
    /// Button that moves a message up.
    pub up: &'static str,
    /// Button that moves a message down.
    pub down: &'static str,
    /// Button that removes a message.
    pub remove: &'static str,
    /// The text that tells an agent what it is and does.
    pub instructions: &'static str,
    /// Example of such a text.
    pub instructions_hint: &'static str,
    /// The fold over the list of messages.
    pub advanced: &'static str,
    /// Error of an agent without a name.
    pub wrong_name: &'static str,
    /// Error of a temperature that cannot be read.
    pub wrong_temperature: &'static str,
    /// Error of a number of tokens that cannot be read.
    pub wrong_figure: &'static str,
    /// The settings that few people need.
    pub more: MoreSettings,
}

/// Settings of an agent that few people need.
#[derive(Debug)]
pub struct MoreSettings {
    /// The fold over them.
    pub title: &'static str,
    /// Limit to the thinking of the model.
    pub effort: &'static str,
    /// Explanation of it.
    pub effort_hint: &'static str,
    /// Choice that leaves it to the model.
    pub effort_own: &'static str,
    /// Not at all.
    pub effort_off: &'static str,
    /// Briefly.
    pub effort_low: &'static str,
    /// As long as is usual.
    pub effort_medium: &'static str,
    /// Long.
    pub effort_high: &'static str,
    /// As long as the model can.
    pub effort_max: &'static str,
    /// The share of the likeliest words.
    pub top_p: &'static str,
    /// Explanation of it.
    pub top_p_hint: &'static str,
    /// The seed.
    pub seed: &'static str,
    /// Explanation of it.
    pub seed_hint: &'static str,
    /// The wait for the first piece of an answer.
    pub first_token: &'static str,
    /// Explanation of it.
    pub first_token_hint: &'static str,
    /// The wait for the next piece.
    pub idle: &'static str,
    /// Explanation of it.
    pub idle_hint: &'static str,
    /// The texts that end an answer.
    pub stop: &'static str,
    /// Explanation of them.
    pub stop_hint: &'static str,
    /// The person's own fields.
    pub extra: &'static str,
    /// Explanation of them.
    pub extra_hint: &'static str,
    /// Error of too many texts that end an answer.
    pub wrong_stop: &'static str,
    /// Error of a share that cannot be read.
    pub wrong_top_p: &'static str,
    /// Error of a seed that cannot be read.
    pub wrong_seed: &'static str,
    /// Error of a number of seconds that cannot be read.
    pub wrong_seconds: &'static str,
    /// Error of own fields that are no JSON.
    pub wrong_extra_json: &'static str,
    /// Error of own fields that are no object.
    pub wrong_extra_object: &'static str,
    /// Error of a field that the app decides.
    pub wrong_extra_reserved: fn(&str) -> String,
}
