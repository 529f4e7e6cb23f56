/// <reference lib="esnext.disposable" />

import type {
  ActionPlan,
  ActionPlanRequest,
  BatchItem,
  BatchRequest,
  BatchResult,
  BatchVerdict,
  ContinuedRequest,
  ContinuedVerdict,
  Country,
  Detector,
  IncidentReport,
  IncidentReportRequest,
  Language,
  MultiRequest,
  MultiVerdict,
  Prescreen,
  Request,
  Signal,
  Verdict,
} from './types'

export * from './errors'
export * from './types'

/** A request as an object, or as the bytes of a JSON body. */
export type Body<R> = R | Uint8Array

/** A request; a string is the text to be screened. */
export type TextBody<R> = Body<R> | string

/** An item of a batch: a pair of detector and request, or an object with `type`. */
export type Item = readonly [detector: Detector, request: TextBody<Request>] | Body<BatchItem>

/** Numbers that differ from the default ones; every key is explained in core/data/policy/example.toml. */
export type Policy = { readonly [key: string]: unknown }

/** What a screener is made of. */
export interface Settings {
  /** Numbers of the rules that differ. */
  policy?: Policy
  /** Ceilings of requests that differ. */
  limits?: { readonly [name: string]: number }
  /** `false` reads clearly harmless messages in full too. */
  earlyExit?: boolean
  /** A folder with another model. */
  bundle?: string
}

/** How a promise can be given up. */
export interface CallOptions {
  /**
   * Rejects with a `CancelledError` once aborted. A call that has not begun is never made, a batch begins no further
   * item; a text that is being read is read to its end, and its answer is dropped.
   */
  signal?: AbortSignal
}

/** How many items are told of. */
export interface ManyOptions {
  /** Called after each item, with the number of items so far and of all, where that is known. */
  onProgress?: (done: number, total: number | undefined) => void
  /** How many there are, where `items` does not tell. */
  total?: number
}

/**
 * Screens texts and conversations with the model inside this package, on the calling thread.
 *
 * Loading takes about a tenth of a second and a call some milliseconds, so keep one, and take `AsyncScreener` where an
 * event loop must not wait.
 */
export class Screener {
  /** Loads the model. */
  constructor(settings?: Settings)

  /**
   * Asks one detector about a text or a conversation. An engine that fails gives a verdict with `analysis_status`
   * `engine_error`, which asks for a person.
   */
  screen(detector: Detector, request: TextBody<Request>): Verdict

  /** Asks up to ten detectors about one text, which is read once. */
  screenMulti(request: Body<MultiRequest>): MultiVerdict

  /** Judges up to fifty items on every core; each has its answer at its own place. */
  screenBatch(request: Body<BatchRequest> | readonly Item[]): BatchVerdict

  /** Judges any number of items, in order, as they are asked for; memory stays that of one batch. Leave the loop to stop. */
  screenMany(items: Iterable<Item>, options?: ManyOptions): Generator<BatchResult, void, void>

  /**
   * Judges the next turns of a conversation. What earlier turns showed is in the signed token of the answer before,
   * which you send back as `continuation_token`; it holds no words.
   */
  screenContinued(detector: Detector, request: TextBody<ContinuedRequest>, issuer: TokenIssuer): ContinuedVerdict

  /** What was observed before the rules judge it, for inspection and for `assess`. Spans are UTF-8 bytes. */
  observe(detector: Detector, request: TextBody<Request>): Signal[]

  /** What somebody can do now; with a detector, for what it finds in the situation that is described. */
  actionPlan(request: TextBody<ActionPlanRequest>, detector?: Detector): ActionPlan

  /** A report on what `detectors` find in the messages; bullying and grooming when absent. Quotes and names nobody. */
  incidentReport(request: Body<IncidentReportRequest>, detectors?: readonly Detector[]): IncidentReport

  /** `name@version` of the model, as in every verdict. */
  readonly modelVersion: string | undefined

  /** `close` was called. */
  readonly closed: boolean

  /** Frees the model as soon as calls under way have ended. Calls after it throw an `Error` with code `ERR_CLOSED`. */
  close(): void

  /** As `close`, for `using`. */
  [Symbol.dispose](): void
}

/**
 * A screener whose calls are promises, made on threads of libuv; the event loop stays free.
 *
 * At most `UV_THREADPOOL_SIZE` calls run at a time, four by default; a batch spreads over the cores by itself.
 */
export class AsyncScreener {
  /** Wraps a screener, or loads one; it is closed with this. */
  constructor(settings?: Screener | Settings)

