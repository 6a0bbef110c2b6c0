//! What went wrong, in one clear sentence, and the one button that helps.
//!
//! Must not be in here: which error it is (`llm::error`, `storage::port`, `feature::chat::import`).

use crate::feature::chat::import::{ImportError, Unknown};
use crate::llm::error::{ErrorKind, LlmError, Missing, NetworkKind, Remedy};
use crate::storage::port::StorageError;

/// Sentences for errors.
#[derive(Debug)]
pub struct Errors {
    /// Why there is no complete answer.
    pub llm: fn(&LlmError) -> String,
    /// The button beside it.
    pub remedy: fn(Remedy) -> &'static str,
    /// Why storage failed.
    pub storage: fn(&StorageError) -> String,
    /// Why a file was not read.
    pub import: fn(&ImportError) -> String,
    /// Before the endpoint's own words.
    pub endpoint_says: fn(&str) -> String,
}

pub(super) const EN: Errors = Errors {
    llm: english,
    remedy: |remedy| match remedy {
        Remedy::Retry => "Try again",
        Remedy::CheckKey => "Check the key",
        Remedy::OpenSettings => "Open settings",
        Remedy::SwitchModel => "Choose another model",
        Remedy::ShortenContext => "Shorten the context",
        Remedy::Continue => "Continue",
        Remedy::RaiseBudget => "Allow a longer answer",
        Remedy::EditPrompt => "Reword the message",
        Remedy::AllowLocalNetwork => "How to allow it",
        Remedy::AllowOrigin => "How to allow it",
    },
    storage: |error| match error {
        StorageError::Quota => {
            "The browser's space for this site is used up. Delete something or export your data.".into()
        }
        StorageError::TooNew { found, supported } => format!(
            "Your data was written by a newer version of Espalier (format {found}; this version reads up to {supported}). Reload the page to get the newer version."
        ),
        StorageError::Blocked => {
            "Another tab of Espalier is still using an older version. Close the other tabs.".into()
        }
        StorageError::Superseded => {
            "A newer version of Espalier was opened in another tab. Reload this one to go on here.".into()
        }
        StorageError::Aborted(reason) => format!("The browser could not write the data ({reason})."),
        StorageError::Unavailable(reason) => format!(
            "The browser does not let this page store anything ({reason}). Private windows and strict settings can be the reason."
        ),
    },
    import: |error| match error {
        ImportError::Unreadable(name) => format!("The browser could not read {name}."),
        ImportError::TooLarge(bytes) => format!("The file is too large ({} MB).", bytes >> 20),
        ImportError::Newer { found, known } => format!(
            "The file was written by a newer version of Espalier (format {found}; this version reads up to {known})."
        ),
        ImportError::Unknown(Unknown::Empty) => "The file is empty.".into(),
        ImportError::Unknown(Unknown::Zip) => {
            "This is a ZIP archive. Unpack it and choose the file conversations.json inside.".into()
        }
        ImportError::Unknown(Unknown::Html) => "This is a web page. Choose the JSON file beside it.".into(),
        ImportError::Unknown(Unknown::NotText) => "This is not a text file.".into(),
        ImportError::Unknown(Unknown::NotJson { line, column }) => {
            format!("The file is not valid JSON (line {line}, column {column}).")
        }
        ImportError::Unknown(Unknown::OtherJson) => {
            "The file is neither an export of Espalier nor the conversations.json of ChatGPT.".into()
        }
    },
    endpoint_says: |words| format!("The endpoint says: {words}"),
};

