//! The words around assistants with tools: what was called, what is asked, how an answer came about.
//!
//! Must not be in here: what the model is told.

/// The words around assistants with tools.
#[derive(Debug)]
pub struct Helper {
    /// What a tool was asked.
    pub arguments: &'static str,
    /// What it answered.
    pub result: &'static str,
    /// It failed, or was refused.
    pub failed: &'static str,
    /// It has not answered yet.
    pub pending: &'static str,
    /// Goes on with an answer that was interrupted.
    pub resume: &'static str,
    /// That an answer can go on.
    pub resumable: &'static str,
    /// What the panel of a question is called.
    pub question: &'static str,
    /// Sends an answer.
    pub submit: &'static str,
    /// Skips a question.
    pub skip: &'static str,
    /// Does not answer a question.
    pub decline: &'static str,
    /// An answer in one's own words.
    pub other: &'static str,
    /// Yes.
    pub yes: &'static str,
    /// No.
    pub no: &'static str,
    /// What was answered.
    pub answered: fn(&str) -> String,
    /// A question that was not answered.
    pub cancelled: &'static str,
    /// The model went round in circles.
    pub in_circles: &'static str,
    /// The model used up its rounds.
    pub all_rounds: &'static str,
    /// Arguments of a tool were sent back as wrong.
    pub repaired: &'static str,
    /// A call was read from the text.
    pub salvaged: &'static str,
    /// A tool had to be asked for another way.
    pub ladder: &'static str,
    /// The built-in model answered in place of one that cannot call tools.
    pub local: &'static str,
}

pub(super) const EN: Helper = Helper {
    arguments: "Arguments",
    result: "Result",
    failed: "failed",
    pending: "not answered yet",
    resume: "Resume",
    resumable: "This answer was interrupted. What was looked up so far is kept.",
    question: "A question for you",
    submit: "Answer",
    skip: "Skip",
    decline: "Don’t answer",
    other: "Something else",
    yes: "Yes",
    no: "No",
    answered: |answer| format!("Answered: {answer}"),
    cancelled: "Not answered",
    in_circles: "The model repeated the same calls and was stopped from calling more.",
    all_rounds: "The model used up its rounds of tools and had to answer with what it had.",
    repaired: "Some arguments of the model did not fit and were sent back to it.",
    salvaged: "The model wrote a call into its text; it was carried out.",
    ladder: "The model had to be asked in a simpler way.",
    local: "This model cannot call tools. The app looked it up itself, without the model.",
};

pub(super) const ZH: Helper = Helper {
    arguments: "参数",
    result: "结果",
    failed: "失败",
    pending: "尚未答复",
    resume: "继续执行",
    resumable: "这条回答中断了，已查到的内容都还在。",
    question: "需要你回答",
    submit: "回答",
    skip: "跳过",
    decline: "不回答",
    other: "其他",
    yes: "是",
    no: "否",
    answered: |answer| format!("已回答：{answer}"),
    cancelled: "未回答",
    in_circles: "模型重复了同样的调用，已停止其继续调用。",
    all_rounds: "模型用完了工具轮次，只能用已有内容回答。",
    repaired: "模型的部分参数不符合要求，已退回修正。",
    salvaged: "模型把调用写进了正文，已按调用执行。",
    ladder: "模型需要用更简单的方式询问。",
    local: "该模型无法调用工具。以下由应用自行查询得出，未经过模型。",
};
