//! Names and colours of categories and goals.

use std::ops::Deref;
use std::rc::Rc;

use yew::prelude::*;

use espalier_app::Model;
use espalier_app::timelog::{self, HUES};
use espalier_base::words::TimeFormat;
use espalier_i18n::time::Time;
use espalier_model::TimeCategoryId;
use espalier_model::mindmap::Color;
use espalier_model::timelog::Tags;
use espalier_timelog::report::{Dimension, Key};

/// A colour: one of its own, or the one at this place; [`HUES`] is the one of nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hue {
    pub place: usize,
    /// The category's own colour, if it has one.
    pub own: Option<Color>,
}

impl Hue {
    /// The colour of entries without a category.
    pub const NONE: Self = Self { place: HUES, own: None };

    /// The colour at a place of a list.
    pub const fn at(place: usize) -> Self {
        Self { place: place % HUES, own: None }
    }

    pub fn class(self) -> String {
        format!("time-hue-{}", self.place)
    }

    /// The colour of its own as SVG says it.
    pub fn fill(self) -> Option<String> {
        self.own.map(|color| color.to_string())
    }

    pub fn dot(self) -> Html {
        html! {
            <svg class={classes!("time-dot", self.class())} viewBox="0 0 10 10" aria-hidden="true">
                <circle class="time-shape" cx="5" cy="5" r="4.5" fill={self.fill()} />
            </svg>
        }
    }
}

/// The names of a state of the log; equal is the same state.
#[derive(Debug, Clone, Default)]
pub struct Names(Rc<timelog::Names>, TimeFormat);

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) && self.1 == other.1
    }
}

impl Deref for Names {
    type Target = timelog::Names;

    fn deref(&self) -> &timelog::Names {
        &self.0
    }
}

impl Names {
    pub fn of(model: &Model) -> Self {
        Self(model.timelog.names.clone(), model.time_format())
    }

    pub fn hue(&self, id: Option<TimeCategoryId>) -> Hue {
        let found = id.and_then(|id| self.category(id));
        found.map_or(Hue::NONE, |(place, row)| Hue { own: row.color, ..Hue::at(self.hues[place]) })
    }

    /// The colour of an entry: that of its category, else of the first of its tags.
    pub fn hue_of_entry(&self, category: Option<TimeCategoryId>, tags: &Tags) -> Hue {
        let tag = || tags.iter().next().and_then(|tag| self.tag_hue(tag)).map_or(Hue::NONE, Hue::at);
        if category.is_some() { self.hue(category) } else { tag() }
    }

    /// Returns the displayed name of a report's group.
    pub fn key(&self, key: &Key, by: Dimension, words: &Time) -> String {
        let or_none = |name: &str| if name.is_empty() { words.none.to_owned() } else { name.to_owned() };
        match key {
            Key::Category(id) => or_none(self.category_name(*id)),
            Key::Goal(id) => or_none(self.goal_name(*id)),
            Key::Tag(tag) => tag.as_ref().map_or_else(|| words.none.to_owned(), |tag| format!("#{tag}")),
            Key::Weekday(day) => words.weekday(*day).to_owned(),
            Key::Hour(hour) => self.1.time(i32::from(*hour), 0),
            Key::From(day) => match by {
                Dimension::Month => words.month_of(*day),
                Dimension::Quarter => format!("{} Q{}", day.year(), (day.parts().1 - 1) / 3 + 1),
                Dimension::Year => day.year().to_string(),
                Dimension::Week => format!("{} – {}", words.short_day(*day), words.short_day(day.plus_days(6))),
                _ => words.day(*day),
            },
        }
    }

    /// Returns a group's key for tests: a name, a date, an hour from 0, or a day of the week in English.
    pub fn script_key(&self, key: &Key) -> String {
        match key {
            Key::Category(id) => self.category_name(*id).to_owned(),
            Key::Goal(id) => self.goal_name(*id).to_owned(),
            Key::Tag(tag) => tag.clone().unwrap_or_default(),
            Key::Weekday(day) => format!("{day:?}").to_lowercase(),
            Key::Hour(hour) => hour.to_string(),
            Key::From(day) => day.to_string(),
        }
    }

    /// The colour of a group: that of its category or tag, else the one at its place.
    pub fn hue_of(&self, key: &Key, place: usize) -> Hue {
        match key {
            Key::Category(id) => self.hue(*id),
            Key::Tag(Some(tag)) => Hue::at(self.tag_hue(tag).unwrap_or(place)),
            Key::Goal(None) | Key::Tag(None) => Hue::NONE,
            _ => Hue::at(place),
        }
    }
}

#[cfg(test)]
mod tests;
