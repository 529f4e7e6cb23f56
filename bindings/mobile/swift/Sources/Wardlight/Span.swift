/// A range of bytes in the UTF-8 text, from `start` up to but not including `end`. Only signals count so.
public struct Span: Codable, Equatable, Sendable {
    public var start: Int
    public var end: Int

    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// Read from a list of two.
    public init(from decoder: Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        start = try pair.decode(Int.self)
        end = try pair.decode(Int.self)
    }

    /// Written as a list of two.
    public func encode(to encoder: Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(start)
        try pair.encode(end)
    }
}
