//! Calls of the assistant that act: planned on a draft, shown before they are done where the person wants that, and
//! done.
//!
//! - W1 What is shown before is the plan of the call: it is worked out again when the person has decided, and only what
//!   was left ticked is done.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::add::free_place;
use super::super::run::{subject, try_run};
use super::super::{SceneMsg, agent};
use super::{STEP, asked_to_delete, deleted_in, found, refuse, tell, with_sight};
use crate::edit::Label;
use crate::room_agent::ToolOutcome;
use crate::{Model, Msg};
use espalier_agent::turn::{Call, CallStatus, State};
use espalier_agent_api::ask::{Answer, Choice, Question, QuestionKind};
use espalier_agent_api::tool::{Arguments, Reply, ToolRun};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_command::history::Document;
use espalier_command::transaction::Applied;
use espalier_model::MessageKey;
use espalier_model::change::ChangeSet;
use espalier_model::scene::{SceneId, Shape, ShapeId, ShapeKey};
use espalier_model::settings::{SceneReview, Slug};
use espalier_scene::agent::sight::{self, MOST, Sight};
use espalier_scene::agent::toolbox::{ARRANGE, CREATE, DELETE, MODIFY, SELECT, UNDO, ids_of};
use espalier_scene::agent::{act, label_of};
use espalier_scene::geometry::Corners;

/// The most shapes that are asked about one by one; more are asked about as a whole.
const TICKED: usize = 20;
/// The most shapes that are previewed.
const GHOSTS: usize = 50;

/// Preview of a shape after a change that the assistant asks about.
#[derive(Debug, Clone, PartialEq)]
pub struct Ghost {
    /// The kind of change.
    pub change: Change,
    /// Corners after the change; for a deletion, the present ones.
    pub corners: Corners,
}

/// Kind of change of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Added.
    Added,
    /// Changed or moved.
    Changed,
    /// Deleted.
    Removed,
}

impl Change {
    fn of(tool: &str) -> Option<Self> {
        match tool {
            CREATE => Some(Self::Added),
            MODIFY | ARRANGE => Some(Self::Changed),
            DELETE => Some(Self::Removed),
            _ => None,
        }
    }

    /// Name for scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Removed => "removed",
        }
    }
}

/// Plan of a call, worked out on a draft.
struct Plan {
    touched: Vec<ShapeId>,
    /// The first of the shapes, as they would be.
    rows: Vec<Shape>,
    subject: String,
    changes: ChangeSet,
}

/// Runs a call that changes shapes.
pub(super) fn write(model: &Model, env: &mut Env, answer: MessageKey, run: &ToolRun, state: &State) -> ToolOutcome {
    let language = model.language();
    let seen = with_sight(model, answer.session, Some(answer), Some(state), |scene, sight| {
        let found = found(sight, state);
        let ids = act::targets(sight, state, &found, &run.arguments)?;
        let deletes = run.name == DELETE;
        let question = deletes.then(|| deletion_question(model, answer, run, state, sight, &found)).flatten();
        Ok::<_, String>((scene, ids, question))
    });
    let (scene, mut ids, question) = match seen {
        Some(Ok(seen)) => seen,
        Some(Err(why)) => return refuse(why),
        None => return refuse("The scene is not open."),
    };
    let change = Change::of(&run.name);
    let reviews = change.is_some_and(|change| reviews(model, change));
    let mut chosen = None;
    let is_for_all = |answer: &&Answer| matches!(answer, Answer::Confirmed(_) | Answer::Cancelled);
    let earlier = || deletions(state, run).find_map(|call| call.answers.first().filter(is_for_all));
    let earlier = if reviews { None } else { earlier() };
    match (question, run.answers.first().or(earlier)) {
        (_, Some(Answer::Chosen(options))) => chosen = Some(options.as_slice()),
        (_, Some(Answer::Confirmed(true))) => {}
        (_, Some(_)) => return refuse("Not done: the user does not want it."),
        (Some(question), None) if !reviews => return ToolOutcome::only(Ok(Reply::Ask(question))),
        (_, None) => {}
    }
    if let Some(chosen) = chosen.filter(|_| run.name != CREATE) {
        ids.retain(|id| chosen.contains(&id.to_string()));
    }
    let told = |ids: &[ShapeId]| -> Vec<Value> {
        let rows = ids.iter().take(MOST).filter_map(|id| model.workspace.get::<Shape>(&ShapeKey { scene, id: *id }));
        rows.map(|row| sight::describe(row, None)).collect()
    };
    if run.name == SELECT {
        let ran = tell(model, json!({ "done": "selected", "total": ids.len(), "shapes": told(&ids) }));
        return ToolOutcome { then: Some(Msg::Scene(SceneMsg::Select(scene, ids))), ..ran };
    }
    if run.name == UNDO {
        return take_back(model, scene, run);
    }
    let planned = plan(model, env, scene, &run.name, &run.arguments, &ids, chosen);
    let Plan { touched, rows, subject, changes } = match planned {
        Ok(plan) => plan,
        Err(why) => return refuse(why),
    };
    if changes.is_empty() {
        return tell(model, json!({ "done": "unchanged", "total": ids.len(), "shapes": told(&ids) }));
    }
    if let Some(change) = change.filter(|_| reviews && run.answers.is_empty()) {
        return ToolOutcome::only(Ok(Reply::Ask(review(change, &touched, &rows, language))));
    }
    let deletes = run.name == DELETE;
    let as_it_is = || rows.iter().take(MOST).map(|row| sight::describe(row, None)).collect();
    let shapes: Vec<Value> = if deletes { told(&ids) } else { as_it_is() };
    let ran = tell(model, json!({ "done": done(&run.name), "total": touched.len(), "shapes": shapes }));
    let label = Label { document: Document::of(scene), command: STEP, subject };
    let then = (!deletes).then_some(Msg::Scene(SceneMsg::Select(scene, touched)));
    ToolOutcome { changes: Some((label, changes)), then, ..ran }
}

