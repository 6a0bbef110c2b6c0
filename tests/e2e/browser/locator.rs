//! Reference to elements that is looked up anew at each use, so that redrawing never invalidates it.
//!
//! Must not cache anything from the page.

use serde_json::{Value, json};

use super::page::{Page, pause};
use super::{LIMIT, input, now};

/// A list of elements, described by a JavaScript expression.
#[derive(Clone)]
pub struct Locator<'a> {
    page: &'a Page,
    expression: String,
    name: String,
}

const FIND_POINT: &str = r"
async (list) => {
  const shown = list.filter(e => e.checkVisibility({ visibilityProperty: true }));
  if (!list.length) return { reason: 'not in the page' };
  if (!shown.length) {
    // What is behind a button is reached through it.
    const panel = list[0].closest('[popover]:not(:popover-open)');
    const opener = panel?.id && document.querySelector(`[popovertarget=${panel.id}]`);
    if (!opener?.checkVisibility()) return { reason: 'in the page but not visible' };
    const r = opener.getBoundingClientRect();
    return { opener: true, x: r.x + r.width / 2, y: r.y + r.height / 2 };
  }
  const e = shown[0];
  if (e.matches(':disabled')) return { reason: 'disabled' };
  e.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const place = () => {
    const r = e.getBoundingClientRect();
    const top = Math.max(r.top, 0), bottom = Math.min(r.bottom, innerHeight);
    const left = Math.max(r.left, 0), right = Math.min(r.right, innerWidth);
    return { x: (left + right) / 2, y: (top + bottom) / 2, w: right - left, h: bottom - top };
  };
  const before = place();
  await new Promise(done => setTimeout(done, 20));
  if (!e.isConnected) return { reason: 'was replaced' };
  const after = place();
  if (before.x !== after.x || before.y !== after.y) return { reason: 'still moving' };
  if (after.w < 1 || after.h < 1) return { reason: 'has no area in the window' };
  const hit = document.elementFromPoint(after.x, after.y);
  const label = e.closest('label') || (e.labels && e.labels[0]);
  if (!hit || !(e.contains(hit) || (label && label.contains(hit))))
    return { reason: 'covered by ' + (hit ? hit.outerHTML.slice(0, 200) : 'nothing') };
  return after;
}";

impl<'a> Locator<'a> {
    pub fn root(page: &'a Page) -> Self {
        Self { page, expression: "[document]".into(), name: String::new() }
    }

    /// Descendants with this `data-testid`.
    pub fn test_id(&self, id: &str) -> Self {
        let mut found = self.css(&format!("[data-testid={}]", json!(id)));
        found.name = join(&self.name, &format!(" {id}"));
        found
    }

    /// Descendants that a selector matches.
    pub fn css(&self, selector: &str) -> Self {
        let step = format!(".flatMap(e => [...e.querySelectorAll({})])", json!(selector));
        self.then(&step, &format!(" {selector}"))
    }

    pub fn attr_is(&self, attribute: &str, value: &str) -> Self {
        let step = format!(".filter(e => e.getAttribute({}) === {})", json!(attribute), json!(value));
        self.then(&step, &format!("[{attribute}={value}]"))
    }

    pub fn containing(&self, text: &str) -> Self {
        let step = format!(".filter(e => e.textContent.includes({}))", json!(text));
        self.then(&step, &format!(" containing {text:?}"))
    }

    pub fn visible(&self) -> Self {
        self.then(".filter(e => e.checkVisibility({ visibilityProperty: true }))", " visible")
    }

    pub fn nth(&self, index: usize) -> Self {
        self.then(&format!(".slice({index}, {index} + 1)"), &format!("#{index}"))
    }

    pub fn last(&self) -> Self {
        self.then(".slice(-1)", " (last)")
    }

    #[track_caller]
    pub fn count(&self) -> usize {
        self.read("list => list.length").as_u64().unwrap_or(0) as usize
    }

    pub fn exists(&self) -> bool {
        self.count() > 0
    }

    /// Returns the text of the first element; fails if there is none within the limit.
    #[track_caller]
    pub fn text(&self) -> String {
        self.wait();
        self.read("list => list[0]?.textContent ?? ''").as_str().unwrap_or("").to_owned()
    }

