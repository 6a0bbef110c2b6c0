//! Components that come in files of their own, drawn as soon as they are here.
//!
//! Until then their place is drawn: the room's frame with a word that it is on its way, and, where it cannot be had,
//! why not and what helps.

mod entry;

use yew::prelude::*;

pub use self::entry::arrived;
pub(crate) use self::entry::entry;
use crate::assistant::evidence::EvidenceListProps;
use crate::assistant::offers::OffersProps;
use crate::chat::{ChosenFilesProps, QueuedProps, TranscriptProps};
use crate::formula::FormulaProps;
use crate::highlight::HighlightProps;
use crate::kit::{Button, ButtonKind, Modal};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::chunks::{Chunk, ChunkError, LoadState};
use espalier_app::deferred::ChunkMsg;
use espalier_app::{Model, Msg};

/// A component whose code is in a chunk.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum LazyPart {
    Maps,
    Time,
    Courses,
    Scenes,
    /// The entries behind a number of an answer about the time log.
    Evidence(EvidenceListProps),
    /// Follow-up questions under an answer about the time log.
    Offers(OffersProps),
    Transcript(TranscriptProps),
    /// The files that go with the next message.
    ChosenFiles(ChosenFilesProps),
    /// The messages that wait for an answer.
    Queued(QueuedProps),
    /// The panel of the helper that sees all rooms.
    Helper,
    /// The page of the day.
    Today,
    /// The line of the time log, on that page.
    TodayLine,
    TodayGoals,
    Settings,
    /// The dialogs of the frame and of Chat.
    Dialogs,
    ImportReport,
    Formula(FormulaProps),
    /// The colours of a block of code.
    Highlight(HighlightProps),
}

impl LazyPart {
    pub(crate) const fn chunk(&self) -> Chunk {
        match self {
            Self::Maps => Chunk::Map,
            Self::Time | Self::Evidence(_) | Self::Offers(_) | Self::TodayLine | Self::TodayGoals => Chunk::Time,
            Self::Courses => Chunk::Course,
            Self::Scenes => Chunk::Scene,
            Self::Transcript(_) | Self::ChosenFiles(_) | Self::Queued(_) | Self::Helper => Chunk::Talk,
            Self::Today | Self::Settings | Self::Dialogs | Self::ImportReport => Chunk::More,
            Self::Formula(_) => Chunk::Math,
            Self::Highlight(_) => Chunk::Code,
        }
    }

