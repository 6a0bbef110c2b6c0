//! The Scene room by hand: shapes are made, found, changed and removed, drawn as they are, and every change is one undo.

use serde_json::{Value, json};

use crate::app::App;
use crate::browser::{Page, TemporaryFolder};

/// Makes a visit with a new, empty scene.
fn room() -> App {
    let app = App::first_visit();
    app.go("scene");
    app.page.test_id("scene-new").visible().click();
    app.page.test_id("scene-canvas").wait_attr("data-state", "full");
    app
}

fn add(page: &Page, kind: &str) {
    let before = page.test_id("scene-object").count();
    page.test_id("scene-add").attr_is("data-type", kind).click();
    page.test_id("scene-object").wait_count(before + 1);
}

/// Types a number into a field of the form and leaves it.
fn set(page: &Page, field: &str, value: &str) {
    page.test_id(field).fill(value);
    page.press("Enter", 0);
}

/// Returns the place of the canvas: left, top, width, height.
fn canvas(page: &Page) -> [f64; 4] {
    let place = page.eval(
        "(() => { const r = document.querySelector('[data-testid=scene-canvas]').getBoundingClientRect();
            return [r.x, r.y, r.width, r.height]; })()",
    );
    std::array::from_fn(|at| place[at].as_f64().unwrap())
}

/// Returns the share of the canvas that has nearly this colour, in per cent, and the middle of those pixels in the
/// window.
fn painted(page: &Page, [red, green, blue]: [u8; 3]) -> (f64, f64, f64) {
    let [x, y, width, height] = canvas(page);
    let clip = json!({ "x": x, "y": y, "width": width, "height": height, "scale": 1 });
    let shot = page.send("Page.captureScreenshot", json!({ "format": "png", "clip": clip }));
    let script = format!(
        "(async () => {{
            const bytes = Uint8Array.from(atob({}), c => c.charCodeAt(0));
            const picture = await createImageBitmap(new Blob([bytes], {{ type: 'image/png' }}));
            const canvas = new OffscreenCanvas(picture.width, picture.height);
            const context = canvas.getContext('2d');
            context.drawImage(picture, 0, 0);
            const data = context.getImageData(0, 0, picture.width, picture.height).data;
            let count = 0, left = 0, top = 0;
            for (let at = 0; at < data.length; at += 4) {{
                const away = Math.abs(data[at] - {red}) + Math.abs(data[at + 1] - {green}) + Math.abs(data[at + 2] - {blue});
                if (away < 12) {{ count += 1; left += at / 4 % picture.width; top += Math.floor(at / 4 / picture.width); }}
            }}
            return [400 * count / data.length, left / count, top / count];
        }})()",
        shot["data"]
    );
    let found: Value = page.eval(&script);
    let number = |at: usize| found[at].as_f64().unwrap_or_default();
    (number(0), number(1) + x, number(2) + y)
}

/// Waits until a colour is drawn, or is not, and returns its middle.
#[track_caller]
fn wait_painted(page: &Page, color: [u8; 3], shown: bool) -> (f64, f64) {
    let mut last = (0.0, 0.0, 0.0);
    for _ in 0..100 {
        last = painted(page, color);
        if (last.0 > 0.02) == shown {
            return (last.1, last.2);
        }
        crate::browser::pause();
    }
    panic!("{color:?} shown: {shown} was expected; now {last:?}");
}

/// Waits until a number is the same in ten looks on end, and returns it.
#[track_caller]
fn wait_steady(page: &Page, number: &str) -> Value {
    let (mut last, mut same) = (page.eval(number), 0);
    for _ in 0..200 {
        crate::browser::pause();
        let next = page.eval(number);
        same = if next == last { same + 1 } else { 0 };
        last = next;
        if same == 10 {
            return last;
        }
    }
    panic!("{number} does not come to rest: {last}");
}

const BLUE: [u8; 3] = [0x35, 0x63, 0xd6];
const RED: [u8; 3] = [0xcf, 0x41, 0x30];
const GREEN: [u8; 3] = [0x2c, 0x7f, 0x43];
const YELLOW: [u8; 3] = [0xff, 0xcc, 0x00];

