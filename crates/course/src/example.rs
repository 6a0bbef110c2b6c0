//! The course that is made with one click: sourdough bread, begun some days ago.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::flow::COURSE;
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_model::MessageId;
use espalier_model::RoomId;
use espalier_model::course::{Chapter, Course, Difficulty, FieldAnswer, Outline, Section, Snapshot};
use espalier_model::example::marked;

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

/// The answers, by field; those with several parts were chosen among options.
const SAID: [(&str, bool, Text); 4] = [
    ("goal", false, t("Bake a good sourdough loaf at home", "在家烤出好吃的酸种面包")),
    ("background", true, t("I know the basics", "略知一二")),
    ("targetOutcome", true, t("Make something myself", "做出自己的作品")),
    ("cognitiveStyle", true, t("By doing", "边做边学")),
];

const TITLE: Text = t("Sourdough bread at home", "在家做酸种面包");
const ABOUT: Text = t(
    "From flour and water to a loaf with an open crumb: keep a starter, read the dough, shape and bake it, and find out what went wrong.",
    "从面粉和水到一只气孔漂亮的面包：养好酵种，看懂面团，整形、烘烤，并学会找出问题所在。",
);
const REASON: Text = t(
    "You have baked before and learn by doing, so every part ends with something to bake or to look at.",
    "你有一点烘焙基础，又喜欢边做边学，所以每个模块最后都有可以动手做或仔细观察的东西。",
);
/// The chapters that are done: the first so many.
const DONE: usize = 4;
/// The chapter whose lesson was outlined, from the beginning.
const LESSON_OF: usize = 3;
const LESSON: Text = t(
    "1. Take 20 g of starter, 50 g of flour and 50 g of water at 28 °C.\n2. Mark the height on the jar, and look every two hours.\n3. Note when it has doubled, and when it falls again: that is your time for baking.\n\n**Try it:** put a spoonful into water. If it floats, it is ready.",
    "1. 取20克酵种、50克面粉和50克28℃的水，搅匀。\n2. 在罐子上标出高度，每两小时看一次。\n3. 记下涨到两倍和开始回落的时间，这段时间最适合做面包。\n\n**试一试**：舀一勺放进水里，浮起来就可以用了。",
);

#[rustfmt::skip]
const SECTIONS: [(Text, [(Text, Text); 3]); 4] = [
    (t("The starter", "酵种"), [
        (t("Flour, water, time", "面粉、水和时间"), t("What lives in a starter, and why rye wakes it up fastest.", "酵种里有什么，为什么黑麦粉启动最快。")),
        (t("A starter in seven days", "七天养成酵种"), t("Day by day: amounts, smells, and what to throw away.", "逐日说明：用量、气味、该倒掉多少。")),
        (t("Feeding and keeping it", "喂养与保存"), t("On the worktop or in the fridge; what to do after a holiday.", "室温还是冷藏，度假回来怎么救活。")),
    ]),
    (t("The dough", "面团"), [
        (t("When is the starter ready?", "酵种什么时候能用？"), t("Doubling, the float test, and a diary for your kitchen.", "涨到两倍、浮水测试，以及一份自家厨房的记录。")),
        (t("Percentages and a first recipe", "烘焙百分比与第一个配方"), t("Why bakers count in percent: 100 flour, 70 water, 20 starter, 2 salt.", "面包师为什么用百分比：面粉100、水70、酵种20、盐2。")),
        (t("Folding instead of kneading", "用折叠代替揉面"), t("Four rounds in two hours, and how the dough should feel each time.", "两小时内折叠四次，每次面团该是什么手感。")),
    ]),
    (t("Shape and rest", "整形与发酵"), [
        (t("Reading the bulk rise", "看懂基础发酵"), t("Half as much again, a domed edge, bubbles: signs instead of a clock.", "体积增大一半、边缘鼓起、有气泡：看状态，不看钟。")),
        (t("Tension on the skin", "让表面绷紧"), t("Pre-shape, rest, final shape; round and oval.", "预整形、松弛、最后整形，圆形和椭圆形。")),
        (t("A night in the fridge", "冷藏过夜"), t("More taste, easier scoring, and bread when it suits you.", "风味更足，更好割包，时间也随你安排。")),
    ]),
    (t("Bake and judge", "烘烤与判断"), [
        (t("Heat and steam", "温度与蒸汽"), t("A hot pot with a lid: 20 minutes closed, 25 open.", "预热的带盖铸铁锅：盖着烤20分钟，揭盖烤25分钟。")),
        (t("Scoring", "割包"), t("One cut, a flat blade, half a centimetre deep.", "一刀，刀片放平，深约半厘米。")),
        (t("What the crumb tells you", "从切面找问题"), t("Too young, too old, just right: three loaves compared.", "发酵不足、过度、刚好：三只面包对比。")),
    ]),
];

/// The example in a language, all of it made now.
pub fn example(language: Language, env: &mut Env) -> Course {
    let say = |text: Text| text.get(language).to_owned();
    let said = |(field, is_chosen, text): &(&str, bool, Text)| {
        let said = if *is_chosen { FieldAnswer::Chosen(vec![say(*text)]) } else { FieldAnswer::Words(say(*text)) };
        ((*field).to_owned(), said)
    };
    let profile: BTreeMap<String, FieldAnswer> = SAID.iter().map(said).collect();
    let mut course = Course::new(marked(RoomId::Course, env.id()), COURSE.id, env.now);
    let mut count = 0;
    let mut chapter = |(title, snippet): &(Text, Text), env: &mut Env| {
        count += 1;
        let lesson = if count == LESSON_OF + 1 { say(LESSON) } else { String::new() };
        Chapter { id: env.id(), title: say(*title), snippet: say(*snippet), lesson, done: count <= DONE }
    };
    let sections = SECTIONS.iter().map(|(title, chapters)| {
        let id = env.id();
        Section { id, title: say(*title), chapters: chapters.iter().map(|row| chapter(row, env)).collect() }
    });
    course.outline = Some(Outline {
        title: say(TITLE),
        description: say(ABOUT),
        difficulty: Difficulty::Beginner,
        estimated_minutes: 540,
        sections: sections.collect(),
        reason: say(REASON),
        made_at: env.now,
        completed_here: false,
        template: false,
        unfinished: None,
        made_for: profile.clone(),
        remade: String::new(),
    });
    let moment = Snapshot { profile: profile.clone(), task: None };
    course.moments.insert(MessageId::from_uuid(Uuid::nil()), moment);
    course.profile = profile;
    course
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interview;
    use espalier_base::time::Timestamp;
    use espalier_model::example::is_example;

    #[test]
    fn the_interview_is_answered_and_a_third_of_the_chapters_is_done_in_both_languages() {
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 1);
        for language in [Language::En, Language::Zh] {
            let course = example(language, &mut env);
            assert!(is_example(RoomId::Course, course.id));
            assert_eq!(course.outline.as_ref().map(Outline::progress), Some((4, 12)));
            assert!(course.outline.as_ref().is_some_and(|outline| !outline.is_stale(&course.profile)));
            for field in COURSE.fields {
                let said = course
                    .profile
                    .get(field.name)
                    .map(|said| interview::answer_text(said, language))
                    .unwrap_or_default();
                assert!(!said.is_empty(), "{}", field.name);
                // What was chosen is one of the options that are shown.
                assert!(
                    field.options.is_empty() || field.options.iter().any(|option| option.get(language) == said),
                    "{said}"
                );
            }
        }
    }
}
