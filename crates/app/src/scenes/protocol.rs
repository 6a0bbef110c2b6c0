//! A JSON interface to the assistant of a scene: requests and answers as over HTTP, without a server.
//!
//! A request has a method, a path and a body: `POST /api/chat`, `/api/chat/continue`, `/api/operations/undo`, `…/redo`
//! and `/api/shapes/{id}/rollback` (for the scene that is open, or with `sessionId`), and `GET /api/shapes?sessionId=`.
//!
//! `POST /api/chat` says something; where the assistant has to perceive, or
//! asks the person, the answer is `interrupted` and `POST /api/chat/continue` goes on with what the client found. With
//! `"perceives": false` the client does not perceive: the assistant looks for itself, and interrupts for people only.
//!
//! - J1 The host sends the messages that an [`Exchange`] gives, lets the app do what it can, and asks again, until
//!   there is an answer.
//! - J2 An interrupt is a question of the turn: it is kept with its checkpoint and is continued once. A second
//!   `continue` of it, and one that comes too late, changes nothing and says so.
//! - J3 A session is a scene: the one with that id, else the first with that name; `chat` makes one where there is
//!   none.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};

use super::SceneMsg;
use super::agent::session_of;
use crate::navigate::Route;
use crate::sessions::SessionMsg;
use crate::{Model, Msg};
use espalier_agent::turn::{self, CallStatus};
use espalier_agent_api::ask::{Answer, Question, QuestionKind};
use espalier_base::language::Language;
use espalier_command::history::{Document, Entry, EntryId};
use espalier_i18n::messages;
use espalier_model::change::Change;
use espalier_model::conversation::{Part, Scope, Status};
use espalier_model::persona::Role;
use espalier_model::scene::{Geometry, Scene, SceneId, Shape, ShapeId, ShapeKey};
use espalier_model::{Message, MessageId, MessageKey, RecordKey, Session, SessionId};
use espalier_scene::agent::outside;
use espalier_scene::agent::sight::Sight;
use espalier_scene::agent::supervisor::results;
use espalier_scene::geometry::Corners;
use espalier_scene::scenes::name_of;

/// The longest message, in bytes.
const LONGEST: usize = 20_000;

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// `GET` or `POST`.
    pub method: String,
    /// The path, with a query where there is one.
    pub path: String,
    /// The body; null where there is none.
    pub body: Value,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// Status code as in HTTP: 200, 400 for what cannot be understood, 404, 405, 409 for what came too late.
    pub code: u16,
    /// The body.
    pub body: Value,
}

/// The next step of an [`Exchange`] (J1).
#[derive(Debug)]
pub enum Next {
    /// A message to the app.
    Send(Msg),
    /// Wait until the app has gone on by itself.
    Wait,
    /// The answer.
    Reply(Response),
}

/// A request that is being answered.
#[derive(Debug, Clone)]
pub struct Exchange {
    call: Result<Call, Response>,
    progress: Progress,
}

/// Call of a request.
#[derive(Debug, Clone, PartialEq)]
enum Call {
    Chat { session: String, message: String, perceives: bool },
    Continue { thread: Thread, result: Value },
    Shapes { session: String },
    Step { session: String, redo: bool },
    Rollback { session: Option<String>, shape: ShapeId },
}

/// State of an exchange.
#[derive(Debug, Clone, PartialEq)]
enum Progress {
    /// The scene has to be found, or made.
    Begin,
    /// The scene was asked for.
    Made,
    /// The scene was named.
    Named(SceneId),
    /// The scene has to be shown.
    Opened(SceneId),
    /// The message was sent; with the last message before it.
    Sent(SceneId, Option<MessageId>),
    /// An interrupt was continued.
    Continued(Thread),
    /// A step was undone or redone.
    Stepped(SceneId, EntryId),
}

/// Interrupt: a waiting call of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Thread {
    answer: MessageKey,
    call: String,
}

impl Thread {
    fn name(&self) -> String {
        format!("thread_{}_{}_{}", self.answer.session, self.answer.id, self.call)
    }

