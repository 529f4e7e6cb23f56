//! Keys, caller and time of a conversation token, as a foreign language hands them over.

use wardlight::{ContinuationKey, ContinuationKeys, Error, Result, TokenIssuer};

/// A key that signs tokens: its id and at least 32 secret bytes.
pub type Key = (String, Vec<u8>);

/// Who issues and checks conversation tokens.
#[derive(Clone, Copy)]
pub struct Issuer<'a> {
    /// The first signs; tokens of the others are accepted too.
    pub keys: &'a [Key],
    /// Hash of the caller's API key; a token is good for this caller only.
    pub api_key_hash: &'a str,
    /// Now, in seconds since 1970-01-01 UTC.
    pub now_unix_s: u64,
}

impl std::fmt::Debug for Issuer<'_> {
    /// Leaves the secrets out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Issuer").field("keys", &self.keys.len()).finish_non_exhaustive()
    }
}

impl Issuer<'_> {
    /// Calls `work` with the issuer that the library knows.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&TokenIssuer<'_>) -> Result<T>) -> Result<T> {
        let mut keys =
            self.keys.iter().map(|(id, secret)| ContinuationKey::new(id.as_str(), secret.as_slice()));
        let signing = keys.next().ok_or_else(|| Error::invalid("keys is empty"))??;
        let mut all = ContinuationKeys::new(signing);
        for accepted in keys {
            all = all.accepting(accepted?);
        }
        work(&TokenIssuer { keys: &all, api_key_hash: self.api_key_hash, now_unix_s: self.now_unix_s })
    }
}
