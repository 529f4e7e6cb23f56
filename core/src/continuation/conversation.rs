//! One call about a conversation: its state taken from the token, then the verdict and the next token.

use super::keys::ContinuationKey;
use super::state::{State, Trajectory};
use super::token::{self, Holder};
use super::{ContinuedRequest, TokenIssuer, iso_8601};
use crate::assess::{conclude, decide};
use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::policy::Policy;
use crate::request::Request;
use crate::signal::Signal;
use crate::verdict::Verdict;
use serde::Serialize;

/// A conversation whose token holds, ready to be observed and judged.
///
/// [`assess_continued`] does both in one step. Who observes with a model takes two, so that a token that does not hold
/// costs no model pass:
///
/// ```
/// use wardlight_core::{
///     ContinuationKey, ContinuationKeys, ContinuedRequest, Conversation, Detector, Policy, StateSource, TokenIssuer,
/// };
/// # fn main() -> wardlight_core::Result<()> {
/// let keys = ContinuationKeys::new(ContinuationKey::new("ct-2026-11", *b"an example of 32 bytes, not more")?);
/// let issuer = TokenIssuer { keys: &keys, api_key_hash: "5e88", now_unix_s: 1_795_000_000 };
/// let asked = ContinuedRequest::from_json(Detector::Bullying, r#"{"text": "words"}"#)?;
/// let conversation = Conversation::resume(&asked, issuer)?;
/// let signals = Vec::new(); // what a detector observes in `conversation.request()`
/// let answer = conversation.assess(&signals, &Policy::default())?;
/// assert_eq!(answer.state_source, StateSource::Fresh);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Conversation<'a> {
    issuer: TokenIssuer<'a>,
    request: Request,
    state: State,
    /// The key that signed the state, or the one that will.
    key: &'a ContinuationKey,
    state_source: StateSource,
}

/// A verdict that takes earlier turns into account, and the token for the turns to come.
#[derive(Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StateSource {
    /// A token was sent and holds.
    Token,
    /// No token was sent.
    Fresh,
    /// `reset_conversation` was sent; a token beside it was not even read.
    Reset,
}

impl<'a> Conversation<'a> {
    /// Checks the token, if there is one, and takes up what it carries.
    ///
    /// # Errors
    /// The codes `CONTINUATION_TOKEN_*` for a token that does not hold;
    /// [`Code::InvalidInput`](crate::Code::InvalidInput) without one for a detector that does not
    /// [continue](crate::Detector::continues).
    pub fn resume(asked: &ContinuedRequest, issuer: TokenIssuer<'a>) -> Result<Conversation<'a>> {
        let mut request = asked.request.clone();
        let signing = issuer.keys.signing();
        let (state, key, state_source) = match &asked.continuation_token {
            _ if asked.reset_conversation => (State::default(), signing, StateSource::Reset),
            None => (State::default(), signing, StateSource::Fresh),
            Some(token) => {
                let (state, key) = token::verify(issuer.keys, holder(&request, issuer), token)?;
                state.apply(&mut request);
                (state, key, StateSource::Token)
            }
        };
        if !request.detector.continues() {
            return Err(Error::invalid(format!("{} does not continue conversations", request.detector)));
        }
        Ok(Conversation { issuer, request, state, key, state_source })
    }

    /// What there is to observe: the new turns, with what earlier ones told of ages and without a history that the
    /// token replaces.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// Judges the new turns by what was observed in them, and signs the next token.
    ///
    /// # Errors
    /// [`Code::Internal`](crate::Code::Internal) if the token cannot be written.
    pub fn assess(self, signals: &[Signal], policy: &Policy) -> Result<ContinuedVerdict> {
        let Conversation { issuer, request, mut state, key, state_source } = self;
        let signing = issuer.keys.signing();
        let mut signals = signals.to_vec();
        signals.extend(state.language());
        let mut draft = Draft::new(&request, &signals, policy);
        draft.carried = state.carried(request.detector);
        let draft = decide(draft, 1.0);
        let (known, stored) = (fingerprints(&request, key), fingerprints(&request, signing));
        let pointer = |index: usize| message_pointer(&request, index, signing);
        state.advance(&draft, &known, &stored, &pointer);
        let mut verdict = conclude(draft);
        for evidence in verdict.evidence.iter_mut().flatten() {
            evidence.message_id.get_or_insert_with(|| pointer(evidence.message_index.unwrap_or(0)));
        }
        answer(issuer, holder(&request, issuer), state, verdict, state_source, policy)
    }

    /// The answer where the new turns could not be observed: a person has to look, nothing is charged, and the next
    /// token carries what this one did, so that the turns can be sent again.
    ///
    /// # Errors
    /// As [`Conversation::assess`].
    pub fn engine_error(self, policy: &Policy) -> Result<ContinuedVerdict> {
        let Conversation { issuer, request, state, state_source, .. } = self;
        let verdict = Verdict::engine_error(&request, policy);
        answer(issuer, holder(&request, issuer), state, verdict, state_source, policy)
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
/// As [`Conversation::resume`]. The remedy for a token that does not hold is the same whatever its code: drop it.
pub fn assess_continued(
    asked: &ContinuedRequest,
    signals: &[Signal],
    policy: &Policy,
    issuer: &TokenIssuer<'_>,
) -> Result<ContinuedVerdict> {
    Conversation::resume(asked, *issuer)?.assess(signals, policy)
}

fn holder<'a>(request: &Request, issuer: TokenIssuer<'a>) -> Holder<'a> {
    Holder { detector: request.detector, api_key_hash: issuer.api_key_hash, now_unix_s: issuer.now_unix_s }
}

fn answer(
    issuer: TokenIssuer<'_>,
    holder: Holder<'_>,
    mut state: State,
    verdict: Verdict,
    state_source: StateSource,
    policy: &Policy,
) -> Result<ContinuedVerdict> {
    state.recommend(verdict.recommended_action);
    let (continuation_token, expires) = token::sign(issuer.keys, holder, &state)?;
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
