//! Which module may know which: dependencies point down only, and what stands side by side does not know its neighbour
//! unless it is said here. The table is ARCHITECTURE.md in a form that can fail.
//!
//! Must not be here: rules about a single file.

use std::collections::BTreeSet;

use super::Problem;
use super::rust::Source;

/// A top-level module: its floor, and the neighbours on the same floor that it may use.
struct Place {
    module: &'static str,
    floor: u8,
    neighbours: &'static [&'static str],
}

const fn place(module: &'static str, floor: u8, neighbours: &'static [&'static str]) -> Place {
    Place { module, floor, neighbours }
}

const PLACES: [Place; 15] = [
    place("base", 0, &[]),
    place("llm", 1, &[]),
    place("markdown", 1, &[]),
    // A message keeps the error its answer ended with: plain data of `llm`.
    place("model", 2, &[]),
    place("command", 3, &[]),
    place("storage", 3, &[]),
    // A turn is a conversation with a model in which commands are proposed.
    place("agent", 3, &["command"]),
    place("feature", 4, &[]),
    place("i18n", 5, &[]),
    place("app", 6, &[]),
    place("ui", 7, &[]),
    // The browser shell mounts the interface.
    place("web", 7, &["ui"]),
    place("cli", 7, &[]),
    place("testing", 7, &[]),
    // `lib.rs`, `main.rs` and `bin/` put everything together.
    place("", 8, &[]),
];

/// The floors inside `app`, as [`PLACES`] has them for the whole: nothing below the rooms knows one, and no room knows
/// another. What the root itself declares (`Model`, `Msg`) every floor may name.
const APP: [Place; 31] = [
    place("navigate", 0, &[]),
    place("slot", 0, &[]),
    place("pulse", 0, &[]),
    place("places", 1, &[]),
    place("command", 0, &[]),
    place("pieces", 0, &[]),
    place("effect", 1, &[]),
    // Its parts `edit`, `journal` and `notice` go by names of their own.
    place("core", 2, &[]),
    place("helper", 3, &[]),
    place("clock", 3, &[]),
    place("room", 4, &[]),
    place("connect", 5, &[]),
    place("conversation", 5, &[]),
    place("proposals", 6, &[]),
    place("selector", 7, &[]),
    place("prompt", 8, &[]),
    place("undo", 9, &[]),
    place("assistant", 10, &[]),
    place("sessions", 10, &[]),
    place("maps", 11, &[]),
    place("timelog", 11, &[]),
    place("course", 11, &[]),
    place("scenes", 11, &[]),
    place("bridge", 12, &[]),
    place("handover", 12, &[]),
    place("rooms", 13, &[]),
    place("files", 14, &[]),
    place("dialog", 14, &[]),
    place("waiting", 15, &[]),
    place("palette", 15, &[]),
    place("load", 16, &[]),
];

/// The floor of the first room inside `app`.
const ROOMS: u8 = 11;
/// What rooms keep in the model, which nothing below them looks into.
const STATES: [&str; 4] = ["model.maps.", "model.timelog.", "model.courses.", "model.scenes."];

fn inside_app(name: &str) -> Option<&'static Place> {
    let name = if matches!(name, "edit" | "journal" | "notice") { "core" } else { name };
    APP.iter().find(|place| place.module == name)
}

/// Why a file inside `app` must not name that path; nothing if it may.
fn refusal_in_app(own: &[String], path: &[String]) -> Option<String> {
    let from = own.get(1).filter(|_| own[0] == "app").and_then(|name| inside_app(name))?;
    let to = path.get(1).filter(|_| path[0] == "app").and_then(|name| inside_app(name))?;
    let down = to.floor < from.floor || to.module == from.module;
    (!down).then(|| format!("`app::{}` must not know `app::{}`: see the floors of `app`", from.module, to.module))
}

fn states_of_rooms(source: &Source, own: &[String]) -> Vec<Problem> {
    let is_below = own.len() > 1 && own[0] == "app" && inside_app(&own[1]).is_some_and(|place| place.floor < ROOMS);
    let code = source.shipped();
    let found = STATES.iter().flat_map(|state| code.match_indices(state)).filter(|_| is_below);
    let text = "what a room keeps is looked into by nothing below the rooms";
    found.map(|(at, _)| Problem::new(&source.name, source.line(at), text)).collect()
}

pub fn check(sources: &[Source]) -> Vec<Problem> {
    let rooms: BTreeSet<&str> = sources.iter().filter_map(|source| room(&source.name)).collect();
    let inside = sources.iter().filter(|source| source.name.starts_with("src/"));
    inside.flat_map(|source| check_file(source, &rooms)).collect()
}

fn check_file(source: &Source, rooms: &BTreeSet<&str>) -> Vec<Problem> {
    let own = module_path(&source.name);
    let top = own.first().map_or("", String::as_str);
    let Some(from) = find(top) else {
        let text =
            format!("the module `{top}` has no floor: give it a place in xtask/src/tidy/floors.rs and ARCHITECTURE.md");
        return vec![Problem::new(&source.name, 1, text)];
    };
    let mut problems = states_of_rooms(source, &own);
    for (at, path) in uses(source.shipped(), &own) {
        let Some(text) = refusal(from, &own, &path, rooms).or_else(|| refusal_in_app(&own, &path)) else {
            continue;
        };
        problems.push(Problem::new(&source.name, source.line(at), text));
    }
    problems
}

