package wardlight

import java.nio.charset.CharacterCodingException
import kotlinx.serialization.SerializationException
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.jsonObject
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

/**
 * A batch as JSON, and the faults of items that cannot be written, by place: one item spoils no other. In the place of
 * such an item stands one that cannot be read; [placed] tells why.
 */
internal fun writeBatch(request: BatchRequest): Pair<String, Map<Int, WardlightException>> {
    val faults = mutableMapOf<Int, WardlightException>()
    val items = request.items.mapIndexed { index, item ->
        try {
            write(item).also { if (!hasWholePairs(it)) throw fromTable("VAL_INVALID_INPUT", HALF) }
        } catch (fault: WardlightException) {
            faults[index] = fault
            // The id is echoed all the same.
            write(mapOf("external_id" to item.externalId?.takeIf(::hasWholePairs)))
        }
    }
    val beside = Json.parseToJsonElement(write(request.copy(items = emptyList()))).jsonObject - "items"
    val fields = beside.map { (name, value) -> ",\"$name\":$value" }.joinToString("")
    return "{\"items\":[${items.joinToString(",")}]$fields}" to faults
}

/** The answer to a batch, with the faults at their places. */
internal fun placed(answer: BatchVerdict, faults: Map<Int, WardlightException>): BatchVerdict {
    if (faults.isEmpty()) return answer
    val results = answer.results.map { result ->
        val fault = faults[result.index]
        if (fault == null || result.errorCode == "ITEM_NOT_ANALYSED") result
        else result.copy(error = "items[${result.index}]: ${fault.message}", errorCode = fault.code)
    }
    return answer.copy(results = results)
}

internal const val HALF = "a text holds half of a surrogate pair; replace it first"

private fun hasWholePairs(text: String): Boolean = Charsets.UTF_8.newEncoder().canEncode(text)

/** A whole number of at least [least], of at most [most]. */
internal fun whole(number: Int, what: String, least: Int = 0, most: Int = Int.MAX_VALUE): Int {
    if (number in least..most) return number
    throw fromTable("VAL_INVALID_INPUT", "$what must be a whole number within $least and $most")
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
        fromTable("VAL_INVALID_INPUT", HALF)
    } catch (_: NativeException) {
        fromTable("SVC_INTERNAL_ERROR", "the library stopped in the middle of its work")
    }
    throw thrown
}
