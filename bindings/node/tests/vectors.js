// The conformance vectors of the repository, read and compared as tests/vectors/README.md tells.
'use strict'

const assert = require('node:assert/strict')
const { readFileSync, readdirSync } = require('node:fs')
const { join } = require('node:path')

const ROOT = join(__dirname, '..', '..', '..', 'tests', 'vectors')
const SKIPS = json(join(__dirname, 'skips.json'))

function json(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

// Every vector of a folder; ids are unique and no file is empty.
function folder(name) {
  const files = readdirSync(join(ROOT, name)).filter((file) => file.endsWith('.json')).sort()
  const vectors = files.flatMap((file) => {
    const content = json(join(ROOT, name, file))
    assert.ok(content.vectors.length > 0, `${file} has no vectors`)
    return content.vectors
  })
  assert.ok(vectors.length > 0, `${name} has no vectors`)
  assert.equal(new Set(vectors.map((vector) => vector.id)).size, vectors.length, `${name}: an id is given twice`)
  return vectors
}

// The body as it goes over the wire.
function body(given) {
  return Buffer.from('raw' in given ? given.raw : JSON.stringify(given.request ?? null))
}

// Every difference between what is asked for and what came.
function differences(expect, actual, tolerance = 0) {
  const found = []
  if (!('error' in expect) && 'error' in actual) found.push(`error: none was expected, received ${show(actual.error)}`)
  for (const [name, want] of Object.entries(expect)) {
    if (name !== 'absent' && name !== 'contains') compare(name, want, actual[name], tolerance, found)
  }
  for (const path of expect.absent ?? []) {
    if (at(actual, path) !== undefined) found.push(`${path}: must be absent`)
  }
  for (const [path, words] of Object.entries(expect.contains ?? {})) {
    const value = at(actual, path)
    if (typeof value !== 'string' || !value.includes(words)) {
      found.push(`${path}: must hold ${show(words)}, received ${show(value)}`)
    }
  }
  return found
}

function compare(path, want, got, tolerance, found) {
  if (isObject(want) && isObject(got)) {
    for (const [name, value] of Object.entries(want)) compare(`${path}.${name}`, value, got[name], tolerance, found)
  } else if (Array.isArray(want) && Array.isArray(got)) {
    if (want.length !== got.length) found.push(`${path}: expected ${want.length} entries, received ${got.length}`)
    want.slice(0, got.length).forEach((each, i) => compare(`${path}[${i}]`, each, got[i], tolerance, found))
  } else if (typeof want === 'number' && typeof got === 'number') {
    if (Math.abs(want - got) > tolerance) found.push(`${path}: expected ${want}, received ${got}`)
  } else if (want !== got) {
    found.push(`${path}: expected ${show(want)}, received ${show(got)}`)
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value) {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

function at(value, path) {
  return path.split('.').reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
}

// Expected offsets of evidence, which the vectors count in bytes, counted as JavaScript counts.
function inUtf16(expect, request) {
  if (!isObject(request) || !expect.evidence?.length) return expect
  const words = (each) => each.text ?? each.content
  const texts = words(request) === undefined ? (request.messages ?? request.conversation).map(words) : [words(request)]
  const evidence = expect.evidence.map((each) => {
    const raw = Buffer.from(texts[each.message_index ?? 0])
    const units = (name) => (name in each ? { [name]: raw.subarray(0, each[name]).toString().length } : {})
    return { ...each, ...units('start'), ...units('end') }
  })
  return { ...expect, evidence }
}

// The number of skips, each listed with a reason; a listed skip that passes is a fault.
function judge(faults) {
  const skipped = Object.keys(SKIPS.vectors).filter((name) => name in faults)
  assert.ok(skipped.every((name) => SKIPS.vectors[name]), 'a skip without a reason')
  const passing = skipped.filter((name) => faults[name].length === 0)
  assert.deepEqual(passing, [], 'listed as skipped, and they pass')
  const failed = Object.entries(faults).filter(([name, found]) => found.length > 0 && !skipped.includes(name))
  const lines = failed.map(([name, found]) => [name, ...found].join('\n    '))
  assert.equal(failed.length, 0, `${failed.length} of ${Object.keys(faults).length} failed\n${lines.join('\n')}`)
  return skipped.length
}

module.exports = { ROOT, SKIPS, body, differences, folder, inUtf16, json, judge }
