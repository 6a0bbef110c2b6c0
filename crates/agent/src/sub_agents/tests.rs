use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::testing::{Helper, Says, calls, check_wire, free, setup, text};
use espalier_agent_api::ask::Answer;
use espalier_base::time::Timestamp;
use espalier_llm::message::{ChatMessage, Role};

/// `look` at something that begins with `sub` is another assistant's work; at `broken`, nobody's.
struct Office;

impl Delegates for Office {
    fn commission(&self, run: &ToolRun) -> Option<Result<SubTask, ToolError>> {
        let word = run.arguments.get("word")?.as_str()?;
        if word == "broken" {
            return Some(Err(ToolError::RespondToModel("nobody is there".into())));
        }
        let mut setup = setup();
        setup.request.messages = vec![ChatMessage::new(Role::System, word), ChatMessage::new(Role::User, "Go.")];
        word.starts_with("sub").then(|| Ok(SubTask { setup, agent: Rc::new(Helper(free)) }))
    }
}

/// Returns the scripted reply of each turn's model, by the messages in the request.
fn reply(body: &Value) -> Says {
    check_wire(body);
    let messages = body["messages"].as_array().unwrap();
    let who = messages[0]["content"].as_str().unwrap();
    let results: Vec<&str> =
        messages.iter().filter(|m| m["role"] == "tool").map(|m| m["content"].as_str().unwrap()).collect();
    let word = |word: &str| json!({ "word": word }).to_string();
    match (who, results.len()) {
        ("Be brief.", 0) => calls(&[
            ("a", "look", &word("sub a")),
            ("b", "look", &word("sub b")),
            ("c", "look", &word("sub c")),
            ("d", "look", &word("nothing")),
            ("e", "look", &word("broken")),
        ]),
        ("Be brief.", _) => text(&results.join(" | ")),
        ("sub deep", _) => calls(&[("x", "look", &word("sub deep"))]),
        (_, 3) => text(&results.concat()),
        (_, count) => calls(&[("q", "ask", &word(&format!("{who} {count}")))]),
    }
}

struct Firm {
    sub_agents: SubAgents,
    env: Env,
    kept: BTreeMap<TurnId, (Option<WorksFor>, String)>,
    ran: Vec<String>,
    over: BTreeSet<TurnId>,
    answer: Option<String>,
    queue: VecDeque<Addressed>,
}

impl Firm {
    fn open(first: &str) -> Self {
        let mut env = Env::deterministic(Timestamp(1_000), 7);
        let mut setup = setup();
        setup.request.messages[0].content = first.to_owned();
        let sub_agents = SubAgents::new(env.id(), Turn::of(setup, Rc::new(Helper(free)), env.now));
        let (kept, ran, over) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        let mut firm = Self { sub_agents, env, kept, ran, over, answer: None, queue: VecDeque::new() };
        firm.begin();
        firm
    }

    fn begin(&mut self) {
        let outputs = self.sub_agents.start(&Office, &mut self.env);
        self.perform(outputs);
    }

    fn reload(&mut self) {
        let root = self.sub_agents.root();
        let turn = Turn::resume(setup(), Rc::new(Helper(free)), &self.kept[&root].1, self.env.now).unwrap();
        let kept: Vec<StoredTurn<'_>> = self
            .kept
            .iter()
            .map(|(id, (works_for, checkpoint))| StoredTurn { id: *id, works_for: works_for.clone(), checkpoint })
            .collect();
        self.sub_agents = SubAgents::resume(root, turn, &kept);
        self.begin();
        assert_eq!(self.sub_agents.unclaimed().count(), 0);
    }

    fn on(&mut self, id: TurnId, input: TurnInput) {
        let step = self.sub_agents.turn(id).map_or(0, Turn::step);
        let outputs = self.sub_agents.on(id, step, input, &Office, &mut self.env);
        self.queue.extend(outputs);
    }

    fn answer(&mut self, id: TurnId, call_id: String, answer: Answer) {
        self.on(id, TurnInput::Answer { call_id, answer });
        self.perform(Vec::new());
    }

