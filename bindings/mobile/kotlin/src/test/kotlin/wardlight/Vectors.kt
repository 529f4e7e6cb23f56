package wardlight

import java.io.File
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.doubleOrNull
import kotlinx.serialization.json.encodeToJsonElement
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue

/** The conformance vectors of the repository, read and compared as tests/vectors/README.md tells. */
object Vectors {
    val root = File("../../../tests/vectors")
    private val skips = Json.parseToJsonElement(Vectors::class.java.getResource("/skips.json")!!.readText()).jsonObject
    val skippedCalls: Map<String, String> = reasons("calls")
    private val skippedVectors: Map<String, String> = reasons("vectors")

    /** Every vector of a folder; ids are unique and no file is empty. */
    fun folder(name: String): List<JsonObject> {
        val files = root.resolve(name).listFiles { file -> file.extension == "json" }!!.sorted()
        val vectors = files.flatMap { file ->
            val read = read(file)["vectors"]!!.jsonArray.map { it.jsonObject }
            assertTrue(read.isNotEmpty(), "${file.name} has no vectors")
            read
        }
        assertTrue(vectors.isNotEmpty(), "$name has no vectors")
        assertEquals(vectors.size, vectors.map { it.text("id") }.toSet().size, "$name: an id is given twice")
        return vectors
    }

    fun read(file: File): JsonObject = Json.parseToJsonElement(file.readText()).jsonObject

    /** The number of skips, each listed with a reason; a listed skip that passes is a fault. */
    fun judge(faults: Map<String, List<String>>): Int {
        val skipped = skippedVectors.keys.intersect(faults.keys)
        val passing = skipped.filter { faults.getValue(it).isEmpty() }
        assertTrue(passing.isEmpty(), "listed as skipped, and they pass: $passing")
        val failed = faults.filter { (id, found) -> found.isNotEmpty() && id !in skipped }
        val lines = failed.map { (id, found) -> "$id\n    " + found.joinToString("\n    ") }
        assertTrue(failed.isEmpty(), "${failed.size} of ${faults.size} failed\n${lines.joinToString("\n")}")
        return skipped.size
    }

    private fun reasons(of: String): Map<String, String> {
        val listed = skips.getValue(of).jsonObject.mapValues { it.value.jsonPrimitive.content }
        assertTrue(listed.values.all { it.isNotEmpty() }, "a skip without a reason")
        return listed
    }
}

/** Every difference between what is asked for and what came. */
fun differences(expect: JsonObject, actual: JsonObject, tolerance: Double = 0.0): List<String> {
    val found = mutableListOf<String>()
    if ("error" !in expect && "error" in actual) found += "error: none was expected, received ${actual["error"]}"
    for ((name, want) in expect) {
        if (name != "absent" && name != "contains") compare(name, want, actual[name], tolerance, found)
    }
    for (path in expect["absent"]?.jsonArray.orEmpty()) {
        if (at(actual, path.jsonPrimitive.content) != null) found += "$path: must be absent"
    }
    for ((path, words) in expect["contains"]?.jsonObject.orEmpty()) {
        val value = (at(actual, path) as? JsonPrimitive)?.takeIf { it.isString }?.content
        if (value == null || words.jsonPrimitive.content !in value) found += "$path: must hold $words, received $value"
    }
    return found
}

/** The same in both directions: nothing is added and nothing is lost. */
fun same(one: JsonElement, other: JsonElement): Boolean {
    val found = mutableListOf<String>()
    compare("", one, other, 0.0, found)
    compare("", other, one, 0.0, found)
    return found.isEmpty()
}

private fun compare(path: String, want: JsonElement, got: JsonElement?, tolerance: Double, found: MutableList<String>) {
    when {
        want is JsonObject && got is JsonObject ->
            want.forEach { (name, value) -> compare("$path.$name", value, got[name], tolerance, found) }
        want is JsonArray && got is JsonArray -> {
            if (want.size != got.size) found += "$path: expected ${want.size} entries, received ${got.size}"
            want.zip(got).forEachIndexed { i, (one, other) -> compare("$path[$i]", one, other, tolerance, found) }
        }
        number(want) != null && number(got) != null ->
            if (Math.abs(number(want)!! - number(got)!!) > tolerance) found += "$path: expected $want, received $got"
        want != got -> found += "$path: expected $want, received ${got ?: "nothing"}"
    }
}

private fun number(of: JsonElement?): Double? = (of as? JsonPrimitive)?.takeUnless { it.isString }?.doubleOrNull

private fun at(value: JsonElement, path: String): JsonElement? =
    path.split(".").fold(value as JsonElement?) { inner, name -> (inner as? JsonObject)?.get(name) }

/** Expected offsets of evidence, which the vectors count in bytes, counted as Kotlin counts. */
fun inUtf16(expect: JsonObject, request: JsonElement?): JsonObject {
    val evidence = (expect["evidence"] as? JsonArray)?.takeIf { it.isNotEmpty() } ?: return expect
    val asked = request as? JsonObject ?: return expect
    val alone = asked["text"] ?: asked["content"]
    val texts = if (alone != null && alone != JsonNull) {
        listOf(alone.jsonPrimitive.content)
    } else {
        val messages = asked["messages"]?.takeUnless { it == JsonNull } ?: asked.getValue("conversation")
        messages.jsonArray.map { (it.jsonObject["text"] ?: it.jsonObject.getValue("content")).jsonPrimitive.content }
    }
    val moved = evidence.map { it.jsonObject }.map { each ->
        val raw = texts[each["message_index"]?.jsonPrimitive?.int ?: 0].toByteArray()
        val units = each.filterKeys { it == "start" || it == "end" }
            .mapValues { JsonPrimitive(String(raw, 0, it.value.jsonPrimitive.int).length) }
        JsonObject(each + units)
    }
    return JsonObject(expect + ("evidence" to JsonArray(moved)))
}

fun JsonObject.text(name: String): String = getValue(name).jsonPrimitive.content

/** The body as it goes over the wire. */
fun body(given: JsonObject): String =
    given["raw"]?.jsonPrimitive?.content ?: (given["request"] ?: JsonNull).toString()

/** The typed request, where the types can say all of the body; many vectors are wrong on purpose. */
internal inline fun <reified Q> typed(body: String): Q? {
    val request = runCatching { Json.decodeFromString<Q>(body) }.getOrNull() ?: return null
    return request.takeIf { same(Json.parseToJsonElement(body), Json.parseToJsonElement(write(it))) }
}

/** What a call answers, or the error that it throws, as the vectors write both. */
internal inline fun <reified R> result(call: () -> R): JsonObject = try {
    wire.encodeToJsonElement(call()).jsonObject
} catch (error: WardlightException) {
    // The invalid requests send canary words in every place where content may be.
    assertFalse("canary" in error.stackTraceToString())
    val told = mapOf("code" to error.code, "detail" to error.detail, "message" to error.message)
    JsonObject(mapOf("error" to JsonObject(told.mapValues { JsonPrimitive(it.value) })))
}
