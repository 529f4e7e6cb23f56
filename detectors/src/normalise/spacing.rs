//! Words spelled with gaps: `k y s`, `l.o.s.e.r`, `d - i - e`.
//!
//! At least three single letters in a row are joined; with signs between them that also part lists (`l/o/s/e/r`), only
//! four or more that make a word of the vocabulary. Alphabets, kisses (`x x x`) and runs made of one-letter words (`u r a`)
//! or of what chat leaves of words (`i m a girl`) are left alone. Initials such as `U.S.A.` become `usa`, which is harmless.

use super::glyph::{Glyph, script};
use super::{fold, guard};
use unicode_script::Script;
use unicode_segmentation::UnicodeSegmentation;

/// Joins spelled words; the joined letters keep their own places in the original, which is `text`. A word of one letter
/// stays apart where what follows it is a word that `knows` and both together are none (`a l o s e r`).
pub(super) fn join_spaced_letters(
    glyphs: Vec<Glyph>,
    text: &str,
    knows: &dyn Fn(&str) -> bool,
) -> Vec<Glyph> {
    let mut joined = Vec::with_capacity(glyphs.len());
    let mut at = 0;
    while at < glyphs.len() {
        let rest = glyphs.get(at..).unwrap_or_default();
        let fresh = begins_word(glyphs.get(..at).unwrap_or_default());
        let run = if fresh { Run::read(rest, text) } else { Run::default() };
        if run.is_spelled_word(rest, knows) {
            run.write(rest, knows, &mut joined);
        } else {
            joined.extend_from_slice(rest.get(..run.length.max(1)).unwrap_or_default());
        }
        at += run.length.max(1);
    }
    joined
}

/// Single letters with the same kind of gap between them.
#[derive(Default)]
struct Run {
    /// Places of the letters, counted from the start of the run.
    letters: Vec<usize>,
    /// Width of the gap before each letter but the first, in blanks of the original that are seen.
    gaps: Vec<usize>,
    /// Glyphs covered, from the first letter to the last.
    length: usize,
}

impl Run {
    /// Reads single letters as far as they go; empty if the first glyph is no single letter.
    fn read(glyphs: &[Glyph], text: &str) -> Run {
        let mut run = Run::default();
        let Some(first) = glyphs.first().filter(|glyph| glyph.is_spelled()) else {
            return run;
        };
        let mut at = 0;
        let mut kind = None;
        loop {
            run.letters.push(at);
            run.length = at + 1;
            let gap = gap_length(glyphs, at + 1);
            let this_kind = (gap, glyphs.get(at + 1).is_some_and(Glyph::is_space));
            if gap > 0 && *kind.get_or_insert(this_kind) != this_kind {
                let between_spaces = kind.is_some_and(|(_, spaced)| spaced);
                if run.letters.len() == 2 || between_spaces && !this_kind.1 {
                    run.give_back_last();
                }
                break;
            }
            let next = at + 1 + gap;
            let Some(letter) = glyphs.get(next).filter(|_| gap > 0) else { break };
            let same = letter.is_spelled() && script(letter.ch) == script(first.ch);
            let single =
                glyphs.get(next + 1).is_none_or(|after| !after.ch.is_alphanumeric() && !is_apostrophe(after));
            if !same || !single {
                break;
            }
            let between = glyphs.get(at).and_then(|glyph| text.get(glyph.end..letter.start));
            run.gaps.push(between.map_or(0, count_blanks));
            at = next;
        }
        run
    }

    /// After `u` in `u l.o.s.e.r`, and after `s` in `k y s l.o.s.e.r`, another kind of gap begins: the `l` belongs to the
    /// next run.
    fn give_back_last(&mut self) {
        self.letters.pop();
        self.gaps.pop();
        self.length = self.letters.last().map_or(0, |at| at + 1);
    }

