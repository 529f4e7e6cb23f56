import XCTest

@testable import Wardlight

/// The screener as an object: offsets, errors, tasks.
final class ScreenerTests: XCTestCase {
    private let family = "👨‍👩‍👧"

    func testQuotesStandWhereTheySay() throws {
        for before in ["", "😂 ", "\(family) ", "日本 "] {
            let text = before + "nobody likes you"
            let span = Span(start: before.utf8.count, end: text.utf8.count)
            let signals = ["bullying", "bullying/EXCLUSION"].map { Signal(label: $0, probability: 1, span: span) }
            let verdict = try assess(.bullying, Request(text: text), signals: signals)
            let found = try XCTUnwrap(verdict.evidence?.first)
            let range = try XCTUnwrap(found.range(in: text))
            XCTAssertEqual(String(text[range]), "nobody likes you")
        }
    }

    func testEveryRowOfTheTableHasItsKind() {
        for (detail, row) in errorRows {
            let error = fromTable(detail, "why")
            XCTAssertEqual(error.fault.code, row.code)
            XCTAssertEqual(error.fault.message, "why")
        }
        XCTAssertEqual(Set(errorRows.keys.map { fromTable($0, "why").kind }), Set(ErrorKind.allCases))
    }

    func testNoDescriptionShowsContent() {
        let request = Request(externalId: "canary", messages: [Message(text: "canary", senderRole: "canary")])
        XCTAssertFalse("\(request)".contains("canary"))
    }

    func testWholeNumbersOfMetadataKeepEveryDigit() throws {
        let numbers: [String: JSONValue] = ["id": .integer(9_007_199_254_740_993), "share": .number(0.5)]
        let verdict = try assess(.bullying, Request(metadata: numbers, text: "hi"), signals: [])
        XCTAssertEqual(verdict.metadata, numbers)
        XCTAssertEqual(try JSONDecoder().decode([JSONValue].self, from: Data("[1, 1.0]".utf8)), [.number(1), .integer(1)])
    }

    func testAnItemThatCannotBeWrittenSpoilsNoOther() throws {
        let unfit = BatchItem(detector: .bullying, externalId: "a", metadata: ["x": .number(.nan)], text: "hi")
        let items = [BatchItem(detector: .bullying, text: "hi"), unfit]
        let answer = try assessBatch(BatchRequest(items: items), observed: [[], []])
        XCTAssertEqual(answer.results.map(\.errorCode), [nil, "VAL_INVALID_INPUT"])
        XCTAssertEqual(answer.results[1].error, "items[1]: the request holds a number that is not finite")
        XCTAssertEqual(answer.results[1].externalId, "a")
    }

    func testTheModelAnswers() async throws {
        let screener = try await Screener()
        let verdict = try await screener.screen(.bullying, text: "can you send me the maths homework?")
        XCTAssertEqual(verdict.level, Level.none)
        XCTAssertEqual(verdict.modelVersion, screener.modelVersion())
    }

    func testWhatGoesWrongHasItsKind() async throws {
        let screener = try await Screener()
        do {
            _ = try await screener.screen(.bullying, Request())
            XCTFail("nothing was thrown")
        } catch let error as WardlightError {
            XCTAssertEqual(error.kind, .invalidInput)
        }
    }

    func testACancelledBatchStopsBetweenItems() async throws {
        let screener = try await Screener(Settings(earlyExit: false))
        let long = (0..<60).map { "they said number \($0) is a loser" }.joined(separator: " ")
        let items = (0..<50).map { BatchItem(detector: .bullying, text: "\(long) \($0)") }
        let request = BatchRequest(items: items, options: BatchOptions(parallel: false))
        let start = Date()
        _ = try await screener.screenBatch(request)
        let whole = Date().timeIntervalSince(start)
        let task = Task { try await screener.screenBatch(request) }
        try await Task.sleep(nanoseconds: UInt64(whole * 1e8))
        let cancelled = Date()
        task.cancel()
        let outcome = await task.result
        XCTAssertLessThan(Date().timeIntervalSince(cancelled), whole / 2)
        XCTAssertThrowsError(try outcome.get()) { XCTAssertTrue($0 is CancellationError) }
    }

    func testARecogniserIsAskedAndItsFailureHasNoWords() async throws {
        let line = TextLine(
            bounds: Bounds(height: 8, width: 30, x: 1, y: 2), confidence: 0.9, text: "canary")
        let reader = Reader { image in
            XCTAssertEqual(image, Data([0, 255, 7]))
            return [line]
        }
        let working = try await Screener(ocr: reader)
        let lines = try await working.recogniseText(image: Data([0, 255, 7]))
        XCTAssertEqual(lines, [line])

        struct Broken: Error { let words = "canary" }
        var wrong = line
        wrong.confidence = 1.5
        for broken in [Reader { _ in throw Broken() }, Reader { [wrong] _ in [wrong] }] {
            let screener = try await Screener(ocr: broken)
            do {
                _ = try await screener.recogniseText(image: Data([1]))
                XCTFail("nothing was thrown")
            } catch let error as WardlightError {
                XCTAssertEqual(error.fault.detail, "LENT_ENGINE_FAILED")
                XCTAssertFalse("\(error)".contains("canary"))
            }
        }
    }
}

private final class Reader: TextRecogniser {
    private let answer: @Sendable (Data) throws -> [TextLine]

    init(_ answer: @escaping @Sendable (Data) throws -> [TextLine]) {
        self.answer = answer
    }

    func recogniseText(image: Data) throws -> [TextLine] {
        try answer(image)
    }
}
