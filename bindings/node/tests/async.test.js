// Promises: the event loop stays free, and an abort is answered.
'use strict'

const assert = require('node:assert/strict')
const { setMaxListeners } = require('node:events')
const { after, test } = require('node:test')
const { setTimeout: sleep } = require('node:timers/promises')
const { AsyncScreener, CancelledError, Screener } = require('..')

const LONG = Array.from({ length: 60 }, (_, i) => `they said number ${i} is a loser and nobody likes them`).join(' ')
const screener = new AsyncScreener({ earlyExit: false })
after(() => screener.close())

test('a promise gives what the call gives', async () => {
  const own = new Screener()
  const later = new AsyncScreener(own)
  const steady = (verdict) => ({ ...verdict, processing_time_ms: 0 })
  const text = 'ur such a loser nobody even likes you'
  assert.deepEqual(steady(await later.screen('bullying', text)), steady(own.screen('bullying', text)))
  assert.equal((await later.screenMulti({ text, endpoints: ['unsafe'] })).summary.total_endpoints, 1)
  assert.ok(Array.isArray(await later.observe('bullying', text)))
  assert.equal((await later.actionPlan(text, 'bullying')).audience, 'parent')
  assert.ok((await later.incidentReport({ messages: [{ sender: 'A', text }] })).risk_level)
  assert.equal(later.modelVersion, own.modelVersion)
  later.close()
  assert.ok(own.closed)
  await assert.rejects(later.screen('bullying', 'hi'), { code: 'ERR_CLOSED' })
})

test('the event loop stays free during a long batch', async (t) => {
  const gaps = []
  let last = performance.now()
  const timer = setInterval(() => {
    gaps.push(performance.now() - last)
    last = performance.now()
  }, 1)
  const start = performance.now()
  const items = Array(8).fill({ type: 'bullying', text: LONG })
  await screener.screenBatch({ items, options: { parallel: false } })
  const took = performance.now() - start
  clearInterval(timer)
  const widest = Math.max(...gaps)
  t.diagnostic(`event loop: ${gaps.length} ticks during one call of ${took.toFixed()} ms, widest gap ${widest.toFixed(1)} ms`)
  assert.ok(took > 50, 'the call is too short to tell')
  assert.ok(gaps.length >= 10 && widest < took / 2)
})

test('closing breaks no call that is under way', async () => {
  const own = new AsyncScreener({ earlyExit: false })
  const calls = Array.from({ length: 6 }, () => own.screen('bullying', LONG))
  own.close()
  for (const verdict of await Promise.all(calls)) assert.equal(verdict.endpoint, 'bullying')
})

test('a call that is aborted beforehand is not made', async () => {
  const signal = AbortSignal.abort(new Error('canary'))
  const start = performance.now()
  const error = await screener.screen('bullying', LONG, { signal }).catch((error) => error)
  assert.ok(error instanceof CancelledError)
  assert.deepEqual([error.code, error.kind, error.message], ['ITEM_NOT_ANALYSED', 'cancelled', 'the call was cancelled'])
  assert.ok(performance.now() - start < 50)
})

test('calls that wait for a thread are not made once they are aborted', async (t) => {
  const one = await timed(() => screener.screen('bullying', LONG))
  const abort = new AbortController()
  const count = 100
  setMaxListeners(count, abort.signal)
  const calls = Array.from({ length: count }, () => screener.screen('bullying', LONG, { signal: abort.signal }))
  abort.abort()
  const outcomes = await Promise.allSettled(calls)
  assert.ok(outcomes.every((each) => each.reason instanceof CancelledError))
  // Whatever is still queued ends before this call of the same pool.
  const rest = await timed(() => screener.screen('bullying', LONG))
  t.diagnostic(`abort: ${count} waiting calls were given up; the next one had its answer after ${rest.toFixed()} ms (one takes ${one.toFixed()} ms)`)
  assert.ok(rest < (one * count) / 4)
})

test('a batch that is aborted begins no further item', async (t) => {
  const items = Array(16).fill({ type: 'bullying', text: LONG })
  const request = { items, options: { parallel: false } }
  const whole = await timed(() => screener.screenBatch(request))
  const abort = new AbortController()
  const start = performance.now()
  const call = screener.screenBatch(request, { signal: abort.signal })
  await sleep(whole / 10)
  abort.abort()
  await assert.rejects(call, CancelledError)
  const rejected = performance.now() - start
  // All four threads of the pool, so one of them is the batch's.
  await Promise.all(Array.from({ length: 4 }, () => screener.screen('bullying', 'hi')))
  const idle = performance.now() - start
  t.diagnostic(`abort: a batch of ${whole.toFixed()} ms was rejected after ${rejected.toFixed()} ms`)
  assert.ok(idle < whole / 2, `${idle} of ${whole} ms`)
})

test('an abort after the answer changes nothing, and leaves no listener', async () => {
  const abort = new AbortController()
  let listeners = 0
  const { signal } = abort
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
  signal.addEventListener = (...listener) => { listeners += 1; add(...listener) }
  signal.removeEventListener = (...listener) => { listeners -= 1; remove(...listener) }
  const verdict = await screener.screen('bullying', 'hi', { signal })
  abort.abort()
  assert.deepEqual([verdict.level, listeners], ['none', 0])
})

test('many items are awaited, in order, with progress', async () => {
  async function* items() {
    for (let i = 0; i < 70; i++) {
      if (i % 20 === 0) await sleep(1)
      yield ['bullying', 'hi']
    }
  }
  const places = []
  const told = []
  const options = { total: 70, onProgress: (done, total) => told.push(`${done}/${total}`) }
  for await (const result of screener.screenMany(items(), options)) places.push(result.index)
  assert.deepEqual(places, [...Array(70).keys()])
  assert.deepEqual([told.length, told.at(-1)], [70, '70/70'])
})

test('many items stop when they are aborted, and the source is ended', async () => {
  const abort = new AbortController()
  let ended = false
  function* endless() {
    try {
      for (;;) yield ['bullying', 'hi']
    } finally {
      ended = true
    }
  }
  let seen = 0
  const loop = async () => {
    for await (const result of screener.screenMany(endless(), { signal: abort.signal })) {
      assert.ok(result.success)
      seen += 1
      if (seen === 60) abort.abort()
    }
  }
  await assert.rejects(loop(), CancelledError)
  assert.deepEqual([seen, ended], [60, true])
})

async function timed(call) {
  const start = performance.now()
  await call()
  return performance.now() - start
}
