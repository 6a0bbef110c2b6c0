//! Importing a file of everything, where what is here changes between the report and the deed.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use std::collections::BTreeMap;

use espalier_app::files::{FileMsg, ImportError, ImportState, Unknown};
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Msg, Notice};
use espalier_base::time::Timestamp;
use espalier_chat::import::{Entry, ImportFormat, Outcome, Skipped};
use espalier_llm::secret::Secret;
use espalier_model::{Endpoint, MessageKey, Persona, Preferences, Record, Session, SessionId, Slug, Table};
use espalier_storage::archive::{ConflictPolicy, Target};
use espalier_storage::memory::MemoryStorage;

use crate::lab::Lab;

/// An app with one conversation, and the file of everything in it.
fn exported() -> (Lab, SessionId, Vec<u8>) {
    let mut lab = Lab::new();
    lab.ask("Question", "Answer");
    let id = lab.session();
    lab.send(Msg::Files(FileMsg::ExportAll));
    let (_, text) = lab.saved_files.pop().expect("a file");
    (lab, id, text.into_bytes())
}

fn choose(lab: &mut Lab, file: &[u8]) {
    lab.send(Msg::Files(FileMsg::Read("all.json".to_owned(), file.to_vec())));
}

fn apply(lab: &mut Lab) {
    lab.send(Msg::Files(FileMsg::Apply));
}

fn waiting(lab: &Lab) -> &ImportState {
    lab.model.import.as_ref().expect("the report is shown")
}

/// Numbers of rows that would be added and replaced.
fn planned(lab: &Lab) -> (usize, usize) {
    let total = waiting(lab).plan.as_ref().expect("it was compared").total();
    (total.added, total.replaced)
}

fn title(lab: &Lab, id: SessionId) -> String {
    lab.model.workspace.get::<Session>(&id).map(|row| row.name.clone()).unwrap_or_default()
}

#[test]
fn several_files_are_reported_and_imported_together() {
    let (_, id, all) = exported();
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    let talk = r#"{"conv":{"id":"v","name":"From elsewhere"},"messages":[{"id":"q","role":"user","content":"Hello"}]}"#;
    let map = "- Plan\n  - First\n";
    let files = [
        ("all.json", all.as_slice()),
        ("talk.json", talk.as_bytes()),
        ("bad.json", b"[1"),
        ("plan.md", map.as_bytes()),
    ];
    let files = files.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
    lab.send(Msg::Files(FileMsg::ReadSeveral(files.into())));
    assert_eq!(waiting(&lab).file, "all.json, talk.json");
    assert_eq!(waiting(&lab).contents.kind, ImportFormat::Several);
    let is_named = |toast: &espalier_app::Toast| matches!(&toast.text, Notice::ImportFailed(ImportError::InFile { name, .. }) if name == "bad.json");
    assert_eq!(lab.model.toasts.iter().filter(|toast| is_named(toast)).count(), 1, "{:?}", lab.model.toasts);
    assert_eq!(lab.model.workspace.tables().maps.len(), 1, "a map is made at once, as from a single file");
    apply(&mut lab);
    let names: Vec<String> = lab.model.workspace.tables().sessions.values().map(|row| row.name.clone()).collect();
    assert!(names.contains(&"From elsewhere".to_owned()), "{names:?}");
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
    lab.send(Msg::Go(Route::Settings));
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<Session>(&id).is_none());
}

#[test]
fn what_the_report_said_is_done_at_once_while_it_is_still_so() {
    let (_, id, file) = exported();
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &file);
    let (added, _) = planned(&lab);
    assert!(added >= 3);
    apply(&mut lab);
    assert!(lab.model.import.is_none());
    let told = |toast: &espalier_app::Toast| match &toast.text {
        Notice::ImportedAll(counts) => counts.iter().map(|(_, count)| count).sum::<usize>() == added,
        _ => false,
    };
    assert!(lab.model.toasts.iter().any(told), "{:?}", lab.model.toasts);
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<Session>(&id).is_none());
}

#[test]
fn what_this_tab_changed_since_the_report_is_not_written_over_unsaid() {
    let (mut lab, id, file) = exported();
    choose(&mut lab, &file);
    lab.send(Msg::Files(FileMsg::SetPolicy(ConflictPolicy::TakeTheirs)));
    assert_eq!(planned(&lab), (0, 0));
    // The change is not even stored yet.
    lab.hold_commits = true;
    lab.send(Msg::Sessions(SessionMsg::Rename(id, "Mine".to_owned())));
    apply(&mut lab);
    assert_eq!((planned(&lab), waiting(&lab).differs, title(&lab, id).as_str()), ((0, 1), true, "Mine"));
    // Now it was said.
    apply(&mut lab);
    assert!(lab.model.import.is_none());
    assert_ne!(title(&lab, id), "Mine");
}

