//! Agreement of style sheets with the code that uses them: every class is defined and used, colours have names.

use std::collections::{BTreeMap, BTreeSet};

use super::rust::{Literal, Source};
use super::{Problem, Text, is_product, line_at};
use crate::page::{Blank, blank};

/// Elements around everything of a room. Where one is chosen by what is in it, the browser looks through its rules with
/// every element that is added anywhere in it, which an answer does many times a second.
const WHOLES: [&str; 8] = [":root", "body", ".frame", ".stage", ".room", ".listed-room", ".chat", ".chat-main"];

/// The only file that may spell out a colour.
const PALETTE: &str = "static/css/tokens.css";

/// Names of colours people write by habit; the names for system colours and `transparent` are fine.
const COLOURS: [&str; 21] = [
    "aqua", "black", "blue", "brown", "crimson", "cyan", "gold", "gray", "green", "grey", "lime", "magenta", "navy",
    "orange", "pink", "purple", "red", "silver", "teal", "white", "yellow",
];

/// Functions that make a colour out of numbers.
const MAKERS: [&str; 9] = ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch("];

pub fn check(sources: &[Source], styles: &[Text], scripts: &[Text], page: &Text) -> Vec<Problem> {
    let app: Vec<&Source> = sources.iter().filter(|source| is_product(&source.name)).collect();
    let sheets: Vec<Sheet> = styles.iter().map(Sheet::new).collect();
    let outside = || sheets.iter().filter(|sheet| sheet.name != PALETTE);
    let mut problems: Vec<Problem> = outside().flat_map(colours).chain(outside().flat_map(sizes)).collect();
    problems.extend(sheets.iter().flat_map(broad_has));
    problems.extend(app.iter().flat_map(|source| colours_in_code(source)));

    let defined = defined(&sheets);
    let page_classes = page_classes(page);
    let uses = app.iter().flat_map(|source| used(source)).chain(page_classes.iter().cloned());
    for (class, place) in uses {
        if !defined.contains_key(&class) {
            problems.push(Problem::new(&place.0, place.1, format!("no style sheet defines the class `{class}`")));
        }
    }
    let mentions = Mentions::new(&app, scripts, &page_classes);
    for (class, place) in defined.iter().filter(|(class, _)| !mentions.contains(class)) {
        problems.push(Problem::new(&place.0, place.1, format!("nothing uses the class `{class}`")));
    }
    problems
}

/// A file and a line in it.
type Place = (String, usize);

/// A style sheet cut into selectors and declarations.
struct Sheet {
    name: String,
    text: String,
    selectors: Vec<(usize, usize)>,
    declarations: Vec<(usize, usize)>,
}

impl Sheet {
    fn new(file: &Text) -> Self {
        let text = blank(&file.text, Blank::CommentsAndStrings);
        let (mut selectors, mut declarations) = (Vec::new(), Vec::new());
        let mut start = 0;
        for (at, character) in text.char_indices() {
            match character {
                '{' => selectors.push((start, at)),
                ';' | '}' => declarations.push((start, at)),
                _ => continue,
            }
            start = at + 1;
        }
        Self { name: file.name.clone(), text, selectors, declarations }
    }

    fn place(&self, at: usize) -> Place {
        (self.name.clone(), line_at(&self.text, at))
    }
}

/// Finds `:has(…)` that makes typing and answers slow: of an element around a whole room, and by any element at all. Paper
/// may take its time.
fn broad_has(sheet: &Sheet) -> Vec<Problem> {
    let printed: Vec<(usize, usize)> = sheet
        .selectors
        .iter()
        .filter(|(start, end)| sheet.text[*start..*end].contains("@media print"))
        .map(|(_, end)| (*end, closing(&sheet.text, end + 1)))
        .collect();
    let mut problems = Vec::new();
    for (start, end) in &sheet.selectors {
        let selector = &sheet.text[*start..*end];
        for (at, opening) in selector.match_indices(":has(") {
            if printed.iter().any(|(from, to)| (*from..*to).contains(&(start + at))) {
                continue;
            }
            let inside = at + opening.len();
            let argument = selector[inside..closing(selector, inside)].trim();
            let before = selector[..at].rsplit([' ', '\n', ',', '>']).next().unwrap_or_default();
            let of_whole =
                WHOLES.iter().any(|whole| before.strip_prefix(whole).is_some_and(|rest| word(rest).is_empty()));
            let fault = if argument.contains('*') {
                "looks for any element"
            } else if of_whole {
                "looks through a whole room"
            } else {
                continue;
            };
            let place = sheet.place(start + at);
            problems.push(Problem::new(&place.0, place.1, format!("`:has({argument})` {fault}: set a class instead")));
        }
    }
    problems
}

/// Returns every class with the place that defines it first.
fn defined(sheets: &[Sheet]) -> BTreeMap<String, Place> {
    let mut found = BTreeMap::new();
    for sheet in sheets {
        for (start, end) in &sheet.selectors {
            let selector = &sheet.text[*start..*end];
            // `@layer a.b` is a name with a dot; `@scope (.a)` is the one rule here that does select.
            if selector.trim_start().starts_with('@') && !selector.trim_start().starts_with("@scope") {
                continue;
            }
            for (dot, _) in selector.match_indices('.') {
                let name = word(&selector[dot + 1..]);
                if name.starts_with(|first: char| !first.is_ascii_digit()) {
                    found.entry(name.to_owned()).or_insert_with(|| sheet.place(start + dot));
                }
            }
        }
    }
    found
}

/// Returns the name at the start of the text.
fn word(text: &str) -> &str {
    let end = text.find(|character: char| !(character.is_alphanumeric() || "-_".contains(character)));
    &text[..end.unwrap_or(text.len())]
}

fn colours(sheet: &Sheet) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (start, end) in &sheet.declarations {
        let declaration = &sheet.text[*start..*end];
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let at = start + (property.len() - property.trim_start().len());
        for colour in value.split([' ', ',', '(', ')', '\n', '/', '!']).filter(|part| is_colour(part)) {
            let place = sheet.place(at);
            problems.push(Problem::new(&place.0, place.1, format!("`{colour}` needs a name in {PALETTE}")));
        }
        for maker in MAKERS.iter().filter(|maker| calls(value, maker)) {
            let place = sheet.place(at);
            problems.push(Problem::new(&place.0, place.1, format!("`{maker}…)` needs a name in {PALETTE}")));
        }
    }
    problems
}

