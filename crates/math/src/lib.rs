//! Formulas: `LaTeX` in, a small tree of `MathML` out.
//!
//! math-core reads `LaTeX` and writes `MathML` Core as text. That text is read into a tree of elements and attributes
//! that are named here one by one, so whoever draws it cannot make a script, a style or an address of it. It may depend
//! on nothing of Espalier. Must not be in here: Yew, words of the interface.
//!
//! - E1 Only elements of [`tree::TAGS`] and attributes of [`tree::ATTRIBUTES`] are in a tree; styles become classes.
//! - E2 A command that is not known stays as its name within the formula. Where more than that is not understood, it is
//!   an error, and the source is shown: nothing of it is left out.
//! - E3 No formula overflows the stack: nesting is bounded before it is read.
//! - E4 What a formula defines is expanded within bounds (see [`define`]); nothing is defined by another text.

mod cells;
mod define;
mod macros;
mod prepare;
pub mod tree;

use std::cell::OnceCell;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};

use self::define::Definitions;
pub use tree::{Element, Node};

/// Reason why a formula is shown as its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MathError {
    /// It is nested deeper, or is longer, than any that a person would read.
    TooDeep,
    /// LaTeX that is not known, in the words of the library.
    Unknown(String),
    /// The library wrote something that is not on the lists.
    Output,
}

/// Reads the inside of a formula, without what opens and closes it. `display` makes it stand alone, with large operators.
///
/// # Errors
///
/// If any part of it is not understood.
pub fn read(latex: &str, display: bool) -> Result<Element, MathError> {
    read_after("", latex, display)
}

/// Like [`read`], with the commands that are defined in the formulas `before`; what is wrong there defines nothing.
///
/// # Errors
///
/// If any part of it is not understood.
pub fn read_after(before: &str, latex: &str, display: bool) -> Result<Element, MathError> {
    thread_local! {
        static CONVERTER: OnceCell<LatexToMathML> = const { OnceCell::new() };
    }
    let mut known = Definitions::default();
    // Those before the mistake hold.
    let _ = known.expand(before);
    let latex = prepare::prepare(&known.expand(latex)?, display)?;
    let mode = if display { MathDisplay::Block } else { MathDisplay::Inline };
    let tables = cells::split(&latex)?;
    let text = CONVERTER.with(|converter| {
        let converter = converter.get_or_init(|| LatexToMathML::new(config()).unwrap_or_default());
        if let Some(check) = &tables.check {
            converter.convert_with_local_state(check, mode)?;
        }
        converter.convert_with_local_state(&tables.latex, mode).map(|result| result.mathml)
    });
    let text = text.map_err(|error| MathError::Unknown(error.to_string()))?;
    tree::parse(&text).ok_or(MathError::Output)
}

fn config() -> MathCoreConfig {
    let macros = macros::MACROS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    MathCoreConfig {
        macros,
        allow_unreliable_rendering: true,
        ignore_unknown_commands: true,
        ..MathCoreConfig::default()
    }
}

#[cfg(test)]
mod tests;
