import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { failuresOfPlaywright } from './test-failures.mjs'
import { read, runVitest } from './vitest-step.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Of the checks, as `nice` counts: a third of a test's share; on a machine that others keep busy, too, not nothing. */
const besidePriority = 5

/**
 * Runs a package script; resolves to its exit code. `isBeside`: it gives way to what runs meanwhile, and its words
 * come all at once, when it is done.
 */
async function run(script, { args = [], env = {}, isBeside = false }) {
  const isWindows = process.platform === 'win32'
  const words = ['run', '--silent', script, ...(args.length ? ['--', ...args] : [])]
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', words, {
    cwd: root,
    env: { ...process.env, ...env },
    shell: isWindows,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  const told = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => told.push(chunk))
  // What it starts inherits that.
  if (isBeside && child.pid) setPriority(child.pid, besidePriority)
  const [code] = await once(child, 'close')
  if (isBeside) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${script}\n`), ...told]))
  return code ?? 1
}

/** A check is one test: it holds or it does not. */
const check = (script) => async () => {
  const held = (await run(script, { isBeside: true })) === 0
  return { passed: held ? 1 : 0, failed: held ? 0 : 1, skipped: 0 }
}

/** A check that may be out of reach here, which its script says with 75: then it is skipped, not passed. */
const checkWithinReach = (script) => async () => {
  const status = await run(script, { isBeside: true })
  const unknown = status === 75
  const held = status === 0
  return { passed: held ? 1 : 0, failed: held || unknown ? 0 : 1, skipped: unknown ? 1 : 0 }
}

const vitest = (script) => (folder) =>
  runVitest((args, env) => run(script, { args, env }), folder, root)

const playwright = (script, shell) => async (folder) => {
  const report = join(folder, `${script}-${shell}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, FOYER_SHELL: shell }
  const status = await run(script, { env })
  const told = read(report)
  const stats = told?.stats
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  return {
    passed: stats?.expected ?? 0,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: stats?.skipped ?? 0,
    failures: failuresOfPlaywright(told),
  }
}

/** Checks of the sources: each keeps one core busy, and none is waited for by a test. */
const checks = {
  types: check('check'),
  lint: check('lint'),
  format: check('format:check'),
  electron: check('electron:support'),
  sbom: check('sbom'),
  signatures: checkWithinReach('signatures'),
}

/** Tests: from `conformance` on they wait for browsers more than they compute. */
const tests = {
  unit: vitest('test:unit'),
  contract: vitest('test:contract'),
  components: vitest('test:components'),
  conformance: vitest('test:conformance'),
  e2e: playwright('test:e2e', 'browser'),
  'e2e-electron': playwright('test:e2e', 'electron'),
}

/** Names of the steps in the order in which they are told; those of Electron only where its binary is. */
export function stepNames({ electron }) {
  return Object.keys({ ...checks, ...tests }).filter(
    (name) => electron || !name.endsWith('-electron'),
  )
}

/** Runs those of `steps` that are named, one after another; tells each one's outcome and time, in seconds. */
async function runLane(steps, names, folder) {
  const outcomes = []
  for (const name of names.filter((each) => each in steps)) {
    if (steps === tests) console.log(`\n── ${name}`)
    const started = Date.now()
    const outcome = await steps[name](folder)
    outcomes.push({ name, ...outcome, seconds: (Date.now() - started) / 1000 })
  }
  return outcomes
}

/**
 * Runs the steps, the checks beside the tests, tells each one's outcome and time, and closes with the sum. Resolves to
 * true when nothing failed.
 */
export async function runSteps(names) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const lines = []
  const failing = []
  try {
    const lanes = [checks, tests].map((steps) => runLane(steps, names, folder))
    for (const outcome of (await Promise.all(lanes)).flat()) {
      const { name, passed, failed, skipped, seconds, failures = [], notes = [] } = outcome
      sum.passed += passed
      sum.failed += failed
      sum.skipped += skipped
      lines.push(
        `${failed ? '✗' : '✓'} ${name.padEnd(12)} ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds.toFixed(1)} s)`,
      )
      failing.push(...failures.map((each) => `✗ ${name}: ${each}`))
      failing.push(...notes.map((each) => `! ${name}: ${each}`))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${[...lines, ...failing].join('\n')}\n`)
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 && sum.passed > 0
}
