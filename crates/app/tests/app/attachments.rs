//! Files that go with messages.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use std::rc::Rc;

use espalier_app::attachments::{AttachMsg, ChosenState, FileProblem, NotSeen, READER, ReadFile};
use espalier_app::files::{ExportKind, FileMsg};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Model, Msg, Notice};
use espalier_llm::error::{ErrorKind, LlmError};
use espalier_model::SessionId;
use espalier_model::conversation::AttachmentKind;
use espalier_storage::memory::MemoryStorage;
use espalier_storage::port::{Query, Storage as _};
use futures::executor::block_on;

use crate::lab::Lab;

const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 13, 10, 26, 10, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0,
];

/// A file as the shell reads it.
fn read(name: &str, bytes: &[u8]) -> Result<Box<ReadFile>, FileProblem> {
    let content = (READER.read)(name, "", bytes)?;
    let hash = (READER.hash)(bytes).expect("a hash");
    let size = (content.kind == AttachmentKind::Picture).then_some((3, 2));
    Ok(Box::new(ReadFile::new(name, content, size, hash, Rc::from(bytes))))
}

pub fn attach(lab: &mut Lab, place: Option<SessionId>, id: u64, name: &str, bytes: &[u8]) {
    lab.send(Msg::Attach(AttachMsg::Reading(place, id, name.to_owned())));
    lab.send(Msg::Attach(AttachMsg::Read(place, id, read(name, bytes))));
}

fn is_stored(storage: &MemoryStorage, bytes: &[u8]) -> bool {
    let hash = (READER.hash)(bytes).expect("a hash");
    !block_on(storage.load(Query::Files(vec![hash]))).expect("it can be read").files.is_empty()
}

fn names(model: &Model, place: Option<SessionId>) -> Vec<&str> {
    model.attachments.ready(place).map(|file| file.name.as_str()).collect()
}

#[test]
fn a1_a_file_is_stored_before_the_message_that_names_it() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "a.png", PNG);
    assert!(is_stored(&lab.storage, PNG));
    attach(&mut lab, None, 2, "notes.txt", b"one line\n");
    lab.send(Msg::Sessions(SessionMsg::Send(None, "What is this?".to_owned())));
    let sent = &lab.last_request()["messages"];
    let content = &sent[sent.as_array().expect("messages").len() - 1]["content"];
    let text = content[0]["text"].as_str().expect("a text");
    assert!(text.starts_with("File: notes.txt\n```text\none line\n```") || text.contains("one line"), "{text}");
    assert!(text.ends_with("What is this?"), "{text}");
    let url = content[1]["image_url"]["url"].as_str().expect("an address");
    assert!(url.starts_with("data:image/png;base64,{file:"), "{url}");
    assert_eq!(names(&lab.model, None), Vec::<&str>::new());
    assert_eq!(names(&lab.model, Some(lab.session())), Vec::<&str>::new());
    lab.answer("Red.");
    assert_eq!(lab.path()[0].attachments().count(), 2);
}

#[test]
fn a2_what_cannot_be_taken_is_in_nobodys_way() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "all.zip", b"PK\x03\x04....");
    let state = &lab.model.attachments.chosen(None)[0].state;
    assert!(matches!(state, ChosenState::Refused(FileProblem::Refused(_))), "{state:?}");
    lab.send(Msg::Sessions(SessionMsg::Send(None, " ".to_owned())));
    assert!(lab.calls.is_empty(), "there is nothing to send");
    lab.send(Msg::Attach(AttachMsg::Reading(None, 2, "b.txt".to_owned())));
    assert!(lab.model.attachments.is_reading(None));
    lab.send(Msg::Attach(AttachMsg::Remove(None, 2)));
    lab.send(Msg::Attach(AttachMsg::Read(None, 2, read("b.txt", b"late"))));
    assert_eq!(names(&lab.model, None), Vec::<&str>::new(), "it was taken away meanwhile");
}

