//! Components and hooks are as short as other functions: clippy does not count the lines of a function that a macro
//! makes.

use super::Problem;
use super::rust::Source;

/// Most lines between the braces, as `too-many-lines-threshold` in `clippy.toml` for other functions.
const LONGEST: usize = 60;

/// The attributes that make a component or a hook.
const ATTRIBUTES: [&str; 2] = ["#[component", "#[hook"];

pub fn check(source: &Source) -> Vec<Problem> {
    let code = source.shipped();
    let found = ATTRIBUTES.iter().flat_map(|attribute| code.match_indices(attribute));
    found
        .filter_map(|(at, attribute)| {
            let rest = &code[at + attribute.len()..];
            let (name, lines) = rest.starts_with([']', '(']).then(|| function(rest)).flatten()?;
            let text = format!("`{name}` has {lines} lines; split it (limit {LONGEST})");
            (lines > LONGEST).then(|| Problem::new(&source.name, source.line(at), text))
        })
        .collect()
}

/// Returns the name of the first function of a text and the lines of its body without comments and empty ones.
fn function(code: &str) -> Option<(&str, usize)> {
    let head = &code[code.find("fn ")? + 3..];
    let name = &head[..head.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?];
    let body = &head[head.find('{')? + 1..];
    let mut depth = 1_usize;
    let end = body.find(|letter| {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    Some((name, body[..end].lines().filter(|line| !line.trim().is_empty()).count()))
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    fn problems(text: &str) -> Vec<(usize, String)> {
        let source = Source::new(Text { name: "src/a.rs".to_owned(), text: text.to_owned() });
        check(&source).into_iter().map(|problem| (problem.line, problem.text)).collect()
    }

    fn long(attributes: &str, lines: usize) -> String {
        format!("{attributes}\npub fn Name(props: &Props) -> Html {{\n{}}}\n", "    if a { b(\"}\"); }\n".repeat(lines))
    }

    #[test]
    fn a_long_component_or_hook_is_found() {
        let found = vec![(1, "`Name` has 61 lines; split it (limit 60)".to_owned())];
        for attributes in ["#[component]", "#[component(Name)]", "#[hook]", "#[hook]\n#[allow(x)]\n// Why."] {
            assert_eq!(problems(&long(attributes, LONGEST + 1)), found, "{attributes}");
            assert_eq!(problems(&long(attributes, LONGEST)), [], "{attributes}");
        }
    }

    #[test]
    fn other_functions_comments_and_empty_lines_are_not_counted() {
        assert_eq!(problems(&long("#[hooked]", LONGEST + 1)), []);
        let spaced =
            "#[hook]\nfn use_a() {\n    // Why.\n\n    a();\n}\n".replace("    a();\n", &"    a();\n".repeat(60));
        assert_eq!(problems(&format!("{spaced}{}", long("", LONGEST + 1))), []);
    }

    #[test]
    fn broken_text_ends_without_panic() {
        for text in ["#[hook", "#[hook]", "#[hook] fn ", "#[hook] fn a() {", "#[hook] fn a() { {}"] {
            assert_eq!(problems(text), [], "{text}");
        }
    }
}
