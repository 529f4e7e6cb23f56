//! Platform norms: where words are said changes how likely they are to be meant (specification, Request context).
//!
//! A game's talk is rough and its threats are aimed at characters; the own platform of a school, a family or a bank
//! knows who writes; a place that brings strangers together does not. The names are those under which such places are commonly
//! known; a platform that is not among them changes nothing.

use crate::draft::Draft;
use crate::signal::{Observation, Signal};
use crate::stages::context::{change, grave_bullying, is_bullying_harm, multiply_odds, scale};
use crate::taxonomy::Detector;
use crate::wording::Phrase;

/// Weighs the signals by the norms of the platform.
pub(crate) fn apply_platform(draft: &mut Draft<'_>) {
    let platform = draft.request.context.platform.as_deref().unwrap_or_default();
    match Kind::of(platform) {
        Some(Kind::Game) => apply_game(draft),
        Some(Kind::Supervised) if is_approach(draft.request.detector) => {
            let odds = draft.policy.platform_odds.supervised;
            multiply_odds(draft, odds, Phrase::SupervisedPlatform);
        }
        Some(Kind::Strangers) if is_approach(draft.request.detector) => {
            let odds = draft.policy.platform_odds.strangers;
            multiply_odds(draft, odds, Phrase::StrangersPlatform);
        }
        _ => {}
    }
}

/// Rough words are the tone of a game, and its violence is played; identity abuse, sexual harassment and danger to
/// oneself are not.
fn apply_game(draft: &mut Draft<'_>) {
    let odds = draft.policy.platform_odds.game;
    match draft.request.detector {
        Detector::Bullying if !grave_bullying(draft, &[]) => {
            let factor = draft.policy.game_lobby_factor;
            scale(draft, factor, Phrase::GamePlatform, is_bullying_harm);
        }
        Detector::Bullying if grave_bullying(draft, &["THREAT"]) => {}
        // A threat counts no less than an insult would.
        Detector::Bullying => {
            let factor = draft.policy.game_lobby_factor;
            let content = |s: &Signal| s.history_index.is_none() && is_bullying_harm(s);
            change(draft, Phrase::GamePlatform, content, |score| {
                score.with_odds(odds).max(score.scaled(factor))
            });
        }
        Detector::Unsafe if names_danger(draft) => {}
        detector if is_approach(detector) => {}
        _ => multiply_odds(draft, odds, Phrase::GamePlatform),
    }
}

/// Harms that begin with somebody approaching the child.
const fn is_approach(detector: Detector) -> bool {
    matches!(
        detector,
        Detector::Grooming
            | Detector::SocialEngineering
            | Detector::AppFraud
            | Detector::RomanceScam
            | Detector::MuleRecruitment
            | Detector::VulnerabilityExploitation
    )
}

/// A danger that no game explains.
fn names_danger(draft: &Draft<'_>) -> bool {
    const PLAYED: [&str; 2] = ["VIOLENCE", "COMPULSIVE_USAGE"];
    let danger = |s: &Signal| {
        matches!(s.label, Observation::Tag(tag)
            if tag.info().detector == Detector::Unsafe && !PLAYED.contains(&tag.info().tag))
    };
    draft.present().any(|s| danger(s) && draft.policy.names(s.label, s.probability))
}

/// What a platform is known for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Game,
    Supervised,
    Strangers,
}

impl Kind {
    /// The kind of a platform by its name; a game's own school or family server is a game.
    fn of(platform: &str) -> Option<Kind> {
        let platform = platform.to_lowercase();
        let words: Vec<&str> =
            platform.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
        let joined = words.concat();
        // Short names are whole words ("rust" is not in "trust"); long ones are also found inside others.
        let named = |names: &[&str]| {
            names.iter().any(|name| words.contains(name) || name.len() >= 6 && joined.contains(name))
        };
        [(Kind::Game, GAMES), (Kind::Strangers, STRANGERS), (Kind::Supervised, SUPERVISED)]
            .into_iter()
            .find_map(|(kind, names)| named(names).then_some(kind))
    }
}

const GAMES: &[&str] = &[
    "game",
    "games",
    "gaming",
    "videogame",
    "lobby",
    "esports",
    "roleplay",
    "roblox",
    "minecraft",
    "fortnite",
    "xbox",
    "playstation",
    "psn",
    "nintendo",
    "steam",
    "valorant",
    "leagueoflegends",
    "dota",
    "overwatch",
    "apex",
    "pubg",
    "freefire",
    "callofduty",
    "cod",
    "warzone",
    "csgo",
    "cs2",
    "counterstrike",
    "rainbowsix",
    "rocketleague",
    "fifa",
    "eafc",
    "brawlstars",
    "clashroyale",
    "clashofclans",
    "amongus",
    "warcraft",
    "mariokart",
    "splatoon",
    "pokemon",
    "genshin",
    "terraria",
    "rust",
    "adoptme",
    "dresstoimpress",
];

const STRANGERS: &[&str] = &[
    "anonymous",
    "anon",
    "random",
    "stranger",
    "strangers",
    "omegle",
    "ometv",
    "chatroulette",
    "dating",
    "tinder",
    "yubo",
    "livestream",
    "marketplace",
    "classifieds",
];

const SUPERVISED: &[&str] = &[
    "school",
    "class",
    "classroom",
    "homework",
    "lesson",
    "campus",
    "education",
    "edu",
    "lms",
    "moodle",
    "schoology",
    "edmodo",
    "classdojo",
    "itslearning",
    "family",
    "bank",
    "banking",
    "checkout",
    "helpline",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_joined() {
        assert_eq!(Kind::of("Roblox"), Some(Kind::Game));
        assert_eq!(Kind::of("minecraftServer"), Some(Kind::Game));
        assert_eq!(Kind::of("game_lobby"), Some(Kind::Game));
        assert_eq!(Kind::of("Counter-Strike 2"), Some(Kind::Game));
        assert_eq!(Kind::of("school chat"), Some(Kind::Supervised));
        assert_eq!(Kind::of("GoogleClassroom"), Some(Kind::Supervised));
        assert_eq!(Kind::of("live-stream"), Some(Kind::Strangers));
    }

    #[test]
    fn short_names_are_whole_words_and_others_are_neutral() {
        for platform in [
            "",
            "discord",
            "trust network",
            "whatsapp",
            "steamy novels",
            "codeforum",
            "Colleagues",
            "Premier League fans",
        ] {
            assert_eq!(Kind::of(platform), None, "{platform}");
        }
    }
}
