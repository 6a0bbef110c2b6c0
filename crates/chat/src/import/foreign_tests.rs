//! Files of other chat apps.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use espalier_base::zip::pack;
use espalier_model::conversation::tree::Tree;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageId, Session};

/// Sessions with their messages.
type Rows = Vec<(Session, Vec<Message>)>;

fn rows(contents: &Contents) -> Rows {
    let mut rows: Rows = Vec::new();
    for record in &contents.records {
        match record {
            Record::Sessions(row) => rows.push(((**row).clone(), Vec::new())),
            Record::Messages(row) => rows.last_mut().expect("a session comes first").1.push((**row).clone()),
            _ => panic!("unexpected {record:?}"),
        }
    }
    rows
}

/// The messages of the branch that is shown.
fn shown((session, messages): &(Session, Vec<Message>)) -> Vec<Message> {
    let tree = Tree::of(messages);
    let by_id: BTreeMap<MessageId, &Message> = messages.iter().map(|row| (row.id, row)).collect();
    tree.path(tree.active_leaf(session)).iter().map(|id| by_id[id].clone()).collect()
}

fn texts(messages: &[Message]) -> Vec<String> {
    messages.iter().map(Message::text).collect()
}

#[track_caller]
fn opened(file: &str, app: App) -> Rows {
    assert_eq!(detect(file.as_bytes()), ImportFormat::Foreign(app));
    let contents = read(file.as_bytes()).unwrap();
    assert_eq!(read(file.as_bytes()).unwrap(), contents, "the same file gives the same rows");
    rows(&contents)
}

fn open_web_ui() -> Value {
    let message = |id: &str, parent: Option<&str>, children: &[&str], role: &str, content: &str, at: i64| {
        (
            id.to_owned(),
            json!({"id": id, "parentId": parent, "childrenIds": children, "role": role, "content": content,
                "timestamp": at, "model": if role == "user" { None } else { Some("deepseek-r1") }, "done": true}),
        )
    };
    let thought = "<details type=\"reasoning\" done=\"true\" duration=\"3\">\n<summary>Thought for 3 seconds</summary>\n\
                   &gt; 15 &lt; 17\n&gt; so carry\n</details>\n255";
    let tool = "<details type=\"tool_calls\" done=\"true\" id=\"c1\" name=\"get_weather\" arguments=\"{&quot;city&quot;:1}\" \
                result=\"18 degrees\"><summary>Tool Executed</summary></details>\nMild.";
    let messages: serde_json::Map<String, Value> = [
        message("u1", None, &["a1", "a2"], "user", "What is 15 * 17?", 1_700_000_000),
        message("a1", Some("u1"), &["u2"], "assistant", thought, 1_700_000_010),
        message("a2", Some("u1"), &[], "assistant", "About 250", 1_700_000_020),
        message("u2", Some("a1"), &["a3"], "user", "Weather?", 1_700_000_030),
        message("a3", Some("u2"), &[], "assistant", tool, 1_700_000_040),
    ]
    .into_iter()
    .collect();
    json!([{"id": "chat-1", "title": "Sums", "created_at": 1_700_000_000, "updated_at": 1_700_000_040,
        "chat": {"title": "Sums", "models": ["deepseek-r1"], "history": {"currentId": "a3", "messages": messages}}}])
}

#[test]
fn open_web_ui_keeps_branches_thoughts_and_tools() {
    let rows = opened(&open_web_ui().to_string(), App::OpenWebUi);
    let path = shown(&rows[0]);
    assert_eq!(rows[0].0.name, "Sums");
    assert_eq!(rows[0].0.updated_at.to_rfc3339(), "2023-11-14T22:14:00.000Z");
    assert_eq!(
        texts(&path),
        [
            "What is 15 * 17?",
            "255",
            "Weather?",
            "[from get_weather]\n\n```json\n{\"city\":1}\n```\n\n18 degrees\n\nMild."
        ]
    );
    assert_eq!(path[1].reasoning(), "15 < 17\nso carry");
    assert_eq!(path[1].provenance.model.as_deref(), Some("deepseek-r1"));
    assert_eq!(rows[0].1.len(), 5, "the other answer is there");
    // An older file has the chat itself.
    let old = json!([open_web_ui()[0]["chat"]]);
    assert_eq!(opened(&old.to_string(), App::OpenWebUi)[0].1.len(), 5);
}

