//! Words whose spelling carries meaning by itself: addresses, handles, tags. They stay as they are.

use super::glyph::Glyph;

/// Whether a word is a link, an e-mail address, a handle or a hashtag.
///
/// `@ss` and words that grow from it are an insult in disguise, not a handle.
pub(super) fn is_protected(word: &[Glyph]) -> bool {
    let starts = |prefix: &str| {
        let mut letters = word.iter().map(|glyph| glyph.ch);
        prefix.chars().all(|ch| letters.next() == Some(ch))
    };
    if starts("@") {
        return !starts("@ss");
    }
    starts("#") || starts("www.") || has_scheme(word) || is_mail(word) || is_domain(word)
}

fn has_scheme(word: &[Glyph]) -> bool {
    word.windows(3).any(|three| matches!(three, [a, b, c] if [a.ch, b.ch, c.ch] == [':', '/', '/']))
}

/// Something, `@`, and a dot later on.
fn is_mail(word: &[Glyph]) -> bool {
    let at = word.iter().position(|glyph| glyph.ch == '@');
    at.is_some_and(|at| {
        let host = word.get(at + 1..).unwrap_or_default();
        at > 0 && host.windows(2).any(|two| matches!(two, [dot, next] if dot.ch == '.' && next.is_letter()))
    })
}

/// A name with a dot between two or more characters on both sides and a path: `site.com/abc1`.
fn is_domain(word: &[Glyph]) -> bool {
    let Some(slash) = word.iter().position(|glyph| glyph.ch == '/') else {
        return false;
    };
    let host = word.get(..slash).unwrap_or_default();
    host.iter().rposition(|glyph| glyph.ch == '.').is_some_and(|dot| dot >= 2 && slash - dot >= 3)
}

#[cfg(test)]
mod tests {
    use super::super::glyph::glyphs;
    use super::*;

    #[test]
    fn knows_addresses() {
        for word in
            ["@l33t", "#k1ll", "https://a.b/c1d", "www.l0ser.com", "a1b@mail.com", "bit.ly/k1ll", "@b1g.boy"]
        {
            assert!(is_protected(&glyphs(word)), "{word}");
        }
        for word in ["@ss", "@sshole", "b@stard", "k1ll", "$tupid", "f@t.", "and/or", "", "@"] {
            assert_eq!(is_protected(&glyphs(word)), word == "@", "{word}");
        }
    }
}
