// The screener as an object: life, items, worker threads.
'use strict'

const assert = require('node:assert/strict')
const { after, test } = require('node:test')
const { Worker } = require('node:worker_threads')
const wardlight = require('..')

const { Screener } = wardlight
const LINES = ['see you at practice', 'ur such a loser nobody even likes you', 'gg you destroyed us', 'du bist so peinlich']
const screener = new Screener()
after(() => screener.close())

// Without the time, which differs from run to run.
function steady(verdict) {
  return JSON.stringify({ ...verdict, processing_time_ms: 0 })
}

test('it closes once, and says so afterwards', () => {
  const own = new Screener()
  assert.equal(own.screen('bullying', 'hi').model_version, own.modelVersion)
  assert.equal(own.closed, false)
  own.close()
  own.close()
  assert.equal(own.closed, true)
  assert.throws(() => own.screen('bullying', 'hi'), { code: 'ERR_CLOSED' })
  assert.throws(() => own.modelVersion, { code: 'ERR_CLOSED' })
  const other = new Screener()
  if (Symbol.dispose) other[Symbol.dispose]()
  else other.close()
  assert.equal(other.closed, true)
})

test('object, bytes and text are one', () => {
  const text = 'nobody is saving you a seat tomorrow'
  const asked = [{ text }, Buffer.from(JSON.stringify({ text })), text]
  assert.equal(new Set(asked.map((each) => steady(screener.screen('bullying', each)))).size, 1)
})

test('settings reach the library', () => {
  const strict = new Screener({ policy: { detect: 0.999 }, limits: { text_chars: 10 }, earlyExit: false })
  assert.throws(() => strict.screen('bullying', 'eleven chars'), { detail: 'TEXT_TOO_LONG' })
  strict.close()
})

test('several detectors read one text', () => {
  const answer = screener.screenMulti({ text: LINES[0], endpoints: ['bullying', 'unsafe'] })
  assert.deepEqual(answer.results.map((each) => each.endpoint), ['bullying', 'unsafe'])
})

test('a conversation goes on by its token', () => {
  const key = new wardlight.ContinuationKey('ct-2026-11', 'an example of 32 bytes, not more')
  const issuer = new wardlight.TokenIssuer({ keys: [key], apiKeyHash: 'caller' })
  const first = screener.screenContinued('grooming', { messages: [{ text: 'hi there' }] }, issuer)
  const request = { messages: [{ text: 'how was school' }], continuation_token: first.continuation_token }
  const second = screener.screenContinued('grooming', request, issuer)
  assert.deepEqual([first.state_source, second.state_source], ['fresh', 'token'])
})

test('many items keep their places, and progress is told', () => {
  const item = (i) => (i % 2 ? { type: 'bullying', text: LINES[i % 4] } : ['bullying', LINES[i % 4]])
  const items = [...Array(119).keys()].map(item)
  const told = []
  const results = [...screener.screenMany([...items, ['bullying', { text: 7 }]], { onProgress: (...at) => told.push(at) })]
  assert.deepEqual(results.map((each) => each.index), [...Array(120).keys()])
  assert.ok(results.slice(0, 119).every((each) => each.success))
  assert.equal(results[119].error, 'items[119].text must be a string; received a number')
  assert.deepEqual([told.length, told[0], told[119]], [120, [1, 120], [120, 120]])
  const alone = LINES.map((line) => steady(screener.screen('bullying', line)))
  results.slice(0, 119).forEach((each, i) => assert.equal(steady(each.result), alone[i % 4]))
})

const UNFIT = [
  [['bullying', null], '.text is missing'],
  [['bullying'], '.text is missing'],
  [['bullying', 7], '.text must be a string; received a number'],
  [['bullying', NaN], ': the request cannot be written as JSON: it holds a number that is not finite'],
  [['bullying', 'half \ud83d'], ': a text holds half of a surrogate pair'],
  [['bullying', { text: 'hi', metadata: { x: 1n } }], ': the request cannot be written as JSON'],
  [['bullying', { get text() { throw new Error('canary') } }], ': the request cannot be written as JSON'],
  [['bullying', Buffer.from('{')], ': the body is not valid JSON'],
  [Buffer.from([0xff]), ': the body is not UTF-8'],
  [{ type: 'bullying', text: '\ud800' }, ': a text holds half of a surrogate pair'],
  [undefined, ' must be an object; received null'],
]

