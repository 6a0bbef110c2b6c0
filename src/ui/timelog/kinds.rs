//! Categories and goals: what there is, how far goals have got, and all that can be changed about them.
//!
//! Must not be in here: sums, what a command does.

use std::rc::Rc;

use serde_json::{Value, json};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::names::Hue;
use super::use_names;
use crate::app::timelog::{Removal, TimeMsg};
use crate::app::{Model, Msg};
use crate::feature::timelog::insight::{Progress, progress};
use crate::i18n::time::Time;
use crate::model::mindmap::Color;
use crate::model::{Goal, TimeCategory};
use crate::ui::kit::{Button, ButtonKind, Field, IconButton, IconName};
use crate::ui::store::{use_dispatch, use_messages, use_selector, use_store};

/// The value of an input of a form, by its name.
fn value_of(form: &web_sys::Element, name: &str) -> String {
    use wasm_bindgen::JsCast as _;
    let found = form.query_selector(&format!("[name={name}]")).ok().flatten();
    let text = |element: web_sys::Element| match element.dyn_into::<HtmlInputElement>() {
        Ok(input) => input.value(),
        Err(other) => other.dyn_into::<HtmlSelectElement>().map(|select| select.value()).unwrap_or_default(),
    };
    found.map(text).unwrap_or_default().trim().to_owned()
}

/// A form of a few fields; what is typed belongs to the browser until it is sent.
fn on_submit(send: impl Fn(&web_sys::Element) + 'static) -> Callback<SubmitEvent> {
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        send(&event.target_unchecked_into::<web_sys::Element>());
    })
}

