//! Reading files for messages, and drawing those that are read as pictures.
//!
//! - P1 A picture is encoded anew, in parts of a bounded size (`Reader::parts`): nothing of its file is stored or sent
//!   but what one sees, no place and no camera.

use std::rc::Rc;

use gloo::file::Blob;
use gloo::file::futures::read_as_bytes;
use web_sys::HtmlImageElement;

use super::{Runtime, Task};
use crate::web::pages::{DrawError, PageDrawer, PagePicture};
use crate::web::{chunks, files};
use espalier_app::Msg;
use espalier_app::attachments::{
    AttachMsg, ComposerPlace, Content, FileProblem, MAX_BYTES, MAX_FILES, PicturePart, ReadFile, Reader, Refusal,
    page_name, part_name,
};
use espalier_model::conversation::{Attachment, AttachmentKind};

/// The most bytes of a picture as PNG; a larger one becomes a JPEG.
const MAX_PNG: usize = 1_500_000;

/// Does what is to be done with a file.
pub async fn read_for(runtime: Rc<Runtime>, place: ComposerPlace, id: u64, task: Task) {
    match task {
        Task::Chosen(file) => {
            let (name, declared) = (file.name(), file.type_());
            let blob = Blob::from(web_sys::Blob::from(file));
            match read(&name, &declared, &blob).await {
                Err(problem) if problem.is_of_pictures() => {
                    runtime.dispatch(Msg::Attach(AttachMsg::Drawing(place, id)));
                    runtime.draw_pages(place, id, &name, read_as_bytes(&blob).await.ok().as_deref()).await;
                }
                Ok(Chosen::Long(picture)) => runtime.attach_parts(place, id, &name, &picture).await,
                Ok(Chosen::File(file)) => runtime.dispatch(Msg::Attach(AttachMsg::Read(place, id, Ok(file)))),
                Err(problem) => runtime.dispatch(Msg::Attach(AttachMsg::Read(place, id, Err(problem)))),
            }
        }
        Task::Stored(file) => {
            let read = match runtime.stored(&file.hash).await {
                Some(bytes) => {
                    content(&file.name, &file.mime, &bytes, file.encoding.clone()).await.map(|content| ReadFile {
                        attachment: Attachment { text: content.text, encoding: content.encoding, ..file },
                        bytes: None,
                    })
                }
                None => Err(FileProblem::Unreadable),
            };
            runtime.dispatch(Msg::Attach(AttachMsg::Read(place, id, read.map(Box::new))));
        }
        Task::Pages(file) => {
            let bytes = runtime.stored(&file.hash).await;
            runtime.draw_pages(place, id, &file.name, bytes.as_deref()).await;
        }
    }
}

impl Runtime {
    /// Attaches a picture in parts, as many as there is room for, until it is taken away.
    async fn attach_parts(self: &Rc<Self>, place: ComposerPlace, id: u64, name: &str, picture: &LongPicture) {
        self.dispatch(Msg::Attach(AttachMsg::Drawing(place, id)));
        let room = self.with_model(|model| model.attachments.room(place, id));
        let mut taken = 0;
        for (number, part) in (1..).zip(picture.parts.iter().take(room)) {
            if !self.with_model(|model| model.attachments.is_drawing(place, id)) {
                return;
            }
            let file = self.begin_reading(place, part_name(name, number, &picture.content.mime));
            let read = picture.file_of(part, |mime| part_name(name, number, mime)).await;
            self.dispatch(Msg::Attach(AttachMsg::Read(place, file, read.map(Box::new))));
            taken = number;
        }
        let drawn = if taken == 0 { Err(FileProblem::TooMany(MAX_FILES)) } else { Ok((taken, picture.parts.len())) };
        self.dispatch(Msg::Attach(AttachMsg::Drawn(place, id, drawn)));
    }

    async fn draw_pages(self: &Rc<Self>, place: ComposerPlace, id: u64, name: &str, bytes: Option<&[u8]>) {
        let drawn = match bytes {
            Some(bytes) => self.drawn(place, id, name, bytes).await,
            None => Err(FileProblem::Unreadable),
        };
        self.dispatch(Msg::Attach(AttachMsg::Drawn(place, id, drawn)));
    }

    /// Draws the pages of a document, as many as there is room for, until it is taken away. Returns how many pages were
    /// gone through, of how many.
    async fn drawn(
        self: &Rc<Self>,
        place: ComposerPlace,
        id: u64,
        name: &str,
        bytes: &[u8],
    ) -> Result<(usize, usize), FileProblem> {
        let is_wanted = || self.with_model(|model| model.attachments.is_drawing(place, id));
        let mut drawer = PageDrawer::open(bytes, &is_wanted).await?;
        let total = drawer.count();
        let room = self.with_model(|model| model.attachments.room(place, id));
        let pages = total.min(room);
        if pages == 0 {
            return Err(FileProblem::TooMany(MAX_FILES));
        }
        let mut failed = Vec::new();
        for index in 0..pages {
            if !is_wanted() {
                return Ok((index, total));
            }
            let picture = self.begin_reading(place, page_name(name, index + 1, "image/png"));
            let read = match drawer.draw(index, &is_wanted).await {
                Ok(page) => file_of_page(&page, name, index + 1).await,
                Err(DrawError::Unwanted) => {
                    self.dispatch(Msg::Attach(AttachMsg::Remove(place, picture)));
                    return Ok((index, total));
                }
                Err(DrawError::NotThere) => Err(FileProblem::NoReader),
                Err(error) => {
                    log::warn!("page {} can't be drawn: {error:?}", index + 1);
                    Err(FileProblem::NotDrawn(index + 1))
                }
            };
            if read.is_err() {
                failed.push(picture);
            }
            self.dispatch(Msg::Attach(AttachMsg::Read(place, picture, read.map(Box::new))));
        }
        if failed.len() < pages {
            return Ok((pages, total));
        }
        // One card says it for all.
        for picture in failed {
            self.dispatch(Msg::Attach(AttachMsg::Remove(place, picture)));
        }
        Err(FileProblem::NotDrawn(1))
    }
}

