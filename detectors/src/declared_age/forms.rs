//! The tables behind stated ages: forms per language, guards, number words.
//!
//! A form is a list of words, one of which its text must hold, and a pattern in which `<n>` stands for the
//! number. The words come first because a pattern costs milliseconds to compile and most messages need none.

use regex::Regex;
use std::sync::LazyLock;

/// Words, separated by commas, and the pattern.
pub(super) type Form = (&'static str, &'static str);

/// A birthday to come: the person is a year younger today.
pub(super) const NEXT: &[Form] = &[
    (
        "i m,i'm,i’m,im ,i am",
        r"\b(?:i['’]?m|im|i am)\s+(?:almost|nearly|about to (?:be|turn)|going to be|gonna be|turning)\s+<n>\b",
    ),
    (
        "i turn,i will,i'll,i’ll",
        r"\bi\s+(?:turn|will be|['’]?ll be)\s+<n>\s+(?:in|on|next|tomorrow|this|soon)\b",
    ),
    ("ll be", r"\bi['’]?ll\s+be\s+<n>\s+(?:in|on|next|tomorrow|this|soon)\b"),
    ("turning", r"\b(?:^|\s)turning\s+<n>\s+(?:in|on|next|tomorrow|this|soon)\b"),
    ("cumpl", r"\b(?:voy a cumplir|cumplo)\s+<n>\s+(?:años\s+)?(?:en|el|la|mañana|pronto)\b"),
    ("werde", r"\bich\s+werde\s+(?:bald\s+|im\s+\w+\s+|nächste\w*\s+\w+\s+)?<n>\b"),
    ("aurai,vais avoir", r"\bj['’ ]?(?:aurai|vais avoir)\s+<n>\s+ans\b"),
    ("faccio", r"\bfaccio\s+<n>\s+anni\b"),
    ("fazer,faço", r"\b(?:vou fazer|faço)\s+<n>\b"),
    ("word", r"\bik\s+word\s+<n>\b"),
];

