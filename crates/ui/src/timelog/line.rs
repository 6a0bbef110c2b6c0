//! The line in which an entry is typed, with what was understood of it while it is typed.
//!
//! - Q1 Enter does what was understood, unless an input method has the key; the button says what that is, and does it
//!   too. With nothing typed it starts the timer. What the log refuses stays in the line.
//! - Q2 Where a line can be meant in several ways the others are shown beside the one that counts; Alt with an arrow
//!   key goes from one to the next. What has to be asked is not done before one was chosen: Enter leads there.
//! - Q3 A category that will be made says so. A name that is not one thing is shown, and can be settled with one press.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

use super::form::warning;
use super::{time_of, took};
use crate::kit::dom::{field_value, focus};
use crate::kit::{Button, ButtonKind, IconName, is_composing};
use crate::store::{Store, use_kept_words, use_messages, use_selector, use_store};
use espalier_app::timelog::{Suggestion, TimeMsg, known_names, line_readings, suggestions, with_suggestion};
use espalier_app::{Model, Msg};
use espalier_base::text::truncate;
use espalier_i18n::time::Time;
use espalier_model::timelog::Overlap;
use espalier_timelog::overlap::Span;
use espalier_timelog::quick_add::{Kind, QuickAdd, Sure, Timed};

/// The id of the text with the parsed entry.
const PREVIEW: &str = "quick-add-preview";

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LineProps {
    /// Whether the room is empty, and the line shows one example alone.
    pub first: bool,
}

/// The line in which an entry is typed.
#[component]
pub fn QuickLine(props: &LineProps) -> Html {
    let words = use_messages();
    let hint = if props.first { words.time.first_example } else { words.time.line_hint };
    let store = use_store();
    let text = use_state_eq(String::new);
    let field = use_node_ref();
    let used = use_kept_words("time.line".to_owned(), &text, &field);
    let read_only = use_selector(|model| model.read_only.is_some());
    // What is understood may change with the names that are known, and with the day.
    use_selector(|model| (model.timelog.version, model.now.0 / 60_000));
    let runs = use_selector(|model: &Model| !model.timelog.columns.running().is_empty());
    let oninput = use_callback(text.setter(), |event: InputEvent, text| {
        text.set(event.target_unchecked_into::<HtmlInputElement>().value());
    });
    let chosen = use_state_eq(|| None::<usize>);
    let oninput = {
        let chosen = chosen.setter();
        oninput.reform(move |event: InputEvent| {
            chosen.set(None);
            event
        })
    };
    let readings = store.read(|model| {
        let is_typed = !text.trim().is_empty();
        if is_typed { line_readings(model, &text, model.now) } else { Vec::new() }
    });
    let count = readings.len();
    let is_asked = chosen.is_none() && readings.first().is_some_and(|read| matches!(read.sure, Sure::Asked(_)));
    let preview_node = use_node_ref();
    let line =
        Line { store: store.clone(), text: text.clone(), chosen: chosen.clone(), field, preview: preview_node, used };
    let onkeydown = line.on(move |line, event: KeyboardEvent| line.key(&event, is_asked, count));
    let replace = line.on(Line::replace);
    let choose = line.on(Line::choose);
    let place = chosen.unwrap_or(0).min(count.saturating_sub(1));
    let preview = readings.get(place).map(|read| {
        store.read(|model| preview(model, &text, read, (&readings, *chosen), &words.time, (&choose, &replace)))
    });
    let onclick = line.on(move |line, _: MouseEvent| line.press(is_asked));
    let (label, icon) = action_of(readings.get(place), *runs).label(&words.time);
    html! {
        <div class="time-line">
            <div class="time-line-row">
                <input
                    ref={&line.field} type="text" data-testid="quick-add" aria-label={words.time.line} autocomplete="off"
                    placeholder={hint} aria-describedby={PREVIEW} value={(*text).clone()}
                    disabled={*read_only} enterkeyhint="done" {oninput} {onkeydown}
                />
                <Button
                    {label} {icon} kind={ButtonKind::Primary} test_id="timer-start" disabled={*read_only}
                    {onclick}
                />
            </div>
            <div ref={&line.preview} id={PREVIEW} class="time-preview" role="status" aria-live="polite" aria-label={words.time.understood}>{ preview }</div>
        </div>
    }
}

