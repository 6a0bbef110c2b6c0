//! Words of errors, one clear sentence each, and of the one button that helps.

use espalier_chat::import::{ImportError, MAX_BYTES, Unknown};
use espalier_llm::error::{DeviceProblem, Dialect, ErrorKind, LlmError, Missing, NetworkKind, Remedy, RoleRule};
use espalier_storage::port::StorageError;

words_ahead! {
    /// The words of errors.
    Errors {
        storage: fn(&StorageError) -> String = storage,
        import: fn(&ImportError) -> String = import,
    }
}

words! {
    /// Sentences for errors.
    Words {
        llm: fn(&LlmError) -> String = english, chinese;
        remedy: fn(Remedy) -> &'static str =
            |remedy| match remedy {
                Remedy::Retry => "Try again",
                Remedy::CheckKey => "Check the key",
                Remedy::CheckAddress => "Check the base URL",
                Remedy::OpenSettings => "Open settings",
                Remedy::SwitchModel => "Choose another model",
                Remedy::ShortenContext => "Shorten the context",
                Remedy::Continue => "Continue",
                Remedy::RaiseBudget => "Allow a longer answer",
                Remedy::EditPrompt => "Reword the message",
                Remedy::AllowLocalNetwork => "How to allow it",
                Remedy::AllowOrigin => "How to allow it",
                Remedy::Reload => "Reload the page",
                Remedy::LeaveOutPictures => "Answer without the pictures",
            },
            |remedy| match remedy {
                Remedy::Retry => "重试",
                Remedy::CheckKey => "检查密钥",
                Remedy::CheckAddress => "检查接口地址",
                Remedy::OpenSettings => "打开设置",
                Remedy::SwitchModel => "换一个模型",
                Remedy::ShortenContext => "缩短上下文",
                Remedy::Continue => "继续",
                Remedy::RaiseBudget => "允许更长的回答",
                Remedy::EditPrompt => "修改提问",
                Remedy::AllowLocalNetwork => "如何允许",
                Remedy::AllowOrigin => "如何允许",
                Remedy::Reload => "重新加载页面",
                Remedy::LeaveOutPictures => "不看图片，直接回答",
            };
        storage: fn(&StorageError) -> String =
            |error| match error {
                StorageError::Quota => {
                    "The browser’s space for this site is used up. Delete something you no longer need, or export your data. Saving is retried automatically.".into()
                }
                StorageError::TooNew { found, supported } => format!(
                    "Your data was written by a newer version of Espalier (format {found}; this version reads up to {supported}). Reload the page to get the newer version."
                ),
                StorageError::Blocked => {
                    "Another tab of Espalier is still using an older version. Close the other tabs.".into()
                }
                StorageError::Superseded => {
                    "A newer version of Espalier was opened in another tab. Reload this one to continue here.".into()
                }
                StorageError::Cleared => {
                    "The browser deleted this site’s data while this tab was open. What you see now exists only in this tab: write it back or export it before you close the tab.".into()
                }
                StorageError::Denied => {
                    "The browser blocks this site from storing data, and Espalier has no other place for it. Allow it in the site settings (the icon left of the address → Cookies and site data), or leave the private window, then reload.".into()
                }
                StorageError::Stale => "Something else was saved at the same moment. Try again.".to_owned(),
                StorageError::Aborted(reason) => {
                    format!("The browser couldn’t write the data ({reason}). Export your data, then reload the page.")
                }
                StorageError::Unavailable(reason) => format!(
                    "The browser couldn’t open its database. Restart the browser and reload the page. If that doesn’t help, the database is damaged. ({reason})"
                ),
            },
            |error| match error {
                StorageError::Quota => {
                    "浏览器分配给此网站的空间已用完。请删除不再需要的内容，或导出数据；之后会自动重试保存。".into()
                }
                StorageError::TooNew { found, supported } => format!(
                    "数据由更新版本的Espalier写入（格式{found}，当前版本最高支持{supported}）。请重新加载页面以获取新版本。"
                ),
                StorageError::Blocked => "另一个标签页仍在使用旧版本的Espalier。请关闭其他标签页。".into(),
                StorageError::Superseded => "另一个标签页打开了更新版本的Espalier。请重新加载此标签页后继续。".into(),
                StorageError::Cleared => {
                    "此标签页打开期间，浏览器删除了本网站的数据。现在看到的内容只存在于此标签页中：请在关闭之前写回或导出。".into()
                }
                StorageError::Denied => {
                    "浏览器禁止本网站存储数据，Espalier没有其他地方可以保存。请在网站设置（地址栏左侧的图标→Cookie和网站数据）中允许，或离开无痕窗口，然后重新加载。".into()
                }
                StorageError::Stale => "同一时刻保存了其他内容，请重试。".to_owned(),
                StorageError::Aborted(reason) => {
                    format!("浏览器未能写入数据（{reason}）。请导出数据，然后重新加载页面。")
                }
                StorageError::Unavailable(reason) => {
                    format!("浏览器无法打开数据库。请重启浏览器后重新加载页面。如果仍然不行，说明数据库已损坏。（{reason}）")
                }
            };
        import: fn(&ImportError) -> String =
            |error| match error {
                ImportError::InFile { name, error } => format!("{name}: {}", (Self::EN.import)(error)),
                ImportError::Unreadable(name) => format!("The browser couldn’t read {name}. Choose the file again."),
                ImportError::TooLarge(bytes) => format!(
                    "The file is too large: {} MB, and the limit is {} MB. Choose a smaller export.",
                    bytes >> 20,
                    MAX_BYTES >> 20
                ),
                ImportError::Conflict => "It contains different versions of items from another of these files. Import it separately afterwards.".into(),
                ImportError::OneAtATime => "Time logs are imported one at a time. Import this one next.".into(),
                ImportError::BackupAlone => "Backups are imported one at a time. Import this one next.".into(),
                ImportError::TooCostly => "Checking the password of this backup would take more than 1 GB of memory. Espalier doesn’t make such files.".into(),
                ImportError::Newer { found, known } => format!(
                    "The file was written by a newer version of Espalier (format {found}; this version reads up to {known}). Reload the page to get the newer version."
                ),
                ImportError::Unknown(Unknown::Empty) => "The file is empty.".into(),
                ImportError::Unknown(Unknown::Zip) => {
                    "This ZIP archive is damaged, or contains no conversations that Espalier can read.".into()
                }
                ImportError::Unknown(Unknown::Backup) => {
                    "The beginning of this backup is damaged, so nothing in it can be read.".into()
                }
                ImportError::Unknown(Unknown::Html) => {
                    "This is a web page. Choose the JSON file that came with it.".into()
                }
                ImportError::Unknown(Unknown::NoCard) => "This picture contains no character card.".into(),
                ImportError::Unknown(Unknown::NotText) => {
                    "This isn’t a text file. Choose an exported file (JSON or ZIP).".into()
                }
                ImportError::Unknown(Unknown::OtherText) => {
                    "Espalier can’t read this kind of text file. It reads exports of chat apps (JSON or ZIP), maps, calendars, and time logs as tables (CSV).".into()
                }
                ImportError::Unknown(Unknown::NotJson { line, column }) => {
                    format!(
                        "The file isn’t valid JSON (line {line}, column {column}). Choose an exported JSON file, or export it again."
                    )
                }
                ImportError::Unknown(Unknown::OtherJson) => {
                    "Espalier doesn’t know this kind of JSON file. It reads its own exports, and those of ChatGPT, Claude, Open WebUI, LibreChat, llama.cpp, SillyTavern and big-AGI.".into()
                }
            },
            |error| match error {
                ImportError::InFile { name, error } => format!("{name}：{}", (Self::ZH.import)(error)),
                ImportError::Unreadable(name) => format!("浏览器无法读取{name}，请重新选择文件。"),
                ImportError::TooLarge(bytes) => {
                    format!("文件太大：{} MB，上限为{} MB。请选择较小的导出文件。", bytes >> 20, MAX_BYTES >> 20)
                }
                ImportError::Conflict => "它与另一个文件包含同一些内容的不同版本。请接着单独导入它。".into(),
                ImportError::OneAtATime => "时间记录每次只能导入一个文件。请接着导入这一个。".into(),
                ImportError::BackupAlone => "备份每次只能导入一个文件。请接着导入这一个。".into(),
                ImportError::TooCostly => "验证此备份的密码需要超过1 GB内存。Espalier不会生成这样的文件。".into(),
                ImportError::Newer { found, known } => {
                    format!(
                        "文件由更新版本的Espalier写入（格式{found}，当前版本最高支持{known}）。请重新加载页面以获取新版本。"
                    )
                }
                ImportError::Unknown(Unknown::Empty) => "文件是空的。".into(),
                ImportError::Unknown(Unknown::Zip) => "这个ZIP压缩包已损坏，或其中没有Espalier能读取的对话。".into(),
                ImportError::Unknown(Unknown::Backup) => "这个备份文件的开头已损坏，里面的内容无法读取。".into(),
                ImportError::Unknown(Unknown::Html) => "这是网页文件。请选择与它一起的JSON文件。".into(),
                ImportError::Unknown(Unknown::NoCard) => "这张图片里没有角色卡。".into(),
                ImportError::Unknown(Unknown::NotText) => "这不是文本文件。请选择导出的文件（JSON或ZIP）。".into(),
                ImportError::Unknown(Unknown::OtherText) => {
                    "Espalier无法读取这种文本文件。可以读取聊天应用的导出文件（JSON或ZIP）、导图、日历，以及表格形式（CSV）的时间记录。".into()
                }
                ImportError::Unknown(Unknown::NotJson { line, column }) => {
                    format!("文件不是有效的JSON（第{line}行，第{column}列）。请选择导出的JSON文件，或重新导出。")
                }
                ImportError::Unknown(Unknown::OtherJson) => {
                    "Espalier不认识这种JSON文件。可以导入Espalier自己的导出文件，以及ChatGPT、Claude、Open WebUI、LibreChat、llama.cpp、SillyTavern和big-AGI的导出文件。".into()
                }
            };
        endpoint_says: fn(&str) -> String = |words| format!("The endpoint says: {words}"),
            |words| format!("接口返回：{words}");
        shorten_and_retry = "Shorten and try again", "缩短后重试";
        /// Reason why the next try is waited for, the seconds until then, and the number of the try of how many.
        waiting: fn(&LlmError, Option<u32>, (u32, u32)) -> String =
            |why, seconds, (next, all)| match (&why.kind, seconds) {
                (ErrorKind::Network { network: NetworkKind::Offline }, _) => {
                    "You’re offline. This will be sent as soon as you’re back online.".into()
                }
                (_, Some(0) | None) => format!("{} Trying again ({next} of {all}).", english(why)),
                (_, Some(seconds)) => format!("{} Next try in {seconds} s ({next} of {all}).", english(why)),
            },
            |why, seconds, (next, all)| match (&why.kind, seconds) {
                (ErrorKind::Network { network: NetworkKind::Offline }, _) => {
                    "设备没有联网，恢复联网后会自动发送。".into()
                }
                (_, Some(0) | None) => format!("{}正在重试（第{next}次，共{all}次）。", chinese(why)),
                (_, Some(seconds)) => format!("{}{seconds}秒后重试（第{next}次，共{all}次）。", chinese(why)),
            };
    }
}

