//! Files that go with the next message of a conversation, and what is shown of those that went.
//!
//! - A1 A file is stored before the message that names it: what was sent is never without its content.
//! - A2 A file that can't be taken says why and is in nobody's way; nothing is sent while one is still being read.
//! - A3 What was chosen is kept over a reload, like the words that were typed. Its texts are read again once the page is
//!   ready, one file after the other, so that they hold up nothing.
//! - A4 Pages of a document go as pictures, as many as there is room for; the document itself stays until they are
//!   there, and goes on as text where none can be drawn.

mod read;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::connect::{self, ModelScope};
use super::effect::{Effect, LoadTag};
use super::{Model, Notice, edit, notify};
use espalier_llm::provider;
use espalier_model::conversation::{Attachment, AttachmentKind, FileHash, Part};
use espalier_model::{Learned, MessageKey, Record, SessionId};
use espalier_storage::files::StoredFile;
use espalier_storage::port::Query;

pub use self::read::{
    Content, FileProblem, PdfError, PicturePart, READER, ReadFile, Reader, Refusal, page_name, part_name,
};

/// Composer that files are chosen in: that of a conversation, or of one that is about to begin.
pub type ComposerPlace = Option<SessionId>;

/// The most files that go with one message.
pub const MAX_FILES: usize = 20;
/// The most bytes of a file.
pub const MAX_BYTES: u64 = espalier_attachments::MAX_FILE_BYTES as u64;
/// Beginning of the places at which files that were chosen are kept over a reload.
const KEPT: &str = "attachments/";

/// A message about files of conversations.
#[derive(Debug)]
pub enum AttachMsg {
    /// Take the files chosen in the input element with this id.
    Choose(ComposerPlace, &'static str),
    /// A file is being read: its number and its name.
    Reading(ComposerPlace, u64, String),
    /// A file was read, or can't be taken.
    Read(ComposerPlace, u64, Result<Box<ReadFile>, FileProblem>),
    /// Attach the pages of a document as pictures, instead of its text.
    AsPictures(ComposerPlace, u64),
    /// Read the text of a file again, in the encoding of this name.
    InEncoding(ComposerPlace, u64, String),
    /// The pages of a document are being drawn.
    Drawing(ComposerPlace, u64),
    /// So many pages of a document are there as pictures, of all it has; or none can be drawn.
    Drawn(ComposerPlace, u64, Result<(usize, usize), FileProblem>),
    /// Take a file away again.
    Remove(ComposerPlace, u64),
    /// The content of a file is to be shown.
    Wanted(FileHash, String),
    /// Address under which the page finds the content of a file; `None` where it is missing.
    Found(FileHash, Option<String>),
    /// Hand a file to the user.
    Save(Box<Attachment>),
    /// List the files of all conversations.
    List,
}

/// A file that conversations name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// The file.
    pub file: Rc<Attachment>,
    /// A message that names it, the oldest one.
    pub message: MessageKey,
    /// Number of messages that name it.
    pub messages: usize,
}

/// A file that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenFile {
    /// Number of the file in this visit.
    pub id: u64,
    /// Name of the file.
    pub name: String,
    /// State of reading it.
    pub state: ChosenState,
    /// Reason why a document goes on as text although its pages were to be pictures.
    pub not_drawn: Option<FileProblem>,
}

/// State of a file that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChosenState {
    /// The file is being read.
    Reading,
    /// The text of the stored file is still to be read: it was chosen before the page was loaded again, or is wanted in
    /// another encoding.
    Unread(Box<Attachment>),
    /// The pages of the document are being drawn; without a description, its text can't be read.
    Drawing(Option<Box<Attachment>>),
    /// The file goes with the next message.
    Ready(Box<Attachment>),
    /// The file can't be taken.
    Refused(FileProblem),
}

/// Address of the content of a file, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileAddress {
    /// Being read.
    Asked,
    /// At this address in the page.
    At(String),
    /// The content is not stored in this browser.
    Missing,
}

/// Reason why the model that answers next does not see a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotSeen {
    /// The model, of this name, sees no pictures.
    Pictures(String),
    /// The built-in guide reads no files.
    Guide,
}

/// Files of composers, and addresses of contents.
#[derive(Debug, Default)]
pub struct Attachments {
    chosen: BTreeMap<ComposerPlace, Vec<ChosenFile>>,
    addresses: Vec<(FileHash, FileAddress)>,
    /// Number of the file whose text is being read again.
    reading_again: Option<u64>,
    /// Files of all conversations, largest first, once they were asked for.
    pub listed: Option<Vec<NamedFile>>,
}