#[test]
fn a2_the_same_file_twice_is_one_and_there_is_a_most() {
    let mut lab = Lab::new();
    for id in 1..4 {
        attach(&mut lab, None, id, "a.txt", b"same");
    }
    assert_eq!(names(&lab.model, None), ["a.txt"]);
    for id in 4..30 {
        attach(&mut lab, None, id, &format!("{id}.txt"), format!("text {id}").as_bytes());
    }
    assert_eq!(names(&lab.model, None).len(), 20);
    let last = &lab.model.attachments.chosen(None).last().expect("a file").state;
    assert_eq!(*last, ChosenState::Refused(FileProblem::TooMany(20)));
}

#[test]
fn a3_what_was_chosen_is_kept_without_its_text() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "a.png", PNG);
    attach(&mut lab, None, 2, "notes.txt", b"a secret of many words");
    let words: Vec<&String> =
        lab.model.words.iter().filter(|(at, _)| at.starts_with("attach")).map(|(_, w)| w).collect();
    assert!(words.len() == 1 && words[0].contains("notes.txt") && !words[0].contains("secret"), "{words:?}");
    let mut lab = lab.reload();
    assert_eq!(names(&lab.model, None), ["a.png"]);
    assert!(lab.model.attachments.is_reading(None), "the text is read again");
    let waiting = lab.model.attachments.chosen(None)[1].id;
    lab.send(Msg::Attach(AttachMsg::Read(None, waiting, read("notes.txt", b"a secret of many words"))));
    assert_eq!(names(&lab.model, None), ["a.png", "notes.txt"]);
}

#[test]
fn a3_texts_are_read_again_one_by_one_and_none_is_lost_in_between() {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "Hello".to_owned())));
    lab.answer("Hi.");
    let here = lab.session();
    for (id, place, name) in [(1, None, "a.txt"), (2, None, "b.txt"), (3, Some(here), "c.txt")] {
        attach(&mut lab, place, id, name, name.as_bytes());
    }
    let mut lab = lab.reload();
    let read_again = |lab: &mut Lab| {
        let [(id, name)] = &std::mem::take(&mut lab.read_again)[..] else { panic!("one file is asked for at a time") };
        (*id, name.clone())
    };
    let (id, name) = read_again(&mut lab);
    assert_eq!(name, "c.txt", "the conversation on screen comes first");
    lab.send(Msg::Attach(AttachMsg::Read(Some(here), id, read(&name, name.as_bytes()))));
    let (id, name) = read_again(&mut lab);
    assert_eq!(name, "a.txt");
    lab.send(Msg::Attach(AttachMsg::Remove(None, id)));
    assert!(lab.read_again.is_empty());
    lab.send(Msg::Attach(AttachMsg::Read(None, id, read(&name, name.as_bytes()))));
    // The page goes while the last one is being read.
    assert_eq!(read_again(&mut lab).1, "b.txt");
    let mut lab = lab.reload();
    assert_eq!(read_again(&mut lab).1, "c.txt");
    let left: Vec<&str> = lab.model.attachments.chosen(None).iter().map(|file| file.name.as_str()).collect();
    assert_eq!(left, ["b.txt"]);
}

/// A document with these words on its only page.
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n\
    2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n\
    3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R\
    /Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>\nendobj\n\
    4 0 obj\n<</Length 35>>\nstream\nBT /F 12 Tf 9 70 Td (A harvest) Tj ET\nendstream\nendobj\n\
    trailer\n<</Root 1 0 R>>\n";

