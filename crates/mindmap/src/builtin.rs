//! The built-in guide in a map: small changes by fixed rules, as proposals like those of any model.
//!
//! - G1 It understands adding, renaming and deleting nodes, and asking who, what, why, when, where and how of one, in
//!   English and Chinese; it answers in the language of what was said.
//! - G2 It changes nothing itself: it proposes, one operation for each thing, in the text channel.
//! - G3 It never guesses: a node that it does not find, or finds twice, is asked back.
//! - G4 Its help says what it is: fixed rules, no language model.

mod add;
mod change;
mod names;
mod questions;

use espalier_base::language::Language;
use espalier_llm::builtin::BuiltinInput;
use espalier_proposal::Operation;
use espalier_proposal::prompt::short_text_answer;

/// A node, by id and title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Named {
    /// The id, as operations refer to it.
    pub id: String,
    /// Title; may be empty, and other nodes may have the same.
    pub title: String,
}

/// The node of the conversation and those around it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Surroundings {
    /// Node that the conversation is about.
    pub node: Named,
    /// The note.
    pub note: String,
    /// The parent; `None` for the root.
    pub parent: Option<Named>,
    /// Nodes directly below, in the map's order.
    pub children: Vec<Named>,
    /// The siblings, without the node itself.
    pub siblings: Vec<Named>,
}

/// Reply of a rule to a request.
enum Reply {
    /// Operations, and one sentence on all of them.
    Proposal { summary: String, operations: Vec<Operation> },
    /// A text without operations.
    Words(String),
}

type Rule = fn(&str, &Surroundings, Language) -> Option<Reply>;

const RULES: [Rule; 5] = [change::rename, change::delete, change::note, questions::expand, add::add];

/// The answer to a message about a node; `None` if no rule fits, as rules of other rooms may.
pub fn answer(input: &BuiltinInput, around: &Surroundings) -> Option<String> {
    let language = input.spoken();
    let said = names::request(&input.last_user_text);
    let reply = RULES.iter().find_map(|rule| rule(said, around, language))?;
    Some(match reply {
        Reply::Words(text) => text,
        Reply::Proposal { summary, operations } => short_text_answer(&summary, &operations),
    })
}

/// List of requests that the guide understands, for when no rule fits.
pub fn help(around: &Surroundings, language: Language) -> String {
    let title = names::shown(&around.node.title);
    match language {
        Language::En => format!(
            "I follow fixed rules and can suggest some changes around “{title}”:\n\n\
             - `add children: one, two, three` (an indented list becomes branches)\n\
             - `add sibling: other`\n\
             - `rename to New title`, `rename One to Two`\n\
             - `add a note: some words`\n\
             - `delete this`, `delete One`, `delete the children`\n\
             - `expand`: asks who, what, why, when, where and how; or just some: `ask why and how`\n\n{}",
            SIGNATURE.en
        ),
        Language::Zh => format!(
            "我可以按固定规则，围绕“{title}”提出一些修改：\n\n\
             - `添加子节点：甲、乙、丙`（带缩进的列表会成为分支）\n\
             - `添加同级节点：丁`\n\
             - `改名为 新标题`、`把 甲 改名为 乙`\n\
             - `添加备注：一些文字`\n\
             - `删除这个节点`、`删除 甲`、`删除所有子节点`\n\
             - `展开`：用“谁、什么、为什么、何时、何地、如何”来提问；也可以只问一部分：`问为什么和如何`\n\n{}",
            SIGNATURE.zh
        ),
    }
}

const SIGNATURE: espalier_command::spec::Text = espalier_command::spec::Text::new(
    "*Built-in guide: fixed rules, offline, no language model. Connect a model in Settings.*",
    "*内置向导：按固定规则离线回答，不是语言模型。可以在“设置”中连接模型。*",
);

#[cfg(test)]
mod tests;
