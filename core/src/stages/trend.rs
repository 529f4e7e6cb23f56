//! Trend: where the mood goes over the messages of a conversation.

use crate::emotion::Trend;
use crate::policy::Policy;

/// The direction of a mood: a line of valences, oldest first, each within -1 (unpleasant) to 1 (pleasant).
///
/// How far it has to move depends on where it is: [`Policy::trend_dead_zone`] at a mean valence of zero, and
/// [`Policy::trend_lean`] more for each unit that the mean lies above. A cheerful talk that cools a little is still called
/// stable by people who read it, a sad one that gets sadder is not (on held-back sequences: `models/reports/tried.md`).
pub(crate) fn mood_trend(valences: &[f64], policy: &Policy) -> Trend {
    let mean = valences.iter().sum::<f64>() / to_f64(valences.len().max(1));
    let dead_zone = (policy.trend_dead_zone + policy.trend_lean * mean).max(SMALLEST_MOVE);
    trend(valences, dead_zone, policy)
}

/// The direction of a line, oldest first; within ±`dead_zone` it is `stable`.
///
/// The slope is that of the straight line through the messages with the smallest squared error. Times the number of
/// steps, it is how far the line has moved from the first message to the last.
///
/// A message weighs by its distance from the middle: a mood that turns in the last message is a trend, as people who
/// read such conversations say too; one odd message in the middle is none. Below [`Policy::trend_min_messages`]
/// messages the trend is `stable`. Reading the line backwards swaps improving and worsening, exactly.
pub(crate) fn trend(line: &[f64], dead_zone: f64, policy: &Policy) -> Trend {
    if line.len() < policy.trend_min_messages.max(2) {
        return Trend::Stable;
    }
    match slope(line) * to_f64(line.len() - 1) {
        moved if moved > dead_zone => Trend::Improving,
        moved if moved < -dead_zone => Trend::Worsening,
        _ => Trend::Stable,
    }
}

/// Least squares: the sum of `place * valence` over the sum of `place²`, with places counted from the middle.
///
/// Places in pairs around the middle are summed first, so that a line and its mirror give exactly opposite slopes.
fn slope(line: &[f64]) -> f64 {
    let half = line.len() / 2;
    let place = |i: usize| to_f64(line.len() - 1) / 2.0 - to_f64(i);
    let rise: f64 = (0..half).map(|i| place(i) * (line[line.len() - 1 - i] - line[i])).sum();
    let spread: f64 = (0..half).map(|i| 2.0 * place(i) * place(i)).sum();
    rise / spread
}

/// However low a mood is, less is no move.
const SMALLEST_MOVE: f64 = 0.05;

/// A message count; requests hold at most some hundred, far below where a float would round.
fn to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(line: &[f64]) -> Trend {
        mood_trend(line, &Policy::default())
    }

    fn mirrored(trend: Trend) -> Trend {
        match trend {
            Trend::Improving => Trend::Worsening,
            Trend::Stable => Trend::Stable,
            Trend::Worsening => Trend::Improving,
        }
    }

    #[test]
    fn a_steady_fall_is_worsening() {
        assert_eq!(of(&[0.6, 0.2, -0.2, -0.6]), Trend::Worsening);
    }

    #[test]
    fn three_messages_are_too_few() {
        assert_eq!(of(&[1.0, 0.0, -1.0]), Trend::Stable);
        assert_eq!(of(&[]), Trend::Stable);
    }

    #[test]
    fn a_step_is_a_trend_and_a_dip_is_not() {
        assert_eq!(of(&[0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, -0.5]), Trend::Worsening);
        assert_eq!(of(&[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0.5, -0.5]), Trend::Worsening);
        assert_eq!(of(&[0.5, 0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5]), Trend::Stable);
    }

    fn line() -> impl Strategy<Value = Vec<f64>> {
        proptest::collection::vec(-1.0..=1.0_f64, 0..30)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn backwards_is_mirrored(line in line()) {
            let backwards: Vec<f64> = line.iter().rev().copied().collect();
            prop_assert_eq!(of(&backwards), mirrored(of(&line)));
        }

        #[test]
        fn a_trend_of_a_mood_is_one_of_a_lower_mood_too(line in line(), lower in 0.0..=1.0_f64) {
            let lowered: Vec<f64> = line.iter().map(|v| v - lower).collect();
            prop_assert!(of(&line) == Trend::Stable || of(&lowered) == of(&line));
        }

        #[test]
        fn one_odd_message_in_the_middle_of_a_flat_line_is_no_trend(
            mood in -1.0..=1.0_f64, odd in -1.0..=1.0_f64, half in 2..15_usize,
        ) {
            let mut line = vec![mood; 2 * half + 1];
            line[half] = odd;
            prop_assert_eq!(of(&line), Trend::Stable);
        }

        #[test]
        fn a_low_line_with_a_turn_at_its_end_goes_where_the_turn_goes(mood in -1.0..=-0.5_f64, count in 4..8_usize) {
            let mut line = vec![mood; count];
            line[count - 1] = mood + 0.6;
            prop_assert_eq!(of(&line), Trend::Improving);
        }
    }
}
