// An operator's rules about a verdict.
'use strict'

const native = require('./native.js')
const { encode, optional, read } = require('./wire.js')

module.exports = {
  evaluateRules: (rules, facts) => read(native.evaluateRules(optional(rules) ?? 'null', encode(facts))),
}
