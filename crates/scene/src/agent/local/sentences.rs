//! Sentences of the assistant without a model: on results, on what is not there, and on what it did not understand.

use serde_json::Value;

use super::LocalReply;
use crate::agent::intent::{Target, Unclear, Which};
use crate::agent::sight::{RADIUS, Sight, WIDENINGS};
use crate::agent::{kind_name, label_of};
use espalier_agent_api::tool::Undone;
use espalier_base::language::Language;
use espalier_command::schema::Problem;
use espalier_command::spec::Text;

/// Sums up a result in one sentence for people.
pub fn summary(told: &Value, language: Language) -> String {
    let looks = told["done"].is_null() && told["distance"].is_null();
    if looks { listed(told, true, language) } else { done(&told.to_string(), language).unwrap_or_default() }
}

/// A sentence on the result of a call (L2); an error ends the answer with its words.
pub(super) fn done(result: &str, language: Language) -> Result<String, LocalReply> {
    let Ok(told) = serde_json::from_str::<Value>(result) else {
        return Err(LocalReply::Text(match Undone::of(result) {
            Some(Undone::Declined) => left(language),
            _ => failed(result, language),
        }));
    };
    let shapes = told["shapes"].as_array().map_or(&[][..], Vec::as_slice);
    let total = told["total"].as_u64().unwrap_or(shapes.len() as u64);
    let what = match shapes {
        [one] if total == 1 => label_of(one, language),
        _ => said!(language, "{total} shapes", "{total}个图形"),
    };
    Ok(match (told["done"].as_str().unwrap_or_default(), told["distance"].as_f64()) {
        ("created", _) => said!(language, "Created {what}.", "已创建{what}。"),
        ("modified", _) => said!(language, "Changed {what}.", "已修改{what}。"),
        ("deleted", _) => said!(language, "Deleted {what}.", "已删除{what}。"),
        ("arranged", _) => said!(language, "Arranged {what}.", "已排列{what}。"),
        ("selected", _) => said!(language, "Selected {what}.", "已选中{what}。"),
        ("unchanged", _) => {
            said!(language, "Nothing to change: {what} is like that already.", "{what}已经是这样，无需修改。")
        }
        ("undone", _) => said!(language, "Taken back.", "已撤销。"),
        ("redone", _) => said!(language, "Done again.", "已重做。"),
        ("nothing", _) => {
            said!(language, "There is nothing to take back or do again here.", "这里没有可以撤销或重做的操作。")
        }
        (_, Some(distance)) => said!(language, "Their middles are {distance} apart.", "两者中心相距{distance}。"),
        _ => failed(result, language),
    })
}

/// A sentence on numbers that no shape can have.
pub(super) fn misfit(problem: &Problem, language: Language) -> String {
    let name = match problem.path.rsplit('.').next() {
        Some("size") => Text::new("the size", "大小"),
        Some("factor") => Text::new("the factor", "倍数"),
        Some("name") => Text::new("the name", "名称"),
        _ => Text::new("a number", "数值"),
    };
    let name = name.get(language);
    let wrong = Problem { path: String::new(), wrong: problem.wrong.clone() }.text(language);
    said!(language, "That can’t be: {name} {wrong}. Nothing was changed.", "无法这样做：{name}{wrong}。未作改动。")
}

pub(super) fn too_many(count: usize, language: Language) -> String {
    said!(
        language,
        "These {count} shapes are too many for one step. Say it of all of them, or of a type or colour.",
        "这{count}个图形太多，无法一次处理。请按全部、类型或颜色来说。"
    )
}

fn failed(result: &str, language: Language) -> String {
    // What is written for a model is of no use to a person.
    if Undone::of(result).is_some() {
        return said!(language, "That could not be done. Nothing was changed.", "无法完成，未作改动。");
    }
    said!(language, "That could not be done: {result}", "无法完成：{result}")
}

