//! The way into this module for the code that a page starts with.
//!
//! The code that makes answers comes with the chunk of conversations. Until that has loaded no answer is made in this tab, so
//! there is none to be stopped or to go on with; one that is to begin waits for the chunk.

use std::fmt;

use super::{Beginning, OpenQuestion, control, kept, live, orphan, tools};
use crate::chunks::{Chunk, DeferredMsg};
use crate::effect::Effect;
use crate::helper::agent::HelperAgent;
use crate::room_agent::RoomAgent;
use crate::{Model, Msg};
use espalier_agent::turn::{TurnId, TurnInput};
use espalier_agent_api::ask::Answer;
use espalier_base::env::Env;
use espalier_command::history::EntryId;
use espalier_llm::capability::Capabilities;
use espalier_llm::error::LlmError;
use espalier_llm::models;
use espalier_llm::provider::Provider;
use espalier_llm::request::HttpRequest;
use espalier_markdown::{parse, plain_text};
use espalier_model::{Endpoint, MessageId, MessageKey, RecordKey, SessionId};
use espalier_storage::port::Loaded;

/// Functions of the chunk of conversations that the code of the start calls.
pub trait TalkApi: fmt::Debug + Sync {
    /// Begins to answer.
    fn begin(&self, model: &mut Model, env: &mut Env, beginning: Beginning, out: &mut Vec<Effect>);
    /// Resumes an answer from its checkpoint; returns whether it could.
    fn resume(&self, model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) -> bool;
    /// Stops making an answer.
    fn stop(&self, model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>);
    /// Begins the next try at once.
    fn retry_now(&self, model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>);
    /// Sends the requests that wait for the network.
    fn back_online(&self, model: &mut Model, env: &mut Env, out: &mut Vec<Effect>);
    /// Runs the tools that waited for their records.
    fn wake(&self, model: &mut Model, env: &mut Env, out: &mut Vec<Effect>);
    /// Handles an input of a turn, of its attempt with this number.
    fn on_input(&self, model: &mut Model, env: &mut Env, at: (TurnId, u32), input: TurnInput, out: &mut Vec<Effect>);
    /// Answers a question of a turn; returns whether the answer was taken.
    fn answer(
        &self,
        model: &mut Model,
        env: &mut Env,
        at: (MessageKey, String),
        answer: Answer,
        out: &mut Vec<Effect>,
    ) -> bool;
    /// Settles an answer that no tab makes any more.
    fn orphan_loaded(&self, model: &mut Model, env: &mut Env, key: MessageKey, loaded: Loaded, out: &mut Vec<Effect>);
    /// Obeys a limit that the endpoint named, or returns the messages to be left out.
    fn shorten(&self, model: &mut Model, answer: MessageKey, out: &mut Vec<Effect>) -> Vec<MessageId>;
    /// Whether an answer can go on from its checkpoint.
    fn can_resume(&self, model: &Model, answer: MessageKey) -> bool;
    /// The questions of an answer that wait for the person.
    fn questions(&self, model: &Model, answer: MessageKey) -> Vec<OpenQuestion>;
    /// Tokens that would be sent, and those of the context.
    fn context_used(&self, model: &Model, session: SessionId) -> Option<(usize, usize)>;
    /// The helper that sees all rooms.
    fn helper(&self) -> &'static dyn RoomAgent;
    /// Text without markup.
    fn plain_text(&self, markdown: &str) -> String;
    /// The request that tests a connection; with `limited` it asks for a few tokens only.
    fn test_request(
        &self,
        provider: &Provider,
        endpoint: &Endpoint,
        known: &Capabilities,
        limited: bool,
    ) -> Result<HttpRequest, LlmError>;
    /// The words of the answer to that request.
    fn test_answer(&self, body: &str) -> Result<String, LlmError>;
}

/// The functions themselves, for the chunk to export.
#[derive(Debug)]
pub struct Talk;

impl TalkApi for Talk {
    fn begin(&self, model: &mut Model, env: &mut Env, beginning: Beginning, out: &mut Vec<Effect>) {
        super::begin::begin(model, env, beginning, out);
    }

    fn resume(&self, model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) -> bool {
        super::begin::resume(model, env, answer, out)
    }