fn english(error: &LlmError) -> String {
    match &error.kind {
        ErrorKind::Authentication => {
            "The endpoint didn’t accept the API key. It may be missing, mistyped or for another region.".into()
        }
        ErrorKind::Quota => "The account is out of credit. Waiting won’t help.".into(),
        ErrorKind::RateLimit { retry_after_ms: None } => "Too many requests in a short time.".into(),
        ErrorKind::RateLimit { retry_after_ms: Some(ms) } => {
            format!("Too many requests in a short time. The endpoint asks you to wait {} s.", ms.div_ceil(1000))
        }
        ErrorKind::Parameter { name } => format!("The endpoint doesn’t accept the parameter “{name}”."),
        ErrorKind::ToolsUnsupported => "This model can’t use tools.".into(),
        ErrorKind::NoPictures => {
            "This model can’t see pictures. Choose a model that can; a llama.cpp server needs the picture part (mmproj) of its model.".into()
        }
        ErrorKind::FileMissing => {
            "An attached file isn’t stored in this browser any more. Send the question again without it, or attach the file again.".into()
        }
        ErrorKind::ForcedChoice => "This model can’t be told which tool to use.".into(),
        ErrorKind::ContextLength { limit: None } => "The conversation is longer than the model can read.".into(),
        ErrorKind::ContextLength { limit: Some(limit) } => {
            format!("The conversation is longer than the model can read ({limit} tokens).")
        }
        ErrorKind::OnDevice { problem } => english_device(*problem).into(),
        ErrorKind::Moderation => "The endpoint’s content filter stopped this.".into(),
        ErrorKind::Server => "The endpoint failed or is overloaded.".into(),
        ErrorKind::Truncated => "The answer was cut off before it was complete.".into(),
        ErrorKind::Starved => "The token limit was used up before the answer began. Allow a longer answer.".into(),
        ErrorKind::Length => {
            "The answer hit the length limit and stops in the middle. What arrived is kept.".into()
        }
        ErrorKind::Empty => "The model returned an empty answer.".into(),
        ErrorKind::Malformed => "The response isn’t a chat answer. Check the base URL.".into(),
        ErrorKind::OtherInterface { dialect } => match dialect {
            Dialect::Ollama => {
                "This is Ollama’s own API. Use the base URL that ends in /v1, such as http://localhost:11434/v1."
            }
            Dialect::Anthropic => "This is Anthropic’s own API. Use a base URL with /chat/completions, such as https://api.anthropic.com/v1.",
            Dialect::Responses => "This is OpenAI’s Responses API. Use a base URL with /chat/completions, such as https://api.openai.com/v1.",
            Dialect::Gemini => "This is Gemini’s own API. Use https://generativelanguage.googleapis.com/v1beta/openai.",
        }
        .into(),
        ErrorKind::Roles { rule: RoleRule::NoSystem } => "This model doesn’t accept system messages.".into(),
        ErrorKind::Roles { rule: RoleRule::Alternate } => {
            "This model requires questions and answers to alternate.".into()
        }
        ErrorKind::TooLarge => "The answer is larger than this page can hold.".into(),
        ErrorKind::NotFound { what: Missing::Model } => "The endpoint doesn’t have this model.".into(),
        ErrorKind::NotFound { what: Missing::Path } => {
            "Nothing was found at this address. “/v1” is often missing at the end of the base URL.".into()
        }
        ErrorKind::Refused => "The endpoint refused the request.".into(),
        ErrorKind::Stopped => "Stopped.".into(),
        ErrorKind::NoEndpoint if error.detail.is_empty() => "No base URL is set. Enter one in the settings.".into(),
        ErrorKind::NoEndpoint => {
            format!("“{}” isn’t a web address. A base URL must start with http:// or https://.", error.detail)
        }
        ErrorKind::Network { network } => english_network(*network).into(),
    }
}

