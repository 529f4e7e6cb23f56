//! A conversation window by window: the caller keeps the state, signed, and hands it back with the next turns.

use super::{Screener, guarded, parse};
use crate::observe::Neighbours;
use crate::script::check_script;
use std::time::Instant;
use wardlight_core::{ContinuedRequest, ContinuedVerdict, Conversation, Detector, Result, TokenIssuer};

impl Screener {
    /// Judges new turns as the continuation of a conversation, and returns the token for the turns to come.
    ///
    /// Nothing is kept: keys, the caller's key hash and the time are `issuer`'s, the state is in the token. A token
    /// that does not hold costs no model pass. An engine that fails gives an `engine_error` verdict with a token that
    /// carries what the one before did.
    ///
    /// Each message has the same risk, within the 0.005 of [`Trajectory`](crate::Trajectory), in whatever window it
    /// is sent, and the verdict is the one described at [`assess_continued`](crate::assess_continued). For that each
    /// message is read by itself, where [`Screener::screen`] reads it for what was said before it; a conversation that
    /// fits into one request is better sent there. Name `context.language`: without it, the language of each message is
    /// told from its own words, and a few words tell little. What spans messages is read within a window only: a word sent
    /// letter by letter, a bare number that answers the question for the age, and the grooming of the conversation as a
    /// whole. Let windows overlap by a few messages; a message that two windows share counts once.
    ///
    /// ```
    /// use wardlight::testing::ScriptedModel;
    /// use wardlight::{ContinuationKey, ContinuationKeys, ContinuedRequest, Detector, Screener, TokenIssuer};
    /// # fn main() -> wardlight::Result<()> {
    /// let (model, tokenizer) = ScriptedModel::new(&[("our secret", "grooming/secrecy_request")])?;
    /// let screener = Screener::builder().model(model, tokenizer).build()?;
    /// let keys = ContinuationKeys::new(ContinuationKey::new("ct-2026-11", *b"an example of 32 bytes, not more")?);
    /// let issuer = TokenIssuer { keys: &keys, api_key_hash: "5e88", now_unix_s: 1_795_000_000 };
    ///
    /// let body = r#"{"messages": [{"sender_role": "adult", "text": "this is our secret"}]}"#;
    /// let first = screener.screen_continued_json(Detector::Grooming, body, &issuer)?;
    /// let mut asked = ContinuedRequest::from_json(Detector::Grooming, r#"{"messages": [{"text": "ok"}]}"#)?;
    /// asked.continuation_token = Some(first.continuation_token);
    /// let second = screener.screen_continued(&asked, &issuer)?;
    /// assert_eq!((second.trajectory.turns, second.verdict.detected), (2, true));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`Conversation::resume`]: a token that does not hold, or a detector that does not continue conversations.
    pub fn screen_continued(
        &self,
        asked: &ContinuedRequest,
        issuer: &TokenIssuer<'_>,
    ) -> Result<ContinuedVerdict> {
        let started = Instant::now();
        let conversation = Conversation::resume(asked, *issuer)?;
        let judged = guarded(|| {
            let signals = self.observe_as(conversation.request(), Neighbours::Ignored)?;
            conversation.clone().assess(&signals, &self.policy)
        });
        let mut answer = match judged {
            Ok(answer) => answer,
            Err(_) => conversation.engine_error(&self.policy)?,
        };
        self.complete(&mut answer.verdict, started.elapsed());
        Ok(answer)
    }

    /// As [`Screener::screen_continued`], for the JSON body of the specification: that of
    /// [`Screener::screen_json`] with `continuation_token` and `reset_conversation`.
    ///
    /// # Errors
    /// Those of [`Screener::screen_continued`] and [`Screener::request`]; [`Code::MalformedJson`](crate::Code).
    pub fn screen_continued_json(
        &self,
        detector: Detector,
        json: &str,
        issuer: &TokenIssuer<'_>,
    ) -> Result<ContinuedVerdict> {
        self.check_detector(detector)?;
        let asked = ContinuedRequest::from_value(detector, parse(json)?, &self.limits)?;
        check_script(&asked.request)?;
        self.screen_continued(&asked, issuer)
    }
}

#[cfg(all(test, feature = "bundled-models"))]
mod tests {
    use super::*;
    use wardlight_core::{Language, Message, Request, Signal};

    /// What is heard in the first of `texts`, sent in one window.
    fn heard_first(screener: &Screener, texts: &[&str], language: Option<Language>) -> Vec<Signal> {
        let message = |text: &&str| Message {
            sender_role: "contact".to_owned(),
            text: (*text).to_owned(),
            sender_age: None,
        };
        let mut request = Request::messages(Detector::Bullying, texts.iter().map(message).collect());
        request.context.language = language;
        let mut signals = screener.observe_as(&request, Neighbours::Ignored).expect("the model answers");
        signals.retain(|signal| signal.message_index == Some(0));
        signals
    }

    #[test]
    fn a_message_is_heard_the_same_alone_and_beside_others() {
        let screener = Screener::builder().build().expect("the bundled model");
        for line in include_str!("../../examples/data/everyday.txt").lines() {
            let alone = heard_first(&screener, &[line], None);
            assert_eq!(alone, heard_first(&screener, &[line, "ok"], None), "{line}");
        }
    }

    #[test]
    fn neighbours_do_not_choose_the_lines_of_a_message() {
        let screener = Screener::builder().build().expect("the bundled model");
        let line = "nobody likes you, just leave";
        let english = ["see you at practice after school", "my mum picks us up at five"];
        let german = ["wir sehen uns nach der Schule beim Training", "meine Mutter holt uns um fünf ab"];
        for language in [None, Some(Language::ENGLISH)] {
            let among = |others: [&str; 2]| heard_first(&screener, &[line, others[0], others[1]], language);
            assert!(!among(english).is_empty());
            assert_eq!(among(english), among(german), "{language:?}");
        }
    }
}
