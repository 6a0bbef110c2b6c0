//! Wide goals: areas in one word, each with narrower ones to choose from.

use super::cues;
use super::flow::Flow;
use super::heard::{Heard, heard, wishes_something};
use super::interview::{Card, Profile};
use espalier_base::language::Language;
use espalier_command::spec::Text;

/// An area that is too wide for a course.
#[derive(Debug, Clone, Copy)]
pub struct Area {
    /// Its names in small letters, with bars between them; none for what is wanted without saying what.
    names: &'static str,
    /// Narrower ones; the last one is the whole of it.
    options: [Text; 4],
}

const fn area(names: &'static str, options: [Text; 4]) -> Area {
    Area { names, options }
}

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const QUESTION: Text =
    t("That’s a wide field. Which of these comes closest?", "这个范围很广，下面哪个更接近你想学的？");
const ANYTHING: Text =
    t("Then let’s find something. Which of these appeals to you?", "那我们一起找找看，哪个更吸引你？");

/// Areas of courses; the first is for those who want anything.
pub const AREAS: &[Area] = &[
    area(
        "",
        [
            t("A language", "一门语言"),
            t("Something creative", "艺术创作"),
            t("Computers and programming", "电脑与编程"),
            t("Cooking for every day", "日常做饭"),
        ],
    ),
    area(
        "history|world history in general|the past|历史|历史学",
        [
            t("Chinese history", "中国通史"),
            t("World history", "世界史"),
            t("Modern history", "近现代史"),
            t("An overview of history", "历史概览"),
        ],
    ),
    area(
        "art|arts|the arts|fine art|something creative|艺术|美术|艺术创作",
        [
            t("Drawing and painting", "素描与绘画"),
            t("Art history", "艺术史"),
            t("Photography", "摄影"),
            t("An overview of the arts", "艺术概览"),
        ],
    ),
    area(
        "music|音乐",
        [
            t("Playing an instrument", "学一种乐器"),
            t("Singing", "唱歌"),
            t("Music theory", "乐理"),
            t("An overview of music", "音乐概览"),
        ],
    ),
    area(
        "language|languages|a language|a foreign language|foreign languages|a new language|语言|外语|一门语言|一门外语",
        [t("English", "英语"), t("Spanish", "西班牙语"), t("Japanese", "日语"), t("French", "法语")],
    ),
    area(
        "programming|coding|to code|code|computers|computer science|computers and programming|it|编程|写代码|电脑|计算机|电脑与编程",
        [
            t("Programming with Python", "Python编程"),
            t("Building websites", "制作网站"),
            t("Working with data", "数据处理"),
            t("An overview of computing", "计算机概览"),
        ],
    ),
    area(
        "science|the sciences|natural science|科学|自然科学|理科",
        [
            t("Physics", "物理"),
            t("Biology", "生物"),
            t("Astronomy", "天文学"),
            t("An overview of the sciences", "自然科学概览"),
        ],
    ),
    area(
        "math|maths|mathematics|数学",
        [
            t("Statistics", "统计学"),
            t("Calculus", "微积分"),
            t("Everyday mathematics", "生活中的数学"),
            t("An overview of mathematics", "数学概览"),
        ],
    ),
    area(
        "cooking|to cook|cook|food|做饭|做菜|烹饪|厨艺|美食",
        [
            t("Cooking for every day", "日常做饭"),
            t("Baking bread and cakes", "烘焙面包和蛋糕"),
            t("Chinese cooking", "中国菜"),
            t("The basics of cooking", "烹饪入门"),
        ],
    ),
    area(
        "sport|sports|fitness|exercise|运动|体育|健身",
        [
            t("Running", "跑步"),
            t("Swimming", "游泳"),
            t("Strength training", "力量训练"),
            t("General fitness", "全面健身"),
        ],
    ),
    area(
        "business|economics|economy|finance|money|management|商业|经济|经济学|金融|理财|管理",
        [
            t("Personal finance", "个人理财"),
            t("Starting a business", "创业"),
            t("Leading a team", "带团队"),
            t("An overview of economics", "经济学概览"),
        ],
    ),
    area(
        "psychology|心理|心理学",
        [
            t("Habits and motivation", "习惯与动力"),
            t("Child psychology", "儿童心理"),
            t("Stress and resilience", "压力与韧性"),
            t("An overview of psychology", "心理学概览"),
        ],
    ),
    area(
        "philosophy|哲学",
        [
            t("Ancient Chinese thought", "先秦思想"),
            t("Greek philosophy", "古希腊哲学"),
            t("Ethics", "伦理学"),
            t("An overview of philosophy", "哲学概览"),
        ],
    ),
    area(
        "literature|books|文学",
        [
            t("Classical Chinese poetry", "古诗词"),
            t("World novels", "世界名著"),
            t("Creative writing", "文学创作"),
            t("An overview of literature", "文学概览"),
        ],
    ),
    area(
        "design|设计",
        [
            t("Graphic design", "平面设计"),
            t("Interior design", "室内设计"),
            t("Designing apps and websites", "界面设计"),
            t("An overview of design", "设计概览"),
        ],
    ),
    area(
        "technology|ai|artificial intelligence|科技|技术|人工智能",
        [
            t("How AI works", "人工智能的原理"),
            t("Using AI every day", "日常使用人工智能"),
            t("Electronics", "电子技术"),
            t("An overview of technology", "科技概览"),
        ],
    ),
];

/// The area that the goal is no more than; the first where there is none and something was wished for.
fn area_of(flow: &Flow, profile: &Profile, said: &str) -> Option<&'static Area> {
    let known = cues::topic_of(flow, profile).to_lowercase();
    let goal = flow.fields.first()?.name;
    if !profile.contains_key(goal) {
        let is_left = matches!(heard(said), Some(Heard::Leave | Heard::Skip));
        return flow.areas.first().filter(|_| is_left || wishes_something(said));
    }
    flow.areas.iter().skip(1).find(|area| area.names.split('|').any(|name| name == known))
}

/// The card that narrows a wide goal.
pub fn card(flow: &Flow, profile: &Profile, said: &str, language: Language) -> Option<Card> {
    let area = area_of(flow, profile, said)?;
    let goal = flow.fields.first()?.name;
    let is_known = profile.contains_key(goal);
    Some(Card {
        question: if is_known { QUESTION } else { ANYTHING }.get(language).to_owned(),
        options: area.options.iter().map(|option| option.get(language).to_owned()).collect(),
        field: Some(goal),
        skip: is_known,
        several: false,
    })
}

/// Whether a card narrows a goal.
pub fn is_of(flow: &Flow, card: &Card) -> bool {
    let is = |area: &Area| {
        let same = |language| area.options.iter().map(|option| option.get(language)).eq(card.options.iter());
        same(Language::En) || same(Language::Zh)
    };
    card.field == flow.fields.first().map(|field| field.name) && flow.areas.iter().any(is)
}

/// Whether the goal is still to be narrowed.
pub fn is_due(flow: &Flow, profile: &Profile) -> bool {
    flow.fields.first().is_some_and(|goal| !profile.contains_key(goal.name)) || area_of(flow, profile, "").is_some()
}
