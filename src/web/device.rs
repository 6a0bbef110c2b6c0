//! Models on this device: their files, and the worker that runs them. Bytes are moved here; what they mean is known to
//! the chunk [`DeviceApi`] comes with.

pub mod download;
pub mod files;
mod worker;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use futures::lock::Mutex;
use gloo::timers::callback::Timeout;

use self::worker::ModelWorker;
use super::chunks;
use espalier_app::chunks::{Chunk, ChunkError};
use espalier_app::device::Preparation;
use espalier_app::device::api::{Ask, DeviceApi, Heard};
use espalier_llm::error::{DeviceProblem, ErrorKind, LlmError};

pub use self::worker::{Signal, keep_program};

/// Milliseconds that a worker has to stop an answer: a step of a large model may take seconds.
const STOP_MS: u32 = 5_000;

/// News of a request while it is answered.
pub enum Told {
    /// This model is in memory now; `None` where none is.
    InMemory(Option<String>),
    /// The model prepares its answer.
    Preparing(Preparation),
    /// Events of the answer's stream.
    Events(String),
}

/// The worker, and the name of the model it has loaded.
#[derive(Default)]
pub struct DeviceHost {
    /// Held while a model is loaded or answers: it does one thing at a time.
    running: Mutex<Option<Loaded>>,
    /// Means to end the worker while it is held.
    ended: RefCell<Option<worker::End>>,
    /// Number of the last question.
    last: Cell<u64>,
    /// Files that were chosen or dropped, to be added in this order.
    pub given: RefCell<VecDeque<web_sys::File>>,
    /// Whether the file that is being added is not to be any more.
    pub cancelled: Cell<bool>,
    /// Means to stop the download.
    pub downloading: RefCell<Option<web_sys::AbortController>>,
}

struct Loaded {
    worker: ModelWorker,
    model: Option<String>,
}

impl Loaded {
    /// Loads a model in place of the one that is loaded.
    async fn load(&mut self, api: &DeviceApi, name: &str, tell: &mut dyn FnMut(Told)) -> Result<(), LlmError> {
        let Self { worker, model } = self;
        *model = None;
        tell(Told::InMemory(None));
        worker.send(&(api.open)(name, None));
        loop {
            match worker.next().await {
                // What is half loaded cannot be used.
                worker::Heard::Stopped => {
                    worker.end().now();
                    return Err(LlmError::new(ErrorKind::Stopped));
                }
                worker::Heard::Ended { begun } => return Err(ended(begun)),
                worker::Heard::Message(text) => match (api.hear)(&text) {
                    Heard::Ready => break,
                    Heard::Failed(error) => return Err(error),
                    Heard::Preparing(preparation) => tell(Told::Preparing(preparation)),
                    Heard::Events(..) => {}
                },
            }
        }
        *model = Some(name.to_owned());
        tell(Told::InMemory(model.clone()));
        Ok(())
    }
}

fn error(problem: DeviceProblem) -> LlmError {
    LlmError::new(ErrorKind::OnDevice { problem })
}

/// Returns the functions, once the chunk they come in is here.
pub async fn api() -> Result<&'static DeviceApi, ChunkError> {
    chunks::fetch(Chunk::Device).await?;
    espalier_ui::chunks::arrived(Chunk::Device).device.ok_or(ChunkError::Gone)
}

impl DeviceHost {
    /// Answers a request: tells its news until the events of its stream end or it is stopped.
    pub async fn answer(&self, body: &str, signal: &Signal, tell: &mut dyn FnMut(Told)) -> Result<(), LlmError> {
        let api = api().await.map_err(|_| error(DeviceProblem::ProgramMissing))?;
        let id = self.last.get() + 1;
        self.last.set(id);
        let random = js_sys::Math::random().to_bits();
        let ask = (api.ask)(id, body, random)?;
        if ask.model.is_empty() {
            // The last model was deleted, and none was chosen since.
            return Err(error(DeviceProblem::FileMissing));
        }
        let mut running = self.running.lock().await;
        if signal.is_raised() {
            return Err(LlmError::new(ErrorKind::Stopped));
        }
        let result = self.run(api, &mut running, (id, &ask), signal, tell).await;
        if result.as_ref().is_err_and(ends_worker) {
            *running = None;
            self.ended.take();
            tell(Told::InMemory(None));
        }
        result
    }

    async fn run(
        &self,
        api: &DeviceApi,
        running: &mut Option<Loaded>,
        (id, ask): (u64, &Ask),
        signal: &Signal,
        tell: &mut dyn FnMut(Told),
    ) -> Result<(), LlmError> {
        if running.as_ref().is_none_or(|running| running.worker.is_ended()) {
            let worker = ModelWorker::start().ok_or_else(|| error(DeviceProblem::ProgramMissing))?;
            *self.ended.borrow_mut() = Some(worker.end());
            *running = Some(Loaded { worker, model: None });
        }
        let Some(loaded) = running else { return Err(error(DeviceProblem::Crashed)) };
        loaded.worker.listen_to(signal);
        if loaded.model.as_ref() != Some(&ask.model) {
            loaded.load(api, &ask.model, tell).await?;
        }
        let Loaded { worker, model } = loaded;
        worker.send(&ask.message);
        // Set once it is to stop; ends a worker that does not.
        let mut stopping: Option<Timeout> = None;
        loop {
            match worker.next().await {
                worker::Heard::Stopped => {
                    let end = worker.end();
                    stopping = Some(Timeout::new(STOP_MS, move || end.now()));
                    worker.send(&(api.cancel)(id));
                }
                worker::Heard::Ended { .. } if stopping.is_some() => {
                    *model = None;
                    tell(Told::InMemory(None));
                    return Err(LlmError::new(ErrorKind::Stopped));
                }
                worker::Heard::Ended { begun } => return Err(ended(begun)),
                worker::Heard::Message(text) => match (api.hear)(&text) {
                    Heard::Events(_, true) if stopping.is_some() => return Err(LlmError::new(ErrorKind::Stopped)),
                    Heard::Events(events, is_last) => {
                        if stopping.is_none() {
                            tell(Told::Events(events));
                        }
                        if is_last {
                            return Ok(());
                        }
                    }
                    Heard::Failed(error) => return Err(error),
                    Heard::Preparing(preparation) => {
                        if stopping.is_none() {
                            tell(Told::Preparing(preparation));
                        }
                    }
                    Heard::Ready => {}
                },
            }
        }
    }

    /// Ends the worker, which frees its memory; an answer that it makes ends with an error.
    pub fn free(&self) {
        if let Some(end) = self.ended.take() {
            end.now();
        }
        if let Some(mut running) = self.running.try_lock() {
            *running = None;
        }
    }

    /// Whether nothing is being loaded or answered.
    pub fn is_idle(&self) -> bool {
        self.running.try_lock().is_some()
    }
}

fn ended(begun: bool) -> LlmError {
    error(if begun { DeviceProblem::Crashed } else { DeviceProblem::ProgramMissing })
}

/// Whether a worker that ended an answer this way is not to be used again.
fn ends_worker(error: &LlmError) -> bool {
    matches!(
        error.kind,
        ErrorKind::OnDevice { problem: DeviceProblem::Crashed | DeviceProblem::ProgramMissing | DeviceProblem::Memory }
    )
}
