//! Text to tokens and back, from what stands in the head of a model's file.
//!
//! Two kinds are known: BPE on bytes ("gpt2", as in Qwen, Llama 3 and `SmolLM`) and the pieces with scores of
//! `SentencePiece` ("llama", as in Llama 2). Ids are those that llama.cpp gives.
//!
//! - T1 The bytes of the tokens of a text are the text, if the vocabulary has all its bytes; the kind "llama" may put a
//!   space in front.
//! - T2 The time for a text of `n` bytes grows no faster than `n log n`, whatever stands in it.
//! - T3 Marks as `<|im_end|>` in a text are marks only if asked for, so that nobody's words end a message.
//! - T4 No vocabulary makes anything panic: ids out of range have no bytes, contradictions are an error.

mod bpe;
mod pieces;
mod split;
mod stream;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::header::{Header, Value};
use crate::support::Pre;
use bpe::Bpe;
use pieces::Pieces;
pub use stream::Decoder;

/// Tokens that end an answer in models whose file does not say so.
const ENDS: [&str; 10] = [
    "<|im_end|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end_of_text|>",
    "<|end|>",
    "<end_of_turn>",
    "<|endofturn|>",
    "<EOT>",
    "</s>",
];

/// Reason why no tokenizer can be made of a head.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenizerError {
    /// An array or a value is missing, or is of another kind; it may have been read without arrays.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Two arrays of the vocabulary have different lengths.
    #[error("{0} and the tokens differ in number")]
    Length(&'static str),
    /// The kind of tokenizer is not known.
    #[error("the tokenizer {0:?} is not known")]
    Kind(String),
    /// The rule that cuts the text is not known.
    #[error("the pre-tokenizer {0:?} is not known")]
    Pre(String),
    /// More tokens than numbers for them.
    #[error("there are too many tokens")]
    TooMany,
}

/// Purpose of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Normal,
    Unknown,
    /// A mark, which stands for no text.
    Control,
    /// Text that is always one token.
    User,
    Unused,
    Byte,
}

/// Vocabulary of a model with its rules.
#[derive(Clone, Debug)]
pub struct Tokenizer {
    rules: Rules,
    /// The bytes of all tokens, one after another.
    bytes: Vec<u8>,
    /// End of the bytes of each token.
    ends: Vec<usize>,
    kinds: Vec<Kind>,
    marks: Marks,
    bos: Option<u32>,
    eos: Option<u32>,
    stops: BTreeSet<u32>,
    add_bos: bool,
}

#[derive(Clone, Debug)]
enum Rules {
    Bpe(Box<Bpe>),
    Pieces(Pieces),
}

impl Tokenizer {
    /// Makes the tokenizer of a head that was read by [`Header::read_full`].
    ///
    /// # Errors
    ///
    /// If arrays are missing or contradict each other, or if the kind of tokenizer is not known.
    pub fn new(header: &Header) -> Result<Self, TokenizerError> {
        let Some(Value::Texts(tokens)) = header.metadata.get("tokenizer.ggml.tokens") else {
            return Err(TokenizerError::Missing("tokenizer.ggml.tokens"));
        };
        if u32::try_from(tokens.len()).is_err() {
            return Err(TokenizerError::TooMany);
        }
        let mut kinds = kinds(header, tokens.len())?;
        let mut ids: HashMap<&str, u32> = HashMap::with_capacity(tokens.len());
        for (id, token) in (0_u32..).zip(tokens) {
            ids.entry(token).or_insert(id);
        }
        let id = |key: &str| {
            let id = u32::try_from(header.number(key)?).ok()?;
            ((id as usize) < tokens.len()).then_some(id)
        };
        let eos = id("tokenizer.ggml.eos_token_id");
        let mut stops: BTreeSet<u32> = ["tokenizer.ggml.eot_token_id", "tokenizer.ggml.eom_token_id"]
            .into_iter()
            .filter_map(id)
            .chain(eos)
            .collect();
        for end in ENDS {
            let Some(&id) = ids.get(end) else { continue };
            // Some files forget to say that these are marks.
            if let Some(kind) = kinds.get_mut(id as usize)
                && (*kind != Kind::Normal || end.starts_with("<|"))
            {
                *kind = Kind::Control;
                stops.insert(id);
            }
        }
        let unknown = id("tokenizer.ggml.unknown_token_id");
        let (rules, add_bos) = rules(header, &kinds, &ids, unknown)?;

        let (mut bytes, mut ends) = (Vec::new(), Vec::with_capacity(tokens.len()));
        for (token, kind) in tokens.iter().zip(&kinds) {
            match (&rules, kind) {
                (_, Kind::Control | Kind::User | Kind::Unknown) => bytes.extend_from_slice(token.as_bytes()),
                (Rules::Bpe(_), _) => bpe::decode(token, &mut bytes),
                (Rules::Pieces(_), _) => pieces::decode(token, *kind == Kind::Byte, &mut bytes),
            }
            ends.push(bytes.len());
        }
        let marks = Marks::new(tokens, &kinds, &ids);
        let bos = id("tokenizer.ggml.bos_token_id");
        Ok(Self { rules, bytes, ends, kinds, marks, bos, eos, stops, add_bos })
    }