    fn read(name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix("thread_")?.splitn(3, '_');
        let session: SessionId = parts.next()?.parse().ok()?;
        let id: MessageId = parts.next()?.parse().ok()?;
        Some(Self { answer: MessageKey { session, id }, call: parts.next()?.to_owned() })
    }
}

impl Request {
    /// Reads a request from an object with `method`, `path` and `body`; the method may be missing.
    pub fn read(text: &str) -> Result<Self, Response> {
        let value: Value = serde_json::from_str(text).map_err(|error| bad(format!("not JSON: {error}")))?;
        let path = value["path"].as_str().ok_or_else(|| bad("a request needs a path"))?.to_owned();
        let body = value.get("body").cloned().unwrap_or_default();
        let usual = if body.is_null() && !path.contains("/operations/") { "GET" } else { "POST" };
        let method = value["method"].as_str().unwrap_or(usual).to_uppercase();
        Ok(Self { method, path, body })
    }

    fn call(&self) -> Result<Call, Response> {
        let (path, query) = self.path.split_once('?').unwrap_or((&self.path, ""));
        let text = |name: &str| {
            let text = self.body[name].as_str().filter(|text| !text.trim().is_empty());
            text.map(str::to_owned).ok_or_else(|| bad(format!("{name}: a text is needed")))
        };
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (self.method.as_str(), parts.as_slice()) {
            ("POST", ["api", "chat"]) => {
                let perceives = match &self.body["perceives"] {
                    Value::Null => true,
                    Value::Bool(perceives) => *perceives,
                    _ => return Err(bad("perceives: true or false is needed")),
                };
                Ok(Call::Chat { session: text("sessionId")?, message: text("message")?, perceives })
            }
            ("POST", ["api", "chat", "continue"]) => {
                let name = text("threadId")?;
                let thread = Thread::read(&name).ok_or_else(|| missing(format!("there is no thread {name:?}")))?;
                let result = self.body.get("toolResult").ok_or_else(|| bad("toolResult is missing"))?;
                Ok(Call::Continue { thread, result: result.clone() })
            }
            ("GET", ["api", "shapes"]) => {
                let session = query_value(query, "sessionId").ok_or_else(|| bad("sessionId: a text is needed"))?;
                Ok(Call::Shapes { session })
            }
            ("POST", ["api", "operations", step @ ("undo" | "redo")]) => {
                Ok(Call::Step { session: text("sessionId")?, redo: *step == "redo" })
            }
            ("POST", ["api", "shapes", id, "rollback"]) => {
                let shape = id.parse().map_err(|_| missing(format!("there is no shape with the id {id:?}")))?;
                Ok(Call::Rollback { session: text("sessionId").ok(), shape })
            }
            (method, ["api", "shapes"]) => Err(problem(405, format!("{path} takes GET, not {method}"))),
            (
                method,
                ["api", "chat"]
                | ["api", "chat", "continue"]
                | ["api", "operations", "undo" | "redo"]
                | ["api", "shapes", _, "rollback"],
            ) => Err(problem(405, format!("{path} takes POST, not {method}"))),
            _ => Err(missing(format!("there is no path {path}"))),
        }
    }
}

impl Exchange {
    /// An exchange that begins with a request.
    pub fn new(request: &Request) -> Self {
        let call = request.call().and_then(|call| match &call {
            Call::Chat { message, .. } if message.len() > LONGEST => {
                Err(bad(format!("message: at most {LONGEST} bytes")))
            }
            _ => Ok(call),
        });
        Self { call, progress: Progress::Begin }
    }

    /// The next step of the exchange, by the state of the app.
    pub fn next(&mut self, model: &Model) -> Next {
        match &self.call {
            Err(response) => Next::Reply(response.clone()),
            Ok(call) => {
                let call = call.clone();
                match self.step(model, call) {
                    Ok(next) => next,
                    Err(response) => Next::Reply(response),
                }
            }
        }
    }

