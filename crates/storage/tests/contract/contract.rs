//! The contract of stores, which each of them must keep.
//!
//! A test file lists these rules with [`storage_contract!`] for its own kind of store. Two handles are given to each
//! rule, as two tabs would have them.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]

pub mod packed;
pub mod packed_shapes;

use espalier_base::date::LocalDate;
use espalier_base::env::Env;
use espalier_base::id::Id;
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;
use espalier_model::change::{Change, ChangeSet, Edit};
use espalier_model::mindmap::ShortId;
use espalier_model::mindmap::order::OrderKey;
use espalier_model::persona::{Parameters, Preset, Role};
use espalier_model::scene::{Geometry, ShapeType};
use espalier_model::{
    Course, Document, Endpoint, Field, Goal, KeptTurn, Learned, Link, LinkKind, MapId, Message, MessageField, MindMap,
    Node, NodeKey, Persona, Preferences, Record, Row, Scene, Session, SessionField, SessionId, Shape, Slug, Table,
    Thing, TimeCategory, TimeEntry,
};
use espalier_storage::files::{KEPT_MS, StoredFile};
use espalier_storage::port::{Commit, Durability, JournalRow, Loaded, Query, Storage, StorageError};
use futures::future::join_all;

/// Makes stores that share their rows.
pub trait Lab {
    /// The kind of store.
    type Store: Storage;
    /// Opens one more handle to the same rows.
    async fn open(&self) -> Self::Store;
    /// Puts a row as it is, behind the store's back.
    async fn put_raw(&self, store: &str, key: &str, text: &str);
    /// Returns the text stored under a key.
    async fn get_raw(&self, store: &str, key: &str) -> Option<String>;
    /// Puts a chunk of packed rows as it is, behind the store's back.
    async fn put_chunk(&self, store: &str, key: &str, bytes: Vec<u8>);
    /// Returns the chunk of packed rows that is stored under a key.
    async fn get_chunk(&self, store: &str, key: &str) -> Option<Vec<u8>>;
}

/// Calls `$each!(rule)` for every rule.
#[macro_export]
macro_rules! storage_contract {
    ($each:ident) => {
        $each!(rows_of_every_table_come_back_as_they_were_written);
        $each!(any_text_comes_back_as_it_was_written);
        $each!(s1_a_commit_that_fails_leaves_nothing_behind);
        $each!(s1_changes_and_journal_are_written_together);
        $each!(s2_two_tabs_that_change_different_fields_both_keep_their_change);
        $each!(s2_a_change_to_a_row_that_is_gone_does_not_bring_it_back);
        $each!(s3_every_commit_is_acknowledged_whatever_its_durability);
        $each!(commits_take_effect_in_the_order_they_were_asked_for);
        $each!(a_session_loads_its_own_messages_in_order);
        $each!(a_map_loads_its_own_nodes_in_order);
        $each!(what_messages_and_nodes_belong_to_and_is_not_there_is_named);
        $each!(single_rows_load_and_missing_ones_are_left_out);
        $each!(broken_rows_are_reported_and_stay_and_hide_no_others);
        $each!(the_journal_is_read_backwards_in_pages_of_one_document);
        $each!(journal_rows_are_rewritten_and_dropped);
        $each!(a_commit_of_thousands_of_rows_is_one_commit);
        $each!(nothing_is_read_and_written_without_complaint);
        $each!(s5_files_are_stored_with_the_rows_that_name_them);
        $each!(s5_a_file_stays_while_anything_names_it);
        $each!(s4_packed_entries_are_read_as_rows_are);
        $each!(s4_a_change_of_a_packed_entry_is_made_to_what_is_stored);
        $each!(s4_two_tabs_that_change_different_fields_of_a_packed_entry_both_keep_their_change);
        $each!(s4_a_packed_entry_that_is_removed_stays_away_and_can_come_back);
        $each!(s4_packing_again_changes_nothing);
        $each!(s4_packing_goes_on_beside_commits_of_another_tab);
        $each!(s4_many_entries_are_packed_as_they_are_written);
        $each!(s4_a_chunk_that_cannot_be_read_is_reported_and_never_written_over);
        $each!(s4_a_row_that_cannot_be_read_is_not_packed_and_hides_what_was);
        $each!(s4_keys_that_are_no_ids_are_left_alone);
        $each!(s4_an_export_holds_every_entry_and_comes_in_again);
        $each!(s4_whatever_is_done_is_found_again);
        $each!(s4_many_shapes_are_packed_as_they_are_written);
        $each!(s4_few_shapes_stay_rows);
        $each!(s4_a_packed_shape_is_changed_and_removed_alone);
        $each!(s4_two_tabs_that_change_different_fields_of_a_packed_shape_both_keep_their_change);
        $each!(s4_with_a_scene_goes_all_that_is_packed_of_it);
        $each!(s4_a_scene_that_only_chunks_belong_to_is_missed);
        $each!(s4_a_chunk_of_shapes_that_cannot_be_read_is_reported_and_never_written_over);
        $each!(s4_a_row_of_a_shape_that_cannot_be_read_hides_what_was_packed);
        $each!(s4_shapes_are_packed_while_they_are_read_and_changed);
        $each!(s4_an_export_and_a_rescue_hold_every_shape);
        $each!(s4_whatever_is_done_to_shapes_is_found_again);
    };
}

