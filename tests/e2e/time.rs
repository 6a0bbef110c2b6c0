//! The Time room: the timer, lines and forms, days on which the clock changes, files, the report, the timeline.

use serde_json::json;

use crate::app::App;
use crate::axe;
use crate::browser::{Browser, Page, SHIFT, TemporaryFolder};

/// Condition that all animations ended: colours fade over, and the check is of their end.
const SETTLED: &str = "document.getAnimations().every(a => a.playState !== 'running' || \
     a.effect.getComputedTiming().iterations === Infinity)";

const BERLIN: &str = "Europe/Berlin";

/// Makes a first visit of the room in a time zone.
pub fn room_in(zone: &str) -> App {
    let context = Browser::shared().new_context();
    let app = App { page: context.blank() };
    app.page.send("Emulation.setTimezoneOverride", json!({ "timezoneId": zone }));
    app.page.goto(&App::url());
    app.wait_ready();
    app.go("time");
    app
}

fn line(page: &Page, text: &str) {
    page.test_id("quick-add").fill(text);
    page.press("Enter", 0);
    page.test_id("quick-add").wait_value("");
}

/// Puts a value into a field of the browser's own kind, such as a date, as a person does who leaves it afterwards.
fn set(page: &Page, id: &str, value: &str) {
    page.test_id(id).wait();
    let script = format!(
        "(() => {{ const e = document.querySelector('[data-testid={id}]'); e.focus(); e.value = {};
            e.dispatchEvent(new Event('input', {{ bubbles: true }}));
            e.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()",
        json!(value)
    );
    page.eval(&script);
}

pub fn days(page: &Page, from: &str, to: &str) {
    set(page, "range-from", from);
    set(page, "range-to", to);
    page.test_id("range-from").wait_value(from);
    page.test_id("range-to").wait_value(to);
}

fn add(page: &Page, from: &str, to: &str, category: &str) {
    page.test_id("entry-add").click();
    set(page, "entry-start", from);
    set(page, "entry-end", to);
    page.test_id("entry-category").fill(category);
    page.test_id("entry-save").click();
    page.test_id("entry-form").wait_gone();
}

pub fn seconds(page: &Page, id: &str) -> i64 {
    page.test_id(id).attr("data-seconds").parse().unwrap()
}

#[test]
fn time_the_timer_goes_on_over_a_reload() {
    let app = room_in(BERLIN);
    let page = &app.page;
    page.test_id("quick-add").fill("reading #books");
    page.test_id("timer-start").click();
    page.test_id("timer-stop").wait_visible();
    page.test_id("entry").wait_count(1);
    page.wait_for("Number(document.querySelector('[role=timer]').dataset.seconds) >= 2");
    app.reload();
    page.test_id("timer-stop").wait_visible();
    page.wait_for("Number(document.querySelector('[role=timer]').dataset.seconds) >= 3");
    page.screenshot("time-running");
    page.test_id("timer-stop").click();
    page.test_id("timer-stop").wait_gone();
    assert!(!page.test_id("entry").attr("data-end").is_empty());
    page.test_id("timer-resume").click();
    page.test_id("entry").wait_count(2);
    page.test_id("timer-stop").wait_visible().click();
    app.wait_saved();
}

#[test]
fn time_what_runs_is_seen_and_stopped_in_another_room() {
    let app = room_in(BERLIN);
    let page = &app.page;
    page.test_id("quick-add").fill("reading #books");
    page.test_id("timer-start").click();
    page.test_id("timer-stop").wait_visible();
    // The room has a clock of its own.
    assert!(!page.test_id("running-clock").exists());
    app.go("chat");
    let clock = page.test_id("running-clock").visible();
    clock.wait_visible();
    page.wait_for("document.querySelector('[data-testid=running-clock]').ariaLabel.includes('reading')");
    page.screenshot("running-clock");
    app.wait_saved();
    app.reload();
    clock.click();
    page.test_id("timer-stop").wait_visible().click();
    page.test_id("entry").wait_count(1);
    app.wait_saved();
    app.reload();
    page.test_id("timer-start").wait_visible();
    assert!(!page.test_id("timer-stop").exists());
}

