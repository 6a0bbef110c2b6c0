//! Downloads of a model's file: one at a time, which can be paused, and gone on with in a later visit.
//!
//! - L1 Requests may go to the place of a download only while that is wanted: the permission ends with the download.
//! - L2 What is there of a file is used again only if the place still has the same one: with the same mark (its `ETag`, or
//!   its date where that is not shown) and the same length. Otherwise the download begins anew.
//! - L3 A file is kept once its length, its digest where that is known, and its head were checked.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::catalogue::{self, HUB_ORIGINS, OFFERS};
use super::use_model;
use crate::connect;
use crate::effect::{DeviceEffect, DownloadEffect, Effect, Resume};
use crate::{Dialog, Model, Notice, notify};
use espalier_llm::network::{TargetClass, target_class};
use espalier_llm::request::origin_of;
pub use espalier_local_model::DownloadProblem;

/// Milliseconds of a download before its speed is told.
const SPEED_AFTER_MS: f64 = 1_000.0;

/// A file to download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Address of the file.
    pub address: String,
    /// Name under which it is kept.
    pub file: String,
    /// Name of the model.
    pub name: String,
    /// Origins that requests for it may go to.
    pub origins: Vec<String>,
    /// Bytes of the file, where they are known.
    pub bytes: Option<u64>,
    /// Digest by SHA-256 in hexadecimal digits, where it is known.
    pub sha256: Option<&'static str>,
}

impl Source {
    /// Returns the file at an address; `None` if the address is none that a file may come from: https, or this device.
    pub fn at(address: &str) -> Option<Self> {
        let address = address.trim();
        let origin = origin_of(address)?;
        if origin.starts_with("http:") && target_class(address) != TargetClass::Loopback {
            return None;
        }
        let address = address.split('#').next().unwrap_or_default();
        let offer = OFFERS.iter().find(|offer| offer.address == address);
        let path = address.split('?').next().unwrap_or_default();
        let last = path.rsplit('/').next().unwrap_or_default();
        let decoded = percent_encoding::percent_decode_str(last).decode_utf8_lossy().replace(['/', '\\'], "_");
        let file = if decoded.to_lowercase().ends_with(".gguf") { decoded } else { format!("{decoded}.gguf") };
        let origins = if HUB_ORIGINS[0] == origin { HUB_ORIGINS.map(str::to_owned).to_vec() } else { vec![origin] };
        Some(Self {
            address: address.to_owned(),
            name: offer.map_or_else(|| file.clone(), |offer| offer.name.to_owned()),
            file,
            origins,
            bytes: offer.map(|offer| offer.bytes),
            sha256: offer.and_then(|offer| offer.sha256),
        })
    }

    /// Name of the place that the file comes from.
    pub fn host(&self) -> &str {
        self.address.split("://").nth(1).and_then(|rest| rest.split(['/', '?']).next()).unwrap_or_default()
    }
}

/// A part of a file that is there, as it is noted beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partial {
    /// Address of the file.
    pub address: String,
    /// Mark by which the place tells that the file is still the same.
    pub mark: Option<String>,
    /// Bytes of the whole file.
    pub total: Option<u64>,
    /// Bytes that are there.
    #[serde(skip)]
    pub have: u64,
}

/// Head of an answer to a request for a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Type of its content.
    pub kind: Option<String>,
    /// Length of its content.
    pub length: Option<u64>,
    /// Range of the file that it has, as far as the place lets a page see that.
    pub range: Option<String>,
    /// Mark of the file, as far as the place lets a page see that.
    pub etag: Option<String>,
    /// Time of the file's last change.
    pub modified: Option<String>,
}

/// Decision on an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// Its content goes behind the bytes that are there; there are to be none if `have` is 0.
    Take(Partial),
    /// The file has changed: forget what is there and ask again for all of it.
    Anew,
    /// It is not what was asked for.
    Fail(DownloadProblem),
}

