//! Offsets of evidence in the unit in which a language indexes its strings.
//!
//! The pipeline counts UTF-8 bytes. An emoji is four of them, one code point and two UTF-16 units; a family joined by
//! zero-width joiners is eighteen bytes or more, five code points and eight units.

use wardlight::{BatchRequest, BatchVerdict, Request, Verdict};

/// What one step of a string index is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OffsetUnit {
    /// Python.
    CodePoints,
    /// JavaScript, Kotlin, Swift's `utf16` view.
    Utf16,
}

impl OffsetUnit {
    /// The length of `text`.
    pub fn count(self, text: &str) -> usize {
        match self {
            OffsetUnit::CodePoints => text.chars().count(),
            OffsetUnit::Utf16 => text.encode_utf16().count(),
        }
    }

    /// Rewrites `start` and `end` of the evidence in a verdict on `request`.
    pub(crate) fn convert(self, verdict: &mut Verdict, request: &Request) {
        let texts = request.texts();
        for evidence in verdict.evidence.iter_mut().flatten() {
            let before =
                texts.get(evidence.message_index.unwrap_or(0)).and_then(|text| text.get(..evidence.start));
            // Evidence is cut from these texts, so there is always something before it, if only nothing.
            let start = self.count(before.unwrap_or_default());
            (evidence.start, evidence.end) = (start, start + self.count(&evidence.text));
        }
    }

    /// The same for each item of a batch.
    pub(crate) fn convert_batch(self, answer: &mut BatchVerdict, batch: &BatchRequest) {
        for (result, item) in answer.results.iter_mut().zip(&batch.items) {
            if let (Some(verdict), Ok(request)) = (&mut result.result, &item.request) {
                self.convert(verdict, request);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wardlight::{Detector, Policy, Signal, assess};

    const FAMILY: &str = "👨‍👩‍👧";

    #[test]
    fn an_emoji_counts_as_its_language_counts_it() {
        for (text, code_points, utf16) in
            [("a", 1, 1), ("é", 1, 1), ("😂", 1, 2), (FAMILY, 5, 8), ("e\u{301}", 2, 2)]
        {
            assert_eq!(OffsetUnit::CodePoints.count(text), code_points, "{text}");
            assert_eq!(OffsetUnit::Utf16.count(text), utf16, "{text}");
        }
    }

    #[test]
    fn evidence_after_a_family_keeps_its_words() {
        let text = format!("{FAMILY} nobody likes you");
        let request = Request::text(Detector::Bullying, text.as_str());
        let (start, end) = (FAMILY.len() + 1, text.len());
        let signals: Vec<Signal> = ["bullying", "bullying/EXCLUSION"]
            .map(|label| Signal::new(label.parse().expect("a label"), 1.0).with_span(start, end))
            .to_vec();
        for (unit, expected) in [(OffsetUnit::CodePoints, (6, 22)), (OffsetUnit::Utf16, (9, 25))] {
            let mut verdict = assess(&request, &signals, &Policy::default());
            unit.convert(&mut verdict, &request);
            let evidence = &verdict.evidence.expect("evidence is on")[0];
            assert_eq!(
                (evidence.start, evidence.end, evidence.text.as_str()),
                (expected.0, expected.1, "nobody likes you")
            );
        }
    }
}
