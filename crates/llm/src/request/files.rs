//! Content of attached files within a body: named when the request is made, put in when it is sent.
//!
//! A request is made by a pure function from records, which know files by their hash alone.

use std::borrow::Cow;

use super::HttpRequest;
use crate::message::Picture;

/// Beginning of an address with content. In a text of the body its quotes would be escaped (Q8).
const START: &str = "\"url\":\"data:";
const NAME: &str = ";base64,{file:";
const END: &str = "}\"";

/// Returns the address of a picture, with a name for its content.
pub(super) fn address(picture: &Picture) -> String {
    let media_type: String =
        picture.media_type.chars().filter(|c| c.is_ascii_alphanumeric() || "/+-.".contains(*c)).collect();
    format!("data:{media_type};base64,{{file:{}}}", picture.hash)
}

impl HttpRequest {
    /// Returns the hashes of the files that the body names, each once, in their order.
    pub fn files(&self) -> Vec<&str> {
        let mut hashes: Vec<&str> = Vec::new();
        for (_, hash) in pieces(&self.body) {
            if !hash.is_empty() && !hashes.contains(&hash) {
                hashes.push(hash);
            }
        }
        hashes
    }

    /// Returns the body with the content of the files in base64; the hash of the first missing one as the error.
    pub fn fill<'a>(&self, mut content: impl FnMut(&str) -> Option<Cow<'a, str>>) -> Result<Cow<'_, str>, String> {
        if !self.body.contains(NAME) {
            return Ok(Cow::Borrowed(&self.body));
        }
        let mut filled = String::with_capacity(self.body.len());
        for (text, hash) in pieces(&self.body) {
            filled.push_str(text);
            if !hash.is_empty() {
                filled.push_str(&content(hash).ok_or_else(|| hash.to_owned())?);
            }
        }
        Ok(Cow::Owned(filled))
    }
}

/// Splits a body into texts, each with the hash of the file after it; empty after the last one.
fn pieces(body: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = Some(body);
    std::iter::from_fn(move || {
        let body = rest?;
        let mut from = 0;
        while let Some(start) = body.get(from..)?.find(START).map(|at| from + at + START.len()) {
            let found = body.get(start..).and_then(|text| {
                // A media type has no quote, so nothing beyond the address is looked at.
                let name = text.find(NAME).filter(|at| !text.get(..*at).is_none_or(|kind| kind.contains('"')))?;
                let hash = text.get(name + NAME.len()..)?;
                let hash = hash.get(..hash.find(END)?)?;
                hash.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some((start + name + NAME.len(), hash))
            });
            let Some((at, hash)) = found else {
                from = start;
                continue;
            };
            let text = body.get(..at - "{file:".len())?;
            rest = body.get(at + hash.len() + "}".len()..);
            return Some((text, hash));
        }
        rest = None;
        Some((body, ""))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::capability::Capabilities;
    use crate::message::{ChatMessage, Role};
    use crate::request::ModelRequest;

    fn request(text: &str, hashes: &[&str]) -> HttpRequest {
        let picture = |hash: &&str| Picture {
            name: "a.png".to_owned(),
            media_type: "image/png".to_owned(),
            hash: (*hash).to_owned(),
        };
        let message =
            ChatMessage { pictures: hashes.iter().map(picture).collect(), ..ChatMessage::new(Role::User, text) };
        let asked = ModelRequest::new("custom", "http://localhost:1/v1", "m", vec![message]);
        asked.shape(&Capabilities::default()).unwrap()
    }

    #[test]
    fn content_takes_the_place_of_its_name() {
        let asked = request("Hi", &["aa", "bb", "aa"]);
        assert_eq!(asked.files(), ["aa", "bb"]);
        let filled = asked.fill(|hash| Some(Cow::Owned(hash.to_uppercase()))).unwrap();
        let body: serde_json::Value = serde_json::from_str(&filled).unwrap();
        let urls: Vec<&str> =
            (1..4).map(|at| body["messages"][0]["content"][at]["image_url"]["url"].as_str().unwrap()).collect();
        assert_eq!(urls, ["data:image/png;base64,AA", "data:image/png;base64,BB", "data:image/png;base64,AA"]);
        assert_eq!(asked.fill(|hash| (hash == "aa").then_some("x".into())), Err("bb".to_owned()));
    }

    proptest! {
        #[test]
        fn q8_a_text_that_looks_like_a_name_stays_as_it_is(
            parts in prop::collection::vec(
                prop::sample::select(vec![START, NAME, END, "{file:aa}", "\\", "\"", "a", ";base64,", "data:"]), 0..12,
            )
        ) {
            let text = parts.concat();
            let asked = request(&text, &["cc"]);
            prop_assert_eq!(asked.files(), ["cc"]);
            let filled = asked.fill(|_| Some("x".into())).unwrap();
            let body: serde_json::Value = serde_json::from_str(&filled).unwrap();
            let content = &body["messages"][0]["content"];
            if text.is_empty() {
                prop_assert_eq!(content[0]["image_url"]["url"].as_str(), Some("data:image/png;base64,x"));
            } else {
                prop_assert_eq!(content[0]["text"].as_str(), Some(text.as_str()));
            }
            let plain = request(&text, &[]);
            prop_assert_eq!(plain.fill(|_| None), Ok(Cow::Borrowed(plain.body.as_str())));
        }
    }
}
