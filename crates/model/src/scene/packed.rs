//! Many shapes as bytes, for storage that keeps thousands of them as one row.
//!
//! A form is the head `ESH` as [`bytes`] has it, then numbers: how many rows there are; the scenes they belong to; and
//! the rows, each a byte of flags and what the flags say, times as differences from the row before. Measures, positions
//! and angles are the eight bytes of each number, so that none is rounded.
//!
//! - P1 Packed rows unpack to the same rows in the same order, whatever they are, every number bit by bit.
//! - P2 Bytes that are damaged in any way are an error, never a panic, and never take more memory than a small multiple
//!   of their length.
//! - P3 The same rows are the same bytes.

use std::rc::Rc;

use super::{Geometry, SceneId, Shape, ShapeId, Vector};
use crate::mindmap::Color;
pub use espalier_base::bytes::Damaged;
use espalier_base::bytes::{self, Reader, join_id, put_number, put_signed, put_text, split_id};
use espalier_base::time::Timestamp;

/// The first bytes of every form; the last of them is the version.
const HEAD: [u8; 4] = [b'E', b'S', b'H', 1];
/// The fewest bytes of a row: flags, three of times, the part of the id that is no time, a measure, a position, a colour.
const MIN_ROW: usize = 1 + 3 + 10 + 8 + 24 + 3;

/// The two bits of the type, and their values.
const TYPE: u8 = 3;
const SQUARE: u8 = 0;
const CIRCLE: u8 = 1;
const TRIANGLE: u8 = 2;
const HAS_NAME: u8 = 4;
const HAS_ROTATION: u8 = 8;
const OTHER_SCENE: u8 = 16;

/// Packs rows into bytes (P1, P3).
pub fn pack<'a>(rows: impl IntoIterator<Item = &'a Rc<Shape>>) -> Vec<u8> {
    let mut body = Vec::new();
    let mut scenes: Vec<SceneId> = Vec::new();
    let mut last = Last::default();
    let mut count = 0_u64;
    for row in rows {
        put_row(&mut body, row, &mut scenes, &mut last);
        count += 1;
    }
    let mut bytes = bytes::begin(HEAD, body.len() + 32);
    put_number(&mut bytes, count);
    put_number(&mut bytes, scenes.len() as u64);
    for scene in &scenes {
        bytes.extend(scene.uuid().as_bytes());
    }
    bytes.extend(body);
    bytes::seal(&mut bytes);
    bytes
}

/// Unpacks rows from bytes (P1, P2).
pub fn unpack(bytes: &[u8]) -> Result<Vec<Rc<Shape>>, Damaged> {
    bytes::read(HEAD, bytes, read_rows)
}

/// Values of the row before, to which differences are stored.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    id_ms: u64,
    created_at: i64,
    updated_at: i64,
    scene: usize,
}

fn put_row(bytes: &mut Vec<u8>, row: &Shape, scenes: &mut Vec<SceneId>, last: &mut Last) {
    // Every field by name: one that is new has to be written.
    let Shape { id, scene: own, created_at, updated_at, name, geometry, position, rotation, color } = row;
    // Rows of one scene come together, so that of the last row is looked at first.
    let known = scenes.get(last.scene).filter(|scene| **scene == *own).map(|_| last.scene);
    let scene = known.or_else(|| scenes.iter().position(|scene| *scene == *own)).unwrap_or_else(|| {
        scenes.push(*own);
        scenes.len() - 1
    });
    let turned = rotation.iter().any(|angle| angle.to_bits() != 0);
    let kind = match geometry {
        Geometry::Square { .. } => SQUARE,
        Geometry::Circle { .. } => CIRCLE,
        Geometry::Triangle { .. } => TRIANGLE,
    };
    let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
    bytes.push(
        kind | flag(!name.is_empty(), HAS_NAME) | flag(turned, HAS_ROTATION) | flag(scene != last.scene, OTHER_SCENE),
    );
    let (id_ms, rest) = split_id(id.uuid());
    put_signed(bytes, id_ms.wrapping_sub(last.id_ms).cast_signed());
    bytes.extend(rest);
    put_signed(bytes, created_at.0.wrapping_sub(last.created_at));
    put_signed(bytes, updated_at.0.wrapping_sub(last.updated_at));
    match geometry {
        Geometry::Square { side } => put_float(bytes, *side),
        Geometry::Circle { radius } => put_float(bytes, *radius),
        Geometry::Triangle { vertices } => {
            for vertex in vertices {
                put_vector(bytes, vertex);
            }
        }
    }
    put_vector(bytes, position);
    bytes.extend(color.rgb);
    if turned {
        put_vector(bytes, rotation);
    }
    if !name.is_empty() {
        put_text(bytes, name);
    }
    if scene != last.scene {
        put_number(bytes, scene as u64);
    }
    *last = Last { id_ms, created_at: created_at.0, updated_at: updated_at.0, scene };
}

