// The examples of the README print what it says.
'use strict'

const assert = require('node:assert/strict')
const { execFileSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { test } = require('node:test')

const PAGE = readFileSync(join(__dirname, '..', 'README.md'), 'utf8')
const examples = [...PAGE.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code)

test('there are examples', () => assert.ok(examples.length >= 5))

examples.forEach((code, number) => {
  test(`example ${number + 1}`, () => {
    const kind = /^import /m.test(code) ? 'module' : 'commonjs'
    const printed = execFileSync(process.execPath, [`--input-type=${kind}`, '--eval', code], {
      cwd: join(__dirname, '..'), // where a package finds itself under its own name
      encoding: 'utf8',
    })
    const promised = [...code.matchAll(/^\/\/ (.*\n)/gm)].map(([, line]) => line)
    assert.equal(printed, promised.join(''))
  })
})
