//! The kind of a topic, told by its words, in either language.
//!
//! - K1 Whatever the words are, they are of one kind; those that tell none are of the general one.

use super::super::hear::{Words, mentions};

/// A kind of topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TopicKind {
    /// Skill: baking bread, playing the guitar.
    Skill,
    /// Field of knowledge: statistics, the history of Rome.
    Subject,
    /// Task with a due date: an exam, a talk.
    Task,
    /// Sport that is trained for: running ten kilometres.
    Sport,
    /// A language.
    Language,
    /// Event with guests and a day: a wedding.
    Event,
    /// Anything else.
    General,
}

const SPORT: Words = (
    "marathon running jogging triathlon 5k 10k km swim* cycling yoga pilates tennis football soccer basketball volleyball \
     badminton climbing bouldering ski skiing snowboard* surf* gym fitness workout* pushups push-ups pull-ups karate judo \
     boxing rowing hiking skating golf",
    "跑步 跑 马拉松 公里 游泳 骑行 骑车 瑜伽 健身 网球 足球 篮球 排球 羽毛球 乒乓球 攀岩 滑雪 滑冰 太极 拳击 俯卧撑 引体向上 徒步 减脂",
);
const TASK: Words = (
    "exam exams test tests certificate certification presentation a_talk my_talk the_talk speech lecture interview interviews thesis \
     dissertation essay paper report tax taxes defence defense deadline homework assignment audition licence \
     license finals pitch",
    "考试 考研 高考 期末 期中 备考 考级 考证 考过 考上 证书 答辩 演讲 演示 汇报 报告 面试 论文 作业 报税 申请 驾照 求职 竞聘 路演",
);
const SUBJECT: Words = (
    "history statistics math* maths calculus algebra geometry physics chemistry biology philosoph* psycholog* econom* law \
     literature geograph* astronom* theory science* politic* religion* romans sociolog* linguist* finance accounting \
     anatomy medicine geology volcano* climate photosynthesis evolution genetics logic mytholog* archaeolog* ecology \
     anthropolog* culture why",
    "史 统计 数学 微积分 代数 几何 物理 化学 生物 哲学 心理 经济 法律 法学 文学 地理 天文 理论 科学 政治 宗教 社会学 语言学 金融 会计 解剖 \
     医学 地质 火山 气候 光合作用 进化 遗传 逻辑 神话 考古 生态 人类学 文化 为什么",
);
const SKILL: Words = (
    "bak* bread cook* guitar piano violin ukulele cello flute drum* sing singing draw drawing paint painting \
     watercolour* watercolor* knit* sew sewing crochet pottery woodwork* carpent* photograph* danc* garden* juggl* \
     program* coding code rust python javascript java c++ sql excel chess calligraph* origami drive driving brew* \
     embroider* sourdough cocktail* renovat* repair* build sculpt* weav* carv* edit* animat* design* handwriting magic \
     play",
    "烘焙 烤 面包 酸面包 做饭 做菜 烹饪 厨艺 吉他 钢琴 弹琴 小提琴 尤克里里 二胡 古筝 架子鼓 唱歌 声乐 画画 绘画 素描 水彩 油画 编织 缝纫 陶艺 \
     木工 摄影 拍照 跳舞 舞蹈 园艺 种花 编程 写代码 围棋 象棋 书法 折纸 开车 咖啡 剪辑 装修 修理 设计 手工 刺绣 魔术 打字",
);
const LANGUAGE: Words = (
    "language english spanish french german italian portuguese russian japanese korean chinese mandarin cantonese arabic \
     turkish dutch swedish norwegian danish finnish polish czech greek latin hebrew hindi vietnamese thai indonesian \
     esperanto ielts toefl hsk jlpt vocabulary pronunciation",
    "英语 西班牙语 法语 德语 意大利语 葡萄牙语 俄语 日语 韩语 汉语 普通话 粤语 阿拉伯语 土耳其语 荷兰语 瑞典语 希腊语 拉丁语 越南语 泰语 外语 语言 \
     口语 单词 雅思 托福",
);
const EVENT: Words = (
    "wedding party birthday conference festival reunion anniversary ceremony meetup workshop funeral celebration dinner \
     barbecue trip journey holiday vacation exhibition concert retreat event",
    "婚礼 婚宴 派对 聚会 生日 会议 年会 节日 庆典 典礼 纪念日 沙龙 旅行 旅游 度假 展览 音乐会 活动 宴会 团建 婚 葬礼",
);

