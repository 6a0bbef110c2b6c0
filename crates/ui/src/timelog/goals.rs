//! Goals: what there is, how far they have got, and all that can be changed about them.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{took, use_names};
use crate::course::CourseLink;
use crate::kit::dom::{focus, use_layout_effect};
use crate::kit::{Button, ButtonKind, Field, IconButton, IconName, Select, SelectOption, TextInput, is_composing};
use crate::store::{use_dispatch, use_kept_form, use_messages, use_selector, use_store};
use espalier_app::timelog::{Removal, TimeMsg, new_goal_days};
use espalier_app::{Model, Msg};
use espalier_base::date::LocalDate;
use espalier_i18n::time::Time;
use espalier_model::{Goal, TimeCategoryId};
use espalier_timelog::commands::{CreateGoal, EditGoal};
use espalier_timelog::insight::{Progress, progress};

/// The list of goals with their progress.
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
    let id = row.id;
    let key = use_selector(move |model: &Model| {
        // A second that passes counts for the goal of what runs alone.
        let runs = model.timelog.columns.running().iter().any(|entry| entry.goal == Some(id));
        let second = if runs { model.now.0.div_euclid(1_000) } else { 0 };
        (model.timelog.version, model.today(), second)
    });
    let done = use_memo((*key, row.clone()), move |(_, row)| {
        store.read(|model| progress(&model.timelog.columns, row, model.now))
    });
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let delete = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Remove(Removal::Goal(id))));
    let form = open.then(|| html! { <GoalForm row={Some(row.clone())} close={open.setter()} /> });
    html! {
        <li
            data-testid="goal-item" data-id={id.to_string()} data-name={row.name.clone()}
            data-seconds={done.seconds.to_string()} data-target={row.target_secs.map(|secs| secs.to_string())}
        >
            <div class="time-kind">
                <span class="time-what">{ row.name.clone() }</span>
                <CourseLink of={id.uuid()} />
                <span class="time-dates">{ format!("{} – {}", words.time.short_day(row.from), words.time.day(row.to)) }</span>
                <IconButton icon={IconName::Edit} label={format!("{} {}", say.edit, row.name)} test_id="goal-edit" expanded={Some(*open)} disabled={props.read_only} onclick={toggle} />
                <IconButton icon={IconName::Trash} label={format!("{} {}", say.delete, row.name)} test_id="goal-delete" disabled={props.read_only} onclick={delete} />
            </div>
            { how_far(&done, &words.time) }
            <div>{ form }</div>
        </li>
    }
}

/// The done part of a target, and how that compares with an even pace, in words.
pub fn done_of(done: &Progress, words: &Time) -> String {
    let say = &words.kinds;
    let Some(target) = done.target_secs else { return words.length(done.seconds) };
    let percent = (done.seconds as f64 / target as f64 * 100.0).round() as i64;
    let behind = done.expected_secs.unwrap_or_default() - done.seconds;
    let pace = match behind {
        -59..=0 => say.on_track.to_owned(),
        1.. => (say.behind)(&words.length(behind)),
        _ => (say.ahead)(&words.length(-behind)),
    };
    format!("{} · {pace}", (say.progress)(&words.length(done.seconds), &words.length(target), percent))
}

/// A bar with the done part, a mark at an even pace, and both in words.
fn how_far(done: &Progress, words: &Time) -> Html {
    let say = &words.kinds;
    let Some(target) = done.target_secs else {
        return html! { <p class="time-pace">{ done_of(done, words) }</p> };
    };
    let part = |seconds: i64| (seconds as f64 / target as f64).clamp(0.0, 1.0) * 100.0;
    let expected = done.expected_secs.unwrap_or_default();
    let behind = expected - done.seconds;
    let is_reached = done.seconds >= target;
    let needed = done.needed_per_day_secs.filter(|secs| *secs > 0 && !is_reached);
    let needed = needed.map(|secs| (say.needed)(&words.length(secs)));
    let reached = done.reached_on.map(|day| (say.reached)(&words.day(day), is_reached));
    let all = [Some(done_of(done, words)), needed, reached];
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

/// Draft of a goal, as typed into its form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Draft {
    name: String,
    from: String,
    to: String,
    hours: String,
    category: Option<TimeCategoryId>,
}

impl Draft {
    fn of(row: Option<&Goal>, today: LocalDate) -> Self {
        let usual = new_goal_days(today);
        let (from, to) = row.map_or((usual.first, usual.last), |row| (row.from, row.to));
        let target = row.and_then(|row| row.target_secs);
        Self {
            name: row.map(|row| row.name.clone()).unwrap_or_default(),
            from: from.to_string(),
            to: to.to_string(),
            hours: target.map(|secs| (secs as f64 / 3_600.0).to_string()).unwrap_or_default(),
            category: row.and_then(|row| row.category),
        }
    }

