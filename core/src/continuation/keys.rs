//! Keys that sign continuation tokens: one signs, older ones are still accepted until they are dropped.

use crate::error::{Error, Result};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// One secret with its id, which a token names in `kid`.
#[derive(Clone)]
pub struct ContinuationKey {
    id: String,
    secret: Vec<u8>,
}

impl ContinuationKey {
    /// A key. Ids of the form `ct-YYYY-MM` say when a key began to sign (reference, continuation token 4).
    ///
    /// # Errors
    /// [`Code::InvalidInput`](crate::Code::InvalidInput) when the id is not 1 to 32 ASCII letters, digits or hyphens,
    /// or the secret is shorter than the 32 bytes of the hash.
    pub fn new(id: impl Into<String>, secret: impl Into<Vec<u8>>) -> Result<Self> {
        let (id, secret) = (id.into(), secret.into());
        let plain = id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if !plain || !(1..=32).contains(&id.len()) {
            return Err(Error::invalid("a key id has 1 to 32 ASCII letters, digits or hyphens"));
        }
        if secret.len() < SECRET_BYTES {
            let received = secret.len();
            return Err(Error::invalid(format!(
                "a secret has {received} bytes; at least {SECRET_BYTES} are needed"
            )));
        }
        Ok(ContinuationKey { id, secret })
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// HMAC-SHA256 of `parts`, each preceded by its length so that no two lists of parts look alike.
    pub(super) fn digest(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.mac();
        for part in parts {
            mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// Signature of the first two parts of a token.
    pub(super) fn sign(&self, signed: &str) -> [u8; 32] {
        let mut mac = self.mac();
        mac.update(signed.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Compares in constant time.
    pub(super) fn has_signed(&self, signed: &str, signature: &[u8]) -> bool {
        let mut mac = self.mac();
        mac.update(signed.as_bytes());
        mac.verify_slice(signature).is_ok()
    }

    fn mac(&self) -> Hmac<Sha256> {
        Hmac::new_from_slice(&self.secret).expect("HMAC takes a key of any length")
    }
}

impl std::fmt::Debug for ContinuationKey {
    /// Leaves the secret out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ContinuationKey({})", self.id)
    }
}

/// The key that signs and those that are still accepted.
///
/// To rotate, let a new key sign and accept the old one for a day more: no token outlives that.
#[derive(Debug, Clone)]
pub struct ContinuationKeys {
    signing: ContinuationKey,
    accepted: Vec<ContinuationKey>,
}

impl ContinuationKeys {
    /// Signs with `key` and accepts its tokens only.
    pub fn new(key: ContinuationKey) -> Self {
        ContinuationKeys { signing: key, accepted: Vec::new() }
    }

    /// Also accepts tokens of an earlier key. Where two keys have one id, the signing key counts, then the first.
    #[must_use]
    pub fn accepting(mut self, earlier: ContinuationKey) -> Self {
        self.accepted.push(earlier);
        self
    }

    pub(super) fn signing(&self) -> &ContinuationKey {
        &self.signing
    }

    pub(super) fn find(&self, id: &str) -> Option<&ContinuationKey> {
        std::iter::once(&self.signing).chain(&self.accepted).find(|key| key.id == id)
    }
}

const SECRET_BYTES: usize = 32;
