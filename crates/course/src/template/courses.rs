//! The parts of a course of each kind.

use super::kind::TopicKind;
use super::{Part, t};
use espalier_command::spec::Text;

/// The parts that courses of a kind are made of.
#[derive(Debug)]
pub struct Parts {
    /// For those who are new to it.
    pub start: Part,
    /// For those who know little.
    pub basics: Part,
    /// For those who are not experts.
    pub practise: Part,
    /// For those who know something.
    pub check: Part,
    /// For those who know a lot.
    pub deeper: Part,
    /// The last part, by outcome.
    pub ends: [Part; 4],
    /// The last part where no outcome was given.
    pub alone: Part,
    /// Advice added for those who learn by doing, by reading, from examples.
    pub styles: [Text; 3],
}

/// The parts for a kind.
pub const fn parts(kind: TopicKind) -> &'static Parts {
    match kind {
        TopicKind::Skill => &SKILL,
        TopicKind::Subject => &SUBJECT,
        TopicKind::Task => &TASK,
        TopicKind::Sport => &SPORT,
        TopicKind::Language => &LANGUAGE,
        TopicKind::Event => &EVENT,
        TopicKind::General => &GENERAL,
    }
}

const UNDERSTAND: Part = (
    t("Understanding it properly", "真正理解"),
    &[
        t("Explain it in your own words", "用自己的话讲清楚"),
        t("Connect it with something you already know", "和已经知道的东西联系起来"),
    ],
);
const WORK: Part = (
    t("Using it at work", "用到工作中"),
    &[
        t("Choose one task at work to use it on", "选一件工作中的事来用它"),
        t("Make it part of the working week", "让它成为每周工作的一部分"),
    ],
);
const OWN: Part = (
    t("Making something yourself", "自己的作品"),
    &[
        t("Choose what to make", "选定要做的作品"),
        t("Build it in small steps", "分小步完成"),
        t("Show it and improve it", "展示并改进"),
    ],
);
const EXAM: Part = (
    t("Preparing for the exam", "备考"),
    &[
        t("What’s on the exam and how it’s marked", "考查内容与评分方式"),
        t("Practice with past questions", "练习往年题目"),
        t("A timed mock exam", "限时模拟考试"),
        t("Close the remaining gaps", "查漏补缺"),
    ],
);
const ENDS: [Part; 4] = [UNDERSTAND, WORK, OWN, EXAM];

const SKILL: Parts = Parts {
    start: (
        t("Your first try", "第一次动手"),
        &[
            t("Get the few things you need, nothing more", "备齐必需的几样东西"),
            t("Watch someone skilled do it from start to finish", "完整看一遍熟手怎么做"),
            t("Try the simplest version yourself", "自己动手做最简单的一版"),
        ],
    ),
    basics: (
        t("The basic techniques", "基本功"),
        &[
            t("Find the three techniques everything else builds on", "找出最关键的三项技巧"),
            t("Practise each one slowly, on its own", "把每一项单独慢练"),
            t("Put them together", "把它们连起来"),
        ],
    ),
    practise: (
        t("Getting reliable", "练到稳定"),
        &[
            t("Repeat one thing until it works every time", "把同一件事练到每次都成功"),
            t("The usual beginner’s mistakes and how to fix them", "新手常犯的错误和纠正办法"),
            t("Change one thing at a time and compare", "每次只改一处，比较结果"),
        ],
    ),
    check: (
        t("Where your skill stands", "看看现在的水平"),
        &[
            t("Record or photograph a typical result", "录下或拍下一次平时的成果"),
            t("Name the two weakest points", "找出最弱的两处"),
        ],
    ),
    deeper: (
        t("From good to excellent", "精益求精"),
        &[
            t("Take apart the work of someone you admire", "拆解一位高手的作品"),
            t("Practise the hardest part on its own", "单独攻克最难的部分"),
            t("Ask an expert for blunt feedback", "请高手直言点评"),
        ],
    ),
    ends: ENDS,
    alone: (
        t("Without help", "独立完成"),
        &[
            t("Do it from start to finish without instructions", "不看说明，从头到尾做一次"),
            t("Write down your own way of doing it", "写下自己的做法"),
        ],
    ),
    styles: [
        t("Fifteen minutes of practice a day, starting today", "从今天起每天练十五分钟"),
        t("A good handbook, one section before each session", "选一本好教程，每次练习前读一节"),
        t("Five good examples and what they have in common", "收集五个好例子，找出共同点"),
    ],
};

