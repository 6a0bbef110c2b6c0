//! Stereolithography files (STL, the format of 3D Systems, 1989): triangles in single precision, in a text or in records
//! of 50 bytes. Axes and units are those of the scene; the format says nothing of either.

use glam::DVec3;

use super::found::Found;
use super::mesh::Mesh;
use super::{DEFAULT_COLOR, FormatError, MAX_SHAPES, Problem, SceneFile, short, stem};
use crate::geometry::rotation;
use espalier_model::scene::Geometry;

/// Beginning of a binary file. Never "solid", by which others know a text.
const HEADER: &[u8] = b"Binary STL from Espalier";
const HEADER_LENGTH: usize = 80;
/// A normal and three vertices of three numbers, and two bytes that say nothing.
const RECORD_LENGTH: usize = 50;

/// Whether the length is that of a binary file.
pub fn is_binary(bytes: &[u8]) -> bool {
    records(bytes).is_some_and(|(count, records)| records.len() as u64 == u64::from(count) * RECORD_LENGTH as u64)
}

/// Whether it is a text of this format.
pub fn is_text(content: &[u8]) -> bool {
    let beginning = content.get(..512).unwrap_or(content);
    beginning.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid")) && !beginning.contains(&0)
}

/// Returns the number of records that a binary file claims to have, and what follows.
fn records(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (count, records) = bytes.get(HEADER_LENGTH..)?.split_first_chunk()?;
    Some((u32::from_le_bytes(*count), records))
}

/// Reads a binary file; what follows the last record is passed over.
pub fn read_binary(bytes: &[u8], name: &str) -> Result<SceneFile, FormatError> {
    let unfinished = || FormatError::wrong("STL", Problem::Unfinished);
    let (count, records) = records(bytes).ok_or_else(unfinished)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let (records, _) = records.as_chunks::<RECORD_LENGTH>();
    let records = records.get(..count).ok_or_else(unfinished)?;
    if count > MAX_SHAPES {
        return Err(FormatError::TooMany);
    }
    let mut found = Found::default();
    for record in records {
        found.triangle(corners(record), "", DEFAULT_COLOR)?;
    }
    Ok(SceneFile { name: stem(name).to_owned(), shapes: found.all()? })
}

/// The vertices of a record; the normal follows from them.
fn corners(record: &[u8; RECORD_LENGTH]) -> [DVec3; 3] {
    let mut numbers = record.as_chunks::<4>().0.iter().skip(3).map(|bytes| f64::from(f32::from_le_bytes(*bytes)));
    let mut next = || numbers.next().unwrap_or_default();
    [(); 3].map(|()| DVec3::new(next(), next(), next()))
}

/// Reads a text.
pub fn read_text(content: &[u8], name: &str) -> Result<SceneFile, FormatError> {
    let mut found = Found::default();
    let mut words = content.split(|byte| matches!(byte, b'\n' | b'\r')).flat_map(words);
    let mut facets = 0_usize;
    let mut vertices: Option<Vec<DVec3>> = None;
    while let Some(word) = words.next() {
        let wrong = |problem| FormatError::wrong(format!("facet {facets}"), problem);
        if word.eq_ignore_ascii_case(b"facet") {
            facets += 1;
            vertices = Some(Vec::new());
        } else if word.eq_ignore_ascii_case(b"vertex") {
            let vertices = vertices.as_mut().filter(|list| list.len() < 3).ok_or_else(|| wrong(Problem::Invalid))?;
            vertices.push(DVec3::from_array(vertex(&mut words).map_err(wrong)?));
        } else if word.eq_ignore_ascii_case(b"endfacet") {
            let corners = vertices.take().and_then(|list| <[DVec3; 3]>::try_from(list).ok());
            found.triangle(corners.ok_or_else(|| wrong(Problem::Invalid))?, "", DEFAULT_COLOR)?;
        }
    }
    if vertices.is_some() {
        return Err(FormatError::wrong(format!("facet {facets}"), Problem::Unfinished));
    }
    let shapes = found.all()?;
    let own = title(content);
    Ok(SceneFile { name: if own.is_empty() { stem(name).to_owned() } else { own }, shapes })
}

/// The words of a line; those of a name, which may be anything, are left out.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let first = words.next();
    let named = first.is_some_and(|word| [&b"solid"[..], b"endsolid"].iter().any(|key| word.eq_ignore_ascii_case(key)));
    first.into_iter().chain(words.take(if named { 0 } else { usize::MAX }))
}

/// The three numbers of a vertex.
fn vertex<'a>(words: &mut impl Iterator<Item = &'a [u8]>) -> Result<[f64; 3], Problem> {
    let mut numbers = [0.0; 3];
    for number in &mut numbers {
        let word = words.next().ok_or(Problem::Unfinished)?;
        *number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok()).ok_or(Problem::NotANumber)?;
    }
    Ok(numbers)
}

/// The name of a text.
fn title(content: &[u8]) -> String {
    let line = content.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    short(&String::from_utf8_lossy(line.get(5..).unwrap_or_default()))
}

/// Writes a binary file.
pub fn write(file: &SceneFile) -> Vec<u8> {
    let count: usize = file.shapes.iter().map(|shape| Mesh::count(shape.geometry.kind())).sum();
    let mut bytes = Vec::with_capacity(HEADER_LENGTH + 4 + count * RECORD_LENGTH);
    bytes.extend_from_slice(HEADER);
    bytes.resize(HEADER_LENGTH, b' ');
    bytes.extend_from_slice(&(count as u32).to_le_bytes());
    let [square, circle] =
        [Geometry::Square { side: 1.0 }, Geometry::Circle { radius: 1.0 }].map(|shape| Mesh::unit(&shape));
    for shape in &file.shapes {
        let triangle;
        let mesh = match shape.geometry {
            Geometry::Square { .. } => &square,
            Geometry::Circle { .. } => &circle,
            Geometry::Triangle { .. } => {
                triangle = Mesh::unit(&shape.geometry);
                &triangle
            }
        };
        let (size, turned) = (shape.geometry.size(), rotation(shape.rotation));
        let at = DVec3::from_array(shape.position);
        for corners in mesh.corners() {
            vector(&mut bytes, turned * mesh.normal);
            for corner in corners {
                vector(&mut bytes, at + turned * (corner * size));
            }
            bytes.extend_from_slice(&[0; 2]);
        }
    }
    bytes
}

fn vector(bytes: &mut Vec<u8>, vector: DVec3) {
    for value in vector.to_array() {
        bytes.extend_from_slice(&(value as f32).to_le_bytes());
    }
}