/// The effect of a call, in one word.
fn done(tool: &str) -> &'static str {
    match tool {
        CREATE => "created",
        DELETE => "deleted",
        ARRANGE => "arranged",
        _ => "modified",
    }
}

/// Asks about all deletions of a step that are still to come at once.
fn deletion_question(
    model: &Model,
    answer: MessageKey,
    run: &ToolRun,
    state: &State,
    sight: &Sight<'_>,
    found: &BTreeSet<ShapeId>,
) -> Option<Question> {
    let builtin = Slug::new(espalier_llm::provider::BUILTIN);
    let before = model.turn_states(answer).map(deleted_in).sum();
    let by_model = model.message(answer).is_some_and(|row| row.provenance.provider.as_ref() != Some(&builtin));
    let wanted = !by_model || asked_to_delete(model, answer);
    let calls = deletions(state, run).filter(|call| call.status == CallStatus::Open);
    let all = calls.filter_map(|call| act::targets(sight, state, found, &call.arguments).ok()).flatten();
    let mut seen = BTreeSet::new();
    let all: Vec<ShapeId> = all.filter(|id| seen.insert(*id)).collect();
    act::question(sight, &all, before, wanted, model.language())
}

/// The deletions of the step that a deletion belongs to: the first one that asks, asks for all that come after it.
fn deletions<'a>(state: &'a State, run: &'a ToolRun) -> impl Iterator<Item = &'a Call> {
    let step = state.call(&run.call_id).map(|call| call.step);
    let deletes = run.name == DELETE;
    state.calls.iter().filter(move |call| deletes && call.valid && call.name == DELETE && Some(call.step) == step)
}

/// Works out a call on a draft; of new shapes only those that were `chosen` by their numbers.
fn plan(
    model: &Model,
    env: &mut Env,
    scene: SceneId,
    tool: &str,
    arguments: &Arguments,
    ids: &[ShapeId],
    chosen: Option<&[String]>,
) -> Result<Plan, String> {
    let mut arguments = arguments.clone();
    let creates = tool == CREATE;
    if creates {
        let target = model.scenes.looks.get(&scene).map(|look| look.camera.target).unwrap_or_default();
        let free = model.world(scene).map(|world| free_place(world, target)).unwrap_or_default();
        place(&mut arguments, free.to_array());
    }
    let mut operations = act::operations(tool, &arguments, ids, |id| {
        model.workspace.get::<Shape>(&ShapeKey { scene, id }).map(|row| &**row)
    })?;
    if let Some(chosen) = chosen.filter(|_| creates) {
        let mut number = 0;
        operations.retain(|_| {
            number += 1;
            chosen.contains(&number.to_string())
        });
    }
    let subject = subject(model, scene, &operations.first().map(|first| first.params.clone()).unwrap_or_default());
    let ran = try_run(model, env, scene, &operations, |draft, applied| {
        let touched = if creates { made(applied) } else { ids.to_vec() };
        let row = |id: &ShapeId| {
            let key = ShapeKey { scene, id: *id };
            let row = draft.get::<Shape>(&key).map(|row| Shape::clone(&row));
            row.or_else(|| model.workspace.get::<Shape>(&key).map(|row| Shape::clone(row)))
        };
        let rows = touched.iter().take(GHOSTS).filter_map(row).collect();
        (touched, rows)
    });
    let (_, (touched, rows), changes) = ran.map_err(|reason| reason.text(model.language()))?;
    Ok(Plan { touched, rows, subject, changes })
}

/// Whether a change is shown before it is made.
fn reviews(model: &Model, change: Change) -> bool {
    match model.preferences().scene_review {
        SceneReview::Always => true,
        SceneReview::Deletions => change == Change::Removed,
        SceneReview::Never => false,
    }
}

