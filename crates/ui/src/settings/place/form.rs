//! The form in which a place is entered. What is typed is kept until it is used; its secrets never are.

use serde::{Deserialize, Serialize, Serializer};
use yew::prelude::*;

use crate::kit::dom::origin;
use crate::kit::{Button, ButtonKind, Checkbox, Field, IconName, Select, SelectOption, TextInput};
use crate::store::{FormHandle, use_dispatch, use_kept_form, use_messages, use_selector, use_store};
use espalier_app::Msg;
use espalier_app::place::{NewAt, NewPlace, PlaceMsg, Server, ServerPlace};
use espalier_i18n::place::PlaceWords;
use espalier_llm::secret::Secret;
use espalier_remote::{PlaceProblem, Site};

/// Kind of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    Folder,
    Carried,
    WebDav,
    S3,
}

impl Kind {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Folder, "folder"), (Self::WebDav, "webdav"), (Self::S3, "s3"), (Self::Carried, "carried")];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, name)| name)
    }
}

/// The form as typed, without its secrets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Draft {
    kind: Kind,
    #[serde(serialize_with = "plain")]
    url: String,
    user: String,
    #[serde(serialize_with = "plain")]
    endpoint: String,
    region: String,
    bucket: String,
    prefix: String,
    path_style: bool,
    access_key: String,
    keep: bool,
}

/// Leaves out an address that may carry a password.
fn plain<S: Serializer>(address: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(if address.contains(['@', '?', '#']) { "" } else { address })
}

impl Draft {
    fn new(has_folders: bool, keep: bool) -> Self {
        let empty = String::new;
        Self {
            kind: if has_folders { Kind::Folder } else { Kind::WebDav },
            url: empty(),
            user: empty(),
            endpoint: empty(),
            region: empty(),
            bucket: empty(),
            prefix: empty(),
            path_style: true,
            access_key: empty(),
            keep,
        }
    }

    /// The form with the settings of the server that is in use.
    fn of(server: &ServerPlace, keep: bool) -> Self {
        let blank = Self::new(false, keep);
        match server.clone() {
            ServerPlace::WebDav { url, user } => Self { url, user, ..blank },
            ServerPlace::S3 { endpoint, region, bucket, prefix, path_style, access_key } => {
                Self { kind: Kind::S3, endpoint, region, bucket, prefix, path_style, access_key, ..blank }
            }
        }
    }

    /// The settings of the server; `None` for a folder.
    fn server(&self) -> Option<ServerPlace> {
        let trimmed = |text: &str| text.trim().to_owned();
        match self.kind {
            Kind::Folder | Kind::Carried => None,
            Kind::WebDav => Some(ServerPlace::WebDav { url: trimmed(&self.url), user: trimmed(&self.user) }),
            Kind::S3 => Some(ServerPlace::S3 {
                endpoint: trimmed(&self.endpoint),
                region: trimmed(&self.region),
                bucket: trimmed(&self.bucket),
                prefix: trimmed(&self.prefix),
                path_style: self.path_style,
                access_key: trimmed(&self.access_key),
            }),
        }
    }
}

/// The words of the form about a kind of place.
struct KindWords {
    label: &'static str,
    hint: &'static str,
    /// The word and the test id of the button.
    button: (&'static str, &'static str),
}

impl Kind {
    const fn words(self, say: &PlaceWords) -> KindWords {
        let (label, hint, button) = match self {
            Self::Folder => (say.folder, say.folder_hint, (say.choose, "place-choose")),
            Self::Carried => (say.carried, say.carried_hint, (say.carry, "place-carry")),
            Self::WebDav => (say.web_dav, say.web_dav_hint, (say.connect, "place-connect")),
            Self::S3 => (say.s3, say.s3_hint, (say.connect, "place-connect")),
        };
        KindWords { label, hint, button }
    }
}

/// The secrets of the form, which nothing keeps.
#[derive(Debug, Clone, PartialEq, Default)]
struct Secrets {
    secret: String,
    seal: String,
}

