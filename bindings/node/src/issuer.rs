//! Keys, caller and time of a conversation token, as JavaScript hands them over.

use napi::bindgen_prelude::Uint8Array;
use napi_derive::napi;

/// Who issues and checks conversation tokens.
#[napi(object)]
pub struct Issuer {
    /// The first signs; tokens of the others are accepted too.
    pub keys: Vec<Key>,
    /// Hash of the caller's API key.
    pub api_key_hash: String,
    /// Seconds since 1970; before then is 1970.
    pub now_unix_s: i64,
}

/// A key that signs tokens.
#[napi(object)]
pub struct Key {
    /// Its id.
    pub id: String,
    /// At least 32 bytes.
    pub secret: Uint8Array,
}

/// An issuer that may go to another thread.
pub(crate) struct Owned {
    keys: Vec<wardlight_bindings::Key>,
    api_key_hash: String,
    now_unix_s: u64,
}

impl Issuer {
    /// Copies the secrets out of JavaScript's memory.
    pub(crate) fn owned(self) -> Owned {
        Owned {
            keys: self.keys.into_iter().map(|key| (key.id, key.secret.to_vec())).collect(),
            api_key_hash: self.api_key_hash,
            now_unix_s: u64::try_from(self.now_unix_s).unwrap_or(0),
        }
    }
}

impl Owned {
    /// Calls `work` with the issuer that the shared surface knows.
    pub(crate) fn with<T>(self, work: impl FnOnce(&wardlight_bindings::Issuer<'_>) -> T) -> T {
        let Owned { keys, api_key_hash, now_unix_s } = self;
        work(&wardlight_bindings::Issuer { keys: &keys, api_key_hash: &api_key_hash, now_unix_s })
    }
}
