//! The form of an entry, in a dialog: what was done, when, and what it belongs to; what is seldom needed is behind "…".
//!
//! - D1 Escape asks before what was typed is given up; a second Escape gives it up.
//! - D2 Where something is in the way, what happens to it is chosen in sight.

use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::actions::merge_label;
use super::line::label_of;
use super::names::Names;
use super::{time_of, use_names};
use crate::kit::{Button, ButtonKind, Field, IconName, Modal, Popover, Select, SelectOption, TextInput, is_composing};
use crate::store::{use_dispatch, use_messages, use_selector, use_store};
use espalier_app::timelog::form::{Doubt, InTheWay, Meant, Typed, in_the_way};
use espalier_app::timelog::{Form, Suggestion, TimeMsg, middle_of, next_of, suggestions};
use espalier_app::{Model, Msg};
use espalier_base::time::Timestamp;
use espalier_command::call::Call;
use espalier_i18n::time::{Form as Words, Time};
use espalier_i18n::{Messages, messages};
use espalier_model::TimeEntryId;
use espalier_model::timelog::Overlap;
use espalier_timelog::commands::{self, DeleteEntries, MergeEntries, SplitEntry};
use espalier_timelog::overlap::{Adjust, Span};

/// The policies with their names in forms.
pub const POLICIES: [(Overlap, &str); 4] =
    [(Overlap::Allow, "allow"), (Overlap::Crop, "crop"), (Overlap::Split, "split"), (Overlap::Forbid, "forbid")];

/// The id of the panel behind "…".
const MORE: &str = "entry-more";

/// The id of the list of categories that are offered.
const CATEGORIES: &str = "entry-categories";

/// The dialog, while a form is open.
#[component]
pub fn EntryDialog() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let form = use_selector(|model| model.timelog.look.form.clone());
    let onclose = dispatch.reform(|()| Msg::Time(TimeMsg::Close));
    let dialog = form.as_ref().as_ref().map(|form| {
        let title = if form.entry.is_some() { words.time.form.edit } else { words.time.form.add };
        html! {
            <Modal {title} test_id="entry-form" {onclose}>
                <EntryForm key={form.entry.map_or_else(|| "new".to_owned(), |id| id.to_string())} form={(**form).clone()} />
            </Modal>
        }
    });
    html! { <div>{ dialog }</div> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct EntryFormProps {
    form: Form,
}

#[component]
fn EntryForm(props: &EntryFormProps) -> Html {
    let words = use_messages();
    let say = &words.time.form;
    let store = use_store();
    let dispatch = use_dispatch();
    let leaving = use_selector(|model| model.timelog.look.leaving);
    let names = use_names();
    let read_only = use_selector(|model| model.read_only.is_some());
    let form = &props.form;
    let edit = {
        let store = store.clone();
        Callback::from(move |change: Box<dyn FnOnce(&mut Form)>| {
            if let Some(mut form) = store.read(|model| model.timelog.look.form.clone()) {
                change(&mut form);
                store.dispatch(Msg::Time(TimeMsg::Typed(form)));
            }
        })
    };
    let save = {
        let store = store.clone();
        Callback::from(move |()| {
            if let Some(form) = store.read(|model| model.timelog.look.form.clone()) {
                store.dispatch(Msg::Time(TimeMsg::Save(form)));
            }
        })
    };
    let onsubmit = save.reform(|event: SubmitEvent| event.prevent_default());
    let onkeydown = on_keys(save, *leaving, dispatch.clone());
    let offered = store.read(|model| {
        let is_new = form.entry.is_none() && form.category.trim().is_empty();
        if is_new { suggestions(model, &form.note) } else { Vec::new() }
    });
    let (start, end, way) = store.read(|model| {
        let way = what_is_in_the_way(model, form, &words.time);
        (doubt(&form.start, model, &words.time), doubt(&form.end, model, &words.time), way)
    });
    let in_sight = way.is_some() || form.overlap.is_some();
    let policy = policy(form, &words.time, &edit);
    let (here, behind) = if in_sight { (Some(policy), None) } else { (None, Some(policy)) };
    let tools = form.entry.map(|entry| html! { <Tools {entry} form={form.clone()} read_only={*read_only} /> });
    let more = html! { <>{ behind }{ tools }</> };
    html! {
            <form class="time-form" {onsubmit} {onkeydown} novalidate=true>
                { note(form, &words.time, &edit) }
                { earlier(&offered, &words.time, &edit) }
                <div class="time-pair">
                    <Moment label={say.start} id="entry-start" typed={form.start.clone()} hint={start} onchange={edit.reform(|typed: Typed| -> Box<dyn FnOnce(&mut Form)> { Box::new(move |form| form.start = typed) })} />
                    <Moment label={say.end} id="entry-end" typed={form.end.clone()} hint={end.or_else(|| Some(say.end_hint.to_owned()))} onchange={edit.reform(|typed: Typed| -> Box<dyn FnOnce(&mut Form)> { Box::new(move |form| form.end = typed) })} />
                </div>
                { content(form, &names, &words.time, &edit) }
                <div aria-live="polite">{ way }</div>
                { here }
                { if *leaving { question(say, &dispatch) } else { ending(form.entry, *read_only, more, words, &dispatch) } }
            </form>
    }
}

/// Handles keys: Ctrl and Enter save, a second Escape gives up what was typed (D1).
fn on_keys(save: Callback<()>, leaving: bool, dispatch: Callback<Msg>) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" if (event.ctrl_key() || event.meta_key()) && !is_composing(&event) => {
            event.prevent_default();
            save.emit(());
        }
        // A key that is held is no second press (D1).
        "Escape" if leaving && !event.repeat() => {
            event.prevent_default();
            dispatch.emit(Msg::Time(TimeMsg::Discard));
        }
        _ => {}
    })
}