/// Returns the reason why no answer came.
pub(super) const fn network(kind: NetworkKind, chinese: bool) -> &'static str {
    if chinese { chinese_network(kind) } else { english_network(kind) }
}

const fn english_network(network: NetworkKind) -> &'static str {
    match network {
        NetworkKind::Offline => "You’re offline.",
        NetworkKind::Cors => {
            "The server is running but blocks requests from this page (CORS). Allow this page on the server."
        }
        NetworkKind::LocalNetworkPermission => {
            "The browser doesn’t let this page reach your device or local network. Allow it in the site settings, beside the address bar."
        }
        NetworkKind::MixedContent => {
            "A page loaded over https can’t call an http address. Use an https address, or a server on this device."
        }
        NetworkKind::Unreachable => {
            "Nothing answers at this address. Check the address and that the server is running."
        }
        NetworkKind::FirstByteTimeout => "The endpoint took too long to start answering.",
        NetworkKind::IdleTimeout => "The response stalled.",
        NetworkKind::Interrupted => "The connection was lost in the middle of the answer.",
        NetworkKind::NotYetAllowed => {
            "This address was added after the page was loaded. Reload the page, then try again."
        }
        NetworkKind::Redirected => {
            "The endpoint redirects to another address. The key isn’t sent there; if you trust the new address, enter it yourself."
        }
    }
}

