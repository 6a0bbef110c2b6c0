//! The palette: finds every thing by its name or its words, and every command by its name, in either language.

pub mod found;

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use self::found::{context, days_named, icon_of, name, open, open_days, room_name, room_title};
use super::keys::Keys;
use super::list::hits::view_snippet;
use crate::kit::dom::{is_composing, press_control, show_element};
use crate::kit::shared::Shared;
use crate::kit::{Icon, IconName, Modal};
use crate::store::{Store, use_dispatch, use_messages, use_selector, use_store};
use espalier_app::find::{Answer, Asker, FindMsg};
use espalier_app::navigate::Route;
use espalier_app::palette::{Ask, Choice, CommandAction, Entry, entries};
use espalier_app::timelog::Preset;
use espalier_app::{Model, Msg};
use espalier_base::text::fuzzy_score;
use espalier_find::Found;
use espalier_i18n::{Messages, messages};
use espalier_model::settings::Language;
use espalier_model::{RoomId, Thing};

const LIST: &str = "palette-list";

/// Rows in sight.
const ROWS: usize = 10;

/// Most commands listed beside things.
const COMMANDS: usize = 4;

/// Least score of a command beside things: the letters are together in its name.
const TOGETHER: i32 = 16 * 40;

/// Mode of the palette: things and commands, or the question of a command.
#[derive(Clone, Default)]
enum Mode {
    #[default]
    Find,
    Asking(Ask),
}

/// A selectable item of the palette.
#[derive(Clone)]
enum PaletteItem {
    Entry(Entry),
    /// An answer to the question of a command.
    Choice(usize, Choice),
    Latest(Thing),
    /// A thing that was found; the first line of those of a room says which.
    Found(Found<Thing>, bool),
    /// Days of the time log.
    Days(Preset),
    /// All hits in one room: their number.
    More(RoomId, usize),
}

/// The part of the model that is drawn here.
#[derive(Clone, PartialEq)]
struct PaletteState {
    latest: Shared<Vec<Thing>>,
    answer: Option<Shared<Answer>>,
}

impl PaletteState {
    fn of(model: &Model, asker: Asker, query: &str) -> Self {
        Self { latest: Shared::from(model.find.latest()), answer: model.find.answer(asker, query).map(Shared::from) }
    }
}

/// Everything that the rows follow from.
#[derive(Clone)]
struct Content {
    mode: Mode,
    available: Rc<Vec<Entry>>,
    state: PaletteState,
    room: Option<RoomId>,
    /// Whether a thing is chosen and not opened.
    picks: bool,
    /// Whether a thing without an address may be chosen, too.
    any: bool,
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CommandPaletteProps {
    /// Called with the thing that is chosen, where one is chosen and not opened.
    #[prop_or_default]
    pub pick: Option<Callback<Thing>>,
    /// Whether a thing without an address may be chosen, too.
    #[prop_or_default]
    pub any: bool,
}

/// The states of the field and of the list below it.
struct Field {
    query: UseStateHandle<String>,
    chosen: UseStateHandle<usize>,
    mode: UseStateHandle<Mode>,
    room: UseStateHandle<Option<RoomId>>,
    input: NodeRef,
    /// Number of changes of the mode, by which a key knows whether the present one is drawn.
    changes: Rc<RefCell<u32>>,
}

#[hook]
fn use_field() -> Field {
    Field {
        query: use_state(String::new),
        chosen: use_state_eq(|| 0_usize),
        mode: use_state(Mode::default),
        room: use_state_eq(|| None::<RoomId>),
        input: use_node_ref(),
        changes: use_mut_ref(|| 0_u32),
    }
}

impl Field {
    /// Asks the question of a command, or goes back to finding.
    fn ask(&self) -> Callback<Option<Ask>> {
        let (query, chosen, mode) = (self.query.setter(), self.chosen.setter(), self.mode.setter());
        let (input, changes) = (self.input.clone(), self.changes.clone());
        Callback::from(move |ask: Option<Ask>| {
            *changes.borrow_mut() += 1;
            let value = if let Some(Ask::Text { value, .. }) = &ask { value.clone() } else { String::new() };
            if let Some(field) = input.cast::<HtmlInputElement>() {
                field.set_value(&value);
                field.select();
            }
            query.set(value);
            chosen.set(0);
            mode.set(ask.map_or(Mode::Find, Mode::Asking));
        })
    }

    /// Looks in one room only, or in all again.
    fn narrow(&self, store: &Store) -> Callback<Option<RoomId>> {
        let (room, chosen) = (self.room.setter(), self.chosen.setter());
        let (query, store) = ((*self.query).clone(), store.clone());
        Callback::from(move |only: Option<RoomId>| {
            look(&store, only, &query);
            room.set(only);
            chosen.set(0);
        })
    }

