//! The working state of one assessment, handed from stage to stage.

use crate::carried::{Carried, Peak};
use crate::emotion::Emotion;
use crate::language::Language;
use crate::level::Level;
use crate::policy::Policy;
use crate::request::{Party, Request};
use crate::score::Score;
use crate::signal::{Observation, Place, Signal, Span};
use crate::stages::emotions::Mood;
use crate::stages::scope::Ages;
use crate::tags::Tag;
use crate::taxonomy::{Detector, Framing, SpeakerRole, Tactic};
use crate::verdict::{Adjustment, AgeCalibration, AnalysisStatus, RecommendedAction, Stage};
use crate::wording::{Locale, Said};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Everything that the stages know and decide.
pub(crate) struct Draft<'a> {
    pub(crate) request: &'a Request,
    /// The numbers that hold here; the scope stage settles them once the age group is known.
    pub(crate) policy: Cow<'a, Policy>,
    /// The language that the verdict is worded in.
    pub(crate) locale: Locale,
    /// Signals with the weight that the context stage gave them.
    pub(crate) signals: Vec<Signal>,
    pub(crate) ages: Ages,
    /// What earlier turns of the same conversation showed.
    pub(crate) carried: Carried,
    /// Set when the assessment ended before any signal was weighed.
    pub(crate) status: Option<AnalysisStatus>,
    pub(crate) trail: Vec<Adjustment>,
    /// Harms found, strongest first.
    pub(crate) findings: Vec<Finding>,
    /// One entry per submitted message. For a single text: one per message of the history, and the text
    /// last, when a conversation-aware detector was sent a history; empty otherwise.
    pub(crate) messages: Vec<MessageRisk>,
    /// Probability that the detector's harm is present.
    pub(crate) probability: Score,
    /// Probability that the conversation as a whole shows it, whatever single messages do.
    pub(crate) whole: Score,
    /// What the submitted content shows by itself, without earlier turns, lifts and age calibration.
    pub(crate) own: Peak,
    /// Greatest probability of one grooming tactic in the submitted messages.
    pub(crate) own_tactic: Score,
    /// Probability of the harm in the submitted content; for grooming, of the conversation as a whole.
    pub(crate) own_probability: Score,
    /// Risk of each submitted turn before age calibration.
    pub(crate) turns: Vec<Score>,
    pub(crate) severity: Score,
    pub(crate) risk: Score,
    /// Risk that the same words have as natural text: joined fragments lower the severity, not the action.
    pub(crate) natural_risk: Score,
    pub(crate) capped: Option<String>,
    /// What the emotions detector heard; absent for every other one.
    pub(crate) mood: Option<Mood>,
    pub(crate) calibration: AgeCalibration,
    pub(crate) action: RecommendedAction,
}

/// A tag or tactic that is present.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finding {
    pub(crate) harm: Harm,
    pub(crate) confidence: Score,
    pub(crate) severity: Score,
    /// Severity that the same words have as natural text; above `severity` for joined fragments.
    pub(crate) natural: Score,
    pub(crate) message_index: Option<usize>,
    pub(crate) span: Option<Span>,
}

/// What a finding names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Harm {
    Tag(Tag),
    Tactic(Tactic),
}

/// The risk of one message.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct MessageRisk {
    pub(crate) risk: Score,
    pub(crate) flags: Vec<Flag>,
}

/// What a message shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Flag {
    Harm(Harm),
    Emotion(Emotion),
}

impl Flag {
    /// Name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Flag::Harm(harm) => harm.flag(),
            Flag::Emotion(emotion) => emotion.as_str(),
        }
    }
}

impl Harm {
    /// Name in `categories` and `evidence`.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Harm::Tag(tag) => tag.info().tag,
            Harm::Tactic(tactic) => tactic.tag(),
        }
    }

    /// Words for display.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Harm::Tag(tag) => tag.info().label,
            Harm::Tactic(tactic) => tactic.label(),
        }
    }

    /// English words for the behaviour.
    pub(crate) fn behaviour(self) -> &'static str {
        match self {
            Harm::Tag(tag) => tag.info().behaviour,
            Harm::Tactic(tactic) => tactic.behaviour(),
        }
    }

    /// Name in `flags`: tactics in lower case, tags as they are.
    pub(crate) fn flag(self) -> &'static str {
        match self {
            Harm::Tag(tag) => tag.info().tag,
            Harm::Tactic(tactic) => tactic.as_str(),
        }
    }
}

impl<'a> Draft<'a> {
    pub(crate) fn new(request: &'a Request, signals: &[Signal], policy: &'a Policy) -> Self {
        Draft {
            request,
            policy: Cow::Borrowed(policy),
            locale: Locale::asked(request),
            signals: heard(request, signals),
            ages: Ages::default(),
            carried: Carried::default(),
            status: None,
            trail: Vec::new(),
            findings: Vec::new(),
            messages: Vec::new(),
            probability: Score::ZERO,
            whole: Score::ZERO,
            own: Peak::default(),
            own_tactic: Score::ZERO,
            own_probability: Score::ZERO,
            turns: Vec::new(),
            severity: Score::ZERO,
            risk: Score::ZERO,
            natural_risk: Score::ZERO,
            capped: None,
            mood: None,
            calibration: AgeCalibration { applied: false, age_group: None, multiplier: 1.0 },
            action: RecommendedAction::Ordered(crate::level::Action::None),
        }
    }