/// The line as it was drawn, and what can be done with it.
#[derive(Clone)]
struct Line {
    store: Store,
    text: UseStateHandle<String>,
    /// The place of the reading that was chosen.
    chosen: UseStateHandle<Option<usize>>,
    field: NodeRef,
    preview: NodeRef,
    /// Forgets what was typed.
    used: Callback<()>,
}

impl Line {
    fn on<T: 'static>(&self, act: impl Fn(&Self, T) + 'static) -> Callback<T> {
        let line = self.clone();
        Callback::from(move |value| act(&line, value))
    }

    fn clear(&self) {
        self.used.emit(());
        self.text.set(String::new());
        self.chosen.set(None);
    }

    fn replace(&self, line: String) {
        self.text.set(line);
        self.chosen.set(None);
        focus(&self.field);
    }

    fn choose(&self, place: usize) {
        self.chosen.set(Some(place));
        focus(&self.field);
    }

    fn send(&self, is_asked: bool) {
        // The last letters may not be drawn yet, nor that a reading was chosen of another line.
        let line = field_value(&self.field).unwrap_or_else(|| (*self.text).clone());
        let msg = match *self.chosen {
            Some(place) if line == *self.text => TimeMsg::AddReading(line, place),
            _ => TimeMsg::QuickAdd(line),
        };
        if took(&self.store, msg) {
            self.clear();
        } else if is_asked && let Some(first) = self.preview.cast::<Element>().and_then(|place| first_reading(&place)) {
            // The question is what comes next.
            let _ = first.focus();
            return;
        }
        focus(&self.field);
    }

    fn press(&self, is_asked: bool) {
        // What was typed may not be drawn yet.
        if field_value(&self.field).is_some_and(|line| !line.trim().is_empty()) {
            self.send(is_asked);
        } else {
            self.store.dispatch(Msg::Time(TimeMsg::Start(String::new())));
        }
    }

    fn key(&self, event: &KeyboardEvent, is_asked: bool, count: usize) {
        match event.key().as_str() {
            "Enter" if !is_composing(event) => {
                event.prevent_default();
                self.send(is_asked);
            }
            "ArrowDown" | "ArrowUp" if event.alt_key() && count > 0 => {
                event.prevent_default();
                let step = if event.key() == "ArrowDown" { 1 } else { count - 1 };
                // The first press on a line that is asked about takes the first reading.
                self.chosen.set(Some(self.chosen.map_or(step % count, |place| (place + step) % count)));
            }
            "Escape" => self.clear(),
            _ => {}
        }
    }
}

/// Draws how the line was understood, and what it could mean as well.
fn preview(
    model: &Model,
    text: &str,
    read: &QuickAdd,
    (readings, chosen): (&[QuickAdd], Option<usize>),
    words: &Time,
    (choose, replace): (&Callback<usize>, &Callback<String>),
) -> Html {
    html! {
        <>
            { question(text, read, chosen, words) }
            { understood(model, read, chosen, words) }
            { others(model, readings, chosen, words, choose) }
            { in_the_way(model, read, words) }
            { doubts(model, text, read, words, replace) }
            { earlier(model, text, read, words, replace) }
        </>
    }
}

/// The effect of Enter, as the button says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineAction {
    /// The timer starts.
    Start,
    /// The timer that runs stops, and another starts.
    Switch,
    /// An entry is added, or a form with it is opened.
    Add,
}

impl LineAction {
    /// The word and the icon of the button.
    fn label(self, words: &Time) -> (&'static str, IconName) {
        match self {
            Self::Start => (words.start, IconName::Play),
            Self::Switch => (words.switch, IconName::Play),
            Self::Add => (words.add, IconName::New),
        }
    }
}

/// The effect of a reading, or of an empty line, while something runs or nothing does.
fn action_of(read: Option<&QuickAdd>, runs: bool) -> LineAction {
    match read.map(|read| read.timed) {
        Some(Timed::Between | Timed::Open) => LineAction::Add,
        None | Some(Timed::Now | Timed::Since) => {
            if runs {
                LineAction::Switch
            } else {
                LineAction::Start
            }
        }
    }
}

/// Draws invalid times, and the question that is open until a reading was chosen.
fn question(text: &str, read: &QuickAdd, chosen: Option<usize>, words: &Time) -> Html {
    let troubles = read
        .troubles
        .iter()
        .map(|trouble| (words.quick.trouble)(text.get(trouble.range.clone()).unwrap_or_default(), trouble.kind));
    let open = if let (Sure::Asked(why), None) = (read.sure, chosen) { Some((words.quick.why)(why)) } else { None };
    let said: Vec<String> = troubles.chain(open.map(str::to_owned)).collect();
    if said.is_empty() {
        return Html::default();
    }
    html! { <p class="time-warning" data-testid="quick-question">{ said.join(" ") }</p> }
}

