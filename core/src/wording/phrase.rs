//! The sentences of a verdict. `{name}` marks a place that is filled in.

use super::Words;

/// A phrase and what fills its places.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Said {
    pub(super) phrase: Phrase,
    pub(super) values: Vec<(&'static str, String)>,
}

impl Phrase {
    /// Fills the place `name`.
    pub(crate) fn with(self, name: &'static str, value: impl ToString) -> Said {
        Said::from(self).with(name, value)
    }
}

impl Said {
    /// Fills the place `name`.
    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Said {
        self.values.push((name, value.to_string()));
        self
    }
}

impl From<Phrase> for Said {
    fn from(phrase: Phrase) -> Said {
        Said { phrase, values: Vec::new() }
    }
}

/// Declares the phrases: name, then English, Spanish, German, French, Portuguese.
macro_rules! phrases {
    ($($name:ident = [$en:literal, $es:literal, $de:literal, $fr:literal, $pt:literal $(,)?];)+) => {
        /// A text that people read in a verdict.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Phrase { $($name),+ }

        impl Phrase {
            #[cfg(test)]
            const ALL: &'static [Phrase] = &[$(Phrase::$name),+];

            pub(super) const fn words(self) -> Words {
                match self { $(Phrase::$name => [$en, $es, $de, $fr, $pt]),+ }
            }
        }
    };
}

