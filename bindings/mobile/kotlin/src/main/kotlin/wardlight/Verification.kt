/** Documents and people, by what somebody else read and measured. Nothing here looks at a picture. */
@file:JvmName("Wardlight")
@file:JvmMultifileClass

package wardlight

import java.text.SimpleDateFormat
import java.util.Date
import java.util.Locale
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.JsonObject
import wardlight.ffi.nativeCheckNationalId
import wardlight.ffi.nativeReadBarcode
import wardlight.ffi.nativeReadZone
import wardlight.ffi.nativeVerify

/** What a machine-readable zone says, its lines separated by line breaks, on the day [today] (`YYYY-MM-DD`). */
public fun readZone(zone: String, today: String = systemDay()): Mrz = answer { nativeReadZone(plain(zone), today) }

/** What the text of a driving licence's barcode (AAMVA) says, with its control characters. */
public fun readBarcode(text: String): Aamva = answer { nativeReadBarcode(plain(text)) }

/** Whether a national number can be one, by its country (ISO 3166-1 alpha-3). */
public fun checkNationalId(countryCode: String, number: String): NationalNumber =
    answer { nativeCheckNationalId(countryCode, plain(number)) }

/**
 * The outcome of a verification; of it, only `stored` may be kept.
 *
 * In [evidence] everything may be left out: `zone` (a list of lines) and `barcode` as text; `front` and `back` with the
 * printed `name`, `birth_date`, `document_number`, `expiry_date`; `ocr_confidence` (0 to 100); `declared_type`;
 * `national_id` with `country_code` and `number`; `document_country`, `ip_country`; `selfie_age_years`;
 * `face_distance`, `face_confidence`; `liveness` with `landmark_motion`, `texture`, `depth_cues`, `cross_frame`;
 * `recapture`. A check that could not run sends to a person; it never counts as passed. [policy] has numbers that
 * differ from the default ones.
 */
public fun verify(
    mode: VerificationMode,
    evidence: JsonObject,
    today: String = systemDay(),
    policy: JsonObject? = null,
): Verification = answer { nativeVerify(write(VerifyRequest(mode, today, evidence, policy))) }

@Serializable
private data class VerifyRequest(
    val mode: VerificationMode,
    val today: String,
    val evidence: JsonObject,
    val policy: JsonObject?,
)

/** Not `java.time`, which Android has from version 8 only. */
private fun systemDay(): String = SimpleDateFormat("yyyy-MM-dd", Locale.ROOT).format(Date())
