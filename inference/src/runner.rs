//! A model with its words: takes the requests of the page and answers with its messages, one step at a time.
//!
//! - A1 A request that was started ends with one `Done` or one `Failed`, also when it is cancelled.
//! - A2 Text goes out in whole characters, and never the beginning of a text that ends the answer.
//! - A3 An answer that was to follow a schema and was not cut short follows it.
//! - A4 A step takes no longer than [`SLICE`] and one layer of the model, or the choice of a token.

use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use espalier_local_model::header::{Header, HeaderError, MAX_HEADER};
use espalier_local_model::protocol::{ChatMessage, EndReason, FromWorker, LocalError};
use espalier_local_model::support::{self, Refusal, Verdict};
use espalier_local_model::template::{Template, TemplateError};
use espalier_local_model::tokenizer::{Decoder, Tokenizer};

use crate::error::Error;
use crate::grammar::{Grammar, GrammarCompiler, GrammarError};
use crate::sample::{Sampling, TokenSet};
use crate::session::{Options, Reason, Session, Step};
use crate::stop::StopTexts;
use crate::weights::Model;

/// Milliseconds between two messages about progress, at least.
pub const PROGRESS: f64 = 100.0;
/// Milliseconds of computing after which the page is listened to, at most one layer late.
pub const SLICE: f64 = 25.0;
/// Bytes from the beginning of a file that are tried first as its head.
const HEAD: u64 = 1 << 20;

/// Clock of the worker, in milliseconds.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// Request for an answer.
#[derive(Debug, Clone)]
pub struct Request {
    /// Number that its messages carry.
    pub id: u64,
    /// The conversation.
    pub messages: Vec<ChatMessage>,
    /// Most tokens of the answer.
    pub max_tokens: u32,
    /// Sampling of tokens.
    pub sampling: Sampling,
    /// Texts that end the answer.
    pub stop: Vec<String>,
    /// Most tokens of prompt and answer, if fewer than the model was opened with.
    pub context: Option<u64>,
    /// JSON schema to follow.
    pub grammar: Option<String>,
}

/// Model that is open, with its words.
#[derive(Debug)]
pub struct Runner {
    session: Session,
    tokenizer: Arc<Tokenizer>,
    template: Template,
    /// Tokens with a quote or the end of a line.
    breaks: Arc<TokenSet>,
    /// Made when a schema is to be followed for the first time.
    compiler: Option<GrammarCompiler>,
    running: Option<Running>,
}

/// Answer that is under way.
#[derive(Debug)]
struct Running {
    id: u64,
    grammar: Option<Grammar>,
    decoder: Decoder,
    stops: StopTexts,
    prompt_tokens: u64,
    reused_tokens: u64,
    answer_tokens: u64,
    began: f64,
    /// When the prompt was read.
    read: Option<f64>,
    told: f64,
}

impl Runner {
    /// Opens a model. `progress` gets the bytes that were read and those of all weights. Returns it with the message
    /// that says so.
    ///
    /// # Errors
    ///
    /// As the page has words for it.
    pub fn open(
        file: &mut (impl Read + Seek),
        context: Option<u64>,
        mut progress: impl FnMut(u64, u64),
    ) -> Result<(Self, FromWorker), LocalError> {
        let header = head(file)?;
        let support = match support::judge(&header, context) {
            Verdict::Runs(support) => support,
            Verdict::Refused(refusal) => return Err(refusal.into()),
        };
        let tokenizer = Tokenizer::new(&header).map_err(|error| LocalError::Tokenizer { detail: error.to_string() })?;
        let template = Template::new(&header, &tokenizer).map_err(|error| template_failure(&error))?;
        let (architecture, name) = (header.architecture().to_owned(), header.name().map(str::to_owned));
        // The vocabulary is in the tokenizer now; the weights need the memory.
        let header = header.into_brief();
        let failure = |error: Error| match error {
            Error::Memory(_) => LocalError::TooBig { needed: support.memory },
            error => failure(error),
        };
        let told = |done, total| {
            progress(done, total);
            true
        };
        let model = Model::read(file, &header, told).map_err(failure)?;
        let session = Session::new(model, usize::try_from(support.context).unwrap_or(usize::MAX));
        let ready = FromWorker::Ready {
            architecture,
            name,
            context: session.context() as u64,
            memory: support.memory,
            has_template: template.is_own(),
            has_grammar: true,
        };
        let tokenizer = Arc::new(tokenizer);
        let count = u32::try_from(tokenizer.len()).unwrap_or(u32::MAX);
        let is_break = |token: &u32| tokenizer.token_bytes(*token).iter().any(|byte| b"\"\n".contains(byte));
        let breaks = Arc::new((0..count).filter(is_break).collect());
        Ok((Self { session, tokenizer, template, breaks, compiler: None, running: None }, ready))
    }

