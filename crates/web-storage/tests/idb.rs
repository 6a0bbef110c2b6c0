//! The contract of stores, on the browser's database, and further tests of that one alone.
#![allow(clippy::expect_used, reason = "a test says what it expected")]
#![cfg(target_arch = "wasm32")]

#[path = "../../storage/tests/contract/contract.rs"]
mod contract;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use contract::{Lab as _, added, changes, entries, env, journal_row, message, renamed, session};
use espalier_model::change::Change;
use espalier_model::{Document, Record, SessionId, Table};
use espalier_storage::migrate::{self, Step};
use espalier_storage::port::{Commit, Durability, Query, Storage, StorageError};
use espalier_storage::schema;
use espalier_web_storage::idb::{DatabaseSpec, IdbStorage, Notice};
use futures::future::{LocalBoxFuture, join_all};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen(module = "/tests/browser.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    async fn put_raw(name: &str, store: &str, key: &str, text: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn put_many(name: &str, store: &str, count: u32, text: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn texts(name: &str, store: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn get_raw(name: &str, store: &str, key: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch, js_name = put_raw)]
    async fn put_bytes(name: &str, store: &str, key: &str, bytes: js_sys::Uint8Array) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn create(name: &str, version: u32, store: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn hold(name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn small_quota(name: &str, bytes: f64) -> Result<JsValue, JsValue>;
    fn usual_quota();
    /// Lets the next transactions of a database throw when they begin.
    fn throw_in(name: &str, error: &str, times: u32);
    /// Rolls transactions of a database back whenever so many writing requests were made, so many times.
    fn abort_in(name: &str, after: u32, times: u32);
    /// Returns how many transactions of a database were begun with this durability.
    fn begun(name: &str, durability: &str) -> u32;
    /// Returns how often a writing transaction of a database got an answer while another one was under way.
    fn overlapped(name: &str) -> u32;
    #[wasm_bindgen(js_name = now)]
    fn now_ms() -> f64;
}

thread_local! {
    static COUNT: Cell<u32> = const { Cell::new(0) };
}

type Notices = Rc<RefCell<Vec<Notice>>>;

struct Lab {
    place: DatabaseSpec,
    /// Number of times that a database was made.
    made: Rc<Cell<u32>>,
    /// All other notices.
    notices: Notices,
}

impl Default for Lab {
    fn default() -> Self {
        COUNT.set(COUNT.get() + 1);
        let place =
            DatabaseSpec { name: format!("test-{}", COUNT.get()), version: schema::VERSION, steps: migrate::STEPS };
        Self { place, made: Rc::default(), notices: Notices::default() }
    }
}

impl Lab {
    fn later(&self) -> Self {
        let mut place = self.place.clone();
        place.version += 1;
        Self { place, made: Rc::default(), notices: Notices::default() }
    }

    async fn try_open(&self) -> Result<IdbStorage, StorageError> {
        let (made, notices) = (self.made.clone(), self.notices.clone());
        let notify = Rc::new(move |notice| match notice {
            Notice::New => made.set(made.get() + 1),
            notice => notices.borrow_mut().push(notice),
        });
        IdbStorage::open_at(self.place.clone(), spawn, notify).await
    }

    fn throw(&self, error: &str, times: u32) {
        throw_in(&self.place.name, error, times);
    }
}

impl contract::Lab for Lab {
    type Store = IdbStorage;

    async fn open(&self) -> IdbStorage {
        self.try_open().await.expect("the database opens")
    }

    async fn put_raw(&self, store: &str, key: &str, text: &str) {
        put_raw(&self.place.name, store, key, text).await.expect("the row is written");
    }

    async fn get_raw(&self, store: &str, key: &str) -> Option<String> {
        let value = get_raw(&self.place.name, store, key).await;
        value.expect("the row is read").as_string()
    }

    async fn put_chunk(&self, store: &str, key: &str, bytes: Vec<u8>) {
        let bytes = js_sys::Uint8Array::from(bytes.as_slice());
        put_bytes(&self.place.name, store, key, bytes).await.expect("the chunk is written");
    }

    async fn get_chunk(&self, store: &str, key: &str) -> Option<Vec<u8>> {
        let value = get_raw(&self.place.name, store, key).await.expect("the chunk is read");
        value.dyn_ref::<js_sys::Uint8Array>().map(js_sys::Uint8Array::to_vec)
    }
}

fn spawn(future: LocalBoxFuture<'static, ()>) {
    wasm_bindgen_futures::spawn_local(future);
}

async fn pause(ms: u32) {
    let (sender, receiver) = futures::channel::oneshot::channel::<()>();
    let _timer = gloo::timers::callback::Timeout::new(ms, move || drop(sender));
    assert!(receiver.await.is_err(), "nothing is ever sent");
}

macro_rules! rule {
    ($name:ident) => {
        #[wasm_bindgen_test]
        async fn $name() {
            contract::$name(&Lab::default()).await;
        }
    };
}

storage_contract!(rule);

async fn count(store: &impl Storage, table: Table) -> usize {
    let loaded = store.load(Query::Tables(vec![table])).await;
    loaded.expect("the store can be read").records.len()
}

#[wasm_bindgen_test]
async fn b1_a_rolled_back_commit_is_an_error_and_leaves_nothing() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    for after in [1, 3] {
        let session = session(&mut env, "x");
        let commit = Commit {
            changes: added([message(&mut env, session.id, "y")]).squash(added([session])),
            journal: vec![journal_row("sessions/1", "{}")],
            ..Commit::default()
        };
        abort_in(&lab.place.name, after, 2);
        let result = store.commit(commit, Durability::Strict).await;
        assert!(matches!(result, Err(StorageError::Aborted(_))), "{result:?}");
        assert_eq!((count(&store, Table::Sessions).await, count(&store, Table::Messages).await), (0, 0));
        let journal = store.load(Query::JournalRows(vec!["sessions/1".to_owned()])).await;
        assert_eq!(journal.expect("the journal can be read").journal, []);
    }
    let commit = changes(added([session(&mut env, "after")]));
    assert_eq!(store.commit(commit, Durability::Strict).await, Ok(()));
    assert_eq!(count(&store, Table::Sessions).await, 1);
}

#[wasm_bindgen_test]
async fn b1_a_full_quota_is_told_apart_from_other_failures_and_deleting_goes_on() {
    let (lab, mut env) = (Lab::default(), env());
    small_quota(&lab.place.name, 3_050_000.0).await.expect("the browser has storage buckets");
    let store = lab.open().await;
    let session: SessionId = env.id();
    let (mut written, mut noise) = (Vec::new(), 1_u64);
    let failure = loop {
        // What can be compressed would fit all the same.
        let text: String = std::iter::repeat_with(|| {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            format!("{noise:x}")
        })
        .take(10_000)
        .collect();
        let row = message(&mut env, session, &text);
        match store.commit(changes(added([row.clone()])), Durability::Relaxed).await {
            Ok(()) => written.push(row),
            Err(error) => break error,
        }
        assert!(written.len() < 100, "the quota is not enforced");
    };
    assert_eq!(failure, StorageError::Quota);
    let kept = written.len();
    assert_eq!(count(&store, Table::Messages).await, kept, "what was acknowledged is there, the rest is not");
    let first = Record::Messages(written.swap_remove(0).into());
    let gone = changes([(first.key(), Change::Removed(first))].into_iter().collect());
    assert_eq!(store.commit(Commit { unmarked: true, ..gone }, Durability::Relaxed).await, Ok(()));
    assert_eq!(count(&store, Table::Messages).await, kept - 1);
    usual_quota();
}

#[wasm_bindgen_test]
async fn b2_a_commit_whose_caller_went_away_is_still_written_whole() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    let sessions: Vec<_> = (0..20).map(|n| session(&mut env, &n.to_string())).collect();
    for session in &sessions {
        let commit = store.commit(changes(added([session.clone()])), Durability::Strict);
        // Polled once, then dropped at the next timer.
        let timer = pause(0);
        futures::future::select(std::pin::pin!(commit), std::pin::pin!(timer)).await;
        drop(store.load(Query::Tables(vec![Table::Sessions])));
    }
    assert_eq!(store.flush().await, Ok(()));
    assert_eq!(count(&store, Table::Sessions).await, sessions.len());
}

