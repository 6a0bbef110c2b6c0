//! The assistant without a model: commands are understood by rules and done with the same tools a model has.
//!
//! - L1 It looks before it acts: each command is a call that perceives, a question where several shapes fit, and a call
//!   that acts.
//! - L2 It says what the results say, and where it did not understand it says so, with what it can do.

mod sentences;

use std::collections::BTreeSet;

use glam::DVec3;
use serde_json::{Value, json};

pub use self::sentences::summary;
use self::sentences::{done, left, listed, misfit, not_understood, nothing, too_many};
use super::act;
use super::intent::{Changes, Intent, New, Side, Spot, Target, Which, understand};
use super::label;
use super::outside;
use super::sight::{Filter, Found, RADIUS, Sight};
use super::toolbox::{
    ARRANGE, ASK, BY_ID, CREATE, DELETE, IN_VIEW, LAST_CREATED, LIST, MEASURE, MODIFY, MOST_IDS, NEARBY, SELECT,
    SELECTION, TOOLS, UNDO,
};
use crate::commands::SIZE;
use crate::geometry::round;
use espalier_agent_api::ask::Answer;
use espalier_agent_api::state::State;
use espalier_agent_api::tool::named;
use espalier_base::language::Language;
use espalier_command::schema;
use espalier_command::spec::Text;
use espalier_model::conversation::Part;
use espalier_model::scene::{Geometry, Shape, ShapeId, ShapeType};

/// Things to begin with.
pub const PROMPTS: [Text; 4] = [
    Text::new("Draw a red square with side 5 at (10, 0, 10)", "在(10, 0, 10)画一个边长5的红色正方形"),
    Text::new("Draw three blue circles in a row", "画三个蓝色圆排成一行"),
    Text::new("Make the last circle twice as big", "把最后一个圆放大两倍"),
    Text::new("How many triangles are there?", "有多少个三角形？"),
];

/// The most candidates of a question.
const CANDIDATES: usize = 5;
/// The most shapes that a call names one by one; more are named as all that were found.
const NAMED_IDS: usize = 100;
/// The sides that "next to" may mean, in the order in which they are offered.
const SIDES: [([f64; 3], Text); 4] = [
    ([1.0, 0.0, 0.0], Text::new("To the right", "右边")),
    ([-1.0, 0.0, 0.0], Text::new("To the left", "左边")),
    ([0.0, 1.0, 0.0], Text::new("Above", "上面")),
    ([0.0, 0.0, 1.0], Text::new("In front", "前面")),
];
/// The answer that all candidates are meant.
const ALL: &str = "all";
/// In a scene with more shapes their names count in quotes only.
const NAMED: usize = 2_000;
/// The nearest shape is meant without a question if the second is more than so many times as far away.
const CLEARLY: f64 = 2.0;

/// The next output of the assistant.
#[derive(Debug, Clone, PartialEq)]
pub enum LocalReply {
    /// The answer.
    Text(String),
    /// A call: its id, the tool, the arguments.
    Call(String, &'static str, Value),
}

/// The shapes that a description means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved {
    /// These shapes, beyond doubt.
    Shapes(Vec<ShapeId>),
    /// One of these, the likeliest first.
    OneOf(Vec<ShapeId>),
    /// All of these, if the person says so.
    AllOf(Vec<ShapeId>),
    /// No shape.
    Nothing,
}

impl Resolved {
    fn one_of(ids: Vec<ShapeId>) -> Self {
        match ids.len() {
            0 => Self::Nothing,
            1 => Self::Shapes(ids),
            _ => Self::OneOf(ids),
        }
    }
}

/// A step of the turn: the command of this number in the text.
#[derive(Clone, Copy)]
struct Step<'a> {
    sight: &'a Sight<'a>,
    state: &'a State,
    language: Language,
    number: usize,
}

/// The next output for a command, as the turn stands; `instead` of a model that cannot call tools.
pub fn next(sight: &Sight<'_>, text: &str, state: &State, language: Language, instead: bool) -> LocalReply {
    let intents = match understand(text, &names(sight, state)) {
        Ok(intents) => intents,
        Err(unclear) => return LocalReply::Text(not_understood(&unclear, language, instead)),
    };
    let mut sentences = Vec::new();
    for (index, intent) in intents.iter().enumerate() {
        match (Step { sight, state, language, number: index + 1 }).sentence(intent) {
            Ok(sentence) => sentences.push(sentence),
            Err(LocalReply::Text(text)) => {
                sentences.push(text);
                break;
            }
            Err(call) => return call,
        }
    }
    LocalReply::Text(sentences.join(if language == Language::En { " " } else { "" }))
}

