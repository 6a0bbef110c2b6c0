//! The topic in a person's words, without the lead-in before it and what is said about the person after it.
//!
//! - T1 Nothing is added, and something with a word in it is always left.

use super::cues;
use super::flow::{FLOWS, Flow};
use super::hear::PUNCTUATION;

/// Polite beginnings.
pub const POLITE: &str = "please |can you |could you |how do i |how can i |help me |hi, |hello, |请|你好，|帮我";
/// Beginnings that say that something is wanted.
pub const WISHES: &str = concat!(
    "i want to |i would like to |i'd like to |i’d like to |i need to |i'd love to |i’d love to |",
    "i've always wanted to |i’ve always wanted to |i hope to |i plan to |i am trying to |i'm trying to |",
    "i’m trying to |my goal is to |want to |would like to |need to |looking to |零基础想学|我一直想学|我打算学习|我打算学|我希望学会|我希望学|",
    "我准备学|我想要学习|我想学习|我想学|我要学习|我要学|我想要|我想|我要|想要学习|想学习|想学|打算学|希望学会|希望学|准备学|想",
);
/// Beginnings that say that it is to be learned.
pub const TEACHING: &str = concat!(
    "learn more about |learn about |something with |something about |learn how to |learn to |learn |get better at |get into |understand |",
    "teach me about |teach me how to |teach me to |teach me |从零开始学习|从零开始学|零基础学习|零基础学|怎样学好|怎样学|怎么学|如何学|学会|教我|学习|只学|",
    "进阶学习",
);
/// Characters between the lead-in and the topic.
const BETWEEN: [char; 6] = [' ', '\u{3000}', ':', '：', ',', '，'];
/// Characters that may end a sentence.
const END: [char; 12] = [' ', '\u{3000}', '.', '!', '。', '！', '…', '~', '～', ';', ',', '，'];
/// Beginnings of what is no longer about the topic, within a clause.
const TAILS: &str = concat!(
    " so that | so i | i guess| i think| because | since i | in order to | to be able to | but | from scratch| for beginners|",
    " step by step|: i |：我| from zero| as a beginner| as a complete beginner| as a total beginner|",
    " as an absolute beginner| with no | without any | and i | and i'| and i’| and have | for work| for my job|，以便|",
    "以便|为了|因为|但",
);
/// Beginnings of a clause that is about the person.
const ABOUT_SELF: &str = concat!(
    "i |i'|i’|im |my |so |because|but |and |no |not |never|by |we |from scratch|ideally|preferably|please|thanks|",
    "for work|complete |total |absolute |我|因为|但|零基础|没|不|希望|想|喜欢|每天|这样|以便|为了|完全|从零|最好|目前|现在|以前|有|能|可以|谢谢|请|平时|主要|打算|",
    "通过|边|从没|从来|基础|学过|会|明年",
);

/// The rest of a text behind the lead-ins at its beginning, and how many of them say that something is wanted.
fn behind<'a>(flow: &Flow, said: &'a str) -> (&'a str, usize) {
    let (mut rest, mut wishes) = (said, 0);
    for (at, group) in flow.lead_ins.iter().enumerate() {
        let found = group.split('|').find_map(|lead| {
            let head = rest.get(..lead.len())?;
            head.eq_ignore_ascii_case(lead).then(|| rest[lead.len()..].trim_start_matches(BETWEEN))
        });
        wishes += usize::from(at > 0 && found.is_some());
        rest = found.unwrap_or(rest);
    }
    (rest, wishes)
}

/// Whether a text says what is wanted, and then what it is.
pub fn is_wish(said: &str) -> bool {
    FLOWS.iter().any(|flow| behind(flow, said).1 > 1)
        || ["我想学", "想学", "我要学"].iter().any(|wish| said.starts_with(wish))
}

/// The topic within what was said.
pub fn within<'a>(flow: &Flow, said: &'a str) -> &'a str {
    let all = said.trim();
    let clauses = all.match_indices(PUNCTUATION).map(|(at, mark)| at + mark.len());
    let joined =
        [" and ", " but "].into_iter().flat_map(|word| all.match_indices(word)).map(|(at, word)| at + word.len());
    let (mut rest, mut most) = behind(flow, all);
    for at in clauses.chain(joined) {
        let (behind, wishes) = behind(flow, all[at..].trim_start());
        if wishes > most {
            (rest, most) = (behind, wishes);
        }
    }
    let lower = rest.to_ascii_lowercase();
    let is_about_self = |at: &usize| {
        let next = rest[*at..].trim_start_matches(|mark: char| PUNCTUATION.contains(&mark) || mark.is_whitespace());
        let lower = next.to_ascii_lowercase();
        let clause = next.split(PUNCTUATION).next().unwrap_or_default();
        ABOUT_SELF.split('|').any(|begin| lower.starts_with(begin)) || !cues::said(flow, clause).is_empty()
    };
    let ends = rest.match_indices(PUNCTUATION).map(|(at, _)| at).filter(is_about_self);
    let tails = TAILS.split('|').filter_map(|tail| lower.find(tail));
    let end = ends.chain(tails).filter(|end| *end > 0).min().unwrap_or(rest.len());
    let rest = rest[..end].trim_end_matches(END);
    if rest.chars().any(char::is_alphanumeric) { rest } else { all }
}

/// A topic as a title: it begins with a capital letter.
pub fn titled(topic: &str) -> String {
    let mut letters = topic.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::flow::{COURSE, PROJECT};
    use super::*;

    #[test]
    fn what_people_say_before_it_is_left_out() {
        for (flow, said, topic) in [
            (&COURSE, "I want to learn watercolour painting", "Watercolour painting"),
            (&COURSE, "I’d like to learn how to bake bread.", "Bake bread"),
            (&COURSE, "i would like to learn about the Romans!", "The Romans"),
            (&COURSE, "Please teach me Rust", "Rust"),
            (&COURSE, "Learn to swim", "Swim"),
            (&COURSE, "I want to learn", "Learn"),
            (&COURSE, "Learning from data", "Learning from data"),
            (&COURSE, "C++", "C++"),
            (&COURSE, "我想学习：水彩画。", "水彩画"),
            (&COURSE, "我想学吉他", "吉他"),
            (&COURSE, "我要学游泳！", "游泳"),
            (&COURSE, "教我画画", "画画"),
            (&COURSE, "学习西班牙语", "西班牙语"),
            (&COURSE, "学校管理", "学校管理"),
            (&COURSE, "……", "……"),
            (&PROJECT, "I want to move house", "Move house"),
            (&PROJECT, "我想要：搬家", "搬家"),
            (&PROJECT, "Learn my lines", "Learn my lines"),
        ] {
            assert_eq!(titled(within(flow, said)), topic, "{said}");
        }
    }

    proptest! {
        #[test]
        fn t1_it_is_a_piece_of_what_was_said(said in "(I want to |learn |我想学|[a-z：:. 学习]){0,6}") {
            for flow in FLOWS {
                let topic = within(flow, &said);
                prop_assert!(said.contains(topic));
                prop_assert_eq!(topic.is_empty(), said.trim().is_empty());
            }
        }
    }
}
