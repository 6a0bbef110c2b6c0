//! Questions as people put them: none is answered wrongly, and enough of them are answered.

use super::oracle::{CHINESE, ENGLISH, Kinds, Log, brief};
use super::{Understood, truth, understand};
use espalier_base::language::Language;

/// The days that the files name by a word.
fn days(word: &str) -> String {
    let month = |number: u32, last: u32| format!("2026-{number:02}-01..2026-{number:02}-{last}");
    match word {
        "mar" => month(3, 31),
        "apr" => month(4, 30),
        "may" => month(5, 31),
        "jun" => month(6, 30),
        "jul" => month(7, 31),
        "aug" => month(8, 31),
        "sep" => month(9, 30),
        "oct" => month(10, 31),
        "nov" => "2026-11-01..2026-11-22".to_owned(),
        "year" => "2026-01-01..2026-11-22".to_owned(),
        "all" => "2026-02-23..2026-11-22".to_owned(),
        "week" => "2026-11-16..2026-11-22".to_owned(),
        "lastweek" => "2026-11-09..2026-11-15".to_owned(),
        "today" => "2026-11-22".to_owned(),
        "yest" => "2026-11-21".to_owned(),
        other => other.to_owned(),
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
pub enum Verdict {
    Right,
    Refused,
    Wrong,
}

/// Checks how a question is understood against its expected meanings; ` // ` stands between two that are both right.
pub fn judge(log: &Log, question: &str, earlier: &[&str], meanings: &str, language: Language) -> (Verdict, String) {
    let judged = meanings.split(" // ").map(|meaning| judge_one(log, question, earlier, meaning, language));
    judged.min_by_key(|(verdict, _)| *verdict).unwrap_or((Verdict::Wrong, String::new()))
}

fn judge_one(log: &Log, question: &str, earlier: &[&str], meaning: &str, language: Language) -> (Verdict, String) {
    log.with_known(|known| {
        let plan = match understand(question, earlier, known) {
            Some(Understood::Plan(plan)) => plan,
            other => {
                let verdict = if meaning == "refuse" { Verdict::Right } else { Verdict::Refused };
                return (verdict, format!("{other:?}"));
            }
        };
        let said = brief(&plan);
        let wanted: Vec<&str> = meaning.splitn(3, ';').map(str::trim).collect();
        let got: Vec<&str> = said.splitn(3, ';').map(str::trim).collect();
        let [kind, range, rest] = wanted[..] else { return (Verdict::Wrong, said) };
        let rest = rest.split(' ').map(days).collect::<Vec<_>>().join(" ");
        let same_days = if range == "*" { !plan.says_days } else { days(range) == got[1] };
        if kind != got[0] || !same_days || rest != got[2] {
            return (Verdict::Wrong, said);
        }
        let answer = truth::said(log, &plan, language);
        let expected = truth::expected(log, &plan, language);
        let missing: Vec<&String> = expected.iter().filter(|part| !answer.contains(*part)).collect();
        let verdict = if missing.is_empty() { Verdict::Right } else { Verdict::Wrong };
        (verdict, format!("{said}, answered {answer} without {missing:?}"))
    })
}

fn lines(text: &'static str) -> Vec<(&'static str, &'static str)> {
    text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" | ")).collect()
}

/// Percent of the questions with an answer that are answered at least.
const RATE: usize = 61;
/// The same of questions that were not looked at when the rules were written.
const HELD_OUT_RATE: usize = 37;

#[test]
fn people_are_understood() {
    let files = [
        (ENGLISH, Language::En, include_str!("../../tests/questions/english.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/counted.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/chinese.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/more_english.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/more_chinese.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/varied_english.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/varied_chinese.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/fresh_english.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/fresh_chinese.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/fresh_english_two.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/fresh_chinese_two.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/fresh_english_three.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/fresh_english_four.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/fresh_english_five.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/fresh_chinese_three.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/fresh_chinese_four.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/fresh_chinese_five.txt")),
    ];
    check(&files, RATE);
}

/// Questions written by someone who had not seen the rules.
#[test]
fn people_who_do_not_know_the_rules_are_not_answered_wrongly() {
    let files = [
        (ENGLISH, Language::En, include_str!("../../tests/questions/held_out_english.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/held_out_chinese.txt")),
        (ENGLISH, Language::En, include_str!("../../tests/questions/held_out_english_two.txt")),
        (CHINESE, Language::Zh, include_str!("../../tests/questions/held_out_chinese_two.txt")),
    ];
    check(&files, HELD_OUT_RATE);
}

fn check(files: &[(Kinds, Language, &'static str)], rate: usize) {
    let (mut all, mut right, mut declined, mut wrong) = (0, 0, 0, Vec::new());
    let mut refused = Vec::new();
    for &(kinds, language, text) in files {
        let log = Log::new(&kinds, 7);
        let before = (all, right, refused.len(), wrong.len(), declined);
        for (question, meaning) in lines(text) {
            all += 1;
            let (earlier, question) = question.split_once(" >> ").unwrap_or(("", question));
            let earlier: Vec<&str> = Some(earlier).filter(|text| !text.is_empty()).into_iter().collect();
            match judge(&log, question, &earlier, meaning, language) {
                (Verdict::Right, _) if meaning == "refuse" => declined += 1,
                (Verdict::Right, _) => right += 1,
                (Verdict::Refused, said) => refused.push(format!("{question}: {said} and not {meaning}")),
                (Verdict::Wrong, said) => wrong.push(format!("{question}: {said} and not {meaning}")),
            }
        }
        let [all, right, refused, wrong] =
            [all - before.0, right - before.1, refused.len() - before.2, wrong.len() - before.3];
        let none = declined - before.4;
        eprintln!("{all} questions: {right} answered, {refused} declined, {none} without an answer, {wrong} wrong");
    }
    let (asked, refused_count) = (all - declined, refused.len());
    eprintln!("all {all}: {right} answered, {refused_count} declined, {declined} without an answer: {refused:#?}");
    assert!(wrong.is_empty(), "wrong: {wrong:#?}");
    assert!(right * 100 >= asked * rate, "{right} of {asked} answered, refused: {refused:#?}");
}