#[test]
fn claude_is_read_as_a_list_and_as_a_tree() {
    let list = json!([{"uuid": "c-1", "name": "Greeting", "created_at": "2024-05-01T10:00:00.5Z",
        "updated_at": "2024-05-01T10:05:00+00:00", "account": {"uuid": "x"}, "chat_messages": [
        {"uuid": "m1", "sender": "human", "text": "Hello", "created_at": "2024-05-01T10:00:00Z",
            "attachments": [{"file_name": "notes.txt", "extracted_content": "one\ntwo"}], "files": [{"file_name": "a.png"}]},
        {"uuid": "m2", "sender": "assistant", "text": "ignored", "created_at": "2024-05-01T10:01:00Z", "content": [
            {"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Hi"},
            {"type": "tool_use", "name": "search", "input": {"q": 1}},
            {"type": "tool_result", "name": "search", "content": [{"type": "text", "text": "found"}]}]}]}]);
    let rows = opened(&list.to_string(), App::Claude);
    let path = shown(&rows[0]);
    assert_eq!(
        texts(&path),
        [
            "Hello\n\n[file: notes.txt]\n\n```\none\ntwo\n```\n\n[file: a.png]",
            "Hi\n\n[to search]\n\n```json\n{\"q\":1}\n```\n\n[from search]\n\nfound"
        ]
    );
    assert_eq!((path[1].reasoning().as_str(), path[1].role), ("Hm.", Role::Assistant));
    assert_eq!(rows[0].0.created_at.to_rfc3339(), "2024-05-01T10:00:00.500Z");

    let message = |id: &str, parent: &str, sender: &str, text: &str, minute: u8| {
        json!({"uuid": id, "sender": sender, "text": text, "parent_message_uuid": parent, "content": [],
            "created_at": format!("2024-05-01T10:{minute:02}:00Z")})
    };
    let root = "00000000-0000-4000-8000-000000000000";
    let tree = json!({"uuid": "c-2", "name": "", "created_at": "2024-05-01T10:00:00Z", "current_leaf_message_uuid": "b",
        "chat_messages": [message("q", root, "human", "Which?", 1), message("a", "q", "assistant", "This", 2),
            message("b", "q", "assistant", "That", 3)]});
    let contents = read(tree.to_string().as_bytes()).unwrap();
    let rows = opened(&tree.to_string(), App::Claude);
    assert_eq!(texts(&shown(&rows[0])), ["Which?", "That"]);
    let Outcome::Read(counts) = &contents.report[0].outcome else { panic!("{:?}", contents.report) };
    assert_eq!((counts.messages, counts.branches, counts.orphans), (3, 2, 0));
}

