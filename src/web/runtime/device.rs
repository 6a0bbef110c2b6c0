//! Models on this device: keeping their files, having them answer, and freeing their memory when nobody asks.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::AbortController;

use super::{Runtime, pieces, spawn};
use crate::web::device::{self, Signal, Told, download, files as kept};
use crate::web::files;
use espalier_agent::turn::{TurnId, TurnInput};
use espalier_app::Msg;
use espalier_app::chunks::ChunkError;
use espalier_app::device::download::{DownloadMsg, DownloadProblem};
use espalier_app::device::{DeviceMsg, FileRefusal};
use espalier_app::effect::{DeviceEffect, DownloadEffect, ProbeCall};
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_llm::request::HttpRequest;

/// Milliseconds without a question after which the memory of a model is freed.
const IDLE_MS: u32 = 10 * 60 * 1_000;

impl Runtime {
    /// Performs an effect on models on this device, once the code for it is here.
    pub(super) fn device(self: &Rc<Self>, effect: DeviceEffect) {
        match effect {
            DeviceEffect::Take(input) => self.take_models(files::chosen(input)),
            DeviceEffect::Cancel => {
                self.device.cancelled.set(true);
                self.device.given.borrow_mut().clear();
            }
            DeviceEffect::Free => self.free_model(),
            effect => {
                let runtime = self.clone();
                spawn(async move {
                    match pieces::device().await {
                        Ok(piece) => (piece.perform)(&runtime, effect),
                        Err(error) => runtime.not_performed(effect, error),
                    }
                });
            }
        }
    }

    fn not_performed(self: &Rc<Self>, effect: DeviceEffect, error: ChunkError) {
        log::warn!("no code for models on this device: {error:?}");
        let problem = DownloadProblem::File(FileRefusal::NoCode);
        match effect {
            DeviceEffect::Add => {
                let name = self.device.given.borrow_mut().pop_front().map(|file| file.name());
                self.dispatch(Msg::Device(
                    name.map_or(DeviceMsg::Cancelled, |name| DeviceMsg::Added(name, Err(FileRefusal::NoCode))),
                ));
            }
            DeviceEffect::Download(_) => {
                self.dispatch(Msg::Device(DeviceMsg::Download(DownloadMsg::Ended(Err(problem)))));
            }
            _ => {}
        }
    }

    /// Ends the worker unless it is loading a model or answering.
    pub(super) fn free_idle_model(self: &Rc<Self>) {
        if self.device.is_idle() {
            self.free_model();
        }
    }

    fn free_model(self: &Rc<Self>) {
        self.device.free();
        self.dispatch(Msg::Device(DeviceMsg::InMemory(None)));
    }

    /// Takes files that were chosen or dropped, to be added one after another.
    pub(super) fn take_models(self: &Rc<Self>, files: Vec<web_sys::File>) {
        let names = files.iter().map(web_sys::File::name).collect();
        self.device.given.borrow_mut().extend(files);
        self.dispatch(Msg::Device(DeviceMsg::Given(names)));
    }
}

/// Performs an effect.
pub(super) fn perform(runtime: &Rc<Runtime>, effect: DeviceEffect) {
    match effect {
        DeviceEffect::List => runtime.list_models(),
        DeviceEffect::Add => {
            let next = runtime.device.given.borrow_mut().pop_front();
            match next {
                Some(file) => runtime.add_model(file),
                None => runtime.dispatch(Msg::Device(DeviceMsg::Cancelled)),
            }
        }
        DeviceEffect::Download(effect) => runtime.download(effect),
        DeviceEffect::Delete(name) => {
            runtime.free_model();
            let runtime = runtime.clone();
            spawn(async move {
                kept::delete(&name).await;
                runtime.list_models();
            });
        }
        // Done without this code.
        DeviceEffect::Take(_) | DeviceEffect::Cancel | DeviceEffect::Free => {}
    }
}

/// Has a model on this device answer a request of a turn.
pub(super) async fn answer(
    runtime: &Rc<Runtime>,
    (turn, step): (TurnId, u32),
    request: &HttpRequest,
    controller: &AbortController,
) -> Result<(), LlmError> {
    let mut tell = |told| {
        runtime.dispatch(match told {
            Told::Events(events) => Msg::Turn(turn, step, TurnInput::Chunk(events.into_bytes())),
            Told::Preparing(preparation) => Msg::Device(DeviceMsg::Preparing(turn, preparation)),
            Told::InMemory(name) => Msg::Device(DeviceMsg::InMemory(name)),
        });
    };
    runtime.ask_here(&request.body, controller, &mut tell).await
}

