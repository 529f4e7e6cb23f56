// The lifecycle of incidents, without a store.
'use strict'

const { fromTable } = require('./errors.js')
const native = require('./native.js')
const { encode, name, read, time, whole } = require('./wire.js')

module.exports = {
  review: (incident, call, credential = 'human', atMs = Date.now()) =>
    read(native.review(encode(incident), encode(call), name(credential), time(atMs, 'atMs'))),

  requiresReview: (incident) => read(native.requiresReview(encode(incident))),

  logsIncident: (perCall, perAccount) => native.logsIncident(choice(perCall, 'perCall'), choice(perAccount, 'perAccount')),

  retentionDays: (setting) => read(native.retentionDays(setting == null ? undefined : whole(setting, 'setting'))),
}

function choice(given, what) {
  if (given == null) return undefined
  if (typeof given === 'boolean') return given
  throw fromTable('VAL_INVALID_INPUT', `${what} must be true or false`)
}
