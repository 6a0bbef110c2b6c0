//! The words of the Course room, and the names of its commands.

words_ahead! {
    /// The words of the Course room.
    Course {
        room: &'static str = room,
        way: &'static str = way,
        to_map: &'static str = to_map,
        to_goals: &'static str = to_goals,
        unanswered: fn(&str) -> String = unanswered,
        commands: Commands = commands,
    }
}

words! {
    /// The words of the Course room.
    Words {
        room = "Course", "课程";
        /// Purpose of the room in one sentence, for links to it.
        way = "A few short questions turn what you want to learn into a plan.",
            "通过几个简短的问题了解你想学什么，并生成课程大纲。";
        welcome = "One sentence and three quick questions, and you have a plan to edit, map and track.",
            "写一句话，再回答三个小问题，就能得到一份可以编辑、生成导图并跟踪进度的计划。";
        list = "Courses", "课程列表";
        search = "Find a course", "查找课程";
        flow = "What to plan", "规划什么";
        begin_label = "What would you like to learn or get done?", "你想学什么，或想完成什么？";
        begin_hint = "Bake sourdough bread, an exam in May, move house…", "烤酸种面包、五月的考试、搬家……";
        begin = "Start", "开始";
        imported = "The outline is ready. Ask about it here, or change an answer to rewrite it.",
            "大纲已经就绪。可以在这里提问，也可以修改回答后重写。";
        gone = "This course was deleted.", "这门课程已删除。";
        all = "All courses", "全部课程";
        talk = "Interview", "问答";
        conversation = "Conversation", "对话";
        plan = "Outline", "大纲";
        profile = "Your answers", "你的回答";
        open_field = "not answered yet", "尚未回答";
        edit_answer = "Change this answer", "修改此回答";
        clear_answer = "Clear this answer", "清除此回答";
        /// Place of a question in the interview, from 1, and the number of questions.
        place: fn(usize, usize) -> String = |place, all| format!("{place} of {all}"),
            |place, all| format!("{place}/{all}");
        chosen_for = "Choose, or write your own answer below.", "请选择，或在下方自行填写。";
        write_below = "Write your answer below.", "请在下方写下你的回答。";
        local_card =
            "The model gave no options, so here are some from the app. Choose one, or write your own answer below.",
            "模型没有给出选项，以下是应用的默认选项。请选择，或在下方自行填写。";
        ask_model = "Try again with the model", "再让模型试一次";
        ready = "All questions are answered.", "问题都回答完了。";
        generate = "Make the outline", "生成大纲";
        again = "Rewrite the whole outline", "重写整份大纲";
        template = "Use a template instead", "改用模板";
        complete = "Complete the rest", "补全其余部分";
        fill = "Fill the rest from a template", "用模板补全";
        unfinished = "This outline is unfinished: the answer stopped here. What arrived is kept.",
            "这份大纲还没写完：回答中断了，已收到的部分都已保留。";
        stale = "Your answers have changed since this outline was made.", "大纲生成之后，你的回答有变化。";
        keep = "Keep it", "保留现有大纲";
        rewrite = "Rewrite the outline", "重写大纲";
        no_outline = "No outline yet. Answer the questions, then press “Make the outline”.",
            "还没有大纲。回答完问题后，点击“生成大纲”。";
        coming = "The outline is being written…", "正在生成大纲……";
        completed = "The app filled in what the model left out.", "应用补全了模型遗漏的部分。";
        from_template = "Made from a template. Change whatever doesn’t fit.", "由模板生成，可随意修改。";
        title = "Title", "标题";
        description = "Description", "简介";
        difficulty = "Difficulty", "难度";
        minutes = "Total minutes", "总时长（分钟）";
        name = "Name", "名称";
        snippet = "What’s in it", "内容简介";
        add_snippet = "Add a description", "添加简介";
        lesson = "Lesson", "课时提纲";
        edit_lesson = "Edit the lesson", "编辑课时提纲";
        make_lesson = "Outline the lesson", "生成课时提纲";
        /// Button that adds a part or a chapter, with the word for it.
        add: fn(&str) -> String = |what| format!("Add {}", what.to_lowercase()), |what| format!("添加{what}");
        /// Title of a new part or chapter, with the word for it.
        new: fn(&str) -> String = |what| format!("New {}", what.to_lowercase()), |what| format!("新{what}");
        up = "Move up", "上移";
        down = "Move down", "下移";
        remove = "Delete", "删除";
        remake = "Rewrite this part", "重写这一部分";
        working = "working…", "生成中……";
        carry = "Drag to move", "拖动以移动";
        more = "More", "更多";
        done = "Done", "完成";
        talk_about = "Discuss this chapter in Chat", "在“对话”中讨论本章";
        to_map = "Open as map", "生成导图";
        to_goals = "Plan in Time", "加入时间目标";
        update_map = "Update the map", "更新导图";
        update_goals = "Update the goals", "更新目标";
        open_map = "Open map", "打开导图";
        goals_title = "Add to Time as goals", "加入时间目标";
        goals_intro = "Each part you tick becomes a goal, one after the other.",
            "勾选的每个部分都会成为一个目标，依次排期。";
        goals_start = "First day", "开始日期";
        goals_minutes = "Minutes a day", "每天分钟数";
        goals_parts = "Parts", "包含的部分";
        goals_make = "Add goals", "加入目标";
        part_done = "done", "已完成";
        /// Link back from another room, before the name of the course.
        back = "Course", "课程";
        versions = "Earlier versions", "历史版本";
        no_versions = "There are no earlier versions.", "没有历史版本。";
        restore = "Restore", "恢复";
        format = "File format", "文件格式";
        export = "Export this course", "导出课程";
        import = "Import a course", "导入课程";
        not_a_course = "There’s no course in this file. Choose a course exported from Espalier, as JSON or Markdown.",
            "这个文件里没有课程。请选择从Espalier导出的课程（JSON或Markdown）。";
        confirm_delete = "This deletes the course with its conversation and earlier versions.",
            "将删除这门课程及其对话和历史版本。";
        levels: [&'static str; 3] = ["Beginner", "Intermediate", "Advanced"], ["入门", "进阶", "高级"];
        /// Progress: the number of chapters done, and of all.
        progress: fn(usize, usize) -> String = |done, all| format!("{done} of {all} done"),
            |done, all| format!("已完成{done}/{all}");
        unanswered: fn(&str) -> String = |field| format!("Please answer this first: {field}."),
            |field| format!("请先回答：{field}。");
        goals_end: fn(&str) -> String = |day| format!("Ends on {day}."), |day| format!("到{day}结束。");
        /// A version whose answer broke off: its title.
        remade_unfinished: fn(&str) -> String = |title| format!("{title} (unfinished)"),
            |title| format!("{title}（未完成）");
        /// A version that was made when a part was made again: the title of that part.
        remade: fn(&str) -> String = |part| format!("“{part}” rewritten"), |part| format!("已重写“{part}”");
        commands: Commands;
    }

    /// The names of commands.
    Commands {
        new = "New course", "新建课程";
        rename = "Rename course", "重命名课程";
        duplicate = "Duplicate course", "创建课程副本";
        delete = "Delete course", "删除课程";
        answer = "Change an answer", "修改回答";
        edit = "Edit outline", "编辑大纲";
        add = "Add to outline", "添加到大纲";
        do_move = "Move in outline", "移动大纲内容";
        remove = "Delete from outline", "从大纲删除";
        tick = "Tick a chapter", "勾选章节";
        restore = "Restore version", "恢复版本";
        cleared = "Asking again, because another answer changed", "因另一项回答有变，将重新询问";
        remake = "Part rewritten", "已重写这一部分";
        lesson = "Outline a lesson", "生成课时提纲";
        template = "Use a template instead", "改用模板";
        complete = "Complete an outline", "补全大纲";
        fill = "Fill from a template", "用模板补全大纲";
        keep = "Keep the outline", "保留大纲";
        unfinished = "Unfinished outline kept under “Earlier versions”", "未完成的大纲已保留在“历史版本”中";
        rewritten = "Outline rewritten", "已重写大纲";
        reply = "Answer", "回答";
        generate = "Make the outline", "生成大纲";
        to_map = "Made a mind map", "已从大纲生成导图";
        to_goals = "Made goals", "已从大纲生成目标";
        update_map = "Mind map updated", "已更新导图";
        update_goals = "Goals updated", "已更新目标";
        chat = "Discuss a chapter", "讨论章节";
        export_markdown = "Export course as Markdown", "将课程导出为Markdown";
        export_json = "Export course as JSON", "将课程导出为JSON";
        import = "Import course", "导入课程";
    }
}
