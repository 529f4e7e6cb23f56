//! The tags as they stand inside a sentence: what somebody does or shows, not what they are.

use crate::tags::Tag;
use crate::taxonomy::Detector;

/// Spanish, German, French and Portuguese words of a tag; English has the label of [`crate::TAGS`]. A test
/// makes sure that there are some for every tag.
pub(super) fn words(tag: Tag) -> Option<[&'static str; 4]> {
    let info = tag.info();
    let row = rows(info.detector).iter().find(|(name, ..)| *name == info.tag)?;
    Some([row.1, row.2, row.3, row.4])
}

/// Tag, then Spanish, German, French, Portuguese.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

const fn rows(detector: Detector) -> &'static [Row] {
    match detector {
        Detector::Bullying => BULLYING,
        Detector::Unsafe => UNSAFE,
        Detector::SocialEngineering => SOCIAL_ENGINEERING,
        Detector::AppFraud => APP_FRAUD,
        Detector::RomanceScam => ROMANCE_SCAM,
        Detector::MuleRecruitment => MULE_RECRUITMENT,
        Detector::GamblingHarm => GAMBLING_HARM,
        Detector::CoerciveControl => COERCIVE_CONTROL,
        Detector::VulnerabilityExploitation => VULNERABILITY_EXPLOITATION,
        Detector::Radicalisation => RADICALISATION,
        Detector::DistressSignals => DISTRESS_SIGNALS,
        Detector::Tfgbv => TFGBV,
        // Tactics and emotions are vocabularies of their own.
        Detector::Grooming | Detector::Emotions => &[],
    }
}

#[rustfmt::skip]
const BULLYING: &[Row] = &[
    ("DIRECT_INSULT", "insulto directo", "direkte Beleidigung", "insulte directe", "insulto direto"),
    ("EXCLUSION", "exclusión de un grupo", "Ausschluss aus einer Gruppe", "mise à l'écart d'un groupe", "exclusão de um grupo"),
    ("HUMILIATION", "humillación", "Demütigung", "humiliation", "humilhação"),
    ("PILE_ON", "ataque en grupo", "Angriff durch viele", "attaque en meute", "ataque em grupo"),
    ("INTIMIDATION", "intimidación", "Einschüchterung", "intimidation", "intimidação"),
    ("CYBERSTALKING", "acecho en línea", "Nachstellen im Netz", "traque en ligne", "perseguição on-line"),
    ("IDENTITY_ABUSE", "ataque por la identidad o el origen", "Angriff auf Herkunft oder Identität", "attaque fondée sur l'identité ou l'origine", "ataque à identidade ou à origem"),
    ("SEXUAL_HARASSMENT", "acoso sexual", "sexuelle Belästigung", "harcèlement sexuel", "assédio sexual"),
    ("PII_DOXXING", "difusión de datos personales", "Preisgabe persönlicher Daten", "divulgation de données personnelles", "exposição de dados pessoais"),
    ("THREAT", "amenaza", "Drohung", "menace", "ameaça"),
];

#[rustfmt::skip]
const UNSAFE: &[Row] = &[
    ("COMPULSIVE_USAGE", "uso compulsivo", "zwanghafte Nutzung", "usage compulsif", "uso compulsivo"),
    ("DEPRESSION_ANXIETY", "señales de depresión o ansiedad", "Anzeichen von Depression oder Angst", "signes de dépression ou d'anxiété", "sinais de depressão ou ansiedade"),
    ("SUBSTANCE_USE", "consumo de drogas o alcohol", "Konsum von Drogen oder Alkohol", "consommation de drogues ou d'alcool", "consumo de drogas ou álcool"),
    ("SEXUAL_CONTENT", "contenido sexual", "sexuelle Inhalte", "contenu sexuel", "conteúdo sexual"),
    ("EATING_DISORDER", "trastorno de la alimentación", "Essstörung", "trouble alimentaire", "transtorno alimentar"),
    ("HATE_SPEECH", "discurso de odio", "Hassrede", "discours de haine", "discurso de ódio"),
    ("VIOLENCE", "violencia", "Gewalt", "violence", "violência"),
    ("SELF_HARM", "autolesión", "Selbstverletzung", "automutilation", "autolesão"),
    ("CONTAGION", "incitación o pacto para hacerse daño", "Anstiftung oder Pakt zur Selbstschädigung", "incitation ou pacte pour se faire du mal", "incitação ou pacto para se ferir"),
    ("SEXUAL_EXPLOITATION", "explotación sexual", "sexuelle Ausbeutung", "exploitation sexuelle", "exploração sexual"),
    ("SUICIDAL_BEHAVIOUR", "conducta suicida", "suizidales Verhalten", "comportement suicidaire", "comportamento suicida"),
    ("SEXTORTION", "chantaje con imágenes íntimas", "Erpressung mit intimen Bildern", "chantage aux images intimes", "chantagem com imagens íntimas"),
    ("TRAFFICKING", "trata de personas", "Menschenhandel", "traite d'êtres humains", "tráfico de pessoas"),
    ("CSAM", "material de abuso sexual infantil", "Darstellungen sexuellen Kindesmissbrauchs", "contenu pédocriminel", "material de abuso sexual infantil"),
    ("DEBT_BONDAGE", "servidumbre por deudas", "Schuldknechtschaft", "servitude pour dettes", "servidão por dívida"),
    ("FORCED_CRIMINALITY", "coacción para cometer delitos", "Zwang zu Straftaten", "contrainte à commettre des délits", "coação para cometer crimes"),
    ("HONOUR_ESCALATION", "amenaza en nombre del honor", "Bedrohung im Namen der Ehre", "menace au nom de l'honneur", "ameaça em nome da honra"),
];