/// The question whether to discard the typed values.
fn question(say: &'static Words, dispatch: &Callback<Msg>) -> Html {
    let discard = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::Discard));
    let go_on = dispatch.reform(|_: MouseEvent| Msg::Time(TimeMsg::GoOn));
    html! {
        <div key="leaving" class="time-form-foot" role="alert">
            <span class="time-leaving">{ say.leaving }</span>
            <Button label={say.discard} kind={ButtonKind::Danger} test_id="entry-discard" onclick={discard} />
            <Button label={say.go_on} kind={ButtonKind::Primary} test_id="entry-go-on" onclick={go_on} />
        </div>
    }
}

/// Deleting, what is behind "…", and saving.
fn ending(
    entry: Option<TimeEntryId>,
    read_only: bool,
    more: Html,
    words: &'static Messages,
    dispatch: &Callback<Msg>,
) -> Html {
    let say = &words.time.form;
    let delete = entry.map(|entry| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            // What was typed into the form of an entry goes with it.
            dispatch.emit(Msg::Time(TimeMsg::Discard));
            dispatch.emit(Msg::Time(TimeMsg::Do(DeleteEntries::new(vec![entry]).into())));
        });
        html! { <Button label={say.delete} icon={IconName::Trash} kind={ButtonKind::Danger} test_id="entry-delete" disabled={read_only} {onclick} /> }
    });
    // Enter in a field behind "…" is not meant for the form around it.
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let is_field = event.target_dyn_into::<HtmlElement>().is_some_and(|at| at.tag_name() == "INPUT");
        if event.key() == "Enter" && is_field {
            event.prevent_default();
        }
    });
    html! {
        <div key="saving" class="time-form-foot">
            { delete }
            <span class="time-gap"></span>
            <Popover id={MORE} label={words.shell.more} icon={IconName::More} test_id="entry-more">
                <div class="time-form-tools" {onkeydown}>{ more }</div>
            </Popover>
            <Button label={say.save} kind={ButtonKind::Primary} test_id="entry-save" submit=true disabled={read_only} />
        </div>
    }
}

type Edit = Callback<Box<dyn FnOnce(&mut Form)>>;

/// The callback of a field that changes one part of the form.
fn text_change(edit: &Edit, set: fn(&mut Form, String)) -> Callback<String> {
    edit.reform(move |value: String| -> Box<dyn FnOnce(&mut Form)> { Box::new(move |form| set(form, value)) })
}

fn note(form: &Form, words: &'static Time, edit: &Edit) -> Html {
    let ontype = text_change(edit, |form, text| form.note = text);
    let oninput = ontype.reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    html! {
        <Field label={words.form.note}>
            <textarea rows="2" data-testid="entry-note" data-markdown="stays" value={form.note.clone()} autofocus=true {oninput} />
        </Field>
    }
}

