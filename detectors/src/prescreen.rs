//! The phrase lists that come with the library.

use std::sync::LazyLock;
use wardlight_core::lexicon::Lexicon;

/// The shipped prescreen lexicon: English, Spanish, Portuguese, French and German in one. Read on first use.
///
/// ```
/// use wardlight::{Detector, bundled_lexicon};
/// let told = bundled_lexicon().prescreen("Hi! Good morning", Detector::Bullying, None);
/// assert!(told.benign_only);
/// ```
pub fn bundled_lexicon() -> &'static Lexicon {
    static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
        let read = |text| Lexicon::from_json(text).expect("the shipped lists are checked by a test");
        Lexicon::joined(FILES.map(read)).expect("the shipped lists are checked by a test")
    });
    &LEXICON
}

const FILES: [&str; 5] = [
    include_str!("../../models/lexicon/en.json"),
    include_str!("../../models/lexicon/es.json"),
    include_str!("../../models/lexicon/pt.json"),
    include_str!("../../models/lexicon/fr.json"),
    include_str!("../../models/lexicon/de.json"),
];
