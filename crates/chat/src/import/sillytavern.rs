//! Chats of SillyTavern: JSON Lines, the first with the names, then one for each message.
//!
//! Each message follows the one before it. The `swipes` of an answer are alternatives: they become siblings, of which
//! the one in `swipe_id` was shown.

use serde_json::Value;

use super::content::{MessageContent, file, named, push_paragraph, text};
use super::conversation::Conversation;
use super::graph::Item;
use super::json::{self, Members, Top};
use espalier_base::time::Timestamp;
use espalier_model::persona::Role;

/// Whether a file looks like one of these.
pub fn recognises(top: &Top<'_>) -> bool {
    let Top::Lines(lines) = top else { return false };
    lines.iter().take(2).any(|line| {
        let line: Members<'_> = serde_json::from_str(line.get()).unwrap_or_default();
        line.get("mes").is_some() && line.get("is_user").is_some()
    })
}

/// Reads the conversation.
pub fn conversation(top: &Top<'_>) -> Conversation {
    let mut values =
        top.values().into_iter().map(|raw| serde_json::from_str::<Value>(raw).unwrap_or_default()).peekable();
    let head = values.next_if(|line| line.get("mes").is_none()).unwrap_or_default();
    let (character, begun) = (text(&head, "character_name"), text(&head, "create_date"));
    let mut conversation = Conversation {
        app: "sillytavern",
        title: Some(character).filter(|name| !matches!(*name, "" | "unused")).unwrap_or_default().to_owned(),
        created_at: json::timestamp(head.get("create_date").and_then(instant)),
        ..Conversation::default()
    };
    let mut parent: Option<String> = None;
    for (index, line) in values.enumerate() {
        conversation.unreadable += usize::from(!line.is_object());
        let swipes = line.get("swipes").and_then(Value::as_array).filter(|swipes| swipes.len() > 1);
        let shown = line.get("swipe_id").and_then(Value::as_u64).unwrap_or_default() as usize;
        let count = swipes.map_or(1, Vec::len);
        let shown = if shown < count { shown } else { 0 };
        for place in 0..count {
            let swipe = swipes.and_then(|swipes| swipes.get(place)).filter(|_| place != shown);
            conversation.items.push(item(&line, (index, place), swipe, parent.clone()));
        }
        parent = Some(name(index, shown));
    }
    if conversation.title.is_empty() {
        let speaker =
            conversation.items.iter().find(|item| item.said.as_ref().is_some_and(|said| said.role == Role::User));
        conversation.title =
            speaker.and_then(|item| item.said.as_ref()).map(|said| said.text.clone()).unwrap_or_default();
    }
    let first = conversation.items.first().and_then(|item| item.said.as_ref()).map_or("", |said| &said.text);
    conversation.id = [text(&head, "user_name"), character, begun, first].join("\n");
    conversation.created_at =
        conversation.created_at.or_else(|| json::timestamp(conversation.items.first().and_then(|item| item.time)));
    conversation.current = parent;
    conversation
}

fn name(index: usize, place: usize) -> String {
    format!("{index}/{place}")
}

/// A message, or with `swipe` an alternative to it.
fn item(line: &Value, (index, place): (usize, usize), swipe: Option<&Value>, parent: Option<String>) -> Item {
    let extra = line.get("extra").unwrap_or(&Value::Null);
    let is = |name: &str| line.get(name) == Some(&Value::Bool(true));
    let mut said = MessageContent::by(match () {
        () if is("is_user") => Role::User,
        () if text(extra, "type") == "narrator" => Role::System,
        () => Role::Assistant,
    });
    // There a message of this kind is shown and not sent.
    said.enabled = !is("is_system");
    let about = match swipe {
        Some(_) => line.get("swipe_info").and_then(|list| list.get(place)).unwrap_or(&Value::Null),
        None => line,
    };
    swipe.map_or_else(|| text(line, "mes"), |swipe| swipe.as_str().unwrap_or_default()).clone_into(&mut said.text);
    let extra = about.get("extra").unwrap_or(&Value::Null);
    text(extra, "reasoning").clone_into(&mut said.reasoning);
    said.model = named(extra, "model");
    if swipe.is_none() {
        let attached = extra.get("file").unwrap_or(&Value::Null);
        if attached.is_object() {
            push_paragraph(&mut said.text, &file("file", text(attached, "name"), text(attached, "text")));
        }
        if !text(extra, "image").is_empty() {
            push_paragraph(&mut said.text, &file("image", text(extra, "title"), ""));
        }
    }
    let time = about.get("send_date").and_then(instant).or_else(|| line.get("send_date").and_then(instant));
    Item { name: name(index, place), parent, children: Vec::new(), said: line.is_object().then_some(said), time }
}

/// An instant in one of the forms that have been in use: milliseconds, RFC 3339, `2023-7-4 @19h 3m 2s 123ms`, or
/// `July 4, 2023 7:03pm`. The last two have no time zone and are taken to be in UTC.
fn instant(value: &Value) -> Option<f64> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    if let Some(ms) = json::instant(value) {
        return Some(ms);
    }
    let words = value.as_str()?.to_lowercase();
    let numbers: Vec<i64> = words
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map_while(|digits| digits.parse().ok())
        .collect();
    let month = MONTHS.iter().position(|month| words.starts_with(month)).and_then(|at| i64::try_from(at + 1).ok());
    let (date, time) = match (month, numbers.as_slice()) {
        (Some(month), [day, year, hour, minute, ..]) => {
            let noon = if words.ends_with("pm") { 12 } else { 0 };
            ([*year, month, *day], [hour % 12 + noon, *minute, 0, 0])
        }
        (None, [year, month, day, hour, minute, second, rest @ ..]) => {
            ([*year, *month, *day], [*hour, *minute, *second, rest.first().copied().unwrap_or(0)])
        }
        _ => return None,
    };
    let at = format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        date[0], date[1], date[2], time[0], time[1], time[2], time[3]
    );
    Timestamp::from_rfc3339(&at).map(|at| at.0 as f64)
}