/// First-person forms that name years, or that nothing but an age can follow.
pub(super) const OPEN: &[Form] = &[
    // English
    (
        "y/o,yo,yr,year",
        r"\b(?:i['’]?m|im|i am|i be)\s+(?:a\s+)?(?:only\s+|just\s+|actually\s+|like\s+|literally\s+|still\s+)*<n>(?:\s*(?:yo\b|y/o|yrs?\b|years?\b(?:[\s-]*old)?|[\s-]year[\s-]old))",
    ),
    ("turned", r"\b(?:i\s+)?just\s+turned\s+<n>\b"),
    ("as a", r"\bas\s+an?\s+<n>[\s-]?(?:yo|y/o|year[\s-]?old)\b"),
    ("my age", r"\bmy\s+age\s+is\s+<n>\b"),
    // "age 12+" and "this game is age 12" are said of something else.
    (
        "age",
        r"(?:^|[\n.,;!]|\bmy|\bi['’]?m|\bi am)\s*age\s*:?\s*<n>(?:\s*(?:$|[\n.,;!?])|\s+(?:f|m|male|female|from|here|btw|and)\b)",
    ),
    ("yo,y/o,year", r"^\W*<n>\s?(?:yo|y/o|years?\s+old)\b"),
    ("f", r"^\W*<n>\s?/?\s?(?:f|fem|female)\b"),
    ("f,m", r"^\W*(?:f|m)\s?/?\s?<n>\b"),
    ("m", r"^\W*<n>\s?/?\s?(?:m|male)\s+(?:here|from|uk|us|usa|looking)\b"),
    // Spanish, Portuguese, French, Italian, Romanian
    ("tengo", r"\btengo\s+(?:solo\s+|apenas\s+|ya\s+)?<n>\s*(?:años|anos|añitos)\b"),
    ("acabo", r"\bacabo de cumplir\s+<n>\b"),
    ("tenho", r"\btenho\s+(?:só\s+|so\s+|apenas\s+)?<n>\s*(?:anos|aninhos)\b"),
    ("ai", r"\bj['’ ]?ai\s+(?:que\s+|seulement\s+|juste\s+)?<n>\s*ans?\b"),
    ("ho ", r"\bho\s+(?:solo\s+|appena\s+)?<n>\s*anni\b"),
    ("am ", r"\bam\s+(?:doar\s+)?<n>\s*(?:ani|anișori)\b"),
    // German, Dutch, Scandinavian
    ("bin ", r"\b(?:ich\s+)?bin\s+(?:erst\s+|gerade\s+|schon\s+)?<n>\s*(?:jahre?|j\b|jährig)"),
    ("ben ", r"\b(?:ik\s+)?ben\s+(?:pas\s+|maar\s+|al\s+)?<n>\s*(?:jaar|jr)\b"),
    ("är", r"\b(?:jag|ja)\s+är\s+(?:bara\s+)?<n>\s*(?:år|ar)\b"),
    ("eg er", r"\b(?:jeg|eg)\s+er\s+(?:bare\s+|kun\s+)?<n>\s*(?:år|ar)\b"),
    // Finnish, Estonian, Hungarian
    ("olen,oon", r"\b(?:olen|oon)\s+(?:vasta\s+)?<n>\s?-?(?:vuotias|vuotta|vee\b|v\b)"),
    ("olen", r"\bolen\s+<n>\s?-?(?:aastane|aastat)"),
    ("éves", r"\b<n>\s+éves\s+(?:vagyok|vok)\b"),
    // Slavic and Baltic
    ("mam", r"\bmam\s+(?:dopiero\s+|tylko\s+)?<n>\s*lat\b"),
    ("je mi,mám,mam", r"\b(?:je mi|mám|mam)\s+(?:teprve\s+|iba\s+)?<n>\s*(?:let|rokov|roků|roku)\b"),
    ("imam,sem", r"\b(?:imam|star sem|stara sem)\s+(?:samo\s+)?<n>\s*(?:godina|god|let)\b"),
    (
        "мне,мені,mne,meni",
        r"\b(?:мне|мені|mne|meni)\s+(?:всего\s+|только\s+|лише\s+)?<n>\s*(?:лет|года?|років|роки|рік|let|god|rokiv)",
    ),
    ("на ,na ", r"\b(?:на|na)\s+<n>\s*(?:години|год\w*|g\w*)?\s*(?:съм|sam|sym)\b"),
    ("на ,na ", r"\b(?:съм|sam)\s+(?:на|na)\s+<n>\b"),
    ("man", r"\bman\s+(?:ir\s+)?(?:tik\s+|tikai\s+)?<n>\s*(?:met|gad)\w*"),
    // Greek, Turkish, Maltese, Irish, Arabic
    ("είμαι,ειμαι,eimai", r"\b(?:είμαι|ειμαι|eimai)\s+(?:μόνο\s+)?<n>\s*(?:χρον|χρόν|ετών|xron|chron)\w*"),
    ("yaş,yas", r"\b<n>\s*(?:yaşındayım|yasindayim|yaşındaydım|yaşım)\b"),
    ("yaşım,yasim", r"\b(?:yaşım|yasim)\s+<n>\b"),
    ("għandi", r"\bgħandi\s+<n>\s*(?:il-)?sena\b"),
    ("tá mé", r"\btá mé\s+<n>\s+(?:bliana|mbliana)\b"),
    ("عمري,عندي", r"(?:عمري|عندي)\s+<n>\s*(?:سنة|سنه|عام|سنوات)?"),
    ("omr", r"\b(?:3omri|3omry|omri)\s+<n>\b"),
    // Chinese, Japanese, Korean
    ("我", r"我(?:今年|才|已经|只有|现在)*<n>\s*岁"),
    (
        "私,僕,俺,うち,わたし,ぼく",
        r"(?:私|僕|俺|うち|わたし|ぼく)(?:は|も|、)?\s*(?:まだ|今)?\s*<n>\s*(?:歳|才|さい)",
    ),
    ("歳,才,さい", r"^\W*<n>\s*(?:歳|才|さい)(?:です|だよ|だ|の)"),
    ("살", r"(?:나|저|난|전|내가|제가)(?:는|도)?\s*(?:이제|아직)?\s*<n>\s*살"),
    ("살", r"^\W*<n>\s*살(?:이에요|이야|임|입니다|인데|이요)"),
];

