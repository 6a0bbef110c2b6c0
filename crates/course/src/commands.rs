//! The commands of courses, as changes of a draft.
//!
//! - K1 A command that cannot be done changes nothing and says why.
//! - K2 The outline a person edits stays what it was where they did not touch it; ids stay.
//! - K3 Whatever takes the place of an outline keeps it as a version.

mod versions;

use uuid::Uuid;

pub use self::versions::{keep_outline, restore, take_outline, take_unfinished};
use super::flow::{self, Flow, MAX_CHAPTERS, MAX_SECTIONS, MIN_MINUTES, MIN_SECTIONS};
use super::interview::{self, Card, NoReply, Reply};
use super::outline;
use espalier_base::env::Env;
use espalier_base::text::truncate;
use espalier_model::MessageId;
use espalier_model::course::{
    Chapter, ChapterId, Course, CourseId, Difficulty, FieldAnswer, Outline, Section, SectionId, Snapshot, Task,
};
use espalier_model::workspace::Draft;

/// The longest title, in characters.
pub const TITLE: usize = 2_000;

/// Reason why a command cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CourseError {
    /// The course does not exist.
    #[error("the course is gone")]
    Gone,
    /// The course has no outline, or not this part of one.
    #[error("this part of the outline is gone")]
    NoPart,
    /// There is no such interview.
    #[error("there is no such interview")]
    NoFlow,
    /// A title needs something in it.
    #[error("a title is needed")]
    Empty,
    /// The limit is reached.
    #[error("there are too many already")]
    Full,
    /// The last one cannot be removed.
    #[error("this is the last one")]
    Last,
    /// The reply does not count.
    #[error("{0}")]
    Reply(#[from] NoReply),
}

/// Result of a command.
pub type Result<T> = std::result::Result<T, CourseError>;

/// A change of an outline by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Sets the title.
    Title(String),
    /// Sets the description.
    Description(String),
    /// Sets the difficulty.
    Difficulty(Difficulty),
    /// Sets the time it takes, in minutes.
    Minutes(u32),
    /// Adds a part at a place.
    AddSection(usize, String),
    /// Renames a part.
    RenameSection(SectionId, String),
    /// Moves a part to another place.
    MoveSection(SectionId, usize),
    /// Removes a part.
    RemoveSection(SectionId),
    /// Adds a chapter at a place of a part.
    AddChapter(SectionId, usize, String),
    /// Renames a chapter.
    RenameChapter(ChapterId, String),
    /// Sets the content of a chapter.
    Snippet(ChapterId, String),
    /// Sets the outline of a chapter's lesson.
    Lesson(ChapterId, String),
    /// Marks a chapter as done, or not.
    Done(ChapterId, bool),
    /// Moves a chapter to a place of a part.
    MoveChapter(ChapterId, SectionId, usize),
    /// Removes a chapter.
    RemoveChapter(ChapterId),
}

/// Begins an interview.
pub fn create(draft: &mut Draft<'_>, env: &mut Env, flow: &str) -> Result<CourseId> {
    let id = env.id();
    create_as(draft, env, id, flow)
}

/// Creates a course with a given id.
pub fn create_as(draft: &mut Draft<'_>, env: &Env, id: CourseId, flow: &str) -> Result<CourseId> {
    let flow = flow::flow(flow).ok_or(CourseError::NoFlow)?;
    draft.put(Course::new(id, flow.id, env.now));
    Ok(id)
}

/// A copy of this name with an outline of its own; its conversation stays behind.
pub fn duplicate(draft: &mut Draft<'_>, env: &mut Env, id: CourseId, name: &str) -> Result<CourseId> {
    let course = draft.get::<Course>(&id).ok_or(CourseError::Gone)?;
    let mut copy = (*course).clone();
    (copy.id, copy.created_at, copy.updated_at) = (env.id(), env.now, env.now);
    copy.name = truncate(name, TITLE);
    copy.versions.clear();
    copy.moments = [(MessageId::from_uuid(Uuid::nil()), Snapshot { profile: copy.profile.clone(), task: None })].into();
    if let Some(outline) = &mut copy.outline {
        renew(outline, env);
    }
    let id = copy.id;
    draft.put(copy);
    Ok(id)
}

