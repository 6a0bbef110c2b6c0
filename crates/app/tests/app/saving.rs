//! Failures to store: nothing is lost over a reload, deleting makes space, what was cleared can be written back, and
//! missing rows are noticed.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use std::collections::VecDeque;

use espalier_app::data_loss::{Missing, RowCounts};
use espalier_app::effect::{CommitId, Effect, LoadTag, Resume};
use espalier_app::files::FileMsg;
use espalier_app::load::Start;
use espalier_app::maps::MapMsg;
use espalier_app::mirror::{Lacking, MirrorMsg};
use espalier_app::navigate::Route;
use espalier_app::place::{InStep, PlaceMsg, PlaceProblem, PlaceState, ServerPlace};
use espalier_app::scenes::SceneMsg;
use espalier_app::sessions::SessionMsg;
use espalier_app::{BootState, Model, Msg, Notice, edit, update};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_mindmap::commands::AddChild;
use espalier_model::conversation::Message;
use espalier_model::scene::ShapeType;
use espalier_model::{Document, Session, SessionId, Table};
use espalier_storage::files::StoredFile;
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::{Commit, Query, Storage as _, StorageError};
use futures::executor::block_on;

/// A browser whose storage can fail, with the store of texts beside it.
struct Browser {
    model: Model,
    env: Env,
    storage: MemoryStorage,
    /// Outcome of commits.
    fails: fn(&Commit) -> Option<StorageError>,
    kept: Option<String>,
    /// The store of texts takes nothing.
    refuses: bool,
    row_counts: Option<RowCounts>,
    retries: Vec<u32>,
    committed: Vec<(CommitId, Commit)>,
    files: Vec<String>,
}

impl Browser {
    fn new() -> Self {
        Self {
            model: Model::default(),
            env: Env::deterministic(Timestamp(1_700_000_000_000), 5),
            storage: MemoryStorage::default(),
            fails: |_| None,
            kept: None,
            refuses: false,
            row_counts: None,
            retries: Vec::new(),
            committed: Vec::new(),
            files: Vec::new(),
        }
    }

    fn start(self) -> Self {
        self.start_at(None)
    }

    fn start_at(mut self, route: Option<Route>) -> Self {
        let unsaved = self.kept.as_deref().map(|text| serde_json::from_str(text).expect("what was kept is read"));
        let start = Start {
            unsaved: unsaved.unwrap_or_default(),
            row_counts: self.row_counts.clone(),
            route,
            ..Start::default()
        };
        self.model = Model::default();
        self.send(Msg::Started(Box::new(start)));
        assert_eq!(self.model.boot, BootState::Ready);
        self
    }

    fn send(&mut self, msg: Msg) {
        let mut queue = VecDeque::from([msg]);
        while let Some(msg) = queue.pop_front() {
            self.env.now = self.env.now.plus_ms(1);
            for effect in update(&mut self.model, msg, &mut self.env) {
                match effect {
                    Effect::Load(tag, query) => queue.push_back(Msg::Loaded(tag, block_on(self.storage.load(query)))),
                    Effect::Commit(id, commit, durability) => {
                        let result = match (self.fails)(&commit) {
                            Some(error) => Err(error),
                            None => block_on(self.storage.commit(commit.clone(), durability)),
                        };
                        self.committed.push((id, commit));
                        queue.push_back(Msg::Committed(id, result));
                    }
                    Effect::BeginMirror => queue.push_back(Msg::Mirror(MirrorMsg::Off)),
                    Effect::KeepUnsaved(Some(_)) if self.refuses => queue.push_back(Msg::NotKept),
                    Effect::KeepUnsaved(text) => self.kept = text,
                    Effect::KeepRowCounts(row_counts) => self.row_counts = Some(row_counts),
                    Effect::SaveAgainLater(ms) => self.retries.push(ms),
                    Effect::SaveFile { bytes, .. } => self.files.push(String::from_utf8(bytes).expect("text")),
                    _ => {}
                }
            }
        }
    }

