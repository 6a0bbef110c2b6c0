//! Number of results wanted.

use crate::questions::said::Said;
use crate::scan::{Folded, Scan, is_cjk};
use crate::tools::Group;

/// Reads the group that so many are wanted of.
fn group(mut scan: Scan) -> Option<Group> {
    const NOUNS: &[(&str, Group)] = &[
        ("days", Group::Day),
        ("dates", Group::Day),
        ("weeks", Group::Week),
        ("months", Group::Month),
        ("weekdays", Group::Weekday),
        ("hours", Group::Hour),
        ("tags", Group::Tag),
        ("goals", Group::Goal),
        ("categories", Group::Category),
        ("天", Group::Day),
        ("周", Group::Week),
        ("星期", Group::Week),
        ("月", Group::Month),
        ("小时", Group::Hour),
        ("标签", Group::Tag),
        ("目标", Group::Goal),
        ("分类", Group::Category),
        ("类别", Group::Category),
    ];
    scan.one_of(&["most productive", "busiest", "best", "biggest", "most active", "most used"]);
    scan.space();
    scan.one_of(&["个", "大", "名", "类"]);
    scan.one_of(&["的"]);
    scan.any(NOUNS)
}

/// Takes how many are wanted.
pub fn top(said: &mut Said) {
    let read = |scan: &mut Scan| -> Option<(usize, i32, Option<Group>)> {
        let mut ahead = *scan;
        let lead = ahead.any(&[
            ("top", 1),
            ("first", 2),
            ("last", 2),
            ("latest", 2),
            ("前", 3),
            ("最长的", 4),
            ("最短的", 4),
            ("最多的", 4),
            ("最少的", 4),
            ("最忙的", 4),
            ("最近的", 4),
            ("最近", 4),
        ]);
        ahead.space();
        let begin = ahead.at;
        let number = ahead.number().filter(|number| (2..=50).contains(number))?;
        let end = ahead.at;
        ahead.space();
        let of = if matches!(lead, Some(1 | 3 | 4)) { group(ahead) } else { None };
        let noun = ahead.one_of(&[
            "longest",
            "shortest",
            "most",
            "biggest",
            "largest",
            "busiest",
            "latest",
            "best",
            "smallest",
            "least",
            "entries",
            "sessions",
            "categories",
            "tags",
            "days",
            "top",
        ]);
        let zh = ahead.one_of(&["个", "条", "名", "项", "类", "次", "天", "大"]);
        let good = match lead {
            Some(1) => true,
            Some(2) => noun,
            Some(3) => zh || !ahead.one_of(&["天", "周", "月", "年"]),
            Some(_) => zh,
            None => noun && ahead.until(ahead.at).is_empty() && end > begin,
        };
        if !good {
            return None;
        }
        // "three entries" alone wants nothing; "the three longest" does.
        if lead.is_none()
            && ["entries", "sessions", "categories", "tags", "days"].iter().any(|word| {
                let mut noun = *scan;
                noun.number();
                noun.space();
                noun.word(word)
            })
        {
            return None;
        }
        scan.at = begin;
        let mut end_scan = *scan;
        end_scan.number();
        scan.at = end_scan.at;
        Some((begin, number, of))
    };
    let mut found = None;
    let folded = Folded::new(&said.reader.text());
    for at in 0..folded.len() {
        let mut scan = folded.scan(at);
        if scan.before().is_some_and(char::is_alphanumeric)
            && scan.peek().is_some_and(|c| c.is_ascii_alphanumeric())
            && !scan.before().is_some_and(is_cjk)
        {
            continue;
        }
        if let Some((begin, number, of)) = read(&mut scan) {
            found = Some((begin..scan.at, number));
            said.top_of = of;
            break;
        }
    }
    if let Some((range, number)) = found {
        said.reader.take(range);
        said.top = usize::try_from(number).ok();
    }
}