#[test]
fn what_another_tab_stored_since_the_report_is_not_written_over_unsaid() {
    let (mut source, id, file) = exported();
    source.send(Msg::Sessions(SessionMsg::Rename(id, "Theirs".to_owned())));
    let row = source.storage.get_raw(Table::Sessions.name(), &id.to_string()).expect("it is stored");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &file);
    let (added, _) = planned(&lab);
    lab.storage.put_raw(Table::Sessions.name(), &id.to_string(), &row);
    apply(&mut lab);
    assert_eq!((planned(&lab), waiting(&lab).differs), ((added - 1, 0), true));
    assert_eq!(lab.storage.get_raw(Table::Sessions.name(), &id.to_string()), Some(row.clone()));
    apply(&mut lab);
    assert!(lab.model.import.is_none());
    assert_eq!(title(&lab.reload(), id), "Theirs", "what is here stays");
}

#[test]
fn while_it_is_compared_again_it_is_done_once_and_can_be_left() {
    let (_, id, file) = exported();
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &file);
    // What cannot be read changes nothing, and it can be tried again.
    lab.fail_loads = true;
    apply(&mut lab);
    assert!(!waiting(&lab).applying && waiting(&lab).plan.is_some());
    lab.fail_loads = false;
    lab.hold_loads = true;
    apply(&mut lab);
    apply(&mut lab);
    assert!(waiting(&lab).applying);
    lab.send(Msg::Files(FileMsg::Cancel));
    lab.release_loads();
    assert!(lab.model.workspace.get::<Session>(&id).is_none(), "it was left");
    choose(&mut lab, &file);
    lab.hold_loads = true;
    apply(&mut lab);
    // Another choice is not what was to be done.
    lab.send(Msg::Files(FileMsg::SetPolicy(ConflictPolicy::TakeTheirs)));
    lab.release_loads();
    assert!(!waiting(&lab).applying && lab.model.workspace.get::<Session>(&id).is_none());
    apply(&mut lab);
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
}

const FOREIGN: &str = "https://foreign.example/v1";

/// A file that says where prompts are to go: an endpoint, the provider in use, an agent's own provider.
fn doctored() -> Vec<u8> {
    let openai = Slug::new("openai");
    let endpoint = Endpoint {
        name: String::new(),
        provider: openai.clone(),
        base_url: FOREIGN.to_owned(),
        model: "m".to_owned(),
        models: Vec::new(),
        traits: BTreeMap::new(),
    };
    let preferences = Preferences { provider: Some(openai.clone()), ..Preferences::default() };
    let agent = Persona {
        id: "0190163d-8694-739b-aea5-966c26f8ad91".parse().expect("an id"),
        name: "Helper".to_owned(),
        provider: Some(openai),
        model: Some("m".to_owned()),
        ..espalier_chat::personas::default_persona(espalier_model::settings::Language::En)
    };
    let records =
        [Record::Endpoints(endpoint.into()), Record::Preferences(preferences.into()), Record::Personas(agent.into())];
    espalier_storage::archive::write(&records, Timestamp(0)).into_bytes()
}

#[test]
fn no_file_says_where_prompts_go_without_a_tick_that_names_the_address() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &doctored());
    let asked = waiting(&lab).asked.clone();
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert_eq!(asked[0].address, FOREIGN);
    // Without that address the provider's own one is meant.
    assert!(asked[1].address.contains("api.openai.com") && asked[2].address.contains("api.openai.com"), "{asked:?}");
    assert_eq!(asked[2].agents, ["Helper"]);
    lab.trace.clear();
    apply(&mut lab);
    let tables = lab.model.workspace.tables();
    assert!(tables.endpoints.is_empty(), "no endpoint is taken");
    assert!(tables.preferences.values().all(|row| row.provider.is_none()));
    assert!(tables.personas.values().all(|row| row.provider.is_none() && row.model.is_none()));
    assert!(!lab.trace.iter().any(|effect| effect == "AllowOrigins" || effect == "Reload"), "{:?}", lab.trace);
    // The same file again: what was left out is no difference, and the agent is here.
    choose(&mut lab, &doctored());
    let total = waiting(&lab).plan.as_ref().expect("compared").total();
    assert_eq!((total.added, total.replaced, total.kept), (0, 0, 0), "{total:?}");
}

#[test]
fn what_is_ticked_is_taken_and_can_be_taken_back() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &doctored());
    let openai = Slug::new("openai");
    for target in [Target::Endpoint(openai.clone()), Target::Provider(openai.clone()), Target::Agents(openai.clone())] {
        lab.send(Msg::Files(FileMsg::Take(target, true)));
    }
    assert!(waiting(&lab).asked.iter().all(|asked| asked.address == FOREIGN), "{:?}", waiting(&lab).asked);
    lab.trace.clear();
    apply(&mut lab);
    assert_eq!(lab.model.workspace.get::<Endpoint>(&openai).expect("it was agreed to").base_url, FOREIGN);
    assert_eq!(lab.model.preferences().provider, Some(openai.clone()));
    assert!(lab.trace.iter().any(|effect| effect == "AllowOrigins"));
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<Endpoint>(&openai).is_none());
    assert_eq!(lab.model.preferences().provider, None);
}

