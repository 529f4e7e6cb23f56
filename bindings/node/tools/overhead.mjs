#!/usr/bin/env node
// What the binding costs on a message of 100 characters: Node and Rust take turns in one run.
//
//   node tools/overhead.mjs [--rust PATH] [--rounds 60] [--calls 40]
//
// Both read the same message in full with the model of their own process. They alternate round by round, so that what
// slows the machine slows both, and the fastest call of a round counts, for what interrupts a call only makes it slower;
// told are the median of the rounds' ratios and the ratio of the fastest calls. The Rust
// half is `cargo run --release -p wardlight-benches --bin message_latency`; build the module in release too.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Screener } from 'wardlight'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CARGO = ['cargo', 'run', '--quiet', '--release', '--locked', '-p', 'wardlight-benches', '--bin', 'message_latency']
const GOAL = 5

const { values: asked } = parseArgs({
  options: { rust: { type: 'string' }, rounds: { type: 'string', default: '60' }, calls: { type: 'string', default: '40' } },
})
const [rounds, calls] = [Number(asked.rounds), Number(asked.calls)]

const [program, ...flags] = asked.rust ? [asked.rust] : CARGO
const rust = spawn(program, flags, { cwd: asked.rust ? undefined : ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: rust.stdout })[Symbol.asyncIterator]()
const body = JSON.parse(await line())
const screener = new Screener({ earlyExit: false })

await theirs(20)
ours(20)
const took = []
for (let round = 0; round < rounds; round++) {
  // Each goes first in every other round.
  const first = round % 2 ? await theirs(calls) : ours(calls)
  const second = round % 2 ? ours(calls) : await theirs(calls)
  took.push(round % 2 ? [second, first] : [first, second])
}
rust.stdin.end()
screener.close()

const [node, other] = [0, 1].map((half) => Math.min(...took.map((each) => each[half])))
const percent = (ratio) => `${ratio < 1 ? '' : '+'}${(100 * (ratio - 1)).toFixed(1)} %`
const us = (ns) => (ns / 1000).toFixed()
console.log(`${body.text.length} characters: fastest in Node ${us(node)} us, in Rust ${us(other)} us`)
const told = `${percent(median(took.map(([one, two]) => one / two)))} by the median of ${rounds} rounds`
console.log(`binding: ${told}, ${percent(node / other)} by the fastest; goal ${GOAL} %`)

// Nanoseconds of the fastest of so many calls, here.
function ours(calls) {
  const times = Array.from({ length: calls }, () => {
    const start = process.hrtime.bigint()
    screener.screen('bullying', body)
    return Number(process.hrtime.bigint() - start)
  })
  return Math.min(...times)
}

// The same there.
async function theirs(calls) {
  rust.stdin.write(`${calls}\n`)
  return Number(await line())
}

async function line() {
  const { value, done } = await lines.next()
  if (done) throw new Error('the Rust half did not answer')
  return value
}

function median(values) {
  values.sort((one, other) => one - other)
  const middle = values.length >> 1
  return values.length % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2
}