fn renew(outline: &mut Outline, env: &mut Env) {
    for section in &mut outline.sections {
        section.id = env.id();
        section.chapters.iter_mut().for_each(|chapter| chapter.id = env.id());
    }
}

/// Names a course; an empty name shows the outline's title.
pub fn rename(draft: &mut Draft<'_>, env: &Env, id: CourseId, name: &str) -> Result<()> {
    change(draft, env, id, |course| {
        course.name = truncate(name.trim(), TITLE);
        Ok(())
    })
}

/// Removes a course.
pub fn remove(draft: &mut Draft<'_>, id: CourseId) -> Result<()> {
    if draft.remove::<Course>(&id) { Ok(()) } else { Err(CourseError::Gone) }
}

/// Message of the person as it bears on the interview.
#[derive(Debug, Clone)]
pub struct UserReply {
    /// Card that the message answers.
    pub open: Option<Card>,
    /// The reply.
    pub reply: Reply,
    /// Whether it is the first message.
    pub opening: bool,
    /// Message before it on its branch; nil for none.
    pub after: MessageId,
    /// Other task that the message asks for.
    pub task: Option<Task>,
}

/// Applies a message to the profile; gives the field it filled. The profile is that of its branch.
pub fn say(
    draft: &mut Draft<'_>,
    env: &Env,
    id: CourseId,
    message: MessageId,
    saying: &UserReply,
) -> Result<Option<&'static str>> {
    change(draft, env, id, |course| {
        let flow = flow_of(course)?;
        course.profile = course.moments.get(&saying.after).map(|moment| moment.profile.clone()).unwrap_or_default();
        let filled = match saying.task {
            Some(_) => None,
            None => interview::reply(flow, &mut course.profile, saying.open.as_ref(), &saying.reply, saying.opening)?,
        };
        let moment = Snapshot { profile: course.profile.clone(), task: saying.task };
        course.moments.insert(message, moment);
        Ok(filled)
    })
}

/// Changes the answer to the field that it filled, and with it the profile after it. `messages` are the answer and
/// those that come after it, on every branch.
pub fn reword(
    draft: &mut Draft<'_>,
    env: &Env,
    id: CourseId,
    (message, later): (MessageId, &[MessageId]),
    field: &str,
    text: &str,
) -> Result<()> {
    change(draft, env, id, |course| {
        let flow = flow_of(course)?;
        let before = course.moments.get(&message).and_then(|moment| moment.profile.get(field)).cloned();
        for message in std::iter::once(&message).chain(later) {
            let Some(moment) = course.moments.get_mut(message) else { continue };
            // What was said about it since then stays.
            if before.is_some() && moment.profile.get(field) == before.as_ref() {
                interview::set(flow, &mut moment.profile, field, Some(interview::in_words(text)))?;
            }
        }
        Ok(())
    })
}

/// Switches to the branch that ends with this message of the person: the profile is as it was then (C4).
pub fn follow(draft: &mut Draft<'_>, env: &Env, id: CourseId, at: MessageId) -> Result<()> {
    change(draft, env, id, |course| {
        course.profile = course.moments.get(&at).map(|moment| moment.profile.clone()).unwrap_or_default();
        Ok(())
    })
}

/// Sets a field from the side panel, or clears it; `at` is the last message of the person, nil for none.
pub fn set_field(
    draft: &mut Draft<'_>,
    env: &Env,
    id: CourseId,
    at: MessageId,
    name: &str,
    said: Option<FieldAnswer>,
) -> Result<()> {
    change(draft, env, id, |course| {
        interview::set(flow_of(course)?, &mut course.profile, name, said)?;
        course.moments.entry(at).or_default().profile.clone_from(&course.profile);
        Ok(())
    })
}

