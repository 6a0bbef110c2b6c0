//! Addresses that may become links. A [`SafeLink`] can only be made here, so holding one is the proof that its address
//! was checked.
//!
//! Rules
//! - L1 The schemes are `https`, `http` and `mailto`; an address within the app begins with `#/`. Anything else is no link.
//! - L2 The scheme is read as a browser reads it: entities decoded by the caller, control characters and outer space gone.
//! - L3 A web address has a host of plain characters; one with spaces, percent escapes or invisible characters is no link.
//! - L4 Characters that can't be seen, or could reorder those that are, stand percent-encoded in the address that is
//!   shown and opened.
//! - L5 Warnings: international (punycode) host, user name before the host, text that names another host.

use std::fmt::Write;

/// Greatest length of an address; longer ones are no links: nobody can judge them, and browsers refuse them in the end.
pub const MAX_BYTES: usize = 8 * 1024;

/// An address that passed the allow-list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeLink {
    href: String,
    display_host: String,
    kind: LinkKind,
    warnings: LinkWarnings,
}

/// Target of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// An `https` or `http` address.
    Web,
    /// A `mailto` address.
    Mail,
    /// An address within the app, beginning with `#/`.
    InApp,
}

/// Reasons to look twice before opening a link.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkWarnings {
    /// The host is international: it may look like another one.
    pub international: bool,
    /// A user name stands before the host and may be taken for it.
    pub user_name: bool,
    /// The text of the link names another host.
    pub text_names_other_host: bool,
}

impl SafeLink {
    /// Checks an address; `None` if it may not become a link.
    pub fn new(address: &str) -> Option<Self> {
        if address.len() > MAX_BYTES {
            return None;
        }
        let stripped: String = address.chars().filter(|character| !character.is_control()).collect();
        let trimmed = stripped.trim();
        if trimmed.starts_with("#/") {
            return Some(Self::plain(visible(trimmed), String::new(), LinkKind::InApp));
        }
        let (scheme, rest) = trimmed.split_once(':')?;
        match scheme.to_ascii_lowercase().as_str() {
            "https" => Self::web("https", rest),
            "http" => Self::web("http", rest),
            "mailto" => Self::mail(rest),
            _ => None,
        }
    }

    /// Returns the link with a warning if its text looks like an address of another host.
    #[must_use]
    pub fn with_text(mut self, text: &str) -> Self {
        self.warnings.text_names_other_host = match self.kind {
            LinkKind::InApp => false,
            LinkKind::Web | LinkKind::Mail => {
                named_host(text).is_some_and(|named| bare_host(&named) != bare_host(&self.display_host))
            }
        };
        self
    }

    /// Returns the full address, to be shown before it is opened.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// Returns the host of a web address, the domain of a mail address, nothing within the app.
    pub fn display_host(&self) -> &str {
        &self.display_host
    }

    /// Returns the kind of target, which follows from the scheme (L1).
    pub fn kind(&self) -> LinkKind {
        self.kind
    }

    /// Returns the reasons to look twice before the link is opened (L5).
    pub fn warnings(&self) -> LinkWarnings {
        self.warnings
    }

    fn plain(href: String, display_host: String, kind: LinkKind) -> Self {
        Self { href, display_host, kind, warnings: LinkWarnings::default() }
    }

    fn web(scheme: &str, rest: &str) -> Option<Self> {
        let rest = rest.strip_prefix("//")?;
        // A browser takes a backslash for a slash, so the host ends there as well.
        let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let (user_name, host_and_port) = match authority.rsplit_once('@') {
            Some((_, host)) => (true, host),
            None => (false, authority),
        };
        let host = host_of(host_and_port)?.to_lowercase();
        let mut link = Self::plain(visible(&format!("{scheme}://{authority}{path}")), host, LinkKind::Web);
        link.warnings.user_name = user_name;
        link.warnings.international = is_international(&link.display_host);
        Some(link)
    }

    fn mail(rest: &str) -> Option<Self> {
        let address = rest.split(['?', '#']).next().unwrap_or_default();
        let (_, domain) = address.rsplit_once('@')?;
        let domain = host_of(domain)?.to_lowercase();
        let mut link = Self::plain(visible(&format!("mailto:{rest}")), domain, LinkKind::Mail);
        link.warnings.international = is_international(&link.display_host);
        Some(link)
    }
}

