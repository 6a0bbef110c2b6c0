use std::rc::Rc;

use futures::executor::block_on;
use proptest::prelude::*;

use super::*;
use crate::folder::MemoryFolder;
use crate::testing::{self, Act, everything};
use espalier_base::time::Timestamp;
use espalier_storage::memory::MemoryStorage;

const DEVICES: usize = 5;
const DAY_MS: i64 = 86_400_000;

/// A device: its database, and the folder as far as it sees it by now.
struct Device {
    storage: Rc<MemoryStorage>,
    folder: MemoryFolder,
    number: u32,
}

impl Device {
    fn new(number: u32, skew_ms: i64) -> Self {
        let storage = Rc::new(MemoryStorage::default());
        storage.now.set(Timestamp(1_800_000_000_000 + skew_ms));
        Self { storage, folder: MemoryFolder::default(), number }
    }

    fn place(&self) -> Place<Rc<MemoryStorage>, MemoryFolder> {
        Place::new(self.storage.clone(), self.folder.clone())
    }

    fn synchronise(&self) -> Report {
        block_on(self.place().synchronise(self.number + 1)).unwrap()
    }
}

/// A thing that happens: to one device, or on the way between two.
#[derive(Debug, Clone)]
enum Event {
    Act(usize, Act),
    Synchronise(usize),
    /// A program that keeps folders alike carries one of the files over, the last or the first, whole or cut off.
    Carry {
        from: usize,
        to: usize,
        file: prop::sample::Index,
        cut: bool,
    },
}

fn event() -> impl Strategy<Value = Event> {
    let device = 0..DEVICES;
    prop_oneof![
        6 => (device.clone(), testing::change()).prop_map(|(device, act)| Event::Act(device, act)),
        3 => device.clone().prop_map(Event::Synchronise),
        5 => (device.clone(), device, any::<prop::sample::Index>(), prop::bool::weighted(0.2))
            .prop_map(|(from, to, file, cut)| Event::Carry { from, to, file, cut }),
    ]
}

fn carry(from: &Device, to: &Device, name: &str, cut: bool) {
    let bytes = from.folder.files.borrow().get(name).cloned();
    let Some(bytes) = bytes else { return };
    let known = to.folder.files.borrow().get(name).cloned();
    // What is whole is never replaced by less.
    if known.is_none_or(|known| known.len() < bytes.len()) {
        let length = if cut { bytes.len() / 2 } else { bytes.len() };
        to.folder.files.borrow_mut().insert(name.to_owned(), bytes[..length].to_vec());
    }
}

/// Carries everything everywhere and has all devices take it in, until nothing is left to be done.
fn settle(devices: &[Device]) {
    for _ in 0..4 * DEVICES {
        let quiet =
            devices.iter().map(Device::synchronise).filter(|report| report.sent == 0 && report.changed.is_empty());
        let is_quiet = quiet.count() == devices.len();
        let mut is_carried = false;
        for from in devices {
            let files = from.folder.files.borrow().clone();
            for to in devices {
                let before = to.folder.files.borrow().clone();
                for name in files.keys() {
                    carry(from, to, name, false);
                }
                is_carried |= before != *to.folder.files.borrow();
            }
        }
        if is_quiet && !is_carried {
            return;
        }
    }
    panic!("there is always more to be done");
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
    fn p1_p4_devices_agree_whatever_reaches_them_when(
        skews in prop::collection::vec(-DAY_MS..DAY_MS, DEVICES),
        events in prop::collection::vec(event(), schedules().1),
    ) {
        let devices: Vec<Device> = skews.iter().zip(0..).map(|(skew, number)| Device::new(number, *skew)).collect();
        for event in &events {
            match event {
                Event::Act(device, act) => testing::act(&devices[*device].storage, act),
                Event::Synchronise(device) => drop(devices[*device].synchronise()),
                Event::Carry { from, to, file, cut } => {
                    let names: Vec<String> = devices[*from].folder.files.borrow().keys().cloned().collect();
                    if !names.is_empty() {
                        let name: &String = file.get(&names);
                        carry(&devices[*from], &devices[*to], name, *cut);
                    }
                }
            }
        }
        settle(&devices);
        let all: Vec<_> = devices.iter().map(|device| everything(&device.storage)).collect();
        for one in &all {
            let here: BTreeSet<_> = one.iter().collect();
            let there: BTreeSet<_> = all[0].iter().collect();
            let differ: Vec<_> = here.symmetric_difference(&there).collect();
            prop_assert!(differ.is_empty(), "{:#?}", differ);
        }
        for device in &devices {
            prop_assert_eq!(block_on(device.place().unsent()).unwrap(), 0);
        }
    }
}