/// The names that a command may use: those of the scene, and those of shapes that this turn found and that may be gone.
fn names(sight: &Sight<'_>, state: &State) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    if sight.world.len() <= NAMED {
        names.extend(sight.world.items().map(|(_, item)| item.row.name.clone()));
    }
    for part in &state.parts {
        let Part::ToolResult { content, .. } = part else { continue };
        let told: Value = serde_json::from_str(content).unwrap_or_default();
        let shapes = told["shapes"].as_array().into_iter().flatten();
        names.extend(shapes.filter_map(|shape| shape["name"].as_str().map(str::to_owned)));
    }
    names.retain(|name| !name.is_empty());
    names
}

impl<'a> Step<'a> {
    /// The sentence on a command that is done, or what comes next for it.
    fn sentence(self, intent: &Intent) -> Result<String, LocalReply> {
        let Self { sight, state, language, number } = self;
        if let Some(result) = state.result(&format!("act-{number}")) {
            let sentence = done(result, language)?;
            return Ok(match intent {
                Intent::Modify(_, Changes { factor: Some(factor), .. }) => {
                    sentence + &said!(language, " Size × {factor}.", "大小×{factor}。")
                }
                _ => sentence,
            });
        }
        Err(match intent {
            Intent::Create(new) => {
                let reach = new.size.map_or(SIZE / 2.0, |size| half(&Geometry::new(new.kind, size)));
                let at = new.spot.as_ref().map(|spot| self.place(spot, reach)).transpose()?;
                self.call(CREATE, create(&New { at: at.or(new.at), ..new.clone() }))
            }
            Intent::Copy(target) => {
                let ids = self.find(target)?;
                let copy = if let [id] = ids.as_slice() { copy(sight, *id) } else { None };
                self.call(CREATE, copy.ok_or_else(|| self.unfit())?)
            }
            Intent::Undo(steps) => self.call(UNDO, json!({ "steps": steps })),
            Intent::Redo(steps) => self.call(UNDO, json!({ "steps": steps, "redo": true })),
            Intent::Count(target) => return self.list(target, true),
            Intent::List(target) => return self.list(target, false),
            Intent::Delete(target) => self.act(DELETE, &self.find(target)?, json!({})),
            Intent::Select(target) => self.act(SELECT, &self.find(target)?, json!({})),
            Intent::Modify(target, changes) => {
                let ids = self.find(target)?;
                let mut changes = settled(sight, changes, &ids).ok_or_else(|| self.unfit())?;
                if let Some(spot) = &changes.spot {
                    let [row] = rows(sight, &ids)[..] else { return Err(self.unfit()) };
                    changes.at = Some(self.place(spot, half(&row.geometry))?);
                }
                self.act(MODIFY, &ids, json!({ "params": params(&changes) }))
            }
            Intent::Arrange(target, figure) => self.arrange(target, figure)?,
            Intent::Measure(targets) => {
                let mut ids = self.find_each(targets)?;
                ids.dedup();
                if ids.len() != 2 {
                    return Err(LocalReply::Text(said!(
                        language,
                        "A distance needs exactly two shapes. Select two, or describe both.",
                        "测量距离需要正好两个图形。请选中两个，或分别说明。"
                    )));
                }
                self.call(MEASURE, json!({ "ids": ids }))
            }
        })
    }

    /// Says which shapes there are, or how many.
    fn list(self, target: &Target, counts: bool) -> Result<String, LocalReply> {
        let mut found = self.look(target)?;
        if !matches!(target.which, Which::Only | Which::All) || target.in_view || !target.filter.not.is_empty() {
            // The call finds more than is asked for.
            let ids = match resolve(self.sight, target) {
                Resolved::Shapes(ids) | Resolved::OneOf(ids) | Resolved::AllOf(ids) => ids,
                Resolved::Nothing => Vec::new(),
            };
            let shapes = ids.into_iter().map(|id| (id, None)).collect();
            found = self.sight.report(&Found { shapes, radius: None }, 0);
        }
        Ok(listed(&found, counts, self.language))
    }

