#!/usr/bin/env node
// What the binding costs beside the model, in one run.
//
// `assess` without signals takes the steps of the binding (encode, parse, judge, write, decode) and no model, so its
// time over that of `screen` bounds the share of the binding from above.

import { Screener, assess } from 'wardlight'

const TEXT = 'nobody is saving you a seat tomorrow or ever, we made a new group chat without you so dont even ask'
const CALLS = 500

const screener = new Screener({ earlyExit: false })
const screen = () => screener.screen('bullying', TEXT)
const beside = () => assess('bullying', TEXT, [])
for (const call of [screen, beside]) median(call, CALLS / 10)
const [whole, part] = [median(screen, CALLS), median(beside, CALLS)]
screener.close()

const us = (ms) => (ms * 1000).toFixed()
console.log(`${TEXT.length} characters: screen ${us(whole)} us, of which binding and rules ${us(part)} us`)
console.log(`binding: at most ${((100 * part) / whole).toFixed(1)} %`)

function median(call, calls) {
  const times = Array.from({ length: calls }, () => {
    const start = performance.now()
    call()
    return performance.now() - start
  })
  return times.sort((one, other) => one - other)[calls / 2]
}
