//! The words of the copy in a place of the person's own: a folder, or a server.

use espalier_remote::{PlaceProblem, RemoteError};

words! {
    /// The copy in a place of the person's own.
    PlaceWords {
        title = "A copy in a place of yours", "你自己位置上的副本";
        hint = "Espalier keeps everything but keys and settings in a place you choose, and merges what your other devices put there.",
            "Espalier会把密钥和设置以外的全部内容保存到你选择的位置，并合并你的其他设备写入其中的内容。";
        begin = "Choose a place", "选择位置";
        kind = "Place", "位置";
        folder = "Folder on this computer", "这台电脑上的文件夹";
        carried = "File that you carry yourself", "自己携带的文件";
        carried_hint = "For browsers that can’t write to folders: save the file here, bring it to the other device, take it in there, and the other way round. Both sides are merged.",
            "用于无法写入文件夹的浏览器：在这里保存文件，带到另一台设备并在那里读入，反之亦然。两边的内容会合并。";
        carried_name = "Devices file", "设备文件";
        stale = "Something has changed since you last saved the file.", "自上次保存文件以来有新的改动。";
        carry = "Begin with a file", "开始使用文件";
        save_file = "Save the file", "保存文件";
        take_file = "Take in a file", "读入文件";
        not_carried = "This isn’t a file that Espalier saved for other devices. Nothing was changed.",
            "这不是Espalier为其他设备保存的文件，没有改动任何内容。";
        web_dav = "WebDAV server", "WebDAV服务器";
        s3 = "S3-compatible bucket", "兼容S3的存储桶";
        folder_hint = "A folder that Dropbox, Syncthing, iCloud or OneDrive carries to your other devices, or a drive.",
            "可以是由Dropbox、坚果云、Syncthing、iCloud或OneDrive同步的文件夹，也可以是移动硬盘。";
        no_folders = "This browser can’t write to folders; Chrome and Edge on a computer can.",
            "此浏览器无法写入文件夹；电脑上的Chrome和Edge可以。";
        web_dav_hint = "For example Nextcloud, or a NAS. Give Espalier a folder of its own, and an app password that opens nothing else.",
            "例如Nextcloud、坚果云或NAS。请为Espalier准备单独的文件夹和只能访问它的应用密码。";
        s3_hint = "For example Amazon S3, Cloudflare R2, Backblaze B2 or MinIO. Give Espalier a bucket of its own, and a key that opens nothing else.",
            "例如Amazon S3、Cloudflare R2、Backblaze B2或MinIO。请为Espalier准备单独的存储桶和只能访问它的密钥。";
        address = "Address of the folder", "文件夹地址";
        user = "User name", "用户名";
        password = "Password", "密码";
        endpoint = "Address of the server", "服务器地址";
        region = "Region", "区域";
        bucket = "Bucket", "存储桶";
        prefix = "Folder in the bucket (optional)", "存储桶中的文件夹（可选）";
        path_style = "Bucket in the path", "存储桶写在路径中";
        path_style_hint = "MinIO, Cloudflare R2 and Backblaze B2 need it; Amazon S3 doesn’t.",
            "MinIO、Cloudflare R2和Backblaze B2需要勾选，Amazon S3不需要。";
        access_key = "Access key ID", "访问密钥ID";
        secret_key = "Secret access key", "私有访问密钥";
        seal = "Encryption password (optional)", "加密密码（可选）";
        seal_hint = "With it, the place sees only sizes and times. Use the same on all your devices, and keep it safe: without it, nobody can read the copy.",
            "设置后，该位置只能看到文件的大小和时间。请在所有设备上使用同一密码并妥善保管：没有它，谁也无法读取副本。";
        keep = "Keep the passwords in this browser", "在此浏览器中保存密码";
        keep_hint =
            "Otherwise they’re forgotten when you close this tab, and nothing is copied until you enter them again.",
            "否则关闭此标签页后密码即被忘记，重新输入之前不会继续保存副本。";
        allow = "What the server has to allow", "服务器需要允许什么";
        /// Introduction of the settings that a server needs, given the origin of the page.
        allow_text: fn(&str) -> String =
            |origin| {
                format!(
                    "Browsers let a page use another server only if that server names the page (CORS). Set on the server, for the origin {origin}:"
                )
            },
            |origin| {
                format!(
                    "只有服务器明确允许某个网页时，浏览器才让该网页访问它（CORS）。请在服务器上为来源{origin}设置："
                )
            };
        allow_methods = "Methods", "方法";
        allow_headers = "Request headers", "请求头";
        allow_notes: [&'static str; 3] =
            [
                "OPTIONS must need no login and answer with a status from 200 to 299.",
                "A star doesn’t stand for the Authorization header; it has to be named.",
                "Error answers need these headers, too, or a wrong password looks like a missing server.",
            ],
            [
                "OPTIONS请求不能要求登录，并且要返回200到299之间的状态码。",
                "星号不包括Authorization请求头，必须单独写出。",
                "出错的响应也要带上这些响应头，否则密码错误看起来就像服务器不存在。",
            ];
        problem: fn(PlaceProblem) -> &'static str =
            |problem| match problem {
                PlaceProblem::Address => "This isn’t a web address. It starts with https://.",
                PlaceProblem::NotEncrypted => {
                    "The address has to start with https://, or everyone on the way could read along."
                }
                PlaceProblem::Extra => {
                    "The address can’t contain a user name, “?” or “#”. The user name has a field of its own."
                }
                PlaceProblem::Path => {
                    "The address of the server ends with its name. The bucket and its folder have fields of their own."
                }
                PlaceProblem::User => "A user name can’t contain a colon.",
                PlaceProblem::Bucket => "A bucket’s name has 3 to 63 small letters, digits, dots and hyphens.",
                PlaceProblem::Region => "Enter the region, such as us-east-1, or “auto” where the server has none.",
                PlaceProblem::Prefix => "This isn’t a folder: it has an empty part, “.” or “..”.",
                PlaceProblem::AccessKey => "Enter the access key ID: letters and digits without spaces.",
                PlaceProblem::Secret => "The password or secret key is missing.",
            },
            |problem| match problem {
                PlaceProblem::Address => "这不是网址。网址以https://开头。",
                PlaceProblem::NotEncrypted => "地址必须以https://开头，否则途中的任何人都能看到内容。",
                PlaceProblem::Extra => "地址中不能有用户名、“?”或“#”。用户名有单独的输入框。",
                PlaceProblem::Path => "服务器地址只到主机名为止。存储桶及其文件夹有单独的输入框。",
                PlaceProblem::User => "用户名中不能有冒号。",
                PlaceProblem::Bucket => "存储桶名由3到63个小写字母、数字、点和连字符组成。",
                PlaceProblem::Region => "请填写区域，例如us-east-1；服务器没有区域时填写“auto”。",
                PlaceProblem::Prefix => "这不是文件夹：其中有空的部分、“.”或“..”。",
                PlaceProblem::AccessKey => "请填写访问密钥ID：由字母和数字组成，没有空格。",
                PlaceProblem::Secret => "还没有填写密码或私有访问密钥。",
            };
        unavailable = "This browser doesn’t let tabs agree on which of them keeps a copy. Save a backup instead.",
            "此浏览器无法让多个标签页商定由谁保存副本。请改为保存备份。";
        elsewhere = "Another tab keeps the copy up to date.", "另一个标签页正在更新副本。";
        choose = "Choose a folder", "选择文件夹";
        connect = "Use this server", "使用此服务器";
        save_now = "Save now", "立即保存";
        allow_again = "Allow access", "允许访问";
        unlock = "Open", "打开";
        leave = "Stop using this place", "不再使用此位置";
        leave_hint = "What is in the place stays there.", "该位置中的内容会保留。";
        sealed = "It’s encrypted with your password.", "已用你的密码加密。";
        locked: fn(&str) -> String = |name| format!("The browser asks again before Espalier may use “{name}”."),
            |name| format!("浏览器需要你再次允许Espalier使用“{name}”。");
        has_password: fn(&str) -> String = |name| format!("“{name}” is encrypted. Enter its password."),
            |name| format!("“{name}”已加密，请输入密码。");
        wrong_password: fn(&str) -> String =
            |name| format!("That isn’t the password of “{name}”. Nothing was changed."),
            |name| format!("这不是“{name}”的密码，没有改动任何内容。");
        working: fn(&str) -> String = |name| format!("Comparing with “{name}”…"),
            |name| format!("正在与“{name}”比较……");
        /// Everything is in this place, as of this moment.
        in_step: fn(&str, &str) -> String = |name, when| format!("Everything is in “{name}”, as of {when}."),
            |name, when| format!("全部内容都已保存到“{name}”，更新至{when}。");
        /// So many changes are not in this place yet.
        unsent: fn(&str, usize) -> String =
            |name, count| match count {
                1 => format!("1 change isn’t in “{name}” yet."),
                _ => format!("{count} changes aren’t in “{name}” yet."),
            },
            |name, count| format!("还有{count}处改动尚未保存到“{name}”。");
        absent: fn(&str) -> String =
            |name| {
                format!(
                    "“{name}” isn’t there, or Espalier may not use it. Nothing is lost: it’s tried again by itself."
                )
            },
            |name| format!("找不到“{name}”，或Espalier无权使用它。内容没有丢失，稍后会自动重试。");
        full: fn(&str) -> String =
            |name| format!("There is no space left in “{name}”. Nothing is lost: it’s tried again by itself."),
            |name| format!("“{name}”的空间不足。内容没有丢失，稍后会自动重试。");
        no_secret: fn(&str) -> String =
            |name| format!("The password of “{name}” was kept only until the tab was closed. Enter it again."),
            |name| format!("“{name}”的密码只保存到标签页关闭为止，请重新输入。");
        in_the_clear: fn(&str) -> String =
            |name| {
                format!("“{name}” has a copy without encryption. Choose an empty place, or leave the encryption password out.")
            },
            |name| format!("“{name}”中有未加密的副本。请选择空的位置，或不填加密密码。");
        no_seal: fn(&str) -> String =
            |name| {
                format!(
                    "The file that ends in .seal is missing from “{name}”, so nothing can be read or written. Put it back, or stop using this place and begin with an empty one."
                )
            },
            |name| {
                format!("“{name}”中缺少以.seal结尾的文件，因此无法读写。请放回该文件，或不再使用此位置，改用空的位置。")
            };
        bad_seal: fn(&str) -> String =
            |name| {
                format!(
                    "The file that ends in .seal in “{name}” can’t be read. Put a whole one back, or stop using this place and begin with an empty one."
                )
            },
            |name| format!("无法读取“{name}”中以.seal结尾的文件。请放回完整的文件，或不再使用此位置，改用空的位置。");
        /// The place failed for this reason, a whole sentence.
        failed: fn(&str, &str) -> String =
            |name, reason| {
                format!("“{name}” can’t be used at the moment. {reason} Nothing is lost: it’s tried again by itself.")
            },
            |name, reason| format!("暂时无法使用“{name}”。{reason}内容没有丢失，稍后会自动重试。");
        server: fn(&RemoteError) -> String =
            |error| match error {
                RemoteError::Network(kind) => crate::error::network(*kind, false).to_owned(),
                RemoteError::Unauthorised => "The server doesn’t accept the name or the password.".to_owned(),
                RemoteError::Forbidden => "The server doesn’t allow this user or key to do that here.".to_owned(),
                RemoteError::NotFound => "There is nothing at this address.".to_owned(),
                RemoteError::NoPlace => "There is no such bucket.".to_owned(),
                RemoteError::Full => "No space is left on the server.".to_owned(),
                RemoteError::TooLarge => "The server takes no file of this size.".to_owned(),
                RemoteError::Conflict => "A folder on the way is missing, or something is locked.".to_owned(),
                RemoteError::Exists => "The server has another file of the same name.".to_owned(),
                RemoteError::TooMany { .. } => "The server asks for fewer requests.".to_owned(),
                RemoteError::Server { status, .. } => format!("The server failed (status {status})."),
                RemoteError::Clock => "The clock of this device is wrong. Set it, and try again.".to_owned(),
                RemoteError::Region { expected: Some(region) } => format!("The bucket is in another region: {region}."),
                RemoteError::Region { expected: None } => "The bucket is in another region.".to_owned(),
                RemoteError::Unsupported => "The server doesn’t allow files to be written here.".to_owned(),
                RemoteError::NotThisKind { status } => {
                    format!("Another kind of server answers at this address (status {status}).")
                }
                RemoteError::Unreadable => "The server’s answer can’t be read.".to_owned(),
                RemoteError::Name => "The server doesn’t take the name of a file.".to_owned(),
                RemoteError::Refused { status, code } => format!("The server refused (status {status} {code})."),
            },
            |error| match error {
                RemoteError::Network(kind) => crate::error::network(*kind, true).to_owned(),
                RemoteError::Unauthorised => "服务器不接受用户名或密码。".to_owned(),
                RemoteError::Forbidden => "服务器不允许该用户或密钥在这里这样做。".to_owned(),
                RemoteError::NotFound => "这个地址上什么也没有。".to_owned(),
                RemoteError::NoPlace => "没有这个存储桶。".to_owned(),
                RemoteError::Full => "服务器空间不足。".to_owned(),
                RemoteError::TooLarge => "服务器不接受这么大的文件。".to_owned(),
                RemoteError::Conflict => "上级文件夹不存在，或有内容被锁定。".to_owned(),
                RemoteError::Exists => "服务器上已有同名的其他文件。".to_owned(),
                RemoteError::TooMany { .. } => "服务器要求减少请求。".to_owned(),
                RemoteError::Server { status, .. } => format!("服务器出错（状态码{status}）。"),
                RemoteError::Clock => "这台设备的时钟不准。请校准后重试。".to_owned(),
                RemoteError::Region { expected: Some(region) } => format!("存储桶在另一个区域：{region}。"),
                RemoteError::Region { expected: None } => "存储桶在另一个区域。".to_owned(),
                RemoteError::Unsupported => "服务器不允许在这里写入文件。".to_owned(),
                RemoteError::NotThisKind { status } => format!("这个地址上是另一种服务器（状态码{status}）。"),
                RemoteError::Unreadable => "无法读取服务器的响应。".to_owned(),
                RemoteError::Name => "服务器不接受文件名。".to_owned(),
                RemoteError::Refused { status, code } => format!("服务器拒绝了请求（状态码{status} {code}）。"),
            };
        damaged: fn(usize) -> String =
            |count| match count {
                1 => "1 file in the place is damaged or only half there. It’s left alone:".to_owned(),
                _ => format!("{count} files in the place are damaged or only half there. They’re left alone:"),
            },
            |count| format!("该位置中有{count}个文件已损坏或不完整，Espalier不会改动它们：");
        foreign: fn(usize) -> String =
            |count| match count {
                1 => "1 other file lies in the place. It’s left alone.".to_owned(),
                _ => format!("{count} other files lie in the place. They’re left alone."),
            },
            |count| format!("该位置中还有{count}个其他文件，Espalier不会改动它们。");
        two_versions: fn(usize) -> String =
            |count| match count {
                1 => "1 text was changed on two devices. Both versions are kept:".to_owned(),
                _ => format!("{count} texts were changed on two devices. Both versions are kept:"),
            },
            |count| format!("有{count}处文字在两台设备上都被修改，两个版本都已保留：");
        here = "Now", "当前版本";
        other = "Other version", "另一版本";
        keep_text = "Keep it as it is", "保持不变";
        use_other = "Use the other version", "使用另一版本";
        /// Mark on the link to the settings: so many changes are not in the place yet.
        mark: fn(usize) -> String =
            |count| match count {
                1 => "1 change isn’t in your own place yet".to_owned(),
                _ => format!("{count} changes aren’t in your own place yet"),
            },
            |count| format!("还有{count}处改动尚未保存到你自己的位置");
        mark_problem = "The copy in your own place needs attention", "你自己位置上的副本需要处理";
    }
}