    /// The call that arranges shapes; where there are none, that makes them.
    fn arrange(self, target: &Target, figure: &'static str) -> Result<LocalReply, LocalReply> {
        self.look(target)?;
        if let (Some(kind), Some(count), Resolved::Nothing) =
            (target.filter.kind, target.count.filter(|count| *count > 1), resolve(self.sight, target))
            && target.filter.name.is_none()
        {
            // So many of them in a row, where there are none: they are to be made.
            let Filter { color, .. } = target.filter;
            let figure = Some(figure);
            let new = New { kind, count, at: None, spot: None, size: None, color, name: None, figure };
            return Err(self.call(CREATE, create(&new)));
        }
        let ids = self.find(target)?;
        if ids.len() < 2 {
            return Err(LocalReply::Text(said!(
                self.language,
                "Only one shape fits; there is nothing to arrange.",
                "只找到一个图形，无需排列。"
            )));
        }
        Ok(self.act(ARRANGE, &ids, json!({ "figure": figure })))
    }

    /// The call that acts, or the reason why its numbers cannot be.
    fn call(self, tool: &'static str, arguments: Value) -> LocalReply {
        let params = named(&TOOLS, tool).map_or(&[][..], |tool| tool.params);
        match schema::read_params(params, &arguments) {
            Ok(_) => LocalReply::Call(format!("act-{}", self.number), tool, arguments),
            Err(problem) => LocalReply::Text(misfit(&problem, self.language)),
        }
    }

    /// As [`Self::call`], on shapes: named by their ids, or as all that a call of this turn found or that are selected.
    fn act(self, tool: &'static str, ids: &[ShapeId], mut arguments: Value) -> LocalReply {
        let wanted: BTreeSet<&ShapeId> = ids.iter().collect();
        let is_it = |set: &&&str| {
            let found = act::all_in(self.sight, self.state, set).unwrap_or_default();
            found.len() == ids.len() && found.iter().all(|id| wanted.contains(id))
        };
        let sets = [LIST, IN_VIEW, NEARBY, SELECTION];
        let by_set = ids.len() > NAMED_IDS && tool != ARRANGE;
        let set = if by_set { sets.iter().find(is_it) } else { None };
        match set {
            Some(set) => arguments["allOf"] = json!(set),
            None if ids.len() <= MOST_IDS => arguments["ids"] = json!(ids),
            None => return LocalReply::Text(too_many(ids.len(), self.language)),
        }
        self.call(tool, arguments)
    }

    fn unfit(self) -> LocalReply {
        LocalReply::Text(said!(
            self.language,
            "The shapes don’t fit that. Nothing was changed.",
            "图形与此不符，未作改动。"
        ))
    }

    /// The result of the call that perceives what a description is about; if it was not made yet, it comes next.
    fn look(self, target: &Target) -> Result<Value, LocalReply> {
        let id = format!("look-{}", self.number);
        let Some(result) = self.state.result(&id) else {
            let (tool, arguments) = perception(self.sight, target);
            return Err(LocalReply::Call(id, tool, arguments));
        };
        Ok(serde_json::from_str(result).unwrap_or_default())
    }

