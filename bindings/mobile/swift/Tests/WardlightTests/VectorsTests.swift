import Foundation
import XCTest

@testable import Wardlight

/// The conformance vectors: Swift gives the verdict that Rust gives. Bodies that the types cannot say, most of them wrong
/// on purpose, are left to the other languages; the number is printed.
final class VectorsTests: XCTestCase {
    private let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../../../../tests/vectors").standardizedFileURL

    private struct File: Decodable {
        let vectors: [Vector]
    }

    private struct Vector: Decodable {
        let id: String
        let given: [String: JSONValue]
        let expect: [String: JSONValue]
    }

    func testTierAHoldsExactly() throws {
        let folder = root.appendingPathComponent("tier-a")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var ran = 0
        var left = 0
        for file in files where file.pathExtension == "json" {
            for vector in try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).vectors {
                guard
                    let request: Request = typed(vector.given["request"]),
                    let detector: Detector = typed(vector.given["detector"]),
                    let signals: [Signal] = typed(vector.given["signals"])
                else {
                    left += 1
                    continue
                }
                ran += 1
                var policy: [String: JSONValue]?
                if case .object(let given)? = vector.given["policy"] { policy = given }
                let got = try result { try assess(detector, request, signals: signals, policy: policy) }
                for (name, want) in inUTF16(vector.expect, request) where name != "absent" && name != "contains" {
                    XCTAssertTrue(holds(want, got[name]), "\(vector.id): \(name)")
                }
            }
        }
        XCTAssertGreaterThan(ran, 500)
        print("tier A: \(ran) vectors passed, \(left) left to other languages")
    }

    /// The value as a type, where nothing of it is lost.
    private func typed<T: Codable>(_ value: JSONValue?) -> T? {
        guard
            let value,
            let data = try? JSONEncoder().encode(value),
            let read = try? JSONDecoder().decode(T.self, from: data),
            let again = try? JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(read))
        else { return nil }
        return again == value ? read : nil
    }

    private func result(_ call: () throws -> Verdict) throws -> [String: JSONValue] {
        do {
            let data = try JSONEncoder().encode(try call())
            return try JSONDecoder().decode([String: JSONValue].self, from: data)
        } catch let error as WardlightError {
            XCTAssertFalse("\(error)".contains("canary"))
            let fault = error.fault
            return [
                "error": .object([
                    "code": .string(fault.code), "detail": .string(fault.detail), "message": .string(fault.message),
                ])
            ]
        }
    }

    private func holds(_ want: JSONValue, _ got: JSONValue?) -> Bool {
        switch (want, got) {
        case (.object(let want), .object(let got)?):
            return want.allSatisfy { holds($0.value, got[$0.key]) }
        case (.array(let want), .array(let got)?):
            return want.count == got.count && zip(want, got).allSatisfy { holds($0, $1) }
        default:
            return want == got
        }
    }

    /// Expected offsets of evidence, which the vectors count in bytes, counted as Swift's `utf16` view counts.
    private func inUTF16(_ expect: [String: JSONValue], _ request: Request) -> [String: JSONValue] {
        guard case .array(let evidence)? = expect["evidence"] else { return expect }
        let texts = request.text.map { [$0] } ?? request.messages?.map(\.text) ?? []
        let moved = evidence.map { (each: JSONValue) -> JSONValue in
            guard case .object(var fields) = each else { return each }
            var index = 0
            if case .integer(let number)? = fields["message_index"] { index = Int(number) }
            for name in ["start", "end"] {
                if case .integer(let bytes)? = fields[name] {
                    let before = String(decoding: Array(texts[index].utf8.prefix(Int(bytes))), as: UTF8.self)
                    fields[name] = .integer(Int64(before.utf16.count))
                }
            }
            return .object(fields)
        }
        var converted = expect
        converted["evidence"] = .array(moved)
        return converted
    }
}
