// Webhooks: signatures and the retry schedule. Sending is yours.

import Foundation
import WardlightNative

/// One delivery: what is signed, and what a signature is checked against.
public struct WebhookDelivery: Sendable, CustomStringConvertible {
    let secret: String
    /// Id of the event, without dots; the same on every retry.
    public let id: String
    /// When this attempt is sent.
    public let timestampSeconds: Int64
    let body: Data

    /// `body` is the raw body.
    public init(secret: String, id: String, timestampSeconds: Int64, body: Data) {
        self.secret = secret
        self.id = id
        self.timestampSeconds = timestampSeconds
        self.body = body
    }

    func native() -> NativeDelivery {
        NativeDelivery(secret: secret, id: id, timestampS: timestampSeconds, body: body)
    }

    /// Without secret and body.
    public var description: String { "WebhookDelivery(id: \(id), timestampSeconds: \(timestampSeconds))" }
}

/// The headers of a delivery: of the specification over the body, and of Standard Webhooks over id and time too.
public func signWebhook(_ delivery: WebhookDelivery) throws -> WebhookHeaders {
    try answer { try nativeSignWebhook(delivery: delivery.native()) }
}

/// Throws `WardlightError.notPermitted` unless every signature that is given fits; at least one has to be given.
///
/// Call it on the raw body, before reading it. Only `webhookSignature` covers id and time, so only it keeps an old
/// delivery from being sent again; it has to be younger than `toleranceSeconds` at `nowSeconds`, the system's clock when
/// absent.
public func verifyWebhook(
    _ delivery: WebhookDelivery, serviceSignature: String? = nil, webhookSignature: String? = nil,
    nowSeconds: Int64? = nil, toleranceSeconds: UInt64 = 300
) throws {
    try calling {
        try nativeVerifyWebhook(
            delivery: delivery.native(), serviceSignature: serviceSignature, webhookSignature: webhookSignature,
            nowS: nowSeconds ?? Int64(Date().timeIntervalSince1970), toleranceS: toleranceSeconds)
    }
}

/// What follows attempt number `attempt`, from 1, that was answered with `status`, or with nothing in 10 seconds.
public func afterAttempt(_ event: EventType, attempt: UInt32, status: UInt16? = nil) throws -> NextStep {
    try answer { try nativeAfterAttempt(event: event.rawValue, attempt: attempt, status: status) }
}

/// The event that a verdict of this level sends; nil below medium.
public func alert(_ level: Level) throws -> EventType? {
    try calling { try nativeAlert(level: level.rawValue) }.flatMap(EventType.init(rawValue:))
}