    /// Returns the text of the first element as a reader sees it (line breaks, nothing hidden).
    #[track_caller]
    pub fn shown_text(&self) -> String {
        self.wait();
        self.read("list => list[0]?.innerText ?? ''").as_str().unwrap_or("").to_owned()
    }

    #[track_caller]
    pub fn texts(&self) -> Vec<String> {
        strings(&self.read("list => list.map(e => e.textContent)"))
    }

    #[track_caller]
    pub fn attrs(&self, attribute: &str) -> Vec<String> {
        strings(&self.read(&format!("list => list.map(e => e.getAttribute({}) ?? '')", json!(attribute))))
    }

    #[track_caller]
    pub fn attr(&self, attribute: &str) -> String {
        self.wait();
        let script = format!("list => list[0]?.getAttribute({}) ?? ''", json!(attribute));
        self.read(&script).as_str().unwrap_or("").to_owned()
    }

    /// Returns the value of the first form control.
    #[track_caller]
    pub fn value(&self) -> String {
        self.wait();
        self.read("list => list[0]?.value ?? ''").as_str().unwrap_or("").to_owned()
    }

    /// Returns the name of the first element for a person: its label or its text.
    #[track_caller]
    pub fn spoken_name(&self) -> String {
        self.wait();
        let script = "list => list[0]?.getAttribute('aria-label') || list[0]?.innerText || list[0]?.title || ''";
        self.read(script).as_str().unwrap_or("").to_owned()
    }

    #[track_caller]
    pub fn is_checked(&self) -> bool {
        self.wait();
        self.read("list => list[0]?.checked === true") == json!(true)
    }

    #[track_caller]
    pub fn has_focus(&self) -> bool {
        self.read("list => list.some(e => e.contains(document.activeElement))") == json!(true)
    }

    /// Waits until there is at least one element.
    #[track_caller]
    pub fn wait(&self) -> &Self {
        self.wait_until("list => list.length > 0", "to appear")
    }

    #[track_caller]
    pub fn wait_visible(&self) -> &Self {
        self.wait_until("list => list.some(e => e.checkVisibility({ visibilityProperty: true }))", "to be visible")
    }

    /// Waits until no element is left or none is visible.
    #[track_caller]
    pub fn wait_gone(&self) -> &Self {
        self.wait_until("list => !list.some(e => e.checkVisibility({ visibilityProperty: true }))", "to go away")
    }

    #[track_caller]
    pub fn wait_count(&self, count: usize) -> &Self {
        self.wait_until(&format!("list => list.length === {count}"), &format!("to be {count}"))
    }

    #[track_caller]
    pub fn wait_attr(&self, attribute: &str, value: &str) -> &Self {
        let script = format!("list => list.some(e => e.getAttribute({}) === {})", json!(attribute), json!(value));
        self.wait_until(&script, &format!("to have {attribute}={value}"))
    }

    #[track_caller]
    pub fn wait_text(&self, text: &str) -> &Self {
        let script = format!("list => list.some(e => e.textContent.includes({}))", json!(text));
        self.wait_until(&script, &format!("to contain {text:?}"))
    }

    #[track_caller]
    pub fn wait_value(&self, value: &str) -> &Self {
        let script = format!("list => list.some(e => e.value === {})", json!(value));
        self.wait_until(&script, &format!("to have the value {value:?}"))
    }

    /// Presses and releases the left mouse button in the middle of the first visible element, once it is
    /// enabled, at rest and not covered.
    #[track_caller]
    pub fn click(&self) {
        let (x, y) = self.point();
        let page = self.page;
        page.mouse("mouseMoved", x, y, 0);
        page.mouse("mousePressed", x, y, 1);
        page.mouse("mouseReleased", x, y, 1);
    }

    /// Puts a finger on the middle of the first visible element and lifts it, once it is enabled, at rest and not covered.
    #[track_caller]
    pub fn tap(&self) {
        let at = self.point();
        self.page.touch("touchStart", Some(at));
        self.page.touch("touchEnd", None);
    }

