/// How a `Screener` works; every setting may be left out.
public struct Settings: Codable, Equatable, Sendable {
    /// Numbers of the rules that differ from the default ones.
    public var policy: [String: JSONValue]?
    /// Ceilings of requests, by their names.
    public var limits: [String: Int]?
    /// Without it clearly harmless messages are read in full too.
    public var earlyExit: Bool
    /// Folder with the model; the one inside the library when absent. A library built without one needs it.
    public var bundle: String?

    public init(
        policy: [String: JSONValue]? = nil,
        limits: [String: Int]? = nil,
        earlyExit: Bool = true,
        bundle: String? = nil
    ) {
        self.policy = policy
        self.limits = limits
        self.earlyExit = earlyExit
        self.bundle = bundle
    }

    enum CodingKeys: String, CodingKey {
        case policy
        case limits
        case earlyExit = "early_exit"
        case bundle
    }
}
