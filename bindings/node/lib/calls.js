// Every call of a screener, apart from those to lent engines (lent.js), from JavaScript's arguments to one that the native module is ready to make.
'use strict'

const { parts } = require('./issuer.js')
const { body, name, situation } = require('./wire.js')

module.exports = {
  screen: (engine, detector, request) => engine.screen(name(detector), body(request)),
  screenMulti: (engine, request) => engine.screenMulti(body(request)),
  screenBatch: (engine, json) => engine.screenBatch(json),
  screenContinued: (engine, detector, request, issuer) =>
    engine.screenContinued(name(detector), body(request), parts(issuer)),
  observe: (engine, detector, request) => engine.observe(name(detector), body(request)),
  actionPlan: (engine, request, detector) =>
    engine.actionPlan(situation(request), detector === undefined ? undefined : name(detector)),
  incidentReport: (engine, request, detectors = ['bullying', 'grooming']) =>
    engine.incidentReport(body(request), Array.isArray(detectors) ? detectors.map(name) : ['?']),
}
