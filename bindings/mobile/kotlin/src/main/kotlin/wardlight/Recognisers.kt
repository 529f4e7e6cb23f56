package wardlight

import java.nio.ByteBuffer
import java.nio.ByteOrder
import wardlight.ffi.NativeFault
import wardlight.ffi.NativeRecogniser

/**
 * Reads the words in a picture. Threads share it, and it answers before it returns.
 *
 * No screening reads pictures yet: only [Screener.recogniseText] asks it so far.
 */
public fun interface TextRecogniser {
    /** The lines in an encoded picture; an empty list where there are none. */
    public fun recogniseText(image: ByteArray): List<TextLine>
}

/**
 * Writes down what is said. Threads share it, and it answers before it returns.
 *
 * No screening reads sound yet: only [Screener.recogniseSpeech] asks it so far.
 */
public fun interface SpeechRecogniser {
    /** The segments in mono samples, 16,000 a second; an empty list for silence. */
    public fun recogniseSpeech(samples: FloatArray): List<SpeechSegment>
}

internal fun lent(engine: TextRecogniser): NativeRecogniser = Lent { write(engine.recogniseText(it)) }

internal fun lent(engine: SpeechRecogniser): NativeRecogniser = Lent { write(engine.recogniseSpeech(samples(it))) }

internal fun bytes(samples: FloatArray): ByteArray {
    val bytes = ByteBuffer.allocate(samples.size * Float.SIZE_BYTES).order(ByteOrder.LITTLE_ENDIAN)
    bytes.asFloatBuffer().put(samples)
    return bytes.array()
}

private fun samples(bytes: ByteArray): FloatArray {
    val samples = FloatArray(bytes.size / Float.SIZE_BYTES)
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(samples)
    return samples
}

private class Lent(private val ask: (ByteArray) -> String) : NativeRecogniser {
    override fun recognise(bytes: ByteArray): String {
        // Everything, for JNA prints what it is thrown; and outside of `catch`, so that no cause carries words along.
        val answer = try {
            ask(bytes)
        } catch (_: Throwable) {
            null
        }
        return answer ?: throw NativeFault.Failed()
    }
}
