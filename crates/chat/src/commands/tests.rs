use proptest::prelude::*;

use super::*;
use espalier_base::time::Timestamp;
use espalier_model::conversation::tree::Tree;
use espalier_model::workspace::Workspace;

/// A workspace on which every command is applied, taken back and applied again, so that C9 is checked everywhere.
struct Lab {
    workspace: Workspace,
    env: Env,
}

impl Lab {
    fn new() -> Self {
        Self { workspace: Workspace::default(), env: Env::deterministic(Timestamp(1_000), 7) }
    }

    fn run<T>(&mut self, command: impl FnOnce(&mut Draft<'_>, &mut Env) -> T) -> T {
        self.env.now = self.env.now.plus_ms(10);
        let before = bytes(&self.workspace);
        let mut draft = self.workspace.draft();
        let outcome = command(&mut draft, &mut self.env);
        let changes = draft.finish();
        self.workspace.apply(&changes).unwrap();
        let after = bytes(&self.workspace);
        self.workspace.apply(&changes.invert()).unwrap();
        assert_eq!(bytes(&self.workspace), before);
        self.workspace.apply(&changes).unwrap();
        assert_eq!(bytes(&self.workspace), after);
        outcome
    }

    fn session(&mut self) -> SessionId {
        self.run(|draft, env| new_session(draft, env, None))
    }

    /// Sends a text and completes the answer to it.
    fn turn(&mut self, session: SessionId, text: &str) -> Sent {
        let sent = self.run(|draft, env| send(draft, env, session, text)).unwrap();
        self.answer(session, sent.answer, &format!("answer to {text}"));
        sent
    }

    fn answer(&mut self, session: SessionId, id: MessageId, text: &str) {
        self.run(|draft, _| {
            draft.update::<Message>(&MessageKey { session, id }, |row| {
                row.parts = row.with_text(text);
                row.status = Status::Done;
            })
        });
    }

    fn row(&self, session: SessionId) -> &Session {
        self.workspace.get::<Session>(&session).unwrap()
    }

    fn message(&self, session: SessionId, id: MessageId) -> &Message {
        self.workspace.get::<Message>(&MessageKey { session, id }).unwrap()
    }

    fn leaf(&self, session: SessionId) -> Option<MessageId> {
        self.row(session).active_leaf
    }

    fn path(&self, session: SessionId) -> Vec<String> {
        let tree = Tree::of(self.workspace.messages(session).map(|row| &**row));
        tree.path(tree.active_leaf(self.row(session))).into_iter().map(|id| self.message(session, id).text()).collect()
    }
}

fn bytes(workspace: &Workspace) -> Vec<String> {
    workspace.tables().records().map(|record| record.to_json().unwrap()).collect()
}

fn at(session: SessionId, id: MessageId) -> MessageKey {
    MessageKey { session, id }
}

#[test]
fn a_session_without_a_name_is_called_by_its_first_words() {
    let mut session = Session::new(SessionId::from_uuid(uuid::Uuid::nil()), Timestamp(0));
    assert_eq!(session_title(&session, Some("\n# Plan for May\nmore")), "Plan for May");
    assert_eq!(session_title(&session, None), "");
    session.name = " Spring ".to_owned();
    assert_eq!(session_title(&session, Some("Plan for May")), "Spring");
}

#[test]
fn sending_adds_a_message_and_an_empty_answer_after_the_shown_leaf() {
    let mut lab = Lab::new();
    let session = lab.session();
    let first = lab.turn(session, "one");
    let second = lab.run(|draft, env| send(draft, env, session, "two")).unwrap();
    assert_eq!(lab.path(session), ["one", "answer to one", "two", ""]);
    assert_eq!(lab.leaf(session), Some(second.answer));
    assert_eq!(lab.message(session, second.user).parent, Some(first.answer));
    assert_eq!(lab.message(session, second.answer).status, Status::Streaming);
    assert_eq!(lab.row(session).name, "");
    assert_eq!(lab.row(session).updated_at, lab.env.now);
}

#[test]
fn sending_nothing_or_to_nowhere_is_an_error() {
    let mut lab = Lab::new();
    let session = lab.session();
    assert_eq!(lab.run(|draft, env| send(draft, env, session, " \n")), Err(ChatError::Empty));
    let nowhere = SessionId::from_uuid(uuid::Uuid::max());
    assert_eq!(lab.run(|draft, env| send(draft, env, nowhere, "hi")), Err(ChatError::NoSession(nowhere)));
}

#[test]
fn c1_regenerate_adds_a_sibling_and_never_overwrites() {
    let mut lab = Lab::new();
    let session = lab.session();
    let sent = lab.turn(session, "one");
    let before = lab.message(session, sent.answer).clone();
    let other = lab.run(|draft, env| regenerate(draft, env, at(session, sent.answer))).unwrap();
    assert_eq!(*lab.message(session, sent.answer), before);
    assert_eq!(lab.message(session, other).parent, Some(sent.user));
    let third = lab.run(|draft, env| regenerate(draft, env, at(session, sent.user))).unwrap();
    assert_eq!(lab.message(session, third).parent, Some(sent.user));
    let tree = Tree::of(lab.workspace.messages(session).map(|row| &**row));
    assert_eq!(tree.children(Some(sent.user)), [sent.answer, other, third]);
}

#[test]
fn c2_editing_in_place_changes_one_text_and_says_when() {
    let mut lab = Lab::new();
    let session = lab.session();
    let sent = lab.turn(session, "one");
    lab.run(|draft, env| edit_in_place(draft, env, at(session, sent.user), "uno")).unwrap();
    assert_eq!(lab.path(session), ["uno", "answer to one"]);
    assert_eq!(lab.message(session, sent.user).edited_at, Some(lab.env.now));
    lab.run(|draft, env| edit_in_place(draft, env, at(session, sent.answer), "answer to one")).unwrap();
    assert_eq!(lab.message(session, sent.answer).edited_at, None);
}

#[test]
fn c2_editing_as_a_branch_leaves_the_original() {
    let mut lab = Lab::new();
    let session = lab.session();
    let sent = lab.turn(session, "one");
    let edited = lab.run(|draft, env| edit_as_branch(draft, env, at(session, sent.user), "uno")).unwrap();
    assert_eq!(lab.path(session), ["uno", ""]);
    assert_eq!(lab.leaf(session), edited.answer);
    lab.run(|draft, _| step_sibling(draft, at(session, edited.message), false)).unwrap();
    assert_eq!(lab.path(session), ["one", "answer to one"]);

    let edited = lab.run(|draft, env| edit_as_branch(draft, env, at(session, sent.answer), "mine")).unwrap();
    assert_eq!(edited.answer, None);
    assert_eq!(lab.path(session), ["one", "mine"]);
}

#[test]
fn c3_sending_after_branching_from_a_message_forks_there() {
    let mut lab = Lab::new();
    let session = lab.session();
    let first = lab.turn(session, "one");
    lab.turn(session, "two");
    lab.run(|draft, _| branch_from(draft, at(session, first.answer))).unwrap();
    assert_eq!(lab.path(session), ["one", "answer to one"]);
    lab.turn(session, "three");
    assert_eq!(lab.path(session), ["one", "answer to one", "three", "answer to three"]);
}

#[test]
fn c4_switching_remembers_where_each_branch_was() {
    let mut lab = Lab::new();
    let session = lab.session();
    let first = lab.turn(session, "one");
    let left = lab.turn(session, "left");
    lab.turn(session, "left 1");
    lab.run(|draft, _| branch_from(draft, at(session, left.answer))).unwrap();
    lab.turn(session, "left 2");
    lab.run(|draft, _| switch_to(draft, at(session, left.user))).unwrap();
    let second_fork = lab.workspace.messages(session).find(|row| row.text() == "left 2").unwrap().id;
    lab.run(|draft, _| step_sibling(draft, at(session, second_fork), false)).unwrap();
    let in_left = lab.path(session);
    assert_eq!(in_left.last().unwrap(), "answer to left 1");

    lab.run(|draft, _| branch_from(draft, at(session, first.answer))).unwrap();
    let right = lab.turn(session, "right");
    lab.run(|draft, _| step_sibling(draft, at(session, right.user), false)).unwrap();
    assert_eq!(lab.path(session), in_left);
    lab.run(|draft, _| step_sibling(draft, at(session, left.user), true)).unwrap();
    assert_eq!(lab.path(session).last().unwrap(), "answer to right");
    assert_eq!(
        lab.run(|draft, _| step_sibling(draft, at(session, right.user), true)),
        Err(ChatError::NoSibling(right.user))
    );
}

/// Forks that came from elsewhere have no remembered choices; leaving one must still be remembered.
#[test]
fn c4_leaving_a_branch_that_was_never_chosen_is_remembered() {
    let mut lab = Lab::new();
    let session = lab.session();
    let first = lab.turn(session, "one");
    let left = lab.turn(session, "left");
    lab.run(|draft, env| regenerate(draft, env, at(session, left.answer))).unwrap();
    lab.run(|draft, env| edit_as_branch(draft, env, at(session, left.user), "right")).unwrap();
    lab.run(|draft, _| {
        draft.update::<Session>(&session, |row| {
            row.choices.clear();
            row.active_leaf = Some(left.answer);
        })
    });
    lab.run(|draft, _| step_sibling(draft, at(session, left.user), true)).unwrap();
    lab.run(|draft, _| switch_to(draft, at(session, left.user))).unwrap();
    assert_eq!(lab.leaf(session), Some(left.answer));
    assert_eq!(lab.message(session, first.user).status, Status::Done);
}

#[test]
fn c5_deleting_takes_the_subtree_and_repairs_the_leaf() {
    let mut lab = Lab::new();
    let session = lab.session();
    let first = lab.turn(session, "one");
    let second = lab.turn(session, "two");
    let other = lab.run(|draft, env| regenerate(draft, env, at(session, first.answer))).unwrap();
    lab.answer(session, other, "another");
    lab.run(|draft, _| switch_to(draft, at(session, first.answer))).unwrap();
    assert_eq!(lab.leaf(session), Some(second.answer));

    assert_eq!(lab.run(|draft, _| delete_message(draft, at(session, first.answer))), Ok(3));
    assert_eq!(lab.path(session), ["one", "another"]);
    assert!(lab.row(session).choices.values().all(|&choice| choice != first.answer));
    assert_eq!(lab.run(|draft, _| delete_message(draft, at(session, first.user))), Ok(2));
    assert_eq!(lab.leaf(session), None);
    assert_eq!(lab.workspace.messages(session).count(), 0);
}

#[test]
fn c6_a_copy_has_the_same_tree_and_shows_the_same_path() {
    let mut lab = Lab::new();
    let session = lab.session();
    let first = lab.turn(session, "one");
    lab.run(|draft, env| edit_as_branch(draft, env, at(session, first.user), "uno")).unwrap();
    lab.run(|draft, _| switch_to(draft, at(session, first.user))).unwrap();
    let copy = lab.run(|draft, env| duplicate_session(draft, env, session, "copy")).unwrap();
    assert_eq!(lab.path(copy), lab.path(session));
    assert_eq!(lab.row(copy).name, "copy");
    assert_eq!(lab.row(copy).choices.len(), lab.row(session).choices.len());
    let shape = |id| {
        let rows: Vec<_> = lab.workspace.messages(id).map(|row| row.id).collect();
        let index = |id| rows.iter().position(|&row| row == id);
        let shape = |row: &Rc<Message>| (row.text(), row.role, row.parent.map(index));
        lab.workspace.messages(id).map(shape).collect::<Vec<_>>()
    };
    assert_eq!(shape(copy), shape(session));
    assert!(lab.workspace.messages(copy).all(|row| row.status != Status::Streaming));
    assert_eq!(lab.run(|draft, _| delete_session(draft, copy)), Ok(4));
    assert_eq!(lab.workspace.messages(session).count(), 4);
}

#[test]
fn c7_nothing_follows_or_edits_an_answer_that_is_still_coming() {
    let mut lab = Lab::new();
    let session = lab.session();
    let sent = lab.run(|draft, env| send(draft, env, session, "one")).unwrap();
    let busy = ChatError::StillAnswering(sent.answer);
    assert_eq!(lab.run(|draft, env| send(draft, env, session, "two")), Err(busy));
    let key = at(session, sent.answer);
    assert_eq!(lab.run(|draft, env| edit_in_place(draft, env, key, "x")), Err(busy));
    assert_eq!(lab.run(|draft, _| continue_answer(draft, key)), Err(busy));
    lab.answer(session, sent.answer, "done");
    assert_eq!(lab.run(|draft, _| continue_answer(draft, key)), Err(ChatError::NothingToContinue(sent.answer)));
    lab.run(|draft, _| draft.update::<Message>(&key, |row| row.status = Status::Stopped));
    lab.run(|draft, _| continue_answer(draft, key)).unwrap();
    assert_eq!(lab.message(session, sent.answer).status, Status::Streaming);
    assert_eq!(lab.message(session, sent.answer).text(), "done");
}

#[test]
fn answers_that_were_coming_when_the_page_went_away_are_stopped() {
    let mut lab = Lab::new();
    let (one, two) = (lab.session(), lab.session());
    let first = lab.run(|draft, env| send(draft, env, one, "one")).unwrap();
    let second = lab.run(|draft, env| send(draft, env, two, "two")).unwrap();
    let asking = lab.run(|draft, env| regenerate(draft, env, at(two, second.user))).unwrap();
    lab.run(|draft, _| {
        draft.update::<Message>(&at(two, asking), |row| {
            row.status = Status::Waiting;
            row.parts.push(Part::tool_call("c", "ask", "{}"));
        })
    });
    assert_eq!(lab.run(|draft, _| interrupted(draft)), [at(one, first.answer), at(two, second.answer)]);
    assert_eq!(lab.message(two, second.answer).status, Status::Stopped);
    assert_eq!(lab.message(two, asking).status, Status::Waiting);
}

#[test]
fn c10_looking_around_does_not_count_as_use() {
    let mut lab = Lab::new();
    let session = lab.session();
    let first = lab.turn(session, "one");
    lab.turn(session, "two");
    let used = lab.row(session).updated_at;
    lab.run(|draft, _| branch_from(draft, at(session, first.answer))).unwrap();
    lab.run(|draft, _| switch_to(draft, at(session, first.answer))).unwrap();
    assert_eq!(lab.row(session).updated_at, used);
}

/// Does the operation that `choice` says to a message that `which` says.
fn random_command(lab: &mut Lab, session: SessionId, choice: u8, which: usize) {
    let rows: Vec<MessageId> = lab.workspace.messages(session).map(|row| row.id).collect();
    let missing = MessageId::from_uuid(uuid::Uuid::max());
    let key = at(session, rows.get(which % (rows.len() + 1)).copied().unwrap_or(missing));
    let before: BTreeMap<MessageId, Rc<Message>> =
        lab.workspace.messages(session).map(|row| (row.id, row.clone())).collect();
    let failed = lab.run(|draft, env| match choice % 12 {
        0 | 1 => send(draft, env, session, "text").is_err(),
        2 => regenerate(draft, env, key).is_err(),
        3 => edit_in_place(draft, env, key, &format!("edit {which}")).is_err(),
        4 => edit_as_branch(draft, env, key, "branch").is_err(),
        5 => branch_from(draft, key).is_err(),
        6 => switch_to(draft, key).is_err(),
        7 => step_sibling(draft, key, which.is_multiple_of(2)).is_err(),
        8 => delete_message(draft, key).is_err(),
        9 => set_enabled(draft, key, which.is_multiple_of(2)).is_err(),
        10 => continue_answer(draft, key).is_err(),
        _ => interrupted(draft).is_empty(),
    });
    let after: BTreeMap<MessageId, Rc<Message>> =
        lab.workspace.messages(session).map(|row| (row.id, row.clone())).collect();
    if failed {
        assert_eq!(after, before, "C9: a failed command changes nothing");
    }
    if matches!(choice % 12, 0 | 1 | 2 | 4..=7) {
        for (id, message) in &before {
            assert_eq!(after.get(id), Some(message), "C1, C2: what is there stays as it is");
        }
    }
    let tree = Tree::of(after.values().map(|row| &**row));
    let leaf = lab.row(session).active_leaf;
    if !failed && (2..=8).contains(&(choice % 12)) && choice % 12 != 3 {
        assert_eq!(leaf.is_some(), !tree.is_empty());
        assert!(leaf.is_none_or(|leaf| tree.contains(leaf)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// C9 is asserted by every step of the lab.
    #[test]
    fn any_sequence_keeps_the_tree_sound(steps in prop::collection::vec((any::<u8>(), 0_usize..40), 0..60)) {
        let mut lab = Lab::new();
        let session = lab.session();
        for (choice, which) in steps {
            random_command(&mut lab, session, choice, which);
            prop_assert_eq!(&Tree::of(lab.workspace.messages(session).map(|row| &**row)).repairs, &[]);
        }
    }

    /// C8: the parents, the leaf and the choices are random, with cycles, orphans and names of nothing.
    #[test]
    fn c8_broken_data_breaks_no_command(
        parents in prop::collection::vec(prop::option::of(0_u128..16), 1..12),
        leaf in prop::option::of(0_u128..16),
        choices in prop::collection::btree_map(0_u128..16, 0_u128..16, 0..6),
        steps in prop::collection::vec((any::<u8>(), 0_usize..40), 1..12),
    ) {
        let id = |number: u128| MessageId::from_uuid(uuid::Uuid::from_u128(number));
        let mut lab = Lab::new();
        let session = lab.session();
        lab.run(|draft, _| {
            for (index, parent) in parents.iter().enumerate() {
                let role = [Role::User, Role::Assistant, Role::System][index % 3];
                draft.put(Message::new(id(index as u128), session, parent.map(id), role, "x", Timestamp(0)));
            }
            draft.update::<Session>(&session, |row| {
                row.active_leaf = leaf.map(id);
                row.choices = choices.iter().map(|(&fork, &choice)| (id(fork), id(choice))).collect();
            });
        });
        for (choice, which) in steps {
            random_command(&mut lab, session, choice, which);
        }
        let copy = lab.run(|draft, env| duplicate_session(draft, env, session, "copy")).unwrap();
        prop_assert_eq!(lab.path(copy), lab.path(session));
        prop_assert_eq!(lab.workspace.messages(copy).count(), lab.workspace.messages(session).count());
    }
}
