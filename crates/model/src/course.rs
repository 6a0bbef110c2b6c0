//! Courses and other plans that an interview makes: the person's answers, and the outline made from them.
//!
//! - C1 The answers are all there is of the state: the first field without an answer decides what comes next.
//! - C2 Only a person fills a field; a skipped field is an answer, too.
//! - C3 The outline is one value; the versions before it are kept, newest first.
//! - C4 The conversation is that of `conversation::Scope::course`; the answers follow the branch of it that is shown.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::conversation::{MessageId, Scope, SessionId};
use super::record::record;
use super::room::{Document, RoomId};
use espalier_base::id::Id;
use espalier_base::time::Timestamp;

/// Id of a [`Course`].
pub type CourseId = Id<Course>;
/// Id of a [`Section`].
pub type SectionId = Id<Section>;
/// Id of a [`Chapter`].
pub type ChapterId = Id<Chapter>;

/// The most versions of an outline that are kept besides the present one.
pub const VERSIONS: usize = 20;

/// The person's answer for one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FieldAnswer {
    /// Chosen options, as they were shown; an addition in words of their own comes last.
    Chosen(Vec<String>),
    /// An answer in words of their own.
    Words(String),
    /// No preference.
    Skipped,
}

/// Request in a message of the person, besides the interview itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Task {
    /// Another form of one part.
    Section(SectionId),
    /// The outline of a chapter's lesson.
    Lesson(ChapterId),
    /// The whole outline again.
    Outline,
    /// The missing rest of an outline that broke off.
    Rest,
}

/// State of the interview right after a message of the person.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Snapshot {
    /// The answers.
    pub profile: BTreeMap<String, FieldAnswer>,
    /// Request of the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<Task>,
}

/// Level of difficulty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// For those without previous knowledge.
    #[default]
    Beginner,
    /// The basics are known.
    Intermediate,
    /// For those who know the field.
    Advanced,
}

/// The smallest part of an outline: a chapter, a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// The id.
    pub id: ChapterId,
    /// Title of the chapter.
    pub title: String,
    /// A summary of the content.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub snippet: String,
    /// Outline of its lesson, as Markdown, where it was expanded.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lesson: String,
    /// Whether it is done.
    #[serde(default)]
    pub done: bool,
}

/// A part of an outline: a module, a milestone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The id.
    pub id: SectionId,
    /// Title of the section.
    pub title: String,
    /// Its chapters.
    pub chapters: Vec<Chapter>,
}

/// The outline an interview ends in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// Title of the outline.
    pub title: String,
    /// Description of its subject.
    pub description: String,
    /// Level of difficulty.
    pub difficulty: Difficulty,
    /// Minutes that all of it takes.
    pub estimated_minutes: u32,
    /// Its parts.
    pub sections: Vec<Section>,
    /// Reason for its form.
    pub reason: String,
    /// Time at which it was made.
    pub made_at: Timestamp,
    /// Whether it was trimmed, completed or made without a model.
    #[serde(default)]
    pub completed_here: bool,
    /// Whether all of it is from a template.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub template: bool,
    /// Answer that it is from and that broke off; it can be completed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<MessageId>,
    /// Answers it was made for; empty where they are not known.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub made_for: BTreeMap<String, FieldAnswer>,
    /// Title of the part that was made again, where the outline was made that way.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remade: String,
}

impl Outline {
    /// Returns the chapter of that id.
    pub fn chapter(&self, id: ChapterId) -> Option<&Chapter> {
        self.sections.iter().flat_map(|section| &section.chapters).find(|chapter| chapter.id == id)
    }

    /// Returns the chapter of that id, to be changed.
    pub fn chapter_mut(&mut self, id: ChapterId) -> Option<&mut Chapter> {
        self.sections.iter_mut().flat_map(|section| &mut section.chapters).find(|chapter| chapter.id == id)
    }

    /// Returns the part of that id.
    pub fn section(&self, id: SectionId) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// Whether answers changed since the outline was made.
    pub fn is_stale(&self, profile: &BTreeMap<String, FieldAnswer>) -> bool {
        !self.made_for.is_empty() && self.made_for != *profile
    }

    /// Returns the number of chapters that are done, and of all chapters.
    pub fn progress(&self) -> (usize, usize) {
        let chapters = || self.sections.iter().flat_map(|section| &section.chapters);
        (chapters().filter(|chapter| chapter.done).count(), chapters().count())
    }
}

record! {
    /// An interview and its outline.
    Course, CourseField, CourseId, |row| row.id;
    identity {
        /// The id.
        id: CourseId,
        /// Name of the interview's flow.
        flow: String,
        /// Time at which it was begun.
        created_at: Timestamp,
    }
    fields {
        /// Name that the user gave it; empty shows the outline's title instead.
        Name name: String,
        /// Time at which it last changed.
        UpdatedAt updated_at: Timestamp,
        /// Answers by field (C1).
        Profile profile: BTreeMap<String, FieldAnswer>,
        /// State after each message of the person, so that the answers are those of the branch that is shown; under the
        /// nil id, before the first one (C4).
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        Moments moments: BTreeMap<MessageId, Snapshot>,
        /// The outline.
        Outline outline: Option<Outline>,
        /// The outlines before it, newest first (C3).
        Versions versions: Vec<Outline>,
    }
}

impl Course {
    /// Makes an interview that has just begun.
    pub fn new(id: CourseId, flow: &str, now: Timestamp) -> Self {
        Self {
            id,
            flow: flow.to_owned(),
            created_at: now,
            name: String::new(),
            updated_at: now,
            profile: BTreeMap::new(),
            moments: BTreeMap::new(),
            outline: None,
            versions: Vec::new(),
        }
    }

    /// Returns the conversation that the interview is held in.
    pub const fn session(id: CourseId) -> SessionId {
        SessionId::from_uuid(id.uuid())
    }

    /// Returns the title to show.
    pub fn title(&self) -> &str {
        let outline = self.outline.as_ref().map(|outline| outline.title.as_str());
        if self.name.is_empty() { outline.unwrap_or_default() } else { &self.name }
    }

    /// Takes a new outline; the one before is kept (C3).
    pub fn replace_outline(&mut self, outline: Outline) {
        if let Some(before) = self.outline.replace(outline) {
            self.keep_version(before);
        }
    }

    /// Keeps an outline besides the present one.
    pub fn keep_version(&mut self, outline: Outline) {
        self.versions.insert(0, outline);
        self.versions.truncate(VERSIONS);
    }
}

impl Document {
    /// The list of courses.
    pub const COURSES: Self = Self::list(RoomId::Course, 0);
}

impl From<CourseId> for Document {
    /// Makes the document of one course: its answers and its outline; its conversation is not part of it.
    fn from(id: CourseId) -> Self {
        Self::thing(RoomId::Course, id.uuid())
    }
}

impl Scope {
    /// Makes the subject of a course.
    pub const fn course(course: CourseId) -> Self {
        Self::of(RoomId::Course, [course.uuid(), Uuid::nil()])
    }

    /// Returns the course that is the subject.
    pub fn as_course(self) -> Option<CourseId> {
        self.ids_in(RoomId::Course).map(|[course, _]| CourseId::from_uuid(course))
    }
}
