//! Devices to which anything happens in any order, and that agree in the end.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proptest::prelude::*;

use super::{Act, TABLES, act, change, everything, rows};
use crate::folder::{Folder, FolderError};
use crate::place::{Place, Report};
use espalier_base::time::Timestamp;
use espalier_model::change::Change;
use espalier_model::{NodeId, Record, Table};
use espalier_storage::memory::MemoryStorage;

/// Number of devices of a schedule.
pub const DEVICES: usize = 5;
const DAY_MS: i64 = 86_400_000;

/// A device: its database, and the folder as far as it sees it by now.
pub struct Device<F> {
    pub storage: Rc<MemoryStorage>,
    pub folder: F,
    pub number: u32,
}

impl<F: Folder + Clone> Device<F> {
    pub fn new(number: u32, skew_ms: i64, folder: F) -> Self {
        let storage = Rc::new(MemoryStorage::default());
        storage.now.set(Timestamp(1_800_000_000_000 + skew_ms));
        Self { storage, folder, number }
    }

    pub fn place(&self) -> Place<Rc<MemoryStorage>, F> {
        Place::new(self.storage.clone(), self.folder.clone())
    }

    pub async fn synchronise(&self) -> Report {
        self.place().synchronise(self.number + 1).await.unwrap()
    }

    /// Takes a file in that came from another device; returns whether it was new here.
    async fn receive(&self, name: &str, bytes: &[u8]) -> bool {
        let known = match self.folder.read(name).await {
            Err(FolderError::NoFile(_)) => None,
            known => Some(known.unwrap().len()),
        };
        // What is whole is never replaced by less.
        let is_more = known.is_none_or(|known| known < bytes.len());
        if is_more {
            self.folder.write(name, bytes).await.unwrap();
        }
        is_more
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
        6 => (device.clone(), change()).prop_map(|(device, act)| Event::Act(device, act)),
        3 => device.clone().prop_map(Event::Synchronise),
        5 => (device.clone(), device, any::<prop::sample::Index>(), prop::bool::weighted(0.2))
            .prop_map(|(from, to, file, cut)| Event::Carry { from, to, file, cut }),
    ]
}

/// Five devices, by how far their clocks are off, and what happens to them.
#[derive(Debug, Clone)]
pub struct Schedule {
    skews: Vec<i64>,
    events: Vec<Event>,
}

/// Schedules of so many events.
pub fn schedule(events: usize) -> impl Strategy<Value = Schedule> {
    let skews = prop::collection::vec(-DAY_MS..DAY_MS, DEVICES);
    (skews, prop::collection::vec(event(), events)).prop_map(|(skews, events)| Schedule { skews, events })
}

impl Schedule {
    /// Has everything happen to devices with these empty folders, and carries everything everywhere; fails where they do
    /// not have the same then, a row is gone that nobody removed, or a node is below itself.
    pub async fn run<F: Folder + Clone>(&self, folders: impl IntoIterator<Item = F>) -> Result<(), String> {
        let devices = self.skews.iter().zip(folders).zip(0..);
        let devices: Vec<_> = devices.map(|((skew, folder), number)| Device::new(number, *skew, folder)).collect();
        let (mut made, mut removed) = (BTreeSet::new(), BTreeSet::new());
        for event in &self.events {
            match event {
                Event::Act(device, change) => {
                    for (key, change) in act(&devices[*device].storage, change).iter() {
                        match change {
                            Change::Added(_) => drop(made.insert(key.clone())),
                            Change::Removed(_) => drop(removed.insert(key.clone())),
                            Change::Updated(_) => {}
                        }
                    }
                }
                Event::Synchronise(device) => drop(devices[*device].synchronise().await),
                Event::Carry { from, to, file, cut } => {
                    let from = &devices[*from].folder;
                    let mut names = from.list().await.unwrap();
                    names.sort_unstable();
                    if !names.is_empty() {
                        let name = file.get(&names);
                        let bytes = from.read(name).await.unwrap();
                        let length = if *cut { bytes.len() / 2 } else { bytes.len() };
                        devices[*to].receive(name, &bytes[..length]).await;
                    }
                }
            }
        }
        settle(&devices).await?;
        let first: BTreeSet<_> = everything(&devices[0].storage).into_iter().collect();
        for device in &devices {
            let here = everything(&device.storage).into_iter().collect();
            let differ: Vec<_> = first.symmetric_difference(&here).collect();
            if !differ.is_empty() {
                return Err(format!("they differ: {differ:#?}"));
            }
            if device.place().unsent().await.unwrap() != 0 {
                return Err("something is not sent".to_owned());
            }
        }
        let here: BTreeSet<_> = rows(&devices[0].storage, &TABLES).iter().map(Record::key).collect();
        if let Some(lost) = made.difference(&removed).find(|key| !here.contains(key)) {
            return Err(format!("{lost:?} is lost"));
        }
        no_cycle(&devices[0].storage)
    }
}

/// Carries everything everywhere and has all devices take it in, until nothing is left to be done.
async fn settle<F: Folder + Clone>(devices: &[Device<F>]) -> Result<(), String> {
    for _ in 0..4 * DEVICES {
        let mut is_quiet = true;
        for device in devices {
            let report = device.synchronise().await;
            is_quiet &= report.sent == 0 && report.changed.is_empty();
        }
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for device in devices {
            for name in device.folder.list().await.unwrap() {
                let bytes = device.folder.read(&name).await.unwrap();
                let whole = files.entry(name).or_default();
                if whole.len() < bytes.len() {
                    *whole = bytes;
                }
            }
        }
        for device in devices {
            for (name, bytes) in &files {
                is_quiet &= !device.receive(name, bytes).await;
            }
        }
        if is_quiet {
            return Ok(());
        }
    }
    Err("there is always more to be done".to_owned())
}

/// Fails where a node is below itself.
fn no_cycle(storage: &MemoryStorage) -> Result<(), String> {
    let rows = rows(storage, &[Table::Nodes]);
    let parent = |row: &Record| if let Record::Nodes(node) = row { Some((node.id, node.parent?)) } else { None };
    let parents: BTreeMap<NodeId, NodeId> = rows.iter().filter_map(parent).collect();
    // A way up that ends is no longer than this.
    let is_endless =
        |id: &NodeId| std::iter::successors(Some(id), |id| parents.get(id)).nth(parents.len() + 1).is_some();
    match parents.keys().find(|id| is_endless(id)) {
        Some(id) => Err(format!("{id} is below itself")),
        None => Ok(()),
    }
}
