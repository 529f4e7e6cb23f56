// Engines that an application lends, as the native module asks them: a function without arguments that answers JSON.
//
// Nothing that an engine throws or answers gets further than here and the library's check of it.
'use strict'

const { fromTable } = require('./errors.js')
const { encode, whole } = require('./wire.js')

module.exports = {
  recogniseText: (engine, ocr, image) => {
    if (!(image instanceof Uint8Array)) throw fromTable('VAL_INVALID_INPUT', 'the image must be a Uint8Array')
    const ask = ocr == null ? undefined : () => answer(() => ocr.recogniseText(image))
    return engine.recogniseText(image, ask)
  },
  recogniseSpeech: (engine, speech, samples, rate = 16_000) => {
    if (!(samples instanceof Float32Array)) throw fromTable('VAL_INVALID_INPUT', 'samples must be a Float32Array')
    const ask = speech == null ? undefined : () => answer(() => speech.recogniseSpeech(samples))
    return engine.recogniseSpeech(samples, whole(rate, 'rate'), ask)
  },
}

// Null tells of an engine that failed, no JSON of an answer that is no list.
function answer(ask) {
  let found
  try {
    found = ask()
  } catch {
    return null
  }
  try {
    // A promise comes too late to be an answer, and what it rejects with must not end the process.
    if (found instanceof Promise) found.catch(() => {})
    return encode([...found])
  } catch {
    return ''
  }
}
