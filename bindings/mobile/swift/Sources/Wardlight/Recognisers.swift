import Foundation
import WardlightNative

/// Reads the words in a picture. Threads share it, and it answers before it returns.
///
/// No screening reads pictures yet: only `Screener.recogniseText` asks it so far.
public protocol TextRecogniser: AnyObject, Sendable {
    /// The lines in an encoded picture; an empty list where there are none.
    func recogniseText(image: Data) throws -> [TextLine]
}

/// Writes down what is said. Threads share it, and it answers before it returns.
///
/// No screening reads sound yet: only `Screener.recogniseSpeech` asks it so far.
public protocol SpeechRecogniser: AnyObject, Sendable {
    /// The segments in mono samples, 16,000 a second; an empty list for silence.
    func recogniseSpeech(samples: [Float]) throws -> [SpeechSegment]
}

func lent(_ engine: any TextRecogniser) -> any NativeRecogniser {
    Lent { try write(try engine.recogniseText(image: $0)) }
}

func lent(_ engine: any SpeechRecogniser) -> any NativeRecogniser {
    Lent { try write(try engine.recogniseSpeech(samples: samples(of: $0))) }
}

/// 32-bit floats, least byte first.
func bytes(of samples: [Float]) -> Data {
    var bytes = Data(capacity: samples.count * MemoryLayout<Float>.size)
    for sample in samples {
        withUnsafeBytes(of: sample.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
}

private func samples(of bytes: Data) -> [Float] {
    let size = MemoryLayout<Float>.size
    return bytes.withUnsafeBytes { raw in
        (0..<raw.count / size).map { i in
            let bits = raw.loadUnaligned(fromByteOffset: i * size, as: UInt32.self)
            return Float(bitPattern: UInt32(littleEndian: bits))
        }
    }
}

private final class Lent: NativeRecogniser {
    private let ask: @Sendable (Data) throws -> String

    init(_ ask: @escaping @Sendable (Data) throws -> String) {
        self.ask = ask
    }

    func recognise(bytes: Data) throws -> String {
        do {
            return try ask(bytes)
        } catch {
            // What it threw may hold content.
            throw NativeFault.Failed
        }
    }
}