/// Stage of a download.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Stage {
    /// None was begun.
    #[default]
    Idle,
    /// A place is asked for the size of a file.
    Asking,
    /// The size is known: the file can be downloaded.
    Offered,
    /// Bytes come.
    Loading,
    /// All came; so many bytes of all were checked.
    Checking(u64, u64),
    /// It is being stopped.
    Stopping,
    /// The bytes that are there are being removed.
    Removing,
    /// It was stopped, here or in an earlier visit.
    Paused,
    /// It stopped by itself.
    Failed(DownloadProblem),
    /// The file is kept.
    Done,
}

/// The download.
#[derive(Debug, Default)]
pub struct Download {
    /// The file.
    pub source: Option<Source>,
    /// Its stage.
    pub stage: Stage,
    /// Bytes that are there.
    pub have: u64,
    /// Bytes of the file.
    pub total: Option<u64>,
    /// Bytes that come in a second, once that is known.
    pub speed: Option<f64>,
    /// Time in milliseconds of the first news since it was begun or gone on with, and the bytes that were there.
    since: Option<(f64, u64)>,
}

impl Download {
    /// Origins that requests may go to for it.
    pub fn origins(&self) -> &[String] {
        let is_wanted = !matches!(self.stage, Stage::Idle | Stage::Removing | Stage::Done);
        self.source.as_ref().filter(|_| is_wanted).map_or(&[], |source| &source.origins)
    }

    /// Seconds until it is there, once that can be guessed.
    pub fn seconds_left(&self) -> Option<u64> {
        let left = self.total?.saturating_sub(self.have);
        self.speed.filter(|speed| *speed >= 1.0).map(|speed| (left as f64 / speed).ceil() as u64)
    }
}

/// A message about a download.
#[derive(Debug)]
pub enum DownloadMsg {
    /// Look for one that was begun in an earlier visit.
    Look,
    /// It was looked for.
    Found(Option<Partial>),
    /// Ask for the size of the file at this address.
    Ask(String),
    /// The place answered how large the file is, if it tells.
    Sized(Result<Option<u64>, DownloadProblem>),
    /// Download the file at this address.
    Start(String),
    /// Bytes came: those that are there, of all, at this time in milliseconds.
    Came(u64, Option<u64>, f64),
    /// All came, and so many bytes of all were checked.
    Checked(u64, u64),
    /// Stop it, and keep what is there.
    Pause,
    /// Go on with it.
    Continue,
    /// Stop it, and remove what is there.
    Cancel,
    /// It was stopped.
    Stopped,
    /// The bytes that were there were removed.
    Removed,
    /// The file is kept, and whether the program that runs it is kept as well; or why not.
    Ended(Result<bool, DownloadProblem>),
}

/// Handles a message about a download.
pub fn update(model: &mut Model, msg: DownloadMsg, out: &mut Vec<Effect>) {
    let download = &mut model.device.download;
    match msg {
        DownloadMsg::Look => {
            if matches!(download.stage, Stage::Done) {
                *download = Download::default();
            }
            if matches!(download.stage, Stage::Idle) {
                perform(DownloadEffect::Look, out);
            }
        }
        DownloadMsg::Found(Some(partial)) => found(download, &partial),
        DownloadMsg::Found(None) => {}
        DownloadMsg::Ask(address) => ask(model, &address, out),
        DownloadMsg::Sized(Ok(bytes)) => {
            if download.stage == Stage::Asking {
                download.total = bytes;
                download.stage = Stage::Offered;
            }
        }
        DownloadMsg::Sized(Err(problem)) => {
            if download.stage == Stage::Asking {
                download.stage = Stage::Failed(problem);
            }
        }
        DownloadMsg::Start(address) => start(model, &address, out),
        DownloadMsg::Came(have, total, ms) => {
            if matches!(download.stage, Stage::Loading | Stage::Stopping) {
                came(download, have, total, ms);
            }
        }
        DownloadMsg::Checked(done, all) => {
            if matches!(download.stage, Stage::Loading | Stage::Checking(..)) {
                download.stage = Stage::Checking(done, all);
            }
        }
        DownloadMsg::Pause => {
            if matches!(download.stage, Stage::Loading | Stage::Checking(..)) {
                download.stage = Stage::Stopping;
                perform(DownloadEffect::Stop, out);
            }
        }
        DownloadMsg::Continue => {
            if let (Stage::Paused | Stage::Failed(_), Some(source)) = (&download.stage, &download.source) {
                let address = source.address.clone();
                start(model, &address, out);
            }
        }
        DownloadMsg::Cancel => cancel(model, out),
        DownloadMsg::Stopped => match download.stage {
            Stage::Removing => perform(DownloadEffect::Remove, out),
            Stage::Loading | Stage::Checking(..) | Stage::Stopping => download.stage = Stage::Paused,
            _ => {}
        },
        DownloadMsg::Removed => {
            *download = Download::default();
            forget_origins(model, out);
        }
        DownloadMsg::Ended(result) => ended(model, result, out),
    }
}

