//! Precision, recall, F1, AUROC and calibration error, by their usual definitions.

/// Counts of a yes/no decision against its label.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Confusion {
    /// Said yes, was yes.
    pub true_positives: usize,
    /// Said yes, was no.
    pub false_positives: usize,
    /// Said no, was yes.
    pub false_negatives: usize,
    /// Said no, was no.
    pub true_negatives: usize,
}

impl Confusion {
    /// Counts one decision.
    pub fn add(&mut self, said: bool, was: bool) {
        match (said, was) {
            (true, true) => self.true_positives += 1,
            (true, false) => self.false_positives += 1,
            (false, true) => self.false_negatives += 1,
            (false, false) => self.true_negatives += 1,
        }
    }

    /// How many were yes.
    pub fn positives(self) -> usize {
        self.true_positives + self.false_negatives
    }

    /// How many were no.
    pub fn negatives(self) -> usize {
        self.false_positives + self.true_negatives
    }

    /// Share of yeses that were right; `None` without a yes.
    pub fn precision(self) -> Option<f64> {
        ratio(self.true_positives, self.true_positives + self.false_positives)
    }

    /// Share of the positives that were found; `None` without a positive.
    pub fn recall(self) -> Option<f64> {
        ratio(self.true_positives, self.positives())
    }

    /// F1 of the positive class; `None` when neither a yes nor a positive was seen.
    pub fn f1(self) -> Option<f64> {
        ratio(2 * self.true_positives, 2 * self.true_positives + self.false_positives + self.false_negatives)
    }

    /// Mean of the F1 of both classes.
    pub fn macro_f1(self) -> Option<f64> {
        let negative = Confusion {
            true_positives: self.true_negatives,
            false_positives: self.false_negatives,
            false_negatives: self.false_positives,
            true_negatives: self.true_positives,
        };
        Some((self.f1()? + negative.f1()?) / 2.0)
    }

    /// Share of the negatives that were accused; `None` without a negative.
    pub fn false_positive_rate(self) -> Option<f64> {
        ratio(self.false_positives, self.negatives())
    }
}

/// Area under the ROC curve by the rank statistic, ties counting half; `None` without both classes.
pub fn auroc(scored: &[(f64, bool)]) -> Option<f64> {
    let mut sorted: Vec<(f64, bool)> = scored.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let positives = count(sorted.iter().filter(|s| s.1).count());
    let negatives = count(sorted.len()) - positives;
    if positives == 0.0 || negatives == 0.0 {
        return None;
    }
    let mut rank_sum = 0.0;
    let mut start = 0;
    while start < sorted.len() {
        let end = start + sorted[start..].iter().take_while(|s| s.0 == sorted[start].0).count();
        let mean_rank = (count(start) + count(end) + 1.0) / 2.0;
        rank_sum += mean_rank * count(sorted[start..end].iter().filter(|s| s.1).count());
        start = end;
    }
    Some((rank_sum - positives * (positives + 1.0) / 2.0) / (positives * negatives))
}

/// Expected calibration error over ten bins of equal width (Guo et al., 2017).
pub fn calibration_error(scored: &[(f64, bool)]) -> Option<f64> {
    if scored.is_empty() {
        return None;
    }
    let bin = |p: f64| (0..9).filter(|i| p >= f64::from(i + 1) / 10.0).count();
    let error: f64 = (0..10)
        .map(|index| {
            let members: Vec<_> = scored.iter().filter(|s| bin(s.0) == index).collect();
            let predicted: f64 = members.iter().map(|s| s.0).sum();
            (predicted - count(members.iter().filter(|s| s.1).count())).abs()
        })
        .sum();
    Some(error / count(scored.len()))
}

/// `part / whole`; `None` of nothing.
pub fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| count(part) / count(whole))
}

#[expect(clippy::cast_precision_loss, reason = "row counts stay far below 2^52")]
fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auroc_of_a_perfect_a_reversed_and_a_tied_ranking() {
        assert_eq!(auroc(&[(0.1, false), (0.9, true)]), Some(1.0));
        assert_eq!(auroc(&[(0.9, false), (0.1, true)]), Some(0.0));
        assert_eq!(auroc(&[(0.5, false), (0.5, true)]), Some(0.5));
        assert_eq!(auroc(&[(0.5, true)]), None);
    }

    #[test]
    fn calibration_error_of_an_overconfident_model() {
        let scored = [(0.95, true), (0.95, false)];
        assert!((calibration_error(&scored).expect("two rows") - 0.45).abs() < 1e-9);
    }

    #[test]
    fn f1_counts_misses_and_false_alarms() {
        let mut confusion = Confusion::default();
        for (said, was) in [(true, true), (true, false), (false, true), (false, false)] {
            confusion.add(said, was);
        }
        assert_eq!(confusion.f1(), Some(0.5));
        assert_eq!(confusion.macro_f1(), Some(0.5));
        assert_eq!(confusion.false_positive_rate(), Some(0.5));
    }
}