    fn oninput(&self, store: &Store) -> Callback<InputEvent> {
        let (query, chosen, store) = (self.query.setter(), self.chosen.setter(), store.clone());
        let (room, is_find) = (*self.room, matches!(*self.mode, Mode::Find));
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            if is_find {
                look(&store, room, &text);
            }
            query.set(text);
            chosen.set(0);
        })
    }
}

/// The keys of the field: the list as it is drawn, and what can be done with it.
struct Keyboard {
    content: Content,
    /// A copy: the handle of a state may be ahead of what is drawn.
    query: String,
    line: Option<PaletteItem>,
    at: usize,
    count: usize,
    change: u32,
    changes: Rc<RefCell<u32>>,
    chosen: UseStateSetter<usize>,
    store: Store,
    ask: Callback<Option<Ask>>,
    narrow: Callback<Option<RoomId>>,
    run: Callback<PaletteItem>,
}

impl Keyboard {
    fn press(&self, event: &KeyboardEvent, words: &Messages) {
        if is_composing(event) {
            return;
        }
        let Self { content, at, count, chosen, .. } = self;
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        match (event.key().as_str(), self.current(event, &text, words), &content.mode) {
            ("Enter", _, Mode::Asking(Ask::Text { make, .. })) => perform(&self.store, make(text), &self.ask),
            ("Escape", _, Mode::Asking(_)) => {
                event.stop_propagation();
                self.ask.emit(None);
            }
            ("Escape" | "Backspace", _, _)
                if content.room.is_some() && (event.key() == "Escape" || text.is_empty()) =>
            {
                event.stop_propagation();
                self.narrow.emit(None);
            }
            ("ArrowDown", Some(_), _) => chosen.set((at + 1) % count),
            ("ArrowUp", Some(_), _) => chosen.set((at + count - 1) % count),
            ("PageDown", Some(_), _) => chosen.set((at + ROWS - 2).min(count - 1)),
            ("PageUp", Some(_), _) => chosen.set(at.saturating_sub(ROWS - 2)),
            ("Enter", Some(line), _) => self.run.emit(line),
            _ => return,
        }
        event.prevent_default();
    }

    /// The line that is chosen. The list for the last letters may not be drawn yet when Enter comes.
    fn current(&self, event: &KeyboardEvent, text: &str, words: &Messages) -> Option<PaletteItem> {
        if event.key() != "Enter" || text == self.query || *self.changes.borrow() != self.change {
            return self.line.clone();
        }
        let state = self.store.read(|model| PaletteState::of(model, Asker::Palette(self.content.room), text));
        rows(&Content { state, ..self.content.clone() }, text, words).into_iter().next()
    }
}

/// Searches rooms, commands and what is in them by words.
#[component]
pub fn CommandPalette(props: &CommandPaletteProps) -> Html {
    let words = use_messages();
    let store = use_store();
    let close = use_dispatch().reform(|()| Msg::Dialog(None));
    let field = use_field();
    let available = use_selector(entries);
    let state = {
        let (asker, query) = (Asker::Palette(*field.room), (*field.query).clone());
        use_selector(move |model| PaletteState::of(model, asker, &query))
    };
    let content = Content {
        mode: (*field.mode).clone(),
        available,
        state: (*state).clone(),
        room: *field.room,
        picks: props.pick.is_some(),
        any: props.any,
    };
    let found = rows(&content, &field.query, words);
    let at = (*field.chosen).min(found.len().saturating_sub(1));
    let active = found.get(at).map(option_id);
    use_effect_with(active.clone(), |id| {
        if let Some(id) = id {
            show_element(id);
        }
    });
    let (ask, narrow) = (field.ask(), field.narrow(&store));
    let run = use_run(&ask, &narrow, props.pick.as_ref());
    let options = store.read(|model| {
        let view = |(place, line): (usize, &PaletteItem)| view_line(model, line, place == at, words, &run);
        found.iter().enumerate().map(view).collect::<Html>()
    });
    let (label, says) = spoken(&content, &field.query, found.len(), words);
    let is_quiet = matches!(content.mode, Mode::Find) && !found.is_empty();
    let foot =
        (!content.picks).then(|| html! { <p class="palette-foot" aria-hidden="true">{ words.shell.palette.foot }</p> });
    let chip = content.room.map(|only| html! { <span class="palette-only">{ room_title(only, words) }</span> });
    let oninput = field.oninput(&store);
    let (query, chosen, changes) = ((*field.query).clone(), field.chosen.setter(), field.changes.clone());
    let (line, count, change) = (found.get(at).cloned(), found.len(), *changes.borrow());
    let keyboard = Keyboard { content, query, line, at, count, change, changes, chosen, store, ask, narrow, run };
    let onkeydown = Callback::from(move |event: KeyboardEvent| keyboard.press(&event, words));
    html! {
        <Modal title={words.command.palette} test_id="palette" bare=true onclose={close}>
            <div class="palette-field">
                <Icon name={IconName::Search} />
                { chip }
                <input
                    ref={field.input} class="palette-input" type="text" data-testid="palette-input" autofocus=true
                    autocomplete="off" spellcheck="false" role="combobox" aria-expanded="true" aria-controls={LIST}
                    aria-label={label.clone()} placeholder={label} aria-activedescendant={active} {oninput} {onkeydown}
                />
            </div>
            <ul class="palette-list" id={LIST} role="listbox" aria-label={words.command.palette}>{ options }</ul>
            <p class={if is_quiet { "visually-hidden" } else { "palette-nothing" }} role="status">{ says }</p>
            { foot }
        </Modal>
    }
}

