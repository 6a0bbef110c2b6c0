use proptest::prelude::*;

use super::*;
use espalier_base::id::Id;
use espalier_model::conversation::{Part, Provenance};
use espalier_model::persona::{Parameters, Preset, Role};
use espalier_model::settings::{Language, ModelChoice, Theme};
use espalier_model::workspace::Workspace;
use espalier_model::{Endpoint, Message, Persona, Preferences, RoomId, Session, Slug};

const NOW: Timestamp = Timestamp(1_760_000_000_000);

fn id<Kind>(number: u128) -> Id<Kind> {
    Id::from_uuid(uuid::Uuid::from_u128(number))
}

fn session_row(number: u128, name: &str) -> Record {
    let mut session = Session::new(id(number), NOW);
    name.clone_into(&mut session.name);
    Record::Sessions(session.into())
}

fn message_row(session: u128, number: u128, text: &str) -> Record {
    let row = Message::new(id(number), id(session), None, Role::User, text, NOW);
    Record::Messages(row.into())
}

fn endpoint_row(base_url: &str) -> Record {
    let row = Endpoint {
        name: String::new(),
        provider: Slug::new("custom"),
        base_url: base_url.to_owned(),
        model: "m".to_owned(),
        models: Vec::new(),
        traits: BTreeMap::new(),
    };
    Record::Endpoints(row.into())
}

fn read_back(records: &[Record]) -> Vec<Record> {
    let archive = read(&write(records, NOW)).unwrap();
    assert_eq!(archive.broken, []);
    archive.records
}

prop_compose! {
    fn any_message()(
        place in (0_u128..4, 0_u128..40),
        parent in prop::option::of(0_u128..40),
        role in prop::sample::select(vec![Role::System, Role::User, Role::Assistant]),
        status in prop::sample::select(vec![
            Status::Streaming, Status::Waiting, Status::Done, Status::Stopped, Status::Error
        ]),
        texts in prop::collection::vec(any::<(bool, String)>(), 0..3),
        marks in any::<(bool, Option<i64>, i64)>(),
        model in prop::option::of(any::<String>()),
        numbers in any::<(Option<u32>, Option<i64>, bool)>(),
    ) -> Record {
        let mut row = Message::new(id(place.1), id(place.0), parent.map(id), role, "", Timestamp(marks.2));
        row.status = status;
        row.parts = texts.into_iter().map(|(said, text)| {
            if said { Part::Text { text } } else { Part::Reasoning { text } }
        }).collect();
        row.enabled = marks.0;
        row.edited_at = marks.1.map(Timestamp);
        row.provenance = Box::new(Provenance {
            provider: model.clone().map(Slug::new),
            model,
            prompt_tokens: numbers.0,
            first_token_ms: numbers.1,
            truncated: numbers.2,
            ..Provenance::default()
        });
        Record::Messages(row.into())
    }
}

prop_compose! {
    fn any_session()(
        number in 0_u128..6,
        name in any::<String>(),
        leaf in prop::option::of(0_u128..40),
        choices in prop::collection::btree_map(0_u128..40, 0_u128..40, 0..4),
        at in any::<i64>(),
    ) -> Record {
        let mut row = Session::new(id(number), Timestamp(at));
        row.name = name;
        row.active_leaf = leaf.map(id);
        row.choices = choices.into_iter().map(|(fork, choice)| (id(fork), id(choice))).collect();
        Record::Sessions(row.into())
    }
}

