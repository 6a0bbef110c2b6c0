use std::rc::Rc;

use futures::executor::block_on;
use proptest::prelude::*;

use super::*;
use crate::folder::MemoryFolder;
use crate::place::{Place, Report};
use crate::seal::SALT;
use crate::testing::{self, Act, everything};
use espalier_model::Table;
use espalier_storage::memory::MemoryStorage;

fn seal(number: u8) -> Seal {
    Seal::with_cost([number; SALT], 8, 1)
}

fn open(folder: &MemoryFolder, password: Option<&str>, number: u8) -> Result<SealedFolder<MemoryFolder>, SealedError> {
    block_on(SealedFolder::open(folder.clone(), &[], password, seal(number))).map(|(folder, _)| folder)
}

fn synchronise(storage: &Rc<MemoryStorage>, folder: &SealedFolder<MemoryFolder>, number: u32) -> Report {
    block_on(Place::new(storage.clone(), folder.clone()).synchronise(number)).unwrap()
}

#[test]
fn s1_two_devices_with_the_password_agree_and_the_folder_shows_nothing() {
    let folder = MemoryFolder::default();
    let (one, other) = (Rc::new(MemoryStorage::default()), Rc::new(MemoryStorage::default()));
    testing::act(&one, &Act::Put(Table::Sessions, 1, "left-handed".to_owned()));
    testing::act(&one, &Act::File(7));
    synchronise(&one, &open(&folder, Some("pass"), 1).unwrap(), 1);
    synchronise(&other, &open(&folder, Some("pass"), 2).unwrap(), 2);
    // No message names the file, so the other device does not ask for it.
    assert_eq!(everything(&one)[..1], everything(&other));
    let files = folder.files.borrow();
    let plain = |name: &String| !is_seal(name) && !name.ends_with(SEALED);
    assert_eq!(files.keys().filter(|name| plain(name)).count(), 0);
    assert_eq!(files.keys().filter(|name| is_seal(name)).count(), 1);
    assert_eq!(files.len(), 3);
    let word = b"left-handed".as_slice();
    assert!(files.values().all(|bytes| !bytes.windows(word.len()).any(|part| part == word)));
}

#[test]
fn a_folder_opens_with_its_password_and_with_the_key_made_of_it() {
    let folder = MemoryFolder::default();
    assert_eq!(open(&folder, None, 1).unwrap().keys.len(), 0);
    let (_, keys) = block_on(SealedFolder::open(folder.clone(), &[], Some("pass"), seal(1))).unwrap();
    assert_eq!(open(&folder, None, 2).unwrap_err(), SealedError::Locked);
    assert_eq!(open(&folder, Some("Pass"), 2).unwrap_err(), SealedError::WrongPassword);
    let kept: Vec<_> = keys.iter().filter_map(|key| PlaceKey::from_text(&key.expose())).collect();
    assert_eq!(kept, keys);
    let open_with = |keys: &[PlaceKey]| block_on(SealedFolder::open(folder.clone(), keys, None, seal(2)));
    assert_eq!(open_with(&kept).unwrap().1, keys);
    let wrong = PlaceKey { key: [0; 32], ..kept[0].clone() };
    assert_eq!(open_with(&[wrong]).unwrap_err(), SealedError::WrongPassword);
    folder.files.borrow_mut().values_mut().for_each(|bytes| bytes.truncate(9));
    assert_eq!(open_with(&kept).unwrap_err(), SealedError::Seal(SealError::Unknown));
    folder.files.borrow_mut().clear();
    assert_eq!(open_with(&kept).unwrap_err(), SealedError::NoSeal);
    assert_eq!(format!("{:?}", kept[0]), "PlaceKey(…)");
}

#[test]
fn s2_a_folder_with_files_in_the_clear_is_not_sealed_and_a_sealed_one_gets_none() {
    let folder = MemoryFolder::default();
    let storage = Rc::new(MemoryStorage::default());
    testing::act(&storage, &Act::Put(Table::Sessions, 1, "a".to_owned()));
    let plain = open(&folder, None, 1).unwrap();
    synchronise(&storage, &plain, 1);
    assert_eq!(open(&folder, Some("pass"), 1).unwrap_err(), SealedError::InTheClear);
    let bundles = folder.files.take();
    open(&folder, Some("pass"), 1).unwrap();
    let place = Place::new(storage.clone(), plain);
    assert_eq!(block_on(place.synchronise(1)).unwrap_err().to_string(), FolderError::Locked.to_string());
    // Someone who does not know the password puts a bundle there.
    folder.files.borrow_mut().extend(bundles);
    let other = Rc::new(MemoryStorage::default());
    let report = synchronise(&other, &open(&folder, Some("pass"), 1).unwrap(), 2);
    assert_eq!((report.changed.len(), everything(&other).len()), (0, 0));
}

