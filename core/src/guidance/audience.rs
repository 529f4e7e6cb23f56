//! Who reads guidance: the names on the wire.

use crate::taxonomy::{UnknownName, vocabulary};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

vocabulary! {
    /// Who an action plan is for.
    Audience {
        /// The child itself.
        Child = "child",
        /// A parent or carer.
        Parent = "parent",
        /// A teacher or other professional; `professional` is read as this.
        Educator = "educator",
        /// A trust-and-safety team.
        Platform = "platform",
    }
}

vocabulary! {
    /// Who an incident report is for.
    ReportReader {
        /// A school.
        School = "school",
        /// A counsellor; `counselor` is read as this.
        Counsellor = "counsellor",
        /// A moderator.
        Moderator = "moderator",
    }
}