#[test]
fn scene_shapes_are_made_changed_and_removed_with_one_undo_each() {
    let app = room();
    let page = &app.page;
    for (kind, color) in [("square", BLUE), ("circle", RED), ("triangle", GREEN)] {
        add(page, kind);
        wait_painted(page, color, true);
    }
    let object = |kind: &str| page.test_id("scene-object").attr_is("data-type", kind);
    object("triangle").wait_attr("data-selected", "true");
    page.screenshot("scene-three");
    object("square").click();
    object("square").wait_attr("data-selected", "true");
    set(page, "object-x", "-6,5");
    object("square").wait_attr("data-x", "-6.5");
    set(page, "object-size", "4");
    set(page, "object-rotation", "30");
    page.test_id("object-name").fill("Tisch 桌子");
    page.press("Enter", 0);
    object("square").wait_text("Tisch 桌子");
    page.eval(
        "(() => { const field = document.querySelector('[data-testid=object-colour]');
            field.value = '#ffcc00'; field.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    object("square").wait_attr("data-colour", "#ffcc00");
    wait_painted(page, YELLOW, true);
    wait_painted(page, BLUE, false);
    page.test_id("object-delete").click();
    page.test_id("scene-object").wait_count(2);
    wait_painted(page, YELLOW, false);
    app.undo();
    wait_painted(page, YELLOW, true);
    // Every change is a step of its own, after a reload as well.
    app.reload();
    object("square").wait_attr("data-colour", "#ffcc00");
    wait_painted(page, YELLOW, true);
    app.undo();
    object("square").wait_attr("data-colour", "#3563d6");
    app.undo();
    app.undo();
    app.undo();
    object("square").wait_attr("data-x", "-6.5");
    app.undo();
    object("square").wait_attr("data-x", "0");
    app.redo();
    object("square").wait_attr("data-x", "-6.5");
    // The history says what each step did, and who.
    page.test_id("history").click();
    page.test_id("history-item").wait();
    let steps = page.test_id("history-item").texts().join("\n");
    assert!(steps.contains("Position (0, 0, 0) → (-6.5, 0, 0)") && steps.contains("by you"), "{steps}");
    assert!(page.problems().is_empty(), "{:?}", page.problems());
}

#[test]
fn scene_a_shape_is_taken_with_the_mouse_and_the_view_moves() {
    let app = room();
    let page = &app.page;
    add(page, "square");
    let object = page.test_id("scene-object");
    let from = wait_painted(page, BLUE, true);
    let drag = |from: (f64, f64), to: (f64, f64)| {
        page.mouse("mousePressed", from.0, from.1, 1);
        for step in 1..=6 {
            let part = f64::from(step) / 6.0;
            page.mouse("mouseMoved", from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, 1);
        }
        page.mouse("mouseReleased", to.0, to.1, 1);
    };
    let [left, top, width, height] = canvas(page);
    // A click on nothing selects nothing, a click on the shape selects it.
    page.mouse("mousePressed", left + 20.0, top + height - 20.0, 1);
    page.mouse("mouseReleased", left + 20.0, top + height - 20.0, 1);
    object.wait_attr("data-selected", "false");
    page.mouse("mousePressed", from.0, from.1, 1);
    page.mouse("mouseReleased", from.0, from.1, 1);
    object.wait_attr("data-selected", "true");
    drag(from, (from.0 + 120.0, from.1 + 40.0));
    page.wait_for("document.querySelector('[data-testid=scene-object]').dataset.x !== '0'");
    assert_eq!(object.attr("data-y"), "0", "a drag stays on the ground");
    let there = wait_painted(page, BLUE, true);
    assert!((there.0 - from.0 - 120.0).abs() < 12.0 && (there.1 - from.1 - 40.0).abs() < 12.0, "{from:?} {there:?}");
    app.undo();
    object.wait_attr("data-x", "0");
    // A drag on the ground turns the view and changes nothing.
    let corner = (left + width - 60.0, top + height - 60.0);
    drag(corner, (corner.0 - 200.0, corner.1));
    object.wait_attr("data-x", "0");
    page.test_id("scene-view").select("top");
    // From above the square is one: as high as it is wide.
    let share = || painted(page, BLUE).0;
    wait_painted(page, BLUE, true);
    let before = share();
    page.wheel(left + width / 2.0, top + height / 2.0, -600.0);
    let mut after = share();
    for _ in 0..50 {
        if after > before * 1.5 {
            break;
        }
        crate::browser::pause();
        after = share();
    }
    assert!(after > before * 1.5, "the wheel zooms: {before} {after}");
    assert!(page.problems().is_empty(), "{:?}", page.problems());
}

#[test]
fn scene_everything_goes_with_the_keyboard_alone() {
    let app = room();
    let page = &app.page;
    page.test_id("scene-canvas").focus();
    for key in ["q", "c", "t"] {
        page.press(key, 0);
    }
    page.test_id("scene-object").wait_count(3);
    page.css("[role=listbox]").focus();
    page.press("Home", 0);
    page.test_id("scene-object").nth(0).wait_attr("data-selected", "true");
    page.press("ArrowDown", 0);
    page.test_id("scene-object").nth(1).wait_attr("data-selected", "true");
    page.test_id("scene-canvas").focus();
    page.press("PageUp", 0);
    page.test_id("scene-object").nth(1).wait_attr("data-y", "0.5");
    page.press("Delete", 0);
    page.test_id("scene-object").wait_count(2);
    page.press("z", 2);
    page.test_id("scene-object").wait_count(3);
    page.press("a", 2);
    page.test_id("scene-object").attr_is("data-selected", "true").wait_count(3);
    page.press("Escape", 0);
    page.test_id("scene-object").attr_is("data-selected", "true").wait_count(0);
}

#[test]
fn scene_scenes_are_listed_renamed_copied_and_deleted() {
    let app = room();
    let page = &app.page;
    add(page, "circle");
    app.wait_saved();
    page.test_id("scene-item").hover();
    page.test_id("scene-item").test_id("scene-item-duplicate").click();
    page.test_id("scene-item").wait_count(2);
    page.test_id("scene-object").wait_count(1);
    assert!(page.test_id("scene-item").texts().iter().any(|name| name.starts_with("Scene (2)")));
    app.reload();
    page.test_id("scene-object").wait_count(1);
    page.test_id("scene-item").attr_is("data-id", &shown(page)).act("scene-item-delete");
    app.confirm();
    page.test_id("scene-item").wait_count(1);
    page.wait_for("location.hash === '#/scene'");
    page.test_id("toast-undo").click();
    page.test_id("scene-item").wait_count(2);
}

/// Returns the scene in the address.
fn shown(page: &Page) -> String {
    page.eval("location.hash.split('/')[2]").as_str().unwrap_or_default().to_owned()
}

/// Presses at a point, moves in steps, and lets go.
fn drag(page: &Page, from: (f64, f64), to: (f64, f64)) {
    page.mouse("mousePressed", from.0, from.1, 1);
    for step in 1..=6 {
        let part = f64::from(step) / 6.0;
        page.mouse("mouseMoved", from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part, 1);
    }
    page.mouse("mouseReleased", to.0, to.1, 1);
}

/// Returns the end of a handle's line in the window.
fn handle(page: &Page, class: &str) -> (f64, f64) {
    let script = format!(
        "(() => {{
            const r = document.querySelector('[data-testid=scene-canvas]').getBoundingClientRect();
            const n = document.querySelector('.{class}').getAttribute('d').match(/-?[0-9.]+/g);
            const last = n.length > 5 ? n.slice(2, 4) : n.slice(0, 2);
            return [r.x + Number(last[0]), r.y + Number(last[1])];
        }})()"
    );
    page.wait_for(&format!("document.querySelector('.{class}')?.getAttribute('d')"));
    let point = page.eval(&script);
    (point[0].as_f64().unwrap(), point[1].as_f64().unwrap())
}

