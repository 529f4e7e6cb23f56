import Foundation
import WardlightNative

/// A key that signs tokens: an id of letters, digits and hyphens, and at least 32 secret bytes.
public struct ContinuationKey: Sendable, CustomStringConvertible {
    public let id: String
    let secret: Data

    public init(id: String, secret: Data) {
        self.id = id
        self.secret = secret
    }

    /// Without the secret.
    public var description: String { "ContinuationKey(id: \(id))" }
}

/// Keys, caller and time of conversation tokens. Nothing of a conversation is kept here.
public struct TokenIssuer: Sendable {
    /// The first signs; tokens of the others are accepted too.
    let keys: [ContinuationKey]
    /// Hash of your caller's API key; a token is good for this caller only.
    let apiKeyHash: String
    /// Seconds since 1970; the system's clock when absent.
    let nowUnixSeconds: UInt64?

    public init(keys: [ContinuationKey], apiKeyHash: String = "", nowUnixSeconds: UInt64? = nil) {
        self.keys = keys
        self.apiKeyHash = apiKeyHash
        self.nowUnixSeconds = nowUnixSeconds
    }

    func native() -> NativeIssuer {
        NativeIssuer(
            keys: keys.map { NativeKey(id: $0.id, secret: $0.secret) },
            apiKeyHash: apiKeyHash,
            nowUnixS: nowUnixSeconds ?? UInt64(Date().timeIntervalSince1970)
        )
    }
}
