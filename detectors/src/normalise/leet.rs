//! Digits and symbols in the place of letters: `k1ll`, `@ss`, `$tupid`.
//!
//! Everyday use of digits is far more common than disguise, so a word is rewritten only when no
//! ordinary reading is left: prices, versions, times, units, names with numbers all stay.

use super::glyph::Glyph;
use super::words::Words;

/// Rewrites the digits of one word, in place; where the signs could stand for several letters, or would else be left, the
/// reading that makes a word is taken.
pub(super) fn fold_digits(word: &mut [Glyph], words: &dyn Words) {
    let core = core_of(word);
    let Some(core) = word.get_mut(core) else { return };
    let address = is_address(core);
    for part in core.split_mut(|glyph| glyph.ch == '-' || glyph.ch == '\'') {
        if is_possible_word(part) {
            fold_part(part, words);
        } else if !address {
            // Versions, code and sizes are parted like that as well: only words that are known are read.
            for piece in part.split_mut(parts_words).filter(|piece| is_possible_word(piece)) {
                fold_known(piece, words);
            }
        }
    }
}

/// The word without the brackets, quotes and sentence punctuation around it.
fn core_of(word: &[Glyph]) -> std::ops::Range<usize> {
    let inside = |glyph: &Glyph| glyph.ch.is_alphanumeric() || glyph.ch == '$' || glyph.ch == '@';
    let start = word.iter().position(inside).unwrap_or(0);
    let end = word.iter().rposition(inside).map_or(0, |last| last + 1);
    start..end.max(start)
}

/// A host or a file without a path: what follows its last dot has two or three characters (`g00gle.com`, `t3st.py`).
fn is_address(core: &[Glyph]) -> bool {
    let ending = core.iter().rev().take_while(|glyph| glyph.ch.is_ascii_alphanumeric()).count();
    let name = core.get(..core.len() - ending).unwrap_or_default();
    (2..=3).contains(&ending) && matches!(name, [.., last, dot] if dot.ch == '.' && last.ch.is_alphanumeric())
}

fn is_possible_word(part: &[Glyph]) -> bool {
    part.iter().all(|glyph| is_possible(glyph.ch))
}

/// Signs that stand for no letter, and letters of scripts that are written without spaces (`你是l0ser吗`).
fn parts_words(glyph: &Glyph) -> bool {
    match glyph.is_letter() {
        true => !glyph.is_spelled(),
        false => !glyph.ch.is_alphanumeric() && !is_possible(glyph.ch),
    }
}

fn fold_part(part: &mut [Glyph], words: &dyn Words) {
    let letters = part.iter().filter(|glyph| glyph.ch.is_ascii_lowercase()).count();
    if letters == 0 || letters == part.len() {
        return;
    }
    if fold_known(part, words) || looks_like_code(part, letters) {
        return;
    }
    let letter = |(at, glyph): (usize, &Glyph)| match glyph.ch {
        ch if ch.is_ascii_lowercase() => Some(ch),
        _ => letter_at(part, at),
    };
    // Half a disguise is an ordinary name with a number in it.
    let Some(read) = part.iter().enumerate().map(letter).collect::<Option<String>>() else { return };
    if !may_be_name(part) || words.knows(&read) {
        part.iter_mut().zip(read.chars()).for_each(|(glyph, letter)| glyph.ch = letter);
    }
}

/// A dollar begins variables and tickers as well (`$user`, `$tsla`); one number before a last s tells of several (`mp3s`).
fn may_be_name(part: &[Glyph]) -> bool {
    let named = part.iter().take_while(|glyph| glyph.ch.is_ascii_lowercase()).count();
    let several = part.get(named..).and_then(<[Glyph]>::split_last).is_some_and(|(last, number)| {
        last.ch == 's' && !number.is_empty() && number.iter().all(|glyph| glyph.ch.is_ascii_digit())
    });
    several || part.first().is_some_and(|glyph| glyph.ch == '$')
}

