//! Roles of the columns of a table.

use super::table::plain;

/// Role of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Role {
    Date,
    Start,
    EndDate,
    End,
    Length,
    Zone,
    Category,
    Project,
    Goal,
    Task,
    Tags,
    Note,
}

impl Role {
    /// All roles with the names under which choices of columns are kept.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Date, "date"),
        (Self::Start, "start"),
        (Self::EndDate, "endDate"),
        (Self::End, "end"),
        (Self::Length, "length"),
        (Self::Zone, "zone"),
        (Self::Category, "category"),
        (Self::Project, "project"),
        (Self::Goal, "goal"),
        (Self::Task, "task"),
        (Self::Tags, "tags"),
        (Self::Note, "note"),
    ];
    /// Roles that are offered where a person assigns one to a column.
    pub const OFFERED: [Self; 10] = [
        Self::Start,
        Self::End,
        Self::Date,
        Self::EndDate,
        Self::Length,
        Self::Note,
        Self::Category,
        Self::Tags,
        Self::Goal,
        Self::Zone,
    ];

    /// Name under which the role is kept.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(role, _)| *role == self).map_or("", |(_, name)| *name)
    }

    /// Role of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(role, _)| *role)
    }
}

/// The columns of a table and what they are taken for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// Role of each column; `None` is left out.
    pub roles: Vec<Option<Role>>,
    /// The first row below.
    pub sample: Vec<String>,
}

impl Table {
    /// Returns the key under which choices for a table with these columns are kept.
    pub fn key(header: &[String]) -> String {
        header.iter().map(|name| plain(name)).collect::<Vec<_>>().join("|")
    }

    /// Whether these columns say when something was: when it began, or on which day and for how long.
    pub fn is_enough(roles: &[Option<Role>]) -> bool {
        let has = |role| roles.contains(&Some(role));
        has(Role::Start) || (has(Role::Date) && has(Role::Length))
    }
}