  /** As `Screener.screen`. */
  screen(detector: Detector, request: TextBody<Request>, options?: CallOptions): Promise<Verdict>

  /** As `Screener.screenMulti`. */
  screenMulti(request: Body<MultiRequest>, options?: CallOptions): Promise<MultiVerdict>

  /** As `Screener.screenBatch`. */
  screenBatch(request: Body<BatchRequest> | readonly Item[], options?: CallOptions): Promise<BatchVerdict>

  /** As `Screener.screenMany`; the items may be waited for. */
  screenMany(
    items: Iterable<Item> | AsyncIterable<Item>,
    options?: ManyOptions & CallOptions,
  ): AsyncGenerator<BatchResult, void, void>

  /** As `Screener.screenContinued`. */
  screenContinued(
    detector: Detector,
    request: TextBody<ContinuedRequest>,
    issuer: TokenIssuer,
    options?: CallOptions,
  ): Promise<ContinuedVerdict>

  /** As `Screener.observe`. */
  observe(detector: Detector, request: TextBody<Request>, options?: CallOptions): Promise<Signal[]>

  /** As `Screener.actionPlan`. */
  actionPlan(request: TextBody<ActionPlanRequest>, detector?: Detector, options?: CallOptions): Promise<ActionPlan>

  /** As `Screener.incidentReport`. */
  incidentReport(
    request: Body<IncidentReportRequest>,
    detectors?: readonly Detector[],
    options?: CallOptions,
  ): Promise<IncidentReport>

  /** As `Screener.modelVersion`. */
  readonly modelVersion: string | undefined

  /** As `Screener.closed`. */
  readonly closed: boolean

  /** As `Screener.close`. */
  close(): void

  /** As `close`, for `using`. */
  [Symbol.dispose](): void
}

/** A key that signs tokens. Its secret is not shown by logs. */
export class ContinuationKey {
  /** An id of letters, digits and hyphens, and at least 32 secret bytes. */
  constructor(id: string, secret: Uint8Array | string)
  readonly id: string
}

/** Keys, caller and time of conversation tokens. Nothing of a conversation is kept here. */
export class TokenIssuer {
  constructor(settings: {
    /** The first signs; tokens of the others are accepted too. */
    keys: readonly ContinuationKey[]
    /** Hash of your caller's API key; a token is good for this caller only. */
    apiKeyHash?: string
    /** Seconds since 1970; the system's clock when absent. */
    nowUnixS?: number
  })
  readonly keys: readonly ContinuationKey[]
  readonly nowUnixS: number | undefined
}

/** Observations. Their spans are byte offsets in the UTF-8 text. */
export type Signals = readonly Signal[]

/** Observations for each of several detectors or items; null where the engine failed. */
export type Observed = readonly (Signals | null)[]

/** Judges a request by signals that somebody else observed: the rules alone, without a model or a clock. */
export function assess(detector: Detector, request: TextBody<Request>, signals: Signals, policy?: Policy): Verdict

/** Judges one text by what was observed for each of its detectors. */
export function assessMulti(request: Body<MultiRequest>, observed: Observed, policy?: Policy): MultiVerdict

/** Judges each item of a batch by what was observed in it. */
export function assessBatch(request: Body<BatchRequest>, observed: Observed, policy?: Policy): BatchVerdict

/** Judges the next turns of a conversation by signals that somebody else observed. */
export function assessContinued(
  detector: Detector,
  request: TextBody<ContinuedRequest>,
  signals: Signals,
  issuer: TokenIssuer,
  policy?: Policy,
): ContinuedVerdict

/** What somebody can do now, without a verdict; `Screener.actionPlan` reads the situation as well. */
export function actionPlan(request: TextBody<ActionPlanRequest>, policy?: Policy): ActionPlan

/** A report without a verdict: nothing was read, and the report says so. See `Screener.incidentReport`. */
export function incidentReport(request: Body<IncidentReportRequest>, policy?: Policy): IncidentReport

/** What the prescreen lexicon says of a text; English without a language, the shipped lexicon without another. */
export function prescreen(
  text: string,
  detector: Detector,
  language?: Language,
  lexicon?: { readonly [key: string]: unknown } | Uint8Array,
): Prescreen

/** Helplines of a country by ISO 3166-1 alpha-2 code, with their sources; null where there is no data. */
export function helplines(country: string): Country | null

/** Every country with helplines. */
export function countries(): Country[]

/** The price of an operation. */
export function credits(operation: { readonly operation: string; readonly [unit: string]: unknown }, weighting?: 'main' | 'newer'): number
