// Every name that the operation list promises is there, the same one under `import` and `require`.
'use strict'

const assert = require('node:assert/strict')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { test } = require('node:test')
const wardlight = require('..')

// Lent engines are JavaScript, which the threads of promises cannot run.
const NOW_ONLY = ['recogniseSpeech', 'recogniseText']
const LIST = readFileSync(join(__dirname, '..', '..', 'operations.toml'), 'utf8')

test('every operation is there, on the screener as a call and, but for lent engines, as a promise', () => {
  const listed = [...LIST.matchAll(/^\[\[operation\]\]\nname = "(\w+)"\non = "(\w+)"$/gm)]
  assert.ok(listed.length > 10 && listed.length === LIST.match(/^\[\[operation\]\]$/gm).length)
  for (const [, snake, on] of listed) {
    const name = snake.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
    const screeners = [wardlight.Screener, ...(NOW_ONLY.includes(name) ? [] : [wardlight.AsyncScreener])]
    const owners = on === 'pure' ? [wardlight] : screeners.map((each) => each.prototype)
    for (const owner of owners) assert.ok(Object.getOwnPropertyDescriptor(owner, name), `${name} (${on})`)
  }
})

test('a screener offers the same as calls and as promises, but for lent engines', () => {
  const names = (of) => Object.getOwnPropertyNames(of.prototype).sort()
  assert.deepEqual(names(wardlight.Screener), [...names(wardlight.AsyncScreener), ...NOW_ONLY].sort())
})

test('import and require give the same module', async () => {
  const { default: whole, ...named } = await import('../index.mjs')
  assert.equal(whole, wardlight)
  assert.deepEqual({ ...named }, { ...wardlight })
})

test('the declarations name what is there', () => {
  const text = ['index.d.ts', 'errors.d.ts'].map((page) => readFileSync(join(__dirname, '..', page), 'utf8')).join('')
  const declared = [...text.matchAll(/^export (?:abstract )?(?:class|function) (\w+)/gm)].map(([, name]) => name)
  assert.deepEqual([...new Set(declared)].sort(), Object.keys(wardlight).sort())
})
