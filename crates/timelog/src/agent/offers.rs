//! Follow-ups that one press sends after an answer of the built-in model.
//!
//! - F1 Where no days were said, the usual other ones are offered.
//! - F2 Of a question that was not understood, the three nearest that are, about the name and days that were understood.
//! - F3 A word that was said to mean a category is offered as another name of it.
//! - F4 Any other question is put together in a form, which begins with the choices of the one that was answered.

use super::local::{Before, UserQuestion, cleared, settled, with_known};
use crate::look_up::World;
use crate::phrase;
use crate::questions::form::{self, About, Form};
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
                offers.extend(questions::nearest(asked.text, known, language).into_iter().map(Offer::Say));
            }
            _ => {}
        }
        offers
    })
}

/// Form under an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormStart {
    /// Choices to begin with.
    pub form: Form,
    /// All that can be asked about.
    pub abouts: Vec<About>,
    /// Whether the question was not understood, so that the form is the way on.
    pub is_needed: bool,
}

/// Returns the form under the answer to a question (F4).
pub fn form(world: &World<'_>, asked: &UserQuestion<'_>, chosen: Option<&str>) -> FormStart {
    with_known(world, |known| {
        let texts = all_cleared(asked, chosen, known);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let understood = texts.split_last().and_then(|(text, earlier)| questions::understand(text, earlier, known));
        let abouts = About::all(known);
        let is_needed = matches!(understood, Some(Understood::Left(_) | Understood::Ahead(_)) | None);
        let form = match understood {
            Some(Understood::Plan(plan)) => Form::of(&plan, known),
            _ => texts.last().and_then(|text| form::about(text, known)).unwrap_or_default(),
        };
        FormStart { form, abouts, is_needed }
    })
}

/// Returns the question that a form asks after another one; nothing where it would be read in another way.
pub fn form_question(
    world: &World<'_>,
    asked: &UserQuestion<'_>,
    chosen: Option<&str>,
    form: &Form,
    language: Language,
) -> Option<String> {
    with_known(world, |known| {
        let texts = all_cleared(asked, chosen, known);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        form.question(&texts, known, language)
    })
}

/// A question and those before it, the last one last, as they would have been clear at once.
fn all_cleared(asked: &UserQuestion<'_>, chosen: Option<&str>, known: &Known<'_>) -> Vec<String> {
    let last = Before { text: asked.text.to_owned(), chosen: chosen.map(str::to_owned) };
    cleared(&[asked.earlier, &[last]].concat(), known)
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
