//! The room drawn natively, in the states that matter.

use std::rc::Rc;

use yew::prelude::*;

use super::message::drafts::EditDrafts;
use super::message::edit::MessageEdit;
use super::{ChatDialogs, ChatRoom};
use crate::shell::list::rows::Rows;
use crate::testing::{assert_names, draw, ready};
use espalier_app::connect::ConnectMsg;
use espalier_app::device::{DeviceMsg, Preparation};
use espalier_app::effect::Effect;
use espalier_app::find::{Asker, FindMsg};
use espalier_app::navigate::Route;
use espalier_app::scenes::SceneMsg;
use espalier_app::scenes::agent::session_of;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Model, Msg, handover, update};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_chat::builtin::handover::offered;
use espalier_llm::error::{ErrorKind, LlmError, NetworkKind};
use espalier_llm::provider;
use espalier_model::conversation::{Part, Status};
use espalier_model::persona::{Parameters, Role};
use espalier_model::settings::Language;
use espalier_model::{Message, MessageId, MessageKey, Record, RoomId, Session, SessionId, Slug};
use espalier_storage::port::StorageError;

fn room(model: Model) -> String {
    draw(model, html! { <ChatRoom /> })
}

fn dialog(mut model: Model, dialog: Dialog) -> String {
    model.dialog = Some(dialog);
    draw(model, html! { <ChatDialogs /> })
}

fn id(number: usize) -> MessageId {
    MessageId::from_uuid(uuid::Uuid::from_u128(number as u128 + 1))
}

fn session() -> SessionId {
    SessionId::from_uuid(uuid::Uuid::from_u128(7))
}

fn key(number: usize) -> MessageKey {
    MessageKey { session: session(), id: id(number) }
}

/// A message of a conversation, by number: even ones are the user's.
fn message(number: usize, parent: Option<usize>, text: &str) -> Message {
    let role = if number.is_multiple_of(2) { Role::User } else { Role::Assistant };
    Message::new(id(number), session(), parent.map(id), role, text, Timestamp(0))
}

/// A workspace that shows a conversation of these messages, up to `leaf`.
fn with(language: Language, messages: Vec<Message>, leaf: usize) -> Model {
    let mut model = ready(language);
    let mut row = Session::new(session(), Timestamp(0));
    row.active_leaf = Some(id(leaf));
    row.name = "Garden".into();
    let records = messages.into_iter().map(|message| Record::Messages(Rc::new(message)));
    model.workspace.absorb(records.chain([Record::Sessions(Rc::new(row))]));
    model.opened.insert(session());
    model.stale_views.insert(session());
    model.route = Route::Chat(Some(session()), None);
    espalier_app::refresh(&mut model);
    model
}

/// A question with two answers, of which the second is shown.
fn forked() -> Vec<Message> {
    vec![message(0, None, "Question"), message(1, Some(0), "**First** answer"), message(3, Some(0), "Second answer")]
}

#[track_caller]
fn count(html: &str, name: &str) -> usize {
    html.matches(&format!("data-testid=\"{name}\"")).count()
}

#[test]
fn the_first_sight_has_its_names_says_what_answers_and_speaks_both_languages() {
    let mut drawn = Vec::new();
    for language in [Language::En, Language::Zh] {
        let html = room(ready(language));
        let names = [
            "session-new",
            "session-search",
            "agent-select",
            "agent-edit",
            "tree",
            "context-preview",
            "export-format",
            "export",
            "import-file",
            "composer",
            "send",
        ];
        assert_names(&html, &names);
        let label = if language == Language::En { "rule-based" } else { "基于规则" };
        assert!(html.contains(label), "{html}");
        assert_eq!(count(&html, "message") + count(&html, "stop"), 0, "{html}");
        assert!(html.contains("id=\"import-chat\""), "{html}");
        drawn.push(html);
    }
    assert_ne!(drawn[0], drawn[1]);
}

#[test]
fn a_conversation_shows_its_path_and_the_way_to_the_other_branch() {
    let html = room(with(Language::En, forked(), 3));
    assert_eq!(count(&html, "message"), 2, "{html}");
    assert!(html.contains("Second answer") && !html.contains("First"), "{html}");
    assert_names(&html, &["transcript", "content", "branch-prev", "branch-next", "branch-label", "session-item"]);
    assert!(html.contains(">2/2<") && html.contains("Garden"), "{html}");
    assert!(html.contains("role=\"log\"") && html.contains("aria-live=\"off\""), "{html}");
    assert!(html.contains(&format!("data-id=\"{}\"", id(3))), "{html}");
    assert!(html.contains("data-role=\"assistant\"") && html.contains("data-status=\"done\""), "{html}");
    for name in ["copy", "edit", "regenerate", "branch-from", "toggle-context", "delete"] {
        assert_eq!(count(&html, name), 1, "the toolbar of the last message alone is there: {name}");
    }
}