#[test]
fn time_a_line_is_understood_while_it_is_typed() {
    let app = room_in(BERLIN);
    let page = &app.page;
    page.test_id("quick-add").fill("today 9-11:30am writing #thesis");
    page.css(".time-preview").wait_text("2 h 30 min");
    assert_eq!(page.test_id("entry").count(), 0, "nothing is done before it is confirmed");
    page.press("Enter", 0);
    page.test_id("entry").wait_count(1);
    assert!(page.test_id("entry").attr("data-start").contains("T09:00:00+0"));
    assert!(page.test_id("entry").text().contains("writing"));
    page.test_id("quick-add").wait_value("");
    page.test_id("quick-add").fill("昨天下午3点到5点 学习");
    page.press("Enter", 0);
    page.test_id("entry").wait_count(2);
    app.undo();
    page.test_id("entry").wait_count(1);
    app.redo();
    page.test_id("entry").wait_count(2);
}

#[test]
#[allow(clippy::disallowed_methods)] // These tests run natively only, where there is a clock.
fn time_an_hour_that_is_not_over_today_is_asked_and_a_category_is_made_by_enter() {
    // It is noon there: "Etc/GMT+5" is five hours behind.
    let passed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let hour = i64::try_from(passed.as_secs() / 3_600 % 24).unwrap();
    let app = room_in(&format!("Etc/GMT{:+}", hour - 12));
    let page = &app.page;
    page.test_id("quick-add").fill("23:58-23:59 film @cinema");
    page.test_id("quick-question").wait_visible();
    page.test_id("quick-reading").wait_count(2);
    page.press("Enter", 0);
    page.wait_for("document.activeElement.dataset.testid === 'quick-reading'");
    assert_eq!(page.test_id("entry").count(), 0, "nothing is done before a reading is chosen");
    assert_eq!(page.test_id("quick-reading").attrs("aria-pressed"), ["false", "false"]);
    page.press("Enter", 0);
    page.test_id("quick-reading").nth(0).attr_is("aria-pressed", "true").wait();
    page.test_id("quick-new").wait_visible();
    page.press("Enter", 0);
    page.test_id("quick-add").wait_value("");
    page.test_id("entry").wait_count(1);
    assert_eq!(page.test_id("entry").attr("data-category"), "cinema");
    page.test_id("category-item").wait_count(1);
    app.undo();
    page.test_id("entry").wait_count(0);
    page.test_id("category-item").wait_count(0);
}

#[test]
fn time_an_entry_over_midnight_counts_in_both_days() {
    let app = room_in(BERLIN);
    let page = &app.page;
    add(page, "2026-03-02T23:00", "2026-03-03T01:30", "Work");
    page.test_id("entry").wait_count(1);
    assert_eq!(page.test_id("entry").attr("data-category"), "Work");
    days(page, "2026-03-02", "2026-03-03");
    page.test_id("group-by").select("day");
    page.test_id("report-row").wait_count(2);
    let rows: Vec<_> = (0..2)
        .map(|at| {
            let row = page.test_id("report-row").nth(at);
            (row.attr("data-key"), row.attr("data-seconds"))
        })
        .collect();
    let row = |key: &str, seconds: &str| (key.to_owned(), seconds.to_owned());
    assert_eq!(rows, [row("2026-03-02", "3600"), row("2026-03-03", "5400")]);
    assert_eq!(seconds(page, "report-total"), 9_000);
    assert_eq!(page.test_id("chart").count(), 4);
    days(page, "2026-03-03", "2026-03-03");
    page.test_id("report-total").wait_attr("data-seconds", "5400");
    // The parts of that day, and the two days of the year.
    page.test_id("chart").wait_count(2);
}

