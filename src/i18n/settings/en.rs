//! The settings in English. Must not be in here: another language.

use super::{About, Connection, Data, Endpoint, Import, Learned, Looks, Settings};

pub(in crate::i18n) const EN: Settings = Settings {
    in_use: |model| format!("Answers come from: {model}"),
    endpoint: Endpoint {
        title: "Model",
        intro: "Choose who answers. Prompts go straight from this browser to the endpoint you choose, and nowhere else.",
        provider: "Provider",
        configured: "✓ marks providers you have set up.",
        browser_yes: "Works from the browser",
        browser_no: "Does not answer web pages",
        browser_setting: "Needs a setting on the server",
        browser_unknown: "Not known whether it answers web pages",
        setting: "Start the server like this, so that it answers this page:",
        copy: "Copy",
        base_url: "Base URL",
        base_url_hint: "Everything before /chat/completions.",
        alternates: "Other addresses:",
        api_key: "API key",
        api_key_optional: "Not needed unless the server asks for one",
        key_kept: "A key is kept in this browser. Type another one to replace it",
        key_session: "A key is there until this tab is closed. Type another one to replace it",
        keep: "Keep the key in this browser",
        keep_hint: "Otherwise it is forgotten when this tab is closed. Applies to a key typed above.",
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
            "1" => "The endpoint lists 1 model.".to_owned(),
            _ => format!("The endpoint lists {count} models. They are suggested above."),
        },
        save: "Save and use",
        choose: "Use the built-in guide",
        unsaved: "Not saved yet.",
        shared_origin: "Other pages of the same account share this address and could read what is stored here. Keep no key, or host Espalier at an address of its own.",
    },
    connection: Connection {
        test: "Test connection",
        unknown: "Not tested.",
        testing: "Asking the endpoint…",
        ok: |said| match said {
            "" => "It works.".to_owned(),
            _ => format!("It works. The model says: {said}"),
        },
    },
    looks: Looks {
        title: "Appearance",
        language: "Language · 语言",
        language_browser: "As in the browser",
        theme: "Theme",
        theme_system: "As in the system",
        theme_light: "Light",
        theme_dark: "Dark",
    },
    data: Data {
        title: "Your data",
        intro: "Everything is stored in this browser, on this device. Export it now and then: a browser can lose its data.",
        usage: |used, quota| format!("{used} of {quota} in use."),
        measuring: "Measuring…",
        persisted: "The browser has promised to keep it.",
        not_persisted: "The browser may clear it when space runs short. It is asked to keep it once you send a message.",
        export: "Export everything",
        export_hint: "One JSON file with all conversations, agents and settings. Keys are not in it.",
        import: "Import a file",
        import_hint: "An export of Espalier, or conversations.json from ChatGPT. You see what would change first.",
    },
    import: Import {
        title: "Import",
        file: |name| format!("From {name}"),
        comparing: "Comparing it with what is here…",
        differs: "What is stored here has changed in the meantime, so nothing was imported yet. This is what would happen now:",
        changes: |added, changed| match changed {
            0 => format!("{}; nothing existing changes.", items(added, "new")),
            _ => format!("{}, {changed} changed.", items(added, "new")),
        },
        nothing: "Everything in this file is here already. Nothing would change.",
        nothing_left: "Nothing to import: some of the file could not be read, as listed below, and the rest is here already.",
        policy: "If an item exists and differs",
        keep_mine: "keep what is here",
        take_theirs: "take what is in the file",
        read: |messages, branches| {
            let messages = if messages == 1 { "1 message".to_owned() } else { format!("{messages} messages") };
            match branches {
                0 | 1 => messages,
                _ => format!("{messages} in {branches} branches"),
            }
        },
        hidden: |count| format!("{count} hidden left out"),
        unreadable: |count| format!("{count} not understood, left out"),
        empty: "skipped: it is empty",
        duplicate: "skipped: it is in the file twice",
        malformed: |reason| format!("skipped: not in the expected form ({reason})"),
        untitled: "Untitled",
        more: |count| format!("and {count} more"),
        apply: "Import",
    },
    learned: Learned {
        title: "What was learned about endpoints",
        intro: "When an endpoint refuses a part of a request, the request is adapted and sent again. This is remembered, so that it happens once.",
        nothing: "Nothing so far.",
        token_field: |name| format!("token budget as {name}"),
        no_token_field: "without a token budget",
        token_limit: |limit| format!("at most {limit} tokens"),
        token_floor: |floor| format!("at least {floor} tokens, because it thinks"),
        omitted: |names| format!("without {names}"),
        without_tools: "without tools",
        choice: "tools cannot be asked for by name",
        replay: "earlier thinking is sent along",
        forget: "Forget it",
    },
    about: About {
        privacy: "Privacy",
        notes: &[
            "Espalier has no server. Your conversations never leave this browser, except what you send to the endpoint you chose.",
            "A key is sent only to the address it was saved for. It is in no export, no link and no log.",
            "Whoever can use this browser profile, or an extension with access to all pages, can read what is stored here, a kept key included. Prefer a key with a spending limit.",
            "Nothing is measured or reported, and pictures from elsewhere are never loaded.",
        ],
        title: "About",
        text: |version, licence| {
            format!("Espalier {version}, a private AI workspace in one browser tab. Free software under {licence}.")
        },
    },
};

/// A number of things of a kind.
fn items(number: usize, kind: &str) -> String {
    if number == 1 { format!("1 {kind} item") } else { format!("{number} {kind} items") }
}