/// Replaces one part; the others stay, and so does its place (K3). A chapter that is in both keeps what was done with
/// it.
pub fn replace_section(
    draft: &mut Draft<'_>,
    env: &Env,
    id: CourseId,
    section: SectionId,
    mut made: Section,
) -> Result<()> {
    change(draft, env, id, |course| {
        let mut outline = course.outline.clone().ok_or(CourseError::NoPart)?;
        let place = outline.sections.iter_mut().find(|part| part.id == section).ok_or(CourseError::NoPart)?;
        made.id = section;
        if made.title.is_empty() {
            made.title.clone_from(&place.title);
        }
        made.chapters.truncate(MAX_CHAPTERS);
        for chapter in &mut made.chapters {
            let Some(at) = place.chapters.iter().position(|row| row.title == chapter.title) else { continue };
            let kept = place.chapters.remove(at);
            let snippet = std::mem::take(&mut chapter.snippet);
            *chapter = Chapter { snippet: if snippet.is_empty() { kept.snippet } else { snippet }, ..kept };
        }
        outline.remade.clone_from(&made.title);
        *place = made;
        outline.made_at = env.now;
        course.replace_outline(outline);
        Ok(())
    })
}

/// Changes an outline by hand (K2).
pub fn edit(draft: &mut Draft<'_>, env: &mut Env, id: CourseId, edit: Edit) -> Result<()> {
    let course = draft.get::<Course>(&id).ok_or(CourseError::Gone)?;
    let mut outline = course.outline.clone().ok_or(CourseError::NoPart)?;
    edit_outline(&mut outline, edit, env)?;
    change(draft, env, id, |course| {
        course.outline = Some(outline);
        Ok(())
    })
}

fn edit_outline(outline: &mut Outline, edit: Edit, env: &mut Env) -> Result<()> {
    match edit {
        Edit::Title(title) => outline.title = named(&title)?,
        Edit::Description(text) => outline.description = text,
        Edit::Difficulty(difficulty) => outline.difficulty = difficulty,
        Edit::Minutes(minutes) => outline.estimated_minutes = minutes.max(MIN_MINUTES),
        Edit::AddSection(at, title) => {
            room(outline.sections.len(), MAX_SECTIONS)?;
            let section = outline::new_section(&named(&title)?, env);
            outline.sections.insert(at.min(outline.sections.len()), section);
        }
        Edit::RenameSection(id, title) => section(outline, id)?.title = named(&title)?,
        Edit::MoveSection(id, to) => {
            let from = outline.sections.iter().position(|part| part.id == id).ok_or(CourseError::NoPart)?;
            let part = outline.sections.remove(from);
            outline.sections.insert(to.min(outline.sections.len()), part);
        }
        Edit::RemoveSection(id) => {
            section(outline, id)?;
            more_than(MIN_SECTIONS, outline.sections.len())?;
            outline.sections.retain(|part| part.id != id);
        }
        Edit::AddChapter(id, at, title) => {
            let chapter = outline::named(&named(&title)?, env);
            insert(section(outline, id)?, at, chapter)?;
        }
        Edit::RenameChapter(id, title) => chapter(outline, id)?.title = named(&title)?,
        Edit::Snippet(id, text) => chapter(outline, id)?.snippet = text,
        Edit::Lesson(id, text) => chapter(outline, id)?.lesson = text,
        Edit::Done(id, done) => chapter(outline, id)?.done = done,
        Edit::MoveChapter(id, to, at) => {
            let moved = chapter(outline, id)?.clone();
            let home = home(outline, id)?;
            if home.id != to {
                more_than(1, home.chapters.len())?;
                room(section(outline, to)?.chapters.len(), MAX_CHAPTERS)?;
            }
            self::home(outline, id)?.chapters.retain(|chapter| chapter.id != id);
            insert(section(outline, to)?, at, moved)?;
        }
        Edit::RemoveChapter(id) => {
            let home = home(outline, id)?;
            more_than(1, home.chapters.len())?;
            home.chapters.retain(|chapter| chapter.id != id);
        }
    }
    Ok(())
}