fn content(form: &Form, names: &Names, words: &'static Time, edit: &Edit) -> Html {
    let say = &words.form;
    let offered = names.categories.iter().filter(|row| !row.archived);
    let offered = offered.map(|row| html! { <option key={row.id.to_string()} value={row.name.clone()} /> });
    let goals = names
        .goals
        .iter()
        .map(|row| SelectOption::new(row.id.to_string(), format!("{} ({} – {})", row.name, row.from, row.to)));
    let goals: Vec<SelectOption> = std::iter::once(SelectOption::new("", words.none)).chain(goals).collect();
    let goal = form.goal.map(|id| id.to_string()).unwrap_or_default();
    html! {
        <>
            <div class="time-pair">
                <Field label={say.category} hint={say.category_hint}>
                    <TextInput list={CATEGORIES} verbatim=true test_id="entry-category" value={form.category.clone()} ontype={text_change(edit, |form, text| form.category = text)} />
                </Field>
                <datalist id={CATEGORIES}>{ for offered }</datalist>
                <Field label={say.goal}>
                    <Select test_id="entry-goal" options={goals} value={goal} onchoose={text_change(edit, |form, id| form.goal = id.parse().ok())} />
                </Field>
            </div>
            <Field label={say.tags}>
                <TextInput verbatim=true test_id="entry-tags" value={form.tags.clone()} ontype={text_change(edit, |form, text| form.tags = text)} />
            </Field>
        </>
    }
}

/// Earlier entries that begin like the note, each with one press.
fn earlier(offered: &[Suggestion], words: &Time, edit: &Edit) -> Html {
    if offered.is_empty() {
        return Html::default();
    }
    let one = |(at, found): (usize, &Suggestion)| {
        let (label, found) = (label_of(found), found.clone());
        let onclick = edit.reform(move |_: MouseEvent| -> Box<dyn FnOnce(&mut Form)> {
            let found = found.clone();
            Box::new(move |form| (form.note, form.category) = (found.note, found.category))
        });
        html! { <button key={at} type="button" class="button button-quiet" data-testid="entry-earlier" {onclick}>{ label }</button> }
    };
    html! { <div class="time-readings"><span class="time-say">{ words.quick.earlier }</span>{ for offered.iter().enumerate().map(one) }</div> }
}

fn policy(form: &Form, words: &'static Time, edit: &Edit) -> Html {
    let say = &words.form;
    let known = POLICIES.iter().zip(say.policies).map(|((_, value), name)| SelectOption::new(*value, name));
    let options: Vec<SelectOption> = std::iter::once(SelectOption::new("", say.usual)).chain(known).collect();
    let value = POLICIES.iter().find(|(policy, _)| form.overlap == Some(*policy)).map_or("", |(_, name)| *name);
    let onchoose = text_change(edit, |form, value| {
        form.overlap = POLICIES.iter().find(|(_, name)| *name == value).map(|(policy, _)| *policy);
    });
    html! { <Field label={say.overlap}><Select test_id="entry-overlap" {options} {value} {onchoose} /></Field> }
}

/// A stretch as it is said beside an entry.
fn said(span: Span, model: &Model, words: &Time) -> String {
    let time = |second: i64| time_of(Timestamp(second * 1_000), model.timelog.columns.calendar(), model.time_format());
    format!("{}–{}", time(span.start), span.end.map_or_else(|| words.now.to_owned(), time))
}

fn what_is_in_the_way(model: &Model, form: &Form, words: &Time) -> Option<Html> {
    let calendar = model.timelog.columns.calendar();
    let Some(span) = form.span(calendar) else {
        let both = matches!((form.start.meant(calendar), form.end.meant(calendar)), (Meant::At(..), Meant::At(..)));
        return both.then(|| html! { <p class="time-warning">{ words.form.backwards }</p> });
    };
    let policy = form.overlap.unwrap_or(model.time_choices().overlap);
    warning(model, form.entry, span, policy, words)
}

/// Draws the warning about entries that overlap a span, and what becomes of them.
pub fn warning(model: &Model, entry: Option<TimeEntryId>, span: Span, policy: Overlap, words: &Time) -> Option<Html> {
    let say = &words.form;
    let (list, fits) = in_the_way(model, entry, span, policy);
    if list.is_empty() {
        return None;
    }
    const SHOWN: usize = 6;
    let rows = list
        .iter()
        .take(SHOWN)
        .enumerate()
        .map(|(at, way)| html! { <li key={at}>{ consequence(model, way, words) }</li> });
    Some(html! {
        <div class="time-warning">
            <p>{ if fits { say.in_the_way } else { say.refused } }</p>
            <ul>{ for rows }</ul>
        </div>
    })
}

/// Describes what becomes of an entry that overlaps the new one.
pub fn consequence(model: &Model, way: &InTheWay, words: &Time) -> String {
    let say = &words.form;
    let name = if way.name.is_empty() { words.untitled } else { way.name.as_str() };
    let name = format!("{} ({})", espalier_base::text::truncate(name, 40), said(way.span, model, words));
    match way.adjust {
        None => (say.stays)(&name),
        Some(Adjust::Gone) => (say.goes)(&name),
        Some(Adjust::To(span)) => (say.becomes)(&name, &said(span, model, words)),
        Some(Adjust::Both(one, other)) => {
            (say.becomes_two)(&name, &said(one, model, words), &said(other, model, words))
        }
    }
}

