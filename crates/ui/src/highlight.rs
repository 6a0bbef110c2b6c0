//! The colours of code: ranges over its text, in the highlights that the browser keeps for the page.
//!
//! The elements stay as they are, one for each run, so colours cost nothing where code grows: only the lines that have
//! become whole are read, and their ranges come on top of those there are. A browser without such highlights shows the
//! code plain.
//!
//! - C1 What is not in the page any more has no ranges.
//! - C2 Ranges are static: those of a text node stay where they are when text is added to it.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Element, Node};
use yew::prelude::*;

use crate::markdown::PtrEqAll;
use espalier_highlight::{Highlighter, Span, Token};

/// Code of more runs is left plain: it is data.
const MOST_RUNS: usize = 2_048;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct HighlightProps {
    /// The language, by any of its names.
    pub language: Rc<str>,
    /// The element with one child for each run in the page.
    pub node: NodeRef,
    /// The code, in runs of whole lines.
    pub(crate) runs: PtrEqAll<str>,
    /// The runs that are in the page.
    pub range: Range<usize>,
    /// Whether a child that is no run comes first.
    pub spaced: bool,
    /// Whether text is still being added at the end.
    pub grows: bool,
}

/// Colours a block of code.
#[component]
pub fn Highlight(props: &HighlightProps) -> Html {
    let paint = use_mut_ref(Painting::default);
    use_effect_with(props.clone(), {
        let paint = Rc::clone(&paint);
        move |props| paint.borrow_mut().update(props)
    });
    use_effect_with((), move |()| move || paint.borrow_mut().clear());
    Html::default()
}

/// The painted part of a block of code.
#[derive(Default)]
struct Painting {
    language: Option<Rc<str>>,
    /// The readers before each of the first runs, and those runs.
    readers: Vec<(Highlighter, Rc<str>)>,
    /// The runs in the page.
    runs: BTreeMap<usize, Run>,
}

/// A run in the page.
struct Run {
    text: Rc<str>,
    node: Node,
    /// Number of bytes that were read, and the same in units of UTF-16.
    read: (usize, usize),
    /// The reader behind them.
    reader: Highlighter,
    ranges: Vec<(Token, StaticRange)>,
}

impl Painting {
    fn update(&mut self, props: &HighlightProps) {
        let runs = &props.runs.0;
        if self.language.as_ref() != Some(&props.language) {
            self.clear();
            self.language = Some(Rc::clone(&props.language));
        }
        let first = Highlighter::new(&props.language).filter(|_| runs.len() <= MOST_RUNS && is_supported());
        let Some((first, element)) = first.zip(props.node.cast::<Element>()) else { return self.clear() };
        let same = |(known, text): (&(Highlighter, Rc<str>), &Rc<str>)| Rc::ptr_eq(&known.1, text) || known.1 == *text;
        let known = self.readers.iter().zip(runs).take_while(|pair| same(*pair)).count();
        self.readers.truncate(known);
        self.keep(|index, run| props.range.contains(&index) && run.node.is_connected());
        let children = element.children();
        for index in props.range.clone() {
            let Some(text) = runs.get(index) else { break };
            let place = (index - props.range.start) + usize::from(props.spaced);
            let node = u32::try_from(place).ok().and_then(|place| children.item(place)?.first_child());
            let Some(node) = node else { continue };
            let is_last = index + 1 == runs.len();
            // What is still to come may change the line that has no end yet.
            let end = if is_last && props.grows { text.rfind('\n').map_or(0, |end| end + 1) } else { text.len() };
            self.paint(index, (text, end), &node, (&first, runs));
        }
    }

