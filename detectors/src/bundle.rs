//! Model bundles: the files that one release of the text model consists of, checked before use.
//!
//! A bundle is a folder with `config.json`, `model.onnx`, `vocab.txt`, `langid.bin` and `ngrams.bin`. The folder
//! `models/text` of the repository is compiled into the library by the feature `bundled-models`.

use crate::model::{Head, Line};
use crate::ngrams::Columns;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use wardlight_core::{Code, Error, Language, Observation, Result};

/// A checked bundle: every file is there and matches its digest.
#[derive(Clone)]
pub struct Bundle {
    config: Config,
    model: Cow<'static, [u8]>,
    vocabulary: Cow<'static, [u8]>,
    languages: Cow<'static, [u8]>,
    ngrams: Cow<'static, [u8]>,
}

/// What `config.json` says.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Name of the model.
    pub name: String,
    /// Version of the model.
    pub version: String,
    /// Longest window in tokens, special ones included.
    pub max_tokens: usize,
    /// The labels, in the order of the model's outputs.
    pub heads: Vec<Head>,
    /// Languages that the model was trained for.
    pub languages: Vec<Language>,
    /// What the columns of `ngrams.bin` are.
    pub columns: Columns,
}

/// The raw bytes of a bundle's files.
#[derive(Clone)]
#[allow(missing_docs)]
pub struct BundleFiles {
    pub config: Cow<'static, [u8]>,
    pub model: Cow<'static, [u8]>,
    pub vocabulary: Cow<'static, [u8]>,
    pub languages: Cow<'static, [u8]>,
    pub ngrams: Cow<'static, [u8]>,
}

impl Bundle {
    /// The bundle compiled into the library.
    ///
    /// Its digests are checked when the library is tested, not at every start: hashing 20 MB would
    /// double the time to the first verdict, and the bytes are part of the program itself.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if the build carried files that do not belong together.
    #[cfg(feature = "bundled-models")]
    pub fn bundled() -> Result<Bundle> {
        Bundle::assemble(bundled_files(), check_size)
    }

    /// Reads a bundle from a folder.
    ///
    /// # Errors
    /// [`Code::BundleMissing`] names the file that cannot be read, [`Code::BundleDamaged`] the file
    /// whose digest, size or content is wrong.
    pub fn from_dir(path: impl AsRef<Path>) -> Result<Bundle> {
        let read = |name: &str| {
            std::fs::read(path.as_ref().join(name)).map(Cow::Owned).map_err(|error| {
                Error::new(Code::BundleMissing, format!("{name} cannot be read: {}", error.kind()))
            })
        };
        Bundle::from_bytes(BundleFiles {
            config: read(CONFIG)?,
            model: read(MODEL)?,
            vocabulary: read(VOCABULARY)?,
            languages: read(LANGUAGES)?,
            ngrams: read(NGRAMS)?,
        })
    }

    /// Checks a bundle given as bytes, such as assets of a mobile application.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] names the file whose digest, size or content is wrong.
    pub fn from_bytes(files: BundleFiles) -> Result<Bundle> {
        Bundle::assemble(files, check)
    }

