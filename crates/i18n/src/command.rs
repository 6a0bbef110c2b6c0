//! The names of commands, as the palette, menus, the help sheet and the history show them.

words! {
    /// The names of commands.
    Commands {
        new_session = "New conversation", "新建对话";
        rename_session = "Rename conversation", "重命名对话";
        duplicate_session = "Duplicate conversation", "创建对话副本";
        copy_link = "Copy link", "复制链接";
        link_to = "Link to…", "链接到……";
        add_link = "Add link", "添加链接";
        remove_link = "Remove link", "移除链接";
        delete_session = "Delete conversation", "删除对话";
        send = "Send message", "发送消息";
        stop = "Stop answering", "停止回答";
        continue_answer = "Continue the answer", "继续回答";
        regenerate = "Regenerate the answer", "重新生成";
        answer_with = "Answer again with another model", "换个模型重新回答";
        answer_several = "Answer with several models", "用多个模型回答";
        merge = "Merge the answers", "合并回答";
        choose_model = "Choose a model", "选择模型";
        room_parameters = "Assistant parameters", "助手参数";
        set_model = "Change the model of the conversation", "更换对话的模型";
        edit = "Edit message", "编辑消息";
        edit_branch = "Edit as a new branch", "编辑为新分支";
        branch_from = "Branch from here", "从这里分支";
        switch_branch = "Switch branch", "切换分支";
        previous_branch = "Previous branch", "上一个分支";
        next_branch = "Next branch", "下一个分支";
        delete_message = "Delete message", "删除消息";
        toggle_context = "Include in or exclude from context", "是否发给模型";
        pin_agent = "Pin agent to conversation", "为对话固定智能体";
        show_tree = "Show conversation tree", "查看对话树";
        context_preview = "Show what will be sent", "查看将发送的内容";
        print = "Print", "打印";
        install = "Install Espalier", "安装Espalier";
        search = "Search all conversations", "搜索所有对话";
        new_map = "New map", "新建导图";
        start_timer = "Start timer", "开始计时";
        stop_timer = "Stop timer", "停止计时";
        export_markdown = "Export this branch as Markdown", "将当前分支导出为Markdown";
        export_tree = "Export the whole tree as Markdown", "将整棵树导出为Markdown";
        export_json = "Export the conversation as JSON", "将对话导出为JSON";
        import = "Import", "导入";
        save_agent = "Save agent", "保存智能体";
        new_agent = "New agent", "新建智能体";
        duplicate_agent = "Duplicate agent", "创建智能体副本";
        delete_agent = "Delete agent", "删除智能体";
        agents = "Agents", "智能体";
        undo = "Undo", "撤销";
        redo = "Redo", "重做";
        history = "History", "历史记录";
        palette = "Find anything", "查找任何内容";
        help = "Keyboard shortcuts", "键盘快捷键";
        settings = "Settings", "设置";
        chat = "Chat", "对话";
        switch_language = "中文", "English";
        switch_theme = "Theme: light, dark or system", "主题：浅色、深色或跟随系统";
        focus_composer = "Write a message", "写消息";
        next_region = "Go to next region", "前往下一个区域";
        previous_region = "Go to previous region", "前往上一个区域";
    }
}
