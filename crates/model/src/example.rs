//! The mark of examples: their ids say that they are one, so that it goes wherever the row goes.
//!
//! - X1 An id of an example is a `UUIDv7` whose second half is the number of its room and the letters "example"; its
//!   first half makes it unique. No other id has this form.
//! - X2 A row made from an example elsewhere may take over its id; it is in another room, and so no example there.
//! - X3 The numbers are stored and never change.

use uuid::Uuid;

use super::RoomId;
use espalier_base::id::Id;

/// Returns the last eight bytes: the variant of a UUID, the room's number, "example".
const fn tail(room: RoomId) -> u64 {
    let number = match room {
        RoomId::Chat => 1,
        RoomId::Map => 2,
        RoomId::Time => 3,
        RoomId::Course => 4,
        RoomId::Scene => 5,
    };
    u64::from_be_bytes(*b"\x80example") | number << 56
}

/// Makes a new id with the mark of a room's example.
pub const fn marked<Kind>(room: RoomId, id: Id<Kind>) -> Id<Kind> {
    let (first, _) = id.uuid().as_u64_pair();
    Id::from_uuid(Uuid::from_u64_pair(first, tail(room)))
}

/// Whether an id has the mark of a room's example.
pub const fn is_example<Kind>(room: RoomId, id: Id<Kind>) -> bool {
    id.uuid().as_u64_pair().1 == tail(room)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;

    proptest! {
        #[test]
        fn x1_marked_ids_are_unique_and_keep_their_order_and_others_have_no_mark(seed: u64, at in 0_i64..1 << 47) {
            let mut env = Env::deterministic(Timestamp(at), seed);
            let plain: Vec<Id<()>> = (0..200).map(|_| env.id()).collect();
            for room in RoomId::ALL {
                let ids: Vec<Id<()>> = plain.iter().map(|&id| marked(room, id)).collect();
                prop_assert!(ids.is_sorted());
                prop_assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
                for (id, before) in ids.iter().zip(&plain) {
                    let is = |other| is_example(other, *id) == (other == room);
                    prop_assert!(RoomId::ALL.into_iter().all(is));
                    prop_assert!(!is_example(room, *before));
                    prop_assert_eq!(id.unix_ms(), before.unix_ms());
                    prop_assert_eq!((id.uuid().get_version_num(), id.uuid().get_variant()), (7, uuid::Variant::RFC4122));
                }
            }
        }
    }

    #[test]
    fn x3_the_mark_is_the_one_that_is_stored() {
        let id: Id<()> = Id::from_uuid(Uuid::nil());
        let texts = RoomId::ALL.map(|room| marked(room, id).to_string());
        assert_eq!(texts[0], "00000000-0000-0000-8165-78616d706c65");
        assert_eq!(texts[4], "00000000-0000-0000-8565-78616d706c65");
    }
}
