// Offsets of evidence are indices of JavaScript strings.
'use strict'

const assert = require('node:assert/strict')
const { test } = require('node:test')
const wardlight = require('..')

const FAMILY = '👨‍👩‍👧'
const WORDS = 'nobody likes you'
const TEXTS = [
  WORDS,
  `😂😂 ${WORDS} 🐷`,
  `${FAMILY} ${WORDS} ${FAMILY}`,
  `🏴󠁧󠁢󠁳󠁣󠁴󠁿🇵🇹 e\u0301 ${WORDS}`,
  `日本語 ${WORDS}`,
  `👍🏽👩🏿‍🚀 ${WORDS}`,
]

function signals(text, place) {
  const start = Buffer.byteLength(text.slice(0, text.indexOf(WORDS)))
  const span = [start, start + WORDS.length]
  return ['bullying', 'bullying/EXCLUSION'].map((label) => ({ label, probability: 1, span, ...place }))
}

function pointsAt(verdict, text, words) {
  assert.ok(verdict.evidence.length > 0)
  for (const each of verdict.evidence) {
    assert.equal(text.slice(each.start, each.end), each.text)
    if (words) assert.equal(each.text, words)
  }
}

for (const text of TEXTS) {
  test(`${text}: alone, in a conversation, in a batch and for several detectors`, () => {
    pointsAt(wardlight.assess('bullying', text, signals(text)), text, WORDS)
    const messages = [{ text: FAMILY }, { text }]
    const second = wardlight.assess('bullying', { messages }, signals(text, { message_index: 1 }))
    assert.ok(second.evidence.every((each) => each.message_index === 1))
    pointsAt(second, text, WORDS)
    const batch = wardlight.assessBatch({ items: [{ type: 'bullying', text }] }, [signals(text)])
    pointsAt(batch.results[0].result, text, WORDS)
    const multi = wardlight.assessMulti({ endpoints: ['unsafe', 'bullying'], text }, [[], signals(text)])
    pointsAt(multi.results[1], text, WORDS)
  })
}

test('a family is eight units', () => {
  const { evidence } = wardlight.assess('bullying', `${FAMILY} ${WORDS}`, signals(`${FAMILY} ${WORDS}`))
  assert.deepEqual([evidence[0].start, evidence[0].end], [9, 25])
})

test('whatever the shipped model points at, its words stand where it says', () => {
  const screener = new wardlight.Screener()
  let shown = 0
  for (const before of ['', '😂 ', `${FAMILY}${FAMILY} `, '日本 ']) {
    for (const words of ['ur such a loser nobody even likes you', 'i will find you and hurt you', 'kill yourself']) {
      const text = before + words
      const verdicts = [
        screener.screen('bullying', text),
        screener.screenBatch([['bullying', text]]).results[0].result,
        ...screener.screenMulti({ text, endpoints: ['bullying', 'unsafe'] }).results,
      ]
      for (const verdict of verdicts.filter((each) => each.evidence?.length > 0)) {
        pointsAt(verdict, text)
        shown += 1
      }
    }
  }
  assert.ok(shown > 0)
  screener.close()
})
