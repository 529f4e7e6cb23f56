/** The lifecycle of incidents, without a store. */
@file:JvmName("Wardlight")
@file:JvmMultifileClass

package wardlight

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import wardlight.ffi.nativeLogsIncident
import wardlight.ffi.nativeRequiresReview
import wardlight.ffi.nativeRetentionDays
import wardlight.ffi.nativeReview

/** What a moderator does to an incident. */
@Serializable
public data class ReviewCall(
    val action: ReviewAction,
    @SerialName("reason_code")
    val reasonCode: ReasonCode,
    /** Your id of the moderator; an agent's begins with `mcp:`. */
    @SerialName("moderator_external_id")
    val moderatorExternalId: String,
    /** For an action that changes the level. */
    @SerialName("new_risk_level")
    val newRiskLevel: Level? = null,
    /** For an action that changes the category. */
    @SerialName("new_risk_category")
    val newRiskCategory: IncidentCategory? = null,
) {
    /** Without the moderator. */
    override fun toString(): String = "ReviewCall(action=$action, reasonCode=$reasonCode)"
}

/** Who makes a [ReviewCall]. */
public enum class Credential(internal val word: String) {
    /** A person. */
    HUMAN("human"),

    /** An AI agent, which may confirm and do nothing else. */
    AGENT("mcp"),
}

/**
 * What a moderator's call makes of an incident. Store the incident and the record of the trail together.
 *
 * [incident] is the one of the answer before, or a new one. [atMs] is the time in Unix milliseconds.
 */
public fun review(
    incident: Incident,
    call: ReviewCall,
    credential: Credential = Credential.HUMAN,
    atMs: Long = System.currentTimeMillis(),
): Review = answer { nativeReview(write(incident), write(call), credential.word, atMs) }

/** Whether an incident belongs to the queue of people: high or critical, and nobody has looked yet. */
public fun requiresReview(incident: Incident): Boolean = calling { nativeRequiresReview(write(incident)) }

/** Whether an incident is logged: the call decides, else the account, else it is. */
public fun logsIncident(perCall: Boolean? = null, perAccount: Boolean? = null): Boolean =
    calling { nativeLogsIncident(perCall, perAccount) }

/** Days that incidents are kept: [setting], which lies within 7 and 730, or 90. */
public fun retentionDays(setting: Int? = null): Int =
    // A negative number becomes a large one, which is refused as well.
    calling { nativeRetentionDays(setting?.toUInt()) }.toInt()
