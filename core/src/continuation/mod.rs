//! Continuation: the trajectory of a conversation from one call to the next, without keeping anything.
//!
//! The caller holds the state, signed so that it cannot be altered: numbers and names that were derived from earlier
//! turns, never words (specification: `continuation_token` "carries trajectory state across successive grooming
//! calls"; every call is independent and nothing is stored).

mod keys;
mod state;
mod token;

pub use keys::{ContinuationKey, ContinuationKeys};
pub use state::Trajectory;

use crate::assess::{conclude, decide};
use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::fields::{Fields, parse_json, wrong_type};
use crate::limits::Limits;
use crate::policy::Policy;
use crate::request::Request;
use crate::signal::Signal;
use crate::taxonomy::Detector;
use crate::verdict::Verdict;
use serde::Serialize;
use serde_json::Value;
use state::State;
use token::Holder;

/// A request with the fields that continue a conversation.
#[derive(Clone, PartialEq)]
pub struct ContinuedRequest {
    /// The new turns. Where a token is given, `context.conversation_history` is empty: "token wins, history ignored".
    pub request: Request,
    /// Token of the answer before.
    pub continuation_token: Option<String>,
    /// Discards the token and starts anew.
    pub reset_conversation: bool,
}

impl std::fmt::Debug for ContinuedRequest {
    /// Leaves the token out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContinuedRequest")
            .field("request", &self.request)
            .field("continues", &self.continuation_token.is_some())
            .field("reset_conversation", &self.reset_conversation)
            .finish()
    }
}

impl ContinuedRequest {
    /// Parses a JSON body with the default [`Limits`].
    ///
    /// # Errors
    /// As [`ContinuedRequest::from_value`], and [`Code::MalformedJson`](crate::Code::MalformedJson).
    pub fn from_json(detector: Detector, json: &str) -> Result<Self> {
        Self::from_value(detector, parse_json(json)?, &Limits::default())
    }

    /// Reads a parsed body: a request, `continuation_token` and `reset_conversation`. The token itself is checked
    /// by [`assess_continued`].
    ///
    /// # Errors
    /// As [`Request::from_value`]; [`Code::InvalidInput`](crate::Code::InvalidInput) when the token is no string.
    pub fn from_value(detector: Detector, body: Value, limits: &Limits) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let reset_conversation = fields.boolean(&["reset_conversation"])?.unwrap_or(false);
        let continuation_token = match fields.take(&["continuation_token"])? {
            None => None,
            Some((_, Value::String(token))) => Some(token),
            Some((path, other)) => return Err(wrong_type(&path, "a string", &other)),
        };
        let mut request = Request::read(fields, detector, limits)?;
        if continuation_token.is_some() && !reset_conversation {
            request.context.conversation_history.clear();
        }
        Ok(ContinuedRequest { request, continuation_token, reset_conversation })
    }
}

/// What signs and checks tokens: keys, the caller and the time, all of which core does not know by itself.
#[derive(Debug, Clone, Copy)]
pub struct TokenIssuer<'a> {
    /// Signing key and accepted keys.
    pub keys: &'a ContinuationKeys,
    /// Hash of the caller's API key, as it is stored; a token is good for this key only.
    pub api_key_hash: &'a str,
    /// Now, in seconds since 1970-01-01 UTC.
    pub now_unix_s: u64,
}

/// A verdict that takes earlier turns into account, and the token for the turns to come.
#[derive(Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContinuedVerdict {
    /// The verdict on the conversation so far; `message_analysis` covers the submitted messages.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Takes the place of the token that was sent.
    pub continuation_token: String,
    /// When it ends, 24 hours from now, as ISO 8601 in UTC.
    pub continuation_expires_at: String,
    /// Where the state came from.
    pub state_source: StateSource,
    /// The course so far; not part of the wire object.
    #[serde(skip)]
    pub trajectory: Trajectory,
}

impl std::fmt::Debug for ContinuedVerdict {
    /// Leaves the token out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContinuedVerdict")
            .field("verdict", &self.verdict)
            .field("state_source", &self.state_source)
            .field("trajectory", &self.trajectory)
            .finish_non_exhaustive()
    }
}

/// Where the state of a conversation came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StateSource {
    /// A token was sent and holds.
    Token,
    /// No token was sent.
    Fresh,
    /// `reset_conversation` was sent; a token beside it was not even read.
    Reset,
}

impl Detector {
    /// Answers with a continuation token and accepts its own (specification for grooming, reference for the rest).
    pub const fn continues(self) -> bool {
        matches!(
            self,
            Detector::Grooming
                | Detector::DistressSignals
                | Detector::Bullying
                | Detector::CoerciveControl
                | Detector::VulnerabilityExploitation
        )
    }
}