/// Rewrites a part that can be read as a word; says whether it did.
fn fold_known(part: &mut [Glyph], words: &dyn Words) -> bool {
    let Some(read) = known_reading(part, words) else { return false };
    part.iter_mut().zip(read).for_each(|(glyph, letter)| glyph.ch = letter);
    true
}

/// The letters of a word in one piece or few, if signs stand for some of them. Signs at an end number something (`level5`,
/// `mar14`, `5kids`, `7h33`); between letters, doubled at the end (`ki11`) or at both ends (`4ll3`) they are a disguise.
fn known_reading(part: &[Glyph], words: &dyn Words) -> Option<Vec<char>> {
    let is_sign = |glyph: &Glyph| !glyph.ch.is_ascii_lowercase();
    let trailing = part.len() - part.iter().rposition(|glyph| !is_sign(glyph))? - 1;
    let leading = part.iter().position(|glyph| !is_sign(glyph))?;
    let (inside, end) = (part.get(leading..part.len() - trailing)?, part.get(part.len() - trailing..)?);
    let numbered = part.first().is_some_and(|glyph| glyph.ch.is_ascii_digit());
    let doubled =
        trailing >= 2 && !numbered && end.windows(2).all(|two| matches!(two, [a, b] if a.ch == b.ch));
    let shortest = if part.iter().all(|glyph| !is_sign(glyph) || glyph.ch == '!') { 3 } else { 4 };
    let letters = part.iter().filter(|glyph| !is_sign(glyph)).count();
    let ones = part.iter().filter(|glyph| glyph.ch == '1').count();
    // Capitals and digits alone are plates and product names more often than shouting.
    let plate = part.iter().all(|glyph| glyph.upper || is_sign(glyph));
    let around = leading > 0 && trailing > 0 && letters >= 2;
    if !(inside.iter().any(is_sign) || doubled || around)
        || !(shortest..=LONGEST_WORD).contains(&part.len())
        || plate
        || is_age_group(part)
        || ones > MOST_ONES
    {
        return None;
    }
    // Each bit says whether one of the ones is an l.
    let read = |mask: u32| {
        let mut left = mask;
        let letter = |glyph: &Glyph| match glyph.ch {
            '1' => {
                let is_l = left & 1 == 1;
                left >>= 1;
                if is_l { 'l' } else { 'i' }
            }
            '!' => 'i',
            ch => plain_letter(ch).unwrap_or(ch),
        };
        part.iter().map(letter).collect::<Vec<char>>()
    };
    let readings = || (0..1 << ones).map(read);
    let pieces = |word: &Vec<char>| words.spelling(&word.iter().collect::<String>()).0;
    let known = readings().find(|word| pieces(word) == 1);
    // A word that is none in one piece still falls into few; a number or a code does not.
    let wordlike = |word: &Vec<char>| pieces(word).saturating_mul(LETTERS_A_PIECE) <= word.len();
    let ended = part.windows(2).any(|two| two.iter().all(|glyph| glyph.ch == '!'));
    let disguised = inside.iter().any(is_sign) && part.len() - letters >= 2 && !ended;
    let disguised = disguised && !looks_like_code(part, letters);
    known.or_else(|| readings().filter(|_| disguised).min_by_key(pieces).filter(wordlike))
}

/// Those under an age: `u13s`.
fn is_age_group(part: &[Glyph]) -> bool {
    matches!(part, [u, tens, ones, s]
        if u.ch == 'u' && s.ch == 's' && tens.ch.is_ascii_digit() && ones.ch.is_ascii_digit())
}

/// The letter that a sign stands for wherever it stands.
const fn plain_letter(sign: char) -> Option<char> {
    Some(match sign {
        '0' => 'o',
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ => return None,
    })
}

/// Words that signs disguise are no longer than this, and hold no more ones.
const LONGEST_WORD: usize = 16;
const MOST_ONES: usize = 3;
/// A word of several pieces has at least so many letters in each, on average.
const LETTERS_A_PIECE: usize = 3;