#[test]
fn scene_handles_move_turn_and_scale_what_is_selected() {
    let app = room();
    let page = &app.page;
    add(page, "square");
    let object = page.test_id("scene-object");
    let (x, y) = handle(page, "scene-handle-x");
    drag(page, (x, y), (x + 90.0, y + 35.0));
    page.wait_for("Number(document.querySelector('[data-testid=scene-object]').dataset.x) > 0");
    assert_eq!((object.attr("data-y"), object.attr("data-z")), ("0".to_owned(), "0".to_owned()));
    let moved: f64 = object.attr("data-x").parse().unwrap();
    assert!((moved * 2.0).fract() == 0.0, "it keeps to the grid: {moved}");
    let (x, y) = handle(page, "scene-handle-y");
    drag(page, (x, y), (x, y - 60.0));
    page.wait_for("Number(document.querySelector('[data-testid=scene-object]').dataset.y) > 0");
    let (x, y) = handle(page, "scene-handle-scale");
    drag(page, (x + 5.0, y + 5.0), (x + 60.0, y - 55.0));
    page.wait_for("Number(document.querySelector('[data-testid=object-size]').value) > 2");
    let (x, y) = handle(page, "scene-handle-turn");
    drag(page, (x, y), (x + 50.0, y - 20.0));
    page.wait_for("document.querySelector('[data-testid=object-rotation]').value !== '0'");
    for _ in 0..4 {
        app.undo();
    }
    object.wait_attr("data-x", "0");
    object.wait_attr("data-y", "0");
    page.test_id("object-size").wait_value("2");
    page.test_id("object-rotation").wait_value("0");
}

