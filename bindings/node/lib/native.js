// The native module; `npm run build` puts it here.
'use strict'

module.exports = require('../wardlight.node')