#[test]
fn libre_chat_is_read_nested_and_flat() {
    let message = |id: &str, parent: &str, is_user: bool, text: &str, second: u8, children: Value| {
        json!({"messageId": id, "parentMessageId": parent, "isCreatedByUser": is_user, "text": text, "sender": "GPT",
            "model": "gpt-4", "createdAt": format!("2024-04-09T14:32:{second:02}.230Z"), "children": children})
    };
    let root = "00000000-0000-0000-0000-000000000000";
    let below =
        json!([message("a", "q", false, "First", 6, json!([])), message("b", "q", false, "Second", 7, json!([]))]);
    let file = |name: &str, messages: Value| {
        json!({"conversationId": "l-1", "title": "Fuel", "options": {"model": "gpt-3.5"}, name: messages}).to_string()
    };
    let nested = file("messagesTree", json!([message("q", root, true, "How much?", 5, below.clone())]));
    let rows = opened(&nested, App::LibreChat);
    assert_eq!(texts(&shown(&rows[0])), ["How much?", "Second"]);
    assert_eq!(rows[0].1.len(), 3);
    let flat = json!([message("q", root, true, "How much?", 5, json!([])), below[0], below[1]]);
    assert_eq!(opened(&file("messages", flat), App::LibreChat), rows, "both forms are the same conversation");
    // Without its own link, a message follows what it stands below.
    let unlinked = nested.replace("\"parentMessageId\":\"q\",", "");
    assert_eq!(opened(&unlinked, App::LibreChat), rows);
    let parts = json!([{"messageId": "m", "isCreatedByUser": false, "text": "", "createdAt": "2024-04-09T14:32:05Z",
        "content": [{"type": "think", "think": "Hm."}, {"type": "text", "text": {"value": "Yes"}},
            {"type": "tool_call", "tool_call": {"name": "calc", "args": "{}", "output": "4"}}]}]);
    let rows = opened(&file("messages", parts), App::LibreChat);
    assert_eq!(texts(&rows[0].1), ["Yes\n\n[from calc]\n\n```json\n{}\n```\n\n4"]);
    assert_eq!(rows[0].1[0].reasoning(), "Hm.");
}

