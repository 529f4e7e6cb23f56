//! Rules and inputs, read field by field; errors name the field and never what stood in it.

use super::{ActionType, Automation, Conditions, Rule, RuleAction, RuleInput};
use crate::age::AgeGroup;
use crate::error::{Error, Result};
use crate::fields::{Fields, parse_json, parse_toml, word, wrong_type};
use crate::level::Level;
use crate::score::Score;
use crate::tags::TAGS;
use crate::taxonomy::{Detector, Tactic};
use serde_json::Value;

impl Automation {
    /// Reads a file of rules in TOML: a table `[[rules]]` each. `core/data/automation/example.toml` explains the keys.
    ///
    /// # Errors
    /// [`Code::MalformedToml`](crate::Code::MalformedToml) when it is not TOML;
    /// [`Code::InvalidInput`](crate::Code::InvalidInput) for a key that is missing or not known, a value that is not
    /// of the vocabulary or out of range, and an id given twice; [`Code::TooManyItems`](crate::Code::TooManyItems)
    /// and [`Code::TextTooLong`](crate::Code::TextTooLong) past a limit.
    pub fn from_toml(text: &str) -> Result<Self> {
        Self::from_value(parse_toml(text)?)
    }

    /// Reads a file of rules in JSON: `{"rules": []}`.
    ///
    /// # Errors
    /// As [`Automation::from_toml`], with [`Code::MalformedJson`](crate::Code::MalformedJson) when it is not JSON.
    pub fn from_json(text: &str) -> Result<Self> {
        Self::from_value(parse_json(text)?)
    }

    /// Reads parsed rules.
    ///
    /// # Errors
    /// As [`Automation::from_toml`].
    pub fn from_value(value: Value) -> Result<Self> {
        let mut fields = Fields::of_document(value, "the rule file")?;
        let mut rules: Vec<Rule> = Vec::new();
        if let Some((path, items)) = fields.list(&["rules"], MAX_RULES)? {
            for (i, item) in items.into_iter().enumerate() {
                let mut inner = fields.inner(item, &format!("{path}[{i}]"))?;
                let id = inner.string(&["id"], MAX_ID_CHARS)?;
                let id = required(&inner, "id", id)?;
                if rules.iter().any(|rule| rule.id == id) {
                    return Err(Error::invalid(format!("{} is given twice", inner.path("id"))));
                }
                rules.push(read_rule(id, inner)?);
            }
        }
        fields.finish()?;
        Ok(Automation { rules })
    }
}

impl Rule {
    /// Reads the body that creates a rule; `id` is the server's.
    ///
    /// # Errors
    /// As [`Automation::from_toml`].
    pub fn from_value(id: impl Into<String>, body: Value) -> Result<Self> {
        read_rule(id.into(), Fields::of(body, "")?)
    }

    /// The rule with the fields of `body` in place of its own: "update accepts any subset". Each field is replaced as
    /// a whole.
    ///
    /// ```
    /// use wardlight_core::automation::Rule;
    /// use serde_json::json;
    /// let rule = Rule::from_value("r-1", json!({
    ///     "name": "late alarm", "enabled": true, "endpoints": ["unsafe"],
    ///     "conditions": {"min_severity": "critical"}, "action": {"type": "escalate"}, "priority": 5,
    /// })).unwrap();
    /// let paused = rule.updated(json!({"enabled": false})).unwrap();
    /// assert!(!paused.enabled);
    /// assert_eq!(paused.priority, 5);
    /// ```
    ///
    /// # Errors
    /// As [`Automation::from_toml`].
    pub fn updated(&self, body: Value) -> Result<Self> {
        let Value::Object(changes) = body else { return Err(wrong_type("the request", "an object", &body)) };
        let mut known = serde_json::to_value(self).expect("a rule has only words as keys");
        if let Some(map) = known.as_object_mut() {
            map.remove("id");
            map.extend(changes);
        }
        Rule::from_value(self.id.clone(), known)
    }
}

impl RuleInput {
    /// Reads the body `{endpoint, risk_score, severity, categories, age_group}`.
    ///
    /// # Errors
    /// As [`Automation::from_json`].
    pub fn from_json(text: &str) -> Result<Self> {
        Self::from_value(parse_json(text)?)
    }

    /// Reads a parsed body. Categories may be any words: other versions know other tags.
    ///
    /// # Errors
    /// As [`Automation::from_json`].
    pub fn from_value(body: Value) -> Result<Self> {
        let mut fields = Fields::of(body, "")?;
        let endpoint = fields.string(&["endpoint"], MAX_NAME_CHARS)?;
        let endpoint = detector("endpoint", &required(&fields, "endpoint", endpoint)?)?;
        let risk_score = fields.number(&["risk_score"], 0.0..=1.0)?;
        let risk_score = Score::new(required(&fields, "risk_score", risk_score)?);
        let severity = fields.string(&["severity"], MAX_NAME_CHARS)?;
        let severity = required(&fields, "severity", severity)?
            .parse()
            .map_err(|()| Error::invalid("severity must be one of: none, low, medium, high, critical"))?;
        let categories = list(&mut fields, "categories", |path, word| {
            let chars = word.chars().count();
            if chars > MAX_NAME_CHARS {
                return Err(Error::too_long(path, chars, MAX_NAME_CHARS));
            }
            Ok(word.to_ascii_uppercase())
        })?;
        let age_group = match fields.string(&["age_group"], MAX_NAME_CHARS)? {
            None => None,
            Some(group) => Some(age_group("age_group", &group)?),
        };
        fields.finish()?;
        Ok(RuleInput { endpoint, risk_score, severity, categories, age_group })
    }
}