#[rustfmt::skip]
const SOCIAL_ENGINEERING: &[Row] = &[
    ("AUTH_IMPERSONATION", "suplantación de una autoridad", "Vortäuschen einer Behörde oder Dienststelle", "usurpation d'une autorité", "passar-se por uma autoridade"),
    ("URGENCY_FABRICATION", "urgencia inventada", "vorgetäuschte Eile", "urgence inventée", "urgência inventada"),
    ("TRUST_EXPLOITATION", "abuso de la confianza", "Ausnutzen von Vertrauen", "abus de confiance", "abuso da confiança"),
    ("CREDENTIAL_THEFT", "intento de obtener contraseñas o códigos", "Erschleichen von Zugangsdaten", "vol d'identifiants", "tentativa de obter senhas ou códigos"),
    ("PHISHING_LINK", "enlace de phishing", "Phishing-Link", "lien d'hameçonnage", "link de phishing"),
    ("FINANCIAL_DEMAND", "exigencia de dinero", "Geldforderung", "demande d'argent", "exigência de dinheiro"),
    ("PRETEXTING", "pretexto inventado", "erfundener Vorwand", "prétexte inventé", "pretexto inventado"),
    ("PEER_PRESSURE", "presión del grupo", "Gruppendruck", "pression du groupe", "pressão do grupo"),
];

#[rustfmt::skip]
const APP_FRAUD: &[Row] = &[
    ("FAKE_APP", "aplicación falsa", "gefälschte App", "fausse application", "aplicativo falso"),
    ("FAKE_INVESTMENT", "inversión falsa", "vorgetäuschte Geldanlage", "faux placement", "investimento falso"),
    ("PHISHING_APP", "aplicación que roba datos", "App zum Datendiebstahl", "application de vol de données", "aplicativo que rouba dados"),
    ("SUBSCRIPTION_TRAP", "suscripción engañosa", "Abofalle", "abonnement piège", "assinatura enganosa"),
    ("MALICIOUS_LINK", "enlace dañino", "schädlicher Link", "lien malveillant", "link malicioso"),
    ("FAKE_REVIEW", "reseña falsa", "gefälschte Bewertung", "faux avis", "avaliação falsa"),
];

#[rustfmt::skip]
const ROMANCE_SCAM: &[Row] = &[
    ("LOVE_BOMBING", "afecto abrumador desde el principio", "überwältigende Zuneigung von Anfang an", "déferlement d'affection dès le début", "excesso de afeto desde o início"),
    ("FINANCIAL_REQUEST", "petición de dinero", "Bitte um Geld", "demande d'argent", "pedido de dinheiro"),
    ("IDENTITY_DECEPTION", "identidad falsa", "falsche Identität", "fausse identité", "identidade falsa"),
    ("SECRECY_REQUEST", "petición de guardar secreto", "Bitte um Geheimhaltung", "demande de garder le secret", "pedido de segredo"),
    ("AGE_FLATTERY", "halagos sobre la madurez para la edad", "Schmeichelei über die Reife fürs Alter", "flatterie sur la maturité pour l'âge", "elogios à maturidade para a idade"),
    ("ISOLATION", "aislamiento de las personas cercanas", "Abschotten von Nahestehenden", "isolement vis-à-vis des proches", "afastamento das pessoas próximas"),
];

