//! The page on which a model is downloaded: a short list, a field for another address, and the progress.

use yew::prelude::*;

use super::device::in_use;
use crate::chat::format::size;
use crate::kit::{Button, ButtonKind, Field, TextInput};
use crate::store::{use_dispatch, use_kept_words, use_messages, use_selector};
use espalier_app::device::DeviceMsg;
use espalier_app::device::catalogue::{OFFERS, Offer};
use espalier_app::device::download::{Download, DownloadMsg, DownloadProblem, Source, Stage};
use espalier_app::{Model, Msg};

/// State of the download as its page shows it.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    source: Option<Source>,
    stage: Stage,
    have: u64,
    total: Option<u64>,
    speed: Option<f64>,
    seconds_left: Option<u64>,
}

fn shown(model: &Model) -> Shown {
    let Download { source, stage, have, total, speed, .. } = &model.device.download;
    let seconds_left = model.device.download.seconds_left();
    Shown { source: source.clone(), stage: stage.clone(), have: *have, total: *total, speed: *speed, seconds_left }
}

fn say(msg: DownloadMsg) -> Msg {
    Msg::Device(DeviceMsg::Download(msg))
}

#[component]
pub fn DownloadPage() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let shown = use_selector(shown);
    use_effect_with((), move |()| {
        dispatch.emit(Msg::Device(DeviceMsg::List));
        dispatch.emit(say(DownloadMsg::Look));
    });
    let status = match &shown.stage {
        Stage::Idle | Stage::Asking | Stage::Offered => "idle",
        Stage::Loading | Stage::Checking(..) | Stage::Stopping | Stage::Removing => "loading",
        Stage::Paused => "paused",
        Stage::Failed(_) => "failed",
        Stage::Done => "done",
    };
    let is_begun = !matches!(shown.stage, Stage::Idle | Stage::Asking | Stage::Offered | Stage::Done);
    html! {
        <div class="model-download" data-testid="model-download" data-status={status}>
            if let Some(source) = shown.source.clone().filter(|_| is_begun) {
                <Progress shown={(*shown).clone()} {source} />
            } else {
                <p class="field-hint">{ words.settings.download.hint }</p>
                <ul class="settings-servers" aria-label={words.settings.download.offers}>
                    { for OFFERS.iter().enumerate().map(|(at, offer)| html! { <OfferRow key={offer.name} {offer} focused={at == 0} /> }) }
                </ul>
                <AddressForm shown={(*shown).clone()} />
            }
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct OfferRowProps {
    offer: &'static Offer,
    /// Whether its button has the focus when it comes.
    focused: bool,
}

/// A model of the table, and the button that downloads or uses it.
#[component]
fn OfferRow(props: &OfferRowProps) -> Html {
    let offer = props.offer;
    let words = use_messages();
    let language = use_selector(Model::language);
    let dispatch = use_dispatch();
    let is_kept = use_selector(move |model| {
        model.device.kept.iter().flatten().any(|kept| kept.name == offer.file() && kept.check.is_ok())
    });
    let answers = use_selector(move |model| in_use(model).as_deref() == Some(offer.file()));
    let (about, device) = (&words.settings.download, &words.settings.device);
    let onuse = dispatch.reform(move |_: MouseEvent| Msg::Device(DeviceMsg::Use(offer.file().to_owned())));
    html! {
        <li data-testid="model-offer" data-model={offer.name}>
            <div>
                <strong translate="no">{ offer.name }</strong>
                <p class="field-hint">{ (about.about)(offer.millions, offer.licence) }</p>
                <p class="field-hint">{ offer.expect.get(*language) }</p>
            </div>
            if *answers {
                <span class="settings-status">{ device.in_use }</span>
            } else if *is_kept {
                <Button label={device.use_it} test_id="use-offer" onclick={onuse} />
            } else {
                <GetButton address={offer.address} bytes={Some(offer.bytes)} test_id="get-model" focused={props.focused} />
            }
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct GetButtonProps {
    address: AttrValue,
    bytes: Option<u64>,
    test_id: &'static str,
    #[prop_or_default]
    focused: bool,
}

/// The button that downloads a file, which names the place and the size.
#[component]
fn GetButton(props: &GetButtonProps) -> Html {
    let words = use_messages();
    let address = props.address.to_string();
    let source = Source::at(&address);
    let host = source.as_ref().map(Source::host).unwrap_or_default();
    let label = (words.settings.download.get)(&props.bytes.map(size).unwrap_or_default(), host);
    let onclick = use_dispatch().reform(move |_: MouseEvent| say(DownloadMsg::Start(address.clone())));
    html! { <Button {label} test_id={props.test_id} focused={props.focused} {onclick} /> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ShownProps {
    shown: Shown,
}

/// The field for the address of another file, whose size is asked for first.
#[component]
fn AddressForm(props: &ShownProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let node = use_node_ref();
    let typed = use_state(String::new);
    let used = use_kept_words("model-address".to_owned(), &typed, &node);
    let about = &words.settings.download;
    let shown = &props.shown;
    let onsubmit = {
        let typed = typed.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if !typed.trim().is_empty() {
                dispatch.emit(say(DownloadMsg::Ask((*typed).clone())));
                used.emit(());
            }
        })
    };
    let ontype = typed.setter();
    let problem = match &shown.stage {
        Stage::Failed(problem) => (about.problem)(problem, "", "", size),
        _ => String::new(),
    };
    html! {
        <form class="settings-form" novalidate=true {onsubmit}>
            <div class="settings-row">
                <Field label={about.address} hint={about.address_hint}>
                    <TextInput {node} kind="url" value={(*typed).clone()} verbatim=true test_id="model-address" {ontype} />
                </Field>
                <Button label={about.ask} test_id="ask-model" submit=true disabled={shown.stage == Stage::Asking} />
            </div>
            <p class="settings-wrong" role="alert">{ problem }</p>
            if let Some(source) = &shown.source {
                if shown.stage == Stage::Asking {
                    <p role="status" class="field-hint">{ (about.asking)(source.host()) }</p>
                }
                if shown.stage == Stage::Offered {
                    <div class="settings-actions">
                        <strong class="model-file" translate="no">{ source.name.clone() }</strong>
                        <GetButton address={source.address.clone()} bytes={shown.total} test_id="get-address" focused=true />
                    </div>
                }
            }
        </form>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ProgressProps {
    shown: Shown,
    source: Source,
}

/// How far the download has come, and the buttons that stop it or go on with it.
#[component]
fn Progress(props: &ProgressProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let about = &words.settings.download;
    let (shown, name) = (&props.shown, props.source.name.as_str());
    let share = |done: u64, all: u64| done.saturating_mul(100) / all.max(1);
    let (text, done) = match &shown.stage {
        Stage::Checking(done, all) => ((about.checking)(name, share(*done, *all)), Some(share(*done, *all))),
        Stage::Stopping | Stage::Removing => (about.stopping.to_owned(), None),
        Stage::Paused => ((about.paused)(name), shown.total.map(|all| share(shown.have, all))),
        _ => ((about.loading)(name), shown.total.map(|all| share(shown.have, all))),
    };
    let all = shown.total.map(|all| (size(all), share(shown.have, all)));
    let came = (about.came)(&size(shown.have), all.as_ref().map(|(all, share)| (all.as_str(), *share)));
    let speed = shown.speed.filter(|_| shown.stage == Stage::Loading);
    let speed = speed.map(|speed| (about.speed)(&size(speed as u64), shown.seconds_left));
    let press = |msg: fn() -> DownloadMsg| dispatch.reform(move |_: MouseEvent| say(msg()));
    let problem = match &shown.stage {
        Stage::Failed(problem) => Some(problem),
        _ => None,
    };
    let goes_on = match problem {
        None => (shown.stage == Stage::Paused).then_some(about.go_on),
        Some(DownloadProblem::File(_)) => None,
        Some(_) => Some(if shown.have > 0 { about.go_on } else { about.again }),
    };
    let is_coming = matches!(shown.stage, Stage::Loading | Stage::Checking(..));
    html! {
        <>
            if let Some(problem) = problem {
                <p class="settings-wrong" role="alert" data-testid="download-problem">
                    { (about.problem)(problem, name, props.source.host(), size) }
                </p>
            } else {
                <label class="settings-adding">
                    <span role="status">{ text }</span>
                    <progress max="100" value={done.map(|done| done.to_string())}></progress>
                </label>
            }
            <p class="field-hint" data-testid="download-progress" hidden={shown.have == 0}>
                { came }{ speed.map(|speed| format!(" · {speed}")) }
            </p>
            <div class="settings-actions">
                if is_coming {
                    <Button label={about.pause} test_id="pause-download" focused=true onclick={press(|| DownloadMsg::Pause)} />
                }
                if let Some(label) = goes_on {
                    <Button
                        {label} kind={ButtonKind::Primary} test_id="continue-download" focused=true
                        onclick={press(|| DownloadMsg::Continue)}
                    />
                }
                <Button label={about.cancel} test_id="cancel-download" onclick={press(|| DownloadMsg::Cancel)} />
            </div>
        </>
    }
}