/// The other readings, each with one press (Q2).
fn others(model: &Model, readings: &[QuickAdd], chosen: Option<usize>, words: &Time, choose: &Callback<usize>) -> Html {
    if readings.len() < 2 && !matches!(readings[0].sure, Sure::Asked(_)) {
        return Html::default();
    }
    let asked = matches!(readings[0].sure, Sure::Asked(_));
    let or = (!asked).then(|| html! { <span class="time-say">{ words.quick.or }</span> });
    let length = |read: &QuickAdd| read.row.end.map(|end| end.since_ms(read.row.start));
    let one = |(at, read): (usize, &QuickAdd)| {
        let label = match read.timed {
            Timed::Now => (words.quick.timer)(&truncate(&read.row.note, 30)),
            _ => when(read, model, at == 0 || length(read) != length(&readings[0]), words),
        };
        let onclick = choose.reform(move |_: MouseEvent| at);
        let pressed = if chosen == Some(at) { "true" } else { "false" };
        html! {
            <button key={at} type="button" class="button button-quiet" data-testid="quick-reading" aria-pressed={pressed} {onclick}>{ label }</button>
        }
    };
    let place = chosen.unwrap_or(0).min(readings.len() - 1);
    let shown = readings.iter().enumerate().filter(|(at, _)| asked || *at != place);
    html! {
        <span class="time-readings">
            { or }{ for shown.map(one) }<span class="time-say time-keys">{ words.quick.key }</span>
        </span>
    }
}

/// The first reading to choose from.
fn first_reading(place: &Element) -> Option<HtmlElement> {
    place.query_selector("[data-testid=quick-reading]").ok()??.dyn_into().ok()
}

/// Earlier entries that begin like the note, each with one press.
fn earlier(model: &Model, text: &str, read: &QuickAdd, words: &Time, replace: &Callback<String>) -> Html {
    let typed = read.row.note.as_str();
    let found = if read.row.category.is_some() { Vec::new() } else { suggestions(model, typed) };
    if found.is_empty() {
        return Html::default();
    }
    let one = |(at, found): (usize, Suggestion)| {
        let line = with_suggestion(text, typed, &found);
        let label = label_of(&found);
        let onclick = replace.reform(move |_: MouseEvent| line.clone());
        html! { <button key={at} type="button" class="button button-quiet" data-testid="quick-earlier" {onclick}>{ label }</button> }
    };
    html! { <span class="time-readings"><span class="time-say">{ words.quick.earlier }</span>{ for found.into_iter().enumerate().map(one) }</span> }
}

/// An earlier entry as it is offered.
pub fn label_of(found: &Suggestion) -> String {
    let note = truncate(&found.note, 40);
    if found.category.is_empty() { note } else { format!("{note} · {}", found.category) }
}