pub(super) const ZH: Errors = Errors {
    llm: chinese,
    remedy: |remedy| match remedy {
        Remedy::Retry => "重试",
        Remedy::CheckKey => "检查密钥",
        Remedy::OpenSettings => "打开设置",
        Remedy::SwitchModel => "换一个模型",
        Remedy::ShortenContext => "缩短上下文",
        Remedy::Continue => "继续",
        Remedy::RaiseBudget => "允许更长的回答",
        Remedy::EditPrompt => "修改提问",
        Remedy::AllowLocalNetwork => "如何允许",
        Remedy::AllowOrigin => "如何允许",
    },
    storage: |error| match error {
        StorageError::Quota => "浏览器分配给此网站的空间已用完。请删除一些内容，或导出数据。".into(),
        StorageError::TooNew { found, supported } => format!(
            "数据由更新版本的 Espalier 写入（格式 {found}，当前版本最高支持 {supported}）。请重新加载页面以获取新版本。"
        ),
        StorageError::Blocked => "另一个标签页仍在使用旧版本的 Espalier。请关闭其他标签页。".into(),
        StorageError::Superseded => "另一个标签页打开了更新版本的 Espalier。请重新加载此标签页后继续。".into(),
        StorageError::Aborted(reason) => format!("浏览器未能写入数据（{reason}）。"),
        StorageError::Unavailable(reason) => {
            format!("浏览器不允许此页面存储数据（{reason}）。可能是因为无痕窗口或严格的隐私设置。")
        }
    },
    import: |error| match error {
        ImportError::Unreadable(name) => format!("浏览器无法读取 {name}。"),
        ImportError::TooLarge(bytes) => format!("文件太大（{} MB）。", bytes >> 20),
        ImportError::Newer { found, known } => {
            format!("文件由更新版本的 Espalier 写入（格式 {found}，当前版本最高支持 {known}）。")
        }
        ImportError::Unknown(Unknown::Empty) => "文件是空的。".into(),
        ImportError::Unknown(Unknown::Zip) => "这是 ZIP 压缩包。请先解压，再选择其中的 conversations.json。".into(),
        ImportError::Unknown(Unknown::Html) => "这是网页文件。请选择它旁边的 JSON 文件。".into(),
        ImportError::Unknown(Unknown::NotText) => "这不是文本文件。".into(),
        ImportError::Unknown(Unknown::NotJson { line, column }) => {
            format!("文件不是有效的 JSON（第 {line} 行，第 {column} 列）。")
        }
        ImportError::Unknown(Unknown::OtherJson) => {
            "这个文件既不是 Espalier 的导出文件，也不是 ChatGPT 的 conversations.json。".into()
        }
    },
    endpoint_says: |words| format!("服务返回：{words}"),
};

fn english(error: &LlmError) -> String {
    match &error.kind {
        ErrorKind::Authentication => {
            "The endpoint did not accept the API key. It may be missing, mistyped, or for another region.".into()
        }
        ErrorKind::Quota => "The account has no credit left. Waiting does not help.".into(),
        ErrorKind::RateLimit { retry_after_ms: None } => "Too many requests in a short time.".into(),
        ErrorKind::RateLimit { retry_after_ms: Some(ms) } => {
            format!("Too many requests in a short time. The endpoint asks to wait {} s.", ms.div_ceil(1000))
        }
        ErrorKind::Parameter { name } => format!("The endpoint does not accept the parameter “{name}”."),
        ErrorKind::ToolsUnsupported => "This model cannot use tools.".into(),
        ErrorKind::ForcedChoice => "This model cannot be told which tool to use.".into(),
        ErrorKind::ContextLength { limit: None } => "The conversation is longer than the model can read.".into(),
        ErrorKind::ContextLength { limit: Some(limit) } => {
            format!("The conversation is longer than the model can read ({limit} tokens).")
        }
        ErrorKind::Moderation => "The endpoint's content filter stopped this.".into(),
        ErrorKind::Server => "The endpoint failed or is overloaded.".into(),
        ErrorKind::Truncated => "The answer was cut off before it was complete.".into(),
        ErrorKind::Starved => "Thinking used up all the tokens allowed, so none were left for the answer.".into(),
        ErrorKind::Length => {
            "The answer was too long for the limit and stops in the middle. What arrived is kept.".into()
        }
        ErrorKind::Empty => "The model ended its answer without saying anything.".into(),
        ErrorKind::Malformed => "What came back is not an answer of a chat endpoint. Check the base URL.".into(),
        ErrorKind::TooLarge => "The answer is larger than this page accepts.".into(),
        ErrorKind::NotFound { what: Missing::Model } => "The endpoint does not know this model.".into(),
        ErrorKind::NotFound { what: Missing::Path } => {
            "There is nothing at this address. Often “/v1” is missing at the end of the base URL.".into()
        }
        ErrorKind::Refused => "The endpoint refused the request.".into(),
        ErrorKind::Stopped => "Stopped.".into(),
        ErrorKind::NoEndpoint => "No usable endpoint is set up. Check the base URL in the settings.".into(),
        ErrorKind::Network { network } => english_network(*network).into(),
    }
}

const fn english_network(network: NetworkKind) -> &'static str {
    match network {
        NetworkKind::Offline => "This device is offline.",
        NetworkKind::Cors => {
            "The server is there but does not let pages like this one call it (CORS). It has to be told to accept this page."
        }
        NetworkKind::LocalNetworkPermission => {
            "The browser does not let this page reach your device or local network. Allow it in the site settings, beside the address."
        }
        NetworkKind::MixedContent => {
            "A page on https may not call an http address. Use an https address, or a server on this device."
        }
        NetworkKind::Unreachable => "Nothing answers at this address. Check the address and whether the server runs.",
        NetworkKind::FirstByteTimeout => "The endpoint took too long to begin its answer.",
        NetworkKind::IdleTimeout => "The answer stood still for too long.",
        NetworkKind::Interrupted => "The connection broke while the answer was arriving.",
        NetworkKind::Redirected => {
            "The endpoint redirects to another address. The key is not sent there; enter the new address yourself if you trust it."
        }
    }
}

