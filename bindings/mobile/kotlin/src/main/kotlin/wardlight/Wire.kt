package wardlight

import java.nio.charset.CharacterCodingException
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import wardlight.ffi.Failure
import wardlight.ffi.InternalException as NativeException

/**
 * How requests and results are written: absent fields are left out, those that are always there may be null, fields of a
 * newer version are passed over.
 */
internal val wire: Json = Json {
    encodeDefaults = false
    ignoreUnknownKeys = true
}

/** A request as JSON. */
internal inline fun <reified T> write(request: T): String {
    // Thrown outside of `catch`, so that no cause carries the words along.
    val text = try {
        wire.encodeToString(request)
    } catch (_: SerializationException) {
        null
    }
    return text ?: throw fromTable("VAL_INVALID_INPUT", "the request holds a number that is not finite")
}

internal fun optional(settings: JsonObject?): String? = settings?.let { write(it) }

/** Half of a surrogate pair, which UTF-8 cannot say, becomes a question mark: it matches nothing, like any other disguise. */
internal fun plain(text: String): String = String(text.toByteArray(Charsets.UTF_8), Charsets.UTF_8)

/** The answer of a call as a result; whatever goes wrong is one of this package's exceptions. */
internal inline fun <reified T> answer(call: () -> String): T = wire.decodeFromString(calling(call))

/** Calls the library. Its errors become this package's exceptions, without a cause that could hold more. */
internal inline fun <T> calling(call: () -> T): T {
    val thrown = try {
        return call()
    } catch (failure: Failure.Failed) {
        fromTable(failure.detail, failure.reason)
    } catch (_: CharacterCodingException) {
        fromTable("VAL_INVALID_INPUT", "a text holds half of a surrogate pair; replace it first")
    } catch (_: NativeException) {
        fromTable("SVC_INTERNAL_ERROR", "the library stopped in the middle of its work")
    }
    throw thrown
}
