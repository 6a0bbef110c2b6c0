//! Models on this device: files that are kept in this browser and run in the page.
//!
//! - V1 The models of the connection are those whose files are kept: each listing brings its row up to date.
//! - V2 A file is checked before a byte of it is copied. One that is refused, cut off or cancelled changes nothing.
//! - V3 Preparation is known only between a request and the first text, the end or the failure of its answer.
//! - V4 Files are added one after another, in the order in which they were given.

pub mod api;
pub mod catalogue;
pub mod download;

use std::collections::VecDeque;

use self::api::DeviceSlot;
use self::download::{Download, DownloadMsg};
use super::chunks::{Chunk, DeferredMsg};
use super::connect::ConnectPage;
use super::effect::{DeviceEffect, Effect, Resume};
use super::{Dialog, Model, Msg, Notice, connect, edit, notify};
use espalier_agent::turn::{TurnId, TurnInput};
use espalier_llm::models::ModelTraits;
use espalier_llm::provider::{self, DEVICE};
pub use espalier_local_model::FileRefusal;
use espalier_model::settings::ModelChoice;
use espalier_model::{Endpoint, Slug};
use espalier_storage::port::Durability;

/// A model whose file is kept in this browser.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptModel {
    /// Name of its file.
    pub name: String,
    /// Bytes of its file.
    pub bytes: u64,
    /// Expectations of it; or why it cannot run.
    pub check: Result<Expectation, FileRefusal>,
}

/// Expectations of a model, from the head of its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Tokens of context that it is run with.
    pub context: u64,
    /// Bytes of memory that it takes.
    pub memory: u64,
    /// Tokens in a second, a guess.
    pub tokens_per_second: f64,
    /// Whether its file says how a conversation is put to it.
    pub has_template: bool,
}

/// Progress of a file that is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddState {
    /// Its head is being read.
    Checking,
    /// So many bytes of all were copied.
    Copying(u64, u64),
    /// So many bytes of the copy were compared with the file.
    Comparing(u64, u64),
}

/// Work of a model before the first text of an answer, in per cent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preparation {
    /// Its file is loaded into memory.
    Loading(u8),
    /// It reads the prompt.
    Reading(u8),
}

/// Models on this device, none of it stored but their files.
#[derive(Debug, Default)]
pub struct DeviceModels {
    /// The kept models by name, once listed.
    pub kept: Option<Vec<KeptModel>>,
    /// The file that is being added.
    pub adding: Option<(String, AddState)>,
    /// Names of the files that are added after it, in order.
    pub waiting: VecDeque<String>,
    /// The files given last that were not taken, and why.
    pub refused: Vec<(String, FileRefusal)>,
    /// Name of the model that is in memory.
    pub in_memory: Option<String>,
    /// Preparation of the answer that is being made, with the turn it is for.
    pub preparing: Option<(TurnId, Preparation)>,
    /// The download of a file.
    pub download: Download,
    /// Address for which the page was loaded again, to be allowed to ask there.
    pub reloaded_for: Option<String>,
    /// Functions of the chunk, once it has loaded.
    pub api: DeviceSlot,
}

