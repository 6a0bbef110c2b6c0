//! The Map room: details of nodes, pictures, large maps, files of other programs.

use std::fmt::Write as _;
use std::fs;

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::browser::{ALT, CTRL, LIMIT, Page, TemporaryFolder};

/// Condition that all animations ended: colours fade over, and the check is of their end.
const SETTLED: &str = "document.getAnimations().every(a => a.playState !== 'running' || \
     a.effect.getComputedTiming().iterations === Infinity)";

fn map_of(name: &str, text: &str) -> App {
    let folder = TemporaryFolder::new("map");
    let file = folder.write(name, text);
    let app = App::first_visit();
    app.go("map");
    app.page.test_id("import-file").set_files(&[&file]);
    app.page.test_id("map-view").wait_visible();
    app.page.test_id("map-node").wait();
    app
}

#[test]
fn map_details_of_a_node_are_set_and_taken_back() {
    let app = map_of("plan.txt", "Plan\n\tAlpha\n\tBeta\n");
    let page = &app.page;
    page.test_id("map-node").attr_is("data-title", "Alpha").click();
    page.test_id("map-details").click();
    page.test_id("node-colour").attr_is("data-value", "#2c6fbb").click();
    page.test_id("node-colour").attr_is("data-value", "#2c6fbb").wait_attr("aria-pressed", "true");
    page.test_id("node-icon").attr_is("data-value", "⭐").click();
    page.test_id("node-icon").attr_is("data-value", "⭐").wait_attr("aria-pressed", "true");
    page.test_id("node-tag").fill("urgent");
    page.test_id("node-tag").focus();
    page.press("Enter", 0);
    let alpha = page.test_id("map-node").attr_is("data-title", "Alpha");
    alpha.containing("urgent").wait();
    alpha.containing("⭐").wait();
    page.test_id("node-task").select("open");
    alpha.containing("☐").wait();
    page.test_id("node-line").fill("Beta");
    page.test_id("node-line").focus();
    page.press("Enter", 0);
    page.wait_for("document.querySelector('.map-line').getAttribute('d').length > 0");
    // An arrowhead at its end, then at both, then at none.
    page.wait_for("document.querySelector('.map-line-tip').getAttribute('d').split('M').length === 2");
    page.test_id("line-tips").select("both");
    page.wait_for("document.querySelector('.map-line-tip').getAttribute('d').split('M').length === 3");
    page.test_id("line-tips").select("none");
    page.wait_for("document.querySelector('.map-line-tip').getAttribute('d') === ''");
    page.test_id("line-tips").select("both");
    page.screenshot("map-details");
    for _ in 0..8 {
        page.test_id("undo").click();
    }
    page.wait_for("document.querySelector('.map-line').getAttribute('d') === ''");
    page.test_id("node-colour").attr_is("data-value", "none").wait_attr("aria-pressed", "true");
    alpha.containing("urgent").wait_gone();
}

#[test]
fn map_pictures_are_saved_as_svg_and_png() {
    let app = map_of("plan.txt", "Plan <b>\n\tAlpha\n\tBeta\n");
    let page = &app.page;
    let mut known = page.downloads();
    for (form, begin) in [("svg", &b"<?xml"[..]), ("png", &b"\x89PNG"[..])] {
        page.test_id("export-format").select(form);
        page.test_id("export").click();
        let file = page.wait_download(&known);
        let bytes = fs::read(&file).expect("the picture");
        assert!(bytes.starts_with(begin), "{form}: {:?}", &bytes[..bytes.len().min(40)]);
        if form == "svg" {
            let text = String::from_utf8(bytes).expect("SVG is text");
            assert!(text.contains("Plan &lt;b&gt;") && text.contains("Beta"), "{text}");
        }
        known.push(file);
    }
}

/// Waits until the map shows so many nodes; else reports the element with the keyboard, and the announcements.
#[track_caller]
fn wait_number(page: &Page, number: &str) {
    let shown = format!("document.querySelector('.room-count').textContent.includes('{number}')");
    page.wait_for_or(&shown, LIMIT, || {
        let now =
            "[document.querySelector('.room-count')?.textContent, document.activeElement?.outerHTML.slice(0, 200),
            ...[...document.querySelectorAll('[data-testid=toast]')].map(toast => toast.textContent)]";
        format!("waiting for {number} nodes; now {}", page.try_eval(now).unwrap_or_default())
    });
}

