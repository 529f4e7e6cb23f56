//! Model outputs turned into signals: what each asked detector may say, how strongly, and where.

use crate::encoding::{Encoded, Part, conversation_windows, message_windows};
use crate::evidence::find_span;
use crate::model::{Head, LanguageGroup, Model, Output, Packed};
use crate::ngrams::Ngrams;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use wardlight_core::{Code, Detector, Error, Observation, Party, Result, Signal};

/// How the model is asked.
#[derive(Clone, Copy)]
pub(crate) struct Observer<'a> {
    pub(crate) model: &'a dyn Model,
    /// Lets clearly harmless texts that stand alone pass unread.
    pub(crate) early_exit: Option<&'a Ngrams>,
    pub(crate) max_tokens: usize,
    /// Which line each head is held to.
    pub(crate) group: LanguageGroup,
    /// Look for the words behind each signal.
    pub(crate) spans: bool,
}

/// Whether a message is read for what was said beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Neighbours {
    /// It is: the same words mean something else in another conversation.
    Read,
    /// It is read by itself: its answer is the same whichever messages are sent along.
    Ignored,
}

impl Observer<'_> {
    /// Reads one text by itself for all `detectors`, in one pass over its windows.
    pub(crate) fn read<'t>(&self, encoded: &'t Encoded, detectors: &[Detector]) -> Result<Reading<'t>> {
        let windows = message_windows(encoded.tokens.len(), self.max_tokens);
        let mut peaks = self.peaks(detectors);
        let mut seen = HashSet::new();
        for (window, range) in windows.iter().enumerate() {
            // A window seen before changes no maximum, so a text of one repeated phrase costs no more than the phrase.
            let ids = encoded.window(range.clone());
            if seen.contains(&ids) || self.early_exit.is_some_and(|ngrams| ngrams.is_harmless(&ids)) {
                continue;
            }
            peaks.raise(window, &self.model.run(&ids)?);
            seen.insert(ids);
        }
        Ok(peaks.reading(encoded, windows))
    }

    /// Reads the messages of a conversation, each by itself and held to the lines of `group_of` its place.
    pub(crate) fn read_apart<'t>(
        &self,
        messages: &[(Party, &'t Encoded)],
        group_of: impl Fn(usize) -> LanguageGroup,
        detectors: &[Detector],
    ) -> Result<Conversation<'t>> {
        let alone = |(at, (_, encoded)): (usize, &(Party, &'t Encoded))| {
            Observer { group: group_of(at), ..*self }.read(encoded, detectors)
        };
        let readings = messages.iter().enumerate().map(alone).collect::<Result<Vec<_>>>()?;
        let asked = detectors.contains(&Detector::Grooming);
        let pattern = if asked { self.pattern(messages, &readings)? } else { None };
        Ok(Conversation { readings, pattern })
    }

    /// Reads the messages of a conversation among each other.
    ///
    /// A message that two windows hold is read in the first, behind more of what was said before it.
    pub(crate) fn read_conversation<'t>(
        &self,
        messages: &[(Party, &'t Encoded)],
        detectors: &[Detector],
    ) -> Result<Conversation<'t>> {
        let mut readings: Vec<(Vec<Range<usize>>, Peaks<'_>)> =
            messages.iter().map(|_| (Vec::new(), self.peaks(detectors))).collect();
        let mut answers = Answers::new(self.model);
        let mut stretches = Vec::new();
        for window in conversation_windows(messages, self.max_tokens) {
            let was_read = |part: &&Part| {
                readings.get(part.message).is_some_and(|(ranges, _)| ranges.contains(&part.tokens))
            };
            let old = window.parts.iter().take_while(was_read).count();
            let new = window.parts.get(old..).unwrap_or_default();
            let packed = answers.to(window.ids, new)?;
            stretches.extend(self.stretch(&packed.whole, &window.parts));
            for (part, output) in new.iter().zip(&packed.messages) {
                if let Some((ranges, peaks)) = readings.get_mut(part.message) {
                    peaks.raise(ranges.len(), output);
                    ranges.push(part.tokens.clone());
                }
            }
        }
        let readings = messages.iter().zip(readings);
        let readings = readings.map(|((_, encoded), (windows, peaks))| peaks.reading(encoded, windows));
        let readings: Vec<Reading<'_>> = readings.collect();
        let pattern = self.pattern_of(&stretches, &readings);
        Ok(Conversation { readings, pattern })
    }

    /// Grooming heard over several messages, each of which was read before.
    pub(crate) fn pattern(
        &self,
        messages: &[(Party, &Encoded)],
        readings: &[Reading<'_>],
    ) -> Result<Option<Signal>> {
        let mut answers = Answers::new(self.model);
        let mut stretches = Vec::new();
        for window in conversation_windows(messages, self.max_tokens) {
            stretches.extend(self.stretch(&answers.to(window.ids, &[])?.whole, &window.parts));
        }
        Ok(self.pattern_of(&stretches, readings))
    }

    fn stretch(&self, whole: &Output, parts: &[Part]) -> Option<Stretch> {
        let grooming = whole.logit(grooming_head(self.model.heads())?)?;
        Some(Stretch { grooming, messages: parts.iter().map(|part| part.message).collect() })
    }

    /// The strongest mean, over the stretches, of what one says as a whole and what its two strongest messages say: the
    /// whole alone is misled by a frank word in a harmless talk, a message alone by its own words (models/reports/tried.md).
    fn pattern_of(&self, stretches: &[Stretch], readings: &[Reading<'_>]) -> Option<Signal> {
        let of_stretch = |stretch: &Stretch| {
            let messages = stretch.messages.iter().filter_map(|at| readings.get(*at)?.grooming);
            let mut messages: Vec<f32> = messages.collect();
            messages.sort_by(|a, b| b.total_cmp(a));
            let heard = std::iter::once(stretch.grooming).chain(messages.into_iter().take(2));
            let (sum, count) = heard.fold((0.0, 0.0), |(sum, count), logit| (sum + logit, count + 1.0));
            sum / count
        };
        let logit = stretches.iter().map(of_stretch).reduce(f32::max)?;
        let head = self.model.heads().get(grooming_head(self.model.heads())?)?;
        let strength = head.strength_of_conversation(logit, self.group);
        (strength >= FAINTEST).then(|| Signal::new(Observation::Harm(Detector::Grooming), strength))
    }

    fn peaks(&self, detectors: &[Detector]) -> Peaks<'_> {
        let wanted = |head: &Head| {
            let asked = |detector: &Detector| {
                is_relevant(*detector, head.label) || head.label == Observation::Harm(*detector)
            };
            detectors.iter().any(asked)
        };
        let heads = self.model.heads();
        let wanted = heads.iter().map(wanted).collect();
        let strongest = vec![None; heads.len()];
        Peaks { heads, group: self.group, wanted, spans: self.spans, strongest, grooming: None }
    }
}

fn grooming_head(heads: &[Head]) -> Option<usize> {
    heads.iter().position(|head| head.label == Observation::Harm(Detector::Grooming))
}

/// Messages of a conversation that were read in one window, and the logit of grooming of them as a whole.
struct Stretch {
    grooming: f32,
    messages: HashSet<usize>,
}

/// Runs the windows of a conversation; a flood repeats itself soon, and what was just answered is not asked again.
struct Answers<'m> {
    model: &'m dyn Model,
    known: HashMap<(Vec<u32>, usize), Rc<Packed>>,
}

impl<'m> Answers<'m> {
    fn new(model: &'m dyn Model) -> Answers<'m> {
        Answers { model, known: HashMap::new() }
    }

    /// The answer to a window and to the `asked` of its parts, which are its last ones.
    fn to(&mut self, ids: Vec<u32>, asked: &[Part]) -> Result<Rc<Packed>> {
        let key = (ids, asked.len());
        if let Some(packed) = self.known.get(&key) {
            return Ok(Rc::clone(packed));
        }
        let places: Vec<Range<usize>> = asked.iter().map(|part| part.place.clone()).collect();
        let packed = self.model.run_conversation(&key.0, &places)?;
        if packed.messages.len() != places.len() {
            // A message without an answer would read as harmless.
            return Err(Error::new(Code::Internal, "the model did not answer to every message"));
        }
        if self.known.len() >= REMEMBERED {
            self.known.clear();
        }
        let packed = Rc::new(packed);
        self.known.insert(key, Rc::clone(&packed));
        Ok(packed)
    }
}

/// The strongest answer to each wanted label, the first of equals.
struct Peaks<'m> {
    heads: &'m [Head],
    group: LanguageGroup,
    wanted: Vec<bool>,
    spans: bool,
    strongest: Vec<Option<Peak>>,
    /// The strongest logit of grooming, which counts for the pattern of a conversation only.
    grooming: Option<f32>,
}

impl Peaks<'_> {
    fn raise(&mut self, window: usize, output: &Output) {
        let grooming = grooming_head(self.heads).and_then(|head| output.logit(head));
        self.grooming = grooming.into_iter().chain(self.grooming).reduce(f32::max);
        let columns = self.heads.iter().zip(&self.wanted).zip(&mut self.strongest).enumerate();
        for (head, ((known, wanted), peak)) in columns {
            let Some(logit) = output.logit(head).filter(|_| *wanted) else { continue };
            let strength = known.strength(logit, self.group);
            if strength < FAINTEST || peak.as_ref().is_some_and(|peak| strength <= peak.strength) {
                continue;
            }
            // The first and last contributions belong to the special tokens.
            let quoted = self.spans && strength >= FAINTEST_WITH_SPAN;
            let scores = if quoted { output.contributions(head).skip(1).collect() } else { Vec::new() };
            *peak = Some(Peak { label: known.label, strength, window, scores });
        }
    }

    fn reading(self, encoded: &Encoded, windows: Vec<Range<usize>>) -> Reading<'_> {
        let peaks = self.strongest.into_iter().flatten().collect();
        Reading { encoded, windows, peaks, grooming: self.grooming }
    }
}

