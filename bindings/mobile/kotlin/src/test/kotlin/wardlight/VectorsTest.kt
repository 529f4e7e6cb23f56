package wardlight

import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.decodeFromJsonElement
import kotlinx.serialization.json.double
import kotlinx.serialization.json.encodeToJsonElement
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import kotlinx.serialization.json.put
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import wardlight.ffi.NativeEngine
import wardlight.ffi.nativeActionPlan
import wardlight.ffi.nativeAssess
import wardlight.ffi.nativeAssessBatch
import wardlight.ffi.nativeAssessContinued
import wardlight.ffi.nativeAssessMulti
import wardlight.ffi.nativeIncidentReport
import wardlight.ffi.nativePrescreen

/** The conformance vectors: Kotlin gives the verdict that Rust gives. */
class VectorsTest {
    private var typedBodies = 0

    @Test
    fun `tier A holds exactly`() {
        typedBodies = 0
        val faults = Vectors.folder("tier-a").associate { vector ->
            val given = vector.getValue("given").jsonObject
            val detector = detector(given)
            val signals = given.getValue("signals").toString()
            val observed = typed<List<Signal>>(signals)
            val expect = inUtf16(vector.getValue("expect").jsonObject, given["request"])
            val got = result {
                val raw = { body: String -> nativeAssess(detector.word, body, signals, rawPolicy(given)) }
                if (observed == null) {
                    answer<Verdict> { raw(body(given)) }
                } else {
                    call<Request, Verdict>(given, { assess(detector, it, observed, policy(given)) }, raw)
                }
            }
            vector.text("id") to differences(expect, got)
        }
        val skipped = Vectors.judge(faults)
        assertTrue(typedBodies > faults.size / 2, "only $typedBodies bodies went through the types")
        report(
            "tier A: ${faults.size} vectors ($typedBodies as typed requests, the others as raw bodies), " +
                "${faults.size - skipped} passed, $skipped skipped, 0 failed",
        )
    }

    /** Whatever the library answers comes out of the data classes again, field by field. */
    @Test
    fun `types lose nothing`() {
        var compared = 0
        for (vector in Vectors.folder("tier-a")) {
            val given = vector.getValue("given").jsonObject
            val signals = given.getValue("signals").toString()
            val answer = runCatching { nativeAssess(detector(given).word, body(given), signals, rawPolicy(given)) }
                .getOrNull() ?: continue
            val wanted = Json.parseToJsonElement(answer)
            assertTrue(same(wanted, wire.encodeToJsonElement(wire.decodeFromString<Verdict>(answer))), vector.text("id"))
            compared++
        }
        assertTrue(compared > 500)
    }

    @Test
    fun `tier B holds within its tolerance`() = runBlocking {
        // The engine takes what the types cannot say: options beside the text, as older clients send them.
        val engine = NativeEngine("{}", null, null)
        Screener.open().use { screener ->
            val file = Vectors.root.resolve("tier-b/${screener.modelVersion()}.json")
            assertTrue(file.exists(), "nothing is recorded for the bundled model: ${file.name}")
            val recorded = Vectors.read(file)
            val results = recorded.getValue("results").jsonObject
            val tolerance = recorded.getValue("tolerance").jsonPrimitive.double
            val requests = Vectors.read(Vectors.root.resolve("tier-b/requests.json")).getValue("requests").jsonArray
            assertEquals(results.keys, requests.map { it.jsonObject.text("id") }.toSet(), "requests and answers differ")
            val faults = requests.map { it.jsonObject }.associate { each ->
                val body = each.getValue("request").toString()
                val request = typed<Request>(body)
                val got = result {
                    if (request != null) screener.screen(detector(each), request)
                    else answer { engine.screen(detector(each).word, body) }
                }
                each.text("id") to differences(results.getValue(each.text("id")).jsonObject, got, tolerance)
            }
            val skipped = Vectors.judge(faults)
            report(
                "tier B (${screener.modelVersion()}): ${faults.size} requests, ${faults.size - skipped} passed, " +
                    "$skipped skipped, 0 failed",
            )
        }
    }

    @Test
    fun `operations hold exactly`() {
        val vectors = Vectors.folder("operations")
        val faults = mutableMapOf<String, List<String>>()
        for (vector in vectors) {
            val given = vector.getValue("given").jsonObject
            val run = operations[given.text("call")] ?: recordOperations[given.text("call")]
            assertFalse(run != null && given.text("call") in Vectors.skippedCalls, "a call is run, and listed as skipped")
            assertTrue(run != null || given.text("call") in Vectors.skippedCalls, "a call is neither run nor listed")
            if (run != null) faults[vector.text("id")] = differences(vector.getValue("expect").jsonObject, run(given))
        }
        val skipped = Vectors.judge(faults)
        report(
            "operations: ${vectors.size} vectors, ${faults.size - skipped} passed, ${vectors.size - faults.size + skipped} " +
                "skipped (calls with a listed reason: ${Vectors.skippedCalls.keys.sorted().joinToString()}), 0 failed",
        )
    }