/// The categories.
#[component]
pub fn Categories() -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let dispatch = use_dispatch();
    let names = use_names();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let onsubmit = on_submit(move |form| {
        use wasm_bindgen::JsCast as _;
        let name = value_of(form, "name");
        dispatch.emit(Msg::Time(TimeMsg::Do("category.create", json!({ "name": name }))));
        if let Some(form) = form.dyn_ref::<web_sys::HtmlElement>()
            && let Ok(Some(field)) = form.query_selector("[name=name]")
            && let Ok(field) = field.dyn_into::<HtmlInputElement>()
        {
            field.set_value("");
        }
    });
    let count = names.categories.len();
    let item = |archived: bool| {
        let rows = names.categories.iter().enumerate().filter(move |(_, row)| row.archived == archived);
        rows.map(move |(place, row)| html! { <CategoryItem key={row.id.to_string()} row={row.clone()} {place} {count} read_only={read_only} /> })
    };
    let archived = names.categories.iter().filter(|row| row.archived).count();
    html! {
        <section class="time-card" aria-label={say.categories}>
            <div class="time-bar"><h2>{ say.categories }</h2></div>
            <form class="time-add" {onsubmit}>
                <input name="name" type="text" autocomplete="off" data-testid="category-name" aria-label={say.new_category} placeholder={say.new_category} disabled={read_only} />
                <Button label={words.time.form.save} icon={IconName::New} test_id="category-add" submit=true disabled={read_only} />
            </form>
            <p class="time-note" hidden={count > 0}>{ say.no_categories }</p>
            <ul class="time-kinds">{ for item(false) }</ul>
            <details hidden={archived == 0}><summary>{ say.archived }</summary><ul class="time-kinds">{ for item(true) }</ul></details>
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CategoryProps {
    row: Rc<TimeCategory>,
    place: usize,
    count: usize,
    read_only: bool,
}

#[component]
fn CategoryItem(props: &CategoryProps) -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let dispatch = use_dispatch();
    let open = use_state_eq(|| false);
    let row = &props.row;
    let id = row.id;
    let run = |command: &'static str, params: Value| {
        dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Do(command, params.clone())))
    };
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let place = props.place;
    let up = run("category.move", json!({ "categoryId": id, "position": place.saturating_sub(1) }));
    let down = run("category.move", json!({ "categoryId": id, "position": place + 1 }));
    let (word, command) =
        if row.archived { (say.restore, "category.restore") } else { (say.archive, "category.archive") };
    let archive = run(command, json!({ "categoryId": id }));
    let hue = Hue { own: row.color, ..Hue::at(place) };
    let form = open.then(|| html! { <CategoryForm row={row.clone()} close={open.setter()} /> });
    html! {
        <li data-testid="category-item" data-id={id.to_string()} data-name={row.name.clone()}>
            <div class="time-kind">
                { hue.dot() }
                <span class="time-what">{ row.name.clone() }</span>
                <IconButton icon={IconName::ChevronUp} label={say.up} disabled={props.read_only || place == 0} onclick={up} />
                <IconButton icon={IconName::ChevronDown} label={say.down} disabled={props.read_only || place + 1 >= props.count} onclick={down} />
                <IconButton icon={if row.archived { IconName::Eye } else { IconName::EyeOff }} label={word} test_id="category-archive" disabled={props.read_only} onclick={archive} />
                <IconButton icon={IconName::Edit} label={format!("{} {}", say.edit, row.name)} test_id="category-edit" expanded={Some(*open)} disabled={props.read_only} onclick={toggle} />
            </div>
            <div>{ form }</div>
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CategoryFormProps {
    row: Rc<TimeCategory>,
    close: UseStateSetter<bool>,
}

/// Name, colour, other names; merging and deleting.
#[component]
fn CategoryForm(props: &CategoryFormProps) -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let dispatch = use_dispatch();
    let names = use_names();
    let (row, close) = (props.row.clone(), props.close.clone());
    let id = row.id;
    let other = use_state_eq(String::new);
    let onsubmit = {
        let (dispatch, row) = (dispatch.clone(), row.clone());
        on_submit(move |form| {
            let steps = changes(&row, form);
            if let Some(&(name, _)) = steps.first() {
                dispatch.emit(Msg::Time(TimeMsg::DoAll(name, steps)));
            }
            close.set(false);
        })
    };
    let onother = use_callback(other.setter(), |event: Event, other| {
        other.set(event.target_unchecked_into::<HtmlSelectElement>().value());
    });
    let to = other.parse().ok();
    let merge = dispatch
        .reform(move |_: MouseEvent| Msg::Time(TimeMsg::Do("category.merge", json!({ "categoryId": id, "into": to }))));
    let delete = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Remove(Removal::Category(id, to))));
    let others = names.categories.iter().filter(|other| other.id != id);
    let others = others
        .map(|row| html! { <option key={row.id.to_string()} value={row.id.to_string()}>{ row.name.clone() }</option> });
    let colour = row.color.map(|color| color.to_string());
    html! {
        <form class="time-form" {onsubmit}>
            <Field label={say.name}><input name="name" type="text" value={row.name.clone()} /></Field>
            <div class="time-pair">
                <Field label={say.colour}><input name="colour" type="color" class="time-colour" value={colour.clone().unwrap_or_else(|| PLAIN.to_string())} /></Field>
                <Field label={say.own_colour} inline=true><input name="own" type="checkbox" checked={colour.is_none()} /></Field>
            </div>
            <Field label={say.aliases}><input name="aliases" type="text" value={row.aliases.join(", ")} /></Field>
            <div class="dialog-actions"><Button label={say.save} kind={ButtonKind::Primary} test_id="category-save" submit=true /></div>
            <div class="time-split">
                <Field label={say.reassign}>
                    <select data-testid="category-other" onchange={onother}><option value="" selected=true>{ words.time.none }</option>{ for others }</select>
                </Field>
                <Button label={say.merge_into} test_id="category-merge" disabled={to.is_none()} onclick={merge} />
                <Button label={say.delete} kind={ButtonKind::Danger} test_id="category-delete" onclick={delete} />
            </div>
        </form>
    }
}

/// The colour that the field of a category without one begins with.
const PLAIN: Color = Color { rgb: [0x3b, 0x5b, 0xb5] };

