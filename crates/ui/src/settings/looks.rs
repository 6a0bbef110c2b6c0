//! Language, theme, clock, and the place at which the app opens.

use yew::prelude::*;

use super::Section;
use crate::kit::{Field, Select, SelectOption};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::Msg;
use espalier_app::connect::ConnectMsg;
use espalier_model::settings::{ClockFormat, Language, Opening, Theme};

/// The section on appearance and language.
#[component]
pub fn LooksSection() -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let chosen = use_selector(|model| {
        let preferences = model.preferences();
        let language = model.facts.visit_language.or(preferences.language);
        (language, preferences.theme, preferences.clock, preferences.opening)
    });
    let (language, theme, clock, opening) = *chosen;
    let looks = &words.settings.looks;
    let in_language = |lang: &'static str, value: &'static str, name: &'static str| SelectOption {
        lang: Some(lang.into()),
        ..SelectOption::new(value, name)
    };
    let languages = [
        (None, SelectOption::new("", looks.language_browser)),
        (Some(Language::En), in_language("en", "en", "English")),
        (Some(Language::Zh), in_language("zh-Hans", "zh", "中文")),
    ];
    let themes = [
        (Theme::System, SelectOption::new("system", looks.theme_system)),
        (Theme::Light, SelectOption::new("light", looks.theme_light)),
        (Theme::Dark, SelectOption::new("dark", looks.theme_dark)),
    ];
    let clocks = [
        (ClockFormat::TwentyFour, SelectOption::new("24", looks.clock_24)),
        (ClockFormat::Twelve, SelectOption::new("12", looks.clock_12)),
        (ClockFormat::Language, SelectOption::new("", looks.clock_language)),
    ];
    let openings = [
        (Opening::OnceADay, SelectOption::new("once", looks.opening_once)),
        (Opening::Today, SelectOption::new("today", looks.opening_today)),
        (Opening::LastPlace, SelectOption::new("last", looks.opening_last)),
    ];
    html! {
        <Section title={looks.title}>
            <div class="settings-pair">
                { field(looks.language, "language", languages, language, ConnectMsg::SetLanguage, &dispatch) }
                { field(looks.theme, "theme", themes, theme, ConnectMsg::SetTheme, &dispatch) }
                { field(looks.clock, "clock-format", clocks, clock, ConnectMsg::SetClock, &dispatch) }
                { field(looks.opening, "opening", openings, opening, ConnectMsg::SetOpening, &dispatch) }
            </div>
        </Section>
    }
}

/// A field with a choice of one.
fn field<T: Copy + PartialEq + 'static, const N: usize>(
    label: &'static str,
    test_id: &'static str,
    choices: [(T, SelectOption); N],
    chosen: T,
    make: fn(T) -> ConnectMsg,
    dispatch: &Callback<Msg>,
) -> Html {
    let find = choices.iter().find(|(known, _)| *known == chosen);
    let value = find.map(|(_, option)| option.value.clone()).unwrap_or_default();
    let options: Vec<_> = choices.iter().map(|(_, option)| option.clone()).collect();
    let onchoose = dispatch.reform(move |value: String| {
        let found = choices.iter().find(|(_, option)| *option.value == *value);
        Msg::Connect(make(found.map_or(chosen, |(known, _)| *known)))
    });
    html! {
        <Field {label}>
            <Select {test_id} {value} {options} {onchoose} />
        </Field>
    }
}
