//! The Map room: maps are fitted into what is left of the window.

use crate::app::App;
use crate::browser::{ALT, CTRL, Page};

/// Script for the boxes of the nodes, and what is left of the map between the edges and a panel over it.
const PLACES: &str = "const view = document.querySelector('[data-testid=map-view]').getBoundingClientRect();
    const side = document.querySelector('.map-side > *')?.getBoundingClientRect();
    const right = side ? Math.min(view.right, side.left) : view.right;
    const over = [...document.querySelectorAll('.map-overview:not([data-idle=true]), .map-corner')]
        .map(e => e.getBoundingClientRect()).filter(o => o.width > 0);
    const isIn = r => r.left >= view.left && r.right <= right && r.top >= view.top && r.bottom <= view.bottom &&
        over.every(o => o.left >= r.right || o.right <= r.left || o.top >= r.bottom || o.bottom <= r.top);
    const nodes = [...document.querySelectorAll('[data-testid=map-node]')]
        .map(n => [n, n.querySelector('.map-box').getBoundingClientRect()]);
    const out = nodes.filter(([n, r]) => !isIn(r)).map(([n]) => n);";

/// Waits until every node of which `which` (of an element `n`) is true is in sight.
#[track_caller]
fn wait_in_sight(page: &Page, which: &str) {
    let script = |result: &str| format!("(() => {{ {PLACES} return {result}; }})()");
    let out = format!("out.filter(n => {which})");
    page.wait_for_or(&script(&format!("nodes.length > 0 && {out}.length === 0")), crate::browser::LIMIT, || {
        let place = "[innerWidth, view, side, document.querySelector('.map-svg > g').getAttribute('transform')]";
        format!(
            "out of sight: {} {}",
            page.eval(&script(&format!("{out}.map(n => n.dataset.title)"))),
            page.eval(&script(&format!("JSON.stringify({place})")))
        )
    });
}

fn camera(page: &Page) -> String {
    page.css(".map-svg > g").attr("transform")
}

#[track_caller]
fn wait_camera(page: &Page, expect: &str) {
    let expect = serde_json::json!(expect);
    page.wait_for(&format!("document.querySelector('.map-svg > g').getAttribute('transform') === {expect}"));
}

fn zoom(page: &Page) -> f64 {
    camera(page).split(['(', ')']).nth(1).and_then(|zoom| zoom.parse().ok()).unwrap()
}

fn example(width: u32, height: u32) -> App {
    let app = App::first_visit();
    app.page.viewport(width, height);
    app.page.wait_for(&format!("innerWidth === {width}"));
    app.go("map");
    app.page.test_id("example").visible().click();
    app.page.test_id("map-node").wait();
    app
}

/// Opens a panel by its button, checks what is in sight beside it, and closes it again.
#[track_caller]
fn beside(page: &Page, id: &str, which: &str) {
    page.test_id(id).visible().click();
    page.css(".map-side > *").wait_visible();
    page.test_id(id).visible().wait_attr("aria-pressed", "true");
    wait_in_sight(page, which);
    page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    page.screenshot(&format!("map-fit-{}-{id}", page.eval("innerWidth")));
    page.test_id(id).visible().click();
    page.css(".map-side > *").wait_gone();
    page.test_id(id).visible().wait_attr("aria-pressed", "false");
}

#[test]
fn map_is_opened_whole_and_fitted_again_beside_panels() {
    for (width, height) in [(1_440, 900), (1_024, 768)] {
        let app = example(width, height);
        let page = &app.page;
        wait_in_sight(page, "true");
        page.screenshot(&format!("map-fit-{width}"));
        assert!(zoom(page) > 0.5, "{}", camera(page));
        let before = camera(page);
        for selected in [false, true] {
            if selected {
                page.test_id("map-node").last().click();
                page.test_id("map-node").last().wait_attr("data-selected", "true");
                wait_camera(page, &before);
            }
            for id in ["map-details", "map-assistant"] {
                let all = width > 1_100 && id == "map-details";
                beside(page, id, if all { "true" } else { "n.getAttribute('tabindex') === '0'" });
                wait_camera(page, &before);
            }
        }
        // It is fitted into another window as well.
        page.viewport(width + 100, height - 40);
        wait_in_sight(page, "true");
        page.viewport(width, height);
        wait_camera(page, &before);
    }
}

#[test]
fn map_on_a_phone_shows_the_main_branches_and_fits_by_a_button() {
    let app = example(390, 844);
    let page = &app.page;
    wait_in_sight(page, "n.dataset.depth < 2");
    page.screenshot("map-fit-390");
    assert!(zoom(page) > 0.5, "{}", camera(page));
    let before = camera(page);
    beside(page, "map-assistant", "false");
    wait_camera(page, &before);
    page.test_id("map-fit").click();
    wait_in_sight(page, "true");
    page.screenshot("map-fit-390-whole");
}

#[test]
fn map_a_view_of_ones_own_stays_and_comes_back() {
    let app = example(1_440, 900);
    let page = &app.page;
    wait_in_sight(page, "true");
    let middle = |side: &str| page.eval(&format!("innerWidth * {side}")).as_f64().unwrap();
    page.wheel(middle("0.5"), 500.0, -300.0);
    page.wait_for("!document.querySelector('.map-svg > g').getAttribute('transform').startsWith('scale(0')");
    let before = camera(page);
    // Without a selected node that would be covered nothing moves.
    beside(page, "map-details", "false");
    wait_camera(page, &before);
    page.viewport(1_400, 860);
    page.wait_for("innerWidth === 1400");
    wait_camera(page, &before);
    page.viewport(1_440, 900);
    page.wait_for("innerWidth === 1440");
    wait_camera(page, &before);
    // One at the right is moved out from under the panel, and back.
    let title = page.eval(&format!(
        "(() => {{ {PLACES} return nodes.filter(([n, r]) => isIn(r)).sort((a, b) => b[1].right - a[1].right)[0][0]
            .dataset.title; }})()"
    ));
    let last = page.test_id("map-node").attr_is("data-title", title.as_str().unwrap());
    last.click();
    last.wait_attr("data-selected", "true");
    beside(page, "map-assistant", "n.dataset.selected === 'true'");
    wait_camera(page, &before);
}

#[test]
fn map_what_is_proposed_comes_into_sight() {
    for (width, height) in [(1_440, 900), (1_024, 768)] {
        let app = example(width, height);
        let page = &app.page;
        page.test_id("map-node").last().click();
        page.press("j", CTRL | ALT);
        page.test_id("composer").wait_visible();
        page.type_text("add children first of all, second to none");
        page.press("Enter", 0);
        page.test_id("ghost").wait_count(2);
        wait_in_sight(page, "['first of all', 'second to none'].includes(n.dataset.title)");
        page.screenshot(&format!("map-fit-{width}-ghosts"));
    }
}