#[wasm_bindgen_test]
async fn b3_strict_commits_are_flushed_and_share_a_flush() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    let commit = changes(added([session(&mut env, "relaxed")]));
    store.commit(commit, Durability::Relaxed).await.expect("the commit goes through");
    assert_eq!(begun(&lab.place.name, "strict"), 0);
    let commit = changes(added([session(&mut env, "strict")]));
    store.commit(commit, Durability::Strict).await.expect("the commit goes through");
    assert_eq!(begun(&lab.place.name, "strict"), 1);
    let commits =
        (0..50).map(|n| store.commit(changes(added([session(&mut env, &n.to_string())])), Durability::Strict));
    assert!(join_all(commits.collect::<Vec<_>>()).await.iter().all(Result::is_ok));
    let flushes = begun(&lab.place.name, "strict") - 1;
    console_log!("50 strict commits shared {flushes} flushes");
    assert!((1..50).contains(&flushes), "{flushes}");
}

#[wasm_bindgen_test]
async fn b3_a_commit_is_not_acknowledged_when_its_flush_fails() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    // The first three requests are the commit, its mark and its clock; the others are its flush.
    abort_in(&lab.place.name, 4, 1);
    let result = store.commit(changes(added([session(&mut env, "x")])), Durability::Strict).await;
    assert!(matches!(result, Err(StorageError::Aborted(_))), "{result:?}");
}