    /// The answer to a question; if it was not asked yet, it comes next.
    fn asked(self, id: &str, question: impl FnOnce() -> (String, Vec<Value>)) -> Result<&'a str, LocalReply> {
        let id = format!("{id}-{}", self.number);
        match self.state.call(&id).and_then(|call| call.answers.last()) {
            Some(Answer::Chosen(chosen)) if !chosen.is_empty() => Ok(&chosen[0]),
            Some(_) => Err(LocalReply::Text(left(self.language))),
            None => {
                let (question, options) = question();
                Err(LocalReply::Call(id, ASK, json!({ "question": question, "options": options })))
            }
        }
    }

    /// The shapes of several descriptions.
    fn find_each(self, targets: &[Target]) -> Result<Vec<ShapeId>, LocalReply> {
        let mut ids = Vec::new();
        for (index, target) in targets.iter().enumerate() {
            ids.extend(Self { number: self.number * 100 + index, ..self }.find(target)?);
        }
        Ok(ids)
    }

    /// The shapes of a description, after the call that perceives them and the question where one is needed (L1).
    fn find(self, target: &Target) -> Result<Vec<ShapeId>, LocalReply> {
        let Self { sight, state, language, number } = self;
        // What was chosen counts, though other shapes may fit by now.
        if state.call(&format!("ask-{number}")).is_some_and(|call| !call.answers.is_empty()) {
            let chosen = self.asked("ask", Default::default)?;
            if chosen == ALL
                && let Resolved::AllOf(ids) | Resolved::OneOf(ids) = resolve(sight, target)
            {
                return Ok(ids);
            }
            let chosen = chosen.parse().ok().filter(|id| sight.world.get(*id).is_some());
            let gone = || {
                said!(language, "That shape is gone meanwhile. Nothing was changed.", "这个图形已经不在了，未作改动。")
            };
            return chosen.map(|id| vec![id]).ok_or_else(|| LocalReply::Text(gone()));
        }
        if !matches!(target.which, Which::It | Which::Them | Which::Other | Which::Selected)
            || !mentioned(sight, target).is_empty()
        {
            self.look(target)?;
        }
        for (at, not) in target.filter.not.iter().enumerate() {
            // Where what is to be spared is not there, or not the only one, nobody knows what that leaves.
            match sight.latest(not).shapes.len() {
                0 => {
                    let spared = Target { filter: not.clone(), ..Target::default() };
                    return Err(LocalReply::Text(nothing(sight, &spared, language)));
                }
                2.. if target.spares_one.get(at) == Some(&true) => return Err(self.unfit()),
                _ => {}
            }
        }
        let only = outside::perceived(state, &format!("look-{number}"));
        let sight = &Sight { only: only.as_deref(), ..*sight };
        let (candidates, all) = match resolve(sight, target) {
            Resolved::Shapes(ids) => return Ok(ids),
            Resolved::Nothing => return Err(LocalReply::Text(nothing(sight, target, language))),
            Resolved::OneOf(candidates) => (candidates, target.bare),
            Resolved::AllOf(candidates) => (candidates, true),
        };
        self.asked("ask", || question(sight, target, &candidates, all, language))?;
        Ok(Vec::new())
    }

    /// The point of a place that shapes say, for a shape that reaches so far: beside one with a quarter of its size
    /// between, on the side that was said or is asked for; or in the middle between two.
    fn place(self, spot: &Spot, reach: f64) -> Result<[f64; 3], LocalReply> {
        let ids = self.find_each(&spot.of)?;
        let at = |row: &Shape| DVec3::from_array(row.position);
        match (spot.side, rows(self.sight, &ids).as_slice()) {
            (Side::Between, [one, other]) if one.id != other.id => Ok(((at(one) + at(other)) / 2.0).to_array()),
            (Side::Next(Some(way)), [row]) => {
                let by = DVec3::from_array(way) * (half(&row.geometry) + reach * 1.5);
                Ok((at(row) + by).to_array().map(round))
            }
            (Side::Next(None), [_]) => {
                let chosen = self.asked("side", || {
                    let option = |(at, (_, name)): (usize, &(_, Text))| {
                        json!({ "id": at.to_string(), "label": name.get(self.language) })
                    };
                    let options = SIDES.iter().enumerate().map(option).collect();
                    (said!(self.language, "On which side?", "放在哪一边？"), options)
                })?;
                let side = chosen.parse::<usize>().ok().and_then(|at| SIDES.get(at));
                let (way, _) = side.ok_or_else(|| self.unfit())?;
                self.place(&Spot { side: Side::Next(Some(*way)), of: spot.of.clone() }, reach)
            }
            _ => Err(self.unfit()),
        }
    }
}

/// The question which of the shapes that fit are meant, and its options; `all` where all of them may be.
fn question(
    sight: &Sight<'_>,
    target: &Target,
    candidates: &[ShapeId],
    all: bool,
    language: Language,
) -> (String, Vec<Value>) {
    let options = candidates.iter().take(CANDIDATES).enumerate().filter_map(|(index, id)| {
        let label = label(sight, *id, language)?;
        let is_nearest = index == 0 && matches!(target.which, Which::Near(..));
        let nearest = if is_nearest { Text::new(" – nearest", "（最近）").get(language) } else { "" };
        Some(json!({ "id": id, "label": format!("{}. {label}{nearest}", index + 1) }))
    });
    let mut options: Vec<Value> = options.collect();
    let (count, shown) = (candidates.len(), options.len());
    if all {
        options.push(json!({ "id": ALL, "label": said!(language, "All {count}", "全部{count}个") }));
    }
    let question = match target.which {
        Which::Around(_) => said!(
            language,
            "{count} shapes are near that point. All of them?",
            "该位置附近有{count}个图形。是指全部吗？"
        ),
        Which::All | Which::Them if all => {
            said!(language, "{count} shapes fit. All of them?", "有{count}个图形符合。是指全部吗？")
        }
        _ if count > shown => said!(
            language,
            "{count} shapes fit; these are the first {shown}. Which one?",
            "有{count}个图形符合，以下是前{shown}个。是哪一个？"
        ),
        _ => said!(language, "{count} shapes fit. Which one?", "有{count}个图形符合，是哪一个？"),
    };
    (question, options)
}

