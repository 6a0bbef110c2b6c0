//! The sections of the settings on one page, with a list that leads to each of them.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use crate::store::use_messages;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct SectionsProps {
    /// The titles of the sections, in their order.
    pub titles: Vec<&'static str>,
    pub children: Html,
}

/// The sections, with the list of their titles: beside them where there is room, else a row above.
#[component]
pub fn Sections(props: &SectionsProps) -> Html {
    let words = use_messages();
    let (page, list) = (use_node_ref(), use_node_ref());
    let shown = use_state_eq(|| 0);
    // The place to which the list led: the last sections cannot come to the top, so the place alone does not tell them.
    let led = use_mut_ref(|| None);
    let onscroll = {
        let (page, shown, led) = (page.clone(), shown.setter(), led.clone());
        Callback::from(move |_: Event| {
            let Some(page) = page.cast::<Element>() else { return };
            if *led.borrow() != Some(page.scroll_top()) {
                *led.borrow_mut() = None;
                shown.set(section_in_sight(&page));
            }
        })
    };
    use_effect_with((list.clone(), *shown), |(list, shown)| {
        // In a row that is scrolled sideways the mark may be out of sight.
        if let Some(link) = list.cast::<Element>().and_then(|list| list.children().item(as_u32(*shown))) {
            bring(&link, ScrollLogicalPosition::Nearest);
        }
    });
    let links = props.titles.iter().enumerate().map(|(index, title)| {
        let (page, shown, led) = (page.clone(), shown.clone(), led.clone());
        let current = (*shown == index).then_some("true");
        let onclick = Callback::from(move |_: MouseEvent| {
            let Some(page) = page.cast::<Element>() else { return };
            if let Some(section) = sections(&page).nth(index) {
                bring(&section, ScrollLogicalPosition::Start);
                focus_heading(&section);
            }
            *led.borrow_mut() = Some(page.scroll_top());
            shown.set(index);
        });
        html! {
            <button key={index} type="button" class="settings-link" data-testid="settings-section" aria-current={current} {onclick}>
                { *title }
            </button>
        }
    });
    html! {
        <div ref={page.clone()} class="settings-page" {onscroll}>
            <div class="settings-frame">
                <nav ref={list} class="settings-list" aria-label={words.settings.sections}>{ for links }</nav>
                <div class="settings">{ props.children.clone() }</div>
            </div>
        </div>
    }
}

fn as_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn sections(page: &Element) -> impl Iterator<Item = HtmlElement> {
    let found = page.query_selector_all(".settings-section").ok();
    let count = found.as_ref().map_or(0, web_sys::NodeList::length);
    (0..count).filter_map(move |index| found.as_ref()?.get(index)?.dyn_into().ok())
}

/// The section at a line that goes from the upper third of the page to its foot while the page is scrolled from end to
/// end, so that it comes to every section.
fn section_in_sight(page: &Element) -> usize {
    let height = f64::from(page.client_height());
    let way = (f64::from(page.scroll_height()) - height).max(1.0);
    let share = 0.3 + 0.7 * f64::from(page.scroll_top()) / way;
    let line = page.get_bounding_client_rect().top() + height * share;
    let above = sections(page).take_while(|section| section.get_bounding_client_rect().top() <= line).count();
    above.saturating_sub(1)
}

fn focus_heading(section: &HtmlElement) {
    let heading = section.query_selector("h2").ok().flatten();
    if let Some(heading) = heading.and_then(|heading| heading.dyn_into::<HtmlElement>().ok()) {
        // A heading that is there takes the focus.
        let _ = heading.focus();
    }
}

fn bring(element: &Element, block: ScrollLogicalPosition) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(block);
    options.set_inline(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}
