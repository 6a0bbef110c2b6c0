//! The reminder to save everything outside the browser, at times that a test chooses.

#![allow(clippy::expect_used, reason = "a test that cannot go on stops")]

use espalier_app::effect::{Effect, ElsewhereTimes};
use espalier_app::files::FileMsg;
use espalier_app::load::Start;
use espalier_app::place::{PlaceMsg, PlaceProblem, PlaceState};
use espalier_app::sessions::SessionMsg;
use espalier_app::{Model, Msg, Notice, StorageUsage, update};
use espalier_base::env::Env;
use espalier_base::time::Timestamp;
use espalier_llm::secret::Secret;

use crate::lab::Lab;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

fn usage(persisted: bool) -> Msg {
    Msg::StorageFacts(StorageUsage { used: 1, quota: 2, persisted })
}

fn place(state: PlaceState) -> Msg {
    Msg::Place(PlaceMsg::State(state, "Own".to_owned()))
}

/// An app that knows of the browser and the folder what there is to know.
fn settled() -> Lab {
    let mut lab = Lab::new();
    lab.send(usage(false));
    lab.send(place(PlaceState::Nothing));
    lab
}

fn filled() -> Lab {
    let mut lab = settled();
    lab.ask("Question", "Answer");
    lab
}

fn pass(lab: &mut Lab, days: i64) {
    lab.env.now = lab.env.now.plus_ms(days * DAY_MS);
    lab.send(Msg::Tick);
}

/// Whether there is a reminder; it is closed then.
fn reminded(lab: &mut Lab) -> bool {
    let toast = lab.model.toasts.iter().find(|toast| toast.text == Notice::NothingElsewhere);
    let Some(id) = toast.map(|toast| toast.id) else { return false };
    lab.send(Msg::Dismiss(id));
    true
}

#[test]
fn e1_it_comes_once_in_two_weeks_from_the_first_thing_that_was_stored() {
    let mut lab = settled();
    pass(&mut lab, 100);
    lab.ask("Question", "Answer");
    pass(&mut lab, 13);
    assert!(!reminded(&mut lab));
    pass(&mut lab, 1);
    let toast = lab.model.toasts.last().expect("a reminder");
    assert!(!toast.passes(), "it stays until it is closed");
    assert!(reminded(&mut lab));
    pass(&mut lab, 13);
    assert!(!reminded(&mut lab));
    pass(&mut lab, 1);
    assert!(reminded(&mut lab));
    pass(&mut lab, 365);
    assert!(reminded(&mut lab));
}

#[test]
fn e1_a_backup_an_export_of_everything_and_a_folder_in_step_count() {
    let saves: [fn(&mut Lab); 3] = [
        |lab| lab.send(Msg::Files(FileMsg::Backup(Secret::new("")))),
        |lab| lab.send(Msg::Files(FileMsg::ExportAll)),
        |lab| {
            lab.send(Msg::Place(PlaceMsg::Done(Box::default())));
            lab.send(place(PlaceState::Failed(PlaceProblem::Absent)));
        },
    ];
    for save in saves {
        let mut lab = filled();
        assert_eq!(lab.model.elsewhere.saved, None);
        pass(&mut lab, 10);
        lab.trace.clear();
        save(&mut lab);
        assert!(lab.model.elsewhere.saved.is_some() && lab.trace.contains(&"KeepElsewhere".to_owned()));
        pass(&mut lab, 13);
        assert!(!reminded(&mut lab));
        pass(&mut lab, 1);
        assert!(reminded(&mut lab));
    }
    let mut lab = filled();
    pass(&mut lab, 14);
    lab.send(Msg::Files(FileMsg::ExportAll));
    assert!(!reminded(&mut lab), "a save answers it");
}

#[test]
fn e1_what_is_no_file_of_everything_does_not_count() {
    let mut lab = filled();
    let id = lab.session();
    lab.send(Msg::Files(FileMsg::ExportSession(id, espalier_app::files::ExportKind::Json)));
    lab.send(Msg::Files(FileMsg::BackupEnded(Ok(None))));
    lab.send(Msg::Files(FileMsg::ExportFromMemory));
    assert_eq!(lab.model.elsewhere.saved, None);
}

#[test]
fn e2_none_comes_while_nothing_is_stored_and_time_begins_anew_after_that() {
    let mut lab = settled();
    pass(&mut lab, 30);
    assert!(!reminded(&mut lab));
    lab.ask("Question", "Answer");
    let id = lab.session();
    lab.send(Msg::Sessions(SessionMsg::Delete(id)));
    lab.send(Msg::Confirmed);
    assert_eq!(lab.model.elsewhere.filled, None);
    pass(&mut lab, 30);
    assert!(!reminded(&mut lab));
    lab.ask("Question", "Answer");
    pass(&mut lab, 13);
    assert!(!reminded(&mut lab));
}

#[test]
fn e2_none_comes_where_the_browser_promised_to_keep_the_data_or_was_not_asked() {
    let mut lab = Lab::new();
    lab.send(place(PlaceState::Nothing));
    lab.ask("Question", "Answer");
    pass(&mut lab, 20);
    assert!(!reminded(&mut lab));
    lab.send(usage(true));
    assert!(!reminded(&mut lab));
    lab.send(usage(false));
    assert!(reminded(&mut lab));
}

#[test]
fn e2_none_comes_while_a_folder_is_in_step_or_not_known() {
    let lasting = [PlaceState::Unavailable, PlaceState::Locked, PlaceState::Failed(PlaceProblem::Absent)];
    let quiet = [PlaceState::Unknown, PlaceState::Working, PlaceState::InStep, PlaceState::Elsewhere];
    for (states, expected) in [(&lasting[..], true), (&quiet[..], false)] {
        for state in states {
            let mut lab = filled();
            lab.send(place(state.clone()));
            pass(&mut lab, 14);
            assert_eq!(reminded(&mut lab), expected, "{state:?}");
        }
    }
}

#[test]
fn times_that_were_kept_are_taken_over_and_none_of_them_lies_ahead() {
    let now = Timestamp(1_760_000_000_000);
    let kept = ElsewhereTimes { saved: Some(now.plus_ms(-1)), filled: Some(now.plus_ms(DAY_MS)), reminded: None };
    let start = Start { elsewhere: Some(kept), ..Start::default() };
    let mut model = Model::default();
    let effects = update(&mut model, Msg::Started(Box::new(start)), &mut Env::deterministic(now, 5));
    let expected = ElsewhereTimes { filled: Some(now), ..kept };
    assert_eq!(model.elsewhere, expected);
    assert!(effects.iter().any(|effect| matches!(effect, Effect::KeepElsewhere(times) if *times == expected)));
    let text = serde_json::to_string(&kept).expect("text");
    assert_eq!(serde_json::from_str::<ElsewhereTimes>(&text).expect("times"), kept);
    assert_eq!(serde_json::from_str::<ElsewhereTimes>("{}").expect("times"), ElsewhereTimes::default());
}

#[test]
fn what_another_tab_saved_counts_here_as_well() {
    let mut lab = filled();
    pass(&mut lab, 13);
    let times = ElsewhereTimes { saved: Some(lab.env.now), ..lab.model.elsewhere };
    lab.send(Msg::Elsewhere(times));
    pass(&mut lab, 13);
    assert!(!reminded(&mut lab));
}
