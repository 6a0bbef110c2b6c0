//! Many entries as bytes, for storage that keeps a month of them as one row.
//!
//! A form is the head `ETL` as [`bytes`] has it, then numbers: how many rows there are; the zones, categories, goals and
//! sets of tags they use; and the rows, each a byte of flags and what the flags say, times as differences from the row
//! before.
//!
//! - P1 Packed rows unpack to the same rows in the same order, whatever they are.
//! - P2 Bytes that are damaged in any way are an error, never a panic, and never take more memory than a small multiple
//!   of their length.
//! - P3 The same rows are the same bytes.

use std::collections::BTreeMap;
use std::rc::Rc;

use uuid::Uuid;

use super::{GoalId, Tags, TimeCategoryId, TimeEntry, TimeEntryId};
pub use espalier_base::bytes::Damaged;
use espalier_base::bytes::{self, Reader, join_id, put_number, put_signed, put_text, split_id};
use espalier_base::time::Timestamp;
use espalier_base::zone::Zone;

/// The first bytes of every form; the last of them is the version.
const HEAD: [u8; 4] = [b'E', b'T', b'L', 1];
/// The fewest bytes of a row: flags, two of times, and the part of the id that is no time.
const MIN_ROW: usize = 13;

const HAS_END: u8 = 1;
const WHOLE_SECONDS: u8 = 2;
const HAS_CATEGORY: u8 = 4;
const HAS_GOAL: u8 = 8;
const HAS_TAGS: u8 = 16;
const HAS_NOTE: u8 = 32;
const OTHER_ZONE: u8 = 64;

/// Packs rows into bytes (P1, P3).
pub fn pack<'a>(rows: impl IntoIterator<Item = &'a Rc<TimeEntry>>) -> Vec<u8> {
    let rows: Vec<&Rc<TimeEntry>> = rows.into_iter().collect();
    let mut lists = Lists::default();
    let mut body = Vec::with_capacity(rows.len() * 40);
    let mut last = Last::default();
    for row in &rows {
        put_row(&mut body, row, &mut lists, &mut last);
    }
    let mut bytes = bytes::begin(HEAD, body.len() + 256);
    put_number(&mut bytes, rows.len() as u64);
    lists.put(&mut bytes);
    bytes.extend(body);
    bytes::seal(&mut bytes);
    bytes
}

/// Unpacks rows from bytes (P1, P2).
pub fn unpack(bytes: &[u8]) -> Result<Vec<Rc<TimeEntry>>, Damaged> {
    bytes::read(HEAD, bytes, read_rows)
}

/// Values of the row before, to which differences are stored.
#[derive(Debug, Clone, Copy, Default)]
struct Last {
    id_ms: u64,
    start: i64,
    updated_at: i64,
    zone: u32,
}

/// Zones, categories, goals and tags of the rows, each once, in the order of first use.
#[derive(Debug, Default)]
struct Lists {
    zones: (BTreeMap<Zone, u32>, Vec<Zone>),
    categories: (BTreeMap<Uuid, u32>, Vec<Uuid>),
    goals: (BTreeMap<Uuid, u32>, Vec<Uuid>),
    tags: (BTreeMap<Tags, u32>, Vec<Tags>),
}

fn number_of<T: Ord + Clone>((known, list): &mut (BTreeMap<T, u32>, Vec<T>), value: &T) -> u32 {
    if let Some(number) = known.get(value) {
        return *number;
    }
    let number = list.len() as u32;
    known.insert(value.clone(), number);
    list.push(value.clone());
    number
}

impl Lists {
    fn put(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, self.zones.1.len() as u64);
        for zone in &self.zones.1 {
            put_text(bytes, zone.as_str());
        }
        for ids in [&self.categories.1, &self.goals.1] {
            put_number(bytes, ids.len() as u64);
            for id in ids {
                bytes.extend(id.as_bytes());
            }
        }
        put_number(bytes, self.tags.1.len() as u64);
        for tags in &self.tags.1 {
            put_number(bytes, tags.iter().len() as u64);
            for tag in tags.iter() {
                put_text(bytes, tag);
            }
        }
    }
}

fn put_row(bytes: &mut Vec<u8>, row: &TimeEntry, lists: &mut Lists, last: &mut Last) {
    // Every field by name: one that is new has to be written.
    let TimeEntry { id, start, end, category, goal, tags, note, zone: own_zone, updated_at } = row;
    let whole = |from: i64, to: i64| to.checked_sub(from).is_some_and(|difference| difference % 1_000 == 0);
    let is_whole = whole(last.start, start.0) && end.is_none_or(|end| whole(start.0, end.0));
    let unit = if is_whole { 1_000 } else { 1 };
    let zone = number_of(&mut lists.zones, own_zone);
    let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
    bytes.push(
        flag(end.is_some(), HAS_END)
            | flag(is_whole, WHOLE_SECONDS)
            | flag(category.is_some(), HAS_CATEGORY)
            | flag(goal.is_some(), HAS_GOAL)
            | flag(!tags.is_empty(), HAS_TAGS)
            | flag(!note.is_empty(), HAS_NOTE)
            | flag(zone != last.zone, OTHER_ZONE),
    );
    let (id_ms, rest) = split_id(id.uuid());
    put_signed(bytes, id_ms.wrapping_sub(last.id_ms).cast_signed());
    bytes.extend(rest);
    put_signed(bytes, start.0.wrapping_sub(last.start) / unit);
    put_signed(bytes, updated_at.0.wrapping_sub(last.updated_at));
    if let Some(end) = end {
        put_signed(bytes, end.0.wrapping_sub(start.0) / unit);
    }
    if let Some(category) = category {
        put_number(bytes, number_of(&mut lists.categories, &category.uuid()).into());
    }
    if let Some(goal) = goal {
        put_number(bytes, number_of(&mut lists.goals, &goal.uuid()).into());
    }
    if !tags.is_empty() {
        put_number(bytes, number_of(&mut lists.tags, tags).into());
    }
    if !note.is_empty() {
        put_text(bytes, note);
    }
    if zone != last.zone {
        put_number(bytes, zone.into());
    }
    *last = Last { id_ms, start: start.0, updated_at: updated_at.0, zone };
}

