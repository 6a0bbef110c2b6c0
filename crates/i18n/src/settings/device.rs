//! The words of models on this device, and of what connects one.

use espalier_local_model::{DownloadProblem, FileRefusal};

words! {
    /// Models whose files are kept in this browser.
    Device {
        heading = "Models stored in this browser", "此浏览器中的模型";
        hint = "A model file (GGUF) is copied into this browser’s storage once and then runs in the page. Nothing you write leaves this device, and no network is needed. Files of up to about 1 GB work best.",
            "模型文件（GGUF）只需复制一次到浏览器的存储空间，之后就在页面里运行。你写的内容不会离开这台设备，也不需要网络。文件最好在1 GB以内。";
        add = "Add model files…", "添加模型文件……";
        drop = "Or drop them here.", "也可以拖放到这里。";
        none = "No models here yet. Many small models are published as GGUF files, such as SmolLM2, Qwen or Llama with up to 2 billion parameters.",
            "这里还没有模型。许多小模型都以GGUF文件发布，例如20亿参数以内的SmolLM2、Qwen或Llama。";
        /// Size, context in tokens, memory, tokens in a second.
        expected: fn(&str, u64, &str, f64) -> String =
            |size, context, memory, speed| {
                format!(
                    "{size} · reads up to {context} tokens · needs about {memory} of memory · perhaps {} here",
                    tokens_a_second_en(speed)
                )
            },
            |size, context, memory, speed| {
                format!("{size}，最多读取{context} token，约需{memory}内存，在本机上大约{}", tokens_a_second_zh(speed))
            };
        no_template = "The file has no chat template, so a common one is used.",
            "文件不含对话模板，因此使用一种通用模板。";
        checking: fn(&str) -> String = |name| format!("Checking {name}…"), |name| format!("正在检查{name}……");
        /// Progress of copying a file, in per cent.
        copying: fn(&str, u64) -> String = |name, percent| format!("Copying {name}: {percent} %"),
            |name, percent| format!("正在复制{name}：{percent}%");
        /// Progress of comparing the copy, in per cent.
        comparing: fn(&str, u64) -> String = |name, percent| format!("Comparing the copy of {name}: {percent} %"),
            |name, percent| format!("正在核对{name}的副本：{percent}%");
        /// Number of files that are added after it.
        waiting: fn(usize) -> String =
            |count| match count {
                1 => "1 more file to go".to_owned(),
                _ => format!("{count} more files to go"),
            },
            |count| format!("之后还有{count}个文件");
        cancel = "Cancel", "取消";
        use_it = "Use", "使用";
        in_use = "In use", "使用中";
        /// Button that deletes the file of a model, for screen readers.
        delete: fn(&str) -> String = |name| format!("Delete {name}"), |name| format!("删除{name}");
        in_memory = "Loaded; unloads after ten idle minutes.", "已载入，闲置十分钟后自动卸载。";
        free = "Unload", "卸载";
        /// Reason why a file is not taken: its name, the reason, a size in words.
        refused: fn(&str, &FileRefusal, SizeWords) -> String = refused_en, refused_zh;
    }

    /// The download of a model.
    Download {
        hint = "The file comes straight from where it is published, is stored in this browser and runs in the page. The page reloads once so that it may download the file.",
            "文件直接从发布网站下载，保存在此浏览器中，并在页面里运行。下载前页面会重新加载一次。";
        /// The models of the table, for screen readers.
        offers = "Models to download", "可下载的模型";
        /// Parameters of a model in millions, and its licence.
        about: fn(u32, &str) -> String =
            |millions, licence| match millions {
                ..1_000 => format!("{millions} million parameters · {licence}"),
                _ => format!("{:.1} billion parameters · {licence}", f64::from(millions) / 1_000.0),
            },
            |millions, licence| format!("{}亿参数，{licence}", f64::from(millions) / 100.0);
        /// Button that downloads a file: its size, if that is known, and the place it comes from.
        get: fn(&str, &str) -> String =
            |size, host| match size {
                "" => format!("Download from {host}"),
                _ => format!("Download {size} from {host}"),
            },
            |size, host| match size {
                "" => format!("从{host}下载"),
                _ => format!("从{host}下载{size}"),
            };
        address = "Another model", "其他模型";
        address_hint = "The https address of a GGUF file.", "GGUF文件的https地址。";
        ask = "Check size", "查看大小";
        asking: fn(&str) -> String = |host| format!("Asking {host} for the size…"),
            |host| format!("正在向{host}询问文件大小……");
        loading: fn(&str) -> String = |name| format!("Downloading {name}"), |name| format!("正在下载{name}");
        /// Bytes that are there, and of all with the share in per cent.
        came: fn(&str, Option<(&str, u64)>) -> String =
            |done, all| match all {
                Some((all, percent)) => format!("{done} of {all} · {percent} %"),
                None => done.to_owned(),
            },
            |done, all| match all {
                Some((all, percent)) => format!("{done}，共{all}（{percent}%）"),
                None => done.to_owned(),
            };
        /// Bytes in a second, and seconds that are left.
        speed: fn(&str, Option<u64>) -> String =
            |speed, left| match left {
                None => format!("{speed} a second"),
                Some(seconds @ ..60) => format!("{speed} a second · {seconds} s left"),
                Some(seconds) => format!("{speed} a second · {} min left", seconds.div_ceil(60)),
            },
            |speed, left| match left {
                None => format!("每秒{speed}"),
                Some(seconds @ ..60) => format!("每秒{speed}，还需{seconds}秒"),
                Some(seconds) => format!("每秒{speed}，还需{}分钟", seconds.div_ceil(60)),
            };
        /// Status while what came is checked.
        checking: fn(&str, u64) -> String = |name, percent| format!("Checking {name}: {percent} %"),
            |name, percent| format!("正在核对{name}：{percent}%");
        stopping = "Stopping…", "正在停止……";
        paused: fn(&str) -> String = |name| format!("{name} is paused."), |name| format!("{name}已暂停。");
        pause = "Pause", "暂停";
        go_on = "Continue", "继续";
        again = "Start again", "重新下载";
        cancel = "Cancel download", "取消下载";
        /// Reason why it stopped by itself: the name of the model, the place, a size in words.
        problem: fn(&DownloadProblem, &str, &str, SizeWords) -> String = problem_en, problem_zh;
    }

    /// The search for a model on this computer.
    Local {
        title = "Connect a model", "连接模型";
        heading = "On this computer", "本机";
        hint = "Looks for Ollama, LM Studio and llama.cpp on localhost (ports 11434, 1234 and 8080) and asks only for their model lists. The page reloads first.",
            "在localhost的11434、1234和8080端口查找Ollama、LM Studio和llama.cpp，只询问它们的模型列表。查找前会重新加载页面。";
        find = "Search", "查找";
        searching = "Searching…", "正在查找……";
        nothing = "Nothing answers on this computer. Start one of the three, then search again.",
            "本机没有服务响应。请启动其中之一，然后再次查找。";
        asking = "Asking…", "正在询问……";
        absent = "Not found", "未找到";
        closed = "Found, but it doesn’t answer this page yet. Start it like this, then search again:",
            "已找到，但它还不响应此页面。请按下面的命令启动，然后再次查找：";
        locked = "Found, but it needs a key. Enter it in Settings.", "已找到，但它需要密钥。请在设置中填写。";
        /// State of a port at which something else than the server with this name answers.
        other: fn(&str, &str) -> String =
            |name, port| format!("Something answers at port {port}, but not as {}.", name.trim_end_matches(" server")),
            |name, port| format!("{port}端口有程序响应，但不是{}。", name.trim_end_matches("服务器"));
        blocked = "The browser doesn’t let this page reach your computer. Allow it in the site settings, beside the address bar, then search again.",
            "浏览器不允许此页面访问本机。请在地址栏旁的网站设置中允许，然后再次查找。";
        no_models = "Found, but it has no models yet.", "已找到，但还没有模型。";
        models = "Models on this computer", "本机的模型";
        use_it = "Use", "使用";
        in_use = "In use", "正在使用";
    }

    /// The dialog in which a model is connected.
    Connect {
        /// The way to a server on this computer: its title, and what it is.
        local: (&'static str, &'static str) = ("On this computer", "Ollama, LM Studio or llama.cpp. Free and private."),
            ("在这台电脑上", "Ollama、LM Studio或llama.cpp，免费且私密。");
        key: (&'static str, &'static str) = ("With a key", "OpenAI, Gemini, OpenRouter and others."),
            ("使用密钥", "OpenAI、Gemini、OpenRouter等。");
        file: (&'static str, &'static str) = ("A model file", "A GGUF file that runs in this page."),
            ("模型文件", "在此页面中运行的GGUF文件。");
        download: (&'static str, &'static str) =
            ("A model to download", "A small open model, about 100 to 640 MB. Runs in this page, even offline."),
            ("下载模型", "小型开源模型，约100至640 MB，之后在此页面中运行，离线也能用。");
        privacy = "What you write goes only to the model you choose.", "你写的内容只发给所选的模型。";
        all_settings = "All settings", "全部设置";
        back = "Back", "返回";
        provider = "Who is the key from?", "密钥来自哪家？";
        check = "Check key", "验证密钥";
        goes: fn(&str) -> String = |host| format!("The key is sent to {host} and nowhere else."),
            |host| format!("密钥只会发送到{host}。");
        refused: fn(&str) -> String =
            |name| format!("{name} doesn’t accept this key. Check that you copied all of it."),
            |name| format!("{name}不接受这个密钥，请检查是否复制完整。");
        /// Words of a provider about what went wrong.
        says: fn(&str, &str) -> String = |name, text| format!("{name} says: {text}"),
            |name, text| format!("{name}的答复：{text}");
        ready: fn(&str) -> String = |name| format!("Ready: {name}"), |name| format!("已就绪：{name}");
        start = "Start a conversation", "开始对话";
        another = "Choose another model", "换一个模型";
    }
}

