//! Age and identity verification: the arithmetic of documents and the outcome that follows from it.
//!
//! Reading a picture is a detector's work. Core gets the text of a zone or barcode, the words that were read
//! and what the camera saw, and says what agrees. Nothing here judges whether a document is genuine: the
//! specification dropped that signal with v1.13.0.

mod aamva;
mod cross_check;
mod date;
mod evidence;
mod mrz;
mod national_id;
mod outcome;
mod reason;

pub use aamva::{Aamva, read_aamva};
pub use cross_check::{DocumentType, PrintedFields};
pub use date::{Date, NotADate};
pub use evidence::{Evidence, Liveness, Recapture};
pub use mrz::{Mrz, MrzChecks, MrzFormat, mrz_check_digit, read_mrz};
pub use national_id::{Basis, IdCheck, IdScheme, check_national_id, national_ids};
pub use outcome::{
    Outcome, StoredOutcome, VerificationMethod, VerificationMode, VerificationPolicy, VerificationStatus,
    verify,
};
pub use reason::{Check, FailureReason};
