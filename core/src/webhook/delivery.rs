//! What is delivered, and what follows an attempt (specification, Webhook delivery).

use crate::error::{Error, Result};
use crate::level::Level;
use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// The event types of the specification.
    EventType {
        /// A critical alert.
        SafetyCritical = "safety.critical",
        /// A high alert.
        SafetyHigh = "safety.high",
        /// A medium alert.
        SafetyMedium = "safety.medium",
        /// A batch finished.
        BatchCompleted = "batch.completed",
        /// A batch failed.
        BatchFailed = "batch.failed",
        /// An alert while voice was streamed.
        VoiceAlert = "voice.alert",
        /// A scheduled report is ready.
        ReportReady = "report.ready",
        /// A test, no incident.
        WebhookTest = "webhook.test",
    }
}

impl EventType {
    /// Reads a subscription: two names of older clients are accepted beside the specification's (Q23).
    pub fn from_subscription(name: &str) -> Option<EventType> {
        match name {
            "incident.critical" => Some(EventType::SafetyCritical),
            "incident.high" => Some(EventType::SafetyHigh),
            _ => name.parse().ok(),
        }
    }

    /// The alert of a level; below `medium` there is none.
    pub const fn alert(level: Level) -> Option<EventType> {
        match level {
            Level::Critical => Some(EventType::SafetyCritical),
            Level::High => Some(EventType::SafetyHigh),
            Level::Medium => Some(EventType::SafetyMedium),
            Level::Low | Level::None => None,
        }
    }
}

/// What follows an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// The receiver answered 2xx.
    Delivered,
    /// Try again after this many seconds.
    RetryInSeconds(u32),
    /// Given up; can be viewed and replayed.
    Failed,
}

/// After attempt number `attempt`, from 1, was answered with `status`, or with nothing within 10 seconds.
///
/// Three retries follow after 30 seconds, 5 minutes and 30 minutes. A test event is attempted once (Q26).
///
/// # Errors
/// [`Code::InvalidInput`](crate::Code::InvalidInput) for attempt 0: a caller that counts from 0 would give up at once.
///
/// ```
/// use wardlight_core::webhook::{EventType, NextStep, after_attempt};
/// assert_eq!(after_attempt(EventType::SafetyHigh, 1, Some(503))?, NextStep::RetryInSeconds(30));
/// assert_eq!(after_attempt(EventType::SafetyHigh, 4, None)?, NextStep::Failed);
/// assert_eq!(after_attempt(EventType::SafetyHigh, 4, Some(204))?, NextStep::Delivered);
/// # Ok::<(), wardlight_core::Error>(())
/// ```
pub fn after_attempt(event: EventType, attempt: usize, status: Option<u16>) -> Result<NextStep> {
    let retry = attempt.checked_sub(1).ok_or_else(|| Error::invalid("attempt counts from 1"))?;
    if status.is_some_and(|status| (200..300).contains(&status)) {
        return Ok(NextStep::Delivered);
    }
    if event == EventType::WebhookTest {
        return Ok(NextStep::Failed);
    }
    let pause = RETRY_SECONDS.get(retry);
    Ok(pause.map_or(NextStep::Failed, |seconds| NextStep::RetryInSeconds(*seconds)))
}

/// Pauses before the retries.
const RETRY_SECONDS: [u32; 3] = [30, 300, 1800];

#[cfg(test)]
mod tests {
    use super::*;

    fn after(event: EventType, attempt: usize, status: Option<u16>) -> NextStep {
        after_attempt(event, attempt, status).expect("attempts count from 1")
    }

    #[test]
    fn three_retries_then_failed() {
        let steps: Vec<NextStep> =
            (1..=5).map(|attempt| after(EventType::BatchFailed, attempt, None)).collect();
        let retry = NextStep::RetryInSeconds;
        assert_eq!(steps, [retry(30), retry(300), retry(1800), NextStep::Failed, NextStep::Failed]);
    }

    #[test]
    fn a_redirect_is_no_success_and_a_test_is_not_repeated() {
        assert_eq!(after(EventType::VoiceAlert, 1, Some(302)), NextStep::RetryInSeconds(30));
        assert_eq!(after(EventType::WebhookTest, 1, Some(500)), NextStep::Failed);
        assert_eq!(after(EventType::WebhookTest, 1, Some(200)), NextStep::Delivered);
    }

    #[test]
    fn there_is_no_attempt_before_the_first() {
        for status in [None, Some(200), Some(503)] {
            let error = after_attempt(EventType::SafetyHigh, 0, status).expect_err("no attempt");
            assert_eq!(error.code(), crate::Code::InvalidInput);
        }
    }

    #[test]
    fn names_of_older_clients_are_read() {
        assert_eq!(EventType::from_subscription("incident.high"), Some(EventType::SafetyHigh));
        assert_eq!(EventType::from_subscription("grooming.detected"), None);
    }
}
