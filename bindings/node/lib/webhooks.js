// Webhooks: signatures and the retry schedule.
'use strict'

const native = require('./native.js')
const { bytes, name, read, text, time, whole } = require('./wire.js')

module.exports = {
  signWebhook: (secret, id, timestampS, body) => read(native.signWebhook(delivered(secret, id, timestampS, body))),

  verifyWebhook: (secret, id, timestampS, body, { serviceSignature, webhookSignature, nowS, toleranceS = 300 } = {}) => {
    const [service, standard] = [serviceSignature, webhookSignature].map((each) => (each == null ? undefined : name(each)))
    const now = time(nowS ?? Math.floor(Date.now() / 1000), 'nowS')
    const tolerance = whole(toleranceS, 'toleranceS')
    read(native.verifyWebhook(delivered(secret, id, timestampS, body), service, standard, now, tolerance))
  },

  afterAttempt: (event, attempt, status) =>
    read(native.afterAttempt(name(event), whole(attempt, 'attempt', 1), status == null ? undefined : whole(status, 'status', 0, 0xffff))),

  alert: (level) => read(native.alert(name(level))),
}

function delivered(secret, id, timestampS, body) {
  return { secret: name(secret), id: text(id, 'id'), timestampS: time(timestampS, 'timestampS'), body: bytes(body, 'body') }
}
