//! Grammars of answers: a model that may only choose tokens which go on with a JSON schema cannot leave it.
//!
//! The parsing is llguidance's (<https://github.com/guidance-ai/llguidance>).
//!
//! - G1 An answer that ended by its grammar is JSON of its schema, whatever the model makes of it.
//! - G2 Tokens that nothing but the schema decides are the ones that the tokenizer makes of their text.
//! - G3 A schema that cannot be followed is an error, before anything is computed.

use std::fmt;
use std::sync::Arc;

use espalier_local_model::tokenizer::Tokenizer;
use llguidance::api::TopLevelGrammar;
use llguidance::{Matcher, ParserFactory};
use serde_json::{Value, json};
use toktrie::{INVALID_TOKEN, InferenceCapabilities, TokEnv, TokRxInfo, TokTrie, TokenId, TokenizerEnv};

use crate::sample::TokenSet;

/// Reason why a schema cannot be followed, in English, for a report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GrammarError(String);

impl GrammarError {
    fn new(error: &impl ToString) -> Self {
        Self(error.to_string())
    }
}

/// Maker of grammars for the tokens of one model.
pub struct GrammarCompiler {
    factory: ParserFactory,
}

impl fmt::Debug for GrammarCompiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrammarCompiler").finish_non_exhaustive()
    }
}

impl GrammarCompiler {
    /// Makes one. Takes some 200 ms and 40 MiB for a vocabulary of 50,000 tokens.
    ///
    /// # Errors
    ///
    /// If the vocabulary is one that grammars cannot be made for.
    pub fn new(tokenizer: Arc<Tokenizer>) -> Result<Self, GrammarError> {
        let count = u32::try_from(tokenizer.len()).map_err(|error| GrammarError::new(&error))?;
        let ends: Vec<u32> = tokenizer.stops().filter(|end| *end < count).collect();
        let first = ends.first().copied().unwrap_or(INVALID_TOKEN);
        let mut trie = TokTrie::from(&TokRxInfo::new(count, first), &words(&tokenizer, count));
        if ends.len() > 1 {
            trie = trie.with_eos_tokens(&ends);
        }
        let can = InferenceCapabilities { ff_tokens: tokenizer.keeps_text(), ..InferenceCapabilities::default() };
        let environment: TokEnv = Arc::new(Vocabulary { tokenizer, trie });
        let slices = llguidance::earley::SlicedBiasComputer::json_slices();
        let mut factory = ParserFactory::new(&environment, can, &slices).map_err(|error| GrammarError::new(&error))?;
        factory.quiet();
        // They would repeat the answer.
        factory.limits_mut().verbose_errors = false;
        Ok(Self { factory })
    }

    /// Makes the grammar of a JSON schema, in the least space.
    ///
    /// # Errors
    ///
    /// If the schema is not JSON, says what cannot be followed, or is too big.
    pub fn compile(&self, schema: &str) -> Result<Grammar, GrammarError> {
        let mut schema: Value = serde_json::from_str(schema).map_err(|error| GrammarError::new(&error))?;
        put_required_first(&mut schema);
        if let Value::Object(schema) = &mut schema {
            // A small model that may put in spaces goes on doing it.
            schema.insert("x-guidance".to_owned(), json!({ "whitespace_flexible": false }));
        }
        let parser = self.factory.create_parser(TopLevelGrammar::from_json_schema(schema));
        Ok(Grammar { matcher: Matcher::new(Ok(parser.map_err(|error| GrammarError::new(&error))?)) })
    }
}

/// Grammar of one answer, with what came of it so far.
pub struct Grammar {
    matcher: Matcher,
}

impl fmt::Debug for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grammar").field("over", &self.is_over()).finish_non_exhaustive()
    }
}

impl Grammar {
    /// Returns the tokens that can follow; those that end the answer are among them where it may end.
    ///
    /// # Errors
    ///
    /// If following the schema takes too much time or memory.
    pub fn allowed(&mut self) -> Result<TokenSet, GrammarError> {
        let mask = self.matcher.compute_mask().map_err(|error| GrammarError::new(&error))?;
        Ok(TokenSet::from_words(mask.as_slice().to_vec()))
    }

    /// Takes a token of [`Grammar::allowed`].
    ///
    /// # Errors
    ///
    /// If it is not one of them.
    pub fn accept(&mut self, token: u32) -> Result<(), GrammarError> {
        self.matcher.consume_token(token).map_err(|error| GrammarError::new(&error))
    }

    /// Takes the tokens that alone can follow and returns them; none where there is a choice.
    ///
    /// # Errors
    ///
    /// If following the schema takes too much time or memory.
    pub fn forced(&mut self) -> Result<Vec<u32>, GrammarError> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        let tokens = self.matcher.consume_ff_tokens();
        match self.matcher.get_error() {
            Some(error) => Err(GrammarError(error)),
            None => Ok(tokens),
        }
    }

    /// Says whether nothing can follow any more.
    pub fn is_over(&self) -> bool {
        self.matcher.is_stopped()
    }
}

/// Puts the properties of objects in the order in which they are required, those that need not be there last: a grammar
/// takes them in the order of the schema, and a small model fills in whatever comes first.
fn put_required_first(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(put_required_first),
        Value::Object(object) => {
            let required: Vec<String> = object
                .get("required")
                .and_then(Value::as_array)
                .map_or_else(Vec::new, |names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect());
            if let Some(Value::Object(properties)) = object.get_mut("properties") {
                let mut rest = std::mem::take(properties);
                let first = required.into_iter().filter_map(|name| rest.shift_remove_entry(&name));
                properties.extend(first);
                properties.append(&mut rest);
            }
            object.values_mut().for_each(put_required_first);
        }
        _ => {}
    }
}

/// Tokens of a model as llguidance wants them.
struct Vocabulary {
    tokenizer: Arc<Tokenizer>,
    trie: TokTrie,
}

impl TokenizerEnv for Vocabulary {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, bytes: &[u8]) -> Vec<TokenId> {
        self.trie.tokenize_with_greedy_fallback(bytes, |text| self.tokenizer.encode(text, false))
    }

    fn tokenize_is_canonical(&self) -> bool {
        self.tokenizer.keeps_text()
    }
}

fn words(tokenizer: &Tokenizer, count: u32) -> Vec<Vec<u8>> {
    let word = |token| {
        let bytes = tokenizer.token_bytes(token);
        if tokenizer.is_special(token) {
            // As no text begins, so that no text is taken for a mark.
            return [&[TokTrie::SPECIAL_TOKEN_MARKER], bytes].concat();
        }
        bytes.to_vec()
    };
    (0..count).map(word).collect()
}