/// A message about models on this device.
#[derive(Debug)]
pub enum DeviceMsg {
    /// List the models.
    List,
    /// They were listed.
    Listed(Vec<KeptModel>),
    /// Take the files that were chosen in the input element with this id.
    Choose(&'static str),
    /// Files with these names were given, chosen or dropped; the shell holds them in the same order.
    Given(Vec<String>),
    /// The file that is being added has come so far.
    Progress(String, AddState),
    /// A file was added, and whether the program that runs it is kept as well; or it was not.
    Added(String, Result<bool, FileRefusal>),
    /// Stop adding a file, and those after it.
    Cancel,
    /// Adding a file was stopped.
    Cancelled,
    /// Answer with this model from now on.
    Use(String),
    /// Delete the file of a model.
    Delete(String),
    /// This model is in memory now; `None` where none is.
    InMemory(Option<String>),
    /// Preparation of a turn's answer has come so far.
    Preparing(TurnId, Preparation),
    /// Free the memory of the model.
    Free,
    /// A message about the download of a file.
    Download(DownloadMsg),
}

/// Handles a message about models on this device.
pub fn update(model: &mut Model, msg: DeviceMsg, out: &mut Vec<Effect>) {
    match msg {
        DeviceMsg::List => out.push(Effect::Device(DeviceEffect::List)),
        DeviceMsg::Listed(kept) => {
            model.device.kept = Some(kept);
            keep_row(model, out);
        }
        DeviceMsg::Choose(input) => out.push(Effect::Device(DeviceEffect::Take(input))),
        DeviceMsg::Given(names) => {
            if model.device.adding.is_none() {
                model.device.refused.clear();
            }
            model.device.waiting.extend(names);
            add_next(model, out);
        }
        DeviceMsg::Progress(name, state) => model.device.adding = Some((name, state)),
        DeviceMsg::Added(name, Ok(runs)) => {
            model.device.adding = None;
            add_next(model, out);
            notify(model, Notice::ModelAdded(name.clone(), runs), false);
            // The first model that is connected is the one that answers.
            if model.provider().id == provider::BUILTIN {
                use_model(model, name, out);
            }
            out.push(Effect::Device(DeviceEffect::List));
        }
        DeviceMsg::Added(name, Err(refusal)) => {
            model.device.adding = None;
            model.device.refused.push((name, refusal));
            add_next(model, out);
        }
        DeviceMsg::Cancel => {
            model.device.waiting.clear();
            out.push(Effect::Device(DeviceEffect::Cancel));
        }
        DeviceMsg::Cancelled => {
            model.device.adding = None;
            add_next(model, out);
        }
        DeviceMsg::Use(name) => use_model(model, name, out),
        DeviceMsg::Delete(name) => out.push(Effect::Device(DeviceEffect::Delete(name))),
        DeviceMsg::InMemory(name) => model.device.in_memory = name,
        DeviceMsg::Preparing(turn, preparation) => model.device.preparing = Some((turn, preparation)),
        DeviceMsg::Free => out.push(Effect::Device(DeviceEffect::Free)),
        DeviceMsg::Download(msg) => {
            if let Some(api) = model.device.api.0 {
                (api.download)(model, msg, out);
            } else {
                let msg = Msg::Device(DeviceMsg::Download(msg));
                if model.chunks.defer(DeferredMsg { chunk: Chunk::Device, room: None, msg }) {
                    out.push(Effect::FetchChunk(Chunk::Device));
                }
            }
        }
    }
}

/// Goes on with a download, or with asking for its size, after the page was loaded again for it.
pub fn resume(model: &mut Model, out: &mut Vec<Effect>) {
    let (msg, address) = match model.after_reload.take() {
        Some(Resume::AskModel(address)) => (DownloadMsg::Ask(address.clone()), address),
        Some(Resume::Download(address)) => (DownloadMsg::Start(address.clone()), address),
        other => return model.after_reload = other,
    };
    model.dialog = Some(Dialog::Connect);
    model.connecting.page = ConnectPage::Download;
    model.device.reloaded_for = Some(address);
    update(model, DeviceMsg::Download(msg), out);
}

/// Begins to add the next file unless one is being added (V4).
fn add_next(model: &mut Model, out: &mut Vec<Effect>) {
    let device = &mut model.device;
    if device.adding.is_none()
        && let Some(name) = device.waiting.pop_front()
    {
        device.adding = Some((name, AddState::Checking));
        out.push(Effect::Device(DeviceEffect::Add));
    }
}

/// Forgets the preparation of a turn's answer once there is text of it, or nothing more to come (V3).
pub fn on_turn_input(model: &mut Model, turn: TurnId, input: &TurnInput) {
    let ends = matches!(input, TurnInput::Chunk(_) | TurnInput::Ended | TurnInput::Failed(_));
    if ends && model.device.preparing.is_some_and(|(preparing, _)| preparing == turn) {
        model.device.preparing = None;
    }
}

fn use_model(model: &mut Model, name: String, out: &mut Vec<Effect>) {
    connect::set_default_model(model, &ModelChoice { provider: Slug::new(DEVICE), model: name }, out);
    connect::ready(model);
}

/// Brings the row of the connection up to date with the kept files (V1).
fn keep_row(model: &mut Model, out: &mut Vec<Effect>) {
    let (Some(known), Some(kept)) = (provider::by_id(DEVICE), &model.device.kept) else { return };
    let usable = || kept.iter().filter_map(|one| Some((one, one.check.as_ref().ok()?)));
    let saved = model.workspace.get::<Endpoint>(&Slug::new(DEVICE)).is_some();
    if !saved && usable().next().is_none() {
        return;
    }
    let mut row = model.endpoint(known);
    row.models = usable().map(|(one, _)| one.name.clone()).collect();
    row.traits = usable()
        .map(|(one, expected)| {
            let context_tokens = u32::try_from(expected.context).ok();
            let traits =
                ModelTraits { context_tokens, tools: Some(false), pictures: Some(false), ..ModelTraits::default() };
            (one.name.clone(), traits)
        })
        .collect();
    if !row.models.contains(&row.model) {
        row.model = row.models.first().cloned().unwrap_or_default();
    }
    if model.workspace.get::<Endpoint>(&Slug::new(DEVICE)).is_none_or(|stored| **stored != row) {
        edit::change(model, Durability::Relaxed, out, |draft| draft.put(row));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(name: &str, context: u64) -> KeptModel {
        let expected = Expectation { context, memory: 1, tokens_per_second: 1.0, has_template: true };
        KeptModel { name: name.to_owned(), bytes: 10, check: Ok(expected) }
    }

    fn say(model: &mut Model, msg: DeviceMsg) -> Vec<Effect> {
        let mut out = Vec::new();
        update(model, msg, &mut out);
        out
    }

    fn row(model: &Model) -> Option<std::rc::Rc<Endpoint>> {
        model.workspace.get::<Endpoint>(&Slug::new(DEVICE)).cloned()
    }

    #[test]
    fn v1_the_connection_lists_what_is_kept() {
        let mut model = Model::default();
        let _ = say(&mut model, DeviceMsg::Listed(Vec::new()));
        assert_eq!(row(&model), None, "nothing is stored for nothing");
        let broken = KeptModel { check: Err(FileRefusal::Cut), ..kept("c.gguf", 1) };
        let _ = say(&mut model, DeviceMsg::Listed(vec![kept("a.gguf", 2_048), kept("b.gguf", 512), broken]));
        let found = row(&model).expect("a row");
        assert_eq!(found.models, ["a.gguf", "b.gguf"]);
        assert_eq!(found.model, "a.gguf");
        assert_eq!(found.traits["b.gguf"].context_tokens, Some(512));
        let again = say(&mut model, DeviceMsg::Listed(vec![kept("a.gguf", 2_048), kept("b.gguf", 512)]));
        assert!(again.is_empty(), "what is the same is not written again: {again:?}");
        let _ = say(&mut model, DeviceMsg::Listed(vec![kept("b.gguf", 512)]));
        assert_eq!(row(&model).expect("a row").model, "b.gguf", "a model that is gone is not the one that answers");
    }

    #[test]
    fn the_first_model_answers_and_a_later_one_only_when_chosen() {
        let mut model = Model::default();
        let _ = say(&mut model, DeviceMsg::Progress("a.gguf".to_owned(), AddState::Checking));
        let _ = say(&mut model, DeviceMsg::Added("a.gguf".to_owned(), Ok(true)));
        assert_eq!((model.provider().id, model.device.adding.is_none()), (DEVICE, true));
        let _ = say(&mut model, DeviceMsg::Added("b.gguf".to_owned(), Ok(true)));
        assert_eq!(row(&model).expect("a row").model, "a.gguf");
        let _ = say(&mut model, DeviceMsg::Use("b.gguf".to_owned()));
        assert_eq!(row(&model).expect("a row").model, "b.gguf");
    }

    fn given(model: &mut Model, names: &[&str]) -> usize {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        adds(&say(model, DeviceMsg::Given(names)))
    }

    fn adds(effects: &[Effect]) -> usize {
        effects.iter().filter(|effect| matches!(effect, Effect::Device(DeviceEffect::Add))).count()
    }

    fn adding(model: &Model) -> Option<&str> {
        model.device.adding.as_ref().map(|(name, _)| name.as_str())
    }

    fn refused(model: &mut Model, name: &str) -> usize {
        adds(&say(model, DeviceMsg::Added(name.to_owned(), Err(FileRefusal::NotGguf))))
    }

    #[test]
    fn v2_a_refusal_is_told_and_changes_nothing() {
        let mut model = Model::default();
        assert_eq!(given(&mut model, &["a.gguf"]), 1);
        assert_eq!(refused(&mut model, "a.gguf"), 0);
        assert_eq!(model.device.refused, [("a.gguf".to_owned(), FileRefusal::NotGguf)]);
        assert_eq!((row(&model), adding(&model)), (None, None));
        assert_eq!(given(&mut model, &["b.gguf"]), 1);
        assert_eq!(model.device.refused, [], "it is told until others are given");
    }

    #[test]
    fn v4_files_are_added_one_after_another() {
        let mut model = Model::default();
        assert_eq!(given(&mut model, &["a.gguf", "notes.txt"]), 1);
        assert_eq!(adding(&model), Some("a.gguf"));
        assert_eq!(given(&mut model, &["c.gguf"]), 0, "it waits for the two before it");
        assert_eq!(adds(&say(&mut model, DeviceMsg::Added("a.gguf".to_owned(), Ok(true)))), 1);
        assert_eq!(adding(&model), Some("notes.txt"));
        assert_eq!(refused(&mut model, "notes.txt"), 1);
        assert_eq!(adding(&model), Some("c.gguf"));
        assert_eq!(refused(&mut model, "c.gguf"), 0);
        assert_eq!(adding(&model), None);
        let names: Vec<&str> = model.device.refused.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["notes.txt", "c.gguf"], "each that was refused is named");
    }

    #[test]
    fn v4_cancelling_ends_those_that_wait_and_not_those_given_later() {
        let mut model = Model::default();
        assert_eq!(given(&mut model, &["a.gguf", "b.gguf"]), 1);
        assert_eq!(adds(&say(&mut model, DeviceMsg::Cancel)), 0);
        assert_eq!(given(&mut model, &["c.gguf"]), 0, "the first is not ended yet");
        assert_eq!(adds(&say(&mut model, DeviceMsg::Cancelled)), 1);
        assert_eq!((adding(&model), model.device.waiting.len()), (Some("c.gguf"), 0));
    }
}
