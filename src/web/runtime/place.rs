//! The loop that keeps the database in step with a place of the person's own: a folder, or a server. One tab runs it, for
//! all.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::channel::oneshot;
use futures::future::{Either, select};
use gloo::timers::future::TimeoutFuture;

use super::{Runtime, spawn};
use crate::web::remote::Fetch;
use crate::web::transport::policy_allows;
use crate::web::{chunks, clock, files, kept_place, page};
use espalier_app::Msg;
use espalier_app::place::{
    Decision, InStep, NewAt, NewPlace, PlaceEffect, PlaceMsg, PlaceProblem, PlaceState, Server, ServerPlace,
    TwoVersions,
};
use espalier_base::zip;
use espalier_llm::secret::Secret;
use espalier_mirror::folder::{Folder, FolderError, MemoryFolder};
use espalier_mirror::mirror::MirrorError;
use espalier_mirror::place::{BundleName, Place, Report, Version, hash_of};
use espalier_mirror::seal::{SALT, Seal};
use espalier_mirror::sealed::{SealedError, SealedFolder, is_of_seal};
use espalier_mirror::segment::file_hash;
use espalier_remote::{RemoteFolder, Site};
use espalier_storage::port::Announcement;
use espalier_web_storage::idb::IdbStorage;
use espalier_web_storage::own_folder::{self, OwnFolder};
use espalier_web_storage::private_files;
use espalier_web_storage::tabs::Lock;

/// Lock of the tab that runs the loop.
const LOCK: &str = "espalier.place";
/// Milliseconds after a commit until it is sent; those that follow go with it.
const AFTER_MS: u32 = 2_000;
/// Milliseconds after which the place is looked at for changes of other devices, and a failure is tried again.
const LOOK_MS: u32 = 60_000;

/// State of the loop, as the rest of the runtime sees it.
#[derive(Debug, Default)]
pub struct PlaceHost {
    orders: RefCell<VecDeque<PlaceEffect>>,
    /// Whether something was committed since the last time.
    dirty: Cell<bool>,
    wake: RefCell<Option<oneshot::Sender<()>>>,
    /// Texts with two versions, once they were looked for: that reads what is known of every row.
    versions: RefCell<Option<Vec<TwoVersions>>>,
}

impl PlaceHost {
    /// Takes note of a commit, of this tab or another one.
    pub fn committed(&self) {
        self.dirty.set(true);
        self.wake();
    }

    fn order(&self, order: PlaceEffect) {
        self.orders.borrow_mut().push_back(order);
        self.wake();
    }

    fn wake(&self) {
        if let Some(sleeping) = self.wake.take() {
            // It may have gone on by itself.
            let _ = sleeping.send(());
        }
    }

    /// Waits for a commit, an order, or the time to look again.
    async fn sleep(&self) {
        let (sender, receiver) = oneshot::channel();
        *self.wake.borrow_mut() = Some(sender);
        if !self.dirty.get() && self.orders.borrow().is_empty() {
            match select(receiver, TimeoutFuture::new(LOOK_MS)).await {
                Either::Left(_) | Either::Right(_) => {}
            }
        }
    }
}

impl Runtime {
    /// Performs an effect on the place.
    pub(super) fn place(self: &Rc<Self>, effect: PlaceEffect) {
        if effect != PlaceEffect::Begin {
            return self.place.order(effect);
        }
        let runtime = self.clone();
        spawn(async move {
            chunks::rest().await;
            match super::pieces::mirror().await {
                Ok(piece) => (piece.place)(runtime).await,
                Err(_) => runtime.tell_place(PlaceState::Unknown, ""),
            }
        });
    }

    fn tell_place(self: &Rc<Self>, state: PlaceState, name: &str) {
        self.dispatch(Msg::Place(PlaceMsg::State(state, name.to_owned())));
    }
}

/// A place: a folder, or a server.
#[derive(Debug, Clone)]
enum AnyFolder {
    Own(OwnFolder),
    /// The files that the person carries, in a private folder.
    Carried(OwnFolder),
    Server(Rc<RemoteFolder<Fetch>>, String),
}