#[test]
fn time_days_on_which_the_clock_changes() {
    let app = room_in(BERLIN);
    let page = &app.page;
    add(page, "2026-03-28T23:00", "2026-03-29T06:00", "Night");
    days(page, "2026-03-29", "2026-03-29");
    page.test_id("report-total").wait_attr("data-seconds", "18000");
    add(page, "2026-10-25T00:00", "2026-10-26T00:00", "Long");
    days(page, "2026-10-25", "2026-10-25");
    page.test_id("report-total").wait_attr("data-seconds", "90000");
    // Half past two comes twice that night; which of the two is asked.
    page.test_id("entry-add").click();
    set(page, "entry-start", "2026-10-25T02:30");
    page.test_id("entry-start-fold").wait_visible();
    set(page, "entry-end", "2026-10-25T02:30");
    page.test_id("entry-end-fold").select("later");
    page.test_id("entry-save").click();
    page.test_id("entry-form").wait_gone();
    page.test_id("report-total").wait_attr("data-seconds", "93600");
    // The same instants on another clock.
    app.wait_saved();
    page.send("Emulation.setTimezoneOverride", json!({ "timezoneId": "America/Los_Angeles" }));
    app.reload();
    days(page, "2026-03-28", "2026-03-28");
    page.test_id("report-total").wait_attr("data-seconds", "21600");
}

const LOG: &str = "start,end,category,note\n\
    2026-02-02T09:00:00+01:00,2026-02-02T10:00:00+01:00,Work,plan\n\
    2026-02-02T23:00:00+01:00,2026-02-03T01:00:00+01:00,Work,late\n\
    2026-02-03T12:00:00+01:00,2026-02-03T12:30:00+01:00,Lunch,\n\
    nonsense,,Work,x\n";

#[test]
fn time_an_import_is_looked_at_first_and_undone_after_a_reload() {
    let app = room_in(BERLIN);
    let page = &app.page;
    let folder = TemporaryFolder::new("time");
    let file = folder.write("log.csv", LOG);
    page.test_id("import-file").set_files(&[&file]);
    page.test_id("import-report").wait_visible().wait_text("3 new entries");
    page.screenshot("time-import");
    page.test_id("import-cancel").click();
    page.test_id("import-report").wait_gone();
    assert_eq!(page.test_id("entry").count(), 0, "nothing is done before it is confirmed");
    app.import(&file);
    page.test_id("entry").wait_count(3);
    page.test_id("report-total").wait_attr("data-seconds", "12600");
    page.test_id("category-item").wait_count(2);
    app.import(&file);
    page.test_id("entry").wait_count(3);
    app.reload();
    days(page, "2026-02-01", "2026-02-28");
    page.test_id("report-row").attr_is("data-key", "Work").wait_attr("data-seconds", "10800");
    app.undo();
    page.test_id("entry").wait_count(0);
    app.redo();
    page.test_id("entry").wait_count(3);
    let known = page.downloads();
    page.test_id("export-format").select("json");
    page.test_id("export").click();
    let written = page.wait_download(&known);
    page.test_id("import-file").set_files(&[&written]);
    page.test_id("import-report").wait_visible().wait_text("3 already here");
    page.test_id("import-cancel").click();
}

#[test]
fn time_a_file_in_an_old_encoding_is_read_and_the_encoding_named() {
    let app = room_in(BERLIN);
    let page = &app.page;
    let folder = TemporaryFolder::new("time");
    // "Büro", "Gespräch über Öl" in Windows-1252; a Korean category and note in EUC-KR.
    for (rows, category, encoding) in [
        (&b"2026-02-02T10:00:00+01:00,B\xFCro,Gespr\xE4ch \xFCber \xD6l"[..], "Büro", "Windows-1252"),
        (b"2026-02-02T11:00:00+01:00,\xBE\xF7\xB9\xAB,\xC1\xD6\xB0\xA3 \xBA\xB8\xB0\xED\xBC\xAD", "업무", "EUC-KR"),
    ] {
        let head = b"start,end,category,note\n2026-02-02T09:00:00+01:00,";
        let log = [&head[..], rows, b"\n"].concat();
        let file = folder.write("log.csv", log);
        app.import(&file);
        page.test_id("category-item").containing(category).wait();
        page.test_id("toast").wait_text(&format!("read as {encoding}"));
        page.screenshot("time-import-encoding");
    }
    page.test_id("entry").wait_count(2);
}

#[test]
fn time_a_file_with_dates_that_mean_two_things_is_asked_about() {
    let app = room_in(BERLIN);
    let page = &app.page;
    let folder = TemporaryFolder::new("time");
    let file = folder.write("log.csv", "Start,End,Note\n03/04/2026 09:00,03/04/2026 10:00,x\n");
    page.test_id("import-file").set_files(&[&file]);
    page.test_id("import-order").wait_visible();
    page.css("[name=import-order][value=day]").click();
    page.test_id("import-report").wait_text("1 new entry");
    page.test_id("import-apply").click();
    page.test_id("entry").wait_count(1);
    assert!(page.test_id("entry").attr("data-start").starts_with("2026-04-03"));
}

