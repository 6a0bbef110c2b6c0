//! Endpoints: saving them, what was learned about them, and going on when they or the network fail.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_agent::turn::TurnInput;
use espalier_app::connect::local::{self, LocalServer};
use espalier_app::connect::{ConnectMsg, ConnectPage, ModelScope, ProbeState, SettingsField};
use espalier_app::effect::{KeyKeeping, Probe, Resume};
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Msg, NewKey, Notice};
use espalier_llm::error::{ErrorKind, LlmError, Missing, NetworkKind, from_response};
use espalier_llm::request::{BaseProblem, origin_of};
use espalier_llm::secret::Secret;
use espalier_model::conversation::Status;
use espalier_model::{Endpoint, Slug};

use crate::lab::Lab;

/// Answer of a model to a test.
const ANSWER: &str = r#"{"choices":[{"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}"#;

fn send(lab: &mut Lab, text: &str) {
    let session = lab.model.route.session();
    lab.send(Msg::Sessions(SessionMsg::Send(session, text.to_owned())));
}

fn save(lab: &mut Lab, provider: &str, base_url: &str, key: Option<&str>) {
    lab.send(Msg::Connect(ConnectMsg::SaveEndpoint {
        provider: Slug::new(provider),
        base_url: base_url.to_owned(),
        model: "m".to_owned(),
        key: key.map(|key| NewKey { secret: Secret::new(key), keeping: KeyKeeping::Session }),
        same_key: false,
    }));
}

fn roles(lab: &Lab) -> Vec<String> {
    let body = lab.last_request();
    let messages = body["messages"].as_array().expect("a list").clone();
    messages.iter().map(|message| message["role"].as_str().unwrap_or_default().to_owned()).collect()
}

fn noticed(lab: &Lab, notice: &Notice) -> bool {
    lab.model.toasts.iter().any(|toast| toast.text == *notice)
}

#[test]
fn the_notice_of_a_test_follows_to_another_room_and_becomes_its_result() {
    let custom = espalier_llm::provider::custom().name;
    for (result, expected) in [
        (Ok(ANSWER.to_owned()), Notice::Connected(custom)),
        (Err(LlmError::new(ErrorKind::Authentication)), Notice::NotConnected(custom)),
    ] {
        let mut lab = Lab::new();
        lab.send(Msg::Go(Route::Settings));
        espalier_app::notify(&mut lab.model, Notice::SavedAndTesting, false);
        lab.send(Msg::Go(Route::Time(None)));
        assert!(noticed(&lab, &Notice::SavedAndTesting));
        lab.send(Msg::Probed(Slug::new("custom"), Probe::Connection, result));
        let texts: Vec<&Notice> = lab.model.toasts.iter().map(|toast| &toast.text).collect();
        assert_eq!(texts, [&expected]);
    }
}

#[test]
fn a_test_whose_limit_is_refused_is_made_without_one() {
    let mut lab = Lab::new();
    lab.send(Msg::Connect(ConnectMsg::Test(Slug::new("custom"))));
    let refused = LlmError::new(ErrorKind::Parameter { name: "max_tokens".to_owned() });
    lab.send(Msg::Probed(Slug::new("custom"), Probe::Connection, Err(refused.clone())));
    let probes = || lab.trace.iter().filter(|effect| effect.starts_with("Probe")).count();
    assert_eq!(probes(), 2, "{:?}", lab.trace);
    assert_eq!(lab.model.probes.values().collect::<Vec<_>>(), [&ProbeState::Testing]);
    lab.send(Msg::Probed(Slug::new("custom"), Probe::ConnectionUnlimited, Err(refused.clone())));
    assert_eq!(lab.model.probes.values().collect::<Vec<_>>(), [&ProbeState::Failed(refused)]);
}