/// The name of the field, and what is said of the list.
fn spoken(content: &Content, query: &str, count: usize, words: &Messages) -> (AttrValue, String) {
    let say = &words.shell.palette;
    let is_busy = is_looking(query) && content.state.answer.as_ref().is_none_or(|answer| answer.busy);
    let placeholder = if content.picks { say.link_to } else { say.placeholder };
    match &content.mode {
        Mode::Find if is_busy => (placeholder.into(), words.chat.sidebar.searching.to_owned()),
        Mode::Find if count == 0 => (placeholder.into(), say.nothing.to_owned()),
        Mode::Find => (placeholder.into(), (say.found)(count)),
        Mode::Asking(Ask::Choose { name, .. } | Ask::Text { name, .. }) => (name.clone().into(), say.back.to_owned()),
    }
}

/// Looks for what is typed, unless commands alone are asked for.
fn look(store: &Store, room: Option<RoomId>, text: &str) {
    let words = if is_looking(text) { text.to_owned() } else { String::new() };
    store.dispatch(Msg::Find(FindMsg::Ask(Asker::Palette(room), words)));
}

fn is_looking(text: &str) -> bool {
    !text.trim().is_empty() && commands_only(text).is_none()
}

/// Returns what is typed after the sign for commands, if that is there.
fn commands_only(text: &str) -> Option<&str> {
    text.trim_start().strip_prefix(['>', '＞', '》'])
}

/// Runs the command of a line, or opens what it names.
#[hook]
fn use_run(
    ask: &Callback<Option<Ask>>,
    narrow: &Callback<Option<RoomId>>,
    pick: Option<&Callback<Thing>>,
) -> Callback<PaletteItem> {
    let store = use_store();
    let (ask, narrow, pick) = (ask.clone(), narrow.clone(), pick.cloned());
    let go = |store: &Store, way: Vec<Msg>| {
        store.dispatch(Msg::Dialog(None));
        for msg in way {
            store.dispatch(msg);
        }
    };
    Callback::from(move |line: PaletteItem| match line {
        PaletteItem::Choice(_, choice) => {
            store.dispatch(Msg::Dialog(None));
            store.dispatch((choice.make)());
        }
        PaletteItem::Latest(thing) | PaletteItem::Found(Found { key: thing, .. }, _) => match &pick {
            Some(pick) => pick.emit(thing),
            None => go(&store, open(thing)),
        },
        PaletteItem::Days(preset) => go(&store, open_days(preset)),
        PaletteItem::More(room, _) => narrow.emit(Some(room)),
        PaletteItem::Entry(entry) => match store.read(|model| entry.action(model)) {
            Some(action) => perform(&store, action, &ask),
            None => store.dispatch(Msg::Dialog(None)),
        },
    })
}

fn perform(store: &Store, action: CommandAction, ask: &Callback<Option<Ask>>) {
    match action {
        CommandAction::Ask(asked) => ask.emit(Some(asked)),
        CommandAction::Send(msg) => {
            store.dispatch(Msg::Dialog(None));
            store.dispatch(msg);
        }
        CommandAction::Press(controls) => {
            store.dispatch(Msg::Dialog(None));
            press_control(controls);
        }
    }
}

