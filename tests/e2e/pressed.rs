//! Every button that can be pressed does something one sees.

use serde_json::{Value, json};

use crate::app::App;

/// Buttons that may do nothing that is seen, with the reason.
const QUIET: [(&str, &str); 1] =
    [("goal-save", "the browser says beside the empty field, which has the focus, that it is needed")];

/// Presses the buttons of the page one after the other, each after a return to where it was; returns those after which
/// nothing changed: no element, no focus, no address, no file or print dialog.
const PRESS_ALL: &str = r"
(async (room) => {
    const seen = new Set();
    const silent = [];
    // The most buttons of one dialog or list: some have as many rows as there are things.
    const MOST = 25;
    let changed = 0;
    // A page that a button loads again may have no body yet.
    while (!document.body) await new Promise(requestAnimationFrame);
    new MutationObserver((records) => {
        changed += records.filter((record) => record.target !== document.documentElement).length;
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    for (const [of, name] of [[HTMLInputElement.prototype, 'click'], [HTMLAnchorElement.prototype, 'click'], [window, 'print'], [window, 'open']]) {
        of[name] = () => { changed += 1; };
    }
    // Nobody chooses a folder.
    window.showDirectoryPicker = async () => { changed += 1; throw new DOMException('', 'AbortError'); };
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const until = async (is, limit) => {
        const end = performance.now() + limit;
        while (!is() && performance.now() < end) await frame();
        return is();
    };
    const name = (button) => [button.dataset.testid, button.getAttribute('aria-label'), button.textContent.trim().slice(0, 40),
        button.closest('[data-testid]:not(button)')?.dataset.testid].join('|');
    const all = () => [...document.querySelectorAll('button, summary')].filter((button) => !button.disabled
        && button.checkVisibility({ visibilityProperty: true }) && !button.closest('[inert]'));
    const popovers = () => document.querySelectorAll(':popover-open').length;
    const still = async () => {
        // What began before is not what the next press does.
        let before = -1;
        await until(() => { const same = before === changed && !window.__due?.size; before = changed; return same; }, 3000);
    };
    const within = () => {
        const front = [...document.querySelectorAll('dialog[open], :popover-open')].at(-1);
        return front ? all().filter((one) => front.contains(one) && one.dataset.testid !== 'confirm-yes') : [];
    };
    const press = async (button) => {
        seen.add(name(button));
        // The choice that holds is chosen again.
        const holds = [button.ariaPressed, button.ariaSelected, button.ariaCurrent].some((is) => ['true', 'page', 'step'].includes(is));
        const before = [changed, document.activeElement, location.href, popovers()];
        button.click();
        const moved = () => changed !== before[0] || document.activeElement !== before[1] || location.href !== before[2] || popovers() !== before[3];
        if (!await until(moved, holds ? 500 : 2000) && !holds) silent.push(name(button));
    };
    const opened = new Map();
    await until(() => all().length > 5, 10000);
    for (;;) {
        for (let turn = 0; turn < 4 && document.querySelector('dialog[open], :popover-open'); turn += 1) {
            const front = [...document.querySelectorAll('dialog[open]')].at(-1);
            const closer = front?.querySelector('.modal-head button');
            document.querySelectorAll(':popover-open').forEach((popover) => popover.hidePopover());
            if (closer) closer.click(); else front?.dispatchEvent(new Event('cancel', { cancelable: true }));
            await frame();
        }
        if (!location.hash.startsWith(room)) {
            location.hash = room;
            await until(() => document.querySelector('[aria-current=page]')?.getAttribute('href')?.startsWith(room), 5000);
        }
        await still();
        const button = all().find((one) => !seen.has(name(one)));
        if (!button) return { silent, pressed: seen.size };
        await press(button);
        // A dialog or list is opened again until each of its buttons was pressed.
        await still();
        const inside = within().filter((one) => !seen.has(name(one)));
        if (inside.length > 0) {
            await press(inside[0]);
            const times = (opened.get(name(button)) ?? 0) + 1;
            opened.set(name(button), times);
            if (inside.length > 1 && times < MOST) seen.delete(name(button));
        }
    }
})";

fn press_all(app: &App, room: &str) {
    let page = &app.page;
    let found = page.eval(&format!("{PRESS_ALL}({})", json!(format!("#/{room}"))));
    let pressed = found["pressed"].as_u64().unwrap_or_default();
    assert!(pressed >= 5, "{room}: {found}");
    let is_quiet =
        |name: &&Value| QUIET.iter().any(|(quiet, _)| name.as_str().is_some_and(|name| name.contains(quiet)));
    let silent: Vec<&Value> = found["silent"].as_array().into_iter().flatten().filter(|name| !is_quiet(name)).collect();
    assert!(silent.is_empty(), "{room}: {silent:?}");
}

fn example(room: &str) -> App {
    let app = App::first_visit();
    app.go(room);
    app.page.test_id("example").visible().click();
    app.page.test_id("example").wait_gone();
    app.wait_saved();
    app
}

#[test]
fn pressed_every_button_of_a_first_visit_does_something() {
    let app = App::first_visit();
    for room in ["chat", "map", "time", "course", "scene", "today"] {
        app.go(room);
        press_all(&app, room);
    }
}

#[test]
fn pressed_every_button_of_chat_does_something() {
    press_all(&example("chat"), "chat");
}

#[test]
fn pressed_every_button_of_a_map_does_something() {
    press_all(&example("map"), "map");
}

#[test]
fn pressed_every_button_of_the_log_does_something() {
    press_all(&example("time"), "time");
}

#[test]
fn pressed_every_button_of_a_course_does_something() {
    press_all(&example("course"), "course");
}

#[test]
fn pressed_every_button_of_a_scene_does_something() {
    press_all(&example("scene"), "scene");
}

#[test]
fn pressed_every_button_of_the_settings_does_something() {
    let app = App::first_visit();
    app.go("settings");
    press_all(&app, "settings");
}
