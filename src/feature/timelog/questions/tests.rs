use super::*;
use crate::base::date::{LocalDate, Weekday};
use crate::base::time::Timestamp;
use crate::base::zone::Zone;
use crate::feature::timelog::calendar::Calendar;
use crate::feature::timelog::grounding;
use crate::feature::timelog::tools::{Found, Sums};
use proptest::prelude::*;

thread_local! {
    static CALENDAR: Calendar = Calendar::new(&Zone::new("Europe/Berlin"), Weekday::Monday);
}

fn with_known<T>(look: impl FnOnce(&Known) -> T) -> T {
    let aliases = ["学习".to_owned(), "learning".to_owned()];
    let sport = ["运动".to_owned()];
    let thesis = ["毕业论文".to_owned()];
    let named = |name, aliases| Named { name, aliases };
    let categories =
        [named("Study", &aliases[..]), named("Work", &[]), named("Sport", &sport), named("Deep work", &[])];
    let goals = [named("Master thesis", &thesis[..]), named("Marathon", &[])];
    // A Wednesday.
    let around = Around {
        today: "2026-03-18".parse().unwrap(),
        week_start: Weekday::Monday,
        earliest: Some("2025-11-05".parse().unwrap()),
    };
    CALENDAR.with(|calendar| look(&Known { around, calendar, categories: &categories, goals: &goals }))
}

/// The kind and the first call.
fn said(text: &str) -> String {
    with_known(|known| match understand(text, known) {
        None => "nothing".to_owned(),
        Some(Understood::Which(said, names)) => format!("which {said}: {}", names.join(", ")),
        Some(Understood::Plan(plan)) => {
            let calls: Vec<String> = plan
                .calls
                .iter()
                .map(|call| {
                    let arguments = serde_json::Value::from(call.arguments()).to_string().replace('"', "");
                    format!("{}{arguments}", call.tool())
                })
                .collect();
            format!("{:?} {}", plan.kind, calls.join(" "))
        }
    })
}

