//! Weight of a page that is to be drawn: all that is unfolded for it is counted before.

use std::collections::BTreeSet;

use hayro_syntax::Filter;
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Array, Dict, Number, Object, Stream};
use hayro_syntax::page::Page;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::stream::{MAX_STREAM_BYTES, fits};
use crate::picture;

/// Most pixels of one picture, and of all pictures of a page: A3 at 550 dots an inch is 60 million.
const MAX_PIXELS: u64 = 72 << 20;

/// Most bytes of one picture: of four channels.
const MAX_PICTURE_BYTES: usize = 4 * MAX_PIXELS as usize;

/// Most bytes that a page unfolds to.
const MAX_PAGE_BYTES: usize = 400 << 20;

/// Most dashes of a page.
const MAX_DASHES: f64 = 2_000_000.0;

/// Most values that are looked at.
const MAX_VALUES: usize = 200_000;

/// Largest picture that is kept within another compression, in bytes.
const MAX_PACKED_BYTES: usize = 32 << 20;

/// Entries that lead away from what is drawn of a page.
const ELSEWHERE: [&[u8]; 9] = [b"Parent", b"P", b"Popup", b"Dest", b"A", b"AA", b"B", b"Metadata", b"PieceInfo"];

/// Returns whether all that a page is drawn from can be held and drawn in a bounded time.
pub(super) fn is_bounded(page: &Page<'_>) -> bool {
    let resources = page.resources();
    let mut weigher = Weigher {
        left: MAX_PAGE_BYTES,
        pixels: MAX_PIXELS,
        values: MAX_VALUES,
        seen: BTreeSet::new(),
        length: 0.0,
        dashes: f64::INFINITY,
    };
    let mut open: Vec<Object<'_>> = [
        page.raw(),
        &resources.ext_g_states,
        &resources.fonts,
        &resources.color_spaces,
        &resources.x_objects,
        &resources.patterns,
        &resources.shadings,
        &resources.properties,
    ]
    .map(|dict| Object::Dict(dict.clone()))
    .into();
    while let Some(value) = open.pop() {
        if weigher.value(value, &mut open).is_none() {
            return false;
        }
    }
    weigher.length / weigher.dashes <= MAX_DASHES
}

/// Amounts that are left for a page.
struct Weigher {
    left: usize,
    pixels: u64,
    values: usize,
    /// Places of the values that were counted: a value within another one has no number of its own.
    seen: BTreeSet<usize>,
    /// Length of the paths among the operations, in their own units.
    length: f64,
    /// Length of the shortest pattern of dashes.
    dashes: f64,
}