#[test]
fn the_text_of_a_file_is_read_again_in_another_encoding() {
    const BYTES: &[u8] = b"\xC8\xEC\xFF;\xC3\xEE\xF0\xEE\xE4\n\xC8\xE2\xE0\xED;\xCC\xEE\xF1\xEA\xE2\xE0\n";
    assert_eq!((READER.encoding)(BYTES), Some("windows-1251"));
    assert_eq!((READER.encoding)("Имя;Город".as_bytes()), None);
    let decoded = |label: &str, text: &str| {
        let mut file = read("names.csv", text.as_bytes()).expect("it is read");
        file.attachment.encoding = Some(label.to_owned());
        file
    };
    let mut lab = Lab::new();
    lab.send(Msg::Attach(AttachMsg::Reading(None, 1, "names.csv".to_owned())));
    lab.send(Msg::Attach(AttachMsg::Read(None, 1, Ok(decoded("windows-1252", "Èìÿ;Ãîðîä\n")))));
    lab.send(Msg::Attach(AttachMsg::InEncoding(None, 1, "windows-1251".to_owned())));
    assert!(lab.model.attachments.is_reading(None), "nothing is sent meanwhile");
    assert_eq!(lab.read_again, [(1, "names.csv".to_owned())]);
    lab.send(Msg::Attach(AttachMsg::Read(None, 1, Ok(decoded("windows-1251", "Имя;Город\n")))));
    let file = lab.model.attachments.ready(None).next().expect("it is there").clone();
    assert!(file.text.contains("Имя;Город"), "{}", file.text);
    assert_eq!(file.encoding.as_deref(), Some("windows-1251"));
}

#[test]
fn an_encoding_that_was_assumed_is_named_until_that_is_closed() {
    let mut lab = Lab::new();
    lab.send(Msg::Files(FileMsg::ReadAs("log.csv".to_owned(), "windows-1252")));
    let kept: Vec<&Notice> = lab.model.toasts.iter().filter(|toast| !toast.passes()).map(|toast| &toast.text).collect();
    assert_eq!(kept, [&Notice::ReadAs("log.csv".to_owned(), "windows-1252")]);
}

fn notices(lab: &Lab) -> Vec<&Notice> {
    lab.model.toasts.iter().map(|toast| &toast.text).collect()
}

#[test]
fn a4_the_pages_of_a_document_take_its_place() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "a.txt", b"no document");
    lab.send(Msg::Attach(AttachMsg::AsPictures(None, 1)));
    attach(&mut lab, None, 2, "b.pdf", PDF);
    lab.send(Msg::Attach(AttachMsg::AsPictures(None, 2)));
    lab.send(Msg::Attach(AttachMsg::AsPictures(None, 2)));
    assert_eq!(lab.drawings, [(2, "b.pdf".to_owned())], "only of a document, and once");
    assert!(lab.model.attachments.is_drawing(None, 2) && lab.model.attachments.is_reading(None));
    assert_eq!(lab.model.attachments.room(None, 2), 19);
    attach(&mut lab, None, 3, "b.pdf – page 1.png", PNG);
    assert_eq!(names(&lab.model, None), ["a.txt", "b.pdf – page 1.png"]);
    // What is left of it over a reload is the document.
    let kept = lab.model.words.iter().find(|(at, _)| at.starts_with("attach")).map(|(_, words)| words.clone());
    assert!(kept.as_ref().is_some_and(|kept| kept.contains("\"b.pdf\"")), "{kept:?}");
    lab.send(Msg::Attach(AttachMsg::Drawn(None, 2, Ok((1, 1)))));
    assert_eq!(lab.model.attachments.chosen(None).len(), 2);
    assert!(!lab.model.attachments.is_reading(None));
    assert!(!notices(&lab).iter().any(|notice| matches!(notice, Notice::PagesLeft(..))), "{:?}", notices(&lab));
}

