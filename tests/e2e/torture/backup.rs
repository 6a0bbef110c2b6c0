//! Work that is put into many workspaces, and looked for after harm was done to them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use super::Figures;
use super::work::{Workspace, export, heal};
use crate::app::App;
use crate::browser::LIMIT;

/// A file with everything, and what is in it.
pub struct Backup {
    path: PathBuf,
    /// Texts that were written and are looked for.
    marks: Vec<String>,
    rows: BTreeSet<String>,
}

impl Backup {
    /// Works, and saves it.
    #[track_caller]
    pub fn of_work(workspace: &mut Workspace) -> Self {
        let browser = workspace.start();
        let app = workspace.open(&browser);
        // A map, the time, a scene, and a conversation with a file.
        for kind in [1, 2, 4, 5] {
            workspace.work(&app, kind, Duration::ZERO, || ());
            app.reload();
        }
        let path = workspace.folder.join("backup.json");
        let stored = export(&app);
        fs::write(&path, &stored).expect("the backup can be written");
        let acknowledged = workspace.acknowledged.iter();
        let marks: Vec<String> = acknowledged.map(|change| format!("{}-{}.", change.kind, change.number)).collect();
        assert!(marks.len() >= 4 && marks.iter().all(|mark| stored.contains(mark)), "{marks:?}");
        browser.quit();
        Self { path, marks, rows: rows(&stored) }
    }

    /// Puts it into a workspace, and into the second copy.
    #[track_caller]
    pub fn put_into(&self, app: &App) {
        app.go("settings");
        app.import(&self.path);
        // Documents are counted when they are open.
        look_around(app);
        app.go("settings");
        app.wait_mirrored();
    }

    /// Looks what became of it: nothing is lost, or it is said and all comes back; then work goes on. Files may be gone where
    /// that was said.
    #[track_caller]
    pub fn judge(&self, app: &App, case: &str, files_said: bool, figures: &mut Figures) {
        figures.acknowledged += self.marks.len();
        let lost = |stored: &str| -> Vec<String> {
            let marks = self.marks.iter().filter(|mark| !stored.contains(*mark)).cloned();
            let rows = self.rows.difference(&rows(stored)).cloned().collect::<Vec<_>>();
            marks.chain(rows).filter(|what| !files_said || !what.starts_with("file ")).collect()
        };
        let mut gone = lost(&export(app));
        let marks_gone = self.marks.iter().filter(|mark| gone.contains(mark)).count();
        if !gone.is_empty() && !app.page.test_id("missing").visible().exists() {
            look_around(app);
        }
        if heal(app, !gone.is_empty()).is_some() {
            figures.restored += marks_gone;
            gone = lost(&export(app));
        }
        figures.lost.extend(gone.iter().map(|what| format!("{case}: {what}")));
        // No dead end: something new can be made, and is there again.
        app.page.eval("location.hash = '#/time', 0");
        let name: String = case.chars().filter(|letter| letter.is_alphabetic()).collect();
        let text = format!("Work goes on after {name}");
        app.page.test_id("quick-add").wait_visible().fill(&text);
        app.page.press("Enter", 0);
        app.page.test_id("timer-stop").wait_visible();
        app.wait_saved();
        app.page.reload();
        app.wait_ready();
        let there = format!(
            "document.querySelector('[data-testid=timer-stop]')?.checkVisibility() && document.body.innerText.includes({text:?})"
        );
        app.page.wait_for_or(&there, LIMIT, || format!("{case}: what was made afterwards is gone"));
    }
}

/// Lists the rows and files of an export.
fn rows(stored: &str) -> BTreeSet<String> {
    let export: Value = serde_json::from_str(stored).expect("the export is JSON");
    let list = |rows: &Value| rows.as_array().cloned().unwrap_or_default();
    let tables = ["sessions", "messages", "maps", "nodes", "timeEntries", "scenes", "shapes"];
    let rows = tables
        .iter()
        .flat_map(|table| list(&export["tables"][table]).into_iter().map(move |row| format!("{table} {}", row["id"])));
    rows.chain(list(&export["files"]).iter().map(|file| format!("file {}", file["hash"]))).collect()
}

/// Opens what is first in the list of each room.
#[track_caller]
pub fn look_around(app: &App) {
    for (room, item, inside) in [
        ("chat", "session-item", "message"),
        ("map", "map-item", "map-node"),
        ("scene", "scene-item", "scene-object"),
        ("time", "entry", "quick-add"),
    ] {
        app.page.eval(&format!("location.hash = '#/{room}', 0"));
        app.page.wait_for(&format!(
            "[...document.querySelectorAll(`[data-testid={item}],[data-testid={room}-begin],[data-testid=composer],
                [data-testid=quick-add],[data-testid=missing]`)].some(element => element.checkVisibility())"
        ));
        // A day's entries are read with the room.
        if room != "time" && app.page.test_id(item).visible().exists() {
            // A notice may lie over it by now, and a conversation that was just begun has nothing in it.
            app.page.test_id(item).read(
                "list => {
                   const row = list.find(row => !row.innerText.startsWith('New conversation')) ?? list[0];
                   (row.querySelector('a, button') ?? row).click();
                 }",
            );
            app.page.wait_for(&format!(
                "document.querySelector('[data-testid={inside}],[data-testid=missing],[data-testid=scene-canvas]')"
            ));
        }
    }
    app.wait_saved();
}