impl AnyFolder {
    /// Opens a server; nothing is sent yet.
    fn server(place: &ServerPlace) -> Result<Self, PlaceProblem> {
        let site = Site::new(place, kept_place::secret()).map_err(|_| PlaceProblem::NoSecret)?;
        Ok(Self::Server(Rc::new(RemoteFolder::new(site, Fetch)), place.name()))
    }

    /// Opens the files that the person carries.
    async fn carried() -> Result<Self, PlaceProblem> {
        let folder = OwnFolder::carried().await;
        folder.map(Self::Carried).map_err(|error| PlaceProblem::Other(error.to_string()))
    }

    /// Returns the place that was used before.
    async fn kept() -> Option<Result<Self, PlaceProblem>> {
        match kept_place::server() {
            Some(place) => Some(Self::server(&place)),
            None if kept_place::is_carried() => Some(Self::carried().await),
            None => OwnFolder::kept().await.map(Self::Own).map(Ok),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Own(folder) | Self::Carried(folder) => folder.name(),
            Self::Server(_, name) => name.clone(),
        }
    }

    /// Whether it may be used; at a press, the person is asked where that is needed.
    async fn is_allowed(&self, ask: bool) -> bool {
        match self {
            Self::Own(folder) => folder.is_allowed(ask).await,
            Self::Carried(_) | Self::Server(..) => true,
        }
    }

    /// Returns the reason why it failed, as far as it knows it better than the error.
    fn problem(&self, error: &FolderError) -> PlaceProblem {
        let better = match self {
            Self::Own(_) | Self::Carried(_) => None,
            Self::Server(folder, _) => folder.take_failure(),
        };
        match (better, error) {
            (Some(error), _) => PlaceProblem::Server(error),
            (None, FolderError::Absent | FolderError::NoFile(_)) => PlaceProblem::Absent,
            (None, FolderError::Full) => PlaceProblem::Full,
            (None, error) => PlaceProblem::Other(error.to_string()),
        }
    }
}

impl Folder for AnyFolder {
    async fn list(&self) -> Result<Vec<String>, FolderError> {
        match self {
            Self::Own(folder) | Self::Carried(folder) => folder.list().await,
            Self::Server(folder, _) => folder.list().await,
        }
    }

    async fn read(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        match self {
            Self::Own(folder) | Self::Carried(folder) => folder.read(name).await,
            Self::Server(folder, _) => folder.read(name).await,
        }
    }

    async fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        match self {
            Self::Own(folder) | Self::Carried(folder) => folder.write(name, bytes).await,
            Self::Server(folder, _) => folder.write(name, bytes).await,
        }
    }

    async fn remove(&self, name: &str) -> Result<(), FolderError> {
        match self {
            Self::Own(folder) | Self::Carried(folder) => folder.remove(name).await,
            Self::Server(folder, _) => folder.remove(name).await,
        }
    }

    async fn rest(&self) {
        TimeoutFuture::new(0).await;
    }
}

/// Runs the loop for as long as the tab lives.
pub async fn run(runtime: Rc<Runtime>) {
    runtime.tell_found();
    if !Lock::is_free(LOCK).await {
        runtime.tell_place(PlaceState::Elsewhere, "");
    }
    let Some(_lock) = Lock::taken(LOCK).await else { return runtime.tell_place(PlaceState::Unavailable, "") };
    let Ok(storage) = runtime.storage.clone().await else { return };
    let mut work = Work { storage, folder: None, opened: None };
    match AnyFolder::kept().await {
        None => runtime.tell_place(PlaceState::Nothing, ""),
        Some(Err(problem)) => {
            let name = kept_place::server().map(|place| place.name()).unwrap_or_default();
            runtime.tell_place(PlaceState::Failed(problem), &name);
        }
        Some(Ok(folder)) => {
            if folder.is_allowed(false).await {
                runtime.place.dirty.set(true);
            } else {
                runtime.tell_place(PlaceState::Locked, &folder.name());
            }
            work.folder = Some(folder);
        }
    }
    let host = &runtime.place;
    while !page::is_erased() {
        host.sleep().await;
        let order = host.orders.borrow_mut().pop_front();
        let is_asked = order.is_some();
        match order {
            Some(order) => {
                if !work.obey(&runtime, order).await {
                    continue;
                }
            }
            // Commits that follow go with it.
            None => TimeoutFuture::new(if host.dirty.get() { AFTER_MS } else { 0 }).await,
        }
        host.dirty.set(false);
        let Some(folder) = &work.folder else { continue };
        if !folder.is_allowed(is_asked).await {
            runtime.tell_place(PlaceState::Locked, &folder.name());
            continue;
        }
        work.bring_in_step(&runtime).await;
    }
}

