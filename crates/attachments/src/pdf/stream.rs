//! Streams of a PDF, never larger than can be held.

use std::borrow::Cow;

use hayro_syntax::Filter;
use hayro_syntax::object::Stream;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_PARSE_ZLIB_HEADER};
use miniz_oxide::inflate::core::{DecompressorOxide, TINFL_LZ_DICT_SIZE, decompress};

use super::PdfError;

/// Largest stream that is decoded, in bytes.
pub(super) const MAX_STREAM_BYTES: usize = 48 << 20;

/// Most bytes of all streams that are decoded to find the objects of a document.
const MAX_STRUCTURE_BYTES: usize = 160 << 20;

/// Largest stream in a compression whose result can't be foreseen, in bytes before decoding.
const MAX_BLIND_BYTES: usize = 128 << 10;

/// Most brackets that are open at once between the streams.
const MAX_DEPTH: usize = 100;

/// Bytes that a stream costs which can't be decoded: finding that out may take as much as decoding it.
const FAILURE_BYTES: usize = 32 << 20;

/// Bytes that may still be decoded for a document.
#[derive(Debug)]
pub(super) struct Budget(pub usize);

impl Budget {
    /// Decodes a stream; `None` where that is impossible, or not to be afforded.
    pub(super) fn decode<'a>(&mut self, stream: &Stream<'a>) -> Option<Cow<'a, [u8]>> {
        if self.0 == 0 {
            return None;
        }
        let data = decode(stream);
        let cost = data.as_ref().map_or(FAILURE_BYTES, |data| data.len() + 64);
        let afforded = cost <= self.0;
        self.0 = self.0.saturating_sub(cost);
        data.filter(|_| afforded)
    }
}

/// Decodes a stream, unless it is of pixels or too large.
fn decode<'a>(stream: &Stream<'a>) -> Option<Cow<'a, [u8]>> {
    fits(stream, &stream.raw_data(), MAX_STREAM_BYTES)?;
    stream.decoded_data().ok()
}

/// Returns about how many bytes a stream unfolds to; `None` beyond the limit, or where that can't be told beforehand.
pub(super) fn fits(stream: &Stream<'_>, raw: &[u8], limit: usize) -> Option<usize> {
    let filters = stream.filters();
    let mut compressions = filters
        .iter()
        .filter(|filter| matches!(filter, Filter::FlateDecode | Filter::LzwDecode | Filter::RunLengthDecode));
    match (compressions.next(), compressions.next()) {
        (None, _) => (raw.len() <= limit).then_some(raw.len()),
        (Some(Filter::FlateDecode), None) if filters.len() == 1 => inflated(raw, limit),
        // Behind another filter, its length is not known beforehand.
        (Some(_), None) => (raw.len() <= MAX_BLIND_BYTES).then_some(raw.len()),
        (Some(_), Some(_)) => None,
    }
}

/// Checks what is decoded before a page can be asked for: objects and tables in streams, and the nesting outside them.
pub(super) fn check_structure(bytes: &[u8]) -> Result<(), PdfError> {
    let mut left = MAX_STRUCTURE_BYTES;
    let mut rest = bytes;
    while let Some(at) = find(rest, b"stream") {
        let (before, found) = rest.split_at(at);
        let after = found.get(b"stream".len()..).unwrap_or_default();
        if before.ends_with(b"end") {
            rest = after;
            continue;
        }
        check_depth(before)?;
        let data = after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")).unwrap_or(after);
        let end = find(data, b"endstream").unwrap_or(data.len());
        let data = data.get(..end).unwrap_or(data);
        // A name may be written with escapes.
        let of_structure = [&b"ObjStm"[..], b"XRef", b"#"].iter().any(|name| find(before, name).is_some());
        if of_structure {
            let blind = find(before, b"LZW").is_some() || find(before, b"RunLength").is_some();
            if blind && data.len() > MAX_BLIND_BYTES {
                return Err(PdfError::TooComplex);
            }
            let length = inflated(data, left.min(MAX_STREAM_BYTES)).ok_or(PdfError::TooComplex)?;
            left -= length.min(left);
        }
        rest = after.get(end..).unwrap_or_default();
    }
    check_depth(rest)
}

/// Checks that no value is nested so deep that reading it would overflow the stack.
fn check_depth(bytes: &[u8]) -> Result<(), PdfError> {
    let mut depth = 0_usize;
    for byte in bytes {
        match byte {
            b'[' | b'<' => depth += 1,
            b']' | b'>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH * 2 {
            return Err(PdfError::TooComplex);
        }
    }
    Ok(())
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(bytes, needle)
}

/// Returns the number of bytes that compressed data unfolds to, as far as it is sound; `None` beyond the limit.
fn inflated(data: &[u8], limit: usize) -> Option<usize> {
    let has_header = matches!(data, [first, second, ..] if first & 15 == 8 && (u16::from(*first) << 8 | u16::from(*second)) % 31 == 0);
    let flags = TINFL_FLAG_HAS_MORE_INPUT | if has_header { TINFL_FLAG_PARSE_ZLIB_HEADER } else { 0 };
    let mut state = Box::<DecompressorOxide>::default();
    let mut window = vec![0; TINFL_LZ_DICT_SIZE];
    let (mut input, mut at, mut total) = (data, 0, 0_usize);
    loop {
        let (status, read, written) = decompress(&mut state, input, &mut window, at, flags);
        total += written;
        if total > limit {
            return None;
        }
        input = input.get(read..).unwrap_or_default();
        at = (at + written) & (TINFL_LZ_DICT_SIZE - 1);
        if status != TINFLStatus::HasMoreOutput || (read == 0 && written == 0) {
            return Some(total);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec_zlib;

    #[test]
    fn p1_the_length_of_compressed_data_is_known_before_it_is_held() {
        let data = vec![7; 300_000];
        let packed = compress_to_vec_zlib(&data, 6);
        assert_eq!(inflated(&packed, 300_000), Some(300_000));
        assert_eq!(inflated(&packed, 299_999), None);
        assert_eq!(inflated(&packed[..packed.len() / 2], 300_000).map(|length| length < 300_000), Some(true));
        assert_eq!(inflated(b"", 9), Some(0));
    }

    #[test]
    fn p1_nesting_is_bounded_before_anything_is_read() {
        let deep = |depth: usize| [b"1 0 obj ".to_vec(), vec![b'['; depth], vec![b']'; depth]].concat();
        assert_eq!(check_structure(&deep(100)), Ok(()));
        assert_eq!(check_structure(&deep(500)), Err(PdfError::TooComplex));
    }
}
