//! Scope: which ages count, and whether the question applies at all.
//!
//! Specification, v3.0.0: an age stated in the conversation overrides a supplied one. Reference,
//! section 12: two or more known ages, all 18 or more, put a conversation out of scope.

use crate::age::AgeGroup;
use crate::draft::Draft;
use crate::request::{Party, Request};
use crate::signal::{Observation, Place};
use crate::taxonomy::Detector;
use crate::verdict::AnalysisStatus;
use crate::wording::{Locale, Phrase};
use std::borrow::Cow;

/// From here on nobody is a child.
pub(crate) const ADULT_YEARS: f64 = 18.0;

/// Ages that the later stages rely on.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Ages {
    /// Years of the child.
    pub(crate) child: Option<f64>,
    /// Years of the counterpart.
    pub(crate) other: Option<f64>,
    /// Group for calibration.
    pub(crate) group: Option<AgeGroup>,
    /// What a stated age replaced; empty when nothing was.
    pub(crate) overrides: Vec<String>,
    /// Stated and supplied ages contradict each other across the line of 18.
    contradict: bool,
}

impl Ages {
    /// The person to protect is a minor. Without any age, and where ages contradict each other, the
    /// protective reading holds (Q8).
    pub(crate) fn subject_is_minor(&self, request: &Request) -> bool {
        self.group.is_some()
            || self.contradict
            || (!request.context.adult && self.child.is_none_or(|years| years < ADULT_YEARS))
    }

    /// Both are minors of about the same age, and no supplied age says otherwise.
    pub(crate) fn peers(&self, request: &Request, gap_years: f64) -> bool {
        const PEER_RELATIONS: [&str; 8] =
            ["classmates", "classmate", "friends", "friend", "peers", "peer", "siblings", "teammates"];
        if self.contradict {
            return false;
        }
        match (self.child, self.other) {
            (Some(child), Some(other)) => {
                child < ADULT_YEARS && other < ADULT_YEARS && (child - other).abs() <= gap_years
            }
            (_, Some(other)) if other >= ADULT_YEARS => false,
            _ => request.context.relationship.as_deref().is_some_and(|r| PEER_RELATIONS.contains(&r)),
        }
    }
}

/// Finds out the ages.
pub(crate) fn resolve_ages(draft: &mut Draft<'_>) {
    let context = &draft.request.context;
    let mut ages = Ages { group: context.age_group, ..Ages::default() };
    let supplied_child = context.child_age.or_else(|| sender_age(draft.request, Party::Child));
    let supplied_other = context.participant_age.or_else(|| sender_age(draft.request, Party::Other));
    ages.child = supplied_child;
    ages.other = supplied_other;
    let mut child_says = None;
    if draft.request.detector == Detector::Grooming {
        child_says = stated_age(draft, Party::Child);
        if let Some(stated) = child_says {
            replace(draft.locale, &mut ages, Phrase::ChildStatesAge, supplied_child, stated);
            ages.child = Some(stated);
        }
        if let Some(stated) = stated_age(draft, Party::Other) {
            replace(draft.locale, &mut ages, Phrase::ParticipantStatesAge, supplied_other, stated);
            ages.other = Some(stated);
        }
    }
    // What earlier turns told: the counterpart's word of being an adult outweighs a supplied age, that of the one in the
    // child's place does not.
    if draft.carried.adult {
        ages.other = Some(ages.other.unwrap_or(ADULT_YEARS).max(ADULT_YEARS));
    }
    if draft.carried.grown && context.age_group.is_none() {
        ages.child = ages.child.or(Some(ADULT_YEARS));
    }
    if context.adult && child_says.is_some_and(|years| years < ADULT_YEARS) {
        ages.contradict = true;
        let says = Phrase::ChildStatesGroup.with("stated", ages.child.unwrap_or_default());
        ages.overrides.push(draft.locale.say(says.with("supplied", "18+")));
    }
    settle_group(draft.locale, context.age_group, child_says, &mut ages);
    draft.ages = ages;
}

/// Applies what the policy says of this detector, age group and platform.
pub(crate) fn settle_policy(draft: &mut Draft<'_>) {
    let platform = draft.request.context.platform.as_deref();
    if let Cow::Borrowed(policy) = draft.policy {
        draft.policy = policy.settled(draft.request.detector, draft.ages.group, platform);
    }
}

/// The status that ends an assessment before any signal is weighed.
pub(crate) fn out_of_scope(draft: &Draft<'_>) -> Option<AnalysisStatus> {
    let request = draft.request;
    if request.detector != Detector::Grooming {
        return None;
    }
    if request.turns() > draft.policy.max_turns {
        return Some(AnalysisStatus::EngineError);
    }
    adults_only(draft).then_some(AnalysisStatus::OutOfScopeAdults)
}