/// The place that is in use.
struct Work {
    storage: Rc<IdbStorage>,
    folder: Option<AnyFolder>,
    /// The same with its password.
    opened: Option<SealedFolder<AnyFolder>>,
}

impl Work {
    /// Does what the person asked for; returns whether both are to be brought in step now.
    async fn obey(&mut self, runtime: &Rc<Runtime>, order: PlaceEffect) -> bool {
        match order {
            PlaceEffect::SaveNow | PlaceEffect::Begin => true,
            PlaceEffect::Use(place) => self.begin(runtime, *place).await,
            PlaceEffect::Unlock(password) => {
                kept_place::set_password(Some(&password));
                self.opened = None;
                true
            }
            PlaceEffect::Leave => {
                self.leave().await;
                OwnFolder::forget().await;
                if kept_place::is_carried() {
                    OwnFolder::drop_carried().await;
                }
                kept_place::forget();
                (self.folder, self.opened) = (None, None);
                runtime.tell_place(PlaceState::Nothing, "");
                false
            }
            PlaceEffect::SaveCarried => {
                self.bring_in_step(runtime).await;
                self.hand_over(runtime).await;
                true
            }
            PlaceEffect::TakeCarried(input) => self.take_over(runtime, input).await,
            PlaceEffect::Decide(text, decision) => {
                if let Some(folder) = &self.folder {
                    decide(runtime, &self.storage, folder, &text, decision).await;
                }
                true
            }
        }
    }

    /// Forgets what is known of the place; what is in it stays.
    async fn leave(&self) {
        // Nothing is asked of the place itself.
        let place = Place::new(self.storage.clone(), MemoryFolder::default());
        if let Err(error) = place.leave().await {
            log::warn!("the place is not forgotten: {error}");
        }
    }

    /// Uses a place from now on; returns whether it is there.
    async fn begin(&mut self, runtime: &Rc<Runtime>, place: NewPlace) -> bool {
        let NewPlace { at, password, keep } = place;
        if let NewAt::Server(server) = &at {
            return self.begin_server(runtime, server, &at, &password, keep).await;
        }
        let folder = match at {
            NewAt::Carried => AnyFolder::carried().await.map(Some),
            _ => OwnFolder::choose().await.map(|chosen| chosen.map(AnyFolder::Own)).map_err(PlaceProblem::Other),
        };
        match folder {
            Ok(Some(folder)) => {
                // A server that fails may have been in use, with keys of its own.
                if kept_place::server().is_some() {
                    self.leave().await;
                    kept_place::forget();
                }
                kept_place::begin(&at, &password, keep);
                (self.folder, self.opened) = (Some(folder), None);
                runtime.tell_found();
                true
            }
            Ok(None) => false,
            Err(problem) => {
                runtime.tell_place(PlaceState::Failed(problem), "");
                false
            }
        }
    }

    /// Uses a server from now on; returns whether requests may go there already.
    async fn begin_server(
        &mut self,
        runtime: &Rc<Runtime>,
        server: &Server,
        at: &NewAt,
        password: &Secret,
        keep: bool,
    ) -> bool {
        if kept_place::server().is_some_and(|known| known != server.place) {
            self.leave().await;
            kept_place::forget();
        }
        kept_place::begin(at, password, keep);
        (self.folder, self.opened) = (AnyFolder::server(&server.place).ok(), None);
        // The page is loaded again where its policy does not let requests through.
        let is_allowed = policy_allows(&server.origin);
        runtime.dispatch(Msg::Place(PlaceMsg::Begun(server.place.clone(), server.origin.clone())));
        is_allowed
    }

