//! Text that the operations of a page show.

use std::collections::HashMap;
use std::rc::Rc;

use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Array, Dict, Name, Number, Object, ObjectIdentifier, Stream, String as PdfString};
use hayro_syntax::page::{Page as Source, Resources};

use super::font::Font;
use super::layout::{Lines, Placed};
use super::{Page, actual_text, stream};

/// Deepest nesting of forms within a page.
const MAX_FORMS: usize = 12;

/// Most states that are kept at once.
const MAX_STATES: usize = 256;

/// Work that may still be done for a document.
#[derive(Debug)]
pub(super) struct Work {
    operations: usize,
    glyphs: usize,
    bytes: stream::Budget,
    widths: usize,
    fonts: usize,
    forms: usize,
}

impl Work {
    /// Returns what a document of 500 dense pages takes, several times over.
    pub(super) fn of_document() -> Self {
        Self {
            operations: 20_000_000,
            glyphs: 8_000_000,
            bytes: stream::Budget(256 << 20),
            widths: 2_000_000,
            fonts: 4_000,
            forms: 50_000,
        }
    }

    /// Returns what a page may take that is drawn: a detailed plan, not a whole atlas.
    pub(super) fn of_picture() -> Self {
        Self {
            operations: 2_000_000,
            glyphs: 500_000,
            bytes: stream::Budget(96 << 20),
            widths: 1_000_000,
            fonts: 1_000,
            forms: 5_000,
        }
    }
}

/// Takes from what is left; `None` when that is used up.
fn spend(left: &mut usize, cost: usize) -> Option<()> {
    *left = left.checked_sub(cost)?;
    Some(())
}

/// A map of the plane.
#[derive(Debug, Clone, Copy)]
struct Matrix {
    /// Image of the vector `(1, 0)`.
    right: (f64, f64),
    /// Image of the vector `(0, 1)`.
    up: (f64, f64),
    /// Image of the origin.
    origin: (f64, f64),
}

impl Matrix {
    const IDENTITY: Self = Self::shift(0.0, 0.0);

    /// Makes it of six numbers in the order of PDF.
    fn of(numbers: [f64; 6]) -> Self {
        let [right, right_y, up, up_y, x, y] = numbers;
        Self { right: (right, right_y), up: (up, up_y), origin: (x, y) }
    }

    const fn shift(x: f64, y: f64) -> Self {
        Self { right: (1.0, 0.0), up: (0.0, 1.0), origin: (x, y) }
    }

    /// Returns the map that does this and then the other.
    fn then(self, other: Self) -> Self {
        Self {
            right: other.vector(self.right.0, self.right.1),
            up: other.vector(self.up.0, self.up.1),
            origin: other.point(self.origin.0, self.origin.1),
        }
    }

    fn point(self, x: f64, y: f64) -> (f64, f64) {
        let (right, up) = self.vector(x, y);
        (right + self.origin.0, up + self.origin.1)
    }

    fn vector(self, x: f64, y: f64) -> (f64, f64) {
        (self.right.0 * x + self.up.0 * y, self.right.1 * x + self.up.1 * y)
    }
}

/// Reads the operands of an operation that sets a matrix.
fn numbers(operands: [Number; 6]) -> [f64; 6] {
    operands.map(|operand| operand.as_f64())
}

/// State that `q` keeps and `Q` brings back.
#[derive(Debug, Clone)]
struct State {
    to_page: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    char_space: f64,
    word_space: f64,
    scale: f64,
    leading: f64,
    rise: f64,
}

/// Marked content that is open.
#[derive(Debug)]
enum Mark {
    /// Glyphs count as they are drawn.
    Plain,
    /// This text counts, once something is drawn.
    Instead(Option<String>),
}

impl Mark {
    fn of(properties: &Object<'_>, resources: &Resources<'_>) -> Self {
        let properties = match properties {
            Object::Dict(dict) => Some(dict.clone()),
            Object::Name(name) => resources.properties.get::<Dict<'_>>(name.as_ref()),
            _ => None,
        };
        let text = properties.and_then(|dict| dict.get::<PdfString<'_>>(b"ActualText"));
        text.map_or(Self::Plain, |text| Self::Instead(Some(actual_text(&text))))
    }
}

/// Reader of the pages of one document.
#[derive(Debug)]
pub(super) struct Reader {
    work: Work,
    fonts: HashMap<ObjectIdentifier, Rc<Font>>,
}

/// Reading of one page.
struct Run<'r> {
    reader: &'r mut Reader,
    lines: Lines,
    unreadable: usize,
    state: State,
    states: Vec<State>,
    text: Matrix,
    line: Matrix,
    marks: Vec<Mark>,
}

impl Reader {
    /// Makes a reader that does this much at most.
    pub(super) fn new(work: Work) -> Self {
        Self { work, fonts: HashMap::new() }
    }