/// Letters and the signs that stand for one; 2, 6, 8 and 9 never do (`h8`, `b2b`, `m8`).
fn is_possible(ch: char) -> bool {
    ch.is_ascii_lowercase() || matches!(ch, '0' | '1' | '3' | '4' | '5' | '7' | '@' | '$' | '!' | '€')
}

/// Serial numbers, hexadecimal ids, passwords, ages, one against one (`1v1me`).
fn looks_like_code(part: &[Glyph], letters: usize) -> bool {
    let digits = part.iter().filter(|glyph| glyph.ch.is_ascii_digit()).count();
    let all_hex = part.iter().all(|glyph| glyph.ch.is_ascii_hexdigit());
    let runs = digit_runs(part);
    let longest_word =
        part.split(|glyph| !glyph.ch.is_ascii_lowercase()).map(<[Glyph]>::len).max().unwrap_or(0);
    part.len() > 16
        || digits > letters + 1
        || (all_hex && digits >= 3)
        || (runs >= 3 && longest_word < 2)
        || (runs >= 2 && longest_word < 2 && part.iter().all(|g| is_unit_or_digit(g.ch)))
        || is_age_group(part)
        || matches!(part, [one, v, other, ..]
            if one.ch.is_ascii_digit() && v.ch == 'v' && other.ch.is_ascii_digit())
        // Only capitals and digits: plates, product names, call signs (`A1C`, `PS5S`).
        || (letters < 3 && part.iter().all(|g| g.upper || g.ch.is_ascii_digit()))
}

/// Durations and sizes: `1h30m`, `5m10s`.
fn is_unit_or_digit(ch: char) -> bool {
    ch.is_ascii_digit() || matches!(ch, 'd' | 'h' | 'm' | 's' | 'k' | 'g' | 'x')
}

fn digit_runs(part: &[Glyph]) -> usize {
    part.split(|glyph| !glyph.ch.is_ascii_digit()).filter(|run| !run.is_empty()).count()
}

/// The letter that the sign at `at` stands for, if its place allows that reading.
fn letter_at(part: &[Glyph], at: usize) -> Option<char> {
    let glyph = part.get(at)?;
    if glyph.ch.is_ascii_lowercase() {
        return None;
    }
    let same_kind = |g: &&Glyph| !g.ch.is_ascii_lowercase();
    let (head, tail) = (part.get(..at)?, part.get(at + 1..)?);
    let before = head.len() - head.iter().rev().take_while(same_kind).count();
    let after = tail.len() - tail.iter().take_while(same_kind).count();
    let run = part.len() - before - after;
    let left = head.get(before.wrapping_sub(1)).map(|g| g.ch);
    let right = part.get(part.len() - after).map(|g| g.ch);
    let allowed = match (left, right) {
        (Some(_), Some(_)) => run <= 3 && !is_count(part, before, run),
        (None, Some(_)) => run == 1 && may_lead(part),
        (Some(_), None) => may_trail(part, before, run),
        (None, None) => false,
    };
    if !allowed {
        return None;
    }
    match glyph.ch {
        '1' => Some(one(head.last(), tail.first())),
        '!' => exclamation(head, tail),
        ch => plain_letter(ch),
    }
}

/// A two digit number inside a short word (`l10n`), unless the digits repeat or others follow (`1d10t`).
fn is_count(part: &[Glyph], start: usize, run: usize) -> bool {
    let signs = part.get(start..start + run).unwrap_or_default();
    let number = signs.iter().all(|glyph| glyph.ch.is_ascii_digit());
    let repeated = signs.windows(2).all(|two| matches!(two, [a, b] if a.ch == b.ch));
    run == 2 && number && !repeated && digit_runs(part) < 2 && part.len() - run < 3
}

