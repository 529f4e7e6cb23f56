// Who signs and checks conversation tokens.
'use strict'

const { fromTable } = require('./errors.js')
const { name } = require('./wire.js')

let keyParts
let issuerParts

// Secrets are private fields, so that a log of the object does not show them.
class ContinuationKey {
  #secret

  constructor(id, secret) {
    this.id = id
    this.#secret = typeof secret === 'string' ? Buffer.from(secret) : secret
  }

  static {
    keyParts = (key) => {
      if (!(key instanceof ContinuationKey) || !(key.#secret instanceof Uint8Array)) {
        throw fromTable('VAL_INVALID_INPUT', 'keys must hold ContinuationKeys with secrets of bytes')
      }
      return { id: name(key.id), secret: key.#secret }
    }
  }
}

class TokenIssuer {
  #apiKeyHash

  constructor({ keys, apiKeyHash = '', nowUnixS }) {
    this.keys = keys
    this.#apiKeyHash = apiKeyHash
    this.nowUnixS = nowUnixS
  }

  static {
    issuerParts = (issuer) => {
      if (!(issuer instanceof TokenIssuer) || !Array.isArray(issuer.keys)) {
        throw fromTable('VAL_INVALID_INPUT', 'the issuer must be a TokenIssuer with a list of keys')
      }
      const nowUnixS = Math.floor(issuer.nowUnixS ?? Date.now() / 1000)
      if (typeof issuer.#apiKeyHash !== 'string' || !Number.isFinite(nowUnixS)) {
        throw fromTable('VAL_INVALID_INPUT', 'the issuer needs an apiKeyHash of text and a finite nowUnixS')
      }
      return { keys: issuer.keys.map(keyParts), apiKeyHash: issuer.#apiKeyHash, nowUnixS }
    }
  }
}

// As the native module takes an issuer.
module.exports = { ContinuationKey, TokenIssuer, parts: issuerParts }
