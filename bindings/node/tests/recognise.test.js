// Engines that an application lends: what they answer, and what becomes of their failures.
'use strict'

const assert = require('node:assert/strict')
const { after, test } = require('node:test')
const { inspect } = require('node:util')
const { Worker } = require('node:worker_threads')
const { AsyncScreener, Screener, WardlightError } = require('..')

const CANARY = 'canary-7f3a'
const LINE = { text: CANARY, bounds: { x: 1, y: 2, width: 30, height: 8 }, confidence: 0.9 }
const SEGMENT = { text: CANARY, start_s: 0.5, end_s: 1.5, confidence: 0.7 }
const IMAGE = Buffer.from('a picture')
const SAMPLES = Float32Array.of(0, 0.5, -1)

// What the engines below answer, and what they were asked.
let answer
let seen = []
const engine = {
  recogniseText(image) {
    seen.push(image)
    return answer()
  },
  recogniseSpeech(samples) {
    seen.push(samples)
    return answer()
  },
}
const screener = new Screener({ ocr: engine, speech: engine })
const bare = new Screener()
after(() => [screener, bare].forEach((each) => each.close()))

test('an engine is asked and answers', () => {
  seen = []
  answer = () => [LINE, LINE]
  assert.deepEqual(screener.recogniseText(IMAGE), [LINE, LINE])
  answer = function* () {
    yield SEGMENT
  }
  assert.deepEqual(screener.recogniseSpeech(SAMPLES), [SEGMENT])
  assert.deepEqual(screener.recogniseSpeech(SAMPLES, 16_000), [SEGMENT])
  answer = () => []
  assert.deepEqual(screener.recogniseText(IMAGE), [])
  assert.deepEqual(seen, [IMAGE, SAMPLES, SAMPLES, IMAGE])
})

const BROKEN = {
  'an error': () => {
    throw new Error(CANARY)
  },
  'a thrown text': () => {
    throw CANARY
  },
  'a thrown object that throws': () => {
    throw new Proxy({}, { get: () => { throw new Error(CANARY) } })
  },
  'no end to the stack': function again() {
    return again()
  },
  'a text': () => CANARY,
  'nothing': () => undefined,
  'a list of texts': () => [CANARY],
  'a line without a place': () => [{ text: CANARY }],
  'a field that is not known': () => [{ ...LINE, ...SEGMENT }],
  'a function': () => [() => CANARY],
  'no number': () => [{ ...LINE, ...SEGMENT, confidence: NaN }],
  'no number in a place': () => [{ ...LINE, bounds: { ...LINE.bounds, x: NaN } }],
  'no number in a time': () => [{ ...SEGMENT, end_s: Infinity }],
  'more than sure of a line': () => [{ ...LINE, confidence: 1.5 }],
  'more than sure of a segment': () => [{ ...SEGMENT, confidence: 1.5 }],
  'an end before the start': () => [{ ...SEGMENT, end_s: 0.1 }],
  'half a surrogate': () => [{ ...LINE, text: `${CANARY}\ud800` }],
  'a list that throws': function* () {
    yield LINE
    throw new Error(CANARY)
  },
  'a promise': async () => [LINE],
  'a promise that rejects': async () => {
    throw new Error(CANARY)
  },
}

for (const [what, broken] of Object.entries(BROKEN)) {
  test(`a broken engine is an error without words: ${what}`, async () => {
    answer = broken
    for (const call of [() => screener.recogniseText(IMAGE), () => screener.recogniseSpeech(SAMPLES)]) {
      const error = thrown(call)
      assert.deepEqual([error.name, error.code, error.detail], ['InternalError', 'SVC_INTERNAL_ERROR', 'LENT_ENGINE_FAILED'])
      assert.ok(!told(error).includes(CANARY), told(error))
    }
    await new Promise(setImmediate) // when a rejection that nobody handles would end the process
    assert.equal(screener.screen('bullying', 'see you at practice').level, 'none')
  })
}

