import Foundation
import WardlightNative

/// A request as JSON; fields that are nil are left out.
func write<T: Encodable>(_ request: T) throws -> String {
    guard let data = try? JSONEncoder().encode(request) else {
        throw fromTable("VAL_INVALID_INPUT", "the request holds a number that is not finite")
    }
    return String(decoding: data, as: UTF8.self)
}

/// A batch as JSON, and the faults of items that cannot be written, by place: one item spoils no other. In the place of
/// such an item stands one that cannot be read; `placed` tells why.
func writeBatch(_ request: BatchRequest) throws -> (body: String, faults: [Int: Fault]) {
    var items: [String] = []
    var faults: [Int: Fault] = [:]
    for (index, item) in request.items.enumerated() {
        do {
            items.append(try write(item))
        } catch let error as WardlightError {
            faults[index] = error.fault
            // The id is echoed all the same.
            items.append(try write(["external_id": item.externalId]))
        }
    }
    var body = "{\"items\":[" + items.joined(separator: ",") + "]"
    var beside = request
    beside.items = []
    let fields = try JSONDecoder().decode([String: JSONValue].self, from: Data(try write(beside).utf8))
    for (name, value) in fields where name != "items" {
        // Without the braces of an object of this one field.
        body += "," + (try write([name: value])).dropFirst().dropLast()
    }
    return (body + "}", faults)
}

/// The answer to a batch, with the faults at their places.
func placed(_ answer: BatchVerdict, _ faults: [Int: Fault]) -> BatchVerdict {
    var answer = answer
    for (index, fault) in faults where answer.results[index].errorCode != "ITEM_NOT_ANALYSED" {
        answer.results[index].error = "items[\(index)]: \(fault.message)"
        answer.results[index].errorCode = fault.code
    }
    return answer
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
