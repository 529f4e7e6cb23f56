//! One error type and one table of codes.
//!
//! Messages name the field, the limit with its unit, and the received size. They never carry content.

use serde::Serialize;
use std::fmt;

/// What the caller can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The request is wrong; correct it.
    InvalidInput,
    /// The request is larger than a limit; send less.
    LimitExceeded,
    /// Known, but not available in this build.
    Unsupported,
    /// The model bundle is missing or damaged; reinstall it.
    ModelUnavailable,
    /// Not attempted, because something before it failed; send it again.
    Cancelled,
    /// Understood, but not allowed to this caller or in this state; repeating it changes nothing.
    NotPermitted,
    /// A defect of this library, or of an engine that was lent to it; safe to retry, worth reporting.
    Internal,
}

/// Stable codes. The first group is the specification's; details follow the wire reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// A field is missing, of the wrong type, or out of range.
    InvalidInput,
    /// A text holds more characters than the limit.
    TextTooLong,
    /// A list or object holds more entries than the limit.
    TooManyItems,
    /// A regular expression compiles to more than the limit.
    PatternTooLarge,
    /// The body is not valid JSON.
    MalformedJson,
    /// The file is not valid TOML.
    MalformedToml,
    /// The language is not one of the 32.
    UnsupportedLanguage,
    /// A continuation token is past its 24 hours.
    TokenExpired,
    /// A continuation token was issued to another API key.
    TokenKeyMismatch,
    /// A continuation token was altered.
    TokenBadSignature,
    /// A continuation token belongs to another detector.
    TokenScopeMismatch,
    /// A continuation token cannot be read.
    TokenMalformed,
    /// A continuation token has another schema.
    TokenVersionUnsupported,
    /// A continuation token was signed with a retired key.
    TokenUnknownKey,
    /// The detector is known but not answered by this build.
    UnsupportedDetector,
    /// The field is known but its function is not available in this build.
    UnsupportedFeature,
    /// The text is no machine-readable zone of a travel document.
    MrzMalformed,
    /// The text is no barcode of a driving licence.
    BarcodeMalformed,
    /// No rule is known for this country's national numbers.
    UnknownCountry,
    /// Neither the document nor the selfie gives an age.
    NoBirthDate,
    /// This caller may not do this.
    ActionNotPermitted,
    /// The incident's status does not allow this.
    WrongState,
    /// A webhook's signature does not fit, or is too old.
    SignatureMismatch,
    /// A file of the model bundle is missing.
    BundleMissing,
    /// A file of the model bundle does not match its digest or cannot be read.
    BundleDamaged,
    /// An item of a batch that was left alone because an earlier one failed.
    NotAnalysed,
    /// A recogniser that the application lent failed, or answered nonsense.
    LentEngine,
    /// A defect of this library.
    Internal,
}

