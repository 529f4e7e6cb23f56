// Screens text for risks to children on the machine where the text already is. The model is inside.
'use strict'

const automation = require('./lib/automation.js')
const { AsyncScreener } = require('./lib/async-screener.js')
const { fromTable, TABLE, ...errors } = require('./lib/errors.js')
const incidents = require('./lib/incidents.js')
const { ContinuationKey, TokenIssuer } = require('./lib/issuer.js')
const pure = require('./lib/pure.js')
const { Screener } = require('./lib/screener.js')
const synthetic = require('./lib/synthetic.js')
const verification = require('./lib/verification.js')
const webhooks = require('./lib/webhooks.js')

module.exports = {
  AsyncScreener,
  ContinuationKey,
  Screener,
  TokenIssuer,
  ...automation,
  ...errors,
  ...incidents,
  ...pure,
  ...synthetic,
  ...verification,
  ...webhooks,
}