/// A number of bytes in words.
pub type SizeWords = fn(u64) -> String;

fn tokens_a_second_en(speed: f64) -> String {
    match speed {
        ..1.0 => "less than 1 token a second".to_owned(),
        1.0..30.0 => format!("{speed:.0} tokens a second"),
        _ => "30 tokens a second or more".to_owned(),
    }
}

fn problem_en(problem: &DownloadProblem, name: &str, host: &str, size: SizeWords) -> String {
    match problem {
        DownloadProblem::Address => {
            "That isn’t the address of a model file. It begins with https:// and ends with .gguf.".to_owned()
        }
        DownloadProblem::Offline => "You’re offline. Continue once you’re online again.".to_owned(),
        DownloadProblem::Unreachable => {
            format!("{host} doesn’t answer, or doesn’t let pages read the file. Try again, or download the file yourself and add it as a model file.")
        }
        DownloadProblem::NotAllowed => {
            "The browser stores nothing for this page, so the file can’t be downloaded. Allow the site to store data, or use a window that isn’t private.".to_owned()
        }
        DownloadProblem::Refused(status) => {
            format!("{host} refuses to send the file (status {status}). Try again later, or choose another model.")
        }
        DownloadProblem::NotFound => format!("{host} has no file at this address. Check the address."),
        DownloadProblem::NotAModel => {
            format!("{host} sent something other than a model, such as a web page. Use the address of the .gguf file itself.")
        }
        DownloadProblem::Interrupted => {
            "The connection was lost. What was downloaded is kept, so you can continue at any time.".to_owned()
        }
        DownloadProblem::Length(expected, came) => {
            format!("{host} announced {} and sent {}, so the file was discarded.", size(*expected), size(*came))
        }
        DownloadProblem::Digest => {
            format!("The file’s SHA-256 doesn’t match {name}, so it was discarded.")
        }
        DownloadProblem::Space(needed, free) => {
            format!("Downloading and checking it takes {} of space; the browser has {} left for this page. Free some, or choose a smaller model.", size(*needed), size(*free))
        }
        DownloadProblem::NoFiles => {
            "This browser stores no files for the page, as in a private window. Use a normal window.".to_owned()
        }
        DownloadProblem::OtherTab => "Another tab is downloading a model. Wait for it, or close that tab.".to_owned(),
        DownloadProblem::File(refusal) => refused_en(name, refusal, size),
    }
}