    /// Reads a page; `None` when the work that is left is not enough.
    pub(super) fn page(&mut self, page: &Source<'_>) -> Option<Page> {
        let content = self.content(page.raw())?;
        let state = State {
            to_page: Matrix::IDENTITY,
            font: None,
            size: 1.0,
            char_space: 0.0,
            word_space: 0.0,
            scale: 1.0,
            leading: 0.0,
            rise: 0.0,
        };
        let mut run = Run {
            reader: self,
            lines: Lines::default(),
            unreadable: 0,
            state,
            states: Vec::new(),
            text: Matrix::IDENTITY,
            line: Matrix::IDENTITY,
            marks: Vec::new(),
        };
        run.content(&content, page.resources(), 0)?;
        Some(Page { unreadable: run.unreadable, text: run.lines.finish() })
    }

    /// Returns the operations of a page, whose streams are read as one.
    fn content(&mut self, page: &Dict<'_>) -> Option<Vec<u8>> {
        let mut content = Vec::new();
        let mut add = |stream: &Stream<'_>| {
            if let Some(data) = self.work.bytes.decode(stream) {
                content.extend_from_slice(&data);
                content.push(b'\n');
            }
            (self.work.bytes.0 > 0).then_some(())
        };
        if let Some(stream) = page.get::<Stream<'_>>(b"Contents") {
            add(&stream)?;
        } else if let Some(streams) = page.get::<Array<'_>>(b"Contents") {
            for stream in streams.iter::<Stream<'_>>() {
                add(&stream)?;
            }
        }
        Some(content)
    }

    fn font(&mut self, dict: &Dict<'_>) -> Option<Rc<Font>> {
        let id = dict.obj_id();
        if let Some(font) = id.and_then(|id| self.fonts.get(&id)) {
            return Some(Rc::clone(font));
        }
        spend(&mut self.work.fonts, 1)?;
        let font = Rc::new(Font::read(dict, &mut self.work.bytes, &mut self.work.widths));
        if let Some(id) = id {
            self.fonts.insert(id, Rc::clone(&font));
        }
        Some(font)
    }
}

