import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failuresOfVitest, firstLine } from './test-failures.mjs'

/** What stands in a JSON file; undefined where it is not there or broken. */
export const read = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** What the tests of a report came to, those of the files in `except` left out. `root`: the project's folder. */
function countsOf(report, except, root) {
  const testResults = (report?.testResults ?? []).filter(({ name }) => !except.includes(name))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const failures = failuresOfVitest({ testResults }, root)
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length
  return { passed, failed: failures.length, skipped, failures }
}

/**
 * Runs tests of vitest, and counts them from its own report; a run that died without one has failed. A browser may crash,
 * which says nothing of the tests that it had not come to: files that were not run to their end are run again, once, and
 * `notes` says so. `run(args, env)`: runs vitest and resolves to its exit code. `folder`: where reports may be written.
 */
export async function runVitest(run, folder, root) {
  const report = join(folder, 'vitest.json')
  const ended = join(folder, 'vitest-ended.json')
  const reporters = ['dot', 'json', './scripts/run-errors-reporter.mjs']
  const args = [...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${report}`]
  // In a log, colours are noise around every dot.
  const env = { FOYER_RUN_ERRORS: ended, ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }) }

  async function runFiles(files) {
    // What is there is of another run.
    for (const path of [report, ended]) rmSync(path, { force: true })
    const status = await run([...args, ...files], env)
    const { errors = [], notRun = [] } = read(ended) ?? {}
    return { status, report: read(report), errors: errors.map(firstLine), notRun }
  }

  const first = await runFiles([])
  const isBroken = first.errors.length > 0 && first.notRun.length > 0
  if (!isBroken) return withErrors(countsOf(first.report, [], root), first)

  const notes = first.errors.map(
    (each) => `the run itself: ${each} Files run again: ${first.notRun.length}.`,
  )
  console.log(`\n${notes.join('\n')}\n`)
  const before = countsOf(first.report, first.notRun, root)
  const second = await runFiles(first.notRun)
  const after = withErrors(countsOf(second.report, [], root), second)
  return {
    passed: before.passed + after.passed,
    failed: before.failed + after.failed,
    skipped: before.skipped + after.skipped,
    failures: [...before.failures, ...after.failures],
    notes,
  }
}

/** The same, failed where anything but a test ended the run. */
function withErrors(counts, { status, errors }) {
  const failures = [...counts.failures, ...errors.map((each) => `the run itself: ${each}`)]
  return { ...counts, failures, failed: failures.length || (status === 0 ? 0 : 1) }
}
