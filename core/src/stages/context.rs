//! Context: the same words weigh differently with framing, platform, history and prior flags.
//!
//! Every rule lowers or lifts the probability of single signals and says so in the trail.

use crate::draft::Draft;
use crate::request::{HistoryMessage, Party};
use crate::score::Score;
use crate::signal::{Observation, Place, Signal};
use crate::stages::platform::apply_platform;
use crate::stages::sender_trust::apply_sender_trust;
use crate::taxonomy::{Detector, Framing, SpeakerRole, Tactic};
use crate::verdict::Stage;
use crate::wording::Phrase;

/// Weighs every signal.
pub(crate) fn weigh(draft: &mut Draft<'_>) {
    apply_sender_trust(draft);
    apply_framing(draft);
    apply_platform(draft);
    apply_reciprocity(draft);
    apply_history(draft);
    apply_peers(draft);
    apply_prescreen(draft);
}

/// Protective, quoting, playful, self-directed or reclaimed words count for less, in the history too: a warning
/// that came before is no earlier harm.
fn apply_framing(draft: &mut Draft<'_>) {
    let places = draft.places();
    for &framing in Framing::ALL {
        // Most conversations show none; a place cannot show it more strongly than its strongest signal does.
        let shows =
            |s: &Signal| s.label == Observation::Framing(framing) && s.probability.get() >= draft.policy.name;
        if !draft.signals.iter().any(shows) {
            continue;
        }
        for &place in &places {
            let present = present_framing(draft, framing, place);
            if present.get() < draft.policy.name {
                continue;
            }
            let discount = draft.policy.framing_discount.of(framing, draft.request.detector);
            let factor = 1.0 - discount * present.get();
            let role = if matches!(place, Place::Content(_)) { draft.speaker_role() } else { None };
            scale_anywhere(draft, factor, framing_reason(framing), |s| {
                s.place() == place && framing_applies(framing, s, role)
            });
        }
    }
}

/// How strongly a framing is present. A conversation whose counterpart says nothing but protective things
/// is protective as a whole, as strongly as the least of these messages.
fn present_framing(draft: &Draft<'_>, framing: Framing, place: Place) -> Score {
    let here = draft.framing(framing, place);
    let whole_talk = place == Place::Content(None) && draft.request.detector == Detector::Grooming;
    if framing != Framing::Protective || !whole_talk {
        return here;
    }
    let messages = draft.request.message_list().iter().enumerate();
    let theirs = messages.filter(|(_, message)| draft.request.party(&message.sender_role) == Party::Other);
    let least = theirs.map(|(i, _)| draft.framing(framing, Place::Content(Some(i)))).reduce(Score::min);
    here.max(least.unwrap_or(Score::ZERO))
}

/// Which harms a framing can soften.
fn framing_applies(framing: Framing, signal: &Signal, role: Option<SpeakerRole>) -> bool {
    let detector = match signal.label {
        Observation::Harm(detector) => detector,
        Observation::Tag(tag) => tag.info().detector,
        Observation::Tactic(_) => Detector::Grooming,
        Observation::Emotion(_) | Observation::Valence(_) => Detector::Emotions,
        _ => return false,
    };
    let hate = matches!(signal.label, Observation::Tag(tag) if tag.info().tag == "HATE_SPEECH");
    // Whoever tells of being bullied quotes the bully: presence stays presence (specification, v3.0.0).
    let tells = matches!(role, Some(SpeakerRole::Experiencing | SpeakerRole::ReportingOther));
    match framing {
        Framing::Protective => true,
        Framing::Quotation => !(detector == Detector::Bullying && tells),
        Framing::Play => detector != Detector::Grooming,
        Framing::SelfDirected => detector == Detector::Bullying && !tells,
        Framing::Reclaimed => detector == Detector::Bullying || hate,
    }
}

const fn framing_reason(framing: Framing) -> Phrase {
    match framing {
        Framing::Protective => Phrase::FramingProtective,
        Framing::Quotation => Phrase::FramingQuotation,
        Framing::Play => Phrase::FramingPlay,
        Framing::SelfDirected => Phrase::FramingSelfDirected,
        Framing::Reclaimed => Phrase::FramingReclaimed,
    }
}

/// Insults that both sides trade are banter; insults that only one side sends are not.
fn apply_reciprocity(draft: &mut Draft<'_>) {
    if draft.request.detector != Detector::Bullying || grave_bullying(draft, &[]) {
        return;
    }
    if History::of(draft).is_reciprocal() {
        let factor = draft.policy.reciprocal_factor;
        scale(draft, factor, Phrase::BothSides, is_bullying_harm);
    }
}