/// Returns the rows: without a query the latest things and all commands; with one the names, the commands and the lines
/// that fit.
fn rows(content: &Content, query: &str, words: &Messages) -> Vec<PaletteItem> {
    if let Mode::Asking(ask) = &content.mode {
        let Ask::Choose { choices, .. } = ask else { return Vec::new() };
        let fits = |choice: &Choice| query.trim().is_empty() || fuzzy_score(query, &choice.name).is_some();
        let choices = choices.iter().enumerate().filter(|(_, choice)| fits(choice));
        return choices.map(|(index, choice)| PaletteItem::Choice(index, choice.clone())).collect();
    }
    let entry = |(_, entry)| PaletteItem::Entry(entry);
    if let Some(query) = commands_only(query).filter(|_| !content.picks) {
        return commands(&content.available, query, words).into_iter().map(entry).collect();
    }
    // What has no address is not linked to.
    let fits = |thing: Thing| !content.picks || content.any || Route::to(thing).is_some();
    if query.trim().is_empty() {
        let latest = content.state.latest.iter().filter(|thing| fits(**thing)).map(|thing| PaletteItem::Latest(*thing));
        let latest = latest.filter(|_| content.room.is_none());
        let commands =
            commands(&content.available, "", words).into_iter().filter(|_| content.room.is_none() && !content.picks);
        return latest.chain(commands.map(entry)).collect();
    }
    let mut rows: Vec<PaletteItem> = Vec::new();
    let answer = content.state.answer.as_deref();
    rows.extend(
        days_named(query).filter(|_| content.room.is_none_or(|room| room == RoomId::Time)).map(PaletteItem::Days),
    );
    rows.extend(
        answer
            .iter()
            .flat_map(|answer| &answer.names)
            .filter(|found| fits(found.key))
            .map(|found| PaletteItem::Found(found.clone(), false)),
    );
    if content.room.is_none() && !content.picks {
        let commands = commands(&content.available, query, words).into_iter();
        rows.extend(commands.filter(|(score, _)| *score >= TOGETHER).take(COMMANDS).map(entry));
    }
    for group in answer.iter().flat_map(|answer| &answer.groups) {
        let lines = group.hits.iter().filter(|found| fits(found.key)).enumerate();
        rows.extend(lines.map(|(place, found)| PaletteItem::Found(found.clone(), place == 0)));
        if group.count > group.hits.len() && content.room.is_none() {
            rows.push(PaletteItem::More(group.room, group.count));
        }
    }
    rows
}

fn view_line(
    model: &Model,
    line: &PaletteItem,
    chosen: bool,
    words: &'static Messages,
    run: &Callback<PaletteItem>,
) -> Html {
    let onclick = {
        let line = line.clone();
        run.reform(move |_: MouseEvent| line.clone())
    };
    let say = &words.shell.palette;
    let text = |text: String| html! { <span class="palette-name">{ text }</span> };
    let aside = |text: String| html! { <span class="palette-room">{ text }</span> };
    let (name, aside, shortcut) = match line {
        PaletteItem::Entry(entry) => (text(entry.name(words).to_owned()), Html::default(), entry.shortcut()),
        PaletteItem::Choice(_, choice) => (text(choice.name.clone()), Html::default(), ""),
        PaletteItem::Latest(thing) => {
            let at = latest_at(model, *thing);
            (text(name(model, *thing, words)), aside(context(model, *thing, at, words)), "")
        }
        PaletteItem::Found(found, _) => {
            let name = html! { <span class="palette-name">{ view_snippet(&found.snippet) }</span> };
            (name, aside(context(model, found.key, found.at, words)), "")
        }
        PaletteItem::Days(preset) => {
            let place = Preset::ALL.iter().position(|(other, _)| other == preset);
            let name = place.map_or("", |place| words.time.presets[place]);
            (text(name.to_owned()), aside(words.time.room.to_owned()), "")
        }
        PaletteItem::More(room, count) => (text((say.more)(*count, room_title(*room, words))), Html::default(), ""),
    };
    let thing = match line {
        PaletteItem::Latest(thing) => Some(*thing),
        PaletteItem::Found(found, _) => Some(found.key),
        _ => None,
    };
    let (room, kind) = match line {
        PaletteItem::Days(_) => (Some(RoomId::Time), Some("days")),
        _ => (thing.map(Thing::room), thing.map(Thing::kind)),
    };
    let icon = match line {
        PaletteItem::Entry(_) | PaletteItem::Choice(..) => None,
        PaletteItem::Days(_) => Some(IconName::Clock),
        PaletteItem::More(room, _) => Some(icon_of(*room)),
        PaletteItem::Latest(thing) => Some(icon_of(thing.room())),
        PaletteItem::Found(found, _) => Some(icon_of(found.key.room())),
    };
    // Lines of one room after the first have nothing before them.
    let is_first = !matches!(line, PaletteItem::Found(found, false) if !found.is_name);
    let icon = icon.filter(|_| is_first).map(|name| html! { <Icon {name} /> });
    let label = room.map(|room| html! { <span class="visually-hidden">{ room_title(room, words) }</span> });
    let command = if let PaletteItem::Entry(entry) = line { Some(entry.id().as_str()) } else { None };
    html! {
        <li
            key={option_id(line)} id={option_id(line)} class="palette-item" role="option"
            aria-selected={if chosen { "true" } else { "false" }}
            data-testid="palette-item" data-command={command} data-room={room.map(room_name)}
            data-kind={kind} {onclick} onmousedown={Callback::from(|event: MouseEvent| event.prevent_default())}
        >
            <span class="palette-icon">{ icon }{ label }</span>
            { name }
            { aside }
            <Keys {shortcut} />
        </li>
    }
}

