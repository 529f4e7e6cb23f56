// The entry point: a request in, a verdict out.
'use strict'

const calls = require('./calls.js')
const lent = require('./lent.js')
const { chunks, count, placed } = require('./many.js')
const native = require('./native.js')
const { batch, encode, read, value, withFaults } = require('./wire.js')

let engineOf

class Screener {
  #engine
  // Kept here and not by the native module, which would hold what they refer to for ever.
  #ocr
  #speech

  constructor({ policy, limits, earlyExit, bundle, ocr, speech, ...unknown } = {}) {
    // A key that is not known goes along: the library refuses it without repeating it.
    const settings = { policy, limits, early_exit: earlyExit, bundle, ...unknown }
    this.#engine = value(native.open(encode(settings)))
    this.#ocr = ocr
    this.#speech = speech
  }

  static {
    engineOf = (screener) => {
      if (screener.#engine === null) throw Object.assign(new Error('the screener is closed'), { code: 'ERR_CLOSED' })
      return screener.#engine
    }
  }

  screen(detector, request) {
    return now(calls.screen(engineOf(this), detector, request))
  }

  screenMulti(request) {
    return now(calls.screenMulti(engineOf(this), request))
  }

  screenBatch(request) {
    const { json, faults } = batch(request)
    return withFaults(now(calls.screenBatch(engineOf(this), json)), faults)
  }

  *screenMany(items, { onProgress, total } = {}) {
    let done = 0
    for (const chunk of chunks(items, engineOf(this).batchItems)) {
      for (const result of placed(this.screenBatch(chunk).results, done)) {
        done += 1
        yield result
        onProgress?.(done, count(items, total))
      }
    }
  }

  screenContinued(detector, request, issuer) {
    return now(calls.screenContinued(engineOf(this), detector, request, issuer))
  }

  observe(detector, request) {
    return now(calls.observe(engineOf(this), detector, request))
  }

  actionPlan(request, detector) {
    return now(calls.actionPlan(engineOf(this), request, detector))
  }

  incidentReport(request, detectors) {
    return now(calls.incidentReport(engineOf(this), request, detectors))
  }

  recogniseText(image) {
    return now(lent.recogniseText(engineOf(this), this.#ocr, image))
  }

  recogniseSpeech(samples, rate) {
    return now(lent.recogniseSpeech(engineOf(this), this.#speech, samples, rate))
  }

  get modelVersion() {
    return engineOf(this).modelVersion
  }

  get closed() {
    return this.#engine === null
  }

  close() {
    this.#engine?.close()
    this.#engine = null
  }
}

// Not in every Node 20.
if (Symbol.dispose) Screener.prototype[Symbol.dispose] = Screener.prototype.close

function now(call) {
  return read(call.now())
}

module.exports = { Screener, engineOf }