/// Why that path must not be named there; nothing if it may.
fn refusal(from: &Place, own: &[String], path: &[String], rooms: &BTreeSet<&str>) -> Option<String> {
    let to = find(path.first()?)?;
    let down = to.floor < from.floor || to.module == from.module || from.neighbours.contains(&to.module);
    if !down {
        return Some(format!("`{}` must not know `{}`: dependencies point down only", from.module, to.module));
    }
    let (mine, other) = (own.get(1), path.get(1)?);
    let neighbour_room = from.module == "feature" && to.module == "feature" && mine.is_some_and(|mine| mine != other);
    (neighbour_room && rooms.contains(other.as_str()))
        .then(|| format!("a feature must not know another: `feature::{other}`"))
}

fn find(module: &str) -> Option<&'static Place> {
    PLACES.iter().find(|place| place.module == module)
}

/// The module a file holds: `src/llm/sse.rs` is `llm::sse`, `src/lib.rs` and the programs are the crate itself.
fn module_path(name: &str) -> Vec<String> {
    let inside = name.trim_start_matches("src/").trim_end_matches(".rs");
    if inside == "lib" || inside == "main" || inside.starts_with("bin/") {
        return Vec::new();
    }
    inside.split('/').map(str::to_owned).collect()
}

/// The feature a file belongs to.
fn room(name: &str) -> Option<&str> {
    let inside = name.strip_prefix("src/feature/")?;
    inside.split(['/', '.']).next()
}

/// Every path in the code that starts at the crate or above this module, resolved, with its position.
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

    fn texts(files: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<Source> = files
            .iter()
            .map(|(name, text)| Source::new(Text { name: (*name).to_owned(), text: (*text).to_owned() }))
            .collect();
        check(&sources).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn down_is_fine() {
        assert_eq!(
            texts(&[
                ("src/model/change.rs", "use crate::base::id::Id;"),
                (
                    "src/agent/turn.rs",
                    "use crate::{base::time, llm::{self, request}};\nfn f(a: crate::command::Spec) {}"
                ),
                ("src/feature/chat/agent.rs", "use super::commands;\nuse crate::feature::{Feature, chat::tools};"),
                ("src/web.rs", "use crate::ui::App;"),
                ("src/lib.rs", "pub use crate::web::start;"),
                ("xtask/src/a.rs", "use crate::shell;"),
            ]),
            Vec::<String>::new()
        );
    }

    #[test]
    fn up_and_sideways_are_not() {
        for (name, text) in [
            ("src/base/id.rs", "use crate::model::Record;"),
            ("src/model.rs", "fn f() { crate::app::update() }"),
            ("src/llm/sse.rs", "use crate::{base::id, agent::turn};"),
            ("src/llm/sse.rs", "use super::super::app;"),
            ("src/command/spec.rs", "use crate::agent::Turn;"),
            ("src/storage/port.rs", "use crate::agent::Turn;"),
            ("src/app/edit.rs", "use crate::ui::store;"),
            ("src/ui/store.rs", "use crate::web::runtime;"),
            ("src/feature/chat.rs", "use crate::{\n    llm as l,\n    ui as u,\n};"),
        ] {
            assert_eq!(texts(&[(name, text)]).len(), 1, "{name}: {text}");
        }
    }

    #[test]
    fn features_do_not_meet() {
        let other = ("src/feature/mindmap/tools.rs", "");
        assert_eq!(texts(&[other, ("src/feature/chat/a.rs", "use crate::feature::mindmap::tools;")]).len(), 1);
        assert_eq!(texts(&[other, ("src/feature/chat/a.rs", "use super::super::mindmap::tools;")]).len(), 1);
        assert_eq!(texts(&[other, ("src/feature.rs", "use crate::feature::mindmap::tools;")]).len(), 0);
    }

    #[test]
    fn inside_the_app_nothing_below_a_room_knows_one() {
        for (name, text) in [
            ("src/app/core/edit.rs", "use crate::app::prompt;"),
            ("src/app/prompt/end.rs", "use crate::app::{Model, course};"),
            ("src/app/maps.rs", "use super::timelog;"),
            ("src/app/timelog.rs", "use super::bridge;"),
            ("src/app/undo.rs", "fn f(model: &Model) -> bool { model.timelog.ready }"),
        ] {
            assert_eq!(texts(&[(name, text)]).len(), 1, "{name}: {text}");
        }
        for (name, text) in [
            ("src/app/course.rs", "use super::{Model, edit, sessions};"),
            ("src/app/bridge.rs", "use super::{course, maps, timelog};"),
            ("src/app/core/edit.rs", "use super::Core;\nuse crate::app::effect::Effect;"),
            ("src/app/prompt.rs", "use super::{Model, Msg, edit, room};"),
            ("src/ui/timelog.rs", "use crate::app::files::FileMsg;"),
        ] {
            assert!(texts(&[(name, text)]).is_empty(), "{name}: {text}");
        }
    }

    #[test]
    fn tests_may_look_around_and_new_modules_need_a_floor() {
        assert!(texts(&[("src/base/id.rs", "#[cfg(test)]\nmod tests {\n    use crate::testing::x;\n}\n")]).is_empty());
        assert_eq!(texts(&[("src/novel.rs", "")]).len(), 1);
    }

    #[test]
    fn paths_of_macros_and_other_crates_are_not_ours() {
        assert!(
            texts(&[("src/base/id.rs", "$crate::app::x; other_crate::app::x; use yew::crate_like::app;")]).is_empty()
        );
    }
}