fn chinese(error: &LlmError) -> String {
    match &error.kind {
        ErrorKind::Authentication => "接口没有接受API密钥：可能没有填写、填写有误，或属于其他地区。".into(),
        ErrorKind::Quota => "账户余额或额度已用完，等待无法解决。".into(),
        ErrorKind::RateLimit { retry_after_ms: None } => "短时间内请求过多。".into(),
        ErrorKind::RateLimit { retry_after_ms: Some(ms) } => {
            format!("短时间内请求过多，接口要求等待{}秒。", ms.div_ceil(1000))
        }
        ErrorKind::Parameter { name } => format!("接口不接受参数“{name}”。"),
        ErrorKind::ToolsUnsupported => "这个模型不能使用工具。".into(),
        ErrorKind::NoPictures => {
            "这个模型看不了图片。请换一个支持图片的模型；如果用的是llama.cpp服务器，还需要加载模型的图像部分（mmproj）。".into()
        }
        ErrorKind::FileMissing => {
            "这个浏览器里已经没有其中一个附件的内容了。请重新添加该文件，或去掉它再发送一次。".into()
        }
        ErrorKind::ForcedChoice => "不能指定这个模型使用哪个工具。".into(),
        ErrorKind::ContextLength { limit: None } => "对话超出了模型能读取的长度。".into(),
        ErrorKind::ContextLength { limit: Some(limit) } => format!("对话超出了模型能读取的长度（{limit}词元）。"),
        ErrorKind::OnDevice { problem } => chinese_device(*problem).into(),
        ErrorKind::Moderation => "接口的内容过滤拦截了这次请求。".into(),
        ErrorKind::Server => "接口出错或过载。".into(),
        ErrorKind::Truncated => "回答还没完成就中断了。".into(),
        ErrorKind::Starved => "词元上限在回答开始前就用完了。请允许更长的回答。".into(),
        ErrorKind::Length => "回答超出长度上限，在中途停止。已收到的部分已保留。".into(),
        ErrorKind::Empty => "模型返回了空回答。".into(),
        ErrorKind::Malformed => "返回的内容不是对话接口的回答。请检查接口地址。".into(),
        ErrorKind::OtherInterface { dialect } => match dialect {
            Dialect::Ollama => "这是Ollama自己的接口。请使用以/v1结尾的接口地址，例如http://localhost:11434/v1。",
            Dialect::Anthropic => {
                "这是Anthropic自己的接口。请使用支持/chat/completions的地址，例如https://api.anthropic.com/v1。"
            }
            Dialect::Responses => {
                "这是OpenAI的Responses接口。请使用支持/chat/completions的地址，例如https://api.openai.com/v1。"
            }
            Dialect::Gemini => "这是Gemini自己的接口。请使用https://generativelanguage.googleapis.com/v1beta/openai。",
        }
        .into(),
        ErrorKind::Roles { rule: RoleRule::NoSystem } => "这个模型不接受系统消息。".into(),
        ErrorKind::Roles { rule: RoleRule::Alternate } => "这个模型要求一问一答交替进行。".into(),
        ErrorKind::TooLarge => "回答太大，超出了此页面能接受的范围。".into(),
        ErrorKind::NotFound { what: Missing::Model } => "接口中没有这个模型。".into(),
        ErrorKind::NotFound { what: Missing::Path } => "这个地址上什么也没有。常见原因是接口地址末尾缺少“/v1”。".into(),
        ErrorKind::Refused => "接口拒绝了请求。".into(),
        ErrorKind::Stopped => "已停止。".into(),
        ErrorKind::NoEndpoint if error.detail.is_empty() => "还没有填写接口地址。请在设置中填写。".into(),
        ErrorKind::NoEndpoint => format!("“{}”不是网址。接口地址以http://或https://开头。", error.detail),
        ErrorKind::Network { network } => chinese_network(*network).into(),
    }
}