/// What the model said about the messages of a conversation.
pub(crate) struct Conversation<'t> {
    /// One for each message.
    pub(crate) readings: Vec<Reading<'t>>,
    /// Grooming seen over all of them together.
    pub(crate) pattern: Option<Signal>,
}

/// What the model said about one text, for every detector it was read for.
pub(crate) struct Reading<'t> {
    encoded: &'t Encoded,
    windows: Vec<Range<usize>>,
    peaks: Vec<Peak>,
    /// The strongest logit of grooming, where it was read at all.
    grooming: Option<f32>,
}

impl Reading<'_> {
    /// What `detector` hears in it, with spans in the original text and no message index.
    pub(crate) fn signals(&self, detector: Detector) -> Vec<Signal> {
        self.heard_by(detector).map(|peak| self.signal(peak)).collect()
    }

    /// The detector's harm in a text that stands for a whole conversation.
    pub(crate) fn pattern(&self, detector: Detector) -> Option<Signal> {
        let harm = Observation::Harm(detector);
        let peak = self.peaks.iter().find(|peak| peak.label == harm)?;
        Some(Signal::new(harm, peak.strength))
    }

    fn signal(&self, peak: &Peak) -> Signal {
        let window = self.windows.get(peak.window).cloned();
        let tokens = window.and_then(|window| self.encoded.tokens.get(window)).unwrap_or_default();
        let span = find_span(&self.encoded.normalised, tokens, &peak.scores);
        Signal { span, ..Signal::new(peak.label, peak.strength) }
    }

    /// The peaks that concern a detector. A tag of another one counts only where that one finds its harm: a tag
    /// head names the kind of a harm, it was never asked whether there is one.
    fn heard_by(&self, detector: Detector) -> impl Iterator<Item = &Peak> {
        let relevant = move |peak: &&Peak| is_relevant(detector, peak.label);
        let found = move |other: Detector| {
            let harm = Observation::Harm(other);
            self.peaks.iter().any(|peak| peak.label == harm && peak.strength >= PRESENT)
        };
        self.peaks.iter().filter(relevant).filter(move |peak| match peak.label {
            Observation::Harm(of) => of == detector,
            Observation::Tag(tag) => tag.info().detector == detector || found(tag.info().detector),
            _ => true,
        })
    }
}

