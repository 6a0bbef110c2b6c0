//! Words around assistants with tools: their calls, their questions, and notices about an answer.

use espalier_agent_api::tool::Undone;

words_ahead! {
    /// The words around assistants with tools.
    Helper {
        time: &'static str = time,
        all: &'static str = all,
    }
}

words! {
    /// The words of the form in which a question is put together.
    QuestionForm {
        title = "Choose a question", "选一个问题";
        measure = "What", "统计项";
        split = "Grouping", "分组";
        days = "Days", "日期";
        about = "Entries", "记录范围";
        all = "All entries", "全部记录";
        goal: fn(&str) -> String = |name| format!("Goal: {name}"), |name| format!("目标：{name}");
        none = "These choices don’t go together. Change one of them.", "这几项不能一起用，请改其中一项。";
        ask = "Ask", "提问";
    }

    /// The words around assistants with tools.
    Words {
        time = "Time assistant", "时间助手";
        all = "Helper", "全局助手";
        all_lead = "Ask about anything in the rooms ticked below. The helper only looks; changes are suggested, and you tick the ones you want.",
            "可以问下方已勾选功能区里的任何内容。全局助手只查看；修改会先列为建议，由你勾选。";
        /// Questions to begin with; one that is not finished ends in a space.
        all_prompts: [&'static str; 3] = ["Where did I mention ", "What did I do yesterday?", "Open "],
            ["我在哪里提到过：", "我昨天做了什么？", "打开："];
        may_see = "May look into", "可查看";
        sees_nothing = "Tick a room for the helper to look into.", "请先勾选允许查看的功能区。";
        time_lead = "Ask about your time. Every number comes from your log; changes are only suggested, and you tick the ones you want.",
            "可以问关于时间的问题。每个数字都从你的记录中查得；修改会先列为建议，由你勾选。";
        new_conversation = "New conversation", "新对话";
        conversations = "Conversations", "对话列表";
        unnamed = "New conversation", "新对话";
        open = "Assistant", "助手";
        /// Tooltip of a number that was found, with how many entries are behind it.
        evidence: fn(usize) -> String =
            |count| if count == 1 { "Based on 1 entry".to_owned() } else { format!("Based on {count} entries") },
            |count| format!("依据{count}条记录");
        unverified = "Not found in your log", "在你的记录中查不到";
        /// Heading of the entries behind a number; how many of how many are shown.
        behind: fn(usize, usize) -> String =
            |shown, all| {
                if shown < all {
                    format!("Based on {all} entries, the first {shown} of them here")
                } else if all == 1 {
                    "Based on 1 entry".to_owned()
                } else {
                    format!("Based on {all} entries")
                }
            },
            |shown, all| {
                if shown < all {
                    format!("依据{all}条记录，此处列出前{shown}条")
                } else {
                    format!("依据{all}条记录")
                }
            };
        arguments = "Arguments", "参数";
        result = "Result", "结果";
        failed = "failed", "失败";
        undone: fn(Undone) -> &'static str =
            |undone| match undone {
                Undone::Repeated => "repeated, not used",
                Undone::Misfit => "didn’t fit; the model was asked to correct it",
                Undone::Unknown => "not available here",
                Undone::Declined => "you declined",
                Undone::Stopped => "stopped before it finished",
            },
            |undone| match undone {
                Undone::Repeated => "重复，未采用",
                Undone::Misfit => "不符合要求，已让模型修正",
                Undone::Unknown => "这里没有此功能",
                Undone::Declined => "你没有同意",
                Undone::Stopped => "尚未完成就停止了",
            };
        pending = "not answered yet", "尚未回答";
        resume = "Resume", "继续";
        resumable = "This answer was interrupted. Nothing found so far is lost.",
            "这条回答中断了，已查到的内容都还在。";
        question = "A question for you", "需要你回答";
        submit = "Answer", "回答";
        apply = "Apply", "应用";
        reject = "Change nothing", "不改动";
        skip = "Skip", "跳过";
        decline = "Don’t answer", "不回答";
        other = "Something else", "其他";
        yes = "Yes", "是";
        no = "No", "否";
        asks_for_secret =
            "This question was written by the model. Espalier never needs a password or key here: don’t enter one.",
            "这个问题是模型写的。Espalier绝不会在这里索要密码或密钥，请不要填写。";
        answered: fn(&str) -> String = |answer| format!("Answered: {answer}"), |answer| format!("已回答：{answer}");
        cancelled = "Not answered", "未回答";
        offers = "Ask next", "接着问";
        asking: QuestionForm;
        /// Button that keeps a word as another name of a category: the word, the category.
        alias: fn(&str, &str) -> String = |word, category| format!("Remember “{word}” as {category}"),
            |word, category| format!("记住“{word}”就是{category}");
        in_circles = "The model kept repeating itself, so it was stopped.", "模型陷入重复，已停止。";
        all_rounds = "The model reached the limit of look-ups and answered with what it had found.",
            "查询次数已达上限，模型用已查到的内容作答。";
        repaired = "The model’s first try had a mistake and was corrected.", "模型首次结果有误，已自动修正。";
        salvaged = "The model wrote a tool call into its text; it was run anyway.",
            "模型把工具调用写进了正文，已照此执行。";
        thoughts = "The model left its answer in its thoughts; it was taken from there.",
            "模型把回答写在了思考过程里，已从中取出。";
        ladder = "The model had to be asked in a simpler way.", "已改用更简单的方式询问模型。";
        form = "This model couldn’t do this step, so the app did it.", "模型未能完成这一步，已由应用补上。";
        /// Changes of an answer: numbers of things added, changed and deleted, and of steps undone and redone.
        changes: fn([u64; 5]) -> String =
            |counts| {
                let steps = |count| if count == 1 { "1 step".to_owned() } else { format!("{count} steps") };
                let [added, changed, deleted, undone, redone] = counts;
                let parts = [
                    (added, format!("{added} added")),
                    (changed, format!("{changed} changed")),
                    (deleted, format!("{deleted} deleted")),
                    (undone, format!("{} undone", steps(undone))),
                    (redone, format!("{} redone", steps(redone))),
                ];
                let parts: Vec<String> =
                    parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
                format!("Changes: {}", parts.join(", "))
            },
            |counts| {
                let [added, changed, deleted, undone, redone] = counts;
                let parts = [
                    (added, format!("新增{added}个")),
                    (changed, format!("修改{changed}个")),
                    (deleted, format!("删除{deleted}个")),
                    (undone, format!("撤销{undone}步")),
                    (redone, format!("重做{redone}步")),
                ];
                let parts: Vec<String> =
                    parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect();
                format!("改动：{}", parts.join("，"))
            };
        unchanged = "Nothing was changed", "没有任何改动";
        local = "This model can’t use tools. The app looked it up itself, without the model.",
            "这个模型不能使用工具。以下由应用自行查询得出，未经过模型。";
    }
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
