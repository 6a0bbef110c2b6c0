//! Devices that merge what each changed, through folders of the browser's private files.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test says what it expected")]

use espalier_mirror::testing;
use espalier_web_storage::own_folder::OwnFolder;
use espalier_web_storage::private_files::{folder, remove_folder};
use futures::future::join_all;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use wasm_bindgen_test::{console_log, wasm_bindgen_test};

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

/// Number of schedules: another one with `ESPALIER_SCHEDULES`, when this is compiled.
const SCHEDULES: Option<&str> = option_env!("ESPALIER_SCHEDULES");
const EVENTS: usize = 40;

#[wasm_bindgen_test]
async fn p1_p4_devices_agree_whatever_reaches_their_files_when() {
    let schedules: u32 = SCHEDULES.map_or(25, |text| text.parse().expect("it is a number"));
    let strategy = testing::schedule(EVENTS);
    let mut runner = TestRunner::default();
    let start = js_sys::Date::now();
    for number in 0..schedules {
        let schedule = strategy.new_tree(&mut runner).expect("nothing is refused").current();
        let names: Vec<String> = (0..testing::DEVICES).map(|device| format!("devices-{number}-{device}")).collect();
        let folders = join_all(names.iter().map(|name| folder(name, true))).await;
        let folders = folders.into_iter().map(|folder| OwnFolder(folder.expect("there is a folder")));
        if let Err(error) = schedule.run(folders).await {
            panic!("{error}\n{schedule:#?}");
        }
        for name in &names {
            remove_folder(name).await.expect("the folder goes");
        }
    }
    console_log!("{schedules} schedules of {EVENTS} events: {:.1} s", (js_sys::Date::now() - start) / 1_000.0);
}
