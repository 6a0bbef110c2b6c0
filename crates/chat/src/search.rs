//! Finding words in all conversations, whatever branch they are on.
//!
//! - S1 A message is found when it contains every word of the query, in its text or its thoughts; a session is found
//!   when its name does.
//! - S2 Case, full-width forms and kinds of space don't matter. A word is found inside others, so Chinese, which has no
//!   spaces, is found as well. Words in double quotes are looked for as one.
//! - S3 Every hit shows where it is: a snippet around the first match, with the ranges of all matches in it.
//! - S4 Sessions can be fed in any order and in parts, each one's messages in theirs; the result does not depend on it.
//! - S5 The number of hits is limited, for one session to the first and in all to the newest; whether some were left
//!   out is said.

use std::collections::BTreeMap;
use std::ops::Range;
#[cfg(test)]
use std::rc::Rc;

use espalier_base::fold::{self, fold_into, folded};
use espalier_base::time::Timestamp;
use espalier_model::conversation::{Message, MessageId, Part, Session, SessionId};
use espalier_model::persona::Role;

/// The most hits that are kept.
pub const MAX_HITS: usize = 500;
/// The most hits that are kept of one session.
pub const MAX_HITS_PER_SESSION: usize = 50;

/// Match of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The session.
    pub session: SessionId,
    /// The message, and who says it; `None` is the session's name.
    pub message: Option<(MessageId, Role)>,
    /// The text around the match.
    pub snippet: Snippet,
    /// Time of the message, or of the last growth of the session.
    pub at: Timestamp,
    /// Time at which the session last grew.
    pub session_updated_at: Timestamp,
}

/// A piece of text around a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snippet {
    /// The piece, on one line.
    pub text: String,
    /// The matches in it, as byte ranges in order, without overlap.
    pub matches: Vec<Range<usize>>,
}

impl Snippet {
    /// The piece cut at its matches: each part with whether it is one.
    pub fn parts(&self) -> Vec<(&str, bool)> {
        let mut parts = Vec::with_capacity(2 * self.matches.len() + 1);
        let mut end = 0;
        for found in &self.matches {
            parts.push((self.text.get(end..found.start).unwrap_or_default(), false));
            parts.push((self.text.get(found.clone()).unwrap_or_default(), true));
            end = found.end;
        }
        parts.push((self.text.get(end..).unwrap_or_default(), false));
        parts.retain(|(text, _)| !text.is_empty());
        parts
    }
}

/// A search under way: sessions are fed to it, hits come out.
#[derive(Debug, Clone)]
pub struct Search {
    words: Vec<String>,
    hits: Vec<Hit>,
    per_session: BTreeMap<SessionId, usize>,
    left_out: bool,
    folded: String,
}

impl Search {
    /// A search for a query; `None` when it has no word in it.
    pub fn new(query: &str) -> Option<Self> {
        let words = words(query);
        (!words.is_empty()).then(|| Self {
            words,
            hits: Vec::new(),
            per_session: BTreeMap::new(),
            left_out: false,
            folded: String::new(),
        })
    }

    /// Returns the words of the query, folded.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Looks at a session's name.
    pub fn feed_session(&mut self, session: &Session) {
        if let Some(snippet) = self.look_in(&session.name) {
            self.keep(Hit {
                session: session.id,
                message: None,
                snippet,
                at: session.updated_at,
                session_updated_at: session.updated_at,
            });
        }
    }