phrases! {
    // Rationale
    Found = [
        "{subject} at {level} level: {named} (confidence {confidence}).",
        "{subject}, nivel {level}: {named} (confianza {confidence}).",
        "{subject}, Stufe {level}: {named} (Konfidenz {confidence}).",
        "{subject}, niveau {level} : {named} (confiance {confidence}).",
        "{subject}, nível {level}: {named} (confiança {confidence}).",
    ];
    NotFound = [
        "No sign of {subject} (confidence {confidence}).",
        "Sin indicios de {subject} (confianza {confidence}).",
        "Keine Anzeichen für {subject} (Konfidenz {confidence}).",
        "Aucun signe relevé ({subject}, confiance {confidence}).",
        "Nenhum indício de {subject} (confiança {confidence}).",
    ];
    NoKindNamed = [
        "no kind named", "sin tipo concreto", "keine bestimmte Art", "aucun type précis", "nenhum tipo específico",
    ];
    Raised = [
        "Raised from {before} to {after}: {reason}.",
        "Aumentado de {before} a {after}: {reason}.",
        "Erhöht von {before} auf {after}: {reason}.",
        "Relevé de {before} à {after} : {reason}.",
        "Aumentado de {before} para {after}: {reason}.",
    ];
    Lowered = [
        "Lowered from {before} to {after}: {reason}.",
        "Reducido de {before} a {after}: {reason}.",
        "Gesenkt von {before} auf {after}: {reason}.",
        "Abaissé de {before} à {after} : {reason}.",
        "Reduzido de {before} para {after}: {reason}.",
    ];
    Age = ["Age: {reason}.", "Edad: {reason}.", "Alter: {reason}.", "Âge : {reason}.", "Idade: {reason}."];
    // Behaviour in English, names in the other languages.
    WordsShow = [
        "The words show {found}.",
        "Las palabras muestran: {found}.",
        "Die Worte zeigen: {found}.",
        "Les mots montrent : {found}.",
        "As palavras mostram: {found}.",
    ];
    WordsPointTo = [
        "The words as a whole point to {behaviour}.",
        "El conjunto de las palabras apunta a: {behaviour}.",
        "Die Worte insgesamt deuten hin auf: {behaviour}.",
        "Les mots dans leur ensemble évoquent : {behaviour}.",
        "As palavras no conjunto apontam para: {behaviour}.",
    ];
    LoneTactic = [
        "Single messages show {found}; the conversation as a whole shows no pattern.",
        "Hay mensajes sueltos que muestran: {found}; la conversación en conjunto no muestra un patrón.",
        "Einzelne Nachrichten zeigen: {found}; das Gespräch als Ganzes zeigt kein Muster.",
        "Des messages isolés montrent : {found} ; la conversation dans son ensemble ne montre pas de schéma.",
        "Mensagens isoladas mostram: {found}; a conversa no conjunto não mostra um padrão.",
    ];
    RoleEnacting = [
        "The speaker directs it at somebody.",
        "Quien escribe lo dirige contra otra persona.",
        "Wer schreibt, richtet es gegen jemanden.",
        "La personne qui écrit s'en prend à quelqu'un.",
        "Quem escreve dirige isso a outra pessoa.",
    ];
    RoleExperiencing = [
        "The speaker describes it as their own experience.",
        "Quien escribe lo cuenta como algo que vive en primera persona.",
        "Wer schreibt, schildert es als eigenes Erleben.",
        "La personne qui écrit le décrit comme ce qu'elle vit elle-même.",
        "Quem escreve conta isso como experiência própria.",
    ];
    RoleReporting = [
        "The speaker reports what happens to somebody else.",
        "Quien escribe cuenta lo que le ocurre a otra persona.",
        "Wer schreibt, berichtet, was jemand anderem geschieht.",
        "La personne qui écrit rapporte ce qui arrive à quelqu'un d'autre.",
        "Quem escreve relata o que acontece com outra pessoa.",
    ];

    // Support
    NoHelplines = [
        "No helplines of this country are on file; the international directories name them.",
        "No hay líneas de ayuda registradas para este país; los directorios internacionales las indican.",
        "Zu diesem Land sind keine Hilfetelefone hinterlegt; die internationalen Verzeichnisse nennen sie.",
        "Aucune ligne d'écoute n'est enregistrée pour ce pays ; les annuaires internationaux les indiquent.",
        "Não há linhas de ajuda registradas para este país; os diretórios internacionais as indicam.",
    ];
    ChildHelplines = [
        "Child helplines by country",
        "Líneas de ayuda para la infancia por país",
        "Hilfetelefone für Kinder nach Ländern",
        "Lignes d'écoute pour enfants par pays",
        "Linhas de ajuda para crianças por país",
    ];
    CrisisHelplines = [
        "Crisis helplines by country",
        "Líneas de ayuda en crisis por país",
        "Krisentelefone nach Ländern",
        "Lignes d'écoute en cas de crise par pays",
        "Linhas de ajuda em crises por país",
    ];

    // Reasons of adjustments
    FramingProtective = [
        "protective or educational speech",
        "palabras que protegen o educan",
        "schützende oder aufklärende Worte",
        "propos de protection ou d'éducation",
        "fala de proteção ou de educação",
    ];
    FramingQuotation = [
        "quotation or counter-speech",
        "cita o réplica a lo que dijo otra persona",
        "Zitat oder Gegenrede",
        "citation ou réponse à des propos d'autrui",
        "citação ou resposta ao que outra pessoa disse",
    ];
    FramingPlay = [
        "play, hyperbole or fiction",
        "juego, exageración o ficción",
        "Spiel, Übertreibung oder Fiktion",
        "jeu, exagération ou fiction",
        "brincadeira, exagero ou ficção",
    ];
    FramingSelfDirected = [
        "the words are about the speaker",
        "las palabras se refieren a quien las escribe",
        "die Worte betreffen die schreibende Person selbst",
        "les mots portent sur la personne qui écrit",
        "as palavras são sobre quem escreve",
    ];
    FramingReclaimed = [
        "a term used by the group that it names",
        "un término que usa el propio grupo al que nombra",
        "ein Ausdruck, den die benannte Gruppe selbst gebraucht",
        "un terme employé par le groupe qu'il désigne",
        "um termo usado pelo próprio grupo que ele designa",
    ];
    GamePlatform = [
        "rough talk is the norm of a game platform",
        "el trato brusco es habitual en una plataforma de juegos",
        "ein rauer Ton ist auf einer Spieleplattform üblich",
        "un ton rude est courant sur une plateforme de jeu",
        "o tom áspero é comum em uma plataforma de jogos",
    ];
    SupervisedPlatform = [
        "a platform of a school or family knows who writes",
        "en una plataforma de la escuela o la familia se sabe quién escribe",
        "auf einer Plattform der Schule oder Familie ist bekannt, wer schreibt",
        "une plateforme de l'école ou de la famille sait qui écrit",
        "uma plataforma da escola ou da família sabe quem escreve",
    ];
    StrangersPlatform = [
        "the platform brings strangers together",
        "la plataforma pone en contacto a desconocidos",
        "die Plattform bringt Fremde zusammen",
        "la plateforme met en contact des inconnus",
        "a plataforma põe desconhecidos em contato",
    ];
    BothSides = [
        "both sides trade such words",
        "ambas partes se dicen cosas así",
        "beide Seiten gebrauchen solche Worte",
        "les deux côtés échangent de tels mots",
        "os dois lados trocam palavras assim",
    ];
    SameHarmBefore = [
        "earlier messages show the same harm",
        "mensajes anteriores muestran el mismo daño",
        "frühere Nachrichten zeigen denselben Schaden",
        "des messages précédents montrent le même danger",
        "mensagens anteriores mostram o mesmo dano",
    ];
    Peers = [
        "the participants are peers of similar age and nobody is pressed",
        "son iguales de edad parecida y nadie recibe presiones",
        "die Beteiligten sind etwa gleich alt und niemand wird bedrängt",
        "les participants ont à peu près le même âge et personne n'est mis sous pression",
        "os participantes têm idade parecida e ninguém é pressionado",
    ];
    Prescreen = [
        "the caller's prescreen lexicon matched",
        "coincidió el léxico de precribado de la aplicación",
        "die Vorprüfliste der Anwendung hat angeschlagen",
        "le lexique de préfiltrage de l'application a réagi",
        "o léxico de pré-triagem do aplicativo acusou",
    ];
    SenderVerified = [
        "the sender is verified",
        "el remitente está verificado",
        "die absendende Person ist verifiziert",
        "l'expéditeur est vérifié",
        "o remetente é verificado",
    ];
    PersistentTarget = [
        "earlier messages target the same person without an equal reply",
        "mensajes anteriores van contra la misma persona, que apenas responde",
        "frühere Nachrichten richten sich gegen dieselbe Person, ohne vergleichbare Gegenwehr",
        "des messages antérieurs visent la même personne, qui ne répond guère",
        "mensagens anteriores visam a mesma pessoa, que quase não responde",
    ];
    SeveralSenders = [
        "several senders target the same person",
        "varias personas van contra la misma persona",
        "mehrere richten sich gegen dieselbe Person",
        "plusieurs personnes visent la même personne",
        "várias pessoas visam a mesma pessoa",
    ];
    JoinedDistress = [
        "several signs of distress come together",
        "se juntan varias señales de malestar",
        "mehrere Anzeichen von Belastung kommen zusammen",
        "plusieurs signes de mal-être se cumulent",
        "vários sinais de sofrimento se somam",
    ];
    EarlierTurns = [
        "earlier turns of the same conversation",
        "los turnos anteriores de la misma conversación",
        "frühere Beiträge desselben Gesprächs",
        "des échanges antérieurs de la même conversation",
        "trechos anteriores da mesma conversa",
    ];
    SuicidalIsCritical = [
        "suicidal behaviour is always critical",
        "la conducta suicida es siempre crítica",
        "suizidales Verhalten ist immer kritisch",
        "un comportement suicidaire est toujours critique",
        "comportamento suicida é sempre crítico",
    ];
    UsesVulnerability = [
        "the same content uses a person's vulnerability",
        "el mismo contenido se aprovecha de la vulnerabilidad de una persona",
        "derselbe Inhalt nutzt die Schwäche oder Notlage einer Person aus",
        "le même contenu exploite la vulnérabilité d'une personne",
        "o mesmo conteúdo se aproveita da vulnerabilidade de uma pessoa",
    ];
    AgeGroup = [
        "age group {group}", "grupo de edad: {group}", "Altersgruppe {group}", "tranche d'âge : {group}", "faixa etária: {group}",
    ];
    NoTactic = [
        "no tactic was named",
        "no se identificó ninguna táctica",
        "keine Taktik wurde benannt",
        "aucune tactique n'a été identifiée",
        "nenhuma tática foi identificada",
    ];
    NoTacticLowered = [
        "no tactic was named, so the verdict was lowered from {level} to medium",
        "no se identificó ninguna táctica, por lo que el nivel bajó de {level} a medio",
        "keine Taktik wurde benannt, daher sinkt die Stufe von {level} auf mittel",
        "aucune tactique n'a été identifiée, le niveau passe donc de {level} à moyen",
        "nenhuma tática foi identificada, por isso o nível baixou de {level} para médio",
    ];
    ChildStatesAge = [
        "the child states an age of {stated} in the conversation; {supplied} was supplied",
        "en la conversación el menor dice tener {stated} años; se había indicado {supplied}",
        "das Kind nennt im Gespräch das Alter {stated}; angegeben war {supplied}",
        "dans la conversation, l'enfant dit avoir {stated} ans ; {supplied} avait été indiqué",
        "na conversa, a criança diz ter {stated} anos; foi informado {supplied}",
    ];
    ParticipantStatesAge = [
        "the participant states an age of {stated} in the conversation; {supplied} was supplied",
        "en la conversación la otra persona dice tener {stated} años; se había indicado {supplied}",
        "die andere Person nennt im Gespräch das Alter {stated}; angegeben war {supplied}",
        "dans la conversation, l'autre personne dit avoir {stated} ans ; {supplied} avait été indiqué",
        "na conversa, a outra pessoa diz ter {stated} anos; foi informado {supplied}",
    ];
    ChildStatesGroup = [
        "the child states an age of {stated} in the conversation; the age group {supplied} was supplied",
        "en la conversación el menor dice tener {stated} años; se había indicado el grupo de edad {supplied}",
        "das Kind nennt im Gespräch das Alter {stated}; angegeben war die Altersgruppe {supplied}",
        "dans la conversation, l'enfant dit avoir {stated} ans ; la tranche d'âge {supplied} avait été indiquée",
        "na conversa, a criança diz ter {stated} anos; foi informada a faixa etária {supplied}",
    ];

    // Analyses that did not run as usual
    Ceiling = [
        "The conversation is longer than one analysis can read. A person has to read it, or it has to be sent in windows of 10 to 15 messages.",
        "La conversación es más larga de lo que admite un análisis. Debe leerla una persona, o enviarse en tramos de 10 a 15 mensajes.",
        "Das Gespräch ist länger, als eine Analyse lesen kann. Ein Mensch muss es lesen, oder es wird in Abschnitten von 10 bis 15 Nachrichten gesendet.",
        "La conversation est trop longue pour une seule analyse. Une personne doit la lire, ou il faut l'envoyer par tranches de 10 à 15 messages.",
        "A conversa é mais longa do que uma análise consegue ler. Uma pessoa precisa lê-la, ou ela deve ser enviada em trechos de 10 a 15 mensagens.",
    ];
    EngineFailed = [
        "The analysis failed. A person has to read this content.",
        "El análisis falló. Una persona debe leer este contenido.",
        "Die Analyse ist fehlgeschlagen. Ein Mensch muss diesen Inhalt lesen.",
        "L'analyse a échoué. Une personne doit lire ce contenu.",
        "A análise falhou. Uma pessoa precisa ler este conteúdo.",
    ];
    AdultsOnly = [
        "Every known age is 18 or more, so this is not a matter of grooming. Ask coercive-control or social-engineering instead.",
        "Todas las edades conocidas son de 18 años o más, así que no se trata de grooming. Consulte coercive-control o social-engineering.",
        "Alle bekannten Alter liegen bei 18 oder darüber, es geht also nicht um Cybergrooming. Fragen Sie stattdessen coercive-control oder social-engineering ab.",
        "Tous les âges connus sont de 18 ans ou plus : il ne s'agit donc pas de grooming. Interrogez plutôt coercive-control ou social-engineering.",
        "Todas as idades conhecidas são de 18 anos ou mais, portanto não se trata de grooming. Consulte coercive-control ou social-engineering.",
    ];

    // Action detail
    ActionEngineFailed = [
        "The analysis could not run. A person has to read this content.",
        "No se pudo hacer el análisis. Una persona debe leer este contenido.",
        "Die Analyse konnte nicht laufen. Ein Mensch muss diesen Inhalt lesen.",
        "L'analyse n'a pas pu avoir lieu. Une personne doit lire ce contenu.",
        "Não foi possível fazer a análise. Uma pessoa precisa ler este conteúdo.",
    ];
    ActionMonitor = [
        "Keep a record; nobody has to act now.",
        "Guarde un registro; nadie tiene que actuar ahora.",
        "Vermerken; im Moment muss niemand handeln.",
        "À consigner ; personne n'a besoin d'agir maintenant.",
        "Registre o caso; ninguém precisa agir agora.",
    ];
    ActionReview = [
        "Queue this for a moderator to read.",
        "Páselo a la cola de moderación para que alguien lo lea.",
        "Zur Durchsicht in die Warteschlange der Moderation geben.",
        "À placer dans la file d'attente pour lecture par un modérateur.",
        "Coloque na fila para um moderador ler.",
    ];
    ActionBlock = [
        "Withhold this content and queue it for a moderator with priority.",
        "Retenga este contenido y páselo a moderación con prioridad.",
        "Diesen Inhalt zurückhalten und vorrangig der Moderation vorlegen.",
        "Retenir ce contenu et le soumettre en priorité à un modérateur.",
        "Retenha este conteúdo e encaminhe-o com prioridade a um moderador.",
    ];
    ActionIntervene = [
        "Act now: withhold the content, alert the safety team and follow the crisis procedure.",
        "Actúe ahora: retenga el contenido, avise al equipo de seguridad y siga el protocolo de crisis.",
        "Sofort handeln: Inhalt zurückhalten, das Sicherheitsteam verständigen und dem Krisenplan folgen.",
        "Agir maintenant : retenir le contenu, alerter l'équipe de sécurité et suivre la procédure de crise.",
        "Aja agora: retenha o conteúdo, avise a equipe de segurança e siga o procedimento de crise.",
    ];

    // Message summaries
    MessageClear = [
        "Nothing found.", "Nada que señalar.", "Nichts gefunden.", "Rien à signaler.", "Nada encontrado.",
    ];
    MessageShows = [
        "Shows {flags}.", "Muestra: {flags}.", "Zeigt: {flags}.", "Éléments relevés : {flags}.", "Mostra: {flags}.",
    ];

    // Mood
    MoodMostly = [
        "Mostly {emotions}.", "Sobre todo: {emotions}.", "Vor allem: {emotions}.", "Surtout : {emotions}.", "Sobretudo: {emotions}.",
    ];
    MoodFlat = [
        "No emotion stands out.",
        "No destaca ninguna emoción.",
        "Kein Gefühl tritt hervor.",
        "Aucune émotion ne ressort.",
        "Nenhuma emoção se destaca.",
    ];
    MoodTooShort = [
        "Too few messages to tell where the mood goes.",
        "Hay muy pocos mensajes para saber hacia dónde va el ánimo.",
        "Zu wenige Nachrichten, um die Richtung der Stimmung zu erkennen.",
        "Trop peu de messages pour dire comment l'humeur évolue.",
        "Há poucas mensagens para dizer para onde vai o ânimo.",
    ];
    MoodImproves = [
        "The mood gets better over the messages.",
        "El ánimo mejora a lo largo de los mensajes.",
        "Die Stimmung wird im Verlauf der Nachrichten besser.",
        "L'humeur s'améliore au fil des messages.",
        "O ânimo melhora ao longo das mensagens.",
    ];
    MoodStays = [
        "The mood stays about the same.",
        "El ánimo se mantiene más o menos igual.",
        "Die Stimmung bleibt etwa gleich.",
        "L'humeur reste à peu près la même.",
        "O ânimo continua mais ou menos igual.",
    ];
    MoodWorsens = [
        "The mood gets worse over the messages.",
        "El ánimo empeora a lo largo de los mensajes.",
        "Die Stimmung wird im Verlauf der Nachrichten schlechter.",
        "L'humeur se dégrade au fil des messages.",
        "O ânimo piora ao longo das mensagens.",
    ];
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn places(words: &str) -> BTreeSet<&str> {
        words.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn every_language_has_words_and_the_same_places() {
        for phrase in Phrase::ALL {
            let words = phrase.words();
            for (i, text) in words.iter().enumerate() {
                assert!(!text.trim().is_empty(), "{phrase:?}: language {i} is empty");
                assert_eq!(places(text), places(words[0]), "{phrase:?}: language {i}");
                assert_eq!(
                    text.ends_with('.'),
                    words[0].ends_with('.'),
                    "{phrase:?}: language {i}: full stop"
                );
            }
        }
    }
}
