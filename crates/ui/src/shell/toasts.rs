//! The notice at the foot of the page.
//!
//! Passing notices go away by themselves: the style sheet counts the time with an animation, which stops while the
//! pointer or the focus is there, and its end dismisses the notice. Errors stay until they are closed.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use crate::kit::dom::use_layout_effect;
use crate::kit::{Button, ButtonKind, Icon, IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::chunks::ChunkError;
use espalier_app::connect::{ConnectMsg, SettingsField};
use espalier_app::maps::MapMsg;
use espalier_app::navigate::Route;
use espalier_app::{Msg, Notice, Refusal, Toast, notice, palette};
use espalier_base::text::truncate;
use espalier_command::history::Document;
use espalier_i18n::Messages;

/// The animation in `shell.css` that counts the time.
const WAIT: &str = "toast-wait";
/// The most characters of a title in a notice, so that it stays on one line.
const SUBJECT: usize = 32;

#[derive(Clone, PartialEq, Properties)]
pub struct ToastsProps {
    /// Container while a dialog is open: within it, or they would lie behind its backdrop.
    #[prop_or_default]
    pub front: Option<web_sys::Element>,
}

/// The notice that is shown, in a region that screen readers follow.
#[component]
pub fn Toasts(props: &ToastsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let toast = use_selector(|model| notice::shown(model).cloned());
    let is_in_settings = use_selector(|model| model.route == Route::Settings || model.dialog.is_some());
    let node = use_node_ref();
    use_counting_on(&node, toast.as_ref().as_ref().map(|toast| toast.id), props.front.clone());
    let region = html! {
        <section ref={node} class="toasts" aria-label={words.shell.notices} aria-live="polite">
            { for toast.as_ref().as_ref().map(|toast| view_toast(toast, words, *is_in_settings, &dispatch)) }
        </section>
    };
    match &props.front {
        Some(place) => create_portal(region, place.clone()),
        None => region,
    }
}

/// Has a notice that comes to lie in another place go on counting its time, which would begin anew there.
#[hook]
fn use_counting_on(region: &NodeRef, toast: Option<u64>, front: Option<web_sys::Element>) {
    let begun = use_mut_ref(|| (None, 0.0));
    let region = region.clone();
    use_layout_effect((toast, front), move |_| {
        let Some(now) = web_sys::window().and_then(|window| window.performance()).map(|clock| clock.now()) else {
            return;
        };
        let (known, since) = *begun.borrow();
        if known != toast {
            *begun.borrow_mut() = (toast, now);
            return;
        }
        let shown = region.cast::<web_sys::Element>().and_then(|region| region.first_element_child());
        if let Some(shown) = shown.and_then(|shown| shown.dyn_into::<web_sys::HtmlElement>().ok()) {
            // Without the property the notice stays longer than it had to.
            let _ = shown.style().set_property("animation-delay", &format!("{}ms", since - now));
        }
    });
}

fn view_toast(toast: &Toast, words: &'static Messages, is_in_settings: bool, dispatch: &Callback<Msg>) -> Html {
    let id = toast.id;
    let close = dispatch.reform(move |_: MouseEvent| Msg::Dismiss(id));
    let onanimationend = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: AnimationEvent| {
            if event.animation_name() == WAIT {
                dispatch.emit(Msg::Dismiss(id));
            }
        })
    };
    let tells_of_all = matches!(toast.text, Notice::ImportedAll(_));
    let can_be_undone =
        tells_of_all || matches!(toast.text, Notice::Done(..) | Notice::DoneAgain(..) | Notice::Examples);
    let undo = can_be_undone.then(|| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.emit(if tells_of_all { Msg::UndoIn(Document::SESSIONS) } else { Msg::UndoNotice(id) });
            dispatch.emit(Msg::Dismiss(id));
        });
        html! { <Button label={words.command.undo} kind={ButtonKind::Quiet} test_id="toast-undo" {onclick} /> }
    });
    let as_svg = if let Notice::PictureShrunk(map, _) = toast.text { Some(map) } else { None };
    let as_svg = as_svg.map(|map| {
        let onclick = dispatch.reform(move |_: MouseEvent| Msg::Maps(MapMsg::Draw(map, false)));
        html! { <Button label={words.map.as_svg} kind={ButtonKind::Quiet} {onclick} /> }
    });
    let why = (matches!(toast.text, Notice::NotConnected(_)) && !is_in_settings).then(|| {
        let onclick = dispatch.reform(|_: MouseEvent| Msg::Go(Route::Settings));
        html! { <Button label={words.settings.see_why} kind={ButtonKind::Quiet} test_id="toast-why" {onclick} /> }
    });
    let save = (toast.text == Notice::NothingElsewhere && !is_in_settings).then(|| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            dispatch.emit(Msg::Connect(ConnectMsg::Point { place: SettingsField::Data, provider: None, agent: None }));
            dispatch.emit(Msg::Dismiss(id));
        });
        html! { <Button label={words.settings.data_title} kind={ButtonKind::Quiet} test_id="toast-data" {onclick} /> }
    });
    // How the test ends takes its place, however long that takes.
    let is_going_on = toast.text == Notice::SavedAndTesting;
    let icon = if toast.error { IconName::Warning } else { IconName::Check };
    html! {
        <div
            key={id} class={classes!("toast", toast.error.then_some("toast-error"), toast.passes().then_some("toast-passing"), is_going_on.then_some("toast-going"))}
            data-testid="toast" data-kind={if toast.error { "error" } else { "info" }} {onanimationend}
        >
            <Icon name={icon} />
            <p class="toast-text">{ wording(&toast.text, words) }</p>
            { undo }{ as_svg }{ why }{ save }
            <IconButton icon={IconName::Close} label={words.shell.close} onclick={close} />
        </div>
    }
}