    /// Looks at some messages of a session.
    pub fn feed_messages<'a>(&mut self, session: &Session, messages: impl IntoIterator<Item = &'a Message>) {
        for message in messages {
            if let Some(snippet) = self.look_at(message) {
                self.keep(Hit {
                    session: session.id,
                    message: Some((message.id, message.role)),
                    snippet,
                    at: message.created_at,
                    session_updated_at: session.updated_at,
                });
            }
        }
    }

    /// Whether there were more hits than are kept (S5).
    pub const fn left_out(&self) -> bool {
        self.left_out
    }

    /// Returns the hits so far: the session that grew last first; in it its name, then its messages in their order.
    pub fn hits(&mut self) -> &[Hit] {
        self.tidy();
        &self.hits
    }

    /// As [`Search::hits`], when everything was fed.
    #[cfg(test)]
    pub fn into_hits(mut self) -> Vec<Hit> {
        self.tidy();
        self.hits
    }

    fn tidy(&mut self) {
        self.hits.sort_unstable_by(|one, other| {
            let newest_first = other.session_updated_at.cmp(&one.session_updated_at);
            newest_first
                .then(other.session.cmp(&one.session))
                .then(one.message.map(|(id, _)| id).cmp(&other.message.map(|(id, _)| id)))
        });
        self.left_out |= self.hits.len() > MAX_HITS;
        self.hits.truncate(MAX_HITS);
    }

    fn keep(&mut self, hit: Hit) {
        let kept = self.per_session.entry(hit.session).or_default();
        if *kept == MAX_HITS_PER_SESSION {
            self.left_out = true;
            return;
        }
        *kept += 1;
        self.hits.push(hit);
        // What would be cut off in the end is cut off now and then, so that memory stays bounded.
        if self.hits.len() > 4 * MAX_HITS {
            self.tidy();
        }
    }

    fn look_at(&mut self, message: &Message) -> Option<Snippet> {
        match &message.parts[..] {
            [Part::Text { text }] => self.look_in(text),
            [] => None,
            parts => {
                let mut whole = String::new();
                for part in parts {
                    let text = match part {
                        Part::Text { text } | Part::Reasoning { text } | Part::Report { text } => text,
                        Part::ToolCall { arguments, .. } => arguments,
                        Part::ToolResult { content, .. } => content,
                        Part::Attachment(file) => {
                            whole.push_str(&file.name);
                            whole.push('\n');
                            &file.text
                        }
                        Part::Opaque { .. } => continue,
                    };
                    whole.push_str(text);
                    whole.push('\n');
                }
                self.look_in(&whole)
            }
        }
    }

    fn look_in(&mut self, text: &str) -> Option<Snippet> {
        self.folded.clear();
        fold_into(text, &mut self.folded);
        let mut first = usize::MAX;
        for word in &self.words {
            first = first.min(self.folded.find(word.as_str())?);
        }
        Some(snippet(text, fold::unfolded_at(text, first), &self.words))
    }
}

/// Looks for a query in everything that is given.
#[cfg(test)]
pub fn find(query: &str, sessions: &[Rc<Session>], messages: &[Rc<Message>]) -> Vec<Hit> {
    let Some(mut search) = Search::new(query) else {
        return Vec::new();
    };
    let by_id: BTreeMap<SessionId, &Session> = sessions.iter().map(|session| (session.id, &**session)).collect();
    for session in sessions {
        search.feed_session(session);
    }
    for message in messages {
        if let Some(session) = by_id.get(&message.session) {
            search.feed_messages(session, [&**message]);
        }
    }
    search.into_hits()
}