fn refused_en(name: &str, refusal: &FileRefusal, size: SizeWords) -> String {
    match refusal {
        FileRefusal::NotGguf => {
            format!("{name} isn’t a GGUF file. Choose one that ends in .gguf.")
        }
        FileRefusal::Version(version) => {
            format!("{name} uses version {version} of the GGUF format. Only versions 2 and 3 work here.")
        }
        FileRefusal::BigEndian => {
            format!("{name} was written for big-endian machines. Choose the model’s regular file instead.")
        }
        FileRefusal::Cut => format!("{name} is incomplete: its end is missing. Download it again."),
        FileRefusal::Broken(why) => format!("{name} is damaged: {why}."),
        FileRefusal::Architecture(kind) if kind.is_empty() => format!("{name} doesn’t say what kind of model it is."),
        FileRefusal::Architecture(kind) => {
            format!("{name} is a “{kind}” model, which can’t run here. Llama, Qwen2 and Qwen3 models can.")
        }
        FileRefusal::Format(format) => {
            format!(
                "{name} stores its numbers as {format}, which can’t be read here. Choose a file with Q4_0, Q4_K_M, Q5_0, Q6_K or Q8_0."
            )
        }
        FileRefusal::Tokenizer(kind) => format!("{name} uses a tokenizer that isn’t supported here (“{kind}”)."),
        FileRefusal::Split(count) => {
            format!("{name} is one of {count} files of a model. Only single-file models can run here.")
        }
        FileRefusal::Memory(needed, limit) => {
            format!(
                "{name} needs about {} of memory; a page can have {}. Choose a smaller model.",
                size(*needed),
                size(*limit)
            )
        }
        FileRefusal::Space(needed, free) => {
            format!("{name} needs {} of space; the browser has {} left for this page.", size(*needed), size(*free))
        }
        FileRefusal::Exists => format!("A model named {name} is kept already."),
        FileRefusal::Unreadable => format!("{name} can’t be read. It may have been moved or changed."),
        FileRefusal::NotKept => {
            format!("The browser couldn’t keep {name}. It may be out of space, or in a private window.")
        }
        FileRefusal::Changed => {
            format!("The copy of {name} isn’t the same as the file, so it was discarded. Try again.")
        }
        FileRefusal::NoCode => {
            "The part of the app that checks models couldn’t be loaded. Try again with a network.".to_owned()
        }
    }
}

