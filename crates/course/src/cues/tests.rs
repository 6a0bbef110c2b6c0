use super::super::flow::{COURSE, PROJECT};
use super::super::interview::answer_text;
use super::*;
use espalier_base::language::Language;

fn meant(flow: &Flow, field: &str, text: &str) -> Vec<usize> {
    places(flow.field(field).unwrap(), text, false)
}

const LEVELS: &[(Option<usize>, &[&str])] = &[
    (
        Some(0),
        &[
            "I have no experience",
            "I've never used it before",
            "I don’t have any experience with it",
            "I do not have much experience",
            "without any experience",
            "I'm new to it",
            "total beginner, though I read about it for years",
            "starting from scratch",
            "I know nothing",
            "I'm no expert, I use two fingers",
            "not experienced at all",
            "I'm not fluent",
            "I forgot everything I had learned in school",
            "My experience? None",
            "experience: zero",
            "hardly any experience",
            "I lack experience",
            "I don't know anything about it",
            "没有经验",
            "我没有任何经验",
            "我没什么经验",
            "完全不会",
            "一点都不懂",
            "没学过",
            "从来没用过",
            "我不是专家",
            "零基础",
            "没有基础",
            "经验不足",
            "小白一个",
            "以前学过，都忘了",
            "谈不上精通，没怎么用过",
            "我有十年经验，但没用过这个",
            "ten years of experience, but none with Rust",
            "far from an expert",
        ],
    ),
    (
        Some(1),
        &[
            "took lessons years ago but forgot most",
            "I know the basics",
            "I'm not a complete beginner",
            "no expert, but I know the basics",
            "a little experience",
            "a bit rusty",
            "学过一点，但忘了不少",
            "会一点",
            "有一些基础",
            "我不是小白",
        ],
    ),
    (
        Some(2),
        &[
            "I have some experience",
            "I've used it now and then",
            "I have used it for two years",
            "some experience, but I'm not an expert",
            "not a beginner, I use it regularly",
            "有两年经验",
            "用过几次",
            "有经验，但不精通",
        ],
    ),
    (
        Some(3),
        &[
            "I'm an expert with ten years of experience",
            "I know it well",
            "advanced",
            "I’m fluent",
            "非常熟练",
            "我很精通",
            "not only advanced but an expert",
        ],
    ),
    (None, &["I want to become an expert", "I read a book", "expertise", "somewhere", "想成为专家", "我喜欢蓝色"]),
];

#[test]
fn levels_are_told_by_words_and_what_denies_them_and_in_doubt_the_lowest_counts() {
    for (level, texts) in LEVELS {
        for text in *texts {
            assert_eq!(meant(&COURSE, "background", text).first().copied(), *level, "{text}");
        }
    }
}

const CHOSEN: &[(&Flow, &str, &[usize], &[&str])] = &[
    (
        &COURSE,
        "targetOutcome",
        &[],
        &[
            "not for work",
            "help my son with his homework",
            "I don't want an exam",
            "without a job",
            "the contest",
            "how it works",
            "不是为了工作",
            "不想考试",
            "仅供参考",
            "跟工作无关",
            "my network",
        ],
    ),
    (
        &COURSE,
        "targetOutcome",
        &[1],
        &["use it at work", "not only for work", "for my career", "用于工作", "不只是工作"],
    ),
    (
        &COURSE,
        "targetOutcome",
        &[3],
        &["not for work but for an exam", "pass the B2 certificate", "不是为了工作，而是考证"],
    ),
    (&COURSE, "targetOutcome", &[2], &["build my own website", "做出自己的网站"]),
    (
        &COURSE,
        "cognitiveStyle",
        &[2],
        &["I already watch videos", "I hate books; videos are fine", "videos rather than books", "看视频，不喜欢看书"],
    ),
    (
        &COURSE,
        "cognitiveStyle",
        &[1],
        &["with a good book", "videos don't work for me, reading does", "看书，不看视频"],
    ),
    (
        &COURSE,
        "cognitiveStyle",
        &[],
        &["I get bored reading", "看视频学不进去", "already", "bread", "footsteps", "书法", "I don't read"],
    ),
    (
        &PROJECT,
        "constraints",
        &[0],
        &["I have no time", "not enough time", "时间不多", "我很忙", "sometimes I have little time"],
    ),
    (&PROJECT, "constraints", &[1], &["money is tight, but there is plenty of time", "预算有限，时间充裕"]),
    (
        &PROJECT,
        "constraints",
        &[],
        &["time is not a problem", "sometimes", "I'm not alone", "时间不是问题", "money is no object", "有人帮忙"],
    ),
    (&PROJECT, "deadline", &[3], &["no hurry", "不着急"]),
    (&PROJECT, "deadline", &[], &["on my birthday", "the holidays"]),
    (&PROJECT, "workingStyle", &[2], &["together with friends", "和团队合作"]),
    (&PROJECT, "workingStyle", &[], &["not with others", "without a plan", "不与人合作", "not every day"]),
];

