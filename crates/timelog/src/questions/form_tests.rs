//! All forms in both languages, and those that can't be put into words.

use super::form::{About, DAYS, Form, Measure, Split};
use super::oracle::{CHINESE, ENGLISH, Log};
use super::truth::{expected, said};
use super::{Understood, understand};
use crate::names::Named;
use crate::tools::Group;
use espalier_base::language::Language;

fn forms(abouts: &[About]) -> Vec<Form> {
    let mut all = Vec::new();
    for measure in Measure::ALL {
        for split in measure.splits() {
            for days in 0..DAYS.len() {
                all.extend(abouts.iter().cloned().map(|about| Form { measure, split, days, about }));
            }
        }
    }
    all
}

#[test]
fn w1_every_form_is_a_question_that_is_answered() {
    for (kinds, language) in [(ENGLISH, Language::En), (CHINESE, Language::Zh)] {
        let log = Log::new(&kinds, 5);
        log.with_known(|known| {
            let abouts = About::all(known);
            let picked = [abouts[0].clone(), abouts[1].clone(), abouts[abouts.len() - 1].clone()];
            assert!(matches!(picked, [About::All, About::Category(_), About::Tag(_)]), "{picked:?}");
            let (mut asked, mut refused) = (0, Vec::new());
            for form in forms(&picked) {
                let Some(text) = form.question(&[], known, language) else {
                    refused.push(form);
                    continue;
                };
                asked += 1;
                let Some(Understood::Plan(plan)) = understand(&text, &[], known) else { panic!("{text}") };
                assert_eq!(Form::of(&plan, known), form, "{text}");
                // Brute force takes its time: one in so many, and every measure.
                if asked % 7 != 0 {
                    continue;
                }
                let answer = said(&log, &plan, language);
                // Without a name it is the share of each category.
                let expected = if (form.measure, &form.about) == (Measure::Share, &About::All) {
                    Vec::new()
                } else {
                    expected(&log, &plan, language)
                };
                let missing: Vec<String> = expected.into_iter().filter(|part| !answer.contains(part)).collect();
                assert!(missing.is_empty(), "{text}: {missing:?} is not in {answer}");
            }
            // One category has no categories.
            let no_sense =
                |form: &Form| form.split == Split::By(Group::Category) && matches!(form.about, About::Category(_));
            let odd: Vec<&Form> = refused.iter().filter(|form| !no_sense(form)).collect();
            assert!(odd.is_empty(), "{} of {asked}: {odd:?}", odd.len());
        });
    }
}

#[test]
fn w1_what_a_name_would_change_is_no_question() {
    let log = Log::new(&ENGLISH, 5);
    log.with_known(|known| {
        let names = ["last week", "how many", "Deep work"];
        let categories: Vec<Named<'_>> = names.iter().map(|name| Named { name, aliases: &[], client: None }).collect();
        let known = &super::Known { categories: &categories, ..*known };
        let ask = |name: &str| {
            let form = Form { about: About::Category(name.to_owned()), ..Form::default() };
            form.question(&[], known, Language::En)
        };
        assert_eq!(ask("Deep work").as_deref(), Some("How much time did I spend on Deep work this week?"));
        assert_eq!(ask("not there"), None);
        for name in names {
            for form in forms(&[About::Category(name.to_owned())]) {
                let Some(text) = form.question(&[], known, Language::En) else { continue };
                let Some(Understood::Plan(plan)) = understand(&text, &[], known) else { panic!("{text}") };
                assert_eq!(plan.only.category.as_deref(), Some(name), "{text}");
            }
        }
    });
}