    fn assemble(files: BundleFiles, check: fn(&str, &[u8], &WrittenFile) -> Result<()>) -> Result<Bundle> {
        let written: WrittenConfig = serde_json::from_slice(&files.config).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            damaged(format!("{CONFIG} cannot be read at {place}"))
        })?;
        let expected = |name: &str| {
            written.files.get(name).ok_or_else(|| damaged(format!("{CONFIG} has no digest of {name}")))
        };
        check(MODEL, &files.model, expected(MODEL)?)?;
        check(VOCABULARY, &files.vocabulary, expected(VOCABULARY)?)?;
        check(LANGUAGES, &files.languages, expected(LANGUAGES)?)?;
        check(NGRAMS, &files.ngrams, expected(NGRAMS)?)?;
        Ok(Bundle {
            config: written.checked()?,
            model: files.model,
            vocabulary: files.vocabulary,
            languages: files.languages,
            ngrams: files.ngrams,
        })
    }

    /// What `config.json` says.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// `name@version`, as verdicts name their model.
    pub fn model_version(&self) -> String {
        format!("{}@{}", self.config.name, self.config.version)
    }

    /// Text of `vocab.txt`.
    ///
    /// # Errors
    /// [`Code::BundleDamaged`] if it is not UTF-8.
    pub fn vocabulary(&self) -> Result<&str> {
        std::str::from_utf8(&self.vocabulary).map_err(|_| damaged(format!("{VOCABULARY} is not UTF-8")))
    }

    /// Bytes of `langid.bin`.
    pub fn languages(&self) -> Cow<'static, [u8]> {
        self.languages.clone()
    }

    /// Bytes of `ngrams.bin`.
    pub fn ngrams(&self) -> Cow<'static, [u8]> {
        self.ngrams.clone()
    }

    /// Bytes of `model.onnx`, given away because nobody needs the 25 MB twice.
    pub fn into_model(self) -> Cow<'static, [u8]> {
        self.model
    }
}

impl std::fmt::Debug for Bundle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bundle({})", self.model_version())
    }
}

#[cfg(feature = "bundled-models")]
fn bundled_files() -> BundleFiles {
    // A registry package of this crate cannot reach above its folder, and the model is larger than
    // the public registry accepts: applications depend on the repository, or load a bundle themselves.
    BundleFiles {
        config: Cow::Borrowed(include_bytes!("../../models/text/config.json")),
        model: Cow::Borrowed(include_bytes!("../../models/text/model.onnx")),
        vocabulary: Cow::Borrowed(include_bytes!("../../models/text/vocab.txt")),
        languages: Cow::Borrowed(include_bytes!("../../models/text/langid.bin")),
        ngrams: Cow::Borrowed(include_bytes!("../../models/text/ngrams.bin")),
    }
}

fn check(name: &str, bytes: &[u8], expected: &WrittenFile) -> Result<()> {
    check_size(name, bytes, expected)?;
    let found = Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        // Writing into a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    if !found.eq_ignore_ascii_case(&expected.sha256) {
        let expected = &expected.sha256;
        return Err(damaged(format!("{name}: expected SHA-256 {expected}, found {found}")));
    }
    Ok(())
}

fn check_size(name: &str, bytes: &[u8], expected: &WrittenFile) -> Result<()> {
    if bytes.len() != expected.bytes {
        let (found, expected) = (bytes.len(), expected.bytes);
        return Err(damaged(format!("{name}: expected {expected} bytes, found {found} bytes")));
    }
    Ok(())
}

fn damaged(message: impl Into<String>) -> Error {
    Error::new(Code::BundleDamaged, message)
}

#[derive(Deserialize)]
struct WrittenConfig {
    name: String,
    version: String,
    format: u32,
    files: BTreeMap<String, WrittenFile>,
    max_tokens: usize,
    labels: Vec<WrittenHead>,
    languages: Vec<String>,
    /// Bundles of earlier formats have none; the format is what they are refused for.
    ngrams: Option<Columns>,
}

#[derive(Deserialize)]
struct WrittenFile {
    sha256: String,
    bytes: usize,
}

#[derive(Deserialize)]
struct WrittenHead {
    label: String,
    english: Line,
    others: Line,
    #[serde(default)]
    conversation: Option<Line>,
}

impl WrittenConfig {
    fn checked(self) -> Result<Config> {
        if self.format != FORMAT {
            return Err(damaged(format!("{CONFIG} has format {}; this build reads {FORMAT}", self.format)));
        }
        if !(MIN_TOKENS..=MAX_TOKENS).contains(&self.max_tokens) {
            return Err(damaged(format!("{CONFIG}: max_tokens must be {MIN_TOKENS} to {MAX_TOKENS}")));
        }
        let heads = self.labels.iter().map(WrittenHead::checked).collect::<Result<_>>()?;
        let languages = self.languages.iter().map(|code| {
            Language::from_code(code).ok_or_else(|| damaged(format!("{CONFIG}: unknown language {code:?}")))
        });
        Ok(Config {
            languages: languages.collect::<Result<_>>()?,
            name: self.name,
            version: self.version,
            max_tokens: self.max_tokens,
            heads,
            columns: self.ngrams.ok_or_else(|| damaged(format!("{CONFIG} does not say what {NGRAMS} is")))?,
        })
    }
}