/// Changes with what follows from the shapes as they are; `None` where a shape cannot be changed so.
fn settled(sight: &Sight<'_>, changes: &Changes, ids: &[ShapeId]) -> Option<Changes> {
    let rows = rows(sight, ids);
    let kinds = || rows.iter().map(|row| row.geometry.kind());
    let mut changes = changes.clone();
    if changes.property.is_some_and(|wanted| kinds().any(|kind| kind != wanted))
        || (changes.is_side && kinds().any(|kind| kind == ShapeType::Circle))
        || changes.grow.is_some_and(|grow| rows.iter().any(|row| row.geometry.size() + grow < 1e-3))
    {
        return None;
    }
    if let Some((axis, value, sign)) = changes.coordinate {
        let ([row], 0..3) = (rows.as_slice(), axis) else { return None };
        let mut place = row.position;
        // "to the right to 3" from 5 on would go to the left.
        if (value - place[axis]) * sign < 0.0 || changes.by.is_some() || changes.at.is_some() {
            return None;
        }
        place[axis] = value;
        changes.at = Some(place);
    }
    Some(changes)
}

fn rows<'a>(sight: &Sight<'a>, ids: &[ShapeId]) -> Vec<&'a Shape> {
    ids.iter().filter_map(|id| sight.world.get(*id)).map(|item| &*item.row).collect()
}

/// How far a shape reaches from its middle.
fn half(geometry: &Geometry) -> f64 {
    if geometry.kind() == ShapeType::Circle { geometry.size() } else { geometry.size() / 2.0 }
}

/// A call that makes a shape again, beside it where it is free; `None` for a triangle of its own form.
fn copy(sight: &Sight<'_>, id: ShapeId) -> Option<Value> {
    let row = &sight.world.get(id)?.row;
    let (kind, size, reach) = (row.geometry.kind(), row.geometry.size(), half(&row.geometry));
    if let (Geometry::Triangle { vertices }, Geometry::Triangle { vertices: usual }) =
        (&row.geometry, Geometry::new(kind, size))
        && vertices.iter().zip(usual).any(|(one, other)| (0..3).any(|axis| (one[axis] - other[axis]).abs() > 1e-6))
    {
        return None;
    }
    let from = DVec3::from_array(row.position);
    let is_free = |at: &DVec3| {
        let near = sight.world.within(*at, reach * 4.0);
        near.into_iter()
            .filter_map(|slot| sight.world.item(slot))
            .all(|item| DVec3::from_array(item.row.position).distance(*at) >= reach + half(&item.row.geometry) - 1e-9)
    };
    let mut places = (1..=50).map(|step| from + DVec3::X * (reach * 2.5 * f64::from(step)));
    let [x, y, z] = places.find(is_free)?.to_array().map(round);
    let [turn_x, turn_y, turn_z] = row.rotation;
    Some(json!({ "type": kind.name(), "params": {
        "x": x, "y": y, "z": z, "size": size, "color": row.color.to_string(),
        "rotationX": turn_x, "rotationY": turn_y, "rotationZ": turn_z,
    } }))
}