fn chinese(error: &LlmError) -> String {
    match &error.kind {
        ErrorKind::Authentication => "服务没有接受 API 密钥：可能没有填写、填写有误，或属于其他地区。".into(),
        ErrorKind::Quota => "账户余额或额度已用完，等待也无济于事。".into(),
        ErrorKind::RateLimit { retry_after_ms: None } => "短时间内请求过多。".into(),
        ErrorKind::RateLimit { retry_after_ms: Some(ms) } => {
            format!("短时间内请求过多，服务要求等待 {} 秒。", ms.div_ceil(1000))
        }
        ErrorKind::Parameter { name } => format!("服务不接受参数“{name}”。"),
        ErrorKind::ToolsUnsupported => "这个模型不能使用工具。".into(),
        ErrorKind::ForcedChoice => "不能指定这个模型使用哪个工具。".into(),
        ErrorKind::ContextLength { limit: None } => "对话超出了模型能读取的长度。".into(),
        ErrorKind::ContextLength { limit: Some(limit) } => format!("对话超出了模型能读取的长度（{limit} 个词元）。"),
        ErrorKind::Moderation => "服务的内容过滤拦截了这次请求。".into(),
        ErrorKind::Server => "服务出错或过载。".into(),
        ErrorKind::Truncated => "回答还没完成就中断了。".into(),
        ErrorKind::Starved => "思考过程用完了全部词元，没有留给回答的余量。".into(),
        ErrorKind::Length => "回答超出长度上限，在中途停止。已收到的部分已保留。".into(),
        ErrorKind::Empty => "模型什么也没说就结束了。".into(),
        ErrorKind::Malformed => "返回的内容不是聊天接口的回答。请检查接口地址。".into(),
        ErrorKind::TooLarge => "回答太大，超出了此页面能接受的范围。".into(),
        ErrorKind::NotFound { what: Missing::Model } => "服务中没有这个模型。".into(),
        ErrorKind::NotFound { what: Missing::Path } => "这个地址上什么也没有。常见原因是接口地址末尾缺少“/v1”。".into(),
        ErrorKind::Refused => "服务拒绝了请求。".into(),
        ErrorKind::Stopped => "已停止。".into(),
        ErrorKind::NoEndpoint => "还没有可用的接口。请在设置中检查接口地址。".into(),
        ErrorKind::Network { network } => chinese_network(*network).into(),
    }
}

const fn chinese_network(network: NetworkKind) -> &'static str {
    match network {
        NetworkKind::Offline => "设备没有联网。",
        NetworkKind::Cors => "服务器在运行，但不允许此类网页调用（CORS）。需要在服务器上允许此页面。",
        NetworkKind::LocalNetworkPermission => "浏览器不允许此页面访问本机或本地网络。请在地址栏旁的网站设置中允许。",
        NetworkKind::MixedContent => "https 页面不能调用 http 地址。请改用 https 地址，或本机上的服务。",
        NetworkKind::Unreachable => "这个地址没有响应。请检查地址是否正确、服务是否在运行。",
        NetworkKind::FirstByteTimeout => "服务迟迟没有开始回答。",
        NetworkKind::IdleTimeout => "回答停滞太久。",
        NetworkKind::Interrupted => "接收回答时连接中断了。",
        NetworkKind::Redirected => "服务重定向到了另一个地址。密钥不会随之发送；如果信任新地址，请自行填写。",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<LlmError> {
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
        ];
        let kinds = [
            ErrorKind::Authentication,
            ErrorKind::Quota,
            ErrorKind::RateLimit { retry_after_ms: None },
            ErrorKind::RateLimit { retry_after_ms: Some(1_500) },
            ErrorKind::Parameter { name: "top_k".to_owned() },
            ErrorKind::ToolsUnsupported,
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
        for (errors, end) in [(&EN, '.'), (&ZH, '。')] {
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
        assert!((EN.llm)(&LlmError::new(ErrorKind::RateLimit { retry_after_ms: Some(1_500) })).contains("2 s"));
        assert!((ZH.llm)(&LlmError::new(ErrorKind::ContextLength { limit: Some(8192) })).contains("8192"));
    }

    #[test]
    fn every_remedy_is_a_button_in_both_languages() {
        for error in all() {
            let Some(remedy) = error.remedy() else { continue };
            assert!(!(EN.remedy)(remedy).is_empty());
            assert!((ZH.remedy)(remedy).chars().all(|c| !c.is_ascii()), "{remedy:?}");
        }
    }
}
