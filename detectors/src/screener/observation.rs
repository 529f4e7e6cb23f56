//! From a request to signals: one pass of the encoder over each text, however many detectors ask about it.
//!
//! Invariant: a detector that fails has an error of its own and leaves the others as they are. What all of them read
//! in one pass fails for all.

use super::{Screener, guarded};
use crate::declared_age::{asks_age, stated_age};
use crate::encoding::Encoded;
use crate::fragments::{Unit, join_fragments};
use crate::model::LanguageGroup;
use crate::observe::Observer;
use crate::script::check_script;
use std::borrow::Cow;
use wardlight_core::{
    Content, Detector, HistoryMessage, Language, Observation, Party, Request, Result, Signal, Source,
};

/// What one detector has heard so far, or why it hears nothing more.
struct Heard {
    detector: Detector,
    signals: Result<Vec<Signal>>,
}

impl Screener {
    /// What each of `detectors` hears in the content of `request`; one of them is the request's own.
    pub(super) fn observe_for(&self, request: &Request, detectors: &[Detector]) -> Vec<Result<Vec<Signal>>> {
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
                self.listen(request, &mut heard);
                Ok(())
            });
            if let Err(error) = finished {
                each(&mut heard, |_, _| Err(error.clone()));
            }
        }
        heard.into_iter().map(|heard| heard.signals).collect()
    }

    fn listen(&self, request: &Request, heard: &mut [Heard]) {
        let options = &request.options;
        // The early exit knows neither moods nor, in a text that stands alone, the pattern of a whole conversation.
        let alone = request.message_list().len() < 2;
        let in_full = heard.iter().any(|heard| match heard.detector {
            Detector::Emotions => true,
            Detector::Grooming => alone,
            _ => false,
        });
        let language = self.language(request);
        let observer = Observer {
            model: &*self.model,
            gate: self.gate.as_deref().filter(|_| !in_full),
            max_tokens: self.max_tokens,
            group: language_group(language.as_ref()),
            spans: options.include_evidence && !options.verdict_only,
        };
        each(heard, |detector, signals| {
            signals.extend(language.clone());
            if detector == Detector::Grooming {
                signals.extend(ages(request));
            }
            Ok(())
        });
        self.listen_to_content(request, observer, heard);
        let observer = Observer { spans: false, ..observer };
        let history = &request.context.conversation_history;
        let encoded: Vec<Encoded> =
            history.iter().map(|message| Encoded::new(&self.tokenizer, &message.text)).collect();
        for (index, encoded) in encoded.iter().enumerate() {
            read(observer, encoded, history.len() == 1, heard, |signal| Signal {
                history_index: Some(index),
                ..signal
            });
        }
        let sides: Vec<(Party, &Encoded)> = history.iter().map(HistoryMessage::party).zip(&encoded).collect();
        listen_to_pattern(observer, &sides, heard, |signal| Signal {
            history_index: history.len().checked_sub(1),
            ..signal
        });
    }

    fn listen_to_content(&self, request: &Request, observer: Observer<'_>, heard: &mut [Heard]) {
        let messages = request.message_list();
        let units = match &request.content {
            Content::Text(text) => vec![Unit { index: 0, text: Cow::Borrowed(text), reassembled: false }],
            Content::Messages(messages) => join_fragments(messages),
        };
        let encoded: Vec<Encoded> =
            units.iter().map(|unit| Encoded::new(&self.tokenizer, &unit.text)).collect();
        for (unit, encoded) in units.iter().zip(&encoded) {
            read(observer, encoded, units.len() == 1, heard, |mut signal| {
                signal.message_index = (!messages.is_empty()).then_some(unit.index);
                signal.reassembled = unit.reassembled;
                signal.span = signal.span.filter(|_| !unit.reassembled);
                signal
            });
        }
        let party =
            |unit: &Unit<'_>| messages.get(unit.index).map_or(Party::Other, |message| message.party());
        let sides: Vec<(Party, &Encoded)> = units.iter().map(party).zip(&encoded).collect();
        listen_to_pattern(observer, &sides, heard, |signal| signal);
    }

    fn language(&self, request: &Request) -> Option<Signal> {
        let text = request.texts().join("\n");
        let (language, probability) = self.language_identifier.as_ref()?.identify(&text)?;
        Some(Signal::new(Observation::Language(language), probability))
    }
}

/// Grooming is a pattern over a conversation; what stands alone has told of it when it was read. That of a history is
/// told of its last message.
fn listen_to_pattern(
    observer: Observer<'_>,
    sides: &[(Party, &Encoded)],
    heard: &mut [Heard],
    place: impl Fn(Signal) -> Signal,
) {
    each(heard, |detector, signals| {
        if detector == Detector::Grooming && sides.len() > 1 {
            signals.extend(observer.conversation(detector, sides)?.map(&place));
        }
        Ok(())
    });
}

fn language_group(identified: Option<&Signal>) -> LanguageGroup {
    match identified {
        Some(Signal { label: Observation::Language(Language::ENGLISH), .. }) => LanguageGroup::English,
        Some(_) => LanguageGroup::Others,
        None => LanguageGroup::Unsure,
    }
}

/// Reads a text once for everybody who still listens; `alone` where no other message stands beside it.
fn read(
    observer: Observer<'_>,
    encoded: &Encoded,
    alone: bool,
    heard: &mut [Heard],
    place: impl Fn(Signal) -> Signal,
) {
    let listens = |heard: &&Heard| heard.signals.is_ok();
    let detectors: Vec<Detector> = heard.iter().filter(listens).map(|heard| heard.detector).collect();
    if detectors.is_empty() {
        return;
    }
    match guarded(|| observer.read(encoded, &detectors)) {
        Ok(reading) => each(heard, |detector, signals| {
            signals.extend(reading.signals(detector).into_iter().map(&place));
            if alone && detector == Detector::Grooming {
                let pattern = reading.pattern(detector).map(&place);
                signals.extend(pattern.map(|signal| Signal { message_index: None, ..signal }));
            }
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

/// Ages that senders state about themselves; a bare number counts as an answer to the other side.
fn ages(request: &Request) -> Vec<Signal> {
    let stated = |text: &str, asked: bool, index: Option<usize>| {
        let age = stated_age(text, asked)?;
        let label = Observation::DeclaredAge(age.years);
        let signal = Signal::new(label, STATED).from_source(Source::Structure);
        Some(Signal { message_index: index, span: Some(age.span), ..signal })
    };
    let mut question_from: Option<&str> = None;
    match &request.content {
        Content::Text(text) => stated(text, false, None).into_iter().collect(),
        Content::Messages(messages) => {
            let read = messages.iter().enumerate().filter_map(|(index, message)| {
                let role = message.sender_role.as_str();
                let asked = question_from.is_some_and(|asker| asker != role);
                if asks_age(&message.text) {
                    question_from = Some(role);
                } else if asked {
                    question_from = None;
                }
                stated(&message.text, asked, Some(index))
            });
            read.collect()
        }
    }
}

/// How far a pattern that states an age is trusted.
const STATED: f64 = 0.95;