/// Time of one of the latest things, where it is shown.
fn latest_at(model: &Model, thing: Thing) -> espalier_base::time::Timestamp {
    match thing {
        Thing::Entry(id) => model.workspace.get::<espalier_model::TimeEntry>(&id).map(|row| row.start),
        _ => None,
    }
    .unwrap_or(model.now)
}

fn option_id(line: &PaletteItem) -> String {
    match line {
        PaletteItem::Entry(entry) => format!("palette-{}", entry.id()),
        PaletteItem::Choice(index, _) => format!("palette-choice-{index}"),
        PaletteItem::Latest(thing) => format!("palette-latest-{}", address(*thing)),
        PaletteItem::Found(found, _) if found.is_name => format!("palette-name-{}", address(found.key)),
        PaletteItem::Found(found, _) => format!("palette-line-{}", address(found.key)),
        PaletteItem::Days(_) => "palette-days".to_owned(),
        PaletteItem::More(room, _) => format!("palette-more-{}", room_name(*room)),
    }
}

/// Returns a name of a thing that no other has, for attributes.
fn address(thing: Thing) -> String {
    match thing {
        Thing::Chapter(course, chapter) => format!("{course}-{chapter}"),
        thing => thing.row().row_key().replace('/', "-"),
    }
}

/// Returns the commands that match a query with how well, best first; all in their own order if it is empty. The other
/// language's name counts a little less, and so does the id, which names what a translated name may not.
fn commands(available: &[Entry], query: &str, words: &Messages) -> Vec<(i32, Entry)> {
    if query.trim().is_empty() {
        return available.iter().map(|entry| (0, entry.clone())).collect();
    }
    let score = |entry: &Entry| {
        let own = fuzzy_score(query, entry.name(words));
        let others = [Language::En, Language::Zh]
            .into_iter()
            .filter_map(|language| fuzzy_score(query, entry.name(messages(language))).map(|score| score - 1));
        let id = fuzzy_score(query, entry.id().as_str()).map(|score| score - 2);
        own.into_iter().chain(others).chain(id).max()
    };
    let mut scored: Vec<(i32, Entry)> =
        available.iter().filter_map(|entry| Some((score(entry)?, entry.clone()))).collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str, language: Language) -> Option<&'static str> {
        let model = Model::default();
        commands(&entries(&model), query, messages(language)).first().map(|(_, entry)| entry.id().as_str())
    }

    #[test]
    fn a_command_is_found_by_its_letters_in_either_language() {
        assert_eq!(first("settings", Language::En), Some("app.settings"));
        assert_eq!(first("设置", Language::Zh), Some("app.settings"));
        assert_eq!(first("settings", Language::Zh), Some("app.settings"));
        assert_eq!(first("new con", Language::En), Some("chat.new"));
        assert_eq!(first("language", Language::En), Some("app.language"));
        assert_eq!(first("qqq", Language::En), None);
    }

    #[test]
    fn only_what_applies_is_offered() {
        let offered: Vec<&str> = entries(&Model::default()).iter().map(|entry| entry.id().as_str()).collect();
        assert!(offered.contains(&"chat.new"));
        assert!(!offered.contains(&"chat.stop"), "no answer is being made");
        assert!(!offered.contains(&"chat.send"), "it is only a name for the history");
        assert!(!offered.contains(&"app.palette"));
    }

    #[test]
    fn commands_alone_are_listed_after_a_sign() {
        assert_eq!(commands_only(" > new"), Some(" new"));
        assert_eq!(commands_only("＞新"), Some("新"));
        assert!(!is_looking(">new") && !is_looking("  ") && is_looking("a > b"));
    }
}
