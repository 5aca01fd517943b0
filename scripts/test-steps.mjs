import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScript } from './setup.mjs'

const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A check is one test: it holds or it does not. */
const check = (script) => () => {
  const held = runScript(script) === 0
  return { passed: held ? 1 : 0, failed: held ? 0 : 1, skipped: 0 }
}

/** A check that may be out of reach here, which its script says with 75: then it is skipped, not passed. */
const checkWithinReach = (script) => () => {
  const status = runScript(script)
  const unknown = status === 75
  const held = status === 0
  return { passed: held ? 1 : 0, failed: held || unknown ? 0 : 1, skipped: unknown ? 1 : 0 }
}

/** Tests of vitest, counted from its own report; a run that died without one has failed. */
const vitest = (script) => (folder) => {
  const report = join(folder, `${script}.json`)
  const status = runScript(
    script,
    ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    // In a log, colours are noise around every dot.
    process.stdout.isTTY ? {} : { NO_COLOR: '1' },
  )
  const told = read(report)
  const failed = told?.numFailedTests ?? 0
  return {
    passed: told?.numPassedTests ?? 0,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: (told?.numPendingTests ?? 0) + (told?.numTodoTests ?? 0),
  }
}

const playwright = (script, shell) => (folder) => {
  const report = join(folder, `${script}-${shell}.json`)
  const status = runScript(script, [], { PLAYWRIGHT_JSON_OUTPUT_NAME: report, FOYER_SHELL: shell })
  const stats = read(report)?.stats
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  return {
    passed: stats?.expected ?? 0,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: stats?.skipped ?? 0,
  }
}

const steps = {
  types: check('check'),
  lint: check('lint'),
  format: check('format:check'),
  electron: check('electron:support'),
  sbom: check('sbom'),
  signatures: checkWithinReach('signatures'),
  unit: vitest('test:unit'),
  contract: vitest('test:contract'),
  components: vitest('test:components'),
  conformance: vitest('test:conformance'),
  e2e: playwright('test:e2e', 'browser'),
  'e2e-electron': playwright('test:e2e', 'electron'),
}

/** Names of the steps in the order in which they run; those of Electron only where its binary is. */
export function stepNames({ electron }) {
  return Object.keys(steps).filter((name) => electron || !name.endsWith('-electron'))
}

/** Runs the steps, tells each one's outcome and time, and closes with the sum. True when nothing failed. */
export function runSteps(names) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const lines = []
  try {
    for (const name of names) {
      console.log(`\n── ${name}`)
      const started = Date.now()
      const outcome = steps[name](folder)
      for (const key of Object.keys(sum)) sum[key] += outcome[key]
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      lines.push(
        `${outcome.failed ? '✗' : '✓'} ${name.padEnd(12)} ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} skipped (${seconds} s)`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`\n${lines.join('\n')}\n`)
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  return sum.failed === 0 && sum.passed > 0
}