/// The question which changes of a call are to be made. Deletions are not ticked beforehand.
fn review(change: Change, touched: &[ShapeId], rows: &[Shape], language: Language) -> Question {
    let count = touched.len();
    let prompt = match (change, language) {
        (Change::Added, Language::En) if count == 1 => "Make this shape?".to_owned(),
        (Change::Added, Language::En) => format!("Make these {count} shapes?"),
        (Change::Added, Language::Zh) => format!("创建这{count}个图形？"),
        (Change::Changed, Language::En) if count == 1 => "Change this shape?".to_owned(),
        (Change::Changed, Language::En) => format!("Change these {count} shapes?"),
        (Change::Changed, Language::Zh) => format!("修改这{count}个图形？"),
        (Change::Removed, Language::En) if count == 1 => "Delete this shape?".to_owned(),
        (Change::Removed, Language::En) => format!("Delete these {count} shapes?"),
        (Change::Removed, Language::Zh) => format!("删除这{count}个图形？"),
    };
    if count > TICKED {
        return Question { prompt, kind: QuestionKind::Confirm, options: Vec::new(), other: false, skip: false };
    }
    let choice = |(index, row): (usize, &Shape)| Choice {
        id: if change == Change::Added { (index + 1).to_string() } else { row.id.to_string() },
        label: label_of(&sight::describe(row, None), language),
        detail: String::new(),
    };
    let options = rows.iter().enumerate().map(choice).collect();
    let kind = QuestionKind::Review { ticked: change != Change::Removed };
    Question { prompt, kind, options, other: false, skip: false }
}

fn made(applied: &Applied) -> Vec<ShapeId> {
    let ids = applied.outcomes.iter().flat_map(|(_, outcome)| &outcome.made);
    ids.map(|id| ShapeId::from_uuid(*id)).collect()
}

/// Sets a position for a new shape, if the call has none.
fn place(arguments: &mut Arguments, [x, y, z]: [f64; 3]) {
    let params = arguments.entry("params").or_insert_with(|| json!({}));
    let Some(params) = params.as_object_mut() else { return };
    let said = ["x", "y", "z"].iter().any(|axis| params.get(*axis).is_some_and(|value| !value.is_null()));
    if !said {
        for (name, value) in [("x", x), ("y", y), ("z", z)] {
            params.insert(name.to_owned(), json!(value));
        }
    }
}

/// Undoes steps of the scene, or redoes them, once the result is stored.
fn take_back(model: &Model, scene: SceneId, run: &ToolRun) -> ToolOutcome {
    let redo = run.arguments.get("redo").and_then(Value::as_bool).unwrap_or(false);
    let steps = run.arguments.get("steps").and_then(Value::as_u64).unwrap_or(1).clamp(1, 20) as usize;
    let scope = [Document::of(scene)];
    let there = if redo { model.history.next_redo(&scope) } else { model.history.next_undo(&scope) }.is_some();
    if !there {
        return tell(model, json!({ "done": "nothing" }));
    }
    let ran = tell(model, json!({ "done": if redo { "redone" } else { "undone" }, "steps": steps }));
    ToolOutcome { then: Some(Msg::Scene(SceneMsg::TakeBack(scene, steps, redo))), ..ran }
}

/// Pending confirmations of changes in a scene: their answer and their calls.
pub fn reviewing(model: &Model, scene: SceneId) -> Vec<(MessageKey, String)> {
    let session = agent::session_of(scene);
    let Some(id) = model.view(session).and_then(|view| view.path.last().copied()) else { return Vec::new() };
    let at = MessageKey { session, id };
    let asks = |kind| matches!(kind, QuestionKind::Review { .. } | QuestionKind::Confirm);
    let open = model.questions(at).into_iter().filter(|open| asks(open.question.kind));
    open.map(|open| (at, open.call_id)).collect()
}

/// Previews of the shapes that the open questions are about.
pub fn ghosts(model: &Model, scene: SceneId) -> Vec<Ghost> {
    // The ids of shapes that would be made are of no account.
    let mut env = Env::deterministic(model.now, 1);
    let mut all = Vec::new();
    for (at, name) in reviewing(model, scene) {
        let Some(call) = model.call(at, &name) else { continue };
        let Some(change) = Change::of(&call.name) else { continue };
        let ids: BTreeSet<ShapeId> = ids_of(&call.arguments).into_iter().filter_map(|id| id.parse().ok()).collect();
        let is_there = |id: &ShapeId| model.workspace.get::<Shape>(&ShapeKey { scene, id: *id }).is_some();
        let ids: Vec<ShapeId> = ids.into_iter().filter(is_there).collect();
        let Ok(plan) = plan(model, &mut env, scene, &call.name, &call.arguments, &ids, None) else { continue };
        all.extend(plan.rows.iter().map(|row| Ghost { change, corners: Corners::of(row) }));
    }
    all.truncate(GHOSTS);
    all
}
