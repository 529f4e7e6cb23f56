/// Any JSON, for what the caller shapes: metadata, policies, lexicons.
public enum JSONValue: Codable, Sendable {
    case null
    case bool(Bool)
    /// A whole number that 64 bits hold, digit by digit: ids are often larger than a `Double` can tell apart.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    public init(from decoder: Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    public func encode(to encoder: Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): try value.encode(number)
        case .string(let string): try value.encode(string)
        case .array(let array): try value.encode(array)
        case .object(let object): try value.encode(object)
        }
    }
}

extension JSONValue: Equatable {
    /// Numbers are equal by value: 1 and 1.0 are one number in JSON.
    public static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): return true
        case (.bool(let one), .bool(let other)): return one == other
        case (.integer(let one), .integer(let other)): return one == other
        case (.integer(let one), .number(let other)): return one == Int64(exactly: other)
        case (.number(let one), .integer(let other)): return Int64(exactly: one) == other
        case (.number(let one), .number(let other)): return one == other
        case (.string(let one), .string(let other)): return one == other
        case (.array(let one), .array(let other)): return one == other
        case (.object(let one), .object(let other)): return one == other
        default: return false
        }
    }
}