const SUBJECT: Parts = Parts {
    start: (
        t("The big picture", "先看全貌"),
        &[
            t("The questions this field tries to answer", "这个领域想回答哪些问题"),
            t("The whole field on one page, as a map or timeline", "用一页纸画出整体脉络"),
            t("The twenty words that come up everywhere", "最常出现的二十个词"),
        ],
    ),
    basics: (
        t("The main ideas", "核心内容"),
        &[
            t("Three ideas that explain most of it", "最能说明问题的三个观点"),
            t("How they hang together", "它们之间的联系"),
            t("Explain each one without notes", "不看笔记，逐一讲清楚"),
        ],
    ),
    practise: (
        t("Working with the ideas", "学会运用"),
        &[
            t("One case in detail", "细读一个典型案例"),
            t("What is often misunderstood", "常见的误解"),
            t("Apply it to something in the news", "用它分析一条新闻"),
        ],
    ),
    check: (
        t("What you know already", "已经掌握了什么"),
        &[
            t("Sketch the field from memory", "凭记忆画出知识结构"),
            t("List what you couldn’t explain", "列出讲不清楚的地方"),
        ],
    ),
    deeper: (
        t("Where experts disagree", "专家的分歧"),
        &[
            t("Read one original source", "读一份原始文献"),
            t("Compare two opposing views", "比较两种对立的观点"),
            t("Take a side and defend it in writing", "选定立场，写文章论证"),
        ],
    ),
    ends: ENDS,
    alone: (
        t("A question of your own", "自己的问题"),
        &[
            t("Choose a question and look for the answer", "选一个问题，自己找答案"),
            t("Write the answer up on two pages", "把答案写成两页文章"),
        ],
    ),
    styles: [
        t("A set of exercises after every part", "每学完一部分做一组练习"),
        t("One introduction and one standard work", "一本入门书和一本权威著作"),
        t("Three real cases to come back to", "选三个真实案例，反复对照"),
    ],
};

const TASK: Parts = Parts {
    start: (
        t("What is expected", "弄清要求"),
        &[
            t("The exact requirements and how they’re judged", "具体要求和评判标准"),
            t("Two or three good examples from earlier years", "看两三份往年的好例子"),
            t("Fixed hours in the calendar", "在日历上留出固定时间"),
        ],
    ),
    basics: (
        t("Covering the ground", "过一遍内容"),
        &[
            t("List everything that may come up", "列出可能涉及的内容"),
            t("Learn what counts most first", "先学最重要的部分"),
            t("Sum up each part on one card", "每部分总结成一张卡片"),
        ],
    ),
    practise: (
        t("Rehearsing", "演练"),
        &[
            t("A first run with notes", "看着笔记走一遍"),
            t("Work on the places where you got stuck", "逐个解决卡住的地方"),
            t("A second run without notes", "不看笔记再来一遍"),
        ],
    ),
    check: (
        t("How far along you are", "看看还差多少"),
        &[
            t("A trial run under real conditions", "按真实条件试一次"),
            t("Rank the gaps by what they cost you", "把薄弱处按影响大小排序"),
        ],
    ),
    deeper: (
        t("The last few points", "最后冲刺"),
        &[
            t("The hardest questions you can find", "专攻最难的问题"),
            t("The same in half the time", "用一半的时间完成"),
            t("Questions from someone who knows it well", "请内行人来提问"),
        ],
    ),
    ends: ENDS,
    alone: (
        t("The day itself", "当天"),
        &[
            t("A full rehearsal with a clock", "计时完整彩排一次"),
            t("What to bring, when to leave, what to do when stuck", "带什么、几点出门、卡住了怎么办"),
        ],
    ),
    styles: [
        t("A short practice run every other day", "隔天做一次小练习"),
        t("The material, read with questions in mind", "带着问题读材料"),
        t("Model answers with your own notes in the margin", "拿范例逐句批注"),
    ],
};