#[rustfmt::skip]
const MULE_RECRUITMENT: &[Row] = &[
    ("EASY_MONEY", "promesa de dinero fácil", "Versprechen von leichtem Geld", "promesse d'argent facile", "promessa de dinheiro fácil"),
    ("ACCOUNT_SHARING", "cesión de una cuenta bancaria", "Überlassen eines Bankkontos", "prêt d'un compte bancaire", "empréstimo de conta bancária"),
    ("LAUNDERING_LANGUAGE", "indicios de blanqueo de dinero", "Hinweise auf Geldwäsche", "indices de blanchiment d'argent", "indícios de lavagem de dinheiro"),
    ("RECRUITMENT_PRESSURE", "presión para participar", "Druck zum Mitmachen", "pression pour participer", "pressão para participar"),
];

#[rustfmt::skip]
const GAMBLING_HARM: &[Row] = &[
    ("UNDERAGE_PROMOTION", "promoción de apuestas a menores", "Glücksspielwerbung für Minderjährige", "promotion de jeux d'argent auprès de mineurs", "promoção de apostas a menores"),
    ("CHASING_LOSSES", "apostar para recuperar lo perdido", "Spielen, um Verluste aufzuholen", "jouer pour récupérer ses pertes", "apostar para recuperar perdas"),
    ("BORROWING", "pedir prestado para apostar", "Geld leihen zum Spielen", "emprunter pour jouer", "pegar dinheiro emprestado para apostar"),
    ("CONCEALMENT", "ocultar el juego", "Verheimlichen des Spielens", "dissimulation du jeu", "esconder as apostas"),
    ("BET_PRESSURE", "presión para apostar", "Drängen zum Wetten", "pression pour parier", "pressão para apostar"),
];

#[rustfmt::skip]
const COERCIVE_CONTROL: &[Row] = &[
    ("ISOLATION", "aislamiento de familia y amistades", "Abschotten von Familie und Freunden", "isolement de la famille et des amis", "afastamento da família e dos amigos"),
    ("MONITORING", "vigilancia", "Überwachung", "surveillance", "vigilância"),
    ("THREATS", "amenazas", "Drohungen", "menaces", "ameaças"),
    ("FINANCIAL_CONTROL", "control del dinero", "Kontrolle über das Geld", "contrôle de l'argent", "controle do dinheiro"),
    ("EMOTIONAL_MANIPULATION", "manipulación emocional", "emotionale Manipulation", "manipulation affective", "manipulação emocional"),
];

#[rustfmt::skip]
const VULNERABILITY_EXPLOITATION: &[Row] = &[
    ("AGE_TARGETING", "aprovecharse de la edad", "Ausnutzen des Alters", "ciblage en raison de l'âge", "aproveitar-se da idade"),
    ("EMOTIONAL_EXPLOIT", "aprovecharse del estado de ánimo", "Ausnutzen der seelischen Lage", "exploitation de la détresse affective", "aproveitar-se do estado emocional"),
    ("FINANCIAL_EXPLOIT", "aprovecharse de la falta de dinero", "Ausnutzen von Geldnot", "exploitation de difficultés financières", "aproveitar-se de dificuldades financeiras"),
    ("PARENTAL_CONFLICT", "aprovecharse de conflictos con los padres", "Ausnutzen von Streit mit den Eltern", "exploitation d'un conflit avec les parents", "aproveitar-se de conflitos com os pais"),
    ("EMOTIONAL_NEGLECT", "aprovecharse de la falta de afecto en casa", "Ausnutzen fehlender Zuwendung", "exploitation d'un manque d'affection", "aproveitar-se da falta de afeto em casa"),
];

#[rustfmt::skip]
const RADICALISATION: &[Row] = &[
    ("US_VS_THEM", "discurso de «nosotros contra ellos»", "Denken in „wir gegen die“", "discours « nous contre eux »", "discurso de “nós contra eles”"),
    ("DEHUMANISATION", "deshumanización", "Entmenschlichung", "déshumanisation", "desumanização"),
    ("CALL_TO_ACTION", "llamamiento a actuar", "Aufruf zur Tat", "appel à l'action", "chamado à ação"),
    ("CONSPIRACY_NARRATIVE", "relato conspirativo", "Verschwörungserzählung", "récit complotiste", "narrativa conspiratória"),
    ("RECRUITMENT", "captación", "Anwerbung", "recrutement", "recrutamento"),
];

