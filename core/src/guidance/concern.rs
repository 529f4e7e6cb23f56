//! What the help is about: coarser than a detector's tags, because help differs less than harms do.

use super::catalogue;
use crate::tags::Tag;
use crate::taxonomy::{Detector, UnknownName, vocabulary};
use crate::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// What guidance is about, the most pressing first; the catalogue has sentences for each.
    Concern {
        /// Thoughts, plans or acts of self-harm or suicide, or encouraging them.
        SelfHarm = "self_harm",
        /// Sexual use of a child, intimate images, sextortion.
        SexualExploitation = "sexual_exploitation",
        /// Preparing the abuse of a child; targeting a weakness.
        Grooming = "grooming",
        /// Violence, threats, hatred, forced crime or work.
        Violence = "violence",
        /// Control in a relationship; gender-based violence by digital means.
        CoerciveControl = "coercive_control",
        /// Restricting, purging, dangerous weight loss.
        EatingDisorder = "eating_disorder",
        /// Alcohol, nicotine, drugs.
        SubstanceUse = "substance_use",
        /// Extremist views and recruitment.
        Radicalisation = "radicalisation",
        /// Deceit for money, codes or access.
        Fraud = "fraud",
        /// Gambling and compulsive use.
        Gambling = "gambling",
        /// Insult, exclusion, harassment among peers.
        Bullying = "bullying",
        /// Low mood, fear, loneliness, distress.
        MentalHealth = "mental_health",
        /// Nothing more precise is known.
        General = "general",
    }
}

impl Concern {
    /// What a verdict is about: its gravest named category, the detector where none is named.
    ///
    /// [`Concern::General`] when nothing was detected.
    pub fn of_verdict(verdict: &Verdict) -> Concern {
        if !verdict.detected {
            return Concern::General;
        }
        let tags = verdict.categories.iter().filter_map(|c| Tag::named_by(verdict.endpoint, &c.tag));
        let gravest = tags.max_by(|a, b| a.info().severity.total_cmp(&b.info().severity));
        Concern::of(verdict.endpoint, gravest.map(|tag| tag.info().tag))
    }

    /// The concern that words in any catalogued language point to; the gravest where there are several.
    ///
    /// A match of word beginnings, no more: it picks which advice comes first and never lowers anything.
    pub(super) fn in_words(text: &str) -> Option<Concern> {
        let words = plain(text);
        Concern::ALL.iter().copied().find(|concern| {
            let key = format!("cue.{concern}");
            catalogue::all()
                .any(|(_, c)| c.sentences(&key).iter().any(|cue| words.contains(&format!(" {cue}"))))
        })
    }

    /// The concern of a detector whose gravest finding is `tag`.
    pub(crate) fn of(detector: Detector, tag: Option<&str>) -> Concern {
        match detector {
            Detector::Bullying => Concern::Bullying,
            Detector::Grooming | Detector::VulnerabilityExploitation => Concern::Grooming,
            Detector::CoerciveControl => Concern::CoerciveControl,
            Detector::Radicalisation => Concern::Radicalisation,
            Detector::SocialEngineering
            | Detector::AppFraud
            | Detector::RomanceScam
            | Detector::MuleRecruitment => Concern::Fraud,
            Detector::GamblingHarm => Concern::Gambling,
            Detector::Unsafe | Detector::DistressSignals | Detector::Tfgbv | Detector::Emotions => {
                match tag {
                    Some("SUICIDAL_BEHAVIOUR" | "SELF_HARM" | "CONTAGION") => Concern::SelfHarm,
                    Some("EATING_DISORDER") => Concern::EatingDisorder,
                    Some("SUBSTANCE_USE") => Concern::SubstanceUse,
                    Some("COMPULSIVE_USAGE") => Concern::Gambling,
                    Some(
                        "VIOLENCE" | "HATE_SPEECH" | "HONOUR_ESCALATION" | "FORCED_CRIMINALITY"
                        | "DEBT_BONDAGE",
                    ) => Concern::Violence,
                    Some(
                        "SEXUAL_EXPLOITATION"
                        | "SEXTORTION"
                        | "TRAFFICKING"
                        | "CSAM"
                        | "SEXUAL_CONTENT"
                        | "IMAGE_BASED_ABUSE"
                        | "SEXUALISED_DEEPFAKES",
                    ) => Concern::SexualExploitation,
                    _ if detector == Detector::Tfgbv => Concern::CoerciveControl,
                    _ => Concern::MentalHealth,
                }
            }
        }
    }
}

/// Lower case, words apart by one space, with a space in front.
fn plain(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(String::new(), |text, word| text + " " + word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_five_languages_name_the_concern() {
        for (words, concern) in [
            ("My son is being bullied in the class chat", Concern::Bullying),
            ("Mi hija recibe insultos y también habla de suicidio", Concern::SelfHarm),
            ("Sie wird mit Nacktbildern erpresst", Concern::SexualExploitation),
            ("Il fume du cannabis tous les jours", Concern::SubstanceUse),
            ("Ela caiu em um golpe pela internet", Concern::Fraud),
            ("Él no come desde hace días", Concern::EatingDisorder),
        ] {
            assert_eq!(Concern::in_words(words), Some(concern), "{words}");
        }
        assert_eq!(
            Concern::in_words("Estudia sexto y un grupo lo intimida"),
            None,
            "no word of these is a cue"
        );
        assert_eq!(Concern::in_words("We would like some advice."), None);
        assert_eq!(Concern::in_words(""), None);
    }
}
