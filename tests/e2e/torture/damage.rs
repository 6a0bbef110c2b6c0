//! Files of the database are damaged: nothing is lost, or that is said, and it is never a dead end.
//!
//! Each case has an origin of its own, all of them in one browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::work::{Workspace, export, said};
use super::{Engine, Figures, LEVELDB, Random, SQLITE, is_long};
use crate::app::App;
use crate::browser::{Browser, Context, LIMIT, Profile, TemporaryFolder};
use crate::site::Site;

#[test]
fn damage_is_harmless_or_said() {
    // Marks of the files' names: what is written, what names it, what names that.
    damage(&LEVELDB, &[".log", "MANIFEST", "CURRENT"]);
}

#[test]
fn damage_is_harmless_or_said_in_the_newer_storage_engine() {
    damage(&SQLITE, &[""]);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damage {
    Halved,
    Emptied,
    Deleted,
    BitsFlipped,
    PageZeroed,
}

const DAMAGES: [Damage; 5] =
    [Damage::Halved, Damage::Emptied, Damage::Deleted, Damage::BitsFlipped, Damage::PageZeroed];

/// A good end of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    NothingLost,
    /// A loss that was said.
    Said,
}

/// An origin with a file of its database and what is done to it.
struct Case {
    name: String,
    site: Site,
    mark: &'static str,
    damage: Damage,
}

fn damage(engine: &Engine, marks: &[&'static str]) {
    let mut figures = Figures::new("damage", engine.name);
    let all = marks.iter().flat_map(|mark| DAMAGES.map(|damage| (*mark, damage)));
    // The short form has every kind of damage, and of every file one.
    let chosen = all.enumerate().filter(|(at, _)| is_long() || at % 6 == 0 || (*at == 2 && marks.len() == 1));
    let cases: Vec<Case> = chosen
        .map(|(_, (mark, damage))| Case { name: format!("{mark} {damage:?}"), site: Site::of_dist(), mark, damage })
        .collect();
    let mut workspace = Workspace::new(engine.flags);
    let (backup, marks) = backup(&mut workspace);
    let folder = TemporaryFolder::new("damage");
    let profile = Profile::At(folder.to_path_buf());
    let browser = Browser::start(&profile, engine.flags);
    let context = browser.profile_context();
    for case in &cases {
        let app = App::open_at(&context, &case.site.url());
        app.go("settings");
        app.import(&backup);
        // Documents are counted when they are open.
        look_around(&app);
    }
    browser.quit();
    for case in &cases {
        harm(&database_file(&folder, case), case.damage);
    }
    let browser = Browser::start(&profile, engine.flags);
    let context = browser.profile_context();
    for case in &cases {
        figures.tries += 1;
        figures.acknowledged += marks.len();
        match judge(&context, case, &marks) {
            Ok((Verdict::NothingLost, _)) => {}
            Ok((Verdict::Said, lost)) => figures.lost_and_said += lost,
            Err(fault) => figures.lost.push(format!("{}: {fault}", case.name)),
        }
    }
    figures.judge();
}

/// Works, and returns a file with everything and the marks of what is in it.
fn backup(workspace: &mut Workspace) -> (PathBuf, Vec<String>) {
    let browser = workspace.start();
    let app = workspace.open(&browser);
    // A map, a scene, and a conversation with a file.
    for kind in [1, 4, 5] {
        workspace.work(&app, kind, Duration::ZERO, || ());
        app.reload();
    }
    let path = workspace.folder.join("backup.json");
    let stored = export(&app);
    fs::write(&path, &stored).expect("the backup can be written");
    let marks: Vec<String> = workspace.acknowledged.iter().map(|(kind, number)| format!("{kind}-{number}.")).collect();
    assert!(marks.len() >= 3 && marks.iter().all(|mark| stored.contains(mark)), "{marks:?}");
    browser.quit();
    (path, marks)
}

/// Opens what is first in the list of each room.
fn look_around(app: &App) {
    for (room, item, inside) in
        [("chat", "session-item", "message"), ("map", "map-item", "map-node"), ("scene", "scene-item", "scene-object")]
    {
        app.page.eval(&format!("location.hash = '#/{room}', 0"));
        app.page.wait_for(&format!(
            "[...document.querySelectorAll('[data-testid={item}],[data-testid={room}-begin],[data-testid=composer]')]
                .some(element => element.checkVisibility()) || document.querySelector('[data-testid=missing]')"
        ));
        if app.page.test_id(item).visible().exists() {
            // A notice may lie over it by now.
            app.page.test_id(item).read("list => (list[0].querySelector('a, button') ?? list[0]).click()");
            app.page.wait_for(&format!(
                "document.querySelector('[data-testid={inside}],[data-testid=missing],[data-testid=scene-canvas]')"
            ));
        }
    }
    app.wait_saved();
}

fn database_file(profile: &Path, case: &Case) -> PathBuf {
    let origin = case.site.origin().replace("://", "_").replace(':', "_");
    let files = super::database_files(profile).into_iter();
    let mut of_case = files.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        (folder == origin || folder == format!("{origin}.indexeddb.leveldb"))
            && name.contains(case.mark)
            && !name.ends_with("-wal")
            && !name.ends_with("-shm")
    });
    of_case.next().unwrap_or_else(|| panic!("{} has no file {}", origin, case.mark))
}