#[test]
fn s3_devices_that_begin_at_the_same_time_read_each_other() {
    let (here, there) = (MemoryFolder::default(), MemoryFolder::default());
    let devices = [(&here, 1_u8), (&there, 2)].map(|(folder, number)| {
        let storage = Rc::new(MemoryStorage::default());
        testing::act(&storage, &Act::Put(Table::Sessions, number, "a".to_owned()));
        synchronise(&storage, &open(folder, Some("pass"), number).unwrap(), number.into());
        storage
    });
    let merged: Vec<_> = here
        .files
        .borrow()
        .iter()
        .chain(&*there.files.borrow())
        .map(|(name, bytes)| (name.clone(), bytes.clone()))
        .collect();
    here.files.borrow_mut().extend(merged);
    let folder = open(&here, Some("pass"), 3).unwrap();
    for number in [0, 1, 0] {
        synchronise(&devices[number], &folder, number as u32 + 1);
    }
    assert_eq!(everything(&devices[0]), everything(&devices[1]));
    assert_eq!(everything(&devices[0]).len(), 2);
}

#[test]
fn what_is_damaged_or_sealed_otherwise_is_named_as_it_lies_there() {
    let folder = MemoryFolder::default();
    let (one, other) = (Rc::new(MemoryStorage::default()), Rc::new(MemoryStorage::default()));
    testing::act(&one, &Act::Put(Table::Sessions, 1, "a".to_owned()));
    let sealed = open(&folder, Some("pass"), 1).unwrap();
    synchronise(&one, &sealed, 1);
    let (name, bytes) = folder
        .files
        .borrow()
        .iter()
        .find(|(name, _)| name.ends_with(SEALED))
        .map(|(name, bytes)| (name.clone(), bytes.clone()))
        .unwrap();
    let foreign = format!("{}{SEALED}", "A".repeat(80));
    folder.files.borrow_mut().insert(foreign.clone(), bytes.clone());
    for length in 0..bytes.len() {
        folder.files.borrow_mut().insert(name.clone(), bytes[..length].to_vec());
        let report = synchronise(&other, &sealed, 2);
        assert_eq!(
            (&report.damaged, &report.foreign, report.changed.len()),
            (&vec![name.clone()], &vec![foreign.clone()], 0)
        );
    }
    folder.files.borrow_mut().insert(name, bytes);
    assert_eq!(synchronise(&other, &sealed, 2).changed.len(), 1);
}

proptest! {
    #[test]
    fn names_and_contents_come_back_under_their_own_key_and_no_other(
        name in "\\PC{0,90}", content in proptest::collection::vec(any::<u8>(), 0..200), flip in any::<proptest::sample::Index>(),
    ) {
        let (mine, other) = (Ciphers::new(&[1; 32]), Ciphers::new(&[2; 32]));
        let outer = mine.name(&name);
        prop_assert_eq!(mine.open_name(&outer), Some(name.clone()));
        prop_assert_eq!(other.open_name(&outer), None);
        let mut sealed = mine.seal(&name, &content);
        prop_assert_eq!(&sealed, &mine.seal(&name, &content));
        prop_assert_eq!(mine.open(&name, &sealed), Some(content));
        prop_assert_eq!(other.open(&name, &sealed), None);
        prop_assert_eq!(mine.open(&format!("{name}x"), &sealed), None);
        let at = flip.index(sealed.len());
        sealed[at] ^= 1;
        prop_assert_eq!(mine.open(&name, &sealed), None);
    }

    #[test]
    fn any_text_is_refused_as_a_name_or_a_seal(text in "\\PC{0,60}", bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        prop_assert_eq!(Ciphers::new(&[1; 32]).open_name(&format!("{text}{SEALED}")), None);
        prop_assert!(open_seal(&bytes, "a.seal", &[], Some("pass")).is_err());
        prop_assert_eq!(PlaceKey::from_text(&text).map(|key| key.expose()).filter(|known| *known != text), None);
    }
}