const SPORT: Parts = Parts {
    start: (
        t("A safe start", "安全起步"),
        &[
            t("Check your health and your gear", "检查身体状况和装备"),
            t("Measure where you are with an easy test", "用一次轻松的测试了解起点"),
            t("Three easy sessions in the first week", "第一周练三次，强度要轻松"),
        ],
    ),
    basics: (
        t("Technique and base fitness", "技术和基础体能"),
        &[
            t("Good form, filmed once a week", "每周录一次像，检查动作"),
            t("Two easy sessions and a longer one each week", "每周两次轻松练习，一次长时间练习"),
            t("Warming up, stretching and sleep", "热身、拉伸和睡眠"),
        ],
    ),
    practise: (
        t("Building up", "逐步加量"),
        &[
            t("Add no more than a tenth each week", "每周加量不超过一成"),
            t("One harder session a week", "每周一次强度训练"),
            t("Signs that it’s too much", "练过头的信号"),
        ],
    ),
    check: (
        t("Where your fitness stands", "摸清体能"),
        &[
            t("A test over half the distance or time", "按一半的距离或时间测一次"),
            t("Old injuries and weak spots", "旧伤和薄弱环节"),
        ],
    ),
    deeper: (
        t("The next level", "提升成绩"),
        &[
            t("Intervals at a set pace", "按固定强度做间歇训练"),
            t("Strength work twice a week", "每周两次力量训练"),
            t("Food and drink for long sessions", "长时间训练的饮食补给"),
        ],
    ),
    ends: [
        (
            t("Why the training works", "训练的道理"),
            &[
                t("How the body answers to load and rest", "身体如何适应负荷与恢复"),
                t("Reading your own numbers", "看懂自己的数据"),
            ],
        ),
        (
            t("Fitting it into the working week", "安排进工作日"),
            &[
                t("Fixed times and a packed bag", "固定时间，提前收好装备"),
                t("Short sessions for busy days", "忙的时候做短练习"),
            ],
        ),
        (
            t("A challenge of your own", "自己定的挑战"),
            &[
                t("Choose a route, an event or a record", "选一条路线、一场比赛或一项纪录"),
                t("Train for it for four weeks", "针对它练四周"),
            ],
        ),
        (
            t("Passing the test", "通过测试"),
            &[
                t("The rules and the marks you need", "规则和达标要求"),
                t("A full trial two weeks before", "提前两周完整测一次"),
                t("More work on the weakest part", "加练最弱的一项"),
            ],
        ),
    ],
    alone: (
        t("The day you’ve trained for", "检验成果的那天"),
        &[
            t("Ten easier days before it", "之前十天减量"),
            t("A plan for pace, food and clothing", "安排好节奏、补给和衣着"),
        ],
    ),
    styles: [
        t("A training diary from day one", "从第一天起写训练日记"),
        t("One reliable book about training", "一本可靠的训练书"),
        t("Two training plans of people like you", "找两份与自己情况相近的训练计划"),
    ],
};

const LANGUAGE: Parts = Parts {
    start: (
        t("First conversations", "开口第一步"),
        &[
            t("Sounds and spelling", "发音与书写"),
            t("Greet people and say who you are", "打招呼和自我介绍"),
            t("The hundred most frequent words", "最常用的一百个词"),
        ],
    ),
    basics: (
        t("Everyday life", "日常生活"),
        &[
            t("Ordering, shopping, asking the way", "点餐、购物、问路"),
            t("Talking about yesterday and tomorrow", "说昨天和明天的事"),
            t("The sentence patterns you need most", "最常用的句型"),
        ],
    ),
    practise: (
        t("Understanding and being understood", "听得懂，说得清"),
        &[
            t("Ten minutes of listening a day", "每天听十分钟"),
            t("Half an hour with a conversation partner each week", "每周和语伴聊半小时"),
            t("Mistakes your first language leads you into", "受母语影响常犯的错误"),
        ],
    ),
    check: (
        t("Your level today", "测一测水平"),
        &[
            t("A placement test for reading and listening", "做一次阅读和听力的分级测试"),
            t("Record yourself talking for two minutes", "录两分钟自己说的话"),
        ],
    ),
    deeper: (
        t("Nuance and speed", "地道与流利"),
        &[
            t("A series or podcast without subtitles", "不看字幕看剧或听播客"),
            t("Idioms, tone and politeness", "习语、语气和礼貌"),
            t("A page of writing a week, corrected by someone", "每周写一页并请人修改"),
        ],
    ),
    ends: [
        (
            t("Following books and films", "看懂书和影视"),
            &[
                t("A chapter a week without looking up every word", "每周读一章，不逐词查"),
                t("Retell an episode in your own words", "用自己的话复述一集"),
            ],
        ),
        (
            t("The language at work", "在工作中使用"),
            &[t("Emails and phone calls", "邮件和电话"), t("Present your job and a project", "介绍自己的工作和项目")],
        ),
        (
            t("Something of your own", "自己的表达"),
            &[
                t("Write a letter or a short story", "写一封信或一个小故事"),
                t("Record a short video and show it", "录一段短视频给别人看"),
            ],
        ),
        (
            t("The language exam", "语言考试"),
            &[
                t("The parts of the exam and how they’re marked", "各部分题型与评分方式"),
                t("Past papers, one skill at a time", "按听说读写分项做真题"),
                t("A timed mock exam", "限时模拟考试"),
            ],
        ),
    ],
    alone: (
        t("On your own two feet", "独立运用"),
        &[
            t("A whole day in the language", "一整天只用这门语言"),
            t("Ten minutes about something you love", "用十分钟讲一件你喜欢的事"),
        ],
    ),
    styles: [
        t("Speak aloud every day, even to yourself", "每天开口说，哪怕自言自语"),
        t("A graded reader at your level", "一本合适的分级读物"),
        t("Ten model sentences to build your own on", "记十个例句，再照样造句"),
    ],
};