#[test]
fn a_new_device_gets_everything_and_what_both_had_is_there_once() {
    let (one, other) = (Device::new(1, 0), Device::new(2, DAY_MS));
    for number in 0..9 {
        testing::act(&one.storage, &Act::Put(Table::Sessions, number, "here".to_owned()));
        testing::act(&one.storage, &Act::File(number));
    }
    // Both begin with the same backup, and one changed a name before there was a place.
    testing::act(&other.storage, &Act::Put(Table::Sessions, 3, "here".to_owned()));
    testing::act(&other.storage, &Act::Put(Table::Sessions, 4, "there".to_owned()));
    let other = Device { folder: one.folder.clone(), ..other };
    assert_eq!(one.synchronise().sent, 9);
    let report = other.synchronise();
    assert_eq!((report.changed.len(), report.two_versions), (8, 1), "{report:?}");
    one.synchronise();
    other.synchronise();
    let rows = |device: &Device| everything(&device.storage).into_iter().filter(|(key, _)| key.contains("Sessions"));
    assert!(rows(&one).eq(rows(&other)) && rows(&one).count() == 9);
}

#[test]
fn p3_every_truncation_of_every_bundle_is_ignored_and_named() {
    let (one, other) = (Device::new(1, 0), Device::new(2, 0));
    other.synchronise();
    testing::act(&one.storage, &Act::Put(Table::Maps, 1, "a".to_owned()));
    one.synchronise();
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "b".to_owned()));
    one.synchronise();
    let files = one.folder.files.borrow().clone();
    assert_eq!(files.len(), 2);
    other.folder.files.borrow_mut().insert("desktop.ini".to_owned(), b"other".to_vec());
    for (name, bytes) in &files {
        for length in 0..bytes.len() {
            other.folder.files.borrow_mut().insert(name.clone(), bytes[..length].to_vec());
            let report = other.synchronise();
            assert_eq!((report.damaged, report.changed.len()), (vec![name.clone()], 0), "{length}");
        }
        other.folder.files.borrow_mut().insert(name.clone(), bytes.clone());
        assert_eq!(other.synchronise().changed.len(), 1);
    }
    assert_eq!(everything(&one.storage), everything(&other.storage));
}

