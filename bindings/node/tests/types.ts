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

const reader: wardlight.TextRecogniser = {
  recogniseText: (image) => [{ text: '', bounds: { x: 0, y: 0, width: image.length, height: 1 }, confidence: 1 }],
}
const lent = new wardlight.Screener({ ocr: reader, speech: { recogniseSpeech: (samples) => (samples.length > 0 ? [] : new Set()) } })
const heard: wardlight.SpeechSegment[] = lent.recogniseSpeech(new Float32Array(1), 16_000)
const born: string | null = wardlight.readZone(['a', 'b']).birth_date
const kept: boolean = wardlight.verify('age', { selfie_age_years: 15 }).stored.is_minor
const sent: 'safety.high' extends wardlight.EventType ? wardlight.EventType | null : never = wardlight.alert('high')
const incident: wardlight.Incident = { status: 'new', risk_category: 'grooming', risk_level: 'high' }
wardlight.review(wardlight.review(incident, { action: 'confirm' }).incident, {}, 'mcp', 0).record satisfies wardlight.AuditRecord

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

// @ts-expect-error: a promise is no answer
void new wardlight.Screener({ ocr: { recogniseText: async () => [] } })
// @ts-expect-error: no promise asks a lent engine
void new wardlight.AsyncScreener().recogniseText

export { all, born, heard, kept, kinds, later, level, multi, place, results, sent }