/// What the form of a category changes.
fn changes(row: &TimeCategory, form: &web_sys::Element) -> Vec<(&'static str, Value)> {
    let id = row.id;
    let (name, aliases) = (value_of(form, "name"), value_of(form, "aliases"));
    let own = form.query_selector("[name=own]:checked").ok().flatten().is_some();
    let colour: Option<Color> = value_of(form, "colour").parse().ok().filter(|_| !own);
    let list: Vec<&str> = aliases.split([',', '，', '、']).map(str::trim).filter(|alias| !alias.is_empty()).collect();
    let mut steps = Vec::new();
    if name != row.name {
        steps.push(("category.rename", json!({ "categoryId": id, "name": name })));
    }
    if colour != row.color {
        steps.push(("category.recolour", json!({ "categoryId": id, "color": colour })));
    }
    if list != row.aliases {
        steps.push(("category.setAliases", json!({ "categoryId": id, "aliases": list })));
    }
    steps
}

/// The goals.
#[component]
pub fn Goals() -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let names = use_names();
    let read_only = use_selector(|model| model.read_only.is_some());
    let adding = use_state_eq(|| false);
    let toggle = {
        let adding = adding.clone();
        Callback::from(move |_: MouseEvent| adding.set(!*adding))
    };
    let form = adding.then(|| html! { <GoalForm row={None::<Rc<Goal>>} close={adding.setter()} /> });
    let items = names
        .goals
        .iter()
        .map(|row| html! { <GoalItem key={row.id.to_string()} row={row.clone()} read_only={*read_only} /> });
    html! {
        <section class="time-card" aria-label={say.goals}>
            <div class="time-bar">
                <h2>{ say.goals }</h2><span class="time-gap"></span>
                <Button label={say.new_goal} icon={IconName::New} test_id="goal-add" disabled={*read_only} onclick={toggle} />
            </div>
            <div>{ form }</div>
            <p class="time-note" hidden={!names.goals.is_empty()}>{ say.no_goals }</p>
            <ul class="time-kinds">{ for items }</ul>
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct GoalProps {
    row: Rc<Goal>,
    read_only: bool,
}

#[component]
fn GoalItem(props: &GoalProps) -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let dispatch = use_dispatch();
    let store = use_store();
    let open = use_state_eq(|| false);
    let row = props.row.clone();
    let key = use_selector(|model: &Model| (model.time_key(), model.today()));
    let done = use_memo((*key, row.clone()), move |(_, row)| {
        store.read(|model| progress(&model.timelog.columns, row, model.now))
    });
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let id = row.id;
    let delete = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Remove(Removal::Goal(id))));
    let form = open.then(|| html! { <GoalForm row={Some(row.clone())} close={open.setter()} /> });
    html! {
        <li
            data-testid="goal-item" data-id={id.to_string()} data-name={row.name.clone()}
            data-seconds={done.seconds.to_string()} data-target={row.target_secs.map(|secs| secs.to_string())}
        >
            <div class="time-kind">
                <span class="time-what">{ row.name.clone() }</span>
                <span class="time-dates">{ format!("{} – {}", words.time.short_day(row.from), words.time.day(row.to)) }</span>
                <IconButton icon={IconName::Edit} label={format!("{} {}", say.edit, row.name)} test_id="goal-edit" expanded={Some(*open)} disabled={props.read_only} onclick={toggle} />
                <IconButton icon={IconName::Trash} label={format!("{} {}", say.delete, row.name)} test_id="goal-delete" disabled={props.read_only} onclick={delete} />
            </div>
            { how_far(&done, &words.time) }
            <div>{ form }</div>
        </li>
    }
}

