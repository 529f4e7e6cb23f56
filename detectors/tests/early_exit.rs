//! The early exit of the bundled model: quick where nothing is there, never in the way where something is.
#![cfg(feature = "bundled-models")]
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use wardlight::{Detector, Request, Screener};

fn screeners() -> (Screener, Screener) {
    let full = Screener::builder().early_exit(false).build().unwrap();
    (Screener::builder().build().unwrap(), full)
}

#[test]
fn harmless_chat_gets_the_same_answer_sooner() {
    let (quick, full) = screeners();
    let mut passed = 0;
    for line in include_str!("../examples/data/everyday.txt").lines() {
        let request = Request::text(Detector::Bullying, line);
        assert_eq!(quick.screen(&request).detected, full.screen(&request).detected);
        passed += usize::from(quick.observe(&request).unwrap() != full.observe(&request).unwrap());
    }
    assert!(passed > 0, "no line took the early exit");
}

#[test]
fn plain_harm_is_always_read() {
    let (quick, full) = screeners();
    for (detector, text) in [
        (Detector::Bullying, "nobody likes you, just leave"),
        (Detector::Unsafe, "i want to kill myself tonight"),
        (Detector::Grooming, "dont tell your mum about us, its our secret"),
        (Detector::SocialEngineering, "your account is blocked, send me the code now"),
    ] {
        let request = Request::text(detector, text);
        assert_eq!(quick.observe(&request).unwrap(), full.observe(&request).unwrap());
    }
}

#[test]
fn emotions_are_read_in_full() {
    let (quick, full) = screeners();
    let request = Request::text(Detector::Emotions, "ok see you at five");
    assert_eq!(quick.observe(&request).unwrap(), full.observe(&request).unwrap());
}
