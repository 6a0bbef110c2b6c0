//! Marks of projects and their clients (M3).

use super::*;
use crate::names::{Written, plain, written};
use espalier_model::mindmap::order::OrderKey;
use espalier_model::timelog::{TimeCategory, TimeCategoryId};

/// Categories of these names, aliases, and places of clients.
fn rows(all: &[(&str, &[&str], Option<usize>)]) -> Vec<TimeCategory> {
    let id = |at: usize| TimeCategoryId::from_uuid(uuid::Uuid::from_u128(at as u128 + 1));
    let row = |(at, (name, aliases, client)): (usize, &(&str, &[&str], Option<usize>))| TimeCategory {
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        parent: client.map(id),
        ..TimeCategory::new(id(at), (*name).to_owned(), OrderKey::default())
    };
    all.iter().enumerate().map(row).collect()
}

/// Reads a line against categories, at noon in Berlin.
fn read_with(text: &str, rows: &[TimeCategory], goals: &[&str]) -> QuickAdd {
    let all = written(rows);
    let categories: Vec<Named<'_>> = all.iter().map(Written::named).collect();
    let goals: Vec<Named<'_>> = goals.iter().map(|name| Named { name, aliases: &[], client: None }).collect();
    let now = Timestamp(1_773_830_000_000);
    CALENDAR.with(|calendar| read(text, &Known { now, calendar, categories: &categories, goals: &goals }))
}

/// Reads a line and writes the result: the category, whether it is new, choices, note.
fn mark_said(text: &str, rows: &[TimeCategory]) -> String {
    let read = read_with(text, rows, &["Thesis"]);
    let names = written(rows);
    let new = if read.new_category { "new " } else { "" };
    let mut said = format!("{new}{}", read.row.category.unwrap_or_default());
    said += &read.row.goal.map(|goal| format!(" goal {goal}")).unwrap_or_default();
    for doubt in read.doubts {
        let choices: Vec<&str> = doubt.choices.iter().map(|&at| names[at].name.as_str()).collect();
        said = format!("{said}? {}", choices.join(", "));
    }
    if read.row.note.is_empty() { said } else { format!("{said} | {}", read.row.note) }
}

#[test]
fn a_project_is_read_behind_its_client() {
    let all = rows(&[
        ("Acme", &["ac"], None),
        ("Website", &["site"], Some(0)),
        ("Big Client", &[], None),
        ("New site", &[], Some(2)),
        ("客户", &[], None),
        ("网站", &[], Some(4)),
        ("Café", &[], None),
        ("Crème", &[], Some(6)),
        ("Read/Write", &[], None),
        ("Beta", &[], None),
        ("Logo", &[], Some(0)),
        ("Logo", &[], Some(9)),
    ]);
    for (text, expected) in [
        ("@Acme/Website", "Acme/Website"),
        ("@acme/WEBSITE fix", "Acme/Website | fix"),
        ("@ac/site", "Acme/Website"),
        ("@Website", "Acme/Website"),
        ("@site fix", "Acme/Website | fix"),
        ("!acme/web", "Acme/Website"),
        ("!acm/web", "Acme/Website"),
        ("@Acme", "Acme"),
        ("@Acme / fix", "Acme | / fix"),
        ("@Big Client/New site fix", "Big Client/New site | fix"),
        ("@\"Big Client\"/\"New site\" fix", "Big Client/New site | fix"),
        ("@\"big client/new site\"", "Big Client/New site"),
        ("@“Big Client/New site”", "Big Client/New site"),
        ("@客户/网站开会", "客户/网站 | 开会"),
        ("@客户／网站", "客户/网站"),
        ("@CAFÉ/crème", "Café/Crème"),
        ("@Read/Write", "Read/Write"),
        ("!read", "Read/Write"),
        ("@Logo", "? Acme/Logo, Beta/Logo | @Logo"),
        ("@Beta/Logo", "Beta/Logo"),
        ("@acme/Shop fix", "new Acme/Shop | fix"),
        ("!ac/Shop", "new Acme/Shop"),
        ("@Big Client/Shop", "new Big Client/Shop"),
        ("@Beta/Website", "new Beta/Website"),
        ("!Gamma/Website", "new Gamma/Website"),
        ("@Gamma/\"Big thing\" fix", "new Gamma/Big thing | fix"),
        ("@Gamma/\"Big thing", "new Gamma/ | \"Big thing"),
        ("@24/7", "new 24/7"),
        ("@Thesis/intro", " goal Thesis | /intro"),
        ("Website fix", "Acme/Website | Website fix"),
    ] {
        assert_eq!(mark_said(text, &all), expected, "{text}");
    }
}

#[test]
fn a_whole_name_with_a_slash_comes_first() {
    let all =
        rows(&[("Acme", &[], None), ("Website", &[], Some(0)), ("Acme/Website", &[], None), ("Website", &[], None)]);
    let read = read_with("@acme/website", &all, &[]);
    assert_eq!((read.row.category.as_deref(), read.doubts.len()), (Some("Acme/Website"), 0));
    let names = written(&all);
    let named: Vec<Named<'_>> = names.iter().map(Written::named).collect();
    let found = |name| crate::names::find(name, &named);
    assert_eq!(found("Acme/Website"), crate::names::Found::One(2, crate::names::How::Exact));
    assert_eq!(found("website"), crate::names::Found::One(3, crate::names::How::Exact), "one without a client");
}

proptest! {
    #[test]
    fn a_written_mark_is_read_back_as_its_category(
        made in prop::collection::vec(("[a-cA-C é客户网/\"“’,#@!9-]{1,7}", prop::option::of(0_usize..4)), 1..7),
        pick in 0_usize..7,
    ) {
        let name = |name: &String| name.split_whitespace().collect::<Vec<_>>().join(" ");
        let names: Vec<String> = made.iter().map(|(text, _)| name(text)).collect();
        let listed: Vec<(&str, &[&str], Option<usize>)> =
            names.iter().zip(&made).map(|(name, (_, client))| (name.as_str(), [].as_slice(), *client)).collect();
        let all = rows(&listed);
        let categories = written(&all);
        let one = &categories[pick % categories.len()];
        prop_assume!(!plain(&one.name).is_empty());
        let text = format!("9-10 {} note", mark(&one.name));
        let read = read_with(&text, &all, &["a", "客户"]);
        let same: Vec<usize> =
            (0..categories.len()).filter(|&at| plain(&categories[at].name) == plain(&one.name)).collect();
        // Categories written alike can't be told apart by name: the reader asks, or says the same of both.
        match &read.row.category {
            Some(category) if same.len() == 1 => prop_assert_eq!(category, &one.name),
            Some(category) => prop_assert_eq!(plain(category), plain(&one.name)),
            None => {
                let choices = &read.doubts[0].choices;
                prop_assert!(same.len() > 1 && choices.iter().all(|at| same.contains(at)), "{text} {read:?}");
            }
        }
        prop_assert!(!read.new_category && read.row.goal.is_none(), "{text} {read:?}");
    }
}