fn check(table: &[(&str, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter(|(text, expect)| !said(text).starts_with(expect))
        .map(|(text, expect)| format!("{text}: {} and not {expect}", said(text)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn english_questions_are_understood() {
    check(&[
        ("What did I do today?", "Summary aggregate{group_by:[category],range:2026-03-18}"),
        ("Summarize this week", "Summary aggregate{group_by:[category],range:2026-03-16..2026-03-18}"),
        ("This month by category", "ByCategory aggregate{group_by:[category],range:2026-03-01..2026-03-18}"),
        (
            "Compare this month with last month",
            "Compare compare{group_by:category,range_a:2026-03-01..2026-03-18,range_b:2026-02-01..2026-02-28}",
        ),
        ("How are my goals progressing?", "Progress list_goals{end_date:2026-03-31,start_date:2026-03-01}"),
        ("What is my longest streak?", "Streak aggregate{group_by:[],range:2025-11-05..2026-03-18}"),
        ("Which days were unusual lately?", "Unusual aggregate{group_by:[day],range:2026-02-17..2026-03-18}"),
        (
            "How long did I study last week?",
            "HowMuch aggregate{category:Study,group_by:[],range:2026-03-09..2026-03-15}",
        ),
        (
            "how much time did I spend on deep work in February",
            "HowMuch aggregate{category:Deep work,group_by:[],range:2026-02-01..2026-02-28}",
        ),
        (
            "How many hours of work this month?",
            "HowMuch aggregate{category:Work,group_by:[],range:2026-03-01..2026-03-18}",
        ),
        ("How often did I do sport last month?", "HowOften aggregate{category:Sport"),
        (
            "How many sessions of studying since Monday?",
            "HowOften aggregate{category:Study,group_by:[],range:2026-03-16..2026-03-18}",
        ),
        ("What share of my time went to work last week?", "Share aggregate{category:Work"),
        ("What percentage did I spend on the master thesis this year?", "Share aggregate{goal:Master thesis"),
        ("How much do I study per day on average?", "MeanDay aggregate{category:Study"),
        ("average hours per week of sport", "MeanWeek aggregate{category:Sport"),
        ("How much do I work per month?", "MeanMonth aggregate{category:Work"),
        ("average length of a study session", "MeanEntry aggregate{category:Study"),
        ("What is the median day of work last month?", "Median aggregate{category:Work"),
        ("What was my longest study session?", "Longest query_time_entries{category:Study"),
        ("shortest entry this week", "Shortest query_time_entries{end_date:2026-03-18,start_date:2026-03-16}"),
        ("When did I last do sport?", "Last query_time_entries{category:Sport"),
        (
            "When was the first time I worked on the marathon?",
            "First query_time_entries{end_date:2026-03-18,goal:Marathon,start_date:2025-11-05}",
        ),
        (
            "On how many days did I study in February?",
            "ActiveDays aggregate{category:Study,group_by:[],range:2026-02-01..2026-02-28}",
        ),
        ("How many days did I not do sport last month?", "FreeDays aggregate{category:Sport"),
        ("Is my study time increasing?", "Trend aggregate{category:Study,group_by:[week]"),
        ("trend of work this year", "Trend aggregate{category:Work,group_by:[week],range:2026-01-01..2026-03-18}"),
        ("Where are the gaps yesterday?", "Gaps find_gaps{range:2026-03-17}"),
        ("untracked time this week", "Gaps find_gaps{range:2026-03-16..2026-03-18}"),
        ("Do any entries overlap?", "Overlaps find_overlaps"),
        (
            "What did I spend the most time on last week?",
            "Top aggregate{group_by:[category],range:2026-03-09..2026-03-15}",
        ),
        ("What took the least time in February?", "Least aggregate{group_by:[category]"),
        ("Which goal got the most time?", "TopGoals aggregate{group_by:[goal]"),
        ("top tags this month", "TopTags aggregate{group_by:[tag]"),
        ("Which day was the busiest last month?", "BusiestDay aggregate{group_by:[day]"),
        ("quietest day last week", "QuietestDay aggregate{group_by:[day]"),
        ("On which day of the week do I study most?", "BusiestWeekday aggregate{category:Study,group_by:[weekday]"),
        ("At what hour do I work most?", "BusiestHour aggregate{category:Work,group_by:[hour]"),
        ("Which week was the busiest this year?", "BusiestWeek aggregate{group_by:[week]"),
        ("Which month had the most sport?", "BusiestMonth aggregate{category:Sport,group_by:[month]"),
        ("last week by day", "ByDay aggregate{group_by:[day],range:2026-03-09..2026-03-15}"),
        ("work by weekday", "ByWeekday aggregate{category:Work"),
        ("this month by hour", "ByHour aggregate{group_by:[hour]"),
        ("this year week by week", "ByWeek aggregate{group_by:[week]"),
        ("2025 by month", "ByMonth aggregate{group_by:[month],range:2025-01-01..2025-12-31}"),
        ("time per goal this month", "ByGoal aggregate{group_by:[goal]"),
        ("time by tag this month", "ByTag aggregate{group_by:[tag]"),
        ("Which categories do I have?", "Categories list_categories{}"),
        ("What are my goals?", "Goals list_goals"),
        ("How far am I with the master thesis?", "Progress list_goals{end_date:2026-03-31,goal:Master thesis"),
        ("How much is left for the marathon?", "Remaining list_goals{end_date:2026-03-31,goal:Marathon"),
        ("show entries of last Friday", "Entries query_time_entries{end_date:2026-03-13,start_date:2026-03-13}"),
        (
            "which entries mention \"linear algebra\"",
            "Entries query_time_entries{end_date:2026-03-18,start_date:2025-11-05,text:linear algebra}",
        ),
        (
            "Did I spend more time on work or sport last week?",
            "Versus aggregate{category:Work,group_by:[],range:2026-03-09..2026-03-15} aggregate{category:Sport",
        ),
        ("How do I spend my weekends?", "Weekend aggregate{group_by:[weekday]"),
        ("What is running right now?", "Running query_time_entries{end_date:2026-03-18"),
        ("When did I start yesterday?", "StartOfDay query_time_entries{end_date:2026-03-17"),
        ("When did I finish yesterday?", "EndOfDay query_time_entries{end_date:2026-03-17"),
        (
            "Compare study this week",
            "Compare compare{category:Study,range_a:2026-03-16..2026-03-18,range_b:2026-03-09..2026-03-11}",
        ),
        ("how long for #thesis in March", "HowMuch aggregate{group_by:[],range:2026-03-01..2026-03-18,tag:thesis}"),
        ("yesterday", "Summary aggregate{group_by:[category],range:2026-03-17}"),
        ("sport?", "HowMuch aggregate{category:Sport"),
    ]);
}

#[test]
fn chinese_questions_are_understood() {
    check(&[
        ("我今天做了什么？", "Summary aggregate{group_by:[category],range:2026-03-18}"),
        ("总结一下本周", "Summary aggregate{group_by:[category],range:2026-03-16..2026-03-18}"),
        ("本月按分类统计", "ByCategory aggregate{group_by:[category],range:2026-03-01..2026-03-18}"),
        (
            "对比本月和上个月",
            "Compare compare{group_by:category,range_a:2026-03-01..2026-03-18,range_b:2026-02-01..2026-02-28}",
        ),
        ("我的目标进度如何？", "Progress list_goals"),
        ("我最长连续记录了多少天？", "Streak aggregate{group_by:[],range:2025-11-05..2026-03-18}"),
        ("最近有哪些异常的日子？", "Unusual aggregate{group_by:[day]"),
        ("我上周学习了多久？", "HowMuch aggregate{category:Study,group_by:[],range:2026-03-09..2026-03-15}"),
        ("二月份运动花了多少小时", "HowMuch aggregate{category:Sport,group_by:[],range:2026-02-01..2026-02-28}"),
        ("上个月运动了几次？", "HowOften aggregate{category:Sport"),
        ("上周学习占比多少", "Share aggregate{category:Study"),
        ("平均每天学习多长时间？", "MeanDay aggregate{category:Study"),
        ("每周运动多久", "MeanWeek aggregate{category:Sport"),
        ("每个月学习多久", "MeanMonth aggregate{category:Study"),
        ("平均每次学习多久", "MeanEntry aggregate{category:Study"),
        ("本月每天时长的中位数", "Median aggregate"),
        ("最长的一次学习是哪次", "Longest query_time_entries{category:Study"),
        ("本周最短的记录", "Shortest query_time_entries"),
        ("上次运动是什么时候？", "Last query_time_entries{category:Sport"),
        ("第一次运动是什么时候", "First query_time_entries{category:Sport"),
        ("二月有多少天学习了", "ActiveDays aggregate{category:Study"),
        ("上个月有几天没运动", "FreeDays aggregate{category:Sport"),
        ("学习时间的趋势", "Trend aggregate{category:Study,group_by:[week]"),
        ("昨天有哪些空档？", "Gaps find_gaps{range:2026-03-17}"),
        ("有没有重叠的记录", "Overlaps find_overlaps"),
        ("上周什么花的时间最多", "Top aggregate{group_by:[category],range:2026-03-09..2026-03-15}"),
        ("二月哪个分类最少", "Least aggregate"),
        ("哪个目标花的时间最多", "TopGoals aggregate{group_by:[goal]"),
        ("哪个标签用得最多", "TopTags aggregate{group_by:[tag]"),
        ("上个月哪天最忙？", "BusiestDay aggregate{group_by:[day]"),
        ("上周最闲的是哪天", "QuietestDay aggregate{group_by:[day]"),
        ("我星期几学习最多", "BusiestWeekday aggregate{category:Study"),
        ("我哪个时段学习最多", "BusiestHour aggregate{category:Study"),
        ("今年哪一周最忙", "BusiestWeek aggregate{group_by:[week]"),
        ("哪个月运动最多", "BusiestMonth aggregate{category:Sport"),
        ("上周按天", "ByDay aggregate{group_by:[day],range:2026-03-09..2026-03-15}"),
        ("学习按星期统计", "ByWeekday aggregate{category:Study"),
        ("本月按小时", "ByHour aggregate"),
        ("今年逐周", "ByWeek aggregate{group_by:[week],range:2026-01-01..2026-03-18}"),
        ("去年按月", "ByMonth aggregate{group_by:[month],range:2025-01-01..2025-12-31}"),
        ("本月按目标", "ByGoal aggregate{group_by:[goal]"),
        ("本月按标签", "ByTag aggregate{group_by:[tag]"),
        ("我有哪些分类", "Categories list_categories{}"),
        ("我有哪些目标", "Goals list_goals"),
        ("毕业论文的进度", "Progress list_goals{end_date:2026-03-31,goal:Master thesis"),
        ("毕业论文还差多少", "Remaining list_goals{end_date:2026-03-31,goal:Master thesis"),
        ("列出上周五的记录", "Entries query_time_entries{end_date:2026-03-13,start_date:2026-03-13}"),
        (
            "哪些记录提到“线性代数”",
            "Entries query_time_entries{end_date:2026-03-18,start_date:2025-11-05,text:线性代数}",
        ),
        (
            "上周学习和运动哪个多，差别多大",
            "Versus aggregate{category:Study,group_by:[],range:2026-03-09..2026-03-15} aggregate{category:Sport",
        ),
        ("我周末怎么过的", "Weekend aggregate"),
        ("现在正在做什么", "Running query_time_entries"),
        ("昨天几点开始的", "StartOfDay query_time_entries{end_date:2026-03-17"),
        ("昨天几点结束的", "EndOfDay query_time_entries{end_date:2026-03-17"),
        ("前三周学习了多少小时", "HowMuch aggregate{category:Study,group_by:[],range:2026-02-23..2026-03-15}"),
        ("时间都去哪了", "ByCategory aggregate"),
    ]);
}

#[test]
fn o3_names_are_asked_about_or_looked_for() {
    check(&[
        ("How long did I garden last week?", "HowMuch aggregate{group_by:[],range:2026-03-09..2026-03-15,text:garden}"),
        ("我上周园艺花了多久", "HowMuch aggregate{group_by:[],range:2026-03-09..2026-03-15,text:园艺}"),
        ("How long did I do mara last week?", "HowMuch aggregate{goal:Marathon"),
        ("how long wor", "which wor: Work, Deep work"),
        ("how long thesis", "HowMuch aggregate{goal:Master thesis"),
    ]);
}

#[test]
fn o4_what_is_not_understood_has_no_answer() {
    for text in
        ["", "hello", "你好", "write me a poem", "What is the capital of France?", "谢谢", "x".repeat(500).as_str()]
    {
        assert_eq!(said(text), "nothing", "{text}");
    }
}

#[test]
fn the_prompts_of_the_welcome_are_understood() {
    for prompt in PROMPTS {
        for text in [prompt.en, prompt.zh] {
            assert_ne!(said(text), "nothing", "{text}");
        }
        assert_eq!(said(prompt.en).split(' ').next(), said(prompt.zh).split(' ').next());
    }
}

/// Something a tool could have found.
fn finding(call: &Call, seed: i64) -> Finding {
    let range = DateRange { first: "2026-03-09".parse().unwrap(), last: "2026-03-15".parse().unwrap() };
    let sums = |secs: i64| Sums { secs, count: 5, days: 7, active_days: 4, median_secs: secs / 4, streak: 3 };
    let keys: Vec<String> = match call {
        Call::Aggregate(_, groups, _) => match groups.first() {
            None => Vec::new(),
            Some(Group::Day | Group::Week) => vec!["2026-03-09".into(), "2026-03-10".into(), "2026-03-12".into()],
            Some(Group::Month) => vec!["2026-02-01".into(), "2026-03-01".into()],
            Some(Group::Hour) => vec!["9".into(), "14".into()],
            Some(Group::Weekday) => vec!["monday".into(), "saturday".into()],
            Some(_) => vec!["Study".into(), String::new()],
        },
        Call::Goals(..) => vec!["Marathon".into(), "Master thesis".into()],
        _ => vec!["Study".into(), "Work".into()],
    };
    let weights = [3, 2, 1];
    let rows: Vec<Found> = keys
        .into_iter()
        .enumerate()
        .map(|(at, key)| Found {
            keys: vec![key],
            sums: sums(seed * weights[at]),
            other: matches!(call, Call::Compare(..)).then(|| sums(seed * 2)),
            start: Some(Timestamp(1_773_100_000_000)),
            end: (at > 0).then_some(Timestamp(1_773_103_600_000)),
            target_secs: matches!(call, Call::Goals(..)).then_some(seed * 5),
            ..Found::default()
        })
        .collect();
    let total = if rows.is_empty() { sums(seed * 6) } else { sums(rows.iter().map(|row| row.sums.secs).sum()) };
    let compared = matches!(call, Call::Compare(..));
    let other = compared.then_some(DateRange { first: LocalDate(20_500), last: LocalDate(20_506) });
    Finding { range, other, total, other_total: compared.then(|| sums(seed * 4)), rows, entries: Vec::new() }
}

use crate::feature::timelog::tools::Group;

/// Everything an answer says was found, and what was found is said in both languages.
fn answers_are_grounded(seed: i64) {
    with_known(|known| {
        let questions = [
            "What did I do today?",
            "How long did I study last week?",
            "How often sport",
            "share of work",
            "average per day",
            "per week",
            "per month",
            "average session",
            "median",
            "longest",
            "shortest",
            "last time",
            "first time",
            "how many days",
            "how many days not",
            "trend",
            "gaps",
            "overlaps",
            "most",
            "least",
            "which goal",
            "top tags",
            "busiest day",
            "quietest day",
            "which weekday",
            "what hour",
            "which week",
            "which month",
            "by day",
            "by weekday",
            "by hour",
            "by week",
            "by month",
            "by category",
            "by goal",
            "by tag",
            "list categories",
            "my goals",
            "progress",
            "remaining",
            "entries",
            "compare",
            "work or sport, how much",
            "streak",
            "unusual",
            "weekends",
            "running",
            "when did I start",
            "when did I stop",
        ];
        let mut kinds = std::collections::HashSet::new();
        for question in questions {
            let Some(Understood::Plan(plan)) = understand(question, known) else { panic!("{question}") };
            kinds.insert(plan.kind);
            let findings: Vec<Finding> = plan.calls.iter().map(|call| finding(call, seed)).collect();
            for language in [Language::En, Language::Zh] {
                let text = answer(&plan, &findings, known, language).unwrap();
                assert!(!text.is_empty(), "{question}: {text}");
                let marks = grounding::check(&text, &findings, known.calendar, &known.around);
                let wrong: Vec<&str> =
                    marks.iter().filter(|mark| mark.is_wrong()).map(|mark| &text[mark.range.clone()]).collect();
                assert!(wrong.is_empty(), "{question}: {wrong:?} in {text}");
            }
        }
        assert_eq!(kinds.len(), 49, "every kind has an answer");
    });
}

#[test]
fn o1_the_numbers_of_answers_are_those_that_were_found() {
    for seed in [3_600, 7_201, 59, 12_345, 100_000] {
        answers_are_grounded(seed);
    }
}

#[test]
fn answers_read_well() {
    with_known(|known| {
        let say = |question: &str, language| {
            let Some(Understood::Plan(plan)) = understand(question, known) else { panic!("{question}") };
            let findings: Vec<Finding> = plan.calls.iter().map(|call| finding(call, 3_600)).collect();
            answer(&plan, &findings, known, language).unwrap()
        };
        assert_eq!(
            say("How long did I study last week?", Language::En),
            "Study: **6 h** in 2026-03-09 to 2026-03-15, in 5 entries on 4 days."
        );
        assert_eq!(
            say("我上周学习了多久？", Language::Zh),
            "2026-03-09 至 2026-03-15，Study共 **6小时**，5条记录，分布在 4天。"
        );
        assert_eq!(
            say("last week by category", Language::En),
            "all entries in 2026-03-09 to 2026-03-15: **5 h** in 5 entries.\n\n- Study: 3 h (60%)\n- no category: 2 h (40%)"
        );
    });
}

#[test]
fn a_letter_that_grows_when_it_is_folded_is_read() {
    with_known(|known| drop(understand("ȺȺE🢰", known)));
}

proptest! {
    #[test]
    fn any_question_is_read(text in any::<String>(), words in prop::collection::vec(prop::sample::select(WORDS), 0..8)) {
        with_known(|known| {
            for text in [text, words.join(" "), words.join("")] {
                if let Some(Understood::Plan(plan)) = understand(&text, known) {
                    assert!(!plan.calls.is_empty() && plan.range.first <= plan.range.last);
                }
            }
        });
    }
}

const WORDS: &[&str] = &[
    "how",
    "long",
    "last week",
    "study",
    "学习",
    "多久",
    "上周",
    "compare",
    "\"",
    "#a",
    "比",
    "average",
    "day",
    "3月",
    "?",
    "最长",
    "运动",
];
