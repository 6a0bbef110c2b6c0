//! The words of the interface: typed tables for each area, with each text in two languages.
//!
//! A missing text does not compile. Plurals and texts with values are functions. It may depend on the rooms and all
//! below them. Must not be in here: which text is shown when.

/// Makes the types of an area's words, each with its two tables `EN` and `ZH`. A field gives its text, or its value of
/// the type that it names, in English and in Chinese; one that gives none has the tables of its type:
///
/// ```text
/// /// The words of the room.
/// Words {
///     room = "Time", "时间";
///     more: fn(usize) -> String = |count| format!("{count} more"), |count| format!("还有{count}个");
///     form: Form;
/// }
/// ```
macro_rules! words {
    (@type) => { &'static str };
    (@type $type:ty) => { $type };
    (@words $table:ident, $($type:ty)?, $words:expr) => { $words };
    (@words $table:ident, $type:ty,) => { <$type>::$table };
    ($($(#[$about:meta])* $area:ident {
        $($(#[$doc:meta])* $field:ident $(: $type:ty)? $(= $en:expr, $zh:expr)?;)+
    })+) => {$(
        $(#[$about])*
        #[derive(Debug)]
        #[allow(missing_docs, reason = "most texts explain themselves")]
        pub struct $area {
            $($(#[$doc])* pub $field: words!(@type $($type)?),)+
        }

        impl $area {
            pub(crate) const EN: Self = Self { $($field: words!(@words EN, $($type)?, $($en)?),)+ };
            pub(crate) const ZH: Self = Self { $($field: words!(@words ZH, $($type)?, $($zh)?),)+ };
        }
    )+};
}

/// Makes the type of an area's words as the page has them before the code of that area has come: those that it says by
/// then are fields, and behind them are all `Words` of the area, which come with the code that says them. Code
/// of the start that reads one of those brings all of the area into the start.
macro_rules! words_ahead {
    ($(#[$about:meta])* $area:ident { $($field:ident: $type:ty = $($from:ident).+,)+ }) => {
        $(#[$about])*
        #[allow(missing_docs, reason = "they are explained in `Words`")]
        pub struct $area {
            language: espalier_model::settings::Language,
            $(pub $field: $type,)+
        }

        impl $area {
            pub(crate) const EN: Self =
                Self { language: espalier_model::settings::Language::En, $($field: Words::EN.$($from).+,)+ };
            pub(crate) const ZH: Self =
                Self { language: espalier_model::settings::Language::Zh, $($field: Words::ZH.$($from).+,)+ };
        }

        impl std::ops::Deref for $area {
            type Target = Words;

            fn deref(&self) -> &Words {
                static ENGLISH: Words = Words::EN;
                static CHINESE: Words = Words::ZH;
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

words! {
    /// All words in one language.
    Messages {
        language: Language = Language::En, Language::Zh;
        /// The language itself, as in `<html lang>`.
        lang = "en", "zh-Hans";
        shell: shell::Shell;
        command: command::Commands;
        error: error::Errors;
        settings: settings::Settings;
        chat: chat::Chat;
        map: map::Map;
        helper: helper::Helper;
        course: course::Course;
        scene: scene::Scene;
        time: time::Time;
        markdown: markdown::Markdown;
    }
}

static EN: Messages = Messages::EN;
static ZH: Messages = Messages::ZH;

/// Returns the words in a language.
pub fn messages(language: Language) -> &'static Messages {
    match language {
        Language::En => &EN,
        Language::Zh => &ZH,
    }
}

/// Returns the English form of a number of things.
fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}
