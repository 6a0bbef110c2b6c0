//! Links of what is shown: the button with their number, and the list of both directions.

use yew::prelude::*;

use super::palette::found::{context, icon_of, name, open, room_name, room_title};
use crate::kit::{Button, ButtonKind, Icon, IconButton, IconName, Modal};
use crate::store::{Store, use_dispatch, use_messages, use_selector, use_store};
use espalier_app::find::linked::{Linked, count};
use espalier_app::navigate::Route;
use espalier_app::{Dialog, Model, Msg};
use espalier_i18n::Messages;
use espalier_model::LinkKind;

/// The button with the number of links, where there are any.
#[component]
pub fn LinksButton() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let count = use_selector(count);
    if *count == 0 {
        return Html::default();
    }
    let label = AttrValue::from((words.shell.links.count)(*count));
    let onclick = dispatch.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::Links)));
    html! {
        <button type="button" class="button button-quiet links-button" data-testid="links" aria-haspopup="dialog" aria-label={label.clone()} title={label} {onclick}>
            <Icon name={IconName::Link} />
            <span aria-hidden="true">{ *count }</span>
        </button>
    }
}

/// The list of links, those that lead away first.
#[component]
pub fn LinksDialog() -> Html {
    let words = use_messages();
    let (store, dispatch) = (use_store(), use_dispatch());
    let linked = use_selector(Model::linked);
    let can_link = use_selector(|model| model.can_link().is_some());
    let say = &words.shell.links;
    let group = |heading: &str, is_back: bool| {
        let rows = linked.iter().filter(|linked| linked.is_back == is_back);
        let first = linked.iter().find(|linked| !linked.is_gone).map(|linked| linked.link.id);
        let rows = rows.map(|linked| view_row(&store, linked, first == Some(linked.link.id), words));
        let rows: Vec<Html> = rows.collect();
        (!rows.is_empty()).then(|| {
            html! { <section class="links-group"><h3>{ heading }</h3><ul>{ for rows }</ul></section> }
        })
    };
    let link = dispatch.reform(|_: MouseEvent| Msg::Dialog(Some(Dialog::LinkTo { in_text: false })));
    let add = (*can_link).then(|| {
        html! {
            <Button
                label={words.command.link_to} icon={IconName::Link} kind={ButtonKind::Quiet} test_id="link-add"
                onclick={link}
            />
        }
    });
    html! {
        <Modal title={say.title} test_id="links-panel" onclose={dispatch.reform(|()| Msg::Dialog(None))}>
            { group(say.from_here, false) }
            { group(say.to_here, true) }
            { add }
        </Modal>
    }
}

fn view_row(store: &Store, linked: &Linked, is_first: bool, words: &'static Messages) -> Html {
    let say = &words.shell.links;
    let (there, here) = (linked.there, linked.here);
    let (title, place, part) = store.read(|model| {
        let title = [name(model, there, words), linked.name.clone()].into_iter().find(|name| !name.trim().is_empty());
        let title = title.unwrap_or_else(|| say.nameless.to_owned());
        let whole = model.route.whole().thing();
        let part = (whole != Some(here)).then(|| (say.part)(&name_here(model, linked, words)));
        let place = if linked.is_gone { String::new() } else { context(model, there, linked.link.at, words) };
        (title, place, part)
    });
    let note = match (linked.is_gone, linked.link.kind, linked.is_back) {
        (true, ..) => Some(say.gone),
        (_, LinkKind::Made, false) => Some(say.made),
        (_, LinkKind::Made, true) => Some(say.made_of),
        _ => None,
    };
    let aside: Vec<String> =
        [note.map(str::to_owned), part, Some(place)].into_iter().flatten().filter(|text| !text.is_empty()).collect();
    let onclick = {
        let store = store.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            store.dispatch(Msg::Dialog(None));
            for msg in open(there) {
                store.dispatch(msg);
            }
        })
    };
    let id = if linked.is_back { "back-link" } else { "link-to" };
    let content = html! {
        <>
            <span class="palette-icon">
                <Icon name={icon_of(there.room())} />
                <span class="visually-hidden">{ room_title(there.room(), words) }</span>
            </span>
            <span class="palette-name">{ if linked.is_gone { html! { <s>{ title }</s> } } else { html! { title } } }</span>
            <span class="palette-room">{ aside.join(" · ") }</span>
        </>
    };
    let row = if linked.is_gone {
        html! { <span class="links-end" data-testid={id} data-kind={there.kind()} data-room={room_name(there.room())} data-gone="true">{ content }</span> }
    } else {
        let href = Route::to(there).unwrap_or(Route::of(there.room())).to_string();
        html! { <a class="links-end" data-testid={id} data-kind={there.kind()} data-room={room_name(there.room())} autofocus={is_first} {href} {onclick}>{ content }</a> }
    };
    let remove = (linked.link.kind == LinkKind::Hand).then(|| {
        let (store, id) = (store.clone(), linked.link.id);
        let onclick = Callback::from(move |_: MouseEvent| store.dispatch(Msg::Unlink(id)));
        html! { <IconButton icon={IconName::Close} label={words.command.remove_link} test_id="link-remove" {onclick} /> }
    });
    html! { <li key={linked.link.id.to_string()} class="links-row">{ row }{ remove }</li> }
}

/// Name of the end that is a part of what is shown.
fn name_here(model: &Model, linked: &Linked, words: &'static Messages) -> String {
    let kept = if linked.is_back { &linked.link.to_name } else { &linked.link.from_name };
    let names = [name(model, linked.here, words), kept.clone()];
    names.into_iter().find(|name| !name.trim().is_empty()).unwrap_or_default()
}