#[test]
fn answers_are_shown_side_by_side_where_they_are_compared() {
    let drawn = |compared| {
        let mut model = with(Language::En, forked(), 3);
        model.compared = compared;
        room(model)
    };
    let html = drawn(None);
    assert_eq!((count(&html, "compare"), count(&html, "answer-column")), (1, 0), "{html}");
    let html = drawn(Some(key(0)));
    assert_eq!(count(&html, "answer-column"), 0, "a question has no columns: {html}");
    let html = drawn(Some(key(1)));
    assert_eq!((count(&html, "compare"), count(&html, "answer-column")), (0, 2), "{html}");
    assert_names(&html, &["compare-end", "column-keep", "column-words"]);
    assert_eq!(count(&html, "column-words"), 1, "the reference is compared with nothing");
    assert_eq!(count(&html, "merge"), 0, "the guide can't merge");
    assert!(html.contains("aria-label=\"Answer 2 of 2: Assistant\""), "{html}");
}

#[test]
fn k1_of_many_answers_the_newest_are_compared() {
    let answers = (1..7).map(|number| message(2 * number + 1, Some(0), &format!("Answer no. {number}")));
    let mut messages: Vec<Message> = answers.collect();
    messages.push(message(0, None, "Question"));
    let mut model = with(Language::En, messages, 5);
    model.compared = Some(key(5));
    let html = room(model);
    assert_eq!(count(&html, "answer-column"), 4, "{html}");
    assert!(html.contains("The newest 4 of 6 answers.") && !html.contains("no. 2"), "{html}");
    assert!(html.contains("no. 3") && html.contains("no. 6"), "{html}");
}

#[test]
fn ten_thousand_messages_mount_a_few() {
    let line =
        (0..10_000).map(|number| message(number, number.checked_sub(1), &format!("number {number} of many"))).collect();
    let html = room(with(Language::En, line, 9_999));
    assert!((10..=40).contains(&count(&html, "message")), "{}", count(&html, "message"));
    assert!(html.contains("number 9999 of") && !html.contains("number 0 of"));
    assert!(html.matches('<').count() < 3_000, "opening and closing tags: {}", html.matches('<').count());
}

#[test]
fn no_attribute_sets_a_style() {
    let model = || with(Language::En, forked(), 3);
    let dialogs = [Dialog::Tree(session()), Dialog::ContextPreview(session()), Dialog::Personas, Dialog::Persona(None)];
    let drawn = dialogs.map(|shown| dialog(model(), shown));
    for html in drawn.into_iter().chain([room(model())]) {
        assert!(!html.contains(" style="), "{html}");
    }
}

#[test]
fn while_an_answer_comes_it_can_be_stopped_and_nothing_sent() {
    let mut model = ready(Language::En);
    let mut env = Env::deterministic(Timestamp(1_000), 5);
    let effects = update(&mut model, Msg::Sessions(SessionMsg::Send(None, "Hello".into())), &mut env);
    assert!(!effects.is_empty());
    let html = room(model);
    assert_names(&html, &["stop", "phases", "phase", "message"]);
    assert_eq!(count(&html, "send"), 0, "{html}");
    assert!(html.contains("data-status=\"streaming\"") && html.contains("aria-busy=\"true\""), "{html}");
    assert!(html.contains("data-phase=\"preparing\""), "{html}");
}

#[test]
fn a_model_on_this_device_shows_its_progress_before_the_first_text() {
    let check = |language, preparation, text: &str, percent: &str| {
        let mut model = ready(language);
        let mut env = Env::deterministic(Timestamp(1_000), 5);
        let effects = update(&mut model, Msg::Sessions(SessionMsg::Send(None, "Hello".into())), &mut env);
        let call = effects.into_iter().find_map(|effect| match effect {
            Effect::CallModel(call) => Some(call),
            _ => None,
        });
        let turn = call.expect("a request").turn;
        drop(update(&mut model, Msg::Device(DeviceMsg::Preparing(turn, preparation)), &mut env));
        let html = room(model);
        assert_eq!(count(&html, "preparing"), 1, "{html}");
        assert!(html.contains(text), "{text}: {html}");
        assert!(html.contains(&format!("<progress max=\"100\" value=\"{percent}\">")), "{html}");
        assert!(!html.contains("class=\"waiting\""), "{html}");
    };
    check(Language::En, Preparation::Loading(30), "Loading the model… 30%", "30");
    check(Language::En, Preparation::Reading(40), "Reading the conversation… 40%", "40");
    check(Language::Zh, Preparation::Loading(0), "正在载入模型……0%", "0");
    check(Language::Zh, Preparation::Reading(100), "正在阅读对话……100%", "100");
}