impl Weigher {
    /// Counts a value and opens those within it; `None` when there is too much.
    fn value<'a>(&mut self, value: Object<'a>, open: &mut Vec<Object<'a>>) -> Option<()> {
        self.values = self.values.checked_sub(1)?;
        match value {
            Object::Dict(dict) if self.is_new(&dict) => self.entries(&dict, open)?,
            Object::Array(array) => self.items(&array, open)?,
            Object::Stream(stream) if self.is_new(stream.dict()) => {
                self.stream(&stream)?;
                self.entries(stream.dict(), open)?;
            }
            _ => {}
        }
        Some(())
    }

    fn is_new(&mut self, dict: &Dict<'_>) -> bool {
        self.seen.insert(dict.data().as_ptr() as usize)
    }

    fn entries<'a>(&mut self, dict: &Dict<'a>, open: &mut Vec<Object<'a>>) -> Option<()> {
        // A state of graphics: dashes, and where they begin.
        if let Some(dashes) = dict.get::<Array<'_>>(b"D").and_then(|state| state.iter::<Array<'_>>().next()) {
            self.dashes(&dashes)?;
        }
        for name in dict.keys() {
            self.values = self.values.checked_sub(1)?;
            if !ELSEWHERE.contains(&name.as_ref()) {
                open.extend(dict.get::<Object<'_>>(&name).filter(is_open));
            }
        }
        Some(())
    }

    fn items<'a>(&mut self, array: &Array<'a>, open: &mut Vec<Object<'a>>) -> Option<()> {
        for item in array.iter::<Object<'_>>() {
            self.values = self.values.checked_sub(1)?;
            if is_open(&item) {
                open.push(item);
            }
        }
        Some(())
    }

    fn stream(&mut self, stream: &Stream<'_>) -> Option<()> {
        let filters = stream.filters();
        let is_picture =
            stream.dict().contains_key(b"Width") || filters.iter().any(|filter| unpacks_to_pixels(*filter));
        let raw = stream.raw_data();
        if is_picture {
            return self.picture(stream, &filters, &raw);
        }
        let bytes = fits(stream, &raw, MAX_STREAM_BYTES)?;
        self.left = self.left.checked_sub(bytes)?;
        let data = stream.decoded_data().unwrap_or_default();
        self.operations(&data)
    }

    /// Counts what is written among operations: pictures, and paths that may be cut into dashes.
    fn operations(&mut self, data: &[u8]) -> Option<()> {
        let mut at = (0.0, 0.0);
        let mut operations = TypedIter::new(data);
        while let Some(operation) = operations.next() {
            match operation {
                Op::InlineImage(image) => self.picture(image.0, &image.0.filters(), &image.0.raw_data())?,
                Op::DashPattern(dashes) => self.dashes(dashes.0)?,
                Op::MoveTo(to) => at = (to.0.as_f64(), to.1.as_f64()),
                Op::LineTo(to) => self.line(&mut at, &[(to.0, to.1)]),
                Op::CubicTo(to) => self.line(&mut at, &[(to.0, to.1), (to.2, to.3), (to.4, to.5)]),
                Op::CubicStartTo(to) => self.line(&mut at, &[(to.0, to.1), (to.2, to.3)]),
                Op::CubicEndTo(to) => self.line(&mut at, &[(to.0, to.1), (to.2, to.3)]),
                Op::RectPath(path) => self.length += 2.0 * (path.2.as_f64().abs() + path.3.as_f64().abs()),
                _ => {}
            }
        }
        Some(())
    }

    fn line(&mut self, at: &mut (f64, f64), points: &[(Number, Number)]) {
        for (x, y) in points {
            let to = (x.as_f64(), y.as_f64());
            // There and back, as a path may be closed.
            self.length += 2.0 * (to.0 - at.0).hypot(to.1 - at.1);
            *at = to;
        }
    }

    /// Counts a pattern of dashes; `None` where a line would never get to its end.
    fn dashes(&mut self, dashes: &Array<'_>) -> Option<()> {
        let lengths: Vec<f64> = dashes.iter::<Number>().take(64).map(|length| length.as_f64()).collect();
        if lengths.is_empty() {
            return Some(());
        }
        let total: f64 = lengths.iter().sum();
        if lengths.iter().any(|length| *length < 0.0) || total <= 0.0 {
            return None;
        }
        self.dashes = self.dashes.min(total / lengths.len() as f64);
        Some(())
    }

    fn picture(&mut self, stream: &Stream<'_>, filters: &[Filter], raw: &[u8]) -> Option<()> {
        let dict = stream.dict();
        let stated = |long: &[u8], short: &[u8]| number(dict, long).or_else(|| number(dict, short));
        let side = |side: f64| if side >= 0.0 && side <= f64::from(u32::MAX) { Some(side as u64) } else { None };
        let (width, height) = (stated(b"Width", b"W").unwrap_or(0.0), stated(b"Height", b"H").unwrap_or(0.0));
        self.pixels(side(width)?, side(height)?)?;
        let mut parameters: Vec<Dict<'_>> = Vec::new();
        for name in [&b"DecodeParms"[..], b"DP"] {
            parameters.extend(dict.get::<Dict<'_>>(name));
            parameters.extend(dict.get::<Array<'_>>(name).into_iter().flat_map(|all| all.iter::<Dict<'_>>().take(8)));
        }
        for parameters in parameters {
            let of = |name: &[u8]| number(&parameters, name).unwrap_or(0.0);
            let (columns, rows) = (of(b"Columns"), of(b"Rows").max(height).max(1.0));
            let pixels = columns * rows;
            if pixels.is_nan() || pixels > MAX_PIXELS as f64 * 32.0 {
                return None;
            }
        }
        match filters {
            [.., last] if unpacks_to_pixels(*last) => {
                let packed = match filters {
                    [_] => None,
                    [Filter::FlateDecode, _] => Some(decompress_to_vec_zlib_with_limit(raw, MAX_PACKED_BYTES).ok()?),
                    // Text for bytes does not hide a length; a further compression does.
                    [first @ .., _] if first.iter().any(|filter| compresses(*filter)) => return None,
                    _ => None,
                };
                let data = packed.as_deref().unwrap_or(raw);
                if let Some((width, height)) = size_of(data) {
                    self.pixels(u64::from(width), u64::from(height))?;
                }
                Some(())
            }
            _ => {
                let bytes = fits(stream, raw, MAX_PICTURE_BYTES)?;
                self.left = self.left.checked_sub(bytes)?;
                Some(())
            }
        }
    }

    fn pixels(&mut self, width: u64, height: u64) -> Option<()> {
        let pixels = width.checked_mul(height).filter(|pixels| *pixels <= MAX_PIXELS)?;
        // The size of a picture is stated twice: beside it, and within.
        self.pixels = self.pixels.checked_sub(pixels / 2)?;
        Some(())
    }
}

fn number(dict: &Dict<'_>, name: &[u8]) -> Option<f64> {
    dict.get::<Number>(name).map(|number| number.as_f64())
}

const fn is_open(value: &Object<'_>) -> bool {
    matches!(value, Object::Dict(_) | Object::Array(_) | Object::Stream(_))
}

const fn unpacks_to_pixels(filter: Filter) -> bool {
    matches!(filter, Filter::DctDecode | Filter::JpxDecode | Filter::Jbig2Decode | Filter::CcittFaxDecode)
}

const fn compresses(filter: Filter) -> bool {
    matches!(filter, Filter::FlateDecode | Filter::LzwDecode | Filter::RunLengthDecode)
}

/// Size of a JPEG or JPEG 2000 picture, as it says itself.
fn size_of(data: &[u8]) -> Option<(u32, u32)> {
    if let Some((_, size)) = picture::read(data) {
        return size;
    }
    let start = memchr::memmem::find(data, &[0xFF, 0x4F, 0xFF, 0x51])?;
    let number = |at: usize| {
        let bytes = data.get(start + at..)?.first_chunk::<4>()?;
        Some(u32::from_be_bytes(*bytes))
    };
    Some((number(8)?, number(12)?))
}