#[test]
fn scene_a_frame_selects_a_list_opens_and_escape_gives_up() {
    let app = room();
    let page = &app.page;
    for kind in ["square", "circle", "triangle"] {
        add(page, kind);
    }
    page.test_id("scene-view").select("top");
    wait_painted(page, BLUE, true);
    let [left, top, width, height] = canvas(page);
    let shift = |kind: &str, x: f64, y: f64| {
        let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "modifiers": 8 });
        page.send("Input.dispatchMouseEvent", params);
    };
    page.test_id("scene-canvas").focus();
    page.press("Escape", 0);
    page.test_id("scene-object").attr_is("data-selected", "true").wait_count(0);
    shift("mousePressed", left + 30.0, top + 30.0);
    for part in [0.3, 0.6, 1.0] {
        shift("mouseMoved", left + 30.0 + (width - 60.0) * part, top + 30.0 + (height - 60.0) * part);
    }
    shift("mouseReleased", left + width - 30.0, top + height - 30.0);
    page.test_id("scene-object").attr_is("data-selected", "true").wait_count(3);
    page.test_id("scene-object").nth(0).click();
    page.test_id("object-x").wait_value("0");
    // The distance of two.
    let second = page
        .test_id("scene-object")
        .nth(1)
        .read("all => { const r = all[0].getBoundingClientRect(); return [r.x + 60, r.y + 10]; }");
    let at = (second[0].as_f64().unwrap(), second[1].as_f64().unwrap());
    shift("mousePressed", at.0, at.1);
    shift("mouseReleased", at.0, at.1);
    page.test_id("object-distance").wait_text("Distance 2.5");
    // The list at a point of the ground adds there.
    let (x, y) = (left + width * 0.25, top + height * 0.3);
    for kind in ["mousePressed", "mouseReleased"] {
        page.send(
            "Input.dispatchMouseEvent",
            json!({ "type": kind, "x": x, "y": y, "button": "right", "clickCount": 1 }),
        );
    }
    page.css("[role=menuitem]").containing("circle here").click();
    page.test_id("scene-object").wait_count(4);
    let added = page.test_id("scene-object").nth(3);
    assert!(added.attr("data-x").parse::<f64>().unwrap() < 0.0 && added.attr("data-z").parse::<f64>().unwrap() < 0.0);
    // A drag that is given up leaves everything as it was.
    let (from, before) = ((x, y), added.attr("data-x"));
    page.mouse("mousePressed", from.0, from.1, 1);
    page.mouse("mouseMoved", from.0 + 40.0, from.1 + 40.0, 1);
    page.mouse("mouseMoved", from.0 + 80.0, from.1 + 60.0, 1);
    page.press("Escape", 0);
    page.mouse("mouseReleased", from.0 + 80.0, from.1 + 60.0, 1);
    added.wait_attr("data-x", &before);
}

