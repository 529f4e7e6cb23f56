//! First steps for whoever is with the child, by concern.

use super::Words;
use crate::guidance::Concern;

const EMERGENCY: Words = [
    "Call the emergency number if there is danger now.",
    "Llame al número de emergencias si hay peligro en este momento.",
    "Wählen Sie den Notruf, wenn jetzt Gefahr besteht.",
    "Appelez le numéro d'urgence s'il y a un danger immédiat.",
    "Ligue para o número de emergência se houver perigo agora.",
];
const EVIDENCE: Words = [
    "Keep the messages as evidence, then block and report.",
    "Guarde los mensajes como prueba; después bloquee y denuncie.",
    "Sichern Sie die Nachrichten als Beweis; blockieren und melden Sie dann.",
    "Gardez les messages comme preuves, puis bloquez et signalez.",
    "Guarde as mensagens como prova; depois bloqueie e denuncie.",
];
pub(super) const fn steps(concern: Concern) -> &'static [Words] {
    match concern {
        Concern::SelfHarm => &[
            [
                "Stay with the child, or stay in contact, until an adult who can help is there.",
                "Quédese con el niño o la niña, o en contacto, hasta que llegue una persona adulta que pueda ayudar.",
                "Bleiben Sie bei dem Kind oder in Kontakt, bis eine erwachsene Person da ist, die helfen kann.",
                "Restez avec l'enfant, ou en contact, jusqu'à ce qu'un adulte qui peut aider soit là.",
                "Fique com a criança, ou em contato, até chegar um adulto que possa ajudar.",
            ],
            [
                "Ask directly and calmly whether they are thinking of hurting themselves, and listen.",
                "Pregunte con calma y directamente si piensa en hacerse daño, y escuche.",
                "Fragen Sie ruhig und direkt, ob es daran denkt, sich zu verletzen, und hören Sie zu.",
                "Demandez calmement et directement s'il pense à se faire du mal, et écoutez.",
                "Pergunte com calma e diretamente se ela pensa em se machucar, e escute.",
            ],
            [
                "Keep things that could be used for harm out of reach.",
                "Deje fuera de su alcance lo que pueda servir para hacerse daño.",
                "Bringen Sie außer Reichweite, womit es sich verletzen könnte.",
                "Mettez hors de portée ce qui pourrait servir à se blesser.",
                "Deixe fora de alcance o que possa servir para se machucar.",
            ],
            EMERGENCY,
        ],
        Concern::EatingDisorder => &[
            [
                "Speak about feelings rather than about food, weight or looks.",
                "Hable de sentimientos antes que de comida, peso o aspecto.",
                "Sprechen Sie über Gefühle statt über Essen, Gewicht oder Aussehen.",
                "Parlez des émotions plutôt que de la nourriture, du poids ou de l'apparence.",
                "Fale de sentimentos em vez de comida, peso ou aparência.",
            ],
            [
                "Arrange a visit to a doctor; call the emergency number if the child faints or cannot keep fluids.",
                "Pida cita médica; llame al número de emergencias si se desmaya o no retiene líquidos.",
                "Vereinbaren Sie einen Arzttermin; wählen Sie den Notruf, wenn das Kind ohnmächtig wird oder keine Flüssigkeit bei sich behält.",
                "Prenez rendez-vous chez un médecin ; appelez le numéro d'urgence si l'enfant s'évanouit ou ne garde plus les liquides.",
                "Marque uma consulta médica; ligue para o número de emergência se a criança desmaiar ou não retiver líquidos.",
            ],
        ],
        Concern::SubstanceUse => &[
            [
                "Make sure the child is awake, breathing well and not alone; call the emergency number if not.",
                "Compruebe que está consciente, respira bien y no está a solas; si no, llame al número de emergencias.",
                "Achten Sie darauf, dass das Kind wach ist, gut atmet und nicht allein ist; sonst wählen Sie den Notruf.",
                "Vérifiez que l'enfant est éveillé, respire bien et n'est pas seul ; sinon, appelez le numéro d'urgence.",
                "Confirme que a criança está acordada, respira bem e não está sozinha; se não, ligue para o número de emergência.",
            ],
            [
                "Talk when calm has returned, without blame, and involve a trusted adult.",
                "Hable cuando vuelva la calma, sin culpar, y cuente con una persona adulta de confianza.",
                "Sprechen Sie, wenn wieder Ruhe ist, ohne Vorwürfe, und ziehen Sie eine erwachsene Vertrauensperson hinzu.",
                "Parlez-en une fois le calme revenu, sans reproches, et impliquez un adulte de confiance.",
                "Converse quando a calma voltar, sem culpar, e envolva um adulto de confiança.",
            ],
        ],
        Concern::Violence | Concern::CoerciveControl | Concern::Radicalisation => &[
            [
                "Bring the child to a safe place and tell a trusted adult.",
                "Lleve al niño o la niña a un lugar seguro y avise a una persona adulta de confianza.",
                "Bringen Sie das Kind an einen sicheren Ort, und sagen Sie einer erwachsenen Vertrauensperson Bescheid.",
                "Mettez l'enfant en lieu sûr et prévenez un adulte de confiance.",
                "Leve a criança para um lugar seguro e avise um adulto de confiança.",
            ],
            EMERGENCY,
        ],
        Concern::SexualExploitation => &[
            [
                "Tell the child that it is not their fault and that they did right to speak.",
                "Diga al niño o la niña que no es culpa suya y que ha hecho bien en contarlo.",
                "Sagen Sie dem Kind, dass es keine Schuld hat und dass es richtig war, davon zu erzählen.",
                "Dites à l'enfant que ce n'est pas sa faute et qu'il a bien fait d'en parler.",
                "Diga à criança que a culpa não é dela e que fez bem em falar.",
            ],
            [
                "Do not pay, do not reply further; keep the messages as evidence and report them.",
                "No pague ni siga respondiendo; guarde los mensajes como prueba y denúncielos.",
                "Zahlen Sie nicht und antworten Sie nicht weiter; sichern Sie die Nachrichten als Beweis, und melden Sie sie.",
                "Ne payez pas, ne répondez plus ; gardez les messages comme preuves et signalez-les.",
                "Não pague nem continue respondendo; guarde as mensagens como prova e denuncie.",
            ],
            EMERGENCY,
        ],
        Concern::Bullying => &[
            [
                "Listen to the child and take what they tell seriously.",
                "Escuche al niño o la niña y tome en serio lo que cuenta.",
                "Hören Sie dem Kind zu, und nehmen Sie ernst, was es erzählt.",
                "Écoutez l'enfant et prenez au sérieux ce qu'il raconte.",
                "Escute a criança e leve a sério o que ela conta.",
            ],
            EVIDENCE,
            [
                "Tell a trusted adult or the school.",
                "Avise a una persona adulta de confianza o al colegio.",
                "Sagen Sie einer erwachsenen Vertrauensperson oder der Schule Bescheid.",
                "Prévenez un adulte de confiance ou l'école.",
                "Avise um adulto de confiança ou a escola.",
            ],
        ],
        Concern::Fraud => &[
            [
                "Send no money, codes, passwords or documents; if some were sent, tell the bank and change the passwords.",
                "No envíe dinero, códigos, contraseñas ni documentos; si ya se enviaron, avise al banco y cambie las contraseñas.",
                "Schicken Sie kein Geld, keine Codes, Passwörter oder Dokumente; wurde schon etwas geschickt, informieren Sie die Bank, und ändern Sie die Passwörter.",
                "N'envoyez ni argent, ni codes, ni mots de passe, ni documents ; si c'est déjà fait, prévenez la banque et changez les mots de passe.",
                "Não envie dinheiro, códigos, senhas nem documentos; se algo já foi enviado, avise o banco e troque as senhas.",
            ],
            EVIDENCE,
            [
                "Tell the child that it is not their fault, and involve a trusted adult.",
                "Diga al niño o la niña que no es culpa suya y cuente con una persona adulta de confianza.",
                "Sagen Sie dem Kind, dass es keine Schuld hat, und ziehen Sie eine erwachsene Vertrauensperson hinzu.",
                "Dites à l'enfant que ce n'est pas sa faute et impliquez un adulte de confiance.",
                "Diga à criança que a culpa não é dela e envolva um adulto de confiança.",
            ],
        ],
        Concern::Grooming => &[
            [
                "Do not let the child meet the person and do not alert the person.",
                "No deje que el niño o la niña quede con esa persona y no la ponga sobre aviso.",
                "Lassen Sie das Kind die Person nicht treffen, und warnen Sie die Person nicht.",
                "Ne laissez pas l'enfant rencontrer cette personne, et n'alertez pas celle-ci.",
                "Não deixe a criança se encontrar com essa pessoa e não alerte a pessoa.",
            ],
            [
                "Keep the messages as evidence and report them to the platform and the police.",
                "Guarde los mensajes como prueba y denúncielos a la plataforma y a la policía.",
                "Sichern Sie die Nachrichten als Beweis, und melden Sie sie der Plattform und der Polizei.",
                "Gardez les messages comme preuves et signalez-les à la plateforme et à la police.",
                "Guarde as mensagens como prova e denuncie à plataforma e à polícia.",
            ],
            [
                "Tell the child that it is not their fault.",
                "Diga al niño o la niña que no es culpa suya.",
                "Sagen Sie dem Kind, dass es keine Schuld hat.",
                "Dites à l'enfant que ce n'est pas sa faute.",
                "Diga à criança que a culpa não é dela.",
            ],
        ],
        Concern::MentalHealth | Concern::Gambling | Concern::General => &[
            [
                "Take time to listen without judging.",
                "Tómese tiempo para escuchar sin juzgar.",
                "Nehmen Sie sich Zeit, und hören Sie zu, ohne zu urteilen.",
                "Prenez le temps d'écouter sans juger.",
                "Reserve tempo para escutar sem julgar.",
            ],
            [
                "Help the child to speak with a trusted adult, a doctor or a helpline.",
                "Ayude al niño o la niña a hablar con una persona adulta de confianza, un médico o una línea de ayuda.",
                "Helfen Sie dem Kind, mit einer erwachsenen Vertrauensperson, einem Arzt oder einem Hilfetelefon zu sprechen.",
                "Aidez l'enfant à parler à un adulte de confiance, à un médecin ou à une ligne d'écoute.",
                "Ajude a criança a falar com um adulto de confiança, um médico ou uma linha de ajuda.",
            ],
        ],
    }
}