fn tokens_a_second_zh(speed: f64) -> String {
    match speed {
        ..1.0 => "每秒不到1 token".to_owned(),
        1.0..30.0 => format!("每秒{speed:.0} token"),
        _ => "每秒30 token以上".to_owned(),
    }
}

fn problem_zh(problem: &DownloadProblem, name: &str, host: &str, size: SizeWords) -> String {
    match problem {
        DownloadProblem::Address => "这不是模型文件的地址。地址以https://开头，以.gguf结尾。".to_owned(),
        DownloadProblem::Offline => "没有网络，联网后请继续。".to_owned(),
        DownloadProblem::Unreachable => {
            format!("{host}没有响应，或不允许网页读取该文件。请重试，或自行下载后作为模型文件添加。")
        }
        DownloadProblem::NotAllowed => {
            "浏览器不为此页面保存数据，因此无法获取文件。请允许网站存储数据，或使用非无痕窗口。".to_owned()
        }
        DownloadProblem::Refused(status) => {
            format!("{host}拒绝发送该文件（状态码{status}）。请稍后重试，或选择其他模型。")
        }
        DownloadProblem::NotFound => format!("{host}上没有这个文件，请检查地址。"),
        DownloadProblem::NotAModel => format!("{host}发来的不是模型，可能是网页。请使用.gguf文件本身的地址。"),
        DownloadProblem::Interrupted => "连接中断。已下载的部分会保留，可随时继续。".to_owned(),
        DownloadProblem::Length(expected, came) => {
            format!("{host}声明的大小为{}，实际发来{}，文件已丢弃。", size(*expected), size(*came))
        }
        DownloadProblem::Digest => format!("文件的SHA-256与已知的{name}不符，已丢弃。"),
        DownloadProblem::Space(needed, free) => {
            format!(
                "下载和核对需要{}空间，浏览器只剩{}可用。请腾出空间，或选择更小的模型。",
                size(*needed),
                size(*free)
            )
        }
        DownloadProblem::NoFiles => "此浏览器不为页面保存文件（例如无痕窗口）。请使用普通窗口。".to_owned(),
        DownloadProblem::OtherTab => "另一个标签页正在下载模型。请等待其完成，或关闭那个标签页。".to_owned(),
        DownloadProblem::File(refusal) => refused_zh(name, refusal, size),
    }
}