#[expect(clippy::too_many_lines, reason = "one line per notice")]
pub fn wording(notice: &Notice, words: &Messages) -> String {
    let say = &words.shell.notice;
    let name = |command| palette::name_of(command, words);
    match notice {
        Notice::Done(id, subject, _) => (say.done)(id.as_str(), name(id.as_str()), &truncate(subject, SUBJECT)),
        Notice::Examples => say.examples.to_owned(),
        Notice::DoneAgain(id, times, _) => (say.done_again)(id.as_str(), name(id.as_str()), *times),
        Notice::Undone(command, conflicts) => (say.undone)(name(command), *conflicts),
        Notice::TakenBack(command, made) => (say.taken_back)(name(command), made),
        Notice::Redone(command, conflicts) => (say.redone)(name(command), *conflicts),
        Notice::UndoneSteps(steps) => (say.undone_steps)(*steps),
        Notice::RedoneSteps(steps) => (say.redone_steps)(*steps),
        Notice::NothingToUndo => say.nothing_to_undo.to_owned(),
        Notice::NothingToRedo => say.nothing_to_redo.to_owned(),
        Notice::Copied => say.copied.to_owned(),
        Notice::CopyFailed => say.copy_failed.to_owned(),
        Notice::PasteRefused => say.paste_refused.to_owned(),
        Notice::PasteEmpty => say.paste_empty.to_owned(),
        Notice::ChunkFailed(ChunkError::Offline) => words.shell.chunk.offline.to_owned(),
        Notice::ChunkFailed(ChunkError::Gone) => words.shell.chunk.gone.to_owned(),
        Notice::LongText(kept) => (if *kept { words.map.long_text } else { words.map.too_long }).to_owned(),
        Notice::PictureFailed => words.map.picture_failed.to_owned(),
        Notice::ReadAs(file, encoding) => (words.chat.file_read_as)(file, encoding),
        Notice::Exported(file) => (say.exported)(file),
        Notice::ModelAdded(file, runs) => (say.model_added)(file, *runs),
        Notice::ImportedMaps(maps, nodes) => (words.map.imported)(*maps, *nodes),
        Notice::PictureShrunk(_, percent) => (words.map.picture_shrunk)(*percent),
        Notice::Imported(count) => (say.imported)(*count),
        Notice::ImportedAll(counts) => (say.imported_all)(&(words.settings.kinds)(counts)),
        Notice::ImportFailed(error) => (words.error.import)(error),
        Notice::Refused(refusal) => refusal_wording(*refusal, words).to_owned(),
        Notice::Storage(error) => (words.error.storage)(error),
        Notice::ErasedForGood => say.erased_for_good.to_owned(),
        Notice::ExportedFromMemory(file) => (say.exported_from_memory)(file),
        Notice::Unreadable(count) => (say.unreadable)(*count),
        Notice::Repaired(table, name, count, lost) => (say.repaired)(*table, name, *count, *lost),
        Notice::NotWrittenBack(names, entries) => (say.not_written_back)(names, *entries),
        Notice::TabsApart => say.tabs_apart.to_owned(),
        Notice::NoSuchPlace => say.no_such_place.to_owned(),
        Notice::PlaceFailed(_) => words.settings.place_problem.to_owned(),
        Notice::TwoVersions(number) => (say.two_versions)(*number),
        Notice::KeptFromRemoval(number) => (say.kept_from_removal)(*number),
        Notice::NothingElsewhere => say.nothing_elsewhere.to_owned(),
        Notice::Restored(number) => (say.restored)(*number),
        Notice::Recovered(sessions, maps, scenes) => (say.recovered)(*sessions, *maps, *scenes),
        Notice::BaseUrl(problem) => (words.settings.base_problem)(problem),
        Notice::SavedAndTesting => words.settings.saved_and_testing.to_owned(),
        Notice::Connected(name) => (words.settings.connected)(name.get(words.language)),
        Notice::NotConnected(name) => (words.settings.not_connected)(name.get(words.language)),
        Notice::SettingsSaved => say.settings_saved.to_owned(),
        Notice::KeyNotKept => say.key_not_kept.to_owned(),
        Notice::KeyCleared => say.key_cleared.to_owned(),
        Notice::Losses(lost) => (words.map.lost)(lost),
        Notice::MapFile(error) => (words.map.file_error)(error),
        Notice::SceneFile(error) => capitalised(&error.text(words.language)),
        Notice::ImportedShapes(count) => (words.scene.imported)(*count),
        Notice::NotDrawn => words.scene.not_drawn.to_owned(),
        Notice::TimeFile(error) => (words.time.file_error)(error),
        Notice::Reason(reason) => capitalised(&reason.text(words.language)),
        Notice::Unanswered(field) => (words.course.unanswered)(field.get(words.language)),
        Notice::PagesLeft(pages, total) => (words.chat.pages_left)(*pages, *total),
        Notice::RunsElsewhere => say.runs_elsewhere.to_owned(),
    }
}

/// A text as a sentence begins.
fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().into_iter().flat_map(char::to_uppercase).chain(characters).collect()
}

const fn refusal_wording(refusal: Refusal, words: &Messages) -> &'static str {
    let say = &words.shell.notice;
    match refusal {
        Refusal::Gone => say.gone,
        Refusal::NotLoaded => say.not_loaded,
        Refusal::Busy => say.busy,
        Refusal::ReadOnly => say.read_only,
        Refusal::Empty => say.empty,
        Refusal::NoAnswer => say.no_answer,
        Refusal::Stale => say.stale,
        Refusal::NotHere => say.not_here,
        Refusal::Full => say.full,
        Refusal::Last => say.last,
        Refusal::NotATime => say.not_a_time,
    }
}
