/** What needs no model: the rules alone, guidance, helplines, prices and the prescreen lexicon. */
@file:JvmName("Wardlight")
@file:JvmMultifileClass

package wardlight

import kotlinx.serialization.json.JsonObject
import wardlight.ffi.nativeActionPlan
import wardlight.ffi.nativeAssess
import wardlight.ffi.nativeAssessBatch
import wardlight.ffi.nativeAssessContinued
import wardlight.ffi.nativeAssessMulti
import wardlight.ffi.nativeCountries
import wardlight.ffi.nativeCredits
import wardlight.ffi.nativeHelplines
import wardlight.ffi.nativeIncidentReport
import wardlight.ffi.nativePrescreen

/** Judges a request by signals that somebody else observed: the rules alone, without a model or a clock. */
public fun assess(
    detector: Detector,
    request: Request,
    signals: List<Signal>,
    policy: JsonObject? = null,
): Verdict = answer { nativeAssess(detector.word, write(request), write(signals), optional(policy)) }

/** Judges one text by what was observed for each of its detectors; null where the engine failed. */
public fun assessMulti(
    request: MultiRequest,
    observed: List<List<Signal>?>,
    policy: JsonObject? = null,
): MultiVerdict = answer { nativeAssessMulti(write(request), write(observed), optional(policy)) }

/** Judges each item of a batch by what was observed in it; null where the engine failed. */
public fun assessBatch(
    request: BatchRequest,
    observed: List<List<Signal>?>,
    policy: JsonObject? = null,
): BatchVerdict {
    val (body, faults) = writeBatch(request)
    return placed(answer { nativeAssessBatch(body, write(observed), optional(policy)) }, faults)
}

/** Judges the next turns of a conversation by signals that somebody else observed. */
public fun assessContinued(
    detector: Detector,
    request: ContinuedRequest,
    signals: List<Signal>,
    issuer: TokenIssuer,
    policy: JsonObject? = null,
): ContinuedVerdict = answer {
    nativeAssessContinued(detector.word, write(request), write(signals), issuer.native(), optional(policy))
}

/** What somebody can do now, without a verdict; [Screener.actionPlan] reads the situation as well. */
public fun actionPlan(request: ActionPlanRequest, policy: JsonObject? = null): ActionPlan =
    answer { nativeActionPlan(write(request), optional(policy)) }

/** A report without a verdict: nothing was read, and the report says so. See [Screener.incidentReport]. */
public fun incidentReport(request: IncidentReportRequest, policy: JsonObject? = null): IncidentReport =
    answer { nativeIncidentReport(write(request), optional(policy)) }

/** What the prescreen lexicon says of a text; English without a language, the shipped lexicon without another. */
public fun prescreen(
    text: String,
    detector: Detector,
    language: Language? = null,
    lexicon: JsonObject? = null,
): Prescreen = answer { nativePrescreen(plain(text), detector.word, language?.word, optional(lexicon)) }

/** Helplines of a country by ISO 3166-1 alpha-2 code, with their sources; null where there is no data. */
public fun helplines(country: String): Country? = answer { nativeHelplines(country) }

/** Every country with helplines. */
public fun countries(): List<Country> = answer { nativeCountries() }

/** The price of an operation, such as `{"operation": "text", "detector": "bullying", "messages": 1}`; saturates. */
public fun credits(operation: JsonObject, weighting: String = "main"): Long =
    calling { nativeCredits(write(operation), weighting) }.coerceAtMost(Long.MAX_VALUE.toULong()).toLong()
