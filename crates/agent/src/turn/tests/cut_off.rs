//! Turns resumed after the page went away at any moment.

use std::rc::Rc;

use serde_json::json;

use crate::testing::*;
use crate::turn::{Ending, Output, Turn, TurnInput};
use espalier_agent_api::ask::Answer;
use espalier_agent_api::tool::{Reply, ToolRun};
use espalier_base::time::Timestamp;

impl Lab {
    /// Returns the page as loaded again: the last checkpoint is left.
    #[must_use]
    pub fn reloaded(self) -> Self {
        let checkpoint = self.checkpoints.last().expect("a checkpoint").clone();
        let now = Timestamp(self.now);
        let turn = Turn::resume(setup(), Rc::new(self.agent), &checkpoint, now).expect("it goes on");
        let mut lab = Self { turn, asked: Vec::new(), parked: 0, ..self };
        let outputs = lab.turn.start(now);
        lab.perform(outputs);
        lab
    }
}

/// Stored data: the checkpoint, and the rows that the tools wrote.
#[derive(Clone, Default)]
struct Stored {
    checkpoint: Option<String>,
    written: Vec<String>,
}

/// Drives a turn and goes away after so many things done; what is stored is all that is left.
struct Page {
    turn: Turn,
    stored: Stored,
    /// Written by a tool, and not yet stored together with a checkpoint.
    pending: Vec<String>,
    left: usize,
    text: Option<String>,
}

const REPLIES: usize = 4;

/// Returns the endpoint's reply to a request.
fn reply(request: &str) -> Says {
    let body: serde_json::Value = serde_json::from_str(request).expect("a body");
    check_wire(&body);
    let rounds =
        body["messages"].as_array().expect("messages").iter().filter(|message| message["tool_calls"].is_array());
    let word = |word: &str| json!({ "word": word }).to_string();
    match rounds.count() {
        0 => calls(&[("a", "look", &word("1")), ("b", "put", &word("2")), ("c", "put", &word("3"))]),
        1 => calls(&[("d", "ask", &word("which")), ("e", "put", &word("4"))]),
        2 => calls(&[("f", "put", &word("5")), ("g", "look", &word("6"))]),
        _ => text("Done."),
    }
}

impl Page {
    fn open(stored: Stored, left: usize) -> Self {
        let helper = Rc::new(Helper(free));
        let turn = match &stored.checkpoint {
            Some(checkpoint) => Turn::resume(setup(), helper, checkpoint, Timestamp(0)).expect("it goes on"),
            None => Turn::of(setup(), helper, Timestamp(0)),
        };
        Self { turn, stored, pending: Vec::new(), left, text: None }
    }

    /// Does everything until the page goes away; `true` when the turn is over.
    fn live(&mut self) -> bool {
        let mut queue = std::collections::VecDeque::from(self.turn.start(Timestamp(0)));
        while let Some(output) = queue.pop_front() {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            let step = self.turn.step();
            let mut on = |input| self.turn.on(step, input, Timestamp(0), 0.5);
            match output {
                Output::Checkpoint(text) => {
                    // One transaction: what a tool wrote goes with the checkpoint that its result brought out.
                    self.stored.checkpoint = Some(text);
                    self.stored.written.append(&mut self.pending);
                }
                Output::Call(request) => {
                    let Says::Bytes(bytes) = reply(&request.expect("a request").body) else { continue };
                    queue.extend(on(TurnInput::Chunk(bytes.into())));
                    queue.extend(on(TurnInput::Ended));
                }
                Output::Run(runs) => {
                    for run in runs {
                        let ToolRun { call_id, .. } = run.clone();
                        let result = Ok(Reply::Result(described(&run)));
                        let mut outputs = self.turn.on(step, TurnInput::Result { call_id, result }, Timestamp(0), 0.5);
                        if run.name == "put" {
                            self.pending.push(described(&run));
                            assert!(matches!(outputs.first(), Some(Output::Checkpoint(_))), "{outputs:?}");
                        }
                        queue.extend(outputs.drain(..));
                    }
                }
                Output::Ask { call_id, .. } => {
                    let answer = Answer::Text("this".into());
                    queue.extend(on(TurnInput::Answer { call_id, answer }));
                }
                Output::Finished(outcome) => {
                    assert_eq!(outcome.ending, Ending::Answered);
                    self.text = Some(self.turn.text());
                    return true;
                }
                _ => {}
            }
        }
        false
    }
}

#[test]
fn a6_whenever_the_page_goes_away_everything_is_done_once() {
    let mut whole = Page::open(Stored::default(), usize::MAX);
    assert!(whole.live());
    assert_eq!(whole.stored.written, ["put 2", "put 3", "put 4", "put 5"]);
    let length = usize::MAX - whole.left;
    assert!(length > 3 * REPLIES, "{length}");
    for first in 0..=length {
        for second in [usize::MAX, 0, 1, 2, 3, 5, 8] {
            let mut page = Page::open(Stored::default(), first);
            let mut over = page.live();
            for left in [second, usize::MAX, usize::MAX] {
                if !over {
                    page = Page::open(page.stored.clone(), left);
                    over = page.live();
                }
            }
            assert!(over, "cut off after {first} and {second}");
            assert_eq!(page.stored.written, whole.stored.written, "cut off after {first} and {second}");
            assert_eq!(page.text, whole.text);
        }
    }
}

#[test]
fn only_a_checkpoint_of_this_assistant_and_version_goes_on() {
    let lab = Lab::new(free, vec![call("ask", r#"{"word":"which"}"#)]).start();
    let checkpoint = lab.checkpoints.last().expect("a checkpoint");
    let resume = |text: &str| Turn::resume(setup(), Rc::new(lab.agent), text, Timestamp(0)).is_some();
    assert!(resume(checkpoint));
    assert!(!resume(&checkpoint.replace("\"helper\"", "\"other\"")));
    assert!(!resume(&checkpoint.replace("\"version\":1", "\"version\":2")));
    assert!(!resume("") && !resume("{}"));
}

#[test]
fn a_tool_that_is_gone_is_said_to_be_gone() {
    let lab = Lab::new(free, vec![call("ask", r#"{"word":"which"}"#), text("Well.")]).start();
    let checkpoint = lab.checkpoints.last().expect("a checkpoint");
    let mut stored: serde_json::Value = serde_json::from_str(checkpoint).expect("it is JSON");
    (stored["calls"][0]["name"], stored["calls"][0]["status"]) = ("gone".into(), "open".into());
    let turn = Turn::resume(setup(), Rc::new(lab.agent), &stored.to_string(), Timestamp(0)).expect("it goes on");
    let mut lab = Lab { turn, ..lab };
    let outputs = lab.turn.start(Timestamp(0));
    lab.perform(outputs);
    assert_eq!(lab.said(1)[3], "tool This tool is not there any more.");
    assert_eq!(lab.outcome().ending, Ending::Answered);
}