impl Attachments {
    /// Files chosen in a composer.
    pub fn chosen(&self, place: ComposerPlace) -> &[ChosenFile] {
        self.chosen.get(&place).map_or(&[], Vec::as_slice)
    }

    /// Address of the content of a file; `None` before it was asked for.
    pub fn address(&self, hash: &FileHash) -> Option<&FileAddress> {
        self.addresses.iter().find(|(known, _)| known == hash).map(|(_, address)| address)
    }

    fn set_address(&mut self, hash: FileHash, address: FileAddress) {
        self.addresses.retain(|(known, _)| *known != hash);
        self.addresses.push((hash, address));
    }

    /// Files that go with the next message.
    pub fn ready(&self, place: ComposerPlace) -> impl Iterator<Item = &Attachment> {
        self.chosen(place).iter().filter_map(|file| match &file.state {
            ChosenState::Ready(attachment) => Some(&**attachment),
            ChosenState::Reading | ChosenState::Unread(_) | ChosenState::Drawing(_) | ChosenState::Refused(_) => None,
        })
    }

    /// Whether a file is still being read, or is to be (A2).
    pub fn is_reading(&self, place: ComposerPlace) -> bool {
        self.chosen(place)
            .iter()
            .any(|file| matches!(file.state, ChosenState::Reading | ChosenState::Unread(_) | ChosenState::Drawing(_)))
    }

    /// Number of pages of a document that still go with the message, besides the other files.
    pub fn room(&self, place: ComposerPlace, document: u64) -> usize {
        let others = self.chosen(place).iter().filter(|file| {
            file.id != document && !matches!(file.state, ChosenState::Refused(_) | ChosenState::Drawing(None))
        });
        MAX_FILES.saturating_sub(others.count())
    }

    /// Whether the pages of a document are still wanted.
    pub fn is_drawing(&self, place: ComposerPlace, document: u64) -> bool {
        let mut files = self.chosen(place).iter();
        files.any(|file| file.id == document && matches!(file.state, ChosenState::Drawing(_)))
    }

    fn file_mut(&mut self, place: ComposerPlace, id: u64) -> Option<&mut ChosenFile> {
        self.chosen.get_mut(&place)?.iter_mut().find(|file| file.id == id)
    }

    /// Parts that the files become in a message.
    pub fn parts(&self, place: ComposerPlace) -> Vec<Part> {
        self.ready(place).map(|file| Part::Attachment(Box::new(file.clone()))).collect()
    }
}

impl Model {
    /// Whether files alone are a message: in Chat. In the other rooms it is words that have a meaning.
    pub fn files_speak(&self, place: ComposerPlace) -> bool {
        let is_chat = place.and_then(|session| self.scope_of(session)).is_none_or(|scope| scope.is_chat());
        is_chat && self.attachments.ready(place).next().is_some()
    }

    /// Reason why the model that answers next in a conversation does not see all of these files.
    pub fn not_seen(&self, place: ComposerPlace) -> Option<NotSeen> {
        self.attachments.ready(place).next()?;
        let choice = self.chosen_model(place.map_or(ModelScope::Default, ModelScope::Session));
        let known = provider::by_id(choice.provider.as_str())?;
        if known.id == provider::BUILTIN {
            return Some(NotSeen::Guide);
        }
        let has_pictures = self.attachments.ready(place).any(|file| file.kind == AttachmentKind::Picture);
        let row = self.endpoint(known);
        let listed = row.traits.get(&choice.model).and_then(|traits| traits.pictures);
        let key = connect::learned_key(&row.base_url, &choice.model);
        let learned = self.workspace.get::<Learned>(&key).is_some_and(|row| row.capabilities.without_pictures);
        (has_pictures && (learned || listed == Some(false))).then_some(NotSeen::Pictures(choice.model))
    }
}

