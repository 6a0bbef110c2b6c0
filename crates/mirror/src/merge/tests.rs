use proptest::prelude::*;
use serde_json::json;

use super::*;

const DEVICES: usize = 5;

/// A thing that a device does.
#[derive(Debug, Clone)]
enum Act {
    Edit {
        device: usize,
        row: usize,
        field: &'static str,
        value: u8,
    },
    Move {
        device: usize,
        row: usize,
        below: usize,
    },
    Remove {
        device: usize,
        row: usize,
    },
    Add {
        device: usize,
        row: usize,
    },
    /// One device takes in what another one has of a row.
    Take {
        device: usize,
        from: usize,
        row: usize,
    },
}

fn act() -> impl Strategy<Value = Act> {
    let (device, row) = (0..DEVICES, 0..6_usize);
    prop_oneof![
        4 => (device.clone(), row.clone(), prop::sample::select(&["title", "color"][..]), any::<u8>())
            .prop_map(|(device, row, field, value)| Act::Edit { device, row, field, value }),
        4 => (device.clone(), row.clone(), row.clone()).prop_map(|(device, row, below)| Act::Move { device, row, below }),
        1 => (device.clone(), row.clone()).prop_map(|(device, row)| Act::Remove { device, row }),
        1 => (device.clone(), row.clone()).prop_map(|(device, row)| Act::Add { device, row }),
        6 => (device.clone(), device, row).prop_map(|(device, from, row)| Act::Take { device, from, row }),
    ]
}

fn fields(parent: Option<usize>, title: u8) -> Map<String, Value> {
    let row = json!({ "parent": parent.map(id), "order": "a", "title": title });
    row.as_object().cloned().unwrap_or_default()
}

fn id(row: usize) -> String {
    format!("n{row}")
}

#[derive(Debug, Clone, Default)]
struct Device {
    clock: u64,
    rows: BTreeMap<usize, State>,
}

/// Several devices, whose clocks differ by up to a day.
struct Devices(Vec<Device>);

impl Devices {
    fn new(skews: &[u64]) -> Self {
        Self(skews.iter().map(|skew| Device { clock: *skew, rows: BTreeMap::new() }).collect())
    }

    fn stamp(&mut self, device: usize) -> Stamp {
        self.0[device].clock += 1;
        Stamp { clock: Clock(self.0[device].clock), device: DeviceId(device as u32) }
    }

    fn take(&mut self, device: usize, from: usize, row: usize) {
        let (Some(theirs), clock) = (self.0[from].rows.get(&row).cloned(), self.0[from].clock) else { return };
        let mine = &mut self.0[device];
        mine.clock = mine.clock.max(clock);
        match mine.rows.get_mut(&row) {
            Some(state) => state.merge(Table::Nodes, &theirs),
            None => drop(mine.rows.insert(row, theirs)),
        }
    }

    fn act(&mut self, act: &Act) {
        match *act {
            Act::Edit { device, row, field, value } => {
                let stamp = self.stamp(device);
                if let Some(state) = self.0[device].rows.get_mut(&row).filter(|state| state.meta.is_there()) {
                    let mut now = state.row.clone();
                    now.insert(field.to_owned(), json!(value));
                    state.changed(Table::Nodes, now, &[field.to_owned()], stamp);
                }
            }
            Act::Move { device, row, below } => {
                let stamp = self.stamp(device);
                // As the app does, a device makes no cycle of what it sees.
                let places = place_of(&self.0[device]);
                let mut above = Some(below);
                while let Some(one) = above.filter(|one| *one != row) {
                    above = places.get(&one).copied().flatten();
                }
                if above.is_none()
                    && let Some(state) = self.0[device].rows.get_mut(&row).filter(|state| state.meta.is_there())
                {
                    let mut now = state.row.clone();
                    now.insert("parent".to_owned(), json!(id(below)));
                    state.changed(Table::Nodes, now, &["parent".to_owned()], stamp);
                }
            }
            Act::Remove { device, row } => {
                if let Some(state) = self.0[device].rows.get_mut(&row) {
                    state.removed();
                }
            }
            Act::Add { device, row } => {
                let stamp = self.stamp(device);
                let now = fields(None, row as u8);
                match self.0[device].rows.get_mut(&row) {
                    Some(state) => state.changed(Table::Nodes, now, &[], stamp),
                    None => drop(self.0[device].rows.insert(row, State::new(Table::Nodes, now, stamp))),
                }
            }
            Act::Take { device, from, row } => self.take(device, from, row),
        }
    }
}