#[component]
pub fn PlaceForm() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let has_folders = *use_selector(|model| model.place.has_folders);
    let (form, used) = use_kept_form("settings.place".to_owned(), || {
        store.read(|model| {
            let keep = !model.facts.shared_origin;
            let new = || Draft::new(model.place.has_folders, keep);
            model.place.server.as_ref().map_or_else(new, |server| Draft::of(server, keep))
        })
    });
    let secrets = use_state(Secrets::default);
    let problem = use_state_eq(|| None::<PlaceProblem>);
    let say = &words.settings.data.place;
    let draft = form.get();
    let onsubmit = submit(&form, &secrets, problem.setter(), dispatch, used);
    let secret = |set: fn(&mut Secrets, String)| {
        let secrets = secrets.clone();
        Callback::from(move |text: String| {
            let mut next = (*secrets).clone();
            set(&mut next, text);
            secrets.set(next);
        })
    };
    let is_server = matches!(draft.kind, Kind::WebDav | Kind::S3);
    let KindWords { hint, button: (label, test_id), .. } = draft.kind.words(say);
    html! {
        <form class="settings-form" autocomplete="off" novalidate=true {onsubmit}>
            <Field label={say.kind} {hint}>{ kind_select(&form, has_folders, say, problem.setter()) }</Field>
            <p class="field-hint" hidden={has_folders}>{ say.no_folders }</p>
            if is_server {
                { server_fields(&form, say, *problem) }
                <Field label={if draft.kind == Kind::S3 { say.secret_key } else { say.password }}>
                    <TextInput
                        kind="password" verbatim=true value={secrets.secret.clone()} test_id="place-secret"
                        invalid={*problem == Some(PlaceProblem::Secret)} described_by="place-problem"
                        ontype={secret(|secrets, text| secrets.secret = text)}
                    />
                </Field>
            }
            <Field label={say.seal} hint={say.seal_hint}>
                <TextInput
                    kind="password" verbatim=true value={secrets.seal.clone()} test_id="place-password"
                    ontype={secret(|secrets, text| secrets.seal = text)}
                />
            </Field>
            <Field label={say.keep} hint={say.keep_hint} inline=true>
                <Checkbox checked={draft.keep} test_id="place-keep" ontick={form.on(|draft: &mut Draft, keep| draft.keep = keep)} />
            </Field>
            <p class="settings-wrong" role="alert" id="place-problem" data-testid="place-problem">{ problem.map(say.problem) }</p>
            <div class="settings-actions">
                <Button {label} icon={IconName::Upload} kind={ButtonKind::Plain} {test_id} submit=true />
            </div>
            if is_server {
                { allowance(draft.kind, say) }
            }
        </form>
    }
}

/// Uses the place that is typed, and forgets its secrets.
fn submit(
    form: &FormHandle<Draft>,
    secrets: &UseStateHandle<Secrets>,
    problem: UseStateSetter<Option<PlaceProblem>>,
    dispatch: Callback<Msg>,
    used: Callback<()>,
) -> Callback<SubmitEvent> {
    let (form, secrets) = (form.clone(), secrets.clone());
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        problem.set(match entered(&form.get(), &secrets) {
            Ok(place) => {
                dispatch.emit(Msg::Place(PlaceMsg::Use(Box::new(place))));
                secrets.set(Secrets::default());
                used.emit(());
                None
            }
            Err(found) => Some(found),
        });
    })
}

/// The choice of the kind.
fn kind_select(
    form: &FormHandle<Draft>,
    has_folders: bool,
    say: &PlaceWords,
    problem: UseStateSetter<Option<PlaceProblem>>,
) -> Html {
    let kinds = Kind::ALL.iter().filter(|(kind, _)| has_folders || *kind != Kind::Folder);
    let options: Vec<_> = kinds.map(|(kind, name)| SelectOption::new(*name, kind.words(say).label)).collect();
    let value = form.get().kind.name();
    let form = form.clone();
    let onchoose = Callback::from(move |name: String| {
        let kind = Kind::ALL.iter().find(|(_, known)| *known == name);
        form.change(|draft| draft.kind = kind.map_or(draft.kind, |(kind, _)| *kind));
        problem.set(None);
    });
    html! { <Select {value} {options} test_id="place-kind" {onchoose} /> }
}