/// A bar with what is done, a mark for where an even pace would be, and both in words.
fn how_far(done: &Progress, words: &Time) -> Html {
    let say = &words.kinds;
    let Some(target) = done.target_secs else {
        return html! { <p class="time-pace">{ words.length(done.seconds) }</p> };
    };
    let part = |seconds: i64| (seconds as f64 / target as f64).clamp(0.0, 1.0) * 100.0;
    let percent = (done.seconds as f64 / target as f64 * 100.0).round() as i64;
    let expected = done.expected_secs.unwrap_or_default();
    let behind = expected - done.seconds;
    let pace = if behind > 0 { (say.behind)(&words.length(behind)) } else { (say.ahead)(&words.length(-behind)) };
    let needed = done.needed_per_day_secs.filter(|secs| *secs > 0).map(|secs| (say.needed)(&words.length(secs)));
    let reached = done.reached_on.map(|day| (say.reached)(&words.day(day)));
    let all = [
        Some((say.progress)(&words.length(done.seconds), &words.length(target), percent)),
        Some(pace),
        needed,
        reached,
    ];
    let text = all.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let class = if behind > 0 { "time-bar-done time-late" } else { "time-bar-done" };
    html! {
        <>
            <svg class="time-progress" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect class="time-bar-all" width="100" height="4" rx="2" />
                <rect {class} width={format!("{:.1}", part(done.seconds))} height="4" rx="2" />
                <rect class="time-bar-mark" x={format!("{:.1}", (part(expected) - 0.4).max(0.0))} width="0.8" height="4" />
            </svg>
            <p class="time-pace">{ text }</p>
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct GoalFormProps {
    row: Option<Rc<Goal>>,
    close: UseStateSetter<bool>,
}

#[component]
fn GoalForm(props: &GoalFormProps) -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let dispatch = use_dispatch();
    let names = use_names();
    let (row, close) = (props.row.clone(), props.close.clone());
    let today = use_selector(Model::today);
    let onsubmit = {
        let row = row.clone();
        on_submit(move |form| {
            dispatch.emit(Msg::Time(goal_step(row.as_deref(), form)));
            close.set(false);
        })
    };
    let known = |read: fn(&Goal) -> String| row.as_deref().map(read);
    let hours = row.as_deref().and_then(|row| row.target_secs).map(|secs| format!("{}", secs as f64 / 3_600.0));
    let from = known(|row| row.from.to_string()).unwrap_or_else(|| today.to_string());
    let to = known(|row| row.to.to_string()).unwrap_or_else(|| today.plus_days(29).to_string());
    let category = row.as_deref().and_then(|row| row.category);
    let options = names.categories.iter().map(|row| {
        html! { <option key={row.id.to_string()} value={row.id.to_string()} selected={category == Some(row.id)}>{ row.name.clone() }</option> }
    });
    html! {
        <form class="time-form" {onsubmit}>
            <Field label={say.name}><input name="name" type="text" required=true data-testid="goal-name" value={known(|row| row.name.clone())} /></Field>
            <div class="time-pair">
                <Field label={words.time.from}><input name="from" type="date" data-testid="goal-from" value={from} /></Field>
                <Field label={words.time.to}><input name="to" type="date" data-testid="goal-to" value={to} /></Field>
                <Field label={say.target}><input name="hours" type="number" min="0" step="any" data-testid="goal-hours" value={hours} /></Field>
                <Field label={words.time.form.category}>
                    <select name="category"><option value="" selected={category.is_none()}>{ words.time.none }</option>{ for options }</select>
                </Field>
            </div>
            <div class="dialog-actions"><Button label={say.save} kind={ButtonKind::Primary} test_id="goal-save" submit=true /></div>
        </form>
    }
}

fn goal_step(row: Option<&Goal>, form: &web_sys::Element) -> TimeMsg {
    let minutes = value_of(form, "hours").parse::<f64>().ok().map(|hours| (hours * 60.0).round() as i64);
    let category = Some(value_of(form, "category")).filter(|id| !id.is_empty());
    let mut params = json!({
        "name": value_of(form, "name"), "from": value_of(form, "from"), "to": value_of(form, "to"),
        "targetMinutes": minutes.filter(|minutes| *minutes > 0), "category": category,
    });
    let Some(row) = row else { return TimeMsg::Do("goal.create", params) };
    let cleared = [("target", minutes.is_none_or(|minutes| minutes <= 0)), ("category", category.is_none())];
    let clear: Vec<&str> = cleared.iter().filter(|(_, gone)| *gone).map(|(name, _)| *name).collect();
    params["goalId"] = json!(row.id);
    params["clear"] = json!(clear);
    TimeMsg::Do("goal.edit", params)
}
