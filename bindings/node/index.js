// Screens text for risks to children on the machine where the text already is. The model is inside.
'use strict'

const { AsyncScreener } = require('./lib/async-screener.js')
const { fromTable, TABLE, ...errors } = require('./lib/errors.js')
const { ContinuationKey, TokenIssuer } = require('./lib/issuer.js')
const pure = require('./lib/pure.js')
const { Screener } = require('./lib/screener.js')

module.exports = { AsyncScreener, ContinuationKey, Screener, TokenIssuer, ...pure, ...errors }