#[test]
fn a4_pages_without_room_are_told_of_and_a_document_that_cannot_be_drawn_stays() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "b.pdf", PDF);
    lab.send(Msg::Attach(AttachMsg::AsPictures(None, 1)));
    lab.send(Msg::Attach(AttachMsg::Drawn(None, 1, Err(FileProblem::NotDrawn(1)))));
    assert_eq!(names(&lab.model, None), ["b.pdf"]);
    assert_eq!(lab.model.attachments.chosen(None)[0].not_drawn, Some(FileProblem::NotDrawn(1)));
    lab.send(Msg::Attach(AttachMsg::Remove(None, 1)));
    // One without text.
    lab.send(Msg::Attach(AttachMsg::Reading(None, 2, "scan.pdf".to_owned())));
    lab.send(Msg::Attach(AttachMsg::Drawing(None, 2)));
    assert!(lab.model.attachments.is_drawing(None, 2));
    assert_eq!(lab.model.attachments.room(None, 2), 20);
    lab.send(Msg::Attach(AttachMsg::Drawn(None, 2, Err(FileProblem::NoReader))));
    assert_eq!(lab.model.attachments.chosen(None)[0].state, ChosenState::Refused(FileProblem::NoReader));
    lab.send(Msg::Attach(AttachMsg::Remove(None, 2)));
    lab.send(Msg::Attach(AttachMsg::Reading(None, 3, "scan.pdf".to_owned())));
    lab.send(Msg::Attach(AttachMsg::Drawing(None, 3)));
    lab.send(Msg::Attach(AttachMsg::Drawn(None, 3, Ok((20, 36)))));
    assert!(notices(&lab).contains(&&Notice::PagesLeft(20, 36)), "{:?}", notices(&lab));
    // What was taken away meanwhile says nothing more.
    lab.send(Msg::Attach(AttachMsg::Drawn(None, 3, Err(FileProblem::Unreadable))));
    assert!(lab.model.attachments.chosen(None).is_empty() && !lab.model.attachments.is_drawing(None, 3));
}

#[test]
fn pictures_are_given_up_only_when_the_person_says_so() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "a.png", PNG);
    assert_eq!(lab.model.not_seen(None), None);
    lab.send(Msg::Sessions(SessionMsg::Send(None, "What is this?".to_owned())));
    lab.input(espalier_agent::turn::TurnInput::Failed(LlmError::new(ErrorKind::NoPictures)));
    assert_eq!(lab.calls.len(), 1, "it is not asked again by itself");
    let failed = lab.last();
    lab.send(Msg::Sessions(SessionMsg::LeaveOutPictures(failed.key())));
    assert_eq!(lab.calls.len(), 2);
    let sent = lab.last_request()["messages"].to_string();
    assert!(sent.contains("The picture a.png was attached here") && !sent.contains("{file:"), "{sent}");
    lab.answer("I can't see it.");
    let session = Some(lab.session());
    attach(&mut lab, session, 2, "b.png", PNG);
    assert!(matches!(lab.model.not_seen(session), Some(NotSeen::Pictures(_))));
}

#[test]
fn an_exported_conversation_has_its_files() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "a.png", PNG);
    lab.ask("What is this?", "Red.");
    lab.send(Msg::Files(FileMsg::ExportSession(lab.session(), ExportKind::Json)));
    let (_, one) = lab.saved_files.pop().expect("a file");
    lab.send(Msg::Files(FileMsg::ExportAll));
    let (_, all) = lab.saved_files.pop().expect("a file");
    for file in [one, all] {
        let mut other = Lab::new();
        other.send(Msg::Files(FileMsg::Read("x.json".to_owned(), file.into_bytes())));
        other.send(Msg::Files(FileMsg::Apply));
        assert!(is_stored(&other.storage, PNG));
    }
}

#[test]
fn the_files_of_all_conversations_are_listed_with_their_size() {
    let mut lab = Lab::new();
    attach(&mut lab, None, 1, "a.png", PNG);
    lab.ask("What is this?", "Red.");
    let session = Some(lab.session());
    attach(&mut lab, session, 2, "long.txt", "word ".repeat(99).as_bytes());
    attach(&mut lab, session, 3, "again.png", PNG);
    lab.send(Msg::Sessions(SessionMsg::Send(session, "And this?".to_owned())));
    lab.answer("Text.");
    lab.send(Msg::Attach(AttachMsg::List));
    let listed = lab.model.attachments.listed.clone().expect("they were listed");
    let shown: Vec<(&str, u64, usize)> =
        listed.iter().map(|named| (named.file.name.as_str(), named.file.bytes, named.messages)).collect();
    assert_eq!(shown, [("long.txt", 495, 1), ("a.png", PNG.len() as u64, 2)]);
}
