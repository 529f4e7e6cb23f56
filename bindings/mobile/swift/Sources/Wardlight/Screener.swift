import Foundation
import WardlightNative

/// Screens texts and conversations with the model on this device.
///
/// Loading takes about a tenth of a second, so keep one and share it between tasks. Calls run on a queue in the
/// background. A task that is cancelled ends with `CancellationError`: a batch begins no further item and returns once
/// those under way are done, any other call finishes its few milliseconds first; its answer is dropped.
///
/// The model is freed with the last reference.
public final class Screener: Sendable {
    private let engine: NativeEngine

    /// Loads the model. `ocr` and `speech` are recognisers that you lend; see `recogniseText`.
    public init(
        _ settings: Settings = Settings(), ocr: (any TextRecogniser)? = nil, speech: (any SpeechRecogniser)? = nil
    ) async throws {
        engine = try await inBackground {
            try calling {
                try NativeEngine(
                    settings: try write(settings), ocr: ocr.map { lent($0) }, speech: speech.map { lent($0) })
            }
        }
    }

    /// Asks one detector about a text or a conversation. An engine that fails gives a verdict that asks for a person.
    public func screen(_ detector: Detector, _ request: Request) async throws -> Verdict {
        try await inEngine { try $0.screen(detector: detector.rawValue, body: try write(request)) }
    }

    /// Asks one detector about a text.
    public func screen(_ detector: Detector, text: String) async throws -> Verdict {
        try await screen(detector, Request(text: text))
    }

    /// Asks up to ten detectors about one text, which is read once.
    public func screenMulti(_ request: MultiRequest) async throws -> MultiVerdict {
        try await inEngine { try $0.screenMulti(body: try write(request)) }
    }

    /// Judges up to fifty items on every core; each has its answer at its own place. Cancelling the task stops it between
    /// two items.
    public func screenBatch(_ request: BatchRequest) async throws -> BatchVerdict {
        let (body, faults) = try writeBatch(request)
        let stop = NativeStop()
        return try await withTaskCancellationHandler {
            placed(try await inEngine { try $0.screenBatch(body: body, stop: stop) }, faults)
        } onCancel: {
            stop.stop()
        }
    }

    /// Judges the next turns of a conversation.
    ///
    /// What earlier turns showed is in the signed token of the answer before, which you send back as `continuationToken`;
    /// it holds no words.
    public func screenContinued(
        _ detector: Detector, _ request: ContinuedRequest, issuer: TokenIssuer
    ) async throws -> ContinuedVerdict {
        try await inEngine {
            try $0.screenContinued(detector: detector.rawValue, body: try write(request), issuer: issuer.native())
        }
    }

    /// What was observed before the rules judge it, for inspection and for `assess`. Spans are UTF-8 bytes.
    public func observe(_ detector: Detector, _ request: Request) async throws -> [Signal] {
        try await inEngine { try $0.observe(detector: detector.rawValue, body: try write(request)) }
    }

    /// What somebody can do now; with a detector, for what it finds in the situation that is described.
    public func actionPlan(_ request: ActionPlanRequest, detector: Detector? = nil) async throws -> ActionPlan {
        try await inEngine { try $0.actionPlan(body: try write(request), detector: detector?.rawValue) }
    }

    /// A report on what `detectors` find in the messages. Quotes nobody and names nobody.
    public func incidentReport(
        _ request: IncidentReportRequest, detectors: [Detector] = [.bullying, .grooming]
    ) async throws -> IncidentReport {
        try await inEngine {
            try $0.incidentReport(body: try write(request), detectors: detectors.map(\.rawValue))
        }
    }

    /// The lines that the lent recogniser reads in an encoded picture. Nothing else uses it yet.
    ///
    /// Whatever it throws, and an answer that cannot be, is a `WardlightError.internal` with the detail
    /// `LENT_ENGINE_FAILED`.
    public func recogniseText(image: Data) async throws -> [TextLine] {
        try await inEngine { try $0.recogniseText(image: image) }
    }

    /// The same for speech, in mono samples of `rate` a second, which has to be 16,000.
    public func recogniseSpeech(samples: [Float], rate: UInt32 = 16_000) async throws -> [SpeechSegment] {
        try await inEngine { try $0.recogniseSpeech(samples: bytes(of: samples), rate: rate) }
    }

    /// `name@version` of the model.
    public func modelVersion() -> String? {
        engine.modelVersion()
    }

    private func inEngine<T: Decodable & Sendable>(
        _ call: @escaping @Sendable (NativeEngine) throws -> String
    ) async throws -> T {
        let engine = engine
        return try await inBackground { try answer { try call(engine) } }
    }
}

/// Works on a queue, so that neither the caller's thread nor those of Swift's tasks wait.
private func inBackground<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try Task.checkCancellation()
    let answer = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<T, Error>) in
        DispatchQueue.global(qos: .userInitiated).async {
            continuation.resume(with: Result { try work() })
        }
    }
    try Task.checkCancellation()
    return answer
}
