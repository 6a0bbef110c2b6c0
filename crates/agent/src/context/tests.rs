use proptest::prelude::*;

use super::*;
use espalier_base::time::Timestamp;
use espalier_model::conversation::{SessionId, Status};
use espalier_model::persona::{Parameters, PersonaId};

fn preset(role: Role, text: &str, enabled: bool) -> Preset {
    Preset::Message { role, text: text.to_owned(), enabled }
}

fn persona(presets: Vec<Preset>) -> Persona {
    Persona {
        id: PersonaId::from_uuid(uuid::Uuid::nil()),
        name: String::new(),
        icon: String::new(),
        description: String::new(),
        provider: None,
        model: None,
        parameters: Parameters::default(),
        presets,
        created_at: Timestamp(0),
    }
}

fn message(number: u128, role: Role, text: &str) -> Message {
    let session = SessionId::from_uuid(uuid::Uuid::nil());
    Message::new(MessageId::from_uuid(uuid::Uuid::from_u128(number)), session, None, role, text, Timestamp(0))
}

fn path(rows: &[(Role, &str)]) -> Vec<Rc<Message>> {
    rows.iter().enumerate().map(|(index, &(role, text))| Rc::new(message(index as u128, role, text))).collect()
}

fn texts(context: &Context) -> Vec<&str> {
    context.included().map(|item| item.text.as_str()).collect()
}

fn within(budget: usize) -> ContextOptions<'static> {
    ContextOptions { budget_tokens: Some(budget), ..ContextOptions::default() }
}

const TALK: [(Role, &str); 5] = [
    (Role::User, "one1"),
    (Role::Assistant, "two2"),
    (Role::User, "thre"),
    (Role::Assistant, "four"),
    (Role::User, "five"),
];

#[test]
fn k1_the_conversation_goes_where_the_placeholder_is() {
    let agent = persona(vec![
        preset(Role::System, "before", true),
        Preset::ChatHistory,
        preset(Role::System, "after", true),
        Preset::ChatHistory,
    ]);
    let context = assemble(&agent, &path(&[(Role::User, "hello")]), ContextOptions::default());
    assert_eq!(texts(&context), ["before", "hello", "after"]);
    assert_eq!(context.items[2].origin, Origin::Preset(2));
}

#[test]
fn k1_without_a_placeholder_the_conversation_comes_last() {
    let agent = persona(vec![preset(Role::System, "a", true), preset(Role::User, "b", true)]);
    let context = assemble(&agent, &path(&[(Role::User, "hello")]), ContextOptions::default());
    assert_eq!(texts(&context), ["a", "b", "hello"]);
}

#[test]
fn k2_what_is_off_or_empty_is_listed_but_not_sent() {
    let mut rows = path(&[(Role::User, "on"), (Role::Assistant, "off"), (Role::Assistant, " ")]);
    Rc::make_mut(&mut rows[1]).enabled = false;
    Rc::make_mut(&mut rows[2]).status = Status::Error;
    let mut coming = message(9, Role::Assistant, "");
    coming.status = Status::Streaming;
    rows.push(Rc::new(coming));
    let context = assemble(&persona(vec![preset(Role::System, "x", false)]), &rows, ContextOptions::default());
    let why: Vec<_> = context.items.iter().map(|item| item.why_excluded).collect();
    assert_eq!(
        why,
        [Some(Excluded::PresetOff), None, Some(Excluded::Disabled), Some(Excluded::Empty), Some(Excluded::Empty)]
    );
    assert_eq!(texts(&context), ["on"]);
    assert_eq!(context.total_tokens, TOKENS_PER_MESSAGE + 1);
}

#[test]
fn k3_the_oldest_messages_give_way_to_the_budget() {
    // Every message costs 5 tokens.
    let agent = persona(vec![preset(Role::System, "sys!", true)]);
    let talk = path(&TALK);
    let context = assemble(&agent, &talk, within(30));
    assert!(!talk.iter().any(|row| context.drops(row.id)));
    let context = assemble(&agent, &talk, within(20));
    assert_eq!(texts(&context), ["sys!", "thre", "four", "five"]);
    assert!(context.drops(talk[0].id) && context.drops(talk[1].id) && !context.drops(talk[2].id));
    let context = assemble(&agent, &talk, within(0));
    assert_eq!(texts(&context), ["sys!", "five"]);
    assert!(context.over_budget);
}

#[test]
fn k3_the_smaller_of_both_limits_holds() {
    let mut agent = persona(Vec::new());
    agent.parameters.context_tokens = Some(5);
    let context = assemble(&agent, &path(&TALK), within(100));
    assert_eq!((texts(&context), context.budget_tokens), (vec!["five"], Some(5)));
}

#[test]
fn k3_the_answer_to_be_continued_stays_and_the_instruction_comes_last() {
    let mut rows = path(&TALK);
    let mut cut_off = message(9, Role::Assistant, "half");
    cut_off.status = Status::Streaming;
    rows.push(Rc::new(cut_off));
    let agent = persona(vec![Preset::ChatHistory, preset(Role::System, "post", true)]);
    let extra = ContextOptions { budget_tokens: Some(1), continue_instruction: Some("go on") };
    assert_eq!(texts(&assemble(&agent, &rows, extra)), ["five", "half", "post", "go on"]);
}

