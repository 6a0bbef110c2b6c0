//! One connection to a browser through its debugging protocol, shared by every page (flat sessions).
//!
//! Must not know what a page or a test is: it moves commands, answers and events.

use std::collections::HashMap;
use std::fmt;
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

/// Longest time that one command may take before the browser counts as stuck.
const COMMAND_LIMIT: Duration = Duration::from_mins(1);

/// Function called on the reading thread with an event's method and parameters; it must not wait for an answer.
pub type Listener = Arc<dyn Fn(&str, &Value) + Send + Sync>;

#[derive(Debug, Clone)]
pub enum CdpError {
    /// The browser answered with an error: method, message.
    Refused(String, String),
    /// No answer in time.
    Timeout(String),
    /// The connection is gone, usually because the browser was killed.
    Closed(String),
}

impl fmt::Display for CdpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(method, message) => write!(f, "{method}: {message}"),
            Self::Timeout(method) => write!(f, "{method}: no answer within {COMMAND_LIMIT:?}"),
            Self::Closed(method) => write!(f, "{method}: the browser is gone"),
        }
    }
}

/// Waiting callers by command; an error is its message.
type Pending = HashMap<u64, Sender<Result<Value, String>>>;

pub struct Cdp {
    writer: Mutex<WebSocket<TcpStream>>,
    next_id: AtomicU64,
    /// Waiting callers; `None` once the connection closed, so that late calls fail at once instead of waiting.
    pending: Mutex<Option<Pending>>,
    listeners: Mutex<HashMap<String, Listener>>,
}

impl Cdp {
    /// Connects to `ws://127.0.0.1:PORT/PATH` and starts the reading thread.
    pub fn connect(port: u16, path: &str) -> Arc<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("the DevTools port accepts connections");
        stream.set_nodelay(true).expect("TCP_NODELAY is settable");
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let url = format!("ws://127.0.0.1:{port}{path}");
        let (writer, _) =
            tungstenite::client::client_with_config(url.as_str(), stream, Some(config)).expect("WebSocket handshake");
        // The browser says nothing before the first command, so the reading half starts with an empty buffer.
        let reading = writer.get_ref().try_clone().expect("a socket can be cloned");
        let reader = WebSocket::from_raw_socket(reading, Role::Client, Some(config));
        let cdp = Arc::new(Self {
            writer: Mutex::new(writer),
            next_id: AtomicU64::new(1),
            pending: Mutex::new(Some(HashMap::new())),
            listeners: Mutex::new(HashMap::new()),
        });
        let shared = Arc::clone(&cdp);
        thread::spawn(move || shared.read_all(reader));
        cdp
    }

    /// Sends a command and waits for its answer.
    pub fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, CdpError> {
        let (sender, answer) = channel();
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        match &mut *self.pending.lock().unwrap() {
            Some(pending) => pending.insert(id, sender),
            None => return Err(CdpError::Closed(method.into())),
        };
        self.send(id, session, method, params)?;
        match answer.recv_timeout(COMMAND_LIMIT) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(message)) => Err(CdpError::Refused(method.into(), message)),
            Err(RecvTimeoutError::Timeout) => Err(CdpError::Timeout(method.into())),
            Err(RecvTimeoutError::Disconnected) => Err(CdpError::Closed(method.into())),
        }
    }

    /// Sends a command whose answer nobody waits for; usable from a listener.
    pub fn post(&self, session: Option<&str>, method: &str, params: Value) {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        // A closed browser needs no answer either.
        let _ = self.send(id, session, method, params);
    }

    /// Sends every event of `session` to `listener`; "" is the browser itself.
    pub fn listen(&self, session: &str, listener: Listener) {
        self.listeners.lock().unwrap().insert(session.into(), listener);
    }

    pub fn unlisten(&self, session: &str) {
        self.listeners.lock().unwrap().remove(session);
    }

    fn send(&self, id: u64, session: Option<&str>, method: &str, params: Value) -> Result<(), CdpError> {
        let mut command = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        let sent = self.writer.lock().unwrap().send(Message::text(command.to_string()));
        sent.map_err(|_| CdpError::Closed(method.into()))
    }

    fn read_all(&self, mut reader: WebSocket<TcpStream>) {
        while let Ok(message) = reader.read() {
            let Message::Text(text) = message else { continue };
            let Ok(value) = serde_json::from_str::<Value>(text.as_str()) else {
                continue;
            };
            self.dispatch(&value);
        }
        // Dropping the senders wakes everybody who waits.
        *self.pending.lock().unwrap() = None;
    }

    fn dispatch(&self, value: &Value) {
        if let Some(id) = value["id"].as_u64() {
            let sender = self.pending.lock().unwrap().as_mut().and_then(|pending| pending.remove(&id));
            let Some(sender) = sender else { return };
            let answer = match value.get("error") {
                Some(error) => Err(error["message"].as_str().unwrap_or("unknown error").to_owned()),
                None => Ok(value["result"].clone()),
            };
            // The caller may have given up; its limit was reported there.
            let _ = sender.send(answer);
            return;
        }
        let session = value["sessionId"].as_str().unwrap_or("");
        let listener = self.listeners.lock().unwrap().get(session).cloned();
        if let (Some(listener), Some(method)) = (listener, value["method"].as_str()) {
            listener(method, &value["params"]);
        }
    }
}
