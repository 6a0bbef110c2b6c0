//! A file of everything that can be read is written and read again the same, and can be imported twice.
#![no_main]

use espalier_base::time::Timestamp;
use espalier_model::workspace::Workspace;
use espalier_storage::archive::{self, ConflictPolicy};
use libfuzzer_sys::fuzz_target;

const NOW: Timestamp = Timestamp(0);

fuzz_target!(|text: &str| {
    let Ok(read) = archive::read(text) else {
        return;
    };
    let written = archive::write(&read.records, NOW);
    let again = archive::read(&written).expect("what was written is read");
    assert!(again.broken.is_empty(), "{:?}", again.broken);
    assert_eq!(archive::write(&again.records, NOW), written);

    let plan = archive::plan(&again.records, &[], ConflictPolicy::TakeTheirs);
    let mut workspace = Workspace::default();
    workspace.apply(&plan.changes).expect("a plan fits what it was made for");
    let present: Vec<_> = workspace.tables().records().collect();
    let second = archive::plan(&again.records, &present, ConflictPolicy::TakeTheirs);
    assert!(second.changes.is_empty(), "{:?}", second.changes);
});
