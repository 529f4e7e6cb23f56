//! Ages that senders state about themselves ("im 12", "tengo 12 años", "мне 13", "我12岁").
//!
//! The specification lets a stated age override a supplied one, so a wrong reading would move the whole
//! verdict: the patterns ask for a first-person form, and guards reject measures ("im 12 minutes late"),
//! other people ("my sister is 9"), the past ("when i was 12") and doubt ("she thinks im 12").

use regex::{Captures, Regex};
use std::sync::LazyLock;
use wardlight_core::Span;

/// An age in whole years that the sender of a message states as their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatedAge {
    /// Years, 5..=99.
    pub years: u8,
    /// Byte range of the statement in the message.
    pub span: Span,
}

/// The first age that `text` states about its sender.
///
/// `asked` tells that the message before asked for an age, so that a bare "13" is an answer.
///
/// ```
/// use wardlight::declared_age::stated_age;
/// assert_eq!(stated_age("im 12 btw", false).map(|age| age.years), Some(12));
/// assert_eq!(stated_age("i'm 12 minutes late", false), None);
/// assert_eq!(stated_age("13 u?", true).map(|age| age.years), Some(13));
/// ```
pub fn stated_age(text: &str, asked: bool) -> Option<StatedAge> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let bare = asked.then_some(&BARE);
    PATTERNS.iter().chain(bare.into_iter().flat_map(|b| b.iter())).find_map(|pattern| pattern.read(text))
}

/// The message asks for the age of the person it is sent to.
pub fn asks_age(text: &str) -> bool {
    text.len() <= MAX_BYTES && ASKS.is_match(text)
}

/// One way of stating an age.
struct Pattern {
    regex: Regex,
    /// "turning 14" means 13 today.
    minus: u8,
    /// What follows the number must end the clause.
    closes: bool,
}

impl Pattern {
    fn new(pattern: &str, minus: u8, closes: bool) -> Self {
        // Any short word may stand for the number: the table below decides, which keeps the patterns small.
        let number = r"(?P<n>\p{Nd}{1,2}|[一二三四五六七八九十]{1,2}|\p{L}[\p{L}-]{2,9})";
        let regex = Regex::new(&format!("(?i){}", pattern.replace("<n>", number)))
            .expect("the table's patterns are checked by a test");
        Pattern { regex, minus, closes }
    }

    fn read(&self, text: &str) -> Option<StatedAge> {
        self.regex.captures_iter(text).find_map(|found| self.accept(text, &found))
    }

    fn accept(&self, text: &str, found: &Captures<'_>) -> Option<StatedAge> {
        let whole = found.get(0)?;
        let number = found.name("n")?;
        let before = text.get(..whole.start())?;
        let after = text.get(whole.end()..)?;
        let measure = self.minus == 0 && MEASURE.is_match(after);
        if DOUBT.is_match(before) || measure || (self.closes && !CLOSES.is_match(after)) {
            return None;
        }
        let years = read_number(number.as_str())?.checked_sub(self.minus)?;
        (5..=99).contains(&years).then_some(StatedAge { years, span: Span(whole.start(), whole.end()) })
    }
}

/// Statements are short; a long text is not searched for one.
const MAX_BYTES: usize = 4_000;

fn read_number(word: &str) -> Option<u8> {
    let digits: Option<String> =
        word.chars().map(|c| unicode_digit(c).and_then(|d| char::from_digit(d, 10))).collect();
    if let Some(digits) = digits {
        return digits.parse().ok();
    }
    let word = word.to_lowercase();
    NUMBER_WORDS.iter().find(|(name, _)| *name == word).map(|(_, years)| *years)
}

/// Decimal digits of the scripts in use: ASCII, Arabic-Indic, Persian, fullwidth.
fn unicode_digit(c: char) -> Option<u32> {
    const ZEROS: [char; 4] = ['0', '\u{660}', '\u{6f0}', '\u{ff10}'];
    ZEROS.iter().find_map(|zero| (c as u32).checked_sub(*zero as u32).filter(|digit| *digit < 10))
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let open = OPEN.iter().map(|p| Pattern::new(p, 0, false));
    let closing = CLOSING.iter().map(|p| Pattern::new(p, 0, true));
    let next = NEXT.iter().map(|p| Pattern::new(p, 1, false));
    next.chain(open).chain(closing).collect()
});