/// A sign may begin a word if another one stands inside it, or in a few well-known disguises;
/// otherwise it counts something (`5kids`, `3pm`, `1st`, `4chan`).
fn may_lead(part: &[Glyph]) -> bool {
    let Some((first, rest)) = part.split_first() else { return false };
    let inner_sign = rest.iter().rev().skip(1).any(|glyph| !glyph.ch.is_ascii_lowercase());
    let ticker = !rest.is_empty() && rest.iter().all(|glyph| glyph.upper);
    match first.ch {
        '$' => !ticker && rest.len() >= 3 || rest.len() == 2 && rest.iter().all(|g| g.ch == '$'),
        '@' => rest.iter().take(2).all(|glyph| matches!(glyph.ch, 's' | '$' | '5')),
        '!' | '€' => false,
        _ if inner_sign => true,
        _ => KNOWN.iter().any(|known| {
            let mut letters = part.iter().map(|glyph| glyph.ch);
            known.chars().all(|ch| letters.next() == Some(ch))
        }),
    }
}

/// A sign may end a word if another one stands inside it (`n00b5`), as `0` after three letters
/// (`hell0`) or as `$`, `$$` (`bra$`, `a$$`); otherwise it numbers something (`player1`, `ps5`).
fn may_trail(part: &[Glyph], before: usize, run: usize) -> bool {
    let head = part.get(..before).unwrap_or_default();
    let signs = part.get(before..).unwrap_or_default();
    let all = |ch: char| signs.iter().all(|glyph| glyph.ch == ch);
    let inner_sign = head.iter().any(|glyph| !glyph.ch.is_ascii_lowercase());
    if all('$') {
        let currency = head.iter().all(|glyph| glyph.upper);
        return !currency && (run == 2 || run == 1 && head.len() >= 3);
    }
    (all('0') || all('5') || all('3')) && run == 1 && inner_sign || all('0') && run == 1 && head.len() >= 3
}

/// `1` is mostly an i (`k1ll`); an l before a vowel at the start and after e or i (`1oser`, `he1p`).
fn one(left: Option<&Glyph>, right: Option<&Glyph>) -> char {
    let vowel = |ch: char| matches!(ch, 'a' | 'e' | 'o' | 'u' | '0' | '3');
    match (left.map(|glyph| glyph.ch), right.map(|glyph| glyph.ch)) {
        (None, Some(next)) if vowel(next) => 'l',
        (Some('e' | 'i' | '3'), _) => 'l',
        _ => 'i',
    }
}

/// `!` is an i between consonants near the start (`b!tch`); elsewhere it ends a sentence (`hi!how`).
fn exclamation(head: &[Glyph], tail: &[Glyph]) -> Option<char> {
    let consonant = |glyph: Option<&Glyph>| {
        glyph.is_some_and(|g| g.ch.is_ascii_lowercase() && !matches!(g.ch, 'a' | 'e' | 'i' | 'o' | 'u'))
    };
    (head.len() <= 2 && consonant(head.last()) && consonant(tail.first())).then_some('i')
}

/// Words whose first letter is commonly written as a digit.
const KNOWN: &[&str] = &["5tup", "5lut", "5hit", "5hut", "1dio", "1oser", "4ss", "3vil", "0mg", "7rash"];

#[cfg(test)]
mod tests {
    use super::super::glyph::{glyphs, text};
    use super::*;

    fn check(cases: &[(&str, &str)]) {
        for (given, expected) in cases {
            let mut word = glyphs(given);
            fold_digits(&mut word, &|_: &str| false);
            assert_eq!(text(&word), *expected, "from {given:?}");
        }
    }

    #[test]
    fn reads_disguised_words() {
        check(&[
            ("k1ll", "kill"),
            ("l0ser", "loser"),
            ("@ss", "ass"),
            ("@sshole", "asshole"),
            ("a$$", "ass"),
            ("5tup1d", "stupid"),
            ("1d10t", "idiot"),
            ("1di0t", "idiot"),
            ("n00b", "noob"),
            ("n00b5", "noobs"),
            ("b!tch", "bitch"),
            ("h4te", "hate"),
            ("hell0", "hello"),
            ("he1p", "help"),
            ("1oser", "loser"),
            ("l053r", "loser"),
            ("(k1ll!)", "(kill!)"),
            ("k1ll-y0urself", "kill-yourself"),
            ("b@stard", "bastard"),
            ("d1e", "die"),
            ("mu5ulman3s", "musulmanes"),
        ]);
    }