#[test]
fn an_error_says_what_happened_and_offers_one_button() {
    let mut messages = forked();
    let answer = &mut messages[2];
    answer.status = Status::Error;
    answer.provenance.error = Some(LlmError::new(ErrorKind::Authentication).with_detail("Incorrect key"));
    let html = room(with(Language::En, messages, 3));
    assert!(html.contains("Check the key") && html.contains("Incorrect key"), "{html}");
    assert_names(&html, &["continue"]);
}

#[test]
fn an_address_that_takes_a_reload_has_a_button_for_it() {
    let mut messages = forked();
    messages[2].status = Status::Error;
    messages[2].provenance.error = Some(LlmError::network(NetworkKind::NotYetAllowed));
    let html = room(with(Language::En, messages, 3));
    assert!(html.contains("Reload the page</") && html.contains("Try again"), "{html}");
}

#[test]
fn thoughts_tools_and_switched_off_messages_are_shown_as_such() {
    let mut messages = forked();
    messages[0].enabled = false;
    let answer = &mut messages[2];
    answer.parts.insert(0, Part::Reasoning { text: "Let me think.".into() });
    answer.parts.push(Part::tool_call("c1", "add", "{\"a\":1}"));
    answer.provenance.thinking_ms = Some(2_300);
    let html = room(with(Language::En, messages, 3));
    assert_names(&html, &["thinking", "tool-call"]);
    assert!(html.contains("data-tool=\"add\"") && html.contains("data-call-id=\"c1\""), "{html}");
    assert!(html.contains("Thought for 2.3 s") && html.contains("excluded from context"), "{html}");
}

#[test]
fn a_page_that_may_not_write_offers_to_copy_alone() {
    let mut model = with(Language::En, forked(), 3);
    model.read_only = Some(StorageError::Superseded);
    let html = room(model);
    assert_names(&html, &["copy"]);
    for name in ["edit", "delete", "regenerate", "session-delete"] {
        assert_eq!(count(&html, name), 0, "{name}: {html}");
    }
    assert!(html.contains("This tab is read-only"), "{html}");
}

#[test]
fn editing_offers_both_ways() {
    let model = with(Language::En, forked(), 3);
    let html = draw(model, html! { <MessageEdit at={key(0)} drafts={EditDrafts::default()} onclose={|_| ()} /> });
    assert_names(&html, &["edit-input", "edit-save", "edit-branch"]);
    assert!(html.contains("Question"), "{html}");
}

#[test]
fn the_tree_shows_every_branch_and_marks_the_shown_one() {
    let html = dialog(with(Language::En, forked(), 3), Dialog::Tree(session()));
    assert_eq!(count(&html, "tree-node"), 3, "{html}");
    assert_eq!(html.matches("aria-selected=\"true\"").count(), 1, "{html}");
    assert!(html.contains("viewBox=") && html.contains("First"), "{html}");
}

#[test]
fn the_preview_lists_what_is_sent_and_what_is_not() {
    let mut messages = forked();
    messages[0].enabled = false;
    let html = dialog(with(Language::En, messages, 3), Dialog::ContextPreview(session()));
    assert!(html.contains("Question") && html.contains("left out: switched off"), "{html}");
    assert!(html.contains("<code>system</code>"), "the agent's own message: {html}");
}

#[test]
fn the_preview_lists_tools_with_their_schemas_and_what_all_costs() {
    let mut env = Env::deterministic(Timestamp(1_000), 5);
    let mut model = ready(Language::En);
    let endpoint = ConnectMsg::SaveEndpoint {
        provider: Slug::new("custom"),
        base_url: "http://127.0.0.1:9/v1".into(),
        model: "test".into(),
        key: None,
        same_key: false,
    };
    model.facts.allowed_origins = vec!["http://127.0.0.1:9".into()];
    let _ = update(&mut model, Msg::Connect(endpoint), &mut env);
    let _ = update(&mut model, Msg::Scene(SceneMsg::Create), &mut env);
    let session = session_of(model.route.scene().unwrap());
    let html = dialog(model, Dialog::ContextPreview(session));
    assert_names(&html, &["preview-total", "preview-tool", "preview-settings"]);
    assert!(html.contains("<code>getNearbyObjects</code>") && html.contains("tokens in total"), "{html}");
}

#[test]
fn agents_are_listed_and_edited() {
    let html = dialog(ready(Language::En), Dialog::Personas);
    assert!(html.matches("class=\"agent").count() >= 3, "{html}");
    let html = dialog(ready(Language::En), Dialog::Persona(None));
    let first = html.find(">Name<").zip(html.find(">Instructions<")).zip(html.find(">Advanced<"));
    assert!(first.is_some_and(|((name, text), more)| name < text && text < more), "{html}");
    assert!(!html.contains("The conversation goes here") && html.contains("Save agent"), "{html}");
}