static BARE: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    vec![Pattern::new(
        r"^\W*<n>\b(?:\s*(?:yo|y/o|f|m|lol|hbu|wbu|u|and|years?|ans|años|jahre|anni|lat|лет|岁|歳|살))?",
        0,
        false,
    )]
});

/// A birthday to come: the person is a year younger today.
const NEXT: &[&str] = &[
    r"\b(?:i['’]?m|im|i am)\s+(?:almost|nearly|about to (?:be|turn)|going to be|gonna be|turning)\s+<n>\b",
    r"\bi\s+(?:turn|will be|['’]?ll be)\s+<n>\s+(?:in|on|next|tomorrow|this|soon)\b",
    r"\bi['’]?ll\s+be\s+<n>\s+(?:in|on|next|tomorrow|this|soon)\b",
    r"\b(?:^|\s)turning\s+<n>\s+(?:in|on|next|tomorrow|this|soon)\b",
    r"\b(?:voy a cumplir|cumplo)\s+<n>\s+(?:años\s+)?(?:en|el|la|mañana|pronto)\b",
    r"\bich\s+werde\s+(?:bald\s+|im\s+\w+\s+|nächste\w*\s+\w+\s+)?<n>\b",
    r"\bj['’ ]?(?:aurai|vais avoir)\s+<n>\s+ans\b",
    r"\bfaccio\s+<n>\s+anni\b",
    r"\b(?:vou fazer|faço)\s+<n>\b",
    r"\bik\s+word\s+<n>\b",
];