fn perform(effect: DownloadEffect, out: &mut Vec<Effect>) {
    out.push(Effect::Device(DeviceEffect::Download(effect)));
}

fn found(download: &mut Download, partial: &Partial) {
    if let (Stage::Idle, Some(source)) = (&download.stage, Source::at(&partial.address)) {
        let total = partial.total.or(source.bytes);
        *download =
            Download { source: Some(source), stage: Stage::Paused, have: partial.have, total, ..Download::default() };
    }
}

fn came(download: &mut Download, have: u64, total: Option<u64>, ms: f64) {
    (download.have, download.total) = (have, total);
    let (since, from) = *download.since.get_or_insert((ms, have));
    if ms - since >= SPEED_AFTER_MS {
        download.speed = Some(have.saturating_sub(from) as f64 * 1_000.0 / (ms - since));
    }
}

/// Takes a file as the one that is wanted, unless another one is under way; `false` where nothing may be asked for it.
fn want(model: &mut Model, address: &str, resume: Resume, stage: Stage, out: &mut Vec<Effect>) -> bool {
    let download = &mut model.device.download;
    let Some(source) = Source::at(address) else {
        *download = Download { stage: Stage::Failed(DownloadProblem::Address), ..Download::default() };
        return false;
    };
    let is_allowed = source.origins.iter().all(|origin| model.facts.allowed_origins.contains(origin));
    let (have, total) = match &download.source {
        Some(known) if known.address == source.address => (download.have, download.total),
        _ => (0, source.bytes),
    };
    *download = Download { source: Some(source), stage, have, total, ..Download::default() };
    if is_allowed {
        return true;
    }
    if model.device.reloaded_for.as_deref() == Some(address.trim()) {
        // The browser keeps nothing for this page: loading it again would go on for ever.
        model.device.download.stage = Stage::Failed(DownloadProblem::NotAllowed);
        return false;
    }
    out.push(Effect::AllowOrigins(connect::origins(model)));
    out.push(Effect::Reload(resume));
    false
}

fn ask(model: &mut Model, address: &str, out: &mut Vec<Effect>) {
    if is_busy(model) {
        return;
    }
    let resume = Resume::AskModel(address.trim().to_owned());
    if want(model, address, resume, Stage::Asking, out)
        && let Some(source) = &model.device.download.source
    {
        perform(DownloadEffect::Ask(source.address.clone()), out);
    }
}

fn start(model: &mut Model, address: &str, out: &mut Vec<Effect>) {
    if is_busy(model) {
        return;
    }
    let resume = Resume::Download(address.trim().to_owned());
    if want(model, address, resume, Stage::Loading, out)
        && let Some(source) = &model.device.download.source
    {
        perform(DownloadEffect::Fetch(source.address.clone()), out);
    }
}

fn is_busy(model: &Model) -> bool {
    matches!(model.device.download.stage, Stage::Loading | Stage::Checking(..) | Stage::Stopping | Stage::Removing)
}

