//! The export of solidtime: an archive of tables, in which one says by ids what another calls by name.
//!
//! Opened alone, its table of entries has nothing but the ids: what they stand for is left out, and said to be.

use std::collections::BTreeMap;

use super::table::{self, plain};
use super::{FormatError, MAX_BYTES, Options, Read, csv, encoding};
use crate::row::{CategoryRow, Kinds};
use espalier_base::zip::{Archive, ArchiveError};

/// The table of entries.
const ENTRIES: &str = "time_entries.csv";
/// The columns of it that hold ids, with the tables that name these and with what the columns are then called.
const REFERENCES: [(&str, &str, &str); 3] =
    [("project id", "projects.csv", "project"), ("task id", "tasks.csv", "task"), ("tags", "tags.csv", "tags")];
/// The columns that a person would miss.
const MISSED: [(&str, &str); 3] =
    [("client id", "client"), ("billable", "billable"), ("billable rate", "billable rate")];

/// A table: the names of its columns as they are compared, and its rows with their lines.
struct Rows {
    header: Vec<String>,
    rows: Vec<(usize, Vec<String>)>,
}

impl Rows {
    fn of(text: &str) -> Self {
        let mut rows = csv::read(text, ',').into_iter();
        let header = rows.next().map(|(_, cells)| cells.iter().map(|cell| plain(cell)).collect()).unwrap_or_default();
        Self { header, rows: rows.collect() }
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|known| known == name)
    }

    fn cell<'a>(&self, cells: &'a [String], name: &str) -> &'a str {
        self.column(name).and_then(|at| cells.get(at)).map_or("", String::as_str)
    }

    /// Names by their ids.
    fn names(&self) -> BTreeMap<&str, &str> {
        self.rows.iter().map(|(_, cells)| (self.cell(cells, "id"), self.cell(cells, "name"))).collect()
    }
}

/// Whether these are the columns of the table of entries.
pub fn is_such(header: &[String]) -> bool {
    ["start", "end", "member id", "project id", "tags"].iter().all(|name| header.iter().any(|known| known == name))
}

/// An archive with a table of entries.
pub fn open(bytes: &[u8]) -> Result<Archive<'_>, FormatError> {
    let archive = Archive::new(bytes).map_err(|_| FormatError::Unknown)?;
    if archive.contains(ENTRIES) { Ok(archive) } else { Err(FormatError::Unknown) }
}

/// Reads an export.
pub fn read_archive(bytes: &[u8], options: &Options) -> Result<Read, FormatError> {
    let archive = open(bytes)?;
    let file = |name: &str| {
        let contents = archive.file(name, MAX_BYTES).map_err(|error| match error {
            ArchiveError::TooLarge => FormatError::TooLarge,
            ArchiveError::Problem(_) => FormatError::Missing(ENTRIES),
        })?;
        encoding::text(&contents.unwrap_or_default()).map(|text| Rows::of(&text))
    };
    let others = [file(REFERENCES[0].1)?, file(REFERENCES[1].1)?, file(REFERENCES[2].1)?];
    let [projects, ..] = &others;
    let category = |cells: &[String]| CategoryRow {
        name: projects.cell(cells, "name").to_owned(),
        color: projects.cell(cells, "color").parse().ok(),
        aliases: Vec::new(),
        archived: !projects.cell(cells, "archived at").is_empty(),
        ..CategoryRow::default()
    };
    let categories = projects.rows.iter().map(|(_, cells)| category(cells)).filter(|row| !row.name.trim().is_empty());
    let kinds = Kinds { categories: categories.collect(), goals: Vec::new() };
    let names = [others[0].names(), others[1].names(), others[2].names()];
    Ok(Read { kinds, ..entries(file(ENTRIES)?, &names, options)? })
}

/// Reads the table of entries alone.
pub fn read(text: &str, options: &Options) -> Result<Read, FormatError> {
    entries(Rows::of(text), &Default::default(), options)
}

