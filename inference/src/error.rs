//! The errors of the engine.

/// Reason why a model could not be loaded or run. The texts name the part of the file, for a bug report; the page has
/// its own words for the reader.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Reading the file failed.
    #[error("the file could not be read: {0}")]
    Read(#[from] std::io::Error),
    /// The file does not hold what its header promises, or what a model needs.
    #[error("the file is cut off or damaged: {0}")]
    Damaged(String),
    /// A kind of model the engine has no computation for.
    #[error("models of the kind \"{0}\" cannot be run; llama, qwen2 and qwen3 can")]
    Architecture(String),
    /// The model uses something the engine does not compute.
    #[error("the model cannot be run: {0}")]
    Unsupported(String),
    /// There is too little memory.
    #[error("there is not enough memory for {0} bytes more")]
    Memory(u64),
    /// The tokens do not fit into the context.
    #[error("{needed} tokens do not fit into a context of {limit}")]
    Context {
        /// Count of tokens that were given, with one for the answer.
        needed: usize,
        /// Count of tokens that fit.
        limit: usize,
    },
    /// A token that the vocabulary does not have.
    #[error("the vocabulary of {vocabulary} tokens has no token {token}")]
    Token {
        /// The token.
        token: u32,
        /// Count of tokens of the vocabulary.
        vocabulary: usize,
    },
    /// A session was started without tokens.
    #[error("there is nothing to continue: no tokens were given")]
    Empty,
    /// No token is allowed, or the computation gave no numbers.
    #[error("no token can follow")]
    NoToken,
}