    /// Paints a run up to a place, from where it was painted before.
    fn paint(&mut self, index: usize, (text, end): (&Rc<str>, usize), node: &Node, code: (&Highlighter, &[Rc<str>])) {
        let goes_on = |run: &Run| {
            let read = text.get(..run.read.0);
            run.node == *node && read.is_some() && read == run.text.get(..run.read.0) && run.read.0 <= end
        };
        match self.runs.get(&index) {
            Some(run) if Rc::ptr_eq(&run.text, text) && run.read.0 == end && run.node == *node => return,
            Some(run) if goes_on(run) => {}
            _ => {
                self.keep(|other, _| other != index);
                let reader = self.reader(index, code);
                let run = Run { text: Rc::clone(text), node: node.clone(), read: (0, 0), reader, ranges: Vec::new() };
                self.runs.insert(index, run);
            }
        }
        let Some(run) = self.runs.get_mut(&index) else { return };
        run.text = Rc::clone(text);
        let piece = text.get(run.read.0..end).unwrap_or_default();
        let mut spans = Vec::new();
        run.reader.read(piece, &mut spans);
        let units = add(&spans, piece, run.read.1, node, &mut run.ranges);
        run.read = (end, units);
    }

    /// Returns the reader before a run.
    fn reader(&mut self, index: usize, (first, runs): (&Highlighter, &[Rc<str>])) -> Highlighter {
        let mut spans = Vec::new();
        let after = |reader: &Highlighter, run: &str, spans: &mut Vec<Span>| {
            let mut reader = reader.clone();
            spans.clear();
            reader.read(run, spans);
            reader
        };
        while self.readers.len() < index {
            let Some(run) = runs.get(self.readers.len()) else { break };
            let reader = match self.readers.last() {
                Some((before, run)) => after(before, run, &mut spans),
                None => first.clone(),
            };
            self.readers.push((reader, Rc::clone(run)));
        }
        match index.checked_sub(1).and_then(|last| self.readers.get(last)) {
            Some((before, run)) => after(before, run, &mut spans),
            None => first.clone(),
        }
    }

    /// Takes the ranges away of all runs but those that are to stay.
    fn keep(&mut self, stays: impl Fn(usize, &Run) -> bool) {
        self.runs.retain(|index, run| {
            let stays = stays(*index, run);
            if !stays {
                take_away(&run.ranges);
            }
            stays
        });
    }

    fn clear(&mut self) {
        self.keep(|_, _| false);
        self.readers.clear();
    }
}

#[wasm_bindgen]
extern "C" {
    /// Ranges that are painted alike.
    #[wasm_bindgen(js_name = Highlight)]
    type PaintedRanges;

    #[wasm_bindgen(constructor, catch, js_class = "Highlight")]
    fn new() -> Result<PaintedRanges, JsValue>;

    #[wasm_bindgen(method)]
    fn add(this: &PaintedRanges, range: &StaticRange);

    #[wasm_bindgen(method)]
    fn delete(this: &PaintedRanges, range: &StaticRange) -> bool;

    /// A range that does not move when the page changes.
    type StaticRange;

    #[wasm_bindgen(constructor, catch)]
    fn new(init: &RangeInit) -> Result<StaticRange, JsValue>;

    /// The ends of a range.
    type RangeInit;

    #[wasm_bindgen(method, setter, structural, js_name = startContainer)]
    fn set_start_container(this: &RangeInit, node: &Node);

    #[wasm_bindgen(method, setter, structural, js_name = endContainer)]
    fn set_end_container(this: &RangeInit, node: &Node);

    #[wasm_bindgen(method, setter, structural, js_name = startOffset)]
    fn set_start_offset(this: &RangeInit, offset: u32);

    #[wasm_bindgen(method, setter, structural, js_name = endOffset)]
    fn set_end_offset(this: &RangeInit, offset: u32);

    /// The highlights of the page, by name.
    type Registry;

    #[wasm_bindgen(method, catch)]
    fn set(this: &Registry, name: &str, ranges: &PaintedRanges) -> Result<JsValue, JsValue>;
}

