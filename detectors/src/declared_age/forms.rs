//! The tables behind stated ages: forms per language, guards, number words.
//!
//! A form is a list of words, one of which its text must hold, and a pattern in which `<n>` stands for the
//! number ([`SHORTHAND`] has the rest). The words come first because a pattern costs milliseconds to compile and
//! most messages need none.

use regex::Regex;
use std::sync::LazyLock;

/// Words, separated by commas, and the pattern.
pub(super) type Form = (&'static str, &'static str);

/// What the patterns abbreviate.
const SHORTHAND: &[(&str, &str)] = &[
    // A number. Any short word may stand for it: the table of words decides, which keeps the patterns small.
    ("<n>", r"(?P<years>\p{Nd}{1,2}|[一二三四五六七八九十]{1,2}|\p{L}[\p{L}-]{2,9})"),
    // A number in digits, and one of exactly two.
    ("<d>", r"(?P<years>\p{Nd}{1,2})"),
    ("<dd>", r"(?P<years>\p{Nd}{2})"),
    // The start of a sentence, behind a greeting or the like.
    (
        "<start>",
        r"(?:^|[\n.;!?…])\W*(?:(?:hey|hi|hello|lol|omg|btw|um|bro|well|yes|yeah|no|but|sí|si|pero|sim|não|mas|oui|non|mais|да|нет|но|ну)\W+)*",
    ),
    // The end of a clause.
    ("<end>", r"(?:\s*(?:$|[^\w\s/+'’%°€$£-])|\s*\n)"),
];

