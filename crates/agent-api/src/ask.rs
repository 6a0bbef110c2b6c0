//! Questions to the person in the middle of a turn, and their answers.
//!
//! - Q1 An answer counts only if it fits the question; not to answer ([`Answer::Cancelled`]) always does.
//! - Q2 A question belongs to one call and its answer goes to that call alone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::json;

/// Kinds of question, by the form of their answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum QuestionKind {
    /// One of the options.
    ChooseOne,
    /// Some of the options.
    ChooseSeveral {
        /// Least number of options.
        min: usize,
        /// Greatest number of options.
        max: usize,
    },
    /// A subset of the options to be done: at least one.
    Review {
        /// Whether all are ticked beforehand.
        ticked: bool,
    },
    /// Yes or no.
    Confirm,
    /// A text.
    Text,
}

/// One option of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Id of the option, which an answer names.
    pub id: String,
    /// Text of the option.
    pub label: String,
    /// Details of the option; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// A question to the person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Text of the question.
    pub prompt: String,
    /// Form that the answer takes.
    pub kind: QuestionKind,
    /// Options to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Choice>,
    /// Whether a text of one's own will do besides an option.
    #[serde(default)]
    pub other: bool,
    /// Whether the question may be skipped, which is an answer of its own.
    #[serde(default)]
    pub skip: bool,
}

/// The person's answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// These options, by id.
    Chosen(Vec<String>),
    /// A text.
    Text(String),
    /// Yes or no.
    Confirmed(bool),
    /// The question was skipped.
    Skipped,
    /// The person does not want to answer.
    Cancelled,
}

impl Question {
    /// Whether the question asks for what a person should give to no model: a key, a password, a code. Anything a model
    /// writes looks like the app's own words otherwise.
    pub fn asks_for_secret(&self) -> bool {
        const WORDS: &[&str] = &[
            "api key",
            "api-key",
            "apikey",
            "api_key",
            "password",
            "passphrase",
            "passcode",
            "passwd",
            "access token",
            "secret key",
            "private key",
            "credential",
            "one-time code",
            "credit card",
            "密钥",
            "密码",
            "口令",
            "令牌",
            "验证码",
            "信用卡",
            "银行卡",
        ];
        let choices = self.options.iter().map(|choice| choice.label.as_str());
        let mut texts = std::iter::once(self.prompt.as_str()).chain(choices).map(str::to_lowercase);
        texts.any(|text| WORDS.iter().any(|word| text.contains(word)))
    }

    /// Whether the answer fits the question (Q1).
    pub fn accepts(&self, answer: &Answer) -> bool {
        match (answer, self.kind) {
            (Answer::Cancelled, _) | (Answer::Confirmed(_), QuestionKind::Confirm) => true,
            (Answer::Skipped, _) => self.skip,
            (Answer::Text(text), QuestionKind::Text) => !text.trim().is_empty(),
            (Answer::Text(text), QuestionKind::ChooseOne | QuestionKind::ChooseSeveral { .. }) => {
                self.other && !text.trim().is_empty()
            }
            (Answer::Chosen(ids), QuestionKind::ChooseOne) => ids.len() == 1 && self.offers(ids),
            (Answer::Chosen(ids), QuestionKind::ChooseSeveral { min, max }) => {
                (min..=max).contains(&ids.len()) && self.offers(ids)
            }
            (Answer::Chosen(ids), QuestionKind::Review { .. }) => !ids.is_empty() && self.offers(ids),
            (Answer::Chosen(_) | Answer::Text(_) | Answer::Confirmed(_), _) => false,
        }
    }

    fn offers(&self, ids: &[String]) -> bool {
        let distinct: BTreeSet<&String> = ids.iter().collect();
        distinct.len() == ids.len() && ids.iter().all(|id| self.options.iter().any(|option| option.id == *id))
    }

    /// Returns the answer in the words that the model is told.
    pub fn answer_text(&self, answer: &Answer) -> String {
        match answer {
            Answer::Chosen(ids) => {
                let chosen = ids.iter().map(|id| {
                    let label = self.options.iter().find(|option| option.id == *id).map(|option| &option.label);
                    json!({ "id": id, "label": label })
                });
                json!({ "chosen": chosen.collect::<Vec<_>>() })
            }
            Answer::Text(text) => json!({ "text": text }),
            Answer::Confirmed(yes) => json!({ "confirmed": yes }),
            Answer::Skipped => json!({ "skipped": true }),
            Answer::Cancelled => json!({ "cancelled": true, "note": "The user did not want to answer this." }),
        }
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(kind: QuestionKind) -> Question {
        let option = |id: &str| Choice { id: id.to_owned(), label: id.to_uppercase(), detail: String::new() };
        Question { prompt: "?".into(), kind, options: vec![option("a"), option("b")], other: false, skip: false }
    }

    fn chosen(ids: &[&str]) -> Answer {
        Answer::Chosen(ids.iter().map(|id| (*id).to_owned()).collect())
    }

    #[test]
    fn q1_only_what_fits_is_an_answer() {
        let one = question(QuestionKind::ChooseOne);
        for (answer, fits) in [
            (chosen(&["a"]), true),
            (chosen(&["c"]), false),
            (chosen(&["a", "b"]), false),
            (chosen(&[]), false),
            (Answer::Text("x".into()), false),
            (Answer::Confirmed(true), false),
            (Answer::Skipped, false),
            (Answer::Cancelled, true),
        ] {
            assert_eq!(one.accepts(&answer), fits, "{answer:?}");
        }
        let open = Question { other: true, skip: true, ..one };
        assert!(open.accepts(&Answer::Text("x".into())) && open.accepts(&Answer::Skipped));
        assert!(!open.accepts(&Answer::Text("  ".into())));
        let several = question(QuestionKind::ChooseSeveral { min: 1, max: 2 });
        assert!(several.accepts(&chosen(&["b", "a"])) && !several.accepts(&chosen(&[])));
        assert!(!several.accepts(&chosen(&["a", "a"])), "the same twice is not two");
        let review = question(QuestionKind::Review { ticked: true });
        assert!(review.accepts(&chosen(&["b"])) && review.accepts(&chosen(&["a", "b"])));
        assert!(!review.accepts(&chosen(&[])) && !review.accepts(&chosen(&["c"])));
        assert!(question(QuestionKind::Confirm).accepts(&Answer::Confirmed(false)));
        assert!(question(QuestionKind::Text).accepts(&Answer::Text("x".into())));
    }

    #[test]
    fn a_question_for_something_secret_is_known() {
        let asks =
            |prompt: &str| Question { prompt: prompt.to_owned(), ..question(QuestionKind::Text) }.asks_for_secret();
        for prompt in ["Session expired. Paste your API key", "What is your Password?", "请输入你的密码"] {
            assert!(asks(prompt), "{prompt}");
        }
        for prompt in ["Which chapter is the key one?", "How many tokens may it take?", "你想学什么？"] {
            assert!(!asks(prompt), "{prompt}");
        }
    }

    #[test]
    fn the_model_is_told_labels_too() {
        let text = question(QuestionKind::ChooseOne).answer_text(&chosen(&["a"]));
        assert_eq!(text, r#"{"chosen":[{"id":"a","label":"A"}]}"#);
    }
}