#[test]
fn scene_a_finger_selects_moves_and_opens_the_list() {
    let app = room();
    let page = &app.page;
    page.viewport(390, 844);
    page.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    add(page, "square");
    let object = page.test_id("scene-object");
    let at = wait_painted(page, BLUE, true);
    // A finger beside the handles, on the shape, which is selected.
    page.swiftly(500, || {
        page.touch("touchStart", Some(at));
        for step in 1..=5 {
            page.touch("touchMove", Some((at.0 + f64::from(step) * 12.0, at.1 + f64::from(step) * 8.0)));
        }
        page.touch("touchEnd", None);
    });
    page.wait_for("document.querySelector('[data-testid=scene-object]').dataset.x !== '0'");
    page.test_id("undo").click();
    object.wait_attr("data-x", "0");
    let [left, top, width, height] = canvas(page);
    page.touch("touchStart", Some((left + width * 0.2, top + height * 0.8)));
    page.test_id("scene-canvas").wait_attr("data-held", "true");
    page.touch("touchEnd", None);
    page.css("[role=menuitem]").containing("triangle here").wait_visible();
    page.css("[role=menuitem]").containing("triangle here").click();
    page.test_id("scene-object").wait_count(2);
    page.screenshot("scene-phone");
}

#[test]
fn scene_nothing_is_drawn_while_nothing_changes() {
    let app = room();
    let page = &app.page;
    add(page, "circle");
    wait_painted(page, RED, true);
    let frames = "performance.getEntriesByName('scene.frame').length";
    // Frames that were asked for before come first, as the model is told where one looks.
    page.wait_for("document.documentElement.dataset.saved === 'yes'");
    let before = wait_steady(page, frames);
    std::thread::sleep(std::time::Duration::from_secs(10));
    assert_eq!(page.eval(frames), before, "frames in 10 idle seconds");
}

#[test]
fn scene_a_lost_picture_comes_back_and_nothing_else_is_lost() {
    let app = room();
    let page = &app.page;
    add(page, "square");
    wait_painted(page, BLUE, true);
    page.eval(
        "(() => { const canvas = document.querySelector('[data-testid=scene-canvas]');
            window.__lose = canvas.getContext('webgl2').getExtension('WEBGL_lose_context'); })()",
    );
    for round in 0..100 {
        page.eval("window.__lose.loseContext()");
        page.test_id("scene-canvas").wait_attr("data-state", "lost");
        if round % 25 == 0 {
            // Work goes on without the picture.
            add(page, "circle");
        }
        page.eval("window.__lose.restoreContext()");
        page.test_id("scene-canvas").wait_attr("data-state", "full");
    }
    wait_painted(page, BLUE, true);
    wait_painted(page, RED, true);
    page.test_id("scene-object").wait_count(5);
    app.reload();
    page.test_id("scene-object").wait_count(5);
}

#[test]
fn scene_a_result_that_cannot_be_drawn_is_taken_back_and_told() {
    let app = room();
    let page = &app.page;
    add(page, "square");
    wait_painted(page, BLUE, true);
    page.test_id("scene-canvas").focus();
    for count in [2, 4, 8, 16, 32, 64] {
        page.press("a", 2);
        page.press("d", 2);
        page.wait_for(&format!("document.querySelector('[role=option]').getAttribute('aria-setsize') === '{count}'"));
    }
    page.eval(
        "(() => {
            const { getError, bufferData } = WebGL2RenderingContext.prototype;
            let full = false, done = false;
            // There is no room for a larger buffer, once.
            WebGL2RenderingContext.prototype.bufferData = function (target, data, use) {
                full ||= !done && data.byteLength > 5000;
                return bufferData.call(this, target, data, use);
            };
            WebGL2RenderingContext.prototype.getError = function () {
                if (!full) { return getError.call(this); }
                [full, done] = [false, true];
                return this.OUT_OF_MEMORY;
            };
        })()",
    );
    page.test_id("scene-add").attr_is("data-type", "circle").click();
    page.test_id("toast").attr_is("data-kind", "error").wait_text("the last step was undone");
    page.wait_for("document.querySelector('[role=option]').getAttribute('aria-setsize') === '64'");
    wait_painted(page, BLUE, true);
    page.test_id("scene-add").attr_is("data-type", "circle").click();
    page.wait_for("document.querySelector('[role=option]').getAttribute('aria-setsize') === '65'");
    wait_painted(page, RED, true);
}