pub use packed::*;
pub use packed_shapes::*;

pub fn added<R: Row>(rows: impl IntoIterator<Item = R>) -> ChangeSet {
    rows.into_iter().map(|row| (R::record_key(row.key()), Change::Added(R::into_record(row.into())))).collect()
}

pub fn changes(changes: ChangeSet) -> Commit {
    Commit { changes, ..Commit::default() }
}

pub fn journal_row(key: &str, json: &str) -> JournalRow {
    JournalRow { key: key.to_owned(), json: json.to_owned() }
}

pub fn session(env: &mut Env, name: &str) -> Session {
    let mut session = Session::new(env.id(), env.now);
    name.clone_into(&mut session.name);
    session
}

pub fn message(env: &mut Env, session: SessionId, text: &str) -> Message {
    Message::new(env.id(), session, None, Role::User, text, env.now)
}

pub fn node(env: &mut Env, map: MapId, title: &str) -> Node {
    let key = NodeKey { map, id: env.id() };
    Node { title: title.to_owned(), ..Node::new(key, None, OrderKey::default(), ShortId(1), env.now) }
}

fn rows_of_the_time_log(env: &mut Env) -> ChangeSet {
    let category = TimeCategory {
        aliases: vec!["learning".to_owned()],
        ..TimeCategory::new(env.id(), "Study".to_owned(), OrderKey::default())
    };
    let (from, to) = (LocalDate(20_000), LocalDate(20_030));
    let goal =
        Goal { id: env.id(), name: "Thesis".to_owned(), from, to, target_secs: None, category: Some(category.id) };
    let mut entry = TimeEntry::new(env.id(), env.now, Zone::new("Europe/Berlin"), env.now);
    (entry.category, entry.goal) = (Some(category.id), Some(goal.id));
    added([category]).squash(added([goal])).squash(added([entry]))
}

fn turn(env: &mut Env) -> KeptTurn {
    KeptTurn {
        id: env.id(),
        session: env.id(),
        message: env.id(),
        agent: "time".to_owned(),
        works_for: None,
        instead: true,
        before: Vec::new(),
        created_at: env.now,
        checkpoint: "{}".to_owned(),
        parked: true,
        came: Vec::new(),
    }
}

fn shape(env: &mut Env, scene: &Scene) -> Shape {
    Shape {
        id: env.id(),
        scene: scene.id,
        created_at: env.now,
        updated_at: env.now,
        name: "屋顶".to_owned(),
        geometry: Geometry::new(ShapeType::Triangle, 0.1),
        position: [0.1, -2.5, 1e6],
        rotation: [0.0, 45.0, -0.1],
        color: "#cf4130".parse().expect("a colour"),
    }
}

pub fn renamed(session: &Session, name: &str) -> ChangeSet {
    edit(
        session,
        Field::Sessions(SessionField::Name(session.name.clone())),
        Field::Sessions(SessionField::Name(name.to_owned())),
    )
}

