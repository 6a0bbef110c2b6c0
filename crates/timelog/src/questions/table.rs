//! The questions, one row for each: the words by which it is known, the days it is about where none are said, the calls
//! that answer it, how the answer is worded, and an example. The more special stand before the more general.

mod general;
mod special;

use std::ops::Range;
use std::sync::LazyLock;

use super::Kind;
use super::answer::Say;
use super::calls::Asked;
use super::reader::Reader;
use crate::tools::Call;
use espalier_command::spec::Text;

/// A question.
#[derive(Debug, Clone, Copy)]
pub struct Question {
    /// Kind.
    pub kind: Kind,
    /// English words: any of those between `|`, all of those between `+`; `*` stands for the rest of a word.
    pub english: &'static str,
    /// Chinese words, in the same way.
    pub chinese: &'static str,
    /// The days that are meant where none are said.
    pub usual: Usual,
    /// Example in both languages.
    pub example: Text,
    /// Makes the calls that answer it.
    pub(super) calls: fn(&Asked) -> Vec<Call>,
    /// Words the answer.
    pub(super) word: fn(&Say) -> String,
}

impl PartialEq for Question {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The days that are meant where none are said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Usual {
    Today,
    Week,
    Month,
    Lately,
    Quarter,
    Always,
}

type Calls = fn(&Asked) -> Vec<Call>;
type Word = fn(&Say) -> String;

const fn row(
    kind: Kind,
    usual: Usual,
    (english, chinese): (&'static str, &'static str),
    (en, zh): (&'static str, &'static str),
    (calls, word): (Calls, Word),
) -> Question {
    Question { kind, english, chinese, usual, example: Text::new(en, zh), calls, word }
}

/// All questions.
pub static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| [special::ROWS, general::ROWS].concat());

/// The question of a kind.
pub fn of(kind: Kind) -> &'static Question {
    QUESTIONS.iter().find(|question| question.kind == kind).unwrap_or(&QUESTIONS[0])
}

/// The ways in which the words of a question may stand.
pub fn ways(question: &Question) -> impl Iterator<Item = &'static str> {
    question.english.split('|').chain(question.chinese.split('|')).map(str::trim)
}

/// The first question whose words are there, and where they stand.
pub fn find(reader: &Reader, is_wanted: impl Fn(Kind) -> bool) -> Option<(&'static Question, Vec<Range<usize>>)> {
    QUESTIONS.iter().filter(|question| is_wanted(question.kind)).find_map(|question| {
        let found = ways(question)
            .find_map(|words| words.split('+').map(|word| reader.place(word)).collect::<Option<Vec<_>>>());
        found.map(|ranges| (question, ranges))
    })
}
