//! Answers that take several rounds of tools: stored between their steps, stopped, taken up again after a reload.

use std::rc::Rc;

use espalier_agent::transcript;
use espalier_agent::turn::{State, TurnInput};
use espalier_agent_api::ask::{Answer, Choice, Question, QuestionKind};
use espalier_agent_api::spec::{Agent, StepPolicy};
use espalier_agent_api::tool::{Arguments, Reply, Tool, ToolError, ToolKind, ToolRun, unchecked};
use espalier_app::edit::Label;
use espalier_app::room_agent::{BuiltinPrompt, RoomAgent, RoomAgents, ToolOutcome};
use espalier_app::sessions::SessionMsg;
use espalier_app::sessions::table::SAVE_AGENT;
use espalier_app::{Model, Msg};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_chat::personas;
use espalier_command::history::Document;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_llm::builtin::{stream_call, stream_text};
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_model::conversation::{Scope, Status};
use espalier_model::persona::PersonaId;
use espalier_model::{MessageKey, Persona, SessionId};
use serde_json::Value;

use crate::lab::Lab;

const fn both(text: &'static str) -> Text {
    Text::new(text, text)
}

const LOOK: Tool = Tool {
    name: "look",
    title: both("Look"),
    description: both("Looks something up."),
    params: &[Param::required("word", Schema::Text { min: 1, max: 40 }, both("what"))],
    check: unchecked,
    kind: ToolKind::Read,
    words: |arguments, _| word(arguments),
};
const NAME: Tool = Tool { name: "name", title: both("Name"), kind: ToolKind::Write, ..LOOK };
const ASK: Tool = Tool { name: "ask", title: both("Ask"), kind: ToolKind::Ask(question), ..LOOK };

fn word(arguments: &Arguments) -> String {
    arguments.get("word").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn question(arguments: &Arguments) -> Question {
    let option = |id: &str| Choice { id: id.to_owned(), label: id.to_uppercase(), detail: String::new() };
    Question {
        prompt: word(arguments),
        kind: QuestionKind::ChooseOne,
        options: vec![option("a"), option("b")],
        other: true,
        skip: false,
    }
}

#[derive(Debug)]
struct Rules;

impl Agent for Rules {
    fn id(&self) -> &'static str {
        "rules"
    }

    fn tools(&self) -> &[&'static Tool] {
        &[&LOOK, &NAME, &ASK]
    }

    fn policy(&self, _: &State) -> StepPolicy {
        StepPolicy { tools: self.tools().to_vec(), needs_tools: true, ..StepPolicy::default() }
    }
}

/// An assistant of plain conversations that can look words up and name an agent.
#[derive(Debug)]
struct Clerk;

impl RoomAgent for Clerk {
    fn agent(&self, _: &Model, _: MessageKey) -> Rc<dyn Agent> {
        Rc::new(Rules)
    }

    fn persona(&self, model: &Model, _: SessionId) -> Persona {
        personas::default_persona(model.language())
    }

    fn persona_id(&self) -> PersonaId {
        personas::default_persona(Language::En).id
    }

    fn is_ready(&self, model: &Model) -> bool {
        !model.wrap_code
    }

    fn run(&self, model: &Model, env: &mut Env, _: MessageKey, _: &State, run: &ToolRun) -> ToolOutcome {
        let word = word(&run.arguments);
        match run.name.as_str() {
            "look" if word == "nothing" => {
                ToolOutcome::only(Err(ToolError::RespondToModel("there is nothing".to_owned())))
            }
            "look" => {
                let personas = model.workspace.tables().personas.len();
                ToolOutcome::only(Ok(Reply::Result(format!("{word} is looked up, {personas} agents"))))
            }
            _ => {
                let mut draft = model.workspace.draft();
                let mut row = personas::default_persona(model.language());
                (row.id, row.name) = (env.id(), word.clone());
                draft.put(row);
                let label = Label { document: Document::PERSONAS, command: SAVE_AGENT, subject: word };
                ToolOutcome {
                    changes: Some((label, draft.finish())),
                    ..ToolOutcome::only(Ok(Reply::Result("named".to_owned())))
                }
            }
        }
    }