#[test]
fn time_entries_are_split_merged_and_deleted() {
    let app = room_in(BERLIN);
    let page = &app.page;
    line(page, "today 9-11am reading");
    page.test_id("entry").css(".time-open").click();
    page.test_id("entry-split").click();
    page.test_id("entry").wait_count(2);
    for place in 0..2 {
        page.test_id("entry").nth(place).css("[type=checkbox]").click();
        // The row of what can be done with the selection appears above the list.
        page.settled();
    }
    page.test_id("entry-merge").wait_visible().click();
    page.test_id("entry").wait_count(1);
    page.test_id("entry").wait_attr("data-seconds", "7200");
    page.test_id("entry").css(".time-open").click();
    page.test_id("entry-note").wait_visible().fill("reading slowly");
    page.test_id("entry-save").click();
    page.test_id("entry-form").wait_gone();
    page.test_id("entry").wait_text("reading slowly");
    page.test_id("entry").css(".time-open").focus();
    page.press("Delete", 0);
    page.test_id("entry").wait_count(0);
    app.undo();
    page.test_id("entry").wait_count(1);
}

#[test]
fn time_entries_are_moved_on_the_timeline() {
    let app = room_in(BERLIN);
    let page = &app.page;
    line(page, "today 9-10am reading");
    page.test_id("view-day").click();
    page.test_id("timeline").wait_visible();
    page.test_id("entry").wait_count(1);
    let middle = page.eval(
        "(() => { const e = document.querySelector('[data-testid=entry]'); e.scrollIntoView({ block: 'center' });
            const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()",
    );
    let (x, y) = (middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap());
    page.mouse("mouseMoved", x, y, 0);
    page.mouse("mousePressed", x, y, 1);
    for step in 1..=8 {
        page.mouse("mouseMoved", x, y + 44.0 * f64::from(step) / 8.0, 1);
    }
    page.screenshot("time-drag");
    page.mouse("mouseReleased", x, y + 44.0, 1);
    page.wait_for("document.querySelector('[data-testid=entry]').dataset.start.includes('T10:00')");
    page.test_id("entry").focus();
    page.press("ArrowDown", 0);
    page.wait_for("document.querySelector('[data-testid=entry]').dataset.start.includes('T10:05')");
    page.test_id("entry").focus();
    page.press("ArrowDown", SHIFT);
    page.wait_for("document.querySelector('[data-testid=entry]').dataset.end.includes('T11:10')");
    for _ in 0..3 {
        app.undo();
    }
    page.wait_for("document.querySelector('[data-testid=entry]').dataset.start.includes('T09:00')");
}

#[test]
fn time_goals_and_categories_are_made_and_changed() {
    let app = room_in(BERLIN);
    let page = &app.page;
    page.test_id("time-others").click();
    page.test_id("category-name").fill("Work");
    page.press("Enter", 0);
    page.test_id("category-item").wait_count(1);
    page.test_id("goal-add").click();
    page.test_id("goal-name").fill("Thesis");
    page.test_id("goal-hours").fill("10");
    page.test_id("goal-save").click();
    page.test_id("goal-item").wait_count(1).wait_attr("data-target", "36000");
    line(page, "today 8-10am writing @Thesis !Work");
    page.test_id("goal-item").wait_attr("data-seconds", "7200");
    page.test_id("category-edit").click();
    page.test_id("category-delete").wait_visible().click();
    assert!(app.confirm().contains("1 entry"), "the question says how many entries it is about");
    page.test_id("category-item").wait_count(0);
    page.test_id("undo").click();
    page.test_id("category-item").wait_count(1);
    page.test_id("entry").wait_attr("data-category", "Work");
}