    /// Number of tokens.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the tokens of a text. Marks of the model in it are marks only with `parse_special`.
    pub fn encode(&self, text: &str, parse_special: bool) -> Vec<u32> {
        let mut out = Vec::new();
        let mut after_mark = true;
        let text_before = |text: &str, out: &mut Vec<u32>, after_mark: &mut bool| {
            if text.is_empty() {
                return;
            }
            let text = &*if parse_special { without_guards(text) } else { text.into() };
            match &self.rules {
                Rules::Bpe(bpe) => bpe.encode(text, out),
                Rules::Pieces(pieces) => pieces.encode(text, *after_mark, out),
            }
            *after_mark = false;
        };
        let mut start = 0;
        for (at, end, id) in self.marks.find(text, parse_special) {
            text_before(text.get(start..at).unwrap_or_default(), &mut out, &mut after_mark);
            out.push(id);
            after_mark = true;
            start = end;
        }
        text_before(text.get(start..).unwrap_or_default(), &mut out, &mut after_mark);
        out
    }

    /// Whether the tokens of a text always stand for it alone (T1), so that they can stand in the middle of another.
    pub fn keeps_text(&self) -> bool {
        matches!(self.rules, Rules::Bpe(_))
    }

    /// Keeps the marks in somebody's words from being read as such within a prompt (T3).
    pub fn guard<'a>(&self, words: &'a str) -> Cow<'a, str> {
        let mut guarded = String::new();
        let (mut start, mut at) = (0, 0);
        while at < words.len() {
            let mark = self.marks.at(words, at, true);
            let next = at + words[at..].chars().next().map_or(1, char::len_utf8);
            at = match mark {
                Some((_, id)) if self.is_special(id) => {
                    guarded.push_str(&words[start..next]);
                    guarded.push(GUARD);
                    start = next;
                    next
                }
                Some((end, _)) => end,
                None => next,
            };
        }
        if start == 0 {
            return words.into();
        }
        guarded.push_str(&words[start..]);
        guarded.into()
    }

    /// Returns the tokens of a whole prompt, with its marks, but for those that are guarded, and with the mark of the beginning if the model wants one
    /// and the text does not begin with it.
    pub fn encode_prompt(&self, text: &str) -> Vec<u32> {
        let mut tokens = self.encode(text, true);
        if let Some(bos) = self.bos.filter(|bos| self.add_bos && tokens.first() != Some(bos)) {
            tokens.insert(0, bos);
        }
        tokens
    }

    /// Returns the bytes that a token stands for; of a mark its name. None for ids that there are not.
    pub fn token_bytes(&self, id: u32) -> &[u8] {
        let Some(end) = self.ends.get(id as usize) else { return &[] };
        let start = (id as usize).checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.bytes.get(start..*end).unwrap_or_default()
    }

    /// Whether a token is a mark, which is no part of an answer's text.
    pub fn is_special(&self, id: u32) -> bool {
        matches!(self.kinds.get(id as usize), Some(Kind::Control | Kind::Unknown | Kind::Unused) | None)
    }

    /// Mark of the beginning.
    pub fn bos(&self) -> Option<u32> {
        self.bos
    }

    /// Mark of the end.
    pub fn eos(&self) -> Option<u32> {
        self.eos
    }

    /// Whether a prompt begins with the mark of the beginning.
    pub fn add_bos(&self) -> bool {
        self.add_bos
    }

    /// All tokens that end an answer.
    pub fn stops(&self) -> impl Iterator<Item = u32> + '_ {
        self.stops.iter().copied()
    }

    /// Whether a token ends an answer.
    pub fn is_stop(&self, id: u32) -> bool {
        self.stops.contains(&id)
    }

    /// Returns the text of a token, replacing bytes that are none: for marks within templates.
    pub fn token_text(&self, id: u32) -> String {
        String::from_utf8_lossy(self.token_bytes(id)).into_owned()
    }
}

/// Character within a mark that is none; Unicode keeps it for a program's own use, and no text has it.
const GUARD: char = '\u{fdd0}';

fn without_guards(text: &str) -> Cow<'_, str> {
    if text.contains(GUARD) { text.replace(GUARD, "").into() } else { text.into() }
}