    fn perform(&mut self, outputs: Vec<Addressed>) {
        self.queue.extend(outputs);
        while let Some((id, output)) = self.queue.pop_front() {
            match output {
                Output::Call(request) => {
                    let body: Value = serde_json::from_str(&request.unwrap().body).unwrap();
                    if let Says::Bytes(bytes) = reply(&body) {
                        self.on(id, TurnInput::Chunk(bytes.into()));
                        self.on(id, TurnInput::Ended);
                    }
                }
                Output::Run(runs) => {
                    for run in runs {
                        self.ran.push(run.call_id.clone());
                        let result = Ok(Reply::Result("seen".into()));
                        self.on(id, TurnInput::Result { call_id: run.call_id, result });
                    }
                }
                Output::Checkpoint(text) => {
                    let works_for = self.sub_agents.works_for(id);
                    if !self.over.contains(&id) {
                        self.kept.insert(id, (works_for, text));
                    }
                }
                Output::Finished(outcome) => {
                    self.kept.remove(&id);
                    assert!(self.over.insert(id), "a turn ends once");
                    if id == self.sub_agents.root() {
                        self.answer =
                            Some(format!("{:?} {}", outcome.ending, self.sub_agents.turn(id).unwrap().text()));
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the open questions: the turn, the call, and the prompt.
    fn questions(&self) -> Vec<(TurnId, String, String)> {
        let of = |(id, turn): (TurnId, &Turn)| {
            let questions = turn.questions().map(|(call, question)| (id, call.to_owned(), question.prompt.clone()));
            questions.collect::<Vec<_>>()
        };
        self.sub_agents.turns().flat_map(of).collect()
    }
}

fn answers_to(who: &str) -> String {
    [0, 1, 2].map(|count| format!("{{\"text\":\"to sub {who} {count}\"}}")).concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn e2_answers_in_any_order_and_through_reloads_reach_who_asked(
        order in prop::collection::vec((0_usize..3, any::<bool>()), 9),
    ) {
        let mut firm = Firm::open("Be brief.");
        for (which, reload) in order {
            if reload {
                firm.reload();
            }
            let open = firm.questions();
            prop_assert!(!open.is_empty() && firm.sub_agents.is_parked());
            let (turn, call_id, prompt) = open[which % open.len()].clone();
            firm.answer(turn, call_id, Answer::Text(format!("to {prompt}")));
        }
        let expected = format!("Answered {} | {} | {} | seen | nobody is there", answers_to("a"), answers_to("b"), answers_to("c"));
        prop_assert_eq!(firm.answer, Some(expected));
        prop_assert_eq!(firm.ran, ["d"]);
        prop_assert!(firm.kept.is_empty(), "nothing is kept of what is over");
    }
}

#[test]
fn e1_a_turn_that_works_for_another_knows_only_what_it_is_told() {
    let firm = Firm::open("Be brief.");
    let children: Vec<_> = firm.sub_agents.turns().filter(|(id, _)| firm.sub_agents.works_for(*id).is_some()).collect();
    assert_eq!(children.len(), 3);
    for (id, child) in children {
        assert_eq!((firm.sub_agents.depth(id), child.messages()[0].content.starts_with("sub ")), (1, true));
    }
}

#[test]
fn e3_stopping_stops_everything_once() {
    let mut firm = Firm::open("Be brief.");
    let outputs = firm.sub_agents.stop(&firm.env);
    let over: Vec<TurnId> = outputs.iter().map(|(id, _)| *id).collect();
    assert_eq!((over.len(), over.last().copied()), (4, Some(firm.sub_agents.root())));
    firm.perform(outputs);
    assert!(firm.answer.as_deref().unwrap().starts_with("Stopped"));
    assert_eq!((firm.kept.len(), firm.questions().len()), (0, 0));
    assert!(firm.sub_agents.stop(&firm.env).is_empty());
}

#[test]
fn e5_work_is_not_handed_on_for_ever() {
    let firm = Firm::open("sub deep");
    assert_eq!(firm.over.len(), DEPTH + 1, "every one of them came to an end");
    assert!(firm.answer.is_some());
}
