package wardlight

import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.measureTime
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** The screener as an object: life, coroutines, threads. */
class ScreenerTest {
    private val lines =
        listOf("see you at practice", "ur such a loser nobody even likes you", "gg you destroyed us", "du bist so peinlich")
    private val long = (0 until 60).joinToString(" ") { "they said number $it is a loser and nobody likes them" }
    private val readAll = Settings(earlyExit = false)

    private fun steady(verdict: Verdict?) = verdict!!.copy(processingTimeMs = 0)

    @Test
    fun `use closes it`() = runBlocking {
        val screener = Screener.open()
        screener.use { assertEquals(it.modelVersion(), it.screen(Detector.BULLYING, "hi").modelVersion) }
        val thrown = runCatching { screener.screen(Detector.BULLYING, "hi") }.exceptionOrNull()
        assertTrue(thrown is IllegalStateException && "closed" in thrown.message!!)
        assertThrows(IllegalStateException::class.java) { screener.modelVersion() }
        screener.close()
    }

    @Test
    fun `closing waits for nobody and breaks nobody`() = runBlocking(Dispatchers.Default) {
        val screener = Screener.open(readAll)
        val calls = List(4) { async { runCatching { screener.screen(Detector.BULLYING, long) } } }
        delay(10.milliseconds)
        screener.close()
        for (call in calls.awaitAll()) {
            assertTrue(call.isSuccess || call.exceptionOrNull() is IllegalStateException)
        }
    }

    @Test
    fun `a conversation in another country`() = runBlocking {
        val request = Request(
            messages = listOf(Message("great game today!", senderRole = "adult"), Message("thanks coach", senderRole = "child")),
            context = Context(ageGroup = "10-12", country = "PT"),
            options = Options(supportThreshold = Level.LOW),
        )
        val verdict = Screener.open().use { it.screen(Detector.GROOMING, request) }
        assertEquals(Detector.GROOMING, verdict.endpoint)
        assertEquals(2, verdict.messageAnalysis!!.size)
        assertEquals(AgeGroup.AGE_10_12, verdict.ageCalibration.ageGroup)
    }

    @Test
    fun `several coroutines at once agree with one`() = runBlocking(Dispatchers.Default) {
        Screener.open().use { screener ->
            val alone = lines.map { steady(screener.screen(Detector.BULLYING, it)) }
            val together = List(400) { async { steady(screener.screen(Detector.BULLYING, lines[it % 4])) } }.awaitAll()
            together.forEachIndexed { i, each -> assertEquals(alone[i % 4], each) }
            val items = lines.map { BatchItem(Detector.BULLYING, text = it) }
            val batch = screener.screenBatch(BatchRequest(items))
            assertEquals(alone, batch.results.map { steady(it.result) })
        }
    }

    @Test
    fun `the caller's thread stays free`() = runBlocking {
        Screener.open(readAll).use { screener ->
            val call = launch { screener.screenBatch(BatchRequest(List(20) { BatchItem(Detector.BULLYING, text = long) })) }
            var turns = 0
            while (call.isActive) {
                delay(1.milliseconds)
                turns++
            }
            report("caller's thread: $turns turns during one batch")
            assertTrue(turns >= 10)
        }
    }

    /** One item after the other, so that what is left undone does not depend on the machine's cores. */
    @Test
    fun `a cancelled batch stops between items`() = runBlocking {
        Screener.open(readAll).use { screener ->
            val items = List(50) { BatchItem(Detector.BULLYING, text = "$long $it") }
            val request = BatchRequest(items, options = BatchOptions(parallel = false))
            val whole = measureTime { screener.screenBatch(request) }
            var answer: BatchVerdict? = null
            val call = launch { answer = screener.screenBatch(request) }
            delay(whole / 10)
            val stopped = measureTime { call.cancelAndJoin() }
            report("cancelled batch: whole $whole; cancelled after a tenth, it returned within $stopped")
            assertTrue(call.isCancelled)
            assertNull(answer)
            assertTrue(stopped < whole / 2, "the batch went on for $stopped of $whole")
        }
    }

    @Test
    fun `a call cancelled before it begins is not made`() = runBlocking {
        Screener.open().use { screener ->
            var thrown: Throwable? = null
            val call = launch {
                thrown = runCatching { screener.screen(Detector.BULLYING, long) }.exceptionOrNull()
            }
            call.cancelAndJoin()
            assertTrue(call.isCancelled)
            assertTrue(thrown is CancellationException?)
            assertNotNull(screener.screen(Detector.BULLYING, "hi"), "it still works")
        }
    }

    @Test
    fun `guidance reads what it is about`() = runBlocking {
        Screener.open().use { screener ->
            val plan = screener.actionPlan(ActionPlanRequest("They shut her out of the group chat."), Detector.BULLYING)
            assertEquals(Audience.PARENT, plan.audience)
            val request = IncidentReportRequest(listOf(ReportMessage(sender = "Ana", text = "see you at practice")))
            assertEquals(Level.LOW, screener.incidentReport(request).riskLevel)
            val signals = screener.observe(Detector.BULLYING, Request(text = "see you at practice"))
            assertTrue(signals.any { it.label.startsWith("language/") })
            assertEquals(Level.NONE, assess(Detector.BULLYING, Request(text = "see you at practice"), signals).level)
        }
    }

    @Test
    fun `a conversation goes on by its token`() = runBlocking {
        val issuer = TokenIssuer(listOf(ContinuationKey("ct-2026-11", ByteArray(32) { 7 })), "caller")
        Screener.open().use { screener ->
            val first = screener.screenContinued(Detector.GROOMING, ContinuedRequest(text = "hi there"), issuer)
            val next = ContinuedRequest(text = "how was school", continuationToken = first.continuationToken)
            val second = screener.screenContinued(Detector.GROOMING, next, issuer)
            assertEquals(StateSource.FRESH to StateSource.TOKEN, first.stateSource to second.stateSource)
        }
    }

    @Test
    fun `helplines come with their country`() {
        assertEquals("112", helplines("pt")!!.emergencyNumber)
        assertNull(helplines("AQ"))
        assertTrue(countries().size >= 60)
        assertTrue(prescreen("Hi! Good morning \ud800", Detector.BULLYING).matches.isNotEmpty())
    }
}
