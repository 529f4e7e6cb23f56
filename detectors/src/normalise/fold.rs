//! The first step: compatibility forms, letter case, combining marks and invisible characters.
//!
//! It works grapheme by grapheme, so that each resulting character can name its grapheme as origin.

use super::glyph::{Glyph, script};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::Script;
use unicode_segmentation::UnicodeSegmentation;

/// Folds the whole text; runs of whitespace become one space, ends are trimmed.
pub(super) fn fold(text: &str) -> Vec<Glyph> {
    let mut glyphs: Vec<Glyph> = Vec::with_capacity(text.len());
    let mut folded = Vec::new();
    for (start, grapheme) in text.grapheme_indices(true) {
        let end = start + grapheme.len();
        folded.clear();
        let upper = grapheme.chars().next().is_some_and(char::is_uppercase);
        fold_grapheme(grapheme, &mut folded);
        for &ch in &folded {
            push(&mut glyphs, Glyph { ch, start, end, upper });
        }
    }
    if glyphs.last().is_some_and(Glyph::is_space) {
        glyphs.pop();
    }
    glyphs
}

fn push(glyphs: &mut Vec<Glyph>, glyph: Glyph) {
    match glyphs.last_mut() {
        None if glyph.is_space() => {}
        Some(last) if glyph.is_space() && last.is_space() => last.end = glyph.end,
        _ => glyphs.push(glyph),
    }
}

fn fold_grapheme(grapheme: &str, folded: &mut Vec<char>) {
    let mut chars = grapheme.chars();
    match (chars.next(), chars.next()) {
        (Some(ch), None) if ch.is_ascii() => return fold_ascii(ch, folded),
        (Some(ch), None) if is_jamo(ch) => return folded.push(ch),
        // It would part an accent that is typed for an apostrophe from its place, take a lunate sigma for an o, and make
        // milligrams of micrograms.
        (Some('´'), None) => return folded.push('\''),
        (Some('ϲ' | 'Ϲ'), None) => return folded.push('c'),
        (Some('µ'), None) => return folded.push('u'),
        // Half a flag is a letter (`🇰 🇾 🇸`).
        (Some(ch @ '\u{1f1e6}'..='\u{1f1ff}'), None) => return folded.push(pictured(ch, 0x1f1e6)),
        // They would lengthen the word before them, with or without a selector of how they are drawn.
        (Some('™' | '℠'), _) => return,
        _ => {}
    }
    let mut base = None;
    let kept = grapheme.nfkd().filter(|&ch| {
        if is_invisible(ch) {
            return false;
        }
        if is_combining_mark(ch) {
            return keeps_mark(base, ch);
        }
        base = Some(ch);
        true
    });
    let mut cyrillic = false;
    for ch in kept.nfc() {
        // A mark that found no composed letter is decoration on a Cyrillic base (stress, zalgo).
        if is_combining_mark(ch) {
            if cyrillic {
                continue;
            }
        } else {
            cyrillic = script(ch) == Script::Cyrillic;
        }
        if is_blank(ch) {
            folded.push(' ');
            continue;
        }
        for lower in ch.to_lowercase() {
            fold_letter(lower, folded);
        }
    }
}

fn fold_ascii(ch: char, folded: &mut Vec<char>) {
    if ch.is_ascii_whitespace() || ch == '\u{b}' {
        folded.push(' ');
    } else if !ch.is_ascii_control() {
        folded.push(if ch == '`' { '\'' } else { ch.to_ascii_lowercase() });
    }
}

/// Marks stay where they are part of the letter: й, が, Indic vowel signs; they go on Latin, Greek,
/// Arabic and Hebrew letters, which people also type without them, and on anything not a letter.
fn keeps_mark(base: Option<char>, mark: char) -> bool {
    match base.map(script) {
        None | Some(Script::Common) => script(mark) != Script::Inherited,
        Some(Script::Latin | Script::Greek | Script::Arabic | Script::Hebrew) => false,
        Some(_) => true,
    }
}

