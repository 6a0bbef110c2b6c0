//! Ids that are made from those of another app, so that the same thing always gets the same id.

use uuid::Uuid;

use espalier_base::fnv::Fnv128;
use espalier_base::id::Id;

/// The id of what another app names by `names`, made at `ms` (milliseconds since 1970).
///
/// A UUID of version 8 (RFC 9562, 5.8) laid out like version 7, so that it sorts by time among the others: 48 bits of
/// time, 12 bits `order` within the millisecond, then 62 bits of the 128-bit FNV-1a hash of the names
/// (Fowler, Noll and Vo; draft-eastlake-fnv).
pub fn id<Kind>(ms: i64, order: u16, names: &[&str]) -> Id<Kind> {
    let time = u128::from(ms.clamp(0, (1 << 48) - 1).unsigned_abs()) << 80;
    let order = u128::from(order & 0x0fff) << 64;
    let hash = hash(names) & ((1 << 62) - 1);
    Id::from_uuid(Uuid::from_u128(time | 8 << 76 | order | 0b10 << 62 | hash))
}

fn hash(names: &[&str]) -> u128 {
    let mut hash = Fnv128::default();
    for name in names {
        hash.add(name.as_bytes());
        // A byte that is in no UTF-8 text ends each name, so that ("ab", "c") and ("a", "bc") differ.
        hash.add(&[0xff]);
    }
    // The low bits alone would leave out half of what the hash knows.
    hash.0 ^ hash.0 >> 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_names_give_the_same_id_and_others_another() {
        let one: Id<()> = id(1, 2, &["a", "b"]);
        assert_eq!(one, id(1, 2, &["a", "b"]));
        assert_ne!(one, id(1, 2, &["ab", ""]));
        assert_eq!(one.uuid().get_version_num(), 8);
        assert_eq!(one.uuid().get_variant(), uuid::Variant::RFC4122);
    }

    #[test]
    fn ids_sort_by_time_then_order() {
        let ids: [Id<()>; 4] = [id(-5, 9, &["x"]), id(1, 0, &["z"]), id(1, 1, &["a"]), id(i64::MAX, 0, &["a"])];
        assert!(ids.is_sorted());
    }
}
