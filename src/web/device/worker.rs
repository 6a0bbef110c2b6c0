//! The worker that runs a model: starting it, messages to and from it, its end.

use std::cell::Cell;
use std::rc::Rc;

use futures::StreamExt as _;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use wasm_bindgen::prelude::*;
use web_sys::{AbortSignal, MessageEvent, Worker};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = espalier, js_name = modelWorker)]
    fn model_worker() -> Result<Worker, JsValue>;

    #[wasm_bindgen(catch, js_namespace = espalier, js_name = keepModelProgram)]
    async fn keep_model_program() -> Result<JsValue, JsValue>;
}

/// Has the program of the worker kept for offline use; says whether it is.
pub async fn keep_program() -> bool {
    let kept = keep_model_program().await;
    if let Err(error) = &kept {
        log::warn!("the program that runs models is not kept: {error:?}");
    }
    kept.is_ok()
}

/// Sign that an answer is to stop.
pub struct Signal(AbortSignal);

impl Drop for Signal {
    fn drop(&mut self) {
        // A request is also aborted when it is over, and then nobody is there to hear it.
        self.0.set_onabort(None);
    }
}

impl Signal {
    /// Makes the sign of a request.
    pub const fn new(signal: AbortSignal) -> Self {
        Self(signal)
    }

    /// Whether the answer was stopped.
    pub fn is_raised(&self) -> bool {
        self.0.aborted()
    }
}

/// Event while a worker is waited for.
pub enum Heard {
    /// A message of the worker.
    Message(String),
    /// The person stopped the answer.
    Stopped,
    /// The worker ended; whether it had said anything before.
    Ended {
        /// Whether it had begun to run.
        begun: bool,
    },
}

enum Event {
    Message(String),
    Stopped,
    Ended,
}

/// A worker.
pub struct ModelWorker {
    worker: Worker,
    events: UnboundedReceiver<Event>,
    sender: UnboundedSender<Event>,
    has_ended: Rc<Cell<bool>>,
    has_spoken: bool,
    on_stop: Option<Closure<dyn FnMut()>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut()>,
}

/// The means to end a worker at once.
#[derive(Clone)]
pub struct End {
    worker: Worker,
    sender: UnboundedSender<Event>,
    has_ended: Rc<Cell<bool>>,
}

impl End {
    /// Ends the worker.
    pub fn now(&self) {
        self.has_ended.set(true);
        self.worker.terminate();
        // Nobody listens where nothing is waited for.
        drop(self.sender.unbounded_send(Event::Ended));
    }
}

impl Drop for ModelWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl ModelWorker {
    /// Starts a worker; `None` where the browser does not.
    pub fn start() -> Option<Self> {
        let worker = model_worker().map_err(|error| log::warn!("no worker: {error:?}")).ok()?;
        let (sender, events) = unbounded();
        let to = sender.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                drop(to.unbounded_send(Event::Message(text)));
            }
        });
        let has_ended = Rc::new(Cell::new(false));
        let (to, ends) = (sender.clone(), has_ended.clone());
        let on_error = Closure::new(move || {
            ends.set(true);
            drop(to.unbounded_send(Event::Ended));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self {
            worker,
            events,
            sender,
            has_ended,
            has_spoken: false,
            on_stop: None,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Returns the means to end it.
    pub fn end(&self) -> End {
        End { worker: self.worker.clone(), sender: self.sender.clone(), has_ended: self.has_ended.clone() }
    }

    /// Whether it has ended.
    pub fn is_ended(&self) -> bool {
        self.has_ended.get()
    }

    /// Hears from now on when this sign is raised, and nothing of what came before.
    pub fn listen_to(&mut self, signal: &Signal) {
        while self.events.try_recv().is_ok() {}
        let to = self.sender.clone();
        let on_stop = Closure::new(move || drop(to.unbounded_send(Event::Stopped)));
        signal.0.set_onabort(Some(on_stop.as_ref().unchecked_ref()));
        self.on_stop = Some(on_stop);
    }

    /// Sends a message.
    pub fn send(&self, message: &str) {
        if let Err(error) = self.worker.post_message(&JsValue::from_str(message)) {
            log::warn!("message to the worker: {error:?}");
        }
    }

    /// Waits for what comes next.
    pub async fn next(&mut self) -> Heard {
        match self.events.next().await {
            Some(Event::Message(text)) => {
                self.has_spoken = true;
                Heard::Message(text)
            }
            Some(Event::Stopped) => Heard::Stopped,
            Some(Event::Ended) | None => Heard::Ended { begun: self.has_spoken },
        }
    }
}