#[wasm_bindgen_test]
async fn b4_a_lost_database_is_opened_again_and_the_commit_written() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    for (round, error) in ["InvalidStateError", "UnknownError"].into_iter().enumerate() {
        lab.throw(error, 1);
        let commit = changes(added([session(&mut env, "x")]));
        assert_eq!(store.commit(commit, Durability::Strict).await, Ok(()));
        assert_eq!(lab.notices.borrow().len(), round * 2 + 1);
        lab.throw(error, 1);
        assert_eq!(count(&store, Table::Sessions).await, round + 1);
        assert_eq!(*lab.notices.borrow(), vec![Notice::Reopened; round * 2 + 2]);
    }
}

#[wasm_bindgen_test]
async fn b4_a_commit_rolled_back_for_no_reason_is_done_once_more() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    abort_in(&lab.place.name, 1, 1);
    let commit = changes(added([session(&mut env, "x")]));
    assert_eq!(store.commit(commit, Durability::Strict).await, Ok(()));
    assert_eq!(count(&store, Table::Sessions).await, 1);
}

#[wasm_bindgen_test]
async fn b4_a_database_that_stays_lost_is_an_error_and_may_come_back() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    lab.throw("UnknownError", 2);
    let session = session(&mut env, "x");
    let result = store.commit(changes(added([session.clone()])), Durability::Relaxed).await;
    assert!(matches!(result, Err(StorageError::Unavailable(_))), "{result:?}");
    assert_eq!(store.commit(changes(added([session])), Durability::Relaxed).await, Ok(()));
    assert_eq!(count(&store, Table::Sessions).await, 1);
}

#[wasm_bindgen_test]
async fn b7_only_a_database_that_is_being_made_is_new() {
    let lab = Lab::default();
    drop(lab.open().await);
    assert_eq!(lab.made.get(), 1);
    drop(lab.open().await);
    assert_eq!(lab.made.get(), 1);
    let later = lab.later();
    drop(later.open().await);
    assert_eq!(later.made.get(), 0, "an upgrade has something to read");
}

#[wasm_bindgen_test]
async fn b8_writing_transactions_never_overlap() {
    let (lab, mut env) = (Lab::default(), env());
    let stores = [lab.open().await, lab.open().await];
    for round in 0..20 {
        let kept = stores.iter().map(|store| store.keep_typed(format!("words {round}")));
        let commits = stores
            .iter()
            .map(|store| store.commit(changes(added([session(&mut env, &round.to_string())])), Durability::Strict));
        let (kept, committed) = futures::join!(join_all(kept), join_all(commits.collect::<Vec<_>>()));
        assert!(kept.iter().chain(&committed).all(Result::is_ok));
    }
    assert_eq!(overlapped(&lab.place.name), 0);
    assert_eq!(count(&stores[0], Table::Sessions).await, 40);
}