#[test]
fn an_address_that_is_none_is_not_saved() {
    let mut lab = Lab::new();
    for (base_url, problem) in [
        ("", BaseProblem::Empty),
        ("localhost:11434", BaseProblem::NoScheme("http://localhost:11434".to_owned())),
        ("not a url", BaseProblem::Invalid("not a url".to_owned())),
    ] {
        save(&mut lab, "custom", base_url, None);
        assert!(noticed(&lab, &Notice::BaseUrl(problem)), "{base_url:?}");
    }
    assert_eq!(lab.model.endpoint(espalier_llm::provider::custom()).base_url, "http://127.0.0.1:9/v1");
}

#[test]
fn a_provider_without_the_key_it_needs_is_saved_but_not_put_to_use() {
    let mut lab = Lab::new();
    let openai = espalier_llm::provider::by_id("openai").expect("it is known");
    save(&mut lab, "openai", openai.base_url, None);
    assert_eq!(lab.model.provider().id, "custom");
    assert!(lab.model.toasts.iter().all(|toast| !toast.error), "the form says what is missing: {:?}", lab.model.toasts);
    assert_eq!(lab.model.endpoint(openai).model, "m");
    assert!(!lab.trace.iter().any(|effect| effect.starts_with("Reload")), "{:?}", lab.trace);
    save(&mut lab, "openai", openai.base_url, Some("sk-1"));
    assert_eq!(lab.model.provider().id, "openai");
    // Behind an address of one's own, the key may be there.
    save(&mut lab, "qwen", "https://relay.example/v1", None);
    assert_eq!(lab.model.provider().id, "qwen");
}

#[test]
fn offline_is_waited_for_and_ends_at_once_when_the_device_is_back() {
    let mut lab = Lab::new();
    send(&mut lab, "hello");
    for _ in 0..6 {
        lab.input(TurnInput::Failed(LlmError::network(NetworkKind::Offline)));
        let retry = lab.model.live(lab.last().key()).and_then(|live| live.retry).expect("a next try");
        assert_eq!((retry.why.kind, retry.next.0), (ErrorKind::Network { network: NetworkKind::Offline }, 1));
        assert_eq!(lab.status(), Status::Waiting);
        lab.send(Msg::Online);
        assert_eq!(lab.status(), Status::Streaming);
    }
    lab.answer("hi");
    assert_eq!(lab.shown(), ["hello", "hi"]);
    // What waits for something else is not hurried.
    send(&mut lab, "more");
    lab.input(TurnInput::Failed(LlmError::new(ErrorKind::Server)));
    let asked = lab.calls.len();
    lab.send(Msg::Online);
    assert_eq!(lab.calls.len(), asked);
}

#[test]
fn roles_that_have_to_take_turns_are_learned_after_a_failed_answer() {
    let mut lab = Lab::new();
    send(&mut lab, "first");
    lab.input(TurnInput::Failed(LlmError::new(ErrorKind::Authentication)));
    send(&mut lab, "second");
    assert_eq!(roles(&lab).iter().filter(|role| *role == "user").count(), 2);
    let body = r#"{"error":{"message":"Conversation roles must alternate user/assistant/user/assistant/..."}}"#;
    lab.input(TurnInput::Failed(from_response(500, &[], body, "http://127.0.0.1:9/v1/chat/completions")));
    assert_eq!(roles(&lab).iter().filter(|role| *role == "user").count(), 1);
    lab.answer("both");
    assert_eq!(lab.status(), Status::Done);
}

#[test]
fn a_limit_that_the_endpoint_named_becomes_the_budget() {
    let mut lab = Lab::new();
    for number in 0..8 {
        send(&mut lab, &format!("{number}{}", " word".repeat(400)));
        lab.answer("yes");
    }
    send(&mut lab, "and now?");
    let before = roles(&lab).len();
    let limit = ErrorKind::ContextLength { limit: Some(4_096) };
    lab.input(TurnInput::Failed(LlmError::new(limit.clone()).with_status(400)));
    assert_eq!(lab.status(), Status::Error);
    let failed = lab.last().key();
    assert!(espalier_app::prompt::can_fit_context(&lab.model, failed));
    lab.send(Msg::Sessions(SessionMsg::Shorten(failed)));
    assert!(roles(&lab).len() < before, "{:?}", roles(&lab));
    lab.input(TurnInput::Failed(LlmError::new(limit).with_status(400)));
    // What is known already cannot help again.
    assert!(!espalier_app::prompt::can_fit_context(&lab.model, lab.last().key()));
}

