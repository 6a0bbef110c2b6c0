//! Words around assistants with tools: their calls, their questions, and notices about an answer.

use espalier_agent_api::tool::Undone;

/// The words of the form in which a question is put together.
#[derive(Debug)]
pub struct QuestionForm {
    /// Heading that opens it.
    pub title: &'static str,
    /// Label of the choice of a figure.
    pub measure: &'static str,
    /// Label of the choice of groups.
    pub split: &'static str,
    /// Label of the choice of days.
    pub days: &'static str,
    /// Label of the choice of entries.
    pub about: &'static str,
    /// The choice of all entries.
    pub all: &'static str,
    /// The choice of a goal's entries.
    pub goal: fn(&str) -> String,
    /// Text where the choices make no question.
    pub none: &'static str,
    /// Button that asks the question.
    pub ask: &'static str,
}

words_ahead! {
    /// The words around assistants with tools.
    Helper {
        /// Name of the assistant of the Time room.
        time: &'static str = time,
        /// Name of the helper that sees all rooms.
        all: &'static str = all,
    }
}

/// The words around assistants with tools.
#[derive(Debug)]
pub struct Words {
    /// Name of the assistant of the Time room.
    pub time: &'static str,
    /// Name of the helper that sees all rooms.
    pub all: &'static str,
    /// Introduction before the first message to it.
    pub all_lead: &'static str,
    /// Questions to begin with; one that is not finished ends in a space.
    pub all_prompts: [&'static str; 3],
    /// Name of the group of rooms that it may look into.
    pub may_see: &'static str,
    /// Hint while it may look into none.
    pub sees_nothing: &'static str,
    /// Introduction before the first message to the assistant of the Time room.
    pub time_lead: &'static str,
    /// Button that begins another conversation.
    pub new_conversation: &'static str,
    /// The list of conversations.
    pub conversations: &'static str,
    /// Title of a conversation without messages.
    pub unnamed: &'static str,
    /// Button that opens the assistant.
    pub open: &'static str,
    /// Tooltip of a number that was found, with how many entries are behind it.
    pub evidence: fn(usize) -> String,
    /// Tooltip of a number that no tool found.
    pub unverified: &'static str,
    /// Heading of the entries behind a number; how many of how many are shown.
    pub behind: fn(usize, usize) -> String,
    /// Heading of a tool's arguments.
    pub arguments: &'static str,
    /// Heading of a tool's result.
    pub result: &'static str,
    /// Mark of a call that failed, or was refused.
    pub failed: &'static str,
    /// Reason why a call was not done.
    pub undone: fn(Undone) -> &'static str,
    /// Mark of a call without a result yet.
    pub pending: &'static str,
    /// Button that goes on with an answer that was interrupted.
    pub resume: &'static str,
    /// Text of an answer that can go on.
    pub resumable: &'static str,
    /// Title of the panel of a question.
    pub question: &'static str,
    /// Button that sends an answer.
    pub submit: &'static str,
    /// Button that applies the ticked options.
    pub apply: &'static str,
    /// Button that applies none.
    pub reject: &'static str,
    /// Button that skips a question.
    pub skip: &'static str,
    /// Button that declines a question.
    pub decline: &'static str,
    /// An answer in one's own words.
    pub other: &'static str,
    /// Yes.
    pub yes: &'static str,
    /// No.
    pub no: &'static str,
    /// Warning of a question that asks for a secret.
    pub asks_for_secret: &'static str,
    /// The person's answer.
    pub answered: fn(&str) -> String,
    /// A question that was not answered.
    pub cancelled: &'static str,
    /// Name of the group of suggested questions.
    pub offers: &'static str,
    /// Form in which a question is put together.
    pub asking: QuestionForm,
    /// Button that keeps a word as another name of a category: the word, the category.
    pub alias: fn(&str, &str) -> String,
    /// Notice of a model that went round in circles.
    pub in_circles: &'static str,
    /// Notice of a model that used up its rounds.
    pub all_rounds: &'static str,
    /// Notice of arguments that were sent back as wrong.
    pub repaired: &'static str,
    /// Notice of a call that was read from the text.
    pub salvaged: &'static str,
    /// Notice of an answer that was taken from the thoughts.
    pub thoughts: &'static str,
    /// Notice of a tool that had to be asked for another way.
    pub ladder: &'static str,
    /// Notice of a result that the app made instead of the model.
    pub form: &'static str,
    /// Changes of an answer: numbers of things added, changed and deleted, and of steps undone and redone.
    pub changes: fn([u64; 5]) -> String,
    /// The answer changed nothing.
    pub unchanged: &'static str,
    /// Notice of an answer of the built-in model in place of one that cannot call tools.
    pub local: &'static str,
}

impl Helper {
    /// Returns the words of a notice; `None` for one of another version of the app.
    pub fn notice(&self, name: &str) -> Option<String> {
        let mut words = name.split(' ');
        let text = match words.next()? {
            "changes" => {
                let counts: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
                let count = |kind| counts.iter().find(|(known, _)| *known == kind).and_then(|(_, n)| n.parse().ok());
                let kinds = ["added", "changed", "deleted", "undone", "redone"];
                return Some((self.changes)(kinds.map(|kind| count(kind).unwrap_or(0))));
            }
            "unchanged" => self.unchanged,
            "loop" => self.in_circles,
            "rounds" => self.all_rounds,
            "repaired" => self.repaired,
            "salvaged" => self.salvaged,
            "ladder" => self.ladder,
            "thoughts" => self.thoughts,
            "local" => self.local,
            "form" => self.form,
            _ => return None,
        };
        Some(text.to_owned())
    }
}

pub(super) const EN: Words = Words {
    time: "Time assistant",
    all: "Helper",
    all_lead: "Ask about anything in the rooms ticked below. The helper only looks; changes are suggested, and you tick the ones you want.",
    all_prompts: ["Where did I mention ", "What did I do yesterday?", "Open "],
    may_see: "May look into",
    sees_nothing: "Tick a room for the helper to look into.",
    time_lead: "Ask about your time. Every number comes from your log; changes are only suggested, and you tick the ones you want.",
    new_conversation: "New conversation",
    conversations: "Conversations",
    unnamed: "New conversation",
    open: "Assistant",
    evidence: |count| if count == 1 { "Based on 1 entry".to_owned() } else { format!("Based on {count} entries") },
    unverified: "Not found in your log",
    behind: |shown, all| {
        if shown < all {
            format!("Based on {all} entries, the first {shown} of them here")
        } else if all == 1 {
            "Based on 1 entry".to_owned()
        } else {
            format!("Based on {all} entries")
        }
    },
    arguments: "Arguments",
    result: "Result",
    failed: "failed",
    undone: |undone| match undone {
        Undone::Repeated => "repeated, not used",
        Undone::Misfit => "didn’t fit; the model was asked to correct it",
        Undone::Unknown => "not available here",
        Undone::Declined => "you declined",
        Undone::Stopped => "stopped before it finished",
    },
    pending: "not answered yet",
    resume: "Resume",
    resumable: "This answer was interrupted. Nothing found so far is lost.",
    question: "A question for you",
    submit: "Answer",
    apply: "Apply",
    reject: "Change nothing",
    skip: "Skip",
    decline: "Don’t answer",
    other: "Something else",
    yes: "Yes",
    no: "No",
    asks_for_secret: "This question was written by the model. Espalier never needs a password or key here: don’t enter one.",
    answered: |answer| format!("Answered: {answer}"),
    cancelled: "Not answered",
    offers: "Ask next",
    asking: QuestionForm {
        title: "Choose a question",
        measure: "What",
        split: "Grouping",
        days: "Days",
        about: "Entries",
        all: "All entries",
        goal: |name| format!("Goal: {name}"),
        none: "These choices don’t go together. Change one of them.",
        ask: "Ask",
    },
    alias: |word, category| format!("Remember “{word}” as {category}"),
    in_circles: "The model kept repeating itself, so it was stopped.",
    all_rounds: "The model reached the limit of look-ups and answered with what it had found.",
    repaired: "The model’s first try had a mistake and was corrected.",
    salvaged: "The model wrote a tool call into its text; it was run anyway.",
    thoughts: "The model left its answer in its thoughts; it was taken from there.",
    ladder: "The model had to be asked in a simpler way.",
    form: "This model couldn’t do this step, so the app did it.",
    changes: |counts| {
        let steps = |count| if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
        let [added, changed, deleted, undone, redone] = counts;
        let parts = [
            (added, format!("{added} added")),
            (changed, format!("{changed} changed")),
            (deleted, format!("{deleted} deleted")),
            (undone, format!("{} undone", steps(undone))),
            (redone, format!("{} redone", steps(redone))),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
        format!("Changes: {}", parts.join(", "))
    },
    unchanged: "Nothing was changed",
    local: "This model can’t use tools. The app looked it up itself, without the model.",
};

pub(super) const ZH: Words = Words {
    time: "时间助手",
    all: "全局助手",
    all_lead: "可以问下方已勾选功能区里的任何内容。全局助手只查看；修改会先列为建议，由你勾选。",
    all_prompts: ["我在哪里提到过：", "我昨天做了什么？", "打开："],
    may_see: "可查看",
    sees_nothing: "请先勾选允许查看的功能区。",
    time_lead: "可以问关于时间的问题。每个数字都从你的记录中查得；修改会先列为建议，由你勾选。",
    new_conversation: "新对话",
    conversations: "对话列表",
    unnamed: "新对话",
    open: "助手",
    evidence: |count| format!("依据{count}条记录"),
    unverified: "在你的记录中查不到",
    behind: |shown, all| {
        if shown < all {
            format!("依据{all}条记录，此处列出前{shown}条")
        } else {
            format!("依据{all}条记录")
        }
    },
    arguments: "参数",
    result: "结果",
    failed: "失败",
    undone: |undone| match undone {
        Undone::Repeated => "重复，未采用",
        Undone::Misfit => "不符合要求，已让模型修正",
        Undone::Unknown => "这里没有此功能",
        Undone::Declined => "你没有同意",
        Undone::Stopped => "尚未完成就停止了",
    },
    pending: "尚未回答",
    resume: "继续",
    resumable: "这条回答中断了，已查到的内容都还在。",
    question: "需要你回答",
    submit: "回答",
    apply: "应用",
    reject: "不改动",
    skip: "跳过",
    decline: "不回答",
    other: "其他",
    yes: "是",
    no: "否",
    asks_for_secret: "这个问题是模型写的。Espalier绝不会在这里索要密码或密钥，请不要填写。",
    answered: |answer| format!("已回答：{answer}"),
    cancelled: "未回答",
    offers: "接着问",
    asking: QuestionForm {
        title: "选一个问题",
        measure: "统计项",
        split: "分组",
        days: "日期",
        about: "记录范围",
        all: "全部记录",
        goal: |name| format!("目标：{name}"),
        none: "这几项不能一起用，请改其中一项。",
        ask: "提问",
    },
    alias: |word, category| format!("记住“{word}”就是{category}"),
    in_circles: "模型陷入重复，已停止。",
    all_rounds: "查询次数已达上限，模型用已查到的内容作答。",
    repaired: "模型首次结果有误，已自动修正。",
    salvaged: "模型把工具调用写进了正文，已照此执行。",
    thoughts: "模型把回答写在了思考过程里，已从中取出。",
    ladder: "已改用更简单的方式询问模型。",
    form: "模型未能完成这一步，已由应用补上。",
    changes: |counts| {
        let [added, changed, deleted, undone, redone] = counts;
        let parts = [
            (added, format!("新增{added}个")),
            (changed, format!("修改{changed}个")),
            (deleted, format!("删除{deleted}个")),
            (undone, format!("撤销{undone}步")),
            (redone, format!("重做{redone}步")),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
        format!("改动：{}", parts.join("，"))
    },
    unchanged: "没有任何改动",
    local: "这个模型不能使用工具。以下由应用自行查询得出，未经过模型。",
};
