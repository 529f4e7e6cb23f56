// From JavaScript values to request bodies and back, with errors that hold no content.
'use strict'

const { WardlightError, fromTable } = require('./errors.js')

// A request can be anything that somebody passes, so its own words never reach an error: what is thrown while it is
// written is dropped, and only faults of this file are told.
class Unfit {
  constructor(fault) {
    this.fault = fault
  }
}

const UNFIT = 'the request cannot be written as JSON'

// `value` as JSON.
function encode(value) {
  let fault = UNFIT
  try {
    const json = JSON.stringify(value, fit)
    if (json !== undefined) return json
  } catch (error) {
    if (error instanceof Unfit) fault = error.fault
  }
  throw fromTable('VAL_INVALID_INPUT', fault)
}

function fit(_key, value) {
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new Unfit('a text holds half of a surrogate pair; call toWellFormed() on it first')
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Unfit(`${UNFIT}: it holds a number that is not finite`)
  }
  return value
}

// The body of a call: a string is the text to be screened, bytes are a JSON body.
function body(request) {
  if (request instanceof Uint8Array) return decoded(request)
  return encode(typeof request === 'string' ? { text: request } : request)
}

// The same, for a request whose text is a situation.
function situation(request) {
  return typeof request === 'string' ? encode({ situation: request }) : body(request)
}

// A setting as JSON, where it is given.
function optional(value) {
  return value === undefined || value === null ? undefined : value instanceof Uint8Array ? decoded(value) : encode(value)
}

// The body of a batch, from a list of items or from whatever else is one, and the faults of items that cannot be written,
// by place: one item spoils no other. In the place of such an item stands one that cannot be read; `withFaults` tells why.
function batch(request) {
  const { items, others, itemOf } = opened(request)
  const faults = new Map()
  if (items === undefined) return { json: body(request), faults }
  const written = Array.from(items, (item, index) => {
    try {
      return encode(itemOf(item) ?? null)
    } catch (error) {
      faults.set(index, error instanceof WardlightError ? error : fromTable('VAL_INVALID_INPUT', UNFIT))
      return echoed(item)
    }
  })
  const rest = encode(others)
  return { json: `{"items":[${written.join()}]${rest === '{}' ? '}' : `,${rest.slice(1)}`}`, faults }
}

// The answer to a batch, with the faults at their places.
function withFaults(answer, faults) {
  for (const [index, { code, message }] of faults) {
    const result = answer.results[index]
    if (result.error_code === 'ITEM_NOT_ANALYSED') continue
    Object.assign(result, { error: `items[${index}]: ${message}`, error_code: code })
  }
  return answer
}

// The items of a batch and what stands beside them; nothing where `body` has to tell what is wrong.
function opened(request) {
  if (Array.isArray(request)) return { items: request, others: {}, itemOf: withDetector }
  if (request instanceof Uint8Array) return {}
  try {
    const { items, toJSON, ...others } = request
    if (Array.isArray(items) && toJSON === undefined) return { items, others, itemOf: (item) => item }
  } catch {
    // A request can throw whatever it likes.
  }
  return {}
}

// Of an item that cannot be written, the id that is echoed.
function echoed(item) {
  try {
    const { external_id, externalId } = Array.isArray(item) ? item[1] : item
    return encode({ external_id, externalId })
  } catch {
    return '{}'
  }
}

// An item of a batch: a pair of detector and request, or an object with `type`.
function withDetector(item) {
  if (item instanceof Uint8Array) return parsed(item)
  if (!Array.isArray(item)) return item
  const [detector, asked] = item
  const request = asked instanceof Uint8Array ? parsed(asked) : asked
  // What is no request is answered as a text that is none.
  const isRequest = typeof request === 'object' && request !== null && !Array.isArray(request)
  return { type: name(detector), ...(isRequest ? request : { text: request }) }
}

// A text that goes over as it is; half a surrogate in it becomes another character, which fits nothing.
function text(words, what) {
  if (typeof words === 'string') return words
  throw fromTable('VAL_INVALID_INPUT', `${what} must be a string`)
}

// Raw bytes; a string is its UTF-8.
function bytes(given, what) {
  if (typeof given === 'string') return Buffer.from(given)
  if (given instanceof Uint8Array) return given
  throw fromTable('VAL_INVALID_INPUT', `${what} must be bytes or a string`)
}

// A whole number of at least `least`, of at most `most`.
function whole(number, what, least = 0, most = 0xffff_ffff) {
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw fromTable('VAL_INVALID_INPUT', `${what} must be a whole number within ${least} and ${most}`)
}

// A time, in seconds or milliseconds since 1970.
function time(number, what) {
  return whole(number, what, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}

// A word of a vocabulary. Anything else may be content and is not repeated.
function name(word) {
  return typeof word === 'string' && /^[\x20-\x7e]*$/.test(word) ? word : '?'
}

// What the native module answered: JSON, or a row of the error table.
function read(answer) {
  return JSON.parse(value(answer))
}

function value(answer) {
  if (isFault(answer)) throw fromTable(answer.detail, answer.message)
  return answer
}

function isFault(answer) {
  return typeof answer === 'object' && typeof answer.detail === 'string'
}

function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw fromTable('MALFORMED_JSON', 'the body is not UTF-8')
  }
}

function parsed(bytes) {
  const json = decoded(bytes)
  try {
    return JSON.parse(json)
  } catch {
    throw fromTable('MALFORMED_JSON', 'the body is not valid JSON')
  }
}

module.exports = { batch, body, bytes, encode, name, optional, read, situation, text, time, value, whole, withFaults }