#[test]
fn the_parameters_of_a_rooms_assistant_name_the_room_and_no_model() {
    for (language, name, intro) in
        [(Language::En, "Time", "assistant in Time only"), (Language::Zh, "时间", "只用于“时间”的助手")]
    {
        let mut model = ready(language);
        let mut env = Env::deterministic(Timestamp(1_000), 5);
        let warm = Parameters { temperature: Some(1.5), ..Parameters::default() };
        let _ = update(&mut model, Msg::Connect(ConnectMsg::SetRoomParameters(RoomId::Time, warm.into())), &mut env);
        let html = dialog(model, Dialog::RoomParameters(RoomId::Time));
        assert_names(&html, &["room-parameters", "room-parameters-save", "room-parameters-reset", "agent-more"]);
        assert!(html.contains(name) && html.contains(intro) && html.contains("value=\"1.5\""), "{html}");
        assert!(!html.contains("agent-instructions") && !html.contains("api.openai"), "{html}");
    }
}

#[test]
fn a_search_lists_where_it_found_something() {
    let mut model = with(Language::En, forked(), 3);
    let asked = Msg::Find(FindMsg::Ask(Asker::List(RoomId::Chat), "first".into()));
    let _ = update(&mut model, asked, &mut Env::deterministic(Timestamp(0), 1));
    let html = draw(
        model,
        html! {
            <Rows kind={&super::sidebar::SESSIONS} current={None::<uuid::Uuid>} open=false query="first" onopen={|()| ()} />
        },
    );
    assert_eq!(count(&html, "session-item"), 1, "{html}");
    assert!(html.contains("<mark>First</mark>"), "{html}");
    assert!(html.contains(&format!("#/chat/{}/{}", session(), id(1))), "{html}");
}

#[test]
fn what_a_room_can_make_is_offered_below_the_guides_answer_until_it_is_made() {
    let sentences = [
        (Language::En, "Make a mind map about gardening", "map", "Make the map “Gardening”", "Open the map"),
        (Language::Zh, "做一张关于园艺的思维导图", "map", "新建导图“园艺”", "打开导图"),
        (Language::En, "I worked on my thesis from 9 to 11", "time", "Log 9:00–11:00 thesis", ""),
        (Language::Zh, "我9点到11点写论文", "time", "记录9点到11点 写论文", ""),
        (Language::En, "I want to learn to bake sourdough", "course", "Plan this course", ""),
        (Language::Zh, "我想学烤面包", "course", "规划这门课程", ""),
        (Language::En, "draw a red square", "scene", "Draw it", ""),
        (Language::Zh, "画一个红色方块", "scene", "画出来", ""),
        (Language::En, "Who won the match?", "settings", "Connect a model", ""),
        (Language::Zh, "谁赢了比赛？", "settings", "连接模型", ""),
    ];
    for (language, sentence, room_name, label, opens) in sentences {
        let answered = || {
            let mut messages = vec![message(0, None, sentence), message(1, Some(0), "Answer")];
            messages[1].provenance.provider = Some(Slug::new(provider::builtin().id));
            with(language, messages, 1)
        };
        let html = room(answered());
        assert_eq!(count(&html, "handover"), 1, "{sentence}: {html}");
        assert_names(&html, &["handover-make"]);
        assert!(html.contains(&format!("data-room=\"{room_name}\"")) && html.contains(label), "{html}");
        if !opens.is_empty() {
            let mut model = answered();
            let mut env = Env::deterministic(Timestamp(1_000), 5);
            let offer = offered(sentence, true).remove(0);
            let _ = update(&mut model, handover::make(id(1), offer), &mut env);
            let _ = update(&mut model, Msg::Go(Route::Chat(Some(session()), None)), &mut env);
            let html = room(model);
            assert_names(&html, &["handover-open"]);
            assert!(html.contains(opens) && count(&html, "handover-make") == 0, "{html}");
        }
    }
    let html = room(with(Language::En, forked(), 3));
    assert_eq!(count(&html, "handover"), 0, "{html}");
}

#[test]
fn asking_for_the_composer_leads_to_it_from_everywhere() {
    let mut model = ready(Language::En);
    model.route = Route::Settings;
    let mut env = Env::deterministic(Timestamp(1_000), 5);
    let effects = update(&mut model, Msg::FocusComposer, &mut env);
    assert_eq!((model.route, model.composer_calls), (Route::Chat(None, None), 1));
    assert!(!effects.is_empty(), "the address is changed");
}
