//! The parts of a project of each kind.

use super::kind::TopicKind;
use super::{Part, t};

/// The parts that projects of a kind are made of.
#[derive(Debug)]
pub struct Stages {
    /// Settling the aim.
    pub decide: Part,
    /// The preparations.
    pub prepare: Part,
    /// The work; all but the first can be left out where there is little time.
    pub act: Part,
    /// The end; the last can be left out where there is little time.
    pub finish: Part,
}

/// The stages for a kind.
pub const fn stages(kind: TopicKind) -> &'static Stages {
    match kind {
        TopicKind::Skill => &MADE,
        TopicKind::Subject => &STUDY,
        TopicKind::Task => &DUE,
        TopicKind::Sport => &SPORT,
        TopicKind::Language => &LANGUAGE,
        TopicKind::Event => &EVENT,
        TopicKind::General => &GENERAL,
    }
}

const MADE: Stages = Stages {
    decide: (
        t("A plan on paper", "画出方案"),
        &[
            t("Sketch what it should become", "画出想要的样子"),
            t("Look at three that turned out well", "看三个成功的例子"),
        ],
    ),
    prepare: (
        t("Materials and tools", "材料和工具"),
        &[
            t("List what you need, with amounts", "列出所需的东西和数量"),
            t("Practise the tricky part on a small piece", "先在小处试做难的部分"),
        ],
    ),
    act: (
        t("Making it", "动手做"),
        &[
            t("The rough work first", "先做大体"),
            t("Check that everything fits", "检查各部分是否合适"),
            t("The fine work last", "最后做细节"),
        ],
    ),
    finish: (
        t("Putting it to use", "投入使用"),
        &[
            t("Try it under real conditions", "在实际使用中检验"),
            t("Tidy up and return what was borrowed", "收拾好，归还借来的东西"),
            t("Note what you’d change next time", "记下下次想改的地方"),
        ],
    ),
};

const STUDY: Stages = Stages {
    decide: (
        t("The question", "定下问题"),
        &[
            t("Write your question in one sentence", "用一句话写下问题"),
            t("Decide what will count as an answer", "想清楚怎样才算有答案"),
        ],
    ),
    prepare: (
        t("Sources", "找资料"),
        &[
            t("Find five sources worth trusting", "找五份可信的资料"),
            t("Take notes with page numbers", "做笔记并记下页码"),
        ],
    ),
    act: (
        t("Working it out", "研究"),
        &[
            t("Sort what you found under headings", "把发现分门别类"),
            t("Compare where the sources disagree", "比较资料之间的分歧"),
            t("Sum it up on two pages", "写两页小结"),
        ],
    ),
    finish: (
        t("Sharing it", "分享"),
        &[
            t("Let someone who knows the field read it", "请懂行的人读一读"),
            t("Present or publish it", "讲出来或发表"),
            t("Note the questions that stay open", "记下还没解决的问题"),
        ],
    ),
};

const DUE: Stages = Stages {
    decide: (
        t("What exactly is due", "弄清要交什么"),
        &[
            t("Read the requirements line by line", "逐条读清要求"),
            t("Note the date and who decides", "记下日期和由谁决定"),
        ],
    ),
    prepare: (
        t("Material", "准备材料"),
        &[
            t("Collect what you have and list what’s missing", "收集已有的，列出缺的"),
            t("Draft an outline", "列出提纲"),
        ],
    ),
    act: (
        t("A draft", "初稿"),
        &[
            t("A rough version, all the way to the end", "先粗略地完成一遍"),
            t("Have someone go through it", "请人过一遍"),
            t("Rework the weakest third", "重做最弱的三分之一"),
        ],
    ),
    finish: (
        t("Handing it in", "提交"),
        &[
            t("Check names, numbers and form", "核对姓名、数字和格式"),
            t("Be ready a day early", "提前一天准备好"),
            t("Note what to start earlier next time", "记下下次该早做的事"),
        ],
    ),
};