/// The highlights of all kinds; `None` in a browser that has no such thing.
fn with_highlights<T>(use_them: impl FnOnce(&[PaintedRanges]) -> T) -> Option<T> {
    thread_local! {
        static HIGHLIGHTS: OnceCell<Option<Vec<PaintedRanges>>> = const { OnceCell::new() };
    }
    HIGHLIGHTS.with(|highlights| highlights.get_or_init(register).as_deref().map(use_them))
}

fn register() -> Option<Vec<PaintedRanges>> {
    let css = Reflect::get(&js_sys::global(), &"CSS".into()).ok()?;
    let registry = Reflect::get(&css, &"highlights".into()).ok().filter(JsValue::is_object)?;
    let registry: Registry = registry.unchecked_into();
    let one = |token: Token| {
        let ranges = PaintedRanges::new()?;
        registry.set(&format!("code-{}", token.name()), &ranges)?;
        Ok(ranges)
    };
    let all: Result<Vec<PaintedRanges>, JsValue> = Token::ALL.into_iter().map(one).collect();
    all.inspect_err(|error| log::debug!("no highlights: {error:?}")).ok()
}

fn is_supported() -> bool {
    with_highlights(|_| ()).is_some()
}

/// Adds the ranges of spans in a piece of a text that begins at a unit; returns the unit where it ends.
fn add(spans: &[Span], piece: &str, from: usize, node: &Node, ranges: &mut Vec<(Token, StaticRange)>) -> usize {
    let (mut at, mut units) = (0, from);
    let mut unit = |end: usize| {
        units += piece.get(at..end).map_or(0, units_in);
        at = end;
        units
    };
    let init: RangeInit = Object::new().unchecked_into();
    init.set_start_container(node);
    init.set_end_container(node);
    let drawn = with_highlights(|highlights| {
        for span in spans {
            let ends = [u32::try_from(unit(span.range.start)), u32::try_from(unit(span.range.end))];
            let [Ok(start), Ok(end)] = ends else { break };
            init.set_start_offset(start);
            init.set_end_offset(end);
            match StaticRange::new(&init) {
                Ok(range) => {
                    if let Some(highlight) = highlights.get(span.token as usize) {
                        highlight.add(&range);
                    }
                    ranges.push((span.token, range));
                }
                Err(error) => log::debug!("no range: {error:?}"),
            }
        }
    });
    debug_assert!(drawn.is_some());
    unit(piece.len())
}

fn take_away(ranges: &[(Token, StaticRange)]) {
    let _ = with_highlights(|highlights| {
        for (token, range) in ranges {
            if let Some(highlight) = highlights.get(*token as usize) {
                highlight.delete(range);
            }
        }
    });
}

/// Number of UTF-16 units of a text.
fn units_in(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_in_the_order_of_their_highlights() {
        for (index, token) in Token::ALL.into_iter().enumerate() {
            assert_eq!(token as usize, index);
        }
    }

    #[test]
    fn units_are_those_of_the_browser() {
        assert_eq!((units_in("ab"), units_in("é中"), units_in("🎉")), (2, 2, 2));
    }

    #[test]
    fn readers_before_runs_are_those_of_the_whole() {
        let runs: Vec<Rc<str>> = ["/* a\n", "b\n", "c */ fn\n", "fn d\n"].map(Rc::from).to_vec();
        let first = Highlighter::new("rust").unwrap();
        let spans_of = |painting: &mut Painting, index: usize| {
            let mut spans = Vec::new();
            painting.reader(index, (&first, &runs)).read(&runs[index], &mut spans);
            spans.into_iter().map(|span| span.token).collect::<Vec<_>>()
        };
        let mut painting = Painting::default();
        assert_eq!(spans_of(&mut painting, 3), [Token::Keyword, Token::Function]);
        assert_eq!(spans_of(&mut painting, 1), [Token::Comment]);
        assert_eq!(spans_of(&mut painting, 2), [Token::Comment, Token::Keyword]);
        assert_eq!(spans_of(&mut painting, 0), [Token::Comment]);
    }
}