/// A sentence on shapes that were looked for, with a list of them unless only their number is wanted.
pub(super) fn listed(found: &Value, count_only: bool, language: Language) -> String {
    let shapes = found["shapes"].as_array().map_or(&[][..], Vec::as_slice);
    let total = found["total"].as_u64().unwrap_or_default();
    let mut text = match total {
        0 => said!(language, "There are none.", "一个也没有。"),
        1 => said!(language, "There is 1.", "共有1个。"),
        total => said!(language, "There are {total}.", "共有{total}个。"),
    };
    if !count_only {
        for shape in shapes {
            text.push_str("\n- ");
            text.push_str(&label_of(shape, language));
        }
        let more = total.saturating_sub(shapes.len() as u64);
        if more > 0 && !shapes.is_empty() {
            text.push_str(&said!(language, "\n- … and {more} more", "\n- ……还有{more}个"));
        }
    }
    text
}

pub(super) fn nothing(sight: &Sight<'_>, target: &Target, language: Language) -> String {
    if let Some(name) = &target.filter.name {
        let near = sight.near_names(name);
        if near.is_empty() {
            return said!(
                language,
                "There is no shape called “{name}”. Nothing was changed.",
                "没有名为“{name}”的图形，未作改动。"
            );
        }
        let near = near.join(Text::new(", ", "、").get(language));
        return said!(
            language,
            "There is no such shape called “{name}”. Nothing was changed. Similar names: {near}.",
            "没有符合的名为“{name}”的图形，未作改动。相近的名称：{near}。"
        );
    }
    let kind = target.filter.kind.map_or(Text::new("shape", "图形").get(language), |kind| kind_name(kind, language));
    match &target.which {
        Which::Near([x, y, z], _) if sight.only.is_none() => {
            let most = RADIUS * f64::from(2_u32.pow(WIDENINGS));
            said!(
                language,
                "There is no such {kind} within {most} of ({x}, {y}, {z}). Nothing was changed.",
                "({x}, {y}, {z})周围{most}以内没有符合的{kind}，未作改动。"
            )
        }
        Which::Selected => {
            said!(language, "Nothing is selected that fits. Nothing was changed.", "没有选中符合的图形，未作改动。")
        }
        _ => said!(language, "There is no such {kind}. Nothing was changed.", "没有符合的{kind}，未作改动。"),
    }
}

pub(super) fn left(language: Language) -> String {
    said!(language, "All right, nothing was changed.", "好的，未作改动。")
}

pub(super) fn not_understood(unclear: &Unclear, language: Language, instead: bool) -> String {
    let quoted = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| format!("“{word}”")).collect();
        words.join(Text::new(", ", "、").get(language))
    };
    let why = match unclear {
        Unclear::Words(words) => {
            let words = quoted(words);
            said!(
                language,
                "I don’t understand {words} here, and guessing could change the wrong shape.",
                "我没有理解{words}，猜测可能会改错图形。"
            )
        }
        Unclear::Open(words) => {
            let words = quoted(words);
            said!(
                language,
                "I’m not sure what {words} is about here, so I changed nothing.",
                "我不确定这里的{words}指什么，因此未作改动。"
            )
        }
        Unclear::Question => {
            said!(language, "That is a question, so I changed nothing.", "这是一个问题，因此未作改动。")
        }
        Unclear::NoVerb => said!(language, "I don’t see what to do.", "我没看出要做什么。"),
        Unclear::Incomplete => said!(
            language,
            "I’m not sure which shape that is about or what to do to it, so I changed nothing.",
            "我不确定指的是哪个图形或要做什么，因此未作改动。"
        ),
    };
    // Whoever was understood in part knows what can be said.
    if !matches!(unclear, Unclear::Words(_) | Unclear::NoVerb) {
        return why;
    }
    let can = Text::new(
        "I can do plain commands:\n- draw a red square with side 5 at (10, 0, 10)\n- make the last circle twice as \
         big\n- delete the triangle near (10, 0, 10)",
        "我能执行明确的指令，例如：\n- 在(10, 0, 10)画一个边长5的红色正方形\n- 把最后一个圆放大两倍\n- 删除(10, 0, 10)附近的三角形",
    );
    let model = if instead {
        Text::new(
            "The connected model cannot call tools, so I answer by fixed rules.",
            "所连接的模型不能调用工具，因此由固定规则回答。",
        )
    } else {
        Text::new("A model connected in Settings understands more.", "在“设置”中连接模型后，可以理解更多说法。")
    };
    format!("{why}\n\n{}\n\n{}", can.get(language), model.get(language))
}