fn read_rows(reader: &mut Reader<'_>) -> Option<Vec<Rc<Shape>>> {
    let count = reader.count(MIN_ROW)?;
    let scenes = reader.list(16, |reader| reader.uuid().map(SceneId::from_uuid))?;
    let mut rows = Vec::with_capacity(count);
    let mut last = Last::default();
    for _ in 0..count {
        let flags = reader.byte()?;
        let has = |flag: u8| flags & flag != 0;
        let id_ms = last.id_ms.wrapping_add(reader.signed()?.cast_unsigned());
        let id = join_id(id_ms, reader.take(10)?)?;
        let created_at = last.created_at.wrapping_add(reader.signed()?);
        let updated_at = last.updated_at.wrapping_add(reader.signed()?);
        let geometry = match flags & TYPE {
            SQUARE => Geometry::Square { side: float(reader)? },
            CIRCLE => Geometry::Circle { radius: float(reader)? },
            TRIANGLE => Geometry::Triangle { vertices: [vector(reader)?, vector(reader)?, vector(reader)?] },
            _ => return None,
        };
        let position = vector(reader)?;
        let rgb = reader.take(3)?.try_into().ok()?;
        let rotation = if has(HAS_ROTATION) { vector(reader)? } else { [0.0; 3] };
        let name = if has(HAS_NAME) { reader.text()?.to_owned() } else { String::new() };
        let scene = if has(OTHER_SCENE) { reader.index()? } else { last.scene };
        last = Last { id_ms, created_at, updated_at, scene };
        rows.push(Rc::new(Shape {
            id: ShapeId::from_uuid(id),
            scene: *scenes.get(scene)?,
            created_at: Timestamp(created_at),
            updated_at: Timestamp(updated_at),
            name,
            geometry,
            position,
            rotation,
            color: Color { rgb },
        }));
    }
    Some(rows)
}

fn put_float(bytes: &mut Vec<u8>, number: f64) {
    bytes.extend(number.to_bits().to_le_bytes());
}

fn put_vector(bytes: &mut Vec<u8>, vector: &Vector) {
    for number in vector {
        put_float(bytes, *number);
    }
}

fn float(reader: &mut Reader<'_>) -> Option<f64> {
    Some(f64::from_bits(u64::from_le_bytes(reader.take(8)?.try_into().ok()?)))
}

