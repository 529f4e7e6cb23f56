//! The token on the wire: a JWT signed with HMAC-SHA256 (reference, continuation token 4 and 5).
//!
//! Nothing of a token is believed before its signature holds, except the key id that names the key.

use super::keys::{ContinuationKey, ContinuationKeys};
use super::state::State;
use crate::error::{Code, Error, Result};
use crate::taxonomy::Detector;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// To whom a token belongs and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holder<'a> {
    pub(super) detector: Detector,
    pub(super) api_key_hash: &'a str,
    pub(super) now_unix_s: u64,
}

/// Signs a state with the signing key; the token lives for [`LIFE_S`].
pub(super) fn sign(keys: &ContinuationKeys, holder: Holder<'_>, state: &State) -> Result<(String, u64)> {
    let key = keys.signing();
    let expires = holder.now_unix_s.saturating_add(LIFE_S);
    let header = Header { alg: ALGORITHM.to_owned(), typ: TYPE.to_owned(), kid: key.id().to_owned() };
    let claims = Claims {
        v: VERSION,
        ep: holder.detector,
        sub: subject(key, holder.api_key_hash),
        iat: holder.now_unix_s,
        exp: expires,
        state,
    };
    let signed = format!("{}.{}", encode(&header)?, encode(&claims)?);
    let signature = URL_SAFE_NO_PAD.encode(key.sign(&signed));
    Ok((format!("{signed}.{signature}"), expires))
}

/// The state of a token and the key that signed it.
pub(super) fn verify<'k>(
    keys: &'k ContinuationKeys,
    holder: Holder<'_>,
    token: &str,
) -> Result<(State, &'k ContinuationKey)> {
    if token.len() > MOST_BYTES {
        let received = token.len();
        return Err(malformed(&format!("has {received} bytes; the limit is {MOST_BYTES} bytes")));
    }
    let mut parts = token.split('.');
    let (Some(header), Some(claims), Some(signature), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(malformed("does not have three parts"));
    };
    let kind: Header = decode(header).ok_or_else(|| malformed("has no readable header"))?;
    if kind.alg != ALGORITHM || kind.typ != TYPE {
        return Err(malformed("is of another kind"));
    }
    let key = keys
        .find(&kind.kid)
        .ok_or_else(|| refusal(Code::TokenUnknownKey, "was signed with a key that is not accepted"))?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| malformed("has no readable signature"))?;
    if !key.has_signed(&format!("{header}.{claims}"), &signature) {
        return Err(refusal(Code::TokenBadSignature, "does not match its signature"));
    }
    let claims = URL_SAFE_NO_PAD.decode(claims).map_err(|_| malformed("has no readable claims"))?;
    let version: Version = read(&claims).ok_or_else(|| malformed("has no readable claims"))?;
    match version.v {
        Some(version) if version == u64::from(VERSION) => {}
        Some(_) => return Err(refusal(Code::TokenVersionUnsupported, "has a version that is not supported")),
        None => return Err(malformed("names no version")),
    }
    // Each struct takes what is its own from the same text; that is faster than one struct with a flattened part.
    let (claimed, state): (Claimed, State) =
        read(&claims).zip(read(&claims)).ok_or_else(|| malformed("has claims of another shape"))?;
    if holder.now_unix_s >= claimed.exp {
        return Err(refusal(Code::TokenExpired, "has expired"));
    }
    if claimed.sub != subject(key, holder.api_key_hash) {
        return Err(refusal(Code::TokenKeyMismatch, "was issued to another API key"));
    }
    if claimed.ep != holder.detector {
        let (issued, asked) = (claimed.ep, holder.detector);
        return Err(refusal(Code::TokenScopeMismatch, &format!("belongs to {issued}, not to {asked}")));
    }
    Ok((state, key))
}

#[derive(Serialize, Deserialize)]
struct Header {
    alg: String,
    typ: String,
    kid: String,
}

/// The claims of a token that is written.
#[derive(Serialize)]
struct Claims<'a> {
    v: u32,
    ep: Detector,
    sub: String,
    iat: u64,
    exp: u64,
    #[serde(flatten)]
    state: &'a State,
}

/// The first claim that is read: what the others look like depends on it.
#[derive(Deserialize)]
struct Version {
    v: Option<u64>,
}

/// What a token says about whom it was issued to, for what and until when.
#[derive(Deserialize)]
struct Claimed {
    ep: Detector,
    sub: String,
    exp: u64,
}

/// The API key's hash, hashed once more, so that a token tells nothing about it.
fn subject(key: &ContinuationKey, api_key_hash: &str) -> String {
    hex(&key.digest(&[b"subject", api_key_hash.as_bytes()])[..16])
}

pub(super) fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).expect("a nibble is a digit");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn encode(part: &impl Serialize) -> Result<String> {
    let json = serde_json::to_vec(part)
        .map_err(|_| Error::new(Code::Internal, "a continuation token cannot be written"))?;
    Ok(URL_SAFE_NO_PAD.encode(json))
}

fn decode<T: for<'de> Deserialize<'de>>(part: &str) -> Option<T> {
    read(&URL_SAFE_NO_PAD.decode(part).ok()?)
}

fn read<T: for<'de> Deserialize<'de>>(json: &[u8]) -> Option<T> {
    serde_json::from_slice(json).ok()
}

fn malformed(what: &str) -> Error {
    refusal(Code::TokenMalformed, what)
}

/// Every refusal has one remedy (reference, continuation token 5).
fn refusal(code: Code, what: &str) -> Error {
    Error::new(code, format!("continuation_token {what}; leave it out and send the history once"))
}

/// 24 hours.
pub(super) const LIFE_S: u64 = 24 * 60 * 60;
/// Longest token that is read; the longest that is issued is about half of it.
pub(super) const MOST_BYTES: usize = 8 * 1024;
const VERSION: u32 = 1;
const ALGORITHM: &str = "HS256";
/// Neutral marker of the reference.
const TYPE: &str = "SVCT";
