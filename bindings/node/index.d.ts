/// <reference lib="esnext.disposable" />

import type {
  Aamva,
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
  Evaluation,
  EventType,
  Incident,
  IncidentReport,
  IncidentReportRequest,
  Language,
  Level,
  Mrz,
  MultiRequest,
  MultiVerdict,
  NationalNumber,
  NextStep,
  Prescreen,
  Request,
  Review,
  Signal,
  SpeechSegment,
  SyntheticVerdict,
  TextLine,
  Verdict,
  Verification,
  VerificationMode,
  WebhookHeaders,
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

/** Reads the words in a picture. */
export interface TextRecogniser {
  /** The lines in an encoded picture; none where there are no words. Answers at once: a promise is no answer. */
  recogniseText(image: Uint8Array): Iterable<TextLine>
}

/** Writes down what is said. */
export interface SpeechRecogniser {
  /** The segments in mono samples, 16,000 a second; none for silence. Answers at once: a promise is no answer. */
  recogniseSpeech(samples: Float32Array): Iterable<SpeechSegment>
}

/**
 * Engines of yours that a screener is lent. No screening reads pictures or sound yet: only `Screener.recogniseText` and
 * `Screener.recogniseSpeech` ask them so far.
 */
export interface Recognisers {
  /** Reads text in pictures. */
  ocr?: TextRecogniser
  /** Writes down speech. */
  speech?: SpeechRecogniser
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
  constructor(settings?: Settings & Recognisers)

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

  /**
   * The lines that the lent `ocr` reads in an encoded picture, for instance a PNG as it came in. An engine that throws,
   * or answers something that is no line, is an `InternalError` with the detail `LENT_ENGINE_FAILED`, which holds none
   * of its words; without an engine it is an `UnsupportedError`.
   */
  recogniseText(image: Uint8Array): TextLine[]

  /** The segments that the lent `speech` hears in mono samples, 16,000 a second; errors as `recogniseText`. */
  recogniseSpeech(samples: Float32Array, rate?: number): SpeechSegment[]

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
 * At most `UV_THREADPOOL_SIZE` calls run at a time, four by default; a batch spreads over the cores by itself. It does
 * not ask lent engines: JavaScript of yours cannot run on those threads, so that a promise would hold up the event loop
 * just as `Screener.recogniseText` and `Screener.recogniseSpeech` do.
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

/** An object that is described at the function which takes it. */
export type Facts = { readonly [name: string]: unknown }

/** What a machine-readable zone says on a day (`YYYY-MM-DD`, today when absent): its lines, or one text with line breaks. */
export function readZone(zone: string | readonly string[], today?: string): Mrz

/** What the text of a driving licence's barcode (AAMVA) says, with its control characters. */
export function readBarcode(text: string): Aamva

/** Whether a national number can be one, by its country (ISO 3166-1 alpha-3). */
export function checkNationalId(countryCode: string, number: string): NationalNumber

/**
 * The outcome of a verification; of it, only `stored` may be kept. Nothing here looks at a picture.
 *
 * In `evidence` everything may be left out: `zone` (a list of lines) and `barcode` as text; `front` and `back` with the
 * printed `name`, `birth_date`, `document_number`, `expiry_date`; `ocr_confidence` (0 to 100); `declared_type`;
 * `national_id` with `country_code` and `number`; `document_country`, `ip_country`; `selfie_age_years`;
 * `face_distance`, `face_confidence`; `liveness` with `landmark_motion`, `texture`, `depth_cues`, `cross_frame`;
 * `recapture`. A check that could not run sends to a person; it never counts as passed.
 */
export function verify(
  mode: VerificationMode,
  evidence: Facts,
  today?: string,
  policy?: { readonly [name: string]: number },
): Verification

/**
 * Whether content was generated or manipulated, and whether that harms, by the opinions of forensic engines.
 *
 * `evidence` has `medium` and, where they apply, `opinions` (each `engine`, `synthetic` from 0 to 1, `signals`),
 * `declared_generated`, `nearest_known`, `has_speech`, `uses`, `csam`, `age_group`, `adult`. `rules` has numbers of the
 * ensemble that differ from the default ones. An engine without an opinion is left out.
 */
export function judgeSynthetic(
  evidence: Facts,
  rules?: { readonly [name: string]: number },
  policy?: Policy,
): SyntheticVerdict

/**
 * What an operator's rules advise about one verdict. They run no detection and change no verdict.
 *
 * `rules` is a rule file as an object or as JSON bytes; core/data/automation/example.toml explains its keys. `facts` are
 * five of the verdict: `endpoint`, `risk_score`, `severity`, `categories` and `age_group`.
 */
export function evaluateRules(rules: Facts | Uint8Array, facts: Facts): Evaluation

/**
 * What a moderator's call makes of an incident. Store the incident and the record of the trail together.
 *
 * `call` has `action`, `reason_code`, `moderator_external_id` and, where the action needs them, `new_risk_level` and
 * `new_risk_category`. `credential` tells a person from an AI agent (`mcp`), which may only confirm. `atMs` is the time
 * in Unix milliseconds, the system's when absent.
 */
export function review(incident: Incident, call: Facts, credential?: 'human' | 'mcp', atMs?: number): Review

/** Whether an incident belongs to the queue of people: high or critical, and nobody has looked yet. */
export function requiresReview(incident: Incident): boolean

/** Whether an incident is logged: the call decides, else the account, else it is. */
export function logsIncident(perCall?: boolean | null, perAccount?: boolean | null): boolean

/** Days that incidents are kept: `setting`, which lies within 7 and 730, or 90. */
export function retentionDays(setting?: number | null): number

/** The headers of a delivery: of the specification over the body, and of Standard Webhooks over id and time too. */
export function signWebhook(secret: string, id: string, timestampS: number, body: Uint8Array | string): WebhookHeaders

/** What came with a delivery, and how old it may be. */
export interface Signatures {
  /** `X-Service-Signature`, which covers the body. */
  serviceSignature?: string
  /** `webhook-signature`, which covers id and time as well; only it keeps an old delivery from being sent again. */
  webhookSignature?: string
  /** Unix seconds; the system's clock when absent. */
  nowS?: number
  /** How old a `webhookSignature` may be, in seconds; 300 when absent. */
  toleranceS?: number
}

/**
 * Throws a `NotPermittedError` unless every signature that is given fits; at least one has to be given. Call it on the
 * raw body, before reading it.
 */
export function verifyWebhook(
  secret: string,
  id: string,
  timestampS: number,
  body: Uint8Array | string,
  signatures: Signatures,
): void

/** What follows attempt number `attempt`, from 1, that was answered with `status`, or with nothing in 10 seconds. */
export function afterAttempt(event: EventType, attempt: number, status?: number | null): NextStep

/** The event that a verdict of this level sends; null below medium. */
export function alert(level: Level): EventType | null
