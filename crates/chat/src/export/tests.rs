use proptest::prelude::*;

use super::*;
use crate::import;
use espalier_base::time::Timestamp;
use espalier_model::Record;
use espalier_model::conversation::{MessageId, Part, Provenance, SessionId};
use espalier_model::persona::Role;
use espalier_model::settings::{Language, Slug};

fn id(number: u128) -> MessageId {
    MessageId::from_uuid(uuid::Uuid::from_u128(number))
}

fn session() -> Session {
    Session::new(SessionId::from_uuid(uuid::Uuid::from_u128(99)), Timestamp(1_709_210_096_789))
}

fn message(number: u128, parent: Option<u128>, role: Role, text: &str) -> Rc<Message> {
    let (session, at) = (session().id, Timestamp(1_709_210_096_789));
    Rc::new(Message::new(id(number), session, parent.map(id), role, text, at))
}

#[test]
fn a_path_reads_as_a_document() {
    let mut rows = vec![
        message(1, None, Role::User, "Question?"),
        message(2, Some(1), Role::Assistant, "Answer.\n"),
        message(3, Some(1), Role::Assistant, "Other answer."),
    ];
    let answer = Rc::make_mut(&mut rows[1]);
    answer.parts.insert(0, Part::Reasoning { text: "Hm.\nYes.".to_owned() });
    answer.provenance.model = Some("m1".to_owned());
    answer.status = Status::Stopped;
    let mut session = session();
    session.active_leaf = Some(id(2));
    assert_eq!(
        path_to_markdown(&session, &rows, "Title", Language::En),
        "# Title\n\n*Started 2024-02-29 12:34 UTC, 2 messages*\n\
         \n## User · 2024-02-29 12:34 UTC\n\nQuestion?\n\
         \n## Assistant · m1 · 2024-02-29 12:34 UTC\n\n> **Thinking**\n>\n> Hm.\n> Yes.\n\nAnswer.\n\n*stopped*\n"
    );
}

#[test]
fn a_tree_reads_as_nested_sections() {
    let rows = [
        message(1, None, Role::User, "q"),
        message(2, Some(1), Role::Assistant, "a"),
        message(3, Some(1), Role::Assistant, "b"),
        message(4, Some(3), Role::User, "c"),
        message(5, None, Role::User, "d"),
    ];
    let text = tree_to_markdown(&session(), &rows, "", Language::Zh);
    let headings: Vec<&str> = text.lines().filter(|line| line.contains("分支")).collect();
    assert_eq!(
        headings,
        [
            "*始于2024-02-29 12:34 UTC，共5条消息，3个分支*",
            "## 分支1",
            "*后续见分支2、3。*",
            "### 分支2（自分支1）",
            "### 分支3（自分支1）",
            "## 分支4 · 当前显示",
        ]
    );
}

#[test]
fn a_fence_is_longer_than_those_inside() {
    assert_eq!(fenced("rs", "a"), "```rs\na\n```");
    assert_eq!(fenced("", "```\nx\n```\n"), "````\n```\nx\n```\n````");
    assert_eq!(fenced("", ""), "");
}

#[test]
fn e2_an_answer_that_is_coming_is_written_as_stopped() {
    let mut row = message(1, None, Role::Assistant, "half");
    Rc::make_mut(&mut row).status = Status::Streaming;
    let json = to_json(&session(), &[row], &[]).unwrap();
    assert!(json.contains("\"stopped\"") && !json.contains("\"streaming\""));
}

fn part() -> impl Strategy<Value = Part> {
    prop_oneof![
        any::<String>().prop_map(|text| Part::Text { text }),
        any::<String>().prop_map(|text| Part::Reasoning { text }),
        (any::<String>(), any::<String>(), any::<String>(), any::<String>())
            .prop_map(|(call_id, name, arguments, opaque)| Part::ToolCall { call_id, name, arguments, opaque }),
        (any::<String>(), any::<String>(), any::<bool>()).prop_map(|(call_id, content, is_error)| Part::ToolResult {
            call_id,
            content,
            is_error
        }),
        (any::<String>(), any::<String>()).prop_map(|(issuer, fields)| Part::Opaque { issuer, fields }),
    ]
}

prop_compose! {
    fn any_message()(
        parent in prop::option::of(0_u128..12),
        role in prop::sample::select(vec![Role::System, Role::User, Role::Assistant]),
        status in prop::sample::select(vec![
            Status::Streaming, Status::Waiting, Status::Done, Status::Stopped, Status::Error
        ]),
        parts in prop::collection::vec(part(), 0..3),
        enabled in any::<bool>(),
        edited in prop::option::of(any::<i64>()),
        model in prop::option::of(any::<String>()),
        numbers in any::<(Option<u32>, Option<i64>, bool)>(),
        at in any::<i64>(),
    ) -> Message {
        let mut row = Message::new(id(0), session().id, parent.map(id), role, "", Timestamp(at));
        row.status = status;
        row.parts = parts;
        row.enabled = enabled;
        row.edited_at = edited.map(Timestamp);
        row.provenance = Box::new(Provenance {
            provider: model.clone().map(Slug::new),
            model,
            prompt_tokens: numbers.0,
            first_token_ms: numbers.1,
            truncated: numbers.2,
            ..Provenance::default()
        });
        row
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn e1_export_import_export_gives_the_same_bytes(
        rows in prop::collection::vec(any_message(), 0..12),
        name in any::<String>(),
        leaf in prop::option::of(0_u128..12),
        choices in prop::collection::btree_map(0_u128..12, 0_u128..12, 0..4),
    ) {
        let mut session = session();
        session.name = name;
        session.active_leaf = leaf.map(id);
        session.choices = choices.into_iter().map(|(fork, choice)| (id(fork), id(choice))).collect();
        let rows: Vec<Rc<Message>> = rows.into_iter().enumerate().map(|(index, mut row)| {
            row.id = id(index as u128);
            Rc::new(row)
        }).collect();
        let json = to_json(&session, &rows, &[]).unwrap();
        let contents = import::read(json.as_bytes()).unwrap();
        let mut sessions = Vec::new();
        let mut messages = Vec::new();
        for record in contents.records {
            match record {
                Record::Sessions(row) => sessions.push(row),
                Record::Messages(row) => messages.push(row),
                _ => prop_assert!(false, "only sessions and messages are written"),
            }
        }
        prop_assert_eq!(sessions.len(), 1);
        prop_assert_eq!(to_json(&sessions[0], &messages, &[]).unwrap(), json);
    }

    #[test]
    fn e3_every_message_is_in_the_tree_document_once(
        parents in prop::collection::vec(prop::option::of(0_u128..16), 1..16),
    ) {
        let text = |index: usize| format!("<{index}>");
        let rows: Vec<Rc<Message>> = parents.iter().enumerate()
            .map(|(index, parent)| message(index as u128, *parent, Role::User, &text(index))).collect();
        let page = tree_to_markdown(&session(), &rows, "t", Language::En);
        for index in 0..rows.len() {
            prop_assert_eq!(page.matches(&text(index)).count(), 1);
        }
    }
}
