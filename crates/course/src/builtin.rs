//! The interviewer without a model: it asks with the flow's own words and options, and makes outlines from templates.

use serde_json::{Value, json};

use super::flow::Flow;
use super::interview::{self, Card, Heard, Profile};
use super::tools::GENERAL;
use super::{narrow, outline, template};
use espalier_base::env::Env;
use espalier_base::language::Language;
use espalier_base::text::truncate;
use espalier_command::spec::Text;
use espalier_model::course::{Chapter, Section};

/// The longest title that a call may have, in characters.
const TITLE: usize = 200;

/// Words, and the call that goes with them: the tool and its arguments; none where something is asked in words
/// alone.
pub type Spoken = (String, Option<(&'static str, Value)>);

/// Last words of the person.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// The words.
    pub text: &'a str,
    /// Whether nothing was said before them.
    pub opening: bool,
    /// The answers before them.
    pub before: &'a Profile,
}

/// Note of the answers that came of the last words, where the person did not simply answer.
fn noted(flow: &Flow, profile: &Profile, said: Said<'_>, language: Language) -> Option<String> {
    let en = language == Language::En;
    let between = if en { ": " } else { "：" };
    let news = flow.fields.iter().filter(|field| profile.get(field.name) != said.before.get(field.name));
    let news = news.filter_map(|field| Some((field, interview::answer_text(profile.get(field.name)?, language))));
    let heard = interview::heard(said.text).filter(|_| interview::reworded(said.text, language).is_none());
    let goal = flow.fields.first().map(|goal| goal.name).filter(|goal| !said.before.contains_key(*goal));
    let begins = heard.is_none() && goal.is_some();
    let news = news.filter(|(field, _)| !begins || goal != Some(field.name));
    let news: Vec<String> =
        news.map(|(field, answer)| format!("{}{between}{answer}", field.title.get(language))).collect();
    let news = news.join(if en { "; " } else { "；" });
    match (heard, begins, en) {
        (Some(Heard::Back), _, true) => Some("One step back.".to_owned()),
        (Some(Heard::Back), _, false) => Some("好，回到上一步。".to_owned()),
        (Some(Heard::Correction), _, true) if news.is_empty() => Some("Of course, let’s change that.".to_owned()),
        (Some(Heard::Correction), _, false) if news.is_empty() => Some("好，我们改一下。".to_owned()),
        _ if news.is_empty() => None,
        (Some(Heard::Leave | Heard::Skip), _, true) => {
            Some(format!("I’ll decide that for now – {news}. You can change it at the top."))
        }
        (Some(Heard::Leave | Heard::Skip), _, false) => Some(format!("那我先替你定了——{news}。随时可以在上方修改。")),
        (Some(Heard::Correction), _, true) => Some(format!("Changed – {news}.")),
        (Some(Heard::Correction), _, false) => Some(format!("已改为——{news}。")),
        (_, true, true) => Some(format!("From what you wrote I noted – {news}. You can change it at the top.")),
        (_, true, false) => Some(format!("我从你的话里记下了——{news}。随时可以在上方修改。")),
        _ => None,
    }
}

/// Notice where the topic is of no kind that has an outline.
const UNKNOWN: Text = Text::new(
    "I don’t know this subject: you’ll get a frame to fill in, while a connected model would know what belongs in it.",
    "这个题目我不熟悉：我只能给出一个由你来填的框架，连接模型后才会有具体内容。",
);

fn said_after(noted: Option<&str>, said: &str, language: Language) -> String {
    match (noted, language) {
        (None, _) => said.to_owned(),
        (Some(noted), Language::En) => format!("{noted} {said}"),
        (Some(noted), Language::Zh) => format!("{noted}{said}"),
    }
}

/// The next thing the interviewer says.
pub fn conduct(flow: &Flow, profile: &Profile, last: Said<'_>, language: Language, env: &mut Env) -> Spoken {
    let noted = noted(flow, profile, last, language);
    let opening = Some(last.text).filter(|_| last.opening);
    let Some(field) = interview::next(flow, profile) else {
        let outline = outline::skeleton(flow, profile, language, env);
        let [section, chapter] = if flow.generate.params.iter().any(|param| param.name == "milestones") {
            ["milestones", "tasks"]
        } else {
            ["modules", "chapters"]
        };
        let sections = outline.sections.iter().map(|part| {
            let row = |row: &Chapter| json!({ "title": row.title, "contentSnippet": row.snippet });
            let chapters: Vec<Value> = part.chapters.iter().map(row).collect();
            json!({ "title": part.title, chapter: chapters })
        });
        let sections: Vec<Value> = sections.collect();
        let arguments = json!({
            "title": truncate(&outline.title, TITLE), "description": outline.description, "difficulty": outline.difficulty,
            "estimatedMinutes": outline.estimated_minutes, section: sections, "reason": outline.reason,
        });
        let said = match language {
            Language::En => "That’s all I need. Here’s a first draft, made from a template.",
            Language::Zh => "问题都回答完了。这是一份由模板生成的初稿。",
        };
        return (said_after(noted.as_deref(), said, language), Some((flow.generate.name, arguments)));
    };
    let narrow = narrow::card(flow, profile, last.text, language);
    // A goal that was just told, and of which the templates know nothing.
    let goal = flow.fields.first().map_or("", |goal| goal.name);
    let is_new = narrow.is_none() && profile.get(goal) != last.before.get(goal);
    let unknown = UNKNOWN.get(language);
    let noted = match noted {
        noted if !is_new || !profile.contains_key(goal) || template::is_known(flow, profile) => noted,
        Some(noted) if language == Language::En => Some(format!("{noted} {unknown}")),
        noted => Some(noted.unwrap_or_default() + unknown),
    };
    let with = |said: &str| said_after(noted.as_deref(), said, language);
    let card = narrow.unwrap_or_else(|| interview::form(&interview::asked(flow, profile, field), language));
    // What answered nothing is answered first.
    let unanswered = opening.filter(|_| profile.is_empty()).and_then(|text| again(flow, profile, (text, 0), language));
    let said = unanswered.map_or_else(|| with(&card.question), |(said, _)| said);
    (said, shown(flow, &card))
}

/// The call that shows a card; none for one without options.
fn shown(flow: &Flow, card: &Card) -> Option<(&'static str, Value)> {
    let arguments = json!({
        "question": card.question, "options": card.options, "targetField": card.field.unwrap_or(GENERAL),
        "allowSkip": card.skip, "multiSelect": card.several,
    });
    (!card.options.is_empty()).then_some((flow.present.name, arguments))
}

/// Comments on a text that answered nothing, the third time in other words than the first.
fn comment(heard: Option<Heard>, before: usize, why: &str, language: Language) -> String {
    let en = language == Language::En;
    match heard {
        Some(Heard::Question) => match (before % 3, en) {
            (0, true) => format!("That’s a question; I ask because {why}."),
            (1, true) => format!("I follow fixed questions and can’t answer others. This one is there because {why}."),
            (_, true) => format!("Once a model is connected in Settings, it can answer that. I only know that {why}."),
            (0, false) => format!("你问得好。我问这个，是因为{why}。"),
            (1, false) => format!("我只会按固定的问题提问，没法回答别的问题。问这一条是因为{why}。"),
            (_, false) => format!("在“设置”中连接模型后，就能回答这样的问题。我只知道{why}。"),
        },
        Some(Heard::Greeting) => match (before % 3, en) {
            (0, true) => "Hello! Let’s begin.".to_owned(),
            (1, true) => "Nice to see you here.".to_owned(),
            (_, true) => "I’m all ears.".to_owned(),
            (0, false) => "你好！我们开始吧。".to_owned(),
            (1, false) => "很高兴见到你。".to_owned(),
            (_, false) => "我在听。".to_owned(),
        },
        Some(Heard::Help) => match (before % 3, en) {
            (0, true) => "It’s simple: answer a few short questions, and you get a plan you can change.".to_owned(),
            (1, true) => "Everything you answer stands at the top, where you can change it at any time.".to_owned(),
            (_, true) => "A few words are enough.".to_owned(),
            (0, false) => "很简单：回答几个小问题，就会得到一份可以随时修改的计划。".to_owned(),
            (1, false) => "你的回答都列在上方，随时可以修改。".to_owned(),
            (_, false) => "写几个字就行。".to_owned(),
        },
        _ => match (before % 3, en) {
            (0, true) => "I couldn’t make out an answer in that.".to_owned(),
            (1, true) => "That doesn’t tell me anything yet.".to_owned(),
            (_, true) => "I still can’t read an answer from it.".to_owned(),
            (0, false) => "我没看出这是什么回答。".to_owned(),
            (1, false) => "这还不足以让我明白你的意思。".to_owned(),
            (_, false) => "我还是没能从中看出回答。".to_owned(),
        },
    }
}

/// Answers a text that answered nothing, and shows the card again. `before` counts how often that happened to this
/// question, so that no sentence is repeated.
pub fn again(flow: &Flow, profile: &Profile, (text, before): (&str, usize), language: Language) -> Option<Spoken> {
    let field = interview::next(flow, profile)?;
    let narrow = narrow::card(flow, profile, text, language);
    if let Some(card) = narrow.as_ref().filter(|_| profile.is_empty() && before == 0) {
        return Some((card.question.clone(), shown(flow, card)));
    }
    let card = narrow.unwrap_or_else(|| interview::form(&interview::asked(flow, profile, field), language));
    let field = interview::asked(flow, profile, card.field.and_then(|name| flow.field(name)).unwrap_or(field));
    let why = field.why.get(language);
    let en = language == Language::En;
    let reply = comment(interview::heard(text), before, why, language);
    let example = card.options.get(before % card.options.len().max(1)).cloned().unwrap_or_default();
    let is_open = card.options.is_empty();
    let ask = match (before % 4, en) {
        (0, _) => card.question.clone(),
        (1, true) if is_open => "A few words are enough, or a whole sentence.".to_owned(),
        (1, false) if is_open => "几个字也行，一句话也行。".to_owned(),
        (2, true) if is_open => "Put it the way you’d tell a friend.".to_owned(),
        (2, false) if is_open => "就像跟朋友说一样，直接写出来。".to_owned(),
        (1, true) => format!("Pick one of the options, or write a few words, such as “{example}”."),
        (1, false) => format!("请选择一个选项，或写几个字，例如“{example}”。"),
        (2, true) if card.skip => "You can also skip this question.".to_owned(),
        (2, false) if card.skip => "这个问题也可以跳过。".to_owned(),
        (2, true) => format!("It can be anything, for example “{example}”."),
        (2, false) => format!("什么都可以，例如“{example}”。"),
        (_, true) => format!("So, in your own words: {}", card.question),
        (_, false) => format!("那么，用你自己的话说：{}", card.question),
    };
    let between = if en { " " } else { "" };
    Some((format!("{reply}{between}{ask}"), shown(flow, &card)))
}

/// Remakes a part: its content, between a look ahead and a check. Where it has those, without them.
pub fn remake(flow: &Flow, part: &Section, language: Language) -> Spoken {
    let (said, ahead, check) = match language {
        Language::En => (
            "Here’s the part in another form, made from a template.",
            "What this part is for",
            "Check: do it without help",
        ),
        Language::Zh => ("这是用模板换一种形式写的这一部分。", "这一部分的目的", "自测：独立完成一次"),
    };
    let is_frame = |row: &&Chapter| row.title == ahead || row.title == check;
    let has_frame = part.chapters.iter().any(|row| is_frame(&row));
    let own = part.chapters.iter().filter(|row| !is_frame(row));
    let own: Vec<Value> = own.map(|row| json!({ "title": row.title, "contentSnippet": row.snippet })).collect();
    let chapters: Vec<Value> = if has_frame && !own.is_empty() {
        own
    } else {
        let (first, last) = (json!({ "title": ahead }), json!({ "title": check }));
        std::iter::once(first).chain(own).chain(std::iter::once(last)).collect()
    };
    let name = if flow.generate.params.iter().any(|param| param.name == "milestones") { "tasks" } else { "chapters" };
    (said.to_owned(), Some((flow.remake.name, json!({ "title": part.title, name: chapters }))))
}

/// Returns the words that announce the completed rest of an outline.
pub const fn rest(language: Language) -> &'static str {
    match language {
        Language::En => "I filled in the rest from a template.",
        Language::Zh => "剩下的部分已用模板补全。",
    }
}

