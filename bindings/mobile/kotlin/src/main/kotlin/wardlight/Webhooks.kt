/** Webhooks: signatures and the retry schedule. Sending is yours. */
@file:JvmName("Wardlight")
@file:JvmMultifileClass

package wardlight

import wardlight.ffi.NativeDelivery
import wardlight.ffi.nativeAfterAttempt
import wardlight.ffi.nativeAlert
import wardlight.ffi.nativeSignWebhook
import wardlight.ffi.nativeVerifyWebhook

/** One delivery: what is signed, and what a signature is checked against. */
public class WebhookDelivery(
    private val secret: String,
    /** Id of the event, without dots; the same on every retry. */
    public val id: String,
    /** When this attempt is sent. */
    public val timestampSeconds: Long,
    /** The raw body. */
    private val body: ByteArray,
) {
    internal fun native(): NativeDelivery = NativeDelivery(secret, id, timestampSeconds, body)

    /** Without secret and body. */
    override fun toString(): String = "WebhookDelivery(id=$id, timestampSeconds=$timestampSeconds)"
}

/** The headers of a delivery: of the specification over the body, and of Standard Webhooks over id and time too. */
public fun signWebhook(delivery: WebhookDelivery): WebhookHeaders = answer { nativeSignWebhook(delivery.native()) }

/**
 * Throws [NotPermittedException] unless every signature that is given fits; at least one has to be given.
 *
 * Call it on the raw body, before reading it. Only [webhookSignature] covers id and time, so only it keeps an old
 * delivery from being sent again; it has to be younger than [toleranceSeconds] at [nowSeconds].
 */
public fun verifyWebhook(
    delivery: WebhookDelivery,
    serviceSignature: String? = null,
    webhookSignature: String? = null,
    nowSeconds: Long = System.currentTimeMillis() / 1000,
    toleranceSeconds: Int = 300,
) {
    val tolerance = whole(toleranceSeconds, "toleranceSeconds").toULong()
    calling { nativeVerifyWebhook(delivery.native(), serviceSignature, webhookSignature, nowSeconds, tolerance) }
}

/** What follows attempt number [attempt], from 1, that was answered with [status], or with nothing in 10 seconds. */
public fun afterAttempt(event: EventType, attempt: Int, status: Int? = null): NextStep {
    val number = whole(attempt, "attempt", 1).toUInt()
    val code = status?.let { whole(it, "status", 0, 0xffff) }?.toUShort()
    return answer { nativeAfterAttempt(event.word, number, code) }
}

/** The event that a verdict of this level sends; null below medium. */
public fun alert(level: Level): EventType? {
    val word = calling { nativeAlert(level.word) }
    return EventType.entries.find { it.word == word }
}
