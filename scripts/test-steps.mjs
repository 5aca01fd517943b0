import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startScript } from './setup.mjs'
import { readPlaywrightReport } from './test-report.mjs'
import { read, runVitest } from './vitest-step.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Priority of the checks, as `nice` counts: a third of a test's share; on a busy machine still more than nothing. */
const checkPriority = 5

/** Runs a package script; resolves to its exit code. `isBeside`: beside another, so it prints its output at the end. */
async function run(script, { args = [], env = {}, isBeside = false, priority = 0 }) {
  const child = startScript(script, args, {
    env: { ...process.env, ...env },
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  if (!isBeside) console.log(`\n── ${script}`)
  const told = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => told.push(chunk))
  // Its child processes inherit that.
  if (priority && child.pid) setPriority(child.pid, priority)
  const [code] = await once(child, 'close')
  if (isBeside) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${script}\n`), ...told]))
  return code ?? 1
}

/** Exit code of a check that cannot run here: it is skipped, not passed. */
const outOfReach = 75

/** Makes one test of a check: it holds or it does not. */
const check =
  (script, scriptOfFull = script) =>
  async (_folder, args, env) => {
    const options = { args, env, isBeside: true, priority: checkPriority }
    const status = await run(env.FOYER_TIER ? scriptOfFull : script, options)
    const counts = { passed: 0, failed: 0, skipped: 0 }
    counts[status === 0 ? 'passed' : status === outOfReach ? 'skipped' : 'failed'] = 1
    return counts
  }

const vitest =
  (script, own = {}) =>
  (folder, args, env, isBeside) =>
    runVitest(
      (more, moreEnv) =>
        run(script, {
          args: [...args, ...more],
          env: { ...env, ...own, ...moreEnv },
          isBeside,
        }),
      folder,
      root,
    )

const playwright = (shell) => async (folder, args, env) => {
  const report = join(folder, `e2e-${shell}.json`)
  const more = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, FOYER_SHELL: shell }
  const status = await run('test:e2e', { args, env: more, isBeside: true })
  const outcome = readPlaywrightReport(read(report))
  return { ...outcome, failed: outcome.failed || (status === 0 ? 0 : 1) }
}

/** Checks of the sources: each keeps one core busy, and no test waits for one. */
const checks = {
  types: check('check'),
  lint: check('lint', 'lint:full'),
  format: check('format:check'),
  sbom: check('sbom'),
  electron: check('electron:support'),
  signatures: check('signatures'),
}

/** Has the allocators of Vite's compiler and of C give back what is free: each kept 150 MB more. */
const givesBack = { MIMALLOC_PURGE_DELAY: '0', MALLOC_ARENA_MAX: '1' }

/** Tests that compute more than they wait. */
const tests = { unit: vitest('test:unit'), contract: vitest('test:contract') }

/** Pages, on one core: each further page is 200 MB, and beside the tests above one is as fast. */
const pageTests = { components: vitest('test:components', givesBack) }

/** Tests that wait for windows more than they compute: side by side, once the others are done. */
const windowTests = {
  conformance: vitest('test:conformance'),
  e2e: playwright('browser'),
  'e2e-electron': playwright('electron'),
}

/** Checks that look at what a change rarely touches. */
const fullAlone = ['sbom', 'electron', 'signatures']

/** Lists the steps in the order of the report; those of Electron only if its binary is there. */
export function stepNames({ electron, full }) {
  return Object.keys({ ...checks, ...tests, ...pageTests, ...windowTests })
    .filter((name) => electron || !name.endsWith('-electron'))
    .filter((name) => full || !fullAlone.includes(name))
}

/** Lists the names of all steps. */
export const everyStep = stepNames({ electron: true, full: true })

/** Runs the named ones of `steps` in order; reports each one's outcome and minutes. */
async function runLane(steps, { names, folder, shard, env }) {
  const outcomes = []
  for (const name of names.filter((each) => each in steps)) {
    const started = Date.now()
    const args = steps !== checks && shard ? [`--shard=${shard}`] : []
    const isBeside = steps === pageTests && names.some((each) => each in tests)
    const outcome = await steps[name](folder, args, env, isBeside)
    outcomes.push({ name, ...outcome, minutes: (Date.now() - started) / 60_000 })
  }
  return outcomes
}

/** Runs the tests: those of windows after the others, the whole journeys beside the conformance suites. */
async function runTests(options) {
  const { conformance, ...journeys } = windowTests
  const runBeside = async (...lanes) =>
    (await Promise.all(lanes.map((lane) => runLane(lane, options)))).flat()
  return [...(await runBeside(tests, pageTests)), ...(await runBeside({ conformance }, journeys))]
}

/** Slowest tests that the table names. */
const mostSlowest = 5

/** Writes the table of steps, their slowest tests, and what failed. */
function tableOf(outcomes) {
  const row = ({ name, passed, failed, skipped, minutes }) =>
    [
      failed ? '✗' : '✓',
      name.padEnd(12),
      ...[passed, failed, skipped].map((n) => String(n).padStart(7)),
      minutes.toFixed(1).padStart(8),
    ].join(' ')
  const slowest = outcomes
    .flatMap(({ name, tests = [] }) => tests.map((test) => ({ ...test, step: name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, mostSlowest)
    .map(({ step, name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${step}: ${name}`)
  return [
    `  ${'step'.padEnd(12)}  passed  failed skipped  minutes`,
    ...outcomes.map(row),
    ...(slowest.length ? ['', 'Slowest tests:', ...slowest] : []),
    ...outcomes.flatMap(({ name, failures = [], notes = [] }) => [
      ...failures.map((each) => `✗ ${name}: ${each}`),
      ...notes.map((each) => `! ${name}: ${each}`),
    ]),
  ].join('\n')
}

/**
 * Runs the named steps, the checks alongside, and closes with a table. `shard`: `1/4` of each step's tests. True if
 * nothing failed.
 */
export async function runSteps(names, { full = false, shard } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-test-'))
  const env = full ? { FOYER_TIER: 'full' } : {}
  try {
    const options = { names, folder, shard, env }
    const outcomes = (await Promise.all([runLane(checks, options), runTests(options)])).flat()
    const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
    console.log(`\n${tableOf(outcomes)}\n`)
    console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
    return sum('failed') === 0 && sum('passed') > 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
