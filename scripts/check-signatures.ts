// `npm run signatures`: verifies the registry's signatures of what is installed. Ends with 0 where all of them hold, 1
// where one does not, and 75 where nothing can be said because the keys or the registry are out of reach.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readSignatureOutcome } from './signatures.ts'

const { status, stdout, stderr, error } = spawnSync(
  'npm',
  // Its own level: under `npm run --silent` npm would say nothing of why it failed.
  ['audit', 'signatures', '--loglevel=error', '--fetch-retries=0', '--fetch-timeout=30000'],
  {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 300_000,
  },
)
const outcome = error
  ? ({ kind: 'unknown', reason: 'npm did not come to an end' } as const)
  : readSignatureOutcome(status, stdout + stderr)
switch (outcome.kind) {
  case 'verified':
    console.log(stdout.trim())
    break
  case 'unknown':
    console.log(`foyer: SKIPPED, no signature was verified: ${outcome.reason}.`)
    process.exitCode = 75
    break
  case 'failed':
    console.error(`${stdout}\n${stderr}`.trim())
    process.exitCode = 1
}
