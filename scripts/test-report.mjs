import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Longest first line of a reported failure, in characters. */
const longestMessage = 300

/** Returns a failure's first line that says something, without colours. */
export function firstLine(message) {
  const lines = stripVTControlCharacters(String(message ?? '')).split('\n')
  const line = lines.map((each) => each.trim()).find((each) => each !== '')
  return (line ?? 'no message').slice(0, longestMessage)
}

/**
 * Reads vitest's JSON report, without the files in `except`. `failures`: `file > suite > test: message`; `tests`: name
 * and seconds. `root`: project folder.
 */
export function readVitestReport(report, root, except = []) {
  const files = (report?.testResults ?? []).filter(({ name }) => !except.includes(name))
  const tests = files.flatMap((file) =>
    file.assertionResults.map((test) => ({
      name: [relative(root, file.name), ...test.ancestorTitles, test.title].join(' > '),
      seconds: (test.duration ?? 0) / 1000,
      status: test.status,
      message: test.failureMessages[0],
    })),
  )
  const broken = files
    .filter((file) => file.status === 'failed' && !file.assertionResults.some(hasFailed))
    .map((file) => ({ name: relative(root, file.name), message: file.message }))
  return summarize(tests, [...broken, ...tests.filter(hasFailed)])
}

const hasFailed = ({ status }) => status === 'failed'

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
const statuses = { expected: 'passed', unexpected: 'failed', flaky: 'failed' }

/** Reads Playwright's JSON report alike; a test that passes only when tried again has failed. */
export function readPlaywrightReport(report) {
  const tests = (report?.suites ?? []).flatMap(specsOf).flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      name: `${spec.file}:${spec.line} > ${spec.title}`,
      seconds: results.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1000,
      status: statuses[status] ?? 'skipped',
      message: results.find(({ error }) => error)?.error.message,
    })),
  )
  return summarize(tests, tests.filter(hasFailed))
}

function summarize(tests, failed) {
  const passed = tests.filter(({ status }) => status === 'passed').length
  return {
    passed,
    failed: failed.length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    failures: failed.map(({ name, message }) => `${name}: ${firstLine(message)}`),
    tests: tests.map(({ name, seconds }) => ({ name, seconds })),
  }
}