#[test]
fn a_button_beside_an_error_leads_to_its_field() {
    let mut lab = Lab::new();
    let point = |place, agent| Msg::Connect(ConnectMsg::Point { place, provider: Some(Slug::new("custom")), agent });
    lab.send(point(SettingsField::Key, None));
    assert_eq!(lab.model.route, Route::Settings);
    assert_eq!(lab.model.pointed.as_ref().map(|pointed| pointed.place), Some(SettingsField::Key));
    lab.send(Msg::Connect(ConnectMsg::Arrived));
    assert!(lab.model.pointed.is_none());
    let agent = lab.model.persona_of(None).id;
    lab.send(point(SettingsField::AnswerLength, Some(agent)));
    assert_eq!(lab.model.dialog, Some(Dialog::Persona(Some(agent))));
}

#[test]
fn the_button_to_reload_lets_requests_go_to_what_is_saved_and_loads_the_page_again() {
    let mut lab = Lab::new();
    lab.trace.clear();
    lab.send(Msg::Connect(ConnectMsg::Reload));
    assert_eq!(lab.trace, ["AllowOrigins", "Reload"]);
}

#[test]
fn an_error_without_a_word_offers_nothing_to_go_on_from() {
    use espalier_chat::commands::can_continue;
    let mut lab = Lab::new();
    send(&mut lab, "hello");
    lab.input(TurnInput::Failed(LlmError::new(ErrorKind::Authentication)));
    assert!(!can_continue(&lab.last()));
    send(&mut lab, "again");
    lab.text("half");
    lab.input(TurnInput::Failed(LlmError::network(NetworkKind::Interrupted)));
    assert!(can_continue(&lab.last()));
}

/// The number of small requests that were sent.
fn probes(lab: &Lab) -> usize {
    lab.trace.iter().filter(|effect| effect.starts_with("Probe")).count()
}

#[test]
fn a_search_on_this_computer_loads_the_page_once_and_then_asks_three_servers() {
    let mut lab = Lab::new();
    lab.trace.clear();
    lab.send(Msg::Connect(ConnectMsg::Open));
    assert_eq!((&lab.model.dialog, probes(&lab)), (&Some(Dialog::Connect), 0), "opening asks nothing");
    lab.send(Msg::Connect(ConnectMsg::FindLocal));
    assert_eq!(lab.trace, ["AllowOrigins", "Reload"]);
    let local = local::providers().filter_map(|known| origin_of(known.base_url));
    lab.model.facts.allowed_origins.extend(local);
    lab.send(Msg::Connect(ConnectMsg::FindLocal));
    assert_eq!(probes(&lab), 3, "{:?}", lab.trace);
    assert!(lab.model.local.values().all(|server| *server == LocalServer::Asking));
    let list = r#"{"data":[{"id":"qwen3:4b"},{"id":"llama3.2"}]}"#;
    let answers = [
        ("ollama", Err(LlmError::network(NetworkKind::Cors)), LocalServer::Closed),
        ("lmstudio", Ok(list.to_owned()), LocalServer::Found(vec!["qwen3:4b".to_owned(), "llama3.2".to_owned()])),
        ("llamacpp", Err(LlmError::network(NetworkKind::Unreachable)), LocalServer::Absent),
    ];
    for (id, answer, expected) in answers {
        lab.send(Msg::Probed(Slug::new(id), Probe::Local, answer));
        assert_eq!(lab.model.local.get(id), Some(&expected));
    }
    assert!(lab.model.workspace.get::<Endpoint>(&Slug::new("lmstudio")).is_none(), "a search saves nothing");
    lab.send(Msg::Connect(ConnectMsg::UseLocal("lmstudio", "llama3.2".to_owned())));
    let row = lab.model.endpoint(lab.model.provider());
    assert_eq!((lab.model.provider().id, row.model.as_str()), ("lmstudio", "llama3.2"));
    assert_eq!(probes(&lab), 4, "it is tested: {:?}", lab.trace);
}

