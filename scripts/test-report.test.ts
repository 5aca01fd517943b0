import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
  readonly tests: readonly { readonly name: string; readonly seconds: number }[]
}
const { readPlaywrightReport, readVitestReport } = (await import(
  new URL('test-report.mjs', import.meta.url).href
)) as {
  readonly readVitestReport: (report: unknown, root: string) => Outcome
  readonly readPlaywrightReport: (report: unknown) => Outcome
}

const root = join('/', 'projects', 'foyer')

test('a report of vitest is counted, and each failure told with its file and first line', () => {
  const failed = {
    status: 'failed',
    ancestorTitles: ['a visit', 'in Spanish'],
    title: 'ends',
    duration: 1500,
    failureMessages: ['\u001B[31m\nAssertionError: no end\n    at somewhere'],
  }
  const passed = { ...failed, status: 'passed', failureMessages: [] }
  const file = { name: join(root, 'src', 'visit.test.ts'), status: 'failed', message: '' }
  const broken = { name: join(root, 'a.test.ts'), status: 'failed', message: 'SyntaxError: what' }
  const report = {
    testResults: [
      { ...file, assertionResults: [passed, failed, { ...passed, status: 'skipped' }] },
      { ...broken, assertionResults: [] },
    ],
  }
  const name = `${join('src', 'visit.test.ts')} > a visit > in Spanish > ends`
  const outcome = readVitestReport(report, root)
  expect(outcome).toMatchObject({ passed: 1, failed: 2, skipped: 1 })
  expect(outcome.failures).toEqual([
    'a.test.ts: SyntaxError: what',
    `${name}: AssertionError: no end`,
  ])
  expect(outcome.tests[0]).toEqual({ name, seconds: 1.5 })
})

test('a report of Playwright is, in suites within suites', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ status, results: [{ duration: 2000, ...(message ? { error: { message } } : {}) }] }],
  })
  const inner = { specs: [spec('breaks', 'unexpected', 'Error: broke\nwhere')] }
  const outer = { specs: [spec('holds', 'expected'), spec('wavers', 'flaky')], suites: [inner] }
  const outcome = readPlaywrightReport({ suites: [outer] })
  expect(outcome).toMatchObject({ passed: 1, failed: 2, skipped: 0 })
  expect(outcome.failures).toEqual([
    'a.spec.ts:7 > wavers: no message',
    'a.spec.ts:7 > breaks: Error: broke',
  ])
  expect(outcome.tests[0]).toEqual({ name: 'a.spec.ts:7 > holds', seconds: 2 })
})

test('a run that left no report has nothing to tell', () => {
  const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] }
  expect(readVitestReport(undefined, root)).toEqual(nothing)
  expect(readPlaywrightReport(undefined)).toEqual(nothing)
})
