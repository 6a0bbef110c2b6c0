//! The head of a room: the list, the title, what is often done, undo and redo, and "…" with the rest.
//!
//! It is the same in every room and equally high, so that nothing jumps from room to room. Where the page is narrow
//! all but one action and undo move behind "…".

use yew::prelude::*;

use crate::kit::dom::use_media;
use crate::kit::{Button, ButtonKind, Drawer, Icon, IconButton, IconName, MenuItem, Popover, RenameField};
use crate::shell::clock::RunningClock;
use crate::shell::copy_link::copy_link;
use crate::shell::example::ExampleMark;
use crate::shell::linked::LinksButton;
use crate::shell::make::make_item;
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::helper::HelperMsg;
use espalier_app::make::Source;
use espalier_app::navigate::Route;
use espalier_app::{Dialog, Model, Msg, palette, undo};
use espalier_command::history::Entry;

/// A page on which the rooms stand at the bottom; the style sheets say the same.
pub const NARROW: &str = "(max-width: 47.99rem)";
/// The id of the list behind "…".
const MORE: &str = "room-more";

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RoomHeadProps {
    /// The name of the current item.
    pub title: AttrValue,
    /// Gives it another name; without it the title is just a heading.
    #[prop_or_default]
    pub onrename: Option<Callback<String>>,
    /// The list beside the room with its name, where there is one.
    #[prop_or_default]
    pub list: Option<(&'static str, Drawer)>,
    /// Content beside the title: a count, a link.
    #[prop_or_default]
    pub beside: Html,
    /// The action that is in sight on a narrow page too.
    #[prop_or_default]
    pub pinned: Option<MenuItem>,
    /// The other actions.
    #[prop_or_default]
    pub actions: Vec<MenuItem>,
    /// Whether the other actions are named where there is room for it.
    #[prop_or_default]
    pub named: bool,
    /// The items that are always behind "…"; deletions come last there.
    #[prop_or_default]
    pub items: Vec<MenuItem>,
    /// Saving and importing, behind "…" as well.
    #[prop_or_default]
    pub files: Html,
    /// Actions that are more than a button.
    #[prop_or_default]
    pub children: Html,
}

#[component]
pub fn RoomHead(props: &RoomHeadProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let narrow = use_media(NARROW);
    let named = use_media("(min-width: 75rem)") && props.named;
    let [undo, redo] = use_steps();
    let renaming = use_state_eq(|| false);
    let onask = use_callback(renaming.setter(), |asked: bool, renaming| renaming.set(asked));
    let mut items = props.items.clone();
    if props.onrename.is_some() {
        items.insert(0, MenuItem::new(words.shell.rename, IconName::Edit, onask.reform(|()| true)));
    }
    let shown = use_selector(|model| model.route.whole().thing().and_then(Route::to));
    if let Some(route) = *shown {
        let place = items.iter().position(|item| item.danger).unwrap_or(items.len());
        items.insert(place, copy_link(words, &dispatch, route));
        let link = dispatch.reform(|()| Msg::Dialog(Some(Dialog::LinkTo { in_text: false })));
        items.insert(place + 1, MenuItem::new(words.command.link_to, IconName::Link, link).with_test_id("link-add"));
    }
    let source = use_selector(|model| Source::shown(model).filter(|_| model.read_only.is_none()));
    if let Some(source) = &*source {
        let place = items.iter().position(|item| item.danger).unwrap_or(items.len());
        items.insert(place, make_item(words, &dispatch, source.clone()));
    }
    let list = props.list.as_ref().map(|(label, drawer)| {
        html! {
            <div class="drawer-button">
                <IconButton icon={IconName::Menu} label={*label} expanded={drawer.open} onclick={drawer.ontoggle.clone()} />
            </div>
        }
    });
    let shown = if narrow { &[][..] } else { &props.actions[..] };
    let pinned = props.pinned.iter().map(|item| view_action(item, false));
    let actions = pinned.chain(shown.iter().map(|item| view_action(item, named)));
    let hidden = if narrow { props.actions.clone() } else { Vec::new() };
    html! {
        <header class="room-head">
            { list }
            <div class="room-name">
                <Title title={props.title.clone()} onrename={props.onrename.clone()} renaming={*renaming} {onask} />
                { props.beside.clone() }
                { (!narrow).then(|| html! { <ExampleMark /> }) }
                <LinksButton />
            </div>
            <div class="room-actions">
                { props.children.clone() }
                { narrow.then(|| html! { <RunningClock /> }) }
                { for actions }
                <Steps undo={undo} redo={redo.clone()} {narrow} />
                <More actions={hidden} {items} files={props.files.clone()} {redo} {narrow} />
            </div>
        </header>
    }
}

fn view_action(item: &MenuItem, named: bool) -> Html {
    let onclick = item.onselect.reform(|_: MouseEvent| ());
    if named {
        return html! {
            <Button
                key={item.label.to_string()} icon={item.icon} label={item.label.clone()} kind={ButtonKind::Quiet}
                test_id={item.test_id.clone()} disabled={item.disabled} {onclick}
            />
        };
    }
    html! {
        <IconButton
            key={item.label.to_string()} icon={item.icon.unwrap_or(IconName::More)} label={item.label.clone()}
            test_id={item.test_id.clone()} pressed={item.checked} disabled={item.disabled} {onclick}
        />
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct TitleProps {
    title: AttrValue,
    onrename: Option<Callback<String>>,
    renaming: bool,
    onask: Callback<bool>,
}

/// The title; a click renames.
#[component]
fn Title(props: &TitleProps) -> Html {
    let words = use_messages();
    let Some(onrename) = &props.onrename else {
        return html! { <h1 class="room-title" title={props.title.clone()}>{ props.title.clone() }</h1> };
    };
    if props.renaming {
        let (onrename, onask) = (onrename.clone(), props.onask.clone());
        let onfinish = Callback::from(move |name: Option<String>| {
            onask.emit(false);
            if let Some(name) = name {
                onrename.emit(name);
            }
        });
        return html! { <RenameField value={props.title.clone()} label={words.shell.rename} test_id="room-rename" {onfinish} /> };
    }
    let onclick = props.onask.reform(|_: MouseEvent| true);
    let hint = format!("{}\n{}", props.title, words.shell.rename_hint);
    html! {
        <h1 class="room-title">
            <button type="button" data-testid="room-title" title={hint} {onclick}>{ props.title.clone() }</button>
        </h1>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct StepsProps {
    undo: Step,
    redo: Step,
    narrow: bool,
}

/// The label of undo or redo, which names the command, and whether there is one.
type Step = (AttrValue, bool);

/// Undo and redo as they are now.
#[hook]
fn use_steps() -> [Step; 2] {
    let words = use_messages();
    let next = use_selector(|model| {
        let command = |entry: Option<(_, &Entry)>| entry.map(|(_, entry)| entry.command.clone());
        let (undo, redo) = (undo::undo_scope(model), undo::redo_scope(model));
        (command(model.history.next_undo(&undo)), command(model.history.next_redo(&redo)))
    });
    let named = |command: &Option<String>, bare: &str, with: fn(&str) -> String| {
        let label = command.as_ref().map_or_else(|| bare.to_owned(), |command| with(palette::name_of(command, words)));
        (AttrValue::from(label), command.is_some())
    };
    let (undo, redo) = &*next;
    [named(undo, words.command.undo, words.shell.undo), named(redo, words.command.redo, words.shell.redo)]
}

/// Undo, redo and the history.
#[component]
fn Steps(props: &StepsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let StepsProps { undo, redo, narrow } = props;
    let send = |msg: fn() -> Msg| dispatch.reform(move |_: MouseEvent| msg());
    let rest = (!narrow).then(|| {
        html! {
            <>
                <IconButton icon={IconName::Redo} label={redo.0.clone()} test_id="redo" disabled={!redo.1} onclick={send(|| Msg::Redo)} />
                <IconButton
                    icon={IconName::History} label={words.command.history} test_id="history"
                    onclick={send(|| Msg::Dialog(Some(Dialog::History)))}
                />
            </>
        }
    });
    html! {
        <span class="room-steps">
            <IconButton icon={IconName::Undo} label={undo.0.clone()} test_id="undo" disabled={!undo.1} onclick={send(|| Msg::Undo)} />
            { rest }
        </span>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct MoreProps {
    actions: Vec<MenuItem>,
    items: Vec<MenuItem>,
    files: Html,
    redo: Step,
    narrow: bool,
}

/// The button "…" with its list.
#[component]
fn More(props: &MoreProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let can_print = use_selector(|model: &Model| {
        let id = if model.route.course().is_some() { "outline-print" } else { "room-print" };
        palette::can_print(model).then_some(id)
    });
    let redo = &props.redo;
    let row = |label: &str, icon: IconName, id: &'static str, msg: fn() -> Msg| {
        MenuItem::new(label.to_owned(), icon, dispatch.reform(move |()| msg())).with_test_id(id)
    };
    let mut groups = vec![props.actions.clone()];
    let (danger, items): (Vec<_>, Vec<_>) = props.items.iter().cloned().partition(|item| item.danger);
    groups.push(items);
    let mut app = Vec::new();
    if let Some(id) = *can_print {
        app.push(row(words.command.print, IconName::Print, id, || Msg::Print));
    }
    if props.narrow {
        app.push(MenuItem { disabled: !redo.1, ..row(&redo.0, IconName::Redo, "redo", || Msg::Redo) });
        app.push(row(words.command.history, IconName::History, "history", || Msg::Dialog(Some(Dialog::History))));
        app.push(row(words.command.palette, IconName::Search, "palette-open", || Msg::Dialog(Some(Dialog::Palette))));
        app.push(row(words.helper.all, IconName::Agent, "helper", || Msg::Helper(HelperMsg::Show(true))));
    }
    app.push(row(words.command.help, IconName::Help, "help", || Msg::Dialog(Some(Dialog::Help))).with_keys(Some("F1")));
    if props.narrow {
        app.push(row(words.command.settings, IconName::Settings, "nav-settings", || Msg::Go(Route::Settings)));
    }
    let group = |items: &[MenuItem]| {
        let rows = items.iter().map(view_row);
        (!items.is_empty()).then(|| html! { <div class="more-group">{ for rows }</div> })
    };
    html! {
        <Popover id={MORE} label={words.shell.more} icon={IconName::More} test_id="room-more">
            <div class="more-group popover-closes">{ props.narrow.then(|| html! { <ExampleMark /> }) }</div>
            { for groups.iter().filter_map(|items| group(items)) }
            <div class="more-group">{ props.files.clone() }</div>
            { group(&app) }
            { group(&danger) }
        </Popover>
    }
}

fn view_row(item: &MenuItem) -> Html {
    let onclick = item.onselect.reform(|_: MouseEvent| ());
    let icon = if item.checked == Some(true) { Some(IconName::Check) } else { item.icon };
    html! {
        <button
            key={item.label.to_string()} type="button" class={classes!("menu-item", item.danger.then_some("menu-danger"))}
            disabled={item.disabled} data-testid={item.test_id.clone()}
            aria-pressed={item.checked.map(|on| if on { "true" } else { "false" })} {onclick}
        >
            <span class="menu-icon">{ icon.map(|name| html! { <Icon {name} /> }) }</span>
            <span>{ item.label.clone() }</span>
            <kbd class="menu-keys" hidden={item.keys.is_none()} aria-hidden="true">{ item.keys.clone() }</kbd>
        </button>
    }
}