    /** The comparison itself: what is asked for, left out and near. */
    @Test
    fun `a wrong verdict is seen`() {
        fun of(text: String) = Json.parseToJsonElement(text).jsonObject
        val actual = of("""{"level": "high", "risk_score": 0.71, "flags": ["a"], "inner": {"x": null}}""")
        assertEquals(emptyList<String>(), differences(of("""{"level": "high", "risk_score": 0.7}"""), actual, 0.02))
        for (wrong in listOf(
            """{"risk_score": 0.7}""",
            """{"level": "low"}""",
            """{"flags": ["a", "b"]}""",
            """{"absent": ["inner.x"]}""",
            """{"contains": {"level": "low"}}""",
        )) {
            assertTrue(differences(of(wrong), actual).isNotEmpty(), wrong)
        }
        assertThrows(AssertionError::class.java) { Vectors.judge(mapOf("some/vector" to listOf("a fault"))) }
    }

    private val operations: Map<String, (JsonObject) -> JsonObject> = mapOf(
        "credits" to { given: JsonObject ->
            result {
                val weighting = given["weighting"]?.jsonPrimitive?.content ?: "main"
                buildJsonObject { put("credits", credits(given.getValue("of").jsonObject, weighting)) }
            }
        },
        "multi" to { given: JsonObject ->
            result {
                call<MultiRequest, MultiVerdict>(given, { assessMulti(it, observed(given), policy(given)) }) {
                    nativeAssessMulti(it, write(observed(given)), rawPolicy(given))
                }
            }
        },
        "batch" to { given: JsonObject ->
            result {
                call<BatchRequest, BatchVerdict>(given, { assessBatch(it, observed(given), policy(given)) }) {
                    nativeAssessBatch(it, write(observed(given)), rawPolicy(given))
                }
            }
        },
        "prescreen" to { given: JsonObject ->
            result {
                val language = given["language"]?.jsonPrimitive?.content
                val known = Language.entries.find { it.word == language }
                val lexicon = given["lexicon"]
                if ((language == null || known != null) && (lexicon == null || lexicon is JsonObject)) {
                    prescreen(given.text("text"), detector(given), known, lexicon as JsonObject?)
                } else {
                    answer { nativePrescreen(given.text("text"), given.text("detector"), language, lexicon?.toString()) }
                }
            }
        },
        "action_plan" to { given: JsonObject ->
            result {
                call<ActionPlanRequest, ActionPlan>(given, { actionPlan(it, policy(given)) }) {
                    nativeActionPlan(it, rawPolicy(given))
                }
            }
        },
        "incident_report" to { given: JsonObject ->
            result {
                call<IncidentReportRequest, IncidentReport>(given, { incidentReport(it, policy(given)) }) {
                    nativeIncidentReport(it, rawPolicy(given))
                }
            }
        },
        "continuation" to { given: JsonObject -> result { continued(given) } },
    )

    private fun continued(given: JsonObject): ContinuedVerdict {
        var last: ContinuedVerdict? = null
        for (call in given.getValue("calls").jsonArray.map { it.jsonObject }) {
            var request = call.getValue("request").jsonObject
            last?.continuationToken?.let { token ->
                val cut = call["cut"]?.jsonPrimitive?.int ?: 0
                request = JsonObject(mapOf("continuation_token" to JsonPrimitive(token.dropLast(cut))) + request)
            }
            val ids = listOf(call["signing_key"]?.jsonPrimitive?.content ?: "ct-2026-11") +
                call["accepted_keys"]?.jsonArray.orEmpty().map { it.jsonPrimitive.content }
            val keys = ids.map { id -> ContinuationKey(id, ByteArray(32) { id[it % id.length].code.toByte() }) }
            val now = START + (call["after_s"]?.jsonPrimitive?.long ?: 0)
            val issuer = TokenIssuer(keys, call["api_key_hash"]?.jsonPrimitive?.content ?: "hash", now)
            val signals = Json.decodeFromJsonElement<List<Signal>>(call["signals"] ?: JsonArray(emptyList()))
            val typed = typed<ContinuedRequest>(request.toString())
            last = if (typed != null) {
                assessContinued(detector(call), typed, signals, issuer, policy(given))
            } else {
                answer {
                    val issued = issuer.native()
                    nativeAssessContinued(call.text("detector"), "$request", write(signals), issued, rawPolicy(given))
                }
            }
        }
        return last!!
    }

    /** Through the types where they can say all of the body, otherwise as it is. */
    private inline fun <reified Q, reified R> call(given: JsonObject, asked: (Q) -> R, raw: (String) -> String): R {
        val body = body(given)
        val request = typed<Q>(body)?.takeIf { given["policy"] is JsonObject? }
        if (request == null) return answer { raw(body) }
        typedBodies++
        return asked(request)
    }

    private fun detector(given: JsonObject): Detector = Json.decodeFromJsonElement(given.getValue("detector"))

    private fun policy(given: JsonObject): JsonObject? = given["policy"]?.jsonObject

    private fun rawPolicy(given: JsonObject): String? = given["policy"]?.toString()

    private fun observed(given: JsonObject): List<List<Signal>?> = given.getValue("observed").jsonArray.map {
        if (it is JsonArray) Json.decodeFromJsonElement<List<Signal>>(it as JsonElement) else null
    }

    private companion object {
        /** 2026-11-21T00:00:00Z, when the calls of a conversation begin. */
        const val START = 1_795_219_200L
    }
}