/// Returns the warning about a time: it is invalid, or the clock shows it twice or never.
fn doubt(typed: &Typed, model: &Model, words: &Time) -> Option<String> {
    let calendar = model.timelog.columns.calendar();
    match typed.meant(calendar) {
        Meant::Unclear => Some(words.form.unclear.to_owned()),
        Meant::At(_, Doubt::Twice) => Some(words.form.twice[0].to_owned()),
        Meant::At(at, Doubt::Never) => Some((words.form.never)(&time_of(at, calendar, model.time_format()))),
        _ => None,
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct MomentProps {
    label: &'static str,
    id: &'static str,
    typed: Typed,
    hint: Option<String>,
    onchange: Callback<Typed>,
}

/// A date with a time, and the choice of one of two where the clock shows it twice.
#[component]
fn Moment(props: &MomentProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let ontype = {
        let typed = props.typed.clone();
        props.onchange.reform(move |text: String| typed.with_text(text))
    };
    let onlater = {
        let typed = props.typed.clone();
        props.onchange.reform(move |value: String| typed.with_later(value == "later"))
    };
    let twice =
        store.read(|model| matches!(props.typed.meant(model.timelog.columns.calendar()), Meant::At(_, Doubt::Twice)));
    let say = &words.time.form;
    let choice = twice.then(|| {
        let options = vec![SelectOption::new("first", say.twice[1]), SelectOption::new("later", say.twice[2])];
        let value = if props.typed.later { "later" } else { "first" };
        html! { <Select label={say.twice[0]} test_id={format!("{}-fold", props.id)} {options} {value} onchoose={onlater} /> }
    });
    // Seconds are shown only where there are some.
    let step = if props.typed.text.matches(':').count() > 1 { "1" } else { "60" };
    html! {
        <div>
            <Field label={props.label} hint={props.hint.clone().map(AttrValue::from)}>
                <TextInput kind="datetime-local" {step} test_id={props.id} value={props.typed.text.clone()} {ontype} />
            </Field>
            { choice }
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ToolsProps {
    entry: TimeEntryId,
    /// The form as typed, saved in the same step.
    form: Form,
    read_only: bool,
}

/// Splitting, and merging with the next one. The form closes once that is done.
#[component]
fn Tools(props: &ToolsProps) -> Html {
    let words = use_messages();
    let say = &words.time.form;
    let (store, dispatch) = (use_store(), use_dispatch());
    let entry = props.entry;
    let known = use_selector(move |model| {
        let row = model.timelog.columns.get(entry)?;
        let typed = Typed::of(middle_of(row, model.now), model.timelog.columns.calendar());
        Some((typed, next_of(model, row), merge_label(model, entry, messages(model.language()))))
    });
    let at = use_state_eq(|| None::<Typed>);
    let Some((middle, next, merge_label)) = (*known).clone() else { return html! {} };
    let typed = (*at).clone().unwrap_or(middle);
    let onat = use_callback(at.setter(), |typed: Typed, at| at.set(Some(typed)));
    let (hint, instant) = store.read(|model| {
        let calendar = model.timelog.columns.calendar();
        let instant = if let Meant::At(at, _) = typed.meant(calendar) { Some(at) } else { None };
        (doubt(&typed, model, &words.time), instant)
    });
    let with_form = |call: Call| {
        let save = TimeMsg::SaveAnd(Box::new(props.form.clone()), call);
        dispatch.reform(move |_: MouseEvent| Msg::Time(save.clone()))
    };
    let cannot_split = props.read_only || instant.is_none();
    let split = with_form(SplitEntry::new(entry, commands::Moment(instant.unwrap_or_default())).into());
    let merge = with_form(MergeEntries::new(vec![entry, next.unwrap_or(entry)]).into());
    html! {
        <>
            <div class="time-split">
                <Moment label={say.split_at} id="entry-split-at" {typed} {hint} onchange={onat} />
                <Button label={say.split} icon={IconName::Split} test_id="entry-split" disabled={cannot_split} onclick={split} />
            </div>
            <Button label={merge_label.unwrap_or_else(|| say.merge_next.to_owned())} icon={IconName::Merge} test_id="entry-merge" disabled={props.read_only || next.is_none()} onclick={merge} />
        </>
    }
}
