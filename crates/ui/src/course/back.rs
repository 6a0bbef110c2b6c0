//! The way back to the course that something in another room was made of.

use uuid::Uuid;
use yew::prelude::*;

use crate::store::{use_messages, use_selector};
use espalier_app::navigate::Route;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct CourseLinkProps {
    /// The id of the map, the goal or the conversation.
    pub of: Uuid,
}

/// A link to the course; nothing where it was not made of one.
#[component]
pub fn CourseLink(props: &CourseLinkProps) -> Html {
    let say = &use_messages().course;
    let of = props.of;
    let found = use_selector(move |model| {
        let course = model.course_behind(of)?;
        Some((course, model.course_name(course)))
    });
    let Some((course, title)) = &*found else { return html! {} };
    html! {
        <a class="course-back" data-testid="course-back" href={Route::Course(Some(*course), None).to_string()} title={title.clone()}>
            { format!("← {}", say.back) }
        </a>
    }
}