#[test]
fn time_accessibility_of_the_room() {
    let app = room_in(BERLIN);
    let page = &app.page;
    line(page, "today 8-10am writing !Work #thesis");
    line(page, "today 9-9:30am call");
    let check = |name: &str| {
        for scheme in ["light", "dark"] {
            page.colour_scheme(scheme);
            page.wait_for(SETTLED);
            page.screenshot(&format!("time-{name}-{scheme}"));
            axe::check(page, &format!("time, {name}, {scheme}"));
        }
    };
    check("list");
    page.test_id("view-week").click();
    page.test_id("timeline").wait_visible();
    check("week");
    page.test_id("entry-add").click();
    page.test_id("entry-form").wait_visible();
    check("form");
    page.press("Escape", 0);
    page.viewport(390, 844);
    check("narrow");
    let widths = page.eval("[document.documentElement.scrollWidth, innerWidth]");
    assert!(widths[0].as_u64() <= widths[1].as_u64(), "the page is wider than its window: {widths}");
}

#[test]
fn time_charts_are_one_stop_of_tab_and_open_by_keys() {
    let app = room_in(BERLIN);
    let page = &app.page;
    add(page, "2026-03-02T09:00", "2026-03-02T11:00", "Work");
    add(page, "2026-03-03T09:00", "2026-03-03T10:00", "Home");
    add(page, "2026-03-11T09:00", "2026-03-11T10:00", "Work");
    days(page, "2026-03-01", "2026-03-14");
    page.test_id("chart").wait_count(4);
    let part = |kind: &str, rest: &str| format!("[data-testid=chart][data-kind={kind}] svg [data-part]{rest}");
    for (kind, parts) in [("bars", 3), ("ring", 2), ("year", 3)] {
        page.css(&part(kind, "")).wait_count(parts);
        page.css(&part(kind, "[tabindex=\"0\"]")).wait_count(1);
    }
    let at = |kind: &str, number: usize| {
        page.wait_for(&format!(
            "document.activeElement.matches('[data-kind={kind}] svg [data-part=\"{number}\"][tabindex=\"0\"]')"
        ));
    };
    page.eval("document.querySelector('[data-kind=year] svg [data-part][tabindex=\"0\"]').focus()");
    at("year", 0);
    page.press("ArrowDown", 0);
    at("year", 1);
    page.press("ArrowRight", 0);
    at("year", 2);
    page.press("ArrowLeft", 0);
    page.press("Home", 0);
    at("year", 0);
    page.css(&part("year", "[tabindex=\"0\"]")).wait_count(1);
    axe::check(page, "time, a part of a chart has the focus");
    for width in [1440, 390] {
        page.viewport(width, 844);
        page.wait_for(&format!("innerWidth === {width}"));
        page.eval("document.querySelector('[data-kind=bars]').scrollIntoView()");
        page.screenshot(&format!("time-charts-{width}"));
        let sizes =
            page.eval("[...document.querySelectorAll('.time-tick')].map(e => e.getBoundingClientRect().height)");
        let sizes: Vec<f64> = sizes.as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
        assert!(sizes.iter().all(|size| *size < 18.0), "at {width} px labels are as large as elsewhere: {sizes:?}");
    }
    page.viewport(1280, 713);
    page.press("End", 0);
    at("year", 2);
    page.press("Enter", 0);
    page.test_id("range-from").wait_value("2026-03-11");
    page.test_id("range-to").wait_value("2026-03-11");
    page.test_id("entry").wait_count(1);
    days(page, "2026-03-01", "2026-03-14");
    page.test_id("entry").wait_count(3);
    page.eval("document.querySelector('[data-kind=ring] svg [data-part][tabindex=\"0\"]').focus()");
    at("ring", 0);
    page.press("ArrowRight", 0);
    at("ring", 1);
    page.press("Enter", 0);
    page.test_id("entry").wait_count(1);
    page.test_id("entry").wait_attr("data-category", "Home");
}