    /// Records a change of a number. A change that rounds away is not worth a line.
    pub(crate) fn note(&mut self, stage: Stage, before: Score, after: Score, reason: impl Into<Said>) {
        if before.rounded() != after.rounded() {
            let reason = self.locale.say(reason);
            self.trail.push(Adjustment { stage, before, after, reason });
        }
    }

    /// The band of the risk.
    pub(crate) fn level(&self) -> Level {
        self.policy.bands.level(self.risk)
    }

    /// A threat was found.
    pub(crate) fn detected(&self) -> bool {
        self.level() > Level::None
    }

    /// How many different tags or tactics are named.
    pub(crate) fn distinct_harms(&self) -> usize {
        let new = |(i, finding): &(usize, &Finding)| {
            self.findings.iter().take(*i).all(|earlier| earlier.harm != finding.harm)
        };
        self.findings.iter().enumerate().filter(new).count()
    }

    /// Side of the message at `index`; a single text is the other side's.
    pub(crate) fn party(&self, index: Option<usize>) -> Party {
        index
            .and_then(|i| self.request.message_list().get(i))
            .map_or(Party::Other, |message| self.request.party(&message.sender_role))
    }

    /// The strongest framing of that kind at a place.
    pub(crate) fn framing(&self, framing: Framing, place: Place) -> Score {
        let here =
            self.signals.iter().filter(|s| s.label == Observation::Framing(framing) && s.place() == place);
        here.map(|s| s.probability).fold(Score::ZERO, Score::max)
    }

    /// The distinct places that signals speak about, in order.
    pub(crate) fn places(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.signals.iter().map(Signal::place).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The speaker's role: the strongest role signal that is present. A guess below that names nobody.
    pub(crate) fn speaker_role(&self) -> Option<SpeakerRole> {
        let mut best: Option<(SpeakerRole, Score)> = None;
        for signal in self.present().filter(|s| s.probability.get() >= self.policy.name) {
            if let Observation::Role(role) = signal.label
                && best.is_none_or(|(_, p)| signal.probability > p)
            {
                best = Some((role, signal.probability));
            }
        }
        best.map(|(role, _)| role)
    }

    /// The language that the content shows, by the strongest signal.
    pub(crate) fn detected_language(&self) -> Option<Language> {
        let mut best: Option<(Language, Score)> = None;
        for signal in self.present() {
            if let Observation::Language(language) = signal.label
                && best.is_none_or(|(_, p)| signal.probability > p)
            {
                best = Some((language, signal.probability));
            }
        }
        best.map(|(language, _)| language)
    }

    /// Signals about the submitted content, history left out.
    pub(crate) fn present(&self) -> impl Iterator<Item = &Signal> {
        self.signals.iter().filter(|s| s.history_index.is_none())
    }

    /// The highest probability among the present signals that `wanted` picks; 0 without any.
    pub(crate) fn strongest(&self, wanted: impl Fn(&Signal) -> bool) -> Score {
        self.present().filter(|s| wanted(s)).map(|s| s.probability).fold(Score::ZERO, Score::max)
    }
}

/// The signals that can be attributed, in one fixed order, so that theirs never matters.
///
/// A signal about a message that was not sent is not heard, nor is an emotion or a valence unless emotions were asked for. A single text is its own message 0.
fn heard(request: &Request, signals: &[Signal]) -> Vec<Signal> {
    let turns = request.turns();
    let history = request.context.conversation_history.len();
    let single = request.message_list().is_empty();
    let wanted = request.detector == Detector::Emotions;
    let mut heard: Vec<Signal> = signals
        .iter()
        .filter(|s| wanted || !matches!(s.label, Observation::Emotion(_) | Observation::Valence(_)))
        .filter(|s| s.message_index.is_none_or(|i| i < turns))
        .filter(|s| s.history_index.is_none_or(|i| i < history))
        .cloned()
        .collect();
    if single {
        heard.iter_mut().for_each(|s| s.message_index = None);
    }
    let place = |s: &Signal| (s.message_index, s.history_index, s.span, s.reassembled);
    // Labels are written out only where two that differ are equally sure.
    let by_label = |a: Observation, b: Observation| {
        if a == b { Ordering::Equal } else { a.to_string().cmp(&b.to_string()) }
    };
    heard.sort_by(|a, b| {
        let surer = b.probability.get().total_cmp(&a.probability.get());
        surer.then_with(|| by_label(a.label, b.label)).then_with(|| place(a).cmp(&place(b)))
    });
    heard
}
