//! Continuation: the trajectory of a conversation from one call to the next, without keeping anything.
//!
//! The caller holds the state, signed so that it cannot be altered: numbers and names that were derived from earlier
//! turns, never words (specification: `continuation_token` "carries trajectory state across successive grooming
//! calls"; every call is independent and nothing is stored).

mod conversation;
mod keys;
mod state;
mod token;

pub use conversation::{ContinuedVerdict, Conversation, StateSource, assess_continued};
pub use keys::{ContinuationKey, ContinuationKeys};
pub use state::Trajectory;

use crate::error::Result;
use crate::fields::{Fields, parse_json};
use crate::limits::Limits;
use crate::request::{Request, read};
use crate::taxonomy::Detector;
use serde_json::Value;

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
    /// by [`Conversation::resume`].
    ///
    /// # Errors
    /// As [`Request::from_value`], except that a token is accepted;
    /// [`Code::InvalidInput`](crate::Code::InvalidInput) when it is no string.
    pub fn from_value(detector: Detector, body: Value, limits: &Limits) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let (continuation_token, reset_conversation) = read::continuation(&mut fields)?;
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