    /// Makes a conversation with one message.
    fn talk(&mut self, text: &str) -> SessionId {
        self.send(Msg::Sessions(SessionMsg::Send(None, text.to_owned())));
        self.model.route.session().expect("it is shown")
    }

    /// Stops the answers.
    fn stop(&mut self) {
        let running: Vec<_> = self.model.running.values().map(|running| running.answer).collect();
        for answer in running {
            self.send(Msg::Stop(answer));
        }
    }

    fn texts(&self) -> Vec<String> {
        self.model.workspace.tables().messages.values().map(|row| Message::text(row)).collect()
    }
}

const FULL: fn(&Commit) -> Option<StorageError> = |_| Some(StorageError::Quota);

#[test]
fn what_could_not_be_stored_is_there_after_a_reload_and_written_when_there_is_space() {
    let mut browser = Browser::new().start();
    browser.fails = FULL;
    let session = browser.talk("words that must not be lost");
    assert_eq!(browser.model.saving.problem, Some(StorageError::Quota));
    assert!(browser.kept.as_deref().is_some_and(|text| text.contains("must not be lost")));
    assert!(!browser.model.saving.not_kept);
    // Still no space at the next start: it is shown all the same, and still kept.
    let mut browser = browser.start();
    browser.send(Msg::Go(Route::Chat(Some(session), None)));
    assert!(browser.texts().iter().any(|text| text.contains("must not be lost")));
    assert!(browser.kept.is_some());
    // There is space again.
    browser.fails = |_| None;
    let mut browser = browser.start();
    assert_eq!(browser.kept, None, "it is stored now");
    assert!(browser.model.saving.problem.is_none());
    browser.send(Msg::Go(Route::Chat(Some(session), None)));
    assert!(browser.texts().iter().any(|text| text.contains("must not be lost")));
    assert!(browser.storage.get_raw(Table::Sessions.name(), &session.to_string()).is_some());
}

#[test]
fn it_is_tried_again_by_itself_ever_less_often() {
    let mut browser = Browser::new().start();
    browser.fails = FULL;
    browser.talk("x");
    for _ in 0..8 {
        browser.send(Msg::RetrySaving);
    }
    assert!(browser.retries.windows(2).all(|pair| pair[0] <= pair[1]), "{:?}", browser.retries);
    assert_eq!((browser.retries.first(), browser.retries.last()), (Some(&2_000), Some(&60_000)));
    browser.fails = |_| None;
    browser.send(Msg::RetrySaving);
    assert!(browser.model.all_saved() || browser.model.saving.problem.is_none());
    assert_eq!(browser.kept, None);
}

#[test]
fn what_is_too_much_to_be_kept_is_said() {
    let mut browser = Browser::new().start();
    browser.fails = FULL;
    browser.refuses = true;
    browser.talk("x");
    assert!(browser.model.saving.not_kept);
    browser.refuses = false;
    browser.talk(&"long ".repeat(edit::save::MAX_KEPT / 4));
    assert!(browser.model.saving.not_kept);
    browser.fails = |_| None;
    browser.send(Msg::SaveAgain);
    assert!(!browser.model.saving.not_kept);
}