test('an engine without its method has failed', () => {
  const own = new Screener({ ocr: {}, speech: CANARY })
  for (const call of [() => own.recogniseText(IMAGE), () => own.recogniseSpeech(SAMPLES)]) {
    assert.equal(thrown(call).detail, 'LENT_ENGINE_FAILED')
  }
  own.close()
})

test('what is wrong never reaches an engine', () => {
  seen = []
  answer = () => []
  const wrong = [
    () => screener.recogniseText(new Uint8Array()),
    () => screener.recogniseText(CANARY),
    () => screener.recogniseText(undefined),
    () => screener.recogniseSpeech(SAMPLES, 44_100),
    () => screener.recogniseSpeech(SAMPLES, NaN),
    () => screener.recogniseSpeech(SAMPLES, CANARY),
    () => screener.recogniseSpeech(Float32Array.of(NaN)),
    () => screener.recogniseSpeech(Float32Array.of(0, Infinity)),
    () => screener.recogniseSpeech([CANARY]),
    () => screener.recogniseSpeech(new Float64Array(1)),
  ]
  for (const call of wrong) {
    const error = thrown(call)
    assert.equal(error.detail, 'VAL_INVALID_INPUT')
    assert.ok(!told(error).includes(CANARY))
  }
  assert.deepEqual(seen, [])
})

test('without an engine it says so', () => {
  for (const call of [() => bare.recogniseText(IMAGE), () => bare.recogniseSpeech(SAMPLES)]) {
    const error = thrown(call)
    assert.deepEqual([error.name, error.code], ['UnsupportedError', 'FEATURE_UNAVAILABLE'])
    assert.match(error.message, /was lent/)
  }
})

test('an engine may use its screener, even close it', () => {
  const own = new Screener({ ocr: engine, speech: { recogniseSpeech: () => [SEGMENT] } })
  answer = () => {
    const [{ text }] = own.recogniseSpeech(SAMPLES)
    own.screen('bullying', text)
    own.close()
    return [{ ...LINE, text }]
  }
  assert.deepEqual(own.recogniseText(IMAGE), [LINE])
  assert.throws(() => own.recogniseText(IMAGE), { code: 'ERR_CLOSED' })
})

test('an engine may change or give away what it is asked about', () => {
  const image = new Uint8Array(64).fill(7)
  answer = () => {
    structuredClone(image, { transfer: [image.buffer] })
    return [LINE]
  }
  assert.deepEqual(screener.recogniseText(image), [LINE])
  assert.equal(thrown(() => screener.recogniseText(image)).detail, 'VAL_INVALID_INPUT')
})

test('a worker that is ended while its engine is asked harms nobody', async () => {
  const work = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { Screener } = require(workerData)
    const recogniseText = () => {
      parentPort.postMessage('asked')
      for (;;);
    }
    new Screener({ ocr: { recogniseText } }).recogniseText(Buffer.from('a picture'))`
  const worker = new Worker(work, { eval: true, workerData: require.resolve('..') })
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  answer = () => [LINE]
  assert.deepEqual(screener.recogniseText(IMAGE), [LINE])
})

test('promises are there for everything else of such a screener', async () => {
  const later = new AsyncScreener(new Screener({ ocr: engine }))
  assert.equal((await later.screen('bullying', 'see you at practice')).level, 'none')
  later.close()
})

test('promises lend no engine of their own, and say so', () => {
  for (const settings of [{ ocr: engine }, { speech: engine }]) {
    assert.match(thrown(() => new AsyncScreener(settings)).message, /give it to a Screener/)
  }
})

function thrown(call) {
  try {
    call()
  } catch (error) {
    assert.ok(error instanceof WardlightError, inspect(error))
    return error
  }
  assert.fail('it went well')
}

function told(error) {
  return inspect(error, { depth: 9, showHidden: true }) + error.stack + JSON.stringify(error)
}