async fn reader() -> Result<&'static Reader, FileProblem> {
    chunks::reader().await.ok_or(FileProblem::NoReader)
}

/// Makes a file of a page with this number (P1).
async fn file_of_page(page: &PagePicture, name: &str, number: usize) -> Result<ReadFile, FileProblem> {
    let drawn = encode(page.size, &page.rgba).await.map_err(|error| {
        log::warn!("page {number} can't be encoded: {error:?}");
        FileProblem::NotDrawn(number)
    })?;
    let content = Content {
        kind: AttachmentKind::Picture,
        mime: String::new(),
        pages: None,
        encoding: None,
        text: String::new(),
    };
    drawn.file(|mime| page_name(name, number, mime), content).await
}

/// Encodes pixels as PNG, unless that takes too much room.
async fn encode(size: (u32, u32), rgba: &[u8]) -> Result<Drawn, wasm_bindgen::JsValue> {
    let canvas = files::canvas_of(size, rgba)?;
    let bytes = files::encoded(&canvas, "image/png").await?;
    if bytes.len() <= MAX_PNG {
        return Ok(Drawn { bytes, mime: "image/png", size });
    }
    Ok(Drawn { bytes: files::encoded(&canvas, "image/jpeg").await?, mime: "image/jpeg", size })
}

/// A file that was chosen.
enum Chosen {
    File(Box<ReadFile>),
    Long(Box<LongPicture>),
}

/// A picture that goes in parts.
struct LongPicture {
    image: HtmlImageElement,
    content: Content,
    parts: Vec<PicturePart>,
}

impl LongPicture {
    /// Makes a file of a part.
    async fn file_of(&self, part: &PicturePart, name: impl FnOnce(&str) -> String) -> Result<ReadFile, FileProblem> {
        let drawn = draw(&self.image, part, &self.content.mime).await?;
        drawn.file(name, self.content.clone()).await
    }
}

/// Reads a file: what is stored of it, and its description.
async fn read(name: &str, declared: &str, blob: &Blob) -> Result<Chosen, FileProblem> {
    if blob.size() > MAX_BYTES {
        return Err(FileProblem::TooLarge(MAX_BYTES));
    }
    let bytes = read_as_bytes(blob).await.map_err(|_| FileProblem::Unreadable)?;
    let content = content(name, declared, &bytes, None).await?;
    if content.kind != AttachmentKind::Picture {
        let hash = (reader().await?.hash)(&bytes).ok_or(FileProblem::Unreadable)?;
        return Ok(Chosen::File(Box::new(ReadFile::new(name, content, None, hash, bytes.into()))));
    }
    let image = files::decode_picture(blob).await.map_err(not_drawn)?;
    let parts = (reader().await?.parts)(image.natural_width(), image.natural_height());
    if let [whole] = parts.as_slice() {
        let drawn = draw(&image, whole, &content.mime).await?;
        return Ok(Chosen::File(Box::new(drawn.file(|_| name.to_owned(), content).await?)));
    }
    Ok(Chosen::Long(Box::new(LongPicture { image, content, parts })))
}

fn not_drawn(error: wasm_bindgen::JsValue) -> FileProblem {
    log::warn!("a picture can't be drawn: {error:?}");
    FileProblem::Unreadable
}

/// Reads the content of a file; text in another encoding, the chosen one or the likeliest, by the tables that are in every
/// browser.
async fn content(name: &str, declared: &str, bytes: &[u8], chosen: Option<String>) -> Result<Content, FileProblem> {
    let reader = reader().await?;
    let label = match (chosen, (reader.read)(name, declared, bytes)) {
        (Some(label), _) => label,
        (None, Err(FileProblem::Refused(Refusal::Encoding { likely }))) => likely.label().to_owned(),
        (None, read) => return read,
    };
    let text = files::decoded(&label, bytes).ok_or(FileProblem::Unreadable)?;
    let content = (reader.read)(name, declared, text.as_bytes())?;
    Ok(Content { encoding: Some(label), ..content })
}

struct Drawn {
    bytes: Vec<u8>,
    mime: &'static str,
    size: (u32, u32),
}

impl Drawn {
    /// Makes a file of it, whose name may depend on its media type.
    async fn file(self, name: impl FnOnce(&str) -> String, content: Content) -> Result<ReadFile, FileProblem> {
        let hash = (reader().await?.hash)(&self.bytes).ok_or(FileProblem::Unreadable)?;
        let content = Content { mime: self.mime.to_owned(), ..content };
        Ok(ReadFile::new(&name(self.mime), content, Some(self.size), hash, self.bytes.into()))
    }
}

/// Encodes a part of a picture anew (P1): as JPEG what was one, otherwise as PNG, unless that takes too much room.
async fn draw(image: &HtmlImageElement, part: &PicturePart, mime: &str) -> Result<Drawn, FileProblem> {
    let size = (f64::from(part.size.0), f64::from(part.size.1));
    let encode = async |mime: &'static str| {
        let bytes = files::encode_picture(image, Some((part.at, part.source)), size, mime).await.map_err(not_drawn)?;
        Ok(Drawn { bytes, mime, size: part.size })
    };
    if mime != "image/jpeg" {
        let drawn = encode("image/png").await?;
        if drawn.bytes.len() <= MAX_PNG {
            return Ok(drawn);
        }
    }
    encode("image/jpeg").await
}
