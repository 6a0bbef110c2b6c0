//! The conversation that is made with one click: three days in Kyoto, with three ways to go on.

use super::personas::{ASSISTANT, default_persona};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::title;
use espalier_command::spec::Text;
use espalier_model::conversation::Provenance;
use espalier_model::example::marked;
use espalier_model::persona::Role;
use espalier_model::{Message, MessageId, RoomId, Session};

/// The most characters of a name that is made of what was said.
pub const NAME: usize = 60;

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

/// Questions with their answers, each after the answer at a place in this list.
const TURNS: [(Option<usize>, Text, Text); 5] = [
    (
        None,
        t(
            "I have three days in Kyoto in mid-November. How would you divide them?",
            "十一月中旬我要去京都玩三天，怎么安排比较好？",
        ),
        t(
            "One part of the city a day, and the famous places before eight in the morning:\n\n\
             1. **East:** Kiyomizu-dera at six, down the lanes of Higashiyama, the Philosopher’s Path in the afternoon.\n\
             2. **West:** Arashiyama by the first train, then Tenryu-ji, whose garden is at its best in November. Ryoan-ji on the way back.\n\
             3. **South and centre:** Fushimi Inari early, then Tofuku-ji for the maples, Nishiki Market and Pontocho in the evening.\n\n\
             Mid-November is the height of the autumn colours: *book rooms and dinners now*, and take trains, as the buses get stuck.",
            "每天只走一片，热门景点早上八点前到：\n\n\
             1. **东山**：六点到清水寺，沿二年坂、三年坂往下走，下午去哲学之道。\n\
             2. **岚山**：坐头班车去，接着看天龙寺，十一月的庭园最美，回程去龙安寺。\n\
             3. **南边和市中心**：一早去伏见稻荷，再到东福寺看红叶，傍晚逛锦市场和先斗町。\n\n\
             十一月中旬正是红叶季：*住处和晚餐现在就要订*，出门坐电车，公交容易堵。",
        ),
    ),
    (
        Some(0),
        t("What if it rains on the second day?", "第二天下雨怎么办？"),
        t(
            "Then swap Arashiyama for places that are good in the rain:\n\n\
             - **Sanjusangen-do:** a thousand golden statues under one roof.\n\
             - **Kyoto National Museum,** across the street.\n\
             - **Nishiki Market:** covered from end to end.\n\
             - A **tea ceremony** in Uji or Gion, which needs a booking the day before.\n\n\
             Moss gardens such as Gio-ji are loveliest in light rain, so keep one if it only drizzles.",
            "那就把岚山换成适合雨天的地方：\n\n\
             - **三十三间堂**：一千尊金色观音，都在室内。\n\
             - **京都国立博物馆**：就在马路对面。\n\
             - **锦市场**：整条街都有顶棚。\n\
             - 在宇治或祇园体验一次**茶道**，要提前一天预约。\n\n\
             祇王寺这样的苔庭在细雨里最好看，雨不大就留着。",
        ),
    ),
    (
        Some(0),
        t("We’re bringing two children, five and eight.", "我们带两个孩子，一个五岁，一个八岁。"),
        t(
            "One temple a day is enough then. What children like:\n\n\
             | Day | Morning | Afternoon |\n|---|---|---|\n\
             | 1 | Fushimi Inari, up to the first pond | Railway Museum |\n\
             | 2 | Monkey park in Arashiyama | Boat or the scenic train |\n\
             | 3 | Nijo Castle with its “nightingale” floors | Manga Museum |\n\n\
             Stay near Kyoto Station: less carrying, and an early dinner is easy to find.",
            "那每天看一座寺就够了，孩子喜欢的是这些：\n\n\
             | 日程 | 上午 | 下午 |\n|---|---|---|\n\
             | 第一天 | 伏见稻荷，走到第一个池塘 | 铁道博物馆 |\n\
             | 第二天 | 岚山猴子公园 | 坐船或嵯峨野小火车 |\n\
             | 第三天 | 二条城，踩踩会“叫”的地板 | 漫画博物馆 |\n\n\
             住在京都站附近：行李少搬，也容易找到早一点的晚饭。",
        ),
    ),
    (
        Some(0),
        t("Keep the plan, but build it around food.", "路线不变，但以吃为主。"),
        t(
            "The same days, with a table as the goal of each:\n\n\
             - **East:** tofu hot pot near Nanzen-ji at noon; *obanzai*, small home-style dishes, in Gion.\n\
             - **West:** soba by the river in Arashiyama; in the evening a counter for *yakitori* near Omiya.\n\
             - **Centre:** breakfast and pickles at Nishiki Market, matcha in Uji, one *kaiseki* dinner on Pontocho.\n\n\
             Only the kaiseki needs a booking weeks ahead. For the rest, come at 11:30 or 17:30.",
            "还是这三天，每天以一顿饭为终点：\n\n\
             - **东山**：中午在南禅寺旁吃汤豆腐，晚上到祇园吃“番菜”，也就是京都家常小菜。\n\
             - **岚山**：河边吃荞麦面，晚上去大宫站附近的吧台吃烤鸡串。\n\
             - **市中心**：锦市场吃早饭、买腌菜，去宇治喝抹茶，在先斗町吃一顿怀石料理。\n\n\
             只有怀石料理要提前几周订，其余的十一点半或五点半去就行。",
        ),
    ),
    (
        Some(3),
        t("Where can I get breakfast before eight?", "早上八点前去哪儿吃早饭？"),
        t(
            "Few kitchens are open that early, but these kinds are:\n\n\
             - **Coffee houses** (*kissaten*): from about seven, with thick toast and an egg.\n\
             - **Bakeries** around Kyoto Station and Karasuma: from seven; Kyoto eats more bread than almost any city in Japan.\n\
             - **Your hotel,** if it has a Japanese breakfast: worth it once.\n\n\
             Hours change, so check them on the map the evening before.",
            "这么早开门的店不多，可以找这几类：\n\n\
             - **老咖啡馆**（喫茶店）：七点左右开，有厚切吐司和鸡蛋。\n\
             - **面包店**：京都站和乌丸一带七点开，京都人吃面包在日本数一数二。\n\
             - **酒店**：如果有日式早餐，值得吃一次。\n\n\
             营业时间会变，前一晚在地图上再确认一下。",
        ),
    ),
];