/// Finds sizes of type and spaces that are in no scale. A share of the text's own size (`em`, `%`) is in proportion to
/// it, and a hairline of `1px` has no smaller size.
fn sizes(sheet: &Sheet) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (start, end) in &sheet.declarations {
        let declaration = &sheet.text[*start..*end];
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let name = property.trim();
        let scale = match name {
            "font-size" => "--text-… or --draw-…",
            _ if ["padding", "margin", "gap", "row-gap", "column-gap"].iter().any(|space| is_of(name, space)) => {
                "--space-…"
            }
            _ => continue,
        };
        let at = start + (property.len() - property.trim_start().len());
        for size in value.split([' ', ',', '(', ')', '\n', '!']).filter(|part| is_absolute(part)) {
            let place = sheet.place(at);
            problems.push(Problem::new(
                &place.0,
                place.1,
                format!("`{size}` is not in the scale `{scale}` of {PALETTE}"),
            ));
        }
    }
    problems
}

/// Whether a property is this one or one of its sides (`padding-inline-start` of `padding`).
fn is_of(property: &str, family: &str) -> bool {
    property.strip_prefix(family).is_some_and(|side| side.is_empty() || side.starts_with('-'))
}

/// Whether a text is a length in pixels or root sizes that is more than a hairline.
fn is_absolute(text: &str) -> bool {
    let number =
        text.strip_suffix("rem").or_else(|| text.strip_suffix("px")).and_then(|number| number.parse::<f64>().ok());
    number.is_some_and(|number| number != 0.0 && !(text.ends_with("px") && number.abs() <= 1.0))
}

fn is_colour(text: &str) -> bool {
    is_hex(text) || COLOURS.contains(&text)
}

fn is_hex(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    })
}

/// Whether the function is called, and not one whose name only ends the same way.
fn calls(value: &str, function: &str) -> bool {
    value
        .match_indices(function)
        .any(|(at, _)| !value[..at].ends_with(|before: char| before.is_alphanumeric() || before == '-'))
}

