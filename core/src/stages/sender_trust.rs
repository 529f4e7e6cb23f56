//! Sender trust: a verified sender is the authority that they say they are.
//!
//! Specification, Request context: `verified` suppresses false positives of authority impersonation.
//! Reference, section 13: routine urgency goes with it; credential theft, links and money demands stay.

use crate::draft::Draft;
use crate::request::SenderTrust;
use crate::score::Score;
use crate::signal::{Observation, Place, Signal};
use crate::taxonomy::Detector;
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Suppresses what the verification explains, message by message, in the history too.
///
/// The harm itself is lowered where only suppressed tags speak for it. As little as half the probability that names a
/// tag keeps it up when the tag is another one: a stolen account is verified too, only less likely.
pub(crate) fn apply_sender_trust(draft: &mut Draft<'_>) {
    let verified = draft.request.context.sender_trust == SenderTrust::Verified;
    if !verified || draft.request.detector != Detector::SocialEngineering {
        return;
    }
    for at in draft.places() {
        let here = |s: &Signal, kind: fn(&Signal) -> bool| s.place() == at && kind(s);
        let most = |kind: fn(&Signal) -> bool| {
            let found = draft.signals.iter().filter(|s| here(s, kind)).map(|s| s.probability);
            found.fold(Score::ZERO, Score::max)
        };
        let routine = most(speaks_for_more).get() < draft.policy.name / 2.0;
        let explains: fn(&Signal) -> bool = if routine { |s| authority(s) || urgency(s) } else { authority };
        // Authority that is only half seen explains half of the harm.
        let explained = (most(explains).get() / draft.policy.name).min(1.0);
        // Beside other kinds, verification explains as much as authority and urgency are the likelier ones.
        let vouched = most(|s| authority(s) || urgency(s)).get();
        let share = vouched / (vouched + most(speaks_for_more).get()).max(f64::MIN_POSITIVE);
        let lowered = |harm: Score| {
            let harm = harm.with_odds(1.0 - (1.0 - draft.policy.verified_sender_odds) * share);
            if routine {
                harm.scaled(1.0 - (1.0 - draft.policy.verified_sender_factor) * explained)
            } else {
                harm
            }
        };
        let harm = most(|s| s.label == Observation::Harm(Detector::SocialEngineering));
        for signal in draft.signals.iter_mut().filter(|s| s.place() == at) {
            signal.probability = match signal.label {
                _ if explains(signal) => Score::ZERO,
                Observation::Harm(Detector::SocialEngineering) => lowered(signal.probability),
                _ => signal.probability,
            };
        }
        if matches!(at, Place::Content(_)) {
            draft.note(Stage::Context, harm, lowered(harm), Phrase::SenderVerified);
        }
    }
}

fn authority(signal: &Signal) -> bool {
    tag(signal) == Some("AUTH_IMPERSONATION")
}

fn urgency(signal: &Signal) -> bool {
    tag(signal) == Some("URGENCY_FABRICATION")
}

fn speaks_for_more(signal: &Signal) -> bool {
    tag(signal).is_some() && !authority(signal) && !urgency(signal)
}

fn tag(signal: &Signal) -> Option<&'static str> {
    match signal.label {
        Observation::Tag(tag) if tag.info().detector == Detector::SocialEngineering => Some(tag.info().tag),
        _ => None,
    }
}