#[test]
fn words_count_whole_and_what_is_denied_is_not_chosen() {
    for (flow, field, places, texts) in CHOSEN {
        for text in *texts {
            assert_eq!(meant(flow, field, text), *places, "{field}: {text}");
        }
    }
}

const SENTENCES: &[(&Flow, &str, &str, &[&str])] = &[
    (
        &COURSE,
        "I'm a teacher with no experience in coding. I'd like to learn Python for data analysis, preferably by watching videos.",
        "Python for data analysis",
        &["I’m new to it", "From examples"],
    ),
    (
        &COURSE,
        "Teach me Spanish, I already know the basics and I need it for work",
        "Spanish",
        &["I know the basics", "Use it at work"],
    ),
    (
        &COURSE,
        "I have 10 years of experience in Java and want to learn Kotlin for my job",
        "Kotlin",
        &["Use it at work"],
    ),
    (&COURSE, "I already speak fluent Spanish and want to learn Portuguese", "Portuguese", &[]),
    (
        &COURSE,
        "I want to learn how to code so I can build my own app. I know the basics.",
        "code",
        &["I know the basics", "build my own app"],
    ),
    (
        &COURSE,
        "I work in a bakery and would like to learn French cooking. I prefer videos to books.",
        "French cooking",
        &["From examples"],
    ),
    (&COURSE, "I want to learn SQL, not for work but for fun", "SQL", &[]),
    (&COURSE, "I'd like to learn reading music", "reading music", &[]),
    (&COURSE, "I want to become an expert in wine", "become an expert in wine", &[]),
    (&COURSE, "advanced Excel", "advanced Excel", &[]),
    (&COURSE, "how do I learn to cook? I'm a total beginner", "cook", &["I’m new to it"]),
    (&COURSE, "我是大学生，没有编程经验，想学Python做数据分析，喜欢看视频", "Python做数据分析", &["零基础", "看例子"]),
    (&COURSE, "我想学日语，为了考N2，学过一点", "日语", &["略知一二", "考N2"]),
    (&COURSE, "我是会计，想学Python，不是为了工作，只是兴趣", "Python", &[]),
    (&COURSE, "我想学习摄影，不喜欢看书，喜欢看视频", "摄影", &["看例子"]),
    (&COURSE, "学过西班牙语，想学葡萄牙语", "葡萄牙语", &[]),
    (&COURSE, "学习看书的方法", "看书的方法", &[]),
    (&COURSE, "I teach chess to my students, and I know it well", "I teach chess to my students", &[]),
    (
        &PROJECT,
        "I want to plan my sister's wedding by next June, budget is tight",
        "plan my sister's wedding by next June",
        &["Little money", "by next June"],
    ),
    (&PROJECT, "写完毕业论文，五月底前，时间有限", "写完毕业论文", &["时间有限", "五月底前"]),
];

#[test]
fn a_sentence_fills_what_it_says_and_no_more() {
    for (flow, said, title, answers) in SENTENCES {
        let told = super::said(flow, said).into_iter().map(|(_, answer)| answer_text(&answer, Language::En));
        assert_eq!(
            (topic::within(flow, said), told.collect::<Vec<_>>()),
            (*title, answers.iter().map(|one| (*one).to_owned()).collect()),
            "{said}"
        );
    }
}