fn colours_in_code(source: &Source) -> Vec<Problem> {
    if !source.name.starts_with("crates/ui/") {
        return Vec::new();
    }
    let shipped = source.literals.iter().filter(|literal| literal.at < source.tests_at);
    let spelled =
        shipped.filter(|literal| is_hex(&literal.text) || MAKERS.iter().any(|maker| literal.text.starts_with(maker)));
    spelled
        .map(|literal| {
            Problem::new(&source.name, source.line(literal.at), format!("`{}` needs a name in {PALETTE}", literal.text))
        })
        .collect()
}

/// Finds the classes that the code sets: strings in `class="…"`, `class={…}` and `classes!(…)`. A string that is
/// compared (`== "x"`) or matched (`"x" =>`) inside is not a class.
fn used(source: &Source) -> Vec<(String, Place)> {
    let code = source.shipped();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for (opening, close) in [("class=\"", '"'), ("class={", '}'), ("classes!(", ')'), ("classes![", ']')] {
        for (at, _) in code.match_indices(opening) {
            let start = at + opening.len();
            spans.push((start, if close == '"' { start + 1 } else { closing(code, start) }));
        }
    }
    let inside = |literal: &&Literal| spans.iter().any(|(start, end)| (*start..*end).contains(&literal.at));
    let mut found = Vec::new();
    for literal in source.literals.iter().filter(|literal| literal.at < source.tests_at).filter(inside) {
        let before = code[..literal.at - 1].trim_end();
        let after = code[(literal.at + literal.text.len() + 1).min(code.len())..].trim_start();
        if before.ends_with("==") || before.ends_with("!=") || after.starts_with("=>") || after.starts_with('|') {
            continue;
        }
        for class in literal.text.split_whitespace().filter(|class| !class.contains('{')) {
            found.push((class.to_owned(), (source.name.clone(), source.line(literal.at))));
        }
    }
    found
}

/// Finds where the bracket that opened before `start` closes. Strings are blank in this text.
fn closing(code: &str, start: usize) -> usize {
    let mut depth = 1_usize;
    for (at, character) in code[start..].char_indices() {
        match character {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return start + at;
        }
    }
    code.len()
}

fn page_classes(page: &Text) -> Vec<(String, Place)> {
    let mut found = Vec::new();
    for (at, opening) in page.text.match_indices(" class=\"") {
        let list = page.text[at + opening.len()..].split('"').next().unwrap_or_default();
        let place = (page.name.clone(), line_at(&page.text, at));
        found.extend(list.split_whitespace().map(|class| (class.to_owned(), place.clone())));
    }
    found
}

/// Every word that could be a class in the app's strings. Generous on purpose: a class may travel through a property.
struct Mentions {
    words: BTreeSet<String>,
    /// Beginnings of classes: `status-` of `format!("status-{status}")` stands for all that begin so.
    beginnings: Vec<String>,
}

impl Mentions {
    fn new(app: &[&Source], scripts: &[Text], page: &[(String, Place)]) -> Self {
        let mut mentions = Self { words: BTreeSet::new(), beginnings: Vec::new() };
        for source in app {
            source
                .literals
                .iter()
                .filter(|literal| literal.at < source.tests_at)
                .for_each(|literal| mentions.add(&literal.text));
        }
        for script in scripts {
            mentions.add(&script.text);
        }
        mentions.words.extend(page.iter().map(|(class, _)| class.clone()));
        mentions
    }

    fn add(&mut self, text: &str) {
        let part = |character: char| character.is_alphanumeric() || "-_".contains(character);
        let mut rest = text;
        while let Some(start) = rest.find(part) {
            let name = word(&rest[start..]);
            rest = &rest[start + name.len()..];
            if rest.starts_with('{') && name.len() > 1 {
                self.beginnings.push(name.to_owned());
            }
            self.words.insert(name.to_owned());
        }
    }

