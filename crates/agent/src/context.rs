//! Assembly of a request's messages: an agent's presets around the conversation, within a token budget.
//!
//! The result lists everything that was considered, with its origin, its estimated tokens and, where it is left out,
//! why; "what will be sent" is shown from it and the request is made from it, so the two cannot differ.
//! - K1 The conversation goes where the placeholder is; without one it follows the presets. A second placeholder is
//!   ignored.
//! - K2 A message or preset that is switched off, and one with nothing to say (an answer that has not begun, an error
//!   without text), is listed but not sent. Nothing empty is ever sent.
//! - K3 Beyond the budget the oldest messages of the conversation are left out, in one run from its beginning; never a
//!   preset, never the last message of the user, never the answer that is to be continued.
//! - K4 The rest of a shortened conversation begins with a message of the user where there is one.
//! - K5 The budget is exceeded only if the messages that K3 keeps are already more; then [`Context::over_budget`] is
//!   set.
//! - K6 Roles, order and texts are sent as they are: nothing is merged or rewritten.
//! - K7 An answer that called tools is one item, and on the wire the messages of its rounds ([`transcript`]).
//! - K8 The text of attached files comes before what the person says; pictures go with the message.

use std::rc::Rc;

use crate::transcript;
use espalier_base::text::estimate_tokens;
use espalier_llm::message::{ChatMessage, Picture};
use espalier_model::conversation::{AttachmentKind, Message, MessageId};
use espalier_model::persona::{Persona, Preset, Role};

/// Tokens that a message costs besides its text: the role and the separators of common chat templates.
pub const TOKENS_PER_MESSAGE: usize = 4;

/// Tokens that a picture is taken for: providers count between 85 and 1,600 for one of the size that is sent.
pub const TOKENS_PER_PICTURE: usize = 1_000;

/// Settings of a request besides the agent and the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ContextOptions<'a> {
    /// The most tokens to send; the smaller of this and the agent's own limit holds.
    pub budget_tokens: Option<usize>,
    /// Said after everything else, as the user, so that the last answer goes on where it was cut off.
    pub continue_instruction: Option<&'a str>,
}

/// Origin of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The agent's preset with this index.
    Preset(usize),
    /// A message of the conversation.
    Message(MessageId),
    /// The instruction to continue.
    Instruction,
}

/// Reason why an item is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Excluded {
    /// The message is switched off.
    Disabled,
    /// The item does not fit the budget.
    Budget,
    /// The item has no text.
    Empty,
    /// The preset is switched off.
    PresetOff,
}

/// A message that was considered.
#[derive(Debug, Clone, PartialEq)]
pub struct ContextItem {
    /// Origin of the item.
    pub origin: Origin,
    /// Role that says it.
    pub role: Role,
    /// Text of the item, calls and results included.
    pub text: String,
    /// Messages of a request that the item becomes. Reasoning is in them and does not count.
    pub messages: Vec<ChatMessage>,
    /// The estimated tokens, with [`TOKENS_PER_MESSAGE`].
    pub tokens: usize,
    /// Whether it is sent.
    pub included: bool,
    /// Reason for leaving the item out, if it is.
    pub why_excluded: Option<Excluded>,
}

/// All items that were considered, in the order of sending.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Context {
    /// The items.
    pub items: Vec<ContextItem>,
    /// The estimated tokens of the included items.
    pub total_tokens: usize,
    /// Budget in tokens that was applied.
    pub budget_tokens: Option<usize>,
    /// Whether even what must not be left out exceeds the budget.
    pub over_budget: bool,
}

impl Context {
    /// Returns the items that are sent.
    pub fn included(&self) -> impl Iterator<Item = &ContextItem> {
        self.items.iter().filter(|item| item.included)
    }

    /// Whether this message of the conversation is left out because of the budget.
    pub fn drops(&self, id: MessageId) -> bool {
        self.items.iter().any(|item| item.origin == Origin::Message(id) && item.why_excluded == Some(Excluded::Budget))
    }
}

/// Puts together the context for the conversation `path`, from its first message to the one to be answered.
pub fn assemble(persona: &Persona, path: &[Rc<Message>], extra: ContextOptions<'_>) -> Context {
    let own_limit = persona.parameters.context_tokens.map(|tokens| tokens as usize);
    let budget_tokens = own_limit.into_iter().chain(extra.budget_tokens).min();
    let mut items = Vec::with_capacity(persona.presets.len() + path.len() + 1);
    let mut conversation = None;
    for (index, preset) in persona.presets.iter().enumerate() {
        match preset {
            Preset::Message { role, text, enabled } => items.push(preset_item(index, *role, text, *enabled)),
            Preset::ChatHistory if conversation.is_none() => {
                conversation = Some(items.len());
                items.extend(path.iter().map(|message| message_item(message)));
            }
            Preset::ChatHistory => {}
        }
    }
    let start = conversation.unwrap_or_else(|| {
        let start = items.len();
        items.extend(path.iter().map(|message| message_item(message)));
        start
    });
    if let Some(text) = extra.continue_instruction {
        let mut item = item(Origin::Instruction, Role::User, text);
        exclude_if(&mut item, text.trim().is_empty(), Excluded::Empty);
        items.push(item);
    }
    if let Some(budget) = budget_tokens {
        shorten(&mut items, start..start + path.len(), budget, extra.continue_instruction.is_some());
    }
    let total_tokens = total(&items);
    Context {
        items,
        total_tokens,
        budget_tokens,
        over_budget: budget_tokens.is_some_and(|budget| total_tokens > budget),
    }
}

