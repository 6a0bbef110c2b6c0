//! The settings in English.

use espalier_model::Table;

use super::{
    About, Connect, Connection, Data, Device, Download, Endpoint, Import, Learned, Local, Looks, Models,
    RoomParameters, SizeWords, Words,
};
use espalier_llm::request::BaseProblem;
use espalier_local_model::{DownloadProblem, FileRefusal};

pub(crate) const EN: Words = Words {
    in_use: |model| format!("Current model: {model}"),
    sections: "Sections",
    endpoint: Endpoint {
        title: "Model",
        intro: "Choose which model answers. What you write goes straight from this browser to the endpoint you choose, and nowhere else.",
        provider: "Provider",
        another: "Add another connection",
        remove: "Remove this connection",
        connection_name: "Name of the connection",
        configured: "✓ marks providers you’ve set up.",
        browser_yes: "Works from the browser",
        browser_no: "Blocks web pages",
        browser_setting: "Needs a setting on the server",
        browser_unknown: "May not work from a browser",
        setting: "Start the server like this so that it accepts requests from this page:",
        copy: "Copy",
        base_url: "Base URL",
        base_url_hint: "Everything before /chat/completions.",
        alternates: "Other addresses:",
        api_key: "API key",
        create_key: "Create a key",
        api_key_optional: "Not needed unless the server asks for one",
        key_kept: "A key is stored in this browser. Enter another to replace it",
        key_session: "A key is stored until you close this tab. Enter another to replace it",
        same_key: "Use the same key there",
        key_elsewhere: |from, to| match from {
            "" => {
                format!("A key was saved without an address. It won’t be sent to {to} unless you tick this.")
            }
            _ => {
                format!(
                    "The saved key is for {from}. It won’t be sent to {to} unless you tick this. You can also enter another key."
                )
            }
        },
        keep: "Store the key in this browser",
        keep_hint: "If off, the key is gone once you close this tab.",
        clear_key: "Clear key",
        model: "Model",
        model_optional: "The server uses the model it has loaded",
        very_low: "very low cost",
        low: "low cost",
        medium: "medium cost",
        high: "high cost",
        reads: |thousands| format!("reads {thousands}k tokens"),
        fetch: "List models",
        fetched: |count| match count {
            "0" => "The endpoint lists no models. Type the model’s name.".to_owned(),
            "1" => "The endpoint lists 1 model. Pick it below.".to_owned(),
            _ => format!("The endpoint lists {count} models. Pick one below."),
        },
        listed: "Models of this endpoint",
        pick: "Choose one…",
        base_problem: |problem| match problem {
            BaseProblem::Empty => "Enter a base URL, such as https://example.org/v1.".to_owned(),
            BaseProblem::NoScheme(_) => "A base URL must start with http:// or https://.".to_owned(),
            BaseProblem::Invalid(text) => {
                format!("“{text}” isn’t a web address. A base URL looks like https://example.org/v1.")
            }
        },
        base_use: |meant| format!("Use {meant}"),
        key_missing: |name| format!("Saved, but not in use yet: {name} needs an API key. Enter one and save again."),
        saved_and_testing: "Settings saved. Testing the connection…",
        connected: |name| format!("{name} is ready."),
        not_connected: |name| format!("{name} isn’t responding as it should."),
        see_why: "See why",
        save_hint: "Saving a new address reloads the page, then tests the connection.",
        allow_title: "How to allow this page on your server",
        allow_headers: "The server must send these headers with every response, including responses to OPTIONS requests:",
        allow_examples: "For common servers (llama.cpp allows every page by default):",
        allow_browser: "If the browser asks whether this page may reach devices on your network, allow it. You can change that later in the site settings, beside the address bar.",
        save: "Save and use",
        choose: "Use the built-in guide",
        unsaved: "Not saved yet.",
        shared_origin: "Other pages of the same account share this address and could read what is stored here. Don’t store a key here, or host Espalier at its own address.",
    },
    models: Models {
        for_all: "Default model",
        for_session: "Model for this conversation",
        for_answer: "Answer again with…",
        search: "Search models",
        nothing: "No model matches. You can enter other names in Settings.",
        more: |count| format!("{count} more: type a part of the name."),
        builtin: "Built-in guide",
        unnamed: "The server’s own model",
        favourite: |name| format!("Keep {name} at the top"),
        unfavourite: |name| format!("Don’t keep {name} at the top"),
        context: |tokens| format!("{tokens} context"),
        tools: "tools",
        pictures: "images",
        thinking: "reasoning",
        tick: |name| format!("Also ask {name}"),
        ask: |count| match count {
            0 => "Ask several".to_owned(),
            1 => "Ask this model".to_owned(),
            _ => format!("Ask {count} models"),
        },
        several: |most| format!("Choose one, or tick up to {most} to compare."),
        follow: "Use the default model again",
        manage: "Manage connections",
    },
    room_parameters: RoomParameters {
        title: |room| format!("Assistant parameters: {room}"),
        intro: |room| {
            format!(
                "For the assistant in {room} only, in all its conversations. \
                 Empty fields use the assistant’s default."
            )
        },
        temperature_hint: "0 to 2; higher is more varied. Empty: the assistant’s default",
        max_tokens_hint: "Empty: the assistant’s default",
        save: "Save",
        reset: "Reset to default",
        emptied: "All fields are empty. Save to go back to the defaults.",
    },
    device: Device {
        heading: "Models stored in this browser",
        hint: "A model file (GGUF) is copied into this browser’s storage once and then runs in the page. Nothing you write leaves this device, and no network is needed. Files of up to about 1 GB work best.",
        add: "Add model files…",
        drop: "Or drop them here.",
        none: "No models here yet. Many small models are published as GGUF files, such as SmolLM2, Qwen or Llama with up to 2 billion parameters.",
        expected: |size, context, memory, speed| {
            format!(
                "{size} · reads up to {context} tokens · needs about {memory} of memory · perhaps {} here",
                tokens_a_second(speed)
            )
        },
        no_template: "The file has no chat template, so a common one is used.",
        checking: |name| format!("Checking {name}…"),
        copying: |name, percent| format!("Copying {name}: {percent} %"),
        comparing: |name, percent| format!("Comparing the copy of {name}: {percent} %"),
        waiting: |count| match count {
            1 => "1 more file to go".to_owned(),
            _ => format!("{count} more files to go"),
        },
        cancel: "Cancel",
        use_it: "Use",
        in_use: "In use",
        delete: |name| format!("Delete {name}"),
        in_memory: "Loaded; unloads after ten idle minutes.",
        free: "Unload",
        refused,
    },
    download: Download {
        hint: "The file comes straight from where it is published, is stored in this browser and runs in the page. The page reloads once so that it may download the file.",
        offers: "Models to download",
        about: |millions, licence| match millions {
            ..1_000 => format!("{millions} million parameters · {licence}"),
            _ => format!("{:.1} billion parameters · {licence}", f64::from(millions) / 1_000.0),
        },
        get: |size, host| match size {
            "" => format!("Download from {host}"),
            _ => format!("Download {size} from {host}"),
        },
        address: "Another model",
        address_hint: "The https address of a GGUF file.",
        ask: "Check size",
        asking: |host| format!("Asking {host} for the size…"),
        loading: |name| format!("Downloading {name}"),
        came: |done, all| match all {
            Some((all, percent)) => format!("{done} of {all} · {percent} %"),
            None => done.to_owned(),
        },
        speed: |speed, left| match left {
            None => format!("{speed} a second"),
            Some(seconds @ ..60) => format!("{speed} a second · {seconds} s left"),
            Some(seconds) => format!("{speed} a second · {} min left", seconds.div_ceil(60)),
        },
        checking: |name, percent| format!("Checking {name}: {percent} %"),
        stopping: "Stopping…",
        paused: |name| format!("{name} is paused."),
        pause: "Pause",
        go_on: "Continue",
        again: "Start again",
        cancel: "Cancel download",
        problem,
    },
    local: Local {
        title: "Connect a model",
        heading: "On this computer",
        hint: "Looks for Ollama, LM Studio and llama.cpp on localhost (ports 11434, 1234 and 8080) and asks only for their model lists. The page reloads first.",
        find: "Search",
        searching: "Searching…",
        nothing: "Nothing answers on this computer. Start one of the three, then search again.",
        asking: "Asking…",
        absent: "Not found",
        closed: "Found, but it doesn’t answer this page yet. Start it like this, then search again:",
        locked: "Found, but it needs a key. Enter it in Settings.",
        other: |name, port| {
            format!("Something answers at port {port}, but not as {}.", name.trim_end_matches(" server"))
        },
        blocked: "The browser doesn’t let this page reach your computer. Allow it in the site settings, beside the address bar, then search again.",
        no_models: "Found, but it has no models yet.",
        models: "Models on this computer",
        use_it: "Use",
        in_use: "In use",
    },
    connect: Connect {
        local: ("On this computer", "Ollama, LM Studio or llama.cpp. Free and private."),
        key: ("With a key", "OpenAI, Gemini, OpenRouter and others."),
        file: ("A model file", "A GGUF file that runs in this page."),
        download: ("A model to download", "A small open model, about 100 to 640 MB. Runs in this page, even offline."),
        privacy: "What you write goes only to the model you choose.",
        all_settings: "All settings",
        back: "Back",
        provider: "Who is the key from?",
        check: "Check key",
        goes: |host| format!("The key is sent to {host} and nowhere else."),
        refused: |name| format!("{name} doesn’t accept this key. Check that you copied all of it."),
        says: |name, text| format!("{name} says: {text}"),
        ready: |name| format!("Ready: {name}"),
        start: "Start a conversation",
        another: "Choose another model",
    },
    connection: Connection {
        test: "Test connection",
        unknown: "Not tested.",
        testing: "Testing the connection…",
        ok: |said| match said {
            "" => "It works.".to_owned(),
            _ => format!("It works. The model says: {said}"),
        },
        sends: |question, place| format!("A test sends “{question}” to {place}."),
    },
    looks: Looks {
        title: "Appearance",
        language: "Language · 语言",
        language_browser: "Same as browser",
        theme: "Theme",
        theme_system: "Same as system",
        theme_light: "Light",
        theme_dark: "Dark",
        clock: "Clock",
        clock_language: "As usual in the language",
        clock_12: "12 hours",
        clock_24: "24 hours",
        opening: "Open with",
        opening_once: "Today, once a day",
        opening_today: "Today",
        opening_last: "Where you left off",
    },
    data: Data {
        title: "Your data",
        files: |count, size| format!("{count} attached {} ({size})", if count == 1 { "file" } else { "files" }),
        files_hint: "Unused files are deleted after a day. Messages and steps that can be undone count as use.",
        unreadable: |count| match count {
            1 => "1 stored record can’t be read. It’s left untouched, and every export includes a raw copy.".to_owned(),
            _ => format!(
                "{count} stored records can’t be read. They’re left untouched, and every export includes raw copies."
            ),
        },
        save_unreadable: "Save a raw copy",
        place: crate::place::EN,
        erase: "Delete everything…",
        erase_hint: "Deletes conversations, maps, the time log, courses, scenes, agents, settings, keys and the offline copy from this browser. Export first if you may want them back.",
        intro: "Everything is stored in this browser, on this device. Browsers can lose data, so export it now and then.",
        usage: |used, quota| format!("{used} of {quota} used."),
        measuring: "Measuring…",
        persisted: "The browser won’t clear it on its own.",
        not_persisted: "The browser may clear it when space runs short. Espalier will ask for permanent storage after your first message.",
        elsewhere: |when| format!("Last saved outside this browser: {when}."),
        nothing_elsewhere: "Nothing has been saved outside this browser yet.",
        export: "Export everything",
        export_hint: "One JSON file with everything: conversations, maps, the time log, courses, scenes, agents and settings. No keys.",
        backup: "Save a backup",
        backup_hint: "The same in one compact file that suits large amounts of data, with a password if you like. Only Espalier reads it.",
        backup_password: "Password (optional)",
        backup_password_hint: "Keep it safe: without it, nobody can open the backup.",
        backing_up: |items| match items {
            1 => "Saving: 1 item so far…".to_owned(),
            _ => format!("Saving: {items} items so far…"),
        },
        import: "Import a file",
        import_hint: "Espalier backups, exports and rescue files; conversations from ChatGPT, Claude, Open WebUI, LibreChat, llama.cpp, SillyTavern and big-AGI, also as ZIP archives and several files at once. You’ll see what would change before anything does.",
    },
    import: Import {
        title: "Import",
        file: |name| format!("From {name}"),
        comparing: "Comparing with your data…",
        differs: "Your data has changed in the meantime, so nothing was imported yet. Importing now would do this:",
        kinds,
        adds: |things| format!("Adds {things}."),
        replaces: |things| format!("Replaces {things}."),
        between: " ",
        agent_says: |name| format!("What “{name}” tells the model"),
        broken: |count| match count {
            1 => "1 record in this file can’t be read. Keep the file, or save a raw copy of the record.".to_owned(),
            _ => format!("{count} records in this file can’t be read. Keep the file, or save a raw copy of them."),
        },
        save_broken: "Save a raw copy",
        targets: "Where prompts would go",
        targets_hint: "Tick only addresses you trust. Your saved keys stay with the addresses they were saved for.",
        take_endpoint: |name, origin, before| match before {
            Some(before) if before != origin => format!("Use {origin} for {name} instead of {before}"),
            _ => format!("Use {origin} for {name}"),
        },
        take_provider: |name, origin| format!("Answer with {name} ({origin})"),
        take_agents: |agents, name, origin| match agents {
            [one] => format!("Let the agent “{one}” answer with {name} ({origin})"),
            _ => format!("Let these agents answer with {name} ({origin}): {}", agents.join(", ")),
        },
        nothing: "You already have everything in this file. Nothing would change.",
        nothing_left: "Nothing to import: part of the file couldn’t be read (see below), and you already have the rest.",
        policy: "If an item exists in both",
        keep_mine: "keep mine",
        take_theirs: "use the one in the file",
        read: |messages, branches| {
            let messages = if messages == 1 { "1 message".to_owned() } else { format!("{messages} messages") };
            match branches {
                0 | 1 => messages,
                _ => format!("{messages} in {branches} branches"),
            }
        },
        hidden: |count| format!("{count} hidden, left out"),
        unreadable: |count| format!("{count} not understood, left out"),
        orphans: |count| match count {
            1 => "repaired: 1 message follows one that’s missing and now begins a branch".to_owned(),
            _ => format!("repaired: {count} messages follow ones that are missing and now begin branches"),
        },
        rings: |count| match count {
            1 => "repaired: 1 loop of messages was cut open".to_owned(),
            _ => format!("repaired: {count} loops of messages were cut open"),
        },
        empty: "skipped: it’s empty",
        duplicate: "skipped: it’s in the file twice",
        part: |number| format!("Part {number} of the backup"),
        damaged: "skipped: it’s damaged",
        malformed: |reason| format!("skipped: it can’t be read ({reason})"),
        untitled: "Untitled",
        more: |count| format!("and {count} more"),
        cut: "The end of this file is missing, so it isn’t complete. You can import what’s left of it.",
        locked: "This backup has a password",
        password: "Password",
        wrong_password: "That’s not the password of this backup.",
        unlock: "Open",
        apply: "Import",
    },
    learned: Learned {
        title: "Compatibility",
        intro: "When an endpoint refuses part of a request, the request is adapted and sent again. Espalier remembers this, so it happens only once.",
        nothing: "Nothing so far.",
        token_field: |name| format!("token budget as {name}"),
        no_token_field: "without a token budget",
        token_limit: |limit| format!("at most {limit} tokens"),
        token_floor: |floor| format!("at least {floor} tokens, because the model thinks first"),
        omitted: |names| format!("without {names}"),
        without_pictures: "gets no pictures",
        without_tools: "without tools",
        ignores_prompted_tools: "doesn’t call tools described in the prompt either",
        no_system: "system messages are sent with the first question",
        alternate: "consecutive messages are merged",
        context_limit: |limit| format!("conversations of at most {limit} tokens"),
        choice: "can’t be told which tool to use",
        no_schema: "JSON answers without a schema",
        no_json: "JSON answers asked for in words only",
        replay: "earlier thinking is included",
        forget: "Forget",
    },
    about: About {
        privacy: "Privacy",
        notes: &[
            "Espalier has no server. Your data never leaves this browser, except what you send to the endpoint you chose and the copy in a place of your own, if you set one up.",
            "A key is sent only to the address it was saved for. It never appears in an export, a link or a log.",
            "Anyone who can use this browser profile, or an extension with access to all pages, can read what is stored here, including a saved key. Use a key with a spending limit.",
            "Nothing is tracked or reported, and images from other sites are never loaded.",
        ],
        title: "About",
        text: |version, licence| {
            format!("Espalier {version}, a private AI workspace in one browser tab. Free software under {licence}.")
        },
        build: |name| format!("Build {name}"),
        install_hint: "Espalier opens in a window of its own, also without a network.",
        install_how: "Espalier can be installed as an app: look for “Install”, “Add to Home Screen” or, in Safari on a Mac, “Add to Dock” in the browser’s menu. Browsers without such an entry don’t install web apps.",
        installed: "Espalier is installed on this device.",
        news_title: "What’s new",
        news: &[
            "Espalier can be installed: it opens files, takes text that other apps share, and marks its icon while a timer is running.",
            "An open tab finds a new version within a day, and switches only when you say so.",
            "The time log shows a week together with its report.",
        ],
        licences: "Licences of the libraries Espalier is built with",
    },
};

