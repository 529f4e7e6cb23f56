// The same module under `import`: one set of classes, whichever way it is loaded.
import wardlight from './index.js'

export default wardlight
export const {
  AsyncScreener,
  CancelledError,
  ContinuationKey,
  InternalError,
  InvalidInputError,
  LimitExceededError,
  ModelUnavailableError,
  NotPermittedError,
  Screener,
  TokenIssuer,
  UnsupportedError,
  WardlightError,
  actionPlan,
  assess,
  assessBatch,
  assessContinued,
  assessMulti,
  countries,
  credits,
  helplines,
  incidentReport,
  prescreen,
} = wardlight