fn refused_zh(name: &str, refusal: &FileRefusal, size: SizeWords) -> String {
    match refusal {
        FileRefusal::NotGguf => {
            format!("{name}不是GGUF文件，请选择以.gguf结尾的模型文件。")
        }
        FileRefusal::Version(version) => format!("{name}采用GGUF格式的第{version}版，这里可以读取第2版和第3版。"),
        FileRefusal::BigEndian => format!("{name}采用大端序。请改用该模型的常规文件。"),
        FileRefusal::Cut => format!("{name}不完整，缺少结尾部分。请重新下载。"),
        FileRefusal::Broken(why) => format!("{name}已损坏：{why}。"),
        FileRefusal::Architecture(kind) if kind.is_empty() => format!("{name}没有标明模型类型。"),
        FileRefusal::Architecture(kind) => format!("{name}是“{kind}”类模型，无法在这里运行。支持Llama、Qwen2和Qwen3。"),
        FileRefusal::Format(format) => {
            format!("{name}的量化格式{format}在这里无法读取。请选择Q4_0、Q4_K_M、Q5_0、Q6_K或Q8_0的文件。")
        }
        FileRefusal::Tokenizer(kind) => format!("{name}的分词方式“{kind}”在这里不受支持。"),
        FileRefusal::Split(count) => format!("{name}是一个模型的{count}个文件之一。这里只能运行单个文件的模型。"),
        FileRefusal::Memory(needed, limit) => {
            format!("{name}约需{}内存，而页面最多可用{}。请选择更小的模型。", size(*needed), size(*limit))
        }
        FileRefusal::Space(needed, free) => {
            format!("{name}需要{}空间，而浏览器只为此页面留有{}。", size(*needed), size(*free))
        }
        FileRefusal::Exists => format!("已有名为{name}的模型。"),
        FileRefusal::Unreadable => format!("无法读取{name}，它可能已被移动或更改。"),
        FileRefusal::NotKept => format!("浏览器无法保存{name}。可能空间不足，或正在使用无痕窗口。"),
        FileRefusal::Changed => format!("{name}的副本与原文件不一致，已丢弃。请重试。"),
        FileRefusal::NoCode => "无法加载检查模型的部分。请联网后重试。".to_owned(),
    }
}
