#!/usr/bin/env node
// Compiles the native module for this machine and puts it beside package.json.
//
// Plain cargo: @napi-rs/cli always names a target and sets flags for every crate, so that nothing which another build
// compiled is used again, and it brings sixty packages for this copy.
// WARDLIGHT_PROFILE is the cargo profile (release).

import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const profile = process.env.WARDLIGHT_PROFILE ?? 'release'

const flags = ['--profile', profile, '--locked', '--message-format', 'json-render-diagnostics']
const cargo = spawnSync('cargo', ['rustc', ...flags, '--', '-C', 'strip=symbols'], {
  cwd: PACKAGE,
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: Infinity,
})
if (cargo.error) throw cargo.error
if (cargo.status !== 0) process.exit(cargo.status ?? 1)

const messages = String(cargo.stdout).split('\n').filter(Boolean).map((line) => JSON.parse(line))
const library = messages.findLast((message) => message.target?.name === 'wardlight_node' && message.filenames)
const [file] = library.filenames.filter((name) => /\.(so|dylib|dll)$/.test(name))
copyFileSync(file, `${PACKAGE}wardlight.node`)
console.log(`wardlight.node (${profile})`)