prop_compose! {
    fn any_other()(
        kind in 0..3,
        number in 0_u128..3,
        text in any::<String>(),
        list in prop::collection::vec(any::<String>(), 0..3),
        temperature in prop::option::of(0.0..2.0_f64),
    ) -> Record {
        match kind {
            0 => Record::Personas(Persona {
                id: id(number),
                name: text.clone(),
                icon: String::new(),
                description: text,
                provider: None,
                model: list.first().cloned(),
                parameters: Parameters { temperature, ..Parameters::default() },
                presets: list.into_iter().map(|text| Preset::Message { role: Role::System, text, enabled: true }).collect(),
                created_at: NOW,
            }.into()),
            1 => Record::Endpoints(Endpoint {
                name: String::new(),
                provider: Slug::new(text.clone()),
                base_url: text.clone(),
                model: text,
                models: list,
                traits: BTreeMap::new(),
            }.into()),
            _ => Record::Preferences(Preferences {
                language: list.first().map(|_| Language::Zh),
                theme: Theme::Dark,
                room_parameters: BTreeMap::from([(RoomId::Time, Parameters { temperature, stop: list, ..Parameters::default() })]),
                ..Preferences::default()
            }.into()),
        }
    }
}

fn any_records() -> impl Strategy<Value = Vec<Record>> {
    let rows = prop_oneof![3 => any_message(), 2 => any_session(), 1 => any_other()];
    prop::collection::vec(rows, 0..24).prop_map(|rows| {
        let by_key: BTreeMap<RecordKey, Record> = rows.into_iter().map(|row| (row.key(), row)).collect();
        by_key.into_values().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a1_export_import_export_gives_the_same_bytes(records in any_records()) {
        let first = write(&records, NOW);
        let archive = read(&first).unwrap();
        prop_assert_eq!(&archive.broken, &[]);
        let resting: Vec<Record> = records.into_iter().map(at_rest).collect();
        prop_assert_eq!(&archive.records, &resting);
        prop_assert_eq!(write(&archive.records, NOW), first);
    }

    #[test]
    fn a3_an_import_gives_the_union_and_the_second_one_nothing(
        mine in any_records(),
        theirs in any_records(),
        take in any::<bool>(),
    ) {
        let policy = if take { ConflictPolicy::TakeTheirs } else { ConflictPolicy::KeepMine };
        let first = plan(&theirs, &mine, policy);
        let mut workspace = Workspace::default();
        workspace.absorb(mine.clone());
        workspace.apply(&first.changes).unwrap();
        let after: Vec<Record> = workspace.tables().records().collect();
        let total = first.total();
        prop_assert_eq!(after.len(), mine.len() + total.added);
        prop_assert_eq!(theirs.len(), total.added + total.same + total.replaced + total.kept + total.stray + total.asked);
        for record in &mine {
            let kept = after.contains(record);
            let gave_way = take && !is_setting(record.key().table());
            prop_assert!(kept || gave_way, "{record:?} is lost");
        }
        let second = plan(&theirs, &after, policy);
        prop_assert!(second.changes.is_empty(), "{:?}", second.changes);
        prop_assert_eq!(second.total().added, 0);
        prop_assert_eq!(second.total().stray, total.stray);
    }

    #[test]
    fn a2_a_damaged_file_is_read_in_part_or_refused(
        records in any_records(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        let mut bytes = write(&records, NOW).into_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        if let Ok(archive) = std::str::from_utf8(&bytes).map_err(drop).and_then(|text| read(text).map_err(drop)) {
            let _ = plan(&archive.records, &records, ConflictPolicy::TakeTheirs);
            prop_assert!(archive.records.len() + archive.broken.len() <= records.len() + 1);
        }
    }
}

#[test]
fn a_file_is_one_row_a_line() {
    let text = write(&[message_row(1, 2, "b"), session_row(1, "a")], NOW);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], r#"{"format":"espalier","v":10,"exportedAt":"2025-10-09T08:53:20.000Z","tables":{"#);
    assert_eq!(lines[1], r#""sessions":["#);
    assert!(lines[2].starts_with(r#"{"id":"00000000-0000-0000-0000-000000000001""#), "{}", lines[2]);
    assert_eq!(lines.last(), Some(&"}}"));
    assert_eq!(lines.len(), 1 + Table::ALL.len() + 2 + 1, "{text}");
}

#[test]
fn a2_broken_rows_are_reported_with_their_place() {
    let good = session_row(1, "good").to_json().unwrap();
    let text = format!(
        r#"{{"v":1,"format":"espalier","tables":{{
            "future":[1],"messages":7,"sessions":[{{}},{good},null,{good}]}},"extra":[]}}"#
    );
    let archive = read(&text).unwrap();
    assert_eq!(archive.records, [session_row(1, "good")]);
    let places: Vec<_> = archive.broken.iter().map(|broken| (broken.table.as_str(), broken.index)).collect();
    assert_eq!(
        places,
        [("sessions", Some(0)), ("sessions", Some(2)), ("sessions", Some(3)), ("messages", None), ("future", None)]
    );
    assert!(archive.broken.iter().all(|broken| !broken.reason.is_empty()));
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let check = |text: &str, expect: ArchiveError| assert_eq!(read(text), Err(expect), "{text}");
    check("", ArchiveError::NotJson { line: 1, column: 0 });
    check("{\"format\":\n\"espalier\"", ArchiveError::NotJson { line: 2, column: 10 });
    for text in [
        "[]",
        "{}",
        r#"{"format":"espalier"}"#,
        r#"{"format":"espalier.session","v":1,"tables":{}}"#,
        r#"{"format":"espalier","v":"1","tables":{}}"#,
        r#"{"format":"espalier","v":0,"tables":{}}"#,
        r#"{"format":"espalier","v":1}"#,
        r#"{"format":"espalier","v":1,"tables":[]}"#,
        r#"{"format":"espalier","format":"espalier","v":1,"tables":{}}"#,
    ] {
        check(text, ArchiveError::NotOurs);
    }
    let newer = ArchiveError::Newer { found: VERSION + 1, known: VERSION };
    check(&format!(r#"{{"format":"espalier","v":{},"tables":"whatever it is by then"}}"#, VERSION + 1), newer);
    let deep = format!(r#"{{"format":"espalier","v":1,"tables":{}"#, "[".repeat(100_000));
    assert!(matches!(read(&deep), Err(ArchiveError::NotJson { .. })));
}

#[test]
fn a3_the_policy_decides_between_two_versions_of_a_row() {
    let (mine, theirs) = (
        [session_row(1, "mine"), session_row(2, "same")],
        [session_row(1, "theirs"), session_row(2, "same"), session_row(3, "new")],
    );
    let names = |policy| {
        let plan = plan(&theirs, &mine, policy);
        let mut workspace = Workspace::default();
        workspace.absorb(mine.clone());
        let mut draft = workspace.draft();
        apply(&plan, &mut draft);
        let changes = draft.finish();
        assert_eq!(changes, plan.changes);
        workspace.apply(&changes).unwrap();
        let names: Vec<String> = workspace.tables().sessions.values().map(|row| row.name.clone()).collect();
        (names, plan.tables[&Table::Sessions])
    };
    let mut counts = Counts { added: 1, same: 1, kept: 1, ..Counts::default() };
    let keep = ["mine", "same", "new"].map(str::to_owned).to_vec();
    assert_eq!(names(ConflictPolicy::KeepMine), (keep, counts));
    (counts.kept, counts.replaced) = (0, 1);
    let take = ["theirs", "same", "new"].map(str::to_owned).to_vec();
    assert_eq!(names(ConflictPolicy::TakeTheirs), (take, counts));
}

#[test]
fn a4_settings_that_are_here_stay() {
    let (mine, theirs) = ([endpoint_row("https://mine/v1")], [endpoint_row("https://theirs/v1")]);
    for policy in [ConflictPolicy::KeepMine, ConflictPolicy::TakeTheirs] {
        let plan = plan(&theirs, &mine, policy);
        assert!(plan.changes.is_empty());
        assert_eq!(plan.total().asked, 1);
    }
    let fresh = plan(&theirs, &[], ConflictPolicy::TakeTheirs);
    assert_eq!((fresh.changes.len(), fresh.total().asked), (0, 1), "not even where there is none");
    let taken = BTreeSet::from([Target::Endpoint(Slug::new("custom"))]);
    assert_eq!(plan_with(&theirs, &[], ConflictPolicy::KeepMine, &taken).total().added, 1);
    assert_eq!(plan_with(&theirs, &mine, ConflictPolicy::KeepMine, &taken).total().replaced, 1);
}

#[test]
fn a4_models_of_conversations_and_answers_are_not_taken_from_a_file() {
    let with_model = |choice: Option<ModelChoice>| {
        let mut session = Session::new(id(1), NOW);
        session.name = "theirs".to_owned();
        session.model = choice;
        Record::Sessions(session.into())
    };
    let choice = |model: &str| Some(ModelChoice { provider: Slug::new("openai"), model: model.to_owned() });
    let mut answer = Message::new(id(2), id(1), None, Role::Assistant, "so far", NOW);
    (answer.provenance.provider, answer.provenance.chosen) = (Some(Slug::new("openai")), true);
    let theirs = [with_model(choice("theirs")), Record::Messages(answer.into())];
    for (mine, expected) in [(vec![], None), (vec![with_model(choice("mine"))], choice("mine"))] {
        let mut workspace = Workspace::default();
        workspace.absorb(mine.clone());
        workspace.apply(&plan(&theirs, &mine, ConflictPolicy::TakeTheirs).changes).unwrap();
        let tables = workspace.tables();
        assert_eq!(tables.sessions.values().map(|row| row.model.clone()).collect::<Vec<_>>(), [expected]);
        assert!(workspace.messages(id(1)).all(|row| !row.provenance.chosen));
        assert_eq!(workspace.messages(id(1)).count(), 1);
    }
}

#[test]
fn a5_an_answer_that_was_still_coming_is_at_rest() {
    let mut row = Message::new(id(2), id(1), None, Role::Assistant, "so far", NOW);
    row.status = Status::Streaming;
    let records = read_back(&[session_row(1, "x"), Record::Messages(row.clone().into())]);
    row.status = Status::Stopped;
    assert_eq!(records[1], Record::Messages(row.into()));
}

#[test]
fn a6_messages_without_a_session_are_left_out() {
    let plan = plan(
        &[message_row(1, 2, "kept"), message_row(9, 3, "stray")],
        &[session_row(1, "x")],
        ConflictPolicy::KeepMine,
    );
    assert_eq!(plan.changes.len(), 1);
    assert_eq!((plan.total().added, plan.total().stray), (1, 1));
}

/// One file of each version that was released, with rows of all its tables. They are never changed: a file that somebody
/// has kept is read by every later version.
#[test]
fn files_of_every_version_are_read() {
    let fixtures = [
        include_str!("fixtures/v1.json"),
        include_str!("fixtures/v2.json"),
        include_str!("fixtures/v3.json"),
        include_str!("fixtures/v4.json"),
        include_str!("fixtures/v5.json"),
        include_str!("fixtures/v6.json"),
        include_str!("fixtures/v7.json"),
        include_str!("fixtures/v8.json"),
        include_str!("fixtures/v9.json"),
        include_str!("fixtures/v10.json"),
    ];
    assert_eq!(fixtures.len(), VERSION as usize, "a new version has a fixture");
    for (text, version) in fixtures.into_iter().zip(1..) {
        let head: Head = serde_json::from_str(text).unwrap();
        assert_eq!(head.v, version);
        let body: Body<'_> = serde_json::from_str(text).unwrap();
        let archive = read(text).unwrap();
        assert_eq!(archive.broken, [], "version {version}");
        let tables: BTreeSet<&str> = archive.records.iter().map(|row| row.key().table().name()).collect();
        assert!(tables.iter().copied().eq(body.tables.keys().map(String::as_str)), "version {version}: {tables:?}");
        assert_eq!(archive.files.len(), body.files.len());
        assert_eq!(plan(&archive.records, &[], ConflictPolicy::KeepMine).total().stray, 0, "version {version}");
    }
}
