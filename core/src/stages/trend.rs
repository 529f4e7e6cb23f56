//! Trend: where the mood goes over the messages of a conversation.

use crate::emotion::Trend;
use crate::policy::Policy;

/// The direction of a line of valences, oldest first; each lies within -1 (unpleasant) to 1 (pleasant).
///
/// The slope is the median of the slopes between every two messages (Theil and Sen): `(v[j] - v[i]) /
/// (j - i)` for all `i < j`. Times the number of steps, it is how far the mood has moved from the first
/// message to the last. Within ±[`Policy::trend_dead_zone`] that is `stable`.
///
/// One odd message never makes a trend: with `n` messages it is part of `n - 1` of the `n (n - 1) / 2` slopes, at
/// most half of them from four messages on, and of two middle slopes the one nearer to zero counts,
/// or 0 when they point opposite ways.
/// The same holds for a stretch of less than about 29 % of a longer conversation: a bad end of two messages
/// among eight shows in the scores, not in the trend. Below [`Policy::trend_min_messages`] messages the
/// trend is `stable`. Reading the line backwards swaps improving and worsening, exactly.
pub(crate) fn trend(valences: &[f64], policy: &Policy) -> Trend {
    if valences.len() < policy.trend_min_messages.max(2) {
        return Trend::Stable;
    }
    let steps = to_f64(valences.len() - 1);
    match median_slope(valences) * steps {
        moved if moved > policy.trend_dead_zone => Trend::Improving,
        moved if moved < -policy.trend_dead_zone => Trend::Worsening,
        _ => Trend::Stable,
    }
}

/// Median of the slopes between every two points; of two middle ones the milder, 0 when they oppose.
fn median_slope(line: &[f64]) -> f64 {
    let pairs = line.iter().enumerate().flat_map(|(i, from)| {
        line.iter().enumerate().skip(i + 1).map(move |(j, to)| (to - from) / to_f64(j - i))
    });
    let mut slopes: Vec<f64> = pairs.collect();
    let (odd, middle) = (slopes.len() % 2 == 1, slopes.len() / 2);
    let (lower, &mut high, _) = slopes.select_nth_unstable_by(middle, f64::total_cmp);
    let below = lower.iter().copied().max_by(f64::total_cmp).filter(|_| !odd);
    let low = below.unwrap_or(high);
    // `low` is at most `high`, so these are the cases of one sign; what is left points both ways.
    if low > 0.0 {
        low
    } else if high < 0.0 {
        high
    } else {
        0.0
    }
}

/// A message count; requests hold at most some hundred, far below where a float would round.
fn to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(line: &[f64]) -> Trend {
        trend(line, &Policy::default())
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
    fn a_lasting_step_is_a_trend_and_a_short_one_is_not() {
        assert_eq!(of(&[0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, -0.5]), Trend::Worsening);
        assert_eq!(of(&[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0.5, -0.5]), Trend::Stable);
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
        fn pleasant_and_unpleasant_swapped_is_mirrored(line in line()) {
            let swapped: Vec<f64> = line.iter().map(|v| -v).collect();
            prop_assert_eq!(of(&swapped), mirrored(of(&line)));
        }

        #[test]
        fn one_odd_message_in_a_flat_line_is_no_trend(
            mood in -1.0..=1.0_f64, odd in -1.0..=1.0_f64, count in 4..30_usize, at in any::<prop::sample::Index>(),
        ) {
            let mut line = vec![mood; count];
            line[at.index(count)] = odd;
            prop_assert_eq!(of(&line), Trend::Stable);
        }

        #[test]
        fn one_odd_message_never_turns_a_trend_around(
            step in 0.12..0.25_f64, odd in -1.0..=1.0_f64, count in 4..8_usize, at in any::<prop::sample::Index>(),
        ) {
            let mut line: Vec<f64> = (0..count).map(|i| to_f64(i).mul_add(step, -0.9)).collect();
            line[at.index(count)] = odd;
            prop_assert_ne!(of(&line), Trend::Worsening);
        }
    }
}
