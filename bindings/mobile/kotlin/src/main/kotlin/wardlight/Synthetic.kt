/** Synthetic content, judged by what somebody else measured. */
@file:JvmName("Wardlight")
@file:JvmMultifileClass

package wardlight

import kotlinx.serialization.json.JsonObject
import wardlight.ffi.nativeJudgeSynthetic

/**
 * Whether content was generated or manipulated, and whether that harms, by the opinions of forensic engines.
 *
 * [evidence] has `medium` and, where they apply, `opinions` (each `engine`, `synthetic` from 0 to 1, `signals`),
 * `declared_generated`, `nearest_known`, `has_speech`, `uses`, `csam`, `age_group`, `adult`. [rules] has numbers of the
 * ensemble that differ from the default ones. An engine without an opinion is left out.
 */
public fun judgeSynthetic(
    evidence: JsonObject,
    rules: JsonObject? = null,
    policy: JsonObject? = null,
): SyntheticVerdict = answer { nativeJudgeSynthetic(write(evidence), optional(rules), optional(policy)) }
