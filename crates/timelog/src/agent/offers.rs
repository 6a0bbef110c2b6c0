//! Follow-ups that one press sends after an answer of the built-in model.
//!
//! - F1 Where no days were said, the usual other ones are offered.
//! - F2 Of a question that was not understood, the three nearest that are.
//! - F3 A word that was said to mean a category is offered as another name of it.

use super::local::{UserQuestion, cleared, settled, with_known};
use crate::look_up::World;
use crate::phrase;
use crate::questions::{self, Kind, Known, Plan, Understood};
use espalier_base::date::DateRange;
use espalier_base::language::Language;
use espalier_command::spec::Text;

/// Follow-up offered after an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// Sends this text.
    Say(String),
    /// Keeps a word as another name of a category: the category, the word.
    Alias(String, String),
}

/// Other days, from the shortest.
const RANGES: [Text; 4] = [
    Text::new("This week", "本周"),
    Text::new("This month", "本月"),
    Text::new("This year", "今年"),
    Text::new("All time", "全部时间"),
];

/// Returns the follow-ups to a question, given the choice made where it was asked back.
pub fn after(world: &World<'_>, asked: &UserQuestion<'_>, chosen: Option<&str>, language: Language) -> Vec<Offer> {
    with_known(world, |known| {
        let earlier = cleared(asked.earlier, known);
        let earlier: Vec<&str> = earlier.iter().map(String::as_str).collect();
        let mut offers = Vec::new();
        let mut understood = questions::understand(asked.text, &earlier, known);
        if let Some(chosen) = chosen
            && let Some(Understood::Which(said, _) | Understood::Nowhere(said, _)) = &understood
        {
            let is_name = known.categories.iter().any(|named| named.name == chosen);
            if is_name && matches!(understood, Some(Understood::Nowhere(..))) {
                offers.push(Offer::Alias(chosen.to_owned(), said.clone()));
            }
            understood = questions::understand(&settled(asked.text, said, chosen, known), &earlier, known);
        }
        match understood {
            Some(Understood::Plan(plan)) => offers.extend(ranges(&plan, known, language)),
            Some(Understood::Left(_) | Understood::Ahead(_)) | None => {
                let near = questions::nearest(asked.text, language).into_iter();
                offers.extend(near.map(|text| Offer::Say(text.to_owned())));
            }
            _ => {}
        }
        offers
    })
}

/// The usual days besides those that were taken.
fn ranges(plan: &Plan, known: &Known<'_>, language: Language) -> Vec<Offer> {
    let needs_none = matches!(
        plan.question.kind,
        Kind::Last
            | Kind::First
            | Kind::StartOfDay
            | Kind::EndOfDay
            | Kind::Running
            | Kind::Categories
            | Kind::Goals
            | Kind::Progress
            | Kind::Remaining
            | Kind::Compare
            | Kind::Grew
            | Kind::Change
    );
    if plan.says_days || needs_none {
        return Vec::new();
    }
    let today = known.around.today;
    let is_other = |text: &Text| {
        let range = phrase::resolve(text.en, &known.around).ok();
        range.map(|range| DateRange::new(range.first, range.last.min(today))) != Some(plan.range)
    };
    RANGES.iter().filter(|text| is_other(text)).map(|text| Offer::Say(text.get(language).to_owned())).collect()
}
