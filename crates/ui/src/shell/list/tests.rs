//! The list drawn natively, with a kind of its own: days, each of which changed at its noon; there are as many as the
//! model keeps words.

use uuid::Uuid;
use yew::prelude::*;

use super::order::Order;
use super::when::{Days, Entry, Group, entries, short};
use super::*;
use crate::testing::{assert_names, draw, ready};
use espalier_base::date::{LocalDate, Weekday};
use espalier_base::env::Env;
use espalier_base::words::TimeFormat;
use espalier_i18n::messages;
use espalier_model::settings::Language;
use espalier_storage::port::StorageError;

const HOUR: i64 = 3_600_000;

/// Wednesday, 25 November 2026, at 18:00.
fn now() -> Timestamp {
    Timestamp(i64::from(LocalDate::new(2026, 11, 25).unwrap().0) * 24 * HOUR + 18 * HOUR)
}

fn earlier(hours: i64) -> Timestamp {
    Timestamp(now().0 - hours * HOUR)
}

fn days() -> Days {
    Days { week_start: Weekday::Monday, format: TimeFormat::default() }
}

static DAYS: ListKind = ListKind {
    names: ListTestIds {
        new: "new",
        search: "search",
        item: "item",
        menu: "menu",
        rename: "rename",
        rename_input: "name",
        duplicate: "duplicate",
        delete: "delete",
    },
    words: |_| ListWords {
        list: "Days",
        rename: "Rename day",
        duplicate: "Duplicate day",
        delete: "Delete day",
        untitled: "Nameless",
        search: "Search days",
        empty: "No day",
        busy: "",
    },
    count: |model| model.words.len(),
    rows: |model| model.words.keys().zip(0..).map(|(_, number)| day(number)).collect(),
    content: |_, id| match id.as_u128() {
        2 => RowContent { at: Some(earlier(30)), note: Some("2/3".into()), ..RowContent::default() },
        id => RowContent { title: format!("Day {id}"), at: Some(earlier(6)), ..RowContent::default() },
    },
    route: |_| Route::Time(None),
    rename: |_, _| Msg::Tick,
    duplicate: |_| Msg::Tick,
    delete: |_, _| None,
    extras: |_| vec![ExtraAction { label: "Extra", icon: IconName::Download, make: |_| Msg::Tick }],
    search_from: MANY,
    room: RoomId::Chat,
};

fn day(number: i64) -> Listed {
    (Uuid::from_u128(number as u128 + 1), earlier(6 + 24 * number))
}

fn count(html: &str, part: &str) -> usize {
    html.matches(part).count()
}

fn named(html: &str, name: &str) -> usize {
    count(html, &format!("data-testid=\"{name}\""))
}

fn model(language: Language, days: usize) -> Model {
    let mut model = ready(language);
    model.now = now();
    for number in 0..days {
        model.words.insert(number.to_string(), String::new());
    }
    model
}

fn pane(model: Model, current: Option<Uuid>) -> String {
    let pane = html! {
        <ListPane kind={&DAYS} {current} open=false onclose={Callback::noop()} new="New day" />
    };
    draw(model, pane)
}

fn rows(model: Model, query: &'static str) -> String {
    draw(model, html! { <Rows kind={&DAYS} current={None::<Uuid>} open=false {query} onopen={Callback::noop()} /> })
}

#[test]
fn a_list_has_a_head_groups_and_rows() {
    let html = pane(model(Language::En, 5), Some(day(0).0));
    assert_names(&html, &["new", "item", "menu", "rename", "duplicate", "delete"]);
    assert_eq!((named(&html, "item"), named(&html, "menu")), (5, 5), "{html}");
    assert_eq!(named(&html, "rename"), 1, "the menu of the row that is shown alone is drawn: {html}");
    for heading in ["Today", "Yesterday", "This week", "Nov 2026"] {
        assert_eq!(count(&html, &format!("class=\"list-group\">{heading}<")), 1, "{heading}: {html}");
    }
    assert!(html.contains("Nameless") && html.contains("2/3") && html.contains(">12:00</time>"), "{html}");
    assert_eq!(count(&html, "aria-current=\"page\""), 1, "{html}");
    let order = ["\"rename\"", "\"duplicate\"", "Extra", "\"delete\""].map(|part| html.find(part));
    assert!(order.is_sorted() && html.contains("menu-danger"), "{order:?}");
    assert!(!html.contains("\"search\"") && !html.contains(" style="), "{html}");
    let chinese = pane(model(Language::Zh, 3), None);
    assert!(chinese.contains("今天") && chinese.contains("昨天") && chinese.contains("本周"), "{chinese}");
}

#[test]
fn a_list_of_one_group_has_no_heading_and_an_empty_one_says_so() {
    assert_eq!(count(&pane(model(Language::En, 1), None), "list-group"), 0);
    assert!(pane(model(Language::En, 0), None).contains("No day"));
}

#[test]
fn a_long_list_can_be_searched_and_mounts_a_part_of_itself() {
    let html = pane(model(Language::En, MANY), None);
    assert_names(&html, &["search"]);
    let html = pane(model(Language::En, 2_000), None);
    assert!((20..=40).contains(&named(&html, "item")), "{}", named(&html, "item"));
}

#[test]
fn a_search_lists_names_before_anything_was_looked_for_within() {
    let html = rows(model(Language::En, 4), "day 3");
    assert!(named(&html, "item") == 1 && html.contains("Day 3"), "{html}");
    let mut model = model(Language::En, 4);
    let asked = Msg::Find(FindMsg::Ask(Asker::List(RoomId::Chat), "nowhere".into()));
    let _ = espalier_app::update(&mut model, asked, &mut Env::deterministic(now(), 1));
    assert!(rows(model, "nowhere").contains("Nothing found."));
}

#[test]
fn what_changes_something_is_not_offered_where_nothing_may_change() {
    let mut model = model(Language::En, 2);
    model.read_only = Some(StorageError::Superseded);
    let html = pane(model, Some(day(0).0));
    assert_names(&html, &["menu"]);
    assert!(html.contains("Extra"), "{html}");
    for name in ["rename", "duplicate", "delete"] {
        assert_eq!(named(&html, name), 0, "{name}: {html}");
    }
}

#[test]
fn times_are_as_short_as_the_day_allows() {
    let today = Days::day(now());
    for (hours, english, chinese) in [
        (6, "12:00", "12:00"),
        (24, "Tue", "周二"),
        (2 * 24, "Mon", "周一"),
        (3 * 24, "22 Nov", "11月22日"),
        (365 * 24, "25 Nov 2025", "2025年11月25日"),
        (-24, "26 Nov", "11月26日"),
    ] {
        let said = |language| short(earlier(hours), today, days(), messages(language));
        assert_eq!((said(Language::En).as_str(), said(Language::Zh).as_str()), (english, chinese), "{hours}");
    }
}

#[test]
fn groups_follow_the_order_even_where_something_changed_since() {
    let today = Days::day(now());
    let mut order = Order::default();
    let _ = order.update((), &[day(0), day(1), day(40)]);
    let changed = [(day(40).0, now()), day(0), day(1)];
    let groups: Vec<Group> = entries(order.update((), &changed), today, days())
        .into_iter()
        .filter_map(|entry| match entry {
            Entry::Heading(group) => Some(group),
            Entry::Row(_) => None,
        })
        .collect();
    let october = LocalDate::new(2026, 10, 1).unwrap();
    assert_eq!(groups, [Group::Today, Group::Yesterday, Group::Month(october)]);
}