fn change<T>(
    draft: &mut Draft<'_>,
    env: &Env,
    id: CourseId,
    change: impl FnOnce(&mut Course) -> Result<T>,
) -> Result<T> {
    let row = draft.get::<Course>(&id).ok_or(CourseError::Gone)?;
    let mut course = (*row).clone();
    let given = change(&mut course)?;
    if course != *row {
        course.updated_at = env.now;
        draft.put(course);
    }
    Ok(given)
}

fn flow_of(course: &Course) -> Result<&'static Flow> {
    flow::flow(&course.flow).ok_or(CourseError::NoFlow)
}

fn named(title: &str) -> Result<String> {
    let title = truncate(title.trim(), TITLE);
    if title.is_empty() { Err(CourseError::Empty) } else { Ok(title) }
}

fn room(count: usize, most: usize) -> Result<()> {
    if count < most { Ok(()) } else { Err(CourseError::Full) }
}

fn more_than(least: usize, count: usize) -> Result<()> {
    if count > least { Ok(()) } else { Err(CourseError::Last) }
}

fn section(outline: &mut Outline, id: SectionId) -> Result<&mut Section> {
    outline.sections.iter_mut().find(|section| section.id == id).ok_or(CourseError::NoPart)
}

fn chapter(outline: &mut Outline, id: ChapterId) -> Result<&mut Chapter> {
    outline.chapter_mut(id).ok_or(CourseError::NoPart)
}

/// The part that a chapter is in.
fn home(outline: &mut Outline, id: ChapterId) -> Result<&mut Section> {
    let is_in = |section: &&mut Section| section.chapters.iter().any(|chapter| chapter.id == id);
    outline.sections.iter_mut().find(is_in).ok_or(CourseError::NoPart)
}

