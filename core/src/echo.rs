//! What comes back as it was sent (specification, Tracking fields).

use crate::request::Tracking;
use serde::Serialize;
use serde_json::{Map, Value};

/// Fields of a request that its answer repeats; part of the answer's own object on the wire.
#[derive(Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Echo {
    /// Caller's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// Caller's customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<String>,
    /// Free data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
}

impl From<&Tracking> for Echo {
    fn from(tracking: &Tracking) -> Self {
        Echo {
            external_id: tracking.external_id.clone(),
            customer_id: tracking.customer_id.clone(),
            metadata: tracking.metadata.clone(),
        }
    }
}

impl std::fmt::Debug for Echo {
    /// Leaves everything out: it is content.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Echo(..)")
    }
}
