//! Replacing an outline, with earlier versions kept (K3).

use super::super::outline;
use super::{CourseError, Result, change};
use espalier_base::env::Env;
use espalier_model::course::{CourseId, Outline};
use espalier_model::workspace::Draft;

/// Takes a new outline; the one before is kept (K3), and so is what was done with chapters that are in both.
pub fn take_outline(draft: &mut Draft<'_>, env: &Env, id: CourseId, mut outline: Outline) -> Result<()> {
    change(draft, env, id, |course| {
        if let Some(before) = &course.outline {
            outline::keep_work(before, &mut outline);
        }
        course.replace_outline(outline);
        Ok(())
    })
}

/// Takes what came of an outline that broke off. One that is whole stays, and has it beside it as a version.
pub fn take_unfinished(draft: &mut Draft<'_>, env: &Env, id: CourseId, outline: Outline) -> Result<()> {
    change(draft, env, id, |course| {
        match &course.outline {
            Some(whole) if whole.unfinished.is_none() => course.keep_version(outline),
            _ => course.replace_outline(outline),
        }
        Ok(())
    })
}

/// Keeps the outline as it is although answers changed.
pub fn keep_outline(draft: &mut Draft<'_>, env: &Env, id: CourseId) -> Result<()> {
    change(draft, env, id, |course| {
        let made_for = course.profile.clone();
        course.outline.as_mut().ok_or(CourseError::NoPart)?.made_for = made_for;
        Ok(())
    })
}

/// Goes back to an earlier version; the present one is kept (K3).
pub fn restore(draft: &mut Draft<'_>, env: &Env, id: CourseId, version: usize) -> Result<()> {
    change(draft, env, id, |course| {
        if version >= course.versions.len() {
            return Err(CourseError::NoPart);
        }
        let outline = course.versions.remove(version);
        course.replace_outline(outline);
        Ok(())
    })
}
