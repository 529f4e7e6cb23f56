//! From a request to signals: one pass of the encoder over each text, however many detectors ask about it.
//!
//! Invariant: a detector that fails has an error of its own and leaves the others as they are. What all of them read
//! in one pass fails for all.

use super::{Screener, guarded};
use crate::declared_age::{StatedAge, asks_age, stated_age};
use crate::encoding::Encoded;
use crate::evidence::shorten;
use crate::fragments::{Unit, join_fragments};
use crate::model::LanguageGroup;
use crate::normalise::shown;
use crate::observe::{Neighbours, Observer};
use crate::script::check_script;
use std::borrow::Cow;
use std::ops::Range;
use wardlight_core::{Content, Detector, Language, Observation, Party, Request, Result, Signal, Source};

/// What one detector has heard so far, or why it hears nothing more.
struct Heard {
    detector: Detector,
    signals: Result<Vec<Signal>>,
}

impl Screener {
    /// What each of `detectors` hears in the content of `request`; one of them is the request's own.
    pub(super) fn observe_for(
        &self,
        request: &Request,
        detectors: &[Detector],
        neighbours: Neighbours,
    ) -> Vec<Result<Vec<Signal>>> {
        let admit = |detector: Detector| {
            self.check_detector(detector)?;
            check_script(request)?;
            Ok(Vec::new())
        };
        let begin = |detector: &Detector| Heard { detector: *detector, signals: admit(*detector) };
        let mut heard: Vec<Heard> = detectors.iter().map(begin).collect();
        // Beyond the ceiling the pipeline answers by itself.
        if !request.exceeds_ceiling(&self.limits) {
            let finished = guarded(|| {
                self.listen(request, neighbours, &mut heard);
                Ok(())
            });
            if let Err(error) = finished {
                each(&mut heard, |_, _| Err(error.clone()));
            }
        }
        heard.into_iter().map(|heard| heard.signals).collect()
    }

    fn listen(&self, request: &Request, neighbours: Neighbours, heard: &mut [Heard]) {
        let options = &request.options;
        // The early exit knows neither moods nor, in a text that stands alone, the pattern of a whole conversation. A
        // message that is read the same whichever are sent along takes it with none of them.
        let in_full = |heard: &Heard| matches!(heard.detector, Detector::Emotions | Detector::Grooming);
        let in_full = neighbours == Neighbours::Ignored || heard.iter().any(in_full);
        let language = self.language(&request.texts().join("\n"));
        let named = request.context.language;
        let observer = Observer {
            model: &*self.model,
            early_exit: self.early_exit.as_deref().filter(|_| !in_full),
            max_tokens: self.max_tokens,
            group: language_group(named, language.as_ref()),
            spans: options.include_evidence && !options.verdict_only,
        };
        each(heard, |detector, signals| {
            signals.extend(language.clone());
            if detector == Detector::Grooming {
                signals.extend(ages(request));
            }
            Ok(())
        });
        let units = units(request);
        let history = &request.context.conversation_history;
        let said = history.iter().map(|message| &*message.text).chain(units.iter().map(|unit| &*unit.text));
        let said: Vec<&str> = said.collect();
        let encoded: Vec<Encoded> = said.iter().map(|text| Encoded::new(&self.tokenizer, text)).collect();
        let place = |at: usize, mut signal: Signal| {
            match at.checked_sub(history.len()).and_then(|at| units.get(at)) {
                None => {
                    signal.history_index = Some(at);
                    signal.span = None;
                }
                Some(unit) => {
                    signal.message_index = (!request.message_list().is_empty()).then_some(unit.index);
                    signal.reassembled = unit.reassembled;
                    let quoted = signal.span.filter(|_| !unit.reassembled);
                    signal.span = quoted.map(|span| shorten(span, &unit.text));
                }
            }
            signal
        };
        // What stands alone tells of a whole conversation; that of a history is told of the last message of the one whose
        // pattern it is.
        let pattern_at = |at: usize, signal: Signal| Signal { message_index: None, ..place(at, signal) };
        if let [alone] = &*encoded {
            read(
                heard,
                |detectors| observer.read(alone, detectors),
                |reading, detector, signals| {
                    signals.extend(reading.signals(detector).into_iter().map(|signal| place(0, signal)));
                    if detector == Detector::Grooming {
                        signals.extend(reading.pattern(detector).map(|signal| pattern_at(0, signal)));
                    }
                },
            );
            return;
        }
        let parties = history
            .iter()
            .map(|said| request.party(&said.role))
            .chain(units.iter().map(|unit| party(request, unit)));
        let messages: Vec<(Party, &Encoded)> = parties.zip(&encoded).collect();
        let group_of = |at: usize| {
            let text = said.get(at).filter(|_| named.is_none());
            language_group(named, text.and_then(|text| self.language(text)).as_ref())
        };
        let asked = |detectors: &[Detector]| {
            let conversation = match neighbours {
                Neighbours::Read => observer.read_conversation(&messages, detectors)?,
                Neighbours::Ignored => observer.read_apart(&messages, group_of, detectors)?,
            };
            // History and content are patterns of their own: the one accuses nobody of the other.
            let pattern = |range: Range<usize>| match conversation.readings.get(range.clone()) {
                Some([alone]) => Ok(alone.pattern(Detector::Grooming)),
                Some(all) if all.len() == messages.len() => Ok(conversation.pattern.clone()),
                Some(part) if detectors.contains(&Detector::Grooming) => {
                    observer.pattern(messages.get(range).unwrap_or_default(), part)
                }
                _ => Ok(None),
            };
            let patterns = [pattern(0..history.len())?, pattern(history.len()..messages.len())?];
            Ok((conversation.readings, patterns))
        };
        read(heard, asked, |(readings, [of_history, of_content]), detector, signals| {
            for (at, reading) in readings.iter().enumerate() {
                signals.extend(reading.signals(detector).into_iter().map(|signal| place(at, signal)));
            }
            if detector == Detector::Grooming {
                let theirs = history.iter().rposition(|said| request.party(&said.role) == Party::Other);
                let last = theirs.unwrap_or(history.len().saturating_sub(1));
                signals.extend(of_history.clone().map(|signal| pattern_at(last, signal)));
                signals.extend(of_content.clone().map(|signal| pattern_at(history.len(), signal)));
            }
        });
    }