UNFIT.forEach(([item, why], number) => {
  test(`an item that cannot be read spoils no other (${number})`, async () => {
    const hi = { type: 'bullying', text: 'hi' }
    const later = new wardlight.AsyncScreener(screener)
    const answers = [screener.screenBatch([hi, item, hi]), await later.screenBatch([hi, item, hi])]
    if (!Array.isArray(item) && !(item instanceof Uint8Array)) {
      const request = { items: [hi, item, hi], options: { parallel: false } }
      answers.push(screener.screenBatch(request), wardlight.assessBatch(request, [[], [], []]))
    }
    for (const { results, summary } of answers) {
      assert.deepEqual(results.map((each) => each.success), [true, false, true])
      assert.deepEqual([results[1].result, results[1].error_code, summary.failed], [undefined, 'VAL_INVALID_INPUT', 1])
      assert.ok(results[1].error.startsWith(`items[1]${why}`), results[1].error)
    }
    const many = [...screener.screenMany([...Array(60).fill(hi), item, hi])]
    assert.deepEqual(many.filter((each) => !each.success).map((each) => each.index), [60])
    assert.ok(many[60].error.startsWith(`items[60]${why}`), many[60].error)
  })
})

test('an item that cannot be written keeps its id, and ends what ends at failures', () => {
  const items = Array(2).fill({ type: 'bullying', text: '\ud800', external_id: 'a' })
  const { results } = screener.screenBatch({ items, options: { continue_on_error: false } })
  assert.deepEqual(results.map((each) => each.error_code), ['VAL_INVALID_INPUT', 'ITEM_NOT_ANALYSED'])
  assert.deepEqual(results.map((each) => each.external_id), ['a', 'a'])
})

test('stopping early reads no more, and ends the source', () => {
  let taken = 0
  let ended = false
  function* endless() {
    try {
      for (;;) {
        taken += 1
        yield ['bullying', 'hi']
      }
    } finally {
      ended = true
    }
  }
  for (const result of screener.screenMany(endless())) {
    assert.ok(result.success)
    break
  }
  assert.ok(taken <= 50 && ended)
})

test('guidance reads what it is about', () => {
  const messages = [{ sender: 'A', text: LINES[0] }]
  assert.equal(screener.incidentReport({ messages }, ['bullying', 'unsafe']).risk_level, 'low')
  assert.equal(screener.actionPlan('They shut her out of the group chat.', 'bullying').audience, 'parent')
  const signals = screener.observe('bullying', LINES[0])
  assert.ok(signals.some((signal) => signal.label.startsWith('language/')))
  assert.equal(wardlight.assess('bullying', LINES[0], signals).level, 'none')
})

test('what needs no model answers', () => {
  assert.equal(wardlight.prescreen('Hi! Good morning', 'bullying').benign_only, true)
  assert.equal(wardlight.prescreen('Hi\ud800', 'bullying').benign_only, false)
  assert.equal(wardlight.helplines('pt').emergency_number, '112')
  assert.equal(wardlight.helplines('AQ'), null)
  assert.ok(wardlight.countries().length >= 60)
  assert.equal(wardlight.credits({ operation: 'text', detector: 'grooming', messages: 12 }), 2)
})

test('worker threads have screeners of their own, and agree', async () => {
  const work = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { AsyncScreener, Screener } = require(workerData.module)
    const screener = new Screener()
    const later = new AsyncScreener(screener)
    const sync = workerData.lines.map((line) => screener.screen('bullying', line))
    Promise.all(workerData.lines.map((line) => later.screen('bullying', line))).then((promised) => {
      screener.close()
      parentPort.postMessage([...sync, ...promised])
    })`
  const workerData = { module: require.resolve('..'), lines: LINES }
  const answers = await Promise.all(
    [0, 1].map(() => {
      const worker = new Worker(work, { eval: true, workerData })
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    }),
  )
  const alone = LINES.map((line) => steady(screener.screen('bullying', line)))
  for (const verdicts of answers) assert.deepEqual(verdicts.map(steady), [...alone, ...alone])
})

test('a worker that is ended in the middle of a call harms nobody', async () => {
  const work = `
    const { AsyncScreener } = require(require('node:worker_threads').workerData)
    const later = new AsyncScreener({ earlyExit: false })
    for (let i = 0; i < 8; i++) later.screen('bullying', 'they said nobody likes them '.repeat(60)).catch(() => {})
    require('node:worker_threads').parentPort.postMessage('begun')`
  const worker = new Worker(work, { eval: true, workerData: require.resolve('..') })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  assert.equal(screener.screen('bullying', LINES[0]).level, 'none')
})
