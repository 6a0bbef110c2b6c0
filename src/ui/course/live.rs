//! The outline while it comes. Must not be in here: reading it.

use yew::prelude::*;

use crate::feature::course::sketch::Sketch;
use crate::ui::store::use_messages;

/// See [`LiveOutline`].
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LiveOutlineProps {
    /// What came so far.
    pub sketch: Sketch,
}

/// The outline as far as it came.
#[component]
pub fn LiveOutline(props: &LiveOutlineProps) -> Html {
    let say = &use_messages().course;
    let sketch = &props.sketch;
    let sections = sketch.sections.iter().enumerate().map(|(at, section)| {
        let chapters = section.chapters.iter().enumerate().map(|(at, (title, snippet))| {
            html! {
                <li key={at} class="course-chapter" data-testid="outline-chapter">
                    <span>{ title.clone() }</span><small class="course-snippet">{ snippet.clone() }</small>
                </li>
            }
        });
        html! {
            <li key={at} class="course-part" data-testid="outline-module">
                <h3>{ section.title.clone() }</h3>
                <ol class="course-chapters">{ for chapters }</ol>
            </li>
        }
    });
    html! {
        <article class="course-paper" data-testid="outline" data-status="streaming" aria-busy="true">
            <p class="course-note" role="status">{ say.coming }</p>
            <h2>{ sketch.title.clone() }</h2>
            <p>{ sketch.description.clone() }</p>
            <ol class="course-parts">{ for sections }</ol>
        </article>
    }
}
