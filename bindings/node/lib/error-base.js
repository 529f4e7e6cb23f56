// What every error of this package has in common.
'use strict'

class WardlightError extends Error {
  constructor(message, { code, detail, httpStatus }) {
    super(message)
    this.code = code
    this.detail = detail
    this.httpStatus = httpStatus
  }

  get name() {
    return this.constructor.name
  }

  get kind() {
    return this.constructor.kind
  }

  // The wire object.
  toJSON() {
    return { code: this.code, detail: this.detail, message: this.message }
  }
}

module.exports = { WardlightError }
