package wardlight

import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Offsets of evidence are indices of Kotlin strings. */
class OffsetsTest {
    private val family = "👨‍👩‍👧"
    private val texts = listOf(
        "nobody likes you",
        "😂😂 nobody likes you 🐷",
        "$family nobody likes you $family",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿🇵🇹 e\u0301 nobody likes you",
        "日本語 nobody likes you",
        "👍🏽👩🏿‍🚀 nobody likes you",
    )

    private fun signals(text: String, messageIndex: Int? = null): List<Signal> {
        val start = text.substringBefore("nobody").toByteArray().size
        val span = Span(start, start + "nobody likes you".length)
        return listOf("bullying", "bullying/EXCLUSION").map { Signal(it, 1.0, messageIndex = messageIndex, span = span) }
    }

    /** The number of quotes that stand where they say. */
    private fun shown(verdict: Verdict, texts: List<String>): Int {
        for (each in verdict.evidence.orEmpty()) {
            assertEquals(each.text, texts[each.messageIndex ?: 0].substring(each.start, each.end))
        }
        return verdict.evidence.orEmpty().size
    }

    @Test
    fun `a single text`() {
        for (text in texts) {
            val verdict = assess(Detector.BULLYING, Request(text = text), signals(text))
            assertEquals("nobody likes you", verdict.evidence!![0].text)
            assertTrue(shown(verdict, listOf(text)) > 0)
        }
    }

    @Test
    fun `a family is eight units`() {
        val verdict = assess(Detector.BULLYING, Request(text = texts[2]), signals(texts[2]))
        assertEquals(9 to 25, verdict.evidence!![0].let { it.start to it.end })
    }

    @Test
    fun `the second message of a conversation`() {
        for (text in texts) {
            val request = Request(messages = listOf(Message(family), Message(text)))
            val verdict = assess(Detector.BULLYING, request, signals(text, messageIndex = 1))
            assertTrue(shown(verdict, listOf(family, text)) > 0)
            assertTrue(verdict.evidence!!.all { it.messageIndex == 1 })
        }
    }

    @Test
    fun `batches and several detectors`() {
        for (text in texts) {
            val batch = BatchRequest(listOf(BatchItem(Detector.BULLYING, text = text)))
            assertTrue(shown(assessBatch(batch, listOf(signals(text))).results[0].result!!, listOf(text)) > 0)
            val multi = MultiRequest(text = text, endpoints = listOf(Detector.UNSAFE, Detector.BULLYING))
            assertTrue(shown(assessMulti(multi, listOf(emptyList(), signals(text))).results[1], listOf(text)) > 0)
        }
    }

    /** Whatever the shipped model points at, its words stand where it says. */
    @Test
    fun `what the model shows`() = runBlocking {
        val words = listOf("ur such a loser nobody even likes you", "i will find you and hurt you", "kill yourself")
        var found = 0
        Screener.open().use { screener ->
            for (before in listOf("", "😂 ", "$family$family ", "日本 ")) {
                for (text in words.map { before + it }) {
                    for (detector in listOf(Detector.BULLYING, Detector.UNSAFE)) {
                        val batch = BatchRequest(listOf(BatchItem(detector, text = text)))
                        val multi = MultiRequest(text = text, endpoints = listOf(detector))
                        val verdicts = listOf(screener.screen(detector, text)) +
                            screener.screenBatch(batch).results.map { it.result!! } + screener.screenMulti(multi).results
                        found += verdicts.sumOf { shown(it, listOf(text)) }
                    }
                }
            }
        }
        assertTrue(found > 0)
    }
}
