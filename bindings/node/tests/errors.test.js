// Every error kind is a class of its own, and none holds content.
'use strict'

const assert = require('node:assert/strict')
const { join } = require('node:path')
const { after, test } = require('node:test')
const { inspect } = require('node:util')
const wardlight = require('..')
const { TABLE, fromTable } = require('../lib/errors.js')
const { json } = require('./vectors.js')

const SCHEMA = json(join(__dirname, '..', '..', 'schema.json'))
const CANARY = 'canary-7f3a'
const { ContinuationKey, Screener, TokenIssuer, WardlightError } = wardlight
const ISSUER = new TokenIssuer({ keys: [new ContinuationKey('ct-2026-11', '0'.repeat(32))], apiKeyHash: 'hash' })
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NO_KEYS = new TokenIssuer({ keys: [] })
const screener = new Screener()
after(() => screener.close())

test('every row of the table has its class', () => {
  assert.equal(SCHEMA.errors.length, Object.keys(TABLE).length)
  for (const row of SCHEMA.errors) {
    const error = fromTable(row.detail, 'why')
    assert.ok(error instanceof WardlightError && error instanceof Error)
    assert.notEqual(error.constructor, WardlightError)
    assert.deepEqual([error.code, error.kind, error.httpStatus], [row.code, row.kind, row.http_status])
    assert.deepEqual([error.name, error.message], [error.constructor.name, 'why'])
    assert.equal(wardlight[error.name], error.constructor)
    assert.deepEqual(error.toJSON(), { code: row.code, detail: row.detail, message: 'why' })
  }
})

test('every kind is a class of its own', () => {
  const classes = Object.values(wardlight).filter((each) => each.prototype instanceof WardlightError)
  const kinds = SCHEMA.results.ErrorKind.oneOf.map((kind) => kind.const)
  assert.deepEqual(classes.map((each) => each.kind).sort(), kinds.sort())
})

const CASES = [
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => screener.screen('bullying', { text: 7 })],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => screener.screen('bullying', [1])],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => screener.screen('bullying', undefined)],
  ['InvalidInputError', 'MALFORMED_JSON', () => screener.screen('bullying', Buffer.from('{'))],
  ['InvalidInputError', 'MALFORMED_JSON', () => screener.screen('bullying', Buffer.from([0xff]))],
  ['InvalidInputError', 'CONTINUATION_TOKEN_MALFORMED', () =>
    screener.screenContinued('grooming', { messages: [{ text: 'hi' }], continuation_token: 'x' }, ISSUER)],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => screener.screenContinued('grooming', 'hi', NO_KEYS)],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => screener.screenContinued('grooming', 'hi', {})],
  ['LimitExceededError', 'TEXT_TOO_LONG', () => screener.screen('bullying', 'a'.repeat(50_001))],
  ['LimitExceededError', 'TOO_MANY_ITEMS', () => screener.screenBatch(Array(51).fill(['bullying', 'hi']))],
  ['UnsupportedError', 'UNSUPPORTED_DETECTOR', () => screener.screen('nothing', 'hi')],
  ['UnsupportedError', 'ANALYSIS_6009', () =>
    screener.screen('bullying', { text: 'hi', context: { language: 'tlh' } })],
  ['ModelUnavailableError', 'MODEL_BUNDLE_MISSING', () => new Screener({ bundle: '/no/such/folder' })],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => new Screener({ policy: { detect: 'much' } })],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => new Screener({ limits: { text: 7 } })],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => new Screener({ no_such_setting: 7 })],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => wardlight.assess('bullying', 'hi', [{ label: 'x' }])],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => wardlight.credits({ operation: 'x' })],
  ['InvalidInputError', 'MRZ_MALFORMED', () => wardlight.readZone('x')],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => wardlight.retentionDays(6)],
  ['InvalidInputError', 'VAL_INVALID_INPUT', () => wardlight.afterAttempt('safety.high', 0)],
  ['NotPermittedError', 'SIGNATURE_MISMATCH', () =>
    wardlight.verifyWebhook(SECRET, 'evt_1', 1, '{}', { serviceSignature: 'sha256=00' })],
  ['NotPermittedError', 'ACTION_NOT_PERMITTED', () =>
    wardlight.review(
      { status: 'new', risk_category: 'grooming', risk_level: 'high' },
      { action: 'escalate', reason_code: 'requires_law_enforcement', moderator_external_id: 'mcp:helper' },
      'mcp',
    )],
]

CASES.forEach(([name, detail, call], number) => {
  test(`what goes wrong has its class: ${name}, ${detail} (${number})`, () => {
    assert.throws(call, { name, detail })
  })
})

test('an item that was not analysed says so', () => {
  const items = [{ type: 'bullying' }, { type: 'bullying', text: 'hi' }]
  const { results } = screener.screenBatch({ items, options: { continue_on_error: false } })
  assert.deepEqual(results.map((each) => each.error_code), ['VAL_INVALID_INPUT', 'ITEM_NOT_ANALYSED'])
})

function loop() {
  const value = { text: CANARY }
  value.context = value
  return value
}

const thrower = () => {
  throw new Error(CANARY)
}

