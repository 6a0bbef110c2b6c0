//! Interviews as data: which fields there are and in which order, how they are asked, what comes out in the end.
//!
//! - F1 A flow is nothing but data; a new one needs no code.
//! - F2 A field that depends on another comes after it.

use super::interview::Profile;
use super::narrow::{AREAS, Area};
use super::template::{self, Plan};
use super::tools;
use super::topic;
use espalier_agent_api::tool::Tool;
use espalier_base::language::Language;
use espalier_command::spec::Text;

/// Field that an interview fills.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Name in records and for the model.
    pub name: &'static str,
    /// Name for people.
    pub title: Text,
    /// The question, where no model words it.
    pub question: Text,
    /// Instruction to the model on what to find out.
    pub task: Text,
    /// Reason for asking, after "because", for a person who wants to know.
    pub why: Text,
    /// The options where no model offers any; none where only the person's own words count, so that
    /// nothing is suggested and it is asked for in words alone.
    pub options: &'static [Text],
    /// Place of the option that the guide takes for who leaves it to the guide.
    pub default: usize,
    /// Whether it may be left open.
    pub skip: bool,
    /// Whether several options may be chosen.
    pub several: bool,
    /// The fields whose change makes this answer stale.
    pub depends: &'static [&'static str],
    /// How it is asked where the goal is lessons for a class: the question, the reason and the options.
    pub class: Option<(Text, Text, &'static [Text])>,
}

impl Field {
    /// The field as it is asked, about the person or about a class.
    #[must_use]
    pub const fn asked(self, is_for_class: bool) -> Self {
        match self.class {
            Some((question, why, options)) if is_for_class => Self { question, why, options, ..self },
            _ => self,
        }
    }

    /// The place of an option, in either language, about the person or about a class.
    pub fn place(&self, text: &str) -> Option<usize> {
        let is = |option: &Text| text == option.en || text == option.zh;
        [self.options, self.asked(true).options].iter().find_map(|options| options.iter().position(is))
    }
}

/// Names and bounds of the result.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Name of a part: a module, a milestone.
    pub section: Text,
    /// Name of the smallest part: a chapter, a task.
    pub chapter: Text,
    /// Whether the result can be easy or hard.
    pub levels: bool,
    /// The parts of an outline made without a model, for what was answered.
    pub template: fn(&Profile, Language) -> Plan,
}

/// The fewest parts.
pub const MIN_SECTIONS: usize = 2;
/// The most parts.
pub const MAX_SECTIONS: usize = 20;
/// The most chapters of a part.
pub const MAX_CHAPTERS: usize = 40;
/// The shortest time, in minutes.
pub const MIN_MINUTES: u32 = 30;

/// An interview.
#[derive(Debug, Clone, Copy)]
pub struct Flow {
    /// Names it in records.
    pub id: &'static str,
    /// The product in a word: a course, a project.
    pub name: Text,
    /// Its name.
    pub title: Text,
    /// Introduction before the first message.
    pub lead: Text,
    /// Things to begin with; one that is not finished ends in a space or a colon.
    pub prompts: &'static [Text],
    /// Lead-ins that people write before their topic, in groups with bars: of each at most one is left out, in this
    /// order.
    pub lead_ins: &'static [&'static str],
    /// Areas too wide to plan for, with narrower ones; the first for those who name none.
    pub areas: &'static [Area],
    /// Label of the button that begins an interview, and the title of a result without one.
    pub begin: Text,
    /// Role of the interviewer.
    pub role: Text,
    /// The fields, in their order; what a person begins with is the answer to the first.
    pub fields: &'static [Field],
    /// The tool that shows options, whatever field they are for (`tools::present` for one field).
    pub present: &'static Tool,
    /// The tool that makes the result.
    pub generate: &'static Tool,
    /// The tool that makes one part of the result again.
    pub remake: &'static Tool,
    /// The tool that makes the missing rest of a result that broke off.
    pub rest: &'static Tool,
    /// The result.
    pub shape: Shape,
}

/// Names of the interviews. Frame and messages of the app look for these alone, and are not to carry the interviews.
pub const TITLES: [Text; 2] = [t("Plan a course", "规划课程"), t("Plan a project", "规划项目")];

/// All interviews.
pub const FLOWS: &[&Flow] = &[&COURSE, &PROJECT];

