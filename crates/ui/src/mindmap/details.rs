//! Details of a node besides its title and note: colour, icon, tags, task, link, lines to other nodes.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::kit::{Icon, IconName, PanelHead, Select, SelectOption, TextInput, is_composing};
use crate::store::{use_dispatch, use_kept_words, use_messages, use_selector, use_store};
use espalier_app::maps::{COLOURS, ICONS, MapMsg, Panel};
use espalier_app::navigate::Route;
use espalier_app::{Model, Msg};
use espalier_command::call::Call;
use espalier_i18n::map::Details;
use espalier_mindmap::commands::{
    AddLine, AddLink, AddTag, RemoveLine, RemoveLink, RemoveTag, SetColor, SetIcon, SetTask,
};
use espalier_model::mindmap::{Color, NodeLink, ShortId, Task, Tips};
use espalier_model::{MapId, Node, NodeId, NodeKey};

const TASKS: [(Task, &str); 3] = [(Task::None, "none"), (Task::Open, "open"), (Task::Done, "done")];
/// The most nodes that are offered as the end of a line.
const OFFERED: usize = 500;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct DetailsPanelProps {
    pub map: MapId,
}

#[derive(Debug, Clone)]
struct DetailsState {
    row: Rc<Node>,
    read_only: bool,
    version: u64,
    /// Number of selected nodes.
    selected: usize,
    others: Rc<Vec<Offered>>,
}

impl PartialEq for DetailsState {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.row, &other.row)
            && (self.read_only, self.version, self.selected) == (other.read_only, other.version, other.selected)
    }
}

/// The panel with the details of the selected node.
#[component]
pub fn DetailsPanel(props: &DetailsPanelProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let map = props.map;
    let state = use_selector(move |model| {
        let id = model.maps.primary(map)?;
        let view = model.map_view(map)?;
        let row = model.workspace.get::<Node>(&NodeKey { map, id })?.clone();
        let others = view.nodes.iter().filter(|node| node.id != id).take(OFFERED);
        let others = others.map(Offered::of).collect();
        let selected = model.maps.looks.get(&map).map_or(1, |look| look.selection.len());
        let read_only = model.read_only.is_some();
        Some(DetailsState { row, read_only, version: view.version, selected, others: Rc::new(others) })
    });
    let Some(state) = (*state).clone() else { return html! {} };
    let say = &words.map.details;
    let id = state.row.id;
    let run = {
        let dispatch = dispatch.clone();
        Callback::from(move |call: Call| dispatch.emit(Msg::Maps(MapMsg::ToSelected(map, call))))
    };
    let onclose = dispatch.reform(move |()| Msg::Maps(MapMsg::Panel(map, Panel::None)));
    let title = if state.row.title.is_empty() { words.map.untitled.to_owned() } else { state.row.title.clone() };
    let ontask = run.reform(move |name: String| {
        let task = TASKS.iter().find(|(_, known)| *known == name).map_or(Task::None, |(task, _)| *task);
        SetTask::new(id, task).into()
    });
    let task = TASKS.iter().find(|(task, _)| state.row.task == *task).map_or("", |(_, value)| value);
    let tasks = TASKS.iter().zip(say.tasks).map(|((_, value), name)| SelectOption::new(*value, name));
    html! {
        <section class="map-details" aria-label={say.title}>
            <PanelHead {title} {onclose} />
            if state.selected > 1 {
                <p class="map-several" role="status">{ (say.several)(state.selected) }</p>
            }
            <fieldset class="map-details-body" disabled={state.read_only}>
                <Colours row={state.row.clone()} run={run.clone()} />
                <Icons row={state.row.clone()} run={run.clone()} />
                <label class="map-detail">
                    <span>{ say.task }</span>
                    <Select options={tasks.collect::<Vec<_>>()} value={task} test_id="node-task" onchoose={ontask} />
                </label>
                <Tags key={format!("tags {id}")} row={state.row.clone()} run={run.clone()} />
                <LinkField key={format!("link {id}")} row={state.row.clone()} run={run.clone()} />
                <Lines key={format!("lines {id}")} row={state.row.clone()} others={state.others.clone()} {run} />
            </fieldset>
        </section>
    }
}

#[derive(Debug, Clone, Properties)]
struct PartProps {
    row: Rc<Node>,
    run: Callback<Call>,
}

impl PartialEq for PartProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.row, &other.row)
    }
}

