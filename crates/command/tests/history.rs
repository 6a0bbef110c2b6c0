//! Random sessions of commands, undos and redos against the rules of the history.
//!
//! The number of sessions is `ESPALIER_CASES` (300 unless set), each of 200 operations.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on stops")]

use espalier_base::env::Env;
use espalier_base::id::Id;
use espalier_base::time::Timestamp;
use espalier_command::history::{Document, Entry, History};
use espalier_model::change::ChangeSet;
use espalier_model::persona::Role;
use espalier_model::workspace::Workspace;
use espalier_model::{Message, Session};

const DOCUMENT: Document = Document::SESSIONS;

struct Lab {
    workspace: Workspace,
    history: History,
    env: Env,
    random: u64,
}

impl Lab {
    fn new(seed: u64) -> Self {
        Self {
            workspace: Workspace::default(),
            history: History::default(),
            env: Env::deterministic(Timestamp(1_000), seed),
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % limit.max(1) as u64) as usize
    }

    /// Makes a command of one to four steps, later ones seeing the effect of earlier ones.
    fn command(&mut self) -> ChangeSet {
        let steps = 1 + self.below(4);
        let workspace = self.workspace.clone();
        let mut draft = workspace.draft();
        for _ in 0..steps {
            let sessions: Vec<_> = workspace.tables().sessions.keys().copied().collect();
            let messages: Vec<_> = workspace.tables().messages.keys().copied().collect();
            let session = (!sessions.is_empty()).then(|| sessions[self.below(sessions.len())]);
            let message = (!messages.is_empty()).then(|| messages[self.below(messages.len())]);
            let word = format!("w{}", self.below(50));
            match (self.below(7), session, message) {
                (0, _, _) | (_, None, _) => draft.put(Session::new(self.env.id(), self.env.now)),
                (1 | 2, Some(session), _) => {
                    let parent = message.filter(|key| key.session == session).map(|key| key.id);
                    draft.put(Message::new(self.env.id(), session, parent, Role::User, &word, self.env.now));
                }
                (3, Some(session), _) => {
                    draft.update::<Session>(&session, |row| row.name = word);
                }
                (4, _, Some(message)) => {
                    draft.update::<Message>(&message, |row| row.enabled = !row.enabled);
                }
                (5, _, Some(message)) => {
                    draft.update::<Message>(&message, |row| row.parts = row.with_text(&word));
                }
                (6, _, Some(message)) => {
                    draft.remove::<Message>(&message);
                }
                (_, Some(session), None) => {
                    draft.remove::<Session>(&session);
                }
                _ => {}
            }
        }
        draft.finish()
    }

    fn run(&mut self, changes: ChangeSet) {
        self.workspace.apply(&changes).expect("a draft fits the workspace it was made on");
        let entry = Entry {
            id: self.env.id(),
            command: "test".to_owned(),
            subject: String::new(),
            at: self.env.now,
            changes,
            undone: false,
            aside: false,
            checkpoint: None,
        };
        self.history.record(DOCUMENT, entry);
    }

    fn step(&mut self, undo: bool) -> bool {
        let plan = if undo {
            self.history.plan_undo(&self.workspace, &[DOCUMENT])
        } else {
            self.history.plan_redo(&self.workspace, &[DOCUMENT])
        };
        let Some(step) = plan else { return false };
        assert!(step.conflicts.is_empty(), "nobody else changed anything");
        self.workspace.apply(&step.changes).expect("a fitted change set fits");
        assert!(self.history.confirm(&step).is_some());
        true
    }

    fn bytes(&self) -> Vec<String> {
        self.workspace.tables().records().map(|record| record.to_json().expect("rows are plain data")).collect()
    }
}