/// The words of a query, folded; what stands in double quotes is one.
fn words(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (index, piece) in query.split(['"', '“', '”']).enumerate() {
        let piece = folded(piece);
        if index % 2 == 1 {
            words.push(piece.split_whitespace().collect::<Vec<_>>().join(" "));
        } else {
            words.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    words.retain(|word| !word.is_empty());
    words.sort_unstable();
    words.dedup();
    words
}

fn snippet(text: &str, at: usize, words: &[String]) -> Snippet {
    const BEFORE: usize = 30;
    const AFTER: usize = 110;
    let (before, after) = text.split_at(at);
    let start = before.char_indices().rev().take(BEFORE).last().map_or(at, |(index, _)| index);
    let end = after.char_indices().nth(AFTER).map_or(text.len(), |(index, _)| at + index);
    let mut piece = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
    if start > 0 {
        piece.insert(0, '…');
    }
    if end < text.len() {
        piece.push('…');
    }
    let matches = fold::ranges(&piece, words);
    Snippet { text: piece, matches }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn session(number: u128, name: &str, updated: i64) -> Rc<Session> {
        let mut session = Session::new(SessionId::from_uuid(uuid::Uuid::from_u128(number)), Timestamp(updated));
        session.name = name.to_owned();
        Rc::new(session)
    }

    fn message(session: &Session, number: u128, text: &str) -> Rc<Message> {
        let id = MessageId::from_uuid(uuid::Uuid::from_u128(number));
        Rc::new(Message::new(id, session.id, None, Role::User, text, Timestamp(0)))
    }

    fn check(query: &str, text: &str, expect: &[&str]) {
        let session = session(1, "", 0);
        let hits = find(query, std::slice::from_ref(&session), &[message(&session, 1, text)]);
        let marked: Vec<&str> =
            hits.iter().flat_map(|hit| hit.snippet.parts()).filter_map(|(text, found)| found.then_some(text)).collect();
        assert_eq!(marked, expect, "{query:?} in {text:?}");
    }

    #[test]
    fn s1_every_word_has_to_be_there() {
        check("quick fox", "The quick brown fox", &["quick", "fox"]);
        check("quick wolf", "The quick brown fox", &[]);
        check("", "anything", &[]);
    }

    #[test]
    fn s2_case_width_and_script_do_not_matter() {
        check("RUST", "trusted Rust", &["rust", "Rust"]);
        check("straße", "STRAßE", &["STRAßE"]);
        check("ΣΊΣΥΦΟΣ", "σίσυφος", &["σίσυφος"]);
        check("ｅｓｐ", "espalier", &["esp"]);
        check("今天下午", "会议改到今天下午三点。", &["今天下午"]);
        check("İstanbul", "in İstanbul", &["İstanbul"]);
    }

    #[test]
    fn s2_quoted_words_are_one() {
        check("\"brown fox\"", "the brown\nfox", &["brown fox"]);
        check("\"quick fox\"", "The quick brown fox", &[]);
        check("“棕 狐”", "棕 狐", &["棕 狐"]);
    }

    #[test]
    fn s3_the_snippet_is_around_the_match() {
        let text = format!("{} needle {}", "before ".repeat(50), "after ".repeat(50));
        let session = session(1, "", 0);
        let hits = find("needle", std::slice::from_ref(&session), &[message(&session, 1, &text)]);
        let snippet = &hits[0].snippet;
        assert!(snippet.text.starts_with('…') && snippet.text.ends_with('…') && snippet.text.chars().count() < 150);
        assert_eq!(&snippet.text[snippet.matches[0].clone()], "needle");
    }

    #[test]
    fn s4_the_newest_session_comes_first_and_its_name_before_its_messages() {
        let (old, new) = (session(1, "", 5), session(2, "word", 9));
        let rows = [message(&old, 1, "a word"), message(&new, 3, "word two"), message(&new, 2, "word one")];
        let hits = find("word", &[old, new], &rows);
        let found: Vec<_> = hits.iter().map(|hit| hit.snippet.text.as_str()).collect();
        assert_eq!(found, ["word", "word one", "word two", "a word"]);
    }

    #[test]
    fn s5_hits_are_limited_and_that_is_said() {
        let session = session(1, "", 0);
        let rows: Vec<_> = (0..60).map(|number| message(&session, number, "x")).collect();
        let mut search = Search::new("x").unwrap();
        search.feed_messages(&session, rows[..50].iter().map(|row| &**row));
        assert!(!search.left_out());
        search.feed_messages(&session, rows[50..].iter().map(|row| &**row));
        assert!(search.left_out());
        assert_eq!(search.into_hits().len(), MAX_HITS_PER_SESSION);
    }

    #[test]
    fn s5_of_very_many_hits_the_newest_stay_in_whatever_order_they_are_fed() {
        let sessions: Vec<_> = (0..3_000).map(|number| session(number, "x", number as i64)).collect();
        let hits = |sessions: &mut dyn Iterator<Item = &Rc<Session>>| {
            let mut search = Search::new("x").unwrap();
            sessions.for_each(|session| search.feed_session(session));
            search.into_hits()
        };
        let hits_forward = hits(&mut sessions.iter());
        assert_eq!(hits_forward.len(), MAX_HITS);
        assert_eq!(hits_forward[0].at, Timestamp(2_999));
        assert_eq!(hits_forward, hits(&mut sessions.iter().rev()));
    }

    proptest! {
        /// S3: whatever the texts, a snippet's ranges are in order, apart, on boundaries, and say a word of the query.
        #[test]
        fn s3_ranges_are_sound(text in "[a-cİßΣ你好 \n\u{ff21}]{0,60}", query in "[a-cİßΣ你好 \"]{1,6}") {
            let session = session(1, "", 0);
            for hit in find(&query, std::slice::from_ref(&session), &[message(&session, 1, &text)]) {
                let mut end = 0;
                for found in &hit.snippet.matches {
                    prop_assert!(found.start >= end && found.start < found.end);
                    end = found.end;
                    prop_assert!(hit.snippet.text.get(found.clone()).is_some());
                }
                let whole: String = hit.snippet.parts().iter().map(|(text, _)| *text).collect();
                prop_assert_eq!(&whole, &hit.snippet.text);
            }
        }

        #[test]
        fn s1_a_piece_of_a_text_is_found_in_it(text in "[a-zA-Z你好世界]{1,40}", from in 0_usize..40, length in 1_usize..10) {
            let characters: Vec<char> = text.chars().collect();
            let from = from % characters.len();
            let piece: String = characters[from..].iter().take(length).collect();
            let session = session(1, "", 0);
            prop_assert_eq!(find(&piece, std::slice::from_ref(&session), &[message(&session, 1, &text)]).len(), 1);
        }
    }
}
