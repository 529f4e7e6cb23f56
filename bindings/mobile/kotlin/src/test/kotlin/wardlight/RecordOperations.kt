package wardlight

import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.booleanOrNull
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.encodeToJsonElement
import kotlinx.serialization.json.int
import kotlinx.serialization.json.intOrNull
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import kotlinx.serialization.json.longOrNull
import kotlinx.serialization.json.put
import org.junit.jupiter.api.Assertions.assertEquals
import wardlight.ffi.nativeAfterAttempt
import wardlight.ffi.nativeAlert
import wardlight.ffi.nativeEvaluateRules
import wardlight.ffi.nativeJudgeSynthetic
import wardlight.ffi.nativeReview
import wardlight.ffi.nativeVerify

/**
 * The operations about what surrounds a verdict, by the names of their vectors. What the types cannot say goes to the
 * library as it is.
 */
internal val recordOperations: Map<String, (JsonObject) -> JsonObject> = mapOf(
    "zone" to { given: JsonObject ->
        val lines = given.getValue("lines").jsonArray.joinToString("\n") { it.jsonPrimitive.content }
        result { readZone(lines, given.text("today")) }
    },
    "barcode" to { given: JsonObject -> result { readBarcode(given.text("text")) } },
    "national_id" to { given: JsonObject -> result { checkNationalId(given.text("country_code"), given.text("number")) } },
    "verify" to { given: JsonObject -> result { verified(given) } },
    "synthetic" to { given: JsonObject -> result { judged(given) } },
    "automation" to { given: JsonObject ->
        val (rules, facts) = given["rules"] to given["input"]
        result {
            if (rules is JsonObject && facts is JsonObject) evaluateRules(rules, facts)
            else answer<Evaluation> { nativeEvaluateRules("$rules", "$facts") }
        }
    },
    "review" to { given: JsonObject -> result { reviewed(given) } },
    "logs_incident" to { given: JsonObject ->
        val logged = logsIncident(given["per_call"]?.jsonPrimitive?.booleanOrNull, given["per_account"]?.jsonPrimitive?.booleanOrNull)
        buildJsonObject { put("logged", logged) }
    },
    "retention_days" to { given: JsonObject ->
        result { buildJsonObject { put("days", retentionDays(given["setting"]?.jsonPrimitive?.intOrNull)) } }
    },
    "sign_webhook" to { given: JsonObject -> result { signWebhook(delivery(given)) } },
    "verify_webhook" to { given: JsonObject ->
        result {
            verifyWebhook(
                delivery(given.getValue("delivery").jsonObject),
                given["service_signature"]?.jsonPrimitive?.content,
                given["webhook_signature"]?.jsonPrimitive?.content,
                given["now_s"]?.jsonPrimitive?.longOrNull ?: 0,
            )
            buildJsonObject { put("verified", true) }
        }
    },
    "after_attempt" to { given: JsonObject ->
        val event = EventType.entries.find { it.word == given.text("event") }
        val attempt = given.getValue("attempt").jsonPrimitive.int
        val status = given["status"]?.jsonPrimitive?.intOrNull
        result {
            if (event != null) afterAttempt(event, attempt, status)
            else answer<NextStep> { nativeAfterAttempt(given.text("event"), attempt.toUInt(), status?.toUShort()) }
        }
    },
    "alert" to { given: JsonObject ->
        val level = Level.entries.find { it.word == given.text("level") }
        result {
            val event = if (level != null) alert(level)?.word else calling { nativeAlert(given.text("level")) }
            buildJsonObject { put("event", event) }
        }
    },
)

private fun verified(given: JsonObject): Verification {
    val mode = VerificationMode.entries.find { it.word == given.text("mode") }
    val evidence = given["evidence"] ?: JsonObject(emptyMap())
    val policy = given["policy"]
    if (mode != null && evidence is JsonObject && policy is JsonObject?) {
        return verify(mode, evidence, given.text("today"), policy)
    }
    return answer { nativeVerify(JsonObject(given - "call").toString()) }
}

private fun judged(given: JsonObject): SyntheticVerdict {
    val (evidence, rules, policy) = listOf("evidence", "rules", "policy").map { given[it] }
    if (evidence is JsonObject && rules is JsonObject? && policy is JsonObject?) {
        return judgeSynthetic(evidence, rules, policy)
    }
    return answer { nativeJudgeSynthetic("$evidence", rules?.toString(), policy?.toString()) }
}

private fun reviewed(given: JsonObject): JsonObject {
    val category = wire.decodeFromString<IncidentCategory>(given.getValue("category").toString())
    val level = wire.decodeFromString<Level>(given.getValue("level").toString())
    var incident = Incident(status = IncidentStatus.NEW, riskCategory = category, riskLevel = level)
    val trail = mutableListOf<AuditRecord>()
    var read = false
    for (each in given.getValue("reviews").jsonArray.map { it.jsonObject }) {
        val credential = Credential.entries.first { it.word == each.text("credential") }
        val at = each.getValue("at_ms").jsonPrimitive.long
        val body = each.getValue("body").toString()
        val call = typed<ReviewCall>(body)
        val answer = if (call != null) review(incident, call, credential, at)
        else answer { nativeReview(write(incident), body, credential.word, at) }
        incident = answer.incident
        read = answer.marksNotificationsRead
        trail += answer.record
        assertEquals(answer.requiresReview, requiresReview(incident))
    }
    return buildJsonObject {
        put("incident", wire.encodeToJsonElement(incident))
        put("trail", wire.encodeToJsonElement(trail.toList()))
        put("marks_notifications_read", read)
        put("requires_review", requiresReview(incident))
    }
}

private fun delivery(given: JsonObject): WebhookDelivery = WebhookDelivery(
    given.text("secret"),
    given.text("id"),
    given.getValue("timestamp_s").jsonPrimitive.long,
    given.text("body").toByteArray(),
)
