// An operator's rules about a verdict.

import WardlightNative

/// What an operator's rules advise about one verdict. They run no detection and change no verdict.
///
/// `rules` is a rule file; core/data/automation/example.toml of the repository explains its keys. `facts` are five of the
/// verdict: `endpoint`, `risk_score`, `severity`, `categories` and `age_group`.
public func evaluateRules(_ rules: [String: JSONValue], facts: [String: JSONValue]) throws -> Evaluation {
    try answer { try nativeEvaluateRules(rules: try write(rules), facts: try write(facts)) }
}