fn is_relevant(detector: Detector, label: Observation) -> bool {
    match label {
        // Grooming is a pattern over a conversation: its pattern speaks for it.
        Observation::Harm(of) => of != Detector::Grooming && (of == detector || also_hears(detector, of)),
        Observation::Tag(tag) => {
            let of = tag.info().detector;
            let crime = detector == Detector::Grooming && tag.info().criminal;
            of == detector || if detector == Detector::Grooming { crime } else { also_hears(detector, of) }
        }
        Observation::Tactic(_) => detector == Detector::Grooming,
        Observation::Role(_) => detector == Detector::Bullying,
        Observation::Emotion(_) | Observation::Valence(_) => detector == Detector::Emotions,
        Observation::Framing(_) => true,
        Observation::DeclaredAge(_) | Observation::Language(_) => false,
    }
}

/// Whether the tags of `other` say something about a detector: strain belongs to a mood, distress fills the
/// vulnerability profile, and among peers a crime such as sextortion is no ordinary request (of these tags grooming
/// hears no others).
fn also_hears(detector: Detector, other: Detector) -> bool {
    match detector {
        Detector::Emotions => matches!(other, Detector::Unsafe | Detector::DistressSignals),
        Detector::VulnerabilityExploitation => other == Detector::DistressSignals,
        Detector::Grooming => matches!(other, Detector::Unsafe | Detector::Tfgbv),
        _ => false,
    }
}

/// The strongest answer for one label.
#[derive(Clone)]
struct Peak {
    label: Observation,
    strength: f64,
    window: usize,
    /// What each token adds to it, where it is quoted.
    scores: Vec<f32>,
}

/// The operating point of every head.
const PRESENT: f64 = 0.5;
/// Weaker signals are left out. Far below any line, and yet the same words still rank by what stands around them.
const FAINTEST: f64 = 0.01;
/// Weaker signals are never quoted.
const FAINTEST_WITH_SPAN: f64 = 0.3;
/// Windows of a conversation whose answers are kept, at most about 150 kB each.
const REMEMBERED: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grooming_hears_crimes_among_the_tags_of_others_and_nothing_else() {
        let hears = |label: &str| is_relevant(Detector::Grooming, label.parse().expect("a label"));
        for label in
            ["grooming/photo_request", "unsafe", "unsafe/SEXTORTION", "tfgbv/SEXTORTION", "framing/play"]
        {
            assert!(hears(label), "{label}");
        }
        for label in ["grooming", "bullying", "unsafe/SELF_HARM", "bullying/THREAT", "emotion/joy"] {
            assert!(!hears(label), "{label}");
        }
    }
}
