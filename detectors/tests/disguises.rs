//! What the normaliser reads with the shipped vocabulary: disguises are undone, ordinary text of any language stays.
#![cfg(feature = "bundled-models")]
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use wardlight::bundle::Bundle;
use wardlight::normalise::normalise_for;
use wardlight::tokenizer::Tokenizer;

fn tokenizer() -> Tokenizer {
    Tokenizer::from_vocabulary(Bundle::bundled().unwrap().vocabulary().unwrap()).unwrap()
}

#[test]
fn disguises_are_undone() {
    let tokenizer = tokenizer();
    for (given, expected) in [
        ("you are such a l*ser", "you are such a loser"),
        ("shut up id*ot", "shut up idiot"),
        ("you are so wrothless and stupdi", "you are so worthless and stupid"),
        ("nobody likes you los er", "nobody likes you loser"),
        ("you are a looooooser", "you are a loser"),
        ("57up1d l0s3r", "stupid loser"),
        ("pou eisai twra, mama", "που εισαι τωρα, μαμα"),
        ("privet kak dela segodnya", "привет как дела сегодня"),
        ("utre 6te izlezem s priqteli", "утре ще излезем с приятели"),
    ] {
        assert_eq!(normalise_for(given, &tokenizer).text(), expected, "from {given:?}");
    }
}

#[test]
fn ordinary_text_stays() {
    let tokenizer = tokenizer();
    for text in [
        "my dads ocd is bad today, his carers said so",
        "theres a new game, 5 * 3 is 15 and a*b is c",
        "see you at 5pm in room b12, bring 2x50 pens",
        "kommst du heute mit ins schwimmbad",
        "on va au cinema ce soir avec ma cousine",
        "kdy se vratis domu, cekam na tebe",
        "idemo li sutra na more ili u grad",
        "nie wiem co robic po szkole",
        "mennaanko huomenna uimaan vai kotiin",
        "bugun okula gitmek istemiyorum anne",
    ] {
        assert_eq!(normalise_for(text, &tokenizer).text(), text);
    }
}
