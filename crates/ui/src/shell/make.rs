//! Making one thing of another: the menu item, and the list of what can be made.

use yew::prelude::*;

use super::palette::found::{icon_of, name};
use crate::kit::{Icon, IconName, MenuItem, Modal};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::make::{self, MakeMsg, Source, To};
use espalier_app::{Dialog, Model, Msg};
use espalier_base::text::title;
use espalier_i18n::Messages;
use espalier_model::{NodeKey, RoomId, Thing};

/// Most characters of a name in the heading.
const NAME: usize = 60;

/// Returns the menu item that lists what can be made of something.
pub fn make_item(words: &Messages, dispatch: &Callback<Msg>, source: Source) -> MenuItem {
    let onselect = dispatch.reform(move |()| Msg::Dialog(Some(Dialog::Make(source.clone()))));
    MenuItem::new(words.shell.make.item, IconName::New, onselect).with_test_id("make")
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MakeDialogProps {
    /// The thing that another one is to be made of.
    pub source: Source,
}

/// The list of what can be made of something, and of the files that came with it.
#[component]
pub fn MakeDialog(props: &MakeDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let source = props.source.clone();
    let groups = use_selector(move |model| groups(model, &source, words));
    let say = &words.shell.make;
    let view = |(at, (heading, source, offers)): (usize, &Group)| {
        let rows = offers.iter().enumerate().map(|(place, (to, again))| {
            let (source, to) = (source.clone(), *to);
            let onclick = dispatch.reform(move |_: MouseEvent| Msg::Make(MakeMsg::Make(source.clone(), to)));
            html! {
                <li key={to.name()} class="links-row">
                    <button type="button" class="links-end" data-testid="make-item" data-to={to.name()} autofocus={at + place == 0} {onclick}>
                        <span class="palette-icon"><Icon name={icon(to)} /></span>
                        <span class="palette-name">{ say.to[to as usize] }</span>
                        <span class="palette-room">{ again.then_some(say.again) }</span>
                    </button>
                </li>
            }
        });
        html! {
            <section key={at} class="links-group">
                if at > 0 { <h3>{ (say.file)(heading) }</h3> }
                <ul>{ for rows }</ul>
            </section>
        }
    };
    let title = groups.first().map_or_else(|| say.item.to_owned(), |(name, ..)| (say.title)(name));
    html! {
        <Modal {title} test_id="make-panel" onclose={dispatch.reform(|()| Msg::Dialog(None))}>
            if groups.iter().all(|(.., offers)| offers.is_empty()) { <p>{ say.nothing }</p> }
            { for groups.iter().enumerate().map(view) }
        </Modal>
    }
}

/// A source with its name, and what can be made of it.
type Group = (String, Source, Vec<(To, bool)>);

fn groups(model: &Model, source: &Source, words: &Messages) -> Vec<Group> {
    let named = match source {
        Source::Thing(thing) => name(model, *thing, words),
        Source::Branches(map, nodes) => match nodes[..] {
            [id] => name(model, Thing::Node(NodeKey { map: *map, id }), words),
            _ => name(model, Thing::Map(*map), words),
        },
        Source::Days(days) => words.time.days(*days),
        Source::ShownDays => words.time.days(model.time_range()),
        Source::File(..) => String::new(),
        Source::Words(_, words) => title(words, NAME),
    };
    let mut groups = vec![(named, source.clone(), make::offers(model, source))];
    if let Source::Thing(Thing::Message(key)) = source {
        let files = model.message(*key).into_iter().flat_map(|message| message.attachments());
        let files: Vec<_> = files.map(|file| (file.name.clone(), Source::File(*key, file.hash.clone()))).collect();
        let offered = files.into_iter().map(|(name, source)| (name, make::offers(model, &source), source));
        groups.extend(
            offered.filter(|(_, offers, _)| !offers.is_empty()).map(|(name, offers, source)| (name, source, offers)),
        );
    }
    groups
}

const fn icon(to: To) -> IconName {
    match to {
        To::Map => icon_of(RoomId::Map),
        To::Course => icon_of(RoomId::Course),
        To::Chat => icon_of(RoomId::Chat),
        To::Scene => icon_of(RoomId::Scene),
        To::Prompt => IconName::Edit,
        To::Entries | To::Timer => icon_of(RoomId::Time),
        To::Goal => IconName::Target,
    }
}