    fn language(&self, text: &str) -> Option<Signal> {
        let (language, probability) = self.language_identifier.as_ref()?.identify(&shown(text))?;
        Some(Signal::new(Observation::Language(language), probability))
    }
}

/// What is read of the content, message by message.
fn units(request: &Request) -> Vec<Unit<'_>> {
    match &request.content {
        Content::Text(text) => vec![Unit { index: 0, text: Cow::Borrowed(text), reassembled: false }],
        Content::Messages(messages) => join_fragments(messages),
    }
}

fn party(request: &Request, unit: &Unit<'_>) -> Party {
    request.message_list().get(unit.index).map_or(Party::Other, |message| request.party(&message.sender_role))
}

/// Which lines hold: those of the language that the caller names, else of the one that was identified, from the first letter
/// on (reference, languages).
fn language_group(named: Option<Language>, identified: Option<&Signal>) -> LanguageGroup {
    let heard = identified.and_then(|signal| match signal.label {
        Observation::Language(language) => Some(language),
        _ => None,
    });
    match named.or(heard) {
        Some(Language::ENGLISH) => LanguageGroup::English,
        Some(_) => LanguageGroup::Others,
        None => LanguageGroup::Unsure,
    }
}

/// Reads once for everybody who still listens, and tells each of them.
fn read<T>(
    heard: &mut [Heard],
    reading: impl Fn(&[Detector]) -> Result<T>,
    tell: impl Fn(&T, Detector, &mut Vec<Signal>),
) {
    let listens = |heard: &&Heard| heard.signals.is_ok();
    let detectors: Vec<Detector> = heard.iter().filter(listens).map(|heard| heard.detector).collect();
    if detectors.is_empty() {
        return;
    }
    match guarded(|| reading(&detectors)) {
        Ok(reading) => each(heard, |detector, signals| {
            tell(&reading, detector, signals);
            Ok(())
        }),
        Err(error) => each(heard, |_, _| Err(error.clone())),
    }
}

/// Does `work` for each detector that still listens; one for which it fails listens no more.
fn each(heard: &mut [Heard], work: impl Fn(Detector, &mut Vec<Signal>) -> Result<()>) {
    for Heard { detector, signals } in heard {
        let Ok(known) = signals else { continue };
        if let Err(error) = guarded(|| work(*detector, known)) {
            *signals = Err(error);
        }
    }
}

/// Ages that senders state about themselves, in the history too; a bare number counts as an answer to the other side.
fn ages<'r>(request: &'r Request) -> Vec<Signal> {
    let signal = |age: StatedAge| {
        let signal = Signal::new(Observation::DeclaredAge(age.years), STATED).from_source(Source::Structure);
        Signal { span: Some(age.span), ..signal }
    };
    let mut question_from: Option<&str> = None;
    let mut said = |role: &'r str, text: &str| {
        let asked = question_from.is_some_and(|asker| asker != role);
        if asks_age(text) {
            question_from = Some(role);
        } else if asked {
            question_from = None;
        }
        stated_age(text, asked).map(signal)
    };
    let history = request.context.conversation_history.iter().enumerate();
    let mut found: Vec<Signal> = history
        .filter_map(|(at, m)| Some(Signal { history_index: Some(at), span: None, ..said(&m.role, &m.text)? }))
        .collect();
    match &request.content {
        // Its sender is not named, so a bare number answers nobody.
        Content::Text(text) => found.extend(stated_age(text, false).map(signal)),
        Content::Messages(messages) => {
            let here = messages.iter().enumerate();
            found.extend(here.filter_map(|(at, m)| Some(said(&m.sender_role, &m.text)?.at(at))));
        }
    }
    found
}

/// How far a pattern that states an age is trusted.
const STATED: f64 = 0.95;