    /// Returns the command: a new goal, or the changes since the form was opened; `None` if nothing changed.
    fn step(&self, opened: Option<&Goal>) -> Option<TimeMsg> {
        let minutes = self.hours.trim().parse::<f64>().ok().map(|hours| (hours * 60.0).round() as i64);
        let minutes = minutes.filter(|minutes| *minutes > 0);
        let Some(row) = opened else {
            let new = CreateGoal::new(self.name.trim().to_owned(), self.from.clone(), self.to.clone());
            return Some(TimeMsg::Do(CreateGoal { target: minutes, category: self.category, ..new }.into()));
        };
        let was = Self::of(opened, row.from);
        if *self == was {
            return None;
        }
        let changed = |was: &str, now: &str| (was != now).then(|| now.trim().to_owned());
        let mut edit = EditGoal {
            name: changed(&was.name, &self.name),
            from: changed(&was.from, &self.from),
            to: changed(&was.to, &self.to),
            ..EditGoal::new(row.id)
        };
        let mut clear = Vec::new();
        if self.hours != was.hours {
            edit.target = minutes;
            clear.extend(minutes.is_none().then_some("target"));
        }
        if self.category != was.category {
            edit.category = self.category;
            clear.extend(self.category.is_none().then_some("category"));
        }
        Some(TimeMsg::Do(EditGoal { clear: Some(clear), ..edit }.into()))
    }
}

/// The form of a goal; it closes once the log accepted it.
#[component]
fn GoalForm(props: &GoalFormProps) -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let store = use_store();
    let names = use_names();
    let (row, close) = (props.row.clone(), props.close.clone());
    let place = row.as_ref().map_or_else(|| "new".to_owned(), |row| row.id.to_string());
    let begin = || Draft::of(row.as_deref(), store.read(Model::today));
    let (form, used) = use_kept_form(format!("goal.{place}"), begin);
    let draft = form.get();
    // What changes elsewhere meanwhile is not taken back.
    let opened = use_memo((), |()| row.clone());
    let onsubmit = {
        let (form, used) = (form.clone(), used.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if form.get().step((*opened).as_deref()).is_none_or(|step| took(&store, step)) {
                used.emit(());
                close.set(false);
            }
        })
    };
    let oncategory = form.on(|draft, id: String| draft.category = id.parse().ok());
    let options = names.categories.iter().map(|row| SelectOption::new(row.id.to_string(), row.name.clone()));
    let options: Vec<_> = std::iter::once(SelectOption::new("", words.time.none)).chain(options).collect();
    let category = draft.category.map(|id| id.to_string()).unwrap_or_default();
    let onname = form.on(|draft, text| draft.name = text);
    let onname = onname.reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    let name = use_node_ref();
    use_layout_effect(name.clone(), focus);
    let onkeydown = {
        let close = props.close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" && !is_composing(&event) {
                event.prevent_default();
                used.emit(());
                close.set(false);
            }
        })
    };
    html! {
        <form class="time-form" {onsubmit} {onkeydown}>
            <Field label={say.name}><input ref={name} name="name" type="text" required=true data-testid="goal-name" value={draft.name.clone()} oninput={onname} /></Field>
            <div class="time-pair">
                <Field label={words.time.from}><TextInput kind="date" name="from" test_id="goal-from" value={draft.from.clone()} ontype={form.on(|draft, text| draft.from = text)} /></Field>
                <Field label={words.time.to}><TextInput kind="date" name="to" test_id="goal-to" value={draft.to.clone()} ontype={form.on(|draft, text| draft.to = text)} /></Field>
                <Field label={say.target}><TextInput kind="number" name="hours" min="0" step="any" test_id="goal-hours" value={draft.hours.clone()} ontype={form.on(|draft, text| draft.hours = text)} /></Field>
                <Field label={words.time.form.category}>
                    <Select name="category" {options} value={category} onchoose={oncategory} />
                </Field>
            </div>
            <div class="dialog-actions"><Button label={say.save} kind={ButtonKind::Primary} test_id="goal-save" submit=true /></div>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;

    #[test]
    fn a_form_asks_for_what_was_changed_in_it() {
        let id = Env::deterministic(Timestamp(5), 1).id();
        let (from, to) = (LocalDate(20_000), LocalDate(20_029));
        let goal = Goal { id, name: "Thesis".to_owned(), from, to, target_secs: Some(5_400), category: None };
        let draft = Draft::of(Some(&goal), from);
        assert_eq!((draft.hours.as_str(), draft.step(Some(&goal))), ("1.5", None));
        let step = Draft { hours: " ".to_owned(), ..draft.clone() }.step(Some(&goal));
        let expected = EditGoal { clear: Some(vec!["target"]), ..EditGoal::new(id) };
        assert_eq!(step, Some(TimeMsg::Do(expected.into())));
        let step = Draft { name: " Book ".to_owned(), hours: "2".to_owned(), ..draft.clone() }.step(Some(&goal));
        let expected = EditGoal { name: Some("Book".to_owned()), target: Some(120), ..EditGoal::new(id) };
        assert_eq!(step, Some(TimeMsg::Do(EditGoal { clear: Some(Vec::new()), ..expected }.into())));
        assert!(matches!(draft.step(None), Some(TimeMsg::Do(call)) if call.id == CreateGoal::ID));
    }
}