pub fn edit<R: Row>(row: &R, from: Field, to: Field) -> ChangeSet {
    let mut changes = ChangeSet::default();
    changes.push(R::record_key(row.key()), Change::Updated(vec![Edit { from, to }]));
    changes
}

/// Numbers below a limit, the same ones in each run.
fn dice() -> impl FnMut(usize) -> usize {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    move |limit| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % limit as u64) as usize
    }
}

pub fn env() -> Env {
    Env::deterministic(Timestamp(1_700_000_000_000), 11)
}

pub async fn write(store: &impl Storage, commit: Commit) {
    store.commit(commit, Durability::Relaxed).await.expect("the commit goes through");
}

pub async fn read(store: &impl Storage, query: Query) -> Loaded {
    store.load(query).await.expect("the store can be read")
}

async fn stored_session(store: &impl Storage, id: SessionId) -> Option<Session> {
    let loaded = read(store, Query::Rows(vec![(Table::Sessions, id.to_string())])).await;
    match loaded.records.first() {
        Some(Record::Sessions(session)) => Some((**session).clone()),
        _ => None,
    }
}

pub async fn rows_of_every_table_come_back_as_they_were_written(lab: &impl Lab) {
    let (one, other, mut env) = (lab.open().await, lab.open().await, env());
    let session = session(&mut env, "First");
    let persona = Persona {
        id: env.id(),
        name: "Guide".to_owned(),
        icon: "🌿".to_owned(),
        description: String::new(),
        provider: Some(Slug::new("custom")),
        model: None,
        parameters: Parameters::default(),
        presets: vec![Preset::ChatHistory],
        created_at: env.now,
    };
    let mut all = added([message(&mut env, session.id, "Hello")]);
    all = all.squash(added([session])).squash(added([persona]));
    all = all.squash(added([Endpoint {
        name: String::new(),
        provider: Slug::new("custom"),
        base_url: "http://localhost:1234/v1".to_owned(),
        model: "m".to_owned(),
        models: vec!["m".to_owned(), "n".to_owned()],
        traits: std::collections::BTreeMap::new(),
    }]));
    all =
        all.squash(added([Learned { key: Slug::new("http://localhost:1234/v1 m"), capabilities: Default::default() }]));
    all = all.squash(added([Preferences::default()]));
    let map = MindMap::new(env.id(), env.id(), env.now);
    all = all.squash(added([node(&mut env, map.id, "Root")])).squash(added([map]));
    all = all.squash(rows_of_the_time_log(&mut env)).squash(added([turn(&mut env)]));
    all = all.squash(added([Course::new(env.id(), "course", env.now)]));
    let scene = Scene::new(env.id(), env.now);
    let link = Link::new(Thing::Scene(scene.id), Thing::Map(env.id()), LinkKind::Made, env.now).named("Scene", "Map");
    all = all.squash(added([shape(&mut env, &scene)])).squash(added([scene])).squash(added([link]));
    let written: Vec<Record> = all
        .iter()
        .map(|(_, change)| match change {
            Change::Added(record) => record.clone(),
            other => panic!("only additions were made, not {other:?}"),
        })
        .collect();
    assert_eq!(written.len(), Table::ALL.len(), "every table takes part");
    write(&one, changes(all)).await;
    let loaded = read(&other, Query::Tables(Table::ALL.to_vec())).await;
    assert_eq!(loaded.records, written);
    assert_eq!(loaded.unreadable, []);
}

pub async fn any_text_comes_back_as_it_was_written(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let text = "a\0b\u{feff}\u{fffe}\u{ffff}\u{2028}\"\\\u{7f}\r\n🧑‍🌾 汉字 \u{10ffff}";
    let session = session(&mut env, text);
    let learned = Learned { key: Slug::new(format!("{text}/0")), capabilities: Default::default() };
    write(&store, changes(added([session.clone()]).squash(added([learned.clone()])))).await;
    assert_eq!(stored_session(&store, session.id).await, Some(session));
    let loaded = read(&store, Query::Rows(vec![(Table::Learned, learned.key.to_string())])).await;
    assert_eq!(loaded.records, [Record::Learned(learned.into())]);
}

