//! The model that answers: the default, a conversation's own, and one for a single answer.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_agent::turn::TurnInput;
use espalier_app::connect::{ConnectMsg, ModelScope};
use espalier_app::effect::{KeyKeeping, Probe};
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_app::{Dialog, Msg, NewKey, Notice, Refusal};
use espalier_llm::secret::Secret;
use espalier_model::conversation::Status;
use espalier_model::persona::PersonaId;
use espalier_model::settings::ModelChoice;
use espalier_model::{MessageKey, Persona, Session, Slug};
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::StorageError;

use crate::lab::Lab;

fn choice(provider: &str, model: &str) -> ModelChoice {
    ModelChoice { provider: Slug::new(provider), model: model.to_owned() }
}

fn save(lab: &mut Lab, provider: &str, base_url: &str, model: &str) {
    lab.send(Msg::Connect(ConnectMsg::SaveEndpoint {
        provider: Slug::new(provider),
        base_url: base_url.to_owned(),
        model: model.to_owned(),
        key: Some(NewKey { secret: Secret::new("k"), keeping: KeyKeeping::Session }),
        same_key: false,
    }));
}

/// Two endpoints, of which `custom` with the model `mine` is in use.
fn two() -> Lab {
    let mut lab = Lab::new();
    save(&mut lab, "openai", "https://api.openai.com/v1", "gpt-test");
    save(&mut lab, "custom", "http://localhost:8080/v1", "mine");
    lab
}

fn choose(lab: &mut Lab, scope: ModelScope, to: ModelChoice) {
    lab.send(Msg::Sessions(SessionMsg::ChooseModel(scope, Some(to))));
}

/// The provider and the model that the last answer was asked of.
fn asked(lab: &Lab) -> (String, String) {
    let made = lab.last().provenance;
    let body = lab.last_request();
    assert_eq!(body["model"].as_str(), made.model.as_deref());
    (made.provider.map(|id| id.to_string()).unwrap_or_default(), made.model.unwrap_or_default())
}

fn pair(provider: &str, model: &str) -> (String, String) {
    (provider.to_owned(), model.to_owned())
}

#[test]
fn a_conversation_keeps_its_model_while_others_follow_the_default() {
    let mut lab = two();
    lab.ask("One", "1");
    let first = lab.session();
    assert_eq!(asked(&lab), pair("custom", "mine"));
    choose(&mut lab, ModelScope::Session(first), choice("openai", "gpt-other"));
    lab.ask("Two", "2");
    assert_eq!(asked(&lab), pair("openai", "gpt-other"));
    assert_eq!(lab.model.chosen_model(ModelScope::Session(first)), choice("openai", "gpt-other"));

    lab.send(Msg::Sessions(SessionMsg::New));
    lab.ask("Elsewhere", "3");
    assert_eq!(asked(&lab), pair("custom", "mine"), "the default is as it was");
    choose(&mut lab, ModelScope::Default, choice("openai", "gpt-5"));
    lab.ask("Elsewhere again", "4");
    assert_eq!(asked(&lab), pair("openai", "gpt-5"));

    let lab = lab.reload();
    let row = lab.model.workspace.get::<Session>(&first).expect("it is there");
    assert_eq!(row.model, Some(choice("openai", "gpt-other")));
}

#[test]
fn the_choice_of_a_conversation_is_undone_and_given_up() {
    let mut lab = two();
    lab.ask("One", "1");
    let session = lab.session();
    choose(&mut lab, ModelScope::Session(session), choice("openai", "gpt-other"));
    lab.send(Msg::Undo);
    assert_eq!(lab.model.session_model(session), None);
    lab.send(Msg::Redo);
    assert_eq!(lab.model.session_model(session), Some(&choice("openai", "gpt-other")));
    lab.send(Msg::Sessions(SessionMsg::ChooseModel(ModelScope::Session(session), None)));
    lab.ask("Two", "2");
    assert_eq!(asked(&lab), pair("custom", "mine"));
}

#[test]
fn one_answer_is_made_by_another_model_and_tried_again_with_it() {
    let mut lab = two();
    lab.ask("One", "1");
    let key = MessageKey { session: lab.session(), id: lab.last().id };
    choose(&mut lab, ModelScope::Answer(key), choice("openai", "gpt-other"));
    assert_eq!(lab.model.dialog, None);
    assert_eq!(asked(&lab), pair("openai", "gpt-other"));
    lab.input(TurnInput::Failed(espalier_llm::error::LlmError::new(espalier_llm::error::ErrorKind::Authentication)));
    assert_eq!(lab.status(), Status::Error);
    let failed = MessageKey { session: lab.session(), id: lab.last().id };
    lab.send(Msg::Sessions(SessionMsg::Regenerate(failed)));
    assert_eq!(asked(&lab), pair("openai", "gpt-other"), "the other model is tried again");
    lab.answer("1, they say");
    let siblings = lab.model.view(key.session).map(|view| view.tree.siblings(lab.last().id).len());
    assert_eq!(siblings, Some(3), "the first answer, the failure, the new one");
    lab.ask("Two", "2");
    assert_eq!(asked(&lab), pair("custom", "mine"), "it was for that answer only");
}