fn read_rows(reader: &mut Reader<'_>) -> Option<Vec<Rc<TimeEntry>>> {
    let count = reader.count(MIN_ROW)?;
    let zones = reader.list(1, |reader| reader.text().map(Zone::new))?;
    let categories = reader.list(16, |reader| reader.uuid().map(TimeCategoryId::from_uuid))?;
    let goals = reader.list(16, |reader| reader.uuid().map(GoalId::from_uuid))?;
    let tags = reader.list(1, |reader| {
        let tags = reader.list(1, Reader::text)?;
        Some(Tags::new(tags))
    })?;
    let mut rows = Vec::with_capacity(count);
    let mut last = Last::default();
    for _ in 0..count {
        let flags = reader.byte()?;
        let has = |flag: u8| flags & flag != 0;
        let unit = if has(WHOLE_SECONDS) { 1_000 } else { 1 };
        let id_ms = last.id_ms.wrapping_add(reader.signed()?.cast_unsigned());
        let id = join_id(id_ms, reader.take(10)?)?;
        let start = last.start.checked_add_or_wrap(reader.signed()?, unit)?;
        let updated_at = last.updated_at.wrapping_add(reader.signed()?);
        let end = if has(HAS_END) { Some(start.checked_add_or_wrap(reader.signed()?, unit)?) } else { None };
        let category = if has(HAS_CATEGORY) { Some(*categories.get(reader.index()?)?) } else { None };
        let goal = if has(HAS_GOAL) { Some(*goals.get(reader.index()?)?) } else { None };
        let tags = if has(HAS_TAGS) { tags.get(reader.index()?)?.clone() } else { Tags::default() };
        let note = if has(HAS_NOTE) { reader.text()?.to_owned() } else { String::new() };
        if has(OTHER_ZONE) {
            last.zone = u32::try_from(reader.index()?).ok()?;
        }
        let zone = zones.get(last.zone as usize)?.clone();
        last = Last { id_ms, start, updated_at, zone: last.zone };
        rows.push(Rc::new(TimeEntry {
            id: TimeEntryId::from_uuid(id),
            start: Timestamp(start),
            end: end.map(Timestamp),
            category,
            goal,
            tags,
            note,
            zone,
            updated_at: Timestamp(updated_at),
        }));
    }
    Some(rows)
}

/// Addition of stored differences.
trait Differences: Sized {
    fn checked_add_or_wrap(self, difference: i64, unit: i64) -> Option<Self>;
}

impl Differences for i64 {
    /// Differences in whole seconds must fit; those in milliseconds wrap as they did when they were taken.
    fn checked_add_or_wrap(self, difference: i64, unit: i64) -> Option<Self> {
        if unit == 1 {
            return Some(self.wrapping_add(difference));
        }
        self.checked_add(difference.checked_mul(unit)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_time() -> impl Strategy<Value = i64> {
        prop_oneof![
            4 => (0_i64..4_000_000_000).prop_map(|second| second * 1_000),
            1 => 0_i64..4_000_000_000_000,
            1 => any::<i64>(),
        ]
    }

    prop_compose! {
        fn any_row()(
            id in prop_oneof![any::<u128>(), 0_u128..5],
            start in any_time(),
            end in prop::option::of(any_time()),
            category in prop::option::of(0_u128..4),
            goal in prop::option::of(0_u128..4),
            tags in prop::collection::vec("[#a-c茶 ]{0,4}", 0..4),
            note in prop_oneof![Just(String::new()), any::<String>()],
            zone in prop_oneof![Just("UTC".to_owned()), "[A-Z]{0,3}"],
            updated_at in any_time(),
        ) -> Rc<TimeEntry> {
            Rc::new(TimeEntry {
                id: TimeEntryId::from_uuid(Uuid::from_u128(id)),
                start: Timestamp(start),
                end: end.map(Timestamp),
                category: category.map(|id| TimeCategoryId::from_uuid(Uuid::from_u128(id))),
                goal: goal.map(|id| GoalId::from_uuid(Uuid::from_u128(id))),
                tags: Tags::new(tags.iter().map(String::as_str)),
                note,
                zone: Zone::new(&zone),
                updated_at: Timestamp(updated_at),
            })
        }
    }

    #[test]
    fn nothing_is_few_bytes() {
        let bytes = pack([]);
        assert_eq!(bytes.len(), 12 + 5);
        assert_eq!(unpack(&bytes), Ok(Vec::new()));
        assert_eq!(unpack(b""), Err(Damaged::NotOurs));
        assert_eq!(unpack(b"ETL"), Err(Damaged::NotOurs));
        assert_eq!(unpack(b"ETL\x02whatever"), Err(Damaged::Newer(2)));
        assert_eq!(unpack(b"ETL\x01"), Err(Damaged::Checksum));
    }

    proptest! {
        #[test]
        fn p1_p3_what_is_packed_unpacks(rows in prop::collection::vec(any_row(), 0..40)) {
            let bytes = pack(&rows);
            prop_assert_eq!(unpack(&bytes), Ok(rows.clone()));
            prop_assert_eq!(pack(&rows), bytes);
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
                prop_assert_eq!(unpack(&pack(&rows)), Ok(rows));
            }
        }
    }
}