#[test]
fn deleting_makes_space_even_where_nothing_else_can_be_written() {
    let mut browser = Browser::new().start();
    let old = browser.talk("something old and large");
    browser.send(Msg::Stop(*browser.model.running.values().next().map(|running| &running.answer).expect("it answers")));
    // From now on only what writes no row of it fits.
    browser.fails = |commit| {
        let adds = commit.journal.iter().any(|row| row.json.contains("\"removed\":"));
        let first =
            commit.changes.iter().any(|(_, change)| !matches!(change, espalier_model::change::Change::Removed(_)));
        (adds || first).then_some(StorageError::Quota)
    };
    browser.send(Msg::Sessions(SessionMsg::Rename(old, "Renamed".to_owned())));
    assert_eq!(browser.model.saving.problem, Some(StorageError::Quota));
    browser.send(Msg::Sessions(SessionMsg::Delete(old)));
    browser.send(Msg::Confirmed);
    assert!(browser.model.workspace.get::<Session>(&old).is_none());
    assert_eq!(browser.storage.get_raw(Table::Sessions.name(), &old.to_string()), None, "the space is free");
    assert!(browser.model.saving.problem.is_none(), "{:?}", browser.model.saving);
    assert!(browser.model.toasts.iter().any(|toast| toast.text == Notice::ErasedForGood));
    assert_eq!(browser.kept, None);
}

#[test]
fn what_the_browser_cleared_is_not_called_saved_and_can_be_written_back() {
    let mut browser = Browser::new().start();
    let session = browser.talk("still in memory");
    browser.storage = MemoryStorage::default();
    browser.committed.clear();
    browser.send(Msg::Cleared);
    browser.send(Msg::Sessions(SessionMsg::Rename(session, "After".to_owned())));
    assert!(!browser.model.all_saved());
    assert!(browser.committed.is_empty(), "a part would look like the whole");
    // The way out works from memory.
    browser.send(Msg::Files(FileMsg::ExportAll));
    assert!(browser.files[0].contains("still in memory") && browser.files[0].contains("After"));
    browser.send(Msg::RetrySaving);
    assert!(browser.committed.is_empty(), "not by itself");
    browser.send(Msg::SaveAgain);
    assert!(browser.model.saving.problem.is_none());
    let mut browser = browser.start();
    browser.send(Msg::Go(Route::Chat(Some(session), None)));
    assert!(browser.texts().iter().any(|text| text == "still in memory"));
    assert_eq!(browser.model.workspace.get::<Session>(&session).expect("it is there").name, "After");
}

#[test]
fn a_database_that_is_gone_is_noticed_before_anything_is_done() {
    let mut browser = Browser::new().start();
    browser.talk("one");
    browser.talk("two");
    let row_counts = browser.row_counts.clone().expect("it is kept");
    assert_eq!(row_counts.sessions, 2);
    let browser = browser.start();
    assert_eq!(browser.model.data_loss_guard.missing, None, "nothing is missing");
    let mut browser = Browser { storage: MemoryStorage::default(), ..browser };
    let shown = browser.model.route;
    browser = browser.start_at(Some(shown));
    let missing = browser.model.data_loss_guard.missing.clone().expect("it is noticed");
    assert_eq!(missing.inside, None);
    assert!(missing.before.contains(&(Table::Sessions, 2)) && missing.now.contains(&(Table::Sessions, Some(0))));
    assert_eq!(browser.row_counts, Some(row_counts), "and noticed again until it is answered");
    browser.send(Msg::GoOnWithout);
    assert_eq!(browser.row_counts.clone().expect("kept").sessions, 0);
    assert_eq!(browser.start().model.data_loss_guard.missing, None);
}

#[test]
fn a_loss_that_the_mirror_can_heal_is_decided_by_the_person() {
    let mut model = Model::default();
    let mut env = Env::deterministic(Timestamp(1_760_000_000_000), 5);
    let mut send = |model: &mut Model, msg| update(model, msg, &mut env);
    let lacking = Lacking { gone: [(Table::Nodes, 3)].into(), ..Lacking::default() };
    let compared = || Msg::Mirror(MirrorMsg::Compared(Some(lacking.clone())));
    assert!(send(&mut model, compared()).is_empty(), "nothing is done by itself");
    assert_eq!(model.mirror.lacking(), Some(&lacking));
    let [Effect::RestoreMirror] = &send(&mut model, Msg::Mirror(MirrorMsg::Restore))[..] else {
        panic!("it is brought back")
    };
    assert!(send(&mut model, Msg::Mirror(MirrorMsg::Restore)).is_empty(), "once");
    send(&mut model, Msg::Mirror(MirrorMsg::Restored(Err(StorageError::Quota))));
    assert_eq!(model.mirror.lacking(), Some(&lacking), "what failed can be tried again");
    send(&mut model, Msg::Mirror(MirrorMsg::Restore));
    send(&mut model, Msg::Mirror(MirrorMsg::Restored(Ok(3))));
    assert_eq!(model.mirror.lacking(), None);
    assert!(model.toasts.iter().any(|toast| toast.text == Notice::Restored(3)));
    send(&mut model, compared());
    let [Effect::RenewMirror, Effect::Load(LoadTag::Missing, _)] = &send(&mut model, Msg::GoOnWithout)[..] else {
        panic!("the mirror is begun anew")
    };
    assert_eq!(model.mirror.lacking(), None);
}