/// Handles a message about files.
pub fn update(model: &mut Model, msg: AttachMsg, out: &mut Vec<Effect>) {
    match msg {
        AttachMsg::Choose(place, input) => out.push(Effect::TakeFiles(place, input)),
        AttachMsg::Reading(place, id, name) => {
            let files = model.attachments.chosen.entry(place).or_default();
            if files.iter().all(|file| file.id != id) {
                files.push(ChosenFile { id, name, state: ChosenState::Reading, not_drawn: None });
            }
        }
        AttachMsg::Read(place, id, result) => {
            taken(model, place, id, result, out);
            if model.attachments.reading_again == Some(id) {
                model.attachments.reading_again = None;
                read_again(model, out);
            }
        }
        AttachMsg::AsPictures(place, id) => as_pictures(model, place, id, out),
        AttachMsg::InEncoding(place, id, label) => in_encoding(model, place, id, label, out),
        AttachMsg::Drawing(place, id) => {
            let chosen = model.attachments.file_mut(place, id);
            if let Some(file) = chosen.filter(|file| file.state == ChosenState::Reading) {
                file.state = ChosenState::Drawing(None);
            }
        }
        AttachMsg::Drawn(place, id, result) => drawn(model, place, id, result, out),
        AttachMsg::Remove(place, id) => {
            if let Some(files) = model.attachments.chosen.get_mut(&place) {
                files.retain(|file| file.id != id);
            }
            keep(model, place, out);
        }
        AttachMsg::Wanted(hash, mime) => {
            if !matches!(model.attachments.address(&hash), Some(FileAddress::Asked | FileAddress::At(_))) {
                model.attachments.set_address(hash.clone(), FileAddress::Asked);
                out.push(Effect::FindFile(hash, mime));
            }
        }
        AttachMsg::Found(hash, address) => {
            let address = address.map_or(FileAddress::Missing, FileAddress::At);
            model.attachments.set_address(hash, address);
        }
        AttachMsg::Save(file) => out.push(Effect::SaveStoredFile(file)),
        AttachMsg::List => {
            let sessions: Vec<SessionId> = model.workspace.tables().sessions.keys().copied().collect();
            // Every message that names a file has this word in it.
            let words = vec!["attachment".to_owned()];
            out.push(Effect::Load(LoadTag::Attachments, Query::Containing { sessions, words }));
        }
    }
}

fn as_pictures(model: &mut Model, place: ComposerPlace, id: u64, out: &mut Vec<Effect>) {
    let Some(chosen) = model.attachments.file_mut(place, id) else { return };
    if let ChosenState::Ready(file) = &chosen.state
        && file.kind == AttachmentKind::Pdf
    {
        let file = file.clone();
        chosen.not_drawn = None;
        chosen.state = ChosenState::Drawing(Some(file.clone()));
        out.push(Effect::DrawPages(place, id, file));
    }
}

fn in_encoding(model: &mut Model, place: ComposerPlace, id: u64, label: String, out: &mut Vec<Effect>) {
    let Some(chosen) = model.attachments.file_mut(place, id) else { return };
    if let ChosenState::Ready(file) = &chosen.state {
        let file = Box::new(Attachment { encoding: Some(label), ..(**file).clone() });
        chosen.state = ChosenState::Unread(file.clone());
        out.push(Effect::ReadStoredFile(place, id, file));
        keep(model, place, out);
    }
}

/// Takes in a file that was read: it is stored, and goes with the next message (A1).
fn taken(
    model: &mut Model,
    place: ComposerPlace,
    id: u64,
    result: Result<Box<ReadFile>, FileProblem>,
    out: &mut Vec<Effect>,
) {
    let all = model.attachments.ready(place).count();
    let files = model.attachments.chosen.entry(place).or_default();
    // One that was taken away meanwhile is not wanted any more.
    let Some(at) = files.iter().position(|file| file.id == id) else { return };
    let result = if all >= MAX_FILES { Err(FileProblem::TooMany(MAX_FILES)) } else { result };
    let (state, stored) = match result {
        Err(problem) => (ChosenState::Refused(problem), None),
        Ok(read) => {
            let ReadFile { attachment, bytes } = *read;
            let same = |file: &ChosenFile| {
                matches!(&file.state, ChosenState::Ready(known)
                    if (&known.hash, &known.name) == (&attachment.hash, &attachment.name))
            };
            if files.iter().any(same) {
                // The same file once more.
                files.remove(at);
                return;
            }
            let stored = bytes.map(|bytes| StoredFile { hash: attachment.hash.clone(), bytes });
            (ChosenState::Ready(Box::new(attachment)), stored)
        }
    };
    if let Some(file) = files.get_mut(at) {
        file.state = state;
    }
    edit::store_files(model, stored.into_iter().collect(), out);
    keep(model, place, out);
}

