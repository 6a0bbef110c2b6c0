//! Values that the parts of a document share, compared by address.

use std::fmt;
use std::rc::Rc;

use yew::Callback;

use super::footnote::FootnoteMark;
use espalier_app::Msg;
use espalier_i18n::markdown::Markdown;

/// Shared context of a document's parts.
pub(super) struct DocumentContext {
    /// The texts of code blocks, footnotes and images.
    pub words: &'static Markdown,
    /// Sends messages to the app.
    pub dispatch: Callback<Msg>,
    /// Renderer of marks in the text.
    pub marks: Option<Marks>,
    /// LaTeX of the formulas before that define commands.
    pub defined: Option<Rc<str>>,
    /// Goes to a mark that is not in the page at present.
    pub seek: Callback<FootnoteMark>,
}

/// Renderer of the marks in a text, given a mark's number and text.
#[derive(Clone)]
pub struct Marks(pub Rc<DrawMark>);

/// Draws the text of a mark, by its number.
type DrawMark = dyn Fn(usize, &str) -> yew::Html;

impl PartialEq for Marks {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Marks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Marks")
    }
}

pub(super) type Context = PtrEq<DocumentContext>;

/// The contexts of a document's blocks: one, and another behind each block that defines commands for its formulas.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Contexts(pub Vec<(usize, Context)>);

impl Contexts {
    /// Returns the context of the top-level block at a place.
    pub fn at(&self, index: usize) -> Option<&Context> {
        let count = self.0.partition_point(|(from, _)| *from <= index);
        self.0.get(count.saturating_sub(1)).map(|(_, context)| context)
    }
}

/// A shared value, compared by address.
pub(super) struct PtrEq<T>(pub Rc<T>);

/// Shared values, each compared by address.
pub(crate) struct PtrEqAll<T: ?Sized>(pub Vec<Rc<T>>);

impl<T> Clone for PtrEq<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for PtrEq<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Clone for PtrEqAll<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> PartialEq for PtrEqAll<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(one, other)| Rc::ptr_eq(one, other))
    }
}

impl<T> fmt::Debug for PtrEq<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Same({:p})", Rc::as_ptr(&self.0))
    }
}

impl<T: ?Sized> fmt::Debug for PtrEqAll<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "SameAll({})", self.0.len())
    }
}