/// Asks a model for the test of the connection.
pub(super) async fn probe(runtime: &Rc<Runtime>, probe: &ProbeCall) -> Result<String, LlmError> {
    let Ok(controller) = AbortController::new() else { return Err(LlmError::new(ErrorKind::Refused)) };
    let mut said = String::new();
    let mut tell = |told| match told {
        Told::Events(events) => said.push_str(&events),
        Told::InMemory(name) => runtime.dispatch(Msg::Device(DeviceMsg::InMemory(name))),
        // The test says itself that it is under way.
        Told::Preparing(_) => {}
    };
    runtime.ask_here(&probe.request.body, &controller, &mut tell).await?;
    Ok(said)
}

impl Runtime {
    fn download(self: &Rc<Self>, effect: DownloadEffect) {
        let told = |msg| Msg::Device(DeviceMsg::Download(msg));
        match effect {
            DownloadEffect::Look => self.answer(async move {
                let found = match device::api().await {
                    Ok(api) => download::look(api).await,
                    Err(_) => None,
                };
                told(DownloadMsg::Found(found))
            }),
            DownloadEffect::Ask(address) => {
                self.answer(async move { told(DownloadMsg::Sized(download::ask(&address).await)) });
            }
            DownloadEffect::Fetch(address) => self.fetch_model(address),
            DownloadEffect::Stop => {
                if let Some(controller) = &*self.device.downloading.borrow() {
                    controller.abort();
                }
            }
            DownloadEffect::Remove => self.answer(async move {
                download::remove().await;
                told(DownloadMsg::Removed)
            }),
        }
    }

    fn fetch_model(self: &Rc<Self>, address: String) {
        let runtime = self.clone();
        let controller = AbortController::new().ok();
        self.device.downloading.borrow_mut().clone_from(&controller);
        self.answer(async move {
            let tell = |msg| runtime.dispatch(Msg::Device(DeviceMsg::Download(msg)));
            let result = match (device::api().await, controller) {
                (Ok(api), Some(controller)) => download::fetch(api, &address, &controller, tell).await,
                _ => Err(DownloadProblem::File(FileRefusal::NoCode)),
            };
            Msg::Device(DeviceMsg::Download(match result {
                Ok(true) => DownloadMsg::Ended(Ok(device::keep_program().await)),
                Ok(false) => DownloadMsg::Stopped,
                Err(problem) => DownloadMsg::Ended(Err(problem)),
            }))
        });
    }

    fn list_models(self: &Rc<Self>) {
        let runtime = self.clone();
        spawn(async move {
            match device::api().await {
                Ok(api) => runtime.dispatch(Msg::Device(DeviceMsg::Listed(kept::list(api).await))),
                Err(error) => log::warn!("models are not listed: {error:?}"),
            }
        });
    }

    fn add_model(self: &Rc<Self>, file: web_sys::File) {
        let runtime = self.clone();
        self.device.cancelled.set(false);
        self.answer(async move {
            let name = file.name();
            let Ok(api) = device::api().await else {
                return Msg::Device(DeviceMsg::Added(name, Err(FileRefusal::NoCode)));
            };
            let is_cancelled = || runtime.device.cancelled.get();
            let progress = |state| runtime.dispatch(Msg::Device(DeviceMsg::Progress(file.name(), state)));
            Msg::Device(match kept::add(api, &file, is_cancelled, progress).await {
                Some(Ok(_)) => DeviceMsg::Added(name, Ok(device::keep_program().await)),
                Some(Err(refusal)) => DeviceMsg::Added(name, Err(refusal)),
                None => DeviceMsg::Cancelled,
            })
        });
    }

    async fn ask_here(
        self: &Rc<Self>,
        body: &str,
        controller: &AbortController,
        tell: &mut dyn FnMut(Told),
    ) -> Result<(), LlmError> {
        let signal = Signal::new(controller.signal());
        let result = self.device.answer(body, &signal, tell).await;
        let asked = self.device_asked.get() + 1;
        self.device_asked.set(asked);
        let runtime = self.clone();
        Timeout::new(IDLE_MS, move || {
            if runtime.device_asked.get() == asked {
                runtime.free_idle_model();
            }
        })
        .forget();
        result
    }
}