/// Returns the numbers of rows: "2 conversations (12 messages), 1 map (30 nodes)".
fn kinds(counts: &[(Table, usize)]) -> String {
    let of = |table: Table| counts.iter().find(|(known, _)| *known == table).map_or(0, |(_, count)| *count);
    let name = |table: Table| match table {
        Table::Sessions => ("conversation", "conversations"),
        Table::Messages => ("message", "messages"),
        Table::Personas => ("agent", "agents"),
        Table::Endpoints => ("endpoint", "endpoints"),
        Table::Learned => ("endpoint adjustment", "endpoint adjustments"),
        Table::Preferences => ("set of preferences", "sets of preferences"),
        Table::Maps => ("map", "maps"),
        Table::Nodes => ("node", "nodes"),
        Table::TimeEntries => ("time entry", "time entries"),
        Table::TimeCategories => ("category", "categories"),
        Table::Goals => ("goal", "goals"),
        Table::Turns => ("unfinished answer", "unfinished answers"),
        Table::Courses => ("course", "courses"),
        Table::Scenes => ("scene", "scenes"),
        Table::Shapes => ("shape", "shapes"),
        Table::Links => ("link", "links"),
    };
    let say = |table: Table| {
        let (one, many) = name(table);
        let count = of(table);
        if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
    };
    let mut parts = Vec::new();
    for (table, inner) in super::KINDS {
        match inner.filter(|inner| of(*inner) > 0) {
            Some(inner) if of(*table) > 0 => parts.push(format!("{} ({})", say(*table), say(inner))),
            Some(inner) => parts.push(say(inner)),
            None if of(*table) > 0 => parts.push(say(*table)),
            None => {}
        }
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

fn tokens_a_second(speed: f64) -> String {
    match speed {
        ..1.0 => "less than 1 token a second".to_owned(),
        1.0..30.0 => format!("{speed:.0} tokens a second"),
        _ => "30 tokens a second or more".to_owned(),
    }
}

fn problem(problem: &DownloadProblem, name: &str, host: &str, size: SizeWords) -> String {
    match problem {
        DownloadProblem::Address => {
            "That isn’t the address of a model file. It begins with https:// and ends with .gguf.".to_owned()
        }
        DownloadProblem::Offline => "You’re offline. Continue once you’re online again.".to_owned(),
        DownloadProblem::Unreachable => {
            format!("{host} doesn’t answer, or doesn’t let pages read the file. Try again, or download the file yourself and add it as a model file.")
        }
        DownloadProblem::NotAllowed => {
            "The browser stores nothing for this page, so the file can’t be downloaded. Allow the site to store data, or use a window that isn’t private.".to_owned()
        }
        DownloadProblem::Refused(status) => {
            format!("{host} refuses to send the file (status {status}). Try again later, or choose another model.")
        }
        DownloadProblem::NotFound => format!("{host} has no file at this address. Check the address."),
        DownloadProblem::NotAModel => {
            format!("{host} sent something other than a model, such as a web page. Use the address of the .gguf file itself.")
        }
        DownloadProblem::Interrupted => "The connection was lost. What was downloaded is kept, so you can continue at any time.".to_owned(),
        DownloadProblem::Length(expected, came) => {
            format!("{host} announced {} and sent {}, so the file was discarded.", size(*expected), size(*came))
        }
        DownloadProblem::Digest => {
            format!("The file’s SHA-256 doesn’t match {name}, so it was discarded.")
        }
        DownloadProblem::Space(needed, free) => {
            format!("Downloading and checking it takes {} of space; the browser has {} left for this page. Free some, or choose a smaller model.", size(*needed), size(*free))
        }
        DownloadProblem::NoFiles => {
            "This browser stores no files for the page, as in a private window. Use a normal window.".to_owned()
        }
        DownloadProblem::OtherTab => "Another tab is downloading a model. Wait for it, or close that tab.".to_owned(),
        DownloadProblem::File(refusal) => refused(name, refusal, size),
    }
}

fn refused(name: &str, refusal: &FileRefusal, size: SizeWords) -> String {
    match refusal {
        FileRefusal::NotGguf => {
            format!("{name} isn’t a GGUF file. Choose one that ends in .gguf.")
        }
        FileRefusal::Version(version) => {
            format!("{name} uses version {version} of the GGUF format. Only versions 2 and 3 work here.")
        }
        FileRefusal::BigEndian => {
            format!("{name} was written for big-endian machines. Choose the model’s regular file instead.")
        }
        FileRefusal::Cut => format!("{name} is incomplete: its end is missing. Download it again."),
        FileRefusal::Broken(why) => format!("{name} is damaged: {why}."),
        FileRefusal::Architecture(kind) if kind.is_empty() => format!("{name} doesn’t say what kind of model it is."),
        FileRefusal::Architecture(kind) => {
            format!("{name} is a “{kind}” model, which can’t run here. Llama, Qwen2 and Qwen3 models can.")
        }
        FileRefusal::Format(format) => {
            format!(
                "{name} stores its numbers as {format}, which can’t be read here. Choose a file with Q4_0, Q4_K_M, Q5_0, Q6_K or Q8_0."
            )
        }
        FileRefusal::Tokenizer(kind) => format!("{name} uses a tokenizer that isn’t supported here (“{kind}”)."),
        FileRefusal::Split(count) => {
            format!("{name} is one of {count} files of a model. Only single-file models can run here.")
        }
        FileRefusal::Memory(needed, limit) => {
            format!(
                "{name} needs about {} of memory; a page can have {}. Choose a smaller model.",
                size(*needed),
                size(*limit)
            )
        }
        FileRefusal::Space(needed, free) => {
            format!("{name} needs {} of space; the browser has {} left for this page.", size(*needed), size(*free))
        }
        FileRefusal::Exists => format!("A model named {name} is kept already."),
        FileRefusal::Unreadable => format!("{name} can’t be read. It may have been moved or changed."),
        FileRefusal::NotKept => {
            format!("The browser couldn’t keep {name}. It may be out of space, or in a private window.")
        }
        FileRefusal::Changed => {
            format!("The copy of {name} isn’t the same as the file, so it was discarded. Try again.")
        }
        FileRefusal::NoCode => {
            "The part of the app that checks models couldn’t be loaded. Try again with a network.".to_owned()
        }
    }
}