#[test]
fn time_a_notice_covers_nothing_on_a_phone_and_the_line_has_room_beside_the_assistant() {
    let app = room_in(BERLIN);
    let page = &app.page;
    page.viewport(390, 844);
    page.test_id("quick-add").fill("reading");
    page.test_id("timer-start").click();
    page.test_id("timer-stop").wait_visible();
    page.test_id("export").click();
    page.test_id("toast").wait_visible();
    page.eval("document.querySelector('.time-main').scrollTo(0, 0)");
    page.screenshot("time-toast-phone");
    let covered = page.eval(
        "(() => { const toast = document.querySelector('.toast').getBoundingClientRect();
            return ['.time-clock', '[data-testid=timer-stop]', '[data-testid=quick-add]', '.rail'].filter(one => {
                const rect = document.querySelector(one).getBoundingClientRect();
                return rect.top < toast.bottom && toast.top < rect.bottom && rect.left < toast.right && toast.left < rect.right;
            }); })()",
    );
    assert_eq!(covered, json!([]), "a notice lies over these");
    page.viewport(1280, 800);
    page.test_id("time-assistant").click();
    page.css(".assistant").wait_visible();
    page.screenshot("time-line-assistant");
    let width = page.eval("document.querySelector('[data-testid=quick-add]').offsetWidth");
    assert!(width.as_u64() >= Some(400), "the line is {width} pixels wide");
}

#[test]
fn time_a_form_keeps_what_is_typed_and_asks_before_it_is_given_up() {
    let app = room_in(BERLIN);
    let page = &app.page;
    page.test_id("entry-add").click();
    page.test_id("entry-note").fill("half a thought");
    page.reload();
    app.wait_ready();
    page.test_id("entry-note").wait_visible().wait_value("half a thought");
    page.press("Escape", 0);
    page.test_id("entry-go-on").wait_visible().click();
    page.test_id("entry-go-on").wait_gone();
    page.test_id("entry-note").fill("a whole thought");
    page.press("Escape", 0);
    page.test_id("entry-go-on").wait_visible();
    page.screenshot("time-form-leaving");
    page.press("Escape", 0);
    page.test_id("entry-form").wait_gone();
    page.reload();
    app.wait_ready();
    page.test_id("entry-add").wait_visible();
    page.test_id("entry-form").wait_gone();
}

#[test]
fn time_a_zone_is_found_by_typing() {
    let app = room_in(BERLIN);
    let page = &app.page;
    app.go("settings");
    let field = page.test_id("time-zone");
    field.wait_visible().click();
    page.test_id("combobox-item").containing("Africa/Abidjan").wait_visible();
    field.fill("tokyo");
    page.test_id("combobox-item").wait_count(1).wait_text("Japan Standard Time");
    page.screenshot("time-zones");
    page.press("Enter", 0);
    field.wait_value("Asia/Tokyo");
    field.click();
    field.fill("纽约");
    page.test_id("combobox-item").containing("America/New York").wait_visible().click();
    field.wait_value("America/New York");
    app.wait_saved();
    page.reload();
    app.wait_ready();
    page.test_id("time-zone").wait_value("America/New York");
    page.test_id("time-zone").click();
    page.test_id("time-zone").fill("atlantis");
    page.css(".combobox-nothing").wait_visible();
    page.press("Escape", 0);
    page.test_id("time-zone").wait_value("America/New York");
}

#[test]
fn time_what_is_refused_stays_typed_and_nothing_unseen_is_deleted() {
    let app = room_in(BERLIN);
    let page = &app.page;
    app.go("settings");
    page.test_id("overlap-policy").select("forbid");
    app.go("time");
    line(page, "today 8-10am reading");
    page.test_id("entry").wait_count(1);
    page.test_id("quick-add").fill("today 9-11am writing");
    page.css(".time-preview .time-warning").wait_visible();
    page.press("Enter", 0);
    page.test_id("toast").wait_visible();
    assert_eq!(page.test_id("quick-add").value(), "today 9-11am writing");
    page.test_id("quick-add").fill("");
    line(page, "today 10-11am writing");
    page.test_id("entry").wait_count(2);
    // What is ticked in the list is not what Delete means on the timeline.
    page.test_id("entry").containing("reading").css("[type=checkbox]").click();
    page.test_id("view-day").click();
    page.test_id("timeline").wait_visible();
    page.test_id("entry").containing("writing").focus();
    page.press("Delete", 0);
    page.test_id("entry").wait_count(1).wait_text("reading");
    // A block that goes to another day is followed, and keeps the keyboard.
    page.test_id("entry").focus();
    page.press("ArrowRight", 0);
    page.wait_for("document.activeElement.dataset.testid === 'entry'");
    page.press("ArrowLeft", 0);
    page.test_id("entry").wait_count(1);
}