    /// Whether the placeholder of the component is a dialog, not a room.
    const fn is_dialog(&self) -> bool {
        matches!(self, Self::Dialogs | Self::ImportReport)
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct LazyProps {
    pub(crate) part: LazyPart,
}

/// A component that may have to be fetched first.
#[component]
pub(crate) fn Lazy(props: &LazyProps) -> Html {
    let part = props.part.clone();
    let chunk = part.chunk();
    let dispatch = use_dispatch();
    let arrival = use_selector(move |model| model.chunks.state(chunk));
    let draw = entry(chunk);
    use_effect_with((chunk, draw.is_none()), move |(chunk, missing)| {
        if *missing {
            dispatch.emit(Msg::Chunk(ChunkMsg::Wanted(*chunk)));
        }
    });
    match (draw, *arrival) {
        (Some(draw), _) => draw(part),
        (None, Some(LoadState::Failed(error))) => html! { <ChunkMissing {part} {error} /> },
        (None, _) => html! { <ChunkLoading dialog={part.is_dialog()} /> },
    }
}

#[derive(PartialEq, Properties)]
struct ChunkLoadingProps {
    dialog: bool,
}

#[component]
fn ChunkLoading(props: &ChunkLoadingProps) -> Html {
    let words = use_messages();
    html! { <p class={classes!("chunk-loading", props.dialog.then_some("chunk-loading-dialog"))} role="status" data-testid="chunk-loading">{ words.shell.chunk.coming }</p> }
}

#[derive(PartialEq, Properties)]
struct ChunkMissingProps {
    part: LazyPart,
    error: ChunkError,
}

/// Error in place of a component. No typed or stored data depends on it; the remedies are a retry or the new version.
#[component]
fn ChunkMissing(props: &ChunkMissingProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let chunk = props.part.chunk();
    let retry = dispatch.reform(move |_| Msg::Chunk(ChunkMsg::Wanted(chunk)));
    let reload = dispatch.reform(|_| Msg::Chunk(ChunkMsg::Reload));
    let (text, retry_kind, reload_kind) = match props.error {
        ChunkError::Offline => (words.shell.chunk.offline, ButtonKind::Primary, ButtonKind::Plain),
        ChunkError::Gone => (words.shell.chunk.gone, ButtonKind::Plain, ButtonKind::Primary),
    };
    let told = html! {
        <div class="chunk-missing" role="alert" data-testid="chunk-missing">
            <p>{ text }</p>
            <p class="chunk-actions">
                <Button label={words.shell.chunk.retry} test_id="chunk-retry" kind={retry_kind} onclick={retry} />
                <Button label={words.shell.banner.reload} test_id="chunk-reload" kind={reload_kind} onclick={reload} />
            </p>
        </div>
    };
    if !props.part.is_dialog() {
        return told;
    }
    let onclose = dispatch.reform(|()| Msg::Dialog(None));
    html! { <Modal title={words.shell.chunk.title} {onclose}>{ told }</Modal> }
}

/// The messages of a conversation.
#[component]
pub(crate) fn LazyTranscript(props: &TranscriptProps) -> Html {
    html! { <Lazy part={LazyPart::Transcript(props.clone())} /> }
}

/// The place of the helper beside whatever room is shown.
#[component]
pub(crate) fn LazyHelper() -> Html {
    let is_open = use_selector(|model: &Model| model.helper.is_open);
    html! {
        <div class="helper" hidden={!*is_open}>
            if *is_open {
                <Lazy part={LazyPart::Helper} />
            }
        </div>
    }
}

/// Open dialogs, of those whose code is in a chunk.
#[derive(PartialEq)]
struct DialogsState {
    dialog: bool,
    import: bool,
    /// Whether their code has come, with which they are drawn from then on: they listen for what is pasted, too.
    is_here: bool,
}

/// The dialogs, which belong to no room.
#[component]
pub(crate) fn LazyDialogs() -> Html {
    let open = use_selector(|model: &Model| DialogsState {
        dialog: model.dialog.is_some(),
        import: model.import.is_some() || model.backups.locked.is_some(),
        is_here: entry(Chunk::More).is_some(),
    });
    let drawn = use_mut_ref(|| false);
    let mut drawn = drawn.borrow_mut();
    // A dialog gives the focus back when it closes, for which what draws it has to stay.
    *drawn = open.import || entry(Chunk::More).is_some() && *drawn;
    html! {
        <div>
            if open.dialog || open.is_here {
                <Lazy part={LazyPart::Dialogs} />
            }
            if *drawn {
                <Lazy part={LazyPart::ImportReport} />
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_names, draw, ready};
    use espalier_model::settings::Language;

    #[test]
    fn what_cannot_be_had_says_so_and_offers_what_helps() {
        for (language, offline, gone) in [(Language::En, "network", "new version"), (Language::Zh, "网络", "新版本")]
        {
            let shown = |part, error| draw(ready(language), html! { <ChunkMissing {part} {error} /> });
            let html = shown(LazyPart::Time, ChunkError::Offline);
            assert_names(&html, &["chunk-missing", "chunk-retry", "chunk-reload"]);
            assert!(html.contains(offline) && !html.contains("<dialog"), "{html}");
            let html = shown(LazyPart::Dialogs, ChunkError::Gone);
            assert!(html.contains(gone) && html.contains("<dialog"), "{html}");
        }
    }

    #[test]
    fn every_part_is_drawn_by_its_chunk() {
        for (part, name) in [
            (LazyPart::Maps, "map"),
            (LazyPart::Time, "time"),
            (LazyPart::Courses, "course"),
            (LazyPart::Scenes, "listed"),
            (LazyPart::Today, "room-frame"),
            (LazyPart::Settings, "settings"),
        ] {
            let html = draw(ready(Language::En), html! { <Lazy {part} /> });
            assert!(html.contains(&format!("class=\"{name}")), "{name}: {html}");
        }
    }
}
