//! The fields of a request, read from JSON: aliases, limits, and errors that name the field.

use super::{Content, Context, HistoryMessage, Message, Options, PrescreenFlag, SenderTrust, Tracking};
use crate::error::{Code, Error, Result};
use crate::fields::{Fields, wrong_type};
use crate::language::Language;
use crate::level::Level;
use crate::limits::Limits;
use crate::score::Score;
use crate::taxonomy::Detector;
use serde_json::Value;

pub(super) fn content(fields: &mut Fields, detector: Detector, limits: &Limits) -> Result<Content> {
    let text = fields.string(&["text", "content"], limits.text_chars)?;
    let messages = fields.list(&["messages", "conversation"], limits.messages)?;
    match (text, messages) {
        (Some(_), Some(_)) => Err(Error::invalid("send either text or messages, not both")),
        (None, None) => {
            let conversation = matches!(detector, Detector::Grooming | Detector::Emotions);
            let path = fields.path(if conversation { "messages" } else { "text" });
            Err(Error::invalid(format!("{path} is missing")))
        }
        (Some(text), None) if text.trim().is_empty() => {
            Err(Error::invalid(format!("{} is empty", fields.path("text"))))
        }
        (Some(text), None) => Ok(Content::Text(text)),
        (None, Some((path, items))) if items.is_empty() => Err(Error::invalid(format!("{path} is empty"))),
        (None, Some((path, items))) => items
            .into_iter()
            .enumerate()
            .map(|(i, item)| read_message(item, &format!("{path}[{i}]"), limits))
            .collect::<Result<_>>()
            .map(Content::Messages),
    }
}

fn read_message(value: Value, at: &str, limits: &Limits) -> Result<Message> {
    let mut fields = Fields::of(value, at)?;
    let sender_role = fields.string(&["sender_role", "role", "senderRole", "sender"], limits.name_chars)?;
    let text = fields.string(&["text", "content"], limits.text_chars)?;
    let sender_age = fields.age(&["sender_age", "senderAge"])?;
    fields.finish()?;
    Ok(Message {
        sender_role: sender_role.unwrap_or_else(|| "unknown".to_owned()),
        text: text.ok_or_else(|| Error::invalid(format!("{at}.text is missing")))?,
        sender_age,
    })
}

pub(crate) fn context(fields: &mut Fields, limits: &Limits) -> Result<Context> {
    let Some(mut fields) = fields.object(&["context"])? else { return Ok(Context::default()) };
    let name = limits.name_chars;
    let mut context = Context::default();
    if let Some(group) = fields.string(&["age_group", "ageGroup"], name)? {
        if group.trim().eq_ignore_ascii_case("adult") {
            context.adult = true;
        } else {
            let group = group.parse().map_err(|e| Error::invalid(format!("context.{e}")))?;
            context.age_group = Some(group);
        }
    }
    if let Some(tag) = fields.string(&["language"], name)? {
        context.language = Some(Language::from_tag(&tag).ok_or_else(|| {
            Error::new(
                Code::UnsupportedLanguage,
                "context.language is not one of the 32 supported ISO 639-1 codes",
            )
        })?);
    }
    context.platform = fields.string(&["platform"], name)?.map(|p| clean_platform(&p));
    context.conversation_history = read_history(&mut fields, limits)?;
    context.sender_trust = match fields.string(&["sender_trust", "senderTrust"], name)?.as_deref() {
        None | Some("unknown") => SenderTrust::Unknown,
        Some("trusted") => SenderTrust::Trusted,
        Some("verified") => SenderTrust::Verified,
        Some(_) => {
            return Err(Error::invalid("context.sender_trust must be one of: verified, trusted, unknown"));
        }
    };
    context.sender_name = fields.string(&["sender_name", "senderName"], name)?;
    if let Some(country) = fields.string(&["country"], name)? {
        if country.len() != 2 || !country.bytes().all(|b| b.is_ascii_alphabetic()) {
            return Err(Error::invalid("context.country must be an ISO 3166-1 alpha-2 code"));
        }
        context.country = Some(country.to_ascii_uppercase());
    }
    context.child_age = fields.age(&["child_age", "childAge"])?;
    context.participant_age = fields.age(&["participant_age", "participantAge"])?;
    context.relationship = fields.string(&["relationship"], name)?.map(|r| r.trim().to_lowercase());
    fields.finish()?;
    Ok(context)
}

/// SDKs append " - Node SDK" and the like to the platform name.
pub(crate) fn clean_platform(platform: &str) -> String {
    let name = match platform.rsplit_once(" - ") {
        Some((name, suffix)) if suffix.ends_with("SDK") => name,
        _ => platform,
    };
    name.trim().to_lowercase()
}