fn place_of(device: &Device) -> BTreeMap<usize, Option<usize>> {
    let ids: Vec<(String, &State)> = device.rows.iter().map(|(row, state)| (id(*row), state)).collect();
    let placed = place_all(ids.iter().map(|(id, state)| (id.as_str(), &state.meta)));
    let number = |id: &str| id.strip_prefix('n').and_then(|digits| digits.parse().ok()).unwrap_or(usize::MAX);
    placed.iter().map(|(id, place)| (number(id), place.parent.as_str().map(number))).collect()
}

/// The rows with their nodes in place, as every device has to have them.
fn rows_in_place(device: &Device) -> Vec<(usize, State)> {
    let ids: BTreeMap<usize, String> = device.rows.keys().map(|row| (*row, id(*row))).collect();
    let placed = place_all(device.rows.iter().map(|(row, state)| (ids[row].as_str(), &state.meta)));
    let put = |(row, state): (&usize, &State)| {
        let mut state = state.clone();
        placed[ids[row].as_str()].put(&mut state.row);
        (*row, state)
    };
    device.rows.iter().map(put).collect()
}

fn schedule() -> impl Strategy<Value = (Vec<u64>, Vec<Act>, Vec<usize>)> {
    let skews = prop::collection::vec(0..3_000_u64, DEVICES);
    (skews, prop::collection::vec(act(), 1..60), prop::collection::vec(0..DEVICES, 40))
}

/// Has every device take in everything of all others, in an order of its own.
fn settle(devices: &mut Devices, order: &[usize]) {
    for round in 0..DEVICES {
        for (at, from) in order.iter().enumerate() {
            for row in 0..6 {
                devices.take((round + at) % DEVICES, *from, row);
            }
        }
    }
    for device in 0..DEVICES {
        for from in 0..DEVICES {
            (0..6).for_each(|row| devices.take(device, from, row));
        }
    }
    for device in (0..DEVICES).rev() {
        for from in 0..DEVICES {
            (0..6).for_each(|row| devices.take(device, from, row));
        }
    }
}