/// Judges new turns as the continuation of a conversation.
///
/// The verdict is that of the whole conversation so far: for the same signals, risk, severity, level, categories and
/// flags are those of one call with every message, where the signal about the conversation as a whole is the
/// strongest of its windows'. Rules that look at more than one message see a window only, and can make it differ: the
/// discounts for peers and for a counterpart who says nothing but protective things, and the lift for signs of
/// distress in a turn where nothing was detected.
///
/// A child's stated age and a counterpart's word of being an adult go on to count in later windows; the override is
/// reported in the window where the age is stated. Messages that two windows share count once.
///
/// Evidence without the caller's `message_id` gets a short id that the same message has in every window under one key.
///
/// ```
/// use wardlight_core::{
///     ContinuationKey, ContinuationKeys, ContinuedRequest, Detector, Policy, Signal, StateSource, TokenIssuer,
///     assess_continued,
/// };
/// # fn main() -> wardlight_core::Result<()> {
/// let keys = ContinuationKeys::new(ContinuationKey::new("ct-2026-11", *b"an example of 32 bytes, not more")?);
/// let issuer = TokenIssuer { keys: &keys, api_key_hash: "5e88", now_unix_s: 1_795_000_000 };
/// let mut asked = ContinuedRequest::from_json(Detector::Bullying, r#"{"text": "words"}"#)?;
/// let threat = [Signal::new("bullying/THREAT".parse().unwrap(), 1.0)];
/// let first = assess_continued(&asked, &threat, &Policy::default(), &issuer)?;
///
/// asked.continuation_token = Some(first.continuation_token);
/// let second = assess_continued(&asked, &[], &Policy::default(), &issuer)?;
/// assert_eq!(second.state_source, StateSource::Token);
/// assert_eq!(second.verdict.risk_score, first.verdict.risk_score);
/// assert_eq!(second.trajectory.turns, 2);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Code::InvalidInput`](crate::Code::InvalidInput) for a detector that does not [continue](Detector::continues);
/// the codes `CONTINUATION_TOKEN_*` for a token that does not hold. Their remedy is the same: drop the token.
pub fn assess_continued(
    asked: &ContinuedRequest,
    signals: &[Signal],
    policy: &Policy,
    issuer: &TokenIssuer<'_>,
) -> Result<ContinuedVerdict> {
    let detector = asked.request.detector;
    if !detector.continues() {
        return Err(Error::invalid(format!("{detector} does not continue conversations")));
    }
    let TokenIssuer { keys, api_key_hash, now_unix_s } = *issuer;
    let holder = Holder { detector, api_key_hash, now_unix_s };
    let mut request = asked.request.clone();
    let mut signals = signals.to_vec();
    let (mut state, key, state_source) = match &asked.continuation_token {
        _ if asked.reset_conversation => (State::default(), keys.signing(), StateSource::Reset),
        None => (State::default(), keys.signing(), StateSource::Fresh),
        Some(token) => {
            let (state, key) = token::verify(keys, holder, token)?;
            state.apply(&mut request);
            signals.extend(state.language());
            (state, key, StateSource::Token)
        }
    };
    let mut draft = Draft::new(&request, &signals, policy);
    draft.carried = state.carried(detector);
    let draft = decide(draft, 1.0);
    let (known, stored) = (fingerprints(&request, key), fingerprints(&request, keys.signing()));
    let pointer = |index: usize| message_pointer(&request, index, keys.signing());
    state.advance(&draft, &known, &stored, &pointer);
    let mut verdict = conclude(draft);
    for evidence in verdict.evidence.iter_mut().flatten() {
        evidence.message_id.get_or_insert_with(|| pointer(evidence.message_index.unwrap_or(0)));
    }
    state.recommend(verdict.recommended_action);
    let (continuation_token, expires) = token::sign(keys, holder, &state)?;
    Ok(ContinuedVerdict {
        verdict,
        continuation_token,
        continuation_expires_at: iso_8601(expires),
        state_source,
        trajectory: state.trajectory(policy),
    })
}

/// One number per submitted message. Keyed, so that who reads a token cannot try words against it.
fn fingerprints(request: &Request, key: &ContinuationKey) -> Vec<u32> {
    let of = |digest: [u8; 32]| u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    let messages = request.message_list().iter();
    messages.map(|m| of(key.digest(&[b"turn", m.sender_role.as_bytes(), m.text.as_bytes()]))).collect()
}

/// A short id of a message: from the caller's `message_id` where one was sent, which may itself be personal and never
/// goes into a token, and from the message otherwise.
fn message_pointer(request: &Request, index: usize, key: &ContinuationKey) -> String {
    let digest = match (&request.message_id, request.message_list().get(index)) {
        (Some(id), _) => key.digest(&[b"id", id.as_bytes()]),
        (None, Some(m)) => key.digest(&[b"message", m.sender_role.as_bytes(), m.text.as_bytes()]),
        (None, None) => key.digest(&[b"text", request.texts().first().map_or(&[][..], |t| t.as_bytes())]),
    };
    format!("m-{}", token::hex(&digest[..6]))
}

/// `YYYY-MM-DDThh:mm:ssZ`, by the proleptic Gregorian calendar.
fn iso_8601(unix_s: u64) -> String {
    let (days, second) = (unix_s / 86_400, unix_s % 86_400);
    // Counted in eras of 400 years that begin on 1 March, so that the leap day comes last.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}Z", second % 60)
}

#[cfg(test)]
mod tests;