    fn step(&mut self, model: &Model, call: Call) -> Result<Next, Response> {
        match (self.progress.clone(), call) {
            (Progress::Begin, Call::Continue { thread, .. }) => {
                let scene = model.workspace.tables().scenes.keys().find(|id| session_of(**id) == thread.answer.session);
                let scene = *scene.ok_or_else(|| missing("there is no such thread"))?;
                self.open(model, scene)
            }
            (Progress::Begin, Call::Rollback { session, shape }) => {
                let mut scenes = model.scenes.worlds.iter();
                let found = match session {
                    Some(session) => scene_of(model, &session),
                    None => scenes.find(|(_, world)| world.get(shape).is_some()).map(|(scene, _)| *scene),
                };
                let scene = found.ok_or_else(|| missing(format!("there is no shape with the id {shape}")))?;
                self.open(model, scene)
            }
            (Progress::Begin, Call::Chat { session, .. }) => {
                if let Some(scene) = scene_of(model, &session) {
                    return self.open(model, scene);
                }
                self.progress = Progress::Made;
                Ok(Next::Send(Msg::Scene(SceneMsg::Create)))
            }
            (Progress::Begin, Call::Shapes { session } | Call::Step { session, .. }) => match scene_of(model, &session)
            {
                Some(scene) => self.open(model, scene),
                None => Ok(Next::Reply(without_scene(&self.call, model.language()))),
            },
            (Progress::Made, Call::Chat { session, .. }) => {
                let scene = model.route.scene().ok_or_else(|| problem(500, "no scene could be made"))?;
                self.progress = Progress::Named(scene);
                Ok(Next::Send(Msg::Scene(SceneMsg::Rename(scene, session))))
            }
            (Progress::Named(scene), _) => self.open(model, scene),
            (Progress::Opened(scene), _) if !is_open(model, scene) => Ok(Next::Wait),
            (Progress::Opened(scene), call) => self.act(model, scene, call),
            (Progress::Sent(scene, before), _) => Ok(sent(model, scene, before)),
            (Progress::Continued(thread), _) => {
                let scene = model.scope_of(thread.answer.session).and_then(Scope::as_scene);
                match (scene, model.message(thread.answer)) {
                    (Some(scene), Some(row)) => Ok(answered(model, scene, row)),
                    _ => Err(missing("the conversation is gone")),
                }
            }
            (Progress::Stepped(scene, entry), _) => {
                let language = model.language();
                let entry = model.history.entry(Document::of(scene), entry);
                let entry = entry.ok_or_else(|| problem(409, "the step is gone"))?;
                let first = match &self.call {
                    Ok(Call::Rollback { shape, .. }) => Some(*shape),
                    _ => None,
                };
                Ok(Next::Reply(ok(stepped(model, entry, first, language))))
            }
            (Progress::Made, _) => Err(problem(500, "no scene could be made")),
        }
    }

    /// Shows a scene, or goes on if it is shown already.
    fn open(&mut self, model: &Model, scene: SceneId) -> Result<Next, Response> {
        self.progress = Progress::Opened(scene);
        if model.route.scene() == Some(scene) {
            return self.step(model, self.call.clone()?);
        }
        Ok(Next::Send(Msg::Go(Route::Scene(Some(scene), None))))
    }

    /// Carries out the call, once the scene is shown.
    fn act(&mut self, model: &Model, scene: SceneId, call: Call) -> Result<Next, Response> {
        match call {
            Call::Chat { message, perceives, .. } => {
                if model.scenes.clients.contains(&scene) != perceives {
                    return Ok(Next::Send(Msg::Scene(SceneMsg::Attach(scene, perceives))));
                }
                let session = session_of(scene);
                let last = model.view(session).and_then(|view| view.path.last().copied());
                self.progress = Progress::Sent(scene, last);
                Ok(Next::Send(Msg::Sessions(SessionMsg::Send(Some(session), message))))
            }
            Call::Continue { thread, result } => {
                let answer = answer_of(model, scene, &thread, &result)?;
                self.progress = Progress::Continued(thread.clone());
                Ok(Next::Send(Msg::Answer(thread.answer, thread.call, answer)))
            }
            Call::Shapes { .. } => {
                let shapes: Vec<Value> = model.workspace.shapes(scene).map(|row| listed(row)).collect();
                Ok(Next::Reply(ok(json!({ "shapes": shapes }))))
            }
            Call::Step { redo, .. } => {
                let scope = [Document::of(scene)];
                let entry = if redo { model.history.next_redo(&scope) } else { model.history.next_undo(&scope) };
                let Some((_, entry)) = entry else {
                    return Ok(Next::Reply(without_scene(&self.call, model.language())));
                };
                self.progress = Progress::Stepped(scene, entry.id);
                Ok(Next::Send(Msg::Scene(SceneMsg::TakeBack(scene, 1, redo))))
            }
            Call::Rollback { shape, .. } => {
                let key = RecordKey::Shapes(ShapeKey { scene, id: shape });
                let last = model.history.next_undo(&[Document::of(scene)]).map(|(_, entry)| entry);
                let last = last.filter(|entry| entry.changes.get(&key).is_some());
                let last = last
                    .ok_or_else(|| problem(409, "the last step did not touch this shape, so nothing was taken back"))?;
                self.progress = Progress::Stepped(scene, last.id);
                Ok(Next::Send(Msg::Scene(SceneMsg::TakeBack(scene, 1, false))))
            }
        }
    }
}

