use proptest::prelude::*;
use serde_json::Value;

use super::*;
use espalier_agent_api::tool::{ToolKind, unchecked};
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;

const NONE: Text = Text::new("", "");
const LOOK: Tool = Tool {
    name: "look",
    title: NONE,
    description: NONE,
    params: &[
        Param::required("word", Schema::Text { min: 1, max: 40 }, NONE),
        Param::optional("limit", Schema::Int { min: 1, max: 9 }, NONE),
    ],
    check: unchecked,
    kind: ToolKind::Read,
    words: |_, _| String::new(),
};
const TOOLS: &[&Tool] = &[&LOOK];

/// Returns the shown text and the calls found when the text comes in these pieces.
fn read(pieces: &[&str]) -> (String, Vec<Leaked>) {
    let mut filter = LeakFilter::default();
    let mut shown: String = pieces.iter().map(|piece| filter.push(piece)).collect();
    let (calls, rest) = filter.finish(TOOLS);
    shown.push_str(&rest);
    (shown, calls)
}

const LEAKS: &[&str] = &[
    r#"{"name": "look", "arguments": {"word": "x", "limit": 3}}"#,
    r#"{"name":"look","arguments":"{\"word\":\"x\",\"limit\":3}"}"#,
    r#"{"type":"function","function":{"name":"look","parameters":{"word":"x","limit":3}}}"#,
    r#"[{"tool": "look", "args": {"word": "x", "limit": 3}}]"#,
    "Let me see.\n<tool_call>{\"name\": \"look\", \"arguments\": {\"word\": \"x\", \"limit\": 3}}</tool_call>",
    "<tool_call><function=look><parameter=word>x</parameter><parameter=limit>3</parameter></function></tool_call>",
    "<function=look>{\"word\":\"x\",\"limit\":3}",
    "Sure. <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>look<｜tool▁sep｜>{\"word\":\"x\",\"limit\":3}<｜tool▁call▁end｜>",
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.look:3<|tool_call_argument_begin|>{\"word\":\"x\",\"limit\":3}<|tool_call_end|>",
    "<invoke name=\"look\"><parameter name=\"word\" string=\"true\">x</parameter><parameter name=\"limit\">3</parameter></invoke>",
    "[TOOL_CALLS]look[ARGS]{\"word\":\"x\",\"limit\":3}",
    "<|python_tag|>{\"name\":\"look\",\"parameters\":{\"word\":\"x\",\"limit\":3}}<|eom_id|>",
];

/// Texts that look like calls and are none.
const PROSE: &[&str] = &[
    "Use `<tool_call>{\"name\":\"look\",\"arguments\":{\"word\":\"x\"}}</tool_call>` for that.",
    "```json\n{\"name\": \"look\", \"arguments\": {\"word\": \"x\"}}\n```",
    "```\n<function=look>{\"word\":\"x\"}</function>\n```\nThat is how it is written.",
    "The tag <tool_call> is followed by JSON.",
    "<tool_call>{\"name\":\"erase\",\"arguments\":{}}</tool_call>",
    "{\"name\":\"Anna\",\"age\":3}",
    "{\"colours\":[\"red\"]}",
    "{not JSON}",
    "[1, 2, 3]",
    "[x] done\n[ ] open",
    "a < b and b <t c",
    "<function=",
    "<invoke name=\"look\">",
    "Vec<Invoke> <in",
    "{\"name\":\"look\"}",
    "{\"name\":\"look\",\"arguments\":[1]}",
    "",
    "  \n",
    "{",
    "[",
    "你好，<｜世界｜>",
];

#[test]
fn l2_every_notation_is_read() {
    for leak in LEAKS {
        let (shown, calls) = read(&[leak]);
        let said = leak.find(['<', '[', '{']).unwrap_or(0);
        assert_eq!(shown, leak[..said], "{leak}");
        assert_eq!(calls.len(), 1, "{leak}");
        let arguments: Value = serde_json::from_str(&calls[0].arguments).unwrap();
        assert_eq!(
            (calls[0].name.as_str(), arguments),
            ("look", serde_json::json!({"word": "x", "limit": 3})),
            "{leak}"
        );
    }
}

#[test]
fn l2_several_calls_at_once() {
    let call =
        |word: &str| format!("<tool_call>{{\"name\":\"look\",\"arguments\":{{\"word\":\"{word}\"}}}}</tool_call>");
    let (_, calls) = read(&[&(call("x") + "\n" + &call("y"))]);
    assert_eq!(calls.len(), 2);
    let erase = "<tool_call>{\"name\":\"erase\",\"arguments\":{}}</tool_call>";
    let text = call("x") + erase;
    assert_eq!(read(&[&text]), (text.clone(), Vec::new()), "all of them or none");
}

#[test]
fn l1_what_is_no_call_is_shown_as_it_is() {
    for prose in PROSE {
        assert_eq!(read(&[prose]), ((*prose).to_owned(), Vec::new()));
    }
}

#[test]
fn l1_a_false_alarm_is_shown_as_soon_as_it_is_one() {
    let mut filter = LeakFilter::default();
    assert_eq!(filter.push("a <tool"), "a ");
    assert_eq!(filter.push("box> b"), "<toolbox> b");
    assert_eq!(filter.push(" <tool_call>"), " ");
    assert_eq!(filter.push(" is a tag"), "<tool_call> is a tag");
}

proptest! {
    #[test]
    fn l4_cuts_change_nothing(which in 0..LEAKS.len() + PROSE.len(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let text = LEAKS.iter().chain(PROSE).nth(which).copied().unwrap_or_default();
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(text.len() + 1)).filter(|at| text.is_char_boundary(*at)).collect();
        places.extend([0, text.len()]);
        places.sort_unstable();
        let pieces: Vec<&str> = places.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
        prop_assert_eq!(read(&pieces), read(&[text]));
    }

    #[test]
    fn l1_no_text_is_lost(pieces in prop::collection::vec(prop::sample::select(vec![
        "<tool_call>", "</tool_call>", "{\"name\":\"look\"", "\"arguments\":{}}", "`", "```", "\n", " ", "<", "[", "{", "words",
        "<invoke name=", "\"look\">", "<｜tool▁call▁begin｜>", "[TOOL_CALLS]", "é",
    ]), 0..20)) {
        let (shown, calls) = read(&pieces);
        let whole = pieces.concat();
        prop_assert!(whole.starts_with(&shown));
        prop_assert!(!calls.is_empty() || shown == whole);
    }
}