/// Words that follow the same harm in the history are more likely part of it: their odds rise, the more the
/// surer the history is. What is less than half of a detection there says nothing of them, and words in which nothing
/// was heard stay harmless.
fn apply_history(draft: &mut Draft<'_>) {
    let detector = draft.request.detector;
    let banter = detector == Detector::Bullying && History::of(draft).is_reciprocal();
    let earlier = earlier_harm(draft);
    if banter || earlier.get() < draft.policy.detect / 2.0 {
        return;
    }
    let odds = 1.0 + (draft.policy.history_odds - 1.0) * earlier.get();
    multiply_odds(draft, odds, Phrase::SameHarmBefore);
}

/// Multiplies the odds of the detector's harm, or of its tactics, and records the strongest change. Tags, which can
/// speak for a silent detector, are lowered with it; they are not raised, for a context names no kind of harm.
pub(crate) fn multiply_odds(draft: &mut Draft<'_>, odds: f64, reason: Phrase) {
    let detector = draft.request.detector;
    let picks = |s: &Signal| match s.label {
        Observation::Harm(of) => of == detector,
        Observation::Tactic(_) => detector == Detector::Grooming,
        Observation::Tag(tag) => odds < 1.0 && tag.info().detector == detector,
        _ => false,
    };
    change(draft, reason, |s| s.history_index.is_none() && picks(s), |score| score.with_odds(odds));
}

/// How surely the history shows the detector's harm. A harm done to somebody counts in the other side's
/// messages only; strain, danger to oneself and gambling are told by the child as well. A warning counts only if it is
/// detected in spite of its framing.
fn earlier_harm(draft: &Draft<'_>) -> Score {
    let detector = draft.request.detector;
    let told = matches!(detector, Detector::Unsafe | Detector::DistressSignals | Detector::GamblingHarm);
    let messages = &draft.request.context.conversation_history;
    let counts = |signal: &Signal| {
        let Some((index, message)) = signal.history_index.and_then(|at| Some((at, messages.get(at)?))) else {
            return false;
        };
        let warns = draft.framing(Framing::Protective, Place::History(index)).get() >= draft.policy.name;
        if warns && signal.probability.get() < draft.policy.detect {
            return false;
        }
        let harm = match signal.label {
            Observation::Harm(of) => of == detector,
            Observation::Tactic(_) => detector == Detector::Grooming,
            _ => false,
        };
        harm && (told || draft.request.party(&message.role) == Party::Other)
    };
    let found = draft.signals.iter().filter(|signal| counts(signal));
    found.map(|signal| signal.probability).fold(Score::ZERO, Score::max)
}

/// Hostile messages of `conversation_history`, with their side and how surely they are.
pub(crate) struct History<'a> {
    hostile: Vec<(&'a HistoryMessage, Party, Score)>,
}

impl<'a> History<'a> {
    pub(crate) fn of(draft: &Draft<'a>) -> Self {
        let sure = |index: usize| {
            let here = draft.signals.iter().filter(|s| s.history_index == Some(index));
            let bullying = here.filter(|s| s.label == Observation::Harm(Detector::Bullying));
            bullying.map(|s| s.probability).fold(Score::ZERO, Score::max)
        };
        let request = draft.request;
        let messages = request.context.conversation_history.iter().enumerate();
        let hostile = messages.map(|(index, message)| (message, request.party(&message.role), sure(index)));
        History { hostile: hostile.filter(|(.., sure)| sure.get() >= draft.policy.detect).collect() }
    }

    /// One other sender and the child trade such words, the child at least half as often.
    fn is_reciprocal(&self) -> bool {
        let (child, other) = (self.count(Party::Child), self.count(Party::Other));
        child > 0 && other > 0 && other <= 2 * child && self.second_sender().is_none()
    }

    /// The child is targeted again and again and hardly strikes back.
    pub(crate) fn is_one_sided(&self) -> bool {
        let (child, other) = (self.count(Party::Child), self.count(Party::Other));
        other >= 2 && other > 2 * child
    }

    /// How sure the second surest hostile sender other than the child is; senders are told apart by role.
    pub(crate) fn second_sender(&self) -> Option<Score> {
        let mut senders: Vec<(String, Score)> = Vec::new();
        for (message, _, sure) in self.hostile.iter().filter(|(_, party, _)| *party == Party::Other) {
            // "Anna" and "anna " are one.
            let role = message.role.trim().to_lowercase();
            match senders.iter_mut().find(|(known, _)| *known == role) {
                Some((_, known)) => *known = known.max(*sure),
                None => senders.push((role, *sure)),
            }
        }
        senders.sort_by(|a, b| b.1.get().total_cmp(&a.1.get()));
        senders.get(1).map(|(_, sure)| *sure)
    }

