//! Detection of file formats.

use super::{Format, FormatError, MAX_BYTES, encoding, json, smm, xmind};
use espalier_base::zip;

/// Detects the format of a file by its beginning, or else by its name.
pub fn detect(bytes: &[u8], name: &str) -> Result<Format, FormatError> {
    if bytes.len() > MAX_BYTES {
        return Err(FormatError::TooLarge);
    }
    if zip::is_archive(bytes) {
        return xmind::detect(bytes);
    }
    let text = encoding::text(bytes)?;
    let text = text.trim_start();
    if text.is_empty() {
        return Err(FormatError::Empty);
    }
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default();
    let by_name = Format::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()));
    // Nearly every text is one of these, so the name decides.
    if let Some(format @ (Format::Markdown | Format::Text)) = by_name {
        return Ok(format);
    }
    if let Some(root) = root_element(text) {
        return match root {
            "map" => Ok(Format::Freemind),
            "opml" => Ok(Format::Opml),
            // So that a damaged file says what is wrong with it.
            _ => by_name.filter(|format| matches!(format, Format::Freemind | Format::Opml)).ok_or(FormatError::Unknown),
        };
    }
    if text.starts_with(['{', '[']) && (by_name == Some(Format::Json) || json::is_own(text) || smm::is_such(text)) {
        return Ok(Format::Json);
    }
    match by_name {
        Some(format @ (Format::Freemind | Format::Opml)) => Ok(format),
        Some(Format::Xmind | Format::Xmind8) => Err(FormatError::Unknown),
        _ if text.starts_with(['{', '[']) => Err(FormatError::Unknown),
        _ => Ok(if looks_like_markdown(text) { Format::Markdown } else { Format::Text }),
    }
}

/// The name of the first element, past declarations and comments.
fn root_element(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = rest.trim_start().strip_prefix('<')?;
        let end = if rest.starts_with("!--") {
            "-->"
        } else if rest.starts_with(['?', '!']) {
            ">"
        } else {
            break;
        };
        rest = rest.split_once(end)?.1;
    }
    let end = rest.find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'))?;
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// Whether there is a heading or a bullet.
fn looks_like_markdown(text: &str) -> bool {
    text.lines().take(200).any(|line| {
        let line = line.trim_start();
        let heading = line.trim_start_matches('#');
        (heading.len() < line.len() && heading.starts_with(' '))
            || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::ArchiveProblem;

    #[test]
    fn files_are_told_by_what_is_in_them() {
        let check = |text: &str, name: &str, expect: Result<Format, FormatError>| {
            assert_eq!(detect(text.as_bytes(), name), expect, "{text} {name}");
        };
        check("<map version='1'>", "a.xml", Ok(Format::Freemind));
        check("<?xml version='1.0'?><!-- a --><!DOCTYPE x><opml version='2.0'>", "", Ok(Format::Opml));
        check("<html>", "a.html", Err(FormatError::Unknown));
        check("<html>", "a.mm", Ok(Format::Freemind));
        check("  \n", "a.md", Err(FormatError::Empty));
        check("{\"format\":\"espalier-map\",\"v\":1}", "", Ok(Format::Json));
        check("{\"format\":\"other\"}", "", Err(FormatError::Unknown));
        check("<map>", "a.md", Ok(Format::Markdown));
        check("a\n- b", "", Ok(Format::Markdown));
        check("a\n\tb", "", Ok(Format::Text));
        check("PK\u{3}\u{4}", "", Err(FormatError::Archive(ArchiveProblem::Directory)));
    }
}