pub async fn s1_a_commit_that_fails_leaves_nothing_behind(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let (good, broken) = (session(&mut env, "good"), session(&mut env, "broken"));
    lab.put_raw("sessions", &broken.id.to_string(), "{").await;
    let commit = Commit {
        changes: added([good.clone()]).squash(renamed(&broken, "new")),
        journal: vec![journal_row("sessions/1", "{}")],
        ..Commit::default()
    };
    let result = store.commit(commit, Durability::Strict).await;
    assert!(matches!(result, Err(StorageError::Aborted(_))), "{result:?}");
    assert_eq!(stored_session(&store, good.id).await, None);
    let journal = read(&store, Query::JournalRows(vec!["sessions/1".to_owned()])).await;
    assert_eq!(journal.journal, []);
    assert_eq!(lab.get_raw("sessions", &broken.id.to_string()).await.as_deref(), Some("{"));
    write(&store, changes(added([good.clone()]))).await;
    assert_eq!(stored_session(&store, good.id).await, Some(good));
}

pub async fn s1_changes_and_journal_are_written_together(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let session = session(&mut env, "x");
    let commit = Commit {
        changes: added([session.clone()]),
        journal: vec![journal_row("sessions/1", "{\"a\":1}"), journal_row("sessions/2", "{}")],
        drop_journal: vec!["sessions/0".to_owned()],
        ..Commit::default()
    };
    write(&store, commit.clone()).await;
    assert_eq!(stored_session(&store, session.id).await, Some(session));
    let keys = ["sessions/2", "sessions/9", "sessions/1"].map(str::to_owned).to_vec();
    let loaded = read(&store, Query::JournalRows(keys)).await;
    assert_eq!(loaded.journal, [commit.journal[1].clone(), commit.journal[0].clone()]);
}

pub async fn s2_two_tabs_that_change_different_fields_both_keep_their_change(lab: &impl Lab) {
    let (one, other, mut env) = (lab.open().await, lab.open().await, env());
    let session = session(&mut env, "old");
    write(&one, changes(added([session.clone()]))).await;
    let later = edit(
        &session,
        Field::Sessions(SessionField::UpdatedAt(session.updated_at)),
        Field::Sessions(SessionField::UpdatedAt(Timestamp(5))),
    );
    let both = futures::future::join(
        one.commit(changes(renamed(&session, "new")), Durability::Relaxed),
        other.commit(changes(later), Durability::Strict),
    );
    assert_eq!(both.await, (Ok(()), Ok(())));
    let stored = stored_session(&one, session.id).await.expect("the row is there");
    assert_eq!((stored.name.as_str(), stored.updated_at), ("new", Timestamp(5)));
}

pub async fn s2_a_change_to_a_row_that_is_gone_does_not_bring_it_back(lab: &impl Lab) {
    let (one, other, mut env) = (lab.open().await, lab.open().await, env());
    let session = session(&mut env, "x");
    write(&one, changes(added([session.clone()]))).await;
    write(&other, changes(added([session.clone()]).invert())).await;
    write(&one, changes(renamed(&session, "y"))).await;
    assert_eq!(stored_session(&other, session.id).await, None);
}

pub async fn s3_every_commit_is_acknowledged_whatever_its_durability(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let sessions: Vec<_> = (0..60).map(|number| session(&mut env, &number.to_string())).collect();
    let commits = sessions.iter().enumerate().map(|(number, session)| {
        let durability = if number % 3 == 0 { Durability::Strict } else { Durability::Relaxed };
        store.commit(changes(added([session.clone()])), durability)
    });
    assert!(join_all(commits).await.into_iter().all(|result| result == Ok(())));
    let loaded = read(&store, Query::Tables(vec![Table::Sessions])).await;
    assert_eq!(loaded.records.len(), sessions.len());
}

pub async fn commits_take_effect_in_the_order_they_were_asked_for(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let session = session(&mut env, "start");
    write(&store, changes(added([session.clone()]))).await;
    let commits = (0..40).map(|number| {
        let durability = if number % 2 == 0 { Durability::Strict } else { Durability::Relaxed };
        store.commit(changes(renamed(&session, &number.to_string())), durability)
    });
    join_all(commits).await;
    let stored = stored_session(&store, session.id).await;
    assert_eq!(stored.map(|session| session.name).as_deref(), Some("39"));
}