/// At least two persons of known age, every known age 18 or more, and no child whose age is unknown.
///
/// The same person's age given twice is one person: the counterpart's word about themselves says nothing
/// about whom they write to.
fn adults_only(draft: &Draft<'_>) -> bool {
    let context = &draft.request.context;
    let messages = draft.request.message_list();
    if context.age_group.is_some() {
        return false;
    }
    let supplied = [context.child_age, context.participant_age].into_iter().flatten();
    let senders = messages.iter().filter_map(|m| m.sender_age);
    let stated = stated_ages(draft).map(|(_, years)| years);
    if supplied.chain(senders).chain(stated).any(|years| years < ADULT_YEARS) {
        return false;
    }
    if draft.ages.child.is_some() || context.adult {
        return draft.ages.other.is_some();
    }
    // Nobody is named as the child: each of two or more senders has to be known as an adult.
    let mut roles: Vec<&str> = messages.iter().map(|m| m.sender_role.as_str()).collect();
    roles.sort_unstable();
    roles.dedup();
    roles.len() >= 2 && roles.iter().all(|role| role_has_age(draft, role))
}

fn role_has_age(draft: &Draft<'_>, role: &str) -> bool {
    let speaks =
        |index: usize| draft.request.message_list().get(index).is_some_and(|m| m.sender_role == role);
    let supplied =
        draft.request.message_list().iter().any(|m| m.sender_role == role && m.sender_age.is_some());
    supplied || stated_ages(draft).any(|(place, _)| matches!(place, Place::Content(Some(at)) if speaks(at)))
}

/// Ages stated by senders about themselves, here or in the history, with the message they were stated in.
fn stated_ages<'d>(draft: &'d Draft<'_>) -> impl Iterator<Item = (Place, f64)> + 'd {
    draft.signals.iter().filter_map(|signal| match signal.label {
        Observation::DeclaredAge(years) if signal.probability.get() >= draft.policy.name => {
            Some((signal.place(), f64::from(years)))
        }
        _ => None,
    })
}

/// What the child and the counterpart say of their own ages.
pub(crate) fn stated(draft: &Draft<'_>) -> (Option<f64>, Option<f64>) {
    (stated_age(draft, Party::Child), stated_age(draft, Party::Other))
}

/// What one side says of its own age. When it says several, the youngest counts for the child and the
/// oldest for the counterpart: the reading that protects.
fn stated_age(draft: &Draft<'_>, party: Party) -> Option<f64> {
    let history = &draft.request.context.conversation_history;
    let speaker = |place: Place| match place {
        Place::Content(at) => draft.party(at),
        Place::History(at) => history.get(at).map_or(Party::Other, |said| draft.request.party(&said.role)),
    };
    let ages = stated_ages(draft).filter(|(place, _)| speaker(*place) == party).map(|(_, years)| years);
    match party {
        Party::Child => ages.reduce(f64::min),
        Party::Other => ages.reduce(f64::max),
    }
}

fn sender_age(request: &Request, party: Party) -> Option<f64> {
    let ages = request.message_list().iter().filter(|m| request.party(&m.sender_role) == party);
    let ages = ages.filter_map(|m| m.sender_age);
    match party {
        Party::Child => ages.reduce(f64::min),
        Party::Other => ages.reduce(f64::max),
    }
}

/// Notes that a stated age takes the place of a supplied one; `says` tells whose it is.
fn replace(locale: Locale, ages: &mut Ages, says: Phrase, supplied: Option<f64>, stated: f64) {
    let Some(supplied) = supplied else { return };
    // Whole years are stated, so a supplied 12.5 agrees with "12".
    if supplied.floor() != stated {
        ages.overrides.push(locale.say(says.with("stated", stated).with("supplied", supplied)));
        ages.contradict |= (supplied < ADULT_YEARS) != (stated < ADULT_YEARS);
    }
}

/// A stated or supplied age of the child names the group when none was supplied, and narrows `under 18`.
/// A stated age of a minor also corrects a supplied group; a stated age of an adult does not lift the
/// protection that the caller asked for.
fn settle_group(locale: Locale, supplied: Option<AgeGroup>, stated: Option<f64>, ages: &mut Ages) {
    let Some(years) = ages.child else { return };
    match (supplied, AgeGroup::from_age(years)) {
        (None, group) => ages.group = group,
        (Some(AgeGroup::Under18), Some(group)) => ages.group = Some(group),
        (Some(supplied), Some(group)) if supplied != group && stated.is_some() => {
            let says = Phrase::ChildStatesGroup.with("stated", years);
            ages.overrides.push(locale.say(says.with("supplied", locale.age_group(supplied))));
            ages.group = Some(group);
        }
        _ => {}
    }
}