/// Letters that differ from another only by a stroke or a dot, or that are pictures of a letter.
fn fold_letter(ch: char, folded: &mut Vec<char>) {
    let plain = match ch {
        'ё' => 'е',
        'ς' => 'σ',
        '💲' => '$',
        'ł' => 'l',
        'đ' => 'd',
        'ħ' => 'h',
        'ı' => 'i',
        'ß' => {
            folded.push('s');
            's'
        }
        '\u{307}' => return, // what lower case leaves of İ
        '\u{640}' => return, // Arabic tatweel, which only stretches a word
        '‘' | '’' | 'ʼ' => '\'',
        '“' | '”' | '„' | '‟' | '«' | '»' => '"', // each language has its own
        'ᴀ' => 'a',
        'ʙ' => 'b',
        'ᴄ' => 'c',
        'ᴅ' => 'd',
        'ᴇ' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'ʜ' => 'h',
        'ɪ' => 'i',
        'ᴊ' => 'j',
        'ᴋ' => 'k',
        'ʟ' => 'l',
        'ᴍ' => 'm',
        'ɴ' => 'n',
        'ᴏ' => 'o',
        'ᴘ' => 'p',
        'ʀ' => 'r',
        'ꜱ' => 's',
        'ᴛ' => 't',
        'ᴜ' => 'u',
        'ᴠ' => 'v',
        'ᴡ' => 'w',
        'ʏ' => 'y',
        'ᴢ' => 'z',
        '\u{1f150}'..='\u{1f169}' => pictured(ch, 0x1f150),
        '\u{1f170}'..='\u{1f189}' => pictured(ch, 0x1f170),
        other => other,
    };
    folded.push(plain);
}

/// The letter on a round or square button (🅐, 🅱) or of half a flag; `first` is the code of its A.
fn pictured(ch: char, first: u32) -> char {
    char::from_u32(u32::from(ch) - first + u32::from('a')).unwrap_or(ch)
}

/// The letters of Korean chat slang (ㅋㅋ), which NFKC would turn into parts of syllables.
pub(super) const fn is_jamo(ch: char) -> bool {
    matches!(ch, '\u{3131}'..='\u{3163}')
}

/// White space, and the braille cell without dots, which looks like it.
pub(super) fn is_blank(ch: char) -> bool {
    ch.is_whitespace() || ch == '\u{2800}'
}

/// Characters that are not seen: joiners, direction marks, soft hyphens, variation selectors, tags,
/// fillers and control codes.
pub(super) fn is_invisible(ch: char) -> bool {
    match ch {
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{feff}' => true,
        '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' => true,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => ch.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};

    #[test]
    fn folds_forms_case_and_marks() {
        for (given, expected) in [
            ("Ｈｅｌｌｏ", "hello"),
            ("𝓱𝓮𝔂 ⓗⓔⓨ 🅗🅔🅨", "hey hey hey"),
            ("ﬁ", "fi"),
            ("Ärger, déjà, ŻÓŁĆ", "arger, deja, zolc"),
            ("İSTANBUL ısı", "istanbul isi"),
            ("Ёлка й ї", "елка й ї"),
            ("за\u{301}мок", "замок"),
            ("κάλός", "καλοσ"),
            ("مُحَمَّد أنا", "محمد انا"),
            ("جميـــل", "جميل"),
            ("שָׁלוֹם", "שלום"),
            ("한국어 ㅋㅋ ㅅㅂ", "한국어 ㅋㅋ ㅅㅂ"),
            ("ガ ｶﾞ が", "ガ ガ が"),
            ("हिन्दी", "हिन्दी"),
            ("z\u{300}\u{301}\u{302}a\u{489}lgo", "zalgo"),
            ("ᴅᴜᴍʙ", "dumb"),
            ("🇰 🇾 🇸", "k y s"),
            ("🇰\u{200b}🇾\u{200b}🇸", "kys"),
            ("🇩🇪 🇫🇷", "🇩🇪 🇫🇷"),
            ("loser™, nice guy™\u{fe0f} ℠", "loser, nice guy"),
            ("tm, № 5", "tm, no 5"),
            ("Straße", "strasse"),
            ("don´t won`t", "don't won't"),
            ("ϲlown, 10 µg", "clown, 10 ug"),
        ] {
            assert_eq!(text(&glyphs(given)), expected, "from {given:?}");
        }
    }

    #[test]
    fn removes_what_is_not_seen() {
        for (given, expected) in [
            ("k\u{200b}i\u{200c}l\u{ad}l", "kill"),
            ("\u{202e}abc\u{202c}", "abc"),
            ("❤\u{fe0f}", "❤"),
            ("a\u{e0041}b", "ab"),
            ("a\u{0}b\u{7}c", "abc"),
            ("  a \n\t b\u{a0}\u{3000}c ", "a b c"),
            ("\u{200b}\u{200b}", ""),
            ("1\u{fe0f}\u{20e3}", "1"),
        ] {
            assert_eq!(text(&glyphs(given)), expected, "from {given:?}");
        }
    }
}