const SECRETS = [
  { text: [CANARY] },
  { text: 'hi', [`${CANARY} in words`]: 1 },
  { text: 'hi', context: { age_group: CANARY } },
  { text: 'hi', context: { language: CANARY } },
  { text: `${CANARY}\ud800` },
  { text: 'hi', [`${CANARY}\ud800`]: 1 },
  { text: CANARY, metadata: { x: 1n } },
  { text: CANARY, metadata: { x: NaN } },
  { text: CANARY, toJSON: thrower },
  loop(),
  Buffer.from(`{"text": "${CANARY}`),
  Buffer.concat([Buffer.from(CANARY), Buffer.from([0xff])]),
  `${CANARY} \udfff`,
  { text: 'hi', message_id: CANARY.repeat(20) },
  Symbol(CANARY),
]

const CALLS = [
  ...SECRETS.map((secret) => () => screener.screen('bullying', secret)),
  ...SECRETS.map((secret) => () => screener.screenBatch([['bullying', secret]]).results[0].error),
  () => screener.screen(CANARY, 'hi'),
  () => screener.screen(`${CANARY}\ud800`, 'hi'),
  () => screener.screen({ toString: thrower }, 'hi'),
  () => screener.incidentReport({ messages: [{ sender: 'a', text: 'b' }] }, [CANARY]),
  () => screener.incidentReport({ messages: [{ sender: 'a', text: 'b' }] }, CANARY),
  () => wardlight.prescreen('hi', CANARY),
  () => wardlight.assess('bullying', 'hi', [{ label: CANARY, probability: 1 }]),
  () => screener.screenContinued('grooming', { messages: [{ text: 'x' }], continuation_token: CANARY }, ISSUER),
  () => screener.screenContinued('grooming', 'hi', new TokenIssuer({ keys: [new ContinuationKey(`${CANARY}!`, '0'.repeat(32))] })),
  () => screener.screenContinued('grooming', 'hi', new TokenIssuer({ keys: [new ContinuationKey('a', { CANARY })] })),
  () => screener.actionPlan({ situation: CANARY, role: CANARY }),
  () => wardlight.credits({ operation: CANARY }),
  () => wardlight.readZone(CANARY),
  () => wardlight.readZone([CANARY, thrower]),
  () => wardlight.readZone('', CANARY),
  () => wardlight.readBarcode(CANARY),
  () => wardlight.readBarcode({ toString: thrower }),
  () => wardlight.checkNationalId(CANARY, CANARY),
  () => wardlight.verify(CANARY, {}),
  () => wardlight.verify('age', { [CANARY]: 1 }),
  () => wardlight.verify('age', { zone: [CANARY] }),
  () => wardlight.judgeSynthetic({ medium: CANARY }),
  () => wardlight.judgeSynthetic({ medium: 'image' }, { [CANARY]: 1 }),
  () => wardlight.evaluateRules({ rules: CANARY }, {}),
  () => wardlight.evaluateRules(undefined, { endpoint: CANARY }),
  () => wardlight.evaluateRules(Buffer.from(CANARY), {}),
  () => wardlight.review({ status: CANARY }, {}),
  () => wardlight.review({ status: 'new', risk_category: 'grooming', risk_level: 'high' }, { action: CANARY }),
  () => wardlight.review({}, {}, 'human', CANARY),
  () => wardlight.requiresReview({ status: CANARY }),
  () => wardlight.logsIncident(CANARY),
  () => wardlight.retentionDays(CANARY),
  () => wardlight.signWebhook(CANARY, 'evt_1', 1, ''),
  () => wardlight.signWebhook(SECRET, `${CANARY}.`, 1, ''),
  () => wardlight.signWebhook(SECRET, 'evt_1', CANARY, ''),
  () => wardlight.signWebhook(SECRET, 'evt_1', 1, { CANARY }),
  () => wardlight.verifyWebhook(SECRET, 'evt_1', 1, CANARY, { serviceSignature: CANARY }),
  () => wardlight.verifyWebhook(SECRET, 'evt_1', 1, CANARY, { webhookSignature: CANARY, nowS: 1 }),
  () => wardlight.verifyWebhook(SECRET, 'evt_1', 1, CANARY),
  () => wardlight.afterAttempt(CANARY, 1, 500),
  () => wardlight.afterAttempt('safety.high', CANARY),
  () => wardlight.afterAttempt('safety.high', 1, 7.5),
  () => wardlight.alert(CANARY),
  () => new Screener({ bundle: { CANARY } }),
  () => new Screener({ [CANARY]: 1 }),
]

test('no error repeats content', () => {
  CALLS.forEach((call, number) => {
    let told
    try {
      told = call()
    } catch (error) {
      assert.ok(error instanceof WardlightError, `${number}: ${inspect(error)}`)
      told = inspect(error, { depth: 9, showHidden: true }) + error.stack + JSON.stringify(error)
    }
    assert.equal(typeof told, 'string', `${number} went well`)
    assert.ok(!told.includes(CANARY), `${number}: ${told}`)
  })
})

test('a promise rejects with the same errors', async () => {
  const later = new wardlight.AsyncScreener(screener)
  await assert.rejects(later.screen('bullying', { text: 7 }), { name: 'InvalidInputError', detail: 'VAL_INVALID_INPUT' })
  await assert.rejects(later.screen('nothing', 'hi'), { name: 'UnsupportedError', code: 'ANALYSIS_6002' })
  await assert.rejects(later.screen('bullying', loop()), { name: 'InvalidInputError' })
})

test('no log shows a secret', () => {
  const issuer = new TokenIssuer({ keys: [new ContinuationKey('k', CANARY)], apiKeyHash: CANARY })
  assert.ok(!inspect(issuer, { depth: 9, showHidden: true }).includes(CANARY))
  assert.ok(!JSON.stringify(issuer).includes(CANARY))
})