#[test]
fn time_arrow_keys_walk_the_list_and_its_menu_opens_at_its_button() {
    let app = room_in(BERLIN);
    let page = &app.page;
    for text in ["yesterday 8-9am reading", "yesterday 9-10am writing", "yesterday 10-11am swimming"] {
        line(page, text);
        page.test_id("entry").containing(text.rsplit(' ').next().unwrap()).wait_visible();
    }
    let at = |note: &str| {
        page.wait_for(&format!(
            "document.activeElement.closest('[data-testid=entry]')?.textContent.includes('{note}')"
        ));
    };
    page.test_id("entry").containing("swimming").css(".time-open").focus();
    page.press("ArrowDown", 0);
    at("writing");
    page.press("ArrowDown", 0);
    at("reading");
    page.press("ArrowDown", 0);
    at("reading");
    page.press("ArrowUp", 0);
    at("writing");
    page.test_id("entry").containing("writing").css("[aria-haspopup=menu]").focus();
    page.press("Enter", 0);
    page.css(".menu-list").wait_visible();
    page.wait_for(
        "(() => { const menu = document.querySelector('.menu-list:popover-open').getBoundingClientRect();
            const entry = [...document.querySelectorAll('[data-testid=entry]')].find(row => row.textContent.includes('writing'));
            const button = entry.querySelector('[aria-haspopup=menu]').getBoundingClientRect();
            return Math.abs(menu.top - button.bottom) < 40; })()",
    );
}

#[test]
fn time_what_a_form_is_refused_for_is_said_in_front_of_it() {
    let app = room_in(BERLIN);
    let page = &app.page;
    app.go("settings");
    page.test_id("overlap-policy").select("forbid");
    app.go("time");
    line(page, "today 8-10am reading");
    line(page, "today 10-11am writing");
    page.test_id("entry").wait_count(2);
    page.test_id("entry").containing("writing").css(".time-open").click();
    page.test_id("entry-form").wait_visible();
    let start = page.test_id("entry").containing("writing").attr("data-start");
    set(page, "entry-start", &format!("{}T09:00", &start[..10]));
    page.test_id("entry-save").click();
    page.test_id("toast").wait_visible();
    // What is seen at a place is what is in front there.
    page.wait_for(
        "(() => { const toast = document.querySelector('[data-testid=toast]'), box = toast.getBoundingClientRect();
            return toast.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)); })()",
    );
    page.screenshot("time-toast-form");
    page.test_id("toast").css(".button-icon").click();
    page.test_id("toast").wait_count(0);
    page.press("Escape", 0);
    page.test_id("entry-discard").wait_visible().click();
    page.test_id("entry-form").wait_gone();
    // The next notice is in its old place.
    page.test_id("entry").containing("writing").css(".time-open").focus();
    page.press("Delete", 0);
    page.css(".frame > .toasts [data-testid=toast]").wait_visible();
}

#[test]
fn time_an_empty_room_is_one_wide_line() {
    let app = room_in(BERLIN);
    let page = &app.page;
    for (width, least) in [(1440, 600), (390, 250)] {
        page.viewport(width, 844);
        page.wait_for(&format!("innerWidth === {width}"));
        page.test_id("quick-add").wait_visible();
        page.screenshot(&format!("time-empty-{width}"));
        let line = page.eval("document.querySelector('[data-testid=quick-add]').getBoundingClientRect().width");
        assert!(line.as_f64() >= Some(f64::from(least)), "at {width} px the line is {line} px wide");
        for id in ["goal-add", "category-name", "view-list", "range", "report"] {
            page.test_id(id).wait().wait_gone();
        }
        let outside = page.eval(
            "[...document.querySelectorAll('.time-head *')].filter(e => e.checkVisibility() \
             && (e.getBoundingClientRect().right > innerWidth + 0.5 || e.getBoundingClientRect().left < -0.5)) \
             .map(e => e.outerHTML.slice(0, 80))",
        );
        assert_eq!(outside, json!([]), "at {width} px these are outside the window");
        let widths = page.eval("[document.documentElement.scrollWidth, innerWidth]");
        assert!(widths[0].as_u64() <= widths[1].as_u64(), "the page is wider than its window: {widths}");
    }
}

