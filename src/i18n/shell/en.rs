//! The frame in English. Must not be in here: another language.

use super::{Banner, ConfirmWords, Help, HistoryWords, Link, Missing, Notices, Palette, Shell};

pub(in crate::i18n) const EN: Shell = Shell {
    skip: "Skip to the content",
    rooms: "Rooms",
    close: "Close",
    cancel: "Cancel",
    undo: |what| format!("Undo: {what}"),
    redo: |what| format!("Redo: {what}"),
    loading: "Opening your workspace…",
    notices: "Notices",
    palette: Palette {
        placeholder: "Type a command, or the name of a conversation, map or course",
        nothing: "No matching command.",
        found: |number| count(number, "result", "results"),
        back: "Esc goes back to the commands",
        new_project: "New project",
        edit_agent: "Edit an agent",
        start_what: "Start timer: what are you doing?",
        quick_add: "Add a time entry",
        quick_add_what: "Add a time entry, e.g. 9-10:30 reading",
        replace_what: "Replace which text?",
        replace_with: |text| format!("Replace “{text}” with"),
    },
    help: Help {
        everywhere: "Everywhere",
        new_in_room: "New conversation; in Map a map, in Course a course",
        titles: "While editing a title",
        keep_title: "Keep the title",
        keep_and_child: "Keep it and add a child",
        leave_title: "Leave it as it was",
        chapter_up: "Move the chapter up",
        chapter_down: "Move the chapter down",
        composer: "While writing a message",
        send: "Send the message",
        newline: "New line",
        palette: |keys| format!("{keys} finds every command by its name."),
    },
    history: HistoryWords {
        empty: "Nothing has been changed yet.",
        intro: "Every change, the latest first. Choose a step to go back to the state right after it.",
        now: "Now",
        undone: "Undone",
        aside: "Undone, can be restored",
        restore: "Restore this",
        go: "Go to this state",
        checkpoint: "Checkpoint",
        checkpoint_name: "Name for the present state",
        checkpoint_add: "Add checkpoint",
        sessions: "List of conversations",
        session: "This conversation",
        personas: "Agents",
        maps: "Maps",
        map: "This map",
        timelog: "Time log",
        courses: "Courses",
        course: "This course",
        older: |number, more| match (number, more) {
            (0, _) => "Show older steps".into(),
            (_, true) => format!("Show older steps ({number} and more)"),
            (_, false) => format!("Show {}", count(number, "older step", "older steps")),
        },
    },
    link: Link {
        title: "Open this link?",
        intro: "It leaves Espalier and opens in a new tab.",
        host: "Leads to",
        open: "Open in a new tab",
        copy: "Copy the address",
        punycode: "The site's name is written with letters of other alphabets. It may only look like a name you know.",
        userinfo: "The text before the @ is not the site. The link leads to the site named above.",
        insecure: "The connection is not encrypted: others on the way can read and change what is sent.",
        scheme: "This is not a web address, so it is not opened. You can copy it.",
    },
    confirm: ConfirmWords {
        delete_message: |number| match number {
            0 | 1 => "This deletes 1 message.".to_owned(),
            _ => format!("This deletes {number} messages: this one and everything that follows it, in all branches."),
        },
        delete_session: |number| {
            format!("This deletes the conversation and its {}.", count(number, "message", "messages"))
        },
        delete_persona: "This deletes the agent. An agent that comes with Espalier goes back to how it was.",
        erase: "This deletes everything Espalier keeps in this browser: conversations, maps, time log, courses, agents, settings, keys and the offline copy. Export first if you may want it back.",
        erase_really: "Really delete everything? This can’t be undone.",
        erase_next: "Delete everything",
        erase_now: "Yes, delete everything",
        title: "Delete?",
        title_named: |name| format!("Delete “{name}”?"),
        undoable: "You can undo it.",
        delete: "Delete",
    },
    missing: Missing {
        title: "Some of your data is missing",
        text: |before, now| match now {
            "" => format!("There was data here ({before}). Now there is none."),
            _ => format!("There was more here ({before}). Now there is only {now}."),
        },
        why: "The browser may have lost or cleared it. Nothing has been written since. If you have a backup, import it now.",
        import: "Import a backup",
        go_on: "Continue without it",
    },
    banner: Banner {
        read_only: "This tab is read-only.",
        reload: "Reload the page",
        unsaved: "The latest changes are not saved.",
        update: "A new version of Espalier is ready.",
        update_now: "Reload to use it",
        save_again: "Save again",
        write_back: "Write everything back",
        kept: "They are kept in this browser and saved once that works again.",
        not_kept: "They will be lost if you close or reload this tab.",
        update_after: "An answer is still being written. The new version will wait for it.",
        export: "Export everything",
    },
    notice: Notices {
        done: |command, subject| match subject {
            "" => format!("{command}: done."),
            _ => format!("{command}: “{subject}”"),
        },
        taken_back: |command, name| {
            let what = if name.is_empty() { String::new() } else { format!(" (“{name}”)") };
            format!("Undone: {command}{what}. It can be restored from the history.")
        },
        undone: |command, conflicts| match conflicts {
            0 => format!("Undone: {command}"),
            1 => format!("Undone: {command}, except for 1 later change that was kept."),
            _ => format!("Undone: {command}, except for {conflicts} later changes that were kept."),
        },
        redone: |command, conflicts| match conflicts {
            0 => format!("Redone: {command}"),
            1 => format!("Redone: {command}, except for 1 later change that was kept."),
            _ => format!("Redone: {command}, except for {conflicts} later changes that were kept."),
        },
        undone_steps: |number| format!("Undone: {}", count(number, "step", "steps")),
        redone_steps: |number| format!("Redone: {}", count(number, "step", "steps")),
        nothing_to_undo: "There is nothing to undo.",
        nothing_to_redo: "There is nothing to redo.",
        copied: "Copied.",
        copy_failed: "The browser did not allow copying. Select the text and copy it yourself.",
        exported: |name| format!("Saved as {name}."),
        imported: |number| format!("Imported {}.", count(number, "item", "items")),
        unreadable: |number| {
            format!("{} could not be read. They stay stored as they are.", count(number, "record", "records"))
        },
        repaired: |number| {
            format!(
                "The conversation's data was damaged in {} and has been repaired.",
                count(number, "place", "places")
            )
        },
        recovered: |sessions, maps| {
            let of = |number, one: &str, several: &str| (number > 0).then(|| count(number, one, several));
            let things = [of(sessions, "conversation", "conversations"), of(maps, "map", "maps")];
            let things: Vec<String> = things.into_iter().flatten().collect();
            format!("Recovered {} that had lost their entry in the list. Look for “Recovered”.", things.join(" and "))
        },
        tabs_apart: "In this browser, tabs can’t see each other’s changes. Use Espalier in one tab at a time.",
        no_such_place: "There is no page at that address. This is the nearest one.",
        recovered_session: "Recovered conversation",
        recovered_map: "Recovered map",
        settings_saved: "Settings saved.",
        key_not_kept: "The browser did not store the key, so requests will go without it. Allow this site to store data, then save again.",
        imported_all: |things| format!("Imported {things}."),
        erased_for_good: "Saved. Space was so short that what you deleted can’t be restored once you reload.",
        exported_from_memory: |name| {
            format!("Saved as {name}. It has everything this tab had opened; what it hadn’t opened could not be read.")
        },
        key_cleared: "The key has been removed from this browser.",
        runs_elsewhere: "This answer is being written in another tab.",
        gone: "It no longer exists.",
        not_loaded: "The conversation is still being opened. Try again in a moment.",
        busy: "An answer is being written. Stop it first.",
        read_only: "Nothing can be changed in this tab.",
        empty: "There is nothing to send.",
        no_answer: "An answer needs at least a word. The earlier one stays as it was.",
        stale: "The data has changed in the meantime, so nothing was done.",
        not_here: "That cannot be done with this message.",
        full: "There are too many already.",
        last: "The last one cannot be removed.",
        not_a_time: "Enter a start and an end; the end must be later.",
    },
};

/// The English form of a number of things.
fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}
