//! Questions of someone who bills clients, against figures that are added up entry by entry.

use super::local::{LocalReply, UserQuestion, next};
use super::offers::{self, Offer};
use super::tests::{Kind, in_world, play};
use super::toolbox::ASK;
use crate::look_up::World;
use crate::questions::form::About;
use espalier_agent_api::ask::Answer;
use espalier_agent_api::state::State;
use espalier_base::language::Language;
use espalier_base::words::length;

/// Days before today (a Wednesday), hour at which it begins, minutes, category.
const ENTRIES: [(i64, i64, i64, &str); 9] = [
    (0, 8, 50, "Acme"),
    (0, 9, 45, "Bolt"),
    (1, 9, 125, "Acme"),
    (2, 14, 35, "Bolt"),
    (2, 16, 20, "Acme"),
    (5, 9, 200, "Acme"),
    (6, 9, 95, "Bolt"),
    (8, 10, 61, "Acme"),
    (12, 10, 30, "Bolt"),
];

/// Minutes of the entries so many days back, of one category or all.
fn minutes(days: std::ops::RangeInclusive<i64>, category: Option<&str>) -> i64 {
    let counts =
        |(back, _, _, of): &&(i64, i64, i64, &str)| days.contains(back) && category.is_none_or(|one| one == *of);
    ENTRIES.iter().filter(counts).map(|entry| entry.2).sum()
}

fn long(minutes: i64, language: Language) -> String {
    length(minutes * 60, language)
}

#[test]
fn the_six_questions_of_a_freelancer_are_answered() {
    // Today is Wednesday: Monday is two days back, the week before from nine to three days back.
    let (week, last_week) = (0..=2, 3..=9);
    let each = |language| (0..=2).map(|back| long(minutes(back..=back, None), language)).collect::<Vec<_>>();
    let clients = |language| {
        ["Acme", "Bolt"].map(|client| format!("{client}: {}", long(minutes(week.clone(), Some(client)), language)))
    };
    let (en, zh) = (Language::En, Language::Zh);
    let acme = |language| vec![format!("**{}**", long(minutes(week.clone(), Some("Acme")), language))];
    let worked = |days: &std::ops::RangeInclusive<i64>, language| {
        vec![format!("**{}**", long(minutes(days.clone(), None), language))]
    };
    in_world(&["Acme", "Bolt"].map(Kind::of), &ENTRIES, |world| {
        for (text, language, expected) in [
            ("How long did I work each day this week?", en, each(en)),
            ("这周我每天工作了多久？", zh, each(zh)),
            ("hours per client this week", en, clients(en).to_vec()),
            ("Acme this week", en, acme(en)),
            ("How many hours do I bill Acme this week?", en, acme(en)),
            ("上周工作了多少小时", zh, worked(&last_week, zh)),
            ("这周给Acme计费多少小时？", zh, acme(zh)),
            ("这周Acme多少小时", zh, acme(zh)),
            ("How many hours did I work last week?", en, worked(&last_week, en)),
        ] {
            let (calls, said, _) = play(world, text, None, language);
            assert!(!calls.is_empty(), "{text}: {said}");
            for part in expected {
                assert!(said.contains(&part), "{text}: {part} is not in {said}");
            }
        }
    });
}

#[test]
fn a_part_of_a_name_is_asked_back() {
    let entries =
        ENTRIES.map(|(back, hour, minutes, of)| (back, hour, minutes, if of == "Acme" { "Acme Corp" } else { of }));
    in_world(&["Acme Corp", "Bolt"].map(Kind::of), &entries, |world| {
        let chosen = Answer::Chosen(vec!["Acme Corp".to_owned()]);
        let (calls, said, _) = play(world, "Acme this week", Some(&chosen), Language::En);
        let expected = long(minutes(0..=2, Some("Acme")), Language::En);
        assert!(calls[0] == ASK && said.contains(&expected), "{expected} is not in {said}");
    });
}

#[test]
fn what_is_offered_is_about_what_was_understood() {
    let offered = |world: &World<'_>, text: &str, language| -> Vec<String> {
        let asked = UserQuestion { text, earlier: &[] };
        let reply = next(world, &asked, &State::new("time"), language, false);
        assert!(matches!(reply, LocalReply::Text(_)), "{text}: {reply:?}");
        let all = offers::after(world, &asked, None, language).into_iter();
        all.filter_map(|offer| if let Offer::Say(text) = offer { Some(text) } else { None }).collect()
    };
    in_world(&["Acme", "Bolt"].map(Kind::of), &ENTRIES, |world| {
        let all = offered(world, "What invoice did Acme get from me last week, please?", Language::En);
        assert!(
            all.len() == 3 && all.iter().all(|text| text.contains("Acme") && text.contains("last week")),
            "{all:?}"
        );
        let all = offered(world, "上周Acme的发票开好了没有", Language::Zh);
        assert!(all.len() == 3 && all.iter().all(|text| text.contains("Acme") && text.contains("上周")), "{all:?}");
        for text in all {
            let (calls, said, _) = play(world, &text, None, Language::Zh);
            assert!(!calls.is_empty(), "{text}: {said}");
        }
        let form = offers::form(world, &UserQuestion { text: "Was Acme happy this month?", earlier: &[] }, None);
        assert!(form.is_needed && form.form.about == About::Category("Acme".to_owned()), "{form:?}");
    });
}

#[test]
fn a_client_is_all_its_projects_and_what_is_billed_is_said_to_be() {
    let acme = |name| Kind { name, client: Some("Acme"), ..Kind::default() };
    let kinds = [
        Kind { name: "Acme", rate: Some(8_000), ..Kind::default() },
        acme("Logo"),
        Kind { billable: Some(false), ..acme("Calls") },
        Kind { name: "Bolt", billable: Some(false), ..Kind::default() },
    ];
    let entries = [(0, 8, 50, "Logo"), (0, 10, 45, "Bolt"), (1, 9, 125, "Calls"), (2, 9, 35, "Acme")];
    let said = |world: &World<'_>, text: &str, language| play(world, text, None, language).1;
    in_world(&kinds, &entries, |world| {
        let (en, zh) = (Language::En, Language::Zh);
        assert!(said(world, "Acme this week", en).contains(&format!("**{}**", long(210, en))));
        let billed = said(world, "How many hours do I bill Acme this week?", en);
        assert!(billed.contains(&format!("**{}** billable", long(85, en))), "{billed}");
        let billed = said(world, "这周给Acme计费多少小时？", zh);
        assert!(billed.contains(&format!("计费**{}**", long(85, zh))), "{billed}");
        let none = said(world, "How many hours do I bill Bolt this week?", en);
        assert!(none.contains("nothing"), "{none}");
        let clients = said(world, "hours per client this week", en);
        for line in [format!("Acme: {}", long(210, en)), format!("Bolt: {}", long(45, en))] {
            assert!(clients.contains(&line) && !clients.contains("Logo"), "{line}: {clients}");
        }
    });
}
