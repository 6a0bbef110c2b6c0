//! Dependencies between modules of the app, which is one crate: they point down only. Those between crates are
//! checked in `manifests`.

use super::Problem;
use super::rust::Source;

/// A module at the top of the app and its floor.
struct Place {
    module: &'static str,
    floor: u8,
}

const fn place(module: &'static str, floor: u8) -> Place {
    Place { module, floor }
}

/// The floors of the app: nothing below the rooms knows one, and no room knows another. The declarations of the root
/// itself (`Model`, `Msg`) every floor may name.
const APP: [Place; 41] = [
    place("navigate", 0),
    place("slot", 0),
    place("data_loss", 0),
    place("places", 1),
    place("command", 0),
    place("chunks", 0),
    place("effect", 1),
    // Its parts `edit`, `journal` and `notice` go by names of their own.
    place("core", 2),
    place("mirror", 3),
    place("room_agent", 3),
    place("clock", 3),
    place("room", 4),
    place("connect", 5),
    place("place", 6),
    place("elsewhere", 7),
    place("conversation", 5),
    place("device", 6),
    place("attachments", 6),
    place("proposals", 6),
    place("selector", 7),
    place("find", 5),
    place("helper", 7),
    place("prompt", 8),
    place("undo", 9),
    place("assistant", 10),
    place("sessions", 10),
    place("maps", 11),
    place("timelog", 11),
    place("course", 11),
    place("scenes", 11),
    place("bridge", 12),
    place("handover", 12),
    place("rooms", 13),
    place("links", 10),
    place("files", 14),
    place("dialog", 14),
    place("today", 14),
    place("make", 13),
    place("deferred", 15),
    place("palette", 15),
    place("load", 16),
];

/// The floor of the first room.
const ROOMS: u8 = 11;
/// Fields of the rooms in the model, which nothing below them looks into.
const STATES: [&str; 4] = ["model.maps.", "model.timelog.", "model.courses.", "model.scenes."];
/// Folder of the app's sources.
const SOURCES: &str = "crates/app/src/";

pub fn check(sources: &[Source]) -> Vec<Problem> {
    let inside = sources.iter().filter(|source| source.name.starts_with(SOURCES));
    inside.flat_map(check_file).collect()
}

fn check_file(source: &Source) -> Vec<Problem> {
    let own = module_path(&source.name);
    let Some(top) = own.first() else { return Vec::new() };
    let Some(from) = find(top) else {
        let text = format!("the module `{top}` of the app has no floor: give it one in xtask/src/tidy/floors.rs");
        return vec![Problem::new(&source.name, 1, text)];
    };
    let mut problems = states_of_rooms(source, from);
    for (at, path) in uses(source.shipped(), &own) {
        if let Some(text) = refusal(from, &path) {
            problems.push(Problem::new(&source.name, source.line(at), text));
        }
    }
    problems
}

fn states_of_rooms(source: &Source, from: &Place) -> Vec<Problem> {
    let code = source.shipped();
    let found = STATES.iter().flat_map(|state| code.match_indices(state)).filter(|_| from.floor < ROOMS);
    let text = "what a room keeps is looked into by nothing below the rooms";
    found.map(|(at, _)| Problem::new(&source.name, source.line(at), text)).collect()
}

/// Returns why that path must not be named there; nothing if it may.
fn refusal(from: &Place, path: &[String]) -> Option<String> {
    let to = find(path.first()?)?;
    let down = to.floor < from.floor || to.module == from.module;
    (!down).then(|| format!("`{}` must not know `{}`: see the floors of the app", from.module, to.module))
}

fn find(name: &str) -> Option<&'static Place> {
    let name = if matches!(name, "edit" | "journal" | "notice") { "core" } else { name };
    APP.iter().find(|place| place.module == name)
}

/// Returns the module that a file holds: `core/edit.rs` is `core::edit`, `lib.rs` is the crate itself.
fn module_path(name: &str) -> Vec<String> {
    let inside = name.trim_start_matches(SOURCES).trim_end_matches(".rs");
    if inside == "lib" { Vec::new() } else { inside.split('/').map(str::to_owned).collect() }
}