#[test]
fn nothing_is_made_again_before_the_mirror_was_compared_whichever_tab_does_it() {
    let mut env = Env::deterministic(Timestamp(1_760_000_000_000), 5);
    let lacking = Lacking { gone: [(Table::Sessions, 1)].into(), ..Lacking::default() };
    let finds = |effects: &[Effect]| effects.iter().any(|one| matches!(one, Effect::Load(LoadTag::Missing, _)));
    let cases = [
        (MirrorMsg::Compared(None), true),
        (MirrorMsg::Off, true),
        (MirrorMsg::Compared(Some(lacking)), false),
        // The first tab is still asking.
        (MirrorMsg::NotCompared, false),
    ];
    for (msg, expected) in cases {
        let said = format!("{msg:?}");
        assert_eq!(finds(&update(&mut Model::default(), Msg::Mirror(msg), &mut env)), expected, "{said}");
    }
}

#[test]
fn a_folder_that_fails_is_said_once_until_it_worked_again() {
    let mut model = Model::default();
    let mut env = Env::deterministic(Timestamp(1_760_000_000_000), 5);
    let mut send = |model: &mut Model, msg| update(model, Msg::Place(msg), &mut env);
    let failed = || PlaceMsg::State(PlaceState::Failed(PlaceProblem::Absent), "Own".to_owned());
    let said = |model: &Model| {
        model.toasts.iter().filter(|toast| matches!(toast.text, Notice::PlaceFailed(PlaceProblem::Absent))).count()
    };
    for _ in 0..3 {
        send(&mut model, PlaceMsg::State(PlaceState::Working, "Own".to_owned()));
        send(&mut model, failed());
    }
    assert_eq!((said(&model), model.place.name.as_str()), (1, "Own"));
    model.toasts.clear();
    let done = InStep { new_versions: 2, kept: 1, ..InStep::default() };
    send(&mut model, PlaceMsg::Done(Box::new(done)));
    assert_eq!((&model.place.state, model.place.done.is_some()), (&PlaceState::InStep, true));
    let told: Vec<&Notice> = model.toasts.iter().map(|toast| &toast.text).collect();
    assert_eq!(told, [&Notice::TwoVersions(2), &Notice::KeptFromRemoval(1)]);
    send(&mut model, failed());
    assert_eq!(said(&model), 1, "a new failure is news");
    send(&mut model, PlaceMsg::State(PlaceState::Nothing, String::new()));
    assert_eq!((model.place.name.as_str(), model.place.done), ("", None));
}