const fn english_device(problem: DeviceProblem) -> &'static str {
    match problem {
        DeviceProblem::FileMissing => {
            "The file of this model isn’t kept in this browser any more. Add it again in the settings, or choose another model."
        }
        DeviceProblem::InUse => "This model is in use in another tab. Close it there, or wait for its answer.",
        DeviceProblem::BadFile => "The file of this model can’t be used.",
        DeviceProblem::Memory => "There isn’t enough memory for this model. Close other tabs, or choose a smaller one.",
        DeviceProblem::ProgramMissing => {
            "The program that runs models couldn’t be loaded. It is needed once with a network; then it is kept for offline use."
        }
        DeviceProblem::Crashed => "The program that runs the model stopped. Trying again restarts it.",
    }
}

const fn chinese_device(problem: DeviceProblem) -> &'static str {
    match problem {
        DeviceProblem::FileMissing => "这个浏览器里已经没有该模型的文件了。请在设置中重新添加，或换一个模型。",
        DeviceProblem::InUse => "另一个标签页正在使用这个模型。请关闭那个标签页，或等它回答完。",
        DeviceProblem::BadFile => "该模型的文件无法使用。",
        DeviceProblem::Memory => "内存不足，无法运行这个模型。请关闭其他标签页，或换一个更小的模型。",
        DeviceProblem::ProgramMissing => "无法加载运行模型的程序。首次使用需要联网，之后会保留供离线使用。",
        DeviceProblem::Crashed => "运行模型的程序意外停止了。重试时会重新启动。",
    }
}