#[wasm_bindgen_test]
async fn b5_a_tab_that_another_one_upgraded_under_says_so_and_writes_nothing() {
    let (old, mut env) = (Lab::default(), env());
    let store = old.open().await;
    let kept = session(&mut env, "kept");
    store.commit(changes(added([kept.clone()])), Durability::Relaxed).await.expect("the commit goes through");

    let new = old.later();
    let upgraded = new.open().await;
    assert_eq!(*old.notices.borrow(), [Notice::Superseded]);
    let result = store.commit(changes(renamed(&kept, "lost")), Durability::Strict).await;
    assert_eq!(result, Err(StorageError::Superseded));
    assert_eq!(store.load(Query::Tables(vec![Table::Sessions])).await, Err(StorageError::Superseded));
    assert_eq!(store.flush().await, Err(StorageError::Superseded));
    let loaded = upgraded.load(Query::Tables(vec![Table::Sessions])).await.expect("the store can be read");
    assert_eq!(loaded.records, [Record::Sessions(kept.into())]);
    assert_eq!(*new.notices.borrow(), []);
}

#[wasm_bindgen_test]
async fn data_of_a_newer_version_is_refused_and_not_touched() {
    let lab = Lab::default();
    create(&lab.place.name, schema::VERSION + 1, "sessions").await.expect("the database is created");
    lab.put_raw("sessions", "key", "text of the future").await;
    let refused = lab.try_open().await.map(drop);
    let expected = StorageError::TooNew { found: schema::VERSION + 1, supported: schema::VERSION };
    assert_eq!(refused, Err(expected));
    assert_eq!(lab.get_raw("sessions", "key").await.as_deref(), Some("text of the future"));
}

#[wasm_bindgen_test]
async fn stores_that_are_missing_are_made_again_and_none_is_deleted() {
    let (old, mut env) = (Lab::default(), env());
    create(&old.place.name, old.place.version, "forgotten").await.expect("the database is created");
    old.put_raw("forgotten", "key", "still here").await;
    let store = old.open().await;
    store.commit(changes(added([session(&mut env, "x")])), Durability::Relaxed).await.expect("the commit goes through");
    drop(store);
    // The structure has a higher version now, which is no newer app's.
    let store = old.open().await;
    assert_eq!(count(&store, Table::Sessions).await, 1);
    drop(store);
    assert_eq!(old.get_raw("forgotten", "key").await.as_deref(), Some("still here"));
}

#[wasm_bindgen_test]
async fn an_upgrade_adds_stores_and_deletes_none() {
    let old = Lab::default();
    create(&old.place.name, old.place.version, "forgotten").await.expect("the database is created");
    old.put_raw("forgotten", "key", "still here").await;
    let new = old.later();
    let store = new.open().await;
    assert_eq!(count(&store, Table::Sessions).await, 0);
    assert_eq!(new.get_raw("forgotten", "key").await.as_deref(), Some("still here"));
}

#[wasm_bindgen_test]
async fn an_upgrade_waits_for_a_tab_that_keeps_the_database_and_says_so() {
    let old = Lab::default();
    drop(old.open().await);
    let release: js_sys::Function = hold(&old.place.name).await.expect("the database opens").unchecked_into();
    let new = old.later();
    let notices = new.notices.clone();
    let letting_go = async move {
        while notices.borrow().is_empty() {
            pause(5).await;
        }
        release.call0(&JsValue::NULL).expect("the holder lets go");
    };
    let (store, ()) = futures::future::join(new.open(), letting_go).await;
    assert_eq!(*new.notices.borrow(), [Notice::Blocked]);
    assert_eq!(count(&store, Table::Sessions).await, 0);
}

