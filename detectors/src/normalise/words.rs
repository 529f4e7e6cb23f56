//! What the steps of the normaliser ask of a vocabulary.

/// What the normaliser asks of a vocabulary.
pub trait Words {
    /// Whether `word` is held in one piece, as a word or the beginning of one.
    fn knows(&self, word: &str) -> bool;

    /// Into how many pieces `word` falls, and how rare these are on average.
    fn spelling(&self, word: &str) -> (usize, u32);

    /// How many of the common English words are more frequent; none if it is not one of them.
    fn english_rank(&self, word: &str) -> Option<u32>;
}

/// A vocabulary of whole words, in which none is English.
impl<F: Fn(&str) -> bool> Words for F {
    fn knows(&self, word: &str) -> bool {
        self(word)
    }

    fn spelling(&self, word: &str) -> (usize, u32) {
        if self(word) { (1, 0) } else { (usize::MAX, 0) }
    }

    fn english_rank(&self, _word: &str) -> Option<u32> {
        None
    }
}

/// English words for tests, the most frequent first.
#[cfg(test)]
pub(super) struct Fixed(pub(super) &'static [&'static str]);

#[cfg(test)]
impl Words for Fixed {
    fn knows(&self, word: &str) -> bool {
        self.0.contains(&word)
    }

    fn spelling(&self, word: &str) -> (usize, u32) {
        if self.knows(word) { (1, 0) } else { (usize::MAX, 0) }
    }

    fn english_rank(&self, word: &str) -> Option<u32> {
        self.0.iter().zip(0..).find(|(known, _)| **known == word).map(|(_, rank)| rank)
    }
}
