//! Words in what a person wrote, with what denies them.
//!
//! - H1 An English word counts whole, a Chinese one wherever it stands.
//! - H2 A denial reaches to the end of its clause, and no further.

use std::ops::Range;

use espalier_base::text::is_han;

/// Words of one meaning: English ones whole, with a star for any ending, or alone for any word, and a line between
/// those that belong together; Chinese ones wherever they stand.
pub type Words = (&'static str, &'static str);

/// A word that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Place in the small letters of the text.
    pub at: Range<usize>,
    /// Whether it is denied: "no experience", 没有经验.
    pub denied: bool,
    /// Whether it is only wished for: "become an expert", 想精通.
    pub wished: bool,
    /// Whether the person says it of themselves.
    pub own: bool,
    /// Its clause, as far as the end of it.
    pub upto: String,
}

/// Words that deny what follows, besides those in "n't"; they do not with one of the second list after them.
const DENY: Words = (
    "not no never none nothing neither nor without hardly barely scarcely lack lacks lacking zero cannot dont cant havent \
     isnt didnt wont hate hates dislike avoid than instead except little few far bored lazy",
    "不 没 无 未 零 别 非 讨厌 避免 很少 缺乏 缺少 几乎没",
);
const NO_DENIAL: Words = (
    "only just merely simply wait problem doubt",
    "不仅 不只 不光 不但 不断 不错 不久 不少 不同 不止 不管 不论 没事 没问题 无论 无聊 未来 零食 零件 特别 分别 别人 别的 级别 类别 非常",
);
/// Words that deny what stands before them.
const DENY_AFTER: Words = (
    "none zero bore bores isn't aren't don't doesn't not",
    "为零 为0 是零 不多 不足 不够 不好 不行 没有 很少 太少 比较少 几乎没 欠缺 少 差 很差 薄弱 看不进 学不进 无关 之余",
);
const WISH: Words =
    ("want wants wanna wish hope hoping become becoming be dream aim", "想 希望 要 成为 变得 达到 目标 打算 变成");
/// Words that begin a clause.
const CLAUSE: Words = (
    "and but because though although however i i'm i've i'd i'll im ive",
    "但 不过 可是 而是 只是 因为 所以 而且 并且 然后",
);
/// Marks between clauses.
pub const PUNCTUATION: &[char] =
    &[',', '.', ';', '!', '?', '(', ')', '，', '。', '；', '！', '？', '、', '（', '）', '\n', '—', '–', '…'];

/// A text in the small letters in which words are looked for.
pub fn plain(text: &str) -> String {
    text.to_lowercase().replace('’', "'")
}

/// Finds words in a text.
pub fn hits(text: &str, words: Words) -> Vec<Hit> {
    let text = plain(text);
    clauses(&text)
        .flat_map(|(from, clause)| [english(clause, from, words.0), chinese(clause, from, words.1)].concat())
        .collect()
}

/// Whether a text has one of these words, denied or not.
pub fn mentions(text: &str, words: Words) -> bool {
    !hits(text, words).is_empty()
}

/// Whether a text says one of these words, without denying it.
pub fn says(text: &str, words: Words) -> bool {
    hits(text, words).iter().any(|hit| !hit.denied)
}

/// The pieces between marks, with their places.
pub fn clauses(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(PUNCTUATION).map(|clause| (clause.as_ptr() as usize - text.as_ptr() as usize, clause))
}

fn has(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|one| one == word)
}

fn english(clause: &str, from: usize, words: &str) -> Vec<Hit> {
    let within = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '+' | '\'');
    let split = clause.split(|letter: char| !within(letter)).filter(|word| !word.is_empty());
    let all: Vec<(usize, &str)> = split.map(|word| (word.as_ptr() as usize - clause.as_ptr() as usize, word)).collect();
    let word = |at: usize| all.get(at).map_or("", |(_, word)| *word);
    let denies = |at: usize| {
        (has(DENY.0, word(at)) || word(at).ends_with("n't"))
            && !has(NO_DENIAL.0, word(at + 1))
            && !(matches!(word(at), "little" | "few") && at > 0 && word(at - 1) == "a")
    };
    let fits = |known: &str, at: usize| {
        known.split('_').enumerate().all(|(next, one)| match one.strip_suffix('*') {
            Some(stem) => !word(at + next).is_empty() && word(at + next).starts_with(stem),
            None => word(at + next) == one,
        })
    };
    let mut found = Vec::new();
    for (known, at) in words.split_whitespace().flat_map(|known| (0..all.len()).map(move |at| (known, at))) {
        if fits(known, at) {
            let end = at + known.split('_').count();
            let starts = |at: usize| (0..=at).rev().find(|at| has(CLAUSE.0, word(*at))).unwrap_or(0);
            let mut start = starts(at);
            // "I wouldn't say I'm good at it" denies what follows.
            if start > 0 && has("say think believe claim", word(start - 1)) {
                start = starts(start - 1);
            }
            let prefers = (start..at).find(|at| word(*at).starts_with("prefer"));
            let is_other = prefers.is_some_and(|prefers| (prefers + 2..at).any(|at| word(at) == "to"));
            let is_after = |next: &str| has("is are do does was were", next);
            let after = if is_after(word(end)) { word(end + 1) } else { word(end) };
            found.push(Hit {
                at: from + all[at].0..from + all[end - 1].0 + word(end - 1).len(),
                denied: is_other || (start..at).any(denies) || has(DENY_AFTER.0, after),
                wished: (start..at).any(|at| has(WISH.0, word(at))),
                own: word(start).starts_with('i') && has(CLAUSE.0, word(start)) || word(start) == "my",
                upto: clause[all[start].0..all[end - 1].0 + word(end - 1).len()].to_owned(),
            });
        }
    }
    found
}