/// Returns the answer to a question about an existing outline.
pub const fn talk(language: Language) -> &'static str {
    match language {
        Language::En => {
            "I follow fixed rules and can’t answer questions about the outline. Connect a model in Settings for that; editing, versions and everything else work without one."
        }
        Language::Zh => {
            "我按固定规则工作，无法回答关于大纲的问题。请在“设置”中连接模型；编辑、历史版本和其他功能无需模型即可使用。"
        }
    }
}

/// The outline of a lesson, made from a template.
pub fn lesson(title: &str, language: Language) -> String {
    match language {
        Language::En => format!(
            "- **Aim**: note what you want to be able to do after “{title}”\n- **Steps**\n  1. Look at one example\n  2. Take it apart\n  3. Do it again without looking\n- **Exercise**: make up an example of your own\n- **Check**: explain it to someone else\n\n*Made from a template, without a model.*"
        ),
        Language::Zh => format!(
            "- **目标**：写下学完“{title}”后希望能做到什么\n- **步骤**\n  1. 看一个例子\n  2. 拆开来看\n  3. 不看再做一遍\n- **练习**：自己做一个例子\n- **自测**：讲给别人听\n\n*由模板生成，未使用模型。*"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::flow::{COURSE, FLOWS};
    use super::super::interview::Reply;
    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_model::course::FieldAnswer;

    #[test]
    fn what_answers_nothing_is_never_answered_twice_with_the_same_words() {
        for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
            let begun = Profile::from([(flow.fields[0].name.to_owned(), FieldAnswer::Words("mine".to_owned()))]);
            for (at, profile) in [Profile::new(), begun].iter().enumerate() {
                for text in ["Why do you ask?", "hello", "!!!", "asdfgh", "help"] {
                    let mut said: Vec<String> = Vec::new();
                    for before in 0..12 {
                        let (words, call) = again(flow, profile, (text, before), language).unwrap();
                        assert!(!said.contains(&words), "{words}");
                        assert_eq!(call.is_none(), at == 0, "the first question suggests nothing");
                        if let Some((_, arguments)) = call {
                            flow.present.read(arguments.as_object().unwrap()).unwrap();
                        }
                        said.push(words);
                    }
                    let why = flow.fields[at].why.get(language);
                    assert_eq!(said[0].contains(why), text.ends_with('?') && !text.starts_with('!'), "{}", said[0]);
                }
            }
        }
    }

    #[test]
    fn it_says_where_it_gives_a_frame_and_speaks_of_a_class() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        for (said, is_unknown, question) in [
            ("I want to be a better listener", true, "How much do you already know?"),
            ("learn Spanish", false, "How much do you already know?"),
            ("music", false, "That’s a wide field. Which of these comes closest?"),
            ("a Year 8 unit on photosynthesis", false, "How much do your students know about it?"),
            ("lesson plan on kindness", true, "How much do your students know about it?"),
            ("学会倾听", true, "你目前的基础如何？"),
            ("给初二学生讲光合作用", false, "学生在这方面的基础如何？"),
        ] {
            let language = if said.chars().any(espalier_base::text::is_han) { Language::Zh } else { Language::En };
            let mut profile = Profile::new();
            interview::reply(&COURSE, &mut profile, None, &Reply::Words(said.to_owned()), true).unwrap();
            let last = Said { text: said, opening: true, before: &Profile::new() };
            let (text, call) = conduct(&COURSE, &profile, last, language, &mut env);
            assert_eq!(text.contains(UNKNOWN.get(language)), is_unknown, "{text}");
            assert_eq!((text.contains(question), &call.unwrap().1["question"]), (true, &json!(question)), "{text}");
            let last = Said { text: "", opening: false, before: &profile };
            let later = conduct(&COURSE, &profile, last, language, &mut env).0;
            assert!(!later.contains(UNKNOWN.get(language)), "{later}");
        }
    }

    #[test]
    fn it_conducts_every_interview_to_its_end() {
        let mut env = Env::deterministic(Timestamp(0), 1);
        for (flow, language) in FLOWS.iter().flat_map(|flow| [(flow, Language::En), (flow, Language::Zh)]) {
            let mut profile = Profile::new();
            interview::reply(flow, &mut profile, None, &Reply::Words("Baking bread".to_owned()), true).unwrap();
            for _ in &flow.fields[1..] {
                let last = Said { text: "", opening: false, before: &profile };
                let (said, call) = conduct(flow, &profile, last, language, &mut env);
                let (tool, arguments) = call.unwrap();
                assert_eq!((said.is_empty(), tool), (false, flow.present.name));
                let (read, _) = flow.present.read(arguments.as_object().unwrap()).unwrap();
                let card = interview::card(flow, None, &read).unwrap();
                let reply = Reply::Options(vec![card.options[0].clone()]);
                interview::reply(flow, &mut profile, Some(&card), &reply, false).unwrap();
            }
            let last = Said { text: "", opening: false, before: &profile };
            let (tool, arguments) = conduct(flow, &profile, last, language, &mut env).1.unwrap();
            assert_eq!(tool, flow.generate.name);
            flow.generate.read(arguments.as_object().unwrap()).unwrap();
        }
    }
}