const SPORT: Stages = Stages {
    decide: (
        t("The target", "定下目标"),
        &[t("Choose the event or the distance", "选定比赛或距离"), t("Test where you stand today", "测一测现在的水平")],
    ),
    prepare: (
        t("A plan you can keep", "排出能坚持的计划"),
        &[
            t("Three sessions a week, on fixed days", "每周固定三天训练"),
            t("Check your health and your gear", "检查身体状况和装备"),
        ],
    ),
    act: (
        t("Training", "训练"),
        &[
            t("Build up week by week", "逐周加量"),
            t("One harder session a week", "每周一次强度训练"),
            t("An easier week after every third", "每三周后安排一周减量"),
        ],
    ),
    finish: (
        t("The day", "正式上场"),
        &[
            t("Rest and pack the day before", "前一天休息，收好装备"),
            t("Start slower than you’d like to", "起步比想的慢一些"),
            t("Recover and choose the next target", "恢复后再定下一个目标"),
        ],
    ),
};

const LANGUAGE: Stages = Stages {
    decide: (
        t("What you want to say", "想用它做什么"),
        &[t("List ten situations you need it for", "列出十个要用到它的场合"), t("Test your level", "测一测水平")],
    ),
    prepare: (
        t("Course and company", "课程和语伴"),
        &[
            t("Choose one course and stay with it", "选一门课，坚持学完"),
            t("Find a conversation partner", "找一个语伴"),
        ],
    ),
    act: (
        t("Every week", "每周练习"),
        &[
            t("The words for one situation", "学会一个场合的用语"),
            t("Half an hour of talking", "聊半小时"),
            t("Go over what you forgot", "复习忘掉的内容"),
        ],
    ),
    finish: (
        t("Using it", "用起来"),
        &[
            t("Manage one of the ten situations for real", "在真实场合应对其中一个"),
            t("Take a test or a trip", "参加一次测试或旅行"),
            t("Decide what to learn next", "决定接下来学什么"),
        ],
    ),
};

const EVENT: Stages = Stages {
    decide: (
        t("The frame", "定下框架"),
        &[
            t("Agree on the purpose and the mood", "商定目的和气氛"),
            t("Settle the date and the guest list", "定下日期和名单"),
        ],
    ),
    prepare: (
        t("Bookings", "预订"),
        &[
            t("Book the place", "订好场地"),
            t("Arrange food and helpers", "安排餐饮和人手"),
            t("Send the invitations", "发出邀请"),
        ],
    ),
    act: (
        t("Details", "安排细节"),
        &[
            t("Write the running order", "写好流程"),
            t("Confirm every booking", "逐一确认预订"),
            t("Prepare a plan B", "准备备用方案"),
        ],
    ),
    finish: (
        t("The day and after", "当天和之后"),
        &[
            t("Set up and brief the helpers", "布置现场，交代分工"),
            t("Thank people and settle the bills", "致谢并结清账目"),
            t("Collect photos and lessons learned", "收集照片，总结经验"),
        ],
    ),
};

const GENERAL: Stages = Stages {
    decide: (
        t("Decide what you want", "明确目标"),
        &[
            t("Write down what the result should look like", "写下完成时的样子"),
            t("Decide how you’ll know it’s done", "定义完成标准"),
        ],
    ),
    prepare: (
        t("Prepare", "准备"),
        &[
            t("Gather what you need", "收集所需"),
            t("Split the work into pieces of an hour or two", "把工作拆成一两个小时的小块"),
        ],
    ),
    act: (
        t("Do it", "执行"),
        &[
            t("Make a first version", "先做出第一版"),
            t("Ask for feedback", "征求反馈"),
            t("Improve the weakest part", "改进最弱的部分"),
        ],
    ),
    finish: (
        t("Finish", "收尾"),
        &[
            t("Check the result against your first notes", "对照最初的设想检查"),
            t("Hand it over or start using it", "交付或开始使用"),
            t("Look back at how it went", "复盘"),
        ],
    ),
};