#[component]
fn Colours(props: &PartProps) -> Html {
    let words = use_messages();
    let say = &words.map.details;
    let id = props.row.id;
    let choice = |value: Option<Color>, name: &'static str| {
        let onclick = props.run.reform(move |_: MouseEvent| SetColor { node: id, color: value }.into());
        let chosen = props.row.color == value;
        let value = value.map_or_else(|| "none".to_owned(), |color| color.to_string());
        html! {
            <button
                key={value.clone()} type="button" class="map-swatch" data-testid="node-colour"
                data-value={value.clone()} aria-pressed={chosen.to_string()} aria-label={name} title={name} {onclick}
            >
                <svg viewBox="0 0 20 20" aria-hidden="true">
                    <circle cx="10" cy="10" r="8" fill={value} stroke="currentColor" stroke-width={if chosen { "3" } else { "0.75" }} />
                </svg>
            </button>
        }
    };
    let all = COLOURS.iter().zip(say.colours).map(|(value, name)| choice(Some(*value), name));
    html! {
        <div class="map-detail" role="group" aria-label={say.colour}>
            <span>{ say.colour }</span>
            <div class="map-choices">{ choice(None, say.no_colour) }{ for all }</div>
        </div>
    }
}

#[component]
fn Icons(props: &PartProps) -> Html {
    let words = use_messages();
    let say = &words.map.details;
    let id = props.row.id;
    let now = props.row.icons.first().cloned();
    let choices = ICONS.iter().map(|icon| {
        let chosen = now.as_deref() == Some(icon);
        let next = (!chosen).then_some(*icon);
        let onclick = props.run.reform(move |_: MouseEvent| SetIcon { node: id, icon: next.map(str::to_owned) }.into());
        html! {
            <button
                key={*icon} type="button" class="map-swatch" data-testid="node-icon" data-value={*icon}
                aria-pressed={chosen.to_string()} aria-label={*icon} {onclick}
            >{ *icon }</button>
        }
    });
    html! {
        <div class="map-detail" role="group" aria-label={say.icon}>
            <span>{ say.icon }</span>
            <div class="map-choices">{ for choices }</div>
        </div>
    }
}

/// Takes what was typed out of a field when Enter is pressed, unless an input method has the key.
fn entered(event: &KeyboardEvent) -> Option<String> {
    if event.key() != "Enter" || is_composing(event) {
        return None;
    }
    event.prevent_default();
    let field = event.target_unchecked_into::<HtmlInputElement>();
    let text = field.value().trim().to_owned();
    field.set_value("");
    (!text.is_empty()).then_some(text)
}

#[component]
fn Tags(props: &PartProps) -> Html {
    let words = use_messages();
    let say = &words.map.details;
    let id = props.row.id;
    let tags = props.row.tags.iter().map(|tag| {
        let name = tag.clone();
        let onclick = props.run.reform(move |_: MouseEvent| RemoveTag::new(id, name.clone()).into());
        html! {
            <li key={tag.clone()} class="map-chip">
                <span>{ tag.clone() }</span>
                <button type="button" aria-label={(say.remove)(tag)} {onclick}><Icon name={IconName::Close} /></button>
            </li>
        }
    });
    let (text, field) = (use_state_eq(String::new), use_node_ref());
    let used = use_kept_words(format!("tag.{id}"), &text, &field);
    let ontype = text.setter();
    let onkeydown = {
        let (run, text) = (props.run.clone(), text.setter());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(tag) = entered(&event) {
                used.emit(());
                text.set(String::new());
                run.emit(AddTag::new(id, tag.trim_start_matches('#').to_owned()).into());
            }
        })
    };
    html! {
        <div class="map-detail">
            <span>{ say.tags }</span>
            <ul class="map-choices">{ for tags }</ul>
            <TextInput
                node={field} test_id="node-tag" label={say.tags} placeholder={say.add} enter_key="done"
                value={(*text).clone()} {ontype} {onkeydown}
            />
        </div>
    }
}

/// The node of this map that an address of the app, or a short id, names.
fn inner_link(text: &str, map: MapId, model: &Model) -> Option<NodeId> {
    let address = text.find("#/map/").map(|at| &text[at..]);
    if let Some(Ok(Route::Map(Some(known), Some(node)))) = address.map(str::parse::<Route>) {
        return Some(node).filter(|_| known == map);
    }
    let short = text.parse::<ShortId>().ok()?;
    model.map_view(map)?.nodes.iter().find(|node| node.short == short).map(|node| node.id)
}