fn read_rule(id: String, mut fields: Fields) -> Result<Rule> {
    let name = fields.string(&["name"], MAX_NAME_CHARS)?;
    let enabled = fields.boolean(&["enabled"])?;
    let endpoints = list(&mut fields, "endpoints", detector)?;
    if endpoints.is_empty() {
        return Err(Error::invalid(format!("{} must name at least one detector", fields.path("endpoints"))));
    }
    let conditions = fields.object(&["conditions"])?;
    let conditions = read_conditions(required(&fields, "conditions", conditions)?)?;
    let action = fields.object(&["action"])?;
    let action = read_action(required(&fields, "action", action)?)?;
    let priority = fields.count(&["priority"], 0..=MAX_PRIORITY)?;
    let rule = Rule {
        id,
        name: required(&fields, "name", name)?,
        enabled: required(&fields, "enabled", enabled)?,
        endpoints,
        conditions,
        action,
        priority: u32::try_from(required(&fields, "priority", priority)?).expect("it is at most a million"),
    };
    fields.finish()?;
    Ok(rule)
}

fn read_conditions(mut fields: Fields) -> Result<Conditions> {
    let conditions = Conditions {
        min_risk_score: fields.number(&["min_risk_score"], 0.0..=1.0)?.map(Score::new),
        min_severity: level(&mut fields, "min_severity")?,
        categories: list(&mut fields, "categories", category)?,
        age_groups: list(&mut fields, "age_groups", |path, word| {
            AgeGroup::named(word)
                .ok_or_else(|| Error::invalid(format!("{path} must be one of: {AGE_GROUPS}")))
        })?,
    };
    fields.finish()?;
    Ok(conditions)
}

fn read_action(mut fields: Fields) -> Result<RuleAction> {
    let kind = fields.string(&["type"], MAX_NAME_CHARS)?;
    let kind: ActionType = required(&fields, "type", kind)?.parse().map_err(|_| {
        let path = fields.path("type");
        Error::invalid(format!("{path} must be one of: block, flag, escalate, notify, log_only"))
    })?;
    let action = RuleAction {
        kind,
        escalate_to: fields.string(&["escalate_to"], MAX_NAME_CHARS)?,
        notify_channel: fields.string(&["notify_channel"], MAX_NAME_CHARS)?,
        message: fields.string(&["message"], MAX_MESSAGE_CHARS)?,
        override_severity: level(&mut fields, "override_severity")?,
    };
    fields.finish()?;
    Ok(action)
}

fn required<T>(fields: &Fields, name: &str, value: Option<T>) -> Result<T> {
    value.ok_or_else(|| Error::invalid(format!("{} is missing", fields.path(name))))
}

fn list<T>(fields: &mut Fields, name: &str, read: impl Fn(&str, &str) -> Result<T>) -> Result<Vec<T>> {
    let Some((path, items)) = fields.list(&[name], MAX_ENTRIES)? else { return Ok(Vec::new()) };
    items.iter().enumerate().map(|(i, item)| word(item, &format!("{path}[{i}]"), &read)).collect()
}

fn level(fields: &mut Fields, name: &str) -> Result<Option<Level>> {
    let Some(word) = fields.string(&[name], MAX_NAME_CHARS)? else { return Ok(None) };
    match word.parse() {
        Ok(level) if level > Level::None => Ok(Some(level)),
        _ => {
            Err(Error::invalid(format!("{} must be one of: low, medium, high, critical", fields.path(name))))
        }
    }
}

fn detector(path: &str, word: &str) -> Result<Detector> {
    word.parse().map_err(|_| Error::invalid(format!("{path} is not the id of a detector")))
}

fn age_group(path: &str, word: &str) -> Result<AgeGroup> {
    word.parse().map_err(|_| Error::invalid(format!("{path} must be one of: {AGE_GROUPS}")))
}

/// A tag of any detector, or a tactic, in any case. One that nothing is called would make a rule that never matches.
fn category(path: &str, word: &str) -> Result<String> {
    let wanted = word.to_ascii_uppercase();
    let known = TAGS.iter().any(|info| info.tag == wanted) || Tactic::ALL.iter().any(|t| t.tag() == wanted);
    if known { Ok(wanted) } else { Err(Error::invalid(format!("{path} is not a tag or tactic"))) }
}

const AGE_GROUPS: &str = "under 10, 10-12, 13-15, 16-17, under 18";
const MAX_RULES: usize = 100;
const MAX_ENTRIES: usize = 100;
const MAX_ID_CHARS: usize = 128;
const MAX_NAME_CHARS: usize = 255;
const MAX_MESSAGE_CHARS: usize = 1000;
const MAX_PRIORITY: usize = 1_000_000;
