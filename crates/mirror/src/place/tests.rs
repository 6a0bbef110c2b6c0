use futures::executor::block_on;
use proptest::prelude::*;

use super::*;
use crate::folder::MemoryFolder;
use crate::testing::{self, Act, everything};

const DAY_MS: i64 = 86_400_000;

type Device = testing::Device<MemoryFolder>;

impl Device {
    fn of(number: u32, skew_ms: i64) -> Self {
        Self::new(number, skew_ms, MemoryFolder::default())
    }

    fn now(&self) -> Report {
        block_on(self.synchronise())
    }
}

/// Number of schedules, and of events in each: more with `ESPALIER_SCHEDULES`.
fn schedules() -> (u32, usize) {
    match std::env::var("ESPALIER_SCHEDULES").ok().and_then(|text| text.parse().ok()) {
        Some(schedules) => (schedules, 1_000),
        None => (12, 150),
    }
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: schedules().0,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn p1_p4_devices_agree_whatever_reaches_them_when(schedule in testing::schedule(schedules().1)) {
        block_on(schedule.run(std::iter::repeat_with(MemoryFolder::default))).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn a_new_device_gets_everything_and_what_both_had_is_there_once() {
    let (one, other) = (Device::of(1, 0), Device::of(2, DAY_MS));
    for number in 0..9 {
        testing::act(&one.storage, &Act::Put(Table::Sessions, number, "here".to_owned()));
        testing::act(&one.storage, &Act::File(number));
    }
    // Both begin with the same backup, and one changed a name before there was a place.
    testing::act(&other.storage, &Act::Put(Table::Sessions, 3, "here".to_owned()));
    testing::act(&other.storage, &Act::Put(Table::Sessions, 4, "there".to_owned()));
    let other = Device { folder: one.folder.clone(), ..other };
    assert_eq!(one.now().sent, 9);
    let report = other.now();
    assert_eq!((report.changed.len(), report.two_versions), (8, 1), "{report:?}");
    one.now();
    other.now();
    let rows = |device: &Device| everything(&device.storage).into_iter().filter(|(key, _)| key.contains("Sessions"));
    assert!(rows(&one).eq(rows(&other)) && rows(&one).count() == 9);
}

#[test]
fn a_change_is_later_than_what_was_taken_in_although_it_changed_nothing() {
    let one = Device::of(1, 0);
    let ahead = Device { folder: one.folder.clone(), ..Device::of(2, DAY_MS) };
    // Both name it alike, one of them later.
    testing::act(&one.storage, &Act::Put(Table::Maps, 1, "same".to_owned()));
    ahead.now();
    testing::act(&ahead.storage, &Act::Put(Table::Maps, 1, "same".to_owned()));
    ahead.now();
    assert!(one.now().changed.is_empty());
    testing::act(&one.storage, &Act::Put(Table::Maps, 1, "other".to_owned()));
    one.now();
    ahead.now();
    assert_eq!(everything(&one.storage), everything(&ahead.storage));
    assert!(everything(&one.storage)[0].1.contains("other"));
}

#[test]
fn p3_every_truncation_of_every_bundle_is_ignored_and_named() {
    let (one, other) = (Device::of(1, 0), Device::of(2, 0));
    other.now();
    testing::act(&one.storage, &Act::Put(Table::Maps, 1, "a".to_owned()));
    one.now();
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "b".to_owned()));
    one.now();
    let files = one.folder.files.borrow().clone();
    assert_eq!(files.len(), 2);
    other.folder.files.borrow_mut().insert("desktop.ini".to_owned(), b"other".to_vec());
    for (name, bytes) in &files {
        for length in 0..bytes.len() {
            other.folder.files.borrow_mut().insert(name.clone(), bytes[..length].to_vec());
            let report = other.now();
            assert_eq!((report.damaged, report.changed.len()), (vec![name.clone()], 0), "{length}");
        }
        other.folder.files.borrow_mut().insert(name.clone(), bytes.clone());
        assert_eq!(other.now().changed.len(), 1);
    }
    assert_eq!(everything(&one.storage), everything(&other.storage));
}