#[test]
fn map_ten_thousand_nodes_are_a_few_elements() {
    let mut text = "Root\n".to_owned();
    for branch in 0..100 {
        let _ = writeln!(text, "\tBranch {branch}");
        for leaf in 0..99 {
            let _ = writeln!(text, "\t\tLeaf {branch}.{leaf}");
        }
    }
    let app = map_of("large.txt", &text);
    let page = &app.page;
    page.wait_for("document.querySelector('.room-count').textContent.includes('10')");
    let nodes = page.test_id("map-node").count();
    assert!((1..=400).contains(&nodes), "{nodes} elements");
    assert!(page.test_id("map-overview").exists());
    let spot = page.eval(
        "(() => { const b = document.querySelector('[data-testid=map-view]').getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]; })()",
    );
    for _ in 0..20 {
        page.wheel(spot[0].as_f64().unwrap_or(0.0), spot[1].as_f64().unwrap_or(0.0), 120.0);
    }
    page.wait_for("document.querySelectorAll('[data-testid=map-node]').length <= 400");
    // One that stands in the middle of what is seen.
    let near = page.eval(
        "(() => { const view = document.querySelector('[data-testid=map-view]').getBoundingClientRect();
            const away = n => { const b = n.getBoundingClientRect();
                return Math.hypot(b.x + b.width / 2 - view.x - view.width / 2, b.y + b.height / 2 - view.y - view.height / 2); };
            return [...document.querySelectorAll('[data-testid=map-node]')].sort((a, b) => away(a) - away(b))[0].dataset.id; })()",
    );
    let near = near.as_str().unwrap_or_default();
    page.test_id("map-node").attr_is("data-id", near).click();
    page.test_id("map-node").attr_is("data-selected", "true").wait_attr("data-id", near);
    page.press("Tab", 0);
    page.test_id("node-title-input").wait_visible();
    page.type_text("One more");
    page.press("Enter", 0);
    // The next one is open; without a title it is taken back, and the keyboard is at the map again.
    page.test_id("node-title-input").wait_value("");
    page.press("Escape", 0);
    page.test_id("node-title-input").wait_gone();
    wait_number(page, "10002");
    page.press("z", CTRL);
    wait_number(page, "10001");
    app.wait_saved();
    app.reload();
    page.test_id("map-node").wait();
}

#[test]
fn map_files_of_other_programs_keep_what_they_say() {
    let text = r#"<map version="1.0.1"><node TEXT="Trip" ID="a"><node TEXT="Pack" ID="b" LINK="https://example.org/list"><icon BUILTIN="idea"/><richcontent TYPE="NOTE"><html><body><p>Warm clothes</p></body></html></richcontent></node><node TEXT="&lt;script&gt;" FOLDED="true"><node TEXT="inside"/></node></node></map>"#;
    let app = map_of("trip.mm", text);
    let page = &app.page;
    page.test_id("map-node").wait_count(3);
    assert!(page.test_id("map-node").attrs("data-title").contains(&"<script>".to_owned()));
    page.test_id("map-node").attr_is("data-title", "Pack").click();
    page.press("Enter", CTRL | 1);
    page.test_id("node-note").wait_visible().wait_value("Warm clothes");
    let known = page.downloads();
    page.test_id("export-format").select("mm");
    page.test_id("export").click();
    let file = page.wait_download(&known);
    let out = fs::read_to_string(file).expect("the map");
    for part in ["Warm clothes", "https://example.org/list", "idea", "FOLDED=\"true\"", "&lt;script&gt;"] {
        assert!(out.contains(part), "{part} is not in {out}");
    }
    // A file that is none changes nothing and says so.
    let folder = TemporaryFolder::new("bad-map");
    let bad = folder.write("bad.mm", "<map><node TEXT=\"a\"><!DOCTYPE x [<!ENTITY a \"b\">]>");
    page.test_id("import-file").set_files(&[&bad]);
    page.test_id("toast").attr_is("data-kind", "error").wait();
    page.test_id("map-item").wait_count(1);
}

#[test]
fn map_a_copied_branch_is_pasted_with_its_note() {
    let app = map_of("plan.md", "# Plan\n\n## Alpha\n\nA note of Alpha\n\n## Beta\n");
    let page = &app.page;
    page.test_id("map-node").attr_is("data-title", "Alpha").click();
    page.press("c", CTRL);
    page.test_id("map-node").attr_is("data-title", "Beta").click();
    page.eval(&format!(
        "(() => {{ const data = new DataTransfer(); data.setData('text/plain', {});
            document.querySelector('[data-testid=map-view]').dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }})); return 0; }})()",
        json!("Alpha")
    ));
    page.wait_for_or(
        "document.querySelectorAll('[data-testid=map-node][data-title=Alpha]').length === 2",
        LIMIT,
        || format!("{:?}", page.test_id("map-node").attrs("data-title")),
    );
    page.press("Enter", CTRL | 1);
    page.test_id("node-note").wait_visible().wait_value("A note of Alpha");
}

