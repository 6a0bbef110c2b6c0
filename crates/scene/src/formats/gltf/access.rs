//! The numbers that a glTF 2.0 document points to. A list of them is only handed out if all of it is there (F2).

use std::borrow::Cow;

use glam::DVec3;

use super::input::{Accessor, AccessorType, Buffer, Document};
use crate::formats::{FormatError, Problem, short};
use espalier_base::base64;

const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;
const FLOAT: u32 = 5126;

/// The bytes of the buffers.
pub struct Buffers<'a>(Vec<Cow<'a, [u8]>>);

impl<'a> Buffers<'a> {
    /// Collects the buffers of a document; `first` are the bytes that came with it in one file.
    pub fn of(buffers: &[Buffer], first: Option<&'a [u8]>) -> Result<Self, FormatError> {
        let bytes = |(index, buffer): (usize, &Buffer)| match (&buffer.uri, first) {
            (Some(uri), _) => decoded(uri, index).map(Cow::Owned),
            (None, Some(first)) if index == 0 => Ok(Cow::Borrowed(first)),
            (None, _) => Err(FormatError::wrong(format!("buffers[{index}].uri"), Problem::Missing)),
        };
        buffers.iter().enumerate().map(bytes).collect::<Result<_, _>>().map(Self)
    }

    /// The bytes from where the values of an accessor begin to the end of its view, and how far apart values of that
    /// length are; nothing where all values are zero because it has no view.
    fn values(
        &self,
        document: &Document<'_>,
        index: usize,
        length: usize,
    ) -> Result<Option<(&[u8], usize)>, FormatError> {
        let accessor = accessor(document, index)?;
        if accessor.sparse.is_some() {
            return Err(FormatError::Unsupported("sparse accessors".to_owned()));
        }
        let Some(view) = accessor.buffer_view else { return Ok(None) };
        let find = || {
            let view = document.buffer_views.get(view)?;
            let buffer = self.0.get(view.buffer)?;
            let bytes = buffer.get(view.byte_offset..)?.get(..view.byte_length)?;
            Some((bytes.get(accessor.byte_offset..)?, view.byte_stride.unwrap_or(length)))
        };
        find().map(Some).ok_or_else(|| FormatError::wrong(format!("accessors[{index}]"), Problem::Dangling))
    }
}

/// The bytes of an address that is the data itself.
fn decoded(uri: &str, index: usize) -> Result<Vec<u8>, FormatError> {
    let Some(data) = uri.strip_prefix("data:") else { return Err(FormatError::External(short(uri))) };
    let text = data.split_once(',').filter(|(kind, _)| kind.ends_with(";base64")).map(|(_, text)| text);
    let bytes = text.and_then(|text| base64::decode(text.trim_end_matches('=')));
    bytes.ok_or_else(|| FormatError::wrong(format!("buffers[{index}].uri"), Problem::Invalid))
}

/// A list of values of one length.
struct Values<'a> {
    bytes: &'a [u8],
    stride: usize,
    count: usize,
}

impl<'a> Values<'a> {
    /// The list of an accessor with values of so many bytes; empty where it has no bytes, as all of it is zero then and
    /// shows nothing.
    fn of(document: &Document<'_>, buffers: &'a Buffers<'_>, index: usize, length: usize) -> Result<Self, FormatError> {
        let place = format!("accessors[{index}]");
        let count = accessor(document, index)?.count;
        let Some((bytes, stride)) = buffers.values(document, index, length)? else {
            return Ok(Self { bytes: &[], stride: length, count: 0 });
        };
        if stride < length {
            return Err(FormatError::wrong(place, Problem::Invalid));
        }
        // The last value need not be followed by what lies between two of them.
        let end = count.checked_sub(1).map_or(Some(0), |before| before.checked_mul(stride)?.checked_add(length));
        if end.is_none_or(|end| end > bytes.len()) {
            return Err(FormatError::wrong(place, Problem::Dangling));
        }
        Ok(Self { bytes, stride, count })
    }

    fn get<const LENGTH: usize>(&self, index: usize) -> Option<&'a [u8; LENGTH]> {
        (index < self.count).then(|| self.bytes.get(index * self.stride..)?.first_chunk()).flatten()
    }
}

fn accessor<'d>(document: &'d Document<'_>, index: usize) -> Result<&'d Accessor, FormatError> {
    document.accessors.get(index).ok_or_else(|| FormatError::wrong(format!("accessors[{index}]"), Problem::Dangling))
}

/// A list of points.
pub struct Points<'a>(Values<'a>);

impl<'a> Points<'a> {
    /// The points of an accessor.
    pub fn of(document: &Document<'_>, buffers: &'a Buffers<'_>, index: usize) -> Result<Self, FormatError> {
        let found = accessor(document, index)?;
        if (found.component_type, found.kind) != (FLOAT, AccessorType::Vec3) {
            return Err(FormatError::wrong(format!("accessors[{index}]"), Problem::Invalid));
        }
        Values::of(document, buffers, index, 12).map(Self)
    }

    /// Number of points.
    pub fn count(&self) -> usize {
        self.0.count
    }

    /// Returns the point at an index.
    pub fn get(&self, index: usize) -> Option<DVec3> {
        let bytes: &[u8; 12] = self.0.get(index)?;
        let mut numbers = bytes.as_chunks::<4>().0.iter().map(|bytes| f64::from(f32::from_le_bytes(*bytes)));
        Some(DVec3::new(numbers.next()?, numbers.next()?, numbers.next()?))
    }
}

/// A list of places in a list of points.
pub struct Indices<'a> {
    values: Values<'a>,
    length: usize,
}

impl<'a> Indices<'a> {
    /// The indices of an accessor.
    pub fn of(document: &Document<'_>, buffers: &'a Buffers<'_>, index: usize) -> Result<Self, FormatError> {
        let found = accessor(document, index)?;
        let length = match (found.kind, found.component_type) {
            (AccessorType::Scalar, UNSIGNED_BYTE) => 1,
            (AccessorType::Scalar, UNSIGNED_SHORT) => 2,
            (AccessorType::Scalar, UNSIGNED_INT) => 4,
            _ => return Err(FormatError::wrong(format!("accessors[{index}]"), Problem::Invalid)),
        };
        Values::of(document, buffers, index, length).map(|values| Self { values, length })
    }

    /// Number of indices.
    pub fn count(&self) -> usize {
        self.values.count
    }

    /// Returns the index at a place.
    pub fn get(&self, index: usize) -> Option<usize> {
        Some(match self.length {
            1 => usize::from(u8::from_le_bytes(*self.values.get(index)?)),
            2 => usize::from(u16::from_le_bytes(*self.values.get(index)?)),
            _ => u32::from_le_bytes(*self.values.get(index)?) as usize,
        })
    }
}