/// First-person forms that name years, or that nothing but an age can follow.
const OPEN: &[&str] = &[
    // English
    r"\b(?:i['’]?m|im|i am|i be)\s+(?:a\s+)?(?:only\s+|just\s+|actually\s+|like\s+|literally\s+|still\s+)*<n>(?:\s*(?:yo\b|y/o|yrs?\b|years?\b(?:[\s-]*old)?|[\s-]year[\s-]old))",
    r"\b(?:i\s+)?just\s+turned\s+<n>\b",
    r"\bas\s+an?\s+<n>[\s-]?(?:yo|y/o|year[\s-]?old)\b",
    r"\bmy\s+age\s+is\s+<n>\b",
    r"^\W*<n>\s?(?:yo|y/o|years?\s+old)\b",
    r"^\W*<n>\s?/?\s?(?:f|fem|female)\b",
    r"^\W*(?:f|m)\s?/?\s?<n>\b",
    r"^\W*<n>\s?/?\s?(?:m|male)\s+(?:here|from|uk|us|usa|looking)\b",
    // Spanish, Portuguese, French, Italian, Romanian
    r"\btengo\s+(?:solo\s+|apenas\s+|ya\s+)?<n>\s*(?:años|anos|añitos)\b",
    r"\bacabo de cumplir\s+<n>\b",
    r"\btenho\s+(?:só\s+|so\s+|apenas\s+)?<n>\s*(?:anos|aninhos)\b",
    r"\bj['’ ]?ai\s+(?:que\s+|seulement\s+|juste\s+)?<n>\s*ans?\b",
    r"\bho\s+(?:solo\s+|appena\s+)?<n>\s*anni\b",
    r"\bam\s+(?:doar\s+)?<n>\s*(?:ani|anișori)\b",
    // German, Dutch, Scandinavian
    r"\b(?:ich\s+)?bin\s+(?:erst\s+|gerade\s+|schon\s+)?<n>\s*(?:jahre?|j\b|jährig)",
    r"\b(?:ik\s+)?ben\s+(?:pas\s+|maar\s+|al\s+)?<n>\s*(?:jaar|jr)\b",
    r"\b(?:jag|ja)\s+är\s+(?:bara\s+)?<n>\s*(?:år|ar)\b",
    r"\b(?:jeg|eg)\s+er\s+(?:bare\s+|kun\s+)?<n>\s*(?:år|ar)\b",
    // Finnish, Estonian, Hungarian
    r"\b(?:olen|oon)\s+(?:vasta\s+)?<n>\s?-?(?:vuotias|vuotta|vee\b|v\b)",
    r"\bolen\s+<n>\s?-?(?:aastane|aastat)",
    r"\b<n>\s+éves\s+(?:vagyok|vok)\b",
    // Slavic and Baltic
    r"\bmam\s+(?:dopiero\s+|tylko\s+)?<n>\s*lat\b",
    r"\b(?:je mi|mám|mam)\s+(?:teprve\s+|iba\s+)?<n>\s*(?:let|rokov|roků|roku)\b",
    r"\b(?:imam|star sem|stara sem)\s+(?:samo\s+)?<n>\s*(?:godina|god|let)\b",
    r"\b(?:мне|мені|mne|meni)\s+(?:всего\s+|только\s+|лише\s+)?<n>\s*(?:лет|года?|років|роки|рік|let|god|rokiv)",
    r"\b(?:на|na)\s+<n>\s*(?:години|год\w*|g\w*)?\s*(?:съм|sam|sym)\b",
    r"\b(?:съм|sam)\s+(?:на|na)\s+<n>\b",
    r"\bman\s+(?:ir\s+)?(?:tik\s+|tikai\s+)?<n>\s*(?:met|gad)\w*",
    // Greek, Turkish, Maltese, Irish, Arabic
    r"\b(?:είμαι|ειμαι|eimai)\s+(?:μόνο\s+)?<n>\s*(?:χρον|χρόν|ετών|xron|chron)\w*",
    r"\b<n>\s*(?:yaşındayım|yasindayim|yaşındaydım|yaşım)\b",
    r"\b(?:yaşım|yasim)\s+<n>\b",
    r"\bgħandi\s+<n>\s*(?:il-)?sena\b",
    r"\btá mé\s+<n>\s+(?:bliana|mbliana)\b",
    r"(?:عمري|عندي)\s+<n>\s*(?:سنة|سنه|عام|سنوات)?",
    r"\b(?:3omri|3omry|omri)\s+<n>\b",
    // Chinese, Japanese, Korean
    r"我(?:今年|才|已经|只有|现在)*<n>\s*岁",
    r"(?:私|僕|俺|うち|わたし|ぼく)(?:は|も|、)?\s*(?:まだ|今)?\s*<n>\s*(?:歳|才|さい)",
    r"^\W*<n>\s*(?:歳|才|さい)(?:です|だよ|だ|の)",
    r"(?:나|저|난|전|내가|제가)(?:는|도)?\s*(?:이제|아직)?\s*<n>\s*살",
    r"^\W*<n>\s*살(?:이에요|이야|임|입니다|인데|이요)",
];

/// First-person forms that also carry measures: the number must end the clause.
const CLOSING: &[&str] = &[
    r"\b(?:i['’]?m|im|i am)\s+(?:only\s+|just\s+|actually\s+|like\s+|literally\s+|still\s+)*<n>\b",
    r"\bage\s*:?\s*<n>\b",
    r"\b(?:tengo|tenho)\s+(?:solo\s+|só\s+)?<n>\b",
    r"\bich\s+bin\s+(?:erst\s+|gerade\s+|schon\s+)?<n>\b",
    r"\bik\s+ben\s+(?:pas\s+|maar\s+)?<n>\b",
    r"\bjag\s+är\s+(?:bara\s+)?<n>\b",
    r"\bjeg\s+er\s+(?:bare\s+|kun\s+)?<n>\b",
    r"\b(?:olen|oon)\s+(?:vasta\s+)?<n>\b",
    r"\b(?:мне|мені)\s+(?:всего\s+|только\s+)?<n>\b",
    r"\b(?:είμαι|ειμαι|eimai)\s+<n>\b",
];

/// Who or what makes the words before the statement somebody else's or not real.
static DOUBT: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?i)(?:\b(?:think|thinks|thought|thinking|say|says|said|told|tell|tells|if|when|like|until|till|til|pretend|pretended|pretends|wish|since|look|looks|lied|lie|joke|joked|dass|dachte|wenn|que|quando|quand|cuando|если|что|когда)\s+(?:people\s+|that\s+)?|не\s+)$";
    Regex::new(words).expect("a fixed pattern")
});