#[test]
fn map_copied_lists_keep_their_nesting() {
    let app = map_of("plan.txt", "Plan\n");
    let page = &app.page;
    page.test_id("map-node").attr_is("data-title", "Plan").click();
    page.eval(
        "(() => { const data = new DataTransfer(); data.setData('text/plain', 'one\\ntwo\\nthree');
            data.setData('text/html', '<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>');
            const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
            document.querySelector('[data-testid=map-view]').dispatchEvent(event); return 0; })()",
    );
    let shown = "[...document.querySelectorAll('[data-testid=map-node]')].map((node) => node.dataset.depth + node.dataset.title).join()";
    page.wait_for_or(&format!("{shown} === '0Plan,1one,2two,1three'"), LIMIT, || page.eval(shown).to_string());
}

#[test]
fn accessibility_of_a_map_and_its_assistant() {
    let app = map_of("plan.txt", "Plan\n\tAlpha\n\tBeta\n");
    let page = &app.page;
    for scheme in ["light", "dark"] {
        page.colour_scheme(scheme);
        page.wait_for(SETTLED);
        axe::check(page, &format!("map, {scheme}"));
    }
    page.test_id("map-node").attr_is("data-title", "Alpha").click();
    page.test_id("map-details").click();
    page.test_id("node-icon").attr_is("data-value", "⭐").click();
    page.test_id("node-tag").fill("urgent");
    page.test_id("node-tag").focus();
    page.press("Enter", 0);
    page.css(".map-node .map-tag").wait();
    axe::check(page, "details of a node");
    page.test_id("map-node").attr_is("data-title", "Alpha").click();
    page.press("j", CTRL | ALT);
    page.test_id("composer").wait_visible();
    page.type_text("add children one, two");
    page.press("Enter", 0);
    page.test_id("ghost").wait();
    page.css("[data-testid=proposal-apply]:not([disabled])").wait();
    for scheme in ["light", "dark"] {
        page.colour_scheme(scheme);
        page.wait_for(SETTLED);
        axe::check(page, &format!("assistant of a node, {scheme}"));
    }
}

#[test]
fn map_a_chart_hangs_its_leaves_below_each_other() {
    let mut text = "Plan\n".to_owned();
    for part in ["Travel", "Food", "Rooms", "Budget", "After"] {
        let _ = writeln!(text, "\t{part}");
        for leaf in 1..=6 {
            let _ = writeln!(text, "\t\t{part} {leaf}");
        }
    }
    let app = map_of("plan.txt", &text);
    let page = &app.page;
    page.test_id("map-layout").select("org-chart");
    let place = |title: &str| {
        page.test_id("map-node").attr_is("data-title", title).wait();
        let rect =
            format!("document.querySelector('[data-testid=map-node][data-title=\"{title}\"]').getBoundingClientRect()");
        (page.eval(&format!("{rect}.left")).as_f64().unwrap(), page.eval(&format!("{rect}.top")).as_f64().unwrap())
    };
    page.wait_for(SETTLED);
    let (first, last) = (place("Food 1"), place("Food 6"));
    assert!((first.0 - last.0).abs() < 2.0 && first.1 < last.1, "{first:?} {last:?}");
    page.screenshot("map-chart");
}

#[test]
fn map_the_menu_of_a_node_shows_the_keys() {
    let app = map_of("plan.txt", "Plan\n\tTravel\n\tFood\n");
    let page = &app.page;
    page.eval(
        "(() => { const node = document.querySelector('[data-testid=map-node][data-title=\"Food\"]');
        const b = node.getBoundingClientRect();
        node.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true,
            clientX: b.x + 9, clientY: b.y + 9 })); })()",
    );
    let items = page.css("[role=menuitem]").visible();
    items.wait();
    assert!(items.count() <= 9, "{:?}", items.texts());
    page.screenshot("map-menu");
    // The rest of the items is one key further, and the keyboard goes on there.
    page.press("End", 0);
    page.press("ArrowUp", 0);
    page.wait_for("document.activeElement.dataset.testid === 'menu-more'");
    page.press("Enter", 0);
    page.test_id("menu-more").wait_gone();
    page.wait_for("document.activeElement.textContent.includes('parent')");
    // A browser without a mouse, as in tests, shows no keys.
    let menu = page.eval("document.querySelector('[role=menu]').textContent");
    let menu = menu.as_str().unwrap();
    assert!(menu.contains("Tab") && menu.contains("Ctrl\u{202f}X"), "{menu}");
    page.screenshot("map-menu-whole");
}
