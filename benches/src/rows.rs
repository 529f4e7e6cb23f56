//! Validation rows: what `models/training/validation.py` writes, one JSON object a line.

use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;
use wardlight::{Detector, Limits, Request};

/// One annotated example.
#[derive(Debug, Clone, Deserialize)]
pub struct Row {
    /// Stable id.
    pub id: String,
    /// ISO 639-1 code.
    pub lang: String,
    /// Data set that the row comes from.
    pub source: String,
    /// Detector that was annotated.
    pub detector: Detector,
    /// The text, for a single message.
    #[serde(default)]
    pub text: Option<String>,
    /// The messages, for a conversation.
    #[serde(default)]
    pub messages: Vec<RowMessage>,
    /// 1 when the harm is there.
    pub label: u8,
    /// Tags or tactics that an annotator named.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Tags that are absent are known to be absent.
    #[serde(default)]
    pub tags_known: bool,
    /// Who speaks, where bullying was annotated with it.
    #[serde(default)]
    pub speaker_role: Option<String>,
    /// A harmless line of our corpus that shares its words with a harmful one.
    #[serde(default)]
    pub twin: bool,
    /// For a disturbed text, what was written before the disturbance.
    #[serde(default)]
    pub plain: Option<String>,
    /// Ordinary chat in which nothing is to be found.
    #[serde(default)]
    pub benign_chat: bool,
}

/// One message of a conversation row.
#[derive(Debug, Clone, Deserialize)]
pub struct RowMessage {
    /// Role of the sender: `other`, `child` or `peer`.
    #[serde(rename = "by")]
    pub sender_role: String,
    /// The words.
    pub text: String,
    /// Tactics that an annotator named in it.
    #[serde(default)]
    pub tactics: Vec<String>,
}

impl Row {
    /// The tactics to be found, one list per flag list of the answer; empty where they are not known.
    pub fn tactics(&self) -> Vec<&[String]> {
        match &self.text {
            Some(_) if self.tags_known => vec![&self.tags],
            Some(_) => Vec::new(),
            None => self.messages.iter().map(|message| message.tactics.as_slice()).collect(),
        }
    }

    /// The request that asks about this row.
    ///
    /// # Errors
    /// When the row breaks a limit of the library.
    pub fn request(&self) -> Result<Request, String> {
        let body: Value = match &self.text {
            Some(text) => json!({"text": text, "include_evidence": false}),
            None => json!({
                "messages": self.messages.iter()
                    .map(|m| json!({"sender_role": m.sender_role, "text": m.text}))
                    .collect::<Vec<_>>(),
                "include_evidence": false,
            }),
        };
        Request::from_value(self.detector, body, &Limits::default()).map_err(|e| e.to_string())
    }
}

/// Reads the rows of every detector and of `evasion.jsonl`, whichever are there.
///
/// # Errors
/// When a file cannot be read or a line is not a row; the message names file and line.
pub fn read_folder(folder: &Path) -> Result<Vec<Row>, String> {
    let names = Detector::ALL.iter().map(|detector| detector.as_str()).chain(["evasion"]);
    let parts = names.map(|name| read_lines(folder, name)).collect::<Result<Vec<Vec<Row>>, _>>()?;
    let rows = parts.concat();
    if rows.is_empty() { Err(format!("{}: no rows", folder.display())) } else { Ok(rows) }
}

/// Reads `<name>.jsonl` of a folder; nothing when it is absent.
///
/// # Errors
/// When the file cannot be read or a line has another form; the message names file and line.
pub fn read_lines<T: for<'de> Deserialize<'de>>(folder: &Path, name: &str) -> Result<Vec<T>, String> {
    let file = folder.join(format!("{name}.jsonl"));
    if !file.exists() {
        return Ok(Vec::new());
    }
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            serde_json::from_str(line).map_err(|e| format!("{} line {}: {e}", file.display(), number + 1))
        })
        .collect()
}
