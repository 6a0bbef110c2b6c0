//! The words of the interface: one typed table for each area, in two languages.
//!
//! A missing text does not compile. Plurals and texts with values are functions. Must not be in here: which text is
//! shown when.

pub mod chat;
pub mod command;
pub mod error;
pub mod markdown;
pub mod settings;
pub mod shell;

use crate::model::settings::Language;

/// All words in one language.
#[derive(Debug)]
pub struct Messages {
    /// The language itself, as in `<html lang>`.
    pub lang: &'static str,
    /// The frame: navigation, dialogs, notices.
    pub shell: shell::Shell,
    /// The names of commands.
    pub command: command::Commands,
    /// What went wrong.
    pub error: error::Errors,
    /// The settings.
    pub settings: settings::Settings,
    /// Chat.
    pub chat: chat::Chat,
    /// Around rendered Markdown.
    pub markdown: markdown::Markdown,
}

static EN: Messages = Messages {
    lang: "en",
    shell: shell::EN,
    command: command::EN,
    error: error::EN,
    settings: settings::EN,
    chat: chat::EN,
    markdown: markdown::EN,
};

static ZH: Messages = Messages {
    lang: "zh-Hans",
    shell: shell::ZH,
    command: command::ZH,
    error: error::ZH,
    settings: settings::ZH,
    chat: chat::ZH,
    markdown: markdown::ZH,
};

/// The words in a language.
pub fn messages(language: Language) -> &'static Messages {
    match language {
        Language::En => &EN,
        Language::Zh => &ZH,
    }
}