/// Whether the shapes of a scene and its conversation were read.
fn is_open(model: &Model, scene: SceneId) -> bool {
    let session = session_of(scene);
    let is_read = model.workspace.get::<Session>(&session).is_none() || model.opened.contains(&session);
    model.world(scene).is_some() && is_read
}

/// The scene of a session (J3).
fn scene_of(model: &Model, session: &str) -> Option<SceneId> {
    let scenes = &model.workspace.tables().scenes;
    let by_id = session.parse::<SceneId>().ok().filter(|id| scenes.contains_key(id));
    let name = name_of(session);
    by_id.or_else(|| scenes.values().filter(|row: &&std::rc::Rc<Scene>| row.name == name).map(|row| row.id).min())
}

/// The answer to an interrupt, or the reason why it is none (J2).
fn answer_of(model: &Model, scene: SceneId, thread: &Thread, result: &Value) -> Result<Answer, Response> {
    // An answer that came out of a file is no longer waiting, but can go on.
    let goes_on = model.turn_states(thread.answer).next().is_some() || model.can_resume(thread.answer);
    let call = model.call(thread.answer, &thread.call).filter(|_| goes_on);
    let Some(turn::Call { name, status: CallStatus::Asking(question), .. }) = call else {
        return Err(match model.message(thread.answer) {
            Some(_) => problem(409, "this thread was continued already, or is over"),
            None => missing("there is no such thread"),
        });
    };
    if outside::is_perceived_outside(&name) {
        let view = model.scenes.looks.get(&scene).cloned().unwrap_or_default();
        let world = model.world(scene).ok_or_else(|| problem(409, "the scene is not open"))?;
        let sight = Sight { world, camera: view.camera, size: view.size, selection: &[], mentioned: &[], only: None };
        outside::read(&sight, result).map_err(bad)?;
        return Ok(Answer::Text(result.to_string()));
    }
    let answer = answer_to(&question, result);
    if question.accepts(&answer) {
        return Ok(answer);
    }
    let ids: Vec<&str> = question.options.iter().map(|option| option.id.as_str()).collect();
    Err(bad(match question.kind {
        QuestionKind::Confirm => "toolResult: true or false is needed, or null not to answer".to_owned(),
        QuestionKind::Text => "toolResult: a text is needed, or null not to answer".to_owned(),
        _ => format!("toolResult: one of {} is needed, or null not to answer", ids.join(", ")),
    }))
}

fn answer_to(question: &Question, result: &Value) -> Answer {
    let id = |value: &Value| value.as_str().or_else(|| value["id"].as_str()).map(str::to_owned);
    match (question.kind, result) {
        (_, Value::Null) => Answer::Cancelled,
        (_, Value::Bool(yes)) => Answer::Confirmed(*yes),
        (
            QuestionKind::ChooseOne | QuestionKind::ChooseSeveral { .. } | QuestionKind::Review { .. },
            Value::Array(ids),
        ) => Answer::Chosen(ids.iter().filter_map(id).collect()),
        (QuestionKind::ChooseOne | QuestionKind::ChooseSeveral { .. } | QuestionKind::Review { .. }, one) => {
            let chosen = id(one).filter(|id| question.options.iter().any(|option| option.id == *id));
            chosen.map_or_else(
                || Answer::Text(one.as_str().unwrap_or_default().to_owned()),
                |id| Answer::Chosen(vec![id]),
            )
        }
        (_, other) => Answer::Text(other.as_str().map_or_else(|| other.to_string(), str::to_owned)),
    }
}

