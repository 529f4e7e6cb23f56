//! Keys, caller and time of a conversation token, as UniFFI hands them over.

use wardlight_bindings as shared;

/// A key that signs tokens.
#[derive(uniffi::Record)]
pub(crate) struct NativeKey {
    id: String,
    secret: Vec<u8>,
}

/// Who issues and checks conversation tokens.
#[derive(uniffi::Record)]
pub(crate) struct NativeIssuer {
    keys: Vec<NativeKey>,
    api_key_hash: String,
    now_unix_s: u64,
}

impl NativeIssuer {
    /// Calls `work` with the issuer that the library knows.
    pub(crate) fn with<T>(self, work: impl FnOnce(&shared::Issuer<'_>) -> T) -> T {
        let keys: Vec<shared::Key> = self.keys.into_iter().map(|key| (key.id, key.secret)).collect();
        work(&shared::Issuer { keys: &keys, api_key_hash: &self.api_key_hash, now_unix_s: self.now_unix_s })
    }
}