impl WrittenHead {
    fn checked(&self) -> Result<Head> {
        let wrong = |what: &str| damaged(format!("{CONFIG}: label {:?} {what}", self.label));
        let label: Observation = self.label.parse().map_err(|_| wrong("is unknown to this build"))?;
        let sound =
            |line: &Line| line.a.is_finite() && line.b.is_finite() && (0.0..=1.0).contains(&line.threshold);
        if ![Some(self.english), Some(self.others), self.conversation].iter().flatten().all(sound) {
            return Err(wrong("has a calibration or threshold out of range"));
        }
        Ok(Head { label, english: self.english, others: self.others, conversation: self.conversation })
    }
}

const CONFIG: &str = "config.json";
const MODEL: &str = "model.onnx";
const VOCABULARY: &str = "vocab.txt";
const LANGUAGES: &str = "langid.bin";
const NGRAMS: &str = "ngrams.bin";
const FORMAT: u32 = 10;
const MIN_TOKENS: usize = 16;
const MAX_TOKENS: usize = 512;

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    fn files(labels: &str, digest: &str) -> BundleFiles {
        let file = format!(r#"{{"sha256":"{digest}","bytes":0}}"#);
        let config = format!(
            r#"{{"name":"m","version":"1","format":10,"max_tokens":128,"languages":["en"],
            "files":{{"model.onnx":{file},"vocab.txt":{file},"langid.bin":{file},"ngrams.bin":{file}}},"labels":{labels},"ngrams":{{"labels":[],"own":1,"any":1,"among":1}},"more":1}}"#
        );
        let empty = || Cow::Borrowed(&[] as &[u8]);
        BundleFiles {
            config: config.into_bytes().into(),
            model: empty(),
            vocabulary: empty(),
            languages: empty(),
            ngrams: empty(),
        }
    }

    fn labels(name: &str) -> String {
        let line = r#"{"a":1,"b":0,"threshold":0.4}"#;
        format!(r#"[{{"label":"{name}","english":{line},"others":{line}}}]"#)
    }

    #[cfg(feature = "bundled-models")]
    #[test]
    fn the_bundled_files_match_their_digests() {
        assert!(Bundle::from_bytes(bundled_files()).is_ok());
    }

    #[test]
    fn a_checked_bundle_knows_its_labels() {
        let labels = &labels("bullying/THREAT");
        let bundle = Bundle::from_bytes(files(labels, EMPTY)).expect("a valid bundle");
        assert_eq!(bundle.model_version(), "m@1");
        assert_eq!(bundle.config().heads.len(), 1);
    }

    #[test]
    fn damage_is_named() {
        let error = Bundle::from_bytes(files("[]", "00")).expect_err("a wrong digest");
        assert_eq!(error.code(), Code::BundleDamaged);
        let message = error.to_string();
        assert!(message.contains("model.onnx") && message.contains("SHA-256 00") && message.contains(EMPTY));
        let labels = &labels("bullying/NEW");
        let error = Bundle::from_bytes(files(labels, EMPTY)).expect_err("an unknown label");
        assert!(error.to_string().contains("bullying/NEW"));
        let older = String::from_utf8(files("[]", EMPTY).config.into_owned()).expect("text");
        let older = older.replace(r#""format":10"#, r#""format":6"#).replace(r#""ngrams":{"#, r#""other":{"#);
        let older = BundleFiles { config: older.into_bytes().into(), ..files("[]", EMPTY) };
        let error = Bundle::from_bytes(older).expect_err("an earlier format");
        assert!(error.to_string().contains("has format 6; this build reads 10"), "{error}");
        let error = Bundle::from_dir("/nonexistent/bundle").expect_err("no folder");
        assert_eq!(error.code(), Code::BundleMissing);
        assert!(error.to_string().contains("config.json"));
    }
}