/// The answer to a message that was sent when `before` was the last one, once it is there.
fn sent(model: &Model, scene: SceneId, before: Option<MessageId>) -> Next {
    let session = session_of(scene);
    let last = model.view(session).and_then(|view| view.path.last().copied());
    let row = last.filter(|id| Some(*id) != before).and_then(|id| model.message(MessageKey { session, id }));
    match row {
        Some(row) if row.role == Role::Assistant => answered(model, scene, row),
        _ => Next::Wait,
    }
}

/// Response with an answer: running, interrupted, or finished.
fn answered(model: &Model, scene: SceneId, row: &Message) -> Next {
    let key = row.key();
    if let Some(open) = model.questions(key).into_iter().next() {
        let thread = Thread { answer: key, call: open.call_id.clone() };
        let call = model.call(key, &open.call_id).filter(|call| outside::is_perceived_outside(&call.name));
        let (action, params) = match call {
            Some(call) => {
                let known = outside::parameters(&call.name);
                let params: Map<String, Value> =
                    call.arguments.into_iter().filter(|(name, _)| known.contains(&name.as_str())).collect();
                (call.name, Value::Object(params))
            }
            None => ("askUser".to_owned(), asked(&open.question)),
        };
        let body = json!({ "status": "interrupted", "threadId": thread.name(), "action": action, "params": params });
        return Next::Reply(ok(body));
    }
    if matches!(row.status, Status::Streaming | Status::Waiting) {
        return Next::Wait;
    }
    if let Some(error) = &row.provenance.error {
        let words = messages(model.language());
        let text = format!("{} {}", (words.error.llm)(error), error.detail);
        return Next::Reply(ok(json!({ "status": "error", "message": text.trim() })));
    }
    let mut body = done(model, scene, row);
    body["status"] = json!("completed");
    body["message"] = json!(row.text());
    Next::Reply(ok(body))
}

fn asked(question: &Question) -> Value {
    let kind = match question.kind {
        QuestionKind::ChooseOne => "choice",
        QuestionKind::ChooseSeveral { .. } | QuestionKind::Review { .. } => "choices",
        QuestionKind::Confirm => "confirm",
        QuestionKind::Text => "text",
    };
    let options = question.options.iter().map(|option| json!({ "id": option.id, "label": option.label }));
    json!({ "question": question.prompt, "kind": kind, "options": options.collect::<Vec<_>>() })
}

/// Operations of an answer, from the results of its tools: the last one, and all of several in `operations`.
fn done(model: &Model, scene: SceneId, row: &Message) -> Value {
    let mut operations: Vec<Value> = Vec::new();
    for part in &row.parts {
        let Part::ToolResult { content, is_error: false, .. } = part else { continue };
        let told: Value = serde_json::from_str(content).unwrap_or_default();
        for told in results(&told) {
            let action = match told["done"].as_str() {
                Some("created") => "create",
                Some("modified" | "arranged") => "modify",
                Some("deleted") => "delete",
                Some(step @ ("undone" | "redone")) => {
                    let scope = [Document::of(scene)];
                    let undone = step == "undone";
                    let entry = if undone { model.history.next_redo(&scope) } else { model.history.next_undo(&scope) };
                    operations.extend(entry.into_iter().flat_map(|(_, entry)| changes(model, entry)));
                    continue;
                }
                _ => continue,
            };
            let shapes = told["shapes"].as_array().into_iter().flatten();
            let ids = shapes.filter_map(|shape| shape["id"].as_str()?.parse().ok());
            operations.extend(ids.map(|id| operation(model, action, ShapeKey { scene, id })));
        }
    }
    summed(operations, None)
}