/// A pattern of the tables as the regex engine reads it.
pub(super) fn spelled_out(pattern: &str) -> String {
    let whole = SHORTHAND.iter().fold(pattern.to_owned(), |text, (short, long)| text.replace(short, long));
    format!("(?i){whole}")
}

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
    ("turning", r"<start>turning\s+<n>\s+(?:in|on|next|tomorrow|this|soon)\b"),
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
        r"\b(?:i['’]?m|im|i am|i be)\s+(?:a\s+)?(?:only\s+|just\s+|actually\s+|like\s+|literally\s+|still\s+)*<n>[\s-]*(?:yo\b|y/o|(?:yrs?|years?)(?:[\s-]*old|\s+of\s+age)\b)",
    ),
    ("turned", r"(?:<start>|\bi(?:['’]?ve|\s+have)?\s+)just\s+turned\s+<n>\b"),
    ("as a", r"\bas\s+an?\s+<n>[\s-]?(?:yo|y/o|year[\s-]?old)\b"),
    ("my age", r"\bmy\s+age\s+is\s+<n>\b"),
    // "age 12+" and "this game is age 12" are said of something else.
    (
        "age",
        r"(?:^|[\n.,;!]|\bmy|\bi['’]?m|\bi am)\s*age\s*:?\s*<n>(?:\s*(?:$|[\n.,;!?])|\s+(?:f|m|male|female|from|here|btw|and)\b)",
    ),
    ("yo,y/o,year", r"^\W*<n>\s?(?:yo|y/o|years?\s+old)\b"),
    // "90f today", "20m from school" and "M25 is closed" are degrees, metres and a road.
    (
        "f",
        r"^\W*(?P<years>[5-9]|[1-4]\d)\s?/?\s?f(?:<end>|\s+(?:here|from|uk|us|usa|looking|hbu|wbu|u|you|btw|lol)\b)",
    ),
    (
        "fem",
        r"^\W*<n>\s?/?\s?(?:fem|female)(?:<end>|\s+(?:here|from|uk|us|usa|looking|hbu|wbu|u|you|btw|lol)\b)",
    ),
    ("f,m", r"^\W*(?:f|m)\s?/?\s?<dd><end>"),
    ("m", r"^\W*<dd>\s?/?\s?m\s+(?:here|looking|(?:from\s+(?:the\s+)?)?(?:uk|us|usa))\b"),
    ("male", r"^\W*<n>\s?/?\s?male\s+(?:here|from|uk|us|usa|looking)\b"),
    // Spanish, Portuguese, French, Italian, Romanian
    ("tengo", r"\btengo\s+(?:solo\s+|apenas\s+|ya\s+)?<n>\s*(?:años|anos|añitos)\b"),
    ("acabo", r"\bacabo de cumplir\s+<n>\b"),
    ("tenho", r"\btenho\s+(?:só\s+|so\s+|apenas\s+)?<n>\s*(?:anos|aninhos)\b"),
    ("ai", r"\bj['’ ]?ai\s+(?:que\s+|seulement\s+|juste\s+)?<n>\s*ans?\b"),
    ("ho ", r"\bho\s+(?:solo\s+|appena\s+)?<n>\s*anni\b"),
    ("am ", r"\bam\s+(?:doar\s+)?<n>\s*(?:ani|anișori)\b"),
    // German, Dutch, Scandinavian
    ("bin ", r"\b(?:ich\s+)?bin\s+(?:erst\s+|gerade\s+)?<n>\s*(?:jahre?|j\b|jährig)"),
    ("ben ", r"\b(?:ik\s+)?ben\s+(?:pas\s+|maar\s+)?<n>\s*(?:jaar|jr)\b"),
    // "bin schon 10 Jahre dabei" tells how long.
    ("bin schon", r"\b(?:ich\s+)?bin\s+schon\s+<n>\s*(?:jahre?\s+alt\b|jahre?<end>|jährig)"),
    ("ben al", r"\b(?:ik\s+)?ben\s+al\s+<n>\s*(?:jaar|jr)(?:\s+oud\b|<end>)"),
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
    ("на ,na ", r"\b(?:на|na)\s+<n>\s*(?:години|год\w*|g(?:od(?:ini)?)?\b)?\s*(?:съм|sam|sym)\b"),
    ("на ,na ", r"\b(?:съм|sam|sym)\s+(?:на|na)\s+<n>\s*(?:години|год|godini)\b"),
    ("man", r"\bman\s+(?:ir\s+)?(?:tik\s+|tikai\s+)?<n>\s*(?:met(?:ų|u|ai|ukai|ukų)|gad(?:i|u|s|iņi|iņu))\b"),
    // Greek, Turkish, Maltese, Irish, Arabic
    // χρόνια are years that something lasts, and yaşındaydım is past.
    (
        "είμαι,ειμαι,eimai",
        r"\b(?:είμαι|ειμαι|eimai)\s+(?:μόνο\s+)?<n>\s*(?:χρον[ώω]ν?|χρ[όο]νων|ετ[ώω]ν|(?:x|ch)ron[ow]n?)\b",
    ),
    ("yaş,yas", r"\b<n>\s*(?:yaşındayım|yasindayim|yaşım)\b"),
    ("yaşım,yasim", r"\b(?:yaşım|yasim)\s+<n>\b"),
    ("għandi", r"\bgħandi\s+<n>[\s-]*(?:il[\s-]+)?(?:sena|snin)\b"),
    ("tá mé", r"\btá mé\s+<n>\s+(?:bliana|mbliana)\b"),
    ("عمري", r"عمري\s+<n>\s*(?:سنة|سنه|عام|سنوات)?"),
    // "I have": twenty minutes, too.
    ("عندي", r"عندي\s+<n>\s*(?:سنة|سنه|عام|سنوات|سنين)\b"),
    ("omr", r"\b(?:3omri|3omry|omri)\s+<n>\b"),
    // Chinese, Japanese, Korean
    ("我", r"我(?:今年|才|已经|只有|现在)*<n>\s*岁"),
    (
        "私,僕,俺,うち,わたし,ぼく",
        r"(?:私|僕|俺|うち|わたし|ぼく)(?:は|も|、)?\s*(?:まだ|今)?\s*<n>\s*(?:歳|才|さい)(?:の(?:女の?子|男の?子|[小中大]?学生|高校生|j[ksc])(?:です|だ|なの|<end>))?",
    ),
    // Of a girl of 14 it has to be said that one is her: "12歳の娘がいます" has a daughter.
    (
        "歳,才,さい",
        r"^\W*<n>\s*(?:歳|才|さい)(?:です|だ|の(?:[私僕俺]|(?:女の?子|男の?子|[小中大]?学生|高校生|j[ksc])(?:です|だ|なの|<end>)))",
    ),
    ("살", r"(?:나|저|난|전|내가|제가)(?:는|도)?\s*(?:이제|아직)?\s*<n>\s*살"),
    ("살", r"^\W*<n>\s*살(?:이에요|이야|임|입니다|인데|이요)"),
];

/// First-person forms that also carry measures: the number must end the clause.
pub(super) const CLOSING: &[Form] = &[
    (
        "i'm,i’m,im ,i am",
        r"\b(?:i['’]?m|im|i am)\s+(?:only\s+|just\s+|actually\s+|like\s+|literally\s+|still\s+)*<n>(?:\s*(?:yrs?|years?))?\b",
    ),
    ("tengo,tenho", r"\b(?:tengo|tenho)\s+(?:solo\s+|só\s+)?<n>\b"),
    ("ich bin", r"\bich\s+bin\s+(?:erst\s+|gerade\s+|schon\s+)?<n>\b"),
    ("ik ben", r"\bik\s+ben\s+(?:pas\s+|maar\s+)?<n>\b"),
    ("jag är", r"\bjag\s+är\s+(?:bara\s+)?<n>\b"),
    ("jeg er", r"\bjeg\s+er\s+(?:bare\s+|kun\s+)?<n>\b"),
    ("olen,oon", r"\b(?:olen|oon)\s+(?:vasta\s+)?<n>\b"),
    ("мне,мені", r"\b(?:мне|мені)\s+(?:всего\s+|только\s+)?<n>\b"),
    ("съм на", r"\bсъм\s+на\s+<n>\b"),
    ("είμαι,ειμαι,eimai", r"\b(?:είμαι|ειμαι|eimai)\s+<n>\b"),
];

