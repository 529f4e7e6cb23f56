/// What an error says; never content.
public struct Fault: Equatable, Sendable {
    /// The specification's word.
    public let code: String
    /// A finer stable word; equal to `code` where there is nothing finer to say.
    public let detail: String
    /// What is wrong.
    public let message: String
    /// The status that a server answers with.
    public let httpStatus: Int
}

/// A row of the table of errors.
struct ErrorRow: Sendable {
    let code: String
    let httpStatus: Int
    let make: @Sendable (Fault) -> WardlightError
}

/// The error for a row of the table.
func fromTable(_ detail: String, _ message: String) -> WardlightError {
    let row = errorRows[detail]
    let fault = Fault(
        code: row?.code ?? "SVC_INTERNAL_ERROR",
        detail: detail,
        message: message,
        httpStatus: row?.httpStatus ?? 500
    )
    return row?.make(fault) ?? .internal(fault)
}
