// What the declarations promise; checked by `tsc --strict`, never run.

import wardlight = require('wardlight')
import type { BatchResult, Detector, Item, Level, Verdict } from 'wardlight'

const screener = new wardlight.Screener({ policy: { detect: 0.6 }, limits: { text_chars: 100 }, earlyExit: false })
const verdict: Verdict = screener.screen('bullying', { text: 'words', context: { age_group: '10-12' } })
const level: Level = verdict.level
const place: number | undefined = verdict.evidence?.[0]?.start
const later: Promise<Verdict> = new wardlight.AsyncScreener(screener).screen('bullying', 'words', {
  signal: new AbortController().signal,
})
const detectors: Detector[] = ['bullying', 'unsafe']
const multi = screener.screenMulti({ text: 'words', endpoints: detectors }).summary.failed_endpoints
const items: Item[] = [['bullying', 'words'], { type: 'unsafe', text: 'words' }, Buffer.from('{}')]
const results: BatchResult[] = [...screener.screenMany(items, { onProgress: (done: number) => void done, total: 3 })]

async function all(): Promise<void> {
  for await (const result of new wardlight.AsyncScreener().screenMany(items)) result.success satisfies boolean
}

const signals: wardlight.Signal[] = [{ label: 'bullying', probability: 1, span: [0, 5] }]
wardlight.assess('bullying', 'words', signals)
wardlight.assessMulti({ text: 'words', endpoints: detectors }, [signals, null])

function kinds(error: unknown): string {
  if (error instanceof wardlight.LimitExceededError) return error.kind satisfies 'limit_exceeded'
  if (error instanceof wardlight.WardlightError) return error.code satisfies wardlight.ErrorCode
  return 'other'
}

// @ts-expect-error: no detector has this name
screener.screen('nothing', 'words')
// @ts-expect-error: a text is a string
screener.screen('bullying', { text: 7 })
// @ts-expect-error: this field is not known
screener.screen('bullying', { words: 'words' })
// @ts-expect-error: a verdict has no such field
void verdict.nothing
// @ts-expect-error: a batch item names its detector
screener.screenBatch({ items: [{ text: 'words' }] })

export { all, kinds, later, level, multi, place, results }