/// A lab that was asked to look for servers and may reach them.
fn searching() -> Lab {
    let mut lab = Lab::new();
    lab.model.facts.allowed_origins.extend(local::providers().filter_map(|known| origin_of(known.base_url)));
    lab.send(Msg::Connect(ConnectMsg::FindLocal));
    lab
}

fn offered(lab: &Lab, provider: &str) -> Vec<String> {
    let of = |option: &espalier_app::connect::ModelOption| option.choice.provider.as_str() == provider;
    lab.model.model_options().into_iter().filter(of).map(|option| option.choice.model).collect()
}

#[test]
fn what_answers_at_a_port_is_called_what_it_is() {
    let cors = || Err(LlmError::network(NetworkKind::Cors));
    let failed = |kind| Err(LlmError::new(kind));
    let list = |text: &str| Ok(text.to_owned());
    for (id, answer, expected) in [
        // It answers every page: what refuses this one is another server.
        ("llamacpp", cors(), LocalServer::Other),
        ("ollama", cors(), LocalServer::Closed),
        ("lmstudio", cors(), LocalServer::Closed),
        ("ollama", list("<!doctype html><title>Espalier</title>"), LocalServer::Other),
        ("ollama", failed(ErrorKind::Server), LocalServer::Other),
        ("llamacpp", failed(ErrorKind::Authentication), LocalServer::Locked),
        ("ollama", list(r#"{"object":"list","data":null}"#), LocalServer::Found(Vec::new())),
        ("ollama", Err(LlmError::network(NetworkKind::LocalNetworkPermission)), LocalServer::Blocked),
        ("ollama", Err(LlmError::network(NetworkKind::Unreachable)), LocalServer::Absent),
    ] {
        let mut lab = searching();
        lab.send(Msg::Probed(Slug::new(id), Probe::Local, answer));
        assert_eq!(lab.model.local.get(id), Some(&expected), "{id}");
    }
}

#[test]
fn the_models_that_a_server_lists_are_the_ones_it_has() {
    let mut lab = searching();
    let ollama = Slug::new("ollama");
    let list = r#"{"data":[{"id":"llama3.2:3b"},{"id":"qwen2.5-coder:7b"}]}"#;
    lab.send(Msg::Probed(ollama.clone(), Probe::Local, Ok(list.to_owned())));
    lab.send(Msg::Connect(ConnectMsg::UseLocal("ollama", "llama3.2:3b".to_owned())));
    assert_eq!(offered(&lab, "ollama"), ["llama3.2:3b", "qwen2.5-coder:7b"]);
    // The list is asked for again when it is looked at, once.
    let before = probes(&lab);
    for _ in 0..2 {
        lab.send(Msg::Dialog(Some(Dialog::ChooseModel(ModelScope::Default))));
    }
    assert_eq!(probes(&lab), before + 1, "{:?}", lab.trace);
    let toasts = lab.model.toasts.len();
    for body in [Err(LlmError::network(NetworkKind::Unreachable)), Ok("<html>".to_owned())] {
        lab.send(Msg::Probed(ollama.clone(), Probe::Refresh, body));
        assert_eq!(offered(&lab, "ollama"), ["llama3.2:3b", "qwen2.5-coder:7b"]);
    }
    assert_eq!(lab.model.toasts.len(), toasts, "what failed is not told");
    let list = r#"{"data":[{"id":"llama3.2:3b"},{"id":"gemma3:12b"}]}"#;
    lab.send(Msg::Probed(ollama, Probe::Refresh, Ok(list.to_owned())));
    assert_eq!(offered(&lab, "ollama"), ["llama3.2:3b", "gemma3:12b"]);
    // Another server has its own.
    save(&mut lab, "ollama", "http://192.168.1.9:11434/v1", None);
    assert_eq!(offered(&lab, "ollama"), ["m", "llama3.2", "qwen3:4b", "gemma3:4b"]);
}

fn key(text: &str) -> NewKey {
    NewKey { secret: Secret::new(text), keeping: KeyKeeping::Device }
}

fn page(lab: &Lab) -> ConnectPage {
    lab.model.connecting.page
}

#[test]
fn a_key_is_tried_and_its_provider_answers_once_it_is_good() {
    let mut lab = Lab::new();
    let openai = Slug::new("openai");
    let tested = |lab: &mut Lab, result| lab.send(Msg::Probed(openai.clone(), Probe::Connection, result));
    lab.model.toasts.clear();
    lab.send(Msg::Connect(ConnectMsg::Open));
    lab.send(Msg::Connect(ConnectMsg::Show(ConnectPage::Key(Some("openai")))));
    lab.trace.clear();
    lab.send(Msg::Connect(ConnectMsg::TryKey("openai", key("sk-wrong"))));
    assert_eq!((&lab.trace[0][..], lab.trace.last().map(String::as_str)), ("StoreKey", Some("Reload")));
    // The page was loaded again.
    lab.model.facts.allowed_origins.push("https://api.openai.com".to_owned());
    lab.model.dialog = None;
    lab.model.after_reload = Some(Resume::TryKey(openai.clone()));
    espalier_app::connect::resume(&mut lab.model, &mut Vec::new());
    assert_eq!((page(&lab), &lab.model.dialog), (ConnectPage::Key(Some("openai")), &Some(Dialog::Connect)));
    tested(&mut lab, Err(LlmError::new(ErrorKind::Authentication)));
    assert_eq!((lab.model.provider().id, page(&lab)), ("custom", ConnectPage::Key(Some("openai"))));
    assert!(lab.model.keys.keys().all(|place| place.provider != openai), "a refused key is forgotten");
    lab.send(Msg::Connect(ConnectMsg::TryKey("openai", key("sk-poor"))));
    tested(&mut lab, Err(LlmError::new(ErrorKind::Quota)));
    assert!(lab.model.keys.keys().any(|place| place.provider == openai), "it is a key");
    lab.send(Msg::Connect(ConnectMsg::TryKey("openai", key("sk-good"))));
    tested(&mut lab, Ok(ANSWER.to_owned()));
    assert_eq!((lab.model.provider().id, page(&lab)), ("openai", ConnectPage::Ready));
    assert_eq!(lab.model.endpoint(lab.model.provider()).model, "gpt-4.1-mini");
    assert!(lab.model.toasts.is_empty(), "the dialog says it: {:?}", lab.model.toasts);
    lab.send(Msg::Probed(openai.clone(), Probe::Refresh, Ok(r#"{"data":[{"id":"gpt-6"}]}"#.to_owned())));
    assert_eq!(offered(&lab, "openai"), ["gpt-4.1-mini", "gpt-6"]);
}

#[test]
fn a_key_whose_usual_model_is_gone_is_tried_with_the_first_that_is_listed() {
    let mut lab = Lab::new();
    lab.model.facts.allowed_origins.push("https://api.openai.com".to_owned());
    let openai = Slug::new("openai");
    let gone = || Err(LlmError::new(ErrorKind::NotFound { what: Missing::Model }));
    lab.send(Msg::Connect(ConnectMsg::Open));
    lab.send(Msg::Connect(ConnectMsg::TryKey("openai", key("sk-1"))));
    lab.send(Msg::Probed(openai.clone(), Probe::Connection, gone()));
    let before = probes(&lab);
    lab.send(Msg::Probed(openai.clone(), Probe::Models, Ok(r#"{"data":[{"id":"gpt-6"}]}"#.to_owned())));
    assert_eq!(probes(&lab), before + 1);
    // The notice tells those who have left the dialog.
    lab.send(Msg::Dialog(None));
    lab.send(Msg::Probed(openai, Probe::Connection, Ok(ANSWER.to_owned())));
    assert_eq!(lab.model.endpoint(lab.model.provider()).model, "gpt-6");
    assert!(noticed(&lab, &Notice::Connected(lab.model.provider().name)));
}

#[test]
fn a_model_that_was_found_is_ready_once_it_has_answered() {
    let mut lab = searching();
    let ollama = Slug::new("ollama");
    lab.model.toasts.clear();
    lab.send(Msg::Connect(ConnectMsg::Open));
    lab.send(Msg::Connect(ConnectMsg::Show(ConnectPage::Local)));
    lab.send(Msg::Probed(ollama.clone(), Probe::Local, Ok(r#"["a","b"]"#.to_owned())));
    lab.send(Msg::Connect(ConnectMsg::UseLocal("ollama", "b".to_owned())));
    lab.send(Msg::Probed(ollama.clone(), Probe::Connection, Err(LlmError::new(ErrorKind::Server))));
    assert_eq!(page(&lab), ConnectPage::Local);
    lab.send(Msg::Connect(ConnectMsg::UseLocal("ollama", "a".to_owned())));
    lab.send(Msg::Probed(ollama, Probe::Connection, Ok(ANSWER.to_owned())));
    assert_eq!((page(&lab), &lab.model.endpoint(lab.model.provider()).model[..]), (ConnectPage::Ready, "a"));
    assert!(lab.model.toasts.is_empty(), "{:?}", lab.model.toasts);
}

#[test]
fn a_search_after_which_nothing_is_allowed_says_so_and_does_not_reload_for_ever() {
    let mut lab = Lab::new();
    lab.trace.clear();
    lab.model.after_reload = Some(Resume::FindLocal);
    let mut out = Vec::new();
    espalier_app::connect::resume(&mut lab.model, &mut out);
    assert!(out.is_empty(), "{out:?}");
    assert_eq!(lab.model.dialog, Some(Dialog::Connect));
    assert!(lab.model.local.values().all(|server| *server == LocalServer::Blocked) && lab.model.local.len() == 3);
    let (openai, address) = (Slug::new("openai"), "https://models.example/a.gguf".to_owned());
    let named = [Resume::Test(openai.clone()), Resume::TryKey(openai)];
    let downloads = [Resume::AskModel(address.clone()), Resume::Download(address)];
    for resume in [Resume::Nothing, Resume::FindLocal, Resume::ShowData].into_iter().chain(named).chain(downloads) {
        assert_eq!(Resume::from_text(&resume.to_text()), resume);
    }
}

#[test]
fn a_provider_has_several_named_connections_each_with_its_key() {
    let mut lab = Lab::new();
    let save = |lab: &mut Lab, id: &str, url: &str, key: &str| {
        lab.send(Msg::Connect(ConnectMsg::SaveEndpoint {
            provider: Slug::new(id),
            base_url: url.to_owned(),
            model: format!("model of {id}"),
            key: Some(NewKey { secret: Secret::new(key), keeping: KeyKeeping::Device }),
            same_key: false,
        }));
    };
    save(&mut lab, "custom", "https://one.example/v1", "key-1");
    save(&mut lab, "custom~2", "https://two.example/v1", "key-2");
    lab.send(Msg::Connect(ConnectMsg::NameConnection(Slug::new("custom~2"), " Work ".to_owned())));
    let names: Vec<(String, String)> =
        lab.model.model_options().into_iter().map(|option| (option.provider, option.choice.model)).collect();
    assert!(names.contains(&("Work".to_owned(), "model of custom~2".to_owned())), "{names:?}");
    lab.ask("Who?", "The second.");
    let call = lab.calls.last().expect("a request");
    assert_eq!(call.provider, Slug::new("custom~2"));
    assert_eq!(lab.last_request()["model"], "model of custom~2");
    assert_eq!(lab.path()[1].provenance.provider, Some(Slug::new("custom~2")));
    lab.send(Msg::Connect(ConnectMsg::RemoveConnection(Slug::new("custom~2"))));
    assert_eq!(lab.model.provider().id, "custom");
    assert!(lab.model.keys.keys().all(|place| place.provider.as_str() != "custom~2"));
    assert!(lab.model.keys.keys().any(|place| place.provider.as_str() == "custom"));
    lab.send(Msg::Connect(ConnectMsg::RemoveConnection(Slug::new("custom"))));
    assert_eq!(lab.model.provider().id, "custom", "the first connection is not removed");
}