    /// Says whether an answer is under way.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Starts an answer. Computes nothing itself.
    ///
    /// # Errors
    ///
    /// Those of the request; then an answer that is under way goes on.
    pub fn start(&mut self, request: Request, now: f64) -> Result<(), LocalError> {
        if self.running.is_some() {
            return Err(LocalError::NotReady);
        }
        let grammar = request.grammar.map(|schema| self.grammar(&schema)).transpose()?;
        let guarded = |message: &ChatMessage| ChatMessage {
            role: message.role,
            content: self.tokenizer.guard(&message.content).into_owned(),
        };
        let messages: Vec<ChatMessage> = request.messages.iter().map(guarded).collect();
        let text = self.template.render(&messages, true).map_err(|error| template_failure(&error))?;
        let prompt = self.tokenizer.encode_prompt(&text);
        let own = self.session.context();
        let context =
            request.context.and_then(|context| usize::try_from(context).ok()).map_or(own, |asked| own.min(asked));
        // At least one token has to fit behind it.
        let left = context.saturating_sub(prompt.len());
        if left == 0 {
            return Err(LocalError::ContextFull { needed: prompt.len() as u64, context: context as u64 });
        }
        let options = Options {
            sampling: request.sampling,
            max_tokens: left.min(request.max_tokens as usize),
            ends: self.tokenizer.stops().collect(),
            breaks: Some(Arc::clone(&self.breaks)),
        };
        let reused = self.session.start(&prompt, options).map_err(failure)?;
        self.running = Some(Running {
            id: request.id,
            grammar,
            decoder: Decoder::default(),
            stops: StopTexts::new(request.stop),
            prompt_tokens: prompt.len() as u64,
            reused_tokens: reused as u64,
            answer_tokens: 0,
            began: now,
            read: None,
            told: now,
        });
        Ok(())
    }

    /// Does the next step of the answer that is under way, or a part of a long one, and hands out what is to be told of
    /// it.
    pub fn step(&mut self, clock: Clock<'_>, tell: &mut dyn FnMut(FromWorker)) {
        let Some(running) = &self.running else { return };
        let id = running.id;
        if let Err(error) = self.try_step(clock, tell) {
            self.running = None;
            tell(FromWorker::Failed { id: Some(id), error });
        }
    }

    fn try_step(&mut self, clock: Clock<'_>, tell: &mut dyn FnMut(FromWorker)) -> Result<(), LocalError> {
        let began = clock();
        while self.session.prepare().map_err(failure)? {
            if clock() - began >= SLICE {
                return Ok(());
            }
        }
        let Some(running) = &mut self.running else { return Ok(()) };
        let allowed = match &mut running.grammar {
            Some(grammar) if !self.session.is_reading() => Some(grammar.allowed()?),
            _ => None,
        };
        match self.session.step_among(allowed.as_ref()).map_err(failure)? {
            Step::Prompt { done, total } => {
                let now = clock();
                if now - running.told >= PROGRESS {
                    running.told = now;
                    let (done, total) = (done as u64, total as u64);
                    tell(FromWorker::Prompt { id: running.id, done, total });
                }
                if done == total {
                    running.read = Some(now);
                    self.go_on(None, clock, tell)?;
                }
            }
            Step::Token(token) => self.go_on(Some(token), clock, tell)?,
            Step::End(Reason::Token(_)) => self.end(EndReason::Stop, clock(), tell),
            Step::End(Reason::Limit | Reason::Context) => self.end(EndReason::Length, clock(), tell),
        }
        Ok(())
    }