fn insert(section: &mut Section, at: usize, chapter: Chapter) -> Result<()> {
    room(section.chapters.len(), MAX_CHAPTERS)?;
    section.chapters.insert(at.min(section.chapters.len()), chapter);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::language::Language;
    use espalier_base::time::Timestamp;
    use espalier_model::change::ChangeSet;
    use espalier_model::workspace::Workspace;

    struct Lab {
        workspace: Workspace,
        env: Env,
    }

    impl Lab {
        fn run<T>(&mut self, command: impl FnOnce(&mut Draft<'_>, &mut Env) -> Result<T>) -> Result<(T, ChangeSet)> {
            let mut draft = self.workspace.draft();
            let given = command(&mut draft, &mut self.env)?;
            let changes = draft.finish();
            self.workspace.apply(&changes).unwrap();
            Ok((given, changes))
        }

        fn course(&self, id: CourseId) -> &Course {
            self.workspace.get::<Course>(&id).unwrap()
        }
    }

    fn lab() -> (Lab, CourseId) {
        let mut lab = Lab { workspace: Workspace::default(), env: Env::deterministic(Timestamp(1_000), 3) };
        let (id, _) = lab.run(|draft, env| create(draft, env, "course")).unwrap();
        let outline = outline::skeleton(&flow::COURSE, &interview::Profile::new(), Language::En, &mut lab.env);
        lab.run(|draft, env| take_outline(draft, env, id, outline)).unwrap();
        (lab, id)
    }

    #[test]
    fn k1_what_cannot_be_done_changes_nothing() {
        let (mut lab, id) = lab();
        let before = lab.course(id).clone();
        let other = lab.env.id();
        for (edit, error) in [
            (Edit::Title("  ".into()), CourseError::Empty),
            (Edit::RemoveSection(lab.env.id()), CourseError::NoPart),
            (Edit::Done(lab.env.id(), true), CourseError::NoPart),
        ] {
            assert_eq!(lab.run(|draft, env| super::edit(draft, env, id, edit)).map(drop), Err(error));
        }
        assert_eq!(lab.run(|draft, env| rename(draft, env, other, "x")).map(drop), Err(CourseError::Gone));
        assert_eq!(lab.run(|draft, env| create(draft, env, "no")).map(drop), Err(CourseError::NoFlow));
        assert_eq!(lab.run(|draft, env| restore(draft, env, id, 0)).map(drop), Err(CourseError::NoPart));
        assert_eq!(*lab.course(id), before);
    }

    #[test]
    fn k2_edits_touch_what_they_name_and_are_taken_back_whole() {
        let (mut lab, id) = lab();
        let outline = lab.course(id).outline.clone().unwrap();
        let (first, last) = (outline.sections[0].clone(), outline.sections[3].clone());
        let chapter = first.chapters[0].id;
        for edit in [
            Edit::Title("New".into()),
            Edit::Minutes(1),
            Edit::AddSection(9, "More".into()),
            Edit::MoveSection(last.id, 0),
            Edit::RenameSection(last.id, "First now".into()),
            Edit::AddChapter(last.id, 0, "Chapter".into()),
            Edit::MoveChapter(chapter, last.id, 1),
            Edit::Done(chapter, true),
            Edit::Snippet(chapter, "s".into()),
            Edit::RemoveChapter(first.chapters[1].id),
        ] {
            let before = lab.workspace.clone();
            let ((), changes) = lab.run(|draft, env| super::edit(draft, env, id, edit)).unwrap();
            let mut undone = lab.workspace.clone();
            undone.apply(&changes.invert()).unwrap();
            assert_eq!(undone, before);
        }
        let edited = lab.course(id).outline.clone().unwrap();
        assert_eq!((edited.sections.len(), edited.estimated_minutes), (5, MIN_MINUTES));
        assert_eq!((edited.sections[0].id, edited.sections[0].chapters[1].id), (last.id, chapter));
        assert_eq!(edited.progress().0, 1);
        let lonely = edited.sections.iter().find(|section| section.chapters.len() == 1).unwrap().chapters[0].id;
        assert_eq!(
            lab.run(|draft, env| edit(draft, env, id, Edit::RemoveChapter(lonely))).map(drop),
            Err(CourseError::Last)
        );
    }

    #[test]
    fn k3_versions_are_kept_and_come_back() {
        let (mut lab, id) = lab();
        let first = lab.course(id).outline.clone().unwrap();
        let mut section = outline::new_section("Other", &mut lab.env);
        let kept = first.sections[1].chapters[1].clone();
        section.chapters.push(outline::named(&kept.title, &mut lab.env));
        for edit in [Edit::Done(kept.id, true), Edit::Lesson(kept.id, "- a".into())] {
            lab.run(|draft, env| super::edit(draft, env, id, edit)).unwrap();
        }
        let first = lab.course(id).outline.clone().unwrap();
        let second = first.sections[1].id;
        lab.run(|draft, env| replace_section(draft, env, id, second, section)).unwrap();
        let course = lab.course(id);
        assert_eq!((course.versions.len(), course.outline.as_ref().unwrap().sections[1].title.as_str()), (1, "Other"));
        assert_eq!(course.outline.as_ref().unwrap().sections[1].chapters[1], first.sections[1].chapters[1]);
        assert_eq!((course.outline.as_ref().unwrap().remade.as_str(), first.remade.as_str()), ("Other", ""));
        assert_eq!(course.outline.as_ref().unwrap().sections[2], first.sections[2], "others are untouched");
        lab.run(|draft, env| restore(draft, env, id, 0)).unwrap();
        assert_eq!(lab.course(id).outline.as_ref(), Some(&first));
        let (copy, _) = lab.run(|draft, env| duplicate(draft, env, id, "Copy")).unwrap();
        let copied = lab.course(copy).outline.clone().unwrap();
        assert_ne!(copied.sections[0].id, first.sections[0].id);
        assert_eq!(copied.sections[0].title, first.sections[0].title);
    }
}
