//! Asking endpoints, and the built-in model.
//!
//! Must not be in here: what is asked (`app::prompt`, `app::connect`), how (`web::transport`).

use std::rc::Rc;

use super::{Runtime, spawn};
use crate::agent::turn::TurnInput;
use crate::app::Msg;
use crate::app::effect::{CallBody, ModelCall, ProbeCall};
use crate::llm::retry::Timeouts;
use crate::web::page;
use crate::web::transport::{self, Call};

/// Pause between the pieces of the built-in model's answer, so that one sees it arrive and can stop it.
const BUILTIN_PAUSE_MS: u32 = 12;
/// How long a page that is being left is still there at most.
const LEAVING_MS: u32 = 3_000;

impl Runtime {
    pub(super) fn call(self: &Rc<Self>, call: ModelCall) {
        let Some(handle) = Call::new() else { return };
        let controller = handle.controller();
        self.calls.borrow_mut().insert(call.turn, handle);
        let runtime = self.clone();
        spawn(async move {
            let (turn, step) = (call.turn, call.step);
            let result = match call.request {
                CallBody::Http(request) => {
                    let chunk = |bytes| runtime.dispatch(Msg::Turn(turn, step, TurnInput::Chunk(bytes)));
                    transport::stream(&call.provider, &request, &controller, Timeouts::default(), chunk).await
                }
                CallBody::Builtin(pieces) => {
                    for piece in pieces {
                        if controller.signal().aborted() {
                            return;
                        }
                        runtime.dispatch(Msg::Turn(turn, step, TurnInput::Chunk(piece)));
                        let hidden = page::window().and_then(|window| window.document()).is_some_and(|d| d.hidden());
                        if !hidden {
                            gloo::timers::future::TimeoutFuture::new(BUILTIN_PAUSE_MS).await;
                        }
                    }
                    Ok(())
                }
            };
            // A page that is being left cuts its answers off; that is no failure of the connection. Where the page stays
            // after all, it is told a moment later.
            if result.is_err() && runtime.leaving.get() {
                gloo::timers::future::TimeoutFuture::new(LEAVING_MS).await;
            }
            let input = match result {
                Ok(()) => TurnInput::Ended,
                Err(error) => TurnInput::Failed(error),
            };
            runtime.dispatch(Msg::Turn(turn, step, input));
        });
    }

    pub(super) fn probe(self: &Rc<Self>, probe: ProbeCall) {
        let runtime = self.clone();
        spawn(async move {
            let result = transport::fetch(&probe.provider, &probe.request, Timeouts::default()).await;
            runtime.dispatch(Msg::Probed(probe.provider, probe.purpose, result));
        });
    }
}