#[test]
fn requests_may_go_to_the_server_of_a_copy_while_it_is_in_use() {
    let mut model = Model::default();
    let mut env = Env::deterministic(Timestamp(1_760_000_000_000), 5);
    let mut send = |model: &mut Model, msg| update(model, Msg::Place(msg), &mut env);
    let server = ServerPlace::WebDav { url: "https://cloud.example/notes".to_owned(), user: "me".to_owned() };
    let origin = server.origin().expect("it is an address");
    let begun = || PlaceMsg::Begun(server.clone(), origin.clone());
    let effects = send(&mut model, begun());
    let [Effect::AllowOrigins(origins), Effect::Reload(Resume::ShowData)] = &effects[..] else {
        panic!("the policy of the page is renewed: {effects:?}")
    };
    assert!(origins.contains(&origin));
    model.facts.allowed_origins.push(origin.clone());
    assert!(matches!(&send(&mut model, begun())[..], [Effect::AllowOrigins(_)]), "it is known already");
    send(&mut model, PlaceMsg::Found { has_folders: true, is_carried: false, server: Some(server.clone()) });
    let effects = send(&mut model, PlaceMsg::State(PlaceState::Nothing, String::new()));
    let [Effect::AllowOrigins(origins)] = &effects[..] else { panic!("the policy is narrowed: {effects:?}") };
    assert!(!origins.contains(&origin));
    assert_eq!((&model.place.server, model.place.has_folders), (&None, true));
}

#[test]
fn entries_that_were_not_read_yet_are_not_counted() {
    let mut browser = Browser::new().start();
    browser.talk("one");
    browser.row_counts.as_mut().expect("it is kept").entries = 403;
    let browser = Browser { storage: MemoryStorage::default(), ..browser }.start();
    let missing = browser.model.data_loss_guard.missing.clone().expect("it is noticed");
    assert!(missing.before.contains(&(Table::TimeEntries, 403)) && missing.now.contains(&(Table::TimeEntries, None)));
}

/// A conversation of three messages, a map of three nodes and a scene of two shapes.
fn documents(browser: &mut Browser) -> [(Document, Route, Table, usize); 3] {
    browser.talk("one");
    browser.stop();
    browser.send(Msg::Sessions(SessionMsg::Send(browser.model.route.session(), "two".to_owned())));
    browser.stop();
    let session = browser.model.route.session().expect("it is shown");
    let messages = browser.model.workspace.messages(session).count();
    browser.send(Msg::Maps(MapMsg::Begin("Trip".to_owned())));
    let map = browser.model.route.map().expect("it is shown");
    for title in ["Boots", "Map"] {
        let parent = browser.model.maps.primary(map).expect("something is selected");
        browser.send(Msg::Maps(MapMsg::Do(
            map,
            AddChild { title: Some(title.to_string()), ..AddChild::new(parent) }.into(),
        )));
    }
    browser.send(Msg::Scene(SceneMsg::Create));
    let scene = browser.model.route.scene().expect("it is shown");
    for kind in [ShapeType::Square, ShapeType::Circle] {
        browser.send(Msg::Scene(SceneMsg::Add(scene, kind, None)));
    }
    [
        (Document::of(session), Route::Chat(Some(session), None), Table::Messages, messages),
        (Document::of(map), Route::Map(Some(map), None), Table::Nodes, 3),
        (Document::of(scene), Route::Scene(Some(scene), None), Table::Shapes, 2),
    ]
}

#[test]
fn what_is_missing_inside_a_document_is_noticed_when_it_is_opened() {
    let mut browser = Browser::new().start();
    for (document, route, table, count) in documents(&mut browser) {
        browser = browser.start();
        browser.send(Msg::Go(route));
        assert_eq!(browser.model.data_loss_guard.missing, None, "{document}: nothing is missing");
        let rows: Vec<String> = browser
            .model
            .workspace
            .tables()
            .records()
            .map(|record| record.key())
            .filter(|key| key.inside() == Some(document))
            .map(|key| key.row_key())
            .collect();
        assert_eq!(rows.len(), count, "{document}");
        // One row goes, then all.
        for gone in [1, count] {
            for key in &rows[count - gone..] {
                browser.storage.remove_raw(table.name(), key);
            }
            browser = browser.start();
            assert_eq!(browser.model.data_loss_guard.missing, None, "{document} is not open");
            let known = browser.row_counts.clone();
            browser.send(Msg::Go(route));
            let expected = Missing {
                inside: Some(document),
                before: vec![(table, count)],
                now: vec![(table, Some(count - gone))],
            };
            assert_eq!(browser.model.data_loss_guard.missing, Some(expected), "{document}");
            assert_eq!(browser.row_counts, known, "{document}: until it is answered");
            for toast in &browser.model.toasts {
                assert!(!matches!(toast.text, Notice::Repaired(.., false)), "{document}: {toast:?}");
            }
        }
        browser.send(Msg::GoOnWithout);
        browser = browser.start();
        browser.send(Msg::Go(route));
        assert_eq!(browser.model.data_loss_guard.missing, None, "{document}: it was answered");
    }
}