/// Returns the host before an optional port, if all of it consists of characters of hosts.
fn host_of(host_and_port: &str) -> Option<&str> {
    if let Some(rest) = host_and_port.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        let is_address =
            !address.is_empty() && address.chars().all(|c| c.is_ascii_hexdigit() || matches!(c, ':' | '.'));
        return (is_address && is_port(port)).then(|| &host_and_port[..address.len() + 2]);
    }
    let (host, port) = match host_and_port.find(':') {
        Some(colon) => host_and_port.split_at(colon),
        None => (host_and_port, ""),
    };
    let starts_well = host.starts_with(|c: char| c.is_alphanumeric());
    (starts_well && host.chars().all(is_host_character) && is_port(port)).then_some(host)
}

fn is_port(text: &str) -> bool {
    text.is_empty() || text.strip_prefix(':').is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()))
}

/// Whether a character is a letter or digit of any script; a warning tells whether it is innocent.
fn is_host_character(character: char) -> bool {
    match character {
        '-' | '.' | '_' => true,
        // Browsers take these for full stops.
        '\u{3002}' | '\u{FF0E}' | '\u{FF61}' => true,
        _ => character.is_alphanumeric(),
    }
}

fn is_international(host: &str) -> bool {
    !host.is_ascii() || host.split('.').any(|part| part.starts_with("xn--"))
}