/// The shapes that "it" and its kin may be, the likeliest first.
fn mentioned(sight: &Sight<'_>, target: &Target) -> Vec<ShapeId> {
    let fits = |id: &ShapeId| sight.world.get(*id).is_some_and(|item| target.filter.fits(&item.row));
    let spoken = sight.mentioned.first().map_or(&[][..], Vec::as_slice);
    let all: Vec<ShapeId> = match target.which {
        Which::Selected => sight.selection.to_vec(),
        // What the person selected since may be meant as well, if what was spoken of is still there.
        Which::It if points(sight) && spoken.iter().any(fits) => [spoken, sight.selection].concat(),
        Which::It | Which::Them if sight.mentioned.is_empty() => sight.selection.to_vec(),
        Which::Them if points(sight) && sight.selection.len() > 1 => sight.selection.to_vec(),
        Which::It | Which::Them => spoken.to_vec(),
        Which::Both | Which::Other => sight.mentioned.iter().flatten().copied().collect(),
        _ => Vec::new(),
    };
    let mut seen = BTreeSet::new();
    let ids: Vec<ShapeId> = all.into_iter().filter(|id| fits(id) && seen.insert(*id)).collect();
    if ids.is_empty() && sight.mentioned.is_empty() && matches!(target.which, Which::It) {
        // Nothing was spoken of: any of them may be meant.
        return sight.latest(&target.filter).shapes.into_iter().map(|(id, _)| id).collect();
    }
    ids
}

/// Whether the person selected other shapes than were spoken of: the assistant selects what it makes and changes.
fn points(sight: &Sight<'_>) -> bool {
    let selected: BTreeSet<&ShapeId> = sight.selection.iter().collect();
    let is_it = |group: &Vec<ShapeId>| group.iter().collect::<BTreeSet<_>>() == selected;
    !selected.is_empty() && !sight.mentioned.is_empty() && !sight.mentioned.iter().any(is_it)
}

/// The call that perceives what a description is about.
fn perception(sight: &Sight<'_>, target: &Target) -> (&'static str, Value) {
    let Filter { kind, color, name, not } = &target.filter;
    let kind = kind.map(ShapeType::name);
    // More than one exception is left out of what was found.
    let not = if let [not] = not.as_slice() { not.clone() } else { Filter::default() };
    let excepting = |name: Option<&String>| {
        json!({
            "type": kind, "color": color, "name": name,
            "exceptType": not.kind.map(ShapeType::name), "exceptColor": not.color, "exceptName": not.name,
        })
    };
    let (tool, arguments) = match &target.which {
        Which::Near([x, y, z], _) | Which::Around([x, y, z]) => {
            (NEARBY, json!({ "type": kind, "color": color, "x": x, "y": y, "z": z }))
        }
        Which::Last(before) if target.count.is_none_or(|count| count < 2) => {
            let made = sight.latest(&target.filter).shapes.get(*before).map(|(id, _)| *id);
            match resolve(sight, target) {
                Resolved::Shapes(ids) | Resolved::OneOf(ids) if Some(ids[0]) != made || ids.len() > 1 => {
                    (BY_ID, json!({ "ids": ids }))
                }
                _ => {
                    let offset = (*before > 0).then_some(before);
                    (LAST_CREATED, json!({ "type": kind, "color": color, "offset": offset }))
                }
            }
        }
        Which::It | Which::Them | Which::Other | Which::Selected => {
            let first: Vec<ShapeId> = mentioned(sight, target).into_iter().take(NAMED_IDS).collect();
            (BY_ID, json!({ "ids": first }))
        }
        _ if target.in_view => (IN_VIEW, excepting(None)),
        _ => (LIST, excepting(name.as_ref())),
    };
    (tool, said_only(arguments))
}

/// The shapes that fit, the latest first.
fn fitting(sight: &Sight<'_>, target: &Target) -> Vec<ShapeId> {
    ids(&visible(sight, target, sight.latest(&target.filter)))
}

/// The shapes near a point that fit, with how far away they are.
fn nearby(sight: &Sight<'_>, target: &Target, point: [f64; 3]) -> Vec<(ShapeId, Option<f64>)> {
    visible(sight, target, sight.nearby(DVec3::from_array(point), RADIUS, &target.filter))
}

fn visible(sight: &Sight<'_>, target: &Target, found: Found) -> Vec<(ShapeId, Option<f64>)> {
    found.shapes.into_iter().filter(|(id, _)| !target.in_view || sight.sees(*id)).collect()
}

fn ids(shapes: &[(ShapeId, Option<f64>)]) -> Vec<ShapeId> {
    shapes.iter().map(|(id, _)| *id).collect()
}

/// All of the shapes, where they are as many as were said.
fn counted(target: &Target, ids: Vec<ShapeId>) -> Resolved {
    match target.count {
        _ if ids.is_empty() => Resolved::Nothing,
        Some(count) if count > 1 && ids.len() != count => Resolved::OneOf(ids),
        _ => Resolved::Shapes(ids),
    }
}