/// Number of schedules of the property; more with `ESPALIER_SCHEDULES`.
fn config() -> ProptestConfig {
    let cases = std::env::var("ESPALIER_SCHEDULES").ok().and_then(|text| text.parse().ok()).unwrap_or(400);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn v1_v4_devices_agree_whatever_order_states_reach_them_in((skews, acts, order) in schedule()) {
        let mut devices = Devices::new(&skews);
        for act in &acts {
            devices.act(act);
        }
        settle(&mut devices, &order);
        let all: Vec<_> = devices.0.iter().map(rows_in_place).collect();
        for one in &all {
            prop_assert_eq!(one, &all[0]);
        }
        // No node comes below itself.
        for (row, _) in &all[0] {
            let places = place_of(&devices.0[0]);
            let (mut above, mut steps) = (places[row], 0);
            while let Some(one) = above {
                prop_assert!(one != *row && steps < 10, "{:?}", places);
                above = places.get(&one).copied().flatten();
                steps += 1;
            }
        }
    }

    #[test]
    fn merging_is_commutative_associative_and_idempotent((skews, acts, _) in schedule(), row in 0..6_usize) {
        let mut devices = Devices::new(&skews);
        for act in &acts {
            devices.act(act);
        }
        let states: Vec<State> = devices.0.iter().filter_map(|device| device.rows.get(&row).cloned()).collect();
        let merged = |one: &State, other: &State| {
            let mut one = one.clone();
            one.merge(Table::Nodes, other);
            one
        };
        for a in &states {
            prop_assert_eq!(&merged(a, a), a);
            for b in &states {
                prop_assert_eq!(merged(a, b), merged(b, a));
                for c in &states {
                    prop_assert_eq!(merged(&merged(a, b), c), merged(a, &merged(b, c)));
                }
            }
        }
    }

    #[test]
    fn v2_no_text_is_lost_that_nobody_wrote_over((skews, acts, order) in schedule()) {
        let mut devices = Devices::new(&skews);
        // The versions of each title, and those that whoever wrote a later one had before him.
        let mut written: BTreeMap<(usize, Stamp), Value> = BTreeMap::new();
        let mut replaced: BTreeSet<(usize, Stamp)> = BTreeSet::new();
        for act in &acts {
            let subject = match act {
                Act::Edit { device, row, field: "title", .. } | Act::Add { device, row } => Some((*device, *row)),
                _ => None,
            };
            let before = subject.and_then(|(device, row)| devices.0[device].rows.get(&row).map(|state| state.meta.stamp("title")));
            devices.act(act);
            let Some((device, row)) = subject else { continue };
            let Some(state) = devices.0[device].rows.get(&row) else { continue };
            let after = state.meta.stamp("title");
            if Some(after) != before {
                written.insert((row, after), state.row["title"].clone());
                replaced.extend(before.map(|before| (row, before)));
            }
        }
        settle(&mut devices, &order);
        for ((row, stamp), value) in written.iter().filter(|(key, _)| !replaced.contains(key)) {
            let state = &devices.0[0].rows[row];
            let is_shown = state.meta.stamp("title") == *stamp && state.row["title"] == *value;
            let version = TextVersion { stamp: *stamp, field: "title".to_owned() };
            prop_assert!(is_shown || state.meta.others.get(&version) == Some(value), "{:?} of {} in {:?}", stamp, row, state);
        }
    }
}

fn stamp(clock: u64, device: u32) -> Stamp {
    Stamp { clock: Clock(clock), device: DeviceId(device) }
}

#[test]
fn v3_a_change_that_a_removal_had_not_seen_brings_the_row_back() {
    let mut one = State::new(Table::Nodes, fields(None, 1), stamp(1, 1));
    let mut other = one.clone();
    other.changed(Table::Nodes, fields(None, 2), &["title".to_owned()], stamp(2, 2));
    one.removed();
    assert!(!one.meta.is_there());
    one.merge(Table::Nodes, &other);
    assert!(one.meta.is_there(), "the later change wins, though the removal is told later");
    assert_eq!(one.row["title"], json!(2));
    one.removed();
    other.merge(Table::Nodes, &one);
    assert!(!other.meta.is_there(), "what the removal had seen is gone");
    other.changed(Table::Nodes, fields(None, 3), &[], stamp(3, 2));
    assert!(other.meta.is_there(), "what is added again is there");
}

#[test]
fn stamps_and_states_read_back_the_same() {
    let mut state = State::new(Table::Nodes, fields(Some(2), 1), stamp(1, 1));
    let mut other = state.clone();
    state.changed(Table::Nodes, fields(None, 2), &["title".to_owned(), "parent".to_owned()], stamp(7, 1));
    other.changed(Table::Nodes, fields(None, 3), &["title".to_owned()], stamp(8, 0xffff_ffff));
    state.merge(Table::Nodes, &other);
    assert_eq!(state.meta.others.len(), 1);
    state.removed();
    let (meta, row) = state.to_stored();
    assert_eq!(row, None);
    let text = serde_json::to_string(&meta).unwrap();
    assert_eq!(State::stored(serde_json::from_str(&text).unwrap(), None), state, "{text}");
}