#[test]
fn libre_chat_is_read_however_deep_it_is_nested() {
    const DEPTH: usize = 20_000;
    let head = |index| format!(r#"{{"messageId":"{index}","isCreatedByUser":true,"text":"<{index}>","children":["#);
    let mut text: String = (0..DEPTH).map(head).collect();
    text.push_str(&"]}".repeat(DEPTH));
    let file = format!("{{\"conversationId\":\"deep\",\"messages\":[{text}]}}");
    let contents = read(file.as_bytes()).unwrap();
    assert_eq!(shown(&rows(&contents)[0]).len(), DEPTH);
}

fn llama() -> Value {
    let message = |id: &str, parent: Option<&str>, kind: &str, role: &str, content: &str, at: i64| {
        json!({"id": id, "convId": "v", "parent": parent, "type": kind, "role": role, "content": content, "timestamp": at,
            "children": [], "thinking": "", "model": "smollm"})
    };
    let mut answer = message("a", Some("q"), "text", "assistant", "Yes", 1_765_000_002_000);
    answer["reasoningContent"] = json!("Hm.");
    let mut question = message("q", Some("r"), "text", "user", "Well?", 1_765_000_001_000);
    question["extra"] = json!([{"type": "textFile", "name": "a.txt", "content": "words"}, {"type": "imageFile",
        "name": "b.png", "base64Url": "data:image/png;base64,AA=="}]);
    json!({"conv": {"id": "v", "name": "A talk", "lastModified": 1_765_000_009_000_i64, "currNode": "a"},
        "messages": [message("r", None, "root", "system", "", 1_765_000_000_000), question, answer,
            message("b", Some("q"), "text", "assistant", "No", 1_765_000_003_000)]})
}

/// The present form of the same export.
fn llama_lines() -> String {
    let whole = llama();
    let mut head = whole["conv"].clone();
    head["type"] = json!("session");
    head["harness"] = json!("llama.app");
    let messages = whole["messages"].as_array().unwrap().iter();
    let lines = messages.map(|message| json!({"message": message, "type": "message"}).to_string());
    [head.to_string()].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

#[test]
fn llama_cpp_is_read_in_all_its_forms() {
    let rows = opened(&llama().to_string(), App::LlamaCpp);
    let path = shown(&rows[0]);
    let question = "Well?\n\n[file: a.txt]\n\n```\nwords\n```\n\n[image: b.png]";
    assert_eq!(texts(&path), [question, "Yes"]);
    assert_eq!((path[1].reasoning().as_str(), path[1].provenance.model.as_deref()), ("Hm.", Some("smollm")));
    assert_eq!(rows[0].1.len(), 3, "the first node says nothing");
    assert_eq!(opened(&json!([llama()]).to_string(), App::LlamaCpp), rows);
    assert_eq!(opened(&llama_lines(), App::LlamaCpp), rows);
    // Later changes do not make it another conversation.
    let mut later = llama();
    later["conv"]["lastModified"] = json!(1_765_999_999_000_i64);
    assert_eq!(opened(&later.to_string(), App::LlamaCpp)[0].0.id, rows[0].0.id);
}

#[test]
fn silly_tavern_makes_siblings_of_swipes() {
    let lines = [
        json!({"user_name": "Ada", "character_name": "Guide", "create_date": "2024-1-2 @03h 04m 05s 6ms",
            "chat_metadata": {}}),
        json!({"name": "Guide", "is_user": false, "is_system": false, "send_date": "January 2, 2024 3:05pm",
            "mes": "Welcome", "extra": {}}),
        json!({"name": "Ada", "is_user": true, "is_system": false, "send_date": 1_704_207_960_000_i64, "mes": "Go on"}),
        json!({"name": "Guide", "is_user": false, "send_date": "2024-01-02T15:07:00.000Z", "mes": "Second way",
            "swipe_id": 1, "swipes": ["First way", "Second way"], "extra": {"reasoning": "Hm.", "model": "m2"},
            "swipe_info": [{"send_date": "2024-01-02T15:06:30.000Z", "extra": {"reasoning": "Oh."}}, {}]}),
        json!({"name": "Note", "is_user": false, "is_system": true, "mes": "hidden from the model"}),
    ];
    let file = lines.map(|line| line.to_string()).join("\n");
    let rows = opened(&file, App::SillyTavern);
    let path = shown(&rows[0]);
    assert_eq!(texts(&path), ["Welcome", "Go on", "Second way", "hidden from the model"]);
    assert_eq!((path[1].role, path[2].role, path[3].enabled), (Role::User, Role::Assistant, false));
    assert_eq!((path[2].reasoning().as_str(), path[2].provenance.model.as_deref()), ("Hm.", Some("m2")));
    let other = rows[0].1.iter().find(|message| message.text() == "First way").unwrap();
    assert_eq!((other.parent, other.reasoning().as_str()), (path[2].parent, "Oh."));
    assert_eq!(rows[0].0.name, "Guide");
    assert_eq!(rows[0].0.created_at.to_rfc3339(), "2024-01-02T03:04:05.006Z");
    assert_eq!(path[0].created_at.to_rfc3339(), "2024-01-02T15:05:00.000Z");
}

#[test]
fn big_agi_is_read_in_both_versions() {
    let conversation = |id: &str, messages: Value| {
        json!({"id": id, "systemPurposeId": "Generic", "autoTitle": "Plans", "created": 1_714_500_000_000_i64,
            "updated": 1_714_500_009_000_i64, "messages": messages})
    };
    let old = conversation(
        "one",
        json!([{"id": "s", "role": "system", "text": "Be brief", "created": 1_714_500_000_000_i64},
            {"id": "u", "role": "user", "text": "Hi", "created": 1_714_500_001_000_i64},
            {"id": "u", "role": "assistant", "text": "Hello", "originLLM": "gpt-4", "created": 1_714_500_002_000_i64}]),
    );
    let new = conversation(
        "two",
        json!([{"id": "u", "role": "user", "created": 1, "fragments": [
                {"ft": "content", "part": {"pt": "text", "text": "Read this"}},
                {"ft": "attachment", "title": "a.md", "part": {"pt": "doc", "data": {"idt": "text", "text": "# A"}}}]},
            {"id": "a", "role": "assistant", "generator": {"name": "o1"}, "fragments": [
                {"ft": "void", "part": {"pt": "ma", "aType": "reasoning", "aText": "Hm."}},
                {"ft": "content", "part": {"pt": "text", "text": "Done"}}]}]),
    );
    let rows = opened(&json!({"conversations": [old, new], "models": {"sources": []}}).to_string(), App::BigAgi);
    assert_eq!(texts(&shown(&rows[0])), ["Be brief", "Hi", "Hello"]);
    assert_eq!(shown(&rows[0])[2].provenance.model.as_deref(), Some("gpt-4"));
    assert_eq!(texts(&shown(&rows[1])), ["Read this\n\n[file: a.md]\n\n```\n# A\n```", "Done"]);
    assert_eq!(shown(&rows[1])[1].reasoning(), "Hm.");
    assert_eq!(opened(&old.to_string(), App::BigAgi)[0], rows[0], "one conversation alone");
}

fn card() -> Value {
    json!({"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Mira", "description": "{{char}} keeps a garden.",
        "personality": "patient", "scenario": "{{User}} visits {{ char }}.", "first_mes": "Welcome, {{user}}.",
        "mes_example": "<START>\n{{user}}: Hello\n{{char}}: Mind the roses.", "creator_notes": "A gardener.",
        "system_prompt": "{{original}} Stay in the garden.", "post_history_instructions": "Answer as {{char}}.",
        "alternate_greetings": ["You are late."], "extensions": {}, "character_book": {"entries": [
            {"keys": ["rose"], "content": "The roses are blue.", "enabled": true, "constant": false},
            {"keys": [], "content": "It is spring. {{time}}", "enabled": true, "constant": true}]}}})
}

fn agent(bytes: &[u8]) -> espalier_model::Persona {
    assert_eq!(detect(bytes), ImportFormat::Card);
    let contents = read(bytes).unwrap();
    assert_eq!(read(bytes).unwrap(), contents);
    let [Record::Personas(agent)] = contents.records.as_slice() else { panic!("{contents:?}") };
    (**agent).clone()
}

/// A chunk of a PNG picture; its checksum is not looked at.
fn chunk(kind: &str, data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap().to_be_bytes();
    [&length, kind.as_bytes(), data, b"crc!"].concat()
}

#[test]
fn a_character_card_becomes_an_agent() {
    use espalier_model::persona::Preset;
    let agent = agent(card().to_string().as_bytes());
    let message = |role, text: &str, enabled| Preset::Message { role, text: text.to_owned(), enabled };
    assert_eq!((agent.name.as_str(), agent.description.as_str()), ("Mira", "A gardener."));
    assert_eq!(
        agent.presets,
        [
            message(Role::System, "Stay in the garden.", true),
            message(
                Role::System,
                "Mira keeps a garden.\n\nPersonality: patient\n\nScenario: the user visits Mira.",
                true
            ),
            message(Role::System, "Examples of how Mira talks:\n\nthe user: Hello\nMira: Mind the roses.", true),
            message(Role::System, "The roses are blue.", false),
            message(Role::System, "It is spring. {{time}}", true),
            message(Role::Assistant, "Welcome, the user.", true),
            message(Role::Assistant, "You are late.", false),
            Preset::ChatHistory,
            message(Role::System, "Answer as Mira.", true),
        ]
    );
    // Version 1 has the same members outermost.
    assert_eq!(self::agent(card()["data"].to_string().as_bytes()), agent);
}

#[test]
fn a_card_is_found_in_a_picture_and_in_an_archive() {
    let whole = agent(card().to_string().as_bytes());
    let mut other = card();
    other["data"]["name"] = json!("Old");
    let text = |keyword: &str, card: &Value| {
        let data = espalier_base::base64::encode_padded(card.to_string().as_bytes());
        chunk("tEXt", &[keyword.as_bytes(), &[0], data.as_bytes()].concat())
    };
    let begin = [b"\x89PNG\r\n\x1a\n".to_vec(), chunk("IHDR", &[0; 13])].concat();
    let picture = [begin.clone(), text("chara", &other), text("ccv3", &card()), chunk("IEND", &[])].concat();
    assert_eq!(agent(&picture), whole, "the later version counts");
    assert_eq!(agent(&[begin.clone(), text("chara", &other)].concat()).name, "Old");
    let archive = read(&pack(&[("card.json", card().to_string().as_bytes()), ("assets/a.png", &picture)])).unwrap();
    assert_eq!(archive.records, [Record::Personas(whole.into())]);
    let none = |bytes: &[u8]| assert_eq!(read(bytes), Err(ImportError::Unknown(Unknown::NoCard)));
    none(&begin);
    none(&[begin.clone(), chunk("tEXt", b"chara\0not base64!")].concat());
    none(&[begin.clone(), b"\xff\xff\xff\xfftEXt".to_vec()].concat());
    let empty = read(br#"{"name":"","first_mes":"","description":" "}"#).unwrap();
    assert_eq!(empty.report[0].outcome, Outcome::Skipped(Skipped::Empty));
}

#[test]
fn an_archive_is_read_with_all_its_files() {
    let chat = open_web_ui().to_string();
    let (lines, users) = (llama_lines(), json!([{"uuid": "x", "full_name": "Ada"}]).to_string());
    let files: [(&str, &[u8]); 6] = [
        ("export/chats.json", chat.as_bytes()),
        ("export/again.json", chat.as_bytes()),
        ("talk.jsonl", lines.as_bytes()),
        ("users.json", users.as_bytes()),
        ("__MACOSX/._chats.json", b"\0\x05"),
        ("picture.png", b"\x89PNG"),
    ];
    let archive = pack(&files);
    assert_eq!(detect(&archive), ImportFormat::Several);
    let contents = read(&archive).unwrap();
    assert_eq!(rows(&contents).len(), 2);
    assert_eq!(rows(&contents)[0], opened(&chat, App::OpenWebUi)[0]);

    let unknown = |reason: Unknown| Err(ImportError::Unknown(reason));
    assert_eq!(read(&pack(&[("users.json", users.as_bytes())])), unknown(Unknown::Zip));
    assert_eq!(read(b"PK\x03\x04 cut off"), unknown(Unknown::Zip));
    // What cannot be read is not left out in silence.
    let cut = read(&pack(&[("chats.json", chat.as_bytes()), ("talk.jsonl", &lines.as_bytes()[..lines.len() - 9])]));
    assert!(matches!(&cut, Err(ImportError::InFile { name, .. }) if name == "talk.jsonl"), "{cut:?}");
    let mut damaged = pack(&[("chats.json", chat.as_bytes())]);
    damaged[60] ^= 1;
    let damaged = read(&damaged);
    assert!(matches!(&damaged, Err(ImportError::InFile { name, .. }) if name == "chats.json"), "{damaged:?}");
}

/// An archive as another program compresses it.
const CLAUDE: &[u8] = include_bytes!("../../fixtures/claude.zip");

#[test]
fn a_compressed_archive_is_read() {
    let rows = rows(&read(CLAUDE).unwrap());
    assert_eq!(texts(&shown(&rows[0])), ["Which herbs grow in the shade?", "Parsley and chives."]);
    assert_eq!(rows[0].1.len(), 3);
}

#[test]
fn several_files_are_read_as_one() {
    let (chat, lines) = (open_web_ui().to_string(), llama_lines());
    let mut batch = Batch::default();
    assert_eq!(batch.read(chat.as_bytes()), Ok(()));
    assert!(batch.read(b"{}").is_err());
    assert!(batch.read(&pack(&[("a.json", chat.as_bytes()), ("b.json", b"[")])).is_err());
    assert_eq!(batch.read(&pack(&[("a.json", chat.as_bytes()), ("b.jsonl", lines.as_bytes())])), Ok(()));
    assert_eq!(batch.read(chat.as_bytes()), Ok(()));
    let both = [opened(&chat, App::OpenWebUi), opened(&lines, App::LlamaCpp)].concat();
    assert_eq!(rows(&batch.contents), both);
    // A later export of the same conversation is not taken for the same.
    let later = chat.replace("About 250", "About 260");
    assert_eq!(batch.read(later.as_bytes()), Err(ImportError::Conflict));
    assert!(matches!(batch.read(&pack(&[("b.json", later.as_bytes())])), Err(ImportError::Conflict)));
    assert_eq!(rows(&batch.contents), both);
}

#[test]
fn lines_that_are_no_conversation_are_not_known() {
    for text in ["{\"a\":1}\n{\"b\":2}", "{\"type\":\"session\"}\n{}", "{\"mes\":1}\n{\"mes\":2}"] {
        assert_eq!(detect(text.as_bytes()), ImportFormat::Unknown(Unknown::OtherJson), "{text}");
    }
    assert!(matches!(detect(b"{\"a\":1} rest"), ImportFormat::Unknown(Unknown::NotJson { line: 1, .. })));
}

/// Writes a tree of messages, given by what each follows, as one of the apps does.
fn write(app: App, parents: &[Option<usize>]) -> String {
    let id = |index: usize| format!("n{index}");
    let role = |index: usize| if index.is_multiple_of(2) { "user" } else { "assistant" };
    let each = |write: &dyn Fn(usize, Option<String>) -> Value| -> Vec<Value> {
        parents.iter().enumerate().map(|(index, parent)| write(index, parent.map(id))).collect()
    };
    let text = |index: usize| format!("<{index}>");
    match app {
        App::ChatGpt => {
            let nodes = each(&|index, parent| {
                json!({"parent": parent, "message": {"author": {"role": role(index)},
                    "content": {"content_type": "text", "parts": [text(index)]}}})
            });
            let mapping: serde_json::Map<_, _> = nodes.into_iter().enumerate().map(|(index, node)| (id(index), node)).collect();
            json!([{"mapping": mapping}])
        }
        App::OpenWebUi => {
            let nodes = each(&|index, parent| json!({"parentId": parent, "role": role(index), "content": text(index)}));
            let messages: serde_json::Map<_, _> = nodes.into_iter().enumerate().map(|(index, node)| (id(index), node)).collect();
            json!([{"id": "x", "chat": {"history": {"messages": messages}}}])
        }
        App::Claude => {
            let messages = each(&|index, parent| {
                json!({"uuid": id(index), "sender": role(index), "text": text(index), "parent_message_uuid": parent})
            });
            json!([{"uuid": "x", "chat_messages": messages}])
        }
        App::LibreChat => {
            let messages = each(&|index, parent| json!({"messageId": id(index), "text": text(index), "parentMessageId": parent}));
            json!({"conversationId": "x", "messages": messages})
        }
        App::LlamaCpp => {
            let messages = each(&|index, parent| {
                json!({"id": id(index), "role": role(index), "content": text(index), "parent": parent})
            });
            json!([{"conv": {"id": "x"}, "messages": messages}])
        }
        App::SillyTavern | App::BigAgi => unreachable!("their conversations are lists"),
    }
    .to_string()
}

proptest! {
    #[test]
    fn no_message_and_no_branch_is_lost(links in prop::collection::vec(any::<prop::sample::Index>(), 1..40)) {
        // Each follows one before it, or none.
        let parents: Vec<Option<usize>> = links
            .iter()
            .enumerate()
            .map(|(index, link)| Some(link.index(index + 1)).filter(|parent| *parent != index))
            .collect();
        for app in [App::ChatGpt, App::OpenWebUi, App::Claude, App::LibreChat, App::LlamaCpp] {
            let rows = opened(&write(app, &parents), app);
            let messages = &rows[0].1;
            prop_assert_eq!(messages.len(), parents.len());
            let number = |message: &Message| message.text().trim_matches(['<', '>']).parse::<usize>().unwrap();
            let numbers: BTreeMap<MessageId, usize> = messages.iter().map(|message| (message.id, number(message))).collect();
            for message in messages {
                let parent = message.parent.map(|id| numbers[&id]);
                prop_assert_eq!(parent, parents[number(message)], "{:?}", app);
            }
        }
    }

    #[test]
    fn no_change_of_a_file_makes_it_panic(at in any::<prop::sample::Index>(), with in "[\\[\\]{}\",:0a\n]{0,3}", which in 0..4_usize) {
        let mut text = [open_web_ui().to_string(), llama().to_string(), llama_lines(), write(App::LibreChat, &[None, Some(0)])][which].clone();
        let mut place = at.index(text.len());
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        let end = (place + 1..=text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len());
        text.replace_range(place..end, &with);
        if let Ok(contents) = read(text.as_bytes()) {
            for (_, messages) in rows(&contents) {
                prop_assert!(Tree::of(&messages).repairs.is_empty());
            }
        }
    }
}