    fn stop(&self, model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) {
        control::stop(model, env, answer, out);
    }

    fn retry_now(&self, model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) {
        control::retry_now(model, env, answer, out);
    }

    fn back_online(&self, model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
        control::back_online(model, env, out);
    }

    fn wake(&self, model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
        tools::wake(model, env, out);
    }

    fn on_input(&self, model: &mut Model, env: &mut Env, at: (TurnId, u32), input: TurnInput, out: &mut Vec<Effect>) {
        super::take_input(model, env, at, input, out);
    }

    fn answer(
        &self,
        model: &mut Model,
        env: &mut Env,
        at: (MessageKey, String),
        answer: Answer,
        out: &mut Vec<Effect>,
    ) -> bool {
        control::answer(model, env, at, answer, out)
    }

    fn orphan_loaded(&self, model: &mut Model, env: &mut Env, key: MessageKey, loaded: Loaded, out: &mut Vec<Effect>) {
        orphan::orphan_loaded(model, env, key, loaded, out);
    }

    fn shorten(&self, model: &mut Model, answer: MessageKey, out: &mut Vec<Effect>) -> Vec<MessageId> {
        super::ask::shorten(model, answer, out)
    }

    fn can_resume(&self, model: &Model, answer: MessageKey) -> bool {
        kept::can_resume(model, answer)
    }

    fn questions(&self, model: &Model, answer: MessageKey) -> Vec<OpenQuestion> {
        kept::questions(model, answer)
    }

    fn context_used(&self, model: &Model, session: SessionId) -> Option<(usize, usize)> {
        live::context_used(model, session)
    }

    fn helper(&self) -> &'static dyn RoomAgent {
        &HelperAgent
    }

    fn plain_text(&self, markdown: &str) -> String {
        plain_text(&parse(markdown))
    }

    fn test_request(
        &self,
        provider: &Provider,
        endpoint: &Endpoint,
        known: &Capabilities,
        limited: bool,
    ) -> Result<HttpRequest, LlmError> {
        models::test_request(provider, &endpoint.base_url, &endpoint.model, known, limited)
    }

    fn test_answer(&self, body: &str) -> Result<String, LlmError> {
        models::test_answer(body)
    }
}

/// Slot for [`TalkApi`], empty until its chunk has loaded.
#[derive(Debug, Clone, Copy)]
pub struct TalkSlot(pub Option<&'static dyn TalkApi>);

impl TalkSlot {
    /// The helper that sees all rooms.
    pub fn helper(self) -> Option<&'static dyn RoomAgent> {
        self.0.map(TalkApi::helper)
    }
}

impl Default for TalkSlot {
    fn default() -> Self {
        #[cfg(not(all(feature = "split", target_arch = "wasm32")))]
        let talk: Option<&'static dyn TalkApi> = Some(&Talk);
        #[cfg(all(feature = "split", target_arch = "wasm32"))]
        let talk = None;
        Self(talk)
    }
}

/// Begins to answer; `entry` is the step of the history that asked.
pub fn start(model: &mut Model, env: &mut Env, answer: MessageKey, entry: EntryId, out: &mut Vec<Effect>) {
    begin(model, env, Beginning { answer, entry }, out);
}

/// Begins to answer, now or as soon as the code for it has loaded.
pub fn begin(model: &mut Model, env: &mut Env, beginning: Beginning, out: &mut Vec<Effect>) {
    if let Some(talk) = model.talk.0 {
        return talk.begin(model, env, beginning, out);
    }
    // Other tabs are to see from now on that this one makes the answer.
    out.push(Effect::HoldTurn(beginning.answer));
    let room = model.route.room();
    if model.chunks.defer(DeferredMsg { chunk: Chunk::Talk, room, msg: Msg::Begin(beginning) }) {
        out.push(Effect::FetchChunk(Chunk::Talk));
    }
}

/// Resumes an answer from the checkpoint of its turn, after the page went away; returns whether it could.
pub fn resume(model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) -> bool {
    model.talk.0.is_some_and(|talk| talk.resume(model, env, answer, out))
}

/// Stops making an answer; what had arrived is kept.
pub fn stop(model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) {
    if let Some(talk) = model.talk.0 {
        talk.stop(model, env, answer, out);
    }
}

