//! Reliability diagrams: how often a predicted probability came true, drawn as SVG.

use crate::scores::ratio;
use std::fmt::Write;

/// Draws ten bins of equal width: the dot is the share of positives at the mean prediction, its area the number of rows.
pub fn diagram(title: &str, scored: &[(f64, bool)]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIZE} {SIZE}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{SIZE}\" height=\"{SIZE}\" fill=\"white\"/>\n<text x=\"{EDGE}\" y=\"20\">{title}</text>\n\
         <path d=\"M{} {} L{} {}\" stroke=\"#bbb\" stroke-dasharray=\"4\"/>\n",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{tick}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{tick}</text>",
            x(tick),
            y(0.0) + 16.0,
            x(0.0) - 6.0,
            y(tick) + 4.0
        );
    }
    for bin in 0..10_u32 {
        let inside = |p: f64| p >= f64::from(bin) / 10.0 && (p < f64::from(bin + 1) / 10.0 || bin == 9);
        let members: Vec<_> = scored.iter().filter(|(p, _)| inside(*p)).collect();
        let Some(share) = ratio(members.iter().filter(|(_, was)| *was).count(), members.len()) else {
            continue;
        };
        let weight = ratio(members.len(), scored.len()).unwrap_or(0.0);
        let mean = members.iter().map(|(p, _)| p).sum::<f64>() * ratio(1, members.len()).unwrap_or(0.0);
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"#2a6f97\"><title>{} rows, {share:.3} positive</title></circle>",
            x(mean),
            y(share),
            3.0 + 22.0 * weight.sqrt(),
            members.len()
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn x(value: f64) -> f64 {
    EDGE + value * (SIZE - 2.0 * EDGE)
}

fn y(value: f64) -> f64 {
    SIZE - EDGE - value * (SIZE - 2.0 * EDGE)
}

const SIZE: f64 = 320.0;
const EDGE: f64 = 40.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dot_per_bin_that_has_rows() {
        let svg = diagram("bullying", &[(0.05, false), (0.95, true), (1.0, true)]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("2 rows, 1.000 positive"));
    }
}
