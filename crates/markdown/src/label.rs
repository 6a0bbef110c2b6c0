//! Labels and their destinations. Definitions are the only thing by which one block of a document acts on another, so
//! they are kept apart from the blocks: the streaming document must know who looked up which label.

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

use unicase::UniCase;

/// A name that a reference looks up; compared by Unicode case folding, as `CommonMark` wants it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Label {
    Link(UniCase<String>),
    Footnote(UniCase<String>),
}

/// The address and title that a label stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Destination {
    pub address: Rc<str>,
}

/// The labels that are defined in some stretch of a document. The first definition of a label counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Definitions {
    links: HashMap<Label, Destination>,
    footnotes: HashSet<Label>,
}

/// The definitions that are known outside of the text being parsed, those that came first in `settled`.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    settled: &'a Definitions,
    provisional: Option<&'a Definitions>,
}

impl Label {
    pub fn link(name: &str) -> Self {
        Self::Link(UniCase::new(name.to_owned()))
    }

    pub fn footnote(name: &str) -> Self {
        Self::Footnote(UniCase::new(name.to_owned()))
    }
}

impl Definitions {
    pub fn add_link(&mut self, label: Label, destination: Destination) {
        self.links.entry(label).or_insert(destination);
    }

    pub fn add_footnote(&mut self, label: Label) {
        self.footnotes.insert(label);
    }

    /// Adds the definitions of a later stretch of text.
    pub fn extend(&mut self, later: Self) {
        for (label, destination) in later.links {
            self.add_link(label, destination);
        }
        self.footnotes.extend(later.footnotes);
    }

    pub fn has(&self, label: &Label) -> bool {
        self.links.contains_key(label) || self.footnotes.contains(label)
    }

    /// Returns the labels that have another meaning here than in `other`.
    pub fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a Label> {
        let links = self.links.iter().filter(|(label, to)| other.links.get(label) != Some(to)).map(|(label, _)| label);
        let lost = other.links.keys().filter(|label| !self.links.contains_key(label));
        links.chain(lost).chain(self.footnotes.symmetric_difference(&other.footnotes))
    }
}

impl<'a> Scope<'a> {
    pub fn settled(settled: &'a Definitions) -> Self {
        Self { settled, provisional: None }
    }

    pub fn with_provisional(settled: &'a Definitions, provisional: &'a Definitions) -> Self {
        Self { settled, provisional: Some(provisional) }
    }

    pub fn link(self, label: &Label) -> Option<&'a Destination> {
        self.settled.links.get(label).or_else(|| self.provisional?.links.get(label))
    }

    pub fn has_footnote(self, label: &Label) -> bool {
        self.settled.footnotes.contains(label) || self.provisional.is_some_and(|own| own.footnotes.contains(label))
    }

    pub fn has_footnotes(self) -> bool {
        !self.settled.footnotes.is_empty() || self.provisional.is_some_and(|own| !own.footnotes.is_empty())
    }
}