    /// Hands the file over that the person carries to other devices.
    async fn hand_over(&self, runtime: &Rc<Runtime>) {
        let Some(AnyFolder::Carried(folder)) = &self.folder else { return };
        let read = async || {
            let names = folder.list().await?;
            let mut files = Vec::with_capacity(names.len());
            for name in &names {
                files.push((name.as_str(), folder.read(name).await?));
                folder.rest().await;
            }
            let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
            Ok::<_, FolderError>((hash_of(&names), zip::pack(&files)))
        };
        match read().await {
            Ok((hash, bytes)) => {
                files::save("espalier-devices.zip", "application/zip", &bytes);
                kept_place::set_handed_over(&hash);
            }
            Err(error) => runtime.tell_place(PlaceState::Failed(PlaceProblem::Other(error.to_string())), ""),
        }
    }

    /// Takes in the file of another device; returns whether there is anything to merge.
    async fn take_over(&mut self, runtime: &Rc<Runtime>, input: &str) -> bool {
        let (Some(place), Some(file)) = (&self.folder, files::chosen(input).pop()) else { return false };
        let AnyFolder::Carried(folder) = place else { return false };
        let taken = async || -> Result<(), PlaceProblem> {
            let other = || PlaceProblem::NotCarried;
            let failed = |error: FolderError| place.problem(&error);
            let size = private_files::size_of(&file);
            let bytes = private_files::bytes(&file, 0, size).await.map_err(|_| other())?;
            let archive = zip::Archive::new(&bytes).map_err(|_| other())?;
            let ours = |name: &str| name.parse::<BundleName>().is_ok() || file_hash(name).is_some() || is_of_seal(name);
            let here = folder.list().await.map_err(failed)?;
            let mut count = 0;
            for (index, name, size) in archive.entries().filter(|(_, name, _)| ours(name)) {
                count += 1;
                if !here.iter().any(|known| known == name) {
                    let content = archive.unpack(index, size).map_err(|_| other())?;
                    folder.write(name, &content).await.map_err(failed)?;
                }
                folder.rest().await;
            }
            if count > 0 { Ok(()) } else { Err(other()) }
        };
        if let Err(problem) = taken().await {
            runtime.tell_place(PlaceState::Failed(problem), "");
            return false;
        }
        // It may have come with a seal.
        self.opened = None;
        true
    }

    /// Whether the file that the person carries has changed since it was handed over.
    async fn is_stale(&self) -> bool {
        let Some(AnyFolder::Carried(folder)) = &self.folder else { return false };
        folder.list().await.is_ok_and(|names| kept_place::handed_over() != Some(hash_of(&names)))
    }

    /// Opens the place, with its keys or its password.
    async fn open(&mut self) -> Result<Option<SealedFolder<AnyFolder>>, PlaceState> {
        let Some(folder) = &self.folder else { return Ok(None) };
        if let Some(opened) = &self.opened {
            return Ok(Some(opened.clone()));
        }
        let password = kept_place::password();
        // A password that was just given says more than what is kept.
        let known = if password.is_some() { Vec::new() } else { kept_place::keys() };
        let mut salt = [0; SALT];
        clock::fill(&mut salt);
        let given = password.as_ref().map(Secret::expose);
        let result = SealedFolder::open(folder.clone(), &known, given, Seal::new(salt)).await;
        if !matches!(result, Err(SealedError::Folder(_))) {
            kept_place::set_password(None);
        }
        match result {
            Ok((opened, keys)) => {
                if keys != known {
                    kept_place::set_keys(&keys);
                }
                self.opened = Some(opened.clone());
                Ok(Some(opened))
            }
            Err(error) => Err(match error {
                SealedError::Folder(error) => PlaceState::Failed(folder.problem(&error)),
                SealedError::Locked => PlaceState::Sealed { is_wrong: false },
                SealedError::WrongPassword => PlaceState::Sealed { is_wrong: true },
                SealedError::InTheClear => PlaceState::Failed(PlaceProblem::InTheClear),
                SealedError::NoSeal => PlaceState::Failed(PlaceProblem::NoSeal),
                SealedError::Seal(_) => PlaceState::Failed(PlaceProblem::BadSeal),
            }),
        }
    }