fn cancel(model: &mut Model, out: &mut Vec<Effect>) {
    let download = &mut model.device.download;
    match download.stage {
        Stage::Loading | Stage::Checking(..) => {
            download.stage = Stage::Removing;
            perform(DownloadEffect::Stop, out);
        }
        // What it was stopped for ends first.
        Stage::Stopping => download.stage = Stage::Removing,
        Stage::Removing | Stage::Idle => {}
        _ => {
            download.stage = Stage::Removing;
            perform(DownloadEffect::Remove, out);
        }
    }
}

fn ended(model: &mut Model, result: Result<bool, DownloadProblem>, out: &mut Vec<Effect>) {
    let download = &mut model.device.download;
    let Some(source) = download.source.clone() else { return };
    match result {
        Ok(runs) => {
            download.stage = Stage::Done;
            forget_origins(model, out);
            // Shown where the dialog is, it needs no notice.
            if model.dialog != Some(Dialog::Connect) || !runs {
                notify(model, Notice::ModelAdded(source.name, runs), false);
            }
            use_model(model, source.file, out);
            out.push(Effect::Device(DeviceEffect::List));
        }
        Err(_) if download.stage == Stage::Removing => perform(DownloadEffect::Remove, out),
        Err(problem) => {
            if problem.spoils() {
                download.have = 0;
            }
            download.stage = Stage::Failed(problem);
        }
    }
}

/// Withdraws the permission of requests for a download (L1).
fn forget_origins(model: &Model, out: &mut Vec<Effect>) {
    out.push(Effect::AllowOrigins(connect::origins(model)));
}

/// Decides on an answer, from what is there and what was asked for: all, or what is missing (L2).
pub fn judge(partial: &Partial, answer: &Answer) -> Plan {
    let mark = answer.etag.clone().or_else(|| answer.modified.clone());
    let (from, total) = match answer.status {
        200 => (0, answer.length),
        206 => {
            let range = answer.range.as_deref().and_then(range_of);
            let from = range.map_or(partial.have, |(from, _)| from);
            (from, range.and_then(|(_, total)| total).or_else(|| answer.length.map(|length| from + length)))
        }
        404 | 410 => return Plan::Fail(DownloadProblem::NotFound),
        // All that there is was there already.
        416 => {
            return match partial.total {
                Some(total) if partial.have < total => Plan::Fail(DownloadProblem::Length(total, partial.have)),
                _ => Plan::Anew,
            };
        }
        status => return Plan::Fail(DownloadProblem::Refused(status)),
    };
    if answer.kind.as_deref().is_some_and(|kind| kind.trim_start().starts_with("text/")) {
        return Plan::Fail(DownloadProblem::NotAModel);
    }
    if from > 0 && (from != partial.have || mark != partial.mark || total != partial.total) {
        return Plan::Anew;
    }
    Plan::Take(Partial { address: partial.address.clone(), mark, total, have: from })
}

/// First byte and length of the whole, of a header such as `bytes 100-199/200`.
fn range_of(text: &str) -> Option<(u64, Option<u64>)> {
    let (span, total) = text.trim().strip_prefix("bytes ")?.split_once('/')?;
    Some((span.split('-').next()?.trim().parse().ok()?, total.trim().parse().ok()))
}

/// Computes a digest, piece by piece.
#[derive(Default)]
pub struct Digest(Sha256);

impl Digest {
    /// Takes in the next bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Whether the digest of all bytes is this one.
    pub fn is(self, expected: &str) -> bool {
        let digits = self.0.finalize().iter().flat_map(|byte| [byte >> 4, byte & 15]).collect::<Vec<_>>();
        let digits = digits.into_iter().filter_map(|digit| char::from_digit(u32::from(digit), 16));
        digits.collect::<String>().eq_ignore_ascii_case(expected)
    }
}

/// Returns the name of the model that is kept in a file, where that is known.
pub fn name_of(file: &str) -> &str {
    catalogue::by_file(file).map_or(file, |offer| offer.name)
}
