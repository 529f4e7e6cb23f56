// Synthetic content, judged by what somebody else measured.

import WardlightNative

/// Whether content was generated or manipulated, and whether that harms, by the opinions of forensic engines.
///
/// `evidence` has `medium` and, where they apply, `opinions` (each `engine`, `synthetic` from 0 to 1, `signals`),
/// `declared_generated`, `nearest_known`, `has_speech`, `uses`, `csam`, `age_group`, `adult`. `rules` has numbers of the
/// ensemble that differ from the default ones. An engine without an opinion is left out.
public func judgeSynthetic(
    _ evidence: [String: JSONValue], rules: [String: JSONValue]? = nil, policy: [String: JSONValue]? = nil
) throws -> SyntheticVerdict {
    try answer {
        try nativeJudgeSynthetic(
            evidence: try write(evidence), rules: try optional(rules), policy: try optional(policy))
    }
}
