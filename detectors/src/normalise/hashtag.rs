//! The words of a hashtag, which capitals keep apart: `#NobodyLikesYou`.

use super::glyph::Glyph;

/// Puts a space between the words of hashtags whose words begin with a capital; others stay one word.
pub(super) fn part_words(glyphs: Vec<Glyph>) -> Vec<Glyph> {
    if !glyphs.iter().any(|glyph| glyph.ch == '#') {
        return glyphs;
    }
    let mut parted = Vec::with_capacity(glyphs.len() + 8);
    for word in glyphs.split_inclusive(Glyph::is_space) {
        let tag = matches!(word, [first, rest @ ..] if first.ch == '#' && has_words(rest));
        let mut before: Option<&Glyph> = None;
        for glyph in word {
            if tag && glyph.upper && before.is_some_and(|before| before.is_letter() && !before.upper) {
                parted.push(Glyph { ch: ' ', start: glyph.start, end: glyph.start, upper: false });
            }
            parted.push(*glyph);
            before = Some(glyph);
        }
    }
    parted
}

/// Two words of two letters or more, each with a capital and no second one: `#NoMore`, not `#iPhone` or `#mOcKiNg`.
fn has_words(tag: &[Glyph]) -> bool {
    let begins: Vec<usize> =
        (0..tag.len()).filter(|at| tag.get(*at).is_some_and(|glyph| glyph.upper)).collect();
    begins.len() >= 2
        && begins.windows(2).all(|two| matches!(two, [a, b] if b - a >= 2))
        && begins.first() == Some(&0)
        && begins.last().is_some_and(|last| tag.len() - last >= 2)
}

#[cfg(test)]
mod tests {
    use super::super::normalise;

    #[test]
    fn capitals_part_the_words_of_a_tag() {
        for (given, expected) in [
            ("#NobodyLikesYou lol", "#nobody likes you lol"),
            ("so #GehSterben!", "so #geh sterben!"),
            ("#НеПриходиЗавтра", "#не приходи завтра"),
            ("#nobodylikesyou", "#nobodylikesyou"),
            ("#iPhone #BTS #USA2024", "#iphone #bts #usa2024"),
            ("NobodyLikesYou", "nobodylikesyou"),
        ] {
            assert_eq!(normalise(given).text(), expected, "from {given:?}");
        }
    }

    #[test]
    fn places_lead_back() {
        let text = "x #GoAway y";
        let normalised = normalise(text);
        assert_eq!(normalised.text(), "x #go away y");
        assert_eq!(text.get(normalised.original(6..10)), Some("Away"));
        assert_eq!(text.get(normalised.original(2..10)), Some("#GoAway"));
    }
}
