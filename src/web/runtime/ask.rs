//! Asking endpoints, and the built-in model.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Runtime, pieces, spawn};
use crate::web::page;
use crate::web::transport::{self, Call};
use espalier_agent::turn::{TurnId, TurnInput};
use espalier_app::Msg;
use espalier_app::effect::{CallBody, ModelCall, ProbeCall};
use espalier_base::base64;
use espalier_llm::error::{DeviceProblem, ErrorKind, LlmError};
use espalier_llm::provider;
use espalier_llm::request::HttpRequest;
use espalier_llm::retry::Timeouts;

/// Milliseconds between the pieces of the built-in model's answer, so that one sees it arrive and can stop it.
const BUILTIN_PAUSE_MS: u32 = 12;
/// Milliseconds that a page that is being left is still there at most.
const LEAVING_MS: u32 = 3_000;

fn no_program() -> LlmError {
    LlmError::new(ErrorKind::OnDevice { problem: DeviceProblem::ProgramMissing })
}

impl Runtime {
    pub(super) fn call(self: &Rc<Self>, call: ModelCall) {
        let Some(handle) = Call::new() else { return };
        let controller = handle.controller();
        self.calls.borrow_mut().insert(call.turn, handle);
        let runtime = self.clone();
        spawn(async move {
            let (turn, step) = (call.turn, call.step);
            let result = match call.request {
                CallBody::Http(request) => match runtime.filled(request).await {
                    Err(error) => Err(error),
                    Ok(request) if provider::is_on_device(call.provider.as_str()) => match pieces::device().await {
                        Ok(piece) => (piece.answer)(&runtime, (turn, step), &request, &controller).await,
                        Err(_) => Err(no_program()),
                    },
                    Ok(request) => {
                        let chunk = |bytes| runtime.dispatch(Msg::Turn(turn, step, TurnInput::Chunk(bytes)));
                        transport::stream(&call.provider, &request, &controller, request.timeouts, chunk).await
                    }
                },
                CallBody::Builtin(pieces) => runtime.say(turn, step, pieces, &controller).await,
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

    /// Puts the content of attached files into a request.
    async fn filled(&self, mut request: HttpRequest) -> Result<HttpRequest, LlmError> {
        let mut contents = BTreeMap::new();
        for hash in request.files() {
            let bytes = match hash.parse() {
                Ok(hash) => self.stored(&hash).await,
                Err(_) => None,
            };
            contents.extend(bytes.map(|bytes| (hash.to_owned(), base64::encode_padded(&bytes))));
        }
        let missing = |_| LlmError::new(ErrorKind::FileMissing);
        let filled = match request.fill(|hash| contents.get(hash).map(Into::into)).map_err(missing)? {
            Cow::Borrowed(_) => None,
            Cow::Owned(body) => Some(body),
        };
        request.body = filled.unwrap_or(request.body);
        Ok(request)
    }

    /// Hands on the built-in model's answer, piece by piece, until the person stops it.
    async fn say(
        self: &Rc<Self>,
        turn: TurnId,
        step: u32,
        pieces: Vec<Vec<u8>>,
        controller: &web_sys::AbortController,
    ) -> Result<(), LlmError> {
        for piece in pieces {
            if controller.signal().aborted() {
                return Err(LlmError::new(ErrorKind::Stopped));
            }
            self.dispatch(Msg::Turn(turn, step, TurnInput::Chunk(piece)));
            let hidden = page::window().and_then(|window| window.document()).is_some_and(|d| d.hidden());
            if !hidden {
                gloo::timers::future::TimeoutFuture::new(BUILTIN_PAUSE_MS).await;
            }
        }
        Ok(())
    }

    pub(super) fn probe(self: &Rc<Self>, probe: ProbeCall) {
        let runtime = self.clone();
        spawn(async move {
            let result = if provider::is_on_device(probe.provider.as_str()) {
                match pieces::device().await {
                    Ok(piece) => (piece.probe)(&runtime, &probe).await,
                    Err(_) => Err(no_program()),
                }
            } else {
                transport::fetch(&probe.provider, &probe.request, Timeouts::default()).await
            };
            runtime.dispatch(Msg::Probed(probe.provider, probe.purpose, result));
        });
    }
}