#[test]
fn time_a_row_of_a_phone_keeps_its_chips_off_the_hours() {
    let app = room_in(BERLIN);
    let page = &app.page;
    page.viewport(390, 844);
    line(page, "yesterday 9-10:30am lectures !Teaching #preparation #university #autumn");
    page.test_id("entry").wait_count(1);
    page.screenshot("time-chips-phone");
    let apart = page.eval(
        "(() => { const span = document.querySelector('.time-span'), text = document.createRange();
            text.selectNodeContents(span); const hours = text.getBoundingClientRect();
            return [...document.querySelectorAll('.time-about .time-chip')].map(e => e.getBoundingClientRect())
                .every(chip => chip.top >= hours.bottom || chip.left >= hours.right); })()",
    );
    assert_eq!(apart, json!(true), "a chip lies over the hours");
    let cut = page.eval("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.time-report .time-scroll'))");
    assert_eq!(cut, json!(0), "the table of the report is cut");
}

/// Beside a long log the end of the report stays in sight, and nothing scrolls by itself.
#[track_caller]
fn assert_report_stays(page: &Page) {
    page.eval("document.querySelector('.time-columns > .time-card').style.blockSize = '5000px'");
    page.eval("document.querySelector('.time-main').scrollTo(0, 3000)");
    page.wait_for(
        "(e => e.top > 0 && e.bottom <= innerHeight)(document.querySelector('.time-aside').getBoundingClientRect())",
    );
    page.screenshot("time-long");
    let scrollers =
        "['.time-columns > .time-card', '.time-aside'].map(e => getComputedStyle(document.querySelector(e)).overflowY)";
    assert_eq!(page.eval(scrollers), json!(["visible", "visible"]));
}

#[test]
fn time_days_are_stepped_through_and_filters_are_counted() {
    let app = room_in(BERLIN);
    let page = &app.page;
    line(page, "today 8-9am reading #books");
    page.test_id("entry").wait_count(1);
    page.test_id("range-preset").select("week");
    page.test_id("range").wait_text("This week");
    page.test_id("range-before").click();
    page.test_id("range").wait_text("Last week");
    page.test_id("entry").wait_count(0);
    page.test_id("range-after").click();
    page.test_id("range").wait_text("This week");
    page.test_id("entry").wait_count(1);
    // The report follows the week that is stepped to. What is too short for words has none in a week.
    line(page, "today 6:00-6:15 tea");
    page.test_id("view-week").click();
    page.test_id("entry").wait_count(2);
    let words = "[...document.querySelectorAll('.time-block-text')].map(e => e.textContent).join()";
    page.wait_for(&format!("{words} === 'reading'"));
    page.test_id("timeline-before").click();
    page.test_id("range").wait_text("Last week");
    page.test_id("report-total").wait_attr("data-seconds", "0");
    page.test_id("timeline-today").click();
    page.test_id("range").wait_text("This week");
    page.test_id("report-total").wait_attr("data-seconds", "4500");
    page.test_id("view-day").click();
    page.wait_for(&format!("{words}.includes('tea')"));
    page.test_id("view-list").click();
    page.test_id("entry").wait_count(2);
    page.test_id("filter-tag").select("books");
    page.test_id("entry").wait_count(1);
    page.test_id("filters").wait_text("Filter (1)");
    page.test_id("filters").click();
    page.screenshot("time-filters");
    page.test_id("filter-clear").click();
    page.test_id("filter-tag").wait_value("");
    page.press("Escape", 0);
    page.test_id("filter-search").click();
    page.test_id("filter-text").wait_visible().fill("swimming");
    page.test_id("entry").wait_count(0);
    page.test_id("filter-search").click();
    page.test_id("entry").wait_count(2);
    page.test_id("filter-text").wait_gone();
    page.viewport(390, 844);
    page.test_id("range").click();
    page.test_id("range-preset").wait_visible().select("custom");
    page.test_id("range-from").wait_visible();
    page.screenshot("time-days-phone");
    page.press("Escape", 0);
    page.goto(&format!("{}?lang=zh#/time", App::url()));
    app.wait_ready();
    page.test_id("entry").wait_count(2);
    page.screenshot("time-zh-phone");
    page.viewport(1440, 900);
    page.screenshot("time-zh");
    assert_report_stays(page);
}