const fn chinese_network(network: NetworkKind) -> &'static str {
    match network {
        NetworkKind::Offline => "设备没有联网。",
        NetworkKind::Cors => "服务器在运行，但拒绝了来自此页面的请求（CORS）。需要在服务器上允许此页面。",
        NetworkKind::LocalNetworkPermission => "浏览器不允许此页面访问本机或本地网络。请在地址栏旁的网站设置中允许。",
        NetworkKind::MixedContent => "https页面不能调用http地址。请改用https地址，或本机上的服务器。",
        NetworkKind::Unreachable => "这个地址没有响应。请检查地址是否正确、服务器是否在运行。",
        NetworkKind::FirstByteTimeout => "接口迟迟没有开始回答。",
        NetworkKind::IdleTimeout => "长时间没有收到新内容。",
        NetworkKind::Interrupted => "接收回答时连接中断了。",
        NetworkKind::NotYetAllowed => "这个地址是在页面加载之后添加的。请重新加载页面后重试。",
        NetworkKind::Redirected => "接口重定向到了另一个地址。密钥不会随之发送；如果信任新地址，请自行填写。",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn all() -> Vec<LlmError> {
        let networks = [
            NetworkKind::Offline,
            NetworkKind::Cors,
            NetworkKind::LocalNetworkPermission,
            NetworkKind::MixedContent,
            NetworkKind::Unreachable,
            NetworkKind::FirstByteTimeout,
            NetworkKind::IdleTimeout,
            NetworkKind::Interrupted,
            NetworkKind::Redirected,
            NetworkKind::NotYetAllowed,
        ];
        let kinds = [
            ErrorKind::Authentication,
            ErrorKind::Quota,
            ErrorKind::RateLimit { retry_after_ms: None },
            ErrorKind::RateLimit { retry_after_ms: Some(1_500) },
            ErrorKind::Parameter { name: "top_k".to_owned() },
            ErrorKind::ToolsUnsupported,
            ErrorKind::NoPictures,
            ErrorKind::FileMissing,
            ErrorKind::OnDevice { problem: DeviceProblem::FileMissing },
            ErrorKind::OnDevice { problem: DeviceProblem::InUse },
            ErrorKind::OnDevice { problem: DeviceProblem::BadFile },
            ErrorKind::OnDevice { problem: DeviceProblem::Memory },
            ErrorKind::OnDevice { problem: DeviceProblem::ProgramMissing },
            ErrorKind::OnDevice { problem: DeviceProblem::Crashed },
            ErrorKind::ForcedChoice,
            ErrorKind::ContextLength { limit: None },
            ErrorKind::ContextLength { limit: Some(8192) },
            ErrorKind::Moderation,
            ErrorKind::Server,
            ErrorKind::Truncated,
            ErrorKind::Starved,
            ErrorKind::Length,
            ErrorKind::Empty,
            ErrorKind::Malformed,
            ErrorKind::OtherInterface { dialect: Dialect::Ollama },
            ErrorKind::OtherInterface { dialect: Dialect::Anthropic },
            ErrorKind::OtherInterface { dialect: Dialect::Responses },
            ErrorKind::OtherInterface { dialect: Dialect::Gemini },
            ErrorKind::Roles { rule: RoleRule::NoSystem },
            ErrorKind::Roles { rule: RoleRule::Alternate },
            ErrorKind::TooLarge,
            ErrorKind::NotFound { what: Missing::Model },
            ErrorKind::NotFound { what: Missing::Path },
            ErrorKind::Refused,
            ErrorKind::Stopped,
            ErrorKind::NoEndpoint,
        ];
        networks.map(LlmError::network).into_iter().chain(kinds.map(LlmError::new)).collect()
    }

    #[test]
    fn every_error_is_a_sentence_of_its_own_in_both_languages() {
        for (errors, end) in [(&Words::EN, '.'), (&Words::ZH, '。')] {
            let mut said = std::collections::BTreeSet::new();
            for error in all() {
                let sentence = (errors.llm)(&error);
                assert!(sentence.ends_with(end), "{sentence}");
                assert!(said.insert(sentence), "{error:?} reads like another error");
            }
        }
    }

    #[test]
    fn values_are_said() {
        assert!((Words::EN.llm)(&LlmError::new(ErrorKind::RateLimit { retry_after_ms: Some(1_500) })).contains("2 s"));
        assert!((Words::ZH.llm)(&LlmError::new(ErrorKind::ContextLength { limit: Some(8192) })).contains("8192"));
    }

    #[test]
    fn a_wait_says_why_and_how_long() {
        let busy = LlmError::new(ErrorKind::RateLimit { retry_after_ms: None });
        assert_eq!(
            (Words::EN.waiting)(&busy, Some(7), (2, 4)),
            "Too many requests in a short time. Next try in 7 s (2 of 4)."
        );
        assert_eq!((Words::ZH.waiting)(&busy, Some(7), (2, 4)), "短时间内请求过多。7秒后重试（第2次，共4次）。");
        let offline = LlmError::network(NetworkKind::Offline);
        assert!((Words::EN.waiting)(&offline, Some(30), (1, 4)).contains("offline"));
    }

    #[test]
    fn every_remedy_is_a_button_in_both_languages() {
        for error in all() {
            let Some(remedy) = error.remedy() else { continue };
            assert!(!(Words::EN.remedy)(remedy).is_empty());
            assert!((Words::ZH.remedy)(remedy).chars().all(|c| !c.is_ascii()), "{remedy:?}");
        }
    }
}