const EVENT: Parts = Parts {
    start: (
        t("What kind of event", "办成什么样"),
        &[
            t("What people should remember afterwards", "希望大家记住什么"),
            t("Guests, date and budget, roughly", "大致的人数、日期和预算"),
            t("Ask someone who has done it before", "向办过的人请教"),
        ],
    ),
    basics: (
        t("The fixed points", "定下大事"),
        &[
            t("Choose a place and book it", "选场地并预订"),
            t("A schedule counted back from the day", "从当天往回排的时间表"),
            t("What to do yourself and what to leave to others", "哪些自己做，哪些请人做"),
        ],
    ),
    practise: (
        t("The details", "安排细节"),
        &[
            t("Invitations and replies", "邀请和回复"),
            t("Food, music and seating", "餐饮、音乐和座位"),
            t("What goes wrong most often", "最容易出错的地方"),
        ],
    ),
    check: (
        t("What you can build on", "已有的经验"),
        &[
            t("Look back at the last event you helped with", "回顾上一次参与的活动"),
            t("What you’d do differently", "这次想改的地方"),
        ],
    ),
    deeper: (
        t("Running it calmly", "办得从容"),
        &[
            t("A running order for every quarter of an hour", "精确到每一刻钟的流程表"),
            t("A plan B for weather, illness and delays", "天气、生病和延误的备用方案"),
            t("Handing work to helpers", "把事情交给帮手"),
        ],
    ),
    ends: ENDS,
    alone: (
        t("The day and after", "当天和之后"),
        &[t("A rehearsal on site", "现场彩排"), t("Thank people and settle the bills", "致谢并结清账目")],
    ),
    styles: [
        t("A small dinner as a trial", "先办一次小聚餐练手"),
        t("A planning guide with a checklist", "一本带清单的策划指南"),
        t("Three events like this one and what worked", "看三场类似的活动，学长处"),
    ],
};

const GENERAL: Parts = Parts {
    start: (
        t("Finding your way in", "找到入口"),
        &[
            t("Write down five questions you want answered", "写下最想弄明白的五个问题"),
            t("One good introduction, read or watched to the end", "找一份好的入门材料，完整看完"),
            t("Someone to ask or a group to join", "找一个能请教的人或圈子"),
        ],
    ),
    basics: (
        t("A solid footing", "打好底子"),
        &[
            t("Pick the three things that matter most", "选出最重要的三点"),
            t("Work on one of them each week", "每周攻一点"),
            t("Tell a friend what you’ve understood", "把弄懂的讲给朋友听"),
        ],
    ),
    practise: (
        t("Trying it out", "动手试试"),
        &[
            t("A small attempt that may go wrong", "做一次不怕失败的小尝试"),
            t("What didn’t work, and why", "哪里不行，为什么"),
            t("A second attempt with one thing changed", "改一处，再试一次"),
        ],
    ),
    check: (
        t("Taking stock", "盘点"),
        &[
            t("Write down what you can do without looking it up", "写下不查资料就会的内容"),
            t("Choose two gaps worth closing", "选两个值得补的缺口"),
        ],
    ),
    deeper: (
        t("Going further", "更进一步"),
        &[
            t("A problem you couldn’t solve a year ago", "挑一个一年前解决不了的问题"),
            t("How the best people go about it", "看最好的人怎么做"),
            t("Teach a part of it to someone", "教别人其中一部分"),
        ],
    ),
    ends: ENDS,
    alone: (
        t("Standing on your own", "独立实践"),
        &[
            t("A project of your own, two weeks long", "做一个为期两周的小项目"),
            t("Look back at what you can do now", "回顾现在会做什么"),
        ],
    ),
    styles: [
        t("One small exercise every day", "每天一个小练习"),
        t("A reading list of three titles", "列一份三本书的书单"),
        t("Three examples to take apart", "拆解三个例子"),
    ],
};
