//! Files of the database are damaged: nothing is lost, or it is said and comes back, and it is never a dead end.
//!
//! Each case has an origin of its own, all of them in one browser.

use std::fs;
use std::path::{Path, PathBuf};

use super::backup::Backup;
use super::work::{Workspace, open_or_begin_anew};
use super::{DATABASES, Engine, Figures, LEVELDB, Random, SQLITE, files_below, is_long};
use crate::app::App;
use crate::browser::{Browser, Profile, TemporaryFolder};
use crate::site::Site;

#[test]
fn damage_is_harmless_or_healed() {
    // Parts of the files' names: what was written last and before, what names it, what names that.
    damage(&LEVELDB, &[".log", ".ldb", "MANIFEST", "CURRENT"]);
}

#[test]
fn damage_is_harmless_or_healed_in_the_newer_storage_engine() {
    damage(&SQLITE, &["", "-wal"]);
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
    let chosen = all.enumerate().filter(|(at, _)| is_long() || at % 6 == 0 || (*at == 4 && marks.len() > 2));
    let cases: Vec<Case> = chosen
        .map(|(_, (mark, damage))| Case { name: format!("{mark} {damage:?}"), site: Site::of_dist(), mark, damage })
        .collect();
    let mut workspace = Workspace::new(engine.flags);
    let backup = Backup::of_work(&mut workspace);
    let folder = TemporaryFolder::new("damage");
    let profile = Profile::At(folder.to_path_buf());
    let browser = Browser::start(&profile, engine.flags);
    let context = browser.profile_context();
    let open = |case: &Case| {
        let app = App::open_at(&context, &case.site.url());
        backup.put_into(&app);
        app.page.eval(BALLAST);
        // The browser is killed under it.
        app.page.expect_problem("");
        app
    };
    // A database that is closed is put in order, and there would be nothing but one file of it.
    let apps: Vec<App> = cases.iter().map(open).collect();
    browser.kill();
    drop(apps);
    for case in &cases {
        harm(&database_file(&folder, case), case.damage);
    }
    let browser = Browser::start(&profile, engine.flags);
    let context = browser.profile_context();
    for case in &cases {
        figures.tries += 1;
        let page = context.blank();
        // The browser and the app complain.
        page.expect_problem("");
        let looked =
            open_or_begin_anew(page, &case.site.url()).map(|app| backup.judge(&app, &case.name, false, &mut figures));
        if let Err(fault) = looked {
            figures.lost.push(format!("{}: {fault}", case.name));
        }
    }
    figures.judge();
}

/// Writes and takes out again so much that the engines move what was written before to where it stays.
const BALLAST: &str = "new Promise((done, failed) => {
  const open = indexedDB.open('espalier');
  open.onerror = () => failed(open.error);
  open.onsuccess = () => {
    const transaction = open.result.transaction('meta', 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore('meta');
    for (let number = 0; number < 256; number++) store.put('x'.repeat(16000), `ballast ${number}`);
    store.delete(IDBKeyRange.bound('ballast', 'ballasu'));
    transaction.oncomplete = () => { open.result.close(); done(); };
    transaction.onerror = () => failed(transaction.error);
  };
})";

fn database_file(profile: &Path, case: &Case) -> PathBuf {
    let origin = case.site.origin().replace("://", "_").replace(':', "_");
    let files = files_below(profile, DATABASES).into_iter();
    let mut of_case = files.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        (folder == origin || folder == format!("{origin}.indexeddb.leveldb"))
            && name.contains(case.mark)
            && (case.mark == "-wal" || !name.ends_with("-wal"))
            && !name.ends_with("-shm")
            && name != "LOCK"
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