#[test]
fn a_text_that_both_changed_has_two_versions_until_it_is_decided() {
    let one = Device::of(1, 0);
    let other = Device { folder: one.folder.clone(), ..Device::of(2, 5) };
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "a".to_owned()));
    one.now();
    other.now();
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "mine".to_owned()));
    testing::act(&other.storage, &Act::Put(Table::Sessions, 1, "theirs".to_owned()));
    assert_eq!(block_on(one.place().unsent()).unwrap(), 1);
    one.now();
    assert_eq!(other.now().two_versions, 1);
    one.now();
    for device in [&one, &other] {
        let versions = block_on(device.place().two_versions()).unwrap();
        assert_eq!(versions.len(), 1);
        let Version { here, other, .. } = &versions[0];
        assert_eq!((here.as_str(), other.as_str()), ("theirs", "mine"), "the later one stands");
    }
    for use_other in [false, true] {
        testing::act(&one.storage, &Act::Put(Table::Sessions, 1, format!("mine {use_other}")));
        testing::act(&other.storage, &Act::Put(Table::Sessions, 1, format!("theirs {use_other}")));
        one.now();
        other.now();
        one.now();
        // The versions of the round before are still there in the first one.
        let mut stands = String::new();
        for Version { at, version, here, other } in block_on(one.place().two_versions()).unwrap() {
            let is_new = other.ends_with(&use_other.to_string());
            stands = if is_new && use_other { other } else { here };
            block_on(one.place().decide(&at, &version, is_new && use_other)).unwrap();
        }
        one.now();
        other.now();
        assert_eq!(block_on(other.place().two_versions()).unwrap(), []);
        let row = everything(&other.storage).remove(0).1;
        assert!(row.contains(&format!("\"{stands}\"")) && stands.ends_with(&use_other.to_string()), "{row} {stands}");
        assert_eq!(everything(&one.storage), everything(&other.storage));
    }
}

#[test]
fn many_bundles_are_put_together_and_a_new_device_still_gets_everything() {
    let one = Device::of(1, 0);
    for number in 0..150_u8 {
        testing::act(&one.storage, &Act::Put(Table::Sessions, number % 40, number.to_string()));
        one.now();
    }
    assert!(one.folder.files.borrow().len() < MANY);
    let other = Device { folder: one.folder.clone(), ..Device::of(2, 0) };
    other.now();
    assert_eq!(everything(&one.storage), everything(&other.storage));
}

#[test]
fn a_place_that_was_emptied_gets_everything_again() {
    let (one, other) = (Device::of(1, 0), Device::of(2, 0));
    for number in 0..5 {
        testing::act(&one.storage, &Act::Put(Table::Sessions, number, "a".to_owned()));
    }
    testing::act(&one.storage, &Act::File(3));
    one.now();
    testing::act(&one.storage, &Act::Remove(Table::Sessions, 4));
    one.now();
    one.folder.files.borrow_mut().clear();
    one.now();
    let files = one.folder.files.borrow().clone();
    assert_eq!(files.len(), 2, "a bundle and a file");
    one.now();
    assert_eq!(*one.folder.files.borrow(), files, "once");
    let other = Device { folder: one.folder.clone(), ..other };
    assert_eq!(other.now().changed.len(), 4);
}

#[test]
fn own_bundles_that_are_damaged_are_put_together_with_what_they_held() {
    let (one, other) = (Device::of(1, 0), Device::of(2, 0));
    for number in 0..MANY {
        if number == MANY - 1 {
            one.folder.files.borrow_mut().values_mut().next().unwrap().truncate(40);
        }
        testing::act(&one.storage, &Act::Put(Table::Sessions, number as u8, "a".to_owned()));
        one.now();
    }
    assert_eq!(one.folder.files.borrow().len(), 1);
    let other = Device { folder: one.folder.clone(), ..other };
    assert_eq!(other.now().changed.len(), MANY);
}

#[test]
fn a_place_that_is_left_is_forgotten_here_and_stays_as_it_is() {
    let one = Device::of(1, 0);
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "a".to_owned()));
    one.now();
    let (rows, files) = (everything(&one.storage), one.folder.files.borrow().clone());
    block_on(one.place().leave()).unwrap();
    assert_eq!((everything(&one.storage), one.folder.files.borrow().clone()), (rows, files));
    let log = block_on(one.place().log()).unwrap();
    assert_eq!((log.placed, &log.place), (None, &None));
    // Joining again is like a new device with the same rows.
    assert_eq!(one.now().two_versions, 0);
}