#[test]
fn an_endpoint_that_is_here_stays_unless_its_own_tick_is_set() {
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    let mine = "https://api.openai.com/v1";
    lab.send(Msg::Connect(espalier_app::connect::ConnectMsg::SaveEndpoint {
        provider: Slug::new("openai"),
        base_url: mine.to_owned(),
        model: "mine".to_owned(),
        key: None,
        same_key: false,
    }));
    choose(&mut lab, &doctored());
    assert_eq!(waiting(&lab).asked[0].instead_of.as_deref(), Some(mine));
    lab.send(Msg::Files(FileMsg::SetPolicy(ConflictPolicy::TakeTheirs)));
    apply(&mut lab);
    assert_eq!(lab.model.workspace.get::<Endpoint>(&Slug::new("openai")).expect("here").base_url, mine);
}

#[test]
fn an_import_is_taken_back_whole_even_where_nothing_of_it_was_opened_since() {
    let (source, id, file) = exported();
    let key: MessageKey = source.path()[0].key();
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &file);
    apply(&mut lab);
    let mut lab = lab.reload();
    assert!(lab.model.message(key).is_none(), "its messages are in storage alone");
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<Session>(&id).is_none());
    assert_eq!(lab.storage.get_raw(Table::Messages.name(), &format!("{}/{}", key.session, key.id)), None);
    lab.send(Msg::Redo);
    assert!(lab.storage.get_raw(Table::Messages.name(), &format!("{}/{}", key.session, key.id)).is_some());
}

#[test]
fn what_the_rescue_page_saved_comes_back_and_what_cannot_be_read_is_named_and_kept() {
    let (source, id, _) = exported();
    let rows = source.rows();
    let table = |row: &str| {
        let known = Table::ALL.iter().find(|table| table.read(row).is_ok_and(|read| read.key().table() == **table));
        *known.expect("a row of some table")
    };
    let mut stores = serde_json::Map::new();
    for record in source.model.workspace.tables().records() {
        let row = record.to_json().expect("plain data");
        let stored = serde_json::json!({ "key": record.key().row_key(), "value": row });
        let name = record.key().table().name();
        stores.entry(name).or_insert_with(|| serde_json::json!([])).as_array_mut().expect("a list").push(stored);
    }
    assert!(!rows.is_empty() && table(&rows[0]) == Table::Sessions);
    let broken = serde_json::json!({ "key": "broken-one", "value": "{\"half\":" });
    stores["messages"].as_array_mut().expect("a list").push(broken);
    stores.insert("journal".to_owned(), serde_json::json!([{ "key": "sessions/1", "value": "{}" }]));
    let file = serde_json::json!({
        "format": "espalier-rescue", "version": 1, "database": { "name": "espalier", "version": 5 }, "stores": stores,
    });
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, file.to_string().as_bytes());
    let state = waiting(&lab);
    assert_eq!(state.contents.kind, ImportFormat::Rescue);
    let named = |title: &str| state.contents.report.iter().find(|entry| entry.title.contains(title));
    assert!(matches!(named("broken-one").expect("it is named").outcome, Outcome::Skipped(_)));
    lab.send(Msg::Files(FileMsg::SaveBroken));
    assert!(lab.saved_files.pop().expect("a file").1.contains("half"), "the raw copy");
    apply(&mut lab);
    let lab = lab.reload();
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
}

#[test]
fn an_export_holds_what_it_could_not_read_and_says_so_where_it_is_read() {
    let (lab, id, _) = exported();
    lab.storage.put_raw(Table::Sessions.name(), "damaged-row", "{\"name\":\"important\"");
    let mut lab = lab.reload();
    assert!(lab.model.unreadable.iter().any(|row| row.key == "damaged-row" && row.raw.contains("important")));
    lab.send(Msg::Files(FileMsg::ExportAll));
    let (_, text) = lab.saved_files.pop().expect("a file");
    assert!(text.contains("damaged-row") && text.contains("important"));
    let mut other = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut other, text.as_bytes());
    assert_eq!(waiting(&other).contents.broken.len(), 1);
    apply(&mut other);
    assert!(other.model.workspace.get::<Session>(&id).is_some());
}

