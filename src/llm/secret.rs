//! To be filled in: the names that the app relies on.
pub struct Secret(String);
impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret")
    }
}
impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
    pub fn expose(&self) -> &str {
        &self.0
    }
}