    /// Clicks twice, as quickly as one does.
    #[track_caller]
    pub fn dblclick(&self) {
        let (x, y) = self.point();
        let page = self.page;
        page.mouse("mouseMoved", x, y, 0);
        for clicks in [1, 2] {
            page.mouse("mousePressed", x, y, clicks);
            page.mouse("mouseReleased", x, y, clicks);
        }
    }

    /// Moves the mouse over the element, so that controls which appear under it do.
    #[track_caller]
    pub fn hover(&self) {
        let (x, y) = self.point();
        self.page.mouse("mouseMoved", x, y, 0);
    }

    /// Clicks a control inside, which may show only while the pointer is over this element.
    #[track_caller]
    pub fn act(&self, control: &str) {
        self.hover();
        self.test_id(control).click();
    }

    #[track_caller]
    pub fn focus(&self) {
        self.wait_visible();
        self.read("list => list.find(e => e.checkVisibility())?.focus()");
    }

    /// Replaces what a text field holds by typing.
    #[track_caller]
    pub fn fill(&self, text: &str) {
        self.click();
        self.page.press("a", input::CTRL);
        if text.is_empty() {
            self.page.press("Delete", 0);
        } else {
            self.page.insert_text(text);
        }
    }

    /// Chooses an option of a `<select>` by its value.
    #[track_caller]
    pub fn select(&self, value: &str) {
        let option = format!("option[value={}]", json!(value));
        self.css(&option).wait();
        let script = format!(
            "list => {{ const e = list[0]; e.focus(); e.value = {};
                e.dispatchEvent(new Event('input', {{ bubbles: true }}));
                e.dispatchEvent(new Event('change', {{ bubbles: true }})); }}",
            json!(value)
        );
        self.read(&script);
    }

    /// Hands files to an `<input type=file>`, which may be hidden.
    #[track_caller]
    pub fn set_files(&self, files: &[&std::path::Path]) {
        self.wait();
        let paths: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        let script = format!(
            "(list => list.map(e => e.matches('input') ? e : e.querySelector('input'))[0])({})",
            self.expression
        );
        let element = self.page.send("Runtime.evaluate", json!({ "expression": script }));
        let object = element["result"]["objectId"].as_str();
        let object = object.unwrap_or_else(|| panic!("{} is not a file input", self.name));
        self.page.send("DOM.setFileInputFiles", json!({ "files": paths, "objectId": object }));
    }

    #[track_caller]
    fn point(&self) -> (f64, f64) {
        let start = now();
        loop {
            let found = self.page.try_eval(&format!("({FIND_POINT})({})", self.expression)).unwrap_or(Value::Null);
            if let (Some(x), Some(y)) = (found["x"].as_f64(), found["y"].as_f64()) {
                if found["opener"] != json!(true) {
                    return (x, y);
                }
                self.page.mouse("mouseMoved", x, y, 0);
                self.page.mouse("mousePressed", x, y, 1);
                self.page.mouse("mouseReleased", x, y, 1);
            }
            let reason = found["reason"].as_str().unwrap_or("the page is loading");
            assert!(start.elapsed() < LIMIT, "`{}` cannot be clicked: {reason}", self.name);
            pause();
        }
    }

    /// Applies a function of the element list.
    #[track_caller]
    pub fn read(&self, function: &str) -> Value {
        self.page.eval(&format!("({function})({})", self.expression))
    }

    #[track_caller]
    fn wait_until(&self, condition: &str, what: &str) -> &Self {
        let script = format!("({condition})({})", self.expression);
        self.page.wait_for_or(&script, LIMIT, || {
            let state =
                self.page.try_eval(&format!("({}).slice(0, 5).map(e => e.outerHTML?.slice(0, 400))", self.expression));
            format!("waiting for `{}` {what}; now: {}", self.name, state.unwrap_or_default())
        });
        self
    }

    fn then(&self, step: &str, name: &str) -> Self {
        Self { page: self.page, expression: format!("{}{step}", self.expression), name: join(&self.name, name) }
    }
}

fn join(name: &str, more: &str) -> String {
    format!("{name}{more}").trim().to_owned()
}

fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter().map(|text| text.as_str().unwrap_or("").to_owned()).collect()
}
