//! Words of the code that may stand in exactly one place, or in none.

use super::rust::Source;
use super::{Problem, is_product};

/// A word in the code, where it may stand, and why nowhere else.
struct Rule {
    word: &'static str,
    /// The only file, or nothing if there is no place for it at all.
    place: Option<&'static str>,
    why: &'static str,
}

const RULES: [Rule; 9] = [
    Rule {
        word: "rexie",
        place: Some("crates/web-storage/src/idb.rs"),
        why: "storage has one door, so that its traps are handled once",
    },
    Rule {
        word: "spawn_local",
        place: Some("src/web/runtime.rs"),
        why: "one spawner, so that every task can be stopped",
    },
    Rule { word: "from_html_unchecked", place: None, why: "text from a model is never HTML" },
    Rule { word: "set_inner_html", place: None, why: "text from a model is never HTML" },
    Rule { word: "set_outer_html", place: None, why: "text from a model is never HTML" },
    Rule { word: "insert_adjacent_html", place: None, why: "text from a model is never HTML" },
    Rule { word: "create_contextual_fragment", place: None, why: "text from a model is never HTML" },
    Rule { word: "dangerously_set_inner_html", place: None, why: "text from a model is never HTML" },
    Rule { word: "new_with_args", place: None, why: "the page's policy forbids code made from text" },
];

pub fn check(source: &Source) -> Vec<Problem> {
    // What this tool or a test of the whole page names is not part of the app.
    if !is_product(&source.name) {
        return Vec::new();
    }
    let mut problems: Vec<Problem> = RULES
        .iter()
        .filter(|rule| rule.place != Some(source.name.as_str()))
        .flat_map(|rule| words(source.shipped(), rule.word).map(move |at| (rule, at)))
        .map(|(rule, at)| Problem::new(&source.name, source.line(at), said(rule)))
        .collect();
    problems.extend(style_attributes(source));
    problems
}

fn said(rule: &Rule) -> String {
    match rule.place {
        Some(place) => format!("`{}` belongs into {place} only: {}", rule.word, rule.why),
        None => format!("`{}` has no place here: {}", rule.word, rule.why),
    }
}

/// Finds the places where the word stands on its own.
fn words<'code>(code: &'code str, word: &'code str) -> impl Iterator<Item = usize> + 'code {
    let part_of_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(word).map(|(at, _)| at).filter(move |at| {
        let before = code[..*at].chars().next_back().is_some_and(part_of_word);
        let after = code[at + word.len()..].chars().next().is_some_and(part_of_word);
        !before && !after
    })
}

/// Finds style attributes: one in markup has no space around `=`, an assignment has.
fn style_attributes(source: &Source) -> impl Iterator<Item = Problem> + '_ {
    let code = source.shipped();
    words(code, "style")
        .filter(|at| code[at + "style".len()..].starts_with("=\"") || code[at + "style".len()..].starts_with("={"))
        .map(|at| {
            Problem::new(
                &source.name,
                source.line(at),
                "the page's policy blocks `style` attributes: use a class, an SVG attribute or CSSOM",
            )
        })
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    fn problems(name: &str, text: &str) -> Vec<Problem> {
        check(&Source::new(Text { name: name.to_owned(), text: text.to_owned() }))
    }

    #[test]
    fn one_place_each() {
        assert!(problems("crates/web-storage/src/idb.rs", "use rexie::Rexie;").is_empty());
        assert_eq!(problems("src/web/files.rs", "\nuse rexie::Rexie;")[0].line, 2);
        assert!(problems("src/web/runtime.rs", "spawn_local(f);").is_empty());
        assert_eq!(problems("crates/ui/src/chat.rs", "wasm_bindgen_futures::spawn_local(f);").len(), 1);
    }

    #[test]
    fn words_in_comments_strings_tests_and_longer_names_are_fine() {
        assert!(
            problems(
                "crates/a/src/lib.rs",
                "// rexie\nlet a = \"rexie\"; let rexie_like = 1;\n#[cfg(test)]\nmod tests { use rexie::A; }"
            )
            .is_empty()
        );
        assert!(problems("xtask/src/a.rs", "rexie").is_empty());
    }

    #[test]
    fn html_sinks_have_no_place() {
        assert_eq!(problems("crates/ui/src/a.rs", "VNode::from_html_unchecked(text)").len(), 1);
        assert_eq!(problems("crates/web-storage/src/idb.rs", "element.set_inner_html(text)").len(), 1);
    }

    #[test]
    fn style_attributes_are_refused() {
        assert_eq!(problems("crates/ui/src/a.rs", "<p style=\"x\" /> <p style={x} />").len(), 2);
        assert!(problems("crates/ui/src/a.rs", "let style = \"x\"; <p data-style=\"x\" />; f(style);").len() <= 1);
        assert!(problems("crates/ui/src/a.rs", "let style = { 1 }; a.style == b; let font_style=\"\";").is_empty());
    }
}
