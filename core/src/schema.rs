//! JSON Schema of the types whose wire form is written by hand; the others derive theirs.

use crate::language::Language;
use crate::level::Action;
use crate::score::Score;
use crate::signal::Observation;
use crate::verdict::RecommendedAction;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

impl JsonSchema for Score {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Score".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": 1 })
    }
}

impl JsonSchema for RecommendedAction {
    fn schema_name() -> Cow<'static, str> {
        "RecommendedAction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ordered = Action::ALL.iter().copied().map(RecommendedAction::Ordered);
        let names: Vec<&str> =
            ordered.chain([RecommendedAction::FlagForModerator]).map(RecommendedAction::as_str).collect();
        json_schema!({
            "type": "string",
            "enum": names,
            "description": "What to do, weakest first; `flag_for_moderator` says that the analysis failed and a person must look.",
        })
    }
}

impl JsonSchema for Language {
    fn schema_name() -> Cow<'static, str> {
        "Language".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let codes: Vec<&str> = Language::all().map(Language::code).collect();
        json_schema!({ "type": "string", "enum": codes, "description": "ISO 639-1 code of a supported language." })
    }
}

impl JsonSchema for Observation {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Observation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}