fn entries(mut table: Rows, names: &[BTreeMap<&str, &str>; 3], options: &Options) -> Result<Read, FormatError> {
    if table.rows.is_empty() {
        return Err(FormatError::Empty);
    }
    let says = |table: &Rows, name: &str| {
        let said = |cells: &[String]| !matches!(table.cell(cells, name), "" | "[]" | "null" | "false");
        table.rows.iter().any(|(_, cells)| said(cells))
    };
    let missed = MISSED.iter().filter(|(column, _)| says(&table, column)).map(|(_, word)| (*word).to_owned());
    let mut ignored: Vec<String> = missed.collect();
    for ((column, _, called), names) in REFERENCES.into_iter().zip(names) {
        let Some(at) = table.column(column) else { continue };
        let mut unknown = false;
        for (_, cells) in &mut table.rows {
            let Some(cell) = cells.get_mut(at) else { continue };
            let named = |id: &str| {
                let name = names.get(id).map(|name| (*name).to_owned());
                (name, !id.is_empty())
            };
            let (said, lost) = if called == "tags" {
                let ids: Vec<String> = serde_json::from_str(cell).unwrap_or_default();
                let tags: Vec<String> = ids.iter().filter_map(|id| named(id).0).collect();
                (serde_json::to_string(&tags).unwrap_or_default(), tags.len() < ids.len())
            } else {
                let (name, is_one) = named(cell);
                (name.clone().unwrap_or_default(), is_one && name.is_none())
            };
            *cell = said;
            unknown |= lost;
        }
        called.clone_into(&mut table.header[at]);
        if unknown {
            ignored.push(called.to_owned());
        }
    }
    let mut rows = vec![(1, table.header)];
    rows.append(&mut table.rows);
    // Which column is what is known, so nobody has to be asked.
    Ok(Read { ignored, table: None, ..table::read_rows(rows, options)? })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{options, said};
    use super::super::{Format, detect, dry_run};
    use super::*;
    use espalier_base::zip::pack;

    const HEADER: &str = "id,description,start,end,billable_rate,billable,member_id,user_id,organization_id,client_id,\
                          project_id,task_id,tags,is_imported,still_active_email_sent_at,created_at,updated_at";

    fn table() -> String {
        let tags = r#""[""2c5c2da7-9ef8-4410-bb8f-6e0a90f9d2c7"",""bf6c0ac5-2587-474b-8983-40bb3ea8002f""]""#;
        [
            HEADER,
            &format!("00aa,,2024-03-04T09:23:52Z,2024-03-04T09:23:52Z,,false,m,u,o,,,,{tags},false,,,"),
            "1c7a,\"Working, hard\",2024-03-04T09:23:00Z,2024-03-04T10:23:01Z,,true,m,u,o,c1,p1,t1,[],false,,,",
            "1c7b,Gone,2024-03-05T09:00:00Z,2024-03-05T10:00:00Z,,false,m,u,o,,p9,,\"[\"\"x\"\"]\",false,,,",
        ]
        .join("\n")
    }

    fn archive(files: &[(&str, &str)]) -> Vec<u8> {
        pack(&files.iter().map(|(name, text)| (*name, text.as_bytes())).collect::<Vec<_>>())
    }

    #[test]
    fn projects_tasks_and_tags_are_called_by_their_names() {
        let bytes = archive(&[
            ("meta.json", r#"{"version":"1.0"}"#),
            ("time_entries.csv", &table()),
            (
                "projects.csv",
                "id,name,color,archived_at\np1,Big Company,#ec407a,\np2,Old one,#6a407f,2024-08-25T10:00:00Z",
            ),
            ("tasks.csv", "id,name,project_id\nt1,Research,p1"),
            (
                "tags.csv",
                "id,name\n2c5c2da7-9ef8-4410-bb8f-6e0a90f9d2c7,Development\nbf6c0ac5-2587-474b-8983-40bb3ea8002f,Backend",
            ),
        ]);
        assert_eq!(detect(&bytes), Ok(Format::Solidtime));
        let run = dry_run(&bytes, None, &options(), []).unwrap();
        assert_eq!(
            said(&run),
            [
                "2024-03-04T09:23 2024-03-04T09:23 #Development #Backend | ",
                "2024-03-04T09:23 2024-03-04T10:23 !Big Company #Research | Working, hard",
                "2024-03-05T09:00 2024-03-05T10:00 | Gone",
            ]
        );
        assert_eq!(run.ignored, ["client", "billable", "project", "tags"]);
        assert!(run.questions.is_empty() && run.table.is_none());
        let categories = run.kinds.categories.iter().map(|row| (row.name.as_str(), row.color.is_some(), row.archived));
        assert_eq!(categories.collect::<Vec<_>>(), [("Big Company", true, false), ("Old one", true, true)]);
        // Whatever it is asked to be read as, an archive is one.
        assert_eq!(dry_run(&bytes, Some(Format::Csv), &options(), []).unwrap().format, Format::Solidtime);
    }

    #[test]
    fn its_table_alone_makes_no_tags_of_ids() {
        let run = dry_run(table().as_bytes(), None, &options(), []).unwrap();
        assert_eq!(run.format, Format::Solidtime);
        assert_eq!(
            said(&run)[..2],
            ["2024-03-04T09:23 2024-03-04T09:23 | ", "2024-03-04T09:23 2024-03-04T10:23 | Working, hard",]
        );
        assert_eq!(run.ignored, ["client", "billable", "project", "task", "tags"]);
    }

    #[test]
    fn other_archives_are_none() {
        assert_eq!(detect(&archive(&[("content.json", "[]")])), Err(FormatError::Unknown));
        assert_eq!(detect(b"PK\x03\x04 and no more"), Err(FormatError::Unknown));
        let empty = archive(&[("time_entries.csv", "")]);
        assert_eq!(dry_run(&empty, None, &options(), []).unwrap_err(), FormatError::Empty);
    }
}
