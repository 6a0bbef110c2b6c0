//! Single values of the parser in our own terms: links, images, languages, levels, alignments.

use super::*;
use crate::marked::{Piece, pieces};

impl Kind {
    pub(super) fn is_block(&self) -> bool {
        !matches!(self, Self::Emphasis | Self::Strong | Self::Strikethrough | Self::Link(_) | Self::Image(_))
    }
}

/// Adds a marked text as inlines: formulas, and words, in which bare addresses may become links.
pub(super) fn push_text(text: &str, may_link: bool, inlines: &mut Vec<Inline>) {
    for piece in pieces(text) {
        match piece {
            Piece::Formula(source) => inlines.push(Inline::Math(source.into())),
            Piece::Words(words) if may_link => push_with_links(&words, inlines),
            Piece::Words(words) => inlines.push(Inline::Text(words.into())),
        }
    }
}

fn push_with_links(text: &str, inlines: &mut Vec<Inline>) {
    let mut rest = text;
    while let Some(range) = autolink::find(rest) {
        let address = &rest[range.clone()];
        let Some(link) = SafeLink::new(address) else { break };
        if range.start > 0 {
            inlines.push(Inline::Text(rest[..range.start].into()));
        }
        inlines.push(Inline::Link { target: Rc::new(link), content: vec![Inline::Text(address.into())] });
        rest = &rest[range.end..];
    }
    if !rest.is_empty() {
        inlines.push(Inline::Text(rest.into()));
    }
}

pub(super) fn safe_link(link_type: LinkType, address: &str) -> Option<SafeLink> {
    let address = unmark(address);
    if link_type == LinkType::Email { SafeLink::new(&format!("mailto:{address}")) } else { SafeLink::new(&address) }
}

/// Size in bytes of the largest picture that is shown from a text.
const MAX_PICTURE_BYTES: usize = 8 << 20;

pub(super) fn image_source(address: &str) -> ImageSource {
    let address = unmark(address);
    if let Some(link) = SafeLink::new(&address) {
        return ImageSource::Remote(Rc::new(link));
    }
    let data = address.trim_start().get(..5).filter(|start| start.eq_ignore_ascii_case("data:"));
    let Some((head, body)) = data.and_then(|_| address.trim_start()[5..].split_once(',')) else {
        let shown: String = address.chars().filter(|character| !character.is_control()).take(256).collect();
        return ImageSource::Other(shown.into());
    };
    let media_type: String =
        head.split(';').next().unwrap_or_default().chars().filter(char::is_ascii_graphic).take(64).collect();
    let is_base64 = head.to_ascii_lowercase().ends_with(";base64");
    let bytes = if is_base64 { body.trim_end_matches('=').len() * 3 / 4 } else { body.len() };
    let shown = (is_base64 && bytes <= MAX_PICTURE_BYTES).then(|| data_address(&media_type, body)).flatten();
    ImageSource::Data { media_type: media_type.into(), bytes, shown }
}

/// Returns the address of a picture with nothing in it but the type and base64; `None` of other types, an SVG among
/// them, which may hold more than a picture.
fn data_address(media_type: &str, body: &str) -> Option<Rc<str>> {
    let known = ["image/png", "image/jpeg", "image/gif", "image/webp"];
    let media_type = known.into_iter().find(|known| media_type.eq_ignore_ascii_case(known))?;
    let body = body.trim();
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    (!body.is_empty() && body.bytes().all(is_base64)).then(|| format!("data:{media_type};base64,{body}").into())
}

pub(super) fn language(info: &str) -> Option<Rc<str>> {
    let info = unmark(info);
    let word = info.split(|character: char| character.is_whitespace() || matches!(character, ',' | '{')).next()?;
    let shown: String =
        word.chars().filter(|character| !character.is_control()).take(MAX_LANGUAGE_CHARACTERS).collect();
    (!shown.is_empty()).then(|| shown.into())
}

pub(super) fn level_number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

pub(super) fn alignment(alignment: pulldown_cmark::Alignment) -> Alignment {
    match alignment {
        pulldown_cmark::Alignment::None => Alignment::None,
        pulldown_cmark::Alignment::Left => Alignment::Left,
        pulldown_cmark::Alignment::Center => Alignment::Center,
        pulldown_cmark::Alignment::Right => Alignment::Right,
    }
}
