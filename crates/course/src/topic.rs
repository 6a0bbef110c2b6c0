//! The topic in a person's words, without the lead-in before it.
//!
//! - T1 Nothing is added, and something with a word in it is always left.

use super::flow::Flow;

/// Characters between the lead-in and the topic.
const BETWEEN: [char; 6] = [' ', '\u{3000}', ':', '：', ',', '，'];
/// Characters that may end a sentence.
const END: [char; 10] = [' ', '\u{3000}', '.', '!', '。', '！', '…', '~', '～', ';'];

/// The topic within what was said.
pub fn within<'a>(flow: &Flow, said: &'a str) -> &'a str {
    let all = said.trim();
    let mut rest = all;
    for group in flow.lead_ins {
        let found = group.iter().find_map(|lead| {
            let head = rest.get(..lead.len())?;
            head.eq_ignore_ascii_case(lead).then(|| rest[lead.len()..].trim_start_matches(BETWEEN))
        });
        rest = found.unwrap_or(rest);
    }
    let rest = rest.trim_end_matches(END);
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

    use super::super::flow::{COURSE, FLOWS, PROJECT};
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