impl Code {
    /// Every code, in table order.
    pub const ALL: &'static [Code] = &[
        Code::InvalidInput,
        Code::TextTooLong,
        Code::TooManyItems,
        Code::PatternTooLarge,
        Code::MalformedJson,
        Code::MalformedToml,
        Code::UnsupportedLanguage,
        Code::TokenExpired,
        Code::TokenKeyMismatch,
        Code::TokenBadSignature,
        Code::TokenScopeMismatch,
        Code::TokenMalformed,
        Code::TokenVersionUnsupported,
        Code::TokenUnknownKey,
        Code::UnsupportedDetector,
        Code::UnsupportedFeature,
        Code::MrzMalformed,
        Code::BarcodeMalformed,
        Code::UnknownCountry,
        Code::NoBirthDate,
        Code::ActionNotPermitted,
        Code::WrongState,
        Code::SignatureMismatch,
        Code::BundleMissing,
        Code::BundleDamaged,
        Code::NotAnalysed,
        Code::LentEngine,
        Code::Internal,
    ];

    /// The code on the wire: the specification's word where it has one.
    pub const fn as_str(self) -> &'static str {
        self.row().0
    }

    /// A finer stable word; equal to [`Code::as_str`] where there is nothing finer to say.
    pub const fn detail(self) -> &'static str {
        self.row().1
    }

    /// What the caller can do.
    pub const fn kind(self) -> ErrorKind {
        self.row().2
    }

    /// The HTTP status that a server answers with.
    pub const fn http_status(self) -> u16 {
        self.row().3
    }

    /// The one table: code, detail, kind, HTTP status.
    const fn row(self) -> (&'static str, &'static str, ErrorKind, u16) {
        use ErrorKind::{
            Cancelled, Internal, InvalidInput, LimitExceeded, ModelUnavailable, NotPermitted, Unsupported,
        };
        const INVALID: &str = "VAL_INVALID_INPUT";
        const fn token(name: &'static str, http: u16) -> (&'static str, &'static str, ErrorKind, u16) {
            (name, name, InvalidInput, http)
        }
        match self {
            Code::InvalidInput => (INVALID, INVALID, InvalidInput, 400),
            Code::TextTooLong => (INVALID, "TEXT_TOO_LONG", LimitExceeded, 400),
            Code::TooManyItems => (INVALID, "TOO_MANY_ITEMS", LimitExceeded, 400),
            Code::PatternTooLarge => (INVALID, "PATTERN_TOO_LARGE", LimitExceeded, 400),
            Code::MalformedJson => (INVALID, "MALFORMED_JSON", InvalidInput, 400),
            Code::MalformedToml => (INVALID, "MALFORMED_TOML", InvalidInput, 400),
            Code::UnsupportedLanguage => (INVALID, "ANALYSIS_6009", Unsupported, 400),
            Code::TokenExpired => token("CONTINUATION_TOKEN_EXPIRED", 401),
            Code::TokenKeyMismatch => token("CONTINUATION_TOKEN_KEY_MISMATCH", 401),
            Code::TokenBadSignature => token("CONTINUATION_TOKEN_BAD_SIGNATURE", 401),
            Code::TokenScopeMismatch => token("CONTINUATION_TOKEN_SCOPE_MISMATCH", 400),
            Code::TokenMalformed => token("CONTINUATION_TOKEN_MALFORMED", 400),
            Code::TokenVersionUnsupported => token("CONTINUATION_TOKEN_VERSION_UNSUPPORTED", 400),
            Code::TokenUnknownKey => token("CONTINUATION_TOKEN_UNKNOWN_KID", 400),
            Code::UnsupportedDetector => ("ANALYSIS_6002", "UNSUPPORTED_DETECTOR", Unsupported, 400),
            Code::UnsupportedFeature => ("FEATURE_UNAVAILABLE", "FEATURE_UNAVAILABLE", Unsupported, 501),
            Code::MrzMalformed => (INVALID, "MRZ_MALFORMED", InvalidInput, 400),
            Code::BarcodeMalformed => (INVALID, "BARCODE_MALFORMED", InvalidInput, 400),
            Code::UnknownCountry => ("VERIFY_11013", "VERIFY_NO_COUNTRY_FOUND", Unsupported, 400),
            Code::NoBirthDate => ("VERIFY_11002", "VERIFY_NO_DOB_FOUND", InvalidInput, 400),
            Code::ActionNotPermitted => ("ACTION_NOT_PERMITTED", "ACTION_NOT_PERMITTED", NotPermitted, 403),
            Code::WrongState => ("INCIDENT_WRONG_STATE", "INCIDENT_WRONG_STATE", NotPermitted, 409),
            Code::SignatureMismatch => ("SIGNATURE_MISMATCH", "SIGNATURE_MISMATCH", NotPermitted, 401),
            Code::BundleMissing => ("SVC_4007", "MODEL_BUNDLE_MISSING", ModelUnavailable, 503),
            Code::BundleDamaged => ("SVC_4007", "MODEL_BUNDLE_DAMAGED", ModelUnavailable, 503),
            Code::NotAnalysed => ("ITEM_NOT_ANALYSED", "ITEM_NOT_ANALYSED", Cancelled, 424),
            Code::LentEngine => ("SVC_INTERNAL_ERROR", "LENT_ENGINE_FAILED", Internal, 500),
            Code::Internal => ("SVC_INTERNAL_ERROR", "SVC_INTERNAL_ERROR", Internal, 500),
        }
    }
}

/// An error with a stable code and a message free of content.
///
/// ```
/// use wardlight_core::{Detector, Request};
/// let error = Request::from_json(Detector::Bullying, r#"{"text": 7}"#).unwrap_err();
/// assert_eq!(error.code().as_str(), "VAL_INVALID_INPUT");
/// assert_eq!(error.to_string(), "text must be a string; received a number");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    code: Code,
    message: String,
}

/// The result of a fallible operation.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of `code`; `message` must not contain content.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Error { code, message: message.into() }
    }

    /// A wrong field.
    pub fn invalid(message: impl Into<String>) -> Self {
        Error::new(Code::InvalidInput, message)
    }

    /// More `unit`s in `field` than `limit` allows.
    pub fn too_long(field: &str, received: usize, limit: usize) -> Self {
        Error::new(
            Code::TextTooLong,
            format!("{field} has {received} characters; the limit is {limit} characters"),
        )
    }

    /// More entries in `field` than `limit` allows.
    pub fn too_many(field: &str, received: usize, limit: usize) -> Self {
        Error::new(
            Code::TooManyItems,
            format!("{field} has {received} entries; the limit is {limit} entries"),
        )
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What the caller can do.
    pub fn kind(&self) -> ErrorKind {
        self.code.kind()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl Serialize for Error {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("Error", 3)?;
        object.serialize_field("code", self.code.as_str())?;
        object.serialize_field("detail", self.code.detail())?;
        object.serialize_field("message", &self.message)?;
        object.end()
    }
}