#[test]
fn rows_that_a_step_took_out_of_a_document_are_not_missing() {
    let mut browser = Browser::new().start();
    for (document, route, ..) in documents(&mut browser) {
        browser = browser.start();
        browser.send(Msg::Go(route));
        let row_counts = browser.row_counts.clone();
        browser.send(Msg::Undo);
        assert_ne!(browser.row_counts, row_counts, "{document}");
        // The browser was killed before it wrote the numbers.
        browser.row_counts = row_counts;
        browser = browser.start();
        browser.send(Msg::Go(route));
        assert_eq!(browser.model.data_loss_guard.missing, None, "{document}");
    }
}

#[test]
fn writing_back_names_what_was_not_in_memory() {
    let mut browser = Browser::new().start();
    let [_, (_, map, ..), _] = documents(&mut browser);
    let mut browser = browser.start();
    browser.send(Msg::Go(map));
    browser.storage = MemoryStorage::default();
    browser.send(Msg::Cleared);
    browser.send(Msg::SaveAgain);
    let names = browser.model.toasts.iter().find_map(|toast| match &toast.text {
        Notice::NotWrittenBack(names, 0) => Some(names.len()),
        _ => None,
    });
    assert_eq!(names, Some(2), "the conversation and the scene");
    let mut browser = browser.start();
    browser.send(Msg::Go(map));
    assert_eq!(browser.model.data_loss_guard.missing, None, "it was in memory");
}

#[test]
fn fewer_things_are_no_loss_where_a_later_step_says_why() {
    let mut browser = Browser::new().start();
    let one = browser.talk("one");
    browser.talk("two");
    let row_counts = browser.row_counts.clone();
    browser.send(Msg::Sessions(SessionMsg::Delete(one)));
    browser.send(Msg::Confirmed);
    // The browser was killed before it wrote the numbers.
    browser.row_counts = row_counts;
    assert_eq!(browser.start().model.data_loss_guard.missing, None);
}

#[test]
fn what_cannot_be_read_any_more_is_exported_from_memory() {
    let mut browser = Browser::new().start();
    browser.talk("in memory");
    browser.model.read_only = Some(StorageError::Superseded);
    let tag = LoadTag::Export;
    browser.send(Msg::Loaded(tag, Err(StorageError::Superseded)));
    assert!(browser.files[0].contains("in memory"));
    assert!(browser.model.toasts.iter().any(|toast| matches!(toast.text, Notice::ExportedFromMemory(_))));
}