/// The shapes that a description means (A2 of the assistant).
pub fn resolve(sight: &Sight<'_>, target: &Target) -> Resolved {
    let fitting = || fitting(sight, target);
    let several = target.count.is_some_and(|count| count > 1);
    match &target.which {
        Which::All => match counted(target, fitting()) {
            Resolved::Shapes(ids) if target.bare && ids.len() > 1 => Resolved::AllOf(ids),
            resolved => resolved,
        },
        Which::Near(point, is_nearest) => near(sight, target, *point, *is_nearest),
        Which::Around(point) => {
            let found = ids(&nearby(sight, target, *point));
            if found.len() > 1 { Resolved::AllOf(found) } else { Resolved::one_of(found) }
        }
        Which::Last(offset) => {
            let found = fitting();
            match target.count {
                // "the last two"
                Some(count) if several => counted(target, found.into_iter().skip(*offset).take(count).collect()),
                _ if sight.only.is_some() => Resolved::one_of(found),
                _ if *offset == 0 => last(sight, &found),
                _ => Resolved::one_of(found.into_iter().skip(*offset).take(1).collect()),
            }
        }
        Which::It => Resolved::one_of(mentioned(sight, target)),
        Which::Selected | Which::Them => match counted(target, mentioned(sight, target)) {
            Resolved::Shapes(ids) if target.which == Which::Them && points(sight) => Resolved::AllOf(ids),
            resolved => resolved,
        },
        Which::Both => both(sight, target),
        Which::Other => other(sight, target),
        Which::Biggest | Which::Smallest | Which::Farthest(_) => most(sight, target),
        Which::Nth(side, number) => nth(sight, target, *side, *number),
        Which::Middle => {
            let mut found = fitting();
            let middle = found.len() / 2;
            if found.len() % 2 == 0 {
                return Resolved::one_of(found);
            }
            Resolved::one_of(in_row(sight, &mut found, [-1.0, 0.0, 0.0], middle))
        }
        Which::Only if several => counted(target, fitting()),
        Which::Only => Resolved::one_of(fitting()),
    }
}

/// The shape nearest to a point, where it is clearly nearer than the others.
fn near(sight: &Sight<'_>, target: &Target, point: [f64; 3], is_nearest: bool) -> Resolved {
    let found = nearby(sight, target, point);
    let (first, second) = (found.first().and_then(|one| one.1), found.get(1).and_then(|two| two.1));
    let clear = match (first, second) {
        (Some(first), Some(second)) => {
            if is_nearest {
                second > first + 1e-9
            } else {
                second > first * CLEARLY && second > first + 1e-9
            }
        }
        _ => true,
    };
    let all = ids(&found);
    if target.count.is_some_and(|count| count > 1) {
        return counted(target, all);
    }
    if clear { Resolved::one_of(all.into_iter().take(1).collect()) } else { Resolved::one_of(all) }
}

/// The two shapes that fit, or that were spoken of.
fn both(sight: &Sight<'_>, target: &Target) -> Resolved {
    let fitting = fitting(sight, target);
    let group = sight.mentioned.first().map_or(0, Vec::len);
    let all = mentioned(sight, target);
    match (fitting.len(), all.len()) {
        (2, _) => Resolved::Shapes(fitting),
        (_, 2) => Resolved::Shapes(all),
        (_, more) if more > 2 && group <= 2 => Resolved::Shapes(all.into_iter().take(2).collect()),
        (0, _) => Resolved::Nothing,
        _ if target.filter == Filter::default() => Resolved::Nothing,
        _ => Resolved::OneOf(fitting),
    }
}

/// The biggest, smallest or farthest shape.
fn most(sight: &Sight<'_>, target: &Target) -> Resolved {
    let score = |id: &ShapeId| {
        let item = sight.world.get(*id)?;
        Some(match &target.which {
            Which::Farthest(way) => item.middle.dot(DVec3::from_array(*way)),
            Which::Smallest => -item.row.geometry.size(),
            _ => item.row.geometry.size(),
        })
    };
    let mut found = fitting(sight, target);
    let most = found.iter().filter_map(score).reduce(f64::max).unwrap_or_default();
    found.retain(|id| score(id).is_some_and(|score| (score - most).abs() < 1e-9));
    Resolved::one_of(found)
}

