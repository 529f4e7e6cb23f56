import Foundation
import WardlightNative

/// A request as JSON; fields that are nil are left out.
func write<T: Encodable>(_ request: T) throws -> String {
    guard let data = try? JSONEncoder().encode(request) else {
        throw fromTable("VAL_INVALID_INPUT", "the request holds a number that is not finite")
    }
    return String(decoding: data, as: UTF8.self)
}

/// A setting as JSON, where it is given.
func optional(_ settings: [String: JSONValue]?) throws -> String? {
    try settings.map { try write($0) }
}

/// The answer of a call as a result.
func answer<T: Decodable>(_ call: () throws -> String) throws -> T {
    let text = try calling(call)
    guard let result = try? JSONDecoder().decode(T.self, from: Data(text.utf8)) else {
        throw fromTable("SVC_INTERNAL_ERROR", "the answer of the library cannot be read")
    }
    return result
}

/// Calls the library; whatever goes wrong is a `WardlightError`.
func calling<T>(_ call: () throws -> T) throws -> T {
    do {
        return try call()
    } catch let error as WardlightError {
        throw error
    } catch let Failure.Failed(detail, reason) {
        throw fromTable(detail, reason)
    } catch {
        // What UniFFI itself throws may hold the words of a panic.
        throw fromTable("SVC_INTERNAL_ERROR", "the library stopped in the middle of its work")
    }
}
