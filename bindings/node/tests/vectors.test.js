// The conformance vectors: Node gives the verdict that Rust gives.
'use strict'

const assert = require('node:assert/strict')
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { test } = require('node:test')
const wardlight = require('..')
const { ROOT, SKIPS, body, differences, folder, inUtf16, json, judge } = require('./vectors.js')

const START = Date.UTC(2026, 10, 21) / 1000

function answer(call) {
  try {
    return call()
  } catch (error) {
    if (!(error instanceof wardlight.WardlightError)) throw error
    // The invalid requests send canary words in every place where content may be.
    assert.ok(!(String(error) + JSON.stringify(error)).includes('canary'))
    return { error: error.toJSON() }
  }
}

test('tier A holds exactly', (t) => {
  const faults = {}
  for (const { id, given, expect } of folder('tier-a')) {
    const got = answer(() => wardlight.assess(given.detector, body(given), given.signals, given.policy))
    faults[id] = differences(inUtf16(expect, given.request), got)
  }
  report(t, 'tier A', Object.keys(faults).length, judge(faults))
})

test('tier B holds within its tolerance', (t) => {
  const screener = new wardlight.Screener()
  const path = join(ROOT, 'tier-b', `${screener.modelVersion}.json`)
  assert.ok(existsSync(path), `nothing is recorded for the bundled model ${screener.modelVersion}`)
  const recorded = json(path)
  const { requests } = json(join(ROOT, 'tier-b', 'requests.json'))
  assert.deepEqual(requests.map((each) => each.id).sort(), Object.keys(recorded.results).sort())
  const faults = {}
  for (const { id, detector, request } of requests) {
    const got = answer(() => screener.screen(detector, request))
    faults[id] = differences(recorded.results[id], got, recorded.tolerance)
  }
  report(t, `tier B (${screener.modelVersion})`, requests.length, judge(faults))
  screener.close()
})

test('operations hold exactly', (t) => {
  const vectors = folder('operations')
  assert.ok(Object.values(SKIPS.calls).every(Boolean), 'a skip without a reason')
  const faults = {}
  for (const { id, given, expect } of vectors) {
    const run = RUNNERS[given.call]
    assert.notEqual(run === undefined, SKIPS.calls[given.call] === undefined, `${given.call} is either run or listed`)
    if (run) faults[id] = differences(expect, answer(() => run(given)))
  }
  report(t, 'operations', vectors.length, vectors.length - Object.keys(faults).length + judge(faults))
  t.diagnostic(`calls that are skipped, with a listed reason: ${Object.keys(SKIPS.calls).sort().join(', ') || 'none'}`)
})

function report(t, what, count, skipped) {
  t.diagnostic(`${what}: ${count} vectors, ${count - skipped} passed, ${skipped} skipped, 0 failed`)
}

const RUNNERS = {
  credits: ({ of, weighting }) => ({ credits: wardlight.credits(of, weighting) }),
  multi: (given) => wardlight.assessMulti(body(given), observed(given), given.policy),
  batch: (given) => wardlight.assessBatch(body(given), observed(given), given.policy),
  prescreen: ({ text, detector, language, lexicon }) => wardlight.prescreen(text, detector, language, lexicon),
  action_plan: (given) => wardlight.actionPlan(body(given), given.policy),
  incident_report: (given) => wardlight.incidentReport(body(given), given.policy),
  continuation: continued,
  automation: ({ rules, input }) => wardlight.evaluateRules(rules, input),
  zone: ({ lines, today }) => wardlight.readZone(lines, today),
  barcode: ({ text }) => wardlight.readBarcode(text),
  national_id: ({ country_code, number }) => wardlight.checkNationalId(country_code, number),
  verify: ({ mode, evidence = {}, today, policy }) => wardlight.verify(mode, evidence, today, policy),
  synthetic: ({ evidence, rules, policy }) => wardlight.judgeSynthetic(evidence, rules, policy),
  review: reviewed,
  logs_incident: ({ per_call, per_account }) => ({ logged: wardlight.logsIncident(per_call, per_account) }),
  retention_days: ({ setting }) => ({ days: wardlight.retentionDays(setting) }),
  sign_webhook: (given) => wardlight.signWebhook(...delivery(given)),
  verify_webhook: (given) => {
    const { service_signature: serviceSignature, webhook_signature: webhookSignature, now_s: nowS = 0 } = given
    wardlight.verifyWebhook(...delivery(given.delivery), { serviceSignature, webhookSignature, nowS })
    return { verified: true }
  },
  after_attempt: ({ event, attempt, status }) => wardlight.afterAttempt(event, attempt, status),
  alert: ({ level }) => ({ event: wardlight.alert(level) }),
}

function observed(given) {
  return given.observed.map((each) => (each === 'failed' ? null : each))
}

function delivery({ secret, id, timestamp_s, body }) {
  return [secret, id, timestamp_s, body]
}

function reviewed(given) {
  let incident = { status: 'new', risk_category: given.category, risk_level: given.level }
  let read = false
  const trail = []
  for (const { body, credential, at_ms } of given.reviews) {
    const answer = wardlight.review(incident, body, credential, at_ms)
    ;({ incident, marks_notifications_read: read } = answer)
    trail.push(answer.record)
    assert.equal(answer.requires_review, wardlight.requiresReview(incident))
  }
  return { incident, trail, marks_notifications_read: read, requires_review: wardlight.requiresReview(incident) }
}

function continued(given) {
  let last
  for (const call of given.calls) {
    const token = last?.continuation_token
    const carried = token && { continuation_token: token.slice(0, token.length - (call.cut ?? 0)) }
    const ids = [call.signing_key ?? 'ct-2026-11', ...(call.accepted_keys ?? [])]
    const keys = ids.map((id) => new wardlight.ContinuationKey(id, id.repeat(32).slice(0, 32)))
    const apiKeyHash = call.api_key_hash ?? 'hash'
    const issuer = new wardlight.TokenIssuer({ keys, apiKeyHash, nowUnixS: START + (call.after_s ?? 0) })
    const request = { ...carried, ...call.request }
    last = wardlight.assessContinued(call.detector, request, call.signals ?? [], issuer, given.policy)
  }
  return last
}

test('a wrong verdict is seen', () => {
  const actual = { level: 'high', risk_score: 0.71, flags: ['a'], inner: { x: null } }
  assert.deepEqual(differences({ level: 'high', risk_score: 0.7 }, actual, 0.02), [])
  for (const expect of [
    { risk_score: 0.7 },
    { level: 'low' },
    { flags: ['a', 'b'] },
    { absent: ['inner.x'] },
    { contains: { level: 'low' } },
  ]) {
    assert.notDeepEqual(differences(expect, actual), [], JSON.stringify(expect))
  }
  assert.throws(() => judge({ 'some/vector': ['risk_score: expected 1, received 0'] }), assert.AssertionError)
})
