//! Things made of a course in other rooms: their ids, and the days of goals.

use std::collections::BTreeMap;

use crate::Model;
use espalier_base::date::{LocalDate, Weekday};
use espalier_base::language::Language;
use espalier_course::{flow, interview};
use espalier_model::course::{Chapter, ChapterId, FieldAnswer, Outline, Section, SectionId};
use espalier_model::mindmap::Task;
use espalier_model::timelog::GoalId;
use espalier_model::workspace::Draft;
use espalier_model::{Course, CourseId, MapId, Node, NodeId, NodeKey};

/// Minutes a day that a goal is expected to take.
const MINUTES_PER_DAY: u32 = 60;

/// Id of the map of a course, of which there is one, so that making it again finds it.
pub const fn map_of(course: CourseId) -> MapId {
    MapId::from_uuid(course.uuid())
}

/// Id of the goal of a part.
pub const fn goal_of(part: SectionId) -> GoalId {
    GoalId::from_uuid(part.uuid())
}

/// Returns the content of a chapter, with the outline of its lesson.
pub fn content_of(chapter: &Chapter) -> String {
    let parts = [chapter.snippet.trim(), chapter.lesson.trim()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Work on maps of courses that waits for their nodes.
#[derive(Debug, Default)]
pub struct Waiting {
    /// Ticks, by map and node.
    pub ticks: BTreeMap<(MapId, NodeId), bool>,
}

/// Copies a tick to the map of the course, in the same change.
pub fn tick(draft: &mut Draft<'_>, id: CourseId, chapter: ChapterId, done: bool) {
    let key = NodeKey { map: map_of(id), id: NodeId::from_uuid(chapter.uuid()) };
    draft.update::<Node>(&key, |row| row.task = if done { Task::Done } else { Task::Open });
}

/// Schedule of the goals that are made of a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The first day.
    pub start: LocalDate,
    /// Minutes on each day.
    pub minutes: u32,
    /// The parts that become goals.
    pub parts: Vec<SectionId>,
}

impl Schedule {
    /// Proposed schedule: from today on, all parts that are not done; as many minutes a day as a deadline needs.
    pub fn proposed(model: &Model, id: CourseId) -> Option<Self> {
        let row = model.workspace.get::<Course>(&id)?;
        let outline = row.outline.as_ref()?;
        let start = model.today();
        let parts: Vec<SectionId> =
            outline.sections.iter().filter(|part| left_of(outline, part) > 0).map(|part| part.id).collect();
        let left: u32 = outline.sections.iter().map(|part| left_of(outline, part)).sum();
        let due = row.profile.get("deadline").and_then(|said| due_on(said, start));
        let minutes = due.map(|due| {
            let days = u32::try_from(due.since(start) + 1).unwrap_or(1).max(1);
            // Each part begins on a day of its own.
            left.div_ceil(days.saturating_sub(u32::try_from(parts.len()).unwrap_or(0)).max(1)).div_ceil(5) * 5
        });
        Some(Self { start, minutes: minutes.unwrap_or(MINUTES_PER_DAY).clamp(15, 480), parts })
    }

    /// The days of each part, in their order.
    pub fn days(&self, outline: &Outline) -> Vec<(SectionId, LocalDate, LocalDate)> {
        let mut day = self.start;
        let parts = outline.sections.iter().filter(|part| self.parts.contains(&part.id));
        let days = parts.map(|part| {
            let count = left_of(outline, part).max(1).div_ceil(self.minutes.max(1));
            let (first, last) = (day, day.plus_days(i32::try_from(count).unwrap_or(1) - 1));
            day = last.plus_days(1);
            (part.id, first, last)
        });
        days.collect()
    }
}

/// Day of a deadline, where the answer is one of the options or a date.
fn due_on(said: &FieldAnswer, today: LocalDate) -> Option<LocalDate> {
    let text = interview::answer_text(said, Language::En);
    let field = flow::PROJECT.field("deadline")?;
    let place = field.options.iter().position(|option| text == option.en || text == option.zh);
    let quarter_end = || {
        let (year, month, _) = today.parts();
        LocalDate::new(year, (month - 1) / 3 * 3 + 3, 1).map(LocalDate::month_end)
    };
    let due = match place {
        Some(0) => Some(today.week_start(Weekday::Monday).plus_days(6)),
        Some(1) => Some(today.month_end()),
        Some(2) => quarter_end(),
        Some(_) => None,
        None => text.split_whitespace().find_map(|word| word.parse().ok()),
    };
    due.filter(|due| *due >= today)
}

/// Minutes that a chapter takes: its share of the whole.
pub fn minutes_of(outline: &Outline, chapters: usize) -> u32 {
    let all = outline.progress().1.max(1);
    let share = u64::from(outline.estimated_minutes) * chapters as u64 / all as u64;
    u32::try_from(share).unwrap_or(u32::MAX)
}

/// Minutes that the rest of a part takes; 0 for one that is done.
pub fn left_of(outline: &Outline, section: &Section) -> u32 {
    let left = section.chapters.iter().filter(|chapter| !chapter.done).count();
    if left == 0 { 0 } else { minutes_of(outline, left).max(1) }
}