/// The rules that a head names, and whether a text begins with the mark of the beginning.
fn rules(
    header: &Header,
    kinds: &[Kind],
    ids: &HashMap<&str, u32>,
    unknown: Option<u32>,
) -> Result<(Rules, bool), TokenizerError> {
    let add_bos = header.flag("tokenizer.ggml.add_bos_token");
    // Marks and bytes are made of no text, however it is merged.
    let is_text = |id: u32| matches!(kinds.get(id as usize), Some(Kind::Normal | Kind::User | Kind::Unused));
    let plain: HashMap<&str, u32> =
        ids.iter().map(|(token, id)| (*token, *id)).filter(|(_, id)| is_text(*id)).collect();
    match header.tokenizer_model().unwrap_or_default() {
        "gpt2" => {
            let name = header.tokenizer_pre().unwrap_or("default");
            let pre = Pre::from_name(name).ok_or_else(|| TokenizerError::Pre(name.to_owned()))?;
            let Some(Value::Texts(merges)) = header.metadata.get("tokenizer.ggml.merges") else {
                return Err(TokenizerError::Missing("tokenizer.ggml.merges"));
            };
            Ok((Rules::Bpe(Box::new(Bpe::new(pre, &plain, merges))), add_bos.unwrap_or(pre == Pre::Llama3)))
        }
        "llama" => {
            let Some(Value::Floats(scores)) = header.metadata.get("tokenizer.ggml.scores") else {
                return Err(TokenizerError::Missing("tokenizer.ggml.scores"));
            };
            if scores.len() != kinds.len() {
                return Err(TokenizerError::Length("tokenizer.ggml.scores"));
            }
            let prefix = header.flag("tokenizer.ggml.add_space_prefix").unwrap_or(true);
            Ok((Rules::Pieces(Pieces::new(&plain, ids, scores, unknown, prefix)), add_bos.unwrap_or(true)))
        }
        other => Err(TokenizerError::Kind(other.to_owned())),
    }
}

fn kinds(header: &Header, count: usize) -> Result<Vec<Kind>, TokenizerError> {
    let key = "tokenizer.ggml.token_type";
    let Some(value) = header.metadata.get(key) else { return Ok(vec![Kind::Normal; count]) };
    let Value::Integers(numbers) = value else { return Err(TokenizerError::Missing(key)) };
    if numbers.len() != count {
        return Err(TokenizerError::Length(key));
    }
    let kind = |number: &i64| match number {
        2 => Kind::Unknown,
        3 => Kind::Control,
        4 => Kind::User,
        5 => Kind::Unused,
        6 => Kind::Byte,
        _ => Kind::Normal,
    };
    Ok(numbers.iter().map(kind).collect())
}

/// Texts that are one token wherever they stand.
#[derive(Clone, Debug, Default)]
struct Marks {
    /// The id, and whether it is one also without being asked for.
    ids: HashMap<Box<str>, (u32, bool)>,
    /// Lengths by the first byte, the longest first.
    lengths: HashMap<u8, Vec<usize>>,
}

impl Marks {
    fn new(tokens: &[Box<str>], kinds: &[Kind], ids: &HashMap<&str, u32>) -> Self {
        let mut marks = Self::default();
        for (token, kind) in tokens.iter().zip(kinds) {
            let always = *kind == Kind::User;
            let (Some(first), Some(id)) = (token.as_bytes().first(), ids.get(&**token)) else { continue };
            if always || matches!(kind, Kind::Control | Kind::Unknown) {
                marks.ids.insert(token.clone(), (*id, always));
                let lengths = marks.lengths.entry(*first).or_default();
                if let Err(at) = lengths.binary_search_by(|length| token.len().cmp(length)) {
                    lengths.insert(at, token.len());
                }
            }
        }
        marks
    }

    /// Returns where marks stand in a text, the first and then the longest of those that overlap.
    fn find(&self, text: &str, parse_special: bool) -> Vec<(usize, usize, u32)> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let here = self.at(text, at, parse_special).map(|(end, id)| (at, end, id));
            at = here.map_or(at + 1, |(_, end, _)| end);
            found.extend(here);
        }
        found
    }

    /// Returns the end and the id of the longest mark that stands at a place of a text.
    fn at(&self, text: &str, at: usize, parse_special: bool) -> Option<(usize, u32)> {
        let lengths = self.lengths.get(text.as_bytes().get(at)?)?;
        lengths.iter().find_map(|length| {
            let (id, always) = self.ids.get(text.get(at..at + length)?)?;
            (*always || parse_special).then_some((at + length, *id))
        })
    }
}

#[cfg(test)]
mod tests;