fn read_history(fields: &mut Fields, limits: &Limits) -> Result<Vec<HistoryMessage>> {
    let names = ["conversation_history", "conversationHistory"];
    let Some((path, items)) = fields.list(&names, limits.messages)? else { return Ok(Vec::new()) };
    let read = |(i, item): (usize, Value)| {
        let at = format!("{path}[{i}]");
        let mut fields = Fields::of(item, &at)?;
        let missing = |name: &str| Error::invalid(format!("{at}.{name} is missing"));
        let role = fields.string(&["role", "sender"], limits.name_chars)?;
        let text = fields.string(&["text", "content"], limits.text_chars)?;
        fields.finish()?;
        Ok(HistoryMessage {
            role: role.ok_or_else(|| missing("role"))?,
            text: text.ok_or_else(|| missing("text"))?,
        })
    };
    items.into_iter().enumerate().map(read).collect()
}

/// What the body says over `options`.
pub(super) fn options(fields: &mut Fields, mut options: Options) -> Result<Options> {
    flags(fields, &mut options)?;
    if let Some(mut inner) = fields.object(&["options"])? {
        flags(&mut inner, &mut options)?;
        inner.finish()?;
    }
    Ok(options)
}

pub(crate) fn flags(fields: &mut Fields, options: &mut Options) -> Result<()> {
    if let Some(value) = fields.boolean(&["include_evidence", "includeEvidence"])? {
        options.include_evidence = value;
    }
    if let Some(value) = fields.boolean(&["verdict_only", "verdictOnly"])? {
        options.verdict_only = value;
    }
    if let Some(name) = fields.string(&["support_threshold", "supportThreshold"], 255)? {
        options.support_threshold = match name.parse() {
            Ok(level) if level > Level::None => level,
            _ => {
                return Err(Error::invalid("support_threshold must be one of: low, medium, high, critical"));
            }
        };
    }
    Ok(())
}

pub(crate) fn tracking(fields: &mut Fields, limits: &Limits) -> Result<Tracking> {
    let external_id = fields.string(&["external_id", "externalId"], limits.id_chars)?;
    let customer_id = fields.string(&["customer_id", "customerId"], limits.id_chars)?;
    let metadata = match fields.take(&["metadata"])? {
        None => None,
        Some((_, Value::Object(map))) if map.len() <= limits.metadata_properties => Some(map),
        Some((path, Value::Object(map))) => {
            return Err(Error::too_many(&path, map.len(), limits.metadata_properties));
        }
        Some((path, other)) => return Err(wrong_type(&path, "an object", &other)),
    };
    let incident_moderation_enabled =
        fields.boolean(&["incident_moderation_enabled", "incidentModerationEnabled"])?;
    Ok(Tracking { external_id, customer_id, metadata, incident_moderation_enabled })
}

/// `continuation_token`, and whether `reset_conversation` discards it.
pub(crate) fn continuation(fields: &mut Fields) -> Result<(Option<String>, bool)> {
    let reset = fields.boolean(&["reset_conversation"])?.unwrap_or(false);
    let token = match fields.take(&["continuation_token"])? {
        None => None,
        Some((_, Value::String(token))) => Some(token),
        Some((path, other)) => return Err(wrong_type(&path, "a string", &other)),
    };
    Ok((token, reset))
}

pub(super) fn prescreen_flags(fields: &mut Fields, limits: &Limits) -> Result<Vec<PrescreenFlag>> {
    let Some((path, items)) = fields.list(&["prescreen_flags"], limits.prescreen_flags)? else {
        return Ok(Vec::new());
    };
    let read = |(i, item): (usize, Value)| {
        let at = format!("{path}[{i}]");
        let mut fields = Fields::of(item, &at)?;
        let id = fields.string(&["id"], limits.name_chars)?;
        let flag = fields.string(&["flag"], limits.name_chars)?;
        let weight = fields.take(&["weight"])?;
        fields.finish()?;
        let missing = |name: &str| Error::invalid(format!("{at}.{name} is missing"));
        let weight = match weight.ok_or_else(|| missing("weight"))?.1.as_f64() {
            Some(weight) if (0.0..=1.0).contains(&weight) => Score::new(weight),
            _ => return Err(Error::invalid(format!("{at}.weight must be a number within 0..=1"))),
        };
        Ok(PrescreenFlag {
            id: id.ok_or_else(|| missing("id"))?,
            flag: flag.ok_or_else(|| missing("flag"))?,
            weight,
        })
    };
    items.into_iter().enumerate().map(read).collect()
}
