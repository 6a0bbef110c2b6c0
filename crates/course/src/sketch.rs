//! An outline while it streams: what can be read of arguments that are not complete yet.

use serde_json::Value;

use super::tools;
use espalier_agent_api::partial::so_far;
use espalier_agent_api::tool::Arguments;
use espalier_model::course::Outline;

/// A part of an outline, as far as it came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SketchSection {
    /// Title of the part.
    pub title: String,
    /// Titles and contents of its chapters.
    pub chapters: Vec<(String, String)>,
}

/// An outline, as far as it came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketch {
    /// Title of the outline.
    pub title: String,
    /// Description of the outline.
    pub description: String,
    /// Parts of the outline.
    pub sections: Vec<SketchSection>,
}

impl Sketch {
    /// Makes the sketch of a whole outline.
    pub fn of_outline(outline: &Outline) -> Self {
        let sections = outline.sections.iter().map(|part| SketchSection {
            title: part.title.clone(),
            chapters: part.chapters.iter().map(|row| (row.title.clone(), row.snippet.clone())).collect(),
        });
        Self { title: outline.title.clone(), description: outline.description.clone(), sections: sections.collect() }
    }

    /// Appends the rest of the outline; a part that is in both is one, and one whose title had not come is what the
    /// rest begins with.
    #[must_use]
    pub fn with(mut self, rest: Self) -> Self {
        let untitled = self.sections.len().checked_sub(1).filter(|last| self.sections[*last].title.is_empty());
        for (at, part) in rest.sections.into_iter().enumerate() {
            let same = self.sections.iter().position(|known| !part.title.is_empty() && known.title == part.title);
            let place = same.or(untitled.filter(|_| at == 0));
            match place.and_then(|place| self.sections.get_mut(place)) {
                Some(known) => {
                    known.title = part.title;
                    let more = part
                        .chapters
                        .into_iter()
                        .filter(|(title, _)| known.chapters.iter().all(|(one, _)| one != title));
                    let more: Vec<_> = more.collect();
                    known.chapters.extend(more);
                }
                None => self.sections.push(part),
            }
        }
        self
    }

    /// Measures the sketch: the number of parts and chapters, then the length of their words.
    pub fn size(&self) -> (usize, usize) {
        let own = (0, self.title.len() + self.description.len());
        self.sections.iter().map(SketchSection::size).fold(own, |sum, size| (sum.0 + 1 + size.0, sum.1 + size.1))
    }
}

impl SketchSection {
    /// Measures the part: the number of chapters, then the length of the words.
    pub fn size(&self) -> (usize, usize) {
        let words = self.chapters.iter().map(|(title, snippet)| title.len() + snippet.len());
        (self.chapters.len(), self.title.len() + words.sum::<usize>())
    }
}

/// Reads an outline from the arguments so far.
pub fn sketch(text: &str) -> Sketch {
    let Value::Object(arguments) = so_far(text) else { return Sketch::default() };
    of_arguments(&arguments)
}

/// Reads one part from its arguments so far.
pub fn sketch_section(text: &str) -> SketchSection {
    section(&so_far(text))
}

/// Reads an outline from arguments.
pub fn of_arguments(arguments: &Arguments) -> Sketch {
    Sketch {
        title: text(arguments.get("title")),
        description: text(arguments.get("description")),
        sections: tools::sections(arguments).1.iter().map(section).collect(),
    }
}

fn section(given: &Value) -> SketchSection {
    let chapter = |given: &Value| (text(given.get("title")), text(given.get("contentSnippet")));
    SketchSection { title: text(given.get("title")), chapters: tools::chapters(given).iter().map(chapter).collect() }
}

fn text(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_appears_as_it_comes() {
        let text = r#"{"title":"Rust","modules":[{"title":"One","chapters":[{"title":"a","contentSnippet":"b"}]}]}"#;
        let half = sketch(&text[..text.find("\"a\"").unwrap()]);
        assert_eq!((half.sections.len(), half.sections[0].title.as_str()), (1, "One"));
        assert_eq!(sketch(text), of_arguments(&serde_json::from_str(text).unwrap()));
        assert_eq!(sketch(text).sections[0].chapters, [("a".to_owned(), "b".to_owned())]);
        assert_eq!(sketch(&"[".repeat(100_000)), Sketch::default());
        let part = sketch_section(r#"{"title":"One","tasks":[{"title":"a"},{"title":"b"#);
        assert_eq!((part.title.as_str(), part.size()), ("One", (2, 5)));
    }
}