/// Reads the form; it says what is wrong with it.
fn entered(draft: &Draft, secrets: &Secrets) -> Result<NewPlace, PlaceProblem> {
    let at = match draft.server() {
        None if draft.kind == Kind::Carried => NewAt::Carried,
        None => NewAt::Folder,
        Some(place) => {
            let secret = Secret::new(&secrets.secret);
            Site::new(&place, secret.clone())?;
            let origin = place.origin().ok_or(PlaceProblem::Address)?;
            NewAt::Server(Server { place, origin, secret })
        }
    };
    Ok(NewPlace { at, password: Secret::new(&secrets.seal), keep: draft.keep })
}

/// The fields of a server but for its secret.
fn server_fields(form: &FormHandle<Draft>, say: &PlaceWords, problem: Option<PlaceProblem>) -> Html {
    use PlaceProblem::{AccessKey, Address, Bucket, Extra, NotEncrypted, Path, Prefix, Region, User};
    let draft = form.get();
    let field = |label: &'static str,
                 test_id: &'static str,
                 value: &str,
                 problems: &[PlaceProblem],
                 set: fn(&mut Draft, String)| {
        let invalid = problem.is_some_and(|problem| problems.contains(&problem));
        html! {
            <Field {label}>
                <TextInput
                    verbatim=true value={value.to_owned()} {test_id} {invalid} described_by="place-problem" ontype={form.on(set)}
                />
            </Field>
        }
    };
    let address = [Address, Extra, NotEncrypted, Path];
    if draft.kind == Kind::WebDav {
        return html! {
            <>
                { field(say.address, "place-address", &draft.url, &address, |draft, text| draft.url = text) }
                { field(say.user, "place-user", &draft.user, &[User], |draft, text| draft.user = text) }
            </>
        };
    }
    html! {
        <>
            { field(say.endpoint, "place-endpoint", &draft.endpoint, &address, |draft, text| draft.endpoint = text) }
            { field(say.region, "place-region", &draft.region, &[Region], |draft, text| draft.region = text) }
            { field(say.bucket, "place-bucket", &draft.bucket, &[Bucket], |draft, text| draft.bucket = text) }
            { field(say.prefix, "place-prefix", &draft.prefix, &[Prefix], |draft, text| draft.prefix = text) }
            <Field label={say.path_style} hint={say.path_style_hint} inline=true>
                <Checkbox
                    checked={draft.path_style} test_id="place-path-style"
                    ontick={form.on(|draft: &mut Draft, path_style| draft.path_style = path_style)}
                />
            </Field>
            { field(say.access_key, "place-access-key", &draft.access_key, &[AccessKey], |draft, text| draft.access_key = text) }
        </>
    }
}

/// Settings that a server needs, for whoever sets it up.
fn allowance(kind: Kind, say: &PlaceWords) -> Html {
    let (methods, headers) = match kind {
        Kind::S3 => {
            ("GET, PUT, DELETE", "Authorization, Content-Type, If-None-Match, X-Amz-Content-Sha256, X-Amz-Date")
        }
        _ => ("GET, PUT, DELETE, PROPFIND, MKCOL", "Authorization, Content-Type, Depth, If-None-Match"),
    };
    let notes = say.allow_notes.map(|note| html! { <li key={note}>{ note }</li> });
    html! {
        <details data-testid="place-allow">
            <summary>{ say.allow }</summary>
            <p>{ (say.allow_text)(&origin().unwrap_or_default()) }</p>
            <dl class="settings-versions">
                <dt>{ say.allow_methods }</dt>
                <dd><code>{ methods }</code></dd>
                <dt>{ say.allow_headers }</dt>
                <dd><code>{ headers }</code></dd>
            </dl>
            <ul>{ for notes }</ul>
        </details>
    }
}
