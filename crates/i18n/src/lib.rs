//! The words of the interface: one typed table for each area, in two languages.
//!
//! A missing text does not compile. Plurals and texts with values are functions. It may depend on the rooms and all
//! below them. Must not be in here: which text is shown when.

pub mod chat;
pub mod command;
pub mod course;
pub mod error;
pub mod helper;
pub mod map;
pub mod markdown;
pub mod place;
pub mod scene;
pub mod settings;
pub mod shell;
pub mod time;

#[cfg(test)]
mod tests;

use espalier_model::settings::Language;

/// All words in one language.
#[derive(Debug)]
pub struct Messages {
    /// The language these words are in.
    pub language: Language,
    /// The language itself, as in `<html lang>`.
    pub lang: &'static str,
    /// The frame: navigation, dialogs, notices.
    pub shell: shell::Shell,
    /// The names of commands.
    pub command: command::Commands,
    /// The words of errors.
    pub error: error::Errors,
    /// The settings.
    pub settings: settings::Settings,
    /// Chat.
    pub chat: chat::Chat,
    /// Map.
    pub map: map::Map,
    /// Around assistants with tools.
    pub helper: helper::Helper,
    /// Course.
    pub course: course::Course,
    /// Scene.
    pub scene: scene::Scene,
    /// Time.
    pub time: time::Time,
    /// Around rendered Markdown.
    pub markdown: markdown::Markdown,
}

static EN: Messages = Messages {
    language: Language::En,
    lang: "en",
    shell: shell::EN,
    command: command::EN,
    error: error::EN,
    settings: settings::EN,
    chat: chat::EN,
    map: map::EN,
    helper: helper::EN,
    course: course::EN,
    scene: scene::EN,
    time: time::EN,
    markdown: markdown::EN,
};

static ZH: Messages = Messages {
    language: Language::Zh,
    lang: "zh-Hans",
    shell: shell::ZH,
    command: command::ZH,
    error: error::ZH,
    settings: settings::ZH,
    chat: chat::ZH,
    map: map::ZH,
    helper: helper::ZH,
    course: course::ZH,
    scene: scene::ZH,
    time: time::ZH,
    markdown: markdown::ZH,
};

/// Returns the words in a language.
pub fn messages(language: Language) -> &'static Messages {
    match language {
        Language::En => &EN,
        Language::Zh => &ZH,
    }
}