/// A bare number, as the answer to a question for the age: it must end the clause.
pub(super) const BARE: &[Form] = &[
    (
        "",
        r"^\W*<d>(?:\s*(?:(?:yo|y/o|f|m|years?(?:\s+old)?|ans|años|anos|jahre|jaar|anni|lat|лет)\b|岁了?|[歳才살]))?",
    ),
    ("عندي", r"عندي\s+<n>\b"),
];

/// A bare number word, which ends the clause sooner: "once" and "ten" begin other sentences as well.
pub(super) const BARE_WORD: &[Form] = &[
    (
        "",
        r"^\W*<n>\b(?:\s*(?:yo|years?(?:\s+old)?|ans|años|anos|jahre|jaar|anni|lat|лет)\b)?(?:\s+(?:but|almost|turning)\b|(?:\W+(?:lol|and|y|et|und|u|you|tu|toi|du|hbu|wbu))*<end>)",
    ),
    ("岁,歳,才,살", r"^\W*<n>\s*(?:岁了?|[歳才살])<end>"),
];

/// Who or what makes the words before the statement somebody else's, not real or past.
pub(super) static DOUBT: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?i)(?:\b(?:think|thinks|thought|thinking|say|says|said|told|tell|tells|if|when|like|until|till|til|pretend|pretended|pretends|wish|since|look|looks|lied|lie|joke|joked|dass|dachte|wenn|que|quando|quand|cuando|если|что|когда|كان|لما|عندما)\s+(?:people\s+|that\s+)?|не\s+)$";
    Regex::new(words).expect("a fixed pattern")
});

/// What takes that doubt back: it is the senders' own word, or their reason.
pub(super) static AVOWAL: LazyLock<Regex> = LazyLock::new(|| {
    let words = [
        r"<start>i(?:['’]?ve|\s+have)?\s+(?:(?:already|alr|just|literally)\s+)*said\s+(?:that\s+)?",
        r"(?:<start>(?:(?:ya|yo)\s+)*|\b(?:te|os)\s+)(?:dije|digo|he\s+dicho)\s+que\s+",
        r"(?:<start>(?:(?:eu|j[áa])\s+)+|\bte\s+)(?:disse|falei|digo)\s+(?:(?:pra|para|a)\s+(?:ti|voc[êe]|vc)\s+)?que\s+",
        r"(?:<start>j['’ ]?ai|\bje?\s*(?:t['’ ]?|vous\s+)ai)\s+(?:d[ée]j[àa]\s+)?dit\s+que\s+",
        r"<start>я\s+(?:(?:же|уже|тебе|вам)\s+)*(?:сказала?|говорила?|говорю)(?:\s+(?:же|уже|тебе|вам))*,?\s+что\s+",
        r"\b(?:parce|es|é|потому)\s+(?:que|что)\s+",
    ];
    Regex::new(&spelled_out(&format!("(?:{})$", words.join("|")))).expect("fixed patterns")
});

/// Units and comparisons that make a number no age.
pub(super) static MEASURE: LazyLock<Regex> = LazyLock::new(|| {
    let units = r"(?i)^(?:\s*(?:%|°|€|\$|£|percent|prozent|por ?ciento|minut|min\b|mins\b|sec|hour|hrs?\b|stund|uhr|stunden|day|days|tage|giorni|días|dias|jours|дн|week|woche|semana|month|monat|mes\b|meses|mois|km|mile|meter|metre|metar|метр|метар|m\s+(?:away|from|off)\b|cm\b|kg\b|kilo|lbs?\b|pound|feet|foot|ft\b|inch|level|lvl|point|points|punkte|win|wins|kill|kills|game|games|goal|page|step|people|leute|th\b|st\b|nd\b|rd\b|out of|away|ahead|behind|up\b|down\b|off\b|short|block|floor|and\s+(?:up|over|under)\b|minute|мин|час|км|клас|класс|euro|dollar|bucks|times|mal\b|x\b|in\s+(?:line|the queue))|[.,:/-]\d|\d|[''’′]\d|k\b)";
    Regex::new(units).expect("a fixed pattern")
});