#[wasm_bindgen_test]
async fn a_database_from_before_entries_were_packed_opens_as_it_is() {
    let (lab, mut env) = (Lab::default(), env());
    let name = &lab.place.name;
    create(name, 4, Table::TimeEntries.name()).await.expect("the database is created");
    let some: Vec<Record> = entries(&mut env, 130).into_iter().map(|entry| Record::TimeEntries(entry.into())).collect();
    for record in &some {
        let json = record.to_json().expect("plain data");
        lab.put_raw(Table::TimeEntries.name(), &record.key().row_key(), &json).await;
    }
    let store = lab.open().await;
    let all = async || {
        let loaded = store.load(Query::Tables(vec![Table::TimeEntries])).await.expect("the store can be read");
        (loaded.records, loaded.unpacked)
    };
    assert_eq!(all().await, (some.clone(), 130));
    store.pack().await.expect("the entries are packed");
    assert_eq!(all().await, (some, 0));
    assert_eq!(begun(name, "strict"), 1, "it is on disk");
}

#[wasm_bindgen_test]
async fn packing_that_is_cut_off_loses_nothing() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    let some = entries(&mut env, 130);
    store.commit(changes(added(some)), Durability::Relaxed).await.expect("the commit goes through");
    let before = store.load(Query::Tables(vec![Table::TimeEntries])).await.expect("the store can be read");
    // One request clears the rows of a chunk, one writes it: after the second, and when that is tried again.
    abort_in(&lab.place.name, 2, 2);
    let cut_off = store.pack().await;
    assert!(matches!(cut_off, Err(StorageError::Aborted(_))), "{cut_off:?}");
    let between = store.load(Query::Tables(vec![Table::TimeEntries])).await.expect("the store can be read");
    assert_eq!(between.records, before.records);
    assert!(between.unpacked > 0, "not all was packed");
    store.pack().await.expect("the entries are packed");
    let after = store.load(Query::Tables(vec![Table::TimeEntries])).await.expect("the store can be read");
    assert_eq!((after.records, after.unpacked), (before.records, 0));
}

#[wasm_bindgen_test]
async fn opening_a_log_of_a_hundred_thousand_entries() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    let some = contract::many(&mut env, 100_000);
    let all = changes(added(some.clone()));
    let start = now_ms();
    store.commit(all, Durability::Strict).await.expect("the commit goes through");
    console_log!("100,000 entries: written in {:.1} ms", now_ms() - start);
    for _ in 0..3 {
        let start = now_ms();
        let loaded = store.load(Query::Tables(vec![Table::TimeEntries])).await.expect("the store can be read");
        console_log!("100,000 entries: loaded in {:.1} ms", now_ms() - start);
        assert_eq!((loaded.records.len(), loaded.unpacked), (100_000, 0));
    }
    let start = now_ms();
    let removal = changes(added([some[50_000].clone()]).invert());
    store.commit(removal, Durability::Relaxed).await.expect("the commit goes through");
    console_log!("100,000 entries: one of them removed in {:.1} ms", now_ms() - start);
    assert_eq!(count(&store, Table::TimeEntries).await, 99_999);
}

#[wasm_bindgen_test]
async fn a_database_from_before_shapes_were_packed_opens_as_it_is() {
    let (lab, mut env) = (Lab::default(), env());
    let name = &lab.place.name;
    create(name, 6, Table::Shapes.name()).await.expect("the database is created");
    let scene = contract::scene_of_shapes(&mut env, 3_000);
    for shape in &scene.shapes {
        let record = Record::Shapes(shape.clone().into());
        lab.put_raw(Table::Shapes.name(), &record.key().row_key(), &record.to_json().expect("plain data")).await;
    }
    let store = lab.open().await;
    let all = async || {
        let query = Query::Inside(Document::of(scene.scene.id));
        let loaded = store.load(query).await.expect("the store can be read");
        (loaded.records, loaded.unpacked)
    };
    assert_eq!(all().await, (scene.records(), 3_000));
    // One request clears the rows of the scene, the others write its chunks: in the middle, and when that is tried again.
    abort_in(name, 5, 2);
    let cut_off = store.pack().await;
    assert!(matches!(cut_off, Err(StorageError::Aborted(_))), "{cut_off:?}");
    assert_eq!(all().await, (scene.records(), 3_000));
    store.pack().await.expect("the shapes are packed");
    assert_eq!(all().await, (scene.records(), 0));
}