/// Draws the parsed parts of the line.
fn understood(model: &Model, read: &QuickAdd, chosen: Option<usize>, words: &Time) -> Html {
    // What is asked is not shown as if it were settled.
    if matches!(read.sure, Sure::Asked(_)) && chosen.is_none() {
        return Html::default();
    }
    let row = &read.row;
    let when = when(read, model, true, words);
    let category = row.category.iter().map(|name| {
        let new = read
            .new_category
            .then(|| html! { <span class="time-new" data-testid="quick-new">{ words.quick.new }</span> });
        html! { <span key="category" class="time-chip">{ name.clone() }{ new }</span> }
    });
    let mut parts: Vec<(&'static str, String)> = Vec::new();
    parts.extend(row.goal.iter().map(|name| ("time-chip", format!("@{name}"))));
    parts.extend(row.tags.iter().map(|name| ("time-chip", format!("#{name}"))));
    if !row.note.is_empty() {
        parts.push(("time-chip time-chip-note", row.note.clone()));
    }
    let parts =
        parts.into_iter().enumerate().map(|(at, (class, text))| html! { <span key={at} {class}>{ text }</span> });
    let guessed = (read.sure == Sure::Guessed && chosen.is_none()).then_some(words.quick.guessed);
    let change = read.change.map(|change| (words.quick.change)(change));
    let said = guessed.into_iter().chain(change).enumerate();
    let said = said.map(|(at, text)| html! { <span key={format!("said {at}")} class="time-say">{ text }</span> });
    html! {
        <><span class="time-chip time-chip-when">{ when }</span>{ for category }{ for parts }{ for said }</>
    }
}

/// Draws the warning about overlapped entries, where overlaps are not simply allowed.
fn in_the_way(model: &Model, read: &QuickAdd, words: &Time) -> Html {
    let start = read.row.start;
    let later = model.timelog.columns.running().iter().map(|row| row.start).filter(|begun| *begun > start).max();
    if let Some(later) = later.filter(|_| read.timed == Timed::Since) {
        let time = time_of(later, model.timelog.columns.calendar(), model.time_format());
        return html! { <p class="time-warning">{ (words.form.runs_later)(&time) }</p> };
    }
    let policy = model.time_choices().overlap;
    if policy == Overlap::Allow || read.timed == Timed::Open {
        return Html::default();
    }
    let span = Span { start: read.row.start.0.div_euclid(1_000), end: read.row.end.map(|end| end.0.div_euclid(1_000)) };
    warning(model, None, span, policy, words).unwrap_or_default()
}

/// Returns a reading's time in words, with its length where that adds something.
fn when(read: &QuickAdd, model: &Model, with_length: bool, words: &Time) -> String {
    let (calendar, today) = (model.timelog.columns.calendar(), model.today());
    let time = |at| time_of(at, calendar, model.time_format());
    let (start, day) = (time(read.row.start), calendar.day_of(read.row.start));
    let (times, over) = match read.row.end {
        Some(end) => (format!("{start} – {}", time(end)), end),
        None => (start, read.row.start),
    };
    let said = match today.since(day) {
        0 if over > model.now => (words.quick.planned)(&times),
        0 => times,
        1 => (words.quick.yesterday)(&times),
        _ => format!("{} {times}", words.day(day)),
    };
    match (read.timed, read.row.end) {
        (Timed::Now, _) => words.from_now.to_owned(),
        (Timed::Open, _) => format!("{said} – {}", words.open),
        (_, Some(end)) if with_length => {
            format!("{said} ({})", words.length(end.since_ms(read.row.start) / 1_000))
        }
        (_, Some(_)) => said,
        _ => (words.since)(&said),
    }
}

/// Names that are not known, or not one, with what they could be (Q3).
fn doubts(model: &Model, text: &str, read: &QuickAdd, words: &Time, replace: &Callback<String>) -> Html {
    let (categories, goals) = known_names(model, |categories, goals| {
        let names = |list: &[espalier_timelog::names::Named<'_>]| -> Vec<String> {
            list.iter().map(|named| named.name.to_owned()).collect()
        };
        (names(categories), names(goals))
    });
    let one = |(at, doubt): (usize, &espalier_timelog::quick_add::Doubt)| {
        let said = text.get(doubt.range.clone()).unwrap_or_default();
        let (sign, names) = if doubt.kind == Kind::Category { ("!", &categories) } else { ("@", &goals) };
        let choices = doubt.choices.iter().filter_map(|&place| names.get(place)).map(|name| {
            let (before, after) = (&text[..doubt.range.start], &text[doubt.range.end..]);
            let line = format!("{before}{sign}\"{name}\"{after}");
            let onclick = replace.reform(move |_: MouseEvent| line.clone());
            html! { <Button key={name.clone()} label={name.clone()} kind={ButtonKind::Quiet} {onclick} /> }
        });
        html! {
            <span key={format!("doubt {at}")} class="time-doubt">{ (words.doubt)(said) }{ for choices }</span>
        }
    };
    html! { <>{ for read.doubts.iter().enumerate().map(one) }</> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ready;
    use espalier_base::time::Timestamp;
    use espalier_base::zone::Zone;
    use espalier_model::settings::Language;

    #[test]
    fn q1_the_button_says_what_enter_does() {
        let mut model = ready(Language::En);
        model.facts.zone = Some(Zone::new("Europe/Berlin"));
        espalier_app::timelog::ensure(&mut model);
        // 2026-03-02 12:00 in Berlin.
        let now = Timestamp(1_772_449_200_000);
        let of = |text: &str, runs: bool| action_of(line_readings(&model, text, now).first(), runs);
        assert_eq!((of("reading", false), of("reading", true)), (LineAction::Start, LineAction::Switch));
        assert_eq!((of("9-11 reading", false), of("9-11 reading", true)), (LineAction::Add, LineAction::Add));
        assert_eq!((action_of(None, false), action_of(None, true)), (LineAction::Start, LineAction::Switch));
    }
}
