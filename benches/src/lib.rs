//! Fixed inputs and small statistics shared by the benches and the measuring programs.

pub mod exam;
pub mod functional;
pub mod reliability;
pub mod report;
pub mod rows;
pub mod scores;
pub mod side_sets;

use wardlight::{Detector, Message, Request};

/// Short everyday lines in which nothing is to be found, one a line.
pub const EVERYDAY: &str = include_str!("../../detectors/examples/data/everyday.txt");

/// A chat line of about `chars` characters, the same every time.
pub fn chat_line(chars: usize) -> String {
    const LINES: &str = "hey are you still coming to practice later or did your mum change the plan again lol \
                         bring the blue bag and tell sam we start at five because the hall closes early today ";
    LINES.chars().cycle().take(chars).collect()
}

/// A conversation of `turns` everyday messages with a few that call for attention.
pub fn conversation(turns: usize) -> Request {
    const OTHER: [&str; 5] = [
        "how was the match today? you played so well last week",
        "haha same here, i had a long day at work",
        "you are way more mature than the other kids on the server",
        "is anyone home with you right now or just you",
        "lets keep this between us ok, they would not get it",
    ];
    const CHILD: [&str; 4] =
        ["it was ok we lost 2 1", "lol thanks", "my mum is at work till six", "ok but why"];
    let messages = (0..turns)
        .map(|i| {
            let (sender_role, text) =
                if i % 2 == 0 { ("adult", OTHER[i / 2 % 5]) } else { ("child", CHILD[i / 2 % 4]) };
            Message { sender_role: sender_role.to_owned(), text: text.to_owned(), sender_age: None }
        })
        .collect();
    Request::messages(Detector::Grooming, messages)
}
