package wardlight

import java.io.ByteArrayOutputStream
import java.io.PrintStream
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** Recognisers that the application lends: what they answer, and what becomes of their failures. */
class RecogniserTest {
    private val canary = "canary-7f3a"
    private val line = TextLine(bounds = Bounds(height = 8.0, width = 30.0, x = 1.0, y = 2.0), confidence = 0.9, text = canary)
    private val segment = SpeechSegment(confidence = 0.7, endS = 1.5, startS = 0.5, text = canary)

    @Test
    fun `they are asked and answer`() = runBlocking {
        val picture = byteArrayOf(0, -1, 7)
        val sound = floatArrayOf(0f, 0.5f, -1f)
        val reader = TextRecogniser { image -> assertArrayEquals(picture, image); listOf(line) }
        val listener = SpeechRecogniser { samples -> assertArrayEquals(sound, samples); listOf(segment) }
        Screener.open(ocr = reader, speech = listener).use { screener ->
            assertEquals(listOf(line), screener.recogniseText(picture))
            assertEquals(listOf(segment), screener.recogniseSpeech(sound))
        }
        assertFalse(canary in "$line $segment")
    }

    /** A defect of the application's code, whatever its class, is told without its words. */
    @Test
    fun `what they throw is an error without words`() {
        val thrown = listOf<Throwable>(
            IllegalStateException(canary),
            AssertionError(canary),
            StackOverflowError(canary),
            InterruptedException(canary),
            fromTable("VAL_INVALID_INPUT", canary),
        )
        for (each in thrown) broken({ throw each }, { throw each })
    }

    @Test
    fun `a malformed answer is an error without words`() {
        val nothing: Any? = null
        @Suppress("UNCHECKED_CAST")
        broken({ nothing as List<TextLine> }, { nothing as List<SpeechSegment> })
        @Suppress("UNCHECKED_CAST")
        broken({ listOf(canary) as List<TextLine> }, { listOf(canary) as List<SpeechSegment> })
        broken({ listOf(line.copy(confidence = Double.NaN)) }, { listOf(segment.copy(startS = Double.NaN)) })
        broken({ listOf(line.copy(confidence = 1.5)) }, { listOf(segment.copy(endS = 0.1)) })
        broken({ listOf(line.copy(text = "$canary \ud800")) }, { listOf(segment.copy(text = "$canary \ud800")) })
    }

    @Test
    fun `what is wrong never reaches them`() {
        val ocr = TextRecogniser { throw AssertionError("it was asked") }
        val speech = SpeechRecogniser { throw AssertionError("it was asked") }
        for (call in listOf<suspend (Screener) -> Any?>(
            { it.recogniseText(ByteArray(0)) },
            { it.recogniseSpeech(floatArrayOf(0f), 44_100) },
            { it.recogniseSpeech(floatArrayOf(0f), -1) },
            { it.recogniseSpeech(floatArrayOf(Float.NaN)) },
        )) {
            assertEquals("VAL_INVALID_INPUT", failure(ocr, speech, call).detail)
        }
    }

    @Test
    fun `without one it says so`() {
        for (call in listOf<suspend (Screener) -> Any?>(
            { it.recogniseText(byteArrayOf(1)) },
            { it.recogniseSpeech(floatArrayOf(0f)) },
        )) {
            assertEquals("FEATURE_UNAVAILABLE", failure(null, null, call).code)
        }
    }

    private fun broken(text: () -> List<TextLine>, speech: () -> List<SpeechSegment>) {
        val printed = printed {
            for (call in listOf<suspend (Screener) -> Any?>(
                { it.recogniseText(byteArrayOf(1)) },
                { it.recogniseSpeech(floatArrayOf(0f)) },
            )) {
                val error = failure(TextRecogniser { text() }, SpeechRecogniser { speech() }, call)
                assertTrue(error is InternalException, "$error")
                assertEquals("LENT_ENGINE_FAILED", error.detail)
                assertNull(error.cause)
                assertTrue(error.suppressed.isEmpty())
                assertFalse(canary in error.stackTraceToString())
            }
        }
        assertFalse(canary in printed)
    }

    private fun failure(
        ocr: TextRecogniser?,
        speech: SpeechRecogniser?,
        call: suspend (Screener) -> Any?,
    ): WardlightException = runBlocking {
        Screener.open(ocr = ocr, speech = speech).use { screener ->
            val error = runCatching { call(screener) }.exceptionOrNull()
            assertEquals(Level.NONE, screener.screen(Detector.BULLYING, "see you at practice").level)
            error as WardlightException
        }
    }

    /** What is written to the error stream meanwhile; JNA prints what a callback throws. */
    private fun printed(call: () -> Unit): String {
        val (before, caught) = System.err to ByteArrayOutputStream()
        System.setErr(PrintStream(caught, true))
        try {
            call()
        } finally {
            System.setErr(before)
        }
        return caught.toString()
    }
}