#[wasm_bindgen_test]
async fn opening_a_scene_of_a_hundred_thousand_shapes() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    let scene = contract::scene_of_shapes(&mut env, 100_000);
    let start = now_ms();
    store.commit(changes(scene.added()), Durability::Strict).await.expect("the commit goes through");
    console_log!("100,000 shapes: written in {:.1} ms", now_ms() - start);
    let query = Query::Inside(Document::of(scene.scene.id));
    for _ in 0..3 {
        let start = now_ms();
        let loaded = store.load(query.clone()).await.expect("the store can be read");
        console_log!("100,000 shapes: loaded in {:.1} ms", now_ms() - start);
        assert_eq!((loaded.records.len(), loaded.unpacked), (100_000, 0));
    }
    let start = now_ms();
    let edit = changes(contract::named(&scene.shapes[50_000], "one of many"));
    store.commit(edit, Durability::Relaxed).await.expect("the commit goes through");
    console_log!("100,000 shapes: one of them changed in {:.1} ms", now_ms() - start);
    let start = now_ms();
    store.commit(changes(scene.added().invert()), Durability::Relaxed).await.expect("the commit goes through");
    console_log!("100,000 shapes: removed in {:.1} ms", now_ms() - start);
    assert_eq!(count(&store, Table::Shapes).await, 0);
}

const STEPS: &[Step] = &[Step {
    to: schema::VERSION + 1,
    row: Some(|store, json| match json {
        "gone" => Ok(None),
        "broken" => Err("not a row".to_owned()),
        json => Ok(Some(format!("{json}+{store}"))),
    }),
}];

#[wasm_bindgen_test]
async fn every_row_is_migrated_once_although_it_is_interrupted_and_two_tabs_do_it() {
    let old = Lab::default();
    drop(old.open().await);
    let name = &old.place.name;
    let many = [("messages", 1_234, "m"), ("sessions", 500, "s"), ("personas", 3, "gone"), ("journal", 2, "broken")];
    for (store, count, text) in many {
        put_many(name, store, count, text).await.expect("the rows are written");
    }
    let mut new = old.later();
    new.place.steps = STEPS;
    // One request for every row and one for the note: in the middle of the second batch, and when that is tried again.
    abort_in(name, 800, 2);
    let failed = new.try_open().await.map(drop);
    assert!(matches!(failed, Err(StorageError::Aborted(_))), "{failed:?}");
    let (one, other) = futures::future::join(new.try_open(), new.try_open()).await;
    assert!(one.is_ok() && other.is_ok());
    for (store, expect) in [
        ("messages", "{\"m+messages\":1234}"),
        ("sessions", "{\"s+sessions\":500}"),
        ("personas", "{}"),
        ("journal", "{\"broken\":2}"),
    ] {
        let found = texts(name, store).await.expect("the rows are read").as_string();
        assert_eq!(found.as_deref(), Some(expect));
    }
    drop(new.open().await);
    let found = texts(name, "messages").await.expect("the rows are read").as_string();
    assert_eq!(found.as_deref(), Some("{\"m+messages\":1234}"), "once is enough");
}

#[wasm_bindgen_test]
async fn opening_a_session_of_ten_thousand_messages() {
    let (lab, mut env) = (Lab::default(), env());
    let store = lab.open().await;
    let session: SessionId = env.id();
    let text = "Some words of a message, about as long as one. ".repeat(8);
    let messages: Vec<_> = (0..10_000).map(|_| message(&mut env, session, &text)).collect();
    let all = changes(added(messages));
    let start = now_ms();
    store.commit(all, Durability::Strict).await.expect("the commit goes through");
    let written = now_ms();
    for _ in 0..5 {
        let start = now_ms();
        let loaded = store.load(Query::Inside(Document::of(session))).await.expect("the store can be read");
        console_log!("10,000 messages: loaded in {:.1} ms", now_ms() - start);
        assert_eq!(loaded.records.len(), 10_000);
    }
    console_log!("10,000 messages: written in {:.1} ms", written - start);
}