/// The example in a language, all of it made now; its last branch is shown.
pub fn example(language: Language, env: &mut Env) -> (Session, Vec<Message>) {
    let mut session = Session::new(marked(RoomId::Chat, env.id()), env.now);
    let persona = default_persona(language);
    let provenance = Provenance { persona: Some(ASSISTANT), persona_name: Some(persona.name), ..Provenance::default() };
    let mut messages: Vec<Message> = Vec::new();
    let mut answers: Vec<MessageId> = Vec::new();
    for (after, question, answer) in &TURNS {
        let before = after.and_then(|after| answers.get(after).copied());
        let said = question.get(language);
        let asked = Message::new(env.id(), session.id, before, Role::User, said, env.now);
        let mut told =
            Message::new(env.id(), session.id, Some(asked.id), Role::Assistant, answer.get(language), env.now);
        told.provenance = Box::new(provenance.clone());
        answers.push(told.id);
        messages.extend([asked, told]);
    }
    session.name = title(TURNS[0].1.get(language), NAME);
    session.persona = Some(ASSISTANT);
    session.active_leaf = answers.last().copied();
    (session, messages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::text::is_han;
    use espalier_base::time::Timestamp;
    use espalier_model::conversation::tree::Tree;
    use espalier_model::example::is_example;

    #[test]
    fn there_are_three_branches_in_both_languages_and_the_text_is_small() {
        let mut env = Env::deterministic(Timestamp(1_700_000_000_000), 1);
        for language in [Language::En, Language::Zh] {
            let (session, messages) = example(language, &mut env);
            assert!(is_example(RoomId::Chat, session.id) && messages.iter().all(|row| row.session == session.id));
            let tree = Tree::of(messages.iter());
            assert!(tree.repairs.is_empty());
            let leaf = |row: &&Message| !messages.iter().any(|other| other.parent == Some(row.id));
            assert_eq!(messages.iter().filter(leaf).count(), 3);
            assert_eq!(tree.path(tree.active_leaf(&session)).len(), 6);
            assert!(messages.iter().map(|row| row.text().len()).sum::<usize>() < 3_400);
            assert_eq!(session.name.chars().any(is_han), language == Language::Zh);
        }
    }
}