fn chinese(clause: &str, from: usize, words: &str) -> Vec<Hit> {
    let places = words.split_whitespace().flat_map(|known| clause.match_indices(known));
    let hit = |(at, known): (usize, &str)| {
        let begin = CLAUSE.1.split_whitespace().filter_map(|one| Some(clause[..at].rfind(one)? + one.len())).max();
        let before = &clause[begin.unwrap_or(0)..at];
        let wishes = |text: &str| WISH.1.split_whitespace().chain(["需要", "喜欢"]).any(|wish| text.contains(wish));
        let denies = |(place, word): (usize, &str)| {
            let is_other = NO_DENIAL.1.split_whitespace().any(|other| {
                other.match_indices(word).any(|(inner, _)| {
                    place
                        .checked_sub(inner)
                        .is_some_and(|start| clause[begin.unwrap_or(0) + start..].starts_with(other))
                })
            });
            // A wish right after it is denied, too; one further on begins something else.
            let rest = before[place + word.len()..].trim_start_matches(['有', '是', '太', '很', '怎', '么']);
            let further = WISH
                .1
                .split_whitespace()
                .chain(["需要", "喜欢"])
                .fold(rest, |rest, wish| rest.trim_start_matches(wish));
            !is_other && !wishes(further) && rest.chars().count() <= 12
        };
        let none = ["也没", "都没", "也不", "都不"].iter().any(|none| clause[at + known.len()..].contains(none));
        let denied = none || DENY.1.split_whitespace().any(|word| before.match_indices(word).any(denies));
        let after = clause[at + known.len()..].trim_start_matches(['也', '都', '还', '方', '面', '很', '非', '常']);
        Hit {
            at: from + at..from + at + known.len(),
            denied: denied || DENY_AFTER.1.split_whitespace().any(|one| after.starts_with(one)),
            wished: wishes(before),
            own: ["我", "已", "有", "会", "过", "算"].iter().any(|own| clause[..at + known.len()].contains(own)),
            upto: format!("{before}{known}"),
        }
    };
    places.map(hit).collect()
}

/// Whether a text is made of nothing but some of these phrases, and of fillers between them; gives the places of the
/// lists that were used.
pub fn made_of(text: &str, lists: &[Words]) -> Vec<usize> {
    let letter = |c: char| if c.is_alphanumeric() || matches!(c, '\'' | '/') { c } else { ' ' };
    let spaced: String = plain(text).chars().map(letter).collect();
    let spaced = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    let (mut rest, mut used) = (spaced.as_str(), Vec::new());
    while !rest.is_empty() {
        let fits = |one: &str| {
            let same = one.bytes().zip(rest.bytes()).all(|(one, is)| one == is || (one == b'_' && is == b' '));
            let next = rest.get(one.len()..).filter(|_| same).map(|rest| rest.chars().next());
            next.is_some_and(|next| {
                one.ends_with(is_han) || next.is_none_or(|next| !next.is_alphanumeric() || is_han(next))
            })
        };
        let of = |(at, list): (usize, &Words)| {
            let all = list.0.split_whitespace().chain(list.1.split_whitespace());
            all.filter(|one| fits(one)).max_by_key(|one| one.len()).map(|one| (at, one.len()))
        };
        let Some((at, length)) = lists.iter().enumerate().filter_map(of).max_by_key(|(_, length)| *length) else {
            return Vec::new();
        };
        used.push(at);
        rest = rest[length..].trim_start();
    }
    used
}
