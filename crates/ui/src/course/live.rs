//! The outline while it comes, and a part of it while it is made again.

use yew::prelude::*;

use crate::store::use_messages;
use espalier_course::sketch::{Sketch, SketchSection};
use espalier_model::course::SectionId;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LiveOutlineProps {
    /// The outline received so far.
    pub sketch: Sketch,
}

/// The outline as far as it has been received.
#[component]
pub fn LiveOutline(props: &LiveOutlineProps) -> Html {
    let say = &use_messages().course;
    let sketch = &props.sketch;
    let sections = sketch
        .sections
        .iter()
        .enumerate()
        .map(|(at, section)| html! { <LivePart key={at} sketch={section.clone()} /> });
    html! {
        <article class="course-paper" data-testid="outline" data-status="streaming" aria-busy="true">
            <p class="course-note" role="status">{ say.coming }</p>
            <h2>{ sketch.title.clone() }</h2>
            <p>{ sketch.description.clone() }</p>
            <ol class="course-parts">{ for sections }</ol>
        </article>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LivePartProps {
    /// The part received so far.
    pub sketch: SketchSection,
    /// The part it replaces, and the title of that.
    #[prop_or_default]
    pub instead_of: Option<(SectionId, String)>,
}

/// A part as far as it came.
#[component]
pub fn LivePart(props: &LivePartProps) -> Html {
    let say = &use_messages().course;
    let sketch = &props.sketch;
    let chapters = sketch.chapters.iter().enumerate().map(|(at, (title, snippet))| {
        html! {
            <li key={at} class="course-chapter" data-testid="outline-chapter">
                <span>{ title.clone() }</span><small class="course-snippet">{ snippet.clone() }</small>
            </li>
        }
    });
    let (id, name) = props.instead_of.as_ref().map(|(id, name)| (id.to_string(), name.clone())).unzip();
    // Until its new name comes it has the old one.
    let title = if sketch.title.is_empty() { name.unwrap_or_default() } else { sketch.title.clone() };
    let busy = id.is_some();
    html! {
        <li
            class="course-part" data-testid="outline-module" data-id={id} data-status="streaming"
            aria-busy={busy.then_some("true")}
        >
            <div class="course-part-head">
                <h3>{ title }</h3>
                { busy.then(|| html! { <span class="course-note" role="status">{ say.working }</span> }) }
            </div>
            <ol class="course-chapters">{ for chapters }</ol>
        </li>
    }
}
