// Ten thousand calls and ten screeners leave nothing behind. Runs under --expose-gc.
'use strict'

const assert = require('node:assert/strict')
const { readFileSync } = require('node:fs')
const { test } = require('node:test')
const { setImmediate: turn } = require('node:timers/promises')
const { AsyncScreener, Screener, WardlightError } = require('..')

const LINES = ['see you at practice', 'ur such a loser nobody even likes you', 'gg you destroyed us', 'du bist so peinlich']
const MIB = 1024 * 1024
const linux = process.platform === 'linux' ? {} : { skip: 'reads /proc' }

// Memory of this process that is not a file's, in bytes.
async function resident() {
  // Finalizers of native objects run between two turns of the loop.
  for (let i = 0; i < 4; i++) {
    global.gc()
    await turn()
  }
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) * 1024
}

test('memory does not grow over ten thousand calls', linux, async (t) => {
  const screener = new Screener()
  const later = new AsyncScreener(screener)
  const calls = async (count) => {
    for (let i = 0; i < count; i++) {
      const request = i % 8 === 1 ? `${LINES[i % 4]} ${i}` : { text: LINES[0], external_id: String(i) }
      if (i % 2) screener.screen('bullying', request)
      else await later.screen('bullying', request)
      if (i % 5 === 0) assert.throws(() => screener.screen('bullying', { text: i }), WardlightError)
    }
  }
  await calls(2_000)
  const before = await resident()
  await calls(10_000)
  const grown = (await resident()) - before
  t.diagnostic(`memory: ${(grown / 1024).toFixed()} KiB more after 10,000 calls, half of them promises (2,000 errors beside)`)
  assert.ok(grown < 8 * MIB)
  screener.close()
})

test('lent engines leave nothing behind, even one that refers to its screener', linux, async () => {
  const screener = new Screener({ ocr: { recogniseText: () => [] }, speech: { recogniseSpeech: () => Array(9).fill('') } })
  const [image, samples] = [new Uint8Array(100_000).fill(1), new Float32Array(16_000)]
  const calls = (count) => {
    for (let i = 0; i < count; i++) {
      screener.recogniseText(image)
      assert.throws(() => screener.recogniseSpeech(samples), WardlightError)
    }
  }
  calls(500)
  const before = await resident()
  calls(2_000)
  const grown = (await resident()) - before
  screener.close()
  assert.ok(grown < 8 * MIB, `${grown} bytes`)

  const made = () => {
    const engine = { recogniseText: () => [{ text: engine.owner.modelVersion }] }
    engine.owner = new Screener({ ocr: engine })
    assert.throws(() => engine.owner.recogniseText(image), WardlightError)
    return new WeakRef(engine.owner)
  }
  const gone = made()
  await resident()
  assert.equal(gone.deref(), undefined)
})

test('closing frees the model', linux, async (t) => {
  const lives = (count) => {
    for (let i = 0; i < count; i++) {
      const screener = new Screener()
      screener.screen('bullying', LINES[1])
      screener.close()
    }
  }
  lives(3)
  const before = await resident()
  lives(10)
  const grown = (await resident()) - before
  t.diagnostic(`memory: ${(grown / 1024).toFixed()} KiB more after ten screeners were opened and closed`)
  assert.ok(grown < 48 * MIB) // one model; ten would be several hundred MB
})