/// First-person forms that also carry measures: the number must end the clause.
pub(super) const CLOSING: &[Form] = &[
    (
        "i'm,i’m,im ,i am",
        r"\b(?:i['’]?m|im|i am)\s+(?:only\s+|just\s+|actually\s+|like\s+|literally\s+|still\s+)*<n>\b",
    ),
    ("tengo,tenho", r"\b(?:tengo|tenho)\s+(?:solo\s+|só\s+)?<n>\b"),
    ("ich bin", r"\bich\s+bin\s+(?:erst\s+|gerade\s+|schon\s+)?<n>\b"),
    ("ik ben", r"\bik\s+ben\s+(?:pas\s+|maar\s+)?<n>\b"),
    ("jag är", r"\bjag\s+är\s+(?:bara\s+)?<n>\b"),
    ("jeg er", r"\bjeg\s+er\s+(?:bare\s+|kun\s+)?<n>\b"),
    ("olen,oon", r"\b(?:olen|oon)\s+(?:vasta\s+)?<n>\b"),
    ("мне,мені", r"\b(?:мне|мені)\s+(?:всего\s+|только\s+)?<n>\b"),
    ("είμαι,ειμαι,eimai", r"\b(?:είμαι|ειμαι|eimai)\s+<n>\b"),
];

/// A bare number, as the answer to a question for the age.
pub(super) const BARE: &[Form] =
    &[("", r"^\W*<n>\b(?:\s*(?:yo|y/o|f|m|lol|hbu|wbu|u|and|years?|ans|años|jahre|anni|lat|лет|岁|歳|살))?")];

/// Who or what makes the words before the statement somebody else's or not real.
pub(super) static DOUBT: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?i)(?:\b(?:think|thinks|thought|thinking|say|says|said|told|tell|tells|if|when|like|until|till|til|pretend|pretended|pretends|wish|since|look|looks|lied|lie|joke|joked|dass|dachte|wenn|que|quando|quand|cuando|если|что|когда)\s+(?:people\s+|that\s+)?|не\s+)$";
    Regex::new(words).expect("a fixed pattern")
});

/// Units and comparisons that make a number no age.
pub(super) static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
    let units = r"(?i)^(?:\s*(?:%|°|€|\$|£|percent|prozent|por ?ciento|minut|min\b|mins\b|sec|hour|hrs?\b|stund|uhr|stunden|day|days|tage|giorni|días|dias|jours|дн|week|woche|semana|month|monat|mes\b|meses|mois|km|mile|meter|metre|cm\b|kg\b|kilo|lbs?\b|pound|feet|foot|ft\b|inch|level|lvl|point|points|punkte|win|wins|kill|kills|game|games|goal|page|step|people|leute|th\b|st\b|nd\b|rd\b|out of|away|ahead|behind|up\b|down\b|off\b|short|block|floor|minute|мин|час|км|клас|класс|euro|dollar|bucks|times|mal\b|x\b|in\s+(?:line|the queue))|[.,:/-]\d|\d|[''’′]\d|k\b)";
    Regex::new(units).expect("a fixed pattern")
});

/// The end of a clause, or words that follow a stated age.
pub(super) static CLOSES: LazyLock<Regex> = LazyLock::new(|| {
    let closes = r"(?i)^(?:\s*$|\s*[.,!?;:)\n…]|\s+(?:btw|lol|and|but|so|now|u\b|you|hbu|wbu|too|tho|though|though|already|years|old|from|in\s+(?:year|grade|6th|7th|8th|9th)|ok\b|okay|hope|i\b|im\b|i['’]m|we\b|can\b|do\b|my\b|is\b|what|rn\b|yo\b|f\b|m\b|haha|xd|y\b|e\b|und|aber|et|mais|pero|und|och|og|men|и|а|но|та|nur|if|because|cuz|bc|is\s+that|turning|almost|not\s+\d)|\s*[^\w\s])";
    Regex::new(closes).expect("a fixed pattern")
});

