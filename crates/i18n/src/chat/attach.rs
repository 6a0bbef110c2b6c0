//! Words about files that come with a message.

use espalier_attachments::{Refusal, pdf::PdfError};

words! {
    /// Words about files that come with a message.
    Attach {
        choose = "Attach files", "添加附件";
        list = "Attached files", "附件";
        remove: fn(&str) -> String = |name| format!("Remove {name}"), |name| format!("移除{name}");
        reading = "Reading…", "正在读取……";
        unreadable = "The browser couldn’t read this file.", "浏览器无法读取这个文件。";
        too_large: fn(u64) -> String = |limit| format!("Larger than {limit} MB."),
            |limit| format!("文件超过{limit} MB。");
        too_many: fn(usize) -> String = |limit| format!("A message takes at most {limit} files."),
            |limit| format!("一条消息最多带{limit}个文件。");
        no_reader =
            "Reading files needs a part of the app that couldn’t be loaded. Check the connection and try again.",
            "读取文件所需的程序没能加载。请检查网络后重试。";
        refused: fn(Refusal) -> String =
            |refusal| match refusal {
                Refusal::Empty => "The file is empty.".into(),
                Refusal::TooLarge { limit } => format!("Larger than {} MB.", megabytes(limit)),
                Refusal::Archive { format } => format!("This is a {format} archive. Attach the files in it."),
                Refusal::Office { format } => format!("{format} documents can’t be read. Save it as PDF or text."),
                Refusal::ForeignPicture { format } => {
                    format!("Browsers can’t show {format} pictures. Save it as PNG or JPEG.")
                }
                Refusal::Executable => "This is a program, not a text or picture.".into(),
                Refusal::Audio => "Sound can’t be sent.".into(),
                Refusal::Video => "Video can’t be sent.".into(),
                Refusal::Encoding { likely } => format!("This text isn’t valid {}.", encoding(likely.label())),
                Refusal::Damaged => "The file is damaged.".into(),
                Refusal::UnknownBinary => "This is neither text nor a kind of file that can be read here.".into(),
            },
            |refusal| match refusal {
                Refusal::Empty => "文件是空的。".into(),
                Refusal::TooLarge { limit } => format!("文件超过{} MB。", megabytes(limit)),
                Refusal::Archive { format } => format!("这是{format}压缩包，请添加其中的文件。"),
                Refusal::Office { format } => format!("无法读取{format}文档，请另存为PDF或文本。"),
                Refusal::ForeignPicture { format } => format!("浏览器无法显示{format}图片，请另存为PNG或JPEG。"),
                Refusal::Executable => "这是程序，不是文本或图片。".into(),
                Refusal::Audio => "无法发送音频。".into(),
                Refusal::Video => "无法发送视频。".into(),
                Refusal::Encoding { likely } => format!("文本的{}编码有误。", encoding(likely.label())),
                Refusal::Damaged => "文件已损坏。".into(),
                Refusal::UnknownBinary => "不是文本，也不是这里能读取的文件类型。".into(),
            };
        pdf: fn(PdfError) -> String =
            |error| match error {
                PdfError::Encrypted => "This PDF needs a password. Save a copy without one.".into(),
                PdfError::Damaged => "This PDF is damaged.".into(),
                PdfError::TooComplex => "This PDF is too complex to be read here.".into(),
                PdfError::NoText { .. } => {
                    "This PDF has no text, only pictures. Save its pages as pictures, or run text recognition on it.".into()
                }
                PdfError::Unreadable { .. } => {
                    "This PDF doesn’t say which characters it shows. Save its pages as pictures.".into()
                }
            },
            |error| match error {
                PdfError::Encrypted => "这个PDF需要密码，请另存一份不带密码的。".into(),
                PdfError::Damaged => "这个PDF已损坏。".into(),
                PdfError::TooComplex => "这个PDF太复杂，无法在此读取。".into(),
                PdfError::NoText { .. } => {
                    "这个PDF没有文字，只有图片。请把各页另存为图片再添加，或先做文字识别。".into()
                }
                PdfError::Unreadable { .. } => "这个PDF没有注明文字对应的字符。请把各页另存为图片再添加。".into(),
            };
        as_pictures = "Attach its pages as pictures", "把各页作为图片附上";
        drawing = "Turning its pages into pictures…", "正在把各页转为图片……";
        not_drawn: fn(usize) -> String =
            |page| {
                format!("Page {page} can’t be drawn here. Take a screenshot of it, or save it as a picture in another program.")
            },
            |page| format!("第{page}页无法在此显示。请截图，或用其他程序将其另存为图片。");
        /// Only so many pages were attached, of all.
        pages_left: fn(usize, usize) -> String =
            |pages, total| {
                let taken = if pages == 1 { "Page 1 was".to_owned() } else { format!("Pages 1–{pages} were") };
                format!("{taken} attached, of {total}: a message takes no more. Send the others with the next one.")
            },
            |pages, total| {
                let taken = if pages == 1 { "第1页".to_owned() } else { format!("前{pages}页") };
                format!("共{total}页，只附上了{taken}：一条消息放不下更多，其余的请随下一条发送。")
            };
        sees_none: fn(&str) -> String =
            |model| {
                if model.is_empty() {
                    "The model can’t see pictures: it only gets their names.".into()
                } else {
                    format!("{model} can’t see pictures: it only gets their names.")
                }
            },
            |model| {
                if model.is_empty() {
                    "这个模型看不了图片，只会得知图片的名称。".into()
                } else {
                    format!("{model}看不了图片，只会得知图片的名称。")
                }
            };
        guide = "The built-in guide can’t read files. Connect a model to ask about them.",
            "内置向导读不了文件。要询问文件内容，请先连接模型。";
        pages: fn(u32) -> String = |pages| if pages == 1 { "1 page".into() } else { format!("{pages} pages") },
            |pages| format!("{pages}页");
        read_as: fn(&str) -> String = |label| format!("read as {}", encoding(label)),
            |label| format!("按{}读取", encoding(label));
        encoding = "Encoding of the text", "文本编码";
        /// A file was read in the encoding of this name, which was assumed.
        file_read_as: fn(&str, &str) -> String =
            |file, label| {
                format!(
                    "{file} isn’t UTF-8 and was read as {}. If letters look wrong, save it as UTF-8.",
                    encoding(label)
                )
            },
            |file, label| format!("{file}不是UTF-8，已按{}读取。若有乱码，请另存为UTF-8。", encoding(label));
        missing = "The content isn’t stored in this browser.", "这个浏览器里没有存放它的内容。";
        save = "Save", "保存";
        told = "What the model is told", "发给模型的内容";
    }
}

const fn megabytes(limit: usize) -> usize {
    limit >> 20
}

/// Returns the usual spelling of an encoding that the Encoding Standard names like this.
pub fn encoding(label: &str) -> String {
    match label {
        "gb18030" => "GB 18030".to_owned(),
        "Shift_JIS" => "Shift JIS".to_owned(),
        _ => label.to_uppercase().replace("WINDOWS", "Windows").replace("BIG5", "Big5"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn encodings_are_spelled_as_usual() {
        let spelled = ["windows-1251", "gb18030", "Shift_JIS", "KOI8-U", "utf-16le", "Big5"].map(super::encoding);
        assert_eq!(spelled, ["Windows-1251", "GB 18030", "Shift JIS", "KOI8-U", "UTF-16LE", "Big5"]);
    }
}
