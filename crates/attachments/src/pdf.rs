//! Text of PDF documents, page by page.
//!
//! hayro-syntax reads the objects of a file; what is shown on a page is followed here, so that all work is counted.
//!
//! - P1 The work on a document is bounded, whatever is in it: pages, operations, glyphs, bytes, nesting.
//! - P2 A document without text says so, and why: a password, pages of pictures, damage.

mod bidi;
mod font;
mod layout;
mod names;
mod page;
mod stream;
mod weight;

use hayro_syntax::object::String as PdfString;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use page::{Reader, Work};

/// Most pages of a document that are read.
pub const MAX_PAGES: usize = 500;

/// Text of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Pages that were read, in their order.
    pub pages: Vec<Page>,
    /// Number of pages in the document, which may be more than were read.
    pub total: usize,
    /// Title that the document gives itself.
    pub title: Option<String>,
}

/// Text of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// Text in the order in which it is drawn, with a line for each line; a line itself in the order of reading.
    pub text: String,
    /// Number of glyphs that could not be told to be any character.
    pub unreadable: usize,
}

/// Reason why a document has no text to give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PdfError {
    /// It opens with a password only.
    Encrypted,
    /// It is no PDF, or no pages are found in it.
    Damaged,
    /// It asks for more work than any honest document.
    TooComplex,
    /// There is no text on its pages: mostly they are pictures.
    NoText {
        /// Number of pages.
        pages: usize,
    },
    /// There is text, but the document does not say which characters its glyphs are.
    Unreadable {
        /// Number of pages.
        pages: usize,
    },
}

impl Document {
    /// Returns the text of all pages, each below a line with its number.
    pub fn text(&self) -> String {
        let mut all = String::new();
        for (index, page) in self.pages.iter().enumerate() {
            if !all.is_empty() {
                all.push('\n');
            }
            all.push_str("[Page ");
            all.push_str(&(index + 1).to_string());
            all.push_str("]\n");
            all.push_str(&page.text);
        }
        if self.total > self.pages.len() {
            all.push_str("\n[The document has more pages: ");
            all.push_str(&self.total.to_string());
            all.push_str(" in all.]\n");
        }
        all
    }
}

/// Reads the text of a document.
pub fn read(bytes: &[u8]) -> Result<Document, PdfError> {
    let pdf = open(bytes)?;
    let pages = pdf.pages();
    let total = pages.len();
    let mut reader = Reader::new(Work::of_document());
    let mut read = Vec::new();
    for page in pages.iter().take(MAX_PAGES) {
        match reader.page(page) {
            Some(page) => read.push(page),
            None if read.iter().any(has_text) => break,
            None => return Err(PdfError::TooComplex),
        }
    }
    if read.iter().any(has_text) {
        let title = pdf.metadata().title.as_ref().map(|title| text_of(title)).filter(|title| !title.trim().is_empty());
        return Ok(Document { pages: read, total, title });
    }
    if read.iter().any(|page| page.unreadable > 0) {
        return Err(PdfError::Unreadable { pages: total });
    }
    Err(PdfError::NoText { pages: total })
}

/// Checks that a page of a document can be drawn with a bounded amount of work (P1).
pub fn check_page(page: &hayro_syntax::page::Page<'_>) -> Result<(), PdfError> {
    let is_bounded = Reader::new(Work::of_picture()).page(page).is_some() && weight::is_bounded(page);
    if is_bounded { Ok(()) } else { Err(PdfError::TooComplex) }
}

fn has_text(page: &Page) -> bool {
    page.text.chars().any(char::is_alphanumeric)
}

/// Opens a document, once it is sure that this takes a bounded amount of memory.
pub fn open(bytes: &[u8]) -> Result<Pdf, PdfError> {
    stream::check_structure(bytes)?;
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::InvalidEncryption) | LoadPdfError::Invalid => PdfError::Damaged,
        LoadPdfError::Decryption(_) => PdfError::Encrypted,
    })?;
    if pdf.pages().is_empty() { Err(PdfError::Damaged) } else { Ok(pdf) }
}

/// Reads a string that is meant for people: UTF-16 or UTF-8 with a mark, else nearly Latin 1.
fn text_of(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => {
            let (pairs, _) = rest.as_chunks::<2>();
            String::from_utf16_lossy(&pairs.iter().map(|pair| u16::from_be_bytes(*pair)).collect::<Vec<_>>())
        }
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| names::win_ansi(*byte).unwrap_or(char::from(*byte))).collect(),
    }
}

/// Reads the text that stands for what is drawn.
fn actual_text(string: &PdfString<'_>) -> String {
    text_of(string.as_bytes())
}

#[cfg(test)]
#[path = "pdf_tests.rs"]
mod tests;