fn cases() -> u64 {
    std::env::var("ESPALIER_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(300)
}

#[test]
fn undoing_everything_gives_the_start_and_redoing_everything_the_end_byte_for_byte() {
    for seed in 1..=cases() {
        let mut lab = Lab::new(seed);
        for _ in 0..200 {
            match lab.below(10) {
                0 => {
                    lab.step(true);
                }
                1 => {
                    lab.step(false);
                }
                _ => {
                    let changes = lab.command();
                    lab.run(changes);
                }
            }
        }
        while lab.step(false) {}
        let end = lab.bytes();
        while lab.step(true) {}
        assert_eq!(lab.bytes(), Vec::<String>::new(), "seed {seed}");
        while lab.step(false) {}
        assert_eq!(lab.bytes(), end, "seed {seed}");
    }
}

#[test]
fn a_change_set_and_its_inverse_cancel_and_a_squash_is_the_sequence() {
    for seed in 1..=cases() {
        let mut lab = Lab::new(seed);
        for _ in 0..40 {
            let before = lab.workspace.clone();
            let first = lab.command();
            lab.workspace.apply(&first).expect("fits");
            let second = lab.command();
            lab.workspace.apply(&second).expect("fits");

            let mut squashed = before.clone();
            squashed.apply(&first.clone().squash(second.clone())).expect("fits");
            assert_eq!(squashed, lab.workspace, "seed {seed}");

            let mut back = lab.workspace.clone();
            back.apply(&second.invert()).expect("fits");
            back.apply(&first.invert()).expect("fits");
            assert_eq!(back, before, "seed {seed}");

            let read: ChangeSet = serde_json::from_str(&serde_json::to_string(&first).expect("writes")).expect("reads");
            assert_eq!(read, first, "seed {seed}");
        }
    }
}

#[test]
fn a_change_set_that_does_not_fit_changes_nothing() {
    for seed in 1..=cases() {
        let mut lab = Lab::new(seed);
        for _ in 0..40 {
            let changes = lab.command();
            lab.workspace.apply(&changes).expect("fits");
            let before = lab.workspace.clone();
            if changes.is_empty() {
                continue;
            }
            assert!(lab.workspace.apply(&changes).is_err(), "seed {seed}: {changes:?}");
            assert_eq!(lab.workspace, before, "seed {seed}");
        }
    }
}

#[test]
fn what_somebody_else_changed_is_kept_and_reported() {
    let mut lab = Lab::new(1);
    let session = lab.env.id();
    let mut draft = lab.workspace.draft();
    draft.put(Session::new(session, lab.env.now));
    let changes = draft.finish();
    lab.run(changes);
    let rename = |lab: &Lab, name: &str| {
        let mut draft = lab.workspace.draft();
        draft.update::<Session>(&session, |row| row.name = name.to_owned());
        draft.finish()
    };
    let mine = rename(&lab, "mine");
    lab.run(mine);
    let theirs = rename(&lab, "theirs");
    lab.workspace.apply(&theirs).expect("fits");

    let step = lab.history.plan_undo(&lab.workspace, &[DOCUMENT]).expect("there is an entry");
    assert_eq!(step.conflicts.len(), 1);
    assert!(step.changes.is_empty());
    assert_eq!(lab.workspace.get::<Session>(&session).map(|row| row.name.clone()), Some("theirs".to_owned()));
}

#[test]
fn entries_beyond_the_limit_are_dropped_oldest_first() {
    let mut history = History::default();
    let mut env = Env::deterministic(Timestamp(1), 1);
    let mut first: Option<Id<Entry>> = None;
    let mut dropped = Vec::new();
    for _ in 0..=espalier_command::history::MAX_ENTRIES {
        let id = env.id();
        first.get_or_insert(id);
        dropped.extend(history.record(
            DOCUMENT,
            Entry {
                id,
                command: String::new(),
                subject: String::new(),
                at: env.now,
                changes: ChangeSet::default(),
                undone: false,
                aside: false,
                checkpoint: None,
            },
        ));
    }
    assert_eq!(dropped, Vec::from_iter(first));
}