#[test]
fn k4_what_remains_begins_with_a_message_of_the_user() {
    let context = assemble(&persona(Vec::new()), &path(&TALK), within(20));
    assert_eq!(texts(&context), ["thre", "four", "five"]);
    // A conversation that was not shortened may begin with the assistant.
    let greeting = path(&[(Role::Assistant, "hi"), (Role::User, "hello")]);
    let context = assemble(&persona(Vec::new()), &greeting, within(99));
    assert!(!greeting.iter().any(|row| context.drops(row.id)));
}

#[test]
fn k6_the_request_is_what_the_context_shows() {
    use espalier_llm::message;
    let mut rows = path(&TALK);
    let thought = espalier_model::conversation::Part::Reasoning { text: "hm".to_owned() };
    Rc::make_mut(&mut rows[1]).parts.insert(0, thought);
    Rc::make_mut(&mut rows[2]).enabled = false;
    let agent = persona(vec![preset(Role::System, "sys", true)]);
    let wire = to_wire(&assemble(&agent, &rows, ContextOptions::default()));
    let sent: Vec<_> = wire.iter().map(|message| (message.role, message.content.as_str())).collect();
    assert_eq!(
        sent,
        [
            (message::Role::System, "sys"),
            (message::Role::User, "one1"),
            (message::Role::Assistant, "two2"),
            (message::Role::Assistant, "four"),
            (message::Role::User, "five"),
        ]
    );
    assert_eq!(wire[2].reasoning.as_deref(), Some("hm"));
}

#[test]
fn k7_an_answer_with_calls_is_one_item_and_several_messages() {
    use espalier_model::conversation::Part;
    let mut rows = path(&[(Role::User, "how long?"), (Role::Assistant, "Two hours.")]);
    let result = Part::ToolResult { call_id: "a".to_owned(), content: "7200".to_owned(), is_error: false };
    let answer = Rc::make_mut(&mut rows[1]);
    answer.parts.splice(0..0, [Part::tool_call("a", "sum", r#"{"x":1}"#), result]);
    let context = assemble(&persona(Vec::new()), &rows, ContextOptions::default());
    assert_eq!(context.items.len(), 2);
    assert_eq!(context.items[1].text, "sum {\"x\":1}\n7200\nTwo hours.");
    let wire = to_wire(&context);
    assert_eq!((wire.len(), transcript::problem(&wire)), (4, None));
    assert_eq!(context.total_tokens, wire.iter().map(tokens_of).sum::<usize>());
}

proptest! {
    #[test]
    fn k5_the_budget_holds_or_is_flagged(
        presets in prop::collection::vec((0_u8..3, "[a-z ]{0,20}", any::<bool>()), 0..4),
        rows in prop::collection::vec((0_u8..3, "[a-z你 ]{0,20}", any::<bool>()), 0..12),
        budget in 0_usize..80,
        continuing in any::<bool>(),
    ) {
        let role = |number: u8| [Role::System, Role::User, Role::Assistant][usize::from(number)];
        let mut sequence: Vec<Preset> =
            presets.iter().map(|(number, text, enabled)| preset(role(*number), text, *enabled)).collect();
        sequence.insert(sequence.len() / 2, Preset::ChatHistory);
        let rows: Vec<Rc<Message>> = rows.iter().enumerate().map(|(index, (number, text, enabled))| {
            let mut row = message(index as u128, role(*number), text);
            row.enabled = *enabled;
            Rc::new(row)
        }).collect();
        let continue_instruction = continuing.then_some("go on");
        let agent = persona(sequence);
        let whole = assemble(&agent, &rows, ContextOptions { budget_tokens: None, continue_instruction });
        let context = assemble(&agent, &rows, ContextOptions { budget_tokens: Some(budget), continue_instruction });

        prop_assert_eq!(context.total_tokens, context.included().map(|item| item.tokens).sum::<usize>());
        prop_assert_eq!(context.over_budget, context.total_tokens > budget);
        prop_assert_eq!(context.items.len(), whole.items.len());
        prop_assert!(context.included().all(|item| !item.text.trim().is_empty()));

        let of_talk = |item: &&ContextItem| matches!(item.origin, Origin::Message(_));
        let last_user = whole.included().filter(of_talk).filter(|item| item.role == Role::User).last();
        if let Some(last_user) = last_user {
            prop_assert!(context.items.contains(last_user), "the last message of the user stays");
        }
        for (item, before) in context.items.iter().zip(&whole.items) {
            let dropped = item.why_excluded == Some(Excluded::Budget);
            prop_assert!(!dropped || of_talk(&item), "only the conversation gives way");
            prop_assert!(dropped || item == before);
        }
        if context.over_budget {
            let kept = context.included().filter(of_talk).count();
            prop_assert!(kept <= 1 + usize::from(continuing), "everything that may go is gone");
        }
    }
}
