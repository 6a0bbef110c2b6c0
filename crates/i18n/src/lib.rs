//! The words of the interface: one typed table for each area, in two languages.
//!
//! A missing text does not compile. Plurals and texts with values are functions. It may depend on the rooms and all
//! below them. Must not be in here: which text is shown when.

/// Makes the type of an area's words as the page has them before the code of that area has come: those that it says by
/// then are fields, and behind them are all `Words` of the area, which come with the code that says them. Code
/// of the start that reads one of those brings all of the area into the start.
macro_rules! words_ahead {
    ($(#[$about:meta])* $area:ident { $($(#[$doc:meta])* $field:ident: $type:ty = $($from:ident).+,)+ }) => {
        $(#[$about])*
        pub struct $area {
            language: espalier_model::settings::Language,
            $($(#[$doc])* pub $field: $type,)+
        }

        impl $area {
            pub(super) const ENGLISH: Self =
                Self { language: espalier_model::settings::Language::En, $($field: EN.$($from).+,)+ };
            pub(super) const CHINESE: Self =
                Self { language: espalier_model::settings::Language::Zh, $($field: ZH.$($from).+,)+ };
        }

        impl std::ops::Deref for $area {
            type Target = Words;

            fn deref(&self) -> &Words {
                static ENGLISH: Words = EN;
                static CHINESE: Words = ZH;
                match self.language {
                    espalier_model::settings::Language::En => &ENGLISH,
                    espalier_model::settings::Language::Zh => &CHINESE,
                }
            }
        }

        impl std::fmt::Debug for $area {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                (**self).fmt(f)
            }
        }
    };
}

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
    shell: shell::Shell::ENGLISH,
    command: command::EN,
    error: error::Errors::ENGLISH,
    settings: settings::Settings::ENGLISH,
    chat: chat::Chat::ENGLISH,
    map: map::Map::ENGLISH,
    helper: helper::Helper::ENGLISH,
    course: course::Course::ENGLISH,
    scene: scene::Scene::ENGLISH,
    time: time::Time::ENGLISH,
    markdown: markdown::EN,
};

static ZH: Messages = Messages {
    language: Language::Zh,
    lang: "zh-Hans",
    shell: shell::Shell::CHINESE,
    command: command::ZH,
    error: error::Errors::CHINESE,
    settings: settings::Settings::CHINESE,
    chat: chat::Chat::CHINESE,
    map: map::Map::CHINESE,
    helper: helper::Helper::CHINESE,
    course: course::Course::CHINESE,
    scene: scene::Scene::CHINESE,
    time: time::Time::CHINESE,
    markdown: markdown::ZH,
};

/// Returns the words in a language.
pub fn messages(language: Language) -> &'static Messages {
    match language {
        Language::En => &EN,
        Language::Zh => &ZH,
    }
}