/// Order in which kinds are looked for: what is due comes before what it is about, and a language last but one, as its
/// name also says where something is from.
const ORDER: [(TopicKind, Words); 6] = [
    (TopicKind::Sport, SPORT),
    (TopicKind::Task, TASK),
    (TopicKind::Subject, SUBJECT),
    (TopicKind::Skill, SKILL),
    (TopicKind::Language, LANGUAGE),
    (TopicKind::Event, EVENT),
];

/// The kind of what a person wrote (K1).
pub fn of(text: &str) -> TopicKind {
    let found = ORDER.iter().find(|(_, known)| mentions(text, *known));
    found.map_or(TopicKind::General, |(kind, _)| *kind)
}

/// Days and times.
pub const DATES: Words = (
    "today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday january february april june july \
     august september october november december next_week this_week next_month this_month weeks months until till deadline easter christmas",
    "今天 明天 后天 今晚 本周 这周 下周 星期 本月 这个月 下个月 月底 月前 年底 之前 截止 一月 二月 三月 四月 五月 六月 七月 八月 九月 \
     十月 十一月 十二月 暑假 寒假 春节",
);

/// Whether a text names a day or a time by which something is to be done.
pub fn has_date(text: &str) -> bool {
    let numbered = text.match_indices('月').any(|(at, _)| text[..at].ends_with(|last: char| last.is_ascii_digit()));
    numbered || mentions(text, DATES)
}

/// All kinds.
#[cfg(test)]
pub const KINDS: [TopicKind; 7] = [
    TopicKind::Skill,
    TopicKind::Subject,
    TopicKind::Task,
    TopicKind::Sport,
    TopicKind::Language,
    TopicKind::Event,
    TopicKind::General,
];

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn k1_topics_are_of_the_kind_a_person_would_name() {
        for (kind, topics) in [
            (
                TopicKind::Skill,
                &[
                    "Learn to bake sourdough bread",
                    "play guitar",
                    "I want to learn Rust",
                    "Chinese cooking",
                    "watercolour painting",
                    "弹钢琴",
                    "第一次做酸面包",
                    "从零开始学编程",
                ][..],
            ),
            (
                TopicKind::Subject,
                &["statistics", "the history of Rome", "Chinese history", "Why is the sky blue?", "微积分", "中国通史"],
            ),
            (
                TopicKind::Task,
                &[
                    "pass my driving exam",
                    "give a talk about volcanoes",
                    "Prepare for a job interview as a data analyst",
                    "do my tax return",
                    "写一篇论文",
                    "下周四的银行数据分析师面试怎么准备",
                ],
            ),
            (TopicKind::Sport, &["run 10 km", "Run a marathon under 4 hours", "learn to swim", "学会游泳", "跑十公里"]),
            (TopicKind::Language, &["learn Spanish", "Spanish for a trip", "我想学西班牙语", "Japanese"]),
            (
                TopicKind::Event,
                &["plan a wedding", "organise a conference", "a trip to Rome", "组织一次会议", "筹办婚礼"],
            ),
            (
                TopicKind::General,
                &["being a better listener", "talk to strangers", "move house", "独立思考", "42", "搬家", ""],
            ),
        ] {
            for topic in topics {
                assert_eq!(of(topic), kind, "{topic}");
            }
        }
        for topic in ["pass my exam in June", "an interview next Thursday", "下周的演讲", "6月的考试"] {
            assert!(has_date(topic), "{topic}");
        }
        for topic in ["bake bread", "the moon", "月亮", "weekly planning", "an hour a week"] {
            assert!(!has_date(topic), "{topic}");
        }
    }

    proptest! {
        #[test]
        fn k1_every_text_has_a_kind(text in ".{0,60}") {
            prop_assert!(KINDS.contains(&of(&text)));
            let _ = has_date(&text);
        }
    }
}
