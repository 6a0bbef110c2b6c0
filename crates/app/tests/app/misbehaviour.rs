//! Misbehaving endpoints and models, and what the person then sees: the table is `misbehaviours.json`.
//!
//! A case says where it is asked and what, what the endpoint sends to each request in turn, and what comes of it: the
//! state of the answer, the sentence and the button of an error, the text that is kept, the tools that were called and
//! what they said, how often the endpoint was asked, what was learned about it. What is not named is empty.
//!
//! | reply | what the endpoint sends |
//! |---|---|
//! | `says` | an ordinary answer |
//! | `deltas`, `finish` | these pieces of a message, then an end for this reason, if there is one |
//! | `calls` | calls of tools: id, name, arguments |
//! | `raw` | these bytes |
//! | `status`, `headers`, `body` | an answer that is no success |
//! | `fails` | the connection fails like this, after what is said to come before |
//! | `stopped` | the person stops it, after what is said to come before |

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_agent::transcript;
use espalier_agent::turn::TurnInput;
use espalier_app::Msg;
use espalier_app::assistant::AssistantMsg;
use espalier_app::effect::CallBody;
use espalier_app::navigate::Route;
use espalier_app::sessions::SessionMsg;
use espalier_i18n::messages;
use espalier_llm::error::{LlmError, NetworkKind, from_response};
use espalier_model::conversation::Part;
use espalier_model::settings::Language;
use espalier_storage::memory::MemoryStorage;
use serde_json::{Map, Value, json};

use crate::lab::Lab;

const CASES: &str = include_str!("misbehaviours.json");
/// The fewest cases there must be.
const ENOUGH: usize = 40;
/// The most of a tool's result that a case repeats.
const RESULT: usize = 70;

/// The Chat room, or the Time room with a little in its log, both with a custom endpoint.
fn room(name: &str) -> Lab {
    if name == "chat" {
        return Lab::new();
    }
    assert_eq!(name, "time", "no room of the table");
    let mut lab = Lab::on(MemoryStorage::default(), Route::Time(None));
    lab.study(&[("2023-11-13", "")]);
    lab.send(Msg::Assistant(AssistantMsg::Time(true)));
    lab.use_custom_endpoint();
    lab
}

fn event(delta: &Value, finish: &Value) -> String {
    format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": finish }] }))
}

/// The bytes of a reply.
fn bytes(reply: &Value) -> String {
    let mut text = String::new();
    if let Some(said) = reply["says"].as_str() {
        text += &event(&json!({ "role": "assistant", "content": said }), &Value::Null);
    }
    for (index, call) in reply["calls"].as_array().into_iter().flatten().enumerate() {
        let function = json!({ "name": call[1], "arguments": call[2] });
        let call = json!({ "index": index, "id": call[0], "type": "function", "function": function });
        text += &event(&json!({ "tool_calls": [call] }), &Value::Null);
    }
    for delta in reply["deltas"].as_array().into_iter().flatten() {
        text += &event(delta, &Value::Null);
    }
    let usual = [("calls", "tool_calls"), ("says", "stop")].into_iter().find(|(key, _)| reply.get(key).is_some());
    let broken = reply.get("fails").is_some() || reply.get("stopped").is_some();
    let usual = usual.filter(|_| !broken).map_or(Value::Null, |(_, reason)| json!(reason));
    let finish = reply.get("finish").cloned().unwrap_or(usual);
    if finish.is_string() {
        text += &event(&json!({}), &finish);
        text += "data: [DONE]\n\n";
    }
    text + reply["raw"].as_str().unwrap_or_default()
}

/// Lets the answer to a request arrive.
fn reply(lab: &mut Lab, index: usize, reply: &Value) {
    let (turn, step) = (lab.calls[index].turn, lab.calls[index].step);
    if let Some(status) = reply["status"].as_u64() {
        let header = |(name, value): (&String, &Value)| (name.clone(), value.as_str().unwrap_or_default().to_owned());
        let headers: Vec<_> = reply["headers"].as_object().into_iter().flatten().map(header).collect();
        let body = reply["body"].as_str().map_or_else(|| reply["body"].to_string(), str::to_owned);
        let status = u16::try_from(status).expect("a status");
        let error = from_response(status, &headers, &body, "http://127.0.0.1:9/v1/chat/completions");
        return lab.send(Msg::Turn(turn, step, TurnInput::Failed(error)));
    }
    // In two pieces, which begin and end anywhere.
    let bytes = bytes(reply).into_bytes();
    let (first, rest) = bytes.split_at(bytes.len() / 3);
    for piece in [first, rest].into_iter().filter(|piece| !piece.is_empty()) {
        lab.send(Msg::Turn(turn, step, TurnInput::Chunk(piece.to_vec())));
    }
    if let Some(network) = reply.get("fails") {
        let network: NetworkKind = serde_json::from_value(network.clone()).expect("a way to fail");
        lab.send(Msg::Turn(turn, step, TurnInput::Failed(LlmError::network(network))));
    } else if reply.get("stopped").is_some() {
        let answer = lab.last().key();
        lab.send(Msg::Stop(answer));
    } else {
        lab.send(Msg::Turn(turn, step, TurnInput::Ended));
    }
}

