// The screener for an event loop: the same calls as promises, made on threads of libuv.
'use strict'

const calls = require('./calls.js')
const { fromTable } = require('./errors.js')
const { chunksLater, count, placed } = require('./many.js')
const native = require('./native.js')
const { Screener, engineOf } = require('./screener.js')
const { batch, read, withFaults } = require('./wire.js')

class AsyncScreener {
  #screener

  constructor(settings) {
    if (!(settings instanceof Screener) && (settings?.ocr ?? settings?.speech) != null) {
      throw fromTable('VAL_INVALID_INPUT', 'a lent recogniser answers at once: give it to a Screener, not to an AsyncScreener')
    }
    this.#screener = settings instanceof Screener ? settings : new Screener(settings)
  }

  async screen(detector, request, options) {
    return later(calls.screen(engineOf(this.#screener), detector, request), options)
  }

  async screenMulti(request, options) {
    return later(calls.screenMulti(engineOf(this.#screener), request), options)
  }

  async screenBatch(request, options) {
    const { json, faults } = batch(request)
    return withFaults(await later(calls.screenBatch(engineOf(this.#screener), json), options), faults)
  }

  async *screenMany(items, { onProgress, signal, total } = {}) {
    let done = 0
    for await (const chunk of chunksLater(items, engineOf(this.#screener).batchItems)) {
      const answer = await this.screenBatch(chunk, { signal })
      for (const result of placed(answer.results, done)) {
        if (signal?.aborted) throw cancelled()
        done += 1
        yield result
        onProgress?.(done, count(items, total))
      }
    }
  }

  async screenContinued(detector, request, issuer, options) {
    return later(calls.screenContinued(engineOf(this.#screener), detector, request, issuer), options)
  }

  async observe(detector, request, options) {
    return later(calls.observe(engineOf(this.#screener), detector, request), options)
  }

  async actionPlan(request, detector, options) {
    return later(calls.actionPlan(engineOf(this.#screener), request, detector), options)
  }

  async incidentReport(request, detectors, options) {
    return later(calls.incidentReport(engineOf(this.#screener), request, detectors), options)
  }

  get modelVersion() {
    return this.#screener.modelVersion
  }

  get closed() {
    return this.#screener.closed
  }

  close() {
    this.#screener.close()
  }
}

// Not in every Node 20.
if (Symbol.dispose) AsyncScreener.prototype[Symbol.dispose] = AsyncScreener.prototype.close

// Makes a call on another thread. An abort rejects at once; what is under way there ends by itself, and its answer is
// dropped.
function later(call, { signal } = {}) {
  if (!signal) return call.later().then(read)
  if (signal.aborted) throw cancelled()
  const stop = new native.Stop()
  return new Promise((resolve, reject) => {
    const abort = () => {
      stop.set()
      reject(cancelled())
    }
    signal.addEventListener('abort', abort, { once: true })
    const settled = () => signal.removeEventListener('abort', abort)
    call.later(stop).then(read).then(resolve, reject).finally(settled)
  })
}

function cancelled() {
  return fromTable('ITEM_NOT_ANALYSED', 'the call was cancelled')
}

module.exports = { AsyncScreener }
