package wardlight

import wardlight.ffi.NativeIssuer
import wardlight.ffi.NativeKey

/** A key that signs tokens: an id of letters, digits and hyphens, and at least 32 secret bytes. */
public class ContinuationKey(public val id: String, internal val secret: ByteArray) {
    /** Without the secret. */
    override fun toString(): String = "ContinuationKey(id=$id)"
}

/** Keys, caller and time of conversation tokens. Nothing of a conversation is kept here. */
public class TokenIssuer(
    /** The first signs; tokens of the others are accepted too. */
    private val keys: List<ContinuationKey>,
    /** Hash of your caller's API key; a token is good for this caller only. */
    private val apiKeyHash: String = "",
    /** Seconds since 1970; the system's clock when absent. */
    private val nowUnixSeconds: Long? = null,
) {
    internal fun native(): NativeIssuer {
        val now = nowUnixSeconds ?: (System.currentTimeMillis() / 1000)
        if (now < 0) throw fromTable("VAL_INVALID_INPUT", "nowUnixSeconds must not be negative")
        return NativeIssuer(keys.map { NativeKey(it.id, it.secret) }, apiKeyHash, now.toULong())
    }
}