#[test]
fn a_text_that_both_changed_has_two_versions_until_it_is_decided() {
    let one = Device::new(1, 0);
    let other = Device { folder: one.folder.clone(), ..Device::new(2, 5) };
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "a".to_owned()));
    one.synchronise();
    other.synchronise();
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "mine".to_owned()));
    testing::act(&other.storage, &Act::Put(Table::Sessions, 1, "theirs".to_owned()));
    assert_eq!(block_on(one.place().unsent()).unwrap(), 1);
    one.synchronise();
    assert_eq!(other.synchronise().two_versions, 1);
    one.synchronise();
    for device in [&one, &other] {
        let versions = block_on(device.place().two_versions()).unwrap();
        assert_eq!(versions.len(), 1);
        let Version { here, other, .. } = &versions[0];
        assert_eq!((here.as_str(), other.as_str()), ("theirs", "mine"), "the later one stands");
    }
    for use_other in [false, true] {
        testing::act(&one.storage, &Act::Put(Table::Sessions, 1, format!("mine {use_other}")));
        testing::act(&other.storage, &Act::Put(Table::Sessions, 1, format!("theirs {use_other}")));
        one.synchronise();
        other.synchronise();
        one.synchronise();
        // The versions of the round before are still there in the first one.
        let mut stands = String::new();
        for Version { at, version, here, other } in block_on(one.place().two_versions()).unwrap() {
            let is_new = other.ends_with(&use_other.to_string());
            stands = if is_new && use_other { other } else { here };
            block_on(one.place().decide(&at, &version, is_new && use_other)).unwrap();
        }
        one.synchronise();
        other.synchronise();
        assert_eq!(block_on(other.place().two_versions()).unwrap(), []);
        let row = everything(&other.storage).remove(0).1;
        assert!(row.contains(&format!("\"{stands}\"")) && stands.ends_with(&use_other.to_string()), "{row} {stands}");
        assert_eq!(everything(&one.storage), everything(&other.storage));
    }
}

#[test]
fn many_bundles_are_put_together_and_a_new_device_still_gets_everything() {
    let one = Device::new(1, 0);
    for number in 0..150_u8 {
        testing::act(&one.storage, &Act::Put(Table::Sessions, number % 40, number.to_string()));
        one.synchronise();
    }
    assert!(one.folder.files.borrow().len() < MANY);
    let other = Device { folder: one.folder.clone(), ..Device::new(2, 0) };
    other.synchronise();
    assert_eq!(everything(&one.storage), everything(&other.storage));
}

#[test]
fn a_place_that_was_emptied_gets_everything_again() {
    let (one, other) = (Device::new(1, 0), Device::new(2, 0));
    for number in 0..5 {
        testing::act(&one.storage, &Act::Put(Table::Sessions, number, "a".to_owned()));
    }
    testing::act(&one.storage, &Act::File(3));
    one.synchronise();
    testing::act(&one.storage, &Act::Remove(Table::Sessions, 4));
    one.synchronise();
    one.folder.files.borrow_mut().clear();
    one.synchronise();
    let files = one.folder.files.borrow().clone();
    assert_eq!(files.len(), 2, "a bundle and a file");
    one.synchronise();
    assert_eq!(*one.folder.files.borrow(), files, "once");
    let other = Device { folder: one.folder.clone(), ..other };
    assert_eq!(other.synchronise().changed.len(), 4);
}

#[test]
fn own_bundles_that_are_damaged_are_put_together_with_what_they_held() {
    let (one, other) = (Device::new(1, 0), Device::new(2, 0));
    for number in 0..MANY {
        if number == MANY - 1 {
            one.folder.files.borrow_mut().values_mut().next().unwrap().truncate(40);
        }
        testing::act(&one.storage, &Act::Put(Table::Sessions, number as u8, "a".to_owned()));
        one.synchronise();
    }
    assert_eq!(one.folder.files.borrow().len(), 1);
    let other = Device { folder: one.folder.clone(), ..other };
    assert_eq!(other.synchronise().changed.len(), MANY);
}

#[test]
fn a_place_that_is_left_is_forgotten_here_and_stays_as_it_is() {
    let one = Device::new(1, 0);
    testing::act(&one.storage, &Act::Put(Table::Sessions, 1, "a".to_owned()));
    one.synchronise();
    let (rows, files) = (everything(&one.storage), one.folder.files.borrow().clone());
    block_on(one.place().leave()).unwrap();
    assert_eq!((everything(&one.storage), one.folder.files.borrow().clone()), (rows, files));
    let log = block_on(one.place().log()).unwrap();
    assert_eq!((log.placed, &log.place), (None, &None));
    // Joining again is like a new device with the same rows.
    assert_eq!(one.synchronise().two_versions, 0);
}