/// Returns the messages of a request: exactly the included items, in their order (K6).
pub fn to_wire(context: &Context) -> Vec<ChatMessage> {
    context.included().flat_map(|item| item.messages.iter().cloned()).collect()
}

/// Returns the estimated tokens of one message of a request.
pub fn tokens_of(message: &ChatMessage) -> usize {
    let calls = message.tool_calls.iter().map(|call| estimate_tokens(&call.name) + estimate_tokens(&call.arguments));
    let pictures = message.pictures.len() * TOKENS_PER_PICTURE;
    estimate_tokens(&message.content) + calls.sum::<usize>() + pictures + TOKENS_PER_MESSAGE
}

fn item(origin: Origin, role: Role, text: &str) -> ContextItem {
    item_of(origin, role, vec![ChatMessage::new(role, text)])
}

fn item_of(origin: Origin, role: Role, messages: Vec<ChatMessage>) -> ContextItem {
    ContextItem {
        origin,
        role,
        tokens: messages.iter().map(tokens_of).sum(),
        text: shown(&messages),
        messages,
        included: true,
        why_excluded: None,
    }
}

/// Renders texts, calls and results for the reader.
fn shown(messages: &[ChatMessage]) -> String {
    let mut shown = String::new();
    for message in messages {
        let mut add = |line: &str| {
            if !shown.is_empty() && !line.is_empty() {
                shown.push('\n');
            }
            shown.push_str(line);
        };
        add(&message.content);
        for picture in &message.pictures {
            add(&picture.name);
        }
        for call in &message.tool_calls {
            add(&format!("{} {}", call.name, call.arguments));
        }
    }
    shown
}

fn preset_item(index: usize, role: Role, text: &str, enabled: bool) -> ContextItem {
    let mut item = item(Origin::Preset(index), role, text);
    exclude_if(&mut item, text.trim().is_empty(), Excluded::Empty);
    exclude_if(&mut item, !enabled, Excluded::PresetOff);
    item
}

fn message_item(message: &Message) -> ContextItem {
    let origin = Origin::Message(message.id);
    let mut item = match message.role {
        Role::Assistant => item_of(origin, message.role, transcript::expand(&message.parts)),
        _ => item_of(origin, message.role, vec![with_attachments(message)]),
    };
    let blank = item.text.trim().is_empty() && item.messages.iter().all(|message| message.pictures.is_empty());
    exclude_if(&mut item, blank, Excluded::Empty);
    exclude_if(&mut item, !message.enabled, Excluded::Disabled);
    item
}

/// Returns a person's message with the files that came with it (K8).
fn with_attachments(message: &Message) -> ChatMessage {
    let mut pictures = Vec::new();
    let mut content = String::new();
    for file in message.attachments() {
        match file.kind {
            AttachmentKind::Picture => pictures.push(Picture {
                name: file.name.clone(),
                media_type: file.mime.clone(),
                hash: file.hash.to_string(),
            }),
            AttachmentKind::Text | AttachmentKind::Table | AttachmentKind::Pdf => {
                content.push_str(&file.text);
                content.push_str("\n\n");
            }
        }
    }
    content.push_str(&message.text());
    ChatMessage { pictures, ..ChatMessage::new(message.role, content) }
}

fn exclude_if(item: &mut ContextItem, excluded: bool, why: Excluded) {
    if excluded {
        item.included = false;
        item.why_excluded = Some(why);
    }
}

fn total(items: &[ContextItem]) -> usize {
    items.iter().filter(|item| item.included).map(|item| item.tokens).sum()
}

/// Leaves out the oldest messages of the conversation until the budget holds (K3, K4).
fn shorten(items: &mut [ContextItem], conversation: std::ops::Range<usize>, budget: usize, continuing: bool) {
    let mut left = total(items);
    if left <= budget {
        return;
    }
    let conversation = &mut items[conversation];
    let last =
        |wanted: &dyn Fn(&ContextItem) -> bool| conversation.iter().rposition(|item| item.included && wanted(item));
    let asked = last(&|item| item.role == Role::User);
    let continued = if continuing { last(&|_| true) } else { None };
    let mut shortened = false;
    for (index, item) in conversation.iter_mut().enumerate() {
        if !item.included || Some(index) == asked || Some(index) == continued {
            continue;
        }
        let headless = shortened && item.role != Role::User && asked.is_some_and(|asked| index < asked);
        if left <= budget && !headless {
            break;
        }
        exclude_if(item, true, Excluded::Budget);
        shortened = true;
        left -= item.tokens;
    }
}

#[cfg(test)]
mod tests;