pub async fn a_session_loads_its_own_messages_in_order(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let sessions: [SessionId; 3] = std::array::from_fn(|_| env.id());
    let mut messages = Vec::new();
    for number in 0..30 {
        messages.push(message(&mut env, sessions[number % 3], &number.to_string()));
    }
    messages.reverse();
    write(&store, changes(added(messages))).await;
    let loaded = read(&store, Query::Inside(Document::of(sessions[1]))).await;
    let texts: Vec<String> = loaded
        .records
        .iter()
        .map(|record| match record {
            Record::Messages(message) => message.text(),
            other => panic!("not a message: {other:?}"),
        })
        .collect();
    assert_eq!(texts, ["1", "4", "7", "10", "13", "16", "19", "22", "25", "28"]);
    assert_eq!(read(&store, Query::Inside(Document::of::<SessionId>(env.id()))).await, Loaded::default());
}

pub async fn a_map_loads_its_own_nodes_in_order(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let maps: [MapId; 2] = std::array::from_fn(|_| env.id());
    let mut nodes: Vec<Node> =
        (0..9).map(|number: usize| node(&mut env, maps[number % 2], &number.to_string())).collect();
    nodes.reverse();
    write(&store, changes(added(nodes))).await;
    let loaded = read(&store, Query::Inside(Document::of(maps[1]))).await;
    let titles = loaded.records.iter().map(|record| match record {
        Record::Nodes(node) => node.title.clone(),
        other => panic!("not a node: {other:?}"),
    });
    assert_eq!(titles.collect::<Vec<_>>(), ["1", "3", "5", "7"]);
    assert_eq!(read(&store, Query::Inside(Document::of::<MapId>(env.id()))).await, Loaded::default());
}

pub async fn what_messages_and_nodes_belong_to_and_is_not_there_is_named(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    assert_eq!(store.load(Query::Missing).await.unwrap().missing, []);
    let (kept, lost) = (session(&mut env, "kept"), session(&mut env, "lost"));
    let (map, gone) = (MindMap::new(env.id(), env.id(), env.now), MindMap::new(env.id(), env.id(), env.now));
    let mut rows = added([kept.clone()]).squash(added([map.clone()]));
    for owner in [kept.id, lost.id] {
        let messages: Vec<Message> = (0..3).map(|_| message(&mut env, owner, "text")).collect();
        rows = rows.squash(added(messages));
    }
    let nodes: Vec<Node> = [map.id, gone.id, gone.id].into_iter().map(|map| node(&mut env, map, "title")).collect();
    store.commit(changes(rows.squash(added(nodes))), Durability::Relaxed).await.unwrap();
    let missing = store.load(Query::Missing).await.unwrap().missing;
    assert_eq!(missing, [(Table::Sessions, lost.id.to_string()), (Table::Maps, gone.id.to_string())]);
    // What cannot be read is there all the same.
    lab.put_raw("sessions", &lost.id.to_string(), "{").await;
    lab.put_raw("maps", &gone.id.to_string(), "{").await;
    assert_eq!(store.load(Query::Missing).await.unwrap().missing, []);
}

pub async fn single_rows_load_and_missing_ones_are_left_out(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let session = session(&mut env, "x");
    let message = message(&mut env, session.id, "y");
    write(&store, changes(added([session.clone()]).squash(added([message.clone()])))).await;
    let missing: Id<Session> = env.id();
    let rows = vec![
        (Table::Messages, message.key().to_string()),
        (Table::Sessions, missing.to_string()),
        (Table::Sessions, session.id.to_string()),
    ];
    let loaded = read(&store, Query::Rows(rows)).await;
    assert_eq!(loaded.records, [Record::Messages(message.into()), Record::Sessions(session.into())]);
    assert_eq!(loaded.unreadable, []);
}