    /// Hands out a chosen token and those that must follow it; ends the answer where nothing can follow.
    fn go_on(
        &mut self,
        chosen: Option<u32>,
        clock: Clock<'_>,
        tell: &mut dyn FnMut(FromWorker),
    ) -> Result<(), LocalError> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let mut tokens: Vec<u32> = chosen.into_iter().collect();
        let mut over = None;
        if let Some(grammar) = &mut running.grammar {
            chosen.map_or(Ok(()), |token| grammar.accept(token))?;
            let forced = grammar.forced()?;
            let added = self.session.add(&forced);
            if added < forced.len() {
                over = Some(EndReason::Length);
            } else if grammar.is_over() {
                over = Some(EndReason::Stop);
            }
            tokens.extend(forced.into_iter().take(added));
        }
        running.answer_tokens += tokens.len() as u64;
        // Marks are no text.
        tokens.retain(|token| !self.tokenizer.is_special(*token));
        let text: String =
            tokens.into_iter().map(|token| running.decoder.push(self.tokenizer.token_bytes(token))).collect();
        let (text, ended) = running.stops.push(&text);
        if !text.is_empty() {
            tell(FromWorker::Piece { id: running.id, text });
        }
        if let Some(reason) = ended.then_some(EndReason::Stop).or(over) {
            self.end(reason, clock(), tell);
        }
        Ok(())
    }

    fn grammar(&mut self, schema: &str) -> Result<Grammar, GrammarError> {
        let compiler = match self.compiler.take() {
            Some(compiler) => compiler,
            None => GrammarCompiler::new(Arc::clone(&self.tokenizer))?,
        };
        self.compiler.insert(compiler).compile(schema)
    }

    /// Ends the answer that is under way if it has this number, or whichever it is.
    pub fn cancel(&mut self, id: Option<u64>, now: f64, tell: &mut dyn FnMut(FromWorker)) {
        if self.running.as_ref().is_some_and(|running| id.is_none_or(|id| id == running.id)) {
            self.end(EndReason::Cancelled, now, tell);
        }
    }

    fn end(&mut self, reason: EndReason, now: f64, tell: &mut dyn FnMut(FromWorker)) {
        let Some(mut running) = self.running.take() else { return };
        let id = running.id;
        // Bytes that are no whole character are left out.
        let text = running.stops.finish();
        if !text.is_empty() {
            tell(FromWorker::Piece { id, text });
        }
        let read = running.read.unwrap_or(now);
        tell(FromWorker::Done {
            id,
            reason,
            prompt_tokens: running.prompt_tokens,
            reused_tokens: running.reused_tokens,
            answer_tokens: running.answer_tokens,
            prompt_ms: read - running.began,
            answer_ms: now - read,
        });
    }
}

/// Reads the head, with as much of the file as that takes.
fn head(file: &mut (impl Read + Seek)) -> Result<Header, LocalError> {
    let size = file.seek(SeekFrom::End(0)).map_err(|error| read_failure(&error))?;
    let mut bytes = Vec::new();
    let mut wanted = HEAD;
    loop {
        let have = bytes.len() as u64;
        file.seek(SeekFrom::Start(have)).map_err(|error| read_failure(&error))?;
        let more = wanted.min(MAX_HEADER).min(size).saturating_sub(have);
        file.by_ref().take(more).read_to_end(&mut bytes).map_err(|error| read_failure(&error))?;
        match Header::read_full(&bytes, size) {
            // Asked for a little at a time, a long head would be read very often.
            Err(HeaderError::NeedMore(least)) if bytes.len() as u64 > have => {
                wanted = least.max(bytes.len() as u64 * 2);
            }
            other => return other.map_err(LocalError::from),
        }
    }
}

impl From<GrammarError> for LocalError {
    fn from(error: GrammarError) -> Self {
        Self::Grammar { detail: error.to_string() }
    }
}

fn template_failure(error: &TemplateError) -> LocalError {
    LocalError::Template { detail: error.to_string() }
}

fn read_failure(error: &std::io::Error) -> LocalError {
    LocalError::Read { detail: error.to_string() }
}

/// Puts an error of the engine into those the page has words for.
fn failure(error: Error) -> LocalError {
    match error {
        Error::Read(error) => read_failure(&error),
        Error::Architecture(name) => Refusal::Architecture { name }.into(),
        Error::Memory(needed) => LocalError::TooBig { needed },
        Error::Context { needed, limit } => {
            LocalError::ContextFull { needed: needed.saturating_sub(1) as u64, context: limit as u64 }
        }
        Error::Token { .. } => LocalError::Tokenizer { detail: error.to_string() },
        Error::Empty => LocalError::Template { detail: error.to_string() },
        Error::Damaged(_) | Error::Unsupported(_) | Error::NoToken => LocalError::Read { detail: error.to_string() },
    }
}
