package wardlight

import kotlinx.serialization.KSerializer
import kotlinx.serialization.Serializable
import kotlinx.serialization.builtins.ListSerializer
import kotlinx.serialization.builtins.serializer
import kotlinx.serialization.descriptors.SerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder

/** A range of bytes in the UTF-8 text, from [start] up to but not including [end]. Only signals count so. */
@Serializable(with = SpanSerializer::class)
public data class Span(val start: Int, val end: Int)

/** Written as a list of two. */
internal object SpanSerializer : KSerializer<Span> {
    private val pair = ListSerializer(Int.serializer())
    override val descriptor: SerialDescriptor = pair.descriptor

    override fun serialize(encoder: Encoder, value: Span): Unit =
        encoder.encodeSerializableValue(pair, listOf(value.start, value.end))

    override fun deserialize(decoder: Decoder): Span {
        val (start, end) = decoder.decodeSerializableValue(pair)
        return Span(start, end)
    }
}