/// Takes in that the pages of a document are drawn, in whose place they are (A4).
fn drawn(
    model: &mut Model,
    place: ComposerPlace,
    id: u64,
    result: Result<(usize, usize), FileProblem>,
    out: &mut Vec<Effect>,
) {
    let Some(chosen) = model.attachments.file_mut(place, id) else { return };
    let ChosenState::Drawing(file) = &mut chosen.state else { return };
    match result {
        Ok((pages, total)) => {
            if let Some(files) = model.attachments.chosen.get_mut(&place) {
                files.retain(|file| file.id != id);
            }
            if pages < total {
                notify(model, Notice::PagesLeft(pages, total), true);
            }
        }
        Err(problem) => match file.take() {
            Some(file) => {
                chosen.state = ChosenState::Ready(file);
                chosen.not_drawn = Some(problem);
            }
            None => chosen.state = ChosenState::Refused(problem),
        },
    }
    keep(model, place, out);
}

/// Takes in the messages that may name files.
pub fn listed(model: &mut Model, records: &[Record]) {
    let mut files: Vec<NamedFile> = Vec::new();
    for record in records {
        let Record::Messages(message) = record else { continue };
        for file in message.attachments() {
            files.push(NamedFile { file: Rc::new(file.clone()), message: message.key(), messages: 1 });
        }
    }
    files.sort_by(|one, other| (&one.file.hash, one.message).cmp(&(&other.file.hash, other.message)));
    files.dedup_by(|again, first| {
        let is_same = again.file.hash == first.file.hash;
        first.messages += usize::from(is_same);
        is_same
    });
    files.sort_by_key(|named| std::cmp::Reverse(named.file.bytes));
    model.attachments.listed = Some(files);
}

/// Forgets the files of composers, as they were sent.
pub fn sent(model: &mut Model, places: [ComposerPlace; 2], out: &mut Vec<Effect>) {
    for place in places {
        if model.attachments.chosen.remove(&place).is_some() {
            keep(model, place, out);
        }
    }
}

/// Place at which the files of a composer are kept.
fn kept_place(place: ComposerPlace) -> String {
    place.map_or_else(|| KEPT.to_owned(), |session| format!("{KEPT}{session}"))
}

/// Keeps what was chosen over a reload (A3), without the texts: those are read again from what is stored.
fn keep(model: &mut Model, place: ComposerPlace, out: &mut Vec<Effect>) {
    let without_text = |file: &Attachment| Attachment { text: String::new(), ..file.clone() };
    let chosen = model.attachments.chosen(place).iter();
    let files = chosen.filter_map(|file| match &file.state {
        ChosenState::Ready(file) | ChosenState::Unread(file) | ChosenState::Drawing(Some(file)) => {
            Some(without_text(file))
        }
        ChosenState::Reading | ChosenState::Drawing(None) | ChosenState::Refused(_) => None,
    });
    let files: Vec<Attachment> = files.collect();
    let text = if files.is_empty() { None } else { serde_json::to_string(&files).ok() };
    let at = kept_place(place);
    match &text {
        Some(text) => drop(model.words.insert(at.clone(), text.clone())),
        None if model.words.remove(&at).is_none() => return,
        None => {}
    }
    out.push(Effect::KeepWords(at, text));
}

/// Goes on with the files that were chosen before the page was loaded again (A3).
pub fn begin(model: &mut Model) {
    let kept: Vec<(ComposerPlace, Vec<Attachment>)> = model
        .words
        .iter()
        .filter_map(|(at, text)| {
            let place = at.strip_prefix(KEPT)?.parse::<SessionId>().ok();
            Some((place, serde_json::from_str(text).ok()?))
        })
        .collect();
    let mut id = u64::MAX / 2;
    for (place, files) in kept {
        if !model.attachments.chosen(place).is_empty() {
            continue;
        }
        let mut chosen = Vec::new();
        for file in files {
            id += 1;
            let name = file.name.clone();
            let is_picture = file.kind == AttachmentKind::Picture;
            let state = if is_picture { ChosenState::Ready } else { ChosenState::Unread }(Box::new(file));
            chosen.push(ChosenFile { id, name, state, not_drawn: None });
        }
        model.attachments.chosen.insert(place, chosen);
    }
}

/// Reads the text of the next file that was chosen before the page was loaded again, those of the place on screen first.
pub fn read_again(model: &mut Model, out: &mut Vec<Effect>) {
    if model.attachments.reading_again.is_some() {
        return;
    }
    let here = model.route.session();
    let unread = model.attachments.chosen.iter().flat_map(|(place, files)| {
        files.iter().filter_map(|file| match &file.state {
            ChosenState::Unread(attachment) => Some((*place, file.id, attachment.clone())),
            _ => None,
        })
    });
    let Some((place, id, file)) = unread.min_by_key(|(place, id, _)| (*place != here, *id)) else { return };
    model.attachments.reading_again = Some(id);
    out.push(Effect::ReadStoredFile(place, id, file));
}