    fn is_spelled_word(&self, glyphs: &[Glyph], knows: &dyn Fn(&str) -> bool) -> bool {
        let word = self.word(glyphs);
        let letters: Vec<char> = word.chars().collect();
        if glyphs.get(1..self.length).unwrap_or_default().iter().any(is_list_sign) {
            return letters.len() >= 4
                && knows(&word)
                && !guard::is_protected(glyphs.get(..self.length).unwrap_or_default());
        }
        let steps = |step: u32| {
            letters.windows(2).all(|two| matches!(two, [a, b] if u32::from(*a) + step == u32::from(*b)))
        };
        // Nobody puts a sign between one-letter words; between three of them it is a list or an abbreviation.
        let separated = glyphs.get(1..self.length).unwrap_or_default().iter().any(is_separator);
        let loose_latin = !separated && letters.first().is_some_and(|&ch| script(ch) == Script::Latin);
        let others: Vec<char> = letters.iter().copied().filter(|&ch| !is_one_letter_word(ch)).collect();
        let spelled = match others.as_slice() {
            [] => letters.len() >= 4 && !loose_latin,
            // Among two words it may be what chat leaves of a third: `i m a girl`, `y a t il`, `c u l 8r`.
            [other] if letters.len() == 3 && loose_latin => !matches!(other, 'l' | 'm' | 't') && knows(&word),
            _ => true,
        };
        letters.len() >= 3
            && !steps(0)
            && !steps(1)
            && spelled
            && !guard::is_protected(glyphs.get(..self.length).unwrap_or_default())
    }

    fn word(&self, glyphs: &[Glyph]) -> String {
        self.letters.iter().filter_map(|&at| glyphs.get(at)).map(|glyph| glyph.ch).collect()
    }

    /// The first letter is a word of its own.
    fn begins_apart(&self, glyphs: &[Glyph], knows: &dyn Fn(&str) -> bool) -> bool {
        let word = self.word(glyphs);
        let mut after = word.chars();
        let first = after.next();
        first.is_some_and(is_one_letter_word)
            && word.chars().count() >= 4
            && !knows(&word)
            && knows(after.as_str())
    }

    /// Writes the letters without the gaps; a gap wider than the narrowest parts two words.
    fn write(&self, glyphs: &[Glyph], knows: &dyn Fn(&str) -> bool, joined: &mut Vec<Glyph>) {
        let narrow = self.gaps.iter().copied().min().unwrap_or(0);
        let apart = self.begins_apart(glyphs, knows);
        for (index, &at) in self.letters.iter().enumerate() {
            let wide = index.checked_sub(1).and_then(|i| self.gaps.get(i)).is_some_and(|&gap| gap > narrow);
            if (wide || apart && index == 1)
                && let Some(space) = at.checked_sub(1).and_then(|i| glyphs.get(i))
            {
                joined.push(Glyph { ch: ' ', ..*space });
            }
            joined.extend(glyphs.get(at));
        }
    }
}

/// Blanks as they are seen: a broad one and a line break count once, what is invisible does not count.
fn count_blanks(gap: &str) -> usize {
    gap.graphemes(true).filter(|grapheme| grapheme.chars().any(fold::is_blank)).count()
}

/// Glyphs between two letters: a space, a separator, or a separator between spaces. 0 if none.
fn gap_length(glyphs: &[Glyph], at: usize) -> usize {
    let is = |offset: usize, test: fn(&Glyph) -> bool| glyphs.get(at + offset).is_some_and(test);
    if is(0, is_separator) {
        return if is(1, Glyph::is_space) { 0 } else { 1 };
    }
    match (is(0, Glyph::is_space), is(1, is_separator), is(2, Glyph::is_space)) {
        (true, true, true) => 3,
        (true, _, _) => 1,
        _ => 0,
    }
}

/// Whether a letter after `before` begins a word; the `s` of `it's` does not.
fn begins_word(before: &[Glyph]) -> bool {
    match before {
        [.., letter, mark] if is_apostrophe(mark) => !letter.ch.is_alphanumeric(),
        [.., last] => !last.ch.is_alphanumeric(),
        [] => true,
    }
}

fn is_separator(glyph: &Glyph) -> bool {
    matches!(glyph.ch, '.' | '-' | '_' | '*' | '~' | '|' | '·' | '•' | '+') || is_list_sign(glyph)
}