/// What may stand between an age to come and the end of its clause: its unit, or when it comes.
pub(super) static FOLLOWS: LazyLock<Regex> = LazyLock::new(|| {
    let follows = r"(?i)^\s*(?:in|on|next|tomorrow|this|soon|years?|yrs?|yo|años|anos|ans|anni|jahre?|jaar|en|el|la|mañana|pronto|im|em|dans|tra|fra|am|volgend\w*|over)\b";
    Regex::new(follows).expect("a fixed pattern")
});

/// Asks the person it is sent to; of a dog, a game or the one who asks, the answer is no stated age.
pub(super) static ASKS: LazyLock<Regex> = LazyLock::new(|| {
    let asks = [
        r"\bhow old\s*(?:exactly|btw|tho)?\s*(?:[?!.]|$|(?:are|r|is)\s*(?:you|u|ya|yall|y'all)\b|(?:you|u|ya|ru)\b|(?:did|have) (?:you|u)\b)",
        r"\basl\b",
        r"\b(?:ur|your)\s+age\b",
        r"\bwhat\s+age\s*(?:[?!]|$|(?:are|r)\s*(?:you|u)\b|(?:you|u)\b)",
        r"(?:^\W*|\band |\bn |[.,!;]\s*)age\s*\?",
        r"cu[áa]ntos años\s*(?:[?]|$|tienes|tenés|tenes|tiene usted|cumples)",
        r"quantos anos\s*(?:[?]|$|(?:você|vc|tu)\b|tens|tem\s*(?:[?]|$|você|vc))",
        r"quel [âa]ge\s*(?:[?]|$|(?:que )?(?:tu\b|t['’ ]?as|as[- ]tu|avez)|as\b)",
        r"t['’ ]?as quel",
        r"quanti anni\s*(?:[?]|$|hai|ha lei|c['’]?hai)",
        r"câți ani\s*(?:[?]|$|ai\b|aveți)",
        r"wie alt\s*(?:[?]|$|bist|seid|sind sie)",
        r"hoe oud\s*(?:[?]|$|ben|bent)",
        r"hur gammal\s*(?:[?]|$|(?:är|e) (?:du|ni)\b)",
        r"hvor gam(?:mel|al)\s*(?:[?]|$|er (?:du|de)\b)",
        r"kuinka vanha\s*(?:[?]|$|(?:sä |sinä |te )?(?:olet|oot|olette))",
        r"minkä ikäinen\s*(?:[?]|$|(?:sä |sinä |te )?(?:olet|oot|olette))",
        r"ile masz lat",
        r"kolik ti je",
        r"koľko máš",
        r"koliko imaš",
        r"сколько тебе",
        r"скільки тобі",
        r"kaç yaş(?:ındas[ıi]n|ın\b|\s*(?:[?]|$))",
        r"πόσ(?:ο|ων) χρον[ώω]ν\s*(?:[?;]|$|ε[ίι]σαι|ε[ίι]στε)",
        r"hány éves\s*(?:[?]|$|vagy)",
        r"كم عمرك",
        r"[你您妳](?:今年|现在)?\s*(?:几岁|多大)",
        r"^\W*(?:今年)?(?:几岁|多大)",
        r"^\W*(?:今|君|きみ|あなた|お前)?(?:は|って)?、?\s*(?:何[歳才]|お?いくつ)",
        r"^\W*(?:너|넌|니|네가|지금|혹시)?\s*몇\s*살",
    ];
    Regex::new(&format!("(?i)(?:{})", asks.join("|"))).expect("fixed patterns")
});

/// Number words that people write for their age.
pub(super) const NUMBER_WORDS: &[(&str, u8)] = &[
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