    /// Sends what was changed here and takes in what others sent, and tells the app.
    async fn bring_in_step(&mut self, runtime: &Rc<Runtime>) {
        let Some(name) = self.folder.as_ref().map(AnyFolder::name) else { return };
        match Place::new(self.storage.clone(), MemoryFolder::default()).unsent().await {
            Ok(rows) => runtime.dispatch(Msg::Place(PlaceMsg::Unsent(rows))),
            Err(error) => log::warn!("not counted: {error}"),
        }
        runtime.tell_place(PlaceState::Working, &name);
        let opened = match self.open().await {
            Ok(Some(opened)) => opened,
            Ok(None) => return,
            Err(state) => {
                page::mark("data-placed", "no");
                return runtime.tell_place(state, &name);
            }
        };
        let is_sealed = opened.is_sealed();
        let place = Place::new(self.storage.clone(), opened);
        let random = (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
        match place.synchronise(random).await {
            Ok(report) => runtime.in_step(&place, report, (is_sealed, self.is_stale().await)).await,
            Err(error) => {
                let state = match (error, &self.folder) {
                    (MirrorError::Folder(FolderError::Locked), _) => {
                        self.opened = None;
                        PlaceState::Sealed { is_wrong: false }
                    }
                    (MirrorError::Folder(error), Some(folder)) => PlaceState::Failed(folder.problem(&error)),
                    (error, _) => PlaceState::Failed(PlaceProblem::Other(error.to_string())),
                };
                page::mark("data-placed", "no");
                runtime.tell_place(state, &name);
            }
        }
    }
}

impl Runtime {
    /// Tells the app of folders and the place that is in use.
    fn tell_found(self: &Rc<Self>) {
        self.dispatch(Msg::Place(PlaceMsg::Found {
            has_folders: own_folder::is_there(),
            is_carried: kept_place::is_carried(),
            server: kept_place::server(),
        }));
    }

    /// Tells the app that database and place are in step.
    async fn in_step(
        self: &Rc<Self>,
        place: &Place<Rc<IdbStorage>, SealedFolder<AnyFolder>>,
        report: Report,
        (is_sealed, is_stale): (bool, bool),
    ) {
        if !report.changed.is_empty() {
            let rows = report.changed.iter().cloned().collect();
            let announcement = Announcement { rows, ..Announcement::default() };
            if let Some(tabs) = &*self.tabs.borrow() {
                tabs.announce(&announcement);
            }
            self.mirror.committed();
            self.dispatch(Msg::Outside(announcement));
        }
        let is_known = self.place.versions.borrow().is_some();
        if !is_known || report.two_versions > 0 || !report.changed.is_empty() {
            match place.two_versions().await {
                Ok(found) => *self.place.versions.borrow_mut() = Some(found.into_iter().map(shown).collect()),
                Err(error) => log::warn!("texts with two versions: {error}"),
            }
        }
        let two_versions = self.place.versions.borrow().clone().unwrap_or_default();
        let Report { two_versions: new_versions, kept, damaged, foreign, .. } = report;
        let done = InStep { two_versions, new_versions, kept, is_sealed, is_stale, damaged, foreign };
        self.dispatch(Msg::Place(PlaceMsg::Unsent(0)));
        self.dispatch(Msg::Place(PlaceMsg::Done(Box::new(done))));
        page::mark("data-placed", if self.place.dirty.get() { "no" } else { "yes" });
    }
}

async fn decide(
    runtime: &Rc<Runtime>,
    storage: &Rc<IdbStorage>,
    folder: &AnyFolder,
    text: &TwoVersions,
    decision: Decision,
) {
    let place = Place::new(storage.clone(), folder.clone());
    let at = (text.table, text.key.clone());
    runtime.place.versions.take();
    match place.decide(&at, &text.version, decision == Decision::UseOther).await {
        Ok(rows) if rows.is_empty() => {}
        Ok(rows) => {
            let announcement = Announcement { rows, ..Announcement::default() };
            if let Some(tabs) = &*runtime.tabs.borrow() {
                tabs.announce(&announcement);
            }
            runtime.dispatch(Msg::Outside(announcement));
        }
        Err(error) => log::warn!("not decided: {error}"),
    }
}

fn shown(version: Version) -> TwoVersions {
    let Version { at: (table, key), version, here, other } = version;
    TwoVersions { table, key, version, here, other }
}