fn is_list_sign(glyph: &Glyph) -> bool {
    matches!(glyph.ch, '/' | '\\' | ',' | ':')
}

fn is_apostrophe(glyph: &Glyph) -> bool {
    glyph.ch == '\''
}

/// Letters that stand for a word by themselves, in chat or in grammar.
fn is_one_letter_word(ch: char) -> bool {
    matches!(
        ch,
        'a' | 'b'
            | 'c'
            | 'e'
            | 'i'
            | 'n'
            | 'o'
            | 'q'
            | 'r'
            | 'u'
            | 'v'
            | 'w'
            | 'y'
            | 'z'
            | 'x'
            | 'и'
            | 'я'
            | 'с'
            | 'в'
            | 'к'
            | 'у'
            | 'о'
            | 'а'
            | 'і'
            | 'з'
            | 'й'
            | 'є'
    )
}

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};
    use super::*;

    /// Among them beginnings of words, which a vocabulary holds as well.
    const KNOWN: &[&str] = &["loser", "idiot", "ugly", "die", "kys", "yat", "ima", "cul"];

    fn check(cases: &[(&str, &str)]) {
        for (given, expected) in cases {
            let knows = |word: &str| KNOWN.contains(&word);
            assert_eq!(text(&join_spaced_letters(glyphs(given), given, &knows)), *expected, "from {given:?}");
        }
    }

    #[test]
    fn joins_spelled_words() {
        check(&[
            ("k y s", "kys"),
            ("just k y s now", "just kys now"),
            ("l.o.s.e.r", "loser"),
            ("l.o.s.e.r.", "loser."),
            ("d-i-e", "die"),
            ("just d i e already", "just die already"),
            ("i d k", "idk"),
            ("c.u.t", "cut"),
            ("х у и", "хуи"),
            ("d - i - e", "die"),
            ("f_a_t", "fat"),
            ("k  y  s", "kys"),
            ("k i l l   y o u r s e l f", "kill yourself"),
            ("с у к а", "сука"),
            ("U.S.A. rocks", "usa. rocks"),
            ("u l.o.s.e.r", "u loser"),
            ("u l . o . s", "u los"),
            ("k y s l/o/s/e/r", "kys loser"),
            ("u r a f*a*t pig", "u r a fat pig"),
            ("l.o.s e r", "los e r"),
            ("e.v.e.r.y.o.n.e", "everyone"),
            ("you are a l o s e r", "you are a loser"),
            ("u g l y i d i o t", "uglyidiot"),
            ("i d i o t", "idiot"),
            ("c-r-a-z-y", "crazy"),
            ("such a l/o/s/e/r", "such a loser"),
            ("u:g:l:y", "ugly"),
            ("i,d,i,o,t", "idiot"),
        ]);
    }

    #[test]
    fn gaps_are_as_wide_as_they_look() {
        check(&[
            ("k y\u{a0}s", "kys"),
            ("k y\u{200b} s", "kys"),
            ("k\r\ny s", "kys"),
            ("k\u{3000}y s", "kys"),
            ("l.o·s.e.r", "loser"),
            ("l • o · s - e . r", "loser"),
            ("k i l l \u{a0}y o u", "kill you"),
            ("d i e\u{3000}\u{200b}\u{3000}n o w", "die now"),
        ]);
    }

    #[test]
    fn leaves_lists_words_and_numbers() {
        for text in [
            "a b c d",
            "a-b-c",
            "x x x",
            "u r a star",
            "i c u",
            "i m a girl",
            "c u l 8r",
            "y a t il du pain",
            "o q e isso",
            "o q a gente faz",
            "y x q no vienes",
            "a b",
            "1 2 3",
            "e.g. this",
            "i.e. so",
            "a, b, c",
            "plan a or b",
            "vitamin c d e",
            "hello w o",
            "don't i",
            "и я с вами",
            "x / y / z",
            "x/y/z/w",
            "a,b,c,d",
            "s/w/n/e",
            "h:m:s",
            "我 你 他",
            "가 나 다",
            "rock n roll",
            "k.y",
            "it's a b",
            "www.x.y.z",
        ] {
            check(&[(text, text)]);
        }
    }
}
