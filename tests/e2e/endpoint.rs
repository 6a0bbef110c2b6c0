//! A scripted model endpoint: real HTTP with CORS, whose every byte, pause and failure the test decides.
//!
//! Must not be forgiving: it records what it was sent exactly as it came.

pub mod reply;

use std::collections::VecDeque;
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use serde_json::{Value, json};

use crate::browser::{LIMIT, now};
use crate::http::{Listener, Request};
pub use reply::{Gate, Reply};

/// One request as it came in.
#[derive(Debug, Clone)]
pub struct Recorded {
    pub request: Request,
    /// The body as JSON; `Null` if it is none.
    pub body: Value,
    pub at: Instant,
    /// Time at which the client closed the connection although the answer was not complete.
    pub aborted_at: Option<Instant>,
    /// Time at which the last byte of the answer was handed to the network.
    pub finished_at: Option<Instant>,
}

impl Recorded {
    pub fn is_chat(&self) -> bool {
        self.request.method == "POST" && self.request.path().ends_with("/chat/completions")
    }

    /// Roles and texts of the messages in the body, in order.
    pub fn messages(&self) -> Vec<(String, String)> {
        let list = self.body["messages"].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        list.iter().map(|message| (text(&message["role"]), text(&message["content"]))).collect()
    }
}

type Responder = dyn Fn(&Recorded) -> Option<Reply> + Send + Sync;

#[derive(Default)]
struct State {
    script: VecDeque<Reply>,
    responder: Option<Arc<Responder>>,
    recorded: Vec<Recorded>,
    cors: bool,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

pub struct Endpoint {
    listener: Listener,
    shared: Arc<Shared>,
}

impl Endpoint {
    pub fn start() -> Self {
        Self::start_at(0)
    }

    /// Listens at a certain port; at 0 at any that is free.
    pub fn start_at(port: u16) -> Self {
        let shared =
            Arc::new(Shared { state: Mutex::new(State { cors: true, ..State::default() }), changed: Condvar::new() });
        let serving = Arc::clone(&shared);
        let listener = Listener::start_at(port, move |request, stream| serve(&serving, request, stream));
        Self { listener, shared }
    }

    /// Returns the base URL as a user types it.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.listener.address)
    }

    /// Scripts the reply to the next chat request. Without a script, each gets a short friendly one.
    pub fn reply(&self, reply: Reply) {
        self.shared.state.lock().unwrap().script.push_back(reply);
    }

    /// Sets the function asked for every request (also `/models`) when the script is empty; `None` leaves it to the
    /// default.
    pub fn respond(&self, responder: impl Fn(&Recorded) -> Option<Reply> + Send + Sync + 'static) {
        self.shared.state.lock().unwrap().responder = Some(Arc::new(responder));
    }

    /// Sends CORS headers or not: without them a browser refuses to show the page any answer.
    pub fn set_cors(&self, cors: bool) {
        self.shared.state.lock().unwrap().cors = cors;
    }

    pub fn recorded(&self) -> Vec<Recorded> {
        self.shared.state.lock().unwrap().recorded.clone()
    }

    /// Chat requests in the order in which they came.
    pub fn chats(&self) -> Vec<Recorded> {
        self.recorded().into_iter().filter(Recorded::is_chat).collect()
    }

    /// Forgets the requests so far, so that a test counts only its own.
    pub fn forget(&self) {
        self.shared.state.lock().unwrap().recorded.clear();
    }

    /// Waits until that many chat requests came and returns the last of them.
    #[track_caller]
    pub fn wait_chats(&self, count: usize) -> Recorded {
        self.wait(&format!("{count} chat requests"), |recorded| {
            recorded.iter().filter(|one| one.is_chat()).nth(count - 1).cloned()
        })
    }

    /// Waits until a client closed a connection early and returns that request.
    #[track_caller]
    pub fn wait_abort(&self) -> Recorded {
        self.wait("an aborted request", |recorded| recorded.iter().find(|one| one.aborted_at.is_some()).cloned())
    }

    #[track_caller]
    fn wait(&self, what: &str, find: impl Fn(&[Recorded]) -> Option<Recorded>) -> Recorded {
        let start = now();
        let mut state = self.shared.state.lock().unwrap();
        loop {
            if let Some(found) = find(&state.recorded) {
                return found;
            }
            let left = LIMIT.saturating_sub(start.elapsed());
            assert!(!left.is_zero(), "waited for {what}, got {:#?}", state.recorded);
            state = self.shared.changed.wait_timeout(state, left).unwrap().0;
        }
    }
}

fn serve(shared: &Shared, request: Request, mut stream: TcpStream) {
    let preflight = request.method == "OPTIONS";
    let body = serde_json::from_slice(&request.body).unwrap_or(Value::Null);
    let recorded = Recorded { request, body, at: now(), aborted_at: None, finished_at: None };
    let (number, reply, cors) = {
        let mut state = shared.state.lock().unwrap();
        state.recorded.push(recorded.clone());
        let number = state.recorded.len() - 1;
        let scripted = if recorded.is_chat() { state.script.pop_front() } else { None };
        (number, scripted.ok_or_else(|| state.responder.clone()), state.cors)
    };
    shared.changed.notify_all();
    let reply = if preflight {
        Reply::status(204, "")
    } else {
        reply.unwrap_or_else(|responder| {
            responder.and_then(|responder| responder(&recorded)).unwrap_or_else(|| default_reply(&recorded))
        })
    };
    let complete = reply.send(&mut stream, cors);
    let mut state = shared.state.lock().unwrap();
    // A test may have forgotten the request in the meantime.
    if let Some(entry) = state.recorded.get_mut(number).filter(|entry| entry.at == recorded.at) {
        match complete {
            Ok(()) => entry.finished_at = Some(now()),
            Err(_) => entry.aborted_at = Some(now()),
        }
    }
    drop(state);
    shared.changed.notify_all();
}

fn default_reply(recorded: &Recorded) -> Reply {
    if recorded.request.path().ends_with("/models") {
        let models = json!({ "object": "list", "data": [
            { "id": "test-model", "object": "model" }, { "id": "other-model", "object": "model" },
        ]});
        return Reply::json(200, &models);
    }
    if !recorded.is_chat() {
        return Reply::status(404, "no such path");
    }
    if recorded.body["stream"] == json!(true) {
        return Reply::text(&["All ", "right."]);
    }
    Reply::json(
        200,
        &json!({
            "id": "chatcmpl-1", "object": "chat.completion", "model": "test-model",
            "choices": [{ "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": "All right." } }],
            "usage": { "prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5 },
        }),
    )
}
