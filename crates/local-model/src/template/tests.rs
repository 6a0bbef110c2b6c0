use proptest::prelude::*;
use serde::Deserialize;

use super::*;

/// Chat template with the texts that Jinja makes of it, as Python programs set it up; none where it refuses.
#[derive(Deserialize)]
struct Known {
    name: String,
    source: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    messages: Vec<ChatMessage>,
    open: bool,
    text: Option<String>,
}

fn known() -> Vec<Known> {
    serde_json::from_str(include_str!("../../fixtures/templates.json")).expect("the fixture")
}

fn template(source: &str) -> Template {
    Template::from_source(Some(source), "<s>", "</s>").expect("a template")
}

fn say(role: Role, content: &str) -> ChatMessage {
    ChatMessage { role, content: content.to_owned() }
}

fn source(name: &str) -> Template {
    template(&known().into_iter().find(|known| known.name == name).expect("a known template").source)
}

#[test]
fn texts_are_those_of_jinja() {
    for known in known() {
        let template = template(&known.source);
        for case in known.cases {
            match case.text {
                Some(text) => {
                    assert_eq!(template.render_once(&case.messages, case.open), Ok(text), "{}", known.name);
                }
                None => assert!(
                    matches!(template.render_once(&case.messages, case.open), Err(TemplateError::Refused(_))),
                    "{}",
                    known.name
                ),
            }
        }
    }
}

#[test]
fn r2_a_refused_system_message_stands_in_front() {
    let messages = [say(Role::System, "Be brief."), say(Role::User, "Hi"), say(Role::User, "Ho")];
    let text = source("gemma").render(&messages, true).expect("a text");
    assert_eq!(text, "<s><start_of_turn>user\nBe brief.\n\nHi\n\nHo<end_of_turn>\n<start_of_turn>model\n");
    let deaf = template("{% for m in messages if m.role == 'user' %}[{{ m.content }}]{% endfor %}");
    assert_eq!(deaf.render(&messages[..2], true).as_deref(), Ok("[Be brief.\n\nHi]"));
    assert_eq!(deaf.render(&messages[..1], true).as_deref(), Ok("[Be brief.]"));
    assert_eq!(deaf.render(&messages[1..2], true).as_deref(), Ok("[Hi]"));
}

#[test]
fn a_refusal_for_another_reason_is_told() {
    let messages = [say(Role::Assistant, "Hi")];
    let refused = source("llama2").render(&messages, true);
    let reason = "Conversation roles must alternate user/assistant/user/assistant/...";
    assert_eq!(refused, Err(TemplateError::Refused(reason.to_owned())));
    assert!(matches!(template("{{ nothing.at.all }}").render(&messages, true), Err(TemplateError::Failed(_))));
    assert!(matches!(Template::from_source(Some("{% if %}"), "", ""), Err(TemplateError::Syntax(_))));
    let long = "x".repeat(LONGEST + 1);
    assert!(matches!(Template::from_source(Some(&long), "", ""), Err(TemplateError::Syntax(_))));
}

#[test]
fn r1_rendering_ends() {
    let messages = [say(Role::User, "Hi")];
    for endless in [
        "{% for a in range(10000) %}{% for b in range(10000) %}{% set x = a * b %}{% endfor %}{% endfor %}",
        "{% for a in range(10000) %}{{ 'x' * 1000 }}{% endfor %}",
        "{{ 'x' * 10000000 }}",
    ] {
        assert_eq!(template(endless).render(&messages, true), Err(TemplateError::Endless), "{endless}");
    }
    for failing in
        ["{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "{{ 'x' * 10000000000 }}", "{{ range(10000000) }}"]
    {
        assert!(template(failing).render(&messages, true).is_err(), "{failing}");
    }
}

#[test]
fn a_long_conversation_is_rendered() {
    let messages: Vec<ChatMessage> =
        (0..2_000).map(|at| say(if at % 2 == 0 { Role::User } else { Role::Assistant }, "words")).collect();
    for known in known() {
        let text = template(&known.source).render(&messages, true);
        assert!(text.is_ok_and(|text| text.len() > 10_000), "{}", known.name);
    }
}

#[test]
fn a_template_without_a_clock_gets_no_date() {
    let messages = [say(Role::User, "Hi")];
    let guarded = "{% if strftime_now is defined %}now{% else %}never{% endif %}";
    assert_eq!(template(guarded).render(&messages, true).as_deref(), Ok("never"));
    assert_eq!(template("[{{ strftime_now('%d') }}]").render(&messages, true).as_deref(), Ok("[]"));
}

#[test]
fn r3_without_a_template_there_is_chatml() {
    let plain = Template::from_source(Some(" \n"), "", "").expect("a template");
    assert!(!plain.is_own() && source("gemma").is_own());
    let text = plain.render(&[say(Role::System, "S"), say(Role::User, "U\n")], true).expect("a text");
    assert_eq!(text, "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nU\n<|im_end|>\n<|im_start|>assistant\n");
}

/// Whether the text of a longer conversation begins with that of a shorter one, so that what the model has read of it
/// can be kept.
fn is_kept(template: &Template, shorter: &[ChatMessage], longer: &[ChatMessage]) -> bool {
    let render = |messages| template.render(messages, false).expect("it is rendered");
    render(longer).starts_with(&render(shorter))
}

#[test]
fn what_was_read_can_be_kept() {
    let thought = "<think>\nhm\n</think>\n\nyes";
    let messages = [say(Role::System, "S"), say(Role::User, "a"), say(Role::Assistant, thought), say(Role::User, "c")];
    for (name, stable) in [("smollm2", true), ("zephyr", true), ("llama3", true), ("qwen3", false)] {
        assert_eq!(is_kept(&source(name), &messages[..3], &messages), stable, "{name}");
    }
}

proptest! {
    #[test]
    fn r3_chatml_only_grows(words in proptest::collection::vec((0..3_u8, ".{0,12}"), 1..8), cut in any::<prop::sample::Index>()) {
        let plain = Template::from_source(None, "", "").expect("a template");
        let role = |number| match number { 0 => Role::System, 1 => Role::User, _ => Role::Assistant };
        let messages: Vec<ChatMessage> = words.iter().map(|(number, words)| say(role(*number), words)).collect();
        prop_assert!(is_kept(&plain, &messages[..=cut.index(messages.len())], &messages));
    }

    #[test]
    fn any_template_gives_a_text_or_an_error(source in "(\\{\\{|\\}\\}|\\{%|%\\}|for|in|if|endfor|endif|messages|m|\\.content| |~|[a-z(\\[\\])'-]){0,30}") {
        if let Ok(template) = Template::from_source(Some(&source), "", "") {
            let _ = template.render(&[say(Role::System, "S"), say(Role::User, "U")], true);
        }
    }
}