/// The interview of that id.
pub fn flow(id: &str) -> Option<&'static Flow> {
    FLOWS.iter().find(|flow| flow.id == id).copied()
}

impl Flow {
    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

/// Learning something.
pub const COURSE: Flow = Flow {
    id: "course",
    name: t("Course", "课程"),
    title: TITLES[0],
    lead: t(
        "What would you like to learn? Tell me in one sentence; three short questions follow.",
        "你想学什么？用一句话说明，之后会有三个简短的问题。",
    ),
    prompts: &[
        t("I want to learn ", "我想学习："),
        t("Spanish for a trip", "旅行用的西班牙语"),
        t("Chinese history", "中国通史"),
        t("Programming from scratch", "从零开始学编程"),
    ],
    lead_ins: &[topic::POLITE, topic::WISHES, topic::TEACHING],
    areas: AREAS,
    begin: t("New course", "新建课程"),
    role: t(
        "You are a course mentor, warm and professional. You find out what the user wants to learn, then make a course for them. Talk briefly; options only help.",
        "你是课程导师，温暖而专业。先了解用户想学什么，再为其制定课程。以对话为主，选项为辅，话不必多。",
    ),
    fields: &[
        Field {
            name: "goal",
            title: t("Goal", "学习目标"),
            question: t("What would you like to learn?", "你想学什么？"),
            task: t("what exactly they want to learn", "用户真正的学习目标"),
            why: t("everything else depends on what you want to learn", "后面的内容都取决于你想学什么"),
            options: &[],
            default: 0,
            skip: false,
            several: false,
            depends: &[],
            class: None,
        },
        Field {
            name: "background",
            title: t("Background", "背景"),
            question: t("How much do you already know?", "你目前的基础如何？"),
            task: t("what they know about it already", "用户在这方面的已有基础"),
            why: t("there’s no need to explain what you already know", "已经会的内容就不必再讲一遍"),
            options: &[
                t("I’m new to it", "零基础"),
                t("I know the basics", "略知一二"),
                t("I have some experience", "有一些经验"),
                t("I know it well", "比较熟练"),
            ],
            default: 0,
            skip: true,
            several: false,
            depends: &["goal"],
            class: Some((
                t("How much do your students know about it?", "学生在这方面的基础如何？"),
                t("there’s no need to explain what they already know", "学生已经会的内容就不必再讲一遍"),
                &[
                    t("They’re new to it", "没有接触过"),
                    t("They know the basics", "略知一二"),
                    t("They have some experience", "有一些经验"),
                    t("They know it well", "比较熟练"),
                ],
            )),
        },
        Field {
            name: "targetOutcome",
            title: t("Outcome", "预期成果"),
            question: t("What do you want to be able to do by the end?", "学完以后你希望能做到什么？"),
            task: t("what they want to be able to do in the end", "用户期望的学习成果"),
            why: t(
                "the last part builds up to what you want to be able to do",
                "课程的最后部分会围绕你想达到的成果来安排",
            ),
            options: &[
                t("Understand it", "理解原理"),
                t("Use it at work", "用于工作"),
                t("Make something myself", "做出自己的作品"),
                t("Pass an exam", "通过考试"),
            ],
            default: 0,
            skip: true,
            several: true,
            depends: &["goal"],
            class: Some((
                t("What should your students be able to do by the end?", "学完以后希望学生能做到什么？"),
                t("the last lesson builds up to what they are to be able to do", "最后一课会围绕这个成果来安排"),
                &[
                    t("Understand and explain it", "理解并讲清楚"),
                    t("Use it outside school", "在课堂外运用"),
                    t("Make something together", "一起做出作品"),
                    t("Pass a test", "通过测验"),
                ],
            )),
        },
        Field {
            name: "cognitiveStyle",
            title: t("Style", "学习风格"),
            question: t("How do you like to learn?", "你喜欢怎样学习？"),
            task: t("how they like to learn", "用户的学习风格"),
            why: t(
                "the same thing can be learned by doing, by reading or from examples",
                "同样的内容可以通过动手、阅读或看例子来学",
            ),
            options: &[
                t("By doing", "边做边学"),
                t("By reading", "阅读"),
                t("From examples", "看例子"),
                t("Step by step", "循序渐进"),
            ],
            default: 3,
            skip: true,
            several: true,
            depends: &[],
            class: Some((
                t("How do your students learn best?", "你的学生怎样学效果最好？"),
                t(
                    "the same thing can be taught by doing, by reading or from examples",
                    "同样的内容可以让学生通过动手、阅读或看例子来学",
                ),
                &[
                    t("By doing", "边做边学"),
                    t("By reading", "阅读"),
                    t("From examples", "看例子"),
                    t("Step by step", "循序渐进"),
                ],
            )),
        },
    ],
    present: &tools::PRESENT,
    generate: &tools::GENERATE_OUTLINE,
    remake: &tools::GENERATE_MODULE,
    rest: &tools::GENERATE_REST,
    shape: Shape {
        section: t("Module", "模块"),
        chapter: t("Chapter", "章节"),
        levels: true,
        template: template::course,
    },
};

/// Getting something done.
pub const PROJECT: Flow = Flow {
    id: "project",
    name: t("Project", "项目"),
    title: TITLES[1],
    lead: t(
        "What do you want to get done? Tell me in one sentence; three short questions follow.",
        "你想完成什么？用一句话说明，之后会有三个简短的问题。",
    ),
    prompts: &[
        t("I want to ", "我想要："),
        t("Write a thesis", "写一篇论文"),
        t("Move house", "搬家"),
        t("Organise a conference", "组织一次会议"),
    ],
    lead_ins: &[topic::POLITE, topic::WISHES],
    areas: &[],
    begin: t("New project", "新建项目"),
    role: t(
        "You are an experienced planner, friendly and to the point. You find out what the user wants to get done, then make a plan. Talk briefly; options only help.",
        "你是经验丰富的规划者，友好而务实。先了解用户要完成什么，再制定计划。以对话为主，选项为辅，话不必多。",
    ),
    fields: &[
        Field {
            name: "aim",
            title: t("Goal", "目标"),
            question: t("What do you want to get done?", "你想完成什么？"),
            task: t("what exactly they want to get done", "用户要完成的具体目标"),
            why: t("the plan leads to what you want to get done", "计划要通向你想完成的事"),
            options: &[],
            default: 0,
            skip: false,
            several: false,
            depends: &[],
            class: None,
        },
        Field {
            name: "constraints",
            title: t("Constraints", "限制条件"),
            question: t("Are there any constraints?", "有哪些限制条件？"),
            task: t("what limits them", "用户受到的限制"),
            why: t("a plan that ignores your constraints won’t last", "不考虑限制的计划很难执行"),
            options: &[
                t("Little time", "时间有限"),
                t("Little money", "预算有限"),
                t("I’m on my own", "只有一个人"),
                t("Nothing in particular", "没有特别的限制"),
            ],
            default: 3,
            skip: true,
            several: true,
            depends: &["aim"],
            class: None,
        },
        Field {
            name: "deadline",
            title: t("Deadline", "期限"),
            question: t("When does it have to be done?", "什么时候完成？"),
            task: t("by when it has to be done", "完成的期限"),
            why: t("the date decides how much fits into the plan", "期限决定计划里能放多少内容"),
            options: &[
                t("This week", "本周"),
                t("This month", "本月"),
                t("This quarter", "本季度"),
                t("No hurry", "不着急"),
            ],
            default: 3,
            skip: true,
            several: false,
            depends: &["aim"],
            class: None,
        },
        Field {
            name: "workingStyle",
            title: t("Way of working", "工作方式"),
            question: t("How do you like to work?", "你喜欢怎样工作？"),
            task: t("how they like to work", "用户的工作方式"),
            why: t("a plan works best when it suits the way you work", "按你喜欢的方式安排，计划才执行得下去"),
            options: &[
                t("A little every day", "每天一点"),
                t("In long stretches", "集中时段"),
                t("With others", "与人合作"),
                t("With a detailed plan", "按详细计划"),
            ],
            default: 0,
            skip: true,
            several: false,
            depends: &[],
            class: None,
        },
    ],
    present: &tools::PRESENT,
    generate: &tools::GENERATE_PLAN,
    remake: &tools::GENERATE_MILESTONE,
    rest: &tools::GENERATE_PLAN_REST,
    shape: Shape {
        section: t("Milestone", "里程碑"),
        chapter: t("Task", "任务"),
        levels: false,
        template: template::project,
    },
};