/// The operations of an answer with one of them in front, and all of them where there are several.
fn summed(operations: Vec<Value>, first: Option<ShapeId>) -> Value {
    let first = first.map(|id| id.to_string());
    let is_first = |one: &&Value| first.as_deref().is_some_and(|id| one["targetId"] == id);
    let front = operations.iter().find(is_first).or(operations.last()).cloned();
    let mut body = front.unwrap_or_else(|| json!({ "action": "none" }));
    if operations.len() > 1 {
        body["operations"] = Value::Array(operations);
    }
    body
}

fn operation(model: &Model, action: &str, key: ShapeKey) -> Value {
    let mut operation = json!({ "action": action, "targetId": key.id });
    if let Some(row) = model.workspace.get::<Shape>(&key).filter(|_| action != "delete") {
        operation["data"] = data(row);
    }
    operation
}

/// The changes of a step, or their reverse where it is taken back.
fn changes(model: &Model, entry: &Entry) -> Vec<Value> {
    let shapes = entry.changes.iter().filter_map(|(key, change)| match key {
        RecordKey::Shapes(key) => Some((*key, change)),
        _ => None,
    });
    let action = |change: &Change| match (change, entry.undone) {
        (Change::Added(_), false) | (Change::Removed(_), true) => "create",
        (Change::Added(_), true) | (Change::Removed(_), false) => "delete",
        _ => "modify",
    };
    shapes.map(|(key, change)| operation(model, action(change), key)).collect()
}

fn stepped(model: &Model, entry: &Entry, first: Option<ShapeId>, language: Language) -> Value {
    let mut body = summed(changes(model, entry), first);
    body["status"] = json!("completed");
    body["message"] = json!(match (entry.undone, language) {
        (true, Language::En) => "Taken back.",
        (true, Language::Zh) => "已撤销。",
        (false, Language::En) => "Done again.",
        (false, Language::Zh) => "已重做。",
    });
    body
}

/// Response where there is no scene, or no step to take.
fn without_scene(call: &Result<Call, Response>, language: Language) -> Response {
    ok(match (call, language) {
        (Ok(Call::Step { .. }), Language::En) => {
            json!({ "status": "completed", "action": "none", "message": "There is nothing to take back or do again here." })
        }
        (Ok(Call::Step { .. }), Language::Zh) => {
            json!({ "status": "completed", "action": "none", "message": "这里没有可以撤销或重做的操作。" })
        }
        _ => json!({ "shapes": [] }),
    })
}

/// A shape as a client draws it: lengths, and points of the world.
fn data(row: &Shape) -> Value {
    let Shape { id, scene: _, created_at: _, updated_at: _, name, geometry, position, rotation, color } = row;
    let corners = Corners::of(row);
    let points: Vec<[f64; 3]> = corners.outline(4).into_iter().map(|point| point.to_array()).collect();
    let measures = match geometry {
        Geometry::Square { side } => json!({ "sideLength": side, "vertices": points }),
        Geometry::Circle { radius } => json!({ "radius": radius, "center": position }),
        Geometry::Triangle { .. } => json!({ "vertices": points }),
    };
    let mut data = json!({
        "id": id,
        "type": geometry.kind().name(),
        "geometry": measures,
        "position": position,
        "rotation": rotation,
        "color": color,
    });
    if !name.is_empty() {
        data["name"] = json!(name);
    }
    data
}

fn listed(row: &Shape) -> Value {
    let mut listed = data(row);
    listed["createdAt"] = json!(row.created_at.to_rfc3339());
    listed
}

/// A value of a query, percent-decoded.
fn query_value(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let value = pairs.find(|(key, _)| *key == name)?.1.replace('+', " ");
    let text = percent_decode_str(&value).decode_utf8().ok()?;
    Some(text.into_owned()).filter(|text| !text.trim().is_empty())
}

/// Whole numbers without a fraction, as clients in JavaScript write them.
fn tidied(value: Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15 => json!(float as i64),
            _ => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(tidied).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, tidied(value))).collect(),
        other => other,
    }
}

fn ok(body: Value) -> Response {
    Response { code: 200, body: tidied(body) }
}

fn problem(code: u16, message: impl Into<String>) -> Response {
    Response { code, body: json!({ "status": "error", "message": message.into() }) }
}

fn bad(message: impl Into<String>) -> Response {
    problem(400, message)
}

fn missing(message: impl Into<String>) -> Response {
    problem(404, message)
}