#[test]
fn what_is_on_its_way_when_the_page_is_left_arrives_once_and_never_goes_back_in_time() {
    let mut browser = Browser::new().start();
    let session = browser.talk("x");
    // The page goes away in the middle of a commit.
    browser.fails = |_| Some(StorageError::Aborted("gone".to_owned()));
    let mut effects = Vec::new();
    let file = StoredFile { hash: "5a".repeat(32).parse().expect("a hash"), bytes: b"Socks".as_slice().into() };
    edit::store_files(&mut browser.model, vec![file.clone()], &mut effects);
    effects.extend(update(
        &mut browser.model,
        Msg::Sessions(SessionMsg::Rename(session, "Typed at the last moment".to_owned())),
        &mut browser.env,
    ));
    effects.extend(update(&mut browser.model, Msg::Leaving, &mut browser.env));
    let kept =
        effects.iter().find_map(|effect| if let Effect::KeepUnsaved(text) = effect { text.clone() } else { None });
    browser.kept = kept.clone();
    assert!(kept.is_some());
    browser.fails = |_| None;
    let mut browser = browser.start();
    let name = |browser: &Browser| browser.model.workspace.get::<Session>(&session).expect("here").name.clone();
    assert_eq!(name(&browser), "Typed at the last moment");
    let stored = block_on(browser.storage.load(Query::Files(vec![file.hash.clone()]))).expect("it is read");
    assert_eq!(stored.files, [file], "what a step may name comes with it");
    // It had arrived after all, and later words came: what is kept must not undo them.
    browser.send(Msg::Sessions(SessionMsg::Rename(session, "Later".to_owned())));
    browser.kept = kept;
    assert_eq!(name(&browser.start()), "Later");
}

#[test]
fn a_commit_that_fails_before_one_that_succeeds_is_kept_and_tried_again_too() {
    let mut browser = Browser::new().start();
    let session = browser.talk("x");
    let mut commits = Vec::new();
    for name in ["first", "second"] {
        let msg = Msg::Sessions(SessionMsg::Rename(session, name.to_owned()));
        for effect in update(&mut browser.model, msg, &mut browser.env) {
            if let Effect::Commit(id, ..) = effect {
                commits.push(id);
            }
        }
    }
    browser.send(Msg::Committed(commits[0], Err(StorageError::Quota)));
    browser.send(Msg::Committed(commits[1], Ok(())));
    assert!(browser.kept.as_deref().is_some_and(|text| text.contains("second")));
    assert!(!browser.retries.is_empty());
}

#[test]
fn what_lost_its_conversation_or_map_is_found_again_under_a_name_that_says_so() {
    let mut browser = Browser::new().start();
    let say = |text: &str| Msg::Sessions(SessionMsg::Send(None, text.to_owned()));
    browser.send(say("what is lost"));
    let lost = browser.model.route.session().expect("a conversation");
    browser.send(Msg::Maps(MapMsg::Create));
    let map = browser.model.route.map().expect("a map");
    let nodes = browser.model.workspace.nodes(map).count();
    let row = |table: Table, key: String| (table.name().to_owned(), key);
    for (store, key) in [row(Table::Sessions, lost.to_string()), row(Table::Maps, map.to_string())] {
        browser.storage.remove_raw(&store, &key);
    }
    browser.row_counts = None;
    let mut browser = browser.start();
    let name = |model: &Model| model.workspace.get::<Session>(&lost).map(|row| row.name.clone());
    assert_eq!(name(&browser.model).as_deref(), Some("Recovered conversation"));
    assert!(browser.model.toasts.iter().any(|toast| toast.text == Notice::Recovered(1, 1, 0)));
    browser.send(Msg::Go(Route::Chat(Some(lost), None)));
    assert!(browser.model.workspace.messages(lost).any(|message| message.own_text() == "what is lost"));
    let session = browser.model.workspace.get::<Session>(&lost).expect("it is there");
    assert!(session.active_leaf.is_some(), "the conversation opens at its end");
    browser.send(Msg::Go(Route::Map(Some(map), None)));
    let row = browser.model.workspace.get::<espalier_model::MindMap>(&map).expect("it is there");
    assert_eq!(row.name, "Recovered map");
    assert!(browser.model.workspace.nodes(map).any(|node| node.id == row.root));
    assert_eq!(browser.model.workspace.nodes(map).count(), nodes);
    // It is stored: the next start finds nothing amiss.
    let browser = browser.start();
    assert_eq!(name(&browser.model).as_deref(), Some("Recovered conversation"));
    assert!(browser.model.toasts.iter().all(|toast| !matches!(toast.text, Notice::Recovered(..))));
}
