//! The words of the Chat room in English.

use super::{Actions, Agents, Chat, Composer, Edit, Files, Preview, Sidebar, Tree, Welcome};

pub(in crate::i18n) const EN: Chat = Chat {
    you: "You",
    assistant: "Assistant",
    system: "System",
    transcript: "Conversation",
    loading: "Reading the conversation…",
    to_end: "Go to the latest message",
    new_session: "New conversation",
    rename_hint: "Double-click to rename",
    builtin: "Built-in guide",
    builtin_label: "Built-in guide, rule-based, offline",
    choose_model: "Choose a model",
    tokens: |count| format!("{count} tokens"),
    about_tokens: |count| format!("about {count} tokens"),
    left_out: "left out of the context",
    beyond: "too far back to be sent",
    edited: "edited",
    stopped: "Stopped here.",
    truncated: "The answer reached its length limit and can be continued.",
    more: "More actions",
    branch_before: "Previous branch",
    branch_after: "Next branch",
    branch_place: |place, count| format!("Branch {place} of {count}"),
    thinking: "Thinking…",
    thought: "Thoughts",
    thought_for: |time| format!("Thought for {time}"),
    phases: "Progress",
    phase_preparing: "Preparing",
    phase_thinking: "Thinking",
    phase_tool: "Using a tool",
    phase_answering: "Answering",
    tool_called: |name| format!("Called {name}"),
    retry_in: |tries, seconds| {
        let tries = if tries == 1 {
            "The first try failed.".to_owned()
        } else {
            format!("{tries} tries failed.")
        };
        match seconds {
            Some(seconds) => format!("{tries} Next try in {seconds} s."),
            None => format!("{tries} Next try soon."),
        }
    },
    retry_now: "Try now",
    actions: Actions {
        title: "Message actions",
        copy: "Copy",
        edit: "Edit",
        regenerate: "Regenerate",
        continue_answer: "Continue",
        branch_from: "Branch from here",
        leave_out: "Leave out of the context",
        take_in: "Put back into the context",
        delete: "Delete",
    },
    edit: Edit {
        label: "Edit the message",
        save: "Save in place",
        branch_user: "Ask in a new branch",
        branch_other: "Save as a branch",
        hint_user: "A new branch keeps this version and asks again. Saving in place changes only this text.",
        hint_other: "A branch keeps this version beside the new one. Saving in place changes only this text.",
    },
    composer: Composer {
        label: "Message",
        placeholder: "Write a message…",
        read_only: "This tab is read-only",
        send: "Send",
        stop: "Stop",
        keys: "Enter sends · Shift+Enter for a new line",
    },
    sidebar: Sidebar {
        title: "Conversations",
        search: "Search everything…",
        empty: "No conversations yet.",
        nothing: "Nothing found.",
        searching: "Searching all messages…",
        answering: "An answer is arriving",
        menu: "Conversation actions",
        more_hits: |count| {
            if count == 1 {
                "1 more place".into()
            } else {
                format!("{count} more places")
            }
        },
    },
    files: Files {
        title: "Export and import",
        format: "Export format",
        export: "Export this conversation",
        import: "Import conversations (or drop a file on the page)",
        markdown: "Markdown, this path",
        tree: "Markdown, all branches",
        json: "JSON, complete",
    },
    welcome: Welcome {
        title: "Think in branches.",
        lead: "Espalier is a private workspace for talking with a model of your choice. Every answer can be asked again, \
               every question asked another way, and nothing you tried is lost: it all stays in one tree.",
        try_it: "Try it now, no key needed",
        prompts: &[
            "What can I do here?",
            "How do branches work?",
            "Where is my data stored?",
            "How do I connect a model?",
        ],
        connect: "Connect a model",
        connect_text: "OpenAI, Anthropic, DeepSeek, Qwen, Ollama and more, or any compatible address.",
        connected: "Models and settings",
        connected_text: "Switch providers, test the connection, change language and theme.",
        agents: "Choose an agent",
        agents_text: "Tutor, translator, reviewer and others, each with its own instructions. Make your own.",
        import: "Bring conversations in",
        import_text: "From a ChatGPT export or from another Espalier, with all their branches.",
        privacy: "Everything stays in this browser. Only what you send goes to the endpoint you choose.",
    },
    tree: Tree {
        title: "Tree of the conversation",
        intro: "Choose a message to show its branch. Drag or scroll to move, Ctrl+scroll to zoom, arrow keys to walk.",
        empty: "(no text)",
        closer: "Zoom in",
        further: "Zoom out",
        whole: "Show all",
    },
    preview: Preview {
        summary: |count, tokens, budget| {
            let messages = if count == 1 {
                "1 message".to_owned()
            } else {
                format!("{count} messages")
            };
            match budget {
                Some(budget) => format!("{messages}, about {tokens} of at most {budget} tokens"),
                None => format!("{messages}, about {tokens} tokens"),
            }
        },
        over: "Even what has to be sent is more than the budget. The endpoint may refuse it.",
        more: |count| {
            if count == 1 {
                "1 earlier message is not listed here.".into()
            } else {
                format!("{count} earlier messages are not listed here.")
            }
        },
        preset: "agent",
        message: "conversation",
        instruction: "to continue",
        disabled: "left out: switched off",
        budget: "left out: beyond the budget",
        empty: "left out: empty",
        preset_off: "left out: off in the agent",
    },
    agents: Agents {
        choose: "Agent",
        pin: "Keep this agent for this conversation",
        intro: "An agent is a set of instructions around your conversation. The chosen one answers in every conversation \
                that has no agent of its own.",
        chosen: "answers",
        edit: "Edit agent",
        reset: "Put back to how it was",
        export: "Export agent",
        export_all: "Export agents",
        import: "Import agents",
        name: "Name",
        icon: "Icon",
        description: "What it is for",
        tuning: "Model and parameters",
        provider: "Provider",
        model: "Model",
        as_settings: "As in the settings",
        temperature: "Temperature",
        temperature_hint: "0 to 2; higher is freer. Empty: 0.7",
        max_tokens: "Longest answer (tokens)",
        max_tokens_hint: "Empty: 2048",
        context_tokens: "Largest context (tokens)",
        context_tokens_hint: "Beyond it the oldest messages are left out. Empty: what the model can read",
        presets: "Messages",
        presets_hint: "What is said before and after the conversation, in this order.",
        add_message: "Add a message",
        add_history: "Add the conversation",
        history: "The conversation goes here",
        role: "Said by",
        text: "Text of the message",
        enabled: "Sent",
        drag: "Drag to move",
        up: "Move up",
        down: "Move down",
        remove: "Remove",
        first_text: "You are a helpful assistant.",
        wrong_name: "Please give the agent a name.",
        wrong_temperature: "The temperature is a number from 0 to 2.",
        wrong_figure: "A number of tokens is a whole number above 0.",
    },
};