/// The shape of a number, in the order in which they were made or as they stand from a side on.
fn nth(sight: &Sight<'_>, target: &Target, side: Option<[f64; 3]>, number: usize) -> Resolved {
    let mut found = fitting(sight, target);
    let made =
        if side.is_none() { number.checked_sub(1).and_then(|at| found.iter().rev().nth(at)).copied() } else { None };
    let from = side.unwrap_or([-1.0, 0.0, 0.0]);
    let placed = in_row(sight, &mut found, from, number - 1);
    match (side, made, placed.as_slice()) {
        (None, None, _) => Resolved::Nothing,
        // Where they stand in the order in which they were made, both say the same.
        (None, Some(made), [placed]) if *placed == made => Resolved::Shapes(vec![made]),
        (None, Some(made), _) => {
            Resolved::OneOf([vec![made], placed.into_iter().filter(|id| *id != made).collect()].concat())
        }
        (Some(_), ..) => Resolved::one_of(placed),
    }
}

/// The shape at a place in the row of shapes from a side on; those that are at the same distance, together.
fn in_row(sight: &Sight<'_>, ids: &mut [ShapeId], side: [f64; 3], place: usize) -> Vec<ShapeId> {
    let side = DVec3::from_array(side);
    let far = |id: &ShapeId| sight.world.get(*id).map_or(0.0, |item| item.middle.dot(side));
    ids.sort_by(|one, other| far(other).total_cmp(&far(one)));
    let Some(wanted) = ids.get(place).map(far) else { return Vec::new() };
    ids.iter().filter(|id| (far(id) - wanted).abs() < 1e-9).copied().collect()
}

/// The shape that was made or mentioned last, of those that fit, the latest first. One of two, where the one that was
/// made last was never spoken of: nobody knows whether it was made before the other was mentioned.
fn last(sight: &Sight<'_>, latest: &[ShapeId]) -> Resolved {
    let Some(made) = latest.first() else { return Resolved::Nothing };
    let mut groups = sight.mentioned.iter();
    let spoken = groups.find_map(|group| latest.iter().find(|id| group.contains(id)));
    match spoken {
        Some(spoken) if spoken != made && !sight.mentioned.iter().flatten().any(|id| id == made) => {
            Resolved::OneOf(vec![*spoken, *made])
        }
        spoken => Resolved::Shapes(vec![*spoken.unwrap_or(made)]),
    }
}

/// The shape besides the one that was spoken of last.
fn other(sight: &Sight<'_>, target: &Target) -> Resolved {
    let last = sight.mentioned.first().and_then(|group| group.first()).or_else(|| sight.selection.last()).copied();
    let Some(last) = last else { return Resolved::Nothing };
    let mut filter = target.filter.clone();
    if filter == Filter::default() {
        // "the other one" is of the same type as the one before.
        filter.kind = sight.world.get(last).map(|item| item.row.geometry.kind());
    }
    let found = sight.latest(&filter).shapes.into_iter().map(|(id, _)| id).filter(|id| *id != last);
    let found: Vec<ShapeId> = found.filter(|id| !target.in_view || sight.sees(*id)).collect();
    match found.len() {
        0 => Resolved::Nothing,
        1 => Resolved::Shapes(found),
        _ => Resolved::OneOf(found),
    }
}

fn create(new: &New) -> Value {
    let [x, y, z] = axes(new.at);
    let New { size, color, name, figure, .. } = new;
    let count = (new.count > 1).then_some(new.count);
    let params =
        json!({ "x": x, "y": y, "z": z, "size": size, "color": color, "name": name, "count": count, "figure": figure });
    json!({ "type": new.kind.name(), "params": said_only(params) })
}

fn params(changes: &Changes) -> Value {
    let ([x, y, z], [dx, dy, dz]) = (axes(changes.at), axes(changes.by));
    let Changes { size, grow, factor, rotate, color, name, .. } = changes;
    said_only(json!({
        "x": x, "y": y, "z": z, "dx": dx, "dy": dy, "dz": dz, "size": size, "grow": grow, "factor": factor,
        "rotate": rotate, "color": color, "name": name,
    }))
}

fn axes(point: Option<[f64; 3]>) -> [Option<f64>; 3] {
    point.map_or([None; 3], |point| point.map(Some))
}

/// Arguments without those that are null.
fn said_only(mut arguments: Value) -> Value {
    if let Some(fields) = arguments.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    arguments
}
