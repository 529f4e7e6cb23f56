// What needs no model: the rules alone, guidance, helplines, prices and the prescreen lexicon.

import WardlightNative

/// Judges a request by signals that somebody else observed: the rules alone, without a model or a clock.
public func assess(
    _ detector: Detector, _ request: Request, signals: [Signal], policy: [String: JSONValue]? = nil
) throws -> Verdict {
    try answer {
        try nativeAssess(
            detector: detector.rawValue, body: try write(request), signals: try write(signals),
            policy: try optional(policy))
    }
}

/// Judges one text by what was observed for each of its detectors; nil where the engine failed.
public func assessMulti(
    _ request: MultiRequest, observed: [[Signal]?], policy: [String: JSONValue]? = nil
) throws -> MultiVerdict {
    try answer {
        try nativeAssessMulti(body: try write(request), observed: try write(observed), policy: try optional(policy))
    }
}

/// Judges each item of a batch by what was observed in it; nil where the engine failed.
public func assessBatch(
    _ request: BatchRequest, observed: [[Signal]?], policy: [String: JSONValue]? = nil
) throws -> BatchVerdict {
    let (body, faults) = try writeBatch(request)
    let verdict: BatchVerdict = try answer {
        try nativeAssessBatch(body: body, observed: try write(observed), policy: try optional(policy))
    }
    return placed(verdict, faults)
}

/// Judges the next turns of a conversation by signals that somebody else observed.
public func assessContinued(
    _ detector: Detector, _ request: ContinuedRequest, signals: [Signal], issuer: TokenIssuer,
    policy: [String: JSONValue]? = nil
) throws -> ContinuedVerdict {
    try answer {
        try nativeAssessContinued(
            detector: detector.rawValue, body: try write(request), signals: try write(signals),
            issuer: issuer.native(), policy: try optional(policy))
    }
}

/// What somebody can do now, without a verdict; `Screener.actionPlan` reads the situation as well.
public func actionPlan(_ request: ActionPlanRequest, policy: [String: JSONValue]? = nil) throws -> ActionPlan {
    try answer { try nativeActionPlan(body: try write(request), policy: try optional(policy)) }
}

/// A report without a verdict: nothing was read, and the report says so. See `Screener.incidentReport`.
public func incidentReport(
    _ request: IncidentReportRequest, policy: [String: JSONValue]? = nil
) throws -> IncidentReport {
    try answer { try nativeIncidentReport(body: try write(request), policy: try optional(policy)) }
}

/// What the prescreen lexicon says of a text; English without a language, the shipped lexicon without another.
public func prescreen(
    _ text: String, _ detector: Detector, language: Language? = nil, lexicon: [String: JSONValue]? = nil
) throws -> Prescreen {
    try answer {
        try nativePrescreen(
            text: text, detector: detector.rawValue, language: language?.rawValue, lexicon: try optional(lexicon))
    }
}

/// Helplines of a country by ISO 3166-1 alpha-2 code, with their sources; nil where there is no data.
public func helplines(country: String) throws -> Country? {
    try answer { try nativeHelplines(country: country) }
}

/// Every country with helplines.
public func countries() throws -> [Country] {
    try answer { try nativeCountries() }
}

/// The price of an operation, such as `["operation": .string("text"), "detector": .string("bullying"), ...]`.
public func credits(_ operation: [String: JSONValue], weighting: String = "main") throws -> UInt64 {
    try calling { try nativeCredits(operation: try write(operation), weighting: weighting) }
}
