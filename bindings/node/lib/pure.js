// What needs no model: the rules alone, guidance, helplines, prices and the prescreen lexicon; in files of their own
// verification, synthetic content, operators' rules, incidents and webhooks.
'use strict'

const { parts } = require('./issuer.js')
const native = require('./native.js')
const { batch, body, encode, name, optional, read, situation, withFaults } = require('./wire.js')

module.exports = {
  assess: (detector, request, signals, policy) =>
    read(native.assess(name(detector), body(request), encode(signals), optional(policy))),

  assessMulti: (request, observed, policy) =>
    read(native.assessMulti(body(request), encode(observed), optional(policy))),

  assessBatch: (request, observed, policy) => {
    const { json, faults } = batch(request)
    return withFaults(read(native.assessBatch(json, encode(observed), optional(policy))), faults)
  },

  assessContinued: (detector, request, signals, issuer, policy) =>
    read(native.assessContinued(name(detector), body(request), encode(signals), parts(issuer), optional(policy))),

  actionPlan: (request, policy) => read(native.actionPlan(situation(request), optional(policy))),

  incidentReport: (request, policy) => read(native.incidentReport(body(request), optional(policy))),

  // A half surrogate matches nothing, like any other disguise.
  prescreen: (text, detector, language, lexicon) =>
    read(native.prescreen(String(text), name(detector), language == null ? undefined : name(language), optional(lexicon))),

  helplines: (country) => read(native.helplines(name(country))),

  countries: () => read(native.countries()),

  credits: (operation, weighting = 'main') => read(native.credits(encode(operation), name(weighting))),
}
