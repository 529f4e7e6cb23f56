//! The closed vocabularies as they stand inside a sentence. Every match is complete, so a new value
//! does not compile without its five wordings.

use super::Words;
use crate::age::AgeGroup;
use crate::emotion::Emotion;
use crate::level::Level;
use crate::taxonomy::{Detector, Tactic};

/// What a detector looks for; begins in lower case where the language allows, to stand anywhere.
pub(super) const fn subject(detector: Detector) -> Words {
    match detector {
        Detector::Bullying => ["bullying", "acoso", "Mobbing", "harcèlement", "bullying"],
        Detector::Grooming => [
            "grooming",
            "captación de menores (grooming)",
            "Cybergrooming",
            "mise en confiance d'un mineur (grooming)",
            "aliciamento de menores (grooming)",
        ],
        Detector::Unsafe => [
            "unsafe content",
            "contenido peligroso",
            "gefährdende Inhalte",
            "contenu dangereux",
            "conteúdo perigoso",
        ],
        Detector::SocialEngineering => [
            "social engineering",
            "engaño para obtener datos o dinero",
            "Betrug durch Manipulation",
            "manipulation frauduleuse",
            "engano para obter dados ou dinheiro",
        ],
        Detector::AppFraud => [
            "app fraud",
            "fraude con aplicaciones",
            "App-Betrug",
            "fraude aux applications",
            "fraude com aplicativos",
        ],
        Detector::RomanceScam => {
            ["romance scam", "estafa amorosa", "Liebesbetrug", "arnaque sentimentale", "golpe amoroso"]
        }
        Detector::MuleRecruitment => [
            "money mule recruitment",
            "captación de mulas de dinero",
            "Anwerbung für Geldwäsche",
            "recrutement de mules financières",
            "recrutamento para movimentar dinheiro ilícito",
        ],
        Detector::GamblingHarm => [
            "gambling harm",
            "apuestas perjudiciales",
            "schädliches Glücksspiel",
            "jeux d'argent à risque",
            "apostas prejudiciais",
        ],
        Detector::CoerciveControl => [
            "coercive control",
            "control coercitivo",
            "Kontrolle und Zwang in einer Beziehung",
            "contrôle coercitif",
            "controle coercitivo",
        ],
        Detector::VulnerabilityExploitation => [
            "exploitation of vulnerability",
            "abuso de una situación vulnerable",
            "Ausnutzung einer Schwäche oder Notlage",
            "exploitation d'une vulnérabilité",
            "exploração de uma vulnerabilidade",
        ],
        Detector::Radicalisation => {
            ["radicalisation", "radicalización", "Radikalisierung", "radicalisation", "radicalização"]
        }
        Detector::DistressSignals => {
            ["distress", "malestar emocional", "seelische Belastung", "mal-être", "sofrimento emocional"]
        }
        Detector::Tfgbv => [
            "technology-facilitated gender-based violence",
            "violencia de género digital",
            "digitale geschlechtsspezifische Gewalt",
            "cyberviolence de genre",
            "violência de gênero digital",
        ],
        Detector::Emotions => [
            "emotional strain",
            "tensión emocional",
            "emotionale Anspannung",
            "tension émotionnelle",
            "tensão emocional",
        ],
    }
}

/// What a detector looks for, as an English sentence tells it; the other languages say the subject.
pub(super) const fn concern(detector: Detector) -> &'static str {
    match detector {
        Detector::Bullying => "hurting a person on purpose",
        Detector::Grooming => "preparing the abuse of a child",
        Detector::Unsafe => "something that can harm the one who writes or reads it",
        Detector::SocialEngineering => "tricking a person into giving something away",
        Detector::AppFraud => "a fraudulent app, page or offer",
        Detector::RomanceScam => "affection used to obtain something",
        Detector::MuleRecruitment => "recruiting a person to move money for others",
        Detector::GamblingHarm => "harmful gambling, or an invitation to it",
        Detector::CoerciveControl => "controlling a person in a relationship",
        Detector::VulnerabilityExploitation => "using a person's weakness against them",
        Detector::Radicalisation => "extremist views, or winning a person for them",
        Detector::DistressSignals => "a person in distress",
        Detector::Tfgbv => "digital violence because of gender",
        Detector::Emotions => "strong emotions",
    }
}

pub(super) const fn tactic(tactic: Tactic) -> Words {
    match tactic {
        Tactic::Reconnaissance => [
            "reconnaissance",
            "averiguar quién vigila o cuándo está a solas",
            "Ausforschen von Aufsicht und Alleinsein",
            "chercher à savoir qui surveille l'enfant",
            "sondar quem supervisiona a criança",
        ],
        Tactic::MeetingRequest => [
            "meeting request",
            "presión para verse en persona",
            "Drängen auf ein Treffen",
            "pression pour une rencontre",
            "pressão para um encontro",
        ],
        Tactic::Flattery => [
            "flattery",
            "halagos desmedidos",
            "übertriebene Schmeichelei",
            "flatterie excessive",
            "elogios exagerados",
        ],
        Tactic::SecrecyRequest => [
            "secrecy request",
            "petición de guardar secreto",
            "Bitte um Geheimhaltung",
            "demande de garder le secret",
            "pedido de segredo",
        ],
        Tactic::Isolation => [
            "isolation",
            "aislamiento de familia y amistades",
            "Entfremden von Familie und Freunden",
            "mise à l'écart des proches",
            "afastamento da família e dos amigos",
        ],
        Tactic::BoundaryPushing => [
            "boundary pushing",
            "forzar los límites poco a poco",
            "schrittweises Überschreiten von Grenzen",
            "franchissement progressif des limites",
            "avanço gradual sobre os limites",
        ],
        Tactic::PhotoRequest => {
            ["photo request", "petición de fotos", "Bitte um Fotos", "demande de photos", "pedido de fotos"]
        }
        Tactic::GiftOffering => [
            "gift offering",
            "ofrecimiento de regalos",
            "Anbieten von Geschenken",
            "offre de cadeaux",
            "oferta de presentes",
        ],
    }
}

