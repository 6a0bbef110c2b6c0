//! To be filled in: the names that the app relies on.
pub struct BuiltinInput {
    pub last_user_text: String,
    pub history_len: usize,
    pub language: crate::model::settings::Language,
}
pub fn stream<T>(_rules: &T, _i: &BuiltinInput) -> Vec<Vec<u8>> {
    Vec::new()
}