/// Asks, and answers as the case says until nothing more is waited for.
fn play(case: &Value) -> Value {
    let mut lab = room(case["room"].as_str().expect("a room"));
    let session = lab.model.route.session().or(lab.model.timelog.session);
    let question = case["asks"].as_str().unwrap_or("How much did I study this week?");
    lab.send(Msg::Sessions(SessionMsg::Send(session, question.to_owned())));
    let mut replies = case["replies"].as_array().expect("replies").iter();
    let (mut next, mut asked) = (0, 0);
    for _ in 0..200 {
        if next < lab.calls.len() {
            let (turn, step) = (lab.calls[next].turn, lab.calls[next].step);
            if let CallBody::Builtin(pieces) = &lab.calls[next].request {
                for piece in pieces.clone() {
                    lab.send(Msg::Turn(turn, step, TurnInput::Chunk(piece)));
                }
                lab.send(Msg::Turn(turn, step, TurnInput::Ended));
            } else {
                let Some(said) = replies.next() else { break };
                asked += 1;
                reply(&mut lab, next, said);
            }
            next += 1;
        } else if lab.wakes.is_empty() {
            break;
        } else {
            let (turn, step, ms) = lab.wakes.remove(0);
            lab.env.now = lab.env.now.plus_ms(i64::from(ms));
            lab.send(Msg::Turn(turn, step, TurnInput::Wake));
        }
    }
    let mut seen = seen(&lab, asked);
    let left = replies.count();
    if left > 0 {
        seen["repliesLeft"] = json!(left);
    }
    seen
}

/// The last answer as the person sees it.
fn seen(lab: &Lab, asked: usize) -> Value {
    let last = lab.last();
    assert_eq!(transcript::problem(&transcript::expand(&last.parts)), None, "what is kept can be sent again");
    let words = &messages(Language::En).error;
    let mut seen = Map::new();
    let mut put = |name: &str, value: Value| {
        let empty = value.is_null() || value == json!("") || value == json!([]) || value == json!({});
        if !empty {
            seen.insert(name.to_owned(), value);
        }
    };
    put("status", json!(last.status));
    put("text", json!(last.text()));
    let thought = last.parts.iter().filter_map(|part| match part {
        Part::Reasoning { text } => Some(text.as_str()),
        _ => None,
    });
    put("thought", json!(thought.collect::<Vec<_>>().join("\n\n")));
    put("tools", json!(tools(&last.parts)));
    if let Some(error) = &last.provenance.error {
        put("error", json!((words.llm)(error)));
        put("endpointSays", json!(error.endpoint_words()));
        put("button", json!(last.remedy().map(|remedy| (words.remedy)(remedy))));
    }
    let proposed = lab.model.panel(last.key()).map(|panel| panel.state.rows().len());
    put("proposed", json!(proposed.filter(|count| *count > 0)));
    put("asked", json!(asked));
    let provider = last.provenance.provider.as_ref().map(|slug| slug.0.as_str());
    put("by", json!(provider.filter(|provider| *provider != "custom")));
    // That nothing was changed stands under most of them.
    let notices = last.provenance.notices.iter().filter(|notice| *notice != "unchanged");
    put("notices", json!(notices.collect::<Vec<_>>()));
    put("cutOff", json!(last.provenance.truncated.then_some(true)));
    let unproven = last.grounding.iter().flat_map(|grounding| &grounding.marks).filter(|mark| mark.source.is_none());
    put("unproven", json!(unproven.map(|mark| last.text()[mark.from..mark.to].to_owned()).collect::<Vec<_>>()));
    let mut learned = json!(lab.model.learned());
    if let Some(learned) = learned.as_object_mut() {
        learned.retain(|_, value| *value != json!(false));
    }
    put("learned", learned);
    put("entries", json!(Some(lab.model.workspace.tables().time_entries.len()).filter(|count| *count > 0)));
    Value::Object(seen)
}

/// The calls that were made, each with what came of it.
fn tools(parts: &[Part]) -> Vec<String> {
    let result = |id: &str| {
        parts.iter().find_map(|part| match part {
            Part::ToolResult { call_id, content, is_error } if call_id == id => {
                let line: String = content.lines().next().unwrap_or_default().chars().take(RESULT).collect();
                Some(format!("{}: {line}", if *is_error { "error" } else { "found" }))
            }
            _ => None,
        })
    };
    let call = |part: &Part| match part {
        Part::ToolCall { call_id, name, .. } => {
            Some(format!("{name} {}", result(call_id).unwrap_or_else(|| "nothing".to_owned())))
        }
        _ => None,
    };
    parts.iter().filter_map(call).collect()
}

#[test]
fn what_endpoints_and_models_do_wrong_and_what_is_seen_of_it() {
    let cases: Vec<Value> = serde_json::from_str(CASES).expect("a list of cases");
    let mut names: Vec<&str> = cases.iter().filter_map(|case| case["case"].as_str()).collect();
    assert!(names.len() == cases.len() && names.len() >= ENOUGH, "{} cases", names.len());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), cases.len(), "every case has a name of its own");
    let mut wrong = Vec::new();
    for case in &cases {
        let found = play(case);
        if found != case["sees"] {
            wrong.push(format!("{}\n  expected {}\n  found    {found}", case["case"], case["sees"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