/// What makes years no age: they are a difference, last, are over, or are somebody else's.
pub(super) static SPAN_OF_YEARS: LazyLock<Regex> = LazyLock::new(|| {
    let words = [
        // English
        r"(?:years?|yrs?)\s+(?:older|younger|sober|clean|free|married|single|together|strong|in|into|late|early|deep)",
        r"from\s+(?:retir\w*|graduat\w*|being|now)",
        r"['’]s",
        // Spanish, Portuguese, French, Italian, Romanian
        r"(?:m[aá]s|mais|menos)\s+(?:que|do|velh\w*|nov\w*|jov\w*|viej\w*|grande|chic\w*)",
        r"a\s+(?:mais|menos)",
        r"de\s+(?:experi[eê]n\w*|servi\w*|casad\w*|matrim\w*|casamento|namoro|novi\w*|relaci\w*|carre\w*|trabajo|trabalho)",
        r"casad[oa]|aquí|(?:trabaj|jug|esper|entren|estudi)ando|(?:viv|hac)iendo",
        r"de\s+(?:plus|moins|métier|mariage|carrière|pratique|retard|différence)",
        r"d['’ ]?(?:exp[ée]rience|[ée]cart|anciennet[ée])",
        r"(?:plus|moins)\s+(?:que|[âa]g\w*|vieux|vieille|jeune)",
        r"(?:in|di)\s+(?:più|piu|meno)|di\s+(?:esperienza|matrimonio|differenza|carriera|lavoro)",
        r"(?:più|piu|meno)\s+(?:di|grande|piccol\w*|vecchi\w*|giovan\w*)",
        r"mai\s+(?:mult|mare|mic\w*|pu[țt]in|b[ăa]tr[âa]n\w*|t[âa]n[ăa]r\w*)|[îi]n\s+plus",
        r"de\s+(?:experien[țt]\w*|c[âa]nd|căsnicie|vechime)|vechime",
        // German, Dutch, Scandinavian
        r"älter|aelter|jünger|juenger|dabei|hier|weg|lang|verheiratet|zusammen|trocken|clean|nüchtern|rauchfrei|mitglied",
        r"zu\s+(?:alt|jung|spät)|te\s+(?:oud|jong)|(?:för|for)\s+(?:gammal|gammel|ung)",
        r"ouder|jonger|trainer|lid|getrouwd|samen|nuchter|werkzaam",
        r"äldre|ældre|eldre|yngre|nykter|edru|gift",
        // Finnish, Estonian
        r"vanhempi|nuorempi|liian|naimisissa|raittiina|vanem|noorem|liiga",
        // Slavic and Baltic
        r"więcej|wiecej|mniej|starsz\w*|młodsz\w*|doświadczenia|doswiadczenia|stażu|praktyki|do\s+emerytury",
        r"víc\w*|méně|starší|mladší|praxe|zkušeností|viac|menej|skúseností",
        r"vi[šs]e|manje|starij\w*|mlađ\w*|iskustva|staža|več|manj|izkušenj|star(?:u|og|oga|o|e|ega|ou|ého|é|ú)",
        r"назад|было|було|остал\w+|залиш\w+|больше|більше|стажа|стажу|опыта|до\s+пенс\w+|повече",
        r"daugiau|vairāk|patirties|pieredzes",
        // Greek, Maltese, Irish
        r"μεγαλύτερ\w*|μικρότερ\w*|aktar|iżjed|esperjenza|níos",
    ];
    // Words that nothing has to part from the next, and one that ends its clause.
    let glued = [
        r"m[aá]s\s*(?:$|[.,!?])",
        r"خبر|أكبر|اكبر|أصغر|اصغر|متزوج",
        r"的|时|那(?:年|时|个|会)|以前|之前|前|开始|起",
        r"の|年?[上下]|だ?った|でした|頃|ころ",
        r"때|적|부터|까지|였|차이|많[아은]|어[린려]|연상|연하|짜리|딸|아들|동생|아이가|애가|조카",
    ];
    let unit = r"(?:(?:años|anos|anni|ans|jahre?|jaar)\s+)?";
    let (words, glued) = (words.join("|"), glued.join("|"));
    Regex::new(&format!(r"(?i)^\s*{unit}(?:(?:{words})\b|{glued})")).expect("fixed patterns")
});

/// The end of a clause, or words that follow a stated age.
pub(super) static CLOSES: LazyLock<Regex> = LazyLock::new(|| {
    let closes = r"(?i)^(?:\s*$|\s*\n|\s*[^\w\s]|\s+(?:btw|lo+l\w*|and|but|so+|now|u|you\w*|hbu|wbu|too+|tho|though|already|old|from|in\s+(?:year|grade|6th|7th|8th|9th)|ok|okay|hope\w*|i|im|i['’]m|we|can|do|my|is|what\w*|rn|yo|f|m|haha\w*|xd+|y|e|und|aber|et|mais|pero|och|og|men|mutta|aga|ale|ali|dar|și|és|ve|ama|bet|και|αλλά|и|а|но|та|nur|if|because|cuz|bc|turning|almost|not\s+\d+)\b)";
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
