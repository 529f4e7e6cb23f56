package wardlight

/** What every error of this package has in common: a stable code, and a message that never holds content. */
public sealed class WardlightException(
    /** What the caller can do; one class per kind. */
    public val kind: ErrorKind,
    row: ErrorRow,
    override val message: String,
) : Exception(message) {
    /** The specification's word. */
    public val code: String = row.code

    /** A finer stable word; equal to [code] where there is nothing finer to say. */
    public val detail: String = row.detail

    /** The status that a server answers with. */
    public val httpStatus: Int = row.httpStatus
}

/** A row of the table of errors. */
public class ErrorRow internal constructor(
    internal val detail: String,
    internal val code: String,
    internal val httpStatus: Int,
    internal val make: (ErrorRow, String) -> WardlightException,
)

/** The exception for a row of the table. */
internal fun fromTable(detail: String, message: String): WardlightException {
    val row = ERRORS.getValue(detail)
    return row.make(row, message)
}
