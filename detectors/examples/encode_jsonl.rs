//! Normalises and encodes texts exactly as the library does, so that training sees the same ids.
//!
//! Reads JSON lines with a field `text`; writes each line again with `normalized` and, when a
//! vocabulary is given, `ids` (no special tokens, not cut). Other fields pass through unchanged.
//!
//! ```sh
//! cargo run --release -p wardlight --no-default-features --example encode_jsonl -- \
//!     --vocab vocab.txt --in texts.jsonl --out encoded.jsonl
//! ```

use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use wardlight::normalise::{normalise, normalise_for};
use wardlight::tokenizer::Tokenizer;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_args()?;
    let tokenizer = match &options.vocabulary {
        Some(path) => Some(Tokenizer::from_vocabulary(&std::fs::read_to_string(path)?)?),
        None => None,
    };
    let input: Box<dyn BufRead> = match &options.input {
        Some(path) => Box::new(BufReader::new(File::open(path)?)),
        None => Box::new(io::stdin().lock()),
    };
    let mut output: Box<dyn Write> = match &options.output {
        Some(path) => Box::new(BufWriter::new(File::create(path)?)),
        None => Box::new(BufWriter::new(io::stdout().lock())),
    };
    for (number, line) in input.lines().enumerate() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let record: Map<String, Value> =
            serde_json::from_str(&line).map_err(|error| format!("line {}: {error}", number + 1))?;
        let record = encode(record, tokenizer.as_ref())
            .ok_or_else(|| format!("line {}: no string field text", number + 1))?;
        serde_json::to_writer(&mut output, &record)?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(())
}

fn encode(mut record: Map<String, Value>, tokenizer: Option<&Tokenizer>) -> Option<Map<String, Value>> {
    let text = record.get("text")?.as_str()?;
    let normalised = tokenizer.map_or_else(|| normalise(text), |tokenizer| normalise_for(text, tokenizer));
    if let Some(tokenizer) = tokenizer {
        let ids: Vec<u32> = tokenizer.tokenize(normalised.text()).iter().map(|token| token.id).collect();
        record.insert("ids".to_owned(), ids.into());
    }
    record.insert("normalized".to_owned(), normalised.text().into());
    Some(record)
}

#[derive(Default)]
struct Options {
    vocabulary: Option<PathBuf>,
    input: Option<PathBuf>,
    output: Option<PathBuf>,
}

impl Options {
    fn from_args() -> Result<Options, String> {
        let mut options = Options::default();
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            let value = arguments.next().filter(|value| value != "-").map(PathBuf::from);
            match name.as_str() {
                "--vocab" => options.vocabulary = value,
                "--in" => options.input = value,
                "--out" => options.output = value,
                _ => return Err("usage: encode_jsonl [--vocab FILE] [--in FILE] [--out FILE]".to_owned()),
            }
        }
        Ok(options)
    }
}