/// A text as an address that can be opened: one with a scheme, or a host alone, which is meant to be on the web.
fn url_of(text: &str) -> Option<String> {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-".contains(c))
    };
    if text.contains(char::is_whitespace) {
        return None;
    }
    if scheme.is_some_and(is_scheme) {
        return Some(text.to_owned());
    }
    let host = text.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let is_host = host.contains('.') && host.split('.').all(|part| !part.is_empty());
    is_host.then(|| format!("https://{text}"))
}

#[component]
fn LinkField(props: &PartProps) -> Html {
    let words = use_messages();
    let say = &words.map.details;
    let id = props.row.id;
    let map = props.row.map;
    let wrong = use_state_eq(|| false);
    let store = use_store();
    let target = match &props.row.link {
        Some(NodeLink::Node { node }) => Some(*node),
        _ => None,
    };
    let title = use_selector(move |model| {
        target.and_then(|id| Some(model.workspace.get::<Node>(&NodeKey { map, id })?.title.clone()))
    });
    if let (Some(target), Some(title)) = (target, &*title) {
        let onremove = props.run.reform(move |_: MouseEvent| RemoveLink::new(id).into());
        return html! {
            <div class="map-detail">
                <span>{ say.link }</span>
                <div class="map-chip">
                    <a href={Route::Map(Some(map), Some(target)).to_string()} data-testid="node-link-to">{ title.clone() }</a>
                    <button type="button" aria-label={(say.remove)(title)} onclick={onremove}><Icon name={IconName::Close} /></button>
                </div>
            </div>
        };
    }
    let url = match &props.row.link {
        Some(NodeLink::Url { url }) => url.clone(),
        _ => String::new(),
    };
    let oncommit = {
        let run = props.run.clone();
        let wrong = wrong.setter();
        Callback::from(move |text: String| {
            let text = text.trim().to_owned();
            let known = store.read(|model| inner_link(&text, map, model));
            let address = url_of(&text);
            wrong.set(!text.is_empty() && known.is_none() && address.is_none());
            match (known, address) {
                _ if text.is_empty() => run.emit(RemoveLink::new(id).into()),
                (Some(target), _) => run.emit(AddLink { target: Some(target), ..AddLink::new(id) }.into()),
                (None, Some(address)) => run.emit(AddLink { url: Some(address), ..AddLink::new(id) }.into()),
                (None, None) => {}
            }
        })
    };
    let problem = wrong.then(|| html! { <small class="map-link-wrong" role="alert">{ say.no_address }</small> });
    html! {
        <label class="map-detail">
            <span>{ say.link }</span>
            <TextInput kind="url" test_id="node-link" value={url} placeholder={say.link_hint} invalid={*wrong} {oncommit} />
            { problem }
        </label>
    }
}

/// A node that is offered as the other end of a line.
#[derive(Debug, Clone, PartialEq)]
struct Offered {
    id: NodeId,
    short: String,
    title: String,
}

impl Offered {
    fn of(node: &Rc<Node>) -> Self {
        Self { id: node.id, short: node.short.to_string(), title: node.title.clone() }
    }

    /// Text by which it is offered.
    fn text(&self) -> String {
        format!("{} ({})", self.title, self.short)
    }
}

/// The node that a text names: as it was offered, by its short id, or by a title that only it has.
fn named(text: &str, others: &[Offered]) -> Option<NodeId> {
    let text = text.trim();
    if let Some(node) = others.iter().find(|node| text == node.text() || text.eq_ignore_ascii_case(&node.short)) {
        return Some(node.id);
    }
    let wanted = text.to_lowercase();
    let mut with_title = others.iter().filter(|node| node.title.to_lowercase() == wanted);
    let node = with_title.next()?;
    with_title.next().is_none().then_some(node.id)
}

#[derive(Debug, Clone, Properties)]
struct LinesProps {
    row: Rc<Node>,
    others: Rc<Vec<Offered>>,
    run: Callback<Call>,
}

impl PartialEq for LinesProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.row, &other.row) && Rc::ptr_eq(&self.others, &other.others)
    }
}