    fn count(&self, party: Party) -> usize {
        self.hostile.iter().filter(|(_, side, _)| *side == party).count()
    }
}

/// Among peers, open plans to meet and task-bound requests are ordinary; coercion is not (section 12).
fn apply_peers(draft: &mut Draft<'_>) {
    if draft.request.detector != Detector::Grooming
        || !draft.ages.peers(draft.request, draft.policy.peer_age_gap_years)
    {
        return;
    }
    let coercive = |s: &Signal| {
        let pushing = matches!(
            s.label,
            Observation::Tactic(Tactic::SecrecyRequest | Tactic::BoundaryPushing | Tactic::Isolation)
        );
        let crime = matches!(s.label, Observation::Tag(tag) if tag.info().criminal);
        pushing || crime
    };
    if draft.present().any(|s| coercive(s) && draft.policy.names(s.label, s.probability)) {
        return;
    }
    let factor = draft.policy.peer_factor;
    scale(draft, factor, Phrase::Peers, |s| {
        matches!(s.label, Observation::Tactic(_) | Observation::Harm(Detector::Grooming))
    });
}

/// A match of the caller's lexicon is a weak prior: it may lift a signal and never lowers one (Q61).
fn apply_prescreen(draft: &mut Draft<'_>) {
    let detector = draft.request.detector;
    let weight = draft
        .request
        .prescreen_flags
        .iter()
        .filter(|flag| names_harm(detector, &flag.flag))
        .map(|flag| flag.weight)
        .fold(Score::ZERO, Score::max);
    let lift = draft.policy.prescreen_lift * weight.get();
    if lift <= 0.0 {
        return;
    }
    let harm = Observation::Harm(detector);
    let before = draft.strongest(|s| s.label == harm);
    if !draft.present().any(|s| s.label == harm && s.message_index.is_none()) {
        draft.signals.push(Signal::new(harm, 0.0));
    }
    for signal in draft.signals.iter_mut().filter(|s| s.label == harm && s.history_index.is_none()) {
        signal.probability = Score::new(signal.probability.get() + lift);
    }
    let after = draft.strongest(|s| s.label == harm);
    draft.note(Stage::Context, before, after, Phrase::Prescreen);
}

fn names_harm(detector: Detector, flag: &str) -> bool {
    match detector {
        Detector::Grooming => Tactic::ALL.iter().any(|tactic| tactic.tag() == flag),
        _ => crate::tags::Tag::find(detector, flag).is_some(),
    }
}

/// Multiplies the signals of the content that `picks` names and records the strongest change.
pub(crate) fn scale(draft: &mut Draft<'_>, factor: f64, reason: Phrase, picks: impl Fn(&Signal) -> bool) {
    scale_anywhere(draft, factor, reason, |signal| signal.history_index.is_none() && picks(signal));
}

/// As [`scale`], in the history too.
fn scale_anywhere(draft: &mut Draft<'_>, factor: f64, reason: Phrase, picks: impl Fn(&Signal) -> bool) {
    change(draft, reason, picks, |score| score.scaled(factor));
}

/// Changes what `picks` names, in the history too; what changes there alone is not recorded.
pub(crate) fn change(
    draft: &mut Draft<'_>,
    reason: Phrase,
    picks: impl Fn(&Signal) -> bool,
    to: impl Fn(Score) -> Score,
) {
    let before = draft.strongest(&picks);
    for signal in draft.signals.iter_mut().filter(|s| picks(s)) {
        signal.probability = to(signal.probability);
    }
    let after = draft.strongest(&picks);
    draft.note(Stage::Context, before, after, reason);
}

pub(crate) fn is_bullying_harm(signal: &Signal) -> bool {
    match signal.label {
        Observation::Harm(detector) => detector == Detector::Bullying,
        Observation::Tag(tag) => tag.info().detector == Detector::Bullying,
        _ => false,
    }
}

/// Threats, identity abuse, doxxing and sexual harassment are never banter; `apart` names those that do not count.
pub(crate) fn grave_bullying(draft: &Draft<'_>, apart: &[&str]) -> bool {
    const GRAVE: [&str; 5] =
        ["THREAT", "IDENTITY_ABUSE", "PII_DOXXING", "SEXUAL_HARASSMENT", "CYBERSTALKING"];
    let counts = |tag: &str| GRAVE.contains(&tag) && !apart.contains(&tag);
    let grave = |s: &Signal| matches!(s.label, Observation::Tag(tag) if counts(tag.info().tag));
    draft.present().any(|s| grave(s) && draft.policy.names(s.label, s.probability))
}