fn harm(path: &Path, damage: Damage) {
    let mut bytes = fs::read(path).expect("the file can be read");
    let length = bytes.len();
    let mut random = Random(length as u64);
    match damage {
        Damage::Halved => bytes.truncate(length / 2),
        Damage::Emptied => bytes.clear(),
        Damage::Deleted => return fs::remove_file(path).expect("the file can be deleted"),
        Damage::BitsFlipped => {
            for _ in 0..64 {
                let at = random.next() as usize % length;
                bytes[at] ^= 1 << (random.next() % 8);
            }
        }
        Damage::PageZeroed => {
            let from = length / 2;
            bytes[from..(from + 4096).min(length)].fill(0);
        }
    }
    fs::write(path, bytes).expect("the file can be written");
}

/// Looks what became of a case: a verdict with the number of things lost, or what is wrong.
fn judge(context: &Arc<Context>, case: &Case, marks: &[String]) -> Result<(Verdict, usize), String> {
    let page = context.blank();
    // The browser and the app complain.
    page.expect_problem("");
    page.goto(&case.site.url());
    let app = App { page };
    app.page.wait_for("['ready', 'failed'].includes(document.documentElement.dataset.app)");
    let is_failed = app.page.eval("document.documentElement.dataset.app") == "failed";
    if is_failed {
        app.page.wait_for(
            "['begin-anew', 'rescue-export'].some(id => document.querySelector(`[data-testid=${id}]`).checkVisibility())",
        );
        if !app.page.test_id("begin-anew").visible().exists() {
            return Err(format!("a dead end: {}", app.page.css("#rescue").shown_text()));
        }
        app.page.test_id("begin-anew").click();
        app.page.css("#rescue-anew-really").wait_visible();
        app.page.eval("window.__leaving = true");
        app.page.test_id("begin-anew").click();
        app.page.wait_for("!window.__leaving");
        app.wait_ready();
    }
    let stored = export(&app);
    let lost: Vec<&String> = marks.iter().filter(|mark| !stored.contains(*mark)).collect();
    if !lost.is_empty() && !app.page.test_id("missing").visible().exists() {
        look_around(&app);
    }
    let notice = said(&app, !lost.is_empty());
    let verdict = match (lost.is_empty(), notice) {
        (true, None) => Verdict::NothingLost,
        (true, Some(notice)) => return Err(format!("nothing is lost, but it says: {notice}")),
        (false, Some(_)) => Verdict::Said,
        (false, None) => return Err(format!("lost in silence: {lost:?}")),
    };
    // No dead end: something new can be made, and is there again.
    app.page.eval("location.hash = '#/time', 0");
    app.page.test_id("quick-add").wait_visible().fill("Work goes on");
    app.page.press("Enter", 0);
    app.page.test_id("timer-stop").wait_visible();
    app.wait_saved();
    app.page.reload();
    app.wait_ready();
    let there = "document.querySelector('[data-testid=timer-stop]')?.checkVisibility()";
    app.page.wait_for_or(there, LIMIT, || format!("{}: what was made afterwards is gone", case.name));
    Ok((verdict, lost.len()))
}