#[test]
fn scene_a_scene_that_cannot_be_drawn_says_so_and_keeps_its_shapes() {
    let app = room();
    let page = &app.page;
    add(page, "square");
    wait_painted(page, BLUE, true);
    page.eval(
        "(() => {
            const { getError } = WebGL2RenderingContext.prototype;
            window.__full = true;
            WebGL2RenderingContext.prototype.getError = function () {
                return window.__full ? this.OUT_OF_MEMORY : getError.call(this);
            };
        })()",
    );
    page.test_id("scene-new").visible().click();
    let canvas = page.test_id("scene-canvas");
    canvas.wait_attr("data-state", "failed");
    page.css(".scene-told").wait_text("Everything is still in the list");
    // No step is to blame for it, neither of this scene nor of the one before.
    add(page, "circle");
    page.test_id("scene-object").wait_count(1);
    canvas.wait_attr("data-state", "failed");
    page.eval("window.__full = false");
    add(page, "triangle");
    canvas.wait_attr("data-state", "full");
    wait_painted(page, GREEN, true);
    page.test_id("scene-object").wait_count(2);
    page.test_id("toast").attr_is("data-kind", "error").wait_count(0);
}

#[test]
fn scene_without_webgl_the_picture_is_simpler_and_takes_the_same_clicks() {
    let app = App::first_visit();
    let page = &app.page;
    page.eval(
        "(() => { const real = HTMLCanvasElement.prototype.getContext;
            HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
                return kind === 'webgl2' ? null : real.call(this, kind, ...rest); }; })()",
    );
    app.go("scene");
    page.test_id("scene-new").visible().click();
    add(page, "square");
    page.test_id("scene-canvas").wait_attr("data-state", "simple");
    let at = wait_painted(page, BLUE, true);
    page.press("Escape", 0);
    page.test_id("scene-object").wait_attr("data-selected", "false");
    page.mouse("mousePressed", at.0, at.1, 1);
    page.mouse("mouseReleased", at.0, at.1, 1);
    page.test_id("scene-object").wait_attr("data-selected", "true");
}

#[test]
fn scene_scenes_go_out_and_come_in_as_files() {
    let app = room();
    let page = &app.page;
    app.go("scene");
    page.eval("location.hash = '#/scene'");
    page.test_id("example").click();
    page.wait_for("document.querySelectorAll('[data-testid=scene-object]').length > 10");
    let count = page.eval("document.querySelector('[role=option]').getAttribute('aria-setsize')");
    page.screenshot("scene-example");
    let mut exported = Vec::new();
    for (format, start) in [("json", "{"), ("glb", "glTF"), ("gltf", "{"), ("stl", ""), ("png", "\u{fffd}PNG")] {
        let known = page.downloads();
        page.test_id("export-format").select(format);
        page.test_id("export").click();
        let file = page.wait_download(&known);
        let bytes = std::fs::read(&file).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with(start) && bytes.len() > 1_000, "{format}: {} bytes", bytes.len());
        if ["json", "glb", "gltf"].contains(&format) {
            let before = page.eval("location.hash");
            page.test_id("import-file").set_files(&[&file]);
            page.wait_for(&format!("location.hash !== {before}"));
            page.wait_for(&format!(
                "document.querySelector('[role=option]')?.getAttribute('aria-setsize') === {count}"
            ));
            exported.push(file);
        }
    }
    check_gltf(&exported);
    let scenes = page.test_id("scene-item").count();
    let folder = TemporaryFolder::new("scene");
    let broken = folder.write("broken.json", r#"{"format":"espalier-scene","version":9}"#);
    page.test_id("import-file").set_files(&[&broken]);
    page.test_id("toast").attr_is("data-kind", "error").wait_visible();
    page.test_id("scene-item").wait_count(scenes);
}

/// Loads exported files with three.js and the validator of Khronos: the first is the scene as JSON, the others say the same.
#[track_caller]
fn check_gltf(files: &[std::path::PathBuf]) {
    let folder = TemporaryFolder::new("gltf");
    let script = folder.write("check.mjs", include_str!("gltf/check.mjs"));
    let packages = script.with_file_name("node_modules");
    std::fs::create_dir(&packages).unwrap();
    for (name, variable) in [("three", "ESPALIER_THREE"), ("gltf-validator", "ESPALIER_GLTF_VALIDATOR")] {
        let package = std::env::var_os(variable).unwrap_or_else(|| panic!("{variable} names no folder"));
        std::os::unix::fs::symlink(package, packages.join(name)).unwrap();
    }
    let output =
        std::process::Command::new("node").arg("--preserve-symlinks").arg(script).args(files).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
