package wardlight

import java.io.File
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.int
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.put
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Every kind of error is a class of its own, and none holds content. */
class ErrorsTest {
    private val canary = "canary-7f3a"
    private val issuer = TokenIssuer(listOf(ContinuationKey("ct-2026-11", ByteArray(32))), "hash")
    private val schema = Vectors.read(File("../../schema.json"))

    @Test
    fun `every row of the table has its class`() {
        val rows = schema.getValue("errors").jsonArray.map { it.jsonObject }
        assertEquals(rows.size, ERRORS.size)
        for (row in rows) {
            val error = fromTable(row.text("detail"), "why")
            assertEquals(row.text("code"), error.code)
            assertEquals(row.text("detail"), error.detail)
            assertEquals(row.text("kind"), error.kind.word)
            assertEquals(row.getValue("http_status").jsonPrimitive.int, error.httpStatus)
            assertEquals("why", error.message)
        }
        val classes = rows.associate { it.text("kind") to fromTable(it.text("detail"), "why").javaClass }
        assertEquals(ErrorKind.entries.map { it.word }.toSet(), classes.keys)
        assertEquals(classes.size, classes.values.toSet().size)
    }

    private fun fails(kind: ErrorKind, detail: String, call: suspend (Screener) -> Any?) = runBlocking {
        val error = thrown(call)
        assertEquals(kind to detail, error.kind to error.detail)
    }

    private suspend fun thrown(call: suspend (Screener) -> Any?): WardlightException {
        Screener.open().use { screener ->
            try {
                call(screener)
            } catch (error: WardlightException) {
                return error
            }
        }
        throw AssertionError("nothing was thrown")
    }

