//! Flesch-Kincaid grade of English text: 0.39 words per sentence + 11.8 syllables per word - 15.59.

/// The school grade that reads the text with ease. Addresses and numbers are left out.
pub(super) fn grade(text: &str) -> f64 {
    let sentences =
        text.split(['.', '!', '?', ':', ';']).filter(|s| s.chars().any(char::is_alphabetic)).count();
    let words: Vec<&str> = text
        .split_whitespace()
        .filter(|word| !word.contains("://") && word.chars().any(char::is_alphabetic))
        .collect();
    let syllables: u32 = words.iter().map(|word| syllables(word)).sum();
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX).max(1));
    0.39 * count(words.len()) / count(sentences) + 11.8 * f64::from(syllables) / count(words.len()) - 15.59
}

/// Groups of vowels, a silent e at the end left out.
fn syllables(word: &str) -> u32 {
    let word: String = word.to_lowercase().chars().filter(|c| c.is_ascii_alphabetic()).collect();
    let mut groups = 0;
    let mut inside = false;
    for c in word.chars() {
        let vowel = "aeiouy".contains(c);
        groups += u32::from(vowel && !inside);
        inside = vowel;
    }
    let silent = word.ends_with('e') && !word.ends_with("le") && groups > 1;
    (groups - u32::from(silent)).max(1)
}

#[test]
fn plain_words_have_a_low_grade() {
    assert!(grade("The cat sat on the mat.") < 1.0);
    assert!(grade("Psychological examinations necessitate professional consideration.") > 12.0);
}