/// Units and comparisons that make a number no age.
static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
    let units = r"(?i)^(?:\s*(?:%|°|€|\$|£|percent|prozent|por ?ciento|minut|min\b|mins\b|sec|hour|hrs?\b|stund|uhr|stunden|day|days|tage|giorni|días|dias|jours|дн|week|woche|semana|month|monat|mes\b|meses|mois|km|mile|meter|metre|cm\b|kg\b|kilo|lbs?\b|pound|feet|foot|ft\b|inch|level|lvl|point|points|punkte|win|wins|kill|kills|game|games|goal|page|step|people|leute|th\b|st\b|nd\b|rd\b|out of|away|ahead|behind|up\b|down\b|off\b|short|block|floor|minute|мин|час|км|клас|класс|euro|dollar|bucks|times|mal\b|x\b|in\s+(?:line|the queue))|[.,:/-]\d|\d|[''’′]\d|k\b)";
    Regex::new(units).expect("a fixed pattern")
});

/// The end of a clause, or words that follow a stated age.
static CLOSES: LazyLock<Regex> = LazyLock::new(|| {
    let closes = r"(?i)^(?:\s*$|\s*[.,!?;:)\n…]|\s+(?:btw|lol|and|but|so|now|u\b|you|hbu|wbu|too|tho|though|though|already|years|old|from|in\s+(?:year|grade|6th|7th|8th|9th)|ok\b|okay|hope|i\b|im\b|i['’]m|we\b|can\b|do\b|my\b|is\b|what|rn\b|yo\b|f\b|m\b|haha|xd|y\b|e\b|und|aber|et|mais|pero|und|och|og|men|и|а|но|та|nur|if|because|cuz|bc|is\s+that|turning|almost|not\s+\d)|\s*[^\w\s])";
    Regex::new(closes).expect("a fixed pattern")
});

static ASKS: LazyLock<Regex> = LazyLock::new(|| {
    let asks = r"(?i)(?:\bhow old\b|\basl\b|\b(?:ur|your|what)\s+age\b|\bage\s*\?|cuántos años|cuantos años|quantos anos|quel âge|quel age|t['’ ]?as quel|wie alt|quanti anni|hoe oud|ile masz lat|сколько тебе|скільки тобі|kaç yaş|hur gammal|hvor gammel|kuinka vanha|minkä ikäinen|πόσο χρονών|πόσων χρονών|câți ani|kolik ti je|koľko máš|koliko imaš|hány éves|كم عمرك|几岁|多大|何歳|いくつ|몇\s*살)";
    Regex::new(asks).expect("a fixed pattern")
});