pub async fn broken_rows_are_reported_and_stay_and_hide_no_others(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let session: SessionId = env.id();
    let (first, second, third) = (
        message(&mut env, session, "first"),
        message(&mut env, session, "second"),
        message(&mut env, session, "third"),
    );
    write(&store, changes(added([first.clone(), third.clone()]))).await;
    let key = second.key().to_string();
    lab.put_raw("messages", &key, "{\"id\":1}").await;
    let queries = [
        Query::Inside(Document::of(session)),
        Query::Tables(vec![Table::Sessions, Table::Messages]),
        Query::Rows([&first, &second, &third].map(|row| (Table::Messages, row.key().to_string())).to_vec()),
    ];
    for query in queries {
        let loaded = read(&store, query).await;
        assert_eq!(loaded.records, [first.clone(), third.clone()].map(|row| Record::Messages(row.into())));
        let [note] = loaded.unreadable.as_slice() else {
            panic!("one row is broken, not {:?}", loaded.unreadable);
        };
        assert_eq!((note.store.as_str(), note.key.as_str()), ("messages", key.as_str()));
        assert!(!note.reason.is_empty());
    }
    assert_eq!(lab.get_raw("messages", &key).await.as_deref(), Some("{\"id\":1}"));
}

pub async fn the_journal_is_read_backwards_in_pages_of_one_document(lab: &impl Lab) {
    let store = lab.open().await;
    let mut journal: Vec<_> = (10..35).map(|n| journal_row(&format!("session.a/{n}"), &n.to_string())).collect();
    journal.push(journal_row("session.a.b/50", "0"));
    journal.push(journal_row("session.a0/50", "0"));
    journal.push(journal_row("session/50", "0"));
    let commit = Commit { journal, ..Commit::default() };
    write(&store, commit).await;
    let page = async |before: Option<&str>, limit| {
        let query = Query::Journal { document: "session.a".to_owned(), before: before.map(str::to_owned), limit };
        let loaded = read(&store, query).await;
        loaded.journal.into_iter().map(|row| row.json).collect::<Vec<_>>()
    };
    assert_eq!(page(None, 3).await, ["32", "33", "34"]);
    assert_eq!(page(Some("session.a/32"), 2).await, ["30", "31"]);
    assert_eq!(page(Some("session.a/12"), 9).await, ["10", "11"]);
    assert_eq!(page(Some("session.a/10"), 9).await, [""; 0]);
    assert_eq!(page(Some("session.a/"), 9).await, [""; 0]);
    assert_eq!(page(Some("a"), 9).await, [""; 0]);
    assert_eq!(page(Some("z"), 1).await, ["34"]);
    assert_eq!(page(None, 0).await, [""; 0]);
    assert_eq!(page(None, 99).await.len(), 25);
}

pub async fn journal_rows_are_rewritten_and_dropped(lab: &impl Lab) {
    let store = lab.open().await;
    let commit = |journal: &[(&str, &str)], dropped: &[&str]| Commit {
        journal: journal.iter().map(|(key, json)| journal_row(key, json)).collect(),
        drop_journal: dropped.iter().map(|key| (*key).to_owned()).collect(),
        ..Commit::default()
    };
    write(&store, commit(&[("d/1", "1"), ("d/2", "2"), ("d/3", "3")], &[])).await;
    write(&store, commit(&[("d/2", "two"), ("d/4", "4")], &["d/1", "d/3", "d/4", "d/none"])).await;
    let query = Query::Journal { document: "d".to_owned(), before: None, limit: 10 };
    let rows = read(&store, query).await.journal;
    assert_eq!(rows, [journal_row("d/2", "two"), journal_row("d/4", "4")]);
}

pub async fn a_commit_of_thousands_of_rows_is_one_commit(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let session: SessionId = env.id();
    let messages: Vec<_> = (0..3_000).map(|n| message(&mut env, session, &n.to_string())).collect();
    let all = added(messages.clone());
    store.commit(changes(all.clone()), Durability::Strict).await.expect("the commit goes through");
    assert_eq!(read(&store, Query::Inside(Document::of(session))).await.records.len(), 3_000);
    let off: ChangeSet = messages
        .iter()
        .flat_map(|row| {
            let field = |enabled| Field::Messages(MessageField::Enabled(enabled));
            edit(row, field(true), field(false))
                .iter()
                .map(|(key, change)| (key.clone(), change.clone()))
                .collect::<Vec<_>>()
        })
        .collect();
    write(&store, changes(off)).await;
    let loaded = read(&store, Query::Inside(Document::of(session))).await;
    let enabled = |record: &Record| matches!(record, Record::Messages(row) if row.enabled);
    assert_eq!(loaded.records.iter().filter(|record| enabled(record)).count(), 0);
    write(&store, changes(all.invert())).await;
    assert_eq!(read(&store, Query::Inside(Document::of(session))).await, Loaded::default());
}