#[component]
fn Lines(props: &LinesProps) -> Html {
    let words = use_messages();
    let say = &words.map.details;
    let id = props.row.id;
    let others = use_selector({
        let ids: Vec<_> = props.row.lines.iter().map(|line| line.to).collect();
        let map = props.row.map;
        move |model| {
            let name =
                |&to: &_| model.workspace.get::<Node>(&NodeKey { map, id: to }).map(|row| (to, row.title.clone()));
            ids.iter().filter_map(name).collect::<Vec<_>>()
        }
    });
    let lines = others.iter().map(|(to, title)| view_line(props, *to, title, say));
    let field = use_node_ref();
    let oncommit = {
        let (run, others, field) = (props.run.clone(), props.others.clone(), field.clone());
        Callback::from(move |text: String| {
            // What names no node stays in the field, to be put right.
            if let Some(to) = named(&text, &others) {
                if let Some(field) = field.cast::<HtmlInputElement>() {
                    field.set_value("");
                }
                run.emit(AddLine::new(id, to).into());
            }
        })
    };
    let options = props.others.iter().map(|node| html! { <option key={node.short.clone()} value={node.text()} /> });
    let list = format!("lines-{id}");
    html! {
        <div class="map-detail">
            <span>{ say.lines }</span>
            <ul class="map-choices">{ for lines }</ul>
            <TextInput
                node={field} test_id="node-line" list={list.clone()} verbatim=true label={say.lines} placeholder={say.line_to}
                {oncommit}
            />
            <datalist id={list}>{ for options }</datalist>
        </div>
    }
}

/// A line to another node: its text, its tips, and how to take it away.
fn view_line(props: &LinesProps, target: NodeId, title: &str, say: &Details) -> Html {
    let id = props.row.id;
    let onclick = props.run.reform(move |_: MouseEvent| RemoveLine::new(id, target).into());
    let line = props.row.lines.iter().find(|line| line.to == target);
    let label = line.map(|line| line.label.clone());
    let tips = line.map(|line| line.tips).unwrap_or_default();
    let ontips = props.run.reform(move |name: String| {
        let tips = Tips::ALL.iter().find(|(_, known)| *known == name).map(|(tips, _)| *tips);
        AddLine { tips, ..AddLine::new(id, target) }.into()
    });
    let tips = Tips::ALL.iter().find(|(kind, _)| tips == *kind).map_or("", |(_, value)| value);
    let arrows = Tips::ALL.iter().zip(say.tips).map(|((_, value), name)| SelectOption::new(*value, name));
    let onlabel =
        props.run.reform(move |label: String| AddLine { label: Some(label), ..AddLine::new(id, target) }.into());
    html! {
        <li key={target.to_string()} class="map-chip">
            <span>{ title.to_owned() }</span>
            <TextInput
                class="map-line-text" test_id="line-label" value={label.unwrap_or_default()} max_length="500"
                label={(say.line_label)(title)} placeholder={say.line_text} oncommit={onlabel}
            />
            <Select
                class="map-line-tips" test_id="line-tips" label={(say.line_tips)(title)} options={arrows.collect::<Vec<_>>()}
                value={tips} onchoose={ontips}
            />
            <button type="button" aria-label={(say.remove)(title)} {onclick}><Icon name={IconName::Close} /></button>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_an_address_or_nothing() {
        let check = |text: &str, expect: Option<&str>| assert_eq!(url_of(text).as_deref(), expect, "{text}");
        check("https://example.com/a", Some("https://example.com/a"));
        check("mailto:me@example.com", Some("mailto:me@example.com"));
        check("www.example.com", Some("https://www.example.com"));
        check("example.com:8080/x", Some("https://example.com:8080/x"));
        check("not a link at all", None);
        check("word", None);
        check("a..b", None);
    }

    #[test]
    fn the_other_end_of_a_line_is_named_by_title_or_number() {
        let node = |number: u128, title: &str| Offered {
            id: NodeId::from_uuid(uuid::Uuid::from_u128(number)),
            short: format!("n{number}"),
            title: title.to_owned(),
        };
        let others = [node(2, "Rust"), node(3, "Food"), node(4, "Food")];
        let check = |text: &str, expect: Option<&str>| {
            let found = named(text, &others).and_then(|id| others.iter().find(|node| node.id == id));
            assert_eq!(found.map(|node| node.short.as_str()), expect, "{text}");
        };
        check("Rust (n2)", Some("n2"));
        check(" rust ", Some("n2"));
        check("N4", Some("n4"));
        check("Food (n3)", Some("n3"));
        check("Food", None);
        check("Fo", None);
        check("", None);
    }
}