pub(super) const fn level(level: Level) -> Words {
    match level {
        Level::None => ["none", "ninguno", "keine", "nul", "nenhum"],
        Level::Low => ["low", "bajo", "niedrig", "faible", "baixo"],
        Level::Medium => ["medium", "medio", "mittel", "moyen", "médio"],
        Level::High => ["high", "alto", "hoch", "élevé", "alto"],
        Level::Critical => ["critical", "crítico", "kritisch", "critique", "crítico"],
    }
}

pub(super) const fn emotion(emotion: Emotion) -> Words {
    match emotion {
        Emotion::Sadness => ["sadness", "tristeza", "Traurigkeit", "tristesse", "tristeza"],
        Emotion::Loneliness => ["loneliness", "soledad", "Einsamkeit", "solitude", "solidão"],
        Emotion::Anxiety => ["anxiety", "ansiedad", "Sorge", "anxiété", "ansiedade"],
        Emotion::Stress => ["stress", "estrés", "Stress", "stress", "estresse"],
        Emotion::Frustration => ["frustration", "frustración", "Frust", "frustration", "frustração"],
        Emotion::Shame => ["shame", "vergüenza", "Scham", "honte", "vergonha"],
        Emotion::Anger => ["anger", "enfado", "Wut", "colère", "raiva"],
        Emotion::Fear => ["fear", "miedo", "Angst", "peur", "medo"],
        Emotion::Joy => ["joy", "alegría", "Freude", "joie", "alegria"],
        Emotion::Withdrawal => ["withdrawal", "retraimiento", "Rückzug", "repli sur soi", "retraimento"],
        Emotion::Hope => ["hope", "esperanza", "Hoffnung", "espoir", "esperança"],
        Emotion::Calm => ["calm", "calma", "Ruhe", "calme", "calma"],
        Emotion::Admiration => ["admiration", "admiración", "Bewunderung", "admiration", "admiração"],
        Emotion::Amusement => ["amusement", "diversión", "Belustigung", "amusement", "diversão"],
        Emotion::Annoyance => ["annoyance", "fastidio", "Ärger", "agacement", "irritação"],
        Emotion::Approval => ["approval", "aprobación", "Zustimmung", "approbation", "aprovação"],
        Emotion::Caring => ["caring", "cariño", "Fürsorge", "sollicitude", "carinho"],
        Emotion::Confusion => ["confusion", "confusión", "Verwirrung", "confusion", "confusão"],
        Emotion::Curiosity => ["curiosity", "curiosidad", "Neugier", "curiosité", "curiosidade"],
        Emotion::Desire => ["desire", "deseo", "Wunsch", "désir", "desejo"],
        Emotion::Disappointment => ["disappointment", "decepción", "Enttäuschung", "déception", "decepção"],
        Emotion::Disapproval => {
            ["disapproval", "desaprobación", "Ablehnung", "désapprobation", "desaprovação"]
        }
        Emotion::Disgust => ["disgust", "asco", "Ekel", "dégoût", "nojo"],
        Emotion::Embarrassment => {
            ["embarrassment", "bochorno", "Verlegenheit", "embarras", "constrangimento"]
        }
        Emotion::Excitement => ["excitement", "entusiasmo", "Begeisterung", "enthousiasme", "entusiasmo"],
        Emotion::Gratitude => ["gratitude", "gratitud", "Dankbarkeit", "gratitude", "gratidão"],
        Emotion::Grief => ["grief", "duelo", "Trauer", "deuil", "luto"],
        Emotion::Love => ["love", "amor", "Liebe", "amour", "amor"],
        Emotion::Nervousness => ["nervousness", "nerviosismo", "Nervosität", "nervosité", "nervosismo"],
        Emotion::Optimism => ["optimism", "optimismo", "Zuversicht", "optimisme", "otimismo"],
        Emotion::Pride => ["pride", "orgullo", "Stolz", "fierté", "orgulho"],
        Emotion::Realization => {
            ["realization", "toma de conciencia", "Einsicht", "prise de conscience", "percepção"]
        }
        Emotion::Relief => ["relief", "alivio", "Erleichterung", "soulagement", "alívio"],
        Emotion::Remorse => ["remorse", "remordimiento", "Reue", "remords", "remorso"],
        Emotion::Surprise => ["surprise", "sorpresa", "Überraschung", "surprise", "surpresa"],
        Emotion::Neutral => ["neutral", "tono neutro", "neutraler Ton", "ton neutre", "tom neutro"],
    }
}

pub(super) const fn age_group(group: AgeGroup) -> Words {
    match group {
        AgeGroup::Under10 => {
            ["under 10", "menos de 10 años", "unter 10", "moins de 10 ans", "menos de 10 anos"]
        }
        AgeGroup::From10To12 => ["10-12"; 5],
        AgeGroup::From13To15 => ["13-15"; 5],
        AgeGroup::From16To17 => ["16-17"; 5],
        AgeGroup::Under18 => {
            ["under 18", "menos de 18 años", "unter 18", "moins de 18 ans", "menos de 18 anos"]
        }
    }
}