impl Run<'_> {
    /// Follows the operations; `None` when the work is used up.
    fn content(&mut self, content: &[u8], resources: &Resources<'_>, depth: usize) -> Option<()> {
        let mut operations = TypedIter::new(content);
        while let Some(operation) = operations.next() {
            spend(&mut self.reader.work.operations, 1)?;
            self.operation(&operation, resources, depth)?;
        }
        Some(())
    }

    fn operation(&mut self, operation: &Op<'_, '_>, resources: &Resources<'_>, depth: usize) -> Option<()> {
        match operation {
            Op::SaveState(_) if self.states.len() < MAX_STATES => self.states.push(self.state.clone()),
            Op::RestoreState(_) => {
                if let Some(state) = self.states.pop() {
                    self.state = state;
                }
            }
            Op::Transform(m) => {
                self.state.to_page = Matrix::of(numbers([m.0, m.1, m.2, m.3, m.4, m.5])).then(self.state.to_page);
            }
            Op::BeginText(_) => (self.text, self.line) = (Matrix::IDENTITY, Matrix::IDENTITY),
            Op::TextFont(font) => {
                self.state.size = font.1.as_f64();
                self.state.font = match resources.get_font(font.0) {
                    Some(dict) => Some(self.reader.font(&dict)?),
                    None => None,
                };
            }
            Op::CharacterSpacing(space) => self.state.char_space = space.0.as_f64(),
            Op::WordSpacing(space) => self.state.word_space = space.0.as_f64(),
            Op::HorizontalScaling(scale) => self.state.scale = scale.0.as_f64() / 100.0,
            Op::TextLeading(leading) => self.state.leading = leading.0.as_f64(),
            Op::TextRise(rise) => self.state.rise = rise.0.as_f64(),
            Op::SetTextMatrix(m) => {
                self.line = Matrix::of(numbers([m.0, m.1, m.2, m.3, m.4, m.5]));
                self.text = self.line;
            }
            Op::NextLine(by) => self.next_line(by.0.as_f64(), by.1.as_f64()),
            Op::NextLineAndSetLeading(by) => {
                self.state.leading = -by.1.as_f64();
                self.next_line(by.0.as_f64(), by.1.as_f64());
            }
            Op::NextLineUsingLeading(_) => self.next_line(0.0, -self.state.leading),
            Op::ShowText(shown) => self.show(shown.0)?,
            Op::NextLineAndShowText(shown) => {
                self.next_line(0.0, -self.state.leading);
                self.show(shown.0)?;
            }
            Op::ShowTextWithParameters(shown) => {
                self.state.word_space = shown.0.as_f64();
                self.state.char_space = shown.1.as_f64();
                self.next_line(0.0, -self.state.leading);
                self.show(shown.2)?;
            }
            Op::ShowTexts(shown) => self.show_kerned(shown.0)?,
            Op::XObject(named) => self.form(named.0, resources, depth)?,
            Op::BeginMarkedContent(_) => self.marks.push(Mark::Plain),
            Op::BeginMarkedContentWithProperties(mark) => self.marks.push(Mark::of(mark.1, resources)),
            Op::EndMarkedContent(_) => {
                self.marks.pop();
            }
            _ => {}
        }
        // They are counted only to find their ends.
        self.marks.truncate(MAX_STATES);
        Some(())
    }

    /// Shows texts with distances between them.
    fn show_kerned(&mut self, texts: &Array<'_>) -> Option<()> {
        for object in texts.iter::<Object<'_>>() {
            match object {
                Object::String(string) => self.show(&string)?,
                Object::Number(number) => self.kern(number.as_f64()),
                _ => {}
            }
        }
        Some(())
    }

    fn next_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::shift(x, y).then(self.line);
        self.text = self.line;
    }

    fn kern(&mut self, thousandths: f64) {
        let by = -thousandths / 1000.0 * self.state.size;
        let vertical = self.state.font.as_ref().is_some_and(|font| font.is_vertical());
        let (x, y) = if vertical { (0.0, by) } else { (by * self.state.scale, 0.0) };
        self.text = Matrix::shift(x, y).then(self.text);
    }

    /// Follows a form, which is a page within the page.
    fn form(&mut self, name: &Name<'_>, resources: &Resources<'_>, depth: usize) -> Option<()> {
        let Some(form) = resources.get_x_object(name).filter(|_| depth < MAX_FORMS) else { return Some(()) };
        let dict = form.dict();
        if dict.get::<Name<'_>>(b"Subtype").is_none_or(|kind| kind.as_ref() != b"Form") {
            return Some(());
        }
        spend(&mut self.reader.work.forms, 1)?;
        let Some(content) = self.reader.work.bytes.decode(&form) else {
            return (self.reader.work.bytes.0 > 0).then_some(());
        };
        let own = dict.get::<Dict<'_>>(b"Resources").map(Resources::new);
        let kept = (self.state.clone(), self.text, self.line, std::mem::take(&mut self.states));
        if let Some(matrix) = dict.get::<[f64; 6]>(b"Matrix") {
            self.state.to_page = Matrix::of(matrix).then(self.state.to_page);
        }
        let marks = self.marks.len();
        let done = self.content(&content, own.as_ref().unwrap_or(resources), depth + 1);
        self.marks.truncate(marks);
        (self.state, self.text, self.line, self.states) = kept;
        done
    }

    fn show(&mut self, string: &PdfString<'_>) -> Option<()> {
        let Some(font) = self.state.font.clone() else { return Some(()) };
        let mut rest = string.as_bytes();
        while let Some((glyph, length)) = font.next(rest) {
            spend(&mut self.reader.work.glyphs, 1)?;
            let is_space = length == 1 && rest.first() == Some(&b' ');
            rest = rest.get(length..).unwrap_or_default();
            let State { size, char_space, word_space, scale, rise, .. } = self.state;
            let spaces = char_space + if is_space { word_space } else { 0.0 };
            let by = glyph.width / 1000.0 * size + spaces;
            let (x, y) = if font.is_vertical() { (0.0, by) } else { (by * scale, 0.0) };
            let to_page = self.text.then(self.state.to_page);
            let direction = if font.is_vertical() { to_page.vector(0.0, -1.0) } else { to_page.vector(1.0, 0.0) };
            let length = direction.0.hypot(direction.1).max(1e-9);
            // The size across the line; without one, text is invisible but there.
            let across = if font.is_vertical() { to_page.vector(size, 0.0) } else { to_page.vector(0.0, size) };
            let (right, up) = (to_page.vector(size * scale, 0.0), to_page.vector(0.0, size));
            let turn = right.0 * up.1 - right.1 * up.0;
            let placed = Placed {
                at: to_page.point(0.0, rise),
                advance: to_page.vector(x, y),
                along: (direction.0 / length, direction.1 / length),
                size: across.0.hypot(across.1),
                is_mirrored: turn < 0.0,
                is_given: false,
            };
            self.draw(placed, glyph.text.as_deref());
            self.text = Matrix::shift(x, y).then(self.text);
        }
        Some(())
    }

    fn draw(&mut self, placed: Placed, text: Option<&str>) {
        for mark in self.marks.iter_mut().rev() {
            if let Mark::Instead(text) = mark {
                let text = text.take().unwrap_or_default();
                return self.lines.push(Placed { is_given: true, ..placed }, &text);
            }
        }
        match text {
            Some(text) => self.lines.push(placed, text),
            None => self.unreadable += 1,
        }
    }
}
