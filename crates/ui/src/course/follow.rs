//! Where the keyboard goes when an outline changes.
//!
//! - F1 What was moved keeps it; of what was removed the one after it takes it, else the one before.
//! - F2 What was added is opened to be named.
//! - F3 What the model has made takes it where nothing else has it; a whole outline also from all but a field.
//! - F4 The chapter of an address takes it when one comes there.

use wasm_bindgen::JsCast;
use yew::prelude::*;

use super::in_place::{is_in_field, is_nowhere};
use super::part::OutlineActions;
use crate::pointed::use_arrival_at;
use crate::store::use_selector;
use espalier_app::Msg;
use espalier_app::course::{Activity, CourseMsg};
use espalier_course::commands::Edit;
use espalier_model::CourseId;
use espalier_model::course::{Outline, Task};

/// The id of the element with the title of the outline.
pub const TITLE: &str = "outline-title";

/// In place of an element: the one that is new.
pub const NEW: &str = "";

/// The elements of an outline, in the order in which they stand.
fn elements(outline: &Outline) -> Vec<String> {
    let mut all = Vec::new();
    for section in &outline.sections {
        all.push(format!("part-{}", section.id));
        all.extend(section.chapters.iter().map(|chapter| format!("chapter-{}", chapter.id)));
    }
    all
}

/// Returns the element that takes the focus after a change at `wanted`.
fn target(before: &Outline, now: &Outline, wanted: &str) -> Option<String> {
    let (before, now) = (elements(before), elements(now));
    let is_there = |id: &&String| now.contains(id);
    if wanted == NEW {
        return now.iter().find(|id| !before.contains(id)).cloned();
    }
    let at = before.iter().position(|id| id == wanted)?;
    let (above, below) = before.split_at(at);
    below.iter().find(is_there).or_else(|| above.iter().rev().find(is_there)).cloned()
}

fn element(id: &str) -> Option<web_sys::HtmlElement> {
    web_sys::window()?.document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// Returns the callbacks that change the outline (F1, F2).
#[hook]
pub fn use_outline_actions(edit: &Callback<Edit>, outline: &Outline) -> OutlineActions {
    let follow = use_mut_ref(|| None::<String>);
    let step = {
        let (edit, follow) = (edit.clone(), follow.clone());
        Callback::from(move |(element, change): (String, Edit)| {
            *follow.borrow_mut() = Some(element);
            edit.emit(change);
        })
    };
    let before = use_mut_ref(|| outline.clone());
    use_effect_with(outline.clone(), move |outline| {
        let before = before.replace(outline.clone());
        let Some(wanted) = follow.borrow_mut().take() else { return };
        let Some(element) = target(&before, outline, &wanted).and_then(|id| element(&id)) else { return };
        // It is there, and takes the focus.
        let _ = element.focus();
        if wanted == NEW {
            element.click();
        }
    });
    OutlineActions { edit: edit.clone(), step }
}

/// Gives the keyboard to what the model has made (F3).
#[hook]
pub fn use_made(course: CourseId) {
    let was = use_mut_ref(|| None::<Activity>);
    let made = use_mut_ref(|| (0_u32, None::<Activity>));
    // Noted as it happens: what is done quickly is never drawn as being done.
    let made = use_selector(move |model| {
        let doing = model.course_doing(course);
        let mut made = made.borrow_mut();
        if let Some(done) = was.replace(doing).filter(|_| doing.is_none()) {
            *made = (made.0 + 1, Some(done));
        }
        *made
    });
    use_effect_with(*made, move |&(_, done)| {
        let id = match done {
            Some(Activity::Outline) => TITLE.to_owned(),
            Some(Activity::Part(Task::Section(id))) => format!("part-{id}"),
            Some(Activity::Part(Task::Lesson(id))) => format!("chapter-{id}"),
            _ => return,
        };
        if let Some(element) =
            element(&id).filter(|_| is_nowhere() || (done == Some(Activity::Outline) && !is_in_field()))
        {
            // It is there, and takes the focus.
            let _ = element.focus();
        }
    });
}

/// Brings the chapter that an address led to into sight (F4).
#[hook]
pub fn use_arrival() {
    use_arrival_at(
        |model| Some((model.courses.pointed?, model.courses.pointed_calls)),
        |(id, _)| element(&format!("chapter-{id}")).map(Into::into),
        || Msg::Course(CourseMsg::Arrived),
    );
}

/// Gives the keyboard to the room, which stays when another one is shown.
pub fn focus_room() {
    let page = web_sys::window().and_then(|window| window.document());
    let room = page.and_then(|page| page.query_selector("main").ok().flatten());
    if let Some(room) = room.and_then(|room| room.dyn_into::<web_sys::HtmlElement>().ok()) {
        // It can take the focus.
        let _ = room.focus();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::language::Language;
    use espalier_base::time::Timestamp;
    use espalier_course::flow::COURSE;
    use espalier_course::interview::Profile;
    use espalier_course::outline::{named, new_section, skeleton};

    #[test]
    fn f1_f2_the_keyboard_stays_near_what_was_changed() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        let before = skeleton(&COURSE, &Profile::new(), Language::En, &mut env);
        let all = elements(&before);
        let mut now = before.clone();
        now.sections.swap(0, 1);
        assert_eq!(target(&before, &now, &all[0]).as_ref(), Some(&all[0]), "moved");
        // All of the first part, its second chapter, the last chapter of the last part, the last part.
        let mut now = before.clone();
        now.sections.remove(0);
        assert_eq!(target(&before, &now, &all[0]).as_ref(), Some(&all[4]));
        let mut now = before.clone();
        now.sections[0].chapters.remove(1);
        assert_eq!(target(&before, &now, &all[2]).as_ref(), Some(&all[3]));
        let mut now = before.clone();
        now.sections[3].chapters.pop();
        assert_eq!(target(&before, &now, &all[15]).as_ref(), Some(&all[14]));
        now.sections.pop();
        assert_eq!(target(&before, &now, &all[12]).as_ref(), Some(&all[11]));
        let mut now = before.clone();
        let chapter = named("New", &mut env);
        now.sections[1].chapters.push(chapter.clone());
        assert_eq!(target(&before, &now, NEW), Some(format!("chapter-{}", chapter.id)));
        let section = new_section("New", &mut env);
        let mut now = before.clone();
        now.sections.push(section.clone());
        assert_eq!(target(&before, &now, NEW), Some(format!("part-{}", section.id)));
        assert_eq!(target(&before, &before, NEW), None, "it was refused");
    }
}