    fn built_in(&self, _: &Model, spoken: &BuiltinPrompt<'_>) -> Vec<Vec<u8>> {
        if spoken.state.steps == 0 {
            return stream_call("", "b1", "look", "{\"word\":\"local\"}");
        }
        let found = spoken.state.result("b1").unwrap_or_default();
        stream_text(&format!("{}{found}", if spoken.instead { "By myself: " } else { "" }))
    }

    fn stands_in(&self) -> bool {
        true
    }
}

fn lab() -> Lab {
    Lab::helped(RoomAgents(Some(|scope| (scope == Scope::CHAT).then_some(&Clerk as &'static dyn RoomAgent))))
}

fn asked(question: &str) -> Lab {
    let mut lab = lab();
    lab.send(Msg::Sessions(SessionMsg::Send(None, question.to_owned())));
    lab
}

fn assert_valid(lab: &Lab) {
    let messages = transcript::expand(&lab.last().parts);
    assert_eq!(transcript::problem(&messages), None);
}

fn kept(lab: &Lab) -> usize {
    lab.model.workspace.tables().turns.len()
}

fn agents(lab: &Lab) -> Vec<String> {
    lab.model.workspace.tables().personas.values().map(|row| row.name.clone()).collect()
}

fn at(lab: &Lab) -> MessageKey {
    lab.last().key()
}

#[test]
fn two_rounds_of_tools_are_one_answer_and_one_undo() {
    let mut lab = asked("what?");
    assert_eq!(kept(&lab), 1);
    lab.tools("Let me see.", &[("c1", "look", r#"{"word":"one"}"#), ("c2", "look", r#"{"word":"nothing"}"#)]);
    assert_eq!(lab.calls.len(), 2);
    assert_eq!(lab.sent()[lab.sent().len() - 2..], ["tool: one is looked up, 0 agents", "tool: there is nothing"]);
    lab.tools("", &[("c3", "look", r#"{"word":"two"}"#)]);
    lab.answer("It is done.");
    assert_eq!((lab.status(), kept(&lab)), (Status::Done, 0));
    assert_eq!(lab.shown(), ["what?", "Let me see.\n\nIt is done."]);
    assert_valid(&lab);
    let rows = lab.rows();
    let mut lab = lab.reload();
    assert_eq!(lab.rows(), rows);
    lab.send(Msg::Undo);
    assert_eq!(lab.shown(), Vec::<String>::new());
    lab.send(Msg::Redo);
    assert_eq!(lab.rows(), rows);
}

#[test]
fn a_turn_that_was_interrupted_goes_on_and_runs_nothing_twice() {
    let mut lab = asked("what?");
    lab.tools("", &[("c1", "look", r#"{"word":"one"}"#)]);
    lab.text("half a sent");
    lab.env.now = lab.env.now.plus_ms(1_000);
    lab.text("ence");
    let mut lab = lab.reload();
    assert_eq!(lab.status(), Status::Stopped);
    assert_valid(&lab);
    let answer = at(&lab);
    assert!(lab.model.can_resume(answer));
    lab.send(Msg::Resume(answer));
    assert_eq!(lab.calls.len(), 1);
    assert_eq!(lab.sent().last().map(String::as_str), Some("tool: one is looked up, 0 agents"));
    lab.answer("All of it.");
    assert_eq!((lab.shown(), kept(&lab)), (vec!["what?".to_owned(), "All of it.".to_owned()], 0));
    assert_valid(&lab);
    lab.send(Msg::Undo);
    assert_eq!(lab.shown(), Vec::<String>::new());
}

#[test]
fn what_a_tool_writes_needs_a_yes_is_written_once_and_is_one_undo_of_its_room() {
    let mut lab = asked("name two");
    lab.tools("", &[("c1", "name", r#"{"word":"Ada"}"#), ("c2", "look", r#"{"word":"them"}"#)]);
    assert_eq!((lab.status(), agents(&lab).len()), (Status::Waiting, 0));
    let answer = at(&lab);
    assert_eq!(lab.model.questions(answer)[0].question.kind, QuestionKind::Confirm);
    let mut lab = lab.reload();
    lab.send(Msg::Answer(answer, "c1".to_owned(), Answer::Confirmed(true)));
    assert_eq!(agents(&lab), ["Ada"]);
    assert_eq!(lab.sent()[lab.sent().len() - 2..], ["tool: named", "tool: them is looked up, 1 agents"]);
    // It is taken up once more after it wrote: nothing is written again.
    let mut lab = lab.reload();
    assert_eq!(agents(&lab), ["Ada"]);
    lab.send(Msg::Resume(answer));
    lab.tools("", &[("c3", "name", r#"{"word":"Grace"}"#)]);
    lab.send(Msg::Answer(answer, "c3".to_owned(), Answer::Confirmed(true)));
    lab.answer("Both are named.");
    assert_eq!(agents(&lab), ["Ada", "Grace"]);
    assert_eq!(lab.model.history.entries(Document::PERSONAS).len(), 1, "one entry for the whole turn");
    let mut lab = lab.reload();
    let mut out = Vec::new();
    espalier_app::undo::undo_in(&mut lab.model, &mut lab.env, &[Document::PERSONAS], &mut out);
    assert_eq!(agents(&lab), Vec::<String>::new());
}

#[test]
fn a_no_is_told_and_nothing_is_written() {
    let mut lab = asked("name one");
    lab.tools("", &[("c1", "name", r#"{"word":"Ada"}"#)]);
    let answer = at(&lab);
    lab.send(Msg::Answer(answer, "c1".to_owned(), Answer::Confirmed(false)));
    assert!(lab.sent().last().is_some_and(|told| told.contains("does not want")), "{:?}", lab.sent());
    assert_eq!(agents(&lab), Vec::<String>::new());
}

#[test]
fn an_open_question_waits_over_a_reload_and_its_answer_goes_to_its_call() {
    let mut lab = asked("which?");
    lab.tools("", &[("c1", "ask", r#"{"word":"A or B?"}"#), ("c2", "look", r#"{"word":"one"}"#)]);
    assert_eq!(lab.status(), Status::Waiting);
    let mut lab = lab.reload();
    assert_eq!(lab.status(), Status::Waiting);
    let answer = at(&lab);
    let open = lab.model.questions(answer);
    assert_eq!((open.len(), open[0].question.prompt.as_str()), (1, "A or B?"));
    lab.send(Msg::Answer(answer, "c2".to_owned(), Answer::Chosen(vec!["b".to_owned()])));
    assert_eq!(lab.calls.len(), 0, "another call takes no answer");
    lab.send(Msg::Answer(answer, "c1".to_owned(), Answer::Chosen(vec!["b".to_owned()])));
    assert_eq!(
        lab.sent()[lab.sent().len() - 2..],
        [r#"tool: {"chosen":[{"id":"b","label":"B"}]}"#, "tool: one is looked up, 0 agents"]
    );
    lab.answer("B it is.");
    assert_eq!((lab.status(), kept(&lab)), (Status::Done, 0));
}

#[test]
fn what_is_typed_answers_an_open_question() {
    let mut lab = asked("which?");
    lab.tools("", &[("c1", "ask", r#"{"word":"A or B?"}"#)]);
    lab.ask("neither", "So be it.");
    assert_eq!(lab.shown(), ["which?", "So be it."]);
    let mut lab = asked("may I?");
    lab.tools("", &[("c1", "name", r#"{"word":"Ada"}"#)]);
    lab.ask("what else?", "Nothing.");
    assert_eq!(lab.shown(), ["may I?", "", "what else?", "Nothing."]);
    assert_eq!((agents(&lab).len(), kept(&lab)), (0, 0));
    assert!(lab.sent().iter().any(|told| told.contains("the user stopped here")), "{:?}", lab.sent());
}

#[test]
fn stopping_leaves_a_transcript_that_can_go_on() {
    let mut lab = asked("which?");
    lab.tools("", &[("c1", "ask", r#"{"word":"A or B?"}"#)]);
    let answer = at(&lab);
    lab.send(Msg::Stop(answer));
    assert_eq!((lab.status(), kept(&lab)), (Status::Stopped, 0));
    assert!(!lab.model.can_resume(answer));
    assert_valid(&lab);
    lab.ask("and now?", "Now this.");
    assert_eq!(lab.status(), Status::Done);
}

#[test]
fn a_turn_that_waits_for_its_tools_can_be_stopped_and_goes_on_when_they_can_run() {
    let mut lab = asked("what?");
    lab.model.wrap_code = true;
    lab.tools("", &[("c1", "look", r#"{"word":"one"}"#)]);
    assert_eq!(lab.calls.len(), 1, "the tool cannot run yet");
    let answer = at(&lab);
    let phases = lab.model.live(answer).expect("it is being made").phases;
    assert_eq!(phases.last().map(|phase| phase.words.as_str()), Some("Look: one"));
    lab.send(Msg::Stop(answer));
    assert_eq!(lab.status(), Status::Stopped);
    assert_valid(&lab);
    lab.model.wrap_code = false;
    lab.send(Msg::Dialog(None));
    assert_eq!(lab.calls.len(), 1, "what was stopped runs no more");

    let mut lab = asked("what?");
    lab.model.wrap_code = true;
    lab.tools("", &[("c1", "look", r#"{"word":"one"}"#)]);
    lab.model.wrap_code = false;
    lab.send(Msg::Dialog(None));
    assert_eq!(lab.calls.len(), 2);
    lab.answer("Yes.");
    assert_eq!(lab.status(), Status::Done);
}

#[test]
fn undoing_what_waits_stops_it_also_after_a_reload() {
    for reloads in [false, true] {
        let mut lab = asked("which?");
        lab.tools("", &[("c1", "ask", r#"{"word":"A or B?"}"#)]);
        if reloads {
            lab = lab.reload();
        }
        lab.send(Msg::Undo);
        assert_eq!((lab.shown(), kept(&lab)), (Vec::new(), 0));
        lab.send(Msg::Redo);
        assert_eq!(lab.status(), Status::Stopped);
        assert_valid(&lab);
    }
}

#[test]
fn an_endpoint_without_tools_is_remembered_and_the_app_answers_itself() {
    let mut lab = asked("what?");
    let error = LlmError::new(ErrorKind::ToolsUnsupported).with_status(400);
    lab.input(TurnInput::Failed(error));
    // Nor does its model call what the prompt describes.
    for words in ["Well.", "Who knows?"] {
        lab.text(words);
        lab.end();
    }
    let late = lab.calls[0].turn;
    lab.built_in();
    lab.send(Msg::Turn(late, 1, TurnInput::Ended));
    lab.built_in();
    assert_eq!(lab.shown(), ["what?", "By myself: local is looked up, 0 agents"]);
    assert_eq!((lab.status(), kept(&lab)), (Status::Done, 0));
    let provenance = lab.last().provenance;
    assert_eq!(provenance.provider.map(|slug| slug.0), Some("builtin".to_owned()));
    assert_eq!(provenance.notices, ["local"]);
    let mut lab = lab.reload();
    let calls = lab.calls.len();
    lab.send(Msg::Sessions(SessionMsg::Send(Some(lab.session()), "again?".to_owned())));
    assert_eq!(lab.calls.len(), calls + 1, "it is not asked again");
    lab.built_in();
    lab.built_in();
    assert_eq!(lab.status(), Status::Done);
}

#[test]
fn after_five_rounds_there_is_one_last_without_tools() {
    let mut lab = asked("what?");
    for round in 0..5 {
        assert!(lab.last_request().get("tools").is_some());
        lab.tools("", &[("c", "look", &format!("{{\"word\":\"w{round}\"}}"))]);
    }
    let body = lab.last_request();
    assert!(body.get("tools").is_none() || body["tool_choice"] == "none", "{body}");
    lab.answer("That is all I found.");
    assert_eq!(lab.last().provenance.notices, ["rounds"]);
    assert_valid(&lab);
}

/// Pieces of a call that never ran do not count as an answer: the request is sent again, but not before its time.
#[test]
fn a_round_that_breaks_off_in_a_call_is_tried_again_when_it_is_due() {
    use espalier_llm::error::NetworkKind;
    let mut lab = asked("what?");
    let delta = r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"lo"}}]}}]}"#;
    lab.input(TurnInput::Chunk(format!("data: {delta}\n\n").into_bytes()));
    lab.wakes.clear();
    lab.input(TurnInput::Failed(LlmError::network(NetworkKind::Interrupted)));
    assert_eq!(lab.status(), Status::Waiting);
    assert_eq!(lab.wakes.len(), 1, "nothing else comes back to this turn: {:?}", lab.wakes);
    let (turn, step, _) = lab.wakes[0];
    lab.send(Msg::Turn(turn, step, TurnInput::Wake));
    lab.answer("All right.");
    assert_eq!((lab.calls.len(), lab.status()), (2, Status::Done));
}