#[test]
fn code_is_saved_as_it_is_and_wrapped_until_the_next_visit() {
    let mut lab = Lab::new();
    lab.send(Msg::SaveCode("code.rs", "fn main() {}\n".to_owned()));
    let saved = lab.saved_files.pop();
    assert_eq!(saved, Some(("code.rs".to_owned(), "fn main() {}\n".to_owned())));
    let told = lab.model.toasts.iter().any(|toast| toast.text == Notice::Exported("code.rs".to_owned()));
    assert!(told, "it is said that the file was saved");
    lab.send(Msg::WrapCode(true));
    assert!(lab.model.wrap_code);
    assert!(!lab.visit().model.wrap_code);
}

fn back_up(lab: &mut Lab, password: &str) -> Vec<u8> {
    lab.send(Msg::Files(FileMsg::Backup(Secret::new(password))));
    assert!(lab.model.backups.written.is_none(), "it is done");
    let (name, bytes) = lab.saved_backups.pop().expect("a backup");
    assert!(name.starts_with("espalier-") && name.ends_with(".espalier"), "{name}");
    bytes
}

#[test]
fn a_backup_takes_the_same_road_as_any_file_of_everything() {
    let (mut source, id, _) = exported();
    let bytes = back_up(&mut source, "");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &bytes);
    assert_eq!((waiting(&lab).contents.kind, waiting(&lab).cut), (ImportFormat::Archive, false));
    assert!(planned(&lab).0 >= 3);
    apply(&mut lab);
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
    lab.send(Msg::Undo);
    assert!(lab.model.workspace.get::<Session>(&id).is_none());
}

#[test]
fn what_could_not_be_stored_is_in_a_backup() {
    let (mut lab, id, _) = exported();
    lab.hold_commits = true;
    lab.send(Msg::Sessions(SessionMsg::Rename(id, "Not stored".to_owned())));
    let bytes = back_up(&mut lab, "");
    let mut other = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut other, &bytes);
    apply(&mut other);
    assert_eq!(title(&other, id), "Not stored");
}

#[test]
fn f2_a_backup_with_a_password_opens_with_that_alone_and_a_wrong_one_changes_nothing() {
    let (mut source, id, _) = exported();
    let bytes = back_up(&mut source, "correct horse");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &bytes);
    let locked = |lab: &Lab| lab.model.backups.locked.as_ref().map(|file| file.refused);
    assert_eq!((locked(&lab), lab.model.import.is_none()), (Some(false), true));
    lab.send(Msg::Files(FileMsg::Unlock(Secret::new("wrong horse"))));
    assert_eq!((locked(&lab), lab.model.import.is_none()), (Some(true), true));
    lab.send(Msg::Files(FileMsg::Unlock(Secret::new("correct horse"))));
    assert_eq!(locked(&lab), None);
    apply(&mut lab);
    assert!(lab.model.workspace.get::<Session>(&id).is_some());
    // Given up on, nothing waits any more.
    choose(&mut lab, &bytes);
    lab.send(Msg::Files(FileMsg::Cancel));
    assert_eq!(locked(&lab), None);
}

#[test]
fn a_backup_that_is_cut_or_damaged_is_told_before_anything_is_done() {
    let (mut source, _, _) = exported();
    let bytes = back_up(&mut source, "");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    choose(&mut lab, &bytes[..bytes.len() - 10]);
    assert!(waiting(&lab).cut);
    let mut harmed = bytes.clone();
    let part = bytes.windows(8).position(|part| part == b"{\"part\":").expect("a part");
    harmed[part + 300] ^= 1;
    choose(&mut lab, &harmed);
    assert!(!waiting(&lab).cut);
    let is_damaged = |entry: &Entry| matches!(entry.outcome, Outcome::Skipped(Skipped::DamagedPart(1..=3)));
    assert!(waiting(&lab).contents.report.iter().any(is_damaged), "{:?}", waiting(&lab).contents.report);
    lab.send(Msg::Files(FileMsg::Cancel));
    harmed[25] ^= 1;
    choose(&mut lab, &harmed);
    assert!(lab.model.import.is_none());
    let refused = Notice::ImportFailed(ImportError::Unknown(Unknown::Backup));
    assert!(lab.model.toasts.iter().any(|toast| toast.text == refused), "{:?}", lab.model.toasts);
}

#[test]
fn a_backup_among_several_files_is_to_be_imported_alone() {
    let (mut source, _, all) = exported();
    let bytes = back_up(&mut source, "");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Settings);
    let files = vec![("all.json".to_owned(), all), ("one.espalier".to_owned(), bytes)];
    lab.send(Msg::Files(FileMsg::ReadSeveral(files)));
    assert_eq!(waiting(&lab).file, "all.json");
    let alone = |toast: &espalier_app::Toast| matches!(&toast.text, Notice::ImportFailed(ImportError::InFile { error, .. }) if **error == ImportError::BackupAlone);
    assert!(lab.model.toasts.iter().any(alone), "{:?}", lab.model.toasts);
}
