// Documents and people, by what somebody else read and measured. Nothing here looks at a picture.

import Foundation
import WardlightNative

/// What a machine-readable zone says, its lines separated by line breaks, on the day `today` (`YYYY-MM-DD`).
public func readZone(_ zone: String, today: String? = nil) throws -> Mrz {
    try answer { try nativeReadZone(zone: zone, today: today ?? systemDay()) }
}

/// What the text of a driving licence's barcode (AAMVA) says, with its control characters.
public func readBarcode(_ text: String) throws -> Aamva {
    try answer { try nativeReadBarcode(text: text) }
}

/// Whether a national number can be one, by its country (ISO 3166-1 alpha-3).
public func checkNationalId(countryCode: String, number: String) throws -> NationalNumber {
    try answer { try nativeCheckNationalId(countryCode: countryCode, number: number) }
}

/// The outcome of a verification; of it, only `stored` may be kept.
///
/// In `evidence` everything may be left out: `zone` (a list of lines) and `barcode` as text; `front` and `back` with the
/// printed `name`, `birth_date`, `document_number`, `expiry_date`; `ocr_confidence` (0 to 100); `declared_type`;
/// `national_id` with `country_code` and `number`; `document_country`, `ip_country`; `selfie_age_years`;
/// `face_distance`, `face_confidence`; `liveness` with `landmark_motion`, `texture`, `depth_cues`, `cross_frame`;
/// `recapture`. A check that could not run sends to a person; it never counts as passed. `policy` has numbers that differ
/// from the default ones.
public func verify(
    _ mode: VerificationMode, evidence: [String: JSONValue], today: String? = nil, policy: [String: JSONValue]? = nil
) throws -> Verification {
    let request = VerifyRequest(mode: mode, today: today ?? systemDay(), evidence: evidence, policy: policy)
    return try answer { try nativeVerify(request: try write(request)) }
}

private struct VerifyRequest: Encodable {
    let mode: VerificationMode
    let today: String
    let evidence: [String: JSONValue]
    let policy: [String: JSONValue]?
}

private func systemDay() -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let day = calendar.dateComponents([.year, .month, .day], from: Date())
    return String(format: "%04d-%02d-%02d", day.year ?? 0, day.month ?? 0, day.day ?? 0)
}
