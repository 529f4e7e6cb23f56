//! Who acts: a human moderator or an AI agent, told apart by credential and name (specification, Incident
//! lifecycle, rules 1 to 3).

use super::call::ReviewCall;
use crate::error::{Code, Error, Result};
use serde::{Deserialize, Serialize};

/// How the caller signed in. An MCP token names an account, not a person, and so does a static one (Q54).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Credential {
    /// An API key or the dashboard: a human moderator acts.
    Human,
    /// MCP: an AI agent acts.
    Mcp,
}

/// The moderator, if the id is well formed and of the credential's kind.
pub(super) fn moderator(call: &ReviewCall, credential: Credential) -> Result<&str> {
    let id = call.moderator_external_id.as_deref().unwrap_or_default();
    if id.is_empty() || id.trim() != id || id.chars().any(char::is_control) {
        return Err(Error::invalid("moderator_external_id is required, without spaces around it"));
    }
    let chars = id.chars().count();
    if chars > MODERATOR_CHARS {
        return Err(Error::too_long("moderator_external_id", chars, MODERATOR_CHARS));
    }
    // The prefix in another case is refused from humans too: it would read like an agent's in a trail.
    let prefixed = id.get(..AGENT_PREFIX.len()).is_some_and(|head| head.eq_ignore_ascii_case(AGENT_PREFIX));
    match (credential, id.strip_prefix(AGENT_PREFIX)) {
        (Credential::Human, _) if prefixed => Err(not_permitted("the prefix mcp: is for agents")),
        (Credential::Human, _) => Ok(id),
        (Credential::Mcp, None) => Err(not_permitted("an agent's moderator_external_id is mcp:<agent-name>")),
        (Credential::Mcp, Some(name)) if name.is_empty() || name.contains(char::is_whitespace) => {
            Err(Error::invalid("moderator_external_id must be mcp:<agent-name>, a name without spaces"))
        }
        (Credential::Mcp, Some(_)) => Ok(id),
    }
}

pub(super) fn not_permitted(message: &str) -> Error {
    Error::new(Code::ActionNotPermitted, message)
}

/// Characters of a moderator's id (reference, incidents 3).
const MODERATOR_CHARS: usize = 256;
/// Opens an agent's id.
const AGENT_PREFIX: &str = "mcp:";