pub async fn nothing_is_read_and_written_without_complaint(lab: &impl Lab) {
    let store = lab.open().await;
    for durability in [Durability::Relaxed, Durability::Strict] {
        assert_eq!(store.commit(Commit::default(), durability).await, Ok(()));
    }
    for query in [Query::Tables(Vec::new()), Query::Rows(Vec::new()), Query::JournalRows(Vec::new())] {
        assert_eq!(read(&store, query).await, Loaded::default());
    }
}

fn file(number: u8) -> StoredFile {
    let hash = format!("{number:02x}").repeat(32).parse().expect("a hash");
    StoredFile { hash, bytes: std::rc::Rc::from([number, 0, 255].as_slice()) }
}

fn storing(file: &StoredFile) -> Commit {
    Commit { files: vec![file.clone()], ..Commit::default() }
}

async fn is_there(store: &impl Storage, file: &StoredFile) -> bool {
    let found = read(store, Query::Files(vec![file.hash.clone()])).await.files;
    assert!(found.iter().all(|found| found == file));
    !found.is_empty()
}

pub async fn s5_files_are_stored_with_the_rows_that_name_them(lab: &impl Lab) {
    let (store, mut env) = (lab.open().await, env());
    let (one, two, missing) = (file(1), file(2), file(3));
    let session = session(&mut env, "x");
    let commit =
        Commit { changes: added([session.clone()]), files: vec![two.clone(), one.clone()], ..Commit::default() };
    write(&store, commit).await;
    write(&store, storing(&one)).await;
    let asked = Query::Files(vec![one.hash.clone(), missing.hash.clone(), two.hash.clone()]);
    assert_eq!(read(&store, asked).await.files, [one.clone(), two.clone()]);
    let everything = read(&store, Query::Everything).await;
    assert_eq!((everything.files, everything.records.len()), (vec![one, two], 1));
    let broken = self::session(&mut env, "broken");
    lab.put_raw("sessions", &broken.id.to_string(), "{").await;
    let commit = Commit { changes: renamed(&broken, "new"), files: vec![missing.clone()], ..Commit::default() };
    assert!(store.commit(commit, Durability::Strict).await.is_err());
    assert!(!is_there(&store, &missing).await, "a commit is all or nothing");
}

pub async fn s5_a_file_stays_while_anything_names_it(lab: &impl Lab) {
    let store = lab.open().await;
    let day = |number: i64| Timestamp(number * KEPT_MS);
    let (said, undone, typed, none) = (file(1), file(2), file(3), file(4));
    for file in [&said, &undone, &typed, &none] {
        write(&store, storing(file)).await;
    }
    lab.put_raw("messages", "s/1", &format!("{{\"hash\":\"{}\"}}", said.hash)).await;
    lab.put_raw("journal", "d/1", &format!("[\"{}\"]", undone.hash)).await;
    lab.put_raw("meta", "typed", &format!("\"\\\"{}\\\"\"", typed.hash)).await;
    store.sweep_files(day(1)).await.expect("the first look");
    assert!(is_there(&store, &none).await, "it may have been chosen a moment ago");
    write(&store, storing(&none)).await;
    store.sweep_files(day(2)).await.expect("it was stored since");
    assert!(is_there(&store, &none).await);
    store.sweep_files(day(3)).await.expect("the second look");
    assert!(!is_there(&store, &none).await);
    for file in [&said, &undone, &typed] {
        assert!(is_there(&store, file).await, "{}", file.hash);
    }
    store.sweep_files(day(9)).await.expect("nothing to do");
    assert!(is_there(&store, &said).await);
}