    fn contains(&self, class: &str) -> bool {
        self.words.contains(class) || self.beginnings.iter().any(|beginning| class.starts_with(beginning.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, text: &str) -> Text {
        Text { name: name.to_owned(), text: text.to_owned() }
    }

    fn problems(css: &str, rust: &str) -> Vec<String> {
        let sources = [Source::new(text("crates/ui/src/a.rs", rust))];
        let styles = [text("static/css/a.css", css)];
        let found = check(&sources, &styles, &[], &text("index.html", "<p>"));
        found.iter().map(|problem| problem.text.clone()).collect()
    }

    #[test]
    fn a_matching_pair_passes() {
        let css = "@layer rooms.chat {\n  .a, .b > .c:not(.d) { margin: var(--space-2) -1px; background: url(\"x.png\"); }\n}\n/* .gone */";
        let rust = "html! { <p class=\"a b\"><b class={classes!(\"c\", on.then_some(\"d\"))} /></p> }";
        assert_eq!(problems(css, rust), Vec::<String>::new());
    }

    #[test]
    fn sizes_outside_the_scales_are_found() {
        let sized = |declaration: &str| problems(&format!(".a {{ {declaration} }}"), "<p class=\"a\" />").len();
        for fine in [
            "font-size: var(--text-s)",
            "font-size: 0.9em",
            "font-size: inherit",
            "padding: 0 var(--space-1)",
            "margin: 0.2em auto -1px",
            "gap: calc(-1 * var(--space-3))",
            "margin-left-x: 3",
            "inline-size: 12rem",
        ] {
            assert_eq!(sized(fine), 0, "{fine}");
        }
        for bad in ["font-size: 13px", "font-size: 1.25rem", "padding-inline: 0.3rem", "gap: 2px", "margin: calc(2rem)"]
        {
            assert_eq!(sized(bad), 1, "{bad}");
        }
    }

    #[test]
    fn looks_through_a_whole_room_are_found() {
        let page = "<p class=\"a frame chat stage frames\" />";
        let found =
            |css: &str| problems(css, page).into_iter().filter(|text| text.contains(":has(")).collect::<Vec<_>>();
        for fine in [
            ".frame > .a:has(> .chat) { }",
            ".frames:has(.a) { }",
            ".a:has(.chat) .stage { }",
            ".frame .a:has(:focus) { }",
            "@media print { .frame:has(.a) { } .stage:has(> .a > *) { } }",
        ] {
            assert_eq!(found(fine), Vec::<String>::new(), "{fine}");
        }
        for bad in [
            ".frame:has(> .a) { }",
            ".a, .chat:has(.a) > .stage { }",
            ".a:has(.stage > *) { }",
            "@media print { .a { } } .stage:has(.a) { }",
            "@media (width > 1px) { :root:has(.a) { } }",
        ] {
            assert_eq!(found(bad).len(), 1, "{bad}");
        }
    }

    #[test]
    fn missing_and_idle_classes_are_found() {
        assert_eq!(problems("", "<p class=\"a\" />"), ["no style sheet defines the class `a`"]);
        assert_eq!(problems("", "<p class={classes!(\"a\", \"b\")} />").len(), 2);
        assert_eq!(problems(".a { }", ""), ["nothing uses the class `a`"]);
    }

    #[test]
    fn computed_classes_count_by_their_beginning() {
        assert!(problems(".is-open { } .is-shut { }", "<p class={format!(\"is-{state}\")} />").is_empty());
        assert_eq!(problems(".was-open { }", "<p class={format!(\"is-{state}\")} />").len(), 1);
    }

    #[test]
    fn compared_strings_are_not_classes() {
        assert!(problems(".a { }", "<p class={if kind == \"x\" { \"a\" } else { \"\" }} />").is_empty());
        assert!(problems(".a { }", "<p class={match kind { \"x\" | \"y\" => \"a\", _ => \"\" }} />").is_empty());
    }

    #[test]
    fn colours_need_names() {
        for bad in [
            "color: #fff",
            "border: 1px solid #aabbccdd",
            "color: rgb(0 0 0)",
            "background: white",
            "color: color-mix(in oklch, red, var(--a))",
        ] {
            assert_eq!(problems(&format!("p {{ {bad} }}"), "").len(), 1, "{bad}");
        }
        for good in [
            "color: var(--white)",
            "color: transparent",
            "color: color-mix(in oklch, var(--a), currentColor)",
            "content: \"#fff\"",
            "grid-area: a",
        ] {
            assert_eq!(problems(&format!("p {{ {good} }}"), "").len(), 0, "{good}");
        }
        assert_eq!(problems("", "<path fill=\"#fff\" />").len(), 1);
        assert!(check(&[], &[text(PALETTE, ":root { --a: #fff; }")], &[], &text("index.html", "")).is_empty());
    }
}
