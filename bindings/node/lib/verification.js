// Documents and people, by what somebody else read and measured.
'use strict'

const native = require('./native.js')
const { encode, name, read, text } = require('./wire.js')

module.exports = {
  readZone: (zone, today = localDay()) => {
    const lines = Array.isArray(zone) ? zone.map((line) => text(line, 'a line of the zone')).join('\n') : zone
    return read(native.readZone(text(lines, 'the zone'), name(today)))
  },

  readBarcode: (words) => read(native.readBarcode(text(words, 'the barcode'))),

  checkNationalId: (countryCode, number) =>
    read(native.checkNationalId(name(countryCode), text(number, 'the number'))),

  verify: (mode, evidence, today = localDay(), policy = undefined) =>
    read(native.verify(encode({ mode, today, evidence, policy }))),
}

function localDay() {
  const now = new Date()
  const two = (number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