    #[test]
    fn a_known_word_decides() {
        let known = [
            "ugly", "black", "kill", "losers", "suicide", "stupid", "die", "pathetic", "levels", "skids",
            "his", "maria", "loser", "yourself", "amazon", "test", "smooth", "thee", "ules", "evil", "kills",
            "les",
        ];
        let knows = |word: &str| known.contains(&word);
        for (given, expected) in [
            ("ug1y", "ugly"),
            ("b1ack", "black"),
            ("ki11", "kill"),
            ("l0s3r5", "losers"),
            ("5u1c1d3", "suicide"),
            ("57up1d", "stupid"),
            ("stup!d", "stupid"),
            ("d!e", "die"),
            ("p@thet!c", "pathetic"),
            ("level5", "level5"),
            ("5kids", "5kids"),
            ("hi5", "hi5"),
            ("mar14", "mar14"),
            ("DIE!", "die!"),
            ("K1LL", "kill"),
            ("$tupid", "stupid"),
            ("3v1l", "evil"),
            ("ki11s", "kills"),
            ("l3s", "les"),
            ("y7s", "y7s"),
            ("$user", "$user"),
            ("$tsla", "$tsla"),
            ("7h33", "7h33"),
            ("U13s", "u13s"),
            ("l0ser,go", "loser,go"),
            ("k1ll.y0urself", "kill.yourself"),
            ("stup1d/ugly", "stupid/ugly"),
            ("k1ll_yourself", "kill_yourself"),
            ("你是l0ser吗", "你是loser吗"),
            ("l0ser야", "loser야"),
            ("l0s2r,go", "l0s2r,go"),
            ("l0serом,вот", "l0serом,вот"),
            ("l0ser...ok", "loser...ok"),
            ("amaz0n.com", "amaz0n.com"),
            ("t3st.py", "t3st.py"),
            ("sm0øth", "sm0øth"),
            ("3v1l3$", "3v1l3$"),
            ("@m@z0n", "amazon"),
            ("735t", "735t"),
            ("l3v3l5", "levels"),
            ("5m00th3", "smoothe"),
            ("$m@ri@", "$m@ri@"),
            ("v1.0.3,r0w", "v1.0.3,r0w"),
            ("x=y1z+a1b", "x=y1z+a1b"),
        ] {
            let mut word = glyphs(given);
            fold_digits(&mut word, &knows);
            assert_eq!(text(&word), expected, "from {given:?}");
        }
    }

    #[test]
    fn leaves_ordinary_words() {
        for word in [
            "h8",
            "a55",
            "m8",
            "gr8",
            "b4",
            "l8r",
            "2nite",
            "5kg",
            "3pm",
            "10am",
            "1st",
            "3rd",
            "4th",
            "v1.0.3",
            "1.0.1",
            "51.5074,-0.1278",
            "$5",
            "$50k",
            "5€",
            "£10",
            "r$50",
            "us$",
            "us$5",
            "10:30",
            "3x",
            "1080p",
            "4k",
            "5g",
            "mp3",
            "ps5",
            "mp3s",
            "ps5s",
            "iphone5s",
            "ak47s",
            "u11s",
            "1v1me",
            "covid-19",
            "h2o",
            "co2",
            "b2b",
            "i18n",
            "player1",
            "mia12",
            "13f",
            "1h30m",
            "a1b2c3",
            "3f5a7c0e1b",
            "hi!how",
            "wow!that",
            "no!don't",
            "5mins",
            "3days",
            "4chan",
            "7up",
            "1hour",
            "x=y1z",
            "foo(b4r)",
            "3d",
            "room101",
            "hello",
            "5",
            "$",
            "@",
            "!!!",
            "5-3",
            "4x4",
            "$TSLA",
            "fn_1a",
        ] {
            let mut glyphs = glyphs(word);
            fold_digits(&mut glyphs, &|_: &str| false);
            assert_eq!(text(&glyphs), word.to_lowercase(), "from {word:?}");
        }
    }
}
