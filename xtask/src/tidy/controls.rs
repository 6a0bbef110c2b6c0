//! Controls come from the kit, so that a form handles values, not elements.

use super::Problem;
use super::rust::Source;

/// The elements that take input.
const ELEMENTS: [&str; 3] = ["<input", "<select", "<textarea"];

/// Folder of the kit.
const KIT: &str = "crates/ui/src/kit";

/// Files with elements of their own: how many, and why the kit's do not serve.
const EXCEPTIONS: [(&str, usize, &str); 23] = [
    ("crates/ui/src/app.rs", 1, "chooses a file"),
    ("crates/ui/src/assistant/operation.rs", 1, "a box in a list whose label has several parts"),
    ("crates/ui/src/assistant/question.rs", 1, "a card"),
    ("crates/ui/src/assistant.rs", 1, "its options have names for scripts"),
    ("crates/ui/src/chat/agents.rs", 1, "chooses a file"),
    ("crates/ui/src/chat/composer.rs", 1, "grows, keeps drafts and pastes"),
    ("crates/ui/src/chat/header/agent_select.rs", 1, "its options have groups"),
    ("crates/ui/src/chat/message/edit.rs", 1, "grows"),
    ("crates/ui/src/course/in_place.rs", 1, "a text that is edited where it stands"),
    ("crates/ui/src/markdown/block.rs", 1, "a box that is read only"),
    ("crates/ui/src/mindmap/canvas/editor.rs", 1, "a node's title on the map"),
    ("crates/ui/src/mindmap/note.rs", 1, "its text belongs to the browser while one types"),
    ("crates/ui/src/mindmap/style.rs", 2, "stands behind pictures"),
    ("crates/ui/src/scene/form.rs", 1, "a number that is put right"),
    ("crates/ui/src/shell/import.rs", 1, "a choice of one in a list"),
    ("crates/ui/src/shell/missing.rs", 1, "chooses a file"),
    ("crates/ui/src/shell/palette.rs", 1, "leads a list"),
    ("crates/ui/src/timelog/bulk.rs", 1, "empty again after each use"),
    ("crates/ui/src/timelog/files.rs", 1, "a choice of one in a list"),
    ("crates/ui/src/timelog/form.rs", 1, "has the focus at once"),
    ("crates/ui/src/timelog/goals.rs", 1, "must be filled in"),
    ("crates/ui/src/timelog/line.rs", 1, "a line that is read while one types"),
    ("crates/ui/src/timelog/list.rs", 1, "a box that Shift extends"),
];

pub fn check(source: &Source) -> Vec<Problem> {
    if !source.name.starts_with("crates/ui/src/") || source.name.starts_with(KIT) {
        return Vec::new();
    }
    let allowed = EXCEPTIONS.iter().find(|(name, ..)| *name == source.name).map_or(0, |(_, count, _)| *count);
    let code = source.shipped();
    let found = ELEMENTS.iter().flat_map(|element| code.match_indices(element));
    let found: Vec<usize> = found.map(|(at, _)| at).filter(|at| is_element(code, *at)).collect();
    if found.len() == allowed {
        return Vec::new();
    }
    let line = found.last().map_or(1, |at| source.line(*at));
    let text = format!("{} controls of its own instead of {allowed}: use those of {KIT}", found.len());
    vec![Problem::new(&source.name, line, text)]
}

/// Whether the name of the element ends at this place.
fn is_element(code: &str, at: usize) -> bool {
    let name = code[at + 1..].find(|letter: char| !letter.is_ascii_alphabetic());
    name.is_some_and(|end| ELEMENTS.contains(&&code[at..=at + end]))
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    fn count(name: &str, code: &str) -> usize {
        check(&Source::new(Text { name: name.to_owned(), text: code.to_owned() })).len()
    }

    #[test]
    fn a_control_outside_the_kit_is_found() {
        assert_eq!(count("crates/ui/src/chat/new.rs", "html! { <input {value} /> }"), 1);
        assert_eq!(count("crates/ui/src/chat/new.rs", "html! { <inputs /> <p>{ x < input }</p> }"), 0);
        assert_eq!(count("crates/ui/src/kit/control.rs", "html! { <input {value} /> }"), 0);
        assert_eq!(count("crates/app/src/new.rs", "html! { <select /> }"), 0);
    }

    #[test]
    fn an_exception_is_counted_exactly() {
        let one = "html! { <textarea /> }";
        assert_eq!(count("crates/ui/src/chat/composer.rs", one), 0);
        assert_eq!(count("crates/ui/src/chat/composer.rs", &one.repeat(2)), 1);
        assert_eq!(count("crates/ui/src/chat/composer.rs", ""), 1, "an exception that is not needed any more goes");
    }
}