#[rustfmt::skip]
const DISTRESS_SIGNALS: &[Row] = &[
    ("LONELINESS", "soledad", "Einsamkeit", "solitude", "solidão"),
    ("TRUST_SEEKING", "búsqueda de alguien en quien confiar", "Suche nach jemandem zum Anvertrauen", "recherche d'une personne de confiance", "busca de alguém em quem confiar"),
    ("FEELING_UNHEARD", "sensación de no ser escuchado", "Gefühl, nicht gehört zu werden", "sentiment de ne pas être écouté", "sensação de não ser ouvido"),
    ("OVERWHELM", "agobio", "Überforderung", "sentiment d'être dépassé", "sobrecarga"),
    ("LOW_SELF_WORTH", "baja autoestima", "geringes Selbstwertgefühl", "faible estime de soi", "baixa autoestima"),
    ("WITHDRAWAL", "retraimiento", "Rückzug", "repli sur soi", "retraimento"),
    ("FAMILY_CONFLICT", "conflicto familiar", "Streit in der Familie", "conflit familial", "conflito familiar"),
    ("IDENTITY_DISTRESS", "malestar por la propia identidad", "Not mit der eigenen Identität", "souffrance liée à l'identité", "sofrimento com a própria identidade"),
    ("ACADEMIC_PRESSURE", "presión escolar", "schulischer Druck", "pression scolaire", "pressão escolar"),
    ("SLEEP_DISTURBANCE", "problemas de sueño", "Schlafprobleme", "troubles du sommeil", "problemas de sono"),
    ("APPETITE_CHANGE", "cambios en el apetito", "veränderter Appetit", "changement d'appétit", "mudança no apetite"),
    ("EMOTIONAL_NUMBING", "sensación de no sentir nada", "Gefühl innerer Leere", "impression de ne plus rien ressentir", "sensação de não sentir nada"),
];

#[rustfmt::skip]
const TFGBV: &[Row] = &[
    ("IMAGE_BASED_ABUSE", "abuso con imágenes íntimas", "Missbrauch intimer Bilder", "abus d'images intimes", "abuso com imagens íntimas"),
    ("CYBER_STALKING", "acecho en línea", "Nachstellen im Netz", "traque en ligne", "perseguição on-line"),
    ("ONLINE_HARASSMENT", "acoso en línea", "Belästigung im Netz", "harcèlement en ligne", "assédio on-line"),
    ("DOXING", "difusión de datos personales", "Preisgabe persönlicher Daten", "divulgation de données personnelles", "exposição de dados pessoais"),
    ("IMPERSONATION", "suplantación de identidad", "Auftreten unter fremdem Namen", "usurpation d'identité", "uso da identidade de outra pessoa"),
    ("OUTING", "revelar la orientación o identidad de alguien", "Zwangsouting", "révélation forcée de l'orientation ou de l'identité", "revelar a orientação ou identidade de alguém"),
    ("POST_SEPARATION_ABUSE", "abuso tras la separación", "Gewalt nach der Trennung", "violences après la séparation", "abuso após a separação"),
    ("SEXTORTION", "chantaje con imágenes íntimas", "Erpressung mit intimen Bildern", "chantage aux images intimes", "chantagem com imagens íntimas"),
    ("DIGITAL_COERCION", "coacción por medios digitales", "digitale Nötigung", "contrainte numérique", "coação digital"),
    ("SEXUALISED_DEEPFAKES", "imágenes sexuales manipuladas", "sexualisierte Bildfälschungen", "images sexuelles truquées", "imagens sexuais manipuladas"),
    ("GENDERED_HATE_SPEECH", "odio por razón de género", "geschlechtsbezogene Hassrede", "discours de haine sexiste", "discurso de ódio de gênero"),
    ("REPRODUCTIVE_SURVEILLANCE", "vigilancia de la salud reproductiva", "Überwachung von Zyklus oder Schwangerschaft", "surveillance de la vie reproductive", "vigilância da vida reprodutiva"),
    ("ECONOMIC_ABUSE_DIGITAL", "abuso económico por medios digitales", "digitale wirtschaftliche Gewalt", "violence économique numérique", "abuso econômico digital"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags::TAGS;

    #[test]
    fn every_tag_has_words_in_every_language() {
        for info in TAGS {
            let tag = Tag::find(info.detector, info.tag).expect("it is in the table");
            let words = words(tag).unwrap_or_default();
            assert!(
                words.iter().all(|text| !text.is_empty() && *text == text.trim()),
                "{}/{}: write its words in es, de, fr and pt in this file",
                info.detector,
                info.tag
            );
        }
    }

    /// A detector without tags in the table is not answered yet; its words wait for it.
    #[test]
    fn no_words_without_a_tag() {
        for &detector in Detector::ALL {
            let known: Vec<&str> =
                TAGS.iter().filter(|info| info.detector == detector).map(|info| info.tag).collect();
            for (name, ..) in rows(detector).iter().filter(|_| !known.is_empty()) {
                assert!(known.contains(name), "{detector}/{name} is not in the tag table");
            }
        }
    }

    #[test]
    fn no_tag_has_words_twice() {
        for &detector in Detector::ALL {
            for (i, (name, ..)) in rows(detector).iter().enumerate() {
                assert!(!rows(detector)[..i].iter().any(|row| row.0 == *name), "{detector}/{name}");
            }
        }
    }
}