fn vector(reader: &mut Reader<'_>) -> Option<Vector> {
    Some([float(reader)?, float(reader)?, float(reader)?])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn any_time() -> impl Strategy<Value = i64> {
        prop_oneof![4 => 0_i64..4_000_000_000_000, 1 => any::<i64>()]
    }

    /// Generates any eight bytes, and the odd numbers among them more often.
    fn any_float() -> impl Strategy<Value = f64> {
        let odd = [0.0, -0.0, f64::NAN, -f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE / 2.0, f64::MAX];
        prop_oneof![2 => any::<u64>().prop_map(f64::from_bits), 2 => -1e3..1e3, 1 => prop::sample::select(odd.to_vec())]
    }

    fn any_vector() -> impl Strategy<Value = Vector> {
        prop_oneof![1 => Just([0.0; 3]), 3 => prop::array::uniform3(any_float())]
    }

    fn any_geometry() -> impl Strategy<Value = Geometry> {
        prop_oneof![
            any_float().prop_map(|side| Geometry::Square { side }),
            any_float().prop_map(|radius| Geometry::Circle { radius }),
            prop::array::uniform3(any_vector()).prop_map(|vertices| Geometry::Triangle { vertices }),
        ]
    }

    prop_compose! {
        fn any_row()(
            id in prop_oneof![any::<u128>(), 0_u128..5],
            scene in prop_oneof![Just(3_u128), 0_u128..4, any::<u128>()],
            (created_at, updated_at) in (any_time(), any_time()),
            name in prop_oneof![Just(String::new()), any::<String>()],
            geometry in any_geometry(),
            position in any_vector(),
            rotation in any_vector(),
            rgb in any::<[u8; 3]>(),
        ) -> Rc<Shape> {
            Rc::new(Shape {
                id: ShapeId::from_uuid(Uuid::from_u128(id)),
                scene: SceneId::from_uuid(Uuid::from_u128(scene)),
                created_at: Timestamp(created_at),
                updated_at: Timestamp(updated_at),
                name,
                geometry,
                position,
                rotation,
                color: Color { rgb },
            })
        }
    }

    /// Renders all fields of a row, numbers as bits, because NaN is not equal to itself and -0 is equal to 0.
    fn said(row: &Shape) -> String {
        let numbers = |vector: &Vector| vector.map(f64::to_bits);
        let geometry = match &row.geometry {
            Geometry::Square { side } => format!("square {}", side.to_bits()),
            Geometry::Circle { radius } => format!("circle {}", radius.to_bits()),
            Geometry::Triangle { vertices } => format!("triangle {:?}", vertices.each_ref().map(numbers)),
        };
        let (position, rotation) = (numbers(&row.position), numbers(&row.rotation));
        let Shape { id, scene, created_at, updated_at, name, color, .. } = row;
        format!("{id} {scene} {created_at:?} {updated_at:?} {name:?} {geometry} {position:?} {rotation:?} {color:?}")
    }

    fn all_said(rows: &[Rc<Shape>]) -> Vec<String> {
        rows.iter().map(|row| said(row)).collect()
    }

    #[test]
    fn nothing_is_few_bytes() {
        let bytes = pack([]);
        assert_eq!(bytes.len(), 12 + 2);
        assert_eq!(unpack(&bytes), Ok(Vec::new()));
        assert_eq!(unpack(b""), Err(Damaged::NotOurs));
        assert_eq!(unpack(b"ETL\x01"), Err(Damaged::NotOurs), "entries are no shapes");
        assert_eq!(unpack(b"ESH\x02whatever"), Err(Damaged::Newer(2)));
        assert_eq!(unpack(b"ESH\x01"), Err(Damaged::Checksum));
    }

    proptest! {
        #[test]
        fn p1_p3_what_is_packed_unpacks(rows in prop::collection::vec(any_row(), 0..40)) {
            let bytes = pack(&rows);
            let back = unpack(&bytes).unwrap();
            prop_assert_eq!(all_said(&back), all_said(&rows));
            prop_assert_eq!(pack(&back), bytes);
        }

        #[test]
        fn p2_any_damage_is_noticed(
            rows in prop::collection::vec(any_row(), 1..10),
            at in any::<prop::sample::Index>(),
            flip in 1_u8..,
            cut in any::<prop::sample::Index>(),
        ) {
            let bytes = pack(&rows);
            let mut damaged = bytes.clone();
            damaged[at.index(bytes.len())] ^= flip;
            prop_assert!(unpack(&damaged).is_err());
            prop_assert!(unpack(&bytes[..cut.index(bytes.len())]).is_err());
        }

        /// Checks bytes with a right checksum, as if by chance.
        #[test]
        fn p2_nonsense_is_an_error_or_rows_never_a_panic(
            rows in prop::collection::vec(any_row(), 0..10),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
            garbage in prop::option::of(prop::collection::vec(any::<u8>(), 0..200)),
        ) {
            let mut body = garbage.unwrap_or_else(|| pack(&rows)[12..].to_vec());
            for (at, byte) in changes.iter().filter(|_| !body.is_empty()).collect::<Vec<_>>() {
                let at = at.index(body.len());
                body[at] = *byte;
            }
            let mut bytes = bytes::begin(HEAD, body.len());
            bytes.extend(body);
            bytes::seal(&mut bytes);
            if let Ok(rows) = unpack(&bytes) {
                let again = unpack(&pack(&rows)).unwrap();
                prop_assert_eq!(all_said(&again), all_said(&rows));
            }
        }
    }
}