    @Test
    fun `what goes wrong has its class`() {
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { it.screen(Detector.BULLYING, Request()) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { it.screen(Detector.BULLYING, "half \ud83d") }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") {
            it.screen(Detector.BULLYING, Request(messages = listOf(Message("hi", senderAge = Double.NaN))))
        }
        fails(ErrorKind.INVALID_INPUT, "CONTINUATION_TOKEN_MALFORMED") {
            it.screenContinued(Detector.GROOMING, ContinuedRequest(text = "hi", continuationToken = "x"), issuer)
        }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") {
            it.screenContinued(Detector.GROOMING, ContinuedRequest(text = "hi"), TokenIssuer(emptyList()))
        }
        fails(ErrorKind.LIMIT_EXCEEDED, "TEXT_TOO_LONG") { it.screen(Detector.BULLYING, "a".repeat(50_001)) }
        fails(ErrorKind.LIMIT_EXCEEDED, "TOO_MANY_ITEMS") {
            it.screenBatch(BatchRequest(List(51) { BatchItem(Detector.BULLYING, text = "hi") }))
        }
        fails(ErrorKind.UNSUPPORTED, "ANALYSIS_6009") {
            it.screen(Detector.BULLYING, Request(text = "hi", context = Context(language = "tlh")))
        }
        fails(ErrorKind.MODEL_UNAVAILABLE, "MODEL_BUNDLE_MISSING") { Screener.open(Settings(bundle = "/no/such/folder")) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") {
            Screener.open(Settings(policy = buildJsonObject { put("detect", "much") }))
        }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { Screener.open(Settings(limits = mapOf("text" to 7L))) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") {
            assess(Detector.BULLYING, Request(text = "hi"), listOf(Signal("x", 1.0)))
        }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { credits(buildJsonObject { put("operation", "x") }) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { retentionDays(-1) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { afterAttempt(EventType.SAFETY_HIGH, 0, 503) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { afterAttempt(EventType.SAFETY_HIGH, -1, 503) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") { afterAttempt(EventType.SAFETY_HIGH, 1, 70_000) }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") {
            val delivery = WebhookDelivery("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "evt_1", 1, ByteArray(0))
            verifyWebhook(delivery, serviceSignature = "x", toleranceSeconds = -1)
        }
        fails(ErrorKind.INVALID_INPUT, "VAL_INVALID_INPUT") {
            val past = TokenIssuer(listOf(ContinuationKey("ct-2026-11", ByteArray(32))), nowUnixSeconds = -1)
            it.screenContinued(Detector.GROOMING, ContinuedRequest(text = "hi"), past)
        }
    }

    @Test
    fun `an item that cannot be read spoils no other`() = runBlocking {
        val hi = BatchItem(Detector.BULLYING, text = "hi")
        val half = BatchItem(Detector.BULLYING, text = "half \ud83d", externalId = "a")
        val number = BatchItem(Detector.BULLYING, messages = listOf(Message("hi", senderAge = Double.NaN)))
        val items = listOf(hi, half, number, hi)
        val shift = buildJsonObject { put("items", "night") }
        val options = BatchOptions(parallel = false, includeEvidence = false)
        val request = BatchRequest(items, externalId = "b-1", metadata = shift, options = options)
        val answers = listOf(Screener.open().use { it.screenBatch(request) }, assessBatch(request, List(4) { emptyList() }))
        for (answer in answers) {
            assertEquals(listOf("b-1", shift), listOf(answer.externalId, answer.metadata))
            assertEquals(null, answer.results[0].result?.evidence)
        }
        for (results in answers.map { it.results }) {
            assertEquals(listOf(true, false, false, true), results.map { it.success })
            assertEquals(listOf(null, "VAL_INVALID_INPUT", "VAL_INVALID_INPUT", null), results.map { it.errorCode })
            assertEquals("items[1]: a text holds half of a surrogate pair; replace it first", results[1].error)
            assertEquals("items[2]: the request holds a number that is not finite", results[2].error)
            assertEquals("a", results[1].externalId)
        }
    }

    @Test
    fun `a price is never negative`() {
        val pages = buildJsonObject {
            put("operation", "document")
            put("pages", Long.MAX_VALUE)
            put("endpoints", 3)
        }
        assertEquals(Long.MAX_VALUE, credits(pages))
    }

    @Test
    fun `an item that was not analysed says so`() = runBlocking {
        val items = listOf(BatchItem(Detector.BULLYING), BatchItem(Detector.BULLYING, text = "hi"))
        val request = BatchRequest(items, options = BatchOptions(continueOnError = false))
        val answer = Screener.open().use { it.screenBatch(request) }
        assertEquals(listOf("VAL_INVALID_INPUT", "ITEM_NOT_ANALYSED"), answer.results.map { it.errorCode })
    }

    @Test
    fun `no error repeats content`() = runBlocking {
        val secrets = listOf<suspend (Screener) -> Any?>(
            { it.screen(Detector.BULLYING, "$canary \ud800") },
            { it.screen(Detector.BULLYING, Request(text = "hi", context = Context(ageGroup = canary))) },
            { it.screen(Detector.BULLYING, Request(text = "hi", context = Context(language = canary))) },
            { it.screen(Detector.BULLYING, Request(text = "hi", messageId = canary.repeat(20))) },
            { it.screen(Detector.BULLYING, Request(messages = listOf(Message(canary, senderAge = Double.NaN)))) },
            { it.screenContinued(Detector.GROOMING, ContinuedRequest(text = "x", continuationToken = canary), issuer) },
            {
                val wrong = TokenIssuer(listOf(ContinuationKey("$canary!", ByteArray(32))))
                it.screenContinued(Detector.GROOMING, ContinuedRequest(text = "x"), wrong)
            },
            { it.actionPlan(ActionPlanRequest(canary, audience = canary)) },
            { assess(Detector.BULLYING, Request(text = "hi"), listOf(Signal(canary, 1.0))) },
            { credits(buildJsonObject { put("operation", canary) }) },
        )
        for (call in secrets) {
            val error = thrown(call)
            assertNull(error.cause)
            assertTrue(error.suppressed.isEmpty())
            assertFalse(canary in error.stackTraceToString())
        }
    }

    @Test
    fun `no description shows content`() {
        val request = Request(
            messages = listOf(Message(canary, senderRole = canary)),
            context = Context(conversationHistory = listOf(HistoryMessage(canary, canary))),
            externalId = canary,
            customerId = canary,
            messageId = canary,
            metadata = buildJsonObject { put(canary, JsonPrimitive(canary)) },
        )
        val harm = Signal("bullying/THREAT", 1.0, messageIndex = 0, span = Span(0, canary.length))
        val verdict = assess(Detector.BULLYING, request, listOf(Signal("bullying", 1.0), harm))
        assertEquals(canary, verdict.evidence!![0].text)
        assertEquals(canary, verdict.externalId)
        assertFalse(canary in "$request $verdict ${BatchItem(Detector.BULLYING, text = canary)} ${ActionPlanRequest(canary)}")
    }
}