/// Stops the answers among these rows, and forgets how they could go on.
pub fn stop_touched(model: &mut Model, env: &mut Env, keys: &[RecordKey], out: &mut Vec<Effect>) {
    let touched = |answer: &MessageKey| keys.contains(&RecordKey::Messages(*answer));
    let answers: Vec<MessageKey> = model.running.values().map(|running| running.answer).filter(touched).collect();
    for answer in answers {
        stop(model, env, answer, out);
    }
    let kept: Vec<MessageKey> =
        model.workspace.tables().turns.values().map(|kept| kept.answer()).filter(touched).collect();
    kept::forget_kept(model, &kept, out);
}

/// Begins the next try at once.
pub fn retry_now(model: &mut Model, env: &mut Env, answer: MessageKey, out: &mut Vec<Effect>) {
    if let Some(talk) = model.talk.0 {
        talk.retry_now(model, env, answer, out);
    }
}

/// Sends the requests that wait for the network, now that there is one again.
pub fn back_online(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    if let Some(talk) = model.talk.0 {
        talk.back_online(model, env, out);
    }
}

/// Runs the tools that had to wait until their records were read.
pub fn wake(model: &mut Model, env: &mut Env, out: &mut Vec<Effect>) {
    if let Some(talk) = model.talk.0 {
        talk.wake(model, env, out);
    }
}

/// Handles an input of a turn.
pub fn on_input(model: &mut Model, env: &mut Env, at: (TurnId, u32), input: TurnInput, out: &mut Vec<Effect>) {
    if let Some(talk) = model.talk.0 {
        talk.on_input(model, env, at, input, out);
    }
}

/// Answers a question of a turn, which goes on; where the page was loaded again since, from its checkpoint. Says
/// whether the answer was taken: a turn of another tab is answered there.
pub fn answer(
    model: &mut Model,
    env: &mut Env,
    at: (MessageKey, String),
    answer: Answer,
    out: &mut Vec<Effect>,
) -> bool {
    model.talk.0.is_some_and(|talk| talk.answer(model, env, at, answer, out))
}

/// Settles an answer that no tab makes any more, once it was read: it goes on waiting for the person, or becomes
/// stopped.
pub fn orphan_loaded(model: &mut Model, env: &mut Env, key: MessageKey, loaded: Loaded, out: &mut Vec<Effect>) {
    if let Some(talk) = model.talk.0 {
        talk.orphan_loaded(model, env, key, loaded, out);
    }
}

/// Has an answer that failed for its length sent with no more than the endpoint reads. Where it named its limit, that
/// holds from now on; else returns the messages to be left out, the older half of the conversation.
pub fn shorten(model: &mut Model, answer: MessageKey, out: &mut Vec<Effect>) -> Vec<MessageId> {
    model.talk.0.map(|talk| talk.shorten(model, answer, out)).unwrap_or_default()
}

/// Text of a message without markup; with it, where what reads Markdown has not loaded.
pub fn plain(model: &Model, markdown: &str) -> String {
    model.talk.0.map_or_else(|| markdown.to_owned(), |talk| talk.plain_text(markdown))
}

impl Model {
    /// Whether an answer can go on where its turn stopped when the page went away.
    pub fn can_resume(&self, answer: MessageKey) -> bool {
        self.talk.0.is_some_and(|talk| talk.can_resume(self, answer))
    }

    /// The questions of an answer that wait for the person.
    pub fn questions(&self, answer: MessageKey) -> Vec<OpenQuestion> {
        self.talk.0.map(|talk| talk.questions(self, answer)).unwrap_or_default()
    }

    /// Tokens of the path that would be sent, estimated, and of the model's context, where that is known. It reads every
    /// message, so it is not for each key.
    pub fn context_used(&self, session: SessionId) -> Option<(usize, usize)> {
        self.talk.0?.context_used(self, session)
    }

    /// Whether every change and everything that arrived is stored.
    pub fn all_saved(&self) -> bool {
        self.saving.all_saved()
            && !self.is_cleared()
            && self.chunks.deferred.is_empty()
            && self.rooms.here().all(|room| room.is_idle(self))
            && self.running.values().all(|running| !running.dirty)
    }
}
