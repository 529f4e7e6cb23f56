/** An operator's rules about a verdict. */
@file:JvmName("Wardlight")
@file:JvmMultifileClass

package wardlight

import kotlinx.serialization.json.JsonObject
import wardlight.ffi.nativeEvaluateRules

/**
 * What an operator's rules advise about one verdict. They run no detection and change no verdict.
 *
 * [rules] is a rule file; core/data/automation/example.toml of the repository explains its keys. [facts] are five of the
 * verdict: `endpoint`, `risk_score`, `severity`, `categories` and `age_group`.
 */
public fun evaluateRules(rules: JsonObject, facts: JsonObject): Evaluation =
    answer { nativeEvaluateRules(write(rules), write(facts)) }
