import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { firstLine, readVitestReport } from './test-report.mjs'

/** Reads a JSON file; undefined where it is not there or broken. */
export const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs vitest and counts its report; no report is a failure. Files cut off by a browser crash rerun once, noted in
 * `notes`.
 */
export async function runVitest(run, folder, root) {
  // `run(args, env)` runs vitest and resolves to its exit code; `folder` may be that of several runs at once.
  const own = mkdtempSync(join(folder, 'vitest-'))
  const report = join(own, 'report.json')
  const ended = join(own, 'ended.json')
  const reporters = ['dot', 'json', './scripts/run-errors-reporter.mjs']
  const args = [...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${report}`]
  // In a log, colours are noise around every dot.
  const env = { FOYER_RUN_ERRORS: ended, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) }

  async function runFiles(files) {
    // Existing files are of another run.
    for (const path of [report, ended]) rmSync(path, { force: true })
    const status = await run([...args, ...files], env)
    const { errors = [], notRun = [] } = read(ended) ?? {}
    return { status, report: read(report), errors: errors.map(firstLine), notRun }
  }

  const first = await runFiles([])
  const isBroken = first.errors.length > 0 && first.notRun.length > 0
  if (!isBroken) return withErrors(readVitestReport(first.report, root), first)

  const notes = first.errors.map(
    (each) => `the run itself: ${each} Files run again: ${first.notRun.length}.`,
  )
  console.log(`\n${notes.join('\n')}\n`)
  const before = readVitestReport(first.report, root, first.notRun)
  const second = await runFiles(first.notRun)
  const after = withErrors(readVitestReport(second.report, root), second)
  return {
    passed: before.passed + after.passed,
    failed: before.failed + after.failed,
    skipped: before.skipped + after.skipped,
    failures: [...before.failures, ...after.failures],
    tests: [...before.tests, ...after.tests],
    notes,
  }
}

/** Adds what failed beside the tests. */
function withErrors(outcome, { status, errors }) {
  const failures = [...outcome.failures, ...errors.map((each) => `the run itself: ${each}`)]
  return { ...outcome, failures, failed: failures.length || (status === 0 ? 0 : 1) }
}