/// Percent-encodes characters that can't be seen in an address or would leave it when it is pasted somewhere.
fn visible(address: &str) -> String {
    if address.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'<' | b'>' | b'`')) {
        return address.to_owned();
    }
    let mut shown = String::with_capacity(address.len());
    for character in address.chars() {
        if is_hidden(character) {
            let mut bytes = [0; 4];
            for byte in character.encode_utf8(&mut bytes).bytes() {
                // Writing to a string can't fail.
                let _ = write!(shown, "%{byte:02X}");
            }
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Returns a text with the characters spelled out that reorder or hide others; nothing if it has none. Joiners of
/// letters in scripts and of pictures stay.
pub fn revealed(text: &str) -> Option<String> {
    let deceives = |character: char| {
        matches!(u32::from(character),
            0xAD | 0x61C | 0x200B | 0x200E..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xE_0000..=0xE_0FFF)
    };
    if !text.contains(deceives) {
        return None;
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if deceives(character) {
            // Writing to a string can't fail.
            let _ = write!(shown, "[U+{:04X}]", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    Some(shown)
}

fn is_hidden(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '"' | '<' | '>' | '`')
        || matches!(u32::from(character),
            0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
            | 0x202A..=0x202E | 0x2060..=0x206F | 0x2800 | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF9..=0xFFFC
            | 0x1_D173..=0x1_D17A | 0xE_0000..=0xE_0FFF)
}

/// Returns the host that a text names, if the text as a whole looks like an address.
fn named_host(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|character| !is_hidden(*character) || *character == ' ').collect();
    let text = text.trim();
    let after_scheme = match text.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https") => rest,
        Some(_) => return None,
        None => text,
    };
    let authority = after_scheme.split(['/', '\\', '?', '#']).next()?;
    let host = host_of(authority.rsplit('@').next()?)?.to_lowercase();
    let last = host.rsplit('.').next()?;
    let looks_like_domain = host.contains('.') && last.chars().count() >= 2 && last.chars().all(char::is_alphabetic);
    let has_scheme = after_scheme.len() != text.len();
    (looks_like_domain && (has_scheme || !is_file_name(last))).then_some(host)
}

/// Whether an ending more often closes the name of a file than that of a host.
fn is_file_name(ending: &str) -> bool {
    matches!(
        ending,
        "rs" | "md" | "py" | "js" | "ts" | "sh" | "txt" | "pdf" | "png" | "html" | "json" | "zip" | "toml" | "exe"
    )
}

fn bare_host(host: &str) -> &str {
    let host = host.trim_end_matches('.');
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(address: &str, expect: Option<(&str, &str)>) {
        let link = SafeLink::new(address);
        assert_eq!(link.as_ref().map(|link| (link.href(), link.display_host())), expect, "{address:?}");
    }

    #[test]
    fn l1_only_listed_schemes() {
        check("https://example.com/a?b#c", Some(("https://example.com/a?b#c", "example.com")));
        check("HTTP://Example.COM", Some(("http://Example.COM", "example.com")));
        check("mailto:me@example.com?subject=x", Some(("mailto:me@example.com?subject=x", "example.com")));
        check("#/chat/1", Some(("#/chat/1", "")));
        for address in [
            "",
            "javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://a.b/c",
            "ftp://a.b",
            "//example.com",
            "/path",
            "page.html",
            "#top",
            "?q",
            "about:blank",
            "view-source:https://a.b",
            "intent://a#Intent;end",
            "chrome://settings",
            "filesystem:https://a.b/t",
            "ws://a.b",
            "tel:123",
            "https",
            "https:",
        ] {
            check(address, None);
        }
    }

    #[test]
    fn l2_control_characters_do_not_hide_a_scheme() {
        check("java\nscript:alert(1)", None);
        check("\u{1}javascript:alert(1)", None);
        check("java\tscript\0:alert(1)", None);
        check(" \u{a0}javascript:x", None);
        check("ht\ntps://example.com", Some(("https://example.com", "example.com")));
        check("  https://example.com  ", Some(("https://example.com", "example.com")));
    }

    #[test]
    fn l3_hosts_are_plain() {
        check("https:example.com", None);
        check("https:/example.com", None);
        check("https:\\\\example.com", None);
        check("https://", None);
        check("https:///path", None);
        check("https://ex%61mple.com", None);
        check("https://exa mple.com", None);
        check("https://exam\u{200b}ple.com", None);
        check("https://example.com\u{202e}moc", None);
        check("https://[::1]:80/", Some(("https://[::1]:80/", "[::1]")));
        check("https://[javascript]/", None);
        check("http://localhost:8080/x", Some(("http://localhost:8080/x", "localhost")));
        check("http://a.b:80x/", None);
        check("https://good.example\\@evil.example/", Some(("https://good.example\\@evil.example/", "good.example")));
    }

    #[test]
    fn l4_hidden_characters_are_shown() {
        check("https://a.example/\u{202e}gpj", Some(("https://a.example/%E2%80%AEgpj", "a.example")));
        check("https://a.example/x y", Some(("https://a.example/x%20y", "a.example")));
        check("https://a.example/中文", Some(("https://a.example/中文", "a.example")));
    }

    #[test]
    fn l5_warnings() {
        let warnings = |address: &str, text: &str| SafeLink::new(address).unwrap().with_text(text).warnings();
        assert!(warnings("https://xn--pple-43d.com", "x").international);
        assert!(warnings("https://аpple.com", "x").international);
        assert!(warnings("https://a。com", "x").international);
        assert!(warnings("https://google.com@evil.example/", "x").user_name);
        assert!(warnings("https://evil.example", "https://google.com/path").text_names_other_host);
        assert!(warnings("https://evil.example", "google.com").text_names_other_host);
        assert!(warnings("https://evil.example", "goo\u{200b}gle.com").text_names_other_host);
        assert!(!warnings("https://www.google.com/x", "google.com").text_names_other_host);
        assert_eq!(warnings("https://evil.example", "main.rs"), LinkWarnings::default());
        assert_eq!(warnings("https://evil.example", "the docs. And more"), LinkWarnings::default());
        assert_eq!(warnings("https://evil.example", "version 1.2"), LinkWarnings::default());
        assert!(warnings("mailto:a@evil.example", "me@google.com").text_names_other_host);
    }

    proptest! {
        #[test]
        fn a_link_made_from_anything_is_safe_and_stays_itself(address in "(https?|mailto|javascript|data|#/|[a-z]{1,4}):?(//)?\\PC{0,20}") {
            if let Some(link) = SafeLink::new(&address) {
                let href = link.href().to_owned();
                let scheme_is_known = ["https://", "http://", "mailto:", "#/"].iter().any(|start| href.starts_with(start));
                prop_assert!(scheme_is_known);
                prop_assert!(!href.chars().any(is_hidden));
                prop_assert_eq!(SafeLink::new(&href), Some(link));
            }
        }
    }
}
