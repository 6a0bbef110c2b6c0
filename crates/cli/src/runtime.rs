//! The loop of the process: messages in, effects out, results back as messages; one thread, a store in memory.

use std::collections::VecDeque;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use super::clock::Clock;
use super::replay::Round;
use super::transport::Transport;
use espalier_agent::turn::{TurnId, TurnInput};
use espalier_app::effect::{CallBody, Effect, ModelCall};
use espalier_app::{Model, Msg, update};
use espalier_base::env::Env;
use espalier_model::{Record, Table};
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::{Commit, Durability, Query, Storage as _, StorageError};

/// The app in a process.
pub struct Runtime {
    /// State of the app.
    pub model: Model,
    /// Stored rows.
    pub storage: MemoryStorage,
    /// Rows of the file that are not for the app here, such as the endpoints of the page.
    pub aside: Vec<Record>,
    /// Requests to the endpoint with their answers.
    pub rounds: Vec<Round>,
    env: Env,
    clock: Clock,
    transport: Transport,
    calls: VecDeque<ModelCall>,
    wakes: Vec<(i64, TurnId, u32)>,
}

/// A step of progress while an answer is made.
pub enum Progress<'a> {
    /// The endpoint, or the built-in model, is asked.
    Asked(&'a ModelCall),
    /// The model changed.
    Moved(&'a Model),
}

/// Listener to progress.
pub type ProgressFn<'a> = &'a mut dyn FnMut(Progress<'_>);

impl Runtime {
    /// Makes an app in which nothing has happened yet.
    pub fn new(clock: Clock, transport: Transport) -> Self {
        Self {
            model: Model::default(),
            storage: MemoryStorage::default(),
            aside: Vec::new(),
            rounds: Vec::new(),
            env: clock.env(),
            clock,
            transport,
            calls: VecDeque::new(),
            wakes: Vec::new(),
        }
    }

    /// Sends a message and runs its immediate effects; slow ones wait for [`Runtime::go_on`].
    pub fn send(&mut self, msg: Msg) {
        let mut queue = VecDeque::from([msg]);
        while let Some(msg) = queue.pop_front() {
            self.env.now = self.clock.now();
            for effect in update(&mut self.model, msg, &mut self.env) {
                self.perform(effect, &mut queue);
            }
        }
    }

    fn perform(&mut self, effect: Effect, queue: &mut VecDeque<Msg>) {
        match effect {
            Effect::Load(tag, query) => {
                queue.push_back(Msg::Loaded(tag, finish(self.storage.load(query))));
            }
            Effect::Commit(id, commit, durability) => {
                queue.push_back(Msg::Committed(id, finish(self.storage.commit(commit, durability))));
            }
            Effect::CallModel(call) => self.calls.push_back(*call),
            Effect::CancelCall(turn) => self.calls.retain(|call| call.turn != turn),
            Effect::Soon(msg) => queue.push_back(*msg),
            Effect::Wake(turn, step, ms) => self.wakes.push((self.env.now.plus_ms(ms.into()).0, turn, step)),
            Effect::AwaitOwner(key) => queue.push_back(Msg::OwnerGone(key)),
            // The rest is for a page.
            _ => {}
        }
    }

    /// Stores rows before the app looks at them.
    pub fn store(&mut self, commit: Commit, durability: Durability) -> Result<(), StorageError> {
        finish(self.storage.commit(commit, durability))
    }

    /// Returns all stored records.
    pub fn records(&self) -> Result<Vec<Record>, StorageError> {
        finish(self.storage.load(Query::Tables(Table::ALL.to_vec()))).map(|loaded| loaded.records)
    }

    /// Runs all effects until only those are left that wait for a person.
    pub fn go_on(&mut self, watch: ProgressFn<'_>) {
        loop {
            watch(Progress::Moved(&self.model));
            if let Some(call) = self.calls.pop_front() {
                watch(Progress::Asked(&call));
                self.call(call, watch);
                continue;
            }
            let busy = self.model.running.values().any(|running| !running.is_parked());
            self.wakes.sort_unstable_by_key(|(at, ..)| *at);
            if !busy || self.wakes.is_empty() {
                return;
            }
            let (at, turn, step) = self.wakes.remove(0);
            self.clock.wait(u32::try_from(at - self.clock.now().0).unwrap_or(0));
            self.send(Msg::Turn(turn, step, TurnInput::Wake));
        }
    }

    fn call(&mut self, call: ModelCall, watch: ProgressFn<'_>) {
        let (turn, step) = (call.turn, call.step);
        let pieces = match call.request {
            CallBody::Builtin(pieces) => Ok(pieces),
            CallBody::Http(request) => {
                // What comes is told at once; the store of what was said is for a recording.
                let mut transport = std::mem::replace(&mut self.transport, Transport::Replay(VecDeque::new()));
                let mut answer = Vec::new();
                let result = transport.call(&request, &mut |piece| {
                    answer.extend_from_slice(&piece);
                    self.send(Msg::Turn(turn, step, TurnInput::Chunk(piece)));
                    watch(Progress::Moved(&self.model));
                });
                self.transport = transport;
                let answer = String::from_utf8_lossy(&answer).into_owned();
                self.rounds.push(Round { request: request.body, answer, error: result.clone().err() });
                result.map(|()| Vec::new())
            }
        };
        let end = match pieces {
            Ok(pieces) => {
                for piece in pieces {
                    self.send(Msg::Turn(turn, step, TurnInput::Chunk(piece)));
                    watch(Progress::Moved(&self.model));
                }
                TurnInput::Ended
            }
            Err(error) => TurnInput::Failed(error),
        };
        self.send(Msg::Turn(turn, step, end));
    }
}

/// Returns the result of a future that never waits: the store is in memory.
fn finish<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
