// The same declarations under `import`.

import wardlight, { AsyncScreener, CancelledError, type Verdict } from 'wardlight'

const screener = new AsyncScreener(new wardlight.Screener())
const verdict: Verdict = await screener.screen('bullying', 'words')
const cancelled: boolean = (await screener.observe('bullying', 'words').catch((error: unknown) => error)) instanceof CancelledError

export { cancelled, verdict }
