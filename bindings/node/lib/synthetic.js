// Synthetic content, judged by what somebody else measured.
'use strict'

const native = require('./native.js')
const { encode, optional, read } = require('./wire.js')

module.exports = {
  judgeSynthetic: (evidence, rules, policy) =>
    read(native.judgeSynthetic(encode(evidence), optional(rules), optional(policy))),
}