#[test]
fn a_new_conversation_begins_with_the_choice_also_where_its_agent_has_a_model() {
    let mut lab = two();
    let mut agent = Persona::clone(&lab.model.persona_of(None));
    (agent.provider, agent.model) = (Some(Slug::new("openai")), Some("gpt-agent".to_owned()));
    agent.id = PersonaId::from_uuid(uuid::Uuid::nil());
    agent.name = "Particular".to_owned();
    lab.send(Msg::SavePersona(Box::new(agent)));
    let saved = lab.model.personas().iter().find(|row| row.name == "Particular").map(|row| row.id);
    lab.send(Msg::ChoosePersona(saved.expect("it was saved")));
    lab.send(Msg::Go(Route::Chat(None, None)));
    choose(&mut lab, ModelScope::Default, choice("custom", "new"));
    lab.ask("One", "1");
    assert_eq!(asked(&lab), pair("custom", "new"));
    lab.send(Msg::Sessions(SessionMsg::New));
    lab.ask("Two", "2");
    assert_eq!(asked(&lab), pair("openai", "gpt-agent"), "the agent keeps its own");
}

#[test]
fn in_another_room_the_default_is_that_of_the_settings() {
    let mut lab = two();
    let mut agent = Persona::clone(&lab.model.persona_of(None));
    agent.model = Some("gpt-agent".to_owned());
    let id = agent.id;
    lab.send(Msg::SavePersona(Box::new(agent)));
    lab.send(Msg::ChoosePersona(id));
    lab.send(Msg::Go(Route::Chat(None, None)));
    assert_eq!(lab.model.chosen_model(ModelScope::Default), choice("custom", "gpt-agent"));
    lab.send(Msg::Go(Route::Time(None)));
    assert_eq!(lab.model.chosen_model(ModelScope::Default), choice("custom", "mine"));
}

#[test]
fn a_page_that_may_not_write_refuses_a_choice() {
    let mut lab = two();
    lab.ask("One", "1");
    lab.model.read_only = Some(StorageError::Superseded);
    for scope in [ModelScope::Default, ModelScope::Session(lab.session())] {
        lab.model.toasts.clear();
        choose(&mut lab, scope, choice("openai", "gpt-5"));
        assert_eq!(lab.model.toasts.last().map(|toast| &toast.text), Some(&Notice::Refused(Refusal::ReadOnly)));
        assert_eq!(lab.model.chosen_model(scope), choice("custom", "mine"));
    }
}

#[test]
fn a_choice_counts_only_where_the_address_was_saved() {
    let mut lab = two();
    lab.ask("One", "1");
    let session = lab.session();
    choose(&mut lab, ModelScope::Session(session), choice("groq", "elsewhere"));
    lab.ask("Two", "2");
    assert_eq!(asked(&lab), pair("custom", "mine"));
}

#[test]
fn the_list_has_what_can_answer_favourites_first_with_what_endpoints_say_of_them() {
    let mut lab = two();
    let listed = r#"{"data":[{"id":"small","context_length":4096,"supported_parameters":["tools"]},{"id":"big"}]}"#;
    lab.send(Msg::Probed(Slug::new("custom"), Probe::Models, Ok(listed.to_owned())));
    let names = |lab: &Lab, provider: &str| -> Vec<String> {
        let options =
            lab.model.model_options().into_iter().filter(|option| option.choice.provider.as_str() == provider);
        options.map(|option| option.choice.model).collect()
    };
    assert_eq!(names(&lab, "custom"), ["mine", "small", "big"]);
    assert_eq!(names(&lab, "openai")[0], "gpt-test");
    assert_eq!(names(&lab, "groq"), Vec::<String>::new(), "it has no key");
    let small = choice("custom", "small");
    lab.send(Msg::Connect(ConnectMsg::ToggleFavourite(small.clone())));
    let first = lab.model.model_options().remove(0);
    assert_eq!((first.choice, first.is_favourite), (small.clone(), true));
    assert_eq!((first.traits.context_tokens, first.traits.tools), (Some(4096), Some(true)));
    lab.send(Msg::Connect(ConnectMsg::ToggleFavourite(small.clone())));
    assert!(lab.model.model_options().iter().all(|option| !option.is_favourite));
}

#[test]
fn without_an_endpoint_the_form_that_connects_one_opens() {
    let lab = Lab::on(MemoryStorage::default(), Route::Chat(None, None));
    assert!(matches!(lab.model.model_choice(None), Msg::Connect(ConnectMsg::Open)));
    let mut lab = two();
    let opens = |lab: &Lab, session| match lab.model.model_choice(session) {
        Msg::Dialog(Some(Dialog::ChooseModel(scope))) => scope,
        other => panic!("{other:?}"),
    };
    assert_eq!(opens(&lab, None), ModelScope::Default);
    lab.ask("One", "1");
    assert_eq!(opens(&lab, Some(lab.session())), ModelScope::Session(lab.session()));
}
