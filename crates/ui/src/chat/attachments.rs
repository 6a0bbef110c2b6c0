//! Files that come with a message: chosen in the composer, shown in the transcript.

use std::rc::Rc;

use espalier_app::Msg;
use espalier_app::attachments::{AttachMsg, ChosenFile, ChosenState, FileAddress, FileProblem, NotSeen};
use espalier_app::dialog::Dialog;
use espalier_i18n::Messages;
use espalier_i18n::chat::encoding;
use espalier_model::SessionId;
use espalier_model::conversation::{Attachment, AttachmentKind};
use yew::prelude::*;

use super::format::size;
use crate::kit::{Button, FilesButton, IconButton, IconName, Modal, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector};

/// Name of a kind in the page's attributes.
const fn kind_name(kind: AttachmentKind) -> &'static str {
    match kind {
        AttachmentKind::Picture => "picture",
        AttachmentKind::Text => "text",
        AttachmentKind::Table => "table",
        AttachmentKind::Pdf => "pdf",
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct AttachButtonProps {
    /// The conversation; without one, sending begins it.
    pub session: Option<SessionId>,
    pub disabled: bool,
}

/// The button that chooses files for the next message.
#[component]
pub fn AttachButton(props: &AttachButtonProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let session = props.session;
    // One page may have several composers, in front of each other.
    let input = match session {
        Some(_) => "attach-files",
        None => "attach-files-new",
    };
    let onchoose = dispatch.reform(move |()| Msg::Attach(AttachMsg::Choose(session, input)));
    html! {
        <FilesButton
            {input} label={words.chat.choose_files} icon={IconName::Attach} test_id="attach" disabled={props.disabled} {onchoose}
        />
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ChosenFilesProps {
    /// The conversation; without one, sending begins it.
    pub session: Option<SessionId>,
}

/// The files that go with the next message, and what the model will not see of them.
#[component]
pub fn ChosenFiles(props: &ChosenFilesProps) -> Html {
    let words = use_messages();
    let session = props.session;
    let files = use_selector(move |model| model.attachments.chosen(session).to_vec());
    let not_seen = use_selector(move |model| model.not_seen(session));
    let say = &words.chat.attach;
    let warning = match &*not_seen {
        None => None,
        Some(NotSeen::Guide) => Some(say.guide.to_owned()),
        Some(NotSeen::Pictures(model)) => Some((say.sees_none)(model)),
    };
    let rows = files.iter().map(|file| {
        let (key, file) = (file.id, Rc::new(file.clone()));
        html! { <Chosen {key} {session} {file} /> }
    });
    html! {
        <div class="chosen" hidden={files.is_empty()}>
            <ul class="attachments" aria-label={say.list}>{ for rows }</ul>
            <p class="chosen-note" role="status" data-testid="attach-note">{ warning }</p>
        </div>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ChosenProps {
    session: Option<SessionId>,
    file: Rc<ChosenFile>,
}

#[component]
fn Chosen(props: &ChosenProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let (session, file) = (props.session, &props.file);
    let id = file.id;
    let onremove = dispatch.reform(move |_: MouseEvent| Msg::Attach(AttachMsg::Remove(session, id)));
    let remove = html! {
        <IconButton
            icon={IconName::Close} label={(words.chat.attach.remove)(&file.name)} test_id="attach-remove" onclick={onremove}
        />
    };
    match &file.state {
        ChosenState::Ready(attachment) => {
            let attachment = Rc::new((**attachment).clone());
            let as_pictures = (attachment.kind == AttachmentKind::Pdf).then(|| {
                let onclick = dispatch.reform(move |_: MouseEvent| Msg::Attach(AttachMsg::AsPictures(session, id)));
                html! {
                    <IconButton
                        icon={IconName::Picture} label={words.chat.attach.as_pictures} test_id="attach-as-pictures" {onclick}
                    />
                }
            });
            let not_drawn = file.not_drawn.as_ref().map(|problem| {
                html! { <span class="attachment-detail" role="status">{ problem_text(problem, words) }</span> }
            });
            let encoding = attachment.encoding.as_ref().map(|label| {
                let onchoose =
                    dispatch.reform(move |label: String| Msg::Attach(AttachMsg::InEncoding(session, id, label)));
                html! {
                    <Select
                        class="attachment-encoding" label={words.chat.attach.encoding} test_id="encoding"
                        options={encodings(label)} value={label.clone()} {onchoose}
                    />
                }
            });
            html! { <Card {attachment}>{ not_drawn }{ encoding }{ as_pictures }{ remove }</Card> }
        }
        state => {
            let (class, said) = match state {
                ChosenState::Refused(problem) => ("attachment attachment-refused", problem_text(problem, words)),
                ChosenState::Drawing(_) => ("attachment", words.chat.attach.drawing.to_owned()),
                _ => ("attachment", words.chat.attach.reading.to_owned()),
            };
            html! {
                <li {class} data-testid="attachment-state">
                    <span class="attachment-words">
                        <span class="attachment-name">{ file.name.clone() }</span>
                        <span class="attachment-detail" role="status">{ said }</span>
                    </span>
                    { remove }
                </li>
            }
        }
    }
}

/// Encodings to choose from: the present one and the common ones, in which any bytes are text.
fn encodings(present: &str) -> Vec<SelectOption> {
    const COMMON: [&str; 11] = [
        "utf-8",
        "windows-1250",
        "windows-1251",
        "windows-1252",
        "windows-1253",
        "windows-1254",
        "KOI8-R",
        "gb18030",
        "Big5",
        "Shift_JIS",
        "EUC-KR",
    ];
    // Every other byte of UTF-16 is nothing in these.
    let common = if present.starts_with("utf-16") { &["utf-16le", "utf-16be"][..] } else { &COMMON };
    let first = (!common.contains(&present)).then_some(present);
    let labels = first.into_iter().chain(common.iter().copied());
    labels.map(|label| SelectOption::new(label.to_owned(), encoding(label))).collect()
}

fn problem_text(problem: &FileProblem, words: &Messages) -> String {
    let say = &words.chat.attach;
    match problem {
        FileProblem::Unreadable => say.unreadable.to_owned(),
        FileProblem::TooLarge(limit) => (say.too_large)(limit >> 20),
        FileProblem::TooMany(limit) => (say.too_many)(*limit),
        FileProblem::NoReader => say.no_reader.to_owned(),
        FileProblem::Refused(refusal) => (say.refused)(*refusal),
        FileProblem::Pdf(error) => (say.pdf)(*error),
        FileProblem::NotDrawn(page) => (say.not_drawn)(*page),
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct MessageFilesProps {
    pub files: Vec<Rc<Attachment>>,
}

#[component]
pub fn MessageFiles(props: &MessageFilesProps) -> Html {
    let words = use_messages();
    let cards = props.files.iter().enumerate().map(|(key, attachment)| {
        html! { <Card {key} attachment={attachment.clone()} /> }
    });
    html! { <ul class="attachments" aria-label={words.chat.attach.list}>{ for cards }</ul> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CardProps {
    attachment: Rc<Attachment>,
    #[prop_or_default]
    children: Html,
}

/// A file as a card; a press shows what is in it.
#[component]
fn Card(props: &CardProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let file = &props.attachment;
    let onclick = {
        let file = file.clone();
        dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::File(file.clone()))))
    };
    let is_picture = file.kind == AttachmentKind::Picture;
    let sight = if is_picture {
        html! { <Picture attachment={file.clone()} /> }
    } else {
        html! { <span class="attachment-kind" aria-hidden="true">{ ending(&file.name) }</span> }
    };
    html! {
        <li class="attachment" data-testid="attachment" data-id={file.hash.to_string()} data-kind={kind_name(file.kind)}>
            <button type="button" class="attachment-open" {onclick}>
                { sight }
                <span class="attachment-words">
                    <span class="attachment-name">{ file.name.clone() }</span>
                    <span class="attachment-detail">{ detail(file, words) }</span>
                </span>
            </button>
            { props.children.clone() }
        </li>
    }
}

fn detail(file: &Attachment, words: &Messages) -> String {
    let mut parts = vec![size(file.bytes)];
    parts.extend(file.size.map(|(width, height)| format!("{width} × {height}")));
    parts.extend(file.pages.map(words.chat.attach.pages));
    parts.extend(file.encoding.as_deref().map(words.chat.attach.read_as));
    parts.join(" · ")
}

/// The ending of a name, as the sign of its kind.
fn ending(name: &str) -> String {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_uppercase());
    ending.filter(|ending| (1..=4).contains(&ending.chars().count())).unwrap_or_else(|| "TXT".to_owned())
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct PictureProps {
    attachment: Rc<Attachment>,
    #[prop_or_default]
    whole: bool,
}

/// A stored picture, small or as large as there is room.
#[component]
fn Picture(props: &PictureProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let file = props.attachment.clone();
    let hash = file.hash.clone();
    let address = use_selector(move |model| model.attachments.address(&hash).cloned());
    let (hash, mime) = (file.hash.clone(), file.mime.clone());
    use_effect_with((hash, address.is_none()), move |(hash, is_new)| {
        if *is_new {
            dispatch.emit(Msg::Attach(AttachMsg::Wanted(hash.clone(), mime)));
        }
    });
    let (width, height) = file.size.unzip();
    match &*address {
        Some(FileAddress::At(address)) => html! {
            <img
                class={if props.whole { "picture-whole" } else { "picture-small" }} src={address.clone()}
                alt={file.name.clone()} width={width.map(|width| width.to_string())}
                height={height.map(|height| height.to_string())}
            />
        },
        Some(FileAddress::Missing) => html! { <span class="attachment-detail">{ words.chat.attach.missing }</span> },
        Some(FileAddress::Asked) | None => html! { <span class="attachment-kind" aria-hidden="true" /> },
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct FileDialogProps {
    pub file: Rc<Attachment>,
}

/// The dialog that shows a file: a picture, or the text that a model is told.
#[component]
pub fn FileDialog(props: &FileDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let file = &props.file;
    let onclose = dispatch.reform(|()| Msg::Dialog(None));
    let onsave = {
        let file = file.clone();
        dispatch.reform(move |_: MouseEvent| Msg::Attach(AttachMsg::Save(Box::new(Attachment::clone(&file)))))
    };
    let content = if file.kind == AttachmentKind::Picture {
        html! { <Picture attachment={file.clone()} whole=true /> }
    } else {
        html! {
            <>
                <h3 class="file-told">{ words.chat.attach.told }</h3>
                <pre class="file-text" tabindex="0">{ file.text.clone() }</pre>
            </>
        }
    };
    html! {
        <Modal title={file.name.clone()} test_id="file-dialog" wide=true {onclose}>
            <div class="file-dialog">
                { content }
                <p class="file-foot">
                    <span>{ detail(file, words) }</span>
                    <Button label={words.chat.attach.save} icon={IconName::Download} test_id="file-save" onclick={onsave} />
                </p>
            </div>
        </Modal>
    }
}