/// Finds every path in the code that starts at the crate or above this module, resolved, with its position.
fn uses(code: &str, own: &[String]) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for (word, up) in [("crate", None), ("super", Some(1_usize))] {
        for (at, _) in code.match_indices(&format!("{word}::")) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|character| character.is_alphanumeric() || "_:$".contains(character)) {
                continue;
            }
            let base = match up {
                None => Vec::new(),
                Some(up) => own[..own.len().saturating_sub(up)].to_vec(),
            };
            let mut rest = &code[at + word.len() + 2..];
            expand(&mut rest, &base, &mut found, at);
        }
    }
    found
}

/// Reads a path or a `{a, b::{c, d}}` tree and adds every full path in it.
fn expand(rest: &mut &str, base: &[String], found: &mut Vec<(usize, Vec<String>)>, at: usize) {
    *rest = rest.trim_start();
    if let Some(inside) = rest.strip_prefix('{') {
        *rest = inside;
        loop {
            *rest = rest.trim_start_matches([' ', '\n', ',']);
            if rest.is_empty() || rest.starts_with('}') {
                *rest = rest.strip_prefix('}').unwrap_or(rest);
                return;
            }
            let length = rest.len();
            expand(rest, base, found, at);
            if rest.len() == length {
                return; // Not a use tree after all.
            }
        }
    }
    let end = rest
        .find(|character: char| !character.is_alphanumeric() && character != '_' && character != '*')
        .unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after;
    let mut path = base.to_vec();
    match word {
        "super" => drop(path.pop()),
        "self" | "*" | "" => {}
        word => path.push(word.to_owned()),
    }
    if let Some(inside) = rest.strip_prefix("::") {
        *rest = inside;
        expand(rest, &path, found, at);
    } else {
        // `use a as b` names one path only.
        if let Some(renamed) = rest.trim_start().strip_prefix("as ") {
            let end = renamed.find([',', '}', ';']).unwrap_or(renamed.len());
            *rest = &renamed[end..];
        }
        found.push((at, path));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Text;
    use super::*;

    fn file(name: &str, text: &str) -> Text {
        Text { name: name.to_owned(), text: text.to_owned() }
    }

    fn problems(name: &str, text: &str) -> Vec<String> {
        let sources = [Source::new(file(name, text))];
        check(&sources).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn nothing_below_a_room_knows_one() {
        for (name, text) in [
            ("core/edit.rs", "use crate::prompt;"),
            ("prompt/end.rs", "use crate::{Model, course};"),
            ("maps.rs", "use super::timelog;"),
            ("maps/keys.rs", "use super::super::timelog::keys;"),
            ("timelog.rs", "use super::bridge;"),
            ("sessions.rs", "use crate::{\n    maps as m,\n};"),
            ("undo.rs", "fn f(model: &Model) -> bool { model.timelog.ready }"),
        ] {
            assert_eq!(problems(&format!("{SOURCES}{name}"), text).len(), 1, "{name}: {text}");
        }
        for (name, text) in [
            ("course.rs", "use super::{Model, edit, sessions};"),
            ("bridge.rs", "use super::{course, maps, timelog};"),
            ("core/edit.rs", "use super::Core;\nuse crate::effect::Effect;"),
            ("prompt.rs", "use super::{Model, Msg, edit, room};"),
            ("lib.rs", "use crate::rooms;"),
        ] {
            assert_eq!(problems(&format!("{SOURCES}{name}"), text), Vec::<String>::new(), "{name}: {text}");
        }
        assert!(problems("crates/ui/src/timelog.rs", "use espalier_app::files::FileMsg;").is_empty());
    }

    #[test]
    fn tests_may_look_around_and_new_modules_need_a_floor() {
        let text = "#[cfg(test)]\nmod tests {\n    use crate::timelog::x;\n}\n";
        assert!(problems(&format!("{SOURCES}maps.rs"), text).is_empty());
        assert_eq!(problems(&format!("{SOURCES}novel.rs"), "").len(), 1);
    }

    #[test]
    fn paths_of_macros_and_other_crates_are_not_ours() {
        let text = "$crate::timelog::x; other_crate::timelog::x; use yew::crate_like::timelog;";
        assert!(problems(&format!("{SOURCES}maps.rs"), text).is_empty());
    }
}
