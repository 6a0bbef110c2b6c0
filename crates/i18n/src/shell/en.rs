//! The frame in English.

use super::{
    Banner, ChunkWords, ConfirmWords, ExampleWords, Help, HistoryWords, Link, Links, Lists, Make, Missing, Notices,
    Palette, TodayWords, Words,
};
use espalier_model::Table;

pub(crate) const EN: Words = Words {
    skip: "Skip to the content",
    rooms: "Rooms",
    search: "Find",
    more: "More",
    rename: "Rename",
    rename_hint: "Click to rename",
    close: "Close",
    cancel: "Cancel",
    undo: |what| format!("Undo: {what}"),
    redo: |what| format!("Redo: {what}"),
    loading: "Opening your workspace…",
    notices: "Notices",
    lists: Lists {
        today: "Today",
        yesterday: "Yesterday",
        week: "This week",
        of_year: |day, year| format!("{day} {year}"),
        search: "Search…",
        nothing: "Nothing found.",
    },
    today: TodayWords {
        go_on: "Go on",
        next: "Next chapters",
        waiting: "Waiting for you",
        doors: "Begin",
        stop: "Stop",
        tick: |chapter| format!("Done: {chapter}"),
        question: "Has a question",
        proposal: "Proposes changes",
        broke_off: "Broke off",
        go_on_with: "Continue",
    },
    palette: Palette {
        placeholder: "Find anything, or type > for commands",
        link_to: "Link to…",
        nothing: "Nothing found.",
        found: |number| count(number, "result", "results"),
        more: |number, room| format!("All {number} in {room}"),
        foot: "↑↓ to choose · Enter to open · > for commands",
        agent: "Agent",
        category: "Category",
        goal: "Goal",
        back: "Esc to go back to the commands",
        new_project: "New project",
        edit_agent: "Edit an agent",
        start_what: "Start timer: what are you doing?",
        quick_add: "Add a time entry",
        quick_add_what: "Add a time entry, e.g. 9-10:30 reading",
        start_with: "Start timer with a note",
        set_category: "Set the category of a time entry",
        add_tags: "Add tags to a time entry",
        set_note: "Set the note of a time entry",
        new_category: "New time category",
        new_goal: "New time goal",
        last_entry: "the last one",
        of: |command, what| format!("{command}: {what}"),
        replace_what: "Replace which text?",
        replace_with: |text| format!("Replace “{text}” with"),
    },
    help: Help {
        filter: "Find a key or an action",
        everywhere: "Everywhere",
        new_in_room: "New conversation, map or course, depending on the room",
        titles: "While editing a title",
        keep_title: "Keep the title",
        keep_and_child: "Keep the title and add a child",
        leave_title: "Keep a new title, or leave an old one as it was",
        chapter_up: "Move the chapter up",
        chapter_down: "Move the chapter down",
        composer: "While writing a message",
        send: "Send the message",
        newline: "New line",
        palette: |keys| format!("Press {keys} to find anything, or type > there for all commands."),
    },
    history: HistoryWords {
        empty: "Nothing has been changed yet.",
        intro: "Every change, newest first. Select a step to restore the state right after it.",
        now: "Now",
        undone: "Undone",
        aside: "Undone, can be restored",
        restore: "Restore this",
        go: "Go to this state",
        checkpoint: "Checkpoint",
        checkpoint_name: "Name for this state",
        checkpoint_add: "Add checkpoint",
        sessions: "Conversation list",
        session: "This conversation",
        personas: "Agents",
        maps: "Map list",
        map: "This map",
        timelog: "Time log",
        courses: "Course list",
        scenes: "Scene list",
        scene: "This scene",
        course: "This course",
        views: |number| format!("View changes ({number})"),
        older: |number, more| match (number, more) {
            (0, _) => "Show older steps".into(),
            (_, true) => format!("Show older steps (more than {number})"),
            (_, false) => format!("Show {}", count(number, "older step", "older steps")),
        },
    },
    links: Links {
        title: "Links",
        count: |number| count(number, "link", "links"),
        from_here: "From here",
        to_here: "To here",
        made: "made from this",
        made_of: "this was made from it",
        gone: "deleted",
        nameless: "No name",
        part: |name| format!("at “{name}”"),
    },
    make: Make {
        item: "Make…",
        title: |name| format!("Make from “{name}”"),
        to: [
            "Mind map",
            "Course",
            "Conversation about it",
            "Prompt for Chat",
            "Scene",
            "Time entries from the table",
            "Start the timer",
            "Goal for the next 7 days",
        ],
        again: "made before: brings it up to date",
        nothing: "There is nothing in it yet that something could be made from.",
        file: |name| format!("From the file “{name}”"),
        course: "Made a course",
        chat: "Began a conversation about",
        scene: "Made a scene",
        goal: "Made a goal",
        update: "Brought up to date",
    },
    link: Link {
        title: "Open this link?",
        intro: "It leads to another site and opens in a new tab.",
        host: "Leads to",
        open: "Open in a new tab",
        copy: "Copy address",
        punycode: "This site’s name uses letters from another alphabet. It may only look like a name you know.",
        userinfo: "The text before the @ isn’t the site. The link leads to the site named above.",
        insecure: "The connection isn’t encrypted: anyone along the way can read and change what is sent.",
        scheme: "This isn’t a web address, so it can’t be opened here. You can copy it.",
    },
    confirm: ConfirmWords {
        delete_message: |number| match number {
            0 | 1 => "This deletes 1 message.".to_owned(),
            _ => format!("This deletes {number} messages: this one and everything that follows it, in all branches."),
        },
        delete_session: |number| match number {
            0 => "This deletes the conversation. It has no messages.".to_owned(),
            _ => format!("This deletes the conversation and its {}.", count(number, "message", "messages")),
        },
        delete_persona: "This deletes the agent. An agent that comes with Espalier is reset to its original instead.",
        remove_connection: "This removes the connection and its key from this browser. Conversations that used it will use the model set in Settings.",
        delete_model: "This deletes the file of the model from this browser. To use it again, the file has to be added again.",
        erase: "This deletes everything Espalier keeps in this browser: conversations, maps, time log, courses, scenes, agents, settings, keys and the offline copy. Export first if you may want it back.",
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
        inside: |table, name, before, now| {
            let now = if now.is_empty() { "none" } else { now };
            format!("{} had {before}. Now it has {now}.", thing(table, name))
        },
        entries_later: "Time entries haven’t been counted yet.",
        why_inside: "The browser may have lost or cleared the rest. If you have a backup, import it: what is here stays.",
        why: "The browser may have lost or cleared it. Nothing has been written since. If you have a backup, import it now.",
        lacks: |counts, older, files| {
            let mut lost = Vec::new();
            if !counts.is_empty() {
                lost.push(counts.to_owned());
            }
            match older {
                0 => {}
                1 => lost.push("the latest changes to 1 item".to_owned()),
                _ => lost.push(format!("the latest changes to {older} items")),
            }
            match files {
                0 => {}
                1 => lost.push("1 attached file".to_owned()),
                _ => lost.push(format!("{files} attached files")),
            }
            format!("Missing from the database: {}.", lost.join("; "))
        },
        in_mirror: |when| {
            format!("Espalier’s second copy on this device has it, as of {when}. Nothing has been overwritten.")
        },
        looking: "Looking through the second copy on this device…",
        restore: "Bring it back",
        restoring: "Bringing it back…",
        import: "Import a backup",
        go_on: "Continue without it",
    },
    chunk: ChunkWords {
        coming: "Loading…",
        title: "Not available right now",
        offline: "This part of Espalier isn’t on this device yet, and the network isn’t responding. Nothing you wrote is affected.",
        gone: "A new version of Espalier has been published. Reload the page to open this part. Nothing you wrote is affected.",
        retry: "Try again",
    },
    banner: Banner {
        read_only: "This tab is read-only.",
        reload: "Reload the page",
        unsaved: "Your latest changes aren’t saved.",
        update: "A new version of Espalier is ready.",
        update_now: "Reload to use it",
        save_again: "Save again",
        write_back: "Write everything back",
        kept: "They’re kept in this browser and will be saved as soon as saving works again.",
        not_kept: "They’ll be lost if you close or reload this tab.",
        update_after: "An answer is still being written. The new version will wait for it.",
        export: "Export everything",
    },
    notice: Notices {
        done: |id, name, subject| {
            let what = match id {
                "chat.delete" => "Message deleted",
                "chat.deleteSession" => "Conversation deleted",
                "agent.delete" => "Agent deleted",
                "map.delete" => "Map deleted",
                "node.delete" => "Node deleted",
                "course.delete" => "Course deleted",
                "scene.delete" => "Scene deleted",
                "category.delete" => "Category deleted",
                "goal.delete" => "Goal deleted",
                "entry.delete" => "Deleted",
                "time.removeExample" => "Example removed",
                "entry.stop" => "Timer stopped",
                "entry.add" => "Logged",
                _ => name,
            };
            if subject.is_empty() { format!("{what}.") } else { format!("{what}: “{subject}”") }
        },
        done_again: |id, name, times| {
            let what = match id {
                "chat.delete" => "messages",
                "chat.deleteSession" => "conversations",
                "agent.delete" => "agents",
                "map.delete" => "maps",
                "node.delete" => "nodes",
                "course.delete" => "courses",
                "category.delete" => "categories",
                "goal.delete" => "goals",
                "entry.delete" => "entries",
                "scene.delete" => "scenes",
                _ => return format!("{name}: {times} times"),
            };
            format!("{times} {what} deleted")
        },
        taken_back: |command, name| {
            let what = if name.is_empty() { String::new() } else { format!(" (“{name}”)") };
            format!("Undone: {command}{what}. You can restore it from the history.")
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
        nothing_to_undo: "Nothing to undo.",
        nothing_to_redo: "Nothing to redo.",
        copied: "Copied.",
        copy_failed: "The browser didn’t allow copying. Select the text and copy it yourself.",
        paste_refused: "The browser didn’t let this page read the clipboard. Press Ctrl+V (Cmd+V on a Mac), or allow this page to use the clipboard in the browser’s site settings.",
        paste_empty: "There’s no text on the clipboard.",
        model_added: |name, runs| {
            if runs {
                format!("{name} is kept in this browser and can answer now.")
            } else {
                format!(
                    "{name} is kept in this browser. The program that runs it still has to be fetched: ask it once while there is a network."
                )
            }
        },
        exported: |name| format!("Saved as {name}."),
        imported: |number| format!("Imported {}.", count(number, "item", "items")),
        unreadable: |number| match number {
            1 => "1 record couldn’t be read. It was left untouched.".to_owned(),
            _ => format!("{number} records couldn’t be read. They were left untouched."),
        },
        repaired: |table, name, number, lost| {
            let (thing, places) = (thing(table, name), count(number, "place", "places"));
            if lost {
                format!(
                    "{thing} isn’t complete any more: something is missing in {places}. What is left was put in order."
                )
            } else {
                format!("{thing} was damaged in {places} and has been repaired.")
            }
        },
        not_written_back: |names, entries| {
            let entries = (entries > 0).then(|| count(entries, "time entry", "time entries"));
            let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).chain(entries).collect();
            format!(
                "Written back, but this tab hadn’t read all of: {}. If you have a backup, import it.",
                names.join(", ")
            )
        },
        two_versions: |count| match count {
            1 => "1 text was changed on two devices. Both versions are in Settings, under “Your data”.".to_owned(),
            _ => {
                format!("{count} texts were changed on two devices. Both versions are in Settings, under “Your data”.")
            }
        },
        kept_from_removal: |count| match count {
            1 => "1 item was deleted on one device and changed on another. It stays.".to_owned(),
            _ => format!("{count} items were deleted on one device and changed on another. They stay."),
        },
        restored: |number| match number {
            1 => "Brought back 1 item from the second copy.".to_owned(),
            _ => format!("Brought back {number} items from the second copy."),
        },
        nothing_elsewhere: "For two weeks or more, nothing has been saved outside this browser, which may clear its data when space runs short.",
        recovered: |sessions, maps, scenes| {
            let of = |number, one: &str, several: &str| (number > 0).then(|| count(number, one, several));
            let things =
                [of(sessions, "conversation", "conversations"), of(maps, "map", "maps"), of(scenes, "scene", "scenes")];
            let things: Vec<String> = things.into_iter().flatten().collect();
            format!(
                "Recovered {} that had lost their entry in the list. Their names start with “Recovered”.",
                things.join(" and ")
            )
        },
        tabs_apart: "In this browser, tabs can’t see each other’s changes. Use Espalier in one tab at a time.",
        no_such_place: "There is no page at that address. This is the nearest one.",
        recovered_session: "Recovered conversation",
        recovered_map: "Recovered map",
        recovered_scene: "Recovered scene",
        settings_saved: "Settings saved.",
        key_not_kept: "The browser didn’t store the key, so requests will go out without it. Allow this site to store data, then save again.",
        examples: "Every room has an example now.",
        imported_all: |things| format!("Imported {things}."),
        erased_for_good: "Saved. Storage is almost full, so what you just deleted can’t be restored after a reload.",
        exported_from_memory: |name| {
            format!("Saved as {name}. It has everything this tab had opened; the rest couldn’t be read.")
        },
        key_cleared: "The key has been removed from this browser.",
        runs_elsewhere: "This answer is being written in another tab.",
        gone: "This no longer exists.",
        not_loaded: "The conversation is still opening. Try again in a moment.",
        busy: "An answer is being written. Stop it first.",
        read_only: "This tab is read-only. Reload the page to make changes.",
        empty: "Nothing to send: write a message first.",
        no_answer: "Type an answer first. Your previous answer was kept.",
        stale: "This changed in the meantime, so nothing was done. Try again.",
        not_here: "That doesn’t work on this message.",
        full: "There’s no room for more. Delete something first.",
        last: "The last one can’t be removed.",
        not_a_time: "Enter a start and an end; the end must be later.",
    },
    example: ExampleWords {
        see: "See an example",
        see_all: "Show me an example of everything",
        mark: "Example",
        remove: "Remove",
        removal: "Remove the example",
        title: "Remove the example?",
        confirm: "You’ve changed parts of the example. They will be removed as well.",
    },
};

/// Returns the English form of a number of things.
fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// Names a document by the kind of its rows and its name.
fn thing(rows: Table, name: &str) -> String {
    let kind = match rows {
        Table::Nodes => "map",
        Table::Shapes => "scene",
        _ => "conversation",
    };
    if name.is_empty() { format!("This {kind}") } else { format!("The {kind} “{name}”") }
}