/// Number words that people write for their age.
const NUMBER_WORDS: &[(&str, u8)] = &[
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("nueve", 9),
    ("diez", 10),
    ("once", 11),
    ("doce", 12),
    ("trece", 13),
    ("catorce", 14),
    ("quince", 15),
    ("dieciséis", 16),
    ("dieciseis", 16),
    ("diecisiete", 17),
    ("dieciocho", 18),
    ("onze", 11),
    ("douze", 12),
    ("treize", 13),
    ("quatorze", 14),
    ("quinze", 15),
    ("seize", 16),
    ("dix-sept", 17),
    ("dix-huit", 18),
    ("neun", 9),
    ("zehn", 10),
    ("elf", 11),
    ("zwölf", 12),
    ("dreizehn", 13),
    ("vierzehn", 14),
    ("fünfzehn", 15),
    ("sechzehn", 16),
    ("siebzehn", 17),
    ("achtzehn", 18),
    ("undici", 11),
    ("dodici", 12),
    ("tredici", 13),
    ("quattordici", 14),
    ("quindici", 15),
    ("sedici", 16),
    ("diciassette", 17),
    ("diciotto", 18),
    ("doze", 12),
    ("treze", 13),
    ("catorze", 14),
    ("dezesseis", 16),
    ("dezasseis", 16),
    ("dezessete", 17),
    ("dezoito", 18),
    ("twaalf", 12),
    ("dertien", 13),
    ("veertien", 14),
    ("vijftien", 15),
    ("zestien", 16),
    ("zeventien", 17),
    ("achttien", 18),
    ("八", 8),
    ("九", 9),
    ("十", 10),
    ("十一", 11),
    ("十二", 12),
    ("十三", 13),
    ("十四", 14),
    ("十五", 15),
    ("十六", 16),
    ("十七", 17),
    ("十八", 18),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn years(text: &str) -> Option<u8> {
        stated_age(text, false).map(|age| age.years)
    }

    #[test]
    fn reads_statements_in_many_languages() {
        let cases = [
            ("im 12", 12),
            ("I'm twelve.", 12),
            ("i am only 11 lol", 11),
            ("i’m 14 btw", 14),
            ("turning 14 in may", 13),
            ("i'll be 16 next week", 15),
            ("im almost 13", 12),
            ("just turned 15!", 15),
            ("13f", 13),
            ("12 yo", 12),
            ("as a 13 year old i think", 13),
            ("my age is 10", 10),
            ("im a 12 year old girl", 12),
            ("i'm 27 but people say i'm young at heart", 27),
            ("hey im 34 hope thats ok", 34),
            ("tengo 12 años", 12),
            ("tengo doce años y medio", 12),
            ("tengo 13, y tu?", 13),
            ("tenho 14 anos", 14),
            ("j'ai 13 ans", 13),
            ("jai 13 ans", 13),
            ("ich bin 11", 11),
            ("bin 12 Jahre alt", 12),
            ("ich bin zwölf, und du?", 12),
            ("ho 13 anni", 13),
            ("ik ben 12 jaar", 12),
            ("mam 12 lat", 12),
            ("мне 13", 13),
            ("мне 12 лет", 12),
            ("мені 14 років", 14),
            ("jag är 13 år", 13),
            ("jeg er 12", 12),
            ("olen 13-vuotias", 13),
            ("12 yaşındayım", 12),
            ("عمري 13 سنة", 13),
            ("عمري ١٣", 13),
            ("我12岁", 12),
            ("我今年十三岁", 13),
            ("私は14歳です", 14),
            ("나 13살이야", 13),
            ("είμαι 12 χρονών", 12),
            ("am 13 ani", 13),
            ("je mi 13 let", 13),
            ("mám 12 rokov", 12),
            ("imam 13 godina", 13),
            ("13 éves vagyok", 13),
            ("man 12 metų", 12),
        ];
        for (text, expected) in cases {
            assert_eq!(years(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn leaves_measures_others_past_and_doubt_alone() {
        let cases = [
            "im 12 minutes late",
            "I'm 5 foot 4",
            "im 100% sure",
            "my sister is 9",
            "when i was 12",
            "im level 13",
            "she thinks im 12",
            "people say i'm 18",
            "im 2nd in line",
            "i am 12 out of 20",
            "im 15.5 km away",
            "tengo 12 euros",
            "ich bin 5 Minuten zu spät",
            "мне 15 минут ехать",
            "i'm 120",
            "im 10 points ahead",
            "my brother just got a 12 string guitar",
            "room 13",
            "i wish i was 18",
            "j'ai 13 sur 20",
            "im 4 games up",
            "if im 12 then ur 5",
        ];
        for text in cases {
            assert_eq!(years(text), None, "{text}");
        }
    }

    #[test]
    fn a_bare_number_counts_only_as_an_answer() {
        assert!(asks_age("how old r u"));
        assert!(asks_age("wie alt bist du?"));
        assert!(!asks_age("what time is it"));
        assert_eq!(stated_age("13 hbu", true).map(|a| a.years), Some(13));
        assert_eq!(stated_age("13 hbu", false), None);
    }

    #[test]
    fn the_span_points_into_the_message() {
        let text = "😀 hey im 12 ok";
        let age = stated_age(text, false).expect("a statement");
        assert_eq!(age.span.slice(text), Some("im 12"));
    }
}
