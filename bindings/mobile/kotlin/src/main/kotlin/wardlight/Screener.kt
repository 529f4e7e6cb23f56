package wardlight

import java.util.concurrent.atomic.AtomicBoolean
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext
import wardlight.ffi.NativeEngine
import wardlight.ffi.NativeStop

/**
 * Screens texts and conversations with the model on this device.
 *
 * Loading takes about a tenth of a second, so keep one and share it between coroutines and threads. Calls run on
 * [Dispatchers.Default]. A coroutine that is cancelled ends with `CancellationException`: a batch begins no further item
 * and returns once those under way are done, any other call finishes its few milliseconds first; its answer is dropped.
 *
 * [close] frees the model as soon as calls under way have ended.
 */
public class Screener private constructor(private val engine: NativeEngine) : AutoCloseable {
    private val closed = AtomicBoolean(false)

    public companion object {
        private const val SPEECH_RATE = 16_000

        /** Loads the model. [ocr] and [speech] are recognisers that you lend; see [recogniseText]. */
        public suspend fun open(
            settings: Settings = Settings(),
            ocr: TextRecogniser? = null,
            speech: SpeechRecogniser? = null,
        ): Screener = withContext(Dispatchers.Default) {
            Screener(calling { NativeEngine(write(settings), ocr?.let { lent(it) }, speech?.let { lent(it) }) })
        }
    }

    /** Asks one detector about a text or a conversation. An engine that fails gives a verdict that asks for a person. */
    public suspend fun screen(detector: Detector, request: Request): Verdict =
        inEngine { screen(detector.word, write(request)) }

    /** Asks one detector about a text. */
    public suspend fun screen(detector: Detector, text: String): Verdict = screen(detector, Request(text = text))

    /** Asks up to ten detectors about one text, which is read once. */
    public suspend fun screenMulti(request: MultiRequest): MultiVerdict = inEngine { screenMulti(write(request)) }

    /**
     * Judges up to fifty items on every core; each has its answer at its own place.
     *
     * Cancelling the coroutine stops it between two items.
     */
    public suspend fun screenBatch(request: BatchRequest): BatchVerdict = NativeStop().use { stop ->
        withContext(Dispatchers.Default) {
            // Unconfined: the thread that cancels sets the stop, even while every other one is busy with items.
            // Undispatched: it is set even if the coroutine was cancelled just now.
            val watch = launch(Dispatchers.Unconfined, CoroutineStart.UNDISPATCHED) {
                try {
                    awaitCancellation()
                } finally {
                    stop.stop()
                }
            }
            try {
                val (body, faults) = writeBatch(request)
                placed(answer<BatchVerdict> { open().screenBatch(body, stop) }, faults)
            } finally {
                watch.cancel()
            }
        }
    }

    /**
     * Judges the next turns of a conversation.
     *
     * What earlier turns showed is in the signed token of the answer before, which you send back as `continuationToken`;
     * it holds no words.
     */
    public suspend fun screenContinued(
        detector: Detector,
        request: ContinuedRequest,
        issuer: TokenIssuer,
    ): ContinuedVerdict = inEngine { screenContinued(detector.word, write(request), issuer.native()) }

    /** What was observed before the rules judge it, for inspection and for [assess]. Spans are UTF-8 bytes. */
    public suspend fun observe(detector: Detector, request: Request): List<Signal> =
        inEngine { observe(detector.word, write(request)) }

    /** What somebody can do now; with a detector, for what it finds in the situation that is described. */
    public suspend fun actionPlan(request: ActionPlanRequest, detector: Detector? = null): ActionPlan =
        inEngine { actionPlan(write(request), detector?.word) }

    /** A report on what [detectors] find in the messages. Quotes nobody and names nobody. */
    public suspend fun incidentReport(
        request: IncidentReportRequest,
        detectors: List<Detector> = listOf(Detector.BULLYING, Detector.GROOMING),
    ): IncidentReport = inEngine { incidentReport(write(request), detectors.map { it.word }) }

    /**
     * The lines that the lent recogniser reads in an encoded picture. Nothing else uses it yet.
     *
     * Whatever it throws, and an answer that cannot be, is an [InternalException] with the detail `LENT_ENGINE_FAILED`.
     */
    public suspend fun recogniseText(image: ByteArray): List<TextLine> = inEngine { recogniseText(image) }

    /** The same for speech, in mono samples of [rate] a second, which has to be 16,000. */
    public suspend fun recogniseSpeech(samples: FloatArray, rate: Int = SPEECH_RATE): List<SpeechSegment> =
        // A negative number becomes a large one, which is refused as well.
        inEngine { recogniseSpeech(bytes(samples), rate.toUInt()) }

    /** `name@version` of the model. */
    public fun modelVersion(): String? = open().modelVersion()

    /** Frees the model as soon as calls under way have ended. Calls after it throw [IllegalStateException]. */
    override fun close() {
        if (closed.compareAndSet(false, true)) engine.close()
    }

    private fun open(): NativeEngine {
        check(!closed.get()) { "the screener is closed" }
        return engine
    }

    private suspend inline fun <reified T> inEngine(crossinline call: NativeEngine.() -> String): T =
        withContext(Dispatchers.Default) { answer { open().call() } }
}
