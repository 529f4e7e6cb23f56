// The lifecycle of incidents, without a store.

import Foundation
import WardlightNative

/// What a moderator does to an incident.
public struct ReviewCall: Codable, Equatable, Sendable, CustomStringConvertible {
    public var action: ReviewAction
    public var reasonCode: ReasonCode
    /// Your id of the moderator; an agent's begins with `mcp:`.
    public var moderatorExternalId: String
    /// For an action that changes the level.
    public var newRiskLevel: Level?
    /// For an action that changes the category.
    public var newRiskCategory: IncidentCategory?

    public init(
        action: ReviewAction,
        reasonCode: ReasonCode,
        moderatorExternalId: String,
        newRiskLevel: Level? = nil,
        newRiskCategory: IncidentCategory? = nil
    ) {
        self.action = action
        self.reasonCode = reasonCode
        self.moderatorExternalId = moderatorExternalId
        self.newRiskLevel = newRiskLevel
        self.newRiskCategory = newRiskCategory
    }

    enum CodingKeys: String, CodingKey {
        case action
        case reasonCode = "reason_code"
        case moderatorExternalId = "moderator_external_id"
        case newRiskLevel = "new_risk_level"
        case newRiskCategory = "new_risk_category"
    }

    /// Without the moderator.
    public var description: String { "ReviewCall(action: \(action), reasonCode: \(reasonCode))" }
}

/// Who makes a `ReviewCall`.
public enum Credential: String, Sendable {
    /// A person.
    case human
    /// An AI agent, which may confirm and do nothing else.
    case agent = "mcp"
}

/// What a moderator's call makes of an incident. Store the incident and the record of the trail together.
///
/// `incident` is the one of the answer before, or a new one. `atMs` is the time in Unix milliseconds; the system's when
/// absent.
public func review(
    _ incident: Incident, _ call: ReviewCall, credential: Credential = .human, atMs: Int64? = nil
) throws -> Review {
    try answer {
        try nativeReview(
            incident: try write(incident), call: try write(call), credential: credential.rawValue,
            atMs: atMs ?? Int64(Date().timeIntervalSince1970 * 1000))
    }
}

/// Whether an incident belongs to the queue of people: high or critical, and nobody has looked yet.
public func requiresReview(_ incident: Incident) throws -> Bool {
    try calling { try nativeRequiresReview(incident: try write(incident)) }
}

/// Whether an incident is logged: the call decides, else the account, else it is.
public func logsIncident(perCall: Bool? = nil, perAccount: Bool? = nil) -> Bool {
    nativeLogsIncident(perCall: perCall, perAccount: perAccount)
}

/// Days that incidents are kept: `setting`, which lies within 7 and 730, or 90.
public func retentionDays(_ setting: UInt32? = nil) throws -> UInt32 {
    try calling { try nativeRetentionDays(setting: setting) }
}
